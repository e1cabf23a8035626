//! [8.0] Night Game-Turns: [8.1] no unit enters an enemy Zone of Control, [8.2] nobody fights.

use crate::Battle;
use crate::state::State;

impl Battle {
    /// [8.0] Whether the present Game-Turn is a night turn.
    #[inline]
    #[must_use]
    pub fn is_night(&self, state: &State) -> bool {
        self.scenario.turns.get(usize::from(state.turn).wrapping_sub(1)).is_some_and(|turn| turn.night)
    }
}
