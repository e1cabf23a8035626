//! What a rulebook's own head would do, found by letting it click on a copy.

use super::hooks::{Head, Hooks};
use super::playout::carry_out;
use crate::player::consult;
use crate::{Clock, Glimpse};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Game};

/// Most clicks that it is asked for at once.
const LIMIT: usize = 3_000;
/// What a thought in the midst of a turn costs of what a whole turn does, one part in so many.
const LATER: u64 = 12;

/// A head that is asked.
pub(super) struct Counsel<G: Game> {
    head: Head<G>,
}

impl<G: Game> Counsel<G> {
    /// The head of a rulebook, if it has one.
    pub fn of(hooks: &dyn Hooks<G>, work: u64, seed: u64) -> Option<Self> {
        hooks.head(work, seed).map(|head| Self { head })
    }

    /// What it costs to ask: for a whole turn, or in the midst of one.
    pub const fn price(&self, whole: bool) -> u64 {
        if whole { self.head.work } else { self.head.work / LATER }
    }

    /// By how many standard errors something else has to do better.
    pub const fn trust(&self) -> f32 {
        self.head.trust
    }

    /// Its next clicks, up to the first die, the first word of the other side, or the end of the turn.
    pub fn clicks(&mut self, glimpse: &Glimpse<'_, G>, hooks: &dyn Hooks<G>, clock: &mut dyn Clock) -> Vec<G::Action> {
        let Glimpse { game, seat, .. } = *glimpse;
        let mut copy = Glimpse { game, seat, state: glimpse.state.clone() };
        let moment = hooks.moment(game, &copy.state);
        let mut dice = SeededDice::new(0);
        let mut clicks = Vec::new();
        while clicks.len() < LIMIT {
            let own = matches!(game.decision(&copy.state), Decision::Choose { seat: now, .. } if now == seat);
            if !own || hooks.moment(game, &copy.state) != moment {
                break;
            }
            let Some(advice) = consult(self.head.player.as_mut(), &copy, clock) else { break };
            clicks.push(advice.action);
            if carry_out(game, &mut copy.state, advice.action, &mut dice) {
                break;
            }
        }
        clicks
    }
}

#[cfg(test)]
mod tests {
    use crate::planner::{Effort, General, Head, Hooks};
    use crate::{Advice, Clock, Glimpse, Player, Unhurried};
    use grognard_engine::dice::SeededDice;
    use grognard_engine::{Decision, Rules, Umpire};
    use grognard_testkit::mock::Skirmish;

    /// Always the last option.
    struct Last;

    impl Player<Skirmish> for Last {
        fn advise(&mut self, glimpse: &Glimpse<'_, Skirmish>, _: &mut dyn Clock) -> Option<Advice<<Skirmish as Rules>::Action>> {
            glimpse.options().last().map(|&last| Advice::new(last, "the last"))
        }
    }

    struct Led;

    impl Hooks<Skirmish> for Led {
        fn head(&self, _: u64, _: u64) -> Option<Head<Skirmish>> {
            Some(Head { player: Box::new(Last), work: 10, trust: 1.0 })
        }
    }

    #[test]
    fn whoever_has_no_time_to_rehearse_does_what_the_head_would() {
        let game = Skirmish::default();
        let state = game.start(&mut Umpire::silent(&mut SeededDice::new(1)));
        let Decision::Choose { seat, .. } = game.decision(&state) else { panic!("the game has begun") };
        let glimpse = Glimpse { game: &game, seat, state };
        let options = glimpse.options();
        assert!(options.len() > 1);
        let hurried = General::new(Led, Effort::of(1), 7).advise(&glimpse, &mut Unhurried).unwrap();
        assert_eq!(Some(&hurried.action), options.last());
        assert!(hurried.reason.starts_with("as the book's own head would"), "{}", hurried.reason);
        // Whoever does not think does not ask.
        let thoughtless = General::new(Led, Effort::of(0), 7).advise(&glimpse, &mut Unhurried).unwrap();
        assert!(!thoughtless.reason.contains("head"), "{}", thoughtless.reason);
    }
}
