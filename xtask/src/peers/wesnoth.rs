//! P5: one side-turn of our quick opponent, against Wesnoth's default AI with as many units in the same formation: two armies in ranks of
//! sixteen on open ground, face to face. Both count their own processor time. Wesnoth comes from Debian's packages.
//!
//! Quick means the smallest budget that still beats the frozen greedy player in four games of five; that is played out here, too.

use super::{Options, json};
use crate::debian::Program;
use crate::figures::{self, spread};
use crate::shell::{self, Done};
use serde::Deserialize;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

const WESNOTH: Program =
    Program::new("Wesnoth", &["/usr/games/wesnoth-1.16", "/usr/games/wesnoth", "wesnoth"], &["wesnoth-core"]);
/// Units a side. A battle of ours holds at most 96 counters.
const SIZES: [usize; 3] = [12, 24, 48];
/// Units of a rank, as in the example `contact`.
const RANK: usize = 16;
/// Columns and rows of Wesnoth's map.
const FIELD: (usize, usize) = (60, 40);
/// Evaluations for a turn of the quick opponent.
const EVALUATIONS: &str = "200";
/// Pairs of games that show what the quick opponent is worth.
const PAIRS: &str = "20";
/// Times as fast that P5 asks for, and the exponents of P5b.
const LEVELS: [(f64, f64, &str); 3] = [(100.0, 1.2, "moonshot"), (20.0, 1.5, "target"), (5.0, 2.0, "floor")];

/// A line of the example `contact`.
#[derive(Deserialize)]
struct Ours {
    units: usize,
    seconds: f64,
}

