//! The numeric examples of the seed, and what the tables must keep.

use grognard_eagles_turn_east::resistance::differential;
use grognard_eagles_turn_east::scenario::FILES;
use grognard_eagles_turn_east::state::Weather;
use grognard_eagles_turn_east::tables::Tables;

fn tables() -> Tables {
    Tables::read(&FILES.tables).unwrap()
}

#[test]
fn the_example_of_an_extended_march_holds() {
    // Four SPs without a line march five points: a six costs nothing, a six with three more costs two.
    let tables = tables();
    assert_eq!((tables.attrition(4, 4, 2, 6), tables.attrition(4, 4, 2, 9)), (0, 2));
}

#[test]
fn an_initiative_of_four_is_not_hindered_by_two() {
    let tables = tables();
    assert_eq!(tables.resistance(4, 2), 0);
    for active in 1..=5 {
        for passive in 1..5 {
            assert!(tables.resistance(active, passive) <= tables.resistance(active, passive + 1));
        }
    }
}

#[test]
fn the_cavalry_differential_is_that_of_the_text() {
    for (active, passive, modifier) in [
        (5, 4, -1),
        (8, 4, -2),
        (11, 4, -2),
        (12, 4, -3),
        (4, 4, 0),
        (4, 7, 0),
        (4, 8, 2),
        (4, 12, 3),
        (2, 0, -2),
        (9, 0, -3),
        (0, 1, 1),
        (0, 9, 3),
        (0, 0, 0),
    ] {
        assert_eq!(differential(active, passive), modifier, "{active} against {passive}");
    }
}

#[test]
fn at_even_odds_both_sides_lose_alike() {
    let tables = tables();
    let column = tables.column(10, 10);
    let sums = (1..=6).map(|die| tables.combat(die, column)).fold((0, 0), |(a, d), r| (a + r.attacker, d + r.defender));
    assert_eq!(sums, (17, 17));
    // Rounded in the defender's favour; nothing lies beyond the ends.
    let head = |a, d| tables.columns[tables.column(a, d)].0.clone();
    for ((a, d), name) in [
        ((1, 9), "1:3"),
        ((1, 3), "1:3"),
        ((2, 5), "1:3"),
        ((2, 3), "1:1.5"),
        ((29, 20), "1:1"),
        ((3, 2), "1.5:1"),
        ((59, 10), "5:1"),
        ((90, 10), "6:1"),
    ] {
        assert_eq!(head(a, d), name, "{a} to {d}");
    }
    assert!(tables.below(9, 28) && !tables.below(9, 27));
}

#[test]
fn attrition_grows_with_size_march_and_die() {
    let tables = tables();
    for column in 0..5 {
        for size in 1..120 {
            for line in 0..3 {
                for die in 1..17 {
                    let loss = |column, size, line, die| tables.attrition(column, size, line, die);
                    let here = loss(column, size, line, die);
                    assert!(here <= loss(column, size, line, die + 1) && here <= loss(column, size + 1, line, die));
                    assert!(line == 2 || here <= loss(column, size, line + 1, die));
                    assert!(column == 4 || here <= loss(column + 1, size, line, die));
                }
            }
        }
    }
}

#[test]
fn pursuit_and_fire_keep_within_bounds() {
    let tables = tables();
    for length in 1..9 {
        for difference in -9..9 {
            assert!(
                tables.chase(difference, length) <= length
                    && tables.chase(difference, length) <= tables.chase(difference + 1, length)
            );
        }
    }
    for guns in 0..30 {
        for die in -3..12 {
            assert!(
                tables.fire(die, guns) >= tables.fire(die + 1, guns)
                    && (guns == 0 || tables.fire(die, guns) >= tables.fire(die, guns - 1))
            );
        }
    }
    assert_eq!(tables.weather("XIII", 1), Weather::Heat);
}
