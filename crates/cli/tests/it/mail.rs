//! `grognard mail`: two players, two key files, one file that goes back and forth; and everything that somebody might try.

use crate::desk::{Back, Desk, command};
use crate::pen_pals::{Pals, resummed};
use grognard_engine::chain::{Chain, ThrowDice};
use grognard_engine::fair::read_hex32;
use grognard_engine::letters::{self, Throw};
use grognard_engine::{Case, Dice};
use std::process::Stdio;

/// The chain of a key file.
fn chain(desk: &Desk, key: &str) -> Chain {
    let text = desk.get(key);
    let secret = text.lines().find_map(|line| line.strip_prefix("secret ")).unwrap();
    Chain::new(&read_hex32(secret).unwrap())
}

/// Runs and expects a refusal that holds `wanted`, after which nothing has changed.
fn refused(desk: &Desk, args: &[&str], wanted: &str) {
    let before = desk.files();
    let back = desk.run(args);
    assert_eq!(back.status, Some(2), "{args:?}: {back:?}");
    assert!(back.err.starts_with("grognard: ") && back.err.lines().count() == 1, "{args:?}: {:?}", back.err);
    assert!(back.err.contains(wanted), "{args:?}: {wanted:?} is not in {:?}", back.err);
    assert!(desk.files() == before, "{args:?}: files have changed");
}

fn letter(number: usize) -> String {
    format!("eylau-{number:04}.mail")
}

/// A full turn and more of Eylau, every letter written by the program, and each compared with what the engine alone would write.
#[test]
fn two_players_with_their_own_keys_play_a_turn_of_eylau() {
    let desk = Desk::new();
    let keys = ["keys/french.key", "keys/allied.key"];
    desk.well(&["mail", "--new", "eylau", "--as", "french", "--secret", keys[0]]);
    assert!(desk.well(&["mail", &letter(1), "--secret", keys[1]]).contains("Letter 2 is in eylau-0002.mail. Send it to French."));
    let chains = keys.map(|key| chain(&desk, key));
    let (mut number, mut throws) = (2, 0);
    loop {
        let text = desk.get(&letter(number));
        let mut pals = Pals::of(&text, chains.clone(), 1807 + number as u64);
        if pals.game.board(None).turn_number >= 2 && throws >= 4 {
            break;
        }
        let due = pals.letter(|dice| Box::new(dice));
        let own = due.entries.iter().skip(usize::from(due.answer.is_some())).map(|entry| entry.action.clone());
        let commands: Vec<String> = own.chain(due.throw.as_ref().map(|throw| throw.action.clone())).collect();
        let file = letter(number);
        let mut args = vec!["mail", &file, "--secret", keys[number % 2]];
        args.extend(commands.iter().flat_map(|command| ["--do", command.as_str()]));
        let said = desk.well(&args);
        number += 1;
        throws += usize::from(due.answer.is_some());
        assert!(said.ends_with(&format!("Send it to {}.\n", pals.mail().last().by)), "{said}");
        assert!(due.answer.is_none() || said.contains("the die shows"), "{said}");
        let next = desk.get(&letter(number));
        assert_eq!(next, pals.mail().with(&due), "letter {number}");
        assert!(next.starts_with(&text), "a letter is only added at the end");
        assert!(number < 200);
    }
    let last = letter(number);
    let out = desk.well(&["audit", &last]);
    assert!(out.contains(&format!("and all {throws} dice are what they had to be.")), "{out}");
    assert!(out.contains(&format!("Letter {number} is the last, from ")), "{out}");
    // It is a record besides: every command reads it.
    desk.well(&["replay", &last]);
    desk.well(&["show", &last, "--list"]);
    desk.put("game.rec", desk.well(&["notation", &last, "--record"]));
    desk.well(&["replay", "game.rec"]);
    let keys: String = keys.map(|key| desk.get(key)).concat();
    for secret in keys.lines().filter_map(|line| line.strip_prefix("secret ")) {
        assert!(!desk.get(&last).contains(secret), "a secret has left its key file");
    }
}

