//! Standing orders: given, kept, obeyed, and nobody else's business.

use crate::bed::{Bed, Ground, Line, Seated};
use serde_json::{Value, json};

/// The French come into contact at Eylau and are about to declare Fresh Strength [21.1].
async fn in_contact(bed: &Bed, table: &Seated) {
    for text in ["move Sth1 1610", "move Sth2 1609", "move Des2 1511", "end"] {
        bed.post(table.path("command"), &json!({"text": text})).token(&table.tokens[0]).send().await.good();
    }
}

async fn give(bed: &Bed, table: &Seated, seat: usize, orders: &[&str]) -> Value {
    bed.ask("PUT", table.path("orders")).json(&json!({"orders": orders})).token(&table.tokens[seat]).send().await.good()
}

fn pending(view: &Value, seat: &str, case: &str) -> bool {
    view["pending"]["seat"] == seat && view["pending"]["case"] == case
}

pub async fn standing_orders_answer_at_once_and_are_kept(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eylau").await;
    in_contact(&bed, &table).await;
    let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "token": table.tokens[0], "mode": "moves"})).await;
    // Given before the question comes.
    let told = give(&bed, &table, 1, &["fresh never"]).await;
    assert_eq!((&told[0]["seat"], &told[0]["orders"]), (&json!("Allied"), &json!(["fresh never"])), "{told}");
    assert_eq!(told[0]["kinds"][0]["kind"], "fresh");
    assert_eq!(told.as_array().unwrap().len(), 1, "nobody sees the other's orders");
    assert!(pending(&bed.view(&table.id, &table.tokens[0]).await, "French", "21.1"));
    // Given while it is asked: obeyed at once, and so are those of the other side after it.
    give(&bed, &table, 0, &["fresh never", "advance never"]).await;
    for seat in ["French", "Allied"] {
        let moved = &line.until("moved").await["happening"];
        assert_eq!((&moved["seat"], &moved["action"]), (&json!(seat), &json!("ready")), "{moved}");
        assert_eq!(moved["reason"], "standing order: fresh never");
    }
    let view = bed.wait_for_view(&table.id, &table.tokens[0], |view| pending(view, "French", "5.1")).await;
    let reasons = bed.get(table.path("reasons")).token(&table.tokens[1]).send().await.good();
    assert_eq!(reasons.as_array().unwrap().len(), 2, "{reasons}");
    // An own answer is taken back only by consent, as if it had been played by hand: the other side has answered since.
    assert_eq!(view["undo"]["can"], false);
    bed.stop().await;
    let bed = ground.server().await;
    let kept = bed.get(table.path("orders")).token(&table.tokens[0]).send().await.good();
    assert_eq!(kept[0]["orders"], json!(["advance never", "fresh never"]), "{kept}");
    assert_eq!(give(&bed, &table, 0, &[]).await[0]["orders"], json!([]), "withdrawn");
    bed.stop().await;
}

/// A seat that was handed over by an earlier version, or whose last line could not be written, still has the orders of whoever is gone.
pub async fn a_computer_obeys_nobody(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eylau").await;
    in_contact(&bed, &table).await;
    give(&bed, &table, 1, &["fresh never"]).await;
    bed.stop().await;
    let seat = "who = 'recruit', name = 'Recruit', token = NULL";
    ground.sql(&format!("UPDATE seats SET {seat} WHERE table_id = '{}' AND place = 1", table.id)).await;
    let bed = ground.server().await;
    bed.post(table.path("command"), &json!({"text": "ready"})).token(&table.tokens[0]).send().await.good();
    bed.wait_for_view(&table.id, &table.tokens[0], |view| pending(view, "French", "5.1")).await;
    let reasons = bed.get(table.path("reasons")).token(&table.tokens[0]).send().await.good();
    let reasons: Vec<&str> = reasons.as_array().unwrap().iter().map(|told| told["reason"].as_str().unwrap()).collect();
    assert!(!reasons.is_empty() && !reasons.iter().any(|reason| reason.contains("standing order")), "{reasons:?}");
    bed.stop().await;
}

