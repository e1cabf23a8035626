//! What players give away in small positions that are solved exactly: `cargo run --profile quick -p grognard-ai --example regret -- GAME POSITIONS SEED
//! PLAYER…`, where a player is a level or `plan:EVALUATIONS`.

use grognard_ai::art_of_war::puzzles::{LARGEST, draw, end, solver_side};
use grognard_ai::art_of_war::{Effort, Strategist};
use grognard_ai::planner;
use grognard_ai::regret::{Solver, Tally};
use grognard_ai::{Level, Player, player};
use grognard_art_of_war::{Battle, State};

/// Plays of each position.
const PLAYS: u64 = 3;

fn make(spec: &str, seed: u64) -> Box<dyn Player<Battle>> {
    let number = |text: &str| text.parse().expect("a number");
    match spec.split_once(':') {
        Some(("plan", text)) => Box::new(Strategist::new(Effort::of(number(text)), seed)),
        Some(("any", text)) => planner::player(planner::Effort::of(u64::from(number(text))), seed),
        _ => player(Level::named(spec).unwrap_or_else(|why| panic!("{why}")), seed),
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, count, seed, players @ ..] = &args[..] else { panic!("GAME POSITIONS SEED PLAYER…") };
    let battle = Battle::new(name, &[]).expect("a game");
    let seed: u64 = seed.parse().expect("a seed");
    let puzzles = draw(&battle, count.parse().expect("a number of positions"), seed, LARGEST);
    let having = |what: fn(&grognard_ai::art_of_war::puzzles::Puzzle) -> bool| puzzles.iter().filter(|one| what(one)).count();
    println!(
        "{name}: {} positions, {} with guns that can fire from afar, {} with stacks, {} with several duties",
        puzzles.len(),
        having(|one| one.guns),
        having(|one| one.stacks),
        having(|one| one.duties)
    );
    let finish = |state: &State| end(&battle, state);
    let mut tallies = vec![Tally::default(); players.len()];
    let mut size = 0;
    for (i, one) in puzzles.iter().enumerate() {
        let mut solver = Solver::new(&battle, solver_side(&battle).seat(), &finish, 2 * LARGEST);
        for (spec, tally) in players.iter().zip(&mut tallies) {
            for play in 0..PLAYS {
                let mut player = make(spec, seed + i as u64);
                if let Some(lost) = solver.regret(&one.state, player.as_mut(), seed * 100 + play) {
                    tally.add(lost, one.stake);
                }
            }
        }
        size += solver.size();
        if std::env::var_os("REGRET_EACH").is_some() {
            println!("position {i}: stake {:.2}, {} positions within", one.stake, solver.size());
        }
    }
    println!("  {} positions within each on average", size / puzzles.len().max(1));
    for (spec, tally) in players.iter().zip(&tallies) {
        let (mean, error) = tally.mean();
        println!(
            "  {spec}: gives away {:.2}% ± {:.2} of what is at stake, {:.3} points a play, {} plays",
            100.0 * mean,
            100.0 * error,
            tally.lost / f64::from(tally.plays.max(1)),
            tally.plays
        );
    }
}
