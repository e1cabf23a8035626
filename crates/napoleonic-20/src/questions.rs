//! What standing orders can answer: [8.0] the Reaction Phase, [9.5] reserves, [9.9] the defender's advance.

use crate::state::{Frame, Side, State};
use crate::unitset::UnitSet;
use crate::{Action, Campaign};
use grognard_engine::Seat;
use grognard_engine::orders::{Question, QuestionKind};

const COUNTERCHARGE: &str = "countercharge";
const DISENGAGE: &str = "disengage";
const PENETRATE: &str = "penetrate";
const RESERVES: &str = "reserves";
const ADVANCE: &str = "advance";

impl Campaign {
    /// The kinds of questions that a seat is asked in somebody else's phase, or in every battle anew.
    pub(crate) fn kinds_of_questions(&self, seat: Seat) -> Vec<QuestionKind> {
        let Some(side) = Side::of(seat) else { return Vec::new() };
        let ours = self.units_of(side).less(self.dummies);
        let light = if self.options.light { self.light } else { UnitSet::EMPTY };
        let mut kinds = vec![
            QuestionKind::new(COUNTERCHARGE, "countercharge in the Reaction Phase", "8.2", false, UnitSet::EMPTY),
            QuestionKind::new(DISENGAGE, "break away in the Reaction Phase", "8.3", true, ours.and(self.cavalry.or(light))),
        ];
        if self.options.penetration {
            kinds.push(QuestionKind::new(PENETRATE, "slip past in the Reaction Phase", "16.2", true, ours.and(self.cavalry)));
        }
        kinds.push(QuestionKind::new(RESERVES, "commit reserves to a battle", "9.5", true, UnitSet::EMPTY));
        kinds.push(QuestionKind::new(ADVANCE, "advance after a battle in the enemy's player turn", "9.9", true, ours));
        kinds
    }

    /// The pending decision as a question.
    pub(crate) fn question_now(&self, state: &State) -> Option<Question<Action>> {
        let asked: (&'static [&'static str], Action) = match state.frame {
            Frame::React if self.options.penetration => (&[COUNTERCHARGE, DISENGAGE, PENETRATE], Action::End),
            Frame::React => (&[COUNTERCHARGE, DISENGAGE], Action::End),
            Frame::Reserves(_) => (&[RESERVES], Action::Decline),
            // [9.9] Cavalry that has to advance is not asked whether it wants to.
            Frame::Advance(side) if side != state.phasing && self.may_hold(state, side).is_ok() => (&[ADVANCE], Action::Hold),
            _ => return None,
        };
        Some(Question::of(self, state, asked, |action| match action {
            Action::Target(_) => Some((COUNTERCHARGE, None)),
            Action::Disengage(unit, _) => Some((DISENGAGE, Some(unit))),
            Action::Penetrate(unit, _) => Some((PENETRATE, Some(unit))),
            Action::Commit => Some((RESERVES, None)),
            Action::Advance(unit, _) => Some((ADVANCE, Some(unit))),
            _ => None,
        }))
    }
}
