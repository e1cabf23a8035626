//! `grognard train`: games between scripts or quick players, and the weights that tell their ends best.

use crate::fail::{Done, Fail};
use crate::{files, lab};
use clap::Args;
use grognard_engine::dice::SeededDice;
use grognard_lab::journal::own;
use grognard_shelf::training::{Ledger, fit, trial};
use grognard_shelf::{Weights, eye};
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

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
    // Games by rules that have been corrected since are those of another run.
    let identity = game.identity();
    let mut run = args.options.options.clone();
    let timeless = Ledger::new(&from, &run, args.seed).head();
    run.push(("rules".to_owned(), format!("{}-{}", identity.rulebook, identity.revision)));
    let mut ledger = Ledger::new(&from, &run, args.seed);
    let mut kept = args.output.clone().into_os_string();
    kept.push(".samples");
    let kept = PathBuf::from(kept);
    let mut file = open(&kept, &mut ledger, from.list.len(), &timeless)?;
    if ledger.games > 0 {
        // On the side: whether anybody reads along must not decide whether there are weights in the end.
        lab::note(&format!("{}: {} games are there already", files::name(&kept), ledger.games));
    }
    let bad = |why: std::io::Error| Fail::Bad(format!("{}: cannot be written: {}", files::name(&kept), files::plain(&why)));
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

/// The file of samples, with what is whole of it taken up. Nobody else writes to it meanwhile: two who play the same games would count them twice.
///
/// `timeless` is the first line of the same run without the revision of its rules.
fn open(path: &Path, ledger: &mut Ledger, features: usize, timeless: &str) -> Result<File, Fail> {
    let bad = |why: std::io::Error| Fail::Bad(format!("{}: {}", files::name(path), files::plain(&why)));
    let mut file = File::options().read(true).append(true).create(true).open(path).map_err(bad)?;
    own(&file, "these games").map_err(|why| Fail::Bad(format!("{}: {why}", files::name(path))))?;
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(bad)?;
    // A beginning of just this run was left by somebody who was stopped before the first game.
    let head = ledger.head();
    if text.len() < head.len() && head.starts_with(&text) {
        file.set_len(0).and_then(|()| file.write_all(head.as_bytes())).map_err(bad)?;
    } else {
        if let Some(why) = by_others(&text, &head, timeless) {
            let name = files::name(path);
            return Err(Fail::Bad(format!("{name}: {why}; name another FILE, or take this one away to play its games anew")));
        }
        let whole = ledger.take_up(&text, features).map_err(|why| Fail::Bad(format!("{}: {why}", files::name(path))))?;
        file.set_len(whole as u64).map_err(bad)?;
    }
    Ok(file)
}

/// What is to be said against samples of the same run that are of games by other rules: no words would make them go on.
fn by_others(text: &str, head: &str, timeless: &str) -> Option<String> {
    const RULES: &str = " rules=";
    let rules = |line: &str| line.split_once(RULES).and_then(|(_, rest)| rest.split([' ', ',']).next().map(str::to_owned));
    let first = text.lines().next()?;
    let then = rules(first);
    let bare = then.as_ref().map_or_else(|| first.to_owned(), |then| first.replacen(&format!("{RULES}{then}"), "", 1));
    if bare != timeless.trim_end() || first == head.trim_end() {
        return None;
    }
    let now = rules(head).unwrap_or_default();
    Some(match then {
        Some(then) => format!("holds games by rules that have been corrected (revision {then} there and {now} here)"),
        None => format!("holds games of an older program, which did not note the revision of the rules ({now} here)"),
    })
}