/// Whoever does not listen gets no letter, and an exit status that says so; the letter can be opened again.
#[test]
fn a_letter_that_was_not_written_is_no_success() {
    let desk = Desk::new();
    desk.well(&["mail", "--new", "eylau", "--as", "french", "--secret", "f.key"]);
    let args = ["mail", "eylau-0001.mail", "--secret", "a.key"];
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut deaf = command(&desk.path(""), &args);
    let back = deaf.stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&back.stderr);
    assert_eq!((back.status.code(), err.lines().count()), (Some(2), 1), "{err}");
    assert!(err.contains("standard output was closed before the letter was written"), "{err}");
    assert!(!desk.path("eylau-0002.mail").exists());
    assert!(desk.well(&args).contains("Letter 2 is in eylau-0002.mail."));
}

/// An evening at the keyboard: moves, undo, a look at the forecast, a pause, and at last the letter.
#[test]
fn a_letter_is_written_at_the_keyboard_and_sent_when_its_writer_says_so() {
    let desk = Desk::new();
    desk.well(&["mail", "--new", "eylau", "--as", "French", "-o", "duel.mail", "--secret", "f"]);
    desk.well(&["mail", "duel.mail", "--secret", "a"]);
    let evening = "? pick Sth\nwhy pick Gd1\nmove Sth1 1610\nundo\nmove Sth1 1610\nmove Des2 1511\nsend\nquit\n";
    let back = desk.typed(&["mail", "duel-0002.mail", "--secret", "f"], evening);
    assert_eq!((back.status, back.err.as_str()), (Some(0), ""));
    for wanted in [
        "pick Sth1  Sth infantry 4-4 at 1812",
        "[19.1] the Guard does not move",
        "Taken back.",
        "You have not decided everything yet: French [4.0]",
        "Nothing is sent. What you have played is kept: `grognard mail duel-0002.mail` goes on with it.",
    ] {
        assert!(back.out.contains(wanted), "{wanted:?}: {}", back.out);
    }
    assert!(!desk.path("duel-0003.mail").exists());
    // The next evening.
    let evening = "move Sth2 1609\nend\nsay Bonjour!\nready\nmove Sth2 1609\nundo\nready\nsend\n";
    let back = desk.typed(&["mail", "duel-0002.mail", "--secret", "f"], evening);
    for wanted in [
        "What you had begun is taken up again",
        "Your letter is ready.",
        "Refused: you have nothing to decide now: `send` your letter to Allied, or `undo`.",
        "Letter 3 is in duel-0003.mail. Send it to Allied.",
    ] {
        assert!(back.out.contains(wanted), "{wanted:?}: {}", back.out);
    }
    let third = desk.get("duel-0003.mail");
    assert!(third.contains("say Bonjour!\n1 French pick Sth1 #") && third.contains("\n8 French ready #"), "{third}");
    let back = desk.typed(&["mail", "duel-0003.mail", "--secret", "a"], "ready\nsend\n");
    assert!(back.out.contains("French says: Bonjour!\n") && back.out.contains("Letter 4 is in"), "{}", back.out);
    // An attack is named, its dice wait; what waits can be taken back.
    let attack = "attack Ost3 with Des2\nend\nundo\ndeclare Ost3 with Des2\nforecast\nroll\nquit\n";
    let back = desk.typed(&["mail", "duel-0004.mail", "--secret", "f"], attack);
    for wanted in [
        "`roll` needs dice: they fall when Allied opens your letter.",
        "Refused: `roll` waits for its dice: `send` your letter, or `undo`.",
        "Taken back.",
        "column 4-1: Ee 6/36, Dr 24/36, De 6/36",
    ] {
        assert!(back.out.contains(wanted), "{wanted:?}: {}", back.out);
    }
    assert!(!back.out.contains("the die shows"));
    let back = desk.typed(&["mail", "duel-0004.mail", "--secret", "f"], "undo\nroll\nsend\n");
    assert!(back.out.contains("Letter 5 is in duel-0005.mail."), "{}", back.out);
    assert_eq!(desk.get("duel-0005.mail").matches("\nthrow ").count(), 1);
    // Whoever looks twice sees the same die. Closing the input sends nothing, unless the die left him nothing to decide.
    let look = || desk.run(&["mail", "duel-0005.mail", "--secret", "a"]);
    let die = |back: &Back| back.out.lines().find(|line| line.contains("the die shows")).map(str::to_owned);
    let (first, second) = (look(), look());
    assert!(die(&first).is_some(), "{first:?}");
    match desk.path("duel-0006.mail").exists() {
        false => assert_eq!(die(&first), die(&second)),
        true => assert!(
            first.out.contains("You have nothing to decide now.")
                && second.err.contains("you have answered it already, with letter 6"),
            "{first:?} {second:?}"
        ),
    }
}

