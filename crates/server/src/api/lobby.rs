//! The lobby: tables that are listed, new tables, seats.

use super::input::{Asked, Body, Caller, LongBody, Path};
use crate::core::Core;
use crate::figures::PAGE_OF_LOBBY;
use crate::hall::Hall;
use crate::limit::Kind;
use crate::problem::Answer;
#[cfg(feature = "schema")]
use crate::problem::Problem;
use crate::store::LobbyRow;
use crate::table::Table;
use crate::wire::{MadeTable, NewTable, TableInfo, TakeSeat, TakenSeat};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use serde::Deserialize;
use std::sync::Arc;

/// Which page of the lobby.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub struct Page {
    /// So many tables are passed over: those of the pages before.
    from: Option<u32>,
}

/// The present turn of a game and how many there are, which everybody may know.
fn turn(core: &Core) -> (u16, u16) {
    let board = core.game.board(None);
    (board.turn_number, board.turns)
}

/// Tables that are listed, those under way first, a hundred at a time; each maker's latest before anybody's second
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables", tag = "lobby", params(Page), responses((status = 200, body = Vec<TableInfo>))))]
pub async fn list(State(hall): State<Arc<Hall>>, Asked(Page { from }): Asked<Page>) -> Result<Json<Vec<TableInfo>>, Answer> {
    let rows = hall.store.lobby(from.unwrap_or(0).into(), PAGE_OF_LOBBY as i64).await.map_err(|why| hall.storage(&why))?;
    let now = hall.config.clock.now();
    let info = |row: LobbyRow| {
        let LobbyRow { table, played, touched } = row;
        let over = table.over;
        // Whoever is in memory knows who is connected.
        let (told, present) = match hall.present(&table.id) {
            Some(present) => {
                // Nobody waits for a game that is being used.
                let turn = present.core_if_idle().ok().and_then(|mut held| held.core().ok().map(|core| turn(core)));
                (TableInfo { turn, ..present.info_outside(now) }, true)
            }
            None => {
                let title = grognard_shelf::game(&table.game).map_or_else(|_| table.game.clone(), |game| game.title.to_owned());
                (Table::new(table, title, 0).info_outside(now), false)
            }
        };
        if told.locked {
            return TableInfo { turn: None, ..told };
        }
        // Of a table that is not in memory nobody knows here how much time was taken, or whether what was asked and offered has lapsed.
        let told = if present { told } else { TableInfo { asked: None, offered: None, timing: None, ..told } };
        TableInfo { played, touched, over, ..told }
    };
    Ok(Json(rows.into_iter().map(info).collect()))
}

/// Makes a table
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/tables", tag = "lobby", request_body = NewTable,
    responses((status = 201, body = MadeTable), (status = 400, body = Problem), (status = 413, body = Problem), (status = 429, body = Problem))))]
pub async fn make(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    LongBody(wish, counted): LongBody<NewTable>,
) -> Result<(StatusCode, [(HeaderName, String); 1], Json<MadeTable>), Answer> {
    caller.admit(&hall, Kind::Table)?;
    if wish.record.is_some() {
        caller.admit(&hall, Kind::Import)?;
    }
    let made = super::play::finish(async move {
        let made = hall.make(wish, caller.address()).await;
        drop(counted);
        made
    });
    let made = made.await?;
    Ok((StatusCode::CREATED, [(header::LOCATION, format!("/api/tables/{}", made.id))], Json(made)))
}

/// A table as everybody may know it
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}", tag = "lobby", params(("id" = String, Path)),
    responses((status = 200, body = TableInfo), (status = 404, body = Problem))))]
pub async fn table(State(hall): State<Arc<Hall>>, caller: Caller, Path(id): Path<String>) -> Result<Json<TableInfo>, Answer> {
    // Whether there is a passphrase is told without it, else nobody could know that one is asked for.
    let known = hall.table(&id).await?;
    if known.row.passphrase.is_some() && !caller.has_token() && caller.passphrase().is_none() {
        return Ok(Json(known.info_outside(hall.config.clock.now())));
    }
    let visit = caller.look(&hall, &id).await?;
    let (turn, absent) = {
        let mut held = visit.table.hold(&hall).await?;
        let core = held.core()?;
        (turn(core), visit.table.absent(&hall, core, visit.seats))
    };
    let substitute = visit.table.substitute(&hall, absent).await;
    Ok(Json(TableInfo { turn: Some(turn), substitute, ..visit.table.info(visit.seats, hall.config.clock.now()) }))
}

/// Takes an open seat
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/tables/{id}/seats/{seat}", tag = "lobby", params(("id" = String, Path), ("seat" = String, Path)),
    request_body = TakeSeat,
    responses((status = 200, body = TakenSeat), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem), (status = 429, body = Problem))))]
pub async fn take_seat(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path((id, seat)): Path<(String, String)>,
    Body(mut wish): Body<TakeSeat>,
) -> Result<Json<TakenSeat>, Answer> {
    if wish.invite.is_none() {
        // Nobody sits down at all tables of the lobby at once.
        caller.admit(&hall, Kind::Try)?;
    }
    let table = hall.table(&id).await?;
    wish.passphrase = wish.passphrase.or_else(|| caller.passphrase().map(str::to_owned));
    Ok(Json(super::play::finish(async move { hall.take_seat(&table, &seat, wish, caller.address()).await }).await?))
}
