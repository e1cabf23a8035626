//! Both sides at one keyboard: dice from a seed, and a file to save to.

use super::orders::{self, Standing};
use super::screen;
use super::session::{self, Host, Next, Played};
use crate::fail::{Done, Fail};
use crate::files;
use grognard_engine::dice::SeededDice;
use grognard_shelf::Match;
use std::path::{Path, PathBuf};

/// The table of `grognard play`.
pub struct Keyboard {
    pub dice: SeededDice,
    /// Where the game is saved after every action.
    pub save: Option<PathBuf>,
    /// Whether something has happened since the game was last written.
    pub unsaved: bool,
    /// What is answered for either side.
    pub orders: Standing,
}

impl Host for Keyboard {
    fn welcome(&self, game: &dyn Match) -> String {
        screen::welcome(game, self.save.as_deref().map(files::name).as_deref())
    }

    fn farewell(&self) -> String {
        if self.unsaved { "Farewell. The game was not saved.\n" } else { "Farewell.\n" }.to_owned()
    }

    fn play(&mut self, game: &mut dyn Match, line: &str) -> Played {
        let before = game.played();
        let answer = game.command(line, &mut self.dice).map(|_| ());
        Played { answer, remark: String::new(), changed: game.played() > before }
    }

    fn changed(&mut self, game: &dyn Match) -> Done {
        self.unsaved = true;
        if let Some(file) = &self.save {
            session::write(game, file)?;
            self.unsaved = false;
        }
        Ok(())
    }

    fn words(&self) -> &'static [(&'static str, &'static str)] {
        &[orders::WORDS]
    }

    fn obey(&mut self, game: &dyn Match, word: &str, rest: &str) -> Result<Option<Next>, Fail> {
        if word != "orders" {
            return Ok(None);
        }
        let next = self.orders.typed(game, &self.seat(game), rest, true)?;
        if let (Next::Show, Some(file)) = (&next, &self.save) {
            self.orders.write(file)?;
        }
        Ok(Some(next))
    }

    fn standing(&mut self, game: &mut dyn Match, reader: &str) -> String {
        self.orders.answer(game, reader, &mut self.dice, |_, _| false)
    }

    fn owns(&self, file: &Path) -> bool {
        self.save.as_deref().is_some_and(|save| files::same(save, file))
    }

    fn saved(&mut self, file: &Path) -> Done {
        self.unsaved = false;
        self.orders.write(file)
    }
}
