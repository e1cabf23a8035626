//! The Python package, tried with its own tests and PettingZoo's, against the program as it is built.

use crate::page;
use crate::shell::{self, Done};
use std::path::{Path, PathBuf};
use std::process::Command;

/// How the package's tests can be run.
pub enum Ready {
    /// With this Python, which has all that they need.
    With(PathBuf),
    /// Not at all, because of this.
    Not(String),
}

/// A Python of the target folder's own with the package and what its tests need. Nothing is installed outside.
pub fn ready(root: &Path) -> Done<Ready> {
    if !shell::works("python3", &["-m", "venv", "--help"]) {
        return Ok(Ready::Not("there is no python3 with venv on this machine".to_owned()));
    }
    let folder = shell::target_dir(root)?.join("python");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !python.is_file() && shell::run(Command::new("python3").args(["-m", "venv"]).arg(&folder)).is_err() {
        return Ok(Ready::Not("python3 cannot make a virtual environment".to_owned()));
    }
    let mut pip = Command::new(&python);
    pip.current_dir(root).args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "./python[test]"]);
    match shell::run(&mut pip) {
        Ok(()) => Ok(Ready::With(python)),
        Err(why) => Ok(Ready::Not(format!("the packages that it needs cannot be had: {why}"))),
    }
}

/// Builds the program, and runs the checks of types and the tests.
pub fn check(root: &Path, python: &Path) -> Done {
    let program = page::program(root)?;
    let folder = root.join("python");
    // What Python keeps for itself belongs to the target folder too.
    let kept = shell::target_dir(root)?.join("python");
    let run = |args: &[&str]| {
        let mut command = Command::new(python);
        command.current_dir(&folder).env("GROGNARD", &program).env("PYTHONDONTWRITEBYTECODE", "1").args(args);
        shell::run(&mut command)
    };
    let cache = |name: &str| kept.join(name).display().to_string();
    run(&["-m", "mypy", "--cache-dir", &cache("mypy"), "src"])?;
    run(&["-m", "pytest", "-q", "-o", &format!("cache_dir={}", cache("pytest")), "tests"])
}
