//! What a game does: whose decision it is, what is legal, what happens.

use super::{Decision, Identity, Seat, Umpire};
use crate::case::{Refusal, Violation};
use crate::orders::{Question, QuestionKind};
use serde::Serialize;
use std::fmt::Debug;
use std::hash::Hash;

/// The rules. `State` holds truth only: no dice, no log, no cache.
pub trait Rules: Sized + Send + Sync + 'static {
    /// The whole truth about a position.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// One click.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;
    /// Something that happened.
    type Event: Clone + Debug + Serialize + Send;
    /// Which game this is.
    fn identity(&self) -> Identity;
    /// The names of the seats, in order.
    fn seats(&self) -> &'static [&'static str];
    /// The opening position.
    fn start(&self, umpire: &mut Umpire<'_, Self::Event>) -> Self::State;
    /// What the game waits for.
    fn decision(&self, state: &Self::State) -> Decision;
    /// Every legal action, and none other. `out` is cleared first.
    fn legal_actions(&self, state: &Self::State, out: &mut Vec<Self::Action>);
    /// Whether `action` is legal for the seat that has to decide.
    ///
    /// # Errors
    /// The case that forbids it.
    fn check(&self, state: &Self::State, action: Self::Action) -> Result<(), Violation>;
    /// Carries out an action that has been checked.
    fn apply(&self, state: &mut Self::State, action: Self::Action, umpire: &mut Umpire<'_, Self::Event>);
    /// The kinds of questions that standing orders of a seat can answer.
    fn question_kinds(&self, _seat: Seat) -> Vec<QuestionKind> {
        Vec::new()
    }
    /// The pending decision as a question that its owner can decline, if it is one.
    fn question(&self, _state: &Self::State) -> Option<Question<Self::Action>> {
        None
    }
    /// The checked door: whose turn is it, is it legal, then apply. A refused action changes nothing.
    ///
    /// # Errors
    /// Why the action was not taken.
    fn play(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: Self::Action,
        umpire: &mut Umpire<'_, Self::Event>,
    ) -> Result<(), Refusal> {
        match self.decision(state) {
            Decision::Over(_) => return Err(Refusal::Over),
            Decision::Choose { seat: owner, .. } if owner != seat => return Err(Refusal::NotYours(owner)),
            Decision::Choose { .. } => {}
        }
        self.check(state, action).map_err(Refusal::Illegal)?;
        self.apply(state, action, umpire);
        Ok(())
    }
}
