//! Records on trial: tampering is found at the very entry, the golden games replay, and every form leads to every other.
//!
//! `GROGNARD_BLESS=1` plays the golden games anew and writes them.

use crate::files::{files, golden};
use crate::romp::game;
use grognard_art_of_war::Battle;
use grognard_engine::table::Table;
use grognard_engine::{DataError, Decision, Rules, Words, record};
use std::fs;
use std::path::{Path, PathBuf};

/// The golden games: file, game, seed, the turn it ends in. Every kind of decision comes up in one of them.
const GOLDEN: [(&str, &str, u64, u8); 4] = [
    ("eylau.record", "eylau", 6, 12),
    ("eylau-weather.record", "eylau+weather", 8, 12),
    ("dresden-two-days.record", "dresden", 26, 16),
    ("dresden.record", "dresden", 35, 32),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../records/art-of-war")
}

/// Reads and replays a record with the game that its head names.
fn replay(text: &str) -> Result<Table<Battle>, DataError> {
    let raw = record::read("x.record", text)?;
    record::replay(Battle::new(&raw.header.game, &raw.header.options)?.into(), &raw, None, |_, _, _| {})
}

fn over(table: &Table<Battle>) -> bool {
    matches!(table.game.decision(&table.state), Decision::Over(_))
}

/// A finished game, cut into lines, and ways to spoil it.
struct Spoiler {
    table: Table<Battle>,
    lines: Vec<String>,
    /// Where entry 1 is among the lines.
    first: usize,
}

impl Spoiler {
    fn new(name: &str, seed: u64) -> Self {
        let table = game(name, seed, usize::MAX, |_| {});
        let text = record::write(&table);
        assert!(over(&replay(&text).unwrap()));
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let first = lines.iter().position(|line| line.starts_with("1 ")).unwrap();
        Self { table, lines, first }
    }

    /// The record with its lines changed must be refused with `wanted` in the message.
    fn refused(&self, wanted: &str, change: impl FnOnce(&mut Vec<String>)) {
        let mut lines = self.lines.clone();
        change(&mut lines);
        assert_ne!(lines, self.lines);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        match replay(&text) {
            Ok(_) => panic!("accepted, though it should be refused with {wanted:?}"),
            Err(fault) => assert!(fault.to_string().contains(wanted), "{fault} should hold {wanted:?}"),
        }
    }

    /// Puts something else in place of part of one line.
    fn altered(&self, wanted: &str, line: usize, from: &str, to: &str) {
        assert!(self.lines[line].contains(from), "{} has no {from:?}", self.lines[line]);
        self.refused(wanted, |lines| lines[line] = lines[line].replacen(from, to, 1));
    }

    /// The line of entry `n`, and how messages name it.
    fn entry(&self, n: usize) -> (usize, String) {
        let line = self.first + n - 1;
        (line, format!("x.record: entry {n} (line {}): ", line + 1))
    }

    /// What could have been played as entry `n`.
    fn options_before(&self, n: usize) -> Vec<String> {
        let raw = record::read("x.record", &record::write(&self.table)).unwrap();
        let game = Battle::new(&raw.header.game, &raw.header.options).unwrap();
        let table = record::replay(game.into(), &raw, Some(n - 1), |_, _, _| {}).unwrap();
        let mut options = Vec::new();
        table.game.legal_actions(&table.state, &mut options);
        options.into_iter().map(|action| table.game.write_action(action)).collect()
    }
}

