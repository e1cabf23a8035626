//! Five hundred units on seventy by seventy hexes: a battle as large as the largest will be, with next to no rules. For players of large games.
//!
//! A side moves each of its units once, as far as four hexes over free ground, stopping next to an enemy [1.1]; then it attacks [2.1]: all of its units
//! next to a hex that have not fought yet, one die, and the odds. Strength destroyed counts [3.1], and so do five hexes that were entered last by
//! somebody [3.2]. After seven turns the greater sum wins.

use grognard_engine::digest::Digest;
use grognard_engine::game::Forecast;
use grognard_engine::map_view::HexView;
use grognard_engine::{
    Anchor, Board, Case, Counter, DataError, Decision, Dice, Grid, HexId, Identity, Laboratory, Line, MapView, Outcome, Rules,
    Seat, Secrets, Subject, Umpire, UnitId, Views, Violation, Words,
};
use serde::Serialize;
use std::fmt::Write as _;

/// Units, half of them on each side.
pub const UNITS: usize = 500;
/// Columns and rows of the map.
pub const SIZE: u8 = 70;
/// How far a unit goes.
pub const REACH: u8 = 4;
/// Turns of the game.
pub const TURNS: u8 = 7;
/// What a hex that counts is worth.
const PRIZE: i32 = 20;
/// The hexes that count.
const PRIZES: [&str; 5] = ["3510", "3522", "3535", "3548", "3560"];
const NOBODY: u16 = u16::MAX;
const SIDES: [&str; 2] = ["Red", "Blue"];

/// The rules, and the map.
pub struct Horde {
    grid: Grid,
    prizes: [HexId; 5],
}

impl Default for Horde {
    fn default() -> Self {
        let grid = Grid::new(SIZE, SIZE, &[]).unwrap_or_else(|why| unreachable!("{why}"));
        let prizes = PRIZES.map(|number| grid.read(number).unwrap_or_else(|why| unreachable!("{why}")));
        Self { grid, prizes }
    }
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Where each unit stands.
    pub at: Vec<Option<HexId>>,
    /// Who stands in each hex.
    held: Vec<u16>,
    /// Who has moved, or fought, in this phase.
    pub done: Vec<bool>,
    /// Who entered the hexes that count last.
    pub owner: [Option<u8>; 5],
    /// The unit in hand.
    pub hand: Option<u16>,
    /// The turn, from 1.
    pub turn: u8,
    /// Whose turn it is.
    pub side: u8,
    /// Whether moving is over.
    pub fighting: bool,
}

/// One click.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A unit is taken in hand.
    Take(u16),
    /// It goes there.
    Go(HexId),
    /// It stays.
    Stay,
    /// The enemy in this hex is attacked.
    Attack(HexId),
    /// The phase is over.
    End,
}

/// What happened.
#[derive(Clone, Debug, Serialize)]
pub enum Event {
    /// A side's turn began.
    Turn(u8, u8),
    /// A die fell.
    Rolled(u8),
}

/// The side of a unit.
#[must_use]
pub const fn side_of(unit: u16) -> u8 {
    (unit as usize >= UNITS / 2) as u8
}

/// The strength of a unit.
#[must_use]
pub const fn strength(unit: u16) -> u8 {
    2 + (unit % 5) as u8
}

/// The body of a unit: twenty-five that stand together.
#[must_use]
pub const fn body(unit: u16) -> u16 {
    unit / 25
}

impl Horde {
    /// The map.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The hexes that count.
    #[must_use]
    pub const fn prizes(&self) -> &[HexId; 5] {
        &self.prizes
    }

    /// Points by side.
    #[must_use]
    pub fn points(&self, state: &State) -> [i32; 2] {
        let mut points = [0; 2];
        for unit in (0..UNITS as u16).filter(|&unit| state.at[usize::from(unit)].is_none()) {
            points[usize::from(1 - side_of(unit))] += i32::from(strength(unit));
        }
        state.owner.iter().flatten().for_each(|&side| points[usize::from(side)] += PRIZE);
        points
    }

    fn enemies_beside(&self, state: &State, side: u8, hex: HexId) -> bool {
        self.grid.around(hex).any(|near| self.holds(state, near).is_some_and(|unit| side_of(unit) != side))
    }

    /// Who stands in a hex.
    #[must_use]
    pub fn holds(&self, state: &State, hex: HexId) -> Option<u16> {
        state.held.get(usize::from(hex.0)).copied().filter(|&unit| unit != NOBODY)
    }

