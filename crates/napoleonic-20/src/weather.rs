//! [5.1] [5.2] Weather and Extra Horses; [16.8] variable weather, storms and mud.

use crate::event::{Event, Kind};
use crate::state::{Frame, Side, State, Weather};
use crate::unitset::Unit;
use crate::{Action, Campaign};
use grognard_engine::room::Room;
use grognard_engine::{Case, Lawful, Seat, Umpire};

impl Campaign {
    /// [5.1] The weather: as printed on the track, or [16.8] as the marker stands.
    #[inline]
    #[must_use]
    pub fn weather(&self, state: &State) -> Weather {
        if self.options.weather {
            return state.weather;
        }
        self.scenario.turns[usize::from(state.turn) - 1].weather
    }

    /// [5.1.1] [16.8.2] Whether the effects of Downpour hold: it pours, or there is mud.
    #[inline]
    #[must_use]
    pub fn is_wet(&self, state: &State) -> bool {
        self.weather(state) == Weather::Downpour || state.mud > 0
    }

    /// [5.1.1] [16.8.3] Whether infantry is weaker: only where rain falls, mud alone does not do it.
    #[inline]
    #[must_use]
    pub fn rain_falls(&self, state: &State) -> bool {
        self.weather(state) >= Weather::Showers
    }

    /// [5.2] Whether Extra Horses help on this turn: the day after they were declared.
    #[must_use]
    pub fn extra_horses(&self, state: &State) -> bool {
        state.horses > 0 && (1..=self.figures().horses_turns.unsigned_abs()).contains(&state.turn.wrapping_sub(state.horses))
    }

    /// [5.1.1] [5.2] What the weather takes from a unit's Movement Allowance.
    #[must_use]
    pub fn weather_penalty(&self, state: &State, unit: Unit) -> u8 {
        let spared = self.extra_horses(state) && self.side_of(unit) == Side::French && self.is_foot(unit);
        if self.is_wet(state) && !spared { self.figures().wet_mp.unsigned_abs() } else { 0 }
    }

    /// [16.8.2] The Game Turn marker reaches the Mud marker: the mud is over.
    pub(crate) fn lift_mud(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if state.mud > 0 && state.mud <= state.turn {
            state.mud = 0;
            umpire.tell(|| self.plain_event(Kind::Weather, "16.8.2", "the mud dries up [16.8.2]".to_owned()));
        }
    }

    /// [16.8] The Allied player checks the weather. [16.8.1] How the marker moves depends on its side; [16.8.2] a storm
    /// brings or prolongs mud.
    pub(crate) fn check_weather(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if !self.options.weather || state.phasing != Side::Allied {
            return;
        }
        let die = umpire.roll(6, Case("16.8"));
        let figures = *self.figures();
        let face = die as i8;
        let (worsens, betters) = if state.improving {
            (face <= figures.improving_worsens_max, face <= figures.improving_betters_max)
        } else {
            (face <= figures.worsening_worsens_max, face >= figures.worsening_betters_min)
        };
        let step: i8 = if worsens { 1 } else { -i8::from(betters) };
        let storm = step > 0 && state.weather == Weather::Downpour;
        let at = (state.weather as i8 + step).clamp(0, 3);
        state.weather = Weather::ALL[at as usize];
        let ahead = match (state.mud > 0, storm, state.weather) {
            (false, true, _) => {
                state.mud = state.turn + figures.mud_ahead.unsigned_abs();
                0
            }
            (true, true, _) => figures.mud_storm.unsigned_abs(),
            (true, _, Weather::Downpour) => figures.mud_downpour.unsigned_abs(),
            _ => 0,
        };
        state.mud += ahead;
        umpire.tell(|| {
            let trend = if state.improving { "improving" } else { "worsening" };
            let mut text = format!("weather, {trend}: a {die}: {} [16.8.1]", if storm { "storm" } else { state.weather.word() });
            if state.mud > 0 {
                text += &format!("; mud until turn {} [16.8.2]", state.mud);
            }
            self.plain_event(Kind::Weather, "16.8.1", text).rolled(die)
        });
    }

    /// [5.2] Whether the French player may declare Extra Horses: once, at the end of his Night Operations Phase.
    #[must_use]
    pub fn may_have_horses(&self, state: &State) -> bool {
        state.phasing == Side::French && state.horses == 0 && usize::from(state.turn) < self.scenario.turns.len()
    }

    /// [5.2] Declares Extra Horses.
    fn declare_horses(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        state.horses = state.turn;
        state.frame = Frame::Over;
        let text = "the French declare Extra Horses: their infantry loses no movement tomorrow [5.2]";
        umpire.tell(|| self.plain_event(Kind::Note, "5.2", text.to_owned()));
        self.end_player_turn(state, umpire);
    }
}

/// [5.2] Extra Horses?
#[derive(Clone, Copy)]
pub(crate) struct Horses;

impl Room<Campaign> for Horses {
    fn asks(self, _: &Campaign, _: &State) -> (Seat, Case) {
        (Side::French.into(), Case("5.2"))
    }

    fn list(self, _game: &Campaign, _state: &State, out: &mut Vec<Action>) {
        out.extend([Action::Horses, Action::Decline]);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Lawful {
        match action {
            Action::Horses | Action::Decline => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Horses => game.declare_horses(state, umpire),
            _ => game.end_player_turn(state, umpire),
        }
    }
}
