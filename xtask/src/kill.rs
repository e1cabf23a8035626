//! `cargo xtask kill`: ends a server with `kill -9` amid play, a hundred times, and looks each time what is left.
//!
//! The test command does the same, but fewer times; the test itself is `crates/cli/tests/it/serve_killed.rs`.

use crate::shell::{self, Done};
use std::path::Path;

/// So many times on SQLite, and a fifth of it on PostgreSQL.
const USUAL: u64 = 100;
const USAGE: &str = "usage: cargo xtask kill [TIMES], at least 5";

/// Kills so many times.
pub fn run(root: &Path, args: &[String]) -> Done {
    let kills = kills(args)?;
    let test = ["test", "--package", "grognard-cli", "--test", "it", "--", "serve_killed", "--nocapture", "--test-threads", "1"];
    shell::run(shell::cargo(root, &test).env("GROGNARD_KILLS", kills.to_string()))
}

fn kills(args: &[String]) -> Done<u64> {
    match args {
        [] => Ok(USUAL),
        [times] => times.parse().ok().filter(|times| *times >= 5).ok_or_else(|| USAGE.to_owned()),
        _ => Err(USAGE.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_times_is_read() {
        let args = |line: &str| -> Vec<String> { line.split_whitespace().map(str::to_owned).collect() };
        assert_eq!((kills(&[]), kills(&args("20"))), (Ok(100), Ok(20)));
        for bad in ["4", "many", "-1", "5 6"] {
            assert!(kills(&args(bad)).is_err_and(|why| why.contains("kill")), "{bad}");
        }
    }
}
