//! Taking back.
//!
//! | whose table | what is taken back | how |
//! |---|---|---|
//! | any | your own last action, if no die was rolled for it and nothing hidden came to light | at once |
//! | one person holds every seat | the last action, dice or not | at once; past dice only with `confirm` |
//! | against a person | all since your last action, dice or not | if the other side allows it |
//! | against computers only | all since your last action, if no die was rolled and nothing came to light since; where something is hidden, if no computer has acted since | at once |
//! | a game that is over | nothing: the seed of its dice is told | never |
//!
//! What the other side throws and sees out of sight changes no answer: where something is hidden, all that it does binds alike.
//!
//! Dice that were thrown are not thrown again: the next ones come from further on in the table's seed, and the record keeps
//! what was taken back.

use crate::core::{Core, Mark, Tidings};
use crate::desk::is_computer;
use crate::figures::TAKEN_BACK_EACH;
use crate::hall::Hall;
use crate::hub::{Seats, lock};
use crate::problem::{Problem, Refused};
use crate::secret;
use crate::store::{Asked, SeatRow, Write};
use crate::table::Table;
use crate::wire::{ServerMessage, Undone};
use grognard_shelf::Undo;
use std::sync::Arc;

const DICE_STAY: &str = "dice have been rolled; taken back, they stay in the record, and new ones are rolled";
const OUT_OF_SIGHT: &str = "dice may have been rolled out of sight; taken back, they stay in the record, and new ones are rolled";
const ASKING_SHOWS: &str =
    "dice have been rolled out of the other side's sight; it has to agree, and learns by being asked that there were any";

/// Whether somebody with these seats can take back, at once or by asking.
pub fn offer(core: &Core, rows: &[SeatRow], seats: Seats) -> Undo {
    let marks = &core.marks;
    // Of a long game only the end is at hand.
    let first = core.game.first();
    let no = |why: &str| Undo { can: false, ask: false, to: first + marks.len(), what: String::new(), why: why.to_owned() };
    if seats.is_empty() {
        return no("only players take back");
    }
    let Some(last) = marks.last() else {
        return no(if first == 0 {
            "nothing has been played yet"
        } else {
            "nothing has been played since the rules were corrected"
        });
    };
    if core.over() {
        return no("the game is over, and the seed of its dice is told");
    }
    // Who holds both seats at one screen reads the other's action as the one who looks now may know it.
    let eyes = Table::eyes(core, seats);
    let text = |to: usize| core.game.told(eyes, to + 1).into_iter().next().map_or_else(String::new, |entry| entry.action);
    let yes = |to: usize, why: &str| Undo { can: true, ask: false, to, what: text(to), why: why.to_owned() };
    let end = first + marks.len() - 1;
    let looks = Table::place(core, seats);
    let covered = |mark: &Mark| core.game.secretive() && looks != Some(usize::from(mark.place));
    if seats.has(usize::from(last.place)) && !covered(last) && !last.binds() {
        return yes(end, "");
    }
    if seats.count() == rows.len() {
        let dice = if last.rolled { DICE_STAY } else { "" };
        return yes(end, if covered(last) { OUT_OF_SIGHT } else { dice });
    }
    let Some(to) = marks.iter().rposition(|mark| seats.has(usize::from(mark.place))) else {
        return no(if first == 0 { "you have not played yet" } else { "what you played last lies too far back" });
    };
    let (own, to) = (&marks[to..], first + to);
    let others = || rows.iter().enumerate().filter(|(place, _)| !seats.has(*place)).map(|(_, row)| row);
    if others().all(is_computer) {
        if own.iter().any(covered) {
            return no("the computer has acted since, perhaps with dice out of sight, and does not give them back");
        }
        if own.iter().any(|mark| mark.rolled) {
            return no("a die has been rolled since, and the computer does not give dice back");
        }
        if own.iter().any(|mark| mark.revealed) {
            return no("what was hidden has been seen since, and the computer does not let you forget it");
        }
        return yes(to, "");
    }
    if !others().any(|row| row.who == "human") {
        return no("the other side would have to agree, and nobody sits there yet");
    }
    let unseen = |row: &SeatRow| core.game.told(Some(row.seat.as_str()), end + 1).first().is_none_or(|told| told.dice.is_empty());
    let why = match last {
        _ if covered(last) => "the other side has to agree",
        Mark { rolled: true, .. } if core.game.secretive() && others().any(unseen) => ASKING_SHOWS,
        Mark { rolled: true, .. } => "dice have been rolled; the other side has to agree",
        Mark { revealed: true, .. } => "what was hidden has been seen; the other side has to agree",
        _ => "the other side has to agree",
    };
    Undo { can: false, ask: true, to, what: text(to), why: why.to_owned() }
}

