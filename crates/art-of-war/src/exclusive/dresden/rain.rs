//! [13.0] Rain halves infantry; what it does to streams and the Landgraben is compiled into [`crate::terrain`]. At night
//! units may leave enemy Zones of Control, though they may still not enter one.

use crate::Battle;
use crate::scenario::Arm;
use crate::state::State;
use crate::title::Title;
use crate::unitset::Unit;

impl Battle {
    /// [13.0] Whether it rains in the present Game-Turn.
    #[inline]
    #[must_use]
    pub fn is_rain(&self, state: &State) -> bool {
        self.scenario.turns.get(usize::from(state.turn).wrapping_sub(1)).is_some_and(|turn| turn.rain)
    }

    /// [13.0] What rain takes from a unit's strength: half of it for infantry, the fraction lost.
    pub(crate) fn rain_loss(&self, state: &State, unit: Unit) -> u8 {
        let piece = &self.pieces()[usize::from(unit)];
        if self.is_rain(state) && piece.arm == Arm::Infantry { piece.strength - piece.strength / 2 } else { 0 }
    }

    /// [4.5] [13.0] Whether an enemy Zone of Control holds units where they are: always, but not in a night at Dresden.
    pub(crate) fn zones_hold(&self, state: &State) -> bool {
        self.title() != Title::Dresden || !self.is_night(state)
    }
}
