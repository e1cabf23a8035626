//! Playing at a table, by single requests or over a socket.

use super::input::{Body, Caller, MaybeBody, Path};
use crate::core::Deed;
use crate::crowd::Place;
use crate::guard::Unpaid;
use crate::hall::Hall;
use crate::live;
use crate::orders::{OrdersOfSeat, OrdersWish};
use crate::problem::{Answer, Problem, Refused};
use crate::socket;
use crate::table::Wish;
use crate::throw::Brought;
use crate::wire::{Act, Acted, Command, EndAnswer, Parted, Resign, UndoAnswer, UndoWish, Undone, Why, WhyNot};
use axum::Json;
use axum::extract::{Request, State};
use axum::http::{Response, StatusCode};
use std::future::Future;
use std::sync::Arc;

/// Does something to its end even if whoever asked for it goes away: an action that is half written must be finished.
///
/// # Errors
/// What the doing says.
pub async fn finish<T: Send + 'static>(doing: impl Future<Output = Result<T, Refused>> + Send + 'static) -> Result<T, Refused> {
    tokio::spawn(doing).await.unwrap_or_else(|why| Err(Problem::broken(why.to_string())))
}

/// Plays an action
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/tables/{id}/act", tag = "play", params(("id" = String, Path)), request_body = Act,
    responses((status = 200, body = Acted), (status = 400, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem))))]
pub async fn act(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Body(Act { action, played, word }): Body<Act>,
) -> Result<Json<Acted>, Answer> {
    let visit = caller.sit(&hall, &id).await?;
    let brought = Brought::read(word, None, None)?;
    let acting = async move { visit.table.act(&hall, visit.seats, Wish::new(Deed::Action(&action), played), brought).await };
    Ok(Json(finish(acting).await?))
}

/// Plays what a person types, one action or several
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/tables/{id}/command", tag = "play", params(("id" = String, Path)), request_body = Command,
    responses((status = 200, body = Acted), (status = 400, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem))))]
pub async fn command(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Body(Command { text, played, word }): Body<Command>,
) -> Result<Json<Acted>, Answer> {
    let visit = caller.sit(&hall, &id).await?;
    let brought = Brought::read(word, None, None)?;
    let acting = async move { visit.table.act(&hall, visit.seats, Wish::new(Deed::Command(&text), played), brought).await };
    Ok(Json(finish(acting).await?))
}

/// Whether something typed would be allowed, and if not, why
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/tables/{id}/why", tag = "play", params(("id" = String, Path)), request_body = Why,
    responses((status = 200, body = WhyNot), (status = 403, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem))))]
pub async fn why(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Body(Why { text }): Body<Why>,
) -> Result<Json<WhyNot>, Answer> {
    let visit = caller.sit(&hall, &id).await?;
    let mut held = visit.table.hold(&hall).await?;
    let core = held.core()?;
    if core.decider.is_some_and(|place| !visit.seats.has(place)) {
        return Err(Answer(Problem::forbidden("the decision belongs to the other side")));
    }
    let actions = core.game.why(&text).map_err(|rejection| Problem::rejection(*rejection))?;
    Ok(Json(WhyNot { actions }))
}

/// Takes back, or asks the other side to allow it
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/tables/{id}/undo", tag = "play", params(("id" = String, Path)), request_body = Option<UndoWish>,
    responses((status = 200, body = Undone), (status = 202, body = Undone, description = "the other side was asked"), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem))))]
pub async fn undo(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    MaybeBody(UndoWish { confirm }): MaybeBody<UndoWish>,
) -> Result<(StatusCode, Json<Undone>), Answer> {
    let visit = caller.sit(&hall, &id).await?;
    let undone = finish(async move { visit.table.undo(&hall, visit.seats, confirm).await }).await?;
    Ok((if undone.asked { StatusCode::ACCEPTED } else { StatusCode::OK }, Json(undone)))
}

/// Answers a request to take back
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/tables/{id}/undo/answer", tag = "play", params(("id" = String, Path)), request_body = UndoAnswer,
    responses((status = 200, body = Undone), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem))))]
