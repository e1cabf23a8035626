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
        stage.play_on(&desk, &mut state, (&[], both), dice.bits(), 1);
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

/// The games that a run has played so far, as they are kept in a file: a head that says which run it is, then the samples of each game, closed
/// by a line with its number. What follows the last such line was cut short, and is played again.
#[derive(Clone, PartialEq, Debug)]
pub struct Ledger {
    head: String,
    /// Games played.
    pub games: u64,
    /// Their samples, in order.
    pub samples: Vec<Sample>,
}

impl Ledger {
    /// A run that has not begun: of this game with these options and features, from this seed.
    #[must_use]
    pub fn new(weights: &Weights, options: &[(String, String)], seed: u64) -> Self {
        let names: Vec<&str> = weights.list.iter().map(|(name, _)| name.as_str()).collect();
        let options: String = options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        let head = format!("grognard samples 1: {}{options}, seed {seed}: {}", weights.game, names.join(" "));
        Self { head, games: 0, samples: Vec::new() }
    }

    /// The first line of its file.
    #[must_use]
    pub fn head(&self) -> String {
        format!("{}\n", self.head)
    }

    /// Takes up what a file holds; says how much of it is whole.
    ///
    /// # Errors
    /// One line, if it is the file of another run.
    pub fn take_up(&mut self, text: &str, features: usize) -> Result<usize, String> {
        let first = text.lines().next().unwrap_or_default();
        if first != self.head {
            return Err(format!("holds another run ({first:?}); give the same words as then, or another file"));
        }
        let (mut whole, mut read, mut open) = (text.find('\n').map_or(0, |end| end + 1), 0, Vec::new());
        for line in text.split_inclusive('\n') {
            read += line.len();
            match line.strip_prefix("game ").map(str::trim_end).and_then(|number| number.parse::<u64>().ok()) {
                Some(number) if line.ends_with('\n') && number == self.games + 1 => {
                    self.samples.append(&mut open);
                    (self.games, whole) = (number, read);
                }
                _ => open.extend(Sample::read(line, features)),
            }
        }
        Ok(whole)
    }

    /// Most of the samples, to learn from, and the rest, to try what was learnt.
    #[must_use]
    pub fn parted(&self) -> [Vec<Sample>; 2] {
        // Of few positions, too, most are learnt from.
        let stretch = STRETCH.min(self.samples.len() / KEPT).max(1);
        [false, true].map(|apart| {
            let stretches = self.samples.chunks(stretch).enumerate().filter(|(i, _)| (i % KEPT == 0) == apart);
            stretches.flat_map(|(_, stretch)| stretch.to_vec()).collect()
        })
    }

    /// Adds a game; what is to be appended to the file.
    pub fn add(&mut self, game: Vec<Sample>) -> String {
        self.games += 1;
        let mut text = String::new();
        for sample in game {
            let line = sample.text();
            // What is learnt from is what stands in the file: a run that was cut short and goes on must not learn anything else than one that was not.
            self.samples.extend(Sample::read(&line, sample.features.len()));
            text.push_str(&line);
            text.push('\n');
        }
        text.push_str(&format!("game {}\n", self.games));
        text
    }
}

/// Every so many stretches of games are kept apart, and so many positions make a stretch, or fewer where there are few.
const KEPT: usize = 5;
const STRETCH: usize = 500;

/// Whether what is learnt holds for games that were not learnt from: what is missed in those kept apart, before and after.
#[must_use]
pub fn trial(ledger: &Ledger, from: &Weights) -> (f32, f32) {
    let [learnt, apart] = ledger.parted();
    (miss(&apart, from), miss(&apart, &fit(&learnt, from, Vec::new())))
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
        let mut ledger = Ledger::new(&prior, &[], 7);
        let mut text = ledger.head() + &ledger.add(played.clone());
        let whole = text.len();
        text.push_str("0.5 1.0");
        let mut again = Ledger::new(&prior, &[], 7);
        assert_eq!((again.take_up(&text, n), again.games, again.samples.len()), (Ok(whole), 1, played.len()));
        // Numbers that a line cuts short, too, are the same to whoever goes on.
        let fine: Vec<Sample> = played.iter().map(|s| Sample { end: s.end + 0.000_04, features: s.features.clone() }).collect();
        let mut ledger = Ledger::new(&prior, &[], 7);
        let kept = ledger.head() + &ledger.add(fine);
        let mut taken_up = Ledger::new(&prior, &[], 7);
        assert_eq!((taken_up.take_up(&kept, n), &taken_up), (Ok(kept.len()), &ledger));
        assert!(Ledger::new(&prior, &[], 8).take_up(&text, n).is_err_and(|why| why.contains("another run")));
        for few in [5, 100, 2_000] {
            ledger.samples = samples[..few].to_vec();
            let [learnt, apart] = ledger.parted();
            assert!(learnt.len() + apart.len() == few && apart.len() * 2 < learnt.len() && !apart.is_empty(), "{few}");
        }
        let line = samples[0].text();
        assert_eq!(Sample::read(&line, n).map(|sample| sample.text()), Some(line.clone()));
        assert!(Sample::read(&line, n + 1).is_none() && Sample::read("x", n).is_none());
    }
}
