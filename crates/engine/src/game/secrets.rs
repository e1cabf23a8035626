//! What is kept from whom, and what of it may be told.

use super::{Seat, Words};
use crate::dice::Dice;

/// Who may know what. A game that hides nothing says only how to draw a position anew, which is to leave it as it is.
pub trait Secrets: Words {
    /// Whether anything is kept from anybody while the game runs: hidden units, cards in a hand. Check numbers, positions and records
    /// hold the whole truth, so in such a game nobody is shown them before the end.
    fn secretive(&self) -> bool {
        false
    }
    /// What happened, as `seat` may know it (`None`: whoever looks on): without what is hidden, or nothing at all.
    fn told(&self, event: &Self::Event, _seat: Option<Seat>) -> Option<Self::Event> {
        Some(event.clone())
    }
    /// An action in words and its dice, as `seat` may know them. It was played by `by` in the position `before` and led to `after`.
    fn told_entry(
        &self,
        _before: &Self::State,
        _after: &Self::State,
        _by: Seat,
        action: Self::Action,
        rolls: &[u8],
        _seat: Option<Seat>,
    ) -> (String, Vec<u8>) {
        (self.write_action(action), rolls.to_vec())
    }
    /// Whether something that was hidden came to light here: such an action is taken back only by consent, as if a die had been rolled.
    fn reveals(&self, _event: &Self::Event) -> bool {
        false
    }
    /// The same position with everything that `seat` cannot know (`None`: whoever looks on) drawn anew: a world that fits all that it has
    /// seen so far. What is drawn depends on the dice and on what the seat knows, never on what is hidden from it.
    fn resample(&self, state: &Self::State, seat: Option<Seat>, dice: &mut dyn Dice) -> Self::State;
    /// The same for somebody who has also seen how the game went on, up to the position `later`: what has been shown since is not drawn.
    fn resample_knowing(
        &self,
        state: &Self::State,
        _later: &Self::State,
        seat: Option<Seat>,
        dice: &mut dyn Dice,
    ) -> Self::State {
        self.resample(state, seat, dice)
    }
}
