//! Map and pieces are as the file says, and bad ones are refused with their place.

use grognard_engine::DataError;
use grognard_engine::sheet::Sheet;
use grognard_proving_ground::{Army, Ground, PIECES};

const MAP: &str = include_str!("../../data/map.toml");
const TABLE: &str = include_str!("../../data/pieces.tsv");

fn ground() -> Ground {
    Ground::of(Sheet::read("map.toml", MAP).unwrap())
}

#[test]
fn the_map_has_its_size_and_the_hexes_that_the_playbook_names() {
    let ground = ground();
    let (grid, sheet) = (ground.grid(), ground.sheet());
    assert_eq!(grid.hexes().count(), 5_452);
    let hex = |name: &str| grid.read(name).unwrap();
    // Sheets overlap: one hex, two names.
    assert_eq!((hex("A3601"), hex("C1000"), hex("D0500")), (hex("B0001"), hex("A1045"), hex("B0545")));
    assert!(grid.adjacent(hex("A1719"), hex("A1620")));
    assert_eq!(sheet.places.iter().find(|place| place.name == "Preussisch-Eylau").unwrap().hexes.len(), 18);
    for name in ["C2909", "C3009"] {
        assert_eq!(sheet.level(hex(name)), 3);
    }
    for (name, word) in [("A2731", "town"), ("B2810", "village"), ("A2533", "church"), ("A2627", "castle"), ("A1826", "lake")] {
        assert!(sheet.has_terrain(word, hex(name)), "{name} {word}");
    }
    for name in ["A0111", "B3608", "D3623", "C0106", "D1131"] {
        assert!(grid.on_edge(hex(name)) && ground.on_road(hex(name)), "{name}");
    }
    // A bridge lies where a road crosses water, and nowhere else.
    for &(a, b) in &sheet.hexsides["bridge"] {
        assert!(sheet.road_between(a, b) && (sheet.has_hexside("stream", a, b) || sheet.has_hexside("brook", a, b)));
    }
    let view = ground.view();
    assert_eq!((view.sheets.len(), view.columns, view.rows, view.grid.as_str()), (4, 76, 72, "pointy-top"));
    assert!(view.hexes.iter().all(|hex| hex.at.is_some()));
}

#[test]
fn all_pieces_stand_on_the_map() {
    let ground = ground();
    let army = Army::read("pieces.tsv", TABLE, &ground).unwrap();
    assert_eq!(army.roster.len(), PIECES);
    let grid = ground.grid();
    let mut stacks = vec![0; grid.size()];
    for standing in &army.start {
        standing.hexes(grid).for_each(|hex| stacks[usize::from(hex.0)] += 1);
    }
    assert_eq!(stacks.iter().max(), Some(&8), "there are stacks of eight");
    let by_kind = |kind: &str| army.roster.iter().filter(|(_, piece)| piece.kind == kind).count();
    assert_eq!(["infantry", "cavalry", "artillery", "leader", "headquarters"].map(by_kind), [246, 82, 72, 129, 2]);
    assert!(army.start.iter().filter(|standing| standing.second(grid).is_some()).count() >= 10);
}

fn fault(from: &str, to: &str) -> String {
    assert!(TABLE.contains(from), "{from}");
    let read = |text: &str| -> Result<Army, DataError> { Army::read("pieces.tsv", text, &ground()) };
    read(&TABLE.replacen(from, to, 1)).err().map_or_else(String::new, |why| why.to_string())
}

#[test]
fn bad_pieces_are_refused_with_file_and_line() {
    for (from, to, parts) in [
        ("\nLt10b2\t", "\nLt10b1\t", &["pieces.tsv: line 15", "\"Lt10b1\" is used twice", "line 14 has it too"][..]),
        ("\nLt10b2\t", "\nLt10/b2\t", &["pieces.tsv: line 15", "one word"]),
        ("\tA1438\t", "\tA9938\t", &["line 15", "hex A9938 is not on this map"]),
        ("\tA1438\t", "\tC2214\t", &["pieces.tsv", "among enemies in C2214"]),
        ("A1336\tENE\tcolumn", "A1336\tNE\tcolumn", &["line 16", "facing \"NE\"", "vertex"]),
        ("A1336\tENE\tcolumn", "A1336\tENE\tlimbered", &["line 16", "cannot stand in limbered"]),
        ("A1336\tENE\tcolumn\t-", "A1336\tENE\tcolumn\tleft", &["line 16", "second hex"]),
        ("A1538\tENE", "A1722\tENE", &[]),
    ] {
        let told = fault(from, to);
        assert!(parts.iter().all(|part| told.contains(part)), "{from:?}: {told}");
    }
}
