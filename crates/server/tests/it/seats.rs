//! Who may sit, look and know.

use crate::bed::{Bed, Ground, Seated};
use serde_json::{Value, json};

/// What is only for those who hold a seat, be it to look at.
const OWN: [&str; 2] = ["/orders", "/webhook"];

/// A door of a table, as the document names it, and the least that it takes for a body.
#[derive(Debug)]
struct Door {
    method: &'static str,
    path: String,
    body: Option<Value>,
}

/// All doors of a table. They are read out of the document, which is made of the same list as the router: none can be forgotten.
fn doors_of_a_table() -> Vec<Door> {
    let document: &Value = &serde_json::from_str(&grognard_server::openapi()).unwrap();
    let paths = document["paths"].as_object().unwrap().iter().filter(|(path, _)| path.starts_with("/api/tables/{id}"));
    let doors = paths.flat_map(|(path, methods)| {
        methods.as_object().unwrap().iter().map(move |(method, door)| {
            let schema = &door["requestBody"]["content"]["application/json"]["schema"];
            let method = ["GET", "POST", "PUT", "DELETE"].into_iter().find(|known| known.eq_ignore_ascii_case(method));
            let method = method.unwrap_or_else(|| panic!("{path} is asked in a way that this test does not know"));
            Door { method, path: path.clone(), body: (!schema.is_null()).then(|| least(document, schema)) }
        })
    });
    doors.collect()
}

/// The least that a schema allows.
fn least(document: &Value, schema: &Value) -> Value {
    if let Some(name) = schema["$ref"].as_str() {
        return least(document, &document["components"]["schemas"][name.rsplit('/').next().unwrap()]);
    }
    let variants = schema["oneOf"].as_array().into_iter().flatten();
    if let Some(one) = variants.into_iter().find(|one| one["type"] != "null") {
        return least(document, one);
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str());
    match kind {
        Some("string") => json!("x"),
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(true),
        Some("array") => json!([]),
        _ => {
            let needed = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            needed
                .map(|field| (field.to_owned(), least(document, &schema["properties"][field])))
                .collect::<serde_json::Map<_, _>>()
                .into()
        }
    }
}

pub async fn open_seats_are_taken_once(ground: Ground) {
    let bed = ground.server().await;
    let wish = json!({"game": "eylau", "public": true, "name": "a friendly game",
        "seats": [{"seat": "French", "who": "me"}, {"seat": "Allied", "who": "open"}]});
    let made = bed.post("/api/tables", &wish).send().await.good();
    let id = made["id"].as_str().unwrap();
    let listed = bed.get("/api/tables").send().await.good();
    let listed = listed.as_array().unwrap().iter().find(|table| table["id"] == id).expect("a listed table is in the lobby");
    assert_eq!((&listed["name"], &listed["seats"][1]["who"]), (&json!("a friendly game"), &json!("open")));
    let path = format!("/api/tables/{id}/seats/Allied");
    let name = json!({"name": "  Barclay\u{7} \u{202e}de Tolly  "});
    let asks = (0..6).map(|_| bed.post(&path, &name).send());
    let replies = futures_util::future::join_all(asks).await;
    let taken: Vec<_> = replies.iter().filter(|reply| reply.status == 200).collect();
    assert_eq!(taken.len(), 1, "one of many sits down: {replies:?}");
    for reply in replies.iter().filter(|reply| reply.status != 200) {
        reply.refused(409, "not-now");
    }
    let token = taken[0].good()["token"].as_str().unwrap().to_owned();
    let info = bed.get(format!("/api/tables/{id}")).token(&token).send().await.good();
    assert_eq!((&info["seats"][1]["who"], &info["seats"][1]["yours"]), (&json!("human"), &json!(true)));
    assert_eq!(info["seats"][1]["name"], "Barclay de Tolly", "no control characters in names");
    bed.post(format!("/api/tables/{id}/seats/French"), &json!({})).send().await.refused(409, "not-now");
    bed.stop().await;
}

