//! Throwing dice so that nobody alone decides them.
//!
//! Whoever acts brings a word, another player a link of his chain, we the seed ([`grognard_engine::chance`]). The order is what matters:
//!
//! 1. the acting page sends its action with the *seal* of its word;
//! 2. the other player's page is asked for its next link, and told the number of the die (or a label, [`chance::label`]), the seal, and the *deed*, which binds us to the action;
//!    the link is written down;
//! 3. the acting page is told that link, or that there is none, and only then shows its word.
//!
//! Nobody can go back after that without contradicting what somebody else has noted. The game is not held meanwhile, so that all others can
//! look, but nothing is played or taken back. If a word is not shown, nothing is thrown; but where something is hidden an action that was sent is
//! played all the same, without a word, since that it throws may be what its player wanted to find out. Nothing is played for
//! him in whose seat a computer sits by then. Whoever does not answer is not waited for again before he says something, and whoever is not connected is not
//! waited for at all.

use crate::core::Core;
use crate::hall::Hall;
use crate::hub::{Guest, Seats, Shown, lock};
use crate::problem::{Problem, Refused};
use crate::table::{Held, Table, now};
use crate::wire::ServerMessage;
use grognard_engine::chance::{self, Chains};
use grognard_engine::fair::read_hex32;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Chains that a seat may announce at one table: a browser needs one, so that this is for many browsers.
const MOST_CHAINS: usize = 100;
/// How often a seat may announce one, for whoever goes from one browser to the other and back: each time is a line of the journal.
const MOST_ANNOUNCED: usize = 1_000;

/// How many links are written down at a table for throws that do not come about: each is a line of the journal. Of more the process knows, as long as it runs.
const MOST_SPARE: usize = 1_000;

/// So long somebody waits before he looks whether a die has fallen.
const LOOKS_AGAIN: Duration = Duration::from_millis(5);

/// What whoever acts brings to his dice.
#[derive(Clone)]
pub enum Brought {
    /// Nothing: a computer, or a program that does not know of words.
    Nothing,
    /// A word that is shown at once.
    Word(String),
    /// A word that is shown when it is asked for.
    Sealed {
        /// The seal of it.
        seal: String,
        /// Who shows it.
        guest: Arc<Guest>,
        /// The message that it belongs to.
        id: u64,
    },
}

impl Brought {
    /// Reads a word or a seal out of a message.
    ///
    /// # Errors
    /// 400 when it is neither.
    pub fn read(word: Option<String>, seal: Option<String>, guest: Option<(&Arc<Guest>, u64)>) -> Result<Self, Refused> {
        let checked = |what: &str, text: String| match read_hex32(&text) {
            Ok(_) => Ok(text),
            Err(why) => Err(Problem::malformed(format!("{what}: {why}"))),
        };
        Ok(match (word, seal, guest) {
            (Some(_), Some(_), _) => return Err(Problem::malformed("a word or its seal, not both")),
            (Some(word), None, _) => Self::Word(checked("word", word)?),
            (None, Some(seal), Some((guest, id))) => Self::Sealed { seal: checked("seal", seal)?, guest: guest.clone(), id },
            (None, Some(_), None) => {
                return Err(Problem::malformed("a sealed word is shown over a socket; send the word itself"));
            }
            (None, None, _) => Self::Nothing,
        })
    }

    /// What is known of the word before it is shown.
    fn seal(&self) -> String {
        match self {
            Self::Nothing => "-".to_owned(),
            Self::Word(word) => chance::seal(word),
            Self::Sealed { seal, .. } => seal.clone(),
        }
    }

    /// The word, if nobody has to be asked for it.
    pub fn word(&self) -> Option<String> {
        if let Self::Word(word) = self { Some(word.clone()) } else { None }
    }

    /// Whether the word has to be asked for.
    pub const fn sealed(&self) -> bool {
        matches!(self, Self::Sealed { .. })
    }
}

