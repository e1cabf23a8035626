//! A plan for a phase: which enemy is attacked and by whom, and where everybody else goes.

use super::fleet;
use super::maps::{Maps, NO_WAY};
use super::scene::{Piece, Scene};
use grognard_eagles_turn_east::Setting;
use grognard_eagles_turn_east::ground::Cover;
use grognard_eagles_turn_east::state::{By, Frame, LEADERS, Leader, Leaders, Phase, Side};
use grognard_engine::HexId;
use grognard_engine::sets::HexSet;
use std::sync::Arc;

/// What an attack comes to by column of the table, in Strength Points gained less those lost; ties go against the attacker.
const GAINS: [f32; 10] = [-4.0, -2.6, -1.4, -0.3, 0.5, 1.3, 2.0, 2.7, 3.4, 4.0];
/// The ratios at which the columns begin.
const RATIOS: [f32; 10] = [0.333, 0.5, 0.667, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0];
/// Least gain for which an attack is made by whoever has to attack to win, and by whoever has not.
const EAGER: f32 = 0.35;
const WARY: f32 = 0.5;
/// In a mood like this or worse nobody goes for the enemy who need not.
pub const WAITS: f32 = -1.0;
/// As much as this against those who hold a place.
const ENOUGH: f32 = 1.6;
/// As much as this against one and nobody else is needed.
const PLENTY: f32 = 3.2;

/// What an attack at a ratio comes to, so many columns to the left.
pub fn gain(own: f32, foe: f32, shift: f32) -> f32 {
    let ratio = own / foe.max(0.5);
    let at = RATIOS.iter().rposition(|known| ratio >= *known).unwrap_or(0);
    let next = RATIOS.get(at + 1).copied().unwrap_or(RATIOS[at] + 1.0);
    let part = ((ratio - RATIOS[at]) / (next - RATIOS[at])).clamp(0.0, 1.0);
    let column = (at as f32 + part - shift).clamp(0.0, 9.0);
    let low = column.floor() as usize;
    let high = (low + 1).min(9);
    GAINS[low] + (GAINS[high] - GAINS[low]) * (column - low as f32)
}

/// How near an enemy must be to be feared at all, in hexes.
const NEAR: u8 = 24;
/// How many of the nearest enemies somebody chooses from.
const NEAREST: usize = 6;

/// An enemy hex that is to be attacked.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub hex: HexId,
}

/// How far a leader gets, as long as the enemy stands where he stands.
type Reach = Arc<Vec<(HexId, u16)>>;

/// Who could fight a stack in this phase: the friend, whether he stands there already, the columns that his way costs.
type Comers = Vec<(Piece, bool, u8)>;

/// When something was looked up: turn, phasing side, phase, and whether by Initiative.
type When = (u8, Side, Phase, bool);

/// A plan for a phase.
#[derive(Clone, Default)]
pub struct Plan {
    when: Option<When>,
    seen: Option<(Frame, u32)>,
    reach: Vec<(Leader, Reach)>,
    /// By hex, what the enemy could bring against it in a turn.
    threat: Vec<f32>,
    pub targets: Vec<Target>,
    role: Vec<u8>,
    aims: Vec<Option<HexId>>,
    /// [13] Who goes to sea, and from where.
    envoy: Option<(Leader, HexId)>,
}

const NO_ROLE: u8 = u8::MAX;

impl Plan {
    /// Brings the plan up to date. `quick` keeps it for the whole segment.
    pub fn renew(&mut self, scene: &Scene<'_>, maps: &Maps, mood: f32, commandable: Leaders, quick: bool) {
        let state = scene.state;
        let by_initiative = state.frame != Frame::Command;
        let when = (state.turn, state.phasing, state.phase, by_initiative);
        if self.when != Some(when) {
            *self = Self { when: Some(when), ..Self::default() };
        }
        let acted = state.acted.len();
        let current = self.seen.is_some_and(|(frame, count)| frame == state.frame && (quick || count == acted));
        if !current {
            self.seen = Some((state.frame, acted));
            self.draw(scene, maps, mood, commandable);
        }
    }

