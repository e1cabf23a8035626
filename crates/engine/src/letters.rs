//! The file that goes between two players by mail: letter after letter, each with what its writer played, and a sum over all before it.
//!
//! ```text
//! grognard mail 1
//! rulebook example-book 1
//! game skirmish
//! letter 1 Red
//! seal 5bb0…
//! sum 91c4…
//! letter 2 Blue
//! seal 08d1…
//! say Good luck.
//! sum 3e70…
//! letter 3 Red
//! 1 Red move A1 0505 #1f0c92aa
//! throw a93f… 2 Red fire B2
//! sum 77d2…
//! letter 4 Blue
//! answer 60be…
//! 2 Red fire B2 = 4 6 #77aa0b1c
//! 3 Blue retreat B2 0606 #0b6c33d8
//! sum c81e…
//! ```
//!
//! A letter is only ever added at the end. `seal` and the links in `throw` and `answer` are explained in [`crate::chain`]. An action that needs
//! dice is announced by `throw` with its writer's link; the other player's letter shows the link that was missing and writes the
//! action down with its dice. Lines `order` are the writer's standing orders: what they answer the other player may write down for him.
//! A sum is the SHA-256 of all lines before it, each with a line feed; blank lines, remarks (`//`) and
//! blanks at the end of a line do not count.
//!
//! This module reads what can be understood without knowing the game: form, order, sums and chains. The rules and the dice are for
//! whoever replays it.

use crate::chain;
use crate::fair::{hex, read_hex32};
use crate::fault::DataError;
use crate::record::{self, Header, RawEntry, RawRecord};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// Version of the text format.
pub const FORMAT: u32 = 1;

/// An action that waits for its dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Throw {
    /// Line in the file, from 1.
    pub line: usize,
    /// The link that its writer shows.
    pub link: String,
    /// Number of the entry it will be.
    pub number: usize,
    /// Who plays it.
    pub seat: String,
    /// The action in words.
    pub action: String,
}

/// One letter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Letter {
    /// Line in the file, from 1.
    pub line: usize,
    /// The seat of its writer.
    pub by: String,
    /// The foot of its writer's chain, in the first letter of each.
    pub seal: Option<String>,
    /// Words to the other player.
    pub said: Vec<String>,
    /// Its writer's standing orders, all of them, until his next letter (see [`crate::orders`]).
    pub orders: Vec<String>,
    /// The link that was missing for the throw of the letter before.
    pub answer: Option<String>,
    /// What was played. If there is an answer, the first is the other player's throw. Others of his are what his orders answer.
    pub entries: Vec<RawEntry>,
    /// What was played last and waits for its dice.
    pub throw: Option<Throw>,
    /// Sum over all before it.
    pub sum: String,
}

/// A mail file, as far as it can be understood without knowing the game.
#[derive(Clone, Debug)]
pub struct Mail {
    /// File name for errors.
    pub file: String,
    /// Which game it is.
    pub header: Header,
    /// The letters, at least one.
    pub letters: Vec<Letter>,
    /// All lines that count.
    text: String,
}

/// A throw that both players have shown their links for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// Link of the player who wrote the first letter.
    pub first: String,
    /// Link of the other.
    pub second: String,
}

impl Mail {
    /// The file as it is written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What names the game: the seal of whoever began it.
    #[must_use]
    pub fn id(&self) -> &str {
        self.letters[0].seal.as_deref().unwrap_or_default()
    }

    /// The last letter.
    #[must_use]
    pub fn last(&self) -> &Letter {
        &self.letters[self.letters.len() - 1]
    }

    /// Number of entries.
    #[must_use]
    pub fn played(&self) -> usize {
        self.letters.iter().map(|letter| letter.entries.len()).sum()
    }

    /// How many throws have been announced, answered or not.
    #[must_use]
    pub fn throws(&self) -> usize {
        self.letters.iter().filter(|letter| letter.throw.is_some()).count()
    }

    /// The links of each throw that has been answered, in order.
    #[must_use]
    pub fn pairs(&self) -> Vec<Pair> {
        let first = &self.letters[0].by;
        let links = self.letters.windows(2).filter_map(|two| {
            let (thrown, answer) = (&two[0].throw.as_ref()?.link, two[1].answer.as_ref()?);
            Some(if two[0].by == *first { (thrown, answer) } else { (answer, thrown) })
        });
        links.map(|(first, second)| Pair { first: first.clone(), second: second.clone() }).collect()
    }

