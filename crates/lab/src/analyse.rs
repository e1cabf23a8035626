//! A game looked at again: what each decision was worth, what would have been better, and what the dice did.
//!
//! A decision is everything that one side does until a die falls, a phase ends or the other side is asked: all moves of a phase together,
//! one attack up to its die, the retreats after it. Single clicks cannot be judged, because the first of them only make sense with the
//! last. For each decision three numbers are taken, for the first seat: the margin that is to be expected at the end, as an eye foresees it that learnt from games of others
//! (where none has learnt, points as the rulebook's planner reckons them):
//!
//! - *before*: what the position was worth,
//! - *expected*: what the choice was worth before the die fell, over all its falls,
//! - *after*: what it was worth then.
//!
//! *After* less *expected* is luck, scaled so that a point of it is a point of the margin ([`crate::luck`]). What the built-in opponent would have done
//! is played from the same position. Whether that is better is not for the planner to say, whose idea it is: both choices are played on by others
//! ([`crate::playout`]), and the difference is what the choice cost.

use crate::luck;
use crate::playout::{Comparison, Court};
use grognard_engine::dice::SeededDice;
use grognard_shelf::{Happening, Match};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Most actions of an alternative: a whole movement phase of a large army has fewer.
const LONGEST: usize = 600;
/// A choice that cost less, in points, is as good as the better one.
const SLIGHT: f64 = 1.0;
/// Where time is short, a decision may take this many times its share: most need less, and leave theirs to the others.
const GENEROUS: u32 = 4;

/// How hard is looked for something better.
pub struct Effort<'a> {
    /// The level that is asked.
    pub level: &'a str,
    /// Time for thinking in all; as much as the level takes if nothing is said. Every decision is thought about, however short it is.
    pub time: Option<Duration>,
    /// Most pairs of games that are played on from a decision to compare two choices. With none, or no time, what is expected of both decides.
    pub playouts: usize,
    /// Told how many decisions have been looked at, of how many.
    pub seen: &'a mut dyn FnMut(usize, usize),
}

/// How a piece of a game is looked at.
pub struct Portion {
    /// The first entry that is wanted, from 1; decisions that begin before it are left out.
    pub from: usize,
    /// When to stop, after at least one decision.
    pub time: Duration,
    /// The longest that is thought about one decision.
    pub each: Duration,
    /// As in [`Effort`].
    pub playouts: usize,
}

/// A game, decision by decision.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Analysis {
    /// The game's title.
    pub title: String,
    /// The seats; numbers are for the first of them.
    pub seats: Vec<String>,
    /// The level that was asked.
    pub level: String,
    /// Every decision.
    pub decisions: Vec<Judged>,
    /// What it comes to, by seat.
    pub totals: Vec<Total>,
    /// How the game ended, if it is over.
    pub verdict: Option<String>,
    /// Entries of the game.
    pub entries: usize,
    /// Decisions of the whole game.
    pub of: usize,
    /// If this is a piece of the game and not its last: the entry with which the next one begins.
    pub next: Option<usize>,
    /// Whether numbers are margins as they are to be expected, and not points as the planner reckons them.
    #[serde(skip)]
    pub foreseen: bool,
}

/// One decision.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Judged {
    /// The first entry of the record that belongs to it.
    pub from: usize,
    /// The last.
    pub to: usize,
    /// Whose it was.
    pub seat: String,
    /// The turn, in words.
    pub turn: String,
    /// The phase, in words.
    pub phase: String,
    /// What was done.
    pub actions: Vec<String>,
    /// The dice that fell.
    pub dice: Vec<u8>,
    /// What the position was worth before.
    pub before: f64,
    /// What the choice was worth before the die.
    pub expected: f64,
    /// What it was worth after it.
    pub after: f64,
    /// What the die did for the first seat, in points of the margin.
    pub luck: f64,
    /// What the choice cost the side that made it, in points of the margin; nought if nothing better was found.
    pub cost: f64,
    /// The lower end of the interval in which the cost lies 95 times of 100, if it was found by playing on.
    pub low: Option<f64>,
    /// The upper end of that interval.
    pub high: Option<f64>,
    /// How many pairs of games were played on to compare the choice with another; none if what is expected had to do.
    #[serde(default)]
    pub playouts: usize,
    /// What the choice cost, in words, if it was a mistake: `Sth1 lost; Ost5 let go`.
    pub name: Option<String>,
    /// What came of it when it was played on, in a typical case, if it was a mistake.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub led_to: Vec<String>,
    /// What would have been better, if that was found.
    pub better: Option<Better>,
    /// Whether time was short, and something better was looked for with less thought than the level takes.
    pub hurried: bool,
}

/// Something better.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Better {
    /// What to do.
    pub actions: Vec<String>,
    /// Why, in the words of the one who would do it.
    pub reason: String,
    /// What that would have been worth before its die.
    pub expected: f64,
    /// What came of it when it was played on, in a typical case.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leads_to: Vec<String>,
}

