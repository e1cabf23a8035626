//! Laws over random play. The full number of games is run by `grognard fuzz eylau`.

use crate::romp::battle;
use grognard_testkit::Limits;
use grognard_testkit::laws::fuzz;

fn keep_laws(name: &str, seeds: std::ops::Range<u64>) {
    fuzz(battle(name), seeds, Limits::default(), |_| true).unwrap_or_else(|broken| panic!("{broken}"));
}

#[test]
fn random_games_keep_every_law() {
    keep_laws("eylau", 0..6);
}

#[test]
fn random_games_in_bad_weather_keep_every_law() {
    keep_laws("eylau+weather", 100..106);
}

#[test]
fn random_games_of_dresden_keep_every_law() {
    keep_laws("dresden", 200..206);
}
