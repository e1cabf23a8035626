//! The turn plan: where every unit of a side ends its move. While one side moves, the enemy's zones do not change and friends may
//! be passed through, so that each unit's reach is its own affair; a plan is an assignment of units to hexes, and it is improved by
//! changing a few of them at a time.

use super::fight::{Duty, Fight};
use super::outlook::{Lie, Staff};
use super::scene::{Roster, Scene};
use super::threat::{Menace, Slate};
use crate::Clock;
use grognard_art_of_war::movement::March;
use grognard_art_of_war::state::{NOWHERE, Side, State};
use grognard_art_of_war::unitset::{MAX_UNITS, Unit, UnitSet};
use grognard_engine::HexId;
use grognard_engine::dice::SeededDice;
use grognard_engine::plane::Plane;

/// How often the clock is asked.
const GLANCE: u32 = 64;

/// A plan and what it is worth.
#[derive(Clone, Debug)]
pub struct TurnPlan {
    /// Where each unit goes; those that stay are not listed.
    pub moves: Vec<(Unit, HexId)>,
    /// Where everybody stands in the end.
    pub hexes: [HexId; MAX_UNITS],
    /// What the planner expects.
    pub worth: f32,
    /// Evaluations made.
    pub evaluations: u32,
}

/// A search for a plan.
pub struct Search<'a> {
    staff: &'a Staff<'a>,
    state: &'a State,
    side: Side,
    scene: Scene<'a>,
    /// Who can move, and where to.
    movers: Vec<Unit>,
    ends: Vec<Vec<HexId>>,
    reach: Vec<Plane>,
    /// The same, only hexes next to or near the enemy.
    front: Vec<Vec<HexId>>,
    /// Enemy hexes that somebody can reach the side of.
    prey: Vec<HexId>,
    home: [HexId; MAX_UNITS],
    their_zone: Plane,
    menace: Menace,
    lie: Lie,
    slate: Slate,
    dice: SeededDice,
    evaluations: u32,
}

impl<'a> Search<'a> {
    /// Looks at the position. `bench` are units that are not to be moved.
    pub fn new(staff: &'a Staff<'a>, state: &'a State, roster: &'a Roster, bench: UnitSet, seed: u64) -> Self {
        let (battle, side) = (staff.battle, state.phasing);
        let scene = Scene::of(battle, state, staff.ground, roster);
        let their_zone = battle.terrain(state).zone(&scene.held[side.other() as usize]);
        let near = their_zone.or(&their_zone.neighbours()).and(&staff.ground.on_map);
        let movers: Vec<Unit> = battle.movable(state).less(bench).into_iter().collect();
        let mut search = Self {
            staff,
            state,
            side,
            menace: Menace::of(&scene, side.other(), staff.next_turn(state, side.other()), &staff.weights),
            home: scene.hexes,
            scene,
            ends: Vec::new(),
            reach: Vec::new(),
            front: Vec::new(),
            prey: Vec::new(),
            movers,
            their_zone,
            lie: staff.lie(state, side),
            slate: Slate::new(),
            dice: SeededDice::new(seed),
            evaluations: 0,
        };
        let mut all = Plane::EMPTY;
        for &unit in &search.movers {
            let mut reach = March::begin(battle, state, unit).ends();
            if let Some(home) = state.hex(unit) {
                reach.insert(home);
            }
            all = all.or(&reach);
            search.ends.push(reach.iter().collect());
            search.front.push(reach.and(&near).iter().collect());
            search.reach.push(reach);
        }
        let terrain = battle.terrain(state);
        let beside = terrain.zone(&all);
        search.scene.held[side.other() as usize].and(&beside).for_each(|hex| search.prey.push(hex));
        search
    }

