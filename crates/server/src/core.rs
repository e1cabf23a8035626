//! The running game of a table, computed from its journal.

use crate::memory::{Memory, at_once};
use crate::store::{Snapshot, Step, StepKind, TableRow, Told as ToldLog, link_text};
use crate::throw::Linked;
use crate::wire::{Moved, Reasoned, ThrowTold};
use grognard_engine::board::Line;
use grognard_engine::chance::{self, Chance, Link};
use grognard_engine::closing::Way;
use grognard_engine::dice::{ScriptedDice, SeededDice};
use grognard_engine::fair::{DiceNote, FairDice};
use grognard_engine::orders::ORDERED;
use grognard_shelf::{Happening, Match, Midway, Rejection};

/// A running game.
pub struct Core {
    /// The game itself.
    pub game: Box<dyn Match>,
    /// The seed of its dice: a secret until the game is over.
    seed: [u8; 32],
    /// What was promised of it.
    promise: String,
    /// Whether the dice of the set-up are not of that seed: they came with a record. Then nothing is promised about the dice of this one.
    pub dealt_elsewhere: bool,
    /// What else follows from the journal.
    pub memory: Memory,
    /// The length of the journal.
    pub seq: i64,
    /// How much of it is known to be stored.
    pub written: i64,
    /// The check number of the last line, if that was an action.
    checked: Option<String>,
    /// The entries after which snapshots stand, in order: so far the log has been put away.
    put_away: Vec<usize>,
    /// The line after which a snapshot was taken last.
    pub taken: i64,
    /// Which seat has to decide; none when the game is over.
    pub decider: Option<usize>,
    /// Of each entry that stands and is held here: whose it was, and whether dice were rolled.
    pub marks: Vec<Mark>,
    /// Why computers played what they played: number of the entry and reason, in order.
    reasons: Vec<(usize, Box<str>)>,
}

/// What must be known of an entry to say whether it can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Whose it was.
    pub place: u8,
    /// Whether dice were rolled.
    pub rolled: bool,
    /// Whether something hidden came to light.
    pub revealed: bool,
}

impl Mark {
    /// Whether somebody has seen what cannot be unseen.
    pub const fn binds(self) -> bool {
        self.rolled || self.revealed
    }
}

/// Something that guests are told.
#[derive(Clone, Debug)]
pub enum Tidings {
    /// An action was played.
    Moved(Told),
    /// All but the first so many were taken back.
    Undone(usize),
    /// Whoever has to decide was reminded, by this seat.
    Reminded(String),
    /// Something that is told in another way: a chain was announced, or the players ended the game.
    Else,
}

impl Tidings {
    /// The action, if it is one.
    pub fn told(self) -> Option<Told> {
        match self {
            Self::Moved(told) => Some(told),
            Self::Undone(_) | Self::Reminded(_) | Self::Else => None,
        }
    }
}

/// An action that was played, as each may know it.
#[derive(Clone, Debug)]
pub struct Told {
    /// As those who look on may know it; in a game without secrets everybody.
    all: Moved,
    /// As each seat may know it; empty in a game without secrets.
    seats: Vec<Moved>,
}

impl Told {
    /// As somebody in this place may know it; nobody's place is that of those who look on.
    pub fn to(&self, place: Option<usize>) -> &Moved {
        place.and_then(|place| self.seats.get(place)).unwrap_or(&self.all)
    }

    /// Whether not all are told the same.
    pub const fn differs(&self) -> bool {
        !self.seats.is_empty()
    }
}

/// What was played, ready to be written.
pub struct Played {
    /// The lines of the journal.
    pub steps: Vec<Step>,
    /// What happened, as each may know it.
    pub told: Vec<Told>,
}