    /// The entries as a record that has no end yet: its digest is not known.
    #[must_use]
    pub fn raw(&self) -> RawRecord {
        RawRecord {
            file: self.file.clone(),
            header: self.header.clone(),
            entries: self.letters.iter().flat_map(|letter| letter.entries.iter().cloned()).collect(),
            backs: Vec::new(),
            note: None,
            closing: None,
            corrected: None,
            digest: 0,
        }
    }

    /// The file with one more letter.
    #[must_use]
    pub fn with(&self, letter: &Letter) -> String {
        add(&self.text, self.letters.len() + 1, self.played(), letter)
    }
}

/// A new file with its first letter.
#[must_use]
pub fn begin(header: &Header, letter: &Letter) -> String {
    let Header { rulebook, revision, game, options, .. } = header;
    let mut text = format!("grognard mail {FORMAT}\nrulebook {rulebook} {revision}\ngame {game}\n");
    for (name, value) in options {
        let _ = writeln!(text, "option {name} {value}");
    }
    add(&text, 1, 0, letter)
}

/// Writes a letter below `text`, with its sum.
fn add(text: &str, number: usize, played: usize, letter: &Letter) -> String {
    let Letter { by, seal, said, orders, answer, entries, throw, .. } = letter;
    let mut out = text.to_owned();
    let _ = writeln!(out, "letter {number} {by}");
    if let Some(seal) = seal {
        let _ = writeln!(out, "seal {seal}");
    }
    for words in said {
        let _ = writeln!(out, "say {words}");
    }
    for order in orders {
        let _ = writeln!(out, "order {order}");
    }
    if let Some(link) = answer {
        let _ = writeln!(out, "answer {link}");
    }
    for (number, entry) in (played + 1..).zip(entries) {
        let _ = writeln!(out, "{}", record::entry_line(number, &entry.seat, &entry.action, &entry.rolls, entry.check));
    }
    if let Some(Throw { link, number, seat, action, .. }) = throw {
        let _ = writeln!(out, "throw {link} {number} {seat} {action}");
    }
    let _ = writeln!(out, "sum {}", hex(&Sha256::digest(out.as_bytes())));
    out
}

/// Whether a text begins as a mail file does.
#[must_use]
pub fn is_mail(text: &str) -> bool {
    counting_lines(text).next().is_some_and(|(_, line)| line.starts_with("grognard mail"))
}

/// The lines that count, with their numbers in the file.
fn counting_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.trim_end()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with("//"))
}

/// Reads a mail file and checks all that can be checked without knowing the game.
///
/// # Errors
/// The first fault, with file and letter or line.
pub fn read(file: &str, text: &str) -> Result<Mail, DataError> {
    let mut reader = Reader {
        file,
        lines: counting_lines(text).peekable(),
        last: text.lines().count().max(1),
        text: String::new(),
        hash: Sha256::new(),
    };
    let header = reader.header()?;
    let mut mail = Mail { file: file.to_owned(), header, letters: Vec::new(), text: String::new() };
    // The last link that the writers of the first and of the second letter have shown.
    let mut shown: [String; 2] = Default::default();
    while mail.letters.is_empty() || reader.lines.peek().is_some() {
        let letter = reader.letter(mail.letters.len() + 1, mail.played())?;
        fits(&mail, &letter, &mut shown)
            .map_err(|(line, why)| DataError::new(file, format!("letter {} (line {line})", mail.letters.len() + 1), why))?;
        mail.letters.push(letter);
    }
    mail.text = reader.text;
    Ok(mail)
}

struct Reader<'a, I: Iterator<Item = (usize, &'a str)>> {
    file: &'a str,
    lines: std::iter::Peekable<I>,
    /// Number of the last line.
    last: usize,
    /// All lines that were read.
    text: String,
    /// The hash of the same.
    hash: Sha256,
}