    /// [1.1] Where the unit in hand can go: over free hexes, no further once an enemy is near.
    fn reach(&self, state: &State, unit: u16) -> Vec<HexId> {
        let Some(from) = state.at[usize::from(unit)] else { return Vec::new() };
        let mut found = vec![(from, 0)];
        let mut next = 0;
        while let Some(&(hex, spent)) = found.get(next) {
            next += 1;
            if spent == REACH || (hex != from && self.enemies_beside(state, side_of(unit), hex)) {
                continue;
            }
            for to in self.grid.around(hex) {
                if self.holds(state, to).is_none() && found.iter().all(|&(known, _)| known != to) {
                    found.push((to, spent + 1));
                }
            }
        }
        found.into_iter().skip(1).map(|(hex, _)| hex).collect()
    }

    /// [2.1] Who would attack a hex.
    fn attackers(&self, state: &State, hex: HexId) -> Vec<u16> {
        let own =
            |near: HexId| self.holds(state, near).filter(|&unit| side_of(unit) == state.side && !state.done[usize::from(unit)]);
        self.grid.around(hex).filter_map(own).collect()
    }

    fn put(&self, state: &mut State, unit: u16, to: Option<HexId>) {
        if let Some(from) = state.at[usize::from(unit)] {
            state.held[usize::from(from.0)] = NOBODY;
        }
        state.at[usize::from(unit)] = to;
        if let Some(hex) = to {
            state.held[usize::from(hex.0)] = unit;
            if let Some(prize) = self.prizes.iter().position(|&prize| prize == hex) {
                state.owner[prize] = Some(side_of(unit));
            }
        }
    }

    fn fight(&self, state: &mut State, hex: HexId, umpire: &mut Umpire<'_, Event>) {
        let Some(target) = self.holds(state, hex) else { return };
        let attackers = self.attackers(state, hex);
        let sum: i32 = attackers.iter().map(|&unit| i32::from(strength(unit))).sum();
        let die = umpire.roll(6, Case("2.1"));
        umpire.tell(|| Event::Rolled(die));
        attackers.iter().for_each(|&unit| state.done[usize::from(unit)] = true);
        match i32::from(die) + (2 * sum / i32::from(strength(target))).min(6) - 2 {
            6.. => self.put(state, target, None),
            5 => {
                let free = |to: &HexId| self.holds(state, *to).is_none() && !self.enemies_beside(state, side_of(target), *to);
                let away = self.grid.around(hex).find(free);
                self.put(state, target, away);
            }
            3 | 4 => {}
            _ => {
                let weakest = attackers.iter().copied().min_by_key(|&unit| strength(unit));
                weakest.iter().for_each(|&unit| self.put(state, unit, None));
            }
        }
    }

    fn end(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        state.done.iter_mut().for_each(|done| *done = false);
        state.fighting = !state.fighting;
        if !state.fighting {
            state.side = 1 - state.side;
            state.turn += 1 - state.side;
            umpire.tell(|| Event::Turn(state.turn, state.side));
        }
    }
}

impl Rules for Horde {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn identity(&self) -> Identity {
        let title = "A horde".to_owned();
        Identity { rulebook: "horde", revision: 1, since: 1, game: "horde".to_owned(), title, options: Vec::new() }
    }

    fn seats(&self) -> &'static [&'static str] {
        &SIDES
    }

    fn start(&self, umpire: &mut Umpire<'_, Event>) -> State {
        umpire.tell(|| Event::Turn(1, 0));
        let mut state = State {
            at: vec![None; UNITS],
            held: vec![NOBODY; self.grid.size()],
            done: vec![false; UNITS],
            owner: [None; 5],
            hand: None,
            turn: 1,
            side: 0,
            fighting: false,
        };
        for unit in 0..UNITS as u16 {
            let place = unit % 250;
            let (file, row) = (place % 5, place / 5);
            // Five columns of fifty on either side, fifteen hexes apart.
            let column = if side_of(unit) == 0 { 23 + file } else { 48 - file };
            self.put(&mut state, unit, self.grid.at(column as u8, 11 + row as u8));
        }
        state
    }

    fn decision(&self, state: &State) -> Decision {
        if state.turn <= TURNS {
            return Decision::Choose { seat: Seat(state.side), case: Case(if state.fighting { "2.1" } else { "1.1" }) };
        }
        let points = self.points(state);
        let (winner, verdict) = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => (Some(Seat(0)), "Red wins"),
            std::cmp::Ordering::Equal => (None, "draw"),
            std::cmp::Ordering::Less => (Some(Seat(1)), "Blue wins"),
        };
        Decision::Over(Outcome { winner, verdict: verdict.to_owned(), points: points.to_vec() })
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if state.turn > TURNS {
            return;
        }
        if let Some(unit) = state.hand {
            out.extend(self.reach(state, unit).into_iter().map(Action::Go));
            return out.push(Action::Stay);
        }
        let (first, last) = if state.side == 0 { (0, UNITS / 2) } else { (UNITS / 2, UNITS) };
        if state.fighting {
            for unit in (first..last).filter(|&unit| !state.done[unit]) {
                let Some(hex) = state.at[unit] else { continue };
                for near in self.grid.around(hex) {
                    let target = Action::Attack(near);
                    if self.holds(state, near).is_some_and(|other| side_of(other) != state.side) && !out.contains(&target) {
                        out.push(target);
                    }
                }
            }
        } else {
            let free = (first..last).filter(|&unit| !state.done[unit] && state.at[unit].is_some());
            out.extend(free.map(|unit| Action::Take(unit as u16)));
        }
        out.push(Action::End);
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Violation> {
        let mut options = Vec::new();
        self.legal_actions(state, &mut options);
        let legal = options.contains(&action);
        let case = if state.fighting { "2.1" } else { "1.1" };
        if legal { Ok(()) } else { Err(Violation::new(case, "that cannot be done now", Subject::None)) }
    }

    fn apply(&self, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::Take(unit) => state.hand = Some(unit),
            Action::Go(_) | Action::Stay => {
                let Some(unit) = state.hand.take() else { return };
                state.done[usize::from(unit)] = true;
                if let Action::Go(hex) = action {
                    self.put(state, unit, Some(hex));
                }
            }
            Action::Attack(hex) => self.fight(state, hex, umpire),
            Action::End => self.end(state, umpire),
        }
    }
}

