//! The worst positions we could build for retreats and forecasts: how long a list of retreats takes, and a forecast.
//!
//! The positions lie in `benches/crowds/`, one case file each: the attack that is declared, and its die. Every moment of the
//! retreat is listed, in each of some ways to go on. The limits are those of `docs/performance.md`: 5 ms and 50 ms; the bench fails if one
//! is exceeded. It also says what a look at a hex takes, in which tests count the work.

use grognard_art_of_war::state::Frame;
use grognard_art_of_war::{Battle, State};
use grognard_engine::cases::CaseGame;
use grognard_engine::dice::{ScriptedDice, SeededDice};
use grognard_engine::{Decision, Rules, Umpire, Views};
use grognard_testkit::casefile::{StepKind, TestCase, parse};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The limits of `docs/performance.md`.
const LIST: Duration = Duration::from_millis(5);
const FORECAST: Duration = Duration::from_millis(50);
/// Work below which the time of a single look says nothing.
const MUCH: u32 = 5_000;

/// How often a retreat is followed to its end, each time in another way.
const TIMES: u64 = 40;

fn main() -> ExitCode {
    // `cargo test --benches` passes `--test`: there is nothing to test here.
    if std::env::args().any(|a| a == "--test") {
        return ExitCode::SUCCESS;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/crowds");
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let (mut slowest_list, mut slowest_forecast) = (Measured::default(), Measured::default());
    for path in files {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("the file");
        for case in &parse(&name, &text).expect("a case file").cases {
            let (list, forecast) = measure(&name, case);
            println!("{name}:{} {}: list {list}, forecast {forecast}", case.line, case.title);
            slowest_list.join(list);
            slowest_forecast.join(forecast);
        }
    }
    println!("crowds: slowest list {slowest_list} (limit 5 ms), slowest forecast {slowest_forecast} (limit 50 ms)");
    if slowest_list.time <= LIST && slowest_forecast.time <= FORECAST {
        return ExitCode::SUCCESS;
    }
    eprintln!("crowds: a limit is exceeded");
    ExitCode::FAILURE
}

/// The slowest of some, the most work, and the longest that a look took where there was much work.
#[derive(Clone, Copy, Default)]
struct Measured {
    time: Duration,
    looks: u32,
    look: Duration,
}

impl Measured {
    fn one(time: Duration, looks: u32) -> Self {
        Self { time, looks, look: if looks < MUCH { Duration::ZERO } else { time / looks } }
    }

    fn join(&mut self, other: Self) {
        *self = Self { time: self.time.max(other.time), looks: self.looks.max(other.looks), look: self.look.max(other.look) };
    }
}

impl std::fmt::Display for Measured {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.2?} ({} looks", self.time, self.looks)?;
        if self.look > Duration::ZERO { write!(f, " of {:.0?})", self.look) } else { write!(f, ")") }
    }
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
fn measure(name: &str, case: &TestCase) -> (Measured, Measured) {
    let (battle, mut state) = Battle::set_up(name, &case.setup).expect("a position");
    let mut faces = Vec::new();
    let mut forecast = Measured::default();
    for step in &case.steps {
        match &step.kind {
            StepKind::Dice(dice) => faces.extend_from_slice(dice),
            StepKind::Do(command) => {
                let mut dice = ScriptedDice::new(&faces);
                for action in battle.read_command(&state, command).expect("a command") {
                    battle.check(&state, action).expect("a legal action");
                    battle.apply(&mut state, action, &mut Umpire::silent(&mut dice));
                    if state.frame == Frame::Declare {
                        let time = best(|| {
                            std::hint::black_box(battle.forecast(&state, None));
                        });
                        forecast.join(Measured::one(time, battle.forecast_work(&state)));
                    }
                }
            }
            _ => {}
        }
    }
    let mut slowest = Measured::default();
    for seed in 0..TIMES {
        slowest.join(retreat(&battle, state, seed));
    }
    (slowest, forecast)
}

/// Follows a retreat to its end at random; the slowest of its lists.
fn retreat(battle: &Battle, mut state: State, seed: u64) -> Measured {
    let mut picks = SeededDice::new(seed);
    let mut slowest = Measured::default();
    let mut options = Vec::new();
    while matches!(state.frame, Frame::Retreat(_) | Frame::Displace { .. }) {
        let time = best(|| battle.legal_actions(&state, &mut options));
        slowest.join(Measured::one(time, battle.retreat_work(&state)));
        let Decision::Choose { .. } = battle.decision(&state) else { break };
        let action = options[picks.below(options.len() as u32) as usize];
        battle.apply(&mut state, action, &mut Umpire::silent(&mut ScriptedDice::new(&[])));
    }
    slowest
}
