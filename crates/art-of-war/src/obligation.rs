//! [5.1] Who must attack and who must be attacked, as one assignment problem over the whole phase.
//!
//! At the start of a Combat Phase the phasing units in contact (`State::bound`) and the enemies in contact (`State::owed`)
//! are fixed. From then on, with positions as they stand:
//! - a *bound* unit is one of the former that has not fought and touches one of the latter that has not been attacked;
//! - an *orphan* is one of the latter that has not been attacked, touches a phasing unit, but no bound one;
//! - the *gap* is the number of orphans left when as many as possible are matched to free guns that can bombard them.
//!
//! A declaration is allowed if every bound unit is in it or stays bound, and the gap does not grow (R4). Those are exactly
//! the declarations after which all duties can still be met.

use crate::Battle;
use crate::contact::Occupants;
use crate::state::State;
use crate::unitset::{MAX_UNITS, Unit, UnitSet};
use grognard_engine::{HexId, Lawful, Subject, Violation};

/// An attack as far as it has been declared.
#[derive(Clone, Copy, Default, Debug)]
pub struct Plan {
    /// Enemy units attacked.
    pub targets: UnitSet,
    /// Attackers in contact.
    pub adjacent: UnitSet,
    /// Bombarding guns.
    pub guns: UnitSet,
}

/// The duties of a Combat Phase at one moment. Built once per question; after that every question is a matter of sets.
pub struct Duties<'a> {
    battle: &'a Battle,
    state: &'a State,
    /// Where the enemies stand.
    enemies: Occupants,
    /// For each phasing unit in contact the enemies it touches, for each enemy the phasing units it touches; for each free
    /// gun, which touches nobody, the enemies it reaches.
    touch: [UnitSet; MAX_UNITS],
    /// Enemies owed an attack and not yet attacked, [10.4] guests of others left out.
    live: UnitSet,
    /// Phasing units that were in contact at the start and have not fought.
    idle: UnitSet,
    /// Phasing guns outside enemy zones that have not fought.
    guns: UnitSet,
    /// Phasing units that have not fought.
    ready: UnitSet,
    /// Enemies that have not been attacked and that a unit or gun which has not fought touches or reaches.
    within_reach: UnitSet,
}

impl<'a> Duties<'a> {
    /// Looks at the position.
    // Inlined, so that these large tables are made where they are used and need not be copied there.
    #[inline]
    #[must_use]
    pub fn of(battle: &'a Battle, state: &'a State) -> Self {
        let phasing = battle.present(state, state.phasing);
        let enemies = battle.present(state, state.phasing.other());
        // [11.0] Reserves never attack.
        let ready = phasing.less(state.fought).less(state.reserve);
        let guests = battle.guests(state);
        let mut duties = Self {
            battle,
            state,
            enemies: Occupants::none(),
            touch: [UnitSet::EMPTY; MAX_UNITS],
            live: state.owed.and(enemies).less(state.fought).less(guests),
            idle: state.bound.and(ready),
            guns: UnitSet::EMPTY,
            ready,
            within_reach: UnitSet::EMPTY,
        };
        duties.enemies.add(state, enemies);
        duties.find_contacts(phasing);
        duties.within_reach = duties.within_reach.less(guests);
        duties
    }

    /// Who touches or reaches whom.
    #[inline(never)]
    fn find_contacts(&mut self, phasing: UnitSet) {
        let state = self.state;
        let terrain = self.battle.terrain(state);
        let hex = |unit: Unit| state.hexes[usize::from(unit)];
        let in_contact = phasing.filter(|unit| terrain.touches(hex(unit), &self.enemies.held));
        for unit in in_contact {
            let near = terrain.touched(hex(unit), &self.enemies.held);
            let foes = near.fold(UnitSet::EMPTY, |all, hex| all.or(self.enemies.all(hex)));
            self.touch[usize::from(unit)] = foes;
            for enemy in foes {
                self.touch[usize::from(enemy)].insert(unit);
            }
            if self.ready.has(unit) {
                self.within_reach = self.within_reach.or(foes);
            }
        }
        self.guns = self.ready.and(self.battle.guns).less(in_contact);
        for gun in self.guns {
            let far = terrain.in_range(hex(gun), &self.enemies.held);
            let foes = far.fold(UnitSet::EMPTY, |all, hex| all.or(self.enemies.all(hex)));
            self.touch[usize::from(gun)] = foes;
            self.within_reach = self.within_reach.or(foes);
        }
        self.within_reach = self.within_reach.less(state.fought);
    }

