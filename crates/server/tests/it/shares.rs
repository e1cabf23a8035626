//! Shares: what one visitor has used up is not taken from others, and never from a seat. One test for each share that is not tried in `attacks.rs`; nothing
//! fills again while a test runs.

use crate::bed::{Bed, Ground, Line, Seated};
use grognard_server::{Limits, Rate};
use serde_json::{Value, json};

const HERE: &str = "203.0.113.1";
const THERE: &str = "203.0.113.2";

/// So many, and no more in the time that a test takes.
const fn only(burst: f32) -> Rate {
    Rate { steady: 0.0001, burst }
}

/// A server with bounds, told by a proxy where everybody comes from.
async fn bounded(limits: Limits) -> (Bed, Ground) {
    let ground = Ground::file();
    (again(&ground, limits).await, ground)
}

async fn again(ground: &Ground, limits: Limits) -> Bed {
    let mut config = ground.config();
    config.limits = Limits { off: false, ..limits };
    config.proxies = 1;
    Bed::start(config).await
}

/// A socket from somewhere that has said hello, and the status of the answer: 101 if it stays.
async fn come(bed: &Bed, table: &Seated, from: &str, token: Option<&str>) -> (Line, u64) {
    let mut line = bed.socket_from(&table.id, from).await;
    line.say(json!({"type": "hello", "token": token, "mode": "moves"})).await;
    let mut heard = line.hear().await.unwrap();
    while heard["type"] != "welcome" && heard["type"] != "refused" {
        heard = line.hear().await.unwrap();
    }
    (line, heard["problem"]["status"].as_u64().unwrap_or(101))
}

async fn comers(bed: &Bed, table: &Seated, from: &str, tokens: &[Option<&str>]) -> Vec<u64> {
    let mut statuses = Vec::new();
    for token in tokens {
        statuses.push(come(bed, table, from, *token).await.1);
    }
    statuses
}

async fn said(line: &mut Line, id: u64) -> bool {
    let reply = line.ask(json!({"type": "chat", "id": id, "text": "en avant"})).await;
    assert!(reply["type"] == "ok" || reply["problem"]["status"] == 429, "{reply}");
    reply["type"] == "ok"
}

