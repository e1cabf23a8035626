//! After a game: beginning it anew with the seats exchanged, and leaving a table for good.
//!
//! Whoever held a seat holds one at the new table with the same token, so that nothing secret has to be handed on. A seat that was left is nobody's;
//! when the last person has left, the table is removed with its journal and all that was said. Nobody leaves another person in the middle of a game: he
//! resigns, or both agree.

use crate::core::Core;
use crate::hall::Hall;
use crate::hub::{Seats, lock};
use crate::problem::{Problem, Refused};
use crate::secret::{self, Hash};
use crate::store::{Failure, SeatRow, TableRow, Write};
use crate::table::{Held, Table};
use crate::wire::{Again, Left, ServerMessage};
use grognard_engine::fair::{self, FairDice};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Those who sat there, each one seat on; a computer keeps its level.
fn exchanged(rows: &[SeatRow]) -> Vec<SeatRow> {
    let last = rows.len() - 1;
    let from = |place: usize| &rows[last - place];
    rows.iter().enumerate().map(|(place, row)| SeatRow { seat: row.seat.clone(), ..from(place).clone() }).collect()
}

impl Table {
    /// Begins the same game anew, with the seats exchanged; or tells where somebody has done so.
    ///
    /// # Errors
    /// When the game is not over, or the seats are not yours.
    pub async fn rematch(self: &Arc<Self>, hall: &Arc<Hall>, seats: Seats) -> Result<Again, Refused> {
        if seats.is_empty() {
            return Err(Problem::forbidden("only those who have played begin it anew"));
        }
        {
            let desk = lock(&self.desk);
            if let Some(table) = &desk.rematch {
                return Ok(Again { table: table.clone() });
            }
            if !desk.over {
                return Err(Problem::not_now("the game is not over"));
            }
            if desk.seats.iter().any(|row| row.who == "human" && row.token.is_none()) {
                return Err(Problem::not_now("the other side has left the table"));
            }
        }
        let mut row = self.anew(hall)?;
        // Those who play find it, listed or not.
        if row.public
            && let Some(maker) = row.maker.clone()
            && hall.listed_out(&maker).await?.is_some()
        {
            row.public = false;
        }
        let next = row.id.clone();
        match hall.writer.write(Write::Rematch { table: self.id.clone(), next: Box::new(row.clone()) }).await {
            Ok(()) => {}
            // The other side was quicker: its table is the one.
            Err(Failure::Conflict) => {
                let known = hall.store.rematch(&self.id).await.map_err(|why| hall.storage(&why))?;
                let table = known.ok_or_else(|| Problem::not_now("the table is gone"))?;
                lock(&self.desk).rematch = Some(table.clone());
                return Ok(Again { table });
            }
            Err(other) => return Err(self.failed(hall, other)),
        }
        let table = hall.seat(row);
        if table.hold(hall).await.is_ok() {
            hall.wake_computer(&table);
        }
        self.tell_rematch(next.clone());
        Ok(Again { table: next })
    }

    /// Those who have played are told where the game was begun anew.
    pub fn tell_rematch(&self, next: String) {
        let told = ServerMessage::Rematch { table: next.clone() }.text();
        let mut desk = lock(&self.desk);
        desk.rematch = Some(next);
        desk.guests.iter().filter(|guest| !guest.seats.is_empty()).for_each(|guest| guest.outbox.send(told.clone().into()));
    }

    /// The row of the same game, begun anew.
    fn anew(&self, hall: &Hall) -> Result<TableRow, Refused> {
        let seed = hall.config.luck.seed();
        let mut dice = FairDice::new(seed, 0);
        let opened = grognard_shelf::open(&self.row.game, &self.row.options, &mut dice);
        let opened = opened.map_err(|fault| Problem::malformed(fault.to_string()))?;
        let mut row = TableRow {
            id: secret::table_id(),
            revision: i64::from(opened.identity().revision),
            promise: fair::commitment(&seed),
            seed,
            deal: opened.history(0).into_iter().next().map_or_else(Vec::new, |set_up| set_up.dice),
            position: None,
            ending: None,
            created: hall.config.clock.now(),
            over: false,
            asked: None,
            corrected: Vec::new(),
            seats: exchanged(&lock(&self.desk).seats),
            ..self.row.clone()
        };
        // It is looked at once, so that nobody is sent to a table that does not open.
        Core::open(&row).map_err(Problem::malformed)?;
        self.terms.keep(&mut row.options);
        Ok(row)
    }

