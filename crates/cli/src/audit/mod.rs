//! `grognard audit`: whether the dice of a game are what they had to be, and how evenly they fell.

mod even;
mod notes;
mod say;
pub mod witness;

use crate::args::Audit;
use crate::fail::{self, Done, Fail};
use crate::files::{self, Given};
use grognard_engine::back::{self, Step};
use grognard_engine::chance::Chance;
use grognard_engine::fair::{self, DiceNote, FairDice};
use grognard_engine::letters;
use grognard_engine::record::{self, RawRecord};
use grognard_shelf::Match;
use notes::Notes;
use say::{Say, Thrown};
use serde_json::{Value, json};
use std::fmt::Write as _;
use witness::{Seen, Witness};

/// Checks the dice of a game.
pub fn audit(args: &Audit) -> Done {
    let (file, text) = match files::given(&args.file)? {
        Given::Text(file, text) => (file, text),
        Given::Game(id) => return Err(Fail::Bad(format!("{id}: a game that nobody has played; give a record"))),
    };
    let pinned = Pinned::new(args)?;
    let report = match letters::is_mail(&text) {
        true if pinned.any() => {
            return Err(Fail::Bad(format!("{file}: a mail file has no commitment; its key files remember what was sent")));
        }
        true => mail_report(&file, &text)?,
        false => record_report(&file, &text, &pinned)?,
    };
    let said = if args.json { files::say_json(&report.json()) } else { files::say(report.text()) };
    fail::found(said, if matches!(report.verdict, Verdict::Proved | Verdict::Agrees) { Ok(()) } else { Err(Fail::Said) })
}

/// What a player knows besides the record.
struct Pinned {
    /// A commitment, and where it is from.
    commitments: Vec<(String, String)>,
    notes: Option<Notes>,
}

impl Pinned {
    fn new(args: &Audit) -> Result<Self, Fail> {
        let mut commitments = Vec::new();
        if let Some(digits) = &args.commitment {
            fair::read_hex32(digits).map_err(|why| Fail::Bad(format!("--commitment: {why}")))?;
            commitments.push(("--commitment".to_owned(), digits.clone()));
        }
        let mut notes = (!args.notes.is_empty()).then(Notes::default);
        for path in &args.notes {
            let text = files::read(path)?;
            notes.get_or_insert_default().read(&files::name(path), &text)?;
        }
        commitments.extend(notes.iter().flat_map(|notes| notes.commitments.clone()));
        Ok(Self { commitments, notes })
    }

    fn any(&self) -> bool {
        !self.commitments.is_empty() || self.notes.is_some()
    }
}

/// What can be said about the dice of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// Every die is what it had to be, by a commitment that somebody pinned.
    Proved,
    /// Every die is what it had to be by the commitment in the record, of which nobody says when he saw it first.
    Agrees,
    /// The seed was promised but is not told yet.
    NotYet,
    /// The seed was promised, the game is over, and it is not told.
    Withheld,
    /// Nothing was promised.
    NoPromise,
    /// The seed is not the one that was promised.
    OtherSeed,
    /// A die is not what it had to be.
    Differs,
    /// The commitment in the record is not the one that was pinned.
    OtherPromise,
    /// A link is not of the chain that was announced.
    BadLink,
    /// The record and the notes of a player contradict each other.
    AgainstNotes,
    /// A player noted something that is not in the record, and that may have come too late or have been left out.
    Missing,
}

impl Verdict {
    const fn word(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Agrees => "agrees",
            Self::OtherPromise => "other promise",
            Self::BadLink => "bad link",
            Self::AgainstNotes => "against the notes",
            Self::Missing => "missing",
            Self::NotYet => "not yet",
            Self::Withheld => "withheld",
            Self::NoPromise => "no promise",
            Self::OtherSeed => "other seed",
            Self::Differs => "differs",
        }
    }
}

/// A die that shows something else than it had to.
#[derive(Clone, Debug)]
struct Odd {
    /// Entry of the record; 0 is the set-up.
    entry: usize,
    action: String,
    /// Which die of the game, from 1.
    number: u64,
    shows: u8,
    due: u8,
}

/// What the audit found.
struct Report {
    file: String,
    title: String,
    note: Option<DiceNote>,
    verdict: Verdict,
    odd: Vec<Odd>,
    throws: Vec<Thrown>,
    /// The highest number of an entry, be it taken back or not.
    reached: usize,
    seats: Vec<&'static str>,
    /// In a game by mail: where it stands.
    mail: Option<String>,
    /// A commitment that was pinned and is another one: where it is from, and what it is.
    other: Option<(String, String)>,
    /// Links that do not count, and contradictions to the notes.
    faults: Vec<String>,
    /// What a player noted and the record does not hold, be it that it came too late or that it was left out.
    missing: Vec<String>,
    remarks: Vec<String>,
    /// Whether a commitment was pinned.
    pinned: bool,
    /// Whether the notes of a player were looked at.
    noted: bool,
}

