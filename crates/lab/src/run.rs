//! Playing the games of a plan on all cores. Each game follows from its number, so that neither the number of threads nor the order in
//! which they finish changes a result.

use crate::game::{self, Played};
use crate::journal::Journal;
use crate::plan::{Kind, Plan};
use crate::sprt::{self, Verdict};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// What becomes of a run.
#[derive(Clone, Debug, Default)]
pub struct Finished {
    /// The games that count, those found and those played now, by number.
    pub games: Vec<Played>,
    /// Games that have ended too, but after one that has not, if somebody asked to stop: they are kept and count when the run goes on.
    /// Short games end first, so that to count them would favour what makes games short.
    pub beyond: usize,
    /// How a sequential test came out, if there was one and it did.
    pub verdict: Option<Verdict>,
    /// Whether somebody asked to stop.
    pub stopped: bool,
}

/// Somebody who is told of every game that ends, and says whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(&Played) -> bool;

/// How often is looked whether somebody asks to stop.
pub(crate) const GLANCE: Duration = Duration::from_millis(50);

/// Plays the games in `numbers` that `known` does not hold, on so many threads.
///
/// # Errors
/// A game that cannot be set up, a panic in one, or a disk that fails; all games that had ended are in the journal.
pub fn run(
    plan: &Plan,
    numbers: impl IntoIterator<Item = u64>,
    known: Vec<Played>,
    threads: usize,
    journal: Option<&mut Journal>,
    seen: Watch<'_>,
) -> Result<Finished, String> {
    run_until(plan, numbers, known, threads, journal, seen, &AtomicBool::new(false))
}

/// A game that ended, with its record if that is kept.
type Ended = Result<(Played, Option<String>), String>;

/// The same, until somebody asks to stop. Games under way are dropped then: whoever plays them is not waited for.
///
/// # Errors
/// As for [`run`].
pub fn run_until(
    plan: &Plan,
    numbers: impl IntoIterator<Item = u64>,
    known: Vec<Played>,
    threads: usize,
    mut journal: Option<&mut Journal>,
    seen: Watch<'_>,
    stop: &AtomicBool,
) -> Result<Finished, String> {
    let mut games: BTreeMap<u64, Played> = known.into_iter().map(|game| (game.number, game)).collect();
    let numbers: Vec<u64> = numbers.into_iter().collect();
    let open: Vec<u64> = numbers.iter().copied().filter(|number| !games.contains_key(number)).collect();
    let mut judge = Judge::of(plan, &games);
    let enough = Arc::new(AtomicBool::new(judge.verdict.is_some()));
    let results = hands(plan, open, threads, journal.as_ref().is_some_and(|journal| journal.keeps_records()), &enough);
    let mut finished = Finished::default();
    let mut failed = None;
    loop {
        if stop.load(Ordering::Relaxed) {
            finished.stopped = true;
            enough.store(true, Ordering::Relaxed);
            break;
        }
        let kept = match results.recv_timeout(GLANCE) {
            Ok(Ok((game, record))) => keep(journal.as_deref_mut(), &game, record.as_deref()).map(|()| game),
            Ok(Err(why)) => Err(why),
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        match kept {
            Ok(game) => {
                finished.stopped |= !seen(&game);
                games.insert(game.number, game);
                judge.look(&games);
                if finished.stopped || judge.verdict.is_some() {
                    enough.store(true, Ordering::Relaxed);
                }
            }
            Err(why) => {
                failed.get_or_insert(why);
                enough.store(true, Ordering::Relaxed);
            }
        }
    }
    if let Some(journal) = journal {
        journal.sync()?;
    }
    if let Some(why) = failed {
        return Err(why);
    }
    finished.verdict = judge.verdict;
    if judge.verdict.is_some() {
        // What was played beyond the decision depends on the number of threads, and does not count.
        let last = judge.decided;
        games.retain(|&number, _| number < last);
    } else if finished.stopped {
        let all = games.len();
        without_gap(plan, numbers, &mut games);
        finished.beyond = all - games.len();
    }
    finished.games = games.into_values().collect();
    Ok(finished)
}

/// Drops what came after the first pair of `numbers` that is not whole, so that what is left is what a shorter plan would have played.
pub(crate) fn without_gap(plan: &Plan, numbers: Vec<u64>, games: &mut BTreeMap<u64, Played>) {
    let per = plan.per_pair();
    let gap = numbers.into_iter().filter(|number| !games.contains_key(number)).map(|number| number / per).min();
    games.retain(|number, _| gap.is_none_or(|gap| number / per < gap));
}

/// Writes a game down: its record first, so that a game that is there has one.
fn keep(journal: Option<&mut Journal>, game: &Played, record: Option<&str>) -> Result<(), String> {
    let Some(journal) = journal else { return Ok(()) };
    if let Some(record) = record {
        journal.keep(game.number, record)?;
    }
    journal.add(game)
}

/// Threads that play games until there are none left or enough is known.
fn hands(plan: &Plan, open: Vec<u64>, threads: usize, records: bool, enough: &Arc<AtomicBool>) -> Receiver<Ended> {
    let (sender, results) = mpsc::sync_channel::<Ended>(64);
    let (plan, next) = (Arc::new(plan.clone()), Arc::new(AtomicUsize::new(0)));
    let threads = threads.clamp(1, open.len().max(1));
    let open = Arc::new(open);
    for _ in 0..threads {
        let (sender, plan, open, next, enough) =
            (sender.clone(), Arc::clone(&plan), Arc::clone(&open), Arc::clone(&next), Arc::clone(enough));
        std::thread::spawn(move || {
            while !enough.load(Ordering::Relaxed) {
                let Some(&number) = open.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                let fixture = plan.fixture(number);
                // A fault in the rules or in a player is told with the game in which it came up; the others are kept.
                let played = catch_unwind(AssertUnwindSafe(|| {
                    if records && !fixture.changed {
                        game::play_recorded(&plan, &fixture).map(|(game, record)| (game, Some(record)))
                    } else {
                        game::play(&plan, &fixture).map(|game| (game, None))
                    }
                }));
                let told = played.unwrap_or_else(|_| Err(format!("the program failed in game {number} of this plan")));
                if sender.send(told).is_err() {
                    break;
                }
            }
        });
    }
    results
}

/// Looks at a sequential test after each pair, in the order of the pairs, whoever finished first.
struct Judge {
    test: Option<sprt::Test>,
    /// The next game that has not been looked at.
    next: u64,
    verdict: Option<Verdict>,
    /// Number of the games that led to the verdict.
    decided: u64,
}

impl Judge {
    fn of(plan: &Plan, games: &BTreeMap<u64, Played>) -> Self {
        let test = if let Kind::Sprt(sprt) = plan.kind { Some(sprt::Test::new(sprt)) } else { None };
        let mut judge = Self { test, next: 0, verdict: None, decided: 0 };
        judge.look(games);
        judge
    }

    fn look(&mut self, games: &BTreeMap<u64, Played>) {
        let Some(test) = &mut self.test else { return };
        while self.verdict.is_none() {
            let (Some(a), Some(b)) = (games.get(&self.next), games.get(&(self.next + 1))) else { return };
            test.add(sprt::score(a, 0) + sprt::score(b, 0));
            self.next += 2;
            self.verdict = test.verdict();
            self.decided = self.next;
        }
    }
}
