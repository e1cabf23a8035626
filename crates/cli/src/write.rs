//! `grognard new` and `grognard notation`: games as text.

use crate::args::{New, Notation};
use crate::fail::{Done, Fail};
use crate::files;
use grognard_engine::dice::SeededDice;
use std::path::Path;

/// Sets up a game and writes its record.
pub fn new(args: &New) -> Done {
    let mut dice = SeededDice::new(args.seed.unwrap_or_else(crate::luck::seed));
    let game = grognard_shelf::open(&args.game, &args.options.options, &mut dice)?;
    let text = game.record().map_err(|why| Fail::Bad(why.to_owned()))?;
    put(args.output.as_deref(), &text, args.force)?;
    match &args.output {
        Some(path) => files::say(format!(
            "{}: {}, ready to be played: grognard play {0} --save {0}\n",
            files::name(path),
            game.identity().title
        )),
        None => Ok(()),
    }
}

/// Converts between record, game notation and position.
pub fn notation(args: &Notation) -> Done {
    let game = files::open(&args.file, &[], None)?;
    let bad = |why: &str| Fail::Bad(format!("{}: {why}", files::name(&args.file)));
    let position = || game.position() + "\n";
    let text = if args.position {
        position()
    } else if args.record {
        game.record().map_err(bad)?
    } else if args.game {
        game.notation().map_err(bad)?
    } else {
        game.notation().unwrap_or_else(|_| position())
    };
    put(args.output.as_deref(), &text, args.force)?;
    crate::secrets::warn(game.as_ref(), "this text holds everything, and is for the umpire only", "");
    Ok(())
}

fn put(path: Option<&Path>, text: &str, force: bool) -> Done {
    match path {
        Some(path) => files::write_new(path, text.as_bytes(), force),
        None => files::say(text),
    }
}
