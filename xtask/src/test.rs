//! `cargo xtask test`: everything, in one command.
//!
//! [`STEPS`] is the list. A new kind of test (the page, a database, a message server) is a new line there and a function; a
//! step that cannot run on this machine says why and is counted as skipped, never as passed; where single tests cannot, the summary names
//! them behind their step, and counts them.
//!
//! Where all of them run, those that need the program but not cargo run beside the others, in a process of their own: cargo often has
//! work for one processor only, and to install something is mostly waiting.

use crate::rooms;
use crate::shell::{self, Done};
use crate::{coverage, debian, page, python, tidy};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// How a step went, if it did not fail.
#[derive(Debug, PartialEq)]
enum Outcome {
    Passed,
    /// Some tests could not run on this machine: each with the reason.
    PassedBut(Vec<String>),
    Skipped(String),
}

/// The variable that names the file in which tests that cannot run leave a line (`crates/testkit/shared/skipped.rs`).
const SKIPPED: &str = "GROGNARD_SKIPPED";
/// How their list begins in the summary, and what stands between them.
const BUT: &str = "but skipped: ";
const BETWEEN: &str = " | ";

/// One step: its name on the command line, what it does, and the doing.
struct Step {
    name: &'static str,
    what: &'static str,
    run: fn(&Path) -> Done<Outcome>,
}

/// The quick ones first. The page is built before everything that holds it or looks at what holds it, so that nothing is built twice, nor
/// again where another clone of the same commit was tested before; benches are compiled by the step `clippy`.
const STEPS: [Step; 11] = [
    Step { name: "fmt", what: "the code is formatted", run: fmt },
    Step { name: "tidy", what: "the invariants hold", run: |root| tidy::run(root).map(passed) },
    Step { name: "coverage", what: "every enforced case is cited and exercised", run: coverage_step },
    Step {
        name: "page",
        what: "the page's types are the server's, and its checks and unit tests pass",
        run: |root| page::check(root).map(passed),
    },
    Step { name: "clippy", what: "no warnings, in tests and benches neither", run: clippy },
    Step { name: "docs", what: "the documentation builds without warnings", run: docs },
    Step { name: "wasm32", what: "the rules build for the browser", run: wasm32 },
    Step { name: "tests", what: "the tests pass", run: tests },
    Step { name: "doctests", what: "the examples in the documentation run", run: doctests },
    Step { name: "python", what: "the Python package plays, by its own tests and PettingZoo's", run: python_step },
    Step { name: "browser", what: "the page plays in a real browser", run: |root| page::browser(root, &[]).map(passed) },
];

/// The last of the steps after which those that run beside the others can begin: with it the program is built.
const BUILT: &str = "page";

/// Those that need the program and not cargo.
const BESIDE: [&str; 2] = ["python", "browser"];

/// Runs the steps named, or all of them. One that fails does not hide the others: all of them run, and the end says which failed.
pub fn run(root: &Path, args: &[String]) -> Done {
    if args.iter().any(|a| a == "--list") {
        STEPS.iter().for_each(|s| println!("{:<10} {}", s.name, s.what));
        return Ok(());
    }
    let steps = chosen(args)?;
    let begin = Instant::now();
    let mut results = Vec::new();
    let mut installs = args.is_empty().then(|| std::thread::spawn(debian::all));
    let mut beside = None;
    for (n, step) in steps.iter().enumerate() {
        if beside.is_some() && BESIDE.contains(&step.name) {
            continue;
        }
        println!("\n== {} of {}: {} ({})", n + 1, steps.len(), step.name, step.what);
        let clock = Instant::now();
        let outcome = (step.run)(root);
        let result = Run { name: step.name, seconds: clock.elapsed().as_secs_f32(), outcome };
        println!("\n== {}", result.line());
        if step.name == BUILT
            && let Some(installs) = installs.take()
        {
            // Whatever could not be installed is asked for again by who needs it, and says so there.
            let _ = installs.join();
            // What cannot be run beside the others is run after them.
            beside = result
                .outcome
                .is_ok()
                .then(|| Beside::start(root))
                .and_then(|started| started.inspect_err(|why| println!("nothing runs beside the others: {why}")).ok());
        }
        results.push(result);
    }
    if let Some(beside) = beside {
        results.extend(beside.end());
    }
    println!("\n== summary");
    results.iter().for_each(|result| println!("{}", result.line()));
    judge(&results, begin.elapsed().as_secs_f32())
}

