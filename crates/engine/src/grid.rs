//! Hex numbers, neighbours and distances on a flat-top grid whose even columns sit half a hex lower.
//!
//! A [`HexId`] packs column and row into one small integer: the row in the high bits, the column in the low ones, so that
//! a set of hexes is one word of bits per row (see [`crate::plane`]).

use crate::fault::DataError;
use crate::names::Names;
use serde::{Serialize, Serializer};

/// A hex of a particular [`Grid`]: `row << shift | column`, both counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct HexId(pub u16);

/// A unit: its place in the rulebook's list of units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct UnitId(pub u16);

impl Serialize for UnitId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u16(self.0)
    }
}

/// Number of directions, and of neighbours a hex can have.
pub const DIRECTIONS: usize = 6;

/// Steps to the neighbours of an odd column (counted from 1), clockwise from north: column and row.
const FROM_ODD: [(i8, i8); DIRECTIONS] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)];
/// The same for an even column, which sits half a hex lower.
const FROM_EVEN: [(i8, i8); DIRECTIONS] = [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];

/// The steps of the directions in slanted coordinates, clockwise from north, the same from every hex.
pub const AXIAL: [(i16, i16); DIRECTIONS] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// How a map prints its hex numbers, and which way its hexes point.
///
/// Whatever is printed, a [`Grid`] counts inside as a flat-top map does. A pointy-top map is such a map with its two axes
/// exchanged: its lines of hexes are the columns inside, counted from the top line down, and so neighbours, distances, sets
/// and floods are the same for both.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Numbering {
    /// `CCRR` on flat-top hexes: column from the left, row from the top; even columns sit half a hex lower.
    #[default]
    ColumnRow,
    /// `RRCC` on pointy-top hexes: line from the bottom, place in the line from the left. The number of lines is even, and
    /// even lines are shifted half a hex to the left.
    LineFromBelow,
}

/// The shape of a map: how many columns and rows, and which hexes are cut out of the rectangle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    columns: u8,
    rows: u8,
    numbering: Numbering,
    shift: u8,
    on_map: Vec<bool>,
    neighbours: Vec<[Option<HexId>; DIRECTIONS]>,
    names: Option<Names>,
}

/// The most columns and rows that a map with names of its own can have.
pub const LARGEST: u8 = 127;

impl Grid {
    /// A grid of `columns` by `rows`, less the hexes that `off_map` names by column and row (from 1).
    ///
    /// # Errors
    /// Sizes outside 1 to 99, or a hex outside the rectangle.
    pub fn new(columns: u8, rows: u8, off_map: &[(u8, u8)]) -> Result<Self, String> {
        if !(1..=99).contains(&columns) || !(1..=99).contains(&rows) {
            return Err(format!("{columns} columns by {rows} rows: a map has 1 to 99 of each"));
        }
        Self::shaped(columns, rows, off_map)
    }

    /// A map whose hexes have names of their own: `name` gives the printed name of the hex in a place, counted from 1 as
    /// `numbering` says (column and row, or line and place), or nothing where the map is cut out.
    ///
    /// # Errors
    /// Sizes outside 1 to [`LARGEST`], an odd number of lines from below, or two hexes with one name.
    pub fn named(
        numbering: Numbering,
        across: u8,
        down: u8,
        mut name: impl FnMut(u8, u8) -> Option<String>,
    ) -> Result<Self, String> {
        if !(1..=LARGEST).contains(&across) || !(1..=LARGEST).contains(&down) {
            return Err(format!("{across} by {down} hexes: a map has 1 to {LARGEST} each way"));
        }
        if numbering == Numbering::LineFromBelow && across % 2 == 1 {
            return Err(format!("{across} lines: a map numbered from below has an even number of them"));
        }
        let inside = |first: u8| if numbering == Numbering::LineFromBelow { across + 1 - first } else { first };
        let mut off_map = Vec::new();
        let mut called = Vec::new();
        for first in 1..=across {
            for second in 1..=down {
                match name(first, second) {
                    Some(name) => called.push((inside(first), second, name)),
                    None => off_map.push((inside(first), second)),
                }
            }
        }
        let mut grid = Self { numbering, ..Self::shaped(across, down, &off_map)? };
        let mut names = Names::new();
        for (column, row, name) in called {
            names.print(grid.pack(column - 1, row - 1), &name)?;
        }
        grid.names = Some(names);
        Ok(grid)
    }

