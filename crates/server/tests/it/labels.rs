//! What dice are called where something is hidden: labels that tell nothing of dice out of sight.

use crate::bed::{Bed, Ground, Seated};
use crate::fair_dice::{Manner, Notes, Page, recompute};
use crate::twins;
use grognard_engine::chance;
use grognard_engine::dice::SeededDice;
use grognard_engine::fair;
use grognard_shelf::Match;
use serde_json::{Value, json};

/// Where something is hidden, labels stand for the numbers of dice, and the deed binds the server to the number.
pub async fn labels_lead_to_the_throws_of_the_record(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eagles-friedland").await;
    let (anna, _) = Page::open(&bed, &table.id, &table.tokens[0], 1, Manner::Honest).await;
    let (bert, _) = Page::open(&bed, &table.id, &table.tokens[1], 2, Manner::Honest).await;
    let pages = [&anna, &bert];
    for turn in 0..90 {
        let (place, texts) = choices(&bed, &table).await;
        let done = pages[place].send(json!({"type": "act", "action": texts[turn * 7 % texts.len()]})).await;
        assert_eq!(done["type"], "ok", "{done}");
    }
    assert_eq!(anna.send(json!({"type": "resign"})).await["type"], "ok");
    let notes = [anna.close().await, bert.close().await];
    let record = bed.get(table.path("record")).token(&table.tokens[0]).send().await.text;
    let all = recompute(&record);
    let raw = grognard_engine::record::read("record", &record).unwrap();
    let seed = raw.note.unwrap().seed.unwrap();
    // What is told of the throw that a label leads to: number of the first die, what was brought, and the deed.
    let led = |label: u64| {
        let at = chance::labelled(label).expect("no number is told");
        let entry = &raw.entries[at - 1];
        let chance = entry.chance.as_deref().unwrap();
        let (number, _) = all.iter().find(|(_, known)| known == chance).unwrap();
        (chance.clone(), chance::deed(&seed, *number, &entry.seat, &entry.action))
    };
    let (mut links, mut words) = (0, 0);
    for heard in notes.iter().flat_map(|notes| &notes.heard) {
        match heard["type"].as_str().unwrap() {
            "ask_link" => {
                let (chance, deed) = led(heard["die"].as_u64().unwrap());
                assert_eq!((&heard["deed"], &heard["seal"]), (&json!(deed), &json!(chance::seal(&chance.word.unwrap()))));
                links += 1;
            }
            "show_word" => {
                let (chance, deed) = led(heard["die"].as_u64().unwrap());
                assert_eq!((&heard["deed"], &heard["link"]), (&json!(deed), &json!(chance.link.map(|link| link.link))));
                words += 1;
            }
            _ if heard["happening"]["throw"].is_null() => {}
            _ => {
                let (chance, _) = led(heard["happening"]["throw"]["die"].as_u64().unwrap());
                assert_eq!(heard["happening"]["throw"]["word"], json!(chance.word));
            }
        }
    }
    assert!(links > 2 && words == all.len() && links < words, "{links} links and {words} words for {} throws", all.len());
    bed.stop().await;
}

/// Two actions of whoever has to decide that look alike to the other side, where only the first throws a die; it is tried whether the game offers such.
fn alike(game: &dyn Match) -> Option<[String; 2]> {
    let seat = game.to_decide()?;
    let other = *game.seats().iter().find(|name| **name != seat)?;
    let look = |action: String| {
        let mut trial = game.fork();
        let done = trial.submit(seat, &action, &mut SeededDice::new(1)).unwrap();
        let told = trial.told(Some(other), done.entry).pop().unwrap();
        (format!("{:?} {:?} {:?}", told.action, told.dice, told.log), done.dice.len(), action)
    };
    let looks: Vec<_> = game.actions().into_iter().filter(|action| action.starts_with("try ")).map(look).collect();
    let pairs = looks.iter().flat_map(|one| looks.iter().map(move |two| (one, two)));
    let mut fitting = pairs.filter(|(one, two)| one.0 == two.0 && one.1 > 0 && two.1 == 0);
    fitting.next().map(|(one, two)| [one.2.clone(), two.2.clone()])
}

