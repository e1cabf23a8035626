//! Golden numbers: how many ways there are to play on from the opening and from positions in which the rules are busy.
//!
//! `GROGNARD_BLESS=1` finds the positions in random games and counts anew.

use crate::romp::{campaign, game};
use grognard_engine::{Rules, Words};
use grognard_napoleonic_20::state::{Frame, State};
use grognard_napoleonic_20::{Action, Campaign};
use grognard_testkit::perft::{Rolls, check_golden, count, opening, read_golden, write_golden};
use std::fs;
use std::path::Path;

/// Counting goes deeper as long as the numbers are likely to stay below this.
const MOST: u64 = 60_000;
/// Games to look for positions in.
const SEEDS: u64 = 600;

/// What a position is good for, and how it is known.
type Wanted = (&'static str, fn(&Campaign, &State, &[Action]) -> bool);

const HISTORICAL: [Wanted; 12] = [
    ("movement", |_, state, options| state.frame == Frame::Move && state.turn >= 7 && options.len() > 6),
    ("a unit in hand, by road", |_, state, options| {
        matches!(state.frame, Frame::Hand { spent: 1.., road: true, .. }) && options.len() > 4
    }),
    ("a reinforcement in hand", |_, state, _| matches!(state.frame, Frame::Hand { unit, .. } if state.due.has(unit))),
    ("reaction", |_, state, options| state.frame == Frame::React && options.len() > 2),
    ("declaration", |_, state, options| state.frame == Frame::Declare && options.len() > 2),
    ("two battles to fight", |_, state, _| state.frame == Frame::Resolve),
    ("reserves, every die followed", |_, state, _| matches!(state.frame, Frame::Reserves(_)) && state.battle.attackers.len() > 1),
    ("losses in an exchange", |_, state, _| state.frame == Frame::Losses),
    ("a retreat under way", |_, state, _| matches!(state.frame, Frame::Flee(_)) && state.battle.left > 1),
    ("an advance", |_, state, options| matches!(state.frame, Frame::Advance(_)) && options.len() > 1),
    ("a rally at night", |_, state, _| state.frame == Frame::Rally),
    ("Confused Orders", |_, state, _| state.frame == Frame::Orders),
];

const MANEUVER: [Wanted; 5] = [
    ("stacks to be made", |_, state, options| state.frame == Frame::Stack && options.len() < 12),
    ("dummies to be placed", |_, state, _| matches!(state.frame, Frame::Decoys(_))),
    ("a unit let in by the die", |_, state, _| state.frame == Frame::Move && state.admitted != [0; 3]),
    ("cadres to be left", |_, state, _| matches!(state.frame, Frame::Remnants(_))),
    ("movement in the mud", |_, state, _| state.frame == Frame::Move && state.mud > 0),
];

/// The counts from depth 1 on, at least two of them.
fn counts(game: &Campaign, state: &State) -> Vec<u64> {
    let mut all = Vec::new();
    loop {
        all.push(count(game, state, all.len() as u32 + 1, Rolls::Every));
        let last = all[all.len() - 1];
        let next = all.windows(2).map(|pair| pair[1] / pair[0].max(1)).fold(all[0], u64::max) * last;
        if last == 0 || (all.len() > 1 && next > MOST) || all.len() == 6 {
            return all;
        }
    }
}

/// The first position of a random game that fits.
fn found(name: &str, (what, fits): Wanted) -> (u64, usize, State) {
    for seed in 0..SEEDS {
        let mut found = None;
        let mut options = Vec::new();
        game(name, seed, |table| {
            if found.is_none() {
                table.game.legal_actions(&table.state, &mut options);
                if fits(&table.game, &table.state, &options) {
                    found = Some((seed, table.entries.len(), table.state));
                }
            }
        });
        if let Some(found) = found {
            return found;
        }
    }
    panic!("no position for {what}")
}

fn blessed(name: &str, wanted: &[Wanted]) -> String {
    let game = campaign(name);
    let mut text = format!(
        "# Ways to play from positions of {name}, every die followed; docs: grognard_testkit::perft.\n\
         # Written by the test golden_numbers with GROGNARD_BLESS=1.\n\n# the opening\n"
    );
    text += &write_golden("start", Rolls::Every, &counts(&game, &opening(&game)));
    for &wanted in wanted {
        let (seed, step, state) = found(name, wanted);
        text += &format!("\n# {}: random game from seed {seed}, after {step} actions\n", wanted.0);
        text += &write_golden(&game.write_position(&state), Rolls::Every, &counts(&game, &state));
    }
    text
}

/// Compares the numbers of a game, or writes them.
fn golden(name: &str, file: &str, wanted: &[Wanted]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft").join(file);
    if std::env::var_os("GROGNARD_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, blessed(name, wanted)).unwrap();
    }
    let game = campaign(name);
    let text = fs::read_to_string(&path).unwrap();
    let compared = check_golden(&game, file, &text).unwrap_or_else(|why| panic!("{why}"));
    let blocks = read_golden(file, &text).unwrap();
    assert_eq!(blocks.len(), wanted.len() + 1);
    assert!(compared >= 2 * blocks.len(), "only {compared} numbers");
    // Every position is still what it was chosen for.
    for (block, (what, fits)) in blocks[1..].iter().zip(wanted) {
        let state = game.read_position(&block.position).unwrap();
        let mut options = Vec::new();
        game.legal_actions(&state, &mut options);
        assert!(fits(&game, &state, &options), "{what}");
    }
}

#[test]
fn golden_numbers() {
    golden("dresden-20", "dresden-20.perft", &HISTORICAL);
}

#[test]
fn golden_numbers_of_the_maneuver_in_the_fog() {
    golden("dresden-20-maneuver+fog+breakdown+weather", "dresden-20-maneuver.perft", &MANEUVER);
}
