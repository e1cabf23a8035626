//! The page under `web/`: its packages, its build, its checks, and the tests that drive it in a real browser.

use crate::debian;
use crate::shell::{self, Done};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// What the tests of the server ask of the shelf, asked for wherever something is built for tests: else the shelf, and all that stands on it,
/// would be built with it and without it. Lists do not name the games that come with it.
pub const ALIKE: [&str; 3] = ["--workspace", "--features", "grognard-cli/mock"];

/// Builds the page into `web/dist`, from where the server's crate takes it up, unless nothing has changed since. A page that is
/// built again, though the same, would have the program built again as well.
pub fn build(root: &Path) -> Done {
    install(root)?;
    let web = root.join("web");
    let built = changed(&web.join("dist/index.html"));
    let sources = ["src", "public", "index.html", "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts"];
    let Some(written) = sources.iter().map(|name| changed(&web.join(name))).max().flatten() else {
        return Err(format!("{}: there is no page to build", web.display()));
    };
    if built.is_some_and(|built| written <= built) {
        return Ok(());
    }
    npm(root, &["run", "build"])?;
    date(&web.join("dist"), written)
}

/// Gives a folder and all that is in it a time. A page is as old as what it was built from, however often that is done: a program that
/// holds the same page need not be built again.
pub fn date(path: &Path, time: SystemTime) -> Done {
    let place = |e: std::io::Error| format!("{}: {e}", path.display());
    if path.is_dir() {
        for entry in std::fs::read_dir(path).map_err(place)? {
            date(&entry.map_err(place)?.path(), time)?;
        }
        // Where a folder cannot be opened as a file, its time stays, and the program is built once more.
        let _ = std::fs::File::open(path).and_then(|folder| folder.set_modified(time));
        return Ok(());
    }
    std::fs::File::options().append(true).open(path).and_then(|file| file.set_modified(time)).map_err(place)
}

/// When a file was last changed; of a folder, when the last of its files was, or when one came or went.
fn changed(path: &Path) -> Option<SystemTime> {
    let own = std::fs::metadata(path).and_then(|m| m.modified()).ok();
    let inside = std::fs::read_dir(path).into_iter().flatten().filter_map(|entry| changed(&entry.ok()?.path()));
    inside.chain(own).max()
}

/// The page's types are those of the server, it is free of type errors, its unit tests pass, and it is small enough.
pub fn check(root: &Path) -> Done {
    // First, so that the program that describes itself has it, and need not be built once more for what comes after.
    build(root)?;
    std::thread::scope(|scope| {
        // To build the program takes long, and much of it one processor only; these need no program.
        let chores = scope.spawn(|| ["check", "test", "size"].map(|chore| shell::told(&mut npm_command(root, &["run", chore]))));
        let typed = described(root);
        let chores = chores.join().map_err(|_| "the page's chores fell over".to_owned())?;
        let mut faults: Vec<String> = typed.err().into_iter().collect();
        for (said, outcome) in chores {
            print!("{said}");
            faults.extend(outcome.err());
        }
        if faults.is_empty() { Ok(()) } else { Err(faults.join("; ")) }
    })
}

/// The page's types are those of the server.
fn described(root: &Path) -> Done {
    shell::run(npm_command(root, &["run", "codegen:check"]).env("GROGNARD_OPENAPI", describe(root)?))
        .map_err(|why| format!("{why}; `cargo xtask codegen` renews the page's types"))
}

/// Writes the page's types anew from the server's description of itself.
pub fn codegen(root: &Path) -> Done {
    install(root)?;
    shell::run(npm_command(root, &["run", "codegen"]).env("GROGNARD_OPENAPI", describe(root)?))
}

/// Writes the server's description of itself into the target folder.
fn describe(root: &Path) -> Done<PathBuf> {
    let document = shell::read(Command::new(binary(root)?).arg("openapi"))?;
    let file = shell::target_dir(root)?.join("openapi.json");
    std::fs::write(&file, document).map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(file)
}

/// Plays in a real browser against the real server; only those files whose names hold one of the words, if there are any.
pub fn browser(root: &Path, words: &[String]) -> Done {
    let chromium = debian::headless()?;
    let binary = program(root)?;
    let mut command = npm_command(root, &["run", "browser", "--"]);
    command.args(words);
    shell::run(command.env("GROGNARD_BINARY", binary).env("GROGNARD_CHROMIUM", chromium))
}

/// Names the program to whoever must not build it: one who runs beside cargo would wait for it.
pub const PROGRAM: &str = "GROGNARD_BUILT";

/// The program as tests have it, with the page in it.
pub fn program(root: &Path) -> Done<PathBuf> {
    if let Some(built) = std::env::var_os(PROGRAM) {
        return Ok(built.into());
    }
    build(root)?;
    binary(root)
}

fn binary(root: &Path) -> Done<PathBuf> {
    shell::run(shell::cargo(root, &["build", "--bin", "grognard"]).args(ALIKE))?;
    let name = format!("grognard{}", std::env::consts::EXE_SUFFIX);
    Ok(shell::target_dir(root)?.join("debug").join(name))
}

/// A script of the page's, run by Node.
pub fn node(root: &Path, script: &str) -> Command {
    let mut command = Command::new("node");
    command.current_dir(root.join("web")).arg(script);
    command
}

/// Installs the packages that `package-lock.json` names, unless that has been done since it was written.
fn install(root: &Path) -> Done {
    if !shell::works("npm", &["--version"]) {
        return Err("Node is needed to build the page: install it from https://nodejs.org and try again".into());
    }
    let age = |path: &str| std::fs::metadata(root.join("web").join(path)).and_then(|m| m.modified()).ok();
    // npm writes this file at the end of an installation.
    if age("node_modules/.package-lock.json").is_some_and(|done| age("package-lock.json").is_some_and(|lock| lock <= done)) {
        return Ok(());
    }
    // Not `npm ci`: it refuses a lock file that does not name the bundler's binaries for every other platform.
    npm(root, &["install", "--no-save", "--no-audit", "--no-fund"])
}

fn npm(root: &Path, args: &[&str]) -> Done {
    shell::run(&mut npm_command(root, args))
}

fn npm_command(root: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(root.join("web")).args(args);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_as_young_as_its_youngest_file() {
        let folder = std::env::temp_dir().join(format!("grognard-xtask-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("in")).unwrap();
        let file = std::fs::File::create(folder.join("in/file")).unwrap();
        let later = SystemTime::now() + std::time::Duration::from_secs(3600);
        file.set_modified(later).unwrap();
        assert_eq!(changed(&folder), Some(later));
        assert_eq!(changed(&folder.join("none")), None);
        let earlier = later - std::time::Duration::from_secs(7200);
        date(&folder, earlier).unwrap();
        assert_eq!(changed(&folder.join("in/file")), Some(earlier));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
