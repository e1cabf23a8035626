//! P2: random playouts, counted in whole moves and battles, and the size of a position.

use grognard_engine::dice::SeededDice;
use grognard_engine::{Game, Umpire};
use grognard_napoleonic_20::{Campaign, State, completes_action, games};
use grognard_testkit::rollout::playout;
use std::time::Instant;

fn main() {
    // `cargo test --benches` passes `--test`: there is nothing to test here.
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    println!("position: {} bytes", size_of::<State>());
    for info in games() {
        let game = Campaign::new(info.id, &[]).expect("the game loads");
        let mut rates: Vec<(u64, u64)> = (0..9).map(|round| run(&game, round)).collect();
        rates.sort_unstable();
        let (actions, steps) = rates[rates.len() / 2];
        println!("{}: {actions} actions/s, {steps} steps/s (median of {})", info.id, rates.len());
    }
}

/// Actions and steps in a second.
fn run(game: &Campaign, seed: u64) -> (u64, u64) {
    let mut dice = SeededDice::new(seed);
    let mut options = Vec::new();
    let (mut actions, mut steps) = (0, 0);
    let start = Instant::now();
    while start.elapsed().as_millis() < 300 {
        let mut state = game.start(&mut Umpire::silent(&mut dice));
        let out = playout(game, &mut state, &mut options, &mut dice, 1_000_000, completes_action);
        actions += out.actions;
        steps += out.steps;
    }
    let time = start.elapsed().as_nanos().max(1) as u64;
    (actions * 1_000_000_000 / time, steps * 1_000_000_000 / time)
}
