//! What goes over the wire besides the views of the shelf: requests and answers. The messages of a socket are in [`crate::messages`].

pub use crate::messages::{ClientMessage, Mode, Presence, SeatPresence, ServerMessage};
use crate::pace::Timing;
use crate::terms::Terms;
use grognard_engine::board::Line;
use grognard_shelf::{Corrected, Happening};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A table to be made.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game, such as `eylau`. May be left out if a record is brought along.
    #[serde(default)]
    pub game: String,
    /// Options by name and value; those left out are as usual.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Who sits where. A seat that is left out is `me`.
    #[serde(default)]
    pub seats: Vec<NewSeat>,
    /// What to call the table.
    #[serde(default)]
    pub name: String,
    /// What to call yourself.
    #[serde(default)]
    pub player: String,
    /// Whether it is listed in the lobby.
    #[serde(default)]
    pub public: bool,
    /// Asked of everyone who wants to look at the table or sit down at it.
    #[serde(default)]
    pub passphrase: Option<String>,
    /// A record, game notation or position to go on with.
    #[serde(default)]
    pub record: Option<String>,
    /// What is allowed besides playing; nothing if left out.
    #[serde(default)]
    pub terms: Terms,
    /// A secret that you have made yourself, 64 hexadecimal digits of chance. The same wish sent again with it, because the answer was lost, finds the
    /// table that it has made, and gets the same answer; without one, or with another wish, it makes another table.
    #[serde(default)]
    pub claim: Option<String>,
}

/// Who is to sit in a seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    /// The seat, such as `French`.
    pub seat: String,
    /// `me`, `hot-seat` (the same: all seats of the maker share one token), `open`, or the level of a computer opponent.
    pub who: String,
}

/// A table that was made.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MadeTable {
    /// Its name in addresses.
    pub id: String,
    /// Where the page shows it.
    pub path: String,
    /// The seats.
    pub seats: Vec<MadeSeat>,
}

/// A seat of a table that was made.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MadeSeat {
    /// The seat.
    pub seat: String,
    /// `human`, `open`, or the level of a computer opponent.
    pub who: String,
    /// The maker's token, if the seat is the maker's. It is told only this once.
    pub token: Option<String>,
    /// The link with which the seat is taken (the maker's own) or can be taken once (an open one), as a path.
    pub link: Option<String>,
}

/// A wish to sit down.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TakeSeat {
    /// What to call yourself.
    #[serde(default)]
    pub name: String,
    /// The table's passphrase, if it has one.
    #[serde(default)]
    pub passphrase: Option<String>,
    /// The invitation out of the link, for a table that is not listed.
    #[serde(default)]
    pub invite: Option<String>,
    /// A token that you have made yourself, 64 hexadecimal digits of chance. The same wish sent again, because the answer was lost, then
    /// gets the same answer. The server makes one if it is left out.
    #[serde(default)]
    pub claim: Option<String>,
}

/// A seat that was taken.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TakenSeat {
    /// The seat.
    pub seat: String,
    /// Its token. It is told only this once.
    pub token: String,
    /// The same as a path for the page.
    pub link: String,
}

/// A table as everybody may know it. Of a table with a passphrase whoever was not let in is told its name, its game, and that it is locked;
/// everything else is then empty.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableInfo {
    /// Its name in addresses.
    pub id: String,
    /// The game.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// Its rulebook.
    pub rulebook: String,
    /// What its maker called it.
    pub name: String,
    /// Options by name and value.
    pub options: Vec<(String, String)>,
    /// Whether it is listed.
    pub public: bool,
    /// Whether it has a passphrase.
    pub locked: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When something last happened, likewise.
    pub touched: i64,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// How many look on.
    pub spectators: usize,
    /// How many actions have been played.
    pub played: usize,
    /// The present turn and how many there are, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<(u16, u16)>,
    /// What is allowed besides playing.
    pub terms: Terms,
    /// Whether the game has ended.
    pub over: bool,
    /// Who has to decide, where that is known.
    pub pending: Option<String>,
    /// The hash of the seed of the dice, known from the beginning; empty where nothing is promised, because the first dice were thrown elsewhere.
    pub commitment: String,
    /// The seed itself, once the game is over; none where nothing was promised.
    pub seed: Option<String>,
    /// How the players ended the game, if they did.
    pub ended: Option<Ended>,
    /// A proposal to end the game that waits for an answer.
    pub offered: Option<Offer>,
    /// How much time there is, where the players have agreed upon a pace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
    /// For whoever waits for another person where no time runs: from when on a computer may play on in his seat, if he does not come before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub substitute: Option<i64>,
    /// After the end, for those who played: the table at which the same game was begun anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
    /// The number of entries that came with a record, whose dice are not of this seed.
    pub given: usize,
    /// From where on corrected rules hold, in order; empty if they were not corrected since the game began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrected: Vec<Corrected>,
    /// A request to take back that waits for an answer.
    pub asked: Option<UndoAsked>,
    /// What can be sent instead of the passphrase from now on, for whoever was let in to a table that has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<String>,
}

/// A seat as everybody may know it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatInfo {
    /// The seat.
    pub seat: String,
    /// `human`, `open`, or the level of a computer opponent.
    pub who: String,
    /// What its holder is called.
    pub name: String,
    /// Whether its holder is connected.
    pub connected: bool,
    /// Whether your token holds it.
    pub yours: bool,
    /// The foot of the chain from which its holder brings links to the dice of others, if one was announced.
    pub chain: Option<String>,
}

