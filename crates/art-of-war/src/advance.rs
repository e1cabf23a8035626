//! [6.6] [6.7] [6.8] After a combat: one victor may advance into a vacated hex, guns that bombarded may fall back.
//!
//! [6.7] Neither costs movement points, and neither is movement: nothing here looks at allowances spent or at 19.0.

use crate::event::{Event, Kind};
use crate::movement::subject;
use crate::retreat::Escape;
use crate::state::{Frame, NOWHERE, Side, State};
use crate::unitset::Unit;
use crate::{Action, Battle};
use grognard_engine::{HexId, Subject, Umpire, Violation};

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
    pub fn may_advance(&self, state: &State, side: Side, unit: Unit, to: HexId) -> Result<(), Violation> {
        if !self.victors(state, side).has(unit) {
            return Err(Violation::new("6.6", "only a victor that fought in contact may advance", subject(unit)));
        }
        if !self.vacant(state).any(|h| h == to) {
            return Err(Violation::new("6.6", "was not vacated by this combat", Subject::Hex(to)));
        }
        self.may_follow(state, unit, to)
    }

    /// [6.6] Whether a victor may go into a vacated hex.
    fn may_follow(&self, state: &State, unit: Unit, to: HexId) -> Result<(), Violation> {
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

    pub(crate) fn list_advances(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        let victors = self.victors(state, side);
        if victors.is_empty() || state.attack.vacated[0] == NOWHERE {
            return;
        }
        for hex in self.vacant(state) {
            for unit in victors {
                if self.may_follow(state, unit, hex).is_ok() {
                    out.push(Action::Advance(unit, hex));
                }
            }
        }
    }

    pub(crate) fn advance(&self, state: &mut State, unit: Unit, to: HexId, umpire: &mut Umpire<'_, Event>) {
        let from = state.hexes[usize::from(unit)];
        state.hexes[usize::from(unit)] = to;
        umpire.tell(|| {
            let text = format!("{} advances {}-{} [6.6]", self.tag(unit), self.grid().number(from), self.grid().number(to));
            self.unit_event(Kind::Advance, "6.6", unit, &[from, to], text)
        });
        self.note_passage(state, unit, to, umpire);
        self.wake_reserves(state, unit, to, umpire);
        self.shift_morale(state, self.army(unit), 1, "16.3", umpire);
        self.after_advance(state);
    }

    /// The advance has been made or waived: guns may fall back, or the attack is over.
    pub(crate) fn after_advance(&self, state: &mut State) {
        if state.attack.guns_may_step {
            state.attack.pending = state.attack.guns;
            state.frame = Frame::StepBack;
        } else {
            self.end_attack(state);
        }
    }

    /// [6.8] Whether a gun that bombarded may fall back to a hex: safe and free, nobody is pushed (R12).
    ///
    /// # Errors
    /// [6.8] with the unit or hex.
    pub fn may_step_back(&self, state: &State, unit: Unit, to: HexId) -> Result<(), Violation> {
        if !state.attack.pending.has(unit) {
            return Err(Violation::new("6.8", "is no gun that may fall back after this combat", subject(unit)));
        }
        let safe = Escape::of(self, state, state.phasing).safe(unit).any(|h| h == to);
        if !safe || self.full(state, state.phasing).has(to) || self.is_garrison(unit) {
            return Err(Violation::new("6.8", "is no free safe hex next to the gun", Subject::Hex(to)));
        }
        Ok(())
    }

    pub(crate) fn list_step_backs(&self, state: &State, out: &mut Vec<Action>) {
        let escape = Escape::of(self, state, state.phasing);
        let full = self.full(state, state.phasing);
        for gun in state.attack.pending.less(self.garrisons) {
            let free = escape.safe(gun).filter(|&h| !full.has(h));
            out.extend(free.map(|hex| Action::StepBack(gun, hex)));
        }
    }

    pub(crate) fn step_back(&self, state: &mut State, unit: Unit, to: HexId, umpire: &mut Umpire<'_, Event>) {
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
