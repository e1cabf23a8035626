//! How long a side-turn takes with so many units a side in contact: two armies in three ranks on open ground, face to face.
//!
//! `cargo run --release -p grognard-ai --example contact -- EVALUATIONS UNITS…` prints a line of JSON for each number of units: seconds of
//! processor time for a side-turn, the mean over both sides and some seeds.

use grognard_ai::art_of_war::{Effort, Greedy, Strategist};
use grognard_ai::{Glimpse, Player, Unhurried, consult};
use grognard_art_of_war::scenario::Scenario;
use grognard_art_of_war::title::Title;
use grognard_art_of_war::{Battle, Options, Side};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Rules, Seat, Umpire};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

#[path = "shared/clock.rs"]
mod clock;
use clock::worked;

/// Units of a rank.
const RANK: usize = 16;
/// Side-turns measured for each side.
const SEEDS: u64 = 5;
/// Any turn of the day on which no special rule holds.
const TURN: u8 = 6;

/// Open ground with so many units a side, rank behind rank, the first ranks next to each other.
fn field(units: usize) -> Battle {
    let map = "[map]\nid = \"contact\"\ntitle = \"Contact\"\ncolumns = 32\nrows = 32\nnumbering = \"CCRR\"\ngrid = \"flat-top\"\neven_columns = \"down\"\n";
    let mut rows = "tag\tside\tarmy\tformation\tname\ttype\tstrength\tmovement\tstart\n".to_owned();
    for i in 0..units {
        let (column, rank) = (9 + i % RANK, i / RANK);
        let (arm, strength, movement) = [("i", 6, 4), ("i", 4, 4), ("c", 3, 6)][i % 3];
        let row = [("F", "French", 16 - rank), ("A", "Allied", 17 + rank)];
        for (letter, side, row) in row {
            let division = i / 4;
            writeln!(
                rows,
                "{letter}{division}/{i}\t{side}\t{side}\t{letter}{division}\t{letter}{division}\t{arm}\t{strength}\t{movement}\t{column:02}{row:02}"
            )
            .expect("text");
        }
    }
    let mut turns = "turn\tclock\tdate\tnight\treinforcements\n".to_owned();
    for turn in 1..=12 {
        writeln!(turns, "{turn}\t{turn:02}00\t1807-02-08\tno\t-").expect("text");
    }
    let scenario = Scenario::read(Title::Eylau, "contact", ("map.toml", map), ("units.tsv", &rows), ("turns.tsv", &turns))
        .expect("a scenario");
    Battle::with(scenario, Options::default()).expect("a battle")
}

/// One side-turn; the other side decides what it has to by the yardstick, whose time does not count.
fn side_turn(battle: &Battle, side: Side, evaluations: u32, seed: u64) -> Duration {
    let mut dice = SeededDice::new(seed);
    let mut state = battle.opening();
    state.turn = TURN;
    state.phasing = side;
    let (mut ours, mut theirs) = (Strategist::new(Effort::of(evaluations), seed), Greedy::new());
    let (mut spent, began) = (Duration::ZERO, Instant::now());
    while state.phasing == side && state.turn == TURN {
        let Decision::Choose { seat, .. } = battle.decision(&state) else { break };
        let mine = seat == Seat(side as u8);
        let player: &mut dyn Player<Battle> = if mine { &mut ours } else { &mut theirs };
        let start = worked(began);
        let advice = consult(player, &Glimpse::of(battle, &state, seat, 0), &mut Unhurried).expect("somebody decides");
        if mine {
            spent += worked(began).saturating_sub(start);
        }
        battle.play(&mut state, seat, advice.action, &mut Umpire::silent(&mut dice)).expect("advice is legal");
    }
    spent
}

fn main() {
    let args: Vec<u32> = std::env::args().skip(1).map(|n| n.parse().expect("EVALUATIONS UNITS…, all numbers")).collect();
    let [evaluations, sizes @ ..] = &args[..] else { panic!("EVALUATIONS UNITS…") };
    for &units in sizes {
        let battle = field(units as usize);
        let all =
            (0..SEEDS).flat_map(|seed| [Side::French, Side::Allied].map(|side| side_turn(&battle, side, *evaluations, seed)));
        let total: Duration = all.sum();
        let seconds = total.as_secs_f64() / (2 * SEEDS) as f64;
        println!("{{\"units\": {units}, \"evaluations\": {evaluations}, \"seconds\": {seconds:.6}}}");
    }
}
