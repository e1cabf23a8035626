//! A position judged: what is on the table for a side, all in points of victory.

use super::fight::{Duty, Fight};
use super::ground::Ground;
use super::odds::Odds;
use super::scene::{Roster, Scene, roster};
use super::threat::{Menace, Slate};
use super::weights::Weights;
use grognard_art_of_war::Battle;
use grognard_art_of_war::exclusive::dresden::morale::Army;
use grognard_art_of_war::state::{Side, State};
use grognard_art_of_war::title::Title;
use grognard_art_of_war::unitset::{Unit, UnitSet};
use grognard_engine::HexId;
use grognard_engine::plane::Plane;

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
        }
    }

    /// A position with nobody in the middle of anything, from the point of view of a side.
    pub fn judge(&self, state: &State, side: Side, slate: &mut Slate) -> f32 {
        let roster = self.roster(state);
        let scene = Scene::of(self.battle, state, self.ground, &roster);
        let zones = self.zones(state, &scene);
        let lie = self.lie(state, side);
        let mut worth = self.score(state, &roster, side);
        worth += scene.sides[side as usize].into_iter().map(|u| lie.place(&scene, u)).sum::<f32>();
        let theirs = Menace::of(&scene, side.other(), self.next_turn(state, side.other()), self.weights.trap);
        let ours = Menace::of(&scene, side, self.next_turn(state, side), self.weights.trap);
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
