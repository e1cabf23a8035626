//! [3.0] The sequence of play: a Game-Turn is the list below, and play stops only where somebody has something to decide.

use crate::Battle;
use crate::event::{Event, Kind};
use crate::obligation::Duties;
use crate::state::{Attack, Frame, Side, State};
use crate::title::Title;
use crate::unitset::UnitSet;
use grognard_engine::{Umpire, kinds};

kinds! {
    /// What a player does in a step of the turn.
    pub enum Phase(name) {
        /// Moves units and brings in reinforcements.
        Movement = "Movement Phase",
        /// Attacks.
        Combat = "Combat Phase",
    }
}

/// [3.0] The steps of a Game-Turn. `false` is the First Player, `true` the Second.
pub const GAME_TURN: [(bool, Phase); 4] =
    [(false, Phase::Movement), (false, Phase::Combat), (true, Phase::Movement), (true, Phase::Combat)];

impl Battle {
    /// Which phase a frame belongs to.
    #[must_use]
    pub const fn phase(&self, state: &State) -> Phase {
        match state.frame {
            Frame::Move | Frame::Hand { .. } | Frame::Overfull | Frame::Muster => Phase::Movement,
            _ => Phase::Combat,
        }
    }

    /// Begins a step of the Game-Turn, or the next turn, or ends the game. Steps in which nothing can be done are passed.
    pub(crate) fn begin(&self, state: &mut State, step: usize, umpire: &mut Umpire<'_, Event>) {
        self.begin_after(state, step, false, umpire);
    }

    /// [18.3] A day is over and all that it brings has been done.
    pub(crate) fn begin_next_day(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        self.begin_after(state, GAME_TURN.len(), true, umpire);
    }

    /// The same; `day_done` if what ends a day has been seen to.
    fn begin_after(&self, state: &mut State, mut step: usize, mut day_done: bool, umpire: &mut Umpire<'_, Event>) {
        let first = self.title().first();
        loop {
            if step == GAME_TURN.len() {
                let turn = &self.scenario.turns[usize::from(state.turn) - 1];
                if turn.end_of_day && !day_done {
                    state.frame = Frame::DayEnd;
                    return;
                }
                step = 0;
                day_done = false;
                state.turn += 1;
                if usize::from(state.turn) > self.scenario.turns.len() {
                    state.turn = self.scenario.turns.len() as u8;
                    self.end_game(state, umpire);
                    return;
                }
            }
            let (second, phase) = GAME_TURN[step];
            state.phasing = if second { first.other() } else { first };
            if step == 0 {
                umpire.tell(|| self.turn_event(state));
                self.wake_by_weather(state, umpire);
            }
            let something_to_do = match phase {
                Phase::Movement => self.begin_movement(state, umpire),
                Phase::Combat => self.begin_combat(state, umpire),
            };
            if something_to_do {
                return;
            }
            self.end_phase(state, phase, umpire);
            step += 1;
        }
    }

    /// The game is over.
    pub(crate) fn end_game(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        state.frame = Frame::Over;
        umpire.tell(|| self.verdict_event(state));
    }

    /// What the end of a phase brings: [17.3] the Old Guard, [18.2] pay for the city.
    fn end_phase(&self, state: &mut State, phase: Phase, umpire: &mut Umpire<'_, Event>) {
        match phase {
            Phase::Movement => self.wake_strayed_guard(state, umpire),
            Phase::Combat => self.pay_for_city(state, umpire),
        }
    }

    fn step_of(&self, state: &State, phase: Phase) -> usize {
        let first = self.title().first();
        let at = |&(second, p): &(bool, Phase)| p == phase && (state.phasing != first) == second;
        GAME_TURN.iter().position(at).unwrap_or(0)
    }

    /// The step after the present one.
    pub(crate) fn next_step(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let phase = self.phase(state);
        let step = self.step_of(state, phase);
        self.end_phase(state, phase, umpire);
        self.clear_phase(state);
        self.begin(state, step + 1, umpire);
    }

    fn clear_phase(&self, state: &mut State) {
        state.moved = UnitSet::EMPTY;
        state.put_back = UnitSet::EMPTY;
        state.bound = UnitSet::EMPTY;
        state.owed = UnitSet::EMPTY;
        state.fought = UnitSet::EMPTY;
        // [21.1] Fresh Strength that was declared but not used in a combat is kept (R32).
        state.fresh = UnitSet::EMPTY;
        state.fell_back = UnitSet::EMPTY;
        state.attack = Attack::default();
    }

