//! A place to run the binary in: a scratch folder, some files, and what comes back.

use grognard_engine::dice::SeededDice;
use grognard_shelf::Match;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// What came back.
#[derive(Debug)]
pub struct Back {
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
}

/// A scratch folder, removed in the end.
pub struct Desk(PathBuf);

impl Desk {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let folder = format!("grognard-it-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(folder);
        // One of the same number may have been killed here, long ago.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn put(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Self {
        fs::write(self.path(name), bytes).unwrap();
        self
    }

    pub fn get(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Names and contents of all files.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap());
        let mut all: Vec<_> = entries
            .map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap_or_default()))
            .collect();
        all.sort();
        all
    }

    /// Runs `grognard` here, with something on standard input.
    pub fn typed(&self, args: &[&str], input: &str) -> Back {
        feed(command(&self.0, args), input)
    }

    pub fn run(&self, args: &[&str]) -> Back {
        self.typed(args, "")
    }

    /// Runs it and expects that all is well.
    pub fn well(&self, args: &[&str]) -> String {
        let back = self.run(args);
        assert_eq!((back.status, back.err.as_str()), (Some(0), ""), "{args:?}");
        back.out
    }

    pub fn json(&self, args: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.well(args)).unwrap()
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs and expects a refusal in one line that holds `wanted`: nothing is said besides, and nothing is written.
pub fn refused(desk: &Desk, args: &[&str], wanted: &str) {
    let before = desk.files();
    let back = desk.run(args);
    assert_eq!((back.status, back.out.as_str()), (Some(2), ""), "{args:?}: {back:?}");
    assert!(back.err.starts_with("grognard: ") && back.err.lines().count() == 1, "{args:?}: {:?}", back.err);
    assert!(back.err.contains(wanted), "{args:?}: {wanted:?} is not in {:?}", back.err);
    assert!(desk.files() == before, "{args:?}: files have changed");
}

pub fn command(folder: &Path, args: &[&str]) -> Command {
    at_home(Command::new(env!("CARGO_BIN_EXE_grognard")), folder, args)
}

/// Runs a command with something on standard input.
pub fn feed(mut command: Command, input: &str) -> Back {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let feeder = std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    Back {
        status: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The program on a disk that takes no file of more than so many blocks, of half a kilobyte or a whole one.
#[cfg(unix)]
pub fn on_small_disk(folder: &Path, blocks: u32, args: &[&str]) -> Command {
    let mut shell = Command::new("sh");
    // Whoever does not listen to the signal is told by the write that it has failed.
    shell.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\""), "sh", env!("CARGO_BIN_EXE_grognard")]);
    at_home(shell, folder, args)
}

fn at_home(mut command: Command, folder: &Path, args: &[&str]) -> Command {
    // What belongs to the user is kept here too, so that no test touches the real thing.
    command.args(args).current_dir(folder).env("XDG_DATA_HOME", folder.join("data")).env("LOCALAPPDATA", folder.join("data"));
    // The same dice in every run.
    command.env("GROGNARD_FIXED_DICE", "1813");
    command
}

/// A random game of Eylau up to so many actions. Its dice follow from the seed as those of `grognard play --seed` do.
pub fn game(seed: u64, actions: usize) -> (Box<dyn Match>, Vec<String>) {
    let mut dice = SeededDice::new(seed);
    let mut picks = SeededDice::new(!seed);
    let mut game = grognard_shelf::open("eylau", &[], &mut dice).unwrap();
    let mut texts = Vec::new();
    while texts.len() < actions {
        let Ok(pending) = game.pending() else { break };
        let options = game.options();
        let text = options[picks.below(options.len() as u32) as usize].text.clone();
        game.submit(&pending.seat, &text, &mut dice).unwrap();
        texts.push(text);
    }
    (game, texts)
}

/// A record that holds dice.
pub fn record() -> String {
    let (game, _) = game(11, usize::MAX);
    game.record().unwrap()
}
