//! Where hexes, corners and hexsides lie, how they join into outlines and lines, and how those are made smooth.
//!
//! Corners are named by whole numbers (halves of a hex), so that two hexes that share a corner agree on it exactly.

use crate::ink::{N, put};
use grognard_engine::MapView;
use grognard_engine::grid::split_number;
use std::collections::{BTreeMap, BTreeSet};

/// Distance from the centre of a hex to its corners.
pub const SIDE: f64 = 40.0;
/// Distance from side to opposite side.
pub const HEIGHT: f64 = 69.282;
/// Room between the outermost hexes and the inner frame line.
pub const RIM: f64 = 15.0;

/// Column and row, counted from 1.
pub type Hex = (i32, i32);
/// A corner, in halves of a hex.
pub type Key = (i32, i32);

/// A point on the sheet.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// Rightwards.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// A point.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The point a part of the way towards another.
    pub fn toward(self, other: Self, part: f64) -> Self {
        Self::new(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)
    }

    /// Sum with a vector.
    pub fn plus(self, dx: f64, dy: f64) -> Self {
        Self::new(self.x + dx, self.y + dy)
    }

    /// Distance.
    pub fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// Unit vector towards another point; rightwards if they coincide.
    pub fn heading(self, other: Self) -> (f64, f64) {
        let length = self.distance(other);
        if length < 1e-9 { (1.0, 0.0) } else { ((other.x - self.x) / length, (other.y - self.y) / length) }
    }
}

/// A number from 0 to 1 that depends on its arguments only: the same picture every time.
pub fn noise(a: i32, b: i32, salt: u32) -> f64 {
    let mut h = (a as u32).wrapping_mul(0x9E37_79B1) ^ (b as u32).wrapping_mul(0x85EB_CA77) ^ salt.wrapping_mul(0xC2B2_AE3D);
    for _ in 0..2 {
        h ^= h >> 15;
        h = h.wrapping_mul(0x2C1B_3C6D);
        h ^= h >> 12;
        h = h.wrapping_mul(0x297A_2D39);
        h ^= h >> 15;
    }
    f64::from(h) / f64::from(u32::MAX)
}

/// Steps to the neighbours of an odd column, clockwise from north.
const FROM_ODD: [Hex; 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)];
/// The same for an even column.
const FROM_EVEN: [Hex; 6] = [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];

/// The neighbour in a direction, clockwise from north.
pub fn neighbour(hex: Hex, direction: usize) -> Hex {
    let steps = if hex.0.rem_euclid(2) == 1 { &FROM_ODD } else { &FROM_EVEN };
    let (dc, dr) = steps[direction % 6];
    (hex.0 + dc, hex.1 + dr)
}

/// All six neighbours.
pub fn around(hex: Hex) -> [Hex; 6] {
    std::array::from_fn(|direction| neighbour(hex, direction))
}

fn middle_key(hex: Hex) -> Key {
    (2 + 3 * (hex.0 - 1), 1 + 2 * (hex.1 - 1) + i32::from(hex.0.rem_euclid(2) == 0))
}

/// The corners of a hex, clockwise from the upper left; side `d` runs from corner `d` to corner `d + 1`.
pub fn corners(hex: Hex) -> [Key; 6] {
    let (x, y) = middle_key(hex);
    [(x - 1, y - 1), (x + 1, y - 1), (x + 2, y), (x + 1, y + 1), (x - 1, y + 1), (x - 2, y)]
}

/// A rectangle.
#[derive(Clone, Copy, Debug)]
pub struct Rect {
    /// Left.
    pub x: f64,
    /// Top.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Rect {
    /// Whether two rectangles overlap.
    pub fn hits(&self, other: &Self) -> bool {
        self.x < other.x + other.w && other.x < self.x + self.w && self.y < other.y + other.h && other.y < self.y + self.h
    }

    /// Whether a point lies inside.
    pub fn holds(&self, p: Point) -> bool {
        p.x >= self.x && p.x <= self.x + self.w && p.y >= self.y && p.y <= self.y + self.h
    }

    /// The rectangle made larger on all sides.
    pub fn grown(&self, by: f64) -> Self {
        Self { x: self.x - by, y: self.y - by, w: self.w + 2.0 * by, h: self.h + 2.0 * by }
    }
}

/// The hexes of a map and where they lie.
pub struct Layout {
    /// Every hex of the map.
    pub hexes: BTreeSet<Hex>,
    /// What the inner frame line encloses.
    pub frame: Rect,
    /// How printed numbers are read, and which way hexes point.
    numbers: Numbers,
}

