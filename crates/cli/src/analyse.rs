//! `grognard analyse`: a game looked at again, decision by decision.

use crate::fail::{self, Done, Fail};
use crate::files::{self, Given};
use clap::Args;
use grognard_lab::analyse::{self, Effort};
use grognard_shelf::Match;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::path::PathBuf;
use std::time::Duration;

/// Nobody waits longer than a day.
const LONGEST: f64 = 86_400.0;

#[derive(Args, Debug)]
pub struct Analyse {
    /// A record or game notation; - for standard input
    pub file: PathBuf,
    /// Look at the game only up to this action
    #[arg(long, value_name = "N")]
    pub to: Option<usize>,
    /// The level that is asked for something better
    #[arg(long, default_value = "veteran")]
    pub level: String,
    /// Think for so many seconds in all: less about each decision, where that is not enough; as long as the level takes if left out
    #[arg(long, value_name = "S")]
    pub seconds: Option<f64>,
    /// Play on from a decision in so many pairs of games to find out what a choice cost; 0 takes the level's word for it
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub playouts: u16,
    /// Tell every decision, not only mistakes and strokes of luck
    #[arg(long)]
    pub all: bool,
    /// Write a page
    #[arg(long, value_name = "OUT")]
    pub html: Option<PathBuf>,
    /// For programs
    #[arg(long)]
    pub json: bool,
}

/// The game, or its beginning. A game that is over keeps no secrets, however little of it is looked at.
fn to_look_at(args: &Analyse) -> Result<Box<dyn Match>, Fail> {
    let given = files::given(&args.file)?;
    let open = |to: Option<usize>| match &given {
        Given::Text(file, text) => grognard_shelf::replay(file, text, to, &mut |_| {}).map_err(Fail::from),
        Given::Game(_) => files::open(&args.file, &[], to),
    };
    let game = open(args.to)?;
    if game.secretive() && (args.to.is_none() || open(None)?.secretive()) {
        let name = files::name(&args.file);
        return Err(Fail::Bad(format!("{name}: the game has secrets and is not over; look at it again when it is")));
    }
    Ok(game)
}

/// Looks at a game again.
pub fn analyse(args: &Analyse) -> Done {
    if let Some(seconds) = args.seconds
        && !(0.0..=LONGEST).contains(&seconds)
    {
        return Err(Fail::Bad(format!("{seconds} seconds: expected nought or more, and at most a day")));
    }
    args.html.as_ref().map_or(Ok(()), |path| files::writable(path))?;
    let game = to_look_at(args)?;
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} decisions, {eta} left") {
        bar.set_style(style);
    }
    let mut seen = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let time = args.seconds.map(Duration::from_secs_f64);
    let playouts = usize::from(args.playouts);
    let analysis = analyse::analyse(game.as_ref(), &mut Effort { level: &args.level, time, playouts, seen: &mut seen });
    bar.finish_and_clear();
    let analysis = analysis.map_err(Fail::Bad)?;
    // What took so long to find is told even if its page cannot be kept.
    let kept = args.html.as_ref().map_or(Ok(()), |path| files::write(path, analysis.page().as_bytes()));
    let said = if args.json {
        files::say_json(&serde_json::to_value(&analysis).map_err(|why| Fail::Bad(why.to_string()))?)
    } else {
        files::say(analysis.text(args.all))
    };
    fail::found(said, kept)
}
