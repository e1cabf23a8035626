//! A skirmish of two against two on eight hexes: the smallest game with dice, a secret, an interrupt and a duty.
//!
//! Its own little rulebook:
//!
//! | case | rule |
//! |---|---|
//! | 1.0 | Red, then Blue; four turns |
//! | 1.1 | a unit marches or attacks once a turn |
//! | 1.2 | a march leads to an adjacent hex … |
//! | 1.3 | … that nobody holds |
//! | 2.1 | only an adjacent enemy is attacked |
//! | 2.2 | the owner of the target stands, or withdraws to a free adjacent hex |
//! | 2.3 | a target that stands: 1 the attacker is lost, 5 or 6 the target |
//! | 3.1 | nobody may stay idle beside an enemy |
//! | 4.1 | of each pair one is secretly the chief, drawn at the start; he is worth 3 points, the other 1 |
//! | 4.2 | whoever marches up to an enemy has been seen, and does not take it back |
//! | 4.3 | whoever is lost shows whether he was the chief |
//!
//! With a [`Flaw`] it breaks one law on purpose, which shows that [`crate::laws`] notices.

mod flaw;
pub mod horde;
mod leaks;
pub mod march;
mod questions;
mod text;
pub mod veil;

pub use flaw::Flaw;
use grognard_engine::board::{Duty, Mark, Track};
use grognard_engine::digest::Digest;
use grognard_engine::game::{Chance, Fate, Forecast};
use grognard_engine::map_view::HexView;
use grognard_engine::orders::{Question, QuestionKind};
use grognard_engine::preview::{OverlayHex, OverlayInfo};
use grognard_engine::{
    Anchor, Board, Caption, Case, Counter, DataError, Decision, Dice, Grid, HexId, Identity, Laboratory, Line, MapView, Outcome,
    Refusal, Rules, Seat, Secrets, Subject, Umpire, UnitId, Views, Violation, Words,
};
use serde::Serialize;

/// Number of units.
const UNITS: usize = 4;
/// Their names; the first two are Red's.
const TAGS: [&str; UNITS] = ["R1", "R2", "B1", "B2"];
/// The sides.
const SIDES: [&str; 2] = ["Red", "Blue"];
/// Turns of a game.
const TURNS: u8 = 4;

/// The rules.
pub struct Skirmish {
    flaw: Flaw,
    grid: Grid,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    turn: u8,
    side: u8,
    place: [Option<HexId>; UNITS],
    acted: [bool; UNITS],
    /// The chief of each side, by unit.
    chief: [u8; 2],
    /// Attacker and target of an attack that waits for the target's owner.
    fight: Option<(u8, u8)>,
}

/// One click.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A unit marches to a hex.
    March(u8, HexId),
    /// A unit attacks another.
    Attack(u8, u8),
    /// The target stands.
    Stand,
    /// The target withdraws.
    Withdraw(HexId),
    /// The side has done enough.
    End,
}

/// Something that happened.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// A side's turn begins.
    Turn {
        /// Turn number.
        turn: u8,
        /// Side.
        side: &'static str,
    },
    /// A side has drawn its chief, which is told to that side only.
    Chief {
        /// Side.
        side: &'static str,
        /// Unit.
        unit: &'static str,
    },
    /// A unit has come up to an enemy.
    Met {
        /// Unit.
        unit: &'static str,
        /// Whether it is a chief, which is nobody's business.
        #[serde(skip)]
        chief: bool,
        /// Whether the enemy is one, likewise.
        #[serde(skip)]
        by_chief: bool,
    },
    /// A unit went to a hex.
    Moved {
        /// Unit.
        unit: &'static str,
        /// Hex number.
        hex: String,
        /// Whether it is a chief, which is nobody's business.
        #[serde(skip)]
        chief: bool,
    },
    /// A die was rolled.
    Rolled {
        /// The die.
        die: u8,
        /// The unit that was lost, if any.
        lost: Option<&'static str>,
        /// Whether that was a chief.
        chief: bool,
    },
}

const fn side_of(unit: u8) -> u8 {
    if unit < 2 { 0 } else { 1 }
}

