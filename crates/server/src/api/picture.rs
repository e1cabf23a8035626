//! A picture of a table to hand on, drawn here: nobody else is asked.

use super::input::{Asked, Caller, Path};
use crate::hall::Hall;
use crate::limit::Kind;
use crate::problem::{Answer, Problem};
use crate::queue::Rank;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use grognard_engine::board::Line;
use grognard_picture::{Options, Poster, png, poster};
use grognard_shelf::View;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Widths of pictures, in pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 400..=2_400;
/// What is usual.
const WIDTH: u32 = 1_600;

/// How large.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub struct Size {
    /// Width in pixels, 400 to 2400; 1600 if left out.
    width: Option<u32>,
}

/// The table as a picture (PNG): the map as it is now, the verdict or the turn, and where strength was lost
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/tables/{id}/picture.png", tag = "look", params(("id" = String, Path), Size),
    responses((status = 200, description = "a PNG", content_type = "image/png", body = Vec<u8>), (status = 400, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem), (status = 429, body = Problem))))]
pub async fn picture(
    State(hall): State<Arc<Hall>>,
    caller: Caller,
    Path(id): Path<String>,
    Asked(Size { width }): Asked<Size>,
) -> Result<Response, Answer> {
    let width = width.unwrap_or(WIDTH);
    if !WIDTHS.contains(&width) {
        return Err(Answer(Problem::malformed(format!("a picture is {} to {} pixels wide", WIDTHS.start(), WIDTHS.end()))));
    }
    let visit = caller.look(&hall, &id).await?;
    caller.admit(&hall, Kind::Import)?;
    let lines = visit.table.log(&hall, visit.seats, 0, usize::MAX).await?;
    let (view, map) = {
        let mut held = visit.table.hold(&hall).await?;
        let core = held.core()?;
        (visit.table.view(core, visit.seats, None), core.game.map())
    };
    let lane = visit.table.lane();
    let drawn = hall.heavy(Rank::Later, lane, move || {
        let told = Poster { heading: heading(&view), line: line(&view), losses: losses(&view, &lines) };
        png(&poster(&map, &view.board, &Options::default(), &told), width)
    });
    let bytes = drawn.await?.map_err(Problem::broken)?;
    let name = format!("inline; filename=\"{}.png\"", visit.table.row.game);
    Ok((
        [
            (header::CONTENT_TYPE, "image/png".to_owned()),
            (header::CONTENT_DISPOSITION, name),
            (header::CACHE_CONTROL, "no-store".to_owned()),
        ],
        bytes,
    )
        .into_response())
}

fn heading(view: &View) -> String {
    let what = view.ending.as_ref().map_or_else(|| view.board.phase.clone(), |ending| ending.verdict.clone());
    if what.is_empty() { view.title.clone() } else { format!("{}: {what}", view.title) }
}

fn line(view: &View) -> String {
    let turn = format!("Turn {} of {}, {}", view.board.turn_number, view.board.turns, view.board.clock);
    format!("{turn}  ·  strength was lost where it is red")
}

/// What was lost in each hex: the printed strength of those who fell there.
fn losses(view: &View, lines: &[Line]) -> Vec<(String, u32)> {
    let mut found: BTreeMap<&str, u32> = BTreeMap::new();
    for line in lines.iter().filter(|line| !line.lost.is_empty()) {
        let Some(hex) = line.hexes.first() else { continue };
        for tag in &line.lost {
            let strength = view.board.counters.iter().find(|counter| counter.tag == *tag).and_then(|counter| counter.strength);
            *found.entry(hex).or_default() += strength.map_or(1, |strength| strength.unsigned_abs().max(1));
        }
    }
    found.into_iter().map(|(hex, strength)| (hex.to_owned(), strength)).collect()
}
