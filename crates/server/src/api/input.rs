//! What comes with a request, with refusals in one shape.

use crate::guard::Peer;
use crate::hall::{Hall, Visit};
use crate::limit::Kind;
use crate::problem::{Answer, Problem, Refused};
use crate::secret;
use axum::Json;
use axum::body::HttpBody as _;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use std::net::IpAddr;
use std::sync::Arc;

/// A JSON body.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Answer;

    async fn from_request(request: Request, state: &S) -> Result<Self, Answer> {
        let Json(value) = Json::from_request(request, state).await.map_err(|why: JsonRejection| Answer(body_problem(&why)))?;
        Ok(Self(value))
    }
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

fn body_problem(why: &JsonRejection) -> Refused {
    match why.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            let detail = format!(
                "at most {} bytes are read, {} where a record is brought along",
                super::MOST_BYTES,
                super::MOST_RECORD_BYTES
            );
            Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "That is too much at once", detail)
        }
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            let detail = "expected the header Content-Type: application/json";
            Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type", "Not JSON", detail)
        }
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
        let address = parts.extensions.get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0);
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
        if self.token.is_none() && self.passphrase.is_some() && !hall.limiter.admits(self.address, Kind::Try) {
            let known = hall.present(id).is_some_and(|table| table.knows(self.passphrase.as_deref()));
            if !known {
                return Err(Problem::too_many());
            }
        }
        hall.visit(id, self.token.as_deref(), self.passphrase.as_deref()).await
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
        if !hall.limiter.admits_token(&secret::token_hash(token)) {
            return Err(Problem::too_many());
        }
        hall.visit(id, Some(token), None).await
    }

    /// Refuses whoever does something dear too often.
    ///
    /// # Errors
    /// 429.
    pub fn admit(&self, hall: &Hall, kind: Kind) -> Result<(), Refused> {
        if hall.limiter.admits(self.address, kind) { Ok(()) } else { Err(Problem::too_many()) }
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

    #[test]
    fn a_passphrase_may_hold_any_letters() {
        assert_eq!(unescape("vive l%27empereur %C3%A9tranger 100%"), "vive l'empereur étranger 100%");
        assert_eq!(unescape("%ff"), "%ff", "what is no text stays as it came");
    }
}
