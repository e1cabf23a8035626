//! What standing orders can answer: [11.3] reserves after a loss, [21.1] Fresh Strength, [6.6] the defender's advance.

use crate::state::{Frame, Side, State};
use crate::title::Title;
use crate::{Action, Battle};
use grognard_engine::Seat;
use grognard_engine::orders::{Question, QuestionKind};

const RESERVE: &str = "reserve";
const FRESH: &str = "fresh";
const ADVANCE: &str = "advance";

impl Battle {
    /// The kinds of questions that a seat is asked in somebody else's phase, or in every phase anew.
    pub(crate) fn kinds_of_questions(&self, seat: Seat) -> Vec<QuestionKind> {
        let Some(side) = Side::of(seat) else { return Vec::new() };
        let ours = self.units_of(side);
        let mut kinds = Vec::new();
        if self.title() == Title::Dresden && side == Side::Allied {
            kinds.push(QuestionKind::new(RESERVE, "activate a reserve when its army has lost a unit", "11.3", true, ours));
        }
        if self.title() == Title::Eylau {
            kinds.push(QuestionKind::new(FRESH, "declare the Fresh Strength of a unit's division", "21.1", true, ours));
        }
        kinds.push(QuestionKind::new(ADVANCE, "advance after a battle in the enemy's phase", "6.6", true, ours));
        kinds
    }

    /// The pending decision as a question.
    pub(crate) fn question_now(&self, state: &State) -> Option<Question<Action>> {
        let asked: (&'static [&'static str], Action) = match state.frame {
            _ if self.offered(state).is_some() => (&[RESERVE], Action::Hold),
            Frame::Fresh(_) => (&[FRESH], Action::Ready),
            Frame::Advance(side) if side != state.phasing => (&[ADVANCE], Action::Hold),
            _ => return None,
        };
        Some(Question::of(self, state, asked, |action| match action {
            Action::Activate(unit) | Action::Fresh(unit) | Action::Advance(unit, _) => Some((asked.0[0], Some(unit))),
            _ => None,
        }))
    }
}
