//! [11.0] Reserve units: on the map, but not in play until something activates them. Face down is a status, not a secret (R54).

use crate::event::{Event, Kind};
use crate::exclusive::dresden::disruption::APART;
use crate::exclusive::dresden::morale::{ARMIES, Army};
use crate::state::{Frame, Side, State};
use crate::title::Title;
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Battle};
use grognard_engine::plane::Plane;
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Subject, Umpire, Violation};

/// [11.1] How near to the enemy a reserve may move.
const FRENCH_LIMIT: u8 = 3;
const ALLIED_LIMIT: u8 = 4;
/// [17.3] The Old Guard infantry by name, wherever a position that was set up has them begin.
pub const OLD_GUARD: [&str; 2] = ["Friant", "Curial"];
/// [11.5] What the French pay for their Old Guard.
pub const COMMITMENT: u8 = 4;

/// [11.3] Does a reserve answer a loss? A decision on top of another, which waits.
#[derive(Clone, Copy, Debug)]
pub struct Answering;

impl Answering {
    /// Those of every army that has lost a unit: which of them answers first is for the player to say.
    fn reserves(self, battle: &Battle, state: &State) -> UnitSet {
        let offers = state.offers();
        let armies = Army::ALL.into_iter().filter(|&army| offers[army as usize] > 0);
        armies.fold(UnitSet::EMPTY, |all, army| all.or(battle.reserves_of(state, army)))
    }
}

impl Room<Battle> for Answering {
    fn asks(self, _: &Battle, _: &State) -> (Seat, Case) {
        (Side::Allied.seat(), Case("11.3"))
    }

    fn list(self, battle: &Battle, state: &State, out: &mut Vec<Action>) {
        out.extend(self.reserves(battle, state).into_iter().map(Action::Activate));
        out.push(Action::Hold);
    }

    fn check(self, battle: &Battle, state: &State, action: Action) -> Lawful {
        match action {
            Action::Activate(unit) if self.reserves(battle, state).has(unit) => Ok(()),
            Action::Activate(unit) if battle.army(unit) == Army::French => Err(battle.no_allied_reserve(state, unit, "11.3")),
            Action::Activate(unit) => Err(Violation::new("11.3", "is no reserve of an army that lost a unit", subject(unit))),
            Action::Hold => Ok(()),
            _ => Err(Violation::new("11.3", "first decide whether a reserve answers the loss", Subject::None)),
        }
    }

    fn deed(self, battle: &Battle, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Action::Activate(unit) = action {
            battle.answer_offer(state, Some(battle.army(unit)));
            battle.activate(state, UnitSet::one(unit), "11.3", umpire);
        } else {
            let first = battle.offered(state);
            battle.answer_offer(state, first);
        }
    }

    fn pass(self, battle: &Battle, state: &mut State, _: &mut Umpire<'_, Event>) -> bool {
        let nobody = battle.offered(state).is_none();
        if nobody {
            state.interrupts.pop();
        }
        nobody
    }
}

/// [11.4] Which reserves does the Allied player pay for?
#[derive(Clone, Copy, Debug)]
pub struct Mustering;

impl Room<Battle> for Mustering {
    fn asks(self, _: &Battle, _: &State) -> (Seat, Case) {
        (Side::Allied.seat(), Case("11.4"))
    }

    fn list(self, battle: &Battle, state: &State, out: &mut Vec<Action>) {
        out.extend(battle.payable(state).into_iter().map(Action::Activate));
        out.push(Action::Ready);
    }

    fn check(self, battle: &Battle, state: &State, action: Action) -> Lawful {
        match action {
            Action::Activate(unit) => battle.may_pay_for(state, unit),
            Action::Ready => Ok(()),
            _ => Err(battle.out_of_place(state, action)),
        }
    }

    fn deed(self, battle: &Battle, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Activate(unit) => {
                battle.activate(state, UnitSet::one(unit), "11.4", umpire);
                battle.shift_morale(state, battle.army(unit), -1, "11.4", umpire);
            }
            _ => battle.end_muster(state, umpire),
        }
    }

    fn forced(self, battle: &Battle, state: &State) -> Option<Action> {
        battle.payable(state).is_empty().then_some(Action::Ready)
    }
}

impl Battle {
    /// The distance from a hex to the nearest enemy of `side`, rivers ignored (R20).
    pub(crate) fn distance_to_enemy(&self, state: &State, side: Side, hex: HexId) -> u8 {
        let enemies = self.present(state, side.other());
        enemies.into_iter().map(|e| self.grid().distance(hex, state.hexes[usize::from(e)])).min().unwrap_or(u8::MAX)
    }

