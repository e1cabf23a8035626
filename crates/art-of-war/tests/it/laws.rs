//! Laws over random play. The full number of games is run by `grognard fuzz eylau`.

use grognard_art_of_war::Battle;
use grognard_testkit::{Limits, fuzz_one};

fn fuzz(game: &str, options: &[(&str, &str)], seeds: std::ops::Range<u64>) {
    let options: Vec<(String, String)> = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    for seed in seeds {
        let game = Battle::new(game, &options).unwrap();
        if let Err(broken) = fuzz_one(game, seed, Limits::default()) {
            panic!("{broken}");
        }
    }
}

#[test]
fn random_games_keep_every_law() {
    fuzz("eylau", &[], 0..12);
}

#[test]
fn random_games_in_bad_weather_keep_every_law() {
    fuzz("eylau", &[("weather", "on")], 100..112);
}

#[test]
fn random_games_of_dresden_keep_every_law() {
    fuzz("dresden", &[], 200..212);
}