fn tampering(name: &str, seed: u64) {
    let spoiler = Spoiler::new(name, seed);
    let count = spoiler.table.entries.len();
    let rolled: Vec<usize> = (1..=count).filter(|n| !spoiler.table.entries[n - 1].rolls.is_empty()).collect();
    // Dice: another face, one that does not exist, one too many, none.
    for &n in rolled.iter().step_by(rolled.len() / 5) {
        let (line, place) = spoiler.entry(n);
        let rolls: Vec<String> = spoiler.table.entries[n - 1].rolls.iter().map(u8::to_string).collect();
        let dice = format!(" = {} #", rolls.join(" "));
        for face in (1..=6).map(|face: u8| face.to_string()).filter(|face| *face != rolls[0]) {
            let changed: Vec<&str> = [face.as_str()].into_iter().chain(rolls[1..].iter().map(String::as_str)).collect();
            spoiler.altered(&place, line, &dice, &format!(" = {} #", changed.join(" ")));
        }
        spoiler.altered(&format!("{place}7 is not on a die with 6 faces"), line, &format!(" = {}", rolls[0]), " = 7");
        spoiler.altered(&format!("{place}1 dice too many"), line, &dice, &format!(" = {} 1 #", rolls.join(" ")));
        spoiler.altered(&format!("{place}a die is missing"), line, &dice, " #");
        spoiler.altered(&format!("{place}\"x\" is not a roll of a die"), line, &dice, " = x #");
    }
    let perish = format!("perish {}", spoiler.table.game.tag(0));
    for n in (1..=count).step_by(count / 7) {
        let (line, place) = spoiler.entry(n);
        let action = spoiler.table.game.write_action(spoiler.table.entries[n - 1].action);
        let seat = ["French", "Allied"][usize::from(spoiler.table.entries[n - 1].seat.0)];
        let enemy = if seat == "French" { "Allied" } else { "French" };
        // Another action: legal, illegal, unreadable.
        let options = spoiler.options_before(n);
        for option in options.iter().filter(|option| **option != action).take(3) {
            spoiler.altered(&place, line, &format!("{seat} {action}"), &format!("{seat} {option}"));
        }
        for (wrong, why) in [(perish.as_str(), "is refused"), ("pick Nobody", "there is no unit"), ("march", "is no action")] {
            let found = format!("{place}{}", if why == "is refused" { format!("{perish} is refused: [") } else { String::new() });
            spoiler.altered(&found, line, &format!("{seat} {action}"), &format!("{seat} {wrong}"));
            spoiler.altered(why, line, &format!("{seat} {action}"), &format!("{seat} {wrong}"));
        }
        // Another seat, an unknown one.
        spoiler.altered(&format!("{place}{action} is refused: the decision belongs to {seat}"), line, seat, enemy);
        spoiler.altered(&format!("{place}\"Prussian\" is no seat"), line, seat, "Prussian");
        // Another check number.
        let check = spoiler.lines[line].rsplit_once('#').unwrap().1.to_owned();
        let flipped: String = check.chars().map(|c| if c == '0' { '1' } else { '0' }).collect();
        spoiler.altered(&format!("{place}the position after it has the check number {check}"), line, &check, &flipped);
        spoiler.altered(&format!("{place}check number"), line, &check, &check[1..]);
        spoiler.altered(&format!("{place}no check number"), line, &format!(" #{check}"), "");
        // Lines dropped, doubled, exchanged; the file cut off.
        let (_, next) = spoiler.entry(n + 1);
        if n < count {
            spoiler.refused(&format!("{place}numbered \"{}\", expected {n}", n + 1), |lines| drop(lines.remove(line)));
            spoiler.refused(&format!("{place}numbered"), |lines| lines.swap(line, line + 1));
        }
        spoiler.refused(&format!("{next}numbered \"{n}\", expected {}", n + 1), |lines| {
            lines.insert(line, lines[line].clone());
        });
        spoiler.refused(&format!("breaks off; expected entry {} or `end`", n + 1), |lines| lines.truncate(line + 1));
        spoiler.refused(&place, |lines| {
            lines.truncate(line + 1);
            let half = lines[line].len() / 2;
            lines[line].truncate(half);
        });
    }
    // The end.
    let end = spoiler.lines.len() - 1;
    let digest = spoiler.lines[end].rsplit_once('#').unwrap().1.to_owned();
    let flipped: String = digest.chars().map(|c| if c == '0' { '1' } else { '0' }).collect();
    spoiler.altered("x.record: end: the digest", end, &digest, &flipped);
    spoiler.altered("the file says 1 entries but holds", end, &format!("end {count}"), "end 1");
    spoiler.altered("the file breaks off", end, &spoiler.lines[end], "");
    spoiler.refused("nothing may follow the `end` line", |lines| lines.push("1 French end #00000000".to_owned()));
    // The head.
    spoiler.altered("line 1: record format 2", 0, "record 1", "record 2");
    spoiler.altered("line 1: not a record", 0, "grognard", "grumbler");
    spoiler.altered("x.record: rulebook: art-of-war 3, but the game is art-of-war 2", 1, "art-of-war 2", "art-of-war 3");
    spoiler.altered("x.record: rulebook: other 2, but", 1, "art-of-war", "other");
    let game = &spoiler.lines[2].split_once(' ').unwrap().1;
    spoiler.altered("game: jena: not known", 2, game, "jena");
    spoiler.altered("x.record: deal: 1 dice too many", spoiler.first - 1, "-", "4");
    spoiler.refused("line 2: expected `rulebook", |lines| drop(lines.remove(1)));
    if *game == "dresden" {
        spoiler.refused("option: weather: dresden has no such option", |lines| lines.insert(3, "option weather on".to_owned()));
        // A game of Eylau cannot be told as one of Dresden.
        spoiler.altered("x.record: entry 1 (line ", 2, "dresden", "eylau");
        return;
    }
    let (weather, other) = if name.ends_with("+weather") { ("on", "off") } else { ("off", "on") };
    spoiler.altered("option: wind:", 3, "weather", "wind");
    spoiler.altered("option: weather: \"maybe\"", 3, &format!(" {weather}"), " maybe");
    spoiler.altered(&spoiler.entry(rolled[0]).1, 3, &format!(" {weather}"), &format!(" {other}"));
    spoiler.refused("option weather", |lines| lines.insert(3, format!("option weather {other}")));
}

