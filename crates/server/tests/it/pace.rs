//! Draws, rematches and leaving; and what may be done about somebody who does not move. The clock is ours: nobody waits.

use crate::bed::{Bed, Ground, Seated, Waiting};
use grognard_engine::chain::Chain;
use grognard_engine::{chance, fair};
use grognard_server::{Clock, Config, Webhooks};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
/// When these tests begin.
const BEGIN: i64 = 1_800_000_000_000;

/// A server whose clock shows what it is told.
async fn timed(ground: &Ground) -> (Bed, Arc<AtomicI64>) {
    timed_by(ground.config()).await
}

async fn timed_by(mut config: Config) -> (Bed, Arc<AtomicI64>) {
    let time = Arc::new(AtomicI64::new(BEGIN));
    let shown = time.clone();
    config.clock = Clock::new(move || shown.load(Ordering::SeqCst));
    (Bed::start(config).await, time)
}

/// Two people at Eylau with a pace; the French are the maker's, and begin.
async fn friends(bed: &Bed, pace: &str) -> Seated {
    let wish = json!({"game": "eylau", "public": true, "player": "Ney", "terms": {"pace": pace},
        "seats": [{"seat": "French", "who": "me"}, {"seat": "Allied", "who": "open"}]});
    let made = bed.post("/api/tables", &wish).send().await.good();
    let id = made["id"].as_str().unwrap().to_owned();
    let first = made["seats"][0]["token"].as_str().unwrap().to_owned();
    let taken = bed.post(format!("/api/tables/{id}/seats/Allied"), &json!({"name": "Barclay"})).send().await.good();
    Seated { id, tokens: vec![first, taken["token"].as_str().unwrap().to_owned()] }
}

/// The same where the French are about to attack, both sides having declared.
async fn before_an_attack(bed: &Bed, pace: &str) -> Seated {
    let table = friends(bed, pace).await;
    let typed = [(0, "move Sth1 1610"), (0, "move Sth2 1609"), (0, "move Des2 1511"), (0, "end"), (0, "ready"), (1, "ready")];
    for (place, text) in typed {
        bed.post(table.path("command"), &json!({"text": text})).token(&table.tokens[place]).send().await.good();
    }
    table
}

async fn act(bed: &Bed, table: &Seated, place: usize, action: &str) {
    bed.post(table.path("act"), &json!({"action": action})).token(&table.tokens[place]).send().await.good();
}

async fn info(bed: &Bed, table: &Seated, place: usize) -> Value {
    bed.get(format!("/api/tables/{}", table.id)).token(&table.tokens[place]).send().await.good()
}

pub async fn a_draw_is_offered_and_agreed_upon(ground: Ground) {
    let bed = ground.server().await;
    let table = friends(&bed, "none").await;
    let [french, allied] = [&table.tokens[0], &table.tokens[1]];
    let asked = bed.post(table.path("draw"), &json!({})).token(french).send().await;
    assert_eq!((asked.status, &asked.json()["asked"]), (202, &json!(true)));
    let offered = info(&bed, &table, 1).await["offered"].clone();
    assert_eq!((&offered["by"], &offered["how"]), (&json!("French"), &json!("drawn")));
    // Nobody agrees with himself, and what is played afterwards answers for both.
    let agree = json!({"request": offered["request"], "allow": true});
    bed.post(table.path("abandon/answer"), &agree).token(french).send().await.refused(403, "not-yours");
    act(&bed, &table, 0, "pick Des1").await;
    assert!(info(&bed, &table, 1).await["offered"].is_null());
    bed.post(table.path("abandon/answer"), &agree).token(allied).send().await.refused(409, "not-now");
    bed.post(table.path("draw"), &json!({})).token(allied).send().await.good();
    let agree = json!({"request": bed.proposal(&table.id).await, "allow": true});
    bed.post(table.path("abandon/answer"), &agree).token(french).send().await.good();
    let told = info(&bed, &table, 0).await;
    assert_eq!((&told["over"], &told["ended"]), (&json!(true), &json!({"how": "drawn", "by": "Allied"})));
    let record = bed.get(table.path("record")).send().await;
    assert!(record.text.contains("over drawn Allied"), "{}", record.text);
    let view = bed.view(&table.id, french).await;
    assert_eq!((&view["ending"]["verdict"], &view["ending"]["winner"]), (&json!("Drawn by agreement"), &Value::Null));
    // A record that says so is read again.
    let again = bed.post("/api/tables", &json!({"record": record.text})).send().await.good();
    let copied = bed.get(format!("/api/tables/{}", again["id"].as_str().unwrap())).send().await.good();
    assert_eq!(copied["ended"]["how"], "drawn");
    // Computers play on.
    let alone = json!({"game": "eylau", "seats": [{"seat": "French", "who": "me"}, {"seat": "Allied", "who": "recruit"}]});
    let made = bed.post("/api/tables", &alone).send().await.good();
    let path = format!("/api/tables/{}/draw", made["id"].as_str().unwrap());
    bed.post(path, &json!({})).token(made["seats"][0]["token"].as_str().unwrap()).send().await.refused(409, "not-now");
    bed.stop().await;
}

