//! Small positions for the solver, drawn from played games: a Combat Phase about one enemy, everybody else taken off the map, in the last turn of the
//! battle with the last word, so that nothing counts but the points. They follow from a seed.

use crate::regret::Solver;
use crate::{Glimpse, Level, Unhurried, consult};
use grognard_art_of_war::Battle;
use grognard_art_of_war::state::{Frame, NOWHERE, Side, State};
use grognard_art_of_war::title::Title;
use grognard_art_of_war::unitset::{Unit, UnitSet};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Umpire};

/// A position, and what is special about it.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The position.
    pub state: State,
    /// What the best play is worth more than the worst.
    pub stake: f64,
    /// Guns of the attacker that could fire from out of contact.
    pub guns: bool,
    /// Two or more in a hex.
    pub stacks: bool,
    /// More than one enemy to be attacked, or more than one hex that has to attack.
    pub duties: bool,
}

/// Most units of a puzzle.
const MOST: u32 = 7;
/// Most positions within one.
pub const LARGEST: usize = 40_000;
/// Least points at stake.
const STAKE: f64 = 0.5;

/// The side that has the last word.
#[must_use]
pub const fn solver_side(battle: &Battle) -> Side {
    battle.title().first().other()
}

/// The points of the side with the last word more than the enemy's, once its Combat Phase is over.
#[must_use]
pub fn end(battle: &Battle, state: &State) -> Option<f64> {
    let side = solver_side(battle);
    let fighting = matches!(
        state.frame,
        Frame::Combat
            | Frame::Declare
            | Frame::Losses
            | Frame::Retreat(_)
            | Frame::Displace { .. }
            | Frame::Advance(_)
            | Frame::StepBack
    );
    let over = state.phasing != side || !fighting;
    over.then(|| f64::from(battle.points(state, side).total - battle.points(state, side.other()).total))
}

/// A position cut down to some units, in the last turn.
fn cut(battle: &Battle, state: &State, kept: UnitSet) -> State {
    let mut small = *state;
    let side = state.phasing;
    for unit in 0..battle.pieces().len() as Unit {
        if !kept.has(unit) {
            small.hexes[usize::from(unit)] = NOWHERE;
        }
    }
    small.turn = match battle.title() {
        Title::Eylau => 12,
        Title::Dresden => 32,
    };
    // Whoever is neither here nor lost is somewhere else, and comes too late.
    small.due = Side::BOTH
        .into_iter()
        .fold(UnitSet::EMPTY, |all, side| all.or(battle.units_of(side)))
        .less(kept)
        .less(small.lost)
        .less(small.disrupted);
    small.reserve = small.reserve.and(kept);
    let terrain = battle.terrain(&small);
    let touches = |unit: Unit, others: UnitSet| {
        let at = small.hexes[usize::from(unit)];
        others.into_iter().any(|other| terrain.contact(at, small.hexes[usize::from(other)]))
    };
    let (own, enemies) = (kept.and(battle.units_of(side)), kept.and(battle.units_of(side.other())));
    let ready = own.less(small.reserve);
    let bound = ready.into_iter().filter(|&unit| touches(unit, enemies)).collect();
    let owed = enemies.into_iter().filter(|&unit| touches(unit, ready)).collect();
    State { bound, owed, ..small }
}

/// What is special about a position.
fn puzzle(battle: &Battle, state: State, stake: f64) -> Puzzle {
    let side = state.phasing;
    let (own, enemies) = (battle.present(&state, side), battle.present(&state, side.other()));
    let terrain = battle.terrain(&state);
    let held = battle.occupied(&state, side.other());
    let hexes = |units: UnitSet| state.hexes_of(units).iter().count();
    let fires = |unit: Unit| {
        battle.pieces()[usize::from(unit)].arm.is_gun()
            && !state.bound.has(unit)
            && terrain.in_range(state.hexes[usize::from(unit)], &held).next().is_some()
    };
    Puzzle {
        stake,
        guns: own.into_iter().any(fires),
        stacks: hexes(own) + hexes(enemies) < own.len() as usize + enemies.len() as usize,
        duties: hexes(state.owed) > 1 || hexes(state.bound) > 1,
        state,
    }
}

