//! [14.0] Night turns: the Night Operations Phase, step by step.

use crate::Campaign;
use crate::event::{Event, Kind};
use crate::scenario::Setting;
use crate::state::{Frame, Phase, Side, State};
use crate::unitset::UnitSet;
use grognard_engine::Umpire;

impl Campaign {
    /// [4.2] [10.2] The phase begins: routed units recover, then broken ones may try to rally.
    pub(crate) fn begin_night(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        state.phase = Phase::Night;
        state.moved = UnitSet::EMPTY;
        let side = state.phasing;
        umpire.tell(|| self.plain_event(Kind::Phase, "14.0", format!("{} Night Operations Phase [14.0]", side.name())));
        for unit in self.recoverable(state, side) {
            self.recover(state, unit, "10.2", umpire);
        }
        state.frame = Frame::Rally;
    }

    /// [14.0] Rallying is over: lines of communication, Objectives and the night's rest change morale; [16.1] counters are
    /// turned down and dummies come back.
    pub(crate) fn after_rallies(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let side = state.phasing;
        let figures = self.figures();
        let lost = self.refuges(state, side).filter(|&hex| self.unit_of_side_at(state, side.other(), hex).is_some()).count();
        let won = if side == Side::Allied { self.objectives_held(state) } else { 0 };
        let mut by = [0i8; 2];
        by[side as usize] = lost as i8 * figures.morale_loc + won * figures.morale_objective;
        if by[side as usize] != 0 {
            self.shift_morale(state, by, "14.0", umpire);
            if self.collapse(state, umpire) {
                return;
            }
        }
        by[side as usize] = figures.morale_night;
        self.shift_morale(state, by, "14.0", umpire);
        self.turn_down(state, side, umpire);
        state.frame = Frame::Decoys(side);
    }

    /// [14.0] How many Objectives the Allies control.
    #[must_use]
    pub fn objectives_held(&self, state: &State) -> i8 {
        let neustadt = i8::from(self.places.neustadt.is_some() && state.control & 1 != 0);
        let meissen = i8::from(self.setting() != Setting::Historical && state.control & 2 != 0);
        neustadt + meissen
    }

    /// [5.2] Dummies are placed: the French may declare Extra Horses; then the player turn is over.
    pub(crate) fn after_decoys(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if self.may_have_horses(state) {
            state.frame = Frame::Horses;
        } else {
            self.end_player_turn(state, umpire);
        }
    }
}
