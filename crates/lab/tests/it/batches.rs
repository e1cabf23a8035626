//! Batches: the same results however they are played.

use crate::scratch::Scratch;
use grognard_lab::export::export;
use grognard_lab::game::Played;
use grognard_lab::journal::{self, Journal};
use grognard_lab::plan::{Kind, Plan, Shard, Sprt};
use grognard_lab::run::{Finished, run, run_until};
use grognard_lab::sprt::Verdict;
use grognard_lab::summary::summary;
use grognard_lab::{records, table};
use std::sync::atomic::{AtomicBool, Ordering};

fn plan(games: u64) -> Plan {
    Plan { luck: false, ..Plan::batch("eylau", ["random", "random"], games, 11) }
}

fn all(plan: &Plan, threads: usize) -> Vec<Played> {
    run(plan, 0..plan.total(), Vec::new(), threads, None, &mut |_| true).unwrap().games
}

/// Everything but the time it took.
fn told(plan: &Plan, games: &[Played]) -> Vec<String> {
    let seats = ["French".to_owned(), "Allied".to_owned()];
    table::tables(plan, &seats, games).iter().filter(|table| table.name != "times").map(table::Table::csv).collect()
}

#[test]
fn neither_threads_nor_order_change_a_result() {
    let plan = plan(6);
    let (one, three) = (all(&plan, 1), all(&plan, 3));
    assert_eq!(told(&plan, &one), told(&plan, &three));
    let backwards = run(&plan, (0..6).rev(), Vec::new(), 2, None, &mut |_| true).unwrap().games;
    assert_eq!(told(&plan, &one), told(&plan, &backwards));
    let csv = &told(&plan, &one)[0];
    assert!(csv.starts_with("number,pair,game,changed,player_french,player_allied,seed,winner,"), "{csv}");
    assert_eq!(csv.lines().count(), 7);
    let other = Plan { seed: 12, ..plan };
    assert_ne!(told(&other, &all(&other, 1)), told(&other, &one));
    for game in &one {
        assert_eq!(game.by_turn.iter().map(|row| row.actions).sum::<usize>(), game.actions);
        assert!(game.turns >= 1 && game.by_turn.windows(2).all(|w| w[0].turn < w[1].turn), "{:?}", game.by_turn);
        let last = game.by_turn.last().unwrap();
        assert_eq!([last.points[0].unwrap(), last.points[1].unwrap()], game.points[..]);
        // At Eylau the strength destroyed is what the losses add up to.
        let lost: i32 = game.losses.iter().map(|loss| loss.strength).sum();
        let by_turn: i32 = game.by_turn.iter().flat_map(|row| row.lost).sum();
        assert_eq!(lost, by_turn);
        assert!(game.losses.iter().all(|loss| loss.hex.is_some() && !loss.formation.is_empty()));
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_and_a_torn_line_is_told() {
    let plan = plan(5);
    let whole = all(&plan, 1);
    let scratch = Scratch::new();
    let (mut journal, found) = Journal::open(scratch.path(), &plan).unwrap();
    assert!(found.games.is_empty());
    assert!(Journal::open(scratch.path(), &plan).is_err_and(|why| why.contains("another program")));
    let mut left = 2;
    let part = run(&plan, 0..5, Vec::new(), 1, Some(&mut journal), &mut |_| {
        left -= 1;
        left > 0
    });
    assert!(part.unwrap().stopped);
    drop(journal);
    // The machine stopped in the middle of the last line.
    let path = scratch.path().join(journal::NAME);
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 40]).unwrap();
    let lines = bytes.iter().filter(|&&b| b == b'\n').count();
    let found = journal::read(scratch.path()).unwrap();
    let whole_ones = found.games.len();
    assert!(whole_ones >= 1 && whole_ones == lines - 2, "{whole_ones} of {lines}");
    let place = format!(":{lines}:");
    assert!(found.torn.as_ref().is_some_and(|line| line.contains(&place) && line.contains("breaks off")), "{:?}", found.torn);
    let (mut journal, found) = Journal::open(scratch.path(), &plan).unwrap();
    let mut again = 0;
    let finished = run(&plan, 0..5, found.games, 2, Some(&mut journal), &mut |_| {
        again += 1;
        true
    });
    assert_eq!(again, 5 - whole_ones, "what was whole is not played again");
    assert_eq!(told(&plan, &finished.unwrap().games), told(&plan, &whole));
    drop(journal);
    let after = journal::read(scratch.path()).unwrap();
    assert!(after.torn.is_none());
    assert_eq!(told(&plan, &after.games), told(&plan, &whole));
}

