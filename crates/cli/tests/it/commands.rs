//! Every command, as it should go.

use crate::desk::{self, Desk};
use std::process::Stdio;

const CASE: &str = r#"
case 4.1 "A unit spends at most its allowance"
game eylau
map 9x9
phase French movement
unit F1 i5-4 @0505
unit A1 i5-4 @0909
do move F1 0504 0503 0502 0501
expect F1 at 0501
"#;

#[test]
fn list_names_games_and_options() {
    let desk = Desk::new();
    let text = desk.well(&["list"]);
    assert!(text.contains("eylau") && text.contains("weather"), "{text}");
    let json = desk.json(&["list", "--json"]);
    assert_eq!(json["games"][0]["id"], "eylau");
    assert_eq!(json["games"][0]["options"][0]["name"], "weather");
}

#[test]
fn rules_tell_the_gist() {
    let desk = Desk::new();
    assert!(desk.well(&["rules"]).contains("5.1"));
    assert!(desk.well(&["rules", "5.1"]).starts_with("[5.1]"));
    assert!(desk.well(&["rules", "[5.1]"]).starts_with("[5.1]"));
    assert!(desk.well(&["rules", "6"]).contains("[6.4]"));
    let json = desk.json(&["rules", "5.1", "--json"]);
    assert_eq!(json["cases"][0]["status"], "enforced");
    assert!(desk.json(&["rules", "--json"])["cases"].as_array().unwrap().len() > 50);
}

#[test]
fn new_writes_a_record_once() {
    let desk = Desk::new();
    assert!(desk.well(&["new", "eylau"]).starts_with("grognard record 1\n"));
    desk.well(&["new", "eylau", "--option", "weather=on", "-o", "game.rec"]);
    assert!(desk.get("game.rec").contains("option weather on"));
    let back = desk.run(&["new", "eylau", "-o", "game.rec"]);
    assert_eq!(back.status, Some(2));
    assert!(back.err.contains("exists already"), "{}", back.err);
    assert!(desk.get("game.rec").contains("option weather on"));
    desk.well(&["new", "eylau", "-o", "game.rec", "--force"]);
    assert!(desk.get("game.rec").contains("option weather off"));
    assert_eq!(desk.files().len(), 1, "no temporary file is left");
}

#[test]
fn show_draws_any_form() {
    let desk = Desk::new();
    let (game, _) = desk::game(3, 150);
    desk.put("r", game.record().unwrap()).put("n", game.notation().unwrap()).put("p", game.position());
    let shown = desk.well(&["show", "r"]);
    assert!(shown.contains("Turn 3 of 12"), "{shown}");
    assert_eq!(shown, desk.well(&["show", "n"]));
    assert_eq!(shown, desk.well(&["show", "p"]));
    assert_eq!(shown, desk.well(&["show", &game.position()]));
    assert!(desk.well(&["show", "eylau", "--list"]).contains("Mur1"));
    assert!(desk.well(&["show", "r", "--width", "80"]).lines().count() > shown.lines().count());
    assert_eq!(desk.well(&["show", "r", "--to", "0"]), desk.well(&["show", "eylau"]));
    let json = desk.json(&["show", "r", "--json", "--seat", "French"]);
    assert_eq!(json["played"], 150);
    assert_eq!(json["digest"], format!("{:016x}", game.digest()));
    assert!(json["options"].as_array().is_some_and(|options| !options.is_empty()));
    assert_eq!(desk.files().len(), 3);
    // From standard input.
    assert_eq!(desk.typed(&["show", "-"], &game.position()).out, shown);
}

#[test]
fn show_paints_pictures() {
    let desk = Desk::new();
    assert_eq!(desk.well(&["show", "eylau", "--svg", "a.svg", "--png", "a.png", "--width", "400"]), "");
    assert!(desk.get("a.svg").starts_with("<svg"));
    let png = std::fs::read(desk.path("a.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG") && png.len() > 1_000);
}

#[test]
fn replay_verifies_and_tells() {
    let desk = Desk::new();
    desk.put("r", desk::record());
    let told = desk.well(&["replay", "r"]);
    assert!(told.contains("each verified") && told.contains("Over: "), "{}", &told[told.len() - 300..]);
    assert!(told.contains("[6."), "log lines name their cases");
    let json = desk.json(&["replay", "r", "--to", "5", "--json"]);
    assert_eq!(json["entries"].as_array().unwrap().len(), 6, "the set-up and five actions");
    assert_eq!(json["verified"], true);
    assert_eq!(json["ending"], serde_json::Value::Null);
}

