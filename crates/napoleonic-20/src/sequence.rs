//! [4.0] The sequence of play: player turns of phases, by day and by night, and play that stops only where somebody has something to decide.

use crate::action::Glance;
use crate::declare::Contacts;
use crate::event::{Event, Kind};
use crate::state::{Battle, Facing, Frame, NOBODY, Phase, Side, State, TurnNotes};
use crate::unitset::UnitSet;
use crate::{Action, Campaign};
use grognard_engine::Umpire;

impl Campaign {
    /// The side that has to decide in the present frame.
    #[must_use]
    pub fn owner(&self, state: &State) -> Side {
        match state.frame {
            Frame::Station | Frame::Stack | Frame::Markers | Frame::Horses => Side::French,
            Frame::Delay => Side::Allied,
            Frame::Orders | Frame::React => state.phasing.other(),
            Frame::Declare | Frame::Losses => state.battle.attacker,
            Frame::Decoys(side)
            | Frame::Reserves(side)
            | Frame::Retreat(side)
            | Frame::Toward(side)
            | Frame::Flee(side)
            | Frame::Advance(side)
            | Frame::Remnants(side) => side,
            Frame::Pursue { unit, .. } => self.side_of(unit),
            _ => state.phasing,
        }
    }

    /// [3.0] What has to be settled before the first turn, one thing after the other: [3.2] V Cavalry, [17.1.1] stacks and
    /// markers, [16.1] dummies.
    pub(crate) fn next_setup(&self, state: &mut State, step: u8, umpire: &mut Umpire<'_, Event>) {
        state.phase = Phase::Setup;
        let needed = |step: u8| match step {
            0 => self.box_keeper().is_some(),
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
    fn end_movement(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
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
        state.facing = self.facing_now(state);
    }

    fn end_reaction(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        self.turn_up(state, umpire);
        state.reacted = UnitSet::EMPTY;
        state.charged = UnitSet::EMPTY;
        state.charged_garrisons = 0;
        state.facing = Facing::default();
        state.phase = Phase::Combat;
        state.frame = Frame::Combat;
    }

    /// [4.1] The player turn is over: [12.7] catastrophe, [15.0] victory, and the next player turn.
    pub(crate) fn end_player_turn(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        state.battle = Battle::NONE;
        state.committed = UnitSet::EMPTY;
        state.moved = UnitSet::EMPTY;
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

    /// Ends what `End` ends in the present frame.
    pub(crate) fn end(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        match state.frame {
            Frame::Move => self.end_movement(state, umpire),
            Frame::React => self.end_reaction(state, umpire),
            Frame::Combat => state.frame = Frame::Resolve,
            Frame::Rally => self.after_rallies(state, umpire),
            _ => {}
        }
    }

    /// What follows when a side is done with its dummies.
    pub(crate) fn end_decoys(&self, state: &mut State, side: Side, umpire: &mut Umpire<'_, Event>) {
        match (state.phase, side) {
            (Phase::Setup, Side::Allied) => self.next_setup(state, 4, umpire),
            (Phase::Setup, Side::French) => self.next_setup(state, 5, umpire),
            _ => self.after_decoys(state, umpire),
        }
    }

    /// [9.2] Fights a declared battle.
    pub(crate) fn fight(&self, state: &mut State, number: u8, umpire: &mut Umpire<'_, Event>) {
        self.take_battle(state, number);
        self.open_battle(state, umpire);
    }

    /// Passes over every frame in which only one thing can be done, so that play stops only where somebody has a choice.
    pub(crate) fn settle(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        loop {
            let mut options = Glance::default();
            match state.frame {
                Frame::Station | Frame::Hand { .. } | Frame::Declare | Frame::Horses | Frame::Over => return,
                Frame::Orders | Frame::Steady | Frame::Delay => return,
                Frame::Stack => {
                    if !self.stacks_complete(state) || self.options.fog {
                        return;
                    }
                    self.next_setup(state, 2, umpire);
                }
                Frame::Markers => {
                    self.list_markers(state, &mut options);
                    match (options.count, options.first) {
                        (1, Some(Action::Mark(area))) => self.mark(state, area, umpire),
                        (0, _) => self.next_setup(state, 3, umpire),
                        _ => return,
                    }
                }
                Frame::Decoys(side) => {
                    if self.options.fog {
                        self.list_decoys(state, side, &mut options);
                        if options.count > 1 {
                            return;
                        }
                    }
                    self.end_decoys(state, side, umpire);
                }
                Frame::Move => {
                    if self.may_end_movement(state).is_err() || self.can_move_on(state) || self.arrivals_pend(state) {
                        return;
                    }
                    self.end_movement(state, umpire);
                }
                Frame::React => {
                    if self.can_react(state) || self.still_reacts(state) {
                        return;
                    }
                    self.end_reaction(state, umpire);
                }
                Frame::Combat => {
                    let contacts = Contacts::of(self, state);
                    if !contacts.able.is_empty() || self.may_lull(state).is_ok() || self.covered_contact(state, state.phasing) {
                        return;
                    }
                    state.frame = Frame::Resolve;
                }
                Frame::Resolve => match *self.declared(state).as_slice() {
                    [] => self.end_player_turn(state, umpire),
                    [(_, number)] => self.fight(state, number, umpire),
                    _ => return,
                },
                Frame::Reserves(side) => {
                    if state.battle.reserves & crate::combat::decided(side) != 0 {
                        self.roll_battle(state, umpire);
                    } else if self.may_commit(state, side).is_ok() {
                        return;
                    } else {
                        self.decide_reserves(state, side, false, umpire);
                    }
                }
                Frame::Losses => {
                    if !self.forced_losses(state) {
                        return;
                    }
                    let Some(unit) = state.battle.pending.first() else { return };
                    self.lose(state, unit, umpire);
                }
                Frame::Retreat(side) => match (state.battle.pending.len(), state.battle.pending.first()) {
                    (1, Some(unit)) => self.begin_retreat(state, unit, umpire),
                    (_, Some(_)) => return,
                    _ => state.frame = Frame::Advance(side.other()),
                },
                Frame::Toward(side) => {
                    let mut refuges = self.refuges(state, side);
                    let first = refuges.next();
                    let (Some(only), None) = (first, refuges.next()) else { return };
                    drop(refuges);
                    state.battle.toward = only;
                    self.go_on_retreating(state, umpire);
                }
                Frame::Flee(_) => {
                    let ways = self.ways_out(state);
                    match ways.as_slice() {
                        [] => {
                            let Some(hex) = state.hex(state.battle.unit) else { return };
                            self.break_in_retreat(state, hex, true, "9.8.2", "no way out", umpire);
                        }
                        [only] => self.flee(state, *only, umpire),
                        _ => return,
                    }
                }
                Frame::Advance(side) => {
                    self.list_advances(state, side, &mut options);
                    match (options.count, options.first) {
                        (0, _) => self.finish_battle(state, umpire),
                        (1, Some(Action::Advance(unit, hex))) => self.advance(state, unit, hex, umpire),
                        _ => return,
                    }
                }
                Frame::Pursue { .. } => return,
                Frame::Remnants(side) => {
                    self.list_remnants(state, side, &mut options);
                    if options.count > 0 {
                        return;
                    }
                    self.after_remnants(state, side, umpire);
                }
                Frame::Rally => {
                    self.list_rallies(state, &mut options);
                    if options.count > 0 {
                        return;
                    }
                    self.after_rallies(state, umpire);
                }
                Frame::Place(unit) => {
                    let havens = self.havens(state, unit);
                    match havens.len() {
                        0 => {
                            // No hex of the whole map is free of the enemy: the unit waits, broken.
                            self.after_rally(state, umpire);
                        }
                        1 => {
                            let Some(hex) = havens.iter().next() else { return };
                            self.place(state, unit, hex, umpire);
                        }
                        _ => return,
                    }
                }
            }
        }
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
