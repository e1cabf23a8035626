//! A script plays a side quickly: it carries out a plan click by click, by the rulebook's rule of thumb or, where there is none, by what an
//! option points at. It is what rehearsals are made of.

use super::atlas::{Atlas, NO_SPOT, Spot};
use super::hooks::Hooks;
use super::plan::{Plan, Temper, Tempers};
use super::scene::Scene;
use grognard_engine::dice::SeededDice;
use grognard_engine::{Anchor, Game, UnitId};
use std::mem::Discriminant;

/// What each way out less than three of an enemy adds to an attack on him.
const TRAPPED: f32 = 0.08;

/// A decision as a script, or a rulebook's rule of thumb, looks at it.
pub struct Look<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position.
    pub state: &'a G::State,
    /// Who decides: the number of its seat.
    pub side: u8,
    /// The map.
    pub atlas: &'a Atlas,
    /// Who stands where; whoever is in hand is lifted off the map.
    pub scene: &'a Scene,
    /// What the rulebook tells.
    pub hooks: &'a dyn Hooks<G>,
    /// What is carried out.
    pub plan: &'a Plan,
    /// Who is in hand, and where he stood.
    pub hand: Option<(UnitId, Spot)>,
    /// The temper of whoever is in hand, else of the army.
    pub temper: Temper,
}

impl<G: Game> Look<'_, G> {
    /// The strength of a unit; 1 if it is not known.
    #[must_use]
    pub fn strength(&self, unit: UnitId) -> f32 {
        self.scene.piece(unit).map_or(1.0, |piece| piece.strength)
    }

    /// What an attack on a hex is worth with everybody who touches it, and so much besides.
    #[must_use]
    pub fn strike(&self, spot: Spot, besides: f32) -> f32 {
        let defence = self.scene.power(1 - self.side, spot) * self.scene.shelter(spot);
        let strike = self.hooks.strike(self.scene.around(self.side, spot) + besides, defence);
        // Whoever cannot fall back is lost.
        strike + TRAPPED * (3.0 - self.scene.ways_out(self.side, spot, self.atlas).min(3) as f32)
    }

    /// What it is worth to have a unit, lifted off the map, in a hex. An order counts more than all else.
    #[must_use]
    pub fn place(&self, unit: UnitId, spot: Spot) -> f32 {
        let (scene, side, temper) = (self.scene, self.side, &self.temper);
        let mut worth = self.order(unit, spot);
        for goal in &scene.goals {
            if goal.spot == spot && scene.power(side, spot) == 0.0 {
                worth += temper.hold * goal.worth[usize::from(side & 1)];
            }
        }
        if let Some(far) = scene.goal_far(side, spot) {
            worth -= temper.pull * f32::from(far);
        }
        let far = scene.far(1 - side, spot);
        if far != u8::MAX {
            worth -= temper.close * (f32::from(far) - temper.stand_off).max(0.0);
        }
        let strength = self.strength(unit);
        worth += self.contact(spot, strength);
        // Within his reach and not upon him: he has the first blow.
        if temper.lurk > 0.0 && far > 1 && far != u8::MAX && scene.threat(1 - side, spot) > 0.0 {
            worth -= temper.lurk;
        }
        let support = (strength + scene.power(side, spot) + 0.5 * scene.around(side, spot)) * scene.shelter(spot);
        let danger = (0.5 * scene.threat(1 - side, spot) / support.max(0.1) - 0.5).clamp(0.0, 1.5);
        let trapped = if far <= 2 { 2.0 - scene.ways_out(1 - side, spot, self.atlas).min(2) as f32 } else { 0.0 };
        worth - temper.fear * (danger + 0.25 * trapped)
    }

    /// What the attacks are worth that a unit would make from a hex: the worst of them counts as much as the best.
    fn contact(&self, spot: Spot, strength: f32) -> f32 {
        let (mut worst, mut best) = (f32::MAX, f32::MIN);
        for &near in self.atlas.beside(spot) {
            if near != NO_SPOT && self.scene.power(1 - self.side, near) > 0.0 {
                let hoped = self.temper.trust * self.scene.threat(self.side, near) - self.scene.around(self.side, near);
                let before = if self.temper.spread > 0.0 && self.scene.around(self.side, near) > 0.0 {
                    self.temper.spread * self.strike(near, 0.0).max(0.0)
                } else {
                    0.0
                };
                let strike = self.strike(near, strength.max(hoped)) - before;
                (worst, best) = (worst.min(strike), best.max(strike));
            }
        }
        if best == f32::MIN { 0.0 } else { self.temper.bold * (best + self.temper.worst * (worst - best)) }
    }

    /// How far an order is carried out by going to a hex; nothing without an order.
    fn order(&self, unit: UnitId, spot: Spot) -> f32 {
        self.plan.order(unit).map_or(0.0, |to| -6.0 * f32::from(self.atlas.distance(spot, to).min(50)))
    }

    /// How good an option looks by what it points at, if the rulebook has no rule of thumb.
    fn pointed(&self, action: G::Action, handled: &dyn Fn(UnitId) -> bool) -> f32 {
        match self.game.anchor(self.state, action) {
            Anchor::Button(_) => 0.0,
            Anchor::Hex(hex) => {
                let spot = self.atlas.spot(hex);
                if self.scene.power(1 - self.side, spot) > 0.0 {
                    return 2.0 * self.strike(spot, 0.0) * self.temper.bold.max(0.3);
                }
                match self.hand {
                    Some((unit, from)) if from != NO_SPOT => self.place(unit, spot) - self.place(unit, from) - 0.01,
                    Some((unit, _)) => self.place(unit, spot) + 20.0,
                    None => 0.5 - 0.05 * f32::from(self.scene.far(1 - self.side, spot).min(20)),
                }
            }
            Anchor::Unit(unit) => match self.scene.piece(unit) {
                Some(piece) if piece.side != self.side => 2.0 * self.strike(piece.spot, 0.0),
                // The nearest to the enemy first.
                Some(piece) if !handled(unit) => 30.0 - 0.1 * f32::from(self.scene.far(1 - self.side, piece.spot).min(99)),
                None if !handled(unit) => 10.0,
                _ => -5.0,
            },
        }
    }
}

