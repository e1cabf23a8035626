//! A game as it is seen: map, board, log, options in words, forecasts.

use super::{Anchor, Seat, Words};
use crate::MapView;
use crate::board::{Board, Line};
use crate::preview::{Caption, Chart, Forecast, OverlayHex, OverlayInfo};

/// What a page, a picture or a terminal draws.
pub trait Views: Words {
    /// The map.
    fn map(&self) -> MapView;
    /// Where an option shows on the board.
    fn anchor(&self, state: &Self::State, action: Self::Action) -> Anchor;
    /// What `seat` may see; `None` for a spectator.
    fn board(&self, state: &Self::State, seat: Option<Seat>) -> Board;
    /// One log line, or nothing for these eyes.
    fn line(&self, event: &Self::Event, seat: Option<Seat>) -> Option<Line>;
    /// The forecast of the attack that is declared in this position, if one is, from what `seat` may know (`None`: whoever looks on). Where
    /// it cannot know who fights there is none.
    fn forecast(&self, state: &Self::State, seat: Option<Seat>) -> Option<Forecast>;
    /// Whether the chances of a forecast's results are exact. Where somebody may choose between a declaration and its dice they are bounds.
    fn results_are_exact(&self) -> bool {
        true
    }
    /// What each of these legal actions means to a person, in the same order.
    fn captions(&self, state: &Self::State, actions: &[Self::Action]) -> Vec<Caption> {
        let caption = |&action: &Self::Action| {
            let text = self.write_action(action);
            let group = text.split_whitespace().next().unwrap_or_default().to_lowercase();
            let (unit, hex) = match self.anchor(state, action) {
                Anchor::Unit(unit) => (Some(self.unit_name(unit)), None),
                Anchor::Hex(hex) => (None, Some(self.hex_name(hex))),
                Anchor::Button(_) => (None, None),
            };
            Caption { label: text, group, unit, hex, ..Caption::default() }
        };
        actions.iter().map(caption).collect()
    }
    /// The charts that players keep at hand, the same in every position.
    fn charts(&self) -> Vec<Chart> {
        Vec::new()
    }
    /// What each side's points come from in this position, one column for a seat, as the verdict counts them; nothing where nothing is counted.
    fn reckoning(&self, _state: &Self::State) -> Option<Chart> {
        None
    }
    /// What can be laid over the map.
    fn overlays(&self) -> Vec<OverlayInfo> {
        Vec::new()
    }
    /// One of the [`Views::overlays`] in a position, as `seat` may see it; `at` names a hex, or a unit that stands in one.
    ///
    /// # Errors
    /// Says what was expected.
    fn overlay(&self, _state: &Self::State, id: &str, _at: Option<&str>, _seat: Option<Seat>) -> Result<Vec<OverlayHex>, String> {
        Err(format!("there is no overlay {id:?}"))
    }
}
