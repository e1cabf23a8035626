//! A table as everybody may know it, and as those who were not let in may.

use crate::closing;
use crate::desk::Desk;
use crate::hub::{Seats, lock};
use crate::secret;
use crate::store::Asked;
use crate::table::Table;
use crate::wire::{Presence, SeatInfo, SeatPresence, TableInfo, UndoAsked};
use grognard_engine::fair;
use grognard_shelf::Corrected;

impl Table {
    /// The table as everybody may know it.
    pub fn info(&self, yours: Seats, now: i64) -> TableInfo {
        let Presence { seats, spectators } = self.presence();
        let desk = lock(&self.desk);
        let seat = |(place, seat): (usize, SeatPresence)| {
            let SeatPresence { seat, who, name, connected } = seat;
            let chain = desk.chains.get(place).cloned().flatten();
            SeatInfo { seat, who, name, connected, yours: yours.has(place), chain }
        };
        TableInfo {
            id: self.id.to_string(),
            game: self.row.game.clone(),
            title: self.title.clone(),
            rulebook: self.row.rulebook.clone(),
            name: self.row.name.clone(),
            options: self.row.options.clone(),
            public: self.row.public,
            locked: self.row.passphrase.is_some(),
            created: self.row.created,
            touched: desk.touched,
            spectators,
            played: desk.played,
            turn: None,
            terms: self.terms.among(&desk.seats),
            over: desk.over,
            pending: desk.decider.and_then(|place| desk.seats.get(place)).map(|seat| seat.seat.clone()),
            commitment: if promises(&desk) { self.row.promise.clone() } else { String::new() },
            seed: self.seed(&desk),
            ended: closing::ended(desk.ending.as_ref()),
            offered: closing::offered(desk.ending.as_ref()),
            timing: desk.beat.timing(self.terms.pace, &desk.seats, desk.decider, self.row.created, now),
            substitute: None,
            rematch: desk.rematch.clone().filter(|_| !yours.is_empty()),
            given: desk.given,
            corrected: desk.corrected.iter().map(|one| Corrected { after: one.after, revision: one.revision }).collect(),
            asked: desk.asked.as_ref().map(UndoAsked::from),
            seats: seats.into_iter().enumerate().map(seat).collect(),
            pass: self.row.passphrase.as_deref().map(secret::pass),
        }
    }

    /// The seed, once the game is over; nothing if it was not promised.
    pub fn seed(&self, desk: &Desk) -> Option<String> {
        (desk.over && promises(desk)).then(|| fair::hex(&self.row.seed))
    }

    /// The table as somebody who was not let in may know it: of one with a passphrase little more than that it has one.
    pub fn info_outside(&self, now: i64) -> TableInfo {
        let whole = self.info(Seats::default(), now);
        if !whole.locked {
            return whole;
        }
        TableInfo {
            // Whoever lists a table wants its name to be read.
            name: if whole.public { whole.name } else { String::new() },
            options: Vec::new(),
            touched: whole.created,
            seats: Vec::new(),
            spectators: 0,
            played: 0,
            over: false,
            pending: None,
            commitment: String::new(),
            seed: None,
            ended: None,
            offered: None,
            timing: None,
            given: 0,
            corrected: Vec::new(),
            asked: None,
            pass: None,
            ..whole
        }
    }
}

/// Whether something is promised of the dice: not where the first of them, or those of the set-up, were thrown elsewhere.
const fn promises(desk: &Desk) -> bool {
    desk.given == 0 && !desk.dealt_elsewhere
}

impl From<&Asked> for UndoAsked {
    fn from(asked: &Asked) -> Self {
        Self { request: asked.request, by: asked.by.clone(), to: asked.to }
    }
}
