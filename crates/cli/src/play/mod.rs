//! `grognard play`: a whole game in the terminal, both sides at one keyboard.

pub mod input;
mod keyboard;
pub mod orders;
pub mod screen;
pub mod session;

use crate::args::Play;
use crate::fail::{Done, Fail};
use crate::files::{self, Given};
use grognard_engine::Dice as _;
use grognard_engine::dice::SeededDice;
use grognard_shelf::Match;
use std::path::Path;

/// Plays a game.
pub fn play(args: &Play) -> Done {
    let mut dice = SeededDice::new(args.seed.unwrap_or_else(crate::luck::seed));
    let first = grognard_shelf::games().first().map(|game| game.id);
    let path = match (&args.file, first) {
        (Some(path), _) => path.as_path(),
        (None, Some(id)) => Path::new(id),
        (None, None) => return Err(Fail::Bad("there is no game on the shelf".to_owned())),
    };
    if path == Path::new("-") {
        return Err(Fail::Bad("standard input is for typing; give the game as a file".to_owned()));
    }
    let mut game = take_up(args, path, &mut dice)?;
    if let Some(save) = &args.save
        && !args.force
        && save.symlink_metadata().is_ok()
        && !files::same(save, path)
    {
        let name = files::name(save);
        return Err(Fail::Bad(format!(
            "{name}: exists already; `grognard play {name} --save {name}` goes on with it, --force overwrites it"
        )));
    }
    if args.file.is_none() {
        let others: Vec<_> = grognard_shelf::games().iter().skip(1).map(|game| format!("`grognard play {}`", game.id)).collect();
        let title = &game.identity().title;
        let more = if others.is_empty() { String::new() } else { format!(" Others: {}.", others.join(", ")) };
        files::say(format!("No game was named, so this is {title}.{more}\n"))?;
    }
    if game.pending().is_ok() && game.dice_note().is_some() {
        // A promise that was overwritten cannot be had again.
        if !args.force && args.save.as_ref().is_some_and(|save| files::same(save, path)) {
            return Err(Fail::Bad(format!(
                "{}: its dice were promised by a commitment, which would be lost; save to another file, or --force overwrites it",
                files::name(path)
            )));
        }
        game.note_dice(None);
        files::say(
            "The dice of this game were promised by a commitment. Dice thrown here are not, so what you save will not hold it.\n",
        )?;
    }
    // They lie beside the file that is taken up, and are kept beside the one that is saved to.
    let orders =
        orders::Standing::read(game.as_ref(), args.save.as_deref().filter(|save| files::same(save, path)).unwrap_or(path))?;
    if let Some(save) = &args.save {
        session::write(game.as_ref(), save)?;
        orders.write(save)?;
    }
    let host = keyboard::Keyboard { dice, save: args.save.clone(), unsaved: false, orders };
    session::Session::new(game, host, input::Input::new()).run().map(|_| ())
}

/// The game that was named: begun, or taken up where it was put down.
fn take_up(args: &Play, path: &Path, dice: &mut SeededDice) -> Result<Box<dyn Match>, Fail> {
    let (file, text) = match files::given(path)? {
        Given::Game(id) => return Ok(grognard_shelf::open(&id, &args.options.options, dice)?),
        Given::Text(file, text) => (file, text),
    };
    files::no_options(&file, &args.options.options)?;
    if grognard_engine::letters::is_mail(&text) && args.save.as_ref().is_some_and(|save| files::same(save, path)) {
        let why = format!("{file}: a mail file; save to another, or go on with `grognard mail {file}`");
        return Err(Fail::Bad(why));
    }
    let game = grognard_shelf::load(&file, &text)?;
    // With the same seed a game that is taken up again goes on as if it had never been put down.
    for _ in game.history(0).iter().flat_map(|happening| &happening.dice) {
        dice.roll(6, grognard_engine::Case("0.0"));
    }
    Ok(game)
}
