//! Servers and clients for the tests.

use crate::postgres::Cluster;
use grognard_server::{Config, Limits, Luck, Place, Server};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

/// So long that only a hang takes longer, on however busy a machine: it ends a test that fails, and decides nothing else.
pub const SOON: Duration = Duration::from_secs(120);

/// Somebody who looks now and then whether something has happened, and gives up after [`SOON`].
pub struct Waiting {
    what: &'static str,
    begin: Instant,
}

impl Waiting {
    pub fn begin(what: &'static str) -> Self {
        Self { what, begin: Instant::now() }
    }

    /// It has not happened yet: this is how things are now.
    pub async fn go_on(&mut self, now: &Value) {
        assert!(self.begin.elapsed() < SOON, "{} does not come: {now}", self.what);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// A folder that is removed in the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("grognard-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // One of the same number may have been killed here, long ago.
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Where the servers of one test keep their tables.
#[derive(Clone)]
pub enum Ground {
    File(Arc<Folder>),
    Database(Arc<Cluster>, String),
}

impl Ground {
    /// Runs a statement on the database, while no server uses it.
    pub async fn sql(&self, statement: &str) {
        match self {
            Self::File(folder) => {
                let file = folder.path().join("data/grognard.sqlite");
                let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
                for part in statement.split(';').map(str::trim).filter(|part| !part.is_empty()) {
                    sqlx::raw_sql(sqlx::AssertSqlSafe(part.to_owned())).execute(&pool).await.unwrap();
                }
                pool.close().await;
            }
            Self::Database(cluster, name) => assert!(cluster.sql(name, statement), "{statement}"),
        }
    }

    /// Whether a condition holds in the database.
    pub async fn holds(&self, condition: &str) -> bool {
        match self {
            Self::File(folder) => {
                let file = folder.path().join("data/grognard.sqlite");
                let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
                let sql = sqlx::AssertSqlSafe(format!("SELECT CASE WHEN {condition} THEN 1 ELSE 0 END"));
                let found: i64 = sqlx::query_scalar(sql).fetch_one(&pool).await.unwrap();
                pool.close().await;
                found == 1
            }
            Self::Database(cluster, name) => cluster.sql(name, &format!("SELECT 1 / (CASE WHEN {condition} THEN 1 ELSE 0 END)")),
        }
    }

    pub fn file() -> Self {
        Self::File(Arc::new(Folder::new()))
    }

    pub fn config(&self) -> Config {
        let place = match self {
            Self::File(folder) => Place::Folder(folder.path().join("data")),
            Self::Database(cluster, name) => Place::Postgres(cluster.address(name)),
        };
        let mut config = Config::new(place);
        config.port = Some(0);
        config.limits = Limits { off: true, ..Limits::default() };
        // The same dice in every run. A server that is started again deals the seeds of the first once more, to other tables.
        config.luck = Luck::fixed(1813);
        // Whoever answers at all has answered by then, however busy the machine is.
        config.link_patience = Duration::from_secs(120);
        config.word_patience = Duration::from_secs(120);
        config
    }

    pub async fn server(&self) -> Bed {
        Bed { _ground: Some(self.clone()), ..Bed::start(self.config()).await }
    }
}

/// A running server, and how to speak to it.
pub struct Bed {
    pub address: SocketAddr,
    server: Option<Server>,
    /// The folder must stay as long as the server, which may open its file once more at any time.
    _ground: Option<Ground>,
}

/// An answer.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: hyper::HeaderMap,
    pub text: String,
    /// The same as it came.
    pub bytes: Bytes,
}

impl Reply {
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|why| panic!("{why}: {} {:?}", self.status, self.text))
    }

    #[track_caller]
    pub fn good(&self) -> Value {
        assert!((200..300).contains(&self.status), "{} {}", self.status, self.text);
        self.json()
    }

    /// A refusal in the one shape, with this status and kind.
    #[track_caller]
    pub fn refused(&self, status: u16, kind: &str) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        assert_eq!(self.headers["content-type"], "application/problem+json", "{}", self.text);
        let problem = self.json();
        assert_eq!(problem["type"], format!("urn:grognard:{kind}"), "{}", self.text);
        assert_eq!(problem["status"], status);
        assert!(!problem["title"].as_str().unwrap().is_empty() && !problem["detail"].as_str().unwrap().is_empty());
        problem
    }
}

/// A request under way to be sent.
pub struct Ask<'a> {
    bed: &'a Bed,
    method: &'static str,
    path: String,
    headers: Vec<(String, String)>,
    body: Bytes,
}