/// Who has to decide at a table, by place, and what can be played.
async fn choices(bed: &Bed, table: &Seated) -> (usize, Vec<String>) {
    let (token, view) = table.decider(bed).await;
    let place = table.tokens.iter().position(|known| *known == token).unwrap();
    let texts = view["choices"].as_array().unwrap().iter().map(|choice| choice["text"].as_str().unwrap().to_owned());
    (place, texts.collect())
}

/// In a campaign somebody tries to activate a Force, which throws a die out of sight, or an Outpost, which throws none. Whatever the other side is told
/// after that, and asked for the next die that it sees, must not tell them apart.
pub async fn dice_out_of_sight_are_not_counted(ground: Ground) {
    let bed = ground.server().await;
    let mut asked = Vec::new();
    for (seed, actions) in [(2, 44), (0, 153)] {
        let id = "eagles-eylau-campaign";
        let found = (actions..actions + 40).find_map(|actions| {
            let game = twins::game(id, &[], seed, actions)?;
            alike(game.as_ref()).map(|pair| (game, pair))
        });
        let (game, pair) = found.expect("a Force and an Outpost in one hex");
        let hider = game.seats().iter().position(|seat| Some(*seat) == game.to_decide()).unwrap();
        let mut worlds = Vec::new();
        for action in pair {
            // A die may fail; then another table has another one.
            for n in 0.. {
                assert!(n < 20, "{action} always fails");
                let table = bed.two_players_at(id, &game.position()).await;
                let mut pages = Vec::new();
                for (n, token) in (1..).zip(&table.tokens) {
                    pages.push(Page::open(&bed, &table.id, token, n, Manner::Honest).await.0);
                }
                assert_eq!(pages[hider].send(json!({"type": "act", "action": action})).await["type"], "ok");
                if choices(&bed, &table).await.1.contains(&"done".to_owned()) {
                    worlds.push((table, pages));
                    break;
                }
            }
        }
        // The same at both tables, until the other side sees dice.
        for step in 0.. {
            assert!(step < 40, "no die was seen in forty actions");
            let ((place, first), (other, second)) = (choices(&bed, &worlds[0].0).await, choices(&bed, &worlds[1].0).await);
            assert_eq!(place, other);
            let both: Vec<&String> = first.iter().filter(|text| second.contains(text)).collect();
            let short = ["end", "done"].iter().find_map(|short| both.iter().find(|text| **text == short));
            let action = short.unwrap_or(&both[0]);
            for (_, pages) in &worlds {
                assert_eq!(pages[place].send(json!({"type": "act", "action": action})).await["type"], "ok");
            }
            let (table, _) = &worlds[0];
            let dice = bed.get(table.path("dice")).token(&table.tokens[1 - hider]).send().await.good();
            if dice["all"]["rolls"] != 0 {
                break;
            }
        }
        let mut heard = Vec::new();
        for (_, mut pages) in worlds {
            heard.push(pages.remove(1 - hider).close().await.heard);
        }
        for frame in heard.iter_mut().flatten() {
            // The deed is a hash of the secret seed; and the dice themselves fall as they fall.
            if let Some(deed) = frame.as_object_mut().unwrap().remove("deed") {
                assert!(fair::read_hex32(deed.as_str().unwrap()).is_ok());
                asked.push(frame["type"].as_str().unwrap().to_owned());
            }
            let happening = &mut frame["happening"];
            if !happening["throw"].is_null() {
                happening["dice"] = Value::Null;
                happening["log"] = Value::Null;
            }
        }
        assert_eq!(heard[0], heard[1]);
        assert!(heard[0].iter().any(|frame| frame["happening"]["throw"]["die"].as_u64().is_some_and(|die| die > 1_000_000)));
    }
    assert!(
        ["ask_link", "show_word"].iter().all(|kind| asked.contains(&(*kind).to_owned())),
        "dice of others and own ones: {asked:?}"
    );
    bed.stop().await;
}

