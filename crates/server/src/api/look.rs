//! Looking at a table.

use super::input::{Asked, Caller, Path};
use crate::core::Core;
use crate::hall::Hall;
use crate::hub::{Seats, lock};
use crate::limit::Kind;
use crate::problem::{Answer, Problem, Refused};
use crate::store::Said;
use crate::story::LogPage;
use crate::table::Table;
use crate::undo;
use crate::wire::Reasoned;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use grognard_engine::board::Line;
use grognard_engine::preview::{OverlayHex, OverlayInfo};
use grognard_shelf::{CatchUp, DiceCount, TurnMark, View};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The last things said by seats that are told; of those who look on half as many.
const MOST_TALK: usize = 200;

/// After how many actions.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub struct At {
    /// The position after so many actions; the present one if left out.
    at: Option<usize>,
}

/// Since when.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub struct From {
    /// The first entry wanted; 0 is the set-up.
    from: Option<usize>,
}

/// Which turns.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub struct Page {
    /// Turns before this entry are wanted; the last ones if left out.
    before: Option<usize>,
    /// How many turns; two if left out.
    turns: Option<usize>,
}

/// Where, and after how many actions.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub struct Where {
    /// A hex, or a unit that stands in one.
    hex: Option<String>,
    /// The position after so many actions; the present one if left out.
    at: Option<usize>,
}

/// Whether a hint is wanted.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub struct Hint {
    /// The level of whom to ask what it would do in your place.
    hint: Option<String>,
}

/// What computers say.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Counsel {
    /// What the computer said of its last move.
    last: Option<Reasoned>,
    /// What it would do in your place, if you asked.
    hint: Option<Reasoned>,
}

/// What holds the whole truth is for those who may know it: everybody where there are no secrets, else whoever holds all seats.
fn whole_truth(core: &Core, seats: Seats) -> Result<(), Refused> {
    if core.game.secretive() && seats.count() < core.game.seats().len() {
        return Err(Problem::not_now("it would tell what is hidden; it can be had when the game is over"));
    }
    Ok(())
}

/// Which part of a game a question is about.
#[derive(Clone, Copy)]
enum Part {
    /// The present position.
    Now,
    /// The position after so many actions.
    After(usize),
    /// All that was played.
    Whole,
}

impl Part {
    const fn at(at: Option<usize>) -> Self {
        match at {
            None => Self::Now,
            Some(at) => Self::After(at),
        }
    }
}

/// Lets the caller in, and asks the game something. What is not at hand of a long game is read for it.
async fn ask<T>(
    hall: &Arc<Hall>,
    caller: &Caller,
    id: &str,
    part: Part,
    question: impl FnOnce(&Table, &Core, Seats) -> Result<T, Refused>,
) -> Result<T, Answer> {
    let visit = caller.look(hall, id).await?;
    let table = &visit.table;
    let mut held = table.hold(hall).await?;
    let core = held.core()?;
    let (first, over) = (core.game.first(), core.over());
    let corrected = !lock(&table.desk).corrected.is_empty();
    let at = match part {
        Part::After(at) if at < first => Some(at),
        Part::Whole if first > 0 || corrected => None,
        _ => return Ok(question(table, core, visit.seats)?),
    };
    drop(held);
    let past = match at {
        // A game that is over has no secrets, which is known only at its end.
        Some(at) if !over => table.past(hall, at).await?,
        _ => table.whole(hall).await?,
    };
    Ok(question(table, &past, visit.seats)?)
}

/// All that is needed to draw a table and to play at it
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/view", tag = "look", params(("id" = String, Path), At),
    responses((status = 200, body = View), (status = 403, body = Problem), (status = 404, body = Problem))))]
pub async fn view(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Asked(At { at }): Asked<At>,
) -> Result<Json<View>, Answer> {
    let mut view = ask(&hall, &caller, &id, Part::at(at), |table, core, seats| Ok(table.view(core, seats, at))).await?;
    if at.is_some() {
        // What lies far back was read without what came after it.
        let now = ask(&hall, &caller, &id, Part::Now, |table, core, seats| {
            Ok((core.game.played(), undo::offer(core, &lock(&table.desk).seats, seats)))
        });
        (view.played, view.undo) = now.await?;
    }
    Ok(Json(view))
}

/// Log lines
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/log", tag = "look", params(("id" = String, Path), From),
    responses((status = 200, body = Vec<Line>), (status = 403, body = Problem), (status = 404, body = Problem))))]
pub async fn log(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Asked(From { from }): Asked<From>,
) -> Result<Json<Vec<Line>>, Answer> {
    let visit = caller.look(&hall, &id).await?;
    Ok(Json(visit.table.log(&hall, visit.seats, from.unwrap_or(0), usize::MAX).await?))
}

/// Log lines, some turns at a time
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/log-page", tag = "look", params(("id" = String, Path), Page),
    responses((status = 200, body = LogPage), (status = 403, body = Problem), (status = 404, body = Problem))))]
pub async fn log_page(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Asked(Page { before, turns }): Asked<Page>,
) -> Result<Json<LogPage>, Answer> {
    let visit = caller.look(&hall, &id).await?;
    Ok(Json(visit.table.log_page(&hall, visit.seats, before, turns).await?))
}

/// What happened after so many actions
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/catch-up", tag = "look", params(("id" = String, Path), From),
    responses((status = 200, body = CatchUp), (status = 403, body = Problem), (status = 404, body = Problem))))]
pub async fn catch_up(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Asked(From { from }): Asked<From>,
) -> Result<Json<CatchUp>, Answer> {
    let told = |_: &Table, core: &Core, seats| Ok(core.game.catch_up(Table::eyes(core, seats), from.unwrap_or(0)));
    Ok(Json(ask(&hall, &caller, &id, Part::Now, told).await?))
}

