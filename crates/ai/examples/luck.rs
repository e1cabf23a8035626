//! Measures eyes for positions by the luck that they see: how the margin of games goes with it, for the rulebook's own planner and for the eye that learnt.
//!
//! `cargo run --profile quick -p grognard-ai --example luck -- GAME A B GAMES [SEED] [FILE]`: so many games between two levels, with the eye of a file if one is named
//! (`grognard train GAME --eye -o FILE` makes one), else with that of the program. `GAME learn GAMES SEED FILE` makes a file as `grognard train` does.
//!
//! For each eye: the mean of luck (nought if it is honest), the slope of margin on luck (1 if it is scaled well) with its standard error, the part of the margin's variance that luck explains,
//! and how many times as many games would tell the mean margin as well without it.

use grognard_ai::assess::{Assessor, expectation, planners_own};
use grognard_ai::planner::Weights;
use grognard_ai::planner::eye::{self, Eye};
use grognard_ai::planner::train::Ledger;
use grognard_ai::{Glimpse, Level, Unhurried, consult, planner, player};
use grognard_engine::dice::SeededDice;
use grognard_engine::{Case, Decision, Dice, Game, Umpire};

/// The eye with its weights.
struct Learnt<G: Game>(Eye<G>, Weights);

impl<G: Game> Assessor<G> for Learnt<G> {
    fn worth(&mut self, game: &G, state: &G::State) -> f64 {
        self.0.forecast(game, state, &self.1)
    }
}

struct Told<'a>(&'a mut SeededDice, bool);

impl Dice for Told<'_> {
    fn roll(&mut self, faces: u8, case: Case) -> u8 {
        self.1 = true;
        self.0.roll(faces, case)
    }
}

/// One game: its margin, and the luck that each eye saw.
fn play<G: Game>(game: &G, levels: [Level; 2], seed: u64, eyes: &mut [Box<dyn Assessor<G>>]) -> (f64, Vec<f64>) {
    let (mut dice, mut minds) = (SeededDice::new(seed), SeededDice::new(!seed));
    // Minds that have nothing to do with the dice, or a player who rehearses would know them.
    let mut players = levels.map(|level| player::<G>(level, minds.bits()));
    let mut state = game.start(&mut Umpire::silent(&mut dice));
    let mut luck = vec![0.0; eyes.len()];
    for step in 0..200_000 {
        let seat = match game.decision(&state) {
            Decision::Over(outcome) => return (f64::from(outcome.points[0] - outcome.points[1]), luck),
            Decision::Choose { seat, .. } => seat,
        };
        let glimpse = Glimpse::of(game, &state, seat, step);
        let advice = consult(players[usize::from(seat.0)].as_mut(), &glimpse, &mut Unhurried).expect("somebody decides");
        let before = state.clone();
        let mut told = Told(&mut dice, false);
        game.apply(&mut state, advice.action, &mut Umpire::silent(&mut told));
        if told.1 {
            for (eye, luck) in eyes.iter_mut().zip(&mut luck) {
                *luck += eye.worth(game, &state) - expectation(eye.as_mut(), game, &before, advice.action);
            }
        }
    }
    panic!("the game stalls");
}

fn measure<G: Game>(game: &G, args: &[String]) {
    let number = |i: usize, usual: u64| args.get(i).map_or(usual, |text| text.parse().expect("a number"));
    let hooks = planner::hooks::<G>();
    if args[1] == "learn" {
        let prior = eye::eye_prior(game, hooks.as_ref());
        let (games, seed) = (number(2, 100), number(3, 1));
        let mut ledger = Ledger::new(&prior, &[], seed);
        for n in 0..games {
            let text = ledger.add(eye::witness(game, SeededDice::new(seed ^ (n + 1) << 24).bits(), n));
            drop(text);
        }
        let (before, after) = eye::trial(&ledger, &prior);
        let provenance = vec![
            format!("grognard train {} --eye --games {games} --seed {seed}", args[0]),
            format!(
                "{} positions; mean square missed in those kept apart {before:.4} before, {after:.4} after",
                ledger.samples.len()
            ),
        ];
        let text = eye::fit(&ledger.samples, &prior, provenance).text();
        std::fs::write(&args[4], &text).expect("a file can be written");
        return print!("{text}");
    }
    let levels = [1, 2].map(|i| Level::named(&args[i]).unwrap_or_else(|why| panic!("{why}")));
    let weights = match args.get(5) {
        Some(path) => {
            let text = std::fs::read_to_string(path).expect("a file of weights");
            Some(Weights::read(&text, &eye::eye_prior(game, hooks.as_ref())).unwrap_or_else(|why| panic!("{why}")))
        }
        None => eye::eye_of(game, hooks.as_ref()),
    };
    let mut eyes = vec![planners_own::<G>()];
    if let Some(weights) = weights {
        eyes.push(Box::new(Learnt(Eye::new(hooks), weights)));
    }
    let games = number(3, 50);
    let played: Vec<(f64, Vec<f64>)> =
        (0..games).map(|n| play(game, levels, SeededDice::new(number(4, 1) ^ (n + 1) << 24).bits(), &mut eyes)).collect();
    for (i, name) in ["the planner's own", "learnt"].into_iter().enumerate().take(eyes.len()) {
        tell(name, &played.iter().map(|(margin, luck)| (luck[i], *margin)).collect::<Vec<_>>());
    }
}

fn tell(name: &str, pairs: &[(f64, f64)]) {
    let n = pairs.len() as f64;
    let (x, y) = pairs.iter().fold((0.0, 0.0), |(x, y), pair| (x + pair.0 / n, y + pair.1 / n));
    let sum = |f: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|pair| f(pair.0 - x, pair.1 - y)).sum::<f64>();
    let (xx, xy, yy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
    let (slope, explained) = (xy / xx, xy * xy / (xx * yy));
    let left = (yy - slope * xy) / (n - 2.0);
    let (mean_error, slope_error) = ((xx / (n - 1.0) / n).sqrt(), (left / xx).sqrt());
    println!(
        "{name}: {n} games, margin {y:.1}; luck {x:.2} ± {mean_error:.2}, slope {slope:.3} ± {slope_error:.3}, explains {:.0} %, as good as {:.2} times as many games",
        100.0 * explained,
        yy / (n - 1.0) / left
    );
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(name) = args.first() else { return println!("expected GAME A B GAMES [SEED] [FILE]") };
    #[cfg(feature = "art-of-war")]
    if let Ok(game) = grognard_art_of_war::Battle::new(name, &[]) {
        return measure(&game, &args);
    }
    #[cfg(feature = "napoleonic-20")]
    if let Ok(game) = grognard_napoleonic_20::Campaign::new(name, &[]) {
        return measure(&game, &args);
    }
    #[cfg(feature = "la-bataille")]
    if let Ok(game) = grognard_la_bataille::Bautzen::new(name, &[]) {
        return measure(&game, &args);
    }
    #[cfg(feature = "eagles-turn-east")]
    if let Ok(game) = grognard_eagles_turn_east::Campaign::new(name, &[]) {
        return measure(&game, &args);
    }
    println!("no game {name}");
}
