//! What is done now and then: redoubts [16.1], repulses [6.7], Extended Marches [II.b.2], new counters [I.b.2], objectives at rest `[14]`, the way into Danzig [6.11].

use super::hunger;
use super::plan::{Plan, attacks};
use super::scene::{Piece, Scene};
use super::ways::Ways;
use grognard_eagles_turn_east::Action;
use grognard_eagles_turn_east::state::{Leader, NOBODY};
use grognard_engine::HexId;

/// Points of an arm in a pool from which a new counter is worth a Major General.
const MANY: u8 = 4;
/// Half Movement Points that an Extended March adds.
const EXTENDED: u16 = 8;
/// Strength Points that an Extended March may cost.
const FORCED: f32 = 0.7;
/// How near an enemy is when it is worth digging in, in hexes.
const DIG: std::ops::RangeInclusive<u8> = 2..=12;
/// How far a small Force goes to a larger one at rest, in hexes.
const JOURNEY: std::ops::RangeInclusive<u8> = 3..=18;
/// Strength Points within three hexes with which nobody stands alone.
const COMPANY: f32 = 15.0;
/// A repulse fails if a counter that lies face down is stronger than it looks.
const MARGIN: f32 = 1.25;

/// Strength Points that are pushed aside rather than attacked.
const HANDFUL: f32 = 2.0;

/// [I.b.2] Whether a counter is raised: where the pool has more than the corps can take, near the Center that would feed it.
pub fn raises(scene: &Scene<'_>, action: Action) -> bool {
    let Action::Raise(unit, arm) = action else { return false };
    let Some(body) = usize::from(unit).checked_sub(scene.game.leaders()).and_then(|unit| scene.game.bodies().get(unit)) else {
        return false;
    };
    let (army, state) = (body.army, scene.state);
    let pool = state.offices[army as usize].pool[[0, 1, 3][usize::from(arm).min(2)]];
    let source = state.source[army as usize];
    pool >= MANY && scene.game.is_active(state, army) && scene.game.within_dispatch(state, army).has(source)
}

/// [14] An objective for a Force that stands alone, or starves: the nearest of its larger friends.
pub fn objective(scene: &Scene<'_>, options: &[Action]) -> Option<Action> {
    let (game, state) = (scene.game, scene.state);
    let grid = game.grid();
    let places = ["koenigsberg", "channel", "warsaw", "towns"];
    let guards = |piece: &Piece| places.iter().any(|name| game.ground().area(name).contains(&piece.hex));
    let mut best: Option<(u8, Action)> = None;
    for &action in options {
        let Action::Aim(leader, hex) = action else { continue };
        let Some(piece) = scene.friend(leader).filter(|piece| !guards(piece)) else { continue };
        let here = scene.around(&scene.friends, piece.hex, 3, 3);
        let starves = !game.is_fed(state, piece.army, piece.hex);
        let there = scene.around(&scene.friends, hex, 1, 1);
        let feeds = game.is_fed(state, piece.army, hex) || !starves;
        let far = grid.distance(piece.hex, hex);
        let good = JOURNEY.contains(&far) && feeds && (starves || here < COMPANY && there > here);
        if good && best.is_none_or(|(most, _)| far < most) {
            best = Some((far, action));
        }
    }
    best.map(|(_, action)| action)
}

/// [16.1] A redoubt for a leader who waits for an enemy who may come, facing him.
pub fn redoubt(scene: &Scene<'_>, plan: &Plan, options: &[Action]) -> Option<Action> {
    let (game, state) = (scene.game, scene.state);
    // It takes two turns, and is of no use to whoever has to go forward.
    if attacks(scene, 0.0) || scene.turns_left() < 4 {
        return None;
    }
    let grid = game.grid();
    let faces = |action: &Action| {
        let Action::Dig(leader, facing) = *action else { return None };
        let piece = scene.friend(leader)?;
        let waits = plan.target(leader).is_none() && plan.aim(leader).is_none_or(|aim| grid.distance(aim, piece.hex) <= 1);
        let stands = state.redoubts.iter().any(|redoubt| redoubt.hex == piece.hex);
        let feared = DIG.contains(&scene.to_enemy(piece.hex)) && plan.threat(piece.hex) > 0.4 * piece.points;
        if !waits || stands || !feared || state.forage.has(leader.into()) || hunger::disperses(scene, leader) {
            return None;
        }
        // The middle of its three front hexsides looks at the nearest enemy.
        let front = grid.neighbours(piece.hex)[(usize::from(facing) + 1) % 6]?;
        let enemy = scene.stacks.iter().map(|(at, _)| *at).min_by_key(|&at| (grid.distance(at, piece.hex), at))?;
        Some((grid.distance(front, enemy), leader, facing))
    };
    let best = options.iter().filter_map(|action| faces(action).map(|key| (key, *action)));
    best.min_by_key(|(key, _)| *key).map(|(_, action)| action)
}

