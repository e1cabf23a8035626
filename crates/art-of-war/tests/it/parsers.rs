//! No input panics, and whatever is refused is refused in one line. What is accepted in spite of the edits can be played.
//!
//! The cases are the same in every run. `GROGNARD_FUZZ=50` tries fifty times as many.

use crate::files::files;
use crate::garbled::{Edit, anything, edited, edits, hold, one_line, refused_well, tokens};
use crate::romp::{battle, game, romp};
use grognard_art_of_war::scenario::Scenario;
use grognard_art_of_war::title::Title;
use grognard_art_of_war::{Battle, Options, State};
use grognard_engine::cases::CaseGame;
use grognard_engine::{DataError, Rules, Seat, Views, Words, record};
use grognard_testkit::casefile;
use proptest::prelude::*;
use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// Map, units and turns of Eylau.
const EYLAU: [&str; 3] = [
    include_str!("../../data/eylau/map.toml"),
    include_str!("../../data/eylau/units.tsv"),
    include_str!("../../data/eylau/turns.tsv"),
];
/// Map, units and turns of Dresden.
const DRESDEN: [&str; 3] = [
    include_str!("../../data/dresden/map.toml"),
    include_str!("../../data/dresden/units.tsv"),
    include_str!("../../data/dresden/turns.tsv"),
];

/// A game from the text of its three files.
fn read_game(title: Title, [map, units, turns]: [&str; 3]) -> Result<Scenario, DataError> {
    let id = if title == Title::Eylau { "eylau" } else { "dresden" };
    Scenario::read(title, id, ("map.toml", map), ("units.tsv", units), ("turns.tsv", turns))
}

#[test]
fn game_data_from_any_text() {
    const WORDS: &[&str] =
        &["[map]\n", "id = \"x\"\n", "columns = 4\n", "rows=4\n", "[[road]]\n", "[terrain]\n", "turn\tclock\tdate\tnight\n"];
    hold(300, (0usize..3, anything(WORDS)), |(file, text)| {
        for (title, mut files) in [(Title::Eylau, EYLAU), (Title::Dresden, DRESDEN)] {
            files[file] = &text;
            refused_well(read_game(title, files))?;
        }
        Ok(())
    });
}

/// Games from files with edits: refused, or played for a while.
fn edited_game(title: Title, files: [&str; 3], cases: u32) {
    let played = Cell::new(0);
    hold(cases, (0usize..4, edits(3), any::<u64>()), |(file, edits, seed)| {
        let texts = [0, 1, 2].map(|i| if file == i || file == 3 { edited(files[i], &edits) } else { files[i].to_owned() });
        let scenario = read_game(title, texts.each_ref().map(String::as_str));
        let battle = scenario.and_then(|s| Battle::with(s, Options { weather: title == Title::Eylau && seed % 2 == 0 }));
        let Some(battle) = refused_well(battle)? else { return Ok(()) };
        played.set(played.get() + 1);
        let mut state = start(&battle);
        romp(&battle, &mut state, seed, 60)
    });
    assert!(played.get() > 20, "only {} edited games could be played", played.get());
}

#[test]
fn game_data_with_edits() {
    edited_game(Title::Eylau, EYLAU, 160);
}

#[test]
fn game_data_of_dresden_with_edits() {
    edited_game(Title::Dresden, DRESDEN, 160);
}

fn start(battle: &Battle) -> State {
    grognard_testkit::perft::opening(battle)
}

/// Two short games, as a record and in game notation.
static TEXTS: LazyLock<[[String; 2]; 2]> = LazyLock::new(|| {
    [("eylau+weather", 3), ("dresden", 3)].map(|(name, seed)| {
        let table = game(name, seed, 260, |_| {});
        [record::write(&table), record::write_notation(&table)]
    })
});

