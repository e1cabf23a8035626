//! The map of any game as the planner reads it: hexes by number, their neighbours and distances; and units by their names. Made once from what
//! the game shows to everybody.

use grognard_engine::{Board, Game, HexId, MapView, UnitId};
use std::collections::BTreeMap;

/// A hex, counted from 0 in the order in which the map lists them.
pub type Spot = u16;
/// No hex.
pub const NO_SPOT: Spot = u16::MAX;

/// The map and the names.
pub struct Atlas {
    beside: Vec<[Spot; 6]>,
    axial: Vec<(i16, i16)>,
    /// By column and row inside, see [`inside`].
    at: Vec<Spot>,
    columns: i16,
    rows: i16,
    by_id: Vec<Spot>,
    names: BTreeMap<String, Spot>,
    units: BTreeMap<String, UnitId>,
    objectives: Vec<Spot>,
}

/// Column and row of a hex, from 1, as a flat-top map counts them: a pointy-top map is such a map with its axes exchanged.
fn inside(map: &MapView, number: &str, at: Option<(u8, u8)>) -> Option<(i16, i16)> {
    let pointy = map.grid == "pointy-top";
    let digits = || {
        let both = (number.len() == 4).then(|| (number[..2].parse::<i16>(), number[2..].parse::<i16>()));
        both.and_then(|(first, second)| first.ok().zip(second.ok()))
    };
    match (at, pointy) {
        (Some((place, line)), true) => Some((i16::from(map.rows) + 1 - i16::from(line), i16::from(place))),
        (Some((column, row)), false) => Some((i16::from(column), i16::from(row))),
        (None, true) => digits().map(|(line, place)| (i16::from(map.rows) + 1 - line, place)),
        (None, false) => digits(),
    }
}

impl Atlas {
    /// Reads the map of a game, and the names of the units on a board.
    pub fn of<G: Game>(game: &G, board: &Board) -> Self {
        let map = game.map();
        let (columns, rows) = if map.grid == "pointy-top" { (map.rows, map.columns) } else { (map.columns, map.rows) };
        let (columns, rows) = (i16::from(columns.max(1)), i16::from(rows.max(1)));
        let mut atlas = Self {
            beside: Vec::new(),
            axial: Vec::new(),
            at: vec![NO_SPOT; columns as usize * rows as usize],
            columns,
            rows,
            by_id: Vec::new(),
            names: BTreeMap::new(),
            units: BTreeMap::new(),
            objectives: Vec::new(),
        };
        for (spot, hex) in map.hexes.iter().enumerate() {
            let spot = spot as Spot;
            let (column, row) = inside(&map, &hex.number, hex.at).unwrap_or((-100, -100));
            atlas.axial.push((column, row - (column + column.rem_euclid(2)) / 2));
            if let Some(place) = atlas.cell(column, row) {
                atlas.at[place] = spot;
            }
            atlas.names.insert(hex.number.clone(), spot);
            if hex.objective {
                atlas.objectives.push(spot);
            }
        }
        atlas.beside = (0..atlas.axial.len()).map(|spot| atlas.find_neighbours(spot)).collect();
        atlas.number_hexes(game, &map);
        for (i, _) in board.counters.iter().enumerate() {
            let unit = UnitId(i as u16);
            atlas.units.insert(game.unit_name(unit), unit);
        }
        atlas
    }

    fn cell(&self, column: i16, row: i16) -> Option<usize> {
        let on = (1..=self.columns).contains(&column) && (1..=self.rows).contains(&row);
        on.then(|| ((row - 1) * self.columns + column - 1) as usize)
    }

    fn at_axial(&self, (q, s): (i16, i16)) -> Spot {
        self.cell(q, s + (q + q.rem_euclid(2)) / 2).map_or(NO_SPOT, |cell| self.at[cell])
    }

    fn find_neighbours(&self, spot: usize) -> [Spot; 6] {
        let (q, s) = self.axial[spot];
        grognard_engine::grid::AXIAL.map(|(dq, ds)| self.at_axial((q + dq, s + ds)))
    }

