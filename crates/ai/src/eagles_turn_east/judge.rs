//! What a position is worth: Strength Points, morale, the places that count.

use crate::assess::Assessor;
use grognard_eagles_turn_east::state::{ARMS, Side, State};
use grognard_eagles_turn_east::{Campaign, Setting};
use grognard_engine::{Decision, Rules};

/// What a space of the morale track is worth in Strength Points, in a Battle Scenario and in a campaign.
const SPACE: f32 = 10.0;
const CAMPAIGN_SPACE: f32 = 22.0;
/// What a victory is worth besides.
const VICTORY: f32 = 30.0;

/// Strength Points of a side, wherever they are.
fn points(game: &Campaign, state: &State, side: Side) -> f32 {
    let units = game.bodies().iter().zip(&state.strength).filter(|(body, _)| body.army.side() == side);
    let guns = |strength: &[u8; ARMS]| f32::from(strength[0]) + 1.05 * f32::from(strength[1]) + 1.3 * f32::from(strength[2]);
    units.map(|(_, strength)| guns(strength)).sum()
}

/// What a position is worth to the French.
pub fn worth(game: &Campaign, state: &State) -> f32 {
    let mut sum = points(game, state, Side::French) - points(game, state, Side::Coalition);
    let space = if game.is_campaign() { CAMPAIGN_SPACE } else { SPACE };
    sum += space * (f32::from(state.morale) + f32::from(state.shift));
    match game.setting() {
        Setting::Friedland if state.koenigsberg == Side::French => sum += 10.0,
        Setting::Pultusk => {
            let guard = game.bodies().iter().zip(&state.strength).filter(|(body, _)| body.guard);
            sum += 4.0 * guard.map(|(_, strength)| strength.iter().map(|points| f32::from(*points)).sum::<f32>()).sum::<f32>();
        }
        _ if game.is_campaign() && state.koenigsberg == Side::French && !state.awards[0] => sum += CAMPAIGN_SPACE,
        _ => {}
    }
    if let Decision::Over(outcome) = game.decision(state) {
        sum += outcome.winner.map_or(0.0, |seat| if seat.0 == 0 { VICTORY } else { -VICTORY });
    } else if !game.is_campaign() {
        sum += chances(game, state);
    }
    sum
}

/// How near each side is to the least that it needs to win a Battle Scenario.
fn chances(game: &Campaign, state: &State) -> f32 {
    let [french, coalition] = game.victory_points(state, false);
    let least = [game.figures().least_french, game.figures().least_coalition].map(f32::from);
    let share = |points: i32, least: f32| (points as f32 / least).clamp(0.0, 1.0);
    8.0 * (share(french, least[0]) - share(coalition, least[1]))
}

/// Judges positions for analysts and laboratories.
#[derive(Clone, Copy, Default, Debug)]
pub struct Onlooker;

impl Assessor<Campaign> for Onlooker {
    fn worth(&mut self, game: &Campaign, state: &State) -> f64 {
        f64::from(worth(game, state))
    }
}
