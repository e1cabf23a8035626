//! What the measuring programs of both rulebooks share: pairs of games with the same dice and sides swapped, each side-turn timed.

use super::clock::worked;
use grognard_ai::planner::{Effort, read_weights};
use grognard_ai::{Glimpse, Level, Player, Unhurried, consult, player};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Game, Outcome, Umpire};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The planner for any game by `any:WORK[,name=value…]`; `weights=FILE` reads weights.
pub fn any<G: Game>(spec: &str, game: &G, seed: u64) -> Box<dyn Player<G>> {
    let mut parts = spec.split(',');
    let mut effort = Effort::of(parts.next().and_then(|n| n.parse().ok()).expect("a number after any:"));
    let (mut changes, mut weights) = (Vec::new(), None);
    for (name, value) in parts.map(|part| part.split_once('=').expect("name=value")) {
        if name == "weights" {
            let text = std::fs::read_to_string(value).expect("a file of weights");
            let hooks = grognard_ai::planner::hooks::<G>();
            weights = Some(read_weights(&text, game, hooks.as_ref()).unwrap_or_else(|why| panic!("{why}")));
            continue;
        }
        let number: f32 = value.parse().expect("a number");
        match name {
            "breadth" => effort.breadth = number as usize,
            "horizon" => effort.horizon = number as u16,
            "worlds" => effort.worlds = number as usize,
            "haste" => effort.haste = number as u32,
            _ => changes.push((name, number)),
        }
    }
    // Numbers of a temper are named with its place before them: `0bold=1.2`.
    let change = |tempers: &mut grognard_ai::planner::Tempers| {
        for &(name, number) in &changes {
            let place = name.chars().next().and_then(|c| c.to_digit(10)).expect("a temper's number");
            assert!(tempers[place as usize].set(&name[1..], number), "no setting {name}");
        }
    };
    grognard_ai::planner::player_with(effort, seed, change, weights)
}

/// A player by its level, by `any:WORK[,name=value…]`, by `lapses:NUMBER` for one who is careless in so many turns of a hundred, which `wavering` makes, or by
/// `plan:NUMBER[,name=value…]`, which `planner` makes.
pub fn make<G: Game>(
    spec: &str,
    game: &G,
    seed: u64,
    wavering: fn(u32, u64) -> Box<dyn Player<G>>,
    planner: impl Fn(u32, &mut dyn Iterator<Item = (&str, &str)>) -> Box<dyn Player<G>>,
) -> Box<dyn Player<G>> {
    if let Some(rest) = spec.strip_prefix("any:") {
        return any(rest, game, seed);
    }
    if let Some(rest) = spec.strip_prefix("lapses:") {
        return wavering(rest.parse().expect("a number after lapses:"), seed);
    }
    let Some(rest) = spec.strip_prefix("plan:") else {
        return player(Level::named(spec).unwrap_or_else(|why| panic!("{why}")), seed);
    };
    let mut parts = rest.split(',');
    let number = parts.next().and_then(|n| n.parse().ok()).expect("a number after plan:");
    planner(number, &mut parts.map(|part| part.split_once('=').expect("name=value")))
}

/// Time of one player: turns, in all, the slowest.
#[derive(Default, Clone, Copy)]
struct Clocked {
    turns: u32,
    total: Duration,
    slowest: Duration,
}

/// One game: how it ended, and its last turn. `turn` tells turn and phasing seat of a position.
fn game<G: Game>(
    game: &G,
    players: &mut [Box<dyn Player<G>>; 2],
    seed: u64,
    turn: fn(&G::State) -> (u8, u8),
    clocks: &mut [Clocked; 2],
) -> (Outcome, u8) {
    let says = |name: &str| std::env::var_os(name).is_some();
    let mut dice = SeededDice::new(seed);
    let mut state = game.start(&mut Umpire::silent(&mut dice));
    let (mut now, mut spent, mut step) = ((0, 0), [Duration::ZERO; 2], 0u64);
    let began = Instant::now();
    loop {
        let seat = match game.decision(&state) {
            Decision::Over(outcome) => return (outcome, turn(&state).0),
            Decision::Choose { seat, .. } => seat,
        };
        if turn(&state) != now {
            now = turn(&state);
            for (clock, spent) in clocks.iter_mut().zip(&mut spent) {
                clock.slowest = clock.slowest.max(*spent);
                clock.total += std::mem::take(spent);
            }
            clocks[usize::from(now.1)].turns += 1;
        }
        step += 1;
        assert!(step < 50_000, "the game stalls");
        let i = usize::from(seat.0);
        let start = worked(began);
        let glimpse = Glimpse::of(game, &state, seat, step);
        let advice = consult(players[i].as_mut(), &glimpse, &mut Unhurried).expect("somebody decides");
        let took = worked(began).saturating_sub(start);
        spent[i] += took;
        let words = || game.write_action(advice.action);
        if took > Duration::from_secs(2) && says("DUEL_SLOW") {
            println!("{took:?} for {} in {}", words(), game.write_position(&state));
        }
        if says("DUEL_TALK") {
            println!("{:2} {:?} {:8} {:24} {}", now.0, game.standing(&state), game.seats()[i], words(), advice.reason);
        }
        let (start, before) = (Instant::now(), state.clone());
        let mut events = Vec::new();
        game.play(&mut state, seat, advice.action, &mut Umpire::new(&mut dice, &mut events)).expect("advice is legal");
        if start.elapsed() > Duration::from_secs(1) && says("DUEL_SLOW") {
            println!("the rules took {:?} for {} in {}", start.elapsed(), words(), game.write_position(&before));
        }
        if says("DUEL_TALK") {
            events.iter().filter_map(|event| game.line(event, None)).for_each(|line| println!("      {}", line.text));
        }
    }
}

