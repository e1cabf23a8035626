//! A sum in which every part names its case and its reason.

use crate::case::Case;
use serde::Serialize;
use std::fmt;

/// What a part of a tally does to the running total.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "op", content = "by")]
pub enum Effect {
    /// Adds (or takes away).
    Add(i16),
    /// Multiplies the part of the sum that it names: the product minus the original is `gain`.
    Times {
        /// The factor.
        factor: i16,
        /// What the total gains by it.
        gain: i16,
    },
}

/// One part: a number, its case, and what it stands for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Part {
    /// What it does.
    #[serde(flatten)]
    pub effect: Effect,
    /// The case that grants or demands it.
    pub case: Case,
    /// What it is, in our words.
    pub what: String,
}

/// A total with its parts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// The sum.
    pub total: i16,
    /// How it came about, in order.
    pub parts: Vec<Part>,
    /// Only the total is wanted: parts are not written down, and their words not made.
    #[serde(skip)]
    quiet: bool,
}

impl Tally {
    /// A tally of which only the total is wanted.
    #[must_use]
    pub const fn quiet() -> Self {
        Self { total: 0, parts: Vec::new(), quiet: true }
    }

    /// Adds `by`, which stems from `case`.
    pub fn add(&mut self, by: i16, case: Case, what: impl FnOnce() -> String) {
        self.total += by;
        if !self.quiet {
            self.parts.push(Part { effect: Effect::Add(by), case, what: what() });
        }
    }

    /// Multiplies `base`, a part of the total, by `factor`.
    pub fn times(&mut self, factor: i16, base: i16, case: Case, what: impl FnOnce() -> String) {
        let gain = base * (factor - 1);
        self.total += gain;
        if !self.quiet {
            self.parts.push(Part { effect: Effect::Times { factor, gain }, case, what: what() });
        }
    }
}

impl fmt::Display for Tally {
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
