//! What the campaigns reckon with, held against what is known of their beginnings.

use grognard_eagles_turn_east::administration::{ADMINISTRATION, Administration, dispatch, line_length};
use grognard_eagles_turn_east::roster::{Army, Start};
use grognard_eagles_turn_east::scenario::{FILES, Scenario};
use grognard_eagles_turn_east::state::{NO_LINE, Weather};
use grognard_eagles_turn_east::{Action, Campaign, Side};
use grognard_engine::dice::SeededDice;
use grognard_engine::sets::HexSet;
use grognard_engine::{Decision, Rules, Umpire};

fn administration(scenario: &Scenario) -> Administration {
    Administration::read(&ADMINISTRATION, &scenario.calendar, &scenario.ground).unwrap()
}

#[test]
fn every_center_has_a_line_of_2_to_60_hexes_or_stands_at_its_source() {
    let mut lengths = Vec::new();
    for code in ["CS1", "CS2", "CS3"] {
        let scenario = Scenario::read(code, &FILES).unwrap();
        let none = HexSet::none(scenario.ground.grid());
        for base in administration(&scenario).bases.iter().filter(|base| base.scenario == code) {
            let length = line_length(&scenario.ground, &scenario.going(Weather::Fair), base.source, base.center, &none);
            let length = length.unwrap_or_else(|| panic!("{code}: the {} army has no line", base.army.name()));
            assert!(length <= scenario.tables.figures.loc_longest);
            lengths.push(length);
        }
    }
    assert_eq!(lengths.len(), 9);
    assert_eq!((lengths.iter().copied().filter(|&n| n > 0).min(), lengths.iter().max()), (Some(2), Some(&60)), "{lengths:?}");
}

/// [18] All Centers are active at first: whoever moves second force marches in the enemy's first turn, before he has claimed a line.
#[test]
fn all_armies_have_a_line_before_they_have_claimed_one() {
    for name in ["eagles-pultusk-campaign", "eagles-eylau-campaign", "eagles-friedland-campaign", "eagles-grand"] {
        let game = Campaign::new(name, &[]).unwrap();
        let mut dice = SeededDice::new(1);
        let mut state = game.start(&mut Umpire::silent(&mut dice));
        // Both end their preparations.
        for _ in Side::BOTH {
            let Decision::Choose { seat, .. } = game.decision(&state) else { panic!("over") };
            game.play(&mut state, seat, Action::End, &mut Umpire::silent(&mut dice)).unwrap();
        }
        for army in Army::ALL {
            assert_ne!(state.offices[army as usize].line, NO_LINE, "{name}: the {} army", army.name());
        }
    }
}

#[test]
fn as_many_leaders_hear_their_center_as_the_map_was_built_for() {
    for (code, expected) in
        [("CS1", [(6, 11), (4, 6), (6, 7)]), ("CS2", [(12, 19), (7, 7), (5, 7)]), ("CS3", [(14, 28), (8, 8), (6, 7)])]
    {
        let scenario = Scenario::read(code, &FILES).unwrap();
        let none = HexSet::none(scenario.ground.grid());
        let bases = administration(&scenario).bases;
        for (army, expected) in Army::ALL.into_iter().zip(expected) {
            let base = bases.iter().find(|base| base.scenario == code && base.army == army).unwrap();
            let heard = dispatch(&scenario.ground, &scenario.tables.figures, base.center, &scenario.going(Weather::Fair), &none);
            let at_start: Vec<_> = scenario
                .roster
                .leaders
                .iter()
                .filter(|leader| leader.army == army)
                .filter_map(|leader| if let Start::Hex(hex) = leader.start { Some(hex) } else { None })
                .collect();
            let within = at_start.iter().filter(|hex| heard.has(**hex)).count();
            assert_eq!((within, at_start.len()), expected, "{code} {}", army.name());
        }
    }
}

#[test]
fn points_fall_with_the_die_and_with_the_length_of_the_line() {
    let scenario = Scenario::read("CS2", &FILES).unwrap();
    let administration = administration(&scenario);
    for army in Army::ALL {
        for turn in 1..=103 {
            for length in 0..80 {
                for dice in 0..14 {
                    let here = administration.points(army, turn, length, dice);
                    assert!(here >= administration.points(army, turn, length, dice + 1));
                    assert!(here >= administration.points(army, turn, length + 1, dice));
                }
                assert!(
                    administration.fortnight_points(army, turn, length)
                        >= administration.fortnight_points(army, turn, length + 1)
                );
            }
            assert_eq!(administration.points(army, turn, 81, 2), 0, "a line is never so long");
        }
    }
    // One pip is worth three points in seven and a half turns, as the bonus of the Fortnight says.
    let [low, high] = [7, 2].map(|dice| i32::from(administration.points(Army::French, 30, 10, dice)));
    assert_eq!((high - low) * 10 / 5, 4);
}

#[test]
fn replacements_come_in_every_fortnight_but_the_first() {
    let scenario = Scenario::read("CS1", &FILES).unwrap();
    let administration = administration(&scenario);
    assert!(administration.replacements(Army::French, "I").is_empty());
    assert_eq!(administration.replacements(Army::French, "VIII"), [(6, 'i'), (2, 'c'), (2, 'r'), (1, 'g'), (1, 'a')]);
    for fortnight in ["II", "V", "X", "XIV"] {
        assert!(!administration.replacements(Army::Russian, fortnight).is_empty());
    }
}

#[test]
fn bad_lines_are_refused_with_file_and_line() {
    let scenario = Scenario::read("CS1", &FILES).unwrap();
    for (at, from, to, part) in [
        (0, "S-0634", "S-0699", "campaigns.tsv: line 3"),
        (0, "2i 2c 2a", "2i 2x", "campaigns.tsv: line 4"),
        (1, "French\t6-7 Dec", "Spanish\t6-7 Dec", "admin_points.tsv: line 3"),
        (1, "\t8\t7\t7\t", "\t8\t7\t9\t", "a higher die gives more"),
        (2, "3i 1c", "3i1c", "replacements.tsv: line 4"),
    ] {
        let mut files = ADMINISTRATION;
        let text = [&mut files.campaigns.1, &mut files.points.1, &mut files.replacements.1].into_iter().nth(at).unwrap();
        assert!(text.contains(from), "{from:?}");
        *text = Box::leak(text.replacen(from, to, 1).into_boxed_str());
        let told = Administration::read(&files, &scenario.calendar, &scenario.ground)
            .err()
            .map_or_else(String::new, |why| why.to_string());
        assert!(told.contains(part), "{from:?} as {to:?}: {told:?}");
    }
}
