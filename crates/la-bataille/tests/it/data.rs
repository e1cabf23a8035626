//! The data of the game: what it says, and that faults in it are told in one line.

use grognard_engine::piece::Piece;
use grognard_engine::sheet::Sheet;
use grognard_engine::{UnitId, Words};
use grognard_la_bataille::{Arm, Army, Bautzen, Cell, Ground, Place, Setup, Side, State, Tables, Terrain};

const TABLES: &str = include_str!("../../data/tables.toml");
const MAP: &str = include_str!("../../data/map.toml");
const UNITS: &str = include_str!("../../data/units.tsv");
const OUTPOSTS: &str = include_str!("../../data/outposts.tsv");

fn tables() -> Tables {
    Tables::read("tables.toml", TABLES).unwrap()
}

#[test]
fn a_state_takes_no_more_than_four_kilobytes() {
    assert!(size_of::<State>() <= 4096, "{}", size_of::<State>());
}

#[test]
fn forces_are_those_of_the_specification() {
    for (id, french, coalition) in [
        ("bautzen", [64, 5, 13, 8], [21, 8, 6, 5]),
        ("bautzen-short", [29, 2, 4, 3], [13, 2, 6, 4]),
        ("bautzen-outposts", [6, 0, 0, 0], [4, 0, 0, 0]),
    ] {
        let game = Bautzen::new(id, &[]).unwrap();
        let army = &game.field().army;
        for (side, expected) in [(Side::French, french), (Side::Coalition, coalition)] {
            for (arm, expected) in [Arm::Infantry, Arm::Cavalry, Arm::Artillery, Arm::Leader].into_iter().zip(expected) {
                let fits = |unit: &usize| {
                    army.kinds[*unit].side == side && army.kinds[*unit].arm == arm && army.start[*unit].place != Place::Absent
                };
                assert_eq!((0..army.kinds.len()).filter(fits).count(), expected, "{id} {side:?} {arm:?}");
            }
        }
    }
}

/// The sums that the file itself states.
#[test]
fn sums_of_the_file_of_units_hold() {
    let game = Bautzen::new("bautzen", &[]).unwrap();
    let army = &game.field().army;
    let mut lines = 0;
    for line in UNITS.lines().filter_map(|line| line.strip_prefix("#total\t")) {
        let cells: Vec<&str> = line.split('\t').collect();
        let parts: Vec<&str> = cells[0].split('/').collect();
        let [side, arm] = parts[..] else { continue };
        let kinds: Vec<_> =
            army.kinds.iter().filter(|k| k.side.name() == side && format!("{:?}", k.arm).to_lowercase() == arm).collect();
        for cell in &cells[1..] {
            let (name, wanted) = cell.split_once('=').unwrap();
            let sum: i32 = match name {
                "units" => kinds.len() as i32,
                "increments" => kinds.iter().map(|k| i32::from(k.increments)).sum(),
                "fire" => kinds.iter().map(|k| i32::from(k.fire)).sum(),
                "melee" => kinds.iter().map(|k| i32::from(k.melee)).sum(),
                "short" => kinds.iter().map(|k| k.bands[0].floor()).sum(),
                "art_bonus" => kinds.iter().map(|k| i32::from(k.art_bonus)).sum(),
                "morale_bonus" => kinds.iter().map(|k| i32::from(k.morale_bonus)).sum(),
                _ => continue,
            };
            assert_eq!(sum.to_string(), wanted, "{side} {arm} {name}");
            lines += 1;
        }
    }
    assert!(lines > 20);
}

