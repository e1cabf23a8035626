//! What a step, a turn and a change of formation cost, in sixths of a movement point.
//!
//! These prices are the proving ground's own. They have the shape that big games need (halves and thirds, what is closed to some,
//! hexsides, levels, roads by class) and cite no published table.

use crate::army::{Arm, Kind};
use crate::ground::{Cover, Edge};
use crate::state::Formation;

/// Parts of a movement point.
pub const POINT: u16 = 6;
/// A turn by one vertex.
pub const TURN: u16 = 3;
/// The same for a line on two hexes, of which one swings round.
pub const WHEEL: u16 = 6;

/// What a piece has to spend.
pub const fn allowance(kind: &Kind) -> u16 {
    kind.movement as u16 * POINT
}

/// What it costs to enter a hex across a hexside; nothing if it is closed.
pub const fn step(arm: Arm, formation: Formation, cover: Cover, edge: Edge) -> Option<u16> {
    let marching = matches!(formation, Formation::RoadColumn | Formation::Limbered | Formation::Plain);
    if edge.road() && marching {
        return Some(if edge.major_road() { 3 } else { 4 });
    }
    let heavy = matches!(arm, Arm::Cavalry | Arm::Artillery);
    let ground = match (cover, arm) {
        (Cover::Open, _) => 6,
        (_, Arm::Command) => 9,
        (Cover::Woods | Cover::Marsh, Arm::Artillery) => return None,
        (Cover::Garden, Arm::Infantry) => 9,
        (Cover::Woods, Arm::Cavalry) => 18,
        (Cover::Garden | Cover::Woods | Cover::Marsh | Cover::Houses, _) => 12,
    };
    if matches!(formation, Formation::RoadColumn) && !edge.road() {
        return None;
    }
    let water = match (edge.stream(), edge.brook(), arm) {
        _ if edge.road() => 0,
        (true, _, Arm::Artillery) => return None,
        (true, ..) => 12,
        (_, true, _) => 6,
        _ => 0,
    };
    let climb = match (edge.up(), heavy) {
        (true, true) => 6,
        (true, false) => 3,
        (false, _) => 0,
    };
    let fence = if edge.fence() { 3 } else { 0 };
    Some(ground + water + climb + fence)
}

/// What it costs to turn by so many vertices.
pub const fn turn(formation: Formation, vertices: u16) -> u16 {
    vertices * if formation.second_to_the_right().is_some() { WHEEL } else { TURN }
}

/// What it costs to draw up differently.
pub const fn reform(from: Formation, to: Formation) -> u16 {
    if from.second_to_the_right().is_some() || to.second_to_the_right().is_some() { 2 * POINT } else { POINT }
}
