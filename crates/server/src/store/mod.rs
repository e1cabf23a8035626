//! What is kept: rows of tables, their seats, journals and talk, in SQLite or PostgreSQL.
//!
//! Everything is written by one task ([`writer`]), which puts all that waits into one transaction, so that a disk that
//! takes a millisecond for each flush can still store thousands of actions a second. Whoever wrote is answered only when the
//! transaction is durable, and a second connection has seen it ([`ledger`]).

mod faults;
mod house;
mod ledger;
#[cfg(test)]
mod ledger_tests;
mod lines;
mod postgres;
mod promise;
mod read;
mod schema;
mod snapshots;
mod sqlite;
mod writer;

pub use faults::Faults;
pub use postgres::{News, Notice, Notices};
pub use snapshots::{Snapshot, Told, Wanted};
pub use writer::{Cause, Failure, Write, Writer};

use crate::secret::Hash;
use grognard_engine::chance::{Chance, Link};
use grognard_engine::closing::Way;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Where things are kept.
#[derive(Clone)]
pub enum Place {
    /// A folder with a file for SQLite.
    Folder(PathBuf),
    /// The address of a PostgreSQL database.
    Postgres(String),
}

impl std::fmt::Debug for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Folder(folder) => f.debug_tuple("Folder").field(folder).finish(),
            // The address may hold a password.
            Self::Postgres(_) => f.write_str("Postgres(…)"),
        }
    }
}

/// An open database.
pub enum Store {
    /// One file.
    Sqlite(sqlite::Sqlite),
    /// A database that several processes may share.
    Postgres(postgres::Postgres),
}

/// A table as it is kept.
#[derive(Clone, Debug)]
pub struct TableRow {
    /// Its name in addresses.
    pub id: String,
    /// The game.
    pub game: String,
    /// Its rulebook.
    pub rulebook: String,
    /// The revision of the rulebook it was begun with.
    pub revision: i64,
    /// Options by name and value.
    pub options: Vec<(String, String)>,
    /// What its maker called it.
    pub name: String,
    /// Whether it is listed.
    pub public: bool,
    /// The passphrase, hashed.
    pub passphrase: Option<String>,
    /// The seed of its dice.
    pub seed: [u8; 32],
    /// The commitment to the seed, as it was given when the table was made.
    pub promise: String,
    /// How the players ended it, or that somebody proposes to.
    pub ending: Option<Ending>,
    /// The rolls of the set-up.
    pub deal: Vec<u8>,
    /// The position in which it began, if not as the rulebook says.
    pub position: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// Whether the game has ended.
    pub over: bool,
    /// A request to take back that waits for an answer.
    pub asked: Option<Asked>,
    /// A mark of the address that made it, so that one maker is told from another; the address itself is not kept.
    pub maker: Option<String>,
    /// From where on corrected rules hold, in order.
    pub corrected: Vec<Correction>,
    /// The seats, in order.
    pub seats: Vec<SeatRow>,
}

/// From here on corrected rules hold: what was played before does not follow from them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Correction {
    /// The line of the journal that holds the position from which the game goes on.
    pub seq: i64,
    /// How many actions stood then.
    pub after: usize,
    /// The revision of the rules from there on.
    pub revision: i64,
    /// How many actions were set aside, because they cannot be played by these rules.
    pub aside: usize,
}

/// A seat as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    /// Its name.
    pub seat: String,
    /// Who has it: `human`, `open`, or the level of a computer opponent.
    pub who: String,
    /// What its holder is called.
    pub name: String,
    /// The hash of the token that holds it; of the invitation while it is open.
    pub token: Option<Hash>,
}

/// A request to take back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Asked {
    /// Its number, which an answer has to name.
    #[serde(default)]
    pub request: u32,
    /// Who asks.
    pub by: String,
    /// How many actions would stay.
    pub to: usize,
    /// The length of the journal when it was asked: if anything happens after that, the request lapses.
    pub seq: i64,
}

