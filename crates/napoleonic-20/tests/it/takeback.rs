//! [16.1] [17.1.1] What may be taken back without asking, and what not: what has come to light bars it, as dice do.

use grognard_engine::Words;
use grognard_engine::cases::{CaseGame, SetupLine};
use grognard_engine::dice::ScriptedDice;
use grognard_engine::table::Table;
use grognard_napoleonic_20::Campaign;
use std::sync::Arc;

/// What stands on the other side's ground, so that a position is one.
const FAR: &str = "unit II @1606 hidden\nunit GR @0119 hidden\n";

/// Plays commands from a position in the fog, the last of them without any dice; whether it has brought something to light, and what the
/// table says of taking it back.
fn last_of(setup: &str, commands: &str) -> (bool, Result<(), &'static str>) {
    last_at(&format!("game dresden-20\noption fog on\n{setup}"), commands)
}

/// The same in any game.
fn last_at(lines: &str, commands: &str) -> (bool, Result<(), &'static str>) {
    let (game, state) = Campaign::set_up("takeback", &SetupLine::read(lines)).unwrap_or_else(|why| panic!("{why}"));
    let game = Arc::new(game);
    let mut table = Table::at(game.clone(), state);
    let mut by = None;
    for command in commands.lines() {
        let seat = table.to_decide().expect("a decision");
        let action = game.read_action(command).unwrap_or_else(|why| panic!("{command}: {why}"));
        table.play(seat, action, &mut ScriptedDice::new(&[1; 40])).unwrap_or_else(|why| panic!("{command}: {why:?}"));
        by = Some(seat);
    }
    (table.revealed(table.played()), table.may_undo(by.unwrap()))
}

const SEEN: (bool, Result<(), &str>) = (true, Err("what was hidden has been seen"));
const UNSEEN: (bool, Result<(), &str>) = (false, Ok(()));

#[test]
fn a_battle_that_opens_bars_taking_back() {
    let setup = |units: &str| format!("turn 7\nphase Allied combat\n{FAR}{units}");
    // An attacker, a target, both.
    for units in [
        "unit XIV @0909\nunit RuI @0910 hidden",
        "unit XIV @0909 hidden\nunit RuI @0910",
        "unit XIV @0909 hidden\nunit RuI @0910 hidden",
    ] {
        assert_eq!(last_of(&setup(units), "target 0909\njoin RuI\nclose"), SEEN, "{units}");
    }
    // A dummy: the battle is dropped, and the next turn begins with a die.
    let dummy = last_of(&setup("unit FD1 @0909 hidden\nunit RuI @0910"), "target 0909\njoin RuI\nclose");
    assert_eq!(dummy, (true, Err("dice have been rolled")));
    let open = setup("unit XIV @0909\nunit RuI @0910");
    assert_eq!(last_of(&open, "target 0909\njoin RuI\nclose"), UNSEEN);
    // Naming who fights whom turns nothing up.
    let hidden = setup("unit XIV @0909 hidden\nunit RuI @0910 hidden");
    assert_eq!(last_of(&hidden, "target 0909"), UNSEEN);
    assert_eq!(last_of(&hidden, "target 0909\njoin RuI"), UNSEEN);
}

#[test]
fn guns_that_are_turned_up_bar_taking_back() {
    let setup = |units: &str| format!("option support on\nturn 7\nphase French combat\n{FAR}{units}");
    // A bombardment of what lies face down across the river.
    let units = "unit Res @1510\nunit RuI @1410 hidden";
    assert_eq!(last_of(&setup(units), "target 1410\njoin Res\nclose"), SEEN);
    assert_eq!(last_of(&setup("unit Res @1510\nunit RuI @1410"), "target 1410\njoin Res\nclose"), UNSEEN);
    // A gun behind the target that supports it.
    let units = "unit XIV @0909\nunit RuI @0910\nunit ResArt @0911 hidden";
    assert_eq!(last_of(&setup(units), "target 0910\njoin XIV\nclose"), SEEN);
}

#[test]
fn counters_that_face_each_other_when_a_phase_ends_bar_taking_back() {
    let setup = |units: &str| format!("turn 7\nphase French movement\n{FAR}{units}");
    assert_eq!(last_of(&setup("unit XIV @0909 hidden\nunit RuI @0910"), "end"), SEEN);
    assert_eq!(last_of(&setup("unit XIV @0909\nunit RuI @0910"), "end"), UNSEEN);
    assert_eq!(last_of(&setup("unit XIV @0909 hidden\nunit RuI @0913 hidden"), "end"), UNSEEN);
}

