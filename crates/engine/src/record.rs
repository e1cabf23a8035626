//! Games as text: the set-up, the actions, the dice; replayed through the checked door and verified entry by entry.
//!
//! ```text
//! grognard record 1
//! rulebook example-book 1
//! game skirmish
//! option weather off
//! deal -
//! 1 Red move A1 0505 #1f0c92aa
//! 2 Red fire B2 = 4 6 #77aa0b1c
//! end 2 #0a1b2c3d77aa0b1c
//! ```
//!
//! Two more lines can tell where the dice come from (see [`crate::fair`]): `dice COMMITMENT` before the deal, and `seed SEED` after
//! the end. Before an entry lines `word`, `link` and `chain` can tell what players brought to its dice (see [`crate::chance`]). A line `back 1` among
//! the entries says that all but the first were taken back by consent; the numbers go on from there. A line `over resigned Red` before the
//! end says that the players ended the game (see [`crate::closing`]).
//!
//! A line `corrected 2 POSITION` among the entries says that the rules were corrected there: the game went on from that position by revision 2 of
//! its rulebook, and what stands before the line does not follow from these rules. It is kept as it is; what stands after it is replayed.
//!
//! Each entry ends with the low 32 bits of the digest of the position after it, the last line with the whole digest: a
//! change by hand is found at the entry where the game departs from what was played.

use crate::back::{self, Back, Step};
use crate::chance::{Chance, Coming};
use crate::closing::{Closing, RawClosing};
use crate::dice::{ScriptFault, ScriptedDice};
use crate::fair::{self, DiceNote};
use crate::fault::DataError;
use crate::game::{Decision, Game, Identity, Seat};
use crate::table::Table;
use std::fmt::Write as _;
use std::sync::Arc;

/// Version of the text format.
pub const FORMAT: u32 = 1;

/// One action as it was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry<A> {
    /// Who played it.
    pub seat: Seat,
    /// What.
    pub action: A,
    /// The dice it took.
    pub rolls: Vec<u8>,
    /// Digest of the position after it.
    pub check: u64,
    /// What players brought to its dice.
    pub chance: Option<Box<Chance>>,
}

/// The head of a record: enough to make the game again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Rulebook.
    pub rulebook: String,
    /// Its revision.
    pub revision: u32,
    /// Scenario.
    pub game: String,
    /// Options by name.
    pub options: Vec<(String, String)>,
    /// Rolls of the set-up.
    pub deal: Vec<u8>,
}

/// One entry, not yet understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawEntry {
    /// Line in the file, from 1.
    pub line: usize,
    /// Seat name.
    pub seat: String,
    /// Action in words.
    pub action: String,
    /// Dice.
    pub rolls: Vec<u8>,
    /// Low half of the digest after it.
    pub check: u32,
    /// What players brought to its dice.
    pub chance: Option<Box<Chance>>,
}

/// A record as text, split but not yet understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawRecord {
    /// File name for errors.
    pub file: String,
    /// Head.
    pub header: Header,
    /// Entries that stand.
    pub entries: Vec<RawEntry>,
    /// What was taken back by consent.
    pub backs: Vec<Back<RawEntry>>,
    /// Where the dice come from.
    pub note: Option<DiceNote>,
    /// How the players ended it, if they did.
    pub closing: Option<RawClosing>,
    /// Where the rules were last corrected, if they were.
    pub corrected: Option<RawCorrection>,
    /// Digest of the last position.
    pub digest: u64,
}

/// From here on corrected rules hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawCorrection {
    /// How many entries stood before it.
    pub after: usize,
    /// How often something had been taken back before it.
    pub backs: usize,
    /// The revision from here on.
    pub revision: u32,
    /// The position from which the game went on.
    pub position: String,
    /// The record up to here, as it stands.
    pub preface: String,
}

/// The line that says that corrected rules hold from here on.
#[must_use]
pub fn corrected_line(revision: i64, position: &str) -> String {
    format!("corrected {revision} {position}")
}

/// Writes a record, with what the table knows of its dice.
pub fn write<G: Game>(table: &Table<G>) -> String {
    write_with(table, table.note.as_ref())
}