/// The 95% interval of a share, by Wilson.
fn interval(hits: u32, of: u32) -> String {
    let (n, z) = (f64::from(of), 1.96f64);
    let p = f64::from(hits) / n;
    let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    format!("{hits} of {of}, {:.1}% ({:.1} to {:.1})", 100.0 * p, 100.0 * (middle - half), 100.0 * (middle + half))
}

/// Reads `GAME A B PAIRS [SEED]`, plays, and prints who won how often, as which side, by how much, and how long it took.
pub fn run<G: Game>(
    open: impl Fn(&str) -> G,
    make: impl Fn(&str, &G, usize, u64) -> Box<dyn Player<G>>,
    turn: fn(&G::State) -> (u8, u8),
) {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, a, b, pairs, rest @ ..] = &args[..] else { panic!("GAME A B PAIRS [SEED]") };
    let rules = open(name);
    let pairs: u64 = pairs.parse().expect("a number of pairs");
    let seed: u64 = rest.first().map_or(1, |s| s.parse().expect("a seed"));
    // By side of player A: won, drawn, lost, and the sum of margins. By winner, whoever played: first seat, second seat, nobody.
    let (mut tally, mut margins, mut wins, mut turns) = ([[0u32; 3]; 2], [0i64; 2], [0u32; 3], 0u32);
    let (mut times, mut verdicts) = ([Clocked::default(); 2], BTreeMap::<String, u32>::new());
    for (pair, side) in (0..pairs).flat_map(|pair| [(pair, 0usize), (pair, 1)]) {
        if std::env::var("DUEL_SIDE").is_ok_and(|only| only != rules.seats()[side]) {
            continue;
        }
        let first = make(a, &rules, side, seed * 1_000 + pair);
        let second = make(b, &rules, 1 - side, seed * 1_000 + pair + 500_000);
        let mut players = if side == 0 { [first, second] } else { [second, first] };
        let mut clocks = [Clocked::default(); 2];
        let (outcome, last) = game(&rules, &mut players, seed * 7_919 + pair, turn, &mut clocks);
        let winner = outcome.winner.map(|seat| usize::from(seat.0));
        wins[winner.unwrap_or(2)] += 1;
        tally[side][winner.map_or(1, |winner| if winner == side { 0 } else { 2 })] += 1;
        margins[side] += i64::from(outcome.points[side] - outcome.points[1 - side]);
        turns += u32::from(last);
        *verdicts.entry(outcome.verdict.clone()).or_default() += 1;
        for (time, clock) in times.iter_mut().zip([clocks[side], clocks[1 - side]]) {
            time.turns += clock.turns;
            time.total += clock.total;
            time.slowest = time.slowest.max(clock.slowest);
        }
        if std::env::var_os("DUEL_GAMES").is_some() {
            println!("pair {pair} A as {}: turn {last}: {}", rules.seats()[side], outcome.verdict);
        }
    }
    let games: u32 = wins.iter().sum();
    println!("{name}: {a} beats {b} in {}", interval(tally[0][0] + tally[1][0], games));
    for (side, seat) in rules.seats().iter().enumerate() {
        let mean = margins[side] as f64 / f64::from(tally[side].iter().sum::<u32>().max(1));
        println!("  A as {seat}: {:?} (won, drawn, lost), mean margin {mean:.1}", tally[side]);
    }
    for (won, who) in wins.into_iter().zip(rules.seats().iter().chain(&["nobody"])) {
        println!("  won by {who}: {}", interval(won, games));
    }
    verdicts.iter().for_each(|(verdict, times)| println!("  {times} × {verdict}"));
    println!("  mean last turn {:.1}", f64::from(turns) / f64::from(games));
    for (time, who) in times.iter().zip([a, b]) {
        let mean = time.total.as_secs_f64() / f64::from(time.turns.max(1));
        println!("  {who}: {mean:.3} s a side-turn, slowest {:.3} s", time.slowest.as_secs_f64());
    }
}
