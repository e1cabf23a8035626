//! Corrected rules: no table is stranded, both sides are told, and what was played before stays readable.

use crate::bed::{Bed, Ground, Seated};
use crate::long_games::{RULES, brought, march};
use grognard_engine::dice::ScriptedDice;
use grognard_engine::record::read_entry;
use grognard_testkit::mock::march::March;
use serde_json::{Value, json};

async fn get(bed: &Bed, table: &Seated, rest: &str) -> Value {
    bed.get(table.path(rest)).token(&table.tokens[0]).send().await.good()
}

/// The last line of the log says from where on the corrected rules hold.
fn told(lines: &Value, after: usize) -> bool {
    lines.as_array().unwrap().iter().any(|line| line["entry"] == after && line["text"].as_str().unwrap().contains("corrected"))
}

pub async fn a_game_goes_on_by_corrected_rules(ground: Ground) {
    let _rules = RULES.write().await;
    March::correct(1);
    let bed = ground.server().await;
    let game = march(1_210);
    let table = brought(&bed, game.as_ref()).await;
    table.play_one(&bed, 3).await;
    let (before, log) = (get(&bed, &table, "view").await, get(&bed, &table, "log").await);
    bed.stop().await;
    March::correct(2);
    let bed = ground.server().await;
    let view = get(&bed, &table, "view").await;
    assert_eq!((&view["board"], &view["played"]), (&before["board"], &json!(1_211)), "it goes on where it was left");
    assert_eq!(view["corrected"], json!([{"after": 1_211, "revision": 2}]));
    let info = bed.get(format!("/api/tables/{}", table.id)).token(&table.tokens[0]).send().await.good();
    assert_eq!(info["corrected"], view["corrected"], "whoever comes is told");
    let lines = get(&bed, &table, "log").await;
    assert!(told(&lines, 1_211) && told(&get(&bed, &table, "log-page").await["lines"], 1_211));
    let all = log.as_array().unwrap();
    assert_eq!(lines.as_array().unwrap()[..all.len()], all[..], "what was played before is told as it was told then");
    let refused = bed.get(table.path("view?at=700")).token(&table.tokens[0]).send().await.refused(409, "not-now");
    assert!(refused["detail"].as_str().unwrap().contains("corrected"), "{refused}");
    for turn in 0..6 {
        table.play_one(&bed, turn * 5).await;
    }
    assert_eq!(get(&bed, &table, "view?at=1213").await["at"], 1_213);
    let view = get(&bed, &table, "view").await;
    // Its record says so, and can be read back and written again.
    let record = bed.get(table.path("record")).token(&table.tokens[0]).send().await;
    assert_eq!(record.status, 200, "{}", record.text);
    assert!(
        record.text.contains("rulebook march 1\n") && record.text.contains("\ncorrected 2 march "),
        "{}",
        &record.text[..200]
    );
    let again = grognard_shelf::load("record", &record.text).unwrap();
    assert_eq!((again.played(), again.first()), (1_217, 1_211));
    assert_eq!(again.record().unwrap(), record.text);
    assert!(again.notation().is_err());
    let copy = brought(&bed, again.as_ref()).await;
    assert_eq!(get(&bed, &copy, "view").await["board"], view["board"]);
    bed.stop().await;
    // Later it is no different, also where the snapshot of the correction is gone.
    for spoil in ["SELECT 1", "DELETE FROM snapshots WHERE revision = 2"] {
        ground.sql(spoil).await;
        let bed = ground.server().await;
        let later = get(&bed, &table, "view").await;
        assert_eq!((&later["board"], &later["corrected"]), (&view["board"], &view["corrected"]), "{spoil}");
        assert!(told(&get(&bed, &table, "log-page?turns=9").await["lines"], 1_211));
        bed.stop().await;
    }
    March::correct(1);
}

/// A game that was over stays so by corrected rules, also where the server was ended right after it had written that they hold.
pub async fn a_game_that_was_over_stays_over(ground: Ground) {
    let _rules = RULES.write().await;
    March::correct(1);
    let bed = ground.server().await;
    let table = brought(&bed, march(1_210).as_ref()).await;
    bed.post(table.path("resign"), &json!({"seat": "Red"})).token(&table.tokens[0]).send().await.good();
    bed.stop().await;
    March::correct(2);
    let cut = "DELETE FROM journal WHERE kind = 'close' AND seq > (SELECT MAX(seq) FROM journal WHERE kind = 'correct')";
    for sql in ["SELECT 1", cut, "SELECT 1"] {
        ground.sql(sql).await;
        let bed = ground.server().await;
        let view = get(&bed, &table, "view").await;
        let corrected = json!([{"after": 1_210, "revision": 2}]);
        assert_eq!((&view["corrected"], &view["pending"]), (&corrected, &Value::Null), "{sql}: nothing was set aside");
        let info = bed.get(format!("/api/tables/{}", table.id)).token(&table.tokens[0]).send().await.good();
        assert_eq!((&info["over"], &info["ended"]), (&json!(true), &json!({"how": "resigned", "by": "Red"})), "{sql}");
        bed.stop().await;
    }
    March::correct(1);
}

