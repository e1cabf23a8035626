//! Random games as fast as they go: options listed, one picked, applied; no log, no record.

use grognard_engine::dice::SeededDice;
use grognard_engine::{Game, Umpire};

/// What a playout was like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Playout {
    /// Options listed and applied.
    pub steps: u64,
    /// Of these, those that completed an action in the sense of the caller.
    pub actions: u64,
    /// Whether the game came to an end before the limit.
    pub over: bool,
}

/// Plays from `state` with uniformly random options until the game is over, or `limit` steps. `options` is only working
/// space, kept by the caller so that it need not be made anew for every game.
pub fn playout<G: Game>(
    game: &G,
    state: &mut G::State,
    options: &mut Vec<G::Action>,
    dice: &mut SeededDice,
    limit: u64,
    is_action: impl Fn(&G::Action) -> bool,
) -> Playout {
    let mut out = Playout::default();
    while out.steps < limit {
        game.legal_actions(state, options);
        // Only a game that is over has no options; the laws see to that.
        if options.is_empty() {
            out.over = true;
            break;
        }
        let action = options[dice.below(options.len() as u32) as usize];
        game.apply(state, action, &mut Umpire::silent(dice));
        out.steps += 1;
        out.actions += u64::from(is_action(&action));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mock::{Action, Skirmish};
    use grognard_engine::Rules;

    #[test]
    fn playouts_end_and_repeat() {
        let game = Skirmish::default();
        let mut options = Vec::new();
        let mut play = |seed| {
            let mut dice = SeededDice::new(seed);
            let mut state = game.start(&mut Umpire::silent(&mut dice));
            let out = playout(&game, &mut state, &mut options, &mut dice, 1_000, |action| {
                matches!(action, Action::March(..) | Action::Stand | Action::Withdraw(_))
            });
            (out, state)
        };
        for seed in 0..50 {
            let (out, state) = play(seed);
            assert!(out.over && out.actions < out.steps, "{out:?}");
            assert_eq!((out, state), play(seed));
        }
    }
}
