//! What each option means to a person: a label, the unit and the hex, the way there with its cost, the column it leads to.

use crate::movement::March;
use crate::results_table::HEADS;
use crate::state::{Frame, NOWHERE, State};
use crate::unitset::{Unit, UnitSet};
use crate::{Action, Battle};
use grognard_engine::flood::Reach;
use grognard_engine::preview::PathStep;
use grognard_engine::verbs::Verbal;
use grognard_engine::{Caption, HexId};

/// The unit in hand and how far it gets, looked at once for all its options.
struct Hand<'a> {
    unit: Unit,
    spent: u8,
    march: March<'a>,
    reach: Reach,
}

impl Battle {
    /// A caption for each of these legal actions.
    pub(crate) fn captions_of(&self, state: &State, actions: &[Action]) -> Vec<Caption> {
        let hand = match state.frame {
            Frame::Hand { unit, spent, entered, ward } => {
                let march = March::of(self, state, unit, spent, entered, ward);
                let reach = march.reach();
                Some(Hand { unit, spent, march, reach })
            }
            _ => None,
        };
        actions.iter().map(|&action| self.caption(state, hand.as_ref(), action)).collect()
    }

    fn caption(&self, state: &State, hand: Option<&Hand<'_>>, action: Action) -> Caption {
        let (unit, hex) = self.about(state, hand, action);
        let (path, left) = hand.map_or((Vec::new(), None), |hand| self.way(state, hand, action));
        let note = match action {
            Action::Join(_) | Action::Shift(_) | Action::Lower => {
                Some(HEADS[self.column(&self.with_added(state, action))].to_owned())
            }
            Action::Roll => Some(HEADS[self.column(state)].to_owned()),
            _ => None,
        };
        Caption {
            label: self.label(state, hand, action),
            group: action.verb().word.to_owned(),
            unit: unit.map(|u| self.tag(u).to_owned()),
            hex: hex.filter(|&h| h != NOWHERE).map(|h| self.grid().number(h)),
            left,
            path,
            note,
            ..Caption::default()
        }
    }

    /// The unit that an action is about, and the hex: where it goes, or where it stands.
    fn about(&self, state: &State, hand: Option<&Hand<'_>>, action: Action) -> (Option<Unit>, Option<HexId>) {
        let held = match (action, state.frame) {
            (Action::Step(_) | Action::Go(_) | Action::Halt, _) => hand.map(|hand| hand.unit),
            (Action::Place(_), Frame::Place { unit, .. }) => Some(unit),
            _ => None,
        };
        let unit = action.unit().map(|unit| unit as Unit).or(held);
        (unit, action.hex().or_else(|| state.hex(unit?)))
    }

    /// [4.1] The way of a move with the cost of each step, and what is left of the allowance at its end.
    fn way(&self, state: &State, hand: &Hand<'_>, action: Action) -> (Vec<PathStep>, Option<String>) {
        let step = |hex: HexId, cost: u8| PathStep { hex: self.grid().number(hex), cost: self.points_number(cost) };
        let left = |spent: u8| Some(self.points_number(self.allowance(hand.unit).saturating_sub(spent)));
        match action {
            Action::Step(to) => match hand.march.step(to) {
                Ok(total) => (vec![step(to, total - hand.spent)], left(total)),
                Err(_) => (Vec::new(), None),
            },
            Action::Go(to) => {
                let costs = self.terrain(state).costs(self.pieces()[usize::from(hand.unit)].arm);
                let mut way = hand.reach.path(self.grid(), costs, &hand.march.obstacles, to).unwrap_or_default();
                // A way from a start at which points were already spent begins with that start itself.
                if way.first().is_some_and(|&first| state.hex(hand.unit) == Some(first)) {
                    way.remove(0);
                }
                let mut spent = hand.spent;
                let mut steps = Vec::new();
                for hex in way {
                    let total = hand.reach.cost(hex).unwrap_or(spent);
                    steps.push(step(hex, total.saturating_sub(spent)));
                    spent = total;
                }
                (steps, left(spent))
            }
            Action::Halt => (Vec::new(), left(hand.spent)),
            _ => (Vec::new(), None),
        }
    }

