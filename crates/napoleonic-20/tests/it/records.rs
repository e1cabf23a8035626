//! Golden games replay to the last die, and a tampered record is found.
//!
//! `GROGNARD_BLESS=1` plays the golden games anew and writes them.

use crate::files::golden;
use crate::romp::game;
use grognard_engine::table::Table;
use grognard_engine::{DataError, Decision, Rules, record};
use grognard_napoleonic_20::Campaign;
use std::fs;
use std::path::{Path, PathBuf};

/// The golden games: file, game, seed, the least number of actions.
const GOLDEN: [(&str, &str, u64, usize); 3] = [
    ("dresden-20.record", "dresden-20", 8, 150),
    ("dresden-20-standard.record", "dresden-20-standard+penetration+support+breakdown+weather", 3, 150),
    ("dresden-20-maneuver.record", "dresden-20-maneuver+fog", 5, 150),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../records/napoleonic-20")
}

/// Reads and replays a record with the game that its head names.
fn replay(text: &str) -> Result<Table<Campaign>, DataError> {
    let raw = record::read("x.record", text)?;
    record::replay(Campaign::new(&raw.header.game, &raw.header.options)?.into(), &raw, None, |_, _, _| {})
}

#[test]
fn golden_games_replay() {
    for (file, name, seed, least) in GOLDEN {
        let text = golden(&folder().join(file), || record::write(&game(name, seed, |_| {})));
        let table = replay(&text).unwrap_or_else(|why| panic!("{file}: {why}"));
        assert!(matches!(table.game.decision(&table.state), Decision::Over(_)), "{file} is not over");
        assert!(table.entries.len() >= least, "{file} has {} actions only", table.entries.len());
        assert_eq!(record::write(&table), text, "{file}");
        let notation = record::write_notation(&table);
        let raw = record::read_notation("notation", &notation).unwrap();
        let again = Campaign::new(&raw.header.game, &raw.header.options).unwrap();
        let again = record::replay_notation(again.into(), &raw).unwrap();
        assert_eq!(again.state, table.state, "{file}");
    }
}

/// Games between two planners, in which the rules of combat are busier than in random play: they are kept as long as they replay.
#[test]
fn games_of_the_planners_replay() {
    for file in ["dresden-20-planned.record", "dresden-20-maneuver-planned.record"] {
        let text = fs::read_to_string(folder().join(file)).unwrap();
        let table = replay(&text).unwrap_or_else(|why| panic!("{file}: {why}"));
        assert!(matches!(table.game.decision(&table.state), Decision::Over(_)), "{file} is not over");
        assert_eq!(record::write(&table), text, "{file}");
    }
}

/// Revision 2 mended rules that plain games hardly touch: those of revision 1 are taken up, but not those with options that it touches.
#[test]
fn plain_games_of_the_first_revision_are_taken_up() {
    for (file, taken) in [
        ("dresden-20.record", true),
        ("dresden-20-planned.record", true),
        ("dresden-20-standard.record", false),
        ("dresden-20-maneuver.record", false),
    ] {
        let text = fs::read_to_string(folder().join(file)).unwrap();
        let old = text.replacen("rulebook napoleonic-20 5\n", "rulebook napoleonic-20 1\n", 1);
        assert_ne!(old, text);
        match replay(&old) {
            Ok(table) => assert!(taken && record::write(&table) == text, "{file}"),
            Err(why) => assert!(!taken && why.to_string().contains("rulebook"), "{file}: {why}"),
        }
        let future = text.replacen("rulebook napoleonic-20 5\n", "rulebook napoleonic-20 6\n", 1);
        assert!(replay(&future).is_err(), "{file}");
    }
}

#[test]
fn tampering_is_found() {
    let text = record::write(&game("dresden-20", 8, |_| {}));
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("1 ")).unwrap();
    for at in [first, first + 7, lines.len() - 2] {
        let mut short = lines.clone();
        short.remove(at);
        assert!(replay(&short.join("\n")).is_err(), "line {at} is missing");
    }
    assert!(replay(&text.replacen("pick", "force", 1)).is_err());
    assert!(replay(&text.replace("napoleonic-20", "napoleonic-21")).is_err());
}
