//! What a position is worth: men and guns by the order they are in, and the places that count.

use crate::assess::Assessor;
use grognard_engine::{Decision, Rules};
use grognard_la_bataille::{Arm, Bautzen, Order, Place, Readiness, Setup, Side, State, Unit};

/// What the lines of the victory row are worth to the French, the best first.
const LINES: [f32; 7] = [60.0, 45.0, 30.0, 0.0, -25.0, -40.0, -60.0];
/// One hex of each place, in the order of the victory row.
const HEXES: [(&str, f32); 5] = [("Brösa", 4.0), ("Malschwitz", 1.5), ("Gottamelda", 4.0), ("Gleina", 3.0), ("windmill", 2.0)];

/// What a unit is worth.
pub fn unit_worth(game: &Bautzen, state: &State, unit: Unit) -> f32 {
    let (kind, so) = (game.printed(unit), state.piece(unit));
    let there = match so.place {
        Place::Map | Place::Due => 1.0,
        Place::Off => 0.4,
        Place::Wounded => 0.5,
        Place::Absent | Place::Lost => return 0.0,
    };
    let each = match kind.arm {
        Arm::Infantry => 1.0,
        Arm::Cavalry => 1.2,
        Arm::Artillery => 2.5,
        Arm::Leader => return there * 2.0,
    };
    let order = match so.order {
        Order::Good => 1.0,
        Order::Disordered => 0.85,
        Order::Routed => 0.6,
    };
    let ready = match so.ready {
        Readiness::Fresh => 1.0,
        Readiness::Tired => 0.94,
        Readiness::Exhausted => 0.87,
    };
    // A battalion that still stands is worth more than its men.
    there * (each * f32::from(so.left) * order * ready + 0.8 * order)
}

/// What a position is worth to the French; the Coalition sees it the other way round.
pub fn worth(game: &Bautzen, state: &State) -> f32 {
    let mut sum = 0.0;
    for side in Side::BOTH {
        let sign = if side == Side::French { 1.0 } else { -1.0 };
        sum += sign * game.pieces_of(side).map(|unit| unit_worth(game, state, unit)).sum::<f32>();
    }
    sum += places(game, state);
    if let Decision::Over(_) = game.decision(state) {
        sum += 4.0 * LINES[game.line_now(state)];
    }
    sum
}

/// What the places are worth to the French as they are held, and what the morale of III Corps may spoil.
fn places(game: &Bautzen, state: &State) -> f32 {
    let ground = &game.field().ground;
    let mut sum = 0.0;
    for (name, each) in HEXES {
        if game.setup() == Setup::Outposts && name != "Gottamelda" {
            continue;
        }
        for hex in ground.place(name) {
            let held = ground.objectives.iter().position(|other| other == hex).is_some_and(|at| state.held >> at & 1 == 1);
            sum += if held { each } else { 0.0 };
        }
    }
    if let Some((broken, levels)) = game.strain(state, 0) {
        let strain = f32::from(broken) / f32::from(levels[1].max(1));
        sum -= 30.0 * strain * strain;
    }
    // What would be written down now weighs the more the fewer turns are left.
    let (first, last) = game.turns();
    let gone = f32::from(state.turn.saturating_sub(first)) / f32::from((last - first).max(1));
    let (scale, least) = if game.setup() == Setup::Outposts { (1.5, 0.0) } else { (1.0, 0.3) };
    scale * sum + LINES[game.line_now(state)] * (least + 1.2 * gone * gone * gone)
}

/// Judges positions for analysts and laboratories.
#[derive(Clone, Copy, Default, Debug)]
pub struct Onlooker;

impl Assessor<Bautzen> for Onlooker {
    fn worth(&mut self, game: &Bautzen, state: &State) -> f64 {
        f64::from(worth(game, state))
    }
}
