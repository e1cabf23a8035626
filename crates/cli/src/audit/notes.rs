//! What a player pinned while a game was played, held against its record.
//!
//! ```text
//! grognard notes 1
//! seat Allied
//! commitment 702e…
//! chain 8ba1…
//! gave 7 4077… 5b3d… 91c4…
//! word 3fa0… 8 77aa…
//! word c04d… 42000000 - 5b3d…
//! ```
//!
//! A page writes them as it plays ([`docs/dice.md`](../../../../docs/dice.md)): the commitment that it saw first; the chain it announced; for each link
//! that it showed the number of the die, the seal of the other's word, the deed, and the link; for each throw of its own the word, the number of
//! the first die, and the other's link that it was told before it showed the word (`-` for none). Where something is hidden a label stands for the number
//! ([`chance::label`]), and the deed behind the link.

use super::say::Thrown;
use crate::fail::Fail;
use grognard_engine::DataError;
use grognard_engine::chance;
use grognard_engine::fair::read_hex32;

/// What a player pinned.
#[derive(Clone, Default, Debug)]
pub struct Notes {
    seats: Vec<String>,
    /// The commitments, each with the file that tells it.
    pub commitments: Vec<(String, String)>,
    chains: Vec<String>,
    gave: Vec<Gave>,
    words: Vec<Word>,
}

#[derive(Clone, Debug)]
struct Gave {
    die: u64,
    seal: String,
    deed: String,
    link: String,
}

#[derive(Clone, Debug)]
struct Word {
    word: String,
    die: u64,
    link: Option<String>,
    /// Pages of before did not note it.
    deed: Option<String>,
}

/// The throws of a record, and which of them somebody has noted something for.
struct Ledger<'a> {
    throws: &'a [Thrown],
    noted: Vec<bool>,
}

impl<'a> Ledger<'a> {
    fn new(throws: &'a [Thrown]) -> Self {
        Self { throws, noted: vec![false; throws.len()] }
    }

    /// The throw for which something was noted. A label names an entry, of which there are several throws if it was taken back: then it is the one that
    /// `fits`, and the last if none does.
    fn find(&mut self, die: u64, fits: impl Fn(&Thrown) -> bool) -> Option<&'a Thrown> {
        let throws = self.throws;
        let named = |throw: &Thrown| match chance::labelled(die) {
            Some(entry) => throw.entry == entry,
            None => throw.first == die,
        };
        let fitting = throws.iter().position(|throw| named(throw) && fits(throw));
        let at = fitting.or_else(|| throws.iter().rposition(named))?;
        self.noted[at] = true;
        Some(&throws[at])
    }

    /// Those for which nothing was noted.
    fn rest(&self) -> impl Iterator<Item = &'a Thrown> {
        self.throws.iter().zip(&self.noted).filter(|(_, noted)| !**noted).map(|(throw, _)| throw)
    }
}

/// Where a throw stands.
fn place(throw: &Thrown) -> String {
    format!("entry {} ({}), die {}", throw.entry, throw.action, throw.first)
}

/// What somebody has noted something for, if the record has no such throw.
fn missing(die: u64) -> String {
    chance::labelled(die).map_or_else(|| format!("die {die}"), |entry| format!("entry {entry}"))
}

