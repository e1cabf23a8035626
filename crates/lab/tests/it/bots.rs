//! Outside players: good ones, and those that answer late, illegally or not at all.

use crate::scratch::Scratch;
use crate::skipped::skipped;
use grognard_engine::dice::{ScriptedDice, SeededDice};
use grognard_lab::engine::Engine;
use grognard_lab::game::{Played, play_recorded};
use grognard_lab::http;
use grognard_lab::plan::{Kind, Plan};
use grognard_lab::run::run;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

/// Seconds for an answer that certainly comes, on however busy a machine.
const PATIENCE: f64 = 600.0;

/// Programs play only where the dice follow from a secret.
fn secret() -> Option<String> {
    Some("the secret of these tests".to_owned())
}

fn against_random(bot: &str, seconds: f64) -> Vec<Played> {
    let plan = Plan {
        kind: Kind::Swapped,
        luck: false,
        bot_seconds: seconds,
        secret: secret(),
        ..Plan::batch("eylau", [&format!("bot:{bot}"), "random"], 1, 4)
    };
    plan.check().unwrap();
    run(&plan, 0..plan.total(), Vec::new(), 2, None, &mut |_| true).unwrap().games
}

/// A bot as a shell script, which answers questions with `answer`.
fn script(scratch: &Scratch, answer: &str) -> String {
    let text = format!(
        "while read -r line; do case \"$line\" in *'\"type\":\"choose\"'*) {answer};; *) echo '{{\"type\":\"ready\"}}';; esac; done\n"
    );
    format!("sh '{}'", scratch.put("bot.sh", &text).display())
}

/// Both games are lost by the bot, on either side, for this reason.
fn lost(games: &[Played], wanted: &str) {
    assert_eq!(games.len(), 2);
    for game in games {
        let bot = game.seats.iter().position(|&player| player == 0).unwrap();
        assert_eq!(game.winner, Some(1 - bot), "{game:?}");
        let reason = game.adjudicated.as_deref().unwrap();
        assert!(reason.contains(wanted) && !reason.contains('\n'), "{reason}");
    }
}

#[cfg(unix)]
#[test]
fn whoever_answers_illegally_late_or_not_at_all_loses_that_game() {
    let scratch = Scratch::new();
    let play = |answer: &str| against_random(&script(&scratch, answer), PATIENCE);
    lost(&play("echo '{\"type\":\"play\",\"action\":\"fly away\"}'"), "illegal: \"fly away\"");
    lost(&play("echo 'what?'"), "illegal: \"what?\" is no answer");
    lost(&play("echo '{\"type\":\"ready\"}'"), "expected play");
    lost(&play("echo '{\"type\":\"error\",\"message\":\"I resign\"}'"), "I resign");
    // It reads on and says nothing more, however long one waits: with any limit this game is lost, and a busy machine changes nothing.
    lost(&against_random(&script(&scratch, "cat >/dev/null"), 0.3), "late: no answer within 0.3 s");
    lost(&play("exit 3"), "gone: the program has ");
    lost(&against_random("/nowhere/at/all", PATIENCE), "gone:");
    // Who would have played against it is not started for a game that never begins.
    let started = scratch.path().join("started");
    let there = format!("bot:touch '{}'", started.display());
    let begun = Plan::batch("eylau", ["bot:/nowhere/at/all", &there], 1, 4);
    let plan = Plan { luck: false, bot_seconds: PATIENCE, secret: secret(), ..begun };
    let games = run(&plan, 0..1, Vec::new(), 1, None, &mut |_| true).unwrap().games;
    assert!(games[0].winner == Some(1) && !started.exists(), "{games:?}");
    // Nobody is given so low a port by chance.
    let nobody = Plan::batch("eylau", ["http://127.0.0.1:1/", "random"], 1, 4);
    let plan = Plan { kind: Kind::Swapped, luck: false, secret: secret(), ..nobody };
    lost(&run(&plan, 0..2, Vec::new(), 1, None, &mut |_| true).unwrap().games, "gone:");
}

/// Ctrl-C, which a terminal sends to a whole group, is for the umpire: a program that died of it would have lost its game.
#[cfg(target_os = "linux")]
#[test]
fn a_program_has_a_group_of_its_own() {
    let scratch = Scratch::new();
    // The fifth word of what the system tells of a process is its group.
    let answer = r#"set -- $(cat /proc/$$/stat); echo "{\"type\":\"error\",\"message\":\"group $5 of $$\"}""#;
    for game in against_random(&script(&scratch, answer), PATIENCE) {
        let reason = game.adjudicated.unwrap();
        let (group, own) = reason.split_once("group ").and_then(|(_, said)| said.split_once(" of ")).unwrap();
        assert_eq!(group, own, "{reason}");
    }
}

#[test]
fn the_example_plays_by_the_rules_and_beats_random_play() {
    if !Command::new("python3").arg("--version").output().is_ok_and(|told| told.status.success()) {
        return skipped("the_example_plays_by_the_rules_and_beats_random_play", "there is no python3 on this machine");
    }
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
    let text = std::fs::read_to_string(&example).unwrap();
    assert!(text.lines().count() <= 60, "the example has {} lines", text.lines().count());
    // One game: asking a program a thousand times, with board and choices each time, takes seconds.
    let once = Plan::batch("eylau", [&format!("bot:python3 '{}'", example.display()), "random"], 1, 4);
    let plan = Plan { luck: false, bot_seconds: PATIENCE, secret: secret(), ..once };
    plan.check().unwrap();
    let games = run(&plan, 0..plan.total(), Vec::new(), 1, None, &mut |_| true).unwrap().games;
    assert_eq!((games.len(), games[0].adjudicated.as_deref()), (1, None), "{games:?}");
    let margin = if games[0].seats[0] == 0 { games[0].margin } else { -games[0].margin };
    assert!(margin > 0, "margin {margin}");
}

#[test]
fn the_engine_over_http_plays_as_it_does_at_home() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = std::thread::spawn(move || {
        let mut engine = Engine::new("greedy", "a secret").unwrap();
        for stream in listener.incoming().flatten() {
            let mut leaves = false;
            let _ = http::serve(stream, |body| match engine.answer(body) {
                Some(answer) => serde_json::to_string(&answer).unwrap(),
                None => {
                    leaves = true;
                    "{\"type\":\"ready\"}".to_owned()
                }
            });
            if leaves {
                return;
            }
        }
    });
    let there = Plan::batch("eylau", [&format!("http://{address}/"), "random"], 1, 4);
    let plan = Plan { luck: false, bot_seconds: PATIENCE, secret: secret(), ..there };
    let fixture = plan.fixture(0);
    let (there, record) = play_recorded(&plan, &fixture).unwrap();
    assert_eq!(there.adjudicated, None);
    // The same player at home, asked in every position of that game.
    let told = grognard_shelf::load("record", &record).unwrap().history(1);
    assert_eq!(told.len(), there.actions);
    let mut here = grognard_shelf::open("eylau", &[], &mut SeededDice::new(0)).unwrap();
    for entry in told {
        if entry.seat.as_deref() == Some("French") {
            assert_eq!(here.thinker("greedy", fixture.minds[0]).unwrap()().action, entry.action, "entry {}", entry.entry);
        }
        here.submit(entry.seat.as_deref().unwrap(), &entry.action, &mut ScriptedDice::new(&entry.dice)).unwrap();
    }
    http::post(&format!("http://{address}/"), "{\"type\":\"quit\"}", std::time::Duration::from_secs_f64(PATIENCE)).unwrap();
    server.join().unwrap();
}
