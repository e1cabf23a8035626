//! All tables: those in memory, and the way to those that are not.

use crate::bell::Bell;
use crate::brains::Brains;
use crate::bringing;
use crate::config::Config;
use crate::crowd::Crowd;
use crate::figures::{LONGEST_NAME, LONGEST_PASSPHRASE, MOST_CONNECTIONS};
use crate::hub::{Parting, Seats, lock};
use crate::limit::{Limiter, Tally, household};
use crate::problem::{Problem, Refused};
use crate::queue::{Queue, Rank};
use crate::secret;
use crate::store::{Cause, Failure, News, Notice, SeatRow, Store, TableRow, Write, Writer};
use crate::table::{Table, now};
use crate::wire::{ServerMessage, TakeSeat, TakenSeat};
use grognard_engine::fair;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Tokens that are looked at at the same time, of those for which somebody has to vouch.
const VOUCHED: usize = 2;
/// Slow hashes at the same time.
const SLOW: usize = 2;
/// A day, in milliseconds.
const DAY: i64 = 86_400_000;
/// How often the watch makes its round.
const ROUND: Duration = Duration::from_secs(20);
/// After so many rounds without a sign of life a guest is gone.
const SILENT_ROUNDS: u8 = 3;
/// Every so many rounds other processes are told once more who is here.
const TOLD_ROUNDS: usize = 3;
/// Every so many rounds, about an hour, it is noted who is here.
const SEEN_ROUNDS: usize = 180;

/// All tables.
pub struct Hall {
    /// What is kept.
    pub store: Arc<Store>,
    /// The way to write it.
    pub writer: Writer,
    /// How the server was started.
    pub config: Config,
    /// Who comes too often.
    pub limiter: Limiter,
    /// Where computers think.
    pub brains: Brains,
    /// Where games are replayed, which takes long and much memory.
    pub workshop: Arc<Queue>,
    /// Where tokens are looked at whose address has no share left, in turns with other addresses.
    pub doorkeeper: Arc<Queue>,
    /// Sockets that were opened beyond the share of their address and have not said yet who they are.
    pub strangers: Arc<Crowd>,
    /// Who looks on.
    pub onlookers: Arc<Tally>,
    /// Long requests that are being read.
    pub long: Arc<Tally>,
    /// Who is told elsewhere that it is his turn.
    pub bell: Bell,
    /// This process, among those that share a database.
    pub process: u64,
    /// With this makers of tables are told apart, and names of tables made that were claimed.
    pub salt: secret::Hash,
    /// Where passphrases are hashed: each takes 19 megabytes.
    slow: Arc<Queue>,
    tables: Mutex<HashMap<Arc<str>, Arc<Table>>>,
}

impl Hall {
    /// A hall without tables in memory.
    pub fn new(store: Arc<Store>, writer: Writer, config: Config, process: u64, salt: secret::Hash) -> Self {
        let limits = config.limits;
        let limiter = Limiter::new(limits);
        Self {
            store,
            writer,
            limiter,
            brains: Brains::new(config.brains),
            config,
            workshop: bringing::workshop(),
            doorkeeper: Queue::new(VOUCHED),
            strangers: Crowd::new(limits.connections.unwrap_or(MOST_CONNECTIONS), limits.connections_each, limits.seats_each),
            onlookers: Arc::default(),
            long: Arc::default(),
            bell: Bell::default(),
            process,
            salt,
            slow: Queue::new(SLOW),
            tables: Mutex::default(),
        }
    }

    /// Says on standard error that something is wrong here. Never names a player or a token.
    pub fn complain(&self, what: &str) {
        crate::store::complain(what);
    }

    /// A failure to read: said here in full, to others in general.
    pub fn storage(&self, why: &str) -> Refused {
        self.complain(&format!("storage: {why}"));
        Problem::storage()
    }

    /// A mark of an address: the same for the whole household, and not to be traced back to it.
    pub fn mark(&self, address: IpAddr) -> String {
        secret::mark(&self.salt, household(address))
    }

    /// A failure to write, as whoever waits for it is told. Whoever runs the server has been told already.
    pub fn failed(&self, failure: Failure) -> Refused {
        match failure {
            Failure::Conflict => Problem::not_now("somebody else was quicker"),
            Failure::Odd => Problem::not_stored("this cannot be stored; the server's log says why"),
            Failure::Storage(Cause::Full) => {
                Problem::not_stored("the server's disk is full; try again when whoever runs it has made room")
            }
            Failure::Storage(Cause::Wrong) => Problem::not_stored(
                "the server's database is not the one that it has written to; whoever runs it must put that right",
            ),
            Failure::Storage(Cause::Stopping) => Problem::not_stored("the server stops; try again when it is back"),
            Failure::Storage(Cause::Other) => Problem::not_stored("the server's storage does not answer; try again"),
            Failure::Unsure => Problem::unsure(),
        }
    }