/// What is thrown again after it was taken back is another throw.
pub async fn a_throw_that_is_made_again_has_another_label(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eagles-friedland").await;
    let (anna, _) = Page::open(&bed, &table.id, &table.tokens[0], 1, Manner::Honest).await;
    let (bert, _) = Page::open(&bed, &table.id, &table.tokens[1], 2, Manner::Honest).await;
    let pages = [&anna, &bert];
    let mut thrown = None;
    for turn in 0..200 {
        let (place, texts) = choices(&bed, &table).await;
        let throws = texts.iter().find(|text| text.starts_with("try "));
        let act = json!({"type": "act", "action": throws.unwrap_or(&texts[turn * 7 % texts.len()])});
        pages[place].send(act.clone()).await;
        if throws.is_some() {
            thrown = Some((place, act));
            break;
        }
    }
    let (place, act) = thrown.expect("somebody tries to activate a Force");
    assert_eq!(pages[place].send(json!({"type": "undo"})).await["type"], "ok");
    let info = bed.get(format!("/api/tables/{}", table.id)).token(&table.tokens[0]).send().await.good();
    let yes = json!({"type": "answer", "request": info["asked"]["request"], "allow": true});
    assert_eq!(pages[1 - place].send(yes).await["type"], "ok");
    assert_eq!(pages[place].send(act).await["type"], "ok");
    let notes = [anna.close().await, bert.close().await];
    let last =
        |notes: &Notes| notes.moved.iter().rev().take(2).map(|moved| moved["throw"]["die"].as_u64().unwrap()).collect::<Vec<_>>();
    for notes in &notes {
        let dice = last(notes);
        assert_eq!(chance::labelled(dice[0]), chance::labelled(dice[1]), "the same entry");
        assert_eq!(dice[0], dice[1] + 2, "a line that was taken back, and the one that says so");
    }
    assert_eq!(
        notes[1 - place].gave.last().map(|gave| gave.0),
        last(&notes[place]).first().copied(),
        "a link was given for it, too"
    );
    bed.stop().await;
}

/// A campaign in which somebody tries to activate a Force out of sight: its position, the place of that seat, and the action.
fn out_of_sight() -> (String, usize, String) {
    let found = (44..84).find_map(|actions| {
        let game = twins::game("eagles-eylau-campaign", &[], 2, actions)?;
        alike(game.as_ref()).map(|[throws, _]| (game, throws))
    });
    let (game, throws) = found.expect("a Force and an Outpost in one hex");
    let place = game.seats().iter().position(|seat| Some(*seat) == game.to_decide()).unwrap();
    (game.position(), place, throws)
}

/// Whoever has found out that his action throws a die has played it, whatever is announced and ordered meanwhile.
pub async fn another_chain_is_no_way_out_of_a_throw(ground: Ground) {
    let bed = ground.server().await;
    let (position, place, throws) = out_of_sight();
    let table = bed.two_players_at("eagles-eylau-campaign", &position).await;
    let hello = |place: usize, chain: Option<&str>| {
        let chain = chain.map(fair::sha256);
        json!({"type": "hello", "token": table.tokens[place], "mode": "moves", "chain": chain})
    };
    let (mut line, _) = bed.socket(&table.id, hello(place, None)).await;
    let word = fair::sha256("a word");
    line.say(json!({"type": "act", "id": 1, "action": throws, "seal": chance::seal(&word)})).await;
    line.until("show_word").await;
    for (place, chain) in [(place, "one chain"), (1 - place, "another"), (place, "and one more")] {
        let (again, welcome) = bed.socket(&table.id, hello(place, Some(chain))).await;
        assert_eq!(welcome["table"]["seats"][place]["chain"], fair::sha256(chain), "it is announced at once");
        again.close().await;
        let wish = json!({"orders": []});
        bed.ask("PUT", table.path("orders")).json(&wish).token(&table.tokens[place]).send().await.good();
    }
    line.say(json!({"type": "word", "id": 1, "word": word})).await;
    assert_eq!(line.until("ok").await["played"], 1);
    bed.stop().await;
}

/// Whoever asks to take back what threw a die out of sight shows by it that there was one. So much he is told before he asks.
pub async fn asking_to_take_back_shows_dice_and_says_so(ground: Ground) {
    let bed = ground.server().await;
    let (position, place, throws) = out_of_sight();
    let table = bed.two_players_at("eagles-eylau-campaign", &position).await;
    bed.post(table.path("act"), &json!({"action": throws})).token(&table.tokens[place]).send().await.good();
    let undo = bed.view(&table.id, &table.tokens[place]).await["undo"].clone();
    assert!(undo["ask"] == json!(true) && undo["why"].as_str().unwrap().contains("out of the other side's sight"), "{undo}");
    let undo = bed.view(&table.id, &table.tokens[1 - place]).await["undo"].clone();
    assert_eq!(undo["why"], "you have not played yet", "the other side is told nothing of it");
    bed.stop().await;
}

