//! Napoleonic 20: Dresden 20.
//!
//! | module | what it holds |
//! |---|---|
//! | `greedy` | the frozen yardstick |
//! | `tricks` | players with a trick: gun line, Fabian, run when ahead, citadel, blitz, run and lull |
//! | `commander` | the planner as a player: one method for each kind of decision |
//! | `plan` | the turn plan: where every unit ends its move, by local search |
//! | `allocate` | the battles of a phase as a whole: who attacks whom |
//! | `rehearsal` | plans compared by playing them out |
//! | `outlook` | a position judged: morale, strength, ground, and what either side could do next |
//! | `onlooker` | a position judged for analysts and laboratories |
//! | `stakes` | what a battle is worth before the die, and how dear things are |

mod allocate;
mod commander;
mod greedy;
mod onlooker;
mod outlook;
mod plan;
mod rehearsal;
mod stakes;
mod tricks;

pub use commander::{Commander, Effort};
pub use greedy::Greedy;
pub use onlooker::Onlooker;
pub(crate) use onlooker::hangs;
pub use stakes::Weights;
pub use tricks::Trickster;

use crate::trick::Trick;
use crate::wavering::Wavering;
use crate::{Level, Player};
use grognard_napoleonic_20::Campaign;

/// How hard each level thinks. A thousand plans take a hundredth of a second or so on one core, a thousand rehearsals one to two seconds.
const RECRUIT: Effort = Effort { moves: 120, slip: 0.8, rehearsals: 0, throws: 1, horizon: 2, sketch: 0, minds: 1, each: 0 };
pub(crate) const VETERAN: Effort =
    Effort { moves: 1_200, slip: 0.0, rehearsals: 350, throws: 4, horizon: 3, sketch: 110, minds: 10, each: 4 };
pub(crate) const MARSHAL: Effort =
    Effort { moves: 3_000, slip: 0.0, rehearsals: 2_200, throws: 8, horizon: 3, sketch: 110, minds: 20, each: 24 };

/// Turns of a hundred in which somebody between recruit and veteran is careless.
const CORPORAL: u32 = 75;
const SERGEANT: u32 = 50;

/// A player of this level.
#[must_use]
pub fn player(level: Level, seed: u64) -> Box<dyn Player<Campaign>> {
    if let Some(trick) = Trick::of(level) {
        return Box::new(Trickster(trick));
    }
    match level {
        Level::Random => Box::new(crate::random::Random::new(seed)),
        Level::Greedy => Box::new(Greedy),
        Level::Turtle | Level::Rush | Level::FlankRun | Level::Bait => {
            Box::new(Commander::new(RECRUIT.steady(), seed).with_weights(ruse(level)))
        }
        Level::Recruit => Box::new(Commander::new(RECRUIT, seed)),
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

/// The yardsticks with one idea each: the planner with lopsided weights.
fn ruse(level: Level) -> Weights {
    let plain = Weights::default();
    match level {
        // Out of reach, whatever it costs.
        Level::Turtle => Weights { fear: 3.0, hope: 0.0, pull: 0.0, ..plain },
        // Forward, and never a look at what comes back.
        Level::Rush => Weights { fear: 0.0, hope: 0.6, pull: 0.06, ..plain },
        // Round to the enemy's lines of communication.
        Level::FlankRun => Weights { pull: 0.06, rear: true, ..plain },
        // Within reach of whoever comes, and then on top of him.
        _ => Weights { fear: 0.25, hope: 1.0, pull: 0.0, ..plain },
    }
}
