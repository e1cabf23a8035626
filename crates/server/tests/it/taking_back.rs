//! Taking back, at once and by consent.

use crate::bed::{Bed, Ground, Seated};
use serde_json::{Value, json};

/// Plays until the last action has rolled dice (or has not), and it is whoever played it.
async fn play_until(bed: &Bed, table: &Seated, rolled: bool) -> (String, Value) {
    for turn in 0..400 {
        let (token, view) = table.decider(bed).await;
        let choices = view["choices"].as_array().unwrap();
        let fitting = choices.iter().filter(|choice| choice["commits"] == json!(rolled)).collect::<Vec<_>>();
        let action = if fitting.is_empty() { &choices[turn * 7 % choices.len()] } else { fitting[turn * 7 % fitting.len()] };
        let wish = json!({"action": action["text"], "played": view["played"]});
        let acted = bed.post(table.path("act"), &wish).token(&token).send().await.good();
        if acted["happenings"][0]["dice"].as_array().unwrap().is_empty() != rolled {
            return (token, acted);
        }
    }
    panic!("no such action");
}

pub async fn an_own_action_without_dice_is_taken_back_at_once(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eylau").await;
    bed.ask("POST", table.path("undo")).token(&table.tokens[0]).send().await.refused(409, "not-now");
    let (token, before) = table.decider(&bed).await;
    let (other, _) = (table.tokens.iter().find(|known| **known != token).unwrap().clone(), ());
    let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "token": other, "mode": "moves"})).await;
    table.play_one(&bed, 0).await;
    let view = bed.view(&table.id, &token).await;
    assert_eq!((&view["undo"]["can"], &view["undo"]["to"]), (&json!(true), &json!(0)), "{}", view["undo"]);
    let undone = bed.ask("POST", table.path("undo")).token(&token).send().await;
    assert_eq!((undone.status, undone.json()["played"].clone()), (200, json!(0)));
    line.until("moved").await;
    assert_eq!(line.until("undone").await["played"], 0);
    let after = bed.view(&table.id, &token).await;
    assert_eq!((&after["check"], &after["choices"]), (&before["check"], &before["choices"]));
    table.play_one(&bed, 1).await;
    bed.stop().await;
    // What was taken back stays taken back.
    let bed = ground.server().await;
    assert_eq!(bed.view(&table.id, &token).await["played"], 1);
    bed.stop().await;
}

pub async fn the_other_side_is_asked_and_answers(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eylau").await;
    let (token, acted) = play_until(&bed, &table, true).await;
    let other = table.tokens.iter().find(|known| **known != token).unwrap().clone();
    let played = acted["played"].as_u64().unwrap();
    let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "token": other, "mode": "moves"})).await;
    let asked = bed.post(table.path("undo"), &json!({})).token(&token).send().await;
    assert_eq!(asked.status, 202, "{}", asked.text);
    let question = line.until("undo_asked").await;
    assert_eq!(question["to"], played - 1);
    let request = question["request"].as_u64().unwrap();
    // An answer to another request, or to none, answers nothing; and asking twice is asking once.
    bed.post(table.path("undo/answer"), &json!({"allow": true})).token(&other).send().await.refused(400, "malformed");
    let stale = bed.post(table.path("undo/answer"), &json!({"request": request ^ 1, "allow": true})).token(&other).send().await;
    stale.refused(409, "not-now");
    assert_eq!(bed.post(table.path("undo"), &json!({})).token(&token).send().await.status, 202);
    let info = bed.get(format!("/api/tables/{}", table.id)).token(&other).send().await.good();
    assert_eq!(info["asked"], json!({"request": request, "by": question["by"], "to": question["to"]}));
    // Nobody may agree with himself.
    let own = bed.post(table.path("undo/answer"), &json!({"request": request, "allow": true})).token(&token).send().await;
    own.refused(403, "not-yours");
    let declined = line.ask(json!({"type": "answer", "id": 1, "request": request, "allow": false})).await;
    assert_eq!((&declined["type"], &declined["played"]), (&json!("ok"), &json!(played)));
    let gone = line.ask(json!({"type": "answer", "id": 2, "request": request, "allow": true})).await;
    assert_eq!(gone["problem"]["status"], 409, "a request is answered once");
    // Asked again; the question outlives the server.
    bed.post(table.path("undo"), &json!({})).token(&token).send().await.good();
    bed.stop().await;
    let bed = ground.server().await;
    let info = bed.get(format!("/api/tables/{}", table.id)).token(&other).send().await.good();
    assert_eq!(info["asked"]["to"], played - 1, "{info}");
    // What was on the screen is not what waits now.
    let old = bed.post(table.path("undo/answer"), &json!({"request": request, "allow": true})).token(&other).send().await;
    old.refused(409, "not-now");
    let first = acted["happenings"][0]["dice"].clone();
    let answer = bed
        .post(table.path("undo/answer"), &json!({"request": info["asked"]["request"], "allow": true}))
        .token(&other)
        .send()
        .await
        .good();
    assert_eq!(answer["played"], played - 1);
    let action = acted["happenings"][0]["action"].clone();
    let again = bed.post(table.path("act"), &json!({"action": action})).token(&token).send().await.good();
    let record = bed.get(table.path("record")).token(&token).send().await.text;
    assert!(record.contains(&format!("\nback {}\n", played - 1)), "what was taken back stays in the record: {record}");
    // The dice are the next ones of the seed: the record holds both, and a roll cannot be had a second time.
    let second = again["happenings"][0]["dice"].clone();
    let lines: Vec<&str> = record.lines().filter(|line| line.contains(" = ")).collect();
    let text = |dice: &Value| {
        let faces: Vec<String> = dice.as_array().unwrap().iter().map(Value::to_string).collect();
        format!(" = {} #", faces.join(" "))
    };
    let at = lines.iter().position(|line| line.contains(&text(&first))).expect("the first dice");
    assert!(lines[at + 1..].iter().any(|line| line.contains(&text(&second))), "the second dice come after them: {record}");
    // A request lapses when play goes on.
    let (token, _) = play_until(&bed, &table, true).await;
    bed.post(table.path("undo"), &json!({})).token(&token).send().await.good();
    let info = bed.get(format!("/api/tables/{}", table.id)).token(&token).send().await.good();
    table.play_one(&bed, 0).await;
    let other = table.tokens.iter().find(|known| **known != token).unwrap();
    let late = bed
        .post(table.path("undo/answer"), &json!({"request": info["asked"]["request"], "allow": true}))
        .token(other)
        .send()
        .await;
    late.refused(409, "not-now");
    bed.stop().await;
}

