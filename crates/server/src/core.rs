//! The running game of a table, computed from its journal.

use crate::store::{Step, StepKind, TableRow, link_text};
use crate::wire::{Moved, Reasoned, ThrowTold};
use grognard_engine::chance::{self, Chains, Chance, Link};
use grognard_engine::closing::Way;
use grognard_engine::dice::{ScriptedDice, SeededDice};
use grognard_engine::fair::{DiceNote, FairDice};
use grognard_shelf::{Happening, Match, Rejection};

/// A running game.
pub struct Core {
    /// The game itself.
    pub game: Box<dyn Match>,
    /// The seed of its dice: a secret until the game is over.
    seed: [u8; 32],
    /// What was promised of it.
    promise: String,
    /// The chains of the seats, from which links are brought to dice.
    pub chains: Chains,
    /// The chains that the record names, by seat, the present one last.
    named: Vec<(String, String)>,
    /// The length of the journal.
    pub seq: i64,
    /// The last line of the journal that was more than the announcement of a chain.
    pub stir: i64,
    /// When each seat last did something, in milliseconds since 1970.
    last: Vec<i64>,
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
    /// How many lines of the journal each seat has spent on what it took back.
    spent: Vec<usize>,
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
    /// Something that is told in another way: a chain was announced, or the players ended the game.
    Else,
}

impl Tidings {
    /// The action, if it is one.
    pub fn told(self) -> Option<Told> {
        match self {
            Self::Moved(told) => Some(told),
            Self::Undone(_) | Self::Else => None,
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
        let (since, revision) = (i64::from(game.identity().since), i64::from(game.identity().revision));
        if !(since..=revision).contains(&row.revision) {
            let began = row.revision;
            return Err(format!("the table was begun with revision {began} of its rulebook, and only {revision} is known here"));
        }
        Ok(Self::of(game, row.seed, row.promise.clone()))
    }

    /// A game that begins now, with dice from a seed.
    pub fn of(mut game: Box<dyn Match>, seed: [u8; 32], promise: String) -> Self {
        game.note_dice(Some(DiceNote { commitment: promise.clone(), seed: None }));
        let (chains, named, marks, reasons) = (Chains::default(), Vec::new(), Vec::new(), Vec::new());
        let (seq, stir, drawn, given) = (0, 0, 0, 0);
        let (last, spent) = (vec![0; game.seats().len()], vec![0; game.seats().len()]);
        let mut core =
            Self { game, seed, promise, chains, named, seq, stir, last, drawn, decider: None, given, marks, reasons, spent };
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
        let tidings = if step.kind == StepKind::Chain {
            self.chains.announce(&step.seat, &step.action);
            Tidings::Else
        } else if step.kind == StepKind::Close {
            let way = Way::read(&step.action).map_err(|why| fault(&why))?;
            self.game.close(&step.seat, way).map_err(|why| fault(&why))?;
            Tidings::Else
        } else if step.kind == StepKind::Back {
            let keep: usize = step.action.parse().map_err(|_| fault(&"not a number of actions"))?;
            let gone = self.game.undo_to(keep);
            if gone == 0 {
                return Err(fault(&"no more has been played than that"));
            }
            self.spend(&step.seat, gone);
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
            let chance = step.chance().map_err(|why| fault(&why))?;
            let thrown = self.drawn;
            self.brought(&chance, !happening.dice.is_empty());
            if step.kind == StepKind::Given {
                // Its dice were thrown elsewhere, so that nothing can be promised about the dice of this record.
                self.given = self.game.played();
                self.game.note_dice(None);
            }
            Tidings::Moved(self.tell(happening, thrown, &chance))
        };
        self.seq = step.seq;
        self.stirred(&step.seat, step.at);
        if step.kind != StepKind::Chain {
            self.stir = step.seq;
        }
        self.drawn = step.drawn;
        self.settle();
        Ok(tidings)
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
        let link = link.filter(|(seat, link)| self.chains.check(seat, link).is_ok());
        let link = link.map(|(seat, link)| {
            let foot = self.chains.anchor(seat).map(str::to_owned);
            let named = self.named.iter().rev().find(|(of, _)| of == seat).map(|(_, foot)| foot);
            let anchor = foot.filter(|foot| Some(foot) != named);
            Link { seat: seat.to_owned(), anchor, link }
        });
        Chance { word, link }
    }

    /// What binds us to an action before its die is known.
    pub fn deed(&self, seat: &str, action: &str) -> String {
        chance::deed(&self.seed, self.drawn + 1, seat, action)
    }

    /// Notes what was brought to the last action.
    fn brought(&mut self, chance: &Chance, thrown: bool) {
        if !thrown || chance.is_empty() {
            return;
        }
        if let Some(Link { seat, anchor, link }) = &chance.link {
            if let Some(foot) = anchor {
                if self.chains.anchor(seat) != Some(foot) {
                    self.chains.announce(seat, foot);
                }
                self.named.push((seat.clone(), foot.clone()));
            }
            let _ = self.chains.show(seat, link);
        }
        self.game.note_chance(chance.clone());
    }

    /// Plays actions for a seat until one has thrown dice, with the table's own seed and what was brought. The game has moved on then; if the
    /// lines cannot be written, it must be thrown away.
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
        let mut happenings = Vec::new();
        for action in actions {
            let mut dice = FairDice::with(self.seed, self.drawn, chance);
            match self.game.submit(seat, action, &mut dice) {
                Ok(happening) => happenings.push(happening),
                Err(rejection) => {
                    let _ = self.game.undo_to(before);
                    return Err(rejection);
                }
            }
            if dice.drawn() > self.drawn {
                break;
            }
        }
        let mut played = Played { steps: Vec::with_capacity(happenings.len()), told: Vec::new() };
        let thrown = self.drawn;
        for happening in &happenings {
            self.seq += 1;
            self.drawn += happening.dice.len() as u64;
            self.mark(seat, happening, reason);
            let rolled = !happening.dice.is_empty();
            self.brought(chance, rolled);
            played.steps.push(Step {
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
                word: chance.word.clone().filter(|_| rolled),
                link: chance.link.as_ref().filter(|_| rolled).map(link_text),
            });
        }
        self.stir = self.seq;
        self.stirred(seat, now);
        self.settle();
        played.told = happenings.into_iter().map(|happening| self.tell(happening, thrown, chance)).collect();
        Ok(played)
    }

