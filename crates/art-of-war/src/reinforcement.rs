//! [7.0] Reinforcement: when and where units come onto the map.

use crate::Battle;
use crate::exclusive::dresden::klenau::LATE;
use crate::scenario::Start;
use crate::state::State;
use crate::terrain::Terrain;
use crate::unitset::{Unit, subject};
use grognard_engine::plane::Plane;
use grognard_engine::sheet::Sheet;
use grognard_engine::{HexId, Lawful, Subject, Violation};

/// [7.2] An enemy this near opens other hexes.
const THREAT: u8 = 2;
/// [7.2] How far from the entry hex those may lie.
const SUBSTITUTES: u8 = 8;

/// [7.1] An entry hex and what stands in for it, each with the points that entering there costs.
#[derive(Clone, Debug)]
pub struct Gate {
    /// The hex named on the map.
    pub hex: HexId,
    cost: u8,
    /// [7.2] Other map-edge hexes within reach.
    substitutes: Vec<(HexId, u8)>,
    /// Hexes in which an enemy opens the substitutes.
    threat: Plane,
}

impl Gate {
    /// The gates of a map, in the order of its entries.
    #[must_use]
    pub fn all(sheet: &Sheet, terrain: &Terrain) -> Vec<Self> {
        let grid = &sheet.grid;
        // [7.1] A road that leaves the map there lets units enter at the road rate, whichever entry the hex belongs to (R55).
        let cost = |hex: HexId| {
            let leaves = sheet.roads.iter().any(|r| r.edge && r.path.last() == Some(&hex));
            let road = leaves || sheet.entries.iter().any(|entry| entry.road_to_edge && entry.hex == hex);
            if road { terrain.road() } else { terrain.enter(hex) }
        };
        sheet
            .entries
            .iter()
            .map(|entry| {
                let mut threat = Plane::EMPTY;
                for hex in grid.hexes().filter(|&h| grid.distance(h, entry.hex) <= THREAT) {
                    threat.insert(hex);
                }
                let near = |h: HexId| h != entry.hex && grid.on_edge(h) && grid.distance(h, entry.hex) <= SUBSTITUTES;
                Self {
                    hex: entry.hex,
                    cost: cost(entry.hex),
                    substitutes: grid.hexes().filter(|&h| near(h)).map(|h| (h, cost(h))).collect(),
                    threat,
                }
            })
            .collect()
    }

    /// [7.1] [7.2] The hexes where units could come on if none of these enemies held or controlled them, each with the points it costs;
    /// `fixed` if they must use the entry hex itself.
    fn hexes<'g>(&'g self, enemies: &Plane, fixed: bool) -> impl Iterator<Item = (HexId, u8)> + use<'g> {
        let threatened = !enemies.and(&self.threat).is_empty();
        let others: &'g [(HexId, u8)] = if threatened && !fixed { &self.substitutes } else { &[] };
        std::iter::once((self.hex, self.cost)).chain(others.iter().copied())
    }
}

impl Battle {
    /// The number of the gate of a unit that is a reinforcement, and its earliest turn.
    pub(crate) fn gate_of(&self, state: &State, unit: Unit) -> Option<(usize, u8)> {
        match self.pieces()[usize::from(unit)].start {
            Start::Due { entry, turn } => Some((usize::from(entry), turn)),
            // [12.0] At B once released, until the night; then at C.
            Start::Klenau { early, .. } if state.klenau_released && state.turn < LATE => Some((usize::from(early), 0)),
            Start::Klenau { late, .. } => Some((usize::from(late), LATE)),
            Start::Hex(_) => None,
        }
    }

    fn gate(&self, state: &State, unit: Unit) -> Option<(&Gate, u8)> {
        self.gate_of(state, unit).map(|(gate, turn)| (&self.gates[gate], turn))
    }

    /// [12.0] Whether a unit must use its entry hex itself: Klenau's corps at B.
    pub(crate) fn keeps_to_gate(&self, state: &State, unit: Unit) -> bool {
        matches!(self.pieces()[usize::from(unit)].start, Start::Klenau { .. }) && state.turn < LATE
    }

    /// [7.1] [7.2] The hexes where units may come on through a gate now, each with the points it costs; `fixed` if they must use the
    /// entry hex itself.
    fn open_hexes(&self, state: &State, gate: &Gate, fixed: bool) -> impl Iterator<Item = (HexId, u8)> {
        let enemies = self.occupied(state, state.phasing.other());
        let terrain = self.terrain(state);
        let shut = move |hex: HexId| enemies.has(hex) || terrain.touches(hex, &enemies);
        gate.hexes(&enemies, fixed).filter(move |&(hex, _)| !shut(hex))
    }

