//! Batches: the same results however they are played.

use crate::scratch::Scratch;
use grognard_lab::export::export;
use grognard_lab::game::Played;
use grognard_lab::journal::{self, Journal};
use grognard_lab::plan::{Kind, Plan, Shard, Sprt};
use grognard_lab::run::{Finished, run};
use grognard_lab::sprt::Verdict;
use grognard_lab::summary::summary;
use grognard_lab::table;

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
    for (game, fog, levels) in [("eylau", false, 7), ("dresden", false, 7), ("dresden-20", false, 5), ("dresden-20", true, 5)] {
        let options = if fog { vec![("fog".to_owned(), "on".to_owned())] } else { Vec::new() };
        let plan = Plan { luck: false, options, ..Plan::batch(game, ["greedy", "random"], 4, 3) };
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
    assert!(summary.text().contains("margin, French less Allied"));
    assert_eq!(files.len(), 10);
    let page = std::fs::read_to_string(scratch.path().join("report.html")).unwrap();
    assert!(page.contains("What the change does") && page.contains(&strongest.tag));
}

#[test]
fn the_report_needs_nothing_from_elsewhere() {
    let plan = Plan { luck: true, kind: Kind::Swapped, ..Plan::batch("eylau", ["greedy", "random"], 2, 3) };
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
    let plan = Plan { kind: Kind::Sprt(sprt), luck: false, ..Plan::batch("eylau", ["greedy", "random"], 40, 3) };
    let one = run(&plan, 0..plan.total(), Vec::new(), 1, None, &mut |_| true).unwrap();
    let three = run(&plan, 0..plan.total(), Vec::new(), 3, None, &mut |_| true).unwrap();
    assert_eq!(one.verdict, Some(Verdict::Stronger));
    assert!((one.games.len() as u64) < plan.total(), "{} games", one.games.len());
    assert_eq!((one.games.len(), one.verdict), (three.games.len(), three.verdict));
    let again = run(&plan, 0..plan.total(), one.games.clone(), 2, None, &mut |_| panic!("all is known")).unwrap();
    assert_eq!(again.games.len(), one.games.len());
}