/// Everything in a folder of results but times, which differ.
fn files(folder: &std::path::Path) -> Vec<(String, Vec<u8>)> {
    let names = ["games.csv", "turns.csv", "losses.csv", "summary.json", "report.html"];
    names.map(|name| (name.to_owned(), std::fs::read(folder.join(name)).unwrap())).to_vec()
}

#[test]
fn a_sample_that_is_extended_is_the_same_as_a_long_one() {
    let (long, scratch) = (plan(6), Scratch::new());
    let whole = scratch.path().join("whole");
    let (mut journal, _) = Journal::open(&whole, &long).unwrap();
    let finished = run(&long, 0..long.total(), Vec::new(), 2, Some(&mut journal), &mut |_| true).unwrap();
    export(&whole, &long, &finished).unwrap();
    // Two games, then four, then six.
    let parts = scratch.path().join("parts");
    for (rounds, known) in [(2, 0), (4, 2), (6, 4)] {
        let plan = plan(rounds);
        let (mut journal, found) = Journal::open(&parts, &plan).unwrap();
        assert_eq!(found.games.len(), known);
        let finished = run(&plan, 0..plan.total(), found.games, 1, Some(&mut journal), &mut |_| true).unwrap();
        export(&parts, &plan, &finished).unwrap();
    }
    for ((name, long), (_, extended)) in files(&whole).into_iter().zip(files(&parts)) {
        assert!(long == extended, "{name} differs");
    }
    let found = journal::read(&parts).unwrap();
    assert_eq!((found.plan.rounds, found.games.len()), (6, 6));
    // It only grows, and only by games of the same plan.
    assert!(Journal::open(&parts, &plan(2)).is_err_and(|why| why.contains("longer plan") && why.contains("as many or more")));
    assert!(Journal::open(&parts, &Plan { seed: 3, ..plan(8) }).is_err_and(|why| why.contains("another plan")));
    // Folders of unlike length are put together.
    assert_eq!(journal::merge(&[parts, whole]).unwrap().plan.rounds, 6);
}

#[test]
fn any_game_has_a_record_that_was_kept_or_is_played_once_more() {
    let (plan, scratch) = (plan(3), Scratch::new());
    let kept = scratch.path().join("kept");
    let (mut journal, _) = Journal::open(&kept, &plan).unwrap();
    journal.keep_records().unwrap();
    let games = run(&plan, 0..3, Vec::new(), 2, Some(&mut journal), &mut |_| true).unwrap().games;
    drop(journal);
    let found = journal::read(&kept).unwrap();
    let bare = scratch.path().join("bare");
    std::fs::create_dir(&bare).unwrap();
    std::fs::copy(kept.join(journal::NAME), bare.join(journal::NAME)).unwrap();
    for game in &games {
        let record = std::fs::read_to_string(kept.join("records").join(format!("{}.record", game.number))).unwrap();
        let replayed = grognard_shelf::load("record", &record).unwrap();
        assert_eq!((replayed.played(), replayed.standing()), (game.actions, game.points.clone()));
        assert_eq!(records::record(&bare, &found, game.number).unwrap(), record, "played once more");
    }
    assert!(records::record(&bare, &found, 7).is_err_and(|why| why.contains("game 7 has not been played")));
    let mut other = found.clone();
    other.games[1].margin += 1;
    assert!(records::record(&bare, &other, 1).is_err_and(|why| why.contains("goes differently")));
    // What was kept is held against the results, too: it may be left from other games.
    let keep = |number: u64, text: &str| std::fs::write(kept.join(format!("records/{number}.record")), text).unwrap();
    let second = records::record(&kept, &found, 1).unwrap();
    keep(0, &second);
    keep(2, &second[..second.len() / 2]);
    assert!(
        records::record(&kept, &found, 0).is_err_and(|why| why.contains("0.record: the record of another game; take it away"))
    );
    assert!(records::record(&kept, &found, 2).is_err_and(|why| why.contains("2.record") && why.contains("take it away")));
    let path = records::write(&bare, &found, 2, &scratch.path().join("out")).unwrap();
    assert!(path.ends_with("out/2.record") && path.is_file());
    // The changed game of a what-if is like no published one.
    let what_if =
        Plan { kind: Kind::WhatIf { changes: Vec::new(), options: vec![("weather".to_owned(), "on".to_owned())] }, ..plan };
    let played = all(&what_if, 1);
    let mut found = found;
    (found.plan, found.games) = (what_if, played);
    assert_eq!(records::recordable(&found), [0, 2, 4]);
    assert!(records::record(&bare, &found, 1).is_err_and(|why| why.contains("no record")));
}