/// Writes a record that tells of its dice what `note` says.
pub fn write_with<G: Game>(table: &Table<G>, note: Option<&DiceNote>) -> String {
    let mut out = match &table.preface {
        Some(preface) => preface.to_string(),
        None => head(&table.game.identity(), note, &table.deal),
    };
    for step in back::in_order(&table.entries, &table.backs) {
        match step {
            Step::Play { number, entry, .. } => {
                let number = table.first() + number;
                let seat = table.game.seats()[usize::from(entry.seat.0)];
                let action = table.game.write_action(entry.action);
                // Without a promise about the seed they would prove nothing.
                if let Some(chance) = entry.chance.as_ref().filter(|_| note.is_some()) {
                    out.push_str(&chance.lines());
                }
                let _ = writeln!(out, "{}", entry_line(number, seat, &action, &entry.rolls, entry.check as u32));
            }
            Step::Back(keep) => _ = writeln!(out, "back {}", table.first() + keep),
        }
    }
    if let Some(Closing { way, by }) = table.closing {
        let _ = writeln!(out, "over {} {}", way.word(), table.game.seats()[usize::from(by.0)]);
    }
    let _ = writeln!(out, "end {} #{:016x}", table.played(), table.game.digest(&table.state));
    if let Some(seed) = note.and_then(|note| note.seed) {
        let _ = writeln!(out, "seed {}", fair::hex(&seed));
    }
    out
}

/// The head of a record, up to the deal.
#[must_use]
pub fn head(identity: &Identity, note: Option<&DiceNote>, deal: &[u8]) -> String {
    let Identity { rulebook, revision, game, options, .. } = identity;
    let mut out = format!("grognard record {FORMAT}\nrulebook {rulebook} {revision}\ngame {game}\n");
    for (name, value) in options {
        let _ = writeln!(out, "option {name} {value}");
    }
    if let Some(note) = note {
        let _ = writeln!(out, "dice {}", note.commitment);
    }
    let _ = writeln!(out, "deal {}", rolls_text(deal));
    out
}

/// An entry as one line of a record.
#[must_use]
pub fn entry_line(number: usize, seat: &str, action: &str, rolls: &[u8], check: u32) -> String {
    let dice = if rolls.is_empty() { String::new() } else { format!(" = {}", rolls_text(rolls)) };
    format!("{number} {seat} {action}{dice} #{check:08x}")
}

