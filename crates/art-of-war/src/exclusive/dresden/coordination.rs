//! [15.0] Allied attack co-ordination: nations that attack together do it worse.

use crate::Battle;
use crate::exclusive::dresden::morale::Army;
use crate::state::{Side, State};
use crate::title::Title;
use grognard_engine::{Case, Tally};

impl Battle {
    /// [15.0] One column to the left, once, if two or more Allied nations take part. Guns count.
    pub(crate) fn add_coordination(&self, state: &State, shifts: &mut Tally) {
        if self.title() != Title::Dresden || state.phasing != Side::Allied {
            return;
        }
        let mut armies = state.attack.attackers.or(state.attack.guns).into_iter().map(|u| self.army(u));
        let first: Option<Army> = armies.next();
        if armies.any(|army| Some(army) != first) {
            shifts.add(-1, Case("15.0"), || "units of different nations".to_owned());
        }
    }
}