/// Measures, prints, and with `--write` renews the block in `docs/performance.md`.
pub fn run(root: &Path, options: &Options) -> Done {
    let target = shell::target_dir(root)?;
    let build = ["build", "--release", "--package", "grognard-ai", "--example", "contact", "--example", "duel"];
    shell::run(&mut shell::cargo(root, &build))?;
    let example =
        |name: &str| Command::new(target.join("release/examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX)));
    let wesnoth = WESNOTH.get()?;
    let version = shell::read(Command::new(&wesnoth).arg("--version").stderr(Stdio::null()))?;
    let version = version.lines().next().unwrap_or("Wesnoth").to_owned();

    let mut strength = String::new();
    for game in ["eylau", "dresden"] {
        let told = shell::read(example("duel").args([game, &format!("plan:{EVALUATIONS}"), "greedy", PAIRS]))?;
        let first = told.lines().next().unwrap_or_default();
        println!("{first}");
        let won = first.split_once(" in ").and_then(|(_, rest)| rest.split_once(" (")).ok_or("duel printed something else")?.0;
        write!(strength, "{}{won} games of {game}", if strength.is_empty() { "" } else { " and " }).map_err(|e| e.to_string())?;
    }

    let folder = target.join("peers/wesnoth");
    let (mut ours, mut theirs) = (vec![Vec::new(); SIZES.len()], vec![Vec::new(); SIZES.len()]);
    for round in 0..options.rounds {
        let sizes = SIZES.map(|n| n.to_string());
        let told = shell::read(example("contact").arg(EVALUATIONS).args(&sizes))?;
        for (i, line) in told.lines().enumerate().take(SIZES.len()) {
            let line: Ours = json("contact", line)?;
            debug_assert_eq!(line.units, SIZES[i]);
            ours[i].push(line.seconds);
        }
        for (i, &units) in SIZES.iter().enumerate() {
            theirs[i].push(side_turn(root, &wesnoth, &folder, units)?);
            let (a, b) = (ours[i][round], theirs[i][round]);
            println!("round {}, {units} units a side: grognard {a:.3} s, Wesnoth {b:.3} s, ratio {:.0}", round + 1, b / a);
        }
    }
    let block = block(&ours, &theirs, &version, &strength);
    println!("\n{block}");
    if options.write {
        figures::write(root, "wesnoth", &block)?;
    }
    let last = SIZES.len() - 1;
    let ratio = spread(theirs[last].iter().zip(&ours[last]).map(|(b, a)| b / a)).0;
    match level(ratio, exponent(&ours)) {
        Some(_) => Ok(()),
        None => Err(format!("P5: {ratio:.1} times Wesnoth, exponent {:.2}: below the floor of 5 and 2", exponent(&ours))),
    }
}

/// Seconds that Wesnoth takes for a side-turn: the mean of both sides' first.
fn side_turn(root: &Path, wesnoth: &Path, folder: &Path, units: usize) -> Done<f64> {
    let add_on = folder.join("data/add-ons/Contact");
    std::fs::create_dir_all(&add_on).map_err(|e| format!("{}: {e}", add_on.display()))?;
    let template =
        std::fs::read_to_string(root.join("xtask/peers/wesnoth.cfg")).map_err(|e| format!("xtask/peers/wesnoth.cfg: {e}"))?;
    let files = [
        ("_main.cfg", "#ifdef MULTIPLAYER\n{~add-ons/Contact/scenario.cfg}\n#endif\n".to_owned()),
        ("scenario.cfg", scenario(&template, units)),
    ];
    for (name, text) in files {
        std::fs::write(add_on.join(name), text).map_err(|e| format!("{name}: {e}"))?;
    }
    let mut command = Command::new(wesnoth);
    command.args(["--nogui", "--userdata-dir"]).arg(folder).args(["--multiplayer", "--scenario", "grognard_contact"]);
    command.args(["--controller", "1:ai", "--controller", "2:ai"]).stdin(Stdio::null());
    let out = command.output().map_err(|e| format!("{}: {e}", wesnoth.display()))?;
    let text = String::from_utf8_lossy(&out.stdout);
    let times: Vec<f64> = text.lines().filter_map(|line| line.strip_prefix("contact ")?.trim().parse().ok()).collect();
    match times[..] {
        [north, south, ..] => Ok((north + south) / 2.0),
        _ => Err(format!("Wesnoth played no turn: {}", String::from_utf8_lossy(&out.stderr).lines().last().unwrap_or_default())),
    }
}

/// The scenario for one size.
fn scenario(template: &str, units: usize) -> String {
    let row = vec!["Gg"; FIELD.0 + 2].join(", ");
    let map = vec![row; FIELD.1 + 2].join("\n");
    let mut pieces = String::new();
    for i in 0..units {
        let kind = ["Spearman", "Bowman", "Cavalryman"][i % 3];
        for (side, y) in [(1, FIELD.1 / 2 - i / RANK), (2, FIELD.1 / 2 + 1 + i / RANK)] {
            let x = FIELD.0 / 3 + i % RANK;
            pieces.push_str(&format!(
                "[unit]\nside={side}\ntype={kind}\nx={x}\ny={y}\nrandom_traits=no\ngenerate_name=no\n[/unit]\n"
            ));
        }
    }
    template.replace("@MAP@", &map).replace("@UNITS@", &pieces)
}

/// How time grows with the number of units: the slope from the smallest to the largest size in logarithms.
fn exponent(times: &[Vec<f64>]) -> f64 {
    let middle = |i: usize| spread(times[i].iter().copied()).0;
    let last = SIZES.len() - 1;
    (middle(last) / middle(0)).ln() / (SIZES[last] as f64 / SIZES[0] as f64).ln()
}

/// The highest level of P5 and P5b that is reached.
fn level(ratio: f64, exponent: f64) -> Option<&'static str> {
    LEVELS.iter().find(|(least, most, _)| ratio >= *least && exponent <= *most).map(|(.., name)| *name)
}

/// The figures as a piece of the book.
fn block(ours: &[Vec<f64>], theirs: &[Vec<f64>], version: &str, strength: &str) -> String {
    let mut text =
        "| one side-turn in contact, one core | grognard | Wesnoth | ratio | range |\n|---|---|---|---|---|\n".to_owned();
    let mut last = 0.0;
    for (i, units) in SIZES.iter().enumerate() {
        let (ratio, least, most) = spread(theirs[i].iter().zip(&ours[i]).map(|(b, a)| b / a));
        let middle = |times: &[f64]| spread(times.iter().copied()).0;
        text.push_str(&format!(
            "| {units} units a side | {:.3} s | {:.2} s | **{ratio:.0}** | {least:.0} to {most:.0} |\n",
            middle(&ours[i]),
            middle(&theirs[i])
        ));
        last = ratio;
    }
    let (a, b) = (exponent(ours), exponent(theirs));
    text.push_str(&format!("| growth with the number of units, exponent | {a:.1} | {b:.1} | | |\n\n"));
    text.push_str(&format!(
        "{} rounds in turn, processor time. P5 asks for 5 (floor), 20 (target), 100 (moonshot) at the largest size, P5b for an exponent of at most \
         2.0, 1.5, 1.2: {}.\n{EVALUATIONS} evaluations a turn, which beat the frozen greedy player in {strength}. {version}.\n",
        ours[0].len(),
        level(last, a).map_or("the floor is missed".into(), |name| format!("the {name} is reached")),
    ));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_need_both() {
        assert_eq!(
            (level(150.0, 1.0), level(150.0, 1.4), level(150.0, 1.9), level(150.0, 2.1)),
            (Some("moonshot"), Some("target"), Some("floor"), None)
        );
        assert_eq!(level(4.9, 1.0), None);
    }

    #[test]
    fn every_unit_has_its_place() {
        let text = scenario("@MAP@ @UNITS@", 48);
        assert_eq!(text.matches("[unit]").count(), 96);
        let mut places: Vec<_> = text.split("x=").skip(1).map(|rest| rest.split("\nrandom").next()).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 96);
    }

    #[test]
    fn growth_is_the_slope_in_logarithms() {
        let square = SIZES.map(|n| vec![(n * n) as f64]);
        assert!((exponent(&square) - 2.0).abs() < 1e-9);
    }
}