/// One side of a rehearsal: what a script remembers from click to click.
pub struct Script<G: Game> {
    /// What it carries out.
    pub plan: Plan,
    hand: Option<UnitId>,
    /// For each unit the verbs that have been used on it in this turn, as bits.
    used: Vec<u64>,
    verbs: Vec<Discriminant<G::Action>>,
    /// Clicks in this turn: whoever clicks on and on ends by lot.
    clicks: u32,
    /// In a large army those who have not been taken up in this turn, the nearest to the enemy last; nothing before anybody asked.
    queue: Option<Vec<UnitId>>,
}

/// Options from which on an army is large: its units are taken up in turn, and not weighed against each other before every click.
const LARGE: usize = 100;

/// Clicks of a side in a turn after which it chooses by lot, so that no script goes in circles for ever.
const PATIENCE: u32 = 4_000;

/// What a script decides with.
pub struct Desk<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// What the rulebook tells.
    pub hooks: &'a dyn Hooks<G>,
    /// The map.
    pub atlas: &'a Atlas,
    /// What each temper means here.
    pub tempers: &'a Tempers,
}

impl<G: Game> Script<G> {
    /// A script with nothing to do yet.
    #[must_use]
    pub const fn new(plan: Plan) -> Self {
        Self { plan, hand: None, used: Vec::new(), verbs: Vec::new(), clicks: 0, queue: None }
    }

    /// A turn of a side begins.
    pub fn begin_turn(&mut self) {
        self.hand = None;
        self.clicks = 0;
        self.queue = None;
        self.used.iter_mut().for_each(|verbs| *verbs = 0);
    }

    /// Forgets everything but the plan, which is another one now.
    pub fn restart(&mut self, plan: &Plan) {
        self.plan.clone_from(plan);
        self.begin_turn();
    }

    fn verb(&mut self, action: &G::Action) -> u32 {
        let kind = std::mem::discriminant(action);
        let known = self.verbs.iter().position(|verb| *verb == kind);
        let place = known.unwrap_or_else(|| {
            self.verbs.push(kind);
            self.verbs.len() - 1
        });
        place.min(63) as u32
    }

