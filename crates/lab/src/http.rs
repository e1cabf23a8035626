//! As much of HTTP as the bot protocol needs: one small request, one small answer. A whole client or server would weigh more than the
//! rest of the laboratory.

use crate::bot::short;
use crate::player::Fault;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// No message is longer.
const LONGEST: u64 = 8 << 20;
/// No head has more lines.
const LINES: usize = 100;
/// How long somebody may take to send a request, and then to read the answer.
pub const SLOW: Duration = Duration::from_secs(30);

/// Sends a JSON text to an `http://` address and returns the answer's body.
///
/// # Errors
/// A player that is late or cannot be reached.
pub fn post(address: &str, body: &str, patience: Duration) -> Result<String, Fault> {
    let gone = |why: String| Fault::Gone(format!("{address}: {why}"));
    let until = Instant::now() + patience;
    let rest = address.strip_prefix("http://").ok_or_else(|| gone("expected http://HOST:PORT/".to_owned()))?;
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let named = host.rsplit_once(':').is_some_and(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
    let with_port = if named { host.to_owned() } else { format!("{host}:80") };
    let all: Vec<SocketAddr> = with_port.to_socket_addrs().map(Iterator::collect).unwrap_or_default();
    let failed = |why: std::io::Error| match why.kind() {
        std::io::ErrorKind::TimedOut | std::io::ErrorKind::WouldBlock => Fault::Late(patience),
        _ => gone(why.to_string()),
    };
    let mut line = Patient { stream: connect(&all, until).map_err(failed)?, until };
    line.stream.set_nodelay(true).map_err(failed)?;
    let path = if path.is_empty() { "/" } else { path };
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    line.write_all(head.as_bytes()).and_then(|()| line.write_all(body.as_bytes())).map_err(failed)?;
    let mut reader = BufReader::new(line);
    let (first, length, chunked) = head_of(&mut reader).map_err(failed)?;
    let body = body_of(&mut reader, length, chunked).map_err(failed)?;
    match first.split_whitespace().nth(1) {
        Some("200") => Ok(body),
        _ => Err(Fault::Illegal(format!("it answers {:?}", short(&first)))),
    }
}

/// The first of some addresses that lets one in. A name may stand for several, as `localhost` does for two, and a program listens at one of them.
fn connect(all: &[SocketAddr], until: Instant) -> std::io::Result<TcpStream> {
    let mut last = std::io::Error::new(std::io::ErrorKind::NotFound, "no such host");
    for to in all {
        match TcpStream::connect_timeout(to, left(until)) {
            Ok(stream) => return Ok(stream),
            Err(why) => last = why,
        }
    }
    Err(last)
}

fn left(until: Instant) -> Duration {
    until.saturating_duration_since(Instant::now()).max(Duration::from_millis(1))
}

/// A stream that stops being patient at one moment, however the bytes trickle in or out.
struct Patient {
    stream: TcpStream,
    until: Instant,
}

impl Patient {
    fn in_time(&self) -> std::io::Result<Duration> {
        if Instant::now() >= self.until { Err(std::io::ErrorKind::TimedOut.into()) } else { Ok(left(self.until)) }
    }
}

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.stream.set_read_timeout(Some(self.in_time()?))?;
        self.stream.read(buffer)
    }
}

impl Write for Patient {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.stream.set_write_timeout(Some(self.in_time()?))?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.stream.flush()
    }
}

/// The first line of a message, the length of its body if it says so, and whether the body comes in chunks.
fn head_of(reader: &mut impl BufRead) -> std::io::Result<(String, Option<u64>, bool)> {
    let bad = |why: &str| std::io::Error::new(std::io::ErrorKind::InvalidData, why.to_owned());
    let (mut first, mut length, mut chunked) = (String::new(), None, false);
    for i in 0..LINES {
        let mut line = String::new();
        reader.take(16 << 10).read_line(&mut line)?;
        if !line.ends_with('\n') {
            return Err(bad("the message breaks off"));
        }
        let line = line.trim_end();
        if i == 0 {
            line.clone_into(&mut first);
        } else if line.is_empty() {
            return Ok((first, length, chunked));
        } else if let Some((name, value)) = line.split_once(':') {
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = Some(value.trim().parse().map_err(|_| bad("no length"))?),
                "transfer-encoding" => chunked = value.trim().eq_ignore_ascii_case("chunked"),
                _ => {}
            }
        }
    }
    Err(bad("too many lines in the head"))
}