fn rolls_text(rolls: &[u8]) -> String {
    if rolls.is_empty() {
        return "-".to_owned();
    }
    rolls.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

fn read_rolls(text: &str) -> Result<Vec<u8>, String> {
    if text.trim() == "-" {
        return Ok(Vec::new());
    }
    text.split_whitespace().map(|word| word.parse().map_err(|_| format!("{word:?} is not a roll of a die"))).collect()
}

/// Reads the text of a record as far as it can be read without knowing the game.
///
/// # Errors
/// The first fault, with file and line or entry.
pub fn read(file: &str, text: &str) -> Result<RawRecord, DataError> {
    let fault = |line: usize, why: String| DataError::new(file, format!("line {line}"), why);
    let mut lines =
        text.lines().enumerate().map(|(i, l)| (i + 1, l.trim_end())).filter(|(_, l)| !l.is_empty() && !l.starts_with("//"));
    let mut next = |want: &str| -> Result<(usize, &str), DataError> {
        lines.next().ok_or_else(|| fault(text.lines().count().max(1), format!("the file breaks off; expected {want}")))
    };
    let (line, first) = next("`grognard record 1`")?;
    match first.strip_prefix("grognard record ").map(str::parse::<u32>) {
        Some(Ok(FORMAT)) => {}
        Some(Ok(other)) => {
            return Err(fault(line, format!("record format {other} is not known here; this program reads {FORMAT}")));
        }
        _ => return Err(fault(line, "not a record; expected `grognard record 1`".to_owned())),
    }
    let (line, book) = next("`rulebook NAME REVISION`")?;
    let (rulebook, revision) = book
        .strip_prefix("rulebook ")
        .and_then(|rest| rest.split_once(' '))
        .and_then(|(name, revision)| Some((name.to_owned(), revision.parse().ok()?)))
        .ok_or_else(|| fault(line, "expected `rulebook NAME REVISION`".to_owned()))?;
    let (line, game) = next("`game NAME`")?;
    let game = game.strip_prefix("game ").ok_or_else(|| fault(line, "expected `game NAME`".to_owned()))?.to_owned();
    let mut options = Vec::new();
    let mut note = None;
    let deal = loop {
        let (line, text) = next("`option NAME VALUE` or `deal …`")?;
        if let Some(digits) = text.strip_prefix("dice ") {
            read_commitment(digits, &mut note).map_err(|why| fault(line, why))?;
        } else if let Some((name, value)) = text.strip_prefix("option ").and_then(|rest| rest.split_once(' ')) {
            options.push((name.to_owned(), value.to_owned()));
        } else if let Some(rolls) = text.strip_prefix("deal ") {
            break read_rolls(rolls).map_err(|why| fault(line, why))?;
        } else {
            return Err(fault(line, "expected `option NAME VALUE` or `deal …`".to_owned()));
        }
    };
    let (mut entries, mut backs) = (Vec::new(), Vec::new());
    let (mut coming, mut closing, mut corrected) = (Coming::default(), None, None);
    let digest = loop {
        let number = entries.len() + 1;
        let (line, text) = next(&format!("entry {number} or `end`"))?;
        let at = |why: String| DataError::new(file, format!("entry {number} (line {line})"), why);
        if coming.read(text, ' ').map_err(at)? {
            continue;
        }
        if let Some(rest) = text.strip_prefix("end ") {
            coming.done().map_err(at)?;
            let (count, check) = split_check(rest).map_err(at)?;
            if count.parse() != Ok(entries.len()) {
                return Err(at(format!("the file says {count} entries but holds {}", entries.len())));
            }
            break read_hex(check, 16).map_err(at)?;
        }
        if closing.is_some() {
            return Err(at("the players have ended the game; expected `end`".to_owned()));
        }
        if let Some(how) = text.strip_prefix("over ") {
            closing = Some(RawClosing::read(how, ' ').map_err(at)?);
            continue;
        }
        if let Some(rest) = text.strip_prefix("corrected ") {
            coming.done().map_err(at)?;
            let known = rest.split_once(' ').and_then(|(revision, position)| Some((revision.parse().ok()?, position.to_owned())));
            let (revision, position) = known.ok_or_else(|| at("expected `corrected REVISION POSITION`".to_owned()))?;
            corrected = Some((
                line,
                RawCorrection { after: entries.len(), backs: backs.len(), revision, position, preface: String::new() },
            ));
            continue;
        }
        if let Some(keep) = text.strip_prefix("back ") {
            coming.done().map_err(at)?;
            read_back(keep, &mut entries, &mut backs).map_err(at)?;
            continue;
        }
        let mut entry = read_entry(number, line, text).map_err(at)?;
        entry.chance = coming.take(&entry.rolls).map_err(at)?;
        entries.push(entry);
    };
    let mut last = lines.next();
    if let Some((line, text)) = last
        && let Some(seed) = text.strip_prefix("seed ")
    {
        read_seed(seed, &mut note).map_err(|why| fault(line, why))?;
        last = lines.next();
    }
    if let Some((line, _)) = last {
        return Err(fault(line, "nothing may follow the `end` line but the seed of the dice".to_owned()));
    }
    let header = Header { rulebook, revision, game, options, deal };
    let corrected = corrected.map(|(line, corrected)| {
        let preface = text.lines().take(line).flat_map(|line| [line.trim_end(), "\n"]).collect();
        RawCorrection { preface, ..corrected }
    });
    Ok(RawRecord { file: file.to_owned(), header, entries, backs, note, closing, corrected, digest })
}

fn split_check(text: &str) -> Result<(&str, &str), String> {
    text.rsplit_once(" #").ok_or_else(|| "no check number; expected `#` and hexadecimal digits at the end".to_owned())
}

/// Reads the line of entry `number`.
///
/// # Errors
/// Says what was expected.
pub fn read_entry(number: usize, line: usize, text: &str) -> Result<RawEntry, String> {
    let (body, check) = split_check(text)?;
    let expected = || "expected `NUMBER SEAT ACTION`".to_owned();
    let (index, rest) = body.split_once(' ').ok_or_else(expected)?;
    if index.parse() != Ok(number) {
        return Err(format!("numbered {index:?}, expected {number}"));
    }
    let (seat, rest) = rest.split_once(' ').ok_or_else(expected)?;
    let (action, rolls) = match rest.split_once(" = ") {
        Some((action, rolls)) => (action, read_rolls(rolls)?),
        None => (rest, Vec::new()),
    };
    let check = read_hex(check, 8)? as u32;
    Ok(RawEntry { line, seat: seat.to_owned(), action: action.to_owned(), rolls, check, chance: None })
}

fn read_back(keep: &str, entries: &mut Vec<RawEntry>, backs: &mut Vec<Back<RawEntry>>) -> Result<(), String> {
    match keep.parse() {
        Ok(keep) if keep < entries.len() => back::take_back(entries, backs, keep),
        Ok(keep) => return Err(format!("back to {keep}, but only {} have been played", entries.len())),
        Err(_) => return Err(format!("{keep:?} is not a number of entries; expected `back NUMBER`")),
    }
    Ok(())
}

fn read_commitment(digits: &str, note: &mut Option<DiceNote>) -> Result<(), String> {
    if note.is_some() {
        return Err("the dice are told of a second time".to_owned());
    }
    fair::read_hex32(digits)?;
    *note = Some(DiceNote { commitment: digits.to_owned(), seed: None });
    Ok(())
}

fn read_seed(digits: &str, note: &mut Option<DiceNote>) -> Result<(), String> {
    let seed = fair::read_hex32(digits)?;
    let note = note.as_mut().ok_or("a seed, but no commitment was given at the beginning")?;
    if note.seed.replace(seed).is_some() {
        return Err("the seed is told a second time".to_owned());
    }
    Ok(())
}

fn read_hex(text: &str, digits: usize) -> Result<u64, String> {
    if text.len() == digits && text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return u64::from_str_radix(text, 16).map_err(|e| e.to_string());
    }
    Err(format!("check number {text:?}: expected {digits} hexadecimal digits"))
}

