//! [4.2] [10.3] [15.1] Why a command fails, where more is known than the first action of it that is refused: who was named to fire or to attack, or that
//! the segment which a position was set up in has been passed over.

use crate::movement::Choosing;
use crate::state::{Frame, Segment, State, Unit, flag};
use crate::{Action, Bautzen};
use grognard_engine::room::Room;
use grognard_engine::{Rules, Subject, UnitId, Violation, verbs};

/// [4.2] A position as it was set up. If its segment was passed over at once, whoever asks for something in it is told what bars that there, and not that
/// the segment is over.
#[derive(Clone, Debug)]
pub(crate) struct Passed {
    /// The position in the segment that was named.
    pub asked: State,
    /// The position from which play goes on, mostly the same.
    pub now: State,
}

impl Bautzen {
    /// What bars a command, where that can be said better than of its action that is refused.
    pub(crate) fn blame_command(&self, state: &State, actions: &[Action], at: usize) -> Option<Violation> {
        // What nothing on this map is called has been refused for that.
        if at > 0 || actions.iter().any(|&action| verbs::nameable(self, action).is_err()) {
            return None;
        }
        let (&action, rest) = actions.split_first()?;
        let passed = self.passed.as_deref().filter(|passed| passed.now == *state).map(|passed| &passed.asked);
        let first = rest.iter().find_map(|action| match *action {
            Action::Join(unit) => Some(unit),
            _ => None,
        });
        let named = first.and_then(|first| self.blame_named(passed.unwrap_or(state), action, first));
        named.or_else(|| match action {
            Action::Recover(_) | Action::End => None,
            Action::Pick(unit) if passed.is_none() => self.blame_moved(state, unit),
            _ => self.check(passed?, action).err(),
        })
    }

    /// [6.1] A movement segment ends by itself with the last move. Whoever is taken up again after it has moved, as if it were still that segment; where
    /// others could have moved it was ended, and nobody moves any more.
    fn blame_moved(&self, state: &State, unit: Unit) -> Option<Violation> {
        let moved = self.side(unit) == state.phasing && state.piece(unit).has(flag::MOVED);
        if !moved || state.segment <= Segment::Movement || state.frames.len() != 1 {
            return None;
        }
        let mut then = State { segment: Segment::Movement, ..state.clone() };
        then.replace(Frame::Move);
        Choosing.forced(self, &then).and_then(|_| self.may_move(&then, unit).err())
    }

    /// [10.3] [15.1] If nobody can fire at a hex or attack it: what keeps the first of those from it who were named. What keeps somebody else says
    /// nothing about him.
    fn blame_named(&self, state: &State, action: Action, first: Unit) -> Option<Violation> {
        match (state.frame(), action) {
            (Frame::Fire, Action::Target(hex)) => self.keeps_from_firing(state, first, hex),
            (Frame::Melee, Action::Assault(hex)) if self.held_by(state, state.phasing.other(), hex) => {
                self.may_attack(state, first, hex).err()
            }
            // A target of riders is named without them.
            (Frame::Charge, Action::Target(_)) => {
                Some(Violation::new("10.1", "nobody fires in this segment of his own will", Subject::Unit(UnitId(first))))
            }
            _ => None,
        }
    }
}
