//! [15.3] [15.5] The forecast of a melee: its checks and its table, exact as it stands, and within bounds where the defender may still choose
//! who withdraws and which cavalry spares itself [15.2] [16.2].

use crate::base6::{VALUES, printed};
use crate::forecast::{lines, sure};
use crate::state::{Arm, Frame, NOWHERE, Order, Place, State, Unit};
use crate::{Bautzen, Cell};
use grognard_engine::preview::{Chance, Fate, Forecast, TableView};
use grognard_engine::tally::Effect;

/// Defenders whose choice is looked at, at most: more never stand in a hex but for leaders without a charge.
const CHOOSERS: usize = 8;

/// Chances by name.
pub(crate) type Chances = Vec<(String, Chance)>;

/// Widens some chances by those of another choice: what either does not know has none.
fn widen(known: &mut Chances, other: &Chances) {
    for (name, chance) in known.iter_mut() {
        let there = other.iter().find(|(word, _)| word == name).map_or(sure(0), |(_, chance)| *chance);
        (chance.least, chance.most) = (chance.least.min(there.least), chance.most.max(there.most));
    }
    for (name, chance) in other {
        if !known.iter().any(|(word, _)| word == name) {
            known.push((name.clone(), Chance { least: 0, ..*chance }));
        }
    }
}

/// A unit is there no more.
fn take_away(state: &mut State, unit: Unit) {
    let piece = state.piece_mut(unit);
    (piece.place, piece.hex, piece.second, piece.third) = (Place::Absent, NOWHERE, NOWHERE, NOWHERE);
}

impl Bautzen {
    /// [15.2] [16.2] The positions that the defender's answers lead to, the first that of no answer at all.
    fn answers(&self, state: &State) -> Vec<State> {
        let hex = state.fight.hex;
        let mut all = vec![state.clone()];
        if state.frame() != Frame::Assault {
            return all;
        }
        let there: Vec<Unit> = self.pile(state, hex).as_slice().iter().copied().take(CHOOSERS).collect();
        for unit in there {
            let mut more = Vec::new();
            if !self.havens(state, unit).is_empty() {
                for before in &all {
                    let mut gone = before.clone();
                    take_away(&mut gone, unit);
                    more.push(gone);
                }
            }
            if self.kind(unit).arm == Arm::Cavalry && !self.on_foot(unit, state.piece(unit)) {
                for before in &all {
                    let mut sparing = before.clone();
                    sparing.fight.sparing.insert(unit);
                    more.push(sparing);
                }
            }
            all.extend(more);
        }
        all
    }

    /// [16.10] The position as it comes to blows: dragoons on foot fight nobody, they ride off or rout before.
    fn come_to_blows(&self, state: &State) -> State {
        let mut then = state.clone();
        for unit in self.ranks(state, state.fight.hex).filter(|&unit| self.on_foot(unit, state.piece(unit))) {
            take_away(&mut then, unit);
        }
        then
    }

    /// The results of the table in a position, all checks before it passed.
    fn table_chances(&self, state: &State) -> Chances {
        let (hex, attackers) = (state.fight.hex, state.fight.attackers);
        let then = self.come_to_blows(state);
        if self.ranks(&then, hex).next().is_none() {
            return vec![("nobody is left".to_owned(), sure(VALUES))];
        }
        let clash = self.clash(&then, hex, attackers, false);
        let ways = self.melee_chances(clash.column, clash.modifier.total);
        ways.into_iter().map(|(cell, ways)| (cell.text(), sure(ways))).collect()
    }

    /// [15.3] The checks before the melee in a position.
    fn check_chances(&self, state: &State) -> Vec<(Unit, Chances, Vec<String>)> {
        let (hex, attackers) = (state.fight.hex, state.fight.attackers);
        let mut found = Vec::new();
        // [15.2] Where all have withdrawn nobody checks.
        if self.ranks(state, hex).next().is_none() {
            return found;
        }
        let odds = self.odds_row(state, hex, attackers);
        let mut check = |unit: Unit, tally: &grognard_engine::tally::Tally| {
            let ways = Self::passes(self.rating(state, unit), tally.total);
            let so = state.piece(unit);
            let failed = if self.on_foot(unit, so) || so.order == Order::Routed { "routs" } else { "is disordered" };
            let fate = vec![("passes".to_owned(), sure(ways)), (failed.to_owned(), sure(VALUES - ways))];
            let mut told = vec![format!("{} checks before the melee: {:+} in all [15.3]", self.called(unit), tally.total)];
            told.extend(lines(tally));
            found.push((unit, fate, told));
        };
        for unit in self.ranks(state, hex).filter(|&unit| !self.defender_exempt(state, unit, hex, attackers)) {
            if self.on_foot(unit, state.piece(unit)) {
                check(unit, &self.general_modifiers(state, unit, true, true));
            } else {
                check(unit, &self.defender_check(state, unit, attackers, odds, true));
            }
        }
        // Those who attack check when they have gone who do not wait for them.
        let then = self.come_to_blows(state);
        let met = self.ranks(&then, hex).next().is_some();
        for unit in state.fight.named().filter(|&unit| met && !self.attacker_exempt(&then, unit, hex)) {
            check(unit, &self.attacker_check(&then, unit, odds, true));
        }
        found
    }

