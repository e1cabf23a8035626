//! A game from the first look to the last die.

use crate::bed::{Bed, Ground, Seated, Waiting};
use serde_json::{Value, json};

pub async fn the_library_lists_games_maps_and_rules(ground: Ground) {
    let bed = ground.server().await;
    let library = bed.get("/api/games").send().await.good();
    let games: Vec<&Value> = library["books"].as_array().unwrap().iter().flat_map(|b| b["games"].as_array().unwrap()).collect();
    assert!(games.iter().any(|game| game["id"] == "eylau" && game["seats"] == json!(["French", "Allied"])), "{library}");
    assert!(library["levels"].as_array().unwrap().iter().any(|level| level["id"] == "recruit"));
    let map = bed.get("/api/games/eylau/map").send().await;
    assert!(map.good()["hexes"].as_array().unwrap().len() > 400);
    let tag = map.headers["etag"].to_str().unwrap().to_owned();
    let again = bed.get("/api/games/eylau/map").header("if-none-match", tag).send().await;
    assert_eq!((again.status, again.text.as_str()), (304, ""));
    let rules = bed.get("/api/rules/art-of-war").send().await.good();
    assert!(rules.as_array().unwrap().iter().any(|case| case["id"] == "5.1"));
    assert_eq!(bed.get("/api/rules/art-of-war/5.1").send().await.good()["id"], "5.1");
    bed.stop().await;
}

pub async fn a_table_is_made_looked_at_and_played_at(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.hot_seat("eylau").await;
    let info = bed.get(format!("/api/tables/{}", table.id)).token(&table.tokens[0]).send().await.good();
    assert_eq!((&info["played"], &info["over"], &info["seed"]), (&json!(0), &json!(false), &Value::Null));
    assert_eq!(info["commitment"].as_str().unwrap().len(), 64);
    assert_eq!((&info["seats"][0]["yours"], &info["seats"][0]["name"]), (&json!(true), &json!("Ney")));
    let mut rolled = 0;
    for turn in 1..=60 {
        let acted = table.play_one(&bed, turn * 7).await;
        assert_eq!(acted["played"], turn);
        assert_eq!(acted["happenings"][0]["entry"], turn);
        rolled += acted["happenings"][0]["dice"].as_array().unwrap().len();
    }
    let (token, view) = table.decider(&bed).await;
    assert_eq!(view["played"], 60);
    let earlier = bed.get(table.path("view?at=10")).token(&token).send().await.good();
    assert_eq!((&earlier["at"], &earlier["choices"]), (&json!(10), &json!([])));
    for rest in ["log?from=5", "catch-up?from=5", "turns", "dice", "overlays", "chat", "advice"] {
        bed.get(table.path(rest)).token(&token).send().await.good();
    }
    let dice = bed.get(table.path("dice")).token(&token).send().await.good();
    assert_eq!(dice["all"]["rolls"], rolled);
    let overlays = bed.get(table.path("overlays")).send().await.good();
    for overlay in overlays.as_array().unwrap() {
        let id = overlay["id"].as_str().unwrap();
        bed.get(table.path(&format!("overlay/{id}?hex=1010&at=5"))).send().await.good();
    }
    let position = bed.get(table.path("position?at=0")).send().await;
    assert!(position.status == 200 && position.text.starts_with("eylau"), "{}", position.text);
    let unit = view["board"]["counters"].as_array().unwrap().iter().find(|c| c["hex"].is_string()).unwrap()["tag"].clone();
    let asked = bed.post(table.path("why"), &json!({"text": format!("move {} 0101", unit.as_str().unwrap())}));
    let why = asked.token(&token).send().await;
    assert!(why.status == 200 || why.status == 422, "{why:?}");
    bed.stop().await;
}

