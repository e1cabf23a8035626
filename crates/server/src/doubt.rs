//! Seats and requests of which nobody knows how they are stored, because the storage failed in the very moment.

use crate::hall::Hall;
use crate::hub::lock;
use crate::problem::{Problem, Refused};
use crate::store::{Failure, TableRow};
use crate::table::Table;
use crate::wire::ServerMessage;
use std::sync::atomic::Ordering;

impl Table {
    /// A failure to write a seat or a request. If nobody knows what is stored it is read before it is used again.
    pub fn failed(&self, hall: &Hall, failure: Failure) -> Refused {
        if failure == Failure::Unsure {
            self.doubtful.store(true, Ordering::SeqCst);
        }
        hall.failed(failure)
    }

    /// Reads seats and requests anew, if they are in doubt.
    ///
    /// # Errors
    /// When the storage does not answer.
    pub async fn look_again(&self, hall: &Hall) -> Result<(), Refused> {
        if !self.doubtful.load(Ordering::SeqCst) {
            return Ok(());
        }
        // What is under way may still be stored after it was looked for, so that it must be looked for once more.
        let settled = !hall.writer.in_doubt();
        let row = self.row_again(hall).await?;
        lock(&self.desk).take(row);
        if settled {
            self.doubtful.store(false, Ordering::SeqCst);
        }
        self.part_from_unseated();
        self.announce(&ServerMessage::Presence(self.presence()));
        Ok(())
    }

    async fn row_again(&self, hall: &Hall) -> Result<TableRow, Refused> {
        let row = hall.store.table(&self.id).await.map_err(|why| hall.storage(&why))?;
        row.ok_or_else(|| Problem::unknown("there is no table of that name"))
    }
}
