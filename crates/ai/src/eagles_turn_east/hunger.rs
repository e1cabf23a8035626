//! Foraging `[15]`, which is an option: who lives better off the country than from the magazines, and is far enough from the enemy to do so.

use super::scene::{Piece, Scene};
use grognard_eagles_turn_east::state::Leader;
use grognard_engine::HexId;

/// Hexes to the nearest enemy within which troops stay together, and beyond which they may disperse.
const CLOSE: u8 = 7;
const SAFE: u8 = 10;
/// Strength Points that a turn must save for somebody to disperse.
const WORTH: f32 = 0.2;
/// The column of whoever has no line.
const NO_LINE: usize = 4;

/// Mean loss of so many Strength Points in a column.
fn loss(scene: &Scene<'_>, column: usize, points: f32, horse: bool, rest: i16) -> f32 {
    if points < 1.0 {
        return 0.0;
    }
    let weather = scene.game.march_weather(scene.state, scene.side, horse);
    let lost = |die: i16| f32::from(scene.game.tables().attrition(column, points as u16, 0, die + weather + rest));
    (1..=6).map(lost).sum::<f32>() / 6.0
}

/// The column of a Force that is fed from its Center or a source.
pub fn column(scene: &Scene<'_>, piece: &Piece, hex: HexId) -> usize {
    if !scene.game.is_fed(scene.state, piece.army, hex) {
        return NO_LINE;
    }
    match scene.state.offices[piece.army as usize].points {
        12.. => 0,
        8..=11 => 1,
        4..=7 => 2,
        1..=3 => 3,
        0 => NO_LINE,
    }
}

/// Strength Points that a Force in a hex would save by foraging there: those of friends who forage near by eat with it.
fn saved(scene: &Scene<'_>, piece: &Piece, hex: HexId) -> f32 {
    let (game, state) = (scene.game, scene.state);
    let rest = if game.rests(state, scene.side) { i16::from(game.figures().fortnight_die) } else { 0 };
    let horse = piece.horse >= piece.points;
    let fed = loss(scene, column(scene, piece, hex), piece.points, horse, rest);
    let shares = |other: &&Piece| {
        other.leader != piece.leader && state.forage.has(other.leader.into()) && game.grid().distance(other.hex, hex) <= 2
    };
    let others: f32 = scene.friends.iter().filter(shares).map(|other| other.points).sum();
    let [foot, mounted] = game.fodder(hex).map(usize::from);
    let apart = |column: usize, points: f32, horse: bool| {
        let lost = if points < 1.0 { 0.0 } else { loss(scene, column, points + others, horse, rest) };
        lost.min(points)
    };
    fed - apart(foot, piece.points - piece.horse, false) - apart(mounted, piece.horse, true)
}

/// Whether a Force had better disperse where it stands.
pub fn disperses(scene: &Scene<'_>, leader: Leader) -> bool {
    let Some(piece) = scene.friend(leader).filter(|_| scene.game.forages()) else { return false };
    let free = !piece.outpost && !scene.state.forage.has(leader.into());
    free && scene.to_enemy(piece.hex) > SAFE && saved(scene, piece, piece.hex) > WORTH
}

/// Whether a Force that forages had better gather: the enemy is near, or the magazines feed it as well.
pub fn gathers(scene: &Scene<'_>, leader: Leader) -> bool {
    let Some(piece) = scene.friend(leader).filter(|_| scene.state.forage.has(leader.into())) else { return false };
    scene.to_enemy(piece.hex) <= CLOSE || saved(scene, piece, piece.hex) < 0.0
}
