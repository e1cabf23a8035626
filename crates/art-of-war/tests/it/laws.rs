//! Laws over random play. The full number of games is run by `grognard fuzz eylau`.

use grognard_art_of_war::Battle;
use grognard_testkit::{Limits, fuzz_one};

fn fuzz(weather: &str, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let game = Battle::new("eylau", &[("weather".to_owned(), weather.to_owned())]).unwrap();
        if let Err(broken) = fuzz_one(game, seed, Limits::default()) {
            panic!("{broken}");
        }
    }
}

#[test]
fn random_games_keep_every_law() {
    fuzz("off", 0..12);
}

#[test]
fn random_games_in_bad_weather_keep_every_law() {
    fuzz("on", 100..112);
}
