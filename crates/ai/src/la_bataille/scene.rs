//! A position as one side sees it: who stands where, how strong they are, and who could hurt whom.

use super::maps::{Maps, NO_WAY};
use super::temper::{Aim, Temper};
use grognard_engine::facing::Aspect;
use grognard_engine::{Grid, HexId};
use grognard_la_bataille::{Arm, Bautzen, Formation, Order, Place, Readiness, Setup, Side, Standing, State, Terrain, Unit};

/// The usual mood: who is about twice as strong goes up to the enemy.
pub const CALM: f32 = 1.8;
/// Of those who are near enough to join an assault, so many find room beside the enemy in time.
const IN_TIME: f32 = 0.8;

/// Melee strength that goes to one place besides when a turn is played for it.
const MORE: f32 = 120.0;

/// Somebody on the map who fights.
#[derive(Clone, Copy)]
pub struct Body {
    /// Who.
    pub unit: Unit,
    /// Where.
    pub hex: HexId,
    pub arm: Arm,
    /// Melee value, with what is left and the order it is in.
    pub melee: f32,
    pub good: bool,
    pub routed: bool,
    /// Cavalry that could charge or fall upon somebody.
    pub fresh: bool,
}

/// A position, looked at.
pub struct Scene<'a> {
    pub game: &'a Bautzen,
    pub state: &'a State,
    pub side: Side,
    pub maps: &'a Maps,
    /// The odds at which it is worth going up to the enemy.
    pub mood: f32,
    /// What the side is after in this turn.
    pub aim: Aim,
    /// The place to which more go than usual.
    pub focus: Option<u8>,
    pub friends: Vec<Body>,
    pub enemies: Vec<Body>,
}

impl<'a> Scene<'a> {
    /// The position as a side sees it.
    pub fn of(game: &'a Bautzen, state: &'a State, side: Side, maps: &'a Maps) -> Self {
        let body = |unit: Unit| {
            let (kind, so) = (game.printed(unit), state.piece(unit));
            if !kind.fights() || !so.on_map() {
                return None;
            }
            let order = match so.order {
                Order::Good => 1.0,
                Order::Disordered => 0.5,
                Order::Routed => 0.15,
            };
            Some(Body {
                unit,
                hex: so.hex,
                arm: kind.arm,
                melee: order * f32::from(kind.melee) * f32::from(so.left) / f32::from(kind.increments.max(1)),
                good: so.good(),
                routed: so.order == Order::Routed,
                fresh: kind.arm == Arm::Cavalry && so.good() && so.ready != Readiness::Exhausted,
            })
        };
        let of = |side: Side| game.pieces_of(side).filter_map(body).collect();
        // Whoever has to take something cannot wait for ever.
        let (first, last) = game.turns();
        let gone = f32::from(state.turn.saturating_sub(first)) / f32::from((last - first).max(1));
        let mood = if side == Side::French { CALM - 0.7 * gone } else { CALM };
        Self { game, state, side, maps, mood, aim: Aim::Usual, focus: None, friends: of(side), enemies: of(side.other()) }
    }

    /// Takes on a temper.
    pub fn take(&mut self, temper: Temper) {
        self.mood += temper.mood;
        self.aim = temper.aim;
        self.focus = temper.focus;
    }

    pub fn grid(&self) -> &Grid {
        self.game.field().ground.grid()
    }

    pub fn far(&self, a: HexId, b: HexId) -> u8 {
        self.maps.crow(a, b)
    }

    /// How far the nearest enemy is who is not running.
    pub fn to_enemy(&self, hex: HexId) -> u8 {
        self.enemies.iter().filter(|enemy| !enemy.routed).map(|enemy| self.far(hex, enemy.hex)).min().unwrap_or(u8::MAX)
    }

    /// How far the nearest enemy cavalry is that could charge.
    pub fn to_cavalry(&self, hex: HexId) -> u8 {
        self.enemies.iter().filter(|enemy| enemy.fresh).map(|enemy| self.far(hex, enemy.hex)).min().unwrap_or(u8::MAX)
    }

    /// Whether the French attack, which they do in all three games, or this side holds on to what it has.
    pub fn attacks(&self) -> bool {
        self.side == Side::French
    }

    /// Whether a hex counts, and is the enemy's.
    pub fn wanted(&self, hex: HexId) -> bool {
        let objectives = &self.game.field().ground.objectives;
        let at = objectives.iter().position(|other| *other == hex);
        at.is_some_and(|at| (self.state.held >> at & 1 == 1) == (self.side == Side::Coalition) && self.counts(hex))
    }

