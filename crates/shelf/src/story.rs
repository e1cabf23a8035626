//! A game told again: log lines, what happened since, where turns began, every die. A match that holds only the end of a long game
//! ([`Story::first`]) tells what it holds.

use crate::seated::{Match as _, Seated, name};
use crate::views::{CatchUp, DiceCount, Happening, TurnMark};
use crate::{catch_up, dice_count};
use grognard_engine::table::Table;
use grognard_engine::{Board, Game, Line, Seat};

/// Part of every [`crate::Match`].
pub trait Story {
    /// After how many actions the part of the game begins that is held here: 0 for the whole game.
    fn first(&self) -> usize;
    /// Whether the game ever hides anything from anybody, be it over or not.
    fn has_secrets(&self) -> bool;
    /// Lets go of the first actions, so that the match holds those after `first` only. They cannot be looked back to any more.
    fn let_go(&mut self, first: usize);
    /// The room that entries and kept positions take, in bytes.
    fn bytes(&self) -> usize;
    /// What happened after the first `from` actions, as a seat may know it.
    fn catch_up(&self, seat: Option<&str>, from: usize) -> CatchUp;
    /// Every die rolled, by the seat whose action rolled it.
    fn dice(&self) -> DiceCount;
    /// Every die rolled that a seat may know of.
    fn dice_told(&self, seat: Option<&str>) -> DiceCount;
    /// The entries with which turns and phases began, among those from `from` (0 is the set-up) to `to`.
    fn turns_between(&self, from: usize, to: usize) -> Vec<TurnMark>;
    /// The entries with which turns and phases began.
    fn turns(&self) -> Vec<TurnMark> {
        self.turns_between(0, usize::MAX)
    }
    /// What was played, from entry `from` (0 is the set-up) on.
    fn history(&self, from: usize) -> Vec<Happening>;
    /// The same as a seat may know it: while a game with secrets runs, without them, without check numbers and without the deal.
    fn told(&self, seat: Option<&str>, from: usize) -> Vec<Happening>;
    /// Log lines as a seat may read them, of the entries from `from` (0 is the set-up) to `to`.
    fn log_between(&self, seat: Option<&str>, from: usize, to: usize) -> Vec<Line>;
    /// Log lines as a seat may read them, of entry `from` (0 is the set-up) and later.
    fn log(&self, seat: Option<&str>, from: usize) -> Vec<Line> {
        self.log_between(seat, from, usize::MAX)
    }
}

/// The log lines of an entry, as a seat may read them.
fn lines<G: Game>(game: &G, entry: usize, events: &[G::Event], seat: Option<Seat>) -> Vec<Line> {
    let line = |event| game.line(event, seat).map(|line| Line { entry, ..line });
    events.iter().filter(|event| !game.secretive() || game.told(event, seat).is_some()).filter_map(line).collect()
}

/// What entry number `entry` was and what came of it.
pub(crate) fn happening<G: Game>(table: &Table<G>, entry: usize, events: &[G::Event]) -> Happening {
    let game = table.game.as_ref();
    let played = table.entry(entry);
    Happening {
        entry,
        seat: played.map(|entry| name(game, entry.seat).to_owned()),
        action: played.map_or("set-up".to_owned(), |entry| game.write_action(entry.action)),
        dice: played.map_or_else(|| table.deal.clone(), |entry| entry.rolls.clone()),
        events: events.iter().map(|event| serde_json::to_value(event).unwrap_or_default()).collect(),
        log: lines(game, entry, events, None),
        check: played.map_or_else(String::new, |entry| format!("{:016x}", entry.check)),
        reveals: events.iter().any(|event| game.reveals(event)),
    }
}

impl<G: Game> Seated<G> {
    /// Hands the number, the positions before and after, and the events of the set-up (0) and of every entry to `seen`, from `from` to `to`.
    fn retell(&self, from: usize, to: usize, mut seen: impl FnMut(usize, [&G::State; 2], Vec<G::Event>)) {
        if from == 0 && self.table.first() == 0 {
            let start = self.table.state_at(0);
            seen(0, [&start, &start], if self.from_start { self.table.opening_events() } else { Vec::new() });
        }
        self.table.retell_some(from, to, seen);
    }
}

impl<G: Game> Story for Seated<G> {
    fn first(&self) -> usize {
        self.table.first()
    }