impl Default for Skirmish {
    fn default() -> Self {
        Self::with(Flaw::None)
    }
}

impl Skirmish {
    /// The game with a flaw.
    #[must_use]
    pub fn with(flaw: Flaw) -> Self {
        let grid = Grid::new(4, 2, &[]).unwrap_or_else(|why| unreachable!("{why}"));
        Self { flaw, grid }
    }

    fn occupied(&self, state: &State, hex: HexId) -> bool {
        state.place.contains(&Some(hex))
    }

    fn touches_enemy(&self, state: &State, unit: u8) -> bool {
        let Some(here) = state.place[usize::from(unit)] else { return false };
        (0..UNITS as u8)
            .filter(|&other| side_of(other) != side_of(unit))
            .any(|other| state.place[usize::from(other)].is_some_and(|there| self.grid.adjacent(here, there)))
    }

    /// [1.1] A unit of the side to move that is on the map and has not acted.
    fn ready(&self, state: &State, unit: u8) -> Result<HexId, Violation> {
        let what = Subject::Unit(UnitId(u16::from(unit)));
        let here = state.place.get(usize::from(unit)).copied().flatten();
        let here = here.ok_or(Violation::new("1.1", "the unit is not on the map", what))?;
        if side_of(unit) != state.side {
            return Err(Violation::new("1.0", "the unit belongs to the other side", what));
        }
        if state.acted[usize::from(unit)] {
            return Err(Violation::new("1.1", "the unit has acted in this turn", what));
        }
        Ok(here)
    }

    /// [1.2] [1.3] A free hex beside `from`.
    fn step(&self, state: &State, from: HexId, to: HexId, case: &'static str) -> Result<(), Violation> {
        if !self.grid.holds(to) || !self.grid.adjacent(from, to) {
            return Err(Violation::new(case, "the hex is not adjacent", Subject::Hex(to)));
        }
        if self.occupied(state, to) {
            return Err(Violation::new("1.3", "the hex is held", Subject::Hex(to)));
        }
        Ok(())
    }

    /// [3.1] The first unit of the side to move that stands idle beside an enemy.
    fn idle(&self, state: &State) -> Option<u8> {
        (0..UNITS as u8).find(|&u| self.ready(state, u).is_ok() && self.touches_enemy(state, u))
    }

    fn points(&self, state: &State, side: u8) -> i32 {
        (0..UNITS as u8)
            .filter(|&u| side_of(u) != side && state.place[usize::from(u)].is_none())
            .map(|u| if state.chief.contains(&u) { 3 } else { 1 })
            .sum()
    }

    fn candidates(&self, out: &mut Vec<Action>) {
        for unit in 0..UNITS as u8 {
            out.extend(self.grid.hexes().map(|hex| Action::March(unit, hex)));
            out.extend((0..UNITS as u8).map(|target| Action::Attack(unit, target)));
        }
        out.push(Action::Stand);
        out.extend(self.grid.hexes().map(Action::Withdraw));
        out.push(Action::End);
    }

    fn number(&self, hex: HexId) -> String {
        self.grid.number(hex)
    }

    /// [2.3] The die.
    fn stand(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        let Some((unit, target)) = state.fight.take() else { return };
        let die = umpire.roll(6, Case("2.3"));
        let lost = match die {
            1 => Some(unit),
            5 | 6 => Some(target),
            _ => None,
        };
        if let Some(lost) = lost {
            state.place[usize::from(lost)] = None;
        }
        let chief = lost.is_some_and(|unit| state.chief.contains(&unit));
        umpire.tell(|| Event::Rolled { die, lost: lost.map(|u| TAGS[usize::from(u)]), chief });
    }

    fn end(&self, state: &mut State, umpire: &mut Umpire<'_, Event>) {
        if self.flaw == Flaw::Sleepless {
            // For a second one, who never comes.
            std::sync::Barrier::new(2).wait();
        }
        self.pass_on(state);
        umpire.tell(|| Event::Turn { turn: state.turn, side: SIDES[usize::from(state.side)] });
    }

    fn pass_on(&self, state: &mut State) {
        state.acted = [false; UNITS];
        state.side = 1 - state.side;
        if state.side == 0 && self.flaw != Flaw::Endless {
            state.turn += 1;
        }
    }
}

