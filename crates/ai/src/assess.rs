//! What a position is worth, for onlookers: an analyst, a laboratory. Players judge for themselves.

use crate::generic::{FirstTwo, Judge, Muster};
use grognard_engine::dice::{SeededDice, every_roll};
use grognard_engine::{Game, Seat, Umpire};
use std::cell::Cell;

/// Judges positions with the eyes of nobody.
pub trait Assessor<G: Game>: Send {
    /// What a position is worth to the first seat, in points of victory or what comes close to them; to the second it is worth the
    /// opposite. What hangs in the air, such as a retreat that has to be made, is carried out first.
    fn worth(&mut self, game: &G, state: &G::State) -> f64;
}

/// Somebody who judges positions of this game.
#[must_use]
pub fn assessor<G: Game>() -> Box<dyn Assessor<G>> {
    #[cfg(feature = "art-of-war")]
    if let Some(assessor) = handed_over::<grognard_art_of_war::Battle, G>(Box::new(crate::art_of_war::Onlooker::default())) {
        return assessor;
    }
    #[cfg(feature = "napoleonic-20")]
    if let Some(assessor) = handed_over::<grognard_napoleonic_20::Campaign, G>(Box::new(crate::napoleonic_20::Onlooker)) {
        return assessor;
    }
    Box::new(Headcount)
}

/// An assessor of one game as an assessor of `G`, if the two are the same game.
#[cfg(any(feature = "art-of-war", feature = "napoleonic-20"))]
fn handed_over<H: Game, G: Game>(assessor: Box<dyn Assessor<H>>) -> Option<Box<dyn Assessor<G>>> {
    let assessor: Box<dyn std::any::Any> = Box::new(assessor);
    assessor.downcast::<Box<dyn Assessor<G>>>().ok().map(|assessor| *assessor)
}

/// For a game without a judge of its own: the strength on the map.
struct Headcount;

impl<G: Game> Assessor<G> for Headcount {
    fn worth(&mut self, game: &G, state: &G::State) -> f64 {
        let seat = |i| Judge::<G>::worth(&Muster, game, state, Seat(i)) as f64;
        (seat(0) - seat(1)) / 200.0
    }
}

/// What an action is worth to the first seat before its dice fall: the first two dice fall every way, what comes after them at random.
pub fn expectation<G: Game>(assessor: &mut dyn Assessor<G>, game: &G, state: &G::State, action: G::Action) -> f64 {
    let mut total = 0.0;
    every_roll(
        36,
        |exact| {
            let (mut rest, rolled) = (SeededDice::new(1), Cell::new(0));
            let mut dice = FirstTwo::new(exact, &mut rest, &rolled);
            let mut after = state.clone();
            game.apply(&mut after, action, &mut Umpire::silent(&mut dice));
            assessor.worth(game, &after)
        },
        |worth, ways| total += worth * f64::from(ways) / 36.0,
    );
    total
}
