//! What a position is worth, for onlookers: an analyst, a laboratory. Players judge for themselves.

use crate::judge::{FirstTwo, Judge, Strengths};
#[cfg(any(feature = "art-of-war", feature = "napoleonic-20", feature = "la-bataille", feature = "eagles-turn-east"))]
use crate::level::same_type;
use crate::{Glimpse, Player, Unhurried, consult};
use grognard_engine::dice::{SeededDice, every_roll};
use grognard_engine::{Decision, Game, Seat, Umpire};
use std::cell::Cell;

/// Judges positions with the eyes of nobody.
pub trait Assessor<G: Game>: Send {
    /// What a position is worth to the first seat, in points of victory or what comes close to them; to the second it is worth the
    /// opposite. What hangs in the air, such as a retreat that has to be made, is carried out first.
    fn worth(&mut self, game: &G, state: &G::State) -> f64;
}

/// Most decisions that are carried out before a position is judged; a battle never leaves as many.
const PATIENCE: usize = 60;

/// The position after what hangs in the air has been carried out, with one player choosing for both sides.
pub(crate) fn settled<G: Game>(
    game: &G,
    state: &G::State,
    player: &mut dyn Player<G>,
    hangs: impl Fn(&G::State) -> bool,
) -> G::State {
    let mut state = state.clone();
    let mut dice = SeededDice::new(1);
    for _ in 0..PATIENCE {
        let Decision::Choose { seat, .. } = game.decision(&state) else { break };
        if !hangs(&state) {
            break;
        }
        let glimpse = Glimpse { game, seat, state: state.clone() };
        let Some(advice) = consult(player, &glimpse, &mut Unhurried) else { break };
        game.apply(&mut state, advice.action, &mut Umpire::silent(&mut dice));
    }
    state
}

/// Somebody who judges positions of this game: an eye that has learnt what the margin comes to, or, where none has, what the rulebook's planner
/// thinks of them.
#[must_use]
pub fn assessor<G: Game>() -> Box<dyn Assessor<G>> {
    Box::new(crate::planner::eye::Onlooker::or(planners_own()))
}

/// The eyes of the rulebook's own planner.
#[must_use]
pub fn planners_own<G: Game>() -> Box<dyn Assessor<G>> {
    #[cfg(feature = "art-of-war")]
    if let Some(assessor) =
        same_type::<Box<dyn Assessor<grognard_art_of_war::Battle>>, _>(Box::new(crate::art_of_war::Onlooker::default()))
    {
        return assessor;
    }
    #[cfg(feature = "napoleonic-20")]
    if let Some(assessor) =
        same_type::<Box<dyn Assessor<grognard_napoleonic_20::Campaign>>, _>(Box::new(crate::napoleonic_20::Onlooker))
    {
        return assessor;
    }
    #[cfg(feature = "la-bataille")]
    if let Some(assessor) =
        same_type::<Box<dyn Assessor<grognard_la_bataille::Bautzen>>, _>(Box::new(crate::la_bataille::Onlooker))
    {
        return assessor;
    }
    #[cfg(feature = "eagles-turn-east")]
    if let Some(assessor) =
        same_type::<Box<dyn Assessor<grognard_eagles_turn_east::Campaign>>, _>(Box::new(crate::eagles_turn_east::Onlooker))
    {
        return assessor;
    }
    Box::new(Headcount)
}

/// For a game without a judge of its own: the strength on the map.
struct Headcount;

impl<G: Game> Assessor<G> for Headcount {
    fn worth(&mut self, game: &G, state: &G::State) -> f64 {
        let seat = |i| Judge::<G>::worth(&Strengths, game, state, Seat(i)) as f64;
        (seat(0) - seat(1)) / 200.0
    }
}

/// How often what comes after the first two dice is drawn, where anything does.
const DRAWS: u64 = 4;

