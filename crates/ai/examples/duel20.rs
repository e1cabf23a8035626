//! Measures players of Dresden 20 against each other: pairs of games with the same dice and sides swapped.
//!
//! `cargo run --profile quick -p grognard-ai --example duel20 -- GAME A B PAIRS [SEED]`, where a player is a level (`marshal`, `greedy`, …)
//! or `plan:PLANS[,weight=value…]`, where `rehearsals`, `horizon`, `sketch`, `minds`, `each` and `throws` set the effort. With the same level on both sides it tells the balance.

use grognard_ai::napoleonic_20::{Commander, Effort, Weights};
use grognard_ai::{Glimpse, Level, Player, Unhurried, consult, player};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Outcome, Rules, Umpire, Views, Words};
use grognard_napoleonic_20::Campaign;
use grognard_napoleonic_20::state::Side;
use std::time::{Duration, Instant};

#[path = "shared/clock.rs"]
mod clock;
use clock::worked;

fn make(spec: &str, side: Side, seed: u64) -> Box<dyn Player<Campaign>> {
    let Some(rest) = spec.strip_prefix("plan:") else {
        return player(Level::named(spec).unwrap_or_else(|why| panic!("{why}")), seed);
    };
    let mut parts = rest.split(',');
    let moves = parts.next().and_then(|n| n.parse().ok()).expect("a number of plans");
    let mut weights = Weights::of(side);
    let mut effort = Effort { moves, slip: 0.0, rehearsals: 0, throws: 6, horizon: 2, sketch: 120, minds: 7, each: 0 };
    for part in parts {
        let (name, value) = part.split_once('=').expect("weight=value");
        let number = || value.parse::<u32>().expect("a number");
        match name {
            "rehearsals" => effort.rehearsals = number(),
            "horizon" => effort.horizon = number() as u8,
            "sketch" => effort.sketch = number(),
            "minds" => effort.minds = number(),
            "each" => effort.each = number(),
            "throws" => effort.throws = number(),
            _ => assert!(weights.set(name, value.parse().expect("a number")), "no weight {name}"),
        }
    }
    Box::new(Commander::new(effort, seed).with_weights(weights))
}

/// Time of one seat: turns, in all, the slowest.
#[derive(Default, Clone, Copy)]
struct Clocked {
    turns: u32,
    total: Duration,
    slowest: Duration,
}

fn game(
    campaign: &Campaign,
    players: &mut [Box<dyn Player<Campaign>>; 2],
    seed: u64,
    clocks: &mut [Clocked; 2],
) -> (Outcome, u8) {
    let mut dice = SeededDice::new(seed);
    let mut state = campaign.start(&mut Umpire::silent(&mut dice));
    let began = Instant::now();
    let (mut now, mut spent, mut step) = ((0, 0), [Duration::ZERO; 2], 0u64);
    loop {
        let seat = match campaign.decision(&state) {
            Decision::Over(outcome) => return (outcome, state.turn),
            Decision::Choose { seat, .. } => seat,
        };
        if (state.turn, state.phasing as u8) != now {
            now = (state.turn, state.phasing as u8);
            for (clock, spent) in clocks.iter_mut().zip(&mut spent) {
                clock.slowest = clock.slowest.max(*spent);
                clock.total += std::mem::take(spent);
            }
            clocks[state.phasing as usize].turns += 1;
        }
        step += 1;
        assert!(step < 50_000, "the game stalls");
        let i = usize::from(seat.0);
        let start = worked(began);
        let glimpse = Glimpse::of(campaign, &state, seat, step);
        let advice = consult(players[i].as_mut(), &glimpse, &mut Unhurried).expect("somebody decides");
        spent[i] += worked(began).saturating_sub(start);
        let talk = std::env::var_os("DUEL_TALK").is_some();
        if talk {
            let morale = state.morale;
            println!(
                "{:2} {morale:?} {:8} {:24} {}",
                state.turn,
                campaign.seats()[i],
                campaign.write_action(advice.action),
                advice.reason
            );
        }
        let mut events = Vec::new();
        campaign.play(&mut state, seat, advice.action, &mut Umpire::new(&mut dice, &mut events)).expect("advice is legal");
        if talk {
            events.iter().filter_map(|event| campaign.line(event, None)).for_each(|line| println!("      {}", line.text));
        }
    }
}

