//! `[2]` [6.2] The map, compiled: what lies in each hex and on each hexside, and what it costs to go there.

use crate::passage::{CLOSED, Prices, fresh, prices_of, weigh};
use crate::state::Weather;
use crate::tread::Deltas;
use grognard_engine::fields::NOWHERE;
use grognard_engine::grid::DIRECTIONS;
use grognard_engine::sets::{Bits, HexSet};
use grognard_engine::sheet::Sheet;
use grognard_engine::{DataError, Grid, HexId, MapView};

/// [6.2] What lies in a hex.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Cover {
    /// Fields, and the spit.
    #[default]
    Clear,
    /// Woods.
    Woods,
    /// Marsh.
    Marsh,
    /// A town.
    Town,
    /// A fortified town.
    Fort,
    /// Sea or Haff.
    Water,
}

/// What lies on a hexside, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Edge(u8);

impl Edge {
    const PRIMARY_ROAD: u8 = 1;
    const SECONDARY_ROAD: u8 = 2;
    const PRIMARY_RIVER: u8 = 4;
    const SECONDARY_RIVER: u8 = 8;
    const LAKE: u8 = 16;
    const CHANNEL: u8 = 32;
    const DOWN: u8 = 64;
    const PONTOON: u8 = 128;

    const fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }

    /// Whether a primary road crosses it that can be used.
    #[must_use]
    pub const fn primary_road(self) -> bool {
        self.has(Self::PRIMARY_ROAD) && (!self.has(Self::DOWN) || self.pontoon())
    }

    /// Whether any road crosses it that can be used.
    #[must_use]
    pub const fn road(self) -> bool {
        self.has(Self::PRIMARY_ROAD | Self::SECONDARY_ROAD) && (!self.has(Self::DOWN) || self.pontoon())
    }

    /// Whether a primary river runs along it.
    #[must_use]
    pub const fn primary_river(self) -> bool {
        self.has(Self::PRIMARY_RIVER)
    }

    /// Whether a secondary river runs along it.
    #[must_use]
    pub const fn secondary_river(self) -> bool {
        self.has(Self::SECONDARY_RIVER) && !self.has(Self::PRIMARY_RIVER)
    }

    /// Whether any river runs along it.
    #[must_use]
    pub const fn river(self) -> bool {
        self.has(Self::PRIMARY_RIVER | Self::SECONDARY_RIVER)
    }

    /// Whether a lake lies on it.
    #[must_use]
    pub const fn lake(self) -> bool {
        self.has(Self::LAKE)
    }

    /// [6.8] Whether a pontoon lies on it.
    #[must_use]
    pub const fn pontoon(self) -> bool {
        self.has(Self::PONTOON)
    }

    /// [6.5] Whether troops can act across it at all.
    const fn open(self, frost: bool) -> bool {
        !self.has(Self::CHANNEL) && (!self.lake() || frost) && (!self.primary_river() || self.road() || self.pontoon())
    }

    /// [6.2] Columns that the river or bridge on it shifts an attack.
    #[must_use]
    pub const fn shift(self) -> u8 {
        match (self.primary_river() || self.pontoon(), self.secondary_river() || self.lake()) {
            (true, _) => 2,
            (_, true) => 1,
            _ => 0,
        }
    }
}

/// Most pontoons that can lie at once.
pub const PONTOONS: usize = 6;

/// [6.8] `[A]` What changes on the map in the course of a game: weather, bridges that are down, pontoons that lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Going {
    /// The weather.
    pub weather: Weather,
    /// Bridges that are down, by their number.
    pub down: Bits<1>,
    /// Pontoons: the hex, and the direction of the hexside that each bridges.
    pub pontoons: [(HexId, u8); PONTOONS],
}

impl Going {
    /// Whether zones of control reach as far as with another: of the weather only frost counts for them.
    pub(crate) fn bears_like(&self, other: &Self) -> bool {
        (self.weather.frost(), self.down, self.pontoons) == (other.weather.frost(), other.down, other.pontoons)
    }

    /// All bridges stand, and no pontoon lies.
    #[must_use]
    pub const fn plain(weather: Weather) -> Self {
        Self { weather, down: Bits::EMPTY, pontoons: [(NOWHERE, 0); PONTOONS] }
    }
}

