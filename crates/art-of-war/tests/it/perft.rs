//! Golden numbers: how many ways there are to play on from the opening and from positions in which the rules are busy.
//!
//! `GROGNARD_BLESS=1` finds the positions in random games and counts anew.

use crate::romp::{eylau, game};
use grognard_art_of_war::state::{Frame, State};
use grognard_art_of_war::{Action, Battle};
use grognard_engine::Game;
use grognard_testkit::perft::{Rolls, check_golden, count, opening, read_golden, write_golden};
use std::fs;
use std::path::Path;

/// Counting goes deeper as long as the numbers are likely to stay below these: from the opening, from elsewhere.
const MOST: [u64; 2] = [2_000_000, 300_000];

/// What a position is good for, and how it is known.
type Wanted = (&'static str, fn(&Battle, &State, &[Action]) -> bool);

/// Positions worth counting from.
const WANTED: [Wanted; 8] = [
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

/// Whether a retreat leads into a friend's hex.
fn pushes(battle: &Battle, state: &State, action: Action) -> bool {
    matches!(action, Action::Retreat(_, hex) if !battle.units_in(state, hex).is_empty())
}

/// The counts from depth 1 on, at least two of them.
fn counts(battle: &Battle, state: &State, most: u64) -> Vec<u64> {
    let mut all = Vec::new();
    loop {
        all.push(count(battle, state, all.len() as u32 + 1, Rolls::Every));
        let last = all[all.len() - 1];
        // What the next depth would come to, if the ways branch as they did.
        let next = if all.len() > 1 { last / all[all.len() - 2].max(1) * last } else { last * last };
        if last == 0 || (all.len() > 1 && next > most) || all.len() == 8 {
            return all;
        }
    }
}

fn blessed() -> String {
    let battle = eylau("off");
    let mut text = "# Ways to play from positions of Eylau, every die followed; docs: grognard_testkit::perft.\n\
                    # Written by the test golden_numbers with GROGNARD_BLESS=1.\n\n# the opening\n"
        .to_owned();
    text += &write_golden("start", Rolls::Every, &counts(&battle, &opening(&battle), MOST[0]));
    for (name, fits) in WANTED {
        let mut found = None;
        for seed in 0..200 {
            let mut options = Vec::new();
            game("off", seed, usize::MAX, |table| {
                if found.is_none() {
                    table.game.legal_actions(&table.state, &mut options);
                    if fits(&table.game, &table.state, &options) {
                        found = Some((seed, table.entries.len(), table.state));
                    }
                }
            });
            if found.is_some() {
                break;
            }
        }
        let (seed, step, state) = found.unwrap_or_else(|| panic!("no position for {name}"));
        text += &format!("\n# {name}: random game from seed {seed}, after {step} actions\n");
        text += &write_golden(&battle.write_position(&state), Rolls::Every, &counts(&battle, &state, MOST[1]));
    }
    text
}

#[test]
fn golden_numbers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft/eylau.perft");
    if std::env::var_os("GROGNARD_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, blessed()).unwrap();
    }
    let battle = eylau("off");
    let text = fs::read_to_string(&path).unwrap();
    let compared = check_golden(&battle, "eylau.perft", &text).unwrap_or_else(|why| panic!("{why}"));
    let blocks = read_golden("eylau.perft", &text).unwrap();
    assert_eq!(blocks.len(), WANTED.len() + 1);
    assert!(compared >= 2 * blocks.len(), "only {compared} numbers");
    // Every position is still what it was chosen for.
    for (block, (name, fits)) in blocks[1..].iter().zip(WANTED) {
        let state = battle.read_position(&block.position).unwrap();
        let mut options = Vec::new();
        battle.legal_actions(&state, &mut options);
        assert!(fits(&battle, &state, &options), "{name}");
    }
}
