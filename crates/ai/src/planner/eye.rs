//! An eye that learnt: what the margin of a game will be at its end, told from a position. It judges for onlookers, in place of a planner's own
//! expectation: a line over what the planner for any game sees in every game, fitted by least squares to games that others played (see
//! [`witness`]). What is a forecast of the margin is in points of the margin, so that what a die did to it is too.

use super::atlas::Atlas;
use super::hooks::Hooks;
use super::plan::Plan;
use super::scene::Scene;
use super::script::{Desk, Script};
use super::train::{Ledger, Sample};
use super::value::{Weights, features, foresight, foresight_names};
use crate::assess::Assessor;
use crate::{Glimpse, Level, Unhurried, consult};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Dice, Game, Umpire};

/// Most decisions that are carried out before a position is judged; a battle never leaves as many.
const PATIENCE: usize = 60;
/// Of the positions after a die one in so many is written down.
const ONE_IN: u32 = 4;
/// How strongly weights hold to nought where games tell nothing: as much as so many positions.
const HOLD: f64 = 20.0;

/// What the eye knows of a game before anything is learnt: that the margin will stay as it is.
pub fn eye_prior<G: Game>(game: &G, hooks: &dyn Hooks<G>) -> Weights {
    let list = foresight_names(hooks).into_iter().enumerate().map(|(i, name)| (name, if i == 0 { 1.0 } else { 0.0 })).collect();
    Weights { game: game.identity().game, list, provenance: vec!["set by hand".to_owned()] }
}

/// Looks at positions of one game.
pub struct Eye<G: Game> {
    hooks: Box<dyn Hooks<G>>,
    atlas: Option<Atlas>,
    scene: Scene,
    script: Script<G>,
    list: Vec<f32>,
    seen: Vec<f32>,
}

