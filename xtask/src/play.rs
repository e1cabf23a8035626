//! `cargo xtask play`: the game, in the browser or in this terminal.

use crate::page;
use crate::shell::{self, Done};
use std::path::{Path, PathBuf};

/// What is built to be played: soon ready, and without what only the laboratory needs. A release has everything, and takes longer.
const PROGRAM: &[&str] = &["build", "--profile", "play", "--package", "grognard-cli", "--no-default-features"];

/// Builds the page and the program, and starts `grognard serve` with the arguments given; after the word
/// `terminal`, `grognard play`, which needs no page.
pub fn run(root: &Path, args: &[String]) -> Done {
    let (command, args) = match args.split_first() {
        Some((first, rest)) if first == "terminal" => ("play", rest),
        _ => ("serve", args),
    };
    if command == "serve" {
        page::build(root)?;
    }
    let binary = program(root, &[])?;
    let status = std::process::Command::new(&binary).arg(command).args(args).status();
    match status.map_err(|e| format!("{} does not start: {e}", binary.display()))?.code() {
        Some(0) => Ok(()),
        // The game has told the player why on stderr; its exit status is ours.
        Some(code) => std::process::exit(code),
        None => Err("the game was ended by a signal".into()),
    }
}

/// The program as players have it, and what is asked for besides.
pub fn program(root: &Path, besides: &[&str]) -> Done<PathBuf> {
    let name = format!("grognard{}", std::env::consts::EXE_SUFFIX);
    let binary = shell::target_dir(root)?.join("play").join(name);
    if !binary.exists() {
        println!("The game is built first; this once it takes some minutes.");
    }
    shell::run(shell::cargo(root, PROGRAM).args(besides))?;
    Ok(binary)
}
