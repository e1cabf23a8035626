//! Pending decisions as rooms: whose it is, what can be done in it and what cannot, what it does, and how play goes on where nobody has a
//! choice. Each room stands in the file of its section, beside the rules that it asks.

use crate::state::{Frame, Side, State};
use crate::unitset::{Unit, subject};
use crate::{
    Action, Campaign, Event, advance, cadres, cards, combat, declare, fog, maneuver, meissen, morale, movement, rally, reaction,
    results, retreat, weather,
};
use grognard_engine::room::Room;
use grognard_engine::verbs::Verbal;
use grognard_engine::{Subject, Umpire, Violation, rooms};

rooms! {
    impl Room<Campaign> for Frame {
        Self::Station => meissen::Station,
        Self::Stack => maneuver::Stack,
        Self::Markers => maneuver::Markers,
        Self::Decoys(side) => fog::Decoys(side),
        Self::Orders => cards::Orders,
        Self::Steady => cards::Steady,
        Self::Delay => cards::Delay,
        Self::Move => movement::Move,
        Self::Hand { unit, spent, road, forced } => movement::Hand { unit, spent, road, forced },
        Self::React => reaction::React,
        Self::Combat => declare::Combat,
        Self::Declare => declare::Declare,
        Self::Resolve => declare::Resolve,
        Self::Reserves(side) => combat::Reserves(side),
        Self::Losses => results::Losses,
        Self::Retreat(side) => retreat::Retreat(side),
        Self::Toward(side) => retreat::Toward(side),
        Self::Flee(side) => retreat::Flee(side),
        Self::Advance(side) => advance::Advance(side),
        Self::Pursue { unit, .. } => advance::Pursue(unit),
        Self::Remnants(side) => cadres::Remnants(side),
        Self::Rally => rally::Rally,
        Self::Place(unit) => rally::Place(unit),
        Self::Horses => weather::Horses,
        Self::Over => morale::Over,
    }
}

impl Campaign {
    /// The side that has to decide in the present frame.
    #[must_use]
    pub fn owner(&self, state: &State) -> Side {
        let (seat, _) = state.frame.asks(self, state);
        Side::BOTH[usize::from(seat.0)]
    }

    /// Passes over every frame in which only one thing can be done, so that play stops only where somebody has a choice.
    pub(crate) fn settle(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        while state.frame.pass(self, state, umpire) {}
    }

    /// Why an action does not fit the present frame at all.
    pub(crate) fn out_of_place(&self, state: &State, action: Action) -> Violation {
        let night = self.is_night(state);
        let (case, why) = match action {
            Action::Target(_)
            | Action::Join(_)
            | Action::Close
            | Action::Fight(_)
            | Action::Disengage(..)
            | Action::Penetrate(..)
                if night =>
            {
                ("14.0", "at night nobody fights or reacts")
            }
            Action::Pick(_) | Action::Force(_) | Action::End if matches!(state.frame, Frame::Hand { .. }) => {
                ("6.0", "units move one at a time: end this unit's move first")
            }
            Action::Step(_) | Action::Go(_) | Action::Halt if state.frame == Frame::Move => {
                ("6.0", "no unit is in hand: none was taken up, or its move is over")
            }
            Action::Pick(_) | Action::Force(_) | Action::Step(_) | Action::Go(_) | Action::Halt => {
                ("6.1", "units move in their own Movement Phase only")
            }
            Action::Build(..) => ("6.0", "the pontoon bridge is built in the French Movement Phase"),
            Action::Box => ("3.2", "nobody can go into the Meissen Box now"),
            Action::BreakDown(..) | Action::BuildUp(..) | Action::Remnant(..) => ("16.7", "not now"),
            Action::Target(_) | Action::Join(_) | Action::Close | Action::Fight(_) => {
                ("9.2", "no battle is declared or chosen now")
            }
            Action::Lull => ("13.0", "a Lull is taken at the start of one's Combat Phase"),
            Action::Commit | Action::Decline => ("9.5", "nobody decides about reserves now"),
            Action::Disengage(..) | Action::Penetrate(..) => ("8.1", "the enemy reacts after a Movement Phase"),
            Action::Lose(_) => ("9.6", "no loss is owed now"),
            Action::Retreat(_) | Action::Flee(_) => ("9.8", "nobody has to retreat now"),
            Action::Toward(_) => ("9.8.6", "nobody has to retreat now"),
            Action::Advance(..) => ("9.9", "nobody may advance now"),
            Action::Hold => ("9.9", "there is nothing to waive"),
            Action::Name(_) | Action::Delay(_) | Action::Recover(_) => ("5.0", "no card asks for that now"),
            Action::Rally(_) | Action::Pay(_) => ("10.2", "nobody can rally now"),
            Action::Place(_) => ("10.2", "nothing is to be placed now"),
            Action::Horses => ("5.2", "Extra Horses are declared at the end of the French Night Operations Phase"),
            Action::Stack(..) | Action::Mark(_) => ("17.1.1", "stacks and markers are made before the game begins"),
            Action::Ready => ("16.1", "there is nothing to be ready with"),
            Action::End => ("4.3", first_to_do(state.frame)),
        };
        // At fault is the unit that was to do it, or else the hex that was named.
        let named = action.unit().map(|unit| subject(unit as Unit)).or_else(|| action.hex().map(Subject::Hex));
        Violation::new(case, why, named.unwrap_or(Subject::None))
    }
}

/// [4.3] What stands before the end of a phase.
const fn first_to_do(frame: Frame) -> &'static str {
    match frame {
        Frame::Declare => "a battle is being declared: close it first",
        Frame::Resolve => "the declared battles are fought first",
        Frame::Reserves(_) => "first commit reserves, or decline",
        Frame::Losses => "first choose who pays for the exchange",
        Frame::Retreat(_) | Frame::Toward(_) | Frame::Flee(_) => "the retreat comes first",
        Frame::Advance(_) | Frame::Pursue { .. } => "first advance, or hold",
        _ => "there is a decision to be made first",
    }
}
