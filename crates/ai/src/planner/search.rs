//! The search for a plan: a field of plans is rehearsed, all of them with the same dice, the same guessed worlds and the same enemies in the same
//! order; the better half stays, and the best have offspring that differ a little. Whatever has been rehearsed less is compared over what both
//! have gone through.

use super::plan::{Ideas, Plan, TEMPERS};
use super::playout::Stage;
use super::scene::Scene;
use super::script::Desk;
use super::value::Weights;
use crate::Clock;
use grognard_engine::Game;
use grognard_engine::dice::SeededDice;

/// How hard the planner thinks about a turn of its side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// Work for a turn of a side: about the number of clicks that are rehearsed.
    pub work: u64,
    /// Plans that are in the field at once.
    pub breadth: usize,
    /// Turns of sides that a rehearsal looks ahead at most, 0 for what the rulebook says; the budget may leave fewer.
    pub horizon: u16,
    /// Guesses at what is hidden.
    pub worlds: usize,
    /// Of a hundred decisions, how many are made at first sight.
    pub haste: u32,
}

impl Effort {
    /// So much work for a turn.
    #[must_use]
    pub const fn of(work: u64) -> Self {
        Self { work, breadth: 16, horizon: 0, worlds: 8, haste: 0 }
    }
}

/// The enemies of rehearsals, by their tempers: not one of them alone, and the first more often than the others.
const ENEMIES: [usize; 8] = [0, 1, 0, 2, 0, 4, 1, 5];
/// Rehearsals of each plan between two looks at the field.
const ROUND: usize = 4;

/// The part of a turn's work that its first plan gets, and what each later thought gets of what is left.
const FIRST: u64 = 2;
const LATER: u64 = 6;
/// What is left aside of a turn's work, one part in so many, where everything goes into its first plan.
const ASIDE: u64 = 16;
/// Fewest rehearsals for which it is worth while to think about the next click: two for each that is tried.
const FEWEST: u64 = 20;
/// How often each plan of a field should be rehearsed; where that is too dear, rehearsals look less far ahead.
const EACH: u64 = 12;
/// The least that they look ahead: one's own turn and the enemy's answer.
const SHORTEST: u16 = 2;

/// What rehearsals cost, as it was found in this turn of the side.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Gauge {
    work: u64,
    turns: u16,
}

impl Gauge {
    /// What a rehearsal of so many turns of sides costs.
    fn price(self, turns: u16) -> u64 {
        self.work * u64::from(turns) / u64::from(self.turns.max(1))
    }

    /// How far a rehearsal may look that costs so much.
    fn horizon(self, farthest: u16, budget: u64) -> u16 {
        (SHORTEST..=farthest).rev().find(|&turns| self.price(turns) <= budget).unwrap_or_else(|| farthest.min(SHORTEST))
    }
}

/// A plan on trial: its first clicks if it has any, and the plan.
#[derive(Clone)]
pub(super) struct Trial<A> {
    pub first: Vec<A>,
    pub plan: Plan,
    /// By how many standard errors others have to do better, if it comes from somebody who knows the game.
    trust: Option<f32>,
    results: Vec<f32>,
}

impl<A> Trial<A> {
    pub const fn new(first: Vec<A>, plan: Plan) -> Self {
        Self { first, plan, trust: None, results: Vec::new() }
    }

    /// The same from somebody who knows the game.
    pub const fn trusted(first: Vec<A>, plan: Plan, trust: f32) -> Self {
        Self { first, plan, trust: Some(trust), results: Vec::new() }
    }

    /// By how much it did better than another in what both have gone through, less what luck may have to do with it: so many standard errors.
    fn over(&self, other: &Self, errors: f32) -> f32 {
        let n = self.results.len().min(other.results.len());
        if n == 0 {
            return f32::MIN;
        }
        let differences = || self.results.iter().zip(&other.results).map(|(a, b)| a - b);
        let mean = differences().sum::<f32>() / n as f32;
        let spread = differences().map(|d| (d - mean) * (d - mean)).sum::<f32>() / n as f32;
        mean - errors * (spread / n as f32).sqrt() - 0.02 / (n as f32).sqrt()
    }
}

