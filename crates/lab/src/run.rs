//! Playing the games of a plan on all cores. Each game follows from its number, so that neither the number of threads nor the order in
//! which they finish changes a result.

use crate::game::{self, Played};
use crate::journal::Journal;
use crate::plan::{Kind, Plan};
use crate::sprt::{self, Verdict};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// What becomes of a run.
#[derive(Clone, Debug, Default)]
pub struct Finished {
    /// All games, those found and those played now, by number.
    pub games: Vec<Played>,
    /// How a sequential test came out, if there was one and it did.
    pub verdict: Option<Verdict>,
    /// Whether somebody asked to stop.
    pub stopped: bool,
}

/// Somebody who is told of every game that ends, and says whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(&Played) -> bool;

/// Plays the games in `numbers` that `known` does not hold, on so many threads.
///
/// # Errors
/// A game that cannot be set up, a panic in one, or a disk that fails; all games that had ended are in the journal.
pub fn run(
    plan: &Plan,
    numbers: impl IntoIterator<Item = u64>,
    known: Vec<Played>,
    threads: usize,
    mut journal: Option<&mut Journal>,
    seen: Watch<'_>,
) -> Result<Finished, String> {
    let mut games: BTreeMap<u64, Played> = known.into_iter().map(|game| (game.number, game)).collect();
    let open: Vec<u64> = numbers.into_iter().filter(|number| !games.contains_key(number)).collect();
    let mut judge = Judge::of(plan, &games);
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(judge.verdict.is_some()));
    let (sender, results) = mpsc::sync_channel::<Result<Played, String>>(64);
    let mut finished = Finished::default();
    let mut failed = None;
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, open.len().max(1)) {
            let (sender, open, next, stop) = (sender.clone(), &open, &next, &stop);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let Some(&number) = open.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                    let fixture = plan.fixture(number);
                    // A fault in the rules or in a player is told with the game in which it came up; the others are kept.
                    let played = catch_unwind(AssertUnwindSafe(|| game::play(plan, &fixture)));
                    let told = played.unwrap_or_else(|_| Err(format!("the program failed in game {number} of this plan")));
                    if sender.send(told).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for result in results {
            match result {
                Ok(game) => {
                    if let Some(journal) = &mut journal
                        && let Err(why) = journal.add(&game)
                    {
                        failed.get_or_insert(why);
                        stop.store(true, Ordering::Relaxed);
                        continue;
                    }
                    if !seen(&game) {
                        finished.stopped = true;
                        stop.store(true, Ordering::Relaxed);
                    }
                    games.insert(game.number, game);
                    judge.look(&games);
                    if judge.verdict.is_some() {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                Err(why) => {
                    failed.get_or_insert(why);
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
    });
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
    }
    finished.games = games.into_values().collect();
    Ok(finished)
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
