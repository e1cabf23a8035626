//! Computer opponents.
//!
//! A [`Player`] sees a [`Glimpse`] of the position, which holds only what its seat may know, and names an action of the same kind as a
//! person plays, with its reason. Nothing in here reads a clock: a budget is a number of evaluations, which makes the choice
//! follow from the seed, and the caller may cut it short through a [`Clock`].
//!
//! | module | what it holds |
//! |---|---|
//! | `player` | players, what they see, the door through which they are asked |
//! | `level` | levels by name, and a player of a level for any game |
//! | [`random`](mod@random) | the weakest yardstick |
//! | [`trick`] | tricks that a good player must not fall for, the same in every game |
//! | [`planner`] | the planner for any game: whole turns planned by playing them out |
//! | [`judge`] | what a position of any game is worth |
//! | [`art_of_war`] | the planner for Napoleon's Art of War, and its frozen greedy yardstick |
//! | [`assess`] | what a position is worth, for onlookers |
//! | [`eagles_turn_east`] | the opponent for The Eagles Turn East, and its frozen greedy yardstick |
//! | [`la_bataille`] | the opponent for La Bataille: Bautzen, and its frozen greedy yardstick |
//! | [`napoleonic_20`] | the planner for Dresden 20, and its frozen greedy yardstick |
//! | [`regret`] | small positions solved exactly, and what players give away in them |
//! | [`duel`] | whole games between two players |

#[cfg(feature = "art-of-war")]
pub mod art_of_war;
pub mod assess;
pub mod duel;
#[cfg(feature = "eagles-turn-east")]
pub mod eagles_turn_east;
pub mod judge;
#[cfg(feature = "la-bataille")]
pub mod la_bataille;
mod level;
#[cfg(feature = "napoleonic-20")]
pub mod napoleonic_20;
pub mod planner;
mod player;
pub mod random;
pub mod regret;
pub mod trick;
mod wavering;

pub use level::{LEVELS, Level, LevelInfo, WEIGHTS, named_player, player};
pub use player::{Advice, Clock, Glimpse, Player, Unhurried, consult};
