//! What others than the holder of the seed bring to a throw, so that nobody alone decides a die.
//!
//! Whoever holds the seed of the dice knows them all, and could have tried seeds until he liked them. So the acting player
//! brings a fresh random *word*, and another player, while he is there, the next *link* of a chain that he announced before
//! ([`crate::chain`]). With both, a die follows from three secrets of three parties. As in [`crate::fair`], all that is hashed is text:
//!
//! ```text
//! die N    the first 15 digits of SHA-256 of `grognard die SEED N WORD LINK 0`, as a number, modulo the faces, plus 1
//! seal     SHA-256 of `grognard word WORD`
//! deed     SHA-256 of `grognard deed SEED N SEAT ACTION`
//! ```
//!
//! A `-` stands for a word or link that is not there; without either, the die is that of [`crate::fair`]. Whoever is asked for a link is told
//! `N`, the seal of the word and the deed. He learns nothing from them, but if he notes them he can say later for what he gave
//! his link: for no other die, word or action. Where something is hidden he is told a [`label`] instead of `N`, and the deed binds the number.

use crate::chain::below;
use crate::fair::{hex, read_hex32, sha256};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// Links of a chain that a player makes for one table. Whoever has shown them all makes another chain.
pub const LIVE_LINKS: usize = 4_096;

/// How many links may have been shown between two that count: somebody was asked, and the throw did not come about.
pub const MOST_SKIPPED: usize = 64;

/// Labels begin here; no game throws so many dice.
const LABELS: u64 = 1_000_000;

/// What a throw is called where something is hidden: the number of its die would tell how many fell out of sight. It is made of what everybody is told: the
/// entry of the action, and how much was `taken_back` before, so that a throw that is made again has another label.
#[must_use]
pub const fn label(entry: usize, taken_back: usize) -> u64 {
    entry as u64 * LABELS + taken_back as u64 % LABELS
}

/// The entry that a label names; nothing if it is the number of a die.
#[must_use]
pub const fn labelled(die: u64) -> Option<usize> {
    if die < LABELS { None } else { Some((die / LABELS) as usize) }
}

/// What others brought to the dice of one action.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Chance {
    /// The word of whoever acted.
    pub word: Option<String>,
    /// The link of somebody else.
    pub link: Option<Link>,
}

/// A link that was shown for a throw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// Whose chain it is of.
    pub seat: String,
    /// The foot of the chain, where it is the first link of it in a record.
    pub anchor: Option<String>,
    /// The link.
    pub link: String,
}

impl Chance {
    /// Whether nobody brought anything.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.word.is_none() && self.link.is_none()
    }

    /// What stands between the number of a die and the last number in the text that is hashed.
    pub(crate) fn text(&self) -> String {
        if self.is_empty() {
            return String::new();
        }
        let link = self.link.as_ref().map_or("-", |link| &link.link);
        format!(" {} {link}", self.word.as_deref().unwrap_or("-"))
    }

    /// The lines of a record that stand before the action.
    pub fn lines(&self) -> String {
        let mut out = String::new();
        if let Some(Link { seat, anchor, link }) = &self.link {
            if let Some(anchor) = anchor {
                let _ = writeln!(out, "chain {seat} {anchor}");
            }
            let _ = writeln!(out, "link {seat} {link}");
        }
        if let Some(word) = &self.word {
            let _ = writeln!(out, "word {word}");
        }
        out
    }
}

/// Lines or words of a record that belong to the action that follows.
#[derive(Default)]
pub(crate) struct Coming {
    anchor: Option<(String, String)>,
    chance: Chance,
}

