//! [14.0] French garrisons never move, retreat or advance; what would force them back destroys them or leaves them alone.

use crate::Battle;
use crate::scenario::Arm;
use crate::unitset::{Unit, UnitSet};

/// [14.0] What the name of the one garrison holds that an attack of its own which is thrown back destroys, also where a position that was
/// set up calls it a little differently.
const WESTPHALIANS: &str = "westph";

impl Battle {
    /// Whether a unit is a garrison.
    #[must_use]
    pub fn is_garrison(&self, unit: Unit) -> bool {
        self.pieces()[usize::from(unit)].arm == Arm::Garrison
    }

    /// The garrisons among some units.
    pub(crate) fn garrisons(&self, units: UnitSet) -> UnitSet {
        units.into_iter().filter(|&u| self.is_garrison(u)).collect()
    }

    /// [14.0] Garrisons that an Ar destroys; the others stand.
    pub(crate) fn broken_by_repulse(&self, units: UnitSet) -> UnitSet {
        self.garrisons(units).filter(|u| self.tag(u).to_ascii_lowercase().contains(WESTPHALIANS))
    }
}
