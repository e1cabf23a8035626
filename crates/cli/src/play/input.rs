//! Lines from the player: with editing and completion in a terminal, plainly otherwise.

use crate::fail::Fail;
use crate::files;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{self, BufRead, IsTerminal, Read};

/// No line that somebody types is longer.
const LONGEST: u64 = 1 << 16;

/// What may be typed now.
#[derive(Clone, Default)]
pub struct Words {
    /// Whole lines: actions and commands.
    pub lines: Vec<String>,
    /// Words that can stand anywhere after the first: units and the like.
    pub names: Vec<String>,
}

impl Words {
    /// Where the word at the end of `line` begins, and how it may go on.
    pub fn complete(&self, line: &str) -> (usize, Vec<String>) {
        let start = line.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let (head, word) = line.split_at(start);
        let mut found: Vec<String> = Vec::new();
        // `why` and `?` are followed by what may be typed without them.
        let bare = ["why ", "? "].iter().find_map(|prefix| head.strip_prefix(prefix));
        for head in [Some(head), bare].into_iter().flatten() {
            for candidate in &self.lines {
                if let Some(next) = candidate.strip_prefix(head).filter(|rest| rest.starts_with(word)) {
                    found.extend(next.split_whitespace().next().map(str::to_owned));
                }
            }
        }
        if found.is_empty() && !head.trim().is_empty() {
            found.extend(self.names.iter().filter(|name| name.starts_with(word)).cloned());
        }
        found.sort();
        found.dedup();
        (start, found)
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let (start, found) = Self::complete(self, line.get(..at).unwrap_or(line));
        Ok((start, found.into_iter().map(|word| word + " ").collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

/// Where lines come from.
pub enum Input {
    /// A terminal.
    Editor(Box<Editor<Words, MemHistory>>),
    /// A file or a pipe.
    Plain,
    /// Lines from the command line.
    Script(std::vec::IntoIter<String>),
}

/// What the player did.
pub enum Typed {
    /// Typed a line.
    Line(String),
    /// Pressed Ctrl-C.
    Break,
    /// Closed the input.
    End,
}

impl Input {
    /// A terminal if there is one.
    pub fn new() -> Self {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Self::Plain;
        }
        let config = Config::builder().completion_type(CompletionType::List).build();
        match Editor::with_history(config, MemHistory::new()) {
            Ok(editor) => Self::Editor(Box::new(editor)),
            Err(_) => Self::Plain,
        }
    }

    /// Lines that were given beforehand.
    pub fn script(lines: Vec<String>) -> Self {
        Self::Script(lines.into_iter())
    }

    /// Whether the lines were given beforehand.
    pub const fn is_script(&self) -> bool {
        matches!(self, Self::Script(_))
    }

    /// The width of the terminal.
    pub fn width(&mut self) -> Option<u16> {
        match self {
            Self::Editor(editor) => editor.dimensions().map(|(columns, _)| columns).filter(|&columns| columns >= 40),
            Self::Plain | Self::Script(_) => None,
        }
    }

    /// Lets the keyboard change hands: a terminal is cleared, its history too, and waits for Enter; elsewhere a line is drawn.
    pub fn curtain(&mut self, words: &str) -> Result<(), Fail> {
        match self {
            Self::Editor(editor) => {
                let _ = editor.clear_history();
                // The screen, what has scrolled off it, and back to the corner.
                files::say("\u{1b}[2J\u{1b}[3J\u{1b}[H")?;
                editor.set_helper(None);
                match editor.readline(words) {
                    Ok(_) | Err(ReadlineError::Eof | ReadlineError::Interrupted) => {}
                    Err(why) => return Err(Fail::Bad(format!("the keyboard: {why}"))),
                }
                files::say("\u{1b}[2J\u{1b}[H")
            }
            Self::Plain | Self::Script(_) => files::say(format!("---- {words}\n")),
        }
    }

    /// Reads a line.
    pub fn line(&mut self, prompt: &str, words: Words) -> Result<Typed, Fail> {
        match self {
            Self::Editor(editor) => {
                editor.set_helper(Some(words));
                match editor.readline(prompt) {
                    Ok(line) => {
                        let _ = editor.add_history_entry(line.as_str());
                        Ok(Typed::Line(line))
                    }
                    Err(ReadlineError::Interrupted) => Ok(Typed::Break),
                    Err(ReadlineError::Eof) => Ok(Typed::End),
                    Err(why) => Err(Fail::Bad(format!("the terminal cannot be read: {why}"))),
                }
            }
            Self::Script(lines) => match lines.next() {
                None => Ok(Typed::End),
                Some(line) => {
                    let line: String = line.chars().filter(|c| !c.is_control()).collect();
                    files::say(format!("{prompt}{line}\n"))?;
                    Ok(Typed::Line(line))
                }
            },
            Self::Plain => {
                let mut bytes = Vec::new();
                let read = io::stdin().lock().take(LONGEST + 1).read_until(b'\n', &mut bytes);
                match read.map_err(|why| Fail::Bad(format!("standard input cannot be read: {why}")))? {
                    0 => Ok(Typed::End),
                    _ if bytes.len() as u64 > LONGEST => {
                        Err(Fail::Bad(format!("standard input: a line of more than {LONGEST} bytes; actions are shorter")))
                    }
                    _ => {
                        let line: String =
                            String::from_utf8_lossy(&bytes).trim_end().chars().filter(|c| !c.is_control()).collect();
                        files::say(format!("{prompt}{line}\n"))?;
                        Ok(Typed::Line(line))
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn completion_goes_word_by_word() {
        let words = Words {
            lines: ["pick Mur1", "pick Mur2", "pick Gd1", "end", "help"].map(str::to_owned).to_vec(),
            names: ["Mur1", "Tut3"].map(str::to_owned).to_vec(),
        };
        let complete = |line: &str| words.complete(line);
        assert_eq!(complete("p"), (0, vec!["pick".to_owned()]));
        assert_eq!(complete("pick M"), (5, vec!["Mur1".to_owned(), "Mur2".to_owned()]));
        assert_eq!(complete("why pick G"), (9, vec!["Gd1".to_owned()]));
        assert_eq!(complete("why p"), (4, vec!["pick".to_owned()]));
        assert_eq!(complete("attack Tut3 with M"), (17, vec!["Mur1".to_owned()]));
        assert_eq!(complete("").1, ["end", "help", "pick"]);
        assert_eq!(complete("x"), (0, vec![]));
    }
}
