//! The planner as a player: it makes a plan for a turn of its side, carries it out click by click as long as everything goes as foreseen, and thinks
//! again when a die has fallen or the enemy has spoken.

use super::atlas::Atlas;
use super::counsel::Counsel;
use super::hooks::{Hooks, Moment};
use super::plan::{Plan, TEMPERS, Tempers};
use super::playout::{Click, Stage};
use super::script::Desk;
use super::search::{Effort, Found, Gauge, Search, Trial};
use super::value::Weights;
use crate::{Advice, Clock, Glimpse, Player};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Game, Umpire};
use std::collections::VecDeque;

/// Most options that are each tried as the next click; where there are more, those that look best.
const TRIED: usize = 10;
/// Options from which on a turn is planned as a whole rather than click by click.
const WHOLE: usize = 6;

/// The planner.
pub struct General<G: Game> {
    hooks: Box<dyn Hooks<G>>,
    tempers: Tempers,
    effort: Effort,
    seed: u64,
    lots: SeededDice,
    weights: Option<Weights>,
    /// The tempers of one who does not think: while he does not lead, and while he does.
    habit: [u8; 2],
    /// Somebody of the rulebook who knows how a turn is played; asked only by whoever thinks.
    counsel: Option<Counsel<G>>,
    atlas: Option<Atlas>,
    stage: Stage<G>,
    moment: Option<Moment>,
    plan: Option<Plan>,
    clicks: VecDeque<Click<G::Action>>,
    reason: String,
    gauge: Gauge,
    /// Work done in this turn of a side.
    spent: u64,
    /// Work done in all, for measuring.
    pub work: u64,
}

impl<G: Game> General<G> {
    /// A planner. Its weights are those of the game, or what it has before anything is learnt.
    #[must_use]
    pub fn new(hooks: impl Hooks<G> + 'static, effort: Effort, seed: u64) -> Self {
        Self::with_hooks(Box::new(hooks), effort, seed)
    }

    /// The same with hooks that were found for the game.
    #[must_use]
    pub fn with_hooks(hooks: Box<dyn Hooks<G>>, effort: Effort, seed: u64) -> Self {
        let counsel = if effort.work == 0 { None } else { Counsel::of(hooks.as_ref(), effort.work, seed) };
        Self {
            tempers: hooks.tempers(),
            counsel,
            hooks,
            effort,
            seed,
            lots: SeededDice::new(seed),
            weights: None,
            habit: [0; 2],
            atlas: None,
            stage: Stage::new(),
            moment: None,
            plan: None,
            clicks: VecDeque::new(),
            reason: String::new(),
            gauge: Gauge::default(),
            spent: 0,
            work: 0,
        }
    }

    /// The same with other weights.
    #[must_use]
    pub fn with_weights(mut self, weights: Weights) -> Self {
        self.weights = Some(weights);
        self
    }

    /// The same in these tempers wherever it does not think: while it does not lead, and while it does.
    #[must_use]
    pub const fn with_habit(mut self, habit: [u8; 2]) -> Self {
        self.habit = habit;
        self
    }

    /// The same with other tempers: for measuring.
    #[must_use]
    pub const fn with_tempers(mut self, tempers: Tempers) -> Self {
        self.tempers = tempers;
        self
    }

    /// The next click as foreseen, if everything went as foreseen.
    fn foreseen(&mut self, glimpse: &Glimpse<'_, G>) -> Option<G::Action> {
        let (case, action) = self.clicks.pop_front()?;
        let now = matches!(glimpse.game.decision(&glimpse.state), Decision::Choose { case: now, .. } if now == case);
        let kept = (now && glimpse.game.check(&glimpse.state, action).is_ok()).then_some(action);
        if kept.is_none() {
            self.clicks.clear();
        }
        kept
    }

