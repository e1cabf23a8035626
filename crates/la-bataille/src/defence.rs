//! [11.2] Fire defence, and [10.4] the attack that is reckoned from value and defence.

use crate::Bautzen;
use crate::fire::Occasion;
use crate::state::{Arm, Formation, NOWHERE, Order, State, Unit, Units};
use crate::tables::{Tables, Terrain};
use grognard_engine::facing::Aspect;
use grognard_engine::ratio::Ratio;
use grognard_engine::tally::{ExactTally, Tally};
use grognard_engine::{Case, HexId};

/// An attack by fire, reckoned.
#[derive(Clone, Debug)]
pub struct Volley {
    /// The hex that is fired at: of a unit on several that acts, the one that most of the value goes to.
    pub hex: HexId,
    /// The attack value with its parts.
    pub value: ExactTally,
    /// The fire defence.
    pub defence: i16,
    /// Why it is so.
    pub cover: &'static str,
    /// Whether guns among the infantry have made it worse.
    pub among_guns: bool,
    /// Whether guns fire canister, which is a column to the right.
    pub canister: bool,
    /// Column of the table.
    pub column: usize,
    /// Modifiers of the roll.
    pub modifier: Tally,
}

impl Bautzen {
    /// [10.4] The attack of some units at a hex, or at one unit that acts there.
    pub(crate) fn volley(
        &self,
        state: &State,
        target: HexId,
        prey: Option<Unit>,
        firers: Units,
        occasion: Occasion,
        told: bool,
    ) -> Volley {
        let mut value = if told { ExactTally::default() } else { ExactTally::quiet() };
        let mut modifier = if told { Tally::default() } else { Tally::quiet() };
        let (mut canister, mut led): (bool, Option<(i16, Unit)>) = (false, None);
        let (mut flank, mut rear) = (Ratio::ZERO, Ratio::ZERO);
        let shown = self.shown(state, target, prey);
        let hexes: Vec<HexId> = match prey {
            Some(unit) => state.piece(unit).hexes().collect(),
            None => vec![target],
        };
        let mut aimed = [Ratio::ZERO; 3];
        for firer in firers {
            // [10.3] Each fires where he does most, and at one hex only.
            let shots = hexes.iter().enumerate().filter_map(|(part, &hex)| {
                let shot = self.shot(state, firer, hex, occasion).ok()?;
                Some((part, hex, shot))
            });
            if let Some((part, hex, shot)) = shots.reduce(|best, next| if next.2.value > best.2.value { next } else { best }) {
                aimed[part] += shot.value;
                value.add(shot.value, Case("10.2"), || self.called(firer).to_owned());
                canister |= shot.canister;
                for (from, part) in shot.from.into_iter().filter(|(from, _)| *from != NOWHERE) {
                    let through: Vec<usize> = self.leaves_by(hex, from).into_iter().flatten().collect();
                    // Through a vertex the target's owner chooses the better side.
                    let all = |test: &dyn Fn(usize) -> bool| !through.is_empty() && through.iter().all(|&side| test(side));
                    if let Some(shown) = shown {
                        // [21.5] An earthwork has a front and a rear of its own, whichever way those in it look.
                        let work = self.terrain(state, hex) == Terrain::Work;
                        if !work && all(&|side| self.aspect(state, shown, hex, side) == Aspect::Flank) {
                            flank += part;
                        }
                        if all(&|side| self.ground().edge(hex, side).work_rear()) {
                            rear += part;
                        }
                    }
                }
                if self.kind(firer).arm == Arm::Artillery {
                    for leader in self.leaders_in(state, state.piece(firer).hex).filter(|&l| self.helps(l, firer)) {
                        // [19.2] One leader for a roll, the best; some make it worse.
                        if led.is_none_or(|(best, _)| self.kind(leader).art_bonus > best) {
                            led = Some((self.kind(leader).art_bonus, leader));
                        }
                    }
                }
            }
        }
        // [5.1] [11.2] Cover and losses are those of the hex that most of it goes to, of the first one among equals.
        let hex = hexes[(1..hexes.len()).fold(0, |most, part| if aimed[part] > aimed[most] { part } else { most })];
        let half = |part: Ratio| part + part >= value.total && part > Ratio::ZERO;
        let (defence, cover, among_guns) = self.fire_defence(state, hex, shown, half(flank), half(rear));
        let mut column = self.fire_column(value.total, defence);
        if canister {
            column = (column + self.figures().canister as usize).min(self.tables().fire.len() - 1);
        }
        // [10.4] All who stand in the hex make the crowd, be it one of them who acts.
        let crowd: i16 = self.ranks(state, hex).map(|unit| i16::from(state.piece(unit).increments_in(hex))).sum();
        let over = (crowd - self.figures().crowd_from + 1).max(0);
        if over > 0 {
            modifier.add(over * self.figures().crowd, Case("10.4"), || {
                format!("{} above nine in the hex", if over == 1 { "increment" } else { "increments" })
            });
        }
        if let Some((bonus, leader)) = led.filter(|(bonus, _)| *bonus != 0) {
            modifier.add(bonus, Case("19.2"), || format!("artillery bonus of {}", self.called(leader)));
        }
        Volley { hex, value, defence, cover, among_guns, canister, column, modifier }
    }

