//! One side at the keyboard, the other far away: nothing is rolled here, and nothing leaves before it is sent.

use super::key::Key;
use crate::fail::{Done, Fail};
use crate::files;
use crate::play::orders::{self, Standing};
use crate::play::session::{Host, Next, Played};
use grognard_engine::dice::LowDice;
use grognard_shelf::{Match, Rejection};

/// Longest remark in a letter.
const MOST_WORDS: usize = 2_000;

/// The table of `grognard mail`.
pub struct Post {
    pub seat: String,
    pub opponent: String,
    pub key: Key,
    /// Entries before this letter.
    pub floor: usize,
    /// An action that waits for its dice.
    pub throw: Option<String>,
    /// Words to the opponent.
    pub said: Vec<String>,
    /// Standing orders: the opponent's as his letter gives them, and those that this letter will give.
    pub orders: Standing,
    /// Whether what is begun is kept in the key file.
    pub keeps: bool,
    /// Whether the player has said to send it.
    pub send: bool,
    /// How to go on later.
    pub again: String,
}

impl Post {
    /// Whether there is nothing left to decide.
    pub fn ready(&self, game: &dyn Match) -> bool {
        self.throw.is_some() || game.pending().map_or(true, |pending| pending.seat != self.seat)
    }

    fn keep(&mut self, game: &dyn Match) -> Done {
        if !self.keeps {
            return Ok(());
        }
        self.key.draft = game.history(self.floor + 1).into_iter().map(|happening| happening.action).collect();
        self.key.throw.clone_from(&self.throw);
        self.key.said.clone_from(&self.said);
        self.key.orders = self.orders.of(&self.seat).to_owned();
        self.key.save()
    }
}

fn refusal(why: String) -> Played {
    let rejection = Rejection { kind: "not yours".to_owned(), action: None, case: None, why: why.clone(), at: None, line: why };
    Played { answer: Err(Box::new(rejection)), remark: String::new(), changed: false }
}

impl Host for Post {
    fn welcome(&self, _game: &dyn Match) -> String {
        format!("Type as in `grognard play`; `send` writes your letter to {}, `help` tells the rest.\n", self.opponent)
    }

    fn farewell(&self) -> String {
        match (self.send, self.keeps && !(self.key.draft.is_empty() && self.key.throw.is_none())) {
            (true, _) => String::new(),
            (false, true) => format!("Nothing is sent. What you have played is kept: `{}` goes on with it.\n", self.again),
            // A script has its letter sent in the end.
            (false, false) if !self.keeps => String::new(),
            (false, false) => "Nothing is sent.\n".to_owned(),
        }
    }

    fn seat(&self, _game: &dyn Match) -> String {
        self.seat.clone()
    }

    fn play(&mut self, game: &mut dyn Match, line: &str) -> Played {
        if let Some(throw) = &self.throw {
            return refusal(format!("`{throw}` waits for its dice: `send` your letter, or `undo`"));
        }
        if self.ready(game) {
            return refusal(format!("you have nothing to decide now: `send` your letter to {}, or `undo`", self.opponent));
        }
        let before = game.played();
        // The dice of a trial: what needs any is taken out again and waits for those that are thrown together.
        let answer = game.command(line, &mut LowDice).map(|_| ());
        let played = game.history(before + 1);
        let Some(first) = played.iter().find(|happening| !happening.dice.is_empty()) else {
            return Played { answer, remark: String::new(), changed: game.played() > before };
        };
        game.rewind(first.entry - 1);
        self.throw = Some(first.action.clone());
        let rest = answer.is_err() || first.entry < before + played.len();
        let remark = if rest { "What you typed after that comes when the dice have fallen.\n" } else { "" };
        Played { answer: Ok(()), remark: remark.to_owned(), changed: true }
    }

    fn changed(&mut self, game: &dyn Match) -> Done {
        self.keep(game)
    }

    fn standing(&mut self, game: &mut dyn Match, reader: &str) -> String {
        if self.throw.is_some() {
            return String::new();
        }
        let throw = &mut self.throw;
        self.orders.answer(game, reader, &mut LowDice, |game, before| {
            let thrown = game.history(before + 1).into_iter().next().filter(|happening| !happening.dice.is_empty());
            let Some(happening) = thrown else { return false };
            game.rewind(before);
            *throw = Some(happening.action);
            true
        })
    }

    fn instead(&self, game: &dyn Match) -> Option<String> {
        if !self.ready(game) {
            return None;
        }
        let why = match &self.throw {
            Some(throw) => format!("`{throw}` needs dice: they fall when {} opens your letter.", self.opponent),
            None => crate::replay::standing(game),
        };
        Some(format!("{why}\nYour letter is ready.\n  type: send | say WORDS | undo\n"))
    }

    fn words(&self) -> &'static [(&'static str, &'static str)] {
        const {
            &[
                ("send", "write the letter, once you have nothing more to decide"),
                ("say WORDS", "put a remark into the letter"),
                orders::WORDS,
            ]
        }
    }

    fn obey(&mut self, game: &dyn Match, word: &str, rest: &str) -> Result<Option<Next>, Fail> {
        match (word, rest) {
            ("send", "") if self.ready(game) => {
                self.send = true;
                Ok(Some(Next::Quit))
            }
            ("send", "") => {
                let pending = crate::replay::standing(game);
                Err(Fail::Bad(format!("You have not decided everything yet: {pending}")))
            }
            ("orders", rest) => {
                let next = self.orders.typed(game, &self.seat, rest, false)?;
                self.keep(game)?;
                Ok(Some(next))
            }
            ("say", "") => Err(Fail::Bad("say WORDS".to_owned())),
            ("say", words) => {
                let words: String = words.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
                if words.chars().count() > MOST_WORDS {
                    return Err(Fail::Bad(format!("too long for a letter; at most {MOST_WORDS} characters")));
                }
                self.said.push(words);
                self.keep(game)?;
                files::say("It will be in your letter.\n")?;
                Ok(Some(Next::Stay))
            }
            _ => Ok(None),
        }
    }

    fn floor(&self) -> (usize, &'static str) {
        (self.floor, "nothing has been played in this letter yet")
    }

    fn unsay(&mut self) -> bool {
        self.throw.take().is_some()
    }
}
