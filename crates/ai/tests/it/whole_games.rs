//! Every level plays whole games, legally and without stalling.

use crate::duel;
use grognard_ai::art_of_war::{Effort, Strategist};
use grognard_ai::{Level, Player, player};
use grognard_art_of_war::Battle;

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
    for name in ["eylau", "dresden"] {
        let game = battle(name);
        let (greedy, random) = (|| player(Level::Greedy, 1), || player(Level::Random, 2));
        assert!(duel(&game, greedy(), random(), 11) > 0, "{name}");
        assert!(duel(&game, random(), greedy(), 12) < 0, "{name}");
        assert!(duel(&game, planner(1), random(), 13) > 0, "{name}");
        assert!(duel(&game, greedy(), planner(1), 16) < 0, "{name}");
    }
}

#[test]
fn the_weather_of_eylau_stops_nobody() {
    let game = Battle::new("eylau", &[("weather".to_owned(), "on".to_owned())]).unwrap();
    duel(&game, planner(1), player(Level::Recruit, 2), 5);
}
