//! A position judged: morale, strength, what either side could do in its next turn, and the ground that counts.

use super::allocate::Assault;
use super::stakes::{Exposure, Stakes, Weights, fighting};
use grognard_engine::plane::Plane;
use grognard_engine::{Decision, HexId, Rules};
use grognard_napoleonic_20::Campaign;
use grognard_napoleonic_20::movement::{Ground, March};
use grognard_napoleonic_20::results_table::{self, CombatResult, column};
use grognard_napoleonic_20::scenario::Arm;
use grognard_napoleonic_20::state::{Frame, NOWHERE, Phase, Side, State};
use grognard_napoleonic_20::unitset::{Unit, UnitSet};

/// What a victory is worth.
const VICTORY: f32 = 1_000.0;
/// Most attacks of one turn that are looked at.
const ATTACKS: usize = 4;

/// Judges positions of one game for one side.
pub(super) struct Outlook<'a> {
    pub game: &'a Campaign,
    pub side: Side,
    pub weights: Weights,
}

/// A hex that can be attacked: the unit in it, or a garrison of the city.
struct Post {
    hex: HexId,
    unit: Option<(Unit, Exposure)>,
    defence: i16,
    saved: i8,
}

/// The best attack on a post.
#[derive(Clone, Copy, Default)]
struct Raid {
    worth: f32,
    /// Who makes it.
    units: UnitSet,
    /// Who was thought of: as long as they are free it stays the best.
    thought_of: UnitSet,
}

