//! The turn plan: where every unit ends its move, by local search over all of them together.
//!
//! Enemy zones do not change while one side moves, and friends may be passed, so every unit's reach can be computed once; only two
//! units may not end in one hex.

use super::allocate::Assault;
use super::outlook::Outlook;
use super::stakes::Stakes;
use crate::Clock;
use grognard_engine::HexId;
use grognard_engine::dice::SeededDice;
use grognard_napoleonic_20::Campaign;
use grognard_napoleonic_20::movement::{Ground, March};
use grognard_napoleonic_20::scenario::Arm;
use grognard_napoleonic_20::state::{Frame, NOWHERE, Phase, Side, State};
use grognard_napoleonic_20::unitset::{MAX_UNITS, Unit, UnitSet, Units};

/// Where everybody goes.
#[derive(Clone, Debug)]
pub(super) struct TurnPlan {
    /// The hex in which each unit shall stand; [`NOWHERE`] for one that stays off the map.
    pub hexes: [HexId; MAX_UNITS],
    /// The units that were thought of.
    pub known: UnitSet,
    /// How the side means to act.
    pub posture: &'static str,
}

/// Who may move in a turn, and where each could end.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    pub movers: Vec<(Unit, Vec<HexId>)>,
    start: [HexId; MAX_UNITS],
}

impl Reach {
    /// For the side whose turn it is. Hexes that friends can leave are within reach too.
    pub(super) fn of(game: &Campaign, state: &State, side: Side) -> Self {
        let ground = Ground::of(game, state);
        let able: UnitSet = game.units_of(side).less(state.moved).less(state.broken).less(state.destroyed);
        let able: UnitSet = able.into_iter().filter(|&unit| game.may_pick(state, unit, &ground).is_ok()).collect();
        let mut lifted = *state;
        able.into_iter().for_each(|unit| lifted.hexes[usize::from(unit)] = NOWHERE);
        let mut movers = Vec::new();
        for unit in able {
            let mut alone = lifted;
            alone.hexes[usize::from(unit)] = state.hexes[usize::from(unit)];
            let mut ends: Vec<HexId> = March::begin(game, &alone, &Ground::of(game, &alone), unit).ends().iter().collect();
            ends.push(state.hex(unit).unwrap_or(NOWHERE));
            movers.push((unit, ends));
        }
        Self { movers, start: state.hexes }
    }

    /// Whether a unit waits for a hex whose unit waits for another, and so on back to the first: nobody could begin.
    pub(super) fn in_a_ring(&self, hexes: &[HexId; MAX_UNITS], unit: Unit) -> bool {
        let mut at = unit;
        for _ in 0..MAX_UNITS {
            let goal = hexes[usize::from(at)];
            if goal == NOWHERE || goal == self.start[usize::from(at)] {
                return false;
            }
            let Some((next, _)) = self.movers.iter().find(|(other, _)| self.start[usize::from(*other)] == goal) else {
                return false;
            };
            if *next == unit {
                return true;
            }
            at = *next;
        }
        true
    }

    /// A plan like `parent`, except for a few units: they go where `other` sends them, or anywhere. Nothing if that cannot be.
    pub(super) fn offspring(&self, parent: &TurnPlan, other: &TurnPlan, dice: &mut SeededDice) -> Option<TurnPlan> {
        let mut hexes = parent.hexes;
        if self.movers.is_empty() {
            return None;
        }
        for _ in 0..1 + dice.below(3) {
            let (unit, ends) = &self.movers[dice.below(self.movers.len() as u32) as usize];
            let anywhere = ends[dice.below(ends.len() as u32) as usize];
            let goal = if dice.below(2) == 0 { other.hexes[usize::from(*unit)] } else { anywhere };
            let left = hexes[usize::from(*unit)];
            // Whoever was to stand there changes places with it, if he can.
            if let Some(holder) = (0..MAX_UNITS).find(|&u| goal != NOWHERE && u != usize::from(*unit) && hexes[u] == goal) {
                self.movers.iter().find(|(u, ends)| usize::from(*u) == holder && ends.contains(&left))?;
                hexes[holder] = left;
            }
            hexes[usize::from(*unit)] = goal;
        }
        let stuck = self.movers.iter().any(|(unit, _)| self.in_a_ring(&hexes, *unit));
        (!stuck && hexes != parent.hexes).then(|| TurnPlan { hexes, ..parent.clone() })
    }
}

