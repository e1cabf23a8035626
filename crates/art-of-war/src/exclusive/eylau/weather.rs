//! [22.0] Weather and combat, an optional rule: a second die may change the result.

use crate::Battle;
use crate::event::{Event, Kind};
use crate::results_table::CombatResult::{self, Ae, Ar, De, Dr, Ee};
use crate::unitset::UnitSet;
use grognard_engine::{Case, Umpire};

/// [22.1] [22.2] [22.3] What the second die makes of a result, and the case.
#[must_use]
pub const fn changed(result: CombatResult, die: u8) -> (CombatResult, &'static str) {
    match (die, result) {
        (5, Ar) => (Ae, "22.1"),
        (5, Dr) => (De, "22.1"),
        (5, other) => (other, "22.1"),
        (6, Ar) => (Dr, "22.2"),
        (6, Dr) => (Ar, "22.2"),
        (6, Ae) => (De, "22.2"),
        (6, De) => (Ae, "22.2"),
        (_, other) => (other, "22.3"),
    }
}

impl Battle {
    /// [22.0] Rolls for the weather if the option is on; [22.4] never after an exchange.
    pub(crate) fn weather(&self, result: CombatResult, umpire: &mut Umpire<'_, Event>) -> CombatResult {
        if !self.options.weather || result == Ee {
            return result;
        }
        let die = umpire.roll(6, Case("22.0"));
        let (now, case) = changed(result, die);
        umpire.tell(|| {
            let text = format!("the weather die shows {die}: {} becomes {} [{case}]", result.name(), now.name());
            Event { die: Some(die), result: Some(now.name()), ..self.event(Kind::Die, case, UnitSet::EMPTY, &[], text) }
        });
        now
    }
}
