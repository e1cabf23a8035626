//! [17.0] Disruption and reorganization: units destroyed but not lost come back at the end of the day, placed by the enemy.

use crate::event::{Event, Kind};
use crate::movement::March;
use crate::retreat::Escape;
use crate::state::{Frame, NOWHERE, Side, State};
use crate::title::Title;
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Battle};
use grognard_engine::plane::Plane;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Subject, Umpire, Violation};

/// [17.2] How far from the nearest enemy a unit comes back.
const NEAREST: u8 = 2;
const FARTHEST: u8 = 6;
/// [17.3] How far from the enemy the Old Guard must go in the night.
pub const APART: u8 = 3;

/// [17.2] Which disrupted unit of the enemy does this side place next?
#[derive(Clone, Copy, Debug)]
pub struct Reorganizing(pub Side);

impl Reorganizing {
    fn units(self, battle: &Battle, state: &State) -> impl Iterator<Item = Unit> {
        battle.to_place(state, self.0).into_iter().filter(move |&u| battle.may_take_up(state, self.0, u).is_ok())
    }
}

impl Room<Battle> for Reorganizing {
    fn asks(self, _: &Battle, _: &State) -> (Seat, Case) {
        (self.0.seat(), Case("17.2"))
    }

    fn list(self, battle: &Battle, state: &State, out: &mut Vec<Action>) {
        out.extend(self.units(battle, state).map(Action::Pick));
    }

    fn check(self, battle: &Battle, state: &State, action: Action) -> Lawful {
        match action {
            Action::Pick(unit) => battle.may_take_up(state, self.0, unit),
            _ => Err(battle.out_of_place(state, action)),
        }
    }

    fn deed(self, _: &Battle, state: &mut State, action: Action, _: &mut Umpire<'_, Event>) {
        if let Action::Pick(unit) = action {
            state.frame = Frame::Place { unit, placer: self.0 };
        }
    }

    fn pass(self, battle: &Battle, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        if self.units(battle, state).next().is_some() {
            return false;
        }
        match self.0 {
            Side::French => state.frame = Frame::Reorganize(Side::Allied),
            Side::Allied => {
                battle.rest_old_guard(state, umpire);
                battle.begin_next_day(state, umpire);
            }
        }
        true
    }
}

/// [17.2] Where does this side place it?
#[derive(Clone, Copy, Debug)]
pub struct Placing {
    /// The unit.
    pub unit: Unit,
    /// The side that places it.
    pub placer: Side,
}

impl Room<Battle> for Placing {
    fn asks(self, _: &Battle, _: &State) -> (Seat, Case) {
        (self.placer.seat(), Case("17.2"))
    }

    fn list(self, battle: &Battle, state: &State, out: &mut Vec<Action>) {
        battle.places_for(state, self.unit).for_each(|hex| out.push(Action::Place(hex)));
    }

    fn check(self, battle: &Battle, state: &State, action: Action) -> Lawful {
        match action {
            Action::Place(hex) => battle.may_place(state, self.unit, hex),
            _ => Err(battle.out_of_place(state, action)),
        }
    }

    fn deed(self, battle: &Battle, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Action::Place(hex) = action {
            battle.place(state, self.unit, hex, self.placer, umpire);
        }
    }
}

impl Battle {
    /// [17.0] [17.1] Whether a unit destroyed now is lost for good, rather than disrupted.
    pub(crate) fn lost_for_good(&self, state: &State, unit: Unit) -> bool {
        if self.title() != Title::Dresden || !self.can_be_disrupted(unit) {
            return true;
        }
        // [16.5] In a combat the army's state is read when the die falls (R27); elsewhere as it is.
        let demoralized = if state.attack.rolled { state.attack.demoralized } else { self.demoralized_bits(state) }
            >> (self.army(unit) as u8)
            & 1
            == 1;
        // [17.1] Whatever destroys it: outside a combat the position itself is looked at.
        let surrounded =
            if state.attack.rolled { state.attack.surrounded } else { self.surrounded(state, UnitSet::one(unit)) }.has(unit);
        demoralized || surrounded
    }

