//! Long games: taken up from snapshots, told from what was put away, and nothing lost when a snapshot is of no use.

use crate::bed::{Bed, Ground, Seated};
use grognard_engine::dice::SeededDice;
use grognard_shelf::Match;
use serde_json::{Value, json};
use tokio::sync::RwLock;

/// The rules of the march are one for the whole program. Whoever plays it holds on to them, so that nobody corrects them meanwhile in another test.
pub static RULES: RwLock<()> = RwLock::const_new(());

/// A march of so many actions.
pub fn march(actions: usize) -> Box<dyn Match> {
    let mut dice = SeededDice::new(5);
    let mut game = grognard_shelf::open("march", &[], &mut dice).unwrap();
    for i in 0..actions {
        let seat = game.to_decide().unwrap();
        let options = game.actions();
        game.submit(seat, &options[i * 13 % options.len()], &mut dice).unwrap();
    }
    game
}

/// A table that goes on with a game, all seats in one hand.
pub async fn brought(bed: &Bed, game: &dyn Match) -> Seated {
    let made = bed.post("/api/tables", &json!({"record": game.record().unwrap(), "player": "Ney"})).send().await.good();
    let tokens = made["seats"].as_array().unwrap().iter().map(|seat| seat["token"].as_str().unwrap().to_owned());
    Seated { id: made["id"].as_str().unwrap().to_owned(), tokens: tokens.collect() }
}

async fn get(bed: &Bed, table: &Seated, rest: &str) -> Value {
    bed.get(table.path(rest)).token(&table.tokens[0]).send().await.good()
}

/// Everything that can be looked at is what the game says that was never put away.
async fn compare(bed: &Bed, table: &Seated, game: &dyn Match) {
    let played = game.played();
    let board = |at: usize| serde_json::to_value(game.view(None, Some(at)).board).unwrap();
    for at in [0, 1, 499, 500, 501, 777, 1_000, played - 1, played] {
        assert_eq!(get(bed, table, &format!("view?at={at}")).await["board"], board(at), "after {at} of {played}");
    }
    let position = bed.get(table.path("position?at=600")).token(&table.tokens[0]).send().await.text;
    assert_eq!(position.trim(), game.position_at(Some(600)));
    let lines = |from: usize| serde_json::to_value(game.log(None, from)).unwrap();
    assert_eq!(get(bed, table, "log").await, lines(0));
    assert_eq!(get(bed, table, "log?from=650").await, lines(650));
    assert_eq!(get(bed, table, "turns").await, serde_json::to_value(game.turns()).unwrap());
    assert_eq!(get(bed, table, "dice").await, serde_json::to_value(game.dice()).unwrap());
    // Page by page from the end to the set-up; each begins with a turn.
    let (mut before, mut all, mut pages) = (None::<u64>, Vec::new(), 0);
    loop {
        let rest = before.map_or("log-page".to_owned(), |before| format!("log-page?before={before}"));
        let page = get(bed, table, &rest).await;
        let lines = page["lines"].as_array().unwrap();
        let turns = lines.iter().filter(|line| line["level"] == 0).count();
        assert!((1..=2).contains(&turns), "{turns} turns on a page");
        all.splice(0..0, lines.iter().cloned());
        pages += 1;
        if page["earlier"] == false {
            break;
        }
        before = page["from"].as_u64();
    }
    assert!(pages > 3, "{pages} pages");
    assert_eq!(Value::from(all), lines(0), "every line is reachable, and none comes twice");
}

