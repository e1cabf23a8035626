//! Non-interference: what a seat cannot know changes no answer that it gets.
//!
//! For every seat, and for somebody who only looks on, a second position is drawn that differs from the true one in nothing but what these
//! eyes cannot know ([`Game::resample`]). Then everything that they can ask is asked of both, and the answers are held against each other:
//! the board with its prompt, whose decision it is, the forecast, what is laid over the map, and for the one who has to decide the options
//! with their places and captions, the refusal of any other action, the answer to anything typed, and whether and why a whole command fails. Whoever has
//! not to decide is refused, and in the same words. What is made of all this elsewhere (what happened since, counts of dice, hints of computer
//! players) is held against its twin where it is made: on the shelf, in its own tests.
//!
//! A position at rest says nothing about the moments between two decisions, where the rules pass over what leaves no choice. So an action
//! that was played is played again in another world that fits all that has been seen, the action itself included
//! ([`Game::resample_knowing`]): there must be one there that looks the same to these eyes, with the same dice, and after it they must be told
//! the same, see the same, and wait for the same decision. If there is none, either something leaks or the world could not have been.

use grognard_engine::dice::{LowDice, RecordingDice, ScriptedDice, SeededDice};
use grognard_engine::{Anchor, Decision, Game, Refusal, Seat, Umpire};
use std::fmt::Debug;

/// Other worlds tried for each pair of eyes.
const WORLDS: usize = 2;
/// Names tried in what is typed, taken anew in every position.
const NAMES: usize = 12;
/// Whole commands of each kind that are typed.
const WHOLE: usize = 4;
/// Characters shown on each side of a difference.
const AROUND: usize = 60;

/// An action that was played, and what it led to.
pub(super) struct Played<'a, G: Game> {
    pub before: &'a G::State,
    pub after: &'a G::State,
    pub by: Seat,
    pub action: G::Action,
    pub rolls: &'a [u8],
    pub events: &'a [G::Event],
}

/// What is asked of a position besides what can be listed.
pub(super) struct Questions<'a, G: Game> {
    /// Actions, legal or not.
    pub actions: Vec<G::Action>,
    /// Names of counters, known or not.
    pub tags: &'a [String],
    pub picks: &'a mut SeededDice,
}

/// Somebody at the table in words.
pub(super) fn who<G: Game>(game: &G, viewer: Option<Seat>) -> &'static str {
    viewer.and_then(|seat| game.seats().get(usize::from(seat.0)).copied()).unwrap_or("a spectator")
}

/// Two answers that ought to be the same.
fn same<T: PartialEq + Debug + ?Sized>(what: impl FnOnce() -> String, here: &T, there: &T) -> Result<(), String> {
    if here == there {
        return Ok(());
    }
    Err(format!("{}: {}", what(), difference(&format!("{here:?}"), &format!("{there:?}"))))
}

/// Where two texts part.
fn difference(here: &str, there: &str) -> String {
    let at = here.chars().zip(there.chars()).take_while(|(a, b)| a == b).count();
    let cut = |text: &str| text.chars().skip(at.saturating_sub(AROUND)).take(2 * AROUND).collect::<String>();
    format!("…{}… against …{}…", cut(here), cut(there))
}

fn decider<G: Game>(game: &G, state: &G::State) -> Option<Seat> {
    match game.decision(state) {
        Decision::Choose { seat, .. } => Some(seat),
        Decision::Over(_) => None,
    }
}

/// Whether a position answers these eyes as others do that they cannot tell from it. Says whether there was another one, or what differs.
pub(super) fn at_rest<G: Game>(
    game: &G,
    truth: &G::State,
    viewer: Option<Seat>,
    questions: &mut Questions<'_, G>,
) -> Result<bool, String> {
    let mut tried = false;
    for _ in 0..WORLDS {
        let other = game.resample(truth, viewer, questions.picks);
        if other == *truth {
            continue;
        }
        tried = true;
        look(game, [truth, &other], viewer, questions)?;
        if viewer.is_some() && viewer == decider(game, truth) {
            choose(game, [truth, &other], questions)?;
        } else {
            out_of_turn(game, [truth, &other], viewer, questions)?;
        }
        // What is drawn must not lean on what is hidden either: computer players think about such worlds.
        let seed = u64::from(questions.picks.below(1000));
        let [here, there] = [truth, &other].map(|state| game.resample(state, viewer, &mut SeededDice::new(seed)));
        if here != there {
            let texts = [&here, &there].map(|state| game.write_position(state));
            return Err(format!("the worlds drawn for it: {}", difference(&texts[0], &texts[1])));
        }
    }
    Ok(tried)
}

