//! Two tables that are asked the same and ought to answer the same, over HTTP and over sockets.

use crate::bed::{Bed, Line, Reply, SOON, Seated};
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::task::JoinHandle;

/// Who asks: whoever sits in this place, or somebody who looks on.
pub type Eyes = Option<usize>;

/// What differs between any two tables: their names and secrets, the numbers of requests, and the time of day.
fn clean(value: &mut Value, of: &Seated) {
    match value {
        Value::Object(fields) => {
            for key in ["created", "touched", "commitment"] {
                fields.remove(key);
            }
            // From when a computer may play on: whether that is told must be the same, and not the moment. The system draws the number of a request.
            for key in ["substitute", "request"] {
                if let Some(drawn) = fields.get_mut(key).filter(|drawn| drawn.is_number()) {
                    *drawn = json!(0);
                }
            }
            fields.values_mut().for_each(|value| clean(value, of));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| clean(item, of)),
        Value::String(text) if text.contains(&of.id) => *text = text.replace(&of.id, "TABLE"),
        _ => {}
    }
}

/// What was heard at one of the tables.
#[derive(Default)]
pub struct Heard {
    /// The messages.
    pub told: Vec<Value>,
    /// How long they were as they came.
    bytes: usize,
}

impl Heard {
    /// The only message of a type.
    pub fn one(&self, kind: &str) -> &Value {
        let mut found = self.told.iter().filter(|told| told["type"] == kind);
        let one = found.next().unwrap_or_else(|| panic!("no {kind} in {:?}", self.told));
        assert!(found.next().is_none(), "more than one {kind}");
        one
    }
}

/// A socket that is listened to all the time, since whoever does not for a minute is parted from.
struct Listener {
    orders: UnboundedSender<Value>,
    /// What came, and how long it was.
    inbox: UnboundedReceiver<(Value, usize)>,
    task: JoinHandle<()>,
}

impl Listener {
    fn new(mut line: Line) -> Self {
        let ((orders, mut wishes), (outbox, inbox)) = (mpsc::unbounded_channel(), mpsc::unbounded_channel());
        let task = tokio::spawn(async move {
            loop {
                let before = line.bytes;
                tokio::select! {
                    wish = wishes.recv() => match wish {
                        Some(wish) => line.say(wish).await,
                        None => return line.close().await,
                    },
                    heard = line.hear_later() => {
                        let Some(message) = heard else { return };
                        let _ = outbox.send((message, line.bytes - before));
                    }
                }
            }
        });
        Self { orders, inbox, task }
    }

    fn say(&self, message: Value) {
        self.orders.send(message).expect("a line that stands");
    }

    async fn hear(&mut self) -> (Value, usize) {
        tokio::time::timeout(SOON, self.inbox.recv()).await.expect("a message in time").expect("a line that stands")
    }
}

/// A socket at each of the tables, of the same eyes.
pub struct Ear {
    /// Whose.
    pub eyes: Eyes,
    mode: &'static str,
    lines: [Listener; 2],
    pings: u64,
}

impl Ear {
    /// What it is, for people.
    fn name(&self) -> String {
        format!("in mode {}{}", self.mode, looked_on(self.eyes))
    }

    /// Says something at each table. What is heard then is left to be fetched.
    pub fn say(&self, messages: [Value; 2]) {
        for (line, message) in self.lines.iter().zip(messages) {
            line.say(message);
        }
    }

    /// All that has come up to now. A view that waits comes after the first answer at the latest, so two are asked for.
    pub async fn heard(&mut self) -> [Heard; 2] {
        let mut all = [Heard::default(), Heard::default()];
        for (line, heard) in self.lines.iter_mut().zip(&mut all) {
            for ping in [self.pings + 1, self.pings + 2] {
                line.say(json!({"type": "ping", "id": ping}));
                loop {
                    let (message, bytes) = line.hear().await;
                    if message["type"] != "pong" {
                        heard.told.push(message);
                        heard.bytes += bytes;
                    } else if message["id"] == ping {
                        break;
                    }
                }
            }
        }
        self.pings += 2;
        all
    }

    pub async fn close(self) {
        for Listener { orders, task, .. } in self.lines {
            drop(orders);
            task.await.unwrap();
        }
    }
}

fn looked_on(eyes: Eyes) -> &'static str {
    if eyes.is_some() { "" } else { ", looked on" }
}

/// Two tables on two servers.
pub struct Pair<'a> {
    pub beds: &'a [Bed; 2],
    pub tables: [Seated; 2],
}

impl<'a> Pair<'a> {
    /// Tables of a game in two positions, at which players have agreed on counsel.
    pub async fn new(beds: &'a [Bed; 2], game: &str, worlds: [&str; 2]) -> Self {
        let mut tables = Vec::new();
        for (bed, world) in beds.iter().zip(worlds) {
            tables.push(bed.two_players_at(game, world).await);
        }
        Self { beds, tables: tables.try_into().unwrap_or_else(|_| panic!("two")) }
    }

