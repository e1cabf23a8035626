//! A game as text: names, actions, positions, check numbers, refusals.

use super::{Rules, Seat};
use crate::case::{Case, Refusal, Subject, Violation};
use crate::fault::DataError;
use crate::grid::{HexId, UnitId};

/// What records, notation and people who type need.
pub trait Words: Rules {
    /// The tag of a unit.
    fn unit_name(&self, unit: UnitId) -> String;
    /// What people call a unit, where that is not its tag.
    fn unit_title(&self, unit: UnitId) -> String {
        self.unit_name(unit)
    }
    /// The printed number of a hex.
    fn hex_name(&self, hex: HexId) -> String;
    /// A hex by the name that boards and lists give it, where it was called by another one; all else as it is.
    fn usual_name(&self, word: &str) -> String {
        word.to_owned()
    }
    /// An action in words, as records hold it.
    fn write_action(&self, action: Self::Action) -> String;
    /// Reads what [`Words::write_action`] wrote.
    ///
    /// # Errors
    /// Says what was expected.
    fn read_action(&self, text: &str) -> Result<Self::Action, String>;
    /// An action in the shorthand of the game notation: no blanks.
    fn write_short(&self, action: Self::Action) -> String;
    /// Reads what [`Words::write_short`] wrote.
    ///
    /// # Errors
    /// Says what was expected.
    fn read_short(&self, text: &str) -> Result<Self::Action, String>;
    /// Reads what a person at `seat` types: one action, or a whole move or attack as several. It is read with the eyes of that seat: the
    /// name of something hidden from it is answered just as a name that nobody bears.
    ///
    /// # Errors
    /// Says what was expected.
    fn command(&self, state: &Self::State, seat: Seat, text: &str) -> Result<Vec<Self::Action>, String>;
    /// The position in one line.
    fn write_position(&self, state: &Self::State) -> String;
    /// Reads what [`Words::write_position`] wrote.
    ///
    /// # Errors
    /// The field at fault and what was expected there.
    fn read_position(&self, text: &str) -> Result<Self::State, DataError>;
    /// A digest of the position, the same on every platform.
    fn digest(&self, state: &Self::State) -> u64;
    /// Why the action numbered `at` of a whole command fails, where what went before tells more than a look at that action alone.
    /// `state` is the position before the command.
    fn blame(&self, _state: &Self::State, _actions: &[Self::Action], _at: usize) -> Option<Violation> {
        None
    }
    /// An amount that a violation of `case` speaks of, as players count it.
    fn amount(&self, _case: Case, parts: i16) -> String {
        parts.to_string()
    }
    /// A violation in one line: `[4.1] the unit would exceed its movement allowance (has 1, needs 2)`.
    fn explain(&self, violation: &Violation) -> String {
        let Violation { case, why, what } = violation;
        match *what {
            Subject::None => format!("{case} {why}"),
            Subject::Unit(unit) => format!("{case} {why} ({})", self.unit_title(unit)),
            Subject::Hex(hex) => format!("{case} {why} (hex {})", self.hex_name(hex)),
            Subject::Hexside(a, b) => format!("{case} {why} (hexside {}-{})", self.hex_name(a), self.hex_name(b)),
            Subject::Short { has, needs } => {
                format!("{case} {why} (has {}, needs {})", self.amount(*case, has), self.amount(*case, needs))
            }
        }
    }
    /// A refusal in one line.
    fn explain_refusal(&self, refusal: &Refusal) -> String {
        match refusal {
            Refusal::NotYours(seat) => {
                format!("the decision belongs to {}", self.seats().get(usize::from(seat.0)).unwrap_or(&"nobody"))
            }
            Refusal::Over => "the game is over".to_owned(),
            Refusal::Illegal(violation) => self.explain(violation),
            Refusal::Unreadable(why) => why.clone(),
        }
    }
}
