//! Large maps, as people edit them: a line of letters for each row of hexes, a line of digits for its levels, and the printed
//! sheets that were laid together.
//!
//! The first line is the top of the map. What a letter means stands in the map file's legend.

use crate::fault::DataError;
use crate::grid::{Grid, HexId, Numbering, at_key};
use crate::sheet::Slope;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// One of the printed sheets of which a map is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Print {
    /// What stands before the digits of its hexes, such as `B` or `N-`.
    pub prefix: String,
    /// Its first and last column on the whole map.
    pub columns: (u8, u8),
    /// Its first and last row on the whole map.
    pub rows: (u8, u8),
}

/// A sheet as the file gives it. Where two sheets overlap, the hex is called as the first of them in the file prints it; the other
/// name is read too.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawPrint {
    #[serde(default)]
    prefix: String,
    columns: [u8; 2],
    rows: [u8; 2],
    /// What the printed column numbers are short of those of the whole map.
    #[serde(default)]
    column_zero: u8,
    /// The same for rows.
    #[serde(default)]
    row_zero: u8,
}

/// Terrain by letters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawGround {
    /// What each letter stands for; one that stands for nothing is clear.
    legend: BTreeMap<char, String>,
    /// The letter of what is cut out of the map.
    #[serde(default)]
    off_map: Option<char>,
    rows: Vec<String>,
}

/// Levels by digits.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawLevels {
    /// By how much neighbours may differ at most, if the book says so.
    #[serde(default)]
    most_between_neighbours: Option<u8>,
    /// Whether the book knows no other way from level to level than a slope, so that each such hexside must be on one.
    #[serde(default)]
    only_by_slopes: bool,
    rows: Vec<String>,
}

impl RawPrint {
    pub(crate) fn print(&self) -> Print {
        let Self { prefix, columns, rows, .. } = self;
        Print { prefix: prefix.clone(), columns: (columns[0], columns[1]), rows: (rows[0], rows[1]) }
    }

    /// The name that this sheet prints in a hex of the whole map, if the hex is on it.
    fn name(&self, pointy: bool, column: u8, row: u8) -> Option<String> {
        let within = |[first, last]: [u8; 2], at: u8| (first..=last).contains(&at);
        if !within(self.columns, column) || !within(self.rows, row) {
            return None;
        }
        let (column, row) = (column.checked_sub(self.column_zero)?, row.checked_sub(self.row_zero)?);
        let (first, second) = if pointy { (row, column) } else { (column, row) };
        Some(format!("{}{first:02}{second:02}", self.prefix))
    }
}

/// The letter of each hex of a map with so many columns and rows: lines from the top, letters from the left.
struct Letters<'a> {
    rows: Vec<Vec<char>>,
    key: &'a str,
}

impl<'a> Letters<'a> {
    fn read(file: &str, key: &'a str, lines: &[String], (columns, rows): (u8, u8)) -> Result<Self, DataError> {
        if lines.len() != usize::from(rows) {
            return Err(DataError::new(file, key, format!("{} lines for a map of {rows} rows", lines.len())));
        }
        let rows: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
        if let Some(bad) = rows.iter().position(|line| line.len() != usize::from(columns)) {
            let text = format!("{} letters for a map of {columns} columns", rows[bad].len());
            return Err(DataError::new(file, format!("{key}[{bad}]"), text));
        }
        Ok(Self { rows, key })
    }

    /// Of a hex by column and row as the map counts them; rows of a pointy-top map count from below.
    fn at(&self, pointy: bool, column: u8, row: u8) -> char {
        let line = if pointy { self.rows.len() - usize::from(row) } else { usize::from(row) - 1 };
        self.rows[line][usize::from(column) - 1]
    }

    fn line_key(&self, pointy: bool, row: u8) -> String {
        let line = if pointy { self.rows.len() - usize::from(row) } else { usize::from(row) - 1 };
        format!("{}[{line}]", self.key)
    }
}

