//! Every bound that keeps one visitor from taking the room of others: how often, how many, how long. All figures stand here, each with
//! its reason; `docs/api.md` shows the same table, and a test holds the two against each other.
//!
//! Addresses are counted by household: a single address of IPv4, a network of 64 bits of IPv6. Whoever holds a seat comes before
//! whoever looks on: what strangers use up is never what a seat needs.

/// How fast a bucket fills and how much it holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// So many a second in the long run.
    pub steady: f32,
    /// So many at once.
    pub burst: f32,
}

impl std::fmt::Display for Rate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { steady, burst } = self;
        if *steady >= 1.0 {
            write!(f, "{burst} at once, {steady} a second")
        } else {
            write!(f, "{burst} at once, {} a minute", (steady * 60.0).round())
        }
    }
}

/// The longest text that can be said, in characters.
pub const LONGEST_TALK: usize = 500;
/// The longest name of a table or a person, in characters.
pub const LONGEST_NAME: usize = 60;
/// The longest passphrase, in bytes.
pub const LONGEST_PASSPHRASE: usize = 200;
/// The most that is read of an ordinary request, in bytes.
pub const MOST_BYTES: usize = 64 << 10;
/// The most that is read of a request that brings a record along, in bytes.
pub const MOST_RECORD_BYTES: usize = 1 << 20;
/// The longest game that can be brought along, in actions.
pub const MOST_ENTRIES: usize = 20_000;
/// Tables on one page of the lobby.
pub const PAGE_OF_LOBBY: usize = 100;
/// Wrong passphrases that cost no waiting.
pub const FREE_TRIES: u32 = 8;
/// The longest that somebody waits after a wrong passphrase, in seconds: the waits double until then.
pub const LONGEST_WAIT: u64 = 300;
/// Files that are kept for everything but connections: the database, the page, the system.
pub const SPARE_FILES: usize = 64;
/// The most connections, however many files the system would allow.
pub const MOST_CONNECTIONS: usize = 20_000;
/// For each action that stands, so many lines of the journal may be spent on what was taken back.
pub const TAKEN_BACK_EACH: usize = 3;

/// How often the standing orders of one seat may be changed in a game.
pub const MOST_ORDERS: usize = 1_000;

/// How often one may come, and how much room one may take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Requests of any kind from one address.
    pub requests: Rate,
    /// New tables from one address.
    pub tables: Rate,
    /// Games brought along from one address.
    pub imports: Rate,
    /// Wrong passphrases, and listed seats taken, from one address.
    pub tries: Rate,
    /// The first wait after many wrong passphrases, in seconds.
    pub first_wait: u64,
    /// Connections of one address that become sockets.
    pub sockets: Rate,
    /// Sockets of one address that look on.
    pub onlookers: Rate,
    /// Frames of one socket of whatever kind, and actions of one token.
    pub messages: Rate,
    /// Frames of all who look on from one address.
    pub frames: Rate,
    /// Hints and analyses, which make the computer think, of one address.
    pub hints: Rate,
    /// What one seat says.
    pub talk_seat: Rate,
    /// What all seats of one address say.
    pub talk_seats: Rate,
    /// What onlookers of one address say, at whatever table.
    pub talk_onlooker: Rate,
    /// What all onlookers of one table say.
    pub talk_table: Rate,
    /// Connections at the same time; as many as the system's limit of files allows if left out.
    pub connections: Option<usize>,
    /// Connections of one address at the same time.
    pub connections_each: usize,
    /// Sockets of the seats of one address that never make room for others.
    pub seats_each: usize,
    /// Onlookers of one address at the same time.
    pub onlookers_each: usize,
    /// Onlookers of one table at the same time.
    pub onlookers_table: usize,
    /// Sockets of one seat at the same time.
    pub sockets_seat: usize,
    /// Long requests of one address at the same time.
    pub long_each: usize,
    /// Long requests at the same time.
    pub long_all: usize,
    /// Listed tables that one address makes in a day.
    pub listed_day: usize,
    /// Lines of talk that are kept of the seats of a table.
    pub kept_seats: usize,
    /// Lines of talk that are kept of the onlookers of a table.
    pub kept_onlookers: usize,
    /// Lines of the journal that one seat may spend on what it took back, besides `TAKEN_BACK_EACH` for each action that stands.
    pub taken_back: usize,
    /// Whether visitors are neither slowed down nor counted by address: for measurements. What bounds a table stays.
    pub off: bool,
}

