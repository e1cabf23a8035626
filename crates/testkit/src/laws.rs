//! Laws: what must hold in every position of every game, tried along one random game.
//!
//! | law | what it says |
//! |---|---|
//! | `options` | the checker accepts every listed option, and nothing that is not listed; no option is listed twice |
//! | `dead end` | whoever has to decide has something to choose |
//! | `end` | every game ends within the number of actions that the caller allows |
//! | `units` | every counter stays in the game, once, either on the map or off it; its owner always knows which it is |
//! | `words` | an action survives being written and read, in words and in shorthand |
//! | `position` | a position survives being written and read |
//! | `replay` | the record and the game notation lead to the same position |
//! | `silence` | what happens does not depend on whether somebody listens |
//! | `refusal` | a refused action changes nothing |
//! | `non-interference` | what a seat cannot know changes no answer that it gets, at rest or in motion, and nothing it is told names it (see `laws/noninterference.rs`); the worlds drawn for it could have been |
//! | `memory` | worlds drawn for a seat fit all that it has seen and not lost sight of (see `laws/memory.rs`); tried by itself: [`memory()`] |
//! | `questions` | what standing orders can answer can be declined, is legal, and is named by the rulebook (see `laws/questions.rs`) |
//! | `forecast` | results are exhaustive, chances are between nothing and the whole |

mod memory;
mod noninterference;
mod questions;

use grognard_engine::dice::{ScriptedDice, SeededDice};
use grognard_engine::game::{Chance, Forecast};
use grognard_engine::table::Table;
use grognard_engine::{Board, Case, Decision, Dice, Game, Outcome, Refusal, Seat, Umpire, record};
pub use memory::memory;
use noninterference::{Played, Questions, who};
use serde::Serialize;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

/// The law about what is hidden.
const SECRETS: &str = "non-interference";

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Every game must end within so many actions.
    pub actions: usize,
    /// Stray actions tried in each position.
    pub strays: u32,
    /// The dear laws (boards, notation, secrets) are tried in one position out of so many, and in the first and last.
    pub every: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { actions: 100_000, strays: 20, every: 40 }
    }
}

/// What one random game was like.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameStats {
    /// Its seed.
    pub seed: u64,
    /// Actions played.
    pub actions: usize,
    /// Options listed, over all positions.
    pub options: u64,
    /// The longest list of options.
    pub most_options: usize,
    /// Dice rolled.
    pub dice: u64,
    /// Stray actions that were refused.
    pub refused: u64,
    /// In how many positions at rest, and for how many actions, other worlds than the true one were held against it: for each seat, and for a
    /// spectator. Of a game that draws none, the law about what is hidden says nothing.
    pub worlds: Vec<[u64; 2]>,
    /// How it ended.
    pub outcome: Outcome,
    /// Digest of the last position.
    pub digest: u64,
}

/// A law that does not hold, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LawBroken {
    /// The law's name.
    pub law: &'static str,
    /// What was found.
    pub what: String,
    /// Seed of the random game.
    pub seed: u64,
    /// How many actions had been played.
    pub step: usize,
    /// The position.
    pub position: String,
    /// The action concerned.
    pub action: Option<String>,
}

impl fmt::Display for LawBroken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { law, what, seed, step, position, action } = self;
        write!(f, "law {law:?} broken: {what} (seed {seed}, step {step}")?;
        if let Some(action) = action {
            write!(f, ", action {action:?}")?;
        }
        write!(f, ", position {position:?})")
    }
}

impl std::error::Error for LawBroken {}

/// One random game on its way, and what is known about it.
struct Trial<G: Game> {
    table: Table<G>,
    seed: u64,
    limits: Limits,
    /// For picking options and strays; the game's own dice are another stream.
    picks: SeededDice,
    options: Vec<G::Action>,
    /// Actions that were legal at some time: such as a slow client sends.
    stale: Vec<G::Action>,
    tags: Vec<String>,
    refused: u64,
    worlds: Vec<[u64; 2]>,
}

