//! Several servers on one database: what is played through one is seen at once through the other.

use crate::Scenario;
use crate::bed::{Bed, Ground, Waiting};
use grognard_server::Clock;
use serde_json::{Value, json};

pub const SCENARIOS: &[Scenario] = &[
    ("moves_travel_between_servers", |ground| Box::pin(moves_travel_between_servers(ground))),
    ("two_servers_cannot_both_be_first", |ground| Box::pin(two_servers_cannot_both_be_first(ground))),
    ("talk_presence_seats_and_requests_travel", |ground| Box::pin(talk_presence_seats_and_requests_travel(ground))),
    ("reminders_and_rematches_travel", |ground| Box::pin(reminders_and_rematches_travel(ground))),
];

async fn reminders_and_rematches_travel(ground: Ground) {
    let here = ground.server().await;
    // The clock of the other one is two days ahead: it is time to remind somebody.
    let mut config = ground.config();
    let clock = Clock::default();
    config.clock = Clock::new(move || clock.now() + 2 * 86_400_000);
    let there = Bed::start(config).await;
    let table = here.two_players("eylau").await;
    let [french, allied] = [&table.tokens[0], &table.tokens[1]];
    let (mut near, _) = here.socket(&table.id, json!({"type": "hello", "token": french, "mode": "moves"})).await;
    assert_eq!(there.post(table.path("remind"), &json!({})).token(allied).send().await.status, 204);
    assert_eq!(near.until("reminded").await, json!({"type": "reminded", "seat": "French", "by": "Allied"}));
    assert_eq!(near.ask(json!({"type": "resign", "id": 1})).await["type"], "ok");
    // It is over there, too, as soon as the notice has arrived.
    let mut waiting = Waiting::begin("the end at the other server");
    let next = loop {
        let again = there.post(table.path("rematch"), &json!({})).token(allied).send().await;
        if again.status == 200 {
            break again.json()["table"].clone();
        }
        waiting.go_on(&json!(again.status)).await;
    };
    assert_eq!(near.until("rematch").await["table"], next);
    here.stop().await;
    there.stop().await;
}

async fn moves_travel_between_servers(ground: Ground) {
    let (here, there) = (ground.server().await, ground.server().await);
    let table = here.two_players("eylau").await;
    let (mut near, _) = here.socket(&table.id, json!({"type": "hello", "token": table.tokens[0], "mode": "moves"})).await;
    let (mut far, _) = there.socket(&table.id, json!({"type": "hello", "token": table.tokens[1]})).await;
    for turn in 1..=30 {
        // In turns through the one and through the other.
        table.play_one(if turn % 3 == 0 { &there } else { &here }, turn * 3).await;
        let moved = near.until("moved").await;
        assert_eq!(moved["happening"]["entry"], turn);
        assert_eq!(far.until("moved").await, moved);
        assert_eq!(far.until("view").await["view"]["played"], turn);
    }
    assert_eq!(here.view(&table.id, &table.tokens[0]).await, there.view(&table.id, &table.tokens[0]).await);
    here.stop().await;
    table.play_one(&there, 1).await;
    assert_eq!(far.until("moved").await["happening"]["entry"], 31, "one server stops, the other goes on");
    there.stop().await;
}