    /// [15.5] The melee as it would be fought if every check before it were passed; the checks are told besides.
    pub(crate) fn forecast_melee(&self, state: &State) -> Forecast {
        let then = self.come_to_blows(state);
        let met = if self.ranks(&then, state.fight.hex).next().is_some() { &then } else { state };
        let clash = self.clash(met, state.fight.hex, state.fight.attackers, true);
        let mut reckoning: Vec<String> = Vec::new();
        for (side, tally) in [("attack", &clash.attack), ("defence", &clash.defence)] {
            for part in &tally.parts {
                if let Effect::Add(by) = &part.effect {
                    reckoning.push(format!("{side}: {by} {} {}", part.what, part.case));
                }
            }
        }
        let head = &self.tables().melee_heads[clash.column];
        reckoning.push(format!("{} against {}: column {head} [15.5]", clash.attack.total, clash.defence.total));
        reckoning.extend(lines(&clash.modifier));
        let answers = self.answers(state);
        let mut results = self.table_chances(&answers[0]);
        let mut checks = self.check_chances(&answers[0]);
        checks.iter().for_each(|(_, _, told)| reckoning.extend(told.iter().cloned()));
        if answers.len() > 1 {
            reckoning.push("the defender may still withdraw or spare himself: the chances lie between bounds [15.2]".to_owned());
        }
        for answer in &answers[1..] {
            widen(&mut results, &self.table_chances(answer));
            // Whoever need not check any more, because he or all before him have withdrawn, neither passes nor fails.
            let there = self.check_chances(answer);
            for (unit, known, _) in &mut checks {
                let fate = there.iter().find(|(other, ..)| other == unit).map(|(_, fate, _)| fate.clone());
                widen(known, &fate.unwrap_or_default());
            }
            // And some have to only then: whoever attacks skirmishers makes no check, but the guns they leave behind are no skirmishers.
            for (unit, fate, _) in there {
                if checks.iter().all(|(other, ..)| *other != unit) {
                    let mut known = Chances::new();
                    widen(&mut known, &fate);
                    checks.push((unit, known, Vec::new()));
                }
            }
        }
        let fates = checks.into_iter().map(|(unit, chances, _)| Fate { tag: self.tag(unit).to_owned(), chances }).collect();
        let (table, legend) = self.melee_view(clash.column);
        Forecast { column: head.clone(), reckoning, results, fates, table: Some(table), alternatives: Vec::new(), legend }
    }

    /// [15.6] The melee table with a column lit, and what its cells mean.
    pub(crate) fn melee_view(&self, column: usize) -> (TableView, Vec<(String, String)>) {
        let table = TableView {
            title: "Melee".to_owned(),
            case: "15.6".to_owned(),
            columns: self.tables().melee_heads.clone(),
            rows: (0..36).map(|place| printed(place).to_string()).collect(),
            cells: self.tables().melee.iter().map(|row| row.iter().map(|cell| cell.text()).collect()).collect(),
            column,
        };
        let legend = [
            (Cell::AttackerRouts, "the attackers rout"),
            (Cell::AttackerDisordered, "the attackers are thrown back"),
            (Cell::Blank, "both fall back"),
            (Cell::DefenderDisordered, "the defenders are thrown back"),
            (Cell::DefenderRouts, "the defenders rout"),
            (Cell::DefenderSurrenders, "the defenders surrender"),
        ];
        let mut legend: Vec<(String, String)> = legend.into_iter().map(|(cell, what)| (cell.text(), what.to_owned())).collect();
        legend.push(("a/d".to_owned(), "increments lost by attacker and defender; * checks morale".to_owned()));
        (table, legend)
    }
}
