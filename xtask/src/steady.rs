//! `cargo xtask steady`: whether the test command can be unlucky.
//!
//! Runs `./test` again and again, each time from a fresh clone of what is committed, beside processes that keep the machine busy,
//! and tells how each run went and how long it took. A test that depends on the clock, on dice or on its neighbours shows here.

use crate::page;
use crate::shell::{self, Done};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

const USAGE: &str = "usage: cargo xtask steady [--times N] [--busy M] [--steps a,b] [--target-dir FOLDER] [--scratch FOLDER]";

#[derive(PartialEq, Eq, Debug)]
struct Options {
    times: usize,
    busy: usize,
    /// Steps of the test command; none means all.
    steps: Vec<String>,
    /// A folder for what cargo builds, shared by all runs of one commit, so that only the first of them builds anything. Without one
    /// every run builds everything.
    target: Option<PathBuf>,
    scratch: PathBuf,
}

/// Something that keeps a processor busy until it is dropped.
struct Busy(Child);

impl Busy {
    fn start() -> Done<Self> {
        let mut command = Command::new("sh");
        command.args(["-c", "while :; do :; done"]).stdin(Stdio::null()).stdout(Stdio::null());
        command.spawn().map(Self).map_err(|e| format!("`sh` does not start: {e}"))
    }

    fn end(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.end();
    }
}

/// One run: whether all went well, how long it took in seconds, and what the test command said in the end.
struct Run {
    passed: bool,
    seconds: f64,
    told: Vec<String>,
}

/// Runs, reports, and fails if any run has failed.
pub fn run(root: &Path, args: &[String]) -> Done {
    let options = options(args)?;
    std::fs::create_dir_all(&options.scratch).map_err(|e| format!("{}: {e}", options.scratch.display()))?;
    let changed = shell::read(Command::new("git").current_dir(root).args(["status", "--porcelain"]))?;
    if !changed.trim().is_empty() {
        println!("what is not committed is not tested:\n{}", changed.trim_end());
    }
    let busy = (0..options.busy).map(|_| Busy::start()).collect::<Done<Vec<_>>>()?;
    let mut runs = Vec::new();
    for number in 1..=options.times {
        println!("== run {number} of {}, beside {} busy processes", options.times, busy.len());
        let run = once(root, &options, number)?;
        println!("{}", line(number, &run));
        runs.push(run);
    }
    drop(busy);
    println!("\n== summary");
    runs.iter().enumerate().for_each(|(i, run)| println!("{}", line(i + 1, run)));
    let failed = runs.iter().filter(|run| !run.passed).count();
    println!("logs are in {}", options.scratch.display());
    if failed == 0 { Ok(()) } else { Err(format!("{failed} of {} runs failed", runs.len())) }
}

/// One run from a fresh clone, its output in a file of its own.
fn once(root: &Path, options: &Options, number: usize) -> Done<Run> {
    // Always at the same place, so that a shared folder of what was built knows the crates again.
    let clone = options.scratch.join("clone");
    if clone.exists() {
        std::fs::remove_dir_all(&clone).map_err(|e| format!("{}: {e}", clone.display()))?;
    }
    shell::run(Command::new("git").args(["clone", "--quiet", "--no-hardlinks"]).arg(root).arg(&clone))?;
    let log = options.scratch.join(format!("run-{number}.log"));
    let file = || std::fs::OpenOptions::new().create(true).append(true).open(&log);
    let file = || file().map_err(|e| format!("{}: {e}", log.display()));
    std::fs::write(&log, "").map_err(|e| format!("{}: {e}", log.display()))?;
    let mut command = Command::new(clone.join("test"));
    command.current_dir(&clone).args(&options.steps).stdin(Stdio::null()).stdout(file()?).stderr(file()?);
    // What cargo has told this process is about this tree, not about the clone.
    for (key, _) in std::env::vars_os() {
        let name = key.to_string_lossy();
        if name.starts_with("CARGO") && name != "CARGO_HOME" {
            command.env_remove(&key);
        }
    }
    if let Some(target) = &options.target {
        command.env("CARGO_TARGET_DIR", age(&clone, target)?);
    }
    let begin = Instant::now();
    let status = command.status().map_err(|e| format!("./test does not start: {e}"))?;
    let seconds = begin.elapsed().as_secs_f64();
    // A test may print anything; it must not end the measurement.
    let text = std::fs::read(&log).map_err(|e| format!("{}: {e}", log.display()))?;
    Ok(Run { passed: status.success(), seconds, told: told(&text) })
}

