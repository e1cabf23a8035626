//! Dice that nobody alone decides, and games that are ended so that their seed is told.

use crate::bed::{Bed, Ground, Line, Seated, Waiting};
use grognard_engine::chain::Chain;
use grognard_engine::chance::{self, Chance, Link};
use grognard_engine::fair::{self, FairDice};
use grognard_engine::{Case, Dice as _};
use grognard_server::Clock;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

/// What a page is asked to do: a message, and who waits for the answer to it.
type Order = (Value, oneshot::Sender<Value>);

/// A page as a browser shows it: it brings sealed words to its own dice and links to those of others.
pub struct Page {
    orders: mpsc::Sender<Order>,
    task: JoinHandle<Notes>,
}

/// What a page has noted when it is closed.
#[derive(Default)]
pub struct Notes {
    /// Die, seal, deed and link of each link that it gave.
    pub gave: Vec<(u64, String, String, String)>,
    /// Die, word and the link that it was told of each throw of its own.
    threw: Vec<(u64, String, Option<String>)>,
    /// How often it was asked for a link.
    asked: usize,
    pub moved: Vec<Value>,
    over: Vec<Value>,
    /// All that it heard of play and dice, in order.
    pub heard: Vec<Value>,
}

/// How a page behaves when it is asked for a link.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    Honest,
    Silent,
    /// It shows links of another chain than it announced.
    False,
}

fn secret(n: u8) -> Chain {
    Chain::new(&[n; 32])
}

impl Page {
    pub async fn open(bed: &Bed, id: &str, token: &str, n: u8, manner: Manner) -> (Self, Value) {
        let hello = json!({"type": "hello", "token": token, "mode": "moves", "chain": secret(n).seal()});
        let (line, welcome) = bed.socket(id, hello).await;
        let (orders, inbox) = mpsc::channel(4);
        (Self { orders, task: tokio::spawn(live(line, inbox, n, manner)) }, welcome)
    }

    /// Sends a message and waits for its answer.
    pub async fn send(&self, message: Value) -> Value {
        let (tell, answer) = oneshot::channel();
        self.orders.send((message, tell)).await.unwrap();
        tokio::time::timeout(Duration::from_secs(60), answer).await.expect("an answer").expect("an open line")
    }

    /// Closes the page when it has heard everything that was on its way: a busy machine may be slow to tell it what it was asked.
    pub async fn close(self) -> Notes {
        self.send(json!({"type": "ping"})).await;
        drop(self.orders);
        self.task.await.unwrap()
    }
}

async fn live(mut line: Line, mut inbox: mpsc::Receiver<Order>, n: u8, manner: Manner) -> Notes {
    let chain = secret(if manner == Manner::False { n + 100 } else { n });
    let (mut notes, mut waiting, mut id) = (Notes::default(), Vec::<(u64, oneshot::Sender<Value>)>::new(), 0);
    let word = |id: u64, k: usize| fair::sha256(&format!("word {n} {id} {k}"));
    let mut shown = 0;
    loop {
        let message = tokio::select! {
            order = inbox.recv() => {
                let Some((mut message, tell)) = order else {
                    line.close().await;
                    return notes;
                };
                id += 1;
                shown = 0;
                message["id"] = json!(id);
                if message["type"] == "act" || message["type"] == "command" {
                    message["seal"] = json!(chance::seal(&word(id, 0)));
                }
                waiting.push((id, tell));
                line.say(message).await;
                continue;
            }
            heard = line.hear_later() => match heard {
                Some(message) => message,
                None => return notes,
            },
        };
        if ["ask_link", "show_word", "moved", "undone"].iter().any(|kind| message["type"] == *kind) {
            notes.heard.push(message.clone());
        }
        match message["type"].as_str().unwrap() {
            "ask_link" => {
                notes.asked += 1;
                if manner != Manner::Silent {
                    let link = chain.link(notes.gave.len() + 1).unwrap().to_owned();
                    let text = |name: &str| message[name].as_str().unwrap().to_owned();
                    notes.gave.push((message["die"].as_u64().unwrap(), text("seal"), text("deed"), link.clone()));
                    line.say(json!({"type": "link", "die": message["die"], "link": link})).await;
                }
            }
            "show_word" => {
                let of = message["id"].as_u64().unwrap();
                let link = message["link"].as_str().map(str::to_owned);
                notes.threw.push((message["die"].as_u64().unwrap(), word(of, shown), link));
                let then = chance::seal(&word(of, shown + 1));
                line.say(json!({"type": "word", "id": of, "word": word(of, shown), "then": then})).await;
                shown += 1;
            }
            "moved" => notes.moved.push(message["happening"].clone()),
            "over" => notes.over.push(message.clone()),
            _ => {}
        }
        if let Some(at) = waiting.iter().position(|(id, _)| message["id"] == *id && message["type"] != "show_word") {
            let _ = waiting.remove(at).1.send(message);
        }
    }
}

