//! A session: read a line, do it, say what came of it.

use super::input::{Input, Typed, Words};
use super::screen;
use crate::fail::{Done, Fail};
use crate::{files, look};
use grognard_shelf::{Match, Rejection};
use std::fmt::Write as _;
use std::path::Path;

/// Words that are not the rulebook's.
const COMMANDS: [&str; 15] = [
    "?", "help", "board", "list", "why", "forecast", "duties", "log", "rules", "undo", "save", "position", "status", "options",
    "quit",
];

/// At whose table it is played: where the dice come from, what becomes of the game, and which words there are besides.
pub trait Host {
    /// The first words.
    fn welcome(&self, game: &dyn Match) -> String;
    /// The last words.
    fn farewell(&self) -> String;
    /// Plays what was typed.
    fn play(&mut self, game: &mut dyn Match, line: &str) -> Played;
    /// Something was played or taken back.
    fn changed(&mut self, game: &dyn Match) -> Done;
    /// Whether the game may be written to a file that is there already.
    fn owns(&self, _file: &Path) -> bool {
        false
    }
    /// The game has been written to a file: what belongs to it is written beside it.
    fn saved(&mut self, _file: &Path) -> Done {
        Ok(())
    }
    /// Who sits at the keyboard: the seat that has to decide, unless it is somebody else.
    fn seat(&self, game: &dyn Match) -> String {
        game.pending().map_or_else(|_| String::new(), |pending| pending.seat)
    }
    /// What is to be said instead of the options, if there is nothing to choose.
    fn instead(&self, _game: &dyn Match) -> Option<String> {
        None
    }
    /// Words of its own, and what they do.
    fn words(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// Obeys a word of its own; none if it has no such word.
    ///
    /// # Errors
    /// What went wrong.
    fn obey(&mut self, _game: &dyn Match, _word: &str, _rest: &str) -> Result<Option<Next>, Fail> {
        Ok(None)
    }
    /// Answers what standing orders answer, and says so to whoever sits at the keyboard for a seat; empty words if there was nothing.
    fn standing(&mut self, _game: &mut dyn Match, _reader: &str) -> String {
        String::new()
    }
    /// How many entries cannot be taken back any more, and why.
    fn floor(&self) -> (usize, &'static str) {
        (0, "nothing has been played yet")
    }
    /// Takes back what has been said but is not in the game yet.
    fn unsay(&mut self) -> bool {
        false
    }
}

/// What came of a line that was played.
pub struct Played {
    /// Why it was refused, or that it was not.
    pub answer: Result<(), Box<Rejection>>,
    /// What is to be said about it besides the log.
    pub remark: String,
    /// Whether anything has changed.
    pub changed: bool,
}

/// A game at the keyboard.
pub struct Session<H> {
    game: Box<dyn Match>,
    host: H,
    /// Number of entries before each line that was played, for taking it back whole.
    before: Vec<usize>,
    heading: String,
    input: Input,
    /// Who sat at the keyboard last.
    last: Option<String>,
    /// How many actions each seat has seen or been told of.
    seen: Vec<(String, usize)>,
}

impl<H: Host> Session<H> {
    pub fn new(game: Box<dyn Match>, host: H, input: Input) -> Self {
        let played = game.played();
        let seen = game.seats().iter().map(|&seat| (seat.to_owned(), played)).collect();
        Self { game, host, before: Vec::new(), heading: String::new(), input, last: None, seen }
    }

    /// Plays until the player leaves.
    pub fn run(mut self) -> Result<(Box<dyn Match>, H), Fail> {
        files::say(self.host.welcome(self.game.as_ref()))?;
        self.answered()?;
        let mut fresh = true;
        loop {
            if fresh {
                self.hand_over()?;
                self.show()?;
            }
            let over = self.game.pending().is_err();
            let prompt = if over { "over> ".to_owned() } else { format!("{}> ", self.seat().to_lowercase()) };
            let words = self.words();
            match self.input.line(&prompt, words)? {
                Typed::End => break,
                Typed::Break => {
                    fresh = false;
                    files::say("`quit` leaves the game.\n")?;
                }
                Typed::Line(line) => match self.line(line.trim()) {
                    Ok(Next::Show) => fresh = true,
                    Ok(Next::Stay) => fresh = false,
                    Ok(Next::Quit) => break,
                    // What goes wrong with a file is told, and the game goes on; but a script cannot know better.
                    Err(Fail::Bad(why) | Fail::Broken(why)) if !self.input.is_script() => {
                        fresh = false;
                        files::say(format!("{why}\n"))?;
                    }
                    Err(other) => return Err(other),
                },
            }
        }
        files::say(self.host.farewell())?;
        Ok((self.game, self.host))
    }

    /// Where things are hidden, the keyboard changes hands behind a curtain: the screen is cleared, what the other side has typed is
    /// forgotten, and whoever comes is told what he may know of what has happened.
    fn hand_over(&mut self) -> Done {
        let seat = self.seat();
        let other = self.last.replace(seat.clone()).is_some_and(|last| last != seat);
        if !self.game.secretive() || seat.is_empty() {
            return Ok(());
        }
        let played = self.game.played();
        let known = self.seen.iter_mut().find(|(name, _)| *name == seat);
        let from = known.map_or(played, |(_, known)| std::mem::replace(known, played));
        if !other {
            return Ok(());
        }
        self.heading.clear();
        self.input.curtain(&format!("{seat} decides now. When nobody else looks, press Enter. "))?;
        let mut out = String::new();
        for line in self.game.log(Some(&seat), from + 1) {
            let _ = writeln!(out, "{}{}", "  ".repeat(usize::from(line.level)), line.text);
        }
        files::say(out)
    }

