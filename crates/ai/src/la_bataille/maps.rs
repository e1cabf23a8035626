//! How far each place that counts is from every hex, by arm: terrain alone, nobody in the way.

use grognard_engine::HexId;
use grognard_la_bataille::{Arm, Bautzen, Setup, Terrain};
use std::collections::BinaryHeap;

/// No way leads there.
pub const NO_WAY: u16 = u16::MAX;

/// The places of the long game, in the order of the victory row.
const PLACES: [&str; 5] = ["Brösa", "Malschwitz", "Gottamelda", "Gleina", "windmill"];

/// Distances to the places that count.
pub struct Maps {
    /// The hexes of each place.
    pub places: Vec<Vec<HexId>>,
    /// By place and arm: half points from each hex.
    far: Vec<[Vec<u16>; 3]>,
    /// Each hex in slanted coordinates: distances are asked for all the time.
    axial: Vec<(i16, i16)>,
}

impl Maps {
    /// Measures the map of a game.
    pub fn of(game: &Bautzen) -> Self {
        let ground = &game.field().ground;
        let names: &[&str] = if game.setup() == Setup::Outposts { &["Gottamelda"] } else { &PLACES };
        let places: Vec<Vec<HexId>> = names.iter().map(|name| ground.place(name).to_vec()).collect();
        let arms = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];
        let far = places.iter().map(|hexes| arms.map(|arm| flood(game, hexes, arm))).collect();
        let grid = ground.grid();
        let axial = (0..grid.size() as u16).map(|at| grid.axial(HexId(at))).collect();
        Self { places, far, axial }
    }

    /// The way from one hex to another in hexes, as the crow flies; farther than anything for those who are nowhere.
    #[inline]
    pub fn crow(&self, a: HexId, b: HexId) -> u8 {
        let at = |hex: HexId| self.axial.get(usize::from(hex.0)).copied();
        let (Some((q1, s1)), Some((q2, s2))) = (at(a), at(b)) else { return u8::MAX };
        let (dq, ds) = (q1 - q2, s1 - s2);
        dq.abs().max(ds.abs()).max((dq + ds).abs()) as u8
    }

    /// Half points from a hex to a place.
    pub fn far(&self, place: usize, arm: Arm, hex: HexId) -> u16 {
        let arm = if arm == Arm::Leader { 1 } else { arm as usize };
        self.far[place][arm][usize::from(hex.0)]
    }
}

/// What a step costs somebody of an arm, as on a march where there is a road.
fn step(game: &Bautzen, arm: Arm, from: HexId, direction: usize, to: HexId) -> Option<u16> {
    let (ground, tables) = (&game.field().ground, &game.field().tables);
    let (edge, terrain) = (ground.edge(from, direction), ground.terrain(to));
    let at = arm as usize;
    if edge.road() && terrain != Terrain::Path && ground.terrain(from) != Terrain::Path {
        let water = if edge.spree_bridge() {
            6
        } else if edge.spree_ford() {
            u16::from(tables.spree_ford[at]?)
        } else if edge.stream_ford() {
            u16::from(tables.stream_ford[at]?)
        } else if edge.stream_bridge() {
            u16::from(tables.stream_bridge[at]?)
        } else {
            0
        };
        let slope = if edge.slope() { u16::from(tables.slope[at]?) } else { 0 };
        return Some(if terrain == Terrain::Clear { 1 } else { 4 } + water + slope);
    }
    if edge.spree() || matches!(terrain, Terrain::Pond | Terrain::Swamp) {
        return None;
    }
    let base = if terrain == Terrain::Work {
        ground.between(to, from).work_rear().then_some(2)?
    } else {
        u16::from(tables.enter[terrain as usize][at]?)
    };
    let slope = if edge.slope() { u16::from(tables.slope[at]?) } else { 0 };
    let stream = if edge.stream() { u16::from(tables.stream[at]?) } else { 0 };
    Some(base + slope + stream)
}

/// Half points from every hex to the nearest of some.
fn flood(game: &Bautzen, goals: &[HexId], arm: Arm) -> Vec<u16> {
    let grid = game.field().ground.grid();
    let mut far = vec![NO_WAY; grid.size()];
    let mut heap = BinaryHeap::new();
    for goal in goals {
        far[usize::from(goal.0)] = 0;
        heap.push((std::cmp::Reverse(0u16), goal.0));
    }
    while let Some((std::cmp::Reverse(spent), at)) = heap.pop() {
        let at = HexId(at);
        if spent > far[usize::from(at.0)] {
            continue;
        }
        for (direction, from) in grid.neighbours(at).iter().enumerate() {
            let Some(from) = *from else { continue };
            // Backwards: from the neighbour to here.
            let Some(price) = step(game, arm, from, (direction + 3) % 6, at) else { continue };
            let total = spent.saturating_add(price);
            if total < far[usize::from(from.0)] {
                far[usize::from(from.0)] = total;
                heap.push((std::cmp::Reverse(total), from.0));
            }
        }
    }
    far
}
