//! [5.1] [4.4] [7.0] [17.3] What is still to be done before a phase can end, and what would be forgotten if it ended now.

use crate::Battle;
use crate::obligation::Duties;
use crate::state::{Frame, State};
use crate::unitset::{Unit, UnitSet};
use grognard_engine::board::Duty;

impl Battle {
    /// The checklist of the present decision, what must be done first.
    pub(crate) fn duty_list(&self, state: &State) -> Vec<Duty> {
        match state.frame {
            Frame::Move | Frame::Hand { .. } => self.movement_duties(state),
            Frame::Combat | Frame::Declare => self.combat_duties(state),
            _ => Vec::new(),
        }
    }

    fn duty(&self, state: &State, case: &str, unit: Unit, what: &str, optional: bool) -> Duty {
        Duty::of_unit(case, self.tag(unit), state.hex(unit).map(|h| self.grid().number(h)), what, optional)
    }

    fn movement_duties(&self, state: &State) -> Vec<Duty> {
        let list = |units: UnitSet, case: &'static str, what: &'static str, optional: bool| {
            units.into_iter().map(move |unit| self.duty(state, case, unit, what, optional))
        };
        let held = match state.frame {
            Frame::Hand { unit, .. } => UnitSet::one(unit),
            _ => UnitSet::EMPTY,
        };
        let idle = self.movable(state).less(held);
        let overfull = list(self.overfull(state), "4.4", "shares its hex with too many", false);
        let guard = list(self.guard_must_go(state), "17.3", "must go back from the enemy, or to the Elbe", false);
        let entering = list(idle.and(state.due), "7.0", "can enter as a reinforcement", true);
        let unmoved = list(idle.less(state.due), "4.0", "has not moved", true);
        overfull.chain(guard).chain(entering).chain(unmoved).collect()
    }

    /// [5.1] Who must attack and who must be attacked, the attack in hand left out as far as it goes.
    fn combat_duties(&self, state: &State) -> Vec<Duty> {
        let duties = Duties::of(self, state);
        let attack = &state.attack;
        let mut list = Vec::new();
        let forced = if attack.defenders.is_empty() { UnitSet::EMPTY } else { duties.must_join(attack.defenders) };
        for unit in duties.bound().less(attack.attackers).less(attack.guns) {
            let what = if forced.has(unit) { "must join this attack" } else { "must attack" };
            list.push(self.duty(state, "5.1", unit, what, false));
        }
        // [10.4] Nobody owes an attack to whoever came to the hex of another (R19).
        let owed = state.owed.less(state.fought).less(self.guests(state));
        for enemy in self.present(state, state.phasing.other()).and(owed).less(attack.defenders) {
            let orphan = duties.orphans().has(enemy);
            if duties.touched(enemy).is_empty() || (orphan && duties.guns_on(UnitSet::one(enemy)).is_empty()) {
                continue;
            }
            let what = if orphan { "must be attacked by bombardment" } else { "must be attacked" };
            list.push(self.duty(state, "5.1", enemy, what, false));
        }
        list
    }
}
