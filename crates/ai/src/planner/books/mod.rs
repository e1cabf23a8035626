//! What the rulebooks tell the planner: one small file each.

#[cfg(feature = "art-of-war")]
pub(super) mod art_of_war;
#[cfg(feature = "napoleonic-20")]
pub(super) mod napoleonic_20;

use super::{Effort, General, Plain};
use crate::Player;
#[cfg(any(feature = "art-of-war", feature = "napoleonic-20"))]
use crate::level::same_type;
use grognard_engine::Game;

/// A planner with the hooks of the game's rulebook, or with none.
pub(super) fn player<G: Game>(effort: Effort, seed: u64) -> Box<dyn Player<G>> {
    #[cfg(feature = "art-of-war")]
    if let Some(player) = same_type::<Box<dyn Player<grognard_art_of_war::Battle>>, _>(Box::new(General::new(
        art_of_war::BattleHooks,
        effort,
        seed,
    ))) {
        return player;
    }
    #[cfg(feature = "napoleonic-20")]
    if let Some(player) = same_type::<Box<dyn Player<grognard_napoleonic_20::Campaign>>, _>(Box::new(General::new(
        napoleonic_20::CampaignHooks,
        effort,
        seed,
    ))) {
        return player;
    }
    Box::new(General::new(Plain, effort, seed))
}
