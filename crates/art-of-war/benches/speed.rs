//! P1 (reach of one unit against hexx), P3 (clone and apply against shakmaty), replay of a whole record, our half of P2.
//!
//! Both sides of a ratio are measured in the same run, in turns, so that a machine that changes its speed changes both.
//! What is counted is asserted: the reach sets are equal where the rules are, and no work is optimised away.

use grognard_art_of_war::movement::March;
use grognard_art_of_war::state::Frame;
use grognard_art_of_war::{Battle, State, completes_action};
use grognard_engine::HexId;
use grognard_engine::flood::Obstacles;
use grognard_engine::plane::Plane;
use grognard_testkit::bench::{self, Clock, PlainMap, Race};
use hexx::{Hex, algorithms::field_of_movement};
use shakmaty::{Chess, Position};
use std::sync::Arc;
use std::time::Instant;

fn main() {
    // `cargo test --benches` passes `--test`: there is nothing to test here.
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    let begun = Instant::now();
    let clock: Clock<'_> = &|| begun.elapsed().as_nanos() as u64;
    let moves = |position: &Chess| position.legal_moves().to_vec();
    let chess = bench::deeds(400, Chess::default, moves, |position, chosen| position.play_unchecked(*chosen));
    println!("size: {} bytes", size_of::<State>());
    for game in grognard_art_of_war::games() {
        let name = game.id;
        let battle = Arc::new(Battle::new(name, &[]).expect("the game loads"));
        let positions = bench::positions(&*battle, 400);
        reach(clock, name, &battle, &positions);
        let race =
            bench::clone_and_apply(clock, &*battle, &positions, &chess, |position, chosen| position.play_unchecked(*chosen));
        println!("P3 {name}: clone and apply {:.0} ns, shakmaty {:.0} ns: {}", race.ours, race.theirs, race.longer());
        println!("replay {name}: {}", bench::replay(clock, &battle));
        println!("P2 {name}: {}", bench::playouts(clock, &*battle, completes_action));
    }
}

/// P1: what one unit can reach with all rules on, against hexx with plain hex costs on the same map.
fn reach(clock: Clock<'_>, name: &str, battle: &Battle, positions: &[State]) {
    // Every unit of the phasing side that may move, in every position.
    let queries: Vec<(&State, u8, HexId)> = positions
        .iter()
        .filter(|s| s.frame == Frame::Move)
        .flat_map(|state| {
            let obstacles = battle.obstacles(state);
            let units = battle.present(state, state.phasing);
            let units = units.into_iter().filter(move |&u| battle.may_pick(state, u, &obstacles).is_ok());
            units.filter_map(move |u| Some((state, u, state.hex(u)?)))
        })
        .collect();
    let points = |unit: u8| u32::from(battle.allowance(unit) / battle.points_per_mp());
    // hexx adds one to every cost.
    let map = PlainMap::new(battle.grid(), |hex| u32::from(battle.entry_cost(hex) / battle.points_per_mp()) - 1);
    let field = |hex: HexId, points: u32| {
        let (x, y) = map.axial(hex);
        field_of_movement(Hex::new(x, y), points, |at| map.cost((at.x, at.y)))
    };
    let plain = battle.plain_costs();
    let free = Obstacles { closed: Plane::EMPTY, stop: Plane::EMPTY };
    for &(_, unit, hex) in &queries {
        let ours = plain.extent(&[(hex, 0)], battle.allowance(unit), &free);
        map.assert_same(hex, &ours, field(hex, points(unit)).iter().map(|at| (at.x, at.y)));
    }
    let total = queries.len() as u64;
    let peer = || queries.iter().map(|&(_, unit, hex)| field(hex, points(unit)).len() as u64).sum();
    let ours = || queries.iter().map(|&(state, unit, _)| u64::from(March::begin(battle, state, unit).ends().len())).sum();
    let race = Race::run(clock, (total, ours), (total, peer));
    println!("P1 {name}: reach {:.0} ns, hexx {:.0} ns: {}, {total} queries", race.ours, race.theirs, race.faster());
    // The flood alone, the enemy's zones given once per position, as an opponent that plans a whole turn asks for it.
    let shared: Vec<Obstacles> = queries.iter().map(|&(state, ..)| battle.obstacles(state)).collect();
    let reach = |(&(state, unit, _), obstacles)| u64::from(battle.reach_with(state, unit, obstacles).len());
    let race = Race::run(clock, (total, || queries.iter().zip(&shared).map(reach).sum()), (total, peer));
    println!("P1 {name}: reach with zones shared {:.0} ns: {}", race.ours, race.faster());
}
