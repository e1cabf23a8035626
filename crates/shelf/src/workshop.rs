//! What a laboratory does with a game besides playing it: trying things on a copy, judging positions, changing the data.

use crate::books::find;
use crate::seated::{Match, Seated};
use grognard_ai::assess::{self, Assessor};
use grognard_ai::planner::train::{self, Sample};
use grognard_ai::planner::{self, Weights, eye};
use grognard_engine::{DataError, Dice, Game};
use std::sync::{Arc, Mutex, PoisonError};

/// Part of every [`Match`].
pub trait Workshop {
    /// The same position without its history, to try things on.
    fn fork(&self) -> Box<dyn Match>;
    /// A game with the same rules in another position, whose computer players remember what they planned in this one.
    ///
    /// # Errors
    /// A position that cannot be read.
    fn resume(&self, position: &str) -> Result<Box<dyn Match>, DataError>;
    /// The position in one line as a seat may know it: what it cannot know is drawn anew from the seed.
    fn guess(&self, seat: &str, seed: u64) -> String;
    /// What the position is worth to the first seat: the margin that is to be expected, if an eye has learnt to foresee it in this game, else points as
    /// the planner reckons them. What a die has left to do is carried out first.
    fn worth(&self) -> f64;
    /// What the position is worth to the first seat in points as the planner reckons them, whatever an eye has learnt.
    fn reckoned(&self) -> f64;
    /// Whether an eye has learnt to foresee the margin in this game.
    fn foresees(&self) -> bool;
    /// What an action is worth to the first seat before its dice fall.
    ///
    /// # Errors
    /// An action that cannot be read or is not legal.
    fn expectation(&self, action: &str) -> Result<f64, String>;
    /// The same in points as the planner reckons them.
    ///
    /// # Errors
    /// An action that cannot be read, in one line.
    fn reckoned_before(&self, action: &str) -> Result<f64, String>;
    /// What the positions of a game between scripts were like, from the beginning, and how it ended: what weights are fitted to.
    fn sample(&self, seed: u64) -> Vec<Sample>;
    /// What the positions of a game between quick players were like, and its margin: what the onlooker's eye is fitted to.
    fn witness(&self, seed: u64, number: u64) -> Vec<Sample>;
    /// What the onlooker's eye knows before anything is learnt.
    fn eye(&self) -> Weights;
    /// The weights of the planner for any game: before anything was learnt, and as they are.
    fn weights(&self) -> [Weights; 2];
    /// The body to which a unit belongs, if the game knows of any.
    fn formation(&self, tag: &str) -> Option<String>;
    /// The levels of victory by which a verdict can begin, best for the first seat first, if the game knows of any.
    fn levels(&self) -> Vec<String>;
    /// Points by seat as they stand, in the measure of the verdict; nothing if only the end tells.
    fn standing(&self) -> Vec<i32>;
}

/// Whoever judges positions of one match; made when somebody asks.
pub(crate) struct Judged<G: Game> {
    /// Who foresees the margin, where somebody does.
    onlooker: Judge<G>,
    /// The eyes of the rulebook's own planner.
    planner: Judge<G>,
}

type Judge<G> = Arc<Mutex<Option<Box<dyn Assessor<G>>>>>;

impl<G: Game> Default for Judged<G> {
    fn default() -> Self {
        Self { onlooker: Arc::default(), planner: Arc::default() }
    }
}

impl<G: Game> Clone for Judged<G> {
    fn clone(&self) -> Self {
        Self { onlooker: Arc::clone(&self.onlooker), planner: Arc::clone(&self.planner) }
    }
}

impl<G: Game> Judged<G> {
    fn ask<T>(&self, question: impl FnOnce(&mut dyn Assessor<G>) -> T) -> T {
        ask(&self.onlooker, assess::assessor, question)
    }

    fn ask_planner<T>(&self, question: impl FnOnce(&mut dyn Assessor<G>) -> T) -> T {
        ask(&self.planner, assess::planners_own, question)
    }
}

