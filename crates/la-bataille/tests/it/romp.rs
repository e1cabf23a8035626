//! Random play for the other tests.

use grognard_engine::Rules;
use grognard_engine::dice::SeededDice;
use grognard_engine::table::Table;
use grognard_la_bataille::{Action, Bautzen};

/// A game by its name.
pub fn battle(name: &str) -> Bautzen {
    Bautzen::new(name, &[]).unwrap()
}

/// A random game: options in order, one picked. `seen` is shown every position. Segments are ended and marches forced less often than other
/// things are done, so that more happens.
pub fn game(game: Bautzen, seed: u64, mut seen: impl FnMut(&Table<Bautzen>)) -> Table<Bautzen> {
    let (mut dice, mut choice) = (SeededDice::new(seed), SeededDice::new(!seed));
    let (mut table, _) = Table::new(game.into(), &mut dice);
    let mut options = Vec::new();
    seen(&table);
    while let Some(seat) = table.to_decide() {
        table.game.legal_actions(&table.state, &mut options);
        assert!(!options.is_empty(), "a dead end: {:?}", table.state.frame());
        let mut pick = || options[choice.below(options.len() as u32) as usize];
        let mut action = pick();
        for _ in 0..3 {
            if matches!(action, Action::End | Action::Force(_)) {
                action = pick();
            }
        }
        table.play(seat, action, &mut dice).unwrap();
        seen(&table);
    }
    table
}
