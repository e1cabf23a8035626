//! What the other side could do next: for each of our hexes the best attack that it could bring up, with the way back closed or
//! open, and the sum of those that do not need the same units. It is an estimate, made for being asked ten thousand times a second.

use super::odds::{Odds, Stake};
use super::scene::Scene;
use super::weights::Weights;
use grognard_art_of_war::Battle;
use grognard_art_of_war::scenario::Arm;
use grognard_art_of_war::state::{NOWHERE, Side, State};
use grognard_art_of_war::unitset::{MAX_UNITS, Unit, UnitSet};
use grognard_engine::HexId;
use grognard_engine::flood::Obstacles;
use grognard_engine::grid::DIRECTIONS;
use grognard_engine::plane::Plane;

/// Most faces of a hex that an attack is imagined to come through.
const MOST_FACES: u32 = 3;
/// What it costs the attacker that it touches another defender, who must be attacked too.
const COLLATERAL: f32 = 0.6;
/// What a retreat of an imagined attacker costs it.
const REPULSE: f32 = 0.3;

/// The side that would attack, strongest unit first.
pub struct Menace {
    order: Vec<Unit>,
    strength: Vec<i16>,
    worth: Vec<f32>,
    side: Side,
    night: bool,
    /// Units that may not move in that turn: they strike at whoever stands next to them, and at nobody else.
    rooted: UnitSet,
    limit: u32,
    /// How likely a way back is closed by enemies who take no part in the attack, if any of them can come there.
    trap: f32,
    /// How much of what guns could do without contact counts.
    fire: f32,
}

/// The best attack on one hex.
#[derive(Clone, Copy, Default, Debug)]
struct Blow {
    worth: f32,
    used: u64,
}

/// How far a unit got when the hexes around it were held and controlled so.
#[derive(Clone, Copy)]
struct Memory {
    hex: HexId,
    held: Plane,
    zone: Plane,
    reach: Plane,
    /// What a gun could fire at then, from out of contact.
    sight: Plane,
}

/// Working space, so that nothing is made anew for every question. Most changes of a plan leave most enemies' reach as it was, so
/// the last two answers for each are kept.
pub struct Slate {
    reachers: Vec<u64>,
    /// Guns that could fire from out of contact: who, how strong, and at which hexes.
    batteries: Vec<(u64, i16, Plane)>,
    /// For each unit: how far it could get at most, in the present weather.
    widest: Vec<Option<(HexId, bool, Plane)>>,
    memories: Vec<[Option<Box<Memory>>; 2]>,
}

impl Slate {
    /// One on which everything is left from before, for tests.
    #[cfg(test)]
    pub fn scribbled() -> Self {
        Self { reachers: vec![u64::MAX; super::ground::CELLS], ..Self::new() }
    }

    /// An empty slate.
    pub fn new() -> Self {
        Self {
            reachers: vec![0; super::ground::CELLS],
            batteries: Vec::new(),
            widest: vec![None; MAX_UNITS],
            memories: (0..MAX_UNITS).map(|_| [None, None]).collect(),
        }
    }
}

impl Menace {
    /// The units of a side that can attack in its next turn.
    pub fn of(scene: &Scene<'_>, side: Side, (night, rooted): (bool, UnitSet), weights: &Weights) -> Self {
        let able = scene.sides[side as usize].less(scene.idle);
        let mut order: Vec<Unit> = able.into_iter().collect();
        order.sort_by_key(|&u| std::cmp::Reverse(scene.roster[usize::from(u)].strength));
        order.truncate(64);
        Self {
            strength: order.iter().map(|&u| scene.roster[usize::from(u)].strength).collect(),
            worth: order.iter().map(|&u| scene.roster[usize::from(u)].broken).collect(),
            order,
            side,
            night,
            rooted,
            limit: u32::from(scene.limit),
            trap: weights.trap,
            fire: weights.fire,
        }
    }