/// What is wrong, and with which action.
type Verdict<A> = Result<(), (&'static str, String, Option<A>)>;

fn broken<A>(law: &'static str, what: impl Into<String>) -> Verdict<A> {
    Err((law, what.into(), None))
}

fn broken_by<A>(law: &'static str, what: impl Into<String>, action: A) -> Verdict<A> {
    Err((law, what.into(), Some(action)))
}

/// Plays one random game from `seed` and tries every law along it.
///
/// # Errors
/// The first law that does not hold.
pub fn fuzz_one<G: Game>(game: G, seed: u64, limits: Limits) -> Result<GameStats, LawBroken> {
    one(&Arc::new(game), seed, limits)
}

/// Plays a random game from each seed, one after another, and hands what it was like to `seen`, which says whether to go on.
///
/// # Errors
/// The first law that does not hold.
pub fn fuzz<G: Game>(
    game: G,
    seeds: impl IntoIterator<Item = u64>,
    limits: Limits,
    mut seen: impl FnMut(GameStats) -> bool,
) -> Result<(), LawBroken> {
    let game = Arc::new(game);
    for seed in seeds {
        if !seen(one(&game, seed, limits)?) {
            return Ok(());
        }
    }
    Ok(())
}

fn one<G: Game>(game: &Arc<G>, seed: u64, limits: Limits) -> Result<GameStats, LawBroken> {
    let mut dice = SeededDice::new(seed);
    let (table, opening) = Table::new(game.clone(), &mut dice);
    let tags = tags(&*table.game, &table.state);
    let at_first = unseen(&*table.game, &table.state);
    let worlds = vec![[0; 2]; at_first.len()];
    let (picks, options, stale) = (SeededDice::new(!seed), Vec::new(), Vec::new());
    let mut trial = Trial { table, seed, limits, picks, options, stale, tags, refused: 0, worlds };
    let was = trial.table.state.clone();
    trial.run(|trial| trial.names_no_secret(&was, &at_first, &opening))?;
    let (mut options, mut most_options) = (0u64, 0);
    let outcome = loop {
        let seat = match trial.table.game.decision(&trial.table.state) {
            Decision::Over(outcome) => break outcome,
            Decision::Choose { seat, .. } => seat,
        };
        trial.run(|trial| trial.options(seat))?;
        trial.run(|trial| questions::sound(&*trial.table.game, &trial.table.state, seat))?;
        options += trial.options.len() as u64;
        most_options = most_options.max(trial.options.len());
        if trial.table.entries.len() >= limits.actions {
            trial.run(|_| broken("end", format!("not over after {} actions", limits.actions)))?;
        }
        let dear = trial.table.entries.is_empty() || trial.picks.below(limits.every.max(1)) == 0;
        if dear {
            trial.run(|trial| trial.everything(Some(seat)))?;
        }
        let action = trial.options[trial.picks.below(trial.options.len() as u32) as usize];
        let before = dear.then(|| trial.table.state.clone());
        let hidden = dear.then(|| unseen(&*trial.table.game, &trial.table.state));
        let told = trial.table.play(seat, action, &mut dice);
        let Ok(told) = told else {
            trial.run(|_| broken_by("options", "a listed and checked option is refused when played", action))?;
            continue;
        };
        if let (Some(before), Some(hidden)) = (before, hidden) {
            trial.run(|trial| trial.names_no_secret(&before, &hidden, &told))?;
            trial.run(|trial| trial.retraced(&before, &told))?;
            trial.run(|trial| trial.silence(before, action))?;
        }
    };
    trial.run(|trial| trial.over())?;
    trial.run(|trial| trial.everything(None))?;
    let Table { entries, deal, game, state, .. } = &trial.table;
    let stats = GameStats {
        seed,
        actions: entries.len(),
        options,
        most_options,
        dice: (deal.len() + entries.iter().map(|entry| entry.rolls.len()).sum::<usize>()) as u64,
        refused: trial.refused,
        worlds: trial.worlds.clone(),
        outcome,
        digest: game.digest(state),
    };
    let (step, position) = (entries.len(), game.write_position(state));
    replay(&trial.table).map_err(|what| LawBroken { law: "replay", what, seed, step, position, action: None })?;
    Ok(stats)
}

/// The record and the game notation, written, read and replayed, lead to the position of `table`.
fn replay<G: Game>(table: &Table<G>) -> Result<(), String> {
    let (text, notation) = (record::write(table), record::write_notation(table));
    let Table { game, state, .. } = table;
    let again = record::read("record", &text)
        .and_then(|raw| record::replay(game.clone(), &raw, None, |_, _, _| {}))
        .map_err(|why| format!("the record does not hold: {why}"))?;
    if again.state != *state || record::write(&again) != text {
        return Err("the record leads elsewhere".to_owned());
    }
    let again = record::read_notation("notation", &notation)
        .and_then(|raw| record::replay_notation(game.clone(), &raw))
        .map_err(|why| format!("the game notation does not hold: {why}"))?;
    if again.state != *state || record::write_notation(&again) != notation {
        return Err("the game notation leads elsewhere".to_owned());
    }
    Ok(())
}

/// Everybody who looks at a table: the seats, and a spectator.
fn viewers<G: Game>(game: &G) -> impl Iterator<Item = Option<Seat>> {
    (0..game.seats().len() as u8).map(|seat| Some(Seat(seat))).chain([None])
}

/// All counters, each by the name that its owner knows.
fn tags<G: Game>(game: &G, state: &G::State) -> Vec<String> {
    let mut tags = Vec::new();
    for (i, name) in game.seats().iter().enumerate() {
        let board = game.board(state, Some(Seat(i as u8)));
        tags.extend(board.counters.into_iter().filter(|counter| counter.side == *name).map(|counter| counter.tag));
    }
    tags.sort_unstable();
    tags
}

/// For each viewer the counters whose names it does not see.
fn unseen<G: Game>(game: &G, state: &G::State) -> Vec<Vec<String>> {
    let all = tags(game, state);
    let hidden = |viewer| {
        let board = game.board(state, viewer);
        all.iter().filter(|tag| !board.counters.iter().any(|counter| counter.tag == **tag)).cloned().collect()
    };
    viewers(game).map(hidden).collect()
}

impl<G: Game> Trial<G> {
    fn run(&mut self, law: impl FnOnce(&mut Self) -> Verdict<G::Action>) -> Result<(), LawBroken> {
        law(self).map_err(|(law, what, action)| LawBroken {
            law,
            what,
            seed: self.seed,
            step: self.table.entries.len(),
            position: self.table.game.write_position(&self.table.state),
            action: action.map(|action| self.table.game.write_action(action)),
        })
    }

    /// The list and the checker agree; there is something to choose.
    fn options(&mut self, seat: Seat) -> Verdict<G::Action> {
        let Self { table: Table { game, state, .. }, options, stale, picks, .. } = self;
        game.legal_actions(state, options);
        if options.is_empty() {
            let name = game.seats().get(usize::from(seat.0)).copied().unwrap_or("nobody");
            return broken("dead end", format!("{name} has to decide and has no option"));
        }
        let mut seen = HashSet::with_capacity(options.len());
        for &option in &*options {
            if !seen.insert(option) {
                return broken_by("options", "listed twice", option);
            }
            if let Err(violation) = game.check(state, option) {
                return broken_by("options", format!("listed, but refused: {}", game.explain(&violation)), option);
            }
        }
        let judge = |action: G::Action| -> Result<bool, (&'static str, String, Option<G::Action>)> {
            match (game.check(state, action), seen.contains(&action)) {
                (Ok(()), true) => Ok(false),
                (Err(_), false) => Ok(true),
                (Ok(()), false) => broken_by("options", "accepted, but not listed", action).map(|()| false),
                (Err(violation), true) => {
                    broken_by("options", format!("listed, but refused: {}", game.explain(&violation)), action).map(|()| false)
                }
            }
        };
        let mut refused = 0;
        for _ in 0..self.limits.strays {
            let stray = game.stray(state, picks);
            refused += u64::from(judge(stray)?);
            if !stale.is_empty() {
                refused += u64::from(judge(stale[picks.below(stale.len() as u32) as usize])?);
            }
        }
        let sample = options[picks.below(options.len() as u32) as usize];
        for _ in 0..2 {
            let text = misprint(&game.write_action(sample), picks);
            if let Ok(action) = game.read_action(&text) {
                refused += u64::from(judge(action)?);
            }
        }
        self.refused += refused;
        if stale.len() < 256 {
            stale.push(sample);
        } else {
            stale[picks.below(256) as usize] = sample;
        }
        Ok(())
    }

    /// The laws that take longer.
    fn everything(&mut self, seat: Option<Seat>) -> Verdict<G::Action> {
        self.units()?;
        self.position()?;
        self.secrets()?;
        if let Some(seat) = seat {
            self.words()?;
            self.refusal(seat)?;
            let Table { game, state, .. } = &self.table;
            questions::discreet(&**game, state, seat, &mut self.picks)?;
        }
        let Table { game, state, .. } = &self.table;
        forecast(game.forecast(state, seat).as_ref(), game.results_are_exact())
    }

    fn units(&mut self) -> Verdict<G::Action> {
        let Table { game, state, .. } = &self.table;
        let now = tags(&**game, state);
        if let Some(pair) = now.windows(2).find(|pair| pair[0] == pair[1]) {
            return broken("units", format!("{} is there twice", pair[0]));
        }
        if let Some(tag) = self.tags.iter().find(|tag| !now.contains(tag)) {
            return broken("units", format!("{tag} has disappeared"));
        }
        if let Some(tag) = now.iter().find(|tag| !self.tags.contains(tag)) {
            return broken("units", format!("{tag} has come from nowhere"));
        }
        for viewer in viewers(&**game) {
            let board: Board = game.board(state, viewer);
            if board.counters.len() != self.tags.len() {
                return broken(
                    "units",
                    format!("{} counters are seen where there are {}", board.counters.len(), self.tags.len()),
                );
            }
            let twice = |tag: &str| board.counters.iter().filter(|counter| counter.tag == tag).count() > 1;
            if let Some(counter) = board.counters.iter().find(|counter| twice(&counter.tag)) {
                return broken("units", format!("{} is seen twice", counter.tag));
            }
            if let Some(counter) = board.counters.iter().find(|counter| counter.hex.is_some() == counter.off_map.is_some()) {
                return broken("units", format!("{} is not just one of on the map and off it", counter.tag));
            }
        }
        Ok(())
    }

    /// Neither a line of the log nor an event, nor the words of the action, names a counter to somebody who saw it neither before
    /// nor after.
    fn names_no_secret(&mut self, was: &G::State, before: &[Vec<String>], told: &[G::Event]) -> Verdict<G::Action> {
        let Table { game, state, entries, .. } = &self.table;
        let after = unseen(&**game, state);
        for ((viewer, before), after) in viewers(&**game).zip(before).zip(&after) {
            let secret: Vec<&String> = before.iter().filter(|tag| after.contains(tag)).collect();
            if secret.is_empty() {
                continue;
            }
            for line in told.iter().filter_map(|event| game.line(event, viewer)) {
                let trail = line.path.iter().map(|trail| trail.unit.as_str());
                let words =
                    line.text.split(|c: char| !c.is_alphanumeric()).chain(trail).chain(line.lost.iter().map(String::as_str));
                let clash =
                    line.battle.iter().flat_map(|clash| clash.attackers.iter().chain(&clash.defenders)).map(String::as_str);
                if let Some(word) = words.chain(clash).find(|word| secret.iter().any(|tag| tag == word)) {
                    let who = who(&**game, viewer);
                    let last = entries.last().map(|last| game.write_action(last.action)).unwrap_or_default();
                    return broken(SECRETS, format!("the log betrays {word} to {who} after {last:?}: {:?}", line.text));
                }
            }
            let events = told.iter().filter_map(|event| game.told(event, viewer));
            let mut texts: Vec<String> = events.filter_map(|event| serde_json::to_string(&event).ok()).collect();
            texts.extend(entries.last().map(|last| game.told_entry(was, state, last.seat, last.action, &last.rolls, viewer).0));
            for text in texts {
                let betrayed = |tag: &&&String| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == tag.as_str());
                if let Some(tag) = secret.iter().find(betrayed) {
                    let who = who(&**game, viewer);
                    return broken(SECRETS, format!("what is told betrays {tag} to {who}: {text}"));
                }
            }
        }
        Ok(())
    }

    fn position(&mut self) -> Verdict<G::Action> {
        let Table { game, state, .. } = &self.table;
        let text = game.write_position(state);
        if text.contains(['\n', '\r']) {
            return broken("position", "written in more than one line");
        }
        match game.read_position(&text) {
            Err(why) => broken("position", format!("written, but not read: {why}")),
            Ok(again) if again != *state => broken("position", format!("read as {:?}", game.write_position(&again))),
            Ok(again) if game.digest(&again) != game.digest(state) => broken("position", "the digest differs after reading"),
            Ok(_) => Ok(()),
        }
    }

    /// What a viewer cannot know changes no answer that it gets.
    fn secrets(&mut self) -> Verdict<G::Action> {
        let Self { table: Table { game, state, .. }, picks, options, stale, tags, limits, worlds, .. } = self;
        if !game.secretive() {
            return Ok(());
        }
        let mut actions: Vec<G::Action> = (0..limits.strays).map(|_| game.stray(state, picks)).collect();
        actions.extend(stale.iter().rev().take(16).chain(&*options));
        let mut questions = Questions { actions, tags, picks };
        for (viewer, worlds) in viewers(&**game).zip(worlds) {
            match noninterference::at_rest(&**game, state, viewer, &mut questions) {
                Ok(tried) => worlds[0] += u64::from(tried),
                Err(what) => {
                    return broken(SECRETS, format!("{} learns what it cannot know from {what}", who(&**game, viewer)));
                }
            }
        }
        Ok(())
    }

    /// The action just played looks the same to whoever cannot know the difference, in another world that fits.
    fn retraced(&mut self, before: &G::State, told: &[G::Event]) -> Verdict<G::Action> {
        let Self { table: Table { game, state, entries, .. }, picks, worlds, .. } = self;
        let Some(last) = entries.last().filter(|_| game.secretive()) else { return Ok(()) };
        let played = Played { before, after: state, by: last.seat, action: last.action, rolls: &last.rolls, events: told };
        for (viewer, worlds) in viewers(&**game).zip(worlds) {
            match noninterference::in_motion(&**game, &played, viewer, picks) {
                Ok(tried) => worlds[1] += u64::from(tried),
                Err(what) => {
                    let what = format!("{} learns what it cannot know from {what}", who(&**game, viewer));
                    return broken_by(SECRETS, what, last.action);
                }
            }
        }
        Ok(())
    }

    fn words(&mut self) -> Verdict<G::Action> {
        let game = &self.table.game;
        for &option in &self.options {
            let (long, short) = (game.write_action(option), game.write_short(option));
            if game.read_action(&long) != Ok(option) {
                return broken_by("words", format!("{long:?} is not read as what was written"), option);
            }
            if game.read_short(&short) != Ok(option) {
                return broken_by("words", format!("{short:?} is not read as what was written"), option);
            }
            if short.is_empty()
                || short.contains(|c: char| c.is_whitespace() || matches!(c, '=' | '{' | '}'))
                || short.ends_with(':')
            {
                return broken_by("words", format!("the shorthand {short:?} would not survive the game notation"), option);
            }
            if long.is_empty() || long.contains(['\n', '\r', '#', '=']) {
                return broken_by("words", format!("the words {long:?} would not survive the record"), option);
            }
        }
        Ok(())
    }

    fn refusal(&mut self, seat: Seat) -> Verdict<G::Action> {
        let Self { table: Table { game, state, .. }, picks, options, .. } = self;
        let mut after = state.clone();
        let mut dice = SeededDice::new(0);
        let wrong = Seat((seat.0 + 1) % game.seats().len().max(1) as u8);
        if wrong != seat {
            let answer = game.play(&mut after, wrong, options[0], &mut Umpire::silent(&mut dice));
            if answer != Err(Refusal::NotYours(seat)) {
                return broken_by("refusal", format!("the wrong seat got the answer {answer:?}"), options[0]);
            }
        }
        let stray = game.stray(state, picks);
        if !options.contains(&stray) && game.play(&mut after, seat, stray, &mut Umpire::silent(&mut dice)).is_ok() {
            return broken_by("refusal", "played, but not listed", stray);
        }
        if after != *state { broken_by("refusal", "a refused action changed the position", stray) } else { Ok(()) }
    }

    /// The action just played, played again in silence, from `before`.
    fn silence(&mut self, mut before: G::State, action: G::Action) -> Verdict<G::Action> {
        let Table { game, state, entries, .. } = &self.table;
        let rolls = entries.last().map_or(&[][..], |entry| &entry.rolls);
        let mut dice = ScriptedDice::new(rolls);
        game.apply(&mut before, action, &mut Umpire::silent(&mut dice));
        if dice.fault.is_some() || !dice.left().is_empty() {
            return broken_by("silence", "other dice are rolled when nobody listens", action);
        }
        if before != *state { broken_by("silence", "the outcome differs when nobody listens", action) } else { Ok(()) }
    }

    /// When the game is over nothing can be played.
    fn over(&mut self) -> Verdict<G::Action> {
        let Self { table: Table { game, state, .. }, options, stale, .. } = self;
        game.legal_actions(state, options);
        if let Some(&option) = options.first() {
            return broken_by("options", "listed although the game is over", option);
        }
        let mut after = state.clone();
        let mut dice = SeededDice::new(0);
        for &action in stale.iter().take(8) {
            if game.play(&mut after, Seat(0), action, &mut Umpire::silent(&mut dice)) != Err(Refusal::Over) {
                return broken_by("refusal", "played although the game is over", action);
            }
        }
        Ok(())
    }
}

