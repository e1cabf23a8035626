//! [6.8] [6.10] [6.11] [6.12] The Terrain Effects Chart, compiled for a map, a weather and a state of the pontoon bridge: what a
//! step costs, what shelters a defender, over which hexsides zones and attacks pass.

use crate::scenario::Figures;
use grognard_engine::grid::{DIRECTIONS, Grid};
use grognard_engine::hexsides::Hexsides;
use grognard_engine::plane::{Patch, Plane};
use grognard_engine::sheet::Sheet;
use grognard_engine::stride::{Stride, Strides};
use grognard_engine::{DataError, HexId, Subject, Violation};

/// Words for hexes that the chart knows.
pub const HEX_WORDS: [&str; 7] = ["clear", "woods", "rough", "town", "fort", "fortress", "garden"];
/// Words for hexsides that the chart knows.
pub const HEXSIDE_WORDS: [&str; 6] = ["river", "stream", "landgraben", "bridge", "safe_bridge", "ford"];

/// What lies on a hexside.
mod side {
    /// A major river, or a minor one in wet weather.
    pub const MAJOR: u8 = 1;
    /// A minor river, or the Landgraben in wet weather.
    pub const MINOR: u8 = 2;
    pub const BRIDGE: u8 = 4;
    pub const FORD: u8 = 8;
    pub const ROAD: u8 = 16;
    /// A bridge that is never hazardous.
    pub const SAFE: u8 = 32;

    /// Whether the hexside keeps two hexes apart altogether.
    pub const fn bars(side: u8) -> bool {
        side & MAJOR != 0 && side & (BRIDGE | FORD) == 0
    }
}

/// A step to a neighbour.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The neighbour.
    pub to: HexId,
    /// What the step is like.
    pub stride: Stride,
    /// [6.5] Whether it is along a road.
    pub road: bool,
}

/// The chart, compiled.
#[derive(Clone, Debug)]
pub struct Terrain {
    grid: Grid,
    sides: Hexsides,
    /// For each direction the hexes that a step in it enters over a hexside that is not barred.
    pub open: [Plane; DIRECTIONS],
    /// Steps.
    pub strides: Strides,
    /// [6.5] Steps along roads only.
    pub roads: Strides,
    /// For each hex the neighbours over hexsides that are not barred, as a set and one by one.
    beside: Vec<Patch<3>>,
    links: Vec<Vec<Link>>,
    /// [6.5] Hexes from which a road leads on.
    road_hexes: Plane,
    /// [6.7] Woods and rough: a unit that enters off the road stops.
    rough: Plane,
    /// Added to a defender's strength, by hex.
    bonus: Vec<i8>,
    /// [9.8.1] Hexes of retreat that a fort saves, by hex.
    reduction: Vec<i8>,
    bridge_defence: i8,
    minor_defence: i8,
    minor_mp: u8,
}

impl Terrain {
    /// Compiles the chart. [5.1.1] In `wet` weather minor rivers act as major ones and the Landgraben as a minor one;
    /// `pontoon` is the hexside that the pontoon bridge makes a bridge with a road [6.0], for those who may use it.
    ///
    /// # Errors
    /// A word that the chart does not know, water of two kinds on one hexside, or a road over water without a bridge.
    pub fn new(sheet: &Sheet, figures: &Figures, wet: bool, pontoon: Option<(HexId, HexId)>) -> Result<Self, DataError> {
        let grid = sheet.grid.clone();
        sheet.check_words(&HEX_WORDS, &HEXSIDE_WORDS, "")?;
        sheet.check_bridges(&["river", "stream"], "")?;
        let mut sides = Hexsides::none(&grid);
        let water = ["river", "stream", "landgraben"];
        let words = [
            ("river", side::MAJOR),
            ("stream", if wet { side::MAJOR } else { side::MINOR }),
            ("landgraben", if wet { side::MINOR } else { 0 }),
            ("bridge", side::BRIDGE),
            ("safe_bridge", side::SAFE),
            ("ford", side::FORD),
        ];
        for (word, bit) in words {
            for &(a, b) in sheet.hexsides.get(word).into_iter().flatten() {
                if water.contains(&word) && water.iter().any(|other| *other != word && sheet.has_hexside(other, a, b)) {
                    let text = format!("{}-{} carries water of two kinds", grid.number(a), grid.number(b));
                    return Err(DataError::new(&sheet.file, format!("hexsides.{word}"), text));
                }
            }
            sides.mark_word(sheet, word, bit);
        }
        sides.mark_roads(sheet, side::ROAD);
        // [6.10] Where a road crosses the Landgraben there is a culvert.
        for pair in sheet.roads.iter().flat_map(|road| road.path.windows(2)) {
            if wet && sheet.has_hexside("landgraben", pair[0], pair[1]) {
                sides.mark(&grid, pair[0], pair[1], side::BRIDGE);
            }
        }
        if let Some((a, b)) = pontoon {
            sides.mark(&grid, a, b, side::BRIDGE | side::ROAD | side::SAFE);
        }
        let of = |word: &str| sheet.terrain.get(word).into_iter().flatten().copied();
        let mut bonus = vec![0i8; grid.size()];
        for (word, by) in [
            ("woods", figures.woods_defence),
            ("rough", figures.rough_defence),
            ("town", figures.town_defence),
            ("garden", figures.garden_defence),
            ("fort", figures.fort_defence),
            ("fortress", figures.fortress_defence),
        ] {
            of(word).for_each(|hex| bonus[usize::from(hex.0)] = bonus[usize::from(hex.0)].max(by));
        }
        let mut reduction = vec![0i8; grid.size()];
        for (word, by) in [("fort", figures.fort_retreat_reduction), ("fortress", figures.fortress_retreat_reduction)] {
            of(word).for_each(|hex| reduction[usize::from(hex.0)] = by);
        }
        let mut rough = Plane::EMPTY;
        of("woods").chain(of("rough")).for_each(|hex| rough.insert(hex));
        let none = Strides::new(&grid, |_, _| None);
        let mut terrain = Self {
            open: sides.open(&grid, side::bars),
            sides,
            strides: none.clone(),
            roads: none,
            beside: Vec::new(),
            links: Vec::new(),
            road_hexes: Plane::EMPTY,
            rough,
            bonus,
            reduction,
            bridge_defence: figures.bridge_defence,
            minor_defence: figures.minor_river_defence,
            minor_mp: figures.minor_river_mp.unsigned_abs(),
            grid,
        };
        terrain.strides = Strides::new(&terrain.grid, |a, b| terrain.step(a, b).ok());
        terrain.roads = Strides::new(&terrain.grid, |a, b| terrain.by_road(a, b).then_some(Stride { cost: 1, halts: false }));
        for hex in (0..terrain.grid.size()).map(|hex| HexId(hex as u16)) {
            let link = |to: HexId| Some(Link { to, stride: terrain.step(hex, to).ok()?, road: terrain.by_road(hex, to) });
            let links: Vec<Link> = terrain.grid.around(hex).filter_map(link).collect();
            terrain.beside.push(Patch::around(hex, links.iter().map(|link| link.to)));
            if links.iter().any(|link| link.road) {
                terrain.road_hexes.insert(hex);
            }
            terrain.links.push(links);
        }
        Ok(terrain)
    }

