//! What the rules and their neighbours must not touch: files, clock, threads, environment, entropy, the terminal, floating
//! point, and the order of a hash map. Code under `#[cfg(test)]` is free.

use super::Finding;
use crate::rooms::{Page, Room};
use crate::source::{self, Source};

/// The file taken apart, if it is source of a crate whose room `applies`, and no file of tests.
fn source_of(page: &Page, applies: fn(Room) -> bool) -> Option<Source> {
    let (room, in_src) = Room::of_path(&page.path)?;
    let rust = page.path.ends_with(".rs") && !page.path.ends_with("/tests.rs") && !page.path.contains("/tests/");
    (in_src && rust && applies(room)).then(|| Source::new(&page.text))
}

/// Modules of the standard library that reach outside.
const OUTSIDE: [&str; 6] = ["fs", "net", "thread", "time", "env", "process"];

/// Nothing left of server and cli touches files, clock, threads or environment.
pub fn pure(page: &Page) -> Vec<Finding> {
    const REMEDY: &str = "let the caller in server or cli do it, and pass in bytes, time or settings";
    let Some(source) = source_of(page, Room::is_pure) else { return Vec::new() };
    let mut found: Vec<(usize, String)> = Vec::new();
    for at in source.code_words("std") {
        let modules = modules_after(&source.code, at + 3).filter(|(_, name)| OUTSIDE.contains(&name.as_str()));
        found.extend(modules.map(|(at, name)| (at, format!("std::{name}"))));
    }
    for word in ["SystemTime", "Instant"] {
        found.extend(source.code_words(word).map(|at| (at, word.to_owned())));
    }
    found.sort();
    found.into_iter().map(|(at, name)| Finding::new("pure", page, source.line(at), format!("uses {name}"), REMEDY)).collect()
}

/// The first names of the paths after `std`: one for `std::fs::read`, several for `std::{fmt, fs::File}`.
fn modules_after(code: &str, at: usize) -> impl Iterator<Item = (usize, String)> {
    let mut found = Vec::new();
    let rest = &code[at..];
    if let Some(group) = rest.strip_prefix("::").map(str::trim_start) {
        let (mut depth, mut fresh) = (0, true);
        for (i, byte) in group.bytes().enumerate() {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                b',' if depth == 1 => fresh = true,
                _ if fresh && source::is_word(byte) => {
                    let name: String = group[i..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    found.push((at + rest.len() - group.len() + i, name));
                    fresh = false;
                }
                _ => {}
            }
            if depth == 0 && !fresh {
                break;
            }
        }
    }
    found.into_iter()
}

/// Nothing left of server and cli prints.
pub fn quiet(page: &Page) -> Vec<Finding> {
    const REMEDY: &str = "return what is to be said; only server and cli speak";
    let Some(source) = source_of(page, Room::is_pure) else { return Vec::new() };
    let mut found = Vec::new();
    for word in ["println", "eprintln", "print", "eprint"] {
        let macros = source.code_words(word).filter(|at| source.code[at + word.len()..].starts_with('!'));
        found.extend(macros.map(|at| Finding::new("quiet", page, source.line(at), format!("uses {word}!"), REMEDY)));
    }
    found
}

/// Nothing left of server and cli draws entropy of its own.
pub fn entropy(page: &Page) -> Vec<Finding> {
    const REMEDY: &str = "dice come in through the engine's `Dice`, seeded by the caller";
    let mut found = Vec::new();
    if let Some(source) = source_of(page, Room::is_pure) {
        for word in ["rand", "fastrand", "getrandom", "RandomState", "thread_rng"] {
            let uses = source.code_words(word);
            found.extend(uses.map(|at| Finding::new("entropy", page, source.line(at), format!("uses {word}"), REMEDY)));
        }
    }
    if page.path.ends_with("/Cargo.toml") && Room::of_path(&page.path).is_some_and(|(room, _)| room.is_pure()) {
        for (n, line) in page.text.lines().enumerate() {
            let name = line.split(['=', '.']).next().unwrap_or_default().trim();
            if ["rand", "fastrand", "getrandom"].contains(&name) {
                found.push(Finding::new("entropy", page, n + 1, format!("depends on {name}"), REMEDY));
            }
        }
    }
    found
}

/// No floating point in engine or rules.
pub fn float(page: &Page) -> Vec<Finding> {
    const REMEDY: &str = "store halves doubled, and probabilities as whole numbers over a common denominator";
    let Some(source) = source_of(page, Room::holds_rules) else { return Vec::new() };
    let mut found: Vec<(usize, String)> = Vec::new();
    for word in ["f32", "f64"] {
        found.extend(source.code_words(word).map(|at| (at, word.to_owned())));
    }
    found.extend(float_literals(&source.code).filter(|(at, _)| !source.in_test(*at)));
    found.sort();
    found.into_iter().map(|(at, what)| Finding::new("float", page, source.line(at), format!("uses {what}"), REMEDY)).collect()
}

