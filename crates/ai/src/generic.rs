//! A player for a game that has no planner of its own: it tries each action, with every way the dice can fall, and judges the
//! board afterwards by scores and strength.

use crate::{Advice, Clock, Glimpse, Level, Player};
use grognard_engine::dice::{SeededDice, every_roll};
use grognard_engine::{Decision, Dice, Game, Seat, Umpire};
use std::cell::Cell;
use std::collections::VecDeque;

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

/// Looks one action ahead.
pub struct Cautious<J = Strengths> {
    judge: J,
    /// How far a judgement may be off, for levels that make mistakes.
    slip: u32,
    dice: SeededDice,
    /// Digests of the positions in which it last had to decide: whoever comes back to one goes in circles.
    seen: VecDeque<u64>,
}

/// How many positions are remembered.
const MEMORY: usize = 64;
/// What going in circles costs.
const CIRCLE: i64 = VICTORY / 2;

impl Cautious<Strengths> {
    /// A player of a level for any game.
    #[must_use]
    pub const fn new(level: Level, seed: u64) -> Self {
        let slip = match level {
            Level::Random | Level::Recruit => 3 * STRENGTH as u32,
            // Whoever has one idea for another game has none for this one, and looks ahead like the rest.
            _ => 1,
        };
        Self { judge: Strengths, slip, dice: SeededDice::new(seed), seen: VecDeque::new() }
    }
}

impl<J> Cautious<J> {
    /// The expected worth of the position after an action, times 36.
    fn expectation<G: Game>(&mut self, glimpse: &Glimpse<'_, G>, action: G::Action) -> i64
    where
        J: Judge<G>,
    {
        let mut total = 0;
        let seed = self.dice.bits();
        let (judge, seen) = (&self.judge, &self.seen);
        every_roll(
            36,
            |exact| {
                let (mut rest, rolled) = (SeededDice::new(seed), Cell::new(0));
                let mut dice = FirstTwo::new(exact, &mut rest, &rolled);
                let mut state = glimpse.state.clone();
                glimpse.game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
                let circle = if seen.contains(&glimpse.game.digest(&state)) { CIRCLE } else { 0 };
                judge.worth(glimpse.game, &state, glimpse.seat) - circle
            },
            |worth, ways| total += worth * i64::from(ways),
        );
        total
    }
}

impl<G: Game, J: Judge<G>> Player<G> for Cautious<J> {
    fn advise(&mut self, glimpse: &Glimpse<'_, G>, clock: &mut dyn Clock) -> Option<Advice<G::Action>> {
        let options = glimpse.options();
        self.seen.push_back(glimpse.game.digest(&glimpse.state));
        if self.seen.len() > MEMORY {
            self.seen.pop_front();
        }
        let mut best: Option<(i64, G::Action)> = None;
        for &action in &options {
            if best.is_some() && !clock.go_on() {
                break;
            }
            let worth = self.expectation(glimpse, action) + 36 * i64::from(self.dice.below(self.slip));
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, action));
            }
        }
        let (_, action) = best?;
        let reason = if options.len() == 1 { "there is no other choice" } else { "leaves the best balance of strength" };
        Some(Advice::new(action, reason))
    }
}
