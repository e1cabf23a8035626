//! The forecast of a battle: every face of the die, every fate of every unit. What becomes of a unit is reckoned as if it retreated
//! first: its own dice and its owner's choices are followed to the end, the other beaten units stand where they are.

use crate::event::Event;
use crate::results_table::{CombatResult, HEADS};
use crate::state::{Engagement, Frame, NOWHERE, State};
use crate::unitset::{Unit, UnitSet};
use crate::{Action, Campaign};
use grognard_engine::dice::ScriptedDice;
use grognard_engine::preview::{Alternative, Chance, Fate, Forecast, TableView};
use grognard_engine::{Rules, Seat, Umpire};

/// All ways of one unit: the die of the battle, its rout, and two hazards on each of its steps, friends passed included.
const WHOLE: u64 = 6u64.pow(20) * 16;
/// The die of the battle.
const FACES: u32 = 6;
/// What can become of a unit.
const FATES: [&str; 4] = ["broken", "routed", "withdraws", "stays"];
const BROKEN: usize = 0;
const STAYS: usize = 3;

/// The ways in which each fate comes whatever is chosen, and in which it can come.
#[derive(Clone, Copy)]
struct Ways {
    least: [u64; FATES.len()],
    most: [u64; FATES.len()],
}

impl Ways {
    const NONE: Self = Self { least: [0; FATES.len()], most: [0; FATES.len()] };

    fn sure(fate: usize, ways: u64) -> Self {
        let mut all = Self::NONE;
        all.least[fate] = ways;
        all.most[fate] = ways;
        all
    }

    /// Both happen, by chance.
    fn plus(mut self, other: &Self) -> Self {
        for fate in 0..FATES.len() {
            self.least[fate] += other.least[fate];
            self.most[fate] += other.most[fate];
        }
        self
    }

    /// One of them, by choice.
    fn or(mut self, other: &Self) -> Self {
        for fate in 0..FATES.len() {
            self.least[fate] = self.least[fate].min(other.least[fate]);
            self.most[fate] = self.most[fate].max(other.most[fate]);
        }
        self
    }
}

impl Campaign {
    /// The forecast of the battle in hand as a seat can reckon it; none while no attacker is named or the die has fallen.
    pub(crate) fn forecast_battle(&self, state: &State, seat: Option<Seat>) -> Option<Forecast> {
        let battle = &state.battle;
        if !matches!(state.frame, Frame::Declare | Frame::Reserves(_)) || battle.attackers.is_empty() {
            return None;
        }
        let seen = self.reckonable(state, seat)?;
        let column = self.battle_column(&seen);
        let units = battle.attackers.or(battle.defenders);
        Some(Forecast {
            column: HEADS[column].to_owned(),
            reckoning: self.reckoning_lines(&seen),
            results: results(self, column),
            fates: units.into_iter().map(|unit| self.fate(state, column, unit)).collect(),
            table: Some(TableView::by_die("Combat Results Table", "9.6", &HEADS, self.scenario.results.names(), column)),
            alternatives: self.alternatives(state, seat),
            legend: CombatResult::ALL.iter().map(|r| (r.name().to_owned(), r.meaning().to_owned())).collect(),
        })
    }

    /// [16.1] The position as far as a seat can reckon the battle in hand: without guns that lie face down and might support it [16.3.1]. None
    /// if somebody fights in it whom the seat does not know.
    pub(crate) fn reckonable(&self, state: &State, seat: Option<Seat>) -> Option<State> {
        let unknown = self.unknown_to(state, seat);
        if !state.battle.attackers.or(state.battle.defenders).and(unknown).is_empty() {
            return None;
        }
        let mut seen = *state;
        for gun in unknown.and(self.guns) {
            seen.hexes[usize::from(gun)] = NOWHERE;
        }
        Some(seen)
    }

    /// What one more unit, or reserves, would make of it.
    fn alternatives(&self, state: &State, seat: Option<Seat>) -> Vec<Alternative> {
        let mut options = Vec::new();
        self.legal_actions(state, &mut options);
        let mut all = Vec::new();
        for action in options {
            let mut next = *state;
            match action {
                Action::Join(unit) => next.battle.attackers.insert(unit),
                Action::Commit => {
                    let Frame::Reserves(side) = state.frame else { continue };
                    next.battle.reserves |= crate::combat::committed(side);
                }
                _ => continue,
            }
            let Some(seen) = self.reckonable(&next, seat) else { continue };
            let label = self.label(state, action, None);
            let column = self.battle_column(&seen);
            let action = self.action_words(action);
            all.push(Alternative { action, label, column: HEADS[column].to_owned(), results: results(self, column) });
        }
        all
    }

    /// What may become of a unit in this battle.
    fn fate(&self, state: &State, column: usize, unit: Unit) -> Fate {
        let mut sum = Ways::NONE;
        for die in 1..=6 {
            sum = sum.plus(&self.ways(state, unit, self.look_up(column, die), WHOLE / u64::from(FACES)));
        }
        let common = sum.least.iter().chain(&sum.most).fold(WHOLE, |a, &b| gcd(a, b));
        // Chances with more ways than fit are told a little coarser.
        let coarse = (WHOLE / common).div_ceil(u64::from(u32::MAX)).next_power_of_two();
        let told = |ways: u64| (ways / common / coarse) as u32;
        let per = told(WHOLE);
        let chance = |fate: usize| Chance { least: told(sum.least[fate]), most: told(sum.most[fate]).min(per), per };
        let chances = (0..FATES.len()).filter(|&f| sum.most[f] > 0).map(|f| (FATES[f].to_owned(), chance(f))).collect();
        Fate { tag: self.tag(unit).to_owned(), chances }
    }

