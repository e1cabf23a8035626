//! Games in which things are hidden: what each command shows of them, and what cannot be done with them.

use crate::desk::Desk;
use grognard_engine::dice::SeededDice;
use grognard_engine::letters::{self, Letter};
use grognard_engine::record::Header;
use grognard_shelf::Match;

/// A game of Dresden 20 with Fog of War, a few actions old, and far from its end.
fn foggy(actions: usize) -> Box<dyn Match> {
    let (mut dice, mut picks) = (SeededDice::new(3), SeededDice::new(4));
    let options = [("fog".to_owned(), "on".to_owned())];
    let mut game = grognard_shelf::open("dresden-20", &options, &mut dice).unwrap();
    for _ in 0..actions {
        let seat = game.to_decide().unwrap();
        let options = game.actions();
        let action = options[picks.below(options.len() as u32) as usize].clone();
        game.submit(seat, &action, &mut dice).unwrap();
    }
    assert!(game.secretive(), "the game is over too early");
    game
}

/// The names of the counters that a seat cannot know now: those that its board does not name on the map, but the enemy's does.
fn unknown(game: &dyn Match, seat: &str) -> Vec<String> {
    let tags = |seat: &str| -> Vec<String> {
        game.board(Some(seat)).counters.into_iter().filter(|c| c.hex.is_some()).map(|c| c.tag).collect()
    };
    let mine = tags(seat);
    let enemy = game.seats().iter().find(|other| **other != seat).unwrap();
    let hidden: Vec<String> = tags(enemy).into_iter().filter(|tag| !tag.is_empty() && !tag.starts_with('?')).collect();
    hidden.into_iter().filter(|tag| !mine.contains(tag)).collect()
}

/// Whether a name is that of one counter only: a `Res` is in `Res Art`, too, and numbers are in many names.
fn distinct(tag: &str) -> bool {
    tag.len() > 2 && tag != "Res"
}

/// Whether a text says a word.
fn says(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|found| found == word)
}

#[test]
fn a_game_with_secrets_is_not_begun_by_mail() {
    let desk = Desk::new();
    for (args, wanted) in [
        (vec!["mail", "--new", "dresden-20", "--as", "French", "--option", "fog=on"], ["fog=on", "--option fog=off"]),
        (vec!["mail", "--new", "dresden-20-maneuver", "--as", "French"], ["dresden-20-maneuver", "grognard serve"]),
        (
            vec!["mail", "--new", "dresden-20-maneuver", "--as", "Allied", "--option", "fog=on"],
            ["dresden-20-maneuver", "grognard serve"],
        ),
    ] {
        let back = desk.run(&args);
        assert_eq!(back.status, Some(2), "{args:?}: {back:?}");
        assert_eq!((back.out.as_str(), back.err.lines().count()), ("", 1), "{args:?}");
        assert!(wanted.iter().all(|words| back.err.contains(words)), "{args:?}: {}", back.err);
        assert!(desk.files().is_empty(), "{args:?}: something was written");
    }
    desk.well(&["mail", "--new", "dresden-20", "--as", "French"]);
}

#[test]
fn a_letter_with_secrets_is_not_opened() {
    let identity = foggy(0).identity();
    let header = Header {
        rulebook: identity.rulebook.to_owned(),
        revision: identity.revision,
        game: identity.game,
        options: identity.options,
        deal: Vec::new(),
    };
    let chain = grognard_engine::chain::Chain::new(&[7; 32]);
    let letter = Letter { by: "French".to_owned(), seal: Some(chain.seal().to_owned()), ..Letter::default() };
    let desk = Desk::new();
    desk.put("fog-0001.mail", letters::begin(&header, &letter));
    let before = desk.files();
    let back = desk.run(&["mail", "fog-0001.mail", "--secret", "allied.key"]);
    assert_eq!((back.status, back.err.lines().count()), (Some(2), 1), "{back:?}");
    for words in ["fog-0001.mail", "fog=on", "grognard serve", "--option fog=off"] {
        assert!(back.err.contains(words), "{}", back.err);
    }
    assert_eq!(desk.files(), before);
}

#[test]
fn what_is_shown_to_a_seat_names_nothing_that_it_cannot_know() {
    let game = foggy(40);
    let desk = Desk::new();
    desk.put("fog.rec", game.record().unwrap());
    let position = game.position();
    for seat in game.seats() {
        let hidden = unknown(game.as_ref(), seat);
        assert!(hidden.len() > 4, "too little is hidden to be worth a test: {hidden:?}");
        for args in [
            vec!["show", "fog.rec", "--seat", seat, "--json"],
            vec!["show", "fog.rec", "--seat", seat, "--list"],
            vec!["show", "fog.rec", "--seat", seat],
            vec!["replay", "fog.rec", "--seat", seat],
            vec!["replay", "fog.rec", "--seat", seat, "--json"],
        ] {
            let out = desk.well(&args);
            assert!(!out.contains(&position), "{args:?} prints the position");
            let digest = format!("{:016x}", game.digest());
            assert!(!out.contains(&digest) && !out.contains(&digest[8..]), "{args:?} prints a digest");
            // `replay` tells of a counter that was seen and lies face down again, so only those count that were never seen.
            let told = args[0] == "replay";
            let known = |tag: &&String| told && says(&format!("{:?}", game.log(Some(seat), 0)), tag);
            let leak = hidden.iter().filter(|tag| distinct(tag) && !known(tag)).find(|tag| says(&out, tag));
            assert!(leak.is_none(), "{args:?} names {leak:?}");
        }
        let shown = desk.json(&["show", "fog.rec", "--seat", seat, "--json"]);
        assert!(shown["position"].is_null() && shown["digest"].is_null());
        assert_eq!(shown["options"].as_array().unwrap().is_empty(), game.to_decide() != Some(seat));
        assert_eq!(shown["shown"], format!("what {seat} may know"));
    }
}