/// What a server of revision 1 left: a table amid its game, without snapshots, most of whose entries cannot be played by the rules of today.
pub async fn a_table_of_an_earlier_revision_is_not_stranded(ground: Ground) {
    let text = include_str!("../fixtures/dresden-20-maneuver-revision-1.journal");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("//")).collect();
    let begin = lines.iter().position(|line| line.starts_with("1 ")).unwrap();
    let entries: Vec<_> = (1..).zip(&lines[begin..]).map(|(n, line)| read_entry(n, n, line).unwrap()).collect();
    let deal = lines.iter().find_map(|line| line.strip_prefix("deal ")).unwrap();
    let rolls: Vec<u8> = deal.split(' ').filter_map(|roll| roll.parse().ok()).collect();
    // The whole check numbers of what can be played still; of the rest the record has only half of each.
    let option =
        |line: &&str| line.strip_prefix("option ")?.split_once(' ').map(|(name, value)| (name.to_owned(), value.to_owned()));
    let options: Vec<(String, String)> = lines.iter().filter_map(option).collect();
    let mut game = grognard_shelf::open("dresden-20-maneuver", &options, &mut ScriptedDice::new(&rolls)).unwrap();
    let mut good = 0;
    let mut checks = Vec::new();
    for entry in &entries {
        let played = game.submit(&entry.seat, &entry.action, &mut ScriptedDice::new(&entry.rolls));
        let check = played.ok().map(|played| played.check).filter(|check| check.ends_with(&format!("{:08x}", entry.check)));
        good += usize::from(check.is_some() && good == checks.len());
        checks.push(check.unwrap_or_else(|| format!("00000000{:08x}", entry.check)));
    }
    assert!(good < entries.len(), "all of it can be played by the present rules");
    let revision = game.identity().revision;
    let bed = ground.server().await;
    let chosen: serde_json::Map<String, Value> = options.into_iter().map(|(name, value)| (name, value.into())).collect();
    let made = bed.post("/api/tables", &json!({"game": "dresden-20-maneuver", "options": chosen})).send().await.good();
    let token = made["seats"][0]["token"].as_str().unwrap().to_owned();
    let table = Seated { id: made["id"].as_str().unwrap().to_owned(), tokens: vec![token.clone(), token] };
    bed.stop().await;
    let dice = |rolls: &[u8]| rolls.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    ground.sql(&format!("UPDATE tables SET revision = 1, deal = '{}'", dice(&rolls))).await;
    let mut drawn = 0;
    let rows: Vec<String> = entries
        .iter()
        .zip(&checks)
        .enumerate()
        .map(|(i, (entry, check))| {
            drawn += entry.rolls.len();
            let (n, rolls) = (i + 1, dice(&entry.rolls));
            format!("('{}', {n}, 'act', '{}', '{}', '{rolls}', {drawn}, '{check}', {n}, {n})", table.id, entry.seat, entry.action)
        })
        .collect();
    let insert = "INSERT INTO journal (table_id, seq, kind, seat, action, rolls, drawn, checked, played, at) VALUES";
    ground.sql(&format!("{insert} {}", rows.join(", "))).await;
    let bed = ground.server().await;
    let view = get(&bed, &table, "view").await;
    assert_eq!((&view["played"], &view["corrected"]), (&json!(good), &json!([{"after": good, "revision": revision}])));
    let lines = get(&bed, &table, "log").await;
    let said =
        lines.as_array().unwrap().iter().find(|line| line["text"].as_str().unwrap().contains("corrected")).unwrap().clone();
    assert!(said["text"].as_str().unwrap().contains(&format!("the {} actions that followed", entries.len() - good)), "{said}");
    for turn in 0..4 {
        table.play_one(&bed, turn).await;
    }
    let record = bed.get(table.path("record")).token(&table.tokens[0]).send().await;
    assert_eq!(record.status, 200, "{}", record.text);
    // Nothing that was ever played is lost: it stands in the record as taken back.
    assert_eq!(record.text.lines().filter(|line| line.starts_with("200 ")).count(), 1);
    assert_eq!(grognard_shelf::load("record", &record.text).unwrap().played(), good + 4);
    bed.stop().await;
    // Nor are dice thrown again that were thrown for what was set aside.
    let counted = format!("(SELECT MIN(drawn) FROM journal WHERE seq > {}) >= {drawn}", entries.len());
    assert!(ground.holds(&counted).await, "{counted}");
    let bed = ground.server().await;
    assert_eq!(get(&bed, &table, "view").await["played"], good + 4);
    bed.stop().await;
}
