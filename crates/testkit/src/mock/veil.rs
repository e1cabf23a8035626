//! The skirmish under a veil: which of two counters of a side is which can be seen beside an enemy only. Eyes follow a counter that was seen, so that
//! it stays known when it has gone away and lies face down again. The forgetful kind draws worlds by what lies open now.

use super::{Action, Event, Skirmish, State as Bare, TAGS, UNITS, side_of};
use grognard_engine::game::Forecast;
use grognard_engine::{
    Anchor, Board, Caption, DataError, Decision, Dice, HexId, Identity, Laboratory, Line, MapView, Rules, Seat, Secrets, Umpire,
    UnitId, Views, Violation, Words,
};

/// The rules.
#[derive(Default)]
pub struct Veil {
    bare: Skirmish,
    forgetful: bool,
}

impl Veil {
    /// The one that breaks the law `memory`.
    #[must_use]
    pub fn forgetful() -> Self {
        Self { forgetful: true, ..Self::default() }
    }

    /// Lies open: it is beside an enemy, or gone.
    fn open(&self, state: &Bare, unit: usize) -> bool {
        state.place[unit].is_none() || self.bare.touches_enemy(state, unit as u8)
    }

    fn look(&self, state: &mut State) {
        for unit in 0..UNITS {
            let side = usize::from(side_of(unit as u8));
            state.seen[side] |= self.open(&state.bare, unit);
        }
    }
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    bare: Bare,
    /// Whether one of a side's counters has been seen, and with it the other one.
    seen: [bool; 2],
}

impl Rules for Veil {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn identity(&self) -> Identity {
        self.bare.identity()
    }
    fn seats(&self) -> &'static [&'static str] {
        self.bare.seats()
    }
    fn start(&self, umpire: &mut Umpire<'_, Event>) -> State {
        State { bare: self.bare.start(umpire), seen: [false; 2] }
    }
    fn decision(&self, state: &State) -> Decision {
        self.bare.decision(&state.bare)
    }
    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        self.bare.legal_actions(&state.bare, out);
    }
    fn check(&self, state: &State, action: Action) -> Result<(), Violation> {
        self.bare.check(&state.bare, action)
    }
    fn apply(&self, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        self.bare.apply(&mut state.bare, action, umpire);
        self.look(state);
    }
}

impl Words for Veil {
    fn unit_name(&self, unit: UnitId) -> String {
        self.bare.unit_name(unit)
    }
    fn hex_name(&self, hex: HexId) -> String {
        self.bare.hex_name(hex)
    }
    fn write_action(&self, action: Action) -> String {
        self.bare.write_action(action)
    }
    fn read_action(&self, text: &str) -> Result<Action, String> {
        self.bare.read_action(text)
    }
    fn write_short(&self, action: Action) -> String {
        self.bare.write_short(action)
    }
    fn read_short(&self, text: &str) -> Result<Action, String> {
        self.bare.read_short(text)
    }
    fn command(&self, state: &State, seat: Seat, text: &str) -> Result<Vec<Action>, String> {
        self.bare.command(&state.bare, seat, text)
    }
    fn write_position(&self, state: &State) -> String {
        self.bare.write_position(&state.bare)
    }
    fn read_position(&self, text: &str) -> Result<State, DataError> {
        let mut state = State { bare: self.bare.read_position(text)?, seen: [false; 2] };
        self.look(&mut state);
        Ok(state)
    }
    fn digest(&self, state: &State) -> u64 {
        self.bare.digest(&state.bare)
    }
}

impl Views for Veil {
    fn map(&self) -> MapView {
        self.bare.map()
    }
    fn anchor(&self, state: &State, action: Action) -> Anchor {
        self.bare.anchor(&state.bare, action)
    }
    fn board(&self, state: &State, seat: Option<Seat>) -> Board {
        let mut board = self.bare.board(&state.bare, seat);
        board.duties.clear();
        for counter in &mut board.counters {
            let unit = TAGS.iter().position(|tag| *tag == counter.tag).unwrap_or_default();
            if seat != Some(Seat(side_of(unit as u8))) && !self.open(&state.bare, unit) {
                counter.tag = format!("?{}", counter.hex.clone().unwrap_or_default());
                counter.badges.clear();
                counter.hidden = true;
            }
        }
        board.counters.sort_by(|a, b| a.tag.cmp(&b.tag));
        board
    }
    fn line(&self, event: &Event, seat: Option<Seat>) -> Option<Line> {
        self.bare.line(event, seat)
    }
    fn forecast(&self, state: &State, seat: Option<Seat>) -> Option<Forecast> {
        self.bare.forecast(&state.bare, seat)
    }
    fn captions(&self, state: &State, actions: &[Action]) -> Vec<Caption> {
        self.bare.captions(&state.bare, actions)
    }
}

impl Secrets for Veil {
    fn secretive(&self) -> bool {
        true
    }
    fn resample(&self, state: &State, seat: Option<Seat>, dice: &mut dyn Dice) -> State {
        let mut world = state.clone();
        for side in (0..2).filter(|&side| seat != Some(Seat(side as u8))) {
            let open = (0..UNITS).any(|unit| usize::from(side_of(unit as u8)) == side && self.open(&state.bare, unit));
            let known = if self.forgetful { open } else { state.seen[side] };
            if !known && dice.roll(2, grognard_engine::Case("4.1")) == 1 {
                world.bare.place.swap(2 * side, 2 * side + 1);
                world.bare.acted.swap(2 * side, 2 * side + 1);
            }
        }
        world
    }
}

impl Laboratory for Veil {
    fn stray(&self, state: &State, dice: &mut dyn Dice) -> Action {
        self.bare.stray(&state.bare, dice)
    }
}
