//! What to do in each decision by rule of thumb: formation kept, fire before the charge, guns at range, cavalry on the disordered, carré in time, places that
//! count taken and held. It is the whole of the weakest opponent, and what the others play their rehearsals with.

use super::scene::Scene;
use crate::Advice;
use crate::player::first_best;
use grognard_engine::HexId;
use grognard_engine::facing::Aspect;
use grognard_la_bataille::{Action, Arm, Formation, Frame, Order, SHAPES, Side, Standing, State, Terrain, Unit, Units};

/// What is remembered from one decision to the next within a movement segment.
#[derive(Clone, Default)]
pub struct Notes {
    /// Turn and side that the rest speaks of.
    when: Option<(u8, Side)>,
    /// Who has been taken up.
    pub seen: Units,
    /// The place each unit goes to or holds.
    goals: Vec<u8>,
    /// The unit in hand, and whether it has gone.
    gone: Option<Unit>,
}

impl Notes {
    /// Brings them up to date, and says whether they were not.
    pub fn renew(&mut self, scene: &Scene<'_>) -> bool {
        let now = Some((scene.state.turn, scene.side));
        let old = self.when != now;
        if old {
            *self = Self { when: now, seen: Units::EMPTY, goals: scene.goals(), gone: None };
        }
        old
    }

    /// Sends everybody anew, in another temper.
    pub fn send(&mut self, scene: &Scene<'_>) {
        self.goals = scene.goals();
    }

    /// The place of a unit.
    pub fn goal(&self, unit: Unit) -> usize {
        self.goals.get(usize::from(unit)).copied().unwrap_or(0).into()
    }
}

/// A number for a shape by its word.
fn shape(word: &str) -> u8 {
    SHAPES.iter().position(|known| *known == word).unwrap_or(0) as u8
}

/// By rule of thumb. `still` lets everybody stay where he is, for rehearsals of what comes after the moves.
pub struct Habits<'a> {
    pub scene: Scene<'a>,
    pub still: bool,
}

