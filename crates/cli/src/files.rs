//! Reading what is given, writing what is asked for, and never leaving half a file behind.

use crate::fail::{Done, Fail};
use grognard_engine::DataError;
use grognard_engine::dice::SeededDice;
use grognard_shelf::Match;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// No game, however long, is larger.
const MOST_BYTES: u64 = 64 << 20;
/// No chain of links is longer, for most systems; those that lead to themselves have no end.
const MOST_LINKS: usize = 40;

/// Says something on standard output.
pub fn say(text: impl AsRef<str>) -> Done {
    let mut out = io::stdout().lock();
    out.write_all(text.as_ref().as_bytes()).and_then(|()| out.flush()).map_err(|why| match why.kind() {
        io::ErrorKind::BrokenPipe => Fail::Pipe,
        _ => Fail::Bad(format!("standard output: {}", plain(&why))),
    })
}

/// Says something as JSON.
pub fn say_json(value: &serde_json::Value) -> Done {
    let text = serde_json::to_string_pretty(value).map_err(|why| Fail::Bad(why.to_string()))?;
    say(text + "\n")
}

/// A path as one line of text.
pub fn name(path: &Path) -> String {
    path.to_string_lossy().chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Reads a text file; `-` is standard input.
pub fn read(path: &Path) -> Result<String, Fail> {
    read_up_to(path, MOST_BYTES)
}

/// The same with so many bytes at most.
pub fn read_up_to(path: &Path, most: u64) -> Result<String, Fail> {
    let bad = |why: io::Error| Fail::Bad(format!("{}: cannot be read: {}", name(path), plain(&why)));
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().take(most + 1).read_to_end(&mut bytes).map_err(bad)?;
    } else {
        File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes)).map_err(bad)?;
    }
    if bytes.len() as u64 > most {
        return Err(Fail::Bad(format!("{}: too large; expected at most {} megabytes", name(path), most >> 20)));
    }
    String::from_utf8(bytes).map_err(|why| {
        let good = &why.as_bytes()[..why.utf8_error().valid_up_to()];
        let line = good.iter().filter(|&&b| b == b'\n').count() + 1;
        Fail::Bad(format!("{}:{line}: not a text file; expected UTF-8", name(path)))
    })
}

/// What the system says, without its number.
pub fn plain(why: &io::Error) -> String {
    let text = why.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// Writes a file under a temporary name beside it and renames it, so that it is there whole or not at all.
pub fn write(path: &Path, bytes: &[u8]) -> Done {
    write_by(path, bytes, |beside| File::create(beside))
}

/// Writes a file that nobody but the user may read, and makes its folder if that is missing.
pub fn write_private(path: &Path, bytes: &[u8]) -> Done {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|why| Fail::Bad(format!("{}: cannot be made: {}", name(folder), plain(&why))))?;
    }
    write_by(path, bytes, |beside| {
        let mut options = File::options();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(beside)
    })
}

fn write_by(path: &Path, bytes: &[u8], create: impl Fn(&Path) -> io::Result<File>) -> Done {
    let bad = |why: io::Error| Fail::Bad(format!("{}: cannot be written: {}", name(path), plain(&why)));
    // A device or a pipe is written to as it is: a file in its place would take it away from everybody.
    if path.metadata().is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return File::options().write(true).open(path).and_then(|mut file| file.write_all(bytes)).map_err(bad);
    }
    // A link stays what it is; the file to which it leads is written.
    let path = &led_to(path).map_err(bad)?;
    let beside = beside(path)?;
    let written = create(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&beside, path));
    written.map_err(|why| {
        let _ = fs::remove_file(&beside);
        bad(why)
    })
}

/// The file to which a link leads, over other links too, be it there already or not; what is no link stays as it is.
fn led_to(path: &Path) -> io::Result<PathBuf> {
    let mut at = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        if !at.is_symlink() {
            return Ok(at);
        }
        let to = fs::read_link(&at)?;
        at.pop();
        at.push(to);
    }
    Err(io::Error::other("a link that leads nowhere"))
}