/// Plays through the pages, attacks first, until so many throws have been made.
async fn play_throws(bed: &Bed, table: &Seated, pages: &[&Page], throws: usize) {
    let (mut thrown, mut turn) = (0, 0usize);
    while thrown < throws {
        let (token, view) = table.decider(bed).await;
        let place = table.tokens.iter().position(|known| *known == token).unwrap();
        let choices = view["choices"].as_array().unwrap();
        let commits = choices.iter().position(|choice| choice["commits"] == json!(true));
        turn += 7;
        let choice = &choices[commits.unwrap_or(turn % choices.len())];
        let act = json!({"type": "act", "action": choice["text"], "played": view["played"]});
        let done = pages[place].send(act).await;
        assert_eq!(done["type"], "ok", "{done}");
        thrown += usize::from(commits.is_some());
        assert!(turn < 7 * 2_000, "no throw in two thousand actions");
    }
}

/// Every die of a record that is over, anew: number, what was brought, and how many of them had what.
pub fn recompute(record: &str) -> Vec<(u64, Chance)> {
    let raw = grognard_engine::record::read("record", record).unwrap();
    let note = raw.note.as_ref().unwrap();
    let seed = note.seed.expect("the seed is told");
    assert_eq!(fair::commitment(&seed), note.commitment);
    let (mut drawn, mut all) = (raw.header.deal.len() as u64, Vec::new());
    for entry in raw.entries.iter().filter(|entry| !entry.rolls.is_empty()) {
        let chance = entry.chance.as_deref().cloned().unwrap_or_default();
        let mut dice = FairDice::with(seed, drawn, &chance);
        for &roll in &entry.rolls {
            assert_eq!(dice.roll(6, Case("0.0")), roll, "{entry:?}");
        }
        all.push((drawn + 1, chance));
        drawn = dice.drawn();
    }
    all
}

pub async fn dice_follow_from_three_secrets(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eylau").await;
    let (anna, _) = Page::open(&bed, &table.id, &table.tokens[0], 1, Manner::Honest).await;
    let (bert, welcome) = Page::open(&bed, &table.id, &table.tokens[1], 2, Manner::Honest).await;
    let chains: Vec<&Value> = welcome["table"]["seats"].as_array().unwrap().iter().map(|seat| &seat["chain"]).collect();
    assert_eq!(chains, [secret(1).seal(), secret(2).seal()]);
    let promise = welcome["table"]["commitment"].as_str().unwrap().to_owned();
    play_throws(&bed, &table, &[&anna, &bert], 6).await;
    // The server forgets everything but what is stored, and the pages come back.
    let mut notes = vec![anna.close().await, bert.close().await];
    bed.stop().await;
    let bed = ground.server().await;
    let running = bed.get(table.path("record")).token(&table.tokens[0]).send().await.text;
    assert!(running.contains(&format!("\ndice {promise}\n")) && !running.contains("\nseed "), "{running}");
    let (bert, _) = Page::open(&bed, &table.id, &table.tokens[1], 2, Manner::Honest).await;
    let resigned = bert.send(json!({"type": "resign"})).await;
    assert_eq!(resigned["type"], "ok", "{resigned}");
    notes.push(bert.close().await);
    let record = bed.get(table.path("record")).token(&table.tokens[0]).send().await.text;
    assert!(record.contains("\nover resigned Allied\nend "), "{record}");
    let all = recompute(&record);
    assert!(all.len() >= 6 && all.iter().all(|(_, chance)| chance.word.is_some() && chance.link.is_some()), "{all:?}");
    // The record holds what each page has noted.
    let raw = grognard_engine::record::read("record", &record).unwrap();
    let seed = raw.note.unwrap().seed.unwrap();
    for (mine, notes) in notes.iter().enumerate().take(2) {
        assert_eq!(notes.gave.len(), notes.asked);
        for (die, seal, deed, link) in &notes.gave {
            let (_, chance) = all.iter().find(|(first, _)| first == die).unwrap();
            assert_eq!(chance.link.as_ref().map(|known| &known.link), Some(link));
            assert_eq!(chance.word.as_deref().map(chance::seal).as_ref(), Some(seal));
            let entry = raw.entries.iter().find(|entry| entry.chance.as_deref() == Some(chance)).unwrap();
            assert_eq!(chance::deed(&seed, *die, &entry.seat, &entry.action), *deed);
        }
        for (die, word, link) in &notes.threw {
            let (_, chance) = all.iter().find(|(first, _)| first == die).unwrap();
            assert_eq!((chance.word.as_ref(), chance.link.as_ref().map(|known| &known.link)), (Some(word), link.as_ref()));
        }
        let told = notes.moved.iter().filter(|moved| !moved["throw"].is_null()).count();
        assert_eq!(told, all.len(), "page {mine} is told what went into every throw");
    }
    assert!(notes[0].threw.len() + notes[1].threw.len() == all.len());
    bed.stop().await;
}

