//! Golden numbers: how many ways there are to play on from the opening and from positions in which the rules are busy.
//!
//! `GROGNARD_BLESS=1` finds the positions in random games and counts anew.

use crate::files::pass_golden;
use crate::romp::{campaign, game};
use grognard_napoleonic_20::Campaign;
use grognard_napoleonic_20::state::Frame;
use grognard_testkit::perft::{Plan, Wanted};
use std::path::Path;

/// Counting goes deeper as long as the numbers are likely to stay below this.
const MOST: u64 = 60_000;

const HISTORICAL: [Wanted<Campaign>; 12] = [
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

const MANEUVER: [Wanted<Campaign>; 5] = [
    ("stacks to be made", |_, state, options| state.frame == Frame::Stack && options.len() < 12),
    ("dummies to be placed", |_, state, _| matches!(state.frame, Frame::Decoys(_))),
    ("a unit let in by the die", |_, state, _| state.frame == Frame::Move && state.admitted != [0; 3]),
    ("cadres to be left", |_, state, _| matches!(state.frame, Frame::Remnants(_))),
    ("movement in the mud", |_, state, _| state.frame == Frame::Move && state.mud > 0),
];

/// Compares the numbers of a game, or writes them.
fn golden(name: &str, file: &str, wanted: &[Wanted<Campaign>]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft").join(file);
    let plan = Plan { game: &campaign(name), title: name, wanted, most: [MOST; 2], deepest: 6, seeds: 600 };
    pass_golden(&path, &plan, |seed, seen| drop(game(name, seed, seen)));
}

#[test]
fn golden_numbers() {
    golden("dresden-20", "dresden-20.perft", &HISTORICAL);
}

#[test]
fn golden_numbers_of_the_maneuver_in_the_fog() {
    golden("dresden-20-maneuver+fog+breakdown+weather", "dresden-20-maneuver.perft", &MANEUVER);
}
