//! `grognard simulate`: batches of games between two players, and what a change would do.

use crate::fail::{self, Done, Fail};
use crate::files;
use crate::lab::{self, Run};
use clap::{Args, Subcommand};
use grognard_lab::plan::{Kind, Plan, Shard};
use grognard_lab::run::Finished;
use grognard_lab::{journal, records};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Simulate {
    #[command(subcommand)]
    pub command: Option<More>,
    /// A game that `grognard list` names
    #[arg(required = true)]
    pub game: Option<String>,
    /// Who plays the first side: a level such as veteran, bot:COMMAND, or http://ADDRESS
    #[arg(required = true)]
    pub first: Option<String>,
    /// Who plays the second side
    #[arg(required = true)]
    pub second: Option<String>,
    #[command(flatten)]
    pub options: crate::args::Options,
    /// How many games; pairs of games with --swap or --change
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// The seed from which every game follows
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Play each game again with the same dice and the players on the other sides
    #[arg(long)]
    pub swap: bool,
    /// Ask what if: unit:TAG:strength=N, unit:TAG:movement=N, unit:TAG:start=PLACE, turn:NAME=N, rain:FIRST-LAST=no or night:FIRST-LAST=yes at Dresden, or figure:NAME=N at Dresden 20; may be given several times
    #[arg(long = "change", value_name = "WHAT", conflicts_with = "swap")]
    pub changes: Vec<String>,
    /// Ask what if this option of the game were different; may be given several times
    #[arg(long = "change-option", value_name = "NAME=VALUE", value_parser = crate::args::pair, conflicts_with = "swap")]
    pub change_options: Vec<(String, String)>,
    /// The folder for results; games found there are not played again
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// How many games at a time; as many as there are processors if left out
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Play only part i of n; `grognard simulate merge` puts the parts together
    #[arg(long, value_name = "i/n", default_value = "1/1", value_parser = shard)]
    pub shard: Shard,
    /// Take parts from a work queue of this NATS server, with others who were given the same words
    #[cfg(feature = "nats")]
    #[arg(long, value_name = "URL", conflicts_with_all = ["shard", "records"])]
    pub nats: Option<String>,
    /// Into how many parts the work queue is divided
    #[cfg(feature = "nats")]
    #[arg(long, value_name = "N", default_value_t = 64, requires = "nats", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub parts: u32,
    /// Reckon what the dice were worth, and take it out of the figures; takes half a second a game
    #[arg(long)]
    pub luck: bool,
    /// Keep the record of every game
    #[arg(long)]
    pub records: bool,
    /// What the dice follow from besides the seed, where programs play; drawn from the system if left out
    #[arg(long, value_name = "WORDS")]
    pub secret: Option<String>,
    /// Seconds that a program may take for a decision
    #[arg(long, default_value_t = 10.0, value_name = "S")]
    pub bot_seconds: f64,
    /// For programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand, Debug)]
pub enum More {
    /// Puts results of several folders together and writes tables and report
    Merge {
        /// Folders with parts of the same plan
        #[arg(required = true, value_name = "DIR")]
        folders: Vec<PathBuf>,
        /// The folder to write to
        #[arg(short, long, value_name = "DIR")]
        output: PathBuf,
        /// For programs
        #[arg(long)]
        json: bool,
    },
    /// Writes records of games that were played: those that were kept, the others by playing them once more
    Records {
        /// A folder with results
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Numbers of games, as in games.csv; every game if none is named
        #[arg(value_name = "NUMBER")]
        numbers: Vec<u64>,
        /// The folder to write to; `records` beside the results if left out
        #[arg(short, long, value_name = "OUT")]
        output: Option<PathBuf>,
    },
}

fn shard(text: &str) -> Result<Shard, String> {
    text.parse()
}

/// The plan that the words ask for.
pub fn plan(args: &Simulate) -> Plan {
    let name = |text: &Option<String>| text.clone().unwrap_or_default();
    let (game, first, second) = (name(&args.game), name(&args.first), name(&args.second));
    let options = args.options.options.clone();
    let kind = if !args.changes.is_empty() || !args.change_options.is_empty() {
        let mut changed: Vec<(String, String)> = options.clone();
        for (name, value) in &args.change_options {
            changed.retain(|(known, _)| known != name);
            changed.push((name.clone(), value.clone()));
        }
        Kind::WhatIf { changes: args.changes.clone(), options: changed }
    } else if args.swap {
        Kind::Swapped
    } else {
        Kind::Batch
    };
    Plan {
        kind,
        options,
        luck: args.luck,
        secret: args.secret.clone(),
        bot_seconds: args.bot_seconds,
        ..Plan::batch(&game, [&first, &second], args.games, args.seed)
    }
}

/// Plays a batch.
pub fn simulate(args: &Simulate) -> Done {
    match &args.command {
        Some(More::Merge { folders, output, json }) => return merge(folders, output, *json),
        Some(More::Records { folder, numbers, output }) => return records_of(folder, numbers, output.as_deref()),
        None => {}
    }
    let plan = plan(args);
    let seed = args.seed.to_string();
    let kind = match &plan.kind {
        Kind::Swapped => "swapped".to_owned(),
        Kind::WhatIf { .. } => {
            let options = args.change_options.iter().map(|(name, value)| format!("{name}={value}"));
            args.changes.iter().cloned().chain(options).collect::<Vec<_>>().join("-")
        }
        _ => "batch".to_owned(),
    };
    let parts = [plan.games[0].as_str(), &plan.players[0], &plan.players[1], &seed, &kind];
    let folder = lab::folder(args.output.as_ref(), &parts);
    let shared = args.shard != Shard::WHOLE;
    #[cfg(feature = "nats")]
    let shared = shared || args.nats.is_some();
    let plan = lab::sealed(plan, &folder, shared)?;
    let how =
        Run { folder: &folder, threads: args.threads, shard: args.shard, records: args.records, json: args.json, quiet: false };
    #[cfg(feature = "nats")]
    if let Some(url) = &args.nats {
        return lab::run_shared(&plan, &how, url, args.parts);
    }
    lab::run(&plan, &how)
}

/// Writes records of games.
fn records_of(folder: &Path, numbers: &[u64], output: Option<&Path>) -> Done {
    let found = journal::read(folder).map_err(Fail::Bad)?;
    found.plan.check().map_err(Fail::Bad)?;
    let beside = folder.join(records::FOLDER);
    let to = output.unwrap_or(&beside);
    let all = records::recordable(&found);
    let wanted = if numbers.is_empty() { &all[..] } else { numbers };
    let (mut text, mut without) = (String::new(), Vec::new());
    for &number in wanted {
        match records::write(folder, &found, number, to) {
            Ok(path) => text.push_str(&format!("{}\n", files::name(&path))),
            Err(why) => without.push(why),
        }
    }
    fail::found(files::say(text), lab::all_recorded(&without))
}

/// Puts parts together.
fn merge(folders: &[PathBuf], output: &PathBuf, json: bool) -> Done {
    // What lies there already is put together with the rest: tables and report are on all games of the folder in which they stand.
    let mut all = folders.to_vec();
    if journal::read(output).is_ok() {
        all.push(output.clone());
    }
    let found = journal::merge(&all).map_err(Fail::Bad)?;
    if let Some(torn) = &found.torn {
        lab::note(torn);
    }
    found.plan.check().map_err(Fail::Bad)?;
    let missing = found.plan.total() - found.games.len() as u64;
    if missing > 0 {
        lab::note(&format!("{missing} of {} games are missing", found.plan.total()));
    }
    let (mut journal, there) = journal::Journal::open(output, &found.plan).map_err(Fail::Bad)?;
    let known: BTreeSet<u64> = there.games.iter().map(|game| game.number).collect();
    for game in found.games.iter().filter(|game| !known.contains(&game.number)) {
        journal.add(game).map_err(Fail::Bad)?;
    }
    journal.sync().map_err(Fail::Bad)?;
    let finished = Finished { games: found.games, ..Finished::default() };
    let how = Run { folder: output, threads: Some(1), shard: Shard::WHOLE, records: false, json, quiet: true };
    lab::tell(&found.plan, &finished, &how, 0, Duration::ZERO)
}