/// A battle of 1807 throws a die when it is set up: those that follow have the numbers after it.
pub async fn dice_of_the_set_up_come_first(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eagles-friedland").await;
    for turn in 0..60 {
        table.play_one(&bed, turn * 7).await;
    }
    let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "token": table.tokens[0], "mode": "moves"})).await;
    let resigned = line.ask(json!({"type": "resign", "id": 1})).await;
    assert_eq!(resigned["type"], "ok", "{resigned}");
    let record = bed.get(table.path("record")).token(&table.tokens[0]).send().await.text;
    assert!(!grognard_engine::record::read("record", &record).unwrap().header.deal.is_empty());
    assert!(recompute(&record).len() > 1, "{record}");
    bed.stop().await;
}

pub async fn nobody_who_is_away_is_waited_for(ground: Ground) {
    // What comes too late counts as little as what does not come, so that nothing here hangs on the clock.
    let mut config = ground.config();
    config.link_patience = Duration::from_millis(200);
    let bed = Bed::start(config).await;
    let table = bed.two_players("eylau").await;
    let (anna, _) = Page::open(&bed, &table.id, &table.tokens[0], 1, Manner::Honest).await;
    let (bert, _) = Page::open(&bed, &table.id, &table.tokens[1], 2, Manner::Silent).await;
    // Bert's page is there and does not answer: it is asked once, and not again before it says something.
    play_as(&bed, &table, &anna, 3).await;
    let silent = bert.close().await;
    assert_eq!(silent.asked, 1, "asked once and then left alone");
    // One that shows links of another chain is as good as none.
    let (bert, _) = Page::open(&bed, &table.id, &table.tokens[1], 3, Manner::False).await;
    play_as(&bed, &table, &anna, 1).await;
    assert!(bert.close().await.asked >= 1);
    // And with nobody there it goes on as well.
    play_as(&bed, &table, &anna, 1).await;
    anna.send(json!({"type": "resign"})).await;
    let notes = anna.close().await;
    assert!(notes.over.len() == 1 && notes.over[0]["seed"].is_string(), "{:?}", notes.over);
    let record = bed.get(table.path("record")).token(&table.tokens[0]).send().await.text;
    for (_, chance) in recompute(&record) {
        assert!(chance.word.is_none() || chance.link.is_none(), "{chance:?}");
    }
    assert!(notes.threw.len() >= 5 && notes.threw.iter().all(|(.., link)| link.is_none()));
    bed.stop().await;
}

/// Plays until the page has thrown so often; the other side plays by single requests, without words.
async fn play_as(bed: &Bed, table: &Seated, page: &Page, throws: usize) {
    let (mut thrown, mut turn) = (0, 0usize);
    while thrown < throws {
        let (token, view) = table.decider(bed).await;
        let choices = view["choices"].as_array().unwrap();
        let commits = choices.iter().position(|choice| choice["commits"] == json!(true));
        turn += 7;
        let action = &choices[commits.unwrap_or(turn % choices.len())]["text"];
        if token == table.tokens[0] {
            let done = page.send(json!({"type": "act", "action": action, "played": view["played"]})).await;
            assert_eq!(done["type"], "ok", "{done}");
            thrown += usize::from(commits.is_some());
        } else {
            bed.post(table.path("act"), &json!({"action": action})).token(&token).send().await.good();
        }
        assert!(turn < 7 * 2_000, "no throw in two thousand actions");
    }
}

