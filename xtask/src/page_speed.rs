//! `cargo xtask page-speed`: how soon the page shows a board, and how evenly it moves, measured in Chromium.
//!
//! W1: a board of 24 by 22 hexes with a hundred counters, from the beginning of the navigation to the first frame with everything
//! on it, over the loopback address. W2: frames while the map is zoomed and moved, on a large screen and on a telephone's, against
//! an empty page in the same browser that follows the same mouse. `web/scripts/speed.mjs` measures; this file starts it and judges.
//! The program is the one that the tests use: it is at hand, and a slower server makes nothing look better.

use crate::figures::{self, spread};
use crate::shell::{self, Done};
use crate::{debian, page};
use serde::Deserialize;
use std::path::Path;

/// What W1 asks for: milliseconds.
const FIRST: [(f64, &str); 3] = [(300.0, "moonshot"), (600.0, "target"), (1000.0, "floor")];
/// What W2 asks for: 95 of 100 frames against those of the empty page.
const FRAMES: [(f64, &str); 3] = [(1.2, "moonshot"), (1.5, "target"), (3.0, "floor")];
const USAGE: &str = "usage: cargo xtask page-speed [--rounds N] [--write], at least 3 rounds";

/// One round at one size of the window.
#[derive(Deserialize)]
struct Round {
    width: u32,
    height: u32,
    board: Sight,
    empty: Sight,
}

/// What was seen of one page, in milliseconds.
#[derive(Deserialize)]
struct Sight {
    first: f64,
    zoom: Frames,
    pan: Frames,
}

/// The frames of one movement.
#[derive(Deserialize)]
struct Frames {
    half: f64,
    most: f64,
    longest: f64,
}

/// Measures, prints, and with `--write` renews the block in `docs/performance.md`.
pub fn run(root: &Path, args: &[String]) -> Done {
    let (rounds, write) = options(args)?;
    let chromium = debian::CHROMIUM.get()?;
    let binary = page::program(root)?;
    let mut script = page::node(root, "scripts/speed.mjs");
    script.arg(rounds.to_string()).env("GROGNARD_BINARY", binary).env("GROGNARD_CHROMIUM", chromium);
    let text = shell::read(&mut script)?;
    let found: Vec<Round> = serde_json::from_str(&text).map_err(|e| format!("scripts/speed.mjs printed something else: {e}"))?;
    let (block, missed) = judge(&found, &figures::machine())?;
    println!("\n{block}");
    if write {
        figures::write(root, "page-speed", &block)?;
    }
    if missed.is_empty() { Ok(()) } else { Err(format!("below the floor: {}", missed.join(", "))) }
}

fn options(args: &[String]) -> Done<(usize, bool)> {
    let (mut rounds, mut write) = (7, false);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--write" => write = true,
            "--rounds" => {
                rounds = args.next().and_then(|n| n.parse().ok()).filter(|n| *n >= 3).ok_or_else(|| USAGE.to_owned())?;
            }
            _ => return Err(format!("unknown argument {arg}; {USAGE}")),
        }
    }
    Ok((rounds, write))
}