impl Notes {
    /// Adds the notes of a file: a player may have used several browsers.
    pub fn read(&mut self, file: &str, text: &str) -> Result<(), Fail> {
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim())).filter(|(_, line)| !line.is_empty());
        let fault = |line: usize, why: String| Fail::from(DataError::new(file, format!("line {line}"), why));
        match lines.next() {
            Some((_, "grognard notes 1")) => {}
            _ => return Err(fault(1, "not the notes of a player; expected `grognard notes 1`".to_owned())),
        }
        for (at, line) in lines {
            self.line(file, line).map_err(|why| fault(at, why))?;
        }
        Ok(())
    }

    fn line(&mut self, file: &str, line: &str) -> Result<(), String> {
        let hex = |text: &str| read_hex32(text).map(|_| text.to_owned());
        let maybe = |text: &str| if text == "-" { Ok(None) } else { hex(text).map(Some) };
        let number = |text: &str| text.parse().map_err(|_| format!("{text:?} is not the number of a die"));
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["seat", seat] => self.seats.push(seat.to_owned()),
            ["commitment", text] => self.commitments.push((file.to_owned(), hex(text)?)),
            ["chain", text] => self.chains.push(hex(text)?),
            ["gave", die, seal, deed, link] => {
                let seal = maybe(seal)?.unwrap_or_else(|| "-".to_owned());
                self.gave.push(Gave { die: number(die)?, seal, deed: hex(deed)?, link: hex(link)? });
            }
            ["word", word, die, link, ref deed @ ..] if deed.len() < 2 => {
                let deed = deed.first().map(|text| hex(text)).transpose()?;
                self.words.push(Word { word: hex(word)?, die: number(die)?, link: maybe(link)?, deed });
            }
            // The name of the table, and what later versions may tell.
            ["table" | "remark", ..] => {}
            _ => return Err("expected `seat`, `commitment`, `chain`, `gave` or `word` with what belongs to it".to_owned()),
        }
        Ok(())
    }

    /// Everything in which the record, which reaches to an entry, and the notes contradict each other. What lies behind its end has not happened yet.
    pub fn against(&self, throws: &[Thrown], reached: usize, seed: Option<&[u8; 32]>) -> Vec<String> {
        let mut faults = Vec::new();
        let thrown = throws.last().map_or(0, |throw| throw.first + throw.dice.len() as u64 - 1);
        let due = |die: u64| chance::labelled(die).map_or(die <= thrown, |entry| entry <= reached);
        let own = |seat: Option<&str>| seat.is_some_and(|seat| self.seats.iter().any(|own| own == seat));
        let other_deed = |throw: &Thrown, deed: &str| {
            let seat = throw.seat.as_deref().unwrap_or_default();
            seed.is_some_and(|seed| chance::deed(seed, throw.first, seat, &throw.action) != deed)
        };
        let mut given = Ledger::new(throws);
        for Gave { die, seal, deed, link } in self.gave.iter().filter(|gave| due(gave.die)) {
            let found = given.find(*die, |throw| throw.chance.link.as_ref().is_some_and(|said| said.link == *link));
            let Some(throw) = found else {
                faults.push(format!("{}: you gave a link for it, but the record has no such throw", missing(*die)));
                continue;
            };
            let said = throw.chance.link.as_ref().filter(|said| own(Some(&said.seat)));
            match said {
                None => faults.push(format!("{}: you gave a link for it, and the record says that none was there", place(throw))),
                Some(said) if said.link != *link => faults.push(format!("{}: it has another link than you gave", place(throw))),
                Some(_) => {}
            }
            if throw.chance.word.as_ref().map_or_else(|| "-".to_owned(), |word| chance::seal(word)) != *seal {
                faults.push(format!("{}: your link was asked for with another word", place(throw)));
            }
            if other_deed(throw, deed) {
                faults.push(format!("{}: your link was asked for with another action, or as another die", place(throw)));
            }
        }
        let mut shown = Ledger::new(throws);
        for Word { word, die, link, deed } in self.words.iter().filter(|word| due(word.die)) {
            match shown.find(*die, |throw| throw.chance.word.as_ref() == Some(word)) {
                None => faults.push(format!("{}: you showed a word for it, but the record has no such throw", missing(*die))),
                Some(throw) if throw.chance.word.as_ref() != Some(word) => {
                    faults.push(format!("{}: you showed another word for it", place(throw)));
                }
                Some(throw) if throw.chance.link.as_ref().map(|said| &said.link) != link.as_ref() => {
                    faults.push(format!("{}: you were told another link before you showed your word", place(throw)));
                }
                Some(throw) if deed.as_ref().is_some_and(|deed| other_deed(throw, deed)) => {
                    faults.push(format!("{}: your word was asked for with another action, or as another die", place(throw)));
                }
                Some(_) => {}
            }
        }
        for throw in given.rest() {
            if let Some(said) = throw.chance.link.as_ref().filter(|said| own(Some(&said.seat))) {
                let whose = if said.anchor.as_ref().is_some_and(|anchor| !self.chains.contains(anchor)) {
                    " of a chain that is not yours"
                } else {
                    ""
                };
                faults.push(format!("{}: it has a link{whose} that you did not give", place(throw)));
            }
        }
        for throw in shown.rest().filter(|throw| own(throw.seat.as_deref())) {
            faults.push(match &throw.chance.word {
                Some(_) => format!("{}: it has a word that you did not show", place(throw)),
                None => format!("{}: it was thrown for you without a word of yours", place(throw)),
            });
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::chance::{Chance, Link};

    fn digits(n: u8) -> String {
        format!("{n:02x}").repeat(32)
    }

    fn throw(entry: usize, seat: &str, first: u64, word: u8, link: u8, stands: bool) -> Thrown {
        let from = if seat == "Red" { "Blue" } else { "Red" };
        let link = Link { seat: from.to_owned(), anchor: None, link: digits(link) };
        let chance = Chance { word: Some(digits(word)), link: Some(link) };
        Thrown { entry, seat: Some(seat.to_owned()), action: "roll".to_owned(), first, dice: vec![(6, 1)], chance, stands }
    }

    /// Entries 5 and 6, taken back to 4 and played again; then Red throws out of sight.
    fn record() -> Vec<Thrown> {
        let hidden = Thrown { chance: Chance::default(), ..throw(7, "Red", 5, 0, 0, true) };
        vec![
            throw(5, "Red", 1, 1, 11, false),
            throw(6, "Blue", 2, 2, 12, false),
            throw(5, "Red", 3, 3, 13, true),
            throw(6, "Blue", 4, 4, 14, true),
            hidden,
        ]
    }

    /// What Blue noted of them: a line for each.
    fn lines(seed: &[u8; 32]) -> Vec<String> {
        let deed = |die: u64, seat: &str| chance::deed(seed, die, seat, "roll");
        let gave = |die: u64, number: u64, word: u8, link: u8| {
            format!("gave {die} {} {} {}", chance::seal(&digits(word)), deed(number, "Red"), digits(link))
        };
        let word = |die: u64, number: u64, word: u8, link: u8| {
            format!("word {} {die} {} {}", digits(word), digits(link), deed(number, "Blue"))
        };
        vec![
            gave(chance::label(5, 0), 1, 1, 11),
            word(chance::label(6, 0), 2, 2, 12),
            gave(chance::label(5, 3), 3, 3, 13),
            word(chance::label(6, 3), 4, 4, 14),
        ]
    }

    fn faults(lines: &[String], throws: &[Thrown], seed: &[u8; 32]) -> Vec<String> {
        let mut notes = Notes::default();
        notes.read("x.notes", &format!("grognard notes 1\nseat Blue\n{}\n", lines.join("\n"))).ok().unwrap();
        notes.against(throws, 7, Some(seed))
    }

    #[test]
    fn labels_find_their_throws_also_after_taking_back() {
        let (seed, throws) = ([7; 32], record());
        let honest = lines(&seed);
        assert_eq!(faults(&honest, &throws, &seed), [""; 0]);
        // Pages of before noted no deed for their own words.
        let before: Vec<String> = honest
            .iter()
            .map(|line| line.split(' ').take(if line.starts_with('w') { 4 } else { 5 }).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(faults(&before, &throws, &seed), [""; 0]);
        // What lies behind the end of the record has not happened yet; a link for an entry that threw nothing is missing.
        let label = |entry: usize| honest[0].replace("gave 5000000", &format!("gave {}", chance::label(entry, 0)));
        assert_eq!(faults(&[&honest[..], &[label(8)]].concat(), &throws, &seed), [""; 0]);
        let fault = faults(&[&honest[..], &[label(4)]].concat(), &throws, &seed);
        assert_eq!(fault, ["entry 4: you gave a link for it, but the record has no such throw"]);
    }

    #[test]
    fn each_throw_needs_a_note_of_its_own() {
        let (seed, throws) = ([7; 32], record());
        let honest = lines(&seed);
        for (left_out, wanted) in [
            (0, "entry 5 (roll), die 1: it has a link that you did not give"),
            (1, "entry 6 (roll), die 2: it has a word that you did not show"),
            (2, "entry 5 (roll), die 3: it has a link that you did not give"),
            (3, "entry 6 (roll), die 4: it has a word that you did not show"),
        ] {
            let mut noted = honest.clone();
            noted.remove(left_out);
            assert_eq!(faults(&noted, &throws, &seed), [wanted]);
        }
        // A word that was shown for the throw that was taken back, used once more.
        let mut again = throws;
        again[3].chance.word = Some(digits(2));
        let found = faults(&honest, &again, &seed);
        assert_eq!(found, ["entry 6 (roll), die 4: you showed another word for it"]);
    }

    /// With a die more out of sight, all numbers after it are others, and so would be all dice.
    #[test]
    fn a_die_slipped_in_out_of_sight_is_found_by_the_deeds() {
        let (seed, mut throws) = ([7; 32], record());
        let honest = lines(&seed);
        throws.iter_mut().skip(2).for_each(|throw| throw.first += 1);
        let found = faults(&honest, &throws, &seed);
        let wanted = ["link", "word"].map(|what| format!("your {what} was asked for with another action, or as another die"));
        assert!(
            found.len() == 2 && found.iter().zip(&wanted).all(|(fault, wanted)| fault.contains(wanted.as_str())),
            "{found:?}"
        );
    }
}
