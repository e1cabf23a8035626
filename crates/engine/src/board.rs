//! What a seat may see, ready to be drawn: by the text board, the picture, the page.
//!
//! These types are wire: plain names and printed hex numbers, nothing that needs the rules to be understood.

use crate::piece::{Rating, Stance};
use serde::{Deserialize, Serialize};

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
    /// The same in few letters, where the game has names that are longer than a counter and tags that nobody would print on one: `1/6e Lég.`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
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
