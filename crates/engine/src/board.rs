//! What a seat may see, ready to be drawn: by the text board, the picture, the page.
//!
//! These types are wire: plain names and printed hex numbers, nothing that needs the rules to be understood.

use crate::grid::Numbering;
use crate::piece::{Rating, Stance};
use crate::sheet::Sheet;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The map as a drawing needs it. It does not change during a game.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MapView {
    /// Title.
    pub title: String,
    /// Number of columns. On a flat-top map odd columns (from 1) stand half a hex higher than even ones.
    pub columns: u8,
    /// Number of rows. On a pointy-top map even rows (from 1, at the bottom) stand half a hex further left than odd ones.
    pub rows: u8,
    /// `flat-top`: numbers are column, from the left, and row, from the top. `pointy-top`: numbers are row, from the bottom, and
    /// column, from the left.
    pub grid: String,
    /// Where north is: `up`, `left`, `right`, `down`.
    pub north: String,
    /// Scale, 0 if unknown.
    pub metres_per_hex: u16,
    /// Every hex of the map.
    pub hexes: Vec<HexView>,
    /// Hexsides that carry something.
    pub hexsides: Vec<HexsideView>,
    /// Roads, each a chain of hex numbers.
    pub roads: Vec<RoadView>,
    /// Names to be written on the map.
    pub places: Vec<PlaceView>,
    /// Where reinforcements enter.
    pub entries: Vec<EntryView>,
    /// The printed sheets of which the map is made, if there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sheets: Vec<SheetView>,
    /// How words are painted that only this map has: in words that every painter knows, several with spaces between them, none for what is not painted.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub looks: BTreeMap<String, String>,
}

/// A printed sheet of a map that is made of several.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SheetView {
    /// What stands before the digits of its hexes, such as `B` or `N-`.
    pub prefix: String,
    /// Its first and last column on the whole map, from 1.
    pub columns: (u8, u8),
    /// Its first and last row, from 1.
    pub rows: (u8, u8),
}

/// One hex.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HexView {
    /// Printed number, four digits; [`MapView::grid`] says what they count. Maps of several sheets have names such as `B0312`.
    pub number: String,
    /// Terrain words, `clear` if none.
    pub terrain: Vec<String>,
    /// Whether the hex counts for victory.
    pub objective: bool,
    /// How high it lies, where the map has levels.
    #[serde(default, skip_serializing_if = "is_level_ground")]
    pub level: u8,
    /// Column and row, counted as [`MapView::columns`] and [`MapView::rows`] are, on maps whose hexes have names, which do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<(u8, u8)>,
}

/// Most maps have no levels, and need not say so hex by hex.
#[allow(clippy::trivially_copy_pass_by_ref)] // what serde asks for
const fn is_level_ground(level: &u8) -> bool {
    *level == 0
}

/// One hexside.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HexsideView {
    /// One hex; for a slope the low one.
    pub from: String,
    /// The other; for a slope the high one.
    pub to: String,
    /// `slope`, `river`, `stream`, `bridge` …
    pub kind: String,
}

/// One road.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RoadView {
    /// Name, may be empty.
    pub name: String,
    /// Which kind of road, where the map knows several; else empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub class: String,
    /// Whether it leaves the map at the last hex.
    pub edge: bool,
    /// Hexes in order.
    pub path: Vec<String>,
}

/// A name on the map.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlaceView {
    /// The name.
    pub name: String,
    /// `town`, `village`, `hill`, `lake`, `wood`, `farm` …
    pub kind: String,
    /// The hexes it covers.
    pub hexes: Vec<String>,
}

/// An entry hex.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EntryView {
    /// The code on the counters.
    pub code: String,
    /// The hex.
    pub hex: String,
}

