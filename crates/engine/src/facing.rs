//! Which way a piece looks, and what lies in front of it, beside it and behind it.
//!
//! A [`Heading`] points at one of the six hexsides or at one of the six corners between them. How far a hexside lies from
//! straight ahead is counted in steps of 30 degrees, 0 to 6; [`Arcs`] says for each of these whether it is front, flank or rear,
//! which is all that formations differ in.

use crate::grid::{AXIAL, DIRECTIONS, Grid, HexId, Numbering};

/// Number of headings: six hexsides and six corners.
pub const HEADINGS: u8 = 12;

/// A direction in which a piece looks: even numbers are the hexsides, in the order of [`Grid::neighbours`]; odd numbers are the
/// corners that follow them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Heading(u8);

impl Heading {
    /// Straight at a hexside.
    #[must_use]
    pub const fn side(direction: usize) -> Self {
        Self((direction % DIRECTIONS) as u8 * 2)
    }

    /// At the corner between a hexside and the next.
    #[must_use]
    pub const fn corner(direction: usize) -> Self {
        Self((direction % DIRECTIONS) as u8 * 2 + 1)
    }

    /// From its number, 0 to 11.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        if number < HEADINGS { Some(Self(number)) } else { None }
    }

    /// Its number, 0 to 11.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether it points at a corner.
    #[must_use]
    pub const fn at_corner(self) -> bool {
        self.0 % 2 == 1
    }

    /// Turned by so many steps of 30 degrees, in the order of [`Grid::neighbours`]. What is to the right on paper depends on the
    /// map: see [`Grid::turned_right`].
    #[must_use]
    pub const fn turned(self, steps: i8) -> Self {
        Self((self.0 as i8 + steps % HEADINGS as i8).rem_euclid(HEADINGS as i8) as u8)
    }

    /// How far a hexside lies from straight ahead, in steps of 30 degrees: 0 to 6.
    #[must_use]
    pub const fn off(self, direction: usize) -> u8 {
        let apart = self.0.abs_diff((direction % DIRECTIONS) as u8 * 2);
        if apart > 6 { HEADINGS - apart } else { apart }
    }

    /// The hexsides that meet at the corner; twice the same one if it points at a hexside.
    #[must_use]
    pub const fn sides(self) -> (usize, usize) {
        let first = self.0 as usize / 2;
        (first, if self.at_corner() { (first + 1) % DIRECTIONS } else { first })
    }
}

/// Where something lies, seen from a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aspect {
    /// Before it.
    Front,
    /// Beside it.
    Flank,
    /// Behind it.
    Rear,
}

/// What is front, flank and rear, by how far a hexside lies from straight ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arcs(pub [Aspect; 7]);

impl Arcs {
    /// Front on all sides.
    pub const ALL_ROUND: Self = Self([Aspect::Front; 7]);

    /// Front up to so many steps of 30 degrees off, flank up to so many, rear beyond.
    #[must_use]
    pub const fn up_to(front: u8, flank: u8) -> Self {
        let mut arcs = [Aspect::Rear; 7];
        let mut off = 0;
        while off < arcs.len() {
            if off as u8 <= front {
                arcs[off] = Aspect::Front;
            } else if off as u8 <= flank {
                arcs[off] = Aspect::Flank;
            }
            off += 1;
        }
        Self(arcs)
    }

    /// What a hexside is to a piece with this heading.
    #[must_use]
    pub const fn of(&self, heading: Heading, direction: usize) -> Aspect {
        self.0[heading.off(direction) as usize]
    }

    /// The hexsides that are this to a piece with this heading, as bits in the order of [`Grid::neighbours`].
    #[must_use]
    pub fn sides(&self, heading: Heading, aspect: Aspect) -> u8 {
        (0..DIRECTIONS).filter(|&side| self.of(heading, side) == aspect).fold(0, |bits, side| bits | 1 << side)
    }
}

impl Grid {
    /// Turned to the right on paper by so many steps of 30 degrees.
    #[must_use]
    pub const fn turned_right(&self, heading: Heading, steps: i8) -> Heading {
        match self.numbering() {
            Numbering::ColumnRow => heading.turned(steps),
            // The axes are exchanged inside, so that right and left are too.
            Numbering::LineFromBelow => heading.turned(-steps),
        }
    }