fn tag(unit: u16) -> String {
    format!("H{unit:03}")
}

impl Words for Horde {
    fn unit_name(&self, unit: UnitId) -> String {
        tag(unit.0)
    }

    fn hex_name(&self, hex: HexId) -> String {
        self.grid.number(hex)
    }

    fn write_action(&self, action: Action) -> String {
        match action {
            Action::Take(unit) => format!("take {}", tag(unit)),
            Action::Go(hex) => format!("go {}", self.grid.number(hex)),
            Action::Stay => "stay".to_owned(),
            Action::Attack(hex) => format!("attack {}", self.grid.number(hex)),
            Action::End => "end".to_owned(),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        let bad = || format!("{text:?}: expected take UNIT, go HEX, stay, attack HEX or end");
        match text.split_once(' ') {
            None if text == "stay" => Ok(Action::Stay),
            None if text == "end" => Ok(Action::End),
            Some(("take", name)) => {
                let unit = name.strip_prefix('H').and_then(|number| number.parse().ok());
                unit.filter(|&unit| unit < UNITS as u16).map(Action::Take).ok_or_else(bad)
            }
            Some(("go", hex)) => self.grid.read(hex).map(Action::Go),
            Some(("attack", hex)) => self.grid.read(hex).map(Action::Attack),
            _ => Err(bad()),
        }
    }

    fn write_short(&self, action: Action) -> String {
        self.write_action(action).replace(' ', ":")
    }

    fn read_short(&self, text: &str) -> Result<Action, String> {
        self.read_action(&text.replacen(':', " ", 1))
    }

    fn command(&self, _: &State, _: Seat, text: &str) -> Result<Vec<Action>, String> {
        Ok(vec![self.read_action(text)?])
    }

    fn write_position(&self, state: &State) -> String {
        let owner: String = state.owner.iter().map(|owner| owner.map_or('-', |side| char::from(b'0' + side))).collect();
        let hand = state.hand.map_or("-".to_owned(), |unit| unit.to_string());
        let mut line = format!("horde {} {} {} {hand} {owner} ", state.turn, state.side, u8::from(state.fighting));
        for (hex, done) in state.at.iter().zip(&state.done) {
            let place = hex.map_or("-".to_owned(), |hex| self.grid.number(hex));
            let _ = write!(line, "{place}{}.", if *done { "x" } else { "" });
        }
        line
    }

    fn read_position(&self, text: &str) -> Result<State, DataError> {
        let bad = |what: &str| DataError::new("position", what, "expected `horde TURN SIDE FIGHTING HAND OWNERS PLACES`");
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &["horde", turn, side, fighting, hand, owner, places] = fields.as_slice() else { return Err(bad("fields")) };
        let mut state = self.start(&mut Umpire::silent(&mut grognard_engine::dice::LowDice));
        state.turn = turn.parse().map_err(|_| bad("turn"))?;
        state.side = side.parse().ok().filter(|&side: &u8| side < 2).ok_or_else(|| bad("side"))?;
        state.fighting = fighting == "1";
        state.hand = hand.parse().ok().filter(|&unit: &u16| unit < UNITS as u16);
        let places: Vec<&str> = places.split_terminator('.').collect();
        if places.len() != UNITS || owner.len() != 5 {
            return Err(bad("places"));
        }
        (0..UNITS as u16).for_each(|unit| self.put(&mut state, unit, None));
        for (unit, place) in places.into_iter().enumerate() {
            state.done[unit] = place.ends_with('x');
            let hex = place.trim_end_matches('x');
            let hex = if hex == "-" { None } else { Some(self.grid.read(hex).map_err(|_| bad(place))?) };
            self.put(&mut state, unit as u16, hex);
        }
        for (owner, letter) in state.owner.iter_mut().zip(owner.bytes()) {
            *owner = letter.checked_sub(b'0').filter(|&side| side < 2);
        }
        Ok(state)
    }

    fn digest(&self, state: &State) -> u64 {
        let mut digest = Digest::default();
        self.write_position(state).bytes().for_each(|byte| digest.add(u64::from(byte)));
        digest.finish()
    }
}

impl Views for Horde {
    fn map(&self) -> MapView {
        let view = |hex| HexView {
            number: self.grid.number(hex),
            terrain: vec!["clear".to_owned()],
            objective: self.prizes.contains(&hex),
            ..HexView::default()
        };
        MapView {
            columns: SIZE,
            rows: SIZE,
            grid: "flat-top".to_owned(),
            hexes: self.grid.hexes().map(view).collect(),
            ..MapView::default()
        }
    }

