//! Where the piece in hand can go: a walk over hexes and the vertices it may look at.

use crate::ProvingGround;
use crate::army::STACK;
use crate::prices;
use crate::state::{Formation, Frame, Side, Standing, State};
use grognard_engine::HexId;
use grognard_engine::facing::Heading;
use grognard_engine::sets::HexSet;
use grognard_engine::walk::{Node, Walk};

/// Six vertices.
pub const POSES: u8 = 6;

/// Who stands where.
pub struct Occupied {
    /// Hexes with an enemy of the side.
    pub enemies: HexSet,
    /// Hexes in which no more friends find room, the piece in hand not counted.
    pub full: HexSet,
}

impl ProvingGround {
    /// Who stands where, as `side` sees it, without the piece `but`.
    pub(crate) fn occupied(&self, state: &State, side: Side, but: Option<u16>) -> Occupied {
        let grid = self.field().ground.grid();
        let (mut enemies, mut full) = (HexSet::none(grid), HexSet::none(grid));
        let mut friends: Vec<u8> = vec![0; grid.size()];
        for (unit, standing) in (0u16..).zip(&state.pieces) {
            let foe = self.field().army.kind(unit).side != side;
            for hex in standing.hexes(grid).filter(|_| Some(unit) != but) {
                let count = &mut friends[usize::from(hex.0)];
                if foe {
                    enemies.insert(hex);
                } else {
                    *count += 1;
                    if usize::from(*count) >= STACK {
                        full.insert(hex);
                    }
                }
            }
        }
        Occupied { enemies, full }
    }

    /// Walks from where a piece stands as far as `left` leads.
    pub(crate) fn walk(&self, walk: &mut Walk, standing: &Standing, unit: u16, left: u16, occupied: &Occupied) {
        let (ground, formation) = (&self.field().ground, standing.formation);
        let (grid, arm) = (ground.grid(), self.field().army.kind(unit).arm);
        let second = |hex: HexId, vertex: u8| match formation.second_to_the_right() {
            Some(right) => grid.abreast(hex, Heading::corner(vertex.into()), right).map(Some),
            None => Some(None),
        };
        let stands = |hex: HexId, vertex: u8| {
            second(hex, vertex).is_some_and(|second| !second.is_some_and(|second| occupied.enemies.has(second)))
        };
        let entry = |hex: HexId, side: usize| {
            let to = grid.neighbours(hex)[side].filter(|to| !occupied.enemies.has(*to))?;
            Some((to, prices::step(arm, formation, ground.cover(to), ground.edge(hex, side))?))
        };
        let start = Node { hex: standing.hex, pose: standing.vertex };
        walk.walk(start, left, |node, _, steps| {
            if !formation.moves() {
                return;
            }
            let mut go = |side: usize| {
                let Some((to, price)) = entry(node.hex, side) else { return };
                // A line on two hexes goes forward with both, and pays the dearer way.
                let price = match second(node.hex, node.pose) {
                    Some(Some(beside)) => entry(beside, side).map(|(_, other)| price.max(other)),
                    _ => Some(price),
                };
                if let Some(price) = price.filter(|_| stands(to, node.pose)) {
                    steps.to(Node { hex: to, pose: node.pose }, price);
                }
            };
            if formation.all_round() {
                (0..6).for_each(go);
                return;
            }
            let (first, other) = Heading::corner(node.pose.into()).sides();
            go(first);
            go(other);
            for pose in [(node.pose + 1) % POSES, (node.pose + POSES - 1) % POSES] {
                if stands(node.hex, pose) {
                    steps.to(Node { hex: node.hex, pose }, prices::turn(formation, 1));
                }
            }
        });
    }

    /// Where the piece in hand can end a move.
    pub(crate) fn destinations(&self, state: &State, mut found: impl FnMut(HexId)) {
        let Frame::Hand { unit, left } = state.frame else { return };
        let standing = state.piece(unit);
        let occupied = self.occupied(state, state.side, Some(unit));
        self.with_walk(|walk| {
            self.walk(walk, standing, unit, left, &occupied);
            let mut seen = HexSet::none(self.field().ground.grid());
            seen.insert(standing.hex);
            for (node, _) in walk.reached() {
                if !seen.has(node.hex) {
                    seen.insert(node.hex);
                    if self.best_pose(walk, standing.formation, node.hex, &occupied).is_some() {
                        found(node.hex);
                    }
                }
            }
        });
    }

    /// The cheapest pose in which a piece can end in a hex, the lowest of several.
    pub(crate) fn best_pose(&self, walk: &Walk, formation: Formation, hex: HexId, occupied: &Occupied) -> Option<(u8, u16)> {
        let grid = self.field().ground.grid();
        let room = |pose: u8| {
            let there = Standing { hex, vertex: pose, formation, left: 0 };
            !there.hexes(grid).any(|hex| occupied.full.has(hex))
        };
        let ends = (0..POSES).filter_map(|pose| Some((pose, walk.spent(Node { hex, pose })?)));
        ends.filter(|&(pose, _)| room(pose)).min_by_key(|&(pose, spent)| (spent, pose))
    }

    /// What it takes the piece in hand to get to a hex, the pose it arrives in, and its way there, if it can.
    pub(crate) fn way(&self, state: &State, to: HexId) -> Option<(u8, u16, Vec<HexId>)> {
        let Frame::Hand { unit, left } = state.frame else { return None };
        let standing = state.piece(unit);
        if to == standing.hex || !self.field().ground.grid().holds(to) {
            return None;
        }
        let occupied = self.occupied(state, state.side, Some(unit));
        self.with_walk(|walk| {
            self.walk(walk, standing, unit, left, &occupied);
            let (pose, spent) = self.best_pose(walk, standing.formation, to, &occupied)?;
            let mut hexes: Vec<HexId> = walk.path(Node { hex: to, pose }).into_iter().map(|node| node.hex).collect();
            hexes.dedup();
            Some((pose, spent, hexes))
        })
    }
}
