//! Who attacks whom, solved exactly: every unit in contact attacks, every enemy in contact is attacked, and the sum of the
//! expectations is as high as can be. Targets are taken in their order along the line; what is left to decide then depends only on
//! the units not yet used near the next target, and each such remainder is solved once.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// What cannot be kept of the duties costs so much that nobody chooses it.
const BREACH: f32 = 1_000.0;
/// Most guns that are tried in all combinations on one target.
const MOST_GUNS: u32 = 4;

/// Who touches whom. Sets are bits; targets stand in the order in which a walk along the line meets them.
#[derive(Clone, Default, Debug)]
pub struct Contact {
    /// For each attacker the targets it touches.
    pub touch: Vec<u64>,
    /// Attackers that have to attack.
    pub bound: u64,
    /// For each gun out of contact the targets it reaches, the strongest gun first. Guns fire or not, as they please, unless nobody else can
    /// attack somebody who is owed it.
    pub guns: Vec<u64>,
    /// Number of targets.
    pub targets: usize,
    /// Targets that have to be attacked.
    pub owed: u64,
}

impl Contact {
    /// Targets that somebody touches.
    pub fn touched(&self) -> u64 {
        self.touch.iter().fold(0, |all, touched| all | touched)
    }
}

/// One attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Assault {
    /// Targets.
    pub targets: u64,
    /// Attackers in contact with all of them.
    pub attackers: u64,
    /// Guns that reach one of them.
    pub guns: u64,
}

/// All attacks.
#[derive(Clone, Default, Debug)]
pub struct Allocation {
    /// The attacks.
    pub assaults: Vec<Assault>,
    /// The sum of their worths.
    pub worth: f32,
}

/// A quick hash for small keys; nothing depends on its order.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 29;
    }
}

type Key = (u64, u64, u64);
type Known = HashMap<Key, (f32, Assault), BuildHasherDefault<Mix>>;

struct Solver<'a, W> {
    contact: &'a Contact,
    worth: W,
    known: Known,
}

/// The bits of a set, lowest first.
pub fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

/// Calls `visit` for every subset of a set, the empty one too.
fn subsets(set: u64, mut visit: impl FnMut(u64)) {
    let mut subset = 0u64;
    loop {
        visit(subset);
        subset = subset.wrapping_sub(set) & set;
        if subset == 0 {
            return;
        }
    }
}

/// Finds the allocation of the highest worth. `worth` is asked about single attacks.
pub fn solve(contact: &Contact, worth: impl FnMut(&Assault) -> f32) -> Allocation {
    let mut solver = Solver { contact, worth, known: Known::with_capacity_and_hasher(56, BuildHasherDefault::default()) };
    let all = |n: usize| if n >= 64 { u64::MAX } else { (1u64 << n) - 1 };
    let (mut targets, mut attackers, mut guns) = (all(contact.targets), all(contact.touch.len()), all(contact.guns.len()));
    let total = solver.best(targets, attackers, guns);
    // The choices are read off the remainders that were solved.
    let mut assaults = Vec::new();
    while targets != 0 {
        (attackers, guns) = solver.near(targets, attackers, guns);
        let Some(&(_, assault)) = solver.known.get(&(targets, attackers, guns)) else { break };
        if assault.attackers | assault.guns != 0 {
            assaults.push(assault);
        }
        targets &= !assault.targets;
        attackers &= !assault.attackers;
        guns &= !assault.guns;
    }
    Allocation { assaults, worth: total }
}

