//! Attacks: one visitor who tries to shut others out, to let himself in, or to fill the disk. Bounds are counted, never timed: where a
//! share fills again by itself, it does so in hours.

use crate::bed::{Bed, Ground, Seated, Waiting};
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use grognard_server::{Limits, Rate};
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;

/// So many, and no more in the time that a test takes.
const fn only(burst: f32) -> Rate {
    Rate { steady: 0.0001, burst }
}

/// A server with bounds, told by a proxy where everybody comes from.
async fn bounded(ground: &Ground, limits: Limits) -> Bed {
    let mut config = ground.config();
    config.limits = Limits { off: false, ..limits };
    config.proxies = 1;
    Bed::start(config).await
}

fn hello(token: &str) -> Value {
    json!({"type": "hello", "token": token, "mode": "moves"})
}

pub async fn talk_of_onlookers_fills_neither_disk_nor_screen(ground: Ground) {
    let limits = Limits { talk_onlooker: only(5.0), kept_onlookers: 3, kept_seats: 4, ..Limits::default() };
    let bed = bounded(&ground, limits).await;
    let table = bed.two_players("eylau").await;
    let (mut player, _) = bed.socket(&table.id, hello(&table.tokens[0])).await;
    for i in 0..6 {
        assert_eq!(player.ask(json!({"type": "chat", "id": 1, "text": format!("seat {i}")})).await["type"], "ok");
    }
    // Three sockets of one address have one share; what is refused says when to come again.
    let mut said = 0;
    for _ in 0..3 {
        let (mut loud, _) = bed.socket(&table.id, json!({"type": "hello", "mode": "moves"})).await;
        for id in 1..=10 {
            let reply = loud.ask(json!({"type": "chat", "id": id, "text": "x".repeat(500)})).await;
            match reply["type"].as_str() {
                Some("ok") => said += 1,
                _ => assert!(reply["problem"]["status"] == 429 && reply["problem"]["wait"].as_u64() > Some(0), "{reply}"),
            }
        }
    }
    assert_eq!(said, 5);
    assert_eq!(player.ask(json!({"type": "chat", "id": 2, "text": "seat 6"})).await["type"], "ok", "seats come before onlookers");
    let talk = bed.get(table.path("chat")).send().await.good();
    let texts: Vec<&str> = talk.as_array().unwrap().iter().map(|said| said["text"].as_str().unwrap()).collect();
    let seats: Vec<&&str> = texts.iter().filter(|text| text.starts_with("seat")).collect();
    assert_eq!(seats, [&"seat 3", &"seat 4", &"seat 5", &"seat 6"], "the oldest goes");
    assert_eq!(texts.len() - seats.len(), 3);
    bed.stop().await;
}

pub async fn acting_and_taking_back_does_not_grow_a_journal_for_ever(ground: Ground) {
    let mut config = ground.config();
    config.limits.taken_back = 20;
    let bed = Bed::start(config.clone()).await;
    let table = bed.two_players("eylau").await;
    let (token, _) = table.decider(&bed).await;
    let undo = || bed.post(table.path("undo"), &json!({})).token(&token);
    let mut pairs = 0;
    let refused = loop {
        table.play_one(&bed, 0).await;
        let undone = undo().send().await;
        if undone.status != 200 {
            break undone;
        }
        pairs += 1;
        assert!(pairs < 50, "without end");
    };
    assert!(refused.refused(409, "not-now")["detail"].as_str().unwrap().contains("play on"));
    assert!((5..=12).contains(&pairs), "{pairs}");
    bed.stop().await;
    // It is counted in the journal, so that a restart is no way around.
    let bed = Bed::start(config).await;
    bed.post(table.path("undo"), &json!({})).token(&token).send().await.refused(409, "not-now");
    // Whoever plays on can take back again, and the other side always could.
    let mut other = false;
    for pick in 0..200 {
        let (decider, view) = table.decider(&bed).await;
        let choices = view["choices"].as_array().unwrap();
        let quiet = choices.iter().find(|choice| choice["commits"] == json!(false));
        let button = choices.iter().position(|choice| !choice["at"]["button"].is_null());
        if let (true, Some(quiet)) = (decider != token, quiet) {
            let wish = json!({"action": quiet["text"], "played": view["played"]});
            bed.post(table.path("act"), &wish).token(&decider).send().await.good();
            bed.post(table.path("undo"), &json!({})).token(&decider).send().await.good();
            other = true;
            break;
        }
        table.play_one(&bed, button.unwrap_or(pick)).await;
    }
    assert!(other, "the other side has its turn");
    bed.stop().await;
}

