//! Measures players of The Eagles Turn East against each other: pairs of games with the same dice and sides swapped.
//!
//! `cargo run --release -p grognard-ai --example duel_eagles -- GAME A B PAIRS [SEED]`, where a player is a level (`marshal`, `greedy`, …) or
//! `plan:THROWS[,moods=N][,slip=X]`. `record GAME FRENCH COALITION SEED` prints the record of one game instead.

#[path = "shared/clock.rs"]
mod clock;
#[path = "shared/duel.rs"]
mod duel;
#[path = "shared/one_record.rs"]
mod one_record;

use grognard_ai::Player;
use grognard_ai::eagles_turn_east::{Commander, Effort};
use grognard_eagles_turn_east::Campaign;

fn make(spec: &str, game: &Campaign, seed: u64) -> Box<dyn Player<Campaign>> {
    duel::make(spec, game, seed, grognard_ai::eagles_turn_east::wavering, |throws, settings| {
        let mut effort = Effort { slip: 0.0, throws, moods: 0 };
        for (name, value) in settings {
            match name {
                "moods" => effort.moods = value.parse().expect("a number"),
                "slip" => effort.slip = value.parse().expect("a number"),
                _ => panic!("no setting {name}"),
            }
        }
        Box::new(Commander::new(effort, seed))
    })
}

/// A game by its name; with `+` after it changes as a laboratory writes them, such as `eagles-friedland+figure:critical=12`.
fn open(name: &str) -> Campaign {
    let mut parts = name.split('+').map(str::to_owned);
    let game = parts.next().unwrap_or_default();
    Campaign::changed(&game, &[], &parts.collect::<Vec<_>>()).expect("a game")
}

fn main() {
    if !one_record::printed(open, make) {
        duel::run(open, |spec, game, _, seed| make(spec, game, seed), |state| (state.turn, state.phasing as u8));
    }
}
