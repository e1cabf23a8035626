//! A march without end of 531 counters: as long and as large as the largest games will be, and with next to no rules. For what a server does
//! with long games: a position of twelve thousand bytes, a board of 531 counters, clicks in pairs (a unit is taken in hand, and sent to one
//! of sixty hexes), fifty such pairs to a side, two sides to a turn.
//!
//! [`March`] has a revision, so that tests can correct its rules: from revision 2 on there are hexes that nobody enters [1.2].

use grognard_engine::board::Trail;
use grognard_engine::cases::{CaseGame, SetupLine};
use grognard_engine::digest::Digest;
use grognard_engine::game::Forecast;
use grognard_engine::map_view::HexView;
use grognard_engine::preview::PathStep;
use grognard_engine::{
    Anchor, Board, Caption, Case, Counter, DataError, Decision, Dice, HexId, Identity, Laboratory, Line, MapView, Outcome, Rules,
    Seat, Secrets, Subject, Umpire, UnitId, Views, Violation, Words,
};
use serde::Serialize;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU32, Ordering};

/// Counters on the board.
pub const COUNTERS: u16 = 531;
/// What a position holds besides: leaders, orders, weather, whatever large games have.
const BALLAST: usize = 5_300;
const COLUMNS: u16 = 72;
const ROWS: u16 = 76;
/// Moves of a side before the other one comes.
const MOVES: u16 = 50;
/// Hexes that a unit can reach.
const REACH: u16 = 60;
/// Every so many hexes there is one that nobody enters from revision 2 on.
const MIRE: u16 = 61;

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct March {
    revision: u32,
}

/// The revision of marches that are made from now on.
static REVISION: AtomicU32 = AtomicU32::new(1);

impl March {
    /// By the rules of this revision.
    #[must_use]
    pub const fn revised(revision: u32) -> Self {
        Self { revision }
    }

    /// By the rules as they stand.
    #[must_use]
    pub fn now() -> Self {
        Self::revised(REVISION.load(Ordering::Relaxed))
    }

    /// The rules are corrected: marches that are made from now on have this revision.
    pub fn correct(revision: u32) {
        REVISION.store(revision, Ordering::Relaxed);
    }
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Where each counter stands.
    at: [u16; COUNTERS as usize],
    /// Which have moved.
    moved: [bool; COUNTERS as usize],
    ballast: [u16; BALLAST],
    /// The unit in hand.
    hand: Option<u16>,
    moves: u16,
    side: u8,
    turn: u16,
}

/// One click.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A unit is taken in hand.
    Take(u16),
    /// It goes there.
    Go(u16),
}

/// What happened.
#[derive(Clone, Debug, Serialize)]
pub enum Event {
    /// A turn began.
    Turn(u16),
    /// A side's moves began.
    Side(u8),
    /// A unit went from hex to hex.
    Went(u16, u16, u16),
    /// It stumbled: a die.
    Stumbled(u16, u8),
}

const SIDES: [&str; 2] = ["Red", "Blue"];

fn hex(number: u16) -> String {
    format!("{:02}{:02}", number % COLUMNS + 1, number / COLUMNS + 1)
}

fn tag(unit: u16) -> String {
    format!("U{unit:03}")
}

/// The hexes that a unit can reach: a patch around it.
fn reach(at: u16, way: u16) -> u16 {
    let (column, row) = (at % COLUMNS, at / COLUMNS);
    let (across, down) = (way % 10, way / 10);
    (row + down + 1) % ROWS * COLUMNS + (column + across) % COLUMNS
}

impl State {
    fn may_take(&self, unit: u16) -> bool {
        self.hand.is_none() && unit < COUNTERS && unit % 2 == u16::from(self.side) && !self.moved[usize::from(unit)]
    }
}

impl Rules for March {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn identity(&self) -> Identity {
        Identity {
            rulebook: "march",
            revision: self.revision,
            since: 1,
            game: "march".to_owned(),
            title: "A march without end".to_owned(),
            options: Vec::new(),
        }
    }

