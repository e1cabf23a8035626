//! What the tests of all rulebooks share and what needs files, so that it cannot stand in testkit itself: golden files, and the case files of a folder.
//! A test binary takes it in with `#[path]`.

use grognard_engine::Game;
use grognard_engine::cases::CaseGame;
use grognard_engine::table::Table;
use grognard_testkit::casefile;
use grognard_testkit::perft::{self, Plan};
use std::fs;
use std::path::{Path, PathBuf};

/// A golden file. `GROGNARD_BLESS=1` writes it anew before it is read.
pub fn golden(path: &Path, make: impl FnOnce() -> String) -> String {
    if std::env::var_os("GROGNARD_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, make()).unwrap();
    }
    fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// The files with an ending in a folder and below, in order.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Runs every case file in a folder and below; all must pass.
pub fn pass_cases<G: CaseGame>(folder: &Path) {
    let mut failures = Vec::new();
    let files = files(folder, "case");
    assert!(!files.is_empty(), "no case files");
    for path in files {
        let name = path.strip_prefix(folder).unwrap().display().to_string();
        match casefile::run::<G>(&name, &fs::read_to_string(&path).unwrap()) {
            Ok(report) => failures.extend(report.failures()),
            Err(fault) => failures.push(fault.to_string()),
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// Compares the golden numbers of a game with those in a file. `walk` plays a random game from a seed and shows every position of it.
pub fn pass_golden<G: Game>(path: &Path, plan: &Plan<'_, G>, walk: impl Fn(u64, &mut dyn FnMut(&Table<G>))) {
    let text = golden(path, || plan.made_anew(walk));
    let file = path.file_name().unwrap().to_string_lossy();
    perft::check_golden(plan.game, &file, &text)
        .and_then(|_| plan.still_fits(&file, &text))
        .unwrap_or_else(|why| panic!("{why}"));
}
