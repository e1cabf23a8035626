//! Prints what is counted at each own move and who won.
use grognard_ai::napoleonic_20::{Commander, Effort, Weights, features};
use grognard_ai::{Glimpse, Level, Player, Unhurried, consult, player};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Decision, Game, Umpire};
use grognard_napoleonic_20::Campaign;
use grognard_napoleonic_20::state::{Frame, Side};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (name, games, from, plans, rehearsals): (&str, u64, u64, u32, u32) = (&args[0], args[1].parse().unwrap(), args[2].parse().unwrap(), args[3].parse().unwrap(), args[4].parse().unwrap());
    let c = Campaign::new(name, &[]).unwrap();
    let effort = Effort { moves: plans, slip: 0.0, rehearsals, throws: 3, horizon: 2, sketch: 40, minds: 7, each: 0 };
    for i in from..from + games {
        let make = |k: u64| -> Box<dyn Player<Campaign>> {
            let w = Weights::default().minds(12, i * 3 + k)[((i / 4 + k * 5) % 12) as usize];
            Box::new(Commander::new(effort, i + k * 99_991).with_weights(w))
        };
        let mut players: [Box<dyn Player<Campaign>>; 2] = match i % 4 {
            0 | 1 => [make(0), player(Level::Greedy, 0)],
            2 => [make(0), make(1)],
            _ => [player(Level::Greedy, 0), make(1)],
        };
        let mut dice = SeededDice::new(i);
        let mut state = c.start(&mut Umpire::silent(&mut dice));
        let (mut step, mut last, mut rows) = (0, (0, 9), Vec::new());
        let outcome = loop {
            let seat = match c.decision(&state) { Decision::Over(o) => break o, Decision::Choose { seat, .. } => seat };
            step += 1;
            if state.frame == Frame::Move && (state.turn, state.phasing as u8) != last {
                last = (state.turn, state.phasing as u8);
                let side = if state.phasing == Side::French { Side::French } else { Side::Allied };
                rows.push((side as usize, features(&c, &state, side)));
            }
            let glimpse = Glimpse::of(&c, &state, seat, step);
            let advice = consult(players[usize::from(seat.0)].as_mut(), &glimpse, &mut Unhurried).unwrap();
            c.play(&mut state, seat, advice.action, &mut Umpire::silent(&mut dice)).unwrap();
        };
        for (side, f) in rows {
            let y = outcome.winner.map_or(0.5, |s| if usize::from(s.0) == side { 1.0 } else { 0.0 });
            let t: Vec<String> = f.iter().map(|x| format!("{x:.4}")).collect();
            println!("{} {} {} {}", i % 4, side, y, t.join(" "));
        }
    }
}
