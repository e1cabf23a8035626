//! Computer opponents: whoever of them has to decide thinks on a thread of its own, and plays through the same door as people.

use crate::core::Deed;
use crate::hall::Hall;
use crate::hub::{Seats, lock};
use crate::problem::{Problem, Refused};
use crate::store::News;
use crate::table::{Table, is_computer};
use crate::wire::{Reasoned, ServerMessage};
use std::sync::Arc;
use std::time::Duration;

/// A process that did not play the last action leaves the thinking to the one that did, but not forever.
const PATIENCE: Duration = Duration::from_secs(15);

impl Hall {
    /// If a computer has to decide, it begins to think.
    pub fn wake_computer(self: &Arc<Self>, table: &Arc<Table>) {
        {
            let mut desk = lock(&table.desk);
            if desk.thinking || !computer_decides(&desk) {
                return;
            }
            desk.thinking = true;
        }
        let (hall, table) = (self.clone(), table.clone());
        tokio::spawn(async move {
            // Whatever happens, the table must not wait forever for somebody who has given up.
            let thought = think(&hall, &table).await;
            lock(&table.desk).thinking = false;
            match thought {
                Ok(()) => {}
                // Somebody else has played: a person, or the same computer in another process.
                Err(problem) if problem.status == 409 => hall.wake_later(&table),
                Err(problem) => hall.complain(&format!("table {}: the computer cannot play: {}", table.id, problem.detail)),
            }
        });
    }

    /// Another process has played: if its computer does not go on, ours does.
    pub fn wake_later(self: &Arc<Self>, table: &Arc<Table>) {
        let played = {
            let desk = lock(&table.desk);
            if desk.thinking || !computer_decides(&desk) {
                return;
            }
            desk.played
        };
        let (hall, table) = (self.clone(), table.clone());
        tokio::spawn(async move {
            tokio::time::sleep(PATIENCE).await;
            if lock(&table.desk).played == played {
                hall.wake_computer(&table);
            }
        });
    }

    /// After a start: computers that were about to play go on.
    pub async fn resume_computers(self: Arc<Self>) {
        let ids = match self.store.with_computers().await {
            Ok(ids) => ids,
            Err(why) => return self.complain(&format!("storage: {why}")),
        };
        for id in ids {
            let Ok(table) = self.table(&id).await else { continue };
            if table.hold(&self).await.is_ok() {
                self.wake_computer(&table);
            }
        }
    }
}

/// Whether a computer has to decide, and should: a table with computers only plays while somebody looks on.
fn computer_decides(desk: &crate::table::Desk) -> bool {
    let decides = desk.decider.and_then(|place| desk.seats.get(place)).is_some_and(is_computer);
    decides && (!desk.guests.is_empty() || desk.seats.iter().any(|seat| !is_computer(seat)))
}

async fn think(hall: &Arc<Hall>, table: &Arc<Table>) -> Result<(), Refused> {
    let mut announced = None;
    loop {
        let (place, seat, played, thinker, fallback) = {
            let mut held = table.hold(hall).await?;
            let core = held.core()?;
            let desk = lock(&table.desk);
            let Some(place) = core.decider.filter(|_| computer_decides(&desk)) else { return Ok(()) };
            let row = &desk.seats[place];
            let thinker = core.game.thinker(&row.who, table.whim).map_err(Problem::broken)?;
            let fallback = core.game.options().into_iter().next().map(|choice| choice.text);
            (place, row.seat.clone(), core.game.played(), thinker, fallback)
        };
        if announced != Some(place) {
            announced = Some(place);
            table.announce(&ServerMessage::Thinking { seat: seat.clone() });
            hall.tell_others(&table.id, News::Thinking(seat.clone())).await;
        }
        let turn = hall.brains.clone().acquire_owned().await.map_err(|_| Problem::storage())?;
        let advice = tokio::task::spawn_blocking(move || {
            let advice = thinker();
            drop(turn);
            advice
        });
        let advice = advice.await.ok();
        let seats = Seats::one(place);
        let mut answer = Err(Problem::broken("no advice"));
        if let Some(advice) = advice {
            answer = table.act(hall, seats, Deed::Action(&advice.action), Some(played)).await;
            if answer.is_ok() {
                let reasoned = Reasoned { seat: seat.clone(), played, action: advice.action, reason: advice.reason };
                lock(&table.desk).reasoned = Some(reasoned);
            }
        }
        // A computer never stalls: if its advice is no good, it takes the first thing that is allowed.
        if let Err(problem) = answer {
            let Some(action) = fallback.filter(|_| problem.status != 409 && problem.status != 503) else { return Err(problem) };
            hall.complain(&format!("table {}: advice that cannot be played: {}", table.id, problem.detail));
            table.act(hall, seats, Deed::Action(&action), Some(played)).await?;
        }
    }
}

impl Table {
    /// What a computer would do in your place.
    ///
    /// # Errors
    /// When it is not your turn.
    pub async fn hint(&self, hall: &Hall, seats: Seats, level: &str) -> Result<Reasoned, Refused> {
        let (thinker, seat, played) = {
            let mut held = self.hold(hall).await?;
            let core = held.core()?;
            let place = core.decider.ok_or_else(|| Problem::not_now("the game is over"))?;
            if !seats.has(place) {
                return Err(Problem::forbidden("a hint is given to whoever has to decide"));
            }
            let thinker = core.game.thinker(level, self.whim).map_err(Problem::malformed)?;
            (thinker, core.game.seats()[place].to_owned(), core.game.played())
        };
        let _turn = hall.brains.acquire().await.map_err(|_| Problem::storage())?;
        let advice = tokio::task::spawn_blocking(thinker).await.map_err(|why| Problem::broken(why.to_string()))?;
        Ok(Reasoned { seat, played, action: advice.action, reason: advice.reason })
    }
}
