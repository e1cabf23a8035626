//! Small positions solved exactly, and what a player gives away in them.
//!
//! The solver tries every action of both sides and every fall of the dice by the rules themselves, up to an end that the caller names. A player's regret
//! is the sum, over its decisions in one play of the position, of what the best action was worth more than its own; the mean over plays is exactly what it
//! loses against perfect play, whatever the dice did (the other side plays perfectly).

use crate::{Glimpse, Player, Unhurried, consult};
use grognard_engine::dice::{SeededDice, every_roll};
use grognard_engine::{Decision, Game, Seat, Umpire};
use std::collections::HashMap;

/// Ways that up to two dice of six faces can fall.
const WAYS: u32 = 36;
/// Decisions after which a line is held to go in circles.
const DEEP: u32 = 400;

/// What a position is worth to the seat that solves it, once it has come to its end.
pub type End<'a, G> = &'a dyn Fn(&<G as grognard_engine::Rules>::State) -> Option<f64>;

/// Solves positions of one game.
pub struct Solver<'a, G: Game> {
    game: &'a G,
    seat: Seat,
    end: End<'a, G>,
    /// 1 for the best play of the seat, -1 for its worst: the other side plays its best in either case.
    aim: f64,
    known: HashMap<u64, f64>,
    left: usize,
}

impl<'a, G: Game> Solver<'a, G> {
    /// For a seat, with so many positions at most.
    pub fn new(game: &'a G, seat: Seat, end: End<'a, G>, most: usize) -> Self {
        Self { game, seat, end, aim: 1.0, known: HashMap::new(), left: most }
    }

    /// The same for the worst that the seat could do.
    #[must_use]
    pub fn worst(game: &'a G, seat: Seat, end: End<'a, G>, most: usize) -> Self {
        Self { aim: -1.0, ..Self::new(game, seat, end, most) }
    }

    /// The worth of a position; nothing if it is too large.
    pub fn value(&mut self, state: &G::State) -> Option<f64> {
        self.value_at(state, 0)
    }

    /// The worth of an action.
    pub fn worth(&mut self, state: &G::State, action: G::Action) -> Option<f64> {
        self.worth_at(state, action, 0)
    }

    /// Positions that were looked at.
    #[must_use]
    pub fn size(&self) -> usize {
        self.known.len()
    }

    fn value_at(&mut self, state: &G::State, depth: u32) -> Option<f64> {
        if let Some(worth) = (self.end)(state) {
            return Some(worth);
        }
        let Decision::Choose { seat, .. } = self.game.decision(state) else { return None };
        let key = self.game.digest(state);
        if let Some(&worth) = self.known.get(&key) {
            return Some(worth);
        }
        if depth > DEEP {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        let mut options = Vec::new();
        self.game.legal_actions(state, &mut options);
        let sign = if seat == self.seat { self.aim } else { -1.0 };
        let mut best = f64::NEG_INFINITY;
        for action in options {
            best = best.max(sign * self.worth_at(state, action, depth + 1)?);
        }
        let worth = sign * best;
        self.known.insert(key, worth);
        worth.is_finite().then_some(worth)
    }

    fn worth_at(&mut self, state: &G::State, action: G::Action, depth: u32) -> Option<f64> {
        let mut after: Vec<(G::State, u32)> = Vec::new();
        let trial = |dice: &mut dyn grognard_engine::Dice| {
            let mut next = state.clone();
            self.game.apply(&mut next, action, &mut Umpire::silent(dice));
            next
        };
        every_roll(WAYS, trial, |next, ways| after.push((next, ways)));
        let mut total = 0.0;
        for (next, ways) in after {
            total += self.value_at(&next, depth)? * f64::from(ways) / f64::from(WAYS);
        }
        Some(total)
    }

    /// What a player gives away in one play of a position with these dice; the other side plays perfectly.
    pub fn regret(&mut self, start: &G::State, player: &mut dyn Player<G>, seed: u64) -> Option<f64> {
        let (mut state, mut dice, mut lost) = (start.clone(), SeededDice::new(seed), 0.0);
        while (self.end)(&state).is_none() {
            let Decision::Choose { seat, .. } = self.game.decision(&state) else { break };
            let mut options = Vec::new();
            self.game.legal_actions(&state, &mut options);
            let action = if seat == self.seat {
                let glimpse = Glimpse::of(self.game, &state, seat, seed);
                let action = consult(player, &glimpse, &mut Unhurried)?.action;
                if options.len() > 1 {
                    lost += self.value(&state)? - self.worth(&state, action)?;
                }
                action
            } else {
                let mut best: Option<(f64, G::Action)> = None;
                for action in options {
                    let worth = self.worth(&state, action)?;
                    if best.is_none_or(|(least, _)| worth < least) {
                        best = Some((worth, action));
                    }
                }
                best?.1
            };
            self.game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
        }
        Some(lost)
    }
}

/// What a player gave away in many positions.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    /// Plays.
    pub plays: u32,
    /// The sum of what was given away.
    pub lost: f64,
    /// The sum of what was at stake: the best play less the worst.
    pub stake: f64,
    /// The sum of squares of what was given away as a part of the stake, and of that part itself.
    pub parts: [f64; 2],
}

impl Tally {
    /// Counts one play.
    pub fn add(&mut self, lost: f64, stake: f64) {
        self.plays += 1;
        self.lost += lost;
        self.stake += stake;
        let part = lost / stake.max(1e-9);
        self.parts[0] += part * part;
        self.parts[1] += part;
    }

    /// The mean part of the stake that was given away, and its standard error.
    #[must_use]
    pub fn mean(&self) -> (f64, f64) {
        let n = f64::from(self.plays.max(1));
        let mean = self.parts[1] / n;
        (mean, ((self.parts[0] / n - mean * mean).max(0.0) / n).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_are_means_of_parts() {
        let mut tally = Tally::default();
        for lost in [0.0, 1.0, 0.0, 1.0] {
            tally.add(lost, 2.0);
        }
        let (mean, error) = tally.mean();
        assert!((mean - 0.25).abs() < 1e-9 && (error - 0.125).abs() < 1e-9, "{mean} {error}");
    }
}
