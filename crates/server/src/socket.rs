//! WebSockets with small buffers.
//!
//! A long message goes out in pieces, each flushed before the next is put into the buffer: else the buffer of every idle
//! player would stay as large as the largest view that was ever sent.

use crate::problem::{Problem, Refused};
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use futures_util::SinkExt as _;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message, Utf8Bytes};

/// The longest message that is read.
pub const LONGEST_MESSAGE: usize = 64 << 10;
/// The longest piece that is sent at once: the buffer of an idle player stays as large.
const PIECE: usize = 1 << 10;
/// What is read at once. Nearly everything that players send is shorter; what is longer makes the buffer grow.
const READ_AT_ONCE: usize = 512;

/// An open socket.
pub type Socket = WebSocketStream<TcpStream>;

/// The answer to a request that wants to become a socket, and the promise of the socket.
///
/// # Errors
/// 400 when it is no such request.
pub fn accept(request: &mut Request) -> Result<(Response<Body>, OnUpgrade), Refused> {
    let headers = request.headers();
    let key = headers.get(header::SEC_WEBSOCKET_KEY).map(|key| derive_accept_key(key.as_bytes()));
    let wanted = names(headers, header::UPGRADE, "websocket") && names(headers, header::CONNECTION, "upgrade");
    let version = headers.get(header::SEC_WEBSOCKET_VERSION).is_some_and(|version| version == "13");
    let bad = || Problem::malformed("a WebSocket of version 13 is expected here");
    let key = key.filter(|_| wanted && version).ok_or_else(bad)?;
    let promise = request.extensions_mut().remove::<OnUpgrade>().ok_or_else(bad)?;
    let mut answer = Response::new(Body::empty());
    *answer.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = answer.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(header::SEC_WEBSOCKET_ACCEPT, HeaderValue::from_str(&key).map_err(|_| bad())?);
    Ok((answer, promise))
}

fn names(headers: &HeaderMap, name: header::HeaderName, word: &str) -> bool {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|value| value.trim().eq_ignore_ascii_case(word))
}

/// The socket that a connection has become.
pub async fn open(upgraded: Upgraded) -> Option<Socket> {
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_AT_ONCE)
        .write_buffer_size(PIECE)
        .max_write_buffer_size(256 << 10)
        .max_message_size(Some(LONGEST_MESSAGE))
        .max_frame_size(Some(LONGEST_MESSAGE));
    let parts = upgraded.downcast::<TokioIo<TcpStream>>().ok()?;
    let stream = parts.io.into_inner();
    // Messages are small and somebody waits for each.
    let _ = stream.set_nodelay(true);
    Some(if parts.read_buf.is_empty() {
        WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await
    } else {
        WebSocketStream::from_partially_read(stream, parts.read_buf.to_vec(), Role::Server, Some(config)).await
    })
}

/// Puts a message into the buffer; a long one is on its way when this returns.
///
/// # Errors
/// When the connection is gone.
pub async fn feed(socket: &mut Socket, text: Utf8Bytes) -> Result<(), Error> {
    if text.len() <= PIECE {
        return socket.feed(Message::Text(text)).await;
    }
    feed_pieces(socket, text.into(), Data::Text).await
}

/// The same for a message that is packed.
///
/// # Errors
/// When the connection is gone.
pub async fn feed_packed(socket: &mut Socket, packed: Bytes) -> Result<(), Error> {
    if packed.len() <= PIECE {
        return socket.feed(Message::Binary(packed)).await;
    }
    feed_pieces(socket, packed, Data::Binary).await
}

async fn feed_pieces(socket: &mut Socket, mut rest: Bytes, kind: Data) -> Result<(), Error> {
    let mut code = OpCode::Data(kind);
    while !rest.is_empty() {
        let piece = rest.split_to(PIECE.min(rest.len()));
        socket.send(Message::Frame(Frame::message(piece, code, rest.is_empty()))).await?;
        code = OpCode::Data(Data::Continue);
    }
    Ok(())
}
