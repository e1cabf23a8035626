//! What an option means to a person: a label, the unit and the hex, what a step costs, what an attack would come to.

use crate::action::{Action, SHAPES};
use crate::board::{formation_view, points};
use crate::fire::Occasion;
use crate::marching::{Held, Outcome, shape_of};
use crate::state::{Frame, NOWHERE, State, Units};
use crate::{Bautzen, Unit};
use grognard_engine::facing::Heading;
use grognard_engine::preview::{Caption, PathStep};
use grognard_engine::verbs::{self, Verbal};

impl Bautzen {
    /// The captions of some legal actions, in their order.
    pub(crate) fn caption_all(&self, state: &State, actions: &[Action]) -> Vec<Caption> {
        // One walk serves every way to go.
        let mut walk = None;
        actions.iter().map(|&action| self.caption(state, action, &mut walk)).collect()
    }

    fn in_hand(&self, state: &State) -> Option<Unit> {
        match state.frame() {
            Frame::Hand { unit, .. } | Frame::Arrange { unit, .. } => Some(unit),
            Frame::Ride => Some(state.ride.lead),
            _ => None,
        }
    }

    fn caption(&self, state: &State, action: Action, walk: &mut Option<std::rc::Rc<crate::walk::Walk>>) -> Caption {
        let words = verbs::write_words(self, action);
        let held = self.in_hand(state);
        let unit = action.unit().or(held);
        let hex = action.hex().or_else(|| unit.map(|unit| state.piece(unit).hex).filter(|hex| *hex != NOWHERE));
        let tag = |unit: Unit| self.tag(unit).to_owned();
        let mut caption = Caption {
            group: words.split(' ').next().unwrap_or_default().to_owned(),
            unit: unit.map(tag),
            hex: hex.map(|hex| self.grid().number(hex)),
            label: words,
            ..Caption::default()
        };
        match action {
            Action::Pick(unit) => caption.label = format!("Take {}", self.called(unit)),
            Action::Force(unit) => caption.label = format!("Forced march of {}", self.called(unit)),
            Action::Step(to) => {
                caption.label = format!("To {}", self.grid().number(to));
                if let Some((price, left)) = self.step_price(state, to) {
                    caption.path = vec![PathStep { hex: self.grid().number(to), cost: points(price) }];
                    caption.left = Some(points(left));
                }
            }
            Action::Go(to) => {
                caption.label = format!("Go to {}", self.grid().number(to));
                if let Frame::Hand { unit, left, turned, begun, stopped } = state.frame()
                    && let Some((way, spent)) =
                        walk.get_or_insert_with(|| self.walk(state, Held { unit, left, turned, begun, stopped }, None)).way(to)
                {
                    let step = |&(hex, cost): &(grognard_engine::HexId, u8)| PathStep {
                        hex: self.grid().number(hex),
                        cost: points(cost),
                    };
                    caption.path = way.iter().map(step).collect();
                    caption.left = Some(points(left - spent));
                }
            }
            Action::Place(to) => caption.label = format!("Begin in {}", self.grid().number(to)),
            Action::Turn(heading) => {
                if let Some(heading) = Heading::from_number(heading) {
                    caption.label = format!("Face {}", self.grid().compass(heading));
                    caption.facing = Some(self.grid().facing_view(heading));
                    caption.left = self.left_after(state, action);
                }
            }
            Action::Form(shape, heading) => {
                if let Some((formation, ..)) = shape_of(shape) {
                    let word = SHAPES[usize::from(shape)];
                    caption.formation = Some(formation_view(formation));
                    caption.left = self.left_after(state, action);
                    if let Some(heading) = Heading::from_number(heading) {
                        let kept = word.strip_suffix("-second").zip(self.second_in_hand(state));
                        let word = kept.map_or_else(|| word.to_owned(), |(word, hex)| format!("{word} in {hex}"));
                        caption.label = format!("Form {word}, facing {}", self.grid().compass(heading));
                        caption.facing = Some(self.grid().facing_view(heading));
                    }
                }
            }
            Action::Halt => caption.label = "Put it down".to_owned(),
            Action::Top(unit) => caption.label = format!("{} on top", self.called(unit)),
            Action::End => caption.label = "End the segment".to_owned(),
            Action::Target(to) => caption.label = format!("Target {}", self.grid().number(to)),
            Action::Join(unit) => {
                caption.label = format!("{} takes part", self.called(unit));
                caption.note = self.note_of_joining(state, unit);
            }
            Action::Spare(unit) => caption.label = format!("{} keeps its readiness", self.called(unit)),
            Action::Assault(to) => caption.label = format!("Assault {}", self.grid().number(to)),
            Action::Done => {
                caption.label = match state.frame() {
                    Frame::Aim(_) => "Fire",
                    Frame::Opportunity(_) if !state.firing.is_empty() => "Fire",
                    Frame::Assault => "Attack",
                    _ => "That is all",
                }
                .to_owned();
            }
            _ => {}
        }
        caption
    }

