//! The planner for any game, with hooks and without.

use crate::duel;
use grognard_ai::planner::{self, Atlas, Effort, General, Hooks, NO_SPOT, Plain, Scene};
use grognard_ai::{Glimpse, Level, Player, Unhurried, consult, player};
use grognard_art_of_war::Battle;
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Game, Rules, Umpire, Views};
use grognard_napoleonic_20::Campaign;
use grognard_testkit::mock::Skirmish;

/// Little thought, so that tests are quick.
const LITTLE: Effort = Effort { breadth: 6, ..Effort::of(4_000) };

#[test]
fn it_beats_chance_in_every_book_and_ends_every_game() {
    for name in ["eylau", "dresden"] {
        let game = Battle::new(name, &[]).unwrap();
        assert!(duel(&game, planner::player(LITTLE, 1), player(Level::Random, 2), 3) > 0, "{name}");
        assert!(duel(&game, player(Level::Random, 2), planner::player(LITTLE, 1), 4) < 0, "{name}");
    }
    let fog = [("fog".to_owned(), "on".to_owned())];
    for options in [&[][..], &fog] {
        let game = Campaign::new("dresden-20", options).unwrap();
        assert!(duel(&game, planner::player(LITTLE, 1), player(Level::Random, 2), 3) > 0);
        assert!(duel(&game, player(Level::Random, 2), planner::player(LITTLE, 1), 4) < 0);
    }
    // Nobody has told it anything of a skirmish.
    for seed in 0..4 {
        duel(&Skirmish::default(), planner::player(LITTLE, 1), player(Level::Random, 2), seed);
    }
}

/// Plays a side's turn and tells how much work it was.
fn work<G: Game>(game: &G, mut general: General<G>) -> u64 {
    let mut dice = SeededDice::new(1);
    let mut state = game.start(&mut Umpire::silent(&mut dice));
    let mut first = None;
    for _ in 0..400 {
        let Decision::Choose { seat, .. } = game.decision(&state) else { break };
        if *first.get_or_insert(seat) != seat {
            break;
        }
        let glimpse = Glimpse::of(game, &state, seat, 0);
        let advice = consult(&mut general, &glimpse, &mut Unhurried).unwrap();
        assert!(!advice.reason.is_empty());
        game.play(&mut state, seat, advice.action, &mut Umpire::silent(&mut dice)).unwrap();
    }
    general.work
}

#[test]
fn a_turn_takes_no_more_than_twice_its_budget() {
    let eylau = Battle::new("eylau", &[]).unwrap();
    for budget in [20_000, 60_000] {
        let spent = work(&eylau, General::new(planner::BattleHooks, Effort::of(budget), 1));
        assert!((budget / 4..=2 * budget).contains(&spent), "{spent} of {budget}");
    }
    let bare = work(&eylau, General::new(Plain, Effort::of(60_000), 1));
    assert!((1..=120_000).contains(&bare), "{bare}");
}

#[test]
fn a_clock_that_says_stop_is_obeyed() {
    let game = Battle::new("eylau", &[]).unwrap();
    let state = game.opening();
    let Decision::Choose { seat, .. } = game.decision(&state) else { panic!("somebody decides") };
    let mut general = General::new(planner::BattleHooks, Effort::of(50_000_000), 1);
    let mut asked = 0;
    let mut clock = || {
        asked += 1;
        asked < 5
    };
    assert!(general.advise(&Glimpse::of(&game, &state, seat, 0), &mut clock).is_some());
    assert!(general.work < 1_000_000, "{}", general.work);
}

#[test]
fn boards_and_states_tell_the_same() {
    let game = Battle::new("eylau", &[]).unwrap();
    let state = game.opening();
    let atlas = Atlas::of(&game, &game.board(&state, None));
    let mut scenes = [Scene::default(), Scene::default()];
    scenes[0].study(&game, &state, &Plain, &atlas);
    scenes[1].study(&game, &state, &planner::BattleHooks, &atlas);
    for hex in game.grid().hexes() {
        let spot = atlas.spot(hex);
        assert_ne!(spot, NO_SPOT);
        for side in 0..2 {
            assert_eq!(scenes[0].power(side, spot), scenes[1].power(side, spot));
            assert_eq!(scenes[0].around(side, spot), scenes[1].around(side, spot));
            assert_eq!(scenes[0].far(side, spot), scenes[1].far(side, spot));
        }
        let near: Vec<_> = game.grid().around(hex).map(|near| atlas.spot(near)).collect();
        assert!(near.iter().all(|near| atlas.beside(spot).contains(near) && atlas.distance(spot, *near) == 1));
    }
    let (plain, own) = (Hooks::<Battle>::moment(&Plain, &game, &state), planner::BattleHooks.moment(&game, &state));
    assert_eq!((plain.turn, plain.seat), (own.turn, own.seat));
}

#[test]
fn the_map_of_dresden_20_is_read_too() {
    let game = Campaign::new("dresden-20", &[]).unwrap();
    let atlas = Atlas::of(&game, &game.board(&game.opening(), None));
    for hex in game.grid().hexes() {
        let near: Vec<_> = game.grid().around(hex).map(|near| atlas.spot(near)).collect();
        assert!(near.iter().all(|near| atlas.beside(atlas.spot(hex)).contains(near)));
    }
}
