//! Golden numbers: how many ways there are to play from chosen positions. `GROGNARD_BLESS=1` writes them anew.

use crate::romp::{battle, game};
use grognard_engine::{Rules, Words};
use grognard_la_bataille::{Action, Bautzen, Frame, State};
use grognard_testkit::perft::{Rolls, check_golden, count, read_golden, write_golden};
use std::fs;
use std::path::Path;

/// Counting goes deeper as long as the numbers are likely to stay below this.
const MOST: u64 = 6_000;

type Wanted = (&'static str, fn(&State, &[Action]) -> bool);

const DRILL: [Wanted; 5] = [
    ("movement", |state, options| state.frame() == Frame::Move && options.len() > 4),
    ("a unit in hand", |state, options| matches!(state.frame(), Frame::Hand { .. }) && options.len() > 10),
    ("fire at whoever acts", |state, _| matches!(state.frame(), Frame::Opportunity(_))),
    ("who fires", |state, _| matches!(state.frame(), Frame::Aim(_))),
    ("an assault", |state, _| state.frame() == Frame::Assault),
];

fn counts(game: &Bautzen, state: &State) -> Vec<u64> {
    let mut all = Vec::new();
    loop {
        all.push(count(game, state, all.len() as u32 + 1, Rolls::Low));
        let last = all[all.len() - 1];
        let next = all.windows(2).map(|pair| pair[1] / pair[0].max(1)).fold(all[0], u64::max) * last;
        if last == 0 || next > MOST || all.len() == 4 {
            return all;
        }
    }
}

fn found((what, fits): Wanted) -> (u64, usize, State) {
    for seed in 0..200 {
        let mut found = None;
        let mut options = Vec::new();
        game(battle("bautzen-outposts"), seed, |table| {
            if found.is_none() {
                table.game.legal_actions(&table.state, &mut options);
                if fits(&table.state, &options) {
                    found = Some((seed, table.entries.len(), table.state.clone()));
                }
            }
        });
        if let Some(found) = found {
            return found;
        }
    }
    panic!("no position for {what}")
}

#[test]
fn golden_numbers() {
    let file = "bautzen-outposts.perft";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft").join(file);
    let game = battle("bautzen-outposts");
    if std::env::var_os("GROGNARD_BLESS").is_some() {
        let mut text =
            "# Ways to play from positions of bautzen-outposts, dice that always show 1; docs: grognard_testkit::perft.\n\
                        # Written by the test golden_numbers with GROGNARD_BLESS=1.\n\n# the opening\n"
                .to_owned();
        text += &write_golden("start", Rolls::Low, &counts(&game, &grognard_testkit::perft::opening(&game)));
        for wanted in DRILL {
            let (seed, step, state) = found(wanted);
            text += &format!("\n# {}: random game from seed {seed}, after {step} actions\n", wanted.0);
            text += &write_golden(&game.write_position(&state), Rolls::Low, &counts(&game, &state));
        }
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
    }
    let text = fs::read_to_string(&path).unwrap();
    let compared = check_golden(&game, file, &text).unwrap_or_else(|why| panic!("{why}"));
    let blocks = read_golden(file, &text).unwrap();
    assert_eq!(blocks.len(), DRILL.len() + 1);
    assert!(compared >= blocks.len(), "only {compared} numbers");
    for (block, (what, fits)) in blocks[1..].iter().zip(DRILL) {
        let state = game.read_position(&block.position).unwrap();
        let mut options = Vec::new();
        game.legal_actions(&state, &mut options);
        assert!(fits(&state, &options), "{what}");
    }
}
