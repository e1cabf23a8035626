//! The chores of the workshop, started as `cargo xtask <chore>`.
//!
//! Each chore is one file (or one folder) of this crate; `main` only picks one.
#![cfg_attr(not(feature = "workshop"), allow(dead_code, reason = "only `play` is built then"))]

#[cfg(feature = "workshop")]
mod coverage;
mod debian;
#[cfg(feature = "workshop")]
mod figures;
#[cfg(feature = "workshop")]
mod kill;
#[cfg(feature = "workshop")]
mod load;
mod page;
#[cfg(feature = "workshop")]
mod page_speed;
#[cfg(feature = "workshop")]
mod peers;
mod play;
#[cfg(feature = "workshop")]
mod python;
mod rooms;
mod shell;
#[cfg(feature = "workshop")]
mod source;
#[cfg(feature = "workshop")]
mod speedup;
#[cfg(feature = "workshop")]
mod steady;
#[cfg(feature = "workshop")]
mod test;
#[cfg(feature = "workshop")]
mod tidy;

use crate::shell::Done;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask <chore> [arguments]

  play [ARGS]          build Grognard and open the game in the browser; ARGS go to `grognard serve`
  play terminal [ARGS] build Grognard and play in this terminal; ARGS go to `grognard play`
  test [STEP ...]      run every check and every test, or only the named steps; --list names them
  tidy                 check the invariants of ARCHITECTURE.md
  coverage [--write]   join each rulebook.toml with the citations in code and tests; --write renews docs/coverage.md
  browser [WORD ...]   play in a real browser against the real server; only files whose names hold one of the words
  steady [--times N] [--busy M] [--steps a,b] [--target-dir FOLDER] [--scratch FOLDER]
                       run the test command again and again from fresh clones, beside busy processes
  codegen              renew the page's types from the server's description of itself
  peers [openspiel|wesnoth] [--rounds N] [--seconds S] [--write]
                       compare the speed of random play with OpenSpiel's; --write renews docs/performance.md
  speedup [--rounds N] [--games N] [--quick]
                       measure how much faster the laboratory is on all cores than on one
  load [--rounds N] [--seconds S] [--sockets N] [--tables N] [--in-flight N] [--views] [--write]
                       measure the server: durable commands a second against the raw disk, delays, memory for a seat
  page-speed [--rounds N] [--write]
                       measure the page in Chromium: how soon a board is drawn, how evenly it moves
  kill [TIMES]         end a server with kill -9 amid play, a hundred times, and look what is left";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let chore = args.next().unwrap_or_default();
    let args: Vec<String> = args.collect();
    let root = rooms::root();
    let done = match chore.as_str() {
        "play" => Some(play::run(&root, &args)),
        "help" | "--help" | "-h" => {
            println!("{USAGE}");
            Some(Ok(()))
        }
        chore => other(chore, &root, &args),
    };
    let Some(done) = done else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Any chore but `play`, if there is one of that name.
#[cfg(feature = "workshop")]
fn other(chore: &str, root: &Path, args: &[String]) -> Option<Done> {
    Some(match chore {
        "test" => test::run(root, args),
        "tidy" => tidy::run(root),
        "coverage" => coverage::run(root, args),
        "browser" => page::browser(root, args),
        "steady" => steady::run(root, args),
        "page-speed" => page_speed::run(root, args),
        "codegen" => page::codegen(root),
        "peers" => peers::run(root, args),
        "speedup" => speedup::run(root, args),
        "load" => load::run(root, args),
        "kill" => kill::run(root, args),
        _ => return None,
    })
}

#[cfg(not(feature = "workshop"))]
const fn other(_: &str, _: &Path, _: &[String]) -> Option<Done> {
    None
}