#[test]
fn keys_are_kept_in_the_data_folder_for_nobody_elses_eyes() {
    let desk = Desk::new();
    let said = desk.well(&["mail", "--new", "dresden", "--as", "allied"]);
    assert!(said.contains("dresden-0001.mail: ") && said.contains("you are Allied"), "{said}");
    let folder = desk.path("data/grognard/mail");
    let keys = || std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect::<Vec<_>>();
    assert_eq!(keys().len(), 1);
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&keys()[0].metadata().unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600);
    }
    refused(&desk, &["mail", "dresden-0001.mail"], "letter 1 is your own; send it to French, and open the answer");
    // Whoever plays both sides from one computer says so.
    desk.well(&["mail", "dresden-0001.mail", "--as", "french"]);
    assert_eq!(keys().len(), 2);
    refused(&desk, &["mail", "dresden-0002.mail", "--as", "french"], "it is Allied's turn, not French's");
    std::fs::remove_dir_all(&folder).unwrap();
    refused(&desk, &["mail", "dresden-0002.mail"], "no such key file, and without it Allied cannot go on");
}

/// A game in which letter `held` has been written and comes with its throw unanswered; the key of whoever has to answer it, who has
/// written the letter before.
fn at_a_throw(desk: &Desk, seed: u64, least: usize) -> (Pals, usize) {
    let mut pals = Pals::new("eylau", 0, seed);
    while pals.files.len() < least || pals.mail().last().throw.is_none() || pals.mail().last().by != "French" {
        pals.write();
    }
    let held = pals.files.len();
    let mail = pals.mail();
    let own = &mail.letters[held - 2];
    desk.put("key", pals.key(1, &format!("sent {} {}\nseen {} {}\n", held - 1, own.sum, held - 2, mail.letters[held - 3].sum)));
    desk.put("in.mail", &pals.text);
    (pals, held)
}

#[test]
fn a_second_letter_of_the_same_number_is_refused() {
    let desk = Desk::new();
    let (pals, held) = at_a_throw(&desk, 3, 5);
    // The Allied player opens the letter, sees the die, and goes to bed. The French player has heard of it and sends another one.
    desk.run(&["mail", "in.mail", "--secret", "key"]);
    let other =
        resummed(&pals.text.replacen(&format!("letter {held} French\n"), &format!("letter {held} French\nsay Wait!\n"), 1));
    desk.put("other.mail", &other);
    let wanted = format!("another letter {held} than the one you opened before: your opponent has written two");
    refused(&desk, &["mail", "other.mail", "--secret", "key"], &wanted);
    // Nor is it taken once the first has been answered.
    answer(&desk, &pals, "in.mail", "out.mail");
    refused(&desk, &["mail", "other.mail", "--secret", "key"], &wanted);
}

/// Answers a letter through the program, with random choices.
fn answer(desk: &Desk, pals: &Pals, file: &str, output: &str) {
    let mut mirror = Pals::of(&pals.text, [[0x11; 32], [0x22; 32]].map(|secret| Chain::new(&secret)), 9);
    let due = mirror.letter(|dice| Box::new(dice));
    let own = due.entries.iter().skip(1).map(|entry| entry.action.clone());
    let commands: Vec<String> = own.chain(due.throw.as_ref().map(|throw| throw.action.clone())).collect();
    let mut args = vec!["mail", file, "--secret", "key", "-o", output];
    args.extend(commands.iter().flat_map(|command| ["--do", command.as_str()]));
    desk.well(&args);
}

#[test]
fn a_letter_that_was_answered_is_answered_in_the_same_words() {
    let desk = Desk::new();
    let (pals, held) = at_a_throw(&desk, 3, 5);
    answer(&desk, &pals, "in.mail", "out.mail");
    let sent = desk.get("out.mail");
    let again = format!("in.mail: you have answered it already, with letter {}", held + 1);
    refused(&desk, &["mail", "in.mail", "--secret", "key", "-o", "out.mail"], &again);
    refused(&desk, &["mail", "in.mail", "--secret", "key", "-o", "new.mail", "--do", "?"], &again);
    // A letter that was lost on the way is written again, to the letter.
    let said = desk.well(&["mail", "in.mail", "--secret", "key", "-o", "lost.mail"]);
    assert!(said.contains("an answer cannot be changed"), "{said}");
    assert_eq!(desk.get("lost.mail"), sent);
    let own = format!("letter {} is your own; send it to French, and open the answer", held + 1);
    refused(&desk, &["mail", "out.mail", "--secret", "key"], &own);
    // Older files are known as such.
    desk.put("old.mail", &pals.files[held - 3]);
    let old = format!("an old file, with {} letters; you have written letter {} since", held - 2, held + 1);
    refused(&desk, &["mail", "old.mail", "--secret", "key"], &old);
}

