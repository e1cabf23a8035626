//! Forecasts against a search that plays every choice there is, and their bounds where they stop short of that.

use crate::fates::{Effort, FATES, PATIENCE, Seen};
use crate::results_table::CombatResult;
use crate::state::{Frame, State};
use crate::unitset::{UnitSet, Units};
use crate::{Action, Battle, Event};
use grognard_engine::cases::{CaseGame, SetupLine};
use grognard_engine::dice::{ScriptedDice, SeededDice};
use grognard_engine::{Rules, Umpire, Words};
use std::collections::BTreeSet;

/// Plays every choice after a result, as the players would; `None` if there are too many.
fn played_out(battle: &Battle, before: &State, result: CombatResult, most: usize) -> Option<Seen> {
    let mut start = *before;
    let fighters = start.attack.attackers.or(start.attack.guns).or(start.attack.defenders);
    start.attack.rolled = true;
    start.attack.demoralized = battle.demoralized_bits(&start);
    start.attack.surrounded = battle.surrounded(&start, fighters);
    start.fought = start.fought.or(fighters);
    let mut no_dice = ScriptedDice::new(&[]);
    let mut umpire: Umpire<'_, Event> = Umpire::silent(&mut no_dice);
    battle.begin_result(&mut start, result, &mut umpire);
    battle.settle(&mut start, &mut umpire);
    let mut seen = Seen { some: [UnitSet::EMPTY; FATES.len()], all: [Units(u128::MAX); FATES.len()] };
    let mut visited = BTreeSet::new();
    let mut open = vec![(start, UnitSet::EMPTY)];
    let mut options = Vec::new();
    while let Some((mut state, moved)) = open.pop() {
        if battle.offered(&state).is_some() {
            state.set_offers([0; 4]);
            battle.settle(&mut state, &mut umpire);
        }
        if !visited.insert((battle.digest(&state), state.attack.companion, moved.0)) {
            continue;
        }
        if visited.len() > most {
            return None;
        }
        if !matches!(state.frame, Frame::Losses | Frame::Retreat(_) | Frame::Displace { .. }) {
            for (fate, units) in battle.fates(before, &state, moved).into_iter().enumerate() {
                seen.some[fate] = seen.some[fate].or(units);
                seen.all[fate] = seen.all[fate].and(units);
            }
            continue;
        }
        battle.legal_actions(&state, &mut options);
        for &action in options.iter().filter(|a| !matches!(a, Action::Commit(_) | Action::CommitAll)) {
            let mut next = state;
            battle.apply(&mut next, action, &mut umpire);
            let goes = if let Action::Retreat(unit, _) = action { UnitSet::one(unit) } else { UnitSet::EMPTY };
            open.push((next, moved.or(goes)));
        }
    }
    Some(seen)
}

/// Holds the forecast of a declared attack against every choice played; returns how many results were compared.
fn compare(battle: &Battle, state: &State, most: usize) -> u32 {
    let mut compared = 0;
    for result in CombatResult::ALL {
        let Some(wanted) = played_out(battle, state, result, most) else { continue };
        let found = battle.outcomes(state, result, &mut Effort::of(PATIENCE));
        assert!(found.some == wanted.some && found.all == wanted.all, "{}: {}", result.name(), battle.write_position(state));
        // With no patience at all the bounds are wider, but hold.
        let loose = battle.outcomes(state, result, &mut Effort::of(0));
        let holds = |fate: usize| wanted.some[fate].within(loose.some[fate]) && loose.all[fate].within(wanted.all[fate]);
        assert!((0..FATES.len()).all(holds), "bounds after {}: {}", result.name(), battle.write_position(state));
        compared += 1;
    }
    compared
}

/// Declares random attacks from a position and compares what is forecast.
fn compare_attacks(battle: &Battle, state: &State, seed: u64, most: usize) -> u32 {
    let mut picks = SeededDice::new(seed);
    let mut state = *state;
    let mut options = Vec::new();
    let mut compared = 0;
    for _ in 0..8 {
        battle.legal_actions(&state, &mut options);
        options.retain(|a| matches!(a, Action::Target(_) | Action::Join(_) | Action::Ready));
        if options.is_empty() {
            break;
        }
        let action = options[picks.below(options.len() as u32) as usize];
        battle.apply(&mut state, action, &mut Umpire::silent(&mut SeededDice::new(0)));
        if state.frame == Frame::Declare && !state.attack.attackers.or(state.attack.guns).is_empty() {
            compared += compare(battle, &state, most);
        }
    }
    compared
}

#[test]
fn forecasts_are_what_comes_of_playing_every_choice() {
    let mut compared = 0;
    for (name, seeds) in [("eylau", 3), ("dresden", 3)] {
        let battle = Battle::new(name, &[]).unwrap();
        for seed in 0..seeds {
            let (mut dice, mut picks) = (SeededDice::new(seed), SeededDice::new(!seed));
            let mut state = battle.start(&mut Umpire::silent(&mut dice));
            let mut options = Vec::new();
            for step in 0..900u64 {
                battle.legal_actions(&state, &mut options);
                if options.is_empty() {
                    break;
                }
                if matches!(state.frame, Frame::Combat) {
                    compared += compare_attacks(&battle, &state, step, 2_000);
                }
                let action = options[picks.below(options.len() as u32) as usize];
                battle.apply(&mut state, action, &mut Umpire::silent(&mut dice));
            }
        }
    }
    assert!(compared > 300, "{compared} results compared");
}

/// A crowd of French around an Allied corps that attacks.
fn crowd(game: &str, seed: u64) -> Option<(Battle, State)> {
    let mut picks = SeededDice::new(seed);
    let mut below = |n: u32| picks.below(n);
    let mut text = vec![format!("game {game}"), "map 7x7".to_owned(), "turn 2".to_owned(), "phase Allied combat".to_owned()];
    let stack = if game == "dresden" { 2 } else { 1 };
    for hex in (1..=7).flat_map(|c| (1..=7).map(move |r| format!("{c:02}{r:02}"))) {
        match below(9) {
            0 => text.push(format!("unit A{hex} i{}-4 @{hex}", 3 + below(9))),
            1..=6 => {
                for n in 0..=below(stack) {
                    let kind = if below(5) == 0 { "a3-3" } else { "i3-4" };
                    text.push(format!("unit F{n}{hex} {kind} @{hex}"));
                }
            }
            _ => {}
        }
    }
    Battle::set_up("crowd", &SetupLine::read(&text.join("\n"))).ok()
}

#[test]
fn forecasts_in_crowds_hold() {
    let mut compared = 0;
    for seed in 0..40 {
        for game in ["dresden", "eylau"] {
            let Some((battle, state)) = crowd(game, seed) else { continue };
            compared += compare_attacks(&battle, &state, seed, 300);
        }
    }
    assert!(compared > 100, "{compared} results compared");
}
