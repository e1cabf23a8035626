//! What statistics and tests ask of a game.

use super::Rules;
use crate::dice::Dice;

/// What many games are counted by, and how one is plagued.
pub trait Laboratory: Rules {
    /// Some action, legal or not, such as a careless or hostile client might send.
    fn stray(&self, state: &Self::State, dice: &mut dyn Dice) -> Self::Action;
    /// The body to which a unit belongs, such as its division, if the game knows of any: for statistics.
    fn formation(&self, _tag: &str) -> Option<String> {
        None
    }
    /// The levels of victory by which a verdict can begin, best for the first seat first, if the game knows of any: for statistics.
    fn levels(&self) -> Vec<String> {
        Vec::new()
    }
    /// Points by seat as they stand, in the measure of the verdict; nothing if only the end tells.
    fn standing(&self, _state: &Self::State) -> Vec<i32> {
        Vec::new()
    }
    /// Faces of the dice that are rolled in play.
    fn die_faces(&self) -> u8 {
        6
    }
}