/// Somebody agrees to what stands on his screen, and meanwhile something else was proposed. No end can be taken back.
pub async fn an_answer_ends_no_game_by_another_proposal(ground: Ground) {
    let bed = ground.server().await;
    let table = friends(&bed, "none").await;
    let [french, allied] = [&table.tokens[0], &table.tokens[1]];
    let propose = async |what: &str| {
        assert_eq!(bed.post(table.path(what), &json!({})).token(french).send().await.status, 202);
        bed.proposal(&table.id).await
    };
    let answer = async |token: &str, request: u64, allow: bool| {
        let wish = json!({"request": request, "allow": allow});
        bed.post(table.path("abandon/answer"), &wish).token(token).send().await
    };
    let draw = propose("draw").await;
    assert_eq!(propose("draw").await, draw, "proposed once more it is the same");
    // One proposal takes the place of another, or that is withdrawn first.
    let abandon = propose("abandon").await;
    let refused = answer(allied, draw, true).await.refused(409, "not-now");
    assert!(refused["detail"].as_str().unwrap().contains("no longer the one"), "{refused}");
    answer(french, draw, false).await.refused(409, "not-now");
    assert_eq!(answer(french, abandon, false).await.good()["over"], false);
    let again = propose("abandon").await;
    answer(allied, abandon, true).await.refused(409, "not-now");
    // The same over a socket, where everybody is told the numbers.
    let hello = json!({"type": "hello", "token": allied, "mode": "moves"});
    let (mut line, welcome) = bed.socket(&table.id, hello).await;
    assert_eq!(welcome["table"]["offered"], json!({"request": again, "by": "French", "how": "agreed"}));
    answer(french, again, false).await.good();
    assert_eq!(line.until("end_declined").await, json!({"type": "end_declined", "request": again, "by": "French"}));
    let last = propose("draw").await;
    let offered = json!({"type": "end_offered", "request": last, "by": "French", "how": "drawn"});
    assert_eq!(line.until("end_offered").await, offered);
    let late = line.ask(json!({"type": "end_answer", "id": 1, "request": again, "allow": true})).await;
    assert_eq!(late["problem"]["status"], 409, "{late}");
    let told = info(&bed, &table, 1).await;
    assert_eq!((&told["over"], &told["offered"]["request"]), (&json!(false), &json!(last)), "nothing has come of all that");
    line.close().await;
    bed.stop().await;
    // The number is kept.
    let bed = ground.server().await;
    let agree = json!({"request": last, "allow": true});
    assert_eq!(bed.post(table.path("abandon/answer"), &agree).token(allied).send().await.good()["over"], true);
    assert_eq!(info(&bed, &table, 0).await["ended"], json!({"how": "drawn", "by": "French"}));
    bed.stop().await;
}

