//! The command line of Grognard: play, look, replay, prove.
//!
//! Exit status: 0 all is well, 1 a case failed or a law was broken, 2 the input is bad. Errors are one line on standard error.

mod analyse;
mod args;
mod audit;
mod engine;
mod fail;
mod files;
mod fuzz;
mod home;
mod lab;
mod look;
mod luck;
mod mail;
mod play;
mod prove;
mod replay;
mod secrets;
mod serve;
mod simulate;
mod tournament;
mod train;
mod write;

use args::{Cli, Command};
use clap::Parser;
use clap::error::ErrorKind;
use fail::{Done, Fail};
use std::io::Write as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let done = match Cli::try_parse() {
        Ok(cli) => run(cli.command),
        Err(why) if matches!(why.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            files::say(why.render().to_string())
        }
        Err(why) => Err(Fail::Bad(usage(&why))),
    };
    let (line, status) = match done {
        Ok(()) | Err(Fail::Pipe) => return ExitCode::SUCCESS,
        Err(Fail::Said) => return ExitCode::from(1),
        Err(Fail::Broken(line)) => (line, 1),
        Err(Fail::Bad(line)) => (line, 2),
    };
    let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _ = writeln!(std::io::stderr(), "grognard: {line}");
    ExitCode::from(status)
}

fn run(command: Command) -> Done {
    match command {
        Command::List { json } => look::list(json),
        Command::Rules { case, json } => look::rules(case.as_deref(), json),
        Command::Show(args) => look::show(&args),
        Command::New(args) => write::new(&args),
        Command::Notation(args) => write::notation(&args),
        Command::Play(args) => play::play(&args),
        Command::Serve(args) => serve::serve(args),
        #[cfg(feature = "serving")]
        Command::Openapi => files::say(grognard_server::openapi()),
        Command::Replay(args) => replay::replay(&args),
        Command::Mail(args) => mail::mail(&args),
        Command::Audit(args) => audit::audit(&args),
        Command::Try { files, json } => prove::try_files(&files, json),
        Command::Fuzz(args) => fuzz::fuzz(&args),
        Command::Perft(args) => prove::perft(&args),
        Command::Simulate(args) => simulate::simulate(&args),
        Command::Tournament(args) => tournament::tournament(&args),
        Command::Analyse(args) => analyse::analyse(&args),
        Command::Train(args) => train::train(&args),
        Command::Engine(args) => engine::engine(&args),
        Command::Rollouts(args) => prove::rollouts(&args),
    }
}

/// What is wrong with the words on the command line, in one line.
fn usage(why: &clap::Error) -> String {
    if why.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "say what to do; `grognard --help` lists it, `grognard play` begins a game".to_owned();
    }
    let text = why.render().to_string();
    let words: Vec<&str> = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim).collect();
    let line = words.join(" ");
    format!("{}; `grognard --help` tells more", line.strip_prefix("error: ").unwrap_or(&line))
}
