//! Ends that the players make: resigning, agreeing on a draw, and abandoning a game. What becomes of a game whose other side does not move
//! in time is told in [`crate::pace`].
//!
//! | what | who | when |
//! |---|---|---|
//! | resign | whoever holds a seat | at any time; the other side has won |
//! | draw | both | one offers it, the other agrees; an offer lapses when something is played. Computers do not agree |
//! | abandon | whoever holds a seat, alone | at once if no other person sits there; else when the other has not been there for so many days as the host has set |
//! | | both | one proposes, the other agrees; a proposal lapses when something is played |
//!
//! In each case the game is over, takes no more actions, and the seed of its dice is told: nobody has to play on to see it.

use crate::core::{Core, Tidings};
use crate::desk::is_computer;
use crate::hall::Hall;
use crate::hub::{Seats, lock};
use crate::problem::{Problem, Refused};
use crate::secret;
use crate::store::{Ending, Write};
use crate::table::{Held, Table};
use crate::wire::{Ended, Offer, Parted, ServerMessage};
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

/// Who proposes to end it, and how.
pub fn offered(ending: Option<&Ending>) -> Option<Offer> {
    let Some(Ending::Offered { by, way, request, .. }) = ending else { return None };
    Some(Offer { request: *request, by: by.clone(), how: way.word().to_owned() })
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
        let Some((place, _)) = others.next() else {
            // Nobody else is concerned: computers do not mind, and nobody has taken the other seat.
            let way = if seats.count() == rows.len() && !rows.iter().any(is_computer) { Way::Agreed } else { Way::Abandoned };
            return self.end(hall, held, by, way).await;
        };
        if self.is_away(hall, core, place, seen.get(place).copied().unwrap_or(0)) {
            return self.end(hall, held, by, Way::Abandoned).await;
        }
        self.propose(hall, core, by, Way::Agreed).await
    }

    /// Offers a draw to the other side.
    ///
    /// # Errors
    /// When the game is over, or nobody is there who could agree.
    pub async fn draw(self: &Arc<Self>, hall: &Arc<Hall>, seats: Seats) -> Result<Parted, Refused> {
        let mut held = self.hold(hall).await?;
        let core = held.core()?;
        let by = speaker(core, seats, seats.first().and_then(|place| core.game.seats().get(place)).copied())?;
        if core.over() {
            return Err(Problem::not_now("the game is over"));
        }
        let people = lock(&self.desk).seats.iter().enumerate().any(|(place, row)| !seats.has(place) && row.who == "human");
        if !people {
            return Err(Problem::not_now("nobody sits on the other side who could agree to a draw; computers play on"));
        }
        self.propose(hall, core, by, Way::Drawn).await
    }

    /// Whether whoever holds a seat has not been there for as long as it takes to go on without him.
    pub fn is_away(&self, hall: &Hall, core: &Core, place: usize, seen: i64) -> bool {
        let here = self.presence().seats.get(place).is_some_and(|seat| seat.connected);
        let last = core.game.seats().get(place).map_or(0, |seat| core.last_of(seat)).max(seen).max(self.row.created);
        !here && hall.config.clock.now().saturating_sub(last) >= hall.config.absence.as_millis() as i64
    }

    async fn propose(&self, hall: &Hall, core: &Core, by: &str, way: Way) -> Result<Parted, Refused> {
        let (stir, asked) = (core.memory.stir, Parted { over: false, asked: true });
        let waiting = lock(&self.desk).ending.clone();
        if let Some(Ending::Offered { by: then, way: how, stir: at, .. }) = waiting
            && (then.as_str(), how, at) == (by, way, stir)
        {
            // It has been proposed already. Under a new number an answer that is on its way would be refused.
            return Ok(asked);
        }
        let ending = Some(Ending::Offered { by: by.to_owned(), way, stir, request: u32::from_le_bytes(secret::random()) });
        let wish = Write::Offer { table: self.id.clone(), ending: ending.clone() };
        hall.writer.write(wish).await.map_err(|failure| self.failed(hall, failure))?;
        let offer = offered(ending.as_ref());
        lock(&self.desk).ending = ending;
        offer.into_iter().for_each(|offer| self.announce(&ServerMessage::EndOffered(offer)));
        Ok(asked)
    }

    /// Answers a proposal to end the game, which is named by its number: what is on the screen of whoever answers may have been withdrawn, and something
    /// else may have been proposed; and no end can be taken back.
    ///
    /// # Errors
    /// When there is none, or another, or it is not yours to answer.
    pub async fn answer_end(
        self: &Arc<Self>,
        hall: &Arc<Hall>,
        seats: Seats,
        request: u32,
        allow: bool,
    ) -> Result<Parted, Refused> {
        let mut held = self.hold(hall).await?;
        let core = held.core()?;
        let stir = core.memory.stir;
        let waiting = lock(&self.desk).ending.clone();
        let waiting = waiting.filter(|ending| matches!(ending, Ending::Offered { stir: then, .. } if *then == stir));
        let Some(Ending::Offered { by, way, request: known, .. }) = waiting else {
            return Err(Problem::not_now("nobody proposes to end the game"));
        };
        if known != request {
            return Err(Problem::not_now("that proposal is no longer the one that waits; look at the one that does"));
        }
        let own = core.game.seats().iter().position(|name| *name == by).is_some_and(|place| seats.has(place));
        // Whoever proposed it may withdraw, but not agree with himself.
        if seats.is_empty() || (own && allow) {
            return Err(Problem::forbidden("the other side has to answer"));
        }
        if allow {
            return self.end(hall, held, &by, way).await;
        }
        let wish = Write::Offer { table: self.id.clone(), ending: None };
        hall.writer.write(wish).await.map_err(|failure| self.failed(hall, failure))?;
        lock(&self.desk).ending = None;
        self.announce(&ServerMessage::EndDeclined { request, by });
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

    /// The players end the game. Must not be dropped half-way.
    pub async fn end(self: &Arc<Self>, hall: &Arc<Hall>, mut held: Held<'_>, seat: &str, way: Way) -> Result<Parted, Refused> {
        let step = held.core()?.close(seat, way, hall.config.clock.now()).map_err(Problem::not_now)?;
        self.write_down(hall, &mut held, vec![step], true).await?;
        self.tell(held.core()?, &[Tidings::Else]);
        Ok(Parted { over: true, asked: false })
    }
}
