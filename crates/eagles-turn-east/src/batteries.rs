//! [16.5] Batteries Forward: guns in the front rank fire twice as hard and bear half of the losses.

use crate::event::{Event, Kind};
use crate::state::{Frame, Side, Stage, State};
use crate::{Action, Campaign};
use grognard_engine::room::Room;
use grognard_engine::{Case, Seat, Umpire, Violation};

/// Guns that stay back, and guns that go forward.
const BACK: u8 = 1;
pub(crate) const FORWARD: u8 = 2;

impl Campaign {
    /// Strength Points of guns with which a side fires in this round.
    pub(crate) fn guns_firing(&self, state: &State, side: Side) -> u8 {
        let guns = self.strength_of(state, self.engaged(state, side))[2].min(99) as u8;
        if state.battle.forward[side as usize] == FORWARD { 2 * guns } else { guns }
    }

    /// [16.5] Before the guns fire each side that has any may bring them forward, the attacker first.
    pub(crate) fn before_fire(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let attacker = state.battle.attacker;
        for side in [attacker, attacker.other()] {
            let guns = self.strength_of(state, self.engaged(state, side))[2];
            if self.options.batteries && guns > 0 && state.battle.forward[side as usize] == 0 {
                state.frame = Frame::Guns(side);
                return;
            }
        }
        self.fire(state, umpire);
    }

    /// [16.5] Whether the next loss of a side must be artillery: half of what fire and attack cost it in this round, taken together and rounded
    /// up, falls on guns in the front rank. What a pursuit costs is no part of it.
    pub(crate) fn guns_must_bleed(&self, state: &State, side: Side) -> bool {
        let (battle, at) = (&state.battle, side as usize);
        let half = battle.fallen[at].saturating_add(battle.owed[at]).div_ceil(2);
        battle.forward[at] == FORWARD
            && battle.stage != Stage::Pursuit
            && battle.guns[at] < half
            && self.strength_of(state, self.engaged(state, side))[2] > 0
    }
}

/// [16.5] Do the guns go forward?
#[derive(Clone, Copy)]
pub(crate) struct Battery(pub Side);

impl Room<Campaign> for Battery {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (self.0.into(), Case("16.5"))
    }

    fn list(self, _: &Campaign, _: &State, out: &mut Vec<Action>) {
        out.extend([Action::Forward, Action::Hold]);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Forward | Action::Hold => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        let forward = action == Action::Forward;
        state.battle.forward[self.0 as usize] = if forward { FORWARD } else { BACK };
        umpire.tell(|| {
            let what = if forward { "go forward" } else { "stay back" };
            game.note(Kind::Attack, "16.5", format!("the guns of the {} {what} [16.5]", self.0.name()))
        });
        game.before_fire(state, umpire);
    }
}