/// What everybody can ask.
fn look<G: Game>(
    game: &G,
    [truth, other]: [&G::State; 2],
    viewer: Option<Seat>,
    questions: &mut Questions<'_, G>,
) -> Result<(), String> {
    let word = |text: &str| text.to_owned();
    let boards = [truth, other].map(|state| game.board(state, viewer));
    same(|| word("the prompt"), &boards[0].prompt, &boards[1].prompt)?;
    same(|| word("the board"), &boards[0], &boards[1])?;
    same(|| word("whose decision it is"), &game.decision(truth), &game.decision(other))?;
    let forecast = |state| format!("{:?}", game.forecast(state, viewer));
    same(|| word("the forecast"), &forecast(truth), &forecast(other))?;
    let hexes = game.map().hexes;
    for info in game.overlays() {
        let mut places = vec![None];
        if info.needs_hex && !hexes.is_empty() {
            places = (0..3).map(|_| Some(hexes[questions.picks.below(hexes.len() as u32) as usize].number.clone())).collect();
            places.extend(questions.tags.iter().cloned().map(Some));
        }
        for at in places {
            let shown = |state| format!("{:?}", game.overlay(state, &info.id, at.as_deref(), viewer));
            same(|| format!("the overlay {} at {at:?}", info.id), &shown(truth), &shown(other))?;
        }
    }
    Ok(())
}

/// What the one who has to decide can ask.
fn choose<G: Game>(game: &G, [truth, other]: [&G::State; 2], questions: &mut Questions<'_, G>) -> Result<(), String> {
    let Some(seat) = decider(game, truth) else { return Ok(()) };
    let listed = |state: &G::State| {
        let mut actions = Vec::new();
        game.legal_actions(state, &mut actions);
        actions
    };
    let options = listed(truth);
    let texts = |actions: &[G::Action]| actions.iter().map(|&action| game.write_action(action)).collect::<Vec<_>>();
    same(|| "the options".to_owned(), &texts(&options), &texts(&listed(other)))?;
    let captions = |state| format!("{:?}", game.captions(state, &options));
    same(|| "the captions".to_owned(), &captions(truth), &captions(other))?;
    for &action in options.iter().chain(&questions.actions) {
        let answer = |state| game.check(state, action).map_err(|violation| game.explain(&violation));
        same(|| format!("the answer to `{}`", game.write_action(action)), &answer(truth), &answer(other))?;
        let anchor = |state| format!("{:?}", game.anchor(state, action));
        same(|| format!("the place of `{}`", game.write_action(action)), &anchor(truth), &anchor(other))?;
    }
    for text in typed(game, truth, Some(seat), &options, questions) {
        let answer = |state| game.command(state, seat, &text).map(|actions| texts(&actions));
        same(|| format!("the answer to `{text}`, typed"), &answer(truth), &answer(other))?;
        if let Ok(actions) = game.command(truth, seat, &text) {
            let [here, there] = [truth, other].map(|state| answers(game, state, seat, &actions));
            let common = here.len().min(there.len());
            same(|| format!("why `{text}` fails"), &here[..common], &there[..common])?;
        }
    }
    Ok(())
}

/// How the actions of a whole command are answered one after the other, as far as the first refusal, or as far as something is seen: after that,
/// what was hidden may make a difference.
fn answers<G: Game>(game: &G, start: &G::State, seat: Seat, actions: &[G::Action]) -> Vec<Result<(), String>> {
    let (mut state, mut given) = (start.clone(), Vec::new());
    for (at, &action) in actions.iter().enumerate() {
        let (mut low, mut events) = (LowDice, Vec::new());
        let mut dice = RecordingDice::new(&mut low);
        let answer = game.play(&mut state, seat, action, &mut Umpire::new(&mut dice, &mut events));
        let answer = answer.map_err(|refusal| match (refusal, game.blame(start, actions, at)) {
            (Refusal::Illegal(_), Some(better)) => game.explain(&better),
            (refusal, _) => game.explain_refusal(&refusal),
        });
        let last = answer.is_err() || !dice.rolls.is_empty() || events.iter().any(|event| game.reveals(event));
        given.push(answer);
        if last {
            break;
        }
    }
    given
}

