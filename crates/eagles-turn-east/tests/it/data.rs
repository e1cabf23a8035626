//! Map, calendar, leaders, all rows of all set-ups; and what is wrong with them is told with file and line.

use grognard_eagles_turn_east::calendar::{Calendar, TURNS};
use grognard_eagles_turn_east::ground::{Cover, Ground};
use grognard_eagles_turn_east::roster::{Army, Start};
use grognard_eagles_turn_east::scenario::{FILES, Files, Scenario};
use grognard_eagles_turn_east::{Campaign, games};
use grognard_engine::sheet::Sheet;
use grognard_engine::{Rules, Views};

const ALL: [&str; 7] = ["BS1", "BS2", "BS3", "CS1", "CS2", "CS3", "GS"];

fn ground() -> Ground {
    Ground::new(Sheet::read("map.toml", FILES.map.1).unwrap(), "NCS", &[]).unwrap()
}

#[test]
fn the_map_is_the_one_that_was_drawn_up() {
    let ground = ground();
    let (grid, sheet) = (ground.grid(), ground.sheet());
    assert_eq!(grid.hexes().count(), 61 * 103);
    assert_eq!(grid.hexes().filter(|&hex| ground.dry(hex)).count(), 5_641);
    let sides = |word: &str| sheet.hexsides[word].len();
    assert_eq!(sides("primary") + sides("secondary") + sides("lake") + sides("channel"), 883 + 1, "{:?}", sheet.hexsides.keys());
    let class = |class: &str| sheet.roads.iter().filter(|road| road.class == class).count();
    assert_eq!((class("primary"), class("secondary")), (37, 30));
    assert_eq!(ground.bridges(), [12, 40]);
    let hex = |name: &str| grid.read(name).unwrap();
    // Row 35 of a sheet is row 01 of the next.
    assert_eq!((hex("N-2635"), hex("C-0135")), (hex("C-2601"), hex("S-0101")));
    // Even columns are shifted half a hex south.
    assert!(grid.adjacent(hex("C-2402"), hex("C-2303")) && grid.adjacent(hex("N-4124"), hex("N-4223")));
    assert_eq!(ground.cover(hex("N-3214")), Cover::Fort);
    assert_eq!(ground.cover(hex("N-4323")), Cover::Town);
    assert!(!ground.dry(hex("N-0101")));
}

#[test]
fn every_bridge_that_a_scenario_damages_is_one() {
    for code in ALL {
        let scenario = Scenario::read(code, &FILES).unwrap();
        for &(a, b) in &scenario.damaged {
            assert!(scenario.ground.bridge(a, b).is_some(), "{code}");
        }
    }
    assert_eq!(Scenario::read("CS1", &FILES).unwrap().damaged.len(), 5);
}

#[test]
fn the_calendar_has_every_turn() {
    let calendar = Calendar::read("calendar.tsv", FILES.calendar.1).unwrap();
    assert_eq!(calendar.turns.len(), TURNS);
    for (dates, turn) in [("6-7 Dec", 1), ("1-2 Jan", 14), ("31 Jan-1 Feb", 29), ("14-15 Jun", 96), ("28-29 Jun", 103)] {
        assert_eq!(calendar.turn_of(dates), Some(turn), "{dates}");
    }
    assert_eq!((calendar.turn_on("18 Dec"), calendar.turn_on("31 May"), calendar.turn_on("1 Jul")), (Some(7), Some(89), None));
    assert_eq!(calendar.turns.iter().filter(|turn| turn.first).count(), 14);
}

/// Infantry, cavalry and artillery of an army, as read.
fn totals(scenario: &Scenario, army: Army) -> [u32; 3] {
    let mut sum = [0; 3];
    for unit in scenario.roster.units.iter().filter(|unit| unit.army == army) {
        sum.iter_mut().zip(unit.strength).for_each(|(sum, points)| *sum += u32::from(points));
    }
    sum
}

