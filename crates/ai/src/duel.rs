//! Whole games between two players, from a seed.

use crate::{Glimpse, Player, Unhurried, consult};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Game, Outcome, Seat, Umpire};

/// A game that was played out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played<A> {
    /// How it ended; none if it went beyond the limit.
    pub outcome: Option<Outcome>,
    /// Every action with its seat.
    pub actions: Vec<(Seat, A)>,
}

/// Most actions of a game before it counts as stalled. The longest games of random players stay far below.
pub const LIMIT: usize = 50_000;

/// Plays a game. `players` by seat; the dice follow from `seed`. Each action goes through the checked door of the rules.
pub fn play<G: Game>(game: &G, players: &mut [&mut dyn Player<G>], seed: u64) -> Played<G::Action> {
    let mut dice = SeededDice::new(seed);
    let state = game.start(&mut Umpire::silent(&mut dice));
    play_on(game, state, players, &mut dice, LIMIT)
}

/// Plays on from a position with these dice, for at most `limit` actions.
pub fn play_on<G: Game>(
    game: &G,
    mut state: G::State,
    players: &mut [&mut dyn Player<G>],
    dice: &mut SeededDice,
    limit: usize,
) -> Played<G::Action> {
    let mut actions = Vec::new();
    while actions.len() < limit {
        let seat = match game.decision(&state) {
            Decision::Over(outcome) => return Played { outcome: Some(outcome), actions },
            Decision::Choose { seat, .. } => seat,
        };
        let Some(player) = players.get_mut(usize::from(seat.0)) else { break };
        let glimpse = Glimpse::of(game, &state, seat, actions.len() as u64);
        let Some(advice) = consult(&mut **player, &glimpse, &mut Unhurried) else { break };
        if game.play(&mut state, seat, advice.action, &mut Umpire::silent(dice)).is_err() {
            break;
        }
        actions.push((seat, advice.action));
    }
    Played { outcome: None, actions }
}
