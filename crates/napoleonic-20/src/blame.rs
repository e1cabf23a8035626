//! [4.3] [9.2] Why a command fails, where more is known than the first action of it that is refused: who was named for an attack, or that the
//! phase which a position was set up in has been passed over, because nothing could be done in it.

use crate::declare::Contacts;
use crate::state::{Frame, Side, State};
use crate::unitset::{Unit, subject};
use crate::{Action, Campaign};
use grognard_engine::game::tried;
use grognard_engine::verbs::Verbal;
use grognard_engine::{Case, HexId, Rules, Violation};

/// [4.3] A phase that was set up and passed over at once. Whoever asks for something in it is told what bars that, and not that the phase
/// is over.
#[derive(Clone, Debug)]
pub(crate) struct Passed {
    /// The position in that phase.
    asked: State,
    /// The position from which play goes on.
    now: State,
}

impl Passed {
    /// Compares a phase as it began with the position that came of it; nothing if play begins there.
    pub(crate) fn of(asked: &State, now: &State) -> Option<Box<Self>> {
        let moment = |state: &State| (state.turn, state.phasing, state.frame);
        (moment(asked) != moment(now)).then(|| Box::new(Self { asked: *asked, now: *now }))
    }
}

impl Campaign {
    /// [4.3] What bars an action in the phase that was passed over, as long as nothing has been done since.
    pub(crate) fn blame_passed(&self, state: &State, actions: &[Action], at: usize) -> Option<Violation> {
        let Passed { asked, now } = self.passed.as_deref().filter(|passed| at == 0 && passed.now == *state)?;
        let action = *actions.first()?;
        // The same phase has come again in another turn, or somebody asks for what belongs to another.
        if (now.phasing, now.frame) == (asked.phasing, asked.frame) || !self.belongs(asked, action) {
            return None;
        }
        let unable = self.blame_attackers(asked, actions, at);
        unable.or_else(|| self.check(asked, action).err())
    }

    /// Whether an action is one of the phase that a position is in, and of the side that acts there.
    fn belongs(&self, state: &State, action: Action) -> bool {
        let of = |side: Side| action.unit().is_some_and(|unit| self.units_of(side).has(unit as Unit));
        match (state.frame, action) {
            (
                Frame::Move,
                Action::Pick(_) | Action::Force(_) | Action::Build(..) | Action::BreakDown(..) | Action::BuildUp(..),
            )
            | (Frame::Rally, Action::Rally(_) | Action::Pay(_)) => of(state.phasing),
            (Frame::React, Action::Disengage(..) | Action::Penetrate(..)) => of(state.phasing.other()),
            (Frame::React | Frame::Combat, Action::Target(hex)) => self.holds_enemy(state, hex),
            (Frame::Combat, Action::Lull) => true,
            _ => false,
        }
    }

    /// Whether an enemy of the side that attacks in this phase is in a hex, a unit or a garrison.
    fn holds_enemy(&self, state: &State, hex: HexId) -> bool {
        let side = self.attacking_side(state);
        self.unit_of_side_at(state, side.other(), hex).is_some()
            || side == Side::Allied && self.standing_garrison(state, hex).is_some()
    }

    /// [8.2] [10.1] If a target is refused because nobody can attack it: whether the first who was named for it is routed, or was to countercharge
    /// when the Reaction Phase was over, passed over perhaps as nobody could react.
    pub(crate) fn blame_attackers(&self, state: &State, actions: &[Action], at: usize) -> Option<Violation> {
        let Action::Target(hex) = *actions.get(at)? else { return None };
        let held = tried(self, state, &actions[..at])?;
        if held.frame != Frame::Combat {
            return None;
        }
        let join = |action: &Action| match *action {
            Action::Join(unit) => Some(unit),
            _ => None,
        };
        let named = actions[at..].iter().find_map(join)?;
        if self.units_of(held.phasing.other()).has(named) && self.unit_of_side_at(&held, held.phasing, hex).is_some() {
            return Some(Violation::new("8.2", "cavalry countercharges, and in the Reaction Phase only", subject(named)));
        }
        let contacts = Contacts::of(self, &held);
        let why = self.may_target(&held, hex, &contacts).err()?;
        let routed = held.routed.has(named) && held.hex(named).is_some();
        if why.case != Case("9.1") || !routed || !self.units_of(self.attacking_side(&held)).has(named) {
            return None;
        }
        self.may_join(&held, named, &contacts).err()
    }
}