/// What is answered to those who have not to decide, and try all the same.
fn out_of_turn<G: Game>(
    game: &G,
    [truth, other]: [&G::State; 2],
    viewer: Option<Seat>,
    questions: &mut Questions<'_, G>,
) -> Result<(), String> {
    if decider(game, truth).is_none() {
        return Ok(());
    }
    let mut options = Vec::new();
    game.legal_actions(truth, &mut options);
    for &action in options.iter().chain(&questions.actions).take(2 * NAMES) {
        let answer = |state: &G::State| {
            let (mut after, mut dice) = (state.clone(), SeededDice::new(0));
            let seat = viewer.unwrap_or(Seat(u8::MAX));
            let played = game.play(&mut after, seat, action, &mut Umpire::silent(&mut dice));
            played.map_err(|refusal| game.explain_refusal(&refusal))
        };
        same(|| format!("the answer to `{}`, out of turn", game.write_action(action)), &answer(truth), &answer(other))?;
    }
    let Some(seat) = viewer else { return Ok(()) };
    for text in typed(game, truth, viewer, &options, questions) {
        let texts = |actions: Vec<G::Action>| actions.into_iter().map(|action| game.write_action(action)).collect::<Vec<_>>();
        let answer = |state| game.command(state, seat, &text).map(texts);
        same(|| format!("the answer to `{text}`, typed out of turn"), &answer(truth), &answer(other))?;
    }
    Ok(())
}

/// Things that a curious player types: options with other names in them, attacks on everybody by name, and whole moves and marches.
fn typed<G: Game>(
    game: &G,
    state: &G::State,
    viewer: Option<Seat>,
    options: &[G::Action],
    questions: &mut Questions<'_, G>,
) -> Vec<String> {
    let Questions { tags, picks, .. } = questions;
    if tags.is_empty() || options.is_empty() {
        return Vec::new();
    }
    let pick = |picks: &mut SeededDice, count: usize| picks.below(count as u32) as usize;
    let mut texts: Vec<String> = tags.iter().map(|tag| format!("attack {tag} with {}", tags[pick(picks, tags.len())])).collect();
    for _ in 0..NAMES {
        let option = game.write_action(options[pick(picks, options.len())]);
        let mut words: Vec<&str> = option.split_whitespace().collect();
        let at = pick(picks, words.len().max(1));
        if let Some(word) = words.get_mut(at) {
            *word = &tags[pick(picks, tags.len())];
        }
        texts.push(words.join(" "));
    }
    // By lots of their own: whatever is typed, the same random game is played.
    let mut lots = SeededDice::new(game.digest(state));
    let standing = game.board(state, viewer).counters.into_iter().filter_map(|counter| counter.hex);
    let pointed = options.iter().filter_map(|&option| match game.anchor(state, option) {
        Anchor::Hex(hex) => Some(game.hex_name(hex)),
        _ => None,
    });
    let hexes: Vec<String> = standing.chain(pointed).collect();
    for _ in 0..WHOLE {
        let [first, second] = [0; 2].map(|_| game.write_action(options[pick(&mut lots, options.len())]));
        texts.push(format!("{first} then {second}"));
        if !hexes.is_empty() {
            let (tag, hex) = (&tags[pick(&mut lots, tags.len())], &hexes[pick(&mut lots, hexes.len())]);
            texts.extend(["move", "march", "ride"].map(|verb| format!("{verb} {tag} {hex}")));
            texts.push(format!("attack {hex} with {tag}"));
        }
    }
    texts
}

/// What somebody is told of an action, and finds after it.
struct Told {
    words: String,
    dice: Vec<u8>,
    events: Vec<String>,
    lines: Vec<String>,
    /// Whether it binds, so that it is taken back only by consent.
    reveals: bool,
}

