//! Random play for the other tests.

use grognard_engine::table::Table;
use grognard_napoleonic_20::{Action, Campaign};
use grognard_testkit::rollout::{named, random_game};

/// A game as positions name it: `dresden-20`, `dresden-20-maneuver+fog+weather`.
pub fn campaign(name: &str) -> Campaign {
    let (game, options) = named(name);
    Campaign::new(game, &options).unwrap()
}

/// A random game. `seen` is shown every position, the first and the last included. Force Marches are rare, because an army that marches itself to
/// death tells little about the rest.
pub fn game(name: &str, seed: u64, seen: impl FnMut(&Table<Campaign>)) -> Table<Campaign> {
    random_game(campaign(name).into(), seed, usize::MAX, |action| matches!(action, Action::Force(_)), seen)
}
