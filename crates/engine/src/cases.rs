//! What a rulebook must offer so that its positions can be written down in a case file.

use crate::fault::DataError;
use crate::game::Game;

/// One line of the set-up part of a case file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupLine {
    /// Line in the file, from 1.
    pub line: usize,
    /// Its words, never empty; a text in double quotes is one word, without the quotes.
    pub words: Vec<String>,
}

impl SetupLine {
    /// The lines of a text, for whoever has no case file. Empty lines are passed over.
    #[must_use]
    pub fn read(text: &str) -> Vec<Self> {
        let line = |(i, text): (usize, &str)| Self { line: i + 1, words: text.split_whitespace().map(str::to_owned).collect() };
        text.lines().enumerate().map(line).filter(|line| !line.words.is_empty()).collect()
    }
}

/// A game whose positions can be built from a few lines of text.
pub trait CaseGame: Game {
    /// Builds a game and a position from the set-up lines. Lines that the rulebook does not know are an error.
    ///
    /// # Errors
    /// File, line and what was expected.
    fn set_up(file: &str, lines: &[SetupLine]) -> Result<(Self, Self::State), DataError>;
}
