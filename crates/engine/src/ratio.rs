//! Exact fractions: half a strength, two thirds of a point. Always in lowest terms, so that equal amounts are equal.

use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A fraction. What grows beyond 32 bits is held at the largest amount there is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ratio {
    over: i32,
    under: i32,
}

const fn common(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}

impl Ratio {
    /// Nothing.
    pub const ZERO: Self = Self::whole(0);
    /// One half.
    pub const HALF: Self = Self { over: 1, under: 2 };
    /// One third.
    pub const THIRD: Self = Self { over: 1, under: 3 };

    /// A whole number.
    #[must_use]
    pub const fn whole(number: i16) -> Self {
        Self { over: number as i32, under: 1 }
    }

    /// So many parts of which so many make one. Parts of nothing (`under` 0) are nothing.
    #[must_use]
    pub const fn new(over: i16, under: i16) -> Self {
        Self::reduced(over as i64, under as i64)
    }

    const fn reduced(over: i64, under: i64) -> Self {
        if under == 0 {
            return Self::ZERO;
        }
        let by = common(over, under) * if under < 0 { -1 } else { 1 };
        let (mut over, mut under) = (over / by, under / by);
        // Far beyond any game: keep the size, lose the last digits.
        while over.abs() > i32::MAX as i64 || under > i32::MAX as i64 {
            (over, under) = (over / 2, under / 2);
            if under == 0 {
                return Self { over: if over < 0 { -i32::MAX } else { i32::MAX }, under: 1 };
            }
        }
        Self { over: over as i32, under: under as i32 }
    }

    /// What stands above the line.
    #[must_use]
    pub const fn over(self) -> i32 {
        self.over
    }

    /// What stands below it, 1 at least.
    #[must_use]
    pub const fn under(self) -> i32 {
        self.under
    }

    /// Whether it is a whole number.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.under == 1
    }

    /// Rounded down.
    #[must_use]
    pub const fn floor(self) -> i32 {
        self.over.div_euclid(self.under)
    }

    /// Rounded up.
    #[must_use]
    pub const fn ceil(self) -> i32 {
        -(-self.over).div_euclid(self.under)
    }

    /// To the nearest whole number, halves upwards.
    #[must_use]
    pub const fn nearest(self) -> i32 {
        ((2 * self.over as i64 + self.under as i64).div_euclid(2 * self.under as i64)) as i32
    }

    /// How many times `other` goes into it; nothing if `other` is nothing.
    #[must_use]
    pub const fn per(self, other: Self) -> Self {
        Self::reduced(self.over as i64 * other.under as i64, self.under as i64 * other.over as i64)
    }
}

impl Default for Ratio {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i16> for Ratio {
    fn from(number: i16) -> Self {
        Self::whole(number)
    }
}

impl Add for Ratio {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (a, b, c, d) = (i64::from(self.over), i64::from(self.under), i64::from(other.over), i64::from(other.under));
        // Both products are below 2^62.
        Self::reduced(a * d + c * b, b * d)
    }
}

impl AddAssign for Ratio {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Neg for Ratio {
    type Output = Self;
    fn neg(self) -> Self {
        Self { over: -self.over, ..self }
    }
}

impl Sub for Ratio {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Ratio {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::reduced(i64::from(self.over) * i64::from(other.over), i64::from(self.under) * i64::from(other.under))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (i64::from(self.over) * i64::from(other.under)).cmp(&(i64::from(other.over) * i64::from(self.under)))
    }
}

/// As it is printed: `3`, `½`, `1½`, `-⅔`, `2 2/5`. A sign is forced by `{:+}`.
impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.over < 0 {
            f.write_str("-")?;
        } else if f.sign_plus() {
            f.write_str("+")?;
        }
        let (over, under) = (self.over.unsigned_abs(), self.under.unsigned_abs());
        let (whole, rest) = (over / under, over % under);
        let glyph = match (rest, under) {
            (0, _) => return write!(f, "{whole}"),
            (1, 2) => "½",
            (1, 3) => "⅓",
            (2, 3) => "⅔",
            (1, 4) => "¼",
            (3, 4) => "¾",
            (1, 6) => "⅙",
            (5, 6) => "⅚",
            _ if whole == 0 => return write!(f, "{rest}/{under}"),
            _ => return write!(f, "{whole} {rest}/{under}"),
        };
        if whole > 0 { write!(f, "{whole}{glyph}") } else { f.write_str(glyph) }
    }
}