#[test]
fn the_past_cannot_be_rewritten() {
    let desk = Desk::new();
    let (mut pals, held) = at_a_throw(&desk, 3, 9);
    // The French player changes what the Allied player wrote two letters ago, with sums and all.
    let forged = resummed(&pals.text.replacen("letter 4 Allied\n", "letter 4 Allied\nsay I resign.\n", 1));
    desk.put("forged.mail", &forged);
    let wanted = format!("letter {} in it is not the one that you sent: somebody has rewritten the past", held - 1);
    refused(&desk, &["mail", "forged.mail", "--secret", "key"], &wanted);
    // Or he plays his own last letters again, now that he knows the dice.
    let mut other = Pals::new("eylau", 0, 4);
    while other.files.len() < held {
        other.write();
    }
    desk.put("forged.mail", &other.text);
    refused(&desk, &["mail", "forged.mail", "--secret", "key"], &wanted);
    // Without the sums it is seen without any key.
    desk.put("forged.mail", pals.text.replacen("letter 4 Allied\n", "letter 4 Allied\nsay I resign.\n", 1));
    refused(&desk, &["mail", "forged.mail", "--secret", "key"], "the sum of letter 4 is not that of the lines above it");
    refused(&desk, &["audit", "forged.mail"], "the sum of letter 4 is not that of the lines above it");
    // A key from a backup does not know its own letters.
    pals.write();
    pals.write();
    desk.put("new.mail", &pals.text);
    refused(&desk, &["mail", "new.mail", "--secret", "key"], "it holds letters of yours that this key file does not know");
}

/// Dice with one number too many.
struct Better(ThrowDice);

impl Dice for Better {
    fn roll(&mut self, faces: u8, case: Case) -> u8 {
        self.0.roll(faces, case) % faces + 1
    }
}

#[test]
fn a_die_that_was_turned_over_is_seen() {
    let desk = Desk::new();
    let mut pals = Pals::new("eylau", 0, 3);
    while pals.mail().last().throw.is_none() {
        pals.write();
    }
    // Whoever answers writes down another number, with check numbers and sums as if it were true.
    let forged = pals.letter(|dice| Box::new(Better(dice)));
    let entry = forged.entries[0].clone();
    let text = pals.mail().with(&forged);
    desk.put("forged.mail", &text).put("key", pals.key(0, ""));
    let number = pals.mail().played() + 1;
    let due = (entry.rolls[0] + 4) % 6 + 1;
    let wanted = format!("a die shows {}, but what both players have shown makes it {due}", entry.rolls[0]);
    let player = if pals.files.len().is_multiple_of(2) { "key" } else { "key2" };
    desk.put("key2", pals.key(1, ""));
    refused(&desk, &["mail", "forged.mail", "--secret", player], &wanted);
    let back = desk.run(&["audit", "forged.mail"]);
    assert_eq!(back.status, Some(1));
    assert!(back.out.contains(&format!("NOT what was promised: entry {number} (")), "{}", back.out);
}

