//! [9.6] The Combat Results Table, by differential and die; what stands in it is data.

use grognard_engine::DataError;
use grognard_engine::rows::Rows;

/// A result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CombatResult {
    /// The attackers break.
    Ab,
    /// The attackers rout.
    Ar,
    /// The attackers withdraw.
    Aw,
    /// Nothing happens.
    Ne,
    /// The defenders withdraw.
    Dw,
    /// The defenders rout.
    Dr,
    /// The defenders break.
    Db,
    /// Exchange.
    Ex,
}

impl CombatResult {
    /// All, the worst for the attacker first.
    pub const ALL: [Self; 8] = [Self::Ab, Self::Ar, Self::Aw, Self::Ne, Self::Dw, Self::Dr, Self::Db, Self::Ex];

    /// The word on the table.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ab => "AB",
            Self::Ar => "AR",
            Self::Aw => "AW",
            Self::Ne => "NE",
            Self::Dw => "DW",
            Self::Dr => "DR",
            Self::Db => "DB",
            Self::Ex => "EX",
        }
    }

    /// What it means, in a few words.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Ab => "attackers break",
            Self::Ar => "attackers rout",
            Self::Aw => "attackers withdraw one hex",
            Self::Ne => "no effect",
            Self::Dw => "defenders withdraw one hex",
            Self::Dr => "defenders rout",
            Self::Db => "defenders break",
            Self::Ex => "exchange",
        }
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
                let result = CombatResult::ALL.into_iter().find(|r| r.name() == word);
                let known = || CombatResult::ALL.map(CombatResult::name).join(", ");
                table[face][column] =
                    result.ok_or_else(|| rows.fault(*line, format!("{head} {word:?}: expected one of {}", known())))?;
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
