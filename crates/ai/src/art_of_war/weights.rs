//! How dear the planner holds things: the numbers that are tuned by measurement.

use super::scene::Prices;
use grognard_art_of_war::state::Side;
use grognard_art_of_war::title::Title;

/// Weights of the evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// What units are worth.
    pub prices: Prices,
    /// How much of what the enemy could do next is feared.
    pub fear: f32,
    /// How much of what we could do next is hoped for.
    pub hope: f32,
    /// What a hex of distance from the enemy costs each unit, for each point of strength.
    pub approach: f32,
    /// The distance at which a unit that does not fight feels well.
    pub stand_off: f32,
    /// How much of a point of victory a hex that counts is worth while it is held, long before the end.
    pub objective: f32,
    /// What a hex of distance from the nearest objective costs each unit.
    pub towards: f32,
    /// What the expected result of the coming combat counts.
    pub combat: f32,
    /// How far the army plan turns these weights: 0 not at all, 1 fully.
    pub posture: f32,
    /// Whether enemies that will hardly survive are left out of what is feared.
    pub doom: f32,
    /// How likely a way back is feared to be closed by enemies who take no part in an attack, if any of them can come there.
    pub trap: f32,
    /// Whether the order of attacks is found by playing them out.
    pub rehearse: f32,
    /// How much of what guns could do by themselves, out of contact, is feared and hoped for [5.8].
    pub fire: f32,
    /// What a hex too near to the enemy costs a newcomer, for each point of strength, while others are still to come by his road.
    pub gather: f32,
    /// What a level of victory is worth at the end, in points, beyond those that lead to it.
    pub steps: f32,
}

impl Weights {
    /// The weights for a game.
    pub const fn of(title: Title) -> Self {
        match title {
            Title::Eylau => Self {
                prices: Prices { fighting: 0.25, drive: 0.25, morale: 0.0, absence: 0.0, wake: 0.0 },
                fear: 0.8,
                hope: 0.0,
                approach: 0.012,
                stand_off: 3.0,
                objective: 0.6,
                towards: 0.02,
                combat: 1.0,
                posture: 1.0,
                doom: 1.0,
                trap: 0.0,
                rehearse: 1.0,
                fire: 1.0,
                gather: 0.08,
                steps: 4.0,
            },
            Title::Dresden => Self {
                prices: Prices { fighting: 0.25, drive: 0.15, morale: 0.35, absence: 0.3, wake: 0.1 },
                objective: 0.8,
                towards: 0.05,
                // The French corps that come to Dresden are needed in the city at once.
                gather: 0.0,
                ..Self::of(Title::Eylau)
            },
        }
    }

    /// The weights of a side. The French at Dresden have the river behind them: they think of who could cut them off.
    #[must_use]
    pub const fn of_side(title: Title, side: Side) -> Self {
        let mut weights = Self::of(title);
        if matches!((title, side), (Title::Dresden, Side::French)) {
            weights.trap = 0.5;
        }
        weights
    }

    /// Sets a weight by its name; says whether there is such a weight. For measuring.
    pub fn set(&mut self, name: &str, value: f32) -> bool {
        let place = match name {
            "fighting" => &mut self.prices.fighting,
            "drive" => &mut self.prices.drive,
            "morale" => &mut self.prices.morale,
            "absence" => &mut self.prices.absence,
            "wake" => &mut self.prices.wake,
            "fire" => &mut self.fire,
            "gather" => &mut self.gather,
            "steps" => &mut self.steps,
            "fear" => &mut self.fear,
            "hope" => &mut self.hope,
            "approach" => &mut self.approach,
            "stand_off" => &mut self.stand_off,
            "objective" => &mut self.objective,
            "towards" => &mut self.towards,
            "posture" => &mut self.posture,
            "trap" => &mut self.trap,
            "doom" => &mut self.doom,
            "rehearse" => &mut self.rehearse,
            "combat" => &mut self.combat,
            _ => return false,
        };
        *place = value;
        true
    }
}
