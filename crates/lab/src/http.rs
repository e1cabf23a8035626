//! As much of HTTP as the bot protocol needs: one small request, one small answer. A whole client or server would weigh more than the
//! rest of the laboratory.

use crate::bot::short;
use crate::player::Fault;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// No message is longer.
const LONGEST: u64 = 8 << 20;
/// No head has more lines.
const LINES: usize = 100;

/// Sends a JSON text to an `http://` address and returns the answer's body.
///
/// # Errors
/// A player that is late or cannot be reached.
pub fn post(address: &str, body: &str, patience: Duration) -> Result<String, Fault> {
    let gone = |why: String| Fault::Gone(format!("{address}: {why}"));
    let until = Instant::now() + patience;
    let rest = address.strip_prefix("http://").ok_or_else(|| gone("expected http://HOST:PORT/".to_owned()))?;
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let with_port = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
    let to = with_port.to_socket_addrs().ok().and_then(|mut all| all.next());
    let to = to.ok_or_else(|| gone("no such host".to_owned()))?;
    let failed = |why: std::io::Error| match why.kind() {
        std::io::ErrorKind::TimedOut | std::io::ErrorKind::WouldBlock => Fault::Late(patience),
        _ => gone(why.to_string()),
    };
    let mut stream = TcpStream::connect_timeout(&to, patience).map_err(failed)?;
    stream.set_write_timeout(Some(patience)).map_err(failed)?;
    stream.set_nodelay(true).map_err(failed)?;
    let path = if path.is_empty() { "/" } else { path };
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())).map_err(failed)?;
    stream.set_read_timeout(Some(left(until))).map_err(failed)?;
    let mut reader = BufReader::new(Patient { stream, until });
    let (first, length, chunked) = head_of(&mut reader).map_err(failed)?;
    let body = body_of(&mut reader, length, chunked).map_err(failed)?;
    match first.split_whitespace().nth(1) {
        Some("200") => Ok(body),
        _ => Err(Fault::Illegal(format!("it answers {:?}", short(&first)))),
    }
}

fn left(until: Instant) -> Duration {
    until.saturating_duration_since(Instant::now()).max(Duration::from_millis(1))
}

/// A stream that stops being patient at one moment, however the bytes trickle in.
struct Patient {
    stream: TcpStream,
    until: Instant,
}

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if Instant::now() >= self.until {
            return Err(std::io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left(self.until)))?;
        self.stream.read(buffer)
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
        let length = length.unwrap_or(LONGEST);
        if length > LONGEST {
            return Err(bad("too long"));
        }
        reader.take(length).read_to_end(&mut bytes)?;
    }
    String::from_utf8(bytes).map_err(|_| bad("not UTF-8"))
}

/// Reads one request of somebody else and answers it. Says whether a request came.
///
/// # Errors
/// A connection that breaks.
pub fn serve(stream: TcpStream, answer: impl FnOnce(&str) -> String) -> std::io::Result<()> {
    let until = Instant::now() + Duration::from_secs(30);
    let mut writer = stream.try_clone()?;
    let mut reader = BufReader::new(Patient { stream, until });
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
