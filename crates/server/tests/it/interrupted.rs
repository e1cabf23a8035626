//! PostgreSQL fails at the worst moments: its disk is full, connections end amid COMMIT, or the answer to COMMIT is lost on its
//! way. Whatever was acknowledged is stored, whatever was refused is not.

use crate::Scenario;
use crate::bed::{Bed, Ground, Seated};
use crate::postgres::Cluster;
use grognard_server::Place;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UnixStream};

pub const SCENARIOS: &[Scenario] = &[
    ("a_full_database_refuses_and_goes_on", |ground| Box::pin(a_full_database_refuses_and_goes_on(ground))),
    ("ended_connections_are_made_anew", |ground| Box::pin(ended_connections_are_made_anew(ground))),
    ("what_was_told_while_nobody_listened_is_read", |ground| Box::pin(what_was_told_while_nobody_listened_is_read(ground))),
    ("a_lost_answer_to_commit_is_found_out", |ground| Box::pin(a_lost_answer_to_commit_is_found_out(ground))),
    ("a_database_that_went_back_is_not_written_to", |ground| Box::pin(a_database_that_went_back_is_not_written_to(ground))),
];

/// Runs a statement at the end of every transaction that adds a line to a journal or a table.
fn at_commit(cluster: &Cluster, name: &str, statement: &str) {
    let function = format!(
        "CREATE OR REPLACE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {statement}; RETURN NULL; END $$"
    );
    assert!(cluster.sql(name, &function), "{function}");
    for table in ["journal", "tables", "chat"] {
        let trigger = format!(
            "CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON {table} DEFERRABLE INITIALLY DEFERRED \
             FOR EACH ROW EXECUTE FUNCTION at_commit()"
        );
        assert!(cluster.sql(name, &trigger), "{trigger}");
    }
}

fn no_more(cluster: &Cluster, name: &str) {
    assert!(cluster.sql(name, "DROP FUNCTION at_commit() CASCADE"));
}

fn parts(ground: &Ground) -> (&Cluster, &str) {
    let Ground::Database(cluster, name) = ground else { panic!("a scenario of PostgreSQL") };
    (cluster, name)
}

/// One action, and whether it was acknowledged.
async fn try_one(bed: &Bed, table: &Seated, turn: usize) -> (bool, u64) {
    let (token, view) = table.decider(bed).await;
    let choices = view["choices"].as_array().unwrap();
    let wish = json!({"action": choices[turn * 3 % choices.len()]["text"], "played": view["played"]});
    let reply = bed.post(table.path("act"), &wish).token(&token).send().await;
    let played = view["played"].as_u64().unwrap();
    if reply.status == 200 {
        return (true, played);
    }
    assert_eq!(reply.status, 503, "{}", reply.text);
    (false, played)
}

async fn a_full_database_refuses_and_goes_on(ground: Ground) {
    let (cluster, name) = parts(&ground);
    let bed = ground.server().await;
    let table = bed.hot_seat("eylau").await;
    for turn in 0..5 {
        assert_eq!(try_one(&bed, &table, turn).await, (true, turn as u64));
        at_commit(cluster, name, "RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'");
        let (done, played) = try_one(&bed, &table, turn).await;
        assert_eq!((done, played), (false, turn as u64 + 1));
        let refused = bed.post("/api/tables", &json!({"game": "eylau", "public": true})).send().await.refused(503, "storage");
        assert!(refused["detail"].as_str().unwrap().contains("disk is full"), "{refused}");
        no_more(cluster, name);
    }
    assert_eq!(bed.get("/api/tables").send().await.good(), json!([]), "what was refused is not there");
    bed.stop().await;
    let bed = ground.server().await;
    assert_eq!(bed.view(&table.id, &table.tokens[0]).await["played"], 5);
    bed.stop().await;
}

async fn ended_connections_are_made_anew(ground: Ground) {
    let (cluster, name) = parts(&ground);
    let bed = ground.server().await;
    let table = bed.hot_seat("eylau").await;
    let others =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let mut stored = 0;
    for turn in 0..5 {
        // Between two actions: nobody notices.
        assert!(cluster.sql(name, others));
        let (done, played) = try_one(&bed, &table, turn).await;
        assert_eq!((done, played), (true, stored));
        stored += 1;
        // Amid COMMIT, which is taken back by it: not acknowledged, not stored.
        at_commit(cluster, name, "PERFORM pg_terminate_backend(pg_backend_pid())");
        assert_eq!(try_one(&bed, &table, turn).await, (false, stored));
        no_more(cluster, name);
    }
    assert_eq!(try_one(&bed, &table, 7).await, (true, stored));
    bed.stop().await;
    let bed = ground.server().await;
    assert_eq!(bed.view(&table.id, &table.tokens[0]).await["played"], stored + 1);
    bed.stop().await;
}