    /// The expected gain of this side from its next turn, against the other side as it stands in `scene`.
    /// `zones` are those of the French and of the Allies; `doomed` units will hardly live to see it.
    #[allow(clippy::too_many_arguments)]
    pub fn gain(
        &self,
        battle: &Battle,
        state: &State,
        scene: &Scene<'_>,
        odds: &Odds,
        zones: &[Plane; 2],
        slate: &mut Slate,
        doomed: UnitSet,
    ) -> f32 {
        if self.night {
            return 0.0;
        }
        let victim = self.side.other();
        let target_zone = &zones[victim as usize];
        let held = &scene.held[victim as usize];
        self.flood(battle, state, scene, held, target_zone, slate, doomed);
        let mut blows: Vec<(f32, HexId)> = Vec::new();
        let mut near_any = Plane::EMPTY;
        target_zone.for_each(|hex| {
            if slate.reachers[usize::from(hex.0)] != 0 {
                near_any.insert(hex);
            }
        });
        let mut exposed = battle.terrain(state).zone(&near_any).and(held);
        if self.fire > 0.0 {
            // [5.8] Guns need nobody beside them.
            let under_fire = slate.batteries.iter().fold(Plane::EMPTY, |all, (_, _, sight)| all.or(sight));
            exposed = exposed.or(&under_fire.and(held));
        }
        let faces = Faces { menace: self, scene, odds, hostile: &zones[self.side as usize], zone: target_zone, slate };
        exposed.for_each(|hex| {
            let blow = faces.strike(hex, 0);
            if blow.worth > 0.0 {
                blows.push((blow.worth, hex));
            }
        });
        blows.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let (mut total, mut used) = (0.0, 0u64);
        for (worth, hex) in blows {
            let blow = if used == 0 { Blow { worth, used: faces.strike(hex, 0).used } } else { faces.strike(hex, used) };
            if blow.worth > 0.0 {
                total += blow.worth;
                used |= blow.used;
            }
        }
        total
    }

    /// Who could come where next to the victims.
    #[allow(clippy::too_many_arguments)]
    fn flood(
        &self,
        battle: &Battle,
        state: &State,
        scene: &Scene<'_>,
        held: &Plane,
        zone: &Plane,
        slate: &mut Slate,
        doomed: UnitSet,
    ) {
        zone.for_each(|hex| slate.reachers[usize::from(hex.0)] = 0);
        slate.batteries.clear();
        let ground = scene.ground;
        let sight = |posts: Plane| {
            let mut sight = Plane::EMPTY;
            posts.for_each(|post| sight = sight.or(&ground.range[usize::from(post.0)]));
            sight
        };
        let obstacles = Obstacles { closed: *held, stop: *zone };
        let terrain = battle.terrain(state);
        let rain = battle.is_rain(state);
        for (rank, &unit) in self.order.iter().enumerate() {
            let hex = scene.hexes[usize::from(unit)];
            if hex == NOWHERE || doomed.has(unit) {
                continue;
            }
            let soldier = &scene.roster[usize::from(unit)];
            let arm = if soldier.gun { Arm::Artillery } else { Arm::Infantry };
            let i = usize::from(unit);
            if self.rooted.has(unit) {
                if zone.has(hex) {
                    slate.reachers[usize::from(hex.0)] |= 1 << rank;
                } else if soldier.gun {
                    slate.batteries.push((1 << rank, soldier.strength, ground.range[usize::from(hex.0)]));
                }
                continue;
            }
            let wide = match slate.widest[i] {
                Some((from, wet, wide)) if (from, wet) == (hex, rain) => wide,
                _ => {
                    let nothing = Obstacles { closed: Plane::EMPTY, stop: Plane::EMPTY };
                    let wide = terrain.costs(arm).extent(&[(hex, 0)], soldier.allowance, &nothing);
                    slate.widest[i] = Some((hex, rain, wide));
                    slate.memories[i] = [None, None];
                    wide
                }
            };
            // Only what lies within its widest reach can make a difference.
            let (near_held, near_zone) = (held.and(&wide), zone.and(&wide));
            let fits = |m: &Memory| m.hex == hex && m.held == near_held && m.zone == near_zone;
            let known = slate.memories[i].iter().flatten().find(|m| fits(m)).map(|m| (m.reach, m.sight));
            let (reach, sight) = known.unwrap_or_else(|| {
                let reach = terrain.costs(arm).extent(&[(hex, 0)], soldier.allowance, &obstacles);
                let sight = if soldier.gun { sight(reach.less(zone)) } else { Plane::EMPTY };
                let slot = &mut slate.memories[i];
                slot.swap(0, 1);
                let memory = Memory { hex, held: near_held, zone: near_zone, reach, sight };
                match &mut slot[0] {
                    Some(place) => **place = memory,
                    empty => *empty = Some(Box::new(memory)),
                }
                (reach, sight)
            });
            reach.and(zone).for_each(|h| slate.reachers[usize::from(h.0)] |= 1 << rank);
            if soldier.gun {
                slate.batteries.push((1 << rank, soldier.strength, sight));
            }
        }
    }
}