fn read_record(text: &str) -> Result<(), String> {
    let Some(raw) = refused_well(record::read("game.record", text))? else { return Ok(()) };
    let Some(battle) = refused_well(Battle::new(&raw.header.game, &raw.header.options))? else { return Ok(()) };
    refused_well(record::replay(battle.into(), &raw, None, |_, _, _| {})).map(|_| ())
}

fn read_notation(text: &str) -> Result<(), String> {
    let Some(raw) = refused_well(record::read_notation("game.pgn", text))? else { return Ok(()) };
    let Some(battle) = refused_well(Battle::new(&raw.header.game, &raw.header.options))? else { return Ok(()) };
    refused_well(record::replay_notation(battle.into(), &raw)).map(|_| ())
}

#[test]
fn records_and_game_notation_from_any_text() {
    const WORDS: &[&str] = &[
        "grognard record 1\n",
        "rulebook art-of-war 2\n",
        "game eylau\n",
        "option weather off\n",
        "deal -\n",
        "1 French pick Lev1 #01234567\n",
        "end 0 #0123456789abcdef\n",
        "[Rulebook \"art-of-war 2\"]\n",
        "[Game \"eylau\"]\n",
        "game dresden\n",
        "[Game \"dresden\"]\n",
        "1 Allied pick Roth #01234567\n",
        "Allied:",
        "French:",
        "Lev1",
        ">1213",
        "!=6",
        "{0123456789abcdef}",
    ];
    hold(300, anything(WORDS), |text| read_record(&text).and_then(|()| read_notation(&text)));
}

#[test]
fn records_and_game_notation_with_edits() {
    for [record, notation] in &*TEXTS {
        read_record(record).unwrap();
        hold(80, edits(3), |edits| read_record(&edited(record, &edits)));
        hold(80, edits(3), |edits| read_notation(&edited(notation, &edits)));
    }
}

/// A position, the game it belongs to, and how it is written.
type Sample = (usize, State, String);

/// The games that the positions belong to.
const NAMES: [&str; 3] = ["eylau", "eylau+weather", "dresden"];

/// Positions from some random games, by the rules and the kind of decision, and the games they belong to.
struct Corpus {
    battles: [Battle; 3],
    kinds: Vec<((Title, String), Vec<Sample>)>,
}

/// Games in which every kind of decision comes up: game, seed.
const GAMES: [(usize, u64); 12] =
    [(0, 1), (0, 6), (0, 8), (0, 10), (0, 11), (1, 5), (1, 8), (1, 11), (2, 4), (2, 26), (2, 58), (2, 68)];

static CORPUS: LazyLock<Corpus> = LazyLock::new(|| {
    let mut kinds: Vec<((Title, String), Vec<Sample>)> = Vec::new();
    for (i, seed) in GAMES {
        let mut step = 0;
        game(NAMES[i], seed, usize::MAX, |table| {
            let line = table.game.write_position(&table.state);
            // An answer to a loss comes in between, whatever else is to be decided.
            let kind = if line.contains(" offers=") { "offer" } else { line.split([' ', ':']).nth(2).unwrap_or("") };
            let kind = (table.game.title(), kind.to_owned());
            step += 1;
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                // Rare decisions are worth more than one more move.
                Some((_, list)) if step % 20 == 0 || list.len() < 10 => list.push((i, table.state, line)),
                Some(_) => {}
                None => kinds.push((kind, vec![(i, table.state, line)])),
            }
        });
    }
    Corpus { battles: NAMES.map(battle), kinds }
});

impl Corpus {
    /// Some position: every kind of decision is as likely as any other.
    fn some(&self, which: u32) -> (&Battle, &State, &str) {
        let (_, list) = &self.kinds[which as usize % self.kinds.len()];
        let (i, state, line) = &list[(which >> 8) as usize % list.len()];
        (&self.battles[*i], state, line)
    }