    /// The target of a leader.
    pub fn target(&self, leader: Leader) -> Option<&Target> {
        let role = self.role.get(usize::from(leader)).copied().unwrap_or(NO_ROLE);
        self.targets.get(usize::from(role))
    }

    /// Where a leader goes who attacks nobody.
    pub fn aim(&self, leader: Leader) -> Option<HexId> {
        self.aims.get(usize::from(leader)).copied().flatten()
    }

    /// How far somebody gets who has not marched yet.
    pub fn reach(&mut self, scene: &Scene<'_>, leader: Leader) -> Reach {
        if let Some((_, reach)) = self.reach.iter().find(|(known, _)| *known == leader) {
            return Arc::clone(reach);
        }
        let by = match scene.state.phase {
            Phase::ForcedMarch => By::Forced,
            _ => By::Initiative,
        };
        let reach = Arc::new(scene.game.reach(scene.state, leader, by));
        self.reach.push((leader, Arc::clone(&reach)));
        reach
    }

    /// What the enemy could bring against a hex in a turn.
    pub fn threat(&self, hex: HexId) -> f32 {
        self.threat.get(usize::from(hex.0)).copied().unwrap_or(0.0)
    }

    /// Looks up how far the enemies get. Where they stand changes little while we march.
    fn fear(&mut self, scene: &Scene<'_>) {
        let game = scene.game;
        self.threat = vec![0.0; game.grid().size()];
        let near = |hex: HexId| scene.friends.iter().any(|friend| game.grid().distance(friend.hex, hex) <= NEAR);
        for enemy in scene.enemies.iter().filter(|enemy| enemy.points > 0.0 && near(enemy.hex)) {
            let mut met = HexSet::none(game.grid());
            for (hex, _) in game.reach(scene.state, enemy.leader, By::Initiative) {
                met.insert(hex);
                game.grid()
                    .around(hex)
                    .filter(|next| game.ground().meets(hex, *next, &scene.going))
                    .for_each(|next| met.insert(next));
            }
            met.hexes().for_each(|hex| self.threat[usize::from(hex.0)] += enemy.points);
        }
    }

    fn draw(&mut self, scene: &Scene<'_>, maps: &Maps, mood: f32, commandable: Leaders) {
        self.targets.clear();
        self.role = vec![NO_ROLE; LEADERS];
        self.aims = vec![None; LEADERS];
        self.envoy = fleet::envoy(scene, maps).filter(|envoy| envoy.alone).map(|envoy| (envoy.leader, envoy.port));
        if self.threat.is_empty() {
            self.fear(scene);
        }
        if scene.state.phase == Phase::Movement {
            self.pick_targets(scene, mood, commandable);
        }
        for friend in &scene.friends {
            if !friend.outpost && self.role[usize::from(friend.leader)] == NO_ROLE {
                self.aims[usize::from(friend.leader)] = self.aim_of(scene, maps, friend, mood);
            }
        }
    }

    /// The chance that somebody gets where he wants: commands are sure, Initiative is not.
    fn chance(scene: &Scene<'_>, friend: &Piece, commands: &mut u8, commandable: Leaders) -> f32 {
        if scene.state.acted.has(friend.leader.into()) {
            return 0.0;
        }
        if *commands > 0 && commandable.has(friend.leader.into()) {
            *commands -= 1;
            return 1.0;
        }
        (friend.initiative / 6.0).clamp(0.1, 0.9)
    }

