//! What a battle is worth before the die: every result of its column, in Morale Points.

use grognard_engine::HexId;
use grognard_engine::dice::SeededDice;
use grognard_engine::plane::Plane;
use grognard_napoleonic_20::Campaign;
use grognard_napoleonic_20::results_table::CombatResult;
use grognard_napoleonic_20::scenario::Arm;
use grognard_napoleonic_20::state::{Side, State};
use grognard_napoleonic_20::unitset::{Unit, UnitSet};

/// Turns still to come after this one from which on a side that is behind has nothing more to wait for.
const LAST: usize = 3;

/// How dear things are, in Morale Points.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// One point of strength that leaves the map.
    pub strength: f32,
    /// The part of a unit's worth that a rout costs until the night.
    pub rout: f32,
    /// A step back.
    pub withdrawal: f32,
    /// The first and the second hex of Dresden lost.
    pub city: [f32; 2],
    /// How much the enemy's next turn counts.
    pub fear: f32,
    /// How much one's own next turn counts.
    pub hope: f32,
    /// A hex nearer to where one wants to be, for each point of strength.
    pub pull: f32,
    /// What an army wants to be paid for the risk of a battle.
    pub caution: f32,
    /// A unit of one's own in a hex of Dresden.
    pub hold: f32,
    /// How much the attack counts that a unit owes when the enemy stays next to it.
    pub duty: f32,
    /// Whether it makes for the enemy's lines of communication instead.
    pub rear: bool,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            strength: 0.12,
            rout: 0.45,
            withdrawal: 0.12,
            city: [0.9, 2.4],
            fear: 0.7,
            hope: 0.25,
            pull: 0.012,
            caution: 0.0,
            hold: 0.0,
            duty: 0.0,
            rear: false,
        }
    }
}

impl Weights {
    /// The weights of a side. The French are fewer and their time is short: they do best when they think of their own blows and of the
    /// city rather than of the enemy's.
    #[must_use]
    pub fn of(side: Side) -> Self {
        let plain = Self::default();
        match side {
            Side::French => Self { fear: 0.0, hope: 0.6, pull: 0.005, hold: 1.0, withdrawal: 0.4, duty: 0.5, ..plain },
            Side::Allied => plain,
        }
    }

    /// The same in the last turns of a side that is behind: nobody gains by keeping what is left of a lost battle [15.0], so it goes nearer to the enemy and
    /// takes battles that it would not have taken. What it loses counts as much as ever: to hold that cheap lost more games than it won (ADR 28).
    #[must_use]
    pub fn pressed(self, game: &Campaign, state: &State, side: Side) -> Self {
        let left = game.scenario().turns.len().saturating_sub(usize::from(state.turn));
        if left > LAST || state.morale[side as usize] >= state.morale[side.other() as usize] {
            return self;
        }
        Self { pull: self.pull.max(0.005) * 4.0, caution: self.caution - 0.4, hold: 0.3 * self.hold, ..self }
    }

    /// The same commander in several minds: as he is, bolder, warier, holding the city, pressing on, standing back, and then as the dice fall.
    #[must_use]
    pub fn minds(self, count: u32, seed: u64) -> Vec<Self> {
        let mut all = vec![
            self,
            Self { fear: self.fear + 0.3, ..self },
            Self { fear: self.fear + 0.7, ..self },
            Self { hold: self.hold + 0.8, ..self },
            Self { fear: 0.0, hope: self.hope * 2.0, caution: self.caution - 0.2, ..self },
            Self { pull: self.pull * 4.0, hope: self.hope * 2.0, ..self },
            Self { pull: 0.0, hope: 0.0, fear: self.fear + 1.4, caution: self.caution + 0.3, ..self },
        ];
        let mut dice = SeededDice::new(seed);
        let mut between = |low: f32, high: f32| low + (high - low) * (dice.below(1_000) as f32 / 1_000.0);
        while all.len() < count as usize {
            all.push(Self {
                fear: self.fear + between(-0.1, 1.0).max(0.0),
                hope: self.hope * between(0.0, 3.0),
                pull: self.pull * between(0.0, 5.0),
                hold: self.hold + between(-0.6, 1.0),
                duty: self.duty + between(-0.5, 0.8),
                caution: self.caution + between(-0.3, 0.4),
                ..self
            });
        }
        all.truncate(count as usize);
        all
    }

