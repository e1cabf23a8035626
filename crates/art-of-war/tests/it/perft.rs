//! Golden numbers: how many ways there are to play on from the opening and from positions in which the rules are busy.
//!
//! `GROGNARD_BLESS=1` finds the positions in random games and counts anew.

use crate::files::pass_golden;
use crate::romp::{battle, game};
use grognard_art_of_war::state::{Frame, State};
use grognard_art_of_war::{Action, Battle, Side};
use grognard_engine::HexId;
use grognard_testkit::perft::{Plan, Wanted};
use std::path::Path;

/// Counting goes deeper as long as the numbers are likely to stay below these: from the opening, from elsewhere.
const MOST: [u64; 2] = [2_000_000, 300_000];

/// Positions of Eylau worth counting from.
const EYLAU: [Wanted<Battle>; 8] = [
    ("movement", |_, state, options| state.frame == Frame::Move && state.turn == 6 && options.len() > 8),
    ("a unit in hand, under way", |_, state, options| {
        matches!(state.frame, Frame::Hand { spent: 1.., entered: false, .. }) && options.len() > 12
    }),
    ("reinforcement", |_, state, _| matches!(state.frame, Frame::Hand { unit, .. } if state.due.has(unit))),
    ("a hex too full", |_, state, _| state.frame == Frame::Overfull),
    ("declaration, every die followed", |_, state, options| {
        state.frame == Frame::Declare && state.attack.attackers.len() > 1 && options.contains(&Action::Roll)
    }),
    ("losses in an exchange", |_, state, _| state.frame == Frame::Losses),
    ("retreat with displacement", |battle, state, options| {
        matches!(state.frame, Frame::Retreat(_)) && state.turn < 10 && options.iter().any(|&action| pushes(battle, state, action))
    }),
    ("guns that may step back", |_, state, _| state.frame == Frame::StepBack),
];

/// Positions of Dresden worth counting from.
const DRESDEN: [Wanted<Battle>; 12] = [
    ("retreat of a stack", |battle, state, options| {
        let together = |hex: HexId| battle.units_in(state, hex).and(state.attack.pending).len() > 1;
        matches!(state.frame, Frame::Retreat(_)) && battle.grid().hexes().any(together) && options.len() > 3
    }),
    ("somebody to be pushed out of a full hex", |_, state, _| matches!(state.frame, Frame::Displace { .. })),
    ("a reserve for a loss", |_, state, options| {
        state.frame != Frame::Muster && options.iter().any(|action| matches!(action, Action::Activate(_)))
    }),
    ("reserves to be paid for", |_, state, _| state.frame == Frame::Muster),
    ("the Old Guard in reserve, to be committed", |_, state, options| {
        state.frame == Frame::Combat && options.contains(&Action::CommitAll)
    }),
    ("end of the first day", |_, state, _| state.frame == Frame::DayEnd && state.turn == 6),
    ("disrupted units to be placed", |_, state, options| matches!(state.frame, Frame::Reorganize(_)) && options.len() > 1),
    ("a disrupted unit in hand", |_, state, _| matches!(state.frame, Frame::Place { .. })),
    ("a reserve in hand", |_, state, options| {
        matches!(state.frame, Frame::Hand { unit, ward: 1.., .. } if state.reserve.has(unit)) && options.len() > 6
    }),
    ("the Old Guard goes home in the night", |battle, state, _| {
        matches!(state.frame, Frame::Hand { unit, ward: 1.., .. } if battle.pieces()[usize::from(unit)].side == Side::French)
            && state.turn == 8
    }),
    ("movement in the rain", |_, state, _| state.frame == Frame::Move && state.turn == 9),
    ("an attack in the rain, every die followed", |_, state, options| {
        state.frame == Frame::Declare
            && (9..=16).contains(&state.turn)
            && state.attack.attackers.len() > 2
            && options.contains(&Action::Roll)
    }),
];

/// Whether a retreat leads into a friend's hex.
fn pushes(battle: &Battle, state: &State, action: Action) -> bool {
    matches!(action, Action::Retreat(_, hex) if !battle.units_in(state, hex).is_empty())
}

/// Compares the numbers of a game, or writes them.
fn golden(name: &str, wanted: &[Wanted<Battle>]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft").join(format!("{name}.perft"));
    let battle = battle(name);
    let title = format!("{:?}", battle.title());
    let plan = Plan { game: &battle, title: &title, wanted, most: MOST, deepest: 8, seeds: 400 };
    pass_golden(&path, &plan, |seed, seen| drop(game(name, seed, usize::MAX, seen)));
}

#[test]
fn golden_numbers() {
    golden("eylau", &EYLAU);
}

#[test]
fn golden_numbers_of_dresden() {
    golden("dresden", &DRESDEN);
}
