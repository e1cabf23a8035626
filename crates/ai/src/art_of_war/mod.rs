//! Napoleon's Art of War: Eylau and Dresden.

mod greedy;
mod places;

pub use greedy::Greedy;

use crate::{Level, Player};
use grognard_art_of_war::Battle;

/// A player of this level.
#[must_use]
pub fn player(level: Level, seed: u64) -> Box<dyn Player<Battle>> {
    match level {
        Level::Random => Box::new(crate::random::Random::new(seed)),
        Level::Greedy => Box::new(Greedy::new()),
        Level::Recruit => Box::new(Greedy::clumsy(seed)),
        Level::Veteran | Level::Marshal => Box::new(Greedy::new()),
    }
}
