//! The running game of a table, computed from its journal.

use crate::store::{Step, StepKind, TableRow};
use crate::wire::Moved;
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
}

/// What must be known of an entry to say whether it can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Whose it was.
    pub place: u8,
    /// Whether dice were rolled.
    pub rolled: bool,
}

/// Something that guests are told.
#[derive(Clone, Debug)]
pub enum Tidings {
    /// An action was played.
    Moved(Moved),
    /// All but the first so many were taken back.
    Undone(usize),
}

impl Tidings {
    /// The action, if it is one.
    pub fn moved(self) -> Option<Moved> {
        match self {
            Self::Moved(moved) => Some(moved),
            Self::Undone(_) => None,
        }
    }
}

/// What was played, ready to be written.
pub struct Played {
    /// The lines of the journal.
    pub steps: Vec<Step>,
    /// What happened.
    pub happenings: Vec<Happening>,
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
        let mut game = game.map_err(|fault| fault.to_string())?;
        let revision = i64::from(game.identity().revision);
        if revision != row.revision {
            let began = row.revision;
            return Err(format!("the table was begun with revision {began} of its rulebook, and only {revision} is known here"));
        }
        game.note_dice(Some(DiceNote { commitment: fair::commitment(&row.seed), seed: None }));
        let mut core = Self { game, seed: row.seed, seq: 0, drawn: 0, decider: None, given: 0, marks: Vec::new() };
        core.settle();
        Ok(core)
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
            self.marks.truncate(keep);
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
            self.mark(&step.seat, !step.rolls.is_empty());
            if step.kind == StepKind::Given {
                // Its dice were thrown elsewhere, so that nothing can be promised about the dice of this record.
                self.given = self.game.played();
                self.game.note_dice(None);
            }
            Tidings::Moved(happening.into())
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
    pub fn play(&mut self, seat: &str, deed: Deed<'_>, now: i64) -> Result<Played, Box<Rejection>> {
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
            self.mark(seat, !happening.dice.is_empty());
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
            });
        }
        self.settle();
        Ok(Played { steps, happenings, rejection })
    }

    /// Takes back all but the first `keep` actions. Dice that were thrown are not thrown again.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub fn take_back(&mut self, seat: &str, keep: usize, now: i64) -> Result<Step, &'static str> {
        if self.game.undo_to(keep) == 0 {
            return Err("no more has been played than that");
        }
        self.marks.truncate(keep);
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
        })
    }

    /// Whether the game is over.
    pub const fn over(&self) -> bool {
        self.decider.is_none()
    }

    fn mark(&mut self, seat: &str, rolled: bool) {
        let place = self.game.seats().iter().position(|name| *name == seat).unwrap_or_default();
        self.marks.push(Mark { place: place as u8, rolled });
    }

    fn settle(&mut self) {
        let decider = self.game.to_decide();
        self.decider = decider.and_then(|seat| self.game.seats().iter().position(|name| *name == seat));
        if self.over() && self.given == 0 {
            self.game.note_dice(Some(DiceNote { commitment: fair::commitment(&self.seed), seed: Some(self.seed) }));
        }
    }
}
