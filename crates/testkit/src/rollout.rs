//! Random games: as fast as they go, with options listed, one picked, applied, and neither log nor record; or at a table, for tests that look at every position.

use grognard_engine::dice::SeededDice;
use grognard_engine::table::Table;
use grognard_engine::{Game, Umpire};
use std::sync::Arc;

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

/// A random game at a table, of at most so many actions: options in order, one picked. What is `rare` is put back up to three times before it is
/// taken. `seen` is shown every position, the first and the last included.
///
/// # Panics
/// If an option cannot be played.
pub fn random_game<G: Game>(
    game: Arc<G>,
    seed: u64,
    most: usize,
    rare: impl Fn(&G::Action) -> bool,
    mut seen: impl FnMut(&Table<G>),
) -> Table<G> {
    let (mut dice, mut choice) = (SeededDice::new(seed), SeededDice::new(!seed));
    let (mut table, _) = Table::new(game, &mut dice);
    let mut options = Vec::new();
    seen(&table);
    while let Some(seat) = table.to_decide().filter(|_| table.entries.len() < most) {
        table.game.legal_actions(&table.state, &mut options);
        let mut pick = || options[choice.below(options.len() as u32) as usize];
        let mut action = pick();
        for _ in 0..3 {
            if rare(&action) {
                action = pick();
            }
        }
        let played = table.play(seat, action, &mut dice);
        played.unwrap_or_else(|refusal| panic!("{}", table.game.explain_refusal(&refusal)));
        seen(&table);
    }
    table
}

/// A game and its options as a position names them: `eylau`, `dresden-20+fog+weather`, each option that is named being on.
#[must_use]
pub fn named(name: &str) -> (&str, Vec<(String, String)>) {
    let mut words = name.split('+');
    let game = words.next().unwrap_or_default();
    (game, words.map(|option| (option.to_owned(), "on".to_owned())).collect())
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

    #[test]
    fn random_games_show_every_position_and_repeat() {
        let play = |seed, most, rare: fn(&Action) -> bool| {
            let mut seen = 0;
            let table = random_game(Skirmish::default().into(), seed, most, rare, |table| {
                assert_eq!(table.entries.len(), seen);
                seen += 1;
            });
            assert_eq!(seen, table.entries.len() + 1);
            table.entries.iter().map(|entry| entry.action).collect::<Vec<_>>()
        };
        let all = play(3, usize::MAX, |_| false);
        assert_eq!((play(3, usize::MAX, |_| false), play(3, 5, |_| false)), (all.clone(), all[..5].to_vec()));
        // Whoever seldom ends his turn makes more of it.
        let length = |rare: fn(&Action) -> bool| (0..20).map(|seed| play(seed, usize::MAX, rare).len()).sum::<usize>();
        let (usual, long) = (length(|_| false), length(|action| matches!(action, Action::End)));
        assert!(long > usual, "{long} {usual}");
    }

    #[test]
    fn names_of_games_have_options() {
        assert_eq!(named("eylau"), ("eylau", Vec::new()));
        let on = |name: &str| (name.to_owned(), "on".to_owned());
        assert_eq!(named("dresden-20+fog+weather"), ("dresden-20", vec![on("fog"), on("weather")]));
    }
}