    /// [7.2] Whether a unit could come on in a hex if no enemy held or controlled it.
    pub(crate) fn may_serve_as_entry(&self, state: &State, unit: Unit, hex: HexId) -> bool {
        let enemies = self.occupied(state, state.phasing.other());
        let fixed = self.keeps_to_gate(state, unit);
        self.gate(state, unit).is_some_and(|(gate, _)| gate.hexes(&enemies, fixed).any(|(h, _)| h == hex))
    }

    /// Whether anybody could come on through a gate now; `fixed` as above.
    pub(crate) fn gate_open(&self, state: &State, gate: &Gate, fixed: bool) -> bool {
        self.open_hexes(state, gate, fixed).next().is_some()
    }

    /// [7.1] [7.2] The hexes where a unit may come on now, each with the points it costs.
    #[must_use]
    pub fn entry_hexes(&self, state: &State, unit: Unit) -> Vec<(HexId, u8)> {
        let fixed = self.keeps_to_gate(state, unit);
        self.gate(state, unit).map_or_else(Vec::new, |(gate, _)| self.open_hexes(state, gate, fixed).collect())
    }

    /// [7.2] Entry hexes of a unit that are full of friends: it may pass them but not stop there.
    #[must_use]
    pub fn full_entries(&self, state: &State, unit: Unit) -> Plane {
        let mut friends = self.full(state, state.phasing);
        if let Some(own) = state.hex(unit) {
            // The unit itself does not stand in its own way.
            let others = self.units_in(state, own).and(self.units_of(state.phasing)).less(self.garrisons).len() as usize - 1;
            if others < self.title().stacking() {
                friends.remove(own);
            }
        }
        let mut full = Plane::EMPTY;
        for (hex, _) in self.entry_hexes(state, unit) {
            full.insert(hex);
        }
        full.and(&friends)
    }

    /// Whether a reinforcement may be taken in hand.
    ///
    /// # Errors
    /// [7.3] before its turn, [7.2] if it has nowhere to enter.
    pub fn may_enter(&self, state: &State, unit: Unit) -> Lawful {
        if state.disrupted.has(unit) {
            return Err(Violation::new("17.0", "the unit is disrupted", subject(unit)));
        }
        let Some((gate, turn)) = self.gate(state, unit) else {
            return Err(Violation::new("7.3", "the unit is no reinforcement", subject(unit)));
        };
        if state.turn < turn {
            if turn == LATE && matches!(self.pieces()[usize::from(unit)].start, Start::Klenau { .. }) {
                return Err(Violation::new("12.0", "Klenau's corps has not been released", subject(unit)));
            }
            let short = Subject::Short { has: state.turn.into(), needs: turn.into() };
            return Err(Violation::new("7.3", "the reinforcement is not due before its turn", short));
        }
        if !self.gate_open(state, gate, self.keeps_to_gate(state, unit)) {
            return Err(Violation::new("7.2", "the enemy holds or controls every hex of entry", Subject::Hex(gate.hex)));
        }
        Ok(())
    }

    /// Why a unit may not come on in `hex`.
    #[must_use]
    pub fn why_not_enter(&self, state: &State, unit: Unit, hex: HexId) -> Violation {
        let obstacles = self.obstacles(state);
        if obstacles.stop.has(hex) || obstacles.closed.has(hex) {
            return Violation::new("7.2", "no unit enters in a hex that the enemy holds or controls", Subject::Hex(hex));
        }
        match self.gate(state, unit) {
            Some((gate, _)) if self.keeps_to_gate(state, unit) && gate.hex != hex => {
                Violation::new("12.0", "Klenau's corps must use the entry hex itself", Subject::Hex(hex))
            }
            // [7.3] The entry of others is not its own, however near.
            Some((gate, _)) if gate.hex != hex && self.gates.iter().any(|other| other.hex == hex) => {
                Violation::new("7.3", "the unit must come on at its own entry hex", Subject::Hex(hex))
            }
            Some((gate, _)) if gate.substitutes.iter().any(|&(h, _)| h == hex) => Violation::new(
                "7.2",
                "another hex may be used only if an enemy is within two hexes of the entry hex",
                Subject::Hex(hex),
            ),
            _ => Violation::new("7.3", "the unit must come on at its own entry hex", Subject::Hex(hex)),
        }
    }
}
