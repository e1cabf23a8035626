//! `cargo xtask tidy`: the invariants of the house, written as absences.
//!
//! A check is a function from one file to what it finds there; [`CHECKS`] is the list of them. Two need more than the file
//! (the names of the rulebooks, the published texts) and are called by hand below.

mod house;
mod leftovers;
mod prose;
mod purity;

use crate::rooms::{self, Page, Room};
use crate::shell::Done;
use std::path::Path;

/// Something that should not be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The name of the check.
    pub check: &'static str,
    /// Where: `path:line`.
    pub place: String,
    /// What was found.
    pub what: String,
    /// What to do about it.
    pub remedy: &'static str,
}

impl Finding {
    fn new(check: &'static str, page: &Page, line: usize, what: impl Into<String>, remedy: &'static str) -> Finding {
        Finding { check, place: format!("{}:{line}", page.path), what: what.into(), remedy }
    }
}

/// A check of one file.
pub type Check = fn(&Page) -> Vec<Finding>;

/// The checks that need nothing but the file.
pub const CHECKS: [(&str, Check); 12] = [
    ("one-way", house::one_way),
    ("caseless-engine", house::caseless_engine),
    ("small-files", house::small_files),
    ("opening-line", house::opening_line),
    ("pure", purity::pure),
    ("quiet", purity::quiet),
    ("entropy", purity::entropy),
    ("float", purity::float),
    ("hash", purity::hash),
    ("leftovers", leftovers::unfinished),
    ("conflicts", leftovers::conflicts),
    ("machine", leftovers::machine),
];

/// Checks every text file of the repository; any finding is an error.
pub fn run(root: &Path) -> Done {
    let pages = rooms::pages(root, "");
    let crates = rooms::crates(root);
    let rulebooks: Vec<&str> = crates.iter().filter(|c| c.room == Room::Rulebook).map(|c| c.folder.as_str()).collect();
    let published = prose::Published::read(&root.join("../shared/seeds"));
    if published.is_none() {
        println!("tidy: skipped \"own-words\": the published rulebooks are not kept beside this checkout");
    }
    let mut findings = Vec::new();
    for page in &pages {
        findings.extend(CHECKS.iter().flat_map(|(_, check)| check(page)));
        findings.extend(house::nameless_engine(page, &rulebooks));
        findings.extend(published.iter().flat_map(|p| p.own_words(page)));
        if let Some(lines) = house::growing(page) {
            println!("tidy: note: {} has {lines} lines; think of parting it before it reaches {}", page.path, house::MOST_LINES);
        }
    }
    for found in &findings {
        println!("{}: [{}] {}\n    remedy: {}", found.place, found.check, found.what, found.remedy);
    }
    if findings.is_empty() {
        println!("tidy: {} files, nothing found", pages.len());
        return Ok(());
    }
    Err(format!("tidy: {} finding(s) in {} files, listed above", findings.len(), pages.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every check in the list is named as it names its findings, and can find something.
    #[test]
    fn every_check_can_fail() {
        let long = "\n".repeat(house::MOST_LINES + 1);
        let bad = [
            ("one-way", "crates/engine/Cargo.toml", "[dependencies]\ngrognard-shelf.workspace = true\n"),
            ("caseless-engine", "crates/engine/src/lib.rs", "const FORT: Case = Case(\"9.4.1\");\n"),
            ("small-files", "crates/engine/src/lib.rs", long.as_str()),
            ("opening-line", "crates/borodino/src/combat.rs", "use std::fmt;\n"),
            ("pure", "crates/engine/src/lib.rs", "use std::fs;\n"),
            ("quiet", "crates/engine/src/lib.rs", "fn f() { println!() }\n"),
            ("entropy", "crates/engine/src/lib.rs", "use rand::Rng;\n"),
            ("float", "crates/engine/src/lib.rs", "type T = f32;\n"),
            ("hash", "crates/engine/src/lib.rs", "use std::collections::HashMap;\n"),
            ("leftovers", "crates/cli/src/main.rs", concat!("// TO", "DO\n")),
            ("conflicts", "CHANGELOG.md", concat!("<<<", "<<<< HEAD\n")),
            ("machine", "README.md", concat!("see /ho", "me/somebody/file\n")),
        ];
        assert_eq!(CHECKS.len(), bad.len());
        for ((name, check), (bad_name, path, text)) in CHECKS.iter().zip(bad) {
            assert_eq!(*name, bad_name);
            let found = check(&Page::new(path, text));
            assert!(found.iter().any(|f| f.check == *name), "{name}: {found:?}");
            assert!(check(&Page::new(path, "//! [4.0] Movement.\n")).iter().all(|f| f.check != *name) || *name == "one-way");
        }
    }
}
