//! Laws over random play.

use grognard_la_bataille::Bautzen;
use grognard_testkit::{Limits, fuzz_one};

fn fuzz(game: &str, seeds: std::ops::Range<u64>, limits: Limits) {
    for seed in seeds {
        let game = Bautzen::new(game, &[]).unwrap();
        match fuzz_one(game, seed, limits) {
            Ok(stats) => assert!(stats.actions > 0),
            Err(broken) => panic!("{broken}"),
        }
    }
}

#[test]
fn random_drills_keep_every_law() {
    fuzz("bautzen-outposts", 0..12, Limits::default());
}
