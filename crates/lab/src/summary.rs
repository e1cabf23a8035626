//! What some games tell, in figures: everything that the text on the screen, the JSON for programs and the report have in common.

use crate::game::Played;
use crate::ladder::{self, Rung};
use crate::luck::{self, Without};
use crate::plan::{Kind, Plan};
use crate::run::Finished;
use crate::significance;
use crate::sprt::{self, Verdict};
use crate::stats::{self, Estimate};
use serde::Serialize;
use std::collections::BTreeMap;

/// The figures of some games.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The plan, without its secret.
    pub plan: Plan,
    /// The names of the seats.
    pub seats: Vec<String>,
    /// Games played, of all that the plan has.
    pub games: usize,
    /// All that the plan has.
    pub of: u64,
    /// Games that have ended too, but behind one that has not: they count when the run goes on.
    pub beyond: usize,
    /// By game: how it ends.
    pub by_game: Vec<GameFigures>,
    /// The ladder, if players are compared.
    pub ladder: Vec<Rung>,
    /// The sequential test, if there is one.
    pub test: Option<TestFigures>,
    /// The what-if, if there is one.
    pub what_if: Vec<Difference>,
    /// Games that the umpire ended, by reason.
    pub adjudicated: BTreeMap<String, usize>,
}

/// How one game ends.
#[derive(Clone, Debug, Serialize)]
pub struct GameFigures {
    /// The game.
    pub game: String,
    /// The names of its seats.
    pub seats: Vec<String>,
    /// Games played.
    pub games: usize,
    /// Levels of victory with their shares, best for the first seat first; also those that no game ended in.
    pub levels: Vec<(String, Estimate)>,
    /// Wins of the first seat, draws, wins of the second.
    pub shares: [Estimate; 3],
    /// Points of the first seat less those of the second.
    pub margin: Estimate,
    /// Strength lost by seat.
    pub lost: [Estimate; 2],
    /// Turns.
    pub turns: Estimate,
    /// What the dice did, if that was reckoned.
    pub luck: Option<LuckFigures>,
}

/// What the dice did.
#[derive(Clone, Debug, Serialize)]
pub struct LuckFigures {
    /// What they were worth to the first seat, in points of the margin. In the long run that is nought.
    pub mean: Estimate,
    /// Whether a point of luck has been fitted to a point of the margin in this game.
    pub scaled: bool,
    /// How far luck and margin go together.
    pub correlation: Option<Estimate>,
    /// By how many points the margin rises with a point of luck: 1 if luck is scaled well.
    pub slope: Option<Estimate>,
    /// The margin without luck.
    pub margin: Option<Without>,
    /// Wins of the first seat, draws, wins of the second, without luck.
    pub shares: [Option<Without>; 3],
}

/// How a sequential test stands.
#[derive(Clone, Debug, Serialize)]
pub struct TestFigures {
    /// Pairs looked at.
    pub pairs: u64,
    /// The logarithm of the likelihood ratio.
    pub ratio: f64,
    /// The limits at which it is decided.
    pub limits: (f64, f64),
    /// How it came out, if it has.
    pub verdict: Option<Verdict>,
}

/// What a change does to one figure.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// The game.
    pub game: String,
    /// The figure, in words.
    pub what: String,
    /// Its average as published.
    pub before: f64,
    /// With the change.
    pub after: f64,
    /// The average of the differences in pairs of games with the same dice.
    pub difference: Estimate,
    /// Whether the luck of the dice has been taken out of it, where that was reckoned and helps.
    pub without_luck: bool,
    /// How likely so large a difference is by chance.
    pub chance: f64,
    /// The same with regard to all the figures that are looked at (Holm's correction): below 0.05 the difference is clear.
    pub corrected: f64,
}

/// Below this the difference is clear.
const CLEAR: f64 = 0.05;

impl Difference {
    /// Whether the difference is more than chance, with regard to all the figures that are looked at.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.corrected < CLEAR
    }
}

