//! Golden games replay to the last die, and a tampered record is found. The opponents played them: `duel_bautzen record GAME FRENCH COALITION SEED`,
//! an example of the crate of the opponents, prints such a record.

use crate::romp::{battle, game};
use grognard_engine::table::Table;
use grognard_engine::{DataError, Decision, Rules, record};
use grognard_la_bataille::Bautzen;
use std::fs;
use std::path::{Path, PathBuf};

/// The golden games: file, and the least number of actions.
const GOLDEN: [(&str, usize); 3] = [("bautzen-outposts.record", 100), ("bautzen-short.record", 1_000), ("bautzen.record", 1_500)];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../records/la-bataille")
}

fn replay(text: &str) -> Result<Table<Bautzen>, DataError> {
    let raw = record::read("x.record", text)?;
    record::replay(Bautzen::new(&raw.header.game, &raw.header.options)?.into(), &raw, None, |_, _, _| {})
}

#[test]
fn golden_games_replay() {
    for (file, least) in GOLDEN {
        let text = fs::read_to_string(folder().join(file)).unwrap();
        let table = replay(&text).unwrap_or_else(|why| panic!("{file}: {why}"));
        assert!(matches!(table.game.decision(&table.state), Decision::Over(_)), "{file} is not over");
        assert!(table.entries.len() >= least, "{file} has {} actions only", table.entries.len());
        assert_eq!(record::write(&table), text, "{file}");
        let notation = record::write_notation(&table);
        let raw = record::read_notation("notation", &notation).unwrap();
        let again = record::replay_notation(Bautzen::new(&raw.header.game, &[]).unwrap().into(), &raw).unwrap();
        assert_eq!(again.state, table.state, "{file}");
    }
}

#[test]
fn tampering_is_found() {
    let text = record::write(&game(battle("bautzen-outposts"), 8, |_| {}));
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("1 ")).unwrap();
    for at in [first, lines.len() - 2] {
        let mut short = lines.clone();
        short.remove(at);
        assert!(replay(&short.join("\n")).is_err(), "line {at} is missing");
    }
    assert!(replay(&text.replace("la-bataille", "le-combat")).is_err());
}
