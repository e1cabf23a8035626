//! What an option means to a person: a label, the unit and the hex, the way there with its cost, what a battle would come to.

use crate::movement::{Ground, March};
use crate::results_table::HEADS;
use crate::state::{Frame, Phase, State};
use crate::unitset::Unit;
use crate::{Action, Campaign};
use grognard_engine::HexId;
use grognard_engine::preview::{Caption, PathStep};
use grognard_engine::verbs::Verbal;

/// The unit in hand and how far it gets, looked at once for all its options.
struct Hand<'a> {
    unit: Unit,
    spent: u8,
    road: bool,
    march: March<'a>,
}

impl Campaign {
    /// The captions of some legal actions, in their order.
    pub(crate) fn caption_all(&self, state: &State, actions: &[Action]) -> Vec<Caption> {
        let ground = Ground::of(self, state);
        let hand = match state.frame {
            Frame::Hand { unit, spent, road, forced } => {
                Some(Hand { unit, spent, road, march: March::of(self, state, &ground, unit, (spent, road, forced)) })
            }
            _ => None,
        };
        actions.iter().map(|&action| self.caption(state, action, hand.as_ref())).collect()
    }

    fn caption(&self, state: &State, action: Action, hand: Option<&Hand<'_>>) -> Caption {
        let words = self.action_words(action);
        let (unit, hex) = self.about(state, action, hand.map(|hand| hand.unit));
        let (path, left) = hand.map_or((Vec::new(), None), |hand| self.way_of(state, action, hand));
        Caption {
            label: self.label(state, action, hand.map(|hand| hand.unit)),
            group: words.split(' ').next().unwrap_or_default().to_owned(),
            unit: unit.map(|u| self.tag(u).to_owned()),
            hex: hex.map(|h| self.grid().number(h)),
            left,
            path,
            note: self.note(state, action),
            ..Caption::default()
        }
    }

    /// The unit that an action is about, and the hex: where it goes, or where it stands.
    fn about(&self, state: &State, action: Action, held: Option<Unit>) -> (Option<Unit>, Option<HexId>) {
        let unit = match (action, state.frame) {
            (Action::Step(_) | Action::Go(_) | Action::Halt | Action::Box, _) => held,
            (Action::Flee(_) | Action::Toward(_), _) => Some(state.battle.unit),
            (Action::Place(_), Frame::Place(unit)) => Some(unit),
            _ => action.unit().map(|unit| unit as Unit),
        };
        (unit, action.hex().or_else(|| state.hex(unit?)))
    }

    /// [6.2] [6.5] The way of a move with the cost of each step, and what is left of the allowance at its end: that of the
    /// road for whoever has kept to it.
    fn way_of(&self, state: &State, action: Action, hand: &Hand<'_>) -> (Vec<PathStep>, Option<String>) {
        let way = match action {
            Action::Step(to) => vec![to],
            Action::Go(to) => hand.march.way(to).0,
            Action::Halt => return (Vec::new(), Some(hand.march.left(hand.spent, hand.road).to_string())),
            _ => return (Vec::new(), None),
        };
        let terrain = self.terrain(state, self.side_of(hand.unit));
        let (mut spent, mut road) = (hand.spent, hand.road);
        let mut from = state.hex(hand.unit);
        let mut steps = Vec::new();
        for to in way {
            let (cost, by_road) = match from {
                Some(from) => (terrain.step(from, to).map_or(1, |stride| stride.cost), terrain.by_road(from, to)),
                None => (1, self.places.road_ends.has(to)),
            };
            road &= by_road;
            spent += cost;
            from = Some(to);
            steps.push(PathStep { hex: self.grid().number(to), cost: cost.to_string() });
        }
        (steps, Some(hand.march.left(spent, road).to_string()))
    }

    /// The column that an option leads to, where whoever decides can reckon it.
    fn note(&self, state: &State, action: Action) -> Option<String> {
        let mut next = *state;
        match action {
            Action::Join(unit) => next.battle.attackers.insert(unit),
            Action::Commit => {
                let Frame::Reserves(side) = state.frame else { return None };
                next.battle.reserves |= crate::combat::committed(side);
            }
            Action::Close => {}
            _ => return None,
        }
        let seen = self.reckonable(&next, Some(self.owner(state).seat()))?;
        Some(HEADS[self.battle_column(&seen)].to_owned())
    }

