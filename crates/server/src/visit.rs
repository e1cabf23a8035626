//! Who is let in at a table, and whose share pays for it.
//!
//! Requests and sockets are counted for their address until a token is known to hold a seat. What strangers use up at an address is not what a player
//! needs who comes from there: when nothing is left of its share, tokens are looked at all the same, few at a time and address by address in turns, and one that
//! holds a seat pays from a share of its own. A wrong one gets what the address gets, so that nobody takes anything from a seat by guessing.

use crate::hall::Hall;
use crate::hub::Seats;
use crate::limit::Kind;
use crate::problem::{Problem, Refused};
use crate::queue::Rank;
use crate::secret;
use crate::store::Store;
use crate::table::Table;
use std::net::IpAddr;
use std::sync::Arc;

/// Somebody at the door of a table.
pub struct Visit {
    /// The table.
    pub table: Arc<Table>,
    /// The seats of the token; none for a spectator.
    pub seats: Seats,
}

impl Hall {
    /// Lets somebody in: with a seat's token, or to look on.
    ///
    /// # Errors
    /// 404 without such a table, 403 with a token that is not of this table or without the passphrase, 429 after many wrong ones.
    pub async fn visit(
        self: &Arc<Self>,
        id: &str,
        token: Option<&str>,
        passphrase: Option<&str>,
        address: IpAddr,
    ) -> Result<Visit, Refused> {
        let table = self.table(id).await?;
        let seats = match token {
            Some(token) => {
                let mut seats = table.seats_of(token);
                if seats.is_empty() && matches!(self.store.as_ref(), Store::Postgres(_)) {
                    // The seat may just have been taken through another process.
                    self.read_again(&table).await;
                    seats = table.seats_of(token);
                }
                if seats.is_empty() {
                    return Err(Problem::forbidden("the token holds no seat at this table"));
                }
                self.limiter.note_seated(&secret::token_hash(token));
                seats
            }
            None => {
                self.unlock(&table, passphrase, address).await?;
                Seats::default()
            }
        };
        Ok(Visit { table, seats })
    }

    /// Lets somebody in whose address has no share left, if he holds a seat; it pays for him.
    ///
    /// # Errors
    /// What the address was `refused` with if he holds none; 429 if nothing is left of the seat's own share.
    pub async fn vouch(
        self: &Arc<Self>,
        id: &str,
        token: Option<&str>,
        (address, kind): (IpAddr, Kind),
        refused: Refused,
    ) -> Result<Visit, Refused> {
        let Some(token) = token else { return Err(refused) };
        let visit = {
            let _turn = self.doorkeeper.enter(Rank::First, self.mark(address).into()).await;
            self.visit(id, Some(token), None, address).await
        };
        let visit = visit.map_err(|why| if why.status < 500 { refused } else { why })?;
        self.limiter.admit_token(&secret::token_hash(token), kind)?;
        Ok(visit)
    }
}
