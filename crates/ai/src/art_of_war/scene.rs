//! A position as the planner plays with it: who stands where, what zones follow, who can fall back. Units are moved about in it
//! freely and at little cost; the rules themselves judge the plan in the end.

use super::ground::{CELLS, Ground};
use grognard_art_of_war::Battle;
use grognard_art_of_war::exclusive::dresden::morale::{ARMIES, Army};
use grognard_art_of_war::exclusive::eylau::restrictions::GUARD;
use grognard_art_of_war::scenario::Arm;
use grognard_art_of_war::state::{NOWHERE, Side, State};
use grognard_art_of_war::title::Title;
use grognard_art_of_war::unitset::{MAX_UNITS, Unit, UnitSet};
use grognard_engine::HexId;
use grognard_engine::plane::Plane;

/// What the planner knows of a unit, whatever its place.
#[derive(Clone, Copy, Default, Debug)]
pub struct Soldier {
    /// Strength now: in rain, with Fresh Strength.
    pub strength: i16,
    /// Printed strength.
    pub printed: i16,
    /// A gun.
    pub gun: bool,
    /// A garrison.
    pub garrison: bool,
    /// Movement allowance in the parts that the game counts.
    pub allowance: u8,
    /// Its division, or 255.
    pub division: u8,
    /// Its army.
    pub army: u8,
    /// Whether its army is demoralized.
    pub demoralized: bool,
    /// What it is worth to the enemy to destroy it for good.
    pub lost: f32,
    /// What it is worth to the enemy to destroy it when it can come back.
    pub broken: f32,
    /// What it is worth to the enemy to drive it back.
    pub driven: f32,
    /// What it is worth to the enemy that it attacks.
    pub toll: f32,
}

/// Every unit, by number.
pub type Roster = [Soldier; MAX_UNITS];

/// Who stands where.
#[derive(Clone)]
pub struct Scene<'a> {
    /// The map.
    pub ground: &'a Ground,
    /// The units.
    pub roster: &'a Roster,
    /// Where each unit stands.
    pub hexes: [HexId; MAX_UNITS],
    /// Units of each side on the map.
    pub sides: [UnitSet; 2],
    /// Units that may not attack: reserves.
    pub idle: UnitSet,
    /// Most units to a hex.
    pub limit: u8,
    /// Whether Allied nations hinder each other, and divisions gain by keeping together.
    pub title: Title,
    /// How many of each side stand in each hex, garrisons not counted.
    crowd: [[u8; CELLS]; 2],
    top: [Unit; CELLS],
    below: [Unit; MAX_UNITS],
    /// Hexes that each side holds.
    pub held: [Plane; 2],
}

/// Nobody.
pub const NOBODY: Unit = Unit::MAX;

impl<'a> Scene<'a> {
    /// The position as it stands.
    pub fn of(battle: &Battle, state: &State, ground: &'a Ground, roster: &'a Roster) -> Self {
        let mut scene = Self {
            ground,
            roster,
            hexes: [NOWHERE; MAX_UNITS],
            sides: [UnitSet::EMPTY; 2],
            idle: state.reserve,
            limit: battle.title().stacking() as u8,
            title: battle.title(),
            crowd: [[0; CELLS]; 2],
            top: [NOBODY; CELLS],
            below: [NOBODY; MAX_UNITS],
            held: [Plane::EMPTY; 2],
        };
        for side in Side::BOTH {
            for unit in battle.present(state, side) {
                scene.put(side, unit, state.hexes[usize::from(unit)]);
            }
        }
        scene
    }

    /// Puts a unit that is off the map into a hex.
    pub fn put(&mut self, side: Side, unit: Unit, hex: HexId) {
        if hex == NOWHERE {
            return;
        }
        let cell = usize::from(hex.0);
        self.hexes[usize::from(unit)] = hex;
        self.sides[side as usize].insert(unit);
        self.below[usize::from(unit)] = self.top[cell];
        self.top[cell] = unit;
        if !self.roster[usize::from(unit)].garrison {
            self.crowd[side as usize][cell] += 1;
        }
        self.held[side as usize].insert(hex);
    }

    /// Takes a unit off the map.
    pub fn lift(&mut self, side: Side, unit: Unit) {
        let hex = self.hexes[usize::from(unit)];
        if hex == NOWHERE {
            return;
        }
        let cell = usize::from(hex.0);
        self.hexes[usize::from(unit)] = NOWHERE;
        self.sides[side as usize].remove(unit);
        if self.top[cell] == unit {
            self.top[cell] = self.below[usize::from(unit)];
        } else {
            let mut above = self.top[cell];
            while self.below[usize::from(above)] != unit {
                above = self.below[usize::from(above)];
            }
            self.below[usize::from(above)] = self.below[usize::from(unit)];
        }
        if !self.roster[usize::from(unit)].garrison {
            self.crowd[side as usize][cell] -= 1;
        }
        if self.top[cell] == NOBODY {
            self.held[side as usize].remove(hex);
        }
    }

