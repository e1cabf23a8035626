//! The weakest yardstick: any legal action, all equally likely.

use crate::{Advice, Clock, Glimpse, Player};
use grognard_engine::Game;
use grognard_engine::dice::SeededDice;

/// Plays any legal action.
pub struct Random {
    dice: SeededDice,
}

impl Random {
    /// A player whose choices follow from `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { dice: SeededDice::new(seed) }
    }
}

impl<G: Game> Player<G> for Random {
    fn advise(&mut self, glimpse: &Glimpse<'_, G>, _clock: &mut dyn Clock) -> Option<Advice<G::Action>> {
        let options = glimpse.options();
        if options.is_empty() {
            return None;
        }
        let action = options[self.dice.below(options.len() as u32) as usize];
        Some(Advice::new(action, "drawn by lot"))
    }
}
