//! A set of units as bits.

/// Most counters in one game, dummies and cadres included.
pub const MAX_UNITS: usize = 36;

/// A unit: its place in the roster.
pub type Unit = u8;

/// A set of units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct UnitSet(pub u64);

impl UnitSet {
    /// No unit.
    pub const EMPTY: Self = Self(0);

    /// One unit.
    #[must_use]
    pub const fn one(unit: Unit) -> Self {
        Self(1 << unit)
    }

    /// Whether `unit` is in it.
    #[inline]
    #[must_use]
    pub const fn has(self, unit: Unit) -> bool {
        self.0 >> unit & 1 != 0
    }

    /// Adds a unit.
    #[inline]
    pub const fn insert(&mut self, unit: Unit) {
        self.0 |= 1 << unit;
    }

    /// Takes a unit out.
    #[inline]
    pub const fn remove(&mut self, unit: Unit) {
        self.0 &= !(1 << unit);
    }

    /// Union.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Intersection.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Difference.
    #[inline]
    #[must_use]
    pub const fn less(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether it holds no unit.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of units.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether every unit of it is in `other`.
    #[inline]
    #[must_use]
    pub const fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The first unit in roster order.
    #[must_use]
    pub fn first(self) -> Option<Unit> {
        self.into_iter().next()
    }
}

/// The units of a set in roster order.
#[derive(Clone, Copy, Debug)]
pub struct Units(u64);

impl Iterator for Units {
    type Item = Unit;

    #[inline]
    fn next(&mut self) -> Option<Unit> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit as Unit)
    }
}

impl IntoIterator for UnitSet {
    type Item = Unit;
    type IntoIter = Units;

    #[inline]
    fn into_iter(self) -> Units {
        Units(self.0)
    }
}

impl FromIterator<Unit> for UnitSet {
    fn from_iter<I: IntoIterator<Item = Unit>>(units: I) -> Self {
        let mut set = Self::EMPTY;
        for unit in units {
            set.insert(unit);
        }
        set
    }
}
