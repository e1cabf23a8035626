//! A plan for a turn of a side: in what temper the army and each of its bodies go about it, and where some units are sent. A script carries it
//! out; search changes a few things at a time.

use super::atlas::{Atlas, NO_SPOT, Spot};
use super::scene::Scene;
use grognard_engine::UnitId;
use grognard_engine::dice::SeededDice;

/// What somebody is after.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Temper {
    /// In words: the first half of every reason.
    pub words: &'static str,
    /// What a good attack is worth.
    pub bold: f32,
    /// How much of what the enemy could bring is feared.
    pub fear: f32,
    /// A hex nearer to what counts.
    pub pull: f32,
    /// A hex nearer to the enemy.
    pub close: f32,
    /// The distance from the enemy at which one feels well.
    pub stand_off: f32,
    /// To stand on a hex that counts.
    pub hold: f32,
    /// How much the worst of the attacks counts that somebody would have to make, the best counting for the rest: 1 where all must be made.
    pub worst: f32,
    /// How much of what friends could still bring against an enemy is counted on.
    pub trust: f32,
    /// How much of what an attack is worth already is taken off from what joining it is worth: whoever joins an attack that succeeds without him is missing elsewhere.
    pub spread: f32,
    /// What it costs to end a move where the enemy can strike and one does not strike him: whoever comes near first is struck first.
    pub lurk: f32,
}

impl Temper {
    /// Sets a number by its name; says whether there is such a number. For measuring.
    pub fn set(&mut self, name: &str, value: f32) -> bool {
        let place = match name {
            "bold" => &mut self.bold,
            "fear" => &mut self.fear,
            "pull" => &mut self.pull,
            "close" => &mut self.close,
            "stand_off" => &mut self.stand_off,
            "hold" => &mut self.hold,
            "worst" => &mut self.worst,
            "trust" => &mut self.trust,
            "spread" => &mut self.spread,
            "lurk" => &mut self.lurk,
            _ => return false,
        };
        *place = value;
        true
    }
}

/// Everybody's tempers in a game.
pub type Tempers = [Temper; 8];

/// The tempers. The first is what an army is in by itself; every one of them is also an enemy of rehearsals.
pub const TEMPERS: Tempers = [
    Temper {
        words: "presses where it is stronger",
        bold: 1.0,
        fear: 0.1,
        pull: 0.01,
        close: 0.06,
        stand_off: 1.0,
        hold: 0.5,
        worst: 0.5,
        trust: 0.5,
        spread: 0.0,
        lurk: 0.0,
    },
    Temper {
        words: "goes for the enemy",
        bold: 1.6,
        fear: 0.0,
        pull: 0.0,
        close: 0.12,
        stand_off: 1.0,
        hold: 0.3,
        worst: 0.5,
        trust: 0.8,
        spread: 0.0,
        lurk: 0.0,
    },
    Temper {
        words: "attacks only at good odds",
        bold: 0.7,
        fear: 1.0,
        pull: 0.02,
        close: 0.04,
        stand_off: 3.0,
        hold: 0.6,
        worst: 0.5,
        trust: 0.3,
        spread: 0.0,
        lurk: 0.0,
    },
    Temper {
        words: "stays out of reach",
        bold: 0.1,
        fear: 2.0,
        pull: 0.01,
        close: -0.04,
        stand_off: 9.0,
        hold: 0.4,
        worst: 0.5,
        trust: 0.0,
        spread: 0.0,
        lurk: 0.0,
    },
    Temper {
        words: "goes for what counts",
        bold: 0.6,
        fear: 0.2,
        pull: 0.15,
        close: 0.0,
        stand_off: 9.0,
        hold: 2.0,
        worst: 0.5,
        trust: 0.5,
        spread: 0.0,
        lurk: 0.0,
    },
    Temper {
        words: "holds its ground",
        bold: 0.5,
        fear: 0.8,
        pull: 0.0,
        close: 0.0,
        stand_off: 9.0,
        hold: 1.5,
        worst: 0.5,
        trust: 0.3,
        spread: 0.0,
        lurk: 0.0,
    },
    Temper {
        words: "holds what counts",
        bold: 0.3,
        fear: 1.2,
        pull: 0.08,
        close: 0.0,
        stand_off: 9.0,
        hold: 3.0,
        worst: 0.5,
        trust: 0.3,
        spread: 0.0,
        lurk: 0.0,
    },
    Temper {
        words: "draws up out of reach and strikes whoever comes",
        bold: 1.5,
        fear: 0.0,
        pull: 0.005,
        close: 0.06,
        stand_off: 1.0,
        hold: 0.3,
        worst: 0.5,
        trust: 0.8,
        spread: 0.0,
        lurk: 3.0,
    },
];

