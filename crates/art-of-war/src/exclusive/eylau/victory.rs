//! [23.0] How to win Eylau: losses, the two bonuses, control of the town, levels of victory.

use crate::Battle;
use crate::event::{Event, Kind};
use crate::exclusive::eylau::restrictions::GUARD;
use crate::scenario::Arm;
use crate::state::{Side, State};
use crate::title::Title;
use crate::unitset::Unit;
use grognard_engine::{Case, HexId, Tally, Umpire};

/// [23.2] [23.3] Losses that earn a bonus, and the bonus.
const HEAVY_LOSSES: i16 = 75;
const BONUS: i16 = 15;

/// [23.5] The least margin of each level, highest first.
pub const LEVELS: [(i16, &str); 3] = [(45, "decisive"), (30, "substantive"), (15, "marginal")];

impl Battle {
    /// [23.1] to [23.4] The points of a side.
    pub(crate) fn eylau_points(&self, state: &State, side: Side) -> Tally {
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
