//! `cargo xtask page-speed`: how soon the page shows a board, and how evenly it moves, measured in Chromium.
//!
//! W1: a board of 24 by 22 hexes with a hundred counters, from the beginning of the navigation to the first frame with everything
//! on it, over the loopback address. W2: frames while the map is zoomed and moved, on a large screen and on a telephone's, against
//! an empty page in the same browser that follows the same mouse. `web/scripts/speed.mjs` measures; this file starts it and judges.
//! The proving ground, a map of 5,452 hexes with 531 pieces, is measured in the same rounds: the same, and how many frames come within 17 ms, what its tab
//! takes of memory, what a click brings over the wire.
//! The program is the one that `./play` builds, with the proving ground besides.

use crate::figures::{self, spread};
use crate::shell::{self, Done};
use crate::{debian, page, play};
use serde::Deserialize;
use std::path::Path;

/// What W1 asks for: milliseconds.
const FIRST: [(f64, &str); 3] = [(300.0, "moonshot"), (600.0, "target"), (1000.0, "floor")];
/// What W2 asks for: 95 of 100 frames against those of the empty page.
const FRAMES: [(f64, &str); 3] = [(1.2, "moonshot"), (1.5, "target"), (3.0, "floor")];
/// What the proving ground asks for: milliseconds to the first board, a part of the frames within 17 ms, the longest frame in milliseconds,
/// bytes of memory, bytes on the wire for a click.
const FIELD: Field = Field { first: 1000.0, smooth: 0.95, longest: 100.0, memory: 250e6, click: 8192.0 };
const USAGE: &str = "usage: cargo xtask page-speed [--rounds N] [--write], at least 3 rounds";

/// What the proving ground is held to.
struct Field {
    first: f64,
    smooth: f64,
    longest: f64,
    memory: f64,
    click: f64,
}

/// What the script found.
#[derive(Deserialize)]
struct Found {
    boards: Vec<Round>,
    proving: Vec<Round>,
}

/// One round at one size of the window.
#[derive(Deserialize)]
struct Round {
    width: u32,
    height: u32,
    board: Sight,
    empty: Sight,
    /// Bytes of the tab, where they were measured.
    #[serde(default)]
    memory: f64,
    /// Bytes that a click brought, likewise.
    #[serde(default)]
    click: f64,
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
    /// The part of them that came within 17 ms.
    smooth: f64,
}

