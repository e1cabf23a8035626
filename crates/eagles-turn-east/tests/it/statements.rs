//! Each statement of our specification leads to a case or a test that exists.

use std::fs;
use std::path::PathBuf;

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The text of every file of a folder, by name.
fn texts(name: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder(name)).unwrap() {
        let entry = entry.unwrap();
        found.push((entry.file_name().to_string_lossy().into_owned(), fs::read_to_string(entry.path()).unwrap()));
    }
    found
}

#[test]
fn each_statement_leads_to_a_case_or_a_test() {
    let (cases, mut tests) = (texts("tests/cases"), texts("tests/it"));
    tests.extend(texts("src"));
    let shows = |place: &str| match place.split_once(':') {
        Some(("test", name)) => tests.iter().any(|(_, text)| text.contains(&format!("fn {name}()"))),
        Some((file, title)) => {
            let titled = |line: &str| line.starts_with("case ") && line.contains(&format!("\"{title}"));
            cases.iter().any(|(name, text)| name.starts_with(&format!("{file}-")) && text.lines().any(titled))
        }
        None => false,
    };
    let text = fs::read_to_string(folder("tests/statements.tsv")).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let (mut shown, mut open) = (0, 0);
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let [section, statement, places] = cells[..] else { panic!("{row:?}: expected three cells") };
        assert!(!section.is_empty() && !statement.is_empty(), "{row:?}");
        if places == "-" {
            open += 1;
            continue;
        }
        let lost: Vec<&str> = places.split("; ").filter(|place| !shows(place)).collect();
        assert!(lost.is_empty(), "{section} {statement}: nothing is called {lost:?}");
        shown += 1;
    }
    // The README names both numbers.
    let readme = fs::read_to_string(folder("README.md")).unwrap();
    let words = format!("{} statements, {shown} of them traced", shown + open);
    assert!(readme.contains(&words), "the README does not say: {words}");
}