/// What a side's decisions come to.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Total {
    /// The side.
    pub seat: String,
    /// Its decisions.
    pub decisions: usize,
    /// How many of them had something better, by at least a point.
    pub mistakes: usize,
    /// What they cost it.
    pub cost: f64,
    /// What the dice did for it, its own and the enemy's.
    pub luck: f64,
}

/// A run of entries that are one decision: before the first, after the last.
struct Span {
    from: usize,
    to: usize,
}

/// Whether an entry ends a decision.
fn ends(happening: &Happening) -> bool {
    !happening.dice.is_empty() || happening.log.iter().any(|line| line.level < 2)
}

fn spans(history: &[Happening]) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut open = false;
    for (i, entry) in history.iter().enumerate() {
        let same = open && i > 0 && history[i - 1].seat == entry.seat;
        match spans.last_mut() {
            Some(last) if same => last.to = i + 1,
            _ => spans.push(Span { from: i, to: i + 1 }),
        }
        open = !ends(entry);
    }
    spans
}

fn hundredths(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}

/// Looks at a whole game again.
///
/// # Errors
/// An unknown level, or a position that cannot be set up again, in one line.
pub fn analyse(game: &dyn Match, effort: &mut Effort<'_>) -> Result<Analysis, String> {
    let analyst = Analyst::new(game, effort.level, effort.playouts)?;
    let until = effort.time.map(|time| Instant::now() + time);
    let all = analyst.spans.len();
    let mut decisions = Vec::new();
    for i in 0..all {
        (effort.seen)(i, all);
        let share = until.map(|until| {
            let left = until.saturating_duration_since(Instant::now());
            left.min(left * GENEROUS / (all - i).try_into().unwrap_or(u32::MAX))
        });
        decisions.push(analyst.judge(i, share)?);
    }
    Ok(analyst.tell(decisions, None))
}

/// Looks at a piece of a game again: as many decisions as there is time for, and at least one if there is any.
///
/// # Errors
/// An unknown level, or a position that cannot be set up again, in one line.
pub fn analyse_piece(game: &dyn Match, level: &str, portion: &Portion) -> Result<Analysis, String> {
    let analyst = Analyst::new(game, level, portion.playouts)?;
    let until = Instant::now() + portion.time;
    let first = analyst.spans.partition_point(|span| span.from + 1 < portion.from);
    let mut decisions = Vec::new();
    for i in first..analyst.spans.len() {
        if i > first && Instant::now() >= until {
            return Ok(analyst.tell(decisions, Some(analyst.spans[i].from + 1)));
        }
        decisions.push(analyst.judge(i, Some(portion.each))?);
    }
    Ok(analyst.tell(decisions, None))
}

/// Somebody who looks at one game.
struct Analyst<'a> {
    game: &'a dyn Match,
    level: &'a str,
    playouts: usize,
    /// By how much luck is multiplied.
    scale: f64,
    history: Vec<Happening>,
    spans: Vec<Span>,
}

impl<'a> Analyst<'a> {
    fn new(game: &'a dyn Match, level: &'a str, playouts: usize) -> Result<Self, String> {
        // An unknown level is told even if nothing was played.
        if let Some(first) = at(game, 0).ok().filter(|first| first.to_decide().is_some()) {
            drop(first.thinker(level, 0)?);
        }
        let history = game.history(1);
        let spans = spans(&history);
        Ok(Self { game, level, playouts, scale: luck::scale(&game.identity().game), history, spans })
    }

    /// Decisions with what they come to.
    fn tell(&self, decisions: Vec<Judged>, next: Option<usize>) -> Analysis {
        let seats: Vec<String> = self.game.seats().iter().map(|&seat| seat.to_owned()).collect();
        let mut totals: Vec<Total> = seats.iter().map(|seat| Total { seat: seat.clone(), ..Total::default() }).collect();
        for decision in &decisions {
            let seat = seats.iter().position(|seat| *seat == decision.seat).unwrap_or(0);
            let total = &mut totals[seat];
            total.decisions += 1;
            total.mistakes += usize::from(decision.better.is_some());
            total.cost += decision.cost;
            for (i, total) in totals.iter_mut().enumerate() {
                total.luck += if i == 0 { decision.luck } else { -decision.luck };
            }
        }
        for total in &mut totals {
            (total.cost, total.luck) = (hundredths(total.cost), hundredths(total.luck));
        }
        Analysis {
            title: self.game.identity().title,
            seats,
            level: self.level.to_owned(),
            decisions,
            totals,
            verdict: self.game.pending().err().map(|ending| ending.verdict),
            entries: self.history.len(),
            of: self.spans.len(),
            next,
            foreseen: self.game.foresees(),
        }
    }

