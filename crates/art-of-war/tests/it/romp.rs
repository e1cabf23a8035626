//! Random play for the other tests: whole games, and games that go on from any position.

use grognard_art_of_war::{Action, Battle, State};
use grognard_engine::dice::SeededDice;
use grognard_engine::table::Table;
use grognard_engine::{Decision, Laboratory, Rules, Umpire, Views, Words};
use grognard_testkit::rollout::{named, random_game};

/// A game as positions name it: `eylau`, `eylau+weather`, `dresden`.
pub fn battle(name: &str) -> Battle {
    let (game, options) = named(name);
    Battle::new(game, &options).unwrap()
}

/// A random game of at most `most` actions. `seen` is shown every position, the first and the last included.
pub fn game(name: &str, seed: u64, most: usize, seen: impl FnMut(&Table<Battle>)) -> Table<Battle> {
    random_game(battle(name).into(), seed, most, |_| false, seen)
}

/// Plays on from any position for `steps` random actions. Along the way nothing may panic or come to a dead end, the list
/// and the checker must agree, and every position must be one that the notation can hold.
pub fn romp(battle: &Battle, state: &mut State, seed: u64, steps: u32) -> Result<(), String> {
    let mut dice = SeededDice::new(seed);
    let mut options: Vec<Action> = Vec::new();
    for step in 0..steps {
        battle.legal_actions(state, &mut options);
        let here = |what: &str| format!("{what} after {step} steps in {}", battle.write_position(state));
        if let Decision::Over(_) = battle.decision(state) {
            return if options.is_empty() { Ok(()) } else { Err(here("options in a game that is over")) };
        }
        if options.is_empty() {
            return Err(here("dead end"));
        }
        for _ in 0..2 {
            let stray = battle.stray(state, &mut dice);
            if battle.check(state, stray).is_ok() != options.contains(&stray) {
                return Err(here(&format!("list and checker differ about {stray:?}")));
            }
        }
        if step % 16 == 0 {
            battle.board(state, None);
            let line = battle.write_position(state);
            match battle.read_position(&line) {
                Ok(again) if again == *state => {}
                Ok(_) => return Err(here("read back as another position")),
                Err(why) => return Err(here(&format!("not read back ({why})"))),
            }
        }
        let action = options[dice.below(options.len() as u32) as usize];
        let (long, short) = (battle.write_action(action), battle.write_short(action));
        if battle.read_action(&long) != Ok(action) || battle.read_short(&short) != Ok(action) {
            return Err(here(&format!("{long:?} or {short:?} is not read back")));
        }
        if matches!(action, Action::Roll) {
            battle.forecast(state, None);
        }
        if let Err(violation) = battle.check(state, action) {
            return Err(here(&format!("{action:?} is listed, but {}", battle.explain(&violation))));
        }
        if step % 2 == 0 {
            let mut events = Vec::new();
            battle.apply(state, action, &mut Umpire::new(&mut dice, &mut events));
        } else {
            battle.apply(state, action, &mut Umpire::silent(&mut dice));
        }
    }
    Ok(())
}
