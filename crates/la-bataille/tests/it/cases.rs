//! Every `.case` file under `tests/cases`.

use grognard_la_bataille::Bautzen;
use grognard_testkit::casefile;
use std::fs;
use std::path::{Path, PathBuf};

/// The case files in a folder and below.
pub fn case_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            case_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "case") {
            found.push(path);
        }
    }
}

#[test]
fn every_case_file_passes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files = Vec::new();
    case_files(&folder, &mut files);
    files.sort();
    assert!(!files.is_empty(), "no case files");
    let mut failures = Vec::new();
    for path in &files {
        let name = path.strip_prefix(&folder).unwrap().display().to_string();
        match casefile::run::<Bautzen>(&name, &fs::read_to_string(path).unwrap()) {
            Ok(report) => failures.extend(report.failures()),
            Err(fault) => failures.push(fault.to_string()),
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}