impl MapView {
    /// The view of a map sheet.
    #[must_use]
    pub fn of(sheet: &Sheet) -> Self {
        let number = |hex| sheet.grid.number(hex);
        let pointy = sheet.grid.numbering() == Numbering::LineFromBelow;
        let place = |hex| {
            let (first, second) = sheet.grid.column_row(hex);
            sheet.grid.is_named().then(|| if pointy { (second, sheet.grid.columns() + 1 - first) } else { (first, second) })
        };
        let mut words: Vec<Vec<&str>> = vec![Vec::new(); sheet.grid.size()];
        for (word, list) in &sheet.terrain {
            list.iter().for_each(|hex| words[usize::from(hex.0)].push(word));
        }
        let mut hexsides: Vec<HexsideView> = sheet
            .slopes
            .iter()
            .flat_map(|slope| &slope.sides)
            .map(|&(a, b)| HexsideView { from: number(a), to: number(b), kind: "slope".to_owned() })
            .collect();
        for (kind, sides) in &sheet.hexsides {
            hexsides.extend(sides.iter().map(|&(a, b)| HexsideView { from: number(a), to: number(b), kind: kind.clone() }));
        }
        let (grid, columns, rows) = match sheet.grid.numbering() {
            Numbering::ColumnRow => ("flat-top", sheet.grid.columns(), sheet.grid.rows()),
            Numbering::LineFromBelow => ("pointy-top", sheet.grid.rows(), sheet.grid.columns()),
        };
        Self {
            title: sheet.title.clone(),
            columns,
            rows,
            grid: grid.to_owned(),
            north: sheet.north.clone(),
            metres_per_hex: sheet.metres_per_hex,
            hexes: sheet
                .grid
                .hexes()
                .map(|hex| {
                    let mut terrain: Vec<String> = words[usize::from(hex.0)].iter().map(|&word| word.to_owned()).collect();
                    if terrain.is_empty() {
                        terrain.push("clear".to_owned());
                    }
                    let objective = sheet.objectives.contains(&hex);
                    HexView { number: number(hex), terrain, objective, level: sheet.level(hex), at: place(hex) }
                })
                .collect(),
            hexsides,
            roads: sheet
                .roads
                .iter()
                .map(|road| RoadView {
                    name: road.name.clone(),
                    class: road.class.clone(),
                    edge: road.edge,
                    path: road.path.iter().map(|&h| number(h)).collect(),
                })
                .collect(),
            places: sheet
                .places
                .iter()
                .map(|place| PlaceView {
                    name: place.name.clone(),
                    kind: place.kind.clone(),
                    hexes: place.hexes.iter().map(|&h| number(h)).collect(),
                })
                .collect(),
            entries: sheet.entries.iter().map(|e| EntryView { code: e.code.clone(), hex: number(e.hex) }).collect(),
            sheets: sheet
                .prints
                .iter()
                .map(|print| SheetView { prefix: print.prefix.clone(), columns: print.columns, rows: print.rows })
                .collect(),
            looks: sheet.looks.clone(),
        }
    }

    /// The map as it is painted: in words that painters know.
    #[must_use]
    pub fn painted(&self) -> Cow<'_, Self> {
        if self.looks.is_empty() {
            return Cow::Borrowed(self);
        }
        let worn = |word: &str| -> Vec<String> {
            self.looks
                .get(word)
                .map_or_else(|| vec![word.to_owned()], |looks| looks.split_whitespace().map(str::to_owned).collect())
        };
        let mut map = self.clone();
        for hex in &mut map.hexes {
            hex.terrain = hex.terrain.iter().flat_map(|word| worn(word)).collect();
        }
        // A bridge may be listed apart from its river, or with it.
        let sides =
            self.hexsides.iter().flat_map(|side| worn(&side.kind).into_iter().map(|kind| HexsideView { kind, ..side.clone() }));
        map.hexsides = Vec::new();
        for side in sides {
            let same = |other: &HexsideView| {
                other.kind == side.kind
                    && (other.from == side.from && other.to == side.to || other.from == side.to && other.to == side.from)
            };
            if !map.hexsides.iter().any(same) {
                map.hexsides.push(side);
            }
        }
        for place in &mut map.places {
            place.kind = worn(&place.kind).pop().unwrap_or_default();
        }
        Cow::Owned(map)
    }
}

/// The table as one seat sees it.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Board {
    /// Turn, time and phase in words: `Turn 4 of 12, 0700, 8 February 1807`.
    pub turn: String,
    /// The number of the turn, from 1.
    pub turn_number: u16,
    /// How many turns there are.
    pub turns: u16,
    /// Time and date: `0700, 8 February 1807`; empty if the game has no clock.
    pub clock: String,
    /// What weather and light do: `snow`, `night`, `rain`.
    pub conditions: Vec<String>,
    /// The phases of the turn, in order; at most one of them is the present one.
    pub phases: Vec<PhaseView>,
    /// Phase in words: `French combat phase`.
    pub phase: String,
    /// What is to be decided now, in words; empty when the game is over.
    pub prompt: String,
    /// Every counter that this seat may know of; of those in one hex the top one first.
    pub counters: Vec<Counter>,
    /// Marks on hexes that are not counters (control flags, targets).
    pub marks: Vec<Mark>,
    /// Marks on hexsides: barricades, breaches, crossings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hexside_marks: Vec<HexsideMark>,
    /// Scores and levels, in the order in which they should be shown.
    pub tracks: Vec<Track>,
    /// What must still be done before the phase can end.
    pub duties: Vec<Duty>,
    /// Places off the map that hold counters, in the order in which they should be shown.
    pub boxes: Vec<Holding>,
    /// Cards that lie open.
    pub cards: Vec<CardView>,
    /// Printed tracks with markers on them: turns, morale, weather.
    pub scales: Vec<Scale>,
    /// The cards of the deck, each name once, where the game has one and everybody knows what is in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deck: Vec<DeckCard>,
}

