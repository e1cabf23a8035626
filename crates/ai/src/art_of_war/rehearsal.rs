//! Which of the allotted attacks comes first: each is played out by the rules with every fall of the dice, both sides choosing what looks
//! best to them, and what is left is allotted anew.

use super::strategist::{Desk, Order};
use super::threat::Slate;
use grognard_art_of_war::Action;
use grognard_art_of_war::state::{Frame, State};
use grognard_engine::dice::every_roll;
use grognard_engine::{Dice, Rules, Umpire};

/// Most attacks that are tried as the first.
const MOST: usize = 4;
/// Most decisions that one attack is followed through; it never takes as many.
const PATIENCE: usize = 60;

impl Desk<'_> {
    /// The attack that should come first. `orders` stand in the order of a first guess.
    pub(super) fn first_attack(&self, orders: &[Order], slate: &mut Slate) -> Option<usize> {
        if orders.len() < 2 || self.staff.weights.rehearse == 0.0 {
            return (!orders.is_empty()).then_some(0);
        }
        let mut best: Option<(f32, usize)> = None;
        for (i, order) in orders.iter().enumerate().take(MOST) {
            let mut total = 0.0;
            every_roll(36, |dice| self.rehearse(order, dice, slate), |worth, ways| total += worth * ways as f32 / 36.0);
            if best.is_none_or(|(most, _)| total > most + 1e-4) {
                best = Some((total, i));
            }
        }
        best.map(|(_, i)| i)
    }

    /// What is on the table after one attack with these dice.
    fn rehearse(&self, order: &Order, dice: &mut dyn Dice, slate: &mut Slate) -> f32 {
        let battle = self.staff.battle;
        let mut state: State = *self.state;
        let mut options = Vec::new();
        let fought = state.fought;
        for _ in 0..PATIENCE {
            let over = state.frame == Frame::Over || (state.frame == Frame::Combat && state.fought != fought);
            if over || state.phasing != self.side || !in_attack(&state) {
                break;
            }
            battle.legal_actions(&state, &mut options);
            let desk = Desk { staff: self.staff, state: &state, side: battle.owner(&state), army: self.army };
            let action = match state.frame {
                Frame::Combat => desk.open_attack(&options, Some(order)).map(|advice| advice.action),
                Frame::Declare => desk.declare(&options, Some(order)).map(|advice| advice.action),
                _ if options.len() == 1 => options.first().copied(),
                // Who follows up matters for what comes next; where somebody falls back to matters less than the time it takes.
                Frame::Advance(_) => desk.pick_best(&options, slate),
                Frame::Losses => options.iter().copied().min_by_key(|&a| match a {
                    Action::Lose(unit) => battle.pieces()[usize::from(unit)].strength,
                    _ => u8::MAX,
                }),
                Frame::StepBack => Some(Action::Hold),
                _ => options.first().copied(),
            };
            let Some(action) = action else { break };
            battle.apply(&mut state, action, &mut Umpire::silent(dice));
        }
        self.staff.judge(&state, self.side, slate)
    }
}

/// Whether the position is within a Combat Phase.
fn in_attack(state: &State) -> bool {
    matches!(
        state.frame,
        Frame::Combat
            | Frame::Declare
            | Frame::Losses
            | Frame::Retreat(_)
            | Frame::Displace { .. }
            | Frame::Advance(_)
            | Frame::StepBack
    )
}

/// Whether an action would only spend what belongs elsewhere.
pub(super) const fn out_of_turn(action: Action) -> bool {
    matches!(action, Action::Commit(_) | Action::CommitAll | Action::Yield)
}
