//! `cargo xtask play`: the released game, in the browser or in this terminal.

use crate::page;
use crate::shell::{self, Done};
use std::path::Path;

/// Builds the page and the binary with optimisation, and starts `grognard serve` with the arguments given; after the word
/// `terminal`, `grognard play`, which needs no page.
pub fn run(root: &Path, args: &[String]) -> Done {
    let (command, args) = match args.split_first() {
        Some((first, rest)) if first == "terminal" => ("play", rest),
        _ => ("serve", args),
    };
    if command == "serve" {
        page::build(root)?;
    }
    shell::run(&mut shell::cargo(root, &["build", "--release", "--package", "grognard-cli"]))?;
    let name = format!("grognard{}", std::env::consts::EXE_SUFFIX);
    let binary = shell::target_dir(root)?.join("release").join(name);
    let status = std::process::Command::new(&binary).arg(command).args(args).status();
    match status.map_err(|e| format!("{} does not start: {e}", binary.display()))?.code() {
        Some(0) => Ok(()),
        // The game has told the player why on stderr; its exit status is ours.
        Some(code) => std::process::exit(code),
        None => Err("the game was ended by a signal".into()),
    }
}