/// A card of a deck, with all that are like it.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DeckCard {
    /// Its name.
    pub name: String,
    /// What it does, in our words.
    pub text: String,
    /// How many of them can still be drawn.
    pub left: u16,
    /// How many there are.
    pub all: u16,
}

/// A printed track with markers on it.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Scale {
    /// What it shows: `Morale`.
    pub name: String,
    /// The names of its spaces, in order.
    pub steps: Vec<String>,
    /// The markers on it.
    pub markers: Vec<Marker>,
    /// The case that defines it.
    pub case: String,
}

/// A marker on a track.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Marker {
    /// Its name.
    pub name: String,
    /// The space it lies on, from 0.
    pub step: u16,
    /// Whose it is, if one side's.
    pub side: Option<String>,
}

/// A place off the map that holds counters.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Holding {
    /// Its name: `Broken`, `Area A`.
    pub name: String,
    /// Whose it is, if one side's.
    pub side: Option<String>,
    /// Tags of the counters in it, the top of a stack first.
    pub counters: Vec<String>,
    /// What else is to be known of it; may be empty.
    pub note: String,
    /// The case that defines it.
    pub case: String,
}

impl Holding {
    /// A place that holds these counters, and of which nothing else is to be said.
    #[must_use]
    pub fn new(name: impl Into<String>, side: Option<&str>, counters: Vec<String>, case: &str) -> Self {
        Self { name: name.into(), side: side.map(str::to_owned), counters, note: String::new(), case: case.to_owned() }
    }
}

/// A card that lies open.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CardView {
    /// Its name.
    pub name: String,
    /// What it does, in our words.
    pub text: String,
    /// Who drew it.
    pub side: Option<String>,
    /// The case that rules it.
    pub case: String,
}

impl Board {
    /// The duties as a text shows them: what must be done line by line, what may be left folded, all units with the same thing
    /// to do in one line.
    #[must_use]
    pub fn checklist(&self) -> Vec<Duty> {
        let mut list: Vec<(Option<&str>, Duty)> = Vec::new();
        for duty in &self.duties {
            let tag = duty.unit.as_deref().filter(|_| duty.optional);
            let rest = tag.and_then(|tag| duty.text.strip_prefix(tag)).map(str::trim_start);
            let like = |other: &&mut (Option<&str>, Duty)| rest.is_some() && other.0 == rest && other.1.case == duty.case;
            match (list.iter_mut().find(like), rest, tag) {
                (Some((_, first)), Some(rest), Some(tag)) => {
                    if let Some(only) = first.unit.take() {
                        first.text = format!("{rest}: {only}");
                        first.hex = None;
                    }
                    first.text.push_str(", ");
                    first.text.push_str(tag);
                }
                _ => list.push((rest, duty.clone())),
            }
        }
        list.into_iter().map(|(_, duty)| duty).collect()
    }
}

/// A step of the turn.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PhaseView {
    /// Its name: `Movement Phase`.
    pub name: String,
    /// Whose it is, if one side's.
    pub side: Option<String>,
    /// Whether play stands in it.
    pub current: bool,
}

impl PhaseView {
    /// A step of the turn.
    #[must_use]
    pub fn new(name: impl Into<String>, side: Option<&str>, current: bool) -> Self {
        Self { name: name.into(), side: side.map(str::to_owned), current }
    }
}

/// Those of some words that hold: for badges and conditions.
#[must_use]
pub fn those_that_hold(words: &[(bool, &str)]) -> Vec<String> {
    words.iter().filter(|(holds, _)| *holds).map(|(_, word)| (*word).to_owned()).collect()
}

