//! Random games as one number each, so that a change which must change no rule can be held against what was before: lists in their order, what happens, words of events and
//! digests go into it. `cargo run --profile quick -p grognard-eagles-turn-east --example sameness -- GAME FROM TO [OPTION=VALUE …]`; with `play` before the game it only plays, as the bench does;
//! with `kinds` it also says how many decisions of each kind there were, which takes time of its own.

use grognard_eagles_turn_east::{Action, Campaign, completes_action};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Seat, Umpire, Views, Words};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let kinds = args.first().is_some_and(|arg| arg == "kinds");
    let play = kinds || args.first().is_some_and(|arg| arg == "play");
    if play {
        args.remove(0);
    }
    let [name, from, to, options @ ..] = &args[..] else {
        eprintln!("[play|kinds] GAME FROM TO [OPTION=VALUE …]");
        return;
    };
    let number = |text: &String| text.parse::<u64>().expect("a seed");
    let pair = |option: &String| option.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    let options: Vec<(String, String)> = options.iter().filter_map(pair).collect();
    let game = Campaign::new(name, &options).expect("a game");
    if play {
        count(&game, number(from)..number(to), kinds);
        return;
    }
    for seed in number(from)..number(to) {
        let (actions, sum) = fingerprint(&game, seed);
        println!("{name} {options:?} seed {seed}: {actions} actions, {sum:016x}");
    }
}

/// Everything that can be seen of a random game. Now and then somebody tries what he may not.
fn fingerprint(game: &Campaign, seed: u64) -> (usize, u64) {
    let (mut dice, mut whim) = (SeededDice::new(seed), SeededDice::new(!seed));
    let mut state = game.start(&mut Umpire::silent(&mut dice));
    let (mut options, mut hash, mut actions) = (Vec::new(), DefaultHasher::new(), 0);
    while let Decision::Choose { seat, case } = game.decision(&state) {
        game.legal_actions(&state, &mut options);
        (seat.0, case.0, options.len()).hash(&mut hash);
        options.iter().for_each(|action| format!("{action:?}").hash(&mut hash));
        let stray = options[whim.below(options.len() as u32) as usize];
        let action = options[whim.below(options.len() as u32) as usize];
        let mut events = Vec::new();
        game.apply(&mut state, action, &mut Umpire::new(&mut dice, &mut events));
        actions += 1;
        for event in &events {
            for seat in [None, Some(Seat(0)), Some(Seat(1))] {
                game.line(event, seat).map(|line| format!("{line:?}")).hash(&mut hash);
            }
        }
        game.digest(&state).hash(&mut hash);
        // What was possible before may be refused now.
        if let Err(violation) = game.check(&state, stray) {
            format!("{violation:?}").hash(&mut hash);
        }
    }
    game.write_position(&state).hash(&mut hash);
    (actions, hash.finish())
}

fn kind(action: &Action) -> String {
    let text = format!("{action:?}");
    text.split('(').next().unwrap_or_default().to_owned()
}

/// Plays as the bench does.
fn count(game: &Campaign, seeds: std::ops::Range<u64>, tell: bool) {
    let (mut options, mut steps, mut actions, mut listed) = (Vec::new(), 0u64, 0u64, 0u64);
    let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
    let begun = Instant::now();
    for seed in seeds {
        let mut dice = SeededDice::new(seed);
        let mut state = game.start(&mut Umpire::silent(&mut dice));
        loop {
            game.legal_actions(&state, &mut options);
            if options.is_empty() {
                break;
            }
            let action = options[dice.below(options.len() as u32) as usize];
            if tell {
                *kinds.entry(kind(&action)).or_default() += 1;
            }
            listed += options.len() as u64;
            steps += 1;
            actions += u64::from(completes_action(&action));
            game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
        }
    }
    let took = begun.elapsed().as_secs_f64();
    println!(
        "{steps} decisions, {actions} actions, {} options for a decision, {took:.2} s: {:.0} actions a second",
        listed / steps.max(1),
        actions as f64 / took
    );
    if tell {
        println!("{kinds:?}");
    }
}