    /// [11.1] The distance that a reserve unit must keep in a move that begins now; 0 for units that are no reserves.
    /// [17.3] In the nights after the two days the Old Guard moves freely to where it belongs, which is judged hex by hex.
    pub(crate) fn ward(&self, state: &State, unit: Unit) -> u8 {
        let Some(hex) = state.hex(unit).filter(|_| state.reserve.has(unit)) else { return 0 };
        if self.guard_bound_home(state, unit) {
            return APART;
        }
        let side = self.pieces()[usize::from(unit)].side;
        let limit = if side == Side::French { FRENCH_LIMIT } else { ALLIED_LIMIT };
        limit.min(self.distance_to_enemy(state, side, hex))
    }

    /// [11.1] Hexes too near to the enemy for a reserve that must keep a distance. It is counted as the crow flies (R20), also over
    /// the corner of Dresden that is cut off the map.
    pub(crate) fn too_near(&self, enemies: &Plane, ward: u8) -> Plane {
        let mut near = *enemies;
        for _ in 1..ward {
            near = near.or(&near.neighbours());
        }
        near.and(&self.terrains[0].on_map)
    }

    /// Turns reserves face up.
    pub(crate) fn activate(&self, state: &mut State, units: UnitSet, case: &'static str, umpire: &mut Umpire<'_, Event>) {
        let units = units.and(state.reserve);
        if units.is_empty() {
            return;
        }
        state.reserve = state.reserve.less(units);
        umpire.tell(|| {
            let hexes: Vec<HexId> = units.into_iter().filter_map(|u| state.hex(u)).collect();
            let text = format!("{} activated [{case}]", self.names(units));
            self.event(Kind::Reserve, case, units, &hexes, text)
        });
    }

    /// [11.2] A unit has come to a hex: reserves in contact with it are activated at once, and so is it itself.
    pub(crate) fn wake_reserves(&self, state: &mut State, unit: Unit, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        if self.title() != Title::Dresden || state.reserve.is_empty() {
            return;
        }
        let side = self.pieces()[usize::from(unit)].side;
        let theirs = self.present(state, side.other());
        let terrain = self.terrain(state);
        let mut touched = theirs.and(state.reserve).filter(|u| terrain.contact(hex, state.hexes[usize::from(u)]));
        // A reserve that comes into contact by its own move is no reserve any longer either.
        if state.reserve.has(unit) && terrain.touches(hex, &state.hexes_of(theirs)) {
            touched.insert(unit);
        }
        self.activate(state, touched, "11.2", umpire);
    }

    /// [11.2] When a turn begins, reserves that the weather has brought into contact are activated: a stream that was a river
    /// in the rain keeps nobody apart in the night. [17.3] The Old Guard that has just gone back into reserve is not.
    pub(crate) fn wake_by_weather(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if self.title() != Title::Dresden || state.reserve.is_empty() {
            return;
        }
        let resting = if self.night_after_day(state).is_some() { self.old_guard() } else { UnitSet::EMPTY };
        let touched = |side: Side| -> UnitSet {
            let zone = self.enemy_zone(state, side);
            let reserves = self.present(state, side).and(state.reserve).less(resting);
            reserves.into_iter().filter(|&u| zone.has(state.hexes[usize::from(u)])).collect()
        };
        let units = touched(Side::French).or(touched(Side::Allied));
        self.activate(state, units, "11.2", umpire);
    }

    /// Reserves of an army that stand on the map.
    pub(crate) fn reserves_of(&self, state: &State, army: Army) -> UnitSet {
        self.units_of_army(army).and(state.reserve).and(self.on_map(state))
    }

    /// [11.3] An army that has lost a unit and may turn up a reserve at once, if that is still to be decided: the first of them.
    pub(crate) fn offered(&self, state: &State) -> Option<Army> {
        let offers = state.offers();
        if offers == [0; ARMIES] {
            return None;
        }
        Army::ALL.into_iter().find(|&a| offers[a as usize] > 0 && !self.reserves_of(state, a).is_empty())
    }

    /// [11.3] A loss of an Allied army makes an offer, which interrupts whatever goes on.
    pub(crate) fn offer_reserve(&self, state: &mut State, unit: Unit) {
        let army = self.army(unit);
        if self.title() == Title::Dresden && army != Army::French {
            let mut offers = state.offers();
            offers[army as usize] = offers[army as usize].saturating_add(1);
            state.set_offers(offers);
        }
    }

    /// [11.3] One offer for each unit lost: one of this army has been answered.
    fn answer_offer(&self, state: &mut State, army: Option<Army>) {
        if let Some(army) = army {
            let mut offers = state.offers();
            offers[army as usize] = offers[army as usize].saturating_sub(1);
            state.set_offers(offers);
        }
    }

    /// [11.4] Whether the Allied player may pay for a reserve.
    fn may_pay_for(&self, state: &State, unit: Unit) -> Lawful {
        let army = self.army(unit);
        if army == Army::French || !self.reserves_of(state, army).has(unit) {
            return Err(self.no_allied_reserve(state, unit, "11.4"));
        }
        if state.morale[army as usize] <= army.start() {
            return Err(Violation::new("11.4", "belongs to an army whose morale is not above its starting level", subject(unit)));
        }
        Ok(())
    }