impl Table {
    /// Takes back for whoever holds these seats, or asks the other side. Must not be dropped half-way.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub async fn undo(self: &Arc<Self>, hall: &Arc<Hall>, seats: Seats, confirm: bool) -> Result<Undone, Refused> {
        let mut held = self.hold(hall).await?;
        // Only where something is taken back has a die to fall before: to ask changes nothing, and nobody learns of a throw by waiting for an answer.
        let at_once = offer(held.core()?, &lock(&self.desk).seats, seats).can;
        if at_once {
            drop(held);
            held = self.hold_still(hall, seats).await?;
        }
        let core = held.core()?;
        let Undo { can, ask, to, why, .. } = offer(core, &lock(&self.desk).seats, seats);
        if seats.is_empty() {
            return Err(Problem::forbidden(why));
        }
        let mark = to.checked_sub(core.game.first()).and_then(|at| core.marks.get(at));
        let place = mark.map(|mark| usize::from(mark.place)).filter(|&place| seats.has(place));
        let by = place.or_else(|| seats.first()).and_then(|place| core.game.seats().get(place)).copied().unwrap_or_default();
        if can {
            if !why.is_empty() && !confirm {
                return Err(Problem::not_now(format!("{why}; confirm it")));
            }
            return self.go_back(hall, held, by, (to, false)).await;
        }
        if !ask {
            return Err(Problem::not_now(why));
        }
        let played = core.game.played();
        let waiting = lock(&self.desk).asked.clone();
        if waiting.is_some_and(|known| known.by == by && known.to == to && known.seq == core.memory.stir) {
            // It has been asked already, and is asked no louder a second time.
            return Ok(Undone { played, asked: true });
        }
        let asked = Asked { request: u32::from_le_bytes(secret::random()), by: by.to_owned(), to, seq: core.memory.stir };
        let wish = Write::Ask { table: self.id.clone(), asked: Some(asked.clone()) };
        hall.writer.write(wish).await.map_err(|failure| self.failed(hall, failure))?;
        let message = ServerMessage::UndoAsked((&asked).into());
        lock(&self.desk).asked = Some(asked);
        self.announce(&message);
        Ok(Undone { played, asked: true })
    }

    /// Answers a request to take back, which is named by its number: what is on the screen of whoever answers may have been withdrawn, and
    /// another may have been asked.
    ///
    /// # Errors
    /// When there is none, or another, or it is not yours to answer.
    pub async fn answer(self: &Arc<Self>, hall: &Arc<Hall>, seats: Seats, request: u32, allow: bool) -> Result<Undone, Refused> {
        let mut held = self.hold(hall).await?;
        let core = held.core()?;
        let Asked { by, to, .. } = self.waiting(core, request)?;
        let names = core.game.seats();
        let own = names.iter().position(|name| *name == by).is_some_and(|place| seats.has(place));
        // Whoever asked may withdraw, but not agree with himself.
        if seats.is_empty() || (own && allow) {
            return Err(Problem::forbidden("the other side has to answer"));
        }
        if allow {
            drop(held);
            let mut held = self.hold_still(hall, seats).await?;
            // A die may have fallen meanwhile; then the request has lapsed.
            self.waiting(held.core()?, request)?;
            return self.go_back(hall, held, &by, (to, true)).await;
        }
        let played = core.game.played();
        let wish = Write::Ask { table: self.id.clone(), asked: None };
        hall.writer.write(wish).await.map_err(|failure| self.failed(hall, failure))?;
        lock(&self.desk).asked = None;
        self.announce(&ServerMessage::UndoDeclined { request, by });
        Ok(Undone { played, asked: false })
    }

    /// The request to take back that waits, if it is the one that is meant.
    fn waiting(&self, core: &Core, request: u32) -> Result<Asked, Refused> {
        let asked = lock(&self.desk).asked.clone().filter(|asked| asked.seq == core.memory.stir);
        let asked = asked.ok_or_else(|| Problem::not_now("nobody asks to take back"))?;
        if asked.request != request {
            return Err(Problem::not_now("that request is no longer the one that waits; look at the one that does"));
        }
        Ok(asked)
    }

    async fn go_back(
        self: &Arc<Self>,
        hall: &Arc<Hall>,
        held: crate::table::Held<'_>,
        by: &str,
        (to, agreed): (usize, bool),
    ) -> Result<Undone, Refused> {
        let mut held = held;
        let core = held.core()?;
        // The lines of what is taken back stay in the journal, and it is read whole when the table is loaded.
        let room = hall.limiter.limits().taken_back + TAKEN_BACK_EACH * core.game.played();
        if core.spent(by) + core.game.played().saturating_sub(to) >= room {
            return Err(Problem::not_now("so much has been taken back by this seat that it has to play on first"));
        }
        let step = held.core()?.take_back(by, to, hall.config.clock.now(), agreed).map_err(Problem::not_now)?;
        self.write_down(hall, &mut held, vec![step], false).await?;
        self.tell(held.core()?, &[Tidings::Undone(to)]);
        drop(held);
        hall.wake_computer(self);
        Ok(Undone { played: to, asked: false })
    }
}
