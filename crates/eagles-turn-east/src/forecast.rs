//! [III.b] What a round can bring, exactly: both sides' guns and the die of the table, before anything is rolled. Everybody in a battle lies open, so that
//! everybody may know it.

use crate::Campaign;
use crate::state::{Frame, Leaders, Side, State};
use grognard_engine::preview::{Chance, Forecast, TableView};
use std::collections::BTreeMap;

impl Campaign {
    /// The forecast of the round in which the sides pick.
    pub(crate) fn forecast_battle(&self, state: &State) -> Option<Forecast> {
        let Frame::Choose(_) = state.frame else { return None };
        let attacker = state.battle.attacker;
        let reckoning = self.reckon(state, attacker);
        let fire = |from: Side| -> Vec<(u8, u32)> {
            let force = |side: Side| -> Leaders { self.engaged(state, side) };
            let guns = self.strength_of(state, force(from))[2].min(99) as u8;
            let modifier = self.fire_modifier(state, force(from.other()), force(from));
            if guns == 0 {
                return vec![(0, 6)];
            }
            (1..=6).map(|die| (self.tables().fire(die + modifier, guns), 1)).collect()
        };
        let modes = self.mode_shift(state, self.engaged(state, attacker), self.engaged(state, attacker.other()));
        let mut results: BTreeMap<String, u32> = BTreeMap::new();
        let mut per = 0;
        for (defender_lost, first) in fire(attacker) {
            for (attacker_lost, second) in fire(attacker.other()) {
                let left = [
                    reckoning.points[0].saturating_sub(attacker_lost.into()),
                    reckoning.points[1].saturating_sub(defender_lost.into()),
                ];
                for die in 1..=6 {
                    per += first * second;
                    let word = if left[0] == 0 || left[1] == 0 {
                        "gone".to_owned()
                    } else {
                        let column = self.tables().column(left[0], left[1]).saturating_sub(reckoning.shift.into());
                        let column = (column as i16 + modes).clamp(0, self.tables().columns.len() as i16 - 1) as usize;
                        let [a, d] = self.in_weather(state, self.tables().combat(die + reckoning.modifier, column));
                        format!("{a}/{d}")
                    };
                    *results.entry(word).or_default() += first * second;
                }
            }
        }
        let chance = |ways: u32| Chance { least: ways, most: ways, per };
        let columns: Vec<String> = self.tables().columns.iter().map(|(head, ..)| head.clone()).collect();
        let cells = (1..=7).map(|die| {
            let cell = |column| {
                let [a, d] = self.in_weather(state, self.tables().combat(die, column));
                format!("{a}/{d}")
            };
            (0..columns.len()).map(cell).collect()
        });
        let [own, foe] = reckoning.points;
        let shift = format!("{} columns left for terrain [6.2]", reckoning.shift);
        let die = format!("{:+} to the die [III.b.7]", reckoning.modifier);
        let mut lines = vec![format!("{own} to {foe} before the guns fire [III.b.6]"), shift, die];
        if modes != 0 {
            lines.push(format!("{modes:+} columns for dispersed troops [15]"));
        }
        Some(Forecast {
            column: columns[reckoning.column].clone(),
            reckoning: lines,
            results: results.into_iter().map(|(word, ways)| (word, chance(ways))).collect(),
            table: Some(TableView {
                title: "Combat Results Table".to_owned(),
                case: "III.b.7".to_owned(),
                rows: (1..=7).map(|die: u8| die.to_string()).collect(),
                cells: cells.collect(),
                column: reckoning.column,
                columns,
            }),
            legend: vec![("a/d".to_owned(), "the attacker's number and the defender's".to_owned())],
            ..Forecast::default()
        })
    }
}
