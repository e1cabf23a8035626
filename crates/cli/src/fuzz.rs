//! `grognard fuzz`: random games, several at a time, with the laws tried along each.

use crate::args::Fuzz;
use crate::fail::{self, Done, Fail};
use crate::{files, lab};
use grognard_testkit::laws::{GameStats, Limits};
use serde_json::json;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// What all games were like together.
#[derive(Default)]
struct Summary {
    games: u64,
    actions: u64,
    options: u64,
    dice: u64,
    refused: u64,
    longest: Option<(usize, u64)>,
    most_options: usize,
    verdicts: BTreeMap<String, u64>,
    /// The law broken at the lowest seed.
    broken: Option<(u64, String)>,
}

impl Summary {
    fn add(&mut self, stats: GameStats) {
        self.games += 1;
        self.actions += stats.actions as u64;
        self.options += stats.options;
        self.dice += stats.dice;
        self.refused += stats.refused;
        if self.longest.is_none_or(|(longest, seed)| (stats.actions, seed) > (longest, stats.seed)) {
            self.longest = Some((stats.actions, stats.seed));
        }
        self.most_options = self.most_options.max(stats.most_options);
        // Points in brackets would make every verdict its own.
        let verdict = stats.outcome.verdict.split(" (").next().unwrap_or_default().to_owned();
        *self.verdicts.entry(verdict).or_default() += 1;
    }

    fn broke(&mut self, seed: u64, line: String) {
        if self.broken.as_ref().is_none_or(|(first, _)| seed < *first) {
            self.broken = Some((seed, line));
        }
    }
}

/// Plays random games and tries the laws.
pub fn fuzz(args: &Fuzz) -> Done {
    let options = &args.options.options;
    // A game that cannot be set up is bad input, not a broken law.
    grognard_shelf::rollouts(&args.game, options)?;
    let threads = lab::threads(args.threads);
    let limits =
        Limits { actions: args.limit, every: if args.thorough { 1 } else { Limits::default().every }, ..Limits::default() };
    let bar = lab::bar(args.games);
    let (next, stop, summary) = (AtomicU64::new(0), AtomicBool::new(false), Mutex::new(Summary::default()));
    let start = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(usize::try_from(args.games).unwrap_or(usize::MAX)) {
            scope.spawn(|| {
                let seed = Cell::new(args.seed);
                let mut seeds = std::iter::from_fn(|| {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    seed.set(args.seed.wrapping_add(index));
                    (index < args.games && !stop.load(Ordering::Relaxed)).then(|| seed.get())
                });
                let mut seen = |stats: GameStats| {
                    bar.inc(1);
                    with(&summary, |summary| summary.add(stats));
                    true
                };
                // A panic of the rules is a fault to be reported like any other, with its seed.
                let outcome = catch_unwind(AssertUnwindSafe(|| {
                    grognard_shelf::fuzz_many(&args.game, options, &mut seeds, limits, &mut seen)
                }));
                let line = match outcome {
                    Ok(Ok(())) => return,
                    Ok(Err(line)) => line,
                    Err(panic) => format!("the rules panicked: {} (seed {})", fail::panic_words(panic.as_ref()), seed.get()),
                };
                stop.store(true, Ordering::Relaxed);
                with(&summary, |summary| summary.broke(seed.get(), line));
            });
        }
    });
    bar.finish_and_clear();
    let summary = summary.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let seconds = start.elapsed().as_secs_f64();
    if let Some((_, line)) = summary.broken {
        return Err(Fail::Broken(line));
    }
    report(args, &summary, seconds, threads)
}

fn with(summary: &Mutex<Summary>, change: impl FnOnce(&mut Summary)) {
    change(&mut summary.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
}

fn report(args: &Fuzz, summary: &Summary, seconds: f64, threads: usize) -> Done {
    let rate = summary.games as f64 / seconds.max(1e-9);
    let (longest, longest_seed) = summary.longest.unwrap_or_default();
    if args.json {
        return files::say_json(&json!({
            "game": args.game,
            "games": summary.games,
            "seed": args.seed,
            "threads": threads,
            "seconds": seconds,
            "games_per_second": rate,
            "actions": summary.actions,
            "options": summary.options,
            "dice": summary.dice,
            "refused": summary.refused,
            "longest": { "actions": longest, "seed": longest_seed },
            "most_options": summary.most_options,
            "verdicts": summary.verdicts,
            "broken": null,
        }));
    }
    let mut out = format!("{} games of {}, no law broken\n", summary.games, args.game);
    let _ = writeln!(out, "  {rate:.1} games a second ({seconds:.1} s, {threads} at a time)");
    let _ = writeln!(
        out,
        "  {} actions, {} options listed (at most {}), {} strays refused, {} dice",
        summary.actions, summary.options, summary.most_options, summary.refused, summary.dice
    );
    let _ = writeln!(out, "  longest game: {longest} actions (seed {longest_seed})");
    for (verdict, games) in &summary.verdicts {
        let _ = writeln!(out, "  {games:>8} {verdict}");
    }
    files::say(out)
}
