//! Measures players against each other: pairs of games with the same dice and sides swapped.
//!
//! `cargo run --release -p grognard-ai --example duel -- GAME A B PAIRS [SEED]`, where a player is a level (`marshal`, `greedy`, …) or
//! `plan:EVALUATIONS[,weight=value…]`.

use grognard_ai::art_of_war::{Effort, Strategist, Weights};
use grognard_ai::{Glimpse, Level, Player, Unhurried, consult, player};
use grognard_art_of_war::{Battle, Side};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Outcome, Rules, Umpire, Words};
use std::time::{Duration, Instant};

#[path = "shared/clock.rs"]
mod clock;
use clock::worked;

fn make(spec: &str, battle: &Battle, side: Side, seed: u64) -> Box<dyn Player<Battle>> {
    let Some(rest) = spec.strip_prefix("plan:") else {
        return player(Level::named(spec).unwrap_or_else(|why| panic!("{why}")), seed);
    };
    let mut parts = rest.split(',');
    let moves = parts.next().and_then(|n| n.parse().ok()).expect("a number of evaluations");
    let mut effort = Effort::of(moves);
    let mut weights = Weights::of_side(battle.title(), side);
    for part in parts {
        let (name, value) = part.split_once('=').expect("weight=value");
        let value: f32 = value.parse().expect("a number");
        if name == "slip" {
            effort.slip = value;
        } else {
            assert!(weights.set(name, value), "no weight {name}");
        }
    }
    Box::new(Strategist::new(effort, seed).with_weights(weights))
}

#[derive(Default, Clone)]
struct Clocked {
    turns: u32,
    total: Duration,
    slowest: Duration,
}

/// One game: how it ended, and the time of each seat.
fn game(battle: &Battle, players: &mut [Box<dyn Player<Battle>>; 2], seed: u64, times: &mut [Clocked; 2]) -> Outcome {
    let mut dice = SeededDice::new(seed);
    let mut state = battle.start(&mut Umpire::silent(&mut dice));
    let mut current = (0u8, Side::French);
    let mut spent = [Duration::ZERO; 2];
    let mut step = 0u64;
    let began = Instant::now();
    loop {
        let seat = match battle.decision(&state) {
            Decision::Over(outcome) => return outcome,
            Decision::Choose { seat, .. } => seat,
        };
        if (state.turn, state.phasing) != current {
            current = (state.turn, state.phasing);
            for (clock, spent) in times.iter_mut().zip(&mut spent) {
                clock.slowest = clock.slowest.max(*spent);
                clock.total += *spent;
                *spent = Duration::ZERO;
            }
            times[state.phasing as usize].turns += 1;
        }
        step += 1;
        assert!(step < 50_000, "the game stalls");
        let i = usize::from(seat.0);
        let start = worked(began);
        let glimpse = Glimpse::of(battle, &state, seat, step);
        let advice = consult(players[i].as_mut(), &glimpse, &mut Unhurried).expect("somebody decides");
        let took = worked(began).saturating_sub(start);
        spent[i] += took;
        if took > Duration::from_secs(2) && std::env::var_os("DUEL_SLOW").is_some() {
            println!("{took:?} for {} in {}", battle.write_action(advice.action), battle.write_position(&state));
        }
        if std::env::var_os("DUEL_TALK").is_some() {
            println!("{:2} {:8} {:24} {}", state.turn, battle.seats()[i], battle.write_action(advice.action), advice.reason);
        }
        let (start, before) = (Instant::now(), state);
        battle.play(&mut state, seat, advice.action, &mut Umpire::silent(&mut dice)).expect("advice is legal");
        if start.elapsed() > Duration::from_secs(1) && std::env::var_os("DUEL_SLOW").is_some() {
            println!(
                "the rules took {:?} for {} in {}",
                start.elapsed(),
                battle.write_action(advice.action),
                battle.write_position(&before)
            );
        }
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, a, b, pairs, rest @ ..] = &args[..] else { panic!("GAME A B PAIRS [SEED]") };
    let battle = Battle::new(name, &[]).expect("a game");
    let pairs: u64 = pairs.parse().expect("a number of pairs");
    let seed: u64 = rest.first().map_or(1, |s| s.parse().expect("a seed"));
    // By side of player A: wins, draws, losses, sum of margins.
    let mut tally = [[0i64; 4]; 2];
    let mut times = [[Clocked::default(), Clocked::default()], [Clocked::default(), Clocked::default()]];
    for pair in 0..pairs {
        for side in 0..2usize {
            let first = make(a, &battle, Side::BOTH[side], seed * 1_000 + pair);
            let second = make(b, &battle, Side::BOTH[1 - side], seed * 1_000 + pair + 500_000);
            let mut players = if side == 0 { [first, second] } else { [second, first] };
            let mut clocks = [Clocked::default(), Clocked::default()];
            let outcome = game(&battle, &mut players, seed * 7_919 + pair, &mut clocks);
            let margin = i64::from(outcome.points[side] - outcome.points[1 - side]);
            let row = &mut tally[side];
            match outcome.winner {
                Some(seat) if usize::from(seat.0) == side => row[0] += 1,
                None => row[1] += 1,
                Some(_) => row[2] += 1,
            }
            row[3] += margin;
            for (who, clock) in [(0, &clocks[side]), (1, &clocks[1 - side])] {
                times[who][0].turns += clock.turns;
                times[who][0].total += clock.total;
                times[who][0].slowest = times[who][0].slowest.max(clock.slowest);
            }
            if std::env::var_os("DUEL_GAMES").is_some() {
                println!("pair {pair} A as {}: {}", battle.seats()[side], outcome.verdict);
            }
        }
    }
    let wins: i64 = tally[0][0] + tally[1][0];
    let draws: i64 = tally[0][1] + tally[1][1];
    let games = 2 * pairs as i64;
    println!(
        "{name}: {a} beats {b} in {wins} of {games} ({:.1}%), draws {draws}; as French {:?}, as Allied {:?} (won, drawn, lost, mean margin {:.1} / {:.1})",
        100.0 * wins as f64 / games as f64,
        &tally[0][..3],
        &tally[1][..3],
        tally[0][3] as f64 / pairs as f64,
        tally[1][3] as f64 / pairs as f64,
    );
    for (who, name) in [(0, a), (1, b)] {
        let t = &times[who][0];
        let mean = t.total.as_secs_f64() / f64::from(t.turns.max(1));
        println!("  {name}: {mean:.3} s a side-turn, slowest {:.3} s", t.slowest.as_secs_f64());
    }
}
