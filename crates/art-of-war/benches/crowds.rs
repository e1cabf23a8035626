//! The worst positions we could build for retreats and forecasts: how long a list of retreats takes, and a forecast.
//!
//! The positions lie in `benches/crowds/`, one case file each: the attack that is declared, and its die. Every moment of the
//! retreat is listed, in each of some ways to go on. The limits are those of `docs/performance.md`: 5 ms and 50 ms.

use grognard_art_of_war::state::Frame;
use grognard_art_of_war::{Battle, State};
use grognard_engine::cases::CaseGame;
use grognard_engine::dice::{ScriptedDice, SeededDice};
use grognard_engine::{Decision, Rules, Umpire, Views};
use grognard_testkit::casefile::{StepKind, TestCase, parse};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often a retreat is followed to its end, each time in another way.
const TIMES: u64 = 40;

fn main() {
    // `cargo test --benches` passes `--test`: there is nothing to test here.
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/crowds");
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let (mut slowest_list, mut slowest_forecast) = (Duration::ZERO, Duration::ZERO);
    for path in files {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("the file");
        for case in &parse(&name, &text).expect("a case file").cases {
            let (list, forecast) = measure(&name, case);
            println!("{name}:{} {}: list {list:.2?}, forecast {forecast:.2?}", case.line, case.title);
            slowest_list = slowest_list.max(list);
            slowest_forecast = slowest_forecast.max(forecast);
        }
    }
    println!("crowds: slowest list {slowest_list:.2?} (limit 5 ms), slowest forecast {slowest_forecast:.2?} (limit 50 ms)");
}

/// The best of several times, so that a busy machine does not count.
fn best(mut deed: impl FnMut()) -> Duration {
    let once = |deed: &mut dyn FnMut()| {
        let begun = Instant::now();
        deed();
        begun.elapsed()
    };
    (0..5).map(|_| once(&mut deed)).min().unwrap_or_default()
}

/// Plays the commands of a case; then the slowest list of its retreat, and its forecast.
fn measure(name: &str, case: &TestCase) -> (Duration, Duration) {
    let (battle, mut state) = Battle::set_up(name, &case.setup).expect("a position");
    let mut faces = Vec::new();
    let mut forecast = Duration::ZERO;
    for step in &case.steps {
        match &step.kind {
            StepKind::Dice(dice) => faces.extend_from_slice(dice),
            StepKind::Do(command) => {
                let mut dice = ScriptedDice::new(&faces);
                for action in battle.read_command(&state, command).expect("a command") {
                    battle.check(&state, action).expect("a legal action");
                    battle.apply(&mut state, action, &mut Umpire::silent(&mut dice));
                    if state.frame == Frame::Declare {
                        forecast = forecast.max(best(|| {
                            std::hint::black_box(battle.forecast(&state, None));
                        }));
                    }
                }
            }
            _ => {}
        }
    }
    let mut slowest = Duration::ZERO;
    for seed in 0..TIMES {
        slowest = slowest.max(retreat(&battle, state, seed));
    }
    (slowest, forecast)
}

/// Follows a retreat to its end at random; the slowest of its lists.
fn retreat(battle: &Battle, mut state: State, seed: u64) -> Duration {
    let mut picks = SeededDice::new(seed);
    let mut slowest = Duration::ZERO;
    let mut options = Vec::new();
    while matches!(state.frame, Frame::Retreat(_) | Frame::Displace { .. }) {
        slowest = slowest.max(best(|| battle.legal_actions(&state, &mut options)));
        let Decision::Choose { .. } = battle.decision(&state) else { break };
        let action = options[picks.below(options.len() as u32) as usize];
        battle.apply(&mut state, action, &mut Umpire::silent(&mut ScriptedDice::new(&[])));
    }
    slowest
}
