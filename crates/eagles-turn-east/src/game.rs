//! The rulebook as a `Game`: one door for listing, checking and carrying out actions, frame by frame.

use crate::event::Kind;
use crate::grand::Grand;
use crate::roster::Start;
use crate::state::{
    Away, Battle, By, Frame, LEADERS, Leader, Leaders, NOBODY, Office, Phase, REDOUBTS, Redoubt, Side, State, Train, UNITS,
    Weather,
};
use crate::{Action, Campaign, Event, ID, REVISION};
use grognard_engine::fields::NOWHERE;
use grognard_engine::orders::{Question, QuestionKind};
use grognard_engine::preview::{Caption, Forecast, OverlayHex, OverlayInfo};
use grognard_engine::room::Room;
use grognard_engine::sets::Bits;
use grognard_engine::{
    Anchor, Board, Case, DataError, Decision, Dice, HexId, Identity, Laboratory, Line, MapView, Rules, Seat, Secrets, Umpire,
    UnitId, Views, Violation, Words, verbs,
};

impl Campaign {
    /// `[18]` Everybody in his place, nothing decided.
    #[must_use]
    pub fn opening(&self) -> State {
        let mut state = State {
            absent: Bits::EMPTY,
            hexes: [NOWHERE; LEADERS].into(),
            track: [NOBODY; UNITS].into(),
            seen: [NOBODY; UNITS],
            regrouped: Bits::EMPTY,
            strength: [[0; 3]; UNITS].into(),
            shown: [[0; 3]; UNITS],
            knot: std::array::from_fn(|leader| leader as Leader),
            placed: Leaders::EMPTY,
            fog: [0; LEADERS],
            rating: [[0; LEADERS], [9; LEADERS]],
            swift: Leaders::EMPTY,
            open: Leaders::EMPTY,
            glimpsed: Leaders::EMPTY,
            acted: Leaders::EMPTY,
            marched: Leaders::EMPTY,
            fought: Leaders::EMPTY,
            supplied: Leaders::EMPTY,
            spent: [0; LEADERS],
            hurried: [0; LEADERS],
            strain: [0; LEADERS],
            hand: NOBODY,
            by: By::Command,
            origin: NOWHERE,
            force: Leaders::EMPTY,
            sector: 0,
            guns: false,
            halted: false,
            turn: self.scenario.turns.0,
            phasing: self.scenario.first,
            phase: Phase::Command,
            frame: Frame::Admin,
            weather: Weather::Fair,
            commands: 0,
            source: self.first_sources(),
            changing: [NOWHERE; 3],
            morale: self.scenario.morale,
            shift: 0,
            koenigsberg: Side::Coalition,
            unsure: [false; 3],
            battle: Battle::NONE,
            offices: [Office::NONE; 3],
            down: self.scenario.going(Weather::Fair).down,
            trains: std::array::from_fn(|at| Train {
                side: Side::BOTH[at % 2],
                carrier: NOBODY,
                hex: NOWHERE,
                facing: Train::PACKED,
            }),
            redoubts: [Redoubt::NONE; REDOUBTS],
            away: [Away::No; LEADERS],
            since: [0; LEADERS],
            exit: [NOWHERE; LEADERS],
            bare: Leaders::EMPTY,
            genuine: Leaders::EMPTY,
            shy: Leaders::EMPTY,
            unheard: Leaders::EMPTY,
            replaced: [0; UNITS],
            extended: false,
            worked: 0,
            promotions: 0,
            towns: 0,
            awards: [false; 3],
            thorn: 0,
            sorties: [0; UNITS],
            restless: false,
            won: 0,
            ended: 0,
            forage: Leaders::EMPTY,
            fodder: [0; 2],
            grand: Grand::NEW,
        };
        self.open_offices(&mut state);
        for (at, leader) in self.scenario.roster.leaders.iter().enumerate() {
            if let Start::Hex(hex) = leader.start {
                state.hexes[at] = hex;
            }
        }
        for (at, unit) in self.bodies().iter().enumerate() {
            state.track[at] = unit.leader;
            state.seen[at] = unit.leader;
            state.strength[at] = unit.strength;
            state.shown[at] = unit.strength;
        }
        self.tie(&mut state);
        self.place_tied(&mut state);
        state
    }
}

impl Rules for Campaign {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn identity(&self) -> Identity {
        let weather = if self.options.historical { "historical" } else { "rolled" };
        let word = |on: bool| if on { "on" } else { "off" };
        let o = &self.options;
        let chosen = [
            ("weather", weather),
            ("ney", word(o.ney)),
            ("buxhowden", word(o.buxhowden)),
            ("guns", word(o.guns)),
            ("hurry", word(o.hurry)),
            ("casualties", word(o.casualties)),
            ("bonus", word(o.bonus)),
            ("batteries", word(o.batteries)),
            ("forage", word(o.forage)),
            ("start", if o.january { "january" } else { "december" }),
            ("sheets", if o.two_sheets { "two" } else { "three" }),
        ];
        let offered = |(name, _): &(&str, &str)| self.offered.iter().any(|option| option.name == *name);
        let chosen = chosen.into_iter();
        Identity {
            rulebook: ID,
            revision: REVISION,
            since: 2,
            game: self.id.to_owned(),
            title: self.title.to_owned(),
            options: chosen.filter(offered).map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        }
    }

