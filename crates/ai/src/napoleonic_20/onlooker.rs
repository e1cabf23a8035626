//! A position judged for onlookers, with the eyes of both sides.

use super::greedy::Greedy;
use super::outlook::Outlook;
use super::stakes::Weights;
use crate::assess::Assessor;
use crate::{Glimpse, Player, Unhurried};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Rules, Seat, Umpire};
use grognard_napoleonic_20::Campaign;
use grognard_napoleonic_20::state::{Frame, Side, State};

/// Most decisions that are carried out before a position is judged; a battle never leaves as many.
const PATIENCE: usize = 60;

/// Judges positions of Dresden 20, in Morale Points: the planner's judgement for one side less that for the other, halved.
#[derive(Clone, Copy, Default)]
pub struct Onlooker;

impl Onlooker {
    /// Carries out what a fallen die has left to do, with the frozen player choosing for both sides.
    fn settled(game: &Campaign, state: &State) -> State {
        let mut state = *state;
        let mut dice = SeededDice::new(1);
        for _ in 0..PATIENCE {
            let hanging = matches!(
                state.frame,
                Frame::Losses
                    | Frame::Retreat(_)
                    | Frame::Toward(_)
                    | Frame::Flee(_)
                    | Frame::Advance(_)
                    | Frame::Pursue { .. }
                    | Frame::Remnants(_)
            );
            if !hanging {
                break;
            }
            let glimpse = Glimpse { game, seat: game.owner(&state).seat(), state };
            let Some(advice) = crate::consult(&mut Greedy as &mut dyn Player<Campaign>, &glimpse, &mut Unhurried) else { break };
            game.apply(&mut state, advice.action, &mut Umpire::silent(&mut dice));
        }
        state
    }
}

impl Assessor<Campaign> for Onlooker {
    fn worth(&mut self, game: &Campaign, state: &State) -> f64 {
        let state = Self::settled(game, state);
        if state.frame == Frame::Over {
            return f64::from(state.morale[0]) - f64::from(state.morale[1]);
        }
        let judged = |side| f64::from(Outlook { game, side, weights: Weights::default() }.judge(&state));
        (judged(Side::French) - judged(Side::Allied)) / 2.0
    }
}
