//! An outside player: a program that is started for a game and spoken to in lines, or an address that is sent requests.

use crate::http;
use crate::player::{Contender, Fault};
use crate::programs::Program;
use crate::protocol::{Answer, Ask, Opening, PROTOCOL, Question, Want};
use grognard_shelf::{Ending, Match};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Command};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// How long a program may take to start and to say who it is, besides the time for a decision.
const START: Duration = Duration::from_secs(60);
/// How long a program that has been told of the end may take to leave.
const FAREWELL: Duration = Duration::from_millis(500);
/// No answer is longer.
const LONGEST: u64 = 1 << 20;

/// The way to an outside player.
enum Line {
    /// Not yet called.
    Waiting(Reach),
    /// A running program.
    Running(Running),
    /// An address.
    Address(String),
}

enum Reach {
    Program(String),
    Address(String),
}

/// A player outside of this program.
pub struct Outside {
    line: Option<Line>,
    seed: u64,
    patience: Duration,
    wants: Vec<Want>,
    id: String,
    /// Entries that the player has been told of.
    told: usize,
}

impl Outside {
    /// A program that is started by a command line.
    #[must_use]
    pub fn program(command: &str, seed: u64, patience: Duration) -> Self {
        Self::new(Reach::Program(command.to_owned()), seed, patience)
    }

    /// An address that answers requests.
    #[must_use]
    pub fn address(address: &str, seed: u64, patience: Duration) -> Self {
        Self::new(Reach::Address(address.to_owned()), seed, patience)
    }

    fn new(reach: Reach, seed: u64, patience: Duration) -> Self {
        Self { line: Some(Line::Waiting(reach)), seed, patience, wants: Vec::new(), id: String::new(), told: 0 }
    }

    fn ask(&mut self, ask: &Ask, patience: Duration) -> Result<Answer, Fault> {
        let line = match self.line.take() {
            Some(Line::Waiting(Reach::Program(command))) => Line::Running(Running::start(&command)?),
            Some(Line::Waiting(Reach::Address(address))) => Line::Address(address),
            Some(line) => line,
            None => return Err(Fault::Gone("it has failed before".to_owned())),
        };
        let line = self.line.insert(line);
        let text = serde_json::to_string(ask).map_err(|why| Fault::Gone(why.to_string()))?;
        let answer = match line {
            Line::Running(running) => running.ask(text, patience)?,
            Line::Address(address) => http::post(address, &text, patience)?,
            Line::Waiting(_) => return Err(Fault::Gone("it was not called".to_owned())),
        };
        match serde_json::from_str(&answer) {
            Ok(Answer::Error { message }) => Err(Fault::Illegal(format!("it says: {}", short(&message)))),
            Ok(answer) => Ok(answer),
            Err(why) => Err(Fault::Illegal(format!("{:?} is no answer: {why}", short(&answer)))),
        }
    }

    fn ready(&mut self, ask: &Ask, patience: Duration) -> Result<Vec<Want>, Fault> {
        match self.ask(ask, patience)? {
            Answer::Ready { wants, .. } => Ok(wants),
            other => Err(Fault::Illegal(format!("expected ready, not {}", short(&format!("{other:?}"))))),
        }
    }
}

/// The beginning of a text that somebody else wrote, fit for one line.
pub(crate) fn short(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(120).collect()
}

/// What is asked in a position.
#[must_use]
pub fn question(game: &dyn Match, id: &str, seat: &str, seed: u64, wants: &[Want], told: usize) -> Question {
    let wanted = |want| wants.contains(&want);
    let played = game.played();
    Question {
        id: id.to_owned(),
        seat: seat.to_owned(),
        played,
        position: game.guess(seat, seed.wrapping_add(played as u64)),
        pending: game.pending().ok(),
        options: game.actions(),
        choices: wanted(Want::Choices).then(|| game.options()),
        board: wanted(Want::Board).then(|| game.board(Some(seat))),
        log: wanted(Want::Log).then(|| game.log(Some(seat), told)),
    }
}

impl Contender for Outside {
    fn begin(&mut self, game: &dyn Match, seat: &str, id: &str) -> Result<(), Fault> {
        self.id = id.to_owned();
        let patience = self.patience + START;
        self.wants = self.ready(&Ask::Hello { protocol: PROTOCOL }, patience)?;
        let identity = game.identity();
        let opening = Opening {
            id: id.to_owned(),
            game: identity.game,
            options: identity.options.into_iter().collect(),
            seats: game.seats().iter().map(|&seat| seat.to_owned()).collect(),
            seat: seat.to_owned(),
            seed: self.seed,
            milliseconds: self.patience.as_millis() as u64,
            map: self.wants.contains(&Want::Map).then(|| game.map()),
        };
        self.ready(&Ask::New(Box::new(opening)), patience).map(|_| ())
    }

