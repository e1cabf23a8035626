//! Sets of units of a small roster, as the bits of one word: [`Units`]`<u64>` for up to 64 of them, [`Units`]`<u128>` for up to 128. They are the quick
//! way; larger rosters use [`crate::sets::Bits`].

use crate::case::Subject;
use crate::fields::{Packed, Packer};
use crate::grid::UnitId;

/// A unit: its place in the roster.
pub type Unit = u8;

/// A unit as what a rule bites on.
#[must_use]
pub const fn subject(unit: Unit) -> Subject {
    Subject::Unit(UnitId(unit as u16))
}

/// A set of units. It is plain data and lies in a state as it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Units<W>(pub W);

/// The units of a set in roster order.
#[derive(Clone, Copy, Debug)]
pub struct InOrder<H>(H);

/// Writes a set down for a word that has its lowest units in these halves of 64 bits. A type parameter alone would not do: functions of a trait are
/// not `const`, and sets stand in constants.
macro_rules! units_in {
    ($word:ty, $halves:expr) => {
        // The words are cast to halves, one of them to itself, and one has one half only.
        #[allow(clippy::unnecessary_cast, clippy::single_element_loop)]
        impl Units<$word> {
            /// No unit.
            pub const EMPTY: Self = Self(0);
            /// How many units there can be in it.
            pub const ROOM: usize = <$word>::BITS as usize;

            /// One unit.
            #[must_use]
            pub const fn one(unit: Unit) -> Self {
                Self(1 << unit)
            }

            /// Whether `unit` is in it.
            #[inline]
            #[must_use]
            pub const fn has(self, unit: Unit) -> bool {
                // One half only: a shift of a 128-bit word takes several instructions more.
                let upper = <$word>::BITS > 64 && unit & 64 != 0;
                let half = if upper { (self.0 >> (<$word>::BITS - 64)) as u64 } else { self.0 as u64 };
                half >> (unit & 63) & 1 != 0
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

            /// The units that pass a test.
            #[inline]
            #[must_use]
            pub fn filter(self, mut test: impl FnMut(Unit) -> bool) -> Self {
                let mut passed = 0;
                for first in $halves {
                    let mut left = (self.0 >> first) as u64;
                    let mut failed = 0;
                    while left != 0 {
                        let unit = left.trailing_zeros();
                        failed |= u64::from(!test(first + unit as Unit)) << unit;
                        left &= left - 1;
                    }
                    passed |= (((self.0 >> first) as u64 & !failed) as $word) << first;
                }
                Self(passed)
            }

            /// The first unit in roster order.
            #[must_use]
            pub fn first(self) -> Option<Unit> {
                self.into_iter().next()
            }

            /// The places of a roster whose pieces pass a test.
            #[must_use]
            pub fn of<P>(roster: &[P], test: impl Fn(&P) -> bool) -> Self {
                roster.iter().enumerate().filter(|(_, piece)| test(piece)).map(|(i, _)| i as Unit).collect()
            }
        }

        impl FromIterator<Unit> for Units<$word> {
            fn from_iter<I: IntoIterator<Item = Unit>>(units: I) -> Self {
                let mut set = Self::EMPTY;
                for unit in units {
                    set.insert(unit);
                }
                set
            }
        }
    };
}

units_in!(u64, [0]);
units_in!(u128, [0, 64]);

impl Iterator for InOrder<u64> {
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

impl Iterator for InOrder<(u64, u64)> {
    type Item = Unit;

    #[inline]
    fn next(&mut self) -> Option<Unit> {
        // Two halves: finding the lowest bit of a 128-bit word in one go takes several instructions more.
        let (lower, upper) = &mut self.0;
        if *lower != 0 {
            let bit = lower.trailing_zeros();
            *lower &= *lower - 1;
            return Some(bit as Unit);
        }
        if *upper != 0 {
            let bit = upper.trailing_zeros();
            *upper &= *upper - 1;
            return Some(bit as Unit + 64);
        }
        None
    }
}

impl IntoIterator for Units<u64> {
    type Item = Unit;
    type IntoIter = InOrder<u64>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        InOrder(self.0)
    }
}

impl IntoIterator for Units<u128> {
    type Item = Unit;
    type IntoIter = InOrder<(u64, u64)>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        InOrder((self.0 as u64, (self.0 >> 64) as u64))
    }
}

impl Packed for Units<u64> {
    #[inline]
    fn pack(&self, packer: &mut Packer) {
        packer.word(self.0);
    }
}

impl Packed for Units<u128> {
    #[inline]
    fn pack(&self, packer: &mut Packer) {
        packer.word(self.0 as u64);
        packer.word((self.0 >> 64) as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::SeededDice;
    use std::collections::BTreeSet;

    macro_rules! does_what_sets_do {
        ($test:ident, $set:ty) => {
            #[test]
            fn $test() {
                let mut dice = SeededDice::new(7);
                for _ in 0..200 {
                    let mut draw =
                        || (0..dice.below(40)).map(|_| dice.below(<$set>::ROOM as u32) as Unit).collect::<BTreeSet<Unit>>();
                    let (a, b) = (draw(), draw());
                    let set = |of: &BTreeSet<Unit>| of.iter().copied().collect::<$set>();
                    let (x, y) = (set(&a), set(&b));
                    assert!(x.into_iter().eq(a.iter().copied()));
                    assert!(x.or(y).into_iter().eq(a.union(&b).copied()));
                    assert!(x.and(y).into_iter().eq(a.intersection(&b).copied()));
                    assert!(x.less(y).into_iter().eq(a.difference(&b).copied()));
                    assert_eq!((x.len() as usize, x.is_empty(), x.first()), (a.len(), a.is_empty(), a.first().copied()));
                    assert_eq!((x.within(y), x.and(y).within(y)), (a.is_subset(&b), true));
                    assert!(x.filter(|unit| unit % 3 == 0).into_iter().eq(a.iter().copied().filter(|unit| unit % 3 == 0)));
                    assert!((0..<$set>::ROOM as Unit).all(|unit| x.has(unit) == a.contains(&unit)));
                    let mut z = x;
                    for unit in b {
                        z.insert(unit);
                        assert!(z.has(unit));
                        z.remove(unit);
                        assert!(!z.has(unit));
                    }
                    assert_eq!(z, x.less(y));
                }
                assert_eq!((<$set>::one(3).first(), <$set>::default()), (Some(3), <$set>::EMPTY));
                assert!(<$set>::of(&["a", "b", "a"], |word| *word == "a").into_iter().eq([0, 2]));
            }
        };
    }

    does_what_sets_do!(a_word_of_64_bits_does_what_sets_do, Units<u64>);
    does_what_sets_do!(a_word_of_128_bits_does_what_sets_do, Units<u128>);

    #[test]
    fn a_digest_has_the_lower_half_first() {
        let packed = |pack: &dyn Fn(&mut Packer)| {
            let mut digester = crate::fields::Digester::default();
            crate::fields::Fields::pack(&mut digester, |packer| pack(packer));
            digester.finish()
        };
        let set: Units<u128> = [1, 70].into_iter().collect();
        let words = |packer: &mut Packer| [2, 64].into_iter().for_each(|word| packer.word(word));
        assert_eq!(packed(&|packer| set.pack(packer)), packed(&words));
        assert_eq!(packed(&|packer| Units::<u64>(9).pack(packer)), packed(&|packer| packer.word(9)));
    }
}
