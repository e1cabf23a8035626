//! Every `.case` file under `tests/cases`.

use grognard_eagles_turn_east::Campaign;
use grognard_testkit::casefile;
use std::fs;
use std::path::Path;

#[test]
fn every_case_file_passes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "case"));
    files.sort();
    assert!(!files.is_empty(), "no case files");
    let mut failures = Vec::new();
    for path in &files {
        let name = path.strip_prefix(&folder).unwrap().display().to_string();
        match casefile::run::<Campaign>(&name, &fs::read_to_string(path).unwrap()) {
            Ok(report) => failures.extend(report.failures()),
            Err(fault) => failures.push(fault.to_string()),
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}
