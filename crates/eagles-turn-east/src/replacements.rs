//! [I.b.1] [I.b.2] [5.6] Replacements from the pools, counters raised at the source, and [3.6] promotions.

use crate::counters::Kind as Troops;
use crate::donate::FULL;
use crate::event::{Event, Kind};
use crate::losses::ARM_WORDS;
use crate::muster::NEVER;
use crate::roster::Rank;
use crate::state::{ARMS, Leader, Leaders, NOBODY, State, Strength, Unit};
use crate::{Action, Campaign};
use grognard_engine::fields::NOWHERE;
use grognard_engine::{HexId, Subject, Umpire, UnitId, Violation};

/// [5.6] Points that a unit gets in a turn at most.
const PER_TURN: u8 = 3;
/// `[1]` Strength Points of a March Regiment.
pub(crate) const MARCH: u8 = 3;

impl Campaign {
    /// [5.6] The pool from which a unit takes an arm; none if there is none for it.
    fn pool_for(&self, state: &State, unit: Unit, arm: usize) -> Option<usize> {
        let body = &self.bodies()[usize::from(unit)];
        let pool = &state.offices[body.army as usize].pool;
        if !self.scenario.compiled.native.has(unit.into()) {
            return None;
        }
        match (body.kind, arm) {
            (Troops::Guard, 0) => Some(4),
            (Troops::Guard, _) => None,
            (Troops::Kossack, 1) => Some(2),
            // A March Regiment may be one of Kossacks, if there is no other cavalry.
            (Troops::March, 1) if pool[1] == 0 && pool[2] > 0 => Some(2),
            (_, 0) => Some(0),
            (_, 1) => Some(1),
            (_, 2) => Some(3),
            _ => None,
        }
    }

    /// Whether a counter can take another point of an arm.
    pub(crate) fn has_room(&self, state: &State, unit: Unit, arm: usize) -> bool {
        let (body, now) = (&self.bodies()[usize::from(unit)], state.strength[usize::from(unit)]);
        let most = if body.kind == Troops::March { MARCH } else { FULL };
        body.parts.get(arm) == Some(&true) && now[arm] < FULL && (body.kind != Troops::March || now.iter().sum::<u8>() < most)
    }

    fn own_counter(&self, state: &State, counter: Unit, case: &'static str) -> Result<Unit, Violation> {
        let unit = usize::from(counter).checked_sub(self.leaders()).filter(|&unit| unit < self.bodies().len());
        let own = unit.filter(|&unit| self.is_campaign() && self.bodies()[unit].army.side() == state.phasing);
        // A Major General is mostly called as his unit is.
        let why = match usize::from(counter) < self.leaders() {
            true => "name a unit, not its leader: the tag of a unit ends with its arms, as FriantI",
            false => "name a unit of yours in a campaign",
        };
        own.map(|unit| unit as Unit).ok_or_else(|| Violation::new(case, why, Subject::Unit(UnitId(counter.into()))))
    }

    /// [I.b.1] Whether a unit can get a point from the pool.
    pub(crate) fn may_replace(&self, state: &State, counter: Unit, arm: u8) -> Result<usize, Violation> {
        let unit = self.own_counter(state, counter, "I.b.1")?;
        let no = |case: &'static str, why: &'static str| Err(Violation::new(case, why, Subject::Unit(UnitId(counter.into()))));
        let (at, arm) = (usize::from(unit), usize::from(arm));
        let army = self.bodies()[at].army;
        let Some(hex) = state.hex(state.track[at]).filter(|_| state.strength[at] != [0; ARMS]) else {
            return no("I.b.1", "only units on the map get points");
        };
        if !self.has_room(state, unit, arm) {
            return no("5.6", "the unit cannot take this arm, or is full");
        }
        self.may_take_foot(state, unit, arm)?;
        let Some(pool) = self.pool_for(state, unit, arm) else { return no("5.6", "there are no points of its nation and kind") };
        if state.offices[army as usize].pool[pool] == 0 {
            return no("I.b.1", "the pool has no such point");
        }
        if state.replaced[at] >= PER_TURN {
            return no("5.6", "it has had three points in this turn");
        }
        if self.is_filling_up(state, unit, hex) {
            return Ok(pool);
        }
        if !self.sends_replacements(state, army) {
            return no("I.b.1", "the Center of Operations is not active");
        }
        // The armies keep their administrations apart: whoever leads the unit, its own Center sends the points.
        if !self.is_heard(state, army, hex) {
            return no("5.3", "the unit is out of Dispatch Distance of its Center");
        }
        if self.foes(state, army.side()).zone.has(hex) {
            return no("I.b.1", "its leader stands in an enemy zone of control");
        }
        Ok(pool)
    }

