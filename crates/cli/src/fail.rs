//! Why the program stops, and with which exit status.

use grognard_engine::DataError;
use std::any::Any;

/// Why the program stops early.
#[derive(Debug)]
pub enum Fail {
    /// Bad input: exit status 2, one line.
    Bad(String),
    /// A case failed or a law was broken, and this says so: exit status 1, one line.
    Broken(String),
    /// The same, and everything has been said.
    Said,
    /// Nobody reads the output any more: not our fault, exit status 0.
    Pipe,
}

impl From<DataError> for Fail {
    fn from(fault: DataError) -> Self {
        Self::Bad(one_line(&fault))
    }
}

/// A fault in a file as `file:line: …` where it is at a line.
pub fn one_line(fault: &DataError) -> String {
    match fault.place.strip_prefix("line ") {
        Some(line) if line.bytes().all(|b| b.is_ascii_digit()) => format!("{}:{line}: {}", fault.file, fault.why),
        _ => fault.to_string(),
    }
}

/// What a panic said, in one line.
pub fn panic_words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// What a command comes to.
pub type Done = Result<(), Fail>;

/// What a command comes to that has found something out and said so: whether anybody has read it to the end changes nothing of what was found.
pub fn found(said: Done, verdict: Done) -> Done {
    match said {
        Err(Fail::Pipe) => verdict.and(said),
        Ok(()) => verdict,
        Err(_) => said,
    }
}
