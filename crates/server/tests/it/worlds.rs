//! The games of twins, played beside the servers by the rulebook alone: what it tells, and to whom.
//!
//! It is what an answer is held against where the twins part: when something comes to light the rulebook itself tells the eyes different
//! things, and then each server has to tell what the rulebook does and nothing more.

use grognard_engine::dice::{ScriptedDice, SeededDice};
use grognard_shelf::{Happening, Match};
use serde_json::{Value, json};

/// Actions of the other side for which a likeness is sought, and how many are tried for each.
const TRIED: usize = 12;

/// A game as it is, and one that a seat cannot tell from it.
pub struct Worlds([Box<dyn Match>; 2]);

/// What came of an action in both.
pub struct Come {
    happenings: [Happening; 2],
    /// Whether something may have come to light: the rulebook says so, or the game is over.
    shown: bool,
}

/// What some eyes are told of the last action.
fn told(world: &dyn Match, entry: usize, eyes: Option<&str>) -> Value {
    let told = world.told(eyes, entry).pop().unwrap();
    json!({"entry": told.entry, "seat": told.seat, "action": told.action, "dice": told.dice, "log": told.log})
}

/// What some eyes find on the table.
fn board(world: &dyn Match, eyes: Option<&str>) -> Value {
    serde_json::to_value(world.board(eyes)).unwrap()
}

impl Worlds {
    /// Nothing if the other world is the true one.
    pub fn new(game: &dyn Match, seat: &str, draw: u64) -> Option<Self> {
        let positions = [game.position(), game.guess(seat, draw)];
        (positions[0] != positions[1]).then(|| Self(positions.map(|position| game.resume(&position).unwrap())))
    }

    pub fn positions(&self) -> [String; 2] {
        self.0.each_ref().map(|world| world.position())
    }

    /// Whose decision it is, in the first.
    pub fn to_decide(&self) -> Option<&'static str> {
        self.0[0].to_decide()
    }

    /// What can be played in the first.
    pub fn actions(&self) -> Vec<String> {
        self.0[0].actions()
    }

    /// The board as some eyes find it in each.
    pub fn boards(&self, eyes: Option<&str>) -> [Value; 2] {
        self.0.each_ref().map(|world| board(world.as_ref(), eyes))
    }

    /// An action in each that looks the same to some eyes: of the one who has these eyes the same action, of another one that is told in the
    /// same words, leads to the same board and binds alike. It is tried with dice of its own. Where `pass` is wanted, one that throws dice
    /// or hands the decision on comes before others.
    pub fn alike(&self, eyes: &str, pick: usize, pass: bool) -> Option<[String; 2]> {
        let seat = self.to_decide()?;
        let lists = self.0.each_ref().map(|world| world.actions());
        let look = |at: usize, action: &str| {
            let mut trial = self.0[at].fork();
            let done = trial.submit(seat, action, &mut SeededDice::new(1)).unwrap();
            let seen = [Some(eyes), None].map(|eyes| [told(trial.as_ref(), done.entry, eyes), board(trial.as_ref(), eyes)]);
            (seen, done.dice, done.reveals, trial.to_decide())
        };
        // Whose counter it is may be hidden: it is known by its place.
        let places = self.0.each_ref().map(|world| world.board(Some(seat)).counters);
        let public = |at: usize, text: &str| {
            let place = |word: &str| {
                let counter = places[at].iter().find(|counter| counter.tag == word);
                counter.and_then(|counter| counter.hex.clone()).map_or_else(|| word.to_owned(), |hex| format!("@{hex}"))
            };
            text.split(' ').map(place).collect::<Vec<_>>().join(" ")
        };
        let passes = |text: &String| {
            let (_, dice, _, next) = look(0, text);
            !dice.is_empty() || next != Some(seat)
        };
        // What ends something is listed last.
        let ends = lists[0].iter().rev().take(if pass { TRIED } else { 0 }).filter(|text| passes(text));
        let count = lists[0].len();
        let others = (0..count.min(TRIED)).map(|step| &lists[0][(pick + step) % count]);
        ends.chain(others).find_map(|first| {
            if seat == eyes {
                return lists[1].contains(first).then(|| [first.clone(), first.clone()]);
            }
            let (words, seen) = (public(0, first), look(0, first));
            let mut fitting = lists[1].iter().filter(|second| public(1, second) == words).take(TRIED);
            fitting.find(|second| look(1, second) == seen).map(|second| [first.clone(), second.clone()])
        })
    }

    /// Plays in both what was played at the tables, with the dice that were thrown there.
    pub fn submit(&mut self, seat: &str, actions: [&str; 2], dice: [&[u8]; 2]) -> Come {
        let mut happenings = Vec::new();
        for ((world, action), rolls) in self.0.iter_mut().zip(actions).zip(dice) {
            let mut dice = ScriptedDice::new(rolls);
            let done = world.submit(seat, action, &mut dice).unwrap_or_else(|why| panic!("{action}: {why}"));
            assert!(dice.fault.is_none() && dice.left().is_empty(), "{action}: other dice than {rolls:?}");
            happenings.push(done);
        }
        let over = self.0.iter().any(|world| world.to_decide().is_none());
        let shown = over || happenings.iter().any(|done| done.reveals);
        Come { happenings: happenings.try_into().unwrap_or_else(|_| panic!("two")), shown }
    }

    /// What some eyes are told of an action in each.
    pub fn told(&self, come: &Come, eyes: Option<&str>) -> [Value; 2] {
        [0, 1].map(|at| told(self.0[at].as_ref(), come.happenings[at].entry, eyes))
    }

    /// Whether the rulebook tells the worlds apart to some eyes after an action. It may only if something has come to light, or if dice were
    /// thrown out of their sight, which fall out as what is hidden will have it.
    pub fn apart(&self, come: &Come, eyes: Option<&str>) -> bool {
        let (told, boards) = (self.told(come, eyes), self.boards(eyes));
        let deciders = self.0.each_ref().map(|world| world.to_decide());
        let apart = told[0] != told[1] || boards[0] != boards[1] || deciders[0] != deciders[1];
        let unseen = [0, 1].iter().any(|&at| told[at]["dice"] != json!(come.happenings[at].dice));
        let what = || format!("{} and {}", come.happenings[0].action, come.happenings[1].action);
        assert!(!apart || come.shown || unseen, "the rulebook tells the twins apart by {}: {} {}", what(), told[0], told[1]);
        apart
    }

    /// Takes back all but the first actions.
    pub fn back(&mut self, keep: usize) {
        for world in &mut self.0 {
            world.undo_to(keep);
        }
    }
}