async fn two_servers_cannot_both_be_first(ground: Ground) {
    let (here, there) = (ground.server().await, ground.server().await);
    let table = here.hot_seat("eylau").await;
    let token = &table.tokens[0];
    for turn in 0..40u64 {
        let view = here.view(&table.id, token).await;
        let choices = view["choices"].as_array().unwrap();
        let wish = |pick: usize| json!({"action": choices[pick % choices.len()]["text"], "played": view["played"]});
        let (a, b) = tokio::join!(
            here.post(table.path("act"), &wish(turn as usize * 3)).token(token).send(),
            there.post(table.path("act"), &wish(turn as usize * 5 + 1)).token(token).send(),
        );
        let mut statuses = [a.status, b.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{a:?} {b:?}");
        let views = [here.view(&table.id, token).await, there.view(&table.id, token).await];
        assert!(views.iter().all(|view| view["played"].as_u64() >= Some(turn)), "nobody falls back");
        // Both know the same as soon as the notice has arrived.
        let mut waiting = Waiting::begin("the same game at both servers");
        while here.view(&table.id, token).await != there.view(&table.id, token).await {
            waiting.go_on(&json!(turn)).await;
        }
    }
    assert_eq!(here.view(&table.id, token).await["played"], 40);
    here.stop().await;
    there.stop().await;
}

async fn talk_presence_seats_and_requests_travel(ground: Ground) {
    let (here, there) = (ground.server().await, ground.server().await);
    let wish = json!({"game": "eylau", "public": true, "seats": [{"seat": "Allied", "who": "open"}]});
    let made = here.post("/api/tables", &wish).send().await.good();
    let id = made["id"].as_str().unwrap().to_owned();
    let french = made["seats"][0]["token"].as_str().unwrap().to_owned();
    let (mut near, _) = here.socket(&id, json!({"type": "hello", "token": french, "mode": "moves"})).await;
    near.until("presence").await;
    let taken = there.post(format!("/api/tables/{id}/seats/Allied"), &json!({"name": "Barclay"})).send().await.good();
    let allied = taken["token"].as_str().unwrap().to_owned();
    let seen = near.until("presence").await;
    assert_eq!((&seen["seats"][1]["who"], &seen["seats"][1]["name"]), (&json!("human"), &json!("Barclay")));
    let (mut far, _) = there.socket(&id, json!({"type": "hello", "token": allied, "mode": "moves"})).await;
    let both =
        |message: &Value| message["seats"][0]["connected"] == json!(true) && message["seats"][1]["connected"] == json!(true);
    while !both(&near.until("presence").await) {}
    while !both(&far.until("presence").await) {}
    assert_eq!(near.ask(json!({"type": "chat", "id": 1, "text": "Bonjour"})).await["type"], "ok");
    assert_eq!(far.until("chat").await["text"], "Bonjour");
    // The token works through either server, and so does a request to take back.
    let mut asks = None;
    for turn in 0..2000 {
        let view = here.view(&id, &french).await;
        let to_decide = if view["pending"]["seat"] == "French" { &french } else { &allied };
        let view = here.view(&id, to_decide).await;
        let choices = view["choices"].as_array().unwrap();
        let rolls = choices.iter().find(|choice| choice["commits"] == json!(true));
        let action = rolls.unwrap_or(&choices[turn * 7 % choices.len()]);
        let wish = json!({"action": action["text"], "played": view["played"]});
        let done = here.post(format!("/api/tables/{id}/act"), &wish).token(to_decide).send().await.good();
        // Both servers have told of it by then, so both know of it.
        for line in [&mut near, &mut far] {
            while line.until("moved").await["happening"]["entry"] != done["played"] {}
        }
        // After a die its thrower has to ask.
        if here.view(&id, to_decide).await["undo"]["ask"] == json!(true) {
            asks = Some(to_decide);
            break;
        }
    }
    let asks = asks.expect("a die is thrown sooner or later");
    let (asker, other) = if *asks == french { (&mut near, &mut far) } else { (&mut far, &mut near) };
    assert_eq!(there.view(&id, asks).await["undo"]["ask"], json!(true));
    let asked = asker.ask(json!({"type": "undo", "id": 2})).await;
    assert_eq!(asked["type"], "ok", "{asked}");
    let question = other.until("undo_asked").await;
    assert_eq!(other.ask(json!({"type": "answer", "id": 3, "request": question["request"], "allow": true})).await["type"], "ok");
    assert_eq!(asker.until("undone").await["played"], question["to"]);
    here.stop().await;
    there.stop().await;
}