    /// Asks each table, and hands back what each answers.
    pub async fn each(&self, method: &'static str, rest: &str, bodies: Option<[&Value; 2]>, eyes: Eyes) -> [Reply; 2] {
        let mut replies = Vec::new();
        for (at, table) in self.tables.iter().enumerate() {
            let path = if rest.is_empty() { format!("/api/tables/{}", table.id) } else { table.path(rest) };
            let mut ask = self.beds[at].ask(method, path);
            if let Some(bodies) = bodies {
                ask = ask.json(bodies[at]);
            }
            if let Some(place) = eyes {
                ask = ask.token(&table.tokens[place]);
            }
            replies.push(ask.send().await);
        }
        replies.try_into().unwrap_or_else(|_| panic!("two"))
    }

    /// The same, and both answer the same: status, headers and text.
    pub async fn ask(&self, method: &'static str, rest: &str, body: Option<&Value>, eyes: Eyes) -> (u16, Value) {
        let replies = self.each(method, rest, body.map(|body| [body; 2]), eyes).await;
        let body = body.map_or_else(String::new, |body| format!(" {body}"));
        self.same_replies(replies, &format!("{method} {rest}{body}{}", looked_on(eyes)))
    }

    pub async fn get(&self, rest: &str, eyes: Eyes) -> Value {
        self.ask("GET", rest, None, eyes).await.1
    }

    pub async fn post(&self, rest: &str, body: &Value, eyes: Eyes) -> (u16, Value) {
        self.ask("POST", rest, Some(body), eyes).await
    }

    /// Status and text of the first, which are those of the second.
    pub fn same_replies(&self, replies: [Reply; 2], what: &str) -> (u16, Value) {
        let value = |reply: &Reply| serde_json::from_str(&reply.text).unwrap_or_else(|_| Value::String(reply.text.clone()));
        let [first, second] = &replies;
        assert_eq!(first.status, second.status, "{what}: {} {}", first.text, second.text);
        // How long it is follows from what it says, but for the number of a request.
        let headers = |reply: &Reply| {
            let told = reply.headers.iter().filter(|(name, _)| !["date", "content-length"].contains(&name.as_str()));
            told.map(|(name, value)| format!("{name}: {value:?}")).collect::<Vec<_>>()
        };
        assert_eq!(headers(first), headers(second), "{what}: the headers tell the twins apart");
        let values = [value(first), value(second)];
        let told = values[0].clone();
        self.same(values, what);
        assert!(first.bytes == second.bytes || !told.is_string(), "{what}: the bytes tell the twins apart");
        (first.status, told)
    }

    /// The same but for what differs between any two tables.
    pub fn same(&self, mut values: [Value; 2], what: &str) {
        for (value, table) in values.iter_mut().zip(&self.tables) {
            clean(value, table);
        }
        if values[0] != values[1] {
            let texts = values.map(|value| value.to_string());
            let at = texts[0].bytes().zip(texts[1].bytes()).position(|(a, b)| a != b).unwrap_or(0);
            let near = |text: &str| text.chars().skip(at.saturating_sub(150)).take(300).collect::<String>();
            panic!("{what} tells the twins apart:\n{}\n{}", near(&texts[0]), near(&texts[1]));
        }
    }

    /// The same messages in the same order and, where no number of a request is among them, of the same length to the byte.
    pub fn same_heard(&self, heard: [Heard; 2], ear: &Ear, what: &str) {
        let [first, second] = heard;
        let what = format!("what is told of {what} {}", ear.name());
        let numbered = first.told.iter().any(|told| told["request"].is_number());
        self.same([Value::Array(first.told), Value::Array(second.told)], &what);
        assert!(numbered || first.bytes == second.bytes, "{what}: its size tells the twins apart");
    }

    /// Whatever has come to some ears is the same.
    pub async fn all_hear_the_same(&self, ears: &mut [Ear], what: &str) {
        for ear in ears {
            let heard = ear.heard().await;
            self.same_heard(heard, ear, what);
        }
    }

    /// Says something over the sockets, and hears the same; says what at the first table.
    pub async fn say(&self, ear: &mut Ear, message: &Value) -> Vec<Value> {
        ear.say([message.clone(), message.clone()]);
        let heard = ear.heard().await;
        let told = heard[0].told.clone();
        self.same_heard(heard, ear, &message.to_string());
        told
    }

    /// Sockets of some eyes, each in a mode, greeted in the same words.
    pub async fn ears(&self, wanted: &[(Eyes, &'static str)]) -> Vec<Ear> {
        let mut ears = Vec::new();
        for &(eyes, mode) in wanted {
            let (mut lines, mut welcomes) = (Vec::new(), Vec::new());
            for (bed, table) in self.beds.iter().zip(&self.tables) {
                let token = eyes.map(|place| &table.tokens[place]);
                let hello = json!({"type": "hello", "token": token, "mode": mode, "from": 0});
                let (line, welcome) = bed.socket(&table.id, hello).await;
                lines.push(Listener::new(line));
                welcomes.push(welcome);
            }
            self.same(welcomes.try_into().unwrap_or_else(|_| panic!("two")), "the welcome");
            ears.push(Ear { eyes, mode, lines: lines.try_into().unwrap_or_else(|_| panic!("two")), pings: 0 });
        }
        // Who has come is told when it will. Whoever answers has been told of: after the first round all have, and after the second nothing more of it comes.
        for _ in 0..2 {
            for ear in &mut ears {
                ear.heard().await;
            }
        }
        ears
    }
}