async fn connect_from(from: &str, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(from.parse().unwrap(), 0)).unwrap();
    socket.connect(to).await.unwrap()
}

async fn answers(mut stream: TcpStream, host: SocketAddr) -> bool {
    let request = format!("GET /api/games HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    if stream.write_all(request.as_bytes()).await.is_err() {
        return false;
    }
    let mut answer = String::new();
    let read = tokio::time::timeout(crate::bed::SOON, stream.read_to_string(&mut answer)).await;
    matches!(read, Ok(Ok(_))) && answer.starts_with("HTTP/1.1 200")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_connections_shut_nobody_out() {
    let ground = Ground::file();
    let mut config = ground.config();
    config.limits = Limits { off: false, connections: Some(20), connections_each: 12, ..Limits::default() };
    let bed = Bed::start(config).await;
    let table = bed.hot_seat("eylau").await;
    let (mut player, _) = bed.socket(&table.id, hello(&table.tokens[0])).await;
    let mut idle = Vec::new();
    for n in 0..60 {
        let from = if n % 2 == 0 { "127.0.0.1" } else { "127.0.0.3" };
        idle.push(connect_from(from, bed.address).await);
        if n % 10 == 9 {
            assert!(answers(connect_from("127.0.0.2", bed.address).await, bed.address).await, "somebody else after {n}");
            assert!(answers(connect_from("127.0.0.1", bed.address).await, bed.address).await, "the same address after {n}");
        }
    }
    // Most of them are parted from, and the player is not.
    let mut parted: FuturesUnordered<_> = idle.into_iter().map(|mut stream| async move { stream.read(&mut [0]).await }).collect();
    for _ in 0..40 {
        tokio::time::timeout(crate::bed::SOON, parted.next()).await.expect("whoever idles makes room");
    }
    assert_eq!(player.ask(json!({"type": "ping", "id": 7})).await["type"], "pong");
    bed.stop().await;
}

/// An attack: one address behind a proxy opens socket after socket with tokens of its own tables, until all connections are used up.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seats_of_one_address_shut_nobody_out() {
    let ground = Ground::file();
    let bed = bounded(&ground, Limits { connections: Some(20), seats_each: 4, ..Limits::default() }).await;
    let (table, own) = (bed.two_players("eylau").await, bed.two_players("eylau").await);
    let come = async |table: &Seated, token: Option<usize>, from: &str| {
        let mut line = bed.socket_from(&table.id, from).await;
        line.say(json!({"type": "hello", "token": token.map(|place| &table.tokens[place]), "mode": "moves"})).await;
        line.until("welcome").await;
        line
    };
    let mut stay = vec![come(&table, Some(0), "203.0.113.2").await, come(&table, None, "203.0.113.3").await];
    let mut many = Vec::new();
    for n in 0..30 {
        many.push(come(&own, Some(n % 2), "203.0.113.1").await);
    }
    // There is room for everybody else, whatever he wants.
    for n in 4..12 {
        bed.get("/api/games").send().await.good();
        stay.push(come(&table, Some(n % 2), &format!("203.0.113.{n}")).await);
    }
    // Twenty places, ten of them of others: of the many at most the last ten are left, and a few less where somebody has only asked.
    for line in &mut many[..20] {
        while line.hear().await.is_some() {}
    }
    // Its share stays, and so do all others.
    for line in many[26..].iter_mut().chain(&mut stay) {
        assert_eq!(line.ask(json!({"type": "ping", "id": 7})).await["type"], "pong");
    }
    bed.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn onlookers_leave_room_for_seats() {
    let limits = Limits { onlookers_each: 3, onlookers_table: 5, sockets_seat: 2, ..Limits::default() };
    let ground = Ground::file();
    let bed = bounded(&ground, limits).await;
    let table = bed.two_players("eylau").await;
    let mut held = Vec::new();
    let mut statuses = Vec::new();
    for n in 0..9 {
        let mut line = bed.socket_from(&table.id, if n < 5 { "203.0.113.1" } else { "203.0.113.2" }).await;
        line.say(json!({"type": "hello", "mode": "moves"})).await;
        let reply = line.hear().await.unwrap();
        statuses.push(reply["problem"]["status"].as_u64().unwrap_or(200));
        held.push(line);
    }
    assert_eq!(statuses, [200, 200, 200, 429, 429, 200, 200, 429, 429], "three of an address, five in all");
    // A player of the crowded address finds room, and so does the other one; a third socket takes the room of the first.
    let mut own = Vec::new();
    for token in [0, 1, 0, 0] {
        let mut line = bed.socket_from(&table.id, "203.0.113.1").await;
        line.say(hello(&table.tokens[token])).await;
        line.until("welcome").await;
        own.push(line);
    }
    while own[0].hear().await.is_some() {}
    for line in &mut own[1..] {
        assert_eq!(line.ask(json!({"type": "ping", "id": 7})).await["type"], "pong");
    }
    bed.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_passphrase_is_guessed_at_no_door() {
    let ground = Ground::file();
    // Whoever waits for the clock here waits in vain.
    let bed = bounded(&ground, Limits { first_wait: 3600, ..Limits::default() }).await;
    let wish = json!({"game": "eylau", "public": true, "passphrase": "soleil", "seats": [{"seat": "Allied", "who": "open"}]});
    let made = bed.post("/api/tables", &wish).header("x-forwarded-for", "203.0.113.9").send().await.good();
    let id = made["id"].as_str().unwrap();
    let view = |from: &str, words: &str| {
        bed.get(format!("/api/tables/{id}/view")).header("x-forwarded-for", from).header("x-passphrase", words)
    };
    // Somebody who knows it is let in, from elsewhere, and the server has it at hand.
    view("203.0.113.2", "soleil").send().await.good();
    let mut statuses = Vec::new();
    for n in 0..12 {
        let mut line = bed.socket_from(id, "203.0.113.1").await;
        line.say(json!({"type": "hello", "passphrase": format!("guess {n}")})).await;
        statuses.push(line.hear().await.unwrap()["problem"]["status"].as_u64().unwrap());
    }
    assert_eq!(statuses[..8], [403; 8]);
    assert!(statuses[8..].iter().all(|status| *status == 429), "{statuses:?}");
    // The other doors know of it, and nothing betrays whether a guess would have been right.
    for words in ["lune", "soleil"] {
        let reply = view("203.0.113.1", words).send().await;
        reply.refused(429, "too-many");
        assert!(reply.headers.contains_key("retry-after"));
        let seat = bed
            .post(format!("/api/tables/{id}/seats/Allied"), &json!({"passphrase": words}))
            .header("x-forwarded-for", "203.0.113.1");
        seat.send().await.refused(429, "too-many");
    }
    // Nobody else waits: not from another address, and not whoever has been let in before, wherever that is.
    view("203.0.113.2", "soleil").send().await.good();
    let info = bed
        .get(format!("/api/tables/{id}"))
        .header("x-forwarded-for", "203.0.113.2")
        .header("x-passphrase", "soleil")
        .send()
        .await;
    let pass = info.good()["pass"].as_str().expect("a pass for whoever was let in").to_owned();
    view("203.0.113.1", &pass).send().await.good();
    let mut line = bed.socket_from(id, "203.0.113.1").await;
    line.say(json!({"type": "hello", "passphrase": pass})).await;
    line.until("welcome").await;
    bed.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_sender_says_of_himself_to_a_proxy_is_not_believed() {
    let ground = Ground::file();
    let bed = bounded(&ground, Limits { requests: only(4.0), ..Limits::default() }).await;
    let ask = |n: usize, seen: &str| {
        bed.get("/api/games").header("x-forwarded-for", format!("198.51.100.{n}")).header("x-forwarded-for", seen)
    };
    let mut good = 0;
    for n in 0..12 {
        good += usize::from(ask(n, "203.0.113.1").send().await.status == 200);
    }
    assert_eq!(good, 4);
    assert_eq!(ask(1, "203.0.113.2").send().await.status, 200);
    bed.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_of_every_kind_are_counted() {
    let ground = Ground::file();
    let bed = bounded(&ground, Limits { messages: only(10.0), ..Limits::default() }).await;
    let table = bed.hot_seat("eylau").await;
    for frame in [Message::Ping(vec![1].into()), Message::Binary(vec![1, 2].into())] {
        let (mut line, _) = bed.socket(&table.id, hello(&table.tokens[0])).await;
        for _ in 0..40 {
            // The server may be gone before the last of them.
            line.try_say_raw(frame.clone()).await;
        }
        let mut refused = Vec::new();
        while let Some(heard) = line.hear().await {
            refused.extend(heard["problem"]["status"].as_u64());
        }
        assert!(refused.iter().filter(|status| **status == 400).count() <= 10, "{refused:?}");
    }
    bed.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_named_origin_may_use_the_server_and_no_other_may() {
    let ground = Ground::file();
    let mut config = ground.config();
    config.origins = vec!["https://club.example".to_owned()];
    let bed = Bed::start(config.clone()).await;
    let ask = |method, path: &str, origin: &str| bed.ask(method, path.to_owned()).header("origin", origin);
    let read = ask("GET", "/api/games", "https://club.example").send().await;
    assert_eq!(read.headers["access-control-allow-origin"], "https://club.example");
    assert!(read.headers.get_all("vary").iter().any(|value| value == "origin"), "{:?}", read.headers);
    let wish = json!({"game": "eylau"});
    let before = ask("OPTIONS", "/api/tables", "https://club.example")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "authorization,content-type")
        .send()
        .await;
    assert_eq!(before.status, 204, "{}", before.text);
    let allowed = before.headers["access-control-allow-headers"].to_str().unwrap();
    assert!(["authorization", "content-type", "x-passphrase"].iter().all(|name| allowed.contains(name)), "{allowed}");
    // Orders are put, and a table is left by deleting it.
    let allowed = before.headers["access-control-allow-methods"].to_str().unwrap();
    assert!(["POST", "PUT", "DELETE"].iter().all(|method| allowed.contains(method)), "{allowed}");
    let made = bed.post("/api/tables", &wish).header("origin", "https://club.example").send().await;
    assert_eq!((made.status, &made.headers["access-control-allow-origin"]), (201, &"https://club.example".parse().unwrap()));
    // A refusal can be read, too.
    let refused = bed.post("/api/tables", &json!({"game": "none"})).header("origin", "https://club.example").send().await;
    assert!(refused.status == 400 && refused.headers.contains_key("access-control-allow-origin"));
    for other in ["https://evil.example", "https://club.example.evil.example", "null"] {
        let read = ask("GET", "/api/games", other).send().await;
        assert!(!read.headers.contains_key("access-control-allow-origin"), "{other}");
        bed.post("/api/tables", &wish).header("origin", other).send().await.refused(403, "origin");
        ask("OPTIONS", "/api/tables", other).header("access-control-request-method", "POST").send().await.refused(403, "origin");
    }
    bed.stop().await;
    config.origins = vec!["club.example/page".to_owned()];
    let why = grognard_server::Server::start(config).await.err().expect("what is no origin is refused");
    assert!(why.contains("--origin") && why.lines().count() == 1, "{why}");
}

pub async fn a_lobby_is_for_all(ground: Ground) {
    let mut config = ground.config();
    config.proxies = 1;
    let bed = Bed::start(config).await;
    let make = |from: &'static str, public: bool| {
        bed.post("/api/tables", &json!({"game": "eylau", "public": public, "name": from})).header("x-forwarded-for", from)
    };
    make("203.0.113.9", true).send().await.good();
    for _ in 0..120 {
        make("203.0.113.1", true).send().await.good();
    }
    let page = |from: usize| bed.get(format!("/api/tables?from={from}"));
    let first = bed.get("/api/tables").send().await.good();
    let (first, second) = (first.as_array().unwrap().clone(), page(100).send().await.good().as_array().unwrap().clone());
    assert_eq!((first.len(), second.len()), (100, 21));
    let place = first
        .iter()
        .position(|table| table["name"] == "203.0.113.9")
        .expect("an older table of somebody else is on the first page");
    assert_eq!(place, 1, "only one is before it");
    let mut all: Vec<&str> = first.iter().chain(&second).map(|table| table["id"].as_str().unwrap()).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 121, "every table is on one page");
    bed.stop().await;
    let bed = bounded(&ground, Limits { listed_day: 122, ..Limits::default() }).await;
    let make = |from: &'static str, public: bool| {
        bed.post("/api/tables", &json!({"game": "eylau", "public": public})).header("x-forwarded-for", from)
    };
    let mut last = json!(null);
    for status in [201, 201, 429] {
        let made = make("203.0.113.1", true).send().await;
        assert_eq!(made.status, status);
        if status == 201 {
            last = made.json();
        }
    }
    assert_eq!(make("203.0.113.1", false).send().await.status, 201, "what is not listed takes no room in the lobby");
    assert_eq!(make("203.0.113.9", true).send().await.status, 201);
    let (id, token) = (last["id"].as_str().unwrap(), last["seats"][0]["token"].as_str().unwrap());
    bed.post(format!("/api/tables/{id}/resign"), &json!({"seat": "French"})).token(token).send().await.good();
    let next = bed.post(format!("/api/tables/{id}/rematch"), &json!({})).token(token).send().await.good()["table"].clone();
    let told = bed.get(format!("/api/tables/{}", next.as_str().unwrap())).send().await.good();
    assert_eq!(told["public"], false, "to begin a game anew is no way around");
    bed.stop().await;
}

pub async fn a_locked_table_tells_nothing(ground: Ground) {
    let bed = ground.server().await;
    // One was brought along, and promises no seed; the other tells it.
    for record in [Some(include_str!("../../../../records/art-of-war/eylau.record")), None] {
        let mut wish = json!({"game": "eylau", "public": true, "name": "ours", "passphrase": "soleil", "player": "Ney"});
        if let Some(record) = record {
            wish["record"] = json!(record);
        }
        let made = bed.post("/api/tables", &wish).send().await.good();
        let id = made["id"].as_str().unwrap();
        if record.is_none() {
            let token = made["seats"][0]["token"].as_str().unwrap();
            bed.post(format!("/api/tables/{id}/resign"), &json!({"seat": "French"})).token(token).send().await.good();
        }
        let (_onlooker, welcome) = bed.socket(id, json!({"type": "hello", "passphrase": "soleil", "mode": "moves"})).await;
        let within = &welcome["table"];
        assert_eq!((&within["over"], within["seed"].is_string()), (&json!(true), record.is_none()), "{within}");
        let listed = bed.get("/api/tables").send().await.good();
        let listed = listed.as_array().unwrap().iter().find(|table| table["id"] == made["id"]).unwrap().clone();
        let alone = bed.get(format!("/api/tables/{id}")).send().await.good();
        for info in [&listed, &alone] {
            assert_eq!((&info["id"], &info["locked"], &info["title"]), (&made["id"], &json!(true), &within["title"]));
            for empty in ["seats", "options"] {
                assert_eq!(info[empty], json!([]), "{empty}: {info}");
            }
            for nothing in ["played", "spectators", "given"] {
                assert_eq!(info[nothing], 0, "{nothing}: {info}");
            }
            assert!(
                info["seed"].is_null() && info["pending"].is_null() && info["commitment"] == "" && info["over"] == false,
                "{info}"
            );
            assert!(info["pass"].is_null() && info["touched"] == info["created"] && !info.to_string().contains("Ney"), "{info}");
        }
    }
    bed.stop().await;
}

pub async fn a_seat_is_taken_again_when_the_answer_was_lost(ground: Ground) {
    let bed = ground.server().await;
    for public in [true, false] {
        let wish = json!({"game": "eylau", "public": public, "seats": [{"seat": "Allied", "who": "open"}]});
        let made = bed.post("/api/tables", &wish).send().await.good();
        let (id, link) = (made["id"].as_str().unwrap(), made["seats"][1]["link"].as_str().unwrap());
        let invite = (!public).then(|| link.rsplit('.').next().unwrap());
        let path = format!("/api/tables/{id}/seats/Allied");
        let claim = if public { "ab".repeat(32) } else { "cd".repeat(32) };
        let wish = json!({"name": "Barclay", "invite": invite, "claim": claim});
        for bad in ["", "ab", &"AB".repeat(32), &"g".repeat(64)] {
            bed.post(&path, &json!({"invite": invite, "claim": bad})).send().await.refused(400, "malformed");
        }
        // Many at once and one after the other, as a page does whose answers are lost.
        let asks = (0..4).map(|_| bed.post(&path, &wish).send());
        for reply in futures_util::future::join_all(asks).await {
            assert_eq!(reply.good()["token"], json!(claim));
        }
        let again = bed.post(&path, &wish).send().await.good();
        assert_eq!((&again["token"], &again["seat"]), (&json!(claim), &json!("Allied")));
        assert_eq!(bed.view(id, &claim).await["you"], "Allied");
        let thief = json!({"name": "Boris", "invite": invite, "claim": "ef".repeat(32)});
        bed.post(&path, &thief).send().await.refused(409, "not-now");
        let other = bed.post(format!("/api/tables/{id}/seats/French"), &json!({"claim": claim, "invite": invite})).send().await;
        other.refused(409, "not-now");
    }
    bed.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_who_looks_on_is_called_like_a_seat() {
    let ground = Ground::file();
    let bed = ground.server().await;
    let table = bed.two_players("eylau").await;
    let (mut player, _) = bed.socket(&table.id, hello(&table.tokens[0])).await;
    for (name, shown) in
        [("French", "a spectator"), ("the FRENCH side", "a spectator"), ("ney", "a spectator"), ("Larrey", "Larrey")]
    {
        let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "name": name, "mode": "moves"})).await;
        assert_eq!(line.ask(json!({"type": "chat", "id": 1, "text": "I resign"})).await["type"], "ok");
        let said = player.until("chat").await;
        assert_eq!((&said["by"], &said["seat"]), (&json!(shown), &json!("")), "{name}");
    }
    bed.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_are_read_few_at_a_time() {
    let ground = Ground::file();
    let limits =
        Limits { imports: only(1000.0), tables: only(1000.0), requests: only(5000.0), long_each: 1, ..Limits::default() };
    let mut config = ground.config();
    config.limits = Limits { off: false, ..limits };
    let bed = Bed::start(config).await;
    let long = json!({"record": "x".repeat(100_000)});
    bed.post("/api/tables", &long).send().await.refused(400, "malformed");
    // Somebody sends the head of a record and waits. The server asks for the rest as soon as it has made room for it, and then there is none for a second
    // one. It may still be busy with the one before.
    let words = "Content-Type: application/json\r\nContent-Length: 200000\r\nExpect: 100-continue";
    let head = format!("POST /api/tables HTTP/1.1\r\nHost: {}\r\n{words}\r\n\r\n", bed.address);
    let mut waiting = Waiting::begin("room for one record");
    let slow = loop {
        let mut slow = TcpStream::connect(bed.address).await.unwrap();
        slow.write_all(head.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        slow.read_exact(&mut answer).await.unwrap();
        if &answer == b"HTTP/1.1 100" {
            break slow;
        }
        assert_eq!(&answer, b"HTTP/1.1 429");
        waiting.go_on(&Value::Null).await;
    };
    let refused = bed.post("/api/tables", &long).send().await;
    refused.refused(429, "too-many");
    assert!(refused.headers.contains_key("retry-after"));
    // What is short is not concerned.
    assert_eq!(bed.post("/api/tables", &json!({"game": "eylau"})).send().await.status, 201);
    drop(slow);
    let mut waiting = Waiting::begin("room for the next record");
    loop {
        let reply = bed.post("/api/tables", &long).send().await;
        if reply.status == 400 {
            break;
        }
        waiting.go_on(&reply.json()).await;
    }
    // A record that is longer than any game is refused before it is replayed.
    let (head, end) = ("[Rulebook \"art-of-war 2\"]\n[Game \"eylau\"]\nFrench:", "{0000000000000000}\n");
    let lines = format!("x{}", "\n".repeat(50_000));
    let one_line = format!("{head}{}\n{end}", " Des4".repeat(25_000));
    let taken_back = format!("{head}{}\n{end}", " Des4 {back:0}".repeat(25_000));
    for record in [lines, one_line, taken_back] {
        let refused = bed.post("/api/tables", &json!({"record": record})).send().await.refused(400, "malformed");
        assert!(refused["detail"].as_str().unwrap().contains("too long"), "{refused}");
    }
    bed.stop().await;
}