/// Results are exhaustive; chances lie between nothing and the whole. They are exact, or, in games where somebody may still have to choose, bounds that the whole lies between.
fn forecast<A>(forecast: Option<&Forecast>, exactly: bool) -> Verdict<A> {
    let Some(Forecast { column, results, fates, .. }) = forecast else { return Ok(()) };
    let sound = |chance: &Chance| chance.least <= chance.most && chance.most <= chance.per && chance.per > 0;
    let per = results.first().map_or(0, |(_, chance)| chance.per);
    if results.iter().any(|(_, chance)| !sound(chance) || chance.per != per || (exactly && chance.least != chance.most)) {
        return broken("forecast", format!("column {column}: a result without a sound chance: {results:?}"));
    }
    let sum = |of: fn(&Chance) -> u32| results.iter().map(|(_, chance)| of(chance)).sum::<u32>();
    let (least, most) = (sum(|chance| chance.least), sum(|chance| chance.most));
    let exact = results.iter().all(|(_, chance)| chance.least == chance.most);
    if least > per || most < per || (exact && most != per) {
        return broken("forecast", format!("column {column}: the results do not sum to {per}: {results:?}"));
    }
    for fate in fates {
        if !fate.chances.iter().all(|(_, chance)| sound(chance)) {
            return broken("forecast", format!("impossible chances of {}: {:?}", fate.tag, fate.chances));
        }
        // What is certain cannot exceed the whole, what is possible must fill it.
        let per = fate.chances.first().map_or(0, |(_, chance)| chance.per);
        if fate.chances.iter().map(|(_, chance)| chance.least).sum::<u32>() > per {
            return broken("forecast", format!("the chances of {} exceed the whole: {:?}", fate.tag, fate.chances));
        }
    }
    Ok(())
}