fn body_of(reader: &mut impl BufRead, length: Option<u64>, chunked: bool) -> std::io::Result<String> {
    let bad = |why: &str| std::io::Error::new(std::io::ErrorKind::InvalidData, why.to_owned());
    let mut bytes = Vec::new();
    if chunked {
        loop {
            let mut line = String::new();
            reader.take(1 << 10).read_line(&mut line)?;
            let size = u64::from_str_radix(line.split(';').next().unwrap_or_default().trim(), 16);
            // Whoever says how long a chunk is may say anything.
            let left = LONGEST.saturating_sub(bytes.len() as u64);
            let size = size.ok().filter(|&size| size <= left).ok_or_else(|| bad("a bad chunk"))?;
            reader.take(size).read_to_end(&mut bytes)?;
            reader.take(1 << 10).read_line(&mut line)?;
            if size == 0 {
                break;
            }
        }
    } else {
        if length.is_some_and(|length| length > LONGEST) {
            return Err(bad("too long"));
        }
        reader.take(length.unwrap_or(LONGEST)).read_to_end(&mut bytes)?;
        if length.is_some_and(|length| (bytes.len() as u64) < length) {
            return Err(bad("the message breaks off"));
        }
    }
    String::from_utf8(bytes).map_err(|_| bad("not UTF-8"))
}

/// Reads one request of somebody else and answers it.
///
/// # Errors
/// A connection that breaks.
pub fn serve(stream: TcpStream, answer: impl FnOnce(&str) -> String) -> std::io::Result<()> {
    serve_within(stream, SLOW, answer)
}

/// The same for somebody who may take so long to send his request, and then to read the answer.
///
/// # Errors
/// A connection that breaks.
pub fn serve_within(stream: TcpStream, patience: Duration, answer: impl FnOnce(&str) -> String) -> std::io::Result<()> {
    let other_way = stream.try_clone()?;
    let mut reader = BufReader::new(Patient { stream, until: Instant::now() + patience });
    let (status, body) = match head_of(&mut reader) {
        Ok((first, Some(length), false)) if first.starts_with("POST ") => match body_of(&mut reader, Some(length), false) {
            Ok(body) => ("200 OK", answer(&body)),
            Err(why) => ("400 Bad Request", refusal(&why.to_string())),
        },
        Ok((first, ..)) if first.starts_with("POST ") => ("411 Length Required", refusal("say how long the body is")),
        Ok(_) => ("405 Method Not Allowed", refusal("send a question with POST; docs/bot-protocol.md tells how")),
        Err(why) => ("400 Bad Request", refusal(&why.to_string())),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    // Whoever does not read his answer is not waited for either.
    let mut writer = Patient { stream: other_way, until: Instant::now() + patience };
    writer.write_all(head.as_bytes())?;
    writer.write_all(body.as_bytes())?;
    writer.flush()
}

fn refusal(why: &str) -> String {
    serde_json::json!({ "type": "error", "message": why }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    /// Somebody who reads the question so slowly that the time is over long before he has all of it.
    #[test]
    fn the_time_for_an_answer_begins_with_the_question() {
        const LONG: usize = 64 << 20;
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let slow = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let (mut got, mut buffer) = (0, vec![0; 64 << 10]);
            loop {
                match stream.read(&mut buffer) {
                    Ok(0) | Err(_) => return got,
                    Ok(more) => got += more,
                }
                std::thread::sleep(Duration::from_millis(4));
            }
        });
        let patience = Duration::from_millis(100);
        assert_eq!(post(&address, &"x".repeat(LONG), patience), Err(Fault::Late(patience)));
        let got = slow.join().unwrap();
        assert!(got < LONG, "the whole question was sent, however long that took");
    }

    /// A name can stand for addresses at which nobody listens.
    #[test]
    fn the_address_that_answers_is_found() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let there = listener.local_addr().unwrap();
        // Nobody is given so low a port by chance.
        let nobody = SocketAddr::from(([127, 0, 0, 1], 1));
        let until = Instant::now() + Duration::from_secs(600);
        assert_eq!(connect(&[nobody, there], until).unwrap().peer_addr().unwrap(), there);
        assert!(connect(&[nobody], until).is_err());
        assert!(connect(&[], until).is_err_and(|why| why.to_string() == "no such host"));
    }

    #[test]
    fn a_body_that_breaks_off_is_no_answer() {
        let read = |text: &str, length| body_of(&mut text.as_bytes(), length, false).map_err(|why| why.to_string());
        assert_eq!(read("{}", Some(2)), Ok("{}".to_owned()));
        assert_eq!(read("{}", None), Ok("{}".to_owned()));
        assert_eq!(read("{", Some(2)), Err("the message breaks off".to_owned()));
    }

    #[test]
    fn chunks_are_put_together_and_none_is_longer_than_it_may_be() {
        let read = |text: &str| body_of(&mut text.as_bytes(), None, true).map_err(|why| why.to_string());
        assert_eq!(read("3\r\n{\"a\r\n4;x=y\r\n\":1}\r\n0\r\n\r\n"), Ok("{\"a\":1}".to_owned()));
        for bad in [
            "x\r\n",
            "-1\r\n",
            "",
            "900000\r\n",
            // With the byte before it more than there are numbers.
            "1\r\na\r\nffffffffffffffff\r\nbbb",
            // A line that should end after the chunk and does not.
            &format!("1\r\na{}", "b".repeat(5_000)),
        ] {
            assert_eq!(read(bad), Err("a bad chunk".to_owned()), "{}", bad.len());
        }
    }
}