pub async fn a_rematch_exchanges_the_seats_and_a_table_is_left(ground: Ground) {
    let mut bed = ground.server().await;
    let table = friends(&bed, "days 3").await;
    let [french, allied] = [&table.tokens[0], &table.tokens[1]];
    bed.post(table.path("rematch"), &json!({})).token(french).send().await.refused(409, "not-now");
    // In the middle of a game nobody leaves another.
    bed.ask("DELETE", format!("/api/tables/{}", table.id)).token(french).send().await.refused(409, "not-now");
    bed.post(table.path("resign"), &json!({})).token(french).send().await.good();
    let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "token": allied, "mode": "moves"})).await;
    let next =
        bed.post(table.path("rematch"), &json!({})).token(french).send().await.good()["table"].as_str().unwrap().to_owned();
    assert_eq!(line.until("rematch").await["table"], next.as_str(), "the other one is told");
    assert!(bed.get(format!("/api/tables/{}", table.id)).send().await.good()["rematch"].is_null(), "nobody else is");
    // Whoever asks later comes to the same table, also after a restart.
    for _ in 0..2 {
        assert_eq!(bed.post(table.path("rematch"), &json!({})).token(allied).send().await.good()["table"], next.as_str());
        assert_eq!(info(&bed, &table, 1).await["rematch"], next.as_str());
        bed.stop().await;
        bed = ground.server().await;
    }
    let new = Seated { id: next, tokens: table.tokens.clone() };
    let told = info(&bed, &new, 0).await;
    assert_eq!((&told["seats"][1]["yours"], &told["seats"][1]["name"]), (&json!(true), &json!("Ney")), "the seats are exchanged");
    assert_eq!((&told["seats"][0]["name"], &told["terms"]["pace"]), (&json!("Barclay"), &json!("days 3")), "the terms stay");
    act(&bed, &new, 1, "pick Des1").await;
    // The first leaves, and the other still finds it; when both have left it is gone.
    let gone = |token| bed.ask("DELETE", format!("/api/tables/{}", table.id)).token(token).send();
    assert_eq!(gone(french).await.good()["removed"], false);
    gone(french).await.refused(403, "not-yours");
    bed.get(table.path("record")).token(allied).send().await;
    assert_eq!(gone(allied).await.good()["removed"], true);
    bed.get(format!("/api/tables/{}", table.id)).send().await.refused(404, "unknown");
    // Alone one leaves at any time.
    let own = bed.hot_seat("eylau").await;
    let left = bed.ask("DELETE", format!("/api/tables/{}", own.id)).token(&own.tokens[0]).send().await.good();
    assert_eq!(left["removed"], true);
    bed.stop().await;
    let rows = |id: &str| {
        format!(
            "NOT EXISTS (SELECT 1 FROM journal WHERE table_id = '{id}') AND NOT EXISTS (SELECT 1 FROM seats WHERE table_id = '{id}')"
        )
    };
    assert!(ground.holds(&rows(&table.id)).await && ground.holds(&rows(&own.id)).await, "nothing of them is left");
}

