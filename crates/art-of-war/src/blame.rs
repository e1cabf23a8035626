//! [3.0] [5.0] Why a command fails, where more is known than the first action of it that is refused: what else was typed, or that
//! the phase which a position was set up in has been passed over, because nothing could be done in it.

use crate::obligation::Duties;
use crate::sequence::Phase;
use crate::state::{Frame, State};
use crate::unitset::{Unit, subject};
use crate::{Action, Battle};
use grognard_engine::game::tried;
use grognard_engine::{Case, Subject, Violation};

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

    /// [5.2] [5.6] [5.7] If a target is refused: why those cannot attack it who were named for it. Of infantry it is enough to say that
    /// nobody touches the target; but what keeps somebody else from it says nothing about those who were named.
    pub(crate) fn blame_attackers(&self, state: &State, actions: &[Action], at: usize) -> Option<Violation> {
        let Action::Target(hex) = *actions.get(at)? else { return None };
        let mut held = tried(self, state, &actions[..at])?;
        if !matches!(held.frame, Frame::Combat | Frame::Declare) {
            return None;
        }
        let duties = Duties::of(self, &held);
        let why = self.may_target(&held, hex, &duties).err()?;
        let free_guns = duties.free_guns();
        let ours = self.present(&held, held.phasing);
        let join = |action: &Action| match *action {
            Action::Join(unit) if ours.has(unit) => Some(unit),
            _ => None,
        };
        let named: Vec<Unit> = actions[at..].iter().filter_map(join).collect();
        let first = *named.first()?;
        // Guns that touch nobody bombard, whoever else might touch both targets.
        if why.case == Case("5.4") && !held.attack.defenders.is_empty() && named.iter().all(|&unit| free_guns.has(unit)) {
            let target = held.attack.defenders.first().map_or(Subject::Hex(hex), subject);
            return Some(Violation::new("5.7", "guns alone bombard one hex only", target));
        }
        // Whether it is told of a unit, or of the river in front of it.
        let told_of = |unit: Unit| match why.what {
            Subject::Hexside(from, _) => held.hex(unit) == Some(from),
            what => what == subject(unit),
        };
        let blamed = match why.case.0 {
            "5.3" => named.iter().copied().find(|&unit| self.guns.or(held.fought).has(unit)),
            "5.6" | "9.0" | "11.0" | "13.0" if !named.iter().any(|&unit| told_of(unit)) => Some(first),
            _ => None,
        }?;
        held.attack.defenders = self.attacked_together(&held, self.units_in(&held, hex));
        self.may_join(&held, blamed, &Duties::of(self, &held)).err()
    }
}