pub async fn a_game_is_looked_at_again(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.hot_seat("eylau").await;
    for turn in 0..12 {
        table.play_one(&bed, turn * 5).await;
    }
    // While it goes on, it is told to those who play it; nothing is hidden at Eylau.
    bed.get(table.path("analysis")).send().await.refused(403, "not-yours");
    // It comes in pieces, each of them going on where the last one ended.
    let (mut from, mut next, mut pieces) = (1, json!(1), 0);
    while let Some(entry) = next.as_u64() {
        let path = table.path(&format!("analysis?from={entry}"));
        let piece = bed.get(&path).token(&table.tokens[0]).send().await.good();
        for decision in piece["decisions"].as_array().unwrap() {
            assert_eq!(decision["from"], from, "{piece}");
            from = decision["to"].as_u64().unwrap() + 1;
        }
        assert_eq!((&piece["totals"][0]["seat"], &piece["entries"]), (&json!("French"), &json!(12)));
        let again = bed.get(&path).token(&table.tokens[0]).send().await.good();
        assert_eq!(again, piece);
        next = piece["next"].clone();
        pieces += 1;
        assert!(pieces <= 12 && (next.is_null() || next == from), "{piece}");
    }
    assert_eq!(from, 13);
    bed.get(table.path("analysis?from=soon")).token(&table.tokens[0]).send().await.refused(400, "malformed");
    bed.get("/api/tables/nowhere/analysis").send().await.refused(404, "unknown");
    // Where something can be hidden it is told to nobody, whether anything is at the moment or not: that is a secret, too.
    let table = bed.hot_seat("eagles-friedland").await;
    for turn in 0..3 {
        let path = table.path("analysis");
        bed.get(&path).token(&table.tokens[0]).send().await.refused(409, "not-now");
        bed.get(&path).send().await.refused(403, "not-yours");
        table.play_one(&bed, turn * 7).await;
    }
    bed.stop().await;
}

pub async fn a_record_is_brought_along_and_taken_away(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.hot_seat("eylau").await;
    for turn in 0..40 {
        table.play_one(&bed, turn * 5).await;
    }
    let token = &table.tokens[0];
    let record = bed.get(table.path("record")).token(token).send().await.text;
    assert!(record.contains("\ndice ") && !record.contains("\nseed "), "the commitment is in it, the seed is not: {record}");
    let notation = bed.get(table.path("notation")).token(token).send().await.text;
    let position = bed.get(table.path("position")).token(token).send().await.text;
    let digest = bed.view(&table.id, token).await["check"].clone();
    for (text, played) in [(&record, 40), (&notation, 40), (&position, 0)] {
        let made = bed.post("/api/tables", &json!({"record": text})).send().await.good();
        let other =
            Seated { id: made["id"].as_str().unwrap().into(), tokens: vec![made["seats"][0]["token"].as_str().unwrap().into()] };
        let view = bed.view(&other.id, &other.tokens[0]).await;
        assert_eq!((&view["played"], &view["check"]), (&json!(played), &digest));
        other.play_one(&bed, 1).await;
        let again = bed.get(other.path("record")).token(&other.tokens[0]).send().await;
        if played > 0 {
            assert!(!again.text.contains("\ndice "), "dice of unknown origin promise nothing: {}", again.text);
        } else {
            again.refused(409, "not-now");
        }
    }
    let spoilt = record.replacen(" #", " #0", 1);
    bed.post("/api/tables", &json!({"record": spoilt})).send().await.refused(400, "malformed");
    bed.stop().await;
}

