//! [9.0] [2.2] The Terrain Effects Chart, compiled for one map: what a step costs, what shelters a defender, what blocks fire.

use crate::scenario::Arm;
use crate::title::Title;
use grognard_engine::flood::Costs;
use grognard_engine::grid::{DIRECTIONS, Grid};
use grognard_engine::hexsides::Hexsides;
use grognard_engine::plane::{Patch, Plane};
use grognard_engine::sheet::Sheet;
use grognard_engine::{DataError, HexId, Subject, Violation};

/// [9.0] Words for hexes that the chart knows.
pub const HEX_WORDS: [&str; 6] = ["clear", "woods", "grove", "town", "fort", "lake"];
/// [9.0] Words for hexsides that the chart knows; slopes are listed apart, since they have a direction.
pub const HEXSIDE_WORDS: [&str; 5] = ["river", "stream", "gully", "landgraben", "bridge"];

/// What lies on a hexside, seen from one of its hexes.
mod side {
    pub const CLIMB: u8 = 1;
    pub const STREAM: u8 = 2;
    pub const GULLY: u8 = 4;
    pub const LANDGRABEN: u8 = 8;
    pub const RIVER: u8 = 16;
    pub const BRIDGE: u8 = 32;
    pub const ROAD: u8 = 64;
    /// [13.0] A stream that the rain has made a river.
    pub const SWOLLEN: u8 = 128;
    /// Cuts that guns pass by bridge only.
    pub const CUTS: u8 = STREAM | GULLY | LANDGRABEN;
    /// Hexsides that double a defender attacked through them; a river only by its bridge, or there is no attack.
    pub const DOUBLING: u8 = CLIMB | STREAM | GULLY | RIVER;

    /// Whether the hexside keeps two hexes apart altogether.
    pub const fn bars(side: u8) -> bool {
        side & RIVER != 0 && side & BRIDGE == 0
    }
}

/// The chart, compiled for a map.
#[derive(Clone, Debug)]
pub struct Terrain {
    grid: Grid,
    /// All hexes of the map.
    pub on_map: Plane,
    woods: Plane,
    /// [9.0] Woods, groves and towns: fire does not pass through them.
    blocking: Plane,
    /// [9.0] Towns and forts: the defender is doubled.
    doubling: Plane,
    sides: Hexsides,
    costs: [Costs; 2],
    /// For each hex what the steps out of it cost, by direction; 0 if there is none. As with `costs`, guns apart.
    steps: [Vec<[u8; DIRECTIONS]>; 2],
    /// For each direction the hexes that a step in it enters without an unbridged river between; none if no river bars.
    contact: Option<Box<[Plane; DIRECTIONS]>>,
    title: Title,
    /// For each hex those in contact with it.
    touching: Vec<Patch<3>>,
    /// [5.6] For each hex those that fire from it can reach.
    fire: Vec<Patch<5>>,
}

