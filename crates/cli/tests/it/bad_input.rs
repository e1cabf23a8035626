//! Bad input of every kind: exit status 2, one line on standard error, nothing on standard output, nothing written.

use crate::desk::{self, Desk, refused};

/// Every command that reads a game.
const READERS: [&[&str]; 9] = [
    &["audit", "FILE"],
    &["show", "FILE"],
    &["show", "FILE", "--svg", "out.svg"],
    &["show", "FILE", "--png", "out.png"],
    &["play", "FILE", "--save", "out.rec"],
    &["replay", "FILE"],
    &["notation", "FILE", "-o", "out"],
    &["perft", "eylau", "FILE", "--depth", "1"],
    &["replay", "FILE", "--json"],
];

fn all_readers(file: &str, bytes: impl AsRef<[u8]>, wanted: &str) {
    let desk = Desk::new();
    desk.put(file, bytes);
    for args in READERS {
        let args: Vec<&str> = args.iter().map(|&arg| if arg == "FILE" { file } else { arg }).collect();
        refused(&desk, &args, wanted);
    }
}

#[test]
fn a_missing_file() {
    let desk = Desk::new();
    for args in READERS {
        refused(&desk, args, "FILE: no such file");
    }
    refused(&desk, &["try", "nowhere.case"], "nowhere.case: cannot be read");
}

#[test]
fn a_folder() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("folder")).unwrap();
    refused(&desk, &["show", "folder"], "folder: cannot be read");
    refused(&desk, &["try", "folder"], "folder: cannot be read");
    refused(&desk, &["new", "eylau", "-o", "folder", "--force"], "folder: cannot be written");
    refused(&desk, &["new", "eylau", "-o", "no/such/folder/x"], "cannot be written");
}

/// What is no file is written to, and never replaced by one; and where a link stands, the file to which it leads is written.
#[cfg(target_os = "linux")]
#[test]
fn devices_and_links_stay_what_they_are() {
    let desk = Desk::new();
    refused(&desk, &["new", "eylau", "-o", "/dev/full"], "/dev/full: exists already");
    let full = "/dev/full: cannot be written: no space left on device";
    refused(&desk, &["new", "eylau", "-o", "/dev/full", "--force"], full);
    refused(&desk, &["show", "eylau", "--svg", "/dev/full"], full);
    assert!(desk.well(&["show", "eylau", "--svg", "/dev/stdout"]).starts_with("<svg"));
    desk.put("real.rec", "");
    std::os::unix::fs::symlink("real.rec", desk.path("link.rec")).unwrap();
    desk.well(&["new", "eylau", "-o", "link.rec", "--force"]);
    assert!(desk.path("link.rec").is_symlink() && desk.get("real.rec").starts_with("grognard record 1\n"));
    assert_eq!(desk.files().len(), 2, "no temporary file is left");
    // The file need not be there yet.
    std::fs::create_dir(desk.path("disk")).unwrap();
    std::os::unix::fs::symlink("disk/new.rec", desk.path("ahead.rec")).unwrap();
    desk.well(&["new", "eylau", "-o", "ahead.rec", "--force"]);
    assert!(desk.path("ahead.rec").is_symlink() && desk.get("disk/new.rec").starts_with("grognard record 1\n"));
    // However many links there are, unless they lead round and round.
    for (to, at) in [("disk/second", "first"), ("third", "disk/second"), ("../end.rec", "disk/third"), ("b", "a"), ("a", "b")] {
        std::os::unix::fs::symlink(to, desk.path(at)).unwrap();
    }
    desk.well(&["new", "eylau", "-o", "first", "--force"]);
    assert!(["first", "disk/second", "disk/third"].iter().all(|link| desk.path(link).is_symlink()));
    assert!(desk.get("end.rec").starts_with("grognard record 1\n"));
    refused(&desk, &["new", "eylau", "-o", "a", "--force"], "a: cannot be written: a link that leads nowhere");
    assert!(desk.path("a").is_symlink());
}

#[test]
fn binary_garbage() {
    let garbage: Vec<u8> = (0..=255u8).cycle().take(3_000).collect();
    all_readers("garbage", &garbage, "garbage:");
    all_readers("empty", "", "empty:1: there is nothing in it");
    all_readers("prose", "Soldiers!\nForty centuries look down upon you.\n", "prose:1: not known what this is");
    all_readers("zero", [0u8; 100], "zero:1: not a text");
}

#[test]
fn a_truncated_record() {
    let record = desk::record();
    let middle = record.lines().count() / 2;
    let cut: Vec<&str> = record.lines().take(middle).collect();
    all_readers("cut", cut.join("\n"), "the file breaks off");
    // In the middle of a line.
    all_readers("torn", &record[..record.len() / 2], "torn: ");
    all_readers("headless", record.replacen("game eylau\n", "", 1), "headless:3: expected `game NAME`");
}