/// Whether a game is the one that the head of a file speaks of. An option that the head leaves out is as usual.
fn same_game<G: Game>(game: &G, file: &str, header: &Header, revised: Option<u32>) -> Result<(), DataError> {
    let Identity { rulebook, revision, since, game: name, options, .. } = game.identity();
    let differs =
        |place: String, says: String, is: String| Err(DataError::new(file, place, format!("{says}, but the game is {is}")));
    let says = revised.unwrap_or(header.revision);
    if header.rulebook != rulebook || !(since..=revision).contains(&says) {
        let says = format!("{} {says}", header.rulebook);
        return differs("rulebook".to_owned(), says, format!("{rulebook} {revision}"));
    }
    if header.game != name {
        return differs("game".to_owned(), header.game.clone(), name);
    }
    for (option, value) in &header.options {
        match options.iter().find(|(known, _)| known == option) {
            Some((_, is)) if is == value => {}
            Some((_, is)) => return differs(format!("option {option}"), value.clone(), format!("played with {is}")),
            None => return Err(DataError::new(file, format!("option {option}"), format!("{name} has no such option"))),
        }
    }
    Ok(())
}

/// Replays a record, checking every entry, and hands each entry's events to `seen`. With `upto`, stops after that many
/// entries; what follows is then not looked at.
///
/// # Errors
/// The first entry that does not hold, and why.
pub fn replay<G: Game>(
    game: Arc<G>,
    raw: &RawRecord,
    upto: Option<usize>,
    mut seen: impl FnMut(usize, &Table<G>, Vec<G::Event>),
) -> Result<Table<G>, DataError> {
    same_game(game.as_ref(), &raw.file, &raw.header, raw.corrected.as_ref().map(|corrected| corrected.revision))?;
    let (mut table, events) = begin(game, raw)?;
    let first = table.first();
    if first == 0 {
        seen(0, &table, events);
    }
    let last = upto.unwrap_or(raw.entries.len());
    if last > raw.entries.len() {
        return Err(DataError::new(&raw.file, format!("entry {last}"), format!("the record holds only {}", raw.entries.len())));
    }
    let earlier =
        |entry: usize| DataError::new(&raw.file, format!("entry {entry}"), "it was played before the rules were corrected");
    if last < first {
        return Err(earlier(last));
    }
    let backs = since_corrected(raw, first).map_err(earlier)?;
    let mut steps = back::in_order(&raw.entries[first..], &backs);
    if upto.is_some() {
        let stop =
            steps.iter().rposition(|step| matches!(step, Step::Play { number, stands: true, .. } if first + *number == last));
        steps.truncate(stop.map_or(0, |at| at + 1));
    }
    for step in steps {
        let (number, entry, stands) = match step {
            Step::Play { number, entry, stands } => (first + number, entry, stands),
            Step::Back(keep) => {
                table.back_to(first + keep);
                continue;
            }
        };
        let fault = |why: String| DataError::new(&raw.file, format!("entry {number} (line {})", entry.line), why);
        let action = table.game.read_action(&entry.action).map_err(fault)?;
        let events = replay_entry(&mut table, entry, action).map_err(fault)?;
        let check = table.entry(number).map_or(0, |entry| entry.check) as u32;
        if check != entry.check {
            return Err(fault(format!(
                "the position after it has the check number {check:08x}, the file says {:08x}",
                entry.check
            )));
        }
        // What was taken back later is verified, but it is no part of the story.
        if stands {
            seen(number, &table, events);
        }
    }
    table.note.clone_from(&raw.note);
    if last == raw.entries.len() {
        close(&mut table, raw)?;
    }
    if upto.is_none() && table.game.digest(&table.state) != raw.digest {
        return Err(DataError::new(&raw.file, "end", "the digest of the last position is not the one in the file"));
    }
    Ok(table)
}

