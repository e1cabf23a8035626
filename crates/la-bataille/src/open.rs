//! What can still be done in a segment, and what must be before it goes on: told with the board, for whoever ends it.

use crate::Bautzen;
use crate::action::Action;
use crate::state::{Frame, Place, State, Unit};
use grognard_engine::board::Duty;
use grognard_engine::room::Room as _;

impl Bautzen {
    /// What is open where units or hexes are chosen: the options of that choice, unit by unit.
    pub(crate) fn duties(&self, state: &State) -> Vec<Duty> {
        // Whoever has a unit in hand goes on with the others afterwards.
        let (frame, held) = match state.frame() {
            Frame::Hand { unit, .. } => (Frame::Move, Some(unit)),
            frame => (frame, None),
        };
        let mut options = Vec::new();
        match frame {
            Frame::Charge | Frame::Move | Frame::Recovery | Frame::Assault | Frame::Advance => {
                frame.list(self, state, &mut options);
            }
            Frame::Fire | Frame::Melee => {}
            _ => return Vec::new(),
        }
        match frame {
            Frame::Fire => return self.of_units(state, "10.1", "can still fire", self.can_fire(state)),
            Frame::Melee => return self.of_units(state, "15.1", "can still assault", self.can_assault(state)),
            // [15.1] What was named is attacked by somebody.
            Frame::Assault if !options.contains(&Action::Done) => {
                return vec![self.of_hex("15.1", "has to be assaulted by somebody", state)];
            }
            // [15.7] Of several who may advance one has to.
            Frame::Advance if !options.contains(&Action::Done) => {
                return vec![self.of_hex("15.7", "has to be taken by one of the attackers", state)];
            }
            _ => {}
        }
        let mut list: Vec<Duty> = Vec::new();
        for action in options {
            let Some((unit, case, what, optional)) = self.can_do(state, action) else { continue };
            let tag = self.tag(unit);
            // Reinforcements have many hexes, and are named once.
            if held != Some(unit) && list.last().is_none_or(|last| last.unit.as_deref() != Some(tag)) {
                list.push(Duty::of_unit(case, tag, self.stands_at(state, unit), what, optional));
            }
        }
        list
    }

    /// What an option lets a unit do, under which case, and whether it can be left. To march by force and to lie on top are ways of moving.
    fn can_do(&self, state: &State, action: Action) -> Option<(Unit, &'static str, &'static str, bool)> {
        match (state.frame(), action) {
            (Frame::Charge, Action::Pick(unit)) => Some((unit, "16.3.1", "can still charge", true)),
            (_, Action::Pick(unit)) => Some((unit, "6.1", "has not moved", true)),
            (_, Action::Enter(unit, _) | Action::March(unit, _)) if state.piece(unit).place == Place::Off => {
                Some((unit, "14.10", "can come back", true))
            }
            (_, Action::Enter(unit, _) | Action::March(unit, _)) => Some((unit, "6.10", "can enter as a reinforcement", true)),
            (_, Action::Recover(unit)) => Some((unit, "20.1", "has to be rolled for", false)),
            _ => None,
        }
    }

    fn of_units(&self, state: &State, case: &str, what: &str, units: Vec<Unit>) -> Vec<Duty> {
        units.into_iter().map(|unit| Duty::of_unit(case, self.tag(unit), self.stands_at(state, unit), what, true)).collect()
    }

    /// What has to be done about the hex that is fought for.
    fn of_hex(&self, case: &str, what: &str, state: &State) -> Duty {
        let hex = self.grid().number(state.fight.hex);
        Duty { case: case.to_owned(), text: format!("{hex} {what}"), hex: Some(hex), unit: None, optional: false }
    }

    fn stands_at(&self, state: &State, unit: Unit) -> Option<String> {
        let so = state.piece(unit);
        so.on_map().then(|| self.grid().number(so.hex))
    }
}
