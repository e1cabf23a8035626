//! What happened, told so that a person can check it against the book: every strength, shift and die names its case.

use crate::Battle;
use crate::unitset::{Unit, UnitSet};
use grognard_engine::board::{Clash, RollView, Trail};
use grognard_engine::{Case, HexId, Line};
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
    /// The enemies among the units, for attacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<String>,
    /// The roll, for dice.
    pub die: Option<u8>,
    /// The column of the results table, for attacks and their dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<&'static str>,
    /// What a die led to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<&'static str>,
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

    /// Whether an army has just been demoralized.
    fn is_collapse(&self) -> bool {
        self.kind == Kind::Morale && self.case == Case("16.0")
    }

    /// What kind of trail the event left on the map, if any.
    const fn trail(&self) -> Option<&'static str> {
        match self.kind {
            Kind::Move => Some("move"),
            Kind::Enter => Some("enter"),
            Kind::Retreat => Some("retreat"),
            Kind::Displaced => Some("pushed"),
            Kind::Advance => Some("advance"),
            Kind::StepBack => Some("back"),
            _ => None,
        }
    }
}

impl Battle {
    /// An event as a line of the log, with all that a page can show of it.
    pub(crate) fn log_line(&self, event: &Event) -> Line {
        let tag = event.units.first();
        let side = |tag: &String| self.pieces().iter().find(|p| p.tag == *tag).map_or("", |p| p.side.name()).to_owned();
        let trail = |kind: &str| {
            let unit = tag?;
            Some(Trail { unit: unit.clone(), kind: kind.to_owned(), side: side(unit), hexes: event.hexes.clone() })
        };
        let attackers = || event.units.iter().filter(|u| !event.targets.contains(u)).cloned();
        Line {
            text: event.text.clone(),
            hexes: event.hexes.clone(),
            level: event.level(),
            entry: 0,
            case: Some(event.case.0.to_owned()),
            path: event.trail().and_then(trail),
            battle: (event.kind == Kind::Attack).then(|| Clash {
                side: attackers().next().as_ref().map_or_else(String::new, side),
                attackers: attackers().collect(),
                defenders: event.targets.clone(),
                column: event.column.unwrap_or_default().to_owned(),
            }),
            roll: event.die.map(|value| RollView::of_six(value, event.column, event.result, event.case.0)),
            lost: if event.kind == Kind::Destroyed { event.units.clone() } else { Vec::new() },
            headline: matches!(event.kind, Kind::Turn | Kind::Control | Kind::Verdict) || event.is_collapse(),
        }
    }

    /// An event about some units and hexes.
    pub(crate) fn event(&self, kind: Kind, case: &'static str, units: UnitSet, hexes: &[HexId], text: String) -> Event {
        Event {
            kind,
            case: Case(case),
            units: units.into_iter().map(|u| self.tag(u).to_owned()).collect(),
            hexes: hexes.iter().map(|&h| self.grid().number(h)).collect(),
            targets: Vec::new(),
            die: None,
            column: None,
            result: None,
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