pub async fn answer(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Body(UndoAnswer { request, allow }): Body<UndoAnswer>,
) -> Result<Json<Undone>, Answer> {
    let visit = caller.sit(&hall, &id).await?;
    Ok(Json(finish(async move { visit.table.answer(&hall, visit.seats, request, allow).await }).await?))
}

/// Resigns: the other side has won, and the seed of the dice is told
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/tables/{id}/resign", tag = "play", params(("id" = String, Path)), request_body = Option<Resign>,
    responses((status = 200, body = Parted), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem))))]
pub async fn resign(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    MaybeBody(Resign { seat }): MaybeBody<Resign>,
) -> Result<Json<Parted>, Answer> {
    let visit = caller.sit(&hall, &id).await?;
    Ok(Json(finish(async move { visit.table.resign(&hall, visit.seats, seat.as_deref()).await }).await?))
}

/// Abandons a game without a winner, or proposes it to the other side
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/tables/{id}/abandon", tag = "play", params(("id" = String, Path)),
    responses((status = 200, body = Parted), (status = 202, body = Parted, description = "the other side was asked"), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem))))]
pub async fn abandon(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<Parted>), Answer> {
    let visit = caller.sit(&hall, &id).await?;
    let parted = finish(async move { visit.table.abandon(&hall, visit.seats).await }).await?;
    Ok((if parted.asked { StatusCode::ACCEPTED } else { StatusCode::OK }, Json(parted)))
}

/// Answers a proposal to end the game, as a draw or without a winner
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/tables/{id}/abandon/answer", tag = "play", params(("id" = String, Path)), request_body = EndAnswer,
    responses((status = 200, body = Parted), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem))))]
pub async fn answer_end(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Body(EndAnswer { request, allow }): Body<EndAnswer>,
) -> Result<Json<Parted>, Answer> {
    let visit = caller.sit(&hall, &id).await?;
    Ok(Json(finish(async move { visit.table.answer_end(&hall, visit.seats, request, allow).await }).await?))
}

/// Your standing orders, and the questions that they can answer
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/orders", tag = "play", params(("id" = String, Path)),
    responses((status = 200, body = Vec<OrdersOfSeat>), (status = 403, body = Problem), (status = 404, body = Problem))))]
pub async fn orders(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Vec<OrdersOfSeat>>, Answer> {
    let visit = caller.sit(&hall, &id).await?;
    Ok(Json(visit.table.orders(&hall, visit.seats).await?))
}

/// Gives standing orders, instead of those given before
#[cfg_attr(feature = "schema", utoipa::path(put, path = "/api/tables/{id}/orders", tag = "play", params(("id" = String, Path)), request_body = OrdersWish,
    responses((status = 200, body = Vec<OrdersOfSeat>), (status = 400, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem))))]
pub async fn give_orders(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Body(wish): Body<OrdersWish>,
) -> Result<Json<Vec<OrdersOfSeat>>, Answer> {
    let visit = caller.sit(&hall, &id).await?;
    Ok(Json(finish(async move { visit.table.give_orders(&hall, visit.seats, wish).await }).await?))
}

/// Becomes a socket, which speaks ClientMessage and ServerMessage
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/live", tag = "play", params(("id" = String, Path)),
    responses((status = 101, description = "a WebSocket"), (status = 400, body = Problem), (status = 403, body = Problem))))]
pub async fn live(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    mut request: Request,
) -> Result<Response<axum::body::Body>, Answer> {
    let (answer, promise) = socket::accept(&mut request)?;
    let place = request.extensions_mut().remove::<Arc<Place>>();
    let unpaid = request.extensions_mut().remove::<Unpaid>();
    drop(request);
    tokio::spawn(async move {
        let Ok(upgraded) = promise.await else { return };
        let Some(socket) = socket::open(upgraded).await else { return };
        live::serve(hall, id, caller.address(), (place, unpaid), socket).await;
    });
    Ok(answer)
}
