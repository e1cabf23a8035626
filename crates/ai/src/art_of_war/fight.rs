//! The combat of one phase as the planner sees it: hexes that attack, hexes that are attacked, and what each attack is worth.

use super::allocate::{Allocation, Assault, Contact, bits, solve};
use super::odds::{Odds, Stake};
use super::scene::Scene;
use grognard_art_of_war::state::{NOWHERE, Side};
use grognard_art_of_war::title::Title;
use grognard_art_of_war::unitset::UnitSet;
use grognard_engine::HexId;
use grognard_engine::plane::Plane;

/// [20.1] What two units of a division gain.
const INTEGRITY: i16 = 2;

/// The units of a hex that attack together.
#[derive(Clone, Copy, Debug)]
pub struct Band {
    /// Where.
    pub hex: HexId,
    /// Who.
    pub units: UnitSet,
    strength: i16,
    printed: i16,
    armies: u8,
    shaken: bool,
    division: u8,
    repulse: f32,
    ruin: f32,
}

/// The units of a hex that are attacked together.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// Where.
    pub hex: HexId,
    /// Who.
    pub units: UnitSet,
    strength: i16,
    sheltered: bool,
    printed: i16,
    drive: f32,
    kill: f32,
    /// Whether nobody of them has a way out.
    pub trapped: bool,
}

/// A Combat Phase before it is fought.
pub struct Fight<'a> {
    scene: &'a Scene<'a>,
    odds: &'a Odds,
    /// Attackers in contact.
    pub bands: Vec<Band>,
    /// Guns out of contact.
    pub batteries: Vec<Band>,
    /// Enemies in contact or range.
    pub marks: Vec<Mark>,
    /// Who touches whom.
    pub contact: Contact,
}

/// What is known of the phase besides the position: who has duties, who has fought.
pub struct Duty {
    /// Units that have fought already.
    pub fought: UnitSet,
    /// Units that have to attack, if that is fixed already.
    pub bound: Option<UnitSet>,
    /// Enemies that have to be attacked, if that is fixed already.
    pub owed: Option<UnitSet>,
}

impl Duty {
    /// At the start of a phase: everybody in contact.
    pub const FRESH: Self = Self { fought: UnitSet::EMPTY, bound: None, owed: None };
}

impl<'a> Fight<'a> {
    /// Looks at who could fight whom. `zones` are those of the French and of the Allies; `guns` says whether bombardment is looked at.
    pub fn of(scene: &'a Scene<'a>, odds: &'a Odds, side: Side, zones: &[Plane; 2], duty: &Duty, guns: bool) -> Self {
        let mut fight =
            Self { scene, odds, bands: Vec::new(), batteries: Vec::new(), marks: Vec::new(), contact: Contact::default() };
        let (ours, theirs) = (scene.sides[side as usize], scene.sides[side.other() as usize]);
        let ready = ours.less(duty.fought).less(scene.idle);
        let their_zone = &zones[side.other() as usize];
        let unsafe_to = |side: Side| zones[side.other() as usize].or(&scene.held[side.other() as usize]);
        let (shut_to_us, shut_to_them) = (unsafe_to(side), unsafe_to(side.other()));
        let mut posts = Plane::EMPTY;
        let mut sights = Plane::EMPTY;
        for unit in ready {
            let hex = scene.hexes[usize::from(unit)];
            if posts.has(hex) {
                continue;
            }
            if their_zone.has(hex) {
                posts.insert(hex);
                let units = scene.at(hex).and(ready);
                fight.bands.push(fight.band(side, hex, units, &shut_to_us));
                for &near in &scene.ground.near[usize::from(hex.0)] {
                    if near != NOWHERE && scene.held[side.other() as usize].has(near) {
                        sights.insert(near);
                    }
                }
            } else if guns && scene.roster[usize::from(unit)].gun {
                posts.insert(hex);
                let units = scene.at(hex).and(ready).into_iter().filter(|&u| scene.roster[usize::from(u)].gun).collect();
                fight.batteries.push(fight.band(side, hex, units, &shut_to_us));
            }
        }
        for battery in &fight.batteries {
            sights = sights.or(&scene.ground.range[usize::from(battery.hex.0)].and(&scene.held[side.other() as usize]));
        }
        sights.for_each(|hex| {
            let units = scene.at(hex).and(theirs).less(duty.fought);
            if !units.is_empty() {
                fight.marks.push(fight.mark(side.other(), hex, units, &shut_to_them));
            }
        });
        fight.arrange();
        fight.connect(duty);
        fight
    }