    fn choose(&mut self, game: &dyn Match, seat: &str) -> Result<String, Fault> {
        let question = question(game, &self.id, seat, self.seed, &self.wants, self.told);
        self.told = game.played() + 1;
        match self.ask(&Ask::Choose(Box::new(question)), self.patience)? {
            Answer::Play { action, .. } => Ok(action),
            other => Err(Fault::Illegal(format!("expected play, not {}", short(&format!("{other:?}"))))),
        }
    }

    fn end(&mut self, ending: &Ending, reason: Option<&str>) {
        // Whoever was never called, since the other failed before him, is not started to be told of it.
        if matches!(self.line, None | Some(Line::Waiting(_))) {
            return;
        }
        let over = Ask::Over { id: self.id.clone(), ending: ending.clone(), reason: reason.map(str::to_owned) };
        // Whatever it says, the game is over.
        let _ = self.ask(&over, FAREWELL);
        self.line = None;
    }
}

/// A program that runs, with somebody who reads what it says.
struct Running {
    program: Program,
    stdin: Option<ChildStdin>,
    said: Receiver<String>,
}

impl Running {
    fn start(command: &str) -> Result<Self, Fault> {
        // A shell reads the command line as people write it, and `exec` leaves nothing but the program itself to be ended.
        let mut shell = if cfg!(windows) {
            let mut shell = Command::new("cmd");
            shell.args(["/C", command]);
            shell
        } else {
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("exec {command}")]);
            shell
        };
        let (program, stdin, stdout) =
            Program::start(&mut shell).map_err(|why| Fault::Gone(format!("{command:?} cannot be started: {why}")))?;
        let Some(stdout) = stdout else { return Err(Fault::Gone("nothing can be read from it".to_owned())) };
        let (sender, said) = sync_channel(16);
        std::thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut line = Vec::new();
            loop {
                line.clear();
                match (&mut reader).take(LONGEST).read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) if line.iter().all(u8::is_ascii_whitespace) => {}
                    Ok(_) => {
                        if sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                            return;
                        }
                    }
                }
            }
        });
        Ok(Self { program, stdin, said })
    }

    fn ask(&mut self, text: String, patience: Duration) -> Result<String, Fault> {
        let begun = Instant::now();
        let mut stdin = self.stdin.take().ok_or_else(|| Fault::Gone("it does not listen".to_owned()))?;
        // A program that does not read would hold the writer up for ever, so somebody else writes.
        let (sender, written) = sync_channel(1);
        std::thread::spawn(move || {
            let done = stdin.write_all(text.as_bytes()).and_then(|()| stdin.write_all(b"\n")).and_then(|()| stdin.flush());
            let _ = sender.send((stdin, done));
        });
        match written.recv_timeout(patience) {
            Ok((stdin, Ok(()))) => self.stdin = Some(stdin),
            Ok((_, Err(_))) | Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            Err(RecvTimeoutError::Timeout) => return Err(Fault::Late(patience)),
        }
        match self.said.recv_timeout(patience.saturating_sub(begun.elapsed())) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => Err(Fault::Late(patience)),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    fn ended(&mut self) -> Fault {
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until {
            if let Some(status) = self.program.ended() {
                return Fault::Gone(format!("the program has ended with {status}"));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Fault::Gone("the program has closed its output".to_owned())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Closing its input tells it to leave; whoever stays is ended, as the program is dropped.
        self.stdin = None;
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until {
            if self.program.ended().is_some() {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::dice::SeededDice;

    /// What an outside player is told in a game with secrets: a position that could be, not the one that is, and no name that lies face down.
    #[test]
    fn an_outside_player_is_told_what_its_seat_may_know() {
        let (mut dice, mut picks) = (SeededDice::new(5), SeededDice::new(6));
        let fog = [("fog".to_owned(), "on".to_owned())];
        let mut game = grognard_shelf::open("dresden-20", &fog, &mut dice).unwrap();
        let wants = [Want::Board, Want::Choices, Want::Log];
        let (mut asked, mut guessed) = (0, 0);
        for _ in 0..50 {
            let Some(seat) = game.to_decide() else { break };
            let enemy = *game.seats().iter().find(|other| **other != seat).unwrap();
            let hidden = |counter: &&grognard_engine::Counter| counter.badges.iter().any(|badge| badge == "face down");
            let theirs = game.board(Some(enemy)).counters;
            let unknown: Vec<&str> = theirs.iter().filter(hidden).map(|counter| counter.tag.as_str()).collect();
            let told = question(game.as_ref(), "game", seat, 9, &wants, 0);
            guessed += usize::from(told.position != game.position());
            let text = serde_json::to_string(&Question { position: String::new(), ..told }).unwrap();
            let mut words = text.split(|c: char| !c.is_alphanumeric());
            // Short names are numbers, or parts of other names.
            let leak = words.find(|word| word.len() > 3 && unknown.contains(word));
            assert!(leak.is_none(), "{seat} is told of {leak:?}");
            asked += 1;
            let options = game.actions();
            let action = options[picks.below(options.len() as u32) as usize].clone();
            game.submit(seat, &action, &mut dice).unwrap();
        }
        assert!(asked > 20 && guessed * 2 > asked, "{guessed} of {asked} positions were guesses");
    }
}