    /// Lets a hex of a map with names of its own be called by another name too.
    ///
    /// # Errors
    /// If the alias is taken or stands for nobody, or the map counts its hexes.
    pub fn alias(&mut self, alias: &str, name: &str) -> Result<(), String> {
        let names = self.names.as_mut().ok_or("a map that counts its hexes has no aliases")?;
        names.alias(alias, name)
    }

    fn shaped(columns: u8, rows: u8, off_map: &[(u8, u8)]) -> Result<Self, String> {
        let shift = columns.next_power_of_two().trailing_zeros().max(5) as u8;
        let size = usize::from(rows) << shift;
        let numbering = Numbering::ColumnRow;
        let on_map = vec![false; size];
        let neighbours = vec![[None; DIRECTIONS]; size];
        let mut grid = Self { columns, rows, numbering, shift, on_map, neighbours, names: None };
        for row in 0..rows {
            for column in 0..columns {
                let hex = grid.pack(column, row);
                grid.on_map[usize::from(hex.0)] = true;
            }
        }
        for &(column, row) in off_map {
            let Some(hex) = grid.at(column, row) else {
                return Err(format!("{column:02}{row:02} is not a hex of the map"));
            };
            grid.on_map[usize::from(hex.0)] = false;
        }
        for hex in grid.hexes().collect::<Vec<_>>() {
            let (column, row) = grid.column_row(hex);
            let steps = if column % 2 == 1 { &FROM_ODD } else { &FROM_EVEN };
            for (direction, &(dc, dr)) in steps.iter().enumerate() {
                grid.neighbours[usize::from(hex.0)][direction] =
                    column.checked_add_signed(dc).zip(row.checked_add_signed(dr)).and_then(|(c, r)| grid.at(c, r));
            }
        }
        Ok(grid)
    }

    /// A pointy-top map of so many `lines`, each of so many `places`, numbered as [`Numbering::LineFromBelow`] says.
    ///
    /// # Errors
    /// Sizes outside 1 to 99, or an odd number of lines.
    pub fn lines_from_below(lines: u8, places: u8) -> Result<Self, String> {
        if lines % 2 == 1 {
            return Err(format!("{lines} lines: a map numbered from below has an even number of them"));
        }
        Ok(Self { numbering: Numbering::LineFromBelow, ..Self::new(lines, places, &[])? })
    }

    /// Whether its hexes have names of their own, which do not tell where they lie.
    #[must_use]
    pub const fn is_named(&self) -> bool {
        self.names.is_some()
    }

    /// How its hexes are numbered and drawn.
    #[must_use]
    pub const fn numbering(&self) -> Numbering {
        self.numbering
    }

    const fn pack(&self, column: u8, row: u8) -> HexId {
        HexId(((row as u16) << self.shift) | column as u16)
    }

    /// Number of columns.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// Number of rows.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// One more than the largest [`HexId`]: the length of a table with a place for every hex.
    #[must_use]
    pub fn size(&self) -> usize {
        self.on_map.len()
    }

    /// The hex in `column` and `row`, both counted from 1, if it is on the map.
    #[must_use]
    pub fn at(&self, column: u8, row: u8) -> Option<HexId> {
        if !(1..=self.columns).contains(&column) || !(1..=self.rows).contains(&row) {
            return None;
        }
        let hex = self.pack(column - 1, row - 1);
        self.on_map[usize::from(hex.0)].then_some(hex)
    }

