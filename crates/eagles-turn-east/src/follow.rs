//! [3.4] Those who march with a Force Leader: once he has gone, each follows to a hex with or next to him.

use crate::Campaign;
use crate::event::Event;
use crate::movement::MIXED;
use crate::state::{By, Leader, Leaders, State};
use grognard_engine::{HexId, Subject, Umpire, UnitId, Violation};

fn no(case: &'static str, why: &'static str, leader: Leader) -> Violation {
    Violation::new(case, why, Subject::Unit(UnitId(leader.into())))
}

impl Campaign {
    /// [3.4] Whether others can follow the leader in hand: he has marched, and goes no special way.
    pub(crate) fn may_be_followed(&self, state: &State) -> bool {
        let goes = !state.halted || self.was_stopped(state);
        goes && self.way_of_his_own(state).is_none() && state.spent[usize::from(state.hand)] > 0
    }

    /// Why nobody can follow the leader in hand at all, however far he has gone: he rides, or goes a special way.
    fn way_of_his_own(&self, state: &State) -> Option<(&'static str, &'static str)> {
        if state.by == By::Ride {
            return Some(("3.5", "he rides alone: others follow one who was commanded or has tried Initiative"));
        }
        if state.guns {
            return Some(("16.3", "nobody follows on a march to the guns"));
        }
        (state.sector > 0).then_some(("16.2", "nobody follows him on his own way"))
    }

    /// [3.4] Whether the march in hand is one on which others could follow.
    pub(crate) fn goes_in_company(&self, state: &State) -> bool {
        let alone = state.by == By::Entry || self.is_outpost(state.hand) || self.rests(state, self.side_of(state.hand));
        !alone && self.way_of_his_own(state).is_none()
    }

    /// [3.4] Whether another leader can march with the one in hand at all.
    pub(crate) fn may_accompany(&self, state: &State, leader: Leader) -> Result<(), Violation> {
        let lead = state.hand;
        self.may_activate(state, self.side_of(lead), leader)?;
        self.may_stir(state, self.side_of(lead), leader)?;
        if self.rests(state, self.side_of(lead)) {
            return Err(no("14", "at rest each Force marches alone", leader));
        }
        if self.is_outpost(leader) || self.is_outpost(lead) {
            return Err(no("6.10", "Outposts march alone", leader));
        }
        if state.by == By::Entry {
            return Err(no("6.9", "those who come onto the map march alone", leader));
        }
        if let Some((case, why)) = self.way_of_his_own(state) {
            return Err(no(case, why, leader));
        }
        self.may_act_on(state)?;
        if !self.may_be_followed(state) {
            return Err(no("3.4", "others follow once their leader has marched", leader));
        }
        // [15] Who leads nobody has no mode, be he the Force Leader.
        let parted = |one: u16| !self.takes_mode(state, leader, one as Leader);
        if self.points(state, leader) > 0 && state.force.into_iter().any(parted) {
            return Err(no("15", "those who march together are in the same mode", leader));
        }
        let near = state.hex(leader).is_some_and(|hex| self.grid().distance(hex, state.origin) <= 1);
        if !near {
            return Err(no("3.4", "only leaders stacked with or adjacent to the Force Leader at first march with him", leader));
        }
        let foreign = self.general(leader).army != self.general(lead).army;
        if state.by == By::Command && (foreign || self.mixes_armies(state, leader)) {
            return Err(no("II.b.1", MIXED, leader));
        }
        if state.by == By::Command && self.is_sulking(state, leader) {
            return Err(no("4.7", "Buxhowden takes no commands: try Initiative", leader));
        }
        if !self.within_span(state, lead, state.force.or(Leaders::one(leader.into()))) {
            return Err(no("3.4", "the Force Leader's span does not hold him too", leader));
        }
        // [6.6] The roll was made against those who held the Force Leader: whoever others hold does not slip away behind him.
        if state.by != By::Command && !state.forage.has(leader.into()) {
            let side = self.side_of(lead);
            let held = state.hex(leader).map_or(Leaders::EMPTY, |hex| self.controllers(state, side, hex));
            // [15] Who was dispersed when he rolled has met nobody.
            let met = if self.has_gathered(state) { Leaders::EMPTY } else { self.controllers(state, side, state.origin) };
            if !held.less(met).is_empty() {
                return Err(no("6.6", "enemies hold him whom the Force Leader's roll did not meet: let him try himself", leader));
            }
        }
        let farthest = state.force.into_iter().map(|one| self.expended(state, one as Leader)).max().unwrap_or(0);
        if farthest > self.allowance(state, leader, state.by) + self.extension(state) {
            return Err(no("3.4", "the Force has marched farther than this part of it could", leader));
        }
        Ok(())
    }

    pub(crate) fn may_follow(&self, state: &State, leader: Leader, to: HexId) -> Result<(), Violation> {
        self.may_accompany(state, leader)?;
        let foes = self.foes(state, self.side_of(leader));
        if self.is_stopped(state, &foes, leader) {
            return Err(no("6.3", "a command does not lead out of an enemy zone of control", leader));
        }
        let mut found = false;
        self.follow_hexes(state, &foes, leader, |hex, _| found |= hex == to);
        if !found && !self.ground().dry(to) {
            return Err(Violation::new("6.2", "nobody can march there", Subject::Hex(to)));
        }
        if !found && foes.held.has(to) {
            return Err(Violation::new("6.1", "an enemy Force stands there", Subject::Hex(to)));
        }
        if !found && self.too_near_the_rival(state, leader, to) {
            return Err(Violation::new("4.7", "Bennigsen and Buxhowden keep three hexes apart", Subject::Hex(to)));
        }
        if !found && self.in_danger(state, leader, to) {
            return Err(Violation::new("15", "dispersed troops do not go next to an enemy", Subject::Hex(to)));
        }
        let beside = state.hex(state.hand).is_some_and(|lead| self.grid().distance(lead, to) <= 1);
        if !found && beside && self.way(state, leader, to).is_some() && !self.fits(state, leader, to) {
            return Err(Violation::new("3.4", "too many Strength Points would stand there", Subject::Hex(to)));
        }
        if !found {
            return Err(Violation::new("3.4", "he must reach a hex with or next to his Force Leader", Subject::Hex(to)));
        }
        Ok(())
    }

    pub(crate) fn follow(&self, state: &mut State, leader: Leader, to: HexId, umpire: &mut Umpire<'_, Event>) {
        let Some((way, spent)) = self.way(state, leader, to) else { return };
        state.spent[usize::from(leader)] = spent;
        state.force.insert(leader.into());
        state.acted.insert(leader.into());
        // [6.10] Dummies march alone.
        if self.is_campaign() {
            state.genuine = state.genuine.or(state.force);
        }
        self.tell_move(leader, &way, "3.4", umpire);
        self.pass_along(state, leader, &way, umpire);
    }
}