pub async fn a_whole_game_is_played_and_its_dice_are_told(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.hot_seat("eylau").await;
    let token = &table.tokens[0];
    let before = bed.get(format!("/api/tables/{}", table.id)).token(token).send().await.good();
    let mut turns = 0;
    loop {
        let view = bed.view(&table.id, token).await;
        if !view["ending"].is_null() {
            break;
        }
        hurry(&bed, &table, token, &view).await;
        turns += 1;
        assert!(turns < 5_000);
    }
    let after = bed.get(format!("/api/tables/{}", table.id)).token(token).send().await.good();
    assert_eq!((&after["over"], &after["commitment"]), (&json!(true), &before["commitment"]));
    let seed = after["seed"].as_str().unwrap();
    let record = bed.get(table.path("record")).token(token).send().await.text;
    assert!(record.contains(&format!("\nseed {seed}\n")), "{record}");
    let text: [u8; 32] = grognard_engine::fair::read_hex32(seed).unwrap();
    assert_eq!(grognard_engine::fair::commitment(&text), after["commitment"].as_str().unwrap());
    // The dice of the record are those of the seed, in order.
    let dice = grognard_engine::fair::FairDice::new(text, 0);
    let rolls: Vec<u8> = record
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .flat_map(|(_, rest)| rest.split(" #").next().unwrap().split(' ').map(|die| die.parse().unwrap()).collect::<Vec<u8>>())
        .collect();
    println!("{turns} actions, {} dice", rolls.len());
    assert!(!rolls.is_empty(), "a game without dice proves nothing");
    for (i, roll) in rolls.iter().enumerate() {
        assert_eq!(*roll, dice.die(i as u64 + 1, 6), "die {}", i + 1);
    }
    bed.post(table.path("act"), &json!({"action": "anything"})).token(token).send().await.refused(409, "not-now");
    let undo = bed.post(table.path("undo"), &json!({"confirm": true})).token(token).send().await.refused(409, "not-now");
    assert!(undo["detail"].as_str().unwrap().contains("over"), "{undo}");
    let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "token": token, "mode": "moves"})).await;
    let undo = line.ask(json!({"type": "undo", "id": 4, "confirm": true})).await;
    assert!(undo["problem"]["detail"].as_str().unwrap().contains("over"), "{undo}");
    assert_eq!(line.ask(json!({"type": "answer", "id": 5, "request": 1, "allow": true})).await["problem"]["status"], 409);
    // The same for two who sit apart: there is nothing to ask for any more.
    let seats = json!([{"seat": "French", "who": "me"}, {"seat": "Allied", "who": "open"}]);
    let made = bed.post("/api/tables", &json!({"record": record, "public": true, "seats": seats})).send().await.good();
    let id = made["id"].as_str().unwrap();
    let other = bed.post(format!("/api/tables/{id}/seats/Allied"), &json!({})).send().await.good();
    for token in [&made["seats"][0]["token"], &other["token"]] {
        let token = token.as_str().unwrap();
        let undo = bed.post(format!("/api/tables/{id}/undo"), &json!({})).token(token).send().await.refused(409, "not-now");
        assert!(undo["detail"].as_str().unwrap().contains("over"), "{undo}");
        let view = bed.view(id, token).await;
        assert_eq!((&view["undo"]["can"], &view["undo"]["ask"]), (&json!(false), &json!(false)), "{}", view["undo"]);
        bed.post(format!("/api/tables/{id}/undo/answer"), &json!({"request": 1, "allow": true}))
            .token(token)
            .send()
            .await
            .refused(409, "not-now");
    }
    bed.stop().await;
}

pub async fn a_computer_plays_its_seat(ground: Ground) {
    let bed = ground.server().await;
    let wish = json!({"game": "eylau", "seats": [{"seat": "French", "who": "me"}, {"seat": "Allied", "who": "greedy"}]});
    let made = bed.post("/api/tables", &wish).send().await.good();
    let token = made["seats"][0]["token"].as_str().unwrap().to_owned();
    assert!(made["seats"][1]["token"].is_null() && made["seats"][1]["link"].is_null());
    let table = Seated { id: made["id"].as_str().unwrap().into(), tokens: vec![token.clone()] };
    let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "token": token, "mode": "moves"})).await;
    play_until_the_other_side(&bed, &table, &token).await;
    line.until("thinking").await;
    let moved = loop {
        let moved = line.until("moved").await["happening"].clone();
        if moved["seat"] == "Allied" {
            break moved;
        }
        assert!(moved["reason"].is_null(), "people keep their reasons to themselves: {moved}");
    };
    assert!(moved["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{moved}");
    wait_for_own_turn(&bed, &table, &token).await;
    let advice = bed.get(table.path("advice?hint=recruit")).token(&token).send().await.good();
    assert_eq!(advice["last"]["seat"], "Allied");
    assert_eq!(advice["hint"]["seat"], "French");
    let reasons = bed.get(table.path("reasons")).token(&token).send().await.good();
    assert_eq!((&reasons[0]["reason"], &reasons[0]["action"]), (&moved["reason"], &moved["action"]));
    let since = bed.get(table.path("reasons?from=1000000")).token(&token).send().await.good();
    assert_eq!(since, json!([]));
    // A computer that was about to play goes on after a restart.
    play_until_the_other_side(&bed, &table, &token).await;
    bed.stop().await;
    let bed = ground.server().await;
    wait_for_own_turn(&bed, &table, &token).await;
    let kept = bed.get(table.path("reasons")).token(&token).send().await.good();
    assert_eq!(kept[0], reasons[0], "reasons are kept with the game");
    bed.stop().await;
}

