//! Measures players of The Eagles Turn East against each other: pairs of games with the same dice and sides swapped.
//!
//! `cargo run --release -p grognard-ai --example duel_eagles -- GAME A B PAIRS [SEED]`, where a player is a level (`marshal`, `greedy`, …) or
//! `plan:THROWS[,moods=N][,slip=X]`. `record GAME FRENCH COALITION SEED` prints the record of one game instead.

#[path = "shared/clock.rs"]
mod clock;
#[path = "shared/duel.rs"]
mod duel;

use grognard_ai::eagles_turn_east::{Commander, Effort};
use grognard_ai::{Glimpse, Player, Unhurried, consult};
use grognard_eagles_turn_east::Campaign;
use grognard_engine::dice::SeededDice;
use grognard_engine::table::Table;
use std::sync::Arc;

fn make(spec: &str, game: &Campaign, seed: u64) -> Box<dyn Player<Campaign>> {
    duel::make(spec, game, seed, |throws, settings| {
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

/// Plays one game and prints its record: `record GAME FRENCH COALITION SEED`.
fn record(name: &str, first: &str, second: &str, seed: u64) {
    let game = Arc::new(Campaign::new(name, &[]).expect("a game"));
    let mut dice = SeededDice::new(seed);
    let (mut table, _) = Table::new(game.clone(), &mut dice);
    let mut players = [make(first, &game, seed), make(second, &game, seed + 1)];
    while let Some(seat) = table.to_decide() {
        let glimpse = Glimpse::of(&*game, &table.state, seat, table.entries.len() as u64);
        let advice = consult(players[usize::from(seat.0)].as_mut(), &glimpse, &mut Unhurried).expect("somebody decides");
        table.play(seat, advice.action, &mut dice).expect("advice is legal");
    }
    print!("{}", grognard_engine::record::write(&table));
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [word, name, first, second, seed] = &args[..]
        && word == "record"
    {
        return record(name, first, second, seed.parse().expect("a seed"));
    }
    duel::run(
        |name| Campaign::new(name, &[]).expect("a game"),
        |spec, game, _, seed| make(spec, game, seed),
        |state| (state.turn, state.phasing as u8),
    );
}
