//! The rulebook as a [`Game`]: one door for listing, checking and carrying out actions, frame by frame.

use crate::event::Kind;
use crate::scenario::{Setting, Start};
use crate::state::{
    Battle, CADRES, Facing, Frame, GARRISONS, MAX_STACK, NOBODY, NOWHERE, Phase, Side, Signs, State, TurnNotes, Weather,
};
use crate::unitset::{MAX_UNITS, Unit, UnitSet};
use crate::{Action, Campaign, Event, REVISION};
use grognard_engine::deck::Deck;
use grognard_engine::preview::{Caption, Forecast, OverlayHex, OverlayInfo};
use grognard_engine::room::Room;
use grognard_engine::{
    Anchor, Board, Case, DataError, Decision, Dice, HexId, Identity, Laboratory, Line, MapView, Rules, Seat, Secrets, Subject,
    Umpire, UnitId, Views, Violation, Words,
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
            facing: Facing::default(),
            unpinned: UnitSet::EMPTY,
            fresh: UnitSet::EMPTY,
            committed: UnitSet::EMPTY,
            battles: [0; MAX_UNITS],
            garrison_battles: [0; GARRISONS],
            battle: Battle::NONE,
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
        let word = |on: bool| if on { "on" } else { "off" }.to_owned();
        let o = &self.options;
        let switches = [
            ("fog", o.fog),
            ("penetration", o.penetration),
            ("support", o.support),
            ("breakdown", o.breakdown),
            ("weather", o.weather),
            ("light", o.light),
        ];
        Identity {
            rulebook: "napoleonic-20",
            revision: REVISION,
            since: self.since(),
            game: self.scenario.id.clone(),
            title: self.scenario.title.clone(),
            options: switches.map(|(name, on)| (name.to_owned(), word(on))).to_vec(),
        }
    }

    fn seats(&self) -> &'static [&'static str] {
        &["French", "Allied"]
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

    fn check(&self, state: &State, action: Action) -> Result<(), Violation> {
        self.nameable(action)?;
        state.frame.check(self, state, action)
    }

    fn apply(&self, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        state.frame.deed(self, state, action, umpire);
        self.settle(state, umpire);
    }
}

impl Words for Campaign {
    fn unit_name(&self, unit: UnitId) -> String {
        self.tag(unit.0.try_into().unwrap_or(Unit::MAX)).to_owned()
    }

    fn hex_name(&self, hex: HexId) -> String {
        self.grid().number(hex)
    }

    fn write_action(&self, action: Action) -> String {
        self.action_words(action)
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        self.read_words(text)
    }

    fn write_short(&self, action: Action) -> String {
        self.action_short(action)
    }

    fn read_short(&self, text: &str) -> Result<Action, String> {
        self.read_shorthand(text)
    }

    fn command(&self, state: &State, seat: Seat, text: &str) -> Result<Vec<Action>, String> {
        self.read_command(state, seat, text)
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
        self.blame_march(state, actions, at)
    }
}

impl Views for Campaign {
    fn map(&self) -> MapView {
        MapView::of(&self.scenario.sheet)
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
        let unit = |u: Unit| Anchor::Unit(UnitId(u.into()));
        match action {
            Action::Pick(u) | Action::Join(u) | Action::Lose(u) | Action::Retreat(u) | Action::Delay(u) | Action::Recover(u) => {
                unit(u)
            }
            Action::Rally(u) | Action::Pay(u) | Action::Force(u) | Action::Stack(u, _) | Action::Remnant(u, _) => unit(u),
            Action::Step(hex) | Action::Go(hex) | Action::Target(hex) | Action::Fight(hex) | Action::Toward(hex) => {
                Anchor::Hex(hex)
            }
            Action::Flee(hex) | Action::Name(hex) | Action::Place(hex) | Action::Build(_, hex) => Anchor::Hex(hex),
            Action::Disengage(_, hex) | Action::Penetrate(_, hex) | Action::Advance(_, hex) => Anchor::Hex(hex),
            Action::BreakDown(_, hex) | Action::BuildUp(_, hex) => Anchor::Hex(hex),
            Action::Halt => Anchor::Button("halt"),
            Action::Box => Anchor::Button("Meissen Box"),
            Action::End => Anchor::Button("end phase"),
            Action::Close => Anchor::Button("declare the battle"),
            Action::Lull => Anchor::Button("take a Lull"),
            Action::Commit => Anchor::Button("commit reserves"),
            Action::Decline => Anchor::Button("decline"),
            Action::Hold => Anchor::Button("hold"),
            Action::Horses => Anchor::Button("Extra Horses"),
            Action::Mark(0) => Anchor::Button("marker A"),
            Action::Mark(1) => Anchor::Button("marker B"),
            Action::Mark(_) => Anchor::Button("marker C"),
            Action::Ready => Anchor::Button("ready"),
        }
    }