    /// Judges a decision by its number, thinking for so long at most.
    fn judge(&self, number: usize, time: Option<Duration>) -> Result<Judged, String> {
        let (game, span) = (self.game, &self.spans[number]);
        let entries = &self.history[span.from..span.to];
        let start = at(game, span.from)?;
        let before = start.worth();
        let last = entries.last().ok_or("a decision without an entry")?;
        let after = at(game, span.to)?.worth();
        let expected = if last.dice.is_empty() { after } else { at(game, span.to - 1)?.expectation(&last.action)? };
        let seat = last.seat.clone().unwrap_or_default();
        let sign = if game.seats().first() == Some(&seat.as_str()) { 1.0 } else { -1.0 };
        let board = start.board(None);
        let mut decision = Judged {
            from: span.from + 1,
            to: span.to,
            seat: seat.clone(),
            turn: board.turn,
            phase: board.phase,
            actions: entries.iter().map(|entry| entry.action.clone()).collect(),
            dice: entries.iter().flat_map(|entry| entry.dice.iter().copied()).collect(),
            before: hundredths(before),
            expected: hundredths(expected),
            after: hundredths(after),
            luck: hundredths(self.scale * (after - expected)),
            cost: 0.0,
            low: None,
            high: None,
            playouts: 0,
            name: None,
            led_to: Vec::new(),
            better: None,
            hurried: false,
        };
        // Half of the time is for an idea, and what is left for finding out what it is worth.
        let (begun, clock) = (Instant::now(), Stopwatch::new(time.map(|time| time / 2)));
        if let Some(other) = alternative(at(game, span.from)?, &seat, span.from, self.level, &clock)?
            && other.actions != decision.actions
        {
            let court = Court { start: start.as_ref(), seat: &seat, number: span.from as u64 };
            let rest = Stopwatch {
                stopped: Arc::clone(&clock.stopped),
                ..Stopwatch::new(time.map(|time| time.saturating_sub(begun.elapsed())))
            };
            match court.compare(&decision.actions, &other.actions, self.playouts, SLIGHT, &mut rest.hand())? {
                Some(comparison) => decision.judge_by(comparison, other),
                None => decision.judge_by_expectation(self.scale * sign * (other.expected - expected), other),
            }
        }
        decision.hurried = clock.stopped.load(Ordering::Relaxed);
        Ok(decision)
    }
}

impl Judged {
    /// The choice was compared with another by playing both on: it is a mistake if it costs something beyond doubt.
    fn judge_by(&mut self, comparison: Comparison, other: Better) {
        let Comparison { cost, name, lines: [played, better] } = comparison;
        (self.low, self.high, self.playouts) = (Some(hundredths(cost.low)), Some(hundredths(cost.high)), cost.of);
        if cost.value >= SLIGHT && cost.low > 0.0 {
            (self.cost, self.name, self.led_to) = (hundredths(cost.value), Some(name), played);
            self.better = Some(Better { expected: hundredths(other.expected), leads_to: better, ..other });
        }
    }

    /// Nothing was played on.
    fn judge_by_expectation(&mut self, gain: f64, other: Better) {
        if gain >= SLIGHT {
            self.cost = hundredths(gain);
            self.better = Some(Better { expected: hundredths(other.expected), ..other });
        }
    }
}

/// Time for one decision, however many thoughts it takes; remembers whether it was short.
struct Stopwatch {
    until: Option<Instant>,
    stopped: Arc<AtomicBool>,
}

impl Stopwatch {
    fn new(time: Option<Duration>) -> Self {
        Self { until: time.map(|time| Instant::now() + time), stopped: Arc::default() }
    }

    /// For whoever thinks next.
    fn hand(&self) -> Box<dyn FnMut() -> bool + Send> {
        let (until, stopped) = (self.until, Arc::clone(&self.stopped));
        Box::new(move || {
            let go_on = until.is_none_or(|until| Instant::now() < until);
            if !go_on {
                stopped.store(true, Ordering::Relaxed);
            }
            go_on
        })
    }
}

/// The position after so many entries, without what came later.
fn at(game: &dyn Match, played: usize) -> Result<Box<dyn Match>, String> {
    let there = game.resume(&game.position_at(Some(played))).map_err(|fault| fault.to_string())?;
    // A fork has players of its own, who remember nothing of the game as it was played.
    Ok(there.fork())
}

/// What the built-in opponent would have done, up to its die, the end of its phase or a question to the other side.
fn alternative(
    mut game: Box<dyn Match>,
    seat: &str,
    number: usize,
    level: &str,
    clock: &Stopwatch,
) -> Result<Option<Better>, String> {
    let mut dice = SeededDice::new(number as u64);
    let mut other = Better { actions: Vec::new(), reason: String::new(), expected: 0.0, leads_to: Vec::new() };
    let mut chosen = false;
    for _ in 0..LONGEST {
        if game.to_decide() != Some(seat) {
            break;
        }
        chosen |= game.actions().len() > 1;
        let advice = game.thinker_within(level, 1 + number as u64, clock.hand())?();
        let before = game.fork();
        let happening = game.submit(seat, &advice.action, &mut dice).map_err(|why| why.line.clone())?;
        if other.reason.is_empty() || !happening.dice.is_empty() {
            other.reason = advice.reason;
        }
        other.actions.push(advice.action.clone());
        if !happening.dice.is_empty() {
            other.expected = before.expectation(&advice.action)?;
            return Ok(chosen.then_some(other));
        }
        if ends(&happening) {
            break;
        }
    }
    other.expected = game.worth();
    // Whoever had no choice cannot have chosen better.
    Ok((chosen && !other.actions.is_empty()).then_some(other))
}