/// The figures of some results.
///
/// # Errors
/// A game that cannot be set up.
pub fn summary(plan: &Plan, finished: &Finished) -> Result<Summary, String> {
    let games = &finished.games;
    let mut by_game = Vec::new();
    let mut what_if = Vec::new();
    for name in &plan.games {
        let (seats, levels) = seats_and_levels(plan, name)?;
        let those: Vec<&Played> = games.iter().filter(|game| game.game == *name).collect();
        let published: Vec<&Played> = those.iter().copied().filter(|game| !game.changed).collect();
        by_game.push(figures(plan, name, &seats, &levels, &published));
        if matches!(plan.kind, Kind::WhatIf { .. }) {
            what_if.extend(differences(name, &seats, &levels, &those));
        }
    }
    let corrected = significance::holm(&what_if.iter().map(|row| row.chance).collect::<Vec<_>>());
    what_if.iter_mut().zip(corrected).for_each(|(row, corrected)| row.corrected = corrected);
    let compares = matches!(plan.kind, Kind::Swapped | Kind::RoundRobin | Kind::Gauntlet | Kind::Sprt(_));
    let mut adjudicated = BTreeMap::new();
    for game in games {
        if let Some(reason) = &game.adjudicated {
            *adjudicated.entry(reason.clone()).or_default() += 1;
        }
    }
    Ok(Summary {
        // Figures are shown around, and whoever knows the secret knows the dice of the games that may still be played.
        plan: Plan { secret: None, ..plan.clone() },
        seats: seats_and_levels(plan, &plan.games[0])?.0,
        games: games.len(),
        of: plan.total(),
        beyond: finished.beyond,
        by_game,
        ladder: if compares { ladder::ladder(&plan.players, games) } else { Vec::new() },
        test: test(plan, finished),
        what_if,
        adjudicated,
    })
}

/// The names of a game's seats, and its levels of victory.
fn seats_and_levels(plan: &Plan, game: &str) -> Result<(Vec<String>, Vec<String>), String> {
    let game = plan.open(game, false, &mut grognard_engine::dice::SeededDice::new(0))?;
    Ok((game.seats().iter().map(|&seat| seat.to_owned()).collect(), game.levels()))
}

fn test(plan: &Plan, finished: &Finished) -> Option<TestFigures> {
    let Kind::Sprt(bounds) = plan.kind else { return None };
    let mut test = sprt::Test::new(bounds);
    // Games may be missing, so that the two of a pair need not stand at an even place.
    for pair in finished.games.chunk_by(|a, b| a.pair == b.pair) {
        if let [a, b] = pair {
            test.add(sprt::score(a, 0) + sprt::score(b, 0));
        }
    }
    Some(TestFigures { pairs: test.pairs(), ratio: test.ratio(), limits: test.limits(), verdict: finished.verdict })
}

fn lost(game: &Played, seat: usize) -> f64 {
    game.losses.iter().filter(|loss| loss.seat == seat).map(|loss| f64::from(loss.strength)).sum()
}

/// All levels of victory: those that the game knows in its own order, then those that the umpire gave.
fn all_levels(known: &[String], games: &[&Played]) -> Vec<String> {
    let mut all = known.to_vec();
    let mut others: Vec<&str> =
        games.iter().map(|game| game.level.as_str()).filter(|level| !known.iter().any(|k| k == level)).collect();
    others.sort_unstable();
    others.dedup();
    all.extend(others.into_iter().map(str::to_owned));
    all
}

fn figures(plan: &Plan, name: &str, seats: &[String], levels: &[String], games: &[&Played]) -> GameFigures {
    let of = games.len();
    let count = |test: &dyn Fn(&Played) -> bool| games.iter().filter(|game| test(game)).count();
    let average = |figure: &dyn Fn(&Played) -> f64| {
        let figures: Vec<(u64, f64)> = games.iter().map(|game| (plan.round(game.pair), figure(game))).collect();
        stats::mean_of_groups(&figures)
    };
    let levels = all_levels(levels, games).into_iter().map(|level| {
        let share = stats::share(count(&|game| game.level == level), of);
        (level, share)
    });
    GameFigures {
        game: name.to_owned(),
        seats: seats.to_vec(),
        games: of,
        levels: levels.collect(),
        shares: [
            stats::share(count(&|game| game.winner == Some(0)), of),
            stats::share(count(&|game| game.winner.is_none()), of),
            stats::share(count(&|game| game.winner == Some(1)), of),
        ],
        margin: average(&|game| f64::from(game.margin)),
        lost: [0, 1].map(|seat| average(&|game| lost(game, seat)).of_amounts()),
        turns: average(&|game| f64::from(game.turns)),
        luck: luck_figures(plan, name, games),
    }
}