impl<W: FnMut(&Assault) -> f32> Solver<'_, W> {
    /// Those who can still do something: all others make no difference.
    fn near(&self, targets: u64, attackers: u64, guns: u64) -> (u64, u64) {
        let keep = |set: u64, touch: &[u64]| bits(set).filter(|&a| touch[a] & targets != 0).fold(0, |all, a| all | 1 << a);
        (keep(attackers, &self.contact.touch), keep(guns, &self.contact.guns))
    }

    fn best(&mut self, targets: u64, attackers: u64, guns: u64) -> f32 {
        if targets == 0 {
            return 0.0;
        }
        let (attackers, guns) = self.near(targets, attackers, guns);
        if let Some(&(worth, _)) = self.known.get(&(targets, attackers, guns)) {
            return worth;
        }
        let next = 1u64 << targets.trailing_zeros();
        let mut best = (f32::NEG_INFINITY, Assault { targets: next, ..Assault::default() });
        let aims = self.aims(next, targets, attackers);
        for &aim in &aims.sets[..aims.len] {
            self.try_aim(aim, targets, attackers, guns, &mut best);
        }
        // Not at all: free for a target that is not owed.
        let rest = targets & !next;
        let stranded = self.forced(rest, attackers) != 0;
        let price = if stranded || self.contact.owed & next != 0 { BREACH } else { 0.0 };
        if price == 0.0 || best.0 == f32::NEG_INFINITY {
            let worth = self.best(rest, attackers, guns) - price;
            if worth > best.0 {
                best = (worth, Assault { targets: next, ..Assault::default() });
            }
        }
        self.known.insert((targets, attackers, guns), best);
        best.0
    }

    /// Bound attackers that have nobody left to attack among `rest`.
    fn forced(&self, rest: u64, attackers: u64) -> u64 {
        bits(attackers & self.contact.bound).filter(|&a| self.contact.touch[a] & rest == 0).fold(0, |all, a| all | 1 << a)
    }

    /// The sets of targets that one attack on `next` can have: alone, or with others that some attacker touches as well.
    fn aims(&self, next: u64, targets: u64, attackers: u64) -> Aims {
        let mut aims = Aims { sets: [0; MOST_AIMS], len: 0 };
        aims.add(next);
        for a in bits(attackers) {
            let touched = self.contact.touch[a] & targets;
            if touched & next != 0 {
                subsets(touched & !next, |more| aims.add(next | more));
            }
        }
        aims
    }

    fn try_aim(&mut self, aim: u64, targets: u64, attackers: u64, guns: u64, best: &mut (f32, Assault)) {
        let rest = targets & !aim;
        let joint = bits(attackers).filter(|&a| aim & !self.contact.touch[a] == 0).fold(0u64, |all, a| all | 1 << a);
        let forced = self.forced(rest, attackers);
        if forced & !joint != 0 {
            return;
        }
        let mut fire = 0u64;
        for gun in bits(guns).filter(|&g| self.contact.guns[g] & aim != 0) {
            if fire.count_ones() < MOST_GUNS {
                fire |= 1 << gun;
            }
        }
        let single = aim.count_ones() == 1;
        subsets(joint & !forced, |more| {
            subsets(fire, |some| {
                let assault = Assault { targets: aim, attackers: forced | more, guns: some };
                if assault.attackers == 0 && (some == 0 || !single) {
                    return;
                }
                let worth = (self.worth)(&assault) + self.best(rest, attackers & !assault.attackers, guns & !some);
                if worth > best.0 {
                    *best = (worth, assault);
                }
            });
        });
    }
}

/// Most sets of targets that are tried for one target: three neighbours on one side of a line make seven.
const MOST_AIMS: usize = 32;

/// Sets of targets, each once.
struct Aims {
    sets: [u64; MOST_AIMS],
    len: usize,
}