/// An end that the players made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Ended {
    /// `resigned`, `abandoned` (by one side alone), `agreed` (abandoned by both), `drawn` or `overdue` (not moved in time).
    pub how: String,
    /// Who resigned, who abandoned it, who proposed it, or who did not move in time.
    pub by: String,
}

/// A proposal to end the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Offer {
    /// Its number, to be named in the answer.
    pub request: u32,
    /// Who proposes it.
    pub by: String,
    /// `agreed` (to abandon it without a winner) or `drawn` (to call it a draw).
    pub how: String,
}

/// What is to become of a game whose other side does not move in time.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The level of a computer that is to play on in its seat; without one the game is claimed.
    #[serde(default)]
    pub computer: Option<String>,
}

/// Where the server is to say that it is your turn.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct WebhookWish {
    /// An address that begins with `https://` or `http://`; nothing to be told no more.
    pub url: Option<String>,
}

/// Where the server says that it is your turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WebhookTold {
    /// The address, if there is one.
    pub url: Option<String>,
}

/// The table at which a game is begun anew.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Again {
    /// Its name in addresses. Whoever held a seat before holds one there with the same token.
    pub table: String,
}

/// What became of a table that somebody left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Left {
    /// Whether it is gone, since nobody else sits there.
    pub removed: bool,
}

/// A wish to resign.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Resign {
    /// For which seat; may be left out by whoever holds only one.
    pub seat: Option<String>,
}

/// The answer to a proposal to end the game.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct EndAnswer {
    /// The number of the proposal that is answered: another one may have taken its place meanwhile.
    pub request: u32,
    /// Whether it is accepted.
    pub allow: bool,
}

/// What became of a wish to end the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Parted {
    /// Whether the game is over now.
    pub over: bool,
    /// Whether the other side was asked instead, because it has to agree.
    pub asked: bool,
}

/// A request to take back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct UndoAsked {
    /// Its number, to be named in the answer.
    pub request: u32,
    /// The seat that asks.
    pub by: String,
    /// How many actions would stay.
    pub to: usize,
}

/// An action to be played.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// In the words of the record, as a choice of the view has them.
    pub action: String,
    /// How many actions the sender knows of. If there are more by now, nothing is played.
    pub played: Option<usize>,
    /// A fresh random word of 64 hexadecimal digits, which goes into the dice so that nobody else can choose them.
    #[serde(default)]
    pub word: Option<String>,
}

/// Something typed.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// As a person types it: `move Sth2 1609`.
    pub text: String,
    /// How many actions the sender knows of.
    pub played: Option<usize>,
    /// A fresh random word for the dice, as for an action.
    #[serde(default)]
    pub word: Option<String>,
}

/// A question whether something typed would be allowed.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Why {
    /// As a person types it.
    pub text: String,
}

/// What something typed would be.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WhyNot {
    /// The actions that would be played.
    pub actions: Vec<String>,
}

/// What was played.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Acted {
    /// How many actions have been played now.
    pub played: usize,
    /// The new ones.
    pub happenings: Vec<Moved>,
}

/// A wish to take back.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct UndoWish {
    /// That dice will be taken back, too, where one person holds all seats: nobody is to do that by mistake.
    pub confirm: bool,
}

/// The answer to a request to take back.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct UndoAnswer {
    /// The number of the request that is answered: another one may have taken its place meanwhile.
    pub request: u32,
    /// Whether it is allowed.
    pub allow: bool,
}

/// What became of a wish to take back.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Undone {
    /// How many actions stand now.
    pub played: usize,
    /// Whether the other side was asked instead, because it has to agree.
    pub asked: bool,
}

/// One action that was played, and what came of it, as whoever is told may know it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Moved {
    /// Its number in the record, from 1.
    pub entry: usize,
    /// Who played it.
    pub seat: Option<String>,
    /// The action in words.
    pub action: String,
    /// The dice it took.
    pub dice: Vec<u8>,
    /// What happened.
    pub log: Vec<Line>,
    /// Check number of the entry; empty while the game has secrets, which it would betray.
    pub check: String,
    /// Why, where a computer played it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What players brought to its dice, if it took any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throw: Option<Box<ThrowTold>>,
}

/// What players brought to the dice of an action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ThrowTold {
    /// The number of its first die in the game, from 1; where something is hidden a label of a million or more.
    pub die: u64,
    /// The word of whoever acted.
    pub word: Option<String>,
    /// Whose link went into it.
    pub seat: Option<String>,
    /// That link.
    pub link: Option<String>,
}

impl From<Happening> for Moved {
    fn from(happening: Happening) -> Self {
        let Happening { entry, seat, action, dice, log, check, .. } = happening;
        Self { entry, seat, action, dice, log, check, reason: None, throw: None }
    }
}

impl Moved {
    /// As a message of a socket, without a copy.
    pub fn message(&self) -> String {
        #[derive(Serialize)]
        struct Message<'a> {
            r#type: &'static str,
            happening: &'a Moved,
        }
        serde_json::to_string(&Message { r#type: "moved", happening: self }).unwrap_or_default()
    }
}

/// What a computer thought of a move that it made, or would do in your place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Reasoned {
    /// For which seat.
    pub seat: String,
    /// After how many actions.
    pub played: usize,
    /// The action in the words of the record.
    pub action: String,
    /// Why.
    pub reason: String,
    /// What it would do right after that, where that belongs together: where a unit goes that is taken in hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<String>,
}