impl Coming {
    /// Reads a line, if it is one of ours: `word`, `link` or `chain`, with its parts between `gaps`.
    pub(crate) fn read(&mut self, text: &str, gap: char) -> Result<bool, String> {
        let mut parts = text.split(gap);
        let (what, rest) = (parts.next().unwrap_or_default(), parts.collect::<Vec<_>>());
        let twice = |before: bool| if before { Err(format!("a second {what} for one action")) } else { Ok(()) };
        match (what, rest.as_slice()) {
            ("word", [word]) => {
                twice(self.chance.word.is_some())?;
                read_hex32(word)?;
                self.chance.word = Some((*word).to_owned());
            }
            ("link", [seat, link]) => {
                twice(self.chance.link.is_some())?;
                read_hex32(link)?;
                let anchor = match self.anchor.take() {
                    Some((of, _)) if of != *seat => return Err(format!("a chain of {of}, but a link of {seat}")),
                    other => other.map(|(_, anchor)| anchor),
                };
                self.chance.link = Some(Link { seat: (*seat).to_owned(), anchor, link: (*link).to_owned() });
            }
            ("chain", [seat, anchor]) => {
                twice(self.anchor.is_some() || self.chance.link.is_some())?;
                read_hex32(anchor)?;
                self.anchor = Some(((*seat).to_owned(), (*anchor).to_owned()));
            }
            ("word" | "link" | "chain", _) => {
                return Err("expected `word WORD`, `link SEAT LINK` or `chain SEAT LINK`".to_owned());
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// What was read for an action that took these dice.
    pub(crate) fn take(&mut self, rolls: &[u8]) -> Result<Option<Box<Chance>>, String> {
        self.nothing_more()?;
        let chance = std::mem::take(&mut self.chance);
        match chance.is_empty() {
            true => Ok(None),
            false if rolls.is_empty() => Err("a word or a link, but the action took no dice".to_owned()),
            false => Ok(Some(Box::new(chance))),
        }
    }

    fn nothing_more(&self) -> Result<(), String> {
        if self.anchor.is_some() { Err("a chain without a link of it".to_owned()) } else { Ok(()) }
    }

    /// At the end, or where something is taken back, nothing may be left over.
    pub(crate) fn done(&self) -> Result<(), String> {
        self.nothing_more()?;
        if self.chance.is_empty() { Ok(()) } else { Err("a word or a link, but no action follows it".to_owned()) }
    }
}

/// What binds a player to a word before he shows it.
#[must_use]
pub fn seal(word: &str) -> String {
    sha256(&format!("grognard word {word}"))
}

/// What binds the holder of the seed to an action before its die is known: `number` is that of the first die of it, from 1.
#[must_use]
pub fn deed(seed: &[u8; 32], number: u64, seat: &str, action: &str) -> String {
    sha256(&format!("grognard deed {} {number} {seat} {action}", hex(seed)))
}

/// Why a link does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkFault {
    /// No chain of that seat was announced.
    NoChain,
    /// It was shown before.
    Again,
    /// It belongs to no chain of that seat, or lies too far up.
    Stranger,
}

impl LinkFault {
    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::NoChain => "no chain of that seat was announced",
            Self::Again => "the link had been shown before, so that it was known beforehand",
            Self::Stranger => "the link is not of the chain that was announced",
        }
    }
}

/// The chains that were announced, and how far up each has been shown.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Chains {
    /// The present chain of a seat stands after its earlier ones.
    all: Vec<Known>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Known {
    seat: String,
    anchor: String,
    /// The highest link shown; at first the anchor.
    last: String,
    /// How many links have been shown, those included that were skipped.
    shown: usize,
}

impl Chains {
    /// A seat announces the chain from which its links will come. An earlier chain of it can be taken up again.
    pub fn announce(&mut self, seat: &str, anchor: &str) {
        let known = match self.all.iter().position(|known| known.seat == seat && known.anchor == anchor) {
            Some(at) => self.all.remove(at),
            None => Known { seat: seat.to_owned(), anchor: anchor.to_owned(), last: anchor.to_owned(), shown: 0 },
        };
        self.all.push(known);
    }

    /// The foot of the present chain of a seat.
    #[must_use]
    pub fn anchor(&self, seat: &str) -> Option<&str> {
        self.present(seat).map(|known| known.anchor.as_str())
    }

    /// How many chains a seat has announced.
    #[must_use]
    pub fn count(&self, seat: &str) -> usize {
        self.all.iter().filter(|known| known.seat == seat).count()
    }

    fn present(&self, seat: &str) -> Option<&Known> {
        self.all.iter().rev().find(|known| known.seat == seat)
    }

    /// Whether a link is the next one of the present chain of its seat; says how many were skipped.
    ///
    /// # Errors
    /// Why it does not count.
    pub fn check(&self, seat: &str, link: &str) -> Result<usize, LinkFault> {
        let known = self.present(seat).ok_or(LinkFault::NoChain)?;
        let mut at = link.to_owned();
        for above in 0..=MOST_SKIPPED + 1 {
            if at == known.last {
                return above.checked_sub(1).ok_or(LinkFault::Again);
            }
            at = below(&at);
        }
        // One that lies further down in the chain was shown, too.
        let mut at = known.last.clone();
        for _ in 0..known.shown {
            at = below(&at);
            if at == link {
                return Err(LinkFault::Again);
            }
        }
        Err(LinkFault::Stranger)
    }

