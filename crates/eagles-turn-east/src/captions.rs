//! Options as a person reads them.

use crate::losses::ARM_WORDS;
use crate::roster::Army;
use crate::state::{Frame, Leader, State};
use crate::{Action, Campaign};
use grognard_engine::HexId;
use grognard_engine::preview::{Caption, PathStep};
use grognard_engine::verbs::{Verbal, Vocabulary};

/// Half Movement Points in words.
fn points(halves: u8) -> String {
    if halves.is_multiple_of(2) { (halves / 2).to_string() } else { format!("{}½", halves / 2) }
}

/// What is done in campaigns only.
fn campaign_label(action: Action, who: &str, at: &str) -> String {
    let army = |army: u8| Army::ALL.get(usize::from(army)).map_or("?", |army| army.name());
    let word = |arm: u8| *ARM_WORDS.get(usize::from(arm)).unwrap_or(&"?");
    match action {
        Action::Aim(..) => format!("{who} towards {at}"),
        Action::Remount(of) => format!("Remount {} cavalry", army(of)),
        Action::Dismount(of) => format!("{} dismounted cavalry becomes infantry", army(of)),
        Action::Embark(_) => format!("{who} goes aboard"),
        Action::Land(_) => format!("Land at {at}"),
        Action::Disperse(_) => format!("{who} disperses to forage"),
        Action::Concentrate(_) => format!("{who} concentrates"),
        Action::Carry(_) => format!("{who} carries a bridge train"),
        Action::Post(_) => format!("An Outpost beside {who}"),
        Action::Disband(of) => format!("Disband the {} Center", army(of)),
        Action::Replace(_, arm) => format!("{who} gets 1 {}", word(arm)),
        Action::Raise(_, arm) => format!("Raise {who} with 1 {}", word(arm)),
        Action::Promote(_) => format!("Promote {who}"),
        Action::Screen(_) => format!("{who} gives way as an Outpost does"),
        Action::Enter(..) => format!("{who} comes in at {at}"),
        Action::Transit(_) => format!("{who} goes to the other box"),
        Action::Shift(of, _) => format!("{} Center to {at}", army(of)),
        Action::Withdraw(of) => format!("{} Center off the map", army(of)),
        Action::Damage(_) => format!("Damage the bridge to {at}"),
        Action::Repair(_) => format!("Repair the bridge to {at}"),
        Action::Lay(_) => format!("Lay a pontoon towards {at}"),
        _ => format!("{who} begins a redoubt"),
    }
}

impl Campaign {
    /// The way of a march, hex by hex, and what is left after it.
    fn caption_way(&self, state: &State, leader: Leader, to: HexId) -> (Vec<PathStep>, Option<String>) {
        let Some((way, spent)) = self.way(state, leader, to) else { return (Vec::new(), None) };
        let horse = self.goes_on_horse(state, leader);
        let steps = way.windows(2).map(|pair| {
            let direction = self.grid().direction(pair[0], pair[1]).unwrap_or(0);
            let cost = self.ground().price(pair[0], direction, pair[1], horse, &state.going()).unwrap_or(0);
            PathStep { hex: self.grid().number(pair[1]), cost: points(cost as u8) }
        });
        (steps.collect(), Some(points(self.points_left(state, leader).saturating_sub(spent))))
    }

    /// What each of these legal actions means, in the same order.
    pub(crate) fn caption_all(&self, state: &State, actions: &[Action]) -> Vec<Caption> {
        // Ways are dear: they are told only where there are few options.
        let few = actions.len() <= 400;
        actions.iter().map(|&action| self.caption(state, action, few)).collect()
    }

    /// What ends, and what comes of it where that is not only the next segment.
    fn ending(&self, state: &State) -> String {
        let rests = self.rests(state, state.phasing);
        let words = match state.frame {
            Frame::Prepare(_) => "End the preparations",
            Frame::Admin if rests => "Receive the points of the Fortnight",
            // [14] Whoever was roused has had them.
            Frame::Admin if state.grand.paid[state.phasing as usize] => "Claim the lines: the points of the Fortnight are in",
            Frame::Admin if self.is_campaign() => "Roll for Administrative Points",
            Frame::Admin | Frame::Disband => "End the Administrative Segment",
            Frame::Sea => "End sea transport",
            Frame::Organize => "End the Organization Segment",
            Frame::Command if rests => "End objectives and entries",
            Frame::Command => "End the Movement Command Segment",
            Frame::Initiative => "End the Movement Phase",
            Frame::Forced => "End Forced Marches",
            Frame::Attack => "End the Combat Phase",
            _ => Action::End.verb().label,
        };
        words.to_owned()
    }

