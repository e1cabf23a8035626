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
        so.on_map() && self.is(unit).fights && so.order != Order::Routed && so.formation != Formation::Carre
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
        let lay = self.lay(state);
        if !lay.zone(side, hex).0 {
            return Units::EMPTY;
        }
        let exerts = |unit: &Unit| self.side(*unit) == side && self.has_zone(state, *unit) && self.looks_into(state, *unit, hex);
        self.grid().around(hex).flat_map(|at| lay.pile(at)).filter(exerts).collect()
    }

    /// [5.3.1] The zones of a side on a hex.
    #[must_use]
    pub fn zone(&self, state: &State, side: Side, hex: HexId) -> Zone {
        let (any, cavalry) = self.lay(state).zone(side, hex);
        Zone { any, cavalry }
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
        let lay = self.lay(state);
        for hex in so.hexes() {
            let carre = |other: &Unit| {
                let so = state.piece(*other);
                self.side(*other) == enemy && so.formation == Formation::Carre && so.good()
            };
            found = found.or(lay.pile(hex).filter(carre).collect());
            if lay.watched(enemy, hex) {
                found = found.or(self.exerting(state, enemy, hex));
                found = found.or(self.grid().around(hex).flat_map(|at| lay.pile(at)).filter(carre).collect());
            }
        }
        found
    }

    /// [5.3.7] What infantry, and dragoons on foot with it [16.10], pays more to go from one hex to another near skirmishing enemy cavalry, in half points.
    pub(crate) fn harassed(&self, state: &State, unit: Unit, from: HexId, to: HexId) -> u8 {
        if self.walks_like(unit, state.piece(unit)) != Arm::Infantry {
            return 0;
        }
        let riders = self.lay(state).skirmishers(self.side(unit).other());
        let more = |rider: Unit| {
            let more = self.harassed_by([state.piece(rider).hex, state.piece(rider).second], from, to);
            if more > 0 && self.harasses(state, rider) { more } else { 0 }
        };
        riders.into_iter().map(more).max().unwrap_or(0)
    }

    /// [5.3.7] The same of one regiment in these hexes.
    pub(crate) fn harassed_by(&self, rider: [HexId; 2], from: HexId, to: HexId) -> u8 {
        let (grid, figures) = (self.grid(), self.figures());
        let hexes = rider.into_iter().filter(|at| *at != NOWHERE);
        let more = match hexes.map(|at| grid.distance(at, from).min(grid.distance(at, to))).min() {
            Some(0 | 1) => figures.near_skirmishers,
            Some(2) => figures.two_from_skirmishers,
            _ => 0,
        };
        2 * more as u8
    }

    /// [5.3.7] Whether cavalry in skirmish order is mounted, in good order, and not screened by light cavalry beside it.
    fn harasses(&self, state: &State, rider: Unit) -> bool {
        let (grid, so, side) = (self.grid(), state.piece(rider), self.side(rider));
        if self.on_foot(rider, so) || !so.good() {
            return false;
        }
        let lay = self.lay(state);
        let light = |unit: Unit| {
            let is = self.is(unit);
            is.side != side && is.arm == Arm::Cavalry && !is.heavy
        };
        !so.hexes().flat_map(|at| grid.around(at)).any(|at| lay.pile(at).any(light))
    }

    /// [5.3.7] The hexes of all who harass infantry of a unit's side.
    pub(crate) fn harassers(&self, state: &State, unit: Unit) -> Vec<[HexId; 2]> {
        let on_foot = self.walks_like(unit, state.piece(unit)) == Arm::Infantry;
        let riders = if on_foot { self.lay(state).skirmishers(self.side(unit).other()) } else { Units::EMPTY };
        let harassing = riders.into_iter().filter(|&rider| self.harasses(state, rider));
        harassing.map(|rider| [state.piece(rider).hex, state.piece(rider).second]).collect()
    }

    /// The pieces of a hex, the top of the stack first, leaders last.
    #[must_use]
    pub fn pile(&self, state: &State, hex: HexId) -> Pile {
        let mut pile = Pile { units: [0; 32], count: 0, fighting: 0 };
        for (place, unit) in pile.units.iter_mut().zip(self.lay(state).pile(hex)) {
            *place = unit;
            pile.count += 1;
            pile.fighting += u8::from(self.is(unit).fights);
        }
        pile
    }

    /// The units of a hex that fight, the top first.
    pub(crate) fn ranks(&self, state: &State, hex: HexId) -> impl Iterator<Item = Unit> + use<> {
        let pile = self.pile(state, hex);
        (0..usize::from(pile.fighting)).map(move |at| pile.units[at])
    }

    /// The leaders in a hex.
    pub(crate) fn leaders_in(&self, state: &State, hex: HexId) -> impl Iterator<Item = Unit> + use<> {
        let pile = self.pile(state, hex);
        (usize::from(pile.fighting)..usize::from(pile.count)).map(move |at| pile.units[at])
    }

    /// Whose fighting units stand in a hex.
    pub(crate) fn holder(&self, state: &State, hex: HexId) -> Option<Side> {
        self.first(state, hex).map(|unit| self.side(unit))
    }

    /// Whether units of a side that fight stand in a hex.
    pub(crate) fn held_by(&self, state: &State, side: Side, hex: HexId) -> bool {
        self.lay(state).pile(hex).any(|unit| self.is(unit).fights && self.side(unit) == side)
    }

    /// The topmost unit of a hex that fights.
    pub(crate) fn first(&self, state: &State, hex: HexId) -> Option<Unit> {
        self.lay(state).top(hex).filter(|&unit| self.is(unit).fights)
    }
}

/// The pieces of a hex in order.
#[derive(Clone, Copy, Debug)]
pub struct Pile {
    units: [Unit; 32],
    count: u8,
    fighting: u8,
}

impl Pile {
    /// As a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[Unit] {
        &self.units[..usize::from(self.count)]
    }
}