/// What printed numbers count. Inside, every map is a flat-top one; a pointy-top map is the same with its axes exchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// Number of lines of a pointy-top map, whose numbers are line from below and place in the line.
    lines: Option<i32>,
    /// Hexes that have names, which do not tell where they lie: by name, and back.
    named: BTreeMap<String, Hex>,
    names: BTreeMap<Hex, String>,
}

impl Numbers {
    /// Those of a map.
    pub fn of(map: &MapView) -> Self {
        let lines = (map.grid == "pointy-top").then_some(i32::from(map.rows));
        let place = |(column, row): (u8, u8)| match lines {
            Some(lines) => (lines + 1 - i32::from(row), i32::from(column)),
            None => (i32::from(column), i32::from(row)),
        };
        let named: BTreeMap<String, Hex> =
            map.hexes.iter().filter_map(|view| Some((view.number.clone(), place(view.at?)))).collect();
        let names = named.iter().map(|(name, &hex)| (hex, name.clone())).collect();
        Self { lines, named, names }
    }

    /// Whether hexes stand on a corner.
    pub const fn pointy(&self) -> bool {
        self.lines.is_some()
    }

    /// Reads a printed number.
    pub fn read(&self, number: &str) -> Option<Hex> {
        if !self.named.is_empty() {
            return self.named.get(number).copied();
        }
        let (first, second) = split_number(number).ok().map(|(a, b)| (i32::from(a), i32::from(b)))?;
        Some((self.lines.map_or(first, |lines| lines + 1 - first), second))
    }

    /// The printed number of a hex.
    pub fn print(&self, hex: Hex) -> String {
        if let Some(name) = self.names.get(&hex) {
            return name.clone();
        }
        format!("{:02}{:02}", self.lines.map_or(hex.0, |lines| lines + 1 - hex.0), hex.1)
    }
}

impl Layout {
    /// The layout of a map.
    pub fn of(map: &MapView) -> Self {
        let numbers = Numbers::of(map);
        let hexes: BTreeSet<Hex> = map.hexes.iter().filter_map(|h| numbers.read(&h.number)).collect();
        let (across, down) = if numbers.pointy() { (map.rows, map.columns) } else { (map.columns, map.rows) };
        let columns = i32::from(across).max(hexes.iter().map(|h| h.0).max().unwrap_or(1)).max(1);
        let rows = i32::from(down).max(hexes.iter().map(|h| h.1).max().unwrap_or(1)).max(1);
        let right = SIDE * (2.0 + 1.5 * f64::from(columns - 1));
        let bottom = HEIGHT * (f64::from(rows) + if columns > 1 { 0.5 } else { 0.0 });
        let (w, h) = if numbers.pointy() { (bottom, right) } else { (right, bottom) };
        Self { hexes, frame: Rect { x: 0.0, y: 0.0, w, h }.grown(RIM), numbers }
    }

    /// The hex that a printed number names, if it is on the map.
    pub fn find(&self, number: &str) -> Option<Hex> {
        self.numbers.read(number).filter(|hex| self.hexes.contains(hex))
    }

    fn place(&self, key: Key) -> Point {
        let (along, beside) = (f64::from(key.0) * SIDE / 2.0, f64::from(key.1) * HEIGHT / 2.0);
        if self.numbers.pointy() { Point::new(beside, along) } else { Point::new(along, beside) }
    }

    /// The centre of a hex.
    pub fn centre(&self, hex: Hex) -> Point {
        self.place(middle_key(hex))
    }

    /// Where a corner lies.
    pub fn corner(&self, key: Key) -> Point {
        self.place(key)
    }

    /// The two corners of the hexside between neighbours, so that walking from first to second has `of` on the right.
    pub fn side(&self, of: Hex, other: Hex) -> Option<(Key, Key)> {
        let direction = (0..6).find(|&d| neighbour(of, d) == other)?;
        let keys = corners(of);
        Some((keys[direction], keys[(direction + 1) % 6]))
    }

    /// The hexes of the map that touch a corner.
    pub fn touching(&self, key: Key) -> Vec<Hex> {
        // A corner is a tip of one or two hexes; their columns differ by at most one from this guess.
        let column = (key.0 - 2).div_euclid(3) + 1;
        let row = key.1.div_euclid(2) + 1;
        let near = (column - 1..=column + 2).flat_map(|c| (row - 2..=row + 1).map(move |r| (c, r)));
        near.filter(|hex| self.hexes.contains(hex) && corners(*hex).contains(&key)).collect()
    }

