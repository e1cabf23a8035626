//! Tests of the opponents.

mod bautzen;
mod dresden_20;
mod eagles;
mod evenings;
mod honest;
mod horde;
mod planner;
mod reasons;
#[path = "../../examples/shared/horde.rs"]
mod shared_horde;
mod whole_games;

use grognard_ai::Player;
use grognard_ai::duel::play;
use grognard_engine::Game;

/// Plays a game and says who won by how much: points of the first seat less those of the second.
fn duel<G: Game>(game: &G, mut first: Box<dyn Player<G>>, mut second: Box<dyn Player<G>>, seed: u64) -> i32 {
    let outcome = play(game, &mut [first.as_mut(), second.as_mut()], seed).outcome.expect("the game ends");
    outcome.points[0] - outcome.points[1]
}