    /// [17.1] The units among these that have no safe hex, free or held by a friend; read before a result removes anyone.
    pub(crate) fn surrounded(&self, state: &State, units: UnitSet) -> UnitSet {
        if self.title() != Title::Dresden {
            return UnitSet::EMPTY;
        }
        let cut_off = |side: Side| {
            let units = units.and(self.present(state, side));
            if units.is_empty() {
                return units;
            }
            let escape = Escape::of(self, state, side);
            units.filter(|u| escape.safe(u).next().is_none())
        };
        cut_off(Side::French).or(cut_off(Side::Allied))
    }

    /// [17.2] The side whose disrupted units `placer` puts back.
    fn to_place(&self, state: &State, placer: Side) -> UnitSet {
        state.disrupted.and(self.units_of(placer.other()))
    }

    /// [17.2] The hexes in which a disrupted unit may come back now.
    fn places_for(&self, state: &State, unit: Unit) -> Plane {
        let side = self.pieces()[usize::from(unit)].side;
        let friends = self.present(state, side);
        let kin = friends.and(self.units_of_army(self.army(unit)));
        let at = |units: UnitSet| {
            let mut plane = Plane::EMPTY;
            for u in units {
                plane.insert(state.hexes[usize::from(u)]);
            }
            plane.neighbours().and(&self.terrain(state).on_map)
        };
        let enemies = self.occupied(state, side.other());
        let shut = enemies.or(&self.terrain(state).zone(&enemies)).or(&self.full(state, side));
        // Not too near, not too far from the nearest enemy.
        let ring = self.too_near(&enemies, FARTHEST + 1).less(&self.too_near(&enemies, NEAREST));
        let fits = |plane: Plane| plane.less(&shut).and(&ring);
        let beside_kin = fits(at(kin));
        if beside_kin.is_empty() { fits(at(friends)) } else { beside_kin }
    }

    /// Whether `placer` may take up a disrupted unit to place it.
    fn may_take_up(&self, state: &State, placer: Side, unit: Unit) -> Lawful {
        if !self.to_place(state, placer).has(unit) {
            return Err(Violation::new("17.2", "is no disrupted unit of the enemy", subject(unit)));
        }
        if self.places_for(state, unit).is_empty() {
            return Err(Violation::new("17.2", "has no hex to come back to and must wait", subject(unit)));
        }
        Ok(())
    }

    /// Whether a disrupted unit may be placed in a hex.
    fn may_place(&self, state: &State, unit: Unit, hex: HexId) -> Lawful {
        if self.places_for(state, unit).has(hex) {
            return Ok(());
        }
        let side = self.pieces()[usize::from(unit)].side;
        let distance = self.distance_to_enemy(state, side, hex);
        let why = if !(NEAREST..=FARTHEST).contains(&distance) {
            "must be two to six hexes from the nearest enemy"
        } else if self.full(state, side).has(hex) {
            "is full"
        } else {
            "is not next to a unit that the disrupted one can rejoin"
        };
        Err(Violation::new("17.2", why, Subject::Hex(hex)))
    }

    fn place(&self, state: &mut State, unit: Unit, hex: HexId, placer: Side, umpire: &mut Umpire<'_, Event>) {
        state.disrupted.remove(unit);
        state.hexes[usize::from(unit)] = hex;
        state.frame = Frame::Reorganize(placer);
        umpire.tell(|| {
            let text = format!("{} is reorganized in {} [17.2]", self.tag(unit), self.grid().number(hex));
            self.unit_event(Kind::Reserve, "17.2", unit, &[hex], text)
        });
    }

    /// [17.3] At the end of the day the Old Guard infantry goes back into reserve.
    fn rest_old_guard(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let guard = self.old_guard().and(self.on_map(state)).less(state.reserve);
        state.reserve = state.reserve.or(guard);
        if !guard.is_empty() {
            umpire.tell(|| {
                let text = format!("{} back in reserve [17.3]", self.names(guard));
                self.event(Kind::Reserve, "17.3", guard, &[], text)
            });
        }
    }

