//! `record GAME FIRST SECOND SEED`: what a measuring program does instead of measuring, if it is asked to.

use grognard_ai::{Glimpse, Player, Unhurried, consult};
use grognard_engine::Game;
use grognard_engine::dice::SeededDice;
use grognard_engine::table::Table;
use std::sync::Arc;

/// Plays one game and prints its record, if the arguments ask for that.
pub fn printed<G: Game>(open: impl Fn(&str) -> G, make: impl Fn(&str, &G, u64) -> Box<dyn Player<G>>) -> bool {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [word, name, first, second, seed] = &args[..] else { return false };
    if word != "record" {
        return false;
    }
    let (game, seed) = (Arc::new(open(name)), seed.parse().expect("a seed"));
    let mut dice = SeededDice::new(seed);
    let (mut table, _) = Table::new(game.clone(), &mut dice);
    let mut players = [make(first, &game, seed), make(second, &game, seed + 1)];
    while let Some(seat) = table.to_decide() {
        let glimpse = Glimpse::of(&*game, &table.state, seat, table.entries.len() as u64);
        let advice = consult(players[usize::from(seat.0)].as_mut(), &glimpse, &mut Unhurried).expect("somebody decides");
        table.play(seat, advice.action, &mut dice).expect("advice is legal");
    }
    print!("{}", grognard_engine::record::write(&table));
    true
}