    /// Moves a unit, on or off the map.
    pub fn shift(&mut self, side: Side, unit: Unit, hex: HexId) {
        self.lift(side, unit);
        self.put(side, unit, hex);
    }

    /// Whether there is room for one more unit of a side.
    #[inline]
    pub fn room(&self, side: Side, hex: HexId) -> bool {
        self.crowd[side as usize][usize::from(hex.0)] < self.limit
    }

    /// How many units of a side stand in a hex, garrisons not counted.
    #[inline]
    pub fn crowd(&self, side: Side, hex: HexId) -> u8 {
        self.crowd[side as usize][usize::from(hex.0)]
    }

    /// The units in a hex.
    #[inline]
    pub fn at(&self, hex: HexId) -> UnitSet {
        let mut units = UnitSet::EMPTY;
        let mut unit = self.top[usize::from(hex.0)];
        while unit != NOBODY {
            units.insert(unit);
            unit = self.below[usize::from(unit)];
        }
        units
    }

    /// Whether a unit of `side` in `hex` has somewhere to fall back to: a hex outside the enemy's zone with room, or with
    /// friends who can give way.
    pub fn can_fall_back(&self, side: Side, gun: bool, hex: HexId, hostile: &Plane) -> bool {
        self.free_step(side, gun, hex, hostile) || self.push_step(side, gun, hex, hostile, 2)
    }

    fn free_step(&self, side: Side, gun: bool, hex: HexId, hostile: &Plane) -> bool {
        let around = &self.ground.around[usize::from(hex.0)];
        around.iter().enumerate().any(|(direction, &to)| {
            to != NOWHERE && self.ground.can_walk(gun, hex, direction) && !hostile.has(to) && self.room(side, to)
        })
    }

    fn push_step(&self, side: Side, gun: bool, hex: HexId, hostile: &Plane, depth: u8) -> bool {
        let around = &self.ground.around[usize::from(hex.0)];
        around.iter().enumerate().any(|(direction, &to)| {
            if to == NOWHERE || !self.ground.can_walk(gun, hex, direction) || hostile.has(to) {
                return false;
            }
            self.at(to).into_iter().any(|friend| {
                let soldier = &self.roster[usize::from(friend)];
                !soldier.garrison
                    && (self.free_step(side, soldier.gun, to, hostile)
                        || (depth > 0 && self.push_step(side, soldier.gun, to, hostile, depth - 1)))
            })
        })
    }
}

/// How dear the planner holds things.
#[derive(Clone, Copy, Debug)]
pub struct Prices {
    /// What a point of strength is worth beyond its points of victory, because it cannot fight any more.
    pub fighting: f32,
    /// What it is worth to drive a unit back, whatever else.
    pub drive: f32,
    /// What a point of an army's morale is worth when it has plenty.
    pub morale: f32,
    /// What the absence of a disrupted unit is worth, for each point of strength.
    pub absence: f32,
    /// [11.3] What it costs to wake a reserve, for each point of its strength.
    pub wake: f32,
}

/// The units as they are in a position.
pub fn roster(battle: &Battle, state: &State, prices: &Prices) -> Roster {
    let mut roster = [Soldier::default(); MAX_UNITS];
    let rain = battle.is_rain(state);
    let sleepers = sleepers(battle, state);
    for (i, piece) in battle.pieces().iter().enumerate() {
        let unit = i as Unit;
        let printed = i16::from(piece.strength);
        let halved = if rain && piece.arm == Arm::Infantry { printed / 2 } else { printed };
        let fresh = battle.fresh_bonus(state, unit).map_or(0, i16::from);
        let army = battle.army(unit);
        let strength = f32::from(printed);
        let soldier = &mut roster[i];
        *soldier = Soldier {
            strength: halved + fresh,
            printed,
            gun: piece.arm.is_gun(),
            garrison: piece.arm == Arm::Garrison,
            allowance: battle.allowance(unit),
            division: piece.division.unwrap_or(u8::MAX),
            army: army as u8,
            demoralized: battle.demoralized(state, army),
            ..Soldier::default()
        };
        match battle.title() {
            Title::Eylau => {
                soldier.lost = strength * (1.0 + prices.fighting);
                soldier.broken = soldier.lost;
                soldier.driven = prices.drive;
                soldier.toll = guard_toll(battle, state, unit);
            }
            Title::Dresden => {
                let points = match piece.arm {
                    Arm::Infantry => strength,
                    Arm::Cavalry | Arm::Artillery => 2.0 * strength,
                    Arm::Garrison => 0.0,
                };
                let morale = morale_price(state, army, prices);
                soldier.lost = points + strength * prices.fighting + 2.0 * morale;
                let comes_back = matches!(piece.arm, Arm::Infantry | Arm::Cavalry) && !soldier.demoralized;
                soldier.broken = if comes_back { strength * prices.absence + 2.0 * morale } else { soldier.lost };
                soldier.driven = if soldier.garrison { soldier.lost } else { prices.drive + morale };
                let woken = prices.wake * f32::from(sleepers[army as usize]);
                soldier.lost = (soldier.lost - woken).max(0.0);
                soldier.broken = (soldier.broken - woken).max(0.0);
            }
        }
    }
    roster
}