/// Numbers of the booklet's charts, written down here a second time.
#[test]
fn charts_of_the_booklet() {
    let t = tables();
    let points = |prices: [Option<u8>; 3]| prices.map(|price| price.map_or(0, |halves| halves / 2));
    for (terrain, row) in [
        (Terrain::Clear, [1, 1, 1]),
        (Terrain::Hamlet, [3, 3, 3]),
        (Terrain::Village, [3, 3, 3]),
        (Terrain::Town, [3, 3, 3]),
        (Terrain::Garden, [2, 2, 4]),
        (Terrain::Woods, [4, 5, 0]),
        (Terrain::Path, [3, 3, 0]),
        (Terrain::Swamp, [4, 0, 0]),
        (Terrain::Pond, [0, 0, 0]),
        (Terrain::Loopholes, [4, 0, 0]),
        (Terrain::Work, [5, 0, 0]),
        (Terrain::Trench, [5, 0, 0]),
    ] {
        assert_eq!(points(t.enter[terrain as usize]), row, "{terrain:?}");
    }
    assert_eq!(points(t.slope), [2, 3, 4]);
    assert_eq!(points(t.stream), [3, 5, 4]);
    assert_eq!(points(t.stream_bridge), [2, 4, 2]);
    assert_eq!((points(t.stream_ford), points(t.spree_ford)), ([4, 9, 0], [4, 9, 0]));
    assert_eq!(points(t.spree), [5, 10, 0]);
    assert_eq!((t.road, t.road_built_up, t.road_spree_bridge, t.road_increments), (1, 4, 6, 4));
    for (terrain, row) in [
        (Terrain::Clear, [6, 9, 4, 0, 12, 14, 6, 8]),
        (Terrain::Swamp, [0, 0, 0, 0, 12, 14, 0, 0]),
        (Terrain::Woods, [0, 0, 0, 10, 12, 16, 0, 0]),
        (Terrain::Garden, [0, 0, 0, 10, 12, 16, 6, 8]),
        (Terrain::Hamlet, [0, 0, 0, 10, 12, 16, 6, 8]),
        (Terrain::Village, [0, 0, 0, 10, 14, 16, 7, 9]),
        (Terrain::Town, [0, 0, 0, 12, 14, 16, 8, 10]),
        (Terrain::Work, [0, 0, 0, 14, 0, 16, 10, 12]),
        (Terrain::Trench, [0, 12, 0, 13, 15, 6, 0, 0]),
        (Terrain::Loopholes, [0, 0, 0, 11, 14, 16, 0, 0]),
    ] {
        assert_eq!(t.defence[terrain as usize], row, "{terrain:?}");
    }
    let p = &t.pre_melee;
    assert_eq!(p.odds, [(-6, 6), (-3, 3), (0, 0), (3, -3), (6, -6), (9, -9)]);
    assert_eq!((p.flank, p.rear, p.skirmish, p.line, p.carre, p.disordered, p.routed), ((12, -12), (6, -6), -6, -3, 6, -3, -6));
    assert_eq!((p.up_slope, p.stream, p.spree_bridge, p.loss, p.elite), ((-2, 2), (-6, 6), (-12, 12), -3, [-6, -9, -12]));
    let s = &t.stand;
    assert_eq!(
        (s.flank, s.rear, s.skirmish, s.line, s.disordered, s.carre, s.lancers, s.heavy, s.slope),
        (-12, -6, -12, 3, -6, 6, -6, -3, 3)
    );
    let rows = |block: usize, from: usize| t.carre[block][from].map(|row| (row.formed, row.disordered));
    // The last roll that forms carré, and the last that disorders, for one to four points.
    let last = |forms: u8, disorders: u8| (grognard_la_bataille::place(forms) + 1, grognard_la_bataille::place(disorders) + 1);
    for (block, from, printed) in [
        (0, 0, [(21, 51), (33, 54), (56, 66), (62, 66)]),
        (0, 1, [(15, 44), (22, 52), (36, 54), (53, 65)]),
        (1, 0, [(22, 45), (34, 52), (46, 55), (52, 61)]),
        (1, 1, [(22, 45), (34, 52), (46, 55), (52, 61)]),
        (2, 0, [(15, 36), (26, 46), (41, 56), (52, 65)]),
        (2, 1, [(31, 45), (32, 55), (62, 64), (64, 65)]),
        (3, 0, [(25, 45), (35, 55), (45, 55), (63, 65)]),
        (3, 1, [(22, 44), (32, 53), (52, 61), (64, 65)]),
    ] {
        assert_eq!(rows(block, from), printed.map(|(forms, disorders)| last(forms, disorders)), "{block} {from}");
    }
    let m = &t.carre_modifiers;
    assert_eq!((m.vieille, m.first_guard, m.second_guard, m.russian_guard, m.prussian, m.jaeger), (-9, -4, -2, -6, -3, 2));
    assert_eq!((m.light, m.lance, m.level), (3, 6, 3));
}