    /// Notes that a link was shown, as [`Chains::check`] would.
    ///
    /// # Errors
    /// Why it does not count; nothing is noted then.
    pub fn show(&mut self, seat: &str, link: &str) -> Result<usize, LinkFault> {
        let skipped = self.check(seat, link)?;
        if let Some(known) = self.all.iter_mut().rev().find(|known| known.seat == seat) {
            known.last = link.to_owned();
            known.shown += skipped + 1;
        }
        Ok(skipped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Case;
    use crate::chain::Chain;
    use crate::dice::Dice as _;
    use crate::fair::FairDice;

    fn count_up() -> [u8; 32] {
        std::array::from_fn(|i| i as u8)
    }

    fn chance(word: Option<&str>, link: Option<&str>) -> Chance {
        let link = link.map(|link| Link { seat: "Blue".to_owned(), anchor: None, link: link.to_owned() });
        Chance { word: word.map(str::to_owned), link }
    }

    /// Made with `printf '…' | sha256sum`, not with this code.
    #[test]
    fn fixed_vectors() {
        let (word, link) = ("aa".repeat(32), "bb".repeat(32));
        assert_eq!(seal(&word), "407796ef5cf647b90156f05626d890deb61aecb7ff606e10f9cc21ad2784db2f");
        assert_eq!(deed(&count_up(), 7, "French", "roll"), "5b3d19fd51bb71a1f9c65898e3e73481c266b0bed085a98df15ffa0933dd3f78");
        let rolls = |word: Option<&str>, link: Option<&str>| {
            let mut dice = FairDice::with(count_up(), 0, &chance(word, link));
            (0..6).map(|_| dice.roll(6, Case("0.0"))).collect::<Vec<_>>()
        };
        assert_eq!(rolls(None, None), [1, 3, 4, 4, 3, 5], "as without words");
        assert_eq!(rolls(Some(&word), None), [3, 1, 3, 1, 6, 3]);
        assert_eq!(rolls(None, Some(&link)), [1, 6, 6, 2, 3, 4]);
        assert_eq!(rolls(Some(&word), Some(&link)), [4, 6, 6, 1, 2, 6]);
    }

    #[test]
    fn labels_name_their_entry() {
        assert_eq!((label(42, 0), label(42, 3)), (42_000_000, 42_000_003));
        assert_eq!([label(1, 0), label(42, 3), label(7, 999_999)].map(labelled), [Some(1), Some(42), Some(7)]);
        assert_eq!([1, 7, 999_999].map(labelled), [None; 3], "numbers of dice");
    }

    #[test]
    fn links_are_followed_up_their_chain() {
        let (chain, other) = (Chain::new(&[1; 32]), Chain::new(&[2; 32]));
        let link = |n: usize| chain.link(n).unwrap();
        let mut chains = Chains::default();
        assert_eq!(chains.show("Blue", link(1)), Err(LinkFault::NoChain));
        chains.announce("Blue", chain.seal());
        assert_eq!(chains.show("Blue", chain.seal()), Err(LinkFault::Again), "the foot is known to all");
        assert_eq!(chains.show("Blue", link(1)), Ok(0));
        assert_eq!(chains.show("Blue", link(4)), Ok(2), "two were asked for in vain");
        for known in 1..=4 {
            assert_eq!(chains.show("Blue", link(known)), Err(LinkFault::Again), "link {known}");
        }
        assert_eq!(chains.show("Blue", other.link(1).unwrap()), Err(LinkFault::Stranger));
        assert_eq!(chains.check("Blue", link(5 + MOST_SKIPPED)), Ok(MOST_SKIPPED));
        assert_eq!(chains.check("Blue", link(6 + MOST_SKIPPED)), Err(LinkFault::Stranger));
        assert_eq!(chains.show("Red", link(5)), Err(LinkFault::NoChain));
        // Another device, and back again.
        chains.announce("Blue", other.seal());
        assert_eq!((chains.anchor("Blue"), chains.count("Blue")), (Some(other.seal()), 2));
        assert_eq!(chains.show("Blue", link(5)), Err(LinkFault::Stranger));
        assert_eq!(chains.show("Blue", other.link(1).unwrap()), Ok(0));
        chains.announce("Blue", chain.seal());
        assert_eq!(chains.show("Blue", link(4)), Err(LinkFault::Again));
        assert_eq!((chains.show("Blue", link(5)), chains.count("Blue")), (Ok(0), 2));
    }
}
