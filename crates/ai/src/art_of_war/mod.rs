//! Napoleon's Art of War: Eylau and Dresden.
//!
//! | module | what it holds |
//! |---|---|
//! | `greedy` | the frozen yardstick |
//! | `strategist` | the planner as a player: one method for each kind of decision |
//! | `plan` | the turn plan: where every unit ends its move, by local search |
//! | `fight`, `allocate` | the attacks of a phase as a whole: what each is worth, and the best set of them |
//! | `threat` | what the other side could do next |
//! | `outlook`, `weights` | a position judged, and how dear things are |
//! | `scene`, `ground`, `odds` | who stands where, the map and the results table in a form for being asked often |

mod allocate;
mod fight;
mod greedy;
mod ground;
mod odds;
mod outlook;
mod places;
mod plan;
mod scene;
mod strategist;
mod threat;
mod weights;

pub use greedy::Greedy;
pub use scene::Prices;
pub use strategist::{Effort, Strategist};
pub use weights::Weights;

use crate::{Level, Player};
use grognard_art_of_war::Battle;

/// How hard each level thinks.
const RECRUIT: Effort = Effort { moves: 150, slip: 0.5 };
const VETERAN: Effort = Effort { moves: 4_000, slip: 0.0 };
const MARSHAL: Effort = Effort { moves: 20_000, slip: 0.0 };

/// A player of this level.
#[must_use]
pub fn player(level: Level, seed: u64) -> Box<dyn Player<Battle>> {
    match level {
        Level::Random => Box::new(crate::random::Random::new(seed)),
        Level::Greedy => Box::new(Greedy::new()),
        Level::Recruit => Box::new(Strategist::new(RECRUIT, seed)),
        Level::Veteran => Box::new(Strategist::new(VETERAN, seed)),
        Level::Marshal => Box::new(Strategist::new(MARSHAL, seed)),
    }
}