/// Somebody stops while the third game is still played: what came later waits.
#[test]
fn what_counts_after_a_stop_is_what_a_shorter_plan_would_have_played() {
    let plan = Plan { kind: Kind::Swapped, ..plan(3) };
    let whole = all(&plan, 1);
    let stop = AtomicBool::new(false);
    // Games come in another order than their numbers.
    let (order, mut left) = ([0, 1, 4, 2, 5, 3], 4);
    let mut seen = |_: &Played| {
        left -= 1;
        stop.store(left == 0, Ordering::Relaxed);
        true
    };
    let part = run_until(&plan, order, Vec::new(), 1, None, &mut seen, &stop).unwrap();
    assert!(part.stopped);
    let numbers: Vec<u64> = part.games.iter().map(|game| game.number).collect();
    assert_eq!((&numbers[..], part.beyond), (&[0, 1][..], 2), "only the first pair is whole");
    let shorter = Plan { rounds: 1, ..plan.clone() };
    assert_eq!(told(&plan, &part.games), told(&shorter, &all(&shorter, 2)));
    let text = summary(&plan, &part).unwrap().text();
    assert!(text.starts_with("2 of 6 games") && text.contains("2 more games have ended"), "{text}");
    // A game may be missing in front of a pair, and the pairs behind it still count.
    let sprt = Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 };
    let tested = Plan { kind: Kind::Sprt(sprt), ..plan };
    let gap = Finished { games: whole[1..].to_vec(), ..Finished::default() };
    assert_eq!(summary(&tested, &gap).unwrap().test.unwrap().pairs, 2);
}

