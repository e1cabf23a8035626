//! [14] How Fortnights follow one another, where a case file would have to play a month.

use grognard_eagles_turn_east::state::{Frame, Phase};
use grognard_eagles_turn_east::{Action, Campaign, Side, State};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Rules, Umpire};

/// Ends the last Player-Turn of a turn.
fn end_turn(game: &Campaign, state: &mut State, dates: &str) {
    state.turn = game.scenario().calendar.turn_of(dates).unwrap();
    (state.phasing, state.phase, state.frame) = (Side::Coalition, Phase::Combat, Frame::Attack);
    game.apply(state, Action::End, &mut Umpire::silent(&mut SeededDice::new(1)));
}

/// The second Fortnight is never one of rest: what Warsaw brings in the first waits for the third, and comes once.
#[test]
fn warsaw_taken_in_the_first_fortnight_brings_rest_to_the_third() {
    let game = Campaign::new("eagles-grand", &[]).unwrap();
    let mut state = game.opening();
    state.towns = 127;
    end_turn(&game, &mut state, "14-15 Dec");
    assert_eq!((state.frame, state.grand.rests), (Frame::Admin, [false; 2]), "the second Fortnight begins");
    end_turn(&game, &mut state, "30-31 Dec");
    assert_eq!(state.frame, Frame::Season, "the third begins");
    game.apply(&mut state, Action::Rouse, &mut Umpire::silent(&mut SeededDice::new(1)));
    assert_eq!(state.grand.rests, [true, false], "the French rest though the Coalition marches");
    end_turn(&game, &mut state, "13-14 Jan");
    game.apply(&mut state, Action::Rouse, &mut Umpire::silent(&mut SeededDice::new(1)));
    assert_eq!(state.grand.rests, [false; 2], "but not in the fourth");
}
