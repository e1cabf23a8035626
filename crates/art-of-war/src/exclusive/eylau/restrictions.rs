//! [19.0] Movement restrictions of the first two Game-Turns. Combat, retreats and advances are free of them.

use crate::Battle;
use crate::state::{Side, State};
use crate::title::Title;
use crate::unitset::{Unit, subject};
use grognard_engine::{Lawful, Violation};

/// [19.1] The French Guard.
pub const GUARD: &str = "Gd";
/// [19.2] The one Russian division that is free to move from the start.
pub const OSTERMANN: &str = "Ost";

impl Battle {
    /// [19.0] Whether the present turn is one in which not everybody may move.
    pub(crate) fn restricts_movement(&self, state: &State) -> bool {
        state.turn <= 2 && self.title() == Title::Eylau
    }

    /// Whether a unit on the map may move in this turn.
    ///
    /// # Errors
    /// [19.1], [19.2] or [19.3] with the unit.
    pub fn may_move_yet(&self, state: &State, unit: Unit) -> Lawful {
        if !self.restricts_movement(state) {
            return Ok(());
        }
        let piece = &self.pieces()[usize::from(unit)];
        let code = self.division_code(unit);
        let refuse = |case, why| Err(Violation::new(case, why, subject(unit)));
        match (piece.side, state.turn) {
            (Side::French, _) if code == Some(GUARD) => refuse("19.1", "the Guard does not move in the first two turns"),
            (Side::French, _) => Ok(()),
            (Side::Allied, _) if code == Some(OSTERMANN) => Ok(()),
            (Side::Allied, 1) => refuse("19.2", "in turn 1 only Ostermann's division moves"),
            (Side::Allied, _) => match state.second_division {
                None => Ok(()),
                Some(named) if piece.division == Some(named) => Ok(()),
                Some(_) => refuse("19.3", "in turn 2 one division moves besides Ostermann's, and another was named"),
            },
        }
    }

    /// [19.3] Taking up the first unit of another division in turn 2 names that division.
    pub(crate) fn name_second_division(&self, state: &mut State, unit: Unit) {
        let piece = &self.pieces()[usize::from(unit)];
        let named = self.title() == Title::Eylau && state.turn == 2 && piece.side == Side::Allied && state.hex(unit).is_some();
        if named && self.division_code(unit) != Some(OSTERMANN) {
            state.second_division = piece.division;
        }
    }
}
