//! Exact forecasts: [10.4] fire, [15.3] [15.5] melee with its checks, [16.5] [17.3] a charge, [13.1] morale. Every outcome with its chance out of 36.

use crate::base6::{VALUES, clamped, printed};
use crate::charge::stage;
use crate::fire::Occasion;
use crate::state::{Frame, State, Unit, Units};
use crate::{Bautzen, Cell};
use grognard_engine::preview::{Alternative, Chance, Fate, Forecast, TableView};
use grognard_engine::tally::{Effect, Tally};
use grognard_engine::{Rules as _, verbs};

const fn sure(ways: u32) -> Chance {
    Chance { least: ways, most: ways, per: VALUES }
}

/// The parts of a tally as lines.
fn lines(tally: &Tally) -> Vec<String> {
    tally
        .parts
        .iter()
        .map(|part| match part.effect {
            Effect::Add(by) => format!("{by:+} {} {}", part.what, part.case),
            Effect::Times { factor, .. } => format!("×{factor} {} {}", part.what, part.case),
        })
        .collect()
}

impl Bautzen {
    /// The forecast of what is being put together, if anything is.
    pub(crate) fn forecast_now(&self, state: &State) -> Option<Forecast> {
        match state.frame() {
            Frame::Aim(hex) if !state.firing.is_empty() => Some(self.forecast_fire(state, hex, None, Self::occasion(state))),
            Frame::Opportunity(prey) if !state.firing.is_empty() => {
                Some(self.forecast_fire(state, state.piece(prey).hex, Some(prey), Occasion::Opportunity))
            }
            Frame::Assault | Frame::Answer
                if !state.fight.attackers.is_empty() && self.ranks(state, state.fight.hex).next().is_some() =>
            {
                Some(self.forecast_melee(state))
            }
            Frame::Stand => self.forecast_carre(state),
            Frame::Pounce(unit) => self.pouncers(state, unit).first().map(|rider| self.forecast_check(state, rider, "16.9")),
            Frame::React => self.reactors(state).first().map(|rider| self.forecast_check(state, rider, "16.8")),
            Frame::Recovery => {
                let mut options = Vec::new();
                self.legal_actions(state, &mut options);
                options.into_iter().find_map(|action| match action {
                    crate::Action::Recover(unit) => Some(self.forecast_check(state, unit, "20.1")),
                    _ => None,
                })
            }
            _ => None,
        }
    }

    fn forecast_fire(&self, state: &State, hex: grognard_engine::HexId, prey: Option<Unit>, occasion: Occasion) -> Forecast {
        let volley = self.volley(state, hex, prey, state.firing, occasion, true);
        let column = &self.tables().fire[volley.column];
        let chances = |column: usize, modifier: i16| -> Vec<(String, Chance)> {
            let table = &self.tables().fire[column];
            let mut counts = [0; 6];
            for natural in 0..VALUES as i16 {
                counts[usize::from(table.losses[clamped(natural + modifier) as usize])] += 1;
            }
            counts
                .into_iter()
                .enumerate()
                .filter(|(_, ways)| *ways > 0)
                .map(|(lost, ways)| (format!("{lost} lost"), sure(ways)))
                .collect()
        };
        let results = chances(volley.column, volley.modifier.total);
        let mut reckoning: Vec<String> = volley
            .value
            .parts
            .iter()
            .map(|part| match &part.effect {
                Effect::Add(by) => format!("{by} {} {}", part.what, part.case),
                Effect::Times { factor, .. } => format!("×{factor} {} {}", part.what, part.case),
            })
            .collect();
        reckoning.push(format!("fire defence {}: {} [11.2]", volley.defence, volley.cover));
        reckoning.push(format!("{} against {}: column {} [10.4]", volley.value.total, volley.defence, column.odds));
        reckoning.extend(lines(&volley.modifier));
        let rows: Vec<String> = (0..36).map(|place| printed(place).to_string()).collect();
        let cells =
            (0..36).map(|place| self.tables().fire.iter().map(|column| column.losses[place].to_string()).collect()).collect();
        let table = TableView {
            title: "Fire results".to_owned(),
            case: "10.5".to_owned(),
            columns: self.tables().fire.iter().map(|column| column.odds.clone()).collect(),
            rows,
            cells,
            column: volley.column,
        };
        let mut options = Vec::new();
        self.legal_actions(state, &mut options);
        let alternatives = options
            .into_iter()
            .filter_map(|action| match action {
                crate::Action::Join(unit) => {
                    let more = self.volley(state, hex, prey, state.firing.or(Units::one(unit)), occasion, false);
                    Some(Alternative {
                        action: verbs::write_words(self, action),
                        label: format!("with {}", self.tag(unit)),
                        column: self.tables().fire[more.column].odds.clone(),
                        results: chances(more.column, more.modifier.total),
                    })
                }
                _ => None,
            })
            .collect();
        Forecast {
            column: column.odds.clone(),
            reckoning,
            results,
            fates: Vec::new(),
            table: Some(table),
            alternatives,
            legend: Vec::new(),
        }
    }