/// A server that cannot come back to its database at once has missed what others have told meanwhile.
async fn what_was_told_while_nobody_listened_is_read(ground: Ground) {
    let (cluster, name) = parts(&ground);
    let here = ground.server().await;
    let table = here.two_players("eylau").await;
    let (mut near, _) = here.socket(&table.id, json!({"type": "hello", "token": table.tokens[0], "mode": "moves"})).await;
    let its_own = format!("CREATE TABLE its_own AS SELECT pid FROM pg_stat_activity WHERE datname = '{name}'");
    assert!(cluster.sql("postgres", &its_own));
    let there = ground.server().await;
    // The other one has all the connections that it needs when it has written something.
    let played = table.play_one(&there, 0).await;
    assert_eq!(near.until("moved").await["happening"]["entry"], played["played"]);
    let allow = |whether: bool| cluster.sql("postgres", &format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {whether}"));
    assert!(allow(false));
    assert!(cluster.sql("postgres", "SELECT pg_terminate_backend(pid) FROM its_own"));
    let played = table.play_one(&there, 0).await;
    assert!(allow(true));
    assert_eq!(near.until("moved").await["happening"]["entry"], played["played"]);
    here.stop().await;
    there.stop().await;
}

/// A wire to the database that can be cut in the moment when COMMIT has been done and its answer is on the way.
struct Wire {
    address: String,
    cut: Arc<AtomicBool>,
}

impl Wire {
    async fn to(cluster: &Cluster, name: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let folder = cluster.address(name).split_once("host=").unwrap().1.replace("%2F", "/");
        let there = format!("{folder}/.s.PGSQL.5432");
        let cut = Arc::new(AtomicBool::new(false));
        let cutting = cut.clone();
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let Ok(far) = UnixStream::connect(&there).await else { continue };
                tokio::spawn(carry(near, far, cutting.clone()));
            }
        });
        Self { address: format!("postgres://grognard@127.0.0.1:{port}/{name}"), cut }
    }
}

async fn carry(mut near: TcpStream, mut far: UnixStream, cut: Arc<AtomicBool>) {
    let (mut out, mut back) = (vec![0; 64 << 10], vec![0; 64 << 10]);
    loop {
        tokio::select! {
            read = near.read(&mut out) => {
                let Ok(n @ 1..) = read else { return };
                let last_words = out[..n].windows(6).any(|word| word == b"COMMIT") && cut.swap(false, Ordering::SeqCst);
                if far.write_all(&out[..n]).await.is_err() {
                    return;
                }
                if last_words {
                    // The database has done it and says so; nobody hears it.
                    let _ = far.read(&mut back).await;
                    return;
                }
            }
            read = far.read(&mut back) => {
                let Ok(n @ 1..) = read else { return };
                if near.write_all(&back[..n]).await.is_err() {
                    return;
                }
            }
        }
    }
}

async fn a_lost_answer_to_commit_is_found_out(ground: Ground) {
    let (cluster, name) = parts(&ground);
    let wire = Wire::to(cluster, name).await;
    let mut config = ground.config();
    config.place = Place::Postgres(wire.address.clone());
    let bed = Bed::start(config).await;
    let table = bed.hot_seat("eylau").await;
    for turn in 0..10 {
        wire.cut.store(true, Ordering::SeqCst);
        // It is stored, so it is acknowledged, and it is stored once.
        assert_eq!(try_one(&bed, &table, turn).await, (true, turn as u64));
        assert!(!wire.cut.load(Ordering::SeqCst), "the wire was cut");
    }
    wire.cut.store(true, Ordering::SeqCst);
    let other = bed.hot_seat("eylau").await;
    assert_eq!(try_one(&bed, &other, 0).await, (true, 0));
    bed.stop().await;
    let bed = ground.server().await;
    assert_eq!(bed.view(&table.id, &table.tokens[0]).await["played"], 10);
    assert_eq!(bed.view(&other.id, &other.tokens[0]).await["played"], 1);
    bed.stop().await;
}

/// As after a change to a copy of the database that lags behind.
async fn a_database_that_went_back_is_not_written_to(ground: Ground) {
    let (cluster, name) = parts(&ground);
    let bed = ground.server().await;
    let table = bed.hot_seat("eylau").await;
    for turn in 0..3 {
        table.play_one(&bed, turn).await;
    }
    assert!(cluster.sql(name, "UPDATE written SET batches = batches - 1"));
    for _ in 0..3 {
        let (token, view) = table.decider(&bed).await;
        let wish = json!({"action": view["choices"][0]["text"], "played": view["played"]});
        let refused = bed.post(table.path("act"), &wish).token(&token).send().await.refused(503, "storage");
        assert!(refused["detail"].as_str().unwrap().contains("not the one"), "{refused}");
    }
    assert!(cluster.sql(name, "UPDATE written SET batches = batches + 1"));
    assert_eq!(try_one(&bed, &table, 3).await, (true, 3), "as soon as it is right again it goes on");
    bed.stop().await;
}
