//! P1 to P3 and replay, for the games of this rulebook.

#[path = "../../testkit/shared/speed.rs"]
mod speed;

use grognard_engine::plane::Plane;
use grognard_engine::stride::{Bounds, Stand, Stride, Strides};
use grognard_napoleonic_20::march::{Ground, March};
use grognard_napoleonic_20::state::Frame;
use grognard_napoleonic_20::{Campaign, State, completes_action, games};
use grognard_testkit::bench::{Clock, PlainMap};

fn main() {
    let names: Vec<&str> = games().iter().map(|game| game.id).collect();
    speed::run(&names, |name| Campaign::new(name, &[]).expect("the game loads"), completes_action, reach);
}

fn reach(clock: Clock<'_>, name: &str, game: &Campaign, positions: &[State]) {
    // Every unit of the phasing side that may move, in every position.
    let queries: Vec<speed::Query<'_, State>> = positions
        .iter()
        .filter(|s| s.frame == Frame::Move)
        .flat_map(|state| {
            let ground = Ground::of(game, state);
            let units = game.present(state, state.phasing);
            let units = units.into_iter().filter(move |&u| game.may_pick(state, u, &ground).is_ok());
            units.filter_map(move |u| Some((state, u, state.hex(u)?, u32::from(game.allowance(state, u, false)))))
        })
        .collect();
    // Here every hex costs one point, if roads, water and woods are left out; hexx adds that point itself.
    let map = PlainMap::new(game.grid(), |_| 0);
    let plain = Strides::new(game.grid(), |_, _| Some(Stride { cost: 1, halts: false }));
    let free = Bounds { closed: &Plane::EMPTY, stop: &Plane::EMPTY };
    let ends = |state: &State, unit: u8, ground: &Ground| u64::from(March::begin(game, state, ground, unit).ends().len());
    speed::reach(
        (clock, name),
        &map,
        &queries,
        |hex, points| plain.extent(&[Stand { hex, spent: 0, halted: false }], points as u8, free),
        |state, unit| ends(state, unit, &Ground::of(game, state)),
        |state| Ground::of(game, state),
        ends,
    );
}