/// A text with one character changed, left out or doubled.
fn misprint(text: &str, picks: &mut SeededDice) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    if letters.is_empty() {
        return String::new();
    }
    let at = picks.below(letters.len() as u32) as usize;
    match picks.roll(4, Case("0.0")) {
        1 => drop(letters.remove(at)),
        2 => letters.insert(at, letters[at]),
        _ => letters[at] = char::from(b'0' + picks.below(10) as u8),
    }
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mock::{Flaw, Skirmish};

    const LIMITS: Limits = Limits { actions: 500, strays: 20, every: 2 };

    #[test]
    fn a_sound_game_keeps_the_laws() {
        let mut games = 0;
        fuzz(Skirmish::default(), 0..300, LIMITS, |stats| {
            games += 1;
            stats.actions > 0
        })
        .unwrap();
        assert_eq!(games, 300);
        let twice = [1, 1].map(|seed| fuzz_one(Skirmish::default(), seed, LIMITS).unwrap());
        assert_eq!(twice[0], twice[1]);
    }

    /// A law that is never asked holds always: whoever draws nothing but the truth breaks none, and is found by the count.
    #[test]
    fn worlds_that_are_the_truth_are_noticed() {
        let worlds = |flaw| {
            let mut all = [[0; 2]; 3];
            fuzz(Skirmish::with(flaw), 0..50, LIMITS, |stats| {
                all.iter_mut().zip(stats.worlds).for_each(|(sum, more)| (sum[0], sum[1]) = (sum[0] + more[0], sum[1] + more[1]));
                true
            })
            .unwrap();
            all
        };
        let sound = worlds(Flaw::None);
        assert!(sound.iter().flatten().all(|&tried| tried > 100), "{sound:?}");
        let narrow = worlds(Flaw::TrueWorld);
        assert!(narrow.iter().all(|&[at_rest, in_motion]| at_rest == 0 && in_motion > 100), "{narrow:?}");
    }

    #[test]
    fn every_flaw_is_noticed() {
        // The law that is broken, and the answer by which it shows.
        for (flaw, law, answer) in [
            (Flaw::ListsIllegal, "options", "listed, but refused"),
            (Flaw::HidesLegal, "options", "accepted, but not listed"),
            (Flaw::ListsTwice, "options", "listed twice"),
            (Flaw::DeadEnd, "dead end", "has no option"),
            (Flaw::Endless, "end", "not over after"),
            (Flaw::LosesUnit, "units", "has disappeared"),
            (Flaw::LeakyView, SECRETS, "from the board"),
            (Flaw::LeakyOnlooker, SECRETS, "a spectator learns what it cannot know from the board"),
            (Flaw::LeakyPrompt, SECRETS, "from the prompt"),
            (Flaw::LeakyDecision, SECRETS, "from whose decision it is"),
            (Flaw::LeakyDecision, SECRETS, ": whose decision comes next: "),
            (Flaw::LeakyOptions, SECRETS, "from the options"),
            (Flaw::LeakyAnchor, SECRETS, "from the place of `attack"),
            (Flaw::LeakyCaption, SECRETS, "from the captions"),
            (Flaw::LeakyRefusal, SECRETS, "from the answer to `attack"),
            (Flaw::LeakyDoor, SECRETS, "`, out of turn: "),
            (Flaw::LeakyBlame, SECRETS, "from why `attack"),
            (Flaw::LeakyHalt, SECRETS, "from why `march"),
            (Flaw::LeakyCommand, SECRETS, "`, typed: "),
            (Flaw::LeakyOutOfTurn, SECRETS, "`, typed out of turn: "),
            (Flaw::LeakyForecast, SECRETS, "from the forecast"),
            (Flaw::LeakyOverlay, SECRETS, "from the overlay posts"),
            (Flaw::LeakyLog, SECRETS, ": the log: "),
            (Flaw::LeakyEvent, SECRETS, ": the events that are told: "),
            (Flaw::LeakyWords, SECRETS, ": nothing there looks the same: "),
            (Flaw::LeakyDice, SECRETS, ": the dice that are told: "),
            (Flaw::LeakyUndo, SECRETS, ": whether it can be taken back: "),
            (Flaw::LeakyReturn, SECRETS, ": whether it can be taken back: "),
            (Flaw::LeakySkip, SECRETS, ": other dice are rolled there"),
            (Flaw::LeakyHurry, SECRETS, ": whose decision comes next: "),
            (Flaw::LeakyQuestion, SECRETS, "whether orders can answer"),
            (Flaw::NoPass, "questions", "it cannot be declined"),
            (Flaw::ForgetfulWorld, SECRETS, "from the board"),
            (Flaw::PeekingWorld, SECRETS, "from the worlds drawn for it"),
            (Flaw::ForgetfulPosition, "position", "read as"),
            (Flaw::ForgetfulRecord, "words", "is not read as what was written"),
            (Flaw::ForgetfulShorthand, "words", "is not read as what was written"),
            (Flaw::ActsForTheAudience, "silence", "the outcome differs"),
            (Flaw::UnevenForecast, "forecast", "do not sum"),
        ] {
            // An endless fight ends by itself only if somebody wins it; a few seeds make sure.
            let found = fuzz(Skirmish::with(flaw), 0..50, LIMITS, |_| true).expect_err(&format!("{flaw:?}"));
            assert_eq!(found.law, law, "{flaw:?}: {found}");
            // Some flaws spoil several answers, and the game decides which of them is asked for first.
            let of_seed = |seed| fuzz_one(Skirmish::with(flaw), seed, LIMITS).err();
            let shows = (0..50).filter_map(of_seed).any(|found| found.law == law && found.what.contains(answer));
            assert!(shows, "{flaw:?} shows elsewhere: {found}");
            assert!(found.to_string().lines().count() == 1 && !found.position.is_empty());
        }
    }

    #[test]
    fn a_record_that_forgets_is_noticed_even_if_words_are_not_tried() {
        for flaw in [Flaw::ForgetfulRecord, Flaw::ForgetfulShorthand] {
            let limits = Limits { every: u32::MAX, ..LIMITS };
            let found = fuzz(Skirmish::with(flaw), 0..200, limits, |_| true).expect_err(&format!("{flaw:?}"));
            assert!(matches!(found.law, "replay" | "options"), "{found}");
        }
    }
}
