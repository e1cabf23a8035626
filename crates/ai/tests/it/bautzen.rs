//! The opponent of La Bataille: whole games at every level, against both yardsticks, and the same choice from the same seed.

use crate::duel;
use grognard_ai::duel::play;
use grognard_ai::la_bataille::{Commander, Effort, Temper};
use grognard_ai::{Glimpse, Level, Player, player};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Umpire};
use grognard_la_bataille::Bautzen;

fn game(name: &str) -> Bautzen {
    Bautzen::new(name, &[]).unwrap()
}

/// The opponent with a few rehearsals: tests are to be quick.
fn commander(seed: u64) -> Box<dyn Player<Bautzen>> {
    let usual = Temper::CALM;
    Box::new(Commander::new(
        Effort { slip: 0.0, throws: 12, moves: 0, move_throws: 0, moods: 0, deep: 0, work: 400_000, usual },
        seed,
    ))
}

#[test]
fn every_level_finishes_the_drill_on_both_sides() {
    let drill = game("bautzen-outposts");
    duel(&drill, player(Level::Random, 1), player(Level::Recruit, 2), 3);
    duel(&drill, player(Level::Greedy, 1), player(Level::Random, 2), 4);
    duel(&drill, player(Level::Recruit, 1), player(Level::Greedy, 2), 5);
    duel(&drill, commander(1), commander(2), 6);
}

#[test]
fn the_short_game_comes_to_its_end() {
    duel(&game("bautzen-short"), player(Level::Recruit, 1), player(Level::Recruit, 2), 3);
}

#[test]
fn the_opponent_beats_random_and_mostly_greedy() {
    let drill = game("bautzen-outposts");
    let won = |first: Box<dyn Player<Bautzen>>, second: Box<dyn Player<Bautzen>>, seed: u64| {
        let (mut first, mut second) = (first, second);
        let played = play(&drill, &mut [first.as_mut(), second.as_mut()], seed);
        played.outcome.unwrap().winner.map_or(0, |seat| if seat.0 == 0 { 1 } else { -1 })
    };
    for seed in 0..3 {
        let pair = won(commander(seed), player(Level::Random, 9), seed) - won(player(Level::Random, 9), commander(seed), seed);
        assert!(pair > 0, "seed {seed}: {pair}");
    }
    let pairs: i32 = (0..4)
        .map(|seed| won(commander(seed), player(Level::Greedy, 9), seed) - won(player(Level::Greedy, 9), commander(seed), seed))
        .sum();
    assert!(pairs > 2, "{pairs}");
}

#[test]
fn a_seed_decides_every_choice() {
    let drill = game("bautzen-outposts");
    let whole = || {
        let (mut first, mut second) = (commander(5), commander(6));
        play(&drill, &mut [first.as_mut(), second.as_mut()], 7).actions
    };
    assert_eq!(whole(), whole());
}

/// A clock is heard within each rehearsal, and what is played without time is still a choice of the opponent's own.
#[test]
fn whoever_has_no_time_left_still_decides() {
    let drill = game("bautzen-outposts");
    let mut dice = SeededDice::new(8);
    let mut state = drill.start(&mut Umpire::silent(&mut dice));
    let mut players = [player(Level::Marshal, 1), player(Level::Marshal, 2)];
    let (mut looks, mut decisions) = (0, 0);
    while let Decision::Choose { seat, .. } = drill.decision(&state) {
        let mut late = || {
            looks += 1;
            false
        };
        let glimpse = Glimpse::of(&drill, &state, seat, 0);
        let advice = players[usize::from(seat.0)].advise(&glimpse, &mut late).unwrap();
        drill.check(&state, advice.action).unwrap();
        drill.apply(&mut state, advice.action, &mut Umpire::silent(&mut dice));
        decisions += 1;
    }
    assert!(looks > 0 && looks <= 2 * decisions, "{looks} looks at the clock in {decisions} decisions");
}
