//! La Bataille: Bautzen.
//!
//! | module | what it holds |
//! |---|---|
//! | `greedy` | the frozen yardstick |
//! | `commander` | the opponent as a player: habits, and rehearsals of what matters |
//! | `habits` | what to do in each decision, by rule of thumb |
//! | `ground` | where a unit should end its move, which way it should look, how it should be drawn up |
//! | `maps` | how far each place that counts is from everywhere, by arm |
//! | `scene` | a position as one side sees it: who stands where, who could hurt whom |
//! | `temper` | how a side goes about a turn: bold or careful, waiting or hunting |
//! | `purse` | what a turn of a side may cost, counted |
//! | `rehearsal` | options compared by playing them out with the same dice |
//! | `judge` | what a position is worth |

mod commander;
mod greedy;
mod ground;
mod habits;
mod judge;
mod maps;
mod purse;
mod rehearsal;
mod scene;
mod temper;

pub use commander::{Commander, Effort};
pub use greedy::Greedy;
pub use judge::Onlooker;
pub use temper::{Aim, Temper};

use crate::wavering::Wavering;
use crate::{Level, Player};
use grognard_la_bataille::Bautzen;

/// How hard each level thinks: a rehearsal of an assault takes a tenth of a millisecond or so, one of a move ten times as long. The work is what a second, and
/// five, are enough for with room to spare.
const RECRUIT: Effort =
    Effort { slip: 3.0, throws: 0, moves: 0, move_throws: 0, moods: 0, deep: 0, work: 0, usual: Temper::CALM };
const VETERAN: Effort =
    Effort { slip: 0.0, throws: 12, moves: 0, move_throws: 0, moods: 2, deep: 60, work: 800_000, usual: Temper::CALM };
const MARSHAL: Effort =
    Effort { slip: 0.0, throws: 48, moves: 0, move_throws: 0, moods: 16, deep: 400, work: 4_000_000, usual: Temper::CALM };

/// Turns of a hundred in which somebody between recruit and veteran is careless.
const CORPORAL: u32 = 75;
const SERGEANT: u32 = 50;

/// A player of this level.
#[must_use]
pub fn player(level: Level, seed: u64) -> Box<dyn Player<Bautzen>> {
    match level {
        Level::Random => Box::new(crate::random::Random::new(seed)),
        Level::Greedy => Box::new(Greedy::default()),
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
pub fn wavering(lapses: u32, seed: u64) -> Box<dyn Player<Bautzen>> {
    let players: [Box<dyn Player<Bautzen>>; 2] =
        [Box::new(Commander::new(VETERAN, seed)), Box::new(Commander::new(RECRUIT, seed))];
    Box::new(Wavering::new(players, lapses, seed, |state| 2 * u64::from(state.turn) + state.phasing as u64))
}
