//! The exact forecast of a declared attack: every die enumerated, every choice of the owners followed.

use crate::exclusive::eylau::weather;
use crate::fates::{Effort, FATES, PATIENCE, STAYS, Seen};
use crate::results_table::{COLUMNS, CombatResult, HEADS, look_up};
use crate::state::{Frame, State};
use crate::{Action, Battle};
use grognard_engine::dice::{ScriptedDice, every_roll};
use grognard_engine::preview::{Alternative, Chance, Fate, Forecast, TableView};
use grognard_engine::{Case, Rules, Umpire, Views, Words};

/// How much work a forecast is at most, in looks at a hex: beyond `PATIENCE` there are the last list of retreats and, for each side that
/// may be forced back, the widening of the bounds. A look takes up to 120 ns of the processor in the bench `crowds`, so that these are 42 ms.
pub const MOST_WORK: u32 = 350_000;
/// Two dice at most: 36 equally likely ways.
const WAYS: u32 = 36;

/// Results with the ways in which they come.
fn chances(ways: &[(CombatResult, u32)]) -> Vec<(String, Chance)> {
    ways.iter().map(|&(result, n)| (result.name().to_owned(), Chance::sure(n, WAYS))).collect()
}

/// [6.0] The results table, one column lit.
fn table_view(column: usize) -> TableView {
    let row = |die: u8| (0..COLUMNS).map(|column| look_up(column, die).name().to_owned()).collect();
    TableView::by_die("Combat Results Table", "6.0", &HEADS, (1..=6).map(row).collect(), column)
}

/// [6.3] What the results mean.
fn legend() -> Vec<(String, String)> {
    CombatResult::ALL.iter().map(|result| (result.name().to_owned(), format!("{} [6.3]", result.words()))).collect()
}

impl Battle {
    /// The forecast of the attack in hand; none while no attacker is named.
    pub(crate) fn forecast_attack(&self, state: &State) -> Option<Forecast> {
        let attack = &state.attack;
        if state.frame != Frame::Declare || attack.attackers.or(attack.guns).is_empty() {
            return None;
        }
        let column = self.column(state);
        let mut least = [[0u32; FATES.len()]; crate::unitset::MAX_UNITS];
        let mut most = least;
        let mut touched = attack.attackers.or(attack.guns).or(attack.defenders);
        let possible = self.ways(column);
        let mut effort = Effort::of(PATIENCE);
        let outcomes: Vec<(Seen, u32)> =
            possible.iter().map(|&(result, n)| (self.outcomes(state, result, &mut effort), n)).collect();
        for (seen, _) in &outcomes {
            // Friends who may be pushed are touched too.
            for fate in &seen.some[..STAYS] {
                touched = touched.or(*fate);
            }
        }
        for (seen, n) in &outcomes {
            for fate in 0..FATES.len() {
                for unit in touched {
                    least[usize::from(unit)][fate] += if seen.all[fate].has(unit) { *n } else { 0 };
                    most[usize::from(unit)][fate] += if seen.some[fate].has(unit) { *n } else { 0 };
                }
            }
        }
        Some(Forecast {
            column: HEADS[column].to_owned(),
            reckoning: self.reckoning_lines(&self.reckon(state)),
            results: chances(&possible),
            fates: touched
                .into_iter()
                .map(|unit| {
                    let i = usize::from(unit);
                    let chance = |f: usize| Chance { least: least[i][f], most: most[i][f], per: WAYS };
                    Fate {
                        tag: self.tag(unit).to_owned(),
                        chances: (0..FATES.len()).filter(|&f| most[i][f] > 0).map(|f| (FATES[f].to_owned(), chance(f))).collect(),
                    }
                })
                .collect(),
            table: Some(table_view(column)),
            alternatives: self.alternatives(state),
            legend: legend(),
        })
    }

    /// How much work it is to forecast the attack in hand, in looks at a hex; nothing while no attacker is named.
    #[must_use]
    pub fn forecast_work(&self, state: &State) -> u32 {
        let attack = &state.attack;
        if state.frame != Frame::Declare || attack.attackers.or(attack.guns).is_empty() {
            return 0;
        }
        let mut effort = Effort::of(PATIENCE);
        for (result, _) in self.ways(self.column(state)) {
            self.outcomes(state, result, &mut effort);
        }
        effort.spent()
    }

    /// The results that a column can have, and in how many ways each comes.
    fn ways(&self, column: usize) -> Vec<(CombatResult, u32)> {
        let mut ways = [0u32; CombatResult::ALL.len()];
        every_roll(
            WAYS,
            |dice| {
                let result = look_up(column, dice.roll(6, Case("6.0")));
                if self.options.weather && result != CombatResult::Ee {
                    weather::changed(result, dice.roll(6, Case("22.0"))).0
                } else {
                    result
                }
            },
            |result, weight| ways[CombatResult::ALL.iter().position(|r| *r == result).unwrap_or(0)] += weight,
        );
        CombatResult::ALL.into_iter().zip(ways).filter(|(_, n)| *n > 0).collect()
    }

    /// What each thing that can still be added to the attack would make of it.
    fn alternatives(&self, state: &State) -> Vec<Alternative> {
        let mut actions = Vec::new();
        self.legal_actions(state, &mut actions);
        actions.retain(|action| matches!(action, Action::Join(_) | Action::Shift(_) | Action::Lower));
        let labels = self.captions(state, &actions).into_iter().map(|caption| caption.label);
        let alternative = |(&action, label): (&Action, String)| {
            let column = self.column(&self.with_added(state, action));
            Alternative {
                action: self.write_action(action),
                label,
                column: HEADS[column].to_owned(),
                results: chances(&self.ways(column)),
            }
        };
        actions.iter().zip(labels).map(alternative).collect()
    }

    /// The position after something was added to the attack in hand; no die falls for that.
    pub(crate) fn with_added(&self, state: &State, action: Action) -> State {
        let mut next = *state;
        self.apply(&mut next, action, &mut Umpire::silent(&mut ScriptedDice::new(&[])));
        next
    }
}
