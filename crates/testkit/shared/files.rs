//! What the tests of all rulebooks share and what needs files, so that it cannot stand in testkit itself: golden files, and the case files of a folder.
//! A test binary takes it in with `#[path]`.

use grognard_engine::Game;
use grognard_engine::cases::CaseGame;
use grognard_engine::table::Table;
use grognard_testkit::casefile::{self, CaseReport, FileReport, TestCase};
use grognard_testkit::perft::{self, Plan};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

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
    let failures = failed_cases::<G>(folder);
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// What does not hold in the case files of a folder and below. Each case is given the time that it allows itself.
pub fn failed_cases<G: CaseGame>(folder: &Path) -> Vec<String> {
    let mut failures = Vec::new();
    let files = files(folder, "case");
    assert!(!files.is_empty(), "no case files");
    for path in files {
        let name = path.strip_prefix(folder).unwrap().display().to_string();
        match casefile::parse(&name, &fs::read_to_string(&path).unwrap()) {
            Ok(file) => {
                let reports = file.cases.iter().map(|case| in_time::<G>(&name, case)).collect();
                failures.extend(FileReport::new(&name, reports).failures());
            }
            Err(fault) => failures.push(fault.to_string()),
        }
    }
    failures
}

/// Runs a case, but not longer than its limit. Rules cannot be interrupted: what is given up goes on until the tests are over.
fn in_time<G: CaseGame>(file: &str, case: &TestCase) -> CaseReport {
    let (sender, done) = sync_channel(1);
    let (name, running) = (file.to_owned(), case.clone());
    let worker = thread::spawn(move || {
        let _ = sender.send(casefile::run_case::<G>(&name, &running));
    });
    match done.recv_timeout(Duration::from_secs(case.limit.into())) {
        Ok(report) => report,
        Err(RecvTimeoutError::Timeout) => CaseReport::too_long(case),
        Err(RecvTimeoutError::Disconnected) => {
            let panic = worker.join().err();
            let words = panic.as_ref().and_then(|panic| panic.downcast_ref::<String>().map(String::as_str));
            CaseReport::panicked(case, words.unwrap_or("the words are above"))
        }
    }
}

/// Compares the golden numbers of a game with those in a file. `walk` plays a random game from a seed and shows every position of it.
pub fn pass_golden<G: Game>(path: &Path, plan: &Plan<'_, G>, walk: impl Fn(u64, &mut dyn FnMut(&Table<G>))) {
    let text = golden(path, || plan.made_anew(walk));
    let file = path.file_name().unwrap().to_string_lossy();
    perft::check_golden(plan.game, &file, &text)
        .and_then(|_| plan.still_fits(&file, &text))
        .unwrap_or_else(|why| panic!("{why}"));
}
