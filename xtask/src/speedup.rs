//! `cargo xtask speedup`: how much faster the laboratory is on all cores than on one.
//!
//! The same batch is played on one thread and on all, in turn, because machines change their speed under our hands; only the ratios within
//! a round count. On a machine that does other things meanwhile the figure says little.

use crate::shell::{self, Done};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Share of linear speed that is asked for.
const FLOOR: f64 = 0.95;

/// Measures and prints.
pub fn run(root: &Path, args: &[String]) -> Done {
    let number = |name: &str, default: u64| match args.iter().position(|a| a == name) {
        None => Ok(default),
        Some(i) => args.get(i + 1).and_then(|n| n.parse().ok()).ok_or_else(|| format!("{name} needs a number")),
    };
    let (rounds, games) = (number("--rounds", 3)?, number("--games", 200)?);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    if threads < 2 {
        return Err("this machine has one core; there is nothing to compare".to_owned());
    }
    shell::run(&mut shell::cargo(root, &["build", "--release", "--package", "grognard-cli"]))?;
    let target = shell::target_dir(root)?;
    let (program, scratch) = (target.join("release").join("grognard"), target.join("speedup"));
    println!("{games} games of Eylau, recruit against recruit, on 1 thread and on {threads}");
    let mut shares = Vec::new();
    for round in 1..=rounds {
        let mut seconds = [0.0; 2];
        for (i, threads) in [1, threads].into_iter().enumerate() {
            let _ = std::fs::remove_dir_all(&scratch);
            let mut command = Command::new(&program);
            command.args(["simulate", "eylau", "recruit", "recruit", "--seed", "1", "--games", &games.to_string(), "--json"]);
            command.args(["--threads", &threads.to_string(), "--output"]).arg(&scratch);
            let begun = Instant::now();
            shell::read(&mut command)?;
            seconds[i] = begun.elapsed().as_secs_f64();
        }
        let share = seconds[0] / seconds[1] / threads as f64;
        println!("round {round}: {:.1} s and {:.1} s: {:.1} % of linear speed", seconds[0], seconds[1], 100.0 * share);
        shares.push(share);
    }
    let _ = std::fs::remove_dir_all(&scratch);
    shares.sort_by(f64::total_cmp);
    let middle = shares[shares.len() / 2];
    let verdict = if middle >= FLOOR { "reached" } else { "not reached" };
    println!("median {:.1} % of linear speed; {:.0} % is asked for: {verdict}", 100.0 * middle, 100.0 * FLOOR);
    Ok(())
}
