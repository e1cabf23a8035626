//! What somebody who reckons may ask of a position: how far a leader gets, where the enemy's zones lie, what stopped a line. Nothing here is a rule of its own.

use crate::ground::Going;
use crate::state::{By, LEADERS, Leader, Leaders, Side, State};
use crate::tread::with_tread;
use crate::{Campaign, Setting};
use grognard_engine::HexId;
use grognard_engine::sets::{Bits, HexSet};
use grognard_engine::walk::{Node, Walk};

impl Campaign {
    /// Which scenario this is.
    #[must_use]
    pub const fn setting(&self) -> Setting {
        self.setting
    }

    /// [6.1] The hexes that a leader would reach from where he stands if he were let march now, each with the half Movement Points that it takes; his own among them.
    #[must_use]
    pub fn reach(&self, state: &State, leader: Leader, by: By) -> Vec<(HexId, u16)> {
        let mut world = *state;
        (world.by, world.force, world.hand) = (by, Leaders::EMPTY, leader);
        (world.spent, world.extended, world.worked) = ([0; LEADERS], false, 0);
        let foes = self.foes(&world, self.side_of(leader));
        if self.is_stopped(&world, &foes, leader) {
            return state.hex(leader).map(|hex| (hex, 0)).into_iter().collect();
        }
        let allowance = self.allowance(&world, leader, by);
        with_tread(|walk| {
            self.walk_from(walk, &world, &foes, leader, allowance);
            walk.reached().collect()
        })
    }

    /// [6.5] Hexes in the zones of control of the enemies of a side, as it sees them.
    #[must_use]
    pub fn enemy_zone(&self, state: &State, side: Side) -> HexSet {
        self.foes(state, side).zone.clone()
    }

    /// How far it is from every hex to one, in half Movement Points of troops on foot, nobody in the way. What a bridge that is down costs more is what `repair` says.
    #[must_use]
    pub fn far_to(&self, state: &State, goal: HexId, repair: u16) -> Vec<u16> {
        let down = state.down;
        let going = Going { down: Bits::EMPTY, ..state.going() };
        let mut far = vec![u16::MAX; self.grid().size()];
        let mut walk = Walk::new(self.grid().size(), 1);
        walk.walk(Node { hex: goal, pose: 0 }, 2_000, |node, _, steps| {
            for (direction, next) in self.grid().neighbours(node.hex).iter().enumerate() {
                let Some(next) = *next else { continue };
                let back = (direction + 3) % 6;
                if let Some(price) = self.ground().price(next, back, node.hex, false, &going).filter(|_| self.ground().dry(next))
                {
                    let broken = self.ground().bridge(next, node.hex).is_some_and(|bridge| down.has(bridge.into()));
                    steps.to(Node { hex: next, pose: 0 }, price + if broken { repair } else { 0 });
                }
            }
        });
        walk.reached().for_each(|(node, spent)| far[usize::from(node.hex.0)] = spent);
        far
    }
}
