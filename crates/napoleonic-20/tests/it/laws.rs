//! Laws over random play. The full number of games is run by `grognard fuzz dresden-20`.

use crate::romp::campaign;
use grognard_napoleonic_20::{Campaign, Options};
use grognard_testkit::laws::fuzz;
use grognard_testkit::{Limits, fuzz_one};

fn keep_laws(name: &str, seeds: std::ops::Range<u64>) {
    keep_secrets(name, seeds, [0; 3]);
}

/// The same where something is hidden: from the French, the Allies and whoever looks on. Other worlds are held against the true one at least so often
/// for each of them, at rest and in motion.
fn keep_secrets(name: &str, seeds: std::ops::Range<u64>, least: [u64; 3]) {
    let mut worlds = [[0; 2]; 3];
    fuzz(campaign(name), seeds, Limits::default(), |stats| {
        worlds.iter_mut().flatten().zip(stats.worlds.iter().flatten()).for_each(|(sum, tried)| *sum += tried);
        true
    })
    .unwrap_or_else(|broken| panic!("{broken}"));
    assert!(worlds.iter().zip(least).all(|(tried, least)| *tried.iter().min().unwrap() >= least), "{name}: {worlds:?}");
}

#[test]
fn random_games_keep_every_law() {
    keep_laws("dresden-20", 0..20);
}

#[test]
fn random_games_of_the_standard_scenario_keep_every_law() {
    keep_laws("dresden-20-standard", 100..112);
}

#[test]
fn random_maneuvers_keep_every_law() {
    // The stacks are drawn from by the French, who know them.
    keep_secrets("dresden-20-maneuver", 200..212, [0, 20, 20]);
}

#[test]
fn random_games_with_every_open_option_keep_every_law() {
    keep_laws("dresden-20+penetration+support+breakdown+weather", 300..316);
}

#[test]
fn random_games_in_the_fog_keep_every_law() {
    keep_secrets("dresden-20+fog", 400..405, [8; 3]);
    keep_secrets("dresden-20-maneuver+fog+penetration+support+breakdown+weather", 500..505, [8; 3]);
}

#[test]
fn long_random_games_keep_every_law() {
    // With morale that nobody can spend in a lifetime every turn is reached.
    for (seed, game) in [(1, "dresden-20"), (2, "dresden-20-standard"), (3, "dresden-20-maneuver")] {
        let mut scenario = Campaign::new(game, &[]).unwrap().scenario().clone();
        (scenario.figures.morale_cap, scenario.figures.morale_french, scenario.figures.morale_allied) = (120, 110, 110);
        for fog in [false, true] {
            let options = Options { fog, breakdown: fog, weather: fog, ..Options::default() };
            let long = Campaign::with(scenario.clone(), options).unwrap();
            let stats = fuzz_one(long, seed, Limits::default()).unwrap_or_else(|broken| panic!("{broken}"));
            assert!(stats.outcome.verdict.contains("marginal") || stats.outcome.verdict.contains("draw"), "{stats:?}");
        }
    }
}
