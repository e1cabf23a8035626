//! Non-interference over HTTP and sockets: two tables that differ only in what a seat cannot know give that seat, and whoever looks on, the
//! same answers, byte for byte, whatever is asked and as long as what is visible goes the same way.
//!
//! The tables stand on two servers that deal the same seeds in the same order, so that their dice are the same. Where something hidden comes
//! to light the twins part, as they must, and the walk ends; another begins elsewhere.

use crate::bed::{Bed, Ground, Line, Reply, Seated};
use grognard_engine::dice::SeededDice;
use grognard_shelf::Match;
use serde_json::{Value, json};

/// A game with secrets after some random actions; nothing if it is over by then.
pub fn game(id: &str, options: &[(&str, &str)], seed: u64, actions: usize) -> Option<Box<dyn Match>> {
    let options: Vec<(String, String)> = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let (mut dice, mut whim) = (SeededDice::new(seed), SeededDice::new(!seed));
    let mut game = grognard_shelf::open(id, &options, &mut dice).unwrap();
    for _ in 0..actions {
        let seat = game.to_decide()?;
        let options = game.actions();
        let action = options[whim.below(options.len() as u32) as usize].clone();
        game.submit(seat, &action, &mut dice).unwrap();
    }
    game.secretive().then_some(game)
}

/// What differs between any two tables: their names and secrets, and the time of day.
fn clean(value: &mut Value, of: &Seated) {
    match value {
        Value::Object(fields) => {
            for key in ["created", "touched", "commitment"] {
                fields.remove(key);
            }
            // From when a computer may play on: whether that is told must be the same, and not the moment.
            if let Some(moment) = fields.get_mut("substitute").filter(|moment| moment.is_number()) {
                *moment = json!(0);
            }
            fields.values_mut().for_each(|value| clean(value, of));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| clean(item, of)),
        Value::String(text) if text.contains(&of.id) => *text = text.replace(&of.id, "TABLE"),
        _ => {}
    }
}

fn same_value(mut values: [Value; 2], of: &[Seated; 2], what: &str) {
    for (value, table) in values.iter_mut().zip(of) {
        clean(value, table);
    }
    if values[0] != values[1] {
        let texts = values.map(|value| value.to_string());
        let at = texts[0].bytes().zip(texts[1].bytes()).position(|(a, b)| a != b).unwrap_or(0);
        let near = |text: &str| text.chars().skip(at.saturating_sub(150)).take(300).collect::<String>();
        panic!("{what} tells the twins apart:\n{}\n{}", near(&texts[0]), near(&texts[1]));
    }
}

fn same_reply(replies: [Reply; 2], of: &[Seated; 2], what: &str) -> Value {
    let value = |reply: &Reply| serde_json::from_str(&reply.text).unwrap_or_else(|_| Value::String(reply.text.clone()));
    assert_eq!(replies[0].status, replies[1].status, "{what}: {} {}", replies[0].text, replies[1].text);
    let values = [value(&replies[0]), value(&replies[1])];
    let first = values[0].clone();
    same_value(values, of, what);
    first
}

/// Two tables, and one seat (by its place) that cannot tell them apart.
struct Twins<'a> {
    beds: &'a [Bed; 2],
    tables: [Seated; 2],
    seats: Vec<String>,
    place: usize,
}

impl<'a> Twins<'a> {
    async fn new(beds: &'a [Bed; 2], game: &dyn Match, place: usize, draw: u64) -> Option<Self> {
        let seats: Vec<String> = game.seats().iter().map(|&seat| seat.to_owned()).collect();
        let worlds = [game.position(), game.guess(&seats[place], draw)];
        if worlds[0] == worlds[1] {
            return None;
        }
        let mut tables = Vec::new();
        for (bed, world) in beds.iter().zip(worlds) {
            tables.push(bed.two_players_at(&game.identity().game, &world).await);
        }
        let tables: [Seated; 2] = tables.try_into().unwrap_or_else(|_| panic!("two"));
        Some(Self { beds, tables, seats, place })
    }

    /// The token of the seat, or nobody's, at one of the tables.
    fn token(&self, table: usize, seated: bool) -> Option<&str> {
        seated.then(|| self.tables[table].tokens[self.place].as_str())
    }

    async fn get(&self, rest: &str, seated: bool) -> Value {
        let mut replies = Vec::new();
        for (table, at) in self.tables.iter().enumerate() {
            let path = if rest.is_empty() { format!("/api/tables/{}", at.id) } else { at.path(rest) };
            let ask = self.beds[table].get(path);
            let ask = match self.token(table, seated) {
                Some(token) => ask.token(token),
                None => ask,
            };
            replies.push(ask.send().await);
        }
        let second = replies.pop().unwrap();
        same_reply(
            [replies.pop().unwrap(), second],
            &self.tables,
            &format!("GET {rest}{}", if seated { "" } else { " looked on" }),
        )
    }