    /// A hex as the points of a polygon, drawn smaller or larger.
    pub fn polygon(&self, hex: Hex, scale: f64) -> String {
        let middle = self.centre(hex);
        let mut points = String::new();
        for key in corners(hex) {
            let p = middle.toward(self.corner(key), scale);
            put!(points, "{},{} ", N(p.x), N(p.y));
        }
        points.trim_end().to_owned()
    }

    /// A region together with the places just off the map that it would cover if the map went on.
    pub fn beyond(&self, region: &BTreeSet<Hex>) -> BTreeSet<Hex> {
        let mut all = region.clone();
        all.extend(region.iter().flat_map(|&hex| around(hex)).filter(|hex| !self.hexes.contains(hex)));
        all
    }
}

/// The outlines of a region, each a closed walk along corners with the region on the right.
pub fn outlines(region: &BTreeSet<Hex>) -> Vec<Vec<Key>> {
    let mut next: BTreeMap<Key, Key> = BTreeMap::new();
    for &hex in region {
        let keys = corners(hex);
        for direction in 0..6 {
            if !region.contains(&neighbour(hex, direction)) {
                next.insert(keys[direction], keys[(direction + 1) % 6]);
            }
        }
    }
    let mut loops = Vec::new();
    while let Some((start, mut at)) = next.pop_first() {
        let mut walk = vec![start];
        while at != start {
            walk.push(at);
            match next.remove(&at) {
                Some(on) => at = on,
                None => break,
            }
        }
        loops.push(walk);
    }
    loops
}

/// Groups of hexes that hang together.
pub fn clumps(region: &BTreeSet<Hex>) -> Vec<BTreeSet<Hex>> {
    let mut left = region.clone();
    let mut found = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut clump = BTreeSet::from([first]);
        let mut open = vec![first];
        while let Some(hex) = open.pop() {
            for other in around(hex) {
                if left.remove(&other) {
                    clump.insert(other);
                    open.push(other);
                }
            }
        }
        found.push(clump);
    }
    found
}

/// Joins hexsides into lines, breaking them where three or more meet.
pub fn chains(sides: &[(Key, Key)]) -> Vec<Vec<Key>> {
    let mut ends: BTreeMap<Key, Vec<Key>> = BTreeMap::new();
    for &(a, b) in sides {
        for (from, to) in [(a, b), (b, a)] {
            let list = ends.entry(from).or_default();
            if !list.contains(&to) {
                list.push(to);
            }
        }
    }
    let mut used: BTreeSet<(Key, Key)> = BTreeSet::new();
    let mut lines = Vec::new();
    let junctions: Vec<Key> = ends.iter().filter(|(_, to)| to.len() != 2).map(|(&key, _)| key).collect();
    let loops: Vec<Key> = ends.iter().filter(|(_, to)| to.len() == 2).map(|(&key, _)| key).collect();
    for start in junctions.into_iter().chain(loops) {
        for &first in &ends[&start] {
            if used.contains(&(start, first)) {
                continue;
            }
            let mut line = vec![start];
            let (mut from, mut at) = (start, first);
            loop {
                used.insert((from, at));
                used.insert((at, from));
                line.push(at);
                let to = &ends[&at];
                if to.len() != 2 || at == start {
                    break;
                }
                let on = if to[0] == from { to[1] } else { to[0] };
                if used.contains(&(at, on)) {
                    break;
                }
                (from, at) = (at, on);
            }
            lines.push(line);
        }
    }
    lines
}

/// Joins directed hexsides into directed lines.
pub fn directed_chains(sides: &[(Key, Key)]) -> Vec<Vec<Key>> {
    let mut next: BTreeMap<Key, Key> = sides.iter().copied().collect();
    let arrivals: BTreeSet<Key> = sides.iter().map(|s| s.1).collect();
    let mut starts: Vec<Key> = next.keys().copied().filter(|key| !arrivals.contains(key)).collect();
    let mut lines = Vec::new();
    loop {
        let start = match starts.pop() {
            Some(key) => key,
            None => match next.keys().next() {
                Some(&key) => key,
                None => return lines,
            },
        };
        let mut line = vec![start];
        let mut at = start;
        while let Some(on) = next.remove(&at) {
            line.push(on);
            at = on;
        }
        if line.len() > 1 {
            lines.push(line);
        }
    }
}
