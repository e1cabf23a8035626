//! Tries the laws on random games and says which seeds break one: `cargo run --release -p grognard-eagles-turn-east --example laws -- GAME FROM TO [OPTION=VALUE …]`.

use grognard_eagles_turn_east::Campaign;
use grognard_testkit::{Limits, fuzz_one};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, from, to, options @ ..] = &args[..] else {
        eprintln!("GAME FROM TO [OPTION=VALUE …]");
        return ExitCode::FAILURE;
    };
    let number = |text: &String| text.parse::<u64>().expect("a seed");
    let options: Vec<(String, String)> = options
        .iter()
        .filter_map(|option| option.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let (mut held, mut broken, mut actions) = (0, 0, 0);
    for seed in number(from)..number(to) {
        let game = Campaign::new(name, &options).expect("a game");
        match fuzz_one(game, seed, Limits::default()) {
            Ok(stats) => {
                held += 1;
                actions += stats.actions;
            }
            Err(why) => {
                broken += 1;
                println!("{name} seed {seed}: {why}");
            }
        }
    }
    println!("{name}: {held} games kept every law, {broken} did not, {actions} actions");
    if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
