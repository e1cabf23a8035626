//! [1.0] [2.0] The data of the published game, counted, and what becomes of broken data.

use grognard_art_of_war::scenario::{Arm, Piece, Scenario, Start};
use grognard_art_of_war::title::Title;
use grognard_art_of_war::{Battle, Side};

const MAP: &str = include_str!("../../data/eylau/map.toml");
const UNITS: &str = include_str!("../../data/eylau/units.tsv");
const TURNS: &str = include_str!("../../data/eylau/turns.tsv");

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
