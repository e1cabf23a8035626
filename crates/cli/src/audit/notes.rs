//! What a player pinned while a game was played, held against its record.
//!
//! ```text
//! grognard notes 1
//! seat Allied
//! commitment 702e…
//! held Allied 57
//! orders Allied 12 fire always
//! chain 8ba1…
//! gave 7 4077… 5b3d… 91c4…
//! word 3fa0… 8 77aa…
//! word c04d… 42000000 - 5b3d…
//! ```
//!
//! A page writes them as it plays ([`docs/dice.md`](../../../../docs/dice.md)): the commitment that it saw first; the chain it announced; for each link
//! that it showed the number of the die, the seal of the other's word, the deed, and the link; for each throw of its own the word, the number of
//! the first die, and the other's link that it was told before it showed the word (`-` for none). Where something is hidden a label stands for the number
//! ([`chance::label`]), and the deed behind the link. `held` says up to which entry the seat was seen to be the player's, `orders` after how many actions he gave
//! which standing orders.

use super::say::Thrown;
use crate::fail::Fail;
use grognard_engine::DataError;
use grognard_engine::chance;
use grognard_engine::fair::read_hex32;
use grognard_shelf::Match;

/// What a player pinned.
#[derive(Clone, Default, Debug)]
pub struct Notes {
    seats: Vec<String>,
    /// The commitments, each with the file that tells it.
    pub commitments: Vec<(String, String)>,
    chains: Vec<String>,
    gave: Vec<Gave>,
    words: Vec<Word>,
    /// Up to which entry a seat was the player's, as each file tells.
    held: Vec<(String, usize)>,
    orders: Vec<Orders>,
}

/// Standing orders that were given after so many actions, one to a line.
#[derive(Clone, Debug)]
struct Orders {
    seat: String,
    after: usize,
    text: String,
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

/// What comes of holding notes against a record.
#[derive(Default, Debug)]
pub struct Held {
    /// In what they contradict each other.
    pub faults: Vec<String>,
    /// What was noted and is not in the record, and may have come too late: nobody can tell that from what was left out.
    pub missing: Vec<String>,
    /// What is worth a remark.
    pub remarks: Vec<String>,
}

/// The throws of a record, and which of them are accounted for by links, and by words.
struct Ledger<'a> {
    throws: &'a [Thrown],
    linked: Vec<bool>,
    worded: Vec<bool>,
}

impl<'a> Ledger<'a> {
    fn new(throws: &'a [Thrown]) -> Self {
        Self { throws, linked: vec![false; throws.len()], worded: vec![false; throws.len()] }
    }

    /// The throws that something noted may be about, the last first. A label names an entry, of which there are several throws if it was taken back.
    fn named(&self, die: u64) -> impl Iterator<Item = (usize, &'a Thrown)> + use<'a> {
        let fits = move |throw: &Thrown| match chance::labelled(die) {
            Some(entry) => throw.entry == entry,
            None => throw.first == die,
        };
        self.throws.iter().enumerate().rev().filter(move |(_, throw)| fits(throw))
    }

    /// Those for which nothing was noted.
    fn rest<'b>(&self, noted: &'b [bool]) -> impl Iterator<Item = &'a Thrown> + use<'a, 'b> {
        self.throws.iter().zip(noted).filter(|(_, noted)| !**noted).map(|(throw, _)| throw)
    }
}

/// Where a throw stands.
fn place(throw: &Thrown) -> String {
    format!("entry {} ({}), die {}", throw.entry, throw.action, throw.first)
}

/// What somebody has noted something for that did not come about.
fn named(die: u64) -> String {
    chance::labelled(die).map_or_else(|| format!("die {die}"), |entry| format!("entry {entry}"))
}

