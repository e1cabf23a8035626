//! What standing orders can answer: [11.3] reserves after a loss, [21.1] Fresh Strength, [6.6] the defender's advance.

use crate::state::{Frame, Side, State};
use crate::title::Title;
use crate::unitset::UnitSet;
use crate::{Action, Battle};
use grognard_engine::orders::{Offer, Question, QuestionKind};
use grognard_engine::{Case, Rules as _, Seat, UnitId};

const RESERVE: &str = "reserve";
const FRESH: &str = "fresh";
const ADVANCE: &str = "advance";

impl Battle {
    /// The kinds of questions that a seat is asked in somebody else's phase, or in every phase anew.
    pub(crate) fn kinds_of_questions(&self, seat: Seat) -> Vec<QuestionKind> {
        let Some(side) = Side::of(seat) else { return Vec::new() };
        let ours = self.units_of(side);
        let kind = |id, title, case, always, units: UnitSet| {
            let units = units.into_iter().map(|unit| UnitId(unit.into())).collect();
            QuestionKind { id, title, case: Case(case), always, units }
        };
        let mut kinds = Vec::new();
        if self.title() == Title::Dresden && side == Side::Allied {
            kinds.push(kind(RESERVE, "activate a reserve when its army has lost a unit", "11.3", true, ours));
        }
        if self.title() == Title::Eylau {
            kinds.push(kind(FRESH, "declare the Fresh Strength of a unit's division", "21.1", true, ours));
        }
        kinds.push(kind(ADVANCE, "advance after a battle in the enemy's phase", "6.6", true, ours));
        kinds
    }

    /// The pending decision as a question.
    pub(crate) fn question_now(&self, state: &State) -> Option<Question<Action>> {
        let (kinds, pass): (&'static [&'static str], Action) = match state.frame {
            _ if self.offered(state).is_some() => (&[RESERVE], Action::Hold),
            Frame::Fresh(_) => (&[FRESH], Action::Ready),
            Frame::Advance(side) if side != state.phasing => (&[ADVANCE], Action::Hold),
            _ => return None,
        };
        let mut options = Vec::new();
        self.legal_actions(state, &mut options);
        let offer = |action| match action {
            Action::Activate(unit) | Action::Fresh(unit) | Action::Advance(unit, _) => {
                Some(Offer { kind: kinds[0], unit: Some(UnitId(unit.into())), action })
            }
            _ => None,
        };
        Some(Question { kinds, offers: options.into_iter().filter_map(offer).collect(), pass })
    }
}