/// `[13]` Which water a hex lies at.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Shore {
    /// The Baltic.
    pub sea: bool,
    /// The Frisches Haff.
    pub haff: bool,
}

/// No bridge.
const NO_BRIDGE: u8 = u8::MAX;

/// The map of a scenario.
#[derive(Clone, Debug)]
pub struct Ground {
    sheet: Sheet,
    /// First and last row in play.
    rows: (u8, u8),
    cover: Vec<Cover>,
    edges: Vec<[Edge; DIRECTIONS]>,
    on_primary: Vec<bool>,
    /// Road bridges, each by its two hexes.
    bridges: Vec<(HexId, HexId)>,
    /// The number of the bridge on each hexside.
    bridge_on: Vec<[u8; DIRECTIONS]>,
    view: MapView,
    shores: Vec<Shore>,
    coast: Vec<HexId>,
    /// What each step takes while all bridges stand and no pontoon lies: by mud for wheels, by frost.
    plain: [Vec<Prices>; 3],
    deltas: Deltas,
    /// By hex the directions in which a primary road leads on, as bits, and the hexes that have any.
    primary_ways: Vec<u8>,
    primary: HexSet,
    /// [10.3] Hexes of places that somebody holds.
    prizes: HexSet,
    serial: u64,
}

/// `[II]` Mud doubles the cost of each hex for whatever has wheels, up to four points.
fn in_mud(cost: u16, horse: bool, weather: Weather) -> u16 {
    if weather.mud() && !horse { (2 * cost).min(8).max(cost) } else { cost }
}

/// The table of prices for a weather: mud counts for wheels only, and no weather brings both mud and frost.
pub(crate) const fn variant(horse: bool, weather: Weather) -> usize {
    match (weather.mud() && !horse, weather.frost()) {
        (true, _) => 1,
        (_, true) => 2,
        _ => 0,
    }
}

/// `[2]` The rows of a sheet, by its letter.
fn rows_of(letter: char) -> Option<(u8, u8)> {
    Some(match letter {
        'N' => (1, 35),
        'C' => (35, 69),
        'S' => (69, 103),
        _ => return None,
    })
}

