//! [5.0] Who attacks whom: targets are named first, then those who attack them.

use crate::event::Event;
use crate::obligation::{Duties, Plan};
use crate::scenario::Arm;
use crate::state::{Frame, State};
use crate::title::Title;
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Battle};
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Subject, Umpire, Violation};

/// [5.1] Which enemy is attacked next?
#[derive(Clone, Copy, Debug)]
pub struct Choosing;

impl Room<Battle> for Choosing {
    fn asks(self, _: &Battle, state: &State) -> (Seat, Case) {
        (state.phasing.seat(), Case("5.1"))
    }

    fn list(self, battle: &Battle, state: &State, out: &mut Vec<Action>) {
        let duties = Duties::of(battle, state);
        battle.list_targets(state, &duties, out);
        if duties.discharged().is_ok() {
            out.push(Action::End);
        }
    }

    fn check(self, battle: &Battle, state: &State, action: Action) -> Lawful {
        match action {
            Action::End => Duties::of(battle, state).discharged(),
            Action::Target(hex) => battle.may_target(state, hex, &Duties::of(battle, state)).map(|_| ()),
            _ => Err(battle.out_of_place(state, action)),
        }
    }

    fn deed(self, battle: &Battle, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Target(hex) => battle.target(state, hex),
            _ => battle.next_step(state, umpire),
        }
    }

    fn forced(self, battle: &Battle, state: &State) -> Option<Action> {
        // As a rule somebody has still to attack, and that is soon seen.
        if Duties::somebody_is_bound(battle, state) {
            return None;
        }
        let duties = Duties::of(battle, state);
        (duties.discharged().is_ok() && !battle.any_attack(&duties)).then_some(Action::End)
    }
}

/// [6.1] Who takes part in the attack, and how?
#[derive(Clone, Copy, Debug)]
pub struct Declaring;

impl Room<Battle> for Declaring {
    fn asks(self, _: &Battle, state: &State) -> (Seat, Case) {
        (state.phasing.seat(), Case("6.1"))
    }

    fn list(self, battle: &Battle, state: &State, out: &mut Vec<Action>) {
        let duties = Duties::of(battle, state);
        let attack = &state.attack;
        let named = !attack.attackers.or(attack.guns).is_empty();
        if !named {
            battle.list_targets(state, &duties, out);
        }
        let ready = battle.present(state, state.phasing).less(state.fought).less(attack.attackers).less(attack.guns);
        let near = duties.could_join(attack.defenders).or(duties.guns_on(attack.defenders));
        out.extend(ready.and(near).into_iter().filter(|&u| battle.may_join(state, u, &duties).is_ok()).map(Action::Join));
        if named {
            let divisions = 0..battle.divisions().len() as u8;
            out.extend(divisions.filter(|&d| battle.may_shift(state, d).is_ok()).map(Action::Shift));
            if battle.may_lower(state).is_ok() {
                out.push(Action::Lower);
            }
        }
        if battle.may_roll(state, &duties).is_ok() {
            out.push(Action::Roll);
        }
    }

    fn check(self, battle: &Battle, state: &State, action: Action) -> Lawful {
        let duties = || Duties::of(battle, state);
        match action {
            Action::Target(hex) => battle.may_target(state, hex, &duties()).map(|_| ()),
            Action::Join(unit) => battle.may_join(state, unit, &duties()).map(|_| ()),
            Action::Shift(division) => battle.may_shift(state, division),
            Action::Lower => battle.may_lower(state),
            Action::Roll => battle.may_roll(state, &duties()),
            _ => Err(battle.out_of_place(state, action)),
        }
    }

    fn deed(self, battle: &Battle, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Target(hex) => battle.target(state, hex),
            Action::Join(unit) => battle.join(state, unit),
            Action::Shift(division) => state.attack.shifts |= 1 << division,
            Action::Lower => state.attack.lowered += 1,
            _ => battle.roll(state, umpire),
        }
    }
}

impl Battle {
    /// The declaration as it stands.
    fn plan(&self, state: &State) -> Plan {
        Plan { targets: state.attack.defenders, adjacent: state.attack.attackers, guns: state.attack.guns }
    }

