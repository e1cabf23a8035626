//! The rulebook as a game: the opening, the door for listing, checking and carrying out actions, and what tests and statistics ask. What can be done in
//! each decision is said in its room ([`crate::rooms`]), what is said of it in `words.rs` and `board.rs`.

use crate::exclusive::dresden::morale::Army;
use crate::scenario::Start;
use crate::state::{Frame, Side, State};
use crate::title::Title;
use crate::unitset::{Unit, subject};
use crate::{Action, Battle, Event, REVISION, games};
use grognard_engine::orders::{Question, QuestionKind};
use grognard_engine::room::Room;
use grognard_engine::{
    Case, Decision, Dice, Identity, Laboratory, Lawful, Rules, Seat, Secrets, Subject, Umpire, Violation, verbs,
};

impl Battle {
    /// [1.0] Every unit in its start hex, reinforcements aside, nothing decided.
    #[must_use]
    pub fn opening(&self) -> State {
        let mut state = State { turn: 1, phasing: self.title().first(), ..State::default() };
        if self.title() == Title::Dresden {
            state.morale = Army::ALL.map(Army::start);
        }
        for (i, piece) in self.pieces().iter().enumerate() {
            match piece.start {
                Start::Hex(hex) => state.hexes[i] = hex,
                Start::Due { .. } | Start::Klenau { .. } => state.due.insert(i as Unit),
            }
            if piece.reserve {
                state.reserve.insert(i as Unit);
            }
        }
        state
    }

    /// Why an action does not fit the present decision at all.
    pub(crate) fn out_of_place(&self, state: &State, action: Action) -> Violation {
        let at_night =
            self.is_night(state) && matches!(action, Action::Target(_) | Action::Join(_) | Action::Roll | Action::Fresh(_));
        let (case, why) = match action {
            _ if at_night => ("8.2", "at night nobody fights"),
            Action::Pick(_) if matches!(state.frame, Frame::Hand { .. }) => {
                ("4.0", "units move one at a time: end this unit's move first")
            }
            Action::End if matches!(state.frame, Frame::Hand { .. }) => ("4.0", "end the move of the unit in hand first"),
            Action::Step(_) | Action::Go(_) | Action::Halt if matches!(state.frame, Frame::Move) => {
                ("4.0", "no unit is in hand: none was taken up, or its move is over")
            }
            Action::Target(_) | Action::Join(_) | Action::Roll | Action::Lower | Action::Shift(_) | Action::End
                if matches!(
                    state.frame,
                    Frame::Losses | Frame::Retreat(_) | Frame::Displace { .. } | Frame::Advance(_) | Frame::StepBack
                ) =>
            {
                ("6.1", "the die has been thrown: its result comes first")
            }
            Action::Join(_) | Action::Roll | Action::Lower | Action::Shift(_) if matches!(state.frame, Frame::Combat) => {
                ("6.1", "name a target first")
            }
            Action::End if state.frame == Frame::Declare => ("6.1", "an attack is being declared: roll the die for it first"),
            Action::Target(_) | Action::Join(_) | Action::Roll | Action::End if matches!(state.frame, Frame::Fresh(_)) => {
                ("21.1", "Fresh Strength is declared before the first attack: say ready when that is done")
            }
            Action::Yield | Action::Destroy(_) => ("4.4", "no hex is over-full"),
            Action::Ready if self.title() == Title::Dresden => {
                ("11.4", "reserves are paid for at the start of the Allied Movement Phase, and not now")
            }
            // Where nobody of his side has any left he was not asked; but whose division never had any may be told that.
            Action::Fresh(unit) if state.frame == Frame::Combat && self.lacks_fresh(state, unit) => {
                return Violation::new("21.0", "belongs to no division with Fresh Strength", subject(unit));
            }
            Action::Fresh(_) if self.title() == Title::Dresden => ("3.0", "nobody has Fresh Strength in this battle"),
            Action::Activate(_) | Action::Place(_) | Action::FightOn | Action::Stop if self.title() != Title::Dresden => {
                ("3.0", "this battle knows no such decision")
            }
            Action::End | Action::Pick(_) | Action::Target(_) | Action::Roll if state.frame == Frame::DayEnd => {
                ("3.0", "the day is over: say whether to fight or to stop")
            }
            Action::End if matches!(state.frame, Frame::Reorganize(_)) => {
                ("17.2", "disrupted units of the enemy are placed first")
            }
            Action::End | Action::Pick(_) if matches!(state.frame, Frame::Place { .. }) => {
                ("17.2", "place the disrupted unit in hand first")
            }
            Action::Fresh(_) | Action::Ready => ("21.1", "Fresh Strength is declared at the start of a Combat Phase"),
            Action::Lower => ("6.2", "no attack is being declared"),
            Action::Shift(_) => ("20.2", "no attack is being declared"),
            Action::Lose(_) => ("6.3", "no loss is owed now"),
            // Where nobody else could do it nobody was asked, but these never may.
            Action::Retreat(unit, _) | Action::Advance(unit, _) | Action::StepBack(unit, _) if self.is_garrison(unit) => {
                return Violation::new("14.0", "garrisons neither retreat nor advance", subject(unit));
            }
            Action::Advance(unit, _) if self.demoralized(state, self.army(unit)) => {
                return Violation::new("16.5", "belongs to a demoralized army and may not advance", subject(unit));
            }
            Action::Retreat(..) | Action::Perish(_) => ("6.4", "nobody has to retreat now"),
            Action::Advance(..) => ("6.6", "nobody may advance now"),
            Action::StepBack(..) => ("6.8", "guns fall back only after Ae, Ar or Ee"),
            Action::Hold => ("6.6", "there is nothing to waive"),
            Action::Activate(unit) => return self.why_not_activate(state, unit),
            Action::Commit(_) | Action::CommitAll => ("11.5", "there is no Old Guard to be committed now"),
            Action::Place(_) => ("17.2", "no disrupted unit is in hand"),
            Action::FightOn | Action::Stop => ("18.3", "the Allies decide that at the end of a day"),
            _ => ("3.0", "not in this phase"),
        };
        Violation::new(case, why, named(action))
    }
}