impl Report {
    fn new(file: &str, game: &dyn Match) -> Self {
        Self {
            file: file.to_owned(),
            title: game.identity().title,
            note: game.dice_note().cloned(),
            verdict: Verdict::Proved,
            odd: Vec::new(),
            throws: Vec::new(),
            reached: 0,
            seats: game.seats().to_vec(),
            mail: None,
            other: None,
            faults: Vec::new(),
            missing: Vec::new(),
            remarks: Vec::new(),
            pinned: false,
            noted: false,
        }
    }

    /// Dice thrown so far.
    fn thrown(&self) -> u64 {
        self.throws.iter().map(|throw| throw.dice.len() as u64).sum()
    }

    /// Writes down what a witness saw.
    fn note(&mut self, seen: &[Seen], entry: usize, seat: Option<&str>, action: &str, chance: &Chance) -> Option<&mut Thrown> {
        let first = self.thrown() + 1;
        for (number, &Seen { shows, due, .. }) in (first..).zip(seen) {
            if shows != due {
                self.odd.push(Odd { entry, action: action.to_owned(), number, shows, due });
            }
        }
        let dice: Vec<(u8, u8)> = seen.iter().map(|seen| (seen.faces, seen.shows)).collect();
        if dice.is_empty() {
            return None;
        }
        let (seat, action) = (seat.map(str::to_owned), action.to_owned());
        self.throws.push(Thrown { entry, seat, action, first, dice, chance: chance.clone(), stands: true, ordered: false });
        self.throws.last_mut()
    }
}

/// Audits a record or game notation.
fn record_report(file: &str, text: &str, pinned: &Pinned) -> Result<Report, Fail> {
    let game = grognard_shelf::load(file, text)?;
    let whole = game.record().map_err(|_| Fail::Bad(format!("{file}: a position tells nothing of its dice; give the record")))?;
    let raw = record::read(file, &whole)?;
    let mut report = Report::new(file, game.as_ref());
    let seed = report.note.as_ref().and_then(|note| note.seed);
    watch(&mut report, &raw, seed, pinned.notes.as_ref())?;
    let links = say::follow(&report.throws, &report.seats);
    let bad_links = !links.faults.is_empty();
    report.faults = links.faults;
    report.remarks = links.remarks;
    if let Some(notes) = &pinned.notes {
        report.noted = true;
        let held = notes.against(&report.throws, report.reached, seed.as_ref(), game.has_secrets());
        report.faults.extend(held.faults);
        report.missing = held.missing;
        report.remarks.extend(held.remarks);
    }
    let promise = report.note.as_ref().map(|note| note.commitment.clone());
    report.pinned = !pinned.commitments.is_empty();
    report.other = pinned.commitments.iter().find(|(_, known)| Some(known) != promise.as_ref()).cloned();
    report.verdict = match (&report.note, seed) {
        _ if report.other.is_some() => Verdict::OtherPromise,
        (Some(note), Some(seed)) if fair::commitment(&seed) != note.commitment => Verdict::OtherSeed,
        _ if !report.odd.is_empty() => Verdict::Differs,
        _ if bad_links => Verdict::BadLink,
        _ if !report.faults.is_empty() => Verdict::AgainstNotes,
        (None, _) => Verdict::NoPromise,
        (Some(_), None) if game.to_decide().is_none() => Verdict::Withheld,
        (Some(_), None) => Verdict::NotYet,
        _ if !report.missing.is_empty() => Verdict::Missing,
        _ if report.pinned => Verdict::Proved,
        _ => Verdict::Agrees,
    };
    Ok(report)
}

/// Audits a mail file: sums, chains, rules, and every throw.
fn mail_report(file: &str, text: &str) -> Result<Report, Fail> {
    let mail = letters::read(file, text)?;
    let mut throws = Vec::new();
    let game = crate::mail::verify(&mail, text, &mut |number, entry, seen| {
        throws.push((number, entry.seat.clone(), entry.action.clone(), seen.to_vec()));
    })?;
    let mut report = Report::new(file, game.as_ref());
    for (number, seat, action, seen) in throws {
        report.note(&seen, number, Some(&seat), &action, &Chance::default());
    }
    report.verdict = if report.odd.is_empty() { Verdict::Proved } else { Verdict::Differs };
    let last = mail.last();
    let waits = match (&last.throw, game.pending()) {
        (Some(throw), _) => format!("`{}` waits for the other player's link", throw.action),
        (None, Ok(pending)) if pending.seat != last.by => format!("it is {}'s turn", pending.seat),
        (None, Ok(_)) => "it is the other player's turn".to_owned(),
        (None, Err(ending)) => format!("the game is over: {}", ending.verdict),
    };
    report.mail = Some(format!("Letter {} is the last, from {}; {waits}.", mail.letters.len(), last.by));
    Ok(report)
}

