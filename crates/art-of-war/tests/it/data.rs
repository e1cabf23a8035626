//! [1.0] [2.0] The data of the published game, counted, and what becomes of broken data.

use grognard_art_of_war::scenario::{Arm, Piece, Scenario, Start, Turn};
use grognard_art_of_war::title::Title;
use grognard_art_of_war::{Battle, Options, Side};
use grognard_engine::DataError;

const MAP: &str = include_str!("../../data/eylau/map.toml");
const UNITS: &str = include_str!("../../data/eylau/units.tsv");
const TURNS: &str = include_str!("../../data/eylau/turns.tsv");

const DRESDEN: [&str; 3] = [
    include_str!("../../data/dresden/map.toml"),
    include_str!("../../data/dresden/units.tsv"),
    include_str!("../../data/dresden/turns.tsv"),
];

fn eylau() -> Battle {
    Battle::new("eylau", &[]).unwrap()
}

fn count(battle: &Battle, side: Side, test: impl Fn(&Piece) -> bool) -> (usize, u32) {
    let those: Vec<&Piece> = battle.pieces().iter().filter(|p| p.side == side && test(p)).collect();
    (those.len(), those.iter().map(|p| u32::from(p.strength)).sum())
}

#[test]
fn order_of_battle_adds_up() {
    let battle = eylau();
    let on_map = |p: &Piece| matches!(p.start, Start::Hex(_));
    let due = |p: &Piece| matches!(p.start, Start::Due { .. });
    assert_eq!(count(&battle, Side::Allied, on_map), (34, 168));
    assert_eq!(count(&battle, Side::French, on_map), (30, 131));
    assert_eq!(count(&battle, Side::Allied, due), (5, 15));
    assert_eq!(count(&battle, Side::French, due), (13, 54));
    for (arm, allied, french) in
        [(Arm::Infantry, (20, 117), (27, 129)), (Arm::Cavalry, (11, 26), (10, 25)), (Arm::Artillery, (8, 40), (6, 31))]
    {
        assert_eq!(count(&battle, Side::Allied, |p| p.arm == arm), allied, "{arm:?}");
        assert_eq!(count(&battle, Side::French, |p| p.arm == arm), french, "{arm:?}");
    }
}

/// Every `#total` line of the unit file is what its units come to, and the file has all the lines it should.
#[test]
fn order_of_battle_of_dresden_adds_up() {
    let battle = Battle::new("dresden", &[]).unwrap();
    let sum = |test: &dyn Fn(&Piece) -> bool| -> (usize, u32) {
        let those: Vec<&Piece> = battle.pieces().iter().filter(|p| test(p)).collect();
        (those.len(), those.iter().map(|p| u32::from(p.strength)).sum())
    };
    let on_map = |p: &Piece| matches!(p.start, Start::Hex(_));
    let mut lines = 0;
    for line in DRESDEN[1].lines().filter_map(|line| line.strip_prefix("#total\t")) {
        lines += 1;
        let mut cells = line.split('\t');
        let path: Vec<&str> = cells.next().unwrap().split('/').collect();
        let belongs = |p: &Piece| match path[1..] {
            ["army", army] => p.nation == army,
            [side] => p.side.name() == side,
            [side, "on-map-at-start"] => p.side.name() == side && on_map(p),
            [side, "reinforcements"] => p.side.name() == side && !on_map(p),
            [side, "reserve"] => p.side.name() == side && p.reserve,
            _ => panic!("{line}"),
        };
        let cells: Vec<(&str, &str)> = cells.map(|cell| cell.split_once('=').unwrap()).collect();
        let (units, strength) = sum(&belongs);
        assert_eq!(cells[..2], [("units", units.to_string().as_str()), ("strength", strength.to_string().as_str())], "{line}");
        // What is not listed, there is none of.
        for letter in ["i", "c", "a", "g"] {
            let arm = Arm::read(letter).unwrap();
            let (units, strength) = sum(&|p| belongs(p) && p.arm == arm);
            let listed = cells.iter().find(|(key, _)| *key == letter).map_or("0/0", |(_, value)| value);
            assert_eq!(listed, format!("{units}/{strength}"), "{letter} in {line}");
        }
    }
    assert_eq!(lines, 12);
    // The same once more, from the published order of battle.
    for (side, at_start, later, reserves) in
        [(Side::Allied, (39, 164), (9, 42), (18, 74)), (Side::French, (31, 141), (16, 81), (2, 14))]
    {
        assert_eq!(count(&battle, side, on_map), at_start);
        assert_eq!(count(&battle, side, |p| !on_map(p)), later);
        assert_eq!(count(&battle, side, |p| p.reserve), reserves);
    }
    let klenau = |p: &Piece| matches!(p.start, Start::Klenau { .. });
    assert_eq!(count(&battle, Side::Allied, klenau), (3, 17));
    assert!(battle.divisions().is_empty());
}

