//! What a player pinned while a game was played, held against its record.
//!
//! ```text
//! grognard notes 1
//! seat Allied
//! commitment 702e…
//! chain 8ba1…
//! gave 7 4077… 5b3d… 91c4…
//! word 3fa0… 8 77aa…
//! ```
//!
//! A page writes them as it plays ([`docs/dice.md`](../../../../docs/dice.md)): the commitment that it saw first; the chain it announced; for each link
//! that it showed the number of the die, the seal of the other's word, the deed, and the link; for each throw of its own the word, the number of
//! the first die, and the other's link that it was told before it showed the word (`-` for none).

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
            ["word", word, die, link] => self.words.push(Word { word: hex(word)?, die: number(die)?, link: maybe(link)? }),
            // The name of the table, and what later versions may tell.
            ["table" | "remark", ..] => {}
            _ => return Err("expected `seat`, `commitment`, `chain`, `gave` or `word` with what belongs to it".to_owned()),
        }
        Ok(())
    }

    /// Everything in which the record and the notes contradict each other. What lies behind the last die of the record has not happened yet.
    pub fn against(&self, throws: &[Thrown], thrown: u64, seed: Option<&[u8; 32]>) -> Vec<String> {
        let mut faults = Vec::new();
        let at = |die: u64| throws.iter().find(|throw| throw.first == die);
        let own = |seat: Option<&str>| seat.is_some_and(|seat| self.seats.iter().any(|own| own == seat));
        for Gave { die, seal, deed, link } in self.gave.iter().filter(|gave| gave.die <= thrown) {
            let place = |throw: &Thrown| format!("entry {} ({}), die {die}", throw.entry, throw.action);
            let Some(throw) = at(*die) else {
                faults.push(format!("die {die}: you gave a link for it, but no throw of the record begins with it"));
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
            let seat = throw.seat.as_deref().unwrap_or_default();
            if seed.is_some_and(|seed| chance::deed(seed, *die, seat, &throw.action) != *deed) {
                faults.push(format!("{}: your link was asked for with another action", place(throw)));
            }
        }
        for Word { word, die, link } in self.words.iter().filter(|word| word.die <= thrown) {
            let place = |throw: &Thrown| format!("entry {} ({}), die {die}", throw.entry, throw.action);
            match at(*die) {
                None => faults.push(format!("die {die}: you showed a word for it, but no throw of the record begins with it")),
                Some(throw) if throw.chance.word.as_ref() != Some(word) => {
                    faults.push(format!("{}: you showed another word for it", place(throw)));
                }
                Some(throw) if throw.chance.link.as_ref().map(|said| &said.link) != link.as_ref() => {
                    faults.push(format!("{}: you were told another link before you showed your word", place(throw)));
                }
                Some(_) => {}
            }
        }
        for throw in throws {
            let place = || format!("entry {} ({}), die {}", throw.entry, throw.action, throw.first);
            if let Some(said) = throw.chance.link.as_ref().filter(|said| own(Some(&said.seat)))
                && !self.gave.iter().any(|gave| gave.die == throw.first)
            {
                let whose = if said.anchor.as_ref().is_some_and(|anchor| !self.chains.contains(anchor)) {
                    " of a chain that is not yours"
                } else {
                    ""
                };
                faults.push(format!("{}: it has a link{whose} that you did not give", place()));
            }
            if own(throw.seat.as_deref()) && !self.words.iter().any(|word| word.die == throw.first) {
                faults.push(match &throw.chance.word {
                    Some(_) => format!("{}: it has a word that you did not show", place()),
                    None => format!("{}: it was thrown for you without a word of yours", place()),
                });
            }
        }
        faults
    }
}