    /// Whether somebody is bound, without a look at anything else.
    #[must_use]
    pub fn somebody_is_bound(battle: &Battle, state: &State) -> bool {
        let live = state.owed.and(battle.present(state, state.phasing.other())).less(state.fought).less(battle.guests(state));
        let idle = state.bound.and(battle.present(state, state.phasing)).less(state.fought).less(state.reserve);
        let terrain = battle.terrain(state);
        let targets = state.hexes_of(live);
        idle.into_iter().any(|unit| terrain.touches(state.hexes[usize::from(unit)], &targets))
    }

    /// [10.4] All that are attacked together with an enemy.
    #[must_use]
    pub fn stack_with(&self, enemy: Unit) -> UnitSet {
        match self.state.hex(enemy) {
            Some(hex) => self.battle.attacked_together(self.state, self.enemies.all(hex)),
            None => UnitSet::EMPTY,
        }
    }

    /// Enemies that could be attacked as far as contact and range go.
    #[must_use]
    pub const fn within_reach(&self) -> UnitSet {
        self.within_reach
    }

    /// Units that are bound now.
    #[must_use]
    pub fn bound(&self) -> UnitSet {
        self.bound_among(self.idle, self.live)
    }

    fn bound_among(&self, idle: UnitSet, live: UnitSet) -> UnitSet {
        idle.filter(|u| !self.touch[usize::from(u)].and(live).is_empty())
    }

    /// Enemies that can only be attacked by fire from afar.
    fn orphans_among(&self, idle: UnitSet, live: UnitSet) -> UnitSet {
        let orphan = |near: UnitSet| !near.is_empty() && near.and(idle).is_empty();
        live.filter(|e| orphan(self.touch[usize::from(e)]))
    }

    /// Orphans now.
    #[must_use]
    pub fn orphans(&self) -> UnitSet {
        self.orphans_among(self.idle, self.live)
    }

    /// Whether a free gun reaches an enemy unit.
    #[must_use]
    pub const fn reaches(&self, gun: Unit, enemy: Unit) -> bool {
        self.guns.has(gun) && self.touch[gun as usize].has(enemy)
    }

    /// Free guns that have not fought.
    #[must_use]
    pub const fn free_guns(&self) -> UnitSet {
        self.guns
    }

    /// Free guns that reach one of these enemies.
    #[must_use]
    pub fn guns_on(&self, targets: UnitSet) -> UnitSet {
        self.guns.filter(|g| !self.touch[usize::from(g)].and(targets).is_empty())
    }

    /// How many orphans no gun is left for, when guns are given out as well as can be.
    fn gap(&self, orphans: UnitSet, guns: UnitSet) -> u32 {
        self.without_gun(orphans, guns).len()
    }

    /// Orphans that no gun is left for, one of each hex, when guns are given out as well as can be (augmenting paths). Whoever no
    /// gun reaches at all is always among them.
    fn without_gun(&self, orphans: UnitSet, guns: UnitSet) -> UnitSet {
        if orphans.is_empty() {
            return orphans;
        }
        let guns = self.one_per_hex(guns);
        let mut matched: Vec<(Unit, Unit)> = Vec::new();
        self.one_per_stack(orphans).filter(|orphan| {
            let mut seen = UnitSet::EMPTY;
            !self.augment(orphan, guns, &mut seen, &mut matched)
        })
    }

