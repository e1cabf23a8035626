//! Measures players of Dresden 20 against each other: pairs of games with the same dice and sides swapped.
//!
//! `cargo run --profile quick -p grognard-ai --example duel20 -- GAME A B PAIRS [SEED]`, where a player is a level (`marshal`, `greedy`, …)
//! or `plan:PLANS[,weight=value…]`, where `rehearsals`, `horizon`, `sketch`, `minds`, `each` and `throws` set the effort. With the same level on both sides it tells the balance.

#[path = "shared/clock.rs"]
mod clock;
#[path = "shared/duel.rs"]
mod duel;

use grognard_ai::Player;
use grognard_ai::napoleonic_20::{Commander, Effort, Weights};
use grognard_napoleonic_20::{Campaign, Side};

fn make(spec: &str, game: &Campaign, side: usize, seed: u64) -> Box<dyn Player<Campaign>> {
    duel::make(spec, game, seed, grognard_ai::napoleonic_20::wavering, |moves, settings| {
        let mut weights = Weights::of(Side::BOTH[side]);
        let mut effort = Effort { moves, slip: 0.0, rehearsals: 0, throws: 6, horizon: 2, sketch: 120, minds: 7, each: 0 };
        for (name, value) in settings {
            let number = || value.parse::<u32>().expect("a number");
            match name {
                "rehearsals" => effort.rehearsals = number(),
                "horizon" => effort.horizon = number() as u8,
                "sketch" => effort.sketch = number(),
                "minds" => effort.minds = number(),
                "each" => effort.each = number(),
                "throws" => effort.throws = number(),
                _ => assert!(weights.set(name, value.parse().expect("a number")), "no weight {name}"),
            }
        }
        Box::new(Commander::new(effort, seed).with_weights(weights))
    })
}

fn main() {
    duel::run(|name| Campaign::new(name, &[]).expect("a game"), make, |state| (state.turn, state.phasing as u8));
}
