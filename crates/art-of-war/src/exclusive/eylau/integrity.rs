//! [20.0] Divisional integrity, in attack only: units of one division that attack together gain by it.

use crate::Battle;
use crate::state::State;
use crate::title::Title;
use grognard_engine::{Case, Tally};

/// [20.1] What two units of a division gain.
const BONUS: i16 = 2;

impl Battle {
    /// [20.3] How many units of a division take part, bombarding guns included.
    pub(crate) fn division_strength(&self, state: &State, division: u8) -> u32 {
        let Some(division) = self.divisions().get(usize::from(division)) else { return 0 };
        division.units.and(state.attack.attackers.or(state.attack.guns)).len()
    }

    /// [20.1] [20.2] [20.4] Adds each division's bonus: two points, or for three and more units one column if so chosen.
    pub(crate) fn add_integrity(&self, state: &State, attack: &mut Tally, shifts: &mut Tally) {
        if self.title() != Title::Eylau {
            return;
        }
        for (i, division) in self.divisions().iter().enumerate() {
            let units = self.division_strength(state, i as u8);
            if units < 2 {
                continue;
            }
            if units >= 3 && state.attack.shifts >> i & 1 == 1 {
                shifts.add(1, Case("20.2"), || format!("integrity of {}", division.code));
            } else {
                let case = Case(if units == 2 { "20.1" } else { "20.2" });
                attack.add(BONUS, case, || format!("integrity of {}", division.code));
            }
        }
    }
}