    /// Sets a weight by its name; false if there is none.
    pub fn set(&mut self, name: &str, value: f32) -> bool {
        let place = match name {
            "strength" => &mut self.strength,
            "rout" => &mut self.rout,
            "withdrawal" => &mut self.withdrawal,
            "city" => &mut self.city[0],
            "both" => &mut self.city[1],
            "fear" => &mut self.fear,
            "hope" => &mut self.hope,
            "pull" => &mut self.pull,
            "caution" => &mut self.caution,
            "hold" => &mut self.hold,
            "duty" => &mut self.duty,
            _ => return false,
        };
        *place = value;
        true
    }
}

/// What both armies have to lose, at one moment.
pub(super) struct Stakes<'a> {
    pub game: &'a Campaign,
    pub weights: Weights,
    /// What a Morale Point is worth to each side: more when few are left.
    pub point: [f32; 2],
    /// Whether a point gained still counts: not at the end of the track.
    pub gain: [f32; 2],
}

/// What one unit stands to lose in a battle where it is.
#[derive(Clone, Copy, Default)]
pub(super) struct Exposure {
    pub breaks: f32,
    pub routs: f32,
    pub withdraws: f32,
    /// How likely it leaves its hex when it routs.
    pub leaves: f32,
    /// Whether it leaves its hex when it has to withdraw.
    pub yields: bool,
}

impl<'a> Stakes<'a> {
    pub(super) fn of(game: &'a Campaign, state: &State, weights: Weights) -> Self {
        let cap = game.figures().morale_cap;
        let point = Side::BOTH.map(|side| 1.0 + 1.5 / f32::from(state.morale[side as usize].max(1)));
        let gain = Side::BOTH.map(|side| if (state.morale[side as usize] as i8) < cap { 1.0 } else { 0.15 });
        Self { game, weights, point, gain }
    }

    /// What a unit's break costs its side, the enemy's gain included.
    pub(super) fn break_price(&self, unit: Unit) -> f32 {
        let piece = self.game.piece(unit);
        let side = piece.side;
        let point = self.point[side as usize];
        point + self.gain[side.other() as usize] + self.weights.strength * f32::from(piece.strength)
    }

    /// What a unit in a hex stands to lose. `closed` are hexes that it cannot retreat to, `zone` those that are hazardous.
    pub(super) fn exposure(&self, state: &State, unit: Unit, hex: HexId, closed: &Plane, zone: &Plane) -> Exposure {
        let piece = self.game.piece(unit);
        if piece.arm == Arm::Dummy {
            return Exposure::default();
        }
        let side = piece.side;
        let breaks = self.break_price(unit);
        let terrain = self.game.terrain(state, side);
        let shelter = f32::from(terrain.reduction(hex));
        // How a retreat would go: safe if a hex is free of the enemy's zones, else at even odds, hopeless without any hex.
        let mut peril: f32 = 1.0;
        for to in terrain.open_from(hex) {
            if closed.has(to) {
                continue;
            }
            peril = peril.min(if zone.has(to) || terrain.is_perilous(hex, to) { 0.5 } else { 0.06 });
        }
        let nerve = if piece.elite { 2.0 } else { 0.0 };
        let leaves = ((6.0 - shelter - nerve) / 6.0).max(0.0);
        if state.routed.has(unit) {
            // A second rout breaks it.
            return Exposure {
                breaks,
                routs: breaks,
                withdraws: if shelter > 0.0 { 0.0 } else { self.weights.withdrawal * 0.5 + peril * breaks },
                leaves: 1.0,
                yields: shelter == 0.0,
            };
        }
        let worth = self.weights.strength * f32::from(piece.strength);
        let routed = self.point[side as usize] + self.weights.rout * worth + 0.15;
        let danger = peril * leaves;
        Exposure {
            breaks,
            routs: routed * (1.0 - danger) + breaks * danger,
            withdraws: if shelter > 0.0 { 0.0 } else { self.weights.withdrawal + (peril - 0.06).max(0.0) * breaks },
            leaves,
            yields: shelter == 0.0,
        }
    }

