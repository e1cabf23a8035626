//! A sum in which every part names its case and its reason: in whole numbers, or exactly in fractions.

use crate::case::Case;
use crate::ratio::Ratio;
use serde::Serialize;
use std::fmt;
use std::ops::{AddAssign, Mul, Sub};

/// What can be added up: whole numbers, and fractions where a rulebook halves or takes thirds.
pub trait Amount: Copy + Eq + AddAssign + Sub<Output = Self> + Mul<Output = Self> + fmt::Display + Serialize {
    /// Nothing.
    const NONE: Self;
    /// One.
    const ONE: Self;
}

impl Amount for i16 {
    const NONE: Self = 0;
    const ONE: Self = 1;
}

impl Amount for Ratio {
    const NONE: Self = Self::ZERO;
    const ONE: Self = Self::whole(1);
}

/// What a part of a tally does to the running total.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "op", content = "by")]
pub enum Effect<N = i16> {
    /// Adds (or takes away).
    Add(N),
    /// Multiplies the part of the sum that it names: the product minus the original is `gain`.
    Times {
        /// The factor.
        factor: N,
        /// What the total gains by it.
        gain: N,
    },
}

/// One part: a number, its case, and what it stands for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Part<N = i16> {
    /// What it does.
    #[serde(flatten)]
    pub effect: Effect<N>,
    /// The case that grants or demands it.
    pub case: Case,
    /// What it is, in our words.
    pub what: String,
}

/// A total with its parts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tally<N = i16> {
    /// The sum.
    pub total: N,
    /// How it came about, in order.
    pub parts: Vec<Part<N>>,
    /// Only the total is wanted: parts are not written down, and their words not made.
    #[serde(skip)]
    quiet: bool,
}

/// A tally with fractions: a unit that counts half, a third of the guns.
pub type ExactTally = Tally<Ratio>;

impl<N: Amount> Default for Tally<N> {
    fn default() -> Self {
        Self { total: N::NONE, parts: Vec::new(), quiet: false }
    }
}

impl<N: Amount> Tally<N> {
    /// A tally of which only the total is wanted.
    #[must_use]
    pub const fn quiet() -> Self {
        Self { total: N::NONE, parts: Vec::new(), quiet: true }
    }

    /// Adds `by`, which stems from `case`.
    pub fn add(&mut self, by: N, case: Case, what: impl FnOnce() -> String) {
        self.total += by;
        if !self.quiet {
            self.parts.push(Part { effect: Effect::Add(by), case, what: what() });
        }
    }

    /// Multiplies `base`, a part of the total, by `factor`.
    pub fn times(&mut self, factor: N, base: N, case: Case, what: impl FnOnce() -> String) {
        let gain = base * (factor - N::ONE);
        self.total += gain;
        if !self.quiet {
            self.parts.push(Part { effect: Effect::Times { factor, gain }, case, what: what() });
        }
    }
}

impl<N: Amount> fmt::Display for Tally<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.total)?;
        for (i, part) in self.parts.iter().enumerate() {
            f.write_str(if i == 0 { " = " } else { ", " })?;
            match part.effect {
                Effect::Add(by) => write!(f, "{by:+} {} {}", part.what, part.case)?,
                Effect::Times { factor, gain } => write!(f, "×{factor} ({gain:+}) {} {}", part.what, part.case)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_totals_are_sent_as_ever() {
        let mut tally = Tally::default();
        tally.add(4_i16, Case("6.1"), || "Sth1".to_owned());
        tally.times(2, 4, Case("9.0"), || "fort".to_owned());
        assert_eq!(tally.to_string(), "8 = +4 Sth1 [6.1], ×2 (+4) fort [9.0]");
        assert_eq!(
            serde_json::to_string(&tally).unwrap(),
            r#"{"total":8,"parts":[{"op":"add","by":4,"case":"6.1","what":"Sth1"},{"op":"times","by":{"factor":2,"gain":4},"case":"9.0","what":"fort"}]}"#
        );
    }

    #[test]
    fn halves_and_thirds_add_up_exactly() {
        let mut tally = ExactTally::default();
        for (steps, factor) in [(11, Ratio::HALF), (7, Ratio::THIRD), (5, Ratio::new(2, 3))] {
            tally.add(Ratio::whole(steps), Case("11.3"), || "a battalion".to_owned());
            tally.times(factor, Ratio::whole(steps), Case("11.3"), || "disordered".to_owned());
        }
        // 5½ + 2⅓ + 3⅓
        assert_eq!(tally.total, Ratio::new(67, 6));
        let told = tally.to_string();
        assert!(told.starts_with("11⅙ = +11 a battalion [11.3], ×½ (-5½) disordered [11.3], +7"), "{told}");
        let text = serde_json::to_string(&tally).unwrap();
        assert!(text.starts_with(r#"{"total":"67/6","parts":[{"op":"add","by":11,"#), "{text}");
        assert!(text.contains(r#""by":{"factor":"1/2","gain":"-11/2"}"#), "{text}");
        let mut quiet = ExactTally::quiet();
        quiet.times(Ratio::HALF, Ratio::whole(3), Case("1.0"), || unreachable!("nobody listens"));
        assert_eq!((quiet.total, quiet.parts.len()), (Ratio::new(-3, 2), 0));
    }
}
