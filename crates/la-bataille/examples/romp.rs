//! Random games by the dozen: `cargo run --profile quick -p grognard-la-bataille --example romp -- WHAT GAME FROM TO`, where WHAT is
//!
//! - `same`: each game as one number, in which its lists in their order, refusals, lines of events and digests are, so that a change that must change no rule
//!   can be held against what was before;
//! - `play`: as the bench plays, with processor time;
//! - `laws`: every law over each game, with the limits of `grognard fuzz`.
//!
//! GAME may be `brawl`: all forces of the long game drawn up against each other.

#[path = "../tests/it/brawl.rs"]
mod brawl;

use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Umpire, Views, Words};
use grognard_la_bataille::{Bautzen, Frame, completes_action};
use grognard_testkit::{Limits, fuzz_one};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

fn open(name: &str, seed: u64) -> Bautzen {
    if name == "brawl" {
        return brawl::brawl(seed);
    }
    let (name, options) = match name.strip_suffix("+free") {
        Some(name) => (name, vec![("free".to_owned(), "on".to_owned())]),
        None => (name, Vec::new()),
    };
    Bautzen::new(name, &options).expect("a game")
}

/// Time that this process has spent on a processor, where the system tells it.
fn worked(since: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [what, name, from, to] = &args[..] else {
        eprintln!("same|play|laws GAME FROM TO");
        return;
    };
    let seeds = from.parse::<u64>().expect("a seed")..to.parse::<u64>().expect("a seed");
    match what.as_str() {
        "same" => seeds.for_each(|seed| {
            let (actions, sum) = fingerprint(&open(name, seed), seed);
            println!("{name} seed {seed}: {actions} actions, {sum:016x}");
        }),
        "play" => play(name, seeds),
        "laws" => laws(name, seeds),
        _ => eprintln!("same, play or laws"),
    }
}

/// Everything that can be seen of a random game. Now and then somebody tries what he may not.
fn fingerprint(game: &Bautzen, seed: u64) -> (usize, u64) {
    let (mut dice, mut whim) = (SeededDice::new(seed), SeededDice::new(!seed));
    let mut state = game.start(&mut Umpire::silent(&mut dice));
    let (mut options, mut hash, mut actions) = (Vec::new(), DefaultHasher::new(), 0);
    while let Decision::Choose { seat, case } = game.decision(&state) {
        game.legal_actions(&state, &mut options);
        (seat.0, case.0, options.len()).hash(&mut hash);
        options.iter().for_each(|action| format!("{action:?}").hash(&mut hash));
        let mut pick = || options[whim.below(options.len() as u32) as usize];
        let (stray, action) = (pick(), pick());
        let mut events = Vec::new();
        game.apply(&mut state, action, &mut Umpire::new(&mut dice, &mut events));
        actions += 1;
        events.iter().for_each(|event| format!("{:?}", game.line(event, None)).hash(&mut hash));
        game.digest(&state).hash(&mut hash);
        // What was possible before may be refused now.
        if let Err(violation) = game.check(&state, stray) {
            format!("{violation:?}").hash(&mut hash);
        }
    }
    game.write_position(&state).hash(&mut hash);
    (actions, hash.finish())
}

/// Plays as the bench does.
fn play(name: &str, seeds: std::ops::Range<u64>) {
    let (mut options, mut steps, mut actions, mut listed, mut in_hand) = (Vec::new(), 0u64, 0u64, 0u64, 0u64);
    let clock = Instant::now();
    let begun = worked(clock);
    let mut digest = 0u64;
    for seed in seeds {
        let game = open(name, seed);
        let mut dice = SeededDice::new(seed);
        let mut state = game.start(&mut Umpire::silent(&mut dice));
        loop {
            game.legal_actions(&state, &mut options);
            if options.is_empty() {
                break;
            }
            let action = options[dice.below(options.len() as u32) as usize];
            in_hand += u64::from(matches!(state.frame(), Frame::Hand { .. }));
            listed += options.len() as u64;
            steps += 1;
            actions += u64::from(completes_action(&action));
            game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
        }
        digest = digest.rotate_left(7) ^ game.digest(&state);
    }
    let took = (worked(clock) - begun).as_secs_f64();
    println!(
        "{name}: {steps} decisions ({in_hand} with a unit in hand), {actions} actions, {} options for a decision, {took:.2} s: {:.0} decisions, {:.0} actions a second, {digest:016x}",
        listed / steps.max(1),
        steps as f64 / took,
        actions as f64 / took
    );
}

/// Every law, game by game.
fn laws(name: &str, seeds: std::ops::Range<u64>) {
    let (mut games, mut actions) = (0, 0);
    for seed in seeds {
        match fuzz_one(open(name, seed), seed, Limits::default()) {
            Ok(stats) => actions += stats.actions,
            Err(broken) => return println!("{name}: {games} games kept every law, then {broken}"),
        }
        games += 1;
        if games % 50 == 0 {
            println!("{name}: {games} games, {actions} actions, seed {seed} the last");
        }
    }
    println!("{name}: {games} games, {actions} actions, every law kept");
}