    /// Who could fight a stack in this phase.
    fn comers(&mut self, scene: &Scene<'_>, hex: HexId) -> Comers {
        let mut found = Vec::new();
        let distance = |at: HexId| scene.game.grid().distance(at, hex);
        let away = |leader: Leader| self.envoy.is_some_and(|(envoy, _)| envoy == leader);
        let able: Vec<Piece> = scene
            .friends
            .iter()
            .filter(|friend| !friend.outpost && friend.points > 0.0 && !away(friend.leader))
            .copied()
            .collect();
        for friend in &able {
            let shift = |at: HexId| scene.game.ground().between(at, hex, &scene.going).shift();
            if scene.meets(friend.hex, hex) {
                found.push((*friend, true, shift(friend.hex)));
                continue;
            }
            if scene.state.acted.has(friend.leader.into()) || distance(friend.hex) > 20 {
                continue;
            }
            let reach = self.reach(scene, friend.leader);
            let ways = reach.iter().filter(|(at, _)| scene.meets(*at, hex)).map(|(at, _)| shift(*at));
            if let Some(shift) = ways.min() {
                found.push((*friend, false, shift));
            }
        }
        found
    }

    fn pick_targets(&mut self, scene: &Scene<'_>, mood: f32, commandable: Leaders) {
        let stacks = scene.stacks.clone();
        let able: Vec<(HexId, f32, Comers)> = stacks
            .iter()
            .map(|&(hex, points)| (hex, points, self.comers(scene, hex)))
            .filter(|(.., comers)| !comers.is_empty())
            .collect();
        let least = if attacks(scene, mood) { EAGER } else { WARY } - mood;
        let mut commands = commands(scene);
        for _ in 0..5 {
            let mut best: Option<(f32, usize, Vec<Leader>, u8)> = None;
            for (at, (hex, points, comers)) in able.iter().enumerate() {
                if self.targets.iter().any(|target| target.hex == *hex) {
                    continue;
                }
                let (worth, gained, who, left) = self.weigh(scene, (*hex, *points), comers, commands, commandable);
                if gained > least && best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                    best = Some((worth, at, who, left));
                }
            }
            let Some((_, at, who, left)) = best else { break };
            commands = left;
            let role = self.targets.len() as u8;
            self.targets.push(Target { hex: able[at].0 });
            who.into_iter().for_each(|leader| self.role[usize::from(leader)] = role);
        }
    }

    /// What an attack on a stack is worth, what it gains, who makes it, and how many commands are left.
    fn weigh(
        &self,
        scene: &Scene<'_>,
        (hex, points): (HexId, f32),
        comers: &[(Piece, bool, u8)],
        commands: u8,
        commandable: Leaders,
    ) -> (f32, f32, Vec<Leader>, u8) {
        let foe = points.max(0.5) + beside(scene, hex);
        let mut order: Vec<&(Piece, bool, u8)> =
            comers.iter().filter(|(piece, ..)| self.role[usize::from(piece.leader)] == NO_ROLE).collect();
        order.sort_by(|a, b| (b.1, b.0.points).partial_cmp(&(a.1, a.0.points)).unwrap_or(std::cmp::Ordering::Equal));
        let (mut own, mut sure, mut left, mut who, mut shift) = (0.0, 0.0, commands, Vec::new(), u8::MAX);
        for (piece, there, crossing) in order {
            if own > PLENTY * foe {
                break;
            }
            let chance = if *there { 1.0 } else { Self::chance(scene, piece, &mut left, commandable) };
            own += chance * piece.points;
            if chance == 1.0 {
                sure += piece.points;
            }
            if chance > 0.0 {
                who.push(piece.leader);
                shift = shift.min(*crossing);
            }
        }
        let shift = f32::from(scene.game.cover_shift(hex)) + f32::from(if shift == u8::MAX { 0 } else { shift });
        // Whoever comes first may be left alone with the enemy.
        let gained = 0.6 * gain(own, foe, shift) + 0.4 * gain(sure.max(0.6 * own), foe, shift);
        (gained * size(scene, foe.min(own)), gained, who, left)
    }

    /// Where somebody goes who attacks nobody.
    fn aim_of(&self, scene: &Scene<'_>, maps: &Maps, friend: &Piece, mood: f32) -> Option<HexId> {
        // [14] At rest nobody goes but towards what he was given.
        if scene.game.rests(scene.state, scene.side) {
            return scene.state.grand.aims.iter().find(|aim| aim.leader == friend.leader).map(|aim| aim.hex);
        }
        let grid = scene.game.grid();
        let danger = self.threat(friend.hex).min(scene.around(&scene.enemies, friend.hex, 4, 9));
        let support = scene.around(&scene.friends, friend.hex, 2, 6);
        if danger > (1.35 + 0.5 * mood.max(WAITS)) * support && scene.to_enemy(friend.hex) <= 8 {
            return Some(self.refuge(scene, maps, friend));
        }
        if let Some(port) = self.envoy.filter(|(leader, _)| *leader == friend.leader).map(|(_, port)| port) {
            return Some(port);
        }
        // Somebody is attacked near by: go there.
        let near = self.targets.iter().map(|target| (grid.distance(target.hex, friend.hex), target.hex)).min();
        if let Some((distance, hex)) = near
            && distance <= 16
        {
            return Some(hex);
        }
        if let Some(place) = place(scene, maps, friend).or_else(|| fleet::before_danzig(scene, maps, friend)) {
            return Some(place);
        }
        if attacks(scene, mood) || mood > 0.3 { self.prey(scene, maps, friend) } else { self.anchor(scene, friend) }
    }

    /// The enemy whom somebody goes for: near, and not too strong for those who could go for him.
    fn prey(&self, scene: &Scene<'_>, maps: &Maps, friend: &Piece) -> Option<HexId> {
        let price = |&(hex, points): &(HexId, f32)| {
            let far = maps.to(scene.game, scene.state, hex)[usize::from(friend.hex.0)];
            let foe = points + scene.around(&scene.enemies, hex, 2, 6);
            let own = scene.around(&scene.friends, hex, 8, 24);
            let fort = if scene.game.ground().cover(hex) == Cover::Fort { 15.0 } else { 0.0 };
            (f32::from(far) + fort + 1.2 * (foe - own).max(0.0), far)
        };
        let mut stacks: Vec<&(HexId, f32)> = scene.stacks.iter().collect();
        stacks.sort_by_key(|(hex, _)| (scene.game.grid().distance(*hex, friend.hex), *hex));
        let best = stacks.into_iter().take(NEAREST).map(|stack| (price(stack), stack.0)).filter(|((_, far), _)| *far != NO_WAY);
        best.min_by(|a, b| a.0.0.total_cmp(&b.0.0)).map(|(_, hex)| hex)
    }

    /// Where those who wait for the enemy gather: with the strongest of their friends that are not far.
    fn anchor(&self, scene: &Scene<'_>, friend: &Piece) -> Option<HexId> {
        let grid = scene.game.grid();
        let worth =
            |other: &Piece| scene.around(&scene.friends, other.hex, 1, 5) - 0.6 * f32::from(grid.distance(other.hex, friend.hex));
        let others = scene.friends.iter().filter(|other| !other.outpost && grid.distance(other.hex, friend.hex) <= 18);
        others
            .max_by(|a, b| worth(a).total_cmp(&worth(b)))
            .map(|other| other.hex)
            .filter(|hex| grid.distance(*hex, friend.hex) > 1)
    }

    /// Where somebody falls back to: stronger friends on the way home, else home.
    fn refuge(&self, scene: &Scene<'_>, maps: &Maps, friend: &Piece) -> HexId {
        let home = home(scene, friend);
        let far = maps.to(scene.game, scene.state, home);
        let here = far[usize::from(friend.hex.0)];
        let grid = scene.game.grid();
        let safe = |other: &&Piece| {
            let strong = scene.around(&scene.friends, other.hex, 1, 4) > 0.9 * scene.around(&scene.enemies, other.hex, 3, 8);
            !other.outpost && other.hex != friend.hex && strong && grid.distance(other.hex, friend.hex) <= 14
        };
        let nearer = |other: &Piece| far[usize::from(other.hex.0)] < here.saturating_add(4);
        let best = scene
            .friends
            .iter()
            .filter(safe)
            .filter(|other| nearer(other))
            .min_by_key(|other| grid.distance(other.hex, friend.hex));
        best.map_or(home, |other| other.hex)
    }
}

