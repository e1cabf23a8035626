//! [9.6] The Combat Results Table, by differential and die; what stands in it is data.

use grognard_engine::rows::Rows;
use grognard_engine::{DataError, kinds};

kinds! {
    /// A result, the worst for the attacker first: the word on the table, and what it means.
    pub enum CombatResult(name, meaning) {
        /// The attackers break.
        Ab = "AB" "attackers break",
        /// The attackers rout.
        Ar = "AR" "attackers rout",
        /// The attackers withdraw.
        Aw = "AW" "attackers withdraw one hex",
        /// Nothing happens.
        Ne = "NE" "no effect",
        /// The defenders withdraw.
        Dw = "DW" "defenders withdraw one hex",
        /// The defenders rout.
        Dr = "DR" "defenders rout",
        /// The defenders break.
        Db = "DB" "defenders break",
        /// Exchange.
        Ex = "EX" "exchange",
    }
}

/// The heads of the columns.
pub const HEADS: [&str; COLUMNS] = ["-2", "-1", "0", "+1", "+2", "+3", "+4"];
const COLUMNS: usize = 7;
const FACES: usize = 6;

/// The table: a row for each face of the die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultsTable([[CombatResult; COLUMNS]; FACES]);

impl ResultsTable {
    /// Reads the table.
    ///
    /// # Errors
    /// A row or column that is missing or out of order, or an unknown result.
    pub fn read(file: &str, text: &str) -> Result<Self, DataError> {
        let mut need = vec!["die"];
        need.extend(HEADS);
        let rows = Rows::read(file, text, &need)?;
        let mut table = [[CombatResult::Ne; COLUMNS]; FACES];
        for (face, (line, row)) in rows.rows.iter().enumerate() {
            if face >= FACES || rows.cell(row, "die").parse() != Ok(face + 1) {
                return Err(rows.fault(*line, format!("die {:?}: expected 1 to {FACES} in order", rows.cell(row, "die"))));
            }
            for (column, head) in HEADS.iter().enumerate() {
                let word = rows.cell(row, head);
                let known = || CombatResult::ALL.map(CombatResult::name).join(", ");
                table[face][column] = CombatResult::read(word)
                    .ok_or_else(|| rows.fault(*line, format!("{head} {word:?}: expected one of {}", known())))?;
            }
        }
        match rows.rows.len() {
            FACES => Ok(Self(table)),
            n => Err(DataError::new(file, "line 1", format!("{n} rows: expected one for each face of the die"))),
        }
    }

    /// The words on the table, a row for each face of the die.
    #[must_use]
    pub fn names(&self) -> Vec<Vec<String>> {
        self.0.iter().map(|row| row.iter().map(|result| result.name().to_owned()).collect()).collect()
    }

    /// The result of a die in a column.
    #[must_use]
    pub fn look_up(&self, column: usize, die: u8) -> CombatResult {
        self.0[usize::from(die.clamp(1, FACES as u8)) - 1][column.min(COLUMNS - 1)]
    }
}

/// The column of a differential; the outermost serve all beyond them.
#[must_use]
pub fn column(differential: i16) -> usize {
    (differential.clamp(-2, 4) + 2) as usize
}