/// The opening, or the position from which the game went on when its rules were corrected.
fn begin<G: Game>(game: Arc<G>, raw: &RawRecord) -> Result<(Table<G>, Vec<G::Event>), DataError> {
    if let Some(RawCorrection { after, position, preface, .. }) = &raw.corrected {
        let state = game.read_position(position).map_err(|fault| fault.in_file(&raw.file))?;
        let mut table = Table::after(game, state, *after);
        table.preface = Some(preface.as_str().into());
        return Ok((table, Vec::new()));
    }
    let mut dice = ScriptedDice::new(&raw.header.deal);
    let begun = Table::new(game, &mut dice);
    script_whole(&dice).map_err(|why| DataError::new(&raw.file, "deal", why))?;
    Ok(begun)
}

/// What was taken back since the rules were corrected, counted from there.
fn since_corrected(raw: &RawRecord, first: usize) -> Result<Vec<Back<RawEntry>>, usize> {
    let since = raw.corrected.as_ref().map_or(0, |corrected| corrected.backs);
    let back = |back: &Back<RawEntry>| {
        let keep = back.keep.checked_sub(first).ok_or(back.keep)?;
        Ok(Back { keep, entries: back.entries.clone() })
    };
    raw.backs.iter().skip(since).map(back).collect()
}

/// Plays an entry with the dice that it names, no more and no fewer.
fn replay_entry<G: Game>(table: &mut Table<G>, entry: &RawEntry, action: G::Action) -> Result<Vec<G::Event>, String> {
    let seat = table.game.seats().iter().position(|name| *name == entry.seat);
    let seat = Seat(seat.ok_or_else(|| format!("{:?} is no seat of this game", entry.seat))? as u8);
    let mut dice = ScriptedDice::new(&entry.rolls);
    let events = match table.play(seat, action, &mut dice) {
        Ok(events) => events,
        Err(refusal) => return Err(format!("{} is refused: {}", entry.action, table.game.explain_refusal(&refusal))),
    };
    script_whole(&dice)?;
    if let Some(chance) = &entry.chance {
        table.note_chance(Chance::clone(chance));
    }
    Ok(events)
}

/// Ends a game as its players did.
fn close<G: Game>(table: &mut Table<G>, raw: &RawRecord) -> Result<(), DataError> {
    let Some(RawClosing { way, seat }) = &raw.closing else { return Ok(()) };
    let fault = |why: String| DataError::new(&raw.file, "over", why);
    let by = table.game.seats().iter().position(|name| name == seat);
    let by = Seat(by.ok_or_else(|| fault(format!("{seat:?} is no seat of this game")))? as u8);
    table.close(Closing { way: *way, by }).map_err(|why| fault(why.to_owned()))
}

