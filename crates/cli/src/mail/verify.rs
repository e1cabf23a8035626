//! A mail file verified by the rules: every action, every throw, and that each letter ends where its writer had no more to decide.

use crate::audit::witness::{Seen, Witness};
use crate::fail::Fail;
use grognard_engine::chain::ThrowDice;
use grognard_engine::dice::LowDice;
use grognard_engine::letters::{Letter, Mail};
use grognard_engine::record::RawEntry;
use grognard_engine::{DataError, Dice};
use grognard_shelf::Match;

/// Plays a mail file through the rules, and hands each entry with dice, and what they had to be, to `seen`. `text` is the file as it
/// was found, for the numbers of its lines.
///
/// # Errors
/// The first thing that does not hold. A die that shows something else than it had to is left to `seen`.
pub fn verify(mail: &Mail, text: &str, seen: &mut dyn FnMut(usize, &RawEntry, &[Seen])) -> Result<Box<dyn Match>, Fail> {
    // Head, legality, number of dice and check numbers: as in any record.
    let game = grognard_shelf::load(&mail.file, text)?;
    let seats = game.seats();
    let at = |letter: usize, line: usize, why: String| DataError::new(&mail.file, format!("letter {letter} (line {line})"), why);
    if let Some((i, letter)) = mail.letters.iter().enumerate().find(|(_, letter)| !seats.contains(&letter.by.as_str())) {
        return Err(
            at(i + 1, letter.line, format!("{:?} is no seat of this game; there is {}", letter.by, seats.join(", "))).into()
        );
    }
    let mut game = grognard_shelf::open(&mail.header.game, &mail.header.options, &mut LowDice)?;
    let mut pairs = mail.pairs().into_iter();
    let mut throw = 0;
    for (number, letter) in (1..).zip(&mail.letters) {
        let fault = |line: usize, why: String| -> Fail { at(number, line, why).into() };
        if game.pending().is_err() && letter.answer.is_none() {
            return Err(fault(letter.line, "the game was over before it".to_owned()));
        }
        let mut dice = letter.answer.as_ref().and_then(|_| pairs.next()).map(|pair| {
            throw += 1;
            ThrowDice::new(throw, &pair.first, &pair.second)
        });
        if let Err(why) = game.read_orders(&letter.by, &letter.orders.join("\n")) {
            return Err(fault(letter.line, format!("its standing orders: {why}")));
        }
        let before = mail.letters.get(number.wrapping_sub(2));
        for (i, entry) in letter.entries.iter().enumerate() {
            let thrown = i == 0 && letter.answer.is_some();
            if !thrown && entry.seat != letter.by {
                ordered(game.as_ref(), before, &entry.action).map_err(|why| fault(entry.line, why))?;
            }
            let mut own = dice.take();
            let mut witness = Witness::new(&entry.rolls, own.as_mut().map(|dice| dice as &mut dyn Dice));
            let played = game.submit(&entry.seat, &entry.action, &mut witness).map_err(|why| fault(entry.line, why.line))?;
            if !witness.seen.is_empty() {
                seen(played.entry, entry, &witness.seen);
            }
        }
        if let Some(throw) = letter.throw.as_ref().filter(|throw| throw.seat != letter.by) {
            ordered(game.as_ref(), before, &throw.action).map_err(|why| fault(throw.line, why))?;
        }
        ends_well(game.as_mut(), number, letter).map_err(|(line, why)| fault(line, why))?;
    }
    Ok(game)
}

/// What is played for the other player must be what the orders in his letter answer.
fn ordered(game: &dyn Match, letter: Option<&Letter>, action: &str) -> Result<(), String> {
    let orders = letter.map_or_else(String::new, |letter| letter.orders.join("\n"));
    match game.answer(&orders) {
        Some((answer, _)) if answer == action => Ok(()),
        Some((answer, _)) => Err(format!("the other player's orders answer {answer}, not {action}")),
        None => Err(format!("the other player's orders do not answer this, so that {action} is for him to decide")),
    }
}

/// A letter ends with a throw that is legal and needs dice, or when its writer has nothing to decide.
fn ends_well(game: &mut dyn Match, number: usize, letter: &Letter) -> Result<(), (usize, String)> {
    if let Some(throw) = &letter.throw {
        let played = game.played();
        let tried = game.submit(&throw.seat, &throw.action, &mut LowDice);
        let tried = tried.map_err(|why| (throw.line, format!("{} is refused: {why}", throw.action)))?;
        game.rewind(played);
        return match tried.dice.is_empty() {
            true => Err((throw.line, format!("{} needs no dice", throw.action))),
            false => Ok(()),
        };
    }
    match game.pending() {
        // The first letter is only an invitation.
        Ok(pending) if number > 1 && pending.seat == letter.by => {
            Err((letter.line, format!("it ends where {} still has to decide", letter.by)))
        }
        _ => Ok(()),
    }
}