    fn seats(&self) -> &'static [&'static str] {
        &["French", "Coalition"]
    }

    fn start(&self, umpire: &mut Umpire<'_, Event>) -> State {
        let mut state = self.opening();
        if !self.is_campaign() {
            self.begin_turn(&mut state, umpire);
        }
        self.settle(&mut state, umpire);
        self.leave_open(&mut state);
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
        self.steadily(state, || state.frame.list(self, state, out));
        // [6.11] An armistice is sought at any time, whatever is decided then.
        out.extend(self.may_break_off(state).then_some(Action::Peace));
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Violation> {
        verbs::nameable(self, action)?;
        if action == Action::Peace && self.may_break_off(state) {
            return Ok(());
        }
        self.steadily(state, || state.frame.check(self, state, action))
    }

    fn apply(&self, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        let _followed = self.attend(state);
        let (hexes, knot) = (*state.hexes, state.knot);
        if action == Action::Peace && self.may_break_off(state) {
            self.make_peace(state, umpire);
        } else {
            state.frame.deed(self, state, action, umpire);
        }
        self.settle(state, umpire);
        self.look_round(state, umpire);
        self.leave_open(state);
        self.tie(state);
        self.watch(state, &hexes, &knot);
        self.settle_koenigsberg(state);
    }

    fn question_kinds(&self, seat: Seat) -> Vec<QuestionKind> {
        self.kinds_of_questions(seat)
    }

    fn question(&self, state: &State) -> Option<Question<Action>> {
        self.question_now(state)
    }
}

impl Words for Campaign {
    fn unit_name(&self, unit: UnitId) -> String {
        verbs::Vocabulary::tag(self, unit.0).to_owned()
    }

    fn hex_name(&self, hex: HexId) -> String {
        self.grid().number(hex)
    }

    /// `[2]` Hexes on the edge of two sheets have a name on each.
    fn usual_name(&self, word: &str) -> String {
        self.grid().read(word).map_or_else(|_| word.to_owned(), |hex| self.grid().number(hex))
    }

    fn write_action(&self, action: Action) -> String {
        self.action_words(action)
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
        let actions = self.read_command(state, text)?;
        Ok(actions.into_iter().map(|action| self.as_meant(state, action)).collect())
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

    fn amount(&self, _case: Case, parts: i16) -> String {
        if parts % 2 == 0 { (parts / 2).to_string() } else { format!("{}½", parts / 2) }
    }
}

impl Views for Campaign {
    fn map(&self) -> MapView {
        self.ground().view().clone()
    }

    fn captions(&self, state: &State, actions: &[Action]) -> Vec<Caption> {
        self.caption_all(state, actions)
    }

    fn overlays(&self) -> Vec<OverlayInfo> {
        self.overlay_list()
    }

    fn overlay(&self, state: &State, id: &str, at: Option<&str>, seat: Option<Seat>) -> Result<Vec<OverlayHex>, String> {
        self.overlay_hexes(state, id, at, seat)
    }

    fn anchor(&self, _state: &State, action: Action) -> Anchor {
        match action {
            // A loss shows at its unit, whatever the arm.
            Action::Lose(unit, _) => Anchor::Unit(UnitId(unit.into())),
            _ => verbs::anchor(action),
        }
    }

    fn board(&self, state: &State, seat: Option<Seat>) -> Board {
        self.draw_board(state, seat)
    }

    fn line(&self, event: &Event, seat: Option<Seat>) -> Option<Line> {
        event.line(seat)
    }

    fn forecast(&self, state: &State, _seat: Option<Seat>) -> Option<Forecast> {
        self.forecast_battle(state)
    }

    /// [9.4] [16.5] Whom the fire takes, and whether guns go forward, is decided after the sides have picked.
    fn results_are_exact(&self) -> bool {
        false
    }
}

impl Secrets for Campaign {
    fn secretive(&self) -> bool {
        true
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
        let covered = seat != Some(by) && self.rolls_covered(before, action);
        let rolls = if covered { Vec::new() } else { rolls.to_vec() };
        (self.words_for([before, after], by, action, seat), rolls)
    }

    fn reveals(&self, event: &Event) -> bool {
        // [16.5] Picks may be shown before a die is rolled, and once the game is over everything lies open.
        matches!(event.kind, Kind::Shown | Kind::Picked | Kind::Verdict)
    }

    fn resample(&self, state: &State, seat: Option<Seat>, dice: &mut dyn Dice) -> State {
        self.redraw(state, state, seat, dice)
    }

    fn resample_knowing(&self, state: &State, later: &State, seat: Option<Seat>, dice: &mut dyn Dice) -> State {
        self.redraw(state, later, seat, dice)
    }
}

impl Laboratory for Campaign {
    fn stray(&self, state: &State, dice: &mut dyn Dice) -> Action {
        verbs::stray(self, |unit| state.hex(unit.min(255) as Leader), Case("2"), dice)
    }

    fn formation(&self, tag: &str) -> Option<String> {
        let leader = self.scenario.roster.leaders.iter().find(|leader| leader.tag == tag)?;
        Some(leader.body.clone()).filter(|body| !body.is_empty())
    }

    fn levels(&self) -> Vec<String> {
        ["French victory", "draw", "Coalition victory"].map(str::to_owned).to_vec()
    }

    fn standing(&self, state: &State) -> Vec<i32> {
        if self.is_campaign() { self.morale_points(state) } else { self.victory_points(state, false) }.to_vec()
    }
}
