//! What happened, told so that a person can check it against the book. [1.1] Whoever may not know all of it gets another sentence, or none.

use crate::Campaign;
use crate::state::{Leader, Leaders, Side};
use grognard_engine::board::{Clash, RollView, Trail};
use grognard_engine::{Case, HexId, Line, Seat};
use serde::Serialize;

/// What kind of thing happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A Game-Turn began.
    Turn,
    /// A phase or segment began.
    Phase,
    /// The weather.
    Weather,
    /// A Force was activated, or failed to be.
    Activation,
    /// A leader moved; hexes are the way.
    Move,
    /// Attrition.
    Attrition,
    /// Counters were turned up.
    Shown,
    /// An attack was declared or reckoned.
    Attack,
    /// [III.b.3] What both sides have picked was shown.
    Picked,
    /// A die was rolled.
    Die,
    /// Strength Points were lost.
    Loss,
    /// A leader retreated; hexes are the way.
    Retreat,
    /// A leader advanced; hexes are the way.
    Advance,
    /// A leader was captured, removed or displaced.
    Leader,
    /// The morale marker moved.
    Morale,
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
    /// Whose affair it is, if one side's.
    pub side: Option<&'static str>,
    /// Counters concerned, by tag.
    pub units: Vec<String>,
    /// Hexes concerned; for moves the way in order, the start included.
    pub hexes: Vec<String>,
    /// The roll, for dice.
    pub die: Option<u8>,
    /// In words.
    pub text: String,
    /// The battle, where one was reckoned.
    pub clash: Option<Clash>,
    /// What a die led to.
    pub result: Option<String>,
    /// [1.1] Who may not read it as it stands.
    pub veil: Option<Veil>,
}

impl Event {
    /// The same with a veil for everybody but `owner`.
    #[must_use]
    pub fn veiled(mut self, owner: Side, text: Option<String>) -> Self {
        self.veil = Some(Veil { owner, text });
        self
    }

    /// The same with a roll.
    #[must_use]
    pub const fn rolled(mut self, die: u8) -> Self {
        self.die = Some(die);
        self
    }

    /// As a seat may know it.
    #[must_use]
    pub fn told(&self, seat: Option<Seat>) -> Option<Self> {
        match &self.veil {
            Some(veil) if seat != Some(veil.owner.into()) => {
                Some(Self { text: veil.text.clone()?, units: Vec::new(), veil: None, ..self.clone() })
            }
            Some(_) => Some(Self { veil: None, ..self.clone() }),
            None => Some(self.clone()),
        }
    }

    const fn level(&self) -> u8 {
        match self.kind {
            Kind::Turn => 0,
            Kind::Phase | Kind::Weather | Kind::Verdict => 1,
            Kind::Activation | Kind::Move | Kind::Attack | Kind::Picked | Kind::Retreat | Kind::Advance => 2,
            _ => 3,
        }
    }

    /// One line of the log.
    #[must_use]
    pub fn line(&self, seat: Option<Seat>) -> Option<Line> {
        let told = self.told(seat)?;
        let kind = match told.kind {
            Kind::Move => Some("move"),
            Kind::Retreat => Some("retreat"),
            Kind::Advance => Some("advance"),
            _ => None,
        };
        let unit = told.units.first().cloned().unwrap_or_else(|| "?".to_owned());
        let side = told.side.unwrap_or_default().to_owned();
        Some(Line {
            path: kind.map(|kind| Trail { unit, kind: kind.to_owned(), side, hexes: told.hexes.clone() }),
            roll: told.die.map(|value| RollView {
                faces: 6,
                value,
                column: told.clash.as_ref().map(|clash| clash.column.clone()),
                result: told.result.clone(),
                case: told.case.0.to_owned(),
            }),
            level: told.level(),
            case: Some(told.case.0.to_owned()),
            battle: told.clash,
            headline: matches!(told.kind, Kind::Turn | Kind::Verdict),
            text: told.text,
            hexes: told.hexes,
            ..Line::default()
        })
    }
}

impl Campaign {
    /// An event about nothing on the map.
    pub(crate) fn note(&self, kind: Kind, case: &'static str, text: String) -> Event {
        Event {
            kind,
            case: Case(case),
            side: None,
            units: Vec::new(),
            hexes: Vec::new(),
            die: None,
            text,
            clash: None,
            result: None,
            veil: None,
        }
    }

    /// An event about some leaders and hexes.
    pub(crate) fn event(&self, kind: Kind, case: &'static str, leaders: Leaders, hexes: &[HexId], text: String) -> Event {
        let side = leaders.first().map(|leader| self.side_of(leader as Leader).name());
        let units = leaders.into_iter().map(|leader| self.tag(leader as Leader).to_owned()).collect();
        let hexes = hexes.iter().map(|&hex| self.grid().number(hex)).collect();
        Event { side, units, hexes, ..self.note(kind, case, text) }
    }

    /// The tags of some leaders, for reading.
    pub(crate) fn names(&self, leaders: Leaders) -> String {
        leaders.into_iter().map(|leader| self.tag(leader as Leader).to_owned()).collect::<Vec<_>>().join(", ")
    }
}
