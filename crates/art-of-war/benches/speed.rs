//! P1 (reach of one unit against hexx), P3 (clone and apply against shakmaty), and replay of a whole record.
//!
//! Both sides of a ratio are measured in the same run, in turns, so that a machine that changes its speed changes both.
//! What is counted is asserted: the reach sets are equal where the rules are, and no work is optimised away.

use grognard_art_of_war::movement::March;
use grognard_art_of_war::state::Frame;
use grognard_art_of_war::{Action, Battle, Event, State, completes_action};
use grognard_engine::dice::SeededDice;
use grognard_engine::flood::Obstacles;
use grognard_engine::plane::Plane;
use grognard_engine::table::Table;
use grognard_engine::{Decision, Game, HexId, Umpire, record};
use grognard_testkit::rollout::playout;
use hexx::{Hex, algorithms::field_of_movement};
use shakmaty::{Chess, Move, Position};
use std::hint::black_box;
use std::time::{Duration, Instant};

const ROUNDS: usize = 15;

fn main() {
    // `cargo test --benches` passes `--test`: there is nothing to test here.
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    for game in grognard_art_of_war::games() {
        let battle = Battle::new(game.id, &[]).expect("the game loads");
        let positions = positions(&battle, 400);
        reach(game.id, &battle, &positions);
        clone_and_apply(game.id, &battle, &positions);
        replay(game.id);
        playouts(game.id, &battle);
    }
}

/// Positions from random games, spread over all turns and phases.
fn positions(battle: &Battle, want: usize) -> Vec<State> {
    let mut found = Vec::new();
    let mut dice = SeededDice::new(1807);
    let mut options = Vec::new();
    while found.len() < want {
        let mut state = battle.start(&mut Umpire::silent(&mut dice));
        while !matches!(battle.decision(&state), Decision::Over(_)) {
            battle.legal_actions(&state, &mut options);
            let action = options[dice.below(options.len() as u32) as usize];
            battle.apply(&mut state, action, &mut Umpire::silent(&mut dice));
            if dice.below(200) == 0 && state.frame != Frame::Over {
                found.push(state);
            }
        }
    }
    found.truncate(want);
    found
}

/// Medians of two things measured in turns, in nanoseconds each, and the ratio second to first with its range.
fn race(count: u64, mut ours: impl FnMut() -> u64, mut theirs: impl FnMut() -> u64, their_count: u64) -> (f64, f64, [f64; 3]) {
    let time = |run: &mut dyn FnMut() -> u64, count: u64| {
        let start = Instant::now();
        black_box(run());
        start.elapsed().as_nanos() as f64 / count as f64
    };
    let (mut a, mut b, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (x, y) = (time(&mut ours, count), time(&mut theirs, their_count));
        a.push(x);
        b.push(y);
        ratios.push(y / x);
    }
    for list in [&mut a, &mut b, &mut ratios] {
        list.sort_by(f64::total_cmp);
    }
    let middle = ROUNDS / 2;
    (a[middle], b[middle], [ratios[0], ratios[middle], ratios[ROUNDS - 1]])
}

/// P1: what one unit can reach with all rules on, against hexx with plain hex costs on the same map.
fn reach(name: &str, battle: &Battle, positions: &[State]) {
    let grid = battle.grid();
    let axial = |hex: HexId| {
        let (column, row) = grid.column_row(hex);
        let (column, row) = (i32::from(column), i32::from(row));
        Hex::new(column, row - (column + column % 2) / 2)
    };
    // Every unit of the phasing side that may move, in every position.
    let queries: Vec<(&State, u8)> = positions
        .iter()
        .filter(|s| s.frame == Frame::Move)
        .flat_map(|state| {
            let obstacles = battle.obstacles(state);
            let units = battle.present(state, state.phasing);
            units.into_iter().filter(move |&u| battle.may_pick(state, u, &obstacles).is_ok()).map(move |u| (state, u))
        })
        .collect();
    // hexx asks for the cost of a hex by its coordinates, so it gets a table to look it up in.
    let low = |c: i32| (c + 64) as usize;
    let mut table = vec![None; 256 * 256];
    for hex in grid.hexes() {
        let at = axial(hex);
        // hexx adds one to every cost.
        table[low(at.x) * 256 + low(at.y)] = Some(u32::from(battle.entry_cost(hex) / battle.points_per_mp()) - 1);
    }
    let cost = |at: Hex| table[low(at.x) * 256 + low(at.y)];
    let plain = battle.plain_costs();
    let free = Obstacles { closed: Plane::EMPTY, stop: Plane::EMPTY };
    for &(state, unit) in &queries {
        let hex = state.hex(unit).expect("on the map");
        let budget = battle.allowance(unit);
        let ours: Vec<Hex> = plain.extent(&[(hex, 0)], budget, &free).iter().map(axial).collect();
        let theirs = field_of_movement(axial(hex), u32::from(budget / battle.points_per_mp()), cost);
        assert_eq!(ours.len(), theirs.len(), "{name}: the plain reach sets differ at {}", grid.number(hex));
        assert!(ours.iter().all(|h| theirs.contains(h)));
    }
    let total = queries.len() as u64;
    let peer = || -> u64 {
        let reach = |&(state, unit): &(&State, u8)| {
            let from = axial(state.hex(unit).expect("on the map"));
            field_of_movement(from, u32::from(battle.allowance(unit) / battle.points_per_mp()), cost).len() as u64
        };
        queries.iter().map(reach).sum()
    };
    let (ours, theirs, [least, ratio, most]) = race(
        total,
        || queries.iter().map(|&(state, unit)| u64::from(March::begin(battle, state, unit).ends().len())).sum(),
        peer,
        total,
    );
    println!("P1 {name}: reach {ours:.0} ns, hexx {theirs:.0} ns, ratio {ratio:.1} ({least:.1} to {most:.1}), {total} queries");
    // The flood alone, the enemy's zones given once per position, as an opponent that plans a whole turn asks for it.
    let shared: Vec<(&State, u8, Obstacles)> = queries.iter().map(|&(s, u)| (s, u, battle.obstacles(s))).collect();
    let (ours, _, [least, ratio, most]) =
        race(total, || shared.iter().map(|(s, u, o)| u64::from(battle.reach_with(s, *u, o).len())).sum(), peer, total);
    println!("P1 {name}: reach with zones shared {ours:.0} ns, ratio {ratio:.1} ({least:.1} to {most:.1})");
}

