//! [14.3] [14.4] Where somebody runs who has to: the way is found by the book's order of priorities, so that nobody chooses it.

use crate::Bautzen;
use crate::event::Event;
use crate::state::{Arm, Flight, Formation, Frame, NOWHERE, Order, Side, Standing, State, Unit};
use crate::tables::Terrain;
use grognard_engine::grid::DIRECTIONS;
use grognard_engine::{HexId, Umpire};

/// How far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    /// So many hexes, whatever they cost.
    Hexes(u8),
    /// As far as so many points lead, one hex at least.
    Points(u8),
}

/// A direction in a path that leads off the map.
pub const OFF: u64 = 6;
/// Longest way that fits a flight.
const LONGEST: u8 = 20;

/// How near an enemy has to be to matter.
const NEAR: u8 = 5;

/// Marks of the search.
struct Field {
    /// Distance to the nearest enemy.
    near: Vec<u8>,
    /// Hexes in the zone of an enemy.
    zone: Vec<bool>,
    /// Hexes with friends, and hexes with enemies.
    friends: Vec<bool>,
    enemies: Vec<HexId>,
}

impl Bautzen {
    fn search_field(&self, state: &State, unit: Unit) -> Field {
        let grid = self.grid();
        let side = self.side(unit);
        let mut near = vec![u8::MAX; grid.size()];
        let mut zone = vec![false; grid.size()];
        let mut friends = vec![false; grid.size()];
        let mut queue: Vec<HexId> = Vec::new();
        for enemy in self.fighters(state, side.other()) {
            let so = state.piece(enemy);
            for at in so.hexes() {
                if near[usize::from(at.0)] != 0 {
                    near[usize::from(at.0)] = 0;
                    queue.push(at);
                }
                if so.order != Order::Routed && so.formation != Formation::Carre {
                    let front = self.sides(state, enemy, at).front;
                    for (side, next) in grid.neighbours(at).iter().enumerate() {
                        if let Some(next) = next.filter(|_| front >> side & 1 == 1) {
                            zone[usize::from(next.0)] = true;
                        }
                    }
                }
            }
        }
        let enemies = queue.clone();
        let mut next = 0;
        while let Some(&hex) = queue.get(next) {
            next += 1;
            let far = near[usize::from(hex.0)] + 1;
            if far > NEAR + LONGEST {
                continue;
            }
            for other in grid.around(hex) {
                if near[usize::from(other.0)] > far {
                    near[usize::from(other.0)] = far;
                    queue.push(other);
                }
            }
        }
        for friend in self.fighters(state, side).filter(|&friend| friend != unit) {
            state.piece(friend).hexes().for_each(|at| friends[usize::from(at.0)] = true);
        }
        Field { near, zone, friends, enemies }
    }

    /// [14.9] What a step of a forced move costs; nothing where it is prohibited.
    fn flight_price(&self, state: &State, unit: Unit, so: &Standing, from: HexId, to: HexId) -> Option<u32> {
        let terrain = self.terrain(state, to);
        let arm = self.kind(unit).arm;
        let edge = self.ground().between(from, to);
        if matches!(terrain, Terrain::Pond | Terrain::Swamp) || (terrain == Terrain::Trench && arm != Arm::Infantry) {
            return None;
        }
        if edge.spree() && !edge.spree_crossing() {
            // [14.9] Across the Spree it is dear, and guns do not get over.
            return (arm != Arm::Artillery).then_some(200);
        }
        let mut so = *so;
        if edge.spree_bridge() || edge.stream_bridge() {
            so.formation = if edge.road() { Formation::March } else { so.formation };
        }
        self.price(state, unit, &so, from, to).ok().map(u32::from)
    }

    /// [14.4] How far a hex lies from a side's own edges: the French run west and north, the Coalition east and south.
    fn way_home(&self, side: Side, hex: HexId) -> u32 {
        let (column, row) = self.grid().column_row(hex);
        let (columns, rows) = (self.grid().columns(), self.grid().rows());
        match side {
            Side::French => u32::from((column - 1).min(row - 1)),
            Side::Coalition => u32::from((columns - column).min(rows - row)),
        }
    }

