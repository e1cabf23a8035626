//! What Dresden 20 told of counters that lie face down, one test for each way in which it got out, and the worlds drawn from what was seen.

use crate::romp::{self, campaign};
use grognard_engine::cases::{CaseGame, SetupLine};
use grognard_engine::dice::{ScriptedDice, SeededDice};
use grognard_engine::{Decision, Rules, Seat, Secrets, Umpire, Views, Words};
use grognard_napoleonic_20::state::Frame;
use grognard_napoleonic_20::{Action, Campaign, State};

const FRENCH: Seat = Seat(0);
const ALLIED: Seat = Seat(1);

/// A position from lines as a case file has them.
fn position(text: &str) -> (Campaign, State) {
    Campaign::set_up("leaks", &SetupLine::read(text)).unwrap_or_else(|why| panic!("{why}"))
}

/// Plays one action in words, and says what a viewer is told of it.
fn play(game: &Campaign, state: &mut State, text: &str, viewer: Option<Seat>) -> String {
    let before = *state;
    let Decision::Choose { seat, .. } = game.decision(state) else { panic!("the game is over") };
    let action = game.read_action(text).unwrap();
    let mut dice = ScriptedDice::new(&[6; 20]);
    game.play(state, seat, action, &mut Umpire::silent(&mut dice)).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    game.told_entry(&before, state, seat, action, &[], viewer).0
}

#[test]
fn a_name_face_down_is_answered_like_a_name_that_nobody_bears() {
    let (game, state) = position(
        "game dresden-20\noption fog on\nturn 7\nphase Allied combat\nunit OG @0909 hidden\nunit XIV @0709 routed\nunit II @1506 hidden\n\
         unit AuI @0910 hidden\nunit AuII @0809\nunit GR @0119 hidden",
    );
    let answer = |tag: &str| game.command(&state, ALLIED, &format!("attack {tag} with AuI"));
    let nobody = answer("ZZ").unwrap_err();
    for tag in ["OG", "II", "FD1", "YG"] {
        assert_eq!(answer(tag).unwrap_err(), nobody.replace("ZZ", tag));
    }
    // Its own side, and whoever lies open, may be named.
    assert_eq!(answer("XIV").map(|actions| actions[0]), Ok(game.read_action("target 0709").unwrap()));
}

#[test]
fn a_forecast_says_nothing_of_what_lies_face_down() {
    let (game, state) = position(
        "game dresden-20\noption fog on\noption support on\nturn 7\nphase French combat\nunit Res @1510\nunit PrII @1410 hidden\n\
         unit GR @0119 hidden",
    );
    let mut declared = state;
    play(&game, &mut declared, "target 1410", None);
    play(&game, &mut declared, "join Res", None);
    assert!(game.forecast(&declared, Some(FRENCH)).is_none(), "the target is not known to the attacker");
    assert!(game.forecast(&declared, Some(ALLIED)).is_some(), "the owner knows it");
    assert!(game.forecast(&declared, None).is_none(), "nobody else does");
    let mut options = Vec::new();
    game.legal_actions(&declared, &mut options);
    assert!(game.captions(&declared, &options).iter().all(|caption| caption.note.is_none()));
}

#[test]
fn a_gun_face_down_supports_in_no_forecast_and_is_turned_up_by_the_battle() {
    let lines = "game dresden-20\noption fog on\noption support on\nturn 7\nphase French combat\nunit XIV @0909\nunit RuI @0910\n\
                 unit ResArt @0911 hidden\nunit GR @0119 hidden";
    let (game, mut state) = position(lines);
    play(&game, &mut state, "target 0910", None);
    play(&game, &mut state, "join XIV", None);
    let support = |state: &State, seat| {
        let forecast = game.forecast(state, seat).expect("a battle between counters that are known");
        forecast.reckoning.iter().any(|line| line.contains("artillery support"))
    };
    assert!(!support(&state, Some(FRENCH)) && !support(&state, None));
    assert!(support(&state, Some(ALLIED)), "its owner knows");
    play(&game, &mut state, "close", None);
    let gun = game.read_unit("ResArt").unwrap();
    assert!(matches!(state.frame, Frame::Reserves(_)) && !state.hidden.has(gun));
    assert!(support(&state, Some(FRENCH)), "who takes part is seen");
}

