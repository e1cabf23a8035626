//! Which room each pending decision has. A room says whose decision it is, lists what can be done, checks it, does it, and goes on where there is nothing to
//! choose; it stands in the file of its section, beside the rules that it asks.

use crate::exclusive::dresden::{disruption, reserves, victory as dresden};
use crate::exclusive::eylau::fresh_strength;
use crate::state::{Frame, Side, State};
use crate::{Battle, Event, advance, attack, marching, results, retreat, victory};
use grognard_engine::room::Room;
use grognard_engine::{Umpire, rooms};

rooms! {
    impl Room<Battle> for Frame {
        Self::Move => marching::Choosing,
        Self::Hand { unit, spent, entered, ward } => marching::InHand { unit, spent, entered, ward },
        Self::Overfull => marching::Overfull,
        Self::Fresh(side) => fresh_strength::Freshening(side),
        Self::Combat => attack::Choosing,
        Self::Declare => attack::Declaring,
        Self::Losses => results::Paying,
        Self::Retreat(side) => retreat::Retreating(side),
        Self::Displace { hex, side } => retreat::Pushing { hex, side },
        Self::Advance(side) => advance::Advancing(side),
        Self::StepBack => advance::SteppingBack,
        Self::Muster => reserves::Mustering,
        Self::Offers(_) => reserves::Answering,
        Self::DayEnd => dresden::EndOfDay,
        Self::Reorganize(placer) => disruption::Reorganizing(placer),
        Self::Place { unit, placer } => disruption::Placing { unit, placer },
        Self::Over => victory::Over,
    }
}

impl Battle {
    /// The side that has to decide.
    #[must_use]
    pub fn owner(&self, state: &State) -> Side {
        Side::BOTH[usize::from(state.pending().asks(self, state).0.0)]
    }

    /// Passes over every decision in which only one thing can be done, so that play stops only where somebody has a choice.
    #[inline]
    pub(crate) fn settle(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        // Most actions lead to one of these, which are never passed over, and need not go through the rooms to find that out.
        let choice = matches!(state.frame, Frame::Move | Frame::Hand { .. } | Frame::Declare);
        if !(choice && state.interrupts.is_empty()) {
            self.pass_on(state, umpire);
        }
    }

    #[inline(never)]
    fn pass_on(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        while state.pending().pass(self, state, umpire) {}
    }
}