impl<G: Game> Eye<G> {
    /// An eye with what the game's rulebook tells.
    #[must_use]
    pub fn new(hooks: Box<dyn Hooks<G>>) -> Self {
        Self {
            hooks,
            atlas: None,
            scene: Scene::default(),
            script: Script::new(Plan::default()),
            list: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// Reads the map, and how strong both sides are at the beginning, which is the measure of all strengths.
    fn open(&mut self, game: &G) {
        if self.atlas.is_none() {
            let start = game.start(&mut Umpire::silent(&mut SeededDice::new(0)));
            let atlas = Atlas::of(game, &game.board(&start, None));
            self.scene.study(game, &start, self.hooks.as_ref(), &atlas);
            self.atlas = Some(atlas);
        }
    }

    /// The position after what a die has left to do, a script choosing for both sides.
    fn settled(&mut self, game: &G, state: &G::State) -> G::State {
        let mut state = state.clone();
        let Some(atlas) = self.atlas.as_ref().filter(|_| self.hooks.hangs(game, &state)) else { return state };
        let tempers = self.hooks.tempers();
        let desk = Desk { game, hooks: self.hooks.as_ref(), atlas, tempers: &tempers };
        let (mut dice, mut lots) = (SeededDice::new(1), SeededDice::new(1));
        let (mut options, mut scores) = (Vec::new(), Vec::new());
        self.script.restart(&Plan::default());
        self.scene.study(game, &state, self.hooks.as_ref(), atlas);
        for _ in 0..PATIENCE {
            let Decision::Choose { seat, .. } = game.decision(&state) else { break };
            if !self.hooks.hangs(game, &state) {
                break;
            }
            game.legal_actions(&state, &mut options);
            let side = seat.0 & 1;
            let chosen = self.script.choose(&desk, &mut self.scene, (&state, side), &options, &mut scores, &mut lots);
            let Some(action) = chosen else { break };
            game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
            self.scene.glance(game, &state, self.hooks.as_ref(), atlas);
        }
        state
    }

    /// What the eye sees: how the margin stands, and each other feature as it is and by how much of the game is to come. Nothing if the game is over.
    fn see(&mut self, game: &G, state: &G::State) -> Result<&[f32], f64> {
        self.open(game);
        let state = self.settled(game, state);
        if let Decision::Over(outcome) = game.decision(&state) {
            return Err(margin(&outcome.points));
        }
        if let Some(atlas) = &self.atlas {
            self.scene.study(game, &state, self.hooks.as_ref(), atlas);
        }
        let (hooks, moment) = (self.hooks.as_ref(), self.hooks.moment(game, &state));
        features(game, &state, (&self.scene, hooks, moment), &mut self.list);
        foresight(&self.list, hooks.points(game, &state), moment, &mut self.seen);
        Ok(&self.seen)
    }

    /// The margin that is to be expected with these weights.
    pub fn forecast(&mut self, game: &G, state: &G::State, weights: &Weights) -> f64 {
        match self.see(game, state) {
            Err(margin) => margin,
            Ok(seen) => weights.line(seen),
        }
    }
}

fn margin(points: &[i32]) -> f64 {
    points.first().zip(points.get(1)).map_or(0.0, |(first, second)| f64::from(first - second))
}

/// What was learnt for each game; each file tells where it comes from.
const LEARNT: [&str; 5] = [
    include_str!("../../data/eylau.eye"),
    include_str!("../../data/dresden.eye"),
    include_str!("../../data/dresden-20.eye"),
    include_str!("../../data/dresden-20-standard.eye"),
    include_str!("../../data/dresden-20-maneuver.eye"),
];

/// The weights of the eye that were learnt for a game, if any were.
pub fn eye_of<G: Game>(game: &G, hooks: &dyn Hooks<G>) -> Option<Weights> {
    let prior = eye_prior(game, hooks);
    LEARNT.iter().find_map(|text| Weights::read(text, &prior).ok())
}

/// Judges as the eye does where one was learnt, and else as somebody else does.
pub struct Onlooker<G: Game> {
    eye: Eye<G>,
    weights: Option<Option<Weights>>,
    other: Box<dyn Assessor<G>>,
}

impl<G: Game> Onlooker<G> {
    /// With somebody else for games whose eye has not learnt.
    #[must_use]
    pub fn or(other: Box<dyn Assessor<G>>) -> Self {
        Self { eye: Eye::new(super::hooks()), weights: None, other }
    }
}

impl<G: Game> Assessor<G> for Onlooker<G> {
    fn worth(&mut self, game: &G, state: &G::State) -> f64 {
        let Self { eye, weights, other } = self;
        match weights.get_or_insert_with(|| eye_of(game, eye.hooks.as_ref())) {
            Some(weights) => eye.forecast(game, state, weights),
            None => other.worth(game, state),
        }
    }
}

/// Dice that count how often they were asked.
struct Counted<'a>(&'a mut SeededDice, u32);

impl Dice for Counted<'_> {
    fn roll(&mut self, faces: u8, case: grognard_engine::Case) -> u8 {
        self.1 += 1;
        self.0.roll(faces, case)
    }
}

/// Who is watched, in turn. Both sides are always of the same level: else a lead would tell who plays better, and be taken for more than it brings.
const WATCHED: [Level; 2] = [Level::Recruit, Level::Greedy];
/// Most actions of a game that is watched.
const LONGEST: usize = 100_000;

/// Watches a game and tells its positions, with the margin at its end: one at the beginning of each turn of a side, and some of those after a die.
pub fn witness<G: Game>(game: &G, seed: u64, number: u64) -> Vec<Sample> {
    let mut dice = SeededDice::new(seed);
    let mut lots = SeededDice::new(!seed);
    let level = WATCHED[number as usize % WATCHED.len()];
    // Minds that have nothing to do with the dice: a player who rehearses with the dice that will fall is not lucky, but knows.
    let mut players = [0, 1].map(|_| crate::player::<G>(level, lots.bits()));
    let mut eye: Eye<G> = Eye::new(super::hooks());
    let mut state = game.start(&mut Umpire::silent(&mut dice));
    let (mut samples, mut moment) = (Vec::new(), None);
    for actions in 0..LONGEST {
        let seat = match game.decision(&state) {
            Decision::Choose { seat, .. } => seat,
            Decision::Over(outcome) => {
                let end = margin(&outcome.points) as f32;
                samples.iter_mut().for_each(|sample: &mut Sample| sample.end = end);
                return samples;
            }
        };
        let now = Some(eye.hooks.moment(game, &state)).filter(|_| eye.hooks.swift() || lots.below(8) == 0);
        let mut wanted = now.is_some() && now != moment;
        moment = now.or(moment);
        let glimpse = Glimpse::of(game, &state, seat, actions as u64);
        let Some(advice) = consult(players[usize::from(seat.0 & 1)].as_mut(), &glimpse, &mut Unhurried) else { break };
        let mut counted = Counted(&mut dice, 0);
        game.apply(&mut state, advice.action, &mut Umpire::silent(&mut counted));
        wanted |= counted.1 > 0 && lots.below(ONE_IN) == 0;
        if wanted && let Ok(seen) = eye.see(game, &state) {
            samples.push(Sample { features: seen.to_vec(), end: 0.0 });
        }
    }
    // Nobody knows how it would have ended.
    Vec::new()
}

