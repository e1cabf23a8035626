//! Laws over random play. The full number of games is run by `grognard fuzz dresden-20`.

use grognard_napoleonic_20::Campaign;
use grognard_testkit::{Limits, fuzz_one};

fn fuzz(game: &str, options: &[&str], seeds: std::ops::Range<u64>) {
    let options: Vec<(String, String)> = options.iter().map(|&name| (name.to_owned(), "on".to_owned())).collect();
    for seed in seeds {
        let game = Campaign::new(game, &options).unwrap();
        match fuzz_one(game, seed, Limits::default()) {
            Ok(stats) => println!("{seed}: {} actions, {}", stats.actions, stats.outcome.verdict),
            Err(broken) => panic!("{broken}"),
        }
    }
}

#[test]
fn random_games_keep_every_law() {
    fuzz("dresden-20", &[], 0..20);
}

#[test]
fn random_games_of_the_standard_scenario_keep_every_law() {
    fuzz("dresden-20-standard", &[], 100..112);
}

#[test]
fn random_maneuvers_keep_every_law() {
    fuzz("dresden-20-maneuver", &[], 200..212);
}

#[test]
fn random_games_with_every_open_option_keep_every_law() {
    fuzz("dresden-20", &["penetration", "support", "breakdown", "weather"], 300..316);
}

#[test]
fn random_games_in_the_fog_keep_every_law() {
    fuzz("dresden-20", &["fog"], 400..412);
    fuzz("dresden-20-maneuver", &["fog", "penetration", "support", "breakdown", "weather"], 500..512);
}
