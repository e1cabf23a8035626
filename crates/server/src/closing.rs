//! Ends that the players make: resigning, and abandoning a game.
//!
//! | what | who | when |
//! |---|---|---|
//! | resign | whoever holds a seat | at any time; the other side has won |
//! | abandon | whoever holds a seat, alone | at once if no other person sits there; else when the other has not been there for so many days as the host has set |
//! | | both | one proposes, the other agrees; a proposal lapses when something is played |
//!
//! In each case the game is over, takes no more actions, and the seed of its dice is told: nobody has to play on to see it.

use crate::core::{Core, Tidings};
use crate::hall::Hall;
use crate::hub::{Seats, lock};
use crate::problem::{Problem, Refused};
use crate::store::{Ending, Write};
use crate::table::{Held, Table, is_computer, now};
use crate::wire::{Ended, Parted, ServerMessage};
use grognard_engine::closing::Way;
use std::sync::Arc;

/// Brings what is known of an end in line with the game: a proposal lapses when something has happened.
pub fn settle(ending: &mut Option<Ending>, core: &Core) {
    match (core.game.closing(), &*ending) {
        (Some((way, seat)), _) => *ending = Some(Ending::Closed { way, seat: seat.to_owned() }),
        (None, Some(Ending::Offered { stir, .. })) if *stir == core.memory.stir && !core.over() => {}
        (None, _) => *ending = None,
    }
}

/// How the players ended it, for everybody.
pub fn ended(ending: Option<&Ending>) -> Option<Ended> {
    let Some(Ending::Closed { way, seat }) = ending else { return None };
    Some(Ended { how: way.word().to_owned(), by: seat.clone() })
}

/// Who proposes to abandon it.
pub fn offered(ending: Option<&Ending>) -> Option<String> {
    let Some(Ending::Offered { by, .. }) = ending else { return None };
    Some(by.clone())
}

/// The seat in whose name somebody speaks who may hold several.
fn speaker(core: &Core, seats: Seats, named: Option<&str>) -> Result<&'static str, Refused> {
    let names = core.game.seats();
    if seats.is_empty() {
        return Err(Problem::forbidden("only players end a game"));
    }
    let place = match named {
        Some(name) => names.iter().position(|known| *known == name),
        None if seats.count() > 1 => return Err(Problem::malformed("you hold several seats; name the one that you speak for")),
        None => seats.first(),
    };
    let place = place.filter(|&place| seats.has(place)).ok_or_else(|| Problem::forbidden("that seat is not yours"))?;
    Ok(names[place])
}

impl Table {
    /// Resigns for a seat. Must not be dropped half-way.
    ///
    /// # Errors
    /// When it is not yours, or the game is over.
    pub async fn resign(self: &Arc<Self>, hall: &Arc<Hall>, seats: Seats, named: Option<&str>) -> Result<Parted, Refused> {
        let mut held = self.hold(hall).await?;
        let seat = speaker(held.core()?, seats, named)?;
        self.end(hall, held, seat, Way::Resigned).await
    }

    /// Abandons the game, or proposes it to the other side.
    ///
    /// # Errors
    /// When it is not yours, or the game is over.
    pub async fn abandon(self: &Arc<Self>, hall: &Arc<Hall>, seats: Seats) -> Result<Parted, Refused> {
        // Who was there when may be known to another process.
        let seen = hall.store.seen(&self.id).await.map_err(|why| hall.storage(&why))?;
        let mut held = self.hold(hall).await?;
        let core = held.core()?;
        let by = speaker(core, seats, seats.first().and_then(|place| core.game.seats().get(place)).copied())?;
        if core.over() {
            return Err(Problem::not_now("the game is over"));
        }
        let rows = lock(&self.desk).seats.clone();
        let mut others = rows.iter().enumerate().filter(|(place, row)| !seats.has(*place) && row.who == "human");
        let Some((place, other)) = others.next() else {
            // Nobody else is concerned: computers do not mind, and nobody has taken the other seat.
            let way = if seats.count() == rows.len() && !rows.iter().any(is_computer) { Way::Agreed } else { Way::Abandoned };
            return self.end(hall, held, by, way).await;
        };
        let here = self.presence().seats.get(place).is_some_and(|seat| seat.connected);
        let last = core.last_of(&other.seat).max(seen.get(place).copied().unwrap_or(0)).max(self.row.created);
        let away = hall.config.clock.now().saturating_sub(last);
        if !here && away >= hall.config.absence.as_millis() as i64 {
            return self.end(hall, held, by, Way::Abandoned).await;
        }
        let ending = Some(Ending::Offered { by: by.to_owned(), stir: core.memory.stir });
        let wish = Write::Offer { table: self.id.clone(), ending: ending.clone() };
        hall.writer.write(wish).await.map_err(|failure| self.failed(hall, failure))?;
        lock(&self.desk).ending = ending;
        self.announce(&ServerMessage::EndOffered { by: by.to_owned() });
        Ok(Parted { over: false, asked: true })
    }

    /// Answers a proposal to abandon the game.
    ///
    /// # Errors
    /// When there is none, or it is not yours to answer.
    pub async fn answer_end(self: &Arc<Self>, hall: &Arc<Hall>, seats: Seats, allow: bool) -> Result<Parted, Refused> {
        let mut held = self.hold(hall).await?;
        let core = held.core()?;
        let Some(by) = offered(lock(&self.desk).ending.as_ref()) else {
            return Err(Problem::not_now("nobody proposes to abandon the game"));
        };
        let own = core.game.seats().iter().position(|name| *name == by).is_some_and(|place| seats.has(place));
        // Whoever proposed it may withdraw, but not agree with himself.
        if seats.is_empty() || (own && allow) {
            return Err(Problem::forbidden("the other side has to answer"));
        }
        if allow {
            return self.end(hall, held, &by, Way::Agreed).await;
        }
        let wish = Write::Offer { table: self.id.clone(), ending: None };
        hall.writer.write(wish).await.map_err(|failure| self.failed(hall, failure))?;
        lock(&self.desk).ending = None;
        self.announce(&ServerMessage::EndDeclined { by });
        Ok(Parted { over: false, asked: false })
    }

    /// Notes that the holder of these seats is or was there.
    pub async fn note_seen(&self, hall: &Hall, seats: Seats) {
        for place in (0..8).filter(|&place| seats.has(place)) {
            let seen = Write::Seen { table: self.id.clone(), place, at: hall.config.clock.now() };
            // It only decides how soon a game can be abandoned; whatever else is wrong with the storage is found elsewhere.
            let _ = hall.writer.write(seen).await;
        }
    }

    async fn end(self: &Arc<Self>, hall: &Arc<Hall>, mut held: Held<'_>, seat: &str, way: Way) -> Result<Parted, Refused> {
        let step = held.core()?.close(seat, way, now()).map_err(Problem::not_now)?;
        self.write_down(hall, &mut held, vec![step], true).await?;
        self.tell(held.core()?, &[Tidings::Else]);
        Ok(Parted { over: true, asked: false })
    }
}