#[test]
fn tampering_is_found_at_the_entry() {
    tampering("eylau", 21);
}

#[test]
fn tampering_is_found_at_the_entry_in_bad_weather() {
    tampering("eylau+weather", 22);
}

#[test]
fn tampering_is_found_at_the_entry_at_dresden() {
    tampering("dresden", 58);
}

/// A head that names another game than the one it is replayed with.
#[test]
fn the_head_must_fit_the_game() {
    let table = game("eylau", 23, 40, |_| {});
    let raw = record::read("x.record", &record::write(&table)).unwrap();
    let other = Battle::new("eylau", &[("weather".to_owned(), "on".to_owned())]).unwrap();
    let fault = record::replay(other.into(), &raw, None, |_, _, _| {}).map(|_| ()).unwrap_err().to_string();
    assert_eq!(fault, "x.record: option weather: off, but the game is played with on");
    // An option that is left out is as usual, so that records outlive new options.
    let text = record::write(&table).replace("option weather off\n", "");
    assert!(replay(&text).unwrap().state == table.state);
}

/// Game notation has no check numbers: a fault is found where the game stops making sense, at the latest at the end.
fn tampered_notation(name: &str, seed: u64) {
    let table = game(name, seed, usize::MAX, |_| {});
    let text = record::write_notation(&table);
    let read = |text: &str| {
        let raw = record::read_notation("x", text)?;
        record::replay_notation(Battle::new(&raw.header.game, &raw.header.options)?.into(), &raw)
    };
    assert!(read(&text).unwrap().state == table.state);
    // The first player's first line of play.
    let [first, second] = if name == "dresden" { ["Allied: ", "French: "] } else { ["French: ", "Allied: "] };
    let body = text.find(&format!("\n{first}")).unwrap();
    let line = text[..body].matches('\n').count() + 2;
    let place = |n: u32| format!("action {n} (line {line}): ");
    for (from, to, wanted) in [
        (first, second.to_owned(), place(1)),
        (first, format!("{first}.. "), format!("{}\"..\" is no action in shorthand", place(1))),
        (first, format!("{first}end end "), place(2)),
        ("{", "{0".to_owned(), "check number".to_owned()),
        ("}", "} hold".to_owned(), "nothing may follow the digest".to_owned()),
    ] {
        let changed = format!("{}{}", &text[..body], text[body..].replacen(from, &to, 1));
        let fault = read(&changed).map(|_| ()).unwrap_err().to_string();
        assert!(fault.contains(&wanted), "{fault} should hold {wanted:?}");
    }
    let digest = format!("{:016x}", table.game.digest(&table.state));
    let fault = read(&text.replace(&digest, &"0".repeat(16))).map(|_| ()).unwrap_err().to_string();
    assert!(fault.starts_with("x: end: the digest"), "{fault}");
    let fault = read(&text.replace("art-of-war 2", "art-of-war 9")).map(|_| ()).unwrap_err().to_string();
    assert!(fault.starts_with("x: rulebook: art-of-war 9"), "{fault}");
}

