//! One running game with its history: play, take back, look back.
//!
//! A table holds little: the entries, and the position before every sixteenth of them. What lies between is played again from
//! there, with the dice that were written down, and so are the events of any entry. A server holds hundreds of tables.

use crate::back::{self, Back};
use crate::case::Refusal;
use crate::chance::Chance;
use crate::closing::Closing;
use crate::dice::{Dice, RecordingDice, ScriptedDice};
use crate::digest::Digest;
use crate::fair::DiceNote;
use crate::game::{Decision, Game, Seat, Umpire};
use crate::record::Entry;
use std::sync::Arc;

/// Entries from one kept position to the next.
const STRIDE: usize = 16;

/// A game in progress.
pub struct Table<G: Game> {
    /// The rules, shared by all tables of the same game.
    pub game: Arc<G>,
    /// The position now.
    pub state: G::State,
    /// The rolls of the set-up.
    pub deal: Vec<u8>,
    /// What was played.
    pub entries: Vec<Entry<G::Action>>,
    /// What was played and taken back by consent.
    pub backs: Vec<Back<Entry<G::Action>>>,
    /// Where the dice come from, if that was promised.
    pub note: Option<DiceNote>,
    /// How the players ended it, if they did.
    pub closing: Option<Closing>,
    /// The position before every [`STRIDE`]th entry.
    kept: Vec<G::State>,
}

impl<G: Game> Table<G> {
    /// Sets up a game. The events of the set-up are returned too.
    pub fn new(game: Arc<G>, dice: &mut dyn Dice) -> (Self, Vec<G::Event>) {
        let mut events = Vec::new();
        let mut dice = RecordingDice::new(dice);
        let state = game.start(&mut Umpire::new(&mut dice, &mut events));
        let deal = dice.rolls;
        (Self { game, state, deal, entries: Vec::new(), backs: Vec::new(), note: None, closing: None, kept: Vec::new() }, events)
    }

    /// A game that begins in a given position, without history.
    pub const fn at(game: Arc<G>, state: G::State) -> Self {
        Self {
            game,
            state,
            deal: Vec::new(),
            entries: Vec::new(),
            backs: Vec::new(),
            note: None,
            closing: None,
            kept: Vec::new(),
        }
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
        if self.entries.len().is_multiple_of(STRIDE) {
            self.kept.push(before);
        }
        self.entries.push(Entry { seat, action, rolls: dice.rolls, check, chance: None });
        Ok(events)
    }

    /// The check number of an entry: of the position after it, of what was done, and of the dice, so that another action or
    /// another die that happens to lead to the same position is found too.
    fn check_number(&self, after: &G::State, action: G::Action, rolls: &[u8]) -> u64 {
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

    /// The position after the first `played` entries; the present one if there are not so many.
    #[must_use]
    pub fn state_at(&self, played: usize) -> G::State {
        if played >= self.entries.len() {
            return self.state.clone();
        }
        let first = played / STRIDE;
        let mut state = self.kept[first].clone();
        for entry in &self.entries[first * STRIDE..played] {
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
        let first = from.max(1) - 1;
        if first >= self.entries.len() {
            return;
        }
        let mut state = self.state_at(first);
        for (i, entry) in self.entries.iter().enumerate().skip(first) {
            let mut events = Vec::new();
            let before = state.clone();
            self.game.apply(&mut state, entry.action, &mut Umpire::new(&mut ScriptedDice::new(&entry.rolls), &mut events));
            seen(i + 1, [&before, &state], events);
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
        if !last.rolls.is_empty() {
            return Err("dice have been rolled");
        }
        if last.seat != seat {
            return Err("the last action was the other side's");
        }
        if self.revealed(self.entries.len()) {
            return Err("what was hidden has been seen");
        }
        Ok(())
    }

    /// Whether something hidden came to light with entry number `entry`, from 1.
    #[must_use]
    pub fn revealed(&self, entry: usize) -> bool {
        let Some(played) = entry.checked_sub(1).and_then(|i| self.entries.get(i)).filter(|_| self.game.secretive()) else {
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
        self.take_back(self.entries.len() - 1);
        Ok(())
    }

    /// Takes back all entries after the first `keep`, whoever played them: by consent. Dice that were rolled for them stay in
    /// the record. Nothing is taken back of a game that the players have ended.
    pub fn take_back(&mut self, keep: usize) {
        if self.closing.is_some() {
            return;
        }
        self.set_back(keep);
        back::forget(&mut self.entries, &mut self.backs, keep, |entry| !entry.rolls.is_empty());
    }

    /// Takes back as a record says that it was done.
    pub(crate) fn back_to(&mut self, keep: usize) {
        self.set_back(keep);
        back::take_back(&mut self.entries, &mut self.backs, keep);
    }

    /// Goes back to the moment when only the first `keep` entries had been played, for looking: what came later is forgotten.
    pub fn rewind(&mut self, keep: usize) {
        self.set_back(keep);
        back::rewind(&mut self.entries, &mut self.backs, keep);
    }

    /// The position after the first `keep` entries becomes the present one.
    fn set_back(&mut self, keep: usize) {
        if keep < self.entries.len() {
            self.closing = None;
            self.state = self.state_at(keep);
            self.kept.truncate(keep.div_ceil(STRIDE));
        }
    }
}