/// The steps that run beside the others, and where they write what they have to say.
struct Beside {
    process: Child,
    log: PathBuf,
}

impl Beside {
    fn start(root: &Path) -> Done<Self> {
        let folder = shell::target_dir(root)?.join("beside");
        let place = |e: std::io::Error| format!("{}: {e}", folder.display());
        std::fs::create_dir_all(&folder).map_err(place)?;
        // A copy, because cargo may put its own down anew at any time.
        let program = folder.join(format!("grognard{}", std::env::consts::EXE_SUFFIX));
        std::fs::copy(page::program(root)?, &program).map_err(place)?;
        let log = folder.join("log");
        let out = File::create(&log).map_err(place)?;
        let mut command = Command::new(std::env::current_exe().map_err(place)?);
        command.current_dir(root).arg("test").args(BESIDE).env(page::PROGRAM, program);
        command.stdin(Stdio::null()).stderr(out.try_clone().map_err(place)?).stdout(out);
        println!("\n== {} run beside the others, and are told of in the end", BESIDE.join(" and "));
        Ok(Self { process: command.spawn().map_err(place)?, log })
    }

    /// Waits for them, and tells all that they said.
    fn end(mut self) -> Vec<Run> {
        // What they said may be gone; that must not hide how the others went.
        let (text, silence) = match self.process.wait().and_then(|_| std::fs::read(&self.log)) {
            Ok(bytes) => (String::from_utf8_lossy(&bytes).into_owned(), "it ended without a word".to_owned()),
            Err(why) => (String::new(), format!("{}: {why}", self.log.display())),
        };
        let (said, summary) = text.rsplit_once("\n== summary\n").unwrap_or((&text, ""));
        println!("{said}");
        // One of which nothing is told has not passed.
        let lost = |name| Run { name, seconds: 0.0, outcome: Err(silence.clone()) };
        let told: Vec<Run> = summary.lines().filter_map(Run::read).collect();
        let missing = BESIDE.into_iter().filter(|name| told.iter().all(|run| run.name != *name)).map(lost).collect::<Vec<_>>();
        told.into_iter().chain(missing).collect()
    }
}

/// A step that was run, with how long it took and how it went.
#[derive(Debug, PartialEq)]
struct Run {
    name: &'static str,
    seconds: f32,
    outcome: Done<Outcome>,
}

impl Run {
    fn line(&self) -> String {
        let (went, why) = match &self.outcome {
            Ok(Outcome::Passed) => ("passed", String::new()),
            Ok(Outcome::PassedBut(tests)) => ("passed", format!("{BUT}{}", tests.join(BETWEEN))),
            Ok(Outcome::Skipped(why)) => ("skipped", why.clone()),
            Err(why) => ("failed", why.clone()),
        };
        format!("{went:<8} {:<10} {:7.1} s  {why}", self.name, self.seconds).trim_end().to_owned()
    }

    /// What such a line tells.
    fn read(line: &str) -> Option<Self> {
        let (told, why) = line.split_once(" s").map(|(told, why)| (told, why.trim().to_owned()))?;
        let mut words = told.split_whitespace();
        let (went, name, seconds) = (words.next()?, words.next()?, words.next()?.parse().ok()?);
        let outcome = match went {
            "passed" => Ok(why.strip_prefix(BUT).map_or(Outcome::Passed, |tests| but(tests.split(BETWEEN)))),
            "skipped" => Ok(Outcome::Skipped(why)),
            "failed" => Err(why),
            _ => return None,
        };
        Some(Self { name: STEPS.iter().find(|step| step.name == name)?.name, seconds, outcome })
    }
}

