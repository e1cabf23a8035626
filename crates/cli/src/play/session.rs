//! A session: read a line, do it, say what came of it.

use super::input::{Input, Typed, Words};
use super::screen;
use crate::fail::{Done, Fail};
use crate::{files, look};
use grognard_engine::dice::SeededDice;
use grognard_shelf::{Match, Rejection};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Words that are not the rulebook's.
const COMMANDS: [&str; 15] = [
    "?", "help", "board", "list", "why", "forecast", "duties", "log", "rules", "undo", "save", "position", "status", "options",
    "quit",
];

/// A game at the keyboard.
pub struct Session {
    game: Box<dyn Match>,
    dice: SeededDice,
    save: Option<PathBuf>,
    /// Number of entries before each line that was played, for taking it back whole.
    before: Vec<usize>,
    /// Whether something has happened since the game was last written.
    unsaved: bool,
    heading: String,
    input: Input,
}

impl Session {
    pub fn new(game: Box<dyn Match>, dice: SeededDice, save: Option<PathBuf>) -> Self {
        Self { game, dice, save, before: Vec::new(), unsaved: false, heading: String::new(), input: Input::new() }
    }

    /// Plays until the game is over or the player leaves.
    pub fn run(mut self) -> Done {
        let save = self.save.as_deref().map(files::name);
        files::say(screen::welcome(self.game.as_ref(), save.as_deref()))?;
        if self.save.is_some() {
            self.write(None)?;
        }
        let mut fresh = true;
        loop {
            if fresh {
                self.show()?;
            }
            let over = self.game.pending().is_err();
            let prompt = if over { "over> ".to_owned() } else { format!("{}> ", self.seat().to_lowercase()) };
            match self.input.line(&prompt, self.words())? {
                Typed::End => break,
                Typed::Break => {
                    fresh = false;
                    files::say("`quit` leaves the game.\n")?;
                }
                Typed::Line(line) => match self.line(line.trim()) {
                    Ok(Next::Show) => fresh = true,
                    Ok(Next::Stay) => fresh = false,
                    Ok(Next::Quit) => break,
                    // What goes wrong with a file is told, and the game goes on.
                    Err(Fail::Bad(why) | Fail::Broken(why)) => {
                        fresh = false;
                        files::say(format!("{why}\n"))?;
                    }
                    Err(other) => return Err(other),
                },
            }
        }
        self.leave()
    }

    fn leave(&self) -> Done {
        files::say(if self.unsaved { "Farewell. The game was not saved.\n" } else { "Farewell.\n" })
    }

    /// The seat that has to decide.
    fn seat(&self) -> String {
        self.game.pending().map_or_else(|_| String::new(), |pending| pending.seat)
    }

    fn board(&self) -> grognard_engine::Board {
        self.game.board(Some(&self.seat()))
    }

    /// Turn and phase if they are new, then what is to be decided.
    fn show(&mut self) -> Done {
        let board = self.board();
        let heading = screen::heading(&board);
        let mut out = String::new();
        if heading != self.heading {
            let _ = write!(out, "\n{heading}\n");
            self.heading = heading;
        }
        out.push_str(&screen::status(self.game.as_ref(), &board));
        files::say(out)
    }

    fn words(&self) -> Words {
        let mut lines: Vec<String> = self.game.actions();
        lines.extend(COMMANDS.map(str::to_owned));
        let forms = screen::commands(self.game.as_ref());
        let verbs = forms.iter().filter_map(|(form, _)| form.split([' ', ',']).next());
        lines.extend(verbs.filter(|verb| !verb.is_empty() && verb.chars().all(char::is_lowercase)).map(str::to_owned));
        let board = self.board();
        let hexes = board.counters.iter().filter_map(|counter| counter.hex.clone());
        let names = board.counters.iter().map(|counter| counter.tag.clone()).chain(hexes).collect();
        Words { lines, names }
    }

    fn line(&mut self, line: &str) -> Result<Next, Fail> {
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        // What the rulebook offers comes first, should it use one of our words.
        if !line.is_empty() && self.game.actions().iter().any(|action| action == line) {
            return self.act(line);
        }
        match (word, rest) {
            ("", _) | ("status", "") => return Ok(Next::Show),
            ("?" | "options", begin) => files::say(screen::options(self.game.as_ref(), &self.board(), begin))?,
            (_, "") if word.len() > 1 && word.starts_with('?') => {
                files::say(screen::options(self.game.as_ref(), &self.board(), &word[1..]))?;
            }
            ("help" | "h", "") => files::say(screen::help(self.game.as_ref()))?,
            ("board" | "map", "") => files::say(grognard_picture::text(&self.game.map(), &self.board(), self.input.width()))?,
            ("list", "") => files::say(grognard_picture::list(&self.game.map(), &self.board()))?,
            ("why", "") => files::say("why ACTION, such as: why end\n")?,
            ("why", action) => self.why(action)?,
            ("forecast", "") => match self.game.forecast() {
                Some(forecast) => files::say(screen::forecast(&forecast))?,
                None => files::say("No attack is declared, or nobody takes part in it yet.\n")?,
            },
            ("duties", "") => self.duties()?,
            ("log", count) => self.log(count)?,
            ("rules", case) => look::rules((!case.is_empty()).then_some(case), false)?,
            ("undo", "") => return self.undo(),
            ("save", "") => files::say("save FILE\n")?,
            ("save", file) => self.save_as(Path::new(file))?,
            ("position", "") => files::say(self.game.position() + "\n")?,
            ("quit" | "exit" | "q", "") => return Ok(Next::Quit),
            _ => return self.act(line),
        }
        Ok(Next::Stay)
    }