#[test]
fn a_journal_that_is_damaged_elsewhere_or_of_another_plan_is_refused() {
    let plan = plan(3);
    let scratch = Scratch::new();
    let (mut journal, _) = Journal::open(scratch.path(), &plan).unwrap();
    run(&plan, 0..3, Vec::new(), 1, Some(&mut journal), &mut |_| true).unwrap();
    drop(journal);
    let other = Plan { seed: 99, ..plan.clone() };
    let why = Journal::open(scratch.path(), &other).map(|_| ()).unwrap_err();
    assert!(why.contains("another plan") && why.contains("seed is 11 there and 99 here"), "{why}");
    let path = scratch.path().join(journal::NAME);
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("\"number\":1,", "\"nimber\":1,", 1)).unwrap();
    let why = journal::read(scratch.path()).unwrap_err();
    assert!(why.contains(":3:"), "{why}");
    // A player, a side or a game that the plan does not know.
    let winner = text.lines().nth(1).and_then(|line| line.split("\"winner\":").nth(1)?.split(',').next()).unwrap();
    let winner = format!("\"winner\":{winner},");
    for (from, to) in [
        ("\"seats\":[0,1]", "\"seats\":[0,7]"),
        (winner.as_str(), "\"winner\":2,"),
        ("\"game\":\"eylau\"", "\"game\":\"wagram\""),
    ] {
        std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let why = journal::read(scratch.path()).unwrap_err();
        assert!(why.contains(":2: no game of this plan") && why.contains("played again"), "{why}");
    }
    // More games than there are numbers.
    std::fs::write(&path, text.replacen("\"rounds\":3,", "\"rounds\":18446744073709551615,", 1)).unwrap();
    assert!(journal::read(scratch.path()).is_ok_and(|found| found.games.len() == 3));
    std::fs::write(&path, "").unwrap();
    assert!(journal::read(scratch.path()).unwrap_err().contains("nothing in it"));
    std::fs::write(&path, "{\"format\":1").unwrap();
    assert!(journal::read(scratch.path()).unwrap_err().contains("breaks off in its first line"));
    assert!(journal::read(&scratch.path().join("nowhere")).is_err());
    // Whoever was stopped while writing the plan had played nothing, and begins again.
    let plan_line = text.lines().next().unwrap();
    std::fs::write(&path, &plan_line[..30]).unwrap();
    let (journal, found) = Journal::open(scratch.path(), &plan).unwrap();
    assert!(found.games.is_empty());
    drop(journal);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{plan_line}\n"));
    std::fs::write(&path, "{\"format\":77").unwrap();
    assert!(Journal::open(scratch.path(), &plan).is_err_and(|why| why.contains("first line")));
}

#[test]
fn every_game_has_its_levels_its_course_and_its_losses() {
    for (game, fog, levels, games) in
        [("eylau", false, 7, 2), ("dresden", false, 7, 2), ("dresden-20", false, 5, 6), ("dresden-20", true, 5, 12)]
    {
        let options = if fog { vec![("fog".to_owned(), "on".to_owned())] } else { Vec::new() };
        let plan = Plan { luck: false, options, ..Plan::batch(game, ["greedy", "random"], games, 3) };
        let finished = run(&plan, 0..plan.total(), Vec::new(), 2, None, &mut |_| true).unwrap();
        let figures = &summary(&plan, &finished).unwrap().by_game[0];
        // Also those levels that nobody got to, and no other.
        assert_eq!(figures.levels.len(), levels, "{game}: {:?}", figures.levels);
        let all: f64 = figures.levels.iter().map(|(_, share)| share.value).sum();
        assert!((all - 1.0).abs() < 1e-9, "{game}: {:?}", figures.levels);
        let (first, last) = (&figures.levels[0].0, &figures.levels[levels - 1].0);
        assert_eq!((first.as_str(), last.as_str()), ("French decisive victory", "Allied decisive victory"));
        for played in &finished.games {
            assert!(played.by_turn.iter().all(|row| row.points[0].is_some() && row.points[1].is_some()), "{game}");
            assert_eq!(played.margin, played.points[0] - played.points[1]);
        }
        // Somebody falls in most games, and it is known what he was, face down or not.
        let losses: Vec<_> = finished.games.iter().flat_map(|game| &game.losses).collect();
        assert!(!losses.is_empty() && losses.iter().any(|loss| loss.strength > 0), "{game}, fog {fog}: {losses:?}");
    }
}

#[test]
fn shards_put_together_are_the_whole() {
    let plan = plan(5);
    let scratch = Scratch::new();
    let folders: Vec<_> = (1..=2).map(|part| scratch.path().join(part.to_string())).collect();
    for (part, folder) in (1..=2).zip(&folders) {
        let (mut journal, _) = Journal::open(folder, &plan).unwrap();
        run(&plan, plan.shard(Shard { part, of: 2 }), Vec::new(), 1, Some(&mut journal), &mut |_| true).unwrap();
    }
    let merged = journal::merge(&folders).unwrap();
    assert_eq!(told(&plan, &merged.games), told(&plan, &all(&plan, 2)));
    // The same part twice does no harm; a game that went differently does.
    assert!(journal::merge(&[folders[0].clone(), folders[0].clone()]).is_ok());
    let path = folders[1].join(journal::NAME);
    let text = std::fs::read_to_string(&path).unwrap();
    let line = text.lines().nth(1).unwrap();
    std::fs::write(
        folders[0].join(journal::NAME),
        format!("{}\n{}\n", text.lines().next().unwrap(), line.replacen("\"turns\":", "\"turns\":1", 1)),
    )
    .unwrap();
    assert!(journal::merge(&folders).unwrap_err().contains("went differently"));
    assert!(journal::merge(&[]).is_err());
}

