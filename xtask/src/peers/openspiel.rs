//! P2: uniform random legal play, options listed at each step, against OpenSpiel's random rollouts of chess, in actions a
//! second on one thread. The machine may change its speed under our hands, so the two are run in turn, and only the ratios
//! within a round count. OpenSpiel is installed by name into the target folder and stays out of the repository.

use super::{Options, json};
use crate::figures::{self, spread, thousands};
use crate::shell::{self, Done};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The version the figures are made with.
const OPEN_SPIEL: &str = "open_spiel==2.0.2";
/// Games counted to know how many actions a random game of chess has; the standard error is about 0.5 %.
const COUNTED: &str = "4000";
/// Ratios that P2 asks for, from the highest to the lowest, which is the floor.
type Levels = &'static [(f64, &'static str)];
/// Of games with a score of units each.
const SMALL: Levels = &[(20.0, "moonshot"), (8.0, "target"), (3.0, "floor")];
/// Of big battles: whole armies of battalions, or of corps that are led, fed and hidden.
const BIG: Levels = &[(3.0, "aim"), (1.0, "floor")];
/// Our games.
const GAMES: [(&str, Levels); 8] = [
    ("eylau", SMALL),
    ("dresden", SMALL),
    ("dresden-20", SMALL),
    ("bautzen-outposts", BIG),
    ("bautzen-short", BIG),
    ("bautzen", BIG),
    ("eagles-friedland", BIG),
    ("eagles-eylau-campaign", BIG),
];

/// What `grognard rollouts --json` prints.
#[derive(Debug, Deserialize)]
struct Ours {
    /// Whole moves of a unit, and attacks resolved to their end, in a second.
    actions_per_second: f64,
    /// Decisions taken in a second; an action is at least one.
    steps_per_second: f64,
    /// Games played, the last perhaps not to its end.
    games: f64,
}

#[derive(Deserialize)]
struct Length {
    mean: f64,
    standard_error: f64,
    version: String,
    python: String,
}

#[derive(Deserialize)]
struct Rate {
    games_per_second: f64,
}

/// One round: actions a second, ours and theirs.
#[derive(Clone, Copy, Debug)]
struct Round {
    ours: f64,
    steps: f64,
    peer: f64,
}

/// Measures, prints, and with `--write` renews the block in `docs/performance.md`.
pub fn run(root: &Path, options: &Options) -> Done {
    let target = shell::target_dir(root)?;
    shell::run(&mut shell::cargo(root, &["build", "--release", "--package", "grognard-cli"]))?;
    let grognard = target.join("release").join(format!("grognard{}", std::env::consts::EXE_SUFFIX));
    for (game, _) in GAMES {
        rollouts(&grognard, game, "0.5")?; // Before anything is installed: can it be done at all?
    }
    let python = install(&target.join("peers"))?;
    let script = root.join("xtask/peers/openspiel.py");
    let spiel = |what: &str, amount: &str| shell::read(Command::new(&python).arg(&script).args([what, amount]));
    let seconds = options.seconds.to_string();

    println!("counting the actions of {COUNTED} random games of chess …");
    let length: Length = json("openspiel.py length", &spiel("length", COUNTED)?)?;
    let rustc = shell::read(Command::new("rustc").arg("--version"))?;
    let mut blocks = Vec::new();
    let mut missed = Vec::new();
    for (game, levels) in GAMES {
        let mut rounds = Vec::new();
        for n in 0..options.rounds {
            let ours = || rollouts(&grognard, game, &seconds);
            let peer = || json::<Rate>("openspiel.py rate", &spiel("rate", &seconds)?);
            // Who goes first changes, so that a machine that slows down favours nobody.
            let (ours, peer) = if n % 2 == 0 {
                let first = ours()?;
                (first, peer()?)
            } else {
                let first = peer()?;
                (ours()?, first)
            };
            let peer = peer.games_per_second * length.mean;
            let round = Round { ours: ours.actions_per_second, steps: ours.steps_per_second, peer };
            println!(
                "{game}, round {}: grognard {:.0} actions/s ({:.0} steps/s, {:.0} games), OpenSpiel {:.0} actions/s, ratio {:.2}",
                n + 1,
                round.ours,
                round.steps,
                ours.games,
                round.peer,
                round.ours / round.peer
            );
            rounds.push(round);
        }
        blocks.push(block(game, levels, &rounds, &length, options, rustc.trim()));
        let ratio = spread(rounds.iter().map(|r| r.ours / r.peer)).0;
        if level(levels, ratio).is_none() {
            missed.push(format!("{game} {ratio:.2} of {}", floor(levels)));
        }
    }
    let block = blocks.join("\n");
    println!("\n{block}");
    if options.write {
        figures::write(root, "peers", &block)?;
    }
    if missed.is_empty() { Ok(()) } else { Err(format!("P2, times OpenSpiel, below the floor: {}", missed.join(", "))) }
}

