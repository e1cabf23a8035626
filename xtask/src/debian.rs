//! Programs that the tests need and that are no crates or npm packages: a browser, a database, a message server.

use crate::shell::{self, Done};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program, where it is looked for, and the Debian packages that provide it.
pub struct Program {
    pub name: &'static str,
    /// Full paths, or names that are looked up in `PATH`.
    places: &'static [&'static str],
    packages: &'static [&'static str],
}

/// A browser in which the page is measured as people have it.
pub const CHROMIUM: Program = Program {
    name: "Chromium",
    places: &["/usr/bin/chromium", "chromium", "chromium-browser", "google-chrome"],
    packages: &["chromium"],
};

/// The same browser without its windows: it starts in half the time, and takes half of the processor's.
const HEADLESS: Program = Program {
    name: "Chromium without windows",
    places: &["/usr/bin/chromium-headless-shell", "chromium-headless-shell"],
    packages: &["chromium-headless-shell"],
};

/// The browser in which the page is tried: what is there, or can be had.
pub fn headless() -> Done<PathBuf> {
    match HEADLESS.find().or_else(|| CHROMIUM.find()) {
        Some(found) => Ok(found),
        // Not every system has it apart.
        None => HEADLESS.get().or_else(|_| CHROMIUM.get()),
    }
}

/// The database server, whose tools Debian keeps out of `PATH`.
pub const POSTGRES: Program =
    Program { name: "PostgreSQL", places: &["/usr/lib/postgresql/*/bin/initdb", "initdb"], packages: &["postgresql"] };

/// The message server from which machines take parts of a batch.
pub const NATS: Program = Program { name: "NATS", places: &["/usr/sbin/nats-server", "nats-server"], packages: &["nats-server"] };

/// All that the tests need. Two at a time could not install anything.
pub fn all() -> Done {
    headless()?;
    POSTGRES.get()?;
    NATS.get().map(drop)
}

impl Program {
    /// A program that one chore needs.
    pub const fn new(name: &'static str, places: &'static [&'static str], packages: &'static [&'static str]) -> Self {
        Self { name, places, packages }
    }

    /// Finds the program; where it is missing, installs it with apt.
    pub fn get(&self) -> Done<PathBuf> {
        if let Some(found) = self.find() {
            return Ok(found);
        }
        println!("{} is not installed; installing {} with apt-get", self.name, self.packages.join(" "));
        let by_hand = format!("install it by hand: apt-get install {}", self.packages.join(" "));
        apt(&["update", "-qq"]).map_err(|why| format!("{why}; {by_hand}"))?;
        let mut args = vec!["install", "-y", "-qq", "--no-install-recommends"];
        args.extend(self.packages);
        apt(&args).map_err(|why| format!("{why}; {by_hand}"))?;
        self.find().ok_or_else(|| format!("{} is not there after its installation; {by_hand}", self.name))
    }

    fn find(&self) -> Option<PathBuf> {
        let paths = std::env::var_os("PATH").unwrap_or_default();
        self.places.iter().find_map(|place| match place.split_once("/*/") {
            Some((above, below)) => newest(Path::new(above), below),
            None if place.starts_with('/') => Some(PathBuf::from(place)).filter(|p| p.is_file()),
            None => std::env::split_paths(&paths).map(|p| p.join(place)).find(|p| p.is_file()),
        })
    }
}

/// The file `below` in the last of the numbered folders of `above`.
fn newest(above: &Path, below: &str) -> Option<PathBuf> {
    let folders = std::fs::read_dir(above).ok()?.filter_map(|e| Some(e.ok()?.path()));
    let number = |p: &PathBuf| p.file_name().and_then(|n| n.to_str()?.parse::<u32>().ok());
    let mut found: Vec<PathBuf> = folders.filter(|p| p.join(below).is_file()).collect();
    found.sort_by_key(number);
    Some(found.pop()?.join(below))
}

/// Runs apt-get without questions, through sudo unless we are root.
fn apt(args: &[&str]) -> Done {
    let root = shell::read(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let mut command = if root { Command::new("apt-get") } else { Command::new("sudo") };
    if !root {
        command.args(["-n", "apt-get"]);
    }
    shell::run(command.args(args).env("DEBIAN_FRONTEND", "noninteractive"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_in_the_path_or_not_at_all() {
        let shell = Program { name: "shell", places: &["/nowhere/sh", "/nowhere/*/sh", "sh"], packages: &[] };
        assert!(shell.find().is_some_and(|p| p.ends_with("sh")));
        let none = Program { name: "none", places: &["/nowhere/*/bin/none", "no-such-program"], packages: &[] };
        assert_eq!(none.find(), None);
    }
}