#[test]
fn melee_and_fire_tables_as_transcribed() {
    let t = tables();
    assert_eq!((t.fire.len(), t.melee.len(), t.melee_heads.len()), (16, 36, 10));
    let fire = |odds: &str, roll: u8| {
        let column = t.fire.iter().find(|column| column.odds == odds).unwrap();
        column.losses[grognard_la_bataille::place(roll) as usize]
    };
    assert_eq!((fire("1:3", 64), fire("1:3", 65), fire("1:1", 51), fire("1:1", 52)), (0, 1, 0, 1));
    assert_eq!((fire("5:1", 11), fire("5:1", 66), fire("10:1", 65), fire("10:1", 11)), (1, 3, 5, 2));
    let melee = |roll: u8, head: &str| {
        let column = t.melee_heads.iter().position(|known| known == head).unwrap();
        t.melee[grognard_la_bataille::place(roll) as usize][column]
    };
    assert_eq!(
        (melee(11, "1:2"), melee(66, "1:2"), melee(66, "5:1")),
        (Cell::AttackerRouts, Cell::DefenderDisordered, Cell::DefenderSurrenders)
    );
    assert_eq!(melee(31, "3:1").text(), "1/2*");
    assert_eq!(melee(62, "1:2").text(), "2/1*");
}

fn told(result: Result<impl Sized, grognard_engine::DataError>, wanted: &str) {
    let why = result.err().map(|why| why.to_string()).unwrap_or_default();
    assert!(why.contains(wanted) && why.lines().count() == 1, "{wanted:?} is not in {why:?}");
}

#[test]
fn faults_in_the_tables_are_told_with_their_key() {
    for (from, to, wanted) in [
        ("line_increments = 4            #", "line_increments = \"four\" #", "fire/line_increments"),
        ("clear = { infantry = 1, cavalry = 1, artillery = 1 }", "clear = { infantry = -1 }", "movement/hex/clear/infantry"),
        ("losses = [[11, 64], [65, 66]", "losses = [[11, 63], [65, 66]", "leave a gap"),
        ("[11, 62], disorder = [63, 66]", "[11, 63], disorder = [63, 66]", "leave a gap or overlap"),
        ("[\"AR\",    \"AD\"", "[\"XX\",    \"AD\"", "a cell is no result"),
        ("[stand.modifiers]", "[stand.modifier]", "stand/modifiers/flank"),
        ("[dice]", "[dice", "tables.toml: line"),
    ] {
        assert!(TABLES.contains(from), "{from}");
        told(Tables::read("tables.toml", &TABLES.replacen(from, to, 1)), wanted);
    }
}

#[test]
fn faults_in_the_map_are_told() {
    let ground = |from: &str, to: &str| {
        assert!(MAP.contains(from), "{from}");
        Sheet::read("map.toml", &MAP.replacen(from, to, 1)).and_then(Ground::of)
    };
    assert!(ground("[map]", "[map]").is_ok());
    told(ground("w = \"woods\"", "w = \"jungle\""), "is no terrain of this game");
    told(ground("work_rear = [\"3440/3540\", ", "work_rear = ["), "1 rear hexside;");
    told(ground("spree_bridge = [\"1704/1805\"]", "spree_bridge = [\"1705/1805\"]"), "needs water");
    told(ground("spree_ford = [", "spree_pond = [\"0028/0029\"]\nspree_ford = ["), "is nothing that a hexside carries");
}

