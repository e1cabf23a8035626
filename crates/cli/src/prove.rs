//! `grognard try`, `perft` and `rollouts`.

use crate::args::{Perft, Rollouts};
use crate::fail::{self, Done, Fail};
use crate::files;
use grognard_testkit::casefile::{self, CaseReport, FileReport, TestCase};
use grognard_testkit::perft::{Rolls, write_golden};
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// Runs case files. All are read and run before anything is said. A file that cannot be read, or in which no case begins, does not keep the others
/// from being run; if there is no other, it says so alone.
pub fn try_files(paths: &[PathBuf], json: bool) -> Done {
    let (mut reports, mut unread) = (Vec::new(), Vec::new());
    for path in paths {
        match try_file(path) {
            Ok(report) => reports.push(report),
            Err(Fail::Bad(why)) => unread.push(why),
            Err(other) => return Err(other),
        }
    }
    if reports.is_empty() {
        return Err(Fail::Bad(unread.join("; ")));
    }
    let (cases, failed) = reports
        .iter()
        .flat_map(|report| &report.cases)
        .fold((0, 0), |(all, bad), case| (all + 1, bad + usize::from(!case.passed)));
    if json {
        let passed = failed == 0 && unread.is_empty();
        let said = files::say_json(&json!({ "passed": passed, "files": reports, "unread": unread }));
        return fail::found(said, verdict(failed, &unread));
    }
    let mut out = String::new();
    for report in &reports {
        for case in &report.cases {
            let verdict = if case.passed { "passed" } else { "FAILED" };
            let numbers: String = case.cases.iter().map(|id| format!("[{id}] ")).collect();
            let _ = writeln!(out, "{verdict} {}:{} {numbers}{}", report.file, case.line, case.title);
        }
        for line in report.failures() {
            let _ = writeln!(out, "{line}");
        }
    }
    let s = if cases == 1 { "" } else { "s" };
    let left = match unread.len() {
        0 => String::new(),
        1 => "; 1 file could not be read".to_owned(),
        many => format!("; {many} files could not be read"),
    };
    let _ = writeln!(out, "{cases} case{s}, {failed} failed{left}");
    fail::found(files::say(out), verdict(failed, &unread))
}

/// Runs the cases of one file.
fn try_file(path: &Path) -> Result<FileReport, Fail> {
    let name = files::name(path);
    let cases = casefile::parse(&name, &files::read(path)?)?.cases;
    let done = cases.iter().map(|case| guarded(case, Duration::from_secs(case.limit.into()), &name)).collect();
    Ok(FileReport::new(&name, done))
}

/// What files come to when everything has been said of those that could be read. Bad input weighs more than a case that failed.
fn verdict(failed: usize, unread: &[String]) -> Done {
    match (unread, failed) {
        ([], 0) => Ok(()),
        ([], _) => Err(Fail::Said),
        _ => Err(Fail::Bad(unread.join("; "))),
    }
}

/// Runs a case with an eye on the clock, so that rules which never come to an end are a failure and not a vigil. Rules cannot be
/// interrupted: what is given up goes on until the program ends.
fn guarded(case: &TestCase, limit: Duration, file: &str) -> CaseReport {
    let (name, running) = (file.to_owned(), case.clone());
    match within(limit, move || grognard_shelf::try_one(&name, &running)) {
        Ok(Some(report)) => report,
        Ok(None) => CaseReport::too_long(case),
        Err(words) => CaseReport::panicked(case, &words),
    }
}

/// What some work comes to, unless it takes longer than it may; or the words of the panic in which it ended.
fn within<T: Send + 'static>(limit: Duration, work: impl FnOnce() -> T + Send + 'static) -> Result<Option<T>, String> {
    let (sender, done) = sync_channel(1);
    let worker = std::thread::spawn(move || {
        let _ = sender.send(work());
    });
    match done.recv_timeout(limit) {
        Ok(done) => Ok(Some(done)),
        Err(RecvTimeoutError::Timeout) => Ok(None),
        // It has not sent anything and never will.
        Err(RecvTimeoutError::Disconnected) => worker.join().map(|()| None).map_err(|panic| fail::panic_words(panic.as_ref())),
    }
}

/// Counts the ways to play so many actions.
pub fn perft(args: &Perft) -> Done {
    let rolls = if args.low { Rolls::Low } else { Rolls::Every };
    grognard_shelf::game(&args.game)?;
    let (options, position) = match &args.file {
        None => (args.options.options.clone(), None),
        Some(path) => {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Work that never ends is given up; the worker waits for a word that comes when the test is over.
    #[test]
    fn what_never_ends_is_given_up() {
        let (release, held) = sync_channel::<()>(1);
        assert_eq!(within(Duration::from_millis(20), move || held.recv().is_ok()), Ok(None));
        drop(release);
        assert_eq!(within(Duration::from_secs(60), || 7), Ok(Some(7)));
        let broken = within(Duration::from_secs(60), || -> u8 { panic!("in {}\nlines", "two") });
        assert_eq!(broken, Err("in two lines".to_owned()), "a panic is a failure to be told, like any other");
    }

    #[test]
    fn a_case_is_run_and_reported() {
        let text = "case 1.1 \"t\"\ngame dresden-20\nlimit 60\nunit F1 i4-2 @0909\nunit A1 i3-2 @0909\nno setup 6.3";
        let case = casefile::parse("t.case", text).unwrap().cases.remove(0);
        let report = guarded(&case, Duration::from_secs(60), "t.case");
        assert!(report.passed, "{:?}", report.failures);
    }
}
