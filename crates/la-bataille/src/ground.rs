//! [23.2] [23.3] The map, compiled: what lies in each hex and on each hexside, roads, works, places.

use crate::board::many;
use crate::tables::Terrain;
use grognard_engine::grid::DIRECTIONS;
use grognard_engine::sets::HexSet;
use grognard_engine::sheet::Sheet;
use grognard_engine::{DataError, Grid, HexId, MapView};

/// What lies on a hexside, seen from one of its hexes, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Edge(u16);

impl Edge {
    const STREAM: u16 = 1;
    const SPREE: u16 = 2;
    const STREAM_BRIDGE: u16 = 4;
    const SPREE_BRIDGE: u16 = 8;
    const STREAM_FORD: u16 = 16;
    const SPREE_FORD: u16 = 32;
    const ROAD: u16 = 64;
    const SLOPE: u16 = 128;
    const UP: u16 = 256;
    const WORK_REAR: u16 = 512;

    const fn has(self, bit: u16) -> bool {
        self.0 & bit != 0
    }

    /// The Spree runs along it.
    #[must_use]
    pub const fn spree(self) -> bool {
        self.has(Self::SPREE)
    }

    /// A stream runs along it, and not the Spree.
    #[must_use]
    pub const fn stream(self) -> bool {
        self.has(Self::STREAM) && !self.spree()
    }

    /// A bridge crosses the Spree.
    #[must_use]
    pub const fn spree_bridge(self) -> bool {
        self.has(Self::SPREE_BRIDGE)
    }

    /// The Spree can be forded.
    #[must_use]
    pub const fn spree_ford(self) -> bool {
        self.has(Self::SPREE_FORD)
    }

    /// A bridge or ford of the Spree.
    #[must_use]
    pub const fn spree_crossing(self) -> bool {
        self.has(Self::SPREE_BRIDGE | Self::SPREE_FORD)
    }

    /// A bridge crosses a stream.
    #[must_use]
    pub const fn stream_bridge(self) -> bool {
        self.has(Self::STREAM_BRIDGE)
    }

    /// [21.12] A road crosses a stream without a bridge.
    #[must_use]
    pub const fn stream_ford(self) -> bool {
        self.has(Self::STREAM_FORD)
    }

    /// A road crosses it.
    #[must_use]
    pub const fn road(self) -> bool {
        self.has(Self::ROAD)
    }

    /// [7.2] The hexes lie at different levels.
    #[must_use]
    pub const fn slope(self) -> bool {
        self.has(Self::SLOPE)
    }

    /// The other hex lies higher.
    #[must_use]
    pub const fn up(self) -> bool {
        self.has(Self::UP)
    }

    /// [21.5] It is a rear hexside of the earthwork in this hex.
    #[must_use]
    pub const fn work_rear(self) -> bool {
        self.has(Self::WORK_REAR)
    }
}

/// The map.
#[derive(Clone, Debug)]
pub struct Ground {
    sheet: Sheet,
    view: MapView,
    terrain: Vec<Terrain>,
    edges: Vec<[Edge; DIRECTIONS]>,
    on_road: HexSet,
    west: HexSet,
    eichberg: HexSet,
    /// [21.6] Where entrenchments are.
    pub trenches: Vec<HexId>,
    /// [22.1] Hexes that count for victory.
    pub objectives: Vec<HexId>,
}

/// Words of hexsides and their bits.
const SIDES: [(&str, u16); 6] = [
    ("stream", Edge::STREAM),
    ("spree", Edge::SPREE),
    ("stream_bridge", Edge::STREAM_BRIDGE),
    ("spree_bridge", Edge::SPREE_BRIDGE),
    ("stream_ford", Edge::STREAM_FORD),
    ("spree_ford", Edge::SPREE_FORD),
];

