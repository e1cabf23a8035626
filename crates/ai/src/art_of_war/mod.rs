//! Napoleon's Art of War: Eylau and Dresden.
//!
//! | module | what it holds |
//! |---|---|
//! | `greedy` | the frozen yardstick |
//! | `exploiter` | players with one idea each: turtle, rush, flank run, bait |
//! | `tricks` | players with a trick: gun line, Fabian, run when ahead, citadel, blitz, run and lull |
//! | `strategist` | the planner as a player: one method for each kind of decision |
//! | `army` | the army plan: attack, press, hold or gamble |
//! | `plan` | the turn plan: where every unit ends its move, by local search |
//! | `fight`, `allocate` | the attacks of a phase as a whole: what each is worth, and the best set of them |
//! | `rehearsal` | which attack comes first, by playing it out |
//! | `threat` | what the other side could do next |
//! | `outlook`, `weights` | a position judged, and how dear things are |
//! | `onlooker` | a position judged for analysts and laboratories |
//! | [`puzzles`] | small positions from played games, for the solver |
//! | `scene`, `ground`, `odds` | who stands where, the map and the results table in a form for being asked often |

mod allocate;
mod army;
mod exploiter;
mod fight;
mod greedy;
mod ground;
mod odds;
mod onlooker;
mod outlook;
mod places;
mod plan;
pub mod puzzles;
mod rehearsal;
mod scene;
mod strategist;
mod threat;
mod tricks;
mod weights;

pub use army::Posture;
pub use exploiter::{Exploiter, Ruse};
pub use greedy::Greedy;
pub use onlooker::Onlooker;
pub(crate) use onlooker::hangs;
pub use scene::Prices;
pub use strategist::{Effort, Strategist};
pub use tricks::Trickster;
pub use weights::Weights;

use crate::trick::Trick;
use crate::wavering::Wavering;
use crate::{Level, Player};
use grognard_art_of_war::Battle;

/// How hard each level thinks. A thousand evaluations take a thirtieth of a second or so on one core.
const RECRUIT: Effort = Effort { moves: 120, slip: 0.6, oversight: 20, foresight: 0.4 };
const VETERAN: Effort = Effort::of(15_000);
const MARSHAL: Effort = Effort::of(80_000);

/// Turns of a hundred in which somebody between recruit and veteran is careless.
const CORPORAL: u32 = 75;
const SERGEANT: u32 = 50;

/// A player of this level.
#[must_use]
pub fn player(level: Level, seed: u64) -> Box<dyn Player<Battle>> {
    if let Some(trick) = Trick::of(level) {
        return Box::new(Trickster::new(trick));
    }
    match level {
        Level::Random => Box::new(crate::random::Random::new(seed)),
        Level::Greedy => Box::new(Greedy::new()),
        Level::Turtle => Box::new(Exploiter::new(Ruse::Turtle)),
        Level::Rush => Box::new(Exploiter::new(Ruse::Rush)),
        Level::FlankRun => Box::new(Exploiter::new(Ruse::FlankRun)),
        Level::Bait => Box::new(Exploiter::new(Ruse::Bait)),
        Level::Recruit => Box::new(Strategist::new(RECRUIT, seed)),
        Level::Corporal => wavering(CORPORAL, seed),
        Level::Sergeant => wavering(SERGEANT, seed),
        Level::Veteran => Box::new(Strategist::new(VETERAN, seed)),
        Level::Marshal => Box::new(Strategist::new(MARSHAL, seed)),
        _ => crate::planner::level(level, seed),
    }
}

/// A veteran who plays so many turns of a hundred as a recruit would.
#[must_use]
pub fn wavering(lapses: u32, seed: u64) -> Box<dyn Player<Battle>> {
    let players: [Box<dyn Player<Battle>>; 2] =
        [Box::new(Strategist::new(VETERAN, seed)), Box::new(Strategist::new(RECRUIT, seed))];
    Box::new(Wavering::new(players, lapses, seed, |state| 2 * u64::from(state.turn) + state.phasing as u64))
}