/// The grid of a map that is made of printed sheets.
pub(crate) fn grid(
    file: &str,
    pointy: bool,
    (columns, rows): (u8, u8),
    prints: &[RawPrint],
    ground: Option<&RawGround>,
) -> Result<Grid, DataError> {
    if prints.is_empty() {
        return Err(DataError::new(file, "map.numbering", "\"sheets\" needs at least one [[sheet]]"));
    }
    let letters = ground.map(|ground| Letters::read(file, "ground.rows", &ground.rows, (columns, rows))).transpose()?;
    let cut = ground.and_then(|ground| ground.off_map);
    let mut nameless = None;
    let mut others = Vec::new();
    let mut name = |column: u8, row: u8| {
        if cut.is_some() && letters.as_ref().map(|letters| letters.at(pointy, column, row)) == cut {
            return None;
        }
        let mut names = prints.iter().filter_map(|print| print.name(pointy, column, row));
        let first = names.next();
        match &first {
            Some(first) => others.extend(names.map(|alias| (alias, first.clone()))),
            None => nameless = nameless.or(Some((column, row))),
        }
        first
    };
    let grid = if pointy {
        Grid::named(Numbering::LineFromBelow, rows, columns, |row, column| name(column, row))
    } else {
        Grid::named(Numbering::ColumnRow, columns, rows, &mut name)
    };
    let mut grid = at_key(grid, file, "sheet")?;
    if let Some((column, row)) = nameless {
        return Err(DataError::new(file, "sheet", format!("no sheet holds the hex in column {column} and row {row}")));
    }
    for (alias, name) in others {
        at_key(grid.alias(&alias, &name), file, "sheet")?;
    }
    Ok(grid)
}

/// Each hex of the map with its letter and the key of its line.
fn each<'a>(grid: &'a Grid, letters: &'a Letters<'_>) -> impl Iterator<Item = (HexId, char, u8, bool)> + 'a {
    let pointy = grid.numbering() == Numbering::LineFromBelow;
    grid.hexes().map(move |hex| {
        let (first, second) = grid.column_row(hex);
        let (column, row) = if pointy { (second, grid.columns() + 1 - first) } else { (first, second) };
        (hex, letters.at(pointy, column, row), row, pointy)
    })
}

fn size(grid: &Grid) -> (u8, u8) {
    match grid.numbering() {
        Numbering::ColumnRow => (grid.columns(), grid.rows()),
        Numbering::LineFromBelow => (grid.rows(), grid.columns()),
    }
}

/// Terrain words and the hexes that carry them.
pub(crate) fn terrain(file: &str, grid: &Grid, ground: &RawGround) -> Result<BTreeMap<String, Vec<HexId>>, DataError> {
    let letters = Letters::read(file, "ground.rows", &ground.rows, size(grid))?;
    let mut terrain: BTreeMap<String, Vec<HexId>> = BTreeMap::new();
    for (hex, letter, row, pointy) in each(grid, &letters) {
        let Some(word) = ground.legend.get(&letter) else {
            let text = format!("{letter:?} in hex {} stands for nothing in ground.legend", grid.number(hex));
            return Err(DataError::new(file, letters.line_key(pointy, row), text));
        };
        if !word.is_empty() {
            terrain.entry(word.clone()).or_default().push(hex);
        }
    }
    Ok(terrain)
}

/// The level of each hex, by its number inside.
pub(crate) fn levels(file: &str, grid: &Grid, raw: &RawLevels) -> Result<Vec<u8>, DataError> {
    let letters = Letters::read(file, "levels.rows", &raw.rows, size(grid))?;
    let mut levels = vec![0; grid.size()];
    for (hex, letter, row, pointy) in each(grid, &letters) {
        let Some(level) = letter.to_digit(10) else {
            let text = format!("{letter:?} in hex {} is no level; write a digit", grid.number(hex));
            return Err(DataError::new(file, letters.line_key(pointy, row), text));
        };
        levels[usize::from(hex.0)] = level as u8;
    }
    let level = |hex: HexId| levels[usize::from(hex.0)];
    if let Some(most) = raw.most_between_neighbours {
        for hex in grid.hexes() {
            if let Some(next) = grid.around(hex).find(|&next| level(next).abs_diff(level(hex)) > most) {
                let (a, b) = (grid.number(hex), grid.number(next));
                let text =
                    format!("{a} is at level {} and {b} beside it at level {}: more than {most} apart", level(hex), level(next));
                return Err(DataError::new(file, "levels.rows", text));
            }
        }
    }
    Ok(levels)
}

