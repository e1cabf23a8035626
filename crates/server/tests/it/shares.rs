//! Shares: what one visitor has used up is not taken from others, and never from a seat. One test for each share that is not tried in `attacks.rs`; nothing
//! fills again while a test runs.

use crate::bed::{Bed, Ground, Line, Seated};
use grognard_server::{Limits, Rate};
use serde_json::json;

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