pub async fn a_long_game_is_taken_up_from_its_snapshot(ground: Ground) {
    let _rules = RULES.read().await;
    let bed = ground.server().await;
    let mut game = march(1_730);
    let table = brought(&bed, game.as_ref()).await;
    compare(&bed, &table, game.as_ref()).await;
    bed.stop().await;
    assert!(ground.holds("(SELECT COUNT(*) FROM snapshots WHERE passing = 0) = 3").await, "one for every 500 actions");
    let bed = ground.server().await;
    compare(&bed, &table, game.as_ref()).await;
    // It is played on past the next snapshot, with something taken back at either side of it.
    let (mut line, _) = bed.socket(&table.id, json!({"type": "hello", "token": table.tokens[0], "mode": "moves"})).await;
    for i in 0..300_usize {
        let action = {
            let options = game.actions();
            options[(i * 17) % options.len()].clone()
        };
        line.say(json!({"type": "act", "id": i, "action": action})).await;
        let moved = line.until("moved").await["happening"].clone();
        let dice: Vec<u8> = serde_json::from_value(moved["dice"].clone()).unwrap();
        let seat = game.to_decide().unwrap();
        let mut script = grognard_engine::dice::ScriptedDice::new(&dice);
        assert_eq!(json!(game.submit(seat, &action, &mut script).unwrap().check), moved["check"]);
        if [268, 271, 299].contains(&i) {
            line.say(json!({"type": "undo", "id": 1, "confirm": true})).await;
            let played = line.until("undone").await["played"].as_u64().unwrap();
            game.undo_to(played as usize);
        }
    }
    assert!(game.played() > 2_010);
    let page = {
        line.say(json!({"type": "log", "id": 9, "turns": 1})).await;
        line.until("log").await
    };
    assert_eq!((page["id"].as_u64(), page["page"]["to"].as_u64()), (Some(9), Some(game.played() as u64)));
    compare(&bed, &table, game.as_ref()).await;
    // Whoever looks on has to wait for the end, however much of the game would have to be read for him.
    bed.get(table.path("analysis")).send().await.refused(403, "not-yours");
    let record = bed.get(table.path("record")).token(&table.tokens[0]).send().await.text;
    assert_eq!(grognard_shelf::load("record", &record).unwrap().digest(), game.digest());
    bed.stop().await;
    let bed = ground.server().await;
    compare(&bed, &table, game.as_ref()).await;
    bed.stop().await;
}

pub async fn a_snapshot_that_does_not_fit_is_made_again(ground: Ground) {
    let _rules = RULES.read().await;
    let bed = ground.server().await;
    let game = march(1_600);
    let table = brought(&bed, game.as_ref()).await;
    bed.stop().await;
    for spoil in [
        "UPDATE snapshots SET position = 'march odd' WHERE played = 1500",
        "UPDATE snapshots SET checked = '0123456789abcdef' WHERE played = 1500",
        "UPDATE snapshots SET played = 1498 WHERE played = 1500",
        "UPDATE snapshots SET memory = '{}' WHERE played = 1500",
        "UPDATE snapshots SET position = (SELECT position FROM snapshots WHERE played = 1000) WHERE played = 1500",
        "DELETE FROM snapshots WHERE played = 1000; UPDATE snapshots SET seq = 1502 WHERE played = 1500",
        "DELETE FROM snapshots",
    ] {
        ground.sql(spoil).await;
        let bed = ground.server().await;
        compare(&bed, &table, game.as_ref()).await;
        bed.stop().await;
        let again = "(SELECT COUNT(*) FROM snapshots WHERE passing = 0 AND seq = played AND played IN (500, 1000, 1500) AND position <> 'march odd') = 3";
        assert!(ground.holds(again).await, "after {spoil}");
    }
    // What was put away of the log cannot be read: the board is there all the same, and so is what was not put away.
    ground.sql("UPDATE snapshots SET log = substr(log, 3) WHERE played = 500").await;
    let bed = ground.server().await;
    assert_eq!(get(&bed, &table, "view").await["played"], 1_600);
    assert!(get(&bed, &table, "log?from=501").await.as_array().is_some_and(|lines| lines.len() > 500));
    bed.stop().await;
}

pub async fn databases_of_earlier_versions_are_brought_up_to_date(ground: Ground) {
    let _rules = RULES.read().await;
    let bed = ground.server().await;
    let game = march(600);
    let table = brought(&bed, game.as_ref()).await;
    bed.stop().await;
    let version = match &ground {
        Ground::File(_) => "PRAGMA user_version = 5",
        Ground::Database(..) => "DELETE FROM migrations WHERE version >= 6",
    };
    let later = "ALTER TABLE tables DROP COLUMN rematch; ALTER TABLE seats DROP COLUMN webhook";
    ground.sql(&format!("{later}; DROP TABLE snapshots; ALTER TABLE tables DROP COLUMN corrected; {version}")).await;
    let bed = ground.server().await;
    assert_eq!(get(&bed, &table, "view").await["board"], serde_json::to_value(game.view(None, None).board).unwrap());
    bed.stop().await;
    assert!(ground.holds("(SELECT COUNT(*) FROM snapshots) >= 1").await);
}
