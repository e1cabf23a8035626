//! The [`Game`] trait: one rulebook, one scenario, options chosen. It speaks to five audiences, and is parted by them:
//!
//! | trait | who asks it |
//! |---|---|
//! | [`Rules`] | whoever plays: what waits, what is legal, what happens; the checked door |
//! | [`Words`] | records, notation, people who type: actions, positions and refusals as text |
//! | [`Views`] | whoever draws: map, board, log lines, captions, overlays, forecasts |
//! | [`Secrets`] | whoever keeps something from somebody |
//! | [`Laboratory`] | statistics and tests |
//!
//! A rulebook implements all five and is a [`Game`]. Code over any game asks for `G: Game`; whoever speaks to one rulebook imports the
//! traits that it uses.

mod laboratory;
mod rules;
mod secrets;
mod views;
mod words;

pub use laboratory::Laboratory;
pub use rules::Rules;
pub use secrets::Secrets;
pub use views::Views;
pub use words::Words;

use crate::case::Case;
use crate::dice::{Dice, SeededDice};
use crate::grid::{HexId, UnitId};
use serde::Serialize;

pub use crate::preview::{Chance, Fate, Forecast};

/// A place at the table, in the order in which the rulebook names the sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Seat(pub u8);

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Outcome {
    /// Index of the winning seat; none in a draw.
    #[serde(skip)]
    pub winner: Option<Seat>,
    /// In words: `French substantive victory`.
    pub verdict: String,
    /// Points by seat.
    pub points: Vec<i32>,
}

/// What the game waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// A seat has to choose, under a case.
    Choose {
        /// Whose choice it is.
        seat: Seat,
        /// The case that grants or demands it.
        case: Case,
    },
    /// The game has ended.
    Over(Outcome),
}

/// Where an option shows on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Anchor {
    /// At a hex.
    Hex(HexId),
    /// At a unit.
    Unit(UnitId),
    /// As a button with this label.
    Button(&'static str),
}

/// Which game this is: enough to make it again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Identity {
    /// Rulebook, by its short name.
    pub rulebook: &'static str,
    /// Rises when a record stops replaying.
    pub revision: u32,
    /// The oldest revision whose games are taken up: they replay by these rules too, but for those that did what has been mended since,
    /// and each entry is checked as always.
    #[serde(skip)]
    pub since: u32,
    /// Scenario, by its short name.
    pub game: String,
    /// Title for people.
    pub title: String,
    /// Options by name, all of them, in a fixed order.
    pub options: Vec<(String, String)>,
}

/// Dice and log of a running game, handed to the rules.
pub struct Umpire<'a, E> {
    dice: &'a mut dyn Dice,
    events: Option<&'a mut Vec<E>>,
}

impl<'a, E> Umpire<'a, E> {
    /// An umpire that writes events down.
    pub fn new(dice: &'a mut dyn Dice, events: &'a mut Vec<E>) -> Self {
        Self { dice, events: Some(events) }
    }

    /// An umpire without a log, for search and simulation.
    pub fn silent(dice: &'a mut dyn Dice) -> Self {
        Self { dice, events: None }
    }

    /// Rolls a die for `case`.
    pub fn roll(&mut self, faces: u8, case: Case) -> u8 {
        self.dice.roll(faces, case)
    }

    /// Tells what happened. The event is made only if somebody listens.
    #[inline]
    pub fn tell(&mut self, event: impl FnOnce() -> E) {
        if let Some(events) = &mut self.events {
            events.push(event());
        }
    }

    /// Whether somebody listens.
    #[must_use]
    pub const fn listens(&self) -> bool {
        self.events.is_some()
    }
}

/// The position after some actions, as far as any dice will do; nothing if one of them is not legal. It is for asking ahead, not for play.
pub fn tried<G: Rules>(game: &G, state: &G::State, actions: &[G::Action]) -> Option<G::State> {
    let mut dice = SeededDice::new(0);
    let mut next = state.clone();
    for &action in actions {
        game.check(&next, action).ok()?;
        game.apply(&mut next, action, &mut Umpire::silent(&mut dice));
    }
    Some(next)
}

/// Whether nothing can be done in a position though its game is not over.
pub fn is_dead_end<G: Rules>(game: &G, state: &G::State) -> bool {
    let mut options = Vec::new();
    game.legal_actions(state, &mut options);
    options.is_empty() && !matches!(game.decision(state), Decision::Over(_))
}

/// One rulebook, one scenario, options chosen: the sum of what each audience asks.
pub trait Game: Rules + Words + Views + Secrets + Laboratory {}

impl<G: Rules + Words + Views + Secrets + Laboratory> Game for G {}
