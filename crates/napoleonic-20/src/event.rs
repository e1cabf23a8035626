//! What happened, told so that a person can check it against the book: every strength and die names its case.

use crate::Campaign;
use crate::state::Side;
use crate::unitset::{Unit, UnitSet};
use grognard_engine::board::Clash;
use grognard_engine::{Case, HexId, Seat};
use serde::Serialize;

/// What kind of thing happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A Game Turn began.
    Turn,
    /// A phase began.
    Phase,
    /// A card was drawn.
    Card,
    /// The weather.
    Weather,
    /// A unit moved; its hexes are the way.
    Move,
    /// A reinforcement entered; its hexes are the way.
    Enter,
    /// A battle was declared or reckoned.
    Attack,
    /// A die was rolled.
    Die,
    /// The result of a battle.
    Result,
    /// A unit retreated.
    Retreat,
    /// A unit broke.
    Broken,
    /// A unit routed, recovered or rallied.
    Order,
    /// A unit advanced.
    Advance,
    /// Morale changed.
    Morale,
    /// A counter was turned.
    Fog,
    /// Something else worth knowing.
    Note,
    /// The game ended.
    Verdict,
}

/// What those may read who may not know the whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Veil {
    /// The side that knows.
    #[serde(skip)]
    pub owner: Side,
    /// The sentence for everybody else; none if they hear nothing.
    pub text: Option<String>,
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
    /// The battle, where one was reckoned.
    pub clash: Option<Clash>,
    /// The result of a battle.
    pub result: Option<&'static str>,
    /// [16.1] [17.1.1] Who may not read it as it stands.
    pub veil: Option<Veil>,
    /// [16.1] [17.1.1] Something that was hidden from somebody came to light.
    #[serde(skip)]
    pub shows: bool,
}

impl Event {
    /// How deep the line is nested in the log.
    #[must_use]
    pub const fn level(&self) -> u8 {
        match self.kind {
            Kind::Turn | Kind::Verdict => 0,
            Kind::Phase => 1,
            Kind::Move | Kind::Enter | Kind::Attack | Kind::Card | Kind::Weather | Kind::Note => 2,
            _ => 3,
        }
    }

    /// The same with a veil for everybody but `owner`.
    #[must_use]
    pub fn veiled(mut self, owner: Side, text: Option<String>) -> Self {
        self.veil = Some(Veil { owner, text });
        self
    }

    /// The same, by which something comes to light, or not.
    #[must_use]
    pub const fn showing(mut self, so: bool) -> Self {
        self.shows = so;
        self
    }

    /// As a seat may know it: whoever may not know all of it gets the other sentence, and no names.
    #[must_use]
    pub fn told(&self, seat: Option<Seat>) -> Option<Self> {
        match &self.veil {
            Some(veil) if seat != Some(veil.owner.seat()) => {
                Some(Self { text: veil.text.clone()?, units: Vec::new(), veil: None, ..self.clone() })
            }
            _ => Some(self.clone()),
        }
    }

    /// The same with the roll.
    #[must_use]
    pub const fn rolled(mut self, die: u8) -> Self {
        self.die = Some(die);
        self
    }
}

impl Campaign {
    /// An event about some units and hexes.
    pub(crate) fn event(&self, kind: Kind, case: &'static str, units: UnitSet, hexes: &[HexId], text: String) -> Event {
        Event {
            kind,
            case: Case(case),
            units: units.into_iter().map(|u| self.tag(u).to_owned()).collect(),
            hexes: hexes.iter().map(|&h| self.grid().number(h)).collect(),
            die: None,
            text,
            clash: None,
            result: None,
            veil: None,
            shows: false,
        }
    }

    /// An event about one unit and some hexes.
    pub(crate) fn unit_event(&self, kind: Kind, case: &'static str, unit: Unit, hexes: &[HexId], text: String) -> Event {
        self.event(kind, case, UnitSet::one(unit), hexes, text)
    }

    /// An event about nothing on the map.
    pub(crate) fn plain_event(&self, kind: Kind, case: &'static str, text: String) -> Event {
        self.event(kind, case, UnitSet::EMPTY, &[], text)
    }

    /// The tags of some units, as a list for reading.
    pub(crate) fn names(&self, units: UnitSet) -> String {
        units.into_iter().map(|u| self.tag(u).to_owned()).collect::<Vec<_>>().join(", ")
    }
}