/// [11.3] The strength of the strongest reserve that each army may turn up when it loses a unit: none for the French, whose losses are not answered.
fn sleepers(battle: &Battle, state: &State) -> [u8; ARMIES] {
    let mut strongest = [0; ARMIES];
    for unit in battle.present(state, Side::Allied).and(state.reserve) {
        let most = &mut strongest[battle.army(unit) as usize];
        *most = battle.pieces()[usize::from(unit)].strength.max(*most);
    }
    strongest
}

/// [23.3] What the first attack of Guard infantry gives away: fifteen points if the French lose seventy-five in the end, which is likelier the more they
/// have lost.
fn guard_toll(battle: &Battle, state: &State, unit: Unit) -> f32 {
    let infantry = battle.pieces()[usize::from(unit)].arm == Arm::Infantry;
    if state.guard_attacked || !infantry || battle.division_code(unit) != Some(GUARD) {
        return 0.0;
    }
    let lost = f32::from(battle.printed(state.lost.and(battle.units_of(Side::French))));
    15.0 * (0.2 + 0.8 * lost / 75.0).min(1.0)
}

/// What a point of morale is worth: more for an army near its end, nothing for one that is there.
fn morale_price(state: &State, army: Army, prices: &Prices) -> f32 {
    let level = f32::from(state.morale[army as usize]);
    if level == 0.0 { 0.0 } else { prices.morale * (10.0 / level).clamp(0.4, 2.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guard_is_not_spent_without_a_thought() {
        let battle = Battle::new("eylau", &[]).unwrap();
        let mut state = battle.opening();
        let prices = super::super::weights::Weights::of(Title::Eylau).prices;
        let tolls = |state: &State| roster(&battle, state, &prices).map(|soldier| soldier.toll);
        let guard = |unit: usize| {
            let infantry = battle.pieces().get(unit).is_some_and(|piece| piece.arm == Arm::Infantry);
            infantry && battle.division_code(unit as Unit) == Some(GUARD)
        };
        let before = tolls(&state);
        assert!((0..MAX_UNITS).any(guard));
        assert!((0..MAX_UNITS).all(|unit| (before[unit] > 0.0) == guard(unit)));
        // The more has been lost, the dearer; once they have attacked, nothing more is given away.
        for unit in battle.units_of(Side::French).into_iter().filter(|&unit| !guard(usize::from(unit))).take(12) {
            state.lost.insert(unit);
        }
        let later = tolls(&state);
        assert!((0..MAX_UNITS).filter(|&unit| guard(unit)).all(|unit| later[unit] > before[unit] && later[unit] <= 15.0));
        state.guard_attacked = true;
        assert_eq!(tolls(&state), [0.0; MAX_UNITS]);
    }

    #[test]
    fn whoever_wakes_a_reserve_by_his_death_is_a_lesser_prize() {
        let battle = Battle::new("dresden", &[]).unwrap();
        let state = battle.opening();
        let prices = super::super::weights::Weights::of(Title::Dresden).prices;
        let mut awake = state;
        awake.reserve = UnitSet::EMPTY;
        let (now, then) = (roster(&battle, &state, &prices), roster(&battle, &awake, &prices));
        let strongest = sleepers(&battle, &state);
        assert!(strongest.iter().any(|&strength| strength > 0) && strongest[Army::French as usize] == 0, "{strongest:?}");
        for side in Side::BOTH {
            for unit in battle.units_of(side) {
                let i = usize::from(unit);
                let sleeps = strongest[battle.army(unit) as usize] > 0;
                // [11.3] Destroyed or disrupted alike; to be driven back wakes nobody.
                assert_eq!(now[i].lost < then[i].lost, sleeps, "{}", battle.tag(unit));
                assert_eq!(now[i].broken < then[i].broken, sleeps, "{}", battle.tag(unit));
                assert!((now[i].driven - then[i].driven).abs() < 1e-6 || now[i].garrison);
            }
        }
    }
}