/// An end that the players made or might make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// They ended it.
    Closed {
        /// How.
        way: Way,
        /// Whose word it was.
        seat: String,
    },
    /// A seat proposes to end the game.
    Offered {
        /// Which seat.
        by: String,
        /// How: by agreement, or as a draw.
        way: Way,
        /// The last line of the journal then that was no mere chain: if anything happens after that, the proposal lapses.
        stir: i64,
        /// Its number, which an answer has to name.
        request: u32,
    },
}

impl Ending {
    /// As it is kept: `closed resigned French`, `offered French 57 drawn 4711`.
    fn text(&self) -> String {
        match self {
            Self::Closed { way, seat } => format!("closed {} {seat}", way.word()),
            Self::Offered { by, way, stir, request } => format!("offered {by} {stir} {} {request}", way.word()),
        }
    }

    fn read(text: &str) -> Option<Self> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["closed", way, seat] => Some(Self::Closed { way: Way::read(way).ok()?, seat: seat.to_owned() }),
            // Before draws could be offered it went without saying what was, and before answers named a number there was none.
            ["offered", by, stir] => Self::read_offer(by, stir, Way::Agreed.word(), "0"),
            ["offered", by, stir, way] => Self::read_offer(by, stir, way, "0"),
            ["offered", by, stir, way, request] => Self::read_offer(by, stir, way, request),
            _ => None,
        }
    }

    fn read_offer(by: &str, stir: &str, way: &str, request: &str) -> Option<Self> {
        let (way, stir, request) = (Way::read(way).ok()?, stir.parse().ok()?, request.parse().ok()?);
        Some(Self::Offered { by: by.to_owned(), way, stir, request })
    }
}

/// One line of a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its number, from 1.
    pub seq: i64,
    /// What it is.
    pub kind: StepKind,
    /// Who played it, or who took back.
    pub seat: String,
    /// The action in words; for a going-back how many actions stay.
    pub action: String,
    /// The dice it took.
    pub rolls: Vec<u8>,
    /// How many dice of the table's seed had been thrown after it.
    pub drawn: u64,
    /// The check number of the entry.
    pub check: String,
    /// How many actions stood after it.
    pub played: usize,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Why, where a computer played it; of a going-back, that nobody had to allow it; of a correction, the revision of the rules.
    pub reason: Option<String>,
    /// The word that was brought to its dice.
    pub word: Option<String>,
    /// The link that was brought to its dice: seat and link, and the foot of the chain where it is the first of it.
    pub link: Option<String>,
}

impl Step {
    /// Whether others may know when it was written.
    pub fn is_public(&self) -> bool {
        !StepKind::UNTOLD.contains(&self.kind)
    }

    /// What players brought to its dice.
    pub fn chance(&self) -> Result<Chance, String> {
        let link = match self.link.as_deref().map(|text| text.split(' ').collect::<Vec<_>>()).as_deref() {
            None => None,
            Some([seat, link]) => Some(Link { seat: (*seat).to_owned(), anchor: None, link: (*link).to_owned() }),
            Some([seat, link, foot]) => {
                Some(Link { seat: (*seat).to_owned(), anchor: Some((*foot).to_owned()), link: (*link).to_owned() })
            }
            Some(_) => return Err("its link cannot be read".to_owned()),
        };
        Ok(Chance { word: self.word.clone(), link })
    }
}

/// A link as it is kept.
pub fn link_text(Link { seat, anchor, link }: &Link) -> String {
    anchor.as_ref().map_or_else(|| format!("{seat} {link}"), |foot| format!("{seat} {link} {foot}"))
}

/// What a line of a journal is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// An action, with dice from the table's seed.
    Act,
    /// An action that came with a record that was brought along.
    Given,
    /// All but the first so many actions were taken back.
    Back,
    /// A seat announced a chain for its links: the action is the foot of it.
    Chain,
    /// The players ended the game: the action says how.
    Close,
    /// The rules were corrected, and what was played before does not follow from them: the action is the position from which the game goes on.
    Correct,
    /// A seat gave standing orders: the action holds all of them, one to a line.
    Orders,
    /// A seat reminded whoever has to decide.
    Remind,
    /// Somebody sat down in an open seat of a table that is played by days.
    Sit,
    /// A seat gave a link for a throw that has not come about yet: the action says for which, and holds the link.
    Link,
}

