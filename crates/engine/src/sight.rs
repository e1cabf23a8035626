//! The straight line from the middle of one hex to the middle of another: which hexes it crosses, and where it runs exactly
//! along a hexside.
//!
//! All is reckoned in whole numbers. In slanted coordinates, three times as large, the middle of a hex is a point with whole
//! coordinates and so is each of its corners; on which side of the line a corner lies is one product.

use crate::grid::{AXIAL, DIRECTIONS, Grid, HexId};

/// What the line meets next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crossing {
    /// It passes through a hex.
    Through(HexId),
    /// It runs along the hexside between two hexes and enters neither; one of them may be off the map.
    Along(Option<HexId>, Option<HexId>),
    /// It passes through a hex that is cut out of the map.
    Outside,
}

/// The line between two hexes, as what it meets between them: see [`Grid::line`].
#[derive(Clone, Debug)]
pub struct SightLine<'a> {
    grid: &'a Grid,
    /// Both ends, and where the line stands now.
    from: (i32, i32),
    to: (i32, i32),
    at: (i32, i32),
    /// The hex that follows a stretch along a hexside.
    beyond: Option<(i32, i32)>,
}

type Point = (i32, i32);

const fn step(direction: usize) -> Point {
    let (q, s) = AXIAL[direction % DIRECTIONS];
    (q as i32, s as i32)
}

const fn plus(a: Point, b: Point) -> Point {
    (a.0 + b.0, a.1 + b.1)
}

impl SightLine<'_> {
    /// On which side of the line a corner of a hex lies: negative, positive, or 0 on it. Corner `k` lies between the hexsides `k`
    /// and `k + 1`.
    const fn side(&self, hex: Point, corner: usize) -> i32 {
        let (a, b) = (step(corner), step(corner + 1));
        let (x, y) = (3 * (hex.0 - self.from.0) + a.0 + b.0, 3 * (hex.1 - self.from.1) + a.1 + b.1);
        (self.to.0 - self.from.0) * y - (self.to.1 - self.from.1) * x
    }

    /// Whether the line passes through the inside of a hex.
    fn enters(&self, hex: Point) -> bool {
        let (mut left, mut right) = (false, false);
        for corner in 0..DIRECTIONS {
            let side = self.side(hex, corner);
            left |= side > 0;
            right |= side < 0;
        }
        left && right
    }

    fn on_map(&self, (q, s): Point) -> Option<HexId> {
        self.grid.from_axial((i16::try_from(q).ok()?, i16::try_from(s).ok()?))
    }

    fn through(&mut self, hex: Point) -> Option<Crossing> {
        self.at = hex;
        if hex == self.to {
            return None;
        }
        Some(self.on_map(hex).map_or(Crossing::Outside, Crossing::Through))
    }
}

impl Iterator for SightLine<'_> {
    type Item = Crossing;

    fn next(&mut self) -> Option<Crossing> {
        if let Some(beyond) = self.beyond.take() {
            return self.through(beyond);
        }
        if self.at == self.to {
            return None;
        }
        // The line leaves a hex between two corners of which the first lies to its right and the second to its left, or
        // through a corner whose neighbours do.
        for corner in 0..DIRECTIONS {
            let (here, next) = (self.side(self.at, corner), self.side(self.at, (corner + 1) % DIRECTIONS));
            if here < 0 && next > 0 {
                return self.through(plus(self.at, step(corner + 1)));
            }
            let before = self.side(self.at, (corner + DIRECTIONS - 1) % DIRECTIONS);
            if here == 0 && before < 0 && next > 0 {
                let (one, other) = (plus(self.at, step(corner)), plus(self.at, step(corner + 1)));
                if self.enters(one) {
                    return self.through(one);
                }
                if self.enters(other) {
                    return self.through(other);
                }
                self.beyond = Some(plus(one, step(corner + 1)));
                return Some(Crossing::Along(self.on_map(one), self.on_map(other)));
            }
        }
        None
    }
}

impl Grid {
    /// What the straight line from the middle of `from` to the middle of `to` meets between them, in order, both ends left out.
    #[must_use]
    pub fn line(&self, from: HexId, to: HexId) -> SightLine<'_> {
        let point = |hex| {
            let (q, s) = self.axial(hex);
            (i32::from(q), i32::from(s))
        };
        SightLine { grid: self, from: point(from), to: point(to), at: point(from), beyond: None }
    }
}

/// Sight between two heights, exactly. Heights are counted in parts of a level, as fine as the caller likes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slant {
    /// The height of the eye.
    pub from: i32,
    /// The height of what is looked at.
    pub to: i32,
    /// How far away that is, in hexes.
    pub distance: u8,
}