/// Whether the dice of an entry were just those that the rules asked for.
fn script_whole(dice: &ScriptedDice<'_>) -> Result<(), String> {
    match dice.fault {
        Some(ScriptFault::Short(case)) => Err(format!("a die is missing: {case} asks for one more")),
        Some(ScriptFault::NoSuchFace { roll, faces }) => Err(format!("{roll} is not on a die with {faces} faces")),
        None if !dice.left().is_empty() => Err(format!("{} dice too many", dice.left().len())),
        None => Ok(()),
    }
}

/// Writes the game notation: tags, then the actions in shorthand, a line for each run of one seat's actions.
pub fn write_notation<G: Game>(table: &Table<G>) -> String {
    let Identity { rulebook, revision, game, options, .. } = table.game.identity();
    let mut out = format!("[Rulebook \"{rulebook} {revision}\"]\n[Game \"{game}\"]\n");
    for (name, value) in options {
        let _ = writeln!(out, "[Option \"{name} {value}\"]");
    }
    let _ = writeln!(out, "[Deal \"{}\"]", rolls_text(&table.deal));
    let result = match (table.closing, table.game.decision(&table.state)) {
        (Some(closing), _) => closing.outcome(table.game.seats()).verdict,
        (None, Decision::Over(outcome)) => outcome.verdict,
        (None, Decision::Choose { .. }) => "*".to_owned(),
    };
    let _ = writeln!(out, "[Result \"{result}\"]");
    if let Some(note) = &table.note {
        let _ = writeln!(out, "[Dice \"{}\"]", note.commitment);
        if let Some(seed) = note.seed {
            let _ = writeln!(out, "[Seed \"{}\"]", fair::hex(&seed));
        }
    }
    let mut width = 0;
    let mut last = None;
    for step in back::in_order(&table.entries, &table.backs) {
        let entry = match step {
            Step::Play { entry, .. } => entry,
            Step::Back(keep) => {
                let _ = write!(out, "\n{{back:{keep}}}");
                last = None;
                continue;
            }
        };
        let mut word = table.game.write_short(entry.action);
        if !entry.rolls.is_empty() {
            let _ = write!(word, "={}", entry.rolls.iter().map(u8::to_string).collect::<Vec<_>>().join(","));
        }
        if let Some(chance) = entry.chance.as_ref().filter(|_| table.note.is_some()) {
            for line in chance.lines().lines() {
                let _ = write!(out, "\n{{{}}}", line.replace(' ', ":"));
            }
            last = None;
        }
        if last != Some(entry.seat) {
            let _ = write!(out, "\n{}:", table.game.seats()[usize::from(entry.seat.0)]);
            width = 10;
            last = Some(entry.seat);
        } else if width + word.len() > 110 {
            out.push_str("\n ");
            width = 1;
        }
        width += word.len() + 1;
        let _ = write!(out, " {word}");
    }
    if let Some(Closing { way, by }) = table.closing {
        let _ = write!(out, "\n{{over:{}:{}}}", way.word(), table.game.seats()[usize::from(by.0)]);
    }
    let _ = writeln!(out, "\n{{{:016x}}}", table.game.digest(&table.state));
    out
}

