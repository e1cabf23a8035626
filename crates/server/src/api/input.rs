//! What comes with a request, with refusals in one shape.

use crate::figures::{MOST_BYTES, MOST_RECORD_BYTES};
use crate::guard::Peer;
use crate::hall::Hall;
use crate::late::{Late, is_late};
use crate::limit::{Counted, Kind};
use crate::problem::{Answer, Problem, Refused};
use crate::queue::Lane;
use crate::secret;
use crate::visit::Visit;
use axum::Json;
use axum::body::HttpBody as _;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, StatusCode, header};
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;
use std::net::IpAddr;
use std::sync::Arc;

/// What is read of a record that is too long, without being kept.
const PASSED_BY: usize = 8 * MOST_RECORD_BYTES;

/// A JSON body.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Answer;

    async fn from_request(request: Request, state: &S) -> Result<Self, Answer> {
        let Json(value) = Json::from_request(request, state).await.map_err(|why: JsonRejection| Answer(body_problem(&why)))?;
        Ok(Self(value))
    }
}

/// A JSON body that may be long. Few of them are read at the same time, since they are held in memory until they are dealt with.
pub struct LongBody<T>(pub T, pub Option<Counted>);

impl<T: DeserializeOwned> FromRequest<Arc<Hall>> for LongBody<T> {
    type Rejection = Answer;

    async fn from_request(request: Request, hall: &Arc<Hall>) -> Result<Self, Answer> {
        let said = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
        let limits = hall.limiter.limits();
        let mut counted = None;
        if said.is_none_or(|bytes| bytes > MOST_BYTES) && !limits.off {
            counted = hall.long.take(peer(request.extensions()), limits.long_each, limits.long_all);
            if counted.is_none() {
                return Err(Answer(Problem::crowded("records are being read already; try again in a few seconds", 5)));
            }
        }
        if said.is_some_and(|bytes| bytes > MOST_RECORD_BYTES) {
            // Whoever still sends does not hear a refusal: so much is let pass by first.
            let mut passing = request.into_body().into_data_stream();
            let mut patience = PASSED_BY;
            while let (true, Some(Ok(piece))) = (patience > 0, passing.next().await) {
                patience = patience.saturating_sub(piece.len());
            }
            return Err(Answer(too_large()));
        }
        Body::from_request(request, hall).await.map(|Body(value)| Self(value, counted))
    }
}

fn peer(extensions: &Extensions) -> IpAddr {
    extensions.get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0)
}

/// A JSON body that may be left out.
pub struct MaybeBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Default> FromRequest<S> for MaybeBody<T> {
    type Rejection = Answer;

    async fn from_request(request: Request, state: &S) -> Result<Self, Answer> {
        if !request.headers().contains_key(header::CONTENT_TYPE) && request.body().is_end_stream() {
            return Ok(Self(T::default()));
        }
        Body::from_request(request, state).await.map(|Body(value)| Self(value))
    }
}

fn too_large() -> Refused {
    let detail = format!("at most {MOST_BYTES} bytes are read, {MOST_RECORD_BYTES} where a record is brought along");
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "That is too much at once", detail)
}

fn body_problem(why: &JsonRejection) -> Refused {
    match why.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            let detail = "expected the header Content-Type: application/json";
            Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type", "Not JSON", detail)
        }
        _ if is_late(why) => Problem::new(StatusCode::REQUEST_TIMEOUT, "late", "That took too long", Late.to_string()),
        _ => Problem::malformed(why.body_text()),
    }
}

/// What stands behind the question mark of an address.
pub struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Answer;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Answer> {
        let found: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, state).await;
        found.map(|Query(value)| Self(value)).map_err(|why| Answer(Problem::malformed(why.body_text())))
    }
}

/// The names in an address.
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Answer;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Answer> {
        let found: Result<axum::extract::Path<T>, _> = axum::extract::Path::from_request_parts(parts, state).await;
        found.map(|axum::extract::Path(value)| Self(value)).map_err(|_| Answer(Problem::unknown("there is nothing of that name")))
    }
}