/// How much a fight about so many Strength Points counts: one that may become critical more than many small ones.
pub fn size(scene: &Scene<'_>, points: f32) -> f32 {
    let size = (points / 6.0).clamp(0.3, 2.5);
    if scene.game.is_campaign() && points >= f32::from(scene.game.figures().critical) { 1.6 * size } else { size }
}

/// Enemies who may have a say in an attack on a hex: those next to it, and those who may march there.
fn beside(scene: &Scene<'_>, hex: HexId) -> f32 {
    let grid = scene.game.grid();
    let share = |enemy: &Piece| match grid.distance(enemy.hex, hex) {
        0 => 0.0,
        1 => 0.7,
        2..=4 => 0.25 * enemy.initiative / 3.0,
        5..=7 => 0.1,
        _ => 0.0,
    };
    scene.enemies.iter().map(|enemy| share(enemy) * enemy.points).sum()
}

/// Whether a side goes for the enemy: the French, and whoever is much stronger, unless it is in a mood to wait.
pub fn attacks(scene: &Scene<'_>, mood: f32) -> bool {
    mood > WAITS && (scene.side == Side::French || Scene::sum(&scene.friends) > 1.3 * Scene::sum(&scene.enemies))
}

/// Commands that a side can still give in this turn.
fn commands(scene: &Scene<'_>) -> u8 {
    if scene.state.frame != Frame::Command {
        return 0;
    }
    if scene.game.is_campaign() {
        let points = scene.side.armies().iter().map(|army| scene.state.offices[*army as usize].points);
        return points.sum::<u8>().saturating_sub(1);
    }
    scene.state.commands
}