#[test]
fn what_the_rules_forbid_cannot_be_mailed() {
    let desk = Desk::new();
    let (mut pals, held) = at_a_throw(&desk, 3, 5);
    let throw = pals.mail().last().throw.clone().unwrap();
    let last = format!("letter {held} (line ");
    for (action, wanted) in [("roll over", "roll over is refused: "), ("end", "end is refused: ")] {
        let line = |action: &str| format!("throw {} {} French {action}\n", throw.link, throw.number);
        desk.put("forged.mail", resummed(&pals.text.replace(&line(&throw.action), &line(action))));
        refused(&desk, &["mail", "forged.mail", "--secret", "key"], &last);
        refused(&desk, &["audit", "forged.mail"], wanted);
    }
    // An action that needs no dice, announced as if it did.
    let mut early = Pals::new("eylau", 0, 3);
    early.write();
    let link = Chain::new(&[0x11; 32]).link(1).unwrap().to_owned();
    let throw = Throw { line: 0, link, number: 1, seat: "French".to_owned(), action: "pick Sth1".to_owned() };
    let letter = letters::Letter { by: "French".to_owned(), throw: Some(throw), ..letters::Letter::default() };
    desk.put("forged.mail", early.mail().with(&letter));
    refused(&desk, &["audit", "forged.mail"], "letter 3 (line 12): pick Sth1 needs no dice");
    // A letter that leaves a decision to nobody.
    let letter = letters::Letter { by: "French".to_owned(), ..letters::Letter::default() };
    desk.put("forged.mail", early.mail().with(&letter));
    refused(&desk, &["audit", "forged.mail"], "letter 3 (line 11): it ends where French still has to decide");
    // An action changed in a letter with sums that fit: the check number tells.
    pals.write();
    let entry = pals.text.lines().find(|line| line.starts_with("1 French ")).unwrap().to_owned();
    let changed = pals.text.replacen(&entry, &format!("1 French end {}", &entry[entry.find('#').unwrap()..]), 1);
    desk.put("forged.mail", resummed(&changed));
    refused(&desk, &["mail", "forged.mail", "--secret", "key"], "entry 1 (line ");
    // Somebody who is no player.
    desk.put("forged.mail", resummed(&early.text.replace("letter 2 Allied", "letter 2 Prussian")));
    refused(&desk, &["audit", "forged.mail"], "letter 2 (line 8): \"Prussian\" is no seat of this game; there is French, Allied");
}

#[test]
fn files_that_are_no_letters() {
    let desk = Desk::new();
    let (pals, _) = at_a_throw(&desk, 3, 5);
    for (name, text, wanted) in [
        ("cut.mail", &pals.text[..pals.text.len() - 80], "cut.mail:"),
        ("short.mail", &pals.text[..38], "the file breaks off; expected"),
        ("empty.mail", "", "empty.mail:1: the file breaks off; expected `grognard mail 1`"),
        ("other.mail", &pals.text.replace("game eylau", "game waterloo"), "the sum of letter 1"),
        ("game.rec", &pals.game.record().unwrap(), "game.rec:1: not a mail file; expected `grognard mail 1`"),
    ] {
        desk.put(name, text);
        refused(&desk, &["mail", name, "--secret", "key"], wanted);
    }
    desk.put("other.mail", resummed(&pals.text.replace("game eylau", "game waterloo")));
    refused(&desk, &["mail", "other.mail", "--secret", "key"], "\"waterloo\" is not on the shelf");
    desk.put("other.mail", resummed(&pals.text.replace("art-of-war 2", "art-of-war 9")));
    refused(&desk, &["mail", "other.mail", "--secret", "key"], "made with revision 9");
    refused(&desk, &["mail", "nowhere.mail"], "nowhere.mail: cannot be read");
    refused(
        &desk,
        &["play", "in.mail", "--save", "in.mail"],
        "in.mail: a mail file; save to another, or go on with `grognard mail in.mail`",
    );
    refused(&desk, &["mail", "-"], "standard input is for typing");
    refused(&desk, &["mail"], "give the file that came by mail, or --new GAME --as SIDE to begin");
    refused(&desk, &["mail", "in.mail", "--secret", "game.rec"], "game.rec:1: not a key file");
    refused(&desk, &["mail", "in.mail", "--secret", "nokey"], "nokey: no such key file, and without it Allied cannot go on");
    desk.put("own", pals.key(0, ""));
    refused(&desk, &["mail", "in.mail", "--secret", "own"], "is your own; send it to Allied, and open the answer");
    desk.put("stranger", pals.key(1, "").replace("secret 2", "secret 3"));
    refused(&desk, &["mail", "in.mail", "--secret", "stranger"], "stranger: the key of another game");
    refused(&desk, &["mail", "in.mail", "--secret", "key", "--option", "weather=on"], "the game has begun");
    refused(&desk, &["mail", "in.mail", "--secret", "key", "-o", "key", "--force"], "key: both the letter and the key");
    desk.put("out.mail", "something dear");
    refused(&desk, &["mail", "in.mail", "--secret", "key", "-o", "out.mail"], "out.mail: exists already; --force overwrites it");
}

