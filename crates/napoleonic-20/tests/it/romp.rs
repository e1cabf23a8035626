//! Random play for the other tests.

use grognard_engine::Rules;
use grognard_engine::dice::SeededDice;
use grognard_engine::table::Table;
use grognard_napoleonic_20::Campaign;

/// A game as positions name it: `dresden-20`, `dresden-20-maneuver+fog+weather`.
pub fn campaign(name: &str) -> Campaign {
    let mut words = name.split('+');
    let game = words.next().unwrap_or_default();
    let options: Vec<(String, String)> = words.map(|option| (option.to_owned(), "on".to_owned())).collect();
    Campaign::new(game, &options).unwrap()
}

/// A random game: options in order, one picked. `seen` is shown every position, the first and the last included. Force Marches are
/// taken one time in eight only, because an army that marches itself to death tells little about the rest.
pub fn game(name: &str, seed: u64, mut seen: impl FnMut(&Table<Campaign>)) -> Table<Campaign> {
    let (mut dice, mut choice) = (SeededDice::new(seed), SeededDice::new(!seed));
    let (mut table, _) = Table::new(campaign(name).into(), &mut dice);
    let mut options = Vec::new();
    seen(&table);
    while let Some(seat) = table.to_decide() {
        table.game.legal_actions(&table.state, &mut options);
        let mut pick = || options[choice.below(options.len() as u32) as usize];
        let mut action = pick();
        for _ in 0..3 {
            if matches!(action, grognard_napoleonic_20::Action::Force(_)) {
                action = pick();
            }
        }
        table.play(seat, action, &mut dice).unwrap();
        seen(&table);
    }
    table
}