/// A place that counts and is somebody's business: he is among the nearest of his side who together are strong enough to take it in time.
fn place(scene: &Scene<'_>, maps: &Maps, friend: &Piece) -> Option<HexId> {
    let state = scene.state;
    let ground = scene.game.ground();
    let mut wanted: Vec<HexId> = Vec::new();
    let counts = scene.game.is_campaign() || scene.game.setting() == Setting::Friedland;
    if counts && state.koenigsberg != scene.side {
        wanted.extend(ground.area("koenigsberg"));
    }
    if scene.game.is_campaign() && scene.side == Side::French {
        let towns = ground.area("warsaw").iter().chain(ground.area("towns"));
        wanted.extend(towns.zip(0..7).filter(|(_, bit)| state.towns >> bit & 1 == 0).map(|(hex, _)| *hex));
    }
    let most = 9 * u16::from(scene.turns_left()).min(12);
    for hex in wanted {
        let far = maps.to(scene.game, state, hex);
        if far[usize::from(friend.hex.0)] > most {
            continue;
        }
        let held = scene.around(&scene.enemies, hex, 1, 4);
        let mut able: Vec<(u16, &Piece)> =
            scene.friends.iter().filter(|other| !other.outpost).map(|other| (far[usize::from(other.hex.0)], other)).collect();
        able.sort_by_key(|(far, other)| (*far, other.leader));
        // The nearest go, as many as it takes.
        let mut sent = 0.0;
        for (_, other) in able {
            if sent > ENOUGH * held {
                break;
            }
            if other.leader == friend.leader {
                return Some(hex);
            }
            sent += other.points;
        }
    }
    None
}

/// The hex to which somebody's supplies come.
pub fn home(scene: &Scene<'_>, friend: &Piece) -> HexId {
    if scene.game.is_campaign() { scene.state.source[friend.army as usize] } else { Maps::home(scene.state, scene.side) }
}
