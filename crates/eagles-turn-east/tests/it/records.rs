//! Golden games of every scenario replay to the last die. `GROGNARD_BLESS=1` plays them anew and writes them.

use grognard_eagles_turn_east::{Action, Campaign, games};
use grognard_engine::dice::SeededDice;
use grognard_engine::table::Table;
use grognard_engine::{DataError, Decision, Rules, record};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../records/eagles-turn-east")
}

/// A game played by whim: every fourth time a segment or a march is ended, else anything is done that can be.
fn romp(name: &str, seed: u64) -> Table<Campaign> {
    let (mut dice, mut whim) = (SeededDice::new(seed), SeededDice::new(!seed));
    let (mut table, _) = Table::new(Arc::new(Campaign::new(name, &[]).unwrap()), &mut dice);
    let mut options = Vec::new();
    while let Decision::Choose { seat, .. } = table.game.decision(&table.state) {
        table.game.legal_actions(&table.state, &mut options);
        let ends = |action: &&Action| matches!(action, Action::End | Action::Done | Action::Close);
        let end = options.iter().find(ends).copied().filter(|_| whim.below(4) == 0);
        let action = end.unwrap_or_else(|| options[whim.below(options.len() as u32) as usize]);
        table.play(seat, action, &mut dice).unwrap();
    }
    table
}

fn replay(text: &str) -> Result<Table<Campaign>, DataError> {
    let raw = record::read("x.record", text)?;
    record::replay(Campaign::new(&raw.header.game, &raw.header.options)?.into(), &raw, None, |_, _, _| {})
}

#[test]
fn golden_games_replay() {
    for (info, seed) in games().iter().zip(1..) {
        let path = folder().join(format!("{}.record", info.id));
        if std::env::var_os("GROGNARD_BLESS").is_some() {
            fs::create_dir_all(folder()).unwrap();
            fs::write(&path, record::write(&romp(info.id, seed))).unwrap();
        }
        let text = fs::read_to_string(&path).unwrap();
        let table = replay(&text).unwrap_or_else(|why| panic!("{}: {why}", info.id));
        assert!(matches!(table.game.decision(&table.state), Decision::Over(_)), "{} is not over", info.id);
        assert!(table.entries.len() > 60, "{} has {} actions only", info.id, table.entries.len());
        assert_eq!(record::write(&table), text, "{}", info.id);
    }
}

#[test]
fn tampering_is_found() {
    let text = fs::read_to_string(folder().join("eagles-friedland.record")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("1 ")).unwrap();
    for at in [first, lines.len() - 2] {
        let mut short = lines.clone();
        short.remove(at);
        assert!(replay(&short.join("\n")).is_err(), "line {at} is missing");
    }
    assert!(replay(&text.replace("eagles-turn-east", "ducks-turn-west")).is_err());
}
