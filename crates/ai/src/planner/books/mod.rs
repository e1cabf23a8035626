//! What the rulebooks tell the planner: one small file each.

#[cfg(feature = "art-of-war")]
pub(super) mod art_of_war;
#[cfg(feature = "napoleonic-20")]
pub(super) mod napoleonic_20;

use super::{Effort, General, Hooks, Plain, Tempers};
use crate::Player;
#[cfg(any(feature = "art-of-war", feature = "napoleonic-20"))]
use crate::level::same_type;
use grognard_engine::Game;

/// A planner with hooks, and with its tempers changed.
fn with<G: Game, H: Hooks<G> + 'static>(
    hooks: H,
    (effort, seed): (Effort, u64),
    change: impl Fn(&mut Tempers),
) -> Box<dyn Player<G>> {
    let mut tempers = hooks.tempers();
    change(&mut tempers);
    Box::new(General::new(hooks, effort, seed).with_tempers(tempers))
}

/// A planner with the hooks of the game's rulebook, or with none.
pub(super) fn player<G: Game>(effort: Effort, seed: u64, change: impl Fn(&mut Tempers)) -> Box<dyn Player<G>> {
    #[cfg(feature = "art-of-war")]
    if let Some(player) = same_type(with(art_of_war::BattleHooks, (effort, seed), &change)) {
        return player;
    }
    #[cfg(feature = "napoleonic-20")]
    if let Some(player) = same_type(with(napoleonic_20::CampaignHooks, (effort, seed), &change)) {
        return player;
    }
    with(Plain, (effort, seed), &change)
}