    /// Enemy units in `hex` that may be named as (further) targets.
    pub fn may_target(&self, state: &State, hex: HexId, duties: &Duties<'_>) -> Result<UnitSet, Violation> {
        let attack = &state.attack;
        let held = self.units_in(state, hex);
        let Some(enemy) = held.and(self.units_of(state.phasing.other())).first() else {
            return Err(match held.first() {
                Some(own) if state.frame == Frame::Declare => {
                    Violation::new("5.0", "is your own unit and no target: let it join the attack instead", subject(own))
                }
                Some(own) => {
                    Violation::new("5.0", "is your own unit: first name the enemy to be attacked, then let it join", subject(own))
                }
                None => Violation::new("5.0", "there is no enemy in the hex", Subject::Hex(hex)),
            });
        };
        if !attack.attackers.is_empty() || !attack.guns.is_empty() {
            return Err(Violation::new("6.1", "targets are named before the attackers", Subject::Hex(hex)));
        }
        if let Some(twice) = held.and(attack.defenders).first() {
            return Err(Violation::new("5.2", "is a target already", subject(twice)));
        }
        let enemies = self.attacked_together(state, held);
        if enemies.is_empty() {
            return Err(match held.and(self.guests(state)).first() {
                Some(guest) => Violation::new("10.4", "is not attacked apart from the one whose hex it came to", subject(guest)),
                None => Violation::new("5.2", "has been attacked in this phase", subject(enemy)),
            });
        }
        let targets = attack.defenders.or(enemies);
        duties.extendable(targets).map_err(|why| {
            let idle = self.silent_gun(state, targets, duties).or_else(|| self.parted(state, targets, duties));
            idle.unwrap_or(why)
        })?;
        Ok(enemies)
    }

    /// [9.0] [13.0] A unit in the next hex to a target, but over a river without a bridge: the river is what keeps it from attacking.
    fn river_bars(&self, state: &State, unit: Unit, targets: UnitSet) -> Option<Violation> {
        let from = state.hex(unit)?;
        let mut near = targets.into_iter().filter_map(|t| state.hex(t)).filter(|&to| self.grid().adjacent(from, to));
        // Infantry is stopped by nothing else.
        near.find_map(|to| self.terrain(state).step(Arm::Infantry, from, to).err())
    }

    /// If nobody can attack a target though somebody stands next to it: the river between them.
    fn parted(&self, state: &State, targets: UnitSet, duties: &Duties<'_>) -> Option<Violation> {
        if !targets.and(duties.within_reach()).is_empty() {
            return None;
        }
        let ready = self.present(state, state.phasing).less(self.guns).less(state.fought).less(state.reserve);
        ready.into_iter().find_map(|unit| self.river_bars(state, unit, targets))
    }

    /// If nobody can attack a single target though a gun has the distance for it: what silences the gun.
    fn silent_gun(&self, state: &State, targets: UnitSet, duties: &Duties<'_>) -> Option<Violation> {
        let target = targets.first().filter(|&t| !duties.within_reach().has(t))?;
        let to = state.hex(target)?;
        if targets.into_iter().any(|t| state.hex(t) != Some(to)) {
            return None;
        }
        let ready = self.present(state, state.phasing).and(self.guns).less(state.fought);
        let gun = ready.into_iter().find(|&g| state.hex(g).is_some_and(|from| self.grid().distance(from, to) == 2))?;
        Some(if state.reserve.has(gun) {
            Violation::new("11.0", "is in reserve and never attacks", subject(gun))
        } else if duties.free_guns().has(gun) {
            Violation::new("9.0", "has no open line of fire: woods, grove or town block it", subject(gun))
        } else {
            Violation::new("5.6", "is in an enemy Zone of Control and cannot bombard", subject(gun))
        })
    }

    /// Whether a unit may join the attack, and how: `true` as a bombarding gun. [5.8] A gun may join those in contact, and needs
    /// only one of the targets in range.
    pub fn may_join(&self, state: &State, unit: Unit, duties: &Duties<'_>) -> Result<bool, Violation> {
        let refuse = |case, why| Err(Violation::new(case, why, subject(unit)));
        let attack = &state.attack;
        if !self.present(state, state.phasing).has(unit) {
            return refuse("5.0", "is not a unit of yours on the map");
        }
        if attack.attackers.or(attack.guns).has(unit) {
            return refuse("5.5", "takes part already, with all its strength");
        }
        if state.fought.has(unit) {
            return refuse("5.2", "has fought in this phase");
        }
        if state.reserve.has(unit) {
            return refuse("11.0", "is in reserve and never attacks");
        }
        let mut plan = self.plan(state);
        let touched = duties.touched(unit).and(attack.defenders);
        let bombards = if touched == attack.defenders {
            plan.adjacent = plan.adjacent.or(self.stack_of(state, unit, false));
            false
        } else if !touched.is_empty() {
            return refuse("5.4", "does not touch every target");
        } else if !self.guns.has(unit) {
            return self
                .river_bars(state, unit, attack.defenders)
                .map_or_else(|| refuse("5.3", "does not touch the target"), Err);
        } else if !duties.free_guns().has(unit) {
            return refuse("5.6", "is in an enemy Zone of Control and cannot bombard");
        } else if !duties.guns_on(attack.defenders).has(unit) {
            let near = attack.defenders.into_iter().filter_map(|t| state.hex(t));
            let blocked = near.into_iter().any(|t| state.hex(unit).is_some_and(|h| self.grid().distance(h, t) == 2));
            return if blocked {
                refuse("9.0", "has no open line of fire: woods, grove or town block it")
            } else if self.title() == Title::Dresden {
                refuse("5.6", "bombards only at a distance of two hexes, or over a river without a bridge")
            } else {
                refuse("5.6", "bombards only at a distance of two hexes")
            };
        } else {
            plan.guns = plan.guns.or(self.stack_of(state, unit, true));
            true
        };
        duties.completable(&plan)?;
        Ok(bombards)
    }