pub async fn days_for_a_move_are_kept_reminded_of_and_claimed(ground: Ground) {
    let (bed, time) = timed(&ground).await;
    let table = friends(&bed, "days 2").await;
    let [french, allied] = [&table.tokens[0], &table.tokens[1]];
    let (remind, claim) = (table.path("remind"), table.path("claim"));
    let timing = info(&bed, &table, 0).await["timing"].clone();
    assert_eq!((&timing["now"], &timing["due"], &timing["claim"]), (&json!(BEGIN), &json!(BEGIN + 48 * HOUR), &Value::Null));
    // It is the French who have to decide: they are waited for.
    bed.post(&remind, &json!({})).token(french).send().await.refused(409, "not-now");
    bed.post(&remind, &json!({})).token(allied).send().await.refused(409, "not-now");
    time.fetch_add(47 * HOUR, Ordering::SeqCst);
    bed.post(&claim, &json!({})).token(allied).send().await.refused(409, "not-now");
    let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "token": french, "mode": "moves"})).await;
    assert_eq!(bed.post(&remind, &json!({})).token(allied).send().await.status, 204);
    assert_eq!(line.until("reminded").await, json!({"type": "reminded", "seat": "French", "by": "Allied"}));
    bed.post(&remind, &json!({})).token(allied).send().await.refused(409, "not-now");
    // Two hours later the time is over, but he was reminded only just now.
    time.fetch_add(2 * HOUR, Ordering::SeqCst);
    bed.post(&claim, &json!({})).token(allied).send().await.refused(409, "not-now");
    time.fetch_add(22 * HOUR, Ordering::SeqCst);
    bed.post(&claim, &json!({})).token(french).send().await.refused(409, "not-now");
    bed.post(&claim, &json!({})).send().await.refused(403, "not-yours");
    assert_eq!(bed.post(&claim, &json!({})).token(allied).send().await.good()["over"], true);
    assert_eq!(info(&bed, &table, 0).await["ended"], json!({"how": "overdue", "by": "French"}));
    let view = bed.view(&table.id, allied).await;
    assert_eq!(
        (&view["ending"]["winner"], &view["ending"]["verdict"]),
        (&json!("Allied"), &json!("French did not move in time"))
    );
    let record = bed.get(table.path("record")).send().await.text;
    assert!(record.contains("over overdue French"), "{record}");
    bed.stop().await;
}

/// Whoever sits down late has his days, and not what an empty seat has left of them.
pub async fn days_run_from_when_somebody_sits_down(ground: Ground) {
    let (bed, time) = timed(&ground).await;
    let wish = json!({"game": "eylau", "public": true, "terms": {"pace": "days 2"},
        "seats": [{"seat": "French", "who": "open"}, {"seat": "Allied", "who": "me"}]});
    let made = bed.post("/api/tables", &wish).send().await.good();
    let id = made["id"].as_str().unwrap().to_owned();
    let allied = made["seats"][1]["token"].as_str().unwrap().to_owned();
    time.fetch_add(240 * HOUR, Ordering::SeqCst);
    let taken = bed.post(format!("/api/tables/{id}/seats/French"), &json!({"name": "Ney"})).send().await.good();
    let table = Seated { id, tokens: vec![taken["token"].as_str().unwrap().to_owned(), allied] };
    let timing = info(&bed, &table, 0).await["timing"].clone();
    assert_eq!(timing["due"], json!(BEGIN + 288 * HOUR), "two days from now on");
    bed.post(table.path("remind"), &json!({})).token(&table.tokens[1]).send().await.refused(409, "not-now");
    bed.stop().await;
    let (bed, _) = timed(&ground).await;
    assert_eq!(info(&bed, &table, 0).await["timing"]["due"], json!(BEGIN + 288 * HOUR), "the journal knows it");
    act(&bed, &table, 0, "pick Des1").await;
    bed.stop().await;
}