/// Where turns and phases began
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/turns", tag = "look", params(("id" = String, Path)),
    responses((status = 200, body = Vec<TurnMark>), (status = 403, body = Problem), (status = 404, body = Problem))))]
pub async fn turns(State(hall): State<Arc<Hall>>, caller: Caller, Path(id): Path<String>) -> Result<Json<Vec<TurnMark>>, Answer> {
    let visit = caller.look(&hall, &id).await?;
    Ok(Json(visit.table.turns(&hall).await?))
}

/// Every die rolled, against expectation
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/dice", tag = "look", params(("id" = String, Path)),
    responses((status = 200, body = DiceCount), (status = 403, body = Problem), (status = 404, body = Problem))))]
pub async fn dice(State(hall): State<Arc<Hall>>, caller: Caller, Path(id): Path<String>) -> Result<Json<DiceCount>, Answer> {
    Ok(Json(ask(&hall, &caller, &id, Part::Whole, |_, core, seats| Ok(core.game.dice_told(Table::eyes(core, seats)))).await?))
}

/// The record, with the hash of the seed of its dice, and with the seed once the game is over
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/record", tag = "look", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem))))]
pub async fn record(State(hall): State<Arc<Hall>>, caller: Caller, Path(id): Path<String>) -> Result<Response, Answer> {
    let text = ask(&hall, &caller, &id, Part::Whole, |_, core, seats| {
        whole_truth(core, seats)?;
        core.game.record().map_err(Problem::not_now)
    });
    Ok(plain(text.await?))
}

/// The game in game notation
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/notation", tag = "look", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem))))]
pub async fn notation(State(hall): State<Arc<Hall>>, caller: Caller, Path(id): Path<String>) -> Result<Response, Answer> {
    let text = ask(&hall, &caller, &id, Part::Whole, |_, core, seats| {
        whole_truth(core, seats)?;
        core.game.notation().map_err(Problem::not_now)
    });
    Ok(plain(text.await?))
}

/// The position in one line
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/position", tag = "look", params(("id" = String, Path), At),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem))))]
pub async fn position(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Asked(At { at }): Asked<At>,
) -> Result<Response, Answer> {
    let text = ask(&hall, &caller, &id, Part::at(at), |_, core, seats| {
        whole_truth(core, seats)?;
        Ok(core.game.position_at(at) + "\n")
    });
    Ok(plain(text.await?))
}

/// What can be laid over the map
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/overlays", tag = "look", params(("id" = String, Path)),
    responses((status = 200, body = Vec<OverlayInfo>), (status = 403, body = Problem), (status = 404, body = Problem))))]
pub async fn overlays(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Vec<OverlayInfo>>, Answer> {
    Ok(Json(ask(&hall, &caller, &id, Part::Now, |_, core, _| Ok(core.game.overlays())).await?))
}

/// Something laid over the map
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/overlay/{overlay}", tag = "look",
    params(("id" = String, Path), ("overlay" = String, Path), Where),
    responses((status = 200, body = Vec<OverlayHex>), (status = 400, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem))))]
pub async fn overlay(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path((id, overlay)): Path<(String, String)>,
    Asked(Where { hex, at }): Asked<Where>,
) -> Result<Json<Vec<OverlayHex>>, Answer> {
    let laid = |_: &Table, core: &Core, seats| {
        core.game.overlay(&overlay, hex.as_deref(), Table::eyes(core, seats), at).map_err(Problem::malformed)
    };
    Ok(Json(ask(&hall, &caller, &id, Part::at(at), laid).await?))
}

/// The last things said
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/chat", tag = "look", params(("id" = String, Path)),
    responses((status = 200, body = Vec<Said>), (status = 403, body = Problem), (status = 404, body = Problem))))]
pub async fn chat(State(hall): State<Arc<Hall>>, caller: Caller, Path(id): Path<String>) -> Result<Json<Vec<Said>>, Answer> {
    let visit = caller.look(&hall, &id).await?;
    Ok(Json(hall.store.chat(&visit.table.id, MOST_TALK, MOST_TALK / 2).await.map_err(|why| hall.storage(&why))?))
}

/// What the computer thought of its last move, and a hint if one is wanted
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/advice", tag = "look", params(("id" = String, Path), Hint),
    responses((status = 200, body = Counsel), (status = 403, body = Problem), (status = 404, body = Problem), (status = 429, body = Problem))))]
pub async fn advice(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Asked(Hint { hint }): Asked<Hint>,
) -> Result<Json<Counsel>, Answer> {
    let visit = caller.look(&hall, &id).await?;
    let last = visit.table.hold(&hall).await?.core()?.last_reason();
    let hint = match hint {
        None => None,
        Some(level) => {
            caller.admit(&hall, Kind::Hint)?;
            Some(visit.table.hint(&hall, visit.seats, &level, caller.lane(&hall)).await?)
        }
    };
    Ok(Json(Counsel { last, hint }))
}

/// Why computers played what they played
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/reasons", tag = "look", params(("id" = String, Path), From),
    responses((status = 200, body = Vec<Reasoned>), (status = 403, body = Problem), (status = 404, body = Problem))))]
pub async fn reasons(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Asked(From { from }): Asked<From>,
) -> Result<Json<Vec<Reasoned>>, Answer> {
    Ok(Json(ask(&hall, &caller, &id, Part::Whole, |_, core, _| Ok(core.reasons(from.unwrap_or(0)))).await?))
}

fn plain(text: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"))], text).into_response()
}
