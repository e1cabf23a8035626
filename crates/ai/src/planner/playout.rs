//! Rehearsals: a position is played on by scripts for some turns of the sides, with dice that are the same for every plan in every such turn,
//! and what it leads to is judged.

use super::hooks::Moment;
use super::plan::Plan;
use super::scene::Scene;
use super::script::{Desk, Script};
use super::value::{Weights, features, foresight};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Case, Decision, Dice, Game, Umpire};

/// Most clicks of a rehearsal.
const LIMIT: u32 = 30_000;
/// What reading the position from a board costs for each piece, in tenths of a click of work, and what reading it from the state does.
const BOARD: u64 = 12;
const GLANCE: u64 = 1;

/// What a margin that is foreseen, however great, is worth; an end is worth what its level is.
const CERTAIN: f32 = 0.9;

/// Dice that tell whether they were asked.
struct Told<'a> {
    dice: &'a mut SeededDice,
    rolled: bool,
}

impl Dice for Told<'_> {
    fn roll(&mut self, faces: u8, case: Case) -> u8 {
        self.rolled = true;
        self.dice.roll(faces, case)
    }
}

/// Carries out an action; says whether a die fell.
pub(super) fn carry_out<G: Game>(game: &G, state: &mut G::State, action: G::Action, dice: &mut SeededDice) -> bool {
    let mut told = Told { dice, rolled: false };
    game.apply(state, action, &mut Umpire::silent(&mut told));
    told.rolled
}

/// Where rehearsals take place; kept, because it is large.
pub(super) struct Stage<G: Game> {
    pub scene: Scene,
    scripts: [Script<G>; 2],
    options: Vec<G::Action>,
    scores: Vec<f32>,
    features: Vec<f32>,
    seen: Vec<f32>,
    /// Work done: about the time that a simple click of a small game takes.
    pub work: u64,
}

/// The click that comes next, with the case under which it is made.
pub(super) type Click<A> = (Case, A);

impl<G: Game> Stage<G> {
    pub fn new() -> Self {
        Self {
            scene: Scene::default(),
            scripts: [0, 0].map(|temper| Script::new(Plan::all(temper))),
            options: Vec::new(),
            scores: Vec::new(),
            features: Vec::new(),
            seen: Vec::new(),
            work: 0,
        }
    }

    fn study(&mut self, desk: &Desk<'_, G>, state: &G::State) {
        self.scene.study(desk.game, state, desk.hooks, desk.atlas);
        self.work += desk.atlas.size() as u64 / 16 + self.price(desk);
    }

    /// What it has cost to read the position.
    fn price(&self, desk: &Desk<'_, G>) -> u64 {
        1 + self.scene.pieces.len() as u64 * if desk.hooks.swift() { GLANCE } else { BOARD } / 10
    }

    fn glance(&mut self, desk: &Desk<'_, G>, state: &G::State) {
        self.scene.glance(desk.game, state, desk.hooks, desk.atlas);
        self.work += self.price(desk);
    }

    /// What a position is worth to a seat as it stands.
    pub fn worth(&mut self, desk: &Desk<'_, G>, state: &G::State, weights: &Weights, seat: u8) -> f32 {
        let sign = if seat == 0 { 1.0 } else { -1.0 };
        if let Decision::Over(outcome) = desk.game.decision(state) {
            return sign * desk.hooks.utility(desk.game, &outcome);
        }
        self.study(desk, state);
        let moment = desk.hooks.moment(desk.game, state);
        let mut list = std::mem::take(&mut self.features);
        features(desk.game, state, (&self.scene, desk.hooks, moment), &mut list);
        let worth = if weights.foresee() {
            foresight(&list, desk.hooks.points(desk.game, state), moment, &mut self.seen);
            // A victory in prospect is not yet one.
            CERTAIN * (weights.line(&self.seen) as f32 / desk.hooks.swing(desk.game)).tanh()
        } else {
            weights.worth(&list)
        };
        self.features = list;
        sign * worth
    }

