//! `[4]` The sequence of play, `[A]` weather, [I.a.2] changing the supply source, `[IV]` the end of a Player-Turn.

use crate::event::{Event, Kind};
use crate::state::{Frame, Leaders, Phase, Side, State};
use crate::{Action, Campaign};
use grognard_engine::fields::NOWHERE;
use grognard_engine::room::Room;
use grognard_engine::sets::Bits;
use grognard_engine::{Case, HexId, Seat, Subject, Umpire, Violation};

impl Campaign {
    /// `[A]` A Game-Turn begins with the weather.
    pub(crate) fn begin_turn(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let turn = self.scenario.calendar.turn(state.turn);
        umpire.tell(|| self.note(Kind::Turn, "19", format!("{} [19]", self.turn_words(state))));
        if self.options.historical {
            state.weather = turn.weather;
            umpire.tell(|| self.note(Kind::Weather, "A", format!("the weather of 1807: {} [A]", turn.weather.name())));
        } else {
            let die = umpire.roll(6, Case("A"));
            state.weather = self.tables().weather(&turn.fortnight, die);
            let weather = state.weather;
            umpire.tell(|| self.note(Kind::Weather, "A", format!("die {die}: {} [A]", weather.name())).rolled(die));
        }
        self.begin_player_turn(state, self.scenario.first, umpire);
    }

    /// `[I]` A Player-Turn begins with the Command Phase.
    fn begin_player_turn(&self, state: &mut State, side: Side, umpire: &mut Umpire<'_, Event>) {
        state.phasing = side;
        state.phase = Phase::Command;
        state.frame = Frame::Admin;
        umpire.tell(|| self.note(Kind::Phase, "4", format!("{} Player-Turn [4]", side.name())));
        let to = state.changing[side as usize];
        if to != NOWHERE {
            let die = umpire.roll(6, Case("I.a.2"));
            let done = die <= self.figures().change_source;
            if done {
                state.source[side as usize] = to;
                state.changing[side as usize] = NOWHERE;
            }
            umpire.tell(|| {
                let outcome = if done { "is complete" } else { "goes on" };
                let number = self.grid().number(to);
                self.note(Kind::Note, "I.a.2", format!("die {die}: the change of source to {number} {outcome} [I.a.2]"))
                    .rolled(die)
            });
        }
    }

    /// [I.b] The Organization Segment.
    fn begin_organization(&self, state: &mut State) {
        state.regrouped = Bits::EMPTY;
        state.frame = Frame::Organize;
    }

    /// `[II]` The Movement Phase.
    pub(crate) fn begin_movement(&self, state: &mut State) {
        state.regrouped = Bits::EMPTY;
        state.phase = Phase::Movement;
        state.frame = Frame::Command;
        state.commands = self.scenario.commands[state.phasing as usize];
        state.acted = Leaders::EMPTY;
        state.marched = Leaders::EMPTY;
    }

    /// [II.d] [II.e] Whoever has not marched takes attrition; then [III.a] the other side may force march.
    pub(crate) fn end_movement(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        self.attrition_at_rest(state, umpire);
        self.turn_down(state);
        state.commands = 0;
        state.acted = Leaders::EMPTY;
        state.marched = Leaders::EMPTY;
        self.forget_hurry(state);
        state.phase = Phase::ForcedMarch;
        state.frame = Frame::Forced;
    }

    /// [III.b] The Attack Segment.
    pub(crate) fn begin_combat(&self, state: &mut State, _umpire: &mut Umpire<'_, Event>) {
        state.acted = Leaders::EMPTY;
        state.fought = Leaders::EMPTY;
        state.phase = Phase::Combat;
        state.frame = Frame::Attack;
    }

    /// `[IV]` The Morale Phase, and whoever is next.
    pub(crate) fn end_combat(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        self.turn_down(state);
        state.fought = Leaders::EMPTY;
        self.forget_hurry(state);
        self.morale_phase(state, umpire);
        if state.phasing == self.scenario.first {
            self.begin_player_turn(state, state.phasing.other(), umpire);
        } else if state.turn < self.scenario.turns.1 {
            state.turn += 1;
            self.begin_turn(state, umpire);
        } else {
            self.finish(state, umpire);
        }
    }

    /// The turn in words.
    #[must_use]
    pub fn turn_words(&self, state: &State) -> String {
        let (first, last) = self.scenario.turns;
        let dates = &self.scenario.calendar.turn(state.turn).dates;
        format!("Turn {} of {}, {dates}", state.turn + 1 - first, last + 1 - first)
    }
}

/// [I.a.2] Does the phasing player change his supply source?
#[derive(Clone, Copy)]
pub(crate) struct Admin;

impl Admin {
    fn may_change(self, game: &Campaign, state: &State, hex: HexId) -> Result<(), Violation> {
        if state.changing[state.phasing as usize] != NOWHERE {
            return Err(Violation::new("I.a.2", "a change of source goes on already", Subject::Hex(hex)));
        }
        if !game.sources(state, state.phasing).contains(&hex) {
            return Err(Violation::new(
                "I.a.2",
                "this is no other supply source of yours on the sheets in play",
                Subject::Hex(hex),
            ));
        }
        Ok(())
    }
}

impl Room<Campaign> for Admin {
    fn asks(self, _: &Campaign, state: &State) -> (Seat, Case) {
        (state.phasing.into(), Case("I.a.2"))
    }

    fn list(self, game: &Campaign, state: &State, out: &mut Vec<Action>) {
        if state.changing[state.phasing as usize] == NOWHERE {
            out.extend(game.sources(state, state.phasing).into_iter().map(Action::Source));
        }
        out.push(Action::End);
    }

    fn check(self, game: &Campaign, state: &State, action: Action) -> Result<(), Violation> {
        match action {
            Action::Source(hex) => self.may_change(game, state, hex),
            Action::End => Ok(()),
            _ => Err(game.out_of_place(state, action)),
        }
    }

    fn deed(self, game: &Campaign, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if let Action::Source(hex) = action {
            state.changing[state.phasing as usize] = hex;
            let side = state.phasing.name();
            umpire.tell(|| {
                let text = format!("the {side} begin to change their source to {} [I.a.2]", game.grid().number(hex));
                game.note(Kind::Note, "I.a.2", text)
            });
        }
        game.begin_organization(state);
    }

    fn forced(self, game: &Campaign, state: &State) -> Option<Action> {
        let none = state.changing[state.phasing as usize] != NOWHERE || game.sources(state, state.phasing).is_empty();
        none.then_some(Action::End)
    }
}
