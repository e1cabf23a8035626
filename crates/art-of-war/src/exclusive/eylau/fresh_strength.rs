//! [21.0] Divisional Fresh Strength: each marker once, on one unit of its division, in attack or defence.

use crate::event::{Event, Kind};
use crate::state::{Frame, Side, State};
use crate::title::Title;
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Battle};
use grognard_engine::room::Room;
use grognard_engine::{Case, Lawful, Seat, Umpire, Violation};

/// [21.1] Which Fresh Strength does this side use?
#[derive(Clone, Copy, Debug)]
pub struct Freshening(pub Side);

impl Room<Battle> for Freshening {
    fn asks(self, _: &Battle, _: &State) -> (Seat, Case) {
        (self.0.seat(), Case("21.1"))
    }

    fn list(self, battle: &Battle, state: &State, out: &mut Vec<Action>) {
        out.extend(battle.may_be_fresh(state, self.0).into_iter().map(Action::Fresh));
        out.push(Action::Ready);
    }

    fn check(self, battle: &Battle, state: &State, action: Action) -> Lawful {
        match action {
            Action::Fresh(unit) => battle.may_use_fresh(state, self.0, unit),
            Action::Ready => Ok(()),
            _ => Err(battle.out_of_place(state, action)),
        }
    }

    fn deed(self, battle: &Battle, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Fresh(unit) => battle.use_fresh(state, unit, umpire),
            _ => battle.ready(state, self.0),
        }
    }

    fn forced(self, battle: &Battle, state: &State) -> Option<Action> {
        battle.may_be_fresh(state, self.0).is_empty().then_some(Action::Ready)
    }
}

impl Battle {
    /// [21.2] What Fresh Strength adds to a unit in this phase.
    #[must_use]
    pub fn fresh_bonus(&self, state: &State, unit: Unit) -> Option<u8> {
        if !state.fresh.has(unit) {
            return None;
        }
        let division = self.pieces()[usize::from(unit)].division?;
        Some(self.divisions()[usize::from(division)].fresh).filter(|&bonus| bonus > 0)
    }

    /// [21.1] Whether a side may give a unit its division's Fresh Strength now.
    ///
    /// # Errors
    /// [21.1] or [21.0] with the unit.
    pub fn may_use_fresh(&self, state: &State, side: Side, unit: Unit) -> Lawful {
        let refuse = |case, why| Err(Violation::new(case, why, subject(unit)));
        if !self.present(state, side).has(unit) {
            return refuse("21.1", "is not a unit of yours on the map");
        }
        let Some(division) = self.pieces()[usize::from(unit)].division else {
            return refuse("21.0", "belongs to no division");
        };
        let marker = &self.divisions()[usize::from(division)];
        if marker.fresh == 0 {
            return refuse("21.0", "belongs to a division without Fresh Strength");
        }
        if state.fresh_spent >> division & 1 == 1 {
            return refuse("21.1", "belongs to a division that has used its Fresh Strength");
        }
        if !state.fresh.and(marker.units).is_empty() {
            return refuse("21.1", "belongs to a division that gives its Fresh Strength to another unit in this phase");
        }
        Ok(())
    }

    /// [21.0] Whether a unit of the phasing side belongs to no division that has Fresh Strength, used or not.
    pub(crate) fn lacks_fresh(&self, state: &State, unit: Unit) -> bool {
        let division = self.pieces()[usize::from(unit)].division;
        let some = division.is_some_and(|division| self.divisions()[usize::from(division)].fresh > 0);
        self.title() == Title::Eylau && self.units_of(state.phasing).has(unit) && !some
    }

    /// [21.1] The units to which a side may give Fresh Strength now.
    fn may_be_fresh(&self, state: &State, side: Side) -> UnitSet {
        let open = |i: usize| state.fresh_spent >> i & 1 == 0;
        let divisions = self.divisions().iter().enumerate().filter(|(i, d)| d.side == side && d.fresh > 0 && open(*i));
        let units = divisions.filter(|(_, d)| d.units.and(state.fresh).is_empty()).map(|(_, d)| d.units);
        units.fold(UnitSet::EMPTY, UnitSet::or).and(self.on_map(state))
    }

    fn use_fresh(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        state.fresh.insert(unit);
        umpire.tell(|| {
            let bonus = self.fresh_bonus(state, unit).unwrap_or(0);
            let text = format!("{} declares Fresh Strength +{bonus} for {} [21.1]", self.owner(state).name(), self.tag(unit));
            self.unit_event(Kind::Fresh, "21.1", unit, &[state.hexes[usize::from(unit)]], text)
        });
    }

    /// [21.1] First the attacker declares, then the defender; then the attacks begin.
    fn ready(&self, state: &mut State, side: Side) {
        state.frame = if side == state.phasing { Frame::Fresh(side.other()) } else { Frame::Combat };
    }

    /// [21.1] Markers of units that take part in a combat are used up.
    pub(crate) fn spend_fresh(&self, state: &mut State, units: UnitSet) {
        for unit in units.and(state.fresh) {
            if let Some(division) = self.pieces()[usize::from(unit)].division {
                state.fresh_spent |= 1 << division;
            }
        }
    }
}
