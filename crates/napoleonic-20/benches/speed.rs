//! P1 (reach of one unit against hexx), P3 (clone and apply against shakmaty), replay of a whole record, our half of P2.
//!
//! Both sides of a ratio are measured in the same run, in turns, so that a machine that changes its speed changes both.
//! What is counted is asserted: the reach sets are equal where the rules are, and no work is optimised away.

use grognard_engine::HexId;
use grognard_engine::plane::Plane;
use grognard_engine::stride::{Bounds, Stand, Stride, Strides};
use grognard_napoleonic_20::march::{Ground, March};
use grognard_napoleonic_20::state::Frame;
use grognard_napoleonic_20::{Campaign, State, completes_action, games};
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
    for info in games() {
        let name = info.id;
        let game = Arc::new(Campaign::new(name, &[]).expect("the game loads"));
        let positions = bench::positions(&*game, 400);
        reach(clock, name, &game, &positions);
        let race = bench::clone_and_apply(clock, &*game, &positions, &chess, |position, chosen| position.play_unchecked(*chosen));
        println!("P3 {name}: clone and apply {:.0} ns, shakmaty {:.0} ns: {}", race.ours, race.theirs, race.longer());
        println!("replay {name}: {}", bench::replay(clock, &game));
        println!("P2 {name}: {}", bench::playouts(clock, &*game, completes_action));
    }
}

/// P1: what one unit can reach with all rules on, against hexx with plain hex costs on the same map.
fn reach(clock: Clock<'_>, name: &str, game: &Campaign, positions: &[State]) {
    // Every unit of the phasing side that may move, in every position.
    let queries: Vec<(&State, u8, HexId)> = positions
        .iter()
        .filter(|s| s.frame == Frame::Move)
        .flat_map(|state| {
            let ground = Ground::of(game, state);
            let units = game.present(state, state.phasing);
            let units = units.into_iter().filter(move |&u| game.may_pick(state, u, &ground).is_ok());
            units.filter_map(move |u| Some((state, u, state.hex(u)?)))
        })
        .collect();
    let points = |state: &State, unit: u8| game.allowance(state, unit, false);
    // Here every hex costs one point, if roads, water and woods are left out; hexx adds that point itself.
    let map = PlainMap::new(game.grid(), |_| 0);
    let field = |hex: HexId, points: u8| {
        let (x, y) = map.axial(hex);
        field_of_movement(Hex::new(x, y), points.into(), |at| map.cost((at.x, at.y)))
    };
    let plain = Strides::new(game.grid(), |_, _| Some(Stride { cost: 1, halts: false }));
    let free = Bounds { closed: &Plane::EMPTY, stop: &Plane::EMPTY };
    for &(state, unit, hex) in &queries {
        let ours = plain.extent(&[Stand { hex, spent: 0, halted: false }], points(state, unit), free);
        map.assert_same(hex, &ours, field(hex, points(state, unit)).iter().map(|at| (at.x, at.y)));
    }
    let total = queries.len() as u64;
    let peer = || queries.iter().map(|&(state, unit, hex)| field(hex, points(state, unit)).len() as u64).sum();
    let ends = |state: &State, unit: u8, ground: &Ground| u64::from(March::begin(game, state, ground, unit).ends().len());
    let ours = || queries.iter().map(|&(state, unit, _)| ends(state, unit, &Ground::of(game, state))).sum();
    let race = Race::run(clock, (total, ours), (total, peer));
    println!("P1 {name}: reach {:.0} ns, hexx {:.0} ns: {}, {total} queries", race.ours, race.theirs, race.faster());
    // The flood alone, the enemy's zones given once per position, as an opponent that plans a whole turn asks for it.
    let shared: Vec<Ground> = queries.iter().map(|&(state, ..)| Ground::of(game, state)).collect();
    let reach = |(&(state, unit, _), ground)| ends(state, unit, ground);
    let race = Race::run(clock, (total, || queries.iter().zip(&shared).map(reach).sum()), (total, peer));
    println!("P1 {name}: reach with zones shared {:.0} ns: {}", race.ours, race.faster());
}
