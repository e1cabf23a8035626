//! The rulebook as a `Game`: one door for listing, checking and carrying out actions, by the room of the pending decision.

use crate::state::{Frame, State, Units};
use crate::victory::LEVELS;
use crate::{Action, BOOK, Bautzen, Event, REVISION, Setup};
use grognard_engine::orders::{Question, QuestionKind};
use grognard_engine::preview::{Caption, Chart, Forecast, OverlayHex, OverlayInfo};
use grognard_engine::room::Room;
use grognard_engine::{
    Anchor, Board, Case, DataError, Decision, Dice, HexId, Identity, Laboratory, Line, MapView, Rules, Seat, Secrets, Umpire,
    UnitId, Views, Violation, Words, verbs,
};

impl Rules for Bautzen {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn identity(&self) -> Identity {
        Identity {
            rulebook: BOOK,
            revision: REVISION,
            // Each revision up to 15 mended charges, melees, fire or formations: games begun before it stop replaying sooner or later. Revision 16
            // touches assaults on hexes alone to which skirmishers have just run.
            since: 15,
            game: self.id.clone(),
            title: self.title.clone(),
            options: crate::games()
                .iter()
                .find(|info| info.id == self.id)
                .map_or_else(Vec::new, |info| self.options().chosen(info)),
        }
    }

    fn seats(&self) -> &'static [&'static str] {
        &["French", "Coalition"]
    }

    fn start(&self, umpire: &mut Umpire<'_, Event>) -> State {
        let mut state = self.opening();
        if self.options().free {
            self.begin_set_up(&mut state, crate::Side::Coalition);
        } else {
            self.begin_turn(&mut state, umpire);
        }
        self.settle(&mut state, umpire);
        state
    }

    fn decision(&self, state: &State) -> Decision {
        match state.frame() {
            Frame::Over => Decision::Over(self.outcome(state)),
            frame => {
                let (seat, case) = frame.asks(self, state);
                Decision::Choose { seat, case }
            }
        }
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        state.frame().list(self, state, out);
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Violation> {
        verbs::nameable(self, action)?;
        state.frame().check(self, state, action)
    }

    fn apply(&self, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        // Whoever was shaken by others is shaken once in what follows from one action.
        if !state.frames.frames().any(|frame| matches!(frame, Frame::Checks | Frame::Flee(_))) {
            state.shaken = Units::EMPTY;
        }
        state.frame().deed(self, state, action, umpire);
        self.settle(state, umpire);
        debug_assert!(self.laid_out_right(state), "a piece was moved behind the stamp's back");
    }

    fn question_kinds(&self, seat: Seat) -> Vec<QuestionKind> {
        self.kinds_of_questions(seat)
    }

    fn question(&self, state: &State) -> Option<Question<Action>> {
        self.question_now(state)
    }
}

impl Words for Bautzen {
    fn unit_name(&self, unit: UnitId) -> String {
        self.tag(unit.0).to_owned()
    }

    fn unit_title(&self, unit: UnitId) -> String {
        self.called(unit.0).to_owned()
    }

    fn hex_name(&self, hex: HexId) -> String {
        self.grid().number(hex)
    }

    fn write_action(&self, action: Action) -> String {
        verbs::write_words(self, action)
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        verbs::read_words(self, text)
    }

    fn write_short(&self, action: Action) -> String {
        verbs::write_short(self, action)
    }

    fn read_short(&self, text: &str) -> Result<Action, String> {
        verbs::read_short(self, text)
    }

    fn command(&self, state: &State, _seat: Seat, text: &str) -> Result<Vec<Action>, String> {
        self.read_command(state, text)
    }

    fn write_position(&self, state: &State) -> String {
        self.position_text(state)
    }

    fn read_position(&self, text: &str) -> Result<State, DataError> {
        self.read_position_text(text)
    }

    fn digest(&self, state: &State) -> u64 {
        self.digest_of(state)
    }

    fn blame(&self, state: &State, actions: &[Action], at: usize) -> Option<Violation> {
        self.blame_command(state, actions, at)
    }

    fn amount(&self, _case: Case, amount: i16) -> String {
        // Points are counted in halves.
        crate::board::points(u8::try_from(amount).unwrap_or(0))
    }
}

impl Views for Bautzen {
    fn map(&self) -> MapView {
        self.ground().view().clone()
    }

    fn captions(&self, state: &State, actions: &[Action]) -> Vec<Caption> {
        self.caption_all(state, actions)
    }

    fn charts(&self) -> Vec<Chart> {
        self.all_charts()
    }

    fn overlays(&self) -> Vec<OverlayInfo> {
        self.overlay_list()
    }

    fn overlay(&self, state: &State, id: &str, at: Option<&str>, _seat: Option<Seat>) -> Result<Vec<OverlayHex>, String> {
        self.lay_over(state, id, at)
    }

    fn anchor(&self, _state: &State, action: Action) -> Anchor {
        verbs::anchor(action)
    }

    fn board(&self, state: &State, _seat: Option<Seat>) -> Board {
        self.draw_board(state)
    }

    fn line(&self, event: &Event, _seat: Option<Seat>) -> Option<Line> {
        Some(event.line())
    }

    fn forecast(&self, state: &State, _seat: Option<Seat>) -> Option<Forecast> {
        self.forecast_now(state)
    }

    /// [15.2] [17.1] Skirmishers may withdraw and infantry may form a carré before the dice are thrown.
    fn results_are_exact(&self) -> bool {
        false
    }
}

impl Secrets for Bautzen {
    /// Nothing is hidden in this game.
    fn resample(&self, state: &State, _seat: Option<Seat>, _dice: &mut dyn Dice) -> State {
        state.clone()
    }
}

impl Laboratory for Bautzen {
    fn levels(&self) -> Vec<String> {
        match self.setup() {
            Setup::Outposts => ["French victory", "draw", "Coalition victory"].map(str::to_owned).to_vec(),
            _ => LEVELS.map(str::to_owned).to_vec(),
        }
    }

    fn standing(&self, state: &State) -> Vec<i32> {
        let lost = self.increments_lost(state);
        vec![lost[1], lost[0]]
    }

    fn formation(&self, tag: &str) -> Option<String> {
        let unit = self.field().army.roster.find(tag)?;
        let kind = self.kind(unit.0);
        Some(if kind.division == "-" { kind.corps.clone() } else { format!("{}, {}", kind.corps, kind.division) })
    }

    fn stray(&self, state: &State, dice: &mut dyn Dice) -> Action {
        verbs::stray(self, |unit| Some(state.piece(unit).hex).filter(|hex| self.grid().holds(*hex)), Case("3.1"), dice)
    }
}
