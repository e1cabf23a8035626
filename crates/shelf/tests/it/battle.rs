//! The doors of Napoleon's Art of War, tried with text that somebody has spoilt: one line, and never a panic.

use grognard_engine::dice::SeededDice;
use grognard_shelf::*;
use proptest::prelude::*;
use proptest::sample::{Index, select};

const CASE: &str = r#"case 5.1 9.0 "A little of everything"
game eylau
map 12x12
terrain woods 0603 0703
terrain town 0504
hexside stream 0504-0505
slope 0505-0604
road 0509 0508 0507
road edge 0102 0101
entry A 0105 road
objective 0505
turn 5
option weather on
phase French combat
unit F1 i8-4 @0505 division Des
unit F2 a5-3 @0506 division Des moved
unit F3 c4-5 due A4
unit A1 i5-4 @0504 division Sam
unit A2 i5-4 @0404 nation Prussian
unit A9 i5-4 lost
fresh French Des 3
control 0505 French
guard-attacked
do ready
dice 4 6
do attack A1 A2 with F1
expect decision Allied 6.4
"#;

const WORDS: &str = "map 12x12 eylau terrain woods town lake hexside stream river bridge slope road edge entry objective turn night phase \
                     French Allied movement combat option weather on off unit F1 A1 i8-4 c4-5 a5-3 g0-0 i255-255 @0505 @9999 due A4 Z9 \
                     lost division Sam Gd nation Russian moved fought used fresh opening control guard-attacked side 0504 0505 0504-0505 99x99 \
                     0x0 13 0 -1 255 256 65536 \"\" pick go step move attack declare with shift lower join target roll end halt hold ready \
                     Mur1 Tut1 1213 1313 retreat advance back perish yield destroy lose";

/// A text with a few characters changed, words swapped for others, pieces cut out.
fn spoil(text: &str, edits: &[(u8, Index, Index, char, &str)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (kind, a, b, c, word) in edits {
        if letters.is_empty() {
            break;
        }
        let (at, other) = (a.index(letters.len()), b.index(letters.len()));
        match kind {
            0 => letters[at] = *c,
            1 => letters.swap(at, other),
            2 => drop(letters.drain(at..(at + 1 + other % 8).min(letters.len()))),
            _ => {
                let start = letters[..at].iter().rposition(|c| c.is_whitespace()).map_or(0, |i| i + 1);
                let end = letters[at..].iter().position(|c| c.is_whitespace()).map_or(letters.len(), |i| at + i);
                letters.splice(start..end.max(start), word.chars());
            }
        }
    }
    letters.into_iter().collect()
}

fn edits() -> impl Strategy<Value = Vec<(u8, Index, Index, char, &'static str)>> {
    let letter =
        prop_oneof![prop::char::range(' ', '~'), select(&['0', '1', '9', '-', ',', '/', ':', '\n', '+'][..]), any::<char>()];
    let words: Vec<&'static str> = WORDS.split_whitespace().collect();
    prop::collection::vec((0..5u8, any::<Index>(), any::<Index>(), letter, select(words)), 1..6)
}

/// A game of Eylau after so many random actions.
fn eylau(seed: u64, actions: usize) -> Box<dyn Match> {
    let mut dice = SeededDice::new(seed);
    let mut game = open("eylau", &[], &mut dice).unwrap();
    for _ in 0..actions {
        let Ok(pending) = game.pending() else { break };
        let options = game.actions();
        let text = options[dice.below(options.len() as u32) as usize].clone();
        game.submit(&pending.seat, &text, &mut dice).unwrap();
    }
    game
}

/// Whatever a position claims, whoever accepted it must be able to show it and to play on.
fn usable(game: &mut Box<dyn Match>) {
    let mut dice = SeededDice::new(1);
    for _ in 0..12 {
        let _ = (game.board(None), game.forecast(None));
        let Ok(pending) = game.pending() else { return };
        let options = game.actions();
        assert!(!options.is_empty(), "a dead end: {}", game.position());
        let text = options[dice.below(options.len() as u32) as usize].clone();
        game.submit(&pending.seat, &text, &mut dice).unwrap();
    }
}

#[test]
fn the_case_is_sound() {
    let report = try_case("t.case", CASE).unwrap();
    assert!(report.passed, "{:?}", report.failures());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn a_spoilt_case_file_is_answered(edits in edits()) {
        match try_case("t.case", &spoil(CASE, &edits)) {
            Err(why) => prop_assert_eq!(why.to_string().lines().count(), 1),
            Ok(report) => prop_assert!(report.failures().iter().all(|line| line.lines().count() == 1)),
        }
    }

    #[test]
    fn a_spoilt_position_is_answered(seed in 0..40u64, actions in 0..200usize, edits in edits()) {
        match load("p", &spoil(&eylau(seed, actions).position(), &edits)) {
            Err(why) => prop_assert_eq!(why.to_string().lines().count(), 1),
            Ok(mut game) => usable(&mut game),
        }
    }

    #[test]
    fn any_command_is_answered(
        seed in 0..20u64,
        actions in 0..200usize,
        words in prop::collection::vec(select(WORDS.split_whitespace().collect::<Vec<_>>()), 1..7),
    ) {
        let mut game = eylau(seed, actions);
        let text = words.join(" ");
        let before = game.position();
        let would = game.why(&text).is_ok();
        prop_assert_eq!(&game.position(), &before);
        if let Err(rejection) = game.command(&text, &mut SeededDice::new(seed)) {
            prop_assert_eq!(rejection.line.lines().count(), 1);
            prop_assert!(!would || game.played() > 0);
        }
    }
}