    /// A table by its name.
    ///
    /// # Errors
    /// 404 when there is none.
    pub async fn table(&self, id: &str) -> Result<Arc<Table>, Refused> {
        let unknown = || Problem::unknown("there is no table of that name");
        if !secret::is_table_id(id) {
            return Err(unknown());
        }
        if let Some(table) = self.present(id) {
            table.look_again(self).await?;
            return Ok(table);
        }
        let row = self.store.table(id).await.map_err(|why| self.storage(&why))?.ok_or_else(unknown)?;
        if fair::commitment(&row.seed) != row.promise {
            self.complain(&format!("table {id}: the seed of its dice is not the one that was promised when it was made"));
            return Err(Problem::broken(
                "the seed of this table's dice is not the one that was promised; somebody has changed it",
            ));
        }
        // Only who has played can want to know, and only then.
        let next = if row.over { self.store.rematch(id).await.map_err(|why| self.storage(&why))? } else { None };
        let table = self.seat(row);
        if next.is_some() {
            lock(&table.desk).rematch = next;
        }
        Ok(table)
    }

    /// A table if it is in memory.
    pub fn present(&self, id: &str) -> Option<Arc<Table>> {
        lock(&self.tables).get(id).cloned()
    }

    /// All tables in memory.
    pub fn all(&self) -> Vec<Arc<Table>> {
        lock(&self.tables).values().cloned().collect()
    }

    /// A table that is gone: nobody finds it any more, and those who sit there are told.
    pub fn forget(&self, table: &Arc<Table>) {
        table.gone.store(true, Ordering::SeqCst);
        table.announce(&ServerMessage::Removed {});
        lock(&self.tables).remove(&table.id);
        lock(&table.desk).guests.iter().for_each(|guest| guest.outbox.close(Parting::Gone));
    }

    /// Puts a table into memory.
    pub fn seat(&self, row: TableRow) -> Arc<Table> {
        let title = grognard_shelf::game(&row.game).map_or_else(|_| row.game.clone(), |game| game.title.to_owned());
        let whim = self.config.luck.whim(&row.seed);
        let table = Arc::new(Table::new(row, title, whim));
        lock(&self.tables).entry(table.id.clone()).or_insert(table).clone()
    }

    /// How many listed tables a maker has made in a day, if that is as many as may be.
    ///
    /// # Errors
    /// When the storage does not answer.
    pub async fn listed_out(&self, maker: &str) -> Result<Option<usize>, Refused> {
        let limits = self.limiter.limits();
        if limits.off {
            return Ok(None);
        }
        let listed = self.store.listed_since(maker, now() - DAY).await.map_err(|why| self.storage(&why))?;
        Ok((listed >= limits.listed_day).then_some(listed))
    }

    /// A passphrase as it is stored.
    ///
    /// # Errors
    /// When it cannot be hashed.
    pub async fn hash(&self, passphrase: String, address: IpAddr) -> Result<String, Refused> {
        self.slowly(address, move || secret::hash_passphrase(&passphrase)).await?.map_err(Problem::broken)
    }