    /// [I.b.2] Whether a counter has just been raised at the source: it is filled up there, wherever the Center is.
    fn is_filling_up(&self, state: &State, unit: Unit, hex: HexId) -> bool {
        let body = &self.bodies()[usize::from(unit)];
        let raised = body.spare() && state.replaced[usize::from(unit)] > 0;
        raised && hex == state.source[body.army as usize] && state.changing[body.army as usize] == NOWHERE
    }

    /// [I.b.2] Whether a counter that is not in play can be raised at the source, and under whom.
    pub(crate) fn may_raise(&self, state: &State, counter: Unit, arm: u8) -> Result<(usize, Leader, HexId), Violation> {
        let unit = self.own_counter(state, counter, "I.b.2")?;
        let no = |why: &'static str| Err(Violation::new("I.b.2", why, Subject::Unit(UnitId(counter.into()))));
        let (at, arm) = (usize::from(unit), usize::from(arm));
        let army = self.bodies()[at].army;
        if !self.bodies()[at].spare() || state.track[at] != NOBODY || arm >= ARMS {
            return no("only a counter that has not been in play is raised");
        }
        if self.bodies()[at].from == NEVER {
            return no("this counter is left out of play with its sheet");
        }
        if self.bodies()[at].from > state.turn {
            return no("this counter is not available yet");
        }
        if !self.is_first_of_its_kind(state, unit) {
            return no("another counter like it comes first");
        }
        let Some(pool) = self.pool_for(state, unit, arm).filter(|_| self.bodies()[at].parts[arm]) else {
            return no("there are no points of its nation and kind");
        };
        if state.offices[army as usize].pool[pool] == 0 {
            return no("the pool has no such point");
        }
        if state.changing[army as usize] != NOWHERE {
            return no("no replacements while the supply source is being changed");
        }
        let hex = state.source[army as usize];
        let foes = self.foes(state, army.side());
        if hex == NOWHERE || foes.held.has(hex) || foes.zone.has(hex) {
            return no("the active source is not free");
        }
        // [5.1] [6.11] `[13]` Thorn, Warsaw and Königsberg may be no active source for a while.
        if !self.serves(state, army, hex) || self.is_shelled(state, army, hex) {
            return no("the source is closed");
        }
        let mut strength: Strength = [0; ARMS];
        strength[arm] = 1;
        if self.stack(state, army.side(), hex) >= u16::from(self.figures().stacking) {
            return no("too many Strength Points stand at the source");
        }
        match self.spare_general_for(state, unit, strength) {
            Some(general) => Ok((pool, general, hex)),
            None => no("no Major General is free to lead it"),
        }
    }

    /// [3.6] Whether a division general can be promoted, and where he appears.
    pub(crate) fn may_promote(&self, state: &State, leader: Leader) -> Result<HexId, Violation> {
        let no = |why: &'static str| Err(Violation::new("3.6", why, Subject::Unit(UnitId(leader.into()))));
        if usize::from(leader) >= self.leaders() || self.side_of(leader) != state.phasing {
            return no("name a general of yours");
        }
        let general = self.general(leader);
        let known = matches!(general.name.as_str(), "Tolstoi" | "Sacken") && general.start == crate::roster::Start::Pool;
        let away = state.hex(leader).is_some() || state.away[usize::from(leader)] != crate::state::Away::No;
        // Whoever has been captured does not come back.
        let lost = state.since[usize::from(leader)] > 0;
        if general.rank != Rank::General || !known || away || lost {
            return no("only Tolstoi and Sacken are promoted, once each");
        }
        if state.promotions == 0 {
            return no("no other leader of the Coalition has been captured");
        }
        let division = (0..self.bodies().len()).find(|&unit| self.bodies()[unit].name == general.name);
        let place = division.filter(|&unit| state.strength[unit] != [0; ARMS]).and_then(|unit| state.hex(state.track[unit]));
        match place {
            Some(hex) => Ok(hex),
            None => no("his division is not on the map"),
        }
    }

