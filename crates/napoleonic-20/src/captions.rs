//! What an option means to a person: labels, ways and what a battle would come to.

use crate::movement::{Ground, March};
use crate::state::{Frame, State};
use crate::table::HEADS;
use crate::unitset::Unit;
use crate::{Action, Campaign};
use grognard_engine::HexId;
use grognard_engine::preview::{Caption, PathStep};

impl Campaign {
    /// The captions of some legal actions, in their order.
    pub(crate) fn caption_all(&self, state: &State, actions: &[Action]) -> Vec<Caption> {
        let ground = Ground::of(self, state);
        let march = match state.frame {
            Frame::Hand { unit, spent, road, forced } => {
                Some((unit, March::of(self, state, &ground, unit, (spent, road, forced))))
            }
            _ => None,
        };
        let held = march.as_ref().map(|(unit, _)| *unit);
        actions
            .iter()
            .map(|&action| {
                let mut caption = self.caption(state, action, held);
                if let (Action::Go(hex), Some((_, march))) = (action, &march) {
                    let (way, spent) = march.way(hex);
                    caption.left = Some(march.allowance.max(march.road_allowance).saturating_sub(spent).to_string());
                    let step = |hex: &HexId| PathStep { hex: self.grid().number(*hex), cost: "1".to_owned() };
                    caption.path = way.iter().map(step).collect();
                }
                caption
            })
            .collect()
    }

    fn caption(&self, state: &State, action: Action, held: Option<Unit>) -> Caption {
        let tag = |u: Unit| self.tag(u).to_owned();
        let number = |h: HexId| self.grid().number(h);
        let make = |group: &str, label: String, unit: Option<Unit>, hex: Option<HexId>| Caption {
            label,
            group: group.to_owned(),
            unit: unit.map(tag),
            hex: hex.map(number),
            ..Caption::default()
        };
        let button = |label: &str| make("button", label.to_owned(), None, None);
        let mover = held.map_or_else(String::new, tag);
        match action {
            Action::Pick(u) => make("pick", format!("Move {}", tag(u)), Some(u), state.hex(u)),
            Action::Force(u) => make("force", format!("Force march {} for a Morale Point", tag(u)), Some(u), state.hex(u)),
            Action::Step(h) => make("step", format!("{mover} one step to {}", number(h)), held, Some(h)),
            Action::Go(h) => make("go", format!("{mover} to {}", number(h)), held, Some(h)),
            Action::Halt => button("End this move"),
            Action::Box => button("Into the Meissen Box"),
            Action::Build(u, h) => {
                make("build", format!("{} builds the pontoon bridge to {}", tag(u), number(h)), Some(u), Some(h))
            }
            Action::BreakDown(u, h) => {
                make("break", format!("Break {} down, a cadre to {}", tag(u), number(h)), Some(u), Some(h))
            }
            Action::BuildUp(u, h) => make("unite", format!("Build {} up in {}", tag(u), number(h)), Some(u), Some(h)),
            Action::End => button("Done"),
            Action::Target(h) => make("target", format!("Attack {}", number(h)), None, Some(h)),
            Action::Join(u) => {
                let mut next = *state;
                next.battle.attackers.insert(u);
                let mut caption = make("join", format!("{} joins", tag(u)), Some(u), state.hex(u));
                caption.note = Some(format!("column {}", HEADS[self.battle_column(&next)]));
                caption
            }
            Action::Close => button("Declare this battle"),
            Action::Lull => button("Take a Lull"),
            Action::Fight(h) => make("fight", format!("Fight for {}", number(h)), None, Some(h)),
            Action::Commit => button("Commit reserves for a Morale Point"),
            Action::Decline => button("No"),
            Action::Disengage(u, h) => make("disengage", format!("{} breaks away to {}", tag(u), number(h)), Some(u), Some(h)),
            Action::Penetrate(u, h) => make("penetrate", format!("{} slips past to {}", tag(u), number(h)), Some(u), Some(h)),
            Action::Lose(u) => make("lose", format!("{} pays", tag(u)), Some(u), state.hex(u)),
            Action::Retreat(u) => make("retreat", format!("{} retreats next", tag(u)), Some(u), state.hex(u)),
            Action::Toward(h) => make("toward", format!("Retreat towards {}", number(h)), None, Some(h)),
            Action::Flee(h) => make("flee", format!("Retreat to {}", number(h)), None, Some(h)),
            Action::Advance(u, h) => make("advance", format!("{} advances to {}", tag(u), number(h)), Some(u), Some(h)),
            Action::Hold => button("Hold"),
            Action::Remnant(u, c) => make("remnant", format!("{} leaves {}", tag(u), tag(c)), Some(u), None),
            Action::Name(h) => make("name", format!("The counter in {} stands still", number(h)), None, Some(h)),
            Action::Delay(u) => make("delay", format!("{} comes a turn later", tag(u)), Some(u), None),
            Action::Recover(u) => make("recover", format!("{} recovers", tag(u)), Some(u), state.hex(u)),
            Action::Rally(u) => make("rally", format!("{} tries to rally", tag(u)), Some(u), None),
            Action::Pay(u) => make("rally", format!("{} tries to rally, for a Morale Point", tag(u)), Some(u), None),
            Action::Place(h) => make("place", format!("Here, in {}", number(h)), None, Some(h)),
            Action::Horses => button("Declare Extra Horses"),
            Action::Stack(u, a) => {
                make("stack", format!("{} under stack {}", tag(u), ["A", "B", "C"][usize::from(a.min(2))]), Some(u), None)
            }
            Action::Mark(a) => button(["Marker A", "Marker B", "Marker C"][usize::from(a.min(2))]),
            Action::Ready => button("Ready"),
        }
    }
}