/// A table at which the French are about to attack, both sides having declared; the line of each, and the chain of the Allies.
async fn before_an_attack(bed: &Bed) -> (Seated, Line, Line, Chain) {
    let table = bed.two_players("eylau").await;
    let typed = [(0, "move Sth1 1610"), (0, "move Sth2 1609"), (0, "move Des2 1511"), (0, "end"), (0, "ready"), (1, "ready")];
    for (place, text) in typed {
        bed.post(table.path("command"), &json!({"text": text})).token(&table.tokens[place]).send().await.good();
    }
    let (anna, _) = bed.socket(&table.id, json!({"type": "hello", "token": table.tokens[0], "mode": "moves"})).await;
    let chain = secret(2);
    let hello = json!({"type": "hello", "token": table.tokens[1], "mode": "moves", "chain": chain.seal()});
    let (bert, _) = bed.socket(&table.id, hello).await;
    (table, anna, bert, chain)
}

/// Whoever sees the die that is being thrown is told so when he wants to take back, at once: his page is waited for, and still brings its link.
pub async fn whoever_takes_back_still_brings_his_link(ground: Ground) {
    let bed = ground.server().await;
    let (table, mut anna, mut bert, chain) = before_an_attack(&bed).await;
    // What was played last is the Allies' own, and they could take it back.
    assert_eq!(bed.view(&table.id, &table.tokens[1]).await["undo"]["can"], true);
    let word = fair::sha256("a word");
    anna.say(json!({"type": "command", "id": 1, "text": "attack Ost3 with Des2", "seal": chance::seal(&word)})).await;
    let die = bert.until("ask_link").await["die"].clone();
    let refused = bert.ask(json!({"type": "undo", "id": 1})).await;
    assert_eq!(refused["problem"]["type"], "urn:grognard:not-now", "{refused}");
    bert.say(json!({"type": "link", "die": die, "link": chain.link(1).unwrap()})).await;
    assert_eq!(anna.until("show_word").await["link"], chain.link(1).unwrap());
    anna.say(json!({"type": "word", "id": 1, "word": word})).await;
    anna.until("ok").await;
    bed.stop().await;
}

/// A throw for which a link was given fails, and whoever gave it goes away. Tried again with the same word it is the same throw, with that link: he has noted that he gave it.
pub async fn a_link_that_was_given_is_there_when_the_throw_is_tried_again(ground: Ground) {
    let bed = ground.server().await;
    let (table, mut anna, mut bert, chain) = before_an_attack(&bed).await;
    let word = fair::sha256("a word");
    let attack = |id: u64, text: &str| json!({"type": "command", "id": id, "text": text, "seal": chance::seal(&word)});
    anna.say(attack(1, "attack Ost3 with Des2")).await;
    let die = bert.until("ask_link").await["die"].clone();
    bert.say(json!({"type": "link", "die": die, "link": chain.link(1).unwrap()})).await;
    let first = anna.until("show_word").await;
    let refused = anna.ask(json!({"type": "word", "id": 1, "word": fair::sha256("another")})).await;
    assert_eq!(refused["problem"]["status"], 400, "{refused}");
    bert.close().await;
    let gone = async {
        while bed.get(format!("/api/tables/{}", table.id)).send().await.good()["seats"][1]["connected"] == json!(true) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), gone).await.unwrap();
    // Another word has not the link of this one.
    let other = fair::sha256("another");
    let with_other = json!({"type": "command", "id": 2, "text": "attack Ost3 with Des2", "seal": chance::seal(&other)});
    anna.say(with_other).await;
    assert_eq!(anna.until("show_word").await["link"], Value::Null);
    assert_eq!(anna.ask(json!({"type": "word", "id": 2, "word": word})).await["problem"]["status"], 400);
    anna.say(attack(3, "attack Ost3 with Des2")).await;
    let again = anna.until("show_word").await;
    assert_eq!((&again["die"], &again["link"]), (&first["die"], &json!(chain.link(1).unwrap())));
    anna.say(json!({"type": "word", "id": 3, "word": word})).await;
    anna.until("ok").await;
    anna.ask(json!({"type": "resign", "id": 4})).await;
    let record = bed.get(table.path("record")).token(&table.tokens[0]).send().await.text;
    let (_, chance) = recompute(&record).pop().unwrap();
    assert_eq!((chance.word.as_ref(), chance.link.map(|said| said.link)), (Some(&word), Some(chain.link(1).unwrap().to_owned())));
    bed.stop().await;
}