    /// Leaves the table for good.
    ///
    /// # Errors
    /// When somebody else still plays there.
    pub async fn quit(self: &Arc<Self>, hall: &Arc<Hall>, seats: Seats) -> Result<Left, Refused> {
        if seats.is_empty() {
            return Err(Problem::forbidden("only players leave a table"));
        }
        // Nothing is played while somebody leaves.
        let held = self.hold(hall).await?;
        let (others, over, token) = {
            let desk = lock(&self.desk);
            let other = |(place, row): (usize, &SeatRow)| !seats.has(place) && row.who == "human" && row.token.is_some();
            let token = seats.first().and_then(|place| desk.seats[place].token).unwrap_or_default();
            (desk.seats.iter().enumerate().any(other), desk.over, token)
        };
        let plays = || Problem::not_now("somebody plays against you; resign, offer a draw, or agree to abandon the game");
        if others && !over {
            return Err(plays());
        }
        if !others {
            return if self.remove(hall, held, token).await? { Ok(Left { removed: true }) } else { Err(plays()) };
        }
        for place in (0..8).filter(|&place| seats.has(place)) {
            let leave = Write::Leave { table: self.id.clone(), place };
            hall.writer.write(leave).await.map_err(|failure| self.failed(hall, failure))?;
            lock(&self.desk).seats[place].token = None;
        }
        // Through another process the other may have left in the same moment, and nobody would ever remove it. Whatever comes of that, this one has left.
        let Ok(row) = hall.store.table(&self.id).await else { return Ok(Left { removed: false }) };
        let left = |row: TableRow| !row.seats.iter().any(|seat| seat.who == "human" && seat.token.is_some());
        let removed = row.is_none_or(left) && self.remove(hall, held, token).await.unwrap_or(false);
        Ok(Left { removed })
    }

    /// Removes the table, unless somebody has just sat down at it, perhaps through another process. Says whether it is gone.
    async fn remove(self: &Arc<Self>, hall: &Arc<Hall>, held: Held<'_>, token: Hash) -> Result<bool, Refused> {
        match hall.writer.write(Write::Remove { table: self.id.clone(), token }).await {
            Ok(()) => hall.forget(self),
            Err(Failure::Conflict) => {
                drop(held);
                hall.read_again(self).await;
            }
            Err(other) => return Err(self.failed(hall, other)),
        }
        Ok(self.gone.load(Ordering::SeqCst))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::throw::tests::House;
    use serde_json::json;
    use std::net::Ipv4Addr;

    /// Somebody leaves, and nobody else is there; in the same moment somebody sits down. What either is told stays true.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn nobody_sits_down_at_a_table_that_is_removed() {
        let house = House::new("removed").await;
        let (hall, here) = (&house.hall, Ipv4Addr::LOCALHOST.into());
        let wish = json!({"game": "eylau", "public": true, "seats": [{"seat": "Allied", "who": "open"}]});
        let wish: crate::wire::NewTable = serde_json::from_value(wish).unwrap();
        let made = hall.make(wish.clone(), here).await.unwrap();
        let table = hall.table(&made.id).await.unwrap();
        // As through another process: nobody has heard of it here.
        let claim = Write::Claim { table: table.id.clone(), place: 1, name: "Barclay".to_owned(), token: [1; 32] };
        hall.writer.write(claim).await.unwrap();
        assert_eq!(table.quit(hall, Seats::one(0)).await.unwrap_err().status, 409, "he would be left alone");
        assert!(hall.store.table(&table.id).await.unwrap().is_some_and(|row| row.seats.len() == 2));
        assert_eq!(lock(&table.desk).seats[1].name, "Barclay");
        // And the other way round.
        let made = hall.make(wish, here).await.unwrap();
        let table = hall.table(&made.id).await.unwrap();
        let token = secret::token_hash(made.seats[0].token.as_deref().unwrap());
        hall.writer.write(Write::Remove { table: table.id.clone(), token }).await.unwrap();
        let wish = serde_json::from_value(json!({"name": "Barclay"})).unwrap();
        assert_eq!(
            hall.take_seat(&table, "Allied", wish, here).await.unwrap_err().status,
            404,
            "the seat is not taken, but gone"
        );
        house.close().await;
    }

    /// Both leave a game that is over, each through a process of his own.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn when_both_leave_at_once_the_table_is_gone() {
        let house = House::new("both-leave").await;
        let (hall, here) = (&house.hall, Ipv4Addr::LOCALHOST.into());
        let wish = json!({"game": "eylau", "public": true, "seats": [{"seat": "Allied", "who": "open"}]});
        let made = hall.make(serde_json::from_value(wish).unwrap(), here).await.unwrap();
        let table = hall.table(&made.id).await.unwrap();
        hall.take_seat(&table, "Allied", serde_json::from_value(json!({"name": "Barclay"})).unwrap(), here).await.unwrap();
        table.resign(hall, Seats::one(0), None).await.unwrap();
        // Nobody has heard of it here.
        hall.writer.write(Write::Leave { table: table.id.clone(), place: 1 }).await.unwrap();
        assert!(table.quit(hall, Seats::one(0)).await.unwrap().removed);
        assert!(hall.store.table(&table.id).await.unwrap().is_none() && hall.present(&table.id).is_none());
        house.close().await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn whoever_begins_it_anew_too_late_leaves_no_table_behind() {
        let house = House::new("rematch").await;
        let (hall, table) = (&house.hall, &house.table);
        table.resign(hall, Seats(0b11), Some("French")).await.unwrap();
        let rows = [table.anew(hall).unwrap(), table.anew(hall).unwrap()];
        let mut found = Vec::new();
        for row in rows {
            let id = row.id.clone();
            let written = hall.writer.write(Write::Rematch { table: table.id.clone(), next: Box::new(row) }).await;
            found.push((written, hall.store.table(&id).await.unwrap().is_some()));
        }
        assert_eq!(found, [(Ok(()), true), (Err(Failure::Conflict), false)], "nobody would ever be led to it");
        house.close().await;
    }
}
