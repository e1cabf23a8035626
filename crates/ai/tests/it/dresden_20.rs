//! Dresden 20: every level plays whole games of every scenario, legally and without stalling, with hidden counters too, and no player
//! knows more than its seat may.

use crate::duel;
use grognard_ai::napoleonic_20::{Commander, Effort};
use grognard_ai::{Glimpse, LEVELS, Level, Player, Unhurried, consult, player};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Seat, Secrets, Umpire, Words};
use grognard_napoleonic_20::Campaign;

fn campaign(game: &str, options: &[&str]) -> Campaign {
    let options: Vec<(String, String)> = options.iter().map(|name| ((*name).to_owned(), "on".to_owned())).collect();
    Campaign::new(game, &options).unwrap()
}

/// The planner with a small budget: tests are to be quick.
fn planner(seed: u64) -> Box<dyn Player<Campaign>> {
    Box::new(Commander::new(
        Effort { moves: 150, slip: 0.0, rehearsals: 0, throws: 2, horizon: 2, sketch: 120, minds: 7, each: 0 },
        seed,
    ))
}

#[test]
fn the_planner_finishes_games_of_every_scenario() {
    let all = ["fog", "penetration", "support", "breakdown", "weather"];
    for (seed, game) in ["dresden-20", "dresden-20-standard", "dresden-20-maneuver"].into_iter().enumerate() {
        let seed = seed as u64;
        duel(&campaign(game, &[]), planner(1), player(Level::Greedy, 2), seed);
        duel(&campaign(game, &all), planner(3), planner(4), seed + 10);
    }
}

#[test]
fn every_quick_level_plays() {
    let game = campaign("dresden-20", &[]);
    let slow = [Level::Corporal, Level::Sergeant, Level::Veteran, Level::Marshal, Level::Captain, Level::General];
    for info in LEVELS.iter().filter(|info| !slow.contains(&info.level)) {
        duel(&game, player(info.level, 1), player(Level::Random, 2), 3);
        duel(&game, player(Level::Random, 1), player(info.level, 2), 4);
    }
}

#[test]
fn rehearsed_plans_are_played() {
    let game = campaign("dresden-20", &[]);
    let careful = |seed| -> Box<dyn Player<Campaign>> {
        Box::new(Commander::new(
            Effort { moves: 140, slip: 0.0, rehearsals: 14, throws: 1, horizon: 2, sketch: 120, minds: 7, each: 2 },
            seed,
        ))
    };
    duel(&game, careful(1), player(Level::Greedy, 2), 5);
}

#[test]
fn greedy_beats_random_and_the_planner_beats_random() {
    let game = campaign("dresden-20", &[]);
    let (greedy, random) = (|| player(Level::Greedy, 1), || player(Level::Random, 2));
    for seed in 20..23 {
        assert!(duel(&game, greedy(), random(), seed) > 0);
        assert!(duel(&game, random(), greedy(), seed) < 0);
        assert!(duel(&game, planner(1), random(), seed) > 0);
        assert!(duel(&game, random(), planner(1), seed) < 0);
    }
}

/// What a player does in a position, told as an action.
fn choice(
    game: &Campaign,
    truth: &grognard_napoleonic_20::State,
    seat: Seat,
    make: fn(u64) -> Box<dyn Player<Campaign>>,
) -> String {
    let glimpse = Glimpse::of(game, truth, seat, 1);
    let advice = consult(make(1).as_mut(), &glimpse, &mut Unhurried).expect("somebody decides");
    assert!(!advice.reason.is_empty());
    game.write_action(advice.action)
}

#[test]
fn what_is_hidden_changes_no_decision() {
    let game = campaign("dresden-20-maneuver", &["fog"]);
    let mut dice = SeededDice::new(3);
    let mut state = game.start(&mut Umpire::silent(&mut dice));
    let mut options = Vec::new();
    let (mut compared, mut differing) = (0, 0);
    for step in 0..400 {
        let Decision::Choose { seat, .. } = game.decision(&state) else { break };
        if step % 5 == 0 {
            let other = game.resample(&state, Some(seat), &mut SeededDice::new(step));
            differing += u32::from(other != state);
            for make in [|seed| player(Level::Greedy, seed), planner] {
                assert_eq!(choice(&game, &state, seat, make), choice(&game, &other, seat, make), "after {step} actions");
                compared += 1;
            }
        }
        game.legal_actions(&state, &mut options);
        let action = options[dice.below(options.len() as u32) as usize];
        game.play(&mut state, seat, action, &mut Umpire::silent(&mut dice)).unwrap();
    }
    assert!(compared > 20 && differing > 5, "{compared} {differing}");
}

/// Plays on from a position with a player for the French, the yardstick for the Allies, and tells how many battles the French declared.
fn french_battles(game: &Campaign, mut state: grognard_napoleonic_20::State, mut french: Commander, seed: u64) -> usize {
    let (mut dice, mut battles) = (SeededDice::new(seed), 0);
    while let Decision::Choose { seat, .. } = game.decision(&state) {
        let glimpse = Glimpse::of(game, &state, seat, 1);
        let mut greedy = player(Level::Greedy, 1);
        let asked: &mut dyn Player<Campaign> = if seat.0 == 0 { &mut french } else { greedy.as_mut() };
        let action = consult(asked, &glimpse, &mut Unhurried).expect("somebody decides").action;
        battles += usize::from(seat.0 == 0 && action == grognard_napoleonic_20::Action::Close);
        game.play(&mut state, seat, action, &mut Umpire::silent(&mut dice)).unwrap();
    }
    battles
}

#[test]
fn whoever_is_behind_in_the_last_turns_does_something_about_it() {
    use grognard_napoleonic_20::state::Side;
    let game = campaign("dresden-20", &[]);
    let last = game.scenario().turns.len();
    // Games in which the French were behind before their last three turns.
    let (mut before, mut now) = (Vec::new(), Vec::new());
    for seed in [7, 9, 12, 24, 26, 27] {
        let mut dice = SeededDice::new(seed);
        let mut state = game.start(&mut Umpire::silent(&mut dice));
        let mut greedy = player(Level::Greedy, 1);
        while let Decision::Choose { seat, .. } = game.decision(&state) {
            if usize::from(state.turn) + 2 >= last && state.phasing == Side::French {
                break;
            }
            let action = consult(greedy.as_mut(), &Glimpse::of(&game, &state, seat, 1), &mut Unhurried).unwrap().action;
            game.play(&mut state, seat, action, &mut Umpire::silent(&mut dice)).unwrap();
        }
        assert!(state.morale[0] + 4 < state.morale[1], "{:?}", state.morale);
        let effort = Effort { moves: 300, slip: 0.0, rehearsals: 0, throws: 2, horizon: 2, sketch: 120, minds: 1, each: 0 };
        let as_it_was = Commander::new(effort, 1).with_weights(grognard_ai::napoleonic_20::Weights::of(Side::French));
        before.push(french_battles(&game, state, as_it_was, seed));
        now.push(french_battles(&game, state, Commander::new(effort, 1), seed));
    }
    assert!(now.iter().sum::<usize>() >= before.iter().sum::<usize>() + 3, "{before:?} {now:?}");
}
