//! The words of refusals, where the case alone does not say what is wrong.

use grognard_art_of_war::Battle;
use grognard_engine::cases::{CaseGame, SetupLine};
use grognard_engine::dice::ScriptedDice;
use grognard_engine::{Decision, Rules, Umpire, Words};

/// Sets up a position, plays some commands, and tells why the last one is refused.
fn refused(setup: &[&str], dice: &[u8], commands: &[&str]) -> String {
    let (battle, mut state) = Battle::set_up("refusal", &SetupLine::read(&setup.join("\n"))).unwrap();
    let mut dice = ScriptedDice::new(dice);
    for command in commands {
        for action in battle.read_command(&state, command).unwrap() {
            let Decision::Choose { seat, .. } = battle.decision(&state) else { panic!("the game is over") };
            if let Err(violation) = battle.check(&state, action) {
                assert_eq!(command, commands.last().unwrap(), "{}", battle.explain(&violation));
                return battle.explain(&violation);
            }
            battle.play(&mut state, seat, action, &mut Umpire::silent(&mut dice)).unwrap();
        }
    }
    panic!("nothing was refused");
}

/// French stacks around 0606, attacked by R1 from 0605; the rest differs.
fn retreat(more: &[&str], commands: &[&str]) -> String {
    let mut setup = vec!["game dresden", "turn 2", "phase Allied combat", "unit R1 i40-4 @0605", "unit F1 i3-4 @0606"];
    setup.extend(more);
    let mut all = vec!["attack F1 with R1"];
    all.extend(commands);
    refused(&setup, &[4], &all)
}

#[test]
fn a_dearer_retreat_is_told_what_it_costs_too_much() {
    // 0607 is full, 0507 and 0707 are free.
    let pushes = retreat(&["unit F2 i3-4 @0607", "unit F3 i3-4 @0607"], &["retreat F1 0607"]);
    assert!(pushes.contains("pushes fewer units") && pushes.contains("10.4"), "{pushes}");
    // 0607 holds a friend, the others nobody.
    let joins = retreat(&["unit F2 i3-4 @0607"], &["retreat F1 0607"]);
    assert!(joins.contains("fewer hexes that friends hold"), "{joins}");
    // 0607 is the one way out and holds F3, who makes room; pushing the companion on instead would part the two.
    let crowd = ["unit F2 i3-4 @0606", "unit F3 i3-4 @0607", "unit R2 i1-4 @0407", "unit R3 i1-4 @0806"];
    let parts = retreat(&crowd, &["retreat F1 0607", "retreat F1 0608"]);
    assert!(parts.contains("keeps the units of the hex together"), "{parts}");
    // The gun passes no stream: only 0607 is open to it, which has one place and, rivers around it, no way on.
    let destroys = retreat(
        &[
            "hexside stream 0606-0507 0606-0707",
            "hexside river 0607-0608 0607-0507 0607-0508 0607-0707 0607-0708",
            "unit F2 a3-3 @0606",
            "unit F3 i3-4 @0607",
        ],
        &["retreat F1 0607"],
    );
    assert!(destroys.contains("destroys fewer units"), "{destroys}");
}

#[test]
fn ones_own_unit_is_called_so() {
    let setup = ["game eylau", "phase French combat", "unit F1 @0505", "unit A1 @0504"];
    let first = refused(&setup, &[], &["target 0505"]);
    assert!(first.contains("F1") && first.contains("your own unit") && first.contains("first name the enemy"), "{first}");
    let then = refused(&setup, &[], &["target 0504", "target 0505"]);
    assert!(then.contains("let it join"), "{then}");
}