    /// [15.5] The melee as it would be fought if nobody withdrew and every check before it were passed; the checks are told besides.
    fn forecast_melee(&self, state: &State) -> Forecast {
        let hex = state.fight.hex;
        let attackers = state.fight.attackers;
        let clash = self.clash(state, hex, attackers);
        let results: Vec<(String, Chance)> = self
            .melee_chances(clash.column, clash.modifier.total)
            .into_iter()
            .map(|(cell, ways)| (cell.text(), sure(ways)))
            .collect();
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
        let mut fates = Vec::new();
        let mut check = |unit: Unit, tally: &Tally, reckoning: &mut Vec<String>| {
            let ways = Self::passes(self.rating(state, unit), tally.total);
            let fate = vec![("passes".to_owned(), sure(ways)), ("is disordered".to_owned(), sure(VALUES - ways))];
            fates.push(Fate { tag: self.tag(unit).to_owned(), chances: fate });
            reckoning.push(format!("{} checks before the melee: {:+} in all [15.3]", self.tag(unit), tally.total));
            reckoning.extend(lines(tally));
        };
        for unit in self.ranks(state, hex).filter(|&unit| !self.defender_exempt(state, unit, hex, attackers)) {
            check(unit, &self.defender_check(state, unit, hex, attackers), &mut reckoning);
        }
        for unit in attackers.into_iter().filter(|&unit| !self.attacker_exempt(state, unit, hex)) {
            check(unit, &self.attacker_check(state, unit, hex, attackers), &mut reckoning);
        }
        let table = TableView {
            title: "Melee".to_owned(),
            case: "15.6".to_owned(),
            columns: self.tables().melee_heads.clone(),
            rows: (0..36).map(|place| printed(place).to_string()).collect(),
            cells: self.tables().melee.iter().map(|row| row.iter().map(|cell| cell.text()).collect()).collect(),
            column: clash.column,
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
        Forecast { column: head.clone(), reckoning, results, fates, table: Some(table), alternatives: Vec::new(), legend }
    }

    /// [17.3] The chances of forming carré; [16.5] of standing instead, where the charge has come so far.
    fn forecast_carre(&self, state: &State) -> Option<Forecast> {
        let hex = state.ride.target;
        let unit = self.may_square(state, hex).ok()?;
        let (row, tally) = self.carre_roll(state, unit, state.ride.row);
        let mut counts = [0u32; 3];
        for natural in 0..VALUES as i16 {
            let at = clamped(natural + tally.total);
            counts[if at < row.formed { 0 } else { usize::from(at >= row.disordered) + 1 }] += 1;
        }
        let results: Vec<(String, Chance)> = ["carré", "disorder", "rout"]
            .into_iter()
            .zip(counts)
            .filter(|(_, ways)| *ways > 0)
            .map(|(word, ways)| (word.to_owned(), sure(ways)))
            .collect();
        let mut reckoning = vec![format!("{} tries carré on row {} [17.3]", self.tag(unit), state.ride.row)];
        reckoning.extend(lines(&tally));
        let mut alternatives = Vec::new();
        if state.ride.stage == stage::CONTACT {
            let (rating, tally) = self.stand_check(state, unit, hex);
            let ways = Self::passes(rating, tally.total);
            reckoning.push(format!("to stand instead: {:+} in all [16.5]", tally.total));
            reckoning.extend(lines(&tally));
            alternatives.push(Alternative {
                action: "stand".to_owned(),
                label: "stand".to_owned(),
                column: String::new(),
                results: vec![("stands".to_owned(), sure(ways)), ("routs".to_owned(), sure(VALUES - ways))],
            });
        }
        Some(Forecast {
            column: state.ride.row.to_string(),
            reckoning,
            results,
            fates: Vec::new(),
            table: None,
            alternatives,
            legend: Vec::new(),
        })
    }

    /// [13.1] The chance of one check.
    fn forecast_check(&self, state: &State, unit: Unit, case: &str) -> Forecast {
        let tally = self.general_modifiers(state, unit, true);
        let ways = Self::passes(self.rating(state, unit), tally.total);
        let mut reckoning = vec![format!("{} checks against {} [{case}]", self.tag(unit), printed(self.rating(state, unit)))];
        reckoning.extend(lines(&tally));
        let results = vec![("passes".to_owned(), sure(ways)), ("fails".to_owned(), sure(VALUES - ways))];
        Forecast {
            column: String::new(),
            reckoning,
            results,
            fates: Vec::new(),
            table: None,
            alternatives: Vec::new(),
            legend: Vec::new(),
        }
    }
}
