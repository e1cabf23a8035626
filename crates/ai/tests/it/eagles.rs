//! The opponent of The Eagles Turn East: whole games at every level, against both yardsticks, the same choice from the same seed.

use crate::duel;
use grognard_ai::duel::play;
use grognard_ai::eagles_turn_east::{Commander, Effort};
use grognard_ai::{Level, Player, player};
use grognard_eagles_turn_east::{Campaign, games};

fn game(name: &str) -> Campaign {
    Campaign::new(name, &[]).unwrap()
}

/// The opponent by habit: tests are to be quick.
fn habit(seed: u64) -> Box<dyn Player<Campaign>> {
    Box::new(Commander::new(Effort { slip: 0.0, throws: 0, moods: 0 }, seed))
}

#[test]
fn every_level_finishes_a_battle_on_both_sides() {
    let friedland = game("eagles-friedland");
    duel(&friedland, player(Level::Random, 1), player(Level::Recruit, 2), 3);
    duel(&friedland, player(Level::Veteran, 1), player(Level::Greedy, 2), 4);
    let few = || Box::new(Commander::new(Effort { slip: 0.0, throws: 2, moods: 1 }, 5));
    duel(&friedland, few(), few(), 6);
}

#[test]
fn it_plays_every_scenario_to_its_end() {
    for info in games() {
        duel(&game(info.id), habit(1), habit(2), 3);
    }
}

#[test]
fn it_beats_random_and_mostly_greedy() {
    let battle = game("eagles-friedland");
    let won = |mut first: Box<dyn Player<Campaign>>, mut second: Box<dyn Player<Campaign>>, seed: u64| {
        let played = play(&battle, &mut [first.as_mut(), second.as_mut()], seed);
        played.outcome.unwrap().winner.map_or(0, |seat| if seat.0 == 0 { 1 } else { -1 })
    };
    for seed in 0..3 {
        let pair = won(habit(seed), player(Level::Random, 9), seed) - won(player(Level::Random, 9), habit(seed), seed);
        assert_eq!(pair, 2, "seed {seed}");
    }
    let pairs: i32 = (0..4)
        .map(|seed| won(habit(seed), player(Level::Greedy, 9), seed) - won(player(Level::Greedy, 9), habit(seed), seed))
        .sum();
    assert!(pairs >= 6, "{pairs}");
}

#[test]
fn a_seed_decides_every_choice() {
    let battle = game("eagles-pultusk");
    let whole = || {
        let mind = |seed| Commander::new(Effort { slip: 0.3, throws: 2, moods: 1 }, seed);
        let (mut first, mut second) = (mind(5), mind(6));
        play(&battle, &mut [&mut first, &mut second], 7).actions
    };
    assert_eq!(whole(), whole());
}
