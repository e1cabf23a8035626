//! [3.1] [3.2] [18] The tables of leaders and of scenarios, figure by figure.

use grognard_eagles_turn_east::roster::{Army, Rank};
use grognard_eagles_turn_east::scenario::{FILES, Scenario};
use grognard_eagles_turn_east::state::Side;

/// Dates, First Player, space of morale (0 for A), commands, sources.
type Battle = (&'static str, [&'static str; 2], Side, u8, [u8; 2], [&'static str; 2]);

#[test]
fn each_battle_begins_as_its_table_says() {
    let battles: [Battle; 3] = [
        ("BS1", ["26-27 Dec", "1-2 Jan"], Side::French, 3, [5, 5], ["S-0132", "S-6104"]),
        ("BS2", ["6-7 Feb", "12-13 Feb"], Side::French, 3, [4, 5], ["C-0133", "N-6118"]),
        ("BS3", ["14-15 Jun", "20-21 Jun"], Side::Coalition, 3, [7, 5], ["N-0135", "N-6118"]),
    ];
    for (code, dates, first, morale, commands, sources) in battles {
        let scenario = Scenario::read(code, &FILES).unwrap();
        let hex = |name: &str| scenario.ground.grid().read(name).unwrap();
        let turns = dates.map(|dates| scenario.calendar.turn_of(dates).unwrap());
        assert_eq!(scenario.turns, (turns[0], turns[1]), "{code}");
        assert_eq!((scenario.first, scenario.morale, scenario.commands), (first, morale, commands), "{code}");
        assert_eq!(scenario.sources, sources.map(hex), "{code}");
        assert_eq!(scenario.damaged.len(), usize::from(code == "BS1"), "{code}");
    }
}

/// Dates, First Player, space of morale; of the French, Russian and Prussian armies source, Center and Administrative Points; bridges that are down; redoubts.
type Campaign =
    (&'static str, [&'static str; 2], Side, u8, [(&'static str, &'static str, u8); 3], usize, &'static [&'static str]);

#[test]
fn each_campaign_begins_as_its_table_says() {
    let campaigns: [Campaign; 3] = [
        (
            "CS1",
            ["6-7 Dec", "9-10 Jan"],
            Side::French,
            2,
            [("S-0132", "S-0634", 10), ("S-6104", "S-5904", 8), ("N-3214", "C-3127", 4)],
            5,
            &[],
        ),
        (
            "CS2",
            ["25-26 Jan", "14-15 Feb"],
            Side::Coalition,
            3,
            [("S-4532", "S-4206", 11), ("N-6130", "C-3401", 8), ("N-3214", "N-3214", 4)],
            1,
            &[],
        ),
        (
            "CS3",
            ["4-5 Jun", "28-29 Jun"],
            Side::Coalition,
            4,
            [("N-0135", "C-0614", 6), ("N-3214", "N-3426", 11), ("N-3214", "N-3214", 4)],
            0,
            &["C-2203", "C-2306"],
        ),
    ];
    for (code, dates, first, morale, bases, damaged, redoubts) in campaigns {
        let scenario = Scenario::read(code, &FILES).unwrap();
        let hex = |name: &str| scenario.ground.grid().read(name).unwrap();
        let turns = dates.map(|dates| scenario.calendar.turn_of(dates).unwrap());
        assert_eq!(scenario.turns, (turns[0], turns[1]), "{code}");
        assert_eq!((scenario.first, scenario.morale, scenario.damaged.len()), (first, morale, damaged), "{code}");
        assert!(scenario.redoubts.iter().copied().eq(redoubts.iter().map(|name| hex(name))), "{code}");
        for (army, (source, center, points)) in Army::ALL.into_iter().zip(bases) {
            let base = scenario.base(army).unwrap();
            assert_eq!((base.source, base.center, base.points), (hex(source), hex(center), points), "{code} {army:?}");
        }
    }
}

#[test]
fn leaders_have_the_ratings_of_the_table() {
    // Initiative; span and subordination in halves, none for an Army Commander.
    let table: [(&str, u8, u8, Option<u8>); 24] = [
        ("Napoleon", 5, 24, None),
        ("Davout", 4, 8, Some(6)),
        ("Lannes", 4, 8, Some(6)),
        ("Soult", 4, 8, Some(6)),
        ("Massena", 4, 8, Some(6)),
        ("Murat", 4, 8, Some(6)),
        ("Ney", 4, 6, Some(8)),
        ("Augereau", 3, 6, Some(6)),
        ("Bessieres", 3, 6, Some(4)),
        ("Mortier", 3, 6, Some(6)),
        ("Victor", 3, 8, Some(6)),
        ("Savary", 3, 6, Some(4)),
        ("Rapp", 3, 4, Some(2)),
        ("Bernadotte", 2, 10, Some(8)),
        ("Poniatowski", 2, 6, Some(6)),
        ("Bennigsen", 3, 14, None),
        ("Bagration", 4, 8, Some(6)),
        ("Barclay", 3, 8, Some(6)),
        ("Tolstoi", 3, 8, Some(6)),
        ("Sacken", 2, 10, Some(8)),
        ("Buxhowden", 2, 10, Some(14)),
        ("Essen I", 2, 8, Some(8)),
        ("Tutchkov", 2, 8, Some(6)),
        ("Lestocq", 3, 8, Some(8)),
    ];
    let mut met = Vec::new();
    for code in ["BS1", "BS2", "BS3", "CS1", "CS2", "CS3", "GS1"] {
        let roster = Scenario::read(code, &FILES).unwrap().roster;
        for leader in roster.leaders {
            let rated = (leader.initiative, leader.span, leader.cost);
            match leader.rank {
                Rank::Commander | Rank::General => {
                    let row = table.iter().find(|row| row.0 == leader.name);
                    let row = row.unwrap_or_else(|| panic!("{code}: {} is not in the table", leader.name));
                    assert_eq!(rated, (row.1, row.2, row.3), "{code}: {}", leader.name);
                    met.push(row.0);
                }
                Rank::Generic if leader.on_foot => assert_eq!(rated, (1, 3, Some(4)), "{code}: {}", leader.name),
                Rank::Generic => assert_eq!(rated, (4, 2, Some(2)), "{code}: {}", leader.name),
                Rank::Named | Rank::Outpost => {}
            }
        }
    }
    let lost: Vec<&str> = table.iter().map(|row| row.0).filter(|name| !met.contains(name)).collect();
    assert!(lost.is_empty(), "in no scenario: {lost:?}");
}
