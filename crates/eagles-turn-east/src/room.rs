//! Pending decisions as rooms. Each room stands in the file of its paragraph, beside the rules that it asks.

use crate::state::{By, Frame, Side, State};
use crate::{
    Action, Campaign, Event, batteries, counterattack, declare, fight, fortnight, losses, office, orders, organize, prepare,
    pursuit, retreat, sea, sequence, succession, victory,
};
use grognard_engine::room::Room;
use grognard_engine::verbs::Verbal;
use grognard_engine::{Subject, Umpire, UnitId, Violation, rooms};

rooms! {
    impl Room<Campaign> for Frame {
        Self::Prepare(side) => prepare::Preparing(side),
        Self::Admin => sequence::Admin,
        Self::Disband => office::Disbanding,
        Self::Season => fortnight::Seasons,
        Self::Succeed => succession::Succeeding,
        Self::Fleet => sea::Fleeting,
        Self::Sea => sea::Sailing,
        Self::Organize => organize::Organizing,
        Self::Command => orders::Commanding,
        Self::Initiative => orders::Trying(By::Initiative),
        Self::March => orders::Marching,
        Self::Forced => orders::Trying(By::Forced),
        Self::Attack => declare::Attacking,
        Self::Declare => declare::Declaring,
        Self::Aim(side) => counterattack::Aiming(side),
        Self::Choose(side) => fight::Choosing(side),
        Self::Guns(side) => batteries::Battery(side),
        Self::Lose(side) => losses::Losing(side),
        Self::Again(side) => fight::GoingOn(side),
        Self::Flee(side) => retreat::Fleeing(side),
        Self::Chase(side) => pursuit::Chasing(side),
        Self::Advance(side) => pursuit::Advancing(side),
        Self::Over => victory::Over,
    }
}

impl Campaign {
    /// The side that has to decide.
    #[must_use]
    pub fn owner(&self, state: &State) -> Side {
        let (seat, _) = state.frame.asks(self, state);
        Side::BOTH[usize::from(seat.0.min(1))]
    }

    /// The side that sits somewhere.
    pub(crate) fn seated(&self, seat: grognard_engine::Seat) -> Side {
        Side::BOTH[usize::from(seat.0.min(1))]
    }

    /// Passes over every frame in which there is nothing to choose.
    pub(crate) fn settle(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        while state.frame.pass(self, state, umpire) {}
    }

