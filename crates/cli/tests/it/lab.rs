//! The laboratory by its commands: batches, ladders, engine, analysis; and everything that can be asked of it wrongly.

use crate::desk::{self, Desk, refused};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::Duration;

const BATCH: [&str; 8] = ["simulate", "eylau", "greedy", "random", "--games", "4", "-o", "out"];

#[test]
fn a_batch_is_written_resumed_and_told() {
    let desk = Desk::new();
    let told = desk.well(&BATCH);
    assert!(told.contains("4 of 4 games") && told.contains("French     wins 100.0 %"), "{told}");
    let games = desk.get("out/games.csv");
    assert_eq!(games.lines().count(), 5);
    for name in ["games", "turns", "losses", "times"] {
        assert!(desk.path(&format!("out/{name}.csv")).is_file() && desk.path(&format!("out/{name}.parquet")).is_file());
    }
    assert!(desk.get("out/report.html").contains("Where they fell"));
    // What an older program has played is told apart from what is played now.
    let journal = desk.get("out/results.jsonl");
    let (head, rows) = journal.split_once('\n').unwrap();
    let mut plan: serde_json::Value = serde_json::from_str(head).unwrap();
    let rules = plan.as_object_mut().unwrap().remove("rules").unwrap();
    std::fs::create_dir(desk.path("old")).unwrap();
    desk.put("old/results.jsonl", format!("{plan}\n{rows}"));
    let mut args = BATCH.to_vec();
    args[7] = "old";
    let why =
        format!("older program, which did not note the revision of the rules, the others of {}", rules[0].as_str().unwrap());
    refused(&desk, &args, &format!("{why}); choose another folder"));
    refused(&desk, &["simulate", "merge", "old", "out", "-o", "both"], &why);
    desk.well(&["simulate", "merge", "old", "-o", "as-it-was"]);
    // The file was cut in the middle of its last line: said in one line, and played again to the same result.
    desk.put("out/results.jsonl", &journal[..journal.len() - 100]);
    let back = desk.run(&BATCH);
    assert_eq!(back.status, Some(0));
    assert!(back.err.lines().next().unwrap().contains("results.jsonl:5: the last line breaks off"), "{}", back.err);
    assert!(back.err.contains("goes on after 3 games") && back.out.contains("1 games in"), "{} {}", back.err, back.out);
    assert_eq!(desk.get("out/games.csv"), games);
    // Damage anywhere else is not passed over.
    desk.put("out/results.jsonl", journal.replacen("\"winner\"", "\"wimmer\"", 1));
    let back = desk.run(&BATCH);
    assert_eq!(back.status, Some(2));
    assert!(back.err.contains("results.jsonl:2:"), "{}", back.err);
}

#[test]
fn parts_are_merged_into_the_whole() {
    let desk = Desk::new();
    desk.well(&BATCH);
    for part in ["1/2", "2/2"] {
        let folder = format!("part{}", &part[..1]);
        let mut args = BATCH.to_vec();
        args[7] = &folder;
        args.extend(["--shard", part]);
        desk.well(&args);
    }
    desk.well(&["simulate", "merge", "part1", "part2", "-o", "whole"]);
    for name in ["games.csv", "turns.csv", "losses.csv", "games.parquet"] {
        let read = |folder: &str| std::fs::read(desk.path(&format!("{folder}/{name}"))).unwrap();
        assert!(read("whole") == read("out"), "{name}");
    }
    let back = desk.run(&["simulate", "merge", "part1", "-o", "half"]);
    assert!(back.status == Some(0) && back.err.contains("2 of 4 games are missing"), "{}", back.err);
    // What comes later is put together with what is there, and the tables tell of all of it.
    desk.well(&["simulate", "merge", "part2", "-o", "half"]);
    assert_eq!(desk.get("half/games.csv"), desk.get("out/games.csv"));
    let mut other = BATCH.to_vec();
    other.extend(["--seed", "9"]);
    other[7] = "other";
    desk.well(&other);
    refused(&desk, &["simulate", "merge", "other", "-o", "half"], "half: results of another plan (seed is 1 there and 9 here)");
}