/// A plan.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Plan {
    /// The army's temper, by its place in [`TEMPERS`].
    pub temper: u8,
    /// Bodies with a temper of their own.
    pub bodies: Vec<(u16, u8)>,
    /// Units with a hex to go to.
    pub orders: Vec<(UnitId, Spot)>,
}

impl Plan {
    /// Everybody in one temper.
    #[must_use]
    pub fn all(temper: usize) -> Self {
        Self { temper: temper as u8, ..Self::default() }
    }

    /// The temper of a body, by its place in [`TEMPERS`].
    #[must_use]
    pub fn temper_of(&self, body: u16) -> usize {
        let own = self.bodies.iter().find(|(known, _)| *known == body).map(|&(_, temper)| temper);
        usize::from(own.unwrap_or(self.temper)) % TEMPERS.len()
    }

    /// Where a unit is sent.
    #[must_use]
    pub fn order(&self, unit: UnitId) -> Option<Spot> {
        self.orders.iter().find(|(known, _)| *known == unit).map(|&(_, spot)| spot)
    }

    fn send(&mut self, unit: UnitId, spot: Spot) {
        self.orders.retain(|(known, _)| *known != unit);
        self.orders.push((unit, spot));
    }
}

/// What changes of plans need to know of the position, looked up once for a search.
pub struct Ideas {
    scene: Scene,
    side: u8,
    /// Own units that can do something to the enemy, or he to them: place, reach, body.
    contact: Vec<(UnitId, Spot, u8)>,
    /// Bodies of the side.
    bodies: Vec<u16>,
    /// Enemy hexes that somebody can come next to.
    prey: Vec<Spot>,
}

impl Ideas {
    /// Looks at the position of a side.
    #[must_use]
    pub fn of(scene: Scene, side: u8) -> Self {
        let own = || scene.pieces.iter().filter(|piece| piece.side == side && piece.spot != NO_SPOT && piece.unit.0 != u16::MAX);
        let near = |spot: Spot, reach: u8| scene.far(1 - side, spot) <= reach.saturating_add(2);
        let contact = own().filter(|piece| near(piece.spot, piece.reach));
        let contact = contact.map(|piece| (piece.unit, piece.spot, piece.reach)).collect();
        let mut bodies: Vec<u16> = own().map(|piece| piece.body).collect();
        bodies.sort_unstable();
        bodies.dedup();
        let enemies = scene.pieces.iter().filter(|piece| piece.side != side && piece.spot != NO_SPOT);
        let mut prey: Vec<Spot> = enemies.map(|piece| piece.spot).filter(|&spot| scene.threat(side, spot) > 0.0).collect();
        prey.sort_unstable();
        prey.dedup();
        Self { contact, bodies, prey, side, scene }
    }

    /// A plan that differs a little from another: one to three changes.
    pub fn changed(&self, plan: &Plan, other: &Plan, atlas: &Atlas, dice: &mut SeededDice) -> Plan {
        let mut next = plan.clone();
        for _ in 0..=dice.below(3) {
            match dice.below(100) {
                0..8 => next.temper = dice.below(TEMPERS.len() as u32) as u8,
                8..32 => self.change_body(&mut next, dice),
                32..55 => self.send_one(&mut next, atlas, dice),
                55..78 => self.gang_up(&mut next, atlas, dice),
                78..86 => self.break_off(&mut next, atlas, dice),
                86..94 => Self::borrow(&mut next, other, dice),
                _ => Self::forget(&mut next, dice),
            }
        }
        next
    }

