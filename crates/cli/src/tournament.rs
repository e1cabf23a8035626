//! `grognard tournament`: a ladder of players, or the question whether one is stronger than another.

use crate::fail::{Done, Fail};
use crate::lab::{self, Run};
use clap::Args;
use grognard_lab::plan::{Kind, Plan, Shard, Sprt};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct Tournament {
    /// Players: levels, bot:COMMAND or http://ADDRESS; every level if none is named
    pub players: Vec<String>,
    /// A program that speaks the bot protocol, such as "python3 examples/bot.py", or its address; may be given several times
    #[arg(long = "bot", value_name = "COMMAND|URL")]
    pub bots: Vec<String>,
    /// A game that `grognard list` names; may be given several times; eylau if left out
    #[arg(long = "game", value_name = "GAME")]
    pub games: Vec<String>,
    #[command(flatten)]
    pub options: crate::args::Options,
    /// How many pairs of games each two players play of each game, sides swapped and with the same dice
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub pairs: u64,
    /// Only the first player meets the others
    #[arg(long, conflicts_with = "sprt")]
    pub gauntlet: bool,
    /// Is the first player stronger than the second by more than E0, or at least E1, Elo? Stops as soon as that can be told
    #[arg(long, value_name = "E0,E1", value_parser = bounds)]
    pub sprt: Option<(f64, f64)>,
    /// How often the sequential test may say "stronger" wrongly
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    pub alpha: f64,
    /// How often it may say "not stronger" wrongly
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    pub beta: f64,
    /// The seed from which every game follows
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The folder for results; games found there are not played again
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// How many games at a time; as many as there are processors if left out
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Reckon what the dice were worth; takes half a second a game
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

fn bounds(text: &str) -> Result<(f64, f64), String> {
    let read = text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    read.ok_or_else(|| "expected two numbers of Elo, such as 0,20".to_owned())
}

/// Plays a tournament.
pub fn tournament(args: &Tournament) -> Done {
    let mut players = args.players.clone();
    let address = |bot: &str| bot.starts_with("http://") || bot.starts_with("https://");
    players.extend(args.bots.iter().map(|bot| if address(bot) { bot.clone() } else { format!("bot:{bot}") }));
    if players.is_empty() {
        players = grognard_shelf::levels().iter().map(|level| level.id.to_owned()).collect();
    }
    let kind = match args.sprt {
        Some((elo0, elo1)) => Kind::Sprt(Sprt { elo0, elo1, alpha: args.alpha, beta: args.beta }),
        None if args.gauntlet => Kind::Gauntlet,
        None => Kind::RoundRobin,
    };
    if args.sprt.is_some() && players.len() != 2 {
        return Err(Fail::Bad(format!("{} players for a sequential test; expected two", players.len())));
    }
    let games = if args.games.is_empty() { vec!["eylau".to_owned()] } else { args.games.clone() };
    let word = match kind {
        Kind::Sprt(_) => "sprt",
        Kind::Gauntlet => "gauntlet",
        _ => "ladder",
    };
    let plan = Plan {
        kind,
        options: args.options.options.clone(),
        luck: args.luck,
        secret: args.secret.clone(),
        bot_seconds: args.bot_seconds,
        players,
        games,
        ..Plan::batch("", ["", ""], args.pairs, args.seed)
    };
    let seed = args.seed.to_string();
    let (games, players) = (plan.games.join("-"), plan.players.join("-"));
    let folder = lab::folder(args.output.as_ref(), &[word, &games, &players, &seed]);
    let plan = lab::sealed(plan, &folder, false)?;
    let how =
        Run { folder: &folder, threads: args.threads, shard: Shard::WHOLE, records: args.records, json: args.json, quiet: false };
    lab::run(&plan, &how)
}
