//! "Your turn" by webhook: whoever has to decide and is not here is told at an address of his own.
//!
//! Nobody is to make this server speak to machines that only it can reach. Webhooks are off unless the host turns them on; and then, unless he says
//! otherwise, every address that a name stands for must be one that everybody can reach, and the very address that was looked at is the one that is
//! called. No redirection is followed, nothing of the answer but its first line is read, and nothing of it is told to anybody. Calls take
//! ten seconds at most, eight of them go on at a time, and each seat is called at most once a minute.

use crate::config::Webhooks;
use crate::hall::Hall;
use crate::hub::{Seats, lock};
use crate::problem::{Problem, Refused};
use crate::store::Write;
use crate::table::Table;
use crate::wire::WebhookTold;
use axum::http::Uri;
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;

/// Calls at the same time.
const CALLS: usize = 8;
/// A seat is called at most this often, in milliseconds.
const APART: i64 = 60_000;
/// How long a call may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest address.
const LONGEST: usize = 400;
/// So many seats are remembered as having been called just now.
const REMEMBERED: usize = 10_000;

/// Who is told elsewhere that it is his turn.
pub struct Bell {
    calls: Arc<Semaphore>,
    last: Mutex<HashMap<(Arc<str>, usize), i64>>,
}

impl Default for Bell {
    fn default() -> Self {
        Self { calls: Arc::new(Semaphore::new(CALLS)), last: Mutex::default() }
    }
}

impl Bell {
    /// Tells whoever holds a seat that it is his turn, unless he is here; `again` if he is reminded.
    pub fn ring(&self, hall: &Arc<Hall>, table: &Arc<Table>, place: usize, again: bool) {
        if hall.config.webhooks == Webhooks::Off || !awaited(table, place) {
            return;
        }
        let (hall, table, calls) = (hall.clone(), table.clone(), self.calls.clone());
        tokio::spawn(async move {
            let Ok(Some(url)) = hall.store.webhook(&table.id, place).await else { return };
            if !hall.bell.may_call(&table.id, place, hall.config.clock.now()) {
                return;
            }
            // Whoever comes when all lines are busy is called next time.
            let Ok(_line) = calls.try_acquire_owned() else { return };
            let body = message(&table, place, again);
            let call = tokio::time::timeout(PATIENCE, call(&url, &body, hall.config.webhooks));
            if let Ok(Err(why)) | Err(why) = call.await.map_err(|_| "no answer in time".to_owned()) {
                hall.complain(&format!("table {}: a webhook was not called: {why}", table.id));
            }
        });
    }

    fn may_call(&self, table: &Arc<str>, place: usize, now: i64) -> bool {
        let mut last = lock(&self.last);
        if last.len() >= REMEMBERED {
            last.retain(|_, at| lately(now, *at));
        }
        let before = last.get(&(table.clone(), place)).copied();
        let may = last.len() < REMEMBERED && !before.is_some_and(|at| lately(now, at));
        if may {
            last.insert((table.clone(), place), now);
        }
        may
    }
}

/// Whether that was less than a minute ago. What is still to come was noted before the clock was put back, and keeps nobody from being called.
const fn lately(now: i64, at: i64) -> bool {
    at <= now && now - at < APART
}

/// Whether a person has to decide there who is not connected, and has left no orders that answer for him.
fn awaited(table: &Table, place: usize) -> bool {
    let present = table.presence();
    let absent = present.seats.get(place).is_some_and(|seat| seat.who == "human" && !seat.connected);
    let desk = lock(&table.desk);
    absent && desk.decider == Some(place) && !desk.ordered
}

/// What is said: nothing that is not known to everybody at the table, and no token.
fn message(table: &Table, place: usize, again: bool) -> String {
    let desk = lock(&table.desk);
    let seat = &desk.seats[place].seat;
    let what = if again { "You are reminded: it is your turn" } else { "It is your turn" };
    let text = format!("{what} at {}, as {seat}.", table.title);
    // Chat services show `content` or `text`; programs read the rest.
    serde_json::json!({
        "text": text, "content": text, "event": if again { "reminder" } else { "your-turn" },
        "table": table.id.as_ref(), "path": format!("/table/{}", table.id), "game": table.row.game, "title": table.title,
        "name": table.row.name, "seat": seat, "played": desk.played,
    })
    .to_string()
}

