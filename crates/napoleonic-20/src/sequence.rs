//! [4.0] The sequence of play: player turns of phases, by day and by night, and play that stops only where somebody has something to decide.

use crate::Campaign;
use crate::event::{Event, Kind};
use crate::state::{Engagement, Footing, Frame, NOBODY, Phase, Side, State, TurnNotes};
use crate::unitset::UnitSet;
use grognard_engine::Umpire;

impl Campaign {
    /// [3.0] What has to be settled before the first turn, one thing after the other: [3.2] V Cavalry, [17.1.1] stacks and
    /// markers, [16.1] dummies.
    pub(crate) fn next_setup(&self, state: &mut State, step: u8, umpire: &mut Umpire<'_, Event>) {
        state.phase = Phase::Setup;
        // [3.2] Nobody is asked where V Cavalry begins if a case has put it somewhere.
        let homeless = self.box_keeper().is_some_and(|unit| state.hex(unit).is_none() && !state.boxed.has(unit));
        let needed = |step: u8| match step {
            0 => homeless,
            1 | 2 => self.setting() == crate::scenario::Setting::Maneuver,
            3 | 4 => self.options.fog,
            _ => true,
        };
        let step = (step..).find(|&s| needed(s)).unwrap_or(5);
        state.frame = match step {
            0 => Frame::Station,
            1 => Frame::Stack,
            2 => Frame::Markers,
            3 => Frame::Decoys(Side::Allied),
            4 => Frame::Decoys(Side::French),
            _ => {
                self.begin_player_turn(state, umpire);
                return;
            }
        };
    }

    /// [4.1] A player turn begins with the Random Events Phase.
    pub(crate) fn begin_player_turn(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        state.phase = Phase::Events;
        state.notes = TurnNotes::default();
        state.held = NOBODY;
        state.committed = UnitSet::EMPTY;
        state.moved = UnitSet::EMPTY;
        if state.phasing == Side::Allied {
            umpire.tell(|| self.plain_event(Kind::Turn, "4.0", format!("Game Turn {} [4.0]", self.turn_words(state))));
            self.lift_mud(state, umpire);
            state.notes.council = std::mem::take(&mut state.council_next);
        } else {
            self.reveal_markers(state, umpire);
            state.notes.cossacks = std::mem::take(&mut state.cossacks_next);
        }
        umpire.tell(|| self.phase_event(state, "Random Events Phase", "5.0"));
        self.draw_card(state, umpire);
    }

    /// [6.0] The Movement Phase; its dice come first [4.4].
    pub(crate) fn begin_movement(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        state.phase = Phase::Movement;
        state.frame = Frame::Move;
        state.moved = UnitSet::EMPTY;
        state.unpinned = UnitSet::EMPTY;
        state.fresh = UnitSet::EMPTY;
        umpire.tell(|| {
            self.phase_event(state, if self.is_night(state) { "Night Movement Phase" } else { "Movement Phase" }, "6.0")
        });
        self.roll_for_klenau(state, umpire);
        self.roll_arrivals(state, umpire);
    }

    /// The Movement Phase is over. [4.2] At night the Night Operations follow, by day the enemy reacts.
    pub(crate) fn end_movement(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        state.moved = UnitSet::EMPTY;
        state.unpinned = UnitSet::EMPTY;
        state.fresh = UnitSet::EMPTY;
        state.held = NOBODY;
        self.watch_stacks(state);
        state.admitted = [0; 3];
        self.turn_up(state, umpire);
        if self.is_night(state) {
            self.begin_night(state, umpire);
            return;
        }
        self.begin_reaction(state);
    }

    /// [8.0] The Reaction Phase: [8.3] [16.2] who stands how at its beginning is kept.
    pub(crate) fn begin_reaction(&self, state: &mut State) {
        state.phase = Phase::Reaction;
        state.frame = Frame::React;
        state.footing = self.footing_now(state);
    }

    pub(crate) fn end_reaction(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        self.turn_up(state, umpire);
        state.reacted = UnitSet::EMPTY;
        state.charged = UnitSet::EMPTY;
        state.charged_garrisons = 0;
        state.footing = Footing::default();
        state.phase = Phase::Combat;
        state.frame = Frame::Combat;
    }

    /// [4.1] The player turn is over: [12.7] catastrophe, [15.0] victory, and the next player turn.
    pub(crate) fn end_player_turn(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        state.battle = Engagement::NONE;
        state.committed = UnitSet::EMPTY;
        state.moved = UnitSet::EMPTY;
        state.charged = UnitSet::EMPTY;
        if state.phasing == Side::French {
            self.check_catastrophe(state, umpire);
        }
        if self.collapse(state, umpire) {
            return;
        }
        if state.phasing == Side::French {
            if usize::from(state.turn) >= self.scenario.turns.len() {
                self.end_game(state, umpire);
                return;
            }
            if self.is_night(state) {
                // [4.2] The whole deck is shuffled; [13.0] a new day, new lulls.
                state.deck.shuffle();
                state.lulls = [0; 2];
            }
            state.turn += 1;
        }
        state.phasing = state.phasing.other();
        self.begin_player_turn(state, umpire);
    }

    pub(crate) fn phase_event(&self, state: &State, phase: &str, case: &'static str) -> Event {
        self.plain_event(Kind::Phase, case, format!("{} {phase} [{case}]", state.phasing.name()))
    }

    /// Turn, day and weather in words.
    pub(crate) fn turn_words(&self, state: &State) -> String {
        let last = self.scenario.turns.len();
        format!("{} of {last}, {}, {}", state.turn, self.clock_words(state), self.weather_words(state))
    }

    /// Day and part of the day.
    pub(crate) fn clock_words(&self, state: &State) -> String {
        let turn = &self.scenario.turns[usize::from(state.turn) - 1];
        let day = turn.date.rsplit('-').next().unwrap_or("").trim_start_matches('0');
        format!("{}, {day} August", turn.clock)
    }

    /// Weather and mud.
    pub(crate) fn weather_words(&self, state: &State) -> String {
        let mud = if state.mud > 0 { " and mud" } else { "" };
        format!("{}{mud}", self.weather(state).word())
    }
}
