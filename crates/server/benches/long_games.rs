//! `cargo bench -p grognard-server --bench long_games`: how quickly a table of 50,000 actions with a position of twelve thousand bytes opens, and how much
//! memory it takes. A number as argument asks for another length.
//!
//! The game is the march of the testkit. Its journal is put into a fresh database, opened once from the beginning, which takes the
//! snapshots, and copied; then a process of its own opens one copy after the other.

use grognard_engine::dice::SeededDice;
use grognard_server::{Config, Limits, Place, Server};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

/// Tables that are opened one after the other.
const COPIES: usize = 9;
/// What is asked for: milliseconds and megabytes.
const SOON: f64 = 300.0;
const SMALL: f64 = 3.0;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    match args.as_slice() {
        [word, folder, ids @ ..] if word == "--measure" => runtime.block_on(measure(Path::new(folder), ids)),
        rest => {
            let entries = rest.iter().find_map(|arg| arg.parse().ok()).unwrap_or(50_000);
            let folder = std::env::temp_dir().join(format!("grognard-long-games-{}", std::process::id()));
            let ids = runtime.block_on(prepare(&folder, entries));
            drop(runtime);
            let again = std::env::current_exe().expect("this program");
            let status = std::process::Command::new(again).arg("--measure").arg(&folder).args(&ids).status();
            let _ = std::fs::remove_dir_all(&folder);
            assert!(status.is_ok_and(|status| status.success()), "missed");
        }
    }
}

async fn server(folder: &Path) -> Server {
    let mut config = Config::new(Place::Folder(folder.to_owned()));
    config.limits = Limits { off: true, ..Limits::default() };
    config.port = Some(0);
    Server::start(config).await.expect("a server")
}

async fn ask(server: &Server, method: &str, path: &str, token: &str, body: &str) -> Value {
    let mut stream = tokio::net::TcpStream::connect(server.address()).await.expect("a connection");
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        server.address(),
        body.len()
    );
    let head = if token.is_empty() { head.replace("Authorization: Bearer \r\n", "") } else { head };
    stream.write_all(head.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    assert!(head.starts_with("HTTP/1.1 20"), "{answer}");
    serde_json::from_str(body).expect("JSON")
}

/// A database with tables of so many entries. Says what they are called, each followed by its token.
async fn prepare(folder: &Path, entries: usize) -> Vec<String> {
    let _ = std::fs::remove_dir_all(folder);
    let first = server(folder).await;
    let made = ask(&first, "POST", "/api/tables", "", &json!({"game": "march"}).to_string()).await;
    let (id, token) =
        (made["id"].as_str().expect("a name").to_owned(), made["seats"][0]["token"].as_str().expect("a token").to_owned());
    first.stop().await;
    let pool = open(folder).await;
    let mut game = grognard_shelf::open("march", &[], &mut SeededDice::new(1)).expect("a game");
    let mut dice = SeededDice::new(2);
    let mut change = pool.begin().await.expect("a transaction");
    let mut drawn = 0;
    for i in 1..=entries {
        let seat = game.to_decide().expect("a game under way");
        let options = game.actions();
        let played = game.submit(seat, &options[i * 13 % options.len()], &mut dice).expect("a legal action");
        drawn += played.dice.len() as i64;
        let rolls: Vec<String> = played.dice.iter().map(u8::to_string).collect();
        let sql = "INSERT INTO journal (table_id, seq, kind, seat, action, rolls, drawn, checked, played, at) VALUES ($1, $2, 'act', $3, $4, $5, $6, $7, $2, $2)";
        let row = sqlx::query(sql)
            .bind(&id)
            .bind(i as i64)
            .bind(seat)
            .bind(played.action)
            .bind(rolls.join(" "))
            .bind(drawn)
            .bind(played.check);
        row.execute(&mut *change).await.expect("written");
    }
    change.commit().await.expect("stored");
    pool.close().await;
    let second = server(folder).await;
    let begin = Instant::now();
    let view = ask(&second, "GET", &format!("/api/tables/{id}/view"), &token, "").await;
    println!("a table of {entries} actions, opened from the beginning: {:.0} ms", begin.elapsed().as_secs_f64() * 1e3);
    assert_eq!(view["played"], entries);
    second.stop().await;
    let pool = open(folder).await;
    let mut names = vec![id.clone(), token.clone()];
    for copy in 1..COPIES {
        let name = format!("{copy:016}");
        for (table, key) in [("tables", "id"), ("seats", "table_id"), ("journal", "table_id"), ("snapshots", "table_id")] {
            let columns: Vec<(String,)> = sqlx::query_as("SELECT name FROM pragma_table_info($1) WHERE name <> $2")
                .bind(table)
                .bind(key)
                .fetch_all(&pool)
                .await
                .expect("columns");
            let columns: Vec<String> = columns.into_iter().map(|(name,)| name).collect();
            let columns = columns.join(", ");
            let sql =
                format!("INSERT INTO {table} ({key}, {columns}) SELECT '{name}', {columns} FROM {table} WHERE {key} = '{id}'");
            sqlx::query(AssertSqlSafe(sql)).execute(&pool).await.expect("copied");
        }
        names.extend([name, token.clone()]);
    }
    let (count, bytes): (i64, i64) =
        sqlx::query_as("SELECT COUNT(*), SUM(LENGTH(position) + LENGTH(memory) + LENGTH(turns) + LENGTH(log)) FROM snapshots WHERE table_id = $1")
            .bind(&id)
            .fetch_one(&pool)
            .await
            .expect("snapshots");
    println!("its {count} snapshots take {:.1} MB on the disk", bytes as f64 / 1e6);
    pool.close().await;
    names
}

async fn open(folder: &Path) -> sqlx::SqlitePool {
    let file: PathBuf = folder.join("grognard.sqlite");
    sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display())).await.expect("the database")
}

/// Resident memory in MB; 0 where nobody tells.
fn resident() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

async fn measure(folder: &Path, names: &[String]) {
    let server = server(folder).await;
    let (mut times, mut rooms) = (Vec::new(), Vec::new());
    for pair in names.chunks(2) {
        let [id, token] = pair else { continue };
        let (before, begin) = (resident(), Instant::now());
        let view = ask(&server, "GET", &format!("/api/tables/{id}/view"), token, "").await;
        times.push(begin.elapsed().as_secs_f64() * 1e3);
        drop(view);
        rooms.push(resident() - before);
    }
    // The first one also pays for what all of them share.
    let all: f64 = rooms.iter().skip(1).sum();
    let each = all / rooms.len().saturating_sub(1).max(1) as f64;
    times.sort_by(f64::total_cmp);
    let (half, most) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "opened from a snapshot: {half:.0} ms (at most {most:.0} of {} tables; at most {SOON:.0} are asked for)",
        times.len()
    );
    println!("memory for each table: {each:.2} MB, the view made on the way included (at most {SMALL:.0} are asked for)");
    server.stop().await;
    if half > SOON || each > SMALL {
        std::process::exit(1);
    }
}
