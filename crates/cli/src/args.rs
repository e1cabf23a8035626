//! What can be written after `grognard`.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Napoleonic hex-and-counter wargames with every rule enforced.
#[derive(Parser, Debug)]
#[command(name = "grognard", version, disable_help_subcommand = true, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Lists the games and their options
    List {
        /// For programs
        #[arg(long)]
        json: bool,
    },
    /// Sets up a game and writes its record
    New(New),
    /// Shows a position: as text, or as a picture
    Show(Show),
    /// Plays a game in the terminal, both sides at one keyboard
    Play(Play),
    /// Serves the game to browsers: alone, hot-seat, against the computer, or with others by a link
    Serve(Serve),
    /// Prints the description of the server's interface
    #[cfg(feature = "serving")]
    #[command(hide = true)]
    Openapi,
    /// Replays a game, verifies every action, and prints its log
    Replay(Replay),
    /// Plays a game by mail: opens a letter, lets you decide, and writes the next
    Mail(Mail),
    /// Checks the dice of a game against what was promised, and counts them
    Audit(Audit),
    /// Runs case files: small positions with expectations
    Try {
        /// Case files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// For programs: what happened, and the last position
        #[arg(long)]
        json: bool,
    },
    /// Plays random games and tries the laws that every game must keep
    Fuzz(Fuzz),
    /// Counts the ways to play so many actions
    Perft(Perft),
    /// Says in our words what a case is about, and whether it is enforced
    Rules {
        /// A case such as 5.1, or a section such as 5; all if left out
        case: Option<String>,
        /// For programs
        #[arg(long)]
        json: bool,
    },
    /// Converts between record, game notation and position
    Notation(Notation),
    /// Plays a batch of games between two players and reports on them; asks what if
    Simulate(Box<crate::simulate::Simulate>),
    /// Plays a ladder of players, or finds out whether one is stronger than another
    Tournament(Box<crate::tournament::Tournament>),
    /// Looks at a game again: what each decision was worth, what was better, what the dice did
    Analyse(crate::analyse::Analyse),
    /// Fits the planner's judgement of a game to games that it plays against itself
    Train(crate::train::Train),
    /// Plays or umpires for another program, by the bot protocol
    Engine(crate::engine::EngineArgs),
    /// Plays random games as fast as they go
    #[command(hide = true)]
    Rollouts(Rollouts),
}

#[derive(Args, Debug)]
pub struct New {
    /// A game that `grognard list` names
    pub game: String,
    #[command(flatten)]
    pub options: Options,
    /// Where to write; the screen if left out
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
    /// Seed for games whose set-up rolls dice
    #[arg(long)]
    pub seed: Option<u64>,
}

#[derive(Args, Debug)]
pub struct Options {
    /// An option of the game, such as weather=on; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair)]
    pub options: Vec<(String, String)>,
}

pub fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

#[derive(Args, Debug)]
pub struct Show {
    /// A record, game notation or position; - for standard input; or the name of a game
    pub file: PathBuf,
    /// Show the position after so many actions
    #[arg(long, value_name = "N")]
    pub to: Option<usize>,
    /// Write a picture as SVG
    #[arg(long, value_name = "OUT")]
    pub svg: Option<PathBuf>,
    /// Write a picture as PNG
    #[arg(long, value_name = "OUT")]
    pub png: Option<PathBuf>,
    /// Width: of the picture in pixels, of the text in characters
    #[arg(long, value_name = "W")]
    pub width: Option<u32>,
    /// In sentences instead of a map
    #[arg(long)]
    pub list: bool,
    /// As this side sees it
    #[arg(long, value_name = "SIDE")]
    pub seat: Option<String>,
    /// For programs
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub options: Options,
}

#[derive(Args, Debug)]
pub struct Play {
    /// A record, game notation or position to go on with, or the name of a game; the first game if left out
    #[arg(value_name = "FILE|GAME")]
    pub file: Option<PathBuf>,
    /// Seed of the dice; drawn if left out
    #[arg(long)]
    pub seed: Option<u64>,
    /// Save after every action
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Let --save overwrite another game
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub options: Options,
}

