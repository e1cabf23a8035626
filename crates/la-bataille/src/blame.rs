//! [4.2] [10.3] [15.1] Why a command fails, where more is known than the first action of it that is refused: who was named to fire or to attack, or that
//! the segment which a position was set up in has been passed over.

use crate::firing::nearness;
use crate::melee::{HAS_ATTACKED, LOOKS_AWAY, ONCE};
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

/// How near somebody comes to attacking a hex, by why he does not: nearest where a rule of its own forbids it, not at all where he attacks nobody or stands
/// elsewhere.
pub(crate) fn closeness(violation: &Violation) -> u8 {
    match (violation.case.0, violation.why) {
        ("15.1", ONCE) => 3,
        ("15.1", HAS_ATTACKED) => 2,
        ("15.1", LOOKS_AWAY) => 1,
        ("6.6" | "14.2" | "15.1" | "16.10" | "17.5", _) => 0,
        _ => 3,
    }
}

impl Bautzen {
    /// What bars a command, where that can be said better than of its action that is refused.
    pub(crate) fn blame_command(&self, state: &State, actions: &[Action], at: usize) -> Option<Violation> {
        // What nothing on this map is called has been refused for that.
        if actions.iter().any(|&action| verbs::nameable(self, action).is_err()) {
            return None;
        }
        let (&action, rest) = actions.split_first()?;
        let join = |action: &Action| match *action {
            Action::Join(unit) => Some(unit),
            _ => None,
        };
        let named: Vec<Unit> = rest.iter().filter_map(join).collect();
        // Somebody can, but not everybody who was named.
        if at > 0 {
            return actions.get(at).and_then(join).and_then(|_| self.blame_named(state, action, &named));
        }
        let passed = self.passed.as_deref().filter(|passed| passed.now == *state).map(|passed| &passed.asked);
        let kept = self.blame_named(passed.unwrap_or(state), action, &named);
        kept.or_else(|| match action {
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

    /// [10.3] [15.1] What keeps those who were named from firing at a hex or attacking it: of several whoever comes nearest to it. What keeps somebody else
    /// says nothing about them.
    fn blame_named(&self, state: &State, action: Action, named: &[Unit]) -> Option<Violation> {
        let mut fault = None;
        for &unit in named {
            let kept = match (state.frame(), action) {
                (Frame::Fire, Action::Target(hex)) => self.keeps_from_firing(state, unit, hex).map(|why| (nearness(&why), why)),
                (Frame::Melee, Action::Assault(hex)) if self.held_by(state, state.phasing.other(), hex) => {
                    self.may_attack(state, unit, hex).err().map(|why| (closeness(&why), why))
                }
                // A target of riders is named without them.
                (Frame::Charge, Action::Target(_)) => {
                    let why = "nobody fires in this segment of his own will";
                    Some((0, Violation::new("10.1", why, Subject::Unit(UnitId(unit)))))
                }
                _ => None,
            };
            if let Some((near, why)) = kept {
                fault = Some(self.nearer(fault, near, why));
            }
        }
        fault.map(|(_, why)| why)
    }

    /// Which of two refusals is told: that of whoever comes nearer to what is refused; of equals the first by rule, words and name, so that nobody is told
    /// something else because he set up or named his units in another order.
    pub(crate) fn nearer(&self, known: Option<(u8, Violation)>, near: u8, next: Violation) -> (u8, Violation) {
        match known {
            Some((before, first)) if before > near || (before == near && self.listed(&first) <= self.listed(&next)) => {
                (before, first)
            }
            _ => (near, next),
        }
    }

    /// Where a refusal stands among others: by its rule, its words, and what it points at.
    fn listed(&self, violation: &Violation) -> (&'static str, &'static str, String) {
        let grid = self.grid();
        let name = match violation.what {
            Subject::Unit(unit) => self.tag(unit.0).to_owned(),
            Subject::Hex(hex) => grid.number(hex),
            Subject::Hexside(from, to) => format!("{}-{}", grid.number(from), grid.number(to)),
            Subject::None | Subject::Short { .. } => String::new(),
        };
        (violation.case.0, violation.why, name)
    }
}