pub async fn orders_are_refused_to_strangers_and_where_they_make_no_sense(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eylau").await;
    bed.get(table.path("orders")).send().await.refused(403, "not-yours");
    let put = |body: Value, seat: usize| bed.ask("PUT", table.path("orders")).json(&body).token(&table.tokens[seat]).send();
    put(json!({"seat": "Allied", "orders": []}), 0).await.refused(403, "not-yours");
    put(json!({"seat": "Nobody", "orders": []}), 0).await.refused(400, "malformed");
    for (order, wanted) in [
        ("fly never", "no kind of question"),
        ("fresh perhaps", "expected always, never or ask"),
        ("fresh never Ost1", "no unit of this side"),
        ("fresh", "is no order"),
    ] {
        let refused = put(json!({"orders": [order]}), 0).await.refused(400, "malformed");
        assert!(refused["detail"].as_str().unwrap().contains(wanted), "{refused}");
    }
    // An order for a unit counts more: it is asked for.
    in_contact(&bed, &table).await;
    give(&bed, &table, 0, &["fresh never", "fresh ask Sth1"]).await;
    let view = bed.view(&table.id, &table.tokens[0]).await;
    assert!(pending(&view, "French", "21.1"), "{}", view["pending"]);
    bed.stop().await;
}

/// [16.1] [8.0] Where counters lie face down, orders answer only what they decline altogether, and the enemy is told no more than that.
pub async fn orders_in_the_fog_tell_nothing(ground: Ground) {
    let bed = ground.server().await;
    let wish = json!({"game": "dresden-20", "options": {"fog": "on"}, "player": "Ney"});
    let made = bed.post("/api/tables", &wish).send().await.good();
    let token = made["seats"][0]["token"].as_str().unwrap().to_owned();
    let table = Seated { id: made["id"].as_str().unwrap().to_owned(), tokens: vec![token.clone(), token] };
    let all = ["countercharge never", "disengage never", "reserves never", "advance never"];
    for seat in ["French", "Allied"] {
        let body = json!({"seat": seat, "orders": all});
        bed.ask("PUT", table.path("orders")).json(&body).token(&table.tokens[0]).send().await.good();
    }
    let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "mode": "moves"})).await;
    let mut reasons = Vec::new();
    for pick in 0..400 {
        let (token, view) = table.decider(&bed).await;
        listen(&mut line, &view, &mut reasons).await;
        let Some(choices) = view["choices"].as_array().filter(|choices| !choices.is_empty()) else { break };
        let action = &choices[pick * 31 % choices.len()]["text"];
        // Orders may have been quicker; then the action is stale and nothing is lost.
        let acted = bed.post(table.path("act"), &json!({"action": action, "played": view["played"]})).token(&token).send().await;
        assert!(acted.status == 200 || acted.status == 409, "{}", acted.text);
    }
    let view = bed.view(&table.id, &table.tokens[0]).await;
    listen(&mut line, &view, &mut reasons).await;
    let (played, mut obeyed) = (reasons.len(), 0);
    for (entry, reason) in (1..).zip(&reasons) {
        if let Some(reason) = reason {
            // A game that is over has no secrets.
            let over = entry == played && view["pending"].is_null();
            assert!(reason == "standing order" || over, "what was ordered is nobody's business: {reason}");
            obeyed += 1;
        }
    }
    assert!(obeyed > 0, "somebody could have reacted in {played} actions");
    bed.stop().await;
}

/// Hears everything up to a view, and notes the reasons that are told. Now and then, since whoever does not listen for a minute is parted from.
async fn listen(line: &mut Line, view: &Value, reasons: &mut Vec<Option<String>>) {
    while (reasons.len() as u64) < view["played"].as_u64().unwrap() {
        let moved = line.until("moved").await;
        reasons.push(moved["happening"]["reason"].as_str().map(str::to_owned));
    }
}