    async fn post(&self, rest: &str, body: &Value, seated: bool) -> Value {
        let mut replies = Vec::new();
        for (table, at) in self.tables.iter().enumerate() {
            let ask = self.beds[table].post(at.path(rest), body);
            let ask = match self.token(table, seated) {
                Some(token) => ask.token(token),
                None => ask,
            };
            replies.push(ask.send().await);
        }
        let second = replies.pop().unwrap();
        same_reply(
            [replies.pop().unwrap(), second],
            &self.tables,
            &format!("POST {rest} {body}{}", if seated { "" } else { " looked on" }),
        )
    }

    /// Everything that can be looked at.
    async fn compare(&self) -> Value {
        let played = self.get("view", true).await["played"].as_u64().unwrap();
        for seated in [true, false] {
            for rest in
                ["log", "catch-up?from=0", "turns", "dice", "record", "notation", "position", "position?at=0", "overlays", "chat"]
            {
                self.get(rest, seated).await;
            }
            // Of the hints, that of a player who counts nothing by the clock.
            for rest in ["advice", "advice?hint=greedy", "reasons", "view", "view?at=0", "analysis"] {
                self.get(rest, seated).await;
            }
            self.get(&format!("view?at={}", played.saturating_sub(1)), seated).await;
            self.get(&format!("log?from={}", played.saturating_sub(1)), seated).await;
            let overlays = self.get("overlays", seated).await;
            for overlay in overlays.as_array().unwrap() {
                let id = overlay["id"].as_str().unwrap();
                self.get(&format!("overlay/{id}"), seated).await;
                for hex in ["1306", "1408", "0909"] {
                    self.get(&format!("overlay/{id}?hex={hex}"), seated).await;
                }
            }
        }
        self.get("", true).await;
        self.get("", false).await;
        self.get("view", true).await
    }

    /// What is refused is refused in the same words: orders to the enemy's counters, orders out of turn, nonsense.
    async fn stray(&self, names: &[String], step: usize) {
        let hexes = ["1306", "0909", "1407"];
        for (i, name) in names.iter().enumerate().skip(step % 3).step_by(3) {
            let hex = hexes[(i + step) % hexes.len()];
            for text in
                [format!("move {name} {hex}"), format!("attack {name} with RuI"), format!("pick {name}"), format!("join {name}")]
            {
                self.refused(&text).await;
                self.post("why", &json!({"text": text}), false).await;
            }
        }
        for hex in hexes {
            for text in
                [format!("target {hex}"), format!("declare {hex} with XIV"), format!("name {hex}"), format!("place {hex}")]
            {
                self.refused(&text).await;
            }
        }
        self.refused("fly away").await;
    }

    /// Asks whether a text would be allowed; what would not be is tried all the same.
    async fn refused(&self, text: &str) {
        let asked = self.post("why", &json!({"text": text}), true).await;
        if asked["actions"].is_null() {
            self.post("command", &json!({"text": text}), true).await;
        }
    }

    /// The choices of whoever has to decide at a table, each in words that name the counter by its place, and in those of the record.
    async fn choices(&self, table: usize) -> (usize, Vec<(String, String)>) {
        let (token, view) = self.tables[table].decider(&self.beds[table]).await;
        let place = self.tables[table].tokens.iter().position(|one| *one == token).unwrap();
        let counters = view["board"]["counters"].as_array().unwrap();
        let there = |tag: &str| {
            let found = counters.iter().find(|counter| counter["tag"] == tag);
            found.and_then(|counter| counter["hex"].as_str()).map_or_else(|| tag.to_owned(), |hex| format!("@{hex}"))
        };
        let texts = view["choices"].as_array().unwrap().iter().map(|choice| choice["text"].as_str().unwrap().to_owned());
        (place, texts.map(|text| (text.split(' ').map(there).collect::<Vec<_>>().join(" "), text)).collect())
    }

