//! [12.0] Klenau's corps: a die decides whether it comes on the second day at B; otherwise it comes in the night at C.

use crate::Battle;
use crate::event::{Event, Kind};
use crate::scenario::Start;
use crate::state::{Side, State};
use crate::title::Title;
use crate::unitset::UnitSet;
use grognard_engine::{Case, Umpire};

/// [12.0] The turns in which the die is rolled.
const TURNS: std::ops::RangeInclusive<u8> = 10..=13;
/// [12.0] From this turn on the corps enters at C.
pub const LATE: u8 = 17;

impl Battle {
    /// [12.0] Where and when the corps comes, in words, while it is off the map. The die of a turn is rolled before anybody looks.
    pub(crate) fn klenau_is_due(&self, state: &State) -> &'static str {
        if state.turn >= LATE {
            "due at C"
        } else if state.klenau_released {
            "due at B, released"
        } else if state.turn >= *TURNS.end() {
            "due at C on turn 17"
        } else {
            "due at B by die, or at C on turn 17"
        }
    }

    /// [12.0] At the start of the Allied Movement Phase the Allied player rolls; a 1 releases the corps.
    pub(crate) fn roll_for_klenau(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let corps = |u: u8| matches!(self.pieces()[usize::from(u)].start, Start::Klenau { .. });
        let waiting: UnitSet = state.due.into_iter().filter(|&u| corps(u)).collect();
        let due = self.title() == Title::Dresden && state.phasing == Side::Allied && TURNS.contains(&state.turn);
        if !due || state.klenau_released || waiting.is_empty() {
            return;
        }
        let die = umpire.roll(6, Case("12.0"));
        state.klenau_released = die == 1;
        umpire.tell(|| {
            let what = if die == 1 { "Klenau's corps may enter at B" } else { "Klenau's corps does not come yet" };
            let text = format!("the die for Klenau shows {die}: {what} [12.0]");
            let result = Some(if die == 1 { "released" } else { "not yet" });
            Event { die: Some(die), result, ..self.event(Kind::Die, "12.0", waiting, &[], text) }
        });
    }
}
