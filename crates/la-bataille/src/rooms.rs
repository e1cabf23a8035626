//! Pending decisions as rooms: whose it is, what can be done in it and what cannot, what it does, and how play goes on where nobody has a choice.
//! Each room stands in the file of its chapter, beside the rules that it asks.

use crate::state::{Frame, Segment, Side, State};
use crate::{
    Action, Bautzen, Event, assault, carre, charge, escape, fight, firing, morale, movement, placing, reaction, recovery,
    results, victory,
};
use grognard_engine::room::Room;
use grognard_engine::verbs::Verbal;
use grognard_engine::{Case, Seat, Subject, Umpire, UnitId, Violation, rooms};

rooms! {
    impl Room<Bautzen> for Frame {
        Self::SetUp(side) => placing::Choosing(side),
        Self::Arrange { unit, done } => placing::Arranging { unit, done },
        Self::Charge => charge::Choosing,
        Self::Ride => charge::Riding,
        Self::React => reaction::Reacting,
        Self::Stand => carre::Standing,
        Self::Pursue => charge::Pursuing,
        Self::Move => movement::Choosing,
        Self::Hand { unit, left, turned, begun, stopped } => movement::Hand { unit, left, turned, begun, stopped },
        Self::Opportunity(unit) => firing::Opportunity(unit),
        Self::Pounce(unit) => reaction::Pouncing(unit),
        Self::Fire => firing::Choosing,
        Self::Aim(hex) => firing::Aiming(hex),
        Self::Melee => assault::Choosing,
        Self::Assault => assault::Gathering,
        Self::Answer => assault::Answering,
        Self::Follow => assault::Following,
        Self::Fight => fight::Fighting,
        Self::Advance => results::Advancing,
        Self::Recovery => recovery::Recovering,
        Self::Checks => morale::Checking,
        Self::Flee(flight) => escape::Fleeing(flight),
        Self::Over => victory::Over,
    }
}

/// The seat of a side.
pub const fn seat(side: Side) -> Seat {
    Seat(side as u8)
}

/// Whose decision it is, under which case.
pub const fn asked(side: Side, case: &'static str) -> (Seat, Case) {
    (seat(side), Case(case))
}

impl Bautzen {
    /// Passes over everything in which nobody has a choice, and ends the game when it is decided.
    pub(crate) fn settle(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        while self.settle_once(state, umpire) {}
    }

    /// The same with the next of it alone; says whether there was something.
    pub(crate) fn settle_once(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        if state.frames.len() == 1 && state.frame() != Frame::Over && self.decided(state) {
            self.finish(state, umpire);
        }
        state.frame().pass(self, state, umpire)
    }

    /// Why an action does not fit the present decision at all.
    pub(crate) fn out_of_place(&self, state: &State, action: Action) -> Violation {
        let (case, why) = match action {
            Action::Pick(_) | Action::Force(_) | Action::Enter(..) | Action::March(..) | Action::End | Action::Top(_)
                if matches!(state.frame(), Frame::Hand { .. }) =>
            {
                ("6.1", "units move one at a time: put this one down first")
            }
            Action::Step(_) | Action::Go(_) | Action::Turn(_) | Action::Form(..) | Action::Halt
                if state.frame() == Frame::Move =>
            {
                ("6.1", "no unit is in hand; take one first")
            }
            Action::Pick(_) if matches!(state.frame(), Frame::Ride | Frame::Pursue) => {
                ("16.3.1", "charges are ridden one at a time: this one first")
            }
            Action::Go(_) if state.frame() == Frame::Ride => ("16.3.3", "a charge is ridden hex by hex"),
            Action::Step(_) | Action::Go(_) | Action::Turn(_) | Action::Form(..) | Action::Halt | Action::Target(_)
                if state.frame() == Frame::Charge =>
            {
                ("16.3.1", "nobody rides; take a regiment first")
            }
            Action::Join(_) if state.frame() == Frame::Charge => ("16.3.2", "nobody rides whom a regiment could join"),
            Action::Step(_) | Action::Go(_) | Action::Turn(_) | Action::Form(..) | Action::Halt | Action::Target(_)
                if state.frame() == Frame::Pursue =>
            {
                ("16.5", "the riders have to be done with the beaten first")
            }
            Action::Pick(_) | Action::Step(_) | Action::Go(_) | Action::Turn(_) | Action::Form(..) | Action::Halt
                if matches!(state.frame(), Frame::React | Frame::Stand | Frame::Pounce(_) | Frame::Opportunity(_)) =>
            {
                ("4.4", "what somebody is doing has to be answered first")
            }
            Action::Pick(_) | Action::Step(_) | Action::Go(_) | Action::Turn(_) | Action::Form(..) | Action::Halt => {
                ("4.2", "nobody moves in this segment")
            }
            Action::Place(_) => ("23.6", "units are set up before the first turn"),
            Action::Force(_) => ("6.9", "forced marches begin in the movement segment"),
            Action::Enter(..) | Action::March(..) => ("6.10", "units enter in their movement segment"),
            Action::Top(_) => ("6.8", "stacks are reordered in one's own movement segment"),
            Action::Target(_) => ("10.1", "nothing can be fired at now"),
            Action::Join(_) if state.segment == Segment::Melee => ("15.1", "no hex is being assaulted that one could join"),
            Action::Join(_) => ("10.3", "nobody can take part in anything now"),
            Action::Spare(_) => ("16.2", "no cavalry fights now"),
            Action::Done => ("4.4", "nothing is being put together"),
            Action::Assault(_) if state.segment == Segment::Melee => ("15.1", "one hex is assaulted at a time: this melee first"),
            Action::Assault(_) => ("15.1", "assaults are made in the melee segment"),
            Action::Withdraw(..) => ("15.2", "nobody is being attacked now"),
            Action::Advance(_) => ("15.7", "nobody may advance now"),
            Action::Charge(_) if state.segment == Segment::Charge => ("16.8", "no charge is to be met now"),
            Action::Charge(_) => ("16.9", "nobody comes into the zone of cavalry now"),
            Action::Carre | Action::Stand => ("17.1", "nobody is being charged now"),
            Action::Trample => ("16.5", "nobody is being ridden down now"),
            Action::Recover(_) if state.segment == Segment::Recovery => {
                ("4.4", "what somebody is doing has to be answered first")
            }
            Action::Recover(_) => ("20.1", "morale recovers in its own segment"),
            Action::End => ("4.2", "there is a decision to be made first"),
        };
        // At fault is the unit that was to do it, or else the hex that was named.
        let named = action.unit().map(|unit| Subject::Unit(UnitId(unit))).or_else(|| action.hex().map(Subject::Hex));
        Violation::new(case, why, named.unwrap_or(Subject::None))
    }
}
