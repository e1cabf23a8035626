//! The disk runs full, again and again. Whatever was acknowledged is there, whatever was refused is not, and the server goes on by
//! itself as soon as there is room.

use crate::bed::{Bed, Line, Reply};
use crate::small_disk::{self, Ballast};
use grognard_server::{Config, Limits, Place};
use serde_json::json;
use std::path::Path;

/// The disk, in kilobytes: enough for the tables, their log, and some ballast.
const DISK: u32 = 10 << 10;
const ROUNDS: usize = 20;

#[test]
fn a_full_disk_loses_nothing() {
    let Some(said) = small_disk::run_inside(DISK, "full_disk::inside", "a_full_disk_loses_nothing") else { return };
    for told in ["grognard: storage: ", "database or disk is full", ". Free space on the disk of ", "storage: works again, "] {
        assert!(said.contains(told), "whoever runs the server reads {told:?}: {said}");
    }
}

/// A table, and everything about it that was acknowledged.
struct Known {
    id: String,
    tokens: Vec<String>,
    /// Of each action that stands its check number.
    checks: Vec<String>,
    said: Vec<String>,
    /// Who asks to take back.
    asks: Option<String>,
    /// The invitation to the second seat, while nobody has taken it.
    invitation: Option<String>,
}

/// What became of a wish.
#[derive(Default, Debug)]
struct Tally {
    done: usize,
    refused: usize,
}

impl Tally {
    /// Whether it was done. If not it was refused as it should be.
    fn count(&mut self, reply: &Reply) -> bool {
        if (200..300).contains(&reply.status) {
            self.done += 1;
            return true;
        }
        let problem = reply.refused(503, "storage");
        assert!(problem["detail"].as_str().unwrap().starts_with("this was not stored: the server's disk is full"), "{problem}");
        self.refused += 1;
        false
    }
}

impl Known {
    async fn make(bed: &Bed, tally: &mut Tally) -> Option<Self> {
        let wish = json!({"game": "eylau", "public": true, "player": "Ney",
            "seats": [{"seat": "French", "who": "me"}, {"seat": "Allied", "who": "open"}]});
        let reply = bed.post("/api/tables", &wish).send().await;
        let made = tally.count(&reply).then(|| reply.json())?;
        Some(Self {
            id: made["id"].as_str().unwrap().to_owned(),
            tokens: vec![made["seats"][0]["token"].as_str().unwrap().to_owned()],
            checks: Vec::new(),
            said: Vec::new(),
            asks: None,
            invitation: made["seats"][1]["link"].as_str().unwrap().split('.').next_back().map(str::to_owned),
        })
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/tables/{}/{rest}", self.id)
    }

    async fn take_seat(&mut self, bed: &Bed, tally: &mut Tally) {
        let Some(invitation) = &self.invitation else { return };
        let wish = json!({"name": "Bennigsen", "invite": invitation});
        let reply = bed.post(self.path("seats/Allied"), &wish).send().await;
        if tally.count(&reply) {
            self.tokens.push(reply.json()["token"].as_str().unwrap().to_owned());
            self.invitation = None;
        }
    }

    async fn say(&mut self, line: &mut Line, tally: &mut Tally) {
        let text = format!("the {}th word, {}", self.said.len(), "and a long one ".repeat(25).trim_end());
        let answer = line.ask(json!({"type": "chat", "id": 1, "text": text})).await;
        if answer["type"] == "ok" {
            tally.done += 1;
            self.said.push(text);
        } else {
            assert_eq!(answer["problem"]["status"], 503, "{answer}");
            tally.refused += 1;
        }
    }

    /// Whoever has to decide plays: ends what can be ended, so that both sides have their turn.
    async fn act(&mut self, bed: &Bed, tally: &mut Tally) {
        for token in self.tokens.clone() {
            let view = bed.view(&self.id, &token).await;
            let choices = view["choices"].as_array().unwrap();
            if choices.is_empty() {
                continue;
            }
            assert_eq!(view["played"], self.checks.len(), "nobody sees what is not stored");
            let end = choices.iter().find(|choice| choice["text"] == "end");
            let action = end.filter(|_| self.checks.len() % 3 == 2).unwrap_or(&choices[self.checks.len() % choices.len()]);
            let wish = json!({"action": action["text"], "played": view["played"]});
            let reply = bed.post(self.path("act"), &wish).token(&token).send().await;
            if tally.count(&reply) {
                let acted = reply.json();
                self.checks
                    .extend(acted["happenings"].as_array().unwrap().iter().map(|one| one["check"].as_str().unwrap().into()));
                self.asks = None;
            }
            return;
        }
    }