/// P3: clone the state and apply one legal action, against shakmaty's clone and play.
fn clone_and_apply(name: &str, battle: &Battle, positions: &[State]) {
    let mut dice = SeededDice::new(3);
    let mut options = Vec::new();
    let work: Vec<(State, Action)> = positions
        .iter()
        .map(|state| {
            battle.legal_actions(state, &mut options);
            (*state, options[dice.below(options.len() as u32) as usize])
        })
        .collect();
    let mut games: Vec<(Chess, Move)> = Vec::new();
    while games.len() < 400 {
        let mut position = Chess::default();
        for _ in 0..80 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let chosen = moves[dice.below(moves.len() as u32) as usize];
            if dice.below(10) == 0 {
                games.push((position.clone(), chosen));
            }
            position.play_unchecked(chosen);
        }
    }
    games.truncate(400);
    let repeats = 40;
    let (ours, theirs, [least, ratio, most]) = race(
        work.len() as u64 * repeats,
        || {
            let mut sum = 0;
            for _ in 0..repeats {
                for (state, action) in &work {
                    let mut next = *state;
                    let mut umpire: Umpire<'_, Event> = Umpire::silent(&mut dice);
                    battle.apply(&mut next, *action, &mut umpire);
                    sum += u64::from(black_box(&next).turn);
                }
            }
            sum
        },
        || {
            let mut sum = 0;
            for _ in 0..repeats {
                for (position, chosen) in &games {
                    let mut next = position.clone();
                    next.play_unchecked(*chosen);
                    sum += u64::from(black_box(&next).halfmoves());
                }
            }
            sum
        },
        games.len() as u64 * repeats,
    );
    let times = 1.0 / ratio;
    println!(
        "P3 {name}: clone and apply {ours:.0} ns, shakmaty {theirs:.0} ns: {times:.1} times as long ({:.1} to {:.1})",
        1.0 / most,
        1.0 / least
    );
    println!("   state {} bytes", size_of::<State>());
}

/// Our half of P2: uniform random play with every option listed. The ratio is taken by `cargo xtask peers`.
fn playouts(name: &str, battle: &Battle) {
    let mut dice = SeededDice::new(2);
    let mut options = Vec::new();
    let (mut steps, mut actions, mut games) = (0, 0, 0);
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(2) {
        let mut state = battle.start(&mut Umpire::silent(&mut dice));
        let played = playout(battle, &mut state, &mut options, &mut dice, 1_000_000, completes_action);
        assert!(played.over);
        steps += played.steps;
        actions += played.actions;
        games += 1;
    }
    let rate = |n: u64| n as f64 / start.elapsed().as_secs_f64();
    println!(
        "P2 {name}: {:.0} actions/s, {:.0} steps/s, {games} games, {} actions a game",
        rate(actions),
        rate(steps),
        actions / games
    );
}

/// A whole random game's record, read, replayed and verified.
fn replay(name: &str) {
    let mut dice = SeededDice::new(9);
    let (mut table, _) = Table::new(Battle::new(name, &[]).expect("the game loads").into(), &mut dice);
    let mut options = Vec::new();
    while let Some(seat) = table.to_decide() {
        table.game.legal_actions(&table.state, &mut options);
        let action = options[dice.below(options.len() as u32) as usize];
        table.play(seat, action, &mut dice).expect("a listed option is legal");
    }
    let text = record::write(&table);
    let mut best = Duration::MAX;
    let mut sum = Duration::ZERO;
    for _ in 0..ROUNDS {
        let battle = Battle::new(name, &[]).expect("the game loads");
        let start = Instant::now();
        let raw = record::read("bench", &text).expect("the record reads");
        let again = record::replay(battle.into(), &raw, None, |_, _, _| {}).expect("the record holds");
        let took = start.elapsed();
        assert!(again.state == table.state);
        best = best.min(took);
        sum += took;
    }
    println!(
        "replay {name}: {} entries, {} kB, mean {:.1} ms, best {:.1} ms",
        table.entries.len(),
        text.len() / 1000,
        sum.as_secs_f64() * 1e3 / ROUNDS as f64,
        best.as_secs_f64() * 1e3
    );
}
