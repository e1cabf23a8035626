//! Whatever is wrong gets the right status and a problem in one shape, and changes nothing.

use crate::bed::{Bed, Ground, Seated};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// Runs something that must change nothing.
async fn unchanged(bed: &Bed, table: &Seated, doing: impl Future<Output = ()>) {
    let token = &table.tokens[0];
    let before = bed.view(&table.id, token).await;
    doing.await;
    assert_eq!(bed.view(&table.id, token).await, before, "nothing has changed");
}

pub async fn what_cannot_be_read_is_refused(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.hot_seat("eylau").await;
    let token = table.tokens[0].clone();
    let act = table.path("act");
    unchanged(&bed, &table, async {
        for body in ["", "{", "[]", "null", "{\"action\": 7}", "{\"action\": \"end\", \"odd\": 1}", "\u{0}", "{\"action\""] {
            let ask = bed.ask("POST", &act).raw(body.to_owned()).header("content-type", "application/json").token(&token);
            ask.send().await.refused(400, "malformed");
        }
        let broken = bed.ask("POST", &act).raw(vec![0xff, 0xfe]).header("content-type", "application/json").token(&token);
        broken.send().await.refused(400, "malformed");
        let plain = bed.ask("POST", &act).raw("{\"action\":\"end\"}").header("content-type", "text/plain").token(&token);
        plain.send().await.refused(415, "media-type");
        bed.get(table.path("view?at=x")).token(&token).send().await.refused(400, "malformed");
        bed.get(table.path("view?at=-1")).token(&token).send().await.refused(400, "malformed");
        bed.get(table.path("view")).header("authorization", "Basic abc").send().await.refused(400, "malformed");
        bed.get(table.path("overlay/none")).send().await.refused(400, "malformed");
        bed.get(table.path("live")).send().await.refused(400, "malformed");
        for wish in [
            json!({"game": "waterloo"}),
            json!({"game": "eylau", "options": {"wind": "on"}}),
            json!({"game": "eylau", "options": {"weather": "hail"}}),
            json!({"game": "eylau", "seats": [{"seat": "British", "who": "me"}]}),
            json!({"game": "eylau", "seats": [{"seat": "French", "who": "emperor"}]}),
            json!({"game": "eylau", "seats": [{"seat": "French", "who": "me"}, {"seat": "French", "who": "open"}]}),
            json!({"game": "dresden", "record": "grognard record 1\n"}),
            json!({"record": "\u{0}\u{1}"}),
            json!({"game": "eylau", "passphrase": "x".repeat(500)}),
        ] {
            bed.post("/api/tables", &wish).send().await.refused(400, "malformed");
        }
        // Far beyond the end is the end.
        let late = bed.get(table.path("view?at=99999999")).token(&token).send().await.good();
        assert_eq!(late["at"], late["played"]);
    })
    .await;
    bed.stop().await;
}

pub async fn unknown_things_are_not_found(ground: Ground) {
    let bed = ground.server().await;
    for id in ["0000000000000000", "x", "..%2f..%2fetc", "%00", "';drop table tables;--", &"a".repeat(5000)] {
        let id = id.replace(['\'', ' '], "%27");
        bed.get(format!("/api/tables/{id}/view")).send().await.refused(404, "unknown");
        bed.post(format!("/api/tables/{id}/act"), &json!({"action": "end"})).send().await.refused(404, "unknown");
        bed.post(format!("/api/tables/{id}/seats/French"), &json!({})).send().await.refused(404, "unknown");
    }
    let table = bed.two_players("eylau").await;
    bed.post(table.path("seats/British"), &json!({})).send().await.refused(404, "unknown");
    for path in ["/api/nothing", "/api/games/waterloo/map", "/api/rules/none", "/api/rules/art-of-war/99.9", "/none.js"] {
        bed.get(path).send().await.refused(404, "unknown");
    }
    bed.ask("DELETE", "/api/games").send().await.refused(405, "method");
    bed.ask("PUT", format!("/api/tables/{}", table.id)).send().await.refused(405, "method");
    bed.stop().await;
}

