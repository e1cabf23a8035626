//! `cargo xtask play`: the released game, in this terminal.

use crate::shell::{self, Done};
use std::path::Path;

/// Builds the binary `grognard` with optimisation and starts `grognard play` with the arguments given.
pub fn run(root: &Path, args: &[String]) -> Done {
    shell::run(&mut shell::cargo(root, &["build", "--release", "--package", "grognard-cli"]))?;
    let name = format!("grognard{}", std::env::consts::EXE_SUFFIX);
    let binary = shell::target_dir(root)?.join("release").join(name);
    let status = std::process::Command::new(&binary).arg("play").args(args).status();
    match status.map_err(|e| format!("{} does not start: {e}", binary.display()))?.code() {
        Some(0) => Ok(()),
        // The game has told the player why on stderr; its exit status is ours.
        Some(code) => std::process::exit(code),
        None => Err("the game was ended by a signal".into()),
    }
}
