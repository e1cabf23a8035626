//! The guard at the door: from where, how often, and with which headers out.

use crate::hall::Hall;
use crate::limit::Kind;
use crate::problem::{Answer, Problem};
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// No answer takes longer, but a socket.
const LONGEST: Duration = Duration::from_secs(90);

/// Where a connection comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// Nothing but our own page may run or be shown, and nobody may put it into a frame.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'";

/// Looks at every request, and at every answer.
pub async fn guard(State(hall): State<Arc<Hall>>, mut request: Request, next: Next) -> Response {
    let address = caller(&hall, &request);
    request.extensions_mut().insert(Peer(address));
    let socket = request.headers().contains_key(header::UPGRADE);
    let mut answer = match admit(&hall, &request, address, socket) {
        Err(problem) => Answer(problem).into_response(),
        // A socket answers at once, and lives on elsewhere.
        Ok(()) => tokio::time::timeout(LONGEST, next.run(request)).await.unwrap_or_else(|_| {
            let late =
                Problem::new(StatusCode::REQUEST_TIMEOUT, "late", "That took too long", "the request was not whole in time");
            Answer(late).into_response()
        }),
    };
    harden(answer.headers_mut());
    answer
}

fn admit(hall: &Hall, request: &Request, address: IpAddr, socket: bool) -> Result<(), crate::problem::Refused> {
    let headers = request.headers();
    if hall.config.listen.is_loopback() && !hall.config.behind_proxy && !local_host(headers) {
        // A foreign name that leads to this machine would let a foreign page speak to us as if it were ours.
        return Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, "host", "Another host is meant", "this server is local"));
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if (changes || socket) && !own_origin(headers, &hall.config.origins) {
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "origin",
            "Another page is asking",
            "the request comes from another page",
        ));
    }
    if !hall.limiter.admits(address, if socket { Kind::Socket } else { Kind::Request }) {
        return Err(Problem::too_many());
    }
    Ok(())
}

/// The address of whoever asks.
fn caller(hall: &Hall, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0);
    if !hall.config.behind_proxy {
        return peer;
    }
    // The last one is the one that our proxy has seen.
    let named = request.headers().get("x-forwarded-for").and_then(|value| value.to_str().ok());
    named.and_then(|list| list.rsplit(',').next()).and_then(|last| last.trim().parse().ok()).unwrap_or(peer)
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Whether the browser was told to go to this machine, and not to a name that happens to lead here.
fn local_host(headers: &HeaderMap) -> bool {
    let Some(host) = text(headers, header::HOST) else { return true };
    let Ok(authority) = host.parse::<Authority>() else { return false };
    let name = authority.host().trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Whether a request comes from our own page, from one that was allowed, or from no page at all. Browsers always name the page
/// with what changes something.
fn own_origin(headers: &HeaderMap, allowed: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return text(headers, HeaderName::from_static("sec-fetch-site"))
            .is_none_or(|site| site == "same-origin" || site == "none");
    };
    let Ok(origin) = origin.to_str() else { return false };
    let host = text(headers, header::HOST).unwrap_or_default();
    let own =
        origin.split_once("://").is_some_and(|(scheme, rest)| scheme.starts_with("http") && rest.eq_ignore_ascii_case(host));
    own || allowed.iter().any(|known| known.trim_end_matches('/') == origin)
}

fn harden(headers: &mut HeaderMap) {
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Whatever does not say otherwise is somebody's game.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&str, &str)]) -> HeaderMap {
        let pair = |(name, value): &(&str, &str)| (name.parse::<HeaderName>().unwrap(), value.parse::<HeaderValue>().unwrap());
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn only_our_own_page_may_change_something() {
        let host = ("host", "127.0.0.1:1807");
        assert!(own_origin(&headers(&[host]), &[]), "a program names no page");
        assert!(own_origin(&headers(&[host, ("origin", "http://127.0.0.1:1807")]), &[]));
        for bad in ["http://evil.example", "http://127.0.0.1:1808", "null", "https://127.0.0.1.evil.example"] {
            assert!(!own_origin(&headers(&[host, ("origin", bad)]), &[]), "{bad}");
        }
        assert!(own_origin(&headers(&[host, ("origin", "https://club.example")]), &["https://club.example/".into()]));
        assert!(!own_origin(&headers(&[host, ("sec-fetch-site", "cross-site")]), &[]));
    }

    #[test]
    fn a_foreign_name_that_leads_here_is_turned_away() {
        for good in ["localhost", "localhost:5173", "127.0.0.1:1807", "[::1]:1807"] {
            assert!(local_host(&headers(&[("host", good)])), "{good}");
        }
        for bad in ["evil.example", "evil.example:1807", "192.168.1.5", "localhost.evil.example", "a b"] {
            assert!(!local_host(&headers(&[("host", bad)])), "{bad}");
        }
    }
}