/// A search for a plan.
pub(super) struct Search<'a> {
    outlook: &'a Outlook<'a>,
    state: &'a State,
    stakes: Stakes<'a>,
    reach: Reach,
    /// For each hex how far it is from where the side wants to be.
    distance: Vec<u8>,
    pull: f32,
    zone: grognard_engine::plane::Plane,
    budget: u32,
    spent: u32,
    dice: SeededDice,
}

impl<'a> Search<'a> {
    pub(super) fn new(outlook: &'a Outlook<'a>, state: &'a State, budget: u32, seed: u64) -> Self {
        let (game, side) = (outlook.game, outlook.side);
        let ground = Ground::of(game, state);
        let reach = Reach::of(game, state, side);
        let distance = marches(outlook, state, &goals(outlook, state));
        let lead = f32::from(state.morale[side as usize]) - f32::from(state.morale[side.other() as usize]);
        let pull = outlook.weights.pull * (1.0 - 0.4 * lead).clamp(0.1, 1.6);
        Self {
            outlook,
            state,
            stakes: Stakes::of(game, state, outlook.weights),
            reach,
            distance,
            pull,
            zone: ground.zone,
            budget,
            spent: 0,
            dice: SeededDice::new(seed),
        }
    }

    /// The best plan that was found.
    pub(super) fn run(mut self, clock: &mut dyn Clock) -> TurnPlan {
        let mut hexes = self.state.hexes;
        let mut worth = self.worth(&hexes);
        let mut pass = 0;
        while self.spent < self.budget && clock.go_on() {
            let before = worth;
            if pass < 3 {
                self.one_by_one(&mut hexes, &mut worth, clock);
            }
            pass += 1;
            if pass >= 3 || worth <= before {
                pass = 3;
                self.gang_up(&mut hexes, &mut worth);
            }
        }
        let lead = i16::from(self.state.morale[self.outlook.side as usize])
            - i16::from(self.state.morale[self.outlook.side.other() as usize]);
        TurnPlan {
            hexes,
            known: self.reach.movers.iter().map(|(u, _)| *u).collect(),
            posture: if lead > 1 {
                "holds what it has won"
            } else if lead < 0 {
                "looks for a battle"
            } else {
                "keeps its lines together"
            },
        }
    }

