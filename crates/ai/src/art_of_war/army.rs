//! The army plan: attack, press, hold or gamble, from the points, the clock, the forces and what is still to come. It turns the weights of
//! the evaluation, and it is the first half of every reason.

use super::weights::Weights;
use grognard_art_of_war::Battle;
use grognard_art_of_war::scenario::Start;
use grognard_art_of_war::state::{Side, State};
use grognard_art_of_war::title::Title;
use grognard_art_of_war::unitset::UnitSet;

/// What an army is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Posture {
    /// Seeks the decision.
    Attack,
    /// Takes what offers itself.
    Press,
    /// Keeps what it has.
    Hold,
    /// Has nothing to lose.
    Gamble,
}

/// The plan of a side for a turn.
#[derive(Clone, Copy, Debug)]
pub struct ArmyPlan {
    /// What it is about.
    #[allow(dead_code)] // read by tests; the weights carry it everywhere else
    pub posture: Posture,
    /// Why.
    pub reason: &'static str,
    /// What things are worth under this plan.
    pub weights: Weights,
    /// Whether the battle is won so clearly that it needs no long thought: nobody likes to wait for the end of such a game.
    pub decided: bool,
}

/// How far beyond a victory a lead has to be for the battle to be decided: nearly half an army's worth of points.
const CLEAR_LEAD: i32 = 40;
/// The points that an army makes up in its last turns at best.
const WITHIN_REACH: i32 = 30;

/// How a side stands.
struct Standing {
    /// Points more than the enemy.
    margin: i32,
    /// The margin that is a victory.
    needed: i32,
    /// The margin that is a great one, and behind the enemy a great defeat.
    decisive: i32,
    /// Turns of this side still to come, this one included, as far as can be told.
    own_turns: u8,
    /// Turns of the enemy still to come.
    enemy_turns: u8,
    /// Own strength in hundredths of the enemy's, with what comes soon.
    ratio: u32,
}

/// Strength that is on the map or arrives within two turns.
fn strength(battle: &Battle, state: &State, side: Side) -> u32 {
    let soon = |u: u8| match battle.pieces()[usize::from(u)].start {
        Start::Due { turn, .. } => turn <= state.turn + 2,
        Start::Klenau { .. } => false,
        Start::Hex(_) => true,
    };
    let due: UnitSet = battle.units_of(side).and(state.due).into_iter().filter(|&u| soon(u)).collect();
    u32::from(battle.printed(battle.present(state, side).or(due)))
}

/// The last turn that will be played, as far as can be told: the Allies at Dresden stop as soon as they have won.
pub(super) fn last_turn(battle: &Battle, state: &State, allied_margin: i32) -> u8 {
    match battle.title() {
        Title::Eylau => 12,
        Title::Dresden if state.turn <= 6 && allied_margin >= 5 => 6,
        Title::Dresden if state.turn <= 16 => 16,
        Title::Dresden => 32,
    }
}

impl Standing {
    fn of(battle: &Battle, state: &State, side: Side) -> Self {
        let points = |side| i32::from(battle.points(state, side).total);
        let margin = points(side) - points(side.other());
        let allied = if side == Side::Allied { margin } else { -margin };
        let last = last_turn(battle, state, allied);
        let left = last.saturating_sub(state.turn);
        // Whoever plays second has the last word.
        let second = side != battle.title().first();
        let ours = state.phasing == side;
        let (own_turns, enemy_turns) = match (second, ours) {
            (true, true) => (left + 1, left),
            (true, false) => (left + 1, left + 1),
            (false, true) => (left + 1, left + 1),
            (false, false) => (left, left + 1),
        };
        let ratio = 100 * strength(battle, state, side) / strength(battle, state, side.other()).max(1);
        let [decisive, _, needed] = battle.levels_by_margin().map(|(least, _)| i32::from(least));
        Self { margin, needed, decisive, own_turns, enemy_turns, ratio }
    }

    /// Whether it is too late for a victory, and not for a lesser defeat. Of 20 second days of Dresden that this
    /// planner played against itself, one was won by the side that was behind at noon, and that side was the French.
    fn is_beaten(&self, title: Title) -> bool {
        let turns = match title {
            Title::Eylau => 4,
            Title::Dresden => 7,
        };
        let behind = self.margin + WITHIN_REACH < self.needed && self.margin > -self.decisive;
        self.own_turns <= turns && behind && self.ratio < 125
    }
}