/// A link that somebody gave, and for what. If the throw does not come about and is tried again, it is the same die: also if whoever gave it is gone by then,
/// who has noted that he gave it, and if the server was started anew.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Linked {
    /// What the throw is called.
    pub die: u64,
    /// The seal of the word.
    pub seal: String,
    /// What bound us to the action.
    pub deed: String,
    /// Whose chain it is of.
    pub seat: String,
    /// The link.
    pub link: String,
}

impl Linked {
    /// As it stands in a line of the journal of its seat.
    pub fn text(&self) -> String {
        let Self { die, seal, deed, link, .. } = self;
        format!("{die} {seal} {deed} {link}")
    }

    /// Reads what [`Linked::text`] writes.
    ///
    /// # Errors
    /// When it is something else.
    pub fn read(seat: &str, text: &str) -> Result<Self, String> {
        let [die, seal, deed, link] = text.split(' ').collect::<Vec<_>>()[..] else {
            return Err(format!("{text:?} is not a link and what it was given for"));
        };
        let die = die.parse().map_err(|_| format!("{die:?} is not the number of a die"))?;
        let [seal, deed, seat, link] = [seal, deed, seat, link].map(str::to_owned);
        Ok(Self { die, seal, deed, seat, link })
    }
}

/// A throw about which others are asked.
pub struct Question {
    /// What the throw is called.
    die: u64,
    deed: String,
    chains: Chains,
    /// Whether something is hidden. Then the action is played even if no word is shown, and whoever acts is told the deed, since the label does not bind us
    /// to the number of the die.
    hidden: bool,
    /// Which seats will be told the dice.
    seen: Seats,
    /// Whoever is asked for a link, and the seat whose chain it is of.
    other: Option<(Arc<Guest>, &'static str)>,
    /// A seat and the link that it has given for this throw already.
    known: Option<(&'static str, String)>,
}

/// What they answered.
pub struct Answers {
    /// The word.
    pub word: Option<String>,
    /// A seat and its link.
    pub link: Option<(&'static str, String)>,
}

impl Answers {
    /// Whether they still belong to the game: nothing was played, taken back or ended since line `stir`, and the link is of its seat's present chain. What
    /// else is written meanwhile, such as the chain of whoever comes with another browser, is no way out of a throw.
    pub fn fit(&self, core: &Core, stir: i64) -> bool {
        let counts = |(seat, link): &(&'static str, String)| core.memory.chains.check(seat, link).is_ok();
        core.memory.stir == stir && self.link.as_ref().is_none_or(counts)
    }
}

impl Table {
    /// Somebody who could bring a link to a throw of these seats: he holds another seat, is connected, and has announced his chain.
    fn partner(&self, core: &Core, seats: Seats, told: &[bool]) -> Option<(Arc<Guest>, &'static str)> {
        let desk = lock(&self.desk);
        let places = core.game.seats().iter().enumerate();
        let mut others = places.filter(|(place, _)| !seats.has(*place) && told.get(*place).copied().unwrap_or(false));
        others.find_map(|(place, seat)| {
            let foot = core.memory.chains.anchor(seat)?;
            let answers = |guest: &&Arc<Guest>| {
                guest.seats.has(place) && guest.seats.0 & seats.0 == 0 && guest.listens() && guest.chain.as_deref() == Some(foot)
            };
            desk.guests.iter().find(answers).map(|guest| (guest.clone(), *seat))
        })
    }

    /// A guest comes with a chain: it is announced, unless it is known. Whoever holds all seats has nobody to bring links to.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub async fn take_chain(
        &self,
        hall: &Hall,
        held: &mut Held<'_>,
        seats: Seats,
        chain: Option<String>,
    ) -> Result<Option<Box<str>>, Refused> {
        let Some(foot) = chain else { return Ok(None) };
        read_hex32(&foot).map_err(|why| Problem::malformed(format!("chain: {why}")))?;
        let core = held.core()?;
        let names = core.game.seats();
        let Some(place) = seats.first().filter(|_| seats.count() < names.len() && !core.over()) else { return Ok(None) };
        let seat = names[place];
        if core.memory.chains.anchor(seat) != Some(foot.as_str()) {
            if core.memory.chains.count(seat) >= MOST_CHAINS || core.memory.announced(seat) >= MOST_ANNOUNCED {
                return Ok(None);
            }
            let step = core.announce(seat, &foot, now());
            self.write_down(hall, held, vec![step], false).await?;
            self.tell(held.core()?, &[]);
        }
        Ok(Some(foot.into()))
    }

    /// Whether anybody has to be asked before these actions are played; nothing if none of them throws, or if nobody is there to ask.
    pub fn question(&self, core: &Core, seats: Seats, seat: &str, actions: &[String], brought: &Brought) -> Option<Question> {
        let all = vec![true; core.game.seats().len()];
        // What this process knows, and what is written down: it may have been another one that asked.
        let given = [lock(&self.linked).clone(), core.memory.linked.clone()];
        if !brought.sealed() && self.partner(core, seats, &all).is_none() && given == [None, None] {
            return None;
        }
        let (at, told) = core.game.first_throw(actions)?;
        let die = core.throw_name(core.game.played() + at + 1, core.memory.drawn + 1);
        let deed = core.deed(seat, &actions[at]);
        let known = given
            .into_iter()
            .flatten()
            .filter(|last| last.die == die && last.deed == deed && last.seal == brought.seal())
            .filter_map(|last| Some((core.game.seats().iter().find(|seat| **seat == last.seat).copied()?, last.link)))
            .find(|(seat, link)| core.memory.chains.check(seat, link).is_ok());
        let other = self.partner(core, seats, &told);
        if !brought.sealed() && other.is_none() && known.is_none() {
            return None;
        }
        let seen = told.iter().enumerate().filter(|(_, told)| **told).fold(0, |bits, (place, _)| bits | Seats::one(place).0);
        Some(Question {
            hidden: core.game.secretive(),
            seen: Seats(seen),
            die,
            deed,
            chains: core.memory.chains.clone(),
            other,
            known,
        })
    }

    /// Keeps others from playing or taking back while somebody is asked for what he brings to a throw. To be called while the game is held.
    ///
    /// # Errors
    /// 409 while that is so.
    pub fn alone(&self) -> Result<tokio::sync::MutexGuard<'_, ()>, Refused> {
        self.throwing.try_lock().map_err(|_| Problem::not_now("a die is being thrown at this table; try again"))
    }

    /// The same for a throw that begins now; it is noted who sees it.
    ///
    /// # Errors
    /// 409 while there is another.
    pub fn begin_throw(&self, question: &Question) -> Result<tokio::sync::MutexGuard<'_, ()>, Refused> {
        let alone = self.alone()?;
        self.seen_by.store(question.seen.0, Ordering::SeqCst);
        Ok(alone)
    }

    /// The game while no die is being thrown, for whoever is about to take back. Whoever throws one, or sees it, is told so at once: his page may be
    /// waited for. Others wait until it has fallen, since they must not learn of it.
    ///
    /// # Errors
    /// When the game cannot be had, and 409 for whoever throws or sees the dice.
    pub async fn hold_still(&self, hall: &Hall, seats: Seats) -> Result<Held<'_>, Refused> {
        loop {
            let mut held = self.hold(hall).await?;
            let Err(busy) = self.alone().map(drop) else { return Ok(held) };
            let seen = self.seen_by.load(Ordering::SeqCst) & seats.0 != 0;
            if seen || held.core()?.decider.is_some_and(|place| seats.has(place)) {
                return Err(busy);
            }
            drop(held);
            tokio::time::sleep(LOOKS_AGAIN).await;
        }
    }