/// How many of ten messages are let pass.
async fn talk(line: &mut Line) -> usize {
    let mut count = 0;
    for id in 1..=10 {
        count += usize::from(said(line, id).await);
    }
    count
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_of_onlookers_keep_no_seat_out() {
    let (bed, _ground) = bounded(Limits { sockets: only(3.0), ..Limits::default() }).await;
    let table = bed.two_players("eylau").await;
    assert_eq!(comers(&bed, &table, HERE, &[None; 6]).await, [101, 101, 101, 429, 429, 429]);
    // Guessing takes nothing from a seat, and lets nobody in.
    let wrong: Vec<String> = (0..6).map(|n| format!("{n:064x}")).collect();
    let guesses: Vec<_> = wrong.iter().map(|token| Some(token.as_str())).collect();
    assert_eq!(comers(&bed, &table, HERE, &guesses).await, [429; 6]);
    let (mut player, status) = come(&bed, &table, HERE, Some(&table.tokens[0])).await;
    assert_eq!(status, 101);
    let acted = player.ask(json!({"type": "act", "id": 1, "action": "pick Des1"})).await;
    assert_eq!(acted["type"], "ok", "{acted}");
    // A seat has no more than its share, and each its own; whoever comes from elsewhere has not noticed anything.
    let own = Some(table.tokens[0].as_str());
    assert_eq!(comers(&bed, &table, HERE, &[own, own, own, own]).await, [101, 101, 429, 429]);
    assert_eq!(comers(&bed, &table, HERE, &[Some(&table.tokens[1])]).await, [101]);
    assert_eq!(comers(&bed, &table, THERE, &[None]).await, [101]);
    bed.stop().await;
}

/// After a restart no token has been seen yet.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_of_strangers_keep_no_seat_out() {
    let (bed, ground) = bounded(Limits::default()).await;
    let (table, other) = (bed.two_players("eylau").await, bed.two_players("eylau").await);
    bed.stop().await;
    let bed = again(&ground, Limits { requests: only(4.0), ..Limits::default() }).await;
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(bed.get("/api/games").header("x-forwarded-for", HERE).send().await.status);
    }
    assert_eq!(statuses, [200, 200, 200, 200, 429, 429]);
    let look = |token: &str| bed.get(table.path("view")).header("x-forwarded-for", HERE).token(token).send();
    for n in 0..8 {
        look(&format!("{n:064x}")).await.refused(429, "too-many");
    }
    assert_eq!(look(&other.tokens[0]).await.status, 429, "nor does a seat at another table count");
    for status in [200, 200, 200, 200, 429] {
        assert_eq!(look(&table.tokens[0]).await.status, status, "a share of its own, and no more");
    }
    assert_eq!(look(&table.tokens[1]).await.status, 200);
    // To call something a socket is no way around.
    let upgrade = bed.get("/api/games").header("x-forwarded-for", HERE).header("upgrade", "websocket");
    upgrade.send().await.refused(429, "too-many");
    bed.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn onlookers_who_come_and_go_are_counted() {
    let (bed, _ground) = bounded(Limits { onlookers: only(3.0), ..Limits::default() }).await;
    let table = bed.two_players("eylau").await;
    // Each has left before the next one comes.
    assert_eq!(comers(&bed, &table, HERE, &[None; 5]).await, [101, 101, 101, 429, 429]);
    assert_eq!(comers(&bed, &table, HERE, &[Some(table.tokens[0].as_str()); 5]).await, [101; 5], "seats are not counted");
    assert_eq!(comers(&bed, &table, THERE, &[None]).await, [101]);
    bed.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_sockets_are_no_way_around_the_frames_of_an_address() {
    let (bed, _ground) = bounded(Limits { frames: only(7.0), ..Limits::default() }).await;
    let table = bed.two_players("eylau").await;
    let mut pongs = Vec::new();
    for _ in 0..4 {
        let mut line = come(&bed, &table, HERE, None).await.0;
        for id in 1..=3 {
            pongs.push(line.ask(json!({"type": "ping", "id": id})).await["type"] == "pong");
        }
    }
    assert_eq!(pongs.iter().filter(|pong| **pong).count(), 7, "{pongs:?}");
    for (from, token) in [(HERE, Some(table.tokens[0].as_str())), (THERE, None)] {
        let mut line = come(&bed, &table, from, token).await.0;
        assert_eq!(line.ask(json!({"type": "ping", "id": 1})).await["type"], "pong", "{from}");
    }
    bed.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_talks_no_more_than_its_share() {
    let (bed, _ground) = bounded(Limits { talk_seat: only(4.0), ..Limits::default() }).await;
    let table = bed.two_players("eylau").await;
    let own = Some(table.tokens[0].as_str());
    let (mut one, mut two) = (come(&bed, &table, HERE, own).await.0, come(&bed, &table, THERE, own).await.0);
    assert_eq!((talk(&mut one).await, talk(&mut two).await), (4, 0), "wherever it is held");
    let mut other = come(&bed, &table, HERE, Some(&table.tokens[1])).await.0;
    assert_eq!(talk(&mut other).await, 4, "the other seat has its own");
    bed.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_seats_of_an_address_talk_no_more_than_its_share() {
    let (bed, _ground) = bounded(Limits { talk_seats: only(5.0), ..Limits::default() }).await;
    let tables = [bed.two_players("eylau").await, bed.two_players("eylau").await, bed.two_players("eylau").await];
    let mut spoken = 0;
    for table in &tables {
        let mut line = come(&bed, table, HERE, Some(&table.tokens[0])).await.0;
        for id in 1..=3 {
            spoken += usize::from(said(&mut line, id).await);
        }
    }
    assert_eq!(spoken, 5, "many tables are no way around");
    let mut other = come(&bed, &tables[0], THERE, Some(&tables[0].tokens[1])).await.0;
    assert!(said(&mut other, 1).await, "who is elsewhere is heard");
    bed.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_onlookers_of_a_table_talk_no_more_than_its_share() {
    let (bed, _ground) = bounded(Limits { talk_table: only(5.0), ..Limits::default() }).await;
    let (table, other) = (bed.two_players("eylau").await, bed.two_players("eylau").await);
    let mut spoken = 0;
    for n in 1..=4 {
        let mut line = come(&bed, &table, &format!("203.0.113.{n}"), None).await.0;
        for id in 1..=2 {
            spoken += usize::from(said(&mut line, id).await);
        }
    }
    assert_eq!(spoken, 5, "wherever they come from");
    let mut player = come(&bed, &table, HERE, Some(&table.tokens[0])).await.0;
    assert!(said(&mut player, 1).await, "seats come before onlookers");
    assert!(said(&mut come(&bed, &other, HERE, None).await.0, 1).await, "another table has its own");
    bed.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hints_and_analyses_are_counted_by_address() {
    let (bed, _ground) = bounded(Limits { hints: only(2.0), ..Limits::default() }).await;
    let (table, other) = (bed.hot_seat("eylau").await, bed.hot_seat("eylau").await);
    let ask = |table: &Seated, from: &str, rest: &str| {
        bed.get(table.path(rest)).header("x-forwarded-for", from).token(&table.tokens[0]).send()
    };
    let mut statuses = Vec::new();
    for (table, rest) in
        [(&table, "advice?hint=recruit"), (&other, "advice?hint=recruit"), (&table, "advice?hint=recruit"), (&other, "analysis")]
    {
        statuses.push(ask(table, HERE, rest).await.status);
    }
    assert_eq!(statuses, [200, 200, 429, 429], "many tables are no way around, nor is another door");
    assert_eq!(ask(&table, HERE, "advice").await.status, 200, "what was thought already costs nothing");
    assert_eq!(ask(&table, THERE, "advice?hint=recruit").await.status, 200);
    bed.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_brought_along_are_counted_by_address() {
    let (bed, _ground) = bounded(Limits { imports: only(2.0), ..Limits::default() }).await;
    let bring = |from: &str, wish: &Value| bed.post("/api/tables", wish).header("x-forwarded-for", from).send();
    let record = json!({"record": "no record at all"});
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(bring(HERE, &record).await.status);
    }
    assert_eq!(statuses, [400, 400, 429, 429], "whatever comes of them");
    assert_eq!(bring(HERE, &json!({"game": "eylau"})).await.status, 201);
    assert_eq!(bring(THERE, &record).await.status, 400);
    bed.stop().await;
}