    /// A position of a game in which just this is to be decided.
    fn first(&self, game: usize, kind: &str) -> &str {
        let title = self.battles[game].title();
        let list = self.kinds.iter().find(|((of, known), _)| *of == title && known == kind);
        let found = list.and_then(|(_, list)| list.iter().find(|(i, ..)| *i == game));
        found.map(|(_, _, line)| line.as_str()).unwrap_or_else(|| panic!("no position with {kind}"))
    }
}

/// A change to a position that often leaves it readable.
fn bent(battle: &Battle, line: &str, edits: &[Edit]) -> String {
    const FRAMES: [&str; 22] = [
        "move",
        "overfull",
        "fresh:F",
        "fresh:A",
        "combat",
        "declare",
        "losses",
        "retreat:F",
        "retreat:A",
        "advance:F",
        "advance:A",
        "back",
        "over",
        "hand:",
        "push:",
        "hand:",
        "muster",
        "dayend",
        "reorganize:F",
        "reorganize:A",
        "place:",
        "place:",
    ];
    const KEYS: [&str; 15] = [
        "moved", "bound", "owed", "fought", "fresh", "def", "att", "guns", "pending", "chain", "kept", "cut", "reserve", "fell",
        "guard",
    ];
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    for &(kind, at, with) in edits {
        let tag = |n: u32| battle.tag((n as usize % battle.pieces().len()) as u8).to_owned();
        let hexes = battle.grid().hexes().count() as u32;
        let hex = |n: u32| battle.grid().hexes().nth((n % hexes) as usize).map_or(String::new(), |h| battle.grid().number(h));
        match kind {
            0 | 1 => {
                let frame = FRAMES[at as usize % FRAMES.len()];
                words[2] = match frame {
                    "hand:" if with % 3 == 0 => format!("hand:{},{},entered", tag(with), with >> 8 & 3),
                    "hand:" if with % 5 == 0 => format!("hand:{},{},ward{}", tag(with), with >> 8 & 3, with >> 16 & 7),
                    "hand:" => format!("hand:{},{}", tag(with), with >> 8 & 3),
                    "push:" | "place:" => {
                        let side = if with & 256 == 0 { 'F' } else { 'A' };
                        let what = if frame == "place:" { tag(with >> 9) } else { hex(with >> 9) };
                        format!("{frame}{what},{side}")
                    }
                    plain => plain.to_owned(),
                };
            }
            2 => words[1] = format!("{}{}", at % 33 + 1, if with % 2 == 0 { 'F' } else { 'A' }),
            // A unit somewhere else: anywhere, next to another, lost, not yet there.
            3..=9 => {
                let mut all = tokens(&words[3]);
                let places: Vec<usize> = (1..all.len()).filter(|&i| matches!(all[i - 1], ":" | ",")).collect();
                let (i, j) = (places[at as usize % places.len()], places[with as usize % places.len()]);
                let near = battle.grid().read(all[j]).map(|h| {
                    let around: Vec<_> = battle.grid().around(h).collect();
                    battle.grid().number(around[(at >> 8) as usize % around.len()])
                });
                let anywhere = hex(with);
                match (kind, &near) {
                    (3, _) => all[i] = &anywhere,
                    (4, _) => all[i] = "-",
                    (5, _) => all[i] = if at & 256 == 0 { "+" } else { "~" },
                    (6, _) => all.swap(i, j),
                    (_, Ok(near)) => all[i] = near,
                    _ => {}
                }
                words[3] = all.concat();
            }
            10..=12 => {
                let key = KEYS[at as usize % KEYS.len()];
                let list: Vec<String> = (0..with % 4 + 1).map(|k| tag((with >> 8).wrapping_add(k * (at >> 8)))).collect();
                words.retain(|w| !w.starts_with(&format!("{key}=")));
                words.push(if key == "guard" { key.to_owned() } else { format!("{key}={}", list.join(",")) });
            }
            13 if words.len() > 5 => drop(words.remove(5 + at as usize % (words.len() - 5))),
            14 if at % 15 == 12 => {
                let levels = [0, 8, 16, 24].map(|shift| ((with >> shift) % 51).to_string());
                words.retain(|w| !w.starts_with("morale="));
                words.push(format!("morale={}", levels.join(",")));
            }
            14 => words.push(match at % 15 {
                0 => format!("vacated={}", hex(with)),
                1 => format!("origin={}", hex(with)),
                2 => format!("owing={}", with % 300),
                3 => format!("lowered={}", with % 22),
                4 => "gunstep".to_owned(),
                5 => format!("stack={}", hex(with)),
                6 => format!("mate={}", hex(with)),
                7 => format!("shaken={}", with % 17),
                8 => format!("city={}", with % 17),
                9 => format!("offers=0,{},{},{}", with & 1, with >> 1 & 1, with >> 2 & 1),
                10 => "klenau".to_owned(),
                11 => "rolled".to_owned(),
                13 => format!("spent=F.{}", battle.division_code((with as usize % battle.pieces().len()) as u8).unwrap_or("")),
                _ => format!("shift=A.{}", battle.division_code((with as usize % battle.pieces().len()) as u8).unwrap_or("")),
            }),
            _ => return edited(&words.join(" "), &[(kind, at, with)]),
        }
    }
    words.join(" ")
}

