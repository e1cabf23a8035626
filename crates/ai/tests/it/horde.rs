//! The planner for any game at the size of the largest: five hundred units on seventy by seventy hexes.

use crate::shared_horde::{HordeHooks, Script};
use grognard_ai::duel::play;
use grognard_ai::planner::{Effort, General, Hooks as _, Plain, Temper};
use grognard_ai::random::Random;
use grognard_ai::{Glimpse, Player, Unhurried, consult};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Seat, Umpire, Words};
use grognard_testkit::mock::horde::Horde;

/// Little thought, so that the test is quick: a few rehearsals of each turn.
const LITTLE: Effort = Effort { breadth: 4, horizon: 2, ..Effort::of(60_000) };

fn margin(first: &mut dyn Player<Horde>, second: &mut dyn Player<Horde>, seed: u64) -> i32 {
    let outcome = play(&Horde::default(), &mut [first, second], seed).outcome.expect("the game ends");
    outcome.points[0] - outcome.points[1]
}

#[test]
fn a_horde_is_led_better_than_by_lot() {
    assert!(margin(&mut General::new(HordeHooks, LITTLE, 1), &mut Random::new(2), 3) > 0);
    assert!(margin(&mut Random::new(2), &mut General::new(HordeHooks, LITTLE, 1), 4) < 0);
}

#[test]
fn the_greedy_script_is_no_straw_man() {
    assert!(margin(&mut Script, &mut Random::new(2), 5) > 0);
}

#[test]
fn a_turn_of_five_hundred_units_keeps_to_its_budget_also_without_hooks() {
    let game = Horde::default();
    let mut dice = SeededDice::new(1);
    let mut state = game.start(&mut Umpire::silent(&mut dice));
    let mut general = General::new(Plain, LITTLE, 5);
    while let Decision::Choose { seat, .. } = game.decision(&state)
        && seat.0 == 0
    {
        let glimpse = Glimpse::of(&game, &state, seat, 0);
        let advice = consult(&mut general, &glimpse, &mut Unhurried).unwrap();
        game.play(&mut state, seat, advice.action, &mut Umpire::silent(&mut dice)).unwrap();
    }
    assert!((1..=2 * LITTLE.work).contains(&general.work), "{}", general.work);
    let moved = state.at.iter().take(250).flatten().any(|&hex| game.grid().column_row(hex).0 > 27);
    assert!(moved, "somebody has gone forward");
}

/// Three of six stand upon an enemy of two, and another six can join them or go for a second enemy of two alone.
#[test]
fn whoever_is_not_needed_in_one_attack_makes_another() {
    let game = Horde::default();
    let hex = |number: &str| game.grid().read(number).unwrap();
    let (first, second, between) = (hex("3030"), hex("3034"), hex("3032"));
    let beyond = game.grid().around(first).filter(|&near| game.grid().distance(near, between) > 2);
    // Units whose number ends in 4 or 9 have six, those that end in 0 or 5 have two.
    let mut places = vec!["-.".to_owned(); 500];
    for (unit, near) in [4, 9, 14].into_iter().zip(beyond) {
        places[unit] = format!("{}x.", game.grid().number(near));
    }
    places[19] = "3032.".to_owned();
    places[250] = "3030.".to_owned();
    places[255] = "3034.".to_owned();
    let start = game.read_position(&format!("horde 3 0 0 - ----- {}", places.concat())).unwrap();
    assert_eq!(start.at.iter().flatten().count(), 6);
    let went = |spread: f32| {
        let tempers = HordeHooks.tempers().map(|temper| Temper { spread, ..temper });
        let mut general = General::new(HordeHooks, Effort::of(0), 1).with_habit([1; 2]).with_tempers(tempers);
        let (mut state, mut dice) = (start.clone(), SeededDice::new(1));
        while !state.fighting {
            let glimpse = Glimpse::of(&game, &state, Seat(0), 0);
            let advice = consult(&mut general, &glimpse, &mut Unhurried).unwrap();
            game.play(&mut state, Seat(0), advice.action, &mut Umpire::silent(&mut dice)).unwrap();
        }
        let there = state.at[19].unwrap();
        [first, second].map(|enemy| game.grid().distance(there, enemy) == 1)
    };
    assert_eq!(went(0.0), [true, false], "to where most is");
    assert_eq!(went(1.0), [false, true], "to where he is needed");
}