impl Ground {
    /// Compiles a map: `sections` are the letters of the sheets in play, `damaged` the bridges that are down.
    ///
    /// # Errors
    /// A terrain or hexside word that no rule knows, a letter that is no sheet, a bridge where there is none.
    pub fn new(sheet: Sheet, sections: &str, damaged: &[(HexId, HexId)]) -> Result<Self, DataError> {
        let fault = |key: String, why: String| DataError::new(&sheet.file, key, why);
        let mut rows = (u8::MAX, 0);
        for letter in sections.chars() {
            let (first, last) =
                rows_of(letter).ok_or_else(|| fault("maps".to_owned(), format!("there is no sheet {letter:?}")))?;
            rows = (rows.0.min(first), rows.1.max(last));
        }
        let grid = &sheet.grid;
        let mut cover = vec![Cover::Clear; grid.size()];
        for (word, hexes) in &sheet.terrain {
            let kind = match word.as_str() {
                "woods" => Cover::Woods,
                "marsh" => Cover::Marsh,
                "town" => Cover::Town,
                "fort" => Cover::Fort,
                "spit" => Cover::Clear,
                "haff" | "sea" => Cover::Water,
                _ => return Err(fault(format!("terrain.{word}"), "no rule knows this terrain".to_owned())),
            };
            hexes.iter().for_each(|hex| cover[usize::from(hex.0)] = kind);
        }
        let mut edges = vec![[Edge::default(); DIRECTIONS]; grid.size()];
        let mut mark = |a: HexId, b: HexId, bit: u8| {
            for (from, to) in [(a, b), (b, a)] {
                if let Some(direction) = grid.direction(from, to) {
                    edges[usize::from(from.0)][direction].0 |= bit;
                }
            }
        };
        let mut on_primary = vec![false; grid.size()];
        for road in &sheet.roads {
            let bit = match road.class.as_str() {
                "primary" => Edge::PRIMARY_ROAD,
                "secondary" => Edge::SECONDARY_ROAD,
                class => return Err(fault(format!("road {:?}", road.name), format!("{class:?} is no class of road"))),
            };
            road.path.windows(2).for_each(|pair| mark(pair[0], pair[1], bit));
            if bit == Edge::PRIMARY_ROAD {
                road.path.iter().for_each(|hex| on_primary[usize::from(hex.0)] = true);
            }
        }
        for (word, sides) in &sheet.hexsides {
            let bit = match word.as_str() {
                "primary" => Edge::PRIMARY_RIVER,
                "secondary" => Edge::SECONDARY_RIVER,
                "lake" => Edge::LAKE,
                "channel" => Edge::CHANNEL,
                _ => return Err(fault(format!("hexsides.{word}"), "no rule knows this hexside".to_owned())),
            };
            sides.iter().for_each(|&(a, b)| mark(a, b, bit));
        }
        let (bridges, bridge_on) = (Vec::new(), vec![[NO_BRIDGE; DIRECTIONS]; grid.size()]);
        let mut ground = Self {
            cover,
            edges,
            on_primary,
            bridges,
            bridge_on,
            rows,
            sheet,
            view: MapView::default(),
            shores: Vec::new(),
            coast: Vec::new(),
            plain: Default::default(),
            deltas: [[0; 8]; 2],
            primary_ways: Vec::new(),
            primary: HexSet::default(),
            prizes: HexSet::default(),
            serial: fresh(),
        };
        ground.number_bridges();
        for &(a, b) in damaged {
            if ground.bridge(a, b).is_none() {
                let place = format!("{}/{}", ground.grid().number(a), ground.grid().number(b));
                return Err(DataError::new(&ground.sheet.file, place, "no bridge lies here that could be damaged"));
            }
        }
        if ground.rows.1 == 0 {
            ground.rows = (1, ground.grid().rows());
        }
        let mut areas = std::mem::take(&mut ground.sheet.areas);
        for (name, hexes) in &mut areas {
            if name.starts_with("exit_") || name == "cantonment" {
                hexes.retain(|hex| ground.in_play(*hex));
            }
        }
        ground.sheet.areas = areas;
        ground.survey_coast();
        let prizes = ["koenigsberg", "warsaw", "towns"].into_iter().flat_map(|name| ground.area(name).iter().copied());
        ground.prizes = HexSet::of(ground.grid(), prizes);
        ground.deltas = ground.measure();
        ground.survey_roads();
        ground.plain = std::array::from_fn(|table| ground.price_all(table));
        ground.view = ground.draw();
        Ok(ground)
    }

