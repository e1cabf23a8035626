//! [6.1] [6.2] How far the Force in hand gets, and by which way.

use crate::Campaign;
use crate::force::Foes;
use crate::state::{By, Leader, Leaders, State};
use grognard_engine::HexId;
use grognard_engine::walk::{Node, Walk};

/// [II.b.2] Half Movement Points that an Extended March adds at most.
const EXTENSION: u8 = 8;

impl Campaign {
    /// [6.1] Half Movement Points of a leader with his track.
    #[must_use]
    pub fn allowance(&self, state: &State, leader: Leader, by: By) -> u8 {
        let figures = self.figures();
        match by {
            By::Ride => figures.allowance_leader,
            By::Forced => figures.allowance_forced,
            By::Command | By::Initiative | By::Entry if self.on_horse(state, leader) => figures.allowance_horse,
            By::Command | By::Initiative | By::Entry => figures.allowance_foot,
        }
    }

    /// [II.b.2] Half Movement Points that an Extended March adds.
    pub(crate) fn extension(&self, state: &State) -> u8 {
        if state.extended { EXTENSION } else { 0 }
    }

    /// [6.1] Half Movement Points that are left to a leader of the Force in hand: no more than its slowest part has.
    #[must_use]
    pub fn points_left(&self, state: &State, leader: Leader) -> u8 {
        let with = state.force.or(Leaders::one(leader.into()));
        let least = with.into_iter().map(|one| self.allowance(state, one as Leader, state.by)).min().unwrap_or(0);
        let worked = if leader == state.hand { state.worked } else { 0 };
        (least + self.extension(state)).saturating_sub(state.spent[usize::from(leader)]).saturating_sub(worked)
    }

    /// [6.5] Whether a leader can march no further in this phase because an enemy zone has stopped him.
    pub(crate) fn is_stopped(&self, state: &State, foes: &Foes, leader: Leader) -> bool {
        let pinned = state.spent[usize::from(leader)] > 0 || state.by == By::Command;
        state.hex(leader).is_none_or(|hex| pinned && foes.zone.has(hex))
    }

    /// [6.2] Walks from where a leader stands as far as his points lead.
    pub(crate) fn walk_from(&self, walk: &mut Walk, state: &State, foes: &Foes, leader: Leader, points: u8) {
        self.walk_towards(walk, state, foes, leader, points, |_, _| true);
    }

    /// [6.2] The same from those hexes only from which it is worth to go on: what has been spent until there is told.
    fn walk_towards(
        &self,
        walk: &mut Walk,
        state: &State,
        foes: &Foes,
        leader: Leader,
        points: u8,
        mut worth: impl FnMut(HexId, u16) -> bool,
    ) {
        let Some(start) = state.hex(leader) else { return };
        let horse = state.by == By::Ride || self.on_horse(state, leader);
        let going = state.going();
        // [15] Dispersed troops enter no enemy zone.
        let dispersed = state.forage.has(leader.into());
        walk.walk(Node { hex: start, pose: 0 }, points.into(), |node, spent, steps| {
            // [6.5] Whoever enters an enemy zone stops.
            if !worth(node.hex, spent) || node.hex != start && foes.zone.has(node.hex) {
                return;
            }
            for (direction, next) in self.grid().neighbours(node.hex).iter().enumerate() {
                let closed = |hex: HexId| foes.held.has(hex) || dispersed && foes.zone.has(hex);
                let Some(next) = next.filter(|&next| !closed(next)) else { continue };
                if let Some(price) = self.ground().price(node.hex, direction, next, horse, &going) {
                    steps.to(Node { hex: next, pose: 0 }, price);
                }
            }
        });
    }

    /// [3.4] Whether a leader's track fits into a hex besides those who stand there.
    pub(crate) fn fits(&self, state: &State, leader: Leader, hex: HexId) -> bool {
        let there = self.stack(state, self.side_of(leader), hex);
        let own = self.points(state, leader);
        state.hex(leader) == Some(hex) || own == 0 || there + own <= u16::from(self.figures().stacking)
    }

    /// The hexes to which the leader in hand can march, each with what that takes.
    pub(crate) fn destinations(&self, state: &State, mut found: impl FnMut(HexId, u8)) {
        let leader = state.hand;
        let foes = self.foes(state, self.side_of(leader));
        if state.halted || state.force.len() > 1 {
            return;
        }
        // [16.2] Whoever goes his own way goes as a retreat does.
        if state.sector > 0 {
            self.ways_astray(state)
                .into_iter()
                .filter_map(|(way, spent)| Some((*way.last()?, spent)))
                .for_each(|(hex, spent)| found(hex, spent));
            return;
        }
        if self.is_stopped(state, &foes, leader) {
            return;
        }
        let crowd = self.crowded(state, leader);
        self.with_walk(|walk| {
            self.walk_from(walk, state, &foes, leader, self.points_left(state, leader));
            for (node, spent) in walk.reached().filter(|(node, _)| Some(node.hex) != state.hex(leader)) {
                let apart = !self.too_near_the_rival(state, leader, node.hex) && self.leads_to_aim(state, leader, node.hex);
                let apart = apart && !self.in_danger(state, leader, node.hex);
                if apart && !crowd.bars(node.hex) && (!state.guns || self.joins_battle(state, node.hex)) {
                    found(node.hex, spent as u8);
                }
            }
        });
    }

    /// [3.4] The hexes to which another leader can follow, each with what that takes.
    pub(crate) fn follow_hexes(&self, state: &State, foes: &Foes, follower: Leader, mut found: impl FnMut(HexId, u8)) {
        let Some(lead) = state.hex(state.hand) else { return };
        let points = self.points_left(state, follower);
        if self.is_stopped(state, foes, follower) {
            return;
        }
        self.with_walk(|walk| {
            // No step takes less than half a point: who is too far off does not get there.
            let near = |hex: HexId, spent: u16| spent + u16::from(self.grid().distance(hex, lead)) <= u16::from(points) + 1;
            self.walk_towards(walk, state, foes, follower, points, near);
            for (node, spent) in walk.reached().filter(|(node, _)| Some(node.hex) != state.hex(follower)) {
                let apart = !self.too_near_the_rival(state, follower, node.hex) && !self.in_danger(state, follower, node.hex);
                if apart && self.grid().distance(node.hex, lead) <= 1 && self.fits(state, follower, node.hex) {
                    found(node.hex, spent as u8);
                }
            }
        });
    }

    /// The cheapest way of a leader to a hex, the start included, and what it takes; nothing if he does not get there.
    pub(crate) fn way(&self, state: &State, leader: Leader, to: HexId) -> Option<(Vec<HexId>, u8)> {
        if state.sector > 0 && leader == state.hand {
            return self.ways_astray(state).into_iter().find(|(way, _)| way.last() == Some(&to));
        }
        let foes = self.foes(state, self.side_of(leader));
        self.with_walk(|walk| {
            // Once he is there nothing can change his way.
            let mut there = false;
            let until = |hex: HexId, _: u16| {
                there |= hex == to;
                !there
            };
            self.walk_towards(walk, state, &foes, leader, self.points_left(state, leader), until);
            let node = Node { hex: to, pose: 0 };
            let spent = walk.spent(node)?;
            Some((walk.path(node).into_iter().map(|node| node.hex).collect(), spent as u8))
        })
    }
}