/// Slopes and levels agree: a slope leads from a lower hex to a higher one, and where the book asks for it there is no other way up.
pub(crate) fn check_slopes(file: &str, grid: &Grid, raw: &RawLevels, levels: &[u8], slopes: &[Slope]) -> Result<(), DataError> {
    let level = |hex: HexId| levels[usize::from(hex.0)];
    let told = |hex: HexId| format!("{} (level {})", grid.number(hex), level(hex));
    let mut climbs = BTreeSet::new();
    for (i, slope) in slopes.iter().enumerate() {
        for (j, &(low, high)) in slope.sides.iter().enumerate() {
            if level(low) >= level(high) {
                let text = format!("a slope leads up, but not from {} to {}", told(low), told(high));
                return Err(DataError::new(file, format!("slope[{i}].sides[{j}]"), text));
            }
            climbs.insert((low, high));
        }
    }
    if raw.only_by_slopes {
        for low in grid.hexes() {
            if let Some(high) = grid.around(low).find(|&next| level(next) > level(low) && !climbs.contains(&(low, next))) {
                let text = format!("{} and {} beside it have no slope between them", told(low), told(high));
                return Err(DataError::new(file, "levels.rows", text));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::sheet::Sheet;

    /// Two sheets, one above the other, that share a row; a corner is cut out.
    const MAP: &str = r#"
        [map]
        id = "two"
        title = "Two sheets"
        columns = 5
        rows = 6
        numbering = "sheets"
        grid = "pointy-top"
        even_rows = "left"

        [[sheet]]
        prefix = "B"
        rows = [3, 6]
        columns = [1, 5]
        row_zero = 3

        [[sheet]]
        prefix = "A"
        rows = [1, 3]
        columns = [1, 5]

        [ground]
        legend = { "." = "", w = "woods", x = "" }
        off_map = "x"
        rows = [
          "...xx",
          "....x",
          "..w..",
          ".ww..",
          ".....",
          "w....",
        ]

        [levels]
        most_between_neighbours = 1
        rows = [
          "00000",
          "00000",
          "00110",
          "01210",
          "00110",
          "00000",
        ]

        [aliases]
        Mill = "A0202"

        [hexsides.stream]
        brook = ["A0101/A0102", "A0201/A0101"]
        ditch = ["A0102/A0101", "A0303/B0103"]

        [[road]]
        class = "major"
        path = ["A0104", "A0205", "A0304"]
    "#;

    fn fault(from: &str, to: &str) -> String {
        assert!(MAP.contains(from), "{from}");
        Sheet::read("two.toml", &MAP.replace(from, to)).unwrap_err().to_string()
    }

    #[test]
    fn letters_digits_and_sheets_are_read() {
        let sheet = Sheet::read("two.toml", MAP).unwrap();
        let grid = &sheet.grid;
        assert_eq!(grid.hexes().count(), 27);
        let hex = |name: &str| grid.read(name).unwrap();
        assert_eq!((hex("A0304"), grid.number(hex("A0304"))), (hex("B0004"), "B0004".to_owned()));
        assert!(grid.read("B0304").is_err(), "cut out");
        assert!(sheet.has_terrain("woods", hex("A0101")) && sheet.has_terrain("woods", hex("B0003")));
        assert_eq!(sheet.terrain["woods"].len(), 4);
        assert_eq!(hex("Mill"), hex("A0202"));
        assert_eq!((sheet.level(hex("B0003")), sheet.level(hex("A0101"))), (2, 0));
        assert!(sheet.has_hexside("stream", hex("B0003"), hex("B0103")));
        assert_eq!(sheet.hexsides["stream"].len(), 3, "what two streams name is there once");
        assert_eq!(
            (sheet.roads[0].class.as_str(), sheet.prints[0].prefix.as_str(), sheet.prints[1].rows),
            ("major", "B", (1, 3))
        );
        // Names do not tell where a hex lies, so that the view does.
        let view = crate::MapView::of(&sheet);
        let at = |name: &str| view.hexes.iter().find(|hex| hex.number == name).and_then(|hex| hex.at);
        assert_eq!((at("A0104"), at("B0004"), at("B0302")), (Some((4, 1)), Some((4, 3)), Some((2, 6))));
    }

    /// The slopes of the hill in the middle: one hex at level 2, six around it at level 1.
    fn slopes(map: &str) -> String {
        let sheet = Sheet::read("two.toml", map).unwrap();
        let grid = &sheet.grid;
        let climbs = grid.hexes().flat_map(|low| grid.around(low).map(move |high| (low, high)));
        let sides: Vec<String> = climbs
            .filter(|&(low, high)| sheet.level(low) < sheet.level(high))
            .map(|(low, high)| format!("\"{}/{}\"", grid.number(low), grid.number(high)))
            .collect();
        format!("{map}\n[[slope]]\nsides = [{}]\n", sides.join(", "))
    }

    #[test]
    fn levels_jump_only_where_the_book_allows_it() {
        let strict = MAP.replace("most_between_neighbours = 1", "only_by_slopes = true");
        let told = |map: &str| Sheet::read("two.toml", map).err().map(|why| why.to_string());
        let whole = slopes(MAP).replace("most_between_neighbours = 1", "only_by_slopes = true");
        assert_eq!(told(&whole), None);
        let parts = |told: Option<String>, parts: &[&str]| {
            let told = told.unwrap_or_default();
            assert!(parts.iter().all(|part| told.contains(part)), "{told}");
        };
        parts(told(&strict), &["two.toml", "levels.rows", "(level 0)", "(level 1)", "no slope between them"]);
        let gap = whole.replace("\"B0004/B0003\", ", "");
        assert_ne!(gap, whole);
        parts(told(&gap), &["levels.rows", "B0004 (level 1) and B0003 (level 2)"]);
        let down = whole.replace("\"B0004/B0003\"", "\"B0003/B0004\"");
        parts(told(&down), &["slope[0].sides[", "leads up, but not from B0003 (level 2) to B0004 (level 1)"]);
        // Where the book says nothing, levels jump as they like.
        assert_eq!(told(&MAP.replace("most_between_neighbours = 1", "")), None);
    }

    #[test]
    fn what_does_not_fit_is_refused_with_its_place() {
        for (from, to, parts) in [
            ("A0201/A0101", "A0202/A0204", &["two.toml", "hexsides.stream.brook[1]", "not adjacent"][..]),
            ("A0303/B0103", "A0303/C0103", &["hexsides.stream.ditch[1]", "C0103 is not on this map"]),
            ("\"..w..\"", "\"..q..\"", &["ground.rows[2]", "'q'", "B0103"]),
            ("\"..w..\"", "\"..w.\"", &["ground.rows[2]", "4 letters", "5 columns"]),
            ("\"01210\"", "\"01310\"", &["levels.rows", "level 3", "more than 1 apart"]),
            ("\"01210\"", "\"01z10\"", &["levels.rows[3]", "'z'", "B0003"]),
            ("rows = [1, 3]", "rows = [2, 3]", &["sheet", "column 1 and row 1"]),
            ("          \"w....\",\n", "", &["ground.rows", "5 lines", "6 rows"]),
            ("numbering = \"sheets\"", "numbering = \"sheets\"\n        off_map = [\"0101\"]", &["map.off_map", "letter"]),
            ("even_rows = \"left\"", "even_rows = \"right\"", &["map.even_rows"]),
            ("Mill = \"A0202\"", "Mill = \"A0909\"", &["two.toml", "aliases.Mill", "A0909, which names no hex"]),
            ("Mill = \"A0202\"", "A0101 = \"A0202\"", &["aliases.A0101", "two hexes are called A0101"]),
            (
                "[hexsides.stream]",
                "[looks]\n        stream = \"river\"\n        jungle = \"woods\"\n        [hexsides.stream]",
                &["looks.jungle", "carries that word"],
            ),
        ] {
            let told = fault(from, to);
            assert!(parts.iter().all(|part| told.contains(part)), "{told}");
            assert_eq!(told.lines().count(), 1);
        }
    }
}