    /// Shape and names.
    #[inline]
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.sheet.grid
    }

    /// The map file.
    #[must_use]
    pub const fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Hexes of a named area.
    #[must_use]
    pub fn area(&self, name: &str) -> &[HexId] {
        self.sheet.areas.get(name).map_or(&[], Vec::as_slice)
    }

    /// `[18]` Whether a hex is on a sheet in play.
    #[inline]
    #[must_use]
    pub fn in_play(&self, hex: HexId) -> bool {
        let (_, row) = self.grid().column_row(hex);
        self.grid().holds(hex) && (self.rows.0..=self.rows.1).contains(&row)
    }

    /// Whether troops can stand in a hex at all.
    #[must_use]
    pub fn dry(&self, hex: HexId) -> bool {
        self.in_play(hex) && self.cover(hex) != Cover::Water
    }

    /// What lies in a hex.
    #[inline]
    #[must_use]
    pub fn cover(&self, hex: HexId) -> Cover {
        self.cover[usize::from(hex.0)]
    }

    /// [5.1] Whether a primary road passes through a hex.
    #[must_use]
    pub fn on_primary(&self, hex: HexId) -> bool {
        self.on_primary[usize::from(hex.0)]
    }

    /// `[13]` Which hexes lie at which water; Königsberg counts as lying on the Haff.
    fn survey_coast(&mut self) {
        self.shores = vec![Shore::default(); self.sheet.grid.size()];
        for (word, hexes) in &self.sheet.terrain {
            for near in hexes.iter().flat_map(|&hex| self.sheet.grid.around(hex)) {
                let shore = &mut self.shores[usize::from(near.0)];
                shore.sea |= word == "sea";
                shore.haff |= word == "haff";
            }
        }
        for hex in self.area("koenigsberg").to_vec() {
            self.shores[usize::from(hex.0)].haff = true;
        }
        let dry = |hex: &HexId| self.dry(*hex);
        self.coast = self.grid().hexes().filter(dry).filter(|&hex| self.shore(hex) != Shore::default()).collect();
    }

    /// `[13]` Which water a hex lies at.
    #[must_use]
    pub fn shore(&self, hex: HexId) -> Shore {
        if self.dry(hex) { self.shores[usize::from(hex.0)] } else { Shore::default() }
    }

    /// `[13]` The hexes at which ships can land.
    #[must_use]
    pub fn coast(&self) -> &[HexId] {
        &self.coast
    }

    /// Numbers the road bridges in the order of their hexes.
    fn number_bridges(&mut self) {
        for hex in self.sheet.grid.hexes() {
            for direction in 0..DIRECTIONS / 2 {
                let edge = self.edges[usize::from(hex.0)][direction];
                let Some(next) = self.sheet.grid.neighbours(hex)[direction] else { continue };
                if edge.has(Edge::PRIMARY_ROAD | Edge::SECONDARY_ROAD) && edge.river() {
                    let number = self.bridges.len() as u8;
                    self.bridges.push((hex, next));
                    self.bridge_on[usize::from(hex.0)][direction] = number;
                    self.bridge_on[usize::from(next.0)][(direction + 3) % DIRECTIONS] = number;
                }
            }
        }
    }

    /// [6.8] The number of the road bridge between two hexes.
    #[must_use]
    pub fn bridge(&self, a: HexId, b: HexId) -> Option<u8> {
        let direction = self.grid().direction(a, b)?;
        Some(self.bridge_on[usize::from(a.0)][direction]).filter(|number| *number != NO_BRIDGE)
    }

    /// The two hexes of a bridge.
    #[must_use]
    pub fn bridge_hexes(&self, number: u8) -> Option<(HexId, HexId)> {
        self.bridges.get(usize::from(number)).copied()
    }

    /// What lies on the hexside of a hex in a direction.
    #[inline]
    #[must_use]
    pub fn edge(&self, hex: HexId, direction: usize, going: &Going) -> Edge {
        let mut edge = self.edges[usize::from(hex.0)][direction];
        let bridge = self.bridge_on[usize::from(hex.0)][direction];
        if bridge != NO_BRIDGE && going.down.has(bridge.into()) {
            edge.0 |= Edge::DOWN;
        }
        if edge.river() && self.has_pontoon(hex, direction, going) {
            edge.0 |= Edge::PONTOON;
        }
        edge
    }

    /// Whether a primary road crosses a hexside, be its bridge up or down.
    #[inline]
    pub(crate) fn bears_primary(&self, hex: HexId, direction: usize) -> bool {
        self.edges[usize::from(hex.0)][direction].has(Edge::PRIMARY_ROAD)
    }

    fn has_pontoon(&self, hex: HexId, direction: usize, going: &Going) -> bool {
        let far = (direction + 3) % DIRECTIONS;
        going.pontoons.iter().filter(|(at, _)| *at != NOWHERE).any(|&(at, facing)| {
            let facing = usize::from(facing);
            at == hex && facing == direction || facing == far && self.grid().neighbours(hex)[direction] == Some(at)
        })
    }

    /// What lies between two hexes; nothing if they are not adjacent.
    #[must_use]
    pub fn between(&self, a: HexId, b: HexId, going: &Going) -> Edge {
        self.grid().direction(a, b).map_or(Edge::default(), |direction| self.edge(a, direction, going))
    }

    fn price_all(&self, table: usize) -> Vec<Prices> {
        let mut prices = vec![Prices::NONE; self.grid().size()];
        let going = Going::plain(Weather::Fair);
        self.grid().hexes().for_each(|hex| prices[usize::from(hex.0)] = prices_of(self, hex, table, &going));
        self.grid().hexes().for_each(|hex| weigh(self, &mut prices, hex));
        prices
    }

    /// What each step takes while all bridges stand and no pontoon lies.
    pub(crate) const fn plain_prices(&self) -> &[Vec<Prices>; 3] {
        &self.plain
    }

    /// What lies between the numbers of neighbours; the same everywhere in columns of one kind.
    fn measure(&self) -> Deltas {
        let mut deltas = [[0; 8]; 2];
        for hex in self.grid().hexes() {
            for (direction, next) in self.grid().neighbours(hex).iter().enumerate() {
                if let Some(next) = next {
                    deltas[usize::from(hex.0 & 1)][direction] = next.0.wrapping_sub(hex.0);
                }
            }
        }
        deltas
    }

    /// Where primary roads lead, be their bridges up or down.
    fn survey_roads(&mut self) {
        self.primary_ways = vec![0; self.grid().size()];
        for hex in self.sheet.grid.hexes() {
            for (direction, next) in self.sheet.grid.neighbours(hex).iter().enumerate() {
                if next.is_some_and(|next| self.dry(next)) && self.bears_primary(hex, direction) {
                    self.primary_ways[usize::from(hex.0)] |= 1 << direction;
                }
            }
        }
        let on = |hex: &HexId| self.primary_ways[usize::from(hex.0)] != 0 || self.on_primary(*hex);
        self.primary = HexSet::of(&self.sheet.grid, self.sheet.grid.hexes().filter(on));
    }

    /// [5.1] The hexes into which a usable primary road leads from one, in the order of their directions.
    pub(crate) fn along_primary<'a>(&'a self, hex: HexId, going: &'a Going) -> impl Iterator<Item = HexId> + 'a {
        let ways = Bits::<1>([self.primary_ways[usize::from(hex.0)].into()]).into_iter().map(usize::from);
        let usable = move |direction: &usize| {
            !self.edges[usize::from(hex.0)][*direction].river() || self.edge(hex, *direction, going).primary_road()
        };
        let next = move |direction: usize| HexId(hex.0.wrapping_add(self.deltas[usize::from(hex.0 & 1)][direction]));
        ways.filter(usable).map(next)
    }

    /// The neighbours of a hex beyond a river.
    pub(crate) fn across_rivers(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        let edges = &self.edges[usize::from(hex.0)];
        self.grid().neighbours(hex).iter().zip(edges).filter(|(_, edge)| edge.river()).filter_map(|(next, _)| *next)
    }

    /// Hexes with primary roads.
    pub(crate) const fn primary(&self) -> &HexSet {
        &self.primary
    }

    /// What has to be added to a hex to get to its neighbours.
    #[inline]
    pub(crate) const fn deltas(&self) -> &Deltas {
        &self.deltas
    }

    /// [10.3] Whether a hex belongs to a place that somebody holds.
    #[inline]
    pub(crate) fn is_prize(&self, hex: HexId) -> bool {
        self.prizes.has(hex)
    }

    /// What tells this map from any other.
    pub(crate) const fn serial(&self) -> u64 {
        self.serial
    }

    /// [6.2] Half Movement Points of a step; none if it is prohibited. `horse` says whether all of it is cavalry.
    #[inline]
    #[must_use]
    pub fn price(&self, from: HexId, direction: usize, to: HexId, horse: bool, going: &Going) -> Option<u16> {
        let plain = self.plain[variant(horse, going.weather)][usize::from(from.0)].steps[direction];
        if self.edges[usize::from(from.0)][direction].river() {
            return self.reckon_price(from, direction, to, horse, going);
        }
        Some(plain).filter(|price| *price != CLOSED).map(u16::from)
    }

    pub(crate) fn reckon_price(&self, from: HexId, direction: usize, to: HexId, horse: bool, going: &Going) -> Option<u16> {
        let edge = self.edge(from, direction, going);
        if !self.dry(to) || !edge.open(going.weather.frost()) {
            return None;
        }
        let ground = match (edge.primary_road(), edge.road()) {
            (true, _) => 1,
            (_, true) => 2,
            _ => self.off_road(to)?,
        };
        let forded = edge.secondary_river() && !edge.road() && !edge.pontoon();
        let water = if forded || edge.lake() { 2 } else { 0 };
        Some(in_mud(ground + water, horse, going.weather))
    }

    /// [6.2] Half Movement Points of a hex without a road; none if nobody can stand there.
    fn off_road(&self, hex: HexId) -> Option<u16> {
        match self.cover(hex) {
            Cover::Clear | Cover::Town | Cover::Fort => Some(2),
            Cover::Woods => Some(4),
            Cover::Marsh => Some(6),
            Cover::Water => None,
        }
    }

    /// [6.9] Half Movement Points of entering the map at a hex; by a road if one leads there.
    #[must_use]
    pub fn entry_price(&self, hex: HexId, horse: bool, weather: Weather) -> Option<u16> {
        let by_road = |edge: &Edge| edge.has(Edge::PRIMARY_ROAD | Edge::SECONDARY_ROAD);
        let ground = match (self.on_primary(hex), self.edges[usize::from(hex.0)].iter().any(by_road)) {
            (true, _) => 1,
            (_, true) => 2,
            _ => self.off_road(hex)?,
        };
        Some(in_mud(ground, horse, weather))
    }

    /// [6.5] Whether troops can attack from one hex into the next.
    #[must_use]
    pub fn meets(&self, from: HexId, to: HexId, going: &Going) -> bool {
        let Some(direction) = self.grid().direction(from, to) else { return false };
        self.dry(from) && self.opens(from, direction, to, going)
    }

    /// [6.5] The hexes that troops can attack from one, clockwise from north.
    pub(crate) fn met<'a>(&'a self, from: HexId, going: &'a Going) -> impl Iterator<Item = HexId> + 'a {
        let ways = if self.dry(from) { DIRECTIONS } else { 0 };
        let around = self.grid().neighbours(from).iter().take(ways).enumerate();
        around.filter_map(move |(direction, to)| to.filter(|&to| self.opens(from, direction, to, going)))
    }

    /// Whether troops can act from a hex in a direction; what no bridge and no pontoon can change is known beforehand.
    #[inline]
    fn opens(&self, from: HexId, direction: usize, to: HexId, going: &Going) -> bool {
        if self.edges[usize::from(from.0)][direction].river() {
            return self.dry(to) && self.edge(from, direction, going).open(going.weather.frost());
        }
        self.plain[variant(true, going.weather)][usize::from(from.0)].steps[direction] != CLOSED
    }

    /// [6.5] The hexes to which a zone of control reaches from one.
    pub(crate) fn controlled<'a>(&'a self, from: HexId, going: &'a Going) -> impl Iterator<Item = HexId> + 'a {
        let around = self.grid().neighbours(from).iter().enumerate().filter_map(|(direction, to)| Some((direction, (*to)?)));
        let reaches =
            move |(direction, to): &(usize, HexId)| self.cover(*to) != Cover::Fort && self.opens(from, *direction, *to, going);
        around.filter(reaches).map(|(_, to)| to).filter(move |_| self.dry(from))
    }

    /// [6.5] Whether a zone of control reaches from one hex into the next.
    #[must_use]
    pub fn controls(&self, from: HexId, to: HexId, going: &Going) -> bool {
        self.cover(to) != Cover::Fort && self.meets(from, to, going)
    }

    /// How many road bridges there are over primary and over secondary rivers.
    #[must_use]
    pub fn bridges(&self) -> [usize; 2] {
        let mut count = [0; 2];
        for &(a, b) in &self.bridges {
            let edge = self.between(a, b, &Going::plain(Weather::Fair));
            count[usize::from(!edge.primary_river())] += 1;
        }
        count
    }

    /// The map, ready to be drawn: the sheets in play, as if there were no others.
    #[must_use]
    pub const fn view(&self) -> &MapView {
        &self.view
    }

    fn draw(&self) -> MapView {
        let mut view = MapView::of(&self.sheet);
        let (first, last) = self.rows;
        let number = |name: &str| self.grid().read(name).is_ok_and(|hex| self.in_play(hex));
        let shift = |row: u8| row - (first - 1);
        view.rows = last + 1 - first;
        view.hexes.retain(|hex| number(&hex.number));
        view.hexes.iter_mut().for_each(|hex| hex.at = hex.at.map(|(column, row)| (column, shift(row))));
        view.hexsides.retain(|side| number(&side.from) && number(&side.to));
        for road in &mut view.roads {
            road.path.retain(|hex| number(hex));
        }
        view.roads.retain(|road| road.path.len() > 1);
        view.places.retain(|place| place.hexes.iter().all(|hex| number(hex)));
        view.sheets.retain(|sheet| sheet.rows.0 >= first && sheet.rows.1 <= last);
        view.sheets.iter_mut().for_each(|sheet| sheet.rows = (shift(sheet.rows.0), shift(sheet.rows.1)));
        view
    }
}
