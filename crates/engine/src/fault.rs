//! Errors in data: one line that names the file, the place in it, and what was expected.

use std::fmt;

/// A fault in a map, unit file, record, case file or notation string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataError {
    /// The file, or the kind of text (`position`) where there is no file.
    pub file: String,
    /// Key, line, entry or field.
    pub place: String,
    /// What is wrong and what was expected.
    pub why: String,
}

impl DataError {
    /// A fault at `place` in `file`.
    pub fn new(file: impl Into<String>, place: impl Into<String>, why: impl Into<String>) -> Self {
        // One line whatever the input held: control characters would break the promise and the terminal.
        let clean = |text: String| text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        Self { file: clean(file.into()), place: clean(place.into()), why: clean(why.into()) }
    }

    /// The same fault, told of another file name.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Self {
        self.file = file.to_owned();
        self
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.file, self.place, self.why)
    }
}

impl std::error::Error for DataError {}