/// [16.1] Whether somebody has a redoubt in a hex, finished or begun.
pub fn is_dug_in(scene: &Scene<'_>, leader: Leader, hex: HexId) -> bool {
    let own = scene.state.redoubts.iter().filter(|redoubt| redoubt.hex == hex && redoubt.side == scene.side);
    own.into_iter().any(|redoubt| redoubt.builder == NOBODY || redoubt.builder == leader)
}

/// [6.7] Whether the enemy in a hex is pushed aside: he is in the way of something better, and seems weak enough.
pub fn repulses(scene: &Scene<'_>, plan: &Plan, leader: Leader, hex: HexId) -> bool {
    let Some(piece) = scene.friend(leader) else { return false };
    let foe: f32 = scene.stacks.iter().filter(|(at, _)| *at == hex).map(|(_, points)| points.max(1.0)).sum();
    let open = scene.enemies.iter().filter(|enemy| enemy.hex == hex).all(|enemy| scene.state.open.has(enemy.leader.into()));
    let multiple = f32::from(scene.game.figures().repulse_multiple + scene.game.cover_shift(hex));
    // A handful is not worth the rest of a campaign's march.
    let handful = scene.game.is_campaign() && foe <= HANDFUL;
    let wanted = handful || plan.target(leader).is_none_or(|target| target.hex != hex);
    wanted && foe > 0.0 && piece.points >= multiple * foe * if open { 1.0 } else { MARGIN }
}

/// [6.11] Whether a Force goes into Danzig here.
pub fn enters_danzig(scene: &Scene<'_>, leader: Leader, here: HexId) -> bool {
    let strong = scene.friend(leader).is_some_and(|piece| piece.points >= f32::from(scene.game.figures().relief));
    strong && scene.state.grand.road && scene.state.grand.fallen == 0 && scene.game.ground().area("exit_danzig").contains(&here)
}

/// [II.b.2] Whether the march in hand is extended: to a fight or a place that counts which it would not reach otherwise, with few enough to bear it.
pub fn extends(scene: &Scene<'_>, plan: &Plan, options: &[Action], ways: &Ways<'_>) -> bool {
    let (game, state) = (scene.game, scene.state);
    let (leader, Some(piece)) = (ways.leader, scene.friend(ways.leader)) else { return false };
    let Some(aim) = plan.target(leader).map(|target| target.hex).or_else(|| plan.aim(leader)) else { return false };
    let fights = plan.targets.iter().any(|target| target.hex == aim);
    let counts = fights || game.ground().area("koenigsberg").contains(&aim);
    let there = |hex: HexId| if fights { scene.meets(hex, aim) } else { hex == aim };
    let reached = |action: &Action| matches!(action, Action::Go(hex) if there(*hex));
    let left = u16::from(game.points_left(state, leader));
    let near = ways.far(piece.hex).is_some_and(|far| far > left && far <= left + EXTENDED);
    if !counts || there(piece.hex) || options.iter().any(reached) || !near || state.offices[piece.army as usize].points < 3 {
        return false;
    }
    // Four points beyond the allowance add four to the die.
    let horse = piece.horse >= piece.points;
    let weather = game.march_weather(state, scene.side, horse);
    let column = hunger::column(scene, piece, piece.hex);
    let lost = |die: i16| f32::from(game.tables().attrition(column, piece.points.max(1.0) as u16, 2, die + 4 + weather));
    (1..=6).map(lost).sum::<f32>() / 6.0 <= FORCED
}