    /// How good each option looks, into `out`. Whoever is in hand is off the scene meanwhile.
    pub fn judge(
        &mut self,
        desk: &Desk<'_, G>,
        scene: &mut Scene,
        (state, side): (&G::State, u8),
        options: &[G::Action],
        out: &mut Vec<f32>,
    ) {
        let in_hand = desk.hooks.hand(desk.game, state).unwrap_or(self.hand);
        let hand = in_hand.map(|unit| (unit, scene.piece(unit).map_or(NO_SPOT, |piece| piece.spot)));
        if let Some((unit, _)) = hand {
            scene.shift(unit, NO_SPOT, desk.atlas);
        }
        let body = hand.and_then(|(unit, _)| scene.piece(unit)).map(|piece| piece.body);
        let temper = desk.tempers[self.plan.temper_of(body.unwrap_or(u16::MAX))];
        let verbs: Vec<u32> = match options.first() {
            Some(_) if !desk.hooks.swift() => options.iter().map(|action| self.verb(action)).collect(),
            _ => Vec::new(),
        };
        let &mut Self { ref plan, ref used, .. } = self;
        let look = Look { game: desk.game, state, side, atlas: desk.atlas, scene, hooks: desk.hooks, plan, hand, temper };
        out.clear();
        out.extend(options.iter().enumerate().map(|(i, &action)| {
            desk.hooks.score(&look, action).unwrap_or_else(|| {
                let bit = verbs.get(i).copied().unwrap_or(0);
                let handled = |unit: UnitId| used.get(usize::from(unit.0)).is_some_and(|verbs| verbs >> bit & 1 == 1);
                look.pointed(action, &handled)
            })
        }));
        if let Some((unit, spot)) = hand {
            scene.shift(unit, spot, desk.atlas);
        }
    }

    /// The next unit of a large army that can be taken up.
    fn next_of_many(
        &mut self,
        desk: &Desk<'_, G>,
        scene: &Scene,
        (state, side): (&G::State, u8),
        options: &[G::Action],
    ) -> Option<usize> {
        let queue = self.queue.get_or_insert_with(|| {
            let own = scene.pieces.iter().filter(|piece| piece.side == side && piece.unit.0 != u16::MAX);
            let mut all: Vec<_> = own.map(|piece| (scene.far(1 - side, piece.spot), piece.unit)).collect();
            all.sort_unstable_by(|a, b| b.cmp(a));
            all.into_iter().map(|(_, unit)| unit).collect()
        });
        while let Some(unit) = queue.pop() {
            let place = options.iter().position(|&action| desk.game.anchor(state, action) == Anchor::Unit(unit));
            if place.is_some() {
                return place;
            }
        }
        None
    }

    /// The option that looks best; of equals one by lot. `scores` is working space.
    pub fn choose(
        &mut self,
        desk: &Desk<'_, G>,
        scene: &mut Scene,
        (state, side): (&G::State, u8),
        options: &[G::Action],
        scores: &mut Vec<f32>,
        lots: &mut SeededDice,
    ) -> Option<G::Action> {
        let place = match options.len() {
            0 => return None,
            1 => 0,
            n if self.clicks > PATIENCE => lots.below(n as u32) as usize,
            n => {
                let next = if n >= LARGE { self.next_of_many(desk, scene, (state, side), options) } else { None };
                next.unwrap_or_else(|| {
                    self.judge(desk, scene, (state, side), options, scores);
                    best_of(scores, lots)
                })
            }
        };
        self.clicks += 1;
        Some(options[place])
    }

    /// Notes what has been clicked, before it is carried out.
    pub fn note(&mut self, desk: &Desk<'_, G>, scene: &mut Scene, (state, side): (&G::State, u8), action: G::Action) {
        let told = desk.hooks.hand(desk.game, state);
        match desk.game.anchor(state, action) {
            Anchor::Unit(unit) => {
                if told.is_none() {
                    let bit = self.verb(&action);
                    if self.used.len() <= usize::from(unit.0) {
                        self.used.resize(usize::from(unit.0) + 1, 0);
                    }
                    self.used[usize::from(unit.0)] |= 1 << bit;
                }
                self.hand = Some(unit).filter(|&unit| scene.piece(unit).is_none_or(|piece| piece.side == side));
            }
            Anchor::Hex(hex) => {
                let spot = desk.atlas.spot(hex);
                let moves = told.unwrap_or(self.hand);
                if let Some(unit) = moves.filter(|_| scene.power(1 - side, spot) == 0.0) {
                    scene.shift(unit, spot, desk.atlas);
                }
            }
            Anchor::Button(_) => {}
        }
    }
}

/// The place of the greatest number; of equals one by lot.
fn best_of(scores: &[f32], lots: &mut SeededDice) -> usize {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let equal = scores.iter().filter(|score| **score >= most).count().max(1);
    let chosen = if equal == 1 { 0 } else { lots.below(equal as u32) as usize };
    scores.iter().enumerate().filter(|(_, score)| **score >= most).nth(chosen).map_or(0, |(place, _)| place)
}