    fn change_body(&self, plan: &mut Plan, dice: &mut SeededDice) {
        let Some(&body) = pick(&self.bodies, dice) else { return };
        plan.bodies.retain(|(known, _)| *known != body);
        plan.bodies.push((body, dice.below(TEMPERS.len() as u32) as u8));
    }

    /// One unit goes somewhere within reach, or stays.
    fn send_one(&self, plan: &mut Plan, atlas: &Atlas, dice: &mut SeededDice) {
        let (scene, side) = (&self.scene, self.side);
        let Some(&(unit, here, reach)) = pick(&self.contact, dice) else { return };
        if dice.below(4) == 0 {
            return plan.send(unit, here);
        }
        let mut spots = Vec::new();
        atlas.disc(here, i16::from(reach), |spot| {
            if scene.power(1 - side, spot) == 0.0 {
                spots.push(spot);
            }
        });
        if let Some(&spot) = pick(&spots, dice) {
            plan.send(unit, spot);
        }
    }

    /// Several units go for one enemy, from several sides.
    fn gang_up(&self, plan: &mut Plan, atlas: &Atlas, dice: &mut SeededDice) {
        let (scene, side) = (&self.scene, self.side);
        let Some(&target) = pick(&self.prey, dice) else { return };
        let (first, most) = (dice.below(6) as usize, 1 + dice.below(4) as usize);
        let mut sent = 0;
        for d in 0..6 {
            let face = atlas.beside(target)[(first + d * 5) % 6];
            if sent >= most || face == NO_SPOT || scene.power(1 - side, face) > 0.0 {
                continue;
            }
            let free = |unit: UnitId| plan.order(unit).is_none_or(|spot| atlas.distance(spot, target) > 1);
            let able = |&&(unit, here, reach): &&(UnitId, Spot, u8)| atlas.distance(here, face) <= u16::from(reach) && free(unit);
            let comers: Vec<UnitId> = self.contact.iter().filter(able).map(|&(unit, ..)| unit).collect();
            if let Some(&unit) = pick(&comers, dice) {
                plan.send(unit, face);
                sent += 1;
            }
        }
    }

    /// All who stand next to one enemy go away from him.
    fn break_off(&self, plan: &mut Plan, atlas: &Atlas, dice: &mut SeededDice) {
        let (scene, side) = (&self.scene, self.side);
        let Some(&target) = pick(&self.prey, dice) else { return };
        for &(unit, here, reach) in &self.contact {
            if atlas.distance(here, target) > 1 {
                continue;
            }
            let mut best: Option<(u8, Spot)> = None;
            atlas.disc(here, i16::from(reach), |spot| {
                let far = scene.far(1 - side, spot);
                if scene.power(side, spot) == 0.0 && best.is_none_or(|(most, _)| far > most) {
                    best = Some((far, spot));
                }
            });
            if let Some((_, spot)) = best {
                plan.send(unit, spot);
            }
        }
    }

    /// Takes over what another plan says of a few units and of a body.
    fn borrow(plan: &mut Plan, other: &Plan, dice: &mut SeededDice) {
        for &(unit, spot) in &other.orders {
            if dice.below(2) == 0 {
                plan.send(unit, spot);
            }
        }
        if let Some(&(body, temper)) = pick(&other.bodies, dice) {
            plan.bodies.retain(|(known, _)| *known != body);
            plan.bodies.push((body, temper));
        }
    }

    fn forget(plan: &mut Plan, dice: &mut SeededDice) {
        if !plan.orders.is_empty() {
            plan.orders.swap_remove(dice.below(plan.orders.len() as u32) as usize);
        }
    }
}

fn pick<'a, T>(list: &'a [T], dice: &mut SeededDice) -> Option<&'a T> {
    if list.is_empty() { None } else { list.get(dice.below(list.len() as u32) as usize) }
}
