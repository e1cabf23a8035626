//! A session at the keyboard, typed by a script.

use crate::desk::{self, Desk};

#[test]
fn a_first_evening() {
    let desk = Desk::new();
    let typed = [
        "?",
        "? pick Mur",
        "why move Mur1 0101",
        "why end",
        "move Mur1 0101",
        "fly away",
        "pick Mur1",
        "undo",
        "undo",
        "board",
        "list",
        "log",
        "duties",
        "forecast",
        "help",
        "rules 4.1",
        "rules 99.9",
        "position",
        "save copy.rec",
        "save copy.rec",
        "end",
        "status",
        "quit",
    ]
    .join("\n");
    let back = desk.typed(&["play", "eylau", "--seed", "1", "--save", "game.rec"], &typed);
    assert_eq!((back.status, back.err.as_str()), (Some(0), ""));
    for wanted in [
        "Both sides play at this keyboard",
        "move UNIT HEX",
        "Turn 1 of 12",
        "French [4.0]: choose a unit",
        "type: pick Lev1",
        "pick (27)",
        "pick Mur7  Mur cavalry 1-5 at 0820",
        "Refused: go 0101",
        "[4.1] Movement Allowance",
        "Allowed: end.",
        "Refused: [4.1]",
        "Not understood: ",
        "where does Mur1 go?",
        "Taken back.",
        "Cannot be taken back: nothing has been played yet.",
        "No attack is declared, or nobody takes part in it yet.",
        "99.9: no such case",
        "eylau 1F move ",
        "Saved to copy.rec.",
        "copy.rec: exists already",
        "allied> status",
        "Farewell.",
    ] {
        assert!(back.out.contains(wanted), "{wanted:?} is missing in\n{}", back.out);
    }
    assert!(desk.get("game.rec").contains("1 French end #"));
    assert!(desk.get("copy.rec").contains("end 0 #"));
    assert_eq!(desk.files().len(), 2, "no temporary file is left");
    // And on the next evening.
    let back = desk.typed(&["play", "game.rec", "--save", "game.rec"], "end\n");
    assert_eq!(back.status, Some(0), "{}", back.err);
    assert!(desk.get("game.rec").contains("2 Allied end #"));
    let back = desk.typed(&["play", "eylau", "--save", "game.rec"], "end\n");
    assert_eq!(back.status, Some(2), "another game is not overwritten");
    assert!(desk.get("game.rec").contains("2 Allied end #"));
}

/// Every action typed by hand, to the verdict; the record is the one that the library writes.
#[test]
fn a_whole_game_by_hand() {
    let desk = Desk::new();
    let (game, texts) = desk::game(7, usize::MAX);
    let back = desk.typed(&["play", "eylau", "--seed", "7"], &format!("{}\nsave whole.rec\nquit\n", texts.join("\n")));
    assert_eq!((back.status, back.err.as_str()), (Some(0), ""));
    assert!(back.out.contains("Over: ") && back.out.contains("over> save"), "{}", &back.out[back.out.len() - 500..]);
    assert_eq!(desk.get("whole.rec"), game.record().unwrap());
    assert!(back.out.contains("forecast: column"), "a declared attack shows its chances");
}

/// Put down and taken up again with the same seed, a game goes on as if it had never been put down.
#[test]
fn the_dice_go_on_where_they_were() {
    let desk = Desk::new();
    let (game, texts) = desk::game(7, usize::MAX);
    let half = texts.len() / 2;
    let play = |args: &[&str], texts: &[String]| {
        let back = desk.typed(args, &(texts.join("\n") + "\n"));
        assert_eq!((back.status, back.err.as_str()), (Some(0), ""));
    };
    play(&["play", "--seed", "7", "--save", "g"], &texts[..half]);
    play(&["play", "g", "--seed", "7", "--save", "g"], &texts[half..]);
    assert_eq!(desk.get("g"), game.record().unwrap());
}

#[test]
fn a_game_from_a_position_is_kept_as_a_position() {
    let desk = Desk::new();
    desk.put("p", desk::game(3, 40).0.position());
    let back = desk.typed(&["play", "p", "--save", "q"], "?\nquit\n");
    assert_eq!((back.status, back.err.as_str()), (Some(0), ""));
    assert_eq!(desk.get("q").trim(), desk.get("p"));
}

/// A disk that is full: everything that is played is told all the same, and what was saved before stays whole.
#[cfg(unix)]
#[test]
fn a_full_disk_hides_nothing_and_spoils_nothing() {
    let desk = Desk::new();
    let (game, texts) = desk::game(11, 200);
    let args = ["play", "eylau", "--seed", "11", "--save", "g"];
    let back = desk::feed(desk::on_small_disk(&desk.path(""), 2, &args), &texts.join("\n"));
    assert_eq!((back.status, back.err.as_str()), (Some(0), ""));
    assert!(back.out.ends_with("Farewell. The game was not saved.\n"), "{}", back.out);
    let (saved, _) = back.out.split_once("\ng: cannot be written: file too large\n").unwrap();
    let played = saved.lines().filter(|line| line.starts_with("french> ") || line.starts_with("allied> ")).count();
    let told = game.log(Some("French"), played);
    assert!(!told.is_empty());
    for line in told {
        assert!(back.out.contains(&line.text), "{:?} is missing in\n{}", line.text, back.out);
    }
    assert!(desk.well(&["replay", "g"]).contains(&format!("{} actions, each verified", played - 1)));
    assert_eq!(desk.files().len(), 1, "no temporary file is left");
}

