//! Golden games replay to the last die, and a tampered record is found. `GROGNARD_BLESS=1` plays them anew and writes them.

use crate::romp::{battle, game};
use grognard_engine::table::Table;
use grognard_engine::{DataError, Decision, Rules, record};
use grognard_la_bataille::Bautzen;
use std::fs;
use std::path::{Path, PathBuf};

/// The golden games: file, game, seed, the least number of actions.
const GOLDEN: [(&str, &str, u64, usize); 2] =
    [("bautzen-outposts.record", "bautzen-outposts", 8, 100), ("bautzen-short.record", "bautzen-short", 3, 500)];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../records/la-bataille")
}

fn replay(text: &str) -> Result<Table<Bautzen>, DataError> {
    let raw = record::read("x.record", text)?;
    record::replay(Bautzen::new(&raw.header.game, &raw.header.options)?.into(), &raw, None, |_, _, _| {})
}

#[test]
fn golden_games_replay() {
    for (file, name, seed, least) in GOLDEN {
        let path = folder().join(file);
        if std::env::var_os("GROGNARD_BLESS").is_some() {
            fs::create_dir_all(folder()).unwrap();
            fs::write(&path, record::write(&game(battle(name), seed, |_| {}))).unwrap();
        }
        let text = fs::read_to_string(&path).unwrap();
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