impl Terrain {
    /// Compiles the chart for a map and the weather: [13.0] in rain streams act as rivers, the Landgraben as a stream.
    ///
    /// # Errors
    /// A word that the chart does not know, or a road over water without a bridge.
    pub fn new(sheet: &Sheet, title: Title, rain: bool) -> Result<Self, DataError> {
        let grid = sheet.grid.clone();
        sheet.check_words(&HEX_WORDS, &HEXSIDE_WORDS, "[2.2] ")?;
        sheet.check_bridges(&["river", "stream", "gully", "landgraben"], "[9.0] ")?;
        let plane = |words: &[&str]| {
            let mut plane = Plane::EMPTY;
            for hex in words.iter().filter_map(|word| sheet.terrain.get(*word)).flatten() {
                plane.insert(*hex);
            }
            plane
        };
        let words = [
            ("river", side::RIVER),
            ("stream", if rain { side::RIVER | side::SWOLLEN } else { side::STREAM }),
            ("gully", side::GULLY),
            ("landgraben", if rain { side::STREAM } else { side::LANDGRABEN }),
            ("bridge", side::BRIDGE),
        ];
        let mut sides = Hexsides::none(&grid);
        // A frozen river is drawn, but does nothing.
        for (word, bit) in words.into_iter().filter(|(word, _)| *word != "river" || !title.frozen()) {
            sides.mark_word(sheet, word, bit);
        }
        for &(low, high) in sheet.slopes.iter().flat_map(|slope| &slope.sides) {
            sides.mark_from(&grid, low, high, side::CLIMB);
        }
        sides.mark_roads(sheet, side::ROAD);
        let on_map = Plane::all(&grid);
        let mut terrain = Self {
            on_map,
            woods: plane(&["woods"]),
            blocking: plane(&["woods", "grove", "town"]),
            doubling: plane(&["town", "fort"]),
            sides,
            costs: [Costs::new(&grid, |_, _| None), Costs::new(&grid, |_, _| None)],
            steps: [Vec::new(), Vec::new()],
            contact: None,
            title,
            touching: Vec::new(),
            fire: Vec::new(),
            grid,
        };
        terrain.costs = [Arm::Infantry, Arm::Artillery].map(|arm| Costs::new(&terrain.grid, |a, b| terrain.step(arm, a, b).ok()));
        terrain.steps = [Arm::Infantry, Arm::Artillery].map(|arm| {
            let step = |from: HexId, to: Option<HexId>| to.and_then(|to| terrain.step(arm, from, to).ok()).unwrap_or(0);
            let cells = (0..terrain.grid.size()).map(|i| HexId(i as u16));
            cells.map(|from| terrain.grid.neighbours(from).map(|to| step(from, to))).collect()
        });
        if terrain.grid.hexes().any(|hex| terrain.sides.around(hex).iter().any(|&side| side::bars(side))) {
            terrain.contact = Some(Box::new(terrain.sides.open(&terrain.grid, side::bars)));
        }
        let cells = (0..terrain.grid.size()).map(|i| HexId(i as u16));
        terrain.touching = cells.clone().map(|hex| Patch::around(hex, terrain.touching(hex))).collect();
        terrain.fire = cells.map(|hex| Patch::around(hex, terrain.ring(hex))).collect();
        Ok(terrain)
    }

    fn side(&self, from: HexId, to: HexId) -> u8 {
        self.sides.between(&self.grid, from, to)
    }

    /// [9.0] Points for a step along a road.
    #[must_use]
    pub const fn road(&self) -> u8 {
        self.title.road()
    }

    /// [4.2] Points to enter a hex from off the map or over a plain hexside.
    #[must_use]
    pub fn enter(&self, hex: HexId) -> u8 {
        self.title.points_per_mp() * if self.woods.has(hex) { 2 } else { 1 }
    }

    /// Whether two hexes are in contact: adjacent, and no unbridged river between them.
    #[must_use]
    pub fn contact(&self, a: HexId, b: HexId) -> bool {
        self.touching[usize::from(a.0)].has(a, b)
    }

    /// The hexes in contact with `hex`.
    pub fn touching(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        let sides = self.sides.around(hex);
        self.grid.neighbours(hex).iter().zip(sides).filter(|(_, side)| !side::bars(**side)).filter_map(|(to, _)| *to)
    }

    /// Whether `hex` is in contact with one of these.
    #[inline]
    #[must_use]
    pub fn touches(&self, hex: HexId, occupied: &Plane) -> bool {
        self.touching[usize::from(hex.0)].meets(hex, occupied)
    }

    /// Those of these in contact with `hex`.
    #[inline]
    pub fn touched(&self, hex: HexId, occupied: &Plane) -> impl Iterator<Item = HexId> {
        self.touching[usize::from(hex.0)].common(hex, occupied)
    }

    /// [4.5] Every hex in contact with one of these.
    #[inline]
    #[must_use]
    pub fn zone(&self, occupied: &Plane) -> Plane {
        match &self.contact {
            None => occupied.neighbours().and(&self.on_map),
            Some(open) => occupied.neighbours_through(open),
        }
    }

    /// [4.2] [9.0] Points that a step between neighbours costs this kind of unit.
    ///
    /// # Errors
    /// [4.2] when a gun would cross a stream, gully or Landgraben without a bridge.
    pub fn step(&self, arm: Arm, from: HexId, to: HexId) -> Result<u8, Violation> {
        self.step_over(arm, self.side(from, to), from, to)
    }