/// Gives all files and folders of a clone the time of its commit, so that cargo finds what an earlier run has built of the same commit to be fresh;
/// tells the folder where that is.
fn age(clone: &Path, target: &Path) -> Done<PathBuf> {
    let git = |args: &[&str]| shell::read(Command::new("git").current_dir(clone).args(args));
    let commit = git(&["log", "-1", "--format=%h %ct"])?;
    let (hash, seconds) = commit.trim().split_once(' ').ok_or("the clone has no commit")?;
    let seconds = seconds.parse().map_err(|e| format!("the time of the last commit: {e}"))?;
    let then = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    let place = |e: std::io::Error| format!("{}: {e}", clone.display());
    for entry in std::fs::read_dir(clone).map_err(place)? {
        let entry = entry.map_err(place)?;
        if entry.file_name() != ".git" {
            page::date(&entry.path(), then)?;
        }
    }
    Ok(target.join(hash))
}

/// The steps that failed or were skipped, as the test command lists them in the end, and the tests of which it says so.
fn told(log: &[u8]) -> Vec<String> {
    let log = String::from_utf8_lossy(log);
    let steps = log.rsplit("== summary").next().unwrap_or_default();
    let notable = |line: &&str| line.starts_with("failed ") || line.starts_with("skipped ") || line.contains("  but skipped: ");
    let steps = steps.lines().filter(notable);
    let tests = log
        .lines()
        .map(str::trim)
        .filter(|line| ["FAIL [", "TIMEOUT [", "SIGABRT [", "✖ "].iter().any(|mark| line.starts_with(mark)));
    let mut all: Vec<String> = steps.chain(tests).map(str::to_owned).collect();
    let mut known = std::collections::BTreeSet::new();
    all.retain(|line| known.insert(line.clone()));
    all
}

fn line(number: usize, run: &Run) -> String {
    let outcome = if run.passed { "passed" } else { "FAILED" };
    let told: String = run.told.iter().map(|line| format!("\n    {line}")).collect();
    format!("run {number:>2}: {outcome} after {:.1} minutes{told}", run.seconds / 60.0)
}

fn options(args: &[String]) -> Done<Options> {
    let scratch = std::env::temp_dir().join("grognard-steady");
    let mut options = Options { times: 10, busy: 2, steps: Vec::new(), target: None, scratch };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut word = || args.next().ok_or_else(|| format!("{arg} wants something after it; {USAGE}"));
        let count = |text: &String| text.parse::<usize>().map_err(|_| format!("{arg}: {text:?} is no number; {USAGE}"));
        let folder = |text: &String| std::path::absolute(text).map_err(|e| format!("{text}: {e}"));
        match arg.as_str() {
            "--times" => options.times = count(word()?)?,
            "--busy" => options.busy = count(word()?)?,
            "--steps" => options.steps = word()?.split(',').map(str::to_owned).collect(),
            "--target-dir" => options.target = Some(folder(word()?)?),
            "--scratch" => options.scratch = folder(word()?)?,
            _ => return Err(format!("unknown argument {arg}; {USAGE}")),
        }
    }
    if options.times == 0 { Err(USAGE.to_owned()) } else { Ok(options) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Done<Options> {
        options(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn words_are_read() {
        let usual = read("").unwrap();
        assert_eq!((usual.times, usual.busy, usual.steps.len(), usual.target), (10, 2, 0, None));
        let given = read("--times 3 --busy 0 --steps tests,browser --target-dir built").unwrap();
        assert_eq!((given.times, given.busy, given.steps), (3, 0, vec!["tests".to_owned(), "browser".to_owned()]));
        assert!(given.target.is_some_and(|folder| folder.is_absolute() && folder.ends_with("built")));
        for bad in ["--times 0", "--times", "--times many", "--busy -1", "--quick"] {
            assert!(read(bad).is_err_and(|why| why.contains("usage")), "{bad}");
        }
    }

    #[test]
    fn what_failed_is_found_in_the_log() {
        let log = b"        FAIL [   1.0s] grognard-server::it seats\n\xff\n\xe2\x9c\x96 the page is small (12ms)\n\
                   == failed   tests\n\n== summary\n\
                   passed   fmt            0.1 s\npassed   python   0.1 s  but skipped: one: why\n\
                   failed   tests         12.0 s  why\nskipped  wasm32   0.1 s  no target\n";
        let found = told(log);
        assert_eq!(found.len(), 5, "{found:?}");
        assert!(found[0].starts_with("passed   python") && found[1].starts_with("failed   tests"), "{found:?}");
        assert!(found[2].starts_with("skipped"), "{found:?}");
        assert_eq!(told(b"nothing of the kind"), Vec::<String>::new());
    }

    #[test]
    fn whoever_is_busy_ends_when_it_is_no_longer_wanted() {
        let mut busy = Busy::start().unwrap();
        assert!(matches!(busy.0.try_wait(), Ok(None)), "it goes on by itself");
        busy.end();
        assert!(matches!(busy.0.try_wait(), Ok(Some(_))));
    }
}