impl<'a, I: Iterator<Item = (usize, &'a str)>> Reader<'a, I> {
    fn fault(&self, line: usize, why: impl Into<String>) -> DataError {
        DataError::new(self.file, format!("line {line}"), why)
    }

    fn next(&mut self, want: &str) -> Result<(usize, &'a str), DataError> {
        let (line, text) =
            self.lines.next().ok_or_else(|| self.fault(self.last, format!("the file breaks off; expected {want}")))?;
        self.text.push_str(text);
        self.text.push('\n');
        self.hash.update(text);
        self.hash.update("\n");
        Ok((line, text))
    }

    /// The next line if it begins with a word; what follows the word.
    fn after(&mut self, word: &str) -> Option<(usize, &'a str)> {
        let begins = |text: &'a str| text.strip_prefix(word).filter(|rest| rest.starts_with(' '));
        self.lines.peek().and_then(|&(_, text)| begins(text))?;
        let (line, text) = self.next(word).ok()?;
        Some((line, begins(text)?.trim_start()))
    }

    fn header(&mut self) -> Result<Header, DataError> {
        let want = format!("`grognard mail {FORMAT}`");
        let (line, first) = self.next(&want)?;
        match first.strip_prefix("grognard mail ").map(str::parse::<u32>) {
            Some(Ok(FORMAT)) => {}
            Some(Ok(other)) => {
                return Err(self.fault(line, format!("mail format {other} is not known here; this program reads {FORMAT}")));
            }
            _ => return Err(self.fault(line, format!("not a mail file; expected {want}"))),
        }
        let (line, book) = self.next("`rulebook NAME REVISION`")?;
        let (rulebook, revision) = book
            .strip_prefix("rulebook ")
            .and_then(|rest| rest.split_once(' '))
            .and_then(|(name, revision)| Some((name.to_owned(), revision.parse().ok()?)))
            .ok_or_else(|| self.fault(line, "expected `rulebook NAME REVISION`"))?;
        let (line, game) = self.next("`game NAME`")?;
        let game = game.strip_prefix("game ").ok_or_else(|| self.fault(line, "expected `game NAME`"))?.to_owned();
        let mut options = Vec::new();
        while let Some((line, option)) = self.after("option") {
            let (name, value) = option.split_once(' ').ok_or_else(|| self.fault(line, "expected `option NAME VALUE`"))?;
            options.push((name.to_owned(), value.to_owned()));
        }
        Ok(Header { rulebook, revision, game, options, deal: Vec::new() })
    }

    /// Reads letter `number`, before which so many entries were played.
    fn letter(&mut self, number: usize, played: usize) -> Result<Letter, DataError> {
        let (line, head) = self.next(&format!("`letter {number} SEAT`"))?;
        let by = head.strip_prefix("letter ").and_then(|rest| rest.strip_prefix(&format!("{number} ")));
        let by = by.filter(|by| !by.is_empty() && !by.contains(' '));
        let by = by.ok_or_else(|| self.fault(line, format!("expected `letter {number} SEAT`")))?.to_owned();
        let mut letter = Letter { line, by, ..Letter::default() };
        if let Some((line, seal)) = self.after("seal") {
            letter.seal = Some(self.digits(line, seal)?);
        }
        while let Some((_, words)) = self.after("say") {
            letter.said.push(words.to_owned());
        }
        while let Some((_, order)) = self.after("order") {
            letter.orders.push(order.to_owned());
        }
        if let Some((line, link)) = self.after("answer") {
            letter.answer = Some(self.digits(line, link)?);
        }
        while self.lines.peek().is_some_and(|(_, text)| text.starts_with(|c: char| c.is_ascii_digit())) {
            let number = played + letter.entries.len() + 1;
            let (line, text) = self.next("an entry")?;
            let entry = record::read_entry(number, line, text);
            letter.entries.push(entry.map_err(|why| DataError::new(self.file, format!("entry {number} (line {line})"), why))?);
        }
        if let Some((line, text)) = self.after("throw") {
            let expected = || self.fault(line, "expected `throw LINK NUMBER SEAT ACTION`");
            let mut words = text.splitn(4, ' ');
            let mut word = || words.next().filter(|word| !word.is_empty()).ok_or_else(expected);
            let (link, index, seat, action) = (word()?, word()?, word()?, word()?);
            let number = played + letter.entries.len() + 1;
            if index.parse() != Ok(number) {
                return Err(self.fault(line, format!("the throw is numbered {index:?}, expected {number}")));
            }
            let (seat, action) = (seat.to_owned(), action.to_owned());
            letter.throw = Some(Throw { line, link: self.digits(line, link)?, number, seat, action });
        }
        let due = hex(&self.hash.clone().finalize());
        let (line, sum) = self.next(&format!("the sum of letter {number}"))?;
        letter.sum = match sum.strip_prefix("sum ") {
            Some(sum) => self.digits(line, sum)?,
            None => return Err(self.fault(line, format!("{sum:?} has no place here; expected the sum of letter {number}"))),
        };
        if letter.sum != due {
            let why =
                format!("the sum of letter {number} is not that of the lines above it: they were changed after it was written");
            return Err(self.fault(line, why));
        }
        Ok(letter)
    }

    fn digits(&self, line: usize, text: &str) -> Result<String, DataError> {
        read_hex32(text).map(|_| text.to_owned()).map_err(|why| self.fault(line, why))
    }
}

