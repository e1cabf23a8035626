//! Results on disk: a file that only ever grows, the plan in its first line and one finished game in each other. Whoever wants more games of the
//! same plan adds the longer plan as another line. Whatever stops the program, all games but the one being written are there.

use crate::game::Played;
use crate::plan::Plan;
use crate::{export, records};
use std::fs::{self, File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The name of the journal in a folder of results.
pub const NAME: &str = "results.jsonl";

/// What a journal holds.
#[derive(Clone, Debug)]
pub struct Found {
    /// The plan; the longest, if it was made longer.
    pub plan: Plan,
    /// The games, by number, each once.
    pub games: Vec<Played>,
    /// Bytes that are whole lines.
    whole: u64,
    /// What was left of a last line that breaks off, in one line for people.
    pub torn: Option<String>,
}

/// A journal that games are added to.
#[derive(Debug)]
pub struct Journal {
    file: Locked,
    path: PathBuf,
    /// The folder in which records are kept, if they are.
    records: Option<PathBuf>,
}

/// A file that no other program writes to meanwhile.
#[derive(Debug)]
struct Locked(File);

impl Drop for Locked {
    fn drop(&mut self) {
        // To close it would not do: a program that is just being started has copies of all open files until it begins.
        let _ = self.0.unlock();
    }
}

/// Takes a file that no other program may write to meanwhile.
///
/// # Errors
/// Somebody else who has it; or a disk on which nothing can be taken in this way, as networks have some.
pub fn own(file: &File, holds: &str) -> Result<(), String> {
    file.try_lock().map_err(|why| whose(why, holds))
}

fn whose(why: TryLockError, holds: &str) -> String {
    match why {
        TryLockError::WouldBlock => format!("another program is at work on {holds}"),
        TryLockError::Error(why) => {
            format!("cannot be kept from other programs ({}); choose a folder on another disk", plain(&why))
        }
    }
}

/// What the system says, without its number.
pub(crate) fn plain(why: &impl std::fmt::Display) -> String {
    let text = why.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// A line of a journal.
enum Row {
    Game(Box<Played>),
    Longer(Box<Plan>),
}

fn at(path: &Path, why: impl std::fmt::Display) -> String {
    format!("{}: {}", path.display(), plain(&why))
}

/// Reads the journal of a folder.
///
/// # Errors
/// A folder without results, or a line that cannot be read and is not the last.
pub fn read(folder: &Path) -> Result<Found, String> {
    let path = folder.join(NAME);
    let mut bytes = Vec::new();
    File::open(&path).and_then(|mut file| file.read_to_end(&mut bytes)).map_err(|why| at(&path, why))?;
    parse(&path, &bytes)
}

fn parse(path: &Path, bytes: &[u8]) -> Result<Found, String> {
    let mut plan: Option<Plan> = None;
    let (mut games, mut whole, mut torn) = (Vec::new(), 0, None);
    let mut rest = bytes;
    for number in 1.. {
        if rest.is_empty() {
            break;
        }
        let end = rest.iter().position(|&b| b == b'\n');
        let line = &rest[..end.unwrap_or(rest.len())];
        let read = |what: &str, why: serde_json::Error, remedy: &str| {
            format!("{}:{number}: no {what}: {why}; {remedy}", path.display()).replace(['\n', '\r'], " ")
        };
        let good = match (&plan, end) {
            (None, Some(_)) => {
                let read = serde_json::from_slice::<Plan>(line)
                    .map_err(|why| read("plan of games", why, "begin anew in another folder"))?;
                plan = Some(read);
                Ok(())
            }
            (None, None) => {
                return Err(format!("{}:1: the file breaks off in its first line; begin anew in another folder", path.display()));
            }
            (Some(known), Some(_)) => match row(line) {
                Ok(Row::Game(game)) if !belongs(known, &game) => {
                    let place = format!("{}:{number}", path.display());
                    Err(format!("{place}: no game of this plan; take the line out, and its game is played again"))
                }
                Ok(Row::Game(game)) => {
                    games.push(*game);
                    Ok(())
                }
                Ok(Row::Longer(longer)) => {
                    longer.same_as(known).map_err(|why| {
                        let remedy = "take out this line and those behind it, and their games are played again";
                        format!("{}:{number}: another plan ({why}); {remedy}", path.display())
                    })?;
                    plan = Some(*longer);
                    Ok(())
                }
                Err(why) => Err(read("game", why, "take the line out, and its game is played again")),
            },
            (Some(_), None) => Err(String::new()),
        };
        match (good, end) {
            (Ok(()), Some(end)) => {
                whole += end as u64 + 1;
                rest = &rest[end + 1..];
            }
            // Only what was being written when the program was stopped may be in pieces.
            (Err(_), end) if end.is_none_or(|end| end + 1 == rest.len()) => {
                torn = Some(format!("{}:{number}: the last line breaks off; the games before it are kept", path.display()));
                break;
            }
            (Err(why), _) => return Err(why),
            (Ok(()), None) => break,
        }
    }
    let plan = plan.ok_or_else(|| format!("{}:1: there is nothing in it", path.display()))?;
    games.sort_by_key(|game| game.number);
    games.dedup_by_key(|game| game.number);
    let total = plan.total();
    if let Some(beyond) = games.iter().find(|game| game.number >= total) {
        return Err(format!("{}: game {} is there, but the plan has {total}", path.display(), beyond.number));
    }
    Ok(Found { plan, games, whole, torn })
}

/// Whether a game can be one of a plan: whoever plays in it and what is played are named there.
fn belongs(plan: &Plan, game: &Played) -> bool {
    plan.games.contains(&game.game)
        && game.seats.iter().all(|&player| player < plan.players.len())
        && game.winner.is_none_or(|seat| seat < game.seats.len())
}

/// Reads a line behind the first.
fn row(line: &[u8]) -> Result<Row, serde_json::Error> {
    // What is wrong with a game is told in the words of a game.
    match serde_json::from_slice::<Played>(line) {
        Ok(game) => Ok(Row::Game(Box::new(game))),
        Err(why) => serde_json::from_slice::<Plan>(line).map(|plan| Row::Longer(Box::new(plan))).map_err(|_| why),
    }
}

/// The secret of a plan of which there are results in a folder: whoever goes on with them needs the same.
#[must_use]
pub fn secret(folder: &Path) -> Option<String> {
    let bytes = fs::read(folder.join(NAME)).ok()?;
    let line = bytes.split(|&b| b == b'\n').next()?;
    serde_json::from_slice::<Plan>(line).ok()?.secret
}

impl Journal {
    /// Opens the journal of a folder for a plan: goes on with what is there, or begins; a longer plan makes a shorter one longer. Says what
    /// was found.
    ///
    /// # Errors
    /// A folder that cannot be written, results of another plan, or another program at work there.
    pub fn open(folder: &Path, plan: &Plan) -> Result<(Self, Found), String> {
        fs::create_dir_all(folder).map_err(|why| at(folder, why))?;
        let path = folder.join(NAME);
        let mut options = File::options();
        options.create(true).read(true).write(true).truncate(false);
        // A secret is nobody else's business: a program under trial may run as another user of this machine.
        #[cfg(unix)]
        if plan.secret.is_some() {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        let file = options.open(&path).map_err(|why| at(&path, why))?;
        own(&file, "these results").map_err(|why| format!("{}: {why}", path.display()))?;
        let locked = Locked(file);
        let mut file = &locked.0;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|why| at(&path, why))?;
        let mut line = serde_json::to_vec(plan).map_err(|why| at(&path, why))?;
        line.push(b'\n');
        // A beginning of just this plan was left by somebody who was stopped before the first game.
        let found = if line.len() > bytes.len() && line.starts_with(&bytes) {
            file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(&line)).map_err(|why| at(&path, why))?;
            Found { plan: plan.clone(), games: Vec::new(), whole: line.len() as u64, torn: None }
        } else {
            let found = parse(&path, &bytes)?;
            plan.same_as(&found.plan)
                .map_err(|why| format!("{}: holds results of another plan ({why}); choose another folder", path.display()))?;
            if plan.rounds < found.plan.rounds {
                return Err(format!(
                    "{}: holds results of a longer plan ({} rounds, asked for {}); ask for as many or more",
                    path.display(),
                    found.plan.rounds,
                    plan.rounds
                ));
            }
            found
        };
        file.set_len(found.whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(|why| at(&path, why))?;
        if plan.rounds > found.plan.rounds {
            file.write_all(&line).map_err(|why| at(&path, why))?;
        }
        let found = Found { plan: plan.clone(), ..found };
        Ok((Self { file: locked, path, records: None }, found))
    }

    /// From now on the record of every game that is added is kept, in a folder beside.
    ///
    /// # Errors
    /// A folder that cannot be made.
    pub fn keep_records(&mut self) -> Result<(), String> {
        let folder = self.path.with_file_name(records::FOLDER);
        fs::create_dir_all(&folder).map_err(|why| at(&folder, why))?;
        self.records = Some(folder);
        Ok(())
    }

    /// Whether records are kept.
    #[must_use]
    pub const fn keeps_records(&self) -> bool {
        self.records.is_some()
    }

    /// Keeps a record, before its game is added: so a game that is there has one.
    ///
    /// # Errors
    /// A disk that is full, or worse.
    pub fn keep(&self, number: u64, record: &str) -> Result<(), String> {
        match &self.records {
            Some(folder) => export::write_whole(&folder.join(records::name(number)), record.as_bytes()),
            None => Ok(()),
        }
    }

    /// Adds a game. It is on its way to the disk when this returns.
    ///
    /// # Errors
    /// A disk that is full, or worse.
    pub fn add(&mut self, game: &Played) -> Result<(), String> {
        let mut line = serde_json::to_vec(game).map_err(|why| at(&self.path, why))?;
        line.push(b'\n');
        let mut file = &self.file.0;
        let end = file.stream_position().map_err(|why| at(&self.path, why))?;
        // One call, so that a line is torn only if the machine stops. What went onto a disk before it was full is taken off again: the next game
        // would stand behind it in the same line.
        file.write_all(&line).map_err(|why| {
            let _ = file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end)));
            at(&self.path, why)
        })
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// A disk that fails.
    pub fn sync(&mut self) -> Result<(), String> {
        self.file.0.sync_data().map_err(|why| at(&self.path, why))
    }
}

