//! No player knows more than its seat may: not the dice to come, and nothing that is hidden.

use grognard_ai::art_of_war::{Effort, Strategist};
use grognard_ai::planner;
use grognard_ai::{Glimpse, Level, Player, Unhurried, consult, player};
use grognard_art_of_war::Battle;
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Umpire, Words};

/// Most decisions that are compared: into the third turn or so.
const MOST: usize = 220;

type Maker = fn(u64) -> Box<dyn Player<Battle>>;

const PLAYERS: [Maker; 5] = [
    |seed| player(Level::Random, seed),
    |seed| player(Level::Greedy, seed),
    |seed| player(Level::Recruit, seed),
    |seed| Box::new(Strategist::new(Effort::of(20), seed)),
    |seed| planner::player(planner::Effort::of(4_000), seed),
];

/// Plays until a die shows another face than in the game before, and tells what was decided up to then. `other` throws the dice.
fn decisions(battle: &Battle, make: Maker, other: u64, like: Option<&[(String, Vec<u8>)]>) -> Vec<(String, Vec<u8>)> {
    let mut dice = SeededDice::new(other);
    let mut state = battle.start(&mut Umpire::silent(&mut dice));
    let mut players = [make(1), make(2)];
    let mut told: Vec<(String, Vec<u8>)> = Vec::new();
    while told.len() < MOST {
        let Decision::Choose { seat, .. } = battle.decision(&state) else { break };
        let glimpse = Glimpse::of(battle, &state, seat, 0);
        let advice = consult(players[usize::from(seat.0)].as_mut(), &glimpse, &mut Unhurried).unwrap();
        let mut recorded = grognard_engine::dice::RecordingDice::new(&mut dice);
        battle.play(&mut state, seat, advice.action, &mut Umpire::silent(&mut recorded)).unwrap();
        told.push((battle.write_action(advice.action), recorded.rolls));
        let here = told.len() - 1;
        if like.is_some_and(|like| like.get(here).is_some_and(|(_, rolls)| *rolls != told[here].1)) {
            break;
        }
    }
    told
}

#[test]
fn other_dice_to_come_change_no_decision() {
    for name in ["eylau", "dresden"] {
        let battle = Battle::new(name, &[]).unwrap();
        for make in PLAYERS {
            let first = decisions(&battle, make, 10, None);
            let mut parted = 0;
            for other in 11..60 {
                let again = decisions(&battle, make, other, Some(&first));
                let common = again.iter().zip(&first).take_while(|(a, b)| a == b).count();
                // Up to the first die that fell otherwise, and in the decision that threw it, everything is the same.
                let actions =
                    |told: &[(String, Vec<u8>)]| told.iter().take(common + 1).map(|(a, _)| a.clone()).collect::<Vec<_>>();
                assert_eq!(actions(&again), actions(&first), "{name}");
                parted += usize::from(common + 1 == again.len() && common > 10);
                if parted == 2 {
                    break;
                }
            }
            assert!(parted > 0, "{name}: the games must part at a die, or nothing was shown");
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_decisions() {
    let battle = Battle::new("eylau", &[]).unwrap();
    for make in PLAYERS {
        assert_eq!(decisions(&battle, make, 5, None), decisions(&battle, make, 5, None));
    }
}