#[test]
fn the_track_of_dresden() {
    let scenario = dresden_with(0, "", "").unwrap();
    let those = |test: fn(&Turn) -> bool| -> Vec<usize> {
        scenario.turns.iter().enumerate().filter(|(_, t)| test(t)).map(|(i, _)| i + 1).collect()
    };
    assert_eq!(scenario.turns.len(), 32);
    assert_eq!(those(|t| t.night), [7, 8, 17, 18]);
    assert_eq!(those(|t| t.rain), [9, 10, 11, 12, 13, 14, 15, 16]);
    assert_eq!(those(|t| t.end_of_day), [6, 16]);
}

#[test]
fn fresh_strength_markers_add_up() {
    let battle = eylau();
    let markers = |side| {
        let fresh: Vec<u32> =
            battle.divisions().iter().filter(|d| d.side == side && d.fresh > 0).map(|d| u32::from(d.fresh)).collect();
        (fresh.len(), fresh.iter().sum::<u32>())
    };
    assert_eq!(markers(Side::Allied), (7, 21));
    assert_eq!(markers(Side::French), (9, 28));
    for code in ["Ost", "Lev", "Leg", "Mur"] {
        assert!(battle.divisions().iter().any(|d| d.code == code && d.fresh == 0), "{code}");
    }
}

#[test]
fn a_state_is_at_most_a_kilobyte() {
    let size = size_of::<grognard_art_of_war::State>();
    assert!(size <= 1024, "{size} bytes");
}

/// The one line that broken data is refused with.
fn refusal(map: &str, units: &str, turns: &str) -> String {
    let scenario = Scenario::read(Title::Eylau, "eylau", ("map.toml", map), ("units.tsv", units), ("turns.tsv", turns));
    let fault = scenario.and_then(|s| Battle::with(s, grognard_art_of_war::Options::default())).unwrap_err().to_string();
    assert!(!fault.contains('\n'), "{fault}");
    fault
}

#[test]
fn broken_data_is_refused_in_one_line_with_file_and_place() {
    let map = |from: &str, to: &str| {
        assert!(MAP.contains(from), "{from}");
        refusal(&MAP.replacen(from, to, 1), UNITS, TURNS)
    };
    for (fault, parts) in [
        (map("town = [", "swamp = ["), ["map.toml: terrain.swamp", "[2.2]", "woods"]),
        (
            map("\"1213\", \"1313\", \"1610\"", "\"1213\", \"9913\", \"1610\""),
            ["map.toml: terrain.town[1]", "9913", "not on this map"],
        ),
        (map("\"1413-1414\"", "\"1413-1416\""), ["map.toml: hexsides.river[0]", "1413-1416", "not adjacent"]),
        (map("\"1213\", \"1113\", \"1013\"", "\"1213\", \"1013\""), ["map.toml: road[0].path", "1213 and 1013", "not adjacent"]),
        (map("bridge = [\"0417-0517\", ", "bridge = ["), ["map.toml: road[", "without a bridge", "0517-0417"]),
        (map("columns = 24", "columns = 240"), ["map.toml: map", "240", "1 to 99"]),
        (map("columns = 24", "columns = \"x\""), ["map.toml: line", "invalid type", "u8"]),
        (map("[map]", "[map"), ["map.toml: line 7", "", ""]),
        (map("hex = \"2405\"", "hex = \"1205\""), ["map.toml: entry.B.hex", "1205", "not on the map edge"]),
        (map("grid = \"flat-top\"", "grid = \"pointy\""), ["map.toml: map.grid", "pointy", "flat-top"]),
    ] {
        assert!(parts.iter().all(|part| fault.contains(part)), "{fault} should hold {parts:?}");
    }
    let units = |from: &str, to: &str| {
        assert!(UNITS.contains(from), "{from}");
        refusal(MAP, &UNITS.replacen(from, to, 1), TURNS)
    };
    for (fault, parts) in [
        (units("Tut2\t", "Tut1\t"), ["units.tsv: line 11", "Tut1", "twice"]),
        (units("\t0813\t", "\t0714\t"), ["units.tsv: line 11", "[4.4]", "0714"]),
        (units("\t0813\t", "\tZ4\t"), ["units.tsv: line 11", "no entry", "Z"]),
        (units("\tc\t3", "\tq\t3"), ["units.tsv: line 13", "type", "q"]),
        (units("Allied\tRussian", "Martian\tRussian"), ["units.tsv: line 10", "Martian", "French or Allied"]),
        (units("\tstrength\t", "\tforce\t"), ["units.tsv: line 9", "strength", "missing"]),
    ] {
        assert!(parts.iter().all(|part| fault.contains(part)), "{fault} should hold {parts:?}");
    }
    let fault = refusal(MAP, UNITS, &TURNS.replacen("\tno\t", "\tmaybe\t", 1));
    assert!(fault.contains("turns.tsv: line 9") && fault.contains("yes or no"), "{fault}");
}

