//! Load on a running server, measured. `cargo xtask load` starts both and prints the figures for people; this prints JSON.
//!
//! Two seats at each table, each with a socket of its own. They play games that were prepared before, so that little of the time
//! goes into this program, which shares the machine with the server. A fixed number of commands is under way at any time: the
//! next is sent when one has been acknowledged and the other side of that table has been told. In turns with that, records are
//! appended to a file on the same disk, each made durable before the next: what a server without groups could do at best.

mod disk;
mod process;
mod script;
mod seat;

use script::Script;
use seat::{Failure, Seats};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Different games, so that the tables do not all do the same.
const SCRIPTS: usize = 24;
/// The server's memory is read after this time, when what was needed for the greeting has been given back.
const SETTLE: Duration = Duration::from_secs(3);

struct Options {
    server: String,
    pid: u32,
    folder: PathBuf,
    sockets: usize,
    tables: usize,
    rounds: usize,
    seconds: f64,
    in_flight: usize,
    /// Whether the players want to know what has changed in their view after each action, as a page does.
    views: bool,
}

/// A table with both its players.
struct Game {
    seats: Seats,
    script: Arc<Script>,
    played: usize,
}

/// What one round of commands gave.
struct Round {
    took: Vec<Duration>,
    elapsed: Duration,
}

/// How long things took, in milliseconds.
struct Delays {
    half: f64,
    most: f64,
    worst: f64,
}

impl Delays {
    fn of(mut took: Vec<Duration>) -> Self {
        took.sort_unstable();
        let at = |share: f64| {
            let place = ((took.len() as f64 * share) as usize).min(took.len().saturating_sub(1));
            took.get(place).map_or(0.0, |time| time.as_secs_f64() * 1e3)
        };
        Self { half: at(0.5), most: at(0.99), worst: at(1.0) }
    }
}

impl std::fmt::Display for Delays {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "half in {:.2} ms, 99 % in {:.2} ms", self.half, self.most)
    }
}

fn main() -> Result<(), Failure> {
    let options = options()?;
    // One thread: the server shall have the rest of the machine.
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(run(&options))
}

async fn run(options: &Options) -> Result<(), Failure> {
    let scripts: Vec<Arc<Script>> = script::quiet_games(SCRIPTS)?.into_iter().map(Arc::new).collect();
    let actions: usize = scripts.iter().map(|script| script.len()).sum();
    eprintln!("{} games without dice, of {} actions on average", scripts.len(), actions / scripts.len().max(1));

    let before = process::memory(options.pid)?;
    // The first table brings the data of its game, and the storage its caches: whatever comes after shares them.
    let mut pioneer = Seats::sit(&options.server, &seat::make_table(&options.server).await?, options.views).await?;
    pioneer.leave().await;
    tokio::time::sleep(SETTLE).await;
    let first = process::memory(options.pid)?;
    let mut made = Vec::new();
    for _ in 0..options.tables {
        made.push(seat::make_table(&options.server).await?);
    }
    tokio::time::sleep(SETTLE).await;
    let with_tables = process::memory(options.pid)?;
    let mut games = VecDeque::new();
    for (n, table) in made.iter().enumerate() {
        let seats = Seats::sit(&options.server, table, options.views).await?;
        games.push_back(Game { seats, script: scripts[n % scripts.len()].clone(), played: 0 });
    }
    for n in 2 * options.tables..options.sockets {
        seat::look_on(&options.server, &made[n % made.len()]).await?;
    }
    tokio::time::sleep(SETTLE).await;
    let with_sockets = process::memory(options.pid)?;
    eprintln!(
        "{} sockets at {} tables; server memory {before}, {first}, {with_tables}, {with_sockets} kB",
        options.sockets, options.tables
    );

    let mut rounds: Vec<Value> = Vec::new();
    let mut renewed = scripts.len();
    let mut used = 0;
    // The first round warms up and does not count.
    for n in 0..=options.rounds {
        for game in &mut games {
            // Enough must be left for a round that is twice as quick as the last.
            if game.script.len() < game.played + 2 * used + 8 {
                let table = seat::make_table(&options.server).await?;
                game.seats.leave().await;
                game.seats = Seats::sit(&options.server, &table, options.views).await?;
                game.script = scripts[renewed % scripts.len()].clone();
                game.played = 0;
                renewed += 1;
            }
        }
        let seconds = if n == 0 { options.seconds.min(2.0) } else { options.seconds };
        let length = Duration::from_secs_f64(seconds);
        // Who goes first changes, so that a machine that slows down favours nobody.
        let first = if n % 2 == 0 { Some(disk::appends(&options.folder, length)?) } else { None };
        let (server_time, own_time) = (process::time(options.pid)?, process::time(std::process::id())?);
        let round;
        (games, round) = commands(games, options.in_flight, length).await?;
        let (server_time, own_time) = (process::time(options.pid)? - server_time, process::time(std::process::id())? - own_time);
        let raw = match first {
            Some(raw) => raw,
            None => disk::appends(&options.folder, length)?,
        };
        let elapsed = round.elapsed.as_secs_f64();
        let count = round.took.len();
        used = count.div_ceil(options.tables);
        if n == 0 {
            continue;
        }
        let rate = count as f64 / elapsed;
        let (commands, appends) = (Delays::of(round.took), Delays::of(raw.took));
        let ratio = rate / raw.rate;
        let (server, load) = (server_time / count as f64 * 1e6, own_time / count as f64 * 1e6);
        eprintln!("round {n}: {rate:.0} commands/s ({commands}), {:.0} appends/s ({appends}), ratio {ratio:.2}", raw.rate);
        eprintln!("         processor time for a command: server {server:.0} µs, load {load:.0} µs");
        rounds.push(json!({
            "commands": rate, "raw": raw.rate, "p50": commands.half, "p99": commands.most, "worst": commands.worst,
            "raw_p99": appends.most, "server": server, "load": load,
        }));
    }
    let after = process::memory(options.pid)?;
    let memory = json!({"before": before, "first": first, "tables": with_tables, "sockets": with_sockets, "after": after});
    println!("{}", json!({"memory": memory, "rounds": rounds}));
    Ok(())
}

