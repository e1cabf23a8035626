//! A position judged: what is on the table for a side, all in points of victory.

use super::army::last_turn;
use super::fight::{Duty, Fight};
use super::ground::Ground;
use super::odds::Odds;
use super::scene::{Roster, Scene, roster};
use super::threat::{Menace, Slate};
use super::weights::Weights;
use grognard_art_of_war::Battle;
use grognard_art_of_war::exclusive::dresden::morale::Army;
use grognard_art_of_war::scenario::Start;
use grognard_art_of_war::state::{Side, State};
use grognard_art_of_war::title::Title;
use grognard_art_of_war::unitset::{Unit, UnitSet};
use grognard_engine::HexId;
use grognard_engine::plane::Plane;

/// Turns within which others who are still to come are waited for.
const SOON: u8 = 2;
/// The distance from the enemy at which newcomers wait: he does not reach them there in a turn.
const CLEAR: u8 = 6;

/// What a judgement is made with.
#[derive(Clone, Copy)]
pub struct Staff<'a> {
    /// The rules.
    pub battle: &'a Battle,
    /// The map.
    pub ground: &'a Ground,
    /// The table of results.
    pub odds: &'a Odds,
    /// What things are worth.
    pub weights: Weights,
}

/// What the ground is worth to each unit of a side, given where the enemy stands.
pub struct Lie {
    enemy: Vec<u8>,
    goal: Vec<u8>,
    goals: Vec<(HexId, f32)>,
    weights: Weights,
    /// Newcomers who wait for those behind them.
    gathering: UnitSet,
}

