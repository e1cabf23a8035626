//! The server is killed at random moments during play. No acknowledged action is lost, and no table is damaged.
//!
//! Twenty times in a test run; `GROGNARD_KILLS=100` makes it a hundred.

use crate::desk::Desk;
use crate::serve::Served;
use grognard_engine::dice::SeededDice;
use serde_json::{Value, json};
use std::thread;
use std::time::Duration;

const TABLES: usize = 4;

/// What one player knows of a table.
struct Player {
    id: String,
    token: String,
    /// Every entry that was acknowledged and stands: its action and its check number.
    acknowledged: Vec<(String, String)>,
    /// What was sent last and not answered: an action, or a wish to take back.
    under_way: Option<Value>,
    dice: SeededDice,
    total: usize,
}

impl Player {
    fn sit_down(served: &Served, seed: u64) -> Self {
        let (status, body) = served.ask("POST", "/api/tables", None, Some(&json!({"game": "eylau"})));
        assert_eq!(status, 201, "{body}");
        let made: Value = serde_json::from_str(&body).unwrap();
        Self {
            id: made["id"].as_str().unwrap().to_owned(),
            token: made["seats"][0]["token"].as_str().unwrap().to_owned(),
            acknowledged: Vec::new(),
            under_way: None,
            dice: SeededDice::new(seed),
            total: 0,
        }
    }

    /// Plays at random until the line breaks.
    fn play(&mut self, served: &Served) {
        let mut socket = served.socket(&self.id, &self.token);
        let mut news: Option<(String, String)> = None;
        let mut view = Value::Null;
        let mut waiting = false;
        while let Ok(message) = socket.read() {
            let Ok(text) = message.to_text() else { continue };
            let Ok(message) = serde_json::from_str::<Value>(text) else { continue };
            match message["type"].as_str().unwrap_or_default() {
                "welcome" | "view" => view = message["view"].clone(),
                "moved" => {
                    let entry = &message["happening"];
                    news = Some((entry["action"].as_str().unwrap().into(), entry["check"].as_str().unwrap().into()));
                }
                "ok" => {
                    let sent = self.under_way.take().unwrap();
                    self.total += 1;
                    if sent["type"] == "act" {
                        self.acknowledged.push(news.take().expect("what was played is told before it is acknowledged"));
                    } else {
                        self.acknowledged.pop();
                    }
                    assert_eq!(message["played"], self.acknowledged.len());
                    waiting = false;
                }
                "refused" => panic!("a legal action was refused: {message}"),
                _ => {}
            }
            if waiting || view["played"] != json!(self.acknowledged.len()) {
                continue;
            }
            let choices = view["choices"].as_array().unwrap();
            if choices.is_empty() {
                return;
            }
            let wish = if self.dice.below(10) == 0 && !self.acknowledged.is_empty() {
                json!({"type": "undo", "id": 1, "confirm": true})
            } else {
                let action = &choices[self.dice.below(choices.len() as u32) as usize]["text"];
                json!({"type": "act", "id": 1, "action": action, "played": self.acknowledged.len()})
            };
            self.under_way = Some(wish.clone());
            waiting = true;
            if socket.send(tungstenite::Message::text(wish.to_string())).is_err() {
                return;
            }
        }
    }

    /// Looks whether everything acknowledged is there, and takes note of what was under way.
    fn verify(&mut self, served: &Served) {
        let (status, record) = served.ask("GET", &format!("/api/tables/{}/record", self.id), Some(&self.token), None);
        assert_eq!(status, 200, "table {} is damaged: {record}", self.id);
        let game = grognard_shelf::load("record", &record).expect("the record replays");
        let stored: Vec<(String, String)> = game.history(1).into_iter().map(|entry| (entry.action, entry.check)).collect();
        let known = &self.acknowledged;
        let as_known = stored == *known;
        let one_more = stored.len() == known.len() + 1 && stored.starts_with(known);
        let one_less = stored.len() + 1 == known.len() && known.starts_with(&stored);
        let fits = match self.under_way.take() {
            None => as_known,
            Some(wish) if wish["type"] == "act" => {
                as_known || (one_more && stored[known.len()].0 == wish["action"].as_str().unwrap())
            }
            Some(_) => as_known || one_less,
        };
        assert!(fits, "table {}: {} acknowledged, {} stored", self.id, known.len(), stored.len());
        self.acknowledged = stored;
    }
}

#[test]
fn killed_at_random_moments_it_loses_nothing() {
    let kills: u64 = std::env::var("GROGNARD_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(20);
    let desk = Desk::new();
    let data = desk.path("data");
    let mut dice = SeededDice::new(1807);
    let mut served = Served::start(&data);
    let mut players: Vec<Player> = (0..TABLES as u64).map(|seed| Player::sit_down(&served, seed)).collect();
    let mut total = 0;
    for round in 0..kills {
        thread::scope(|scope| {
            let served = &served;
            let playing: Vec<_> = players.iter_mut().map(|player| scope.spawn(move || player.play(served))).collect();
            thread::sleep(Duration::from_millis(30 + u64::from(dice.below(400))));
            served.kill();
            playing.into_iter().for_each(|player| player.join().unwrap());
        });
        served = Served::start(&data);
        for (i, player) in players.iter_mut().enumerate() {
            player.verify(&served);
            let (_, view) = served.ask("GET", &format!("/api/tables/{}/view", player.id), Some(&player.token), None);
            let view: Value = serde_json::from_str(&view).unwrap();
            if view["ending"].is_object() {
                total += player.total;
                *player = Player::sit_down(&served, round * 100 + i as u64);
            }
        }
    }
    total += players.iter().map(|player| player.total).sum::<usize>();
    println!("killed {kills} times, {total} acknowledged actions, none lost");
    assert!(total as u64 > kills, "hardly anything was played: {total} actions");
}