    /// Lists replacements, counters to raise and promotions.
    pub(crate) fn list_replacements(&self, state: &State, out: &mut Vec<Action>) {
        // Only a campaign has promotions and screens.
        let ours = self.scenario.roster.sides[state.phasing as usize];
        let ours = if self.is_campaign() || state.promotions > 0 { ours } else { Leaders::EMPTY };
        // Nobody is promoted whose name is not called for, nor are those on the map.
        let (screens, waits) =
            if self.is_campaign() { (self.forces(state, state.phasing), ours) } else { (Leaders::EMPTY, ours) };
        let waits = if state.promotions > 0 { waits } else { Leaders::EMPTY };
        // Nor is anybody who is not cavalry of one point a screen.
        let timid = self.ask_troops(state, |troops| screens.filter(|leader| troops.sums[usize::from(leader)] == [0, 1, 0]));
        for leader in timid.or(waits).into_iter().map(|leader| leader as Leader) {
            let promoted = state.promotions > 0 && self.may_promote(state, leader).is_ok();
            out.extend(promoted.then_some(Action::Promote(leader)));
            out.extend(self.may_screen(state, leader).is_ok().then_some(Action::Screen(leader)));
        }
        for &army in state.phasing.armies().iter().filter(|_| self.is_grand()) {
            out.extend(self.may_remount(state, army as u8).is_ok().then_some(Action::Remount(army as u8)));
            out.extend(self.may_dismount(state, army as u8).is_ok().then_some(Action::Dismount(army as u8)));
        }
        if !self.is_campaign() || state.phasing.armies().iter().all(|army| state.offices[*army as usize].pool == [0; 5]) {
            return;
        }
        let native = self.scenario.roster.units_of[state.phasing as usize].and(self.scenario.compiled.native);
        for unit in native.into_iter().map(|unit| unit as Unit) {
            let counter = unit + self.leaders() as Unit;
            let (army, place) = (self.bodies()[usize::from(unit)].army, state.hex(state.track[usize::from(unit)]));
            let reached = || {
                let heard = |hex: HexId| self.sends_replacements(state, army) && self.is_heard(state, army, hex);
                place.is_some_and(|hex| heard(hex) || self.is_filling_up(state, unit, hex))
            };
            let pool = &state.offices[army as usize].pool;
            let filled = |arm: usize| self.pool_for(state, unit, arm).is_some_and(|at| pool[at] > 0);
            let able = |arm: u8| filled(arm.into()) && (place.is_none() || self.has_room(state, unit, arm.into()));
            if !(0..ARMS as u8).any(able) || state.track[usize::from(unit)] != NOBODY && !reached() {
                continue;
            }
            for arm in 0..ARMS as u8 {
                if state.track[usize::from(unit)] == NOBODY {
                    out.extend(self.may_raise(state, counter, arm).is_ok().then_some(Action::Raise(counter, arm)));
                } else {
                    out.extend(self.may_replace(state, counter, arm).is_ok().then_some(Action::Replace(counter, arm)));
                }
            }
        }
    }

    /// [I.b.1] A unit gets a point from the pool.
    pub(crate) fn replace(&self, state: &mut State, counter: Unit, arm: u8, umpire: &mut Umpire<'_, Event>) {
        let Ok(pool) = self.may_replace(state, counter, arm) else { return };
        let unit = usize::from(counter) - self.leaders();
        let army = self.bodies()[unit].army;
        state.offices[army as usize].pool[pool] -= 1;
        state.strength[unit][usize::from(arm)] += 1;
        state.replaced[unit] += 1;
        umpire.tell(|| {
            let text = format!("{} gets 1 {} from the pool [I.b.1]", self.body_tag(unit as Unit), ARM_WORDS[usize::from(arm)]);
            self.note(Kind::Note, "I.b.1", text).veiled(army.side(), None)
        });
    }

    /// [I.b.2] A counter is raised at the source.
    pub(crate) fn raise(&self, state: &mut State, counter: Unit, arm: u8, umpire: &mut Umpire<'_, Event>) {
        let Ok((pool, general, hex)) = self.may_raise(state, counter, arm) else { return };
        let unit = usize::from(counter) - self.leaders();
        let army = self.bodies()[unit].army;
        state.offices[army as usize].pool[pool] -= 1;
        self.make_general(state, general, hex);
        state.absent.remove(unit as u16);
        state.strength[unit][usize::from(arm)] = 1;
        state.shown[unit] = state.strength[unit];
        (state.track[unit], state.seen[unit]) = (general, general);
        state.replaced[unit] += 1;
        umpire.tell(|| {
            let number = self.grid().number(hex);
            let text = format!("{} raises {} at {number} [I.b.2]", self.tag(general), self.body_tag(unit as Unit));
            let veiled = format!("a {} Major General is made in {number} [I.b.3]", army.side().name());
            // [1.1] The pool is private: others are told of any Major General under the same case.
            self.event(Kind::Leader, "I.b.3", Leaders::one(general.into()), &[hex], text).veiled(army.side(), Some(veiled))
        });
    }

    /// [3.6] A division general is promoted: his better counter appears with his division, which has another general from now on.
    pub(crate) fn promote(&self, state: &mut State, leader: Leader, umpire: &mut Umpire<'_, Event>) {
        let Ok(hex) = self.may_promote(state, leader) else { return };
        state.promotions -= 1;
        self.make_general(state, leader, hex);
        let side = self.side_of(leader);
        umpire.tell(|| {
            let number = self.grid().number(hex);
            let text = format!("{} is promoted in {number} [3.6]", self.tag(leader));
            let veiled = format!("a {} leader appears in {number} [3.6]", side.name());
            self.event(Kind::Leader, "3.6", Leaders::one(leader.into()), &[hex], text).veiled(side, Some(veiled))
        });
        self.leave_division(state, leader, umpire);
    }
}