    fn ways(&self, state: &State, unit: Unit, result: CombatResult, weight: u64) -> Ways {
        let battle = &state.battle;
        let attacks = battle.attackers.has(unit);
        let bombards = attacks && self.bombards(state, unit);
        let hit = match result {
            CombatResult::Ne => false,
            CombatResult::Aw | CombatResult::Ar | CombatResult::Ab => attacks && !bombards,
            CombatResult::Dw | CombatResult::Dr | CombatResult::Db => !attacks,
            CombatResult::Ex => !bombards,
        };
        if !hit {
            return Ways::sure(STAYS, weight);
        }
        match result {
            CombatResult::Ab | CombatResult::Db => Ways::sure(BROKEN, weight),
            CombatResult::Ex if !attacks => Ways::sure(BROKEN, weight),
            CombatResult::Ex => {
                let owing: u32 = battle.defenders.into_iter().map(|u| u32::from(self.piece(u).strength)).sum();
                let payers = battle.attackers.into_iter().filter(|&u| !self.bombards(state, u));
                let others: u32 = payers.filter(|&u| u != unit).map(|u| u32::from(self.piece(u).strength)).sum();
                if owing == 0 {
                    return Ways::sure(STAYS, weight);
                }
                if others < owing {
                    return Ways::sure(BROKEN, weight);
                }
                Ways::sure(BROKEN, weight).or(&Ways::sure(STAYS, weight))
            }
            _ => self.flight(state, unit, result, weight),
        }
    }

    /// The ways of a unit that has to retreat.
    fn flight(&self, state: &State, unit: Unit, result: CombatResult, weight: u64) -> Ways {
        let mut start = *state;
        start.battle = Engagement { pending: UnitSet::one(unit), ..state.battle };
        start.battle.result = CombatResult::ALL.iter().position(|r| *r == result).unwrap_or(0) as u8 + 1;
        let rout = matches!(result, CombatResult::Ar | CombatResult::Dr) && !state.routed.has(unit);
        let dice: &[u8] = if rout { &[1, 2, 3, 4, 5, 6] } else { &[1] };
        let mut sum = Ways::NONE;
        for die in dice {
            let mut after = start;
            let script = [*die];
            let mut scripted = ScriptedDice::new(&script);
            let mut umpire: Umpire<'_, Event> = Umpire::silent(&mut scripted);
            self.begin_retreat(&mut after, unit, &mut umpire);
            sum = sum.plus(&self.follow(state, &after, unit, weight / dice.len() as u64));
        }
        sum
    }

    /// Follows a retreat through its owner's choices and its hazards.
    fn follow(&self, before: &State, state: &State, unit: Unit, weight: u64) -> Ways {
        let lucky = [6u8; 2];
        match state.frame {
            Frame::Toward(side) => {
                let options = self.refuges(state, side).map(|hex| {
                    let mut next = *state;
                    next.battle.toward = hex;
                    let mut dice = ScriptedDice::new(&[]);
                    self.go_on_retreating(&mut next, &mut Umpire::silent(&mut dice));
                    self.follow(before, &next, unit, weight)
                });
                options.reduce(|a, b| a.or(&b)).unwrap_or(Ways::NONE)
            }
            Frame::Flee(_) => {
                let ways = self.ways_out(state);
                let options = ways.as_slice().iter().map(|&hex| {
                    let mut next = *state;
                    let mut dice = ScriptedDice::new(&lucky);
                    self.flee(&mut next, hex, &mut Umpire::silent(&mut dice));
                    let hazards = lucky.len() - dice.left().len();
                    let safe = (0..hazards).fold(weight, |left, _| left * (6 - self.figures().hazard_break_max_roll as u64) / 6);
                    let fate = self.follow(before, &next, unit, safe);
                    if weight > safe { fate.plus(&Ways::sure(BROKEN, weight - safe)) } else { fate }
                });
                options.reduce(|a, b| a.or(&b)).unwrap_or(Ways::sure(BROKEN, weight))
            }
            _ => {
                let fate = if state.hex(unit).is_none() {
                    BROKEN
                } else if state.routed.has(unit) && !before.routed.has(unit) {
                    1
                } else if state.hex(unit) != before.hex(unit) {
                    2
                } else {
                    STAYS
                };
                Ways::sure(fate, weight)
            }
        }
    }
}

/// Each result of a column and how often it comes.
fn results(game: &Campaign, column: usize) -> Vec<(String, Chance)> {
    let count = |result: CombatResult| (1..=6).filter(|&die| game.look_up(column, die) == result).count() as u32;
    let all = CombatResult::ALL.into_iter().map(|r| (r, count(r))).filter(|(_, n)| *n > 0);
    all.map(|(r, n)| (r.name().to_owned(), Chance::sure(n, FACES))).collect()
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