#[test]
fn positions_from_any_text() {
    const WORDS: &[&str] = &[
        "eylau",
        "eylau+weather",
        "1F",
        "12A",
        "move",
        "hand:Lev1,2",
        "push:1213,F",
        "Tut:0714",
        "--",
        "moved=Lev1",
        "guard",
        "dresden",
        "32A",
        "muster",
        "hand:Friant,0,ward3",
        "place:Roth,F",
        "Russian:2308,~,+,-",
        "morale=30,20,12,10",
        "klenau",
    ];
    hold(400, anything(WORDS), |text| {
        CORPUS.battles.iter().try_for_each(|battle| refused_well(battle.read_position(&text)).map(|_| ()))
    });
    hold(400, (any::<u32>(), edits(3)), |(which, edits)| {
        let (battle, _, line) = CORPUS.some(which);
        refused_well(battle.read_position(&edited(line, &edits))).map(|_| ())
    });
}

#[test]
fn positions_with_edits_are_refused_or_can_be_played() {
    let played = Cell::new(0);
    hold(600, (any::<u32>(), edits(4), any::<u64>()), |(which, edits, seed)| {
        let (battle, _, line) = CORPUS.some(which);
        let line = bent(battle, line, &edits);
        let Some(mut state) = refused_well(battle.read_position(&line))? else { return Ok(()) };
        played.set(played.get() + 1);
        battle.forecast(&state, None);
        romp(battle, &mut state, seed, 300).map_err(|why| format!("{why}, from {line}"))
    });
    assert!(played.get() > 40, "only {} edited positions could be played", played.get());
}

#[test]
fn actions_from_any_text() {
    const WORDS: &[&str] = &[
        "pick",
        "step",
        "go",
        "halt",
        "retreat",
        "advance",
        "back",
        "shift",
        "Lev1",
        "lev1",
        "Gd",
        "1213",
        "9999",
        "Lev1>1213",
        "rLev1>1213",
        "-1213",
        "*Gd1",
        "xGd1",
        "^Gd",
        "!",
        "ok",
        "activate",
        "commit",
        "place",
        "fight",
        "stop",
        "Roth",
        "1/43",
        "1/4/II",
        "!Roth",
        "?Friant",
        "<1811",
        "r1/43>1811",
        "~1/43",
        "x1/43",
    ];
    hold(600, anything(WORDS), |text| {
        for battle in [&CORPUS.battles[0], &CORPUS.battles[2]] {
            for read in [battle.read_action(&text), battle.read_short(&text)] {
                match read {
                    Ok(action) => {
                        let (long, short) = (battle.write_action(action), battle.write_short(action));
                        if battle.read_action(&long) != Ok(action) || battle.read_short(&short) != Ok(action) {
                            return Err(format!("{text:?} is {long:?} and {short:?}, which read otherwise"));
                        }
                    }
                    Err(why) => one_line(&why)?,
                }
            }
        }
        Ok(())
    });
}