    /// Whether `hex` is a hex of this map.
    #[must_use]
    pub fn holds(&self, hex: HexId) -> bool {
        self.on_map.get(usize::from(hex.0)).copied().unwrap_or(false)
    }

    /// Column and row, both counted from 1.
    #[must_use]
    pub const fn column_row(&self, hex: HexId) -> (u8, u8) {
        ((hex.0 & ((1 << self.shift) - 1)) as u8 + 1, (hex.0 >> self.shift) as u8 + 1)
    }

    /// All hexes of the map, row by row.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + '_ {
        (0..self.on_map.len()).filter(|&i| self.on_map[i]).map(|i| HexId(i as u16))
    }

    /// The neighbours of `hex`, clockwise from north; `None` off the map.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, hex: HexId) -> &[Option<HexId>; DIRECTIONS] {
        &self.neighbours[usize::from(hex.0)]
    }

    /// The neighbours of `hex` that are on the map.
    pub fn around(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.neighbours(hex).iter().flatten().copied()
    }

    /// The direction of the step from `a` to `b`, if they are adjacent.
    #[must_use]
    pub fn direction(&self, a: HexId, b: HexId) -> Option<usize> {
        self.neighbours(a).iter().position(|&n| n == Some(b))
    }

    /// Whether two hexes share a hexside.
    #[must_use]
    pub fn adjacent(&self, a: HexId, b: HexId) -> bool {
        self.direction(a, b).is_some()
    }

    /// Whether fewer than six neighbours of `hex` are on the map.
    #[must_use]
    pub fn on_edge(&self, hex: HexId) -> bool {
        self.neighbours(hex).iter().any(Option::is_none)
    }

    /// Distance in hexes, as the crow flies.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: HexId, b: HexId) -> u8 {
        let ((q1, s1), (q2, s2)) = (self.axial(a), self.axial(b));
        let (dq, ds) = (q1 - q2, s1 - s2);
        dq.abs().max(ds.abs()).max((dq + ds).abs()) as u8
    }

    /// A hex in slanted coordinates, in which a step in each direction always adds the same pair (see [`AXIAL`]).
    #[inline]
    #[must_use]
    pub const fn axial(&self, hex: HexId) -> (i16, i16) {
        let (column, row) = self.column_row(hex);
        (column as i16, row as i16 - (column + column % 2) as i16 / 2)
    }

    /// The hex in slanted coordinates, if it is on the map.
    #[must_use]
    pub fn from_axial(&self, (q, s): (i16, i16)) -> Option<HexId> {
        let column = u8::try_from(q).ok()?;
        let row = u8::try_from(s + (q + q % 2) / 2).ok()?;
        self.at(column, row)
    }

    /// The printed number of a hex: two digits of column, two of row, or line and place; or the name that it has.
    #[must_use]
    pub fn number(&self, hex: HexId) -> String {
        if let Some(names) = &self.names {
            return names.of(hex).to_owned();
        }
        let (column, row) = self.column_row(hex);
        match self.numbering {
            Numbering::ColumnRow => format!("{column:02}{row:02}"),
            Numbering::LineFromBelow => format!("{:02}{row:02}", self.columns + 1 - column),
        }
    }

    /// Reads a printed number such as `1213`.
    ///
    /// # Errors
    /// Says in a few words why the text names no hex of this map.
    pub fn read(&self, text: &str) -> Result<HexId, String> {
        if let Some(names) = &self.names {
            return names
                .find(text)
                // Small letters will do.
                .or_else(|| names.find(&text.to_ascii_uppercase()))
                .ok_or_else(|| format!("hex {text} is not on this map; hexes are called like {}", names.example()));
        }
        let (first, second) = split_number(text)?;
        let column = match self.numbering {
            Numbering::ColumnRow => Some(first),
            Numbering::LineFromBelow => (self.columns + 1).checked_sub(first),
        };
        column.and_then(|column| self.at(column, second)).ok_or_else(|| format!("hex {text} is not on this map"))
    }

    /// Reads a hexside such as `1213-1214`: two adjacent hexes. Where names hold hyphens, `N-2635/N-2636`.
    ///
    /// # Errors
    /// Says in a few words why the text names no hexside of this map.
    pub fn read_hexside(&self, text: &str) -> Result<(HexId, HexId), String> {
        let pair = text.split_once('/').or_else(|| text.split_once('-'));
        let (a, b) = pair.ok_or_else(|| format!("{text:?} is not a hexside; write two hexes like 0504-0505"))?;
        let (a, b) = (self.read(a)?, self.read(b)?);
        if self.adjacent(a, b) { Ok((a, b)) } else { Err(format!("the hexes of {text} are not adjacent")) }
    }
}