    fn anchor(&self, _: &State, action: Action) -> Anchor {
        match action {
            Action::Take(unit) => Anchor::Unit(UnitId(unit)),
            Action::Go(hex) | Action::Attack(hex) => Anchor::Hex(hex),
            Action::Stay => Anchor::Button("Stay"),
            Action::End => Anchor::Button("End"),
        }
    }

    fn board(&self, state: &State, _: Option<Seat>) -> Board {
        let counter = |unit: u16| {
            let side = SIDES[usize::from(side_of(unit))];
            let hex = state.at[usize::from(unit)].map(|hex| self.grid.number(hex));
            let lost = hex.is_none().then(|| "lost".to_owned());
            let plain = Counter::plain(&tag(unit), side, side, "", "infantry", (strength(unit), REACH));
            Counter { body: format!("body {}", body(unit)), ..plain.standing(hex, lost, Vec::new()) }
        };
        Board {
            turn: format!("Turn {}", state.turn),
            turn_number: state.turn.into(),
            turns: TURNS.into(),
            phase: format!("{} {}", SIDES[usize::from(state.side)], if state.fighting { "fights" } else { "moves" }),
            prompt: "What next?".to_owned(),
            counters: (0..UNITS as u16).map(counter).collect(),
            ..Board::default()
        }
    }

    fn line(&self, event: &Event, _: Option<Seat>) -> Option<Line> {
        Some(match *event {
            Event::Turn(turn, side) => Line { text: format!("Turn {turn}: {}", SIDES[usize::from(side)]), ..Line::default() },
            Event::Rolled(die) => Line { level: 2, text: format!("a {die} [2.1]"), ..Line::default() },
        })
    }

    fn forecast(&self, _: &State, _: Option<Seat>) -> Option<Forecast> {
        None
    }
}

impl Secrets for Horde {
    fn resample(&self, state: &State, _: Option<Seat>, _: &mut dyn Dice) -> State {
        // Nothing is hidden.
        state.clone()
    }
}

impl Laboratory for Horde {
    fn stray(&self, _: &State, dice: &mut dyn Dice) -> Action {
        Action::Take(u16::from(dice.roll(200, Case("1.1"))) * 3)
    }

    fn standing(&self, state: &State) -> Vec<i32> {
        self.points(state).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::dice::SeededDice;

    #[test]
    fn a_random_battle_ends_and_every_position_can_be_written_down() {
        let game = Horde::default();
        let mut dice = SeededDice::new(1);
        let mut state = game.start(&mut Umpire::silent(&mut dice));
        let mut options = Vec::new();
        let mut steps = 0;
        while matches!(game.decision(&state), Decision::Choose { .. }) {
            game.legal_actions(&state, &mut options);
            let action = options[dice.below(options.len() as u32) as usize];
            assert_eq!(game.read_action(&game.write_action(action)), Ok(action));
            let seat = Seat(state.side);
            game.play(&mut state, seat, action, &mut Umpire::silent(&mut dice)).unwrap();
            steps += 1;
            if steps % 500 == 0 {
                assert_eq!(game.read_position(&game.write_position(&state)).unwrap(), state);
            }
        }
        assert!(steps > 100);
        assert_eq!(game.board(&state, None).counters.len(), UNITS);
        assert!(game.read_position("horde 1").is_err() && game.read_action("fly").is_err());
    }
}
