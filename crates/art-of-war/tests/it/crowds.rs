//! The positions of the bench `crowds` can be set up and played, and every retreat and forecast in them is no more work than it may be.

use grognard_art_of_war::Battle;
use grognard_art_of_war::forecast::MOST_WORK;
use grognard_art_of_war::retreat::MOST_LOOKS;
use grognard_art_of_war::state::Frame;
use grognard_engine::cases::CaseGame;
use grognard_engine::dice::{ScriptedDice, SeededDice};
use grognard_engine::{Rules, Umpire, Views, Words};
use grognard_testkit::casefile::{StepKind, parse};
use std::fs;
use std::path::Path;

#[test]
fn the_worst_crowds_are_listed_and_forecast() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/crowds");
    let files = crate::files::files(&folder, "case");
    assert!(!files.is_empty());
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for case in &parse(&name, &fs::read_to_string(&path).unwrap()).unwrap().cases {
            let (battle, mut state) = Battle::set_up(&name, &case.setup).unwrap();
            let mut faces = Vec::new();
            let mut forecasts = 0;
            for step in &case.steps {
                match &step.kind {
                    StepKind::Dice(dice) => faces.extend_from_slice(dice),
                    StepKind::Do(command) => {
                        let mut dice = ScriptedDice::new(&faces);
                        for action in battle.read_command(&state, command).unwrap() {
                            battle.check(&state, action).unwrap();
                            battle.apply(&mut state, action, &mut Umpire::silent(&mut dice));
                            forecasts += u32::from(battle.forecast(&state, None).is_some());
                            let looks = battle.forecast_work(&state);
                            assert!(looks <= MOST_WORK, "{name} {}: {looks} looks", case.title);
                        }
                    }
                    _ => panic!("{name}: {step:?}"),
                }
            }
            assert!(forecasts > 0, "{name}: no attack is declared");
            let mut picks = SeededDice::new(1);
            let mut options = Vec::new();
            while matches!(state.frame, Frame::Retreat(_) | Frame::Displace { .. }) {
                let looks = battle.retreat_work(&state);
                assert!(looks <= MOST_LOOKS, "{name} {}: {looks} looks", case.title);
                battle.legal_actions(&state, &mut options);
                assert!(!options.is_empty(), "{name}: {}", battle.write_position(&state));
                let action = options[picks.below(options.len() as u32) as usize];
                battle.apply(&mut state, action, &mut Umpire::silent(&mut ScriptedDice::new(&[])));
            }
        }
    }
}