impl Default for Limits {
    fn default() -> Self {
        let rate = |steady, burst| Rate { steady, burst };
        Self {
            requests: rate(60.0, 300.0),
            tables: rate(0.5, 30.0),
            imports: rate(0.1, 6.0),
            tries: rate(0.2, 15.0),
            first_wait: 10,
            sockets: rate(20.0, 200.0),
            onlookers: rate(2.0, 40.0),
            messages: rate(50.0, 200.0),
            frames: rate(100.0, 800.0),
            hints: rate(0.5, 10.0),
            talk_seat: rate(1.0, 20.0),
            talk_seats: rate(4.0, 80.0),
            talk_onlooker: rate(0.2, 10.0),
            talk_table: rate(1.0, 30.0),
            connections: None,
            connections_each: 256,
            seats_each: 64,
            onlookers_each: 40,
            onlookers_table: 200,
            sockets_seat: 16,
            long_each: 2,
            long_all: 16,
            listed_day: 40,
            kept_seats: 500,
            kept_onlookers: 200,
            taken_back: 2_000,
            off: false,
        }
    }
}

impl Limits {
    /// All figures: what is bounded, by how much, and why.
    #[must_use]
    pub fn table(&self) -> Vec<(&'static str, String, &'static str)> {
        let connections = self.connections.map_or_else(
            || format!("the system's limit of files less {SPARE_FILES}, at most {MOST_CONNECTIONS}"),
            |most| most.to_string(),
        );
        let passphrases = format!("{FREE_TRIES}, then {} s, {} s … {LONGEST_WAIT} s", self.first_wait, 2 * self.first_wait);
        vec![
            ("requests of an address", self.requests.to_string(), "a seat's token has a share of its own"),
            (
                "connections",
                connections,
                "when they are used up, whoever idles at the busiest address makes room; a seat only beyond its address's share",
            ),
            (
                "connections of an address",
                self.connections_each.to_string(),
                "its oldest idle one makes room; not counted behind a proxy",
            ),
            (
                "sockets of seats of an address that never make room",
                self.seats_each.to_string(),
                "beyond that its oldest does when all connections are used up, behind a proxy, too",
            ),
            (
                "sockets opened by an address",
                self.sockets.to_string(),
                "beyond that only a seat is let in, by a share of its own",
            ),
            ("onlookers who come from an address", self.onlookers.to_string(), "seats are not counted"),
            ("onlookers of an address", self.onlookers_each.to_string(), "seats are not counted"),
            ("onlookers of a table", self.onlookers_table.to_string(), "seats always find room"),
            ("sockets of a seat", self.sockets_seat.to_string(), "the oldest makes room"),
            ("frames of a socket, actions of a token", self.messages.to_string(), "pings and binary frames are counted, too"),
            ("frames of the onlookers of an address", self.frames.to_string(), "many sockets are no way around"),
            (
                "wrong passphrases of an address at a table",
                passphrases,
                "whoever is elsewhere, or has been let in before, does not wait",
            ),
            ("wrong passphrases and listed seats taken by an address", self.tries.to_string(), "many tables are no way around"),
            ("tables made by an address", self.tables.to_string(), "each is kept for good"),
            ("listed tables made by an address in a day", self.listed_day.to_string(), "the lobby belongs to all"),
            ("tables on a page of the lobby", PAGE_OF_LOBBY.to_string(), "each maker's latest first, then each maker's second"),
            ("records brought by an address", self.imports.to_string(), "each is replayed, apart from the threads that answer"),
            (
                "length of a record",
                format!("{MOST_RECORD_BYTES} bytes, {MOST_ENTRIES} actions"),
                "the longest game has a tenth of it",
            ),
            ("length of any other request", format!("{MOST_BYTES} bytes"), "actions are short"),
            (
                "long requests of an address, of all",
                format!("{}, {}", self.long_each, self.long_all),
                "what is read is held in memory",
            ),
            (
                "hints and analyses of an address",
                self.hints.to_string(),
                "in turns with other addresses, and before tables without people",
            ),
            ("talk of a seat", self.talk_seat.to_string(), "nobody types faster"),
            ("talk of the seats of an address", self.talk_seats.to_string(), "many tables are no way around"),
            ("talk of the onlookers of an address", self.talk_onlooker.to_string(), "at whatever table"),
            ("talk of the onlookers of a table", self.talk_table.to_string(), "the players want to read each other"),
            ("length of what is said", format!("{LONGEST_TALK} characters"), "longer texts are cut"),
            (
                "talk kept of a table",
                format!("{} lines of seats, {} of onlookers", self.kept_seats, self.kept_onlookers),
                "the oldest goes",
            ),
            (
                "journal lines of a seat for what it took back",
                format!("{}, and {TAKEN_BACK_EACH} for each action that stands", self.taken_back),
                "the lines stay for good",
            ),
            ("changes of the standing orders of a seat", MOST_ORDERS.to_string(), "each is a line of the journal"),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_those_of_the_documentation() {
        let told = include_str!("../../../docs/api.md");
        let rows = Limits::default().table().into_iter().map(|(what, figure, why)| format!("| {what} | {figure} | {why} |"));
        let missing: Vec<String> = rows.filter(|row| !told.contains(row.as_str())).collect();
        assert!(missing.is_empty(), "docs/api.md must say:\n{}", missing.join("\n"));
    }
}