/// The server is started anew after a link was given for a throw that did not come about. Tried again it is the same throw, though whoever gave the link is away
/// by then: else his notes would tell of a link that was left out.
pub async fn a_link_that_was_given_outlives_the_server(ground: Ground) {
    let bed = ground.server().await;
    let (table, mut anna, mut bert, chain) = before_an_attack(&bed).await;
    let word = fair::sha256("a word");
    let attack = json!({"type": "command", "id": 1, "text": "attack Ost3 with Des2", "seal": chance::seal(&word)});
    anna.say(attack.clone()).await;
    let die = bert.until("ask_link").await["die"].clone();
    bert.say(json!({"type": "link", "die": die, "link": chain.link(1).unwrap()})).await;
    let first = anna.until("show_word").await;
    assert_eq!(first["link"], chain.link(1).unwrap());
    let refused = anna.ask(json!({"type": "word", "id": 1, "word": fair::sha256("another")})).await;
    assert_eq!(refused["problem"]["status"], 400, "{refused}");
    let before = bed.view(&table.id, &table.tokens[0]).await["played"].clone();
    for line in [anna, bert] {
        line.close().await;
    }
    bed.stop().await;
    let bed = ground.server().await;
    assert_eq!(bed.view(&table.id, &table.tokens[0]).await["played"], before, "nothing was thrown");
    let (mut anna, _) = bed.socket(&table.id, json!({"type": "hello", "token": table.tokens[0], "mode": "moves"})).await;
    anna.say(attack).await;
    let again = anna.until("show_word").await;
    assert_eq!((&again["die"], &again["link"]), (&first["die"], &first["link"]));
    anna.say(json!({"type": "word", "id": 1, "word": word})).await;
    anna.until("ok").await;
    anna.ask(json!({"type": "resign", "id": 2})).await;
    let record = bed.get(table.path("record")).token(&table.tokens[0]).send().await.text;
    let (_, chance) = recompute(&record).pop().unwrap();
    assert_eq!((chance.word.as_ref(), chance.link.map(|said| said.link)), (Some(&word), Some(chain.link(1).unwrap().to_owned())));
    bed.stop().await;
}

/// The first dice of a table that goes on with a record were thrown elsewhere: it promises nothing, and says so, as its record does.
pub async fn what_was_begun_elsewhere_promises_nothing(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.hot_seat("eylau").await;
    for turn in 0..20 {
        table.play_one(&bed, turn * 5).await;
    }
    let record = bed.get(table.path("record")).token(&table.tokens[0]).send().await.text;
    let set_up = bed.hot_seat("eagles-friedland").await;
    let set_up = bed.get(set_up.path("record")).token(&set_up.tokens[0]).send().await.text;
    // A set-up may be dealt by chance as the seed of another table would have dealt it: then it is promised.
    let mut elsewhere = 0;
    for record in [&record, &record, &set_up, &set_up, &set_up, &set_up] {
        let made = bed.post("/api/tables", &json!({"record": record})).send().await.good();
        let (id, token) = (made["id"].as_str().unwrap(), made["seats"][0]["token"].as_str().unwrap());
        let told = bed.get(format!("/api/tables/{id}/record")).token(token).send().await.text;
        let promised = told.contains("\ndice ");
        elsewhere += usize::from(!promised && record == &set_up);
        let (mut line, welcome) = bed.socket(id, json!({"type": "hello", "token": token, "mode": "moves"})).await;
        let (commitment, given) = (&welcome["table"]["commitment"], &welcome["table"]["given"]);
        assert_eq!(commitment != "", promised, "{commitment}, with {given} actions given");
        let wish = json!({"type": "resign", "id": 1, "seat": made["seats"][0]["seat"]});
        line.say(wish).await;
        assert_eq!(line.until("over").await["seed"].is_string(), promised);
        let after = bed.get(format!("/api/tables/{id}")).token(token).send().await.good();
        assert_eq!((after["commitment"] != "", after["seed"].is_string()), (promised, promised));
    }
    assert!(elsewhere > 0);
    bed.stop().await;
}