fn luck_figures(plan: &Plan, name: &str, games: &[&Played]) -> Option<LuckFigures> {
    let with = |figure: &dyn Fn(&Played) -> f64| -> Vec<(f64, f64)> {
        games.iter().filter_map(|game| Some((game.luck?, figure(game)))).collect()
    };
    let margins = with(&|game| f64::from(game.margin));
    if margins.is_empty() {
        return None;
    }
    // As with the plain margin, a round counts as one.
    let mut rounds: BTreeMap<u64, Vec<(f64, f64)>> = BTreeMap::new();
    for game in games {
        if let Some(luck) = game.luck {
            rounds.entry(plan.round(game.pair)).or_default().push((luck, f64::from(game.margin)));
        }
    }
    let lucks: Vec<(u64, f64)> =
        rounds.iter().flat_map(|(&round, games)| games.iter().map(move |game| (round, game.0))).collect();
    let average = |games: &Vec<(f64, f64)>| {
        let (luck, margin) = games.iter().fold((0.0, 0.0), |sum, game| (sum.0 + game.0, sum.1 + game.1));
        (luck / games.len() as f64, margin / games.len() as f64)
    };
    let by_round: Vec<(f64, f64)> = rounds.values().map(average).collect();
    let share = |winner: Option<usize>| luck::without(&with(&|game| f64::from(u8::from(game.winner == winner)))).map(within_one);
    Some(LuckFigures {
        mean: stats::mean_of_groups(&lucks),
        scaled: luck::is_scaled(name),
        correlation: stats::correlation(&margins),
        slope: stats::line(&margins).map(|line| line.slope),
        margin: luck::without(&by_round),
        shares: [share(Some(0)), share(None), share(Some(1))],
    })
}

/// A line knows nothing of shares, which are never less than nothing nor more than all.
fn within_one(without: Without) -> Without {
    let Estimate { value, low, high, of } = without.figure;
    let within = |v: f64| v.clamp(0.0, 1.0);
    Without { figure: Estimate { value: within(value), low: within(low), high: within(high), of }, ..without }
}

/// How figures are called that are shares of the games.
pub(crate) const SHARE: &str = ", share";

/// A figure of a game: what it is called, and how it is read off.
type Figure<'a> = (String, Box<dyn Fn(&Played) -> f64 + 'a>);

/// What a change does, from pairs of games with the same dice.
fn differences(name: &str, seats: &[String], levels: &[String], games: &[&Played]) -> Vec<Difference> {
    let mut pairs: BTreeMap<u64, [Option<&Played>; 2]> = BTreeMap::new();
    for game in games {
        pairs.entry(game.pair).or_default()[usize::from(game.changed)] = Some(game);
    }
    let whole: Vec<(&Played, &Played)> = pairs.into_values().filter_map(|pair| Some((pair[0]?, pair[1]?))).collect();
    let won = |game: &Played, seat: usize| f64::from(u8::from(game.winner == Some(seat)));
    let first = |i: usize| seats.get(i).map_or("?", String::as_str);
    let mut figures: Vec<Figure<'_>> = vec![
        (format!("margin, {} less {}", first(0), first(1)), Box::new(|game| f64::from(game.margin))),
        (format!("{} strength lost", first(0)), Box::new(|game| lost(game, 0))),
        (format!("{} strength lost", first(1)), Box::new(|game| lost(game, 1))),
        ("turns".to_owned(), Box::new(|game| f64::from(game.turns))),
        (format!("{} wins{SHARE}", first(0)), Box::new(|game| won(game, 0))),
        (format!("{} wins{SHARE}", first(1)), Box::new(|game| won(game, 1))),
    ];
    for level in all_levels(levels, games) {
        if games.iter().any(|game| game.level == level) {
            let figure = format!("{level}{SHARE}");
            figures.push((figure, Box::new(move |game| f64::from(u8::from(game.level == level)))));
        }
    }
    figures.iter().map(|(what, figure)| difference(name, what, figure, &whole)).collect()
}

/// What a change does to one figure.
fn difference(name: &str, what: &str, figure: &dyn Fn(&Played) -> f64, whole: &[(&Played, &Played)]) -> Difference {
    let average = |figures: Vec<f64>| stats::mean(&figures).value;
    let differences: Vec<f64> = whole.iter().map(|(a, b)| figure(b) - figure(a)).collect();
    // The dice of both games are worth nought on the average, so their difference is too.
    let lucky: Option<Vec<(f64, f64)>> =
        whole.iter().zip(&differences).map(|((a, b), &d)| Some((b.luck? - a.luck?, d))).collect();
    let without = lucky.and_then(|pairs| luck::without(&pairs));
    let chance = match &without {
        Some(without) => {
            let Estimate { value, high, of, .. } = without.figure;
            significance::student(value / ((high - value) / stats::student(of - 2)), of - 2)
        }
        None if what.ends_with(SHARE) => {
            let count = |sign: f64| differences.iter().filter(|d| **d * sign > 0.0).count();
            significance::of_changes(count(-1.0), count(1.0))
        }
        None => significance::of_differences(&differences),
    };
    Difference {
        game: name.to_owned(),
        what: what.to_owned(),
        before: average(whole.iter().map(|(a, _)| figure(a)).collect()),
        after: average(whole.iter().map(|(_, b)| figure(b)).collect()),
        difference: without.map_or_else(|| stats::mean(&differences), |without| without.figure),
        without_luck: without.is_some(),
        chance,
        corrected: 1.0,
    }
}

