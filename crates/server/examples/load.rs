//! Load on a running server: `cargo run --release -p grognard-server --example load -- 127.0.0.1:1807 [tables] [rate] [seconds]`.
//!
//! Two sockets at each table. One of each pair plays actions that need no dice, at a steady rate over all tables; the other looks
//! on. How long an acknowledgement took is counted from when the action was due, so that waiting in a queue counts, too.

use futures_util::{SinkExt as _, StreamExt as _};
use grognard_engine::dice::SeededDice;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

type Failure = Box<dyn std::error::Error + Send + Sync>;
type Socket = WebSocketStream<TcpStream>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let host = args.next().ok_or("say which server: HOST:PORT [tables] [rate] [seconds]")?;
    let mut number = |usual: u64| args.next().map_or(Ok(usual), |text| text.parse());
    let (tables, rate, seconds) = (number(500)?, number(8_000)?, number(10)?);
    let script: Arc<Vec<String>> = Arc::new(script());
    println!("a script of {} actions without dice", script.len());
    let mut players = Vec::new();
    let moved = Arc::new(AtomicU64::new(0));
    for _ in 0..tables {
        let (id, tokens) = make(&host).await?;
        players.push(sit(&host, &id, &tokens[0]).await?);
        let mut other = sit(&host, &id, &tokens[1]).await?;
        let moved = moved.clone();
        tokio::spawn(async move {
            while let Some(Ok(message)) = other.next().await {
                if message.to_text().is_ok_and(|text| text.starts_with("{\"type\":\"moved\"")) {
                    moved.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
    }
    println!("{} sockets at {tables} tables", tables * 2);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let begin = Instant::now() + Duration::from_millis(200);
    let end = begin + Duration::from_secs(seconds);
    let pause = Duration::from_secs_f64(tables as f64 / rate as f64);
    let playing = players.into_iter().enumerate().map(|(i, socket)| {
        let first = begin + pause.mul_f64(i as f64 / tables as f64);
        tokio::spawn(play(socket, script.clone(), first, pause, end))
    });
    let playing: Vec<_> = playing.collect();
    let mut took = Vec::new();
    for player in playing {
        took.extend(player.await??);
    }
    let elapsed = begin.elapsed().as_secs_f64();
    took.sort_unstable();
    let at = |share: f64| {
        took.get(((took.len() as f64 * share) as usize).min(took.len().saturating_sub(1))).copied().unwrap_or_default()
    };
    println!("{} acknowledged in {elapsed:.2} s: {:.0} a second", took.len(), took.len() as f64 / elapsed);
    println!("50%: {:?}  90%: {:?}  99%: {:?}  worst: {:?}", at(0.5), at(0.9), at(0.99), at(1.0));
    tokio::time::sleep(Duration::from_millis(300)).await;
    println!("{} seen by the other side", moved.load(Ordering::Relaxed));
    Ok(())
}

/// As many legal actions as can be played from the opening without a die, by one side.
fn script() -> Vec<String> {
    let mut best = Vec::new();
    for seed in 0..20 {
        let mut dice = SeededDice::new(seed);
        let Ok(mut game) = grognard_shelf::open("eylau", &[], &mut SeededDice::new(1)) else { return best };
        let mut script = Vec::new();
        while game.to_decide() == Some("French") {
            let options = game.options();
            let quiet: Vec<_> = options
                .iter()
                .filter(|choice| !choice.commits && !matches!(choice.at, grognard_shelf::Spot::Button(_)))
                .collect();
            let Some(choice) = quiet.get(dice.below(quiet.len().max(1) as u32) as usize) else { break };
            let text = choice.text.clone();
            if game.submit("French", &text, &mut SeededDice::new(1)).is_err() {
                break;
            }
            script.push(text);
        }
        if script.len() > best.len() {
            best = script;
        }
    }
    best
}

async fn play(
    mut socket: Socket,
    script: Arc<Vec<String>>,
    first: Instant,
    pause: Duration,
    end: Instant,
) -> Result<Vec<Duration>, Failure> {
    let mut took = Vec::new();
    let mut due = first;
    for (played, action) in script.iter().enumerate() {
        tokio::time::sleep_until(due.into()).await;
        if due > end {
            break;
        }
        socket.send(Message::text(format!("{{\"type\":\"act\",\"id\":1,\"action\":\"{action}\",\"played\":{played}}}"))).await?;
        loop {
            let message = socket.next().await.ok_or("the line is closed")??;
            let text = message.to_text()?;
            if text.starts_with("{\"type\":\"ok\"") {
                break;
            }
            if text.starts_with("{\"type\":\"refused\"") {
                return Err(text.to_owned().into());
            }
        }
        took.push(due.elapsed());
        due += pause;
    }
    Ok(took)
}

async fn sit(host: &str, id: &str, token: &str) -> Result<Socket, Failure> {
    let stream = TcpStream::connect(host).await?;
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let address = format!("ws://{host}/api/tables/{id}/live");
    let (mut socket, _) = tokio_tungstenite::client_async_with_config(address, stream, Some(config)).await?;
    socket.send(Message::text(json!({"type": "hello", "token": token, "mode": "moves"}).to_string())).await?;
    socket.next().await.ok_or("no welcome")??;
    Ok(socket)
}

async fn make(host: &str) -> Result<(String, [String; 2]), Failure> {
    let seats = json!([{"seat": "French", "who": "me"}, {"seat": "Allied", "who": "open"}]);
    let made = post(host, "/api/tables", &json!({"game": "eylau", "public": true, "seats": seats})).await?;
    let id = made["id"].as_str().ok_or("no table")?.to_owned();
    let taken = post(host, &format!("/api/tables/{id}/seats/Allied"), &json!({})).await?;
    let token = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok((id, [token(&made["seats"][0]["token"]), token(&taken["token"])]))
}

async fn post(host: &str, path: &str, body: &Value) -> Result<Value, Failure> {
    let mut stream = TcpStream::connect(host).await?;
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    Ok(serde_json::from_str(body).map_err(|_| answer.clone())?)
}
