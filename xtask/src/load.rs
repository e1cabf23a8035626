//! `cargo xtask load`: how much the server bears, measured.
//!
//! S1: commands that are checked by the rules and durable, through a thousand sockets at five hundred tables, against a plain
//! append with `fdatasync` on the same disk. S2: memory of the server for one idle seat. The commands come from the example
//! `load` of the server's crate, which shares the machine with the server; this file starts both and judges.

use crate::figures::{self, spread, thousands};
use crate::shell::{self, Done};
use serde::Deserialize;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// What S1 asks for: commands against raw appends.
const RATIOS: [(f64, &str); 3] = [(5.0, "moonshot"), (1.0, "target"), (0.5, "floor")];
/// Of a hundred commands 99 are acknowledged within this time, in milliseconds.
const LONGEST: f64 = 25.0;
/// What S2 asks for: kB for a seat.
const SEATS: [(f64, &str); 3] = [(5.0, "moonshot"), (8.0, "target"), (16.0, "floor")];
const USAGE: &str =
    "usage: cargo xtask load [--rounds N] [--seconds S] [--sockets N] [--tables N] [--in-flight N] [--views] [--write]";

struct Options {
    rounds: usize,
    seconds: f64,
    sockets: usize,
    tables: usize,
    in_flight: usize,
    /// Whether the players want to know what has changed in their view after each action, as a page does; S1 counts commands, so usually not.
    views: bool,
    write: bool,
}

/// What the example prints.
#[derive(Deserialize)]
struct Figures {
    memory: Memory,
    rounds: Vec<Round>,
}

/// The server's resident memory in kB.
#[derive(Deserialize)]
struct Memory {
    before: f64,
    /// After the first table, which brings what all others share.
    first: f64,
    tables: f64,
    sockets: f64,
    after: f64,
}

/// One round. Rates a second, times in milliseconds, processor time for a command in microseconds.
#[derive(Deserialize)]
struct Round {
    commands: f64,
    raw: f64,
    p50: f64,
    p99: f64,
    worst: f64,
    raw_p99: f64,
    server: f64,
    load: f64,
}

/// Measures, prints, and with `--write` renews the block in `docs/performance.md`.
pub fn run(root: &Path, args: &[String]) -> Done {
    let options = options(args)?;
    if !cfg!(target_os = "linux") {
        return Err("memory and processor time are read from /proc, which only Linux has".into());
    }
    let target = shell::target_dir(root)?;
    shell::run(&mut shell::cargo(root, &["build", "--release", "--package", "grognard-cli"]))?;
    shell::run(&mut shell::cargo(root, &["build", "--release", "--package", "grognard-server", "--example", "load"]))?;
    let folder = target.join("load");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let server = Server::start(&target.join("release/grognard"), &folder.join("data"))?;
    let text = shell::read(
        Command::new(target.join("release/examples/load"))
            .args(["--server", &server.address, "--pid", &server.child.id().to_string()])
            .arg("--folder")
            .arg(&folder)
            .args(["--rounds", &options.rounds.to_string(), "--seconds", &options.seconds.to_string()])
            .args(["--sockets", &options.sockets.to_string(), "--tables", &options.tables.to_string()])
            .args(["--in-flight", &options.in_flight.to_string()])
            .args(options.views.then_some("--views")),
    );
    drop(server);
    let _ = std::fs::remove_dir_all(&folder);
    let figures: Figures = serde_json::from_str(&text?).map_err(|e| format!("the example load printed something else: {e}"))?;
    let (block, missed) = judge(&figures, &options, &figures::machine());
    println!("\n{block}");
    if options.write {
        figures::write(root, "load", &block)?;
    }
    if missed.is_empty() { Ok(()) } else { Err(format!("below the floor: {}", missed.join(", "))) }
}

fn options(args: &[String]) -> Done<Options> {
    let mut options = Options { rounds: 5, seconds: 4.0, sockets: 1000, tables: 500, in_flight: 64, views: false, write: false };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut number = || args.next().and_then(|n| n.parse::<f64>().ok()).ok_or_else(|| format!("{arg} wants a number"));
        match arg.as_str() {
            "--write" => options.write = true,
            "--views" => options.views = true,
            "--rounds" => options.rounds = number()? as usize,
            "--seconds" => options.seconds = number()?,
            "--sockets" => options.sockets = number()? as usize,
            "--tables" => options.tables = number()? as usize,
            "--in-flight" => options.in_flight = number()? as usize,
            _ => return Err(format!("unknown argument {arg}; {USAGE}")),
        }
    }
    if options.views && options.write {
        return Err("S1 is measured without --views; leave out --write".into());
    }
    if options.rounds < 3 || !(options.seconds >= 0.5 && options.seconds <= 20.0) {
        return Err("at least 3 rounds of 0.5 to 20 seconds are needed for a figure worth having".into());
    }
    if options.tables == 0 || options.sockets < 2 * options.tables || !(1..=options.tables).contains(&options.in_flight) {
        return Err("each table has two sockets, and at most one command under way".into());
    }
    Ok(options)
}

