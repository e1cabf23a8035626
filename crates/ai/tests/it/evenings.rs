//! [18.3] What the Allies do at the end of a day at Dresden: they take what they have if more is not to be had.

use grognard_ai::art_of_war::{Effort, Strategist};
use grognard_ai::{Glimpse, Unhurried, consult};
use grognard_art_of_war::scenario::Arm;
use grognard_art_of_war::state::{Frame, NOWHERE, State};
use grognard_art_of_war::{Action, Battle, Side};
use grognard_engine::Seat;
use grognard_engine::dice::SeededDice;
use grognard_engine::{Rules, Umpire};

/// The evening of a turn, when one side has lost units of an arm, of this strength or a little more.
fn evening(battle: &Battle, turn: u8, loser: Side, arm: Arm, strength: u16) -> State {
    let mut state = battle.start(&mut Umpire::silent(&mut SeededDice::new(1)));
    (state.turn, state.phasing, state.frame) = (turn, Side::French, Frame::DayEnd);
    for unit in battle.units_of(loser) {
        let of_it = battle.pieces()[usize::from(unit)].arm == arm;
        if of_it && battle.printed(state.lost) < strength {
            state.lost.insert(unit);
            state.hexes[usize::from(unit)] = NOWHERE;
        }
    }
    state
}

fn choice(battle: &Battle, state: &State) -> (Action, String) {
    let glimpse = Glimpse::of(battle, state, Seat(Side::Allied as u8), 1);
    let advice = consult(&mut Strategist::new(Effort::of(10), 1), &glimpse, &mut Unhurried).expect("the Allies decide");
    (advice.action, advice.reason)
}

#[test]
fn the_allies_weigh_the_evening_by_what_it_is_worth() {
    let battle = Battle::new("dresden", &[]).unwrap();
    for (turn, loser, strength, expected, why) in [
        (6, Side::French, 20, Action::Stop, "victory"),
        (6, Side::Allied, 0, Action::Stop, "a draw today"),
        (6, Side::Allied, 15, Action::Stop, "a defeat today"),
        // So many men fewer: the day is not worth it.
        (6, Side::Allied, 40, Action::Stop, "a defeat today"),
        (6, Side::Allied, 60, Action::FightOn, "do not suffice"),
        (16, Side::Allied, 0, Action::Stop, "a draw is better"),
        (16, Side::Allied, 40, Action::Stop, "a small defeat"),
        (16, Side::Allied, 60, Action::FightOn, "nothing left"),
    ] {
        let state = evening(&battle, turn, loser, Arm::Infantry, strength);
        let (action, reason) = choice(&battle, &state);
        assert_eq!(action, expected, "turn {turn}, {loser:?} lost {strength}: {reason}");
        assert!(reason.contains(why), "turn {turn}, {loser:?} lost {strength}: {reason}");
    }
}

#[test]
fn an_army_that_has_lost_guns_rather_than_men_gambles_on_the_second_day() {
    let battle = Battle::new("dresden", &[]).unwrap();
    // Guns count double: behind by as much, but with more left to fight with.
    let state = evening(&battle, 6, Side::Allied, Arm::Artillery, 14);
    let behind = battle.points(&state, Side::French).total - battle.points(&state, Side::Allied).total;
    assert!((26..51).contains(&behind), "{behind}");
    assert_eq!(choice(&battle, &state).0, Action::FightOn, "{}", choice(&battle, &state).1);
}