#[test]
fn commands_in_any_position() {
    const WORDS: &[&str] = &[
        "move", "attack", "declare", "with", "shift", "lower", "fresh", "lose", "pick", "go", "roll", "end", "Lev1", "Gd1",
        "Tut1", "Ost1", "Leg2", "Gd", "1213", "1214", "1313", "0101", "20", "21", "-1", "activate", "commit", "place", "fight",
        "stop", "muster", "Roth", "Friant", "Curial", "1/43", "2/43", "L2", "1910", "1811",
    ];
    hold(900, (any::<u32>(), anything(WORDS)), |(which, text)| {
        let (battle, state, _) = CORPUS.some(which);
        match battle.command(state, Seat(0), &text) {
            Ok(actions) => {
                for action in actions {
                    if let Err(violation) = battle.check(state, action) {
                        one_line(&battle.explain(&violation))?;
                    }
                }
                Ok(())
            }
            Err(why) => one_line(&why),
        }
    });
}

/// The cases of all case files, one by one.
static CASES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let files = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases"), "case");
    let mut cases: Vec<String> = Vec::new();
    for file in files {
        for line in fs::read_to_string(file).unwrap().lines() {
            if line.starts_with("case ") || cases.is_empty() {
                cases.push(String::new());
            }
            let case = cases.len() - 1;
            cases[case].push_str(line);
            cases[case].push('\n');
        }
    }
    cases.retain(|case| case.starts_with("case "));
    cases
});

#[test]
fn case_files_with_edits() {
    let played = Cell::new(0);
    hold(100, (any::<u32>(), edits(3), any::<u64>()), |(which, edits, seed)| {
        let text = edited(&CASES[which as usize % CASES.len()], &edits);
        let Some(report) = refused_well(casefile::run::<Battle>("x.case", &text))? else { return Ok(()) };
        report.failures().iter().try_for_each(|failure| one_line(failure))?;
        let parsed = casefile::parse("x.case", &text).map_err(|why| why.to_string())?;
        for case in &parsed.cases {
            let Some((battle, mut state)) = refused_well(Battle::set_up("x.case", &case.setup))? else { continue };
            played.set(played.get() + 1);
            romp(&battle, &mut state, seed, 100)?;
        }
        Ok(())
    });
    assert!(played.get() > 20, "only {} edited cases could be played", played.get());
}

/// One unit of a little battle: hex, type, strength, movement, division, and what else is said of it.
type Fighter = (u16, u8, u8, u8, u8, u8);

