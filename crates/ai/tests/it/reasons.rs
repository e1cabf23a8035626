//! Every decision has a reason that a person can read.

use grognard_ai::art_of_war::{Effort, Strategist};
use grognard_ai::{Glimpse, Player, Unhurried, consult};
use grognard_art_of_war::{Action, Battle};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Umpire};

#[test]
fn reasons_name_what_is_attacked_and_at_which_odds() {
    for name in ["eylau", "dresden"] {
        let battle = Battle::new(name, &[]).unwrap();
        let mut dice = SeededDice::new(4);
        let mut state = battle.start(&mut Umpire::silent(&mut dice));
        let mut planner = Strategist::new(Effort::of(40), 1);
        let (mut attacks, mut moves) = (0, 0);
        for _ in 0..300 {
            let Decision::Choose { seat, .. } = battle.decision(&state) else { break };
            let glimpse = Glimpse::of(&battle, &state, seat, 0);
            let player: &mut dyn Player<Battle> = &mut planner;
            let advice = consult(player, &glimpse, &mut Unhurried).unwrap();
            let reason = &advice.reason;
            assert!(!reason.is_empty() && reason.len() < 160 && !reason.contains('\n'), "{reason:?}");
            match advice.action {
                Action::Target(_) => {
                    attacks += 1;
                    let odds = grognard_art_of_war::results_table::HEADS.iter().any(|head| reason.contains(head));
                    assert!(odds || reason.contains("duties") || reason.contains("worth"), "{reason:?}");
                }
                Action::Pick(unit) => {
                    moves += 1;
                    assert!(reason.contains(battle.tag(unit)), "{reason:?}");
                }
                _ => {}
            }
            battle.play(&mut state, seat, advice.action, &mut Umpire::silent(&mut dice)).unwrap();
        }
        assert!(attacks > 2 && moves > 30, "{name}: {attacks} attacks, {moves} moves");
    }
}