/// Measures, prints, and with `--write` renews the blocks in `docs/performance.md`.
pub fn run(root: &Path, args: &[String]) -> Done {
    let (rounds, write) = options(args)?;
    let chromium = debian::CHROMIUM.get()?;
    page::build(root)?;
    // The proving ground is on no player's list.
    let binary = play::program(root, &["--features", "all-books"])?;
    let mut script = page::node(root, "scripts/speed.mjs");
    script.arg(rounds.to_string()).env("GROGNARD_BINARY", binary).env("GROGNARD_CHROMIUM", chromium);
    let text = shell::read(&mut script)?;
    let found: Found = serde_json::from_str(&text).map_err(|e| format!("scripts/speed.mjs printed something else: {e}"))?;
    let (block, mut missed) = judge(&found.boards, &figures::machine())?;
    let (field, short) = judge_field(&found.proving)?;
    missed.extend(short);
    println!("\n{block}\n{field}");
    if write {
        figures::write(root, "page-speed", &block)?;
        figures::write(root, "proving-ground", &field)?;
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

/// The proving ground as a piece of the book, and where it falls short.
fn judge_field(found: &[Round]) -> Done<(String, Vec<String>)> {
    let mut sizes: Vec<(u32, u32)> = found.iter().map(|round| (round.width, round.height)).collect();
    sizes.sort_unstable_by_key(|(width, _)| std::cmp::Reverse(*width));
    sizes.dedup();
    if sizes.is_empty() {
        return Err("nothing was measured on the proving ground".into());
    }
    let mut block =
        "| | window | proving ground | an empty page | ratio, round by round | asked for |\n|---|---|---|---|---|---|\n"
            .to_owned();
    let mut missed = Vec::new();
    for (width, height) in sizes {
        let here: Vec<&Round> = found.iter().filter(|round| (round.width, round.height) == (width, height)).collect();
        let range =
            |(median, least, most): Spread, digits: usize| format!("{median:.digits$} ({least:.digits$} to {most:.digits$})");
        let mut row = |what: &str, own: String, empty: String, ratio: String, asked: &str| {
            block += &format!("| {what} | {width} × {height} | {own} | {empty} | {ratio} | {asked} |\n");
        };
        let mut miss = |what: &str| missed.push(format!("proving ground at {width} × {height}: {what}"));
        let pair = |pick: fn(&Sight) -> f64| {
            let own = spread(here.iter().map(|round| pick(&round.board)));
            let empty = spread(here.iter().map(|round| pick(&round.empty)));
            (own, empty, spread(here.iter().map(|round| pick(&round.board) / pick(&round.empty))))
        };
        let first = spread(here.iter().map(|round| round.board.first));
        row("first board, ms", range(first, 0), String::new(), String::new(), "1,000");
        if first.0 > FIELD.first {
            miss(&format!("the first board after {:.0} ms, not {}", first.0, FIELD.first));
        }
        for (what, pick) in [
            ("zooming, 95 of 100 frames within, ms", (|sight| sight.zoom.most) as fn(&Sight) -> f64),
            ("moving, 95 of 100 frames within, ms", |sight| sight.pan.most),
        ] {
            let (own, empty, ratio) = pair(pick);
            row(what, range(own, 1), range(empty, 1), range(ratio, 2), "17, where the empty page allows it");
        }
        for (what, pick) in [
            ("zooming, frames within 17 ms", (|sight| sight.zoom.smooth) as fn(&Sight) -> f64),
            ("moving, frames within 17 ms", |sight| sight.pan.smooth),
        ] {
            let (own, empty, ratio) = pair(pick);
            let part =
                |(median, least, most): Spread| format!("{:.0} % ({:.0} to {:.0})", median * 100.0, least * 100.0, most * 100.0);
            row(what, part(own), part(empty), range(ratio, 2), "95 %, or 0.95 of the empty page's");
            if own.0 < FIELD.smooth && ratio.0 < FIELD.smooth {
                miss(&format!("{what}: {:.0} %, of an empty page's {:.0} %", own.0 * 100.0, empty.0 * 100.0));
            }
        }
        for (what, pick) in [
            ("zooming, the longest frame, ms", (|sight| sight.zoom.longest) as fn(&Sight) -> f64),
            ("moving, the longest frame, ms", |sight| sight.pan.longest),
        ] {
            let (own, empty, ratio) = pair(pick);
            row(what, range(own, 1), range(empty, 1), range(ratio, 2), "100");
            if own.2 > FIELD.longest {
                miss(&format!("{what}: {:.0}, not {}", own.2, FIELD.longest));
            }
        }
        let memory = spread(here.iter().map(|round| round.memory / 1e6));
        row("memory of the tab, MB", range(memory, 0), String::new(), String::new(), "250");
        if memory.2 * 1e6 > FIELD.memory {
            miss(&format!("{:.0} MB of memory, not {:.0}", memory.2, FIELD.memory / 1e6));
        }
        let click = spread(here.iter().map(|round| round.click / 1024.0));
        row("a click on the wire, kB", range(click, 1), String::new(), String::new(), "8");
        if click.2 * 1024.0 > FIELD.click {
            miss(&format!("{:.1} kB for a click, not {:.0}", click.2, FIELD.click / 1024.0));
        }
    }
    block += "\nIn the same rounds as W1 and W2. Memory: the tab's own process and its share of what it has in common with others (PSS). A click: what the socket brings, before it is \
              compressed, and answers over HTTP.\n";
    block += &if missed.is_empty() {
        "Everything asked for is reached.\n".to_owned()
    } else {
        format!("Missed: {}.\n", missed.join("; "))
    };
    Ok((block, missed))
}

/// Median, least and most.
type Spread = (f64, f64, f64);

#[cfg(test)]
mod tests {
    use super::*;

    fn round(width: u32, first: f64, most: f64) -> Round {
        let frames =
            |half: f64, most: f64| Frames { half, most, longest: 2.0 * most, smooth: if most > 17.0 { 0.9 } else { 1.0 } };
        let sight = |first, most| Sight { first, zoom: frames(16.0, most), pan: frames(16.5, most) };
        Round { width, height: 900, board: sight(first, most), empty: sight(20.0, 20.0), memory: 120e6, click: 4000.0 }
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
    #[test]
    fn the_proving_ground_is_judged() {
        // The empty page itself comes to 90 % here: as many are enough.
        let (text, missed) = judge_field(&[round(1440, 800.0, 24.0), round(390, 700.0, 16.0)]).unwrap();
        assert!(missed.is_empty() && text.contains("Everything asked for is reached"), "{missed:?}\n{text}");
        assert!(text.contains("| memory of the tab, MB | 1440 × 900 | 120 (120 to 120) |"), "{text}");
        let slow = Round { memory: 300e6, click: 90_000.0, ..round(390, 1200.0, 60.0) };
        let (text, missed) = judge_field(&[slow]).unwrap();
        assert_eq!(missed.len(), 5, "{missed:?}");
        assert!(text.contains("Missed: ") && text.contains("87.9 kB for a click, not 8"), "{text}");
        assert!(judge_field(&[]).is_err());
    }
}