/// The set-up lines of a battle on a small map, as a case file would have them: crowded, so that duties and retreats get
/// tangled, and now and then nonsense.
fn little_battle(game: &str, size: (u8, u8), phase: u8, ground: &[(u8, u8, u8)], fighters: &[Fighter]) -> String {
    let (columns, rows) = size;
    let hex = |c: u8, r: u8| format!("{:02}{:02}", c % columns + 1, r % rows + 1);
    let mut text = format!("case 5.1 \"little\"\ngame {game}\nmap {columns}x{rows}\n");
    let dresden = game == "dresden";
    let phases = ["French combat", "Allied combat", "French movement", "Allied movement"];
    text += &format!("phase {}\nturn {}\nentry A {}\n", phases[usize::from(phase % 4)], phase / 4 % 12 + 1, hex(0, phase / 4));
    if dresden {
        text += &format!("entry B {}\nentry C {}\narea elbe {}\n", hex(1, 0), hex(2, 0), hex(phase, phase));
        text += &format!("morale French {}\nmorale Russian {}\n", phase % 12, phase % 51);
        text += ["", "rain\n", "night\n", "klenau released\n"][usize::from(phase >> 6)];
    }
    for &(c, r, what) in ground {
        text += &match what % if dresden { 9 } else { 5 } {
            5 => format!("hexside river {}-{}\n", hex(c, r), hex(c, r.wrapping_add(1))),
            6 => format!("hexside landgraben {}-{}\n", hex(c, r), hex(c, r.wrapping_add(1))),
            7 => format!("terrain fort {}\n", hex(c, r)),
            8 => format!("hexside river {0}-{1}\nhexside bridge {0}-{1}\n", hex(c, r), hex(c, r.wrapping_add(1))),
            0 => format!("terrain town {}\n", hex(c, r)),
            1 => format!("terrain woods {}\n", hex(c, r)),
            2 => format!("hexside stream {}-{}\n", hex(c, r), hex(c, r.wrapping_add(1))),
            3 => format!("slope {}-{}\n", hex(c, r), hex(c.wrapping_add(1), r)),
            _ => format!("objective {}\n", hex(c, r)),
        };
    }
    let mut taken: Vec<u16> = Vec::new();
    for (i, &(place, arm, strength, movement, division, rest)) in fighters.iter().enumerate() {
        // The next free hex, unless it is to be one that may be taken.
        let hexes = u16::from(columns) * u16::from(rows);
        let mut at = place % hexes;
        let share = if dresden { rest % 4 == 2 } else { rest == 6 };
        while !share && taken.contains(&at) && taken.len() < usize::from(hexes) {
            at = (at + 1) % hexes;
        }
        if !taken.contains(&at) {
            taken.push(at);
        }
        let at = format!("{:02}{:02}", at % u16::from(columns) + 1, at / u16::from(columns) + 1);
        let side = match (i % 2, dresden) {
            (0, _) => 'F',
            (_, false) => 'A',
            _ => ['R', 'P', 'O'][usize::from(division % 3)],
        };
        let garrison = dresden && side == 'F' && arm > 230;
        let arm = if garrison { 'g' } else { ['i', 'i', 'c', 'a'][usize::from(arm % 4)] };
        text += &format!("unit {side}{i} {arm}{}-{}", strength % 13, if garrison { 0 } else { movement % 7 });
        if division % 4 < 3 && !dresden {
            text += &format!(" division {side}{}", division % 4);
        }
        text += &match rest % 16 {
            0 => " lost".to_owned(),
            1 | 2 => format!(" due A{}", rest / 16),
            3 => format!(" @{at} moved"),
            4 => format!(" @{at} fought"),
            5 if rest > 200 => format!(" @{at} side Allied"),
            6..=8 if dresden => format!(" @{at} reserve"),
            9 if dresden => " disrupted".to_owned(),
            10 if dresden && rest > 100 => " klenau".to_owned(),
            _ => format!(" @{at}"),
        };
        text.push('\n');
    }
    if dresden {
        return text + "expect over\n";
    }
    text += "fresh French F0 3\nfresh Allied A0 4 used\nexpect over\n";
    text
}

fn little_battles(game: &'static str, cases: u32) {
    let played = Cell::new(0);
    let fighter = (any::<u16>(), any::<u8>(), any::<u8>(), any::<u8>(), any::<u8>(), any::<u8>());
    let inputs = (
        (1u8..8, 1u8..8),
        any::<u8>(),
        prop::collection::vec(any::<(u8, u8, u8)>(), 0..6),
        prop::collection::vec(fighter, 0..14),
        any::<u64>(),
    );
    hold(cases, inputs, |(size, phase, ground, fighters, seed)| {
        let text = little_battle(game, size, phase, &ground, &fighters);
        let parsed = casefile::parse("x.case", &text).map_err(|why| why.to_string())?;
        let Some((battle, mut state)) = refused_well(Battle::set_up("x.case", &parsed.cases[0].setup))? else { return Ok(()) };
        played.set(played.get() + 1);
        romp(&battle, &mut state, seed, 200).map_err(|why| format!("{why}, set up by\n{text}"))
    });
    assert!(played.get() > 50, "only {} little battles could be played", played.get());
}