    /// Plays the same visible action at both tables, if there is one; says whether there was.
    async fn play(&self, lines: &mut [[Line; 2]; 2], pick: usize) -> bool {
        let ((place, first), (other, second)) = (self.choices(0).await, self.choices(1).await);
        assert_eq!(place, other, "who has to decide tells the twins apart");
        let own = place == self.place;
        if own {
            assert_eq!(first, second, "the choices of {} tell the twins apart", self.seats[place]);
        }
        let both: Vec<[&String; 2]> = first
            .iter()
            .filter_map(|(public, text)| Some([text, &second.iter().find(|(other, _)| other == public)?.1]))
            .collect();
        let Some(texts) = both.get(pick % both.len().max(1)) else { return false };
        let mut replies = Vec::new();
        for ((bed, table), text) in self.beds.iter().zip(&self.tables).zip(texts) {
            let wish = json!({"action": text});
            replies.push(bed.post(table.path("act"), &wish).token(&table.tokens[place]).send().await);
        }
        assert!(replies.iter().all(|reply| reply.status == 200), "{texts:?}: {} {}", replies[0].text, replies[1].text);
        let mut told = Vec::new();
        for pair in lines.iter_mut() {
            told.push([pair[0].until("moved").await, pair[1].until("moved").await]);
        }
        if told.iter().flatten().any(|told| told["happening"]["reveals"] == true) {
            return false;
        }
        if own {
            let second = replies.pop().unwrap();
            same_reply([replies.pop().unwrap(), second], &self.tables, &format!("{texts:?}"));
        }
        for told in told {
            same_value(told, &self.tables, &format!("what is told of {texts:?}"));
        }
        self.same_changes(lines, &format!("what changes in the view with {texts:?}")).await;
        if own && pick.is_multiple_of(2) {
            let undone = self.post("undo", &json!({"confirm": false}), true).await;
            if undone["played"].is_number() {
                for pair in lines.iter_mut() {
                    let told = [pair[0].until("undone").await, pair[1].until("undone").await];
                    same_value(told, &self.tables, "what is told of taking back");
                }
                self.same_changes(lines, "what changes in the view with taking back").await;
                self.compare().await;
                return true;
            }
        }
        true
    }

    /// The next difference of the view is the same for both, to the byte.
    async fn same_changes(&self, lines: &mut [[Line; 2]; 2], what: &str) {
        for pair in lines.iter_mut() {
            let before = [pair[0].bytes, pair[1].bytes];
            let told = [pair[0].until("change").await, pair[1].until("change").await];
            let bytes = [pair[0].bytes - before[0], pair[1].bytes - before[1]];
            same_value(told, &self.tables, what);
            assert_eq!(bytes[0], bytes[1], "{what}: its size tells the twins apart");
        }
    }

    /// Sockets for the seat and for somebody who looks on, at both tables.
    async fn lines(&self) -> [[Line; 2]; 2] {
        let mut all = Vec::new();
        for seated in [true, false] {
            let mut pair = Vec::new();
            let mut welcomes = Vec::new();
            for table in 0..2 {
                let hello = json!({"type": "hello", "token": self.token(table, seated), "mode": "changes", "from": 0});
                let (line, welcome) = self.beds[table].socket(&self.tables[table].id, hello).await;
                pair.push(line);
                welcomes.push(welcome);
            }
            let second = welcomes.pop().unwrap();
            same_value([welcomes.pop().unwrap(), second], &self.tables, "the welcome");
            all.push(pair.try_into().unwrap_or_else(|_| panic!("two")));
        }
        let mut all: [[Line; 2]; 2] = all.try_into().unwrap_or_else(|_| panic!("two"));
        // Who has come is told when it will; from here on nothing more of it comes. Whoever came last is asked first: he answers when all are told.
        for line in all.iter_mut().rev().flatten() {
            assert_eq!(line.ask(json!({"type": "ping", "id": 1})).await["type"], "pong");
        }
        all
    }
}

/// Walks from several positions of a game, for each seat.
async fn walk(ground: Ground, id: &str, options: &[(&str, &str)], starts: &[usize], steps: usize, strays: bool) {
    let beds = [ground.server().await, Ground::file().server().await];
    let (mut walked, mut played) = (0, 0);
    for (i, &actions) in starts.iter().enumerate() {
        let Some(game) = game(id, options, 40 + i as u64, actions) else { continue };
        let names: Vec<String> = game
            .seats()
            .iter()
            .flat_map(|&seat| game.board(Some(seat)).counters)
            .map(|c| c.tag)
            .filter(|t| !t.starts_with('?'))
            .collect();
        for place in 0..2 {
            let Some(twins) = Twins::new(&beds, game.as_ref(), place, 7 + i as u64).await else { continue };
            walked += 1;
            let mut lines = twins.lines().await;
            for step in 0..steps {
                let view = twins.compare().await;
                if strays && view["pending"]["seat"] == twins.seats[place].as_str() {
                    twins.stray(&names, step).await;
                }
                if !twins.play(&mut lines, step * 5 + i).await {
                    break;
                }
                played += 1;
            }
            for line in lines.into_iter().flatten() {
                line.close().await;
            }
        }
    }
    assert!(walked >= 4 && played > 2 * walked, "hardly anything was compared: {walked} walks, {played} actions");
    for bed in beds {
        bed.stop().await;
    }
}

/// The stacks of which reinforcements are drawn are secret on top of what the fog hides.
pub async fn twins_in_the_maneuver_are_not_told_apart(ground: Ground) {
    walk(ground, "dresden-20-maneuver", &[("fog", "on")], &[0, 3, 17, 40], 3, true).await;
}

pub async fn twins_in_the_fog_are_not_told_apart(ground: Ground) {
    walk(ground, "dresden-20", &[("fog", "on")], &[0, 2, 21, 60], 4, true).await;
}