    /// The points left to the unit in hand after it turns or is drawn up differently.
    fn left_after(&self, state: &State, action: Action) -> Option<String> {
        let Frame::Hand { unit, left, turned, begun, stopped } = state.frame() else { return None };
        let held = Held { unit, left, turned, begun, stopped };
        let outcome = match action {
            Action::Turn(heading) => self.turn(state, held, heading).ok()?,
            Action::Form(shape, heading) => self.reform(state, held, shape, heading).ok()?,
            _ => return None,
        };
        Some(points(self.rest(state, held, &outcome)))
    }

    /// What is left to the unit in hand when it has done what leads to such an outcome, in half points.
    fn rest(&self, state: &State, held: Held, outcome: &Outcome) -> u8 {
        if outcome.all {
            return 0;
        }
        let rest = held.left - outcome.price;
        // [16.10] Whoever dismounts walks no farther than those who began on foot.
        let dismounts = self.on_foot(held.unit, &outcome.so) && !self.on_foot(held.unit, state.piece(held.unit));
        if dismounts { rest.min(self.allowance_of(held.unit, &outcome.so)) } else { rest }
    }

    /// The second hex of the unit in hand.
    fn second_in_hand(&self, state: &State) -> Option<String> {
        let Frame::Hand { unit, .. } = state.frame() else { return None };
        Some(state.piece(unit).second).filter(|hex| *hex != crate::NOWHERE).map(|hex| self.grid().number(hex))
    }

    fn step_price(&self, state: &State, to: grognard_engine::HexId) -> Option<(u8, u8)> {
        match state.frame() {
            Frame::Hand { unit, left, turned, begun, stopped } => {
                let held = Held { unit, left, turned, begun, stopped };
                let outcome = self.stride(state, held, to).ok()?;
                Some((outcome.price, self.rest(state, held, &outcome)))
            }
            _ => None,
        }
    }

    /// The column that an attack would have with one unit more.
    fn note_of_joining(&self, state: &State, unit: Unit) -> Option<String> {
        match state.frame() {
            Frame::Aim(hex) => {
                let firers: Units = state.firing.or(Units::one(unit));
                let volley = self.volley(state, hex, None, firers, Self::occasion(state), false);
                Some(format!("column {}", self.tables().fire[volley.column].odds))
            }
            Frame::Opportunity(prey) => {
                let firers: Units = state.firing.or(Units::one(unit));
                let volley = self.volley(state, state.piece(prey).hex, Some(prey), firers, Occasion::Opportunity, false);
                Some(format!("column {}", self.tables().fire[volley.column].odds))
            }
            Frame::Assault => {
                let clash = self.clash(state, state.fight.hex, state.fight.attackers.or(Units::one(unit)), false);
                Some(format!("column {}", self.tables().melee_heads[clash.column]))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::cases::{CaseGame, SetupLine};
    use grognard_engine::dice::SeededDice;
    use grognard_engine::{Rules, Umpire, Words};

    /// What is left by the caption of an act of the unit that was taken in hand.
    fn left(unit: &str, act: &str) -> Option<String> {
        let side = if unit.starts_with('F') { "French" } else { "Coalition" };
        let text = format!(
            "game bautzen-short\nmap 12x12\nsegment {side} movement\nunit {unit}\n\
             unit F9 Ligne 4 @1212 N\nunit R9 Infantrie 4 @1201 S"
        );
        let (game, mut state) = Bautzen::set_up("captions", &SetupLine::read(&text)).unwrap();
        let tag = unit.split(' ').next().unwrap();
        let pick = Words::read_action(&game, &format!("pick {tag}")).unwrap();
        let mut dice = SeededDice::new(1);
        Rules::apply(&game, &mut state, pick, &mut Umpire::silent(&mut dice));
        let act = Words::read_action(&game, act).unwrap();
        game.caption_all(&state, &[act])[0].left.clone()
    }

    /// [18.3] [6.4] [16.10] What a caption promises is what is left afterwards.
    #[test]
    fn what_a_caption_leaves_is_left() {
        assert_eq!(left("F1 Ligne 4 @0505 N", "step 0504").as_deref(), Some("6"));
        assert_eq!(left("F1 French_à_pied_6-pdr @0505 N unlimbered", "step 0504").as_deref(), Some("0"));
        assert_eq!(left("F1 French_à_pied_6-pdr @0505 N unlimbered", "turn NE").as_deref(), Some("0"));
        assert_eq!(left("F1 Ligne 4 @0505 N carre", "step 0504").as_deref(), Some("0"));
        assert_eq!(left("R1 Russian_dragoon 5 @0505 N", "form skirmish-left NNE").as_deref(), Some("6"));
        assert_eq!(left("R1 Russian_hussar 5 @0505 N", "form skirmish-left NNE").as_deref(), Some("11"));
    }
}