    /// Whether a hex counts in this game.
    pub fn counts(&self, hex: HexId) -> bool {
        self.maps.places.iter().any(|place| place.contains(&hex))
    }

    /// Whether this side has to go out and hurt the enemy: in the drill the Coalition wins only if the French lose more [23.8].
    pub fn hunts(&self) -> bool {
        if self.attacks() || self.game.setup() != Setup::Outposts {
            return false;
        }
        match self.aim {
            Aim::Hunt => true,
            Aim::Wait => false,
            Aim::Usual | Aim::Press => {
                let lost = self.game.increments_lost(self.state);
                lost[0] <= lost[1]
            }
        }
    }

    /// Whether the enemy, who should attack, does not: after two turns of the drill hardly anybody of his is near the village. Whoever waits for him then waits
    /// in vain.
    pub fn left_alone(&self) -> bool {
        let late = self.state.turn >= self.game.turns().0 + 2;
        let near = |enemy: &&Body| enemy.good && self.maps.places[0].iter().any(|hex| self.far(*hex, enemy.hex) <= 4);
        let few = 3 * self.enemies.iter().filter(near).count() <= self.enemies.len();
        !self.attacks() && self.game.setup() == Setup::Outposts && late && few
    }

    /// Men of a side near a hex.
    fn crowd(&self, bodies: &[Body], hex: HexId, within: u8) -> f32 {
        bodies.iter().filter(|body| !body.routed && self.far(body.hex, hex) <= within).map(|body| body.melee).sum()
    }

    /// How much stronger this side could be in an assault than those in an enemy hex, works reckoned with, and in part those beside it, who answer;
    /// `more` is who would come besides.
    pub fn odds(&self, hex: HexId, more: f32) -> f32 {
        let works = if self.game.terrain(self.state, hex) == Terrain::Work { 2.0 } else { 1.0 };
        let inside = self.crowd(&self.enemies, hex, 0);
        let beside = self.crowd(&self.enemies, hex, 1) - inside;
        let foot = self.friends.iter().filter(|body| body.arm == Arm::Infantry && !body.routed);
        // Who attacks counts on those who can come up in the same turn: otherwise nobody would be the first.
        let (reach, share) = if self.attacks() { (6, IN_TIME) } else { (2, 1.0) };
        let own: f32 = foot.filter(|body| self.far(body.hex, hex) <= reach).map(|body| body.melee).sum();
        (share * own + more) / (works * inside + 0.25 * beside).max(3.0)
    }

    /// Whether somebody beside a hex is weak enough to be stormed.
    pub fn storms(&self, hex: HexId) -> bool {
        self.enemies.iter().any(|enemy| self.far(enemy.hex, hex) == 1 && self.odds(enemy.hex, 0.0) >= self.mood)
    }

    /// Increments that a unit which stood so would lose to fire in a turn, by rule of thumb.
    pub fn exposure(&self, so: &Standing) -> f32 {
        let defence = self.defence(so);
        let mut sum = 0.0;
        for enemy in &self.enemies {
            let k = self.far(so.hex, enemy.hex);
            let (kind, there) = (self.game.printed(enemy.unit), self.state.piece(enemy.unit));
            if enemy.routed || k > 9 {
                continue;
            }
            let value = match enemy.arm {
                Arm::Artillery if there.formation == Formation::Unlimbered && k <= kind.range => {
                    let band = kind.bands[if k <= 2 { 0 } else { usize::from(k > 5) + 1 }];
                    band.floor() as f32 * if self.looks_at(enemy.unit, so.hex) { 1.0 } else { 0.25 }
                }
                Arm::Infantry if k == 1 => match there.formation {
                    Formation::Line => 4.0 * f32::from(kind.line.unwrap_or(2)),
                    _ => f32::from(kind.fire),
                },
                Arm::Infantry if k == 2 => 2.0,
                _ => 0.0,
            };
            sum += value;
        }
        (0.33 * sum / defence).min(3.0)
    }

    /// Fire defence of a unit that stood so, roughly.
    fn defence(&self, so: &Standing) -> f32 {
        match (self.game.terrain(self.state, so.hex), so.formation) {
            (Terrain::Clear, Formation::Line) => 9.0,
            (Terrain::Clear, Formation::Skirmish) => 12.0,
            (Terrain::Clear, Formation::March | Formation::Carre) => 4.0,
            (Terrain::Clear, _) => 6.0,
            (Terrain::Work, _) => 13.0,
            _ => 11.0,
        }
    }