#[test]
fn garbage_at_the_keyboard_is_only_refused() {
    let desk = Desk::new();
    let back = desk
        .typed(&["play", "eylau"], "\u{1b}[A\u{0}\n\u{fffd}\npick\npick \u{1F600}\n: : :\n?? \n?\u{e9}\nlog x\nsave /\nwhy\n");
    assert_eq!((back.status, back.err.as_str()), (Some(0), ""));
    // A line that does not end would be taken in until there is no memory left.
    let back = desk.typed(&["play", "eylau"], &format!("end\n{}\nend\n", "x".repeat(70_000)));
    assert_eq!((back.status, back.err.lines().count()), (Some(2), 1));
    assert!(back.err.contains("standard input: a line of more than 65536 bytes"), "{}", back.err);
}

/// Dresden at the keyboard: its own commands in the help, who stands in a target's hex, refusals with their case.
#[test]
fn a_newcomer_at_dresden() {
    let desk = Desk::new();
    let typed =
        "help\nwhy activate Klux\nend\n? target\ntarget 1311\njoin Bubna\nroll\nhold\nwhy commit\nundo\nrules 10.4\nquit\n";
    let back = desk.typed(&["play", "dresden", "--seed", "1"], typed);
    assert_eq!((back.status, back.err.as_str()), (Some(0), ""));
    for wanted in [
        "activate UNIT ",
        "commit UNIT, commit ",
        "pick UNIT, place HEX ",
        "fight, stop ",
        "Refused: activate Klux\n[11.4]",
        "target 1811  1/44 (infantry 3-4), 2/44 (infantry 3-4)",
        "a garrison cannot retreat [14.0]",
        "[11.5] the French commit their Guard",
        "[10.4] A stack defends as one",
    ] {
        assert!(back.out.contains(wanted), "{wanted:?} is not in {}", back.out);
    }
    assert!(!back.out.contains("DIVISION") && !back.out.contains("fresh UNIT"), "{}", back.out);
}

#[test]
fn without_a_name_the_first_game_is_played_and_said_so() {
    let back = Desk::new().typed(&["play"], "quit\n");
    let others = [
        "dresden",
        "dresden-20",
        "dresden-20-standard",
        "dresden-20-maneuver",
        "bautzen-outposts",
        "bautzen-short",
        "bautzen",
        "eagles-friedland",
        "eagles-pultusk",
        "eagles-eylau",
        "eagles-eylau-campaign",
        "eagles-pultusk-campaign",
        "eagles-friedland-campaign",
        "eagles-grand",
    ];
    let others = others.map(|game| format!("`grognard play {game}`")).join(", ");
    assert!(back.out.starts_with(&format!("No game was named, so this is Eylau. Others: {others}.\n")), "{}", back.out);
}

/// [21.1] What a side has ordered once is not asked again, the log says so, and the orders are there when the game is taken up.
#[test]
fn standing_orders_answer_and_are_kept() {
    let desk = Desk::new();
    let typed = [
        "orders",
        "orders fly never",
        "orders fresh sometimes",
        "orders Allied fresh never Sth1",
        "orders Allied fresh never",
        "move Sth1 1610",
        "move Sth2 1609",
        "move Des2 1511",
        "end",
        "ready",
        "undo",
        "orders Allied fresh ask",
        "ready",
        "orders fresh never",
        "quit",
    ]
    .join("\n");
    let back = desk.typed(&["play", "eylau", "--seed", "1", "--save", "game.rec"], &typed);
    assert_eq!((back.status, back.err.as_str()), (Some(0), ""));
    for wanted in [
        "French has given no standing orders.",
        "orders fresh always | never | ask [UNIT]",
        "\"fly\" is no kind of question for this side; expected fresh, advance",
        "\"sometimes\": expected always, never or ask",
        "fresh: \"Sth1\" is no unit of this side that is asked for",
        "Allied:\n  fresh never\n",
        "Allied answers `ready` (standing order: fresh never).\nFrench [5.1]",
        "Taken back.\nFrench [21.1]",
        "Allied has given no standing orders.",
    ] {
        assert!(back.out.contains(wanted), "{wanted:?} is missing in\n{}", back.out);
    }
    // Asked again at last, and answered the moment the order was given.
    let answers: Vec<&str> = back.out.lines().filter(|line| line.contains("answers `ready`")).collect();
    assert_eq!(answers, ["Allied answers `ready` (standing order: fresh never)."; 2], "{}", back.out);
    assert!(desk.get("game.rec.orders").ends_with("\nAllied fresh never\n"));
    let again = desk.typed(&["play", "game.rec", "--save", "game.rec"], "orders Allied\nquit");
    assert!(again.out.contains("Allied:\n  fresh never\n"), "{}", again.out);
    // Whoever goes on under another name takes them along.
    desk.typed(&["play", "game.rec", "--save", "other.rec"], "quit");
    assert_eq!(desk.get("other.rec.orders"), desk.get("game.rec.orders"));
    // So does whoever writes a copy, and what another game has left there is not taken for its orders.
    desk.typed(&["play", "game.rec"], "save copy.rec\nquit");
    assert_eq!(desk.get("copy.rec.orders"), desk.get("game.rec.orders"));
    desk.put("fresh.rec.orders", "Allied fresh never\n");
    desk.typed(&["play", "eylau"], "save fresh.rec\nquit");
    assert!(!desk.get("fresh.rec.orders").contains("never"));
    desk.put("game.rec.orders", "Allied fly never\n");
    let bad = desk.typed(&["play", "game.rec", "--save", "third.rec"], "quit");
    assert!(bad.status == Some(2) && !desk.path("third.rec").exists(), "nothing is written before all is read: {bad:?}");
    let bad = desk.typed(&["play", "game.rec", "--save", "game.rec"], "quit");
    assert_eq!(bad.status, Some(2));
    assert!(bad.err.contains("game.rec.orders: line 1: \"fly\" is no kind of question"), "{}", bad.err);
}