impl Slant {
    /// Whether something of this height, `at` hexes from the eye, rises above the line of sight.
    #[must_use]
    pub const fn is_below(&self, height: i32, at: u8) -> bool {
        height * self.distance as i32 > self.from * self.distance as i32 + (self.to - self.from) * at as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(grid: &Grid, from: &str, to: &str) -> Vec<String> {
        let number = |hex: Option<HexId>| hex.map_or("-".to_owned(), |hex| grid.number(hex));
        let line = grid.line(grid.read(from).unwrap(), grid.read(to).unwrap());
        line.map(|crossing| match crossing {
            Crossing::Through(hex) => grid.number(hex),
            Crossing::Along(a, b) => format!("{}|{}", number(a), number(b)),
            Crossing::Outside => "outside".to_owned(),
        })
        .collect()
    }

    #[test]
    fn straight_on_and_along_hexsides() {
        let grid = Grid::new(20, 20, &[]).unwrap();
        assert_eq!(told(&grid, "0505", "0509"), ["0506", "0507", "0508"]);
        assert_eq!(told(&grid, "0505", "0506"), [""; 0]);
        assert_eq!(told(&grid, "0505", "0505"), [""; 0]);
        // Two columns to the right in the same row: along one hexside, then into the hex.
        assert_eq!(told(&grid, "0505", "0705"), ["0604|0605"]);
        assert_eq!(told(&grid, "0505", "0905"), ["0604|0605", "0705", "0804|0805"]);
        // A slanted line cuts a corner of a hex that lies on no shortest way.
        assert_eq!(told(&grid, "0505", "0608"), ["0506", "0606", "0507", "0607"]);
    }

    #[test]
    fn the_spine_of_a_pointy_map() {
        // On a pointy-top map the line straight north runs along the hexsides between two hexes of every other line.
        let grid = Grid::lines_from_below(40, 40).unwrap();
        assert_eq!(told(&grid, "1321", "1721"), ["1422|1421", "1521", "1622|1621"]);
    }

    #[test]
    fn the_way_back_meets_the_same() {
        let grid = Grid::new(14, 14, &[(7, 7), (8, 3)]).unwrap();
        let turn = |crossing: Crossing| match crossing {
            Crossing::Along(a, b) => Crossing::Along(b, a),
            other => other,
        };
        for a in grid.hexes() {
            for b in grid.hexes() {
                let there: Vec<Crossing> = grid.line(a, b).collect();
                let mut back: Vec<Crossing> = grid.line(b, a).map(turn).collect();
                back.reverse();
                assert_eq!(there, back, "{} to {}", grid.number(a), grid.number(b));
            }
        }
    }

    /// Against a slow look at every hex: those whose corners lie on both sides of the line, between the ends, and no others.
    #[test]
    fn no_hex_is_missed_and_none_invented() {
        let grid = Grid::new(13, 13, &[]).unwrap();
        let from = grid.at(6, 7).unwrap();
        for to in grid.hexes() {
            let line = grid.line(from, to);
            let met: Vec<Crossing> = line.clone().collect();
            let point = |hex| {
                let (q, s) = grid.axial(hex);
                (i32::from(q), i32::from(s))
            };
            let along = |hex: HexId| {
                // Progress along the line, by the true scalar product of slanted coordinates (times two).
                let ((a, b), (c, d)) = (point(from), point(to));
                let ((x, y), (q, s)) = ((c - a, d - b), (point(hex).0 - a, point(hex).1 - b));
                2 * x * q + 2 * y * s + x * s + y * q
            };
            for hex in grid.hexes().filter(|&hex| hex != from && hex != to) {
                let between = along(hex) > 0 && along(hex) < along(to);
                let crossed = met.contains(&Crossing::Through(hex));
                assert_eq!(crossed, between && line.enters(point(hex)), "{} to {}", grid.number(to), grid.number(hex));
            }
        }
    }

    #[test]
    fn a_line_over_a_cut_out_hex_says_so() {
        let grid = Grid::new(10, 10, &[(5, 6), (6, 4)]).unwrap();
        assert_eq!(told(&grid, "0504", "0508"), ["0505", "outside", "0507"]);
        assert_eq!(told(&grid, "0505", "0705"), ["-|0605"]);
    }

    #[test]
    fn sight_over_heights_is_exact() {
        // From level 0 up to level 2 over four hexes the line stands at level 1 half way.
        let slant = Slant { from: 0, to: 2, distance: 4 };
        assert!(!slant.is_below(1, 2));
        assert!(slant.is_below(1, 1));
        assert!(slant.is_below(2, 3));
        // In halves, with the eye half a level up.
        let slant = Slant { from: 1, to: 1, distance: 3 };
        assert!(slant.is_below(2, 1) && !slant.is_below(1, 1));
    }
}
