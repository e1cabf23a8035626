//! The page under `web/`: its packages, its build, its checks, and the tests that drive it in a real browser.

use crate::debian;
use crate::shell::{self, Done};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the page into `web/dist`, from where the server's crate takes it up.
pub fn build(root: &Path) -> Done {
    install(root)?;
    npm(root, &["run", "build"])
}

/// The page's types are those of the server, it is free of type errors, its unit tests pass, and it is small enough.
pub fn check(root: &Path) -> Done {
    install(root)?;
    shell::run(npm_command(root, &["run", "codegen:check"]).env("GROGNARD_OPENAPI", describe(root)?))
        .map_err(|why| format!("{why}; `cargo xtask codegen` renews the page's types"))?;
    for chore in ["check", "test", "build", "size"] {
        npm(root, &["run", chore])?;
    }
    Ok(())
}

/// Writes the page's types anew from the server's description of itself.
pub fn codegen(root: &Path) -> Done {
    install(root)?;
    shell::run(npm_command(root, &["run", "codegen"]).env("GROGNARD_OPENAPI", describe(root)?))
}

/// Writes the server's description of itself into the target folder.
fn describe(root: &Path) -> Done<PathBuf> {
    let document = shell::read(&mut shell::cargo(root, &["run", "--quiet", "--package", "grognard-cli", "--", "openapi"]))?;
    let file = shell::target_dir(root)?.join("openapi.json");
    std::fs::write(&file, document).map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(file)
}

/// Plays in a real browser against the real server.
pub fn browser(root: &Path) -> Done {
    let chromium = debian::CHROMIUM.get()?;
    build(root)?;
    shell::run(&mut shell::cargo(root, &["build", "--package", "grognard-cli"]))?;
    let name = format!("grognard{}", std::env::consts::EXE_SUFFIX);
    let binary = shell::target_dir(root)?.join("debug").join(name);
    let mut command = npm_command(root, &["run", "browser"]);
    shell::run(command.env("GROGNARD_BINARY", binary).env("GROGNARD_CHROMIUM", chromium))
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