/// Who is at fault when nobody may do now what an action says: the one whom it names for that, or else the hex.
const fn named(action: Action) -> Subject {
    match action {
        Action::Pick(unit)
        | Action::Join(unit)
        | Action::Lose(unit)
        | Action::Retreat(unit, _)
        | Action::Perish(unit)
        | Action::Advance(unit, _)
        | Action::StepBack(unit, _)
        | Action::Destroy(unit)
        | Action::Fresh(unit)
        | Action::Commit(unit) => subject(unit),
        Action::Step(hex) | Action::Go(hex) | Action::Target(hex) | Action::Place(hex) => Subject::Hex(hex),
        _ => Subject::None,
    }
}

impl Rules for Battle {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn identity(&self) -> Identity {
        Identity {
            rulebook: "art-of-war",
            revision: REVISION,
            // What revision 2 has mended is rare: other games replay.
            since: 1,
            game: self.scenario.id.clone(),
            title: self.scenario.title.clone(),
            options: self.options.chosen(&games()[self.title() as usize]),
        }
    }

    fn seats(&self) -> &'static [&'static str] {
        Side::NAMES
    }

    fn start(&self, umpire: &mut Umpire<'_, Event>) -> State {
        let mut state = self.opening();
        self.begin(&mut state, 0, umpire);
        self.settle(&mut state, umpire);
        state
    }

    fn decision(&self, state: &State) -> Decision {
        match state.pending() {
            Frame::Over => Decision::Over(self.outcome(state)),
            frame => {
                let (seat, case) = frame.asks(self, state);
                Decision::Choose { seat, case }
            }
        }
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        state.pending().list(self, state, out);
        self.list_commitments(state, out);
    }

    fn check(&self, state: &State, action: Action) -> Lawful {
        if let Action::Step(hex) | Action::Go(hex) = action
            && !self.grid().holds(hex)
        {
            return Err(Violation::new("4.6", "there is no such hex on the map, and units may not leave it", Subject::None));
        }
        verbs::nameable(self, action)?;
        self.check_commitment(state, action).unwrap_or_else(|| state.pending().check(self, state, action))
    }

    fn apply(&self, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        if !self.commit(state, action, umpire) {
            state.pending().deed(self, state, action, umpire);
        }
        self.settle(state, umpire);
    }

    fn question_kinds(&self, seat: Seat) -> Vec<QuestionKind> {
        self.kinds_of_questions(seat)
    }

    fn question(&self, state: &State) -> Option<Question<Action>> {
        self.question_now(state)
    }
}

impl Secrets for Battle {
    /// Nothing is hidden in these games (R54), so there is nothing to draw anew.
    fn resample(&self, state: &State, _seat: Option<Seat>, _dice: &mut dyn Dice) -> State {
        *state
    }
}

impl Laboratory for Battle {
    fn stray(&self, state: &State, dice: &mut dyn Dice) -> Action {
        verbs::stray(self, |unit| state.hex(unit as Unit), Case("2.3"), dice)
    }

    fn formation(&self, tag: &str) -> Option<String> {
        self.pieces().iter().find(|p| p.tag == tag).map(|p| p.formation.clone())
    }

    fn levels(&self) -> Vec<String> {
        self.levels_of_victory()
    }

    fn standing(&self, state: &State) -> Vec<i32> {
        self.outcome(state).points
    }
}