/// Plays for a while, `in_flight` commands at a time, at all tables in turn.
async fn commands(games: VecDeque<Game>, in_flight: usize, length: Duration) -> Result<(VecDeque<Game>, Round), Failure> {
    let count = games.len();
    let games = Arc::new(Mutex::new(games));
    let begin = Instant::now();
    let players: Vec<_> = (0..in_flight.min(count)).map(|_| tokio::spawn(player(games.clone(), begin + length))).collect();
    let mut took = Vec::new();
    for player in players {
        took.extend(player.await??);
    }
    let elapsed = begin.elapsed();
    let games = Arc::into_inner(games).ok_or("a player has not ended")?.into_inner().unwrap_or_else(PoisonError::into_inner);
    if games.len() < count || took.is_empty() {
        return Err("a table was lost".into());
    }
    Ok((games, Round { took, elapsed }))
}

/// Plays one command after the other, each at the table that has waited longest.
async fn player(games: Arc<Mutex<VecDeque<Game>>>, end: Instant) -> Result<Vec<Duration>, Failure> {
    let mut took = Vec::new();
    while Instant::now() < end {
        let next = games.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some(mut game) = next else { return Err("there are fewer tables than commands under way".into()) };
        let line = game.script.line(game.played).ok_or("a prepared game was played to its end; shorten the rounds")?;
        took.push(game.seats.play(line).await?);
        game.played += 1;
        games.lock().unwrap_or_else(PoisonError::into_inner).push_back(game);
    }
    Ok(took)
}

fn options() -> Result<Options, Failure> {
    let mut options = Options {
        server: String::new(),
        pid: 0,
        folder: PathBuf::new(),
        sockets: 1000,
        tables: 500,
        rounds: 5,
        seconds: 4.0,
        in_flight: 64,
        views: false,
    };
    let mut args = std::env::args().skip(1);
    while let Some(name) = args.next() {
        if name == "--views" {
            options.views = true;
            continue;
        }
        let value = args.next().ok_or_else(|| format!("{name} wants a value"))?;
        match name.as_str() {
            "--server" => options.server = value,
            "--pid" => options.pid = value.parse()?,
            "--folder" => options.folder = value.into(),
            "--sockets" => options.sockets = value.parse()?,
            "--tables" => options.tables = value.parse()?,
            "--rounds" => options.rounds = value.parse()?,
            "--seconds" => options.seconds = value.parse()?,
            "--in-flight" => options.in_flight = value.parse()?,
            _ => return Err(format!("unknown argument {name}").into()),
        }
    }
    if options.server.is_empty() || options.pid == 0 || options.folder.as_os_str().is_empty() {
        return Err("--server HOST:PORT, --pid of the server and --folder on its disk are needed".into());
    }
    if options.tables == 0 || options.sockets < 2 * options.tables || options.in_flight == 0 || options.in_flight > options.tables
    {
        return Err("each table has two sockets, and at most one command under way".into());
    }
    Ok(options)
}