impl Ask<'_> {
    pub fn header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    pub fn token(self, token: &str) -> Self {
        self.header("authorization", format!("Bearer {token}"))
    }

    pub fn json(self, value: &Value) -> Self {
        self.raw(value.to_string()).header("content-type", "application/json")
    }

    pub fn raw(mut self, body: impl Into<Bytes>) -> Self {
        self.body = body.into();
        self
    }

    pub async fn send(self) -> Reply {
        tokio::time::timeout(SOON, self.go()).await.expect("an answer in time")
    }

    async fn go(self) -> Reply {
        let stream = TcpStream::connect(self.bed.address).await.unwrap();
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let mut request = hyper::Request::builder().method(self.method).uri(self.path);
        if !self.headers.iter().any(|(name, _)| name == "host") {
            request = request.header("host", self.bed.address.to_string());
        }
        for (name, value) in self.headers {
            request = request.header(name, value);
        }
        let answer = sender.send_request(request.body(Full::new(self.body)).unwrap()).await.unwrap();
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let bytes = answer.into_body().collect().await.unwrap().to_bytes();
        Reply { status, headers, text: String::from_utf8_lossy(&bytes).into_owned(), bytes }
    }
}

impl Bed {
    pub async fn start(config: Config) -> Self {
        let server = Server::start(config).await.unwrap();
        Self { address: server.address(), server: Some(server), _ground: None }
    }

    /// A server of another process.
    pub const fn at(address: SocketAddr) -> Self {
        Self { address, server: None, _ground: None }
    }

    /// Stops the server in good order.
    pub async fn stop(mut self) {
        self.server.take().unwrap().stop().await;
    }

    pub fn get(&self, path: impl Into<String>) -> Ask<'_> {
        Ask { bed: self, method: "GET", path: path.into(), headers: Vec::new(), body: Bytes::new() }
    }

    pub fn post(&self, path: impl Into<String>, body: &Value) -> Ask<'_> {
        self.ask("POST", path).json(body)
    }

    pub fn ask(&self, method: &'static str, path: impl Into<String>) -> Ask<'_> {
        Ask { bed: self, method, path: path.into(), headers: Vec::new(), body: Bytes::new() }
    }

    /// A table at which one token holds both seats.
    pub async fn hot_seat(&self, game: &str) -> Seated {
        let made = self.post("/api/tables", &json!({"game": game, "player": "Ney"})).send().await.good();
        let id = made["id"].as_str().unwrap().to_owned();
        let tokens: Vec<&str> = made["seats"].as_array().unwrap().iter().map(|seat| seat["token"].as_str().unwrap()).collect();
        assert_eq!(tokens[0], tokens[1], "one token for both seats");
        Seated { id, tokens: tokens.into_iter().map(str::to_owned).collect() }
    }

    /// A listed table with two players; the first seat is its maker's.
    pub async fn two_players(&self, game: &str) -> Seated {
        let seats = self.seat_names(game).await;
        let wish = json!({"game": game, "public": true, "name": "for tests", "player": "Ney",
            "terms": {"onlookers_talk": true}, "seats": [{"seat": seats[0], "who": "me"}, {"seat": seats[1], "who": "open"}]});
        let made = self.post("/api/tables", &wish).send().await.good();
        let id = made["id"].as_str().unwrap().to_owned();
        let first = made["seats"][0]["token"].as_str().unwrap().to_owned();
        let taken = self.post(format!("/api/tables/{id}/seats/{}", seats[1]), &json!({"name": "Barclay"})).send().await.good();
        Seated { id, tokens: vec![first, taken["token"].as_str().unwrap().to_owned()] }
    }

    /// The same in a position, or after what a record tells; they have agreed that computers may be asked.
    pub async fn two_players_at(&self, game: &str, record: &str) -> Seated {
        let seats = self.seat_names(game).await;
        let sit = json!([{"seat": seats[0], "who": "me"}, {"seat": seats[1], "who": "open"}]);
        let wish = json!({"game": game, "record": record, "public": true, "name": "twin", "player": "Ney",
            "terms": {"counsel": true}, "seats": sit});
        let made = self.post("/api/tables", &wish).send().await.good();
        let id = made["id"].as_str().unwrap().to_owned();
        let taken = self.post(format!("/api/tables/{id}/seats/{}", seats[1]), &json!({"name": "Barclay"})).send().await.good();
        let token = |of: &Value| of["token"].as_str().unwrap().to_owned();
        Seated { id, tokens: vec![token(&made["seats"][0]), token(&taken)] }
    }

    pub async fn seat_names(&self, game: &str) -> Vec<String> {
        let library = self.get("/api/games").send().await.good();
        let games = library["books"].as_array().unwrap().iter().flat_map(|book| book["games"].as_array().unwrap());
        let game = games.into_iter().find(|known| known["id"] == game).unwrap();
        game["seats"].as_array().unwrap().iter().map(|seat| seat.as_str().unwrap().to_owned()).collect()
    }

    /// The number of the proposal to end a listed game that waits; 0 if none does.
    pub async fn proposal(&self, id: &str) -> u64 {
        let info = self.get(format!("/api/tables/{id}")).send().await.good();
        info["offered"]["request"].as_u64().unwrap_or(0)
    }

    pub async fn view(&self, id: &str, token: &str) -> Value {
        self.get(format!("/api/tables/{id}/view")).token(token).send().await.good()
    }

    /// Looks again and again until a view is as it is waited for.
    pub async fn wait_for_view(&self, id: &str, token: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let mut view = Value::Null;
        let mut waiting = Waiting::begin("such a view");
        while view.is_null() || !fits(&view) {
            waiting.go_on(&view).await;
            view = self.view(id, token).await;
        }
        view
    }

    /// How many games are in the server's memory.
    pub fn games_in_memory(&self) -> usize {
        self.server.as_ref().unwrap().games_in_memory()
    }

    /// Opens a socket and says hello. The welcome is returned, too.
    pub async fn socket(&self, id: &str, hello: Value) -> (Line, Value) {
        let mut line = self.bare_socket(id).await;
        line.say(hello).await;
        let welcome = line.until("welcome").await;
        (line, welcome)
    }

    pub async fn bare_socket(&self, id: &str) -> Line {
        self.open_socket(id, None).await
    }

    /// A socket of somebody who comes from an address, as a proxy says.
    pub async fn socket_from(&self, id: &str, from: &str) -> Line {
        self.open_socket(id, Some(from)).await
    }

    async fn open_socket(&self, id: &str, from: Option<&str>) -> Line {
        let stream = TcpStream::connect(self.address).await.unwrap();
        let mut request = format!("ws://{}/api/tables/{id}/live", self.address).into_client_request().unwrap();
        if let Some(from) = from {
            request.headers_mut().insert("x-forwarded-for", from.parse().unwrap());
        }
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
        Line { socket, bytes: 0 }
    }
}