/// Counts, and an error that names every step that failed.
fn judge(results: &[Run], seconds: f32) -> Done {
    let skipped = results.iter().filter(|result| matches!(result.outcome, Ok(Outcome::Skipped(_)))).count();
    let failed: Vec<&str> = results.iter().filter(|result| result.outcome.is_err()).map(|result| result.name).collect();
    println!("{}", count(results, skipped, failed.len(), seconds));
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {0}\nrun alone with: ./test {0}", failed.join(" "))) }
}

fn count(results: &[Run], skipped: usize, failed: usize, seconds: f32) -> String {
    let passed = results.len() - skipped - failed;
    let tests: usize =
        results.iter().map(|result| if let Ok(Outcome::PassedBut(tests)) = &result.outcome { tests.len() } else { 0 }).sum();
    let but = if tests == 0 { String::new() } else { format!(", {tests} single tests skipped") };
    format!("{passed} steps passed, {skipped} skipped, {failed} failed{but}, in {seconds:.1} s")
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

/// What such a list of tests tells: each once, in the order of their names.
fn but<'a>(tests: impl Iterator<Item = &'a str>) -> Outcome {
    let named: std::collections::BTreeSet<&str> = tests.map(str::trim).filter(|test| !test.is_empty()).collect();
    if named.is_empty() { Outcome::Passed } else { Outcome::PassedBut(named.into_iter().map(str::to_owned).collect()) }
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
    shell::run(shell::cargo(root, &["test", "--doc", "--no-fail-fast"]).args(page::ALIKE)).map(passed)
}

fn tests(root: &Path) -> Done<Outcome> {
    // Where one of them cannot be had the others run all the same, and then it is told.
    let missing = [debian::POSTGRES.get().err(), debian::NATS.get().err()].into_iter().flatten().collect::<Vec<_>>();
    let mut command = if shell::works("cargo", &["nextest", "--version"]) {
        // Some of them mostly wait: for a disk, a database, a server that was killed.
        let at_once = std::thread::available_parallelism().map_or(2, usize::from) + 2;
        // That a failure hides no other is settled in .config/nextest.toml.
        shell::cargo(root, &["nextest", "run", "--test-threads", &at_once.to_string()])
    } else {
        println!("cargo-nextest is not installed, so `cargo test` runs the tests");
        shell::cargo(root, &["test", "--no-fail-fast"])
    };
    let ran = tell_skipped(command.args(page::ALIKE).args(TESTED), &shell::target_dir(root)?.join("skipped"));
    all_told(ran, missing)
}

/// How tests went, and what was missing for some of them.
fn all_told(ran: Done<Outcome>, missing: Vec<String>) -> Done<Outcome> {
    if missing.is_empty() {
        return ran;
    }
    Err(ran.err().into_iter().chain(missing).collect::<Vec<_>>().join("; "))
}

/// Runs tests, with a file in which those that cannot run here say so.
fn tell_skipped(command: &mut Command, list: &Path) -> Done<Outcome> {
    let place = |e: std::io::Error| format!("{}: {e}", list.display());
    std::fs::write(list, "").map_err(place)?;
    let ran = shell::run(command.env(SKIPPED, list));
    let told = std::fs::read_to_string(list).map_err(place)?;
    let outcome = but(told.lines());
    if let Outcome::PassedBut(tests) = &outcome {
        tests.iter().for_each(|test| println!("skipped: {test}"));
    }
    ran.map(|()| outcome)
}

/// Not the examples, which would be built with them: that they can be is seen by the step `clippy`.
const TESTED: [&str; 3] = ["--lib", "--bins", "--tests"];