    /// Does what is slow on purpose and takes much memory, a few at a time and address by address in turns. Whoever hangs up meanwhile makes no room by it
    /// before it is done.
    async fn slowly<T: Send + 'static>(&self, address: IpAddr, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refused> {
        let turn = self.slow.enter(Rank::First, self.mark(address).into()).await;
        let working = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        });
        working.await.map_err(|why| Problem::broken(why.to_string()))
    }

    /// Takes an open seat.
    ///
    /// # Errors
    /// When it is not open, or not to you.
    pub async fn take_seat(
        self: &Arc<Self>,
        table: &Arc<Table>,
        seat: &str,
        wish: TakeSeat,
        address: IpAddr,
    ) -> Result<TakenSeat, Refused> {
        let place = lock(&table.desk).seats.iter().position(|row| row.seat == seat);
        let place = place.ok_or_else(|| Problem::unknown("the table has no such seat"))?;
        check_claim(wish.claim.as_deref())?;
        let repeated = wish.claim.is_some();
        let (token, hash) = wish.claim.map_or_else(secret::token, |claim| (claim.clone(), secret::token_hash(&claim)));
        let taken =
            || TakenSeat { seat: seat.to_owned(), link: format!("/table/{}#seat={token}", table.id), token: token.clone() };
        // Whoever asks again, because the answer was lost, is answered the same.
        let is_ours = || repeated && table.seats_of(&token).has(place);
        if is_ours() {
            return Ok(taken());
        }
        let invited = {
            let desk = lock(&table.desk);
            let row = &desk.seats[place];
            if row.who != "open" {
                drop(desk);
                // Perhaps just now, and by the same claim.
                return if is_ours() { Ok(taken()) } else { Err(Problem::not_now("that seat is taken")) };
            }
            let hash = wish.invite.as_deref().map(secret::token_hash);
            row.token.as_ref().zip(hash.as_ref()).is_some_and(|(known, given)| secret::same(known, given))
        };
        if !invited {
            if wish.invite.is_some() || !table.row.public {
                return Err(Problem::forbidden("that seat is taken by invitation, and this is not it"));
            }
            self.unlock(table, wish.passphrase.as_deref(), address).await?;
        }
        let name = clean(&wish.name, LONGEST_NAME);
        let claim = Write::Claim { table: table.id.clone(), place, name: name.clone(), token: hash };
        match self.writer.write(claim).await {
            Ok(()) => {}
            // It was taken through another process, or by a claim whose outcome we did not learn: perhaps by this very one.
            Err(Failure::Conflict) => {
                self.read_again(table).await;
                if table.gone.load(Ordering::SeqCst) {
                    return Err(Problem::unknown("the table was removed"));
                }
                return if is_ours() { Ok(taken()) } else { Err(Problem::not_now("that seat is taken")) };
            }
            Err(other) => return Err(table.failed(self, other)),
        }
        lock(&table.desk).seats[place] = SeatRow { seat: seat.to_owned(), who: "human".to_owned(), name, token: Some(hash) };
        table.announce(&ServerMessage::Presence(table.presence()));
        table.note_seated(self, seat).await;
        Ok(taken())
    }

    /// Whoever wants to look at a table and holds no seat needs its passphrase, if it has one.
    ///
    /// # Errors
    /// 403 without the right one, 429 after many wrong ones: whoever guesses waits, at every door alike, and nobody else does.
    pub async fn unlock(&self, table: &Table, passphrase: Option<&str>, address: IpAddr) -> Result<(), Refused> {
        let Some(stored) = &table.row.passphrase else { return Ok(()) };
        let given = passphrase.filter(|text| !text.is_empty() && text.len() <= LONGEST_PASSPHRASE).ok_or_else(Problem::locked)?;
        let quick = secret::quick_hash(given, stored);
        if secret::same(&quick, &secret::quick_hash(&secret::pass(stored), stored)) {
            return Ok(());
        }
        // From here on an answer tells whether the passphrase is right, so that none may be had too often.
        self.limiter.guess(address, &table.id)?;
        if lock(&table.desk).passphrase.as_ref().is_some_and(|known| secret::same(known, &quick)) {
            self.limiter.guessed(address, &table.id);
            return Ok(());
        }
        let (given, hash) = (given.to_owned(), stored.clone());
        if !self.slowly(address, move || secret::is_passphrase(&given, &hash)).await? {
            return Err(Problem::locked());
        }
        lock(&table.desk).passphrase = Some(quick);
        self.limiter.guessed(address, &table.id);
        Ok(())
    }

    /// Tells other processes something that is not stored. Says whether that could be done.
    pub async fn tell_others(&self, table: &Arc<str>, what: News) -> bool {
        if let Store::Postgres(db) = self.store.as_ref() {
            let notice = Notice { from: self.process, table: table.to_string(), what };
            if let Err(why) = db.tell(&notice).await {
                self.complain(&format!("storage: {why}"));
                return false;
            }
        }
        true
    }

    /// Somebody came or went: tells everybody.
    pub async fn presence(&self, table: &Arc<Table>) {
        table.announce(&ServerMessage::Presence(table.presence()));
        let (seats, spectators) = table.here();
        self.tell_others(&table.id, News::Presence(seats, spectators)).await;
    }

    /// Forgets what has not been used for a while, and parts from guests who give no sign of life. Runs as long as the
    /// server does.
    pub async fn watch(self: Arc<Self>) {
        let mut rounds = tokio::time::interval(ROUND.min(self.config.idle));
        let (mut called, mut calls, mut seen) = (Instant::now(), 0, 0);
        loop {
            rounds.tick().await;
            let call = called.elapsed() >= ROUND;
            if call {
                called = Instant::now();
                calls = (calls + 1) % TOLD_ROUNDS;
                if calls == 0 {
                    // Nobody waits for it: the database may be away.
                    tokio::spawn(self.clone().repeat_presence());
                }
                seen = (seen + 1) % SEEN_ROUNDS;
                if seen == 0 {
                    tokio::spawn(self.clone().note_all_seen());
                }
            }
            for table in self.all() {
                if call {
                    call_roll(&table);
                }
                if table.is_idle(self.config.idle) {
                    table.put_away(&self).await;
                }
                if table.tidy(self.config.idle) {
                    let mut tables = lock(&self.tables);
                    // One is the list's, one is ours: nobody else holds it, and nobody can get it while the list is locked.
                    if Arc::strong_count(&table) == 2 {
                        tables.remove(&table.id);
                    }
                }
            }
            self.limiter.tidy();
        }
    }

    /// Notes who is here. Whoever has been connected for weeks is else taken to have been away as long, should the server be killed and he not be back yet.
    pub async fn note_all_seen(self: Arc<Self>) {
        for table in self.all() {
            let here = lock(&table.desk).guests.iter().fold(0, |bits, guest| bits | guest.seats.0);
            table.note_seen(&self, Seats(here)).await;
        }
    }

    /// Keeps the last position of every game in memory.
    pub async fn put_away_all(&self) {
        futures_util::future::join_all(self.all().iter().map(|table| table.put_away(self))).await;
    }

    /// The server stops: everybody is told.
    pub fn part(&self) {
        self.brains.stop();
        for table in self.all() {
            lock(&table.desk).guests.iter().for_each(|guest| guest.outbox.close(Parting::Stopping));
        }
    }
}

