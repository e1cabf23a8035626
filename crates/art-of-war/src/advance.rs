//! [6.6] [6.7] [6.8] After a combat: one victor may advance into a vacated hex, guns that bombarded may fall back.
//!
//! [6.7] Neither costs movement points, and neither is movement: nothing here looks at allowances spent or at 19.0.

use crate::event::{Event, Kind};
use crate::retreat::Escape;
use crate::state::{Frame, NOWHERE, Side, State};
use crate::unitset::{Unit, UnitSet, subject};
use crate::{Action, Battle};
use grognard_engine::room::Room;
use grognard_engine::{Case, HexId, Lawful, Seat, Subject, Umpire, Violation};

/// [6.6] Does a unit of this side advance?
#[derive(Clone, Copy, Debug)]
pub struct Advancing(pub Side);

impl Advancing {
    /// Every advance that may be made.
    fn advances(self, battle: &Battle, state: &State) -> impl Iterator<Item = Action> {
        let victors = battle.victors(state, self.0);
        // Mostly there is nobody, or nothing to go to, and no need to look at the map.
        let idle = victors.is_empty() || state.attack.vacated[0] == NOWHERE;
        let hexes = (!idle).then(|| battle.vacant(state)).into_iter().flatten();
        hexes.flat_map(move |hex| {
            victors.into_iter().filter(move |&u| battle.may_follow(state, u, hex).is_ok()).map(move |u| Action::Advance(u, hex))
        })
    }
}

impl Room<Battle> for Advancing {
    fn asks(self, _: &Battle, _: &State) -> (Seat, Case) {
        (self.0.seat(), Case("6.6"))
    }

    fn list(self, battle: &Battle, state: &State, out: &mut Vec<Action>) {
        out.extend(self.advances(battle, state).chain([Action::Hold]));
    }

    fn check(self, battle: &Battle, state: &State, action: Action) -> Lawful {
        match action {
            Action::Advance(unit, to) => battle.may_advance(state, self.0, unit, to),
            Action::Hold => Ok(()),
            _ => Err(battle.out_of_place(state, action)),
        }
    }

    fn deed(self, battle: &Battle, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Action::Advance(unit, to) = action {
            battle.advance(state, unit, to, umpire);
        }
        battle.after_advance(state);
    }

    fn forced(self, battle: &Battle, state: &State) -> Option<Action> {
        self.advances(battle, state).next().is_none().then_some(Action::Hold)
    }
}

/// [6.8] Do bombarding guns step back?
#[derive(Clone, Copy, Debug)]
pub struct SteppingBack;

impl SteppingBack {
    /// Every step back that may be made.
    fn steps(self, battle: &Battle, state: &State) -> Vec<Action> {
        let escape = Escape::of(battle, state, state.phasing);
        let full = battle.full(state, state.phasing);
        let guns = battle.awaited(state).into_iter();
        guns.flat_map(|gun| escape.safe(gun).filter(|&h| !full.has(h)).map(move |hex| Action::StepBack(gun, hex))).collect()
    }
}

impl Room<Battle> for SteppingBack {
    fn asks(self, _: &Battle, state: &State) -> (Seat, Case) {
        (state.phasing.seat(), Case("6.8"))
    }

    fn list(self, battle: &Battle, state: &State, out: &mut Vec<Action>) {
        out.extend(self.steps(battle, state).into_iter().chain([Action::Hold]));
    }

    fn check(self, battle: &Battle, state: &State, action: Action) -> Lawful {
        match action {
            Action::StepBack(unit, to) => battle.may_step_back(state, unit, to),
            Action::Hold => Ok(()),
            _ => Err(battle.out_of_place(state, action)),
        }
    }

    fn deed(self, battle: &Battle, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::StepBack(unit, to) => battle.step_back(state, unit, to, umpire),
            _ => battle.end_attack(state),
        }
    }

    fn forced(self, battle: &Battle, state: &State) -> Option<Action> {
        self.steps(battle, state).is_empty().then_some(Action::Hold)
    }
}

impl Battle {
    /// [6.6] Hexes that the combat vacated and that are empty now.
    fn vacant(&self, state: &State) -> impl Iterator<Item = HexId> {
        let taken = self.occupied(state, Side::French).or(&self.occupied(state, Side::Allied));
        state.attack.vacated.into_iter().filter(move |&h| h != NOWHERE && !taken.has(h))
    }