    /// What a hex is worth to the side that takes it: the city, for the Allies as long as its loss has not been paid for, for the
    /// French as long as it still can be spared them.
    pub(super) fn prize(&self, state: &State, side: Side, hex: HexId) -> f32 {
        let city = &self.game.places().garrisons[..2];
        if !city.contains(&hex) {
            return 0.0;
        }
        let [one, both] = self.weights.city;
        let first = if state.catastrophe & 1 == 0 { one } else { 0.3 };
        let second = if state.catastrophe & 2 == 0 { both } else { 0.3 };
        match (side, self.game.dresden_held(state)) {
            // Whoever takes one hex may take the other with it.
            (Side::Allied, 0) => first + 0.3 * second,
            (Side::Allied, _) => second,
            (Side::French, 2) => second,
            (Side::French, _) => first,
        }
    }

    /// The worth of a battle to its attacker, over all faces of the die.
    pub(super) fn worth(
        &self,
        column: usize,
        attackers: &[(Unit, Exposure)],
        defenders: &[(Unit, Exposure)],
        prize: f32,
        garrison: Option<i8>,
        guard: f32,
    ) -> f32 {
        let sum = |side: &[(Unit, Exposure)], pick: fn(&Exposure) -> f32| side.iter().map(|(_, e)| pick(e)).sum::<f32>();
        let broken = |side: &[(Unit, Exposure)]| sum(side, |e| e.breaks);
        let follow = if attackers.iter().any(|(u, _)| self.game.piece(*u).arm != Arm::Artillery) { 1.0 } else { 0.0 };
        let mut total = 0.0;
        for die in 1..=6 {
            total += match self.game.look_up(column, die) {
                CombatResult::Ab => -broken(attackers) - guard,
                CombatResult::Ar => -sum(attackers, |e| e.routs) - guard,
                CombatResult::Aw => -sum(attackers, |e| e.withdraws) - guard,
                CombatResult::Ne => -guard,
                CombatResult::Dw => {
                    let moved = defenders.iter().any(|(_, e)| e.yields);
                    let won = if moved && garrison.is_none() { prize * follow } else { 0.0 };
                    sum(defenders, |e| e.withdraws) + won - if won > 0.0 || moved { 0.0 } else { guard }
                }
                CombatResult::Dr => {
                    let leaves = defenders.iter().map(|(_, e)| e.leaves).fold(0.0, f32::max);
                    let falls = garrison.map_or(0.0, |saved| (f32::from(6 - saved) / 6.0).max(0.0));
                    sum(defenders, |e| e.routs) + prize * follow * if defenders.is_empty() { falls } else { leaves }
                }
                CombatResult::Db => broken(defenders) + prize * follow,
                CombatResult::Ex => broken(defenders) - self.exchange(attackers, defenders) + prize * follow * 0.8,
            };
        }
        total / 6.0
    }

    /// What the attacker gives for an exchange: the cheapest units that make up the printed strength.
    fn exchange(&self, attackers: &[(Unit, Exposure)], defenders: &[(Unit, Exposure)]) -> f32 {
        let strength = |u: Unit| i32::from(self.game.piece(u).strength);
        let owing: i32 = defenders.iter().map(|(u, _)| strength(*u)).sum();
        if owing == 0 {
            return 0.0;
        }
        let mut best = f32::MAX;
        let count = attackers.len().min(8);
        for subset in 1u32..1 << count {
            let chosen = || attackers[..count].iter().enumerate().filter(move |(i, _)| subset >> i & 1 == 1).map(|(_, a)| a);
            if chosen().map(|(u, _)| strength(*u)).sum::<i32>() >= owing {
                best = best.min(chosen().map(|(_, e)| e.breaks).sum());
            }
        }
        if best == f32::MAX { attackers.iter().map(|(_, e)| e.breaks).sum() } else { best }
    }
}

/// The strength with which a unit fights, in the weather of a position.
pub(super) fn fighting(game: &Campaign, state: &State, unit: Unit, attacking: bool) -> i16 {
    let piece = game.piece(unit);
    let mut now = i16::from(piece.strength);
    if state.routed.has(unit) {
        now = (now + 1) / 2;
    }
    if game.is_foot(unit) && game.rain_falls(state) && now > 0 {
        now -= 1;
    }
    if attacking && piece.arm == Arm::Artillery && !game.is_wet(state) {
        now *= 2;
    }
    now
}

/// The units of a set with what each stands to lose.
pub(super) fn exposed(stakes: &Stakes<'_>, state: &State, units: UnitSet, closed: &Plane, zone: &Plane) -> Vec<(Unit, Exposure)> {
    let one = |unit: Unit| state.hex(unit).map(|hex| (unit, stakes.exposure(state, unit, hex, closed, zone)));
    units.into_iter().filter_map(one).collect()
}
