//! Every `.case` file under `tests/cases`.

use crate::files::pass_cases;
use grognard_napoleonic_20::{Campaign, compilations, games};
use std::path::Path;

/// However many cases there are, the data of each game are read and compiled once.
#[test]
fn every_case_file_passes() {
    pass_cases::<Campaign>(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases"));
    assert_eq!(compilations(), games().len());
}