pub async fn a_word_that_was_not_sealed_throws_nothing(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.hot_seat("eylau").await;
    let token = &table.tokens[0];
    let throw = loop {
        let view = bed.view(&table.id, token).await;
        let choices = view["choices"].as_array().unwrap().clone();
        if let Some(choice) = choices.iter().find(|choice| choice["commits"] == json!(true)) {
            break choice["text"].clone();
        }
        let pick = view["played"].as_u64().unwrap() as usize * 7 % choices.len();
        bed.post(table.path("act"), &json!({"action": choices[pick]["text"]})).token(token).send().await.good();
    };
    let before = bed.view(&table.id, token).await;
    let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "token": token, "mode": "moves"})).await;
    let word = "ab".repeat(32);
    line.say(json!({"type": "act", "id": 1, "action": throw, "seal": chance::seal(&word)})).await;
    let wanted = line.until("show_word").await;
    assert_eq!((&wanted["id"], &wanted["link"]), (&json!(1), &Value::Null));
    // The game is not held meanwhile.
    assert_eq!(bed.view(&table.id, token).await, before);
    let refused = line.ask(json!({"type": "word", "id": 1, "word": "cd".repeat(32)})).await;
    assert_eq!(refused["problem"]["status"], 400, "{refused}");
    assert_eq!(bed.view(&table.id, token).await, before, "nothing was thrown");
    for (word, why) in [("12", "expected 64"), (&"AB".repeat(32), "expected 64")] {
        let bad = bed.post(table.path("act"), &json!({"action": throw, "word": word})).token(token).send().await;
        assert!(bad.refused(400, "malformed")["detail"].as_str().unwrap().contains(why));
    }
    // A word that is shown at once will do, too; and the die is what seed and word make it.
    let acted = bed.post(table.path("act"), &json!({"action": throw, "word": word})).token(token).send().await.good();
    assert_eq!(acted["happenings"][0]["throw"]["word"], word);
    let parted = bed.post(table.path("abandon"), &json!({})).token(token).send().await.good();
    assert_eq!(parted, json!({"over": true, "asked": false}), "whoever holds all seats agrees with himself");
    let record = bed.get(table.path("record")).token(token).send().await.text;
    let all = recompute(&record);
    assert_eq!(all.last().unwrap().1, Chance { word: Some(word), link: None });
    bed.stop().await;
}

pub async fn a_person_has_a_say_in_the_dice_of_a_computer(ground: Ground) {
    let bed = ground.server().await;
    let wish = json!({"game": "eylau", "seats": [{"seat": "French", "who": "greedy"}, {"seat": "Allied", "who": "me"}]});
    let made = bed.post("/api/tables", &wish).send().await.good();
    let token = made["seats"][1]["token"].as_str().unwrap().to_owned();
    let table = Seated { id: made["id"].as_str().unwrap().into(), tokens: vec![token.clone()] };
    let (page, welcome) = Page::open(&bed, &table.id, &token, 5, Manner::Honest).await;
    // It may have played before we came, and then it has thrown without us.
    let before = welcome["table"]["played"].as_u64().unwrap() as usize;
    let with_us = |record: &str| {
        let entries = grognard_engine::record::read("record", record).unwrap().entries.into_iter().skip(before);
        entries.filter(|entry| !entry.rolls.is_empty() && entry.seat == "French").collect::<Vec<_>>()
    };
    let record = || bed.get(table.path("record")).token(&token).send();
    // The computer attacks in its first turn, which may need decisions of ours; should that be over, another one comes.
    let mut waiting = Waiting::begin("a throw of the computer");
    while with_us(&record().await.text).is_empty() {
        let view = bed.view(&table.id, &token).await;
        let choices = view["choices"].as_array().unwrap();
        if let Some(choice) = choices.iter().find(|choice| choice["at"]["button"].is_string()).or(choices.first()) {
            page.send(json!({"type": "act", "action": choice["text"], "played": view["played"]})).await;
        }
        waiting.go_on(&view["pending"]).await;
    }
    page.send(json!({"type": "resign"})).await;
    let notes = page.close().await;
    let record = record().await.text;
    recompute(&record);
    for entry in with_us(&record) {
        let Some(Chance { word: None, link: Some(Link { seat, link, .. }) }) = entry.chance.as_deref() else {
            panic!("a throw of the computer without our link: {entry:?}");
        };
        assert!(seat == "Allied" && notes.gave.iter().any(|(.., given)| given == link));
    }
    bed.stop().await;
}

