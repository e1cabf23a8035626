//! What a position of any game is worth, by points and strength; and dice that fall every way as long as that can be counted.

use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Dice, Game, Seat};
use std::cell::Cell;

/// Judges a position from a seat's point of view: more is better.
pub trait Judge<G: Game>: Send {
    /// The worth of a position.
    fn worth(&self, game: &G, state: &G::State, seat: Seat) -> i64;
}

/// A judge for any game: what the counters of each side are worth by their strength, or, at the end, the verdict.
#[derive(Clone, Copy, Default, Debug)]
pub struct Strengths;

/// What a victory is worth: more than any army.
const VICTORY: i64 = 1_000_000;
/// What one point of strength is worth, so that smaller things can be told apart.
const STRENGTH: i64 = 100;

impl<G: Game> Judge<G> for Strengths {
    fn worth(&self, game: &G, state: &G::State, seat: Seat) -> i64 {
        if let Decision::Over(outcome) = game.decision(state) {
            let own = outcome.points.get(usize::from(seat.0)).copied().unwrap_or(0);
            let best = outcome.points.iter().enumerate().filter(|(i, _)| *i != usize::from(seat.0)).map(|(_, p)| *p).max();
            let margin = i64::from(own) - i64::from(best.unwrap_or(0));
            return margin + outcome.winner.map_or(0, |winner| if winner == seat { VICTORY } else { -VICTORY });
        }
        let name = game.seats().get(usize::from(seat.0)).copied().unwrap_or_default();
        let board = game.board(state, Some(seat));
        let on_map = board.counters.iter().filter(|counter| counter.hex.is_some());
        on_map.map(|counter| strength(&counter.values) * if counter.side == name { STRENGTH } else { -STRENGTH }).sum()
    }
}

/// The first number on a counter, 1 if there is none.
fn strength(values: &str) -> i64 {
    let digits: String = values.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(1)
}

/// Dice that fall every way for the first two rolls of an action and at random after that, so that the number of branches
/// stays small whatever the game asks for.
pub(crate) struct FirstTwo<'a> {
    exact: &'a mut dyn Dice,
    rest: &'a mut SeededDice,
    rolled: &'a Cell<u32>,
}

impl<'a> FirstTwo<'a> {
    /// Exact dice, and those that come after them; `rolled` counts.
    pub(crate) fn new(exact: &'a mut dyn Dice, rest: &'a mut SeededDice, rolled: &'a Cell<u32>) -> Self {
        Self { exact, rest, rolled }
    }
}

impl Dice for FirstTwo<'_> {
    fn roll(&mut self, faces: u8, case: grognard_engine::Case) -> u8 {
        self.rolled.set(self.rolled.get() + 1);
        if self.rolled.get() <= 2 && faces == 6 { self.exact.roll(faces, case) } else { self.rest.roll(faces, case) }
    }
}
