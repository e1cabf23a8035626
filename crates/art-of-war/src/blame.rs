//! [3.0] [5.0] Why a command fails, where more is known than the first action of it that is refused: what else was typed, or that
//! the phase which a position was set up in has been passed over, because nothing could be done in it.

use crate::obligation::Duties;
use crate::sequence::Phase;
use crate::state::{Frame, State};
use crate::{Action, Battle};
use grognard_engine::game::tried;
use grognard_engine::{Case, Violation};

/// [3.0] A phase that was set up and passed over at once. Whoever asks for something in it is told what bars that, and not that the
/// phase is over.
#[derive(Clone, Debug)]
pub(crate) struct Passed {
    /// The position in that phase.
    asked: State,
    /// The position from which play goes on.
    now: State,
}

impl Passed {
    /// Compares a phase that was asked for with the position that came of it; nothing if play begins there.
    pub(crate) fn of(battle: &Battle, asked: &State, phase: Phase, now: &State) -> Option<Box<Self>> {
        let begun = match phase {
            Phase::Movement => battle.phase(now) == Phase::Movement,
            Phase::Combat => matches!(now.frame, Frame::Fresh(_) | Frame::Combat),
        };
        if begun && (now.turn, now.phasing) == (asked.turn, asked.phasing) {
            return None;
        }
        let frame = if phase == Phase::Movement { Frame::Move } else { Frame::Combat };
        let mut asked = State { turn: asked.turn, phasing: asked.phasing, frame, ..*now };
        if phase == Phase::Combat {
            battle.fix_duties(&mut asked);
        }
        Some(Box::new(Self { asked, now: *now }))
    }
}

impl Battle {
    /// [3.0] What bars an action in the phase that was passed over, as long as nothing has been done since.
    pub(crate) fn blame_passed(&self, state: &State, actions: &[Action], at: usize) -> Option<Violation> {
        let Passed { asked, now } = self.passed.as_deref().filter(|passed| at == 0 && passed.now == *state)?;
        // The same phase has come again in another turn.
        if now.phasing == asked.phasing && self.phase(now) == self.phase(asked) {
            return None;
        }
        match (asked.frame, *actions.first()?) {
            (Frame::Move, Action::Pick(unit)) if self.units_of(asked.phasing).has(unit) => {
                self.may_pick(asked, unit, &self.obstacles(asked)).err()
            }
            (Frame::Combat, action @ Action::Target(hex)) => {
                let enemies = self.units_in(asked, hex).and(self.units_of(asked.phasing.other()));
                if enemies.is_empty() {
                    None
                } else if self.is_night(asked) {
                    Some(self.out_of_place(asked, action))
                } else {
                    let why = self.may_target(asked, hex, &Duties::of(self, asked)).err();
                    self.blame_attackers(asked, actions, at).or(why)
                }
            }
            _ => None,
        }
    }

    /// [5.2] [5.6] If nobody can attack a target: why the one cannot who was named for it, if it is a gun or has fought. Of others it is
    /// enough to say that nobody touches the target.
    pub(crate) fn blame_attackers(&self, state: &State, actions: &[Action], at: usize) -> Option<Violation> {
        let Action::Target(hex) = *actions.get(at)? else { return None };
        let mut held = tried(self, state, &actions[..at])?;
        if !matches!(held.frame, Frame::Combat | Frame::Declare) {
            return None;
        }
        let why = self.may_target(&held, hex, &Duties::of(self, &held)).err()?;
        if why.case != Case("5.3") {
            return None;
        }
        held.attack.defenders = self.attacked_together(&held, self.units_in(&held, hex));
        let duties = Duties::of(self, &held);
        let ours = self.present(&held, held.phasing).and(self.guns.or(held.fought));
        let named = actions[at..].iter().find_map(|action| match *action {
            Action::Join(unit) if ours.has(unit) => Some(unit),
            _ => None,
        })?;
        self.may_join(&held, named, &duties).err()
    }
}