#[test]
fn a_what_if_plays_each_game_twice_with_the_same_dice() {
    let base = plan(3);
    let game = base.open("eylau", false, &mut grognard_engine::dice::SeededDice::new(0)).unwrap();
    let strongest = game.board(None).counters.into_iter().filter(|c| c.side == "French").max_by_key(|c| c.strength).unwrap();
    let changes = vec![format!("unit:{}:strength=1", strongest.tag)];
    let plan = Plan { kind: Kind::WhatIf { changes, options: Vec::new() }, ..base };
    plan.check().unwrap();
    let games = all(&plan, 2);
    assert_eq!(games.len(), 6);
    assert!(games.chunks(2).all(|pair| pair[0].seed == pair[1].seed && !pair[0].changed && pair[1].changed));
    let scratch = Scratch::new();
    let finished = Finished { games, ..Finished::default() };
    let (files, summary) = export(scratch.path(), &plan, &finished).unwrap();
    // Four figures, the wins of both sides, and each level of victory that was seen.
    let mut levels: Vec<&str> = finished.games.iter().map(|game| game.level.as_str()).collect();
    levels.sort_unstable();
    levels.dedup();
    assert_eq!(summary.what_if.len(), 6 + levels.len());
    assert!(levels.iter().all(|level| summary.what_if.iter().any(|row| row.what == format!("{level}, share"))));
    assert!(summary.text().contains("margin, French less Allied") && summary.text().contains("Holm's correction"));
    // What is looked at with so many others must be rarer to be clear.
    assert!(summary.what_if.iter().all(|row| row.corrected >= row.chance && row.is_clear() == (row.corrected < 0.05)));
    let least = summary.what_if.iter().map(|row| row.chance).fold(1.0, f64::min);
    let corrected = summary.what_if.iter().map(|row| row.corrected).fold(1.0, f64::min);
    assert!((corrected - (least * summary.what_if.len() as f64).min(1.0)).abs() < 1e-9);
    assert_eq!(files.len(), 10);
    let page = std::fs::read_to_string(scratch.path().join("report.html")).unwrap();
    assert!(page.contains("What the change does") && page.contains(&strongest.tag));
}

#[test]
fn what_is_made_of_results_does_not_tell_the_secret() {
    let secret = "a secret of some length";
    let plan = Plan { secret: Some(secret.to_owned()), ..plan(2) };
    let scratch = Scratch::new();
    let finished = Finished { games: all(&plan, 1), ..Finished::default() };
    let (files, _) = export(scratch.path(), &plan, &finished).unwrap();
    assert!(files.iter().any(|file| file.ends_with("summary.json")) && files.iter().any(|file| file.ends_with("report.html")));
    for file in files {
        let text = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned();
        assert!(!text.contains(secret), "{}", file.display());
    }
    // It is in the journal, which nobody else can read.
    drop(Journal::open(scratch.path(), &plan).unwrap());
    let path = scratch.path().join(journal::NAME);
    assert!(std::fs::read_to_string(&path).unwrap().contains(secret));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o077, 0);
    }
}

