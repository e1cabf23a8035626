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

/// Most ways that the dice of an action are let fall.
const WAYS: u32 = 150;

/// Dice that fall every way for the first two rolls of an action, cards that are drawn among them, and at random after that or where there would be too many ways.
pub(crate) struct FirstTwo<'a> {
    exact: &'a mut dyn Dice,
    rest: &'a mut SeededDice,
    /// How often was rolled, and how many ways there are to fall as exact dice did.
    rolled: &'a Cell<(u32, u32)>,
}

impl<'a> FirstTwo<'a> {
    /// Exact dice, and those that come after them; `rolled`, which begins with no roll and one way, counts.
    pub(crate) fn new(exact: &'a mut dyn Dice, rest: &'a mut SeededDice, rolled: &'a Cell<(u32, u32)>) -> Self {
        Self { exact, rest, rolled }
    }
}

impl Dice for FirstTwo<'_> {
    fn roll(&mut self, faces: u8, case: grognard_engine::Case) -> u8 {
        let (rolls, ways) = self.rolled.get();
        let more = ways.saturating_mul(faces.into());
        let exact = rolls < 2 && more <= WAYS;
        self.rolled.set((rolls + 1, if exact { more } else { ways }));
        if exact { self.exact.roll(faces, case) } else { self.rest.roll(faces, case) }
    }
}
