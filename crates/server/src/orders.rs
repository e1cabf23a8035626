//! Standing orders: given and read by whoever holds a seat, kept in the journal, obeyed by [`crate::opponent`].

use crate::figures::MOST_ORDERS;
use crate::hall::Hall;
use crate::hub::Seats;
use crate::problem::{Problem, Refused};
use crate::table::{Held, Table, now};
use grognard_shelf::QuestionInfo;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Standing orders that a seat gives, instead of those before.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct OrdersWish {
    /// Whose; the seat that you hold if left out.
    pub seat: Option<String>,
    /// All orders, one each: `KIND always`, `KIND never`, `KIND ask`, with a unit's name after it if it is for that unit only.
    pub orders: Vec<String>,
}

/// The standing orders of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OrdersOfSeat {
    /// The seat.
    pub seat: String,
    /// Its orders.
    pub orders: Vec<String>,
    /// The questions that orders can answer.
    pub kinds: Vec<QuestionInfo>,
}

/// Orders of the seats that somebody holds.
fn told(held: &mut Held<'_>, seats: Seats) -> Result<Vec<OrdersOfSeat>, Refused> {
    let core = held.core()?;
    let names = core.game.seats();
    let told = |seat: &str| OrdersOfSeat {
        seat: seat.to_owned(),
        orders: core.memory.orders(seat).0.lines().map(str::to_owned).collect(),
        kinds: core.game.question_kinds(seat),
    };
    Ok(names.iter().enumerate().filter(|(place, _)| seats.has(*place)).map(|(_, seat)| told(seat)).collect())
}

impl Table {
    /// The orders of the seats that somebody holds, and what could be ordered.
    ///
    /// # Errors
    /// 403 for whoever holds none: orders are nobody else's business.
    pub async fn orders(&self, hall: &Hall, seats: Seats) -> Result<Vec<OrdersOfSeat>, Refused> {
        if seats.first().is_none() {
            return Err(Problem::forbidden("standing orders are shown to whoever holds a seat"));
        }
        told(&mut self.hold(hall).await?, seats)
    }

    /// Replaces the orders of a seat. If they answer the pending decision, they are obeyed at once. Must not be dropped half-way.
    ///
    /// # Errors
    /// When the seat is not the visitor's, the orders cannot be read or were changed too often, or the game is over.
    pub async fn give_orders(
        self: &Arc<Self>,
        hall: &Arc<Hall>,
        seats: Seats,
        wish: OrdersWish,
    ) -> Result<Vec<OrdersOfSeat>, Refused> {
        // A die that is being thrown need not have fallen: orders are for what is asked after it.
        let mut held = self.hold(hall).await?;
        let core = held.core()?;
        let names = core.game.seats();
        let place = match &wish.seat {
            Some(name) => names
                .iter()
                .position(|seat| seat == name)
                .ok_or_else(|| Problem::malformed(format!("there is no seat {name:?}")))?,
            None => seats.first().unwrap_or_default(),
        };
        if !seats.has(place) {
            return Err(Problem::forbidden("orders are given by whoever holds the seat"));
        }
        if core.over() {
            return Err(Problem::not_now("the game is over"));
        }
        let seat = names[place];
        let orders = core.game.read_orders(seat, &wish.orders.join("\n")).map_err(Problem::malformed)?;
        let (before, given) = core.memory.orders(seat);
        if before != orders {
            if given >= MOST_ORDERS {
                return Err(Problem::not_now(format!("the orders of a seat are changed at most {MOST_ORDERS} times")));
            }
            let step = core.order(seat, orders, now());
            self.write_down(hall, &mut held, vec![step], false).await?;
            self.tell(held.core()?, &[]);
        }
        let told = told(&mut held, seats)?;
        drop(held);
        hall.wake_computer(self);
        Ok(told)
    }
}