    /// [11.4] Reserves that the Allied player may pay for.
    pub(crate) fn payable(&self, state: &State) -> UnitSet {
        let above = |army: &Army| state.morale[*army as usize] > army.start();
        if !Army::ALL[1..].iter().any(above) {
            return UnitSet::EMPTY;
        }
        self.present(state, Side::Allied).and(state.reserve).filter(|unit| self.may_pay_for(state, unit).is_ok())
    }

    /// [11.3] [11.4] Why the Allied player may not activate a unit when nobody asks him to.
    pub(crate) fn why_not_activate(&self, state: &State, unit: Unit) -> Violation {
        let army = self.army(unit);
        let moving = matches!(state.frame, Frame::Move | Frame::Hand { .. } | Frame::Overfull) && state.phasing == Side::Allied;
        let (case, why) = if army == Army::French || !self.reserves_of(state, army).has(unit) {
            return self.no_allied_reserve(state, unit, if moving { "11.4" } else { "11.3" });
        } else if !moving {
            ("11.3", "no loss allows a reserve to be activated now")
        } else if state.morale[army as usize] <= army.start() {
            ("11.4", "belongs to an army whose morale is not above its starting level")
        } else {
            ("11.4", "could have been activated only before the first move of the phase")
        };
        Violation::new(case, why, subject(unit))
    }

    /// A unit that is no reserve of the Allies. [11.5] The Old Guard has a word of its own.
    fn no_allied_reserve(&self, state: &State, unit: Unit, case: &'static str) -> Violation {
        if self.reserves_of(state, Army::French).has(unit) {
            Violation::new("11.5", "is Old Guard, which the French commit", subject(unit))
        } else {
            Violation::new(case, "is no Allied reserve", subject(unit))
        }
    }

    /// [11.5] The Old Guard infantry that the French could commit now.
    fn committable(&self, state: &State) -> UnitSet {
        let able = self.title() == Title::Dresden && state.morale[Army::French as usize] >= COMMITMENT;
        if able { self.present(state, Side::French).and(state.reserve) } else { UnitSet::EMPTY }
    }

    /// [11.5] The one unit that the French could commit now, if there is just one.
    pub(crate) fn only_guard(&self, state: &State) -> Option<Unit> {
        let guard = self.committable(state);
        guard.first().filter(|_| guard.len() == 1)
    }

    /// [11.5] Whether the French may commit these units now: at any decision of theirs.
    fn may_commit(&self, state: &State, units: UnitSet) -> Lawful {
        if self.owner(state) != Side::French || state.frame == Frame::Over {
            return Err(Violation::new("11.5", "the French commit their Guard at a decision of their own", Subject::None));
        }
        if units.is_empty() {
            return Err(Violation::new("11.5", "there is no Old Guard in reserve to be committed", Subject::None));
        }
        match units.less(self.committable(state)).first() {
            Some(unit) if self.reserves_of(state, Army::French).has(unit) => {
                Err(Violation::new("11.5", "takes four points of French morale, and there are fewer", subject(unit)))
            }
            Some(unit) => Err(Violation::new("11.5", "is no Old Guard in reserve", subject(unit))),
            None => Ok(()),
        }
    }

    /// [11.5] What the French may do besides at any decision of theirs.
    #[inline]
    pub(crate) fn list_commitments(&self, state: &State, out: &mut Vec<Action>) {
        let units = self.committable(state);
        if units.is_empty() || self.may_commit(state, units).is_err() {
            return;
        }
        out.extend(units.into_iter().map(Action::Commit));
        if units.len() > 1 {
            out.push(Action::CommitAll);
        }
    }

    /// [11.5] Whether that is legal; nothing is said of other actions. A loss is answered first.
    #[inline]
    pub(crate) fn check_commitment(&self, state: &State, action: Action) -> Option<Result<(), Violation>> {
        match action {
            _ if !state.interrupts.is_empty() => None,
            Action::Commit(unit) => Some(self.may_commit(state, UnitSet::one(unit))),
            Action::CommitAll => Some(match self.committable(state) {
                one if one.len() == 1 => Err(Violation::new("11.5", "there is only one to be committed", Subject::None)),
                units => self.may_commit(state, units),
            }),
            _ => None,
        }
    }

    /// [11.5] Does it: one payment for one or both. `false` if it is another action.
    #[inline]
    pub(crate) fn commit(&self, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) -> bool {
        let units = match action {
            Action::Commit(unit) => UnitSet::one(unit),
            Action::CommitAll => self.committable(state),
            _ => return false,
        };
        self.activate(state, units, "11.5", umpire);
        self.shift_morale(state, Army::French, -(COMMITMENT as i8), "11.5", umpire);
        true
    }

    /// [17.3] The Old Guard infantry: the French infantry that begins in reserve, and whoever bears its names.
    pub(crate) const fn old_guard(&self) -> UnitSet {
        self.old_guard
    }
}