#[test]
fn a_die_changed() {
    let record = desk::record();
    let (number, line) = record.lines().enumerate().find(|(_, line)| line.contains(" = ")).unwrap();
    let (action, die) = line.split_once(" = ").unwrap();
    let face: u8 = die[..1].parse().unwrap();
    let entry = line.split(' ').next().unwrap();
    let place = format!("entry {entry} (line {})", number + 1);
    let other = format!("{action} = {}{}", face % 6 + 1, &die[1..]);
    all_readers("die", record.replacen(line, &other, 1), &place);
    let impossible = format!("{action} = 7{}", &die[1..]);
    all_readers("seven", record.replacen(line, &impossible, 1), "7 is not on a die with 6 faces");
    let none = format!("{action} #{}", die.rsplit('#').next().unwrap());
    all_readers("none", record.replacen(line, &none, 1), "a die is missing");
}

#[test]
fn an_action_changed() {
    let record = desk::record();
    let (number, line) = record.lines().enumerate().find(|(_, line)| line.contains(" go ")).unwrap();
    let entry = line.split(' ').next().unwrap();
    let place = format!("entry {entry} (line {})", number + 1);
    let hex = line.split(" go ").nth(1).unwrap().split(' ').next().unwrap();
    all_readers("elsewhere", record.replacen(line, &line.replace(&format!("go {hex}"), "go 0101"), 1), &place);
    all_readers("unread", record.replacen(line, &line.replace(" go ", " fly "), 1), &place);
    all_readers("seat", record.replacen(line, &line.replace("French", "Swedish"), 1), "\"Swedish\" is no seat");
    all_readers("other", record.replacen(line, &line.replace("French", "Allied"), 1), "the decision belongs to French");
    all_readers("digest", record.replacen("\nend ", "\nend 1", 1), "the file says 1");
}

#[test]
fn a_game_of_another_kind() {
    let record = desk::record();
    all_readers("book", record.replacen("art-of-war 2", "art-of-peace 2", 1), "rulebook");
    all_readers("revision", record.replacen("art-of-war 2", "art-of-war 999", 1), "revision 999");
    all_readers("game", record.replacen("game eylau", "game waterloo", 1), "\"waterloo\" is not on the shelf");
    all_readers("option", record.replacen("option weather off", "option rain on", 1), "rain");
    all_readers("format", record.replacen("record 1", "record 2", 1), "record format 2");
}

#[test]
fn bad_notation_and_positions() {
    let (game, _) = desk::game(11, usize::MAX);
    let notation = game.notation().unwrap();
    let cut = &notation[..notation.len() - 20];
    all_readers("cut", cut, "cut");
    all_readers("tag", notation.replacen("[Game ", "[Game", 1), "tag:");
    let position = game.position();
    all_readers("word", position.replacen("eylau", "eylaw", 1), "\"eylaw\"");
    all_readers("option", position.replacen("eylau", "eylau+rain", 1), "\"rain\"");
    all_readers("short", &position[..position.len() / 2], "short: ");
    all_readers("hex", position.replacen('/', "/9999,", 1), "hex: ");
    refused(&Desk::new(), &["show", "eylau 1F"], "position: ");
    // Whoever types is not waited for before he is told that he cannot.
    refused(&Desk::new(), &["play", "-"], "standard input is for typing");
}

#[test]
fn beyond_the_end() {
    let desk = Desk::new();
    desk.put("r", desk::record()).put("p", desk::game(3, 40).0.position());
    refused(&desk, &["show", "r", "--to", "999999"], "entry 999999");
    refused(&desk, &["replay", "r", "--to", "999999"], "entry 999999");
    refused(&desk, &["show", "p", "--to", "1"], "holds no actions");
    refused(&desk, &["show", "eylau", "--to", "1"], "entry 1");
}

