//! How good a hex is for a Force to end its march in.

use super::maps::{Maps, NO_WAY};
use super::plan::{Plan, attacks, gain, size};
use super::scene::{Piece, Scene};
use super::works::is_dug_in;
use grognard_eagles_turn_east::state::{Leader, Phase, Side};
use grognard_engine::HexId;
use std::sync::Arc;

/// What a Strength Point is worth in half Movement Points of way.
const POINT: f32 = 9.0;
/// What it is worth to stand beside a bridge that is to be mended.
const WORK: f32 = 8.0;
/// What it is worth to stand in a redoubt of one's own, or where one is being dug.
const DUG_IN: f32 = 10.0;
/// What a good contact is worth before its gain.
const CONTACT: f32 = 25.0;

/// Where somebody could go, judged.
pub struct Ways<'a> {
    pub scene: &'a Scene<'a>,
    pub plan: &'a Plan,
    pub mood: f32,
    pub leader: Leader,
    piece: Option<Piece>,
    /// Distances to his aim.
    far: Option<Arc<Vec<u16>>>,
    /// Everybody else of his side.
    others: Vec<Piece>,
    /// [6.8] Hexes beside a broken bridge that lies in his way.
    works: Vec<HexId>,
}

impl<'a> Ways<'a> {
    /// The ways of a leader.
    pub fn of(scene: &'a Scene<'a>, plan: &'a Plan, maps: &Maps, mood: f32, leader: Leader) -> Self {
        let piece = scene.friend(leader).copied();
        let goal = plan.target(leader).map(|target| target.hex).or_else(|| plan.aim(leader));
        let far = goal.map(|goal| maps.to(scene.game, scene.state, goal));
        let others = scene.friends.iter().filter(|friend| friend.leader != leader).copied().collect();
        let mut ways = Self { scene, plan, mood, leader, piece, far, others, works: Vec::new() };
        if scene.game.is_campaign() && scene.state.phase == Phase::Movement {
            ways.works = ways.broken_bridges();
        }
        ways
    }

    /// [6.8] Where a bridge could be mended that shortens his way, if he has more than horses.
    fn broken_bridges(&self) -> Vec<HexId> {
        let ground = self.scene.game.ground();
        if self.piece.is_none_or(|piece| piece.horse >= piece.points) {
            return Vec::new();
        }
        let ends = self.scene.state.down.into_iter().filter_map(|bridge| ground.bridge_hexes(bridge as u8));
        let held = |hex: HexId| self.scene.stacks.iter().any(|(at, _)| *at == hex);
        let shortens = |from: HexId, to: HexId| {
            matches!((self.far(from), self.far(to)), (Some(from), Some(to)) if to + 10 < from) && !held(to)
        };
        ends.flat_map(|(a, b)| [(a, b), (b, a)]).filter(|&(from, to)| shortens(from, to)).map(|(from, _)| from).collect()
    }

    /// Whether there is work for him in a hex.
    pub fn mends(&self, hex: HexId) -> bool {
        self.works.contains(&hex)
    }

    /// Half Movement Points from a hex to where he wants to go.
    pub fn far(&self, hex: HexId) -> Option<u16> {
        self.far.as_ref().map(|far| far[usize::from(hex.0)]).filter(|far| *far != NO_WAY)
    }

    /// What it is worth to end in a hex, when so many half Movement Points have been spent.
    pub fn worth(&self, hex: HexId, spent: u16) -> f32 {
        let Some(piece) = &self.piece else { return 0.0 };
        let contact = self.scene.contacts(hex).next().is_some();
        let forced = self.scene.state.phase == Phase::ForcedMarch;
        let mut worth = match (contact, forced) {
            (true, true) => self.stand(piece, hex),
            (true, false) => self.attack(piece, hex),
            (false, _) => -self.risk(piece, hex),
        };
        if !contact || self.plan.target(self.leader).is_none() {
            worth -= self.far(hex).map_or(0.0, f32::from).min(200.0);
        }
        let mut works = if self.mends(hex) { WORK } else { 0.0 };
        if is_dug_in(self.scene, self.leader, hex) {
            works += DUG_IN;
        }
        worth + works - POINT * self.attrition(piece, spent) + f32::from(self.scene.game.cover_shift(hex))
    }