impl Staff<'_> {
    /// The units as they are.
    pub fn roster(&self, state: &State) -> Roster {
        roster(self.battle, state, &self.weights.prices)
    }

    /// The zones of the French and of the Allies.
    #[inline]
    pub fn zones(&self, state: &State, scene: &Scene<'_>) -> [Plane; 2] {
        let terrain = self.battle.terrain(state);
        [terrain.zone(&scene.held[0]), terrain.zone(&scene.held[1])]
    }

    /// The next turn of `side`: whether nobody will fight in it, and who may not move in it [19.0].
    pub fn next_turn(&self, state: &State, side: Side) -> (bool, UnitSet) {
        let mut then = *state;
        // The second player's next turn is in this Game-Turn if the first one is moving now.
        let same_turn = side != self.battle.title().first() && state.phasing != side;
        if !same_turn {
            then.turn = then.turn.saturating_add(1);
        }
        // [19.3] Which division it will be is for its owner to say then.
        then.second_division = None;
        let stays = |unit: &Unit| self.battle.may_move_yet(&then, *unit).is_err();
        (self.battle.is_night(&then), self.battle.present(state, side).into_iter().filter(stays).collect())
    }

    /// Points of victory of a side less those of the enemy, and what counts like them.
    pub fn score(&self, state: &State, roster: &Roster, side: Side) -> f32 {
        let battle = self.battle;
        let mut score = f32::from(battle.points(state, side).total - battle.points(state, side.other()).total);
        score += self.steps(state, side, score);
        let mut fallen = |units: UnitSet, back: bool| {
            for unit in units {
                let soldier = &roster[usize::from(unit)];
                let weight = if back { self.weights.prices.absence } else { self.weights.prices.fighting };
                let sign = if battle.units_of(side).has(unit) { -1.0 } else { 1.0 };
                score += sign * weight * f32::from(soldier.printed);
            }
        };
        fallen(state.lost, false);
        fallen(state.disrupted, true);
        if battle.title() == Title::Dresden {
            for army in Army::ALL {
                let level = f32::from(state.morale[army as usize]);
                let sign = if (army == Army::French) == (side == Side::French) { 1.0 } else { -1.0 };
                // A point is dearer the fewer there are.
                let worth = if level == 0.0 { -8.0 } else { level.min(10.0) + (level - 10.0).max(0.0) * 0.5 };
                score += sign * self.weights.prices.morale * worth;
            }
        }
        score
    }

    /// [18.4] [23.5] What levels of victory add to a margin: next to nothing early on, and in the end steps, so that a point which turns a defeat into a draw is worth
    /// more than one that makes a victory greater.
    fn steps(&self, state: &State, side: Side, margin: f32) -> f32 {
        if self.weights.steps == 0.0 {
            return 0.0;
        }
        let allied = if side == Side::Allied { margin } else { -margin };
        let left = last_turn(self.battle, state, allied as i32).saturating_sub(state.turn);
        let width = 1.5 + 2.0 * f32::from(left);
        let reached = |margin: f32, least: i16| 1.0 / (1.0 + (-(margin - f32::from(least) + 0.5) / width).exp());
        let levels = self.battle.levels_by_margin();
        levels.iter().map(|&(least, _)| self.weights.steps * (reached(margin, least) - reached(-margin, least))).sum()
    }

    /// The lie of the land for a side.
    pub fn lie(&self, state: &State, side: Side) -> Lie {
        let battle = self.battle;
        let enemies = battle.present(state, side.other()).into_iter().map(|u| state.hexes[usize::from(u)]);
        let worth = match battle.title() {
            Title::Eylau => 5.0,
            Title::Dresden => 25.0,
        };
        let open = |(i, _): &(usize, &HexId)| battle.title() == Title::Eylau || state.city_paid >> i & 1 == 0;
        let goals: Vec<(HexId, f32)> =
            battle.objectives().iter().enumerate().filter(open).map(|(_, &hex)| (hex, worth * self.weights.objective)).collect();
        Lie {
            enemy: self.ground.distances(enemies),
            goal: self.ground.distances(goals.iter().map(|&(hex, _)| hex)),
            goals,
            weights: self.weights,
            gathering: if self.weights.gather > 0.0 { self.gathering(state, side) } else { UnitSet::EMPTY },
        }
    }

    /// Who has come on a short while ago, or comes now, while others are still to come by the same road soon: a corps that goes in as it arrives is
    /// beaten brigade by brigade.
    fn gathering(&self, state: &State, side: Side) -> UnitSet {
        let arrival = |unit: Unit| match self.battle.pieces()[usize::from(unit)].start {
            Start::Due { entry, turn } => Some((entry, turn)),
            _ => None,
        };
        let now = state.turn;
        let behind: Vec<u8> = self
            .battle
            .units_of(side)
            .and(state.due)
            .into_iter()
            .filter_map(arrival)
            .filter(|&(_, turn)| turn > now && turn <= now + SOON)
            .map(|(entry, _)| entry)
            .collect();
        let new = |unit: &Unit| {
            arrival(*unit).is_some_and(|(entry, turn)| (turn..=turn + SOON).contains(&now) && behind.contains(&entry))
        };
        self.battle.units_of(side).less(state.lost).into_iter().filter(new).collect()
    }

    /// A position with nobody in the middle of anything, from the point of view of a side.
    pub fn judge(&self, state: &State, side: Side, slate: &mut Slate) -> f32 {
        let roster = self.roster(state);
        let scene = Scene::of(self.battle, state, self.ground, &roster);
        let zones = self.zones(state, &scene);
        let lie = self.lie(state, side);
        let mut worth = self.score(state, &roster, side);
        worth += scene.sides[side as usize].into_iter().map(|u| lie.place(&scene, u)).sum::<f32>();
        let theirs = Menace::of(&scene, side.other(), self.next_turn(state, side.other()), &self.weights);
        let ours = Menace::of(&scene, side, self.next_turn(state, side), &self.weights);
        // Whoever moves next has the better of it.
        let (fear, hope) = if state.phasing == side { (self.weights.fear, 0.25) } else { (0.4, 0.6) };
        worth -= fear * theirs.gain(self.battle, state, &scene, self.odds, &zones, slate, UnitSet::EMPTY);
        worth += hope * ours.gain(self.battle, state, &scene, self.odds, &zones, slate, UnitSet::EMPTY);
        if state.phasing == side && !self.battle.is_night(state) {
            // What can still be fought in this phase.
            let duty = Duty { fought: state.fought, bound: Some(state.bound), owed: Some(state.owed) };
            let fight = Fight::of(&scene, self.odds, side, &zones, &duty, true);
            worth += fight.allocate_quickly().worth;
        }
        worth
    }
}