    /// Finds out which number of the engine stands for which hex: packed as the engine's grids are, or counted; whatever the game's own names bear out.
    fn number_hexes<G: Game>(&mut self, game: &G, map: &MapView) {
        let shift = (self.columns as u16).next_power_of_two().trailing_zeros().max(5);
        let packed = |spot: usize| {
            let (column, row) = inside(map, &map.hexes[spot].number, map.hexes[spot].at)?;
            (column > 0 && row > 0).then(|| HexId(((row as u16 - 1) << shift) | (column as u16 - 1)))
        };
        let counted = |spot: usize| Some(HexId(spot as u16));
        let ways: [&dyn Fn(usize) -> Option<HexId>; 2] = [&packed, &counted];
        for way in ways {
            let ids: Vec<Option<HexId>> = (0..map.hexes.len()).map(way).collect();
            let right = |(spot, id): (usize, &Option<HexId>)| id.is_some_and(|id| game.hex_name(id) == map.hexes[spot].number);
            if ids.iter().enumerate().all(right) {
                let most = ids.iter().flatten().map(|id| usize::from(id.0)).max().unwrap_or(0);
                self.by_id = vec![NO_SPOT; most + 1];
                ids.iter().flatten().enumerate().for_each(|(spot, id)| self.by_id[usize::from(id.0)] = spot as Spot);
                return;
            }
        }
    }

    /// How many hexes there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.axial.len()
    }

    /// A hex by the number that the rules give it.
    #[inline]
    #[must_use]
    pub fn spot(&self, hex: HexId) -> Spot {
        self.by_id.get(usize::from(hex.0)).copied().unwrap_or(NO_SPOT)
    }

    /// A hex by its printed number.
    #[must_use]
    pub fn named(&self, name: &str) -> Spot {
        self.names.get(name).copied().unwrap_or(NO_SPOT)
    }

    /// A unit by its tag.
    #[must_use]
    pub fn unit(&self, tag: &str) -> Option<UnitId> {
        self.units.get(tag).copied()
    }

    /// The hexes that the map marks as counting for victory.
    #[must_use]
    pub fn objectives(&self) -> &[Spot] {
        &self.objectives
    }

    /// The neighbours of a hex; [`NO_SPOT`] beyond the edge.
    #[inline]
    #[must_use]
    pub fn beside(&self, spot: Spot) -> &[Spot; 6] {
        const NOBODY: [Spot; 6] = [NO_SPOT; 6];
        self.beside.get(usize::from(spot)).unwrap_or(&NOBODY)
    }

    /// Distance in hexes, as the crow flies; far away if one of them is none.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: Spot, b: Spot) -> u16 {
        let (Some((q1, s1)), Some((q2, s2))) = (self.axial.get(usize::from(a)), self.axial.get(usize::from(b))) else {
            return 99;
        };
        let (dq, ds) = (q1 - q2, s1 - s2);
        dq.abs().max(ds.abs()).max((dq + ds).abs()) as u16
    }

    /// Every hex within a distance of another.
    pub fn disc(&self, centre: Spot, radius: i16, mut seen: impl FnMut(Spot)) {
        let Some(&(q, s)) = self.axial.get(usize::from(centre)) else { return };
        for dq in -radius..=radius {
            for ds in (-radius).max(-dq - radius)..=radius.min(-dq + radius) {
                let spot = self.at_axial((q + dq, s + ds));
                if spot != NO_SPOT {
                    seen(spot);
                }
            }
        }
    }

    /// How far each hex is from the nearest of some, into `out`.
    pub fn flood(&self, from: impl Iterator<Item = Spot>, out: &mut Vec<u8>, queue: &mut Vec<Spot>) {
        out.clear();
        out.resize(self.size(), u8::MAX);
        queue.clear();
        for spot in from {
            if let Some(place) = out.get_mut(usize::from(spot))
                && *place != 0
            {
                *place = 0;
                queue.push(spot);
            }
        }
        let mut next = 0;
        while let Some(&spot) = queue.get(next) {
            next += 1;
            let far = out[usize::from(spot)].saturating_add(1);
            for &to in self.beside(spot) {
                if to != NO_SPOT && out[usize::from(to)] > far {
                    out[usize::from(to)] = far;
                    queue.push(to);
                }
            }
        }
    }
}
