//! One running game with its history: play, take back, look back.
//!
//! A table holds little: the entries, and some of the positions between them (`kept.rs`). What lies between those is played again from
//! there, with the dice that were written down, and so are the events of any entry. A server holds hundreds of tables.
//!
//! Of a long game a table may hold the end only: it then begins in the position after so many entries ([`Table::first`]), and whoever wants
//! to know of earlier ones asks somebody who has them.

use crate::back::{self, Back};
use crate::case::Refusal;
use crate::chance::Chance;
use crate::closing::Closing;
use crate::dice::{Dice, RecordingDice, ScriptedDice};
use crate::digest::Digest;
use crate::fair::DiceNote;
use crate::game::{Decision, Game, Seat, Umpire};
use crate::kept::Kept;
use crate::record::Entry;
use std::sync::Arc;

/// A game in progress.
pub struct Table<G: Game> {
    /// The rules, shared by all tables of the same game.
    pub game: Arc<G>,
    /// The position now.
    pub state: G::State,
    /// The rolls of the set-up.
    pub deal: Vec<u8>,
    /// How many entries were played before those that are held here.
    first: usize,
    /// What was played after that.
    pub entries: Vec<Entry<G::Action>>,
    /// What was played and taken back by consent.
    pub backs: Vec<Back<Entry<G::Action>>>,
    /// Where the dice come from, if that was promised.
    pub note: Option<DiceNote>,
    /// How the players ended it, if they did.
    pub closing: Option<Closing>,
    /// The record of what was played before the rules were corrected, if they were: it does not follow from the present ones, and is kept as text.
    pub preface: Option<Box<str>>,
    /// Some of the positions before entries.
    kept: Kept<G::State>,
}

impl<G: Game> Table<G> {
    /// Sets up a game. The events of the set-up are returned too.
    pub fn new(game: Arc<G>, dice: &mut dyn Dice) -> (Self, Vec<G::Event>) {
        let mut events = Vec::new();
        let mut dice = RecordingDice::new(dice);
        let state = game.start(&mut Umpire::new(&mut dice, &mut events));
        let deal = dice.rolls;
        (Self { deal, ..Self::at(game, state) }, events)
    }

    /// A game that begins in a given position, without history.
    pub const fn at(game: Arc<G>, state: G::State) -> Self {
        Self::after(game, state, 0)
    }

    /// A game that is taken up in the position after its first so many entries, which are not held here.
    pub const fn after(game: Arc<G>, state: G::State, first: usize) -> Self {
        Self {
            game,
            state,
            deal: Vec::new(),
            first,
            entries: Vec::new(),
            backs: Vec::new(),
            note: None,
            closing: None,
            preface: None,
            kept: Kept::new(),
        }
    }

    /// How many entries were played before those that are held here.
    pub const fn first(&self) -> usize {
        self.first
    }

    /// How many entries have been played, held here or not.
    pub const fn played(&self) -> usize {
        self.first + self.entries.len()
    }

    /// Entry number `number`, from 1, if it is held here.
    pub fn entry(&self, number: usize) -> Option<&Entry<G::Action>> {
        self.entries.get(number.checked_sub(self.first + 1)?)
    }

    /// Lets go of the first entries, so that the table begins in the position after `first` of them. They cannot be looked back to then.
    pub fn let_go(&mut self, first: usize) {
        if first <= self.first || first > self.played() {
            return;
        }
        let state = self.state_at(first);
        self.kept.begin_at(first, state);
        let gone = first - self.first;
        self.entries.drain(..gone);
        self.entries.shrink_to_fit();
        // What was taken back is told where the whole game is told.
        self.backs.clear();
        self.first = first;
    }

