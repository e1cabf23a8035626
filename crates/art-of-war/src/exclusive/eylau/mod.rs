//! Eylau, 7 and 8 February 1807: sections [19.0] to [23.0]. The French player is the First Player.

pub mod fresh_strength;
pub mod integrity;
pub mod restrictions;
pub mod victory;
pub mod weather;