    /// Takes back, or asks the other side to allow it; an open question is answered.
    async fn take_back(&mut self, bed: &Bed, tally: &mut Tally) {
        if let Some(by) = self.asks.clone() {
            let other = self.tokens.iter().find(|token| **token != by).unwrap();
            let allow = self.said.len().is_multiple_of(2);
            let info = bed.get(format!("/api/tables/{}", self.id)).token(other).send().await.good();
            let answer = json!({"allow": allow, "request": info["asked"]["request"]});
            let reply = bed.post(self.path("undo/answer"), &answer).token(other).send().await;
            if tally.count(&reply) {
                self.checks.truncate(reply.json()["played"].as_u64().unwrap() as usize);
                self.asks = None;
            }
            return;
        }
        for token in self.tokens.clone() {
            let offer = bed.view(&self.id, &token).await["undo"].clone();
            if offer["can"] == json!(true) || offer["ask"] == json!(true) {
                let reply = bed.post(self.path("undo"), &json!({})).token(&token).send().await;
                if tally.count(&reply) {
                    self.checks.truncate(reply.json()["played"].as_u64().unwrap() as usize);
                    self.asks = (reply.status == 202).then_some(token);
                }
                return;
            }
        }
    }

    /// Everything that was acknowledged is there, and nothing else.
    async fn verify(&self, bed: &Bed, when: &str) {
        let token = &self.tokens[0];
        let record = bed.get(self.path("record")).token(token).send().await;
        assert_eq!(record.status, 200, "{when}: {}", record.text);
        let game = grognard_shelf::load("record", &record.text).unwrap_or_else(|why| panic!("{when}: {why}"));
        let stored: Vec<String> = game.history(1).into_iter().map(|entry| entry.check).collect();
        assert_eq!(stored, self.checks, "{when}: the actions of table {}", self.id);
        let chat = bed.get(self.path("chat")).token(token).send().await.good();
        let said: Vec<&str> = chat.as_array().unwrap().iter().map(|said| said["text"].as_str().unwrap()).collect();
        assert_eq!(said, self.said, "{when}: the talk");
        let info = bed.get(format!("/api/tables/{}", self.id)).token(token).send().await.good();
        assert_eq!(info["asked"].is_object(), self.asks.is_some(), "{when}: {info}");
        assert_eq!(info["seats"][1]["who"] == json!("open"), self.invitation.is_some(), "{when}: {info}");
        for token in &self.tokens {
            assert_eq!(bed.view(&self.id, token).await["played"], self.checks.len(), "{when}: every seat is its holder's");
        }
    }
}

async fn start(folder: &Path) -> Bed {
    let mut config = Config::new(Place::Folder(folder.join("data")));
    config.port = Some(0);
    config.limits = Limits { off: true, ..Limits::default() };
    Bed::start(config).await
}

/// Wishes of every kind: a new table, a seat, talk, actions, taking back.
async fn wish_everything(bed: &Bed, tables: &mut Vec<Known>, line: &mut Line, tally: &mut Tally) {
    let [first, rest @ ..] = tables.as_mut_slice() else { panic!("no table") };
    first.say(line, tally).await;
    for _ in 0..3 {
        first.act(bed, tally).await;
    }
    first.take_back(bed, tally).await;
    let late = rest.len().saturating_sub(2);
    for table in &mut rest[late..] {
        table.take_seat(bed, tally).await;
        table.act(bed, tally).await;
        table.take_back(bed, tally).await;
    }
    if let Some(table) = Known::make(bed, tally).await {
        tables.push(table);
    }
}

/// Not a test of its own: [`a_full_disk_loses_nothing`] runs it where the disk is small.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by a_full_disk_loses_nothing"]
async fn inside() {
    let folder = small_disk::folder();
    let ballast = Ballast::new(&folder);
    let bed = start(&folder).await;
    let mut tally = Tally::default();
    let mut tables = vec![Known::make(&bed, &mut tally).await.unwrap()];
    tables[0].take_seat(&bed, &mut tally).await;
    let hello = json!({"type": "hello", "token": tables[0].tokens[0], "mode": "moves"});
    let (mut line, _) = bed.socket(&tables[0].id, hello).await;
    let mut all = Tally::default();
    for round in 0..ROUNDS {
        ballast.fill();
        // What lies in the log already can be written over; sooner or later nothing can be written any more.
        let mut full = Tally::default();
        for _ in 0..200 {
            wish_everything(&bed, &mut tables, &mut line, &mut full).await;
            ballast.fill();
            if full.refused > 12 {
                break;
            }
        }
        assert!(full.refused > 12, "round {round}: the disk is full, and everything is done: {full:?}");
        for table in tables.iter().take(1).chain(tables.iter().rev().take(3)) {
            table.verify(&bed, &format!("round {round}, full")).await;
        }
        ballast.free();
        let mut free = Tally::default();
        wish_everything(&bed, &mut tables, &mut line, &mut free).await;
        assert_eq!(free.refused, 0, "round {round}: there is room, and the server goes on by itself");
        for table in tables.iter().take(1).chain(tables.iter().rev().take(3)) {
            table.verify(&bed, &format!("round {round}, free")).await;
        }
        all.done += full.done + free.done;
        all.refused += full.refused;
    }
    for table in &tables {
        table.verify(&bed, "in the end").await;
    }
    line.close().await;
    bed.stop().await;
    let bed = start(&folder).await;
    for table in &tables {
        table.verify(&bed, "after a restart").await;
    }
    bed.stop().await;
    let Tally { done, refused } = all;
    println!(
        "{ROUNDS} rounds of full and free, {} tables: {done} acknowledged, all there; {refused} refused, none there",
        tables.len()
    );
}