    /// [6.6] Whether a unit may advance into a hex.
    ///
    /// # Errors
    /// [6.6] with the unit or hex.
    pub fn may_advance(&self, state: &State, side: Side, unit: Unit, to: HexId) -> Lawful {
        if !self.victors(state, side).has(unit) {
            return Err(Violation::new("6.6", "only a victor that fought in contact may advance", subject(unit)));
        }
        if !self.vacant(state).any(|h| h == to) {
            return Err(Violation::new("6.6", "was not vacated by this combat", Subject::Hex(to)));
        }
        self.may_follow(state, unit, to)
    }

    /// [6.6] Whether a victor may go into a vacated hex.
    fn may_follow(&self, state: &State, unit: Unit, to: HexId) -> Lawful {
        if self.is_garrison(unit) {
            return Err(Violation::new("14.0", "garrisons never advance", subject(unit)));
        }
        if self.demoralized(state, self.army(unit)) {
            return Err(Violation::new("16.5", "belongs to a demoralized army and may not advance", subject(unit)));
        }
        if !state.hex(unit).is_some_and(|from| self.terrain(state).contact(from, to)) {
            return Err(Violation::new("6.6", "does not touch the vacated hex", subject(unit)));
        }
        if !self.passable(state, unit, to) {
            return Err(Violation::new("6.6", "could not enter the hex in a Movement Phase", subject(unit)));
        }
        Ok(())
    }

    fn advance(&self, state: &mut State, unit: Unit, to: HexId, umpire: &mut Umpire<'_, Event>) {
        let from = state.hexes[usize::from(unit)];
        state.hexes[usize::from(unit)] = to;
        umpire.tell(|| {
            let text = format!("{} advances {}-{} [6.6]", self.tag(unit), self.grid().number(from), self.grid().number(to));
            self.unit_event(Kind::Advance, "6.6", unit, &[from, to], text)
        });
        self.note_passage(state, unit, to, umpire);
        self.wake_reserves(state, unit, to, umpire);
        self.shift_morale(state, self.army(unit), 1, "16.3", umpire);
    }

    /// The advance has been made or waived: guns may fall back, or the attack is over.
    fn after_advance(&self, state: &mut State) {
        if state.attack.guns_may_step {
            state.attack.pending = state.attack.guns;
            state.frame = Frame::StepBack;
        } else {
            self.end_attack(state);
        }
    }

    /// Units that something is still to be decided about: who retreats, pays for an exchange, or [6.8] may fall back. [14.0] Garrisons
    /// that bombarded stay where they are.
    pub(crate) fn awaited(&self, state: &State) -> UnitSet {
        let pending = state.attack.pending;
        if state.frame == Frame::StepBack { pending.less(self.garrisons) } else { pending }
    }

    /// [6.8] Whether a gun that bombarded may fall back to a hex: safe and free, nobody is pushed (R12).
    ///
    /// # Errors
    /// [6.8] or [14.0] with the unit or hex.
    pub fn may_step_back(&self, state: &State, unit: Unit, to: HexId) -> Lawful {
        if !state.attack.pending.has(unit) {
            return Err(Violation::new("6.8", "is no gun that may fall back after this combat", subject(unit)));
        }
        if self.is_garrison(unit) {
            return Err(Violation::new("14.0", "garrisons never fall back", subject(unit)));
        }
        let safe = Escape::of(self, state, state.phasing).safe(unit).any(|h| h == to);
        if !safe || self.full(state, state.phasing).has(to) {
            return Err(Violation::new("6.8", "is no free safe hex next to the gun", Subject::Hex(to)));
        }
        Ok(())
    }

    fn step_back(&self, state: &mut State, unit: Unit, to: HexId, umpire: &mut Umpire<'_, Event>) {
        let from = state.hexes[usize::from(unit)];
        state.hexes[usize::from(unit)] = to;
        state.attack.pending.remove(unit);
        umpire.tell(|| {
            let text = format!("{} falls back {}-{} [6.8]", self.tag(unit), self.grid().number(from), self.grid().number(to));
            self.unit_event(Kind::StepBack, "6.8", unit, &[from, to], text)
        });
        self.note_passage(state, unit, to, umpire);
    }
}
