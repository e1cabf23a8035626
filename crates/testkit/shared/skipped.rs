//! A test that this machine cannot run says so where it is seen: `cargo xtask test` names a file for it, and tells of it in its summary.

use std::fmt::Display;
use std::io::Write as _;

/// The variable that names the file.
const FILE: &str = "GROGNARD_SKIPPED";

/// Notes that a test was not run, and why.
pub fn skipped(test: &str, why: impl Display) {
    let line = format!("{test}: {}", why.to_string().split_whitespace().collect::<Vec<_>>().join(" "));
    println!("skipped: {line}");
    if let Some(file) = std::env::var_os(FILE) {
        // One line is one write: tests run at the same time.
        let noted = std::fs::OpenOptions::new().append(true).create(true).open(&file);
        noted.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes())).unwrap();
    }
}