    fn seats(&self) -> &'static [&'static str] {
        &SIDES
    }

    fn start(&self, umpire: &mut Umpire<'_, Event>) -> State {
        umpire.tell(|| Event::Turn(1));
        umpire.tell(|| Event::Side(0));
        State {
            at: std::array::from_fn(|i| (i as u16 * 9) % (COLUMNS * ROWS)),
            moved: [false; COUNTERS as usize],
            ballast: std::array::from_fn(|i| i as u16),
            hand: None,
            moves: 0,
            side: 0,
            turn: 1,
        }
    }

    fn decision(&self, state: &State) -> Decision {
        if state.turn == u16::MAX {
            return Decision::Over(Outcome { winner: None, verdict: "they are tired".to_owned(), points: vec![0, 0] });
        }
        Decision::Choose { seat: Seat(state.side), case: Case("1.0") }
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        match state.hand {
            Some(_) => out.extend((0..REACH).map(Action::Go).filter(|action| self.check(state, *action).is_ok())),
            None => out.extend((0..COUNTERS).filter(|unit| state.may_take(*unit)).map(Action::Take)),
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Violation> {
        let no = |case, why| Err(Violation { case: Case(case), why, what: Subject::None });
        match (action, state.hand) {
            (Action::Take(unit), _) if state.may_take(unit) => Ok(()),
            (Action::Take(_), _) => no("1.0", "that unit cannot be taken"),
            (Action::Go(_), None) => no("1.0", "nothing is in hand"),
            (Action::Go(way), Some(_)) if way >= REACH => no("1.1", "too far"),
            (Action::Go(way), Some(unit))
                if self.revision > 1 && reach(state.at[usize::from(unit)], way).is_multiple_of(MIRE) =>
            {
                no("1.2", "nobody steps into the mire")
            }
            (Action::Go(_), Some(_)) => Ok(()),
        }
    }

    fn apply(&self, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        let (way, unit) = match (action, state.hand) {
            (Action::Take(unit), _) => return state.hand = Some(unit),
            (Action::Go(way), Some(unit)) => (way, unit),
            (Action::Go(_), None) => return,
        };
        let from = state.at[usize::from(unit)];
        let to = reach(from, way);
        state.hand = None;
        state.at[usize::from(unit)] = to;
        state.moved[usize::from(unit)] = true;
        state.ballast[usize::from(unit) * 7 % BALLAST] ^= to;
        umpire.tell(|| Event::Went(unit, from, to));
        if way == 7 {
            let die = umpire.roll(6, Case("1.1"));
            state.ballast[0] = state.ballast[0].wrapping_add(u16::from(die));
            umpire.tell(|| Event::Stumbled(unit, die));
        }
        state.moves += 1;
        if state.moves < MOVES {
            return;
        }
        state.moves = 0;
        state.moved = [false; COUNTERS as usize];
        state.side = 1 - state.side;
        if state.side == 0 {
            state.turn += 1;
            let turn = state.turn;
            umpire.tell(|| Event::Turn(turn));
        }
        let side = state.side;
        umpire.tell(|| Event::Side(side));
    }
}

impl Words for March {
    fn unit_name(&self, unit: UnitId) -> String {
        tag(unit.0)
    }

    fn hex_name(&self, at: HexId) -> String {
        hex(at.0)
    }

    fn write_action(&self, action: Action) -> String {
        match action {
            Action::Take(unit) => format!("take {unit}"),
            Action::Go(way) => format!("go {way}"),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        let bad = || format!("{text:?}: expected `take UNIT` or `go WAY`");
        let (word, number) = text.split_once(' ').ok_or_else(bad)?;
        let number = number.parse().map_err(|_| bad())?;
        match word {
            "take" => Ok(Action::Take(number)),
            "go" => Ok(Action::Go(number)),
            _ => Err(bad()),
        }
    }

    fn write_short(&self, action: Action) -> String {
        self.write_action(action).replace(' ', "")
    }

    fn read_short(&self, text: &str) -> Result<Action, String> {
        let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
        self.read_action(&format!("{} {}", &text[..digits], &text[digits..]))
    }

    fn command(&self, _: &State, _: Seat, text: &str) -> Result<Vec<Action>, String> {
        Ok(vec![self.read_action(text)?])
    }

    fn write_position(&self, state: &State) -> String {
        let State { at, moved, ballast, hand, moves, side, turn } = state;
        let hand = hand.map_or(u16::MAX, |unit| unit);
        let mut line = format!("march {turn} {side} {moves} {hand} ");
        let flags = moved.iter().map(|moved| u16::from(*moved));
        at.iter().copied().chain(flags).chain(ballast.iter().copied()).for_each(|word| _ = write!(line, "{word:x}."));
        line
    }

    fn read_position(&self, text: &str) -> Result<State, DataError> {
        let bad = |what: &str| DataError::new("position", what, "expected `march TURN SIDE MOVES HAND WORDS`");
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &["march", turn, side, moves, hand, words] = fields.as_slice() else { return Err(bad("fields")) };
        let number = |text: &str, what: &str| text.parse::<u16>().map_err(|_| bad(what));
        let words: Result<Vec<u16>, _> = words.split_terminator('.').map(|word| u16::from_str_radix(word, 16)).collect();
        let words = words.map_err(|_| bad("words"))?;
        let count = usize::from(COUNTERS);
        if words.len() != 2 * count + BALLAST {
            return Err(bad("words"));
        }
        let hand = Some(number(hand, "hand")?).filter(|unit| *unit != u16::MAX);
        Ok(State {
            at: std::array::from_fn(|i| words[i] % (COLUMNS * ROWS)),
            moved: std::array::from_fn(|i| words[count + i] != 0),
            ballast: std::array::from_fn(|i| words[2 * count + i]),
            hand: hand.map(|unit| unit % COUNTERS),
            moves: number(moves, "moves")?,
            side: u8::from(number(side, "side")? != 0),
            turn: number(turn, "turn")?,
        })
    }

    fn digest(&self, state: &State) -> u64 {
        let State { at, moved, ballast, hand, moves, side, turn } = state;
        let mut digest = Digest::default();
        for four in at.chunks(4).chain(ballast.chunks(4)) {
            digest.add(four.iter().fold(0, |all, word| all << 16 | u64::from(*word)));
        }
        moved.iter().for_each(|moved| digest.add(u64::from(*moved)));
        digest.add(hand.map_or(0, |unit| u64::from(unit) + 1));
        digest.add(u64::from(*moves) << 32 | u64::from(*side) << 16 | u64::from(*turn));
        digest.finish()
    }
}

impl Views for March {
    fn map(&self) -> MapView {
        let hexes =
            (0..COLUMNS * ROWS).map(|at| HexView { number: hex(at), terrain: vec!["clear".to_owned()], ..HexView::default() });
        MapView {
            columns: COLUMNS as u8,
            rows: ROWS as u8,
            grid: "flat-top".to_owned(),
            hexes: hexes.collect(),
            ..MapView::default()
        }
    }

    fn anchor(&self, state: &State, action: Action) -> Anchor {
        match (action, state.hand) {
            (Action::Go(way), Some(unit)) => Anchor::Hex(HexId(reach(state.at[usize::from(unit)], way))),
            (Action::Take(unit), _) => Anchor::Unit(UnitId(unit)),
            (Action::Go(_), None) => Anchor::Button("Go"),
        }
    }

    fn board(&self, state: &State, _: Option<Seat>) -> Board {
        let counter = |(unit, at): (u16, &u16)| {
            let side = SIDES[usize::from(unit % 2)].to_owned();
            let badges = if state.moved[usize::from(unit)] { vec!["moved".to_owned()] } else { Vec::new() };
            let counter = Counter {
                tag: tag(unit),
                nation: side.clone(),
                side,
                name: format!("{} Battalion, {} Regiment", unit % 4 + 1, unit / 4 + 1),
                kind: "infantry".to_owned(),
                values: "8-4".to_owned(),
                strength: Some(8),
                movement: Some(4),
                hex: Some(hex(*at)),
                badges,
                ..Counter::default()
            };
            Counter { alt: counter.sentence(), ..counter }
        };
        Board {
            turn: format!("Turn {}", state.turn),
            turn_number: state.turn,
            turns: u16::MAX,
            phase: format!("{} moves", SIDES[usize::from(state.side)]),
            prompt: if state.hand.is_some() { "Where to?" } else { "Take a unit." }.to_owned(),
            counters: (0..COUNTERS).zip(&state.at).map(counter).collect(),
            ..Board::default()
        }
    }

    fn line(&self, event: &Event, _: Option<Seat>) -> Option<Line> {
        let line = |level, text: String| Line { level, text, ..Line::default() };
        Some(match *event {
            Event::Turn(turn) => line(0, format!("Turn {turn}")),
            Event::Side(side) => line(1, format!("{} moves", SIDES[usize::from(side)])),
            Event::Went(unit, from, to) => {
                let hexes = vec![hex(from), hex(to)];
                let path =
                    Trail { unit: tag(unit), kind: "move".to_owned(), side: SIDES[usize::from(unit % 2)].to_owned(), hexes };
                Line { hexes: vec![hex(to)], path: Some(path), ..line(2, format!("{} to {}", tag(unit), hex(to))) }
            }
            Event::Stumbled(unit, die) => line(3, format!("{} stumbles, {die} [1.1]", tag(unit))),
        })
    }

    fn forecast(&self, _: &State, _: Option<Seat>) -> Option<Forecast> {
        None
    }

    fn captions(&self, state: &State, actions: &[Action]) -> Vec<Caption> {
        let caption = |action: &Action| match (*action, state.hand) {
            (Action::Go(way), Some(unit)) => {
                let to = reach(state.at[usize::from(unit)], way);
                let steps = (0..4).map(|step| PathStep { hex: hex((to + step) % (COLUMNS * ROWS)), cost: "1".to_owned() });
                Caption {
                    label: format!("{} to {}", tag(unit), hex(to)),
                    group: "go".to_owned(),
                    unit: Some(tag(unit)),
                    hex: Some(hex(to)),
                    left: Some("2".to_owned()),
                    path: steps.collect(),
                    ..Caption::default()
                }
            }
            (Action::Take(unit), _) => Caption {
                label: format!("Take {}", tag(unit)),
                group: "take".to_owned(),
                unit: Some(tag(unit)),
                ..Caption::default()
            },
            (Action::Go(_), None) => Caption::default(),
        };
        actions.iter().map(caption).collect()
    }
}

impl Secrets for March {
    fn resample(&self, state: &State, _: Option<Seat>, _: &mut dyn Dice) -> State {
        state.clone()
    }
}

impl Laboratory for March {
    fn stray(&self, _: &State, dice: &mut dyn Dice) -> Action {
        Action::Take(u16::from(dice.roll(6, Case("1.0"))))
    }
}

impl CaseGame for March {
    fn set_up(file: &str, lines: &[SetupLine]) -> Result<(Self, State), DataError> {
        match lines.first() {
            Some(line) => Err(DataError::new(file, format!("line {}", line.line), "a march has no set-up")),
            None => {
                let game = Self::now();
                let state = game.start(&mut Umpire::silent(&mut grognard_engine::dice::LowDice));
                Ok((game, state))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::dice::SeededDice;
    use grognard_engine::table::Table;
    use std::sync::Arc;

    #[test]
    fn a_long_march_takes_little_room_and_is_looked_back_at() {
        assert!((12_000..13_000).contains(&size_of::<State>()), "{}", size_of::<State>());
        let game = Arc::new(March::revised(1));
        let mut dice = SeededDice::new(1);
        let (mut table, _) = Table::new(game.clone(), &mut dice);
        let mut states = Vec::new();
        let mut actions = Vec::new();
        for i in 0..6_000_u32 {
            if i % 1_000 == 0 {
                states.push((i as usize, game.digest(&table.state)));
            }
            game.legal_actions(&table.state, &mut actions);
            let action = actions[(i as usize * 7) % actions.len()];
            let seat = table.to_decide().unwrap();
            table.play(seat, action, &mut dice).unwrap();
        }
        assert!(table.bytes() < 3 << 20, "{}", table.bytes());
        for (at, digest) in states {
            assert_eq!(game.digest(&table.state_at(at)), digest, "after {at} entries");
        }
        let line = game.write_position(&table.state);
        assert_eq!(game.read_position(&line).unwrap(), table.state);
        let last = game.digest(&table.state_at(5_500));
        table.let_go(5_400);
        assert_eq!((table.first(), table.played(), table.entries.len()), (5_400, 6_000, 600));
        assert_eq!(game.digest(&table.state_at(5_500)), last);
        let mut told = Vec::new();
        table.retell_some(1, 5_402, |number, _, _| told.push(number));
        assert_eq!(told, [5_401, 5_402]);
        table.take_back(5_500);
        assert_eq!((table.played(), game.digest(&table.state)), (5_500, last));
    }
}
