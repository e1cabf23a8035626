//! The Eagles Turn East.
//!
//! | module | what it holds |
//! |---|---|
//! | `greedy` | the frozen yardstick |
//! | `commander` | the opponent as a player: habits, and rehearsals of what matters |
//! | `habits` | what to do in each decision, by rule of thumb |
//! | `fight` | attacks, secret choices, losses, retreats by rule of thumb |
//! | `plan` | whom to attack in a turn and with whom, where the others go |
//! | `fleet` | ships, and who goes to Danzig |
//! | `hunger` | who lives off the country |
//! | `works` | redoubts, repulses, Extended Marches, new counters, objectives at rest |
//! | `ways` | how good a hex is for a Force to end its march in |
//! | `scene` | a position as one side sees it: who stands where, how strong he looks |
//! | `maps` | how far it is to where one wants to go |
//! | `rehearsal` | options compared by playing them out with the same dice |
//! | `judge` | what a position is worth |

mod commander;
mod fight;
mod fleet;
mod greedy;
mod habits;
mod hunger;
mod judge;
mod maps;
mod plan;
mod rehearsal;
mod scene;
mod ways;
mod works;

pub use commander::{Commander, Effort};
pub use greedy::Greedy;
pub use judge::Onlooker;

use crate::wavering::Wavering;
use crate::{Level, Player};
use grognard_eagles_turn_east::Campaign;

/// How hard each level thinks. A rehearsal of a battle takes a millisecond or so, one of a turn of both sides fifty.
const RECRUIT: Effort = Effort { slip: 0.35, throws: 0, moods: 0 };
const VETERAN: Effort = Effort { slip: 0.0, throws: 24, moods: 1 };
const MARSHAL: Effort = Effort { slip: 0.0, throws: 60, moods: 8 };

/// Turns of a hundred in which somebody between recruit and veteran is careless.
const CORPORAL: u32 = 75;
const SERGEANT: u32 = 50;

/// A player of this level.
#[must_use]
pub fn player(level: Level, seed: u64) -> Box<dyn Player<Campaign>> {
    match level {
        Level::Random => Box::new(crate::random::Random::new(seed)),
        Level::Greedy => Box::new(Greedy),
        Level::Recruit | Level::Turtle | Level::Rush | Level::FlankRun | Level::Bait => Box::new(Commander::new(RECRUIT, seed)),
        Level::Corporal => wavering(CORPORAL, seed),
        Level::Sergeant => wavering(SERGEANT, seed),
        Level::Veteran => Box::new(Commander::new(VETERAN, seed)),
        Level::Marshal => Box::new(Commander::new(MARSHAL, seed)),
        _ => crate::planner::level(level, seed),
    }
}

/// A veteran who plays so many turns of a hundred as a recruit would.
#[must_use]
pub fn wavering(lapses: u32, seed: u64) -> Box<dyn Player<Campaign>> {
    let players: [Box<dyn Player<Campaign>>; 2] =
        [Box::new(Commander::new(VETERAN, seed)), Box::new(Commander::new(RECRUIT, seed))];
    Box::new(Wavering::new(players, lapses, seed, |state| 2 * u64::from(state.turn) + state.phasing as u64))
}