#[test]
fn little_battles_are_refused_or_can_be_played() {
    little_battles("eylau", 150);
}

#[test]
fn little_battles_of_dresden_are_refused_or_can_be_played() {
    little_battles("dresden", 250);
}

/// Inputs that once led to a panic, a dead end or a game that could not be written down.
#[test]
fn old_traps_stay_closed() {
    let case = |lines: &str| {
        let text = format!("case 5.1 \"trap\"\ngame eylau\n{lines}\nexpect over\n");
        let report = casefile::run::<Battle>("trap.case", &text).unwrap();
        assert!(report.cases[0].board.is_none(), "a set-up that is accepted: {lines}");
        report.failures().join("; ")
    };
    let data = |map: &str, units: &str| {
        let scenario = read_game(Title::Eylau, [map, units, EYLAU[2]]);
        scenario.map(|_| ()).unwrap_err().to_string()
    };
    let small = |columns: u8, rest: &str| {
        format!(
            "[map]\nid = \"x\"\ntitle = \"x\"\ncolumns = {columns}\nrows = 1\nnumbering = \"CCRR\"\ngrid = \"flat-top\"\n\
             even_columns = \"down\"\n{rest}"
        )
    };
    let unit = |tag: &str, code: &str| {
        EYLAU[1].replacen("Tut1\t", &format!("{tag}\t"), 1).replacen("\tSam\t", &format!("\t{code}\t"), 1)
    };
    for (found, wanted) in [
        (case("phase French combat\nunit F1 @0505\nunit A1 @0506\nunit A2 @0506"), "[4.4] A2 shares its hex with A1"),
        (case("phase French movement\nunit F1 @0505 moved\nunit F2 @0505 moved"), "[4.4] F2 shares its hex with F1"),
        (case("phase French combat\nunit F1 @0505\nunit A1 @0505"), "[4.3] A1 shares its hex with an enemy"),
        (case("unit F1 i0-4 @0505"), "expected type, strength and movement"),
        (case("unit F1 division X @0505\nunit F1 side Allied"), "cannot leave the side of its division"),
        (case("unit F1 division X @0505\nunit A1 division x @0606"), "cannot be told from French X"),
        (case("map 1x1\nunit F1 @0101"), "hex 0101 has no neighbour"),
        (data(&small(1, "off_map = [\"0101\"]"), EYLAU[1]), "no hex on it"),
        (data(&small(3, "off_map = [\"0201\"]"), EYLAU[1]), "hex 0101 has no neighbour"),
        (data(&small(3, "[victory]\nhexes = [\"0101\"]\npoints_per_hex = 40000"), EYLAU[1]), "victory.points_per_hex"),
        (data(EYLAU[0], &unit("hold", "Sam")), "units.tsv: line 10: the tag \"hold\" means something else"),
        (data(EYLAU[0], &unit("0505", "Sam")), "the tag \"0505\" means something else"),
        (data(EYLAU[0], &unit("xTut2", "Sam")), "mistaken for each other"),
        (data(EYLAU[0], &unit("Tut1", "S/m")), "may hold letters and digits only"),
        (data(EYLAU[0], &unit("Tut1", "")), "may hold letters and digits only"),
    ] {
        assert!(found.contains(wanted), "{found} should hold {wanted:?}");
        one_line(&found).unwrap();
    }
}