#[test]
fn notation_converts_there_and_back() {
    let desk = Desk::new();
    let record = desk::record();
    desk.put("r", &record);
    desk.well(&["notation", "r", "-o", "n"]);
    assert!(desk.get("n").starts_with("[Rulebook "));
    assert_eq!(desk.well(&["notation", "n", "--record"]), record);
    assert_eq!(desk.well(&["notation", "r", "--game"]), desk.get("n"));
    let position = desk.well(&["notation", "n", "--position"]);
    assert_eq!(position.lines().count(), 1);
    desk.put("p", &position);
    assert_eq!(desk.well(&["notation", "p"]), position);
    assert_eq!(desk.run(&["notation", "p", "--record"]).status, Some(2));
    assert_eq!(desk.run(&["notation", "r", "-o", "n"]).status, Some(2), "nothing is overwritten");
}

#[test]
fn options_survive_in_a_position() {
    let desk = Desk::new();
    desk.well(&["new", "eylau", "--option", "weather=on", "-o", "r"]);
    let position = desk.well(&["notation", "r", "--position"]);
    let json = desk.json(&["show", position.trim(), "--json"]);
    assert_eq!(json["game"]["options"][0][1], "on");
}

#[test]
fn cases_pass_or_fail() {
    let desk = Desk::new();
    desk.put("good.case", CASE).put("wrong.case", CASE.replace("at 0501", "at 0502"));
    assert!(desk.well(&["try", "good.case"]).contains("1 case, 0 failed"));
    let back = desk.run(&["try", "good.case", "wrong.case"]);
    assert_eq!((back.status, back.err.as_str()), (Some(1), ""));
    assert!(back.out.contains("wrong.case:9: expected F1 at 0502, found 0501"), "{}", back.out);
    let json = desk.json(&["try", "good.case", "--json"]);
    assert_eq!(json["passed"], true);
    let case = &json["files"][0]["cases"][0];
    assert!(case["played"].as_array().is_some_and(|played| !played.is_empty()));
    assert!(case["position"].is_string() && case["board"]["counters"].is_array());
    let back = desk.run(&["try", "wrong.case", "--json"]);
    assert_eq!((back.status, back.err.as_str()), (Some(1), ""));
    let json: serde_json::Value = serde_json::from_str(&back.out).unwrap();
    assert_eq!(json["files"][0]["cases"][0]["failures"][0]["line"], 9);
}

#[test]
fn fuzz_keeps_count() {
    let desk = Desk::new();
    let text = desk.well(&["fuzz", "eylau", "--games", "2", "--seed", "5", "--threads", "2"]);
    assert!(text.contains("2 games of eylau, no law broken"), "{text}");
    let json = desk.json(&["fuzz", "eylau", "--games", "1", "--json"]);
    assert_eq!(json["games"], 1);
    let back = desk.run(&["fuzz", "eylau", "--games", "1", "--limit", "10"]);
    assert_eq!(back.status, Some(1), "a law was broken: the game is not over after ten actions");
    assert!(back.err.lines().count() == 1 && back.err.contains("seed 1"), "{}", back.err);
}

#[test]
fn perft_counts() {
    let desk = Desk::new();
    let text = desk.well(&["perft", "eylau", "--depth", "2"]);
    assert!(text.starts_with("position start\nrolls every\n1 "), "{text}");
    let json = desk.json(&["perft", "eylau", "--depth", "2", "--low", "--json"]);
    let divided: u64 = json["divide"].as_array().unwrap().iter().map(|pair| pair[1].as_u64().unwrap()).sum();
    assert_eq!(json["counts"][1].as_u64(), Some(divided));
    let position = desk::game(3, 40).0.position();
    desk.put("p", &position);
    let told = desk.well(&["perft", "eylau", "p", "--depth", "1", "--divide"]);
    assert!(told.contains("# "), "{told}");
    // From standard input, which can be read only once.
    assert_eq!(desk.typed(&["perft", "eylau", "-", "--depth", "1", "--divide"], &position).out, told);
    let back = desk.run(&["perft", "eylau", "p", "--depth", "1", "--option", "weather=on"]);
    assert!(back.status == Some(2) && back.err.contains("cannot be chosen any more"), "{back:?}");
}

#[test]
fn rollouts_measure() {
    let json = Desk::new().json(&["rollouts", "eylau", "--seconds", "0.05", "--json"]);
    assert!(json["actions_per_second"].as_f64().unwrap() > 0.0);
    assert!(json["steps_per_second"].as_f64() > json["actions_per_second"].as_f64());
    assert!(json["games"].as_u64().unwrap() > 0);
}

#[test]
fn help_and_version() {
    let desk = Desk::new();
    assert!(desk.well(&["--help"]).contains("play"));
    assert!(desk.well(&["try", "--help"]).contains("FILE"));
    assert!(desk.well(&["--version"]).starts_with("grognard "));
}

/// Whoever reads may stop reading; nobody complains.
#[test]
fn a_broken_pipe_is_quiet() {
    let desk = Desk::new();
    let mut child = desk::command(&desk.path("."), &["show", "eylau", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{}", String::from_utf8_lossy(&output.stderr));
}