#[test]
fn unknown_games_options_and_words() {
    let desk = Desk::new();
    for args in [
        &["new", "waterloo"][..],
        &["play", "waterloo"],
        &["show", "waterloo"],
        &["fuzz", "waterloo"],
        &["perft", "waterloo", "--depth", "1"],
        &["rollouts", "waterloo"],
    ] {
        refused(&desk, args, "there is eylau");
    }
    for command in ["new", "play", "show", "fuzz", "rollouts"] {
        refused(&desk, &[command, "eylau", "--option", "rain=on"], "rain");
        refused(&desk, &[command, "eylau", "--option", "weather=fine"], "fine");
        refused(&desk, &[command, "eylau", "--option", "weather"], "NAME=VALUE");
    }
    refused(&desk, &["perft", "eylau", "--depth", "1", "--option", "rain=on"], "rain");
    refused(&desk, &["rules", "99.9"], "99.9: no such case");
    refused(&desk, &["show", "eylau", "--seat", "Swedish"], "Swedish: no such side");
    refused(&desk, &["show", "eylau", "--png", "x.png", "--width", "1"], "width 1");
    refused(&desk, &["rollouts", "eylau", "--seconds", "-1"], "");
    refused(&desk, &["rollouts", "eylau", "--seconds", "NaN"], "NaN");
    refused(&desk, &["perft", "eylau", "--depth", "0"], "0");
    refused(&desk, &["fuzz", "eylau", "--games", "many"], "many");
    // That no law was broken in no game would say nothing.
    refused(&desk, &["fuzz", "eylau", "--games", "0"], "0 is not in 1..");
    refused(&desk, &["march"], "march");
    refused(&desk, &[], "grognard play");
    refused(&desk, &["try"], "FILE");
    desk.put("r", desk::record());
    refused(&desk, &["show", "r", "--option", "weather=on"], "cannot be chosen any more");
}

#[test]
fn bad_case_files() {
    let desk = Desk::new();
    for (text, wanted) in [
        ("", "x.case:1: no case in it"),
        ("game eylau\n", "x.case:1: expected `case"),
        ("case 1.0 t\ngame eylau\nexpect over\n", "x.case:1: expected `case"),
    ] {
        desk.put("x.case", text);
        refused(&desk, &["try", "x.case"], wanted);
        refused(&desk, &["try", "x.case", "--json"], wanted);
    }
    desk.put("x.case", b"\xff\xfe\x00");
    refused(&desk, &["try", "x.case"], "x.case:1: not a text file");
}