/// The data of Dresden with a change in one of its files: map, units or turns.
fn dresden_with(file: usize, from: &str, to: &str) -> Result<Scenario, DataError> {
    assert!(DRESDEN[file].contains(from), "{from}");
    let [map, units, turns] = [0, 1, 2].map(|i| if i == file { DRESDEN[i].replacen(from, to, 1) } else { DRESDEN[i].to_owned() });
    Scenario::read(Title::Dresden, "dresden", ("map.toml", &map), ("units.tsv", &units), ("turns.tsv", &turns))
}

#[test]
fn broken_data_of_dresden_is_refused_in_one_line_with_file_and_place() {
    for (file, from, to, parts) in [
        (1, "\ti\t4\t4\t2308", "\tz\t4\t4\t2308", ["units.tsv: line 8", "type \"z\"", "i, c, a, g"]),
        (1, "\ti\t4\t4\t2308", "\ti\t0\t4\t2308", ["units.tsv: line 8", "strength", "1 to 30"]),
        (1, "\t2308\t", "\t0101\t", ["units.tsv: line 8", "0101", "not on this map"]),
        (1, "\t2308\t", "\t3308\t", ["units.tsv: line 8", "3308", "not on this map"]),
        (1, "\t2017R\t", "\t2099R\t", ["units.tsv: line 14", "2099", "not on this map"]),
        (1, "\tC6\t", "\tD6\t", ["units.tsv: line 16", "no entry", "\"D\""]),
        (1, "\tB or C\t", "\tB or D\t", ["units.tsv: line 53", "no entry", "\"D\""]),
        (1, "\tC6\t", "\tC\t", ["units.tsv: line 16", "\"C\"", "expected a hex or an entry and a turn"]),
        (1, "\tC6\t", "\tC99\t", ["units.tsv: line 16", "turn 99", "32"]),
        (1, "\tC6\t", "\tC0\t", ["units.tsv: line 16", "turn 0", "32"]),
        // [10.0] Two share 1811 already, and the Old Guard 1708; a garrison does not count, but there is one to a hex.
        (1, "\t1710\t", "\t1811\t", ["units.tsv: line 69", "[10.0]", "1811"]),
        (1, "\t1710\t", "\t1708R\t", ["units.tsv: line 71", "[10.0]", "1708"]),
        (1, "\t1910\t", "\t2108\t", ["units.tsv: line 57", "[10.0]", "2108"]),
        (1, "\t1710\t", "\t2009\t", ["", "", ""]),
        (1, "\t2009\t", "\t2308\t", ["units.tsv: line 63", "[4.3]", "2308"]),
        (1, "Allied\tRussian", "Allied\tSaxon", ["units.tsv: line 8", "army \"Saxon\"", "Austrian, Russian, Prussian"]),
        (1, "Allied\tRussian", "Allied\tFrench", ["units.tsv: line 8", "army \"French\"", "Austrian, Russian, Prussian"]),
        (1, "French\tFrench", "French\tAustrian", ["units.tsv: line 56", "army \"Austrian\"", "French"]),
        (1, "Allied\tRussian", "Swedish\tRussian", ["units.tsv: line 8", "Swedish", "French or Allied"]),
        (1, "\tRoth\t", "\tLucken\t", ["units.tsv: line 9", "Lucken", "twice"]),
        (1, "\tg\t1\t0\t2108", "\tg\t1\t0\tA5", ["units.tsv: line 56", "[14.0]", "L1"]),
        (0, "town = [", "marsh = [", ["map.toml: terrain.marsh", "[2.2]", "woods"]),
        (0, "landgraben = [", "ditch = [", ["map.toml: hexsides.ditch", "[2.2]", "landgraben"]),
        (0, "\"1607-1608\", \"1807-1808\",", "\"1807-1808\",", ["map.toml: road[1].path", "river at 1607-1608", "bridge"]),
        (0, "\"1507-1607\", \"1110-1209\",", "\"1507-1607\",", ["map.toml: road[5].path", "stream at 1209-1110", "bridge"]),
        (0, "hex = \"0111\"", "hex = \"0511\"", ["map.toml: entry.B.hex", "0511", "not on the map edge"]),
        (0, "\"0104\", \"0204\"", "\"0103\", \"0204\"", ["map.toml: areas.elbe", "0103", "not on this map"]),
        (2, "\tno\tno\tno\t", "\tno\tdrizzle\tno\t", ["turns.tsv: line 9", "rain \"drizzle\"", "yes or no"]),
        (2, "\tno\tno\tyes\t", "\tno\tno\tsoon\t", ["turns.tsv: line 14", "end_of_day \"soon\"", "yes or no"]),
        (2, "\n2\t1700", "\n3\t1700", ["turns.tsv: line 10", "turn \"3\"", "expected 2"]),
    ] {
        let battle = dresden_with(file, from, to).and_then(|s| Battle::with(s, Options::default()));
        if parts[0].is_empty() {
            assert!(battle.is_ok(), "{from:?} to {to:?}: {}", battle.unwrap_err());
            continue;
        }
        let fault = battle.map(|_| ()).expect_err(to).to_string();
        assert!(!fault.contains('\n') && parts.iter().all(|part| fault.contains(part)), "{fault} should hold {parts:?}");
    }
}