pub async fn invitations_are_needed_where_a_table_is_not_listed(ground: Ground) {
    let bed = ground.server().await;
    let wish = json!({"game": "eylau", "seats": [{"seat": "Allied", "who": "open"}]});
    let made = bed.post("/api/tables", &wish).send().await.good();
    let id = made["id"].as_str().unwrap();
    let listed = bed.get("/api/tables").send().await.good();
    assert!(listed.as_array().unwrap().iter().all(|table| table["id"] != id), "it is not in the lobby");
    let link = made["seats"][1]["link"].as_str().unwrap();
    let invite = link.strip_prefix(&format!("/table/{id}#invite=Allied.")).expect("an invitation in the link");
    let path = format!("/api/tables/{id}/seats/Allied");
    bed.post(&path, &json!({})).send().await.refused(403, "not-yours");
    bed.post(&path, &json!({"invite": "0".repeat(64)})).send().await.refused(403, "not-yours");
    // An invitation is not a token.
    bed.get(format!("/api/tables/{id}/view")).token(invite).send().await.refused(403, "not-yours");
    let token = bed.post(&path, &json!({"invite": invite})).send().await.good()["token"].as_str().unwrap().to_owned();
    assert_eq!(bed.view(id, &token).await["you"], "Allied");
    bed.post(&path, &json!({"invite": invite})).send().await.refused(409, "not-now");
    bed.stop().await;
}

pub async fn a_passphrase_locks_a_table(ground: Ground) {
    let bed = ground.server().await;
    let wish = json!({"game": "eylau", "public": true, "name": "secret", "passphrase": "soleil d'été",
        "seats": [{"seat": "Allied", "who": "open"}]});
    let made = bed.post("/api/tables", &wish).send().await.good();
    let id = made["id"].as_str().unwrap();
    let token = made["seats"][0]["token"].as_str().unwrap();
    assert_eq!(bed.get(format!("/api/tables/{id}")).send().await.good()["locked"], true);
    bed.view(id, token).await;
    let doors = doors_of_a_table();
    assert!(doors.len() > 30, "{doors:?}");
    for Door { method, path, body } in doors {
        let at = path.replace("{id}", id).replace("{seat}", "Allied").replace("{overlay}", "any");
        for wrong in [None, Some("soleil")] {
            let mut ask = bed.ask(method, at.as_str());
            if let Some(body) = &body {
                ask = ask.json(body);
            }
            if let Some(wrong) = wrong {
                ask = ask.header("x-passphrase", wrong);
            }
            let reply = ask.send().await;
            // What looks on is asked for the passphrase, what acts for a token. A socket is asked in its greeting, below.
            let kind = match (method, path.strip_prefix("/api/tables/{id}").unwrap()) {
                // It tells that there is a passphrase; what else is looked at in `attacks.rs`.
                ("GET", "") if wrong.is_none() => {
                    assert_eq!(reply.good()["locked"], true);
                    continue;
                }
                ("GET", "/live") => {
                    reply.refused(400, "malformed");
                    continue;
                }
                ("GET", rest) if !OWN.contains(&rest) => "passphrase",
                ("POST", "/seats/{seat}") => "passphrase",
                _ => "not-yours",
            };
            assert_eq!(reply.status, 403, "{method} {path}: {}", reply.text);
            reply.refused(403, kind);
        }
    }
    for _ in 0..2 {
        let right = bed.get(format!("/api/tables/{id}/view")).header("x-passphrase", "soleil d%27%C3%A9t%C3%A9");
        assert!(right.send().await.good()["you"].is_null());
    }
    let path = format!("/api/tables/{id}/seats/Allied");
    bed.post(&path, &json!({})).send().await.refused(403, "passphrase");
    bed.post(&path, &json!({"passphrase": "lune"})).send().await.refused(403, "passphrase");
    let mut line = bed.bare_socket(id).await;
    line.say(json!({"type": "hello", "passphrase": "lune"})).await;
    assert_eq!(line.hear().await.unwrap()["problem"]["type"], "urn:grognard:passphrase");
    let (_line, welcome) = bed.socket(id, json!({"type": "hello", "passphrase": "soleil d'été"})).await;
    assert!(welcome["view"]["you"].is_null());
    bed.post(&path, &json!({"passphrase": "soleil d'été"})).send().await.good();
    bed.stop().await;
}