#[test]
fn a_hidden_attacker_is_named_to_nobody_before_the_battle() {
    let (game, mut state) = position(
        "game dresden-20\noption fog on\nturn 7\nphase French combat\nunit XIV @0909 hidden\nunit RuI @0910 routed\nunit GR @0119 hidden",
    );
    play(&game, &mut state, "target 0910", None);
    assert_eq!(play(&game, &mut state, "join XIV", Some(ALLIED)), "join ?");
    for viewer in [Some(ALLIED), None] {
        assert!(game.forecast(&state, viewer).is_none());
        let board = format!("{:?}", game.board(&state, viewer));
        assert!(!board.contains("XIV"), "{board}");
    }
}

#[test]
fn dummies_go_into_stacks_like_units() {
    let game = campaign("dresden-20-maneuver+fog");
    let mut start = game.start(&mut Umpire::silent(&mut SeededDice::new(1)));
    play(&game, &mut start, "box", None);
    let after = |text: &str| {
        let mut state = start;
        let told = play(&game, &mut state, text, Some(ALLIED));
        (told, game.board(&state, Some(ALLIED)), game.board(&state, None))
    };
    assert_eq!(after("stack FD1 A"), after("stack OG A"));
    assert_eq!(after("stack OG A").0, "stack ? A");
}

#[test]
fn who_is_broken_down_unseen_stays_unknown() {
    let (game, mut state) = position(
        "game dresden-20\noption fog on\noption breakdown on\nturn 7\nphase French movement\nunit XIV @0909 hidden\nunit II @1506 hidden\n\
         unit GR @0119 hidden",
    );
    let told = play(&game, &mut state, "break XIV 0910", Some(ALLIED));
    assert_eq!(told, "break ? 0910");
    for viewer in [Some(ALLIED), None] {
        let board = game.board(&state, viewer);
        assert!(board.counters.iter().all(|counter| counter.tag != "XIV"));
        assert!(board.counters.iter().any(|counter| counter.hidden && counter.off_map.as_deref() == Some("broken down")));
    }
    assert!(game.board(&state, Some(FRENCH)).counters.iter().any(|counter| counter.tag == "XIV"));
}

#[test]
fn a_refused_buildup_does_not_tell_who_was_broken_down() {
    let answer = |aside: &str, there: &str| {
        let (game, state) = position(&format!(
            "game dresden-20\noption fog on\noption breakdown on\nturn 7\nphase Allied movement\nunit {aside} aside hidden\n\
             unit {there} @1506 hidden\nunit FK1 @0909 hidden\nunit FK2 @0910 hidden\nunit GR @0119 hidden"
        ));
        game.check(&state, game.read_action("unite XIV 0909").unwrap()).unwrap_err()
    };
    assert_eq!(answer("XIV", "II"), answer("II", "XIV"));
}

#[test]
fn who_comes_on_face_down_is_not_named() {
    let (game, mut state) = position(
        "game dresden-20\noption fog on\nturn 6\nphase French movement\nunit YG due A6 hidden\nunit ICav due A6 hidden\nunit II @1506 hidden\n\
         unit GR @0119 hidden",
    );
    assert_eq!(play(&game, &mut state, "pick YG", Some(ALLIED)), "pick ?");
    let board = game.board(&state, Some(ALLIED));
    assert!(!board.prompt.contains("YG"), "{}", board.prompt);
    assert!(board.counters.iter().all(|counter| !counter.badges.iter().any(|badge| badge == "in hand")));
    assert!(game.board(&state, Some(FRENCH)).prompt.contains("YG"));
}

