//! Sets of units: one word for all of a game.

pub use grognard_engine::units::{Unit, Units, subject};

/// Most counters in one game, dummies and cadres included.
pub const MAX_UNITS: usize = 36;

/// A set of units.
pub type UnitSet = Units<u64>;