/// Positions that contradict themselves, each with what is said about it.
#[test]
fn positions_that_contradict_themselves() {
    let battle = &CORPUS.battles[0];
    let without = |line: &str, field: &str| line.split(' ').filter(|w| !w.starts_with(field)).collect::<Vec<_>>().join(" ");
    let start = battle.write_position(&start(battle));
    for (line, wanted) in [
        (start.replace("1F move", "1F over"), "before the last turn"),
        (start.replace("1F move", "3F combat"), "[8.2]"),
        (start.replace("1F move", "13F move"), "turn"),
        (start.replace("1F move", "1F hand:Gd1,0"), "[19.1]"),
        (start.replace("1F move", "1F hand:Lev1,9"), "Lev1 cannot be on the move"),
        (start.replace("1F move", "1F hand:Mor1,1"), "Mor1 has not entered"),
        (start.replace("1F move", "1F hand:Lev1,1,entered"), "cannot have entered"),
        (start.replace("1F move", "1F overfull"), "nothing could be done"),
        (start.replace("1F move", "1F declare"), "on nobody"),
        (format!("{start} def=Tut1"), "speaks of an attack"),
        (format!("{start} moved=Lev1 moved=Lev2"), "moved: is given twice"),
        (format!("{start} guard=yes"), "guard: is no field"),
        (format!("{start} fresh=Tut1,Tut2"), "[21.1]"),
        (start.replace("Tut:0714,0813", "Tut:0714,0714"), "[4.4]"),
        (format!("{} owing=3", CORPUS.first(0, "retreat")), "[6.3]"),
        (format!("{} origin=0101", CORPUS.first(0, "advance")), "[6.5]"),
        (without(CORPUS.first(0, "losses"), "owing="), "[6.3]"),
        (without(CORPUS.first(0, "push"), "chain="), "[6.5] nobody pushes"),
        (without(CORPUS.first(0, "push"), "origin="), "[6.5]"),
        (CORPUS.first(0, "declare").replace("declare", "combat"), "speaks of an attack"),
        (format!("{} vacated=0101", CORPUS.first(0, "declare")), "has not been thrown"),
    ] {
        let found = battle.read_position(&line).unwrap_err().to_string();
        assert!(found.contains(wanted), "{found} should hold {wanted:?}: {line}");
    }
}

/// The same at Dresden.
#[test]
fn positions_of_dresden_that_contradict_themselves() {
    let battle = &CORPUS.battles[2];
    let start = battle.write_position(&start(battle));
    for (line, wanted) in [
        (start.replace("1A move", "1A over"), "before the last turn"),
        (start.replace("1A move", "7A combat"), "[8.2]"),
        (start.replace("1A move", "33A move"), "turn"),
        (start.replace("1A move", "1F muster"), "[11.4]"),
        (start.replace("1A move", "1A dayend"), "[18.3]"),
        (start.replace("1A move", "6F place:Roth,F"), "Roth is not disrupted"),
        (start.replace("1A move", "1A hand:L1,0"), "L1 cannot be on the move"),
        (start.replace("1A move", "1F push:1811,F"), "[6.5]"),
        (start.replace("1A move", "1F push:1708,A"), "nobody has to be pushed"),
        (format!("{start} offers=1,0,0,0"), "[11.3]"),
        (format!("{start} klenau=yes"), "klenau: is no field"),
        (format!("{start} rolled=1"), "rolled: is no field"),
        (start.replace("morale=30,20,12,10", "morale=51,20,12,10"), "morale: "),
        (start.replace("morale=30,20,12,10", "morale=30,20,12"), "morale: expected 4 numbers"),
        (start.replace(":2308,2607,", ":2308,2009,"), "[4.3]"),
        (start.replace("1A move", "1F move").replace(":2308,2607,2407", ":2308,2308,2308"), "[10.0]"),
        (start.replace(":2308,", ":+,"), "Roth is no reinforcement"),
        (start.replace("dresden ", "dresden+weather "), "game"),
        (start.replace("reserve=", "reserve=Roth,Nobody,"), "reserve: there is no unit"),
    ] {
        assert_ne!(line, start);
        let found = battle.read_position(&line).map(|_| line.clone()).expect_err(wanted).to_string();
        assert!(found.contains(wanted), "{found} should hold {wanted:?}: {line}");
    }
}