#[test]
fn faults_in_the_units_are_told_with_their_line() {
    let t = tables();
    let ground = Ground::of(Sheet::read("map.toml", MAP).unwrap()).unwrap();
    let army = |from: &str, to: &str| {
        assert!(UNITS.contains(from), "{from}");
        let text = UNITS.replacen(from, to, 1);
        Army::read(("units.tsv", &text), ("outposts.tsv", OUTPOSTS), Setup::Long, ground.grid(), &t)
    };
    let line = "leg6b1\t1/6e Légère\t1/6e Lég.\tFrench";
    assert!(army(line, line).is_ok());
    told(army(line, "leg6b1\t1/6e Légère\t1/6e Lég.\tSpanish"), "is no side");
    told(army(line, "leg6-1\t1/6e Légère\t1/6e Lég.\tFrench"), "one word");
    told(army("2111\tSE\tcolumn", "9911\tSE\tcolumn"), "9911");
    told(army("2111\tSE\tcolumn", "2111\tE\tcolumn"), "is no facing");
    told(army("2111\tSE\tcolumn", "2111\tSE\tunlimbered"), "is no formation of this unit");
    told(army("\tIII Corps\tsouham\t", "\tIX Corps\tsouham\t"), "is not in the tables");
    let drill = OUTPOSTS.replacen("leg6b1", "leg7b1", 1);
    told(Army::read(("units.tsv", UNITS), ("outposts.tsv", &drill), Setup::Outposts, ground.grid(), &t), "leg7b1");
}

/// People read names, and nobody is to be taken for another by them.
#[test]
fn each_unit_has_a_name_and_a_title_of_its_own() {
    let game = Bautzen::new("bautzen", &[]).unwrap();
    let roster = &game.field().army.roster;
    let pieces: Vec<_> = (0..game.field().army.kinds.len()).map(|unit| roster.get(UnitId(unit as u16)).unwrap()).collect();
    assert_eq!(pieces.len(), 130);
    for piece in &pieces {
        assert!((3..=16).contains(&piece.title.chars().count()), "{:?} fits on no counter", piece.title);
        let alike = |other: &&&Piece| other.name == piece.name || other.title == piece.title;
        assert_eq!(pieces.iter().filter(alike).count(), 1, "{} and another one are called alike", piece.tag);
    }
    let battery = roster.find("delmasfoot1").unwrap();
    assert_eq!(game.called(battery.0), "9th Division foot battery 1");
    assert_eq!(game.unit_title(battery), "9th Division foot battery 1");
    assert_eq!(roster.get(battery).unwrap().counter().title, "9th Div. 1");
}

#[test]
fn games_and_options_are_checked() {
    told(Bautzen::new("austerlitz", &[]), "there is bautzen-outposts");
    told(Bautzen::new("bautzen", &[("fog".to_owned(), "on".to_owned())]), "no such option");
}

/// A ruling is told of beside every item that it is about, and beside no other.
#[test]
fn rulings_of_the_readme_stand_beside_their_items() {
    let (readme, items) = (include_str!("../../README.md"), include_str!("../../data/rulebook.toml"));
    let mut told: Vec<(&str, &str)> = Vec::new();
    for row in readme.lines().filter(|line| line.starts_with("| R")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        told.extend(cells[2].split(' ').map(|item| (item.trim_matches(['[', ']']), cells[1])));
    }
    let mut beside: Vec<(&str, &str)> = Vec::new();
    for item in items.split("[[case]]").skip(1) {
        let line = |key: &str| item.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default();
        let id = line("id = ").trim_matches('"');
        let rulings = line("rulings = ").trim_matches(['[', ']']);
        beside.extend(rulings.split(", ").filter(|name| !name.is_empty()).map(|name| (id, name.trim_matches('"'))));
    }
    told.sort_unstable();
    beside.sort_unstable();
    assert!(told.len() > 100, "{told:?}");
    assert_eq!(told, beside);
}