/// What somebody wants to play.
#[derive(Clone, Copy, Debug)]
pub enum Deed<'a> {
    /// An action in the words of the record.
    Action(&'a str),
    /// What a person types.
    Command(&'a str),
}

impl Core {
    /// The opening of a table.
    ///
    /// # Errors
    /// What does not fit.
    pub fn open(row: &TableRow) -> Result<Self, String> {
        let game = match &row.position {
            Some(text) => grognard_shelf::load("position", text),
            None => {
                let mut dice = ScriptedDice::new(&row.deal);
                grognard_shelf::open(&row.game, &row.options, &mut dice)
            }
        };
        let game = game.map_err(|fault| fault.to_string())?;
        let mut core = Self::of(game, row.seed, row.promise.clone());
        if row.position.is_none() {
            // The dice of the set-up were the first of the seed.
            core.memory.drawn = row.deal.len() as u64;
            core.note_deal(row);
        }
        Ok(core)
    }

    /// A table taken up after a line of its journal.
    ///
    /// # Errors
    /// Why the snapshot does not fit that line.
    pub fn take_up(row: &TableRow, snapshot: &Snapshot, line: Option<&Step>, strict: bool) -> Result<Self, String> {
        let line = line.filter(|line| line.seq == snapshot.seq).ok_or("its line of the journal is missing")?;
        if line.played != snapshot.played {
            return Err(format!("it was taken after {} actions, its line says {}", snapshot.played, line.played));
        }
        let last = match line.kind {
            StepKind::Act | StepKind::Given => Some((line.action.as_str(), line.rolls.as_slice(), line.check.as_str())),
            StepKind::Correct if line.action == snapshot.position => None,
            _ if snapshot.passing => None,
            _ => return Err("its line of the journal is no action".to_owned()),
        };
        if last.is_some_and(|(_, _, check)| check != snapshot.check) {
            return Err(format!("its check number is {}, the line says {}", snapshot.check, line.check));
        }
        let memory = serde_json::from_str(&snapshot.memory).map_err(|why| format!("its memory cannot be read: {why}"))?;
        let mut core = Self::midway(row, &snapshot.position, snapshot.played, last.filter(|_| strict), memory)?;
        core.seq = snapshot.seq;
        core.written = snapshot.seq;
        core.taken = snapshot.seq;
        core.checked = last.map(|(_, _, check)| check.to_owned());
        Ok(core)
    }

    /// A table taken up in a position, after so many actions.
    ///
    /// # Errors
    /// Why the position is not that of the action that led to it.
    pub fn midway(
        row: &TableRow,
        position: &str,
        played: usize,
        last: Option<(&str, &[u8], &str)>,
        memory: Memory,
    ) -> Result<Self, String> {
        let midway = Midway { position, played, last };
        let game = grognard_shelf::take_up(&row.game, &row.options, &midway).map_err(|fault| fault.to_string())?;
        let mut core = Self::of(game, row.seed, row.promise.clone());
        if memory.given > 0 {
            core.game.note_dice(None);
        }
        core.put_away.push(played);
        core.memory = memory;
        core.note_deal(row);
        core.settle();
        Ok(core)
    }

    /// Notes whether the dice of the set-up are those of the seed. A record that holds no action leaves no other trace of where they were thrown.
    fn note_deal(&mut self, row: &TableRow) {
        if row.position.is_some() || row.deal.is_empty() {
            return;
        }
        let own = grognard_shelf::open(&row.game, &row.options, &mut FairDice::new(row.seed, 0));
        let own = own.ok().and_then(|game| game.history(0).into_iter().next());
        self.dealt_elsewhere = own.is_some_and(|set_up| set_up.dice != row.deal);
        if self.dealt_elsewhere {
            self.game.note_dice(None);
        }
    }

    /// A game that begins now, with dice from a seed.
    pub fn of(mut game: Box<dyn Match>, seed: [u8; 32], promise: String) -> Self {
        game.note_dice(Some(DiceNote { commitment: promise.clone(), seed: None }));
        let (marks, reasons, memory) = (Vec::new(), Vec::new(), Memory::default());
        let (seq, written, put_away, taken, checked, decider) = (0, 0, Vec::new(), 0, None, None);
        let dealt_elsewhere = false;
        let mut core = Self {
            game,
            seed,
            promise,
            dealt_elsewhere,
            memory,
            seq,
            written,
            checked,
            put_away,
            taken,
            decider,
            marks,
            reasons,
        };
        core.settle();
        core
    }

    /// Plays a line of the journal again.
    ///
    /// # Errors
    /// At which line the journal does not hold.
    pub fn replay(&mut self, step: &Step) -> Result<Tidings, String> {
        let fault = |why: &dyn std::fmt::Display| format!("line {} of the journal: {why}", step.seq);
        if step.seq != self.seq + 1 {
            return Err(fault(&format!("expected line {}", self.seq + 1)));
        }
        let tidings = match step.kind {
            StepKind::Correct => return Err(fault(&"the rules were corrected here; what follows is taken up from there")),
            StepKind::Chain | StepKind::Orders | StepKind::Sit | StepKind::Link => Tidings::Else,
            StepKind::Remind => Tidings::Reminded(step.seat.clone()),
            StepKind::Close => {
                let way = Way::read(&step.action).map_err(|why| fault(&why))?;
                self.game.close(&step.seat, way).map_err(|why| fault(&why))?;
                Tidings::Else
            }
            StepKind::Back => {
                let keep: usize = step.action.parse().map_err(|_| fault(&"not a number of actions"))?;
                if keep < self.game.first() || self.game.undo_to(keep) == 0 {
                    return Err(fault(&"no more has been played than that"));
                }
                self.forget(keep);
                Tidings::Undone(keep)
            }
            StepKind::Act | StepKind::Given => self.replay_action(step).map_err(|why| fault(&why))?,
        };
        // An action has noted itself, since what is told of it depends on what was before.
        if !matches!(step.kind, StepKind::Act | StepKind::Given) {
            self.memory.note(step).map_err(|why| fault(&why))?;
            self.checked = None;
        }
        self.seq = step.seq;
        self.written = step.seq;
        self.settle();
        Ok(tidings)
    }

    /// Plays an action of the journal again. If it does not hold, nothing has changed.
    fn replay_action(&mut self, step: &Step) -> Result<Tidings, String> {
        let before = self.game.played();
        let mut dice = ScriptedDice::new(&step.rolls);
        let happening = self.game.submit(&step.seat, &step.action, &mut dice).map_err(|why| why.line)?;
        let holds = if dice.fault.is_some() || !dice.left().is_empty() {
            Err("the dice are not those that the rules ask for".to_owned())
        } else if happening.check != step.check {
            Err(format!("its check number is {}, not {}", happening.check, step.check))
        } else {
            step.chance()
        };
        let chance = match holds {
            Ok(chance) => chance,
            Err(why) => {
                self.game.undo_to(before);
                return Err(why);
            }
        };
        self.mark(&step.seat, &happening, step.reason.as_deref());
        let thrown = self.memory.drawn;
        self.memory.note(step)?;
        if !step.rolls.is_empty() && !chance.is_empty() {
            self.game.note_chance(chance.clone());
        }
        if step.kind == StepKind::Given {
            // Its dice were thrown elsewhere, so that nothing can be promised about the dice of this record.
            self.game.note_dice(None);
        }
        self.checked = Some(step.check.clone());
        Ok(Tidings::Moved(self.tell(happening, thrown, &chance)))
    }

    /// After which entry the log begins that has not been put away; -1 if it begins with the set-up.
    pub fn since(&self) -> i64 {
        self.put_away.last().map_or(-1, |played| *played as i64)
    }

    /// Whether enough has been played since the last snapshot, and whether one can be taken here.
    pub fn wants_snapshot(&self, stretch: usize) -> bool {
        self.checked.is_some() && self.game.played() as i64 >= self.since().max(0) + stretch as i64
    }

    /// A snapshot of the present position, with the log since the last one. A passing one is replaced by the next, and may stand after any line: a game is put
    /// away as it is, be it that a chain was announced last, or that it was ended.
    pub fn snapshot(&mut self, passing: bool) -> Option<Snapshot> {
        let check = self.checked.clone().or_else(|| passing.then(String::new))?;
        let snapshot = self.snapshot_at(self.seq, check, passing);
        if !passing {
            self.put_away.push(snapshot.played);
        }
        self.taken = self.seq;
        Some(snapshot)
    }

    /// A snapshot of the present position that belongs to line `seq`.
    pub fn snapshot_at(&self, seq: i64, check: String, passing: bool) -> Snapshot {
        let (game, played) = (self.game.as_ref(), self.game.played());
        let from = (self.since() + 1) as usize;
        let log = |seat: Option<&str>| self.log(seat, from, played);
        let seats = if game.has_secrets() { game.seats() } else { &[] };
        let told = ToldLog { all: log(None), seats: seats.iter().map(|seat| log(Some(seat))).collect() };
        Snapshot {
            seq,
            played,
            since: self.since(),
            revision: i64::from(game.identity().revision),
            check,
            passing,
            position: game.position(),
            memory: serde_json::to_string(&self.memory).unwrap_or_default(),
            turns: game.turns_between(from, played),
            log: told.pack(),
        }
    }

    /// Lets go of what was played long ago and has been put away, so that the last actions stay at hand, `at_hand` of them at least.
    pub fn let_go(&mut self, at_hand: usize) {
        let last = self.game.played().saturating_sub(at_hand);
        let Some(&first) = self.put_away.iter().rev().find(|played| **played <= last) else { return };
        let before = self.game.first();
        self.game.let_go(first);
        let gone = self.game.first() - before;
        self.marks.drain(..gone.min(self.marks.len()));
        self.marks.shrink_to_fit();
        self.reasons.retain(|(entry, _)| *entry > first);
        self.reasons.shrink_to_fit();
    }

    /// The actions that somebody wants to play, one after the other.
    ///
    /// # Errors
    /// When it cannot be understood, or is refused before any die could fall.
    pub fn plan(&self, deed: Deed<'_>) -> Result<Vec<String>, Box<Rejection>> {
        match deed {
            Deed::Action(action) => Ok(vec![action.to_owned()]),
            Deed::Command(text) => {
                let plan = self.game.meant(text)?;
                // A rulebook tells best what is wrong with a command as a whole; what comes after a die is not known yet.
                let mut trial = self.game.fork();
                match trial.command(text, &mut SeededDice::new(0)) {
                    Err(rejection) if trial.played() == 0 => Err(rejection),
                    _ => Ok(plan),
                }
            }
        }
    }

    /// What is brought to a throw. A link that is not the next one of its chain does not count.
    pub fn chance(&self, word: Option<String>, link: Option<(&str, String)>) -> Chance {
        let Memory { chains, named, .. } = &self.memory;
        let link = link.filter(|(seat, link)| chains.check(seat, link).is_ok());
        let link = link.map(|(seat, link)| {
            let foot = chains.anchor(seat).map(str::to_owned);
            let named = named.iter().rev().find(|(of, _)| of == seat).map(|(_, foot)| foot);
            let anchor = foot.filter(|foot| Some(foot) != named);
            Link { seat: seat.to_owned(), anchor, link }
        });
        Chance { word, link }
    }

    /// What guests are told to call the throw of an entry: the number of its first die, or a label where something is hidden. It is a label still when the
    /// throw ends the game, since that is what has been noted.
    pub fn throw_name(&self, entry: usize, number: u64) -> u64 {
        if self.game.has_secrets() { chance::label(entry, self.memory.taken_back()) } else { number }
    }

    /// What binds us to an action before its die is known.
    pub fn deed(&self, seat: &str, action: &str) -> String {
        chance::deed(&self.seed, self.memory.drawn + 1, seat, action)
    }

    /// Plays actions for a seat until one has thrown dice, with the table's own seed and what was brought. The game has moved on then; if the
    /// lines cannot be written, it must be thrown away. If one is refused after something hidden has come to light, so much is played.
    ///
    /// # Errors
    /// Why one was refused; nothing has changed then.
    pub fn play(
        &mut self,
        seat: &str,
        actions: &[String],
        chance: &Chance,
        now: i64,
        reason: Option<&str>,
    ) -> Result<Played, Box<Rejection>> {
        let before = self.game.played();
        let mut happenings: Vec<Happening> = Vec::new();
        for action in actions {
            let mut dice = FairDice::with(self.seed, self.memory.drawn, chance);
            match self.game.submit(seat, action, &mut dice) {
                Ok(happening) => happenings.push(happening),
                Err(rejection) => {
                    // What has come to light stays played, as after a die: a command that must go wrong is no way to look. The rest is refused by itself.
                    let seen = happenings.iter().rposition(|happening| happening.reveals).map_or(0, |at| at + 1);
                    let _ = self.game.undo_to(before + seen);
                    if seen == 0 {
                        return Err(rejection);
                    }
                    happenings.truncate(seen);
                    break;
                }
            }
            if dice.drawn() > self.memory.drawn {
                break;
            }
        }
        let mut played = Played { steps: Vec::with_capacity(happenings.len()), told: Vec::new() };
        let thrown = self.memory.drawn;
        for happening in &happenings {
            self.seq += 1;
            self.mark(seat, happening, reason);
            let rolled = !happening.dice.is_empty();
            let step = Step {
                seq: self.seq,
                kind: StepKind::Act,
                seat: seat.to_owned(),
                action: happening.action.clone(),
                rolls: happening.dice.clone(),
                drawn: self.memory.drawn + happening.dice.len() as u64,
                check: happening.check.clone(),
                played: happening.entry,
                at: now,
                reason: reason.map(str::to_owned),
                word: chance.word.clone().filter(|_| rolled),
                link: chance.link.as_ref().filter(|_| rolled).map(link_text),
            };
            // What was just written can be read.
            let _ = self.memory.note(&step);
            if rolled && !chance.is_empty() {
                self.game.note_chance(chance.clone());
            }
            self.checked = Some(step.check.clone());
            played.steps.push(step);
        }
        self.settle();
        played.told = happenings.into_iter().map(|happening| self.tell(happening, thrown, chance)).collect();
        Ok(played)
    }

    /// A seat announces the chain from which its links will come.
    pub fn announce(&mut self, seat: &str, foot: &str, now: i64) -> Step {
        self.line(StepKind::Chain, seat, foot.to_owned(), now, None)
    }

    /// A seat has given a link for a throw that is about to come.
    pub fn keep_link(&mut self, linked: &Linked, now: i64) -> Step {
        self.line(StepKind::Link, &linked.seat, linked.text(), now, None)
    }

    /// A seat reminds whoever has to decide.
    pub fn remind(&mut self, seat: &str, now: i64) -> Step {
        self.line(StepKind::Remind, seat, String::new(), now, None)
    }

    /// Somebody has sat down in an open seat.
    pub fn sit(&mut self, seat: &str, now: i64) -> Step {
        self.line(StepKind::Sit, seat, String::new(), now, None)
    }

    /// A seat gives standing orders, which have been read.
    pub fn order(&mut self, seat: &str, orders: String, now: i64) -> Step {
        self.line(StepKind::Orders, seat, orders, now, None)
    }

    /// What the orders of whoever has to decide answer now: the action, and the words that the log has for it.
    pub fn ordered(&self) -> Option<(String, String)> {
        let seat = self.game.seats().get(self.decider?)?;
        self.game.answer(self.memory.orders(seat).0)
    }

    /// The log of some entries as a seat may read it, with what was answered by standing orders.
    pub fn log(&self, seat: Option<&str>, from: usize, to: usize) -> Vec<Line> {
        let mut lines = self.game.log_between(seat, from, to);
        for (entry, reason) in self.reasons.iter().filter(|(entry, _)| (from..=to).contains(entry)) {
            if let Some(note) = self.note(*entry, reason) {
                lines.insert(lines.partition_point(|line| line.entry <= *entry), note);
            }
        }
        lines
    }

    /// The line that says that an entry was answered by orders. What was ordered is nobody's business while something is hidden.
    fn note(&self, entry: usize, reason: &str) -> Option<Line> {
        let words = if self.game.secretive() { ORDERED } else { reason };
        reason.starts_with(ORDERED).then(|| Line { entry, level: 3, text: format!("({words})"), ..Line::default() })
    }

    /// The players end the game.
    ///
    /// # Errors
    /// When it is over already; nothing has changed then.
    pub fn close(&mut self, seat: &str, way: Way, now: i64) -> Result<Step, &'static str> {
        self.game.close(seat, way)?;
        let step = self.line(StepKind::Close, seat, way.word().to_owned(), now, None);
        self.settle();
        Ok(step)
    }

    /// A line of the journal that is no action.
    fn line(&mut self, kind: StepKind, seat: &str, action: String, now: i64, reason: Option<String>) -> Step {
        self.seq += 1;
        self.checked = None;
        let step = Step {
            seq: self.seq,
            kind,
            seat: seat.to_owned(),
            action,
            rolls: Vec::new(),
            drawn: self.memory.drawn,
            check: String::new(),
            played: self.game.played(),
            at: now,
            reason,
            word: None,
            link: None,
        };
        let _ = self.memory.note(&step);
        step
    }

    /// Takes back all but the first `keep` actions. Dice that were thrown are not thrown again. Whoever does so without being allowed to by the other side
    /// (`agreed`) stops no clock by it: the time since the last action is that of whoever was to decide.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub fn take_back(&mut self, seat: &str, keep: usize, now: i64, agreed: bool) -> Result<Step, &'static str> {
        if keep < self.game.first() || self.game.undo_to(keep) == 0 {
            return Err("no more has been played than that");
        }
        self.forget(keep);
        let decider = self.decider.and_then(|place| self.game.seats().get(place)).copied().unwrap_or(seat);
        let reason = (!agreed).then(|| at_once(decider));
        let step = self.line(StepKind::Back, seat, keep.to_string(), now, reason);
        self.settle();
        Ok(step)
    }

    /// The line that says that the game goes on from this position by corrected rules.
    pub fn correct(&mut self, now: i64, revision: i64) -> Step {
        let position = self.game.position();
        self.line(StepKind::Correct, "", position, now, Some(format!("revision {revision}")))
    }

    /// When a seat last did something, in milliseconds since 1970; 0 if it never did.
    pub fn last_of(&self, seat: &str) -> i64 {
        self.memory.last_of(seat)
    }

    /// How many lines of the journal a seat has spent on what it took back.
    pub fn spent(&self, seat: &str) -> usize {
        self.memory.spent(seat)
    }

    /// Whether the game is over.
    pub const fn over(&self) -> bool {
        self.decider.is_none()
    }

    /// Why computers played what they played, from entry `from` on. In a game with secrets nobody is told before the end.
    pub fn reasons(&self, from: usize) -> Vec<Reasoned> {
        if self.game.secretive() {
            return Vec::new();
        }
        let first = self.reasons.partition_point(|(entry, _)| *entry < from);
        let Some((entry, _)) = self.reasons.get(first) else { return Vec::new() };
        let told = self.game.history(*entry);
        let reasoned = |(entry, reason): &(usize, Box<str>)| {
            let played = told.iter().find(|happening| happening.entry == *entry)?;
            let (seat, action) = (played.seat.clone().unwrap_or_default(), played.action.clone());
            Some(Reasoned { seat, played: entry - 1, action, reason: reason.to_string(), then: None })
        };
        self.reasons[first..].iter().filter_map(reasoned).collect()
    }

    /// Why the computer played its last move.
    pub fn last_reason(&self) -> Option<Reasoned> {
        let (entry, _) = self.reasons.last()?;
        self.reasons(*entry).pop()
    }

    /// What is told of the entry that was played last. Dice had been thrown `thrown` times before it.
    fn tell(&self, happening: Happening, thrown: u64, chance: &Chance) -> Told {
        let die = self.throw_name(happening.entry, thrown + 1);
        let told = self.tell_of(happening);
        let throw = |moved: Moved| {
            let throw = ThrowTold {
                die,
                word: chance.word.clone(),
                seat: chance.link.as_ref().map(|link| link.seat.clone()),
                link: chance.link.as_ref().map(|link| link.link.clone()),
            };
            // Whoever is not told the dice is not told of them.
            Moved { throw: (!moved.dice.is_empty()).then(|| Box::new(throw)), ..moved }
        };
        Told { all: throw(told.all), seats: told.seats.into_iter().map(throw).collect() }
    }

    fn tell_of(&self, happening: Happening) -> Told {
        let entry = happening.entry;
        let reason = self.reasons.last().filter(|(of, _)| *of == entry).map(|(_, reason)| reason.to_string());
        let note = reason.as_deref().and_then(|reason| self.note(entry, reason));
        if self.game.secretive() {
            let seen = |seat: Option<&str>| self.game.told(seat, entry).into_iter().next().map(Moved::from);
            let nothing = || Moved {
                action: String::new(),
                dice: Vec::new(),
                log: Vec::new(),
                check: String::new(),
                ..happening.clone().into()
            };
            let ordered = |mut moved: Moved| {
                moved.reason = note.as_ref().map(|_| ORDERED.to_owned());
                moved.log.extend(note.clone());
                moved
            };
            let all = ordered(seen(None).unwrap_or_else(nothing));
            let seats = self.game.seats().iter().map(|seat| ordered(seen(Some(seat)).unwrap_or_else(nothing)));
            return Told { all, seats: seats.collect() };
        }
        let mut all = Moved { reason, ..happening.into() };
        all.log.extend(note);
        Told { all, seats: Vec::new() }
    }

    fn mark(&mut self, seat: &str, happening: &Happening, reason: Option<&str>) {
        let place = self.game.seats().iter().position(|name| *name == seat).unwrap_or_default();
        self.marks.push(Mark { place: place as u8, rolled: !happening.dice.is_empty(), revealed: happening.reveals });
        if let Some(reason) = reason {
            self.reasons.push((happening.entry, reason.into()));
        }
    }

    /// Notes that only the first `keep` entries stand.
    fn forget(&mut self, keep: usize) {
        self.marks.truncate(keep - self.game.first().min(keep));
        // A snapshot of what was taken back does not stand any more, and its stretch of the log is told anew.
        self.put_away.truncate(self.put_away.partition_point(|played| *played <= keep));
        self.reasons.truncate(self.reasons.partition_point(|(entry, _)| *entry <= keep));
    }

    fn settle(&mut self) {
        let decider = self.game.to_decide();
        self.decider = decider.and_then(|seat| self.game.seats().iter().position(|name| *name == seat));
        if self.over() && self.memory.given == 0 && !self.dealt_elsewhere {
            self.game.note_dice(Some(DiceNote { commitment: self.promise.clone(), seed: Some(self.seed) }));
        }
    }
}
