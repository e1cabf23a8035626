//! The raw disk: append a record, make it durable, append the next.

use super::seat::Failure;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

/// About as long as a line of a journal.
const RECORD: [u8; 100] = [b'x'; 100];

/// What the disk gave.
pub struct Appends {
    /// Durable appends a second.
    pub rate: f64,
    /// How long each took.
    pub took: Vec<Duration>,
}

/// Appends for a while.
pub fn appends(folder: &Path, length: Duration) -> Result<Appends, Failure> {
    let path = folder.join("appends");
    let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
    let begin = Instant::now();
    let mut took = Vec::new();
    let mut last = begin;
    while last - begin < length {
        file.write_all(&RECORD)?;
        file.sync_data()?;
        let now = Instant::now();
        took.push(now - last);
        last = now;
    }
    std::fs::remove_file(&path)?;
    Ok(Appends { rate: took.len() as f64 / (last - begin).as_secs_f64(), took })
}