impl Rules for Skirmish {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn identity(&self) -> Identity {
        Identity {
            rulebook: "mock",
            revision: 1,
            since: 1,
            game: "skirmish".to_owned(),
            title: "A skirmish".to_owned(),
            options: Vec::new(),
        }
    }

    fn seats(&self) -> &'static [&'static str] {
        &SIDES
    }

    fn start(&self, umpire: &mut Umpire<'_, Event>) -> State {
        let place = ["0101", "0102", "0401", "0402"].map(|hex| self.grid.read(hex).ok());
        let chief = [umpire.roll(2, Case("4.1")) - 1, umpire.roll(2, Case("4.1")) + 1];
        for side in 0..2 {
            umpire.tell(|| Event::Chief { side: SIDES[side], unit: TAGS[usize::from(chief[side])] });
        }
        umpire.tell(|| Event::Turn { turn: 1, side: SIDES[0] });
        State { turn: 1, side: 0, place, acted: [false; UNITS], chief, fight: None }
    }

    fn decision(&self, state: &State) -> Decision {
        let alive = |side: u8| (0..UNITS as u8).any(|u| side_of(u) == side && state.place[usize::from(u)].is_some());
        if state.turn > TURNS || !alive(0) || !alive(1) {
            let points = [self.points(state, 0), self.points(state, 1)];
            let (winner, verdict) = match points[0].cmp(&points[1]) {
                std::cmp::Ordering::Greater => (Some(Seat(0)), "Red wins"),
                std::cmp::Ordering::Equal => (None, "draw"),
                std::cmp::Ordering::Less => (Some(Seat(1)), "Blue wins"),
            };
            return Decision::Over(Outcome { winner, verdict: verdict.to_owned(), points: points.to_vec() });
        }
        match state.fight {
            Some((attacker, target)) => Decision::Choose { seat: Seat(side_of(target)), case: self.asked_under(state, attacker) },
            None => Decision::Choose { seat: Seat(state.side), case: Case("1.0") },
        }
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if matches!(self.decision(state), Decision::Over(_)) || (self.flaw == Flaw::DeadEnd && state.fight.is_some()) {
            return;
        }
        self.candidates(out);
        out.retain(|&action| self.check(state, action).is_ok());
        match self.flaw {
            Flaw::ListsIllegal => out.push(Action::Attack(0, 0)),
            Flaw::HidesLegal => out.retain(|action| !matches!(action, Action::Attack(..))),
            Flaw::ListsTwice => out.extend(out.last().copied()),
            _ => {}
        }
        if out.is_empty() && self.flaw == Flaw::HidesLegal {
            out.extend([Action::Stand, Action::End].iter().copied().filter(|&action| self.check(state, action).is_ok()));
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Violation> {
        let early = |case, why| Err(Violation::new(case, why, Subject::None));
        match (action, state.fight) {
            (Action::Stand, Some(_)) => Ok(()),
            (Action::Withdraw(to), Some((_, target))) => {
                let from = state.place[usize::from(target)].ok_or(Violation::new("2.2", "it is gone", Subject::None))?;
                if self.flaw == Flaw::LeakyOptions && state.chief.contains(&(state.fight.map_or(0, |(a, _)| a))) {
                    return early("2.2", "a chief lets nobody go");
                }
                self.step(state, from, to, "2.2")
            }
            (_, Some(_)) => early("2.2", "the owner of the target has to choose first"),
            (Action::Stand | Action::Withdraw(_), None) => early("2.2", "nobody is under attack"),
            (Action::March(unit, to), None) => {
                let from = self.ready(state, unit)?;
                self.halted(state)?;
                self.step(state, from, to, "1.2")
            }
            (Action::Attack(unit, target), None) => {
                let from = self.ready(state, unit)?;
                let what = Subject::Unit(UnitId(u16::from(target)));
                let there = state.place.get(usize::from(target)).copied().flatten();
                match there {
                    Some(there) if side_of(target) != state.side && self.grid.adjacent(from, there) => Ok(()),
                    _ => Err(Violation::new("2.1", self.far_off(state, target), what)),
                }
            }
            (Action::End, None) => match self.idle(state) {
                Some(unit) => {
                    Err(Violation::new("3.1", "the unit stands idle beside an enemy", Subject::Unit(UnitId(u16::from(unit)))))
                }
                None => Ok(()),
            },
        }
    }

    fn apply(&self, state: &mut State, action: Action, umpire: &mut Umpire<'_, Event>) {
        match action {
            Action::March(unit, hex) => {
                state.place[usize::from(unit)] = Some(hex);
                state.acted[usize::from(unit)] = !(self.flaw == Flaw::ActsForTheAudience && umpire.listens());
                let chief = state.chief.contains(&unit);
                umpire.tell(|| Event::Moved { unit: TAGS[usize::from(unit)], hex: self.number(hex), chief });
                if self.touches_enemy(state, unit) {
                    let by_chief = self.touches_chief(state, unit);
                    umpire.tell(|| Event::Met { unit: TAGS[usize::from(unit)], chief, by_chief });
                }
                if self.flaw == Flaw::LeakyHurry && chief {
                    self.pass_on(state);
                }
            }
            Action::Attack(unit, target) => {
                state.acted[usize::from(unit)] = true;
                state.fight = Some((unit, target));
                if self.flaw == Flaw::LeakySkip && state.chief.contains(&unit) {
                    self.stand(state, umpire);
                }
            }
            Action::Stand => self.stand(state, umpire),
            Action::Withdraw(hex) => {
                let Some((_, target)) = state.fight.take() else { return };
                state.place[usize::from(target)] = Some(hex);
                let chief = state.chief.contains(&target);
                umpire.tell(|| Event::Moved { unit: TAGS[usize::from(target)], hex: self.number(hex), chief });
            }
            Action::End => self.end(state, umpire),
        }
    }

    fn play(&self, state: &mut State, seat: Seat, action: Action, umpire: &mut Umpire<'_, Event>) -> Result<(), Refusal> {
        match self.decision(state) {
            Decision::Over(_) => return Err(Refusal::Over),
            Decision::Choose { seat: owner, .. } if owner != seat => {
                self.betrayed_at_the_door(state, seat, action).map_err(Refusal::Illegal)?;
                return Err(Refusal::NotYours(owner));
            }
            Decision::Choose { .. } => {}
        }
        self.check(state, action).map_err(Refusal::Illegal)?;
        self.apply(state, action, umpire);
        Ok(())
    }

    fn question_kinds(&self, seat: Seat) -> Vec<QuestionKind> {
        questions::kinds(seat)
    }

    fn question(&self, state: &State) -> Option<Question<Action>> {
        self.asked(state)
    }
}

impl Words for Skirmish {
    fn unit_name(&self, unit: UnitId) -> String {
        TAGS.get(usize::from(unit.0)).copied().unwrap_or("?").to_owned()
    }

    fn hex_name(&self, hex: HexId) -> String {
        self.number(hex)
    }

    fn write_action(&self, action: Action) -> String {
        text::write_action(self, action)
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        text::read_action(self, text)
    }

    fn write_short(&self, action: Action) -> String {
        text::write_short(self, action)
    }

    fn read_short(&self, text: &str) -> Result<Action, String> {
        text::read_short(self, text)
    }

    fn command(&self, state: &State, seat: Seat, text: &str) -> Result<Vec<Action>, String> {
        self.betrayed_by_typing(state, seat, text)?;
        text.split(" then ").map(|part| text::read_action(self, part)).collect()
    }

    fn blame(&self, state: &State, actions: &[Action], at: usize) -> Option<Violation> {
        self.blamed(state, *actions.get(at)?)
    }

    fn write_position(&self, state: &State) -> String {
        text::write_position(self, state)
    }

    fn read_position(&self, text: &str) -> Result<State, DataError> {
        text::read_position(self, text)
    }

    fn digest(&self, state: &State) -> u64 {
        let mut digest = Digest::default();
        digest.add(u64::from(state.turn) << 8 | u64::from(state.side));
        for unit in 0..UNITS {
            digest.add(state.place[unit].map_or(999, |hex| u64::from(hex.0)) << 1 | u64::from(state.acted[unit]));
        }
        digest.add(u64::from(state.chief[0]) << 8 | u64::from(state.chief[1]));
        digest.add(state.fight.map_or(999, |(a, b)| u64::from(a) << 8 | u64::from(b)));
        digest.finish()
    }
}

impl Views for Skirmish {
    fn map(&self) -> MapView {
        let hexes = self.grid.hexes().map(|hex| HexView {
            number: self.number(hex),
            terrain: vec!["clear".to_owned()],
            ..HexView::default()
        });
        MapView {
            title: "Eight hexes".to_owned(),
            columns: self.grid.columns(),
            rows: self.grid.rows(),
            grid: "flat-top".to_owned(),
            north: "up".to_owned(),
            metres_per_hex: 0,
            hexes: hexes.collect(),
            hexsides: Vec::new(),
            roads: Vec::new(),
            places: Vec::new(),
            entries: Vec::new(),
            ..MapView::default()
        }
    }

    fn anchor(&self, state: &State, action: Action) -> Anchor {
        self.place_of(state, action)
    }

    fn board(&self, state: &State, seat: Option<Seat>) -> Board {
        let over = matches!(self.decision(state), Decision::Over(_));
        let counters = (0..UNITS as u8).filter_map(|unit| {
            let hex = state.place[usize::from(unit)];
            if hex.is_none() && self.flaw == Flaw::LosesUnit {
                return None;
            }
            let mut badges = Vec::new();
            if state.acted[usize::from(unit)] {
                badges.push("acted".to_owned());
            }
            let knows = seat == Some(Seat(side_of(unit))) || hex.is_none() || self.betrays_on_board(seat);
            let chief = knows && state.chief.contains(&unit);
            if chief {
                badges.push("chief".to_owned());
            }
            Some(Counter {
                tag: TAGS[usize::from(unit)].to_owned(),
                side: SIDES[usize::from(side_of(unit))].to_owned(),
                nation: SIDES[usize::from(side_of(unit))].to_owned(),
                name: String::new(),
                kind: "infantry".to_owned(),
                values: "1-1".to_owned(),
                strength: (chief && self.flaw == Flaw::TrueWorld).then_some(3),
                hex: hex.map(|hex| self.number(hex)),
                off_map: hex.is_none().then(|| "lost".to_owned()),
                badges,
                ..Counter::default()
            })
        });
        let duty = |unit: u8| Duty {
            case: "3.1".to_owned(),
            text: format!("{} stands idle beside an enemy", TAGS[usize::from(unit)]),
            hex: state.place[usize::from(unit)].map(|hex| self.number(hex)),
            unit: Some(TAGS[usize::from(unit)].to_owned()),
            optional: false,
        };
        let target = state.fight.and_then(|(_, target)| state.place[usize::from(target)]);
        Board {
            turn: format!("Turn {} of {TURNS}", state.turn.min(TURNS)),
            turn_number: state.turn.min(TURNS).into(),
            turns: TURNS.into(),
            phase: SIDES[usize::from(state.side)].to_owned(),
            prompt: if over { String::new() } else { self.prompt(state, seat) },
            counters: counters.collect(),
            marks: target.map(|hex| Mark { hex: self.number(hex), kind: "target".to_owned(), side: None }).into_iter().collect(),
            // Points would betray who was chief, so they are shown when all is over.
            tracks: (0..2u8)
                .filter(|_| over)
                .map(|side| Track {
                    name: format!("{} points", SIDES[usize::from(side)]),
                    value: self.points(state, side),
                    case: "4.1".to_owned(),
                })
                .collect(),
            duties: if over || state.fight.is_some() { Vec::new() } else { self.idle(state).map(duty).into_iter().collect() },
            ..Board::default()
        }
    }

    fn line(&self, event: &Event, seat: Option<Seat>) -> Option<Line> {
        let (text, level) = match event {
            Event::Turn { turn, side } => (format!("[1.0] turn {turn}, {side}"), 0),
            Event::Chief { side, unit } => {
                seat.filter(|seat| SIDES.get(usize::from(seat.0)) == Some(side))?;
                (format!("[4.1] {unit} is your chief"), 2)
            }
            Event::Met { unit, .. } => (format!("[4.2] {unit} has come up to the enemy"), 2),
            Event::Moved { unit, hex, chief: true } if self.flaw == Flaw::LeakyLog => (format!("{unit} to {hex} with drums"), 1),
            Event::Moved { unit, hex, .. } => (format!("{unit} to {hex}"), 2),
            Event::Rolled { die, lost: Some(lost), chief: true } => (format!("[2.3] a {die}: {lost} is lost, a chief [4.3]"), 2),
            Event::Rolled { die, lost: Some(lost), .. } => (format!("[2.3] a {die}: {lost} is lost"), 2),
            Event::Rolled { die, lost: None, .. } => (format!("[2.3] a {die}: both hold"), 2),
        };
        Some(Line { text, level, ..Line::default() })
    }

    fn captions(&self, state: &State, actions: &[Action]) -> Vec<Caption> {
        actions.iter().map(|&action| self.caption(state, action)).collect()
    }

    fn overlays(&self) -> Vec<OverlayInfo> {
        self.overlay_list()
    }

    fn overlay(&self, state: &State, id: &str, _at: Option<&str>, seat: Option<Seat>) -> Result<Vec<OverlayHex>, String> {
        self.overlay_hexes(state, id, seat)
    }

    fn forecast(&self, state: &State, seat: Option<Seat>) -> Option<Forecast> {
        let (unit, target) = state.fight?;
        let result = |name: &str, ways| (name.to_owned(), Chance { least: ways, most: ways, per: 6 });
        let upto = |ways| Chance { least: 0, most: ways, per: 6 };
        let fate =
            |unit: u8, ways| Fate { tag: TAGS[usize::from(unit)].to_owned(), chances: vec![("lost".to_owned(), upto(ways))] };
        let hold = if self.flaw == Flaw::UnevenForecast { 2 } else { 3 };
        Some(Forecast {
            column: "one die".to_owned(),
            reckoning: self.reckoning(state, (unit, target), seat),
            results: vec![result("attacker lost", 1), result("both hold", hold), result("target lost", 2)],
            fates: vec![fate(unit, 1), fate(target, 2)],
            ..Forecast::default()
        })
    }
}

impl Secrets for Skirmish {
    fn secretive(&self) -> bool {
        true
    }

    fn told(&self, event: &Event, seat: Option<Seat>) -> Option<Event> {
        if let Event::Moved { unit, hex, chief: true } = event
            && self.flaw == Flaw::LeakyEvent
        {
            return Some(Event::Moved { unit, hex: format!("{hex} with drums"), chief: true });
        }
        let hidden =
            matches!(event, Event::Chief { side, .. } if seat.and_then(|seat| SIDES.get(usize::from(seat.0))) != Some(side));
        (!hidden).then(|| event.clone())
    }

    fn told_entry(
        &self,
        before: &State,
        _after: &State,
        _by: Seat,
        action: Action,
        rolls: &[u8],
        seat: Option<Seat>,
    ) -> (String, Vec<u8>) {
        self.told(before, action, rolls, seat)
    }

    fn reveals(&self, event: &Event) -> bool {
        self.binds(event)
    }

    fn resample(&self, state: &State, seat: Option<Seat>, dice: &mut dyn Dice) -> State {
        if self.flaw == Flaw::TrueWorld {
            return state.clone();
        }
        self.redraw(state, state, seat, dice)
    }

    fn resample_knowing(&self, state: &State, later: &State, seat: Option<Seat>, dice: &mut dyn Dice) -> State {
        self.redraw(state, later, seat, dice)
    }
}

impl Laboratory for Skirmish {
    fn stray(&self, _state: &State, dice: &mut dyn Dice) -> Action {
        let any = Case("0.0");
        let unit = dice.roll(5, any) - 1;
        let hex = HexId(u16::from(dice.roll(80, any)) - 1);
        match dice.roll(5, any) {
            1 => Action::March(unit, hex),
            2 => Action::Attack(unit, dice.roll(5, any) - 1),
            3 => Action::Withdraw(hex),
            4 => Action::Stand,
            _ => Action::End,
        }
    }
}
