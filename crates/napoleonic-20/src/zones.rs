//! [7.0] Zones of control, and who stands where. [7.4] Friends cancel no zone: a zone is a matter of the enemy's units alone.

use crate::Campaign;
use crate::scenario::Arm;
use crate::state::{NOWHERE, Side, State};
use crate::terrain::Terrain;
use crate::unitset::{Unit, UnitSet};
use grognard_engine::HexId;
use grognard_engine::plane::Plane;

impl Campaign {
    /// [5.1.1] The terrain in the present weather, as a side can use it: the pontoon bridge serves the French only [6.0].
    #[inline]
    #[must_use]
    pub fn terrain(&self, state: &State, side: Side) -> &Terrain {
        if self.is_wet(state) {
            return &self.terrains[4];
        }
        &self.terrains[if side == Side::French { usize::from(state.pontoon) } else { 0 }]
    }

    /// The units of a side on the map, dummies included.
    #[inline]
    #[must_use]
    pub fn present(&self, state: &State, side: Side) -> UnitSet {
        self.in_play(side).into_iter().filter(|&u| state.hexes[usize::from(u)] != NOWHERE).collect()
    }

    /// The hexes that a side's units stand in.
    #[inline]
    #[must_use]
    pub fn occupied(&self, state: &State, side: Side) -> Plane {
        self.plane_of(state, self.in_play(side))
    }

    /// The hexes of some units.
    #[inline]
    #[must_use]
    pub fn plane_of(&self, state: &State, units: UnitSet) -> Plane {
        let mut plane = Plane::EMPTY;
        for unit in units {
            let hex = state.hexes[usize::from(unit)];
            if hex != NOWHERE {
                plane.insert(hex);
            }
        }
        plane
    }

    /// The unit in a hex; the first if several pass each other there.
    #[must_use]
    pub fn unit_at(&self, state: &State, hex: HexId) -> Option<Unit> {
        state.hexes[..self.pieces().len()].iter().position(|&h| h == hex).map(|u| u as Unit)
    }

    /// The unit of a side in a hex.
    #[must_use]
    pub fn unit_of_side_at(&self, state: &State, side: Side, hex: HexId) -> Option<Unit> {
        self.in_play(side).into_iter().find(|&u| state.hexes[usize::from(u)] == hex)
    }

    /// [7.1] The hexes in the zone of control of a side: of its units in Good Order and, for the French, of intact garrisons.
    #[must_use]
    pub fn zone(&self, state: &State, side: Side) -> Plane {
        let mut zone = Plane::EMPTY;
        let terrain = self.terrain(state, side);
        for unit in self.in_play(side).less(state.routed) {
            if let Some(hex) = state.hex(unit) {
                terrain.beside(hex).add_to(hex, &mut zone);
            }
        }
        if side == Side::French {
            self.add_garrison_zones(state, self.standing_garrisons(state), &mut zone);
        }
        zone
    }

    /// [7.1] Adds the zones of some garrisons (by bit).
    pub(crate) fn add_garrison_zones(&self, state: &State, garrisons: u8, zone: &mut Plane) {
        let terrain = self.terrain(state, Side::French);
        for (g, &hex) in self.places.garrisons.iter().enumerate() {
            if garrisons >> g & 1 == 1 {
                terrain.beside(hex).add_to(hex, zone);
            }
        }
    }

    /// [7.1] Whether a hex lies in the zone of control of a side.
    #[must_use]
    pub fn in_zone(&self, state: &State, side: Side, hex: HexId) -> bool {
        // A hexside that is not barred is so from both ends: one look around the hex tells.
        let beside = self.terrain(state, side).beside(hex);
        let near = |h: HexId| h != NOWHERE && beside.has(hex, h);
        self.in_play(side).less(state.routed).into_iter().any(|u| near(state.hexes[usize::from(u)]))
            || side == Side::French
                && (0..self.places.garrisons.len()).any(|g| near(self.places.garrisons[g]) && self.garrison_stands(state, g))
    }

    /// [8.3] [16.2] The zone of a side's cavalry alone. [16.1] A counter that lies face down may be cavalry, so it counts as cavalry:
    /// otherwise what may be done would tell what it is.
    #[must_use]
    pub fn cavalry_zone(&self, state: &State, side: Side) -> Plane {
        let terrain = self.terrain(state, side);
        let mut zone = Plane::EMPTY;
        for unit in self.units_of(side).and(self.cavalry.or(state.hidden)).less(state.routed) {
            if let Some(hex) = state.hex(unit) {
                terrain.beside(hex).add_to(hex, &mut zone);
            }
        }
        zone
    }

    /// Whether a unit is a dummy.
    #[inline]
    #[must_use]
    pub fn is_dummy(&self, unit: Unit) -> bool {
        self.pieces()[usize::from(unit)].arm == Arm::Dummy
    }

    /// Whether a unit fights on foot, cadres included.
    #[inline]
    #[must_use]
    pub fn is_foot(&self, unit: Unit) -> bool {
        matches!(self.pieces()[usize::from(unit)].arm, Arm::Infantry | Arm::Cadre)
    }
}
