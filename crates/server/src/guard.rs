//! The guard at the door: from where, how often, and with which headers out.
//!
//! Three kinds of pages are told apart. Our own may do everything. A page of an origin that the host has named (`--origin`) may do
//! the same: it is told so by the headers that browsers ask for (CORS), and its requests and sockets are let in. Any other page may neither read
//! an answer nor change anything.

use crate::crowd::Place;
use crate::hall::Hall;
use crate::late::in_time;
use crate::limit::Kind;
use crate::problem::{Answer, Problem, Refused};
use crate::secret;
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;
use std::net::{IpAddr, SocketAddr};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

/// Where a connection comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// A socket beyond the share of its address: who it is decides whether it stays.
#[derive(Clone)]
pub struct Unpaid {
    /// What its address was told.
    pub refused: Refused,
    /// Its place among those of whom nothing is known yet.
    pub place: Arc<Place>,
}

/// Somebody whose address has no share left, but who has a token of a table.
struct Plea {
    id: String,
    token: String,
    refused: Refused,
}

/// Nothing but our own page may run or be shown, and nobody may put it into a frame.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'";

/// What a page of a named origin may send, and may read of an answer.
const METHODS: &str = "GET, POST, PUT, DELETE";
const ALLOWED: &str = "authorization, content-type, x-passphrase";
const EXPOSED: &str = "location, retry-after";

/// Looks at every request, and at every answer.
pub async fn guard(State(hall): State<Arc<Hall>>, mut request: Request, next: Next) -> Response {
    let address = caller(&hall, &request);
    request.extensions_mut().insert(Peer(address));
    let socket = request.headers().contains_key(header::UPGRADE);
    let friend = friend(request.headers(), &hall.config.origins);
    let admitted = match admit(&hall, &mut request, address, socket) {
        Ok(Some(Plea { id, token, refused })) => hall.vouch(&id, Some(&token), (address, Kind::Request), refused).await.map(drop),
        Ok(None) => Ok(()),
        Err(problem) => Err(problem),
    };
    let mut answer = match admitted {
        Err(problem) => Answer(problem).into_response(),
        Ok(()) if is_preflight(&request) => preflight(friend.is_some()),
        Ok(()) => match AssertUnwindSafe(next.run(in_time(request))).catch_unwind().await {
            Ok(answer) => answer,
            // What fell over is said on standard error. Whoever asked is told, too, and keeps his connection.
            Err(_) => Answer(Problem::broken("the server fell over this request; its log says why")).into_response(),
        },
    };
    harden(answer.headers_mut());
    if !hall.config.origins.is_empty() {
        befriend(answer.headers_mut(), friend);
    }
    answer
}

fn admit(hall: &Hall, request: &mut Request, address: IpAddr, socket: bool) -> Result<Option<Plea>, Refused> {
    let headers = request.headers();
    if hall.config.listen.is_loopback() && hall.config.proxies == 0 && !local_host(headers) {
        // A foreign name that leads to this machine would let a foreign page speak to us as if it were ours.
        return Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, "host", "Another host is meant", "this server is local"));
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if (changes || socket) && !own_origin(headers, &hall.config.origins) {
        return Err(foreign());
    }
    let path = request.uri().path();
    if socket && path.ends_with("/live") {
        // Browsers send no token along. Where nothing is left, the greeting says whether a seat pays.
        if let Err(refused) = hall.limiter.admit(address, Kind::Socket) {
            let Some(place) = hall.strangers.admit(address) else { return Err(refused) };
            request.extensions_mut().insert(Unpaid { refused, place });
        }
        return Ok(None);
    }
    let token = text(headers, header::AUTHORIZATION).and_then(|text| text.strip_prefix("Bearer")).map(str::trim);
    let hash = token.map(secret::token_hash);
    let Err(refused) = hall.limiter.admit_request(address, hash.as_ref()) else { return Ok(None) };
    // One that is known has used up what is its own.
    let unknown = token.filter(|_| !hash.is_some_and(|hash| hall.limiter.is_seated(&hash)));
    let id = path.strip_prefix("/api/tables/").and_then(|rest| rest.split('/').next());
    match id.zip(unknown) {
        Some((id, token)) => Ok(Some(Plea { id: id.to_owned(), token: token.to_owned(), refused })),
        None => Err(refused),
    }
}

