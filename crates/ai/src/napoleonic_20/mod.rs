//! Napoleonic 20: Dresden 20.
//!
//! | module | what it holds |
//! |---|---|
//! | `greedy` | the frozen yardstick |
//! | `commander` | the planner as a player: one method for each kind of decision |
//! | `plan` | the turn plan: where every unit ends its move, by local search |
//! | `allocate` | the battles of a phase as a whole: who attacks whom |
//! | `outlook` | a position judged: morale, strength, ground, and what either side could do next |
//! | `stakes` | what a battle is worth before the die, and how dear things are |

mod allocate;
mod commander;
mod greedy;
mod outlook;
mod plan;
mod stakes;

pub use commander::{Commander, Effort};
pub use greedy::Greedy;
pub use stakes::Weights;

use crate::{Level, Player};
use grognard_napoleonic_20::Campaign;

/// How hard each level thinks.
const RECRUIT: Effort = Effort { moves: 120, slip: 0.8, throws: 1 };
const VETERAN: Effort = Effort { moves: 3_000, slip: 0.0, throws: 4 };
const MARSHAL: Effort = Effort { moves: 15_000, slip: 0.0, throws: 8 };

/// A player of this level.
#[must_use]
pub fn player(level: Level, seed: u64) -> Box<dyn Player<Campaign>> {
    match level {
        Level::Random => Box::new(crate::random::Random::new(seed)),
        Level::Greedy => Box::new(Greedy),
        Level::Recruit => Box::new(Commander::new(RECRUIT, seed)),
        Level::Veteran => Box::new(Commander::new(VETERAN, seed)),
        Level::Marshal => Box::new(Commander::new(MARSHAL, seed)),
    }
}