/// Who asks.
pub struct Caller {
    token: Option<String>,
    passphrase: Option<String>,
    address: IpAddr,
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Answer;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Answer> {
        let token = match parts.headers.get(header::AUTHORIZATION) {
            None => None,
            Some(value) => {
                let token = value.to_str().ok().and_then(|text| text.strip_prefix("Bearer"));
                let bad = || Problem::malformed("expected the header Authorization: Bearer TOKEN");
                Some(token.ok_or_else(bad)?.trim().to_owned())
            }
        };
        let address = peer(&parts.extensions);
        Ok(Self { token, passphrase: text(&parts.headers, "x-passphrase"), address })
    }
}

fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    // A passphrase may hold any letters; browsers can send only some of them in a header, so others are written as %C3%A9.
    let value = headers.get(name)?;
    let raw = std::str::from_utf8(value.as_bytes()).ok()?;
    Some(unescape(raw))
}

fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let pair =
            tail.get(..2).and_then(|pair| std::str::from_utf8(pair).ok()).and_then(|pair| u8::from_str_radix(pair, 16).ok());
        match pair {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

impl Caller {
    /// Lets the caller in to look.
    ///
    /// # Errors
    /// 404, 403 or 429.
    pub async fn look(&self, hall: &Arc<Hall>, id: &str) -> Result<Visit, Refused> {
        hall.visit(id, self.token.as_deref(), self.passphrase.as_deref(), self.address).await
    }

    /// Lets the caller in to do something with a seat.
    ///
    /// # Errors
    /// Likewise; and 403 without a seat.
    pub async fn sit(&self, hall: &Arc<Hall>, id: &str) -> Result<Visit, Refused> {
        let Some(token) = &self.token else {
            hall.table(id).await?;
            return Err(Problem::forbidden("only players act; send the token of a seat"));
        };
        hall.limiter.admit_token(&secret::token_hash(token), Kind::Message)?;
        hall.visit(id, Some(token), None, self.address).await
    }

    /// Refuses whoever does something dear too often.
    ///
    /// # Errors
    /// 429.
    pub fn admit(&self, hall: &Hall, kind: Kind) -> Result<(), Refused> {
        hall.limiter.admit(self.address, kind)
    }

    /// Where the request comes from.
    pub const fn address(&self) -> IpAddr {
        self.address
    }

    /// For whom its work is counted.
    pub fn lane(&self, hall: &Hall) -> Lane {
        hall.mark(self.address).into()
    }

    /// Whether a token came along.
    pub const fn has_token(&self) -> bool {
        self.token.is_some()
    }

    /// The passphrase that came in the header.
    pub fn passphrase(&self) -> Option<&str> {
        self.passphrase.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::stream;
    use std::time::Duration;

    #[tokio::test]
    async fn what_does_not_come_to_its_end_is_called_late() {
        let begun = || stream::iter([Ok::<_, Late>("{\"command\": ")]);
        let refused = async |body| {
            let request = Request::builder().header(header::CONTENT_TYPE, "application/json").body(body).unwrap();
            let Err(Answer(problem)) = Body::<serde_json::Value>::from_request(request, &()).await else {
                panic!("it is not whole")
            };
            (problem.status, problem.kind)
        };
        let silent = axum::body::Body::from_stream(begun().chain(stream::pending()));
        let late = refused(crate::late::until(silent, Duration::from_millis(1))).await;
        assert_eq!(late, (408, "urn:grognard:late".to_owned()));
        let cut = axum::body::Body::from_stream(begun());
        assert_eq!(
            refused(crate::late::until(cut, Duration::from_secs(3_600))).await,
            (400, "urn:grognard:malformed".to_owned())
        );
    }

    #[test]
    fn a_passphrase_may_hold_any_letters() {
        assert_eq!(unescape("vive l%27empereur %C3%A9tranger 100%"), "vive l'empereur étranger 100%");
        assert_eq!(unescape("%ff"), "%ff", "what is no text stays as it came");
    }
}
