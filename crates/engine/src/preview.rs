//! What an option means before it is chosen: captions, the exact forecast of an attack, overlays of the map.
//!
//! Like [`crate::board`], these types are wire.

use crate::piece::{FacingView, FormationView};
use serde::{Deserialize, Serialize};

/// What a legal action means to a person.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Caption {
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
    /// A cheapest way there.
    pub path: Vec<PathStep>,
    /// What it would lead to, in a few words, where that can be told: the column of an attack.
    pub note: Option<String>,
    /// Which way the unit looks then, where the option is about that.
    pub facing: Option<FacingView>,
    /// How it is drawn up then, likewise.
    pub formation: Option<FormationView>,
}

/// One step of a way.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PathStep {
    /// The hex entered.
    pub hex: String,
    /// What the step costs.
    pub cost: String,
}

/// How likely something is: between `least` and `most` ways out of `per`, depending on choices that the owners still have.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Chance {
    /// Ways in which it happens whatever is chosen.
    pub least: u32,
    /// Ways in which it can happen.
    pub most: u32,
    /// All ways, equally likely.
    pub per: u32,
}

impl Chance {
    /// So many ways, whatever is chosen.
    #[must_use]
    pub const fn sure(ways: u32, per: u32) -> Self {
        Self { least: ways, most: ways, per }
    }
}

/// What may become of one unit in a declared attack.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Fate {
    /// Its tag.
    pub tag: String,
    /// Outcome word (`lost`, `retreats`, `displaced`, `stays`) and its chance.
    pub chances: Vec<(String, Chance)>,
}

/// The exact forecast of a declared attack, before the die.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Forecast {
    /// The column of the results table, such as `2-1`.
    pub column: String,
    /// How the strengths came about, as text lines with cases.
    pub reckoning: Vec<String>,
    /// Each result and how often it comes, out of the same number of ways.
    pub results: Vec<(String, Chance)>,
    /// Each unit that can be touched.
    pub fates: Vec<Fate>,
    /// The results table with the column lit.
    pub table: Option<TableView>,
    /// What one more unit, or going down a column, would change.
    pub alternatives: Vec<Alternative>,
    /// What the abbreviations mean.
    pub legend: Vec<(String, String)>,
}

/// A table of the rulebook.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableView {
    /// Its title.
    pub title: String,
    /// The case it belongs to.
    pub case: String,
    /// Heads of the columns.
    pub columns: Vec<String>,
    /// Heads of the rows.
    pub rows: Vec<String>,
    /// The cells, row by row.
    pub cells: Vec<Vec<String>>,
    /// Index of the column that is lit.
    pub column: usize,
}

impl TableView {
    /// A table with a row for each face of a die.
    #[must_use]
    pub fn by_die(title: &str, case: &str, heads: &[&str], cells: Vec<Vec<String>>, column: usize) -> Self {
        Self {
            title: title.to_owned(),
            case: case.to_owned(),
            columns: heads.iter().map(|head| (*head).to_owned()).collect(),
            rows: (1..=cells.len()).map(|die| die.to_string()).collect(),
            cells,
            column,
        }
    }
}

/// A chart of a game, to be kept at hand: what the rules look up, for people.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Chart {
    /// What it is about: `results`, `terrain`, `victory`, `morale`.
    pub kind: String,
    /// Its title.
    pub title: String,
    /// The case it belongs to.
    pub case: String,
    /// Heads of the columns.
    pub columns: Vec<String>,
    /// The head of each row, and its cells.
    pub rows: Vec<(String, Vec<String>)>,
}

/// What another option would make of a declared attack.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Alternative {
    /// The action to submit for it.
    pub action: String,
    /// For people.
    pub label: String,
    /// The column then.
    pub column: String,
    /// The results then.
    pub results: Vec<(String, Chance)>,
}

/// Something that can be laid over the map.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OverlayInfo {
    /// Identifier.
    pub id: String,
    /// For people.
    pub title: String,
    /// One letter, for the keyboard.
    pub key: String,
    /// Whether it is about one hex, which has to be named.
    pub needs_hex: bool,
    /// The case behind it.
    pub case: Option<String>,
}

impl OverlayInfo {
    /// Something that can be laid over the map.
    #[must_use]
    pub fn new(id: &str, title: &str, key: &str, needs_hex: bool, case: Option<&str>) -> Self {
        Self { id: id.to_owned(), title: title.to_owned(), key: key.to_owned(), needs_hex, case: case.map(str::to_owned) }
    }
}

/// One hex of an overlay.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OverlayHex {
    /// The hex.
    pub hex: String,
    /// Whose it is, if anyone's.
    pub side: Option<String>,
    /// What is to be said of it, in a few words.
    pub note: String,
    /// Which of several kinds of hexes of this overlay it is: `front`, `flank`, `rear`, `seen`, `hidden`; empty where there is one kind.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
}

impl OverlayHex {
    /// A hex with what is to be said of it.
    #[must_use]
    pub fn new(hex: String, side: Option<&str>, note: impl Into<String>) -> Self {
        Self { hex, side: side.map(str::to_owned), note: note.into(), kind: String::new() }
    }
}
