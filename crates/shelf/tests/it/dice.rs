//! Records that tell where their dice come from, and what was taken back past a die.

use grognard_engine::dice::SeededDice;
use grognard_engine::fair::{DiceNote, FairDice, commitment};
use grognard_shelf::*;
use proptest::prelude::*;

const SEED: [u8; 32] = [5; 32];

/// Plays until dice have been rolled, with fair dice and choices from a seed; says whether the game goes on.
fn play_on(game: &mut dyn Match, dice: &mut FairDice, choices: &mut SeededDice) -> bool {
    while let Ok(pending) = game.pending() {
        let options = game.actions();
        let pick = options[choices.below(options.len() as u32) as usize].clone();
        if !game.submit(&pending.seat, &pick, dice).unwrap().dice.is_empty() {
            return game.pending().is_ok();
        }
    }
    false
}

/// A game in which every die but the last is taken back once, some of them twice.
fn regretted(seed: u64) -> Box<dyn Match> {
    let mut dice = FairDice::new(SEED, 0);
    let mut choices = SeededDice::new(seed);
    let mut game = open("skirmish", &[], &mut dice).unwrap();
    while play_on(game.as_mut(), &mut dice, &mut choices) {
        let keep = game.played().saturating_sub(1 + choices.below(3) as usize);
        game.undo_to(keep);
        if choices.below(2) == 0 {
            let _ = game.undo();
        }
        if !play_on(game.as_mut(), &mut dice, &mut choices) {
            break;
        }
    }
    game.note_dice(Some(DiceNote { commitment: commitment(&SEED), seed: Some(SEED) }));
    game
}

#[test]
fn what_was_taken_back_is_kept_in_every_form() {
    let mut marks = 0;
    for seed in 0..60 {
        let game = regretted(seed);
        let (record, notation) = (game.record().unwrap(), game.notation().unwrap());
        marks += record.matches("\nback ").count();
        assert_eq!(record.matches("\nback ").count(), notation.matches("{back:").count());
        for text in [&record, &notation] {
            let mut seen = 0;
            let again = replay("f", text, None, &mut |happening| {
                assert_eq!(happening.entry, seen);
                seen += 1;
            })
            .unwrap();
            assert_eq!((seen, again.played()), (game.played() + 1, game.played()));
            assert_eq!(again.record().unwrap(), record);
            assert_eq!(again.notation().unwrap(), notation);
            assert_eq!(again.position(), game.position());
            // Looking at an early moment is looking at what had happened until then.
            for upto in 0..game.played() {
                let part = replay("f", text, Some(upto), &mut |_| {}).unwrap();
                let text = part.record().unwrap();
                assert_eq!(load("f", &text).unwrap().record().unwrap(), text);
                let mut rewound = load("f", &record).unwrap();
                rewound.rewind(upto);
                assert_eq!(rewound.record().unwrap(), text);
            }
        }
    }
    assert!(marks > 20, "{marks} times");
}

#[test]
fn a_note_on_the_dice_can_be_given_or_withdrawn() {
    let mut game = open("skirmish", &[], &mut SeededDice::new(1)).unwrap();
    assert!(game.dice_note().is_none());
    let plain = game.record().unwrap();
    let promise = DiceNote { commitment: commitment(&SEED), seed: None };
    let noted = game.record_with(&promise).unwrap();
    assert_eq!(game.record().unwrap(), plain, "asking for it changes nothing");
    assert_eq!(noted, plain.replace("\ndeal ", &format!("\ndice {}\ndeal ", promise.commitment)));
    let again = load("f", &noted).unwrap();
    assert_eq!(again.dice_note(), Some(&promise));
    assert_eq!(again.record().unwrap(), noted);
    game.note_dice(Some(promise));
    assert_eq!(game.record().unwrap(), noted);
    game.note_dice(None);
    assert_eq!(game.record().unwrap(), plain);
}

#[test]
fn faults_of_the_new_lines_are_found_in_their_place() {
    let game = regretted(3);
    let (record, notation) = (game.record().unwrap(), game.notation().unwrap());
    let dice = record.lines().find(|line| line.starts_with("dice ")).unwrap().to_owned();
    let back = record.lines().find(|line| line.starts_with("back ")).unwrap().to_owned();
    let seed = record.lines().find(|line| line.starts_with("seed ")).unwrap().to_owned();
    for (from, to, wanted) in [
        (&dice, format!("{dice}0"), "expected 64 lower-case hexadecimal digits"),
        (&dice, format!("{dice}\n{dice}"), "a second time"),
        (&dice, String::new(), "no commitment was given"),
        (&back, "back 999".to_owned(), "back to 999, but only"),
        (&back, "back home".to_owned(), "\"home\" is not a number of entries"),
        (&back, String::new(), "numbered"),
        (&seed, "seed 12".to_owned(), "expected 64 lower-case hexadecimal digits"),
        (&seed, format!("{seed}\n{seed}"), "nothing may follow"),
    ] {
        let fault = load("f", &record.replacen(from, &to, 1)).err().unwrap().to_string();
        assert!(fault.contains(wanted) && fault.lines().count() == 1, "{fault:?} should hold {wanted:?}");
    }
    for (from, to, wanted) in [
        ("[Dice \"", "[Dice \"0", "expected 64 lower-case hexadecimal digits"),
        ("[Dice \"", "[Other \"", "no commitment was given"),
        ("{back:", "{back:9", "have been played"),
        ("{back:", "{back:x", "is not a number of entries"),
    ] {
        let fault = load("f", &notation.replacen(from, to, 1)).err().unwrap().to_string();
        assert!(fault.contains(wanted) && fault.lines().count() == 1, "{fault:?} should hold {wanted:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Records with a note and things taken back, mutilated: never a panic, always one line.
    #[test]
    fn mutilated_records_are_refused_in_one_line(seed in 0..6u64, at in any::<prop::sample::Index>(), drop in 0..9usize, put in "[ -~]{0,6}") {
        let game = regretted(seed);
        for mut text in [game.record().unwrap(), game.notation().unwrap()] {
            let at = at.index(text.len());
            let end = (at + drop).min(text.len());
            text.replace_range(at..end, &put);
            if let Err(fault) = load("f", &text) {
                prop_assert!(fault.to_string().lines().count() == 1);
            }
        }
    }
}
