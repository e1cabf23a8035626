//! [4.2] Why a command fails, where more is known than the first action of it that is refused: that the segment which a position was set up in has been
//! passed over.

use crate::state::State;
use crate::{Action, Bautzen};
use grognard_engine::{Rules, Violation, verbs};
use std::sync::Arc;

/// [4.2] A segment that was set up and passed over at once. Whoever asks for something in it is told what bars that, and not that it is over.
#[derive(Clone, Debug)]
pub(crate) struct Passed {
    /// The position in that segment.
    asked: State,
    /// The position from which play goes on.
    now: State,
}

impl Passed {
    /// Compares a segment as it began with the position that came of it; nothing if play begins there.
    pub(crate) fn of(asked: State, now: &State) -> Option<Arc<Self>> {
        (asked.segment != now.segment).then(|| Arc::new(Self { asked, now: now.clone() }))
    }
}

impl Bautzen {
    /// What bars a command, where that can be said better than of its action that is refused.
    pub(crate) fn blame_command(&self, state: &State, actions: &[Action], at: usize) -> Option<Violation> {
        // What nothing on this map is called has been refused for that.
        if at > 0 || actions.iter().any(|&action| verbs::nameable(self, action).is_err()) {
            return None;
        }
        let action = *actions.first()?;
        let passed = self.passed.as_deref().filter(|passed| passed.now == *state).map(|passed| &passed.asked);
        match action {
            Action::Recover(_) | Action::End => None,
            _ => self.check(passed?, action).err(),
        }
    }
}
