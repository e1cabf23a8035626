//! `[IV]` `[10]` Morale and victory.

use crate::event::{Event, Kind};
use crate::roster::Body;
use crate::state::{Choice, Frame, Side, State, Strength};
use crate::{Action, Campaign, Setting};
use grognard_engine::room::Room;
use grognard_engine::{Case, Outcome, Seat, Umpire, Violation};

/// The last space of the morale track.
pub const LAST_SPACE: u8 = 6;

/// A space of the morale track by its letter.
#[must_use]
pub fn space(morale: u8) -> char {
    char::from(b'A' + morale.min(LAST_SPACE))
}

fn sum(strength: &Strength) -> i32 {
    strength.iter().map(|points| i32::from(*points)).sum()
}

impl Campaign {
    /// [IV.a] The marker moves for the Critical Battles of this Player-Turn. In a Battle Scenario it does not leave the track.
    pub(crate) fn morale_phase(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if self.is_campaign() {
            self.award_places(state, umpire);
        }
        if state.shift == 0 {
            return;
        }
        if self.is_campaign() {
            self.move_marker(state, umpire);
            return;
        }
        let before = state.morale;
        let after = (i16::from(state.morale) + i16::from(state.shift)).clamp(0, i16::from(LAST_SPACE));
        state.morale = after as u8;
        state.shift = 0;
        let (from, to) = (space(before), space(state.morale));
        umpire.tell(|| self.note(Kind::Morale, "IV.a", format!("morale moves from {from} to {to} [IV.a] [10.2]")));
    }

    /// [10.3] Strength Points that a side has lost: all, or those that everybody has seen; of the Guard alone if asked.
    fn lost(&self, state: &State, open: bool, side: Side, guard: bool) -> i32 {
        let strength = if open { &state.shown } else { &state.strength };
        let units = (0u16..).zip(self.bodies().iter().zip(strength)).filter(|(at, _)| !state.absent.has(*at));
        let counts = |unit: &Body| unit.army.side() == side && (!guard || unit.guard);
        units.filter(|(_, (unit, _))| counts(unit)).map(|(_, (unit, now))| sum(&unit.strength) - sum(now)).sum()
    }

    /// [10.3] Victory Points by side: reckoned from the true losses, or from those that everybody has seen.
    #[must_use]
    pub fn victory_points(&self, state: &State, open: bool) -> [i32; 2] {
        self.points_by_losses(state, [open; 2])
    }

    /// [1.1] Victory Points as a seat knows them: what marches have cost the enemy is shown to it when the game ends.
    pub(crate) fn points_seen(&self, state: &State, seat: Option<Seat>) -> [i32; 2] {
        let open = |side: Side| state.frame != Frame::Over && seat != Some(side.into());
        self.points_by_losses(state, Side::BOTH.map(open))
    }

    /// [10.3] Victory Points by side, by the losses of each side as everybody has seen them or as they are.
    fn points_by_losses(&self, state: &State, open: [bool; 2]) -> [i32; 2] {
        let figures = self.figures();
        let gained = i32::from(state.morale) - i32::from(self.scenario.morale);
        let lost = |side: Side, guard: bool| self.lost(state, open[side as usize], side, guard);
        let mut points = [lost(Side::Coalition, false), lost(Side::French, false)];
        let by_morale = i32::from(figures.vp_morale) * gained.abs();
        points[usize::from(gained < 0)] += by_morale;
        match self.setting {
            Setting::Pultusk => points[0] -= i32::from(figures.vp_guard) * lost(Side::French, true),
            Setting::Friedland => points[state.koenigsberg as usize] += i32::from(figures.vp_koenigsberg),
            _ => {}
        }
        points
    }

    /// [10.3] How the game has ended.
    #[must_use]
    pub fn outcome(&self, state: &State) -> Outcome {
        if self.is_campaign() {
            return self.campaign_outcome(state);
        }
        let points = self.victory_points(state, false);
        let least = [self.figures().least_french, self.figures().least_coalition].map(i32::from);
        let able = [points[0] >= least[0], points[1] >= least[1]];
        let winner = match (able, points[0].cmp(&points[1])) {
            ([true, false], _) | ([true, true], std::cmp::Ordering::Greater) => Some(Side::French),
            ([false, true], _) | ([true, true], std::cmp::Ordering::Less) => Some(Side::Coalition),
            _ => None,
        };
        // Whoever has more and does not win would wonder why.
        let why = match able {
            [false, false] if points[0] != points[1] => {
                format!(" (French to Coalition; neither has what it needs, {} and {})", least[0], least[1])
            }
            [false, true] if points[0] >= points[1] => format!(" (French to Coalition; the French need {} to win)", least[0]),
            [true, false] if points[1] >= points[0] => format!(" (French to Coalition; the Coalition needs {} to win)", least[1]),
            _ => String::new(),
        };
        let verdict = match winner {
            Some(side) => format!("{} victory, {} to {} Victory Points{why}", side.name(), points[0], points[1]),
            None => format!("draw, {} to {} Victory Points{why}", points[0], points[1]),
        };
        Outcome { winner: winner.map(Into::into), verdict, points: points.to_vec() }
    }

    /// [IV.b] The last turn is over.
    pub(crate) fn finish(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        self.last_awards(state, umpire);
        state.frame = Frame::Over;
        state.hand = crate::state::NOBODY;
        state.battle.choice = [Choice::None; 2];
        for unit in 0..self.bodies().len() {
            state.shown[unit] = state.strength[unit];
        }
        state.fog.iter_mut().for_each(|fog| *fog = 0);
        let verdict = self.outcome(state).verdict;
        umpire.tell(|| self.note(Kind::Verdict, "IV.b", format!("{verdict} [IV.b]")));
    }
}

/// [IV.b] The game has ended.
#[derive(Clone, Copy)]
pub(crate) struct Over;

impl Room<Campaign> for Over {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.phasing.into(), Case("IV.b"))
    }

    fn list(self, _: &Campaign, _: &State, _: &mut Vec<Action>) {}

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        Err(game.out_of_place(state, action))
    }

    fn deed(self, _: &Campaign, _: &mut State, _: Action, _: &mut Umpire<'_, Event>) {}
}