/// One counter.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Counter {
    /// The short unique name used in commands and records.
    pub tag: String,
    /// Side, such as `French`.
    pub side: String,
    /// Nation, which decides the colour: `French`, `Russian`, `Prussian`, `Austrian`.
    pub nation: String,
    /// Formation or name, printed above the symbol.
    pub name: String,
    /// `infantry`, `cavalry`, `artillery`, `garrison`.
    pub kind: String,
    /// Printed at the bottom, such as `8-4`.
    pub values: String,
    /// Strength, where the counter has one and it is known.
    pub strength: Option<i32>,
    /// Movement allowance in points, likewise.
    pub movement: Option<i32>,
    /// Hex number when on the map.
    pub hex: Option<String>,
    /// Where it is when not on the map: `due at B on turn 4`, `lost`.
    pub off_map: Option<String>,
    /// States: `moved`, `attacked`, `fresh +3`.
    pub badges: Vec<String>,
    /// The counter in one sentence, for those who hear the board.
    pub alt: String,
    /// Whether it lies face down for this seat, so that what is printed on it is not told.
    pub hidden: bool,
    /// Which kind of its arm, where the game tells them apart: `light`, `dragoons`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub branch: String,
    /// The body that it belongs to, where the game says so: `1/1/IV`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub body: String,
    /// What else is printed on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<Rating>,
    /// How it stands, where that is more than to lie in a hex: facing, formation, a second hex, steps, states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stance: Option<Stance>,
}

impl Counter {
    /// A plain counter with strength and movement printed on it, and nowhere yet.
    #[must_use]
    pub fn plain(tag: &str, side: &str, nation: &str, name: &str, kind: &str, (strength, movement): (u8, u8)) -> Self {
        Self {
            tag: tag.to_owned(),
            side: side.to_owned(),
            nation: nation.to_owned(),
            name: name.to_owned(),
            kind: kind.to_owned(),
            values: format!("{strength}-{movement}"),
            strength: Some(strength.into()),
            movement: Some(movement.into()),
            ..Self::default()
        }
    }

    /// The same where it is, and in which state; the sentence follows.
    #[must_use]
    pub fn standing(self, hex: Option<String>, off_map: Option<String>, badges: Vec<String>) -> Self {
        let mut counter = Self { hex, off_map, badges, ..self };
        counter.alt = counter.sentence();
        counter
    }

    /// The sentence for [`Counter::alt`], made of the other fields.
    #[must_use]
    pub fn sentence(&self) -> String {
        let mut text = format!("{}, {} {}", self.tag, self.nation, self.kind);
        if !self.name.is_empty() && !self.tag.contains(self.name.as_str()) {
            text.push_str(&format!(", {}", self.name));
        }
        match (self.strength, self.movement) {
            (Some(strength), Some(movement)) => text.push_str(&format!(", strength {strength}, movement {movement}")),
            (Some(strength), None) => text.push_str(&format!(", strength {strength}")),
            _ => {}
        }
        match (&self.hex, &self.off_map) {
            (Some(hex), _) => text.push_str(&format!(", in {hex}")),
            (None, Some(place)) => text.push_str(&format!(", {place}")),
            (None, None) => {}
        }
        for part in self.stance.iter().flat_map(Stance::words) {
            text.push_str(&format!(", {part}"));
        }
        for badge in &self.badges {
            text.push_str(&format!(", {badge}"));
        }
        text
    }
}

/// A mark on a hex.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Mark {
    /// The hex.
    pub hex: String,
    /// `control`, `target` …
    pub kind: String,
    /// Whose it is, if anyone's.
    pub side: Option<String>,
}

impl Mark {
    /// A mark on a hex.
    #[must_use]
    pub fn new(hex: String, kind: &str, side: Option<&str>) -> Self {
        Self { hex, kind: kind.to_owned(), side: side.map(str::to_owned) }
    }
}

/// A mark on a hexside.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HexsideMark {
    /// One hex; where the mark has a front, the one that it protects.
    pub from: String,
    /// The other.
    pub to: String,
    /// `barricade`, `breach`, `crossing` …
    pub kind: String,
    /// Whose it is, if anyone's.
    pub side: Option<String>,
}

/// A score or level.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Track {
    /// What it counts.
    pub name: String,
    /// Its value.
    pub value: i32,
    /// The case that defines it.
    pub case: String,
}

impl Track {
    /// A score or level.
    #[must_use]
    pub fn new(name: impl Into<String>, value: impl Into<i32>, case: &str) -> Self {
        Self { name: name.into(), value: value.into(), case: case.to_owned() }
    }
}

/// Something that must still be done.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Duty {
    /// The case that asks for it.
    pub case: String,
    /// In words.
    pub text: String,
    /// The hex concerned.
    pub hex: Option<String>,
    /// The unit concerned.
    pub unit: Option<String>,
    /// Whether the phase can end without it.
    pub optional: bool,
}

impl Duty {
    /// What a unit has to do, or could do.
    #[must_use]
    pub fn of_unit(case: &str, tag: &str, hex: Option<String>, what: &str, optional: bool) -> Self {
        Self { case: case.to_owned(), text: format!("{tag} {what}"), hex, unit: Some(tag.to_owned()), optional }
    }
}

