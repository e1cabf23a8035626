//! Ends and what comes after them: draws, claims, rematches, leaving; and "your turn" elsewhere.

use super::input::{Body, Caller, Path};
use super::play::finish;
use crate::hall::Hall;
use crate::limit::Kind;
use crate::problem::Answer;
#[cfg(feature = "schema")]
use crate::problem::Problem;
use crate::wire::{Again, Claim, Left, Parted, WebhookTold, WebhookWish};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use std::sync::Arc;

/// Offers a draw to the other side
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/tables/{id}/draw", tag = "play", params(("id" = String, Path)),
    responses((status = 202, body = Parted, description = "the other side was asked"), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem))))]
pub async fn draw(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<Parted>), Answer> {
    let visit = caller.sit(&hall, &id).await?;
    let parted = finish(async move { visit.table.draw(&hall, visit.seats).await }).await?;
    Ok((StatusCode::ACCEPTED, Json(parted)))
}

/// Reminds the other side that it has to decide
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/tables/{id}/remind", tag = "play", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem))))]
pub async fn remind(State(hall): State<Arc<Hall>>, caller: Caller, Path(id): Path<String>) -> Result<StatusCode, Answer> {
    let visit = caller.sit(&hall, &id).await?;
    finish(async move { visit.table.remind(&hall, visit.seats).await }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Claims a game whose other side has not moved in time, or lets a computer play on in its seat
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/tables/{id}/claim", tag = "play", params(("id" = String, Path)), request_body = Claim,
    responses((status = 200, body = Parted), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem))))]
pub async fn claim(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Body(wish): Body<Claim>,
) -> Result<Json<Parted>, Answer> {
    let visit = caller.sit(&hall, &id).await?;
    Ok(Json(finish(async move { visit.table.claim(&hall, visit.seats, wish).await }).await?))
}

/// Begins a game that is over anew, with the seats exchanged; or tells where the other side has done so
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/tables/{id}/rematch", tag = "play", params(("id" = String, Path)),
    responses((status = 200, body = Again), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem))))]
pub async fn rematch(State(hall): State<Arc<Hall>>, caller: Caller, Path(id): Path<String>) -> Result<Json<Again>, Answer> {
    let visit = caller.sit(&hall, &id).await?;
    caller.admit(&hall, Kind::Table)?;
    Ok(Json(finish(async move { visit.table.rematch(&hall, visit.seats).await }).await?))
}

/// Leaves a table for good; when nobody is left it is removed
#[cfg_attr(feature = "schema", utoipa::path(delete, path = "/api/tables/{id}", tag = "play", params(("id" = String, Path)),
    responses((status = 200, body = Left), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem))))]
pub async fn quit(State(hall): State<Arc<Hall>>, caller: Caller, Path(id): Path<String>) -> Result<Json<Left>, Answer> {
    let visit = caller.sit(&hall, &id).await?;
    Ok(Json(finish(async move { visit.table.quit(&hall, visit.seats).await }).await?))
}

/// Where you are told that it is your turn
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/webhook", tag = "play", params(("id" = String, Path)),
    responses((status = 200, body = WebhookTold), (status = 403, body = Problem), (status = 404, body = Problem))))]
pub async fn webhook(State(hall): State<Arc<Hall>>, caller: Caller, Path(id): Path<String>) -> Result<Json<WebhookTold>, Answer> {
    let visit = caller.sit(&hall, &id).await?;
    Ok(Json(visit.table.webhook(&hall, visit.seats).await?))
}

/// Says where you want to be told that it is your turn
#[cfg_attr(feature = "schema", utoipa::path(put, path = "/api/tables/{id}/webhook", tag = "play", params(("id" = String, Path)), request_body = WebhookWish,
    responses((status = 200, body = WebhookTold), (status = 400, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem))))]
pub async fn set_webhook(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Body(WebhookWish { url }): Body<WebhookWish>,
) -> Result<Json<WebhookTold>, Answer> {
    let visit = caller.sit(&hall, &id).await?;
    Ok(Json(finish(async move { visit.table.set_webhook(&hall, visit.seats, url).await }).await?))
}
