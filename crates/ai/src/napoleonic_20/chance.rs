//! How likely a side wins, as it is about to move: a logistic curve over what can be counted, fitted to games that were played.

use super::allocate::Assault;
use super::outlook::Outlook;
use super::stakes::Stakes;
use grognard_napoleonic_20::scenario::Arm;
use grognard_napoleonic_20::state::{Frame, Phase, Side, State};

/// How many things are counted.
pub const COUNTED: usize = 28;

/// What is counted, from the side's point of view.
pub(super) fn counted(outlook: &Outlook<'_>, state: &State) -> [f32; COUNTED] {
    let (game, side) = (outlook.game, outlook.side);
    let stakes = Stakes::of(game, state, outlook.weights);
    let morale = |side: Side| f32::from(state.morale[side as usize]);
    let mut strength = [[0.0f32; 4]; 2];
    for (i, of) in [side, side.other()].into_iter().enumerate() {
        for unit in game.units_of(of).less(state.destroyed) {
            let piece = game.piece(unit);
            if matches!(piece.arm, Arm::Dummy | Arm::Cadre) {
                continue;
            }
            let kind = if state.broken.has(unit) {
                2
            } else if state.due.has(unit) {
                3
            } else {
                usize::from(state.routed.has(unit))
            };
            strength[i][kind] += f32::from(piece.strength);
        }
    }
    let turns = game.scenario().turns.len() as f32;
    let left = turns - f32::from(state.turn) + 1.0;
    let (own, enemy) = (morale(side), morale(side.other()));
    let held = game.dresden_held(state) as f32;
    let unpaid = f32::from(u8::from(held >= 1.0 && state.catastrophe & 1 == 0) + 3 * u8::from(held >= 2.0 && state.catastrophe & 2 == 0));
    let fear = outlook.threat(state, &stakes, side.other(), grognard_napoleonic_20::unitset::UnitSet::EMPTY);
    let hope = outlook.threat(state, &stakes, side, grognard_napoleonic_20::unitset::UnitSet::EMPTY);
    let zone = game.zone(state, side.other());
    let pinned = game.present(state, side).into_iter().filter(|&u| state.hex(u).is_some_and(|h| zone.has(h))).count() as f32;
    let mut then = *state;
    then.phasing = side;
    then.phase = Phase::Combat;
    then.frame = Frame::Combat;
    let owed: f32 = if game.is_night(state) { 0.0 } else { Assault::of(&stakes, &then, side).battles(false).iter().map(|f| f.worth).sum() };
    [
        1.0,
        own / 5.0,
        enemy / 5.0,
        (own - enemy) / left,
        1.0 / own.max(0.5),
        1.0 / enemy.max(0.5),
        strength[0][0] / 20.0,
        strength[0][1] / 20.0,
        strength[0][2] / 20.0,
        strength[0][3] / 20.0,
        strength[1][0] / 20.0,
        strength[1][1] / 20.0,
        strength[1][2] / 20.0,
        strength[1][3] / 20.0,
        held,
        unpaid / 4.0,
        f32::from(state.catastrophe & 1),
        f32::from(state.catastrophe >> 1 & 1),
        fear,
        hope,
        owed,
        pinned / 5.0,
        left / 9.0,
        (strength[0][0] + strength[0][3] - strength[1][0] - strength[1][3]) / 20.0 * left / 9.0,
        f32::from(u8::from(state.lulls[side as usize] == 0)),
        f32::from(u8::from(state.lulls[side.other() as usize] == 0)),
        f32::from(u8::from(state.razed & 3 != 0)),
        (own - enemy) / (1.0 + own.min(enemy)),
    ]
}

/// What each thing weighs, for the French and for the Allies.
const FITTED: [[f32; COUNTED]; 2] = [
    [1.3672, 1.1072, -1.7013, 1.1271, -1.6012, 1.0299, 0.0947, 0.0479, 0.6417, 0.0029, -0.5394, -0.1334, -0.3674, -2.8335, -0.1710, -1.5743, -0.0919, 0.3626, -0.1190, 0.3850, 0.3409, 0.2887, 0.4859, -0.2410, 0.1285, 0.3223, 0.1452, -0.6484],
    [0.5397, 1.7346, -1.5410, 0.6847, -1.0864, 1.2813, 0.4008, -1.2178, -0.9595, 3.0321, -0.3358, -0.6887, -0.1913, -0.2704, -0.1046, 0.0000, -0.0160, -0.3369, -0.4838, 0.2874, 0.1442, -0.1009, -0.3072, -0.8463, -0.3587, -0.1960, 0.1916, -0.6204],
];

/// How likely the side wins, when it is about to move; from -1 for never to 1 for surely.
pub(super) fn chance(outlook: &Outlook<'_>, state: &State) -> f32 {
    let counted = counted(outlook, state);
    let sum: f32 = counted.iter().zip(&FITTED[outlook.side as usize]).map(|(x, w)| x * w).sum();
    2.0 / (1.0 + (-sum).exp()) - 1.0
}
