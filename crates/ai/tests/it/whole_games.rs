//! Every level plays whole games, legally and without stalling.

use crate::duel;
use grognard_ai::art_of_war::{Effort, Strategist};
use grognard_ai::{Glimpse, Level, Player, Unhurried, player};
use grognard_art_of_war::{Action, Battle};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Umpire};

fn battle(game: &str) -> Battle {
    Battle::new(game, &[]).unwrap()
}

/// The planner of veteran and marshal with a small budget: tests are to be quick.
fn planner(seed: u64) -> Box<dyn Player<Battle>> {
    Box::new(Strategist::new(Effort::of(150), seed))
}

#[test]
fn every_level_finishes_games_on_both_sides() {
    // Greedy and the planner play whole games below, against each other and against chance.
    for name in ["eylau", "dresden"] {
        let game = battle(name);
        duel(&game, player(Level::Random, 1), player(Level::Recruit, 2), 5);
        duel(&game, player(Level::Recruit, 1), player(Level::Random, 2), 6);
    }
}

#[test]
fn greedy_beats_random_and_the_planner_beats_both() {
    let (greedy, random) = (|| player(Level::Greedy, 1), || player(Level::Random, 2));
    let game = battle("eylau");
    assert!(duel(&game, greedy(), random(), 11) > 0);
    assert!(duel(&game, random(), planner(1), 14) < 0);
    assert!(duel(&game, greedy(), planner(1), 16) < 0);
    let game = battle("dresden");
    assert!(duel(&game, random(), greedy(), 12) < 0);
    assert!(duel(&game, planner(1), random(), 13) > 0);
    assert!(duel(&game, greedy(), planner(1), 16) < 0);
}

/// With a second die for every attack there are six times as many ways to think of: two mornings are enough.
#[test]
fn the_weather_of_eylau_stops_nobody() {
    let game = Battle::new("eylau", &[("weather".to_owned(), "on".to_owned())]).unwrap();
    let mut dice = SeededDice::new(5);
    let mut state = game.start(&mut Umpire::silent(&mut dice));
    let mut players = [planner(1), player(Level::Recruit, 2)];
    let mut attacks = 0;
    while state.turn < 6 {
        let Decision::Choose { seat, .. } = game.decision(&state) else { panic!("it goes on") };
        let glimpse = Glimpse::of(&game, &state, seat, 0);
        let action = players[usize::from(seat.0)].advise(&glimpse, &mut Unhurried).unwrap().action;
        attacks += usize::from(action == Action::Roll);
        game.play(&mut state, seat, action, &mut Umpire::silent(&mut dice)).unwrap();
    }
    assert!(attacks > 3, "{attacks}");
}