/// A Python with OpenSpiel in it, in a folder of its own.
fn install(folder: &Path) -> Done<PathBuf> {
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let wanted = OPEN_SPIEL.rsplit('=').next().unwrap_or_default();
    let test = format!("from importlib.metadata import version; import pyspiel; assert version('open_spiel') == '{wanted}'");
    if shell::works(&python.to_string_lossy(), &["-c", &test]) {
        return Ok(python);
    }
    let system = ["python3", "python"].into_iter().find(|p| shell::works(p, &["--version"]));
    let system = system.ok_or("Python 3 is needed to install OpenSpiel, and there is none")?;
    println!("installing {OPEN_SPIEL} into the target folder …");
    shell::run(Command::new(system).args(["-m", "venv"]).arg(folder))?;
    shell::run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", OPEN_SPIEL]))
        .map_err(|why| format!("{why}; pip provides no {OPEN_SPIEL} for this Python"))?;
    Ok(python)
}

/// Our own figure.
fn rollouts(grognard: &Path, game: &str, seconds: &str) -> Done<Ours> {
    let text = shell::read(Command::new(grognard).args(["rollouts", game, "--json", "--seconds", seconds]))
        .map_err(|why| format!("{why}; `grognard rollouts` is needed for this comparison"))?;
    let ours: Ours = json("grognard rollouts", &text)?;
    let sound = ours.games > 0.0 && ours.actions_per_second > 0.0 && ours.actions_per_second <= ours.steps_per_second;
    if sound { Ok(ours) } else { Err(format!("grognard rollouts printed figures that cannot be: {}", text.trim())) }
}

/// The highest level of P2 that a ratio reaches.
fn level(levels: Levels, ratio: f64) -> Option<&'static str> {
    levels.iter().find(|(least, _)| ratio >= *least).map(|(_, name)| *name)
}

/// The ratio below which P2 is missed.
fn floor(levels: Levels) -> f64 {
    levels.last().map_or(0.0, |(least, _)| *least)
}

/// The figures as a piece of the book.
fn block(game: &str, levels: Levels, rounds: &[Round], length: &Length, options: &Options, rustc: &str) -> String {
    let row = |what: &str, (median, least, most): (f64, f64, f64)| {
        format!("| {what} | {} | {} to {} |\n", thousands(median), thousands(least), thousands(most))
    };
    let (ratio, least, most) = spread(rounds.iter().map(|r| r.ours / r.peer));
    let asked: Vec<String> = levels.iter().rev().map(|(least, name)| format!("{least} ({name})")).collect();
    format!(
        "| random legal play, one thread, a second | median | range |\n|---|---|---|\n{}{}{}\
         | **ratio of actions, round by round** | **{ratio:.1}** | {least:.1} to {most:.1} |\n\n\
         {} rounds of {} s in turn. P2 asks for {}: {}.\n\
         OpenSpiel {} (Python {}), whose random game of chess has {:.1} ± {:.1} actions; {rustc}.\n",
        row(&format!("grognard {game}, actions"), spread(rounds.iter().map(|r| r.ours))),
        row(&format!("grognard {game}, decisions"), spread(rounds.iter().map(|r| r.steps))),
        row("OpenSpiel chess, actions", spread(rounds.iter().map(|r| r.peer))),
        rounds.len(),
        options.seconds,
        asked.join(", "),
        level(levels, ratio).map_or("the floor is missed".into(), |name| format!("the {name} is reached")),
        length.version,
        length.python,
        length.mean,
        length.standard_error,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_of_a_ratio() {
        let small = [2.9, 3.0, 12.0, 20.0].map(|ratio| level(SMALL, ratio));
        assert_eq!(small, [None, Some("floor"), Some("target"), Some("moonshot")]);
        assert_eq!([0.9, 1.0, 3.0].map(|ratio| level(BIG, ratio)), [None, Some("floor"), Some("aim")]);
        assert_eq!((floor(SMALL), floor(BIG)), (3.0, 1.0));
    }

    #[test]
    fn the_block_says_what_was_measured() {
        let round = |ours, peer| Round { ours, steps: 2.0 * ours, peer };
        let length = Length { mean: 340.0, standard_error: 1.5, version: "2.0.2".into(), python: "3.11".into() };
        let options = Options { peer: None, rounds: 3, seconds: 4.0, write: false };
        let text = block("skirmish", SMALL, &[round(9e5, 1e5), round(8e5, 1e5), round(1e6, 1e5)], &length, &options, "rustc 1");
        assert!(text.contains("**9.0** | 8.0 to 10.0"), "{text}");
        assert!(text.contains("3 (floor), 8 (target), 20 (moonshot): the target is reached"), "{text}");
    }
}