    /// Why an action does not fit the present frame at all.
    pub(crate) fn out_of_place(&self, state: &State, action: Action) -> Violation {
        let marching = state.frame == Frame::March;
        // At fault is the counter that was to do it, or else the hex that was named.
        let named = action.unit().map(|unit| Subject::Unit(UnitId(unit))).or_else(|| action.hex().map(Subject::Hex));
        let named = named.unwrap_or(Subject::None);
        if !marching && self.rests(state, state.phasing) && is_left_out(action) {
            return Violation::new("14", "the Fortnight passes at rest: this is not done in it", named);
        }
        let (case, why) = match action {
            // What belongs between two marches waits until the one in hand is over.
            Action::Command(_)
            | Action::Ride(_)
            | Action::Try(_)
            | Action::Listen(_)
            | Action::Enter(..)
            | Action::Transit(_)
            | Action::Shift(..)
            | Action::Withdraw(_)
            | Action::Dig(..)
            | Action::Aim(..)
            | Action::End
                if marching =>
            {
                ("II.b", "a Force is on the march: end its march first")
            }
            Action::Source(_) | Action::Peace | Action::Disband(_) => self.office_out_of_place(action),
            Action::Carry(_) => ("6.8", "bridge trains are given out before the campaign begins"),
            Action::Post(_) => ("6.10", "Outposts are posted before the campaign begins"),
            Action::Replace(..) => ("I.b.1", "replacements are given in one's own Organization Segment"),
            Action::Raise(..) => ("I.b.2", "counters are raised in one's own Organization Segment"),
            Action::Promote(_) => ("3.6", "generals are promoted in one's own Organization Segment"),
            Action::Screen(_) => ("6.10", "cavalry is told to give way in one's own Organization Segment"),
            Action::Enter(..) => ("II.a", "reinforcements come in one's own Movement Command Segment"),
            Action::Transit(_) | Action::Withdraw(_) => ("6.11", "this is done in one's own Movement Command Segment"),
            Action::Shift(..) => ("5.2", "a Center moves in one's own Movement Command Segment"),
            Action::Extend => ("II.b.2", "only a commanded Force on the march makes an Extended March"),
            Action::Damage(_) | Action::Repair(_) | Action::Lay(_) | Action::Lift => ("6.8", "no Force is on the march"),
            Action::Exit | Action::Canton => ("6.11", "no Force is on the march"),
            Action::Dig(..) => ("16.1", "redoubts are begun in one's own Initiative Segment"),
            Action::Rest | Action::Rouse => ("14", "this is decided when a Fortnight begins, by the Coalition"),
            Action::Aim(..) => ("14", "objectives are named in one's own Movement Phase of the Fortnight Sequence"),
            Action::Remount(_) | Action::Dismount(_) => ("12", "this is done in one's own Organization Segment"),
            // [13] The weather is known to everybody.
            Action::Embark(_) | Action::Sail | Action::Land(_) | Action::Relieve if self.is_grand() && !state.grand.thaw => {
                ("I.a.5", "no ships sail before the first mild turn after the middle of February")
            }
            Action::Embark(_) | Action::Sail | Action::Land(_) | Action::Relieve => {
                ("I.a.5", "ships are sent out in the Administrative Segment of the Coalition, in the Grand Scenario")
            }
            Action::Inside | Action::Outside => ("13", "the channel has not just been closed"),
            Action::Disperse(_) | Action::Concentrate(_) => {
                ("15", "modes are changed on the march, or before the campaign begins")
            }
            Action::Forward => ("16.5", "no guns wait to go forward"),
            Action::Leave => ("6.11", "nobody has to retreat now"),
            Action::Donate(..) => ("3.3", "points are given in one's own Organization Segment"),
            Action::Spare(_) | Action::Reserve(_) => ("III.b.1", "nobody aims a counterattack now"),
            Action::Transfer(..) | Action::Detach(_) => ("I.b.3", "units are regrouped in one's own Organization Segment"),
            Action::Command(_) => ("II.b.1", "commands are given in one's own Movement Command Segment, before Initiative"),
            Action::Ride(_) => ("3.5", "leaders without troops ride in one's own Movement Command Segment"),
            Action::Listen(_) => ("16.3", "one marches to the sound of the guns in the enemy's Forced March Segment"),
            Action::Try(_) => ("II.c", "Initiative is tried in the Initiative Segment, or in the enemy's Forced March Segment"),
            Action::Go(_) | Action::Follow(..) | Action::Repulse(_) | Action::Done => ("II.b", "no Force is on the march"),
            Action::Target(_) | Action::Join(_) | Action::Close => ("III.b.1", "no attack is declared now"),
            Action::Pitched | Action::Pursuit => ("III.b.3", "nobody picks Pitched or Pursuit now"),
            Action::Lose(..) => ("9.4", "no loss is owed now"),
            Action::Again => ("9.3", "nobody decides about another round now"),
            Action::Flee(_) => ("9.8", "nobody has to retreat now"),
            Action::Chase | Action::Advance(..) => ("III.b.9", "nobody can pursue now"),
            Action::Hold if self.goes_on(state) && self.has_to_go_on(state, state.battle.attacker) => (
                "9.3",
                "both sides stood: whoever was attacked must attack in his turn, but in or before a fortress, or with guns in a redoubt",
            ),
            Action::Hold if self.goes_on(state) => ("9.3", "you have gone on of your own will: this round is fought"),
            Action::Hold => ("III.b.9", "there is nothing to waive"),
            Action::End => ("4", "there is a decision to be made first"),
        };
        Violation::new(case, why, named)
    }

    /// [9.3] Whether the side that has to decide attacks in its turn, for both sides stood in the round before.
    fn goes_on(&self, state: &State) -> bool {
        let battle = &state.battle;
        battle.round > 1 && matches!(state.frame, Frame::Aim(side) | Frame::Choose(side) if side == battle.attacker)
    }

    /// The same for what belongs to the Administrative Segment.
    fn office_out_of_place(&self, action: Action) -> (&'static str, &'static str) {
        match action {
            Action::Peace => ("6.11", "an armistice is sought by the Coalition between its actions, soon after a battle won"),
            Action::Disband(_) => ("I.a.3", "a Center is disbanded in the third step of one's Administrative Segment"),
            _ => ("I.a.2", "the supply source is changed in one's own Command Phase"),
        }
    }
}

/// `[14]` What belongs to a step that is not played in the Fortnight Sequence.
const fn is_left_out(action: Action) -> bool {
    matches!(
        action,
        Action::Disband(_)
            | Action::Embark(_)
            | Action::Sail
            | Action::Land(_)
            | Action::Relieve
            | Action::Replace(..)
            | Action::Raise(..)
            | Action::Remount(_)
            | Action::Dismount(_)
            | Action::Transfer(..)
            | Action::Detach(_)
            | Action::Donate(..)
            | Action::Promote(_)
            | Action::Screen(_)
            | Action::Command(_)
            | Action::Ride(_)
            | Action::Transit(_)
            | Action::Shift(..)
            | Action::Withdraw(_)
            | Action::Dig(..)
    )
}
