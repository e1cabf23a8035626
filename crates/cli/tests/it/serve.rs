//! `grognard serve` as a process: started, spoken to, stopped.

use crate::desk::Desk;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;
use tungstenite::{Message, WebSocket};

/// So long that only a hang takes longer: it ends a test that fails, and decides nothing else.
pub const SOON: Duration = Duration::from_secs(120);

/// A server process.
pub struct Served {
    child: Mutex<Child>,
    pub host: String,
}

impl Served {
    /// Starts one on a folder and waits until it answers.
    pub fn start(data: &Path) -> Self {
        Self::run(command(data).stderr(Stdio::inherit()))
    }

    /// Starts one on a PostgreSQL database.
    pub fn on_database(address: &str) -> Self {
        Self::run(program().args(["serve", "--no-open", "--no-rate-limit", "--port", "0", "--database", address]))
    }

    fn run(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let host = first.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        assert!(host.contains(':'), "the address is printed first: {first:?}");
        Self { child: Mutex::new(child), host }
    }

    /// Ends it as a failure of power would: `kill -9`.
    pub fn kill(&self) {
        let mut child = self.child.lock().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// Sends a request and returns status and body.
    pub fn ask(&self, method: &str, path: &str, token: Option<&str>, body: Option<&Value>) -> (u16, String) {
        ask(&self.host, method, path, token, body)
    }

    pub fn socket(&self, id: &str, token: &str) -> WebSocket<TcpStream> {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(SOON)).unwrap();
        stream.set_nodelay(true).unwrap();
        let (mut socket, _) = tungstenite::client(format!("ws://{}/api/tables/{id}/live", self.host), stream).unwrap();
        socket.send(Message::text(json!({"type": "hello", "token": token}).to_string())).unwrap();
        socket
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let mut child = self.child.lock().unwrap();
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// The program, with the same dice in every run.
fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grognard"));
    command.env("GROGNARD_FIXED_DICE", "1813");
    command
}

fn command(data: &Path) -> Command {
    let mut command = program();
    command.args(["serve", "--no-open", "--no-rate-limit", "--port", "0", "--data"]).arg(data);
    command
}

fn ask(host: &str, method: &str, path: &str, token: Option<&str>, body: Option<&Value>) -> (u16, String) {
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(SOON)).unwrap();
    let body = body.map_or_else(String::new, Value::to_string);
    let mut request =
        format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    if let Some(token) = token {
        request += &format!("Authorization: Bearer {token}\r\n");
    }
    if !body.is_empty() {
        request += "Content-Type: application/json\r\n";
    }
    stream.write_all(format!("{request}\r\n{body}").as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    (status, if chunked { unchunk(body) } else { body.to_owned() })
}

fn unchunk(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap();
        whole += &rest[..size];
        body = rest[size..].trim_start_matches("\r\n");
    }
    whole
}

#[test]
fn it_needs_no_set_up_and_says_where_it_is() {
    let desk = Desk::new();
    let served = Served::start(&desk.path("new/folder"));
    let (status, body) = served.ask("GET", "/api/games", None, None);
    assert!(status == 200 && body.contains("eylau"), "{body}");
    let (status, page) = served.ask("GET", "/", None, None);
    assert!(status == 200 && page.contains("<!doctype html>"), "{page}");
    // A second server in the same folder is told where the first one is.
    let second = command(&desk.path("new/folder")).output().unwrap();
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert_eq!(second.status.code(), Some(2));
    assert!(said.contains("at work") && said.contains(&served.host) && said.lines().count() == 1, "{said}");
    served.kill();
    // And after a kill the folder is free.
    Served::start(&desk.path("new/folder")).kill();
}

