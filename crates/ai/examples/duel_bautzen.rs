//! Measures players of La Bataille against each other: pairs of games with the same dice and sides swapped.
//!
//! `cargo run --release -p grognard-ai --example duel_bautzen -- GAME A B PAIRS [SEED]`, where a player is a level (`marshal`, `greedy`, …) or
//! `plan:THROWS[,moves=N][,move_throws=N][,moods=N][,deep=N][,work=N][,slip=X][,mood=X][,focus=PLACE][,aim=press]`. `record GAME FRENCH COALITION SEED` prints the record of one game instead.
//! What is changed in a game follows its name after commas, as in the laboratory.

#[path = "shared/clock.rs"]
mod clock;
#[path = "shared/duel.rs"]
mod duel;
#[path = "shared/one_record.rs"]
mod one_record;

use grognard_ai::Player;
use grognard_ai::la_bataille::{Aim, Commander, Effort, Temper};
use grognard_la_bataille::Bautzen;

fn make(spec: &str, game: &Bautzen, seed: u64) -> Box<dyn Player<Bautzen>> {
    duel::make(spec, game, seed, grognard_ai::la_bataille::wavering, |throws, settings| {
        let usual = Temper::CALM;
        let mut effort = Effort { slip: 0.0, throws, moves: 0, move_throws: 4, moods: 0, deep: 0, work: 4_000_000, usual };
        for (name, value) in settings {
            match name {
                "moves" => effort.moves = value.parse().expect("a number"),
                "move_throws" => effort.move_throws = value.parse().expect("a number"),
                "moods" => effort.moods = value.parse().expect("a number"),
                "deep" => effort.deep = value.parse().expect("a number"),
                "work" => effort.work = value.parse().expect("a number"),
                "mood" => effort.usual.mood = value.parse().expect("a number"),
                "focus" => effort.usual.focus = value.parse().ok(),
                "aim" => effort.usual.aim = if value == "press" { Aim::Press } else { Aim::Usual },
                "slip" => effort.slip = value.parse().expect("a number"),
                _ => panic!("no setting {name}"),
            }
        }
        Box::new(Commander::new(effort, seed))
    })
}

/// A game by its name, with what is changed in it after commas: `bautzen,unit:baden:start=2213`.
fn open(name: &str) -> Bautzen {
    let mut parts = name.split(',');
    let game = parts.next().expect("a name");
    let changes: Vec<String> = parts.map(str::to_owned).collect();
    Bautzen::changed(game, &[], &changes).unwrap_or_else(|why| panic!("{why}"))
}

fn main() {
    if !one_record::printed(open, make) {
        duel::run(open, |spec, game, _, seed| make(spec, game, seed), |state| (state.turn, state.phasing as u8));
    }
}
