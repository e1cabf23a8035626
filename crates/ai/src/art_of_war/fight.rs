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
    /// Printed strength of each unit and what its loss costs.
    parts: [(i16, f32); MOST_PARTS],
    count: usize,
    /// What it costs that these attack at all.
    toll: f32,
}

/// Most units of a hex that are told apart in an exchange.
const MOST_PARTS: usize = 4;
/// The most printed strength that is reckoned unit by unit in an exchange; an enemy as strong takes everybody with him.
const MOST_OWED: usize = 48;

/// What an exchange costs: the cheapest of these units that together have the strength owed, all of them if they have not.
fn cheapest(parts: impl Iterator<Item = (i16, f32)>, owed: i16) -> f32 {
    let owed = owed.max(0) as usize;
    if owed >= MOST_OWED {
        return parts.map(|(_, cost)| cost).sum();
    }
    let mut least = [f32::INFINITY; MOST_OWED];
    least[0] = 0.0;
    let mut all = 0.0;
    for (strength, cost) in parts {
        all += cost;
        // Downwards, so that nobody pays twice.
        for before in (0..=owed).rev() {
            let after = (before + strength.max(0) as usize).min(owed);
            if after > before && least[before] + cost < least[after] {
                least[after] = least[before] + cost;
            }
        }
    }
    if least[owed].is_finite() { least[owed] } else { all }
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
        let (parts, division) = ([(0, 0.0); MOST_PARTS], u8::MAX);
        let mut band = Band {
            hex,
            units,
            strength: 0,
            printed: 0,
            armies: 0,
            shaken: false,
            division,
            repulse: 0.0,
            ruin: 0.0,
            parts,
            count: 0,
            toll: 0.0,
        };
        for unit in units {
            let soldier = &self.scene.roster[usize::from(unit)];
            band.strength += soldier.strength;
            band.printed += soldier.printed;
            band.armies |= 1 << soldier.army;
            band.shaken |= soldier.demoralized;
            band.division = soldier.division;
            let out = soldier.garrison || self.scene.can_fall_back(side, soldier.gun, hex, hostile);
            band.repulse += if out { soldier.driven } else { soldier.lost };
            let ruin = if out { soldier.broken } else { soldier.lost };
            band.ruin += ruin;
            band.toll = band.toll.max(soldier.toll);
            if band.count < MOST_PARTS {
                band.parts[band.count] = (soldier.printed, ruin);
                band.count += 1;
            }
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
        // Where not all of them can be tried in every combination, the strongest are.
        self.batteries.sort_by_key(|battery| (std::cmp::Reverse(battery.strength), battery.hex));
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
        let all_touched = contact.touched();
        let in_sight = contact.guns.iter().fold(0, |all, reach| all | reach);
        self.contact = contact;
        for (i, band) in self.bands.iter().enumerate() {
            if duty.bound.is_none_or(|bound| !bound.and(band.units).is_empty()) {
                self.contact.bound |= 1 << i;
            }
        }
        for (i, mark) in self.marks.iter().enumerate() {
            let owed = match duty.owed {
                // [5.1] Whoever was in contact when the phase began is owed an attack, by a gun if nobody else is left.
                Some(owed) => (all_touched | in_sight) >> i & 1 == 1 && !owed.and(mark.units).is_empty(),
                None => all_touched >> i & 1 == 1,
            };
            self.contact.owed |= u64::from(owed) << i;
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
        for band in bits(assault.attackers).map(|i| &self.bands[i]) {
            stake.repulse += band.repulse;
            stake.ruin += band.ruin;
        }
        // [6.3] As much strength as the enemy loses, and nobody is lost by half.
        let parts = bits(assault.attackers).flat_map(|i| self.bands[i].parts.into_iter().take(self.bands[i].count));
        stake.trade = cheapest(parts, printed);
        stake
    }

    /// What an attack is worth, with the best choice of column.
    pub fn worth(&self, assault: &Assault) -> f32 {
        let (column, _) = self.column(assault);
        self.stake(assault).best(self.odds, column).0 - self.toll(assault)
    }

    /// What it costs that these attack at all, whatever the die says.
    fn toll(&self, assault: &Assault) -> f32 {
        let fire = bits(assault.guns).map(|i| self.batteries[i].toll);
        bits(assault.attackers).map(|i| self.bands[i].toll).chain(fire).fold(0.0, f32::max)
    }

    /// The best allocation.
    pub fn allocate(&self) -> Allocation {
        let mut allocation = solve(&self.contact, |assault| self.worth(assault));
        // Guns beyond those that were tried in all combinations fire where they add most.
        let used = allocation.assaults.iter().fold(0, |all, assault| all | assault.guns);
        self.place_guns(&mut allocation, used);
        allocation
    }

    /// The best allocation of those in contact; then each gun where it adds most. Nearly as good as [`Fight::allocate`] and much quicker.
    pub fn allocate_quickly(&self) -> Allocation {
        let touched = self.contact.touched();
        let bare = Contact { guns: Vec::new(), owed: self.contact.owed & touched, ..self.contact.clone() };
        let mut allocation = solve(&bare, |assault| self.worth(assault));
        // Whom only guns can attack any more has to be attacked: by the one that does it best, or least badly.
        let mut used = 0u64;
        for target in bits(self.contact.owed & !touched) {
            let alone = |gun: usize| Assault { targets: 1 << target, attackers: 0, guns: 1 << gun };
            let reaches = |gun: &usize| used >> gun & 1 == 0 && self.contact.guns[*gun] >> target & 1 == 1;
            let able = (0..self.contact.guns.len()).filter(reaches).map(|gun| (self.worth(&alone(gun)), gun));
            if let Some((worth, gun)) = able.max_by(|a, b| a.0.total_cmp(&b.0)) {
                used |= 1 << gun;
                allocation.assaults.push(alone(gun));
                allocation.worth += worth;
            }
        }
        self.place_guns(&mut allocation, used);
        allocation
    }

    /// Lets each gun that is not in use fire where it adds most, if it adds anything.
    fn place_guns(&self, allocation: &mut Allocation, used: u64) {
        for (gun, &reach) in self.contact.guns.iter().enumerate().filter(|(gun, _)| used >> gun & 1 == 0) {
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

#[cfg(test)]
mod tests {
    use super::cheapest;

    #[test]
    fn nobody_is_lost_by_half() {
        // An eight alone pays with itself for a one; with a two beside it the two is enough.
        assert_eq!(cheapest([(8, 8.0)].into_iter(), 1), 8.0);
        assert_eq!(cheapest([(8, 8.0), (2, 2.0)].into_iter(), 1), 2.0);
        // Three and four make up for six, and are cheaper than the eight.
        assert_eq!(cheapest([(8, 9.0), (3, 3.0), (4, 4.0)].into_iter(), 6), 7.0);
        // Whoever has not enough loses all; whoever owes nothing loses nothing.
        assert_eq!(cheapest([(2, 2.0), (3, 3.0)].into_iter(), 9), 5.0);
        assert_eq!(cheapest([(2, 2.0)].into_iter(), 0), 0.0);
        assert_eq!(cheapest([(9, 1.0), (50, 5.0)].into_iter(), 60), 6.0);
    }
}
