//! Who had a say in each die: the holder of the seed alone, whoever threw it, another player by his chain.

use grognard_engine::chance::{Chains, Chance};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// One action that threw dice.
#[derive(Clone, Debug)]
pub struct Thrown {
    /// Entry of the record; 0 is the set-up.
    pub entry: usize,
    /// Who threw; nobody for the set-up.
    pub seat: Option<String>,
    /// The action in words.
    pub action: String,
    /// The number of its first die in the game, from 1.
    pub first: u64,
    /// Faces and number of each die.
    pub dice: Vec<(u8, u8)>,
    /// What players brought to them.
    pub chance: Chance,
    /// Whether it stands, or was taken back.
    pub stands: bool,
    /// Whether it is what standing orders that its player noted answer.
    pub ordered: bool,
}

/// How many dice had which parties to them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Say {
    both: usize,
    word: usize,
    link: usize,
    seed: usize,
}

impl Say {
    /// Counts the dice of a game.
    pub fn count(throws: &[Thrown]) -> Self {
        let mut say = Self::default();
        for throw in throws {
            let part = match (&throw.chance.word, &throw.chance.link) {
                (Some(_), Some(_)) => &mut say.both,
                (Some(_), None) => &mut say.word,
                (None, Some(_)) => &mut say.link,
                (None, None) => &mut say.seed,
            };
            *part += throw.dice.len();
        }
        say
    }

    /// In words, a line for each kind that there is.
    pub fn text(self) -> String {
        let mut out = String::new();
        for (n, parties) in [
            (
                self.both,
                "by the seed, the word of whoever threw, and the chain of the other side: nobody alone could choose or foresee them",
            ),
            (
                self.link,
                "by the seed and the chain of the other side: neither the host nor whoever threw could choose or foresee them, unless the host is the other side",
            ),
            (
                self.word,
                "by the seed and the word of whoever threw: the host could not choose or foresee them, unless he threw them himself",
            ),
            (self.seed, "by the host's seed alone: the host knew them before, and may have tried seeds until he liked them"),
        ] {
            if n > 0 {
                let _ = writeln!(out, "  {n:>4} {parties}");
            }
        }
        if out.is_empty() { out } else { format!("How the dice came about:\n{out}") }
    }

    /// For programs.
    pub fn json(self) -> Value {
        json!({ "seed_word_and_chain": self.both, "seed_and_chain": self.link, "seed_and_word": self.word, "seed_alone": self.seed })
    }
}

/// What the chains of a record tell.
#[derive(Clone, Default, Debug)]
pub struct Links {
    /// Links that do not count, and why.
    pub faults: Vec<String>,
    /// What is worth a remark.
    pub remarks: Vec<String>,
}

/// Follows all chains of a record.
pub fn follow(throws: &[Thrown], seats: &[&str]) -> Links {
    let (mut chains, mut links) = (Chains::default(), Links::default());
    let mut skipped: Vec<(String, usize)> = Vec::new();
    for throw in throws {
        let Some(link) = &throw.chance.link else { continue };
        let place = format!("entry {} ({}), die {}", throw.entry, throw.action, throw.first);
        if let Some(anchor) = &link.anchor {
            chains.announce(&link.seat, anchor);
        }
        if throw.seat.as_ref() == Some(&link.seat) {
            links.faults.push(format!("{place}: whoever threw used a link of his own chain"));
        }
        match chains.show(&link.seat, &link.link) {
            Ok(0) => {}
            Ok(n) => match skipped.iter_mut().find(|(seat, _)| *seat == link.seat) {
                Some((_, all)) => *all += n,
                None => skipped.push((link.seat.clone(), n)),
            },
            Err(fault) => links.faults.push(format!("{place}: {}", fault.words())),
        }
    }
    for (seat, n) in skipped {
        let s = if n == 1 { "link" } else { "links" };
        links.remarks.push(format!(
            "{n} {s} of {seat}'s chain are not in the record: for so many throws it was asked, and they did not come about."
        ));
    }
    for seat in seats {
        let n = chains.count(seat);
        if n > 1 {
            links.remarks.push(format!("{seat} used {n} chains: another browser each, if {seat} says so too."));
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each sentence stands beside the count that it is about.
    #[test]
    fn each_kind_of_dice_is_said_what_it_is() {
        let say = Say { both: 1, word: 2, link: 3, seed: 4 };
        let text = say.text();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        assert_eq!(
            lines,
            [
                "How the dice came about:",
                "1 by the seed, the word of whoever threw, and the chain of the other side: nobody alone could choose or foresee them",
                "3 by the seed and the chain of the other side: neither the host nor whoever threw could choose or foresee them, unless the host is the other side",
                "2 by the seed and the word of whoever threw: the host could not choose or foresee them, unless he threw them himself",
                "4 by the host's seed alone: the host knew them before, and may have tried seeds until he liked them",
            ]
        );
        let json = json!({ "seed_word_and_chain": 1, "seed_and_chain": 3, "seed_and_word": 2, "seed_alone": 4 });
        assert_eq!(say.json(), json);
        let thrown = |word: bool, link: bool, dice: usize| Thrown {
            entry: 1,
            seat: None,
            action: String::new(),
            first: 1,
            dice: vec![(6, 1); dice],
            chance: Chance {
                word: word.then(String::new),
                link: link.then(|| grognard_engine::chance::Link { seat: String::new(), anchor: None, link: String::new() }),
            },
            stands: true,
            ordered: false,
        };
        let throws = [thrown(true, true, 1), thrown(true, false, 2), thrown(false, true, 3), thrown(false, false, 4)];
        assert_eq!(Say::count(&throws), say);
    }
}
