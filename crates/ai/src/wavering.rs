//! Somebody whose attention wanders: a good player in some turns, a careless one in the others.
//!
//! People do not play every turn a little worse than a master; they play most of it well and overlook something now and then. So the levels between
//! the first and the best are made of two players, who take turns as a whole, because a plan that changes hands halfway is no plan.

use crate::{Advice, Clock, Glimpse, Player};
use grognard_engine::Game;
use grognard_engine::dice::SeededDice;

/// Plays some turns of a side as one player, the others as another.
pub struct Wavering<G: Game> {
    awake: Box<dyn Player<G>>,
    careless: Box<dyn Player<G>>,
    /// Of a hundred turns, how many are played carelessly.
    lapses: u32,
    seed: u64,
    /// A number for the turn of a side, another one for each.
    turn: fn(&G::State) -> u64,
}

impl<G: Game> Wavering<G> {
    /// Careless in so many turns of a hundred; which ones follows from the seed.
    pub fn new(players: [Box<dyn Player<G>>; 2], lapses: u32, seed: u64, turn: fn(&G::State) -> u64) -> Self {
        let [awake, careless] = players;
        Self { awake, careless, lapses, seed, turn }
    }

    fn lapses_in(&self, turn: u64) -> bool {
        SeededDice::new(self.seed ^ (turn + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)).below(100) < self.lapses
    }
}

impl<G: Game> Player<G> for Wavering<G> {
    fn advise(&mut self, glimpse: &Glimpse<'_, G>, clock: &mut dyn Clock) -> Option<Advice<G::Action>> {
        let careless = self.lapses_in((self.turn)(&glimpse.state));
        let who = if careless { &mut self.careless } else { &mut self.awake };
        who.advise(glimpse, clock)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unhurried;
    use grognard_engine::{Decision, Rules, Umpire};
    use grognard_testkit::mock::Skirmish;

    /// Says who it is.
    struct Named(&'static str);

    impl Player<Skirmish> for Named {
        fn advise(&mut self, glimpse: &Glimpse<'_, Skirmish>, _: &mut dyn Clock) -> Option<Advice<<Skirmish as Rules>::Action>> {
            glimpse.options().first().map(|&first| Advice::new(first, self.0))
        }
    }

    fn wavering(lapses: u32, seed: u64) -> Wavering<Skirmish> {
        Wavering::new([Box::new(Named("awake")), Box::new(Named("careless"))], lapses, seed, |_| 3)
    }

    #[test]
    fn it_lapses_as_often_as_it_should_and_for_whole_turns() {
        for (lapses, least, most) in [(0, 0, 0), (30, 230, 370), (100, 1000, 1000)] {
            let player = wavering(lapses, 7);
            let found = (0..1000).filter(|&turn| player.lapses_in(turn)).count();
            assert!((least..=most).contains(&found), "{lapses} of a hundred: {found} of a thousand");
        }
        let game = Skirmish::default();
        let state = game.start(&mut Umpire::silent(&mut SeededDice::new(1)));
        let Decision::Choose { seat, .. } = game.decision(&state) else { panic!("the game has begun") };
        let glimpse = Glimpse { game: &game, seat, state };
        let says = |seed: u64| {
            let mut player = wavering(50, seed);
            [(); 3].map(|()| player.advise(&glimpse, &mut Unhurried).map(|advice| advice.reason))
        };
        let both: std::collections::BTreeSet<_> = (0..40).map(says).collect();
        assert_eq!(both.len(), 2, "one of the two, for the whole turn: {both:?}");
    }
}
