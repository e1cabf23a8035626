//! Dresden, 26 to 28 August 1813: sections [10.0] to [18.0]. The Allied player is the First Player.

mod chains;
pub mod coordination;
mod crowd;
#[cfg(test)]
mod crowd_tests;
pub mod disruption;
pub mod garrisons;
pub mod klenau;
pub mod morale;
pub mod rain;
pub mod reserves;
pub mod stacking;
pub mod victory;