fn python_step(root: &Path) -> Done<Outcome> {
    match python::ready(root)? {
        python::Ready::With(interpreter) => python::check(root, &interpreter).map(passed),
        python::Ready::Not(why) => Ok(Outcome::Skipped(why)),
    }
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

    #[test]
    fn what_could_not_be_installed_is_told_after_the_tests() {
        assert_eq!(all_told(Ok(Outcome::Passed), Vec::new()), Ok(Outcome::Passed));
        assert_eq!(all_told(Ok(Outcome::Passed), vec!["no apt".into()]), Err("no apt".into()));
        assert_eq!(all_told(Err("two failed".into()), vec!["no apt".into()]), Err("two failed; no apt".into()));
    }

    #[test]
    fn every_step_that_failed_is_named() {
        let run = |name, outcome| Run { name, seconds: 1.0, outcome };
        let good = [run("fmt", Ok(Outcome::Passed)), run("wasm32", Ok(Outcome::Skipped("no target".into())))];
        assert_eq!(judge(&good, 2.0), Ok(()));
        assert_eq!(good[1].line(), "skipped  wasm32         1.0 s  no target");
        let partly = Outcome::PassedBut(vec!["a_full_disk: no mount; none".into(), "on_postgres: no".into()]);
        let partly = [run("tests", Ok(partly)), run("fmt", Ok(Outcome::Passed))];
        assert_eq!(partly[0].line(), "passed   tests          1.0 s  but skipped: a_full_disk: no mount; none | on_postgres: no");
        assert_eq!(count(&partly, 0, 0, 2.0), "2 steps passed, 0 skipped, 0 failed, 2 single tests skipped, in 2.0 s");
        assert_eq!(count(&good, 1, 0, 2.0), "1 steps passed, 1 skipped, 0 failed, in 2.0 s");
        assert_eq!(judge(&partly, 2.0), Ok(()), "a machine without the right is no fault of the code");
        let bad = [run("tests", Err("two".into())), run("fmt", Ok(Outcome::Passed)), run("browser", Err("one".into()))];
        assert_eq!(judge(&bad, 2.0), Err("failed: tests browser\nrun alone with: ./test tests browser".to_owned()));
        assert_eq!(bad[0].line(), "failed   tests          1.0 s  two");
        assert!(
            good.into_iter().chain(partly).chain(bad).all(|run| Run::read(&run.line()) == Some(run)),
            "what is written can be read"
        );
        assert_eq!(Run::read("11 steps passed, 0 skipped, 0 failed, in 3 s"), None);
    }

    #[cfg(unix)]
    #[test]
    fn tests_that_could_not_run_are_told_of() {
        let list = std::env::temp_dir().join(format!("grognard-skipped-{}", std::process::id()));
        let ran = |script: &str| tell_skipped(Command::new("sh").args(["-c", script]), &list);
        let twice = r#"for test in b a b; do echo "$test: no  $GROGNARD_NONE" >> "$GROGNARD_SKIPPED"; done"#;
        assert_eq!(ran(twice), Ok(Outcome::PassedBut(vec!["a: no".into(), "b: no".into()])));
        assert_eq!(ran("true"), Ok(Outcome::Passed), "what was skipped the last time is forgotten");
        assert!(ran(&format!("{twice}; false")).is_err());
        std::fs::remove_file(&list).unwrap();
    }

    /// However little is known of them, they are told of, and have not passed.
    #[cfg(unix)]
    #[test]
    fn whoever_ran_beside_the_others_and_left_nothing_has_failed() {
        let process = Command::new("true").spawn().unwrap();
        let left = Beside { process, log: PathBuf::from("nowhere/log") }.end();
        assert_eq!(left.iter().map(|run| run.name).collect::<Vec<_>>(), BESIDE);
        assert!(left.iter().all(|run| run.outcome.as_ref().is_err_and(|why| why.starts_with("nowhere/log: "))), "{left:?}");
    }

    #[test]
    fn whoever_runs_beside_the_others_is_a_step_after_the_program_is_built() {
        let place = |name| STEPS.iter().position(|step| step.name == name);
        assert!(BESIDE.into_iter().all(|name| place(name) > place(BUILT)));
    }
}
