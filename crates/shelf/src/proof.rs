//! Case files, laws, perft and playouts, for any game on the shelf.

use crate::books::{Counter, Options, Volume, find};
use grognard_engine::dice::SeededDice;
use grognard_engine::{DataError, Rules, Umpire, Words};
use grognard_testkit::casefile::{self, CaseReport, FileReport, TestCase};
use grognard_testkit::laws::{self, GameStats, Limits};
use grognard_testkit::perft::{self, Rolls};
use grognard_testkit::rollout::{Playout, playout};
use serde::Serialize;

/// Reads and runs a case file. Its cases may belong to different games.
///
/// # Errors
/// A file in which no case begins. A case that cannot be read, a set-up that is refused and an expectation that does not hold are no
/// errors but failures in the report.
pub fn try_case(file: &str, text: &str) -> Result<FileReport, DataError> {
    let cases = casefile::parse(file, text)?.cases;
    Ok(FileReport::new(file, cases.iter().map(|case| try_one(file, case)).collect()))
}

/// Runs one case of a file that was read, for those who watch the clock: its limit is theirs to keep. A game that is not on the shelf is a
/// failure like any other.
#[must_use]
pub fn try_one(file: &str, case: &TestCase) -> CaseReport {
    if !case.faults.is_empty() {
        return CaseReport::without_position(case, case.faults.clone());
    }
    let line = case.setup.iter().find(|line| line.words[0] == "game").map_or(case.line, |line| line.line);
    match find(&case.game) {
        Ok((book, _)) => book.run_case(file, case),
        Err(fault) => {
            let why = format!("game {:?} is {}", case.game, fault.why);
            CaseReport::refused(case, &DataError::new(file, format!("line {line}"), why))
        }
    }
}

/// Plays one random game and tries the laws along it.
///
/// # Errors
/// The law that does not hold, or an unknown game or option, in one line.
pub fn fuzz(game: &str, options: &[(String, String)], seed: u64) -> Result<GameStats, String> {
    let mut found = None;
    fuzz_many(game, options, &mut [seed].into_iter(), Limits::default(), &mut |stats| {
        found = Some(stats);
        true
    })?;
    found.ok_or_else(|| "no game was played".to_owned())
}

/// Plays a random game from each seed, and hands what it was like to `seen`, which says whether to go on.
///
/// # Errors
/// The law that does not hold, or an unknown game or option, in one line.
pub fn fuzz_many(
    game: &str,
    options: &[(String, String)],
    seeds: &mut dyn Iterator<Item = u64>,
    limits: Limits,
    seen: &mut dyn FnMut(GameStats) -> bool,
) -> Result<(), String> {
    let (book, _) = find(game).map_err(|fault| fault.to_string())?;
    book.fuzz(game, options, seeds, limits, seen)
}

pub(crate) fn fuzz_with<V: Volume>(
    game: &str,
    options: Options<'_>,
    seeds: &mut dyn Iterator<Item = u64>,
    limits: Limits,
    seen: Counter<'_>,
) -> Result<(), String> {
    let game = V::make(game, options).map_err(|fault| fault.to_string())?;
    laws::fuzz(game, seeds, limits, seen).map_err(|broken| broken.to_string())
}

/// The counts of a perft.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Perft {
    /// The position, in notation.
    pub position: String,
    /// The counts at depth 1, 2 …
    pub counts: Vec<u64>,
    /// The last count, split by the first action.
    pub divide: Vec<(String, u64)>,
}

/// Counts the ways to play up to `depth` actions from a position, or from the opening.
///
/// # Errors
/// An unknown game or option, a position that cannot be read.
pub fn perft(
    game: &str,
    options: &[(String, String)],
    position: Option<&str>,
    depth: u32,
    rolls: Rolls,
) -> Result<Perft, DataError> {
    let (book, _) = find(game)?;
    book.perft(game, options, position, depth, rolls)
}

pub(crate) fn perft_with<V: Volume>(
    game: &str,
    options: Options<'_>,
    position: Option<&str>,
    depth: u32,
    rolls: Rolls,
) -> Result<Perft, DataError> {
    let game = V::make(game, options)?;
    let state = match position {
        Some(text) => game.read_position(text)?,
        None => perft::opening(&game),
    };
    let divide = perft::divide(&game, &state, depth, rolls);
    Ok(Perft {
        position: game.write_position(&state),
        counts: (1..depth)
            .map(|depth| perft::count(&game, &state, depth, rolls))
            .chain([divide.iter().map(|&(_, ways)| ways).sum()])
            .collect(),
        divide: divide.into_iter().map(|(action, ways)| (game.write_action(action), ways)).collect(),
    })
}

/// Random games as fast as they go.
pub trait Rollouts: Send {
    /// Plays one game to its end.
    fn game(&mut self, seed: u64) -> Playout;
}

/// Random games of a game.
///
/// # Errors
/// An unknown game or option.
pub fn rollouts(game: &str, options: &[(String, String)]) -> Result<Box<dyn Rollouts>, DataError> {
    let (book, _) = find(game)?;
    book.rollouts(game, options)
}

struct Roller<V: Volume> {
    game: V::Game,
    options: Vec<<V::Game as Rules>::Action>,
}

impl<V: Volume> Rollouts for Roller<V> {
    fn game(&mut self, seed: u64) -> Playout {
        let mut dice = SeededDice::new(seed);
        let mut state = self.game.start(&mut Umpire::silent(&mut dice));
        playout(&self.game, &mut state, &mut self.options, &mut dice, u64::from(u32::MAX), V::completes)
    }
}

pub(crate) fn rollouts_with<V: Volume>(game: &str, options: Options<'_>) -> Result<Box<dyn Rollouts>, DataError> {
    Ok(Box::new(Roller::<V> { game: V::make(game, options)?, options: Vec::new() }))
}
