//! Exact fractions.

use std::fmt;

/// So many ways out of so many. Two fractions are equal if their values are.
#[derive(Clone, Copy, Debug)]
pub struct Fraction {
    ways: u32,
    per: u32,
}

impl Fraction {
    /// `ways` out of `per`; none if `per` is 0.
    #[must_use]
    pub const fn new(ways: u32, per: u32) -> Option<Self> {
        if per == 0 { None } else { Some(Self { ways, per }) }
    }

    /// Nothing.
    pub const ZERO: Self = Self { ways: 0, per: 1 };

    /// Reads `3/6`, `0` or `1`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let number = |text: &str| if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None };
        match text.split_once('/') {
            Some((ways, per)) => Self::new(number(ways)?, number(per)?),
            None => Self::new(number(text)?, 1),
        }
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        u64::from(self.ways) * u64::from(other.per) == u64::from(other.ways) * u64::from(self.per)
    }
}

impl Eq for Fraction {}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.per == 1 { write!(f, "{}", self.ways) } else { write!(f, "{}/{}", self.ways, self.per) }
    }
}

#[cfg(test)]
mod tests {
    use super::Fraction;

    #[test]
    fn fractions_compare_by_value() {
        let read = |text| Fraction::read(text).unwrap();
        assert_eq!(read("3/6"), read("1/2"));
        assert_eq!(read("0/36"), read("0"));
        assert_eq!(read("36/36"), read("1"));
        assert_ne!(read("1/6"), read("1/5"));
        assert_eq!(read("4294967295/4294967295"), read("1"));
        for bad in ["", "/", "1/", "/6", "1/0", "-1/6", "+1/6", "1.5", "1/2/3", "99999999999"] {
            assert!(Fraction::read(bad).is_none(), "{bad}");
        }
    }
}