struct Faces<'a> {
    menace: &'a Menace,
    scene: &'a Scene<'a>,
    odds: &'a Odds,
    /// The zone of the attackers as they stand.
    hostile: &'a Plane,
    /// The zone of the defenders: what is known of who can come where ends there.
    zone: &'a Plane,
    slate: &'a Slate,
}

impl Faces<'_> {
    /// The best that could be done to the units in a hex, without the units in `used`.
    fn strike(&self, hex: HexId, used: u64) -> Blow {
        let (blow, barrage) = (self.assault(hex, used), self.barrage(hex, used));
        if barrage.worth > blow.worth { barrage } else { blow }
    }

    /// [5.8] [6.8] The best that guns could do to a hex by themselves. They risk nothing by it; each more of them counts only if it helps.
    fn barrage(&self, hex: HexId, used: u64) -> Blow {
        let mut best = Blow::default();
        if self.menace.fire == 0.0 {
            return best;
        }
        let able = || self.slate.batteries.iter().filter(|(bit, _, sight)| bit & used == 0 && sight.has(hex));
        if able().next().is_none() {
            return best;
        }
        let (mut defence, mut stake) = (0, Stake::default());
        let defenders = self.scene.at(hex);
        let trapped = self.ways_out(hex, defenders) == 0;
        for unit in defenders {
            let soldier = &self.scene.roster[usize::from(unit)];
            defence += soldier.strength;
            stake.kill += if trapped { soldier.lost } else { soldier.broken };
            stake.drive += if trapped { soldier.lost } else { soldier.driven };
        }
        let defence = if self.scene.ground.shelter.has(hex) { 2 * defence } else { defence };
        let (mut strength, mut taken) = (0, 0);
        for &(bit, gun, _) in able() {
            strength += gun;
            taken |= bit;
            let worth = self.menace.fire * stake.in_column(self.odds.column(Odds::find(strength, defence, 0)));
            if worth > best.worth {
                best = Blow { worth, used: taken };
            }
        }
        best
    }

    /// The best attack on the units in a hex by whoever can come next to it, without the units in `used`.
    fn assault(&self, hex: HexId, used: u64) -> Blow {
        let (scene, ground) = (self.scene, self.scene.ground);
        let victim = self.menace.side.other();
        let defenders = scene.at(hex);
        let i = usize::from(hex.0);
        let mut closes = [0u8; DIRECTIONS];
        let mut come = [0u64; DIRECTIONS];
        let mut hinder = 0u8;
        let mut collateral = [0u8; DIRECTIONS];
        let mut open = 0u8;
        for (d, &face) in ground.near[i].iter().enumerate() {
            // In other weather than that of the ground a face may lie outside the zone: nobody was asked there, and what is left from before is not true.
            if face == NOWHERE || scene.held[victim as usize].has(face) || !self.zone.has(face) {
                continue;
            }
            come[d] = self.slate.reachers[usize::from(face.0)] & !used;
            if come[d] == 0 {
                continue;
            }
            open |= 1 << d;
            closes[d] = 1 << d;
            for (e, &to) in ground.around[i].iter().enumerate() {
                if to != NOWHERE && ground.contact(face, to) {
                    closes[d] |= 1 << e;
                }
            }
            if ground.hindered(face, hex) {
                hinder |= 1 << d;
            }
            let touched = ground.near[usize::from(face.0)].iter();
            collateral[d] = touched.filter(|&&h| h != NOWHERE && h != hex && scene.held[victim as usize].has(h)).count() as u8;
        }
        if open == 0 {
            return Blow::default();
        }
        let ways = self.ways_out(hex, defenders);
        let closable = self.closable(hex, ways, used);
        let mut defence = 0;
        let (mut lost, mut broken, mut driven, mut printed) = (0.0, 0.0, 0.0, 0);
        for unit in defenders {
            let soldier = &scene.roster[usize::from(unit)];
            defence += soldier.strength;
            lost += soldier.lost;
            broken += soldier.broken;
            driven += soldier.driven;
            printed += soldier.printed;
        }
        let sheltered = ground.shelter.has(hex);
        let fire = self.fire(hex, used);
        let mut best = Blow::default();
        let mut faces = open;
        while faces != 0 {
            if faces.count_ones() <= MOST_FACES
                && let Some((strength, taken, ruin)) = self.assign(faces, &come)
            {
                let doubled = sheltered || faces & !hinder == 0;
                let column = Odds::find(strength + fire, if doubled { 2 * defence } else { defence }, 0);
                let closed = (0..DIRECTIONS).filter(|d| faces >> d & 1 == 1).fold(0, |all, d| all | closes[d]);
                let left = ways & !closed;
                // Others come along and close what is left; each way that nobody can reach stays open.
                let trapped = if left & !closable == 0 { self.menace.trap.powi(left.count_ones() as i32) } else { 0.0 };
                let units = taken.count_ones() as f32;
                let stake = Stake {
                    drive: trapped * lost + (1.0 - trapped) * driven,
                    kill: trapped * lost + (1.0 - trapped) * broken,
                    repulse: REPULSE * units,
                    ruin,
                    trade: ruin.min(ruin * f32::from(printed) / f32::from(strength.max(1))),
                };
                let beside: u8 = (0..DIRECTIONS).filter(|d| faces >> d & 1 == 1).map(|d| collateral[d]).sum();
                let worth = stake.best(self.odds, column).0 - COLLATERAL * f32::from(beside);
                if worth > best.worth {
                    best = Blow { worth, used: taken };
                }
            }
            faces = (faces - 1) & open;
        }
        best
    }

    /// The strongest units that can fill some faces: strength, who, and what they are worth.
    fn assign(&self, faces: u8, come: &[u64; DIRECTIONS]) -> Option<(i16, u64, f32)> {
        let (mut strength, mut taken, mut ruin) = (0, 0u64, 0.0);
        for (d, reachers) in come.iter().enumerate() {
            if faces >> d & 1 == 0 {
                continue;
            }
            let mut able = reachers & !taken;
            if able == 0 {
                return None;
            }
            for _ in 0..self.menace.limit {
                if able == 0 {
                    break;
                }
                let rank = able.trailing_zeros() as usize;
                able &= able - 1;
                taken |= 1 << rank;
                strength += self.menace.strength[rank];
                ruin += self.menace.worth[rank];
            }
        }
        Some((strength, taken, ruin))
    }

    /// Directions in which the defenders could fall back before anybody moves.
    fn ways_out(&self, hex: HexId, defenders: UnitSet) -> u8 {
        let (scene, ground) = (self.scene, self.scene.ground);
        let victim = self.menace.side.other();
        let gun = defenders.into_iter().any(|u| scene.roster[usize::from(u)].gun);
        let mut ways = 0;
        for (d, &to) in ground.around[usize::from(hex.0)].iter().enumerate() {
            if to == NOWHERE
                || self.hostile.has(to)
                || scene.held[self.menace.side as usize].has(to)
                || !ground.can_walk(gun, hex, d)
            {
                continue;
            }
            if scene.room(victim, to) || scene.can_fall_back(victim, false, to, self.hostile) {
                ways |= 1 << d;
            }
        }
        ways
    }

    /// Those of the ways out that somebody could close by coming next to them.
    fn closable(&self, hex: HexId, ways: u8, used: u64) -> u8 {
        if self.menace.trap == 0.0 {
            return 0;
        }
        let ground = self.scene.ground;
        let reached = |h: HexId| h != NOWHERE && self.zone.has(h) && self.slate.reachers[usize::from(h.0)] & !used != 0;
        let mut closable = 0;
        for (d, &to) in ground.around[usize::from(hex.0)].iter().enumerate() {
            if ways >> d & 1 == 1 && (reached(to) || ground.near[usize::from(to.0)].iter().any(|&h| reached(h))) {
                closable |= 1 << d;
            }
        }
        closable
    }

    /// What guns could add from afar: the two strongest that can come into range.
    fn fire(&self, hex: HexId, used: u64) -> i16 {
        let able = self.slate.batteries.iter().filter(|(bit, _, sight)| bit & used == 0 && sight.has(hex));
        able.take(2).map(|&(_, strength, _)| strength).sum()
    }
}