    /// [10.3] One gun of each hex.
    fn one_per_hex(&self, guns: UnitSet) -> UnitSet {
        let mut posts: Vec<HexId> = Vec::new();
        let mut chosen = UnitSet::EMPTY;
        for gun in guns {
            let hex = self.state.hexes[usize::from(gun)];
            if !posts.contains(&hex) {
                posts.push(hex);
                chosen.insert(gun);
            }
        }
        chosen
    }

    /// [10.4] One enemy of each hex.
    fn one_per_stack(&self, enemies: UnitSet) -> UnitSet {
        let mut covered = UnitSet::EMPTY;
        let mut chosen = UnitSet::EMPTY;
        for enemy in enemies {
            if !covered.has(enemy) {
                chosen.insert(enemy);
                covered = covered.or(self.stack_with(enemy));
            }
        }
        chosen
    }

    /// How many hexes some targets stand in.
    fn hexes(&self, targets: UnitSet) -> u32 {
        self.one_per_stack(targets).len()
    }

    fn augment(&self, orphan: Unit, guns: UnitSet, seen: &mut UnitSet, matched: &mut Vec<(Unit, Unit)>) -> bool {
        for gun in guns {
            if seen.has(gun) || !self.reaches(gun, orphan) {
                continue;
            }
            seen.insert(gun);
            let holder = matched.iter().position(|&(g, _)| g == gun);
            let free = match holder {
                None => true,
                Some(i) => {
                    let other = matched[i].1;
                    self.augment(other, guns, seen, matched)
                }
            };
            if free {
                matched.retain(|&(g, o)| g != gun && o != orphan);
                matched.push((gun, orphan));
                return true;
            }
        }
        false
    }

    /// [6.5] Guns whose bombardment is owed: without them an enemy that must be attacked could not be (R10).
    #[must_use]
    pub fn owed_guns(&self) -> UnitSet {
        let orphans = self.orphans();
        if orphans.is_empty() {
            return UnitSet::EMPTY;
        }
        let now = self.gap(orphans, self.guns);
        self.guns.filter(|g| self.gap(orphans, self.guns.less(UnitSet::one(g))) > now)
    }

    /// Units that must join an attack on `targets`, because it leaves them nobody else.
    #[must_use]
    pub fn must_join(&self, targets: UnitSet) -> UnitSet {
        let forced = |foes: UnitSet| !foes.is_empty() && foes.within(targets);
        self.idle.filter(|u| forced(self.touch[usize::from(u)].and(self.live)))
    }

    /// The enemies that a unit touches.
    #[must_use]
    pub const fn touched(&self, unit: Unit) -> UnitSet {
        if self.guns.has(unit) { UnitSet::EMPTY } else { self.touch[unit as usize] }
    }

    /// [5.4] Whether a unit touches every target.
    #[must_use]
    pub const fn touches_all(&self, unit: Unit, targets: UnitSet) -> bool {
        targets.within(self.touched(unit))
    }

    /// Units in contact with every target that could still attack them.
    #[must_use]
    pub fn could_join(&self, targets: UnitSet) -> UnitSet {
        targets.into_iter().fold(self.ready, |units, t| units.and(self.touch[usize::from(t)]))
    }

    /// [5.1] Whether the gap stays as small as it is when the plan is struck off; if not, the enemy that would be left.
    fn left_over(&self, plan: &Plan) -> Option<Unit> {
        let live = self.live.less(plan.targets);
        let idle = self.idle.less(plan.adjacent);
        let after = self.orphans_among(idle, live);
        if after.is_empty() {
            return None;
        }
        let before = self.orphans();
        let left = self.without_gun(after, self.guns.less(plan.guns));
        if left.len() <= self.gap(before, self.guns) {
            return None;
        }
        // One whom this attack leaves alone, rather than one who was alone before.
        left.less(before).first().or(left.first())
    }