fn ask<G: Game, T>(
    judge: &Judge<G>,
    called: fn() -> Box<dyn Assessor<G>>,
    question: impl FnOnce(&mut dyn Assessor<G>) -> T,
) -> T {
    // A judge keeps nothing but what it has read of the map, so a panic leaves it as good as before.
    let mut judge = judge.lock().unwrap_or_else(PoisonError::into_inner);
    question(judge.get_or_insert_with(called).as_mut())
}

impl<G: Game> Workshop for Seated<G> {
    fn fork(&self) -> Box<dyn Match> {
        Box::new(self.beside(self.table.state.clone()))
    }

    fn resume(&self, position: &str) -> Result<Box<dyn Match>, DataError> {
        let mut other = self.beside(self.table.game.read_position(position)?);
        other.minds = self.minds.clone();
        Ok(Box::new(other))
    }

    fn guess(&self, seat: &str, seed: u64) -> String {
        let game = &self.table.game;
        let guessed = self.seat(Some(seat)).map(|seat| {
            let mut dice = grognard_engine::dice::SeededDice::new(seed);
            game.write_position(&game.resample(&self.table.state, Some(seat), &mut dice))
        });
        guessed.unwrap_or_default()
    }

    fn worth(&self) -> f64 {
        self.judged.ask(|judge| judge.worth(&self.table.game, &self.table.state))
    }

    fn reckoned(&self) -> f64 {
        self.judged.ask_planner(|judge| judge.worth(&self.table.game, &self.table.state))
    }

    fn foresees(&self) -> bool {
        eye::eye_of(self.table.game.as_ref(), planner::hooks().as_ref()).is_some()
    }

    fn expectation(&self, action: &str) -> Result<f64, String> {
        let (game, state) = (&self.table.game, &self.table.state);
        let action = game.read_action(action)?;
        game.check(state, action).map_err(|violation| game.explain(&violation))?;
        Ok(self.judged.ask(|judge| assess::expectation(judge, game.as_ref(), state, action)))
    }

    fn reckoned_before(&self, action: &str) -> Result<f64, String> {
        let (game, state) = (&self.table.game, &self.table.state);
        let action = game.read_action(action)?;
        game.check(state, action).map_err(|violation| game.explain(&violation))?;
        Ok(self.judged.ask_planner(|judge| assess::expectation(judge, game.as_ref(), state, action)))
    }

    fn sample(&self, seed: u64) -> Vec<Sample> {
        train::play(self.table.game.as_ref(), planner::hooks().as_ref(), seed)
    }

    fn witness(&self, seed: u64, number: u64) -> Vec<Sample> {
        eye::witness(self.table.game.as_ref(), seed, number)
    }

    fn eye(&self) -> Weights {
        eye::eye_prior(self.table.game.as_ref(), planner::hooks().as_ref())
    }

    fn weights(&self) -> [Weights; 2] {
        let (game, hooks) = (self.table.game.as_ref(), planner::hooks());
        [Weights::prior(game, hooks.as_ref()), planner::weights_of(game, hooks.as_ref())]
    }

    fn formation(&self, tag: &str) -> Option<String> {
        self.table.game.formation(tag)
    }

    fn levels(&self) -> Vec<String> {
        self.table.game.levels()
    }

    fn standing(&self) -> Vec<i32> {
        self.table.game.standing(&self.table.state)
    }
}

/// Sets up a game with some things changed, such as `unit:Roth:strength=5`. It has no record, because no published game is like it.
///
/// # Errors
/// An unknown game, option or change; a game whose data cannot be changed.
pub fn open_changed(
    game: &str,
    options: &[(String, String)],
    changes: &[String],
    dice: &mut dyn Dice,
) -> Result<Box<dyn Match>, DataError> {
    let (book, _) = find(game)?;
    book.open_changed(game, options, changes, dice)
}