pub async fn a_clock_runs_out_and_a_computer_plays_on(ground: Ground) {
    let (bed, time) = timed(&ground).await;
    let table = friends(&bed, "clock 10 0").await;
    let [french, allied] = [&table.tokens[0], &table.tokens[1]];
    // Nobody loses time before he has come: the first action is free.
    time.fetch_add(30 * MINUTE, Ordering::SeqCst);
    act(&bed, &table, 0, "pick Des1").await;
    time.fetch_add(4 * MINUTE, Ordering::SeqCst);
    act(&bed, &table, 0, "halt").await;
    let orders = json!({"orders": ["fresh never"]});
    bed.ask("PUT", table.path("orders")).json(&orders).token(french).send().await.good();
    assert_eq!(info(&bed, &table, 0).await["timing"]["left"], json!([6 * MINUTE, 10 * MINUTE]));
    bed.post(table.path("remind"), &json!({})).token(allied).send().await.refused(409, "not-now");
    time.fetch_add(6 * MINUTE - 1, Ordering::SeqCst);
    let wish = json!({"computer": "recruit"});
    bed.post(table.path("claim"), &wish).token(allied).send().await.refused(409, "not-now");
    time.fetch_add(1, Ordering::SeqCst);
    bed.post(table.path("claim"), &json!({"computer": "turtle"})).token(allied).send().await.refused(400, "malformed");
    let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "token": french, "mode": "moves"})).await;
    assert_eq!(bed.post(table.path("claim"), &wish).token(allied).send().await.good()["over"], false);
    // Whoever had the seat is parted from: it is no longer his to look from, nor to play for.
    while line.hear().await.is_some() {}
    let told = info(&bed, &table, 1).await;
    assert_eq!((&told["seats"][0]["who"], &told["terms"]["counsel"]), (&json!("recruit"), &json!(true)));
    bed.get(format!("/api/tables/{}/view", table.id)).token(french).send().await.refused(403, "not-yours");
    bed.wait_for_view(&table.id, allied, |view| view["played"].as_u64() > Some(10)).await;
    // Without a pace nobody has promised anything; a computer takes over when somebody has been away for a week.
    let free = friends(&bed, "none").await;
    assert!(info(&bed, &free, 0).await["timing"].is_null());
    bed.post(free.path("claim"), &wish).token(&free.tokens[1]).send().await.refused(409, "not-now");
    time.fetch_add(7 * 24 * HOUR, Ordering::SeqCst);
    bed.post(free.path("claim"), &json!({})).token(&free.tokens[1]).send().await.refused(409, "not-now");
    bed.post(free.path("claim"), &wish).token(&free.tokens[1]).send().await.good();
    assert_eq!(info(&bed, &free, 1).await["seats"][0]["who"], "recruit");
    // The same with a clock for whoever never comes: none runs before his first action.
    let never = friends(&bed, "clock 10 0").await;
    bed.post(never.path("claim"), &wish).token(&never.tokens[1]).send().await.refused(409, "not-now");
    time.fetch_add(7 * 24 * HOUR, Ordering::SeqCst);
    bed.post(never.path("claim"), &json!({})).token(&never.tokens[1]).send().await.refused(409, "not-now");
    bed.post(never.path("claim"), &wish).token(&never.tokens[1]).send().await.good();
    assert_eq!(info(&bed, &never, 1).await["seats"][0]["who"], "recruit");
    for odd in ["days 0", "fast", "clock 5"] {
        let wish = json!({"game": "eylau", "terms": {"pace": odd}});
        bed.post("/api/tables", &wish).send().await.refused(400, "malformed");
    }
    bed.stop().await;
    let last =
        format!("SELECT action FROM journal WHERE table_id = '{}' AND kind = 'orders' ORDER BY seq DESC LIMIT 1", table.id);
    assert!(ground.holds(&format!("({last}) = ''")).await, "the computer is not bound by what somebody else has ordered");
}

/// While somebody is asked for what he brings to a throw his time runs out, and a computer takes the seat. Then it is no longer his to play for.
pub async fn no_throw_outlives_the_seat(ground: Ground) {
    let (bed, time) = timed(&ground).await;
    let table = before_an_attack(&bed, "clock 10 0").await;
    let [french, allied] = [&table.tokens[0], &table.tokens[1]];
    let before = bed.view(&table.id, allied).await["played"].as_u64().unwrap();
    let chain = fair::sha256("a chain");
    let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "token": allied, "mode": "moves", "chain": chain})).await;
    let attack = json!({"text": "attack Ost3 with Des2", "word": fair::sha256("a word")});
    let attacks = bed.post(table.path("command"), &attack).token(french).send();
    let claims = async {
        let die = line.until("ask_link").await["die"].clone();
        time.fetch_add(11 * MINUTE, Ordering::SeqCst);
        bed.post(table.path("claim"), &json!({"computer": "recruit"})).token(allied).send().await.good();
        line.say(json!({"type": "link", "die": die, "link": null})).await;
    };
    let (attacked, ()) = tokio::join!(attacks, claims);
    let refused = attacked.refused(403, "not-yours");
    assert!(refused["detail"].as_str().unwrap().contains("a computer plays on for French"), "{refused}");
    // It does, from where the game stood.
    let moved = loop {
        let heard = line.hear().await.expect("a computer that plays");
        match heard["type"].as_str() {
            Some("moved") => break heard["happening"].clone(),
            Some("ask_link") => line.say(json!({"type": "link", "die": heard["die"], "link": null})).await,
            _ => {}
        }
    };
    assert_eq!((&moved["entry"], &moved["seat"]), (&json!(before + 1), &json!("French")));
    assert!(moved["throw"]["word"].is_null() && moved["reason"].is_string(), "{moved}");
    bed.stop().await;
}

