//! `cargo xtask test`: everything, in one command.
//!
//! [`STEPS`] is the list. A new kind of test (the page, a database, a message server) is a new line there and a function; a
//! step that cannot run on this machine says why and is counted as skipped, never as passed.

use crate::rooms;
use crate::shell::{self, Done};
use crate::{coverage, debian, page, tidy};
use std::path::Path;
use std::time::Instant;

/// How a step went, if it did not fail.
enum Outcome {
    Passed,
    Skipped(String),
}

/// One step: its name on the command line, what it does, and the doing.
struct Step {
    name: &'static str,
    what: &'static str,
    run: fn(&Path) -> Done<Outcome>,
}

/// The quick ones first, the tests themselves last. Benches are compiled by the step `clippy`.
const STEPS: [Step; 10] = [
    Step { name: "fmt", what: "the code is formatted", run: fmt },
    Step { name: "tidy", what: "the invariants hold", run: |root| tidy::run(root).map(passed) },
    Step { name: "coverage", what: "every enforced case is cited and exercised", run: coverage_step },
    Step { name: "clippy", what: "no warnings, in tests and benches neither", run: clippy },
    Step { name: "docs", what: "the documentation builds without warnings", run: docs },
    Step { name: "wasm32", what: "the rules build for the browser", run: wasm32 },
    Step { name: "doctests", what: "the examples in the documentation run", run: doctests },
    Step {
        name: "page",
        what: "the page's types are the server's, and its checks and unit tests pass",
        run: |root| page::check(root).map(passed),
    },
    Step { name: "tests", what: "the tests pass", run: tests },
    Step { name: "browser", what: "the page plays in a real browser", run: |root| page::browser(root).map(passed) },
];

/// Runs the steps named, or all of them, and stops at the first that fails.
pub fn run(root: &Path, args: &[String]) -> Done {
    if args.iter().any(|a| a == "--list") {
        STEPS.iter().for_each(|s| println!("{:<10} {}", s.name, s.what));
        return Ok(());
    }
    let steps = chosen(args)?;
    let begin = Instant::now();
    let mut summary = Vec::new();
    for (n, step) in steps.iter().enumerate() {
        println!("\n== {} of {}: {} ({})", n + 1, steps.len(), step.name, step.what);
        let clock = Instant::now();
        let outcome = (step.run)(root);
        let seconds = clock.elapsed().as_secs_f32();
        let line = match outcome {
            Ok(Outcome::Passed) => format!("passed   {:<10} {seconds:7.1} s", step.name),
            Ok(Outcome::Skipped(why)) => format!("skipped  {:<10} {seconds:7.1} s  {why}", step.name),
            Err(why) => {
                println!("\n== failed   {:<10} {seconds:7.1} s", step.name);
                return Err(format!("step \"{0}\" failed: {why}\nrun it alone with: ./test {0}", step.name));
            }
        };
        println!("== {line}");
        summary.push(line);
    }
    println!("\n== summary");
    summary.iter().for_each(|line| println!("{line}"));
    let skipped = summary.iter().filter(|line| line.starts_with("skipped")).count();
    let seconds = begin.elapsed().as_secs_f32();
    println!("{} steps passed, {skipped} skipped, 0 failed, in {seconds:.1} s", summary.len() - skipped);
    Ok(())
}

fn chosen(args: &[String]) -> Done<Vec<&'static Step>> {
    if args.is_empty() {
        return Ok(STEPS.iter().collect());
    }
    let unknown = |name: &String| format!("there is no step \"{name}\"; `./test --list` names them");
    args.iter().map(|name| STEPS.iter().find(|s| s.name == name).ok_or_else(|| unknown(name))).collect()
}

fn passed((): ()) -> Outcome {
    Outcome::Passed
}

fn cargo(root: &Path, args: &[&str]) -> Done<Outcome> {
    shell::run(&mut shell::cargo(root, args)).map(passed)
}

fn fmt(root: &Path) -> Done<Outcome> {
    cargo(root, &["fmt", "--all", "--check"]).map_err(|why| format!("{why}; `cargo fmt --all` mends it"))
}

fn coverage_step(root: &Path) -> Done<Outcome> {
    coverage::run(root, &[]).map(passed)
}

fn clippy(root: &Path) -> Done<Outcome> {
    cargo(root, &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])
}

fn docs(root: &Path) -> Done<Outcome> {
    let mut command = shell::cargo(root, &["doc", "--workspace", "--no-deps"]);
    shell::run(command.env("RUSTDOCFLAGS", "-D warnings")).map(passed)
}

fn doctests(root: &Path) -> Done<Outcome> {
    cargo(root, &["test", "--workspace", "--doc"])
}

fn tests(root: &Path) -> Done<Outcome> {
    debian::POSTGRES.get()?;
    debian::NATS.get()?;
    if shell::works("cargo", &["nextest", "--version"]) {
        return cargo(root, &["nextest", "run", "--workspace"]);
    }
    println!("cargo-nextest is not installed, so `cargo test` runs the tests");
    cargo(root, &["test", "--workspace", "--lib", "--bins", "--tests"])
}

const WASM: &str = "wasm32-unknown-unknown";

fn wasm32(root: &Path) -> Done<Outcome> {
    if !has_wasm(root)? {
        shell::works("rustup", &["target", "add", WASM]);
    }
    if !has_wasm(root)? {
        let why = format!("the target {WASM} is not installed and `rustup target add {WASM}` does not provide it");
        return Ok(Outcome::Skipped(why));
    }
    let pure = rooms::crates(root).into_iter().filter(|c| c.room.is_pure());
    let packages: Vec<String> = pure.map(|c| format!("--package=grognard-{}", c.folder)).collect();
    println!("{}", packages.join(" ").replace("--package=", ""));
    let mut command = shell::cargo(root, &["check", "--lib", "--target", WASM]);
    shell::run(command.args(packages)).map(passed)
}

fn has_wasm(root: &Path) -> Done<bool> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let sysroot = shell::read(std::process::Command::new(rustc).current_dir(root).args(["--print", "sysroot"]))?;
    Ok(Path::new(sysroot.trim()).join("lib/rustlib").join(WASM).is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_chosen_by_name() {
        assert_eq!(chosen(&[]).unwrap().len(), STEPS.len());
        let names: Vec<&str> = chosen(&["tidy".into(), "fmt".into()]).unwrap().iter().map(|s| s.name).collect();
        assert_eq!(names, ["tidy", "fmt"]);
        assert!(chosen(&["tydi".into()]).is_err_and(|e| e.contains("tydi")));
    }
}
