//! The rulebook as a `Game`: one door for listing, checking and carrying out actions, frame by frame.

use crate::scenario::Start;
use crate::state::{
    CADRES, Engagement, Footing, Frame, GARRISONS, MAX_STACK, NOBODY, NOWHERE, Phase, Side, Signs, State, TurnNotes, Weather,
};
use crate::unitset::{MAX_UNITS, Unit, UnitSet};
use crate::{Action, Campaign, Event, REVISION, games};
use grognard_engine::deck::Deck;
use grognard_engine::fields;
use grognard_engine::orders::{Question, QuestionKind};
use grognard_engine::room::Room;
use grognard_engine::{
    Case, DataError, Decision, Dice, Identity, Laboratory, Lawful, Rules, Seat, Secrets, Subject, Umpire, Violation, Words,
    verbs, words_of_verbs,
};

impl Campaign {
    /// [3.0] Every unit in its place, nothing decided.
    #[must_use]
    pub fn opening(&self) -> State {
        let figures = self.figures();
        let mut state = State {
            hexes: [NOWHERE; MAX_UNITS],
            due_turn: [0; MAX_UNITS],
            due: UnitSet::EMPTY,
            boxed: UnitSet::EMPTY,
            routed: UnitSet::EMPTY,
            broken: UnitSet::EMPTY,
            destroyed: UnitSet::EMPTY,
            aside: UnitSet::EMPTY,
            parent: [NOBODY; CADRES],
            hidden: UnitSet::EMPTY,
            signs: Signs::default(),
            razed: 0,
            turn: self.scenario.first_turn(),
            phasing: Side::Allied,
            phase: Phase::Setup,
            frame: Frame::Move,
            morale: [figures.morale_french.unsigned_abs(), figures.morale_allied.unsigned_abs()],
            deck: Deck::default(),
            spent_cards: 0,
            council_next: false,
            cossacks_next: false,
            notes: TurnNotes::default(),
            held: NOBODY,
            weather: if self.options.weather { Weather::Cloudy } else { Weather::Clear },
            improving: true,
            mud: 0,
            horses: 0,
            pontoon: 0,
            active: 1,
            control: 0,
            catastrophe: 0,
            lulls: [0; 2],
            klenau: false,
            moved: UnitSet::EMPTY,
            reacted: UnitSet::EMPTY,
            charged: UnitSet::EMPTY,
            charged_garrisons: 0,
            footing: Footing::default(),
            unpinned: UnitSet::EMPTY,
            fresh: UnitSet::EMPTY,
            committed: UnitSet::EMPTY,
            battles: [0; MAX_UNITS],
            garrison_battles: [0; GARRISONS],
            battle: Engagement::NONE,
            stacks: [[NOBODY; MAX_STACK]; 3],
            markers: [0; 3],
            admitted: [0; 3],
        };
        for (i, piece) in self.pieces().iter().enumerate() {
            let unit = i as Unit;
            match piece.start {
                Start::Hex(hex) => state.hexes[i] = hex,
                Start::Due { turn, .. } => {
                    state.due.insert(unit);
                    state.due_turn[i] = turn;
                }
                Start::Klenau | Start::Stack => state.due.insert(unit),
                Start::BoxOr(_) | Start::Supply | Start::Unused => {}
            }
            // [16.1] All units start face down.
            if self.options.fog && !self.dummies.has(unit) && !self.cadres.has(unit) {
                state.hidden.insert(unit);
            }
        }
        state
    }
}

impl Rules for Campaign {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn identity(&self) -> Identity {
        Identity {
            rulebook: "napoleonic-20",
            revision: REVISION,
            since: self.since(),
            game: self.scenario.id.clone(),
            title: self.scenario.title.clone(),
            options: self.options.chosen(&games()[self.setting() as usize]),
        }
    }

    fn seats(&self) -> &'static [&'static str] {
        Side::NAMES
    }

    fn start(&self, umpire: &mut Umpire<'_, Event>) -> State {
        let mut state = self.opening();
        self.next_setup(&mut state, 0, umpire);
        self.settle(&mut state, umpire);
        state
    }

    fn decision(&self, state: &State) -> Decision {
        match state.frame {
            Frame::Over => Decision::Over(self.outcome(state)),
            frame => {
                let (seat, case) = frame.asks(self, state);
                Decision::Choose { seat, case }
            }
        }
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        state.frame.list(self, state, out);
    }

    fn check(&self, state: &State, action: Action) -> Lawful {
        if let Action::Step(hex) | Action::Go(hex) = action
            && !self.grid().holds(hex)
        {
            return Err(Violation::new("6.9", "there is no such hex on the map, and no unit leaves it", Subject::None));
        }
        verbs::nameable(self, action)?;
        state.frame.check(self, state, action)
    }

    fn apply(&self, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        state.frame.deed(self, state, action, umpire);
        self.settle(state, umpire);
    }

    fn question_kinds(&self, seat: Seat) -> Vec<QuestionKind> {
        self.kinds_of_questions(seat)
    }

    fn question(&self, state: &State) -> Option<Question<Action>> {
        self.question_now(state)
    }
}

impl Words for Campaign {
    words_of_verbs!();

    fn command(&self, state: &State, seat: Seat, text: &str) -> Result<Vec<Action>, String> {
        self.read_command(state, seat, text)
    }

    fn write_position(&self, state: &State) -> String {
        fields::write(self, state)
    }

    fn read_position(&self, text: &str) -> Result<State, DataError> {
        self.read_position_text(text)
    }

    fn digest(&self, state: &State) -> u64 {
        self.digest_of(state)
    }

    fn blame(&self, state: &State, actions: &[Action], at: usize) -> Option<Violation> {
        let march = self.blame_march(state, actions, at);
        march.or_else(|| self.blame_passed(state, actions, at)).or_else(|| self.blame_attackers(state, actions, at))
    }
}

impl Secrets for Campaign {
    fn secretive(&self) -> bool {
        self.hides()
    }

    fn told(&self, event: &Event, seat: Option<Seat>) -> Option<Event> {
        event.told(seat)
    }

    fn told_entry(
        &self,
        before: &State,
        after: &State,
        by: Seat,
        action: Action,
        rolls: &[u8],
        seat: Option<Seat>,
    ) -> (String, Vec<u8>) {
        (self.words_for([before, after], by, action, seat), rolls.to_vec())
    }

    fn reveals(&self, event: &Event) -> bool {
        event.shows
    }

    fn resample(&self, state: &State, seat: Option<Seat>, dice: &mut dyn Dice) -> State {
        self.redraw(state, state, seat, dice)
    }

    fn resample_knowing(&self, state: &State, later: &State, seat: Option<Seat>, dice: &mut dyn Dice) -> State {
        self.redraw(state, later, seat, dice)
    }
}

impl Laboratory for Campaign {
    fn levels(&self) -> Vec<String> {
        Self::levels_of_victory()
    }

    fn standing(&self, state: &State) -> Vec<i32> {
        state.morale.map(i32::from).to_vec()
    }

    fn stray(&self, state: &State, dice: &mut dyn Dice) -> Action {
        verbs::stray(self, |unit| state.hex(unit as Unit), Case("2.0"), dice)
    }
}
