//! The running game of a table, computed from its journal.

use crate::store::{Step, StepKind, TableRow};
use crate::wire::{Moved, Reasoned};
use grognard_engine::dice::ScriptedDice;
use grognard_engine::fair::{self, DiceNote, FairDice};
use grognard_shelf::{Happening, Match, Rejection};

/// A running game.
pub struct Core {
    /// The game itself.
    pub game: Box<dyn Match>,
    /// The seed of its dice: a secret until the game is over.
    seed: [u8; 32],
    /// The length of the journal.
    pub seq: i64,
    /// How many dice of the table's seed have been thrown.
    pub drawn: u64,
    /// Which seat has to decide; none when the game is over.
    pub decider: Option<usize>,
    /// The entries that came with a record.
    pub given: usize,
    /// Of each entry that stands: whose it was, and whether dice were rolled.
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
}

impl Tidings {
    /// The action, if it is one.
    pub fn told(self) -> Option<Told> {
        match self {
            Self::Moved(told) => Some(told),
            Self::Undone(_) => None,
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
    /// Why the rest of a command was refused after dice had been rolled for its beginning.
    pub rejection: Option<Box<Rejection>>,
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
        let (since, revision) = (i64::from(game.identity().since), i64::from(game.identity().revision));
        if !(since..=revision).contains(&row.revision) {
            let began = row.revision;
            return Err(format!("the table was begun with revision {began} of its rulebook, and only {revision} is known here"));
        }
        Ok(Self::of(game, row.seed))
    }

    /// A game that begins now, with dice from a seed.
    pub fn of(mut game: Box<dyn Match>, seed: [u8; 32]) -> Self {
        game.note_dice(Some(DiceNote { commitment: fair::commitment(&seed), seed: None }));
        let (marks, reasons) = (Vec::new(), Vec::new());
        let mut core = Self { game, seed, seq: 0, drawn: 0, decider: None, given: 0, marks, reasons };
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
        let tidings = if step.kind == StepKind::Back {
            let keep: usize = step.action.parse().map_err(|_| fault(&"not a number of actions"))?;
            if self.game.undo_to(keep) == 0 {
                return Err(fault(&"no more has been played than that"));
            }
            self.forget(keep);
            Tidings::Undone(keep)
        } else {
            let mut dice = ScriptedDice::new(&step.rolls);
            let happening = self.game.submit(&step.seat, &step.action, &mut dice).map_err(|why| fault(&why.line))?;
            if dice.fault.is_some() || !dice.left().is_empty() {
                return Err(fault(&"the dice are not those that the rules ask for"));
            }
            if happening.check != step.check {
                return Err(fault(&format!("its check number is {}, not {}", happening.check, step.check)));
            }
            self.mark(&step.seat, &happening, step.reason.as_deref());
            if step.kind == StepKind::Given {
                // Its dice were thrown elsewhere, so that nothing can be promised about the dice of this record.
                self.given = self.game.played();
                self.game.note_dice(None);
            }
            Tidings::Moved(self.tell(happening))
        };
        self.seq = step.seq;
        self.drawn = step.drawn;
        self.settle();
        Ok(tidings)
    }

    /// Plays for a seat, with the table's own dice. The game has moved on then; if the lines cannot be written, it must be
    /// thrown away.
    ///
    /// # Errors
    /// Why it was refused; nothing has changed then.
    pub fn play(&mut self, seat: &str, deed: Deed<'_>, now: i64, reason: Option<&str>) -> Result<Played, Box<Rejection>> {
        let before = self.game.played();
        let mut dice = FairDice::new(self.seed, self.drawn);
        let answer = match deed {
            Deed::Action(action) => self.game.submit(seat, action, &mut dice).map(|one| vec![one]),
            Deed::Command(text) => self.game.command(text, &mut dice),
        };
        let (happenings, rejection) = match answer {
            Ok(happenings) => (happenings, None),
            Err(rejection) if self.game.played() == before => return Err(rejection),
            // What was rolled stays, whatever became of the rest.
            Err(rejection) => (self.game.history(before + 1), Some(rejection)),
        };
        let mut steps = Vec::with_capacity(happenings.len());
        for happening in &happenings {
            self.seq += 1;
            self.drawn += happening.dice.len() as u64;
            self.mark(seat, happening, reason);
            steps.push(Step {
                seq: self.seq,
                kind: StepKind::Act,
                seat: seat.to_owned(),
                action: happening.action.clone(),
                rolls: happening.dice.clone(),
                drawn: self.drawn,
                check: happening.check.clone(),
                played: happening.entry,
                at: now,
                reason: reason.map(str::to_owned),
            });
        }
        self.settle();
        let told = happenings.into_iter().map(|happening| self.tell(happening)).collect();
        Ok(Played { steps, told, rejection })
    }

    /// Takes back all but the first `keep` actions. Dice that were thrown are not thrown again.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub fn take_back(&mut self, seat: &str, keep: usize, now: i64) -> Result<Step, &'static str> {
        if self.game.undo_to(keep) == 0 {
            return Err("no more has been played than that");
        }
        self.forget(keep);
        self.seq += 1;
        self.settle();
        Ok(Step {
            seq: self.seq,
            kind: StepKind::Back,
            seat: seat.to_owned(),
            action: keep.to_string(),
            rolls: Vec::new(),
            drawn: self.drawn,
            check: String::new(),
            played: keep,
            at: now,
            reason: None,
        })
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
            Some(Reasoned { seat, played: entry - 1, action, reason: reason.to_string() })
        };
        self.reasons[first..].iter().filter_map(reasoned).collect()
    }

    /// Why the computer played its last move.
    pub fn last_reason(&self) -> Option<Reasoned> {
        let (entry, _) = self.reasons.last()?;
        self.reasons(*entry).pop()
    }

    /// What is told of the entry that was played last.
    fn tell(&self, happening: Happening) -> Told {
        let entry = happening.entry;
        if self.game.secretive() {
            let seen = |seat: Option<&str>| self.game.told(seat, entry).into_iter().next().map(Moved::from);
            let nothing = || Moved {
                action: String::new(),
                dice: Vec::new(),
                log: Vec::new(),
                check: String::new(),
                ..happening.clone().into()
            };
            let all = seen(None).unwrap_or_else(nothing);
            let seats = self.game.seats().iter().map(|seat| seen(Some(seat)).unwrap_or_else(nothing));
            return Told { all, seats: seats.collect() };
        }
        let reason = self.reasons.last().filter(|(of, _)| *of == entry).map(|(_, reason)| reason.to_string());
        Told { all: Moved { reason, ..happening.into() }, seats: Vec::new() }
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
        self.marks.truncate(keep);
        self.reasons.truncate(self.reasons.partition_point(|(entry, _)| *entry <= keep));
    }

    fn settle(&mut self) {
        let decider = self.game.to_decide();
        self.decider = decider.and_then(|seat| self.game.seats().iter().position(|name| *name == seat));
        if self.over() && self.given == 0 {
            self.game.note_dice(Some(DiceNote { commitment: fair::commitment(&self.seed), seed: Some(self.seed) }));
        }
    }
}