    fn side(&self, from: HexId, to: HexId) -> u8 {
        self.sides.between(&self.grid, from, to)
    }

    /// [6.8] What a step between neighbours is like.
    ///
    /// # Errors
    /// [6.8] when a river is in the way.
    pub fn step(&self, from: HexId, to: HexId) -> Result<Stride, Violation> {
        let side = self.side(from, to);
        if side::bars(side) {
            return Err(Violation::new("6.8", "a major river is crossed by a bridge only", Subject::Hexside(from, to)));
        }
        if side & side::ROAD != 0 {
            return Ok(Stride { cost: 1, halts: false });
        }
        let extra = match (side & side::BRIDGE != 0, side & side::FORD != 0) {
            (true, _) => 0,
            (_, true) => u8::from(side & side::MAJOR != 0),
            _ if side & side::MINOR != 0 => self.minor_mp,
            _ => 0,
        };
        Ok(Stride { cost: 1 + extra, halts: self.rough.has(to) })
    }

    /// [6.5] Whether a road leads straight from a hex to its neighbour.
    #[must_use]
    pub fn by_road(&self, from: HexId, to: HexId) -> bool {
        let side = self.side(from, to);
        side & side::ROAD != 0 && !side::bars(side)
    }

    /// [6.7] Whether a unit that enters a hex off the road must stop there.
    #[inline]
    #[must_use]
    pub fn is_rough(&self, hex: HexId) -> bool {
        self.rough.has(hex)
    }

    /// [7.3] [9.1] Whether zones and attacks pass from a hex to its neighbour, and units can.
    #[inline]
    #[must_use]
    pub fn passes(&self, from: HexId, to: HexId) -> bool {
        self.beside.get(usize::from(from.0)).is_some_and(|beside| beside.has(from, to))
    }

    /// The neighbours of a hex to which zones, attacks and units pass, as a set.
    #[inline]
    #[must_use]
    pub fn beside(&self, hex: HexId) -> &Patch<3> {
        &self.beside[usize::from(hex.0)]
    }

    /// The steps that lead from a hex.
    #[inline]
    #[must_use]
    pub fn links(&self, from: HexId) -> &[Link] {
        &self.links[usize::from(from.0)]
    }

    /// [6.5] Whether a road leads on from a hex.
    #[inline]
    #[must_use]
    pub const fn has_road(&self, hex: HexId) -> bool {
        self.road_hexes.has(hex)
    }

    /// The neighbours of a hex to which zones, attacks and units pass.
    #[inline]
    pub fn open_from(&self, from: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.links(from).iter().map(|link| link.to)
    }

    /// [9.8.4] Whether a retreat over this hexside is a hazard: a bridge over a major river that is not safe.
    #[must_use]
    pub fn is_perilous(&self, from: HexId, to: HexId) -> bool {
        let side = self.side(from, to);
        side & side::MAJOR != 0 && side & side::BRIDGE != 0 && side & side::SAFE == 0
    }

    /// What a hex adds to a defender in it.
    #[inline]
    #[must_use]
    pub fn hex_bonus(&self, hex: HexId) -> i8 {
        self.bonus[usize::from(hex.0)]
    }

    /// What the hexside adds to a defender who is attacked over it.
    #[must_use]
    pub fn side_bonus(&self, from: HexId, to: HexId) -> i8 {
        let side = self.side(from, to);
        match side & (side::BRIDGE | side::FORD) != 0 {
            // [6.10] Nothing is bridged where nothing flows.
            true if side & (side::MAJOR | side::MINOR) != 0 => self.bridge_defence,
            false if side & side::MINOR != 0 => self.minor_defence,
            _ => 0,
        }
    }

    /// [9.8.1] Hexes that a retreat from here is shorter.
    #[inline]
    #[must_use]
    pub fn reduction(&self, hex: HexId) -> i8 {
        self.reduction[usize::from(hex.0)]
    }
}
