//! What some games tell, in figures: everything that the text on the screen, the JSON for programs and the report have in common.

use crate::game::Played;
use crate::ladder::{self, Rung};
use crate::plan::{Kind, Plan};
use crate::run::Finished;
use crate::sprt::{self, Verdict};
use crate::stats::{self, Estimate};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The figures of some games.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The plan.
    pub plan: Plan,
    /// The names of the seats.
    pub seats: Vec<String>,
    /// Games played, of all that the plan has.
    pub games: usize,
    /// All that the plan has.
    pub of: u64,
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
    /// What the dice were worth to the first seat, and how far they and the margin go together.
    pub luck: Option<(Estimate, Option<Estimate>)>,
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
        by_game.push(figures(name, &seats, &levels, &published));
        if matches!(plan.kind, Kind::WhatIf { .. }) {
            what_if.extend(differences(name, &seats, &levels, &those));
        }
    }
    let compares = matches!(plan.kind, Kind::Swapped | Kind::RoundRobin | Kind::Gauntlet | Kind::Sprt(_));
    let mut adjudicated = BTreeMap::new();
    for game in games {
        if let Some(reason) = &game.adjudicated {
            *adjudicated.entry(reason.clone()).or_default() += 1;
        }
    }
    Ok(Summary {
        plan: plan.clone(),
        seats: seats_and_levels(plan, &plan.games[0])?.0,
        games: games.len(),
        of: plan.total(),
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
    for pair in finished.games.chunks(2) {
        if let [a, b] = pair
            && a.pair == b.pair
        {
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

fn figures(name: &str, seats: &[String], levels: &[String], games: &[&Played]) -> GameFigures {
    let of = games.len();
    let count = |test: &dyn Fn(&Played) -> bool| games.iter().filter(|game| test(game)).count();
    let each = |figure: &dyn Fn(&Played) -> f64| games.iter().map(|game| figure(game)).collect::<Vec<f64>>();
    let levels = all_levels(levels, games).into_iter().map(|level| {
        let share = stats::share(count(&|game| game.level == level), of);
        (level, share)
    });
    let lucky: Vec<(f64, f64)> = games.iter().filter_map(|game| Some((game.luck?, f64::from(game.margin)))).collect();
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
        margin: stats::mean(&each(&|game| f64::from(game.margin))),
        lost: [0, 1].map(|seat| stats::amount(&each(&|game| lost(game, seat)))),
        turns: stats::mean(&each(&|game| f64::from(game.turns))),
        luck: (!lucky.is_empty())
            .then(|| (stats::mean(&lucky.iter().map(|pair| pair.0).collect::<Vec<_>>()), stats::correlation(&lucky))),
    }
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
    let average = |figures: Vec<f64>| stats::mean(&figures).value;
    let difference = |(what, figure): &Figure<'_>| Difference {
        game: name.to_owned(),
        what: what.clone(),
        before: average(whole.iter().map(|(a, _)| figure(a)).collect()),
        after: average(whole.iter().map(|(_, b)| figure(b)).collect()),
        difference: stats::mean(&whole.iter().map(|(a, b)| figure(b) - figure(a)).collect::<Vec<_>>()),
    };
    figures.iter().map(difference).collect()
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

impl Summary {
    /// In lines for the screen.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = format!("{} of {} games, seed {}; intervals hold 95 times of 100\n", self.games, self.of, self.plan.seed);
        for game in &self.by_game {
            let _ = writeln!(out, "\n{}, {} games as published", game.game, game.games);
            if let [first, second] = &game.seats[..] {
                let _ = writeln!(out, "  {first:<10} wins {}", percent(&game.shares[0]));
                let _ = writeln!(out, "  {second:<10} wins {}", percent(&game.shares[2]));
                let _ = writeln!(out, "  {:<10}      {}", "drawn", percent(&game.shares[1]));
                let _ = writeln!(out, "  margin, {first} less {second}: {}", plain(&game.margin, 1));
                let _ =
                    writeln!(out, "  strength lost: {first} {}, {second} {}", plain(&game.lost[0], 1), plain(&game.lost[1], 1));
            }
            for (level, share) in &game.levels {
                let _ = writeln!(out, "  {:<34} {}", level, percent(share));
            }
            if let Some((luck, with)) = &game.luck {
                let with = with.map_or_else(String::new, |r| format!("; goes with the margin by {}", plain(&r, 2)));
                let _ = writeln!(out, "  luck of the dice: {} points{with}", plain(luck, 1));
            }
        }
        if !self.ladder.is_empty() {
            let _ = writeln!(
                out,
                "\n{:>7}  {:<17} {:>5} {:>5} {:>5} {:>5}  {:>7}  player",
                "Elo", "95 %", "games", "won", "drawn", "lost", "margin"
            );
            for rung in &self.ladder {
                let interval =
                    if rung.low.is_finite() { format!("{:+.0} to {:+.0}", rung.low, rung.high) } else { "-".to_owned() };
                let faults = if rung.faults > 0 { format!(" ({} by default)", rung.faults) } else { String::new() };
                let _ = writeln!(
                    out,
                    "{:>+7.0}  {interval:<17} {:>5} {:>5} {:>5} {:>5}  {:>+7.1}  {}{faults}",
                    rung.elo, rung.games, rung.won, rung.drawn, rung.lost, rung.margin, rung.player
                );
            }
        }
        if let Some(test) = &self.test {
            let says = match test.verdict {
                Some(Verdict::Stronger) => "stronger",
                Some(Verdict::NotStronger) => "not stronger",
                None => "not yet decided",
            };
            let _ = writeln!(
                out,
                "\nIs {} stronger than {}? {says}: {} pairs, log likelihood ratio {:.2} within {:.2} and {:.2}",
                self.plan.players[0], self.plan.players[1], test.pairs, test.ratio, test.limits.0, test.limits.1
            );
        }
        if !self.what_if.is_empty() {
            let _ = writeln!(out, "\n{:<34} {:>9} {:>9}  difference", "with the change", "published", "changed");
            for row in &self.what_if {
                let clear = if row.difference.is_clear() { "" } else { "  not clear" };
                let _ = writeln!(
                    out,
                    "{:<34} {:>9} {:>9}  {}{clear}",
                    row.what,
                    number(row.before, 2),
                    number(row.after, 2),
                    plain(&row.difference, 2)
                );
            }
        }
        for (reason, games) in &self.adjudicated {
            let _ = writeln!(out, "\n{games} games ended by the umpire: {reason}");
        }
        out
    }
}