    fn begin_movement(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        state.frame = Frame::Move;
        umpire.tell(|| self.phase_event(state, "Movement Phase", "4.0"));
        self.roll_for_klenau(state, umpire);
        if state.phasing == Side::Allied && self.title() == Title::Dresden && !self.payable(state).is_empty() {
            state.frame = Frame::Muster;
            return true;
        }
        self.anything_to_move(state)
    }

    /// Whether there is anything to do in a Movement Phase.
    fn anything_to_move(&self, state: &State) -> bool {
        !self.movable(state).is_empty()
    }

    /// [11.4] The Allied player is done with his reserves: now units move.
    pub(crate) fn end_muster(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        state.frame = Frame::Move;
        if !self.anything_to_move(state) {
            self.next_step(state, umpire);
        }
    }

    /// [8.2] At night there is no Combat Phase. [5.1] Otherwise it is fixed now who must attack and who must be attacked.
    fn begin_combat(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) -> bool {
        state.frame = Frame::Combat;
        if self.is_night(state) {
            umpire.tell(|| self.event(Kind::Note, "8.2", UnitSet::EMPTY, &[], "night: nobody fights [8.2]".to_owned()));
            return false;
        }
        self.fix_duties(state);
        let duties = Duties::of(self, state);
        if !self.any_attack(&duties) {
            return false;
        }
        umpire.tell(|| self.phase_event(state, "Combat Phase", "5.0"));
        state.frame = Frame::Fresh(state.phasing);
        true
    }

    /// [5.1] Who is in contact at the start of a Combat Phase.
    pub(crate) fn fix_duties(&self, state: &mut State) {
        let [ours, theirs] = [state.phasing, state.phasing.other()].map(|side| self.present(state, side));
        let our_hexes = self.occupied(state, state.phasing);
        let their_hexes = self.occupied(state, state.phasing.other());
        let terrain = self.terrain(state);
        state.bound = ours.less(state.reserve).filter(|u| terrain.touches(state.hexes[usize::from(u)], &their_hexes));
        state.owed = theirs.filter(|e| terrain.touches(state.hexes[usize::from(e)], &our_hexes));
    }

    fn turn_event(&self, state: &State) -> Event {
        let text = format!("Game-Turn {} [3.0]", self.turn_words(state));
        self.event(Kind::Turn, "3.0", UnitSet::EMPTY, &[], text)
    }

    fn phase_event(&self, state: &State, phase: &str, case: &'static str) -> Event {
        let text = format!("{} {phase} [{case}]", state.phasing.name());
        self.event(Kind::Phase, case, UnitSet::EMPTY, &[], text)
    }

    /// Turn, time and date in words.
    pub(crate) fn turn_words(&self, state: &State) -> String {
        let last = self.scenario.turns.len();
        let Some(turn) = self.scenario.turns.get(usize::from(state.turn).wrapping_sub(1)) else { return String::new() };
        let night = match (turn.night, turn.rain) {
            (true, _) => ", night",
            (_, true) => ", rain",
            _ => "",
        };
        let clock = self.clock(state);
        let comma = if clock.is_empty() { "" } else { ", " };
        format!("{} of {last}{comma}{clock}{night}", state.turn)
    }

    /// Time and date in words.
    pub(crate) fn clock(&self, state: &State) -> String {
        let Some(turn) = self.scenario.turns.get(usize::from(state.turn).wrapping_sub(1)) else { return String::new() };
        let date = long_date(&turn.date);
        let parts = [turn.clock.as_str(), &date];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

/// `1807-02-07` as `7 February 1807`; anything else as it stands.
fn long_date(date: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let parts: Vec<&str> = date.split('-').collect();
    let month = |text: &str| MONTHS.get(text.parse::<usize>().ok()?.checked_sub(1)?);
    match parts[..] {
        [year, m, day] if month(m).is_some() => format!("{} {} {year}", day.trim_start_matches('0'), month(m).unwrap_or(&"")),
        _ => date.to_owned(),
    }
}
