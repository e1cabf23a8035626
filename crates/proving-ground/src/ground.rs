//! The map, compiled: what lies in each hex, and on each of its hexsides.

use grognard_engine::grid::DIRECTIONS;
use grognard_engine::sets::HexSet;
use grognard_engine::sheet::Sheet;
use grognard_engine::{Grid, HexId, MapView};

/// What lies in a hex, as far as the proving ground tells things apart.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Cover {
    /// Open ground, or ice.
    #[default]
    Open,
    /// Gardens.
    Garden,
    /// Woods.
    Woods,
    /// Frozen wetland.
    Marsh,
    /// Houses.
    Houses,
}

impl Cover {
    /// How many levels it rises above the ground, for whoever wants to look over it.
    pub const fn height(self) -> i32 {
        match self {
            Self::Woods | Self::Houses => 1,
            Self::Open | Self::Garden | Self::Marsh => 0,
        }
    }
}

/// What lies on a hexside, seen from one of its hexes, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Edge(u8);

impl Edge {
    const MAJOR_ROAD: u8 = 1;
    const MINOR_ROAD: u8 = 2;
    const STREAM: u8 = 4;
    const BROOK: u8 = 8;
    const FENCE: u8 = 16;
    const UP: u8 = 32;

    const fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }

    /// Whether a road of the better class crosses it.
    pub const fn major_road(self) -> bool {
        self.has(Self::MAJOR_ROAD)
    }

    /// Whether any road crosses it.
    pub const fn road(self) -> bool {
        self.has(Self::MAJOR_ROAD | Self::MINOR_ROAD)
    }

    /// Whether the large stream runs along it.
    pub const fn stream(self) -> bool {
        self.has(Self::STREAM)
    }

    /// Whether a brook runs along it.
    pub const fn brook(self) -> bool {
        self.has(Self::BROOK)
    }

    /// Whether a wall or fence stands on it.
    pub const fn fence(self) -> bool {
        self.has(Self::FENCE)
    }

    /// Whether the other hex lies higher.
    pub const fn up(self) -> bool {
        self.has(Self::UP)
    }
}

/// The map.
pub struct Ground {
    sheet: Sheet,
    view: MapView,
    cover: Vec<Cover>,
    edges: Vec<[Edge; DIRECTIONS]>,
    on_road: HexSet,
    town: Vec<HexId>,
}

impl Ground {
    /// Compiles a map.
    #[must_use]
    pub fn of(sheet: Sheet) -> Self {
        let grid = &sheet.grid;
        let mut cover = vec![Cover::Open; grid.size()];
        for (word, kind) in [
            ("garden", Cover::Garden),
            ("woods", Cover::Woods),
            ("marsh", Cover::Marsh),
            ("village", Cover::Houses),
            ("town", Cover::Houses),
            ("church", Cover::Houses),
            ("castle", Cover::Houses),
        ] {
            for hex in sheet.terrain.get(word).into_iter().flatten() {
                cover[usize::from(hex.0)] = kind;
            }
        }
        let mut edges = vec![[Edge::default(); DIRECTIONS]; grid.size()];
        let mut mark = |a: HexId, b: HexId, bit: u8| {
            for (from, to) in [(a, b), (b, a)] {
                if let Some(direction) = grid.direction(from, to) {
                    edges[usize::from(from.0)][direction].0 |= bit;
                }
            }
        };
        for road in &sheet.roads {
            let bit = if road.class == "major" { Edge::MAJOR_ROAD } else { Edge::MINOR_ROAD };
            road.path.windows(2).for_each(|pair| mark(pair[0], pair[1], bit));
        }
        for (word, bit) in [("stream", Edge::STREAM), ("brook", Edge::BROOK), ("wall", Edge::FENCE), ("fence", Edge::FENCE)] {
            sheet.hexsides.get(word).into_iter().flatten().for_each(|&(a, b)| mark(a, b, bit));
        }
        for hex in grid.hexes() {
            for (direction, next) in grid.neighbours(hex).iter().enumerate() {
                if next.is_some_and(|next| sheet.level(next) > sheet.level(hex)) {
                    edges[usize::from(hex.0)][direction].0 |= Edge::UP;
                }
            }
        }
        let on_road = HexSet::of(grid, sheet.roads.iter().flat_map(|road| road.path.iter().copied()));
        let built = ["town", "church", "castle"];
        let town = built.iter().flat_map(|word| sheet.terrain.get(*word).into_iter().flatten().copied()).collect();
        let view = MapView::of(&sheet);
        Self { cover, edges, on_road, town, view, sheet }
    }

    /// Shape and names.
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
    #[must_use]
    pub fn cover(&self, hex: HexId) -> Cover {
        self.cover[usize::from(hex.0)]
    }

    /// What lies on the hexside of a hex in a direction.
    #[must_use]
    pub fn edge(&self, hex: HexId, direction: usize) -> Edge {
        self.edges[usize::from(hex.0)][direction]
    }

    /// Whether a road passes through a hex.
    #[must_use]
    pub fn on_road(&self, hex: HexId) -> bool {
        self.on_road.has(hex)
    }

    /// The hexes of the town that both sides want.
    #[must_use]
    pub fn town(&self) -> &[HexId] {
        &self.town
    }
}
