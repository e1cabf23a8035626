//! Laws over random play, golden numbers, positions and records.

use crate::{opening, play};
use grognard_engine::dice::SeededDice;
use grognard_engine::table::Table;
use grognard_engine::{Decision, Rules, Words, record};
use grognard_proving_ground::{ProvingGround, State};
use grognard_testkit::perft::{Rolls, count};
use grognard_testkit::{Limits, fuzz_one};
use std::sync::Arc;

#[test]
fn random_games_keep_every_law() {
    for seed in 0..2 {
        let limits = Limits { actions: 2_000, strays: 4, every: 60 };
        match fuzz_one(ProvingGround::new(&[]).unwrap(), seed, limits) {
            Ok(stats) => assert!(stats.actions > 100, "{} actions", stats.actions),
            Err(broken) => panic!("{broken}"),
        }
    }
}

/// What a state of a big game may take, in bytes.
const LARGEST: usize = 16 * 1024;

#[test]
fn a_state_is_flat_and_small() {
    assert!(size_of::<State>() <= LARGEST, "{} bytes", size_of::<State>());
}

#[test]
fn golden_numbers() {
    let (game, mut state) = opening();
    assert_eq!(count(&game, &state, 1, Rolls::Every), 228);
    play(&game, &mut state, &["take Line36b2"]);
    let (one, two) = (count(&game, &state, 1, Rolls::Every), count(&game, &state, 2, Rolls::Every));
    assert_eq!((one, two), (47, 724));
}

#[test]
fn positions_say_only_what_has_changed() {
    let (game, mut state) = opening();
    assert_eq!(game.write_position(&state), "proving-ground 1F 16 idle -");
    play(&game, &mut state, &["take Line36b1", "face WNW"]);
    let line = game.write_position(&state);
    assert_eq!(line, "proving-ground 1F 16 hand:Line36b1,24 Line36b1=A1336,WNW,column,11");
    assert_eq!(game.read_position(&line).unwrap(), state);
    for (from, to, part) in [
        ("1F", "9F", "expected 1 to 4"),
        ("1F", "1X", "F or A"),
        ("hand:Line36b1,24", "hand:Nobody,24", "no piece is called"),
        ("hand:Line36b1,24", "hand:Line36b1,31", "at most 30"),
        ("hand:Line36b1,24", "hand:FrenchHQ,0", "cannot be in hand"),
        ("A1336", "Z1236", "not on this map"),
        ("WNW", "NW", "no facing"),
        (",column", ",limbered", "no formation"),
        (",11", ",12", "it has 11 steps"),
        ("A1336", "A1722", ""),
        ("A1336", "C2214", ""),
    ] {
        let told = game.read_position(&line.replacen(from, to, 1)).map(|_| String::new()).unwrap_or_else(|why| why.to_string());
        assert!(told.contains(part), "{from} as {to}: {told}");
    }
}

#[test]
fn a_whole_game_is_recorded_and_replayed() {
    let mut dice = SeededDice::new(5);
    let (mut table, _) = Table::new(Arc::new(ProvingGround::new(&[]).unwrap()), &mut dice);
    let mut options = Vec::new();
    while let Decision::Choose { seat, .. } = table.game.decision(&table.state) {
        table.game.legal_actions(&table.state, &mut options);
        let action = options[dice.below(options.len() as u32) as usize];
        table.play(seat, action, &mut SeededDice::new(0)).unwrap();
    }
    let text = record::write(&table);
    let raw = record::read("x.record", &text).unwrap();
    let again = record::replay(table.game.clone(), &raw, None, |_, _, _| {}).unwrap();
    assert_eq!((again.state == table.state, record::write(&again)), (true, text));
}
