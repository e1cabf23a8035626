//! HTTP under `/api`. One file for each kind of question; the document that describes it all is made from the same lines.

mod analysis;
mod doors;
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
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::{Router, middleware};
use std::sync::Arc;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate as _, SizeAbove};

/// The description of all this, as JSON.
#[cfg(feature = "schema")]
#[must_use]
pub fn openapi() -> String {
    use utoipa::OpenApi as _;
    let mut text = doors::Document::openapi().to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

#[cfg(feature = "schema")]
fn described(router: Router<Arc<Hall>>) -> Router<Arc<Hall>> {
    let document: Arc<str> = openapi().into();
    router.route("/api/openapi.json", axum::routing::get(move || library::text("application/json", document)))
}

/// A program that is only to be played describes itself to nobody.
#[cfg(not(feature = "schema"))]
fn described(router: Router<Arc<Hall>>) -> Router<Arc<Hall>> {
    let away = || async { Answer(Problem::unknown("this program was built without its description; a release has it")) };
    router.route("/api/openapi.json", axum::routing::get(away))
}

/// Everything the server answers.
pub fn router(hall: Arc<Hall>) -> Router {
    let ordinary = doors::ordinary().layer(DefaultBodyLimit::max(MOST_BYTES));
    let bringing = doors::bringing().layer(DefaultBodyLimit::max(MOST_RECORD_BYTES));
    let worth_it = SizeAbove::new(1024).and(NotForContentType::GRPC).and(NotForContentType::IMAGES);
    described(ordinary.merge(bringing))
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