impl Habits<'_> {
    fn state(&self) -> &State {
        self.scene.state
    }

    /// What to do. There is always something among legal options.
    pub fn choose(&self, options: &[Action], notes: &mut Notes) -> Option<Advice<Action>> {
        match self.state().frame() {
            Frame::SetUp(_) => Some(Advice::new(Action::End, "the default places will do")),
            Frame::Arrange { .. } | Frame::Recovery => options.first().map(|&action| Advice::new(action, "one after the other")),
            Frame::Charge => Some(self.charge(options)),
            Frame::Ride => Some(self.ride(options)),
            Frame::React => Some(self.react(options)),
            Frame::Pounce(unit) => Some(self.pounce(options, unit)),
            Frame::Stand => Some(self.stand(options)),
            Frame::Pursue => Some(self.pursue(options)),
            Frame::Move => Some(self.next_to_move(options, notes)),
            Frame::Hand { unit, left, .. } => Some(self.hand(options, unit, left, notes)),
            Frame::Opportunity(_) | Frame::Aim(_) => Some(Self::together(options, "whoever can fire does")),
            Frame::Fire => Some(self.fire(options)),
            Frame::Melee => Some(self.assaults(options)),
            Frame::Assault => Some(self.gather(options)),
            Frame::Answer => Some(Advice::new(Action::Done, "we stand")),
            Frame::Follow | Frame::Advance => Some(self.follow(options)),
            _ => options.first().map(|&action| Advice::new(action, "there is nothing to choose")),
        }
    }

    /// Joins, then goes ahead.
    fn together(options: &[Action], why: &str) -> Advice<Action> {
        let join = options.iter().copied().find(|action| matches!(action, Action::Join(_)));
        Advice::new(join.unwrap_or(Action::Done), why)
    }

    fn fire(&self, options: &[Action]) -> Advice<Action> {
        let worth = |action: Action| match action {
            Action::Target(hex) => {
                let (_, lost) = self.scene.game.fire_plan(self.state(), hex);
                lost as f32 / 36.0 + 0.01
            }
            _ => 0.0,
        };
        first_best(options, worth).map_or(Advice::new(Action::End, "no target"), |action| Advice::new(action, "the best target"))
    }

    /// The stronger of those on foot and those mounted who could assault a hex, and how much stronger than the defender they are.
    pub fn storm(&self, hex: HexId) -> (Units, f32) {
        let game = self.scene.game;
        let of = |mounted: bool| {
            let attackers = game.assault_plan(self.state(), hex, mounted);
            if attackers.is_empty() {
                return (attackers, 0.0);
            }
            let (attack, defence) = game.melee_strengths(self.state(), hex, attackers);
            (attackers, attack as f32 / defence.max(1) as f32)
        };
        let (foot, horse) = (of(false), of(true));
        if horse.1 > foot.1 { horse } else { foot }
    }

    /// What an assault asks for before it is made without a rehearsal.
    fn enough(&self, hex: HexId) -> f32 {
        let top = self.scene.enemies.iter().find(|enemy| enemy.hex == hex);
        match top {
            Some(enemy) if enemy.routed => 0.8,
            Some(enemy) if !enemy.good => 1.4,
            _ if self.scene.wanted(hex) => 0.5 + self.scene.mood,
            _ => 1.0 + self.scene.mood,
        }
    }

    fn assaults(&self, options: &[Action]) -> Advice<Action> {
        let worth = |action: Action| match action {
            Action::Assault(hex) => self.storm(hex).1 - self.enough(hex),
            _ => 0.0,
        };
        let action = first_best(options, worth).unwrap_or(Action::End);
        Advice::new(action, if action == Action::End { "no assault is worth it" } else { "strong enough to go in" })
    }

    fn gather(&self, options: &[Action]) -> Advice<Action> {
        let (attackers, odds) = self.storm(self.state().fight.hex);
        let now = self.state().fight.attackers;
        // Once somebody has joined, those of his kind follow, the steadiest first, until there are more than the table asks for: each who goes in may run.
        let fits = |unit: &Unit| if now.is_empty() { attackers.has(*unit) } else { true };
        let (attack, defence) = self.scene.game.melee_strengths(self.state(), self.state().fight.hex, now);
        if !now.is_empty() && options.contains(&Action::Done) && attack as f32 >= 6.0 * defence.max(1) as f32 {
            return Advice::new(Action::Done, "enough go in");
        }
        let steady = |action: &Action| match action {
            Action::Join(unit) if fits(unit) => Some((self.scene.game.printed(*unit).morale, *action)),
            _ => None,
        };
        let join = options.iter().filter_map(steady).min_by_key(|(morale, _)| *morale).map(|(_, action)| action);
        let any = options.first().copied().unwrap_or(Action::Done);
        let fallback = if now.is_empty() { any } else { Action::Done };
        Advice::new(join.unwrap_or(fallback), format!("{odds:.1} to 1"))
    }

    fn follow(&self, options: &[Action]) -> Advice<Action> {
        let hex = self.state().fight.hex;
        let there = self.scene.friends.iter().any(|friend| friend.hex == hex);
        let strength = |action: Action| match action {
            Action::Advance(unit) => 1.0 + f32::from(self.state().piece(unit).left),
            _ => 0.0,
        };
        if there && options.contains(&Action::Done) {
            return Advice::new(Action::Done, "one is enough");
        }
        first_best(options, strength)
            .map_or(Advice::new(Action::Done, "nobody can"), |action| Advice::new(action, "into the hex"))
    }

    /// What it is worth to cavalry to charge a hex.
    pub fn prey(&self, riders: f32, hex: HexId) -> f32 {
        let (game, state) = (self.scene.game, self.state());
        if game.terrain(state, hex) != Terrain::Clear {
            return -20.0;
        }
        let Some(enemy) = self.scene.enemies.iter().filter(|enemy| enemy.hex == hex).max_by(|a, b| a.melee.total_cmp(&b.melee))
        else {
            return -20.0;
        };
        let (kind, so) = (game.printed(enemy.unit), state.piece(enemy.unit));
        match (enemy.arm, so.order, so.formation) {
            (_, Order::Routed, _) => 3.0,
            (Arm::Cavalry, ..) => {
                if riders > 1.2 * enemy.melee {
                    3.0
                } else {
                    -3.0
                }
            }
            (_, Order::Disordered, _) => 6.0,
            (_, _, Formation::Carre) => -10.0,
            (_, _, Formation::Skirmish) => 4.0,
            (_, _, Formation::March | Formation::Limbered) => 5.0,
            (Arm::Artillery, ..) => 1.0,
            _ if kind.carre.is_none() => 3.5,
            (_, _, Formation::Line) => -1.0,
            _ => -2.0,
        }
    }

    fn riders(&self) -> f32 {
        let ride = self.state().ride.units;
        self.scene.friends.iter().filter(|friend| ride.has(friend.unit)).map(|friend| friend.melee).sum()
    }

    /// The hex that cavalry would best charge, and what that is worth, the way reckoned with.
    pub fn best_prey(&self, unit: Unit, riders: f32, points: u8) -> Option<(HexId, f32)> {
        let from = self.state().piece(unit).hex;
        let looks = self.scene.game.sides(self.state(), unit, from);
        let mut best: Option<(HexId, f32)> = None;
        for enemy in &self.scene.enemies {
            let far = self.scene.far(from, enemy.hex);
            if far == 0 || far.saturating_add(1) > points / 2 {
                continue;
            }
            let ahead = self.scene.toward(from, enemy.hex).is_some_and(|side| looks.aspect(side) == Aspect::Front);
            let worth = self.prey(riders, enemy.hex) - 0.2 * f32::from(far) - if ahead { 0.0 } else { 2.0 };
            if best.is_none_or(|(_, known)| worth > known) {
                best = Some((enemy.hex, worth));
            }
        }
        best
    }

    fn charge(&self, options: &[Action]) -> Advice<Action> {
        let worth = |action: Action| match action {
            Action::Pick(unit) => {
                let kind = self.scene.game.printed(unit);
                let riders = self.scene.friends.iter().find(|friend| friend.unit == unit).map_or(0.0, |friend| friend.melee);
                self.best_prey(unit, riders, 2 * (kind.ma + 5)).map_or(-1.0, |(_, worth)| worth - 1.5)
            }
            _ => 0.0,
        };
        let action = first_best(options, worth).unwrap_or(Action::End);
        Advice::new(action, if action == Action::End { "nobody is worth a charge" } else { "a charge pays" })
    }

    fn ride(&self, options: &[Action]) -> Advice<Action> {
        let ride = self.state().ride;
        let riders = self.riders();
        let target = options.iter().copied().filter_map(|action| match action {
            Action::Target(hex) => Some((self.prey(riders, hex), action)),
            _ => None,
        });
        if let Some((_, action)) = target.filter(|(worth, _)| *worth > 0.0).max_by(|a, b| a.0.total_cmp(&b.0)) {
            return Advice::new(action, "upon them");
        }
        if let Some(join) = options.iter().copied().find(|action| matches!(action, Action::Join(_))) {
            return Advice::new(join, "all together");
        }
        let Some((prey, worth)) = self.best_prey(ride.lead, riders, ride.left) else {
            return Advice::new(Action::Halt, "nobody is in reach");
        };
        if worth <= 0.0 {
            return Advice::new(Action::Halt, "nobody is worth it");
        }
        let so = *self.state().piece(ride.lead);
        let nearer = |action: Action| match action {
            Action::Step(hex) => 10.0 - f32::from(self.scene.far(hex, prey)),
            Action::Turn(heading) => {
                let turned = Standing { heading, ..so };
                let sides = self.scene.game.sides_of(self.state(), ride.lead, &turned, so.hex);
                let ahead = self.scene.toward(so.hex, prey).is_some_and(|side| sides.aspect(side) == Aspect::Front);
                if ahead { 9.5 - f32::from(self.scene.far(so.hex, prey)) } else { -100.0 }
            }
            Action::Halt => 9.1 - f32::from(self.scene.far(so.hex, prey)),
            _ => -100.0,
        };
        first_best(options, nearer).map_or(Advice::new(Action::Halt, "no way"), |action| Advice::new(action, "towards them"))
    }

    fn react(&self, options: &[Action]) -> Advice<Action> {
        let riders = self.riders();
        let of = |unit: Unit| self.scene.friends.iter().find(|friend| friend.unit == unit).map_or(0.0, |friend| friend.melee);
        let strong = options.iter().copied().find(|action| matches!(action, Action::Charge(unit) if of(*unit) >= 0.9 * riders));
        strong.map_or(Advice::new(Action::Done, "we wait for them"), |action| Advice::new(action, "we ride to meet them"))
    }

    fn pounce(&self, options: &[Action], unit: Unit) -> Advice<Action> {
        let hex = self.state().piece(unit).hex;
        let first = options.iter().copied().find(|action| matches!(action, Action::Charge(_)));
        match first {
            Some(action) if self.prey(20.0, hex) > 0.0 => Advice::new(action, "they move under our sabres"),
            _ => Advice::new(Action::Done, "they are too steady"),
        }
    }

    fn stand(&self, options: &[Action]) -> Advice<Action> {
        if options.contains(&Action::Carre) && self.state().ride.row >= 2 {
            return Advice::new(Action::Carre, "there is time for a carré");
        }
        Advice::new(Action::Stand, "too late for a carré")
    }

    fn pursue(&self, options: &[Action]) -> Advice<Action> {
        if options.contains(&Action::Trample) {
            return Advice::new(Action::Trample, "ride them down");
        }
        let wanted = self.scene.wanted(self.state().ride.target);
        let advance = options.iter().copied().find(|action| matches!(action, Action::Advance(_)));
        match advance.filter(|_| wanted) {
            Some(action) => Advice::new(action, "the hex counts"),
            None => Advice::new(Action::Done, "that is all"),
        }
    }

    /// Reinforcements first; then everybody once, the foremost first.
    fn next_to_move(&self, options: &[Action], notes: &mut Notes) -> Advice<Action> {
        if self.still {
            return Advice::new(Action::End, "nobody else moves");
        }
        let march = options.iter().copied().find(|action| matches!(action, Action::March(..)));
        let enter = march.or_else(|| options.iter().copied().find(|action| matches!(action, Action::Enter(..))));
        if let Some(action) = enter {
            return Advice::new(action, "it is due");
        }
        let next = options
            .iter()
            .filter_map(|action| match action {
                Action::Pick(unit) if !notes.seen.has(*unit) => Some(*unit),
                _ => None,
            })
            .min_by_key(|&unit| {
                let (kind, hex) = (self.scene.game.printed(unit), self.state().piece(unit).hex);
                // Troops before guns, guns before leaders, who join whoever has moved; but guns on the road make way for the march behind them.
                let ground = &self.scene.game.field().ground;
                let road = self.scene.attacks() && ground.on_road(hex);
                let arm = match kind.arm {
                    Arm::Infantry => 0,
                    Arm::Artillery if road => 0,
                    Arm::Cavalry => 1,
                    Arm::Artillery => 2,
                    Arm::Leader => 3,
                };
                // Whoever waits at the bridge goes when those beyond it have cleared the road, in the order of the road.
                if self.scene.attacks() && kind.arm != Arm::Leader && ground.west_of_spree(hex) {
                    let last = self.scene.maps.places.len() - 1;
                    return (2, self.scene.maps.far(last.min(2), kind.arm, hex), unit);
                }
                (arm, self.scene.maps.far(notes.goal(unit), kind.arm, hex), unit)
            });
        let Some(unit) = next else { return Advice::new(Action::End, "everybody stands where he should") };
        notes.seen.insert(unit);
        notes.gone = None;
        Advice::new(Action::Pick(unit), format!("{} is next", self.scene.game.called(unit)))
    }

    /// Where the unit in hand could go, the best first, staying among them as nothing.
    pub fn ways(&self, unit: Unit, left: u8, notes: &Notes) -> Vec<(f32, Option<HexId>)> {
        let so = *self.state().piece(unit);
        let goal = notes.goal(unit);
        let mut found = vec![(self.scene.destination(unit, &so, left, goal) + 0.4, None)];
        if let Some(walk) = self.scene.game.ways(self.state()) {
            found.extend(
                walk.standings().map(|(then, spent)| (self.scene.destination(unit, &then, left - spent, goal), Some(then.hex))),
            );
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found
    }

    fn hand(&self, options: &[Action], unit: Unit, left: u8, notes: &mut Notes) -> Advice<Action> {
        let so = *self.state().piece(unit);
        let watched = self.scene.game.zone(self.state(), self.scene.side.other(), so.hex).any;
        if self.still || (watched && so.formation != Formation::Unlimbered) {
            return Self::stay(options);
        }
        if notes.gone != Some(unit) {
            if let Some(advice) = self.off_road(options, unit, &so, notes) {
                return advice;
            }
            if let Some(advice) = self.to_road(options, unit, &so, notes) {
                return advice;
            }
            notes.gone = Some(unit);
            if so.formation == Formation::Unlimbered {
                if let Some(advice) = self.limber(options, unit, &so) {
                    notes.gone = None;
                    return advice;
                }
            } else if let Some(&(_, Some(hex))) = self.ways(unit, left, notes).first() {
                return Advice::new(Action::Go(hex), "the best place it can reach");
            }
        }
        // Whoever has come onto a road that leads on forms his march there, and goes on.
        if let Some(advice) = self.to_road(options, unit, &so, notes) {
            notes.gone = None;
            return advice;
        }
        self.stance(options, unit, &so, left, notes).unwrap_or_else(|| Self::stay(options))
    }

    /// Puts the unit down, or lets it step out of where it may not stay.
    fn stay(options: &[Action]) -> Advice<Action> {
        let action =
            if options.contains(&Action::Halt) { Action::Halt } else { options.first().copied().unwrap_or(Action::Halt) };
        Advice::new(action, "it stands well")
    }

    /// Off the road before it goes, where a march is of no more use.
    fn off_road(&self, options: &[Action], unit: Unit, so: &Standing, notes: &Notes) -> Option<Advice<Action>> {
        if !self.scene.forms_up(unit, so, notes.goal(unit)) {
            return None;
        }
        let word = if self.scene.game.printed(unit).arm == Arm::Artillery { "limbered" } else { "column" };
        let wanted = shape(word);
        let form = options.iter().copied().find(|action| matches!(action, Action::Form(shape, _) if *shape == wanted))?;
        Some(Advice::new(form, "across country from here"))
    }

    /// Onto the road before it goes.
    fn to_road(&self, options: &[Action], unit: Unit, so: &Standing, notes: &Notes) -> Option<Advice<Action>> {
        let goal = notes.goal(unit);
        if matches!(so.formation, Formation::March | Formation::Unlimbered | Formation::Leader)
            || !self.scene.marches(unit, so, goal)
        {
            return None;
        }
        let march = shape("march");
        let on = |heading: u8| {
            let back = (usize::from(heading / 2) + 3) % 6;
            (0..6).any(|side| side != back && self.scene.leads_on(unit, so, side, goal))
        };
        let fits = |action: &Action| matches!(action, Action::Form(shape, heading) if *shape == march && on(*heading));
        if let Some(form) = options.iter().copied().find(fits) {
            return Some(Advice::new(form, "far from the enemy one marches"));
        }
        if on(so.heading) {
            return None;
        }
        let turn = options.iter().copied().find(|action| matches!(action, Action::Turn(heading) if on(*heading)))?;
        Some(Advice::new(turn, "the road leads the other way"))
    }

    fn limber(&self, options: &[Action], unit: Unit, so: &Standing) -> Option<Advice<Action>> {
        let kind = self.scene.game.printed(unit);
        let idle = self.scene.to_enemy(so.hex) > kind.range.saturating_add(1) && self.scene.attacks();
        let limbered = shape("limbered");
        let form = options.iter().copied().find(|action| matches!(action, Action::Form(shape, _) if *shape == limbered));
        form.filter(|_| idle).map(|action| Advice::new(action, "nobody is in range any more"))
    }

    /// Turns and forms where it has come to stand.
    fn stance(&self, options: &[Action], unit: Unit, so: &Standing, left: u8, notes: &Notes) -> Option<Advice<Action>> {
        let arm = self.scene.game.printed(unit).arm;
        if arm == Arm::Leader {
            return None;
        }
        let form = |word: &str| {
            let wanted = shape(word);
            let fits = options.iter().copied().filter_map(|action| match action {
                Action::Form(shape, heading) if shape == wanted => {
                    let then = Standing { heading, formation: formation(word), ..*so };
                    Some((self.scene.outlook(unit, &then), action))
                }
                _ => None,
            });
            fits.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, action)| action)
        };
        if self.scene.forms_up(unit, so, notes.goal(unit)) && self.scene.to_enemy(so.hex) <= 4 {
            let word = if arm == Arm::Artillery { "limbered" } else { "column" };
            if let Some(action) = form(word) {
                return Some(Advice::new(action, "off the road: the enemy is near"));
            }
        }
        let near = self.scene.to_enemy(so.hex);
        // Which way it looks.
        let now = self.scene.outlook(unit, so);
        let turn = options.iter().copied().filter_map(|action| match action {
            Action::Turn(heading) => Some((self.scene.outlook(unit, &Standing { heading, ..*so }), action)),
            _ => None,
        });
        let turn = turn
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .filter(|(then, _)| *then > now + 0.5 && so.second == grognard_la_bataille::NOWHERE);
        match arm {
            Arm::Artillery if so.formation == Formation::Limbered && near <= 6 => {
                if let Some((_, action)) = turn.filter(|_| left >= 6) {
                    return Some(Advice::new(action, "muzzles to the enemy"));
                }
                form("unlimbered").map(|action| Advice::new(action, "in range"))
            }
            Arm::Infantry => self.foot_stance(so, near, turn.map(|(_, action)| action), &form),
            _ => turn.map(|(_, action)| Advice::new(action, "face the enemy")),
        }
    }

    fn foot_stance(
        &self,
        so: &Standing,
        near: u8,
        turn: Option<Action>,
        form: &dyn Fn(&str) -> Option<Action>,
    ) -> Option<Advice<Action>> {
        let mates = |friend: &&super::scene::Body| friend.arm == Arm::Infantry && friend.hex == so.hex;
        if self.scene.friends.iter().filter(mates).count() > 1 {
            // All of a hex are drawn up alike.
            return turn.map(|action| Advice::new(action, "face the enemy"));
        }
        let horse = self.scene.to_cavalry(so.hex);
        let foot = self.scene.enemies.iter().filter(|enemy| enemy.arm == Arm::Infantry && !enemy.routed);
        let foot = foot.map(|enemy| self.scene.far(enemy.hex, so.hex)).min().unwrap_or(u8::MAX);
        if so.formation == Formation::Column
            && horse <= 6
            && foot > 3
            && !self.scene.attacks()
            && let Some(action) = form("carre")
        {
            return Some(Advice::new(action, "cavalry is near"));
        }
        if let Some(action) = turn {
            return Some(Advice::new(action, "face the enemy"));
        }
        let unshaken = horse > 4;
        // Whoever is about to storm stays in column, so that others find room beside him.
        let storms = self.scene.attacks() && self.scene.storms(so.hex);
        if so.formation == Formation::Column && near <= if self.scene.attacks() { 1 } else { 2 } && unshaken && !storms {
            return form("line").map(|action| Advice::new(action, "a line fires best"));
        }
        None
    }
}

/// The formation that a shape's word means, for looking at it.
fn formation(word: &str) -> Formation {
    match word {
        "line" => Formation::Line,
        "carre" => Formation::Carre,
        "limbered" => Formation::Limbered,
        "unlimbered" => Formation::Unlimbered,
        "march" => Formation::March,
        _ => Formation::Column,
    }
}