    /// Whether somebody looks towards a hex.
    pub fn looks_at(&self, unit: Unit, hex: HexId) -> bool {
        let at = self.state.piece(unit).hex;
        let sides = self.game.sides(self.state, unit, at);
        self.toward(at, hex).is_some_and(|side| sides.aspect(side) == Aspect::Front)
    }

    /// The direction that leads best from one hex to another.
    pub fn toward(&self, from: HexId, to: HexId) -> Option<usize> {
        let ways = self.grid().neighbours(from).iter().enumerate();
        let near = ways.filter_map(|(side, next)| Some((self.far((*next)?, to), side)));
        near.min().map(|(_, side)| side).filter(|_| from != to)
    }

    /// Whether enemy cavalry could fall upon somebody who acts in a hex.
    pub fn ridden(&self, hex: HexId) -> bool {
        let near = |enemy: &&Body| enemy.fresh && self.far(enemy.hex, hex) == 1;
        self.enemies.iter().filter(near).any(|enemy| self.looks_at(enemy.unit, hex))
    }

    /// Which place each unit of the side is to go to or to hold, by its number.
    pub fn goals(&self) -> Vec<u8> {
        let places = self.maps.places.len();
        let mut load = vec![0.0f32; places];
        let mut goals = vec![0u8; self.game.count()];
        let open: Vec<bool> = self.maps.places.iter().map(|hexes| hexes.iter().any(|hex| self.wanted(*hex))).collect();
        let danger: Vec<f32> = (0..places)
            .map(|at| {
                let hex = self.maps.places[at][0];
                // Who attacks reckons with those who hold the place; who defends with all who could come.
                let counts = |enemy: &&Body| {
                    let far = self.far(enemy.hex, hex);
                    !enemy.routed && if self.attacks() { far <= 6 && enemy.arm != Arm::Cavalry } else { far <= 14 }
                };
                self.enemies.iter().filter(counts).map(|enemy| enemy.melee).sum()
            })
            .collect();
        let mut order: Vec<(u16, Unit)> = self
            .game
            .pieces_of(self.side)
            .filter(|unit| matches!(self.state.piece(*unit).place, Place::Map))
            .map(|unit| {
                let (arm, hex) = (self.game.printed(unit).arm, self.state.piece(unit).hex);
                ((0..places).map(|at| self.maps.far(at, arm, hex)).min().unwrap_or(NO_WAY), unit)
            })
            .collect();
        order.sort_unstable();
        for (_, unit) in order {
            let (kind, hex) = (self.game.printed(unit), self.state.piece(unit).hex);
            let price = |at: usize| {
                let far = f32::from(self.maps.far(at, kind.arm, hex).min(2_000)) / 2.0;
                let more = if self.focus == Some(at as u8) { MORE } else { 0.0 };
                let need = self.need(at, danger[at], open[at]) + more;
                // Nobody goes all the way to Malschwitz: those who come by take it.
                let need = if self.attacks() && places > 1 && at == 1 && far > 15.0 { 0.0 } else { need };
                let full = if load[at] >= need { 25.0 } else { 0.0 };
                let idle = if need <= 0.0 { 40.0 } else { 0.0 };
                // Whoever is wanted there comes from farther away.
                far + full + idle + 8.0 * load[at] / need.max(10.0) - if full > 0.0 { 0.0 } else { more / 6.0 }
            };
            let best = (0..places).min_by(|&a, &b| price(a).total_cmp(&price(b))).unwrap_or(0);
            goals[usize::from(unit)] = best as u8;
            if kind.fights() {
                load[best] += f32::from(kind.melee);
            }
        }
        goals
    }

    /// How much melee strength a place asks for.
    fn need(&self, place: usize, danger: f32, open: bool) -> f32 {
        let drill = self.game.setup() == Setup::Outposts;
        if self.attacks() {
            // Malschwitz makes a victory greater, and makes none.
            // In the short game both divisions begin before the two villages and have time for Gleina; in the long one the villages come first.
            let worth: f32 = match self.game.setup() {
                Setup::Outposts => 200.0,
                Setup::Short => [50.0, 10.0, 60.0, 220.0, 40.0][place],
                Setup::Long => [100.0, 10.0, 100.0, 120.0, 40.0][place],
            };
            return if open { worth.max(if place == 1 && !drill { 2.0 } else { 1.6 } * danger) } else { 10.0 + 0.8 * danger };
        }
        if open { 40.0 + danger } else { 15.0 + 0.9 * danger }
    }
}