#[test]
fn a_march_bars_taking_back_only_if_the_enemy_sees_who_marched() {
    let setup = |units: &str| format!("turn 7\nphase French movement\n{FAR}{units}");
    for (units, commands) in [
        ("unit XIV @0909 hidden", "pick XIV\ngo 0910"),
        ("unit FD1 @0909 hidden", "pick FD1\ngo 0910"),
        ("unit XIV @0909 hidden\nunit RuI @0911 hidden", "pick XIV\ngo 0910"),
        ("unit ICav due A6 hidden", "pick ICav"),
    ] {
        assert_eq!(last_of(&setup(units), commands), UNSEEN, "{units}");
    }
    // [12.2] Everybody sees that it is the Guard, as it is committed.
    let units = "morale French 10\nunit OG @0909 hidden\nunit RuI @0911 hidden";
    assert_eq!(last_of(&setup(units), "pick OG\ngo 0910"), SEEN);
    assert_eq!(last_of(&setup(&units.replace("909 hidden", "909")), "pick OG\ngo 0910"), UNSEEN);
}

#[test]
fn who_goes_into_the_box_is_seen() {
    let lines = |more: &str| {
        format!(
            "game dresden-20-standard\noption fog on\nturn 7\nphase Allied movement\n{FAR}unit RuI @1301{more}\n\
             unit VCav box keeper"
        )
    };
    assert_eq!(last_at(&lines(" hidden"), "pick RuI\nbox"), SEEN);
    assert_eq!(last_at(&lines(""), "pick RuI\nbox"), UNSEEN);
}

#[test]
fn cavalry_that_reacts_is_seen() {
    let setup = |more: &str| format!("turn 7\nphase French reaction\n{FAR}unit XIV @0909\nunit AuCu @0910{more}");
    for commands in ["target 0909\njoin AuCu\nclose", "disengage AuCu 0912"] {
        let to = |text: &str| text.replace("0912", "1011");
        assert_eq!(last_of(&setup(" hidden"), &to(commands)), SEEN, "{commands}");
        assert_eq!(last_of(&setup(""), &to(commands)), UNSEEN, "{commands}");
    }
    assert_eq!(last_of(&setup(" hidden"), "target 0909\njoin AuCu"), UNSEEN);
}

#[test]
fn who_was_broken_down_is_seen_when_open_cadres_become_one() {
    let setup = |units: &str| format!("option breakdown on\nturn 7\nphase French movement\n{FAR}{units}");
    for unit in ["unit XIV @0909 hidden", "unit XIV @0909"] {
        assert_eq!(last_of(&setup(unit), "break XIV 0910"), UNSEEN, "{unit}");
    }
    let both = |parent: &str, cadres: &str| format!("unit XIV aside{parent}\nunit FK1 @0909{cadres}\nunit FK2 @0910{cadres}");
    assert_eq!(last_of(&setup(&both(" hidden", "")), "unite XIV 0909"), SEEN);
    assert_eq!(last_of(&setup(&both(" hidden", " hidden")), "unite XIV 0909"), UNSEEN);
    assert_eq!(last_of(&setup(&both("", "")), "unite XIV 0909"), UNSEEN);
}

#[test]
fn a_dummy_that_is_laid_is_not_seen() {
    let setup = format!("turn 10\nphase Allied night\n{FAR}unit RuI @0909\nunit F1 i4-2 @1503");
    assert_eq!(last_of(&setup, "place 0910"), UNSEEN);
}

#[test]
fn what_comes_out_of_a_stack_is_seen_without_the_fog() {
    let lines = |option: &str, hidden: &str| {
        format!(
            "game dresden-20-maneuver\n{option}phase French movement\nturn 5\ndeal 5\nstack C OG YG GC\nmarkers 8 6 4\n\
             unit RuI @0119{hidden}\nunit II @0101{hidden}"
        )
    };
    assert_eq!(last_at(&lines("", ""), "pick OG"), UNSEEN);
    assert_eq!(last_at(&lines("", ""), "pick OG\ngo 1624"), SEEN);
    assert_eq!(last_at(&lines("option fog on\n", " hidden"), "pick OG\ngo 1624"), UNSEEN);
    // Nobody sees what goes into a stack, nor whose marker lies where.
    assert_eq!(last_at("game dresden-20-maneuver\nopening", "box\nstack OG C"), UNSEEN);
}
