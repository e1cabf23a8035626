//! What was acknowledged is there, whatever happens to the process.

use crate::bed::{Bed, Ground, Waiting};
use serde_json::json;
use std::time::Duration;

pub async fn a_restart_loses_nothing(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eylau").await;
    for turn in 0..30 {
        table.play_one(&bed, turn * 3).await;
    }
    let token = &table.tokens[1];
    let before = bed.view(&table.id, token).await;
    let info = bed.get(format!("/api/tables/{}", table.id)).token(token).send().await.good();
    bed.stop().await;
    let bed = ground.server().await;
    assert_eq!(bed.view(&table.id, token).await, before);
    let again = bed.get(format!("/api/tables/{}", table.id)).token(token).send().await.good();
    assert_eq!(again, info);
    table.play_one(&bed, 5).await;
    let listed = bed.get("/api/tables").send().await.good();
    assert_eq!(listed[0]["played"], 31);
    bed.stop().await;
}

pub async fn unused_games_leave_the_memory_and_come_back(ground: Ground) {
    let mut config = ground.config();
    config.idle = Duration::from_millis(50);
    let bed = Bed::start(config).await;
    let table = bed.hot_seat("eylau").await;
    let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "token": table.tokens[0], "mode": "moves"})).await;
    for turn in 1..=12 {
        let mut waiting = Waiting::begin("the end of an unused game's time in memory");
        while turn % 4 == 0 && bed.games_in_memory() > 0 {
            waiting.go_on(&json!(bed.games_in_memory())).await;
        }
        table.play_one(&bed, turn).await;
        assert_eq!(line.until("moved").await["happening"]["entry"], turn, "a guest hears everything once");
    }
    bed.stop().await;
}

pub async fn a_spoilt_journal_is_found(ground: Ground) {
    let bed = ground.server().await;
    let (table, hiding) = (bed.hot_seat("eylau").await, bed.hot_seat("eagles-friedland").await);
    for turn in 0..5 {
        table.play_one(&bed, turn).await;
        hiding.play_one(&bed, turn).await;
    }
    bed.stop().await;
    let statement = "UPDATE journal SET checked = '0000000000000000' WHERE seq = 3";
    ground.sql(statement).await;
    let bed = ground.server().await;
    let problem = bed.get(table.path("view")).token(&table.tokens[0]).send().await.refused(500, "broken");
    assert!(problem["detail"].as_str().unwrap().contains("line 3"), "{problem}");
    // Where something is hidden, only whoever runs the server is told what is wrong.
    let problem = bed.get(hiding.path("view")).send().await.refused(500, "broken");
    assert_eq!(problem["detail"], "the table cannot be loaded: the server's log says why");
    // Other tables are not concerned.
    bed.hot_seat("eylau").await.play_one(&bed, 0).await;
    bed.stop().await;
}

pub async fn many_actions_at_once_are_all_kept(ground: Ground) {
    let bed = ground.server().await;
    let mut tables = Vec::new();
    for _ in 0..20 {
        tables.push(bed.hot_seat("eylau").await);
    }
    let games = tables.iter().map(|table| async {
        for turn in 0..10 {
            table.play_one(&bed, turn * 3).await;
        }
        bed.view(&table.id, &table.tokens[0]).await
    });
    let before = futures_util::future::join_all(games).await;
    bed.stop().await;
    let bed = ground.server().await;
    for (table, view) in tables.iter().zip(before) {
        assert_eq!(view["played"], 10);
        assert_eq!(bed.view(&table.id, &table.tokens[0]).await, view);
    }
    bed.stop().await;
}
