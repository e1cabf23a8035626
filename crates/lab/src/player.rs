//! Who plays: a level of the built-in opponent, or an outside program; and what becomes of a game when a player fails.

use crate::bot::Outside;
use crate::journal::plain;
use grognard_shelf::WEIGHTS;
use grognard_shelf::{Ending, Match};
use std::fmt;
use std::time::Duration;

/// A player as it is named in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// A level, such as `veteran`; or what a file of weights holds, behind `weights:`. A plan names the file.
    Level(String),
    /// A command line that starts a program which speaks the bot protocol: `bot:python3 examples/bot.py`.
    Program(String),
    /// An address that answers the bot protocol: `http://127.0.0.1:1813/`.
    Address(String),
}

impl Spec {
    /// Reads a player's name.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.starts_with("http://") {
            return Ok(Self::Address(text.to_owned()));
        }
        if text.starts_with("https://") {
            return Err(format!("player {text}: only http:// is spoken; put a proxy before it"));
        }
        if let Some(file) = text.strip_prefix(WEIGHTS) {
            let weights = std::fs::read_to_string(file)
                .map_err(|why| format!("player {text}: no file of weights can be read there: {}", plain(&why)))?;
            return Ok(Self::Level(format!("{WEIGHTS}{weights}")));
        }
        match text.strip_prefix("bot:").map(str::trim) {
            Some("") => Err("player bot: without a command; expected bot:COMMAND".to_owned()),
            Some(command) => Ok(Self::Program(command.to_owned())),
            None => Ok(Self::Level(text.to_owned())),
        }
    }

    /// A player of this kind, with its seed.
    #[must_use]
    pub fn sit_down(&self, seed: u64, patience: Duration) -> Box<dyn Contender> {
        match self {
            Self::Level(level) => Box::new(Built { level: level.clone(), seed }),
            Self::Program(command) => Box::new(Outside::program(command, seed, patience)),
            Self::Address(address) => Box::new(Outside::address(address, seed, patience)),
        }
    }
}

/// Why a player lost a game that was not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It did not answer in time.
    Late(Duration),
    /// It named an action that is not legal, or none at all.
    Illegal(String),
    /// It could not be started or reached, or went away.
    Gone(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Late(after) => write!(f, "late: no answer within {} s", after.as_secs_f64()),
            Self::Illegal(why) => write!(f, "illegal: {why}"),
            Self::Gone(why) => write!(f, "gone: {why}"),
        }
    }
}

/// Somebody at the table.
pub trait Contender {
    /// A game begins.
    ///
    /// # Errors
    /// Why the player cannot play it.
    fn begin(&mut self, game: &dyn Match, seat: &str, id: &str) -> Result<(), Fault>;
    /// The next action of the seat that has to decide.
    ///
    /// # Errors
    /// Why there is none.
    fn choose(&mut self, game: &dyn Match, seat: &str) -> Result<String, Fault>;
    /// The game is over.
    fn end(&mut self, _ending: &Ending, _reason: Option<&str>) {}
}

/// A level of the built-in opponent. Its plans are kept by the match.
struct Built {
    level: String,
    seed: u64,
}

impl Contender for Built {
    fn begin(&mut self, _game: &dyn Match, _seat: &str, _id: &str) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, game: &dyn Match, _seat: &str) -> Result<String, Fault> {
        // It decides by a number of evaluations, not by a clock, so that the game follows from its seeds.
        let thinker = game.contender(&self.level, self.seed).map_err(Fault::Gone)?;
        Ok(thinker().action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_told_apart_by_their_names() {
        assert_eq!(Spec::read("marshal"), Ok(Spec::Level("marshal".to_owned())));
        assert_eq!(Spec::read("bot: python3 x.py"), Ok(Spec::Program("python3 x.py".to_owned())));
        assert!(matches!(Spec::read("http://127.0.0.1:1/"), Ok(Spec::Address(_))));
        assert!(Spec::read("bot:").is_err() && Spec::read("https://example.org").is_err());
    }
}
