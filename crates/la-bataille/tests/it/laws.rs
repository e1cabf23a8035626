//! Laws over random play.

use crate::brawl::brawl;
use grognard_la_bataille::{Bautzen, Side};
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

/// [5.1] Skirmishers on three hexes are for scenarios that name them: a drill with larger battalions does.
#[test]
fn random_drills_with_skirmishers_on_three_hexes_keep_every_law() {
    let larger =
        ["leg6b1", "leg6b2", "jaeger12", "jaeger22", "jaeger28", "jaeger32"].map(|tag| format!("unit:{tag}:increments=8"));
    let changes: Vec<String> = larger.into_iter().chain(["figure:three_named=1".to_owned()]).collect();
    let drill = || Bautzen::changed("bautzen-outposts", &[], &changes).unwrap();
    let mut stretched = 0;
    for seed in 0..3 {
        crate::romp::game(drill(), seed, |table| {
            let on_three = |unit: &u16| table.state.piece(*unit).hexes().count() == 3;
            stretched += table.game.pieces_of(Side::French).chain(table.game.pieces_of(Side::Coalition)).filter(on_three).count();
        });
        match fuzz_one(drill(), seed, Limits::default()) {
            Ok(stats) => assert!(stats.actions > 0),
            Err(broken) => panic!("{broken}"),
        }
    }
    assert!(stretched > 0, "nobody ever stood on three hexes");
}
