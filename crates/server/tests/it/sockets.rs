//! Sockets: what one plays, the others see at once.

use crate::bed::{Bed, Ground, SOON};
use serde_json::{Value, json};
use std::time::Duration;

pub async fn two_players_see_each_other_play(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eylau").await;
    let hello = |token: &String| json!({"type": "hello", "token": token, "mode": "moves"});
    let (mut first, welcome) = bed.socket(&table.id, hello(&table.tokens[0])).await;
    assert!(welcome["view"].is_null() && welcome["table"]["id"] == json!(table.id));
    let (mut second, _) = bed.socket(&table.id, hello(&table.tokens[1])).await;
    for turn in 1..=40u64 {
        let (token, view) = table.decider(&bed).await;
        let choices = view["choices"].as_array().unwrap();
        let act = json!({"type": "act", "id": 100 + turn, "action": choices[turn as usize * 3 % choices.len()]["text"], "played": turn - 1});
        let (mine, theirs) = if token == table.tokens[0] { (&mut first, &mut second) } else { (&mut second, &mut first) };
        mine.say(act.clone()).await;
        let moved = mine.until("moved").await;
        let ok = mine.until("ok").await;
        assert_eq!((&ok["id"], &ok["played"]), (&json!(100 + turn), &json!(turn)));
        assert_eq!(theirs.until("moved").await, moved, "both are told the same");
        assert_eq!((&moved["happening"]["entry"], &moved["happening"]["action"]), (&json!(turn), &act["action"]));
        assert!(moved["happening"]["events"].is_null(), "only what is for everybody's eyes");
    }
    bed.stop().await;
    // The server says goodbye.
    while first.hear().await.is_some() {}
}

pub async fn views_follow_changes_in_mode_view(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.hot_seat("eylau").await;
    let (mut line, welcome) = bed.socket(&table.id, json!({"type": "hello", "token": table.tokens[0]})).await;
    let mut view = welcome["view"].clone();
    for turn in 1..=15 {
        let choices = view["choices"].as_array().unwrap();
        line.say(json!({"type": "act", "id": turn, "action": choices[turn % choices.len()]["text"], "played": view["played"]}))
            .await;
        assert_eq!(line.until("moved").await["happening"]["entry"], turn);
        assert_eq!(line.until("ok").await["id"], turn);
        view = line.until("view").await["view"].clone();
        assert_eq!(view["played"], turn);
        assert_eq!(view["you"], view["pending"]["seat"], "one token at both seats sees as whoever decides");
    }
    assert_eq!(view, bed.view(&table.id, &table.tokens[0]).await, "both ways lead to the same view");
    line.say(json!({"type": "undo", "id": 99, "confirm": true})).await;
    assert_eq!(line.until("undone").await["played"], 14);
    assert_eq!(line.until("view").await["view"]["played"], 14);
    bed.stop().await;
}

pub async fn a_view_comes_however_often_the_house_is_tidied(ground: Ground) {
    let mut config = ground.config();
    // The rounds of whoever tidies follow upon each other.
    config.idle = Duration::from_millis(1);
    let bed = Bed::start(config).await;
    let table = bed.hot_seat("eylau").await;
    let (mut line, welcome) = bed.socket(&table.id, json!({"type": "hello", "token": table.tokens[0]})).await;
    let mut view = welcome["view"].clone();
    for turn in 1..=60 {
        let choices = view["choices"].as_array().unwrap();
        line.say(json!({"type": "act", "id": turn, "action": choices[turn % choices.len()]["text"], "played": view["played"]}))
            .await;
        let told = tokio::time::timeout(SOON, line.until("view")).await.expect("a view after every action");
        view = told["view"].clone();
        assert_eq!(view["played"], turn);
    }
    bed.stop().await;
}

pub async fn talk_and_presence(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eylau").await;
    let (mut first, welcome) = bed.socket(&table.id, json!({"type": "hello", "token": table.tokens[0], "mode": "moves"})).await;
    let connected = |message: &Value| (message["seats"][0]["connected"].clone(), message["seats"][1]["connected"].clone());
    assert_eq!(connected(&welcome["table"]), (json!(true), json!(false)));
    first.until("presence").await;
    let (mut second, _) = bed.socket(&table.id, json!({"type": "hello", "token": table.tokens[1], "mode": "moves"})).await;
    assert_eq!(connected(&first.until("presence").await), (json!(true), json!(true)));
    let (mut third, _) = bed.socket(&table.id, json!({"type": "hello", "name": "<i>Larrey</i>", "mode": "moves"})).await;
    assert_eq!(first.until("presence").await["spectators"], 1);
    assert_eq!(second.ask(json!({"type": "chat", "id": 1, "text": "  Bonjour\u{0}\u{7} <script> "})).await["type"], "ok");
    for line in [&mut first, &mut third] {
        let said = line.until("chat").await;
        assert_eq!(
            (&said["by"], &said["seat"], &said["text"]),
            (&json!("Barclay"), &json!("Allied"), &json!("Bonjour <script>"))
        );
    }
    assert_eq!(third.ask(json!({"type": "chat", "id": 2, "text": "vive"})).await["type"], "ok");
    let said = first.until("chat").await;
    assert_eq!((&said["by"], &said["seat"]), (&json!("<i>Larrey</i>"), &json!("")), "escaping is the page's affair");
    assert_eq!(third.ask(json!({"type": "chat", "id": 3, "text": " \n "})).await["problem"]["status"], 400);
    assert_eq!(third.ask(json!({"type": "chat", "id": 4, "text": "x".repeat(3000)})).await["type"], "ok");
    assert_eq!(first.until("chat").await["text"].as_str().unwrap().len(), 500, "nobody talks without end");
    second.close().await;
    assert_eq!(connected(&first.until("presence").await), (json!(true), json!(false)));
    let talk = bed.get(table.path("chat")).send().await.good();
    assert_eq!(talk.as_array().unwrap().len(), 3);
    assert_eq!(talk[0]["text"], "Bonjour <script>");
    bed.stop().await;
}

pub async fn coming_back_tells_what_was_missed(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.hot_seat("eylau").await;
    for turn in 0..25 {
        table.play_one(&bed, turn * 3).await;
    }
    let hello = json!({"type": "hello", "token": table.tokens[0], "from": 10});
    let (_line, welcome) = bed.socket(&table.id, hello).await;
    let told = &welcome["catch_up"];
    assert_eq!((&told["from"], &told["to"]), (&json!(10), &json!(25)));
    assert!(told["lines"].as_array().unwrap().iter().all(|line| line["entry"].as_u64().unwrap() > 10));
    bed.stop().await;
}

pub async fn a_long_view_comes_whole(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.hot_seat("dresden").await;
    let (_line, welcome) = bed.socket(&table.id, json!({"type": "hello", "token": table.tokens[0]})).await;
    assert!(welcome.to_string().len() > 10_000, "long enough to go out in pieces");
    assert_eq!(welcome["view"], bed.view(&table.id, &table.tokens[0]).await);
    bed.stop().await;
}
