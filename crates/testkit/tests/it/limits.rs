//! A case that never ends fails by its name when its time is over, and keeps no other from being run.

use crate::files::failed_cases;
use grognard_testkit::mock::Skirmish;
use std::fs;
use std::path::Path;

/// The side that ends its turn waits for somebody who never comes.
const TEXT: &str = r#"
case 1.0 "A wait without end"
game skirmish
sleepless
limit 1
unit R1 @0101
unit B1 @0401
do Red: end
expect decision Red

case 1.2 "A march"
game skirmish
unit R1 @0101
unit B1 @0401
do Red: march R1 0201
expect R1 at 0102
"#;

#[test]
fn a_case_that_never_ends_fails_by_its_name() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("limits-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("waits.case"), TEXT).unwrap();
    let failures = failed_cases::<Skirmish>(&folder);
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(failures.len(), 2, "{failures:?}");
    assert_eq!(
        failures[0],
        "waits.case:2: expected \"A wait without end\" to be done within 1 s, found that it was still running"
    );
    assert!(failures[1].starts_with("waits.case:16: "), "{failures:?}");
}
