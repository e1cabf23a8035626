//! Golden numbers: how many ways there are to play on from the opening and from positions in which the rules are busy.
//!
//! `GROGNARD_BLESS=1` finds the positions in random games and counts anew.

use crate::romp::{battle, game};
use grognard_art_of_war::state::{Frame, State};
use grognard_art_of_war::{Action, Battle, Side};
use grognard_engine::{HexId, Rules, Words};
use grognard_testkit::perft::{Rolls, check_golden, count, opening, read_golden, write_golden};
use std::fs;
use std::path::Path;

/// Counting goes deeper as long as the numbers are likely to stay below these: from the opening, from elsewhere.
const MOST: [u64; 2] = [2_000_000, 300_000];
/// Games to look for positions in.
const SEEDS: u64 = 400;

/// What a position is good for, and how it is known.
type Wanted = (&'static str, fn(&Battle, &State, &[Action]) -> bool);

/// Positions of Eylau worth counting from.
const EYLAU: [Wanted; 8] = [
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
const DRESDEN: [Wanted; 12] = [
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

/// The counts from depth 1 on, at least two of them.
fn counts(battle: &Battle, state: &State, most: u64) -> Vec<u64> {
    let mut all = Vec::new();
    loop {
        all.push(count(battle, state, all.len() as u32 + 1, Rolls::Every));
        let last = all[all.len() - 1];
        // What the next depth would come to, if the ways branch as they did where they branched most.
        let next = all.windows(2).map(|pair| pair[1] / pair[0].max(1)).fold(all[0], u64::max) * last;
        if last == 0 || (all.len() > 1 && next > most) || all.len() == 8 {
            return all;
        }
    }
}

/// The first position of a random game that fits.
fn found(game_name: &str, (name, fits): Wanted) -> (u64, usize, State) {
    for seed in 0..SEEDS {
        let mut found = None;
        let mut options = Vec::new();
        game(game_name, seed, usize::MAX, |table| {
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
    panic!("no position for {name}")
}

fn blessed(game_name: &str, wanted: &[Wanted]) -> String {
    let battle = battle(game_name);
    let title = battle.title();
    let mut text = format!(
        "# Ways to play from positions of {title:?}, every die followed; docs: grognard_testkit::perft.\n\
         # Written by the test golden_numbers with GROGNARD_BLESS=1.\n\n# the opening\n"
    );
    text += &write_golden("start", Rolls::Every, &counts(&battle, &opening(&battle), MOST[0]));
    for &wanted in wanted {
        let (seed, step, state) = found(game_name, wanted);
        text += &format!("\n# {}: random game from seed {seed}, after {step} actions\n", wanted.0);
        text += &write_golden(&battle.write_position(&state), Rolls::Every, &counts(&battle, &state, MOST[1]));
    }
    text
}

/// Compares the numbers of a game, or writes them.
fn golden(game_name: &str, wanted: &[Wanted]) {
    let file = format!("{game_name}.perft");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft").join(&file);
    if std::env::var_os("GROGNARD_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, blessed(game_name, wanted)).unwrap();
    }
    let battle = battle(game_name);
    let text = fs::read_to_string(&path).unwrap();
    let compared = check_golden(&battle, &file, &text).unwrap_or_else(|why| panic!("{why}"));
    let blocks = read_golden(&file, &text).unwrap();
    assert_eq!(blocks.len(), wanted.len() + 1);
    assert!(compared >= 2 * blocks.len(), "only {compared} numbers");
    // Every position is still what it was chosen for.
    for (block, (name, fits)) in blocks[1..].iter().zip(wanted) {
        let state = battle.read_position(&block.position).unwrap();
        let mut options = Vec::new();
        battle.legal_actions(&state, &mut options);
        assert!(fits(&battle, &state, &options), "{name}");
    }
}

#[test]
fn golden_numbers() {
    golden("eylau", &EYLAU);
}

#[test]
fn golden_numbers_of_dresden() {
    golden("dresden", &DRESDEN);
}
