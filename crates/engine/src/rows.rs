//! Tables of data: tab separated, with a line of column names, and comments after `#`.

use crate::fault::DataError;

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

    /// A fault in a line.
    pub fn fault(&self, line: usize, why: impl Into<String>) -> DataError {
        DataError::new(self.file, format!("line {line}"), why)
    }
}