pub async fn a_wrong_seat_or_token_is_refused(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eylau").await;
    let stranger = bed.two_players("eylau").await;
    let (token, view) = table.decider(&bed).await;
    let waiting = table.tokens.iter().find(|other| **other != token).unwrap();
    let action = view["choices"][0]["text"].clone();
    let wish = json!({"action": action, "played": 0});
    unchanged(&bed, &table, async {
        let act = || bed.post(table.path("act"), &wish);
        let problem = act().token(waiting).send().await.refused(403, "not-yours");
        assert!(problem["detail"].as_str().unwrap().contains("belongs to"), "{problem}");
        act().send().await.refused(403, "not-yours");
        for odd in [stranger.tokens[0].as_str(), "nonsense", "", &"f".repeat(64), &token[..63]] {
            act().token(odd).send().await.refused(403, "not-yours");
            bed.get(table.path("view")).token(odd).send().await.refused(403, "not-yours");
        }
        for rest in ["command", "why", "undo", "undo/answer"] {
            let body = json!({"text": "end", "allow": true});
            let body = match rest {
                "undo" => json!({}),
                "undo/answer" => json!({"request": 1, "allow": true}),
                _ => json!({"text": body["text"]}),
            };
            bed.post(table.path(rest), &body).token(&stranger.tokens[1]).send().await.refused(403, "not-yours");
            bed.post(table.path(rest), &body).send().await.refused(403, "not-yours");
        }
        bed.post(table.path("command"), &json!({"text": "end"})).token(waiting).send().await.refused(403, "not-yours");
    })
    .await;
    bed.stop().await;
}

pub async fn a_stale_action_is_refused(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.hot_seat("eylau").await;
    let token = table.tokens[0].clone();
    table.play_one(&bed, 0).await;
    let view = bed.view(&table.id, &token).await;
    let action = view["choices"][0]["text"].clone();
    unchanged(&bed, &table, async {
        for played in [0, 2, 4_000_000_000u64] {
            let wish = json!({"action": action, "played": played});
            let problem = bed.post(table.path("act"), &wish).token(&token).send().await.refused(409, "stale");
            assert_eq!(problem["played"], 1);
        }
    })
    .await;
    // Of many who send the same at once, one is right.
    let wish = json!({"action": action, "played": 1});
    let asks = (0..8).map(|_| bed.post(table.path("act"), &wish).token(&token).send());
    let replies = futures_util::future::join_all(asks).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1, "{replies:?}");
    assert_eq!(replies.iter().filter(|reply| reply.status == 409).count(), 7, "{replies:?}");
    bed.stop().await;
}

pub async fn too_much_is_refused(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.hot_seat("eylau").await;
    let token = table.tokens[0].clone();
    unchanged(&bed, &table, async {
        let long = json!({"action": "x".repeat(70_000)});
        bed.post(table.path("act"), &long).token(&token).send().await.refused(413, "too-large");
        let huge = json!({"record": "x".repeat(5 << 20)});
        bed.post("/api/tables", &huge).send().await.refused(413, "too-large");
        // A record may be longer than an action.
        let larger = json!({"record": "x".repeat(200_000)});
        let told = bed.post("/api/tables", &larger).send().await;
        told.refused(400, "malformed");
        // Nobody is sent all of it back, and what helps is told all the same.
        let odd = bed.post(table.path("act"), &json!({"action": "x".repeat(50_000)})).token(&token).send().await;
        let problem = odd.refused(422, "unreadable");
        assert!(told.text.len() < 10_000 && odd.text.len() < 10_000, "{} and {}", told.text.len(), odd.text.len());
        assert!(problem["detail"].as_str().unwrap().ends_with("fight or stop"), "{problem}");
    })
    .await;
    let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "token": token, "mode": "moves"})).await;
    // The server may be gone before the last of it.
    line.try_say_raw(Message::text("x".repeat(100_000))).await;
    while line.hear().await.is_some() {}
    bed.view(&table.id, &token).await;
    bed.stop().await;
}