impl Outlook<'_> {
    /// The worth of a position to the side, in Morale Points.
    pub(super) fn judge(&self, state: &State) -> f32 {
        if let Decision::Over(outcome) = self.game.decision(state) {
            let margin = f32::from(state.morale[self.side as usize]) - f32::from(state.morale[self.side.other() as usize]);
            return margin + outcome.winner.map_or(0.0, |seat| if seat.0 == self.side as u8 { VICTORY } else { -VICTORY });
        }
        let stakes = Stakes::of(self.game, state, self.weights);
        let mut total = self.standing(state);
        // Before the enemy's die is cast, what he is about to do counts for more than what he could do later.
        let attacker = state.phasing;
        if matches!(state.phase, Phase::Reaction) {
            let mut then = *state;
            then.phase = Phase::Combat;
            then.frame = Frame::Combat;
            then.reacted = UnitSet::EMPTY;
            then.charged = UnitSet::EMPTY;
            then.charged_garrisons = 0;
            let sum: f32 = Assault::of(&stakes, &then, attacker).battles(false).iter().map(|f| f.worth).sum();
            total += if attacker == self.side { sum } else { -sum };
        }
        total + self.future(state, &stakes, UnitSet::EMPTY)
    }

    /// What each side could do in its next turn: the enemy's answer counts for more than one's own.
    pub(super) fn future(&self, state: &State, stakes: &Stakes<'_>, shaken: UnitSet) -> f32 {
        // What counts for nothing is not looked at: half the time of a plan goes into either.
        let counted = |weight: f32, side: Side, shaken: UnitSet| {
            if weight == 0.0 { 0.0 } else { weight * self.threat(state, stakes, side, shaken) }
        };
        let fear = counted(self.weights.fear, self.side.other(), shaken);
        let hope = counted(self.weights.hope, self.side, UnitSet::EMPTY);
        hope - fear
    }

    /// Morale, strength and ground as they are.
    pub(super) fn standing(&self, state: &State) -> f32 {
        let level = |side: Side| {
            let morale = f32::from(state.morale[side as usize]);
            morale - 1.5 / morale.max(0.5)
        };
        let own = self.side;
        level(own) - level(own.other()) + self.army(state, own) - self.army(state, own.other()) + self.ground(state)
    }

    fn army(&self, state: &State, side: Side) -> f32 {
        let mut sum = 0.0;
        for unit in self.game.units_of(side).less(state.destroyed) {
            let piece = self.game.piece(unit);
            if matches!(piece.arm, Arm::Dummy | Arm::Cadre) && state.hex(unit).is_none() {
                continue;
            }
            let whole = if state.broken.has(unit) {
                0.3
            } else if state.routed.has(unit) {
                1.0 - self.weights.rout
            } else if state.hex(unit).is_some() || state.boxed.has(unit) || state.due.has(unit) {
                1.0
            } else {
                0.0
            };
            sum += whole * f32::from(piece.strength) * self.weights.strength;
        }
        sum
    }

    /// The city, the Objectives and the lines of communication.
    fn ground(&self, state: &State) -> f32 {
        let game = self.game;
        let allied = if self.side == Side::Allied { 1.0 } else { -1.0 };
        let mut sum = 0.0;
        let held = game.dresden_held(state);
        // What is held now is paid for at the end of the French turn, if it is still held: surely, once that turn is nearly over.
        let sure = if state.phasing == Side::French && state.phase >= Phase::Combat { 0.95 } else { 0.6 };
        if held >= 1 && state.catastrophe & 1 == 0 {
            sum += sure * self.weights.city[0];
        }
        if held >= 2 && state.catastrophe & 2 == 0 {
            sum += sure * self.weights.city[1];
        }
        sum += 0.15 * held as f32;
        let nights = game.scenario().turns[usize::from(state.turn) - 1..].iter().filter(|t| t.night).count() as f32;
        sum += 0.6 * nights.min(1.0) * f32::from(game.objectives_held(state));
        let near_night = game.scenario().turns[usize::from(state.turn) - 1..].iter().take(2).any(|t| t.night);
        if near_night {
            for side in Side::BOTH {
                let lost = game.refuges(state, side).filter(|&h| game.unit_of_side_at(state, side.other(), h).is_some()).count();
                sum += 0.7 * lost as f32 * if side == Side::French { 1.0 } else { -1.0 };
            }
        }
        allied * sum
    }

    /// The next turn of a side, begun from this position: when it is, and what the weather is then.
    fn turn_of(&self, state: &State, side: Side) -> Option<State> {
        let mut then = *state;
        let passed = match side {
            // The First Player's turn comes with a new Game Turn, unless it is going on.
            Side::Allied => state.phasing == Side::French || state.phase >= Phase::Combat,
            Side::French => state.phasing == Side::French && state.phase >= Phase::Combat,
        };
        if passed {
            then.turn += 1;
        }
        if usize::from(then.turn) > self.game.scenario().turns.len() || self.game.is_night(&then) {
            return None;
        }
        then.phasing = side;
        then.phase = Phase::Movement;
        then.frame = Frame::Move;
        then.moved = UnitSet::EMPTY;
        then.committed = UnitSet::EMPTY;
        Some(then)
    }

    /// What the attacks of a side in its next turn could be worth to it; `shaken` units will hardly take part.
    pub(super) fn threat(&self, state: &State, stakes: &Stakes<'_>, side: Side, shaken: UnitSet) -> f32 {
        let Some(then) = self.turn_of(state, side) else { return 0.0 };
        let game = self.game;
        let ground = Ground::for_side(game, &then, side);
        let terrain = game.terrain(&then, side);
        let mut raiders: Vec<(Unit, f32, Plane)> = Vec::new();
        for unit in game.present(&then, side).less(then.routed).less(shaken) {
            let piece = game.piece(unit);
            let Some(hex) = then.hex(unit) else { continue };
            if piece.arm == Arm::Dummy {
                continue;
            }
            let mut ends = if ground.zone.has(hex) { Plane::EMPTY } else { March::begin(game, &then, &ground, unit).ends() };
            ends.insert(hex);
            raiders.push((unit, f32::from(fighting(game, &then, unit, true)), ends));
        }
        raiders.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let enemies = game.occupied(&then, side);
        let shut = if side == Side::French { enemies.or(&game.garrisoned(&then)) } else { enemies };
        let zone = game.zone(&then, side);
        let mut posts = self.posts(&then, stakes, side.other(), &shut, &zone);
        if game.hesitates(&then, side) {
            posts.retain(|post| !game.places().city.has(post.hex));
        }
        let mut used = UnitSet::EMPTY;
        let mut total = 0.0;
        let look = |post: &Post, used: UnitSet| self.raid(&then, stakes, side, post, &raiders, used, terrain, &ground);
        let mut raids: Vec<(Raid, Post)> = posts.into_iter().map(|post| (look(&post, used), post)).collect();
        for _ in 0..ATTACKS {
            let mut best: Option<(f32, usize)> = None;
            for (i, (raid, _)) in raids.iter().enumerate() {
                if raid.worth > best.map_or(0.05, |b| b.0) {
                    best = Some((raid.worth, i));
                }
            }
            let Some((worth, i)) = best else { break };
            total += worth;
            let (taken, _) = raids.swap_remove(i);
            used = used.or(taken.units);
            // Only where one of those was thought of is there anything to think of again.
            for (raid, post) in &mut raids {
                if !raid.thought_of.and(taken.units).is_empty() {
                    *raid = look(post, used);
                }
            }
        }
        total
    }

    /// What a side has to defend: its units, and the garrisons of the city where no unit stands.
    fn posts(&self, state: &State, stakes: &Stakes<'_>, side: Side, shut: &Plane, zone: &Plane) -> Vec<Post> {
        let game = self.game;
        let terrain = game.terrain(state, side);
        let mut all = Vec::new();
        for unit in game.present(state, side) {
            let Some(hex) = state.hex(unit) else { continue };
            if game.piece(unit).arm == Arm::Dummy {
                continue;
            }
            let exposure = stakes.exposure(state, unit, hex, shut, zone);
            let defence = fighting(game, state, unit, false) + i16::from(terrain.hex_bonus(hex));
            all.push(Post { hex, unit: Some((unit, exposure)), defence, saved: 0 });
        }
        if side == Side::French {
            for &hex in &game.places().garrisons[..2] {
                if game.standing_garrison(state, hex).is_some() && game.unit_of_side_at(state, side, hex).is_none() {
                    let defence = i16::from(terrain.hex_bonus(hex));
                    all.push(Post { hex, unit: None, defence, saved: terrain.reduction(hex) });
                }
            }
        }
        all
    }

    /// The best attack on a post by those who are free: the strongest first, one to each hex beside it, as many as pay.
    #[allow(clippy::too_many_arguments)]
    fn raid(
        &self,
        state: &State,
        stakes: &Stakes<'_>,
        side: Side,
        post: &Post,
        raiders: &[(Unit, f32, Plane)],
        used: UnitSet,
        terrain: &grognard_napoleonic_20::terrain::Terrain,
        ground: &Ground,
    ) -> Raid {
        let mut slots = [NOWHERE; 6];
        let mut free = 0;
        for hex in terrain.open_from(post.hex).filter(|&h| !ground.enemies.has(h)) {
            slots[free] = hex;
            free += 1;
        }
        let mut crew = [(0, Exposure::default()); 4];
        let mut strength = 0.0;
        let mut best = Raid::default();
        let mut bonus = 0i8;
        let mut standing_by = 0.0;
        for (unit, power, ends) in raiders {
            if used.has(*unit) {
                continue;
            }
            let Some(at) = slots[..free].iter().position(|&h| ends.has(h)) else { continue };
            let from = slots[at];
            free -= 1;
            slots[at] = slots[free];
            bonus = bonus.max(terrain.side_bonus(from, post.hex));
            strength += power;
            let count = best.thought_of.len() as usize;
            best.thought_of.insert(*unit);
            let breaks = stakes.break_price(*unit);
            let routs = stakes.point[side as usize] + 0.3;
            crew[count] = (*unit, Exposure { breaks, routs, withdraws: self.weights.withdrawal, leaves: 1.0, yields: true });
            let party = &crew[..=count];
            let shelter = i16::from(bonus - game_bonus(terrain, post.hex)).max(0);
            let column = column(strength as i16 - post.defence - shelter);
            let theirs: &[(Unit, Exposure)] = post.unit.as_slice();
            let garrison = post.unit.is_none().then_some(post.saved);
            let prize = stakes.prize(state, side, post.hex);
            let mut worth = stakes.worth(column, party, theirs, prize, garrison, 0.0);
            standing_by += f32::from(fighting(self.game, state, *unit, false));
            if let Some((defender, exposure)) = post.unit
                && self.weights.duty != 0.0
                && !state.routed.has(defender)
            {
                // Whoever is still there in his own turn has to attack in his turn.
                let back = results_table::column(fighting(self.game, state, defender, true) - standing_by as i16);
                let reply = stakes.worth(back, &[(defender, exposure)], party, 0.0, None, 0.0);
                worth -= self.weights.duty * self.stays(column, exposure.yields) * reply;
            }
            if worth > best.worth {
                (best.worth, best.units) = (worth, best.thought_of);
            }
            if party.len() == crew.len() {
                break;
            }
        }
        best
    }
}

impl Outlook<'_> {
    /// How likely attacker and defender still touch, in good order, after a battle in this column.
    fn stays(&self, column: usize, yields: bool) -> f32 {
        let stay = |die: &u8| match self.game.look_up(column, *die) {
            CombatResult::Ne => true,
            CombatResult::Dw => !yields,
            _ => false,
        };
        (1..=6).filter(stay).count() as f32 / 6.0
    }
}

fn game_bonus(terrain: &grognard_napoleonic_20::terrain::Terrain, hex: HexId) -> i8 {
    terrain.hex_bonus(hex)
}