impl Aims {
    fn add(&mut self, set: u64) {
        if self.len < MOST_AIMS && !self.sets[..self.len].contains(&set) {
            self.sets[self.len] = set;
            self.len += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::dice::SeededDice;

    /// A line of targets with attackers before it, each touching two of them, as in two locked lines of hexes, and some guns behind.
    struct Line {
        contact: Contact,
        attack: Vec<i16>,
        fire: Vec<i16>,
        defence: Vec<i16>,
    }

    impl Line {
        fn random(hexes: usize, guns: usize, seed: u64) -> Self {
            let mut dice = SeededDice::new(seed);
            let mut contact = Contact { targets: hexes, owed: (1 << hexes) - 1, ..Contact::default() };
            let mut attack = Vec::new();
            for i in 0..=hexes {
                // Gaps in the attacking line: somebody then touches two alone.
                if i > 0 && i < hexes && dice.below(5) == 0 && contact.touch.last().is_some_and(|t| t >> (i - 1) & 1 == 1) {
                    continue;
                }
                let left = if i > 0 { 1u64 << (i - 1) } else { 0 };
                let right = if i < hexes { 1u64 << i } else { 0 };
                contact.touch.push(left | right);
                attack.push(1 + dice.below(9) as i16);
            }
            for _ in 0..guns {
                contact.guns.push(7 << dice.below(hexes as u32 - 2));
            }
            contact.bound = (1 << contact.touch.len()) - 1;
            let fire = (0..guns).map(|_| 2 + dice.below(6) as i16).collect();
            let defence = (0..hexes).map(|_| 1 + dice.below(12) as i16).collect();
            Self { contact, attack, fire, defence }
        }

        fn worth(&self, assault: &Assault) -> f32 {
            let sum = |set: u64, of: &[i16]| bits(set).map(|i| of[i]).sum::<i16>();
            let attack = sum(assault.attackers, &self.attack) + sum(assault.guns, &self.fire);
            let defence = sum(assault.targets, &self.defence);
            let column = grognard_art_of_war::results_table::column_for(attack, defence);
            const BY_COLUMN: [f32; 10] = [-0.8, -0.6, -0.4, -0.2, 0.0, 0.3, 0.6, 0.8, 1.0, 1.2];
            f32::from(defence) * BY_COLUMN[column].max(0.0) + f32::from(attack) * BY_COLUMN[column].min(0.0)
        }

        /// Every allocation, attacker by attacker: who attacks which target or pair of targets; then whether all duties are kept.
        fn enumerate(&self) -> f32 {
            let mut best = f32::NEG_INFINITY;
            self.enumerate_from(0, &mut Vec::new(), &mut best);
            best
        }

        /// `groups` are the attacks so far.
        fn enumerate_from(&self, attacker: usize, groups: &mut Vec<Assault>, best: &mut f32) {
            if attacker == self.contact.touch.len() {
                let attacked = groups.iter().fold(0, |all, g| all | g.targets);
                if attacked == self.contact.owed {
                    *best = best.max(groups.iter().map(|g| self.worth(g)).sum());
                }
                return;
            }
            // A target that no later attacker touches must have been taken by now.
            let later = self.contact.touch[attacker..].iter().fold(0, |all, t| all | t);
            let taken = groups.iter().fold(0, |all, g| all | g.targets);
            if self.contact.owed & !later & !taken != 0 {
                return;
            }
            let touch = self.contact.touch[attacker];
            for i in 0..groups.len() {
                if groups[i].targets & !touch == 0 {
                    groups[i].attackers |= 1 << attacker;
                    self.enumerate_from(attacker + 1, groups, best);
                    groups[i].attackers &= !(1 << attacker);
                }
            }
            subsets(touch & !taken, |targets| {
                if targets != 0 {
                    groups.push(Assault { targets, attackers: 1 << attacker, guns: 0 });
                    self.enumerate_from(attacker + 1, groups, best);
                    groups.pop();
                }
            });
        }
    }

    #[test]
    fn locked_lines_of_sixteen_hexes_are_solved_as_well_as_by_enumeration() {
        for seed in 0..60 {
            let line = Line::random(16, 0, seed);
            let found = solve(&line.contact, |assault| line.worth(assault));
            let best = line.enumerate();
            assert!((found.worth - best).abs() < 1e-3, "seed {seed}: found {}, best {best}", found.worth);
            let sum: f32 = found.assaults.iter().map(|a| line.worth(a)).sum();
            assert!((sum - found.worth).abs() < 1e-3, "seed {seed}");
        }
    }

    #[test]
    fn every_duty_is_kept_and_nobody_fights_twice() {
        for seed in 0..60 {
            let line = Line::random(12, 3, seed);
            let found = solve(&line.contact, |assault| line.worth(assault));
            let (mut attackers, mut targets, mut guns) = (0, 0, 0);
            for assault in &found.assaults {
                assert_eq!(attackers & assault.attackers | targets & assault.targets | guns & assault.guns, 0);
                assert!(bits(assault.attackers).all(|a| assault.targets & !line.contact.touch[a] == 0));
                attackers |= assault.attackers;
                targets |= assault.targets;
                guns |= assault.guns;
            }
            assert_eq!((attackers, targets), (line.contact.bound, line.contact.owed), "seed {seed}");
        }
    }

    #[test]
    fn guns_make_it_no_worse() {
        for seed in 0..20 {
            let line = Line::random(10, 3, seed);
            let mut bare = line.contact.clone();
            bare.guns.clear();
            let without = solve(&bare, |assault| line.worth(assault)).worth;
            let with = solve(&line.contact, |assault| line.worth(assault)).worth;
            assert!(with >= without - 1e-3, "seed {seed}: {with} < {without}");
        }
    }
}