    fn band(&self, side: Side, hex: HexId, units: UnitSet, hostile: &Plane) -> Band {
        let mut band =
            Band { hex, units, strength: 0, printed: 0, armies: 0, shaken: false, division: u8::MAX, repulse: 0.0, ruin: 0.0 };
        for unit in units {
            let soldier = &self.scene.roster[usize::from(unit)];
            band.strength += soldier.strength;
            band.printed += soldier.printed;
            band.armies |= 1 << soldier.army;
            band.shaken |= soldier.demoralized;
            band.division = soldier.division;
            let out = soldier.garrison || self.scene.can_fall_back(side, soldier.gun, hex, hostile);
            band.repulse += if out { soldier.driven } else { soldier.lost };
            band.ruin += if out { soldier.broken } else { soldier.lost };
        }
        band
    }

    fn mark(&self, side: Side, hex: HexId, units: UnitSet, hostile: &Plane) -> Mark {
        let sheltered = self.scene.ground.shelter.has(hex);
        let mut mark = Mark { hex, units, strength: 0, sheltered, printed: 0, drive: 0.0, kill: 0.0, trapped: true };
        for unit in units {
            let soldier = &self.scene.roster[usize::from(unit)];
            mark.strength += soldier.strength;
            mark.printed += soldier.printed;
            let out = !soldier.garrison && self.scene.can_fall_back(side, soldier.gun, hex, hostile);
            mark.drive += if out { soldier.driven } else { soldier.lost };
            mark.kill += if out { soldier.broken } else { soldier.lost };
            mark.trapped &= !out;
        }
        mark
    }

    /// Puts the targets in the order of a walk along the longer side of the front.
    fn arrange(&mut self) {
        let spread = |of: &dyn Fn(HexId) -> u16| {
            let all = self.marks.iter().map(|m| of(m.hex));
            all.clone().max().unwrap_or(0) - all.min().unwrap_or(0)
        };
        let (column, row) = (|h: HexId| h.0 & 31, |h: HexId| h.0 >> 5);
        if spread(&column) >= spread(&row) {
            self.marks.sort_by_key(|m| (column(m.hex), row(m.hex)));
        } else {
            self.marks.sort_by_key(|m| (row(m.hex), column(m.hex)));
        }
        self.marks.truncate(64);
        self.bands.truncate(64);
        self.batteries.truncate(64);
    }

    fn connect(&mut self, duty: &Duty) {
        let ground = self.scene.ground;
        let touched = |from: HexId| {
            let near = |m: &Mark| ground.contact(from, m.hex);
            self.marks.iter().enumerate().filter(|(_, m)| near(m)).fold(0u64, |all, (i, _)| all | 1 << i)
        };
        let in_range = |from: HexId| {
            let reached = |m: &Mark| ground.range[usize::from(from.0)].has(m.hex);
            self.marks.iter().enumerate().filter(|(_, m)| reached(m)).fold(0u64, |all, (i, _)| all | 1 << i)
        };
        let contact = Contact {
            touch: self.bands.iter().map(|b| touched(b.hex)).collect(),
            guns: self.batteries.iter().map(|b| in_range(b.hex)).collect(),
            targets: self.marks.len(),
            bound: 0,
            owed: 0,
        };
        let all_touched = contact.touch.iter().fold(0, |all, t| all | t);
        self.contact = contact;
        for (i, band) in self.bands.iter().enumerate() {
            if duty.bound.is_none_or(|bound| !bound.and(band.units).is_empty()) {
                self.contact.bound |= 1 << i;
            }
        }
        for (i, mark) in self.marks.iter().enumerate() {
            if all_touched >> i & 1 == 1 && duty.owed.is_none_or(|owed| !owed.and(mark.units).is_empty()) {
                self.contact.owed |= 1 << i;
            }
        }
    }

    /// The strengths and the column of an attack, and whether divisions of three take the shift [20.2].
    pub fn column(&self, assault: &Assault) -> (usize, bool) {
        let mut attack = 0;
        let (mut armies, mut shaken) = (0u8, false);
        let fire = bits(assault.guns).map(|i| &self.batteries[i]);
        for band in bits(assault.attackers).map(|i| &self.bands[i]).chain(fire) {
            attack += band.strength;
            armies |= band.armies;
            shaken |= band.shaken;
        }
        let mut defence = 0;
        for mark in bits(assault.targets).map(|i| &self.marks[i]) {
            let uphill = assault.attackers != 0
                && bits(assault.attackers).all(|i| self.scene.ground.hindered(self.bands[i].hex, mark.hex));
            defence += if mark.sheltered || uphill { 2 * mark.strength } else { mark.strength };
        }
        if self.scene.title == Title::Dresden {
            let shift = -i16::from(armies.count_ones() > 1) - i16::from(shaken);
            return (Odds::find(attack, defence, shift), false);
        }
        let (mut bonus, mut other_bonus, mut shift) = (0, 0, 0);
        let mut codes = [u8::MAX; 16];
        let mut members = 0;
        let fire = bits(assault.guns).map(|i| self.batteries[i].division);
        for code in bits(assault.attackers).map(|i| self.bands[i].division).chain(fire) {
            if code != u8::MAX && members < codes.len() {
                codes[members] = code;
                members += 1;
            }
        }
        for (i, &code) in codes[..members].iter().enumerate() {
            if codes[..i].contains(&code) {
                continue;
            }
            let count = codes[i..members].iter().filter(|&&c| c == code).count();
            bonus += if count >= 2 { INTEGRITY } else { 0 };
            other_bonus += if count == 2 { INTEGRITY } else { 0 };
            shift += i16::from(count >= 3);
        }
        let plain = Odds::find(attack + bonus, defence, 0);
        let shifted = Odds::find(attack + other_bonus, defence, shift);
        if shifted > plain { (shifted, true) } else { (plain, false) }
    }

