//! Laws over random play of each scenario that is offered.

use grognard_eagles_turn_east::{Campaign, State, games};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Umpire};
use grognard_testkit::{Limits, fuzz_one};

/// How often other worlds are held against the true one in the games of a battle, at least: for each seat and for a spectator, at rest and in motion.
const WORLDS: u64 = 6;

fn fuzz(game: &str, options: &[(&str, &str)], seeds: std::ops::Range<u64>) {
    let options: Vec<(String, String)> = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let mut worlds = [[0; 2]; 3];
    for seed in seeds {
        let game = Campaign::new(game, &options).unwrap();
        let limits = Limits { actions: 5_000, strays: 4, every: 40 };
        match fuzz_one(game, seed, limits) {
            Ok(stats) => {
                assert!(stats.actions > 40, "{} actions", stats.actions);
                worlds.iter_mut().flatten().zip(stats.worlds.iter().flatten()).for_each(|(sum, tried)| *sum += tried);
            }
            Err(broken) => panic!("{broken}"),
        }
    }
    assert!(worlds.iter().flatten().all(|&tried| tried >= WORLDS), "{worlds:?}");
}

#[test]
fn random_games_of_friedland_keep_every_law() {
    fuzz("eagles-friedland", &[], 0..2);
}

#[test]
fn random_games_of_pultusk_keep_every_law() {
    fuzz("eagles-pultusk", &[], 100..102);
}

#[test]
fn random_games_of_eylau_keep_every_law() {
    fuzz("eagles-eylau", &[], 200..202);
}

#[test]
fn random_games_with_every_option_keep_every_law() {
    for (game, seed) in [("eagles-friedland", 300), ("eagles-pultusk", 301), ("eagles-eylau", 302)] {
        fuzz(
            game,
            &[("weather", "historical"), ("bonus", "off"), ("ney", "on"), ("guns", "on"), ("hurry", "on"), ("casualties", "on")],
            seed..seed + 1,
        );
    }
}

/// Campaigns are long: the dear laws are tried now and then, for everybody with other `worlds` at least so often.
fn fuzz_campaign(game: &str, options: &[(&str, &str)], seed: u64, worlds: u64) {
    let options: Vec<(String, String)> = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let game = Campaign::new(game, &options).unwrap();
    match fuzz_one(game, seed, Limits { actions: 20_000, strays: 2, every: 500 }) {
        Ok(stats) => {
            assert!(stats.actions > 100, "{} actions", stats.actions);
            assert!(stats.worlds.iter().all(|[at_rest, in_motion]| at_rest + in_motion >= worlds), "{:?}", stats.worlds);
        }
        Err(broken) => panic!("{broken}"),
    }
}

/// A random game that told too much once, as far as a little beyond that: nothing but its being cut short may be said of it.
fn keeps_every_law_for(game: &str, seed: u64, actions: usize) {
    let game = Campaign::new(game, &[]).unwrap();
    let cut = fuzz_one(game, seed, Limits { actions, ..Limits::default() }).unwrap_err();
    assert!(cut.to_string().contains(&format!("not over after {actions} actions")), "{cut}");
}

#[test]
fn random_games_of_a_campaign_keep_every_law() {
    let all = ["ney", "guns", "hurry", "casualties", "batteries"].map(|name| (name, "on"));
    fuzz_campaign("eagles-eylau-campaign", &all, 400, 2);
}

/// [II.b.1] In this game it could be told by whom messengers had not reached which leaders have no troops.
#[test]
fn whom_messengers_do_not_reach_betrays_nobody() {
    // It showed after 174 actions.
    keeps_every_law_for("eagles-eylau-campaign", 3001, 200);
}

/// [5.3] Two counters in one hex, of which messengers reached one before they marched there.
#[test]
fn who_met_on_the_way_is_not_told_by_messengers() {
    // It showed after 119 actions.
    keeps_every_law_for("eagles-pultusk-campaign", 87, 160);
}

/// [6.10] An Outpost out of Dispatch Distance flees: whoever lies as far away and does not is none, and nobody is told more.
#[test]
fn who_stays_out_of_touch_is_no_outpost() {
    // It showed after 1,077 actions.
    keeps_every_law_for("eagles-eylau-campaign", 9, 1_100);
}

/// [6.5] Whom one must attack tells where one has troops, and that is nobody else's affair.
#[test]
fn what_is_owed_is_told_to_who_owes_it() {
    // It showed after 576 actions.
    keeps_every_law_for("eagles-friedland-campaign", 1, 600);
}

/// [16.5] Guns that fall while they are kept back are counted nowhere, so that a position tells all.
#[test]
fn guns_kept_back_leave_no_trace() {
    // It showed after 63 actions.
    keeps_every_law_for("eagles-friedland", 131, 80);
}

/// [4.7] Where Buxhowden rides shows where Bennigsen is not, and that is no secret then.
#[test]
fn where_a_rival_goes_betrays_nobody() {
    // It showed after 774 actions.
    keeps_every_law_for("eagles-pultusk-campaign", 11, 800);
}

#[test]
fn random_games_with_foraging_keep_every_law() {
    fuzz_campaign("eagles-friedland-campaign", &[("forage", "on"), ("sheets", "two")], 401, 4);
}

/// One of the shorter ones: most random games of it have twice as many actions, and belong to `grognard fuzz`.
#[test]
fn a_random_grand_scenario_keeps_every_law() {
    fuzz_campaign("eagles-grand", &[("start", "january"), ("forage", "on")], 431, 20);
}

/// What a state may take, in bytes.
const LARGEST: usize = 4 * 1024;

#[test]
fn a_state_is_flat_and_small() {
    assert!(size_of::<State>() <= LARGEST, "{} bytes", size_of::<State>());
}

#[test]
fn many_random_games_come_to_a_verdict() {
    let (mut verdicts, mut battles) = ([0; 3], 0);
    for info in games().iter().filter(|info| !info.setting.is_campaign()) {
        let game = Campaign::new(info.id, &[]).unwrap();
        for seed in 0..8 {
            let (mut dice, mut whim) = (SeededDice::new(seed), SeededDice::new(!seed));
            let mut state = game.start(&mut Umpire::silent(&mut dice));
            let mut options = Vec::new();
            let outcome = loop {
                match game.decision(&state) {
                    Decision::Over(outcome) => break outcome,
                    Decision::Choose { seat, .. } => {
                        game.legal_actions(&state, &mut options);
                        let action = options[whim.below(options.len() as u32) as usize];
                        battles += usize::from(action == grognard_eagles_turn_east::Action::Close);
                        game.play(&mut state, seat, action, &mut Umpire::silent(&mut dice)).unwrap();
                    }
                }
            };
            verdicts[outcome.winner.map_or(2, |seat| usize::from(seat.0))] += 1;
        }
    }
    assert_eq!(verdicts.iter().sum::<i32>(), 24);
    assert!(battles > 100 && verdicts[0] > 0 && verdicts[1] > 0, "{battles} battles, {verdicts:?}");
}
