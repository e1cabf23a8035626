//! Finds weights for the planner of Dresden 20 by the cross-entropy method: samples around a guess, keeps the best, narrows.
//!
//! `cargo run --release -p grognard-ai --example tune20 -- SIDE GENERATIONS GAMES PLANS SEED [weight=value…]`
use grognard_ai::napoleonic_20::{Commander, Effort, Weights};
use grognard_ai::{Glimpse, Level, Player, Unhurried, consult, player};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Game, Umpire};
use grognard_napoleonic_20::Campaign;

const NAMES: [(&str, f32, f32); 15] = [
    ("strength", 0.12, 0.08), ("rout", 0.45, 0.3), ("withdrawal", 0.12, 0.15), ("city", 0.9, 0.5), ("both", 2.4, 1.0),
    ("fear", 0.7, 0.3), ("hope", 0.25, 0.2), ("pull", 0.012, 0.012), ("caution", 0.0, 0.2), ("hold", 0.0, 0.4),
    ("duty", 0.3, 0.4), ("dread", 1.5, 1.0), ("sure", 0.6, 0.3), ("foothold", 0.3, 0.2), ("shame", 0.15, 0.2),
];

fn weights(v: &[f32]) -> Weights {
    let mut w = Weights::default();
    for ((n, ..), x) in NAMES.iter().zip(v) { assert!(w.set(n, *x)); }
    w
}

fn game(c: &Campaign, players: &mut [Box<dyn Player<Campaign>>; 2], seed: u64, side: usize) -> f64 {
    let mut dice = SeededDice::new(seed);
    let mut state = c.start(&mut Umpire::silent(&mut dice));
    let mut step = 0;
    loop {
        let seat = match c.decision(&state) {
            Decision::Over(o) => {
                let margin = f64::from(o.points[side] - o.points[1 - side]);
                return o.winner.map_or(0.5, |s| if usize::from(s.0) == side { 1.0 } else { 0.0 }) + 0.01 * margin;
            }
            Decision::Choose { seat, .. } => seat,
        };
        step += 1;
        let glimpse = Glimpse::of(c, &state, seat, step);
        let advice = consult(players[usize::from(seat.0)].as_mut(), &glimpse, &mut Unhurried).unwrap();
        c.play(&mut state, seat, advice.action, &mut Umpire::silent(&mut dice)).unwrap();
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let side = usize::from(args[0] == "Allied");
    let (gens, games, plans, seed): (u64, u64, u32, u64) = (args[1].parse().unwrap(), args[2].parse().unwrap(), args[3].parse().unwrap(), args[4].parse().unwrap());
    let mut mean: Vec<f32> = NAMES.iter().map(|n| n.1).collect();
    let mut sd: Vec<f32> = NAMES.iter().map(|n| n.2).collect();
    let mut enemy = Weights::default();
    for a in &args[5..] {
        let (n, v) = a.split_once('=').unwrap();
        if let Some(n) = n.strip_prefix("enemy.") { enemy.set(n, v.parse().unwrap()); continue; }
        let i = NAMES.iter().position(|x| x.0 == n).unwrap();
        mean[i] = v.parse().unwrap();
    }
    let c = Campaign::new("dresden-20", &[]).unwrap();
    let mut rng = SeededDice::new(seed);
    let mut gauss = move || (0..12).map(|_| rng.below(10_000) as f32 / 10_000.0).sum::<f32>() - 6.0;
    let effort = Effort { moves: plans, slip: 0.0, rehearsals: 0, throws: 3, horizon: 2, sketch: 0, minds: 1, each: 0 };
    let play = |v: &[f32], from: u64, n: u64| -> [f64; 2] {
        let mut sums = [0.0f64; 2];
        for k in 0..n {
            let i = from + k;
            let mine: Box<dyn Player<Campaign>> = Box::new(Commander::new(effort, i).with_weights(weights(v)));
            let kind = (i % 2) as usize;
            let other: Box<dyn Player<Campaign>> = if kind == 0 { player(Level::Greedy, 0) } else { Box::new(Commander::new(effort, i + 77).with_weights(enemy)) };
            let mut players = if side == 0 { [mine, other] } else { [other, mine] };
            sums[kind] += game(&c, &mut players, i, side);
        }
        let half = n as f64 / 2.0;
        [sums[0] / half, sums[1] / half]
    };
    for generation in 0..gens {
        let from = seed * 1_000_000 + generation * games;
        let mut pop: Vec<(f64, Vec<f32>)> = (0..24).map(|k| {
            let v: Vec<f32> = mean.iter().zip(&sd).map(|(m, s)| if k == 0 { *m } else { (m + s * gauss()).max(0.0) }).collect();
            let r = play(&v, from, games);
            (0.6 * r[0] + 0.4 * r[1], v)
        }).collect();
        let first = pop[0].0;
        pop.sort_by(|a, b| b.0.total_cmp(&a.0));
        let elite = &pop[..6];
        for i in 0..mean.len() {
            let m = elite.iter().map(|e| e.1[i]).sum::<f32>() / 6.0;
            let var = elite.iter().map(|e| (e.1[i] - m).powi(2)).sum::<f32>() / 6.0;
            mean[i] = 0.5 * mean[i] + 0.5 * m;
            sd[i] = (0.6 * sd[i] + 0.4 * var.sqrt()).max(0.1 * NAMES[i].2);
        }
        let text: Vec<String> = NAMES.iter().zip(&mean).map(|(n, m)| format!("{}={m:.3}", n.0)).collect();
        println!("gen {generation} mean {first:.3} best {:.3} | {}", pop[0].0, text.join(","));
        if generation % 5 == 4 {
            let r = play(&mean, 900_000_000, 400);
            println!("   check {:.3} greedy {:.3} planner", r[0], r[1]);
        }
    }
}