/// Puts the games of several folders together.
///
/// # Errors
/// A folder without results, or results of different plans.
pub fn merge(folders: &[PathBuf]) -> Result<Found, String> {
    let mut all: Option<Found> = None;
    for folder in folders {
        let found = read(folder)?;
        match &mut all {
            None => all = Some(found),
            Some(all) => {
                all.plan.same_as(&found.plan).map_err(|why| format!("{}: results of another plan ({why})", folder.display()))?;
                for game in found.games {
                    match all.games.binary_search_by_key(&game.number, |known| known.number) {
                        Ok(i) if same_play(&all.games[i], &game) => {}
                        Ok(_) => {
                            return Err(format!("{}: game {} went differently elsewhere", folder.display(), game.number));
                        }
                        Err(i) => all.games.insert(i, game),
                    }
                }
                if found.plan.rounds > all.plan.rounds {
                    all.plan = found.plan;
                }
                all.torn = all.torn.take().or(found.torn);
            }
        }
    }
    all.ok_or_else(|| "say which folders of results to merge".to_owned())
}

/// Whether two games are the same but for the time they took.
pub(crate) fn same_play(a: &Played, b: &Played) -> bool {
    let timeless = |game: &Played| Played { time: Default::default(), ..game.clone() };
    timeless(a) == timeless(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk that keeps no file for one program is not taken for another program at work.
    #[test]
    fn who_cannot_have_a_file_alone_is_told_why() {
        assert_eq!(whose(TryLockError::WouldBlock, "these games"), "another program is at work on these games");
        let why = whose(TryLockError::Error(std::io::ErrorKind::Unsupported.into()), "these games");
        assert!(!why.contains("another program is") && why.contains("(unsupported)") && why.contains("another disk"), "{why}");
    }
}
