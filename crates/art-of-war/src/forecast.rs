//! The exact forecast of a declared attack: every die enumerated, every choice of the owners followed.

use crate::event::Event;
use crate::exclusive::dresden::morale::ARMIES;
use crate::exclusive::eylau::weather;
use crate::state::{Frame, State};
use crate::table::{COLUMNS, CombatResult, HEADS, look_up};
use crate::unitset::{Unit, UnitSet};
use crate::{Action, Battle};
use grognard_engine::dice::{ScriptedDice, every_roll};
use grognard_engine::preview::{Alternative, Chance, Fate, Forecast, TableView};
use grognard_engine::{Case, Game, Umpire};
use std::collections::BTreeSet;

/// Two dice at most: 36 equally likely ways.
const WAYS: u32 = 36;

/// What can become of a unit.
const FATES: [&str; 5] = ["lost", "disrupted", "retreats", "displaced", "stays"];
/// The last of them: nothing happens to the unit.
const STAYS: usize = FATES.len() - 1;

/// For each unit the fates seen, and the fates seen in every line of play.
#[derive(Clone)]
struct Seen {
    some: [UnitSet; FATES.len()],
    all: [UnitSet; FATES.len()],
}

/// Results with the ways in which they come.
fn chances(ways: &[(CombatResult, u32)]) -> Vec<(String, Chance)> {
    ways.iter().map(|&(result, n)| (result.name().to_owned(), Chance { least: n, most: n, per: WAYS })).collect()
}

/// [6.0] The results table, one column lit.
fn table_view(column: usize) -> TableView {
    let row = |die: u8| (0..COLUMNS).map(|column| look_up(column, die).name().to_owned()).collect();
    TableView {
        title: "Combat Results Table".to_owned(),
        case: "6.0".to_owned(),
        columns: HEADS.map(str::to_owned).to_vec(),
        rows: (1..=6u8).map(|die| die.to_string()).collect(),
        cells: (1..=6).map(row).collect(),
        column,
    }
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
        let outcomes: Vec<(Seen, u32)> = possible.iter().map(|&(result, n)| (self.outcomes(state, result), n)).collect();
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

    /// Follows every choice that the owners have after a result, up to the advance.
    fn outcomes(&self, before: &State, result: CombatResult) -> Seen {
        let mut start = *before;
        start.attack.rolled = true;
        start.attack.demoralized = self.demoralized_bits(&start);
        start.attack.surrounded =
            self.surrounded(&start, start.attack.attackers.or(start.attack.guns).or(start.attack.defenders));
        start.fought = start.fought.or(start.attack.attackers).or(start.attack.guns).or(start.attack.defenders);
        let mut no_dice = ScriptedDice::new(&[]);
        let mut umpire: Umpire<'_, Event> = Umpire::silent(&mut no_dice);
        self.begin_result(&mut start, result, &mut umpire);
        self.settle(&mut start, &mut umpire);
        let mut seen = Seen { some: [UnitSet::EMPTY; FATES.len()], all: [UnitSet(u128::MAX); FATES.len()] };
        let mut visited = BTreeSet::new();
        let mut open = vec![start];
        let mut options: Vec<Action> = Vec::new();
        while let Some(mut state) = open.pop() {
            // [11.3] [16.4] What becomes of reserves and morale changes nobody's fate in this combat.
            if self.offered(&state).is_some() {
                state.offers = [0; ARMIES];
                self.settle(&mut state, &mut umpire);
            }
            if !visited.insert(state.digest()) {
                continue;
            }
            if !matches!(state.frame, Frame::Losses | Frame::Retreat(_) | Frame::Displace { .. }) {
                self.note_fates(before, &state, &mut seen);
                continue;
            }
            self.legal_actions(&state, &mut options);
            for &action in options.iter().filter(|a| !matches!(a, Action::Commit(_) | Action::CommitAll)) {
                let mut next = state;
                self.apply(&mut next, action, &mut umpire);
                open.push(next);
            }
        }
        seen
    }

    fn note_fates(&self, before: &State, after: &State, seen: &mut Seen) {
        let fighters = before.attack.attackers.or(before.attack.guns).or(before.attack.defenders);
        let mut now = [UnitSet::EMPTY; FATES.len()];
        for unit in self.on_map(before) {
            let i: Unit = unit;
            let fate = if after.lost.has(i) {
                0
            } else if after.disrupted.has(i) {
                1
            } else if after.hexes[usize::from(i)] == before.hexes[usize::from(i)] {
                STAYS
            } else if fighters.has(i) {
                2
            } else {
                3
            };
            now[fate].insert(i);
        }
        for (fate, units) in now.into_iter().enumerate() {
            seen.some[fate] = seen.some[fate].or(units);
            seen.all[fate] = seen.all[fate].and(units);
        }
    }
}
