//! Players: tables made over HTTP, sockets at them.

use super::script::Line;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// What went wrong.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;
type Socket = WebSocketStream<TcpStream>;

/// A table that was made.
pub struct Table {
    id: String,
    tokens: [String; 2],
}

/// Both players of a table.
pub struct Seats {
    sockets: [Socket; 2],
}

impl Seats {
    /// Takes both seats.
    pub async fn sit(server: &str, table: &Table, views: bool) -> Result<Self, Failure> {
        let mode = if views { "changes" } else { "moves" };
        let first = connect(server, &table.id, Some(&table.tokens[0]), mode).await?;
        Ok(Self { sockets: [first, connect(server, &table.id, Some(&table.tokens[1]), mode).await?] })
    }

    /// Plays a command. Says how long it took until it was acknowledged, and returns when the other side has heard of it, too.
    pub async fn play(&mut self, line: &Line) -> Result<Duration, Failure> {
        let sent = Instant::now();
        self.sockets[line.place].send(Message::Text(line.text.clone())).await?;
        wait_for(&mut self.sockets[line.place], "{\"type\":\"ok\"").await?;
        let took = sent.elapsed();
        wait_for(&mut self.sockets[1 - line.place], "{\"type\":\"moved\"").await?;
        Ok(took)
    }

    /// Gets up.
    pub async fn leave(&mut self) {
        for socket in &mut self.sockets {
            let _ = socket.close(None).await;
        }
    }
}

/// Somebody who only looks on.
pub async fn look_on(server: &str, table: &Table) -> Result<(), Failure> {
    let mut socket = connect(server, &table.id, None, "moves").await?;
    tokio::spawn(async move { while let Some(Ok(_)) = socket.next().await {} });
    Ok(())
}

async fn wait_for(socket: &mut Socket, beginning: &str) -> Result<(), Failure> {
    loop {
        let message = socket.next().await.ok_or("the line is closed")??;
        // A ping is answered by the socket itself.
        let Message::Text(text) = message else { continue };
        if text.starts_with(beginning) {
            return Ok(());
        }
        if text.starts_with("{\"type\":\"refused\"") {
            return Err(text.to_string().into());
        }
    }
}

async fn connect(server: &str, id: &str, token: Option<&str>, mode: &str) -> Result<Socket, Failure> {
    let stream = TcpStream::connect(server).await?;
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let address = format!("ws://{server}/api/tables/{id}/live");
    let (mut socket, _) = tokio_tungstenite::client_async_with_config(address, stream, Some(config)).await?;
    socket.send(Message::text(json!({"type": "hello", "token": token, "mode": mode}).to_string())).await?;
    wait_for(&mut socket, "{\"type\":\"welcome\"").await?;
    Ok(socket)
}

/// Makes a table and takes both seats of it.
pub async fn make_table(server: &str) -> Result<Table, Failure> {
    let seats = json!([{"seat": "French", "who": "me"}, {"seat": "Allied", "who": "open"}]);
    let made = post(server, "/api/tables", &json!({"game": "eylau", "public": true, "seats": seats})).await?;
    let id = made["id"].as_str().ok_or_else(|| format!("no table was made: {made}"))?.to_owned();
    let taken = post(server, &format!("/api/tables/{id}/seats/Allied"), &json!({})).await?;
    let token = |of: &Value| of["token"].as_str().map(str::to_owned).ok_or_else(|| format!("no seat was given: {of}"));
    Ok(Table { id, tokens: [token(&made["seats"][0])?, token(&taken)?] })
}

async fn post(server: &str, path: &str, body: &Value) -> Result<Value, Failure> {
    let mut stream = TcpStream::connect(server).await?;
    let body = body.to_string();
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all((head + &body).as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("the server did not answer")?;
    Ok(serde_json::from_str(body).map_err(|_| answer.clone())?)
}
