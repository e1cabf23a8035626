//! [4.5] [5.6] Who touches whom: Zones of Control, and the reach of guns.

use crate::Battle;
use crate::state::{Side, State, units_at};
use crate::unitset::{MAX_UNITS, Unit, UnitSet};
use grognard_engine::HexId;
use grognard_engine::plane::Plane;

/// Cells of the largest map.
pub(crate) const CELLS: usize = 32 * 32;
const NOBODY: Unit = Unit::MAX;

/// Who stands where, for questions about single hexes.
pub struct Occupants {
    /// The hexes that are held at all.
    pub held: Plane,
    /// The last unit in each hex.
    top: [Unit; CELLS],
    /// Who stands below each unit.
    below: [Unit; MAX_UNITS],
}

impl Occupants {
    /// Nobody anywhere.
    #[inline(always)]
    #[must_use]
    pub const fn none() -> Self {
        Self { held: Plane::EMPTY, top: [NOBODY; CELLS], below: [NOBODY; MAX_UNITS] }
    }

    /// Adds some units on the map.
    #[inline]
    pub fn add(&mut self, state: &State, units: UnitSet) {
        for unit in units {
            let hex = state.hexes[usize::from(unit)];
            self.held.insert(hex);
            let top = &mut self.top[usize::from(hex.0) % CELLS];
            self.below[usize::from(unit)] = *top;
            *top = unit;
        }
    }

    /// Those of them in `hex`.
    #[inline]
    #[must_use]
    pub fn all(&self, hex: HexId) -> UnitSet {
        let mut units = UnitSet::EMPTY;
        let mut unit = self.top[usize::from(hex.0) % CELLS];
        while unit != NOBODY {
            units.insert(unit);
            unit = self.below[usize::from(unit)];
        }
        units
    }
}

impl Battle {
    /// Units on the map.
    #[inline]
    #[must_use]
    pub fn on_map(&self, state: &State) -> UnitSet {
        self.all.less(state.due).less(state.lost).less(state.disrupted)
    }

    /// Units of `side` on the map.
    #[inline]
    #[must_use]
    pub fn present(&self, state: &State, side: Side) -> UnitSet {
        self.on_map(state).and(self.units_of(side))
    }

    /// Hexes that `side` occupies.
    #[inline]
    #[must_use]
    pub fn occupied(&self, state: &State, side: Side) -> Plane {
        state.hexes_of(self.present(state, side))
    }

    /// [4.5] Hexes in the Zone of Control of `side`'s enemy.
    #[must_use]
    pub fn enemy_zone(&self, state: &State, side: Side) -> Plane {
        self.terrain(state).zone(&self.occupied(state, side.other()))
    }

    /// All units in `hex`.
    #[must_use]
    pub fn units_in(&self, state: &State, hex: HexId) -> UnitSet {
        self.on_map(state).and(units_at(&state.hexes, hex))
    }

    /// Whether two units on the map are in contact: in adjacent hexes, no unbridged river between.
    #[must_use]
    pub fn touches(&self, state: &State, a: Unit, b: Unit) -> bool {
        match (state.hex(a), state.hex(b)) {
            (Some(a), Some(b)) => self.terrain(state).contact(a, b),
            _ => false,
        }
    }
}