#[test]
fn the_armies_have_their_strength() {
    let mut rows = 0;
    for (code, french, russian, prussian) in [
        // One correction of strength: Gallitzin V has one cavalry point in BS1 where six are printed.
        ("BS1", [81, 13, 3], [69, 25 - 5, 5], [0; 3]),
        ("BS2", [80, 19, 3], [46, 21, 13], [12, 3, 0]),
        ("BS3", [103, 36, 5], [50, 20, 10], [19, 4, 2]),
        ("CS1", [106, 25, 6], [85, 18, 16], [16, 5, 4]),
        ("CS2", [106, 30, 4], [71, 22, 15], [16, 2, 2]),
        ("CS3", [180, 44, 8], [92, 38, 11], [23, 10, 2]),
        ("GS", [40, 5, 0], [38, 16, 3], [7, 1, 0]),
    ] {
        let scenario = Scenario::read(code, &FILES).unwrap();
        assert_eq!(Army::ALL.map(|army| totals(&scenario, army)), [french, russian, prussian], "{code}");
        rows += scenario.roster.rows;
    }
    assert_eq!(rows, 478);
}

/// A row of the set-up file as this test reads it, without the crate's help.
fn rows() -> Vec<Vec<&'static str>> {
    FILES.setups.1.lines().skip(1).map(|line| line.split('\t').collect()).collect()
}

#[test]
fn each_row_of_each_set_up_stands_where_it_says() {
    let scenarios: Vec<Scenario> = ALL.iter().map(|code| Scenario::read(code, &FILES).unwrap()).collect();
    let mut seen = 0;
    // The row of the leader under whom a unit is printed: his corrections are his units' too.
    let all = rows();
    for (at, row) in all.iter().enumerate() {
        let own = row;
        let under = all[..=at].iter().rev().find(|other| other[0] == row[0] && other[5] == row[5] && other[4] != "unit");
        let row = if row[4] == "unit" && !row[19].contains("row_type") { under.unwrap() } else { row };
        let (code, army, kind, hex, name) = (own[0], own[2], own[4], row[6], own[10]);
        let fix = |key: &str| row[19].split(';').find_map(|pair| pair.strip_prefix(key)).map(str::to_owned);
        let fixed = |key: &str| own[19].split(';').find_map(|pair| pair.strip_prefix(key)).map(str::to_owned);
        let scenario = scenarios.iter().find(|scenario| scenario.code == code).unwrap();
        let kind = fixed("row_type=").unwrap_or_else(|| kind.to_owned());
        let date = fix("reinforcement_date=").unwrap_or_else(|| row[16].to_owned());
        let hex = fix("hex=").unwrap_or_else(|| hex.to_owned());
        let points = |at: usize, key: &str| fixed(key).unwrap_or_else(|| own[at].to_owned()).parse::<u8>().unwrap_or(0);
        let strength = [points(12, "inf="), points(13, "cav="), points(14, "art=")];
        let roster = &scenario.roster;
        let general = |leader: u8| &roster.leaders[usize::from(leader)];
        let stands = |start: &Start| match start {
            Start::Hex(at) => date.is_empty() && scenario.ground.grid().read(&hex) == Ok(*at),
            Start::Box(place) => date.is_empty() && hex.is_empty() && place == row[17],
            Start::Pool => false,
            Start::Due(turn, _) => scenario.calendar.turn_on(&date) == Some(*turn),
        };
        let found = if kind == "leader" {
            roster
                .leaders
                .iter()
                .any(|leader| leader.name == name && leader.army.name() == army && leader.rank.leads() && stands(&leader.start))
        } else {
            roster.units.iter().any(|unit| {
                let leads = kind == "unit" || (general(unit.leader).name == name && !general(unit.leader).rank.leads());
                unit.name == name
                    && unit.army.name() == army
                    && unit.strength == strength
                    && leads
                    && stands(&general(unit.leader).start)
            })
        };
        assert!(found, "{own:?}");
        seen += 1;
    }
    assert_eq!(seen, 478);
}

#[test]
fn tags_are_words_of_their_own() {
    for code in ALL {
        let roster = Scenario::read(code, &FILES).unwrap().roster;
        let mut tags: Vec<String> = roster
            .leaders
            .iter()
            .map(|l| l.tag.to_lowercase())
            .chain(roster.units.iter().map(|u| u.tag.to_lowercase()))
            .collect();
        assert!(tags.iter().all(|tag| !tag.is_empty() && tag.chars().all(char::is_alphanumeric)));
        let count = tags.len();
        tags.sort();
        tags.dedup();
        assert_eq!(tags.len(), count, "{code}");
    }
}