/// The figures as a piece of the book, and what is below its floor.
fn judge(found: &[Round], machine: &str) -> Done<(String, Vec<String>)> {
    let mut sizes: Vec<(u32, u32)> = found.iter().map(|round| (round.width, round.height)).collect();
    sizes.dedup();
    sizes.sort_unstable_by_key(|(width, _)| std::cmp::Reverse(*width));
    sizes.dedup();
    if sizes.is_empty() {
        return Err("nothing was measured".into());
    }
    let mut block =
        "| | window | the board, ms | an empty page, ms | ratio, round by round |\n|---|---|---|---|---|\n".to_owned();
    let mut missed = Vec::new();
    let (mut slowest, mut worst) = (0.0_f64, 0.0_f64);
    let range = |(median, least, most): (f64, f64, f64)| format!("{median:.1} ({least:.1} to {most:.1})");
    for (width, height) in sizes {
        let here: Vec<&Round> = found.iter().filter(|round| (round.width, round.height) == (width, height)).collect();
        let of = |pick: fn(&Sight) -> f64| {
            let board = spread(here.iter().map(|round| pick(&round.board)));
            let empty = spread(here.iter().map(|round| pick(&round.empty)));
            (board, empty, spread(here.iter().map(|round| pick(&round.board) / pick(&round.empty))))
        };
        let mut row = |what: &str, (board, empty, ratio): (Spread, Spread, Spread)| {
            let (median, least, most) = ratio;
            let line = format!("{} | {} | {median:.2} ({least:.2} to {most:.2})", range(board), range(empty));
            block += &format!("| {what} | {width} × {height} | {line} |\n");
        };
        let first = of(|sight| sight.first);
        slowest = slowest.max(first.0.0);
        row("W1: the first frame with everything on it", first);
        row("W2: zooming, half of the frames within", of(|sight| sight.zoom.half));
        row("moving, half of the frames within", of(|sight| sight.pan.half));
        for (what, most) in
            [("zooming, 95 of 100 within", of(|sight| sight.zoom.most)), ("moving, 95 of 100 within", of(|sight| sight.pan.most))]
        {
            worst = worst.max(most.2.0);
            if most.2.0 > FRAMES[2].0 {
                missed
                    .push(format!("W2 {what} {:.2} times an empty page's at {width} × {height}, not {}", most.2.0, FRAMES[2].0));
            }
            row(what, most);
        }
        row("zooming, the longest", of(|sight| sight.zoom.longest));
        row("moving, the longest", of(|sight| sight.pan.longest));
        if first.0.0 > FIRST[2].0 {
            missed.push(format!("W1 {:.0} ms at {width} × {height}, not {}", first.0.0, FIRST[2].0));
        }
    }
    let reached = |levels: &[(f64, &str); 3], value: f64| {
        let level = levels.iter().find(|(most, _)| value <= *most);
        level.map_or("the floor is missed".to_owned(), |(_, name)| format!("the {name} is reached"))
    };
    let rounds = found.iter().filter(|round| (round.width, round.height) == (found[0].width, found[0].height)).count();
    block += &format!(
        "\n{rounds} rounds in turn; {machine}; Chromium without a graphics card. W1 asks for at most {} ms (floor), {} (target), {} (moonshot): {}. \
         W2 asks for 95 of 100 frames within {} times those of the empty page (floor), {} (target), {} (moonshot): {}.\n",
        FIRST[2].0,
        FIRST[1].0,
        FIRST[0].0,
        reached(&FIRST, slowest),
        FRAMES[2].0,
        FRAMES[1].0,
        FRAMES[0].0,
        reached(&FRAMES, worst),
    );
    Ok((block, missed))
}

/// Median, least and most.
type Spread = (f64, f64, f64);

#[cfg(test)]
mod tests {
    use super::*;

    fn round(width: u32, first: f64, most: f64) -> Round {
        let frames = |half: f64, most: f64| Frames { half, most, longest: 2.0 * most };
        let sight = |first, most| Sight { first, zoom: frames(16.0, most), pan: frames(16.5, most) };
        Round { width, height: 900, board: sight(first, most), empty: sight(20.0, 20.0) }
    }

    #[test]
    fn words_are_read() {
        let args = |line: &str| -> Vec<String> { line.split_whitespace().map(str::to_owned).collect() };
        assert_eq!(options(&args("--rounds 3 --write")), Ok((3, true)));
        for bad in ["--rounds", "--rounds 2", "--rounds many", "--quick"] {
            assert!(options(&args(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn each_floor_is_judged() {
        let good = [round(1440, 400.0, 24.0), round(390, 300.0, 22.0), round(1440, 420.0, 26.0), round(390, 310.0, 21.0)];
        let (text, missed) = judge(&good, "2 cores").unwrap();
        assert!(missed.is_empty(), "{missed:?}");
        assert!(text.contains("| W1: the first frame with everything on it | 1440 × 900 | 410.0 (400.0 to 420.0) |"), "{text}");
        assert!(text.contains("2 rounds in turn") && text.matches("the target is reached").count() == 2, "{text}");
        let (text, missed) = judge(&[round(1440, 1100.0, 70.0)], "2 cores").unwrap();
        assert_eq!(missed.len(), 3, "{missed:?}");
        assert!(text.contains("the floor is missed"), "{text}");
        assert!(judge(&[], "2 cores").is_err());
    }
}