/// A table and the tokens of its seats, in order.
pub struct Seated {
    pub id: String,
    pub tokens: Vec<String>,
}

impl Seated {
    pub fn path(&self, rest: &str) -> String {
        format!("/api/tables/{}/{rest}", self.id)
    }

    /// The token of whoever has to decide, and the view of it.
    pub async fn decider(&self, bed: &Bed) -> (String, Value) {
        for token in &self.tokens {
            let view = bed.view(&self.id, token).await;
            if view["pending"].is_null() || view["pending"]["seat"] == view["you"] {
                return (token.clone(), view);
            }
        }
        panic!("nobody has to decide");
    }

    /// Plays one legal action, the `pick`th from the list.
    pub async fn play_one(&self, bed: &Bed, pick: usize) -> Value {
        let (token, view) = self.decider(bed).await;
        let choices = view["choices"].as_array().unwrap();
        let action = &choices[pick % choices.len()]["text"];
        bed.post(self.path("act"), &json!({"action": action, "played": view["played"]})).token(&token).send().await.good()
    }
}

/// One side of a socket.
pub struct Line {
    socket: WebSocketStream<TcpStream>,
    /// Bytes of all messages that were heard, as they came.
    pub bytes: usize,
}

impl Line {
    pub async fn say(&mut self, message: Value) {
        self.say_raw(Message::text(message.to_string())).await;
    }

    pub async fn say_raw(&mut self, message: Message) {
        use futures_util::SinkExt as _;
        self.socket.send(message).await.unwrap();
    }

    /// Sends something to a server that may have hung up.
    pub async fn try_say_raw(&mut self, message: Message) {
        use futures_util::SinkExt as _;
        let _ = self.socket.send(message).await;
    }

    /// The next message, or nothing if the line is closed.
    pub async fn hear(&mut self) -> Option<Value> {
        use futures_util::StreamExt as _;
        loop {
            let received = tokio::time::timeout(SOON, self.socket.next()).await.expect("a message in time");
            match received {
                Some(Ok(Message::Text(text))) => {
                    self.bytes += text.len();
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Binary(packed))) => {
                    use std::io::Read as _;
                    self.bytes += packed.len();
                    let mut text = String::new();
                    flate2::read::ZlibDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message whenever it comes, or nothing if the line is closed.
    pub async fn hear_later(&mut self) -> Option<Value> {
        use futures_util::StreamExt as _;
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    self.bytes += text.len();
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of one type; others are passed over.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await.unwrap_or_else(|| panic!("closed while waiting for {kind}"));
            if message["type"] == kind {
                return message;
            }
            assert!(message["type"] != "refused" || kind == "ok", "{message}");
            assert!(message["type"] != "refused", "{message}");
        }
    }

    /// Says something with an id and waits for the answer to it, whatever it is.
    pub async fn ask(&mut self, message: Value) -> Value {
        let id = message["id"].clone();
        self.say(message).await;
        loop {
            let heard = self.hear().await.expect("an answer");
            if heard["id"] == id && (heard["type"] == "ok" || heard["type"] == "refused" || heard["type"] == "pong") {
                return heard;
            }
        }
    }

    pub async fn close(mut self) {
        let _ = self.socket.close(None).await;
    }
}
