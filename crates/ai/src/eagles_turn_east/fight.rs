//! Attacks, secret choices, losses, retreats by rule of thumb.

use super::maps::Maps;
use super::plan::{attacks, gain, home};
use super::scene::Scene;
use crate::Advice;
use crate::player::first_best;
use grognard_eagles_turn_east::state::{Side, Stage};
use grognard_eagles_turn_east::{Action, Setting};
use grognard_engine::HexId;

/// Least gain for which somebody is attacked who need not be.
const WORTH_IT: f32 = 0.6;

/// What an attack on a hex by all who still can would gain.
fn prospect(scene: &Scene<'_>, hex: HexId) -> f32 {
    let state = scene.state;
    let free = |friend: &&super::scene::Piece| !state.fought.has(friend.leader.into()) && scene.meets(friend.hex, hex);
    let own: f32 = scene.friends.iter().filter(free).map(|friend| friend.points).sum();
    let foe: f32 = scene.stacks.iter().filter(|(at, _)| *at == hex).map(|(_, points)| *points).sum();
    let crossing =
        scene.friends.iter().filter(free).map(|friend| scene.game.ground().between(friend.hex, hex, &scene.going).shift()).min();
    gain(own, foe, f32::from(scene.game.cover_shift(hex) + crossing.unwrap_or(0)))
}

/// [III.b.1] Which enemy is attacked.
pub fn attack(scene: &Scene<'_>, options: &[Action], mood: f32) -> Advice<Action> {
    let least = WORTH_IT - mood - if attacks(scene, mood) { 0.2 } else { 0.0 };
    let worth = |action: Action| match action {
        Action::Target(hex) => prospect(scene, hex),
        _ => least,
    };
    let action = first_best(options, worth).unwrap_or(Action::End);
    Advice::new(
        action,
        if action == Action::End { "nobody else is worth an attack" } else { "the best of those that can be attacked" },
    )
}

/// [III.b.1] Who takes part: whoever can.
pub fn declare(options: &[Action]) -> Advice<Action> {
    let worth = |action: Action| match action {
        Action::Join(_) => 3,
        Action::Close => 2,
        Action::Target(_) => 1,
        _ => 0,
    };
    Advice::new(first_best(options, worth).unwrap_or(Action::Close), "all who can take part")
}

/// [III.b.1] A counterattack is aimed at all of the enemy.
pub fn aim(options: &[Action]) -> Advice<Action> {
    let worth = |action: Action| match action {
        Action::Close => 2,
        Action::Reserve(_) => 1,
        _ => 0,
    };
    Advice::new(first_best(options, worth).unwrap_or(Action::Close), "at all of them")
}

/// [III.b.3] To stand or to give way.
pub fn choose(scene: &Scene<'_>, side: Side) -> Advice<Action> {
    let (game, state) = (scene.game, scene.state);
    let attacker = state.battle.attacker;
    let reckoning = game.reckon(state, attacker);
    let [own, foe] = reckoning.points.map(f32::from);
    let gained = gain(own, foe, f32::from(reckoning.shift)) - 0.4 * f32::from(reckoning.modifier);
    let gained = if side == attacker { gained } else { -gained };
    let [mine, theirs] = [side, side.other()].map(|side| i32::from(state.battle.lost[side as usize]));
    let critical = i32::from(game.figures().critical);
    // A critical battle that is about to be lost is broken off, one that is about to be won is fought out.
    let edge = if mine >= critical - 3 && mine > theirs {
        -1.0
    } else if theirs >= critical - 3 && theirs > mine {
        0.7
    } else {
        0.0
    };
    if gained + edge > -0.15 {
        Advice::new(Action::Pitched, format!("the odds are {gained:+.1} in our favour"))
    } else {
        Advice::new(Action::Pursuit, format!("the odds are {gained:+.1}: better to give way"))
    }
}

/// [9.4] Who bears a loss: the strongest infantry, but a horse where the cavalry is to pursue.
pub fn lose(scene: &Scene<'_>, options: &[Action], side: Side) -> Advice<Action> {
    let (game, state) = (scene.game, scene.state);
    let battle = &state.battle;
    let pursues = battle.stage == Stage::Result && battle.beaten == side.other() as u8 + 1;
    let [mine, theirs] = [side, side.other()].map(|side| battle.cavalry[side as usize]);
    let horse = pursues && !battle.horse[side as usize] && mine > theirs;
    let worth = |action: Action| match action {
        Action::Lose(counter, arm) => {
            let unit = usize::from(counter).saturating_sub(game.leaders());
            let Some(body) = game.bodies().get(unit) else { return 0 };
            let points = i32::from(state.strength[unit][usize::from(arm).min(2)]);
            let guard = body.guard && game.setting() == Setting::Pultusk;
            let arm = match arm {
                1 if horse => 200,
                0 => 100,
                1 => 60,
                _ => 20,
            };
            arm + points - if guard { 500 } else { 0 }
        }
        _ => 0,
    };
    let action = first_best(options, worth).or_else(|| options.first().copied()).unwrap_or(Action::Hold);
    Advice::new(action, if horse { "so that the cavalry counts in the pursuit" } else { "the strongest can bear it" })
}

/// [9.8] Where a retreat goes: away from the enemy, to friends, homewards.
pub fn flee(scene: &Scene<'_>, maps: &Maps, options: &[Action]) -> Advice<Action> {
    let goal = scene.friends.first().map(|friend| home(scene, friend));
    let far = goal.map(|goal| maps.to(scene.game, scene.state, goal));
    let worth = |action: Action| match action {
        Action::Flee(hex) => {
            let home = far.as_ref().map_or(0.0, |far| f32::from(far[usize::from(hex.0)].min(500)));
            let fled = state_weight(scene, hex);
            2.0 * f32::from(scene.to_enemy(hex).min(8)) + 0.15 * fled - 0.1 * home
        }
        _ => -100.0,
    };
    Advice::new(first_best(options, worth).unwrap_or(Action::Leave), "away from the enemy, towards friends")
}

fn state_weight(scene: &Scene<'_>, hex: HexId) -> f32 {
    let fleeing = scene.state.battle.fleeing;
    let others: Vec<_> = scene.friends.iter().filter(|friend| !fleeing.has(friend.leader.into())).copied().collect();
    scene.around(&others, hex, 1, 3).min(30.0)
}

/// [III.b.9] Who advances: only onto a place that counts, or where nothing is to be feared.
pub fn advance(scene: &Scene<'_>, options: &[Action], mood: f32) -> Advice<Action> {
    let ground = scene.game.ground();
    let worth = |action: Action| match action {
        Action::Advance(leader, hex) => {
            let Some(piece) = scene.friend(leader) else { return -1.0 };
            if ground.area("koenigsberg").contains(&hex) && scene.state.koenigsberg != scene.side {
                return 10.0;
            }
            let danger = scene.around(&scene.enemies, hex, 4, 8);
            let support = scene.around(&scene.friends, hex, 1, 3).max(piece.points);
            if support > 1.6 * danger && attacks(scene, mood) { 1.0 } else { -1.0 }
        }
        _ => 0.0,
    };
    let action = first_best(options, worth).unwrap_or(Action::Hold);
    Advice::new(action, if action == Action::Hold { "better to stay together" } else { "the way is free" })
}
