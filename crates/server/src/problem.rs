//! What goes wrong, as `application/problem+json`: one shape for every refusal, on HTTP and on sockets alike.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grognard_shelf::{Rejection, Thing};
use serde::{Deserialize, Serialize};

/// A refusal that says what was wrong and, where a rule forbids, which one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Problem {
    /// What kind of problem it is: `urn:grognard:illegal`, `urn:grognard:stale` …
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What is wrong this time.
    pub detail: String,
    /// The case that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
    /// The unit, hex or hexside at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Thing>,
    /// Case, reason and thing at fault in one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// How many actions have been played, where the sender was behind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<usize>,
    /// Seconds to wait before it is tried again, where that helps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<u64>,
}

/// No refusal has more to say than so many characters. What is longer repeats what was sent, which may be a megabyte: half as many of
/// its first and a quarter of its last are kept, the repeated text being in between.
const LONGEST: usize = 4_000;

/// The beginning and the end of a text that is too long: the one says what is wrong, the other what helps.
fn shortened(text: String) -> String {
    let length = text.chars().count();
    if length <= LONGEST {
        return text;
    }
    let head: String = text.chars().take(LONGEST / 2).collect();
    let tail: String = text.chars().skip(length - LONGEST / 4).collect();
    format!("{head} … {tail}")
}

/// A refusal on its way out. Boxed, because most calls go well.
pub type Refused = Box<Problem>;

impl Problem {
    /// A problem of one kind.
    pub fn new(status: StatusCode, kind: &str, title: &str, detail: impl Into<String>) -> Refused {
        Box::new(Self {
            kind: format!("urn:grognard:{kind}"),
            title: title.to_owned(),
            status: status.as_u16(),
            detail: shortened(detail.into()),
            case: None,
            at: None,
            line: None,
            played: None,
            wait: None,
        })
    }

    /// 400: what was sent cannot be read.
    pub fn malformed(detail: impl Into<String>) -> Refused {
        Self::new(StatusCode::BAD_REQUEST, "malformed", "The request cannot be read", detail)
    }

    /// 403: not with this token, or not with none.
    pub fn forbidden(detail: impl Into<String>) -> Refused {
        Self::new(StatusCode::FORBIDDEN, "not-yours", "That is not yours to do", detail)
    }

    /// 403: the table asks for a passphrase, and this was not it.
    pub fn locked() -> Refused {
        let detail = "this table asks for its passphrase; send it in the header X-Passphrase";
        Self::new(StatusCode::FORBIDDEN, "passphrase", "A passphrase is needed", detail)
    }

    /// 404: there is no such thing.
    pub fn unknown(detail: impl Into<String>) -> Refused {
        Self::new(StatusCode::NOT_FOUND, "unknown", "There is no such thing here", detail)
    }

    /// 409: the table has moved on.
    pub fn stale(played: usize) -> Refused {
        let detail = format!("the table has moved on: {played} actions have been played");
        let mut problem = Self::new(StatusCode::CONFLICT, "stale", "The table has moved on", detail);
        problem.played = Some(played);
        problem
    }

    /// 409: it cannot be done now.
    pub fn not_now(detail: impl Into<String>) -> Refused {
        Self::new(StatusCode::CONFLICT, "not-now", "That cannot be done now", detail)
    }

    /// 429: too often.
    pub fn too_many(wait: u64) -> Refused {
        let detail = match wait {
            0..=1 => "slow down and try again in a second".to_owned(),
            _ => format!("slow down and try again in {wait} seconds"),
        };
        Self::crowded(detail, wait)
    }

    /// 429: there is no room for more of it.
    pub fn crowded(detail: impl Into<String>, wait: u64) -> Refused {
        let mut problem = Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many", "Too many requests", detail);
        problem.wait = Some(wait);
        problem
    }

    /// 503: what was asked could not be stored or fetched, and nothing has changed.
    pub fn storage() -> Refused {
        let detail = "the table's storage did not answer; nothing has changed, try again";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "storage", "The storage did not answer", detail)
    }

    /// 503: what was asked could not be stored, and has not been.
    pub fn not_stored(why: &str) -> Refused {
        let detail = format!("this was not stored: {why}");
        let mut problem = Self::new(StatusCode::SERVICE_UNAVAILABLE, "storage", "It could not be stored", detail);
        problem.wait = Some(5);
        problem
    }

    /// 503: the storage failed in the very moment, and does not say whether it has stored what was asked.
    pub fn unsure() -> Refused {
        let detail = "nobody knows yet whether this was stored; look at the table before you try again";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unsure", "The storage did not say whether it was stored", detail)
    }

    /// 500: our fault.
    pub fn broken(detail: impl Into<String>) -> Refused {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", "Something is broken here", detail)
    }

    /// What the rules say to an action: 422 when it is illegal or unreadable, 403 when it is another seat's, 409 when the
    /// game is over.
    pub fn rejection(rejection: Rejection) -> Refused {
        let Rejection { kind, case, why, at, line, .. } = rejection;
        let mut problem = match kind.as_ref() {
            "not yours" => Self::forbidden(why),
            "over" => Self::not_now(why),
            "illegal" => Self::new(StatusCode::UNPROCESSABLE_ENTITY, "illegal", "The rules do not allow it", why),
            _ => Self::new(StatusCode::UNPROCESSABLE_ENTITY, "unreadable", "The action cannot be understood", why),
        };
        problem.case = case;
        problem.at = at;
        problem.line = Some(shortened(line));
        problem
    }
}

/// So that handlers can use `?` and answer with it.
pub struct Answer(pub Refused);

impl From<Refused> for Answer {
    fn from(problem: Refused) -> Self {
        Self(problem)
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let Self(problem) = self;
        let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_vec(&problem).unwrap_or_default();
        let mut answer = (status, body).into_response();
        let headers = answer.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(wait) = problem.wait {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(wait));
        }
        answer
    }
}
