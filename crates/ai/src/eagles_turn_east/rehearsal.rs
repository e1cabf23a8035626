//! Options compared by playing them out on copies, with the same dice for each.

use super::habits::Habits;
use super::judge::worth;
use super::maps::Maps;
use super::plan::Plan;
use super::scene::Scene;
use grognard_eagles_turn_east::state::{Phase, Side, State};
use grognard_eagles_turn_east::{Action, Campaign};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Secrets, Umpire};

/// How far a rehearsal goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// Until the battle in hand is over.
    Battle,
    /// Until so many Player-Turns have ended.
    Turns(u8),
}

/// Most actions of a rehearsal.
const PATIENCE: usize = 3_000;

/// Where things are tried out.
pub struct Stage<'a> {
    pub game: &'a Campaign,
    pub maps: &'a Maps,
    pub side: Side,
    /// How much bolder than usual the side goes on.
    pub mood: f32,
}

/// How many Player-Turns have begun.
fn clock(game: &Campaign, state: &State) -> u8 {
    2 * state.turn + u8::from(state.phasing != game.scenario().first)
}

impl Stage<'_> {
    fn over(&self, start: &State, state: &State, until: Until) -> bool {
        match until {
            Until::Battle => state.battle.round == 0 || state.phase != Phase::Combat,
            Until::Turns(more) => clock(self.game, state).saturating_sub(clock(self.game, start)) >= more,
        }
    }

    /// What comes of some actions, to the side that tries them: one throw of all dice.
    pub fn try_out(&self, start: &State, actions: &[Action], seed: u64, until: Until) -> f32 {
        let mut state = *start;
        let mut dice = SeededDice::new(seed);
        let mut plans = [Plan::default(), Plan::default()];
        for (at, &action) in actions.iter().enumerate() {
            if at > 0 && self.game.check(&state, action).is_err() {
                break;
            }
            self.game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
        }
        let mut options = Vec::new();
        for _ in 0..PATIENCE {
            let Decision::Choose { seat, .. } = self.game.decision(&state) else { break };
            if self.over(start, &state, until) {
                break;
            }
            let side = Side::BOTH[usize::from(seat.0 & 1)];
            self.game.legal_actions(&state, &mut options);
            let mood = if side == self.side { self.mood } else { 0.0 };
            let habits = Habits { scene: Scene::of(self.game, &state, side), maps: self.maps, mood, quick: true };
            let Some(advice) = habits.choose(&options, &mut plans[side as usize]) else { break };
            // Rules of thumb that have lost touch with the rules take what there is.
            let action = if options.contains(&advice.action) { advice.action } else { options[0] };
            self.game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
        }
        let value = worth(self.game, &state);
        if self.side == Side::French { value } else { -value }
    }

    /// The mean of several throws, the same for whatever is compared; each in a world of its own.
    pub fn mean(&self, start: &State, actions: &[Action], seed: u64, throws: u32, until: Until) -> f32 {
        let mut sum = 0.0;
        for throw in 0..throws {
            let seed = seed ^ u64::from(throw) << 40;
            let world = match until {
                Until::Battle => *start,
                Until::Turns(_) => self.game.resample(start, Some(self.side.into()), &mut SeededDice::new(seed)),
            };
            sum += self.try_out(&world, actions, seed, until);
        }
        sum / throws.max(1) as f32
    }
}