/// The others are run all the same, whatever place it has among them; and who asks for several is not told that all is well.
#[test]
fn a_file_that_cannot_be_read_does_not_keep_others_from_being_run() {
    let desk = Desk::new();
    desk.put("good.case", "case 1.0 \"good\"\ngame eylau\nunit F1 i5-4 @0505\nunit A1 i5-4 @0909\nexpect F1 at 0505\n");
    desk.put("empty.case", "");
    for args in [["try", "nowhere.case", "good.case"], ["try", "good.case", "nowhere.case"]] {
        let back = desk.run(&args);
        assert_eq!(back.status, Some(2), "{}", back.out);
        assert!(
            back.err.starts_with("grognard: nowhere.case: cannot be read: ") && back.err.lines().count() == 1,
            "{}",
            back.err
        );
        assert!(back.out.starts_with("passed good.case:1 "), "{}", back.out);
        assert!(back.out.ends_with("1 case, 0 failed; 1 file could not be read\n"), "{}", back.out);
    }
    let back = desk.run(&["try", "empty.case", "good.case", "nowhere.case", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&back.out).unwrap();
    assert_eq!((back.status, &json["passed"]), (Some(2), &false.into()));
    assert_eq!(json["files"][0]["cases"][0]["passed"], true);
    assert!(json["unread"][0].as_str().unwrap().starts_with("empty.case:1: no case in it"), "{json}");
    assert!(json["unread"][1].as_str().unwrap().starts_with("nowhere.case: cannot be read"), "{json}");
    refused(&desk, &["try", "nowhere.case", "empty.case"], "; empty.case:1: no case in it");
}

/// Runs two cases of which the first is bad: it fails by itself, at its line and in one line, and the second passes.
fn fails_alone(bad: &str, wanted: &str) {
    let desk = Desk::new();
    let text = format!("{bad}\ncase 1.0 \"good\"\ngame eylau\nunit F1 i5-4 @0505\nunit A1 i5-4 @0909\nexpect F1 at 0505\n");
    desk.put("x.case", text);
    let back = desk.run(&["try", "x.case"]);
    assert_eq!((back.status, back.err.as_str()), (Some(1), ""), "{bad:?}");
    assert_eq!(back.out.lines().count(), 4, "{bad:?}: {}", back.out);
    assert!(back.out.starts_with("FAILED x.case:1 ") && back.out.ends_with("2 cases, 1 failed\n"), "{}", back.out);
    assert!(back.out.contains("\npassed x.case:") && back.out.contains(wanted), "{wanted:?} is not in {}", back.out);
    let back = desk.run(&["try", "x.case", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&back.out).unwrap();
    assert_eq!((back.status, &json["passed"]), (Some(1), &false.into()));
    let cases = &json["files"][0]["cases"];
    assert_eq!((&cases[0]["passed"], &cases[1]["passed"]), (&false.into(), &true.into()), "{bad:?}");
}

/// The skirmish has a set-up whose first action waits for somebody who never comes, so that its time is over on any machine. It is on the
/// shelf of the program that is built for tests, and of no other.
#[cfg(feature = "mock")]
#[test]
fn a_case_over_its_limit_fails_by_itself() {
    let waits = "case 1.0 \"A wait without end\"\ngame skirmish\nsleepless\nlimit 1\nunit R1 @0101\nunit B1 @0401\ndo Red: end\nexpect decision Red";
    fails_alone(waits, "\nx.case:1: expected \"A wait without end\" to be done within 1 s, found that it was still running\n");
}

#[test]
fn a_bad_case_fails_by_itself() {
    const READ: &str = "expected a case that can be read, found ";
    const PLAYED: &str = "expected a set-up that can be played, found ";
    for (text, line, words) in [
        ("case 1.0 \"t\"\ngame waterloo\nexpect over\n", 2, format!("{PLAYED}game \"waterloo\"")),
        ("case 1.0 \"t\"\ngame eylau\nbanana\nexpect over\n", 3, PLAYED.to_owned()),
        ("case 1.0 \"t\"\ngame eylau\nunit F1 i5-4 @9999\nexpect over\n", 3, PLAYED.to_owned()),
        ("case 1.0 \"t\"\ngame eylau\nexpect banana\n", 3, format!("{READ}expected")),
        ("case 1.0 \"t\"\ngame eylau\nexpect result Dr many\n", 3, READ.to_owned()),
        ("case 1.0 \"t\"\ngame eylau\ndice 0\n", 3, READ.to_owned()),
        ("case 1.0 \"t\"\ngame eylau\nno banana\n", 3, format!("{READ}expected `no CASE")),
        ("case 1.0 \"t\"\nexpect over\n", 1, format!("{READ}the case names no game")),
        ("case 1.0 t\ngame eylau\nexpect over\n", 1, format!("{READ}expected `case")),
        ("game eylau\n", 1, format!("{READ}expected `case")),
    ] {
        fails_alone(text, &format!("x.case:{line}: {words}"));
    }
}

/// Dresden has no options, and its files are not those of Eylau.
#[test]
fn bad_input_for_dresden() {
    let desk = Desk::new();
    for args in [
        &["play", "dresden", "--option", "weather=on"][..],
        &["new", "dresden", "--option", "weather=off"],
        &["fuzz", "dresden", "--option", "weather=off"],
        &["show", "dresden", "--option", "weather=off"],
    ] {
        refused(&desk, args, "weather: dresden has no such option; it has none");
    }
    refused(&desk, &["show", "dresden", "--to", "3"], "dresden: entry 3: nothing has been played");
    refused(&desk, &["show", "dresden", "--seat", "Austrian"], "Austrian: no such side; there is French, Allied");
    refused(&desk, &["notation", "dresden+weather 1A move"], "dresden has no option");
    desk.put("other", desk::record());
    refused(&desk, &["perft", "dresden", "other", "--depth", "1"], "other: a position of eylau, not of dresden");
    all_readers(
        "wrong",
        desk::record().replacen("game eylau\noption weather off\n", "game dresden\n", 1),
        "wrong: entry 1 (line ",
    );
    all_readers("short", "dresden 1A move Russian:2308 ---", "short: units: 1 groups of units, expected 4");
    let crowd = "case 10.0 \"x\"\ngame dresden\nunit F1 @0505\nunit F2 @0505\nunit F3 @0505\nunit O1 @0506\nphase Allied combat\nexpect over\n";
    fails_alone(crowd, "x.case:7: expected a set-up that can be played, found [10.0] F3 shares its hex with F1");
    let garrison = "case 14.0 \"y\"\ngame dresden\nentry A 0101\nunit F1 g1-0 due A3\nexpect over\n";
    fails_alone(garrison, "x.case:4: expected a set-up that can be played, found [14.0] F1 is a garrison and cannot enter");
}

/// The numbers of the system's errors say nothing to people.
#[test]
fn what_the_system_says_is_told_without_its_number() {
    let desk = Desk::new();
    desk.put("file", "");
    std::fs::create_dir(desk.path("w.samples")).unwrap();
    for (args, wanted) in [
        (&["serve", "--no-open", "--port", "0", "--web", "file"][..], "--web file: no such folder\n"),
        (&["serve", "--no-open", "--port", "0", "--data", "file"], "file: cannot be made: "),
        (&["serve", "--no-open", "--port", "0", "--database-file", "."], "--database-file .: "),
        (&["simulate", "eylau", "random", "weights:."], "no file of weights can be read there: "),
        (&["train", "eylau", "--games", "5", "-o", "w"], "w.samples: "),
    ] {
        refused(&desk, args, wanted);
        assert!(!desk.run(args).err.contains("os error"), "{args:?}");
    }
}
