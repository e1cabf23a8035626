//! A position judged for onlookers, with the eyes of both sides.

use super::Greedy;
use super::ground::Ground;
use super::odds::Odds;
use super::outlook::Staff;
use super::threat::Slate;
use super::weights::Weights;
use crate::assess::{Assessor, settled};
use grognard_art_of_war::Battle;
use grognard_art_of_war::state::{Frame, Side, State};
use grognard_engine::Rules;

/// Judges positions of Napoleon's Art of War: the planner's judgement for one side less that for the other, halved.
#[derive(Default)]
pub struct Onlooker {
    /// The map in dry weather and in rain, once it has been read.
    grounds: [Option<Ground>; 2],
    odds: Option<Odds>,
    slate: Option<Slate>,
}

/// Whether a fallen die has left something to do.
pub(crate) const fn hangs(state: &State) -> bool {
    matches!(
        state.frame,
        Frame::Losses | Frame::Retreat(_) | Frame::Displace { .. } | Frame::Advance(_) | Frame::StepBack | Frame::Overfull
    )
}

impl Onlooker {
    /// Carries out what a fallen die has left to do, with the frozen player choosing for both sides.
    fn settled(battle: &Battle, state: &State) -> State {
        settled(battle, state, &mut Greedy::new(), hangs)
    }
}

impl Assessor<Battle> for Onlooker {
    fn worth(&mut self, battle: &Battle, state: &State) -> f64 {
        let state = Self::settled(battle, state);
        if state.frame == Frame::Over {
            return f64::from(battle.points(&state, Side::French).total - battle.points(&state, Side::Allied).total);
        }
        let ground = self.grounds[usize::from(battle.is_rain(&state))].get_or_insert_with(|| Ground::of(battle, &state));
        let odds = self.odds.get_or_insert_with(|| {
            Odds::new(battle.identity().options.iter().any(|(name, value)| name == "weather" && value == "on"))
        });
        let slate = self.slate.get_or_insert_with(Slate::new);
        let staff = Staff { battle, ground, odds, weights: Weights::of(battle.title()) };
        let worth = Side::BOTH.map(|side| f64::from(staff.judge(&state, side, slate)));
        (worth[0] - worth[1]) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assess::expectation;
    use crate::{Glimpse, Unhurried};
    use grognard_art_of_war::Action;
    use grognard_engine::Umpire;
    use grognard_engine::dice::SeededDice;

    #[test]
    fn what_hangs_in_the_air_is_carried_out_and_expectations_lie_between_the_extremes() {
        let battle = Battle::new("eylau", &[]).unwrap();
        let mut dice = SeededDice::new(3);
        let mut state = battle.start(&mut Umpire::silent(&mut dice));
        let mut greedy = Greedy::new();
        let mut onlooker = Onlooker::default();
        let mut rolls = 0;
        while rolls < 10 && state.frame != Frame::Over {
            let seat = battle.owner(&state).seat();
            let glimpse = Glimpse { game: &battle, seat, state };
            let action = crate::consult(&mut greedy, &glimpse, &mut Unhurried).unwrap().action;
            if action == Action::Roll {
                rolls += 1;
                let expected = expectation(&mut onlooker, &battle, &state, action);
                let after: Vec<f64> = (1..=6u8)
                    .map(|face| {
                        let mut next = state;
                        let script = [face];
                        battle.apply(
                            &mut next,
                            action,
                            &mut Umpire::silent(&mut grognard_engine::dice::ScriptedDice::new(&script)),
                        );
                        let quiet = Onlooker::settled(&battle, &next);
                        assert!(!matches!(quiet.frame, Frame::Retreat(_) | Frame::Losses | Frame::Advance(_)));
                        onlooker.worth(&battle, &next)
                    })
                    .collect();
                let mean = after.iter().sum::<f64>() / 6.0;
                assert!((mean - expected).abs() < 1e-6, "{mean} {expected}");
            }
            battle.apply(&mut state, action, &mut Umpire::silent(&mut dice));
        }
        assert_eq!(rolls, 10);
    }

    #[test]
    fn a_finished_game_is_worth_its_margin() {
        let battle = Battle::new("eylau", &[]).unwrap();
        let mut state = battle.opening();
        state.frame = Frame::Over;
        let margin = battle.points(&state, Side::French).total - battle.points(&state, Side::Allied).total;
        assert_eq!(Onlooker::default().worth(&battle, &state), f64::from(margin));
    }
}
