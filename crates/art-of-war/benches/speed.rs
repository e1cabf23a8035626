//! P1 to P3 and replay, for the games of this rulebook.

#[path = "../../testkit/shared/speed.rs"]
mod speed;

use grognard_art_of_war::movement::March;
use grognard_art_of_war::state::Frame;
use grognard_art_of_war::{Battle, State, completes_action, games};
use grognard_engine::flood::Obstacles;
use grognard_engine::plane::Plane;
use grognard_testkit::bench::{Clock, PlainMap};

fn main() {
    let names: Vec<&str> = games().iter().map(|game| game.id).collect();
    speed::run(&names, |name| Battle::new(name, &[]).expect("the game loads"), completes_action, reach);
}

fn reach(clock: Clock<'_>, name: &str, battle: &Battle, positions: &[State]) {
    let parts = battle.points_per_mp();
    // Every unit of the phasing side that may move, in every position.
    let queries: Vec<speed::Query<'_, State>> = positions
        .iter()
        .filter(|s| s.frame == Frame::Move)
        .flat_map(|state| {
            let obstacles = battle.obstacles(state);
            let units = battle.present(state, state.phasing);
            let units = units.into_iter().filter(move |&u| battle.may_pick(state, u, &obstacles).is_ok());
            units.filter_map(move |u| Some((state, u, state.hex(u)?, u32::from(battle.allowance(u) / parts))))
        })
        .collect();
    // hexx adds one to every cost.
    let map = PlainMap::new(battle.grid(), |hex| u32::from(battle.entry_cost(hex) / parts) - 1);
    let plain = battle.plain_costs();
    let free = Obstacles { closed: Plane::EMPTY, stop: Plane::EMPTY };
    speed::reach(
        (clock, name),
        &map,
        &queries,
        |hex, points| plain.extent(&[(hex, 0)], points as u8 * parts, &free),
        |state, unit| u64::from(March::begin(battle, state, unit).ends().len()),
        |state| battle.obstacles(state),
        |state, unit, obstacles| u64::from(battle.reach_with(state, unit, obstacles).len()),
    );
}
