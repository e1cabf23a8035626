//! What was acknowledged while the storage failed, to be held against what is there: on a full disk, and on one with errors.

use crate::bed::{Bed, Line, Reply};
use serde_json::{Value, json};

/// What became of a wish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    Done,
    Refused,
    /// Nobody knows whether it was stored, and that was said.
    Unsure,
}

/// What became of all of them.
#[derive(Debug)]
pub struct Tally {
    /// How what is not stored has to be refused.
    why: &'static str,
    pub done: usize,
    pub refused: usize,
    pub unsure: usize,
}

impl Tally {
    pub const fn new(why: &'static str) -> Self {
        Self { why, done: 0, refused: 0, unsure: 0 }
    }

    /// What became of a wish, which was done or refused as it should be.
    fn count(&mut self, reply: &Reply) -> Fate {
        if (200..300).contains(&reply.status) {
            self.done += 1;
            return Fate::Done;
        }
        self.refuse(&reply.json())
    }

    fn refuse(&mut self, problem: &Value) -> Fate {
        assert_eq!(problem["status"], 503, "{problem}");
        if problem["type"] == "urn:grognard:unsure" {
            self.unsure += 1;
            return Fate::Unsure;
        }
        assert_eq!(problem["type"], "urn:grognard:storage", "{problem}");
        assert!(problem["detail"].as_str().unwrap().starts_with(self.why), "{problem}");
        self.refused += 1;
        Fate::Refused
    }
}

/// A wish of which nobody knows whether it was stored.
#[derive(Debug)]
enum Open {
    Act,
    Back,
    Said(String),
    Seat,
}

/// A table, and everything about it that was acknowledged.
pub struct Known {
    pub id: String,
    pub tokens: Vec<String>,
    /// Of each action that stands its check number.
    checks: Vec<String>,
    said: Vec<String>,
    /// Who asks to take back.
    asks: Option<String>,
    /// The invitation to the second seat, while nobody has taken it.
    invitation: Option<String>,
    /// What nobody knows. Until that is settled nobody wishes for anything here.
    open: Option<Open>,
}

impl Known {
    pub async fn make(bed: &Bed, tally: &mut Tally) -> Option<Self> {
        let wish = json!({"game": "eylau", "public": true, "player": "Ney",
            "seats": [{"seat": "French", "who": "me"}, {"seat": "Allied", "who": "open"}]});
        let reply = bed.post("/api/tables", &wish).send().await;
        let made = (tally.count(&reply) == Fate::Done).then(|| reply.json())?;
        Some(Self {
            id: made["id"].as_str().unwrap().to_owned(),
            tokens: vec![made["seats"][0]["token"].as_str().unwrap().to_owned()],
            checks: Vec::new(),
            said: Vec::new(),
            asks: None,
            invitation: made["seats"][1]["link"].as_str().unwrap().split('.').next_back().map(str::to_owned),
            open: None,
        })
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/tables/{}/{rest}", self.id)
    }

    /// Whether a wish was done. If nobody knows, it stays open.
    fn done(&mut self, fate: Fate, open: Open) -> bool {
        self.open = (fate == Fate::Unsure).then_some(open);
        fate == Fate::Done
    }

    pub async fn take_seat(&mut self, bed: &Bed, tally: &mut Tally) {
        let (Some(invitation), None) = (&self.invitation, &self.open) else { return };
        let wish = json!({"name": "Bennigsen", "invite": invitation});
        let reply = bed.post(self.path("seats/Allied"), &wish).send().await;
        if self.done(tally.count(&reply), Open::Seat) {
            self.tokens.push(reply.json()["token"].as_str().unwrap().to_owned());
            self.invitation = None;
        }
    }

    pub async fn say(&mut self, line: &mut Line, tally: &mut Tally) {
        if self.open.is_some() {
            return;
        }
        let text = format!("the {}th word, {}", self.said.len(), "and a long one ".repeat(25).trim_end());
        let answer = line.ask(json!({"type": "chat", "id": 1, "text": text})).await;
        if answer["type"] == "ok" {
            tally.done += 1;
            self.said.push(text);
        } else {
            let fate = tally.refuse(&answer["problem"]);
            self.done(fate, Open::Said(text));
        }
    }