/// An address that was looked at: the name, the port, the way, and whether the line is to be private.
struct Target {
    host: String,
    port: u16,
    path: String,
    tls: bool,
}

fn read(url: &str) -> Result<Target, &'static str> {
    if url.len() > LONGEST || url.contains(|c: char| c.is_control() || c.is_whitespace()) {
        return Err("an address of at most 400 characters is expected, without spaces");
    }
    let uri: Uri = url.parse().map_err(|_| "that is no address")?;
    let tls = match uri.scheme_str() {
        Some("https") => true,
        Some("http") => false,
        _ => return Err("an address that begins with https:// or http:// is expected"),
    };
    let authority = uri.authority().ok_or("the address names no machine")?;
    if authority.as_str().contains('@') {
        return Err("an address with a name and a password in it is not taken");
    }
    let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_owned();
    let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
    let port = authority.port_u16().unwrap_or(if tls { 443 } else { 80 });
    if host.is_empty() { Err("the address names no machine") } else { Ok(Target { host, port, path, tls }) }
}

/// Whether an address can be reached by everybody: not this machine, not this network, and nothing that is reserved.
fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => {
            let [a, b, c, _] = ip.octets();
            let special = ip.is_loopback() || ip.is_private() || ip.is_link_local() || ip.is_multicast() || ip.is_documentation();
            let shared = a == 100 && (64..128).contains(&b);
            let reserved = a == 0 || a >= 240 || (a == 192 && b == 0 && c == 0) || (a == 198 && (b == 18 || b == 19));
            !(special || shared || reserved || (a == 192 && b == 88 && c == 99))
        }
        IpAddr::V6(ip) => {
            if let Some(inner) = ip.to_ipv4_mapped() {
                return is_public(inner.into());
            }
            // Only what is handed out to the world, without the parts that stand for other addresses.
            let [a, b, ..] = ip.segments();
            (a & 0xe000) == 0x2000 && a != 0x2002 && !(a == 0x2001 && (b < 0x0200 || b == 0x0db8))
        }
    }
}

/// Calls an address. What is answered is nobody's business but for whether it was.
async fn call(url: &str, body: &str, allowed: Webhooks) -> Result<(), String> {
    let target = read(url)?;
    let found = tokio::net::lookup_host((target.host.as_str(), target.port)).await.map_err(|why| why.to_string())?;
    let found: Vec<SocketAddr> = found.collect();
    // A name that stands for one of each kind is not to be trusted with either.
    if allowed != Webhooks::Anywhere && !found.iter().all(|at| is_public(at.ip())) {
        return Err("its address is not one that everybody can reach".to_owned());
    }
    let at = found.first().ok_or("its name stands for no address")?;
    let line = TcpStream::connect(at).await.map_err(|why| why.to_string())?;
    if target.tls { say(private(&target.host, line).await?, &target, body).await } else { say(line, &target, body).await }
}

async fn say(mut line: impl AsyncRead + AsyncWrite + Unpin, target: &Target, body: &str) -> Result<(), String> {
    let Target { host, port, path, .. } = target;
    let host = if host.contains(':') { format!("[{host}]") } else { host.clone() };
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUser-Agent: grognard\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    line.write_all(request.as_bytes()).await.map_err(|why| why.to_string())?;
    line.flush().await.map_err(|why| why.to_string())?;
    let mut first = [0_u8; 12];
    line.read_exact(&mut first).await.map_err(|_| "no answer".to_owned())?;
    let status = std::str::from_utf8(&first[9..]).unwrap_or_default();
    if status.starts_with('2') { Ok(()) } else { Err(format!("answered {}", status.escape_default())) }
}

/// The same line, so that nobody reads along.
#[cfg(feature = "tls")]
async fn private(host: &str, line: TcpStream) -> Result<impl AsyncRead + AsyncWrite + Unpin + use<>, String> {
    use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName};
    let mut roots = RootCertStore::empty();
    roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider())).with_safe_default_protocol_versions();
    let config = config.map_err(|why| why.to_string())?.with_root_certificates(roots).with_no_client_auth();
    let name = ServerName::try_from(host.to_owned()).map_err(|why| why.to_string())?;
    tokio_rustls::TlsConnector::from(Arc::new(config)).connect(name, line).await.map_err(|why| why.to_string())
}