/// Plays a record that has been verified once more, and watches its dice.
fn watch(report: &mut Report, raw: &RawRecord, seed: Option<[u8; 32]>, notes: Option<&Notes>) -> Done {
    let nothing = Chance::default();
    let mut promise = seed.map(|seed| FairDice::new(seed, 0));
    let mut witness = Witness::new(&raw.header.deal, promise.as_mut().map(|dice| dice as _));
    let mut game = grognard_shelf::open(&raw.header.game, &raw.header.options, &mut witness)?;
    report.note(&witness.seen, 0, None, "set-up", &nothing);
    for step in back::in_order(&raw.entries, &raw.backs) {
        match step {
            Step::Play { number, entry, stands } => {
                let chance = entry.chance.as_deref().unwrap_or(&nothing);
                let mut promise = seed.map(|seed| FairDice::with(seed, report.thrown(), chance));
                let bare = !entry.rolls.is_empty() && chance.word.is_none();
                let ordered = bare && notes.is_some_and(|notes| notes.ordered(game.as_ref(), &entry.seat, number, &entry.action));
                let mut witness = Witness::new(&entry.rolls, promise.as_mut().map(|dice| dice as _));
                let played = game.submit(&entry.seat, &entry.action, &mut witness);
                played.map_err(|why| Fail::Bad(format!("{}: entry {number}: {why}", report.file)))?;
                if let Some(throw) = report.note(&witness.seen, number, Some(&entry.seat), &entry.action, chance) {
                    (throw.stands, throw.ordered) = (stands, ordered);
                }
                report.reached = report.reached.max(number);
            }
            Step::Back(keep) => _ = game.undo_to(keep),
        }
    }
    Ok(())
}

impl Report {
    /// That all dice are what they had to be.
    fn all(&self) -> String {
        match self.thrown() {
            0 => "no die has been thrown".to_owned(),
            1 => "the one die thrown is what it had to be".to_owned(),
            n => format!("all {n} dice are what they had to be"),
        }
    }

    /// What was found, in a sentence.
    fn sentence(&self) -> String {
        let all = self.all();
        match (self.verdict, self.odd.first()) {
            (Verdict::Proved, _) if self.mail.is_some() => {
                format!("Proved: all that the players have shown belongs to their seals, and {all}.")
            }
            (Verdict::Proved, _) => {
                let notes = if self.noted { ", and the record holds what the notes say" } else { "" };
                format!("Proved: the seed is the one of the commitment that was pinned, {all}{notes}.")
            }
            (Verdict::Agrees, _) => format!(
                "The record agrees with itself: the seed fits the commitment in it, and {all}. Whether that commitment was given \
                 before the first die, only one that a player pinned can show; give it with --commitment or --notes."
            ),
            (Verdict::NotYet, _) => {
                "Not to be proved yet: the seed was promised by a commitment, but it is told only when the game is over."
                    .to_owned()
            }
            (Verdict::Withheld, _) => {
                "NOT what was promised: the game is over, and the seed that was promised with it was withheld.".to_owned()
            }
            (Verdict::OtherPromise, _) => {
                let (from, known) = self.other.clone().unwrap_or_default();
                let tells = self.note.as_ref().map_or("none", |note| &note.commitment);
                format!("NOT what was promised: {from} says that the commitment was {known}, and the record says {tells}.")
            }
            (Verdict::BadLink | Verdict::AgainstNotes, _) => {
                let first = self.faults.first().map_or("", String::as_str);
                let more = match self.faults.len() {
                    0 | 1 => String::new(),
                    n => format!(" There are {n} such contradictions."),
                };
                let what = if self.verdict == Verdict::BadLink { "a chain" } else { "the notes" };
                format!("NOT as it was played, by {what}: {first}.{more}")
            }
            (Verdict::Missing, _) => {
                let first = self.missing.first().map_or("", String::as_str);
                let of = match self.missing.len() {
                    1 => "one throw".to_owned(),
                    n => format!("{n} throws"),
                };
                let whose = if self.pinned { "that was pinned" } else { "in the record" };
                format!(
                    "Not to be proved of {of}: {first}. What came too late cannot be told from what was left out. \
                     All else is as it had to be: the seed is the one of the commitment {whose}, and by what is in the record {all}."
                )
            }
            (Verdict::NoPromise, _) => {
                "Not to be proved: this record has no commitment, so its dice could have come from anywhere.".to_owned()
            }
            (Verdict::OtherSeed, _) => {
                let note = self.note.as_ref().and_then(|note| note.seed).map_or_else(String::new, |seed| fair::commitment(&seed));
                format!("NOT what was promised: the seed has the commitment {note}, which is another one.")
            }
            (Verdict::Differs, Some(odd)) => {
                let more = match self.odd.len() {
                    1 => String::new(),
                    n => format!(" {} of {} dice are not what they had to be.", n, self.thrown()),
                };
                let Odd { entry, action, number, shows, due } = odd;
                format!(
                    "NOT what was promised: entry {entry} ({action}): die {number} shows {shows} and had to show {due}.{more}"
                )
            }
            (Verdict::Differs, None) => "NOT what was promised.".to_owned(),
        }
    }