/// Asks those who have been silent whether they are there, and parts from those who do not answer.
fn call_roll(table: &Table) {
    for guest in &lock(&table.desk).guests {
        match guest.watch() {
            0 | 1 => {}
            n if n > SILENT_ROUNDS => guest.outbox.close(Parting::Silent),
            _ => guest.outbox.ping(),
        }
    }
}

/// A claim is a secret of whoever asks, so that it must be as long as one.
///
/// # Errors
/// When it is not.
pub fn check_claim(claim: Option<&str>) -> Result<(), Refused> {
    if claim.is_none_or(secret::is_token) {
        Ok(())
    } else {
        Err(Problem::malformed("a claim is 64 hexadecimal digits, in small letters"))
    }
}

/// A text of people: one line, without control characters, and not too long.
pub fn clean(text: &str, longest: usize) -> String {
    let words: String = text.chars().map(|c| if is_odd(c) { ' ' } else { c }).collect();
    let words: Vec<&str> = words.split_whitespace().collect();
    words.join(" ").chars().take(longest).collect::<String>().trim_end().to_owned()
}

/// Control characters, and those that turn the direction of writing around and so make a text look like another.
fn is_odd(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::{Guest, Wants};
    use crate::throw::tests::House;

    #[test]
    fn names_are_cleaned() {
        assert_eq!(clean("  Ney\u{7}\n\u{202e}! ", 60), "Ney !");
        assert_eq!(clean("abcdef", 3), "abc");
        assert_eq!(clean("<b>Murat</b>", 60), "<b>Murat</b>", "escaping is the page's affair");
    }

    /// What a passphrase costs is paid to the end, whether or not somebody still waits for it; and no address holds the others up by many.
    #[tokio::test]
    async fn whoever_hangs_up_makes_no_room_for_another_slow_hash() {
        let house = House::new("slow").await;
        let (hall, address) = (&house.hall, |last: u8| IpAddr::from([203, 0, 113, last]));
        let (begun, beginning) = std::sync::mpsc::channel();
        let gates: Vec<_> = (0..SLOW)
            .map(|_| {
                let (gate, opens) = std::sync::mpsc::channel::<()>();
                let (hall, begun) = (hall.clone(), begun.clone());
                let slow = tokio::spawn(async move {
                    let work = move || {
                        begun.send(()).unwrap();
                        let _ = opens.recv();
                    };
                    hall.slowly(address(1), work).await
                });
                (gate, slow)
            })
            .collect();
        for _ in 0..SLOW {
            while beginning.try_recv().is_err() {
                tokio::task::yield_now().await;
            }
        }
        gates.iter().for_each(|(_, slow)| slow.abort());
        while !gates.iter().all(|(_, slow)| slow.is_finished()) {
            tokio::task::yield_now().await;
        }
        let order = Arc::new(Mutex::new(Vec::new()));
        let waiting = [1, 1, 1, 2].map(|last| {
            let (hall, order) = (hall.clone(), order.clone());
            tokio::spawn(
                async move { hall.slowly(address(last), move || lock(&order).push(last)).await.map_err(|why| why.detail) },
            )
        });
        while hall.slow.waiting(Rank::First, None) < waiting.len() {
            assert!(lock(&order).is_empty(), "they have hung up, and still there is no room");
            tokio::task::yield_now().await;
        }
        drop(gates);
        for done in waiting {
            done.await.unwrap().unwrap();
        }
        let place = lock(&order).iter().position(|&last| last == 2);
        assert!(place.is_some_and(|place| place < 3), "another address comes in turns: {order:?}");
        house.close().await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn whoever_stays_is_seen() {
        let house = House::new("seen").await;
        house.table.join(Arc::new(Guest::new(Seats::one(1), Wants::Moves)));
        house.hall.clone().note_all_seen().await;
        let seen = house.hall.store.seen(&house.table.id).await.unwrap();
        assert!(seen[0] == 0 && seen[1] > 0, "{seen:?}");
        house.close().await;
    }
}