impl Told {
    fn of<G: Game>(game: &G, played: &Played<'_, G>, viewer: Option<Seat>) -> Self {
        let Played { before, after, by, action, rolls, events } = *played;
        let (words, dice) = game.told_entry(before, after, by, action, rolls, viewer);
        let known = events.iter().filter_map(|event| game.told(event, viewer));
        let lines = events.iter().filter_map(|event| game.line(event, viewer));
        Self {
            words,
            dice,
            events: known.map(|event| serde_json::to_string(&event).unwrap_or_default()).collect(),
            lines: lines.map(|line| format!("{line:?}")).collect(),
            reveals: events.iter().any(|event| game.reveals(event)),
        }
    }
}

/// Whether an action could have been played, and is told in the same way, in other worlds that fit all that these eyes have seen, this
/// action included. Says whether there was another world, or what differs.
pub(super) fn in_motion<G: Game>(
    game: &G,
    played: &Played<'_, G>,
    viewer: Option<Seat>,
    picks: &mut SeededDice,
) -> Result<bool, String> {
    let told = Told::of(game, played, viewer);
    let mut tried = false;
    for _ in 0..WORLDS {
        let other = game.resample_knowing(played.before, played.after, viewer, picks);
        if other == *played.before {
            continue;
        }
        tried = true;
        if decider(game, &other) != Some(played.by) {
            return Err("whose decision it was".to_owned());
        }
        // The seat's own action is the same in any world; another's may be another that looks alike.
        let mut candidates = vec![played.action];
        if viewer != Some(played.by) {
            game.legal_actions(&other, &mut candidates);
        }
        let mut nearest = (0, String::new());
        let found = candidates.into_iter().any(|candidate| match retrace(game, played, &told, viewer, &other, candidate) {
            Ok(()) => true,
            Err(further) => {
                if further.0 >= nearest.0 {
                    nearest = further;
                }
                false
            }
        });
        if !found {
            let world = game.write_position(&other);
            return Err(format!("`{}` in the other world {world:?}: {}", told.words, nearest.1));
        }
    }
    Ok(tried)
}

/// Plays a candidate in another world: how far it looks the same, and what is the first difference.
fn retrace<G: Game>(
    game: &G,
    played: &Played<'_, G>,
    told: &Told,
    viewer: Option<Seat>,
    other: &G::State,
    candidate: G::Action,
) -> Result<(), (u8, String)> {
    if let Err(violation) = game.check(other, candidate) {
        return Err((0, format!("it is refused there: {}", game.explain(&violation))));
    }
    let (mut after, mut events) = (other.clone(), Vec::new());
    let mut dice = ScriptedDice::new(played.rolls);
    game.apply(&mut after, candidate, &mut Umpire::new(&mut dice, &mut events));
    let uneven = dice.fault.is_some() || !dice.left().is_empty();
    let there = Played { before: other, after: &after, action: candidate, events: &events, ..*played };
    let other_told = Told::of(game, &there, viewer);
    let rank = |rank: u8| move |what: String| (rank, what);
    same(|| "nothing there looks the same".to_owned(), &told.words, &other_told.words).map_err(rank(1))?;
    if uneven {
        return Err((2, "other dice are rolled there".to_owned()));
    }
    same(|| "the dice that are told".to_owned(), &told.dice, &other_told.dice).map_err(rank(3))?;
    same(|| "the events that are told".to_owned(), &told.events, &other_told.events).map_err(rank(4))?;
    same(|| "the log".to_owned(), &told.lines, &other_told.lines).map_err(rank(5))?;
    same(|| "whether it can be taken back".to_owned(), &told.reveals, &other_told.reveals).map_err(rank(6))?;
    let decisions = [played.after, &after].map(|state| game.decision(state));
    same(|| "whose decision comes next".to_owned(), &decisions[0], &decisions[1]).map_err(rank(7))?;
    let boards = [played.after, &after].map(|state| game.board(state, viewer));
    same(|| "the board after it".to_owned(), &boards[0], &boards[1]).map_err(rank(8))
}