/// From when on nobody has to wait any more is what the host has set, and begins when somebody was last here. Those who wait are told, and nobody else.
pub async fn whoever_waits_is_told_how_long(ground: Ground) {
    let mut config = ground.config();
    config.absence = Duration::from_secs(3 * 86_400);
    let (bed, time) = timed_by(config).await;
    let table = friends(&bed, "none").await;
    let [french, allied] = [&table.tokens[0], &table.tokens[1]];
    let told = async |place| info(&bed, &table, place).await["substitute"].clone();
    assert_eq!((told(1).await, told(0).await), (json!(BEGIN + 72 * HOUR), Value::Null), "he waits for nobody");
    assert!(bed.get(format!("/api/tables/{}", table.id)).send().await.good()["substitute"].is_null(), "nor does an onlooker");
    time.fetch_add(24 * HOUR, Ordering::SeqCst);
    let (here, _) = bed.socket(&table.id, json!({"type": "hello", "token": french, "mode": "moves"})).await;
    assert_eq!(told(1).await, Value::Null, "he is here");
    time.fetch_add(HOUR, Ordering::SeqCst);
    here.close().await;
    let mut waiting = Waiting::begin("his leaving");
    while info(&bed, &table, 1).await["seats"][0]["connected"] == true {
        waiting.go_on(&Value::Null).await;
    }
    assert_eq!(told(1).await, BEGIN + 97 * HOUR);
    let (_line, welcome) = bed.socket(&table.id, json!({"type": "hello", "token": allied, "mode": "moves"})).await;
    assert_eq!(welcome["table"]["substitute"], BEGIN + 97 * HOUR, "as he is told when he comes");
    // It is so.
    let claim = || bed.post(table.path("claim"), &json!({"computer": "recruit"})).token(allied).send();
    time.store(BEGIN + 97 * HOUR - 1, Ordering::SeqCst);
    claim().await.refused(409, "not-now");
    time.store(BEGIN + 97 * HOUR, Ordering::SeqCst);
    claim().await.good();
    // Where time runs `timing` says it.
    let paced = friends(&bed, "days 2").await;
    assert!(info(&bed, &paced, 1).await["substitute"].is_null());
    bed.stop().await;
}