    /// Everybody in turn, to the best hex as the others stand.
    fn one_by_one(&mut self, hexes: &mut [HexId; MAX_UNITS], worth: &mut f32, clock: &mut dyn Clock) {
        let mut order: Vec<usize> = (0..self.reach.movers.len()).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, self.dice.below(i as u32 + 1) as usize);
        }
        for i in order {
            if self.spent >= self.budget || !clock.go_on() {
                return;
            }
            self.settle(i, hexes, worth);
        }
    }

    /// One unit to its best hex.
    fn settle(&mut self, mover: usize, hexes: &mut [HexId; MAX_UNITS], worth: &mut f32) {
        let (unit, ends) = self.reach.movers[mover].clone();
        let mut best = (*worth, hexes[usize::from(unit)]);
        for hex in ends {
            if hex == hexes[usize::from(unit)] || (hex != NOWHERE && hexes.contains(&hex)) {
                continue;
            }
            let mut trial = *hexes;
            trial[usize::from(unit)] = hex;
            if self.reach.in_a_ring(&trial, unit) {
                continue;
            }
            let found = self.worth(&trial);
            if found > best.0 + 0.001 {
                best = (found, hex);
            }
        }
        *worth = best.0;
        hexes[usize::from(unit)] = best.1;
    }

    /// Several units against one enemy at once, which none of them would dare alone; the others then find their places.
    fn gang_up(&mut self, hexes: &mut [HexId; MAX_UNITS], worth: &mut f32) {
        let game = self.outlook.game;
        let enemies: Vec<HexId> =
            game.present(self.state, self.outlook.side.other()).into_iter().filter_map(|u| self.state.hex(u)).collect();
        let posts = game.places().garrisons.iter().copied().filter(|&h| game.standing_garrison(self.state, h).is_some());
        let targets: Vec<HexId> =
            if self.outlook.side == Side::Allied { enemies.into_iter().chain(posts).collect() } else { enemies };
        if targets.is_empty() || self.reach.movers.is_empty() {
            self.spent += 1;
            return;
        }
        let target = targets[self.dice.below(targets.len() as u32) as usize];
        let terrain = game.terrain(self.state, self.outlook.side);
        let mut beside: Vec<HexId> = terrain.open_from(target).collect();
        let mut trial = *hexes;
        let mut moved = Vec::new();
        let want = 1 + self.dice.below(4) as usize;
        let start = self.dice.below(self.reach.movers.len() as u32) as usize;
        for k in 0..self.reach.movers.len() {
            if moved.len() == want {
                break;
            }
            let mover = (start + k) % self.reach.movers.len();
            let (unit, ends) = &self.reach.movers[mover];
            let free = beside.iter().position(|h| ends.contains(h) && (trial[usize::from(*unit)] == *h || !trial.contains(h)));
            if let Some(at) = free {
                trial[usize::from(*unit)] = beside.swap_remove(at);
                moved.push(mover);
            }
        }
        if moved.is_empty() || moved.iter().any(|&mover| self.reach.in_a_ring(&trial, self.reach.movers[mover].0)) {
            self.spent += 1;
            return;
        }
        let mut found = self.worth(&trial);
        if found > *worth - 0.5 {
            // Near enough to be worth some care.
            for _ in 0..2 {
                let other = self.dice.below(self.reach.movers.len() as u32) as usize;
                self.settle(other, &mut trial, &mut found);
            }
            for mover in moved {
                self.settle(mover, &mut trial, &mut found);
            }
        }
        if found > *worth + 0.001 {
            (*hexes, *worth) = (trial, found);
        }
    }

    /// The worth of the position after these moves and the battles they lead to.
    fn worth(&mut self, hexes: &[HexId; MAX_UNITS]) -> f32 {
        self.spent += 1;
        let (game, side) = (self.outlook.game, self.outlook.side);
        let mut then = *self.state;
        then.hexes = *hexes;
        let mut total = 0.0;
        for (unit, _) in &self.reach.movers {
            let hex = hexes[usize::from(*unit)];
            if hex == NOWHERE {
                // Whoever stays away helps nobody.
                total -= 0.05 * f32::from(game.piece(*unit).strength);
                continue;
            }
            then.due.remove(*unit);
            then.boxed.remove(*unit);
            let strength = f32::from(game.piece(*unit).strength.max(1));
            total -= self.pull * strength * f32::from(self.distance[usize::from(hex.0)]);
            if game.piece(*unit).guard && self.zone.has(hex) && self.state.hex(*unit) != Some(hex) {
                then.committed.insert(*unit);
                total -= self.stakes.point[side as usize];
            }
            if Some(hex) == game.places().neustadt {
                then.control = then.control & !1 | u8::from(side == Side::Allied);
            }
        }
        if self.outlook.weights.hold != 0.0 {
            let held = |hex: &&HexId| game.unit_of_side_at(&then, side, **hex).is_some();
            total += self.outlook.weights.hold * game.places().garrisons[..2].iter().filter(held).count() as f32;
        }
        then.moved = UnitSet::EMPTY;
        then.frame = Frame::Combat;
        let mut shaken = UnitSet::EMPTY;
        if game.is_night(self.state) {
            then.phase = Phase::Night;
        } else {
            then.phase = Phase::Combat;
            if game.may_lull(&then).is_ok() {
                total += self.stakes.gain[side as usize] * 0.9;
            }
            for fight in Assault::of(&self.stakes, &then, side).battles(false) {
                total += fight.worth;
                if fight.column >= 4 {
                    shaken = shaken.or(Units(fight.targets.0 & ((1 << MAX_UNITS) - 1)));
                }
            }
        }
        total + self.outlook.standing(&then) + self.outlook.future(&then, &self.stakes, shaken)
    }
}