impl Lie {
    /// What a unit's place is worth besides what it can do there.
    #[inline]
    pub fn place(&self, scene: &Scene<'_>, unit: Unit) -> f32 {
        let soldier = &scene.roster[usize::from(unit)];
        let hex = scene.hexes[usize::from(unit)];
        let i = usize::from(hex.0);
        if i >= self.enemy.len() {
            // Still to come: as far away as can be.
            return -30.0 * self.weights.approach * f32::from(soldier.printed);
        }
        let far = (f32::from(self.enemy[i]) - self.weights.stand_off).max(0.0);
        let mut worth = -self.weights.approach * f32::from(soldier.printed) * far;
        if self.gathering.has(unit) {
            worth -= self.weights.gather * f32::from(soldier.printed) * f32::from(CLEAR.saturating_sub(self.enemy[i]));
        }
        if !self.goals.is_empty() {
            worth -= self.weights.towards * f32::from(self.goal[i]);
            for &(goal, value) in &self.goals {
                if goal == hex && scene.crowd(if scene.sides[0].has(unit) { Side::French } else { Side::Allied }, hex) <= 1 {
                    worth += value;
                }
            }
        }
        worth
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::Search;
    use super::*;
    use crate::Unhurried;

    fn with_staff<T>(battle: &Battle, state: &State, side: Side, change: &[(&str, f32)], think: impl Fn(&Staff<'_>) -> T) -> T {
        let (ground, odds) = (Ground::of(battle, state), Odds::new(false));
        let mut weights = Weights::of_side(battle.title(), side);
        assert!(change.iter().all(|&(name, value)| weights.set(name, value)));
        think(&Staff { battle, ground: &ground, odds: &odds, weights })
    }

    #[test]
    fn guns_are_feared_that_come_next_to_nobody() {
        let battle = Battle::new("eylau", &[]).unwrap();
        let mut state = battle.opening();
        state.phasing = Side::French;
        let (terrain, grid) = (battle.terrain(&state), battle.grid());
        // One French unit, and three Allied guns two hexes off: next to it they would risk themselves, from afar they risk nothing.
        let arm = |unit: &Unit| battle.pieces()[usize::from(*unit)].arm;
        let strength = |unit: &Unit| battle.pieces()[usize::from(*unit)].strength;
        let mut guns: Vec<Unit> = battle.units_of(Side::Allied).into_iter().filter(|u| arm(u).is_gun()).collect();
        guns.sort_by_key(|unit| std::cmp::Reverse(strength(unit)));
        let target = battle.units_of(Side::French).into_iter().filter(|u| !arm(u).is_gun() && strength(u) >= 4);
        let target = target.min_by_key(strength).unwrap();
        let clear = |hex: &HexId| grid.around(*hex).count() == 6 && !terrain.shelters(*hex);
        let posts = |hex: HexId| -> Vec<HexId> { terrain.in_range(hex, &terrain.on_map).filter(clear).collect() };
        let near = grid.hexes().find(|hex| clear(hex) && posts(*hex).len() >= 3).unwrap();
        let far = grid.hexes().max_by_key(|hex| grid.distance(near, *hex)).unwrap();
        state.hexes = grognard_art_of_war::state::Places::default();
        (state.due, state.turn) = (UnitSet::EMPTY, 5);
        for (&gun, post) in guns.iter().zip(posts(near)).take(3) {
            state.hexes[usize::from(gun)] = post;
        }
        let judged = |hex: HexId, fire: f32| {
            let mut then = state;
            then.hexes[usize::from(target)] = hex;
            // The pull towards the enemy is left out: what is asked is what is feared.
            with_staff(&battle, &then, Side::French, &[("fire", fire), ("approach", 0.0), ("towards", 0.0)], |staff| {
                staff.judge(&then, Side::French, &mut Slate::new())
            })
        };
        assert!(judged(near, 1.0) < judged(far, 1.0) - 0.05, "{} {}", judged(near, 1.0), judged(far, 1.0));
        assert!(judged(near, 1.0) < judged(near, 0.0) - 0.05, "it was not feared before");
    }

    #[test]
    fn what_was_written_before_does_not_matter_in_other_weather() {
        let battle = Battle::new("dresden", &[]).unwrap();
        let mut dry = battle.opening();
        // [13.0] Two enemies beside each other, and a hex beyond a stream that nobody can strike across in the rain.
        let mut wet = dry;
        wet.turn = 9;
        assert!(battle.is_rain(&wet) && !battle.is_rain(&dry));
        let (before, after) = (battle.terrain(&dry), battle.terrain(&wet));
        let parted = |a: HexId| before.touching(a).any(|b| !after.contact(a, b)) && after.touching(a).next().is_some();
        let post = battle.grid().hexes().find(|&hex| parted(hex)).unwrap();
        let neighbour = after.touching(post).next().unwrap();
        let some = |side: Side| battle.units_of(side).less(dry.due).into_iter().find(|&u| dry.hex(u).is_some()).unwrap();
        let [us, them] = [Side::French, Side::Allied].map(some);
        for state in [&mut dry, &mut wet] {
            state.hexes = grognard_art_of_war::state::Places::default();
            (state.due, state.reserve) = (UnitSet::EMPTY, UnitSet::EMPTY);
            state.hexes[usize::from(us)] = post;
            state.hexes[usize::from(them)] = neighbour;
        }
        // A rehearsal that goes on into the rain is judged on the ground of the turn in which it began.
        with_staff(&battle, &dry, Side::French, &[], |staff| {
            for side in Side::BOTH {
                let fresh = staff.judge(&wet, side, &mut Slate::new());
                let again = staff.judge(&wet, side, &mut Slate::scribbled());
                assert!((fresh - again).abs() < 1e-6, "{side:?}: {fresh} {again}");
            }
        });
    }

    #[test]
    fn a_point_that_makes_a_level_is_worth_more_than_another() {
        let battle = Battle::new("eylau", &[]).unwrap();
        let mut state = battle.opening();
        let added = |state: &State, margin: f32, steps: f32| {
            with_staff(&battle, state, Side::French, &[("steps", steps)], |staff| staff.steps(state, Side::French, margin))
        };
        let gain = |state: &State, from: f32, steps: f32| added(state, from + 1.0, steps) - added(state, from, steps);
        state.turn = 12;
        // Fifteen points are a victory at Eylau, and fifteen behind a defeat.
        for from in [14.0, -15.0] {
            assert!(gain(&state, from, 4.0) > gain(&state, 22.0, 4.0) + 0.3, "{from}");
        }
        assert!((gain(&state, 14.0, 0.0)).abs() < 1e-6, "every point was worth as much before");
        state.turn = 4;
        assert!(gain(&state, 14.0, 4.0) < 0.2, "early on nobody knows where it will end");
    }

    #[test]
    fn newcomers_wait_for_those_behind_them() {
        let battle = Battle::new("eylau", &[]).unwrap();
        let mut state = battle.opening();
        // [7.0] Morand comes in the fourth turn, Friant by the same road in the fifth; an enemy stands on the way.
        (state.turn, state.phasing, state.frame) = (4, Side::French, grognard_art_of_war::state::Frame::Move);
        let start = |unit: Unit| battle.pieces()[usize::from(unit)].start;
        let of_turn = |turn: u8| {
            let due = move |unit: &Unit| matches!(start(*unit), Start::Due { turn: t, .. } if t == turn);
            battle.units_of(Side::French).into_iter().filter(due).collect::<UnitSet>()
        };
        let (first, second) = (of_turn(4), of_turn(5));
        assert!(first.len() >= 2 && second.len() >= 2);
        let (grid, one) = (battle.grid(), first.into_iter().next().unwrap());
        let ends: Vec<HexId> = grognard_art_of_war::movement::March::begin(&battle, &state, one).ends().iter().collect();
        let to_ends = |hex: HexId| ends.iter().map(|&end| grid.distance(hex, end)).min().unwrap();
        let mut strong: Vec<Unit> = battle.present(&state, Side::Allied).into_iter().collect();
        strong.sort_by_key(|&unit| std::cmp::Reverse(battle.pieces()[usize::from(unit)].strength));
        let blocks = grid.hexes().filter(|&hex| to_ends(hex) == 3 && battle.units_in(&state, hex).is_empty());
        let blocks: Vec<HexId> = blocks.take(4).collect();
        for (unit, hex) in strong.into_iter().zip(blocks) {
            state.hexes[usize::from(unit)] = hex;
        }
        let nearest = |state: &State, gather: f32| {
            with_staff(&battle, state, Side::French, &[("gather", gather)], |staff| {
                let roster = staff.roster(state);
                let plan = Search::new(staff, state, &roster, UnitSet::EMPTY, 7).run(400, &mut Unhurried);
                let lie = staff.lie(state, Side::French);
                assert_eq!(lie.gathering.is_empty(), gather == 0.0 || state.due.and(second).is_empty());
                let far = |unit: Unit| lie.enemy[usize::from(plan.hexes[usize::from(unit)].0)];
                first.into_iter().map(far).min().unwrap()
            })
        };
        assert!(nearest(&state, 0.08) > nearest(&state, 0.0), "{} {}", nearest(&state, 0.08), nearest(&state, 0.0));
    }
}