    fn has_secrets(&self) -> bool {
        self.table.game.secretive()
    }

    fn let_go(&mut self, first: usize) {
        self.table.let_go(first);
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
    }

    fn catch_up(&self, seat: Option<&str>, from: usize) -> CatchUp {
        let to = self.table.played();
        let from = from.clamp(self.table.first(), to);
        let lines = self.log(seat, from + 1);
        let dice = if self.secretive() {
            self.told(seat, from + 1).into_iter().flat_map(|told| told.dice).collect()
        } else {
            let since = (from + 1..=to).filter_map(|number| self.table.entry(number));
            since.flat_map(|entry| &entry.rolls).copied().collect()
        };
        let board = self.table.game.board(&self.table.state, self.seat(seat));
        let standing = match self.pending_now(|_| board.prompt.clone()) {
            Ok(pending) => format!("{} [{}]", pending.prompt, pending.case),
            Err(ending) => ending.verdict,
        };
        catch_up::tell(from, to, lines, dice, &board, &standing)
    }

    fn dice(&self) -> DiceCount {
        let game = &self.table.game;
        // What was taken back by consent was rolled all the same.
        let back = self.table.backs.iter().flat_map(|back| &back.entries);
        let entries = back.chain(&self.table.entries);
        let rolls = entries.flat_map(|entry| entry.rolls.iter().map(|&roll| (usize::from(entry.seat.0), roll)));
        dice_count::count(game.die_faces(), game.seats(), rolls)
    }

    fn dice_told(&self, seat: Option<&str>) -> DiceCount {
        if !self.secretive() {
            return self.dice();
        }
        let (game, seats) = (&self.table.game, self.table.game.seats());
        let place = |told: &Happening| seats.iter().position(|name| Some(*name) == told.seat.as_deref()).unwrap_or_default();
        let told = self.told(seat, 1);
        let rolls = told.iter().flat_map(|told| told.dice.iter().map(|&roll| (place(told), roll)));
        dice_count::count(game.die_faces(), seats, rolls)
    }

    fn turns_between(&self, from: usize, to: usize) -> Vec<TurnMark> {
        let game = self.table.game.as_ref();
        let mut last = from.checked_sub(1).map(|before| game.board(&self.table.state_at(before), None).turn_number);
        let mut marks = Vec::new();
        self.retell(from, to, |entry, [_, state], events| {
            let level = lines(game, entry, &events, None).iter().map(|line| line.level).min();
            if entry == 0 || level.is_some_and(|level| level < 2) {
                let Board { turn_number, turn, phase, .. } = game.board(state, None);
                let new_turn = last.replace(turn_number) != Some(turn_number);
                marks.push(TurnMark { entry, turn_number, turn, phase, new_turn });
            }
        });
        marks
    }

    fn history(&self, from: usize) -> Vec<Happening> {
        let mut all = Vec::new();
        self.retell(from, usize::MAX, |entry, _, events| all.push(happening(&self.table, entry, &events)));
        all
    }

    fn told(&self, seat: Option<&str>, from: usize) -> Vec<Happening> {
        if !self.secretive() {
            return self.history(from);
        }
        let (game, seat) = (self.table.game.as_ref(), self.seat(seat));
        let mut all = Vec::new();
        self.retell(from, usize::MAX, |entry, [before, after], events| {
            let mut told = happening(&self.table, entry, &[]);
            (told.action, told.dice) = match self.table.entry(entry) {
                Some(played) => game.told_entry(before, after, played.seat, played.action, &played.rolls, seat),
                None => (told.action, Vec::new()),
            };
            told.log = lines(game, entry, &events, seat);
            let known = events.iter().filter_map(|event| game.told(event, seat));
            told.events = known.map(|event| serde_json::to_value(event).unwrap_or_default()).collect();
            told.reveals = events.iter().any(|event| game.reveals(event));
            told.check.clear();
            all.push(told);
        });
        all
    }

    fn log_between(&self, seat: Option<&str>, from: usize, to: usize) -> Vec<Line> {
        let (game, seat) = (self.table.game.as_ref(), self.seat(seat));
        let mut all = Vec::new();
        self.retell(from, to, |entry, _, events| all.extend(lines(game, entry, &events, seat)));
        all
    }
}