#[derive(Args, Debug)]
pub struct Serve {
    /// The port; the first that is free from 1807 on if left out
    #[arg(long, value_name = "P")]
    pub port: Option<u16>,
    /// Do not open the page in a browser
    #[arg(long)]
    pub no_open: bool,
    /// The folder in which tables are kept; your data folder if left out
    #[arg(long, value_name = "DIR", conflicts_with_all = ["database", "database_file"])]
    pub data: Option<PathBuf>,
    /// Keep tables in a PostgreSQL database, which several servers may share. Without a password, which everybody on the machine could
    /// read here: that belongs into a file, or into the variable GROGNARD_DATABASE
    #[arg(long, value_name = "postgres://…", conflicts_with = "database_file")]
    pub database: Option<String>,
    /// The same, from a file that holds the address, password and all
    #[arg(long, value_name = "FILE")]
    pub database_file: Option<PathBuf>,
    /// The address to listen at: 0.0.0.0 lets other machines in; only this one if left out
    #[arg(long, value_name = "ADDR")]
    pub listen: Option<std::net::IpAddr>,
    /// A proxy stands before the server, or so many of them: take their word (X-Forwarded-For) for where requests come from
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1", value_parser = clap::value_parser!(u8).range(1..=16))]
    pub behind_proxy: Option<u8>,
    /// A page of another origin that may do all that the server's own page may, such as `https://example.org`; may be given several times
    #[arg(long, value_name = "ORIGIN")]
    pub origin: Vec<String>,
    /// Take the page from a folder instead of the one that is built in
    #[arg(long, value_name = "DIR")]
    pub web: Option<PathBuf>,
    /// Admit any number of requests: for measurements
    #[arg(long)]
    pub no_rate_limit: bool,
    /// Days that somebody must have been away before the other side may abandon the game alone; 7 if nothing is said
    #[arg(long, value_name = "DAYS")]
    pub absence: Option<u64>,
    /// Let players have themselves told by webhook that it is their turn: at addresses that everybody can reach, or, with `=anywhere`, in this network and on this machine as well
    #[arg(long, value_name = "WHERE", num_args = 0..=1, require_equals = true, default_missing_value = "public", value_parser = ["public", "anywhere"])]
    pub webhooks: Option<String>,
    /// Seconds after which an unused game leaves the memory
    #[arg(long, hide = true, value_name = "S")]
    pub idle: Option<u64>,
}

#[derive(Args, Debug)]
pub struct Replay {
    /// A record or game notation; - for standard input
    pub file: PathBuf,
    /// Stop after so many actions
    #[arg(long, value_name = "N")]
    pub to: Option<usize>,
    /// As this side may know it, while a game with secrets is not over
    #[arg(long, value_name = "SIDE")]
    pub seat: Option<String>,
    /// For programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Mail {
    /// The file that came by mail
    pub file: Option<PathBuf>,
    /// Begin a game that `grognard list` names
    #[arg(long, value_name = "GAME", conflicts_with = "file")]
    pub new: Option<String>,
    /// The side you play; needed only to begin, or to play both sides from one computer
    #[arg(long = "as", value_name = "SIDE")]
    pub side: Option<String>,
    /// Where to write your letter; beside the one it answers if left out
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
    /// Your key file; in your data folder if left out
    #[arg(long, value_name = "FILE")]
    pub secret: Option<PathBuf>,
    /// Type this, as if at the keyboard, and send the letter in the end; may be given several times
    #[arg(long = "do", value_name = "COMMAND")]
    pub commands: Vec<String>,
    #[command(flatten)]
    pub options: Options,
}

#[derive(Args, Debug)]
pub struct Audit {
    /// A record, game notation or mail file; - for standard input
    pub file: PathBuf,
    /// The commitment as you saw it before the first die: 64 digits
    #[arg(long, value_name = "HEX")]
    pub commitment: Option<String>,
    /// What your browser noted while you played; can be given several times
    #[arg(long, value_name = "FILE")]
    pub notes: Vec<PathBuf>,
    /// For programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Fuzz {
    /// A game that `grognard list` names
    pub game: String,
    #[command(flatten)]
    pub options: Options,
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Seed of the first game; the others follow
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many at a time; as many as there are processors if left out
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Every game must end within so many actions
    #[arg(long, default_value_t = 100_000)]
    pub limit: usize,
    /// Try the dear laws in every position
    #[arg(long)]
    pub thorough: bool,
    /// For programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Perft {
    /// A game that `grognard list` names
    pub game: String,
    /// A record, game notation or position to begin with; the opening if left out
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub options: Options,
    /// How many actions
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: u32,
    /// Let every die show 1 instead of following each way the dice can fall
    #[arg(long)]
    pub low: bool,
    /// Split the last count by the first action
    #[arg(long)]
    pub divide: bool,
    /// For programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Notation {
    /// A record, game notation or position; - for standard input; or the name of a game
    pub file: PathBuf,
    /// Write the last position, in one line
    #[arg(long, conflicts_with_all = ["game", "record"])]
    pub position: bool,
    /// Write game notation
    #[arg(long, conflicts_with = "record")]
    pub game: bool,
    /// Write a record
    #[arg(long)]
    pub record: bool,
    /// Where to write; the screen if left out
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
}

#[derive(Args, Debug)]
pub struct Rollouts {
    /// A game that `grognard list` names
    pub game: String,
    #[command(flatten)]
    pub options: Options,
    /// How long
    #[arg(long, default_value_t = 1.0)]
    pub seconds: f64,
    /// Seed of the first game
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// For programs
    #[arg(long)]
    pub json: bool,
}