pub async fn spectators_look_on_and_cannot_act(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eylau").await;
    let view = bed.get(table.path("view")).send().await.good();
    assert!(view["you"].is_null() && view["choices"] == json!([]) && view["undo"]["can"] == json!(false), "{view}");
    let (mut line, welcome) = bed.socket(&table.id, json!({"type": "hello", "name": "a passer-by"})).await;
    assert!(welcome["view"]["choices"] == json!([]));
    for (i, message) in [
        json!({"type": "act", "action": "end"}),
        json!({"type": "command", "text": "end"}),
        json!({"type": "undo"}),
        json!({"type": "answer", "request": 1, "allow": true}),
    ]
    .into_iter()
    .enumerate()
    {
        let mut message = message;
        message["id"] = json!(i + 1);
        let status = line.ask(message.clone()).await["problem"]["status"].clone();
        assert!(status == 403 || status == 409, "{message}: {status}");
    }
    table.play_one(&bed, 0).await;
    assert_eq!(line.until("moved").await["happening"]["entry"], 1);
    assert_eq!(line.until("view").await["view"]["played"], 1);
    bed.stop().await;
}

pub async fn no_secret_is_ever_sent(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eylau").await;
    for turn in 0..30 {
        table.play_one(&bed, turn * 3).await;
    }
    let (_line, welcome) = bed.socket(&table.id, json!({"type": "hello", "token": table.tokens[0], "from": 0})).await;
    let mut all = welcome.to_string();
    let overlays = bed.get(table.path("overlays")).send().await.good();
    let overlay = overlays[0]["id"].as_str().unwrap();
    for Door { path, .. } in doors_of_a_table().into_iter().filter(|door| door.method == "GET") {
        let at = path.replace("{id}", &table.id).replace("{overlay}", overlay);
        all += &bed.get(at.as_str()).token(&table.tokens[0]).send().await.text;
        all += &bed.get(at.as_str()).send().await.text;
    }
    all += &bed.get(format!("/api/tables/{}", table.id)).token(&table.tokens[0]).send().await.text;
    all += &bed.get("/api/tables").send().await.text;
    for token in &table.tokens {
        assert!(!all.contains(token.as_str()), "a token is told once, and never again");
        let hash = grognard_engine::fair::sha256(&format!("grognard token {token}"));
        assert!(!all.contains(&hash), "nor is its hash");
    }
    let info = bed.get(format!("/api/tables/{}", table.id)).send().await.good();
    let commitment = info["commitment"].as_str().unwrap();
    assert!(info["seed"].is_null());
    // Whatever looks like a seed is either the commitment or not the seed.
    let words = all.split(|c: char| !c.is_ascii_hexdigit()).filter(|word| word.len() == 64 && *word != commitment);
    for word in words {
        let seed = grognard_engine::fair::read_hex32(word).unwrap();
        assert_ne!(grognard_engine::fair::commitment(&seed), commitment, "the seed is told before the end");
    }
    bed.stop().await;
}

/// The names of the counters that lie face down, as their owner sees them.
fn face_down(view: &Value) -> Vec<String> {
    let own = view["board"]["counters"].as_array().unwrap().iter().filter(|counter| counter["side"] == view["you"]);
    let hidden = own.filter(|counter| counter["badges"].as_array().unwrap().iter().any(|badge| badge == "face down"));
    hidden.map(|counter| counter["tag"].as_str().unwrap().to_owned()).collect()
}