/// What somebody is answered who takes back, who agrees to what nobody asked for, and who withdraws what he did not ask for.
async fn taking_back(bed: &Bed, table: &Seated, token: &str) -> Vec<(u16, Value)> {
    let mut answers = Vec::new();
    for (path, body) in [
        ("undo", json!({})),
        ("undo/answer", json!({"request": 1, "allow": true})),
        ("undo/answer", json!({"request": 1, "allow": false})),
    ] {
        let reply = bed.post(table.path(path), &body).token(token).send().await;
        answers.push((reply.status, reply.json()));
    }
    answers
}

/// Somebody who wants to take back in the midst of a throw out of his sight is answered as before it, and at once: it waits for its word meanwhile.
pub async fn taking_back_tells_nothing_of_a_throw_out_of_sight(ground: Ground) {
    let bed = ground.server().await;
    let (position, place, throws) = out_of_sight();
    let table = bed.two_players_at("eagles-eylau-campaign", &position).await;
    let (own, other) = (&table.tokens[place], &table.tokens[1 - place]);
    let before = taking_back(&bed, &table, other).await;
    assert!(before.iter().all(|(status, _)| *status == 409), "{before:?}");
    let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "token": own, "mode": "moves"})).await;
    // Somebody who looks on sees as little of it.
    let (mut onlooker, _) = bed.socket(&table.id, json!({"type": "hello", "mode": "moves"})).await;
    let word = fair::sha256("a word");
    line.say(json!({"type": "act", "id": 1, "action": throws, "seal": chance::seal(&word)})).await;
    line.until("show_word").await;
    assert_eq!(taking_back(&bed, &table, other).await, before);
    for message in [json!({"type": "undo", "id": 1}), json!({"type": "answer", "id": 2, "request": 1, "allow": true})] {
        let refused = onlooker.ask(message).await;
        assert_eq!(refused["type"], "refused", "{refused}");
    }
    line.say(json!({"type": "word", "id": 1, "word": word})).await;
    assert_eq!(line.until("ok").await["played"], 1);
    bed.stop().await;
}

/// Whoever may not know that a die is being thrown does not learn it from how he is refused, nor from having to try again.
pub async fn a_throw_out_of_sight_keeps_nobody_away(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eagles-friedland").await;
    let word = fair::sha256("a word");
    for turn in 0.. {
        assert!(turn < 200, "nobody throws a die");
        let (place, texts) = choices(&bed, &table).await;
        let Some(throws) = texts.iter().find(|text| text.starts_with("try ")) else {
            let act = json!({"action": texts[turn * 7 % texts.len()]});
            bed.post(table.path("act"), &act).token(&table.tokens[place]).send().await.good();
            continue;
        };
        let hello = json!({"type": "hello", "token": table.tokens[place], "mode": "moves"});
        let (mut line, _) = bed.socket(&table.id, hello).await;
        line.say(json!({"type": "act", "id": 1, "action": throws, "seal": chance::seal(&word)})).await;
        line.until("show_word").await;
        // Now it waits for the word.
        let (own, other) = (&table.tokens[place], &table.tokens[1 - place]);
        let act = json!({"action": "end"});
        let refused = bed.post(table.path("act"), &act).token(other).send().await.refused(403, "not-yours");
        assert!(refused["detail"].as_str().unwrap().contains("belongs to"), "{refused}");
        bed.post(table.path("act"), &act).token(own).send().await.refused(409, "not-now");
        let wish = json!({"orders": []});
        let orders = bed.ask("PUT", table.path("orders")).json(&wish).token(other).send();
        let shows = async {
            bed.view(&table.id, own).await;
            line.say(json!({"type": "word", "id": 1, "word": word, "then": chance::seal(&fair::sha256("another"))})).await;
            line.until("ok").await
        };
        let (given, _) = tokio::join!(orders, shows);
        given.good();
        line.close().await;
        break;
    }
    bed.stop().await;
}