    /// Whoever has to decide plays: ends what can be ended, so that both sides have their turn.
    pub async fn act(&mut self, bed: &Bed, tally: &mut Tally) {
        if self.open.is_some() {
            return;
        }
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
            if self.done(tally.count(&reply), Open::Act) {
                let acted = reply.json();
                self.checks
                    .extend(acted["happenings"].as_array().unwrap().iter().map(|one| one["check"].as_str().unwrap().into()));
                self.asks = None;
            }
            return;
        }
    }

    /// Takes back, or asks the other side to allow it; an open question is answered.
    pub async fn take_back(&mut self, bed: &Bed, tally: &mut Tally) {
        if self.open.is_some() {
            return;
        }
        if let Some(by) = self.asks.clone() {
            let Some(other) = self.tokens.iter().find(|token| **token != by) else { return };
            let allow = self.said.len().is_multiple_of(2);
            let info = bed.get(format!("/api/tables/{}", self.id)).token(other).send().await.good();
            let answer = json!({"allow": allow, "request": info["asked"]["request"]});
            let reply = bed.post(self.path("undo/answer"), &answer).token(other).send().await;
            if self.done(tally.count(&reply), Open::Back) {
                self.checks.truncate(reply.json()["played"].as_u64().unwrap() as usize);
                self.asks = None;
            }
            return;
        }
        for token in self.tokens.clone() {
            let offer = bed.view(&self.id, &token).await["undo"].clone();
            if offer["can"] == json!(true) || offer["ask"] == json!(true) {
                let reply = bed.post(self.path("undo"), &json!({})).token(&token).send().await;
                if self.done(tally.count(&reply), Open::Back) {
                    self.checks.truncate(reply.json()["played"].as_u64().unwrap() as usize);
                    self.asks = (reply.status == 202).then_some(token);
                }
                return;
            }
        }
    }

    /// The check numbers of the actions that stand, what was said, and how the table is.
    async fn look(&self, bed: &Bed, when: &str) -> (Vec<String>, Vec<String>, Value) {
        let token = &self.tokens[0];
        let record = bed.get(self.path("record")).token(token).send().await;
        assert_eq!(record.status, 200, "{when}: {}", record.text);
        let game = grognard_shelf::load("record", &record.text).unwrap_or_else(|why| panic!("{when}: {why}"));
        let stored = game.history(1).into_iter().map(|entry| entry.check).collect();
        let chat = bed.get(self.path("chat")).token(token).send().await.good();
        let said = chat.as_array().unwrap().iter().map(|said| said["text"].as_str().unwrap().to_owned()).collect();
        let info = bed.get(format!("/api/tables/{}", self.id)).token(token).send().await.good();
        (stored, said, info)
    }

    /// Finds out what became of a wish of which nobody knew: all of it or nothing. It is too early for that before something else
    /// was stored, or the server started anew: until then what lies in the log unseen may come to life.
    pub async fn settle(&mut self, bed: &Bed, when: &str) {
        let Some(open) = self.open.take() else { return };
        let (stored, said, info) = self.look(bed, when).await;
        match open {
            Open::Act if stored.len() == self.checks.len() + 1 => {
                self.checks.extend(stored.last().cloned());
                self.asks = None;
            }
            Open::Act => {}
            Open::Back => {
                // What was wished for is one step back at the most to which somebody would have been asked.
                if self.checks.starts_with(&stored) {
                    self.checks.truncate(stored.len());
                }
                let by = info["asked"]["by"].as_str().map(|seat| usize::from(seat != "French"));
                self.asks = by.map(|place| self.tokens[place].clone());
            }
            Open::Said(text) => {
                if said.len() > self.said.len() {
                    self.said.push(text);
                }
            }
            // Who has sat down there without hearing of it has no token; the other one plays on until it is his turn.
            Open::Seat => self.invitation = self.invitation.take().filter(|_| info["seats"][1]["who"] == json!("open")),
        }
        self.verify(bed, when).await;
    }

    /// Everything that was acknowledged is there, and nothing else.
    pub async fn verify(&self, bed: &Bed, when: &str) {
        if self.open.is_some() {
            return;
        }
        let (stored, said, info) = self.look(bed, when).await;
        assert_eq!(stored, self.checks, "{when}: the actions of table {}", self.id);
        assert_eq!(said, self.said, "{when}: the talk");
        assert_eq!(info["asked"].is_object(), self.asks.is_some(), "{when}: {info}");
        assert_eq!(info["seats"][1]["who"] == json!("open"), self.invitation.is_some(), "{when}: {info}");
        for token in &self.tokens {
            assert_eq!(bed.view(&self.id, token).await["played"], self.checks.len(), "{when}: every seat is its holder's");
        }
    }
}

/// Wishes of every kind: a new table, a seat, talk, actions, taking back.
pub async fn wish_everything(bed: &Bed, tables: &mut Vec<Known>, line: &mut Line, tally: &mut Tally) {
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