    /// The seat at the keyboard.
    fn seat(&self) -> String {
        self.host.seat(self.game.as_ref())
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
        match self.host.instead(self.game.as_ref()) {
            Some(words) => out.push_str(&words),
            None => out.push_str(&screen::status(self.game.as_ref(), &board)),
        }
        files::say(out)
    }

    fn words(&self) -> Words {
        let mut lines: Vec<String> = self.game.actions();
        lines.extend(COMMANDS.map(str::to_owned));
        lines.extend(self.host.words().iter().filter_map(|(form, _)| Some(form.split(' ').next()?.to_owned())));
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
        if let Some(next) = self.host.obey(self.game.as_ref(), word, rest)? {
            if matches!(next, Next::Show) {
                self.answered()?;
            }
            return Ok(next);
        }
        match (word, rest) {
            ("", _) | ("status", "") => return Ok(Next::Show),
            ("?" | "options", begin) => files::say(screen::options(self.game.as_ref(), &self.board(), begin))?,
            (_, "") if word.len() > 1 && word.starts_with('?') => {
                files::say(screen::options(self.game.as_ref(), &self.board(), &word[1..]))?;
            }
            ("help" | "h", "") => files::say(screen::help(self.game.as_ref(), self.host.words()))?,
            ("board" | "map", "") => files::say(grognard_picture::text(&self.game.map(), &self.board(), self.input.width()))?,
            ("list", "") => files::say(grognard_picture::list(&self.game.map(), &self.board()))?,
            ("why", "") => files::say("why ACTION, such as: why end\n")?,
            ("why", action) => self.why(action)?,
            ("forecast", "") => match self.game.forecast(self.game.to_decide()) {
                Some(forecast) => files::say(screen::forecast(&forecast))?,
                None => files::say("No attack is declared, or nobody takes part in it yet.\n")?,
            },
            ("duties", "") => self.duties()?,
            ("log", count) => self.log(count)?,
            ("rules", case) => look::rules((!case.is_empty()).then_some(case), false)?,
            ("undo", "") => return self.undo(),
            ("save", "") => files::say("save FILE\n")?,
            ("save", file) => self.save_as(Path::new(file))?,
            ("position", "") if self.game.secretive() => {
                files::say(
                    "A position holds what is hidden, too: `save FILE` writes the game, for nobody's eyes until it is over.\n",
                )?;
            }
            ("position", "") => files::say(self.game.position() + "\n")?,
            ("quit" | "exit" | "q", "") => return Ok(Next::Quit),
            _ => return self.act(line),
        }
        Ok(Next::Stay)
    }

    /// Plays what was typed.
    fn act(&mut self, line: &str) -> Result<Next, Fail> {
        let before = self.game.played();
        let acting = self.seat();
        let Played { answer, mut remark, changed } = self.host.play(self.game.as_mut(), line);
        remark.push_str(&self.host.standing(self.game.as_mut(), &acting));
        let mut out = String::new();
        let reader = if self.game.secretive() { acting } else { self.seat() };
        for line in self.game.log(Some(&reader), before + 1) {
            let _ = writeln!(out, "{}{}", "  ".repeat(usize::from(line.level)), line.text);
        }
        out.push_str(&remark);
        // What has happened is told even if it cannot be saved: it is not taken back.
        let kept = if changed {
            self.before.push(before);
            self.host.changed(self.game.as_ref())
        } else {
            Ok(())
        };
        if let Err(rejection) = answer {
            let words = refused(&rejection);
            if self.input.is_script() {
                files::say(out)?;
                return Err(Fail::Bad(format!("{line}: {}", words.trim_end())));
            }
            out.push_str(&words);
        } else {
            files::say(out)?;
            return kept.map(|()| Next::Show);
        }
        files::say(out)?;
        kept.map(|()| if changed { Next::Show } else { Next::Stay })
    }

    /// What standing orders answer is played and told; it is taken back with the line before it.
    fn answered(&mut self) -> Done {
        let before = self.game.played();
        let reader = self.seat();
        let remark = self.host.standing(self.game.as_mut(), &reader);
        if self.game.played() > before {
            self.host.changed(self.game.as_ref())?;
        }
        files::say(remark)
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
        let (floor, beneath) = self.host.floor();
        let start = self.game.played();
        let unsaid = self.host.unsay();
        let to = self.before.last().copied().unwrap_or(if unsaid { start } else { start.saturating_sub(1) }).max(floor);
        let mut stopped = (start <= floor).then_some(beneath);
        while stopped.is_none() && self.game.played() > to {
            stopped = self.game.undo().err();
        }
        if self.game.played() == to {
            self.before.pop();
        }
        if self.game.played() == start && !unsaid {
            files::say(format!("Cannot be taken back: {}.\n", stopped.unwrap_or(beneath)))?;
            return Ok(Next::Stay);
        }
        files::say("Taken back.\n")?;
        self.host.changed(self.game.as_ref())?;
        Ok(Next::Show)
    }

    fn save_as(&mut self, file: &Path) -> Done {
        if !self.host.owns(file) && file.symlink_metadata().is_ok() {
            return Err(Fail::Bad(format!("{}: exists already; choose another name", files::name(file))));
        }
        write(self.game.as_ref(), file)?;
        self.host.saved(file)?;
        files::say(format!("Saved to {}.\n", files::name(file)))
    }
}

/// Writes the game to a file.
pub fn write(game: &dyn Match, file: &Path) -> Done {
    // A game that began in a position has no record; its position is what can be kept.
    let text = game.record().unwrap_or_else(|_| game.position() + "\n");
    files::write(file, text.as_bytes())
}

/// What to do after a line.
pub enum Next {
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
