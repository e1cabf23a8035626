//! Records of laboratory games: kept while they are played, or made afterwards, since a game follows from its plan and its number.

use crate::export::write_whole;
use crate::game;
use crate::journal::{self, Found};
use crate::plan::Plan;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of records in a folder of results.
pub const FOLDER: &str = "records";

/// The name of a game's record.
#[must_use]
pub fn name(number: u64) -> String {
    format!("{number}.record")
}

/// The record of a game of which there are results in a folder: the one that was kept, or the game played once more.
///
/// # Errors
/// A game that has not been played, has no record, or went differently this time; in one line.
pub fn record(folder: &Path, found: &Found, number: u64) -> Result<String, String> {
    let place = folder.display();
    let Ok(known) = found.games.binary_search_by_key(&number, |game| game.number) else {
        return Err(format!("{place}: game {number} has not been played; the plan has games 0 to {}", found.plan.total() - 1));
    };
    let kept = folder.join(FOLDER).join(name(number));
    if let Ok(text) = fs::read_to_string(&kept) {
        // It may have been left by other games that were played into this folder.
        let remedy = "take it away, and the game is played once more";
        let told = grognard_shelf::load(&kept.display().to_string(), &text).map_err(|fault| format!("{fault}; {remedy}"))?;
        let was = &found.games[known];
        if (told.identity().game, told.played(), told.standing()) != (was.game.clone(), was.actions, was.points.clone()) {
            return Err(format!("{}: the record of another game; {remedy}", kept.display()));
        }
        return Ok(text);
    }
    // What the dice were worth has no part in the record, and takes time.
    let plan = Plan { luck: false, ..found.plan.clone() };
    let fixture = plan.fixture(number);
    let (mut again, record) = game::play_recorded(&plan, &fixture)?;
    let was = &found.games[known];
    again.luck = was.luck;
    for (row, known) in again.by_turn.iter_mut().zip(&was.by_turn) {
        row.luck = known.luck;
    }
    if journal::same_play(&again, was) {
        return Ok(record);
    }
    let remedy = if plan.needs_secret() {
        "programs need not play alike twice; say --records when they play"
    } else {
        "was it played by another version?"
    };
    Err(format!("{place}: game {number} goes differently now: {remedy}"))
}

/// Games of a folder that can have a record.
#[must_use]
pub fn recordable(found: &Found) -> Vec<u64> {
    found.games.iter().filter(|game| !game.changed).map(|game| game.number).collect()
}

/// Writes the record of a game into a folder. Says where.
///
/// # Errors
/// As for [`record`], or a folder that cannot be written.
pub fn write(folder: &Path, found: &Found, number: u64, to: &Path) -> Result<PathBuf, String> {
    let record = record(folder, found, number)?;
    fs::create_dir_all(to).map_err(|why| format!("{}: cannot be made: {}", to.display(), journal::plain(&why)))?;
    let path = to.join(name(number));
    write_whole(&path, record.as_bytes())?;
    Ok(path)
}