/// Eighty actions of Dresden 20 in the fog, at which nothing that lies face down is told to anybody but its owner. Nothing if the
/// dice of this table end the game before: then everything is rightly told.
async fn play_in_the_fog(bed: &Bed, seats: &[String]) -> Option<Seated> {
    let wish = json!({"game": "dresden-20", "options": {"fog": "on"}, "public": true,
        "seats": [{"seat": seats[0], "who": "me"}, {"seat": seats[1], "who": "open"}]});
    let made = bed.post("/api/tables", &wish).send().await.good();
    let id = made["id"].as_str().unwrap().to_owned();
    let taken = bed.post(format!("/api/tables/{id}/seats/{}", seats[1]), &json!({})).send().await.good();
    let table = Seated { id, tokens: vec![token(&made["seats"][0]), token(&taken)] };
    let hello = |token: Option<&String>| json!({"type": "hello", "token": token, "mode": "moves"});
    let mut lines = [
        bed.socket(&table.id, hello(Some(&table.tokens[0]))).await.0,
        bed.socket(&table.id, hello(Some(&table.tokens[1]))).await.0,
        bed.socket(&table.id, hello(None)).await.0,
    ];
    let mut kept = 0;
    for turn in 0..80 {
        let (token, before) = table.decider(bed).await;
        let choices = before["choices"].as_array().unwrap();
        let action = &choices[turn * 7 % choices.len()]["text"];
        let wish = json!({"action": action, "played": before["played"]});
        let acted = bed.post(table.path("act"), &wish).token(&token).send().await.good();
        assert_eq!(acted["happenings"][0]["action"], *action, "whoever acts knows what it was");
        let view = bed.view(&table.id, &token).await;
        if !view["ending"].is_null() {
            println!("over after {} actions: {}", turn + 1, view["ending"]);
            return None;
        }
        let hidden = face_down(&view);
        for (place, line) in lines.iter_mut().enumerate() {
            let told = line.until("moved").await["happening"].clone();
            assert_eq!(told["check"], "", "it would betray what is hidden");
            if seats.get(place).map(String::as_str) == view["you"].as_str() {
                continue;
            }
            let text = told.to_string();
            let betrayed = text.split(|c: char| !c.is_alphanumeric()).find(|word| hidden.iter().any(|tag| tag == word));
            assert!(betrayed.is_none(), "{betrayed:?} lies face down: {text}");
            kept += usize::from(action.as_str().unwrap().split(' ').any(|word| hidden.iter().any(|tag| tag == word)));
        }
    }
    assert!(kept > 10, "hardly anything was hidden: {kept}");
    Some(table)
}

fn token(of: &Value) -> String {
    of["token"].as_str().unwrap().to_owned()
}

pub async fn what_lies_face_down_is_told_to_its_owner_only(ground: Ground) {
    let bed = ground.server().await;
    let seats = bed.seat_names("dresden-20").await;
    // The dice are the same in every run. Which of these games goes on for long enough depends on the rules alone.
    let mut games = 0;
    let table = loop {
        games += 1;
        assert!(games <= 10, "all of these games end within eighty actions");
        if let Some(table) = play_in_the_fog(&bed, &seats).await {
            break table;
        }
    };
    for token in [Some(&table.tokens[0]), Some(&table.tokens[1]), None] {
        let get = |rest: &str| {
            let ask = bed.get(table.path(rest));
            token.map_or(bed.get(table.path(rest)), |token| ask.token(token))
        };
        for rest in ["record", "notation", "position", "position?at=3"] {
            let refused = get(rest).send().await.refused(409, "not-now");
            assert!(refused["detail"].as_str().unwrap().contains("hidden"), "{refused}");
        }
        assert_eq!(get("view").send().await.good()["check"], "");
        for rest in ["log", "catch-up?from=0", "turns", "dice", "reasons", "view?at=40"] {
            get(rest).send().await.good();
        }
    }
    // Whoever plays both sides knows everything anyway, and may take the record along.
    let alone = bed.post("/api/tables", &json!({"game": "dresden-20", "options": {"fog": "on"}})).send().await.good();
    let path = format!("/api/tables/{}/record", alone["id"].as_str().unwrap());
    let record = bed.get(path.as_str()).token(&token(&alone["seats"][0])).send().await;
    assert!(record.status == 200 && !record.text.contains("\nseed "), "{}", record.text);
    bed.get(path.as_str()).send().await.refused(409, "not-now");
    bed.stop().await;
}
