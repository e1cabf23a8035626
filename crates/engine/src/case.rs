//! Numbered cases, and refusals that name them.

use crate::game::Seat;
use crate::grid::{HexId, UnitId};
use serde::{Serialize, Serializer};
use std::fmt;

/// The number of a case of a rulebook, such as `6.5`. It prints as `[6.5]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Case(pub &'static str);

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.0)
    }
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.0)
    }
}

impl Serialize for Case {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0)
    }
}

/// The thing on the table at which a rule bites.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// Nothing in particular: the action comes at the wrong time.
    None,
    /// A unit.
    Unit(UnitId),
    /// A hex.
    Hex(HexId),
    /// The hexside between two adjacent hexes.
    Hexside(HexId, HexId),
    /// A budget that does not suffice, in the units the rulebook counts in.
    Short {
        /// What there is.
        has: i16,
        /// What it would take.
        needs: i16,
    },
}

/// Why an action is not legal: the case that forbids it, in our words, and what is at fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Violation {
    /// The case that forbids the action.
    pub case: Case,
    /// Our own short reason.
    pub why: &'static str,
    /// The unit, hex or hexside at fault.
    pub what: Subject,
}

impl Violation {
    /// A violation of `case`, with our reason and the thing at fault.
    #[must_use]
    pub const fn new(case: &'static str, why: &'static str, what: Subject) -> Self {
        Self { case: Case(case), why, what }
    }
}

/// Whether something is legal; if not, the violation with the case that forbids it.
pub type Lawful = Result<(), Violation>;

/// Why an action was not taken. The state is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The decision belongs to the other seat, which is named.
    NotYours(Seat),
    /// The game is over.
    Over,
    /// A rule forbids it.
    Illegal(Violation),
    /// The words cannot be read as an action; the string says what was expected.
    Unreadable(String),
}