    /// The room that the entries and the kept positions take, in bytes, but for what entries hold elsewhere.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry<G::Action>>() + self.kept.bytes()
    }

    /// The seat that has to decide, unless the game is over.
    pub fn to_decide(&self) -> Option<Seat> {
        match self.game.decision(&self.state) {
            Decision::Choose { seat, .. } if self.closing.is_none() => Some(seat),
            _ => None,
        }
    }

    /// The players end the game. Nothing can be played or taken back after that.
    ///
    /// # Errors
    /// When it is over already.
    pub fn close(&mut self, closing: Closing) -> Result<(), &'static str> {
        self.to_decide().ok_or("the game is over")?;
        self.closing = Some(closing);
        Ok(())
    }

    /// Notes what others brought to the dice of the last action, if it took any.
    pub fn note_chance(&mut self, chance: Chance) {
        if let Some(last) = self.entries.last_mut().filter(|last| !last.rolls.is_empty() && !chance.is_empty()) {
            last.chance = Some(Box::new(chance));
        }
    }

    /// Plays an action through the checked door and writes it down.
    ///
    /// # Errors
    /// Why it was refused; nothing has changed then.
    pub fn play(&mut self, seat: Seat, action: G::Action, dice: &mut dyn Dice) -> Result<Vec<G::Event>, Refusal> {
        if self.closing.is_some() {
            return Err(Refusal::Over);
        }
        let mut events = Vec::new();
        let mut dice = RecordingDice::new(dice);
        let mut next = self.state.clone();
        self.game.play(&mut next, seat, action, &mut Umpire::new(&mut dice, &mut events))?;
        let check = self.check_number(&next, action, &dice.rolls);
        let before = std::mem::replace(&mut self.state, next);
        if self.kept.wants(self.played()) {
            self.kept.keep(self.played(), before);
        }
        self.entries.push(Entry { seat, action, rolls: dice.rolls, check, chance: None });
        Ok(events)
    }

    /// The check number of an entry: of the position after it, of what was done, and of the dice, so that another action or
    /// another die that happens to lead to the same position is found too.
    pub fn check_number(&self, after: &G::State, action: G::Action, rolls: &[u8]) -> u64 {
        let mut check = Digest::default();
        check.add(self.game.digest(after));
        for byte in self.game.write_action(action).bytes() {
            check.add(u64::from(byte));
        }
        for &roll in rolls {
            check.add(u64::from(roll) << 8);
        }
        check.finish()
    }

    /// The position after the first `played` entries; the present one if there are not so many, and the first one known if they are not held
    /// here.
    #[must_use]
    pub fn state_at(&self, played: usize) -> G::State {
        let played = played.max(self.first);
        let (nearest, mut state) = match self.kept.nearest(played) {
            Some((at, state)) if played < self.played() => (at, state.clone()),
            _ => return self.state.clone(),
        };
        for entry in &self.entries[nearest - self.first..played - self.first] {
            self.game.apply(&mut state, entry.action, &mut Umpire::silent(&mut ScriptedDice::new(&entry.rolls)));
        }
        state
    }

    /// The events of the set-up, told again.
    #[must_use]
    pub fn opening_events(&self) -> Vec<G::Event> {
        let mut events = Vec::new();
        self.game.start(&mut Umpire::new(&mut ScriptedDice::new(&self.deal), &mut events));
        events
    }

    /// Tells the entries from number `from` (the first is 1) again: hands each number, the positions before and after it, and its
    /// events to `seen`.
    pub fn retell(&self, from: usize, mut seen: impl FnMut(usize, [&G::State; 2], Vec<G::Event>)) {
        self.retell_some(from, usize::MAX, &mut seen);
    }

    /// The same as far as entry number `to`.
    pub fn retell_some(&self, from: usize, to: usize, mut seen: impl FnMut(usize, [&G::State; 2], Vec<G::Event>)) {
        let (first, last) = (from.saturating_sub(1).max(self.first), to.min(self.played()));
        if first >= last {
            return;
        }
        let mut state = self.state_at(first);
        for (number, entry) in (first + 1..=last).filter_map(|number| Some((number, self.entry(number)?))) {
            let mut events = Vec::new();
            let before = state.clone();
            self.game.apply(&mut state, entry.action, &mut Umpire::new(&mut ScriptedDice::new(&entry.rolls), &mut events));
            seen(number, [&before, &state], events);
        }
    }

    /// Whether `seat` may take the last action back by itself: it played it, and no dice were rolled for it.
    ///
    /// # Errors
    /// Says why it cannot be taken back.
    pub fn may_undo(&self, seat: Seat) -> Result<(), &'static str> {
        let last = self.entries.last().ok_or("nothing has been played yet")?;
        if self.closing.is_some() {
            return Err("the game is over");
        }
        // Whose it was comes first: whether the other side has rolled dice out of sight is not told.
        if last.seat != seat {
            return Err("the last action was the other side's");
        }
        if !last.rolls.is_empty() {
            return Err("dice have been rolled");
        }
        if self.revealed(self.played()) {
            return Err("what was hidden has been seen");
        }
        Ok(())
    }

    /// Whether something hidden came to light with entry number `entry`, from 1.
    #[must_use]
    pub fn revealed(&self, entry: usize) -> bool {
        let Some(played) = self.entry(entry).filter(|_| self.game.secretive()) else {
            return false;
        };
        let (mut state, mut events) = (self.state_at(entry - 1), Vec::new());
        self.game.apply(&mut state, played.action, &mut Umpire::new(&mut ScriptedDice::new(&played.rolls), &mut events));
        events.iter().any(|event| self.game.reveals(event))
    }

    /// Takes the last action back, unless dice were rolled for it or it was the other seat's.
    ///
    /// # Errors
    /// Says why it cannot be taken back.
    pub fn undo(&mut self, seat: Seat) -> Result<(), &'static str> {
        self.may_undo(seat)?;
        self.take_back(self.played() - 1);
        Ok(())
    }

    /// Takes back all entries after the first `keep`, whoever played them: by consent. Dice that were rolled for them stay in
    /// the record. Nothing is taken back of a game that the players have ended, and nothing that is not held here.
    pub fn take_back(&mut self, keep: usize) {
        if self.closing.is_some() {
            return;
        }
        self.set_back(keep);
        let keep = keep.saturating_sub(self.first);
        back::forget(&mut self.entries, &mut self.backs, keep, |entry| !entry.rolls.is_empty());
    }

    /// Takes back as a record says that it was done.
    pub(crate) fn back_to(&mut self, keep: usize) {
        self.set_back(keep);
        back::take_back(&mut self.entries, &mut self.backs, keep.saturating_sub(self.first));
    }

    /// Goes back to the moment when only the first `keep` entries had been played, for looking: what came later is forgotten.
    pub fn rewind(&mut self, keep: usize) {
        self.set_back(keep);
        back::rewind(&mut self.entries, &mut self.backs, keep.saturating_sub(self.first));
    }

    /// The position after the first `keep` entries becomes the present one.
    fn set_back(&mut self, keep: usize) {
        if keep < self.played() {
            self.closing = None;
            self.state = self.state_at(keep);
            self.kept.cut(keep);
        }
    }
}
