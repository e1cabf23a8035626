//! What goes over the wire: names and numbers, nothing that needs the rules to be understood.

use grognard_engine::Line;
use serde::Serialize;

/// What the game waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pending {
    /// Who has to decide.
    pub seat: &'static str,
    /// The case that grants or demands it.
    pub case: String,
    /// In words.
    pub prompt: String,
}

/// How the game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ending {
    /// The winner; none in a draw.
    pub winner: Option<&'static str>,
    /// In words.
    pub verdict: String,
    /// Points by seat, in the order of the seats.
    pub points: Vec<i32>,
}

/// Where an option shows on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Spot {
    /// At a hex.
    Hex(String),
    /// At a unit.
    Unit(String),
    /// As a button with this label.
    Button(&'static str),
}

/// A legal action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// In words, as records hold it; this is what is sent to play it.
    pub text: String,
    /// In the shorthand of the game notation.
    pub short: String,
    /// Where it shows.
    pub at: Spot,
}

/// The thing at which a rule bites.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Rejection {
    /// `illegal`, `not yours`, `over` or `unreadable`.
    pub kind: &'static str,
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
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Happening {
    /// Its number in the record, from 1; 0 for the set-up.
    pub entry: usize,
    /// Who played it; nobody for the set-up.
    pub seat: Option<&'static str>,
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
}
