//! The opponent of The Eagles Turn East: whole games at every level, against both yardsticks, the same choice from the same seed.

use crate::duel;
use grognard_ai::duel::play;
use grognard_ai::eagles_turn_east::{Commander, Effort};
use grognard_ai::{Advice, Glimpse, Level, Player, Unhurried, consult, player};
use grognard_eagles_turn_east::state::Away;
use grognard_eagles_turn_east::{Action, Campaign, Side, State, games};
use grognard_engine::cases::{CaseGame, SetupLine};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Umpire};

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

/// A position from the lines of a case file.
fn position(text: &str) -> (Campaign, State) {
    let words = |line: &str| line.split_whitespace().map(ToOwned::to_owned).collect();
    let lines: Vec<SetupLine> =
        text.lines().enumerate().map(|(at, line)| SetupLine { line: at + 1, words: words(line) }).collect();
    Campaign::set_up("a position", &lines).unwrap()
}

/// What the opponent does next in a position, and why.
fn advice(game: &Campaign, state: &State, side: Side) -> Advice<Action> {
    let glimpse = Glimpse::of(game, state, side.into(), 1);
    consult(habit(1).as_mut(), &glimpse, &mut Unhurried).unwrap()
}

/// Both sides play on by habit until somebody does this, or for so many actions.
fn until(game: &Campaign, mut state: State, seed: u64, most: usize, wanted: impl Fn(Action) -> bool) -> Option<State> {
    let mut dice = SeededDice::new(seed);
    let mut players = [habit(1), habit(2)];
    for at in 0..most {
        let Decision::Choose { seat, .. } = game.decision(&state) else { return None };
        let glimpse = Glimpse::of(game, &state, seat, at as u64);
        let action = consult(players[usize::from(seat.0)].as_mut(), &glimpse, &mut Unhurried)?.action;
        game.play(&mut state, seat, action, &mut Umpire::silent(&mut dice)).unwrap();
        if wanted(action) {
            return Some(state);
        }
    }
    None
}

#[test]
fn it_sends_a_division_to_danzig_by_sea() {
    // Sedmaratzki's seven points stand two marches from Königsberg with Bennigsen, the French far away.
    let (game, state) = position(
        "game eagles-grand\nturn 15-16 Apr\nphase Coalition organization\nthaw\npoints Russian 20\nsource Russian N-6130\ncenter Russian C-3401\n\
         leader Sedmaratzki @N-3323\nstrength SedmaratzkiI 7 0 0\nleader Bennigsen @N-3426\nleader Ruchel @N-3214\nleader Davout @S-4327",
    );
    let aboard = until(&game, state, 3, 900, |action| matches!(action, Action::Embark(_))).expect("somebody embarks");
    let sedmaratzki = game.read_leader("Sedmaratzki").unwrap();
    assert_eq!(aboard.away[usize::from(sedmaratzki)], Away::Sea);
    let landed = until(&game, aboard, 4, 900, |action| action == Action::Relieve).expect("they land in Danzig");
    assert_eq!(landed.away[usize::from(sedmaratzki)], Away::Danzig);
    assert!(landed.grand.relief, "in time");
    // They stay there while the town holds out.
    let left = until(&game, landed, 5, 300, |action| matches!(action, Action::Enter(leader, _) if leader == sedmaratzki));
    assert!(left.is_none());
}

#[test]
fn the_hungry_forage_and_gather_when_the_enemy_comes() {
    let far = "game eagles-eylau-campaign\noption forage on\nphase French initiative\nleader Soult @C-1203\nleader Gudin @S-4206\nleader Bennigsen @N-5931";
    let (game, state) = position(far);
    let soult = game.read_leader("Soult").unwrap();
    // He must be let march for it: with some dice he is.
    let soon = (1..6).find_map(|seed| until(&game, state, seed, 9, |action| action == Action::Disperse(soult)));
    assert!(soon.expect("they disperse").forage.has(soult.into()));
    // With an enemy five hexes away those who are dispersed gather.
    let near = far.replace("N-5931", "C-1507").replace("leader Gudin", "forage Soult\nleader Gudin");
    let (game, state) = position(&near);
    let soon = (1..6).find_map(|seed| until(&game, state, seed, 6, |action| action == Action::Concentrate(soult)));
    assert!(!soon.expect("they gather").forage.has(soult.into()));
}

#[test]
fn at_rest_small_forces_go_to_larger_ones() {
    let (game, state) = position(
        "game eagles-grand\nturn 1-2 Jan\nphase French movement\nrests French Coalition\nsource French S-4532\ncenter French S-4432\n\
         leader Davout @S-4327\nleader Marulaz @S-3833\nleader Bennigsen @S-6104",
    );
    let marulaz = game.read_leader("Marulaz").unwrap();
    let advice = advice(&game, &state, Side::French);
    assert!(matches!(advice.action, Action::Aim(leader, _) if leader == marulaz), "{advice:?}");
}

#[test]
fn it_pushes_the_weak_aside_hurries_and_digs_in() {
    // A brigade stands between Davout and Königsberg.
    let (game, state) = position(
        "game eagles-eylau-campaign\nphase French initiative\nkonigsberg Coalition\nleader Davout @N-3220\nleader Gudin @S-4206\n\
         leader Braun @N-3218\nleader Bennigsen @C-2503",
    );
    let pushed = |seed| until(&game, state, seed, 6, |action| matches!(action, Action::Repulse(_)));
    assert!((1..6).find_map(pushed).is_some(), "nobody is repulsed");
    // Königsberg lies open, seven points away: today.
    let (game, state) = position(
        "game eagles-friedland-campaign\nphase French movement\npoints French 14\ncenter French N-2022\nleader Dupont @N-2122\nleader Bennigsen @N-5931",
    );
    assert!(until(&game, state, 1, 3, |action| action == Action::Extend).is_some(), "nobody hurries");
    // Whoever waits for an enemy as strong as himself digs.
    let (game, state) = position(
        "game eagles-friedland-campaign\nphase Coalition initiative\nleader Bennigsen @N-4323\nleader Bagration @N-4323\n\
         leader Davout @N-3825\nleader Ney @N-3426",
    );
    assert!(until(&game, state, 2, 6, |action| matches!(action, Action::Dig(..))).is_some(), "nobody digs");
}
