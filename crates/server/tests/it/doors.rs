//! The doors: origins, hosts, headers, limits, the page, the document, the lock on the folder.

use crate::bed::{Bed, Ground};
use grognard_server::{Limits, Rate, Server};
use serde_json::{Value, json};

#[tokio::test]
async fn other_pages_and_names_are_turned_away() {
    let bed = Ground::file().server().await;
    let wish = json!({"game": "eylau"});
    let evil = bed.post("/api/tables", &wish).header("origin", "http://evil.example").send().await;
    evil.refused(403, "origin");
    bed.post("/api/tables", &wish).header("sec-fetch-site", "cross-site").send().await.refused(403, "origin");
    bed.get("/api/games").header("host", "evil.example").send().await.refused(421, "host");
    let own = format!("http://{}", bed.address);
    let made = bed.post("/api/tables", &wish).header("origin", own).send().await.good();
    let id = made["id"].as_str().unwrap();
    let upgrade = |origin: &str| {
        bed.get(format!("/api/tables/{id}/live"))
            .header("origin", origin)
            .header("connection", "upgrade")
            .header("upgrade", "websocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
    };
    upgrade("http://evil.example").send().await.refused(403, "origin");
    bed.stop().await;
}

#[tokio::test]
async fn every_answer_is_hardened() {
    let bed = Ground::file().server().await;
    for path in ["/", "/api/games", "/api/none", "/table/abc", "/none.js"] {
        let reply = bed.get(path).send().await;
        let policy = reply.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(reply.headers["x-content-type-options"], "nosniff");
        assert_eq!(reply.headers["referrer-policy"], "no-referrer");
        assert!(!reply.headers.contains_key("set-cookie"), "no cookie is needed");
    }
    let table = bed.hot_seat("eylau").await;
    let view = bed.get(table.path("view")).send().await;
    assert_eq!(view.headers["cache-control"], "no-store");
    let packed = bed.get(table.path("view")).header("accept-encoding", "gzip").send().await;
    assert_eq!(packed.headers["content-encoding"], "gzip");
    bed.stop().await;
}

#[tokio::test]
async fn whoever_comes_too_often_waits() {
    let ground = Ground::file();
    let mut config = ground.config();
    let few = Rate { steady: 0.000_01, burst: 5.0 };
    config.limits = Limits { off: false, tries: few, messages: few, tables: few, ..Limits::default() };
    let bed = Bed::start(config).await;
    let table = bed.hot_seat("eylau").await;
    let locked = bed.post("/api/tables", &json!({"game": "eylau", "passphrase": "x"})).send().await.good();
    let path = format!("/api/tables/{}/view", locked["id"].as_str().unwrap());
    for i in 0..8 {
        let reply = bed.get(&path).header("x-passphrase", "guess").send().await;
        assert_eq!(reply.status, if i < 5 { 403 } else { 429 });
    }
    let last = bed.get(&path).header("x-passphrase", "guess").send().await;
    last.refused(429, "too-many");
    assert!(last.headers.contains_key("retry-after"));
    for i in 0..8 {
        let reply = bed.post(table.path("act"), &json!({"action": "dance"})).token(&table.tokens[0]).send().await;
        assert_eq!(reply.status, if i < 5 { 422 } else { 429 });
    }
    let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "token": table.tokens[0], "mode": "moves"})).await;
    for id in 1..=8 {
        let reply = line.ask(json!({"type": "act", "id": id, "action": "dance"})).await;
        assert_eq!(reply["problem"]["status"], if id <= 5 { 422 } else { 429 });
    }
    for i in 0..5 {
        let reply = bed.post("/api/tables", &json!({"game": "eylau"})).send().await;
        assert_eq!(reply.status, if i < 3 { 201 } else { 429 });
    }
    bed.stop().await;
}

#[tokio::test]
async fn the_page_answers_every_address_of_its_own() {
    let ground = Ground::file();
    let Ground::File(folder) = &ground else { unreachable!() };
    std::fs::create_dir_all(folder.path().join("web/assets")).unwrap();
    std::fs::write(folder.path().join("web/index.html"), "<!doctype html><title>the page</title>").unwrap();
    std::fs::write(folder.path().join("web/assets/a-1234.js"), "let a = 1").unwrap();
    let mut config = ground.config();
    config.web = Some(folder.path().join("web"));
    let bed = Bed::start(config).await;
    for path in ["/", "/new", "/table/abc", "/table/abc/replay", "/rules/art-of-war/5.1"] {
        let reply = bed.get(path).send().await;
        assert!(reply.status == 200 && reply.text.contains("the page"), "{path}: {reply:?}");
        assert_eq!(reply.headers["content-type"], "text/html; charset=utf-8");
    }
    let script = bed.get("/assets/a-1234.js").send().await;
    assert_eq!((script.status, script.text.as_str()), (200, "let a = 1"));
    assert_eq!(script.headers["content-type"], "text/javascript; charset=utf-8");
    bed.get("/assets/../../data/grognard.sqlite").send().await.refused(404, "unknown");
    bed.ask("POST", "/new").send().await.refused(405, "method");
    bed.stop().await;
}

#[tokio::test]
async fn the_document_describes_what_there_is() {
    let bed = Ground::file().server().await;
    let document = bed.get("/api/openapi.json").send().await.good();
    assert_eq!(document, serde_json::from_str::<Value>(&grognard_server::openapi()).unwrap());
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for name in ["View", "Board", "Choice", "MapView", "ClientMessage", "ServerMessage", "Problem", "TableInfo", "Moved"] {
        assert!(schemas.contains_key(name), "{name} is missing");
    }
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() > 20 && paths.contains_key("/api/tables/{id}/act"));
    // Every reference leads somewhere.
    let text = document.to_string();
    for name in text.split("\"#/components/schemas/").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(schemas.contains_key(name), "{name} is referred to but not described");
    }
    bed.stop().await;
}

#[tokio::test]
async fn one_folder_has_one_server() {
    let ground = Ground::file();
    let bed = ground.server().await;
    let second = Server::start(ground.config()).await;
    let why = second.err().expect("a second server is refused");
    assert!(why.contains("at work") && why.contains(&bed.address.to_string()), "{why}");
    bed.stop().await;
    ground.server().await.stop().await;
}