#[test]
fn a_change_is_reported_with_its_difference() {
    let desk = Desk::new();
    let summary = desk.json(&[
        "simulate",
        "eylau",
        "greedy",
        "greedy",
        "--games",
        "3",
        "--change-option",
        "weather=on",
        "-o",
        "w",
        "--json",
    ]);
    assert_eq!(summary["games"], 6);
    assert_eq!(summary["what_if"][0]["difference"]["of"], 3);
    let change = "figure:morale_french=2";
    let told = desk.well(&["simulate", "dresden-20", "greedy", "greedy", "--games", "3", "--change", change]);
    assert!(told.contains("with the change") && told.contains("Allied decisive victory, share"), "{told}");
    // The folder is named after the question, so that two questions do not get in each other's way.
    assert!(desk.get("lab/dresden-20-greedy-greedy-1-figure-morale-french-2/report.html").contains("What the change does"));
}

#[cfg(unix)]
#[test]
fn whoever_is_interrupted_reports_and_goes_on_later() {
    let desk = Desk::new();
    let args = ["simulate", "eylau", "random", "random", "--games", "100000", "-o", "out"];
    let piped = std::process::Stdio::piped;
    let mut child = desk::command(&desk.path(""), &args).stdout(piped()).stderr(piped()).spawn().unwrap();
    let journal = desk.path("out/results.jsonl");
    let until = std::time::Instant::now() + std::time::Duration::from_secs(300);
    while std::fs::read(&journal).map_or(0, |bytes| bytes.iter().filter(|b| **b == b'\n').count()) < 3 {
        if std::time::Instant::now() > until {
            child.kill().unwrap();
            panic!("no games within five minutes: {:?}", child.wait_with_output());
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let back = child.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&back.stderr);
    assert_eq!(back.status.code(), Some(130), "{err}");
    assert!(err.contains("stopped after") && err.contains("the same command goes on"), "{err}");
    // What it says is what is there: games that have ended, and those that the report rests on.
    let number = |before: &str| err.split(before).nth(1).and_then(|rest| rest.split_whitespace().next()?.parse::<usize>().ok());
    let ended = desk.get("out/results.jsonl").lines().count() - 1;
    assert_eq!(number("stopped after "), Some(ended), "{err}");
    let counted = desk.get("out/games.csv").lines().count() - 1;
    assert_eq!(number("the report on the first "), Some(counted), "{err}");
    assert!(counted <= ended && desk.get("out/report.html").contains(&format!("{counted} of 100000 games")));
    let numbers: Vec<usize> =
        desk.get("out/games.csv").lines().skip(1).map(|row| row.split(',').next().unwrap().parse().unwrap()).collect();
    assert_eq!(numbers, (0..counted).collect::<Vec<_>>(), "no game is missing among those that count");
}

/// Whoever plays is ended with the umpire, and whoever he has started: also if he thinks for ever, or never hears that his input has ended.
#[cfg(unix)]
#[test]
fn no_program_outlives_an_umpire_who_is_interrupted() {
    use std::process::Command;
    let desk = Desk::new();
    let life = desk.path("life");
    assert!(Command::new("mkfifo").arg(&life).status().unwrap().success());
    // As long as somebody of its group runs, the pipe is open.
    desk.put(
        "bot.sh",
        "while read -r line; do case \"$line\" in *'\"type\":\"choose\"'*) exec 3>life; sleep 86400 & echo $$ >&3; wait;;\n\
         *) echo '{\"type\":\"ready\"}';; esac; done\n",
    );
    let args = ["simulate", "eylau", "bot:sh bot.sh", "random", "--games", "1", "--bot-seconds", "86400", "-o", "out"];
    let mut umpire = desk::command(&desk.path(""), &args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let (tells, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut lines = BufReader::new(std::fs::File::open(life).unwrap()).lines().map_while(Result::ok);
        while tells.send(lines.next()).is_ok() {}
    });
    let patience = Duration::from_secs(120);
    let thinks = told.recv_timeout(patience);
    let sent = Command::new("kill").args(["-INT", &umpire.id().to_string()]).status().unwrap();
    let status = umpire.wait().unwrap();
    let gone = told.recv_timeout(patience);
    let group = thinks.unwrap().unwrap();
    if gone.is_err() {
        let _ = Command::new("sh").args(["-c", "kill -s KILL -- \"-$1\"", "sh", &group]).status();
    }
    assert_eq!((sent.success(), status.code(), gone), (true, Some(130), Ok(None)), "the group {group} is gone");
}

/// A full disk costs the game that no longer fits, and nothing else: no piece of it stays in the way of the next.
#[cfg(unix)]
#[test]
fn a_disk_that_is_full_leaves_whole_games() {
    let desk = Desk::new();
    let args = ["simulate", "eylau", "random", "random", "--games", "6", "-o", "out"];
    let back = desk::feed(desk::on_small_disk(&desk.path(""), 20, &args), "");
    assert_eq!((back.status, back.err.lines().count()), (Some(1), 1), "{back:?}");
    assert!(back.err.contains("results.jsonl: file too large; what was played is in out"), "{}", back.err);
    assert!(desk.get("out/results.jsonl").ends_with('\n'), "no line breaks off");
    let back = desk.run(&args);
    assert_eq!(back.status, Some(0), "{back:?}");
    assert!(!back.err.contains("breaks off"), "{}", back.err);
    assert_eq!(desk.get("out/games.csv").lines().count(), 7);
}

#[test]
fn a_batch_is_extended_and_its_games_have_records() {
    let desk = Desk::new();
    let mut args = BATCH.to_vec();
    args[5] = "2";
    desk.well(&args);
    args[5] = "3";
    args.push("--records");
    let back = desk.run(&args);
    assert!(back.status == Some(0) && back.err.contains("goes on after 2 games") && back.out.contains("1 games in"), "{back:?}");
    for number in 0..3 {
        desk.well(&["replay", &format!("out/records/{number}.record")]);
    }
    let told = desk.well(&["simulate", "records", "out", "1", "-o", "mine"]);
    assert!(told.trim_end().ends_with("1.record") && desk.get("mine/1.record") == desk.get("out/records/1.record"), "{told}");
    args[5] = "1";
    refused(&desk, &args, "as many or more");
    refused(&desk, &["simulate", "records", "out", "9"], "game 9 has not been played");
}

#[test]
fn a_ladder_puts_the_stronger_first() {
    let desk = Desk::new();
    let summary = desk.json(&["tournament", "random", "greedy", "--pairs", "2", "-o", "t", "--json"]);
    assert_eq!(summary["ladder"][0]["player"], "greedy");
    assert_eq!(summary["ladder"][0]["won"], 4);
    let told = desk.well(&["tournament", "greedy", "random", "--sprt", "0,100", "--pairs", "40", "-o", "s"]);
    assert!(told.contains("Is greedy stronger than random? stronger"), "{told}");
    // A program whose name begins as an address does is a program, even if it is not there.
    let told = desk.well(&["tournament", "random", "--bot", "http-nowhere", "--pairs", "1", "-o", "h"]);
    assert!(told.contains("bot:http-nowhere (2 by default)") && told.contains("ended by the umpire"), "{told}");
}

/// A game that cannot be played once more as it was has no record, and that is said; it takes neither the report nor the other records away.
#[test]
fn a_game_without_a_record_is_told_behind_the_rest() {
    let desk = Desk::new();
    let args = |games: &'static str| ["simulate", "eylau", "random", "random", "--games", games, "-o", "out"];
    desk.well(&args("1"));
    // As if somebody else had played it.
    desk.put("out/results.jsonl", desk.get("out/results.jsonl").replacen("\"turns\":", "\"turns\":1", 1));
    let back = desk.run(&[&args("2")[..], &["--records"][..]].concat());
    assert_eq!(back.status, Some(2), "{back:?}");
    assert!(back.out.contains("2 of 2 games") && back.err.contains("game 0 goes differently now"), "{back:?}");
    assert_eq!(desk.get("out/games.csv").lines().count(), 3);
    desk.well(&["replay", "out/records/1.record"]);
    let back = desk.run(&["simulate", "records", "out", "-o", "mine"]);
    assert_eq!((back.status, back.out.trim_end().ends_with("1.record")), (Some(2), true), "{back:?}");
    assert!(back.err.contains("game 0 goes differently now") && desk.path("mine/1.record").is_file(), "{back:?}");
}

#[test]
fn the_engine_answers_line_by_line() {
    let desk = Desk::new();
    let input = "{\"type\":\"hello\",\"protocol\":1}\n\nnonsense\n\
                 {\"type\":\"open\",\"game\":\"eylau\",\"seat\":\"French\",\"against\":\"random\"}\n{\"type\":\"quit\"}\n{\"type\":\"hello\",\"protocol\":1}\n";
    let back = desk.typed(&["engine", "--level", "greedy"], input);
    let lines: Vec<serde_json::Value> = back.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
    assert_eq!((back.status, &kinds[..]), (Some(0), &["ready", "error", "choose"][..]));
    assert_eq!(lines[0]["name"], "grognard greedy");
    assert!(lines[2]["options"].as_array().unwrap().len() > 10);
}

/// Somebody who calls and says nothing, as a browser does ahead of time, keeps nobody else waiting.
#[test]
fn the_engine_over_http_waits_for_nobody_who_is_silent() {
    let desk = Desk::new();
    let mut command = desk::command(&desk.path("."), &["engine", "--level", "random", "--http", "0"]);
    // Whoever is silent stays so until he hangs up: if he were waited for, there would never be an answer.
    command.env("GROGNARD_UNHURRIED", "yes");
    let mut engine = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut address = String::new();
    BufReader::new(engine.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let place = address.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let silent = [(); 4].map(|()| TcpStream::connect(&place).unwrap());
    let ask = |body: &str| {
        let mut stream = TcpStream::connect(&place).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        write!(stream, "POST / HTTP/1.1\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).map(|_| answer)
    };
    let hello = ask("{\"type\":\"hello\",\"protocol\":1}");
    if ask("{\"type\":\"quit\"}").is_err() {
        engine.kill().unwrap();
    }
    let status = engine.wait().unwrap();
    drop(silent);
    assert!(hello.is_ok_and(|answer| answer.contains("grognard random")));
    assert!(status.success());
}

#[test]
fn the_engine_plays_in_a_tournament_as_at_home() {
    let desk = Desk::new();
    let engine = format!("bot:'{}' engine --level greedy", env!("CARGO_BIN_EXE_grognard"));
    // However busy the machine is, it has answered by then.
    let patient = ["--bot-seconds", "600"];
    let play = |out: &str, more: &[&str]| {
        let words = [&["simulate", "eylau", &engine, "random", "--games", "1", "-o", out, "--json"][..], &patient[..], more];
        let words = words.concat();
        let told = desk.json(&words);
        assert_eq!(told["adjudicated"].as_object().unwrap().len(), 0, "{told}");
        (
            told["by_game"][0]["margin"]["value"].clone(),
            told["by_game"][0]["turns"]["value"].clone(),
            desk.get(&format!("{out}/games.csv")),
        )
    };
    let secret = ["--secret", "a secret for this test"];
    let first = play("a", &secret);
    assert_eq!(first, play("b", &secret), "the same secret, the same game");
    assert_ne!(first.2, play("c", &["--secret", "another secret for this test"]).2);
    // Going on takes the secret that is there.
    let more = [&["simulate", "eylau", &engine, "random", "--games", "2", "-o", "a"][..], &patient[..]].concat();
    let more = desk.run(&more);
    assert!(more.status == Some(0) && more.err.contains("goes on after 1 games"), "{more:?}");
    assert!(desk.get("a/games.csv").starts_with(first.2.trim_end()));
    let parts = ["simulate", "eylau", &engine, "random", "--games", "2", "--shard", "1/2", "-o", "e"];
    refused(&desk, &parts, "--secret WORDS");
    refused(&desk, &["simulate", "eylau", &engine, "random", "--secret", "short", "-o", "e"], "16 characters");
}

#[test]
fn a_game_is_looked_at_again() {
    let desk = Desk::new();
    let (game, _) = desk::game(11, 120);
    desk.put("game.rec", game.record().unwrap());
    let analysis = desk.json(&["analyse", "game.rec", "--level", "greedy", "--playouts", "0", "--html", "page.html", "--json"]);
    let decisions = analysis["decisions"].as_array().unwrap();
    assert_eq!(decisions.last().unwrap()["to"], 120);
    assert!(decisions.iter().any(|decision| decision["better"].is_object()));
    assert!(desk.get("page.html").contains("Every decision"));
    let told = desk.well(&["analyse", "game.rec", "--level", "veteran", "--seconds", "0"]);
    assert!(told.contains("Time was short") && told.contains("better:"), "{told}");
}

/// An eye that learns: what was played is kept, and a run that was cut short goes on.
#[test]
fn an_eye_learns_and_goes_on_where_it_was_stopped() {
    let desk = Desk::new();
    let train = |games: &str, more: &[&str]| {
        desk.run(&[&["train", "bautzen-outposts", "--games", games, "-o", "x.eye"][..], more].concat())
    };
    let first = train("5", &["--eye"]);
    assert_eq!((first.status, first.err.as_str()), (Some(0), ""));
    assert_eq!(first.out, desk.get("x.eye"));
    let begun = "grognard weights 1\ngame bautzen-outposts\nfrom grognard train bautzen-outposts --eye";
    let head = |games: u32| format!("{begun} --games {games} --seed 1\n");
    assert!(first.out.starts_with(&head(5)) && first.out.contains("\nweight margin "), "{}", first.out);
    let samples = desk.get("x.eye.samples");
    // The last game was cut short; and the file has become larger than any game.
    let (named, rest) = samples[..samples.len() - 10].split_once('\n').unwrap();
    desk.put("x.eye.samples", format!("{named}\n{}\n{rest}", " ".repeat(65 << 20)));
    let again = train("6", &["--eye"]);
    assert_eq!(again.err, "grognard: x.eye.samples: 4 games are there already\n");
    assert!(again.out.starts_with(&head(6)) && again.out == desk.get("x.eye"), "{again:?}");
    let (grown, known) = (desk.get("x.eye.samples"), samples.split_once('\n').unwrap().1);
    assert!(grown.contains(known) && grown.ends_with("\ngame 6\n"), "the fifth is played again as it was");
    // Those of another kind are not mixed in.
    let other = train("6", &[]);
    assert!(other.status == Some(2) && other.err.contains("x.eye.samples: holds another run"), "{other:?}");
    let other = train("6", &["--eye", "--seed", "2"]);
    assert!(other.status == Some(2) && other.err.contains("x.eye.samples: holds another run"), "{other:?}");
}

/// Two who train into one file would spoil each other's games.
#[test]
fn samples_are_written_by_one_program_at_a_time() {
    let desk = Desk::new();
    let held = std::fs::File::create(desk.path("x.samples")).unwrap();
    held.lock().unwrap();
    refused(&desk, &["train", "eylau", "--games", "5", "-o", "x"], "x.samples: another program is at work on these games");
    held.unlock().unwrap();
    // A file with nothing in it is a run that has not begun.
    desk.well(&["train", "eylau", "--games", "5", "-o", "x"]);
    assert!(desk.get("x.samples").ends_with("\ngame 5\n"));
    // Games by other rules are not mixed in.
    let before = desk.get("x.samples").replacen("rules=art-of-war-", "rules=art-of-war-0", 1);
    desk.put("x.samples", before);
    refused(
        &desk,
        &["train", "eylau", "--games", "6", "-o", "x"],
        "x.samples: holds games by rules that have been corrected (revision art-of-war-0",
    );
    // Nor those of an older program, which does not say by which they were played.
    let (before, behind) = desk.get("x.samples").split_once(" rules=").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    desk.put("x.samples", before + &behind[behind.find(',').unwrap()..]);
    refused(
        &desk,
        &["train", "eylau", "--games", "6", "-o", "x"],
        "x.samples: holds games of an older program, which did not note the revision of the rules",
    );
    refused(&desk, &["train", "eylau", "--games", "6", "--seed", "2", "-o", "x"], "x.samples: holds another run");
}

/// A file of weights names all words with which it can be had again.
#[test]
fn weights_tell_how_they_were_made() {
    let desk = Desk::new();
    let begin = ["train", "eylau", "--games", "5", "--option", "weather=on"];
    desk.well(&[&begin[..], &["-o", "a"][..]].concat());
    let told = desk.well(&[&begin[..], &["--from", "a", "-o", "b"][..]].concat());
    assert!(told.contains("\nfrom grognard train eylau --option weather=on --from a --games 5 --seed 1\n"), "{told}");
}

#[test]
fn what_cannot_be_done_is_refused_in_one_line() {
    let desk = Desk::new();
    for (args, wanted) in [
        (&["simulate", "borodino", "random", "random"][..], "borodino"),
        (&["simulate", "eylau", "random", "emperor"], "emperor"),
        (&["simulate", "eylau", "random"], "required"),
        (&["simulate", "eylau", "random", "random", "--shard", "3/2"], "i/n"),
        (&["simulate", "eylau", "random", "random", "--games", "0"], "0"),
        (&["simulate", "eylau", "random", "random", "--change", "unit:Nobody:strength=3"], "Nobody"),
        (&["simulate", "eylau", "random", "random", "--change", "moon=blue"], "expected unit:TAG"),
        (&["simulate", "eagles-friedland", "random", "random", "--change", "figure:luck=3"], "no figure"),
        (&["simulate", "eagles-friedland", "random", "random", "--change", "moon=blue"], "expected figure:NAME"),
        (&["simulate", "eylau", "random", "random", "--change-option", "rain=on"], "rain"),
        (&["simulate", "eylau", "random", "random", "--option", "weather=hot"], "hot"),
        (&["simulate", "eylau", "random", "random", "--bot-seconds", "-1"], "-1"),
        (&["simulate", "eylau", "random", "https://example.org"], "http://"),
        (&["simulate", "eylau", "random", "random", "--nats", "nats://127.0.0.1:1"], "no NATS server answers"),
        (&["simulate", "merge", "nowhere", "-o", "x"], "nowhere"),
        (&["tournament", "random", "--pairs", "1"], "at least two players"),
        (&["tournament", "random", "--bot", "https://example.org", "--pairs", "1"], "only http:// is spoken"),
        (&["tournament", "random", "random"], "twice"),
        (&["tournament", "random", "greedy", "--game", "borodino"], "borodino"),
        (&["tournament", "random", "greedy", "recruit", "--sprt", "0,10"], "expected two"),
        (&["tournament", "random", "greedy", "--sprt", "10,0"], "elo0 < elo1"),
        (&["tournament", "random", "greedy", "--sprt", "nan,nan"], "elo0 < elo1"),
        (&["tournament", "random", "greedy", "--sprt", "0,inf"], "elo0 < elo1"),
        (&["tournament", "random", "greedy", "--sprt", "ten"], "two numbers"),
        (&["train", "eylau", "-o", "."], ".: a folder"),
        (&["train", "eylau", "--eye", "--from", "w", "-o", "x"], "--from"),
        (&["train", "eylau", "--games", "4", "-o", "x"], "4"),
        (&["engine", "--level", "emperor"], "emperor"),
        (&["analyse", "nowhere.rec"], "nowhere.rec"),
        (&["analyse", "eylau", "--level", "emperor"], "emperor"),
        // Before anything is thought about.
        (&["analyse", "eylau", "--level", "emperor", "--html", "no/such/page.html"], "no/such/page.html: cannot be written"),
        (&["train", "eylau", "-o", "no/such/weights"], "no/such/weights: cannot be written"),
    ] {
        refused(&desk, args, wanted);
    }
}
