//! Random games that the tests of several files look into.

use crate::Campaign;
use crate::state::State;
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Umpire};

/// Plays `actions` random actions of a scenario and looks at every `every`-th position, beginning with the one after the first action.
pub(crate) fn ramble(name: &str, seed: u64, actions: usize, every: usize, mut look: impl FnMut(&Campaign, &State, usize)) {
    let game = Campaign::new(name, &[]).unwrap();
    let mut dice = SeededDice::new(seed);
    let mut state = game.start(&mut Umpire::silent(&mut dice));
    let mut options = Vec::new();
    for step in 0..actions {
        if matches!(game.decision(&state), Decision::Over(_)) {
            break;
        }
        game.legal_actions(&state, &mut options);
        let action = options[dice.below(options.len() as u32) as usize];
        game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
        if step % every == 0 {
            look(&game, &state, step);
        }
    }
}
