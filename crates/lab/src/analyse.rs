//! A game looked at again: what each decision was worth, what would have been better, and what the dice did.
//!
//! A decision is everything that one side does until a die falls, a phase ends or the other side is asked: all moves of a phase together,
//! one attack up to its die, the retreats after it. Single clicks cannot be judged, because the first of them only make sense with the
//! last. For each decision three numbers are taken, in points of victory as the planner reckons them, for the first seat:
//!
//! - *before*: what the position was worth,
//! - *expected*: what the choice was worth before the die fell, over all its falls,
//! - *after*: what it was worth then.
//!
//! *After* less *expected* is luck. What the built-in opponent would have done is played from the same position; if that was expected
//! to be better for the side, the difference is what the choice cost.

use grognard_engine::dice::SeededDice;
use grognard_shelf::{Happening, Match};
use serde::Serialize;

/// Most actions of an alternative: a whole movement phase of a large army has fewer.
const LONGEST: usize = 600;
/// A choice that cost less, in points, is as good as the better one.
const SLIGHT: f64 = 1.0;

/// How hard is looked for something better.
pub struct Effort<'a> {
    /// The level that is asked.
    pub level: &'a str,
    /// Told how many decisions have been looked at, of how many; says whether there is time to think on.
    pub go_on: &'a mut dyn FnMut(usize, usize) -> bool,
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
    /// Whether time ran out before all decisions were looked at; the others have numbers, but nothing better was looked for.
    pub cut_short: bool,
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
    /// What the die did for the first seat.
    pub luck: f64,
    /// What the choice cost the side that made it; nought if nothing better was found.
    pub cost: f64,
    /// What would have been better, if that was found.
    pub better: Option<Better>,
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

/// Looks at a game again.
///
/// # Errors
/// An unknown level, or a position that cannot be set up again, in one line.
pub fn analyse(game: &dyn Match, effort: &mut Effort<'_>) -> Result<Analysis, String> {
    let history = game.history(1);
    let spans = spans(&history);
    let seats: Vec<String> = game.seats().iter().map(|&seat| seat.to_owned()).collect();
    let mut totals: Vec<Total> = seats.iter().map(|seat| Total { seat: seat.clone(), ..Total::default() }).collect();
    // An unknown level is told even if nothing was played.
    if let Some(first) = at(game, 0).ok().filter(|first| first.to_decide().is_some()) {
        drop(first.thinker(effort.level, 0)?);
    }
    let mut decisions = Vec::new();
    let mut cut_short = false;
    for (i, span) in spans.iter().enumerate() {
        let time = (effort.go_on)(i, spans.len());
        cut_short |= !time;
        let decision = decide(game, &history[span.from..span.to], span, effort, time)?;
        let seat = seats.iter().position(|seat| *seat == decision.seat).unwrap_or(0);
        let total = &mut totals[seat];
        total.decisions += 1;
        total.mistakes += usize::from(decision.better.is_some());
        total.cost += decision.cost;
        for (i, total) in totals.iter_mut().enumerate() {
            total.luck += if i == 0 { decision.luck } else { -decision.luck };
        }
        decisions.push(decision);
    }
    for total in &mut totals {
        (total.cost, total.luck) = (hundredths(total.cost), hundredths(total.luck));
    }
    Ok(Analysis {
        title: game.identity().title,
        seats,
        level: effort.level.to_owned(),
        decisions,
        totals,
        verdict: game.pending().err().map(|ending| ending.verdict),
        cut_short,
    })
}

/// The position after so many entries, without what came later.
fn at(game: &dyn Match, played: usize) -> Result<Box<dyn Match>, String> {
    let there = game.resume(&game.position_at(Some(played))).map_err(|fault| fault.to_string())?;
    // A fork has players of its own, who remember nothing of the game as it was played.
    Ok(there.fork())
}

fn decide(game: &dyn Match, entries: &[Happening], span: &Span, effort: &mut Effort<'_>, time: bool) -> Result<Judged, String> {
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
        luck: hundredths(after - expected),
        cost: 0.0,
        better: None,
    };
    if time && let Some(other) = alternative(start, &seat, span.from, effort)? {
        let gain = sign * (other.expected - expected);
        if gain >= SLIGHT && other.actions != decision.actions {
            decision.cost = hundredths(gain);
            decision.better = Some(Better { expected: hundredths(other.expected), ..other });
        }
    }
    Ok(decision)
}

/// What the built-in opponent would have done, up to its die, the end of its phase or a question to the other side.
fn alternative(mut game: Box<dyn Match>, seat: &str, number: usize, effort: &mut Effort<'_>) -> Result<Option<Better>, String> {
    let mut dice = SeededDice::new(number as u64);
    let mut other = Better { actions: Vec::new(), reason: String::new(), expected: 0.0 };
    let mut chosen = false;
    for _ in 0..LONGEST {
        if game.to_decide() != Some(seat) {
            break;
        }
        chosen |= game.actions().len() > 1;
        let advice = game.thinker(effort.level, 1 + number as u64)?();
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