/// The weights that tell the margins best, by least squares, holding to what is known before anything is learnt where games tell nothing.
#[must_use]
pub fn fit(samples: &[Sample], prior: &Weights, provenance: Vec<String>) -> Weights {
    let n = prior.list.len();
    let mut table = vec![vec![0.0; n + 1]; n];
    for sample in samples {
        let miss = f64::from(sample.end) - prior.line(&sample.features);
        for (row, &feature) in table.iter_mut().zip(&sample.features) {
            let one = f64::from(feature);
            row.iter_mut().zip(&sample.features).for_each(|(cell, &other)| *cell += one * f64::from(other));
            row[n] += one * miss;
        }
    }
    for (i, row) in table.iter_mut().enumerate() {
        // Each feature in its own measure, so that rare and common ones are held alike.
        row[i] += HOLD * (row[i] / samples.len().max(1) as f64 + 1e-6);
    }
    let better = solve(table);
    let list = prior.list.iter().zip(better).map(|((name, known), more)| (name.clone(), known + more as f32)).collect();
    Weights { game: prior.game.clone(), list, provenance }
}

/// Solves a set of linear equations, the last column being what they come to; what nothing tells is nought.
fn solve(mut table: Vec<Vec<f64>>) -> Vec<f64> {
    let n = table.len();
    for i in 0..n {
        let Some(largest) = (i..n).max_by(|&a, &b| table[a][i].abs().total_cmp(&table[b][i].abs())) else { break };
        table.swap(i, largest);
        let pivot = table[i].clone();
        if pivot[i].abs() < 1e-12 {
            continue;
        }
        for (_, row) in table.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            let times = row[i] / pivot[i];
            row.iter_mut().zip(&pivot).for_each(|(cell, other)| *cell -= times * other);
        }
    }
    (0..n).map(|i| if table[i][i].abs() < 1e-12 { 0.0 } else { table[i][n] / table[i][i] }).collect()
}

/// Whether what is learnt holds for games that were not learnt from: what is missed in those kept apart, before and after.
#[must_use]
pub fn trial(ledger: &Ledger, prior: &Weights) -> (f64, f64) {
    let [learnt, apart] = ledger.parted();
    (miss(&apart, prior), miss(&apart, &fit(&learnt, prior, Vec::new())))
}