    /// Plays on from a position: first these clicks, then scripts with these plans, until so many turns of sides have begun or the game is
    /// over. What it led to is left in `state`.
    pub fn play_on(
        &mut self,
        desk: &Desk<'_, G>,
        state: &mut G::State,
        (first, plans): (&[G::Action], [&Plan; 2]),
        seed: u64,
        horizon: u16,
    ) {
        for (script, plan) in self.scripts.iter_mut().zip(plans) {
            script.restart(plan);
        }
        let mut moment = desk.hooks.moment(desk.game, state);
        let mut dice = luck(seed, moment);
        let mut lots = SeededDice::new(!seed);
        self.study(desk, state);
        let (mut begun, mut last_owner) = (0, u8::MAX);
        let mut forced = first.iter().copied();
        for _ in 0..LIMIT {
            let Decision::Choose { seat, .. } = desk.game.decision(state) else { return };
            if desk.hooks.swift() || (last_owner != seat.0 && last_owner != u8::MAX) {
                let now = desk.hooks.moment(desk.game, state);
                if now != moment {
                    begun += 1;
                    moment = now;
                    dice = luck(seed, moment);
                    if begun >= horizon {
                        return;
                    }
                    self.study(desk, state);
                    self.scripts.iter_mut().for_each(Script::begin_turn);
                }
            }
            last_owner = seat.0;
            let side = seat.0 & 1;
            let script = &mut self.scripts[usize::from(side)];
            // In a world that was guessed otherwise, or after other dice, the rest of them may be impossible.
            let wanted = forced.next().filter(|&action| desk.game.check(state, action).is_ok());
            let action = match wanted {
                Some(action) => action,
                None => {
                    forced = [].iter().copied();
                    desk.game.legal_actions(state, &mut self.options);
                    self.work += 1 + self.options.len().min(100) as u64 / 8;
                    let chosen = script.choose(desk, &mut self.scene, (state, side), &self.options, &mut self.scores, &mut lots);
                    let Some(action) = chosen else { return };
                    action
                }
            };
            script.note(desk, &mut self.scene, (state, side), action);
            if carry_out(desk.game, state, action, &mut dice) {
                self.glance(desk, state);
            }
        }
    }

    /// The clicks with which a side carries out a plan from here, up to the first die, the first word of the other side, or the end of the turn.
    pub fn clicks(&mut self, desk: &Desk<'_, G>, state: &G::State, first: &[G::Action], plan: &Plan) -> Vec<Click<G::Action>> {
        let mut state = state.clone();
        let mut clicks = Vec::new();
        let mut lots = SeededDice::new(0);
        let mut dice = SeededDice::new(0);
        let moment = desk.hooks.moment(desk.game, &state);
        self.study(desk, &state);
        self.scripts[0].restart(plan);
        let mut owner = None;
        let mut forced = first.iter().copied();
        while clicks.len() < LIMIT as usize {
            let Decision::Choose { seat, case } = desk.game.decision(&state) else { break };
            let strange = *owner.get_or_insert(seat) != seat;
            if strange || (desk.hooks.swift() && desk.hooks.moment(desk.game, &state) != moment) {
                break;
            }
            desk.game.legal_actions(&state, &mut self.options);
            self.work += 1 + self.options.len().min(100) as u64 / 8;
            let side = seat.0 & 1;
            let script = &mut self.scripts[0];
            let action = match forced.next() {
                Some(action) => Some(action),
                None => script.choose(desk, &mut self.scene, (&state, side), &self.options, &mut self.scores, &mut lots),
            };
            let Some(action) = action else { break };
            clicks.push((case, action));
            script.note(desk, &mut self.scene, (&state, side), action);
            if carry_out(desk.game, &mut state, action, &mut dice) {
                break;
            }
        }
        clicks
    }

    /// How good the options of a decision look at first sight, best first.
    pub fn ranked(
        &mut self,
        desk: &Desk<'_, G>,
        state: &G::State,
        side: u8,
        options: &[G::Action],
        plan: &Plan,
    ) -> Vec<G::Action> {
        self.study(desk, state);
        self.scripts[0].restart(plan);
        let mut scores = std::mem::take(&mut self.scores);
        self.scripts[0].judge(desk, &mut self.scene, (state, side), options, &mut scores);
        let mut order: Vec<usize> = (0..options.len()).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        self.scores = scores;
        order.into_iter().map(|i| options[i]).collect()
    }
}

/// Fresh dice for every turn of a side, so that plans that are rehearsed together meet with the same luck as long as they can.
fn luck(seed: u64, moment: Moment) -> SeededDice {
    SeededDice::new(seed ^ u64::from(moment.turn) << 48 ^ (u64::from(moment.seat) + 1) << 44)
}