/// A number as people read it: what rounds to nought has no sign.
pub(crate) fn number(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    if text.trim_start_matches('-').bytes().all(|b| matches!(b, b'0' | b'.')) { text.replace('-', "") } else { text }
}

/// An estimate as people read it.
#[must_use]
pub fn plain(e: &Estimate, digits: usize) -> String {
    let [value, low, high] = [e.value, e.low, e.high].map(|v| number(v, digits));
    if e.low.is_finite() && e.high.is_finite() { format!("{value} ({low} to {high})") } else { value }
}

/// A share as people read it.
#[must_use]
pub fn percent(e: &Estimate) -> String {
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * e.value, 100.0 * e.low, 100.0 * e.high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64, margin: i32, luck: f64) -> Played {
        let text = format!(
            r#"{{"number":{number},"pair":{},"game":"eylau","changed":false,"seats":[{},{}],"seed":1,"winner":0,"level":"draw","points":[0,0],
            "margin":{margin},"actions":1,"turns":12,"adjudicated":null,"luck":{luck},"dice":[{{"rolls":0,"sum":0}},{{"rolls":0,"sum":0}}],
            "time":[{{"total_ms":0,"slowest_ms":0}},{{"total_ms":0,"slowest_ms":0}}],"by_turn":[],"losses":[]}}"#,
            number / 2,
            number % 2,
            1 - number % 2,
        );
        serde_json::from_str(&text).unwrap()
    }

    /// The margins of four pairs that are reckoned by hand in `stats.rs`, in a plan of this kind.
    fn margin(kind: Kind, players: &[&str]) -> Estimate {
        let players = players.iter().map(|&player| player.to_owned()).collect();
        let plan = Plan { kind, players, ..Plan::batch("eylau", ["random", "greedy"], 4, 7) };
        let margins = [10, -8, 12, -6, 11, -9, 9, -9];
        let games = (0..).zip(margins).map(|(number, margin)| game(number, margin, 0.0)).collect();
        summary(&plan, &Finished { games, beyond: 0, verdict: None, stopped: false }).unwrap().by_game[0].margin
    }

    #[test]
    fn games_of_the_same_dice_with_sides_exchanged_count_as_one() {
        let swapped = margin(Kind::Swapped, &["random", "greedy"]);
        assert_eq!((swapped.value, swapped.of), (1.25, 4));
        assert!((swapped.low + 0.752).abs() < 0.02 && (swapped.high - 3.252).abs() < 0.02, "{swapped:?}");
        // Three who meet each other have three pairs of the same dice: eight games are one round and a third of the next.
        let ladder = margin(Kind::RoundRobin, &["random", "greedy", "recruit"]);
        assert_eq!((ladder.value, ladder.of), (1.25, 2));
    }

    #[test]
    fn luck_is_taken_out_of_what_pairs_come_to() {
        let plan = Plan { kind: Kind::Swapped, ..Plan::batch("eylau", ["random", "greedy"], 40, 7) };
        // The stronger player wins by twenty on either side, but for what dice do to both games of a pair, and a little more or less.
        let games = (0..80).map(|number| {
            let (pair, side) = (number / 2, if number % 2 == 0 { 20 } else { -20 });
            let luck = (pair * 7 % 11) as i32 - 5;
            game(number, side + luck + (pair % 3) as i32 - 1, f64::from(luck))
        });
        let finished = Finished { games: games.collect(), beyond: 0, verdict: None, stopped: false };
        let figures = summary(&plan, &finished).unwrap();
        let figures = &figures.by_game[0];
        let luck = figures.luck.as_ref().unwrap();
        let without = luck.margin.unwrap();
        assert_eq!((figures.margin.of, luck.mean.of, without.figure.of), (40, 40, 40));
        assert!(without.figure.high - without.figure.low < 0.7 && without.explained > 0.9, "{without:?}");
        assert!(without.figure.low < 0.0 && without.figure.high > 0.0, "{without:?}");
    }
}
