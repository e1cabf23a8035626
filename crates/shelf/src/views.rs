//! What goes over the wire: names and numbers, nothing that needs the rules to be understood.

use grognard_engine::board::{Board, Line};
use grognard_engine::piece::{FacingView, FormationView};
use grognard_engine::preview::{Chart, Forecast, PathStep};
use serde::{Deserialize, Serialize};

/// All that a page needs to draw a table and to play at it, as one seat or a spectator may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// Identifier of the game, such as `eylau`.
    pub game: String,
    /// Identifier of its rulebook.
    pub rulebook: String,
    /// Title for people.
    pub title: String,
    /// Options by name and value, all of them.
    pub options: Vec<(String, String)>,
    /// The names of the seats, in order.
    pub seats: Vec<String>,
    /// Whose view it is; nobody's for a spectator.
    pub you: Option<String>,
    /// Number of actions played.
    pub played: usize,
    /// After how many of them the position is shown.
    pub at: usize,
    /// The board there.
    pub board: Board,
    /// What the game waits for there, unless it is over.
    pub pending: Option<Pending>,
    /// How it ended, if it is over there.
    pub ending: Option<Ending>,
    /// After the end: what the points come from, with a column for each seat. Nothing where the players ended it before the rules did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reckoning: Option<Chart>,
    /// What you may do; empty unless it is yours to decide and the last position is shown.
    pub choices: Vec<Choice>,
    /// The exact forecast of the declared attack, if one is.
    pub forecast: Option<Forecast>,
    /// Whether you may take the last action back.
    pub undo: Undo,
    /// A digest of the position shown, in hexadecimal; empty while the game has secrets, which it would betray.
    pub check: String,
    /// From where on corrected rules hold, in order; empty if they were not corrected since the game began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrected: Vec<Corrected>,
}

/// From here on corrected rules hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Corrected {
    /// After how many actions.
    pub after: usize,
    /// The revision of the rules from there on.
    pub revision: i64,
}

/// Whether the last action can be taken back.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Undo {
    /// Whether the viewer can do it at once, without asking.
    pub can: bool,
    /// Whether the viewer could ask the other side to allow it.
    pub ask: bool,
    /// How many actions would be played then.
    pub to: usize,
    /// What would be taken back, in words; empty if nothing was played.
    pub what: String,
    /// Why it cannot be done at once; empty if it can.
    pub why: String,
}

/// What the game waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Pending {
    /// Who has to decide.
    pub seat: String,
    /// The case that grants or demands it.
    pub case: String,
    /// In words.
    pub prompt: String,
}

/// How the game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Ending {
    /// The winner; none in a draw.
    pub winner: Option<String>,
    /// In words.
    pub verdict: String,
    /// Points by seat, in the order of the seats; none if the players ended it before the rules did.
    pub points: Vec<i32>,
}

/// Where an option shows on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Spot {
    /// At a hex.
    Hex(String),
    /// At a unit.
    Unit(String),
    /// As a button with this label.
    Button(String),
}

/// A legal action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Choice {
    /// In words, as records hold it; this is what is sent to play it.
    pub text: String,
    /// In the shorthand of the game notation.
    pub short: String,
    /// Where it shows.
    pub at: Spot,
    /// For people: `Sth2 to 1609`, `Attack Ost5`, `Roll the die`.
    pub label: String,
    /// A lower-case word by which like options are grouped.
    pub group: String,
    /// The unit acted upon.
    pub unit: Option<String>,
    /// The hex it is about.
    pub hex: Option<String>,
    /// Movement points left there.
    pub left: Option<String>,
    /// A cheapest way there, step by step.
    pub path: Vec<PathStep>,
    /// What it would lead to, in a few words, where that can be told: the column of an attack.
    pub note: Option<String>,
    /// Which way the unit looks then, where the option is about that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<FacingView>,
    /// How it is drawn up then, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<FormationView>,
    /// Whether it cannot be taken back without asking: it rolls dice or ends the game.
    pub commits: bool,
    /// Whether somebody else has to decide after it, so that it cannot be taken back for long.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub passes: bool,
}

/// The thing at which a rule bites.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Thing {
    /// A unit.
    Unit(String),
    /// A hex.
    Hex(String),
    /// A hexside.
    Hexside(String, String),
    /// A budget that does not suffice.
    Short {
        /// What there is.
        has: i16,
        /// What it would take.
        needs: i16,
    },
}

/// Why an action was not taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Rejection {
    /// `illegal`, `not yours`, `over` or `unreadable`.
    pub kind: String,
    /// The action that was refused, in words, where it could be read.
    pub action: Option<String>,
    /// The case that forbids it.
    pub case: Option<String>,
    /// Our reason.
    pub why: String,
    /// What is at fault.
    pub at: Option<Thing>,
    /// All of it in one line.
    pub line: String,
}

impl std::fmt::Display for Rejection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.line)
    }
}

/// One action that was played, and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Happening {
    /// Its number in the record, from 1; 0 for the set-up.
    pub entry: usize,
    /// Who played it; nobody for the set-up.
    pub seat: Option<String>,
    /// The action in words.
    pub action: String,
    /// The dice it took.
    pub dice: Vec<u8>,
    /// What happened, as the rulebook tells it.
    pub events: Vec<serde_json::Value>,
    /// The same as log lines, for everybody's eyes.
    pub log: Vec<Line>,
    /// Check number of the entry, in hexadecimal; records hold its last eight digits.
    pub check: String,
    /// Whether something came to light that had been hidden, so that it is taken back only by consent.
    pub reveals: bool,
}

/// What happened since a player last looked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CatchUp {
    /// The entry after which it begins: so many actions had been played.
    pub from: usize,
    /// The last entry told.
    pub to: usize,
    /// All of it in a paragraph.
    pub paragraph: String,
    /// Who lost what.
    pub losses: Vec<Loss>,
    /// The dice rolled, in order.
    pub dice: Vec<u8>,
    /// The log lines.
    pub lines: Vec<Line>,
}

/// What a side has lost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Loss {
    /// The side.
    pub side: String,
    /// Its units that were destroyed.
    pub tags: Vec<String>,
    /// Their printed strength, added up.
    pub strength: i32,
}

/// Every die of a game, counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DiceCount {
    /// Faces of the dice.
    pub faces: u8,
    /// By the seat whose action rolled them.
    pub seats: Vec<SeatDice>,
    /// All together.
    pub all: SeatDice,
}

/// The dice of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatDice {
    /// The seat; `all` for all together.
    pub seat: String,
    /// How often each face came, from 1.
    pub counts: Vec<u32>,
    /// How many dice.
    pub rolls: u32,
    /// How often each face would come on the average, to two places: `4.17`.
    pub expected: String,
    /// The average of the dice, to two places.
    pub average: String,
    /// Pearson's chi-square against fair dice, to two places.
    pub chi_square: String,
    /// What that means, in words.
    pub verdict: String,
}

/// Where a turn or a phase began.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TurnMark {
    /// The entry with which it began; 0 for the set-up. The board after so many actions shows it.
    pub entry: usize,
    /// The number of the turn, from 1.
    pub turn_number: u16,
    /// The turn in words.
    pub turn: String,
    /// The phase in words.
    pub phase: String,
    /// Whether the turn began here, not only a phase.
    pub new_turn: bool,
}
