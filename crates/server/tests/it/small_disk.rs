//! A file system of a few megabytes, in which a test can run out of room without taking it from anybody.
//!
//! A test that wants one starts its own program again in a mount name space of its own, with a memory file system at a folder of
//! its own; both vanish with that program. It needs `unshare` and `mount` of Linux, and either the rights of root or a system
//! that lets everybody have a user name space.

use crate::bed::Folder;
use crate::skipped::skipped;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The environment variable that names the folder to the program inside.
const FOLDER: &str = "GROGNARD_SMALL_DISK";
/// Mounts, then becomes the program that follows.
const SCRIPT: &str = r#"mount -t tmpfs -o "size=$GROGNARD_SMALL_SIZE,mode=700" tmpfs "$GROGNARD_SMALL_DISK" && exec "$@""#;

fn unshared(folder: &Path, kilobytes: u32, as_root: bool, program: &[&str]) -> Command {
    let mut command = Command::new("unshare");
    command.arg("--mount").args((!as_root).then_some("--map-root-user")).args(["--", "sh", "-c", SCRIPT, "sh"]);
    command.args(program).env(FOLDER, folder).env("GROGNARD_SMALL_SIZE", format!("{kilobytes}k"));
    command
}

/// Runs an ignored test of this program inside a file system of so many kilobytes. Where there can be none it says so in the name
/// of the test that wants it. Returns what the program said on standard error.
pub fn run_inside(kilobytes: u32, test: &str, wanted_by: &str) -> Option<String> {
    let folder = Folder::new();
    let tried = [true, false].map(|as_root| match unshared(folder.path(), kilobytes, as_root, &["true"]).output() {
        Ok(done) if done.status.success() => Ok(as_root),
        Ok(done) => Err(String::from_utf8_lossy(&done.stderr).trim().to_owned()),
        Err(why) => Err(format!("unshare: {why}")),
    });
    let as_root = match tried {
        [Ok(as_root), _] | [_, Ok(as_root)] => as_root,
        [Err(first), Err(second)] => {
            let why = format!("no small file system can be mounted here: as we are: {first}; in a name space: {second}");
            skipped(wanted_by, why);
            return None;
        }
    };
    let program = std::env::current_exe().unwrap();
    let program = [program.to_str().unwrap(), "--exact", test, "--ignored", "--nocapture", "--test-threads", "1"];
    let done = unshared(folder.path(), kilobytes, as_root, &program).output().unwrap();
    let (out, told) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    println!("{out}");
    assert!(done.status.success(), "{test} failed inside the small file system: {told}");
    assert!(out.contains("1 passed"), "{test} did not run: {out}");
    Some(told.into_owned())
}

/// The folder inside the small file system.
pub fn folder() -> PathBuf {
    PathBuf::from(std::env::var_os(FOLDER).expect("this test is run by another one, inside a small file system"))
}

/// A file that takes all the room that is left.
pub struct Ballast {
    path: PathBuf,
}

impl Ballast {
    pub fn new(folder: &Path) -> Self {
        Self { path: folder.join("ballast") }
    }

    /// Takes whatever room there is, to the last byte.
    pub fn fill(&self) {
        let mut file = OpenOptions::new().append(true).create(true).open(&self.path).unwrap();
        for size in [64 << 10, 4 << 10, 1] {
            let block = vec![0x55; size];
            while file.write_all(&block).is_ok() {}
        }
    }

    /// Gives it back.
    pub fn free(&self) {
        File::create(&self.path).unwrap();
        std::fs::remove_file(&self.path).unwrap();
    }
}