/// The name under which a file is written before it takes its place.
fn beside(path: &Path) -> Result<PathBuf, Fail> {
    let file_name = path.file_name().ok_or_else(|| Fail::Bad(format!("{}: not the name of a file", name(path))))?;
    let mut beside = OsString::from(".");
    beside.push(file_name);
    beside.push(format!(".{}.tmp", std::process::id()));
    Ok(path.with_file_name(beside))
}

/// That a file can be written there, before long work is done for what is to stand in it.
pub fn writable(path: &Path) -> Done {
    if path.is_dir() {
        return Err(Fail::Bad(format!("{}: a folder; expected a file", name(path))));
    }
    if path.exists() && !path.is_file() {
        return Ok(());
    }
    let bad = |why: io::Error| Fail::Bad(format!("{}: cannot be written: {}", name(path), plain(&why)));
    let beside = beside(&led_to(path).map_err(bad)?)?;
    File::create(&beside).and_then(|_| fs::remove_file(&beside)).map_err(bad)
}

/// That a file which must not be there yet is not there, unless `force`.
pub fn absent(path: &Path, force: bool) -> Done {
    if !force && path.symlink_metadata().is_ok() {
        return Err(Fail::Bad(format!("{}: exists already; --force overwrites it", name(path))));
    }
    Ok(())
}

/// Writes a file that must not be there yet, unless `force`.
pub fn write_new(path: &Path, bytes: &[u8], force: bool) -> Done {
    absent(path, force)?;
    write(path, bytes)
}

/// What was named on the command line.
pub enum Given {
    /// A text from a file, with the name of the file.
    Text(String, String),
    /// A game by its name.
    Game(String),
}

/// A file, a game's name, or a position written out.
pub fn given(path: &Path) -> Result<Given, Fail> {
    let text = name(path);
    // Some games are on no list, but open by their names.
    let is_game = |id: &str| grognard_shelf::game(id).is_ok();
    // A folder that happens to bear the name of a game is not meant.
    if is_game(&text) && !path.is_file() {
        return Ok(Given::Game(text));
    }
    if path == Path::new("-") || path.symlink_metadata().is_ok() {
        return Ok(Given::Text(if text == "-" { "standard input".to_owned() } else { text }, read(path)?));
    }
    if text.split_once([' ', '+']).is_some_and(|(id, _)| is_game(id)) {
        return Ok(Given::Text("position".to_owned(), text));
    }
    let known: Vec<_> = grognard_shelf::games().iter().map(|game| game.id).collect();
    Err(Fail::Bad(format!("{text}: no such file, and no game of that name; there is {}", known.join(", "))))
}

/// Loads what was named, verified, perhaps only as far as action `to`.
pub fn open(path: &Path, options: &[(String, String)], to: Option<usize>) -> Result<Box<dyn Match>, Fail> {
    match given(path)? {
        Given::Text(file, text) => {
            no_options(&file, options)?;
            Ok(grognard_shelf::replay(&file, &text, to, &mut |_| {})?)
        }
        Given::Game(id) => match to {
            Some(entry) if entry > 0 => {
                Err(DataError::new(id, format!("entry {entry}"), "nothing has been played in the opening").into())
            }
            _ => Ok(grognard_shelf::open(&id, options, &mut SeededDice::new(0))?),
        },
    }
}

/// A game that has begun has its options already.
pub fn no_options(file: &str, options: &[(String, String)]) -> Done {
    match options.first() {
        Some((name, _)) => Err(Fail::Bad(format!("{file}: the game has begun; option {name} cannot be chosen any more"))),
        None => Ok(()),
    }
}

/// Whether two paths are the same file.
pub fn same(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| -> Option<PathBuf> { fs::canonicalize(path).ok() };
    a == b || (real(a).is_some() && real(a) == real(b))
}