#[cfg(not(feature = "tls"))]
async fn private(_host: &str, _line: TcpStream) -> Result<TcpStream, String> {
    Err("this program was built without private lines (https)".to_owned())
}

impl Table {
    /// Where the holder of these seats is told that it is his turn.
    ///
    /// # Errors
    /// When he holds none.
    pub async fn webhook(&self, hall: &Hall, seats: Seats) -> Result<WebhookTold, Refused> {
        let place = seats.first().ok_or_else(|| Problem::forbidden("only players are told that it is their turn"))?;
        Ok(WebhookTold { url: hall.store.webhook(&self.id, place).await.map_err(|why| hall.storage(&why))? })
    }

    /// Notes where the holder of these seats wants to be told.
    ///
    /// # Errors
    /// When webhooks are off, or the address is none that may be called.
    pub async fn set_webhook(&self, hall: &Hall, seats: Seats, url: Option<String>) -> Result<WebhookTold, Refused> {
        if seats.is_empty() {
            return Err(Problem::forbidden("only players are told that it is their turn"));
        }
        let url = url.map(|url| url.trim().to_owned()).filter(|url| !url.is_empty());
        if let Some(url) = &url {
            if hall.config.webhooks == Webhooks::Off {
                return Err(Problem::forbidden("webhooks are off here; whoever runs the server turns them on with --webhooks"));
            }
            let target = read(url).map_err(Problem::malformed)?;
            // A name may come to stand for another address, so that it is looked up at every call; a number can be told at once.
            let private = target.host.parse().is_ok_and(|ip| !is_public(ip));
            if private && hall.config.webhooks != Webhooks::Anywhere {
                return Err(Problem::malformed("that address is not one that everybody can reach"));
            }
        }
        for place in (0..8).filter(|&place| seats.has(place)) {
            let note = Write::Webhook { table: self.id.clone(), place, url: url.clone() };
            hall.writer.write(note).await.map_err(|failure| hall.failed(failure))?;
        }
        Ok(WebhookTold { url })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::throw::tests::House;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn nobody_is_called_for_what_his_orders_answer() {
        let house = House::new("bell").await;
        drop(house.table.hold(&house.hall).await.unwrap());
        let place = lock(&house.table.desk).decider.unwrap();
        assert!(awaited(&house.table, place) && !awaited(&house.table, 1 - place));
        lock(&house.table.desk).ordered = true;
        assert!(!awaited(&house.table, place), "he would not be called again within a minute, when it is his turn");
        house.close().await;
    }

    #[test]
    fn only_what_everybody_can_reach_is_public() {
        for ip in ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:8.8.8.8"] {
            assert!(is_public(ip.parse().unwrap()), "{ip}");
        }
        let not = [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "255.255.255.255",
            "224.0.0.1",
            "192.0.2.1",
            "198.18.0.1",
            "192.88.99.1",
            "192.0.0.8",
            "240.0.0.1",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2001::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "::127.0.0.1",
        ];
        for ip in not {
            assert!(!is_public(ip.parse().unwrap()), "{ip}");
        }
    }

    #[test]
    fn addresses_are_read() {
        let target = read("https://example.org/hook?x=1").unwrap();
        assert_eq!(
            (target.host.as_str(), target.port, target.path.as_str(), target.tls),
            ("example.org", 443, "/hook?x=1", true)
        );
        assert_eq!(
            read("http://[2606:4700::1111]:8080").map(|t| (t.host, t.port, t.path)),
            Ok(("2606:4700::1111".to_owned(), 8080, "/".to_owned()))
        );
        let long = format!("http://example.org/{}", "x".repeat(LONGEST));
        for odd in [
            "",
            "example.org",
            "ftp://example.org/",
            "http://me:secret@example.org/",
            "http://",
            "/hook",
            "http://a b/",
            "http://a/\r\nX: y",
            &long,
        ] {
            assert!(read(odd).is_err(), "{odd:?}");
        }
    }

    #[test]
    fn a_seat_is_called_once_a_minute() {
        let (bell, table): (_, Arc<str>) = (Bell::default(), "t".into());
        assert!(bell.may_call(&table, 0, 1_000) && !bell.may_call(&table, 0, 60_999) && bell.may_call(&table, 1, 2_000));
        assert!(bell.may_call(&table, 0, 61_000));
        assert!(bell.may_call(&table, 0, 5_000) && !bell.may_call(&table, 0, 6_000), "the clock was put back");
    }
}
