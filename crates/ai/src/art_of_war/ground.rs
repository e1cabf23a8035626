//! The map as the planner reads it: neighbours, crossings and shelter in tables, so that no question costs a search.

use grognard_art_of_war::Battle;
use grognard_art_of_war::scenario::Arm;
use grognard_art_of_war::state::{NOWHERE, State};
use grognard_engine::HexId;
use grognard_engine::grid::DIRECTIONS;
use grognard_engine::plane::Plane;

/// Places for every hex of the largest map.
pub const CELLS: usize = 32 * 32;
/// How far a field of distances looks.
pub const FAR: u8 = 60;

/// The map in one weather.
pub struct Ground {
    /// Neighbours in contact by direction; [`NOWHERE`] off the map and across unbridged rivers.
    pub near: Vec<[HexId; DIRECTIONS]>,
    /// Bit by direction: an attack from this hex in that direction passes a doubling hexside.
    pub hinders: Vec<u8>,
    /// Bit by direction: a retreat from this hex in that direction can be walked, by foot and horse, and by guns.
    walk: [Vec<u8>; 2],
    /// All neighbours by direction.
    pub around: Vec<[HexId; DIRECTIONS]>,
    /// Hexes that a gun in each hex reaches.
    pub range: Vec<Plane>,
    /// Towns and forts.
    pub shelter: Plane,
    /// Hexes of the map.
    pub on_map: Plane,
    /// What people call each hex.
    pub names: Vec<String>,
}

impl Ground {
    /// Reads the map in the weather of a position.
    pub fn of(battle: &Battle, state: &State) -> Self {
        let (terrain, grid) = (battle.terrain(state), battle.grid());
        let size = grid.size().max(CELLS);
        let mut ground = Self {
            near: vec![[NOWHERE; DIRECTIONS]; size],
            hinders: vec![0; size],
            walk: [vec![0; size], vec![0; size]],
            around: vec![[NOWHERE; DIRECTIONS]; size],
            range: vec![Plane::EMPTY; size],
            shelter: Plane::EMPTY,
            on_map: terrain.on_map,
            names: super::places::all_names(battle),
        };
        // The least that a unit of each kind can spend: infantry four points, guns three.
        let purse = [4, 3].map(|points| points * battle.points_per_mp());
        for hex in grid.hexes() {
            let i = usize::from(hex.0);
            if terrain.shelters(hex) {
                ground.shelter.insert(hex);
            }
            for to in terrain.in_range(hex, &terrain.on_map) {
                ground.range[i].insert(to);
            }
            for (direction, to) in grid.neighbours(hex).iter().enumerate() {
                let Some(to) = *to else { continue };
                ground.around[i][direction] = to;
                if terrain.contact(hex, to) {
                    ground.near[i][direction] = to;
                }
                if terrain.hinders(hex, to) {
                    ground.hinders[i] |= 1 << direction;
                }
                for (kind, arm) in [Arm::Infantry, Arm::Artillery].into_iter().enumerate() {
                    if terrain.step(arm, hex, to).is_ok_and(|cost| cost <= purse[kind]) {
                        ground.walk[kind][i] |= 1 << direction;
                    }
                }
            }
        }
        ground
    }

    /// Whether a unit can step from `hex` in a direction when it is forced back.
    #[inline]
    pub fn can_walk(&self, gun: bool, hex: HexId, direction: usize) -> bool {
        self.walk[usize::from(gun)][usize::from(hex.0)] >> direction & 1 == 1
    }

    /// Whether an attack from `from` on its neighbour `to` passes a doubling hexside.
    #[inline]
    pub fn hindered(&self, from: HexId, to: HexId) -> bool {
        let i = usize::from(from.0);
        let direction = self.near[i].iter().position(|&n| n == to).unwrap_or(0);
        self.hinders[i] >> direction & 1 == 1
    }

    /// Whether two hexes are in contact.
    #[inline]
    pub fn contact(&self, a: HexId, b: HexId) -> bool {
        a != NOWHERE && b != NOWHERE && self.near[usize::from(a.0)].contains(&b)
    }

    /// How many steps of contact every hex lies from the nearest of `sources`, as the crow walks: rivers count as ground.
    pub fn distances(&self, sources: impl IntoIterator<Item = HexId>) -> Vec<u8> {
        let mut distance = vec![FAR; CELLS];
        let mut open: Vec<HexId> = sources.into_iter().filter(|&h| h != NOWHERE).collect();
        for &hex in &open {
            distance[usize::from(hex.0)] = 0;
        }
        let mut steps = 0;
        while !open.is_empty() {
            steps += 1;
            let mut next = Vec::new();
            for hex in open {
                for (direction, &to) in self.around[usize::from(hex.0)].iter().enumerate() {
                    if to != NOWHERE && self.can_walk(false, hex, direction) && distance[usize::from(to.0)] == FAR {
                        distance[usize::from(to.0)] = steps;
                        next.push(to);
                    }
                }
            }
            open = next;
        }
        distance
    }
}
