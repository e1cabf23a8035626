//! The page: the files of `web/dist`, built into the program, or read from a folder while one works at them.

use crate::hall::Hall;
use crate::problem::{Answer, Problem};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

/// A file that is built in, as it is and compressed.
struct Asset {
    path: &'static str,
    plain: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
    tag: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

const MISSING: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Grognard</title>\
<h1>Grognard</h1><p>The server works, but this program was built without its page.</p>\
<p>Build it with <code>npm ci</code> and <code>npm run build</code> in the folder <code>web</code>, then build the program again; \
or start it with <code>--web web/dist</code>.</p>\
<p>The interface for programs is described at <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p></html>\n";

/// Answers every address that is not under `/api`.
pub async fn serve(State(hall): State<Arc<Hall>>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let detail = "pages are only read";
        return Answer(Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", "Not with this method", detail)).into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    match &hall.config.web {
        Some(folder) => from_folder(folder, path).await,
        None => built_in(path, request.headers()),
    }
}

/// Whether an address is that of a file, and not of a page that the program in the browser draws: `/rules/art-of-war/5.1` is one.
fn names_file(path: &str) -> bool {
    let ending = path.rsplit('/').next().and_then(|last| last.rsplit_once('.')).map(|(_, ending)| ending);
    ending.is_some_and(|ending| ending.starts_with(|c: char| c.is_ascii_alphabetic()))
}

fn nothing() -> Response {
    Answer(Problem::unknown("there is no such file")).into_response()
}

fn built_in(path: &str, headers: &HeaderMap) -> Response {
    let find = |path: &str| ASSETS.binary_search_by(|asset| asset.path.cmp(path)).ok().map(|i| &ASSETS[i]);
    let asset = find(path).or_else(|| if names_file(path) && path != "index.html" { None } else { find("index.html") });
    let Some(asset) = asset else {
        return if names_file(path) && path != "index.html" { nothing() } else { html(MISSING.into()) };
    };
    let same = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let tag = HeaderValue::from_static(asset.tag);
    if same.is_some_and(|known| known.trim_start_matches("W/") == asset.tag) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let taken = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let takes = |word: &str| taken.split(',').any(|part| part.trim().split(';').next() == Some(word));
    let (body, encoding) = match (asset.brotli, asset.gzip) {
        (Some(brotli), _) if takes("br") => (brotli, Some("br")),
        (_, Some(gzip)) if takes("gzip") => (gzip, Some("gzip")),
        _ => (asset.plain, None),
    };
    let mut answer = body.into_response();
    let out = answer.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(asset.path)));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(lasts(asset.path)));
    out.insert(header::ETAG, tag);
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    answer
}

async fn from_folder(folder: &Path, path: &str) -> Response {
    let decent = path.split('/').all(|part| !part.is_empty() && part != ".." && part != "." && !part.contains(['\\', ':', '%']));
    if names_file(path)
        && decent
        && let Ok(bytes) = tokio::fs::read(folder.join(path)).await
    {
        let mut answer = bytes.into_response();
        answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(path)));
        return answer;
    }
    if names_file(path) && path != "index.html" {
        return nothing();
    }
    html(tokio::fs::read_to_string(folder.join("index.html")).await.map_or(MISSING.into(), Cow::Owned))
}

fn html(text: Cow<'static, str>) -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], text).into_response()
}

/// Files whose name holds a hash never change; the others are asked for again.
fn lasts(path: &str) -> &'static str {
    if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" }
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_files_are_told_apart() {
        for page in ["", "new", "table/abc", "rules/art-of-war", "rules/art-of-war/5.1"] {
            assert!(!names_file(page), "{page}");
        }
        for file in ["index.html", "assets/index-8f3a.js", "favicon.svg"] {
            assert!(names_file(file), "{file}");
        }
    }

    #[test]
    fn built_in_files_are_sorted_so_that_they_are_found() {
        assert!(ASSETS.is_sorted_by_key(|asset| asset.path));
    }

    #[tokio::test]
    async fn no_way_leads_out_of_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for path in ["../Cargo.toml", "a/../../Cargo.toml", "..\\Cargo.toml", "%2e%2e/Cargo.toml"] {
            assert_eq!(from_folder(&folder, path).await.status(), StatusCode::NOT_FOUND, "{path}");
        }
        assert_eq!(from_folder(&folder, "lib.rs").await.status(), StatusCode::OK);
    }
}