/// Reads the game notation as far as it can be read without knowing the game: the head, and the seat, shorthand and dice
/// of every action.
///
/// # Errors
/// The first fault, with file and line.
pub fn read_notation(file: &str, text: &str) -> Result<RawRecord, DataError> {
    let mut header = Header { rulebook: String::new(), revision: 0, game: String::new(), options: Vec::new(), deal: Vec::new() };
    let (mut entries, mut backs) = (Vec::new(), Vec::new());
    let (mut commitment, mut seed) = (None, None);
    let (mut coming, mut closing) = (Coming::default(), None);
    let mut seat: Option<String> = None;
    let mut digest = None;
    for (i, line) in text.lines().enumerate() {
        let fault = |why: String| DataError::new(file, format!("line {}", i + 1), why);
        let line = line.trim();
        let late = || fault("nothing may follow the digest".to_owned());
        if digest.is_some() && !line.is_empty() {
            return Err(late());
        }
        if let Some(tag) = line.strip_prefix('[') {
            let (name, value) = tag
                .strip_suffix("\"]")
                .and_then(|t| t.split_once(" \""))
                .ok_or_else(|| fault("expected a tag like [Game \"name\"]".to_owned()))?;
            match name {
                "Rulebook" => {
                    let (book, revision) =
                        value.split_once(' ').ok_or_else(|| fault("expected a name and a revision".to_owned()))?;
                    header.rulebook = book.to_owned();
                    header.revision = revision.parse().map_err(|_| fault(format!("{revision:?} is not a revision number")))?;
                }
                "Game" => header.game = value.to_owned(),
                "Option" => {
                    let (name, value) =
                        value.split_once(' ').ok_or_else(|| fault("expected an option and its value".to_owned()))?;
                    header.options.push((name.to_owned(), value.to_owned()));
                }
                "Deal" => header.deal = read_rolls(value).map_err(fault)?,
                "Dice" => read_commitment(value, &mut commitment).map_err(fault)?,
                "Seed" => seed = Some((i + 1, value)),
                // Other tags are remarks, as in chess.
                _ => {}
            }
            continue;
        }
        for word in line.split_whitespace() {
            if digest.is_some() {
                return Err(late());
            }
            if let Some(name) = word.strip_suffix(':') {
                seat = Some(name.to_owned());
            } else if let Some(hex) = word.strip_prefix('{').and_then(|w| w.strip_suffix('}')) {
                if coming.read(hex, ':').map_err(fault)? {
                    continue;
                }
                coming.done().map_err(fault)?;
                if let Some(keep) = hex.strip_prefix("back:") {
                    read_back(keep, &mut entries, &mut backs).map_err(fault)?;
                } else if let Some(how) = hex.strip_prefix("over:") {
                    closing = Some(RawClosing::read(how, ':').map_err(fault)?);
                } else {
                    digest = Some(read_hex(hex, 16).map_err(fault)?);
                }
            } else if closing.is_some() {
                return Err(fault("the players have ended the game; expected its digest".to_owned()));
            } else {
                let seat = seat.clone().ok_or_else(|| fault(format!("{word:?} before any seat; expected a name and a colon")))?;
                let (action, rolls) = match word.split_once('=') {
                    Some((action, rolls)) => (action, read_rolls(&rolls.replace(',', " ")).map_err(fault)?),
                    None => (word, Vec::new()),
                };
                let chance = coming.take(&rolls).map_err(fault)?;
                entries.push(RawEntry { line: i + 1, seat, action: action.to_owned(), rolls, check: 0, chance });
            }
        }
    }
    if header.rulebook.is_empty() || header.game.is_empty() {
        return Err(DataError::new(file, "line 1", "the tags [Rulebook \"…\"] and [Game \"…\"] are missing"));
    }
    let digest = digest.ok_or_else(|| {
        DataError::new(file, format!("line {}", text.lines().count().max(1)), "the file breaks off; expected {digest}")
    })?;
    let mut note = commitment;
    if let Some((line, digits)) = seed {
        read_seed(digits, &mut note).map_err(|why| DataError::new(file, format!("line {line}"), why))?;
    }
    Ok(RawRecord { file: file.to_owned(), header, entries, backs, note, closing, corrected: None, digest })
}

/// Replays a game given in game notation.
///
/// # Errors
/// The first action that does not hold, and why.
pub fn replay_notation<G: Game>(game: Arc<G>, raw: &RawRecord) -> Result<Table<G>, DataError> {
    let file = &raw.file;
    same_game(game.as_ref(), file, &raw.header, None)?;
    let mut dice = ScriptedDice::new(&raw.header.deal);
    let (mut table, _) = Table::new(game, &mut dice);
    script_whole(&dice).map_err(|why| DataError::new(file, "deal", why))?;
    for step in back::in_order(&raw.entries, &raw.backs) {
        match step {
            Step::Play { number, entry, .. } => {
                let fault = |why: String| DataError::new(file, format!("action {number} (line {})", entry.line), why);
                let action = table.game.read_short(&entry.action).map_err(fault)?;
                replay_entry(&mut table, entry, action).map_err(fault)?;
            }
            Step::Back(keep) => table.back_to(keep),
        }
    }
    table.note.clone_from(&raw.note);
    close(&mut table, raw)?;
    if table.game.digest(&table.state) != raw.digest {
        return Err(DataError::new(file, "end", "the digest of the last position is not the one in the file"));
    }
    Ok(table)
}
