//! [9.6] The Combat Results Table, by differential and die.

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

use CombatResult::{Ab, Ar, Aw, Db, Dr, Dw, Ex, Ne};

/// The heads of the columns.
pub const HEADS: [&str; 7] = ["-2", "-1", "0", "+1", "+2", "+3", "+4"];

/// The table: a row for each face of the die [series S3].
pub const TABLE: [[CombatResult; 7]; 6] = [
    [Ab, Ar, Ar, Aw, Ne, Ex, Ex],
    [Ar, Ar, Aw, Ne, Dw, Dw, Dw],
    [Ar, Aw, Ne, Dw, Dw, Dw, Dr],
    [Ar, Ne, Dw, Dw, Dr, Dr, Dr],
    [Aw, Dw, Dw, Dr, Dr, Dr, Db],
    [Ne, Dw, Dr, Dr, Dr, Db, Db],
];

/// The column of a differential; the outermost serve all beyond them.
#[must_use]
pub fn column(differential: i16) -> usize {
    (differential.clamp(-2, 4) + 2) as usize
}

/// The result of a die in a column.
#[must_use]
pub fn look_up(column: usize, die: u8) -> CombatResult {
    TABLE[usize::from(die.clamp(1, 6)) - 1][column.min(HEADS.len() - 1)]
}