fn foreign() -> Refused {
    Problem::new(StatusCode::FORBIDDEN, "origin", "Another page is asking", "the request comes from another page")
}

/// The address of whoever asks.
fn caller(hall: &Hall, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0);
    forwarded(request.headers(), hall.config.proxies).unwrap_or(peer)
}

/// Where a request came from, as the outermost of so many proxies has seen it. Each proxy adds what it has seen at the end, whether to
/// the last line of several or in a line of its own; whatever stands before that was written by the sender.
fn forwarded(headers: &HeaderMap, proxies: usize) -> Option<IpAddr> {
    let lines: Option<Vec<&str>> = headers.get_all("x-forwarded-for").iter().map(|line| line.to_str().ok()).collect();
    let lines = lines?;
    let hops: Vec<&str> = lines.iter().flat_map(|line| line.split(',')).map(str::trim).collect();
    let hop = match proxies {
        0 => return None,
        // Fewer than there should be: the request did not come the whole way, and the first was seen by a proxy all the same.
        far => hops.get(hops.len().saturating_sub(far))?,
    };
    let bare = |text: &str| text.trim_start_matches('[').trim_end_matches(']').parse().ok();
    hop.parse().ok().or_else(|| bare(hop)).or_else(|| hop.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// The origin of the page that asks, if the host has named it.
fn friend(headers: &HeaderMap, allowed: &[String]) -> Option<HeaderValue> {
    let origin = headers.get(header::ORIGIN)?;
    let text = origin.to_str().ok()?;
    allowed.iter().any(|known| known.trim_end_matches('/') == text).then(|| origin.clone())
}

/// Whether a browser asks beforehand what a page of another origin may do.
fn is_preflight(request: &Request) -> bool {
    let headers = request.headers();
    request.method() == Method::OPTIONS
        && headers.contains_key(header::ORIGIN)
        && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

fn preflight(friend: bool) -> Response {
    if !friend {
        return Answer(foreign()).into_response();
    }
    let mut answer = StatusCode::NO_CONTENT.into_response();
    let headers = answer.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(METHODS));
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(ALLOWED));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    answer
}

/// Lets a page of a named origin read the answer. No cookies are used, so none are allowed.
fn befriend(headers: &mut HeaderMap, friend: Option<HeaderValue>) {
    headers.append(header::VARY, HeaderValue::from_static("origin"));
    if let Some(origin) = friend {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
    }
}

/// Whether a text is the origin of a page: scheme, host, perhaps a port, and nothing more.
///
/// # Errors
/// What is expected.
pub fn check_origin(text: &str) -> Result<(), String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).map(|rest| rest.trim_end_matches('/'));
    let fits = |rest: &str| {
        rest.parse::<Authority>().is_ok_and(|host| !host.as_str().contains('@') && !rest.contains(['/', '?', '#', '*']))
    };
    if rest.is_some_and(fits) && !text.chars().any(char::is_uppercase) {
        return Ok(());
    }
    Err(format!("--origin: {text:?} is no origin; expected one like https://club.example, in small letters and without a path"))
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Whether the browser was told to go to this machine, and not to a name that happens to lead here.
fn local_host(headers: &HeaderMap) -> bool {
    let local = |host: &HeaderValue| {
        let Some(authority) = host.to_str().ok().and_then(|host| host.parse::<Authority>().ok()) else { return false };
        // Behind the name stands a port and nothing else.
        let behind = authority.as_str().strip_prefix(authority.host());
        let port = behind.is_some_and(|port| port.is_empty() || port.starts_with(':'));
        let name = authority.host().trim_start_matches('[').trim_end_matches(']');
        port && (name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback()))
    };
    headers.get_all(header::HOST).iter().all(local)
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
    use crate::throw::tests::House;
    use axum::{Router, body, middleware, routing};
    use tower::ServiceExt as _;

    #[tokio::test]
    async fn whatever_falls_over_is_answered() {
        let house = House::new("fallen").await;
        let fall = async || -> &str { panic!("on purpose") };
        let router = Router::new().route("/api/games", routing::get(fall));
        let router = router.layer(middleware::from_fn_with_state(house.hall.clone(), guard));
        let request = Request::get("/api/games").header("host", "localhost").body(body::Body::empty()).unwrap();
        let answer = router.oneshot(request).await.unwrap();
        assert_eq!(
            (answer.status().as_u16(), &answer.headers()["content-type"]),
            (500, &HeaderValue::from_static("application/problem+json"))
        );
        let told = body::to_bytes(answer.into_body(), 1_000).await.unwrap();
        assert!(std::str::from_utf8(&told).unwrap().contains("fell over this request"));
        house.close().await;
    }

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
    fn the_last_hop_is_what_our_proxy_has_seen() {
        let from = |lines: &[&str], proxies| {
            let pairs: Vec<_> = lines.iter().map(|line| ("x-forwarded-for", *line)).collect();
            forwarded(&headers(&pairs), proxies).map(|address| address.to_string())
        };
        let seen = Some("203.0.113.9".to_owned());
        assert_eq!(from(&["203.0.113.9"], 1), seen);
        assert_eq!(from(&["10.6.6.6", "203.0.113.9"], 1), seen, "a line of the sender's own is not believed");
        assert_eq!(from(&["10.6.6.6, 10.7.7.7", "203.0.113.9:4711"], 1), seen);
        assert_eq!(from(&["10.6.6.6", "203.0.113.9, 192.0.2.1"], 2), seen, "two proxies, of which the outer one is believed");
        assert_eq!(from(&["203.0.113.9"], 2), seen);
        assert_eq!(from(&["10.6.6.6, [2001:db8::7]:80"], 1).as_deref(), Some("2001:db8::7"));
        assert_eq!(from(&["10.6.6.6, nobody"], 1), None, "the address of the proxy has to do");
        assert_eq!((from(&[], 1), from(&["203.0.113.9"], 0)), (None, None));
    }

    #[test]
    fn an_origin_is_scheme_and_host() {
        for good in ["https://club.example", "http://localhost:5173", "https://club.example/"] {
            check_origin(good).unwrap();
        }
        for bad in [
            "club.example",
            "https://",
            "https://club.example/page",
            "*",
            "https://*",
            "null",
            "https://me@club.example",
            "HTTPS://Club.example",
        ] {
            assert!(check_origin(bad).unwrap_err().contains("--origin"), "{bad}");
        }
    }

    #[test]
    fn a_foreign_name_that_leads_here_is_turned_away() {
        for good in ["localhost", "localhost:5173", "127.0.0.1:1807", "[::1]:1807"] {
            assert!(local_host(&headers(&[("host", good)])), "{good}");
        }
        let cut = ["[::1].evil.example", "localhost:80:80", "evil@localhost", ""];
        for bad in ["evil.example", "evil.example:1807", "192.168.1.5", "localhost.evil.example", "a b"].into_iter().chain(cut) {
            assert!(!local_host(&headers(&[("host", bad)])), "{bad}");
        }
        // Of two names both count, and one that cannot be read is none.
        let mut two = headers(&[("host", "localhost")]);
        two.append(header::HOST, HeaderValue::from_static("evil.example"));
        assert!(!local_host(&two));
        two.insert(header::HOST, HeaderValue::from_bytes(b"\xe9vil.example").unwrap());
        assert!(!local_host(&two));
        assert!(local_host(&HeaderMap::new()), "a program need not say where it thinks it is");
    }
}
