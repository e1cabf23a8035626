//! What `grognard simulate` and `grognard tournament` have in common: running a plan with a bar, and telling what came of it.

use crate::fail::{Done, Fail};
use crate::files;
use grognard_lab::journal::Journal;
use grognard_lab::plan::{Plan, Shard};
use grognard_lab::run::{self, Finished};
use grognard_lab::{export, game::Played};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How a plan is run.
pub struct Run<'a> {
    pub folder: &'a Path,
    pub threads: Option<u16>,
    pub shard: Shard,
    pub json: bool,
    pub quiet: bool,
}

/// A folder for results that are not told where to go.
pub fn folder(given: Option<&PathBuf>, parts: &[&str]) -> PathBuf {
    given.cloned().unwrap_or_else(|| {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let name: String = parts.join("-").chars().map(plain).take(80).collect();
        Path::new("lab").join(name)
    })
}

/// How many threads.
pub fn threads(given: Option<u16>) -> usize {
    given.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// Plays a plan, or the rest of it, and writes everything that is made of its results.
pub fn run(plan: &Plan, how: &Run<'_>) -> Done {
    let numbers: Vec<u64> = plan.shard(how.shard).collect();
    let threads = threads(how.threads);
    play(plan, how, numbers.len() as u64, |known, journal, seen| run::run(plan, numbers, known, threads, Some(journal), seen))
}

/// The same with others, who take their parts from a queue.
#[cfg(feature = "nats")]
pub fn run_shared(plan: &Plan, how: &Run<'_>, url: &str, parts: u32) -> Done {
    let threads = threads(how.threads);
    plan.check().and_then(|()| grognard_lab::nats::reach(url)).map_err(Fail::Bad)?;
    play(plan, how, plan.total(), |known, journal, seen| {
        grognard_lab::nats::work(url, plan, parts, threads, known, journal, seen)
    })
}

/// Plays what is missing in a folder, with a bar.
fn play(
    plan: &Plan,
    how: &Run<'_>,
    games: u64,
    run: impl FnOnce(Vec<Played>, &mut Journal, run::Watch<'_>) -> Result<Finished, String>,
) -> Done {
    plan.check().map_err(Fail::Bad)?;
    let (mut journal, found) = Journal::open(how.folder, plan).map_err(Fail::Bad)?;
    if let Some(torn) = &found.torn {
        note(torn);
    }
    let known = found.games.len();
    if known > 0 && !how.quiet {
        note(&format!("{}: goes on after {known} games", files::name(how.folder)));
    }
    let bar = bar(games);
    bar.set_position(known as u64);
    bar.reset_eta();
    on_interrupt({
        let (plan, folder, bar) = (plan.clone(), how.folder.to_path_buf(), bar.clone());
        move || leave(&plan, &folder, &bar)
    });
    let begun = Instant::now();
    let mut seen = |_: &Played| {
        bar.inc(1);
        true
    };
    let finished = run(found.games, &mut journal, &mut seen);
    bar.finish_and_clear();
    let finished = finished.map_err(|why| Fail::Broken(format!("{why}; what was played is in {}", files::name(how.folder))))?;
    let played = finished.games.len().saturating_sub(known);
    tell(plan, &finished, how, played, begun.elapsed())
}

/// Does something when somebody presses Ctrl-C, or a scheduler asks the program to end. Without it the program would just end, which
/// loses no game either.
fn on_interrupt(act: impl FnOnce() + Send + 'static) {
    std::thread::spawn(move || {
        if grognard_server::wait_to_be_ended().is_ok() {
            act();
        }
    });
}

/// Ends the program with a report on the games that have ended so far, which are in the journal; those under way are dropped.
fn leave(plan: &Plan, folder: &Path, bar: &ProgressBar) {
    bar.finish_and_clear();
    let told = grognard_lab::journal::read(folder).and_then(|found| {
        let games = found.games.len();
        export::export(folder, plan, &Finished { games: found.games, stopped: true, ..Finished::default() }).map(|_| games)
    });
    match told {
        Ok(games) => {
            let total = plan.total();
            note(&format!(
                "stopped after {games} of {total} games; the same command goes on, the report so far is in {}",
                files::name(folder)
            ));
        }
        Err(why) => note(&why),
    }
    std::process::exit(130);
}

/// Writes tables and report, and says what is in them.
pub fn tell(plan: &Plan, finished: &Finished, how: &Run<'_>, played: usize, took: Duration) -> Done {
    let (_, summary) = export::export(how.folder, plan, finished).map_err(Fail::Bad)?;
    if how.json {
        let value = serde_json::to_value(&summary).map_err(|why| Fail::Bad(why.to_string()))?;
        return files::say_json(&value);
    }
    let mut text = summary.text();
    let told = match played {
        0 => String::new(),
        _ => format!("{played} games in {:.1} s, {} at a time; ", took.as_secs_f64(), threads(how.threads)),
    };
    text.push_str(&format!("\n{told}tables and report.html in {}\n", files::name(how.folder)));
    files::say(text)
}

/// A remark on standard error, which leaves the results alone.
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "grognard: {text}");
}

fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
