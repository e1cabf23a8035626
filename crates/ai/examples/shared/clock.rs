//! The clock of the measuring programs.

use std::time::{Duration, Instant};

/// Time that this process has spent on a processor, where the system tells it; else time that has passed.
pub fn worked(since: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| since.elapsed(), Duration::from_nanos)
}
