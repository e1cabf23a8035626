//! Records, game notation, mail files and positions, told apart by what they say.

use crate::books::{Options, Volume, Watcher, find, shared};
use crate::seated::{Match, Seated};
use crate::story::happening;
use grognard_engine::record::{self, Header, RawRecord};
use grognard_engine::{DataError, Game, Rules, Words, letters};
use std::sync::Arc;

/// What a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A record: `grognard record 1 …`.
    Record,
    /// Game notation: tags in brackets, then shorthand.
    Notation,
    /// A position: one line.
    Position,
    /// A mail file: `grognard mail 1 …`.
    Mail,
}

/// A game as text, split but not yet understood.
pub(crate) enum Source<'a> {
    Record(&'a RawRecord),
    Notation(&'a RawRecord),
}

impl Source<'_> {
    /// The revision by which its entries are played again.
    fn revision(&self) -> u32 {
        match self {
            Self::Record(raw) | Self::Notation(raw) => {
                raw.corrected.as_ref().map_or(raw.header.revision, |corrected| corrected.revision)
            }
        }
    }

    fn header(&self) -> (&str, &Header) {
        match self {
            Self::Record(raw) | Self::Notation(raw) => (&raw.file, &raw.header),
        }
    }
}

/// Tells what a text is, without reading on.
///
/// # Errors
/// When it is none of them.
pub fn form(file: &str, text: &str) -> Result<Form, DataError> {
    let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim())).filter(|(_, line)| !line.is_empty());
    let expected = "expected a record (`grognard record 1`), game notation (`[Rulebook \"…\"]`) or a position in one line";
    let fault = |line: usize, why: &str| Err(DataError::new(file, format!("line {line}"), format!("{why}; {expected}")));
    match lines.find(|(_, line)| !line.starts_with("//")) {
        None => fault(1, "there is nothing in it"),
        Some((_, line)) if line.starts_with("grognard record") => Ok(Form::Record),
        Some((_, line)) if line.starts_with("grognard mail") => Ok(Form::Mail),
        Some((_, line)) if line.starts_with('[') => Ok(Form::Notation),
        Some((at, line)) if line.contains(|c: char| c.is_control() || c == char::REPLACEMENT_CHARACTER) => {
            fault(at, "not a text")
        }
        Some((at, _)) => match lines.next() {
            None => Ok(Form::Position),
            Some(_) => fault(at, "not known what this is"),
        },
    }
}

/// Reads a game from a record, game notation, a mail file or a position, and verifies it. Whether the dice of a mail file follow from
/// its links is not asked here.
///
/// # Errors
/// File, line or entry, and what was expected there.
pub fn load(file: &str, text: &str) -> Result<Box<dyn Match>, DataError> {
    replay(file, text, None, &mut |_| {})
}

/// Reads a game like [`load`], hands the set-up and each action to `seen`, and stops after `upto` actions if that is given.
///
/// # Errors
/// File, line or entry, and what was expected there.
pub fn replay(
    file: &str,
    text: &str,
    upto: Option<usize>,
    seen: &mut dyn FnMut(&crate::Happening),
) -> Result<Box<dyn Match>, DataError> {
    match form(file, text)? {
        Form::Record => {
            let raw = record::read(file, text)?;
            source(&Source::Record(&raw), upto, seen)
        }
        Form::Notation => {
            let raw = record::read_notation(file, text)?;
            source(&Source::Notation(&raw), upto, seen)
        }
        Form::Mail => {
            let raw = letters::read(file, text)?.raw();
            // There is no digest of the last position; each entry has its check number all the same.
            source(&Source::Record(&raw), upto.or(Some(raw.entries.len())), seen)
        }
        Form::Position => match upto {
            None | Some(0) => position(file, text),
            Some(entry) => Err(DataError::new(file, format!("entry {entry}"), "a position holds no actions")),
        },
    }
}

fn source(source: &Source<'_>, upto: Option<usize>, seen: Watcher<'_>) -> Result<Box<dyn Match>, DataError> {
    let (file, header) = source.header();
    let (book, info) =
        find(&header.game).map_err(|fault| DataError::new(file, "game", format!("{:?} is {}", header.game, fault.why)))?;
    if header.rulebook != info.rulebook {
        let why = format!("{:?}; {} belongs to {}", header.rulebook, info.id, info.rulebook);
        return Err(DataError::new(file, "rulebook", why));
    }
    book.replay(source, upto, seen)
}

