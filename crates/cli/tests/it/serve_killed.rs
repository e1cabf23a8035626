//! The server is killed amid play, each time after some more actions. No acknowledged action is lost, and no table is damaged.
//!
//! Ten times in a test run, and a few times on PostgreSQL; `cargo xtask kill` makes it a hundred.

use crate::desk::Desk;
use crate::postgres::Cluster;
use crate::serve::{SOON, Served};
use crate::skipped::skipped;
use grognard_engine::dice::SeededDice;
use serde_json::{Value, json};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const TABLES: usize = 4;

type Line = tungstenite::WebSocket<TcpStream>;

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

    fn line(&self, served: &Served) -> Line {
        served.socket(&self.id, &self.token)
    }

    /// Plays at random until the line breaks or the game ends, and counts what is acknowledged.
    fn play(&mut self, mut socket: Line, count: &AtomicUsize) {
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
                    count.fetch_add(1, Ordering::SeqCst);
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

/// Where the tables are kept, so that a new server finds those of the old one.
enum Kept<'a> {
    Folder(PathBuf),
    Database(&'a Cluster, &'static str),
}

impl Kept<'_> {
    fn serve(&self) -> Served {
        match self {
            Self::Folder(data) => Served::start(data),
            Self::Database(cluster, name) => Served::on_database(&cluster.address(name)),
        }
    }

    /// Waits until nothing of a killed server is under way any more: a database may still be about to store what it was sent last.
    fn settle(&self) {
        let Self::Database(cluster, name) = self else { return };
        let ours = format!("SELECT 1 FROM pg_stat_activity WHERE datname = '{name}' AND backend_type = 'client backend'");
        let nobody = format!("SELECT 1 / (CASE WHEN EXISTS ({ours}) THEN 0 ELSE 1 END)");
        let begin = Instant::now();
        while !cluster.sql("postgres", &nobody) {
            assert!(begin.elapsed() < SOON, "the database does not part from a server that is gone");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

fn kills(usual: u64, share: u64) -> u64 {
    std::env::var("GROGNARD_KILLS").ok().and_then(|text| text.parse::<u64>().ok()).map_or(usual, |kills| kills / share)
}

/// Kills the server so many times during play, and looks each time what is left.
fn kill_again_and_again(desk: &Desk, kept: &Kept<'_>, kills: u64) {
    let mut dice = SeededDice::new(1807);
    let mut served = kept.serve();
    let mut players: Vec<Player> = (0..TABLES as u64).map(|seed| Player::sit_down(&served, seed)).collect();
    let (mut total, mut proved) = (0, 0);
    for round in 0..kills {
        let count = AtomicUsize::new(0);
        // Before anybody plays: the quick would have the server killed while the slow are still at the door.
        let lines: Vec<Line> = players.iter().map(|player| player.line(&served)).collect();
        thread::scope(|scope| {
            let (served, count) = (&served, &count);
            let seated = players.iter_mut().zip(lines);
            let playing: Vec<_> = seated.map(|(player, line)| scope.spawn(move || player.play(line, count))).collect();
            let wanted = 1 + dice.below(40) as usize;
            // All of them may have come to the end of their games before.
            while count.load(Ordering::SeqCst) < wanted && !playing.iter().all(|player| player.is_finished()) {
                thread::sleep(Duration::from_millis(1));
            }
            served.kill();
            playing.into_iter().for_each(|player| player.join().unwrap());
        });
        kept.settle();
        served = kept.serve();
        for (i, player) in players.iter_mut().enumerate() {
            player.verify(&served);
            if player.over(&served) {
                player.prove(&served, desk);
                proved += 1;
                total += player.total;
                *player = Player::sit_down(&served, round * 100 + i as u64);
            }
        }
    }
    // One game is played to its end, when its seed is told: all dice, before and after each kill, must follow from it.
    let last = &mut players[0];
    last.play(last.line(&served), &AtomicUsize::new(0));
    last.verify(&served);
    assert!(last.over(&served), "the game does not come to its end");
    last.prove(&served, desk);
    total += players.iter().map(|player| player.total).sum::<usize>();
    println!("killed {kills} times, {total} acknowledged actions, none lost; the dice of {} games proved", proved + 1);
    assert!(total as u64 > kills, "hardly anything was played: {total} actions");
}

impl Player {
    fn over(&self, served: &Served) -> bool {
        let (_, view) = served.ask("GET", &format!("/api/tables/{}/view", self.id), Some(&self.token), None);
        serde_json::from_str::<Value>(&view).unwrap()["ending"].is_object()
    }

    /// Looks whether every die of a finished game follows from its seed.
    fn prove(&self, served: &Served, desk: &Desk) {
        let (_, record) = served.ask("GET", &format!("/api/tables/{}/record", self.id), Some(&self.token), None);
        let file = desk.path(&format!("{}.record", self.id));
        std::fs::write(&file, record).unwrap();
        let audit = Command::new(env!("CARGO_BIN_EXE_grognard")).arg("audit").arg(&file).output().unwrap();
        assert!(audit.status.success(), "{}", String::from_utf8_lossy(&audit.stdout));
    }
}

#[test]
fn killed_amid_play_it_loses_nothing() {
    let desk = Desk::new();
    kill_again_and_again(&desk, &Kept::Folder(desk.path("data")), kills(10, 1));
}

#[test]
fn killed_on_postgres_it_loses_nothing() {
    let cluster = match Cluster::start() {
        Ok(cluster) => cluster,
        Err(why) => return skipped("killed_on_postgres_it_loses_nothing", why),
    };
    cluster.create("killed");
    kill_again_and_again(&Desk::new(), &Kept::Database(&cluster, "killed"), kills(3, 5));
}

/// A marshal plans its turn for seconds. Killed as soon as it has begun, the server lets it plan anew, and nobody has to ask for it.
#[test]
fn killed_while_a_marshal_thinks_it_goes_on() {
    let desk = Desk::new();
    let data = desk.path("data");
    let served = Served::start(&data);
    let wish = json!({"game": "eylau", "seats": [{"seat": "French", "who": "marshal"}, {"seat": "Allied", "who": "me"}]});
    let made: Value = serde_json::from_str(&served.ask("POST", "/api/tables", None, Some(&wish)).1).unwrap();
    let (id, token) = (made["id"].as_str().unwrap(), made["seats"][1]["token"].as_str().unwrap());
    let info = |served: &Served| -> Value {
        serde_json::from_str(&served.ask("GET", &format!("/api/tables/{id}"), Some(token), None).1).unwrap()
    };
    served.kill();
    // Nobody connects: the computer goes on by itself.
    let served = Served::start(&data);
    let begin = Instant::now();
    while info(&served)["played"].as_u64().unwrap() < 6 {
        assert!(begin.elapsed() < SOON, "it does not go on");
        thread::sleep(Duration::from_millis(50));
    }
    // Killed once more amid its moves, what it has played stands, with its reasons.
    let reasons = |served: &Served| -> Vec<Value> {
        serde_json::from_str(&served.ask("GET", &format!("/api/tables/{id}/reasons"), Some(token), None).1).unwrap()
    };
    let told = reasons(&served);
    served.kill();
    let served = Served::start(&data);
    let kept = reasons(&served);
    assert!(told.len() >= 6 && kept.starts_with(&told), "{} reasons before, {} after", told.len(), kept.len());
    assert!(told.iter().all(|reason| reason["seat"] == "French" && !reason["reason"].as_str().unwrap().is_empty()), "{told:?}");
}
