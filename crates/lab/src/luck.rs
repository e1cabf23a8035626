//! The luck of the dice, in points of the margin, and what figures are without it.
//!
//! Luck is added up die by die: what the position was worth after it, less what was to be expected before. What a position is worth is the margin that an eye
//! foresees which learnt from games of others (`grognard train --eye`), so that luck is in points of the margin from the start. Whether a point of it is one was
//! looked at in games from which nothing was learnt; there is room for a factor for each game, if ever the slope of margin on luck is not 1.
//!
//! Before the dice fall luck is worth nought on the average, whoever plays. So what the dice did in a batch can be taken out of its figures: the
//! line that fits a figure and luck best is read where luck is nought. That is as good as playing more games (a control variate).

use crate::stats::{self, Estimate};
use serde::Serialize;

/// The factors, with the games that they come from.
const FACTORS: &str = include_str!("../data/luck.tsv");
/// What a point that the planner reckons comes to in the margin, with the games that tell it.
const RECKONING: &str = include_str!("../data/reckoning.tsv");
/// With fewer games the line says little, and figures are taken as they are.
const FEWEST: usize = 10;

/// By how much luck as the eye sees it is multiplied in a game; 1 if nobody has looked.
#[must_use]
pub fn scale(game: &str) -> f64 {
    factor(FACTORS, game)
}

/// What a point that the planner reckons comes to in the margin of a game; 1 if nobody has looked.
#[must_use]
pub fn reckoning(game: &str) -> f64 {
    factor(RECKONING, game)
}

fn factor(table: &str, game: &str) -> f64 {
    let rows = table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t'));
    let mut named = rows.filter_map(|mut row| (row.next() == Some(game)).then(|| row.next()?.parse().ok()).flatten());
    named.next().unwrap_or(1.0)
}

/// Whether the factor of a game was fitted.
#[must_use]
pub fn is_scaled(game: &str) -> bool {
    FACTORS.lines().any(|line| line.split('\t').next() == Some(game))
}

/// A figure without the luck of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Without {
    /// The figure where luck is nought.
    pub figure: Estimate,
    /// How much of the figure's variance luck explains, from 0 to 1.
    pub explained: f64,
    /// How many times as many games would make the plain figure as certain.
    pub worth: f64,
}

/// A figure without luck, from pairs of luck and figure, one a game; nothing if there are few, or luck never differed.
///
/// The expectation of luck is nought, so the line's height there estimates the same as the plain average does.
#[must_use]
pub fn without(pairs: &[(f64, f64)]) -> Option<Without> {
    if pairs.len() < FEWEST {
        return None;
    }
    let line = stats::line(pairs)?;
    let plain = stats::mean(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
    let (narrow, wide) = (line.height.high - line.height.low, plain.high - plain.low);
    // Where luck explains nothing the line costs a little; then nothing is gained by it.
    if !(narrow > 0.0 && wide.is_finite() && narrow < wide) {
        return None;
    }
    Some(Without { figure: line.height, explained: line.explained, worth: (wide / narrow).powi(2) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::dice::SeededDice;

    #[test]
    fn factors_are_those_of_the_table() {
        for game in ["eylau", "dresden", "dresden-20", "dresden-20-standard", "dresden-20-maneuver"] {
            assert!(is_scaled(game) && scale(game) > 0.8 && scale(game) < 1.25, "{game}: {}", scale(game));
            // Who is named has an eye that learnt.
            let game = grognard_shelf::open(game, &[], &mut SeededDice::new(1)).unwrap();
            assert!(game.foresees());
        }
        // The planner takes what is won now for more than it comes to in the end.
        for game in ["eylau", "dresden", "dresden-20"] {
            assert!(reckoning(game) > 0.2 && reckoning(game) < 1.0, "{game}: {}", reckoning(game));
        }
        assert!(!is_scaled("skirmish") && (scale("skirmish") - 1.0).abs() < 1e-12);
        for line in FACTORS.lines().chain(RECKONING.lines()).filter(|line| !line.starts_with('#')) {
            let cells: Vec<f64> = line.split('\t').skip(1).take(4).map(|cell| cell.parse().unwrap()).collect();
            let [factor, low, high, games] = cells[..] else { panic!("{line}") };
            assert!(low < factor && factor < high && games >= 100.0, "{line}");
            assert!(grognard_shelf::games().iter().any(|game| line.starts_with(&format!("{}\t", game.id))), "{line}");
        }
    }

    /// Games whose margin is 5, a point for each point of luck, and what else happens.
    fn games(seed: u64, number: usize) -> Vec<(f64, f64)> {
        let mut dice = SeededDice::new(seed);
        let mut even = |half: u32| f64::from(dice.below(2 * half + 1)) - f64::from(half);
        let game = |_| {
            let luck = even(30);
            (luck, 5.0 + luck + even(15))
        };
        (0..number).map(game).collect()
    }

    #[test]
    fn without_luck_the_figure_is_the_same_and_more_certain() {
        let (mut inside, mut nearer) = (0, 0);
        for seed in 0..200 {
            let games = games(seed, 40);
            let plain = stats::mean(&games.iter().map(|game| game.1).collect::<Vec<_>>());
            let without = without(&games).unwrap();
            inside += u32::from(without.figure.low <= 5.0 && 5.0 <= without.figure.high);
            nearer += u32::from((without.figure.value - 5.0).abs() < (plain.value - 5.0).abs());
            assert!(without.worth > 2.0 && without.explained > 0.5, "{without:?}");
        }
        // 95 of 100, give or take; and mostly nearer to the truth.
        assert!((182..=198).contains(&inside) && nearer > 130, "{inside} of 200 hold the truth, {nearer} are nearer");
    }

    #[test]
    fn where_luck_says_nothing_the_figure_is_left_alone() {
        assert_eq!(without(&games(1, 9)), None);
        assert_eq!(without(&[(0.0, 3.0); 40]), None);
        let unrelated: Vec<(f64, f64)> = games(1, 60).into_iter().zip(games(2, 60)).map(|(a, b)| (a.0, b.1)).collect();
        assert!(without(&unrelated).is_none_or(|w| w.worth < 1.2));
    }
}