/// A server of our own, ended when it is dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(program: &Path, data: &Path) -> Done<Self> {
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1", "--port", "0", "--no-open", "--no-rate-limit", "--data"]).arg(data);
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut server =
            Self { child: child.map_err(|e| format!("`grognard serve` does not start: {e}"))?, address: String::new() };
        let mut line = String::new();
        let out = server.child.stdout.as_mut().ok_or("`grognard serve` says nothing")?;
        BufReader::new(out).read_line(&mut line).map_err(|e| format!("`grognard serve`: {e}"))?;
        let address = line.trim().strip_prefix("http://").map(|address| address.trim_end_matches('/'));
        server.address = address.ok_or_else(|| format!("`grognard serve` told no address but {line:?}"))?.to_owned();
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The figures as a piece of the book, and what is below its floor.
fn judge(figures: &Figures, options: &Options, machine: &str) -> (String, Vec<String>) {
    let of = |pick: fn(&Round) -> f64| spread(figures.rounds.iter().map(pick));
    let rate = |what: &str, (median, least, most): (f64, f64, f64)| {
        format!("| {what} | {} | {} to {} |\n", thousands(median), thousands(least), thousands(most))
    };
    let time =
        |what: &str, (median, least, most): (f64, f64, f64)| format!("| {what} | {median:.1} | {least:.1} to {most:.1} |\n");
    let (ratio, least, most) = of(|round| round.commands / round.raw);
    let p99 = of(|round| round.p99);
    let Memory { before, first, tables, sockets, after } = figures.memory;
    let seat = (sockets - tables) / options.sockets as f64;
    let whole = (sockets - first) / options.sockets as f64;
    let mut missed = Vec::new();
    let reached = |level: Option<&(f64, &str)>| {
        level.map_or("the floor is missed".to_owned(), |(_, name)| format!("the {name} is reached"))
    };
    let ratio_level = RATIOS.iter().find(|(least, _)| ratio >= *least);
    let seat_level = SEATS.iter().find(|(most, _)| whole <= *most);
    if ratio_level.is_none() {
        missed.push(format!("S1 {ratio:.2} of the raw disk, not 0.5"));
    }
    if p99.0 > LONGEST {
        missed.push(format!("S1 99 of 100 commands in {:.1} ms, not {LONGEST}", p99.0));
    }
    if seat_level.is_none() {
        missed.push(format!("S2 {whole:.1} kB for a seat, not 16"));
    }
    let block = format!(
        "| {} sockets at {} tables, {} commands under way{} | median | range |\n|---|---|---|\n{}{}| **ratio, round by round** | **{ratio:.2}** | {least:.2} to {most:.2} |\n{}{}{}{}{}{}\n\
         {} rounds of {} s in turn; {machine}. S1 asks for 0.5 (floor), 1 (target), 5 (moonshot): {}; 99 of 100 within {LONGEST} ms: {}.\n\n\
         | resident memory of the server, kB | in all | for each seat |\n|---|---|---|\n\
         | without tables | {} | |\n| after the first table, which brings what all others share | {} | |\n| {} more tables, nobody connected | {} | {:.1} |\n| {} sockets, idle | {} | {seat:.1} more, **{whole:.1}** with its share of the table |\n\
         | after all rounds | {} | |\n\n\
         S2 asks for at most 16 kB for an idle seat (floor), 8 (target), 5 (moonshot): {}.\n",
        thousands(options.sockets as f64),
        options.tables,
        options.in_flight,
        if options.views { ", what has changed in the view to both players after each" } else { "" },
        rate("commands a second: checked, durable, acknowledged", of(|round| round.commands)),
        rate("raw appends of 100 bytes with fdatasync, a second", of(|round| round.raw)),
        time("acknowledged after, ms: half of them", of(|round| round.p50)),
        time("99 of 100", p99),
        time("the slowest", of(|round| round.worst)),
        time("a raw append: 99 of 100", of(|round| round.raw_p99)),
        rate("processor time of the server for a command, µs", of(|round| round.server)),
        rate("processor time of the players' program for a command, µs", of(|round| round.load)),
        figures.rounds.len(),
        options.seconds,
        reached(ratio_level),
        if p99.0 <= LONGEST { "reached" } else { "missed" },
        thousands(before),
        thousands(first),
        options.tables,
        thousands(tables),
        (tables - first) / options.sockets as f64,
        thousands(options.sockets as f64),
        thousands(sockets),
        thousands(after),
        reached(seat_level),
    );
    (block, missed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn figures(commands: f64, p99: f64, sockets: f64) -> Figures {
        let round = |factor: f64| Round {
            commands: commands * factor,
            raw: 10_000.0,
            p50: p99 / 2.0,
            p99: p99 * factor,
            worst: p99 * 3.0,
            raw_p99: 0.2,
            server: 60.0,
            load: 20.0,
        };
        let memory = Memory { before: 17_000.0, first: 20_000.0, tables: 24_000.0, sockets, after: sockets };
        Figures { memory, rounds: vec![round(1.0), round(0.9), round(1.1)] }
    }

    #[test]
    fn what_cannot_be_measured_is_refused() {
        assert!(options(&args("--rounds 2")).is_err());
        assert!(options(&args("--sockets 100 --tables 60")).is_err());
        assert!(options(&args("--tables 50 --in-flight 51")).is_err());
        assert!(options(&args("--seconds")).is_err());
        assert!(options(&args("--quick")).is_err());
        assert!(options(&args("--views --write")).is_err() && options(&args("--views")).is_ok_and(|o| o.views));
        assert!(options(&args("--rounds 3 --seconds 1 --write")).is_ok_and(|o| o.write && o.sockets == 1000));
    }

    #[test]
    fn each_floor_is_judged() {
        let options = options(&[]).unwrap();
        let (text, missed) = judge(&figures(12_000.0, 9.0, 30_000.0), &options, "2 cores");
        assert!(missed.is_empty(), "{missed:?}");
        assert!(text.contains("**1.20** | 1.08 to 1.32") && text.contains("the target is reached"), "{text}");
        assert!(text.contains("6.0 more, **10.0** with") && text.contains("the floor is reached"), "{text}");
        let (text, missed) = judge(&figures(4_900.0, 26.0, 37_000.0), &options, "2 cores");
        assert_eq!(missed.len(), 3, "{missed:?}");
        assert!(text.contains("the floor is missed"), "{text}");
    }
}
