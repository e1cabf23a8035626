//! [4.5] [5.6] Who touches whom: Zones of Control, and the reach of guns.

use crate::Battle;
use crate::scenario::Arm;
use crate::state::{Side, State};
use crate::unitset::{Unit, UnitSet};
use grognard_engine::HexId;
use grognard_engine::plane::Plane;

/// Cells of the largest map.
const CELLS: usize = 32 * 32;
const NOBODY: Unit = Unit::MAX;

/// Who stands where, for questions about single hexes. Where two units share a hex, only one of them is in it.
pub struct Occupants([Unit; CELLS]);

impl Occupants {
    /// Looks at the map once.
    #[must_use]
    pub fn of(battle: &Battle, state: &State) -> Self {
        let mut at = [NOBODY; CELLS];
        for unit in battle.on_map(state) {
            at[usize::from(state.hexes[usize::from(unit)].0) % CELLS] = unit;
        }
        Self(at)
    }

    /// The unit in `hex`.
    #[inline]
    #[must_use]
    pub fn at(&self, hex: HexId) -> Option<Unit> {
        let unit = self.0[usize::from(hex.0) % CELLS];
        (unit != NOBODY).then_some(unit)
    }
}

impl Battle {
    /// Units on the map.
    #[inline]
    #[must_use]
    pub fn on_map(&self, state: &State) -> UnitSet {
        self.all.less(state.due).less(state.lost)
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
        let mut plane = Plane::EMPTY;
        for unit in self.present(state, side) {
            plane.insert(state.hexes[usize::from(unit)]);
        }
        plane
    }

    /// [4.5] The Zone of Control that `side`'s units exert together, given the hexes they occupy: every hex next to one.
    #[inline]
    #[must_use]
    pub fn zone(&self, occupied: &Plane) -> Plane {
        occupied.neighbours().and(&self.terrain.on_map)
    }

    /// [4.5] Hexes in the Zone of Control of `side`'s enemy.
    #[must_use]
    pub fn enemy_zone(&self, state: &State, side: Side) -> Plane {
        self.zone(&self.occupied(state, side.other()))
    }

    /// All units in `hex`.
    #[must_use]
    pub fn units_in(&self, state: &State, hex: HexId) -> UnitSet {
        self.on_map(state).into_iter().filter(|&unit| state.hexes[usize::from(unit)] == hex).collect()
    }

    /// Whether two units on the map are in contact: in adjacent hexes.
    #[must_use]
    pub fn touches(&self, state: &State, a: Unit, b: Unit) -> bool {
        match (state.hex(a), state.hex(b)) {
            (Some(a), Some(b)) => self.grid().adjacent(a, b),
            _ => false,
        }
    }

    /// The units of `among` that are in contact with `unit`.
    #[must_use]
    pub fn touching(&self, state: &State, occupants: &Occupants, unit: Unit, among: UnitSet) -> UnitSet {
        let Some(hex) = state.hex(unit) else { return UnitSet::EMPTY };
        self.grid().around(hex).filter_map(|h| occupants.at(h)).filter(|&u| among.has(u)).collect()
    }

    /// [5.6] Whether `unit` is a gun that stands outside every enemy Zone of Control.
    #[must_use]
    pub fn free_gun(&self, state: &State, unit: Unit, enemy_zone: &Plane) -> bool {
        self.pieces()[usize::from(unit)].arm == Arm::Artillery && state.hex(unit).is_some_and(|hex| !enemy_zone.has(hex))
    }

    /// [5.6] Whether a free gun in `from` reaches `hex`: two hexes off, with an open line of fire.
    #[must_use]
    pub fn in_range(&self, from: HexId, hex: HexId) -> bool {
        self.terrain.in_range(from).any(|h| h == hex)
    }
}
