//! Measures players against each other: pairs of games with the same dice and sides swapped.
//!
//! `cargo run --release -p grognard-ai --example duel -- GAME A B PAIRS [SEED]`, where a player is a level (`marshal`, `greedy`, …) or
//! `plan:EVALUATIONS[,weight=value…]`.

#[path = "shared/clock.rs"]
mod clock;
#[path = "shared/duel.rs"]
mod duel;

use grognard_ai::Player;
use grognard_ai::art_of_war::{Effort, Strategist, Weights};
use grognard_art_of_war::{Battle, Side};

fn make(spec: &str, battle: &Battle, side: usize, seed: u64) -> Box<dyn Player<Battle>> {
    duel::make(spec, battle, seed, grognard_ai::art_of_war::wavering, |moves, settings| {
        let mut effort = Effort::of(moves);
        let mut weights = Weights::of_side(battle.title(), Side::BOTH[side]);
        for (name, value) in settings {
            let value: f32 = value.parse().expect("a number");
            if name == "slip" {
                effort.slip = value;
            } else {
                assert!(weights.set(name, value), "no weight {name}");
            }
        }
        Box::new(Strategist::new(effort, seed).with_weights(weights))
    })
}

fn main() {
    duel::run(|name| Battle::new(name, &[]).expect("a game"), make, |state| (state.turn, state.phasing as u8));
}
