//! The sequential test: is one player stronger than another? It looks at pairs of games, which have the same dice, because two such games
//! are alike in more than their players; and it stops as soon as it can tell.

use crate::game::Played;
use crate::plan::Sprt;
use serde::Serialize;

/// How a test came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// At least `elo1`, most likely.
    Stronger,
    /// At most `elo0`, most likely.
    NotStronger,
}

/// What a player got out of a game: a win 1, a draw a half.
#[must_use]
pub fn score(game: &Played, player: usize) -> f64 {
    match game.winner {
        None => 0.5,
        Some(seat) if game.seats[seat] == player => 1.0,
        Some(_) => 0.0,
    }
}

/// The share of points that a player so many Elo stronger gets.
#[must_use]
pub fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A test under way.
#[derive(Clone, Debug)]
pub struct Test {
    bounds: Sprt,
    /// Pairs by what the first player got out of them: 0, a half, 1, one and a half, 2.
    pairs: [f64; 5],
}

impl Test {
    /// A test that nothing is known of yet.
    #[must_use]
    pub const fn new(bounds: Sprt) -> Self {
        Self { bounds, pairs: [0.0; 5] }
    }

    /// Adds a pair by what the first player got out of it.
    pub fn add(&mut self, score: f64) {
        self.pairs[((score * 2.0).round() as usize).min(4)] += 1.0;
    }

    /// Pairs looked at.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.pairs.iter().sum::<f64>() as u64
    }

    /// The logarithm of how much better `elo1` explains the results than `elo0`: the generalised ratio for a normal mean, on pairs.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        // One pair of every outcome is added: without them the variance of a one-sided beginning is too small, and the test would say
        // "stronger" of an equal one time in 12 instead of 20.
        let counts = self.pairs.map(|pairs| pairs + 1.0);
        let (pairs, all) = (self.pairs.iter().sum::<f64>(), counts.iter().sum::<f64>());
        let value = |i: usize| i as f64 / 4.0;
        let sum = |counts: &[f64; 5]| counts.iter().enumerate().map(|(i, n)| n * value(i)).sum::<f64>();
        let middle = sum(&counts) / all;
        let variance: f64 = counts.iter().enumerate().map(|(i, n)| n * (value(i) - middle).powi(2)).sum::<f64>() / all;
        let (low, high) = (share(self.bounds.elo0), share(self.bounds.elo1));
        // What is added speaks for neither bound: it counts as if it lay halfway between them. An even score would speak against whoever is
        // asked whether he is much stronger, and "not stronger" would be said of him too often.
        let mean = (sum(&self.pairs) + (all - pairs) * (low + high) / 2.0) / all;
        pairs * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// Between which values of the ratio nothing can be told yet.
    #[must_use]
    pub fn limits(&self) -> (f64, f64) {
        let Sprt { alpha, beta, .. } = self.bounds;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// Whether it can be told.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        let (low, high) = self.limits();
        match self.ratio() {
            ratio if ratio >= high => Some(Verdict::Stronger),
            ratio if ratio <= low => Some(Verdict::NotStronger),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::dice::SeededDice;

    const BOUNDS: Sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };

    /// How often the test says "stronger" of a player with this share of points, and how many pairs it takes.
    fn trials(bounds: Sprt, share: f64) -> (u32, u64) {
        let mut dice = SeededDice::new(5);
        let mut stronger = 0;
        let mut pairs = 0;
        for _ in 0..400 {
            let mut test = Test::new(bounds);
            let verdict = loop {
                let mut game = || if f64::from(dice.below(1_000_000)) < share * 1e6 { 1.0 } else { 0.0 };
                test.add(game() + game());
                if let Some(verdict) = test.verdict() {
                    break verdict;
                }
            };
            stronger += u32::from(verdict == Verdict::Stronger);
            pairs += test.pairs();
        }
        (stronger, pairs / 400)
    }

    #[test]
    fn it_is_wrong_as_seldom_as_it_promises() {
        // One time in 20 of 400 is 20, give or take.
        let (wrong, _) = trials(BOUNDS, super::share(0.0));
        assert!(wrong <= 32, "says stronger of an equal {wrong} times of 400");
        let (right, _) = trials(BOUNDS, super::share(50.0));
        assert!(right >= 368, "says stronger of a stronger one {right} times of 400");
        let (sure, quick) = trials(BOUNDS, super::share(300.0));
        assert!(sure == 400 && quick < 30, "a clear case takes {quick} pairs");
        // And where both bounds lie far from an even score.
        let far = Sprt { elo0: 200.0, elo1: 300.0, ..BOUNDS };
        let (wrong, _) = trials(far, super::share(200.0));
        assert!(wrong <= 32, "says stronger of one who is not {wrong} times of 400");
        let (right, _) = trials(far, super::share(300.0));
        assert!(right >= 380, "says stronger of a much stronger one {right} times of 400");
    }

    #[test]
    fn shares_follow_from_elo() {
        assert!((share(0.0) - 0.5).abs() < 1e-12 && (share(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }
}
