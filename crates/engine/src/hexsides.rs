//! What lies on the hexsides of a map as the bits of a byte, seen from each of its two hexes: water, bridges, roads, slopes. What a bit means is the rulebook's
//! affair.

use crate::fault::DataError;
use crate::grid::{DIRECTIONS, Grid, HexId};
use crate::plane::Plane;
use crate::sheet::Sheet;

/// Bits for every hexside of a map.
#[derive(Clone, Debug)]
pub struct Hexsides(Vec<[u8; DIRECTIONS]>);

impl Hexsides {
    /// Nothing lies anywhere.
    #[must_use]
    pub fn none(grid: &Grid) -> Self {
        Self(vec![[0; DIRECTIONS]; grid.size()])
    }

    /// Adds bits to a hexside as it is seen from one hex; nothing happens if the two do not touch.
    pub fn mark_from(&mut self, grid: &Grid, from: HexId, to: HexId, bits: u8) {
        if let Some(direction) = grid.direction(from, to) {
            self.0[usize::from(from.0)][direction] |= bits;
        }
    }

    /// Adds bits to a hexside as it is seen from both hexes.
    pub fn mark(&mut self, grid: &Grid, a: HexId, b: HexId, bits: u8) {
        self.mark_from(grid, a, b, bits);
        self.mark_from(grid, b, a, bits);
    }

    /// Adds bits to every hexside that carries a word.
    pub fn mark_word(&mut self, sheet: &Sheet, word: &str, bits: u8) {
        for &(a, b) in sheet.hexsides.get(word).into_iter().flatten() {
            self.mark(&sheet.grid, a, b, bits);
        }
    }

    /// Adds bits to every hexside that a road crosses.
    pub fn mark_roads(&mut self, sheet: &Sheet, bits: u8) {
        for pair in sheet.roads.iter().flat_map(|road| road.path.windows(2)) {
            self.mark(&sheet.grid, pair[0], pair[1], bits);
        }
    }

    /// What lies between a hex and its neighbour.
    #[inline]
    #[must_use]
    pub fn between(&self, grid: &Grid, from: HexId, to: HexId) -> u8 {
        grid.direction(from, to).map_or(0, |direction| self.0[usize::from(from.0)][direction])
    }

    /// What lies on the six hexsides of a hex.
    #[inline]
    #[must_use]
    pub fn around(&self, hex: HexId) -> &[u8; DIRECTIONS] {
        &self.0[usize::from(hex.0)]
    }

    /// For each direction the hexes that a step in it enters over a hexside that does not bar the way.
    #[must_use]
    pub fn open(&self, grid: &Grid, bars: impl Fn(u8) -> bool) -> [Plane; DIRECTIONS] {
        let mut open = [Plane::EMPTY; DIRECTIONS];
        for hex in grid.hexes() {
            for (direction, to) in grid.neighbours(hex).iter().enumerate() {
                if let Some(to) = *to
                    && !bars(self.around(hex)[direction])
                {
                    open[direction].insert(to);
                }
            }
        }
        open
    }
}

impl Sheet {
    /// Whether the map has no words for hexes and hexsides but these, which a rulebook's chart knows. `case` stands before the fault, and may be empty.
    ///
    /// # Errors
    /// The first word that is not known, and those that are.
    pub fn check_words(&self, hexes: &[&str], hexsides: &[&str], case: &str) -> Result<(), DataError> {
        let fault = |key: &str, word: &str, what: &str, known: &[&str]| {
            let why = format!("{case}unknown {what}; the chart has {}", known.join(", "));
            Err(DataError::new(&self.file, format!("{key}.{word}"), why))
        };
        if let Some(word) = self.terrain.keys().find(|word| !hexes.contains(&word.as_str())) {
            return fault("terrain", word, "terrain", hexes);
        }
        match self.hexsides.keys().find(|word| !hexsides.contains(&word.as_str())) {
            Some(word) => fault("hexsides", word, "hexside", hexsides),
            None => Ok(()),
        }
    }

    /// Whether every road has a bridge where it crosses water of these kinds. `case` stands before the fault, and may be empty.
    ///
    /// # Errors
    /// The first road that has none, and where.
    pub fn check_bridges(&self, water: &[&str], case: &str) -> Result<(), DataError> {
        for (i, road) in self.roads.iter().enumerate() {
            for pair in road.path.windows(2) {
                let (a, b) = (pair[0], pair[1]);
                let wet = water.iter().find(|word| self.has_hexside(word, a, b));
                if let Some(word) = wet.filter(|_| !self.has_hexside("bridge", a, b)) {
                    let side = format!("{}-{}", self.grid.number(a), self.grid.number(b));
                    let why = format!("{case}the road crosses a {word} at {side} without a bridge");
                    return Err(DataError::new(&self.file, format!("road[{i}].path"), why));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::map_line;

    const WATER: u8 = 1;
    const ROAD: u8 = 2;
    const SLOPE: u8 = 4;

    fn sheet(lines: &[&str]) -> Sheet {
        let mut sheet = Sheet::blank("x.toml", 9, 9).unwrap();
        lines.iter().for_each(|line| assert_eq!(map_line(&mut sheet, &line.split(' ').collect::<Vec<_>>()), Ok(true)));
        sheet
    }

    #[test]
    fn bits_are_seen_from_both_sides_or_from_one() {
        let sheet = sheet(&["hexside river 0404-0405", "road 0404 0405 0406"]);
        let grid = &sheet.grid;
        let [a, b, c, d] = ["0404", "0405", "0406", "0407"].map(|hex| grid.read(hex).unwrap());
        let mut sides = Hexsides::none(grid);
        sides.mark_word(&sheet, "river", WATER);
        sides.mark_roads(&sheet, ROAD);
        sides.mark_from(grid, c, d, SLOPE);
        sides.mark(grid, a, d, WATER);
        let seen = [(a, b), (b, a), (b, c), (c, b), (c, d), (d, c), (a, d)].map(|(from, to)| sides.between(grid, from, to));
        assert_eq!(seen, [WATER | ROAD, WATER | ROAD, ROAD, ROAD, SLOPE, 0, 0]);
        let open = sides.open(grid, |side| side & WATER != 0);
        let into = |to: HexId| open.iter().filter(|plane| plane.has(to)).count();
        assert_eq!((into(a), into(b), into(c)), (5, 5, 6));
        assert_eq!(sides.around(c).iter().filter(|side| **side == SLOPE).count(), 1);
    }

    #[test]
    fn words_and_bridges_are_checked() {
        let fault = |lines: &[&str]| {
            let sheet = sheet(lines);
            let words = sheet.check_words(&["woods"], &["river", "bridge"], "[1.0] ");
            words.and_then(|()| sheet.check_bridges(&["river"], "")).map_err(|fault| fault.to_string())
        };
        assert_eq!(fault(&["terrain woods 0404", "hexside river 0404-0405 0405-0406"]), Ok(()));
        assert_eq!(
            fault(&["terrain jungle 0404"]),
            Err("x.toml: terrain.jungle: [1.0] unknown terrain; the chart has woods".into())
        );
        assert_eq!(
            fault(&["hexside moat 0404-0405"]),
            Err("x.toml: hexsides.moat: [1.0] unknown hexside; the chart has river, bridge".into())
        );
        let road = ["hexside river 0404-0405", "road 0403 0404 0405"];
        assert_eq!(fault(&road), Err("x.toml: road[0].path: the road crosses a river at 0404-0405 without a bridge".into()));
        assert_eq!(fault(&[road[0], road[1], "hexside bridge 0404-0405"]), Ok(()));
    }
}
