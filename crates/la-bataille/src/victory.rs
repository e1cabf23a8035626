//! [22.1] Who holds what; [23.1] [23.8] how the games end, after the second row of [22.2].

use crate::Bautzen;
use crate::action::Action;
use crate::army::Setup;
use crate::event::{Event, Kind};
use crate::rooms::asked;
use crate::state::{Arm, Frame, Order, Place, Side, State};
use grognard_engine::room::Room;
use grognard_engine::stack::Stack;
use grognard_engine::{Case, Outcome, Seat, Umpire, Violation};

/// The game is over.
#[derive(Clone, Copy)]
pub struct Over;

/// The five places of [23.1], in the order of the row; [21.9] the windmill is one of them.
pub const PLACES: [&str; 5] = ["Brösa", "Malschwitz", "Gottamelda", "Gleina", "windmill"];

/// The levels of victory, best for the French first.
pub const LEVELS: [&str; 7] = [
    "French decisive victory",
    "French substantial victory",
    "French marginal victory",
    "draw",
    "Coalition marginal victory",
    "Coalition substantial victory",
    "Coalition decisive victory",
];

impl Bautzen {
    /// [22.1] Whether the French hold a place: they were last in every hex of it.
    #[must_use]
    pub fn french_hold(&self, state: &State, place: &str) -> bool {
        let hexes = self.ground().place(place);
        let held = |hex: &grognard_engine::HexId| {
            let at = self.ground().objectives.iter().position(|other| other == hex);
            at.is_some_and(|at| state.held >> at & 1 == 1)
        };
        !hexes.is_empty() && hexes.iter().all(held)
    }

    /// [22.1] [21.6] Whoever stands in a hex of a position that is set up has come there last.
    pub(crate) fn occupy_all(&self, state: &mut State) {
        for unit in self.units().filter(|&unit| self.kind(unit).fights()) {
            let so = *state.piece(unit);
            so.hexes().for_each(|hex| self.occupy(state, self.side(unit), hex));
        }
    }

    /// How many hexes of a place the French hold.
    fn french_hexes(&self, state: &State, place: &str) -> usize {
        let objectives = &self.ground().objectives;
        let held = |hex: &&grognard_engine::HexId| {
            objectives.iter().position(|other| other == *hex).is_some_and(|at| state.held >> at & 1 == 1)
        };
        self.ground().place(place).iter().filter(held).count()
    }

    /// Increments that each side has lost.
    #[must_use]
    pub fn increments_lost(&self, state: &State) -> [i32; 2] {
        let mut lost = [0; 2];
        for unit in self.units() {
            let (kind, so) = (self.kind(unit), state.piece(unit));
            if kind.fights() && so.place != Place::Absent {
                lost[kind.side as usize] += i32::from(kind.increments) - i32::from(so.left);
            }
        }
        lost
    }

    /// [23.1] The line of the victory row, from 0 for a French decisive victory to 6.
    pub(crate) fn victory_line(&self, state: &State) -> usize {
        let holds = PLACES.map(|place| self.french_hold(state, place));
        let [broesa, malschwitz, gottamelda, gleina, windmill] = holds;
        let count = holds.iter().filter(|held| **held).count();
        let line = match () {
            () if broesa && malschwitz && gottamelda && gleina && windmill => 0,
            () if broesa && malschwitz && gottamelda && gleina => 1,
            () if broesa && gottamelda && gleina => 2,
            () if broesa && gottamelda => 3,
            () if malschwitz || count >= 2 => 4,
            () if count == 1 => 5,
            () => 6,
        };
        // III Corps is the first organisation.
        match state.levels[0] {
            0 => line,
            1 if line < 3 => line + 1,
            1 => line,
            _ => 6,
        }
    }

    /// How the game stands, or ended.
    pub(crate) fn outcome(&self, state: &State) -> Outcome {
        let lost = self.increments_lost(state);
        let points = vec![lost[1], lost[0]];
        if self.setup() == Setup::Outposts {
            let (winner, verdict) = match self.french_hexes(state, "Gottamelda") {
                2.. => (Some(Side::French), "French victory: Gottamelda is taken"),
                1 => (None, "draw: Gottamelda is shared"),
                _ if lost[0] > lost[1] => (Some(Side::Coalition), "Coalition victory: Gottamelda is held"),
                _ => (None, "draw: Gottamelda is held at too high a price"),
            };
            return Outcome { winner: winner.map(|side| Seat(side as u8)), verdict: verdict.to_owned(), points };
        }
        let line = self.victory_line(state);
        let winner = match line {
            0..=2 => Some(Side::French),
            3 => None,
            _ => Some(Side::Coalition),
        };
        let held: Vec<&str> = PLACES.into_iter().filter(|place| self.french_hold(state, place)).collect();
        let held = if held.is_empty() { "nothing".to_owned() } else { held.join(", ") };
        let verdict = format!("{}: the French hold {held}; III Corps on level {}", LEVELS[line], state.levels[0]);
        Outcome { winner: winner.map(|side| Seat(side as u8)), verdict, points }
    }

    /// [23.1] [23.8] Whether a side has no battalion left on the map; in the drill routed ones do not count.
    pub(crate) fn decided(&self, state: &State) -> bool {
        !self.trial
            && Side::BOTH.into_iter().any(|side| {
                !self.fighters(state, side).any(|unit| {
                    let stands = self.setup() != Setup::Outposts || state.piece(unit).order != Order::Routed;
                    self.is(unit).arm == Arm::Infantry && stands
                })
            })
    }

    /// The end: levels are computed once more, and the places are counted.
    pub(crate) fn finish(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        self.recompute_levels(state, umpire);
        state.frames = Stack::EMPTY;
        state.push(Frame::Over);
        state.act = None;
        umpire.tell(|| self.event(Kind::Verdict, "23.1", &[], &[], self.outcome(state).verdict));
    }
}

impl Room<Bautzen> for Over {
    fn asks(self, _: &Bautzen, state: &State) -> (Seat, Case) {
        asked(state.phasing, "23.1")
    }

    fn list(self, _: &Bautzen, _: &State, _: &mut Vec<Action>) {}

    fn check(self, game: &Bautzen, state: &State, action: Action) -> Result<(), Violation> {
        Err(game.out_of_place(state, action))
    }

    fn deed(self, _: &Bautzen, _: &mut State, _: Action, _: &mut Umpire<'_, Event>) {}
}