    /// Whether the plan, with those who must join it, can be completed without adding targets.
    ///
    /// # Errors
    /// [5.1], [5.4] or [5.7] with the unit at fault.
    pub fn completable(&self, plan: &Plan) -> Lawful {
        let forced = self.must_join(plan.targets);
        let adjacent = plan.adjacent.or(forced);
        if let Some(unit) = adjacent.into_iter().find(|&u| !self.touches_all(u, plan.targets)) {
            return Err(Violation::new("5.4", "must join this attack but does not touch every target", self.at(unit)));
        }
        let one_target = self.hexes(plan.targets) == 1;
        let full = Plan { adjacent, ..*plan };
        if !adjacent.is_empty() || (one_target && !plan.guns.is_empty()) {
            return self.still_solvable(&full);
        }
        let mut last = if one_target {
            Violation::new("5.3", "none of your units that can still fight touches or reaches it", self.first(plan.targets))
        } else {
            // Guns are at work if nobody touches any of the targets; otherwise the one whom nobody touches is too far off.
            let untouched = plan.targets.filter(|target| self.could_join(UnitSet::one(target)).is_empty());
            if untouched == plan.targets {
                Violation::new("5.7", "guns alone bombard one hex only", self.first(plan.targets))
            } else {
                let amiss = if untouched.is_empty() { plan.targets } else { untouched };
                Violation::new("5.4", "none of your units touches every target", self.first(amiss))
            }
        };
        // [10.3] Whoever joins brings along those who stand with it, so they are not there for another target.
        for unit in self.could_join(plan.targets) {
            match self.still_solvable(&Plan { adjacent: self.battle.stack_of(self.state, unit, false), ..full }) {
                Ok(()) => return Ok(()),
                Err(violation) => last = violation,
            }
        }
        if one_target {
            let target = plan.targets.first().unwrap_or(0);
            for gun in self.guns.less(plan.guns).into_iter().filter(|&g| self.reaches(g, target)) {
                let guns = plan.guns.or(self.battle.stack_of(self.state, gun, true));
                match self.still_solvable(&Plan { guns, ..full }) {
                    Ok(()) => return Ok(()),
                    Err(violation) => last = violation,
                }
            }
        }
        Err(last)
    }

    fn still_solvable(&self, plan: &Plan) -> Lawful {
        match self.left_over(plan) {
            None => Ok(()),
            Some(enemy) => Err(Violation::new("5.1", "would be left without an attack that it must suffer", self.at(enemy))),
        }
    }

    /// Whether targets named so far can be part of a lawful attack, perhaps with more targets.
    ///
    /// # Errors
    /// Why the targets as they stand cannot.
    pub fn extendable(&self, targets: UnitSet) -> Lawful {
        let plan = Plan { targets, ..Plan::default() };
        let Err(why) = self.completable(&plan) else { return Ok(()) };
        for unit in self.could_join(targets) {
            let more = self.one_per_stack(self.touch[usize::from(unit)].and(self.live).less(targets));
            let more: Vec<UnitSet> = more.into_iter().map(|e| self.stack_with(e)).collect();
            for mask in 1u32..1 << more.len() {
                let extra =
                    more.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).fold(UnitSet::EMPTY, |all, (_, s)| all.or(*s));
                if self.completable(&Plan { targets: targets.or(extra), ..plan }).is_ok() {
                    return Ok(());
                }
            }
        }
        Err(why)
    }

    /// [5.1] Whether the phase may end: nobody is bound, and no free gun reaches an orphan.
    ///
    /// # Errors
    /// The unit that still has to attack, or the enemy that still has to be attacked.
    pub fn discharged(&self) -> Lawful {
        if let Some(unit) = self.bound().first() {
            return Err(Violation::new("5.1", "is in an enemy Zone of Control and must attack first", self.at(unit)));
        }
        for orphan in self.orphans() {
            if self.guns.into_iter().any(|g| self.reaches(g, orphan)) {
                return Err(Violation::new("5.1", "must be attacked, and a gun can still bombard it", self.at(orphan)));
            }
        }
        Ok(())
    }

    fn at(&self, unit: Unit) -> Subject {
        Subject::Unit(grognard_engine::UnitId(unit.into()))
    }

    fn first(&self, units: UnitSet) -> Subject {
        units.first().map_or(Subject::None, |u| self.at(u))
    }
}
