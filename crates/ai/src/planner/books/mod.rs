//! What the rulebooks tell the planner: one small file each.

#[cfg(feature = "art-of-war")]
pub(super) mod art_of_war;
#[cfg(feature = "napoleonic-20")]
pub(super) mod napoleonic_20;

use super::{Hooks, Plain};
#[cfg(any(feature = "art-of-war", feature = "napoleonic-20"))]
use crate::level::same_type;
use grognard_engine::Game;

/// The hooks of the game's rulebook, or none.
pub(super) fn hooks<G: Game>() -> Box<dyn Hooks<G>> {
    #[cfg(feature = "art-of-war")]
    if let Some(hooks) = same_type::<Box<dyn Hooks<grognard_art_of_war::Battle>>, _>(Box::new(art_of_war::BattleHooks)) {
        return hooks;
    }
    #[cfg(feature = "napoleonic-20")]
    if let Some(hooks) = same_type::<Box<dyn Hooks<grognard_napoleonic_20::Campaign>>, _>(Box::new(napoleonic_20::CampaignHooks))
    {
        return hooks;
    }
    Box::new(Plain)
}
