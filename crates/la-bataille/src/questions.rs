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
        // [16.2] Whether cavalry keeps its readiness is asked in the same breath: no order about withdrawing answers that.
        if options.iter().any(|action| matches!(action, Action::Spare(_))) {
            return None;
        }
        let mut offers: Vec<Offer<Action>> = options.iter().copied().filter_map(offer).collect();
        // [10.1] Whoever was ordered to fire does so when nobody is left who could join him.
        if offers.is_empty()
            && let Some(unit) = state.firing.first()
        {
            offers.push(Offer { kind: FIRE, unit: Some(UnitId(unit)), action: Action::Done });
        }
        Some(Question { kinds, offers, pass })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::cases::{CaseGame, SetupLine};
    use grognard_engine::dice::SeededDice;
    use grognard_engine::orders::Orders;
    use grognard_engine::{Rules, Umpire, Words};

    fn play(game: &Bautzen, state: &mut State, action: Action) {
        let mut dice = SeededDice::new(1);
        Rules::apply(game, state, action, &mut Umpire::silent(&mut dice));
    }

    fn position(text: &str, acts: &[&str]) -> (Bautzen, State) {
        let (game, mut state) = Bautzen::set_up("orders", &SetupLine::read(text)).unwrap();
        for words in acts {
            let action = Words::read_action(&game, words).unwrap();
            play(&game, &mut state, action);
        }
        (game, state)
    }

    /// What orders of the Coalition answer.
    fn answer(game: &Bautzen, state: &State, orders: &str) -> Option<Action> {
        Orders::read(game, Seat(1), orders).unwrap().answer(game, state).map(|(action, _)| action)
    }

    /// [10.1] An order to fire brings the volley to its end.
    #[test]
    fn who_is_ordered_to_fire_fires() {
        let text = "game bautzen-short\nmap 12x12\nunit F1 Ligne 4 @0505 N\nunit F2 Ligne 4 @1212 N\nunit R1 Infantrie 4 @0504 S\n\
                    unit R2 Infantrie 4 @0404 NE\nunit R3 Infantrie 4 @1201 S";
        let (game, mut state) = position(text, &["pick F1", "turn NE"]);
        let join = |tag: &str| Words::read_action(&game, &format!("join {tag}")).unwrap();
        assert_eq!(state.frame(), Frame::Opportunity(0));
        assert_eq!(answer(&game, &state, "fire never"), Some(Action::Done));
        assert_eq!(answer(&game, &state, "fire always"), Some(join("R1")));
        play(&game, &mut state, join("R1"));
        assert_eq!(answer(&game, &state, "fire always"), Some(join("R2")));
        assert_eq!(answer(&game, &state, "fire always\nfire never R2"), Some(Action::Done));
        play(&game, &mut state, join("R2"));
        assert_eq!(answer(&game, &state, "fire always"), Some(Action::Done));
        assert_eq!(answer(&game, &state, "fire ask"), None);
    }

    /// [16.2] Orders about withdrawing leave it to the player whether his cavalry spares itself.
    #[test]
    fn sparing_cavalry_is_no_matter_of_withdrawing() {
        let text = "game bautzen-short\nmap 12x12\nsegment French melee\nunit F1 French_cuirassier 6 @0505 N\n\
                    unit F2 Ligne 4 @1212 N\nunit R1 Russian_hussar 6 @0504 S\nunit R3 Infantrie 4 @1201 S";
        let (game, state) = position(text, &["assault 0504", "join F1", "done"]);
        assert_eq!(state.frame(), Frame::Answer);
        assert_eq!(answer(&game, &state, "withdraw never"), None);
        let text = "game bautzen-short\nmap 12x12\nsegment French melee\nunit F1 Ligne 4 @0505 N\nunit F2 Ligne 4 @1212 N\n\
                    unit R1 Jaeger 3 @0504 SSE skirmish\nunit R3 Infantrie 4 @1201 S";
        let (game, state) = position(text, &["assault 0504", "join F1", "done"]);
        assert_eq!(state.frame(), Frame::Answer);
        assert_eq!(answer(&game, &state, "withdraw never"), Some(Action::Done));
    }
}
