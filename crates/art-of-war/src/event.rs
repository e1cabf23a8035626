//! What happened, told so that a person can check it against the book: every strength, shift and die names its case.

use crate::Battle;
use crate::unitset::{Unit, UnitSet};
use grognard_engine::{Case, HexId};
use serde::Serialize;

/// What kind of thing happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A Game-Turn began.
    Turn,
    /// A phase began.
    Phase,
    /// A unit moved; its hexes are the way.
    Move,
    /// A reinforcement entered; its hexes are the way.
    Enter,
    /// A unit was destroyed.
    Destroyed,
    /// Fresh Strength was declared.
    Fresh,
    /// An attack was declared: the reckoning.
    Attack,
    /// A die was rolled.
    Die,
    /// The result of a combat.
    Result,
    /// A unit retreated.
    Retreat,
    /// A unit was pushed.
    Displaced,
    /// A unit advanced.
    Advance,
    /// A gun stepped back.
    StepBack,
    /// An objective changed hands.
    Control,
    /// An army's morale changed.
    Morale,
    /// A reserve was activated, or a unit went into reserve or came back.
    Reserve,
    /// Something else worth knowing.
    Note,
    /// The game ended.
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
    /// Hexes concerned, by number; for moves the way in order, the start included.
    pub hexes: Vec<String>,
    /// The roll, for dice.
    pub die: Option<u8>,
    /// In words, case numbers included.
    pub text: String,
}

impl Event {
    /// How deep the line is nested in the log.
    #[must_use]
    pub const fn level(&self) -> u8 {
        match self.kind {
            Kind::Turn | Kind::Verdict => 0,
            Kind::Phase => 1,
            Kind::Move | Kind::Enter | Kind::Fresh | Kind::Attack | Kind::Note => 2,
            _ => 3,
        }
    }
}

impl Battle {
    /// An event about some units and hexes.
    pub(crate) fn event(&self, kind: Kind, case: &'static str, units: UnitSet, hexes: &[HexId], text: String) -> Event {
        Event {
            kind,
            case: Case(case),
            units: units.into_iter().map(|u| self.tag(u).to_owned()).collect(),
            hexes: hexes.iter().map(|&h| self.grid().number(h)).collect(),
            die: None,
            text,
        }
    }

    /// An event about one unit and a hex.
    pub(crate) fn unit_event(&self, kind: Kind, case: &'static str, unit: Unit, hexes: &[HexId], text: String) -> Event {
        self.event(kind, case, UnitSet::one(unit), hexes, text)
    }

    /// The tags of some units, as a list for reading.
    pub(crate) fn names(&self, units: UnitSet) -> String {
        units.into_iter().map(|u| self.tag(u).to_owned()).collect::<Vec<_>>().join(", ")
    }
}
