//! Exact forecasts: [10.4] fire, [16.5] [17.3] a charge, [13.1] morale. Every outcome with its chance out of 36; `outlook.rs` has the melee.

use crate::Bautzen;
use crate::base6::{VALUES, clamped, printed};
use crate::charge::stage;
use crate::fire::Occasion;
use crate::outlook::Chances;
use crate::state::{Frame, State, Unit, Units, flag};
use grognard_engine::preview::{Alternative, Chance, Fate, Forecast, TableView};
use grognard_engine::tally::{Effect, Tally};
use grognard_engine::{Rules as _, verbs};

pub(crate) const fn sure(ways: u32) -> Chance {
    Chance { least: ways, most: ways, per: VALUES }
}

/// The parts of a tally as lines.
pub(crate) fn lines(tally: &Tally) -> Vec<String> {
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
            Frame::Ride => self.forecast_charge(state),
            Frame::Pounce(unit) => self.forecast_checks(state, self.pouncers(state, unit).into_iter(), "16.9"),
            Frame::React => self.forecast_checks(state, self.reactors(state).into_iter(), "16.8"),
            Frame::Recovery => {
                let mut options = Vec::new();
                self.legal_actions(state, &mut options);
                let waiting = options.into_iter().filter_map(|action| match action {
                    crate::Action::Recover(unit) => Some(unit),
                    _ => None,
                });
                self.forecast_checks(state, waiting, "20.1")
            }
            _ => None,
        }
    }

    fn forecast_fire(&self, state: &State, hex: grognard_engine::HexId, prey: Option<Unit>, occasion: Occasion) -> Forecast {
        let volley = self.volley(state, hex, prey, state.firing, occasion, true);
        let column = &self.tables().fire[volley.column];
        let targets = self.victims(state, volley.hex, prey);
        let chances = |column: usize, modifier: i16| -> Vec<(String, Chance)> {
            let table = &self.tables().fire[column];
            let mut counts = [0; 6];
            for natural in 0..VALUES as i16 {
                let lost = table.losses[clamped(natural + modifier) as usize];
                counts[usize::from(self.suffered(state, &targets, lost))] += 1;
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
        reckoning.push(format!("fire defence {}: {}", volley.defence, self.told_cover(&volley)));
        if volley.canister {
            reckoning.push("canister: a column to the right [10.4]".to_owned());
        }
        reckoning.push(format!("{} against {}: column {} [10.4]", volley.value.total, volley.defence, column.odds));
        reckoning.extend(lines(&volley.modifier));
        if self.guns_alone(state, &targets) {
            reckoning.push("unlimbered guns alone lose half, rounded down [12.2]".to_owned());
        }
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
                        label: format!("with {}", self.called(unit)),
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

    /// [16.5] What becomes of the hexes that the riders could name: bounds where the target may choose between standing and a carré.
    fn forecast_charge(&self, state: &State) -> Option<Forecast> {
        let mut options = Vec::new();
        self.legal_actions(state, &mut options);
        let mut named = options.into_iter().filter_map(|action| match action {
            crate::Action::Target(hex) => Some((action, hex)),
            _ => None,
        });
        let (_, hex) = named.next()?;
        let (reckoning, results) = self.charge_chances(state, hex)?;
        let alternatives = named
            .filter_map(|(action, hex)| {
                let (_, results) = self.charge_chances(state, hex)?;
                let label = format!("charge {}", self.grid().number(hex));
                Some(Alternative { action: verbs::write_words(self, action), label, column: String::new(), results })
            })
            .collect();
        Some(Forecast {
            column: String::new(),
            reckoning,
            results,
            fates: Vec::new(),
            table: None,
            alternatives,
            legend: Vec::new(),
        })
    }

    fn charge_chances(&self, state: &State, hex: grognard_engine::HexId) -> Option<(Vec<String>, Chances)> {
        let target = self.charged_first(state, hex)?;
        let so = state.piece(target);
        let whole =
            |word: &str| Some((vec![format!("{} {word} [16.5]", self.called(target))], vec![(word.to_owned(), sure(VALUES))]));
        match (self.kind(target).arm, so.formation, so.order) {
            (crate::Arm::Cavalry, ..) if !self.on_foot(target, so) => return whole("waits for the melee"),
            (_, _, crate::Order::Routed) => return whole("is ridden down"),
            (crate::Arm::Infantry, crate::Formation::Skirmish, crate::Order::Good) => return whole("does not stand"),
            _ => {}
        }
        let guns = self.unlimbered_in(state, hex);
        if so.formation == crate::Formation::Unlimbered && guns.len() > 1 {
            return Some(self.batteries_charged(state, hex, &guns));
        }
        let (rating, tally) = if self.on_foot(target, so) {
            (self.rating(state, target), self.general_modifiers(state, target, true, true))
        } else {
            self.stand_check(state, target, hex, true)
        };
        let ways = Self::passes(rating, tally.total);
        // [16.10] Dragoons on foot do not stand even if they pass, and [18.5] guns alone do not run if they fail.
        let (word, [passed, failed]) = match (self.kind(target).arm, so.formation) {
            (crate::Arm::Cavalry, _) => ("checks", ["rides off", "routs"]),
            (crate::Arm::Artillery, crate::Formation::Unlimbered) => ("stands", ["stands", "is lost"]),
            _ => ("stands", ["stands", "routs"]),
        };
        let mut reckoning = vec![format!("{} {word} against {} [16.5]", self.called(target), printed(rating))];
        reckoning.extend(self.told_rating(state, target, !self.on_foot(target, so)));
        reckoning.extend(lines(&tally));
        let mut results = vec![(passed.to_owned(), sure(ways)), (failed.to_owned(), sure(VALUES - ways))];
        if let Ok(unit) = self.may_square(state, hex) {
            let points = self.carre_row(state, hex);
            let (row, tally) = self.carre_roll(state, unit, points, true);
            let [formed, disordered, routed] = Self::carre_ways(row, tally.total);
            reckoning.push(format!("or tries carré on row {points}: {:+} in all [17.3]", tally.total));
            let between = |a: u32, b: u32| Chance { least: a.min(b), most: a.max(b), per: VALUES };
            results = vec![
                ("stands".to_owned(), between(ways, 0)),
                ("carré".to_owned(), between(0, formed)),
                ("disorder".to_owned(), between(0, disordered)),
                ("routs".to_owned(), between(VALUES - ways, routed)),
            ];
        }
        results.retain(|(_, chance)| chance.most > 0);
        Some((reckoning, results))
    }

    /// [21.2] [6.9] What makes a morale worse than the printed one, against a charge or otherwise.
    fn told_rating(&self, state: &State, unit: Unit, charged: bool) -> Vec<String> {
        let (so, figures) = (state.piece(unit), self.figures());
        let mut told = Vec::new();
        if so.has(flag::CROSSED) {
            told.push(format!("of this {:+} for crossing the Spree [21.2]", figures.crossing_morale));
        }
        if charged && so.has(flag::FORCED) {
            told.push(format!("of this {:+} for a forced march [6.9]", figures.force_charged));
        }
        told
    }

    /// [18.5] Several batteries that are charged alone check each for itself: all are lost, or one at least stands.
    fn batteries_charged(&self, state: &State, hex: grognard_engine::HexId, guns: &[Unit]) -> (Vec<String>, Chances) {
        let (mut reckoning, mut lost, mut per) = (Vec::new(), 1, 1);
        for &unit in guns {
            let (rating, tally) = self.stand_check(state, unit, hex, true);
            reckoning.push(format!("{} stands against {} [16.5]", self.called(unit), printed(rating)));
            reckoning.extend(self.told_rating(state, unit, true));
            reckoning.extend(lines(&tally));
            lost *= VALUES - Self::passes(rating, tally.total);
            per *= VALUES;
        }
        let exactly = |ways: u32| Chance { least: ways, most: ways, per };
        let mut results = vec![("stands".to_owned(), exactly(per - lost)), ("is lost".to_owned(), exactly(lost))];
        results.retain(|(_, chance)| chance.most > 0);
        (reckoning, results)
    }

    /// [17.3] In how many of the 36 ways a try at a carré ends in one, in disorder, in rout.
    fn carre_ways(row: crate::tables::CarreRow, modifier: i16) -> [u32; 3] {
        let mut counts = [0u32; 3];
        for natural in 0..VALUES as i16 {
            let at = clamped(natural + modifier);
            counts[if at < row.formed { 0 } else { usize::from(at >= row.disordered) + 1 }] += 1;
        }
        counts
    }

    /// [17.3] The chances of forming carré; [16.5] of standing instead, where the charge has come so far.
    fn forecast_carre(&self, state: &State) -> Option<Forecast> {
        let hex = state.ride.target;
        let unit = self.may_square(state, hex).ok()?;
        let (row, tally) = self.carre_roll(state, unit, state.ride.row, true);
        let counts = Self::carre_ways(row, tally.total);
        let results: Vec<(String, Chance)> = ["carré", "disorder", "rout"]
            .into_iter()
            .zip(counts)
            .filter(|(_, ways)| *ways > 0)
            .map(|(word, ways)| (word.to_owned(), sure(ways)))
            .collect();
        let mut reckoning = vec![format!("{} tries carré on row {} [17.3]", self.called(unit), state.ride.row)];
        reckoning.extend(lines(&tally));
        let mut alternatives = Vec::new();
        if state.ride.stage == stage::CONTACT {
            let (rating, tally) = self.stand_check(state, unit, hex, true);
            let ways = Self::passes(rating, tally.total);
            reckoning.push(format!("to stand instead: {:+} in all [16.5]", tally.total));
            reckoning.extend(self.told_rating(state, unit, true));
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

    /// [13.1] The checks among which the owner chooses: reckoning and chances of the first, and how likely each of them is passed.
    fn forecast_checks(&self, state: &State, units: impl Iterator<Item = Unit>, case: &str) -> Option<Forecast> {
        let all: Vec<(Unit, Forecast)> = units.map(|unit| (unit, self.forecast_check(state, unit, case))).collect();
        let fate = |(unit, its): &(Unit, Forecast)| Fate { tag: self.tag(*unit).to_owned(), chances: its.results.clone() };
        let fates = all.iter().map(fate).collect();
        all.into_iter().next().map(|(_, first)| Forecast { fates, ..first })
    }

    /// [13.1] The chance of one check.
    fn forecast_check(&self, state: &State, unit: Unit, case: &str) -> Forecast {
        let tally = self.general_modifiers(state, unit, true, true);
        let ways = Self::passes(self.rating(state, unit), tally.total);
        let mut reckoning = vec![format!("{} checks against {} [{case}]", self.called(unit), printed(self.rating(state, unit)))];
        reckoning.extend(self.told_rating(state, unit, false));
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