    /// [6.1] Whether the attack is complete and the die may be rolled.
    pub fn may_roll(&self, state: &State, duties: &Duties<'_>) -> Lawful {
        let attack = &state.attack;
        if let Some(unit) = duties.must_join(attack.defenders).less(attack.attackers).first() {
            return Err(Violation::new("5.1", "would be left in an enemy Zone of Control without an attack", subject(unit)));
        }
        if attack.attackers.is_empty() && attack.guns.is_empty() {
            return Err(Violation::new("6.1", "no unit has been named as attacker", Subject::None));
        }
        if attack.attackers.is_empty() && attack.defenders.first().is_some_and(|t| duties.stack_with(t) != attack.defenders) {
            return Err(Violation::new("5.7", "guns alone bombard one hex only", Subject::None));
        }
        duties.completable(&self.plan(state))
    }

    /// Whether the declared attack could still be given the column shift of a division.
    pub(crate) fn may_shift(&self, state: &State, division: u8) -> Lawful {
        let why = |text| Err(Violation::new("20.2", text, Subject::None));
        if self.title() != Title::Eylau || self.division_strength(state, division) < 3 {
            return why("the column shift takes three units of the division in the attack");
        }
        if state.attack.shifts >> division & 1 == 1 {
            return why("the division has chosen the column shift already");
        }
        Ok(())
    }

    /// [6.2] Whether the attacker may go down one more column.
    pub(crate) fn may_lower(&self, state: &State) -> Lawful {
        if state.attack.attackers.or(state.attack.guns).is_empty() {
            return Err(Violation::new("6.1", "no unit has been named as attacker", Subject::None));
        }
        if self.column(state) == 0 {
            return Err(Violation::new("6.2", "there is no lower column", Subject::None));
        }
        Ok(())
    }

    /// Whether any attack at all could be declared now.
    pub(crate) fn any_attack(&self, duties: &Duties<'_>) -> bool {
        duties.within_reach().into_iter().any(|e| duties.extendable(duties.stack_with(e)).is_ok())
    }

    fn list_targets(&self, state: &State, duties: &Duties<'_>, out: &mut Vec<Action>) {
        let named = state.attack.defenders;
        // [5.4] A further target must be touched by somebody who touches those named already.
        let candidates = if named.is_empty() {
            duties.within_reach()
        } else {
            let common = duties.could_join(named);
            common.into_iter().fold(UnitSet::EMPTY, |all, u| all.or(duties.touched(u))).and(duties.within_reach())
        };
        let mut done = named;
        for enemy in candidates {
            if done.has(enemy) {
                continue;
            }
            let stack = duties.stack_with(enemy);
            done = done.or(stack);
            if let Some(hex) = state.hex(enemy)
                && duties.extendable(named.or(stack)).is_ok()
            {
                out.push(Action::Target(hex));
            }
        }
    }

    /// Names a target.
    pub(crate) fn target(&self, state: &mut State, hex: HexId) {
        let enemies = self.attacked_together(state, self.units_in(state, hex));
        state.attack.defenders = state.attack.defenders.or(enemies);
        state.frame = Frame::Declare;
    }

    /// Adds an attacker, and [10.3] those who stand with it.
    pub(crate) fn join(&self, state: &mut State, unit: Unit) {
        if state.attack.defenders.into_iter().any(|t| self.touches(state, unit, t)) {
            state.attack.attackers = state.attack.attackers.or(self.stack_of(state, unit, false));
        } else {
            state.attack.guns = state.attack.guns.or(self.stack_of(state, unit, true));
        }
    }
}