    /// What is at stake in an attack.
    pub fn stake(&self, assault: &Assault) -> Stake {
        let mut stake = Stake::default();
        let mut printed = 0;
        for mark in bits(assault.targets).map(|i| &self.marks[i]) {
            stake.drive += mark.drive;
            stake.kill += mark.kill;
            printed += mark.printed;
        }
        let (mut ours, mut dearest) = (0, 0.0f32);
        for band in bits(assault.attackers).map(|i| &self.bands[i]) {
            stake.repulse += band.repulse;
            stake.ruin += band.ruin;
            ours += band.printed;
            dearest = dearest.max(band.ruin);
        }
        // [6.3] As much strength as the enemy loses; rarely to the point, so a little more.
        stake.trade = if ours <= printed {
            stake.ruin
        } else {
            stake.ruin * (f32::from(printed) + 1.0).min(f32::from(ours)) / f32::from(ours.max(1))
        };
        stake
    }

    /// What an attack is worth, with the best choice of column.
    pub fn worth(&self, assault: &Assault) -> f32 {
        let (column, _) = self.column(assault);
        self.stake(assault).best(self.odds, column).0
    }

    /// The best allocation.
    pub fn allocate(&self) -> Allocation {
        solve(&self.contact, |assault| self.worth(assault))
    }

    /// The best allocation of those in contact; then each gun where it adds most. Nearly as good as [`Fight::allocate`] and much quicker.
    pub fn allocate_quickly(&self) -> Allocation {
        let bare = Contact { guns: Vec::new(), ..self.contact.clone() };
        let mut allocation = solve(&bare, |assault| self.worth(assault));
        for (gun, &reach) in self.contact.guns.iter().enumerate() {
            let mut best: (f32, Option<usize>, u64) = (0.0, None, 0);
            let mut attacked = 0;
            for (i, assault) in allocation.assaults.iter().enumerate() {
                attacked |= assault.targets;
                if assault.targets & reach != 0 {
                    let with = Assault { guns: assault.guns | 1 << gun, ..*assault };
                    let gain = self.worth(&with) - self.worth(assault);
                    if gain > best.0 {
                        best = (gain, Some(i), 0);
                    }
                }
            }
            for target in bits(reach & !attacked) {
                let alone = Assault { targets: 1 << target, attackers: 0, guns: 1 << gun };
                let gain = self.worth(&alone);
                if gain > best.0 {
                    best = (gain, None, 1 << target);
                }
            }
            match best {
                (gain, Some(i), _) => {
                    allocation.assaults[i].guns |= 1 << gun;
                    allocation.worth += gain;
                }
                (gain, None, targets) if targets != 0 => {
                    allocation.assaults.push(Assault { targets, attackers: 0, guns: 1 << gun });
                    allocation.worth += gain;
                }
                _ => {}
            }
        }
        allocation
    }

    /// The enemies that will more likely than not be destroyed.
    pub fn doomed(&self, allocation: &Allocation) -> UnitSet {
        let mut doomed = UnitSet::EMPTY;
        for assault in &allocation.assaults {
            let (column, _) = self.column(assault);
            let chances = self.odds.column(column);
            for mark in bits(assault.targets).map(|i| &self.marks[i]) {
                let chance = chances.de + chances.ee + if mark.trapped { chances.dr } else { 0.0 };
                if chance > 0.55 {
                    doomed = doomed.or(mark.units);
                }
            }
        }
        doomed
    }

    /// Attackers and guns of an attack, as units.
    pub fn units(&self, assault: &Assault) -> (UnitSet, UnitSet) {
        let gather = |set: u64, of: &[Band]| bits(set).fold(UnitSet::EMPTY, |all, i| all.or(of[i].units));
        (gather(assault.attackers, &self.bands), gather(assault.guns, &self.batteries))
    }
}