/// The 95% interval of a share, by Wilson.
fn interval(hits: u32, of: u32) -> (f64, f64) {
    let (n, z) = (f64::from(of), 1.96f64);
    let p = f64::from(hits) / n;
    let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (100.0 * (middle - half), 100.0 * (middle + half))
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, a, b, pairs, rest @ ..] = &args[..] else { panic!("GAME A B PAIRS [SEED]") };
    let campaign = Campaign::new(name, &[]).expect("a game");
    let pairs: u64 = pairs.parse().expect("a number of pairs");
    let seed: u64 = rest.first().map_or(1, |s| s.parse().expect("a seed"));
    // By side of player A: won, drawn, lost. By winner, whoever played: French, Allied, drawn; of these decisive.
    let mut tally = [[0u32; 3]; 2];
    let (mut wins, mut decisive, mut turns) = ([0u32; 3], [0u32; 2], 0u32);
    let mut times = [Clocked::default(); 2];
    for pair in 0..pairs {
        for side in 0..2usize {
            if std::env::var("DUEL_SIDE").is_ok_and(|only| only != campaign.seats()[side]) {
                continue;
            }
            let (own, other) = if side == 0 { (Side::French, Side::Allied) } else { (Side::Allied, Side::French) };
            let (first, second) = (make(a, own, seed * 1_000 + pair), make(b, other, seed * 1_000 + pair + 500_000));
            let mut players = if side == 0 { [first, second] } else { [second, first] };
            let mut clocks = [Clocked::default(); 2];
            let (outcome, last) = game(&campaign, &mut players, seed * 7_919 + pair, &mut clocks);
            turns += u32::from(last);
            match outcome.winner {
                Some(seat) => {
                    wins[usize::from(seat.0)] += 1;
                    decisive[usize::from(seat.0)] += u32::from(outcome.points.contains(&0));
                    tally[side][if usize::from(seat.0) == side { 0 } else { 2 }] += 1;
                }
                None => {
                    wins[2] += 1;
                    tally[side][1] += 1;
                }
            }
            for (who, clock) in [(0, clocks[side]), (1, clocks[1 - side])] {
                times[who].turns += clock.turns;
                times[who].total += clock.total;
                times[who].slowest = times[who].slowest.max(clock.slowest);
            }
            if std::env::var_os("DUEL_GAMES").is_some() {
                println!("pair {pair} A as {}: turn {last}: {}", campaign.seats()[side], outcome.verdict);
            }
        }
    }
    let games: u32 = wins.iter().sum();
    let won = tally[0][0] + tally[1][0];
    let (low, high) = interval(won, games);
    println!(
        "{name}: {a} beats {b} in {won} of {games} games, {:.1}% ({low:.1} to {high:.1})",
        100.0 * f64::from(won) / f64::from(games)
    );
    println!(
        "  A as French {:?}, as Allied {:?} (won, drawn, lost); mean last turn {:.1}",
        tally[0],
        tally[1],
        f64::from(turns) / f64::from(games)
    );
    for (i, who) in ["French", "Allied", "draw"].into_iter().enumerate() {
        let (low, high) = interval(wins[i], games);
        let sudden = decisive.get(i).map_or(String::new(), |n| format!(", {n} decisive"));
        println!(
            "  {who}: {} of {games}, {:.1}% ({low:.1} to {high:.1}){sudden}",
            wins[i],
            100.0 * f64::from(wins[i]) / f64::from(games)
        );
    }
    for (who, name) in [(0, a), (1, b)] {
        let t = &times[who];
        let mean = t.total.as_secs_f64() / f64::from(t.turns.max(1));
        println!("  {name}: {mean:.3} s a side-turn, slowest {:.3} s", t.slowest.as_secs_f64());
    }
}
