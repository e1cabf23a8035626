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

/// Somebody who judges positions of this game.
#[must_use]
pub fn assessor<G: Game>() -> Box<dyn Assessor<G>> {
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

/// What an action is worth to the first seat before its dice fall: the first two dice fall every way, what comes after them (a third die, a
/// card) at random, some times over. The random part follows from the position: dice that were the same in every position would be wrong
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
                let (mut rest, rolled) = (SeededDice::new(seeds.bits()), Cell::new(0));
                let mut untouched = rest.clone();
                let mut dice = FirstTwo::new(exact, &mut rest, &rolled);
                let mut after = state.clone();
                game.apply(&mut after, action, &mut Umpire::silent(&mut dice));
                beyond |= rest.bits() != untouched.bits();
                assessor.worth(game, &after)
            },
            |worth, ways| total += worth * f64::from(ways) / 36.0,
        );
        draws += 1;
        if !beyond {
            break;
        }
    }
    total / f64::from(draws)
}
