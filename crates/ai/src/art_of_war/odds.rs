//! What an attack is worth: the column, and the expectation over all ways the dice can fall.

use grognard_art_of_war::results_table::{COLUMNS, CombatResult, column_for, look_up};

/// How likely each result is in one column.
#[derive(Clone, Copy, Default, Debug)]
pub struct Chances {
    /// Attackers eliminated.
    pub ae: f32,
    /// Attackers retreat.
    pub ar: f32,
    /// Exchange.
    pub ee: f32,
    /// Defenders retreat.
    pub dr: f32,
    /// Defenders eliminated.
    pub de: f32,
}

/// The whole table.
#[derive(Clone, Debug)]
pub struct Odds {
    columns: [Chances; COLUMNS],
}

impl Odds {
    /// The table, with Eylau's second die for the weather if it is used [22.0].
    #[must_use]
    pub fn new(weather: bool) -> Self {
        let mut columns = [Chances::default(); COLUMNS];
        for (column, chances) in columns.iter_mut().enumerate() {
            for die in 1..=6 {
                let table = look_up(column, die);
                if !weather || table == CombatResult::Ee {
                    chances.add(table, 1.0 / 6.0);
                    continue;
                }
                let (worse, turned) = match table {
                    CombatResult::Ar => (CombatResult::Ae, CombatResult::Dr),
                    CombatResult::Dr => (CombatResult::De, CombatResult::Ar),
                    CombatResult::Ae => (CombatResult::Ae, CombatResult::De),
                    CombatResult::De => (CombatResult::De, CombatResult::Ae),
                    CombatResult::Ee => (CombatResult::Ee, CombatResult::Ee),
                };
                chances.add(table, 4.0 / 36.0);
                chances.add(worse, 1.0 / 36.0);
                chances.add(turned, 1.0 / 36.0);
            }
        }
        Self { columns }
    }

    /// The results of a column.
    #[inline]
    #[must_use]
    pub fn column(&self, column: usize) -> &Chances {
        &self.columns[column.min(COLUMNS - 1)]
    }

    /// The column for two strengths and a shift.
    #[inline]
    #[must_use]
    pub fn find(attack: i16, defence: i16, shift: i16) -> usize {
        (column_for(attack, defence) as i16 + shift).clamp(0, COLUMNS as i16 - 1) as usize
    }
}

impl Chances {
    fn add(&mut self, result: CombatResult, chance: f32) {
        match result {
            CombatResult::Ae => self.ae += chance,
            CombatResult::Ar => self.ar += chance,
            CombatResult::Ee => self.ee += chance,
            CombatResult::Dr => self.dr += chance,
            CombatResult::De => self.de += chance,
        }
    }
}

/// What is at stake in an attack, from the attacker's point of view.
#[derive(Clone, Copy, Default, Debug)]
pub struct Stake {
    /// Gained when the defenders are forced back (destroyed, if they cannot go anywhere).
    pub drive: f32,
    /// Gained when they are eliminated.
    pub kill: f32,
    /// Lost when the attackers are forced back.
    pub repulse: f32,
    /// Lost when the attackers are eliminated.
    pub ruin: f32,
    /// Lost in an exchange.
    pub trade: f32,
}

impl Stake {
    /// The expectation in a column.
    #[inline]
    #[must_use]
    pub fn in_column(&self, chances: &Chances) -> f32 {
        chances.dr * self.drive + (chances.de + chances.ee) * self.kill
            - chances.ee * self.trade
            - chances.ar * self.repulse
            - chances.ae * self.ruin
    }

    /// The best expectation in a column or one below it [6.2], and how far to go down.
    #[must_use]
    pub fn best(&self, odds: &Odds, column: usize) -> (f32, u8) {
        let mut best = (self.in_column(odds.column(column)), 0);
        // The table is steep below 3-1: nobody gains by going further down than that.
        for lowered in 1..=column.saturating_sub(5).min(4) {
            let worth = self.in_column(odds.column(column - lowered));
            if worth > best.0 + 1e-6 {
                best = (worth, lowered as u8);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_in_any_weather() {
        for weather in [false, true] {
            let odds = Odds::new(weather);
            for column in 0..COLUMNS {
                let c = odds.column(column);
                assert!((c.ae + c.ar + c.ee + c.dr + c.de - 1.0).abs() < 1e-5, "{column} {c:?}");
            }
        }
        let even = *Odds::new(true).column(4);
        // At 1-1 half the rolls are Dr and half Ar; the weather turns a sixth of each over and worsens a sixth.
        assert!((even.dr - 5.0 / 12.0).abs() < 1e-5 && (even.de - 1.0 / 12.0).abs() < 1e-5, "{even:?}");
    }

    #[test]
    fn an_exchange_is_avoided_by_going_down_a_column() {
        let odds = Odds::new(false);
        let dear = Stake { drive: 5.0, kill: 5.0, repulse: 0.2, ruin: 8.0, trade: 20.0 };
        assert_eq!(dear.best(&odds, 7).1, 1, "4-1 has an exchange, 3-1 has none");
        let cheap = Stake { drive: 0.5, kill: 5.0, repulse: 0.2, ruin: 8.0, trade: 1.0 };
        assert_eq!(cheap.best(&odds, 7).1, 0);
    }
}