    /// Plays what was typed.
    fn act(&mut self, line: &str) -> Result<Next, Fail> {
        let before = self.game.played();
        let answer = self.game.command(line, &mut self.dice);
        let mut out = String::new();
        if self.game.played() > before {
            self.unsaved = true;
            self.before.push(before);
            let seat = self.seat();
            for line in self.game.log(Some(&seat), before + 1) {
                let _ = writeln!(out, "{}{}", "  ".repeat(usize::from(line.level)), line.text);
            }
        }
        let next = match &answer {
            Ok(_) => Next::Show,
            Err(rejection) => {
                out.push_str(&refused(rejection));
                if self.game.played() > before { Next::Show } else { Next::Stay }
            }
        };
        files::say(out)?;
        if self.game.played() > before {
            self.write(None)?;
        }
        Ok(next)
    }

    fn why(&self, action: &str) -> Done {
        let mut out = String::new();
        match self.game.why(action) {
            Ok(actions) => _ = writeln!(out, "Allowed: {}.", actions.join(", ")),
            Err(rejection) => {
                if let Some(action) = &rejection.action {
                    let _ = writeln!(out, "Refused: {action}");
                }
                let _ = writeln!(out, "{rejection}");
                let book = self.game.identity().rulebook;
                if let Some(gist) = rejection.case.as_deref().and_then(|case| grognard_shelf::gist(Some(book), case)) {
                    out.push_str(&look::in_full(&gist));
                }
            }
        }
        files::say(out)
    }

    fn duties(&self) -> Done {
        let mut out = String::new();
        for duty in self.board().checklist() {
            let at = duty.hex.map_or(String::new(), |hex| format!(" ({hex})"));
            let may = if duty.optional { "; may be left" } else { "" };
            look::wrapped(&format!("[{}] {}{at}{may}", duty.case, duty.text), "  ", &mut out);
        }
        files::say(if out.is_empty() { "Nothing is owed.\n".to_owned() } else { out })
    }

    fn log(&self, count: &str) -> Done {
        let count = match count {
            "" => 30,
            count => count.parse().map_err(|_| Fail::Bad("log, or log N with a number of lines".to_owned()))?,
        };
        let lines = self.game.log(Some(&self.seat()), 0);
        let mut out = String::new();
        for line in &lines[lines.len().saturating_sub(count)..] {
            let _ = writeln!(out, "{}{}", "  ".repeat(usize::from(line.level)), line.text);
        }
        files::say(if out.is_empty() { "Nothing has happened yet.\n".to_owned() } else { out })
    }

    /// Takes back the last line that was typed, as far as no dice were rolled for it.
    fn undo(&mut self) -> Result<Next, Fail> {
        let start = self.game.played();
        let to = self.before.last().copied().unwrap_or(start.saturating_sub(1));
        let mut stopped = None;
        while stopped.is_none() && (self.game.played() > to || start == 0) {
            stopped = self.game.undo().err();
        }
        if self.game.played() == to {
            self.before.pop();
        }
        if self.game.played() == start {
            files::say(format!("Cannot be taken back: {}.\n", stopped.unwrap_or("nothing has been played yet")))?;
            return Ok(Next::Stay);
        }
        self.unsaved = true;
        files::say("Taken back.\n")?;
        self.write(None)?;
        Ok(Next::Show)
    }

    fn save_as(&mut self, file: &Path) -> Done {
        let ours = self.save.as_deref().is_some_and(|save| files::same(save, file));
        if !ours && file.symlink_metadata().is_ok() {
            return Err(Fail::Bad(format!("{}: exists already; choose another name", files::name(file))));
        }
        self.write(Some(file))?;
        files::say(format!("Saved to {}.\n", files::name(file)))
    }

    /// Writes the game where it was asked for, or where it is saved after every action.
    fn write(&mut self, file: Option<&Path>) -> Done {
        let Some(file) = file.or(self.save.as_deref()) else { return Ok(()) };
        // A game that began in a position has no record; its position is what can be kept.
        let text = self.game.record().unwrap_or_else(|_| self.game.position() + "\n");
        files::write(file, text.as_bytes())?;
        self.unsaved = false;
        Ok(())
    }
}

/// What to do after a line.
enum Next {
    /// Show what is to be decided now.
    Show,
    /// Nothing has changed.
    Stay,
    /// Leave.
    Quit,
}

/// A refusal, and where to look it up.
fn refused(rejection: &Rejection) -> String {
    match (&rejection.case, rejection.kind.as_str()) {
        (Some(case), _) => format!("Refused: {rejection}. `rules {case}` tells more.\n"),
        (None, "unreadable") => format!("Not understood: {rejection}. `?` lists what you may do, `help` everything else.\n"),
        (None, _) => format!("Refused: {rejection}.\n"),
    }
}