    /// [14.4] The way of a forced move of so many hexes, as directions, and its price in half points; off the map where there is no other.
    fn way_of(&self, state: &State, unit: Unit, hexes: u8, field: &Field) -> Option<(u64, u8, u32)> {
        let grid = self.grid();
        let so = *state.piece(unit);
        let side = self.side(unit);
        let start = so.hex;
        let steps = hexes.min(LONGEST);
        let size = grid.size();
        let mut layers: Vec<Vec<(u32, u8)>> = Vec::new();
        let mut here: Vec<HexId> = vec![start];
        let mut cost = vec![(u32::MAX, 0u8); size];
        cost[usize::from(start.0)] = (0, 0);
        let mut exits: Option<(u32, u8, HexId)> = None;
        for step in 0..steps {
            let mut next = vec![(u32::MAX, 0u8); size];
            let mut reached: Vec<HexId> = Vec::new();
            for &hex in &here {
                let (spent, _) = cost[usize::from(hex.0)];
                let near = field.near[usize::from(hex.0)];
                for direction in 0..DIRECTIONS {
                    let Some(to) = grid.neighbours(hex)[direction] else {
                        if exits.is_none_or(|(least, at, _)| (spent, step) < (least, at)) {
                            exits = Some((spent, step, hex));
                        }
                        continue;
                    };
                    let there = field.near[usize::from(to.0)];
                    if there == 0 || there < near.min(NEAR) || grid.distance(start, to) < grid.distance(start, hex) {
                        continue;
                    }
                    // Close by, nobody of the enemy may be approached.
                    if near <= 2 {
                        let closer = |enemy: &HexId| {
                            let now = grid.distance(hex, *enemy);
                            now <= 2 && grid.distance(to, *enemy) < now
                        };
                        if field.enemies.iter().any(closer) {
                            continue;
                        }
                    }
                    let Some(price) = self.flight_price(state, unit, &so, hex, to) else { continue };
                    let more = price * 4096
                        + u32::from(field.friends[usize::from(to.0)]) * 256
                        + u32::from(field.zone[usize::from(to.0)]) * 16;
                    let total = spent.saturating_add(more);
                    let place = &mut next[usize::from(to.0)];
                    if place.0 == u32::MAX {
                        reached.push(to);
                    }
                    if total < place.0 {
                        *place = (total, direction as u8);
                    }
                }
            }
            layers.push(std::mem::replace(&mut cost, next));
            here = reached;
        }
        let routed = so.order == Order::Routed;
        let begin = field.near[usize::from(start.0)];
        let best = here
            .iter()
            .copied()
            // [8.10] Nobody ends where there is no room for him.
            .filter(|&hex| {
                let end = Standing { hex, second: NOWHERE, tail: 0, formation: self.end_formation(state, unit, hex), ..so };
                self.may_stack(state, unit, &end).is_ok() && self.may_be_in(state, unit, &end, hex).is_ok()
            })
            .min_by_key(|&hex| {
                let terrain = self.terrain(state, hex);
                let shelter = terrain.general() && terrain != Terrain::Garden;
                let farther = field.near[usize::from(hex.0)] > begin;
                let near = field.near[usize::from(hex.0)];
                (!farther, cost[usize::from(hex.0)].0, routed && !shelter, u8::MAX - near, self.way_home(side, hex), hex)
            });
        if let Some(end) = best {
            let price = cost[usize::from(end.0)].0 / 4096;
            return Some((self.trace(&layers, &cost, end, steps), steps, price));
        }
        let (_, step, hex) = exits?;
        // Off the map after so many steps.
        let at = if usize::from(step) < layers.len() { &layers[usize::from(step)] } else { &cost };
        let path = self.trace(&layers, at, hex, step);
        Some((path | OFF << (3 * u32::from(step)), step + 1, 0))
    }

    /// The directions that lead to a hex of a layer.
    fn trace(&self, layers: &[Vec<(u32, u8)>], last: &[(u32, u8)], end: HexId, steps: u8) -> u64 {
        let mut path = 0;
        let mut hex = end;
        for step in (0..steps).rev() {
            let layer = if usize::from(step) + 1 < layers.len() { &layers[usize::from(step) + 1] } else { last };
            let layer = if step + 1 == steps { last } else { layer };
            let direction = layer[usize::from(hex.0)].1;
            path |= u64::from(direction) << (3 * u32::from(step));
            hex = self.grid().neighbours(hex)[(usize::from(direction) + 3) % DIRECTIONS].unwrap_or(hex);
        }
        path
    }

    /// The formation in which somebody who ran ends.
    pub(crate) fn end_formation(&self, state: &State, unit: Unit, hex: HexId) -> Formation {
        match self.kind(unit).arm {
            Arm::Artillery => Formation::Limbered,
            Arm::Leader => Formation::Leader,
            _ => self.loose(state, hex),
        }
    }

    /// [14.3] [14.5] Sends a unit running. One that finds no way surrenders if it routs or was driven out in melee; otherwise it stays, and pays for it.
    pub(crate) fn run(&self, state: &mut State, unit: Unit, distance: Distance, toll: u8, umpire: &mut Umpire<'_, Event>) {
        if !state.piece(unit).on_map() {
            return;
        }
        self.stop_running(state, unit);
        let gathered = self.gathered(*state.piece(unit));
        *state.piece_mut(unit) = gathered;
        let field = self.search_field(state, unit);
        let way = match distance {
            Distance::Hexes(hexes) => self.way_of(state, unit, hexes, &field),
            Distance::Points(points) => {
                let fits = |(_, steps, price): &(u64, u8, u32)| *steps <= 1 || *price <= 2 * u32::from(points);
                (1..=points).rev().find_map(|hexes| self.way_of(state, unit, hexes, &field).filter(fits))
            }
        };
        let routed = state.piece(unit).order == Order::Routed;
        match way {
            Some((path, steps, _)) => {
                if !state.frames.frames().any(|frame| frame == Frame::Checks) {
                    state.push(Frame::Checks);
                }
                let flight = Flight { unit, path, steps, toll, begun: false, shot: false };
                state.push(Frame::Flee(flight));
            }
            None if routed || toll > 0 => self.remove(state, unit, "14.5", "finds no way out and surrenders", umpire),
            None => {
                let hex = state.piece(unit).hex;
                if field.near[usize::from(hex.0)] <= 1 {
                    self.lose(state, unit, hex, 1, umpire);
                }
            }
        }
    }

    /// Takes away an earlier forced move of a unit that begins another.
    fn stop_running(&self, state: &mut State, unit: Unit) {
        let frames: Vec<Frame> = state.frames.frames().collect();
        state.frames = grognard_engine::stack::Stack::EMPTY;
        for frame in frames {
            if !matches!(frame, Frame::Flee(flight) if flight.unit == unit) {
                state.push(frame);
            }
        }
    }
}
