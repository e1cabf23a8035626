//! [18.0] How to win Dresden: losses for good, the city, the Allied choice to fight on.

use crate::event::{Event, Kind};
use crate::scenario::Arm;
use crate::state::{Frame, Side, State};
use crate::title::Title;
use crate::unitset::{Unit, UnitSet};
use crate::{Action, Battle};
use grognard_engine::room::Room;
use grognard_engine::{Case, Lawful, Seat, Tally, Umpire};

/// [18.4] The least margin of each level, highest first.
pub const LEVELS: [(i16, &str); 3] = [(51, "decisive"), (26, "substantive"), (10, "marginal")];
/// [18.3] What the French gain if the Allies go into the third day and do not win decisively.
const THIRD_DAY: i16 = 55;

/// [18.3] Does the Allied player fight on?
#[derive(Clone, Copy, Debug)]
pub struct EndOfDay;

impl Room<Battle> for EndOfDay {
    fn asks(self, _: &Battle, _: &State) -> (Seat, Case) {
        (Side::Allied.seat(), Case("18.3"))
    }

    fn list(self, _: &Battle, _: &State, out: &mut Vec<Action>) {
        out.extend([Action::FightOn, Action::Stop]);
    }

    fn check(self, battle: &Battle, state: &State, action: Action) -> Lawful {
        match action {
            Action::FightOn | Action::Stop => Ok(()),
            _ => Err(battle.out_of_place(state, action)),
        }
    }

    /// If they fight on, morale is set anew, and [17.2] disrupted units come back, the Allied ones first (R29, R40).
    fn deed(self, battle: &Battle, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if action == Action::FightOn {
            battle.reset_morale(state, umpire);
            state.frame = Frame::Reorganize(Side::French);
        } else {
            battle.end_game(state, umpire);
        }
    }
}

impl Battle {
    /// [18.1] What an enemy unit lost for good is worth: infantry its strength, cavalry and guns twice, garrisons nothing.
    fn worth(&self, unit: Unit) -> i16 {
        let piece = &self.pieces()[usize::from(unit)];
        match piece.arm {
            Arm::Infantry => i16::from(piece.strength),
            Arm::Cavalry | Arm::Artillery => 2 * i16::from(piece.strength),
            Arm::Garrison => 0,
        }
    }

    /// [18.1] to [18.3] The points of a side.
    pub(crate) fn dresden_points(&self, state: &State, side: Side) -> Tally {
        let mut points = self.points_before_bonus(state, side);
        // [18.3] The margin is taken before the bonus (R31).
        let margin = self.points_before_bonus(state, Side::Allied).total - self.points_before_bonus(state, Side::French).total;
        if side == Side::French && self.third_day(state) && margin < LEVELS[0].0 {
            points.add(THIRD_DAY, Case("18.3"), || "the Allies fought on into the third day in vain".to_owned());
        }
        points
    }

    fn points_before_bonus(&self, state: &State, side: Side) -> Tally {
        let mut points = Tally::default();
        let lost = state.lost.and(self.units_of(side.other()));
        let sum = |arms: &dyn Fn(Arm) -> bool| -> i16 {
            lost.into_iter().filter(|&u| arms(self.pieces()[usize::from(u)].arm)).map(|u| self.worth(u)).sum()
        };
        points.add(sum(&|a| a == Arm::Infantry), Case("18.1"), || "enemy infantry lost for good".to_owned());
        points.add(sum(&|a| a != Arm::Infantry), Case("18.1"), || "enemy cavalry and artillery lost for good".to_owned());
        if side == Side::Allied {
            for (i, &hex) in self.objectives().iter().enumerate() {
                if state.city_paid >> i & 1 == 1 {
                    let worth = self.scenario.sheet.points_per_objective as i16;
                    points.add(worth, Case("18.2"), || format!("{} taken", self.grid().number(hex)));
                }
            }
        }
        points
    }

    /// [18.3] Whether play has gone past the second day: into the turns after the last end of a day.
    fn third_day(&self, state: &State) -> bool {
        let last_day = self.scenario.turns.iter().rposition(|t| t.end_of_day);
        last_day.is_some_and(|turn| usize::from(state.turn) > turn + 1)
    }

    /// [18.2] At the end of a French Combat Phase the Allies are paid, once, for each hex of the city they hold.
    pub(crate) fn pay_for_city(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if self.title() != Title::Dresden || state.phasing != Side::French || self.is_night(state) {
            return;
        }
        let held = self.occupied(state, Side::Allied);
        for (i, &hex) in self.objectives().iter().enumerate() {
            if held.has(hex) && state.city_paid >> i & 1 == 0 {
                state.city_paid |= 1 << i;
                umpire.tell(|| {
                    let text = format!("the Allies hold {} and score for it [18.2]", self.grid().number(hex));
                    self.event(Kind::Control, "18.2", UnitSet::EMPTY, &[hex], text)
                });
            }
        }
    }
}