/// Whether a throw has the word of a seal; `-` is the seal of none.
fn sealed(throw: &Thrown, seal: &str) -> bool {
    throw.chance.word.as_ref().map_or_else(|| "-".to_owned(), |word| chance::seal(word)) == seal
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
        let count = |text: &str| text.parse().map_err(|_| format!("{text:?} is not the number of an entry"));
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
            ["held", seat, entry] => self.held.push((seat.to_owned(), count(entry)?)),
            ["orders", seat, after, ref text @ ..] => {
                let text = text.join(" ").replace("; ", "\n");
                self.orders.push(Orders { seat: seat.to_owned(), after: count(after)?, text });
            }
            // The name of the table, and what later versions may tell.
            ["table" | "remark", ..] => {}
            _ => {
                return Err("expected `seat`, `held`, `commitment`, `chain`, `gave`, `word` or `orders` with what belongs to it"
                    .to_owned());
            }
        }
        Ok(())
    }

    fn own(&self, seat: Option<&str>) -> bool {
        seat.is_some_and(|seat| self.seats.iter().any(|own| own == seat))
    }

    /// Whether standing orders that the player noted answer the decision before an entry with this action.
    pub fn ordered(&self, game: &dyn Match, seat: &str, entry: usize, action: &str) -> bool {
        let mut given = self.orders.iter().filter(|orders| orders.seat == seat && orders.after < entry);
        game.to_decide() == Some(seat)
            && given.any(|orders| game.answer(&orders.text).is_some_and(|(answer, _)| answer == action))
    }

    /// Whether somebody else may have played an entry, because the seat was not seen to be the player's any more.
    fn gone(&self, throw: &Thrown) -> bool {
        let held =
            self.held.iter().filter(|(seat, _)| Some(seat.as_str()) == throw.seat.as_deref()).map(|(_, entry)| *entry).max();
        held.is_some_and(|last| throw.entry > last)
    }

    /// Everything in which the record, which reaches to an entry, and the notes contradict each other. What lies behind its end has not happened yet.
    ///
    /// A throw can fail after a link was given for it or a word shown, and its player may then do something else. That is no contradiction, but counted:
    /// a server could do it on purpose, and has one more die to choose from each time.
    ///
    /// A link that does not come in time is not used, nor, where the game has `secrets`, a word; elsewhere nothing is thrown without it. So what is missing is
    /// no contradiction either, but told of each throw: it is as far from a proof that all was used as from one that something was left out.
    pub fn against(&self, throws: &[Thrown], reached: usize, seed: Option<&[u8; 32]>, secrets: bool) -> Held {
        let mut held = Held::default();
        let mut dropped: Vec<u64> = Vec::new();
        let thrown = throws.last().map_or(0, |throw| throw.first + throw.dice.len() as u64 - 1);
        let due = |die: u64| chance::labelled(die).map_or(die <= thrown, |entry| entry <= reached);
        let same_deed = |throw: &Thrown, deed: &str| {
            let seat = throw.seat.as_deref().unwrap_or_default();
            seed.is_none_or(|seed| chance::deed(seed, throw.first, seat, &throw.action) == deed)
        };
        let mut ledger = Ledger::new(throws);
        let mut unused = Vec::new();
        for gave in self.gave.iter().filter(|gave| due(gave.die)) {
            let uses = |throw: &Thrown| throw.chance.link.as_ref().is_some_and(|said| said.link == gave.link);
            let Some((at, throw)) = ledger.named(gave.die).find(|(_, throw)| uses(throw)) else {
                unused.push(gave);
                continue;
            };
            ledger.linked[at] = true;
            if !throw.chance.link.as_ref().is_some_and(|said| self.own(Some(&said.seat))) {
                held.faults.push(format!("{}: your link stands there as that of somebody else", place(throw)));
            }
            if secrets && throw.chance.word.is_none() && gave.seal != "-" {
                held.missing.push(format!(
                    "{}: it has the link that you gave, and not the word for which you were asked; by the record none came within 10 seconds",
                    place(throw)
                ));
            } else if !sealed(throw, &gave.seal) {
                held.faults.push(format!("{}: your link was asked for with another word", place(throw)));
            }
            if !same_deed(throw, &gave.deed) {
                held.faults.push(format!("{}: your link was asked for with another action, or as another die", place(throw)));
            }
        }
        for Gave { die, seal, deed, .. } in unused {
            // It was given for this very throw, or for one that did not come about. That the word is missing, too, makes it no other throw, if the seed shows the deed.
            let wordless = |throw: &Thrown| secrets && seed.is_some() && throw.chance.word.is_none();
            let asked = |at: usize, throw: &Thrown| {
                !ledger.linked[at] && (sealed(throw, seal) || wordless(throw)) && same_deed(throw, deed)
            };
            let throw = ledger.named(*die).find(|(at, throw)| !self.own(throw.seat.as_deref()) && asked(*at, throw));
            match throw.map(|(_, throw)| (throw, &throw.chance.link)) {
                None => dropped.push(*die),
                Some((throw, None)) => {
                    held.missing
                        .push(format!("{}: you gave a link for it; by the record none came within 1.5 seconds", place(throw)));
                }
                Some((throw, Some(_))) => held.faults.push(format!("{}: it has another link than you gave", place(throw))),
            }
        }
        let has = |throw: &Thrown, one: &Word| throw.chance.word.as_ref() == Some(&one.word);
        let told = |throw: &Thrown, one: &Word| throw.chance.link.as_ref().map(|said| &said.link) == one.link.as_ref();
        let right = |throw: &Thrown, one: &Word| one.deed.as_ref().is_none_or(|deed| same_deed(throw, deed));
        let mut unused = Vec::new();
        for one in self.words.iter().filter(|word| due(word.die)) {
            let fits = |throw: &Thrown| has(throw, one) && told(throw, one) && right(throw, one);
            match ledger.named(one.die).find(|(_, throw)| fits(throw)) {
                Some((at, _)) => ledger.worded[at] = true,
                None => unused.push(one),
            }
        }
        let fits = ledger.worded.clone();
        for one in unused {
            if let Some((at, throw)) = ledger.named(one.die).find(|(_, throw)| has(throw, one)) {
                ledger.worded[at] = true;
                if fits[at] {
                    // It was tried several times, with the same word, and one of them fits.
                    dropped.push(one.die);
                } else if told(throw, one) {
                    held.faults.push(format!("{}: your word was asked for with another action, or as another die", place(throw)));
                } else {
                    held.faults.push(format!("{}: you were told another link before you showed your word", place(throw)));
                }
                continue;
            }
            let mut own = ledger.named(one.die).filter(|(at, throw)| self.own(throw.seat.as_deref()) && !ledger.worded[*at]);
            match own.find(|(_, throw)| throw.chance.word.is_some() || !(throw.ordered || self.gone(throw))) {
                None => dropped.push(one.die),
                Some((at, throw)) => {
                    ledger.worded[at] = true;
                    let place = place(throw);
                    // It may have been tried several times.
                    let mut tries = self.words.iter().filter(|one| ledger.named(one.die).any(|(named, _)| named == at));
                    if throw.chance.word.is_some() {
                        held.faults.push(format!("{place}: you showed another word for it"));
                    } else if secrets && tries.any(|one| told(throw, one) && right(throw, one)) {
                        held.missing
                            .push(format!("{place}: you showed a word for it; by the record none came within 10 seconds"));
                    } else {
                        held.faults.push(format!("{place}: you showed a word for it, and it was thrown without one"));
                    }
                }
            }
        }
        for throw in ledger.rest(&ledger.linked) {
            if let Some(said) = throw.chance.link.as_ref().filter(|said| self.own(Some(&said.seat))) {
                let whose = if said.anchor.as_ref().is_some_and(|anchor| !self.chains.contains(anchor)) {
                    " of a chain that is not yours"
                } else {
                    ""
                };
                held.faults.push(format!("{}: it has a link{whose} that you did not give", place(throw)));
            }
        }
        let (mut by_orders, mut without_you) = (Vec::new(), Vec::new());
        for throw in ledger.rest(&ledger.worded).filter(|throw| self.own(throw.seat.as_deref())) {
            match &throw.chance.word {
                Some(_) => held.faults.push(format!("{}: it has a word that you did not show", place(throw))),
                None if throw.ordered => by_orders.push(place(throw)),
                None if self.gone(throw) => without_you.push(place(throw)),
                None => held.faults.push(format!("{}: it was thrown for you without a word of yours", place(throw))),
            }
        }
        dropped.sort_unstable();
        let times = dropped.len();
        if times > 0 {
            let mut dice: Vec<String> = dropped.into_iter().map(named).collect();
            dice.dedup();
            let times = if times == 1 { "Once".to_owned() } else { format!("{times} times") };
            held.remarks.push(format!(
                "{times} you gave a link or showed a word for a throw that did not come about, and the die fell otherwise or not at all: {}.",
                dice.join(", ")
            ));
        }
        if !by_orders.is_empty() {
            held.remarks
                .push(format!("Thrown without a word of yours, as your standing orders answer: {}.", by_orders.join("; ")));
        }
        if !without_you.is_empty() {
            held.remarks.push(format!(
                "Thrown without a word of yours after the seat was yours for the last time, as far as your notes tell; if no computer was put in it, ask who threw: {}.",
                without_you.join("; ")
            ));
        }
        held
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
        Thrown {
            entry,
            seat: Some(seat.to_owned()),
            action: "roll".to_owned(),
            first,
            dice: vec![(6, 1)],
            chance,
            stands,
            ordered: false,
        }
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
        held(lines, throws, seed).faults
    }

    fn held(lines: &[String], throws: &[Thrown], seed: &[u8; 32]) -> Held {
        let mut notes = Notes::default();
        notes.read("x.notes", &format!("grognard notes 1\nseat Blue\n{}\n", lines.join("\n"))).ok().unwrap();
        notes.against(throws, 7, Some(seed), true)
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
        // What lies behind the end of the record has not happened yet; a link for an entry that threw nothing is counted.
        let label = |entry: usize| honest[0].replace("gave 5000000", &format!("gave {}", chance::label(entry, 0)));
        assert_eq!(faults(&[&honest[..], &[label(8)]].concat(), &throws, &seed), [""; 0]);
        let found = held(&[&honest[..], &[label(4)]].concat(), &throws, &seed);
        assert_eq!(found.faults, [""; 0]);
        assert!(
            found.remarks.len() == 1 && found.remarks[0].ends_with("the die fell otherwise or not at all: entry 4."),
            "{found:?}"
        );
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

    /// Red tried something at Blue's first die and was refused, whoever was at fault; then he did something else. Blue gives one link for one die, so that there is
    /// none. And Blue himself was refused with a word that he had shown, told of no link, and tried the same again.
    #[test]
    fn what_failed_and_was_tried_again_is_counted_and_accuses_nobody() {
        let (seed, mut throws) = ([7; 32], record());
        let mut noted = lines(&seed);
        throws[2].action = "shell".to_owned();
        throws[2].chance = Chance { word: Some(digits(33)), link: None };
        noted.push(noted[3].replace(&digits(14), "-"));
        noted.push(noted[3].replace(&digits(4), &digits(44)));
        let found = held(&noted, &throws, &seed);
        assert_eq!(found.faults, [""; 0]);
        let wanted = "3 times you gave a link or showed a word for a throw that did not come about, and the die fell otherwise or not at all: entry 5, entry 6.";
        assert_eq!(found.remarks, [wanted]);
        // None of the words that were shown is there.
        let mut other = record();
        other[3].chance.word = Some(digits(9));
        assert_eq!(faults(&noted, &other, &seed), ["entry 6 (roll), die 4: you showed another word for it"; 1]);
    }

    /// Blue's link for Red's die and Blue's word for his own are not in the record, nor is the word for which Red had Blue's link. Each may have come too late, or have been left out.
    #[test]
    fn what_is_missing_is_told_and_accuses_nobody() {
        let (seed, noted) = ([7; 32], lines(&[7; 32]));
        let late = |entry: usize, what: &str| format!("entry {entry} (roll), die {}: {what}", entry - 2);
        let (link, word) = (
            "you gave a link for it; by the record none came within 1.5 seconds",
            "you showed a word for it; by the record none came within 10 seconds",
        );
        let other =
            "it has the link that you gave, and not the word for which you were asked; by the record none came within 10 seconds";
        type Loss = fn(&mut Chance);
        let cases: [(usize, Loss, String); 4] = [
            (2, |chance| chance.link = None, late(5, link)),
            (2, |chance| chance.word = None, late(5, other)),
            (2, |chance| *chance = Chance::default(), late(5, link)),
            (3, |chance| chance.word = None, late(6, word)),
        ];
        for (at, loss, wanted) in cases {
            let mut throws = record();
            loss(&mut throws[at].chance);
            let found = held(&noted, &throws, &seed);
            assert_eq!((found.faults, found.missing, found.remarks), (vec![], vec![wanted], vec![]));
        }
        // Blue was told a link before he showed his word: then it is not as it was played, whatever came late.
        let mut throws = record();
        throws[3].chance = Chance::default();
        let wanted = "entry 6 (roll), die 4: you showed a word for it, and it was thrown without one";
        assert_eq!(faults(&noted, &throws, &seed), [wanted]);
        // Where nothing is hidden nothing is thrown without its word, nor with another.
        let mut notes = Notes::default();
        notes.read("x.notes", &format!("grognard notes 1\nseat Blue\n{}\n", noted.join("\n"))).ok().unwrap();
        let mut throws = record();
        throws[2].chance.word = None;
        throws[3].chance.word = None;
        let found = notes.against(&throws, 7, Some(&seed), false);
        let asked = "entry 5 (roll), die 3: your link was asked for with another word";
        assert_eq!((found.faults, found.missing), (vec![asked.to_owned(), wanted.to_owned()], vec![]));
    }

    /// A computer that was put into the seat brings no word. What was thrown while the seat was seen to be ours is not excused so.
    #[test]
    fn only_what_was_thrown_after_the_seat_was_ours_is_excused() {
        let (seed, mut throws) = ([7; 32], record());
        throws.push(Thrown { chance: Chance::default(), ..throw(7, "Blue", 6, 0, 0, true) });
        let thrown = "entry 7 (roll), die 6";
        let found = |held_to: &[&str]| {
            let more: Vec<String> = held_to.iter().map(|&line| line.to_owned()).collect();
            held(&[&lines(&seed)[..], &more].concat(), &throws, &seed)
        };
        for lines in [&[][..], &["held Blue 7"], &["held Blue 6", "held Blue 7"], &["held Red 6"]] {
            let wanted = format!("{thrown}: it was thrown for you without a word of yours");
            assert_eq!(found(lines).faults, [wanted], "{lines:?}");
        }
        let found = found(&["held Blue 6"]);
        assert!(found.faults.is_empty() && found.remarks.len() == 1 && found.remarks[0].contains(thrown), "{found:?}");
    }
}