    /// Expected loss on the march.
    fn attrition(&self, piece: &Piece, spent: u16) -> f32 {
        let (game, state) = (self.scene.game, self.scene.state);
        let horse = piece.horse >= piece.points;
        let line = game.march_line(horse, spent.min(200) as u8);
        let column = usize::from(game.figures().loc_column);
        let weather = game.march_weather(state, self.scene.side, horse);
        let lost = |line: usize| {
            let all =
                (1..=6).map(|die| f32::from(game.tables().attrition(column, piece.points.max(1.0) as u16, line, die + weather)));
            all.sum::<f32>() / 6.0
        };
        lost(line) - lost(0)
    }

    /// What it is worth to attack whoever is met in a hex.
    fn attack(&self, piece: &Piece, hex: HexId) -> f32 {
        let scene = self.scene;
        let met: Vec<(HexId, f32)> = scene.contacts(hex).collect();
        let foe: f32 = met.iter().map(|(_, points)| points.max(0.5)).sum();
        let reserve: f32 = 0.15 * (scene.around(&scene.enemies, hex, 4, 6) - foe).max(0.0);
        let mut own = piece.points;
        let target = self.plan.target(self.leader);
        for friend in &self.others {
            if met.iter().any(|(at, _)| scene.meets(friend.hex, *at)) {
                own += friend.points;
            } else if target.is_some_and(|target| self.plan.target(friend.leader).is_some_and(|other| other.hex == target.hex))
                && !scene.state.acted.has(friend.leader.into())
            {
                own += friend.points * friend.initiative / 7.0;
            }
        }
        let crossing = |at: HexId| scene.game.ground().between(hex, at, &scene.going).shift() + scene.game.cover_shift(at);
        let shift = met.iter().map(|(at, _)| crossing(*at)).max().unwrap_or(0);
        let gained = gain(own, foe + reserve, f32::from(shift));
        let size = size(scene, foe.min(own));
        let least = if attacks(scene, self.mood) { 0.2 } else { 0.5 } - self.mood;
        let right = target.is_none_or(|target| met.iter().any(|(at, _)| *at == target.hex));
        let mut worth = POINT * gained * size;
        if gained > least && right {
            worth += CONTACT + self.surrounds(hex, &met);
        } else {
            worth -= CONTACT;
        }
        worth
    }

    /// Whoever closes a way of retreat makes the pursuit cost double.
    fn surrounds(&self, hex: HexId, met: &[(HexId, f32)]) -> f32 {
        let alone = !self.others.iter().any(|friend| friend.hex == hex);
        let behind = met.iter().any(|(at, _)| {
            self.others
                .iter()
                .any(|friend| self.scene.meets(friend.hex, *at) && self.scene.game.grid().distance(friend.hex, hex) >= 2)
        });
        f32::from(u8::from(alone)) + if behind { 5.0 } else { 0.0 }
    }

    /// What it is worth to stand in contact and be attacked.
    pub fn stand(&self, piece: &Piece, hex: HexId) -> f32 {
        let scene = self.scene;
        let met: Vec<(HexId, f32)> = scene.contacts(hex).collect();
        let foe: f32 = met.iter().map(|(_, points)| *points).sum();
        let friends = self.others.iter().filter(|friend| met.iter().any(|(at, _)| scene.meets(friend.hex, *at)));
        let own = piece.points + friends.map(|friend| friend.points).sum::<f32>();
        let crossing = met.iter().map(|(at, _)| scene.game.ground().between(hex, *at, &scene.going).shift()).min().unwrap_or(0);
        let shift = scene.game.cover_shift(hex) + crossing;
        let size = size(scene, foe.min(own));
        let together = -POINT * gain(foe, own, f32::from(shift)) * size;
        let alone = own - piece.points;
        // What the others would come to without him is not his doing.
        if alone < 0.5 { together } else { together + POINT * gain(foe, alone, f32::from(shift)) * self.weight(foe.min(alone)) }
    }

    fn weight(&self, points: f32) -> f32 {
        size(self.scene, points)
    }

    /// What may happen to somebody in a hex before he can act again.
    pub fn risk(&self, piece: &Piece, hex: HexId) -> f32 {
        let scene = self.scene;
        let danger = (self.plan.threat(hex)).min(scene.around(&scene.enemies, hex, 4, 9));
        let support = piece.points + scene.around(&self.others, hex, 2, 7);
        let over = danger / support.max(0.5) - 1.25;
        let fear = if scene.side == Side::French { 14.0 } else { 18.0 };
        if over <= 0.0 { 0.0 } else { (over * fear).min(55.0) * (1.0 - self.mood).max(0.3) }
    }
}
