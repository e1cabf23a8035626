//! `cargo xtask peers`: our speed against the speed of others, measured in the same run.

mod openspiel;
mod wesnoth;

use crate::shell::Done;
use serde::Deserialize;
use std::path::Path;

const USAGE: &str = "usage: cargo xtask peers [openspiel|wesnoth] [--rounds N] [--seconds S] [--write]";

struct Options {
    /// Which peer; none for all.
    peer: Option<String>,
    rounds: usize,
    seconds: f64,
    write: bool,
}

/// Measures against each peer, prints, and with `--write` renews the blocks in `docs/performance.md`.
pub fn run(root: &Path, args: &[String]) -> Done {
    let options = options(args)?;
    let wanted = |name: &str| options.peer.as_deref().is_none_or(|peer| peer == name);
    if wanted("openspiel") {
        openspiel::run(root, &options)?;
    }
    if wanted("wesnoth") {
        wesnoth::run(root, &options)?;
    }
    Ok(())
}

fn options(args: &[String]) -> Done<Options> {
    let mut options = Options { peer: None, rounds: 7, seconds: 4.0, write: false };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut number = || args.next().and_then(|n| n.parse::<f64>().ok()).ok_or_else(|| format!("{arg} wants a number"));
        match arg.as_str() {
            "openspiel" | "wesnoth" => options.peer = Some(arg.clone()),
            "--write" => options.write = true,
            "--rounds" => options.rounds = number()? as usize,
            "--seconds" => options.seconds = number()?,
            _ => return Err(format!("unknown argument {arg}; {USAGE}")),
        }
    }
    if options.rounds < 5 || !(options.seconds >= 0.5 && options.seconds <= 600.0) {
        return Err("at least 5 rounds of 0.5 to 600 seconds are needed for a figure worth having".into());
    }
    Ok(options)
}

fn json<T: for<'a> Deserialize<'a>>(who: &str, text: &str) -> Done<T> {
    serde_json::from_str(text).map_err(|e| format!("{who} printed something else than was expected: {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_few_rounds_are_refused() {
        let args = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert!(options(&args("--rounds 4")).is_err());
        assert!(options(&args("--seconds")).is_err());
        assert!(options(&args("--fast")).is_err());
        assert!(options(&args("wesnoth --rounds 5 --seconds 1 --write")).is_ok_and(|o| o.write && o.rounds == 5));
    }
}
