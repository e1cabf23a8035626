//! Laws over random play.

use crate::brawl::brawl;
use grognard_la_bataille::Bautzen;
use grognard_testkit::{Limits, fuzz_one};

fn fuzz(game: &str, options: &[(&str, &str)], seeds: std::ops::Range<u64>, limits: Limits) {
    let options: Vec<(String, String)> = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    for seed in seeds {
        let game = Bautzen::new(game, &options).unwrap();
        match fuzz_one(game, seed, limits) {
            Ok(stats) => assert!(stats.actions > 0),
            Err(broken) => panic!("{broken}"),
        }
    }
}

#[test]
fn random_drills_keep_every_law() {
    fuzz("bautzen-outposts", &[], 0..4, Limits::default());
    fuzz("bautzen-outposts", &[("free", "on")], 10..12, Limits::default());
    // Skirmishers who may still withdraw leave bounds in the forecast of a melee [15.2].
    fuzz("bautzen-outposts", &[], 185..186, Limits::default());
}

#[test]
fn random_short_games_keep_every_law() {
    fuzz("bautzen-short", &[], 100..101, Limits { every: 400, strays: 6, ..Limits::default() });
}

#[test]
fn random_long_games_keep_every_law() {
    fuzz("bautzen", &[], 200..201, Limits { every: 800, strays: 4, ..Limits::default() });
}

#[test]
fn random_brawls_keep_every_law() {
    for seed in 0..1 {
        match fuzz_one(brawl(seed), seed, Limits { every: 900, strays: 3, ..Limits::default() }) {
            Ok(stats) => assert!(stats.actions > 0),
            Err(broken) => panic!("{broken}"),
        }
    }
}