/// Draws so many puzzles, the same ones for the same seed.
#[must_use]
pub fn draw(battle: &Battle, count: usize, seed: u64, largest: usize) -> Vec<Puzzle> {
    let side = solver_side(battle);
    let finish = |state: &State| end(battle, state);
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let mut lots = SeededDice::new(seed);
    for game in 0..200 {
        let mut dice = SeededDice::new(seed.wrapping_add(game));
        let mut state = battle.start(&mut Umpire::silent(&mut dice));
        let mut players = [super::player(Level::Recruit, seed ^ game), super::player(Level::Greedy, seed ^ game)];
        while let Decision::Choose { seat, .. } = battle.decision(&state) {
            let opens =
                state.frame == Frame::Combat && state.phasing == side && state.fought.is_empty() && !state.owed.is_empty();
            if opens && state.interrupts.top().is_none() {
                let about: Vec<Unit> = state.owed.into_iter().collect();
                let middle = state.hexes[usize::from(about[lots.below(about.len() as u32) as usize])];
                let all = battle.present(&state, side).or(battle.present(&state, side.other()));
                let near = |unit: &Unit| battle.grid().distance(state.hexes[usize::from(*unit)], middle) <= 2;
                let kept: UnitSet = all.into_iter().filter(near).collect();
                let small = cut(battle, &state, kept);
                let fits = kept.len() <= MOST && !small.bound.is_empty() && battle.units_of(side).and(kept).len() >= 2;
                let known = |one: &Puzzle| one.state.hexes == small.hexes;
                if fits && !puzzles.iter().any(known) {
                    let best = Solver::new(battle, side.seat(), &finish, largest).value(&small);
                    let worst = best.and_then(|_| Solver::worst(battle, side.seat(), &finish, largest).value(&small));
                    if let (Some(best), Some(worst)) = (best, worst)
                        && best - worst >= STAKE
                    {
                        puzzles.push(puzzle(battle, small, best - worst));
                        if puzzles.len() == count {
                            return puzzles;
                        }
                    }
                }
            }
            let glimpse = Glimpse::of(battle, &state, seat, 0);
            // The better player has the last word in every other game.
            let who = (usize::from(seat.0) + game as usize) % 2;
            let Some(advice) = consult(players[who].as_mut(), &glimpse, &mut Unhurried) else { break };
            if battle.play(&mut state, seat, advice.action, &mut Umpire::silent(&mut dice)).is_err() {
                break;
            }
        }
    }
    puzzles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_follow_from_their_seed_and_perfect_play_regrets_nothing() {
        let battle = Battle::new("dresden", &[]).unwrap();
        let side = solver_side(&battle);
        let finish = |state: &State| end(&battle, state);
        let puzzles = draw(&battle, 2, 5, 300);
        assert_eq!(puzzles.len(), 2);
        let again = draw(&battle, 1, 5, 300);
        assert!(puzzles[0].state == again[0].state && puzzles[0].state != puzzles[1].state);
        let (mut random, mut planned) = (0.0, 0.0);
        for one in &puzzles {
            let mut solver = Solver::new(&battle, side.seat(), &finish, 300);
            assert!(solver.value(&one.state).is_some());
            for seed in 0..4 {
                let lost = |player: Level, solver: &mut Solver<'_, Battle>| {
                    let regret = solver.regret(&one.state, super::super::player(player, seed).as_mut(), seed).unwrap();
                    assert!((-1e-6..=4.0 * one.stake + 1e-6).contains(&regret), "{regret} of {}", one.stake);
                    regret / one.stake
                };
                random += lost(Level::Random, &mut solver);
                planned += lost(Level::Greedy, &mut solver);
            }
        }
        assert!(random > 0.0 && planned < random, "{planned} {random}");
    }
}