/// What an action is worth to the first seat before its dice fall: the first two dice, or cards, fall every way, what comes after them at random, some
/// times over. The random part follows from the position: dice that were the same in every position would be wrong
/// in the same way each time, and what luck is reckoned from this would not come to nought in the long run.
pub fn expectation<G: Game>(assessor: &mut dyn Assessor<G>, game: &G, state: &G::State, action: G::Action) -> f64 {
    let digest = game.digest(state);
    let (mut total, mut draws) = (0.0, 0);
    for draw in 0..DRAWS {
        let mut seeds = SeededDice::new(digest.wrapping_add(draw));
        let mut beyond = false;
        every_roll(
            36,
            |exact| {
                let (mut rest, rolled) = (SeededDice::new(seeds.bits()), Cell::new((0, 1)));
                let mut untouched = rest.clone();
                let mut dice = FirstTwo::new(exact, &mut rest, &rolled);
                let mut after = state.clone();
                game.apply(&mut after, action, &mut Umpire::silent(&mut dice));
                beyond |= rest.bits() != untouched.bits();
                assessor.worth(game, &after) / f64::from(rolled.get().1)
            },
            // Dice of unlike faces have no common measure: each branch has been weighed by its own.
            |worth, _| total += worth,
        );
        draws += 1;
        if !beyond {
            break;
        }
    }
    total / f64::from(draws)
}

#[cfg(all(test, feature = "napoleonic-20"))]
mod tests {
    use super::*;
    use grognard_engine::Rules;
    use grognard_engine::dice::ScriptedDice;
    use grognard_napoleonic_20::Campaign;

    /// Where every game begins alike, an expectation that is drawn by lot is wrong alike in each: what a card does must be reckoned with every card.
    #[test]
    fn cards_are_drawn_every_way() {
        let game = Campaign::new("dresden-20-standard", &[]).unwrap();
        let mut dice = SeededDice::new(1);
        let mut state = game.start(&mut Umpire::silent(&mut dice));
        let (mut options, mut eye, mut cards) = (Vec::new(), assessor::<Campaign>(), 0);
        for _ in 0..2_000 {
            let Decision::Choose { .. } = game.decision(&state) else { break };
            game.legal_actions(&state, &mut options);
            for &action in &options {
                let mut faces = Vec::new();
                struct Asked<'a>(&'a mut Vec<u8>);
                impl grognard_engine::Dice for Asked<'_> {
                    fn roll(&mut self, faces: u8, _: grognard_engine::Case) -> u8 {
                        self.0.push(faces);
                        1
                    }
                }
                game.apply(&mut state.clone(), action, &mut Umpire::silent(&mut Asked(&mut faces)));
                let [size] = faces[..] else { continue };
                if size == 6 || !(1..=size).all(|card| rolls_once(&game, &state, action, card)) {
                    continue;
                }
                cards += 1;
                let each = |card: u8| {
                    let mut after = state;
                    game.apply(&mut after, action, &mut Umpire::silent(&mut ScriptedDice::new(&[card])));
                    eye.worth(&game, &after)
                };
                let mean = (1..=size).map(each).sum::<f64>() / f64::from(size);
                let expected = expectation(eye.as_mut(), &game, &state, action);
                assert!((mean - expected).abs() < 1e-6, "{mean} {expected}");
            }
            let action = options[dice.below(options.len() as u32) as usize];
            game.apply(&mut state, action, &mut Umpire::silent(&mut dice));
            if cards >= 5 {
                break;
            }
        }
        assert!(cards >= 5, "{cards}");
    }

    fn rolls_once(
        game: &Campaign,
        state: &grognard_napoleonic_20::state::State,
        action: grognard_napoleonic_20::Action,
        card: u8,
    ) -> bool {
        let (mut first, rolled) = (SeededDice::new(1), Cell::new(0));
        struct Once<'a>(u8, &'a Cell<u32>, &'a mut SeededDice);
        impl grognard_engine::Dice for Once<'_> {
            fn roll(&mut self, faces: u8, case: grognard_engine::Case) -> u8 {
                self.1.set(self.1.get() + 1);
                if self.1.get() == 1 { self.0 } else { self.2.roll(faces, case) }
            }
        }
        let mut after = *state;
        game.apply(&mut after, action, &mut Umpire::silent(&mut Once(card, &rolled, &mut first)));
        rolled.get() == 1
    }
}
