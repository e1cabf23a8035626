//! A player's key file: the secret of one game, and what he has seen and sent in it.
//!
//! ```text
//! grognard key 1
//! game 5bb0…
//! seat French
//! secret 0f31…
//! seen 6 c81e…
//! sent 5 77d2…
//! draft pick Sth1
//! throw roll
//! say Your move.
//! order reserve never
//! letter
//! (the file that was sent last, to its end)
//! ```
//!
//! It never leaves the player's machine. That it remembers is what makes cheating visible: a file that does not go on from the letter
//! sent last, or a second letter of a number already seen, is refused.

use crate::fail::{Done, Fail};
use crate::files;
use crate::luck;
use grognard_engine::DataError;
use grognard_engine::fair::{hex, read_hex32};
use grognard_engine::letters::Mail;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Number and sum of a letter.
pub type Mark = (usize, String);

/// What a player keeps to himself.
pub struct Key {
    /// Where it is kept.
    pub path: PathBuf,
    /// The game, by the seal of whoever began it.
    pub game: String,
    /// The seat.
    pub seat: String,
    /// From which all links are made.
    pub secret: [u8; 32],
    /// The last letter that was opened.
    pub seen: Option<Mark>,
    /// The last letter that was written.
    pub sent: Option<Mark>,
    /// What was played after the letter seen last, and not sent yet.
    pub draft: Vec<String>,
    /// What is to be thrown for after that.
    pub throw: Option<String>,
    /// Words for the next letter.
    pub said: Vec<String>,
    /// Standing orders for the next letter, one to a line.
    pub orders: String,
    /// The file that was written last.
    pub letter: String,
}

impl Key {
    /// A new key for a seat. It is not written yet.
    pub fn new(path: PathBuf, seat: &str) -> Result<Self, Fail> {
        Ok(Self {
            path,
            game: String::new(),
            seat: seat.to_owned(),
            secret: luck::secret(seat)?,
            seen: None,
            sent: None,
            draft: Vec::new(),
            throw: None,
            said: Vec::new(),
            orders: String::new(),
            letter: String::new(),
        })
    }

    /// Where the key of a game and a seat is kept if nothing is said: the name holds the beginning of the first seal.
    pub fn usual_path(game: &str, id: &str, seat: &str) -> Result<PathBuf, Fail> {
        let id: String = id.chars().take(16).collect();
        Ok(crate::home::data()?.join("mail").join(format!("{game}-{id}-{}.key", seat.to_lowercase())))
    }

    /// Reads a key file.
    pub fn read(path: &Path) -> Result<Self, Fail> {
        let text = files::read(path)?;
        Ok(Self::parse(path, &text)?)
    }

    fn parse(path: &Path, text: &str) -> Result<Self, DataError> {
        let file = files::name(path);
        let at = |line: usize, why: &str| DataError::new(&file, format!("line {line}"), why);
        let mut lines = text.split_inclusive('\n');
        if lines.next().map(str::trim_end) != Some("grognard key 1") {
            return Err(at(1, "not a key file; expected `grognard key 1`"));
        }
        let (mut game, mut seat, mut secret) = (None, None, None);
        let (mut seen, mut sent, mut throw) = (None, None, None);
        let (mut draft, mut said, mut orders, mut letter) = (Vec::new(), Vec::new(), Vec::new(), String::new());
        let mut number = 1;
        while let Some(line) = lines.next() {
            number += 1;
            let line = line.trim_end();
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let mark = || -> Result<Option<Mark>, DataError> {
                let expected = || at(number, "expected the number and the sum of a letter");
                let (count, sum) = rest.split_once(' ').ok_or_else(expected)?;
                read_hex32(sum).map_err(|_| expected())?;
                let count = count.parse().ok().filter(|&count| count > 0).ok_or_else(expected)?;
                Ok(Some((count, sum.to_owned())))
            };
            match word {
                "" | "//" => {}
                "game" => game = Some(read_hex32(rest).map_err(|why| at(number, &why))?),
                "seat" => seat = Some(rest.to_owned()),
                // What stands there is not repeated: it may be nearly right, and secret.
                "secret" => secret = Some(read_hex32(rest).map_err(|_| at(number, "expected 64 hexadecimal digits"))?),
                "seen" => seen = mark()?,
                "sent" => sent = mark()?,
                "draft" => draft.push(rest.to_owned()),
                "throw" => throw = Some(rest.to_owned()),
                "say" => said.push(rest.to_owned()),
                "order" => orders.push(rest),
                "letter" => letter = lines.by_ref().collect(),
                _ => return Err(at(number, "no line of a key file")),
            }
        }
        let missing = |what: &str| at(number, &format!("the key file breaks off: no {what} in it"));
        Ok(Self {
            path: path.to_owned(),
            game: hex(&game.ok_or_else(|| missing("game"))?),
            seat: seat.ok_or_else(|| missing("seat"))?,
            secret: secret.ok_or_else(|| missing("secret"))?,
            seen,
            sent,
            draft,
            throw,
            said,
            orders: orders.join("\n"),
            letter,
        })
    }

