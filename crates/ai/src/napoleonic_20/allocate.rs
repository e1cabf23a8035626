//! The battles of a phase as a whole: who attacks whom, so that all duties are met and the sum is worth most.

use super::stakes::{Exposure, Stakes, exposed};
use grognard_engine::plane::Plane;
use grognard_napoleonic_20::Campaign;
use grognard_napoleonic_20::declare::{Contacts, POST};
use grognard_napoleonic_20::state::{Engagement, Side, State};
use grognard_napoleonic_20::unitset::{Unit, UnitSet, Units};

/// One battle of a plan.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Fight {
    pub targets: UnitSet,
    pub attackers: UnitSet,
    pub column: usize,
    pub worth: f32,
}

/// All battles of a side, judged.
pub(super) struct Assault<'a> {
    stakes: &'a Stakes<'a>,
    /// The position, with room for a battle in hand.
    scratch: State,
    side: Side,
    contacts: Contacts,
    /// [9.5] Reserves that are committed.
    reserves: u8,
    own: Vec<(Unit, Exposure)>,
    theirs: Vec<(Unit, Exposure)>,
}

impl<'a> Assault<'a> {
    /// The contacts of a position in which a side may attack now.
    pub(super) fn of(stakes: &'a Stakes<'a>, state: &State, side: Side) -> Self {
        let game = stakes.game;
        let contacts = Contacts::of(game, state);
        let (mut own, mut theirs) = (Vec::new(), Vec::new());
        if !contacts.able.is_empty() {
            let shut = |of: Side| {
                let enemies = game.occupied(state, of.other());
                if of == Side::Allied { enemies.or(&game.garrisoned(state)) } else { enemies }
            };
            let zones: [Plane; 2] = [game.zone(state, Side::French), game.zone(state, Side::Allied)];
            own = exposed(stakes, state, contacts.able, &shut(side), &zones[side.other() as usize]);
            let units = Units(contacts.exposed.0 & ((1 << POST) - 1));
            theirs = exposed(stakes, state, units, &shut(side.other()), &zones[side as usize]);
        }
        Self { stakes, scratch: *state, side, contacts, reserves: 0, own, theirs }
    }

    /// The battle in hand, about to be fought.
    pub(super) fn of_battle(stakes: &'a Stakes<'a>, state: &State) -> Self {
        let (game, battle) = (stakes.game, &state.battle);
        let side = battle.attacker;
        let shut = |of: Side| {
            let enemies = game.occupied(state, of.other());
            if of == Side::Allied { enemies.or(&game.garrisoned(state)) } else { enemies }
        };
        let own = exposed(stakes, state, battle.attackers, &shut(side), &game.zone(state, side.other()));
        let theirs = exposed(stakes, state, battle.defenders, &shut(side.other()), &game.zone(state, side));
        Self { stakes, scratch: *state, side, contacts: Contacts::of(game, state), reserves: battle.reserves, own, theirs }
    }

    /// What a battle is worth to its attacker with these reserves.
    pub(super) fn judge_with(&mut self, battle: &Engagement, reserves: u8) -> f32 {
        let targets = Units(battle.defenders.0 | u64::from(battle.garrisons) << POST);
        self.reserves = reserves;
        self.judge(targets, battle.attackers).worth
    }

    /// Charges on one target: by all who touch it, and by each alone.
    pub(super) fn charges(&mut self, target: Unit, riders: UnitSet) -> Vec<Fight> {
        let touching: UnitSet =
            self.contacts.able.and(riders).into_iter().filter(|&u| self.contacts.touched(u).has(target)).collect();
        let mut parties: Vec<UnitSet> = touching.into_iter().map(UnitSet::one).collect();
        if touching.len() > 1 {
            parties.push(touching);
        }
        parties.into_iter().map(|party| self.judge(UnitSet::one(target), party)).collect()
    }

