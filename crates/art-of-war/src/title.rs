//! The games of this rulebook, and the plain figures in which they differ. What differs by rule stands in [`crate::exclusive`].

use crate::state::Side;

/// A game of this rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Title {
    /// Eylau, 1807.
    Eylau,
    /// Dresden, 1813.
    Dresden,
}

impl Title {
    /// [3.0] The First Player.
    #[must_use]
    pub const fn first(self) -> Side {
        match self {
            Self::Eylau => Side::French,
            Self::Dresden => Side::Allied,
        }
    }

    /// [9.0] Parts into which a movement point is divided, so that a step along a road costs a whole number of them.
    #[must_use]
    pub const fn points_per_mp(self) -> u8 {
        match self {
            Self::Eylau => 1,
            Self::Dresden => 2,
        }
    }

    /// [9.0] Parts of a movement point for a step along a road: one point at Eylau, half a point at Dresden.
    #[must_use]
    pub const fn road(self) -> u8 {
        1
    }

    /// [4.4] [10.0] How many units may share a hex at the end of a Movement Phase, garrisons not counted.
    #[must_use]
    pub const fn stacking(self) -> usize {
        match self {
            Self::Eylau => 1,
            Self::Dresden => 2,
        }
    }

    /// [9.0] Whether rivers and lakes are frozen and do nothing.
    #[must_use]
    pub const fn frozen(self) -> bool {
        matches!(self, Self::Eylau)
    }
}
