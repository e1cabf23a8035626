//! The proving ground keeps the laws, and what it shows is what it says.

mod cases;
mod data;
mod laws;
mod looks;

use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Umpire, Words};
use grognard_proving_ground::{ProvingGround, State};

/// The game and its opening position.
pub fn opening() -> (ProvingGround, State) {
    let game = ProvingGround::new(&[]).unwrap();
    let state = game.start(&mut Umpire::silent(&mut SeededDice::new(0)));
    (game, state)
}

/// Plays some commands for whoever has to decide.
pub fn play(game: &ProvingGround, state: &mut State, commands: &[&str]) {
    for command in commands {
        let Decision::Choose { seat, .. } = game.decision(state) else { panic!("the game is over before {command:?}") };
        for action in game.command(state, seat, command).unwrap() {
            let played = game.play(state, seat, action, &mut Umpire::silent(&mut SeededDice::new(0)));
            played.unwrap_or_else(|why| panic!("{command}: {}", game.explain_refusal(&why)));
        }
    }
}