    fn game(&self) -> &'a Campaign {
        self.stakes.game
    }

    /// The column and the worth of one battle.
    pub(super) fn judge(&mut self, targets: UnitSet, attackers: UnitSet) -> Fight {
        let game = self.game();
        let posts = (targets.0 >> POST) as u8;
        let defenders = Units(targets.0 & ((1 << POST) - 1));
        self.scratch.battle = Engagement {
            number: 1,
            attacker: self.side,
            attackers,
            defenders,
            garrisons: posts,
            reserves: self.reserves,
            ..Engagement::NONE
        };
        let column = game.battle_column(&self.scratch);
        let pick = |all: &[(Unit, Exposure)], set: UnitSet| -> Vec<(Unit, Exposure)> {
            all.iter().filter(|(u, _)| set.has(*u)).copied().collect()
        };
        let (own, theirs) = (pick(&self.own, attackers), pick(&self.theirs, defenders));
        let hexes = targets.into_iter().filter_map(|t| game.target_hex(&self.scratch, t));
        let prize: f32 = hexes.map(|hex| self.stakes.prize(&self.scratch, self.side, hex)).sum();
        let first = game.places().garrisons.iter().enumerate().find(|(g, _)| posts >> g & 1 == 1);
        let garrison = first.map(|(_, &hex)| game.terrain(&self.scratch, self.side).reduction(hex));
        let guard = attackers.and(self.scratch.committed).len() as f32 * self.stakes.point[self.side as usize];
        let worth = self.stakes.worth(column, &own, &theirs, prize, garrison, guard) - self.stakes.weights.caution;
        Fight { targets, attackers, column, worth }
    }

    /// The best battles that were found, which meet every duty; `thorough` tries to do better than the first guess.
    pub(super) fn battles(&mut self, thorough: bool) -> Vec<Fight> {
        let (able, owed, bound) = (self.contacts.able, self.contacts.owed, self.contacts.bound);
        if able.is_empty() {
            return Vec::new();
        }
        let mut groups: Vec<(UnitSet, UnitSet)> = Vec::new();
        let mut free = able;
        // Targets that few can reach are served first; who reaches least besides serves them.
        let mut targets: Vec<Unit> = owed.into_iter().collect();
        let reach = |t: Unit| able.into_iter().filter(|&u| self.contacts.touched(u).has(t)).count();
        targets.sort_by_key(|&t| reach(t));
        for target in targets {
            let touching = able.into_iter().filter(|&u| self.contacts.touched(u).has(target));
            let best = touching.clone().filter(|&u| free.has(u)).min_by_key(|&u| {
                (!bound.has(u), self.contacts.touched(u).and(owed).len(), i16::from(self.game().piece(u).strength))
            });
            if let Some(unit) = best {
                free.remove(unit);
                groups.push((UnitSet::one(target), UnitSet::one(unit)));
                continue;
            }
            // Nobody is left: the target goes with a neighbour's battle.
            let users: UnitSet = touching.collect();
            if let Some(group) = groups.iter_mut().find(|(_, attackers)| !attackers.and(users).is_empty()) {
                group.0.insert(target);
            }
        }
        let mut fights: Vec<Fight> = groups.into_iter().map(|(t, a)| self.judge(t, a)).collect();
        for unit in free.into_iter() {
            self.place(&mut fights, unit, bound.has(unit));
        }
        for _ in 0..if thorough { 4 } else { 1 } {
            if !self.improve(&mut fights, thorough) {
                break;
            }
        }
        fights
    }

    /// Puts a free unit where it is worth most; one that need not fight may stay out.
    fn place(&mut self, fights: &mut Vec<Fight>, unit: Unit, must: bool) {
        let touched = self.contacts.touched(unit);
        let mut best: Option<(f32, usize, Fight)> = None;
        for (i, fight) in fights.iter().enumerate() {
            if fight.targets.and(touched).is_empty() {
                continue;
            }
            let with = self.judge(fight.targets, fight.attackers.or(UnitSet::one(unit)));
            let gain = with.worth - fight.worth;
            if best.as_ref().is_none_or(|(most, ..)| gain > *most) {
                best = Some((gain, i, with));
            }
        }
        let taken = fights.iter().fold(UnitSet::EMPTY, |sum, f| sum.or(f.targets));
        for target in touched.less(taken) {
            let alone = self.judge(UnitSet::one(target), UnitSet::one(unit));
            if best.as_ref().is_none_or(|(most, ..)| alone.worth > *most) {
                best = Some((alone.worth, fights.len(), alone));
            }
        }
        if let Some((gain, i, fight)) = best
            && (must || gain > 0.0)
        {
            if i == fights.len() {
                fights.push(fight);
            } else {
                fights[i] = fight;
            }
        }
    }

    /// Moves one attacker, or joins two battles, if that is worth more.
    fn improve(&mut self, fights: &mut Vec<Fight>, thorough: bool) -> bool {
        let mut better = false;
        for from in 0..fights.len() {
            for unit in fights[from].attackers {
                if fights[from].attackers.len() < 2 {
                    break;
                }
                let left = fights[from].attackers.less(UnitSet::one(unit));
                if !self.covers(left, fights[from].targets) {
                    continue;
                }
                let without = self.judge(fights[from].targets, left);
                if !self.contacts.bound.has(unit) && without.worth > fights[from].worth + 0.01 {
                    fights[from] = without;
                    better = true;
                    continue;
                }
                for to in 0..fights.len() {
                    if to == from || fights[to].targets.and(self.contacts.touched(unit)).is_empty() {
                        continue;
                    }
                    let with = self.judge(fights[to].targets, fights[to].attackers.or(UnitSet::one(unit)));
                    if without.worth + with.worth > fights[from].worth + fights[to].worth + 0.01 {
                        fights[from] = without;
                        fights[to] = with;
                        better = true;
                        break;
                    }
                }
            }
        }
        if thorough {
            for a in 0..fights.len() {
                for b in a + 1..fights.len() {
                    let targets = fights[a].targets.or(fights[b].targets);
                    let attackers = fights[a].attackers.or(fights[b].attackers);
                    let linked = fights[a]
                        .attackers
                        .into_iter()
                        .any(|u| !self.contacts.touched(u).and(fights[b].targets).is_empty())
                        || fights[b].attackers.into_iter().any(|u| !self.contacts.touched(u).and(fights[a].targets).is_empty());
                    if !linked {
                        continue;
                    }
                    let joint = self.judge(targets, attackers);
                    if joint.worth > fights[a].worth + fights[b].worth + 0.01 {
                        fights[a] = joint;
                        fights.swap_remove(b);
                        return true;
                    }
                }
            }
        }
        better
    }

    /// Whether some attackers touch every target, and hang together with them.
    fn covers(&self, attackers: UnitSet, targets: UnitSet) -> bool {
        let Some(first) = attackers.first() else { return false };
        let (mut seen, mut hit) = (UnitSet::one(first), self.contacts.touched(first).and(targets));
        loop {
            let more: UnitSet =
                attackers.less(seen).into_iter().filter(|&u| !self.contacts.touched(u).and(hit).is_empty()).collect();
            if more.is_empty() {
                return seen == attackers && hit == targets;
            }
            seen = seen.or(more);
            hit = more.into_iter().fold(hit, |sum, u| sum.or(self.contacts.touched(u).and(targets)));
        }
    }
}