pub async fn whoever_resigns_ends_the_game(ground: Ground) {
    let bed = ground.server().await;
    let table = bed.two_players("eylau").await;
    for turn in 0..5 {
        table.play_one(&bed, turn).await;
    }
    let (mut line, welcome) = bed.socket(&table.id, json!({"type": "hello"})).await;
    assert!(welcome["table"]["seed"].is_null());
    bed.ask("POST", table.path("resign")).send().await.refused(403, "not-yours");
    let other = bed.post(table.path("resign"), &json!({"seat": "Allied"})).token(&table.tokens[0]).send().await;
    other.refused(403, "not-yours");
    let parted = bed.ask("POST", table.path("resign")).token(&table.tokens[1]).send().await.good();
    assert_eq!(parted, json!({"over": true, "asked": false}));
    let told = line.until("over").await;
    assert_eq!(told["ended"], json!({"how": "resigned", "by": "Allied"}));
    assert_eq!(line.until("view").await["view"]["ending"]["verdict"], "Allied resigned");
    let view = bed.view(&table.id, &table.tokens[0]).await;
    assert_eq!((&view["ending"]["winner"], &view["choices"]), (&json!("French"), &json!([])));
    assert_eq!(view["undo"]["can"], false);
    for token in &table.tokens {
        bed.post(table.path("act"), &json!({"action": "end"})).token(token).send().await.refused(409, "not-now");
        bed.post(table.path("undo"), &json!({})).token(token).send().await.refused(409, "not-now");
        bed.ask("POST", table.path("resign")).token(token).send().await.refused(409, "not-now");
        bed.ask("POST", table.path("abandon")).token(token).send().await.refused(409, "not-now");
    }
    let listed = bed.get("/api/tables").send().await.good();
    assert_eq!((&listed[0]["over"], &listed[0]["ended"]["how"]), (&json!(true), &json!("resigned")));
    let info = bed.get(format!("/api/tables/{}", table.id)).send().await.good();
    let seed = fair::read_hex32(info["seed"].as_str().unwrap()).unwrap();
    assert_eq!(info["commitment"], fair::commitment(&seed));
    // The same after a restart, when only the journal tells.
    bed.stop().await;
    let bed = ground.server().await;
    let listed = bed.get("/api/tables").send().await.good();
    assert_eq!((&listed[0]["over"], &listed[0]["ended"]["by"]), (&json!(true), &json!("Allied")));
    let view = bed.view(&table.id, &table.tokens[0]).await;
    assert_eq!(view["ending"]["verdict"], "Allied resigned");
    // A record of it that is brought along is over, too.
    let record = bed.get(table.path("record")).token(&table.tokens[0]).send().await.text;
    let made = bed.post("/api/tables", &json!({"record": record})).send().await.good();
    let token = made["seats"][0]["token"].as_str().unwrap();
    assert_eq!(bed.view(made["id"].as_str().unwrap(), token).await["ending"]["verdict"], "Allied resigned");
    bed.stop().await;
}