impl Ground {
    /// Compiles a map.
    ///
    /// # Errors
    /// Words that mean nothing here, works without two rear hexsides, crossings without water.
    pub fn of(sheet: Sheet) -> Result<Self, DataError> {
        let grid = &sheet.grid;
        let fault = |place: &str, why: String| DataError::new(sheet.file.as_str(), place, why);
        let mut terrain = vec![Terrain::Clear; grid.size()];
        let mut eichberg = HexSet::none(grid);
        for (word, hexes) in &sheet.terrain {
            if word == "eichberg" {
                hexes.iter().for_each(|&hex| eichberg.insert(hex));
                continue;
            }
            let kind = Terrain::ALL.into_iter().find(|kind| kind.word() == word);
            let words = || Terrain::ALL.map(Terrain::word).join(", ");
            let kind = kind.ok_or_else(|| fault(word, format!("is no terrain of this game; there is {}, eichberg", words())))?;
            hexes.iter().for_each(|hex| terrain[usize::from(hex.0)] = kind);
        }
        // [21.3] A road inside woods is a pathway.
        for hex in sheet.roads.iter().flat_map(|road| &road.path) {
            if terrain[usize::from(hex.0)] == Terrain::Woods {
                terrain[usize::from(hex.0)] = Terrain::Path;
            }
        }
        let mut edges = vec![[Edge::default(); DIRECTIONS]; grid.size()];
        let mut mark = |a: HexId, b: HexId, bit: u16, both: bool| {
            for (from, to) in [(a, b), (b, a)].into_iter().take(if both { 2 } else { 1 }) {
                if let Some(direction) = grid.direction(from, to) {
                    edges[usize::from(from.0)][direction].0 |= bit;
                }
            }
        };
        for road in &sheet.roads {
            road.path.windows(2).for_each(|pair| mark(pair[0], pair[1], Edge::ROAD, true));
        }
        for (word, sides) in &sheet.hexsides {
            if word == "work_rear" {
                sides.iter().for_each(|&(work, behind)| mark(work, behind, Edge::WORK_REAR, false));
                continue;
            }
            let bit = SIDES.iter().find(|(known, _)| known == word).map(|(_, bit)| *bit);
            let words = || SIDES.map(|(word, _)| word).join(", ");
            let why = || format!("is nothing that a hexside carries in this game; there is {}, work_rear", words());
            let bit = bit.ok_or_else(|| fault(word, why()))?;
            sides.iter().for_each(|&(a, b)| mark(a, b, bit, true));
        }
        for hex in grid.hexes() {
            for (direction, next) in grid.neighbours(hex).iter().enumerate() {
                let edge = &mut edges[usize::from(hex.0)][direction];
                if let Some(next) = next {
                    if sheet.level(*next) != sheet.level(hex) {
                        edge.0 |= Edge::SLOPE;
                    }
                    if sheet.level(*next) > sheet.level(hex) {
                        edge.0 |= Edge::UP;
                    }
                }
                let crossing = edge.has(Edge::STREAM_BRIDGE | Edge::STREAM_FORD) && !edge.has(Edge::STREAM);
                if crossing || (edge.spree_crossing() && !edge.spree()) {
                    return Err(fault(&grid.number(hex), "a bridge or ford needs water below it".to_owned()));
                }
                // [7.3] A road that crosses water without a bridge crosses at a ford.
                if edge.road() && edge.spree() && !edge.spree_crossing() {
                    edge.0 |= Edge::SPREE_FORD;
                }
                if edge.road() && edge.stream() && !edge.stream_bridge() {
                    edge.0 |= Edge::STREAM_FORD;
                }
            }
            let behind = |side: usize| edges[usize::from(hex.0)][side % DIRECTIONS].work_rear();
            let rear = (0..DIRECTIONS).filter(|&side| behind(side)).count();
            let work = terrain[usize::from(hex.0)] == Terrain::Work;
            if (work && rear != 2) || (!work && rear != 0) {
                let why =
                    format!("{}; an earthwork has two, and nothing else has any", many(rear, "rear hexside", "rear hexsides"));
                return Err(fault(&grid.number(hex), why));
            }
            // [21.5] Side by side.
            if work && !(0..DIRECTIONS).any(|side| behind(side) && behind(side + 1)) {
                return Err(fault(&grid.number(hex), "the rear hexsides of an earthwork lie side by side".to_owned()));
            }
        }
        let on_road = HexSet::of(grid, sheet.roads.iter().flat_map(|road| road.path.iter().copied()));
        let west = HexSet::of(grid, sheet.areas.get("west_of_spree").into_iter().flatten().copied());
        let trenches = grid.hexes().filter(|hex| terrain[usize::from(hex.0)] == Terrain::Trench).collect();
        let objectives = sheet.objectives.clone();
        if objectives.len() > 16 {
            return Err(fault("victory.hexes", "more than 16 hexes count".to_owned()));
        }
        let view = MapView::of(&sheet);
        Ok(Self { terrain, edges, on_road, west, eichberg, trenches, objectives, view, sheet })
    }

    /// Shape and names.
    #[inline]
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.sheet.grid
    }

    /// The map file.
    #[must_use]
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// The map, ready to be drawn.
    #[must_use]
    pub fn view(&self) -> &MapView {
        &self.view
    }

    /// What lies in a hex.
    #[inline]
    #[must_use]
    pub fn terrain(&self, hex: HexId) -> Terrain {
        self.terrain[usize::from(hex.0)]
    }

    /// What lies on the hexside of a hex in a direction.
    #[inline]
    #[must_use]
    pub fn edge(&self, hex: HexId, direction: usize) -> Edge {
        self.edges[usize::from(hex.0)][direction]
    }

    /// What lies between two neighbours; nothing if they are none.
    #[must_use]
    pub fn between(&self, from: HexId, to: HexId) -> Edge {
        self.grid().direction(from, to).map_or(Edge::default(), |direction| self.edge(from, direction))
    }

    /// The level of a hex.
    #[must_use]
    pub fn level(&self, hex: HexId) -> i32 {
        self.sheet.level(hex).into()
    }

    /// Whether a road passes through a hex.
    #[must_use]
    pub fn on_road(&self, hex: HexId) -> bool {
        self.on_road.has(hex)
    }

    /// Whether a hex lies west of the Spree.
    #[must_use]
    pub fn west_of_spree(&self, hex: HexId) -> bool {
        self.west.has(hex)
    }

    /// [21.10] Whether nothing hides anything from here.
    #[must_use]
    pub fn eichberg(&self, hex: HexId) -> bool {
        self.eichberg.has(hex)
    }

    /// The hexes of a place; none if there is no such place.
    #[must_use]
    pub fn place(&self, name: &str) -> &[HexId] {
        self.sheet.places.iter().find(|place| place.name == name).map_or(&[], |place| &place.hexes)
    }
}
