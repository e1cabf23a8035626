//! What a server asks of a game besides playing it: what would be thrown, what players brought to their dice, the end that they made.

use crate::seated::{Match as _, Seated};
use crate::views::Rejection;
use grognard_engine::chance::Chance;
use grognard_engine::closing::{Closing, Way};
use grognard_engine::dice::LowDice;
use grognard_engine::dice::RecordingDice;
use grognard_engine::{Game, Seat, Umpire};

/// Part of every [`crate::Match`].
pub trait Umpiring {
    /// The actions that a person means, in the words of the record, whether they are allowed or not.
    ///
    /// # Errors
    /// When it cannot be understood, or the game is over.
    fn meant(&self, text: &str) -> Result<Vec<String>, Box<Rejection>>;
    /// After which of these actions, played one after the other by whoever decides now, the first die is thrown, and which
    /// seats are told of it. Nothing if none of them throws, or if one before is not allowed. Tried on a copy.
    fn first_throw(&self, actions: &[String]) -> Option<(usize, Vec<bool>)>;
    /// Notes what players brought to the dice of the last action, if it took any.
    fn note_chance(&mut self, chance: Chance);
    /// A seat ends the game before the rules do: nothing can be played or taken back after that.
    ///
    /// # Errors
    /// When there is no such seat, or the game is over.
    fn close(&mut self, seat: &str, way: Way) -> Result<(), &'static str>;
    /// How the players ended it, if they did, and whose word it was.
    fn closing(&self) -> Option<(Way, &'static str)>;
}

impl<G: Game> Umpiring for Seated<G> {
    fn meant(&self, text: &str) -> Result<Vec<String>, Box<Rejection>> {
        let (_, actions) = self.read_command(text)?;
        Ok(actions.into_iter().map(|action| self.table.game.write_action(action)).collect())
    }

    fn first_throw(&self, actions: &[String]) -> Option<(usize, Vec<bool>)> {
        let game = self.table.game.as_ref();
        let (mut state, by) = (self.table.state.clone(), self.table.to_decide()?);
        for (at, action) in actions.iter().enumerate() {
            let action = game.read_action(action).ok()?;
            let before = state.clone();
            let mut low = LowDice;
            let mut dice = RecordingDice::new(&mut low);
            game.play(&mut state, by, action, &mut Umpire::silent(&mut dice)).ok()?;
            if !dice.rolls.is_empty() {
                let told = |seat| !game.told_entry(&before, &state, by, action, &dice.rolls, Some(Seat(seat as u8))).1.is_empty();
                let seats = (0..self.seats().len()).map(|seat| !self.secretive() || told(seat));
                return Some((at, seats.collect()));
            }
        }
        None
    }

    fn note_chance(&mut self, chance: Chance) {
        self.table.note_chance(chance);
    }

    fn close(&mut self, seat: &str, way: Way) -> Result<(), &'static str> {
        let by = self.seat(Some(seat)).ok_or("there is no such seat")?;
        self.table.close(Closing { way, by })
    }

    fn closing(&self) -> Option<(Way, &'static str)> {
        self.table.closing.map(|Closing { way, by }| (way, self.name(by)))
    }
}