/// How well weights tell the margin: the mean square of what they miss.
#[must_use]
pub fn miss(samples: &[Sample], weights: &Weights) -> f64 {
    let one = |sample: &Sample| (f64::from(sample.end) - weights.line(&sample.features)).powi(2);
    samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planner::Plain;
    use grognard_engine::Rules;
    use grognard_testkit::mock::Skirmish;

    #[test]
    fn the_line_that_tells_margins_is_found() {
        let prior = eye_prior(&Skirmish::default(), &Plain);
        let n = prior.list.len();
        let mut dice = SeededDice::new(1);
        let mut number = || dice.below(2_001) as f32 / 1_000.0 - 1.0;
        // The margin stays as it is, but for twelve points of the fourth feature and three of the last; what else happens is luck.
        let samples: Vec<Sample> = (0..3_000)
            .map(|_| {
                let features: Vec<f32> = (0..n).map(|_| number()).collect();
                Sample { end: features[0] + 12.0 * features[3] + 3.0 * features[n - 1] + 5.0 * number(), features }
            })
            .collect();
        let fitted = fit(&samples, &prior, vec!["a test".to_owned()]);
        let found: Vec<f32> = fitted.list.iter().map(|(_, weight)| *weight).collect();
        for (i, weight) in found.iter().enumerate() {
            let truth = [(0, 1.0), (3, 12.0), (n - 1, 3.0)].into_iter().find(|(place, _)| *place == i).map_or(0.0, |(_, w)| w);
            assert!((weight - truth).abs() < 0.4, "{i}: {weight} for {truth}");
        }
        assert!(miss(&samples, &fitted) < 0.2 * miss(&samples, &prior));
        assert_eq!(fit(&samples, &prior, vec!["a test".to_owned()]), fitted);
        // What never differs is left as it was, and so is everything if there are no games.
        let still: Vec<Sample> = samples.iter().map(|s| Sample { features: vec![0.0; n], end: s.end }).collect();
        assert_eq!(fit(&still, &prior, Vec::new()).list, prior.list);
        assert_eq!(fit(&[], &prior, Vec::new()).list, prior.list);
    }

    #[test]
    fn games_that_are_watched_repeat_and_end_with_their_margin() {
        let game = Skirmish::default();
        let seen = witness(&game, 3, 0);
        assert!(!seen.is_empty() && seen == witness(&game, 3, 0) && seen != witness(&game, 4, 0));
        assert!(seen.iter().all(|sample| sample.end.to_bits() == seen[0].end.to_bits()));
        let prior = eye_prior(&game, &Plain);
        assert!(seen.iter().all(|sample| sample.features.len() == prior.list.len()));
        // Nothing is learnt of this game: whoever else there is judges.
        assert_eq!(eye_of(&game, &Plain), None);
        let mut usual: Box<dyn Assessor<Skirmish>> = crate::assess::assessor();
        let state = game.start(&mut Umpire::silent(&mut SeededDice::new(1)));
        assert_eq!(usual.worth(&game, &state), crate::assess::planners_own().worth(&game, &state));
    }

    /// Every eye that the program brings along is that of its game, and was learnt.
    #[cfg(all(feature = "art-of-war", feature = "napoleonic-20"))]
    #[test]
    fn eyes_are_those_of_their_games() {
        use crate::planner::{BattleHooks, CampaignHooks};
        let of_battle = |name| eye_of(&grognard_art_of_war::Battle::new(name, &[]).unwrap(), &BattleHooks);
        let of_campaign = |name| eye_of(&grognard_napoleonic_20::Campaign::new(name, &[]).unwrap(), &CampaignHooks);
        let battles = ["eylau", "dresden"].map(|name| (name, of_battle(name)));
        let campaigns = ["dresden-20", "dresden-20-standard", "dresden-20-maneuver"].map(|name| (name, of_campaign(name)));
        for (name, learnt) in battles.into_iter().chain(campaigns) {
            let learnt = learnt.unwrap_or_else(|| panic!("{name}: not learnt"));
            assert_eq!(learnt.game, name);
            assert!(learnt.provenance[0].starts_with(&format!("grognard train {name} --eye --games")), "{learnt:?}");
        }
    }

    /// At Eylau, amid the battle: whoever falls costs his side about his points, early more than late, and the other side gains as much.
    #[cfg(feature = "art-of-war")]
    #[test]
    fn the_eye_sees_what_a_loss_costs() {
        use grognard_art_of_war::{Battle, Side};
        let battle = Battle::new("eylau", &[]).unwrap();
        let mut eye: Box<dyn Assessor<Battle>> = crate::assess::assessor();
        for turn in [3, 6, 10] {
            let mut state = battle.opening();
            state.turn = turn;
            let before = eye.worth(&battle, &state);
            for (side, sign) in Side::BOTH.into_iter().zip([-1.0, 1.0]) {
                let there = battle.units_of(side).into_iter().filter(|&unit| state.hex(unit).is_some());
                let strongest = there.max_by_key(|&unit| battle.pieces()[usize::from(unit)].strength).unwrap();
                let mut after = state;
                after.lost.insert(strongest);
                let cost = sign * (eye.worth(&battle, &after) - before);
                let strength = f64::from(battle.pieces()[usize::from(strongest)].strength);
                assert!((0.5 * strength..8.0 * strength).contains(&cost), "turn {turn}: {cost} for {strength}");
            }
        }
    }
}
