//! [6.0] [2.3] The Combat Results Table.

use grognard_engine::kinds;

kinds! {
    /// [6.3] What a combat leads to, from worst to best for the attacker: the abbreviation on the table, and what it means.
    pub enum CombatResult(name, words) {
        /// Attackers eliminated.
        Ae = "Ae" "attackers eliminated",
        /// Attackers retreat.
        Ar = "Ar" "attackers retreat",
        /// Exchange: defenders eliminated, attackers lose as much.
        Ee = "Ee" "exchange",
        /// Defenders retreat.
        Dr = "Dr" "defenders retreat",
        /// Defenders eliminated.
        De = "De" "defenders eliminated",
    }
}

use CombatResult::{Ae, Ar, De, Dr, Ee};

/// Number of columns.
pub const COLUMNS: usize = 10;

/// The heads of the columns.
pub const HEADS: [&str; COLUMNS] = ["1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"];

/// The table: one line for each number of the die.
const RESULTS: [[CombatResult; COLUMNS]; 6] = [
    [Ar, Ar, Dr, Dr, Dr, Dr, Dr, De, De, De],
    [Ar, Ar, Ar, Dr, Dr, Dr, Dr, Dr, De, De],
    [Ae, Ar, Ar, Ar, Dr, Dr, Dr, Dr, Dr, De],
    [Ae, Ar, Ar, Ar, Ar, Dr, Dr, Dr, Dr, Dr],
    [Ae, Ae, Ar, Ar, Ar, Ar, Dr, Dr, Ee, Ee],
    [Ae, Ae, Ae, Ar, Ar, Ar, Ar, Ee, Ee, Ee],
];

/// The column for two strengths: [6.2] rounded in the defender's favour, clamped to the table.
#[must_use]
pub fn column_for(attack: i16, defence: i16) -> usize {
    /// The column 1-1.
    const EVEN: i16 = 4;
    // Nothing against nothing is rounded in the defender's favour too (R62).
    let column = if attack <= 0 {
        0
    } else if defence <= 0 {
        COLUMNS as i16 - 1
    } else if attack >= defence {
        EVEN + attack / defence - 1
    } else {
        EVEN + 1 - (defence + attack - 1) / attack
    };
    column.clamp(0, COLUMNS as i16 - 1) as usize
}

/// The result in a column for a roll of 1 to 6.
#[must_use]
pub fn look_up(column: usize, die: u8) -> CombatResult {
    RESULTS[usize::from(die.clamp(1, 6)) - 1][column.min(COLUMNS - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_favour_the_defender() {
        let head = |a, d| HEADS[column_for(a, d)];
        for (a, d, want) in [
            (11, 4, "2-1"),
            (4, 11, "1-3"),
            (7, 1, "6-1"),
            (1, 9, "1-5"),
            (5, 5, "1-1"),
            (9, 10, "1-2"),
            (23, 5, "4-1"),
            (1, 5, "1-5"),
            (1, 4, "1-4"),
            (6, 1, "6-1"),
            (0, 3, "1-5"),
            (3, 0, "6-1"),
            (0, 0, "1-5"),
        ] {
            assert_eq!(head(a, d), want, "{a}:{d}");
        }
    }
}