    /// [17.3] Whether this is one of the two night turns after a day, and whether it is the second.
    pub(crate) fn night_after_day(&self, state: &State) -> Option<bool> {
        let day = |turns_ago: u8| {
            let turn = usize::from(state.turn).checked_sub(usize::from(turns_ago) + 1)?;
            self.scenario.turns.get(turn).map(|t| t.end_of_day)
        };
        if self.title() != Title::Dresden || !self.is_night(state) {
            return None;
        }
        match (day(1), day(2)) {
            (Some(true), _) => Some(false),
            (_, Some(true)) => Some(true),
            _ => None,
        }
    }

    /// [17.3] Hexes in which the Old Guard is where it belongs: three hexes from every enemy, or on the Elbe outside enemy
    /// zones.
    fn havens(&self, state: &State) -> Plane {
        let enemies = self.occupied(state, Side::Allied);
        let far = self.terrain(state).on_map.less(&self.too_near(&enemies, APART));
        let mut elbe = Plane::EMPTY;
        for &hex in self.scenario.sheet.areas.get("elbe").into_iter().flatten() {
            elbe.insert(hex);
        }
        far.or(&elbe.less(&self.terrain(state).zone(&enemies)).less(&enemies))
    }

    /// [17.3] In these nights the Old Guard may move to a haven whatever its distance on the way: where it may end its move.
    pub(crate) fn guard_goes_home(&self, state: &State, unit: Unit) -> Option<Plane> {
        self.night_after_day(state).filter(|_| self.old_guard().has(unit) && state.reserve.has(unit)).map(|_| self.havens(state))
    }

    /// [17.3] Whether the Old Guard may end its move in a haven only: in the second night turn, if it stands in one or can reach one.
    pub(crate) fn guard_bound_home(&self, state: &State, unit: Unit) -> bool {
        if self.night_after_day(state) != Some(true) || state.phasing != Side::French || !self.old_guard().has(unit) {
            return false;
        }
        let havens = self.havens(state);
        let reachable = || !March::of(self, state, unit, 0, false, APART).ends().and(&havens).is_empty();
        state.reserve.has(unit) && (state.hex(unit).is_some_and(|h| havens.has(h)) || reachable())
    }

    /// [17.3] Whether a unit of the Old Guard that keeps this distance may end its move in a haven only.
    pub(crate) fn guard_only_home(&self, state: &State, unit: Unit, ward: u8) -> bool {
        let resting = self.old_guard().has(unit) && state.reserve.has(unit);
        ward == APART && resting && self.night_after_day(state) == Some(true)
    }

    /// [17.3] Old Guard infantry that must still go to a haven before the French phase of the second night turn can end.
    pub(crate) fn guard_must_go(&self, state: &State) -> UnitSet {
        if self.night_after_day(state) != Some(true) || state.phasing != Side::French {
            return UnitSet::EMPTY;
        }
        let guard = self.old_guard().and(state.reserve).less(state.moved);
        if guard.is_empty() {
            return guard;
        }
        let havens = self.havens(state);
        let strayed = |u: Unit| state.hex(u).is_some_and(|h| !havens.has(h));
        guard.filter(|u| strayed(u) && self.guard_bound_home(state, u))
    }

    /// [17.3] At the end of that phase Old Guard that is not in a haven, because it could not get there, is active again.
    pub(crate) fn wake_strayed_guard(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if self.night_after_day(state) != Some(true) || state.phasing != Side::French {
            return;
        }
        let havens = self.havens(state);
        let strayed = |u: &Unit| state.hex(*u).is_some_and(|h| h != NOWHERE && !havens.has(h));
        let units = self.old_guard().and(state.reserve).into_iter().filter(strayed).collect();
        self.activate(state, units, "17.3", umpire);
    }
}