/// Steps from every hex to the nearest goal, over bridges where there is a river: as the crow flies the Elbe is nothing.
fn marches(outlook: &Outlook<'_>, state: &State, goals: &[HexId]) -> Vec<u8> {
    let terrain = outlook.game.terrain(state, outlook.side);
    let mut distance = vec![u8::MAX; 1024];
    let mut front: Vec<HexId> = goals.to_vec();
    let mut steps = 0u8;
    while !front.is_empty() && steps < 60 {
        let mut next = Vec::new();
        for hex in front {
            if distance[usize::from(hex.0)] == u8::MAX {
                distance[usize::from(hex.0)] = steps;
                next.extend(terrain.open_from(hex).filter(|h| distance[usize::from(h.0)] == u8::MAX));
            }
        }
        front = next;
        steps += 1;
    }
    distance.into_iter().map(|d| d.min(60)).collect()
}

/// Where a side wants to be: the Allies in the city as long as it pays, the French near the enemy.
fn goals(outlook: &Outlook<'_>, state: &State) -> Vec<HexId> {
    let game = outlook.game;
    let city = &game.places().garrisons[..2];
    if outlook.weights.rear {
        return game.refuges(state, outlook.side.other()).collect();
    }
    if outlook.side == Side::Allied && state.catastrophe != 3 {
        return city.to_vec();
    }
    let enemies = game.present(state, outlook.side.other());
    let real = enemies.into_iter().filter(|&u| game.piece(u).arm != Arm::Dummy);
    let hexes: Vec<HexId> = real.filter_map(|u| state.hex(u)).collect();
    if hexes.is_empty() { city.to_vec() } else { hexes }
}

#[cfg(test)]
mod tests {
    use super::super::stakes::Weights;
    use super::*;
    use crate::Unhurried;
    use grognard_engine::{Rules, Umpire};

    #[test]
    fn offspring_are_plans_that_can_be_carried_out() {
        let game = Campaign::new("dresden-20", &[]).unwrap();
        let mut dice = SeededDice::new(6);
        let mut state = game.start(&mut Umpire::silent(&mut dice));
        let mut options = Vec::new();
        while state.frame != Frame::Move {
            game.legal_actions(&state, &mut options);
            game.apply(&mut state, options[0], &mut Umpire::silent(&mut dice));
        }
        let (side, weights) = (state.phasing, Weights::of(state.phasing));
        let outlook = Outlook { game: &game, side, weights };
        let plan = |seed| Search::new(&outlook, &state, 150, seed).run(&mut Unhurried);
        let (parent, other) = (plan(1), plan(2));
        let reach = Reach::of(&game, &state, side);
        let mut born = 0;
        for _ in 0..300 {
            let Some(child) = reach.offspring(&parent, &other, &mut dice) else { continue };
            born += 1;
            assert_ne!(child.hexes, parent.hexes);
            for (unit, ends) in &reach.movers {
                let goal = child.hexes[usize::from(*unit)];
                assert!(ends.contains(&goal), "{} is sent where it cannot go", game.tag(*unit));
                let others = (0..MAX_UNITS).filter(|&u| u != usize::from(*unit) && goal != NOWHERE && child.hexes[u] == goal);
                assert_eq!(others.count(), 0, "two in one hex");
            }
        }
        assert!(born > 100, "{born} of 300");
    }
}