/// Whatever is sent, the log does not say who sent it.
#[test]
fn nothing_that_identifies_a_player_is_logged() {
    let desk = Desk::new();
    let log = desk.path("log");
    let served = Served::run(command(&desk.path("data")).stderr(std::fs::File::create(&log).unwrap()));
    let wish = json!({"game": "eylau", "player": "Barclay", "name": "Bagration's table", "public": true, "passphrase": "soleil",
        "seats": [{"seat": "French", "who": "me"}, {"seat": "Allied", "who": "open"}]});
    let made: Value = serde_json::from_str(&served.ask("POST", "/api/tables", None, Some(&wish)).1).unwrap();
    let (id, token) = (made["id"].as_str().unwrap(), made["seats"][0]["token"].as_str().unwrap());
    let act = format!("/api/tables/{id}/act");
    let stranger = "f".repeat(64);
    for (token, body, status) in [
        (Some(token), json!({"action": 7}), 400),
        (Some(token), json!({"action": "dance"}), 422),
        (Some(token), json!({"action": "end", "played": 9}), 409),
        (Some(token), json!({"action": "x".repeat(70_000)}), 413),
        (Some(&stranger), json!({"action": "end"}), 403),
        (None, json!({"action": "end"}), 403),
    ] {
        assert_eq!(served.ask("POST", &act, token, Some(&body)).0, status, "{body:.60}");
    }
    let wrong = json!({"name": "Barclay", "passphrase": "lune"});
    assert_eq!(served.ask("POST", &format!("/api/tables/{id}/seats/Allied"), None, Some(&wrong)).0, 403);
    assert_eq!(served.ask("POST", "/api/tables/0000000000000000/act", Some(token), Some(&json!({"action": "end"}))).0, 404);
    let mut socket = served.socket(id, token);
    for text in ["{", "{\"type\":\"chat\",\"id\":1,\"text\":\"Bonjour Barclay\"}", "{\"type\":\"act\",\"action\":\"dance\"}"] {
        socket.send(Message::text(text)).unwrap();
        socket.read().unwrap();
    }
    drop(socket);
    served.kill();
    let said = std::fs::read_to_string(&log).unwrap();
    for secret in [token, stranger.as_str(), "Barclay", "Bagration", "soleil", "lune", "Bonjour", "127.0.0.1", "dance"] {
        assert!(!said.contains(secret), "{secret:?} is logged: {said}");
    }
}

#[cfg(unix)]
#[test]
fn it_ends_in_good_order_when_asked() {
    let desk = Desk::new();
    let served = Served::start(&desk.path("data"));
    let made = served.ask("POST", "/api/tables", None, Some(&json!({"game": "eylau"}))).1;
    let made: Value = serde_json::from_str(&made).unwrap();
    let token = made["seats"][0]["token"].as_str().unwrap();
    let mut socket = served.socket(made["id"].as_str().unwrap(), token);
    assert!(socket.read().unwrap().to_text().unwrap().contains("welcome"));
    let asked = Command::new("kill").arg(served.child.lock().unwrap().id().to_string()).status().unwrap();
    assert!(asked.success());
    while let Ok(message) = socket.read() {
        if message.is_close() {
            break;
        }
    }
    assert!(served.child.lock().unwrap().wait().unwrap().success(), "asked to end, it ends well");
}

