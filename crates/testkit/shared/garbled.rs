//! What the parsers of all rulebooks are tried with: texts changed as a careless editor, a broken disk or a joker would, and texts of any kind. A test binary
//! takes it in with `#[path]`.
//!
//! The inputs are the same in every run. `GROGNARD_FUZZ=50` tries fifty times as many.

use grognard_engine::DataError;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Tries a property on `cases` inputs, always the same ones.
pub fn hold<S: Strategy>(cases: u32, inputs: S, property: impl Fn(S::Value) -> Result<(), String>) {
    let times: u32 = std::env::var("GROGNARD_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let config = Config { cases: cases * times, failure_persistence: None, max_shrink_iters: 2_000, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(&inputs, |input| property(input).map_err(TestCaseError::fail));
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

pub fn one_line(text: &str) -> Result<(), String> {
    let good = !text.trim().is_empty() && !text.contains(|c: char| c.is_control());
    if good { Ok(()) } else { Err(format!("not one line: {text:?}")) }
}

/// A refusal in one line is as good as success.
pub fn refused_well<T>(result: Result<T, DataError>) -> Result<Option<T>, String> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(fault) => one_line(&fault.to_string()).map(|()| None),
    }
}

/// One change to a text: what kind, where, and with what.
pub type Edit = (u8, u32, u32);

pub fn edits(most: usize) -> impl Strategy<Value = Vec<Edit>> {
    prop::collection::vec((0u8..16, any::<u32>(), any::<u32>()), 0..=most)
}

/// What a text is cut into: words and numbers, and the signs between them.
pub fn tokens(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = first.is_alphanumeric();
        let end = rest.find(|c: char| c.is_alphanumeric() != word || !word).map_or(rest.len(), |at| at.max(first.len_utf8()));
        let (token, after) = rest.split_at(end);
        all.push(token);
        rest = after;
    }
    all
}

const SIGNS: [&str; 34] = [
    "",
    " ",
    "\t",
    "\n",
    "\r\n",
    "\0",
    "\u{1b}",
    "\u{2028}",
    "é",
    "🦅",
    ",",
    ":",
    "/",
    "=",
    "-",
    "+",
    "#",
    "\"",
    "[",
    "]",
    "{",
    "}",
    ".",
    ">",
    "x",
    "0",
    "1",
    "12",
    "255",
    "256",
    "-1",
    "99999999999999999999",
    "1213",
    "9999",
];

/// Changes a text as a careless editor, a broken disk or a joker would.
pub fn edited(text: &str, edits: &[Edit]) -> String {
    let mut text = text.to_owned();
    for &(kind, at, with) in edits {
        let pick = |n: usize, of: u32| if n == 0 { 0 } else { of as usize % n };
        text = match kind {
            // Lines dropped, doubled, exchanged.
            0..=2 => {
                let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
                let (a, b) = (pick(lines.len(), at), pick(lines.len(), with));
                match kind {
                    _ if lines.is_empty() => {}
                    0 => drop(lines.remove(a)),
                    1 => lines.insert(b, lines[a]),
                    _ => lines.swap(a, b),
                }
                lines.concat()
            }
            // The end or the beginning is missing.
            3 => text.chars().take(pick(text.chars().count() + 1, at)).collect(),
            4 => text.chars().skip(pick(text.chars().count().min(40), at)).collect(),
            // Single characters.
            5..=7 => {
                let sign = SIGNS[pick(SIGNS.len(), with)];
                let place = text.char_indices().map(|(i, _)| i).nth(pick(text.chars().count(), at)).unwrap_or(0);
                let next = text[place..].chars().next().map_or(0, char::len_utf8);
                match kind {
                    5 => format!("{}{}", &text[..place], &text[place + next..]),
                    6 => format!("{}{sign}{}", &text[..place], &text[place..]),
                    _ => format!("{}{sign}{}", &text[..place], &text[place + next..]),
                }
            }
            // Whole words dropped, doubled, exchanged, replaced.
            _ => {
                let mut all = tokens(&text);
                let words: Vec<usize> = (0..all.len()).filter(|&i| all[i].starts_with(char::is_alphanumeric)).collect();
                if let (Some(&a), Some(&b)) = (words.get(pick(words.len(), at)), words.get(pick(words.len(), with))) {
                    match kind {
                        8 => all[a] = "",
                        9 => all.insert(a, all[b]),
                        10 | 11 => all.swap(a, b),
                        12 => all[a] = SIGNS[pick(SIGNS.len(), with)],
                        _ => all[a] = all[b],
                    }
                }
                all.concat()
            }
        };
    }
    text
}

/// Any text: of arbitrary characters, or of words that some parser knows.
pub fn anything(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    let sign = prop::sample::select(SIGNS.as_slice());
    let word = prop::sample::select(words);
    let known = prop::collection::vec(prop_oneof![4 => word, 1 => sign], 0..12).prop_map(|w| w.join(" "));
    prop_oneof![1 => any::<String>(), 3 => known]
}
