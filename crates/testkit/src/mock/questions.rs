//! [2.2] What standing orders can answer: whether a unit that is attacked withdraws.

use super::{Action, Flaw, Skirmish, State, side_of};
use grognard_engine::orders::{Offer, Question, QuestionKind};
use grognard_engine::{Case, Rules as _, Seat, UnitId};

const WITHDRAW: &str = "withdraw";

/// The kinds of questions.
pub(super) fn kinds(seat: Seat) -> Vec<QuestionKind> {
    let units = (0..4).filter(|&unit| side_of(unit) == seat.0).map(|unit| UnitId(unit.into())).collect();
    vec![QuestionKind { id: WITHDRAW, title: "withdraw from an attack", case: Case("2.2"), always: true, units }]
}

impl Skirmish {
    /// The question to the owner of a target.
    pub(super) fn asked(&self, state: &State) -> Option<Question<Action>> {
        let (attacker, target) = state.fight?;
        if self.flaw == Flaw::LeakyQuestion && state.chief.contains(&attacker) {
            return None;
        }
        let ways = self.grid.hexes().map(Action::Withdraw).filter(|&action| self.check(state, action).is_ok());
        let offers = ways.map(|action| Offer { kind: WITHDRAW, unit: Some(UnitId(target.into())), action }).collect();
        let pass = if self.flaw == Flaw::NoPass { Action::End } else { Action::Stand };
        Some(Question { kinds: &[WITHDRAW], offers, pass })
    }
}