pub async fn one_person_at_both_seats_confirms_dice(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.hot_seat("eylau").await;
    let (token, acted) = play_until(&bed, &table, true).await;
    let played = acted["played"].as_u64().unwrap();
    bed.post(table.path("undo"), &json!({})).token(&token).send().await.refused(409, "not-now");
    let undone = bed.post(table.path("undo"), &json!({"confirm": true})).token(&token).send().await.good();
    assert_eq!(undone["played"], played - 1);
    let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "token": token, "mode": "moves"})).await;
    let undone = line.ask(json!({"type": "undo", "id": 3, "confirm": true})).await;
    assert_eq!(undone["played"], played - 2);
    bed.stop().await;
}

pub async fn the_computer_gives_no_dice_back(ground: Ground) {
    let bed = ground.server().await;
    let wish = json!({"game": "eylau", "seats": [{"seat": "French", "who": "greedy"}, {"seat": "Allied", "who": "me"}]});
    let made = bed.post("/api/tables", &wish).send().await.good();
    let token = made["seats"][1]["token"].as_str().unwrap().to_owned();
    let table = Seated { id: made["id"].as_str().unwrap().into(), tokens: vec![token.clone()] };
    let mut refused = false;
    for turn in 0..300 {
        let view = bed.wait_for_view(&table.id, &token, |view| view["pending"]["seat"] == "Allied").await;
        let undo = &view["undo"];
        if undo["can"] == json!(false) && undo["why"].as_str().unwrap().contains("computer") {
            bed.post(table.path("undo"), &json!({"confirm": true})).token(&token).send().await.refused(409, "not-now");
            refused = true;
            break;
        }
        let choices = view["choices"].as_array().unwrap();
        let commits: Vec<&Value> = choices.iter().filter(|choice| choice["commits"] == json!(true)).collect();
        let action = commits.first().copied().unwrap_or(&choices[turn * 7 % choices.len()]);
        let wish = json!({"action": action["text"], "played": view["played"]});
        bed.post(table.path("act"), &wish).token(&token).send().await.good();
    }
    assert!(refused, "no dice were rolled in three hundred actions");
    bed.stop().await;
}

/// In a campaign a march throws dice out of sight, and that of an Outpost throws none. What the other side is told about taking back must not tell them apart.
pub async fn dice_out_of_sight_change_no_answer(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eagles-eylau-campaign").await;
    let mut thrown = [false; 2];
    for turn in 0..160 {
        let (token, _) = table.decider(&bed).await;
        let acted = table.play_one(&bed, turn * 7).await;
        thrown[usize::from(!acted["happenings"][0]["dice"].as_array().unwrap().is_empty())] = true;
        for other in table.tokens.iter().filter(|known| **known != token) {
            let undo = bed.view(&table.id, other).await["undo"].clone();
            let why = undo["why"].as_str().unwrap();
            assert!(
                undo["can"] == json!(false) && ["you have not played yet", "the other side has to agree"].contains(&why),
                "{undo}"
            );
        }
    }
    assert_eq!(thrown, [true; 2], "actions with dice and without were played");
    bed.stop().await;
}
