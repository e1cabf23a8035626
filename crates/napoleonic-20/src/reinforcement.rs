//! [11.0] [11.5] Reinforcements: where they come on, and what their coming opens.

use crate::Campaign;
use crate::event::{Event, Kind};
use crate::movement::{Ground, March};
use crate::scenario::{Area, Setting, Start};
use crate::state::{NOBODY, Side, State};
use crate::unitset::{Unit, UnitSet, subject};
use grognard_engine::{HexId, Lawful, Subject, Umpire, Violation};

impl Campaign {
    /// [11.5] The areas at which a unit may enter.
    #[must_use]
    pub fn gates_of(&self, state: &State, unit: Unit) -> [Option<Area>; 2] {
        match self.piece(unit).start {
            Start::Due { area, .. } => [Some(area), None],
            Start::Klenau => [Some(Area::Y), Some(Area::Z)],
            _ => [self.stack_of(state, unit).map(|s| Area::ALL[s]), None],
        }
    }

    /// [11.0] Whether a unit that is not on the map may come on now.
    pub fn may_enter(&self, state: &State, unit: Unit, ground: &Ground) -> Lawful {
        self.may_be_awaited(state, unit)?;
        if self.gate_stands_open(state, unit, ground) || self.may_box(state, unit).is_ok() {
            return Ok(());
        }
        if March::begin(self, state, ground, unit).ends().is_empty() {
            return Err(Violation::new("11.0", "no hex of its area can be entered", subject(unit)));
        }
        Ok(())
    }

    /// [11.0] Whether a unit's time has come.
    pub(crate) fn may_be_awaited(&self, state: &State, unit: Unit) -> Lawful {
        let refuse = |case, why| Err(Violation::new(case, why, subject(unit)));
        if !state.due.has(unit) {
            return match unit {
                _ if state.broken.has(unit) => refuse("10.2", "is broken, and comes back by a rally only"),
                _ if state.destroyed.has(unit) => refuse("10.2", "is destroyed"),
                _ if state.aside.has(unit) => refuse("16.7", "is broken down into cadres"),
                _ => refuse("6.0", "the unit is not in play"),
            };
        }
        match self.piece(unit).start {
            Start::Klenau if !state.klenau => return refuse("3.2", "Austrian IV Corps has not arrived yet"),
            Start::Klenau => {}
            _ if self.setting() == Setting::Maneuver && self.side_of(unit) == Side::French => {
                let stack = self.stack_of(state, unit);
                if !stack.is_some_and(|s| state.admitted[s] > 0 && state.stacks[s][0] == unit) {
                    return refuse("17.1.2", "only the top of a stack enters, as the roll says");
                }
            }
            _ if state.due_turn[usize::from(unit)] == 0 || state.due_turn[usize::from(unit)] > state.turn => {
                return refuse("11.0", "the unit is not due yet");
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether a hex at which a unit comes on is free, so that there is no need to look further.
    fn gate_stands_open(&self, state: &State, unit: Unit, ground: &Ground) -> bool {
        if self.allowance(state, unit, false) == 0 || self.is_timid(state, unit) || self.hesitates(state, self.side_of(unit)) {
            return false;
        }
        let hexes = self.gates_of(state, unit).into_iter().flatten().flat_map(|area| &self.places.areas[area as usize]);
        hexes.into_iter().any(|&hex| !ground.enemies.has(hex) && !ground.friends.has(hex))
    }

    /// Why a hex is no way onto the map for a unit.
    pub(crate) fn why_not_enter(&self, state: &State, unit: Unit, to: HexId) -> Violation {
        if state.boxed.has(unit) {
            return Violation::new("3.2", "from the Meissen Box a unit enters at 1301 or 1501", Subject::Hex(to));
        }
        Violation::new("11.5", "the unit enters at another place", Subject::Hex(to))
    }

    /// [9.8.6] A unit has come onto the map: it is no longer awaited, and its area's line of communications is active.
    pub(crate) fn arrive(&self, state: &mut State, unit: Unit, umpire: &mut Umpire<'_, Event>) {
        state.boxed.remove(unit);
        if !state.due.has(unit) {
            return;
        }
        state.due.remove(unit);
        state.due_turn[usize::from(unit)] = 0;
        let area = match self.stack_of(state, unit) {
            Some(stack) => {
                state.stacks[stack].rotate_left(1);
                state.stacks[stack][crate::state::MAX_STACK - 1] = NOBODY;
                state.admitted[stack] -= 1;
                state.signs.origin[stack].insert(unit);
                if !state.hidden.has(unit) {
                    state.face_up(unit);
                }
                Some(stack)
            }
            None => {
                // Who is awaited is printed on the track, so that everybody sees who has come.
                self.trace(state, UnitSet::one(unit));
                match self.piece(unit).start {
                    Start::Due { area, .. } => Some(area as usize),
                    _ => None,
                }
            }
        };
        let Some(area) = area.filter(|&area| area < 3 && self.side_of(unit) == Side::French) else { return };
        if state.active >> (area + 1) & 1 == 0 {
            state.active |= 2 << area;
            let hex = self.places.loc[0][area + 1];
            umpire.tell(|| {
                let text = format!("the French line of communications at {} is active [9.8.6]", self.grid().number(hex));
                self.event(Kind::Note, "9.8.6", UnitSet::EMPTY, &[hex], text)
            });
        }
    }
}
