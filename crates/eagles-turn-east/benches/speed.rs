//! P2, P3, replay and the size of a state, for the games of this rulebook, and how long the ways of a Force in hand take.

// P1 is for games in which one unit moves alone: here a leader carries others, and who follows is decided after.
#[allow(dead_code)]
#[path = "../../testkit/shared/speed.rs"]
mod speed;

use grognard_eagles_turn_east::state::{Frame, State};
use grognard_eagles_turn_east::{Campaign, completes_action, games};
use grognard_testkit::bench::Clock;

fn main() {
    let names: Vec<&str> = games().iter().map(|game| game.id).collect();
    speed::run(&names, |name| Campaign::new(name, &[]).expect("the game loads"), completes_action, ways);
}

/// Every Force in hand in the positions: how long all its ways take, and how many hexes they lead to.
fn ways(clock: Clock<'_>, name: &str, game: &Campaign, positions: &[State]) {
    let hands: Vec<&State> = positions.iter().filter(|state| state.frame == Frame::March).collect();
    let (rounds, begun) = (20, clock());
    let mut ends = 0;
    for _ in 0..rounds {
        ends += hands.iter().map(|state| game.reach(state, state.hand, state.by).len()).sum::<usize>();
    }
    let each = (clock() - begun) / (rounds * hands.len() as u64).max(1);
    println!("ways {name}: {each} ns for all ways of a Force in hand, {} hands, {} ends", hands.len(), ends / rounds as usize);
}