/// One line of the log.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Line {
    /// The sentence, case numbers included.
    pub text: String,
    /// Hexes it speaks of, for flashing on the map.
    pub hexes: Vec<String>,
    /// How deep it is nested: 0 turn, 1 phase, 2 action, 3 detail.
    pub level: u8,
    /// The entry of the record that it came with, from 1; 0 for the set-up.
    pub entry: usize,
    /// The case it happened under.
    pub case: Option<String>,
    /// The way of a unit, if one moved.
    pub path: Option<Trail>,
    /// The attack that was declared, if one was.
    pub battle: Option<Clash>,
    /// The die, if one was rolled.
    pub roll: Option<RollView>,
    /// Tags of the units destroyed.
    pub lost: Vec<String>,
    /// Whether a summary should repeat the sentence.
    pub headline: bool,
}

/// The way that a unit took.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Trail {
    /// The unit.
    pub unit: String,
    /// What kind of movement: `move`, `enter`, `retreat`, `advance` …
    pub kind: String,
    /// Whose unit it is.
    pub side: String,
    /// The hexes in order, the start included where it was on the map.
    pub hexes: Vec<String>,
}

/// An attack, in short.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Clash {
    /// The side that attacks.
    pub side: String,
    /// Who attacks.
    pub attackers: Vec<String>,
    /// Who is attacked.
    pub defenders: Vec<String>,
    /// The column of the results table.
    pub column: String,
}

/// A roll of a die.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RollView {
    /// Faces of the die.
    pub faces: u8,
    /// What it showed.
    pub value: u8,
    /// The column of a table in which it was looked up.
    pub column: Option<String>,
    /// What it led to.
    pub result: Option<String>,
    /// The case that asked for it.
    pub case: String,
}

impl RollView {
    /// A roll of a six-sided die.
    #[must_use]
    pub fn of_six(value: u8, column: Option<&str>, result: Option<&str>, case: &str) -> Self {
        Self { faces: 6, value, column: column.map(str::to_owned), result: result.map(str::to_owned), case: case.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_one_map_only_are_painted_in_words_that_painters_know() {
        let hex = |number: &str, word: &str| HexView {
            number: number.to_owned(),
            terrain: vec![word.to_owned()],
            ..HexView::default()
        };
        let side =
            |from: &str, to: &str, kind: &str| HexsideView { from: from.to_owned(), to: to.to_owned(), kind: kind.to_owned() };
        let looks =
            [("carp_pond", "pond"), ("spree_bridge", "river bridge"), ("spree", "river"), ("rear", ""), ("hamlet", "village")];
        let map = MapView {
            hexes: vec![hex("0101", "carp_pond"), hex("0102", "woods")],
            hexsides: vec![side("0101", "0102", "spree"), side("0102", "0101", "spree_bridge"), side("0102", "0103", "rear")],
            places: vec![PlaceView { kind: "hamlet".to_owned(), ..PlaceView::default() }],
            looks: looks.iter().map(|&(word, look)| (word.to_owned(), look.to_owned())).collect(),
            ..MapView::default()
        };
        let painted = map.painted();
        assert_eq!([&painted.hexes[0].terrain[0], &painted.hexes[1].terrain[0]], ["pond", "woods"]);
        assert_eq!(
            painted.hexsides,
            [side("0101", "0102", "river"), side("0102", "0101", "bridge")],
            "the river once, and its bridge"
        );
        assert_eq!(painted.places[0].kind, "village");
        assert_eq!(map.hexes[0].terrain[0], "carp_pond", "those who read are told the book's own word");
        let plain = MapView { looks: BTreeMap::new(), ..map.clone() };
        assert!(matches!(plain.painted(), Cow::Borrowed(_)));
    }

    #[test]
    fn what_may_be_left_is_folded() {
        let duty = |unit: &str, what: &str, optional: bool| Duty {
            case: "4.0".to_owned(),
            text: format!("{unit} {what}"),
            hex: Some("0101".to_owned()),
            unit: Some(unit.to_owned()),
            optional,
        };
        let duties = vec![
            duty("A", "must attack", false),
            duty("B", "must attack", false),
            duty("C", "can enter", true),
            duty("D", "has not moved", true),
            duty("E", "has not moved", true),
            duty("F", "has not moved", true),
        ];
        let list = Board { duties, ..Board::default() }.checklist();
        let texts: Vec<&str> = list.iter().map(|duty| duty.text.as_str()).collect();
        assert_eq!(texts, ["A must attack", "B must attack", "C can enter", "has not moved: D, E, F"]);
        assert_eq!((list[2].hex.as_deref(), list[3].hex.as_deref()), (Some("0101"), None));
    }
}
