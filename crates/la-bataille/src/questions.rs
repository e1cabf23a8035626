//! What standing orders can answer: [10.1] opportunity fire, [15.2] withdrawal, [16.8] [16.9] charges in answer, [17.1] carré.

use crate::state::{Arm, Frame, Side, State, Unit};
use crate::{Action, Bautzen};
use grognard_engine::orders::{Offer, Question, QuestionKind};
use grognard_engine::{Case, Rules as _, Seat, UnitId};

const FIRE: &str = "fire";
const POUNCE: &str = "pounce";
const REACT: &str = "react";
const CARRE: &str = "carre";
const WITHDRAW: &str = "withdraw";

impl Bautzen {
    /// The kinds of questions that a seat is asked while the other acts.
    pub(crate) fn kinds_of_questions(&self, seat: Seat) -> Vec<QuestionKind> {
        let Some(&side) = Side::BOTH.get(usize::from(seat.0)) else { return Vec::new() };
        let of = |arms: &[Arm]| -> Vec<UnitId> {
            self.units().filter(|&unit| self.side(unit) == side && arms.contains(&self.kind(unit).arm)).map(UnitId).collect()
        };
        let all = of(&[Arm::Infantry, Arm::Cavalry, Arm::Artillery]);
        let horse = of(&[Arm::Cavalry]);
        vec![
            QuestionKind {
                id: FIRE,
                title: "fire at enemies who act in a zone of influence",
                case: Case("10.1"),
                always: true,
                units: all,
            },
            QuestionKind {
                id: POUNCE,
                title: "fall upon enemies who act in a zone of cavalry",
                case: Case("16.9"),
                always: true,
                units: horse.clone(),
            },
            QuestionKind { id: REACT, title: "ride to meet a charge", case: Case("16.8"), always: true, units: horse },
            QuestionKind {
                id: CARRE,
                title: "form carré against a charge",
                case: Case("17.1"),
                always: true,
                units: of(&[Arm::Infantry]),
            },
            QuestionKind { id: WITHDRAW, title: "withdraw before a melee", case: Case("15.2"), always: false, units: Vec::new() },
        ]
    }

    /// The pending decision as a question.
    pub(crate) fn question_now(&self, state: &State) -> Option<Question<Action>> {
        let (kinds, pass): (&'static [&'static str], Action) = match state.frame() {
            Frame::Opportunity(_) => (&[FIRE], Action::Done),
            Frame::Pounce(_) => (&[POUNCE], Action::Done),
            Frame::React => (&[REACT], Action::Done),
            Frame::Stand => (&[CARRE], Action::Stand),
            Frame::Answer => (&[WITHDRAW], Action::Done),
            _ => return None,
        };
        let mut options = Vec::new();
        self.legal_actions(state, &mut options);
        let offer = |action| {
            let of = |kind, unit: Option<Unit>| Some(Offer { kind, unit: unit.map(UnitId), action });
            match action {
                Action::Join(unit) => of(FIRE, Some(unit)),
                Action::Charge(unit) => of(kinds[0], Some(unit)),
                Action::Carre => of(CARRE, self.may_square(state, state.ride.target).ok()),
                Action::Withdraw(..) => of(WITHDRAW, None),
                _ => None,
            }
        };
        Some(Question { kinds, offers: options.into_iter().filter_map(offer).collect(), pass })
    }
}
