//! Every level plays whole games, legally and without stalling.

use grognard_ai::duel::play;
use grognard_ai::{LEVELS, Level, Player, player};
use grognard_art_of_war::Battle;

fn battle(game: &str) -> Battle {
    Battle::new(game, &[]).unwrap()
}

/// Plays a game between two levels and says who won.
fn duel(game: &Battle, french: Level, allied: Level, seed: u64) -> Option<u8> {
    let mut players: [Box<dyn Player<Battle>>; 2] = [player(french, seed), player(allied, seed + 1)];
    let [a, b] = &mut players;
    let played = play(game, &mut [a.as_mut(), b.as_mut()], seed);
    let outcome = played.outcome.expect("the game ends");
    outcome.winner.map(|seat| seat.0)
}

#[test]
fn every_level_finishes_games_against_every_yardstick() {
    for name in ["eylau", "dresden"] {
        let game = battle(name);
        for info in LEVELS.iter().filter(|info| !matches!(info.level, Level::Veteran | Level::Marshal)) {
            for yardstick in [Level::Random, Level::Greedy] {
                duel(&game, info.level, yardstick, 3);
                duel(&game, yardstick, info.level, 4);
            }
        }
    }
}

#[test]
fn the_weather_of_eylau_stops_nobody() {
    let game = Battle::new("eylau", &[("weather".to_owned(), "on".to_owned())]).unwrap();
    duel(&game, Level::Greedy, Level::Recruit, 5);
}