#[test]
fn words_give_no_orders_to_the_terminal() {
    let desk = Desk::new();
    let mut pals = Pals::new("eylau", 0, 3);
    let letter = letters::Letter { said: vec!["Boo \u{1b}[2J\u{7}!".to_owned()], ..pals.letter(|dice| Box::new(dice)) };
    desk.put("in.mail", pals.mail().with(&letter));
    let first = &pals.mail().letters[0].sum;
    desk.put("key", pals.key(0, &format!("sent 1 {first}\n")));
    let back = desk.run(&["mail", "in.mail", "--secret", "key"]);
    assert_eq!((back.status, back.err.as_str()), (Some(0), ""));
    assert!(back.out.contains("Allied says: Boo  [2J !\n") && !back.out.contains('\u{1b}'), "{:?}", back.out);
}

#[test]
fn a_game_that_cannot_begin() {
    let desk = Desk::new();
    desk.put("there.mail", "something dear").put("there.key", "something dearer");
    for (args, wanted) in [
        (&["mail", "--new", "waterloo", "--as", "french"][..], "waterloo"),
        (&["mail", "--new", "eylau"], "say which side you play: --as french or --as allied"),
        (&["mail", "--new", "eylau", "--as", "blue"], "--as blue: no side of this game; there is French, Allied"),
        (&["mail", "--new", "eylau", "--as", "french", "-o", "there.mail"], "there.mail: exists already; --force overwrites it"),
        (&["mail", "--new", "eylau", "--as", "french", "--secret", "there.key"], "there.key: exists already; a new game needs"),
        (&["mail", "--new", "eylau", "--as", "french", "-o", "x", "--secret", "x"], "x: both the letter and the key"),
        (&["mail", "--new", "eylau", "--as", "french", "--do", "end"], "--new only invites"),
        (&["mail", "--new", "eylau", "--as", "french", "--option", "snow=on"], "snow"),
    ] {
        refused(&desk, args, wanted);
    }
    desk.well(&["mail", "--new", "eylau", "--as", "french", "--option", "weather=on", "--secret", "k"]);
    assert!(desk.get(&letter(1)).contains("\noption weather on\n"));
}

#[test]
fn a_script_writes_a_whole_letter_or_none() {
    let desk = Desk::new();
    desk.well(&["mail", "--new", "eylau", "--as", "French", "--secret", "f"]);
    desk.well(&["mail", &letter(1), "--secret", "a"]);
    let second = letter(2);
    let refuse = |commands: &[&str], wanted: &str| {
        let mut args = vec!["mail", &second, "--secret", "f"];
        args.extend(commands.iter().flat_map(|command| ["--do", command]));
        let back = desk.run(&args);
        assert_eq!(back.status, Some(2), "{back:?}");
        assert!(back.err.contains(wanted) && back.err.lines().count() == 1, "{}", back.err);
        assert!(!desk.path(&letter(3)).exists());
    };
    refuse(&["move Sth1 1610"], "nothing is written, since not everything is decided: French [4.0]");
    refuse(&["move Sth1 1610", "pick Gd1"], "pick Gd1: Refused: [19.1]");
    refuse(&["fly Sth1"], "fly Sth1: Not understood");
    // Nothing of it is left over.
    let back = desk.typed(&["mail", &second, "--secret", "f"], "quit\n");
    assert!(!back.out.contains("taken up again"), "{}", back.out);
}