    /// Dice by seat; those of the set-up have none.
    fn counts(&self) -> Vec<(String, Vec<even::Count>)> {
        let seats = self.seats.iter().map(|&seat| Some(seat)).chain([None]);
        seats
            .map(|seat| {
                let rolls = self.throws.iter().filter(|throw| throw.seat.as_deref() == seat).flat_map(|throw| throw.dice.clone());
                (seat.unwrap_or("set-up").to_owned(), even::count(rolls))
            })
            .filter(|(_, counts)| !counts.is_empty())
            .collect()
    }

    fn text(&self) -> String {
        let mut out = format!("{}\n", self.title);
        if let Some(note) = &self.note {
            let _ = writeln!(out, "commitment {}", note.commitment);
            if let Some(seed) = note.seed {
                let _ = writeln!(out, "seed       {}", fair::hex(&seed));
            }
        }
        let _ = writeln!(out, "{}", self.sentence());
        if let Some(standing) = &self.mail {
            let _ = writeln!(out, "{standing}");
        } else if self.note.is_some() {
            out.push_str(&Say::count(&self.throws).text());
        }
        // The first one stands in the sentence already.
        let (faults, missing) =
            (self.faults.iter().skip(1), self.missing.iter().skip(usize::from(self.verdict == Verdict::Missing)));
        for line in faults.chain(missing).chain(&self.remarks) {
            let _ = writeln!(out, "{line}");
        }
        for Thrown { entry, seat, action, dice, .. } in self.throws.iter().filter(|throw| !throw.stands) {
            let dice: Vec<String> = dice.iter().map(|(_, roll)| roll.to_string()).collect();
            let seat = seat.as_deref().unwrap_or_default();
            let _ = writeln!(out, "Taken back by consent: entry {entry}, {seat} {action} = {}", dice.join(" "));
        }
        for (seat, counts) in self.counts() {
            for count in counts {
                let dice = if count.all() == 1 { "die" } else { "dice" };
                let _ = writeln!(out, "\n{seat}: {} {dice} with {} faces", count.all(), count.faces);
                // A die with very many faces would fill the screen.
                if count.faces <= 20 {
                    let faces: Vec<String> = (1..=count.faces).map(|face| format!("{face:>5}")).collect();
                    let counts: Vec<String> = count.counts.iter().map(|n| format!("{n:>5}")).collect();
                    let _ = writeln!(out, "  face     {}\n  came     {}", faces.concat(), counts.concat());
                }
                let expected = f64::from(count.all()) / f64::from(count.faces);
                let _ = writeln!(out, "  expected {expected:>5.1} of each; chi-square {:.1}", count.chi_square());
                let _ = writeln!(out, "  {}", count.words());
            }
        }
        out
    }

    fn json(&self) -> Value {
        let odd = |odd: &Odd| json!({ "entry": odd.entry, "action": odd.action, "die": odd.number, "shows": odd.shows, "due": odd.due });
        let back = self.throws.iter().filter(|throw| !throw.stands);
        let back: Vec<Value> = back
            .map(|throw| {
                let dice: Vec<u8> = throw.dice.iter().map(|&(_, roll)| roll).collect();
                json!({ "entry": throw.entry, "seat": throw.seat, "action": throw.action, "dice": dice })
            })
            .collect();
        let seats: Vec<Value> = self
            .counts()
            .iter()
            .map(|(seat, counts)| json!({ "seat": seat, "dice": counts.iter().map(even::Count::json).collect::<Vec<_>>() }))
            .collect();
        json!({
            "file": self.file,
            "title": self.title,
            "verdict": self.verdict.word(),
            "proved": self.verdict == Verdict::Proved,
            "sentence": self.sentence(),
            "say": (self.mail.is_none() && self.note.is_some()).then(|| Say::count(&self.throws).json()),
            "faults": self.faults,
            "missing": self.missing,
            "remarks": self.remarks,
            "mail": self.mail,
            "commitment": self.note.as_ref().map(|note| &note.commitment),
            "seed": self.note.as_ref().and_then(|note| note.seed).map(|seed| fair::hex(&seed)),
            "dice": self.thrown(),
            "different": self.odd.len(),
            "first_difference": self.odd.first().map(odd),
            "taken_back": back,
            "seats": seats,
        })
    }
}