pub async fn a_game_is_abandoned_by_both_or_when_one_stays_away(ground: Ground) {
    const DAY: i64 = 24 * 60 * 60 * 1_000;
    let ahead = Arc::new(AtomicI64::new(0));
    let mut config = ground.config();
    let (real, days) = (Clock::default(), ahead.clone());
    config.clock = Clock::new(move || real.now() + days.load(Ordering::Relaxed) * DAY);
    let bed = Bed::start(config).await;
    let table = bed.two_players("eylau").await;
    let (anna, bert) = (&table.tokens[0], &table.tokens[1]);
    table.play_one(&bed, 0).await;
    let ask = |token: &str| bed.ask("POST", table.path("abandon")).token(token);
    let answer = async |token: &str, allow: bool| {
        let answer = json!({"request": bed.proposal(&table.id).await, "allow": allow});
        bed.post(table.path("abandon/answer"), &answer).token(token).send().await
    };
    // By agreement: proposed, declined, withdrawn, lapsed.
    assert_eq!(ask(anna).send().await.status, 202);
    let info = bed.get(format!("/api/tables/{}", table.id)).token(bert).send().await.good();
    let offered = &info["offered"];
    assert_eq!([&offered["by"], &offered["how"], &info["over"]], [&json!("French"), &json!("agreed"), &json!(false)]);
    answer(anna, true).await.refused(403, "not-yours");
    assert_eq!(answer(bert, false).await.good()["over"], false);
    answer(bert, true).await.refused(409, "not-now");
    assert_eq!(ask(anna).send().await.status, 202);
    table.play_one(&bed, 0).await;
    answer(bert, true).await.refused(409, "not-now");
    // One of them does not come back. Six days are too few, whatever is tried.
    ahead.store(6, Ordering::Relaxed);
    assert_eq!(ask(anna).send().await.good(), json!({"over": false, "asked": true}));
    // He looks in, without playing: the days are counted from then.
    let (line, _) = bed.socket(&table.id, json!({"type": "hello", "token": bert, "mode": "moves"})).await;
    ahead.store(20, Ordering::Relaxed);
    assert_eq!(ask(anna).send().await.good()["over"], false, "whoever is there is not away");
    line.close().await;
    let gone = async {
        while bed.get(format!("/api/tables/{}", table.id)).send().await.good()["seats"][1]["connected"] == json!(true) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), gone).await.unwrap();
    ahead.store(26, Ordering::Relaxed);
    assert_eq!(ask(anna).send().await.good()["over"], false);
    ahead.store(28, Ordering::Relaxed);
    assert_eq!(ask(anna).send().await.good(), json!({"over": true, "asked": false}));
    let info = bed.get(format!("/api/tables/{}", table.id)).token(bert).send().await.good();
    assert_eq!(info["ended"], json!({"how": "abandoned", "by": "French"}));
    assert!(info["seed"].is_string());
    let view = bed.view(&table.id, bert).await;
    assert_eq!((&view["ending"]["winner"], &view["ending"]["points"]), (&Value::Null, &json!([])));
    // And another one by both.
    ahead.store(0, Ordering::Relaxed);
    let table = bed.two_players("eylau").await;
    bed.ask("POST", table.path("abandon")).token(&table.tokens[0]).send().await;
    let agree = json!({"request": bed.proposal(&table.id).await, "allow": true});
    let agreed = bed.post(table.path("abandon/answer"), &agree).token(&table.tokens[1]).send().await;
    assert_eq!(agreed.good()["over"], true);
    let record = bed.get(table.path("record")).token(&table.tokens[0]).send().await.text;
    assert!(record.contains("\nover agreed French\n") && record.contains("\nseed "), "{record}");
    bed.stop().await;
}

/// The host looks into the database.
async fn sql(ground: &Ground, statement: &str) {
    match ground {
        Ground::File(folder) => {
            let file = folder.path().join("data/grognard.sqlite");
            let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
            sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&pool).await.unwrap();
            pool.close().await;
        }
        Ground::Database(cluster, name) => assert!(cluster.sql(name, statement)),
    }
}

pub async fn a_seed_that_was_swapped_is_found(ground: Ground) {
    let bed = ground.server().await;
    let (table, other) = (bed.hot_seat("eylau").await, bed.hot_seat("dresden").await);
    table.play_one(&bed, 0).await;
    let token = &table.tokens[0];
    let promise = bed.get(format!("/api/tables/{}", table.id)).token(token).send().await.good()["commitment"].clone();
    bed.stop().await;
    // A table of an earlier version has no promise beside its seed: it gets one.
    sql(&ground, "UPDATE tables SET promise = NULL").await;
    let bed = ground.server().await;
    let again = bed.get(format!("/api/tables/{}", table.id)).token(token).send().await.good();
    assert_eq!(again["commitment"], promise);
    table.play_one(&bed, 0).await;
    bed.stop().await;
    sql(
        &ground,
        &format!("UPDATE tables SET seed = (SELECT seed FROM tables WHERE id = '{}') WHERE id = '{}'", other.id, table.id),
    )
    .await;
    let bed = ground.server().await;
    let problem = bed.get(table.path("view")).token(token).send().await.refused(500, "broken");
    assert!(problem["detail"].as_str().unwrap().contains("not the one that was promised"), "{problem}");
    other.play_one(&bed, 0).await;
    // If the promise is swapped, too, the server cannot know; but every page that pinned the first one does.
    bed.stop().await;
    sql(
        &ground,
        &format!("UPDATE tables SET promise = (SELECT promise FROM tables WHERE id = '{}') WHERE id = '{}'", other.id, table.id),
    )
    .await;
    let bed = ground.server().await;
    let again = bed.get(format!("/api/tables/{}", table.id)).token(token).send().await.good();
    assert_ne!(again["commitment"], promise);
    bed.stop().await;
}