#[test]
fn without_a_seat_it_is_said_what_is_shown() {
    let game = foggy(40);
    let desk = Desk::new();
    desk.put("fog.rec", game.record().unwrap());
    let out = desk.well(&["show", "fog.rec", "--list"]);
    assert!(out.contains("as an onlooker sees it; --seat French or --seat Allied"), "{out}");
    let hidden: Vec<String> = game.seats().iter().flat_map(|seat| unknown(game.as_ref(), seat)).collect();
    let leak = hidden.iter().filter(|tag| distinct(tag)).find(|tag| says(&out, tag));
    assert!(leak.is_none(), "names {leak:?}");
    assert!(desk.json(&["show", "fog.rec", "--json"])["shown"].as_str().unwrap().contains("for the umpire"));
    for args in [["replay", "fog.rec"], ["notation", "fog.rec"]] {
        let back = desk.run(&args);
        assert_eq!(back.status, Some(0), "{back:?}");
        assert!(
            back.err.starts_with("grognard: the game has secrets and is not over: ") && back.err.lines().count() == 1,
            "{back:?}"
        );
    }
    let back = desk.run(&["analyse", "fog.rec", "--level", "random"]);
    assert_eq!((back.status, back.out.as_str()), (Some(2), ""), "{back:?}");
    assert!(back.err.contains("not over"), "{}", back.err);
    // The beginning of one that is over can be looked at: its record has told everything.
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/../../records/napoleonic-20/dresden-20-maneuver.record");
    let told = desk.well(&["analyse", record, "--to", "3", "--level", "random", "--playouts", "0", "--seconds", "0"]);
    assert!(told.contains("decisions"), "{told}");
}

#[test]
fn at_one_keyboard_each_side_is_told_its_own() {
    let desk = Desk::new();
    let game = foggy(0);
    let hidden = unknown(game.as_ref(), "French");
    // Both sides put no dummies down; then the Allies move a unit, and end their movement.
    let typed = "ready\nready\nmove PrII 1009\nposition\nend\nend\nlog\nquit\n";
    let back = desk.typed(&["play", "dresden-20", "--option", "fog=on", "--seed", "3"], typed);
    assert_eq!(back.status, Some(0), "{back:?}");
    assert!(!back.out.contains(&game.position()[..20]), "{}", back.out);
    assert!(back.out.contains("A position holds what is hidden"), "{}", back.out);
    let allied = back.out.find("PrII moves").unwrap_or_else(|| panic!("{}", back.out));
    let french = back.out.rfind("---- French decides now.").unwrap_or_else(|| panic!("{}", back.out));
    assert!(allied < french, "{}", back.out);
    // Behind the last curtain the French read of counters only.
    let rest = &back.out[french..];
    assert!(rest.contains("counter moves"), "{rest}");
    let leak = hidden.iter().filter(|tag| distinct(tag)).find(|tag| says(rest, tag));
    assert!(leak.is_none(), "names {leak:?}: {rest}");
}

/// What a side has ordered once is its own affair: the other, at the same keyboard, sees what comes of it and not the order.
#[test]
fn standing_orders_of_the_other_side_are_not_told() {
    let orders = ["countercharge never", "disengage never", "reserves never", "advance never"];
    let (game, asked, action) = (0..40).find_map(|seed| asked_across(seed, &orders.join("\n"))).expect("nobody was ever asked");
    let lines: Vec<String> = orders.iter().map(|order| format!("{asked} {order}\n")).collect();
    let desk = Desk::new();
    desk.put("g.rec", game.record().unwrap()).put("g.rec.orders", lines.concat());
    let back = desk.typed(&["play", "g.rec"], &format!("{action}\nquit\n"));
    assert_eq!((back.status, back.err.as_str()), (Some(0), ""));
    assert!(!back.out.contains(&format!("{asked} decides now")), "it was answered: {}", back.out);
    assert!(!back.out.contains("standing order") && !back.out.contains("answers `"), "{}", back.out);
}

/// A random game of Dresden 20 with Fog of War, up to an action upon which the other side is asked what its orders answer; no dice fall, and then
/// whoever acted goes on.
fn asked_across(seed: u64, orders: &str) -> Option<(Box<dyn Match>, &'static str, String)> {
    let (mut dice, mut picks) = (SeededDice::new(seed), SeededDice::new(!seed));
    let options = [("fog".to_owned(), "on".to_owned())];
    let mut game = grognard_shelf::open("dresden-20", &options, &mut dice).unwrap();
    for _ in 0..400 {
        let seat = game.to_decide()?;
        let options = game.actions();
        let action = options[picks.below(options.len() as u32) as usize].clone();
        let before = game.played();
        let rolled = !game.submit(seat, &action, &mut dice).unwrap().dice.is_empty();
        let asked = game.to_decide()?;
        if asked != seat
            && !rolled
            && let Some((answer, _)) = game.answer(orders)
            && game.submit(asked, &answer, &mut dice).unwrap().dice.is_empty()
            && game.to_decide() == Some(seat)
        {
            game.rewind(before);
            return Some((game, asked, action));
        }
    }
    None
}