pub(crate) fn replay_with<V: Volume>(
    source: &Source<'_>,
    upto: Option<usize>,
    seen: Watcher<'_>,
) -> Result<Box<dyn Match>, DataError> {
    let (file, header) = source.header();
    let game = shared::<V>(&header.game, &header.options).map_err(|fault| in_head(file, fault))?;
    let (since, revision) = (game.identity().since, game.identity().revision);
    let made = source.revision();
    if !(since..=revision).contains(&made) {
        let why = format!("made with revision {made}, and only revision {revision} is known here");
        return Err(DataError::new(file, "rulebook", why));
    }
    let again;
    let raw = match *source {
        Source::Record(raw) => raw,
        // Verified as it stands, then replayed as a record, which tells of each action.
        Source::Notation(raw) => {
            let table = record::replay_notation(game.clone(), raw)?;
            again = record::read(file, &record::write(&table))?;
            &again
        }
    };
    let table = record::replay(game, raw, upto, |entry, table, events| seen(&happening(table, entry, &events)))?;
    Ok(Box::new(Seated::replayed(table)))
}

/// A game in the middle: a position, after how many actions it was reached, and the last of them, by which the position is checked.
#[derive(Clone, Copy, Debug)]
pub struct Midway<'a> {
    /// The position in one line.
    pub position: &'a str,
    /// How many actions led to it.
    pub played: usize,
    /// The last action in words, its dice, and the check number of its entry in hexadecimal, if the position is to be checked.
    pub last: Option<(&'a str, &'a [u8], &'a str)>,
}

/// Takes a game up in the middle. What was played before cannot be looked back to.
///
/// # Errors
/// A position that cannot be read, or is not the one to which the last action led.
pub fn take_up(game: &str, options: &[(String, String)], midway: &Midway<'_>) -> Result<Box<dyn Match>, DataError> {
    let (book, _) = find(game)?;
    book.take_up(game, options, midway)
}

pub(crate) fn take_up_with<V: Volume>(id: &str, options: Options<'_>, midway: &Midway<'_>) -> Result<Box<dyn Match>, DataError> {
    let game = shared::<V>(id, options)?;
    Ok(Box::new(taken_up(game, midway)?))
}

/// The same for a game that is at hand.
pub(crate) fn taken_up<G: Game>(game: Arc<G>, midway: &Midway<'_>) -> Result<Seated<G>, DataError> {
    let state = game.read_position(midway.position)?;
    let seated = Seated::after(game, state, midway.played);
    if let Some((action, rolls, check)) = midway.last {
        let fault = |why: String| DataError::new("position", format!("after {} actions", midway.played), why);
        let action = seated.table.game.read_action(action).map_err(fault)?;
        let found = format!("{:016x}", seated.table.check_number(&seated.table.state, action, rolls));
        if found != check {
            return Err(fault(format!("its check number is {found}, not {check}")));
        }
    }
    Ok(seated)
}

/// A fault in the head of a file: which option, which value.
fn in_head(file: &str, fault: DataError) -> DataError {
    DataError::new(file, format!("{} {}", fault.file, fault.place), fault.why)
}

/// A position names its game in its first word, and after plus signs the options that are not as usual: `eylau+weather`.
fn position(file: &str, text: &str) -> Result<Box<dyn Match>, DataError> {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with("//")).unwrap_or_default();
    let fault = |why: String| DataError::new(file, "position", why);
    let mut head = line.split_whitespace().next().unwrap_or_default().split('+');
    let id = head.next().unwrap_or_default();
    let (book, info) = find(id).map_err(|unknown| fault(format!("it begins with {id:?}, which is {}", unknown.why)))?;
    let mut options = Vec::new();
    for name in head {
        let option = info.options.iter().find(|option| option.name == name);
        let option = option.ok_or_else(|| fault(format!("{id} has no option {name:?}")))?;
        let other = option.values.iter().find(|value| **value != option.default).unwrap_or(&option.default);
        options.push((name.to_owned(), (*other).to_owned()));
    }
    book.position(file, id, &options, line)
}

pub(crate) fn position_with<V: Volume>(
    file: &str,
    id: &str,
    options: Options<'_>,
    line: &str,
) -> Result<Box<dyn Match>, DataError> {
    let game = shared::<V>(id, options).map_err(|fault| in_head(file, fault))?;
    let state = game.read_position(line).map_err(|fault| fault.in_file(file))?;
    Ok(Box::new(Seated::at(game, state)))
}
