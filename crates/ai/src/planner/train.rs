//! Weights fitted to games: scripts play each other in tempers drawn by lot, every turn's features are written down with how the game ended, and
//! the line that tells the end best is found. Everything follows from seeds, and each game by itself, so that a run that was cut short goes on
//! where it stopped.

use super::atlas::Atlas;
use super::hooks::Hooks;
use super::plan::{Ideas, Plan, TEMPERS};
use super::playout::Stage;
use super::scene::Scene;
use super::script::Desk;
use super::value::{Weights, features};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Game, Umpire};

/// A position that was met, and what came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The first seat's advantages.
    pub features: Vec<f32>,
    /// What the end was worth to it.
    pub end: f32,
}

/// Turns of sides after which a game that does not end is left.
const LONGEST: usize = 400;
/// How often the fit goes over all samples.
const PASSES: usize = 400;
/// How strongly weights hold to what they were before: as much as so many samples.
const HOLD: f32 = 30.0;

/// Plays one game by scripts and tells its positions, one for each turn of a side.
pub fn play<G: Game>(game: &G, hooks: &dyn Hooks<G>, seed: u64) -> Vec<Sample> {
    let mut dice = SeededDice::new(seed);
    let mut state = game.start(&mut Umpire::silent(&mut dice));
    let atlas = Atlas::of(game, &game.board(&state, None));
    let tempers = hooks.tempers();
    let desk = Desk { game, hooks, atlas: &atlas, tempers: &tempers };
    let mut stage: Stage<G> = Stage::new();
    let mut samples = Vec::new();
    let mut end = 0.0;
    for _ in 0..LONGEST {
        if let Decision::Over(outcome) = game.decision(&state) {
            end = hooks.utility(game, &outcome);
            break;
        }
        let mut scene = Scene::default();
        scene.whole = stage.scene.whole;
        scene.study(game, &state, hooks, &atlas);
        let mut list = Vec::new();
        features(game, &state, (&scene, hooks, hooks.moment(game, &state)), &mut list);
        samples.push(Sample { features: list, end: 0.0 });
        let side = hooks.moment(game, &state).seat & 1;
        let ideas = Ideas::of(scene, side);
        // The first temper is the most sensible one: half of the turns are played in it, the rest in any.
        let mut draw = || Plan::all(if dice.below(2) == 0 { 0 } else { dice.below(TEMPERS.len() as u32) as usize });
        let plans = [draw(), draw()];
        let changed = ideas.changed(&plans[usize::from(side)], &Plan::default(), &atlas, &mut dice);
        let both = if side == 0 { [&changed, &plans[1]] } else { [&plans[0], &changed] };
        stage.play_on(&desk, &mut state, (None, both), dice.bits(), 1);
    }
    samples.iter_mut().for_each(|sample| sample.end = end);
    samples
}

/// Fits weights to samples, beginning with others and holding to them where the samples tell nothing.
#[must_use]
pub fn fit(samples: &[Sample], from: &Weights, provenance: Vec<String>) -> Weights {
    let prior: Vec<f32> = from.list.iter().map(|(_, weight)| *weight).collect();
    let mut weights = prior.clone();
    let mut speed = vec![0.0f32; weights.len()];
    let mut slope = vec![0.0f32; weights.len()];
    // Each feature goes at its own pace: those that vary much in small steps.
    let size = |i: usize| samples.iter().map(|s| s.features[i] * s.features[i]).sum::<f32>() / samples.len().max(1) as f32;
    let pace: Vec<f32> = (0..weights.len()).map(|i| 0.2 / (size(i) + 0.05)).collect();
    for _ in 0..PASSES {
        slope.iter_mut().zip(weights.iter().zip(&prior)).for_each(|(slope, (now, then))| *slope = HOLD * (then - now));
        for sample in samples {
            let sum: f32 = weights.iter().zip(&sample.features).map(|(weight, feature)| weight * feature).sum();
            // The slope of the likelihood of the end, if its chance is the line squeezed.
            let miss = sample.end - sum.tanh();
            slope.iter_mut().zip(&sample.features).for_each(|(slope, feature)| *slope += miss * feature);
        }
        for i in 0..weights.len() {
            speed[i] = 0.8 * speed[i] + pace[i] * slope[i] / (samples.len() as f32 + HOLD);
            weights[i] += 0.2 * speed[i];
        }
    }
    let list = from.list.iter().zip(&weights).map(|((name, _), weight)| (name.clone(), *weight)).collect();
    Weights { game: from.game.clone(), list, provenance }
}

/// How well weights tell the end: the mean square of what they miss.
#[must_use]
pub fn miss(samples: &[Sample], weights: &Weights) -> f32 {
    let one = |sample: &Sample| (sample.end - weights.worth(&sample.features)).powi(2);
    samples.iter().map(one).sum::<f32>() / samples.len().max(1) as f32
}

impl Sample {
    /// As a line.
    #[must_use]
    pub fn text(&self) -> String {
        let all = std::iter::once(self.end).chain(self.features.iter().copied());
        all.map(|number| format!("{number:.4}")).collect::<Vec<_>>().join(" ")
    }

    /// Reads such a line, with so many features.
    #[must_use]
    pub fn read(line: &str, features: usize) -> Option<Self> {
        let numbers: Option<Vec<f32>> =
            line.split_whitespace().map(|word| word.parse().ok().filter(|n: &f32| n.is_finite())).collect();
        let numbers = numbers.filter(|numbers| numbers.len() == features + 1)?;
        Some(Self { end: numbers[0], features: numbers[1..].to_vec() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planner::Plain;
    use grognard_testkit::mock::Skirmish;

    #[test]
    fn games_repeat_and_what_decides_is_found_out() {
        let game = Skirmish::default();
        let played = play(&game, &Plain, 3);
        assert!(!played.is_empty() && played == play(&game, &Plain, 3));
        let prior = Weights::prior(&game, &Plain);
        let n = prior.list.len();
        // The third feature decides, the others say nothing.
        let mut dice = SeededDice::new(1);
        let mut number = || dice.below(2_001) as f32 / 1_000.0 - 1.0;
        let samples: Vec<Sample> = (0..2_000)
            .map(|_| {
                let features: Vec<f32> = (0..n).map(|_| number()).collect();
                Sample { end: if features[2] > 0.0 { 0.9 } else { -0.9 }, features }
            })
            .collect();
        let fitted = fit(&samples, &prior, vec!["a test".to_owned()]);
        assert!(miss(&samples, &fitted) < 0.5 * miss(&samples, &prior), "{fitted:?}");
        assert!(fitted.list[2].1 > 1.0 && fitted.list[0].1.abs() < 0.3, "{fitted:?}");
        assert_eq!(fit(&samples, &prior, vec!["a test".to_owned()]), fitted);
        let line = samples[0].text();
        assert_eq!(Sample::read(&line, n).map(|sample| sample.text()), Some(line.clone()));
        assert!(Sample::read(&line, n + 1).is_none() && Sample::read("x", n).is_none());
    }
}