/// Somebody takes back while the other side thinks about what comes next: that time is not his.
pub async fn a_clock_runs_on_for_whoever_was_to_decide(ground: Ground) {
    let (bed, time) = timed(&ground).await;
    let table = friends(&bed, "clock 10 0").await;
    // Buttons lead on. The Allies must have acted, since the first action is free.
    let (mut acted, mut last) = (false, Value::Null);
    let mut found = false;
    for _ in 0..200 {
        let (_, view) = table.decider(&bed).await;
        let seat = view["pending"]["seat"].clone();
        found =
            acted && seat == "Allied" && last == "French" && bed.view(&table.id, &table.tokens[0]).await["undo"]["can"] == true;
        if found {
            break;
        }
        let buttons = view["choices"].as_array().unwrap().iter().position(|choice| !choice["at"]["button"].is_null());
        table.play_one(&bed, buttons.unwrap_or(0)).await;
        acted |= seat == "Allied";
        last = seat;
    }
    assert!(found, "the French have handed over without a die");
    let left = async || {
        info(&bed, &table, 0).await["timing"]["left"]
            .as_array()
            .unwrap()
            .iter()
            .map(|left| left.as_i64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(left().await, [10 * MINUTE; 2]);
    time.fetch_add(MINUTE, Ordering::SeqCst);
    bed.post(table.path("undo"), &json!({})).token(&table.tokens[0]).send().await.good();
    assert_eq!(left().await, [10 * MINUTE, 9 * MINUTE]);
    bed.stop().await;
    let (bed, _) = timed(&ground).await;
    let told = info(&bed, &table, 0).await["timing"]["left"].clone();
    assert_eq!(told, json!([10 * MINUTE, 9 * MINUTE]), "the journal knows it");
    bed.stop().await;
}

/// The list of tables reads no journals: it does not tell of an offer that may have lapsed, nor of clocks that it does not know.
pub async fn a_lobby_tells_only_what_it_knows(ground: Ground) {
    let (bed, time) = timed(&ground).await;
    let table = friends(&bed, "clock 10 0").await;
    act(&bed, &table, 0, "pick Des1").await;
    bed.post(table.path("draw"), &json!({})).token(&table.tokens[0]).send().await.good();
    time.fetch_add(4 * MINUTE, Ordering::SeqCst);
    act(&bed, &table, 0, "halt").await;
    bed.stop().await;
    let (bed, _) = timed(&ground).await;
    let listed = bed.get("/api/tables").send().await.good()[0].clone();
    assert_eq!((&listed["offered"], &listed["timing"], &listed["played"]), (&Value::Null, &Value::Null, &json!(2)));
    assert_eq!(info(&bed, &table, 0).await["timing"]["left"], json!([6 * MINUTE, 10 * MINUTE]));
    assert_eq!(bed.get("/api/tables").send().await.good()[0]["timing"]["left"], json!([6 * MINUTE, 10 * MINUTE]));
    bed.stop().await;
}

/// Since when the other side is waited for is told to everybody; when somebody gives standing orders is nobody else's business.
pub async fn orders_do_not_tell_when_they_were_given(ground: Ground) {
    let (bed, time) = timed(&ground).await;
    let table = friends(&bed, "none").await;
    act(&bed, &table, 0, "pick Des1").await;
    time.fetch_add(HOUR, Ordering::SeqCst);
    let wish = json!({"orders": ["fresh never"]});
    bed.ask("PUT", table.path("orders")).json(&wish).token(&table.tokens[1]).send().await.good();
    assert_eq!(info(&bed, &table, 0).await["touched"], BEGIN);
    assert_eq!(bed.get("/api/tables").send().await.good()[0]["touched"], BEGIN, "nor does the lobby");
    bed.stop().await;
    let (bed, _) = timed(&ground).await;
    assert_eq!(info(&bed, &table, 0).await["touched"], BEGIN, "nor is it read out of the journal");
    bed.stop().await;
}

/// Nor is it told when a link was written down: a die may be thrown out of sight, or not come about.
pub async fn links_do_not_tell_when_they_were_given(ground: Ground) {
    let (bed, time) = timed(&ground).await;
    let table = before_an_attack(&bed, "none").await;
    let chain = Chain::new(&[2; 32]);
    let hello = |place: usize, chain: Option<&str>| json!({"type": "hello", "token": table.tokens[place], "mode": "moves", "chain": chain});
    let (mut anna, _) = bed.socket(&table.id, hello(0, None)).await;
    let (mut bert, _) = bed.socket(&table.id, hello(1, Some(chain.seal()))).await;
    let before = info(&bed, &table, 0).await;
    time.fetch_add(HOUR, Ordering::SeqCst);
    let word = fair::sha256("a word");
    anna.say(json!({"type": "command", "id": 1, "text": "attack Ost3 with Des2", "seal": chance::seal(&word)})).await;
    let die = bert.until("ask_link").await["die"].clone();
    bert.say(json!({"type": "link", "die": die, "link": chain.link(1).unwrap()})).await;
    assert_eq!(anna.until("show_word").await["link"], chain.link(1).unwrap(), "it is written down");
    let refused = anna.ask(json!({"type": "word", "id": 1, "word": fair::sha256("another")})).await;
    assert_eq!(refused["problem"]["status"], 400, "{refused}");
    assert_eq!(info(&bed, &table, 0).await["touched"], before["touched"]);
    anna.close().await;
    bert.close().await;
    bed.stop().await;
    let (bed, _) = timed(&ground).await;
    let listed = bed.get("/api/tables").send().await.good()[0].clone();
    assert_eq!([&listed["touched"], &listed["played"]], [&before["touched"], &before["played"]], "nor does the lobby tell it");
    assert_eq!(info(&bed, &table, 0).await["touched"], before["touched"], "nor is it read out of the journal");
    bed.stop().await;
}

pub async fn it_is_your_turn_by_webhook(ground: Ground) {
    // Off, nobody can ask for it; and where it is on for the public, not at addresses of this machine or network.
    for (webhooks, status) in [(Webhooks::Off, 403), (Webhooks::Public, 400)] {
        let mut config = ground.config();
        config.webhooks = webhooks;
        let bed = Bed::start(config).await;
        let table = friends(&bed, "none").await;
        for url in ["http://127.0.0.1:9/", "http://10.0.0.1/", "http://[::1]/", "http://169.254.169.254/latest"] {
            let asked = bed.ask("PUT", table.path("webhook")).json(&json!({"url": url})).token(&table.tokens[0]).send().await;
            assert_eq!(asked.status, status, "{url}: {}", asked.text);
        }
        assert_eq!(bed.get("/api/house").send().await.good()["webhooks"], webhooks != Webhooks::Off);
        bed.stop().await;
    }
    let ear = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/turn?x=1", ear.local_addr().unwrap());
    let mut config = ground.config();
    config.webhooks = Webhooks::Anywhere;
    let bed = Bed::start(config).await;
    let table = friends(&bed, "none").await;
    let path = table.path("webhook");
    let set = |url: Value, token: &str| bed.ask("PUT", &path).json(&json!({"url": url})).token(token).send();
    set(json!("ftp://example.org"), &table.tokens[1]).await.refused(400, "malformed");
    bed.ask("PUT", &path).json(&json!({"url": url})).send().await.refused(403, "not-yours");
    assert_eq!(set(json!(url), &table.tokens[1]).await.good()["url"], url.as_str());
    assert!(bed.get(&path).token(&table.tokens[0]).send().await.good()["url"].is_null(), "it is nobody else's business");
    assert_eq!(bed.get(&path).token(&table.tokens[1]).send().await.good()["url"], url.as_str());
    // The French end their movement, and the Allies are to decide.
    act(&bed, &table, 0, "end").await;
    while bed.view(&table.id, &table.tokens[0]).await["pending"]["seat"] == "French" {
        act(&bed, &table, 0, "ready").await;
    }
    let (mut caller, _) = tokio::time::timeout(crate::bed::SOON, ear.accept()).await.expect("a call").unwrap();
    let mut heard = Vec::new();
    let mut waiting = Waiting::begin("the whole call");
    while !String::from_utf8_lossy(&heard).contains('}') {
        waiting.go_on(&Value::Null).await;
        caller.read_buf(&mut heard).await.unwrap();
    }
    caller.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.unwrap();
    let heard = String::from_utf8(heard).unwrap();
    assert!(heard.starts_with("POST /turn?x=1 HTTP/1.1\r\n"), "{heard}");
    let body: Value = serde_json::from_str(heard.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    assert_eq!((&body["event"], &body["seat"], &body["game"]), (&json!("your-turn"), &json!("Allied"), &json!("eylau")));
    assert!(!table.tokens.iter().any(|token| heard.contains(token.as_str())), "no token is told");
    assert!(set(Value::Null, &table.tokens[1]).await.good()["url"].is_null());
    bed.stop().await;
}

/// The picture to hand on is drawn by the server, as the one who asks may see it.
pub async fn a_picture_to_hand_on(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.hot_seat("eylau").await;
    let drawn = bed.get(table.path("picture.png?width=400")).token(&table.tokens[0]).send().await;
    assert_eq!((drawn.status, drawn.headers["content-type"].to_str().unwrap()), (200, "image/png"));
    assert!(drawn.text.contains("PNG"), "it is one");
    bed.get(table.path("picture.png?width=9")).send().await.refused(400, "malformed");
    bed.stop().await;
}
