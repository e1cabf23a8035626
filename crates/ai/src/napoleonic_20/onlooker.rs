//! A position judged for onlookers, with the eyes of both sides.

use super::greedy::Greedy;
use super::outlook::Outlook;
use super::stakes::Weights;
use crate::assess::{Assessor, settled};
use grognard_napoleonic_20::Campaign;
use grognard_napoleonic_20::state::{Frame, Side, State};

/// Judges positions of Dresden 20, in Morale Points: the planner's judgement for one side less that for the other, halved.
#[derive(Clone, Copy, Default)]
pub struct Onlooker;

/// Whether a fallen die has left something to do.
pub(crate) const fn hangs(state: &State) -> bool {
    matches!(
        state.frame,
        Frame::Losses
            | Frame::Retreat(_)
            | Frame::Toward(_)
            | Frame::Flee(_)
            | Frame::Advance(_)
            | Frame::Pursue { .. }
            | Frame::Remnants(_)
    )
}

impl Assessor<Campaign> for Onlooker {
    fn worth(&mut self, game: &Campaign, state: &State) -> f64 {
        // The frozen player chooses for both sides.
        let state = settled(game, state, &mut Greedy, hangs);
        if state.frame == Frame::Over {
            return f64::from(state.morale[0]) - f64::from(state.morale[1]);
        }
        let judged = |side| f64::from(Outlook { game, side, weights: Weights::default() }.judge(&state));
        (judged(Side::French) - judged(Side::Allied)) / 2.0
    }
}