/// A whole number as a number, anything else as a text like `7/2`, which loses nothing.
impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.is_whole() { to.serialize_i32(self.over) } else { to.collect_str(&format_args!("{}/{}", self.over, self.under)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact() {
        let third = Ratio::new(1, 3);
        assert_eq!(third + third + third, Ratio::whole(1));
        assert_eq!(Ratio::HALF + Ratio::THIRD, Ratio::new(5, 6));
        assert_eq!((Ratio::new(2, -4), Ratio::new(0, 7)), (-Ratio::HALF, Ratio::ZERO));
        assert_eq!(Ratio::whole(7).per(Ratio::whole(2)), Ratio::new(7, 2));
        assert_eq!((Ratio::new(3, 0), Ratio::whole(3).per(Ratio::ZERO)), (Ratio::ZERO, Ratio::ZERO));
        assert!(Ratio::new(2, 3) > Ratio::new(3, 5) && Ratio::new(-1, 2) < Ratio::ZERO);
    }

    #[test]
    fn rounding_goes_three_ways() {
        for (over, under, floor, nearest, ceil) in
            [(7, 2, 3, 4, 4), (-7, 2, -4, -3, -3), (7, 3, 2, 2, 3), (8, 3, 2, 3, 3), (6, 3, 2, 2, 2)]
        {
            let ratio = Ratio::new(over, under);
            assert_eq!((ratio.floor(), ratio.nearest(), ratio.ceil()), (floor, nearest, ceil), "{ratio}");
        }
    }

    #[test]
    fn they_are_printed_as_people_write_them() {
        let told = |over, under| Ratio::new(over, under).to_string();
        assert_eq!(
            [told(3, 1), told(1, 2), told(3, 2), told(-5, 3), told(12, 5), told(2, 5)],
            ["3", "½", "1½", "-1⅔", "2 2/5", "2/5"]
        );
        assert_eq!(format!("{:+} {:+} {:+}", Ratio::HALF, Ratio::whole(-2), Ratio::ZERO), "+½ -2 +0");
    }

    #[test]
    fn sums_agree_with_a_common_denominator() {
        let mut dice = crate::dice::SeededDice::new(3);
        for _ in 0..500 {
            // All over 60, so that the sum can be told without fractions.
            let mut draw = || [1i16, 2, 3, 4, 5, 6, 10, 12, 15, 20][dice.below(10) as usize];
            let (b, d) = (draw(), draw());
            let (a, c) = (dice.below(200) as i16 - 100, dice.below(200) as i16 - 100);
            let sixtieths = i32::from(a) * 60 / i32::from(b) + i32::from(c) * 60 / i32::from(d);
            let sum = Ratio::new(a, b) + Ratio::new(c, d);
            assert_eq!(sum, Ratio::reduced(sixtieths.into(), 60));
            assert_eq!(sum - Ratio::new(c, d), Ratio::new(a, b));
            assert_eq!(
                Ratio::new(a, b) * Ratio::new(c, d),
                Ratio::reduced(i64::from(a) * i64::from(c), i64::from(b) * i64::from(d))
            );
        }
    }

    #[test]
    fn what_is_far_too_large_stays_large() {
        let mut all = Ratio::whole(i16::MAX);
        for _ in 0..10 {
            all = all * all;
        }
        assert_eq!(all, Ratio { over: i32::MAX, under: 1 });
        assert!(all + all == all && -all < Ratio::ZERO);
    }
}