/// Numbers with a point in them. `0..5` is a range and `pair.0.1` a field.
fn float_literals(code: &str) -> impl Iterator<Item = (usize, String)> {
    let bytes = code.as_bytes();
    code.match_indices('.').filter_map(move |(dot, _)| {
        let digits = bytes[..dot].iter().rev().take_while(|b| b.is_ascii_digit() || **b == b'_').count();
        let after = bytes[dot + 1..].iter().take_while(|b| b.is_ascii_digit()).count();
        let start = dot - digits;
        let part_of_more = start.checked_sub(1).is_some_and(|i| source::is_word(bytes[i]) || bytes[i] == b'.');
        let number = digits > 0 && after > 0 && bytes[start].is_ascii_digit() && !part_of_more;
        number.then(|| (start, code[start..dot + 1 + after].to_owned()))
    })
}

/// No hash maps in engine or rules, whose order differs from run to run, but where a comment says why it does no harm.
pub fn hash(page: &Page) -> Vec<Finding> {
    const REMEDY: &str = "use an array, a Vec or a BTreeMap; or, if it is never iterated, say \"// tidy: allow(hash) reason\"";
    let Some(source) = source_of(page, Room::holds_rules) else { return Vec::new() };
    let comments: Vec<&str> = source.comments.lines().collect();
    let allowed = |line: usize| {
        let reason = |n: usize| comments.get(n)?.split_once("tidy: allow(hash)").map(|(_, reason)| reason.trim());
        // The comment stands at the end of the line, or on the line before.
        [Some(line - 1), line.checked_sub(2)].into_iter().flatten().filter_map(reason).any(|reason| !reason.is_empty())
    };
    let mut found = Vec::new();
    for word in ["HashMap", "HashSet"] {
        let lines = source.code_words(word).map(|at| source.line(at)).filter(|&line| !allowed(line));
        found.extend(lines.map(|line| Finding::new("hash", page, line, format!("uses {word}"), REMEDY)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "crates/wagram/src/combat.rs";

    fn whats(found: Vec<Finding>) -> Vec<String> {
        found.into_iter().map(|f| f.what).collect()
    }

    #[test]
    fn reaching_outside_is_found_however_it_is_written() {
        let code = "use std::{fmt, fs::File, io::{self, net}, collections, env};\nlet t = std::time::Instant::now();\n";
        assert_eq!(whats(pure(&Page::new(RULES, code))), ["uses std::fs", "uses std::env", "uses std::time", "uses Instant"]);
        assert_eq!(pure(&Page::new("crates/testkit/src/lib.rs", "std::thread::spawn(f)")).len(), 1);
        assert_eq!(pure(&Page::new("crates/shelf/src/lib.rs", "use std::process;")).len(), 1);
    }

    #[test]
    fn what_is_free_stays_free() {
        let code =
            "//! Not std::fs.\nuse std::{fmt, collections::BTreeMap};\nlet s = \"std::env\";\n#[cfg(test)]\nuse std::fs;\n";
        assert_eq!(pure(&Page::new(RULES, code)), []);
        assert_eq!(pure(&Page::new("crates/cli/src/main.rs", "use std::fs;")), []);
        assert_eq!(pure(&Page::new("crates/wagram/tests/it/main.rs", "use std::fs;")), []);
        assert_eq!(pure(&Page::new("crates/wagram/src/tests.rs", "use std::fs;")), []);
    }

    #[test]
    fn printing_is_found() {
        let code = "fn f() { eprintln!(\"x\"); print!(\"y\"); write!(out, \"print!\") }";
        assert_eq!(whats(quiet(&Page::new("crates/ai/src/lib.rs", code))), ["uses eprintln!", "uses print!"]);
    }

    #[test]
    fn entropy_is_found_in_code_and_manifest() {
        assert_eq!(entropy(&Page::new(RULES, "let x = rand::random();\nlet operand = 1;")).len(), 1);
        assert_eq!(entropy(&Page::new("crates/wagram/Cargo.toml", "[dependencies]\nrand = \"1\"\n")).len(), 1);
        assert_eq!(entropy(&Page::new("crates/wagram/Cargo.toml", "[dependencies]\ngetrandom.workspace = true\n")).len(), 1);
        assert_eq!(entropy(&Page::new("crates/server/Cargo.toml", "[dependencies]\nrand = \"1\"\n")), []);
    }

    #[test]
    fn floating_point_is_found() {
        let code = "let a: f64 = 1_0.5; for i in 0..5 { pair.0.1; x2.0 }\n// 1.5\n\"2.5\"\n#[cfg(test)]\nmod t { f32 }";
        assert_eq!(whats(float(&Page::new(RULES, code))), ["uses f64", "uses 1_0.5"]);
        assert_eq!(float(&Page::new("crates/lab/src/lib.rs", code)), []);
    }

    #[test]
    fn a_hash_map_needs_a_reason() {
        let bare = "use std::collections::HashMap;\n";
        assert_eq!(hash(&Page::new(RULES, bare)).len(), 1);
        assert_eq!(hash(&Page::new(RULES, "let s: HashSet<u8>; // tidy: allow(hash)\n")).len(), 1);
        assert_eq!(hash(&Page::new(RULES, "let s: HashSet<u8>; // tidy: allow(hash) only asked for members\n")), []);
        assert_eq!(hash(&Page::new(RULES, &format!("// tidy: allow(hash) looked up, never listed\n{bare}"))), []);
        assert_eq!(hash(&Page::new("crates/shelf/src/lib.rs", bare)), []);
    }
}