    /// A seat announces the chain from which its links will come.
    pub fn announce(&mut self, seat: &str, foot: &str, now: i64) -> Step {
        self.chains.announce(seat, foot);
        self.seq += 1;
        self.line(StepKind::Chain, seat, foot.to_owned(), now)
    }

    /// The players end the game.
    ///
    /// # Errors
    /// When it is over already; nothing has changed then.
    pub fn close(&mut self, seat: &str, way: Way, now: i64) -> Result<Step, &'static str> {
        self.game.close(seat, way)?;
        self.seq += 1;
        self.stir = self.seq;
        self.settle();
        Ok(self.line(StepKind::Close, seat, way.word().to_owned(), now))
    }

    /// A line of the journal that is no action.
    fn line(&self, kind: StepKind, seat: &str, action: String, now: i64) -> Step {
        Step {
            seq: self.seq,
            kind,
            seat: seat.to_owned(),
            action,
            rolls: Vec::new(),
            drawn: self.drawn,
            check: String::new(),
            played: self.game.played(),
            at: now,
            reason: None,
            word: None,
            link: None,
        }
    }

    /// Takes back all but the first `keep` actions. Dice that were thrown are not thrown again.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub fn take_back(&mut self, seat: &str, keep: usize, now: i64) -> Result<Step, &'static str> {
        let gone = self.game.undo_to(keep);
        if gone == 0 {
            return Err("no more has been played than that");
        }
        self.spend(seat, gone);
        self.forget(keep);
        self.seq += 1;
        self.stir = self.seq;
        self.settle();
        Ok(self.line(StepKind::Back, seat, keep.to_string(), now))
    }

    /// When a seat last did something, in milliseconds since 1970; 0 if it never did.
    pub fn last_of(&self, seat: &str) -> i64 {
        let place = self.game.seats().iter().position(|name| *name == seat).unwrap_or_default();
        self.last.get(place).copied().unwrap_or(0)
    }

    /// Notes that a seat has done something.
    fn stirred(&mut self, seat: &str, at: i64) {
        if let Some(place) = self.game.seats().iter().position(|name| *name == seat) {
            self.last[place] = self.last[place].max(at);
        }
    }

    /// How many lines of the journal a seat has spent on what it took back.
    pub fn spent(&self, seat: &str) -> usize {
        self.place_of(seat).and_then(|place| self.spent.get(place)).copied().unwrap_or_default()
    }

    fn place_of(&self, seat: &str) -> Option<usize> {
        self.game.seats().iter().position(|name| *name == seat)
    }

    /// Notes that a seat took so many actions back: their lines stay in the journal, and so does the line that says it.
    fn spend(&mut self, seat: &str, gone: usize) {
        if let Some(spent) = self.place_of(seat).and_then(|place| self.spent.get_mut(place)) {
            *spent += gone + 1;
        }
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

    /// What is told of the entry that was played last. Dice had been thrown `thrown` times before it.
    fn tell(&self, happening: Happening, thrown: u64, chance: &Chance) -> Told {
        let told = self.tell_of(happening);
        let throw = |moved: Moved| {
            let throw = ThrowTold {
                die: thrown + 1,
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
            self.game.note_dice(Some(DiceNote { commitment: self.promise.clone(), seed: Some(self.seed) }));
        }
    }
}