#[test]
fn bad_words_on_the_command_line_are_one_line() {
    for args in [&["serve", "--database", "mysql://x"][..], &["serve", "--port", "99999"], &["serve", "--listen", "here"]] {
        let back = Command::new(env!("CARGO_BIN_EXE_grognard")).args(args).output().unwrap();
        let said = String::from_utf8_lossy(&back.stderr).into_owned();
        assert!(back.status.code() == Some(2) && said.lines().count() == 1, "{args:?}: {said}");
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let desk = Desk::new();
    let args = ["serve", "--no-open", "--port", &port, "--data"];
    let back = Command::new(env!("CARGO_BIN_EXE_grognard")).args(args).arg(desk.path("data")).output().unwrap();
    let said = String::from_utf8_lossy(&back.stderr).into_owned();
    assert!(back.status.code() == Some(2) && said.contains(&port), "{said}");
}

/// A host may set how long somebody must have been away before the other side can end the game alone.
#[test]
fn who_counts_as_away_is_for_the_host_to_say() {
    let desk = Desk::new();
    let data = desk.path("data");
    let serve = |hours: &str, args: &[&str]| {
        Served::run(command(&data).args(args).env("GROGNARD_HOURS_AHEAD", hours).stderr(Stdio::inherit()))
    };
    let read = |(_, body): (u16, String)| serde_json::from_str::<Value>(&body).unwrap();
    let served = serve("0", &[]);
    let wish =
        json!({"game": "eylau", "public": true, "seats": [{"seat": "French", "who": "me"}, {"seat": "Allied", "who": "open"}]});
    let made = read(served.ask("POST", "/api/tables", None, Some(&wish)));
    let (id, token) = (made["id"].as_str().unwrap(), made["seats"][0]["token"].as_str().unwrap());
    let taken = served.ask("POST", &format!("/api/tables/{id}/seats/Allied"), None, Some(&json!({"name": "Bert"})));
    assert_eq!(taken.0, 200, "{}", taken.1);
    drop(served);
    for (hours, args, over) in [("49", &[][..], false), ("47", &["--absence", "2"], false), ("49", &["--absence", "2"], true)] {
        let served = serve(hours, args);
        let parted = read(served.ask("POST", &format!("/api/tables/{id}/abandon"), Some(token), None));
        assert_eq!(parted["over"], over, "after {hours} hours with {args:?}: {parted}");
    }
}

/// Where the system allows few files, idle connections use up none that others need.
#[cfg(target_os = "linux")]
#[test]
fn idle_connections_do_not_use_up_all_files() {
    let desk = Desk::new();
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -n 160; exec \"$0\" serve --no-open --port 0 --data \"$1\"", env!("CARGO_BIN_EXE_grognard")]);
    let served = Served::run(shell.arg(desk.path("data")).stderr(Stdio::inherit()));
    let idle: Vec<TcpStream> = (0..220).filter_map(|_| TcpStream::connect(&served.host).ok()).collect();
    for _ in 0..3 {
        let (status, body) = served.ask("GET", "/api/games", None, None);
        assert!(status == 200 && body.contains("eylau"), "{body}");
    }
    let made = served.ask("POST", "/api/tables", None, Some(&json!({"game": "eylau"}))).1;
    let made: Value = serde_json::from_str(&made).unwrap();
    let mut socket = served.socket(made["id"].as_str().unwrap(), made["seats"][0]["token"].as_str().unwrap());
    assert!(socket.read().unwrap().to_text().unwrap().contains("welcome"));
    drop(idle);
}

/// What is on the command line can be read by everybody, and what is printed may end up anywhere.
#[test]
fn the_password_of_a_database_is_neither_taken_from_the_command_line_nor_told() {
    let desk = Desk::new();
    let back = |command: &mut Command| {
        let back = command.output().unwrap();
        let said = String::from_utf8_lossy(&back.stderr).into_owned() + &String::from_utf8_lossy(&back.stdout);
        assert!(back.status.code() == Some(2) && said.lines().count() == 1 && !said.contains("geheim"), "{said}");
        said
    };
    let program = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grognard"));
        command.args(["serve", "--no-open", "--port", "0"]);
        command
    };
    let open = "postgres://anna:geheim@127.0.0.1:1/grognard";
    let with = |option: &str, value: &str| back(program().args([option, value]));
    let said = with("--database", open);
    assert!(said.contains("--database-file") && said.contains("GROGNARD_DATABASE"), "{said}");
    // From a file and from the environment it is taken: there is nobody at that port, and that is what is said.
    let file = desk.path("database");
    std::fs::write(&file, format!("# ours\n{open}\n")).unwrap();
    // Each of them is patient with a database that is still starting, so both are at once.
    std::thread::scope(|scope| {
        scope.spawn(|| assert!(with("--database-file", file.to_str().unwrap()).contains("cannot be used")));
        scope.spawn(|| assert!(back(program().env("GROGNARD_DATABASE", open)).contains("cannot be used")));
    });
    assert!(back(program().env("GROGNARD_DATABASE", "mysql://anna:geheim@h/x")).contains("postgres://"));
    assert!(with("--database-file", desk.path("none").to_str().unwrap()).contains("--database-file"));
}

#[test]
fn the_interface_is_described() {
    let back = Command::new(env!("CARGO_BIN_EXE_grognard")).arg("openapi").output().unwrap();
    let document: Value = serde_json::from_slice(&back.stdout).unwrap();
    assert!(document["openapi"].as_str().unwrap().starts_with("3."));
}
