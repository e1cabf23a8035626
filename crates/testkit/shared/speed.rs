//! What the speed benches of all rulebooks share: P1 (reach of one unit against hexx), P3 (clone and apply against shakmaty), replay of a whole record, and our
//! half of P2. A bench takes it in with `#[path]`.
//!
//! Both sides of a ratio are measured in the same run, in turns, so that a machine that changes its speed changes both.
//! What is counted is asserted: the reach sets are equal where the rules are, and no work is optimised away.

use grognard_engine::plane::Plane;
use grognard_engine::{Game, HexId};
use grognard_testkit::bench::{self, Clock, PlainMap, Race};
use hexx::{Hex, algorithms::field_of_movement};
use shakmaty::{Chess, Position};
use std::sync::Arc;
use std::time::Instant;

/// Somebody who may move: position, unit, hex, and the movement points of the unit.
pub type Query<'a, S> = (&'a S, u8, HexId, u32);

/// Measures some games, made by their names; `reach` measures P1 in these positions.
pub fn run<G: Game>(
    names: &[&str],
    make: impl Fn(&str) -> G,
    is_action: fn(&G::Action) -> bool,
    reach: impl Fn(Clock<'_>, &str, &G, &[G::State]),
) {
    // `cargo test --benches` passes `--test`: there is nothing to test here.
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    let begun = Instant::now();
    let clock: Clock<'_> = &|| begun.elapsed().as_nanos() as u64;
    let moves = |position: &Chess| position.legal_moves().to_vec();
    let chess = bench::deeds(400, Chess::default, moves, |position, chosen| position.play_unchecked(*chosen));
    println!("size: {} bytes", size_of::<G::State>());
    for name in names {
        let game = Arc::new(make(name));
        let positions = bench::positions(&*game, 400);
        reach(clock, name, &game, &positions);
        let race = bench::clone_and_apply(clock, &*game, &positions, &chess, |position, chosen| position.play_unchecked(*chosen));
        println!("P3 {name}: clone and apply {:.0} ns, shakmaty {:.0} ns: {}", race.ours, race.theirs, race.longer());
        println!("replay {name}: {}", bench::replay(clock, &game));
        println!("P2 {name}: {}", bench::playouts(clock, &*game, is_action));
    }
}

/// P1: what one unit can reach with all rules on, against hexx with plain hex costs on the same map; then the flood alone, the enemy's zones given once per
/// position, as an opponent that plans a whole turn asks for it. `plain` floods with plain costs, `ends` counts where a unit can end its move, `zones` looks at
/// a position once for all units, and `with_zones` counts as `ends` does.
pub fn reach<S, Z>(
    (clock, name): (Clock<'_>, &str),
    map: &PlainMap,
    queries: &[Query<'_, S>],
    plain: impl Fn(HexId, u32) -> Plane,
    ends: impl Fn(&S, u8) -> u64,
    zones: impl Fn(&S) -> Z,
    with_zones: impl Fn(&S, u8, &Z) -> u64,
) {
    let field = |hex: HexId, points: u32| {
        let (x, y) = map.axial(hex);
        field_of_movement(Hex::new(x, y), points, |at| map.cost((at.x, at.y)))
    };
    for &(_, _, hex, points) in queries {
        map.assert_same(hex, &plain(hex, points), field(hex, points).iter().map(|at| (at.x, at.y)));
    }
    let total = queries.len() as u64;
    let peer = || queries.iter().map(|&(_, _, hex, points)| field(hex, points).len() as u64).sum();
    let ours = || queries.iter().map(|&(state, unit, ..)| ends(state, unit)).sum();
    let race = Race::run(clock, (total, ours), (total, peer));
    println!("P1 {name}: reach {:.0} ns, hexx {:.0} ns: {}, {total} queries", race.ours, race.theirs, race.faster());
    let shared: Vec<Z> = queries.iter().map(|&(state, ..)| zones(state)).collect();
    let ours = || queries.iter().zip(&shared).map(|(&(state, unit, ..), zones)| with_zones(state, unit, zones)).sum();
    let race = Race::run(clock, (total, ours), (total, peer));
    println!("P1 {name}: reach with zones shared {:.0} ns: {}", race.ours, race.faster());
}
