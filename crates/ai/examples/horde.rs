//! Plays the planner for any game against chance and against a greedy script with five hundred units on seventy by seventy hexes.
//!
//! `cargo run --release -p grognard-ai --example horde -- [GAMES] [WORK] [plain] [random|script]`: so many games against each, or only against the one that is named, so
//! much work a turn of a side; `plain` fills no hook. With `HORDE_TALK` set it tells the points and the planner's reason turn by turn.

#[path = "shared/clock.rs"]
mod clock;
#[path = "shared/horde.rs"]
mod horde;

use clock::worked;
use grognard_ai::planner::{Effort, General, Plain};
use grognard_ai::random::Random;
use grognard_ai::{Glimpse, Player, Unhurried, consult};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Umpire};
use grognard_testkit::mock::horde::Horde;
use horde::{HordeHooks, Script};
use std::time::{Duration, Instant};

/// One game: the margin of the planner, and its slowest turn.
fn game(planner: Box<dyn Player<Horde>>, other: Box<dyn Player<Horde>>, seat: usize, seed: u64) -> (i32, Duration) {
    let rules = Horde::default();
    let mut players = if seat == 0 { [planner, other] } else { [other, planner] };
    let mut dice = SeededDice::new(seed);
    let mut state = rules.start(&mut Umpire::silent(&mut dice));
    let (began, mut spent, mut slowest, mut turn) = (Instant::now(), Duration::ZERO, Duration::ZERO, (0, 0));
    loop {
        let side = match rules.decision(&state) {
            Decision::Choose { seat, .. } => seat,
            Decision::Over(outcome) => return (outcome.points[seat] - outcome.points[1 - seat], slowest),
        };
        let new = turn != (state.turn, state.side);
        if new {
            turn = (state.turn, state.side);
            slowest = slowest.max(std::mem::take(&mut spent));
        }
        let start = worked(began);
        let glimpse = Glimpse::of(&rules, &state, side, 0);
        let advice = consult(players[usize::from(side.0)].as_mut(), &glimpse, &mut Unhurried).expect("somebody decides");
        if usize::from(side.0) == seat {
            spent += worked(began).saturating_sub(start);
        }
        if new && std::env::var_os("HORDE_TALK").is_some() {
            println!("{} {} {:?} {}", state.turn, state.side, rules.points(&state), advice.reason);
        }
        rules.play(&mut state, side, advice.action, &mut Umpire::silent(&mut dice)).expect("advice is legal");
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, usual: u64| args.get(i).map_or(usual, |text| text.parse().expect("a number"));
    let (games, effort) = (number(0, 20), Effort::of(number(1, 700_000)));
    let says = |word: &str| args.iter().skip(2).any(|said| said == word);
    let (plain, one) = (says("plain"), says("random") || says("script"));
    for name in ["random", "script"].into_iter().filter(|name| !one || says(name)) {
        let (mut won, mut sum, mut slowest) = (0, 0, Duration::ZERO);
        for seed in 0..games {
            let planner: Box<dyn Player<Horde>> = if plain {
                Box::new(General::new(Plain, effort, seed))
            } else {
                Box::new(General::new(HordeHooks, effort, seed))
            };
            let other: Box<dyn Player<Horde>> = if name == "random" { Box::new(Random::new(seed)) } else { Box::new(Script) };
            let (margin, turn) = game(planner, other, seed as usize % 2, 100 + seed);
            println!("  {} {seed}: {margin}", ["Red", "Blue"][seed as usize % 2]);
            won += u32::from(margin > 0);
            sum += margin;
            slowest = slowest.max(turn);
        }
        println!(
            "against {name}: {won} of {games} won, mean margin {:.0}, slowest turn {slowest:.2?}",
            f64::from(sum) / games as f64
        );
    }
}