    /// Writes down a link before it is told. Until its word has come the server may fall, and whoever gave the link has noted that he did. Where no word is waited
    /// for, the throw itself is written in the next moment.
    async fn keep_link(&self, hall: &Hall, linked: Linked) -> Result<(), Refused> {
        let mut held = self.hold(hall).await?;
        let core = held.core()?;
        if core.memory.linked.as_ref() == Some(&linked) || core.memory.spare >= MOST_SPARE {
            return Ok(());
        }
        let step = core.keep_link(&linked, hall.config.clock.now());
        self.write_down(hall, &mut held, vec![step], false).await?;
        self.tell(held.core()?, &[]);
        Ok(())
    }
}

/// Asks for link and word, in this order, and waits no longer for either than is configured. A sealed word is replaced by the next one, should there be another throw.
///
/// # Errors
/// When the word was not shown, or is not what was sealed, or the link cannot be written down. Nothing has been played then.
pub async fn put(table: &Table, hall: &Hall, question: Question, brought: &mut Brought) -> Result<Answers, Refused> {
    let Question { die, deed, chains, hidden, other, known, .. } = question;
    let told_deed = hidden.then(|| deed.clone());
    let link = match (known, other) {
        (Some(known), _) => Some(known),
        (None, None) => None,
        (None, Some((guest, seat))) => {
            let link = ask_link(&guest, die, brought.seal(), deed.clone(), hall.config.link_patience).await;
            // One that is not of the chain does not count, and nobody is told of it.
            link.filter(|link| chains.check(seat, link).is_ok()).map(|link| (seat, link))
        }
    };
    if let Some((seat, link)) = &link {
        let linked = Linked { die, seal: brought.seal(), deed, seat: (*seat).to_owned(), link: link.clone() };
        *lock(&table.linked) = Some(linked.clone());
        if brought.sealed() {
            table.keep_link(hall, linked).await?;
        }
    }
    let Brought::Sealed { seal, guest, id } = brought else { return Ok(Answers { word: brought.word(), link }) };
    let shown = guest.owe_word(*id);
    let told = link.as_ref().map(|(_, link)| link.clone());
    guest.outbox.send(ServerMessage::ShowWord { id: *id, die, link: told, deed: told_deed }.text().into());
    let shown = tokio::time::timeout(hall.config.word_patience, shown).await.ok().and_then(Result::ok);
    let missing = match &shown {
        None => Some(Problem::not_now("the word for the dice was not shown; nothing was thrown")),
        Some(Shown { word, .. }) if read_hex32(word).is_err() || chance::seal(word) != *seal => {
            Some(Problem::malformed("the word is not the one that was sealed; nothing was thrown"))
        }
        Some(_) => None,
    };
    let Shown { word, then } = match (shown, missing) {
        (Some(shown), None) => shown,
        (_, Some(problem)) if !hidden => return Err(problem),
        _ => {
            *brought = Brought::Nothing;
            return Ok(Answers { word: None, link });
        }
    };
    *brought = match then.filter(|then| read_hex32(then).is_ok()) {
        Some(then) => Brought::Sealed { seal: then, guest: guest.clone(), id: *id },
        None => Brought::Word(word.clone()),
    };
    Ok(Answers { word: Some(word), link })
}

