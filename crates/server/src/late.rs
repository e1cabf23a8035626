//! Requests that do not come to their end.
//!
//! Whoever sends a byte now and then would hold a connection, and what goes with it, for ever. What the house itself takes for an answer is another
//! matter: whoever has asked properly waits as long as his turn takes, and is told the truth.

use axum::body::Body;
use axum::extract::Request;
use futures_util::{StreamExt as _, stream};
use std::error::Error;
use std::fmt;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// In how many seconds a request has to be whole.
pub const SECONDS: u64 = 90;

/// Why the rest of a request was not waited for.
#[derive(Debug)]
pub struct Late;

impl fmt::Display for Late {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the request was not whole within {SECONDS} seconds; send it again")
    }
}

impl Error for Late {}

/// A request whose body ends with [`Late`] when it is not whole in time.
pub fn in_time(request: Request) -> Request {
    request.map(|body| if axum::body::HttpBody::is_end_stream(&body) { body } else { until(body, Duration::from_secs(SECONDS)) })
}

/// A body that ends with [`Late`] after so long.
pub fn until(body: Body, patience: Duration) -> Body {
    let end = Instant::now() + patience;
    Body::from_stream(stream::unfold(Some(body.into_data_stream()), move |pieces| async move {
        let mut pieces = pieces?;
        match timeout_at(end, pieces.next()).await {
            Ok(Some(Ok(piece))) => Some((Ok(piece), Some(pieces))),
            Ok(Some(Err(why))) => Some((Err(why.into_inner()), None)),
            Ok(None) => None,
            Err(_) => Some((Err(Late.into()), None)),
        }
    }))
}

/// Whether an error comes from a request that was late.
pub fn is_late(why: &(dyn Error + 'static)) -> bool {
    std::iter::successors(Some(why), |&why| why.source()).any(|why| why.is::<Late>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::to_bytes;

    #[tokio::test]
    async fn what_is_whole_is_read() {
        let pieces = stream::iter([Ok::<_, Late>("one"), Ok(" two")]);
        let body = until(Body::from_stream(pieces), Duration::from_secs(3_600));
        assert_eq!(to_bytes(body, 100).await.unwrap(), "one two");
        let empty = in_time(Request::new(Body::empty()));
        assert!(axum::body::HttpBody::is_end_stream(empty.body()), "what has no body still has none");
    }

    #[tokio::test]
    async fn what_never_ends_is_late() {
        let pieces = stream::iter([Ok::<_, Late>("one")]).chain(stream::pending());
        let body = until(Body::from_stream(pieces), Duration::from_millis(1));
        assert!(is_late(&to_bytes(body, 100).await.unwrap_err()));
    }

    #[tokio::test]
    async fn what_breaks_off_is_not_late() {
        let pieces = stream::iter([Err::<&str, _>(std::io::Error::other("gone"))]);
        let body = until(Body::from_stream(pieces), Duration::from_secs(3_600));
        let why = to_bytes(body, 100).await.unwrap_err();
        assert!(!is_late(&why) && std::iter::successors(why.source(), |&why| why.source()).any(|why| why.to_string() == "gone"));
    }
}
