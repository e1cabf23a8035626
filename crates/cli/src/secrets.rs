//! Games in which something is hidden from somebody: how that is told, and what cannot be done with them.

use crate::fail::{Done, Fail};
use grognard_engine::dice::LowDice;
use grognard_shelf::{GameInfo, Match};
use std::io::Write as _;

/// What makes a game keep secrets.
struct Cause {
    /// The option as it is set, such as `fog=on`; none if the game does so whatever is chosen.
    option: Option<String>,
    /// The same option as it would have to be.
    instead: Option<String>,
}

fn cause(game: &dyn Match) -> Cause {
    let identity = game.identity();
    let none = Cause { option: None, instead: None };
    let Ok(GameInfo { options: known, .. }) = grognard_shelf::game(&identity.game) else { return none };
    for (at, (name, value)) in identity.options.iter().enumerate() {
        let values = known.iter().filter(|option| option.name == name).flat_map(|option| option.values);
        for other in values.filter(|other| *other != value) {
            let mut options = identity.options.clone();
            (*other).clone_into(&mut options[at].1);
            let open = grognard_shelf::open(&identity.game, &options, &mut LowDice);
            if open.is_ok_and(|game| !game.secretive()) {
                return Cause { option: Some(format!("{name}={value}")), instead: Some(format!("{name}={other}")) };
            }
        }
    }
    none
}

/// That a game which keeps secrets is not played by mail: a letter holds the whole record.
pub fn not_by_mail(game: &dyn Match, what: &str) -> Done {
    if !game.secretive() {
        return Ok(());
    }
    let Cause { option, instead } = cause(game);
    let with = option.map_or(String::new(), |option| format!("with {option} "));
    let or = instead.map_or(String::new(), |instead| format!(", or begin it with --option {instead}"));
    Err(Fail::Bad(format!(
        "{what}: {with}things are hidden from the other side, and a letter holds the whole game; play it over a server \
         (`grognard serve`){or}"
    )))
}

/// A seat that was named on the command line.
pub fn seat<'a>(game: &dyn Match, name: Option<&'a str>) -> Result<Option<&'a str>, Fail> {
    match name {
        Some(seat) if !game.seats().contains(&seat) => {
            Err(Fail::Bad(format!("{seat}: no such side; there is {}", game.seats().join(", "))))
        }
        name => Ok(name),
    }
}

/// The sides as they can be named: `--seat French or --seat Allied`.
pub fn by_seat(game: &dyn Match) -> String {
    game.seats().iter().map(|seat| format!("--seat {seat}")).collect::<Vec<_>>().join(" or ")
}

/// Says beside the output that it holds what is hidden from somebody, if it does.
pub fn warn(game: &dyn Match, what: &str, instead: &str) {
    if game.secretive() {
        // A remark that nobody reads is no reason to fail.
        let _ = writeln!(std::io::stderr(), "grognard: the game has secrets and is not over: {what}{instead}");
    }
}