/// Asks a guest for its next link. Waits a moment, once.
async fn ask_link(guest: &Guest, die: u64, seal: String, deed: String, patience: Duration) -> Option<String> {
    let given = guest.owe_link(die);
    guest.outbox.send(ServerMessage::AskLink { die, seal, deed }.text().into());
    match tokio::time::timeout(patience, given).await {
        Ok(answer) => answer.ok().flatten(),
        Err(_) => {
            guest.fell_silent();
            None
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::config::Config;
    use crate::store::{Faults, Place, Store, Writer};
    use futures_util::FutureExt as _;
    use grognard_engine::fair::sha256;
    use std::path::PathBuf;

    /// A server's hall in a folder of its own, and a table at Eylau.
    pub(crate) struct House {
        folder: PathBuf,
        store: Arc<Store>,
        writing: tokio::task::JoinHandle<()>,
        pub(crate) hall: Arc<Hall>,
        pub(crate) table: Arc<Table>,
    }

    impl House {
        pub(crate) async fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("grognard-{name}-{}", std::process::id()));
            // One of the same number may have been killed here, long ago.
            let _ = std::fs::remove_dir_all(&folder);
            let place = Place::Folder(folder.clone());
            let store = Arc::new(Store::open(&place).await.unwrap());
            let (writer, writing) = Writer::start(store.clone(), 7, Faults::default());
            let hall = Arc::new(Hall::new(store.clone(), writer, Config::new(place), 7, [0; 32]));
            let wish = serde_json::from_value(serde_json::json!({"game": "eylau"})).unwrap();
            let made = hall.make(wish, std::net::Ipv4Addr::LOCALHOST.into()).await.unwrap();
            let table = hall.table(&made.id).await.unwrap();
            Self { folder, store, writing, hall, table }
        }

        pub(crate) async fn close(self) {
            let Self { folder, store, writing, hall, table } = self;
            drop((hall, table));
            writing.await.unwrap();
            store.close().await;
            let _ = std::fs::remove_dir_all(&folder);
        }

        /// A throw of the French that these seats see, until it is dropped.
        fn throw(&self, seen: Seats) -> tokio::sync::MutexGuard<'_, ()> {
            let question =
                Question { die: 1, deed: String::new(), chains: Chains::default(), hidden: true, seen, other: None, known: None };
            self.table.begin_throw(&question).unwrap()
        }

        /// Whether somebody has the game at once (`Some(true)`), is refused (`Some(false)`), or waits.
        fn now(&self, seats: Seats) -> Option<bool> {
            let asked = self.table.hold_still(&self.hall, seats).now_or_never()?;
            assert!(asked.as_ref().err().is_none_or(|problem| problem.status == 409));
            Some(asked.is_ok())
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn only_those_who_may_not_know_of_a_throw_wait_for_it() {
        let house = House::new("throw").await;
        let (french, allied) = (Seats::one(0), Seats::one(1));
        assert_eq!([french, allied].map(|seats| house.now(seats)), [Some(true); 2], "nobody throws");
        let alone = house.throw(Seats(0b11));
        assert_eq!([french, allied].map(|seats| house.now(seats)), [Some(false); 2], "all see the die of the French");
        drop(alone);
        let alone = house.throw(french);
        assert_eq!([french, allied].map(|seats| house.now(seats)), [Some(false), None], "nobody else does");
        let waits = tokio::spawn({
            let (table, hall) = (house.table.clone(), house.hall.clone());
            async move { table.hold_still(&hall, allied).await.map(drop) }
        });
        drop(alone);
        assert!(waits.await.unwrap().is_ok(), "it has fallen");
        house.close().await;
    }

    /// Two chains in turns are two chains only, but a line of the journal each time.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn chains_are_not_announced_for_ever() {
        let house = House::new("chains").await;
        let mut held = house.table.hold(&house.hall).await.unwrap();
        let feet = [sha256("one"), sha256("another")];
        for foot in &feet {
            let taken = house.table.take_chain(&house.hall, &mut held, Seats::one(0), Some(foot.clone())).await.unwrap();
            assert_eq!(taken.as_deref(), Some(foot.as_str()));
        }
        for _ in feet.len()..MOST_ANNOUNCED {
            held.core().unwrap().announce("French", &feet[0], 0);
        }
        let refused = house.table.take_chain(&house.hall, &mut held, Seats::one(0), Some(feet[1].clone())).await.unwrap();
        assert_eq!(refused, None);
        drop(held);
        house.close().await;
    }

    /// A link is a line of the journal, and is known when that is read again. Those for throws that do not come about are not written for ever.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_link_is_written_down_once_and_not_for_ever() {
        let house = House::new("links").await;
        let (table, hall) = (&house.table, &house.hall);
        let [seal, deed, link] = ["word", "deed", "link"].map(sha256);
        let linked = |die| Linked { die, seal: seal.clone(), deed: deed.clone(), seat: "Allied".to_owned(), link: link.clone() };
        for die in [1, 1, 2] {
            table.keep_link(hall, linked(die)).await.unwrap();
        }
        table.hold(hall).await.unwrap().forget();
        let mut held = table.hold(hall).await.unwrap();
        let core = held.core().unwrap();
        assert_eq!((core.seq, core.memory.stir, core.memory.spare), (2, 0, 1), "lines, and none of them has changed the game");
        assert_eq!((core.memory.linked.clone(), core.memory.last_of("Allied")), (Some(linked(2)), 0));
        core.memory.spare = MOST_SPARE;
        drop(held);
        table.keep_link(hall, linked(3)).await.unwrap();
        assert_eq!(table.hold(hall).await.unwrap().core().unwrap().seq, 2);
        house.close().await;
    }
}