/// A whole game, written by the engine alone; the program proves it, and knows that it is over.
#[test]
fn a_game_to_its_end() {
    let desk = Desk::new();
    let mut pals = Pals::new("eylau", 1, 5);
    while !pals.over() {
        pals.write();
    }
    let (letters, mail) = (pals.files.len(), pals.mail().clone());
    let dice: usize = mail.raw().entries.iter().map(|entry| entry.rolls.len()).sum();
    desk.put("end.mail", &pals.text);
    let out = desk.well(&["audit", "end.mail"]);
    assert!(out.contains(&format!("all {dice} dice are what they had to be.")) && dice > 20, "{out}");
    assert!(out.contains(&format!("Letter {letters} is the last, from ")) && out.contains("the game is over: "), "{out}");
    let json = desk.json(&["audit", "end.mail", "--json"]);
    assert_eq!((&json["verdict"], &json["dice"]), (&"proved".into(), &dice.into()));
    // The program writes the last letter just so.
    let (held, last) = (letters - 1, mail.last());
    let before = &mail.letters[held - 2].sum;
    desk.put("before.mail", &pals.files[held - 1]).put("last", pals.key(held % 2, &format!("sent {} {before}\n", held - 1)));
    let own: Vec<&str> =
        last.entries.iter().skip(usize::from(last.answer.is_some())).map(|entry| entry.action.as_str()).collect();
    let mut args = vec!["mail", "before.mail", "--secret", "last", "-o", "end.mail", "--force"];
    args.extend(own.iter().flat_map(|command| ["--do", command]));
    assert!(desk.well(&args).contains("Over: "));
    assert_eq!(desk.get("end.mail"), pals.text);
    // It needs no answer. Its writer finds his own.
    let reader = letters % 2;
    desk.put("reader", pals.key(reader, &format!("sent {} {}\n", letters - 1, mail.letters[letters - 2].sum)));
    let said = desk.well(&["mail", "end.mail", "--secret", "reader"]);
    assert!(said.contains("Over: "), "{said}");
    assert_eq!(desk.files().len(), 4, "no letter is written");
    desk.put("writer", pals.key(1 - reader, &format!("sent {letters} {}\n", mail.last().sum)));
    refused(&desk, &["mail", "end.mail", "--secret", "writer"], "is your own");
    // Nothing can be added.
    let more = letters::Letter { by: mail.letters[letters - 2].by.clone(), ..letters::Letter::default() };
    desk.put("more.mail", mail.with(&more));
    refused(&desk, &["audit", "more.mail"], "the game was over before it");
}

/// Dresden, begun by the side that moves second, for some letters.
#[test]
fn dresden_goes_by_mail_too() {
    let desk = Desk::new();
    let mut pals = Pals::new("dresden", 0, 6);
    while pals.mail().pairs().len() < 6 {
        pals.write();
    }
    desk.put("dresden.mail", &pals.text);
    assert!(desk.well(&["audit", "dresden.mail"]).contains("dice are what they had to be."));
}

/// [21.1] Standing orders are part of a letter: what they answer needs no letter of its own, and nobody can answer otherwise.
#[test]
fn standing_orders_go_with_the_letter() {
    let desk = Desk::new();
    let keys = ["keys/french.key", "keys/allied.key"];
    desk.well(&["mail", "--new", "eylau", "--as", "french", "--secret", keys[0]]);
    refused(&desk, &["mail", &letter(1), "--secret", keys[1], "--do", "orders French fresh never"], "not yours to give");
    desk.well(&["mail", &letter(1), "--secret", keys[1], "--do", "orders fresh never"]);
    assert!(desk.get(&letter(2)).contains("\norder fresh never\n"));
    let typed = ["move Sth1 1610", "move Sth2 1609", "move Des2 1511", "end", "ready", "attack Ost3 with Des2"];
    let two = letter(2);
    let mut args = vec!["mail", &two, "--secret", keys[0]];
    args.extend(typed.iter().flat_map(|command| ["--do", command]));
    let said = desk.well(&args);
    assert!(said.contains("Allied answers `ready` (standing order: fresh never)."), "{said}");
    let third = desk.get(&letter(3));
    assert!(third.contains(" Allied ready #") && third.contains(" French roll\n"), "{third}");
    // The orders stay in force, unless they are changed.
    let said = desk.well(&["mail", &letter(3), "--secret", keys[1], "--do", "orders"]);
    assert!(said.contains("Allied:\n  fresh never\n"), "{said}");
    assert!(desk.get(&letter(4)).rsplit("letter 4").next().unwrap().contains("\norder fresh never\n"));
    // Without the order, or with another one, nobody may decide for somebody else.
    desk.put("forged.mail", resummed(&third.replace("order fresh never\n", "")));
    refused(&desk, &["replay", "forged.mail"], "played for Allied, but the letter is from French");
    desk.put("forged.mail", resummed(&third.replace("order fresh never\n", "order fresh ask Ost1\n")));
    refused(&desk, &["audit", "forged.mail"], "the other player's orders do not answer this");
    desk.put("forged.mail", resummed(&third.replace("order fresh never\n", "order fly never\n")));
    refused(&desk, &["audit", "forged.mail"], "its standing orders: \"fly\" is no kind of question");
}