impl StepKind {
    /// Of which nobody is told when they were written: what a seat orders is its own affair, and when it does so is, too; and that a die is being thrown is
    /// for those who see it.
    const UNTOLD: [Self; 2] = [Self::Orders, Self::Link];

    const fn word(self) -> &'static str {
        match self {
            Self::Act => "act",
            Self::Given => "given",
            Self::Back => "back",
            Self::Chain => "chain",
            Self::Close => "close",
            Self::Correct => "correct",
            Self::Orders => "orders",
            Self::Remind => "remind",
            Self::Sit => "sit",
            Self::Link => "link",
        }
    }

    fn read(word: &str) -> Result<Self, String> {
        match word {
            "act" => Ok(Self::Act),
            "given" => Ok(Self::Given),
            "back" => Ok(Self::Back),
            "chain" => Ok(Self::Chain),
            "close" => Ok(Self::Close),
            "correct" => Ok(Self::Correct),
            "orders" => Ok(Self::Orders),
            "remind" => Ok(Self::Remind),
            "sit" => Ok(Self::Sit),
            "link" => Ok(Self::Link),
            _ => Err(format!("the journal holds a line of the unknown kind {word:?}")),
        }
    }
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Said {
    /// By whom.
    pub by: String,
    /// In which seat; empty for a spectator.
    pub seat: String,
    /// What.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// A line of the lobby.
#[derive(Clone, Debug)]
pub struct LobbyRow {
    /// The table, without its journal.
    pub table: TableRow,
    /// How many actions stand.
    pub played: usize,
    /// When something last happened.
    pub touched: i64,
}

impl Store {
    /// Opens a database, and brings its tables up to date.
    ///
    /// # Errors
    /// One line that says what is wrong and what can be done.
    pub async fn open(place: &Place) -> Result<Self, String> {
        let store = match place {
            Place::Folder(folder) => Self::Sqlite(sqlite::Sqlite::open(folder).await?),
            Place::Postgres(address) => Self::Postgres(postgres::Postgres::open(address).await?),
        };
        store.promise_all().await?;
        Ok(store)
    }

    /// Closes it in order.
    pub async fn close(&self) {
        match self {
            Self::Sqlite(db) => db.close().await,
            Self::Postgres(db) => db.close().await,
        }
    }
}

/// Says on standard error that something is wrong here. Never names a player or a token.
pub fn complain(what: &str) {
    let what: String = what.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    eprintln!("grognard: {what}");
}

/// Dice as text: `4 6`.
pub fn rolls_text(rolls: &[u8]) -> String {
    rolls.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

fn read_rolls(text: &str) -> Result<Vec<u8>, String> {
    text.split_whitespace().map(|word| word.parse().map_err(|_| format!("{word:?} is not a roll of a die"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proposals_are_read_as_they_are_written_and_as_they_were() {
        let offered = |way, request| Ending::Offered { by: "French".to_owned(), way, stir: 57, request };
        let closed = Ending::Closed { way: Way::Resigned, seat: "Allied".to_owned() };
        for ending in [offered(Way::Drawn, u32::MAX), offered(Way::Agreed, 0), closed] {
            assert_eq!(Ending::read(&ending.text()), Some(ending));
        }
        assert_eq!(Ending::read("offered French 57 drawn"), Some(offered(Way::Drawn, 0)));
        assert_eq!(Ending::read("offered French 57"), Some(offered(Way::Agreed, 0)));
        for odd in ["offered French 57 drawn many", "offered French 57 lost 1", "offered French 57 drawn 1 2", ""] {
            assert_eq!(Ending::read(odd), None, "{odd}");
        }
    }
}