    fn caption(&self, state: &State, action: Action, ways: bool) -> Caption {
        // Who marches is in hand: the way is his.
        let named = matches!(action, Action::Go(_)).then(|| self.tag(state.hand).to_owned());
        let unit = named.or_else(|| action.unit().map(|unit| Vocabulary::tag(self, unit).to_owned()));
        let hex = action.hex().map(|hex| self.grid().number(hex));
        let who = unit.clone().unwrap_or_default();
        let at = hex.clone().unwrap_or_default();
        let label = match action {
            Action::Aim(..)
            | Action::Remount(_)
            | Action::Dismount(_)
            | Action::Embark(_)
            | Action::Land(_)
            | Action::Disperse(_)
            | Action::Concentrate(_)
            | Action::Carry(_)
            | Action::Post(_)
            | Action::Disband(_)
            | Action::Replace(..)
            | Action::Raise(..)
            | Action::Promote(_)
            | Action::Screen(_)
            | Action::Enter(..)
            | Action::Transit(_)
            | Action::Shift(..)
            | Action::Withdraw(_)
            | Action::Damage(_)
            | Action::Repair(_)
            | Action::Lay(_)
            | Action::Dig(..) => campaign_label(action, &who, &at),
            Action::Source(_) => format!("Change the source to {at}"),
            Action::Transfer(_, leader) => format!("{who} to {}", self.tag(leader)),
            Action::Detach(_) => format!("{who} alone, under a Major General"),
            Action::Donate(_, to, arm) => {
                let arm = ARM_WORDS.get(usize::from(arm)).unwrap_or(&"?");
                format!("{who} gives 1 {arm} to {}", Vocabulary::tag(self, to.into()))
            }
            Action::Spare(_) => format!("Leave {at} alone"),
            Action::Reserve(_) => format!("{who} is held back"),
            // [6.10] It takes neither a command nor a die.
            Action::Command(leader) | Action::Try(leader) if self.is_outpost(leader) => format!("{who} marches"),
            Action::Command(_) => format!("Command {who}"),
            Action::Ride(_) => format!("{who} rides"),
            Action::Try(_) => format!("{who} tries Initiative"),
            Action::Listen(_) => format!("{who} marches to the sound of the guns"),
            Action::Go(_) => format!("{} to {at}", self.tag(state.hand)),
            Action::Follow(..) => format!("{who} follows to {at}"),
            Action::Repulse(_) => format!("Repulse the enemy in {at}"),
            Action::Target(_) => format!("Attack {at}"),
            Action::Join(_) => format!("{who} takes part"),
            Action::Lose(_, arm) => format!("{who} loses 1 {}", ARM_WORDS.get(usize::from(arm)).unwrap_or(&"?")),
            Action::Flee(_) => format!("Retreat to {at}"),
            Action::Advance(..) => format!("{who} advances to {at}"),
            Action::Done
            | Action::Close
            | Action::Pitched
            | Action::Pursuit
            | Action::Again
            | Action::Chase
            | Action::Hold
            | Action::Peace
            | Action::Extend
            | Action::Lift
            | Action::Exit
            | Action::Canton
            | Action::Forward
            | Action::Leave
            | Action::Rest
            | Action::Rouse
            | Action::Sail
            | Action::Relieve
            | Action::Inside
            | Action::Outside => action.verb().label.to_owned(),
            Action::End => self.ending(state),
        };
        let (path, left) = match action {
            Action::Go(to) if ways => self.caption_way(state, state.hand, to),
            Action::Follow(leader, to) if ways => self.caption_way(state, leader, to),
            _ => (Vec::new(), None),
        };
        Caption { label, group: action.verb().word.to_owned(), unit, hex, path, left, ..Caption::default() }
    }
}
