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

/// One of a list of things that contradict a position or data: says why, if it holds.
///
/// # Errors
/// `why`, if it holds.
pub fn never(holds: bool, why: &str) -> Result<(), String> {
    if holds { Err(why.to_owned()) } else { Ok(()) }
}

/// The same of somebody who must not be found.
///
/// # Errors
/// What `why` says of whoever was found.
pub fn nobody<T>(found: Option<T>, why: impl FnOnce(T) -> String) -> Result<(), String> {
    found.map_or(Ok(()), |found| Err(why(found)))
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.file, self.place, self.why)
    }
}

impl std::error::Error for DataError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_holds_is_told() {
        assert_eq!((never(false, "no"), never(true, "no")), (Ok(()), Err("no".to_owned())));
        let told = |found| nobody(found, |n: u8| format!("{n} is there"));
        assert_eq!((told(None), told(Some(3))), (Ok(()), Err("3 is there".to_owned())));
    }
}