    /// What the plan as it stands is worth.
    pub fn evaluate(&mut self) -> f32 {
        self.evaluations += 1;
        let (staff, scene) = (self.staff, &self.scene);
        let mut zones = [self.their_zone; 2];
        zones[self.side as usize] = staff.battle.terrain(self.state).zone(&scene.held[self.side as usize]);
        let mut worth: f32 = scene.sides[self.side as usize].into_iter().map(|u| self.lie.place(scene, u)).sum();
        for &unit in &self.movers {
            if scene.hexes[usize::from(unit)] == NOWHERE {
                worth += self.lie.place(scene, unit);
            }
        }
        let mut doomed = UnitSet::EMPTY;
        if !staff.battle.is_night(self.state) {
            let fight = Fight::of(scene, staff.odds, self.side, &zones, &Duty::FRESH, true);
            let allocation = fight.allocate_quickly();
            worth += staff.weights.combat * allocation.worth;
            if staff.weights.doom > 0.0 {
                doomed = fight.doomed(&allocation);
            }
        }
        let fear = staff.weights.fear;
        worth - fear * self.menace.gain(staff.battle, self.state, scene, staff.odds, &zones, &mut self.slate, doomed)
    }

    /// Brings reinforcements on: the plan begins with everybody where he stands, and newcomers where it suits them.
    fn seed(&mut self) {
        for i in 0..self.movers.len() {
            let unit = self.movers[i];
            if self.scene.hexes[usize::from(unit)] != NOWHERE {
                continue;
            }
            let mut best: Option<(f32, HexId)> = None;
            for j in 0..self.ends[i].len() {
                let hex = self.ends[i][j];
                if !self.scene.room(self.side, hex) || self.their_zone.has(hex) {
                    continue;
                }
                self.scene.put(self.side, unit, hex);
                let worth = self.lie.place(&self.scene, unit);
                self.scene.lift(self.side, unit);
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, hex));
                }
            }
            if let Some((_, hex)) = best {
                self.scene.put(self.side, unit, hex);
            }
        }
    }

    /// Improves the plan by `budget` evaluations, or until the clock says stop.
    pub fn run(&mut self, budget: u32, clock: &mut dyn Clock) -> TurnPlan {
        self.seed();
        let mut now = self.evaluate();
        let mut best = (now, self.scene.hexes);
        let mut edit = Vec::new();
        let mut undo = Vec::new();
        let mut step = 0u32;
        while step < budget && !self.movers.is_empty() {
            step += 1;
            if step.is_multiple_of(GLANCE) && !clock.go_on() {
                break;
            }
            self.propose(&mut edit);
            if edit.is_empty() || !self.apply(&edit, &mut undo) {
                continue;
            }
            let then = self.evaluate();
            // Threshold accepting: what is a little worse is taken too, less and less as time goes by.
            let left = 1.0 - step as f32 / budget as f32;
            let heat = 1.5 * left * left;
            let slack = heat * self.dice.below(1_000) as f32 / 1_000.0;
            if then > now - slack {
                now = then;
                if now > best.0 {
                    best = (now, self.scene.hexes);
                }
            } else {
                self.take_back(&undo);
            }
            // Now and then back to the best.
            if step.is_multiple_of(budget / 8 + 1) && best.0 > now {
                self.restore(&best.1);
                now = best.0;
            }
        }
        self.restore(&best.1);
        let moved = |&&unit: &&Unit| self.scene.hexes[usize::from(unit)] != self.home[usize::from(unit)];
        let moves = self.movers.iter().filter(moved).map(|&u| (u, self.scene.hexes[usize::from(u)])).collect();
        TurnPlan { moves, hexes: self.scene.hexes, worth: best.0, evaluations: self.evaluations }
    }

    fn restore(&mut self, hexes: &[HexId; MAX_UNITS]) {
        for i in 0..self.movers.len() {
            let unit = self.movers[i];
            self.scene.shift(self.side, unit, hexes[usize::from(unit)]);
        }
    }

    /// Carries out an edit; if a hex would be over-full, nothing happens.
    fn apply(&mut self, edit: &[(usize, HexId)], undo: &mut Vec<(Unit, HexId)>) -> bool {
        undo.clear();
        for &(i, to) in edit {
            let unit = self.movers[i];
            undo.push((unit, self.scene.hexes[usize::from(unit)]));
            self.scene.shift(self.side, unit, to);
        }
        let full = edit.iter().any(|&(_, to)| to != NOWHERE && self.scene.crowd(self.side, to) > self.scene.limit);
        if full {
            self.take_back(undo);
        }
        !full
    }

    fn take_back(&mut self, undo: &[(Unit, HexId)]) {
        for &(unit, from) in undo.iter().rev() {
            self.scene.shift(self.side, unit, from);
        }
    }

    fn any(&mut self, n: usize) -> usize {
        self.dice.below(n.max(1) as u32) as usize
    }

    /// Thinks of a change.
    fn propose(&mut self, edit: &mut Vec<(usize, HexId)>) {
        edit.clear();
        match self.dice.below(100) {
            0..45 => self.send_one(edit),
            45..58 => self.swap(edit),
            58..85 => self.gang_up(edit),
            85..95 => self.break_off(edit),
            _ => self.go_home(edit),
        }
    }

    fn send_one(&mut self, edit: &mut Vec<(usize, HexId)>) {
        let i = self.any(self.movers.len());
        let near = self.dice.below(2) == 0 && !self.front[i].is_empty();
        let n = if near { self.front[i].len() } else { self.ends[i].len() };
        if n > 0 {
            let j = self.any(n);
            edit.push((i, if near { self.front[i][j] } else { self.ends[i][j] }));
        }
    }

    /// Two units change places, or one takes another's and that one goes elsewhere.
    fn swap(&mut self, edit: &mut Vec<(usize, HexId)>) {
        let (i, j) = (self.any(self.movers.len()), self.any(self.movers.len()));
        let at = |search: &Self, i: usize| search.scene.hexes[usize::from(search.movers[i])];
        let (a, b) = (at(self, i), at(self, j));
        if i == j || a == b || b == NOWHERE || !self.reach[i].has(b) {
            return;
        }
        if a != NOWHERE && self.reach[j].has(a) {
            edit.extend([(i, b), (j, a)]);
        } else if !self.ends[j].is_empty() {
            let k = self.any(self.ends[j].len());
            edit.extend([(i, b), (j, self.ends[j][k])]);
        }
    }

    /// Several units go for one enemy, preferably from several sides.
    fn gang_up(&mut self, edit: &mut Vec<(usize, HexId)>) {
        if self.prey.is_empty() {
            return;
        }
        let k = self.any(self.prey.len());
        let target = self.prey[k];
        let first = self.any(6);
        let most = 1 + self.any(4);
        for d in 0..6 {
            let face = self.staff.ground.near[usize::from(target.0)][(first + d * 5) % 6];
            if edit.len() >= most {
                break;
            }
            if face == NOWHERE || self.scene.held[self.side.other() as usize].has(face) || !self.scene.room(self.side, face) {
                continue;
            }
            // Somebody who can come there and is not yet on the way; a random one to begin with.
            let n = self.movers.len();
            let from = self.any(n);
            let comer = (0..n).map(|i| (from + i) % n).find(|&i| {
                self.reach[i].has(face) && edit.iter().all(|&(j, _)| j != i) && {
                    let now = self.scene.hexes[usize::from(self.movers[i])];
                    !self.staff.ground.contact(now, target)
                }
            });
            if let Some(i) = comer
                && self.dice.below(4) > 0
            {
                edit.push((i, face));
            }
        }
    }

    /// All who stand next to one enemy go out of reach of its zone.
    fn break_off(&mut self, edit: &mut Vec<(usize, HexId)>) {
        if self.prey.is_empty() {
            return;
        }
        let k = self.any(self.prey.len());
        let target = self.prey[k];
        for i in 0..self.movers.len() {
            let hex = self.scene.hexes[usize::from(self.movers[i])];
            if self.staff.ground.contact(hex, target) {
                let n = self.ends[i].len();
                let from = self.any(n);
                let quiet = (0..n).map(|j| self.ends[i][(from + j) % n]);
                let mut quiet = quiet.filter(|h| !self.their_zone.has(*h) && self.scene.room(self.side, *h));
                if let Some(to) = quiet.next() {
                    edit.push((i, to));
                }
            }
        }
    }

    fn go_home(&mut self, edit: &mut Vec<(usize, HexId)>) {
        let i = self.any(self.movers.len());
        let home = self.home[usize::from(self.movers[i])];
        if home != NOWHERE && self.scene.hexes[usize::from(self.movers[i])] != home {
            edit.push((i, home));
        }
    }
}