#[test]
fn the_report_needs_nothing_from_elsewhere() {
    let plan = Plan { luck: true, kind: Kind::Swapped, ..Plan::batch("eylau", ["greedy", "random"], 1, 3) };
    let finished = run(&plan, 0..plan.total(), Vec::new(), 2, None, &mut |_| true).unwrap();
    assert!(finished.games.iter().all(|game| game.luck.is_some_and(f64::is_finite)));
    let scratch = Scratch::new();
    let (_, summary) = export(scratch.path(), &plan, &finished).unwrap();
    assert_eq!(summary.ladder[0].player, "greedy");
    let page = std::fs::read_to_string(scratch.path().join("report.html")).unwrap();
    for part in [
        "Levels of victory",
        "Margins",
        "Losses by arm",
        "Losses by formation",
        "Length",
        "Luck of the dice",
        "Where they fell",
        "Strength",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // The only addresses are names of the SVG format.
    let outside = page.split("http").skip(1).find(|rest| !rest.starts_with("://www.w3.org/") && !rest.starts_with("-equiv"));
    assert_eq!(outside.map(|rest| rest.chars().take(60).collect::<String>()), None);
    assert!(!page.contains("<script"));
    assert!(page.contains("prefers-color-scheme:dark") && page.contains("lang=\"en\""));
    // Every picture says what it is.
    assert_eq!(page.matches("<svg ").count(), page.matches("role=\"img\"").count());
}

#[test]
fn a_sequential_test_stops_early_and_alike_on_any_number_of_threads() {
    let sprt = Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 };
    // The shortest of the games: what is shown is when the test stops, not who plays.
    let plan = Plan { kind: Kind::Sprt(sprt), luck: false, ..Plan::batch("dresden-20", ["greedy", "random"], 40, 3) };
    let one = run(&plan, 0..plan.total(), Vec::new(), 1, None, &mut |_| true).unwrap();
    let three = run(&plan, 0..plan.total(), Vec::new(), 3, None, &mut |_| true).unwrap();
    assert_eq!(one.verdict, Some(Verdict::Stronger));
    assert!((one.games.len() as u64) < plan.total(), "{} games", one.games.len());
    assert_eq!((one.games.len(), one.verdict), (three.games.len(), three.verdict));
    let again = run(&plan, 0..plan.total(), one.games.clone(), 2, None, &mut |_| panic!("all is known")).unwrap();
    assert_eq!(again.games.len(), one.games.len());
}

#[test]
fn a_file_of_weights_is_a_player_and_what_is_wrong_with_one_is_told_in_one_line() {
    let scratch = Scratch::new();
    let file = scratch.path().join("some.weights");
    let player = format!("weights:{}", file.display());
    let plan = Plan { luck: false, ..Plan::batch("dresden-20", [player.as_str(), "random"], 1, 3) };
    let wrong = |word: &str| {
        let why = plan.check().unwrap_err();
        assert!(why.contains(word) && why.contains("weights") && !why.contains('\n'), "{why}");
    };
    wrong("can be read");
    std::fs::write(&file, "something else").unwrap();
    wrong("no file of weights");
    let game = grognard_shelf::open("dresden-20", &[], &mut grognard_engine::dice::SeededDice::new(1)).unwrap();
    let text = game.weights()[0].text();
    // A run of training that was cut short leaves no such file; a file that was cut short by hand lacks features.
    std::fs::write(&file, &text[..text.len() * 2 / 3]).unwrap();
    wrong("weight");
    std::fs::write(&file, text.replace("game dresden-20", "game eylau")).unwrap();
    wrong("weights of eylau, not of dresden-20");
    std::fs::write(&file, &text).unwrap();
    plan.check().unwrap();
    // A file that was overwritten plays as somebody else: its games do not belong to those of before.
    let before = plan.clone().dated().unwrap();
    let folder = scratch.path().join("results");
    drop(Journal::open(&folder, &before).unwrap());
    drop(Journal::open(&folder, &plan.clone().dated().unwrap()).unwrap());
    std::fs::write(&file, text.clone() + "\n").unwrap();
    let why = Journal::open(&folder, &plan.clone().dated().unwrap()).unwrap_err();
    assert!(why.contains("another plan (a file of weights holds others than when they were played)"), "{why}");
    // What an older program wrote does not say.
    let silent = Plan { weights: Vec::new(), ..before.clone() };
    silent.same_as(&before).unwrap();
    before.same_as(&silent).unwrap();
}
