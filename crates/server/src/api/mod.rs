//! HTTP under `/api`. One file for each kind of question; the document that describes it all is made from the same lines.

mod analysis;
mod house;
mod input;
mod library;
mod lobby;
mod look;
mod parting;
mod picture;
mod play;

use crate::figures::{MOST_BYTES, MOST_RECORD_BYTES};
use crate::guard;
use crate::hall::Hall;
use crate::page;
use crate::problem::{Answer, Problem};
use crate::wire::{ClientMessage, ServerMessage};
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::{Router, middleware};
use std::sync::Arc;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate as _, SizeAbove};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Grognard",
        description = "Tables, games, maps and rules. Sockets at /api/tables/{id}/live speak ClientMessage and ServerMessage."
    ),
    components(schemas(ClientMessage, ServerMessage, Problem))
)]
struct Document;

fn described() -> OpenApiRouter<Arc<Hall>> {
    let ordinary = OpenApiRouter::new()
        .routes(routes!(library::games))
        .routes(routes!(library::map))
        .routes(routes!(library::charts))
        .routes(routes!(library::lesson))
        .routes(routes!(library::rules))
        .routes(routes!(library::rule))
        .routes(routes!(house::house))
        .routes(routes!(lobby::list))
        .routes(routes!(lobby::table))
        .routes(routes!(lobby::take_seat))
        .routes(routes!(look::view))
        .routes(routes!(look::log))
        .routes(routes!(look::log_page))
        .routes(routes!(look::catch_up))
        .routes(routes!(look::turns))
        .routes(routes!(look::dice))
        .routes(routes!(look::record))
        .routes(routes!(look::notation))
        .routes(routes!(look::position))
        .routes(routes!(look::overlays))
        .routes(routes!(look::overlay))
        .routes(routes!(look::chat))
        .routes(routes!(picture::picture))
        .routes(routes!(look::advice))
        .routes(routes!(look::reasons))
        .routes(routes!(analysis::analysis))
        .routes(routes!(play::act))
        .routes(routes!(play::command))
        .routes(routes!(play::why))
        .routes(routes!(play::undo))
        .routes(routes!(play::answer))
        .routes(routes!(play::resign))
        .routes(routes!(play::abandon))
        .routes(routes!(play::answer_end))
        .routes(routes!(parting::draw))
        .routes(routes!(parting::remind))
        .routes(routes!(parting::claim))
        .routes(routes!(parting::rematch))
        .routes(routes!(parting::quit))
        .routes(routes!(parting::webhook, parting::set_webhook))
        .routes(routes!(play::orders, play::give_orders))
        .routes(routes!(play::live))
        .layer(DefaultBodyLimit::max(MOST_BYTES));
    let bringing = OpenApiRouter::new().routes(routes!(lobby::make)).layer(DefaultBodyLimit::max(MOST_RECORD_BYTES));
    OpenApiRouter::with_openapi(Document::openapi()).merge(ordinary).merge(bringing)
}

/// The description of all this, as JSON.
#[must_use]
pub fn openapi() -> String {
    let (_, document) = described().split_for_parts();
    let mut text = document.to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

/// Everything the server answers.
pub fn router(hall: Arc<Hall>) -> Router {
    let (api, _) = described().split_for_parts();
    let document: Arc<str> = openapi().into();
    let worth_it = SizeAbove::new(1024).and(NotForContentType::GRPC).and(NotForContentType::IMAGES);
    Router::new()
        .merge(api)
        .route("/api/openapi.json", axum::routing::get(move || library::text("application/json", document)))
        .route("/api/{*rest}", axum::routing::any(unknown))
        .fallback(page::serve)
        .method_not_allowed_fallback(not_allowed)
        .layer(CompressionLayer::new().compress_when(worth_it))
        .layer(middleware::from_fn_with_state(hall.clone(), guard::guard))
        .with_state(hall)
}

async fn unknown() -> Answer {
    Answer(Problem::unknown("there is nothing at this address; /api/openapi.json lists what there is"))
}

async fn not_allowed() -> Answer {
    let detail = "this address exists, but not for this method; /api/openapi.json lists what there is";
    Answer(Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", "Not with this method", detail))
}
