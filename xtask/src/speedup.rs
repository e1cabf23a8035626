//! `cargo xtask speedup`: how much faster the laboratory is on all cores than on one.
//!
//! The same batch is played on one thread and on all, in many short rounds, because machines change their speed under our hands; only the
//! ratios within a round count, and the rounds take turns at which of the two comes first. Besides the clock on the wall it looks at the
//! processor time that was used, which tells apart why a round falls short:
//!
//! - *busy*: processor time of the wall's time, on all threads. Less than the whole means that threads waited: for each other, or for a
//!   processor that others used.
//! - *work*: processor time on all threads to that on one. More than the whole means that the machine did the same work more slowly:
//!   it drifted, or the cores get in each other's way.

use crate::shell::{self, Done};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Share of linear speed that is asked for.
const FLOOR: f64 = 0.95;

/// What a batch took.
#[derive(Clone, Copy, Default)]
struct Took {
    wall: f64,
    /// Processor time, where the system tells it.
    work: Option<f64>,
}

/// One round.
struct Round {
    one: Took,
    all: Took,
    threads: f64,
}

impl Round {
    /// Share of linear speed.
    fn share(&self) -> f64 {
        self.one.wall / self.all.wall / self.threads
    }

    /// How much of the time the threads worked: the one, and all of them.
    fn busy(&self) -> Option<[f64; 2]> {
        Some([self.one.work? / self.one.wall, self.all.work? / self.all.wall / self.threads])
    }

    /// How much processor time the same games took on all threads, compared with one.
    fn work(&self) -> Option<f64> {
        Some(self.all.work? / self.one.work?)
    }
}

/// Measures and prints.
pub fn run(root: &Path, args: &[String]) -> Done {
    let number = |name: &str, default: u64| match args.iter().position(|a| a == name) {
        None => Ok(default),
        Some(i) => {
            let read = args.get(i + 1).and_then(|n| n.parse().ok()).filter(|n| *n > 0);
            read.ok_or_else(|| format!("{name} needs a number"))
        }
    };
    let (rounds, games) = (number("--rounds", 7)?, number("--games", 150)?);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    if threads < 2 {
        return Err("this machine has one core; there is nothing to compare".to_owned());
    }
    let profile = if args.iter().any(|a| a == "--quick") { "quick" } else { "release" };
    shell::run(&mut shell::cargo(root, &["build", "--profile", profile, "--package", "grognard-cli"]))?;
    let target = shell::target_dir(root)?;
    let (program, scratch) = (target.join(profile).join("grognard"), target.join("speedup"));
    println!("{rounds} rounds of {games} games of Eylau, recruit against recruit, on 1 thread and on {threads}");
    let mut all = Vec::new();
    for number in 1..=rounds {
        let one_first = number % 2 == 1;
        let order = if one_first { [1, threads] } else { [threads, 1] };
        let mut took = [Took::default(); 2];
        for (took, threads) in took.iter_mut().zip(order) {
            *took = play(&program, &scratch, games, threads)?;
        }
        let [one, many] = if one_first { took } else { [took[1], took[0]] };
        let round = Round { one, all: many, threads: threads as f64 };
        let first = if one_first { "one first" } else { "all first" };
        println!("round {number}, {first}: {:.1} s and {:.1} s: {}", one.wall, many.wall, told(&round));
        all.push(round);
    }
    let _ = std::fs::remove_dir_all(&scratch);
    let share = median(all.iter().map(Round::share).collect());
    let verdict = if share >= FLOOR { "reached" } else { "not reached" };
    println!("median {:.1} % of linear speed; {:.0} % is asked for: {verdict}", 100.0 * share, 100.0 * FLOOR);
    let busy: Vec<[f64; 2]> = all.iter().filter_map(Round::busy).collect();
    let work: Vec<f64> = all.iter().filter_map(Round::work).collect();
    if !busy.is_empty() {
        let [one, many] = [0, 1].map(|i| 100.0 * median(busy.iter().map(|pair| pair[i]).collect()));
        println!("medians: busy {one:.1} % and {many:.1} %, work {:.1} %", 100.0 * median(work));
    }
    Ok(())
}

/// Plays the batch.
fn play(program: &Path, scratch: &Path, games: u64, threads: usize) -> Result<Took, String> {
    let _ = std::fs::remove_dir_all(scratch);
    let mut command = Command::new(program);
    command.args(["simulate", "eylau", "recruit", "recruit", "--seed", "1", "--games", &games.to_string(), "--json"]);
    command.args(["--threads", &threads.to_string(), "--output"]).arg(scratch);
    let (begun, before) = (Instant::now(), children());
    shell::read(&mut command)?;
    let wall = begun.elapsed().as_secs_f64();
    Ok(Took { wall, work: children().zip(before).map(|(after, before)| after - before) })
}

fn told(round: &Round) -> String {
    let mut text = format!("{:.1} % of linear speed", 100.0 * round.share());
    if let (Some([one, many]), Some(work)) = (round.busy(), round.work()) {
        text += &format!(" (busy {:.1} % and {:.1} %, work {:.1} %)", 100.0 * one, 100.0 * many, 100.0 * work);
    }
    text
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    let (low, high) = ((figures.len() - 1) / 2, figures.len() / 2);
    (figures[low] + figures[high]) / 2.0
}

/// Seconds of processor time that ended child processes have used, as Linux tells it; nothing elsewhere.
fn children() -> Option<f64> {
    read_children(&std::fs::read_to_string("/proc/self/stat").ok()?)
}

/// The sixteenth and the seventeenth figure of `/proc/PID/stat`: user and system time of children, in hundredths of a second. The second is
/// the program's name in brackets, which may hold anything, so counting begins behind it.
fn read_children(stat: &str) -> Option<f64> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut times = rest.split_whitespace().skip(13).map(|n| n.parse::<f64>().ok());
    Some((times.next()?? + times.next()??) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_read_and_rounds_are_told_apart() {
        let stat = "71 (a b) c) S 1 71 71 0 -1 4194304 9 8 7 6 11 12 1300 250 20 0 1 0 100 5 6";
        assert_eq!(read_children(stat), Some(15.5));
        assert_eq!(read_children("nothing"), None);
        // The same work in half the time, but a fifth of it spent waiting.
        let took = |wall, work| Took { wall, work: Some(work) };
        let round = Round { one: took(10.0, 10.0), all: took(6.25, 10.0), threads: 2.0 };
        assert!((round.share() - 0.8).abs() < 1e-9);
        assert!(round.busy().is_some_and(|[one, all]| (one - 1.0).abs() < 1e-9 && (all - 0.8).abs() < 1e-9));
        assert!(round.work().is_some_and(|work| (work - 1.0).abs() < 1e-9));
        assert!((median(vec![3.0, 1.0, 2.0]) - 2.0).abs() < 1e-9 && (median(vec![1.0, 2.0]) - 1.5).abs() < 1e-9);
    }
}
