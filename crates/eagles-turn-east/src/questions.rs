//! What standing orders can answer: [III.a] the Forced March Segment, [III.b.9] pursuit and advance in the enemy's Player-Turn.

use crate::state::{Frame, Leader, Side, State};
use crate::{Action, Campaign};
use grognard_engine::orders::{Offer, Question, QuestionKind};
use grognard_engine::{Case, Rules as _, Seat, UnitId};

const FORCED_MARCH: &str = "forced-march";
const PURSUE: &str = "pursue";
const ADVANCE: &str = "advance";

impl Campaign {
    /// The kinds of questions that a seat is asked in the enemy's Player-Turn.
    pub(crate) fn kinds_of_questions(&self, seat: Seat) -> Vec<QuestionKind> {
        let Some(&side) = Side::BOTH.get(usize::from(seat.0)) else { return Vec::new() };
        let ours =
            (0..self.leaders() as u16).filter(|&leader| self.side_of(leader as Leader) == side).map(UnitId).collect::<Vec<_>>();
        vec![
            QuestionKind {
                id: FORCED_MARCH,
                title: "try a Forced March",
                case: Case("III.a"),
                always: true,
                units: ours.clone(),
            },
            QuestionKind {
                id: PURSUE,
                title: "pursue after a battle won in the enemy's turn",
                case: Case("III.b.9"),
                always: true,
                units: Vec::new(),
            },
            QuestionKind {
                id: ADVANCE,
                title: "advance after a battle won in the enemy's turn",
                case: Case("III.b.9"),
                always: false,
                units: ours,
            },
        ]
    }

    /// The pending decision as a question.
    pub(crate) fn question_now(&self, state: &State) -> Option<Question<Action>> {
        let (kinds, pass): (&'static [&'static str], Action) = match state.frame {
            Frame::Forced => (&[FORCED_MARCH], Action::End),
            Frame::Chase(side) if side != state.phasing => (&[PURSUE], Action::Hold),
            Frame::Advance(side) if side != state.phasing => (&[ADVANCE], Action::Hold),
            _ => return None,
        };
        let mut options = Vec::new();
        self.legal_actions(state, &mut options);
        let offer = |action| {
            let of = |kind, unit: Option<Leader>| Some(Offer { kind, unit: unit.map(|unit| UnitId(unit.into())), action });
            match action {
                Action::Try(leader) | Action::Listen(leader) => of(FORCED_MARCH, Some(leader)),
                Action::Chase => of(PURSUE, None),
                Action::Advance(leader, _) => of(ADVANCE, Some(leader)),
                _ => None,
            }
        };
        Some(Question { kinds, offers: options.into_iter().filter_map(offer).collect(), pass })
    }
}
