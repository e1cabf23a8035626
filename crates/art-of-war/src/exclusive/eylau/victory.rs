//! [23.0] How to win Eylau: losses, the two bonuses, control of the town, levels of victory.

use crate::Battle;
use crate::event::{Event, Kind};
use crate::exclusive::dresden;
use crate::exclusive::eylau::restrictions::GUARD;
use crate::scenario::Arm;
use crate::state::{Side, State};
use crate::title::Title;
use crate::unitset::{Unit, UnitSet};
use grognard_engine::{Case, HexId, Outcome, Seat, Tally, Umpire};

/// [23.2] [23.3] Losses that earn a bonus, and the bonus.
const HEAVY_LOSSES: i16 = 75;
const BONUS: i16 = 15;

/// [23.5] The least margin of each level, highest first.
const LEVELS: [(i16, &str); 3] = [(45, "decisive"), (30, "substantive"), (15, "marginal")];

/// [23.5] What it is called when nobody reaches a level.
const DRAW: &str = "draw";

fn victory(side: Side, level: &str) -> String {
    format!("{} {level} victory", side.name())
}

impl Battle {
    /// [23.1] to [23.4] The points of a side, each with its case.
    #[must_use]
    pub fn points(&self, state: &State, side: Side) -> Tally {
        if self.title() == Title::Dresden {
            return self.dresden_points(state, side);
        }
        let mut points = Tally::default();
        let destroyed = self.printed(state.lost.and(self.units_of(side.other()))) as i16;
        points.add(destroyed, Case("23.1"), || "enemy strength destroyed".to_owned());
        match side {
            Side::French if destroyed >= HEAVY_LOSSES => {
                points.add(BONUS, Case("23.2"), || "75 or more destroyed".to_owned());
            }
            Side::Allied if destroyed >= HEAVY_LOSSES && state.guard_attacked => {
                points.add(BONUS, Case("23.3"), || "75 or more destroyed, and the Guard infantry attacked".to_owned());
            }
            _ => {}
        }
        for (i, &hex) in self.objectives().iter().enumerate() {
            if state.control[i] == Some(side) {
                let worth = self.scenario.sheet.points_per_objective as i16;
                points.add(worth, Case("23.4"), || format!("control of {}", self.grid().number(hex)));
            }
        }
        points
    }

    /// [23.5] The level of victory.
    #[must_use]
    pub fn outcome(&self, state: &State) -> Outcome {
        let points = Side::BOTH.map(|side| self.points(state, side).total);
        let margin = points[0] - points[1];
        let winner = if margin > 0 { Side::French } else { Side::Allied };
        let level = self.levels_by_margin().iter().find(|(least, _)| margin.abs() >= *least);
        let score = format!("French {}, Allied {}", points[0], points[1]);
        Outcome {
            winner: level.map(|_| Seat(winner as u8)),
            verdict: match level {
                Some((_, level)) => format!("{} ({score})", victory(winner, level)),
                None => format!("{DRAW} ({score})"),
            },
            points: points.map(i32::from).to_vec(),
        }
    }

    /// [23.5] [18.4] The least margin of each level, highest first.
    #[must_use]
    pub fn levels_by_margin(&self) -> &'static [(i16, &'static str); 3] {
        if self.title() == Title::Dresden { &dresden::victory::LEVELS } else { &LEVELS }
    }

    /// [23.5] Every level of victory, from the best of the French to the best of the Allies.
    pub(crate) fn levels_of_victory(&self) -> Vec<String> {
        let of = |side| self.levels_by_margin().iter().map(move |(_, level)| victory(side, level));
        of(Side::French).chain([DRAW.to_owned()]).chain(of(Side::Allied).rev()).collect()
    }

    pub(crate) fn verdict_event(&self, state: &State) -> Event {
        let parts = Side::BOTH.map(|side| format!("{} {}", side.name(), self.points(state, side)));
        let case = if self.title() == Title::Dresden { "18.4" } else { "23.5" };
        let text = format!("{} [{case}]: {}", self.outcome(state).verdict, parts.join("; "));
        self.event(Kind::Verdict, case, UnitSet::EMPTY, &[], text)
    }

    /// [23.4] A unit that enters or passes an objective takes control of it, however it came there (R38, R48).
    pub(crate) fn note_passage(&self, state: &mut State, unit: Unit, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        if self.title() != Title::Eylau {
            return;
        }
        let Some(i) = self.objectives().iter().position(|&h| h == hex) else { return };
        let side = self.pieces()[usize::from(unit)].side;
        if state.control[i] != Some(side) {
            state.control[i] = Some(side);
            umpire.tell(|| {
                let text = format!("{} takes control of {} [23.4]", side.name(), self.grid().number(hex));
                self.unit_event(Kind::Control, "23.4", unit, &[hex], text)
            });
        }
    }

    /// Whether the way of a move could pass an objective, so that it must be known.
    pub(crate) fn passage_matters(&self, from: Option<HexId>, to: HexId, allowance: u8) -> bool {
        if self.title() != Title::Eylau {
            return false;
        }
        let Some(from) = from else { return true };
        let grid = self.grid();
        self.objectives().iter().any(|&o| grid.distance(from, o) + grid.distance(o, to) <= allowance)
    }

    /// [23.3] Remembers that Guard infantry has attacked.
    pub(crate) fn note_guard(&self, state: &mut State) {
        let attackers = state.attack.attackers.or(state.attack.guns);
        let guard = |u: Unit| self.division_code(u) == Some(GUARD) && self.pieces()[usize::from(u)].arm == Arm::Infantry;
        if self.title() == Title::Eylau && state.phasing == Side::French && attackers.into_iter().any(guard) {
            state.guard_attacked = true;
        }
    }
}
