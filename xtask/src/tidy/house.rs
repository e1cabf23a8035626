//! The shape of the house: who depends on whom, who names whom, and how large a file may grow.

use super::Finding;
use crate::rooms::{Page, Room};

/// The most lines a source file may have.
pub const MOST_LINES: usize = 700;
/// From here on a note is printed.
const MANY_LINES: usize = 600;

/// Dependencies run one way, and no rulebook knows another, not even in its tests.
pub fn one_way(page: &Page) -> Vec<Finding> {
    const REMEDY: &str = "dependencies run engine <- rulebook <- ai <- shelf <- the rest; move what both need to the left";
    let Some((room, _)) = Room::of_path(&page.path).filter(|_| page.path.ends_with("/Cargo.toml")) else { return Vec::new() };
    let manifest: toml::Table = match toml::from_str(&page.text) {
        Ok(manifest) => manifest,
        Err(e) => return vec![Finding::new("one-way", page, 1, format!("not a manifest: {}", e.message()), "write valid TOML")],
    };
    let mut found = Vec::new();
    for (name, for_tests) in dependencies(&manifest) {
        let Some(folder) = name.strip_prefix("grognard-") else { continue };
        let other = Room::of_folder(folder);
        let two_rulebooks = room == Room::Rulebook && other == Room::Rulebook;
        if two_rulebooks || (!for_tests && !room.may_use(other)) {
            let line = page.text.lines().position(|l| l.contains(&name)).map_or(1, |n| n + 1);
            found.push(Finding::new("one-way", page, line, format!("depends on {name}"), REMEDY));
        }
    }
    found
}

/// The dependencies of a manifest, each with whether only tests have it.
fn dependencies(manifest: &toml::Table) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for (kind, for_tests) in [("dependencies", false), ("build-dependencies", false), ("dev-dependencies", true)] {
        let named = manifest.get(kind).and_then(|t| t.as_table()).into_iter().flatten();
        found.extend(named.map(|(key, value)| {
            let package = value.get("package").and_then(|p| p.as_str());
            (package.unwrap_or(key).to_owned(), for_tests)
        }));
    }
    let targets = manifest.get("target").and_then(|t| t.as_table()).into_iter().flatten();
    found.extend(targets.filter_map(|(_, t)| t.as_table()).flat_map(dependencies));
    found
}

/// Names by which the engine could speak of a rulebook, besides the folders of the rulebooks.
const NAMES: [&str; 10] = [
    "eylau",
    "dresden",
    "bautzen",
    "napoleon",
    "art of war",
    "art-of-war",
    "eagles turn east",
    "la bataille",
    "winter's victory",
    "winters victory",
];

/// The engine names no rulebook, not even in a comment.
pub fn nameless_engine(page: &Page, rulebooks: &[&str]) -> Vec<Finding> {
    const REMEDY: &str = "the engine serves any rulebook: say what is meant in general, or move it into the rulebook's crate";
    let engine = page.path.starts_with("crates/engine/src/") || page.path == "crates/engine/Cargo.toml";
    if !engine {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (n, line) in page.text.lines().enumerate() {
        let line = line.to_lowercase().replace('_', "-");
        if let Some(name) = NAMES.iter().chain(rulebooks).find(|name| line.contains(**name)) {
            found.push(Finding::new("nameless-engine", page, n + 1, format!("the engine names \"{name}\""), REMEDY));
        }
    }
    found
}

/// Nothing shared contains a case number: what needs one belongs to a rulebook. Tests may make cases up.
pub fn caseless_engine(page: &Page) -> Vec<Finding> {
    const REMEDY: &str = "let the rulebook hand its case in, or move the rule into the rulebook's crate";
    let shared = page.path.starts_with("crates/engine/src/") && page.path.ends_with(".rs") && !page.path.ends_with("_tests.rs");
    if !shared {
        return Vec::new();
    }
    let rules = page.text.lines().take_while(|line| !line.contains("#[cfg(test)]")).enumerate();
    let code = rules.filter(|(_, line)| !line.trim_start().starts_with("//"));
    let numbered = |line: &str| {
        ["Case(\"", "Violation::new(\""]
            .iter()
            .any(|door| line.split(door).skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit())))
    };
    let found = code.filter(|(_, line)| numbered(line));
    found.map(|(n, _)| Finding::new("caseless-engine", page, n + 1, "shared code names a case", REMEDY)).collect()
}

fn lines_of_source(page: &Page) -> Option<usize> {
    let ours = page.path.starts_with("crates/") || page.path.starts_with("xtask/");
    let exempt = page.path.contains("/tests/") || page.path.contains("/data/");
    (ours && !exempt && page.path.ends_with(".rs")).then(|| page.text.lines().count())
}

/// Source files stay small enough to hold in the head.
pub fn small_files(page: &Page) -> Vec<Finding> {
    const REMEDY: &str = "part the file by reasons to exist; a rulebook has one file per section";
    let too_many = lines_of_source(page).filter(|&n| n > MOST_LINES);
    let found = too_many.map(|n| Finding::new("small-files", page, n, format!("{n} lines, at most {MOST_LINES}"), REMEDY));
    found.into_iter().collect()
}

