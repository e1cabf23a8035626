//! `grognard try`, `perft` and `rollouts`.

use crate::args::{Perft, Rollouts};
use crate::fail::{Done, Fail};
use crate::files::{self, Given};
use grognard_testkit::perft::{Rolls, write_golden};
use serde_json::json;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Runs case files. All are read and run before anything is said, so that one bad file says so alone.
pub fn try_files(paths: &[PathBuf], json: bool) -> Done {
    let mut reports = Vec::new();
    for path in paths {
        reports.push(grognard_shelf::try_case(&files::name(path), &files::read(path)?)?);
    }
    let (cases, failed) = reports
        .iter()
        .flat_map(|report| &report.cases)
        .fold((0, 0), |(all, bad), case| (all + 1, bad + usize::from(!case.passed)));
    if json {
        files::say_json(&json!({ "passed": failed == 0, "files": reports }))?;
        return if failed == 0 { Ok(()) } else { Err(Fail::Said) };
    }
    let mut out = String::new();
    for report in &reports {
        for case in &report.cases {
            let verdict = if case.passed { "passed" } else { "FAILED" };
            let numbers: Vec<_> = case.cases.iter().map(|id| format!("[{id}]")).collect();
            let _ = writeln!(out, "{verdict} {}:{} {} {}", report.file, case.line, numbers.join(" "), case.title);
        }
        for line in report.failures() {
            let _ = writeln!(out, "{line}");
        }
    }
    let s = if cases == 1 { "" } else { "s" };
    let _ = writeln!(out, "{cases} case{s}, {failed} failed");
    files::say(out)?;
    if failed == 0 { Ok(()) } else { Err(Fail::Said) }
}

/// Counts the ways to play so many actions.
pub fn perft(args: &Perft) -> Done {
    let rolls = if args.low { Rolls::Low } else { Rolls::Every };
    grognard_shelf::game(&args.game)?;
    let (options, position) = match &args.file {
        None => (args.options.options.clone(), None),
        Some(path) => {
            if let Given::Text(file, _) = files::given(path)? {
                files::no_options(&file, &args.options.options)?;
            }
            let game = files::open(path, &args.options.options, None)?;
            let identity = game.identity();
            if identity.game != args.game {
                return Err(Fail::Bad(format!("{}: a position of {}, not of {}", files::name(path), identity.game, args.game)));
            }
            (identity.options, Some(game.position()))
        }
    };
    let perft = grognard_shelf::perft(&args.game, &options, position.as_deref(), args.depth, rolls)?;
    if args.json {
        return files::say_json(&json!(perft));
    }
    let mut out = write_golden(if position.is_some() { &perft.position } else { "start" }, rolls, &perft.counts);
    if args.divide {
        for (action, ways) in &perft.divide {
            let _ = writeln!(out, "# {ways:>12} {action}");
        }
    }
    files::say(out)
}

/// Plays random games for a while and counts.
pub fn rollouts(args: &Rollouts) -> Done {
    if !(args.seconds > 0.0 && args.seconds <= 3_600.0) {
        return Err(Fail::Bad(format!("{} seconds: expected more than 0 and at most 3600", args.seconds)));
    }
    let mut rollouts = grognard_shelf::rollouts(&args.game, &args.options.options)?;
    let limit = Duration::from_secs_f64(args.seconds);
    rollouts.game(args.seed);
    let (mut games, mut steps, mut actions) = (0u64, 0u64, 0u64);
    let start = Instant::now();
    while start.elapsed() < limit || games == 0 {
        let playout = rollouts.game(args.seed.wrapping_add(games));
        games += 1;
        steps += playout.steps;
        actions += playout.actions;
    }
    let seconds = start.elapsed().as_secs_f64();
    let rate = |count: u64| count as f64 / seconds;
    if args.json {
        return files::say_json(&json!({
            "actions_per_second": rate(actions),
            "steps_per_second": rate(steps),
            "games": games,
            "seconds": seconds,
        }));
    }
    files::say(format!("{games} games, {:.0} actions and {:.0} steps a second\n", rate(actions), rate(steps)))
}
