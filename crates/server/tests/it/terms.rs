//! Fairness as the maker of a table wants it: who may talk, and who may ask a computer.

use crate::bed::Ground;
use serde_json::{Value, json};

async fn make(bed: &crate::bed::Bed, terms: Option<Value>) -> (String, String) {
    let mut wish =
        json!({"game": "eylau", "public": true, "seats": [{"seat": "French", "who": "me"}, {"seat": "Allied", "who": "open"}]});
    if let Some(terms) = terms {
        wish["terms"] = terms;
    }
    let made = bed.post("/api/tables", &wish).send().await.good();
    (made["id"].as_str().unwrap().to_owned(), made["seats"][0]["token"].as_str().unwrap().to_owned())
}

pub async fn onlookers_are_silent_and_computers_are_not_asked(ground: Ground) {
    let mut bed = ground.server().await;
    let usual = make(&bed, None).await;
    let open = make(&bed, Some(json!({"onlookers_talk": true, "counsel": true}))).await;
    // They are kept: after a restart it is the same.
    for _ in 0..2 {
        for ((id, token), allowed) in [(&usual, false), (&open, true)] {
            let info = bed.get(format!("/api/tables/{id}")).send().await.good();
            assert_eq!(info["terms"], json!({"onlookers_talk": allowed, "counsel": allowed, "pace": "none"}));
            assert_eq!(
                (&info["options"], &info["turn"]),
                (&json!([["weather", "off"]]), &json!([1, 12])),
                "those of the game are apart"
            );
            let (mut line, _) = bed.socket(id, json!({"type": "hello", "mode": "moves"})).await;
            let reply = line.ask(json!({"type": "chat", "id": 1, "text": "attack on the left"})).await;
            let hint = bed.get(format!("/api/tables/{id}/advice?hint=recruit")).token(token).send().await;
            let analysis = bed.get(format!("/api/tables/{id}/analysis")).token(token).send().await;
            if allowed {
                assert_eq!(reply["type"], "ok");
                assert_eq!(hint.good()["hint"]["seat"], "French");
                analysis.good();
            } else {
                assert_eq!(reply["problem"]["status"], 403, "{reply}");
                hint.refused(403, "not-yours");
                analysis.refused(403, "not-yours");
            }
            // Players always talk.
            let (mut player, _) = bed.socket(id, json!({"type": "hello", "token": token, "mode": "moves"})).await;
            assert_eq!(player.ask(json!({"type": "chat", "id": 1, "text": "bonjour"})).await["type"], "ok");
        }
        bed.stop().await;
        bed = ground.server().await;
    }
    // When the game is over there is nothing left to spoil.
    let (id, token) = &usual;
    bed.post(format!("/api/tables/{id}/resign"), &json!({})).token(token).send().await.good();
    let (mut line, _) = bed.socket(id, json!({"type": "hello", "mode": "moves"})).await;
    assert_eq!(line.ask(json!({"type": "chat", "id": 1, "text": "a pity"})).await["type"], "ok");
    bed.stop().await;
}

/// Whoever sits at the machine is told its addresses; a hint says where the unit goes that it takes in hand.
pub async fn invitations_and_hints(ground: Ground) {
    let bed = ground.server().await;
    let house = bed.get("/api/house").send().await.good();
    assert_eq!(house["here_only"], true);
    assert!(house["addresses"].as_array().unwrap().iter().all(|one| !one.as_str().unwrap().starts_with("127.")), "{house}");
    let wish = json!({"game": "eylau", "seats": [{"seat": "French", "who": "me"}, {"seat": "Allied", "who": "recruit"}]});
    let made = bed.post("/api/tables", &wish).send().await.good();
    let (id, token) = (made["id"].as_str().unwrap(), made["seats"][0]["token"].as_str().unwrap());
    let hint = bed.get(format!("/api/tables/{id}/advice?hint=recruit")).token(token).send().await.good()["hint"].clone();
    for action in [&hint["action"], &hint["then"]] {
        let Some(action) = action.as_str() else { continue };
        bed.post(format!("/api/tables/{id}/act"), &json!({"action": action})).token(token).send().await.good();
    }
    bed.stop().await;
}