/// A computer of every level, all on one thread: each plays, and people play meanwhile. That nobody waits for those who think is
/// shown where they think, in `brains.rs`.
pub async fn computers_think_apart(ground: Ground) {
    let mut config = ground.config();
    config.brains = Some(1);
    let bed = Bed::start(config).await;
    let library = bed.get("/api/games").send().await.good();
    let levels: Vec<&str> = library["levels"].as_array().unwrap().iter().map(|level| level["id"].as_str().unwrap()).collect();
    assert!(["random", "greedy", "recruit", "veteran", "marshal"].iter().all(|level| levels.contains(level)), "{levels:?}");
    let mut tables = Vec::new();
    for level in &levels {
        let wish = json!({"game": "eylau", "seats": [{"seat": "French", "who": level}, {"seat": "Allied", "who": "me"}]});
        let made = bed.post("/api/tables", &wish).send().await.good();
        tables.push(format!("/api/tables/{}/reasons", made["id"].as_str().unwrap()));
    }
    let people = bed.hot_seat("eylau").await;
    for turn in 0..10 {
        people.play_one(&bed, turn * 3).await;
    }
    for (path, level) in tables.iter().zip(&levels) {
        let mut waiting = Waiting::begin("the first action of a computer");
        loop {
            let reasons = bed.get(path.as_str()).send().await.good();
            if reasons[0]["seat"] == "French" && reasons[0]["reason"].as_str().is_some_and(|reason| !reason.is_empty()) {
                break;
            }
            waiting.go_on(&json!(level)).await;
        }
    }
    bed.stop().await;
}

/// Rolls if that is possible; ends the phase now and then; else does anything, so that the armies meet.
async fn hurry(bed: &Bed, table: &Seated, token: &str, view: &Value) -> Value {
    let choices = view["choices"].as_array().unwrap();
    let find = |fits: &dyn Fn(&Value) -> bool| choices.iter().find(|choice| fits(choice));
    let played = view["played"].as_u64().unwrap();
    let chance = (played.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) as usize;
    let action = find(&|choice| choice["commits"] == json!(true))
        .or_else(|| find(&|choice| chance.is_multiple_of(8) && choice["at"]["button"].is_string()))
        .unwrap_or(&choices[chance / 8 % choices.len()]);
    let wish = json!({"action": action["text"], "played": played});
    bed.post(table.path("act"), &wish).token(token).send().await.good()
}

/// Plays until the decision is no longer ours, or has been ours and is the computer's.
async fn play_until_the_other_side(bed: &Bed, table: &Seated, token: &str) {
    for _ in 0..500 {
        let view = bed.view(&table.id, token).await;
        if view["pending"]["seat"] != "French" {
            return;
        }
        let acted = hurry(bed, table, token, &view).await;
        let last = acted["happenings"][0]["entry"].clone();
        let view = bed.view(&table.id, token).await;
        if view["played"] != last {
            return;
        }
    }
    panic!("the other side never has to decide");
}

async fn wait_for_own_turn(bed: &Bed, table: &Seated, token: &str) {
    bed.wait_for_view(&table.id, token, |view| view["pending"]["seat"] == "French").await;
}
