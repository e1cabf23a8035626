//! What `grognard simulate` and `grognard tournament` have in common: running a plan with a bar, and telling what came of it.

use crate::fail::{self, Done, Fail};
use crate::files;
use crate::luck;
use grognard_engine::fair;
use grognard_lab::journal::{self, Journal};
use grognard_lab::plan::{Plan, Shard};
use grognard_lab::run::{self, Finished};
use grognard_lab::{export, game::Played, programs, records};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// How a plan is run.
pub struct Run<'a> {
    pub folder: &'a Path,
    pub threads: Option<u16>,
    pub shard: Shard,
    /// Whether the record of every game is kept.
    pub records: bool,
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

/// A plan with all that it is known by: revisions of the rules, which weights play, and a secret if it needs one, that of its results or one that
/// nobody knows. Those who share the work need the same.
pub fn sealed(plan: Plan, folder: &Path, shared: bool) -> Result<Plan, Fail> {
    let mut plan = plan.dated().map_err(Fail::Bad)?;
    if plan.secret.is_none() && plan.needs_secret() {
        plan.secret = journal::secret(folder);
        if plan.secret.is_none() && shared {
            let why = "programs play, and every machine needs the same secret for the dice: say --secret WORDS";
            return Err(Fail::Bad(why.to_owned()));
        }
        if plan.secret.is_none() {
            plan.secret = Some(fair::hex(&luck::secret("laboratory")?));
        }
    }
    Ok(plan)
}

/// Plays a plan, or the rest of it, and writes everything that is made of its results.
pub fn run(plan: &Plan, how: &Run<'_>) -> Done {
    // Before its games are numbered: among many thousand players there are more of them than the memory holds.
    plan.check().map_err(Fail::Bad)?;
    let numbers: Vec<u64> = plan.shard(how.shard).collect();
    let threads = threads(how.threads);
    play(plan, how, &numbers, |known, journal, seen, stop| {
        run::run_until(plan, numbers.iter().copied(), known, threads, Some(journal), seen, stop)
    })
}

/// The same with others, who take their parts from a queue.
#[cfg(feature = "nats")]
pub fn run_shared(plan: &Plan, how: &Run<'_>, url: &str, parts: u32) -> Done {
    let threads = threads(how.threads);
    plan.check().and_then(|()| grognard_lab::nats::reach(url)).map_err(Fail::Bad)?;
    let numbers: Vec<u64> = plan.shard(Shard::WHOLE).collect();
    let parts = grognard_lab::nats::Parts { url, parts, threads };
    play(plan, how, &numbers, |known, journal, seen, stop| {
        grognard_lab::nats::work_until(&parts, plan, known, journal, seen, stop)
    })
}

/// Plays what is missing of some games in a folder, with a bar.
fn play(
    plan: &Plan,
    how: &Run<'_>,
    numbers: &[u64],
    run: impl FnOnce(Vec<Played>, &mut Journal, run::Watch<'_>, &AtomicBool) -> Result<Finished, String>,
) -> Done {
    plan.check().map_err(Fail::Bad)?;
    let (mut journal, found) = Journal::open(how.folder, plan).map_err(Fail::Bad)?;
    if how.records {
        journal.keep_records().map_err(Fail::Bad)?;
    }
    if let Some(torn) = &found.torn {
        note(torn);
    }
    // A folder may hold games of other parts too; they are none of those that are to be played now.
    let mine: BTreeSet<u64> = numbers.iter().copied().collect();
    let known = found.games.iter().filter(|game| mine.contains(&game.number)).count();
    if known > 0 && !how.quiet {
        note(&format!("{}: goes on after {known} games", files::name(how.folder)));
    }
    let games = mine.len() as u64;
    let bar = bar(games);
    bar.set_position(known as u64);
    bar.reset_eta();
    let stop = Arc::new(AtomicBool::new(false));
    on_interrupt(Arc::clone(&stop));
    let begun = Instant::now();
    let mut played = 0;
    let mut seen = |_: &Played| {
        played += 1;
        bar.inc(1);
        true
    };
    let finished = run(found.games, &mut journal, &mut seen, &stop);
    bar.finish_and_clear();
    // Games under way are dropped, and nobody waits for those who play them: a program that is just thinking would go on for ever.
    if finished.as_ref().map_or(true, |finished| finished.stopped) {
        programs::end_all();
    }
    let finished = finished.map_err(|why| Fail::Broken(format!("{why}; what was played is in {}", files::name(how.folder))))?;
    if finished.stopped {
        return leave(plan, how.folder, &finished, (known + played) as u64, games);
    }
    let mut without = Vec::new();
    if how.records {
        // Games that were there before records were wanted.
        let found = journal::read(how.folder).map_err(Fail::Bad)?;
        let folder = how.folder.join(records::FOLDER);
        for number in records::recordable(&found).into_iter().filter(|number| !folder.join(records::name(*number)).is_file()) {
            if stop.load(Ordering::Relaxed) {
                return leave(plan, how.folder, &finished, (known + played) as u64, games);
            }
            without.extend(records::write(how.folder, &found, number, &folder).err());
        }
    }
    // What was played is told, whether or not all of it has a record.
    fail::found(tell(plan, &finished, how, played, begun.elapsed()), all_recorded(&without))
}

/// That there is nothing to be said against the records of games: the first thing that is, and how many more there are.
pub fn all_recorded(faults: &[String]) -> Done {
    match faults {
        [] => Ok(()),
        [why] => Err(Fail::Bad(why.clone())),
        [why, more @ ..] => Err(Fail::Bad(format!("{why} (and {} more without a record)", more.len()))),
    }
}

/// Asks to stop when somebody presses Ctrl-C, or a scheduler asks the program to end. Without it the program would just end, which
/// loses no game either.
fn on_interrupt(stop: Arc<AtomicBool>) {
    let (listens, heard) = mpsc::channel::<()>();
    std::thread::spawn(move || {
        if grognard_server::wait_to_be_ended(|| drop(listens)).is_ok() {
            stop.store(true, Ordering::Relaxed);
        }
    });
    // Nothing is played before: whoever has seen the first game may ask. Nobody sends anything; the channel closes.
    let _ = heard.recv();
}

/// Ends the program with a report on what counts of the games that have ended; those under way are dropped.
fn leave(plan: &Plan, folder: &Path, finished: &Finished, ended: u64, of: u64) -> Done {
    export::export(folder, plan, finished).map_err(Fail::Bad)?;
    let count = finished.games.len();
    note(&format!(
        "stopped after {ended} of {of} games; the same command goes on, the report on the first {count} is in {}",
        files::name(folder)
    ));
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

/// A bar that shows how many games have ended.
pub fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
