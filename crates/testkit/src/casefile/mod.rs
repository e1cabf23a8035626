//! Case files: small positions with expectations, written as text by a reader of the rulebook.
//!
//! `docs/cases.md` describes the language. A file holds one or more cases; each begins with a `case` line, goes on with set-up
//! lines, which the rulebook reads, and ends with what is done and what is expected, which is read here.

mod fraction;
mod judge;
mod parse;
mod run;
mod words;

pub use fraction::Fraction;
pub use parse::{CaseFile, Expect, Seen, Step, StepKind, TestCase, USUAL_LIMIT, UnitIs, parse};
pub use run::run_case;
pub use words::{split, strip_remark};

use grognard_engine::cases::CaseGame;
use grognard_engine::{Board, DataError};
use serde::Serialize;
use std::fmt;

/// An expectation that did not hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure {
    /// Line in the file, from 1.
    pub line: usize,
    /// What was expected.
    pub expected: String,
    /// What was found instead.
    pub found: String,
}

impl Failure {
    /// A failure at a line. Control characters are blotted out, so that it prints as one line whatever the file held.
    #[must_use]
    pub fn new(line: usize, expected: &str, found: &str) -> Self {
        let clean = |text: &str| text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        Self { line, expected: clean(expected), found: clean(found) }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

/// An action that was played, and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Played {
    /// Line in the file.
    pub line: usize,
    /// Who played it.
    pub seat: &'static str,
    /// The action in words.
    pub action: String,
    /// The dice it took.
    pub dice: Vec<u8>,
    /// What happened.
    pub events: Vec<serde_json::Value>,
    /// The same as log lines.
    pub log: Vec<String>,
}

/// How one case went.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CaseReport {
    /// Line of its `case` line.
    pub line: usize,
    /// The case numbers it is about.
    pub cases: Vec<String>,
    /// Its title.
    pub title: String,
    /// Whether everything was as expected.
    pub passed: bool,
    /// What was not.
    pub failures: Vec<Failure>,
    /// What was played.
    pub played: Vec<Played>,
    /// Who has to decide at the end, or the verdict.
    pub decision: String,
    /// The last position in notation; empty where there is none.
    pub position: String,
    /// Its digest, in hexadecimal.
    pub digest: String,
    /// The last position as a spectator sees it; none if the set-up was refused, or the case took too long.
    pub board: Option<Board>,
}

impl CaseReport {
    /// The report on a case that never came to a position.
    #[must_use]
    pub fn without_position(case: &TestCase, failures: Vec<Failure>) -> Self {
        Self {
            line: case.line,
            cases: case.cases.clone(),
            title: case.title.clone(),
            passed: failures.is_empty(),
            failures,
            played: Vec::new(),
            decision: String::new(),
            position: String::new(),
            digest: String::new(),
            board: None,
        }
    }

    /// The report on a case whose set-up the rulebook cannot read, or does not accept as a position.
    #[must_use]
    pub fn refused(case: &TestCase, why: &DataError) -> Self {
        let line = why.place.strip_prefix("line ").and_then(|line| line.parse().ok());
        let found = if line.is_some() { why.why.clone() } else { format!("{}: {}", why.place, why.why) };
        let failure = Failure::new(line.unwrap_or(case.line), "a set-up that can be played", &found);
        Self::without_position(case, vec![failure])
    }

    /// The report on a case that was given up because it took longer than its limit.
    #[must_use]
    pub fn too_long(case: &TestCase) -> Self {
        let expected = format!("{:?} to be done within {} s", case.title, case.limit);
        Self::without_position(case, vec![Failure::new(case.line, &expected, "that it was still running")])
    }

    /// The report on a case in which the rules panicked.
    #[must_use]
    pub fn panicked(case: &TestCase, words: &str) -> Self {
        Self::without_position(case, vec![Failure::new(case.line, "rules that come to an end", &format!("a panic: {words}"))])
    }
}

/// How the cases of a file went.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FileReport {
    /// The file.
    pub file: String,
    /// Whether all cases passed.
    pub passed: bool,
    /// The cases, in order.
    pub cases: Vec<CaseReport>,
}

impl FileReport {
    /// The report on a file from those on its cases.
    #[must_use]
    pub fn new(file: &str, cases: Vec<CaseReport>) -> Self {
        Self { file: file.to_owned(), passed: cases.iter().all(|case| case.passed), cases }
    }

    /// Every failure as one line: `file:line: expected …, found …`.
    #[must_use]
    pub fn failures(&self) -> Vec<String> {
        self.cases
            .iter()
            .flat_map(|case| &case.failures)
            .map(|failure| format!("{}:{}: {failure}", self.file, failure.line))
            .collect()
    }
}

/// Reads and runs a file whose cases all belong to one rulebook.
///
/// # Errors
/// A file in which no case begins. A case that cannot be read, a set-up that is refused and an expectation that does not hold are no
/// errors but failures in the report.
pub fn run<G: CaseGame>(file: &str, text: &str) -> Result<FileReport, DataError> {
    let parsed = parse(file, text)?;
    let cases = parsed.cases.iter().map(|case| run_case::<G>(file, case)).collect();
    Ok(FileReport::new(file, cases))
}

#[cfg(test)]
mod tests;
