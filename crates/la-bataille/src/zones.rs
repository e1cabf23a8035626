//! [5.3.1] Zones of influence: they reach through front hexsides, and mean different things to different arms.

use crate::Bautzen;
use crate::state::{Arm, Formation, NOWHERE, Order, Side, State, Unit, Units};
use grognard_engine::HexId;
use grognard_engine::facing::Aspect;

/// Whose zones lie on a hex.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Zone {
    /// Somebody's.
    pub any: bool,
    /// Cavalry's.
    pub cavalry: bool,
}

impl Bautzen {
    /// [5.3.1] Whether a unit exerts a zone at all: carrés and routed units do not.
    fn has_zone(&self, state: &State, unit: Unit) -> bool {
        let so = state.piece(unit);
        so.on_map() && self.kind(unit).fights() && so.order != Order::Routed && so.formation != Formation::Carre
    }

    /// [5.3.1] Whether a unit looks into a hex from beside it.
    pub(crate) fn looks_into(&self, state: &State, unit: Unit, hex: HexId) -> bool {
        let grid = self.grid();
        state
            .piece(unit)
            .hexes()
            .any(|at| grid.direction(at, hex).is_some_and(|side| self.sides(state, unit, at).aspect(side) == Aspect::Front))
    }

    /// [5.3.1] The units of a side whose zone lies on a hex.
    pub(crate) fn exerting(&self, state: &State, side: Side, hex: HexId) -> Units {
        self.fighters(state, side).filter(|&unit| self.has_zone(state, unit) && self.looks_into(state, unit, hex)).collect()
    }

    /// [5.3.1] The zones of a side on a hex.
    #[must_use]
    pub fn zone(&self, state: &State, side: Side, hex: HexId) -> Zone {
        let mut zone = Zone::default();
        for unit in self.exerting(state, side, hex) {
            zone.any = true;
            zone.cavalry |= self.kind(unit).arm == Arm::Cavalry && !self.on_foot(unit, state.piece(unit));
        }
        zone
    }

    /// [5.3.2] [5.3.3] Whether a unit that comes into a hex has to stop: infantry and foot guns in any enemy zone, cavalry and horse guns in that of
    /// cavalry.
    pub(crate) fn must_stop(&self, state: &State, unit: Unit, hex: HexId) -> bool {
        let kind = self.kind(unit);
        let zone = self.zone(state, kind.side.other(), hex);
        match kind.arm {
            Arm::Leader => false,
            Arm::Cavalry if self.on_foot(unit, state.piece(unit)) => zone.any,
            Arm::Cavalry => zone.cavalry,
            Arm::Artillery if kind.horse => zone.cavalry,
            Arm::Infantry | Arm::Artillery => zone.any,
        }
    }

    /// [5.3.6] Who of the enemy can fire at a unit that spends points where it stands: whose zone lies there, and carrés beside it.
    pub(crate) fn watchers(&self, state: &State, unit: Unit) -> Units {
        let so = state.piece(unit);
        let enemy = self.side(unit).other();
        let mut found = Units::EMPTY;
        for hex in so.hexes() {
            found = found.or(self.exerting(state, enemy, hex));
            let carre = |other: &Unit| {
                let other = state.piece(*other);
                other.formation == Formation::Carre && other.good() && (self.grid().adjacent(other.hex, hex) || other.hex == hex)
            };
            found = found.or(self.fighters(state, enemy).filter(carre).collect());
        }
        found
    }

    /// [5.3.7] What infantry pays more to go from one hex to another near skirmishing enemy cavalry, in half points.
    pub(crate) fn harassed(&self, state: &State, unit: Unit, from: HexId, to: HexId) -> u8 {
        let kind = self.kind(unit);
        if kind.arm != Arm::Infantry {
            return 0;
        }
        let grid = self.grid();
        let figures = self.figures();
        let mut most = 0;
        for other in self.fighters(state, kind.side.other()) {
            let so = state.piece(other);
            let rides = self.kind(other).arm == Arm::Cavalry && !self.on_foot(other, so);
            if !rides || so.formation != Formation::Skirmish || !so.good() {
                continue;
            }
            let near = so.hexes().map(|at| grid.distance(at, from).min(grid.distance(at, to))).min().unwrap_or(u8::MAX);
            let more = match near {
                0 | 1 => figures.near_skirmishers,
                2 => figures.two_from_skirmishers,
                _ => continue,
            };
            let screened = self.fighters(state, kind.side).any(|friend| {
                let light = self.kind(friend).arm == Arm::Cavalry && !self.kind(friend).heavy;
                light && state.piece(friend).hexes().any(|at| so.hexes().any(|there| grid.adjacent(at, there)))
            });
            if !screened {
                most = most.max(2 * more as u8);
            }
        }
        most
    }

    /// The pieces of a hex, the top of the stack first, leaders last.
    #[must_use]
    pub fn pile(&self, state: &State, hex: HexId) -> Pile {
        let mut pile = Pile { units: [0; 32], count: 0 };
        if hex == NOWHERE {
            return pile;
        }
        for unit in self.units() {
            if state.piece(unit).stands_in(hex) && usize::from(pile.count) < pile.units.len() {
                pile.units[usize::from(pile.count)] = unit;
                pile.count += 1;
            }
        }
        let count = usize::from(pile.count);
        pile.units[..count].sort_unstable_by_key(|&unit| (self.kind(unit).arm == Arm::Leader, state.piece(unit).rank, unit));
        pile
    }

    /// The units of a hex that fight, the top first.
    pub(crate) fn ranks(&self, state: &State, hex: HexId) -> impl Iterator<Item = Unit> + use<> {
        let pile = self.pile(state, hex);
        let leaders = pile.as_slice().iter().filter(|&&unit| !self.kind(unit).fights()).count();
        let count = pile.as_slice().len() - leaders;
        (0..count).map(move |at| pile.units[at])
    }

    /// The leaders in a hex.
    pub(crate) fn leaders_in(&self, state: &State, hex: HexId) -> impl Iterator<Item = Unit> + use<> {
        let pile = self.pile(state, hex);
        let leaders = pile.as_slice().iter().filter(|&&unit| !self.kind(unit).fights()).count();
        let count = pile.as_slice().len();
        (count - leaders..count).map(move |at| pile.units[at])
    }

    /// Whose fighting units stand in a hex.
    pub(crate) fn holder(&self, state: &State, hex: HexId) -> Option<Side> {
        self.ranks(state, hex).next().map(|unit| self.side(unit))
    }

    /// Whether units of a side that fight stand in a hex.
    pub(crate) fn held_by(&self, state: &State, side: Side, hex: HexId) -> bool {
        self.fighters(state, side).any(|unit| state.piece(unit).stands_in(hex))
    }
}

/// The pieces of a hex in order.
#[derive(Clone, Copy, Debug)]
pub struct Pile {
    units: [Unit; 32],
    count: u8,
}

impl Pile {
    /// As a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[Unit] {
        &self.units[..usize::from(self.count)]
    }
}