fn fault(code: &str, change: impl Fn(&mut Files)) -> String {
    let mut files = FILES;
    change(&mut files);
    Scenario::read(code, &files).err().map_or_else(String::new, |why| why.to_string())
}

/// The text with the first line that has `key` in it changed.
fn changed(text: &'static str, key: &str, from: &str, to: &str) -> &'static str {
    let line = text.lines().find(|line| line.contains(key)).unwrap();
    assert!(line.contains(from), "{line:?} has no {from:?}");
    Box::leak(text.replacen(line, &line.replacen(from, to, 1), 1).into_boxed_str())
}

#[test]
fn bad_set_ups_are_refused_with_file_and_line() {
    for (code, key, from, to, parts) in [
        ("BS3", "1768", "leader\tBennigsen", "leader\tKutusov", &["setups.tsv: line", "has no leader", "Bennigsen"][..]),
        ("BS3", "1768", "\tBennigsen\t\t", "\tKutusov\t\t", &["setups.tsv: line", "Kutusov", "unknown leader"]),
        ("BS3", "1808", "N-4223", "N-9923", &["setups.tsv: line", "N-9923"]),
        ("BS3", "1771", "\t8\t", "\t10\t", &["setups.tsv: line", "expected up to 9"]),
        ("BS3", "2073", "unit\tDavout", "unit\tNey", &["setups.tsv: line", "span of Ney"]),
        ("CS1", "10 Dec", "10 Dec", "31 Jul", &["setups.tsv: line", "\"31 Jul\" is no day of the calendar"]),
        ("CS1", "C-6113", "entry=S-6112", "colour=red", &["setups.tsv: line", "cannot be corrected"]),
        ("BS3", "2073", "French\tFrench", "French\tAustrian", &["setups.tsv: line", "no army"]),
        ("BS3", "2073", "French\tFrench", "Coalition\tFrench", &["setups.tsv: line", "does not fit"]),
    ] {
        let told = fault(code, |files| files.setups.1 = changed(files.setups.1, key, from, to));
        assert!(parts.iter().all(|part| told.contains(part)), "{from:?} as {to:?}: {told:?}");
    }
}

#[test]
fn bad_tables_are_refused_with_file_and_line() {
    type Change = fn(&mut Files);
    let cases: [(Change, &[&str]); 9] = [
        (|f| f.calendar.1 = changed(f.calendar.1, "10-11 Dec", "10-11", "11-12"), &["calendar.tsv: line 5", "does not follow"]),
        (|f| f.calendar.1 = changed(f.calendar.1, "10-11 Dec", "Rain", "Hail"), &["calendar.tsv: line 5", "Hail"]),
        (|f| f.scenarios.1 = changed(f.scenarios.1, "BS3", "14-15 Jun", "14-15 Jul"), &["scenarios.tsv: line", "no turn"]),
        (|f| f.scenarios.1 = changed(f.scenarios.1, "BS3", "\tD\t", "\tH\t"), &["scenarios.tsv: line", "from A to G"]),
        (|f| f.scenarios.1 = changed(f.scenarios.1, "BS3", "\tN\t", "\tQ\t"), &["there is no sheet"]),
        (
            |f| f.tables.figures.1 = changed(f.tables.figures.1, "capture", "capture", "caption"),
            &["figures.tsv: line", "caption"],
        ),
        (|f| f.tables.combat.1 = changed(f.tables.combat.1, "3/1*", "3/1*", "3-1"), &["combat.tsv: line", "3-1"]),
        (
            |f| f.tables.attrition_rows.1 = changed(f.tables.attrition_rows.1, "14-24", "14-24", "15-24"),
            &["attrition_rows.tsv", "begins with 14"],
        ),
        (|f| f.leaders.1 = changed(f.leaders.1, "Bennigsen", "\t3\t7", "\t8\t7"), &["leaders.tsv: line", "initiative"]),
    ];
    for (change, parts) in cases {
        let told = fault("BS3", change);
        assert!(parts.iter().all(|part| told.contains(part)), "{parts:?}: {told:?}");
    }
}

#[test]
fn one_sheet_is_shown_where_one_is_needed() {
    let view = |id: &str| Campaign::new(id, &[]).unwrap().map();
    for (id, rows, hexes) in [("eagles-friedland", 35, 2_135), ("eagles-pultusk", 35, 2_135), ("eagles-eylau", 69, 4_209)] {
        let view = view(id);
        assert_eq!((view.columns, view.rows, view.hexes.len()), (61, rows, hexes), "{id}");
        assert!(view.hexes.iter().all(|hex| hex.at.is_some_and(|(column, row)| column <= 61 && (1..=rows).contains(&row))));
        let known = |number: &String| view.hexes.iter().any(|hex| hex.number == *number);
        assert!(view.roads.iter().all(|road| road.path.iter().all(known)));
    }
}

#[test]
fn games_say_what_they_are() {
    for info in games() {
        let historical = [("weather".to_owned(), "historical".to_owned())];
        if info.id == "eagles-grand" {
            assert!(Campaign::new(info.id, &historical).is_err(), "the weather of the Grand Scenario is rolled");
            continue;
        }
        let game = Campaign::new(info.id, &historical).unwrap();
        assert_eq!(game.identity().game, info.id);
        assert_eq!(game.identity().options[0].1, "historical");
    }
    assert!(Campaign::new("eagles-danzig", &[]).is_err());
    assert!(Campaign::new("eagles-eylau", &[("weather".to_owned(), "mild".to_owned())]).is_err());
}

#[test]
fn the_grand_scenario_has_everybody_who_comes() {
    for (code, french, russian, prussian) in
        [("GS1", [174, 34, 6], [123, 34, 19], [23, 6, 4]), ("GS2", [174, 37, 4], [95, 34, 18], [23, 3, 2])]
    {
        let scenario = Scenario::read(code, &FILES).unwrap();
        assert_eq!(Army::ALL.map(|army| totals(&scenario, army)), [french, russian, prussian], "{code}");
        let due = |name: &str, dates: &str| {
            let turn = scenario.calendar.turn_of(dates).unwrap();
            let comes = |start: &Start| matches!(start, Start::Due(on, _) if *on == turn);
            scenario.roster.leaders.iter().any(|leader| leader.name == name && comes(&leader.start))
        };
        for (name, dates) in [
            ("Lannes", "31 May-1 Jun"),
            ("Mortier", "6-7 Jun"),
            ("Savary", "8-9 Jun"),
            ("Victor", "6-7 Mar"),
            ("Massena", "8-9 Mar"),
            ("Essen I", "2-3 Feb"),
            ("Brun", "7-8 Apr"),
        ] {
            assert!(due(name, dates), "{code}: {name} on {dates}");
        }
        let free = |name: &str| scenario.roster.units.iter().find(|unit| unit.name == name).map(|unit| (unit.spare(), unit.from));
        assert_eq!(free("Blucher"), Some((true, scenario.calendar.turn_of("8-9 Mar").unwrap())), "{code}");
        assert_eq!(free("Ouvarov").map(|(spare, _)| spare), Some(code == "GS1"), "{code}");
        let twice = |name: &str| scenario.roster.units.iter().filter(|unit| unit.name == name).count();
        assert!(
            scenario
                .roster
                .units
                .iter()
                .all(|unit| twice(&unit.name) == 1 || unit.name.contains("Latour") || unit.name.contains("March")),
            "{code}"
        );
    }
}

#[test]
fn friedland_without_the_south_has_nobody_there() {
    let scenario = Scenario::read("CS3N", &FILES).unwrap();
    for leader in &scenario.roster.leaders {
        match &leader.start {
            Start::Hex(hex) => assert!(scenario.ground.in_play(*hex), "{}", leader.name),
            Start::Box(place) | Start::Due(_, place) => assert_ne!(place, "Podlasia", "{}", leader.name),
            Start::Pool => {}
        }
    }
    assert!(scenario.ground.area("exit_podlasia").is_empty() && !scenario.ground.area("exit_goniondz").is_empty());
    assert!(!scenario.roster.units.iter().any(|unit| unit.name == "Gazan" && !unit.spare()));
}