/// The number of lines of a file that is not yet too large, but will soon be.
pub fn growing(page: &Page) -> Option<usize> {
    lines_of_source(page).filter(|n| (MANY_LINES + 1..=MOST_LINES).contains(n))
}

/// Every source file of a rulebook says first what it is about.
pub fn opening_line(page: &Page) -> Vec<Finding> {
    const REMEDY: &str = "open the file with \"//! [4.0] …\": the section of the rulebook it holds, or what it is for";
    let rulebook = matches!(Room::of_path(&page.path), Some((Room::Rulebook, true))) && page.path.ends_with(".rs");
    if !rulebook || page.text.starts_with("//!") {
        return Vec::new();
    }
    vec![Finding::new("opening-line", page, 1, "the file does not open with a \"//!\" line", REMEDY)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(found: Vec<Finding>) -> Vec<String> {
        found.into_iter().map(|f| f.place).collect()
    }

    #[test]
    fn a_rulebook_may_not_use_another_even_in_tests() {
        let text = "[dependencies]\ngrognard-engine.workspace = true\n[dev-dependencies]\ngrognard-borodino.workspace = true\n";
        assert_eq!(places(one_way(&Page::new("crates/wagram/Cargo.toml", text))), ["crates/wagram/Cargo.toml:4"]);
        let text = "[dependencies]\nb = { package = \"grognard-borodino\", path = \"../borodino\" }\n";
        assert_eq!(places(one_way(&Page::new("crates/wagram/Cargo.toml", text))), ["crates/wagram/Cargo.toml:2"]);
        let text = "[target.'cfg(unix)'.dependencies]\ngrognard-borodino = \"1\"\n";
        assert_eq!(one_way(&Page::new("crates/wagram/Cargo.toml", text)).len(), 1);
    }

    #[test]
    fn a_dependency_that_runs_backwards_is_found() {
        let shelf = "[dependencies]\ngrognard-shelf.workspace = true\n";
        assert_eq!(one_way(&Page::new("crates/ai/Cargo.toml", shelf)).len(), 1);
        assert_eq!(one_way(&Page::new("crates/cli/Cargo.toml", shelf)), []);
        let dev = "[dev-dependencies]\ngrognard-testkit.workspace = true\n";
        assert_eq!(one_way(&Page::new("crates/engine/Cargo.toml", dev)), []);
        assert_eq!(one_way(&Page::new("crates/engine/Cargo.toml", "not toml")).len(), 1);
    }

    #[test]
    fn shared_code_may_not_name_a_case_but_in_its_tests() {
        let text = "//! Case(\"6.5\") in a comment.\nfn f() { no(Case(\"6.5\")) }\nlet v = Violation::new(\"4.1\", why);\nCase(name)\n#[cfg(test)]\nCase(\"1.0\")\n";
        let page = |path: &str| caseless_engine(&Page::new(path, text));
        assert_eq!(places(page("crates/engine/src/hex.rs")), ["crates/engine/src/hex.rs:2", "crates/engine/src/hex.rs:3"]);
        assert_eq!((page("crates/engine/src/hex_tests.rs"), page("crates/wagram/src/hex.rs")), (Vec::new(), Vec::new()));
    }

    #[test]
    fn the_engine_may_not_name_a_rulebook() {
        let page = Page::new("crates/engine/src/hex.rs", "//! Hexes.\n// as at Eylau\nuse grognard_long_march::X;\n");
        let found = places(nameless_engine(&page, &["long-march"]));
        assert_eq!(found, ["crates/engine/src/hex.rs:2", "crates/engine/src/hex.rs:3"]);
        assert_eq!(nameless_engine(&Page::new("crates/shelf/src/lib.rs", "// Eylau"), &[]), []);
    }

    #[test]
    fn a_file_may_not_grow_without_end() {
        let lines = |n: usize| "x\n".repeat(n);
        assert_eq!(small_files(&Page::new("crates/cli/src/main.rs", &lines(701))).len(), 1);
        assert_eq!(small_files(&Page::new("crates/cli/src/main.rs", &lines(700))), []);
        assert_eq!(small_files(&Page::new("crates/cli/tests/it/main.rs", &lines(701))), []);
        assert_eq!(growing(&Page::new("xtask/src/main.rs", &lines(601))), Some(601));
        assert_eq!(growing(&Page::new("xtask/src/main.rs", &lines(600))), None);
    }

    #[test]
    fn a_rulebook_file_says_what_it_is() {
        assert_eq!(opening_line(&Page::new("crates/wagram/src/combat.rs", "use x;\n")).len(), 1);
        assert_eq!(opening_line(&Page::new("crates/wagram/src/combat.rs", "//! [6.0] Combat.\n")), []);
        assert_eq!(opening_line(&Page::new("crates/cli/src/main.rs", "use x;\n")), []);
    }
}