    /// [11.2] Where the fire defence of an attack comes from, in words.
    pub(crate) fn told_cover(&self, volley: &Volley) -> String {
        let guns = if volley.among_guns { format!(", {} for guns in the hex", self.figures().with_guns) } else { String::new() };
        format!("{}{guns} [11.2]", volley.cover)
    }

    /// [10.4] [2.6] The highest column that the exact ratio reaches; the first if it reaches none.
    pub(crate) fn fire_column(&self, value: Ratio, defence: i16) -> usize {
        let ratio = value.per(Ratio::whole(defence.max(1)));
        self.tables().fire.iter().rposition(|column| column.ratio <= ratio).unwrap_or(0)
    }

    /// [11.2] Whose fire defence counts: whoever acts, or the top unit of the hex; but where infantry and guns share it the infantry's, and so does its
    /// flank, whoever lies on top.
    fn shown(&self, state: &State, hex: HexId, prey: Option<Unit>) -> Option<Unit> {
        let first = prey.or_else(|| self.first(state, hex))?;
        let infantry = || self.ranks(state, hex).find(|&unit| self.is(unit).arm == Arm::Infantry);
        if self.is(first).arm == Arm::Artillery { infantry().or(Some(first)) } else { Some(first) }
    }

    /// [11.2] The fire defence in a hex of the one of it that counts, in a word what it comes from, and whether guns among the infantry lower it.
    fn fire_defence(&self, state: &State, hex: HexId, shown: Option<Unit>, flank: bool, rear: bool) -> (i16, &'static str, bool) {
        let tables = self.tables();
        let figures = self.figures();
        let Some(unit) = shown else { return (1, "nobody", false) };
        let among_guns =
            self.kind(unit).arm == Arm::Infantry && self.ranks(state, hex).any(|other| self.kind(other).arm == Arm::Artillery);
        let so = state.piece(unit);
        let terrain = self.terrain(state, hex);
        // Whoever stands in a trench that was given up stands in the clear.
        let terrain = if terrain == Terrain::Trench && !self.entrenched(state, hex) { Terrain::Clear } else { terrain };
        let row = if terrain == Terrain::Work && rear { &tables.work_rear_defence } else { &tables.defence[terrain as usize] };
        // Road march is what it is, from wherever the fire comes.
        if so.formation == Formation::March {
            let among = if among_guns { figures.with_guns } else { 0 };
            return ((figures.march_defence + among).max(1), "road march", among_guns);
        }
        let column = match so.order {
            Order::Good => Tables::defence_column(so.formation),
            Order::Disordered | Order::Routed if self.kind(unit).arm == Arm::Artillery => Tables::defence_column(so.formation),
            Order::Disordered | Order::Routed => 5,
        };
        let (mut value, mut why) = (i16::from(row[column]), "formation and terrain");
        if value == 0 {
            // Nobody stands so there of his own will; whoever was driven in is as loose as the rest.
            (value, why) = (i16::from(row[5]).max(i16::from(row[3])).max(1), "terrain");
        }
        let in_hex: i16 = self
            .ranks(state, hex)
            .filter(|&other| state.piece(other).formation == Formation::Line)
            .map(|other| i16::from(state.piece(other).increments_in(hex)))
            .sum();
        // The booklet has no column in an entrenchment: a line stays one there, however thick.
        if so.good() && so.formation == Formation::Line && in_hex >= figures.thick_line && row[0] > 0 {
            (value, why) = (i16::from(row[0]), "a line of seven increments or more");
        }
        if flank && so.good() {
            (value, why) = (figures.flank_defence, "through the flank");
        }
        if rear && terrain == Terrain::Work {
            why = "through the rear of the earthwork";
        }
        let among_guns = among_guns && so.formation != Formation::Carre;
        if among_guns {
            value += figures.with_guns;
        }
        (value.max(1), why, among_guns)
    }
}
