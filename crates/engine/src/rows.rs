//! Tables of data: tab separated, with a line of column names, and comments after `#`.

use crate::fault::DataError;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Reads a number within bounds; `what` says what it is.
///
/// # Errors
/// Says what was expected.
pub fn within<N: FromStr + PartialOrd + Display>(what: &str, text: &str, bounds: RangeInclusive<N>) -> Result<N, String> {
    let number = text.parse().ok().filter(|number| bounds.contains(number));
    number.ok_or_else(|| format!("{what} {text:?}: expected {} to {}", bounds.start(), bounds.end()))
}

/// Holds a number to its bounds; `what` says what it is.
///
/// # Errors
/// Says what was expected.
pub fn bounded<N: PartialOrd + Display>(what: &str, number: N, bounds: RangeInclusive<N>) -> Result<N, String> {
    let wrong = || format!("{what} {number}: expected {} to {}", bounds.start(), bounds.end());
    if bounds.contains(&number) { Ok(number) } else { Err(wrong()) }
}

/// A table, read.
pub struct Rows<'a> {
    file: &'a str,
    columns: Vec<&'a str>,
    /// Line number and cells.
    pub rows: Vec<(usize, Vec<&'a str>)>,
}

impl<'a> Rows<'a> {
    /// Reads a table that must have the columns `need`.
    ///
    /// # Errors
    /// A missing column, or a line with too many or too few cells.
    pub fn read(file: &'a str, text: &'a str, need: &[&str]) -> Result<Self, DataError> {
        let mut lines =
            text.lines().enumerate().map(|(i, l)| (i + 1, l)).filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#'));
        let (head_line, head) =
            lines.next().ok_or_else(|| DataError::new(file, "line 1", "the line with the column names is missing"))?;
        let columns: Vec<&str> = head.split('\t').collect();
        if let Some(missing) = need.iter().find(|name| !columns.contains(name)) {
            return Err(DataError::new(file, format!("line {head_line}"), format!("column {missing:?} is missing")));
        }
        let mut rows = Vec::new();
        for (line, text) in lines {
            let cells: Vec<&str> = text.split('\t').collect();
            if cells.len() != columns.len() {
                let why = format!("{} cells, expected {} as in the line of column names", cells.len(), columns.len());
                return Err(DataError::new(file, format!("line {line}"), why));
            }
            rows.push((line, cells));
        }
        Ok(Self { file, columns, rows })
    }

    /// The cell of a row in a column; empty if there is no such column.
    #[must_use]
    pub fn cell(&self, row: &[&'a str], column: &str) -> &'a str {
        self.columns.iter().position(|c| *c == column).map_or("", |i| row[i])
    }

    /// The number in a column, which must lie within bounds.
    ///
    /// # Errors
    /// Line, column, and what was expected.
    pub fn number<N: FromStr + PartialOrd + Display>(
        &self,
        (line, row): &(usize, Vec<&'a str>),
        column: &str,
        bounds: RangeInclusive<N>,
    ) -> Result<N, DataError> {
        within(column, self.cell(row, column), bounds).map_err(|why| self.fault(*line, why))
    }

    /// Whether a column says `yes` or `no`; a table without that column says `no`.
    ///
    /// # Errors
    /// Line, column, and what was expected.
    pub fn flag(&self, (line, row): &(usize, Vec<&'a str>), column: &str) -> Result<bool, DataError> {
        match self.cell(row, column) {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ if !self.columns.contains(&column) => Ok(false),
            other => Err(self.fault(*line, format!("{column} {other:?}: expected yes or no"))),
        }
    }

    /// Whether the rows are numbered from 1 in a column, without a gap.
    ///
    /// # Errors
    /// The first line that is not.
    pub fn in_order(&self, column: &str) -> Result<(), DataError> {
        for ((line, row), number) in self.rows.iter().zip(1..) {
            let cell = self.cell(row, column);
            if cell.parse() != Ok(number) {
                return Err(self.fault(*line, format!("{column} {cell:?}: expected {number}")));
            }
        }
        Ok(())
    }

    /// A fault in a line.
    pub fn fault(&self, line: usize, why: impl Into<String>) -> DataError {
        DataError::new(self.file, format!("line {line}"), why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# turns\nturn\tnight\tpoints\n1\tno\t3\n2\tyes\t-7\n";

    #[test]
    fn numbers_and_flags_are_read_and_bounded() {
        let rows = Rows::read("turns.tsv", TEXT, &["turn", "night"]).unwrap();
        assert_eq!(rows.in_order("turn"), Ok(()));
        let flags: Vec<bool> = rows.rows.iter().map(|row| rows.flag(row, "night").unwrap()).collect();
        assert_eq!((flags, rows.flag(&rows.rows[1], "rain")), (vec![false, true], Ok(false)));
        assert_eq!(rows.number(&rows.rows[1], "points", -9..=9), Ok(-7));
        let why = rows.number(&rows.rows[1], "points", 0..=9).unwrap_err().to_string();
        assert_eq!(why, "turns.tsv: line 4: points \"-7\": expected 0 to 9");
        let why = rows.flag(&rows.rows[0], "points").unwrap_err().to_string();
        assert_eq!(why, "turns.tsv: line 3: points \"3\": expected yes or no");
        let why = rows.in_order("points").unwrap_err().to_string();
        assert_eq!(why, "turns.tsv: line 3: points \"3\": expected 1");
    }
}