pub async fn illegal_actions_name_their_case(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.hot_seat("eylau").await;
    let token = table.tokens[0].clone();
    unchanged(&bed, &table, async {
        let act = |action: &str| bed.post(table.path("act"), &json!({"action": action, "played": 0})).token(&token);
        for odd in ["", " ", "dance", "go", "pick", "pick Nobody", "\u{202e}", "pick Sth1 Sth2 Sth3", &"pick ".repeat(500)] {
            let problem = act(odd).send().await.refused(422, "unreadable");
            assert!(problem["line"].as_str().is_some_and(|line| !line.is_empty()), "{problem}");
        }
        // It is the French player's turn, and this is an enemy.
        let view = bed.view(&table.id, &token).await;
        let foe = view["board"]["counters"].as_array().unwrap().iter();
        let foe = foe.filter(|c| c["hex"].is_string()).find(|c| c["side"] != view["pending"]["seat"]).unwrap();
        let problem = act(&format!("pick {}", foe["tag"].as_str().unwrap())).send().await.refused(422, "illegal");
        assert!(problem["case"].as_str().is_some_and(|case| case.contains('.')), "{problem}");
        assert!(problem["line"].as_str().unwrap().starts_with('['), "{problem}");
        let typed = json!({"text": format!("move {} 0101", foe["tag"].as_str().unwrap())});
        let problem = bed.post(table.path("command"), &typed).token(&token).send().await;
        assert_eq!(problem.status, 422, "{problem:?}");
    })
    .await;
    bed.stop().await;
}

pub async fn sockets_refuse_in_the_same_words(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eylau").await;
    for hello in [
        json!({"type": "hello", "token": "nonsense"}),
        json!({"type": "act", "id": 1, "action": "end"}),
        json!({"type": "hello", "mode": "everything"}),
        json!(7),
    ] {
        let mut line = bed.bare_socket(&table.id).await;
        line.say(hello.clone()).await;
        let refused = line.hear().await.unwrap_or(Value::Null);
        assert_eq!(refused["type"], "refused", "{hello}: {refused}");
        assert!(line.hear().await.is_none(), "the line is closed after {hello}");
    }
    let mut line = bed.bare_socket("0000000000000000").await;
    line.say(json!({"type": "hello"})).await;
    assert_eq!(line.hear().await.unwrap()["problem"]["status"], 404);
    let (token, view) = table.decider(&bed).await;
    let waiting = table.tokens.iter().find(|other| **other != token).unwrap().clone();
    let action = view["choices"][0]["text"].clone();
    unchanged(&bed, &table, async {
        let (mut mine, _) = bed.socket(&table.id, json!({"type": "hello", "token": token, "mode": "moves"})).await;
        let (mut theirs, _) = bed.socket(&table.id, json!({"type": "hello", "token": waiting, "mode": "moves"})).await;
        let refused = theirs.ask(json!({"type": "act", "id": 5, "action": action, "played": 0})).await;
        assert_eq!((&refused["problem"]["status"], &refused["id"]), (&json!(403), &json!(5)));
        let refused = mine.ask(json!({"type": "act", "id": 6, "action": action, "played": 9})).await;
        assert_eq!(refused["problem"]["status"], 409);
        let refused = mine.ask(json!({"type": "act", "id": 7, "action": "dance", "played": 0})).await;
        assert_eq!(refused["problem"]["status"], 422);
        let refused = mine.ask(json!({"type": "dance", "id": 8})).await;
        assert_eq!(refused["problem"]["status"], 400);
        let refused = mine.ask(json!({"type": "answer", "id": 9, "request": 1, "allow": true})).await;
        assert_eq!(refused["problem"]["status"], 409);
        mine.say_raw(Message::text("{")).await;
        assert_eq!(mine.hear().await.unwrap()["problem"]["status"], 400);
        mine.say_raw(Message::binary(vec![1, 2, 3])).await;
        assert_eq!(mine.hear().await.unwrap()["problem"]["status"], 400);
        assert_eq!(mine.ask(json!({"type": "ping", "id": 10})).await["type"], "pong", "the line still works");
    })
    .await;
    bed.stop().await;
}