    fn board(&self, state: &State, seat: Option<Seat>) -> Board {
        self.draw_board(state, seat)
    }

    fn line(&self, event: &Event, seat: Option<Seat>) -> Option<Line> {
        self.draw_line(event, seat)
    }

    fn forecast(&self, state: &State, seat: Option<Seat>) -> Option<Forecast> {
        self.forecast_battle(state, seat)
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
        // Counters turned up: nothing that a side did behind its own lines, which is veiled, nor counters turned down.
        event.kind == Kind::Fog && event.veil.is_none() && !event.units.is_empty()
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
        self.stray_action(state, dice)
    }
}

impl Campaign {
    /// Refuses what names no unit or hex of this game: a client may send any number.
    fn nameable(&self, action: Action) -> Result<(), Violation> {
        let (unit, other, hex) = match action {
            Action::Pick(u) | Action::Force(u) | Action::Join(u) | Action::Lose(u) | Action::Retreat(u) | Action::Delay(u) => {
                (Some(u), None, None)
            }
            Action::Recover(u) | Action::Rally(u) | Action::Pay(u) | Action::Stack(u, _) => (Some(u), None, None),
            Action::Step(h) | Action::Go(h) | Action::Target(h) | Action::Fight(h) | Action::Toward(h) => (None, None, Some(h)),
            Action::Flee(h) | Action::Name(h) | Action::Place(h) => (None, None, Some(h)),
            Action::Build(u, h) | Action::BreakDown(u, h) | Action::BuildUp(u, h) => (Some(u), None, Some(h)),
            Action::Disengage(u, h) | Action::Penetrate(u, h) | Action::Advance(u, h) => (Some(u), None, Some(h)),
            Action::Remnant(u, c) => (Some(u), Some(c), None),
            _ => (None, None, None),
        };
        if [unit, other].into_iter().flatten().any(|u| usize::from(u) >= self.pieces().len()) {
            return Err(Violation::new("2.0", "there is no such unit", Subject::None));
        }
        if hex.is_some_and(|h| !self.grid().holds(h)) {
            return Err(Violation::new("2.0", "there is no such hex", Subject::None));
        }
        Ok(())
    }

    /// Some action of any kind, for tests: mostly about units and hexes that exist.
    fn stray_action(&self, state: &State, dice: &mut dyn Dice) -> Action {
        let mut below = |n: usize| -> usize {
            let roll = |dice: &mut dyn Dice| usize::from(dice.roll(250, Case("2.0"))) - 1;
            (roll(dice) * 250 + roll(dice)) % n.max(1)
        };
        let hexes: Vec<HexId> = self.grid().hexes().collect();
        let units = self.pieces().len();
        // Half of the hexes are near some unit, where the rules are busy.
        let mut hex = if below(2) == 0 { state.hexes[below(units)] } else { hexes[below(hexes.len())] };
        if hex == NOWHERE {
            hex = hexes[below(hexes.len())];
        }
        if below(2) == 0 {
            let near: Vec<HexId> = self.grid().around(hex).collect();
            hex = near[below(near.len())];
        }
        let unit = below(units) as Unit;
        match below(if self.setting() == Setting::Maneuver { 37 } else { 35 }) {
            0 => Action::Pick(unit),
            1 => Action::Force(unit),
            2 => Action::Step(hex),
            3 => Action::Go(hex),
            4 => Action::Halt,
            5 => Action::Box,
            6 => Action::Build(unit, hex),
            7 => Action::BreakDown(unit, hex),
            8 => Action::BuildUp(unit, hex),
            9 => Action::End,
            10 => Action::Target(hex),
            11 => Action::Join(unit),
            12 => Action::Close,
            13 => Action::Lull,
            14 => Action::Fight(hex),
            15 => Action::Commit,
            16 => Action::Decline,
            17 => Action::Disengage(unit, hex),
            18 => Action::Penetrate(unit, hex),
            19 => Action::Lose(unit),
            20 => Action::Retreat(unit),
            21 => Action::Toward(hex),
            22 => Action::Flee(hex),
            23 => Action::Advance(unit, hex),
            24 => Action::Hold,
            25 => Action::Remnant(unit, below(units) as Unit),
            26 => Action::Name(hex),
            27 => Action::Delay(unit),
            28 => Action::Recover(unit),
            29 => Action::Rally(unit),
            30 => Action::Pay(unit),
            31 => Action::Place(hex),
            32 => Action::Horses,
            33 => Action::Ready,
            35 => Action::Stack(unit, below(4) as u8),
            _ => Action::Mark(below(4) as u8),
        }
    }
}