    /// A heading as a compass on paper calls it, north being up.
    #[must_use]
    pub const fn compass(&self, heading: Heading) -> &'static str {
        self.compass_card()[heading.0 as usize]
    }

    /// Reads what [`Grid::compass`] says.
    #[must_use]
    pub fn read_compass(&self, word: &str) -> Option<Heading> {
        let number = self.compass_card().iter().position(|name| name.eq_ignore_ascii_case(word))?;
        Some(Heading(number as u8))
    }

    const fn compass_card(&self) -> &'static [&'static str; HEADINGS as usize] {
        match self.numbering() {
            Numbering::ColumnRow => &["N", "NNE", "NE", "E", "SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW"],
            Numbering::LineFromBelow => &["W", "WSW", "SW", "S", "SE", "ESE", "E", "ENE", "NE", "N", "NW", "WNW"],
        }
    }

    /// The hex beside a piece that looks at a corner: the one to its right on paper, or to its left. A line on two hexes stands
    /// on both.
    #[must_use]
    pub fn abreast(&self, hex: HexId, heading: Heading, right: bool) -> Option<HexId> {
        let across = self.turned_right(heading, if right { 3 } else { -3 });
        if heading.at_corner() { self.neighbours(hex)[across.sides().0] } else { None }
    }

    /// How far `to` lies within the wedge that opens from `from` towards `heading`, in hexes: the hexes between the two lines that
    /// run on through the hexsides of a corner, both included, or those straight on behind a hexside. The piece's own hex is
    /// in no wedge.
    #[must_use]
    pub fn in_wedge(&self, from: HexId, heading: Heading, to: HexId) -> Option<u8> {
        let ((q1, s1), (q2, s2)) = (self.axial(from), self.axial(to));
        let (left, right) = heading.sides();
        let ((a, b), (c, d)) = (AXIAL[left], AXIAL[(left + 1) % DIRECTIONS]);
        // The way there as so many steps in one direction and so many in the next; the two always span a cell of size one.
        let (q, s) = (q2 - q1, s2 - s1);
        let size = a * d - b * c;
        let (first, second) = ((q * d - s * c) * size, (a * s - b * q) * size);
        let inside = first >= 0 && second >= 0 && first + second > 0 && (left != right || second == 0);
        inside.then_some((first + second) as u8)
    }

    /// The hexes of the map in the wedge at one distance, from one of its lines to the other: see [`Grid::in_wedge`].
    pub fn wedge(&self, from: HexId, heading: Heading, distance: u8) -> impl Iterator<Item = HexId> + '_ {
        let (q, s) = self.axial(from);
        let (left, right) = heading.sides();
        let ((a, b), (c, d)) = (AXIAL[left], AXIAL[right]);
        let last = if left == right { 0 } else { i16::from(distance) };
        (0..=last).filter_map(move |second| {
            let first = i16::from(distance) - second;
            self.from_axial((q + first * a + second * c, s + first * b + second * d))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat() -> Grid {
        Grid::new(30, 30, &[]).unwrap()
    }

    fn pointy() -> Grid {
        Grid::lines_from_below(30, 30).unwrap()
    }

    #[test]
    fn arcs_by_formation() {
        // A column that looks at hexside 1: three in front, two beside, one behind.
        let column = Arcs::up_to(2, 4);
        let heading = Heading::side(1);
        assert_eq!(column.sides(heading, Aspect::Front), 0b00_0111);
        assert_eq!(column.sides(heading, Aspect::Flank), 0b10_1000);
        assert_eq!(column.sides(heading, Aspect::Rear), 0b01_0000);
        // A line that looks at the corner of hexsides 5 and 0: two, two and two.
        let line = Arcs::up_to(1, 3);
        let heading = Heading::corner(5);
        assert_eq!(line.sides(heading, Aspect::Front), 0b10_0001);
        assert_eq!(line.sides(heading, Aspect::Flank), 0b01_0010);
        assert_eq!(line.sides(heading, Aspect::Rear), 0b00_1100);
        for number in 0..HEADINGS {
            let heading = Heading::from_number(number).unwrap();
            assert_eq!(Arcs::ALL_ROUND.sides(heading, Aspect::Front), 0b11_1111);
            assert_eq!((0..DIRECTIONS).map(|side| u32::from(heading.off(side))).sum::<u32>(), 18);
        }
        assert_eq!(Heading::from_number(12), None);
    }

    #[test]
    fn turning_goes_round() {
        for number in 0..HEADINGS {
            let heading = Heading::from_number(number).unwrap();
            assert_eq!(heading.turned(12), heading);
            assert_eq!(heading.turned(5).turned(-5), heading);
            assert_eq!(heading.turned(-127).turned(127), heading);
        }
        for (grid, start, right) in [(flat(), "N", "NNE"), (pointy(), "N", "NE"), (flat(), "W", "NW"), (pointy(), "WNW", "NW")] {
            let heading = grid.read_compass(start).unwrap();
            assert_eq!(grid.compass(grid.turned_right(heading, 1)), right);
            assert_eq!(grid.turned_right(grid.turned_right(heading, 1), -1), heading);
        }
        assert_eq!(flat().read_compass("ENE"), None);
    }

    /// Where the neighbours really lie on paper, computed from how hexes are drawn.
    #[test]
    fn the_compass_is_that_of_the_paper() {
        for grid in [flat(), pointy()] {
            let centre = |hex: HexId| {
                let (column, row) = grid.column_row(hex);
                let (column, row) = (i32::from(column), i32::from(row));
                match grid.numbering() {
                    // Twice the size in both directions; y grows downwards.
                    Numbering::ColumnRow => (2 * column, 2 * row + i32::from(column % 2 == 0)),
                    Numbering::LineFromBelow => (2 * row + i32::from(column % 2 == 0), 2 * column),
                }
            };
            for hex in [grid.at(10, 10).unwrap(), grid.at(11, 10).unwrap()] {
                let (x, y) = centre(hex);
                for (direction, neighbour) in grid.neighbours(hex).iter().enumerate() {
                    let (x2, y2) = centre(neighbour.unwrap());
                    let mut word = String::new();
                    word.push_str(if y2 < y {
                        "N"
                    } else if y2 > y {
                        "S"
                    } else {
                        ""
                    });
                    word.push_str(if x2 < x {
                        "W"
                    } else if x2 > x {
                        "E"
                    } else {
                        ""
                    });
                    assert_eq!(grid.compass(Heading::side(direction)), word);
                }
            }
        }
    }

    #[test]
    fn wedges_hold_one_hex_more_at_each_distance() {
        for grid in [flat(), pointy()] {
            let from = grid.at(15, 15).unwrap();
            for number in 0..HEADINGS {
                let heading = Heading::from_number(number).unwrap();
                for distance in 1..=6 {
                    let hexes: Vec<HexId> = grid.wedge(from, heading, distance).collect();
                    assert_eq!(hexes.len(), if heading.at_corner() { usize::from(distance) + 1 } else { 1 });
                    for &hex in &hexes {
                        assert_eq!(grid.in_wedge(from, heading, hex), Some(distance));
                        assert_eq!(grid.distance(from, hex), distance);
                    }
                    let counted = grid.hexes().filter(|&hex| grid.in_wedge(from, heading, hex) == Some(distance)).count();
                    assert_eq!(counted, hexes.len());
                }
                assert_eq!(grid.in_wedge(from, heading, from), None);
            }
        }
    }

    #[test]
    fn every_hex_lies_in_the_wedge_of_some_corner() {
        let grid = flat();
        let from = grid.at(15, 15).unwrap();
        for hex in grid.hexes().filter(|&hex| hex != from) {
            let corners = (0..DIRECTIONS).filter(|&c| grid.in_wedge(from, Heading::corner(c), hex).is_some()).count();
            let straight = (0..DIRECTIONS).any(|side| grid.in_wedge(from, Heading::side(side), hex).is_some());
            assert_eq!(corners, if straight { 2 } else { 1 });
        }
    }

    #[test]
    fn a_line_on_two_hexes_stands_abreast() {
        let grid = pointy();
        let hex = grid.read("1010").unwrap();
        let north = grid.read_compass("N").unwrap();
        assert_eq!(grid.abreast(hex, north, true).map(|hex| grid.number(hex)), Some("1011".to_owned()));
        assert_eq!(grid.abreast(hex, north, false).map(|hex| grid.number(hex)), Some("1009".to_owned()));
        assert_eq!(grid.abreast(hex, grid.read_compass("E").unwrap(), true), None, "a hexside has no right angle on the grid");
    }
}
