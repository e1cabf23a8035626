//! [6.1] [6.2] The reckoning of a declared attack: strengths, ratio, column, die.

use crate::Battle;
use crate::event::{Event, Kind};
use crate::results_table::{COLUMNS, HEADS, column_for, look_up};
use crate::state::State;
use crate::unitset::UnitSet;
use grognard_engine::tally::Effect;
use grognard_engine::{Case, Tally, Umpire};
use serde::Serialize;

/// How a column came about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reckoning {
    /// Strength of the attack.
    pub attack: Tally,
    /// Strength of the defence.
    pub defence: Tally,
    /// Column by the ratio alone.
    pub by_ratio: usize,
    /// Column shifts, to the right if positive.
    pub shifts: Tally,
    /// Columns that the attacker goes down.
    pub lowered: u8,
    /// The column used.
    pub column: usize,
}

impl Battle {
    /// [6.2] The reckoning of the attack in hand, with every part named.
    #[must_use]
    pub fn reckon(&self, state: &State) -> Reckoning {
        self.reckon_into(state, [Tally::default(), Tally::default(), Tally::default()])
    }

    /// [6.2] The column of the attack in hand.
    #[must_use]
    pub fn column(&self, state: &State) -> usize {
        self.reckon_into(state, [Tally::quiet(), Tally::quiet(), Tally::quiet()]).column
    }

    fn reckon_into(&self, state: &State, [mut attack, mut defence, mut shifts]: [Tally; 3]) -> Reckoning {
        self.add_strengths(state, state.attack.attackers.or(state.attack.guns), &mut attack);
        self.add_integrity(state, &mut attack, &mut shifts);
        self.add_coordination(state, &mut shifts);
        self.add_demoralization(state, &mut shifts);
        for unit in state.attack.defenders {
            let before = defence.total;
            self.add_strengths(state, UnitSet::one(unit), &mut defence);
            if let Some(shelter) = self.shelter(state, unit) {
                let own = defence.total - before;
                defence.times(2, own, Case("9.0"), || format!("{} {shelter}", self.tag(unit)));
            }
        }
        let by_ratio = column_for(attack.total, defence.total);
        let shifted = (by_ratio as i16 + shifts.total).clamp(0, COLUMNS as i16 - 1) as usize;
        let column = shifted.saturating_sub(usize::from(state.attack.lowered));
        Reckoning { attack, defence, by_ratio, shifts, lowered: state.attack.lowered, column }
    }

    /// [2.5] Printed strengths, and [21.2] Fresh Strength.
    fn add_strengths(&self, state: &State, units: UnitSet, tally: &mut Tally) {
        for unit in units {
            let piece = &self.pieces()[usize::from(unit)];
            tally.add(piece.strength.into(), Case("2.5"), || piece.tag.clone());
            let lost_in_rain = self.rain_loss(state, unit);
            if lost_in_rain > 0 {
                tally.add(-i16::from(lost_in_rain), Case("13.0"), || format!("{} in the rain", piece.tag));
            }
            if let Some(fresh) = self.fresh_bonus(state, unit) {
                tally.add(fresh.into(), Case("21.2"), || format!("{} Fresh Strength", piece.tag));
            }
        }
    }

    /// [9.0] What doubles a defender, in words: its hex, or that every attacker in contact comes through a doubling hexside.
    /// Guns that bombard are left out of that test (R14); doublings do not add up.
    #[must_use]
    pub fn shelter(&self, state: &State, defender: u8) -> Option<&'static str> {
        let hex = state.hex(defender)?;
        if self.terrain(state).shelters(hex) {
            return Some("in a town or fort");
        }
        let attackers = state.attack.attackers;
        let hindered = |unit| state.hex(unit).is_some_and(|from| self.terrain(state).hinders(from, hex));
        if attackers.is_empty() || !attackers.into_iter().all(hindered) {
            return None;
        }
        let bridge = |unit| state.hex(unit).is_some_and(|from| self.terrain(state).river(from, hex));
        Some(if attackers.into_iter().any(bridge) {
            "attacked only over rivers, or through slopes, streams or gullies"
        } else {
            "attacked only through slopes, streams or gullies"
        })
    }

    /// The reckoning as lines for people.
    #[must_use]
    pub fn reckoning_lines(&self, reckoning: &Reckoning) -> Vec<String> {
        let Reckoning { attack, defence, by_ratio, shifts, lowered, column } = reckoning;
        let mut lines = vec![format!("attack {attack}"), format!("defence {defence}")];
        // In a word as well, for whoever does not read the sum.
        let times = defence.parts.iter().filter(|part| matches!(part.effect, Effect::Times { .. }));
        let doubled: Vec<&str> = times.map(|part| part.what.as_str()).collect();
        if !doubled.is_empty() {
            lines.push(format!("doubled: {} [9.0]", doubled.join(", ")));
        }
        lines.push(format!("ratio {}:{} gives column {} [6.2]", attack.total, defence.total, HEADS[*by_ratio]));
        if !shifts.parts.is_empty() {
            lines.push(format!("columns shifted {shifts}"));
        }
        if *lowered > 0 {
            lines.push(format!("lowered by {lowered} of the attacker's free will [6.2]"));
        }
        if column != by_ratio || *lowered > 0 {
            lines.push(format!("column {} [6.2]", HEADS[*column]));
        }
        lines
    }

    /// [6.1] The die is thrown: from now on nothing of the attack can be changed.
    pub(crate) fn roll(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let column = self.column(state);
        let attack = state.attack;
        umpire.tell(|| {
            let reckoning = self.reckon(state);
            let hexes: Vec<_> = attack.defenders.into_iter().filter_map(|u| state.hex(u)).collect();
            let by = self.names(attack.attackers.or(attack.guns));
            let text = format!(
                "{by} attack {} at {} [6.1]: {}",
                self.names(attack.defenders),
                HEADS[column],
                self.reckoning_lines(&reckoning).join("; ")
            );
            Event {
                targets: attack.defenders.into_iter().map(|u| self.tag(u).to_owned()).collect(),
                column: Some(HEADS[column]),
                ..self.event(Kind::Attack, "6.1", attack.attackers.or(attack.guns).or(attack.defenders), &hexes, text)
            }
        });
        self.note_guard(state);
        state.attack.rolled = true;
        state.attack.demoralized = self.demoralized_bits(state);
        state.attack.surrounded = self.surrounded(state, attack.attackers.or(attack.guns).or(attack.defenders));
        self.spend_fresh(state, attack.attackers.or(attack.guns).or(attack.defenders));
        state.fought = state.fought.or(attack.attackers).or(attack.guns).or(attack.defenders);
        let die = umpire.roll(6, Case("6.0"));
        let table = look_up(column, die);
        umpire.tell(|| {
            let text = format!("the die shows {die}: {} in column {} [6.0]", table.name(), HEADS[column]);
            Event {
                die: Some(die),
                column: Some(HEADS[column]),
                result: Some(table.name()),
                ..self.event(Kind::Die, "6.0", UnitSet::EMPTY, &[], text)
            }
        });
        let result = self.weather(table, umpire);
        umpire.tell(|| {
            let text = format!("result {}: {} [6.3]", result.name(), result.words());
            self.event(Kind::Result, "6.3", attack.attackers.or(attack.defenders), &[], text)
        });
        self.begin_result(state, result, umpire);
    }
}
