//! The frozen yardstick: leaders in roster order, fixed scores, no look ahead. Everybody goes for the nearest enemy, keeps out of a contact in which he would be
//! the weaker, attacks whoever is not stronger, stands where he is the stronger and gives way where he is not.
//!
//! It must not get better: other players are measured against it.

use super::scene::Scene;
use crate::player::first_best;
use crate::{Advice, Clock, Glimpse, Player};
use grognard_eagles_turn_east::state::{Frame, Leader};
use grognard_eagles_turn_east::{Action, Campaign};
use grognard_engine::HexId;

/// Plays in one pass with fixed scores.
#[derive(Clone, Copy, Default)]
pub struct Greedy;

/// Own strength against that of the enemies whom somebody of this strength would meet in a hex, in percent; none if he would meet nobody.
fn odds(scene: &Scene<'_>, hex: HexId, leader: Leader, points: f32) -> Option<i32> {
    let mut own = points;
    let mut foe = 0.0;
    for enemy in scene.enemies.iter().filter(|enemy| scene.meets(hex, enemy.hex)) {
        foe += enemy.points.max(0.5);
    }
    let joins = |at: HexId| scene.enemies.iter().any(|enemy| scene.meets(at, enemy.hex) && scene.meets(hex, enemy.hex));
    for friend in scene.friends.iter().filter(|friend| friend.leader != leader && joins(friend.hex)) {
        own += friend.points;
    }
    (foe > 0.0).then(|| (100.0 * own / foe) as i32)
}

fn hex_score(scene: &Scene<'_>, hex: HexId, leader: Leader) -> i32 {
    let points = scene.friend(leader).map_or(0.0, |friend| friend.points);
    let near = scene.enemies.iter().map(|enemy| i32::from(scene.game.grid().distance(hex, enemy.hex))).min().unwrap_or(0);
    let contact = match odds(scene, hex, leader, points) {
        Some(percent) if percent >= 100 => 6,
        Some(_) => -12,
        None => 0,
    };
    contact - 3 * near
}

fn held(scene: &Scene<'_>, leader: Leader) -> Option<i32> {
    let friend = scene.friend(leader)?;
    odds(scene, friend.hex, leader, friend.points)
}

fn target(scene: &Scene<'_>, hex: HexId) -> i32 {
    let own: f32 = scene.friends.iter().filter(|friend| scene.meets(friend.hex, hex)).map(|friend| friend.points).sum();
    let foe: f32 = scene.enemies.iter().filter(|enemy| enemy.hex == hex).map(|enemy| enemy.points).sum();
    (100.0 * own / foe.max(0.5)) as i32 - 100
}

/// What is done before anything is ended, and what is not done at all.
const fn yes_or_no(yes: bool) -> i32 {
    if yes { 10 } else { -1 }
}

fn score(scene: &Scene<'_>, action: Action) -> i32 {
    let (game, state) = (scene.game, scene.state);
    match (state.frame, action) {
        (_, Action::Enter(..) | Action::Replace(..)) => 1_000,
        // Outposts, and leaders who would have to be followed.
        (Frame::Command, Action::Command(leader)) if game.points(state, leader) == 0 => -1,
        (Frame::Command, Action::Command(_)) => 500,
        (Frame::Initiative, Action::Try(leader)) if game.points(state, leader) > 0 => {
            yes_or_no(held(scene, leader).is_none_or(|percent| percent < 100))
        }
        (Frame::Forced, Action::Try(leader)) => yes_or_no(held(scene, leader).is_some_and(|percent| percent < 50)),
        (Frame::March, Action::Go(hex)) => 10 * hex_score(scene, hex, state.hand),
        (Frame::March, Action::Done) => 10 * state.hex(state.hand).map_or(0, |hex| hex_score(scene, hex, state.hand)) + 5,
        (Frame::March, _) => -100_000,
        (Frame::Attack, Action::Target(hex)) => target(scene, hex),
        (Frame::Declare, Action::Join(_)) => 1_000,
        (_, Action::Close) => 500,
        (Frame::Choose(side), Action::Pitched) => {
            if game.engaged_points(state, side) >= game.engaged_points(state, side.other()) { 10 } else { -10 }
        }
        (Frame::Lose(_), Action::Lose(unit, arm)) => {
            let body = usize::from(unit).saturating_sub(game.leaders());
            [100, 10, 0][usize::from(arm).min(2)] + state.strength.get(body).map_or(0, |strength| i32::from(strength[0]))
        }
        (Frame::Flee(_), Action::Flee(hex)) => {
            scene.enemies.iter().map(|enemy| i32::from(game.grid().distance(hex, enemy.hex))).min().unwrap_or(0)
        }
        (_, Action::Chase) => 10,
        (_, Action::End | Action::Hold | Action::Pursuit | Action::Done | Action::Rouse | Action::Outside) => 0,
        _ => -1,
    }
}

impl Player<Campaign> for Greedy {
    fn advise(&mut self, glimpse: &Glimpse<'_, Campaign>, _clock: &mut dyn Clock) -> Option<Advice<Action>> {
        let side = grognard_eagles_turn_east::Side::BOTH[usize::from(glimpse.seat.0 & 1)];
        let scene = Scene::of(glimpse.game, &glimpse.state, side);
        let action = first_best(&glimpse.options(), |action| score(&scene, action))?;
        Some(Advice::new(action, "by its fixed scores"))
    }
}