#[test]
fn a_move_face_down_ends_as_late_as_the_swiftest_could() {
    for (unit, reach) in [("II", 2), ("ICav", 3)] {
        let lines = format!(
            "game dresden-20\noption fog on\nturn 7\nphase French movement\nunit {unit} @0506 hidden\nunit XIV @1506 hidden\nunit GR @0119 hidden"
        );
        let (game, mut state) = position(&lines);
        play(&game, &mut state, &format!("pick {unit}"), None);
        let mut steps = 0;
        loop {
            let mut options = Vec::new();
            game.legal_actions(&state, &mut options);
            let Some(&step) = options.iter().find(|action| matches!(action, Action::Step(_))) else { break };
            play(&game, &mut state, &game.write_action(step), None);
            steps += 1;
        }
        if unit == "II" {
            // Nothing is left, but whoever looks on cannot know: it has to be told to halt.
            assert!(matches!(state.frame, Frame::Hand { .. }), "{unit}: {:?}", state.frame);
            play(&game, &mut state, "halt", None);
        }
        assert_eq!(state.frame, Frame::Move, "{unit} after {steps} steps of {reach}");
    }
}

#[test]
fn drawn_worlds_fit_what_was_seen() {
    let (mut drawn, mut traced) = (0, 0);
    for (name, seed) in [
        ("dresden-20+fog+support+breakdown", 11),
        ("dresden-20-standard+fog+weather+penetration", 12),
        ("dresden-20-maneuver", 13),
        ("dresden-20-maneuver+fog+support+breakdown", 14),
    ] {
        romp::game(name, seed, |table| {
            let (game, state) = (&table.game, &table.state);
            if table.entries.len() % 7 != 0 {
                return;
            }
            for viewer in [Some(FRENCH), Some(ALLIED), None] {
                // The truth is one of the worlds, and so is whatever is drawn.
                let at = || format!("{name} after {} actions, for {viewer:?}", table.entries.len());
                game.fits(state, viewer).unwrap_or_else(|why| panic!("{}: {why}", at()));
                let other = game.resample(state, viewer, &mut SeededDice::new(seed + table.entries.len() as u64));
                game.fits(&other, viewer).unwrap_or_else(|why| panic!("{}, drawn: {why}", at()));
                drawn += u32::from(other != *state);
                // Eyes follow a counter that was seen before it was turned down.
                for unit in state.signs.traced {
                    traced += 1;
                    assert_eq!(other.hexes[usize::from(unit)], state.hexes[usize::from(unit)], "{}", at());
                }
                // Nobody is drawn onto the map, or off it, who is known to be elsewhere.
                for unit in state.broken.or(state.destroyed).or(state.boxed) {
                    assert_eq!(other.hex(unit), state.hex(unit), "{}", at());
                }
            }
        });
    }
    assert!(drawn > 50 && traced > 50, "{drawn} {traced}");
}

#[test]
fn a_counter_that_ran_is_not_drawn_on_foot() {
    let (game, mut state) = position(
        "game dresden-20\noption fog on\nturn 7\nphase French movement\nunit ICav @0506 hidden\nunit II @1506 hidden\nunit XIV @1602 hidden\n\
         unit GC @1622 hidden\nunit GR @0119 hidden",
    );
    play(&game, &mut state, "pick ICav", None);
    let mut options = Vec::new();
    game.legal_actions(&state, &mut options);
    let from = state.hexes[usize::from(game.read_unit("ICav").unwrap())];
    let far = |action: &&Action| matches!(action, Action::Go(to) if game.grid().distance(from, *to) == 3);
    let go = *options.iter().find(far).expect("cavalry goes three hexes");
    play(&game, &mut state, &game.write_action(go), None);
    let Action::Go(there) = go else { unreachable!() };
    let mut dice = SeededDice::new(5);
    let mut horses = std::collections::BTreeSet::new();
    for _ in 0..40 {
        let other = game.resample(&state, Some(ALLIED), &mut dice);
        let who = ["ICav", "II", "XIV", "GC"].into_iter().find(|tag| other.hex(game.read_unit(tag).unwrap()) == Some(there));
        horses.extend(who);
    }
    assert_eq!(horses, ["ICav", "GC"].into());
}