#[test]
fn tampered_game_notation_is_refused() {
    tampered_notation("eylau", 24);
    tampered_notation("dresden", 49);
}

#[test]
fn golden_records_replay() {
    for (file, name, seed, _) in GOLDEN {
        golden(&folder().join(file), || {
            let head = format!(
                "// A random game of {}: dice from seed {seed}, actions from its complement.\n\
                 // Written by the test golden_records_replay with GROGNARD_BLESS=1.\n",
                name.replace("dresden", "Dresden")
                    .replace("eylau+weather", "Eylau, weather rule on")
                    .replace("eylau", "Eylau, weather rule off")
            );
            head + &record::write(&game(name, seed, usize::MAX, |_| {}))
        });
    }
    for path in files(&folder(), "record") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        let table = replay(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(over(&table), "{name} is not finished");
        if let Some((.., last)) = GOLDEN.iter().find(|(file, ..)| *file == name) {
            assert_eq!(table.state.turn, *last, "{name}");
        }
        let remarks: usize = text.lines().take_while(|line| line.starts_with("//")).map(|line| line.len() + 1).sum();
        assert!(record::write(&table) == text[remarks..], "{name} would be written otherwise");
        // Games begun with the first revision are taken up, as long as they do nothing that has been mended since.
        let older = text.replace("rulebook art-of-war 2", "rulebook art-of-war 1");
        assert_eq!(replay(&older).unwrap_or_else(|why| panic!("{name}: {why}")).state, table.state);
    }
}

#[test]
fn every_form_leads_to_every_other() {
    for (name, seed) in [("eylau", 31), ("eylau+weather", 32), ("dresden", 58), ("dresden", 13)] {
        let table = game(name, seed, usize::MAX, |_| {});
        let (text, notation) = (record::write(&table), record::write_notation(&table));
        let raw = record::read_notation("x", &notation).unwrap();
        let game = Battle::new(&raw.header.game, &raw.header.options).unwrap();
        let from_notation = record::replay_notation(game.into(), &raw).unwrap();
        assert!(record::write(&from_notation) == text, "record, game notation, record");
        let raw = record::read("x", &text).unwrap();
        let game = Battle::new(&raw.header.game, &raw.header.options).unwrap();
        let mut positions = 0;
        let from_record = record::replay(game.into(), &raw, None, |n, table, _| {
            if n % 7 == 0 {
                let line = table.game.write_position(&table.state);
                let again = table.game.read_position(&line).unwrap();
                assert!(again == table.state, "{line}");
                assert_eq!(table.game.digest(&again), table.game.digest(&table.state));
                assert_eq!(table.game.write_position(&again), line);
                positions += 1;
            }
        })
        .unwrap();
        assert!(positions > 50, "{positions} positions");
        assert!(record::write_notation(&from_record) == notation, "game notation, record, game notation");
    }
}

/// The position in `docs/notation.md` is that of its record after the twelfth action.
#[test]
fn the_position_in_the_documents_is_real() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/notation.md");
    let page = fs::read_to_string(path).unwrap();
    let blocks: Vec<&str> = page.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let record = blocks.iter().find(|block| block.starts_with("grognard record")).unwrap();
    let position = blocks.iter().find(|block| block.starts_with("eylau ")).unwrap().trim_end();
    let raw = record::read("docs", record).unwrap();
    let game = Battle::new(&raw.header.game, &raw.header.options).unwrap();
    let table = record::replay(game.into(), &raw, Some(12), |_, _, _| {}).unwrap();
    assert_eq!(table.game.write_position(&table.state), position);
    assert!(table.game.read_position(position).unwrap() == table.state);
    for (from, to) in [("Tut:0714,", "Tut:2519,"), ("Tut:0714,0813", "Tut:0714,0714")] {
        let fault = table.game.read_position(&position.replace(from, to)).unwrap_err().to_string();
        assert!(page.contains(&format!("\n{fault}\n")), "{fault}");
    }
}
