//! What happened, told so that a person can check it: every strength and die names its case.

use crate::Bautzen;
use crate::state::Unit;
use grognard_engine::board::{Clash, Line, RollView, Trail};
use grognard_engine::{Case, HexId};
use serde::Serialize;

/// What kind of thing happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Kind {
    Turn,
    Segment,
    Move,
    Stance,
    Fire,
    Melee,
    Charge,
    Loss,
    Check,
    Order,
    Retreat,
    Advance,
    Leader,
    Level,
    Note,
    Verdict,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Event {
    /// What kind.
    pub kind: Kind,
    /// The case it happened under.
    pub case: Case,
    /// Units concerned, by tag.
    pub units: Vec<String>,
    /// Whose they are.
    pub side: &'static str,
    /// Hexes concerned; for moves the way in order, the start included.
    pub hexes: Vec<String>,
    /// The roll, as it is read: 11 to 66 or 1 to 6.
    pub roll: Option<u8>,
    /// Column of a table and what came of it.
    pub column: Option<String>,
    /// What came of it.
    pub result: Option<String>,
    /// Units that are lost by it.
    pub lost: Vec<String>,
    /// In words, case numbers included.
    pub text: String,
}

impl Event {
    /// The same with a roll.
    #[must_use]
    pub fn rolled(mut self, roll: i16) -> Self {
        self.roll = u8::try_from(roll).ok();
        self
    }

    /// The same with the column of a table and the result.
    #[must_use]
    pub fn came_to(mut self, column: &str, result: &str) -> Self {
        self.column = (!column.is_empty()).then(|| column.to_owned());
        self.result = Some(result.to_owned());
        self
    }

    /// The line of the log.
    #[must_use]
    pub fn line(&self) -> Line {
        let level = match self.kind {
            Kind::Turn | Kind::Verdict => 0,
            Kind::Segment => 1,
            Kind::Move | Kind::Fire | Kind::Melee | Kind::Charge | Kind::Level | Kind::Stance => 2,
            _ => 3,
        };
        let way = match self.kind {
            Kind::Move => Some("move"),
            Kind::Retreat => Some("retreat"),
            Kind::Advance => Some("advance"),
            _ => None,
        };
        let path = way.filter(|_| !self.hexes.is_empty()).map(|kind| Trail {
            unit: self.units.first().cloned().unwrap_or_default(),
            kind: kind.to_owned(),
            side: self.side.to_owned(),
            hexes: self.hexes.clone(),
        });
        let battle = (self.kind == Kind::Melee && self.column.is_some()).then(|| Clash {
            side: self.side.to_owned(),
            attackers: self.units.clone(),
            defenders: Vec::new(),
            column: self.column.clone().unwrap_or_default(),
        });
        Line {
            text: self.text.clone(),
            hexes: self.hexes.clone(),
            level,
            entry: 0,
            case: Some(self.case.0.to_owned()),
            path,
            battle,
            roll: self.roll.map(|value| RollView {
                faces: 6,
                value,
                column: self.column.clone(),
                result: self.result.clone(),
                case: self.case.0.to_owned(),
            }),
            lost: self.lost.clone(),
            headline: !self.lost.is_empty() || matches!(self.kind, Kind::Verdict | Kind::Level),
        }
    }
}

impl Bautzen {
    /// An event about some units and hexes.
    pub(crate) fn event(&self, kind: Kind, case: &'static str, units: &[Unit], hexes: &[HexId], text: String) -> Event {
        Event {
            kind,
            case: Case(case),
            units: units.iter().map(|&u| self.tag(u).to_owned()).collect(),
            side: units.first().map_or("", |&u| self.side(u).name()),
            hexes: hexes.iter().filter(|h| self.grid().holds(**h)).map(|&h| self.grid().number(h)).collect(),
            roll: None,
            column: None,
            result: None,
            lost: Vec::new(),
            text: format!("{text} [{case}]"),
        }
    }

    /// The tags of some units, as a list for reading.
    pub(crate) fn names(&self, units: impl IntoIterator<Item = Unit>) -> String {
        units.into_iter().map(|u| self.called(u).to_owned()).collect::<Vec<_>>().join(", ")
    }

    /// The same with what they do: one unit rides, several ride.
    pub(crate) fn acts(&self, units: impl IntoIterator<Item = Unit>, verb: &str) -> String {
        let units: Vec<Unit> = units.into_iter().collect();
        let ending = if units.len() == 1 { "s" } else { "" };
        format!("{} {verb}{ending}", self.names(units))
    }
}