/// What came of a search.
pub(super) struct Found<A> {
    pub first: Vec<A>,
    pub plan: Plan,
    /// Whether it is what somebody who knows the game would do.
    pub trusted: bool,
    /// Plans looked at, and rehearsals made.
    pub plans: usize,
    pub rehearsals: usize,
}

/// A search.
pub(super) struct Search<'a, G: Game> {
    pub desk: &'a Desk<'a, G>,
    pub stage: &'a mut Stage<G>,
    pub weights: &'a Weights,
    pub seat: u8,
    pub effort: Effort,
    /// What rehearsals cost in this turn.
    pub gauge: &'a mut Gauge,
    /// The worlds: one if nothing is hidden.
    pub worlds: Vec<G::State>,
    pub seed: u64,
}

impl<G: Game> Search<'_, G> {
    /// One rehearsal.
    fn rehearse(&mut self, trial: &Trial<G::Action>, number: usize, horizon: u16) -> f32 {
        let mut state = self.worlds[number % self.worlds.len()].clone();
        let enemy = Plan::all(ENEMIES[number % ENEMIES.len()] % TEMPERS.len());
        let plans = if self.seat == 0 { [&trial.plan, &enemy] } else { [&enemy, &trial.plan] };
        let seed = self.seed ^ (number as u64 + 1) << 20;
        self.stage.play_on(self.desk, &mut state, (&trial.first, plans), seed, horizon);
        self.stage.worth(self.desk, &state, self.weights, self.seat)
    }

    /// The best of some plans and of what can be bred from them, with what a turn has left of its work. Nothing if that is too little to tell them apart.
    pub fn best(
        &mut self,
        mut field: Vec<Trial<G::Action>>,
        left: u64,
        breed: bool,
        clock: &mut dyn Clock,
    ) -> Option<Found<G::Action>> {
        let begun = self.stage.work;
        let mut dice = SeededDice::new(!self.seed);
        let (mut plans, mut rehearsals) = (field.len(), 0);
        if field.len() > 1 {
            self.weigh(&field[0]);
            let share = left / if breed { FIRST } else { LATER };
            if !breed && share < FEWEST * self.gauge.price(SHORTEST) {
                return None;
            }
            // Where later thoughts could not tell clicks apart, all work goes into the plan, and its clicks are made at first sight.
            let poor = share / LATER < FEWEST * self.gauge.price(SHORTEST);
            let budget = if breed && poor { left - left / ASIDE } else { share };
            let horizon = self.gauge.horizon(self.farthest(), budget / (EACH * field.len() as u64));
            let mut scene = Scene::default();
            scene.study(self.desk.game, &self.worlds[0], self.desk.hooks, self.desk.atlas);
            let ideas = Ideas::of(scene, self.seat);
            'search: loop {
                let goal = field.iter().map(|trial| trial.results.len()).min().unwrap_or(0) + ROUND;
                for trial in &mut field {
                    while trial.results.len() < goal {
                        if self.stage.work - begun >= budget || !clock.go_on() {
                            break 'search;
                        }
                        let worth = self.rehearse(trial, trial.results.len(), horizon);
                        trial.results.push(worth);
                        rehearsals += 1;
                    }
                }
                halve(&mut field);
                let early = (self.stage.work - begun) * 4 < budget * 3;
                if breed && early {
                    plans += self.breed(&mut field, &ideas, &mut dice);
                } else if field.len() == 1 {
                    break;
                }
            }
            rank(&mut field);
        }
        let Trial { first, plan, trust, .. } = field.into_iter().next()?;
        Some(Found { first, plan, trusted: trust.is_some(), plans, rehearsals })
    }

    /// Turns of sides that a rehearsal looks ahead at most.
    fn farthest(&self) -> u16 {
        if self.effort.horizon == 0 { self.desk.hooks.horizon() } else { self.effort.horizon }
    }

    /// Finds out what a rehearsal costs, once for a turn of the side.
    fn weigh(&mut self, trial: &Trial<G::Action>) {
        if self.gauge.work == 0 {
            let (before, turns) = (self.stage.work, self.farthest().min(SHORTEST));
            let _ = self.rehearse(trial, 0, turns);
            *self.gauge = Gauge { work: (self.stage.work - before).max(1), turns: turns.max(1) };
        }
    }

    /// Fills the field up with offspring of its best; says how many there were.
    fn breed(&mut self, field: &mut Vec<Trial<G::Action>>, ideas: &Ideas, dice: &mut SeededDice) -> usize {
        let parents = field.len();
        let mut born = 0;
        // Many are tried in vain: there may be no other plan.
        for _ in 0..4 * self.effort.breadth {
            if field.len() >= self.effort.breadth {
                break;
            }
            let (parent, other) = (dice.below(3) as usize % parents, dice.below(parents as u32) as usize);
            let plan = ideas.changed(&field[parent].plan, &field[other].plan, self.desk.atlas, dice);
            if field.iter().all(|trial| trial.plan != plan) {
                field.push(Trial::new(field[parent].first.clone(), plan));
                born += 1;
            }
        }
        born
    }
}