    /// The action as a button or a menu would name it.
    fn label(&self, state: &State, hand: Option<&Hand<'_>>, action: Action) -> String {
        let tag = |u: Unit| self.tag(u);
        let number = |h: HexId| self.grid().number(h);
        let held = || hand.map_or("", |hand| self.tag(hand.unit));
        match action {
            Action::Pick(u) if matches!(state.frame, Frame::Reorganize(_)) => format!("Bring back {} [17.2]", tag(u)),
            Action::Pick(u) if state.hex(u).is_none() => format!("Bring on {} [7.0]", tag(u)),
            Action::Pick(u) => format!("Move {}", tag(u)),
            Action::Step(h) => format!("{} one step to {}", held(), number(h)),
            Action::Go(h) => format!("{} to {}", held(), number(h)),
            Action::Halt if hand.is_some_and(|hand| state.hex(hand.unit).is_none()) => format!("{} does not enter yet", held()),
            Action::Halt => format!("{} stays here", held()),
            Action::End => format!("End the {}", self.phase(state).name()),
            Action::Yield => "End the phase: the enemy destroys units in over-full hexes [4.4]".to_owned(),
            Action::Destroy(u) => format!("Destroy {}", tag(u)),
            Action::Fresh(u) => {
                let bonus = self.pieces()[usize::from(u)].division.map_or(0, |d| self.divisions()[usize::from(d)].fresh);
                format!("Fresh Strength +{bonus} for {}", tag(u))
            }
            Action::Ready if state.frame == Frame::Muster => "Done with reserves".to_owned(),
            Action::Ready => "Done with Fresh Strength".to_owned(),
            Action::Target(h) => {
                let enemies = self.attacked_together(state, self.units_in(state, h));
                let verb = if state.attack.defenders.is_empty() { "Attack" } else { "Attack also" };
                format!("{verb} {}", self.names(enemies))
            }
            Action::Join(u) => {
                let after = self.with_added(state, action).attack;
                let guns = after.guns.less(state.attack.guns);
                let joined = guns.or(after.attackers.less(state.attack.attackers)).or(UnitSet::one(u));
                let verb = match (guns.is_empty(), joined.len()) {
                    (true, 1) => "attacks",
                    (true, _) => "attack",
                    (false, 1) => "bombards",
                    (false, _) => "bombard",
                };
                format!("{} {verb}", self.names(joined))
            }
            Action::Shift(d) => {
                let code = self.divisions().get(usize::from(d)).map_or("?", |d| &d.code);
                format!("{code}: one column instead of two points [20.2]")
            }
            Action::Lower => "Go down a column [6.2]".to_owned(),
            Action::Roll => "Roll the die".to_owned(),
            Action::Lose(u) => format!("Lose {} ({})", tag(u), self.pieces()[usize::from(u)].strength),
            Action::Retreat(u, h) if matches!(state.frame, Frame::Displace { .. }) => {
                format!("{} is pushed to {}", tag(u), number(h))
            }
            Action::Retreat(u, h) => format!("{} retreats to {}", tag(u), number(h)),
            // [6.5] [17.0] As the log will say it.
            Action::Perish(u) => {
                let how = if self.lost_for_good(state, u) { "is destroyed" } else { "is disrupted" };
                let why = if self.is_crowded_out(state, u) { "friends leave it no room" } else { "it has no way out" };
                format!("{} {how}: {why}", tag(u))
            }
            Action::Advance(u, h) => format!("{} advances to {}", tag(u), number(h)),
            Action::StepBack(u, h) => format!("{} falls back to {}", tag(u), number(h)),
            Action::Hold if !state.interrupts.is_empty() => "Activate nobody".to_owned(),
            Action::Hold if state.frame == Frame::StepBack => "No gun falls back".to_owned(),
            Action::Hold => "Nobody advances".to_owned(),
            Action::Activate(u) => format!("Activate {}", tag(u)),
            Action::Commit(u) => format!("Commit {} for four points of morale [11.5]", tag(u)),
            Action::CommitAll => "Commit the Old Guard for four points of morale [11.5]".to_owned(),
            Action::Place(h) => match state.frame {
                Frame::Place { unit, .. } => format!("{} comes back in {}", tag(unit), number(h)),
                _ => format!("Place in {}", number(h)),
            },
            Action::FightOn => "Fight on".to_owned(),
            Action::Stop => "End the game".to_owned(),
        }
    }
}