/// Whether a letter may follow those before it: whose turn it is, what it has to hold, and whether its links belong to the chains.
fn fits(mail: &Mail, letter: &Letter, shown: &mut [String; 2]) -> Result<(), (usize, String)> {
    let at = |line: usize, why: &str| Err((line, why.to_owned()));
    let number = mail.letters.len() + 1;
    let who = (number + 1) % 2;
    let first = mail.letters.first();
    match (number, first) {
        (2, Some(first)) if first.by == letter.by => return at(letter.line, "both letters are from the same player"),
        (3.., _) if mail.letters[number - 3].by != letter.by => {
            return Err((letter.line, format!("it is not from {}, whose turn it was", mail.letters[number - 3].by)));
        }
        _ => {}
    }
    match &letter.seal {
        Some(seal) if shown.contains(seal) => return at(letter.line, "both players have the same seal"),
        Some(seal) if number <= 2 => shown[who].clone_from(seal),
        None if number > 2 => {}
        Some(_) => return at(letter.line, "a player's seal cannot be changed"),
        None => return at(letter.line, "its writer's seal is missing"),
    }
    if number == 1 && (!letter.entries.is_empty() || letter.throw.is_some()) {
        return at(letter.line, "the first letter only invites; nothing can be played in it");
    }
    let mut entries = letter.entries.iter();
    match (mail.letters.last().and_then(|last| last.throw.as_ref()), &letter.answer) {
        (None, None) => {}
        (Some(_), None) => return at(letter.line, "the answer to the throw of the letter before is missing"),
        (None, Some(_)) => return at(letter.line, "it answers a throw that nobody has made"),
        (Some(throw), Some(link)) => {
            show(shown, who, link).map_err(|why| (letter.line, why))?;
            let Some(entry) = entries.next() else {
                return at(letter.line, "the action that was thrown for is missing");
            };
            if (&entry.seat, &entry.action) != (&throw.seat, &throw.action) {
                return Err((entry.line, format!("thrown for was {} {}, not this", throw.seat, throw.action)));
            }
            if entry.rolls.is_empty() {
                return at(entry.line, "the dice are missing");
            }
        }
    }
    // Whether the orders answer just that is for the rules to say.
    let ordered = |seat: &str| mail.letters.last().is_some_and(|last| last.by == seat && !last.orders.is_empty());
    for entry in entries {
        if entry.seat != letter.by && !ordered(&entry.seat) {
            return Err((entry.line, format!("played for {}, but the letter is from {}", entry.seat, letter.by)));
        }
        if !entry.rolls.is_empty() {
            return at(entry.line, "dice that were not thrown together");
        }
    }
    if let Some(throw) = &letter.throw {
        if throw.seat != letter.by && !ordered(&throw.seat) {
            return Err((throw.line, format!("thrown for {}, but the letter is from {}", throw.seat, letter.by)));
        }
        show(shown, who, &throw.link).map_err(|why| (throw.line, why))?;
    }
    Ok(())
}

/// A player shows a link: it must belong to the one that was shown before.
fn show(shown: &mut [String; 2], who: usize, link: &str) -> Result<(), String> {
    if chain::below(link) != shown[who] {
        return Err("the link does not belong to the chain that was sealed".to_owned());
    }
    link.clone_into(&mut shown[who]);
    Ok(())
}

#[cfg(test)]
#[path = "letters_tests.rs"]
mod tests;