/// Best first: by how much each did better than the one that is trusted, or else than the one that has gone through most.
fn rank<A: Clone>(field: &mut [Trial<A>]) {
    if let Some((known, trust)) = field.iter().find_map(|trial| Some((trial.clone(), trial.trust?))) {
        let score = |trial: &Trial<A>| if trial.trust.is_some() { 0.0 } else { trial.over(&known, trust) };
        field.sort_by(|a, b| score(b).total_cmp(&score(a)));
        return;
    }
    let mean = |trial: &Trial<A>| trial.results.iter().sum::<f32>() / trial.results.len().max(1) as f32;
    let most = field.iter().map(|trial| trial.results.len()).max().unwrap_or(0);
    let longest = field.iter().filter(|trial| trial.results.len() == most);
    let Some(champion) = longest.max_by(|a, b| mean(a).total_cmp(&mean(b))).cloned() else { return };
    // The champion against itself is nothing; whoever is surely better comes before it.
    let score = |trial: &Trial<A>| {
        let itself = trial.results.len() == most && mean(trial) >= mean(&champion);
        if itself { 0.0 } else { trial.over(&champion, 1.0) }
    };
    field.sort_by(|a, b| score(b).total_cmp(&score(a)));
}

fn halve<A: Clone>(field: &mut Vec<Trial<A>>) {
    rank(field);
    field.truncate(field.len().div_ceil(2));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_knows_the_game_gives_way_only_to_what_is_surely_better() {
        let trial = |results: &[f32]| Trial { results: results.to_vec(), ..Trial::new(vec![()], Plan::all(1)) };
        let known = || Trial { results: vec![0.0; 4], ..Trial::trusted(vec![()], Plan::all(0), 1.0) };
        let mut field = vec![trial(&[0.9, -0.8, 0.9, -0.7]), trial(&[-0.1; 4]), known()];
        rank(&mut field);
        assert!(field[0].trust.is_some(), "better by luck is not better");
        let mut field = vec![known(), trial(&[0.3, 0.2, 0.3, 0.2])];
        halve(&mut field);
        assert!(field[0].trust.is_none() && field.len() == 1);
    }

    #[test]
    fn rehearsals_look_as_far_as_the_work_lasts() {
        let gauge = Gauge { work: 1_000, turns: 2 };
        assert_eq!((gauge.price(2), gauge.price(6)), (1_000, 3_000));
        assert_eq!((gauge.horizon(6, 3_000), gauge.horizon(6, 2_999), gauge.horizon(6, 10)), (6, 5, 2));
        assert_eq!(gauge.horizon(1, 0), 1, "whoever wants no more gets no more");
    }
}