    fn text(&self) -> String {
        let Self { game, seat, secret, seen, sent, draft, throw, said, orders, letter, .. } = self;
        let mut out = format!(
            "grognard key 1\n\
             // The secret of one player in one game by mail. Keep it to yourself, and keep it: without it the game cannot go on.\n\
             game {game}\nseat {seat}\nsecret {}\n",
            hex(secret)
        );
        for (word, mark) in [("seen", seen), ("sent", sent)] {
            if let Some((number, sum)) = mark {
                let _ = writeln!(out, "{word} {number} {sum}");
            }
        }
        for (word, lines) in [("draft", draft.iter()), ("throw", throw.as_slice().iter()), ("say", said.iter())] {
            for line in lines {
                let _ = writeln!(out, "{word} {line}");
            }
        }
        for order in orders.lines() {
            let _ = writeln!(out, "order {order}");
        }
        if !letter.is_empty() {
            let _ = write!(out, "letter\n{letter}");
        }
        out
    }

    /// Writes the key file, for nobody's eyes but the user's.
    pub fn save(&self) -> Done {
        files::write_private(&self.path, self.text().as_bytes())
    }

    /// Forgets what was begun but not sent.
    pub fn clear_draft(&mut self) {
        self.draft.clear();
        self.said.clear();
        self.throw = None;
    }

    /// What a mail file is to the owner of this key.
    pub fn judge(&self, mail: &Mail) -> Judgement {
        let held = mail.letters.len();
        let last = &mail.last().sum;
        let twice = |number: usize| {
            Judgement::Refused(format!(
                "another letter {number} than the one you opened before: your opponent has written two, and only the first one counts"
            ))
        };
        let known = self.seen.as_ref().is_none_or(|(number, sum)| *number != held || sum == last);
        let Some((sent, sum)) = &self.sent else {
            return if known { Judgement::Answer } else { twice(held) };
        };
        match held {
            _ if held + 1 < *sent => {
                Judgement::Refused(format!("an old file, with {held} letters; you have written letter {sent} since"))
            }
            _ if held + 1 == *sent => {
                if known {
                    Judgement::Answered
                } else {
                    twice(held)
                }
            }
            _ if mail.letters[sent - 1].sum != *sum => {
                Judgement::Refused(format!("letter {sent} in it is not the one that you sent: somebody has rewritten the past"))
            }
            _ if held == *sent => Judgement::Own,
            _ if held == sent + 1 => {
                if known {
                    Judgement::Answer
                } else {
                    twice(held)
                }
            }
            _ => Judgement::Refused(format!(
                "it holds letters of yours that this key file does not know; {} is older than the game",
                files::name(&self.path)
            )),
        }
    }
}

/// What a mail file is to a player.
#[derive(PartialEq, Eq, Debug)]
pub enum Judgement {
    /// His to answer.
    Answer,
    /// He has answered it already.
    Answered,
    /// He has written its last letter himself.
    Own,
    /// Not to be trusted.
    Refused(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> Key {
        let mut key = Key::new(PathBuf::from("k"), "French").unwrap();
        key.game = "ab".repeat(32);
        key.seen = Some((6, "cd".repeat(32)));
        key.sent = Some((5, "ef".repeat(32)));
        key.draft = vec!["pick Sth1".to_owned(), "go 1610".to_owned()];
        key.throw = Some("roll".to_owned());
        key.said = vec!["Bonjour, mon ami!".to_owned()];
        key.orders = "reserve never\nreserve always Roth".to_owned();
        key.letter = "grognard mail 1\nsecret but not a key's\n".to_owned();
        key
    }

    #[test]
    fn what_is_written_is_read() {
        let key = key();
        let again = Key::parse(Path::new("k"), &key.text()).unwrap();
        assert_eq!(again.text(), key.text());
        assert_eq!((again.secret, again.letter, again.draft, again.orders), (key.secret, key.letter, key.draft, key.orders));
    }

    #[test]
    fn two_keys_are_never_alike() {
        assert_ne!(key().secret, key().secret);
    }

    #[test]
    fn faults_are_one_line_and_keep_the_secret() {
        let text = key().text();
        let secret = hex(&key().secret);
        for (from, to, wanted) in [
            ("grognard key 1", "grognard record 1", "k: line 1: not a key file"),
            ("seat French\n", "", "no seat in it"),
            ("\nsecret ", "\nsecret 0", "expected 64 hexadecimal digits"),
            ("seen 6 ", "seen six ", "expected the number and the sum of a letter"),
            ("sent 5 ", "sent 0 ", "expected the number and the sum of a letter"),
            ("draft ", "drift ", "no line of a key file"),
        ] {
            let fault = Key::parse(Path::new("k"), &text.replacen(from, to, 1)).err().unwrap().to_string();
            assert!(fault.contains(wanted) && fault.lines().count() == 1 && !fault.contains(&secret), "{fault}");
        }
        for end in 0..text.find("letter\n").unwrap() {
            if let Err(fault) = Key::parse(Path::new("k"), &text[..end]) {
                assert_eq!(fault.to_string().lines().count(), 1);
            }
        }
    }

    #[test]
    fn whatever_is_in_it_the_answer_is_one_line() {
        let whole = key().text();
        let mut picks = grognard_engine::dice::SeededDice::new(1807);
        for _ in 0..3_000 {
            let mut bytes = whole.clone().into_bytes();
            for _ in 0..=picks.below(3) {
                let at = picks.below(bytes.len() as u32) as usize;
                match picks.below(3) {
                    0 => bytes[at] = picks.below(128) as u8,
                    1 => bytes.truncate(at.max(1)),
                    _ => bytes.insert(at, b"\n 0x"[picks.below(4) as usize]),
                }
            }
            if let Err(fault) = Key::parse(Path::new("k"), &String::from_utf8_lossy(&bytes)) {
                assert_eq!(fault.to_string().lines().count(), 1);
            }
        }
    }
}