/// Splits `CCRR` into column and row.
///
/// # Errors
/// When the text is not four digits.
pub fn split_number(text: &str) -> Result<(u8, u8), String> {
    if text.len() != 4 || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(format!("{text:?} is not a hex number; write four digits, column then row"));
    }
    let two = |part: &str| part.parse::<u8>().map_err(|e| e.to_string());
    Ok((two(&text[..2])?, two(&text[2..])?))
}

/// Adds file and key to what [`Grid`] says about a bad hex.
pub fn at_key<T>(result: Result<T, String>, file: &str, key: &str) -> Result<T, DataError> {
    result.map_err(|why| DataError::new(file, key, why))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(grid: &Grid, hex: &str) -> Vec<String> {
        let mut all: Vec<_> = grid.around(grid.read(hex).unwrap()).map(|h| grid.number(h)).collect();
        all.sort();
        all
    }

    #[test]
    fn neighbours_and_distances() {
        let grid = Grid::new(24, 22, &[]).unwrap();
        assert_eq!(numbers(&grid, "0404"), ["0304", "0305", "0403", "0405", "0504", "0505"]);
        assert_eq!(numbers(&grid, "0503"), ["0402", "0403", "0502", "0504", "0602", "0603"]);
        let distance = |a: &str, b: &str| grid.distance(grid.read(a).unwrap(), grid.read(b).unwrap());
        assert_eq!(distance("0404", "0602"), 3);
        assert_eq!(distance("0404", "0604"), 2);
        for (a, b) in [("1608", "1609"), ("1609", "1709"), ("1608", "1709")] {
            assert_eq!(distance(a, b), 1);
        }
    }

    #[test]
    fn neighbourhood_and_distance_agree_everywhere() {
        let grid = Grid::new(13, 11, &[(1, 1), (2, 1)]).unwrap();
        for a in grid.hexes() {
            for b in grid.hexes() {
                assert_eq!(grid.adjacent(a, b), grid.distance(a, b) == 1);
                assert_eq!(grid.adjacent(a, b), grid.adjacent(b, a));
            }
        }
    }

    #[test]
    fn lines_from_below_are_columns_seen_sideways() {
        let grid = Grid::lines_from_below(16, 24).unwrap();
        assert_eq!(numbers(&grid, "1406"), ["1305", "1306", "1405", "1407", "1505", "1506"]);
        assert_eq!(numbers(&grid, "1216"), ["1115", "1116", "1215", "1217", "1315", "1316"]);
        assert_eq!(numbers(&grid, "1307"), ["1207", "1208", "1306", "1308", "1407", "1408"]);
        let distance = |a: &str, b: &str| grid.distance(grid.read(a).unwrap(), grid.read(b).unwrap());
        assert_eq!(distance("1306", "1222"), 16);
        for hex in grid.hexes() {
            assert_eq!(grid.read(&grid.number(hex)), Ok(hex));
        }
        assert!(grid.read("1701").is_err() && grid.read("0001").is_err() && grid.read("0125").is_err());
        assert!(Grid::lines_from_below(15, 24).is_err());
    }

    /// Three sheets in a column that overlap by a row, as a campaign prints them.
    fn sheets() -> Grid {
        let name = |column: u8, row: u8| match row {
            1..=34 => Some(format!("N-{column:02}{row:02}")),
            35..=68 => Some(format!("C-{column:02}{:02}", row - 34)),
            _ => Some(format!("S-{column:02}{:02}", row - 68)),
        };
        let mut grid = Grid::named(Numbering::ColumnRow, 61, 103, name).unwrap();
        for column in 1..=61 {
            grid.alias(&format!("N-{column:02}35"), &format!("C-{column:02}01")).unwrap();
        }
        grid
    }

    #[test]
    fn large_maps_have_names_and_aliases() {
        let grid = sheets();
        assert_eq!(grid.hexes().count(), 61 * 103);
        for hex in grid.hexes() {
            assert_eq!(grid.read(&grid.number(hex)), Ok(hex));
            assert_eq!(grid.from_axial(grid.axial(hex)), Some(hex));
        }
        assert_eq!(grid.read("N-2635"), grid.read("C-2601"));
        assert_eq!(numbers(&grid, "C-2601"), ["C-2501", "C-2502", "C-2602", "C-2701", "C-2702", "N-2634"]);
        let (a, b) = grid.read_hexside("N-2634/N-2635").unwrap();
        assert_eq!((grid.number(a), grid.number(b)), ("N-2634".to_owned(), "C-2601".to_owned()));
        assert!(grid.read_hexside("N-2634/C-2602").unwrap_err().contains("not adjacent"));
        assert_eq!(grid.distance(grid.read("N-0101").unwrap(), grid.read("S-6135").unwrap()), 132);
    }

    #[test]
    fn lines_from_below_can_be_cut_out_and_lettered() {
        let name = |line: u8, place: u8| (line < 72 || place < 21).then(|| format!("A{line:02}{place:02}"));
        let grid = Grid::named(Numbering::LineFromBelow, 72, 76, name).unwrap();
        assert_eq!(grid.hexes().count(), 72 * 76 - 56);
        assert_eq!(numbers(&grid, "A1719"), ["A1619", "A1620", "A1718", "A1720", "A1819", "A1820"]);
        assert!(grid.read("A7221").unwrap_err().contains("like A7201"));
    }

    #[test]
    fn names_that_clash_or_stand_for_nobody_are_refused() {
        let mut grid = sheets();
        assert!(grid.alias("X-0101", "Y-0101").unwrap_err().contains("Y-0101, which names no hex"));
        assert!(grid.alias("N-0101", "N-0102").unwrap_err().contains("two hexes are called N-0101"));
        assert!(grid.alias("N 01", "N-0102").unwrap_err().contains("cannot name a hex"));
        assert!(Grid::new(9, 9, &[]).unwrap().alias("a", "0101").is_err());
        assert!(Grid::named(Numbering::ColumnRow, 2, 2, |_, _| Some("A".to_owned())).is_err());
        assert!(Grid::named(Numbering::ColumnRow, 128, 2, |_, _| None).is_err());
        assert!(Grid::named(Numbering::LineFromBelow, 3, 2, |_, _| None).is_err());
    }

    #[test]
    fn a_step_adds_the_same_pair_everywhere() {
        let grid = Grid::new(12, 12, &[]).unwrap();
        for hex in grid.hexes() {
            for (direction, step) in AXIAL.into_iter().enumerate() {
                let (q, s) = grid.axial(hex);
                assert_eq!(grid.from_axial((q + step.0, s + step.1)), grid.neighbours(hex)[direction]);
            }
        }
    }

    #[test]
    fn bad_numbers_say_why() {
        let grid = Grid::new(12, 12, &[(1, 1)]).unwrap();
        assert!(grid.read("9999").unwrap_err().contains("not on this map"));
        assert!(grid.read("0101").unwrap_err().contains("not on this map"));
        assert!(grid.read("5o4").unwrap_err().contains("four digits"));
        assert!(grid.read_hexside("0505-0507").unwrap_err().contains("not adjacent"));
    }
}