    /// Thinks about the position: the turn as a whole where nothing has been planned, else about the next click.
    fn think(&mut self, glimpse: &Glimpse<'_, G>, options: &[G::Action], clock: &mut dyn Clock) {
        let Glimpse { game, seat, ref state } = *glimpse;
        let (Some(atlas), Some(weights)) = (&self.atlas, &self.weights) else { return };
        let desk = Desk { game, hooks: self.hooks.as_ref(), atlas, tempers: &self.tempers };
        let begun = self.stage.work;
        let left = self.effort.work.saturating_sub(self.spent);
        let hasty = self.effort.haste > 0 && self.lots.below(100) < self.effort.haste;
        let whole = self.plan.is_none() && options.len() >= WHOLE;
        let points = self.hooks.points(game, state);
        let leads = points[usize::from(seat.0 & 1)] > points[usize::from(1 - (seat.0 & 1))];
        let known = self.plan.clone().unwrap_or_else(|| Plan::all(usize::from(self.habit[usize::from(leads)])));
        let heard = if hasty { None } else { self.counsel.as_mut() };
        let heard = heard.map(|head| (head.price(whole), head.trust(), head.clicks(glimpse, self.hooks.as_ref(), clock)));
        let (asked, trust, advised) = heard.unwrap_or_default();
        // Whoever was cut short has cost less, nobody knows how much, and nothing is left to be done anyway.
        let asked = if clock.go_on() { asked } else { 0 };
        let left = left.saturating_sub(asked);
        let found = if left == 0 || hasty || self.effort.work == 0 {
            None
        } else {
            let mut field: Vec<Trial<G::Action>> = if whole {
                (0..TEMPERS.len()).map(|temper| Trial::new(Vec::new(), Plan::all(temper))).collect()
            } else {
                let ranked = self.stage.ranked(&desk, state, seat.0 & 1, options, &known);
                let others = ranked.into_iter().filter(|action| advised.first() != Some(action));
                others.take(TRIED).map(|action| Trial::new(vec![action], known.clone())).collect()
            };
            if !advised.is_empty() {
                field.insert(0, Trial::trusted(advised.clone(), known.clone(), trust));
            }
            let worlds = worlds_of(glimpse, self.effort.worlds, self.seed);
            let seed = self.seed ^ self.lots.bits() << 8;
            let (stage, gauge) = (&mut self.stage, &mut self.gauge);
            let mut search = Search { desk: &desk, stage, weights, seat: seat.0 & 1, effort: self.effort, gauge, worlds, seed };
            search.best(field, left, whole, clock)
        };
        let unthought = Found { trusted: !advised.is_empty(), first: advised, plan: known, plans: 1, rehearsals: 0 };
        let Found { first, plan, trusted, plans, rehearsals } = found.unwrap_or(unthought);
        let idea = if trusted { "as the book's own head would" } else { TEMPERS[plan.temper_of(u16::MAX)].words };
        self.reason = match rehearsals {
            0 => format!("{idea} at first sight"),
            _ => format!("{idea}: best of {plans} in {rehearsals} rehearsals"),
        };
        self.clicks = self.stage.clicks(&desk, state, &first, &plan).into();
        if whole || self.plan.is_some() {
            self.plan = Some(plan);
        }
        let work = asked + self.stage.work - begun;
        self.spent += work;
        self.work += work;
    }
}

/// The world as it is guessed, and others that fit what the seat knows, if anything is hidden.
fn worlds_of<G: Game>(glimpse: &Glimpse<'_, G>, most: usize, seed: u64) -> Vec<G::State> {
    let mut worlds = vec![glimpse.state.clone()];
    if glimpse.game.secretive() {
        let mut dice = SeededDice::new(seed);
        let other = |_| glimpse.game.resample(&glimpse.state, Some(glimpse.seat), &mut dice);
        worlds.extend((1..most.max(1)).map(other));
    }
    worlds
}

impl<G: Game> Player<G> for General<G> {
    fn advise(&mut self, glimpse: &Glimpse<'_, G>, clock: &mut dyn Clock) -> Option<Advice<G::Action>> {
        let options = glimpse.options();
        let game = glimpse.game;
        if self.atlas.is_none() {
            let atlas = Atlas::of(game, &game.board(&glimpse.state, Some(glimpse.seat)));
            // Strengths are measured by those at the beginning, whenever the planner begins to look.
            let start = game.start(&mut Umpire::silent(&mut SeededDice::new(0)));
            self.stage.scene.study(game, &start, self.hooks.as_ref(), &atlas);
            self.atlas = Some(atlas);
        }
        if self.weights.is_none() {
            self.weights = Some(super::weights_of(game, self.hooks.as_ref()));
        }
        let moment = self.hooks.moment(game, &glimpse.state);
        if self.moment != Some(moment) {
            self.moment = Some(moment);
            self.clicks.clear();
            self.plan = None;
            self.gauge = Gauge::default();
            self.spent = 0;
        }
        if let Some(action) = self.foreseen(glimpse) {
            return Some(Advice::new(action, self.reason.clone()));
        }
        if options.len() < 2 {
            return options.first().map(|&only| Advice::new(only, "there is no other choice"));
        }
        self.think(glimpse, &options, clock);
        let (_, action) = self.clicks.pop_front()?;
        Some(Advice::new(action, self.reason.clone()))
    }
}