    /// The steps from a hex to its neighbours, each with its cost.
    pub fn steps(&self, arm: Arm, from: HexId) -> impl Iterator<Item = (HexId, u8)> + '_ {
        let costs = &self.steps[usize::from(arm.is_gun())][usize::from(from.0)];
        let neighbours = self.grid.neighbours(from).iter().zip(costs);
        neighbours.filter_map(|(to, &cost)| to.filter(|_| cost > 0).map(|to| (to, cost)))
    }

    fn step_over(&self, arm: Arm, side: u8, from: HexId, to: HexId) -> Result<u8, Violation> {
        if side & side::ROAD != 0 {
            // R2: along a road the road rate alone is paid.
            return Ok(self.title.road());
        }
        let bridged = side & side::BRIDGE != 0;
        if side::bars(side) {
            let (case, why) = if side & side::SWOLLEN != 0 {
                ("13.0", "in the rain a stream is crossed only by a bridge")
            } else {
                ("9.0", "a river is crossed only by a bridge")
            };
            return Err(Violation::new(case, why, Subject::Hexside(from, to)));
        }
        if arm.is_gun() && side & side::CUTS != 0 && !bridged {
            return Err(Violation::new("4.2", "guns cross here only by a bridge", Subject::Hexside(from, to)));
        }
        let mut extra = 0;
        if side & side::CLIMB != 0 {
            extra += 1;
        }
        if !bridged {
            extra += if side & (side::STREAM | side::GULLY) != 0 { 2 } else { 0 };
            extra += if side & side::LANDGRABEN != 0 { 1 } else { 0 };
        }
        Ok(self.enter(to) + extra * self.title.points_per_mp())
    }

    /// What every step costs this kind of unit, for the flood.
    #[must_use]
    pub fn costs(&self, arm: Arm) -> &Costs {
        &self.costs[usize::from(arm.is_gun())]
    }

    /// [9.0] Whether the hex itself doubles its defender.
    #[must_use]
    pub const fn shelters(&self, hex: HexId) -> bool {
        self.doubling.has(hex)
    }

    /// [9.0] Whether fire does not pass through the hex.
    #[must_use]
    pub const fn stops_fire(&self, hex: HexId) -> bool {
        self.blocking.has(hex)
    }

    /// [9.0] Whether an attack from `from` into `to` passes a doubling hexside.
    #[must_use]
    pub fn hinders(&self, from: HexId, to: HexId) -> bool {
        self.side(from, to) & side::DOUBLING != 0
    }

    /// [9.0] Whether a river, [13.0] or what is one in rain, runs between two neighbours, bridged or not.
    #[must_use]
    pub fn river(&self, from: HexId, to: HexId) -> bool {
        self.side(from, to) & side::RIVER != 0
    }

    /// [9.0] Whether fire from `from` to `to`, two hexes apart, has an open line: closed by the one hex between, or, where it
    /// runs along a hexside, only by both hexes that share it. Hexes off the map never block (R49).
    #[must_use]
    pub fn line_open(&self, from: HexId, to: HexId) -> bool {
        let blocked = self.grid.around(from).filter(|&h| self.grid.adjacent(h, to) && self.blocking.has(h)).count();
        let ((c1, r1), (c2, r2)) = (self.grid.column_row(from), self.grid.column_row(to));
        let through_one_hex = c1 == c2 || (c1.abs_diff(c2) == 2 && r1.abs_diff(r2) == 1);
        blocked < if through_one_hex { 1 } else { 2 }
    }

    /// [5.6] [9.0] The hexes that fire from `hex` can reach, two hexes off or next to it across a river.
    fn ring(&self, hex: HexId) -> impl Iterator<Item = HexId> {
        let on_map = self.grid.holds(hex);
        self.grid.hexes().filter(move |&h| match self.grid.distance(hex, h) {
            1 => on_map && !self.contact(hex, h),
            2 => on_map && self.line_open(hex, h),
            _ => false,
        })
    }

    /// [5.6] Those of these hexes that a gun in `hex` can bombard.
    #[inline]
    pub fn in_range(&self, hex: HexId, occupied: &Plane) -> impl Iterator<Item = HexId> {
        self.fire[usize::from(hex.0)].common(hex, occupied)
    }
}
