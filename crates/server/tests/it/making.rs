//! A table whose maker did not hear the answer is made once.

use crate::bed::{Bed, Ground};
use serde_json::{Value, json};

/// How many tables the lobby lists.
async fn listed(bed: &Bed) -> usize {
    bed.get("/api/tables").send().await.good().as_array().unwrap().len()
}

pub async fn a_table_is_made_once_when_the_answer_was_lost(ground: Ground) {
    let bed = ground.server().await;
    let claim = "ab".repeat(32);
    let wish = json!({"game": "eylau", "public": true, "passphrase": "soleil", "player": "Ney", "claim": claim,
        "seats": [{"seat": "French", "who": "me"}, {"seat": "Allied", "who": "open"}]});
    let with = |key: &str, value: Value| {
        let mut wish = wish.clone();
        wish[key] = value;
        wish
    };
    for bad in ["", "ab", &"AB".repeat(32), &"g".repeat(64)] {
        bed.post("/api/tables", &with("claim", json!(bad))).send().await.refused(400, "malformed");
    }
    // Many at once, and one after the other, as a page does whose answers are lost.
    let asks = (0..4).map(|_| bed.post("/api/tables", &wish).send());
    let replies = futures_util::future::join_all(asks).await;
    let made = replies[0].good();
    for reply in &replies {
        assert_eq!((reply.status, reply.good()), (201, made.clone()));
    }
    let (id, token) = (made["id"].as_str().unwrap(), made["seats"][0]["token"].as_str().unwrap());
    assert_eq!(bed.view(id, token).await["you"], "French");
    assert!(![token, id].contains(&claim.as_str()), "whoever is given a seat does not know what it was made with");
    assert_eq!(listed(&bed).await, 1);
    // Through another server of the same database it is the same one. A table in a file is served again after a restart.
    bed.stop().await;
    let bed = ground.server().await;
    assert_eq!(bed.post("/api/tables", &wish).send().await.good(), made);
    assert_eq!(listed(&bed).await, 1);
    // A game that is brought along is no second one either.
    let record = bed.get(format!("/api/tables/{id}/record")).token(token).send().await.text;
    let brought = json!({"record": record, "claim": claim, "public": true});
    let asks = (0..2).map(|_| bed.post("/api/tables", &brought).send());
    let replies = futures_util::future::join_all(asks).await;
    assert_eq!(replies[0].good(), replies[1].good());
    assert_eq!(listed(&bed).await, 2);
    // Another wish is another table, and so is the same one by somebody else, or without a claim.
    let others = [with("name", json!("another")), with("claim", json!("cd".repeat(32))), with("claim", Value::Null)];
    for (i, other) in others.iter().enumerate() {
        assert_ne!(bed.post("/api/tables", other).send().await.good()["id"], made["id"]);
        assert_eq!(listed(&bed).await, 3 + i);
    }
    bed.post("/api/tables", &others[2]).send().await.good();
    assert_eq!(listed(&bed).await, 6);
    // What others have taken meanwhile is theirs.
    let taken = bed.post(format!("/api/tables/{id}/seats/Allied"), &json!({"name": "Barclay", "passphrase": "soleil"})).send();
    let taken = taken.await.good();
    let again = bed.post("/api/tables", &wish).send().await.good();
    assert_eq!((&again["id"], &again["seats"][0]), (&made["id"], &made["seats"][0]));
    assert_eq!(again["seats"][1], json!({"seat": "Allied", "who": "human", "token": null, "link": null}));
    assert_eq!(bed.view(id, taken["token"].as_str().unwrap()).await["you"], "Allied");
    bed.stop().await;
}
