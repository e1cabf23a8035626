//! P2, P3 and replay, for the games of this rulebook, and how long the ways of a unit in hand take.

// P1 is for games in which a unit has no facing: nothing that hexx finds can be compared with a way that turns.
#[allow(dead_code)]
#[path = "../../testkit/shared/speed.rs"]
mod speed;

use grognard_la_bataille::{Bautzen, Frame, State, completes_action, games};
use grognard_testkit::bench::Clock;

fn main() {
    let names: Vec<&str> = games().iter().map(|game| game.id).collect();
    speed::run(&names, |name| Bautzen::new(name, &[]).expect("the game loads"), completes_action, ways);
}

/// Every unit in hand in the positions: how long all its ways take, and how many hexes they lead to.
fn ways(clock: Clock<'_>, name: &str, game: &Bautzen, positions: &[State]) {
    let hands: Vec<&State> = positions.iter().filter(|state| matches!(state.frame(), Frame::Hand { .. })).collect();
    let (rounds, begun) = (20, clock());
    let mut ends = 0;
    for _ in 0..rounds {
        ends += hands.iter().filter_map(|state| game.ways(state)).map(|walk| walk.ends().count()).sum::<usize>();
    }
    let each = (clock() - begun) / (rounds * hands.len() as u64).max(1);
    println!("ways {name}: {each} ns for all ways of a unit in hand, {} hands, {} ends", hands.len(), ends / rounds as usize);
}
