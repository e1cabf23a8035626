//! Sets of units: one word for all of a game.

pub use grognard_engine::units::{Unit, Units, subject};

/// Most units in one game.
pub const MAX_UNITS: usize = 96;

/// A set of units.
pub type UnitSet = Units<u128>;
