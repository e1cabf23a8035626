//! `grognard train`: games between scripts or quick players, and the weights that tell their ends best.

use crate::fail::{Done, Fail};
use crate::files;
use clap::Args;
use grognard_engine::dice::SeededDice;
use grognard_shelf::training::{Ledger, fit, trial};
use grognard_shelf::{Weights, eye};
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// A game is some kilobytes of samples, and there can be a million.
const MOST_SAMPLES: u64 = 64 << 30;

#[derive(Args, Debug)]
pub struct Train {
    /// A game that `grognard list` names
    pub game: String,
    #[command(flatten)]
    pub options: crate::args::Options,
    /// How many games
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(5..=1_000_000))]
    pub games: u64,
    /// The seed from which every game follows
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The file for the weights; the games are kept beside it, in FILE.samples, and a run that was cut short goes on from there
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Weights to begin with; those set by hand if left out
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Learn to foresee the margin from games between quick players of one level, for the planner, the analyst and luck
    #[arg(long, conflicts_with = "from")]
    pub eye: bool,
}

pub fn train(args: &Train) -> Done {
    files::writable(&args.output)?;
    let game = grognard_shelf::open(&args.game, &args.options.options, &mut SeededDice::new(args.seed))?;
    let [prior, _] = game.weights();
    let from = match &args.from {
        None if args.eye => game.eye(),
        None => prior,
        Some(path) => {
            let text = files::read(path)?;
            Weights::read(&text, &prior).map_err(|why| Fail::Bad(format!("{}: {why}", files::name(path))))?
        }
    };
    let mut ledger = Ledger::new(&from, &args.options.options, args.seed);
    let mut kept = args.output.clone().into_os_string();
    kept.push(".samples");
    let kept = PathBuf::from(kept);
    let mut file = open(&kept, &mut ledger, from.list.len())?;
    if ledger.games > 0 {
        files::say(format!("{}: {} games are there already\n", files::name(&kept), ledger.games))?;
    }
    let bad = |why: std::io::Error| Fail::Bad(format!("{}: cannot be written: {why}", files::name(&kept)));
    while ledger.games < args.games {
        let seed = SeededDice::new(args.seed ^ (ledger.games + 1) << 24).bits();
        let played = if args.eye { game.witness(seed, ledger.games) } else { game.sample(seed) };
        let text = ledger.add(played);
        file.write_all(text.as_bytes()).map_err(bad)?;
    }
    let (before, after) = if args.eye {
        eye::trial(&ledger, &from)
    } else {
        let (before, after) = trial(&ledger, &from);
        (before.into(), after.into())
    };
    // The words with which the same weights can be had again.
    let mut words = if args.eye { " --eye" } else { "" }.to_owned();
    words.extend(args.options.options.iter().map(|(name, value)| format!(" --option {name}={value}")));
    words.extend(args.from.iter().map(|path| format!(" --from {}", files::name(path))));
    let provenance = vec![
        format!("grognard train {}{words} --games {} --seed {}", args.game, ledger.games, args.seed),
        format!(
            "{} positions; mean square missed in those kept apart {before:.4} before, {after:.4} after",
            ledger.samples.len()
        ),
    ];
    let learn = if args.eye { eye::fit } else { fit };
    let weights = learn(&ledger.samples, &from, provenance);
    files::write(&args.output, weights.text().as_bytes())?;
    files::say(weights.text())
}

/// The file of samples, with what is whole of it taken up.
fn open(path: &Path, ledger: &mut Ledger, features: usize) -> Result<File, Fail> {
    if path.exists() {
        let text = files::read_up_to(path, MOST_SAMPLES)?;
        let whole = ledger.take_up(&text, features).map_err(|why| Fail::Bad(format!("{}: {why}", files::name(path))))?;
        files::write(path, &text.as_bytes()[..whole])?;
    } else {
        files::write(path, ledger.head().as_bytes())?;
    }
    File::options().append(true).open(path).map_err(|why| Fail::Bad(format!("{}: {why}", files::name(path))))
}
