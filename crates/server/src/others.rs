//! What other processes on the same database do.

use crate::closing;
use crate::desk::Elsewhere;
use crate::hall::Hall;
use crate::hub::lock;
use crate::store::{News, Notice, Notices};
use crate::table::Table;
use crate::wire::ServerMessage;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// After this time without a word another process is taken to be gone: each says twice as often who is connected to it.
const FORGET: Duration = Duration::from_secs(120);

impl Hall {
    /// Hears what other processes tell, as long as the server runs.
    pub async fn hear_others(self: Arc<Self>, mut notices: Notices) {
        loop {
            match notices.next().await {
                Ok(Some(notice)) if notice.from == self.process => {}
                Ok(Some(notice)) => self.heed(notice).await,
                // The connection was lost for a while: whatever was said meanwhile is read again.
                Ok(None) => {
                    for table in self.all() {
                        self.read_again(&table).await;
                    }
                }
                Err(why) => {
                    self.complain(&format!("storage: {why}"));
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        }
    }

    async fn heed(self: &Arc<Self>, notice: Notice) {
        let Some(table) = self.present(&notice.table) else { return };
        match notice.what {
            News::Journal => {
                // Each table by itself, so that none waits for another.
                let hall = self.clone();
                tokio::spawn(async move {
                    let _ = table.refresh(&hall).await;
                    hall.wake_later(&table);
                });
            }
            News::Row => {
                let hall = self.clone();
                tokio::spawn(async move { hall.read_again(&table).await });
            }
            News::Chat(said) => table.announce(&ServerMessage::Chat(said)),
            News::Thinking(seat) => table.announce(&ServerMessage::Thinking { seat }),
            News::Presence(seats, spectators) => {
                let before = table.presence();
                let stranger = {
                    let mut desk = lock(&table.desk);
                    let known = desk.elsewhere.iter().any(|other| other.process == notice.from);
                    desk.elsewhere.retain(|other| other.process != notice.from && other.heard.elapsed() < FORGET);
                    desk.elsewhere.push(Elsewhere { process: notice.from, seats, spectators, heard: Instant::now() });
                    !known
                };
                let now = table.presence();
                if now != before {
                    table.announce(&ServerMessage::Presence(now));
                }
                if stranger && !lock(&table.desk).guests.is_empty() {
                    // Whoever has just come does not know who is here.
                    let (seats, spectators) = table.here();
                    self.tell_others(&table.id, News::Presence(seats, spectators)).await;
                }
            }
        }
    }

    /// Says once more who is connected to this process, and forgets processes that do so no longer: they were killed, or are cut off.
    pub async fn repeat_presence(self: Arc<Self>) {
        for table in self.all() {
            if table.forget_silent(FORGET) {
                table.announce(&ServerMessage::Presence(table.presence()));
            }
            if lock(&table.desk).guests.is_empty() {
                continue;
            }
            let (seats, spectators) = table.here();
            if !self.tell_others(&table.id, News::Presence(seats, spectators)).await {
                return;
            }
        }
    }

    /// Reads seats, requests and journal of a table again.
    pub async fn read_again(self: &Arc<Self>, table: &Arc<Table>) {
        let _reading = table.reading.lock().await;
        let row = match self.store.table(&table.id).await {
            Ok(Some(row)) => row,
            Ok(None) => return self.forget(table),
            Err(why) => return self.complain(&format!("storage: {why}")),
        };
        let over = row.over;
        lock(&table.desk).corrected.clone_from(&row.corrected);
        let _ = table.refresh(self).await;
        let (seated, asked, before, offer) = {
            let mut desk = lock(&table.desk);
            let (before, offered) = (desk.asked.clone(), closing::offered(desk.ending.as_ref()));
            let seated = desk.seats != row.seats;
            desk.take(row);
            (seated, desk.asked.clone(), before, (offered, closing::offered(desk.ending.as_ref())))
        };
        match offer {
            (before, Some(offer)) if before.as_ref() != Some(&offer) => table.announce(&ServerMessage::EndOffered(offer)),
            (Some(offer), None) if !lock(&table.desk).over => {
                table.announce(&ServerMessage::EndDeclined { request: offer.request, by: offer.by });
            }
            _ => {}
        }
        if seated {
            table.part_from_unseated();
            table.announce(&ServerMessage::Presence(table.presence()));
        }
        match (before, asked) {
            (before, Some(asked)) if before.as_ref() != Some(&asked) => {
                table.announce(&ServerMessage::UndoAsked((&asked).into()));
            }
            (Some(before), None) => table.announce(&ServerMessage::UndoDeclined { request: before.request, by: before.by }),
            _ => {}
        }
        let begun = lock(&table.desk).rematch.is_some();
        if over && !begun {
            match self.store.rematch(&table.id).await {
                Ok(Some(next)) => table.tell_rematch(next),
                Ok(None) => {}
                Err(why) => self.complain(&format!("storage: {why}")),
            }
        }
    }
}

impl Table {
    /// Forgets processes of which nothing has been heard for so long. Says whether there were any.
    fn forget_silent(&self, longest: Duration) -> bool {
        let mut desk = lock(&self.desk);
        let before = desk.elsewhere.len();
        desk.elsewhere.retain(|other| other.heard.elapsed() < longest);
        desk.elsewhere.len() < before
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Deed;
    use crate::hub::Seats;
    use crate::store::{Asked, Ending, Write};
    use crate::table::Wish;
    use crate::throw::Brought;
    use crate::throw::tests::House;
    use grognard_engine::closing::Way;

    /// What is told of one table must not wait for another at which somebody plays, or which has to be read first.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn nobody_waits_for_a_table_that_is_used() {
        let house = House::new("others").await;
        let playing = house.table.hold(&house.hall).await.unwrap();
        let notice = Notice { from: 1, table: house.table.id.to_string(), what: News::Row };
        tokio::time::timeout(FORGET, house.hall.heed(notice)).await.expect("the next notice is heard");
        drop(playing);
        house.close().await;
    }

    /// Whoever was connected to a process that was killed is not there for good: he could neither be told that it is his turn, nor be gone on without.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_process_that_says_nothing_is_forgotten() {
        let house = House::new("silent").await;
        let (hall, table) = (&house.hall, &house.table);
        let what = News::Presence(vec!["French".to_owned()], 3);
        hall.heed(Notice { from: 1, table: table.id.to_string(), what }).await;
        let seen = || {
            let present = table.presence();
            (present.seats[0].connected, present.spectators)
        };
        hall.clone().repeat_presence().await;
        assert_eq!(seen(), (true, 3), "it has spoken just now");
        assert!(table.forget_silent(Duration::ZERO));
        assert_eq!(seen(), (false, 0));
        house.close().await;
    }

    /// The row keeps what was asked and offered until another takes its place; whoever reads it again must not bring it back to life.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_has_lapsed_stays_so() {
        let house = House::new("lapsed").await;
        let (hall, table, both) = (&house.hall, &house.table, Seats(0b11));
        let (first, stir) = {
            let mut held = table.hold(hall).await.unwrap();
            let core = held.core().unwrap();
            (core.game.actions().swap_remove(0), core.memory.stir)
        };
        table.draw(hall, Seats::one(0)).await.unwrap();
        let asked = Asked { request: 1, by: "French".to_owned(), to: 0, seq: stir };
        hall.writer.write(Write::Ask { table: table.id.clone(), asked: Some(asked) }).await.unwrap();
        hall.read_again(table).await;
        let waits = || {
            let desk = lock(&table.desk);
            (desk.asked.is_some(), desk.ending.is_some())
        };
        assert_eq!(waits(), (true, true), "nothing has been played");
        table.act(hall, both, Wish::new(Deed::Action(&first), None), Brought::Nothing).await.unwrap();
        assert_eq!(waits(), (false, false), "play went on");
        hall.read_again(table).await;
        assert_eq!(waits(), (false, false), "the row has them still");
        lock(&table.desk).ending = Some(Ending::Offered { by: "French".to_owned(), way: Way::Drawn, stir, request: 1 });
        let answered = table.answer_end(hall, Seats::one(1), 1, true).await;
        assert_eq!(answered.map_err(|problem| problem.status), Err(409));
        house.close().await;
    }
}
