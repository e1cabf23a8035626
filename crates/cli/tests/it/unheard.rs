//! Nobody reads what is printed, and more words than anybody types: what was found out stays found out, and what was to be written is written.

use crate::desk::{Back, Desk, command, feed, on_small_disk, record};
use std::io::{Read as _, pipe};
use std::process::Stdio;

/// Runs `grognard` with nobody at the other end of its output.
fn unheard(desk: &Desk, args: &[&str]) -> Back {
    let (reader, writer) = pipe().unwrap();
    drop(reader);
    let mut child = command(&desk.path(""), args).stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    Back { status: child.wait().unwrap().code(), out: String::new(), err }
}

/// A case that fails: the unit is one hex further.
const WRONG: &str = "case 4.1 \"a march\"\ngame eylau\nmap 9x9\nphase French movement\nunit F1 i5-4 @0505\nunit A1 i5-4 @0909\ndo move F1 0504 0503\nexpect F1 at 0504\n";

#[test]
fn whoever_prints_to_nobody_ends_quietly() {
    let desk = Desk::new();
    desk.put("game.record", record());
    for args in [
        &["list"][..],
        &["list", "--json"],
        &["rules"],
        &["rules", "5.1"],
        &["show", "eylau"],
        &["show", "eylau", "--json"],
        &["new", "eylau"],
        &["replay", "game.record"],
        &["replay", "game.record", "--json"],
        &["notation", "game.record"],
        &["fuzz", "eylau", "--games", "1"],
        &["perft", "eylau", "--depth", "1"],
        &["rollouts", "eylau", "--seconds", "0.01"],
        &["play", "eylau"],
        &["simulate", "eylau", "random", "random", "--games", "1", "-o", "s"],
        &["simulate", "records", "s"],
        &["tournament", "random", "greedy", "--pairs", "1", "-o", "t"],
        &["analyse", "game.record", "--to", "5", "--level", "recruit", "--playouts", "0", "--html", "page.html"],
        &["--help"],
        &["--version"],
    ] {
        let back = unheard(&desk, args);
        assert_eq!((back.status, back.err.as_str()), (Some(0), ""), "{args:?}");
    }
    for written in ["s/report.html", "s/records", "t/report.html", "page.html"] {
        assert!(desk.path(written).exists(), "{written}");
    }
}

/// The status is what a script goes by, and it may well read no more than the first line.
#[test]
fn what_was_found_is_told_by_the_status_though_nobody_reads() {
    let desk = Desk::new();
    desk.put("game.record", record()).put("wrong.case", WRONG);
    // A record without a promise: nothing can be shown of its dice.
    for args in [&["audit", "game.record"][..], &["audit", "game.record", "--json"], &["try", "wrong.case"]] {
        let heard = desk.run(args);
        assert_eq!((heard.status, heard.err.as_str()), (Some(1), ""), "{args:?}: {heard:?}");
        let back = unheard(&desk, args);
        assert_eq!((back.status, back.err), (heard.status, heard.err), "{args:?}");
    }
    unheard(&desk, &["simulate", "eylau", "random", "random", "--games", "1", "-o", "s"]);
    let back = unheard(&desk, &["simulate", "records", "s", "0", "7"]);
    assert!(back.status == Some(2) && back.err.contains("game 7 has not been played"), "{back:?}");
}

#[test]
fn weights_are_learnt_though_nobody_reads_that_games_are_there() {
    let desk = Desk::new();
    let train = ["train", "eylau", "--games", "5", "-o", "w"];
    let whole = desk.well(&train);
    // Whoever was stopped has games and no weights.
    std::fs::remove_file(desk.path("w")).unwrap();
    let back = unheard(&desk, &train);
    assert_eq!((back.status, back.err.as_str()), (Some(0), "grognard: w.samples: 5 games are there already\n"));
    assert_eq!(desk.get("w"), whole);
}

#[test]
fn ten_thousand_words_are_refused_in_a_line() {
    let desk = Desk::new();
    let many: Vec<String> = (0..10_000).map(|i| format!("nobody-{i}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let same = vec!["random"; 10_000];
    for (args, wanted) in [
        // So many players would have a billion games, which are not counted one by one before the first player is looked at.
        ([&["tournament", "-o", "t"][..], &many].concat(), "nobody-0"),
        ([&["tournament", "-o", "t"][..], &same].concat(), "player random is named twice"),
        ([&["try"][..], &many].concat(), "nobody-9999: cannot be read"),
        ([&["simulate", "merge", "-o", "m"][..], &many].concat(), "nobody-0/results.jsonl: no such file"),
    ] {
        let back = desk.run(&args);
        assert_eq!((back.status, back.out.as_str(), back.err.lines().count()), (Some(2), "", 1), "{wanted}");
        assert!(back.err.contains(wanted), "{wanted}: {:.300}", back.err);
    }
}

/// Games that were played before the disk was full are kept, and what is learnt in the end is what would have been learnt at once.
#[cfg(unix)]
#[test]
fn what_is_learnt_goes_on_after_a_full_disk() {
    let desk = Desk::new();
    let whole = desk.well(&["train", "eylau", "--games", "6", "-o", "whole"]);
    let back = feed(on_small_disk(&desk.path(""), 10, &["train", "eylau", "--games", "6", "-o", "w"]), "");
    assert_eq!((back.status, back.out.as_str()), (Some(2), ""), "{back:?}");
    assert_eq!(back.err, "grognard: w.samples: cannot be written: file too large\n");
    assert!(!desk.path("w").exists(), "nothing was learnt yet");
    let back = desk.run(&["train", "eylau", "--games", "6", "-o", "w"]);
    assert!(back.status == Some(0) && back.err.contains(" games are there already"), "{back:?}");
    assert_eq!((back.out, desk.get("w.samples")), (whole, desk.get("whole.samples")));
}