    /// The action as a button or a menu would name it.
    pub(crate) fn label(&self, state: &State, action: Action, held: Option<Unit>) -> String {
        let tag = |u: Unit| self.tag(u);
        let number = |h: HexId| self.grid().number(h);
        let mover = held.map_or("", tag);
        let areas = ["A", "B", "C"];
        match action {
            Action::Pick(u) if state.hex(u).is_none() => format!("Bring on {}", tag(u)),
            Action::Pick(u) => format!("Move {}", tag(u)),
            Action::Force(u) if state.notes.free_march => format!("Force march {}, free of cost [5.0]", tag(u)),
            Action::Force(u) => format!("Force march {} for a Morale Point [6.6]", tag(u)),
            Action::Step(h) => format!("{mover} one step to {}", number(h)),
            Action::Go(h) => format!("{mover} to {}", number(h)),
            Action::Halt if held.is_some_and(|u| state.hex(u).is_none()) => format!("{mover} does not enter yet"),
            Action::Halt => format!("{mover} stays here"),
            Action::Box if held.is_some() => format!("{mover} into the Meissen Box [3.2]"),
            Action::Box => "Begin in the Meissen Box [3.2]".to_owned(),
            Action::Build(u, h) => format!("{} builds the pontoon bridge to {} [6.0]", tag(u), number(h)),
            Action::BreakDown(u, h) => format!("Break {} down, a cadre to {} [16.7]", tag(u), number(h)),
            Action::BuildUp(u, h) => format!("Build {} up in {} [16.7]", tag(u), number(h)),
            Action::End => match (state.frame, state.phase) {
                (Frame::Combat, _) => "End the declaration of battles",
                (Frame::Rally, _) => "End the rallying",
                (_, Phase::Reaction) => "End the Reaction Phase",
                _ => "End the Movement Phase",
            }
            .to_owned(),
            Action::Target(h) => {
                let verb = match (state.frame, state.phase) {
                    (Frame::Declare, _) => "Attack also",
                    (_, Phase::Reaction) => "Countercharge",
                    _ => "Attack",
                };
                format!("{verb} {}", number(h))
            }
            Action::Join(u) => format!("{} takes part", tag(u)),
            Action::Close if state.phase == Phase::Reaction => "Charge".to_owned(),
            Action::Close => "Declare this battle".to_owned(),
            Action::Lull => "Take a Lull [13.0]".to_owned(),
            Action::Fight(h) => format!("Fight for {}", number(h)),
            Action::Commit => "Commit reserves [9.5]".to_owned(),
            Action::Decline if state.frame == Frame::Horses => "No Extra Horses".to_owned(),
            Action::Decline => "No reserves".to_owned(),
            Action::Disengage(u, h) => format!("{} breaks away to {} [8.3]", tag(u), number(h)),
            Action::Penetrate(u, h) => format!("{} slips past to {} [16.2]", tag(u), number(h)),
            Action::Lose(u) => format!("{} pays for the exchange", tag(u)),
            Action::Retreat(u) => format!("{} retreats next", tag(u)),
            Action::Toward(h) => format!("{} retreats towards {}", tag(state.battle.unit), number(h)),
            Action::Flee(h) => format!("{} retreats to {}", tag(state.battle.unit), number(h)),
            Action::Advance(u, h) => format!("{} advances to {}", tag(u), number(h)),
            Action::Hold => match state.frame {
                Frame::Pursue { unit, .. } => format!("{} goes no further", tag(unit)),
                Frame::Remnants(_) => "No cadre".to_owned(),
                _ => "Nobody else advances".to_owned(),
            },
            Action::Remnant(u, c) => format!("{} leaves {} [16.7]", tag(u), tag(c)),
            Action::Name(h) => format!("The counter in {} stands still", number(h)),
            Action::Delay(u) => format!("{} comes a turn later", tag(u)),
            Action::Recover(u) => format!("{} recovers", tag(u)),
            Action::Rally(u) => format!("{} tries to rally", tag(u)),
            Action::Pay(u) => format!("{} tries to rally, for a Morale Point", tag(u)),
            Action::Place(h) => match state.frame {
                Frame::Place(unit) => format!("{} comes back in {}", tag(unit), number(h)),
                Frame::Decoys(_) => format!("A dummy in {}", number(h)),
                _ => format!("Begin in {}", number(h)),
            },
            Action::Horses => "Declare Extra Horses for tomorrow [5.2]".to_owned(),
            Action::Stack(u, a) => format!("{} under stack {}", tag(u), areas[usize::from(a.min(2))]),
            Action::Mark(a) => format!("Marker {} on the next turn", areas[usize::from(a.min(2))]),
            Action::Ready => "Ready".to_owned(),
        }
    }
}