impl ArmyPlan {
    /// Makes the plan of a side.
    pub fn of(battle: &Battle, state: &State, side: Side, base: Weights) -> Self {
        let standing = Standing::of(battle, state, side);
        let mut weights = base;
        let late = standing.own_turns <= 4;
        let (posture, reason) = if standing.enemy_turns == 0 {
            (Posture::Gamble, "this is the last word of the battle")
        } else if late && standing.margin >= standing.needed + 12 {
            (Posture::Hold, "the victory is won if nothing is lost any more")
        } else if standing.is_beaten(battle.title()) {
            (Posture::Hold, "a great defeat can still be averted")
        } else if late && standing.margin < standing.needed {
            (Posture::Attack, "the points do not suffice and time runs out")
        } else if battle.title() == Title::Dresden && side == Side::French && state.turn <= 5 {
            (Posture::Hold, "the city must be held until the corps arrive")
        } else if standing.ratio >= 125 {
            (Posture::Attack, "the army is stronger")
        } else if standing.ratio <= 75 {
            (Posture::Hold, "the army is weaker")
        } else {
            (Posture::Press, "the forces are even")
        };
        let (fear, approach) = match posture {
            Posture::Attack if late => (0.75, 2.0),
            Posture::Attack => (0.9, 1.5),
            Posture::Press => (1.0, 1.0),
            Posture::Hold => (1.2, 0.25),
            Posture::Gamble => (0.0, 0.0),
        };
        let posture_weight = base.posture;
        let blend = |factor: f32| 1.0 + posture_weight * (factor - 1.0);
        weights.fear *= blend(fear);
        weights.approach *= blend(approach);
        // What cannot fight any more is worth its points only, and in the end only what is held counts.
        let left = f32::from(standing.own_turns.min(8)) / 8.0;
        weights.prices.fighting *= blend(left);
        if battle.title() == Title::Eylau {
            weights.objective += posture_weight * (1.0 - weights.objective) * (1.0 - left);
        }
        Self { posture, reason, weights, decided: standing.margin >= standing.needed + CLEAR_LEAD }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_the_last_word_fears_nothing() {
        let battle = Battle::new("eylau", &[]).unwrap();
        let mut state = battle.opening();
        let base = Weights::of(Title::Eylau);
        state.turn = 12;
        state.phasing = Side::Allied;
        let plan = ArmyPlan::of(&battle, &state, Side::Allied, base);
        assert_eq!((plan.posture, plan.weights.fear), (Posture::Gamble, 0.0));
        state.phasing = Side::French;
        assert!(ArmyPlan::of(&battle, &state, Side::French, base).weights.fear > 0.0, "the Allies still move");
    }

    #[test]
    fn whoever_is_beaten_late_saves_what_he_can() {
        let battle = Battle::new("dresden", &[]).unwrap();
        let mut state = battle.opening();
        let posture = |state: &State| ArmyPlan::of(&battle, state, Side::Allied, Weights::of(Title::Dresden)).posture;
        (state.turn, state.phasing) = (14, Side::Allied);
        assert_eq!(posture(&state), Posture::Attack, "no points yet, and the day ends");
        // Some thirty points of the Allied army are gone.
        let mut fallen = UnitSet::EMPTY;
        for unit in battle.present(&state, Side::Allied) {
            if battle.printed(fallen) < 25 {
                fallen.insert(unit);
                state.hexes[usize::from(unit)] = grognard_art_of_war::state::NOWHERE;
            }
        }
        state.lost = fallen;
        let margin = battle.points(&state, Side::French).total;
        assert!((20..51).contains(&margin), "{margin}");
        assert_eq!(posture(&state), Posture::Hold);
    }

    #[test]
    fn a_battle_is_decided_by_a_clear_lead_only() {
        let battle = Battle::new("eylau", &[]).unwrap();
        let mut state = battle.opening();
        let decided = |state: &State, side| ArmyPlan::of(&battle, state, side, Weights::of(Title::Eylau)).decided;
        assert!(!decided(&state, Side::French) && !decided(&state, Side::Allied));
        state.lost = battle.present(&state, Side::Allied);
        assert!(decided(&state, Side::French) && !decided(&state, Side::Allied));
    }

    #[test]
    fn the_french_hold_dresden_until_their_corps_arrive() {
        let battle = Battle::new("dresden", &[]).unwrap();
        let mut state = battle.opening();
        state.phasing = Side::French;
        let plan = ArmyPlan::of(&battle, &state, Side::French, Weights::of(Title::Dresden));
        assert_eq!(plan.posture, Posture::Hold);
    }
}
