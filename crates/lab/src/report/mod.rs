//! The report: one page that needs nothing but itself.

pub mod heat;
pub mod page;
pub mod plot;

use crate::game::Played;
use crate::plan::{Kind, Plan};
use crate::run::Finished;
use crate::stats::{self, Estimate};
use crate::summary::{GameFigures, SHARE, Summary, number, percent, plain};
use grognard_engine::dice::SeededDice;
use page::{esc, figure, table};
use plot::Bar;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Most formations of a side that are shown; the others are added up.
const FORMATIONS: usize = 12;

/// Writes the report.
///
/// # Errors
/// A game that cannot be set up.
pub fn report(plan: &Plan, finished: &Finished, summary: &Summary) -> Result<String, String> {
    let mut body = head(plan, summary);
    if !summary.what_if.is_empty() {
        body.push_str(&what_if(summary));
    }
    if !summary.ladder.is_empty() {
        body.push_str(&ladder(summary));
    }
    for (i, figures) in summary.by_game.iter().enumerate() {
        let games: Vec<&Played> = finished.games.iter().filter(|game| game.game == figures.game && !game.changed).collect();
        if !games.is_empty() {
            body.push_str(&one_game(plan, figures, &games, i)?);
        }
    }
    let title = match plan.kind {
        Kind::Batch | Kind::Swapped => format!("{}: {} against {}", plan.games.join(", "), plan.players[0], plan.players[1]),
        Kind::WhatIf { .. } => format!("{}: what if?", plan.games.join(", ")),
        Kind::RoundRobin | Kind::Gauntlet => format!("{}: a ladder of {} players", plan.games.join(", "), plan.players.len()),
        Kind::Sprt(_) => format!("{}: is {} stronger than {}?", plan.games.join(", "), plan.players[0], plan.players[1]),
    };
    Ok(page::page(&title, &body))
}

fn head(plan: &Plan, summary: &Summary) -> String {
    let mut out = format!(
        "<p>{} of {} games. Everything follows from the seed {}; whiskers, bands and brackets hold the true value 95 times of 100.</p>",
        summary.games, summary.of, plan.seed
    );
    if let Some(left_out) = summary.left_out() {
        let _ = write!(out, "<p><strong>{}.</strong></p>", esc(&left_out));
    }
    let mut facts = vec![("players", plan.players.join(", ")), ("games", plan.games.join(", "))];
    if !plan.options.is_empty() {
        let options: Vec<String> = plan.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        facts.push(("options", options.join(", ")));
    }
    if let Kind::WhatIf { changes, options } = &plan.kind {
        let options = options.iter().filter(|option| !plan.options.contains(option)).map(|(n, v)| format!("option {n}={v}"));
        facts.push(("changed", changes.iter().cloned().chain(options).collect::<Vec<_>>().join(", ")));
    }
    for (reason, games) in &summary.adjudicated {
        facts.push(("ended by the umpire", format!("{games} games: {reason}")));
    }
    out.push_str("<dl class=\"facts\">");
    for (name, value) in facts {
        let _ = write!(out, "<dt>{}</dt><dd>{}</dd>", esc(name), esc(&value));
    }
    out.push_str("</dl>");
    out
}

/// Shares in percent.
fn hundredfold(e: &Estimate) -> Estimate {
    Estimate { value: 100.0 * e.value, low: 100.0 * e.low, high: 100.0 * e.high, of: e.of }
}

fn what_if(summary: &Summary) -> String {
    let mut out = format!(
        "<h2>What the change does</h2><p>Each game was played twice with the same dice, as published and with the change. {}</p>",
        esc(&summary.caution())
    );
    let cell = |e: &Estimate| plain(e, 2);
    let rows: Vec<Vec<String>> = summary
        .what_if
        .iter()
        .map(|row| {
            let clear = if row.is_clear() { "clear" } else { "not clear" };
            vec![
                row.game.clone(),
                row.what.clone(),
                number(row.before, 2),
                number(row.after, 2),
                cell(&row.difference),
                format!("{}, {clear}", number(row.corrected, 3)),
            ]
        })
        .collect();
    out.push_str(&table(&["game", "figure", "#published", "#changed", "#difference", "#by chance, corrected"], &rows));
    out.push_str("<div class=\"grid\">");
    for game in summary.by_game.iter().map(|game| &game.game) {
        for (name, shares, unit) in [
            ("differences", false, "changed less published"),
            ("shares of games", true, "changed less published, in % of the games"),
        ] {
            let of = |row: &&crate::summary::Difference| row.game == *game && row.what.ends_with(SHARE) == shares;
            let bar = |row: &crate::summary::Difference| {
                let value = if shares { hundredfold(&row.difference) } else { row.difference };
                let class = if row.is_clear() { "one" } else { "even" };
                Bar {
                    label: row.what.trim_end_matches(SHARE).to_owned(),
                    value,
                    class,
                    text: plain(&value, if shares { 0 } else { 2 }),
                }
            };
            let bars: Vec<Bar> = summary.what_if.iter().filter(of).map(bar).collect();
            let caption = if shares {
                "How much oftener or more seldom a game ends so; blue where that is clear."
            } else {
                "Differences in points, strength and turns; blue where they are clear."
            };
            out.push_str(&figure(&format!("{game}: {name}"), &plot::bars(name, &bars, unit), caption, "", false));
        }
    }
    out.push_str("</div>");
    out
}

fn ladder(summary: &Summary) -> String {
    let mut out = String::from("<h2>Ladder</h2>");
    if let Some(test) = &summary.test {
        let says = match test.verdict {
            Some(crate::sprt::Verdict::Stronger) => "yes",
            Some(crate::sprt::Verdict::NotStronger) => "no",
            None => "cannot be told yet",
        };
        let _ = write!(
            out,
            "<p><strong>Is {} stronger than {}: {says}.</strong> {} pairs; the log likelihood ratio is {:.2}, decided at {:.2} and {:.2}.</p>",
            esc(&summary.plan.players[0]),
            esc(&summary.plan.players[1]),
            test.pairs,
            test.ratio,
            test.limits.0,
            test.limits.1
        );
    }
    let estimate =
        |rung: &crate::ladder::Rung| Estimate { value: rung.elo, low: rung.low, high: rung.high, of: rung.games as usize };
    let bars: Vec<Bar> = summary
        .ladder
        .iter()
        .map(|rung| Bar {
            label: rung.player.clone(),
            value: estimate(rung),
            class: if rung.elo >= 0.0 { "one" } else { "two" },
            text: format!("{:+.0}", rung.elo),
        })
        .collect();
    let rows: Vec<Vec<String>> = summary
        .ladder
        .iter()
        .map(|rung| {
            let interval = if rung.low.is_finite() { format!("{:+.0} to {:+.0}", rung.low, rung.high) } else { "-".to_owned() };
            vec![
                rung.player.clone(),
                format!("{:+.0}", rung.elo),
                interval,
                rung.games.to_string(),
                rung.won.to_string(),
                rung.drawn.to_string(),
                rung.lost.to_string(),
                rung.faults.to_string(),
                format!("{:+.1}", rung.margin),
                format!("{:.2} s", rung.slowest),
            ]
        })
        .collect();
    let heads = ["player", "#Elo", "#95 %", "#games", "#won", "#drawn", "#lost", "#by default", "#margin", "#slowest turn"];
    let caption =
        "Elo, the average of all players 0. Whoever met is given one drawn game more, so that nobody is infinitely strong.";
    out.push_str(&figure("Strength", &plot::bars("Elo of the players", &bars, "Elo"), caption, "", true));
    out.push_str(&table(&heads, &rows));
    out
}

fn one_game(plan: &Plan, figures: &GameFigures, games: &[&Played], index: usize) -> Result<String, String> {
    let opened = plan.open(&figures.game, false, &mut SeededDice::new(0))?;
    let [first, second] = [0, 1].map(|i| figures.seats.get(i).cloned().unwrap_or_default());
    let mut out = format!("<h2>{}</h2>", esc(&opened.identity().title));
    let _ = write!(
        out,
        "<p>{} games as published. {} won {}, {} won {}, drawn {}.</p><p class=\"key\">Colours:<span class=\"one\"></span>{}<span class=\"two\"></span>{}<span class=\"even\"></span>neither</p><div class=\"grid\">",
        figures.games,
        esc(&first),
        percent(&figures.shares[0]),
        esc(&second),
        percent(&figures.shares[2]),
        percent(&figures.shares[1]),
        esc(&first),
        esc(&second),
    );
    out.push_str(&balance(figures));
    out.push_str(&levels(figures, games));
    let margins: Vec<f64> = games.iter().map(|game| f64::from(game.margin)).collect();
    let caption = format!("Points of {} less those of {}. {}", esc(&first), esc(&second), averaged(&plain(&figures.margin, 1)));
    let plot = plot::histogram("margins", &margins, side, "margin in points");
    out.push_str(&figure("Margins", &plot, &caption, &spread(&margins), false));
    out.push_str(&course(plan, games, &first, &second));
    out.push_str(&losses(games, &figures.seats, "arm", |loss| loss.arm.clone()));
    out.push_str(&losses(games, &figures.seats, "formation", |loss| loss.formation.clone()));
    let turns: Vec<f64> = games.iter().map(|game| f64::from(game.turns)).collect();
    let caption = format!("The turn in which a game ended. {}", averaged(&plain(&figures.turns, 1)));
    let plot = plot::histogram("length", &turns, |_| "even", "turns");
    out.push_str(&figure("Length", &plot, &caption, &spread(&turns), false));
    out.push_str(&luck(figures, games, &first));
    out.push_str(&where_they_fell(opened.as_ref(), games, &figures.seats, index));
    out.push_str("</div>");
    Ok(out)
}

/// The colour of the side for which a figure speaks.
fn side(v: f64) -> &'static str {
    if v > 0.0 {
        "one"
    } else if v < 0.0 {
        "two"
    } else {
        "even"
    }
}

fn averaged(average: &str) -> String {
    format!("The line is the average, the band its interval: {average}.")
}

/// How often each side wins.
fn balance(figures: &GameFigures) -> String {
    let [first, second] = [0, 1].map(|i| figures.seats.get(i).cloned().unwrap_or_default());
    let rows = [(first, 0, "one"), ("drawn".to_owned(), 1, "even"), (second, 2, "two")];
    let bars: Vec<Bar> = rows
        .into_iter()
        .map(|(label, i, class)| {
            let share = &figures.shares[i];
            Bar { label, value: hundredfold(share), class, text: percent(share) }
        })
        .collect();
    figure("Balance", &plot::bars("balance", &bars, "% of the games"), "Who won how often, at whatever level.", "", false)
}

fn where_they_fell(opened: &dyn grognard_shelf::Match, games: &[&Played], seats: &[String], index: usize) -> String {
    let lost = heat::by_hex(games, None);
    if lost.is_empty() {
        return String::new();
    }
    let map = heat::map(&opened.map(), &opened.board(None), &lost, &format!("m{index}"));
    let by_side = [0, 1].map(|seat| heat::by_hex(games, Some(seat)));
    let mut worst: Vec<(&String, &Estimate)> = lost.iter().collect();
    worst.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
    let of_side = |seat: usize, hex: &String| by_side[seat].get(hex).map_or_else(|| "0".to_owned(), |e| number(e.value, 2));
    let row = |(hex, e): &(&String, &Estimate)| vec![(*hex).clone(), plain(e, 2), of_side(0, hex), of_side(1, hex)];
    let rows: Vec<Vec<String>> = worst.iter().take(30).map(row).collect();
    let heads: Vec<String> =
        ["hex".to_owned(), "#both".to_owned()].into_iter().chain(seats.iter().map(|s| format!("#{s}"))).collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let caption = "Printed strength lost in each hex, a game on the average: the redder the more. A pointer on a hex tells the figure with its interval; the table lists the thirty worst.";
    let framed = format!(
        "{}<div class=\"map\" tabindex=\"0\" role=\"region\" aria-label=\"map of losses\">{map}</div>",
        heat::legend(&lost)
    );
    figure("Where they fell", &framed, caption, &table(&heads, &rows), true)
}

fn levels(figures: &GameFigures, games: &[&Played]) -> String {
    let class = |level: &str| {
        let won = games.iter().find(|game| game.level == level).and_then(|game| game.winner);
        // Nobody got there: the name tells whose level it is.
        match won.or_else(|| figures.seats.iter().position(|seat| level.starts_with(seat.as_str()))) {
            Some(0) => "one",
            Some(_) => "two",
            None => "even",
        }
    };
    let bars: Vec<Bar> = figures
        .levels
        .iter()
        .map(|(level, share)| Bar { label: level.clone(), value: hundredfold(share), class: class(level), text: percent(share) })
        .collect();
    let rows: Vec<Vec<String>> = figures.levels.iter().map(|(level, share)| vec![level.clone(), percent(share)]).collect();
    let caption = "Share of the games that ended so.";
    let plot = plot::bars("levels of victory", &bars, "% of the games");
    figure("Levels of victory", &plot, caption, &table(&["level", "#share"], &rows), false)
}

/// The middle and the edges of some figures.
fn spread(figures: &[f64]) -> String {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rows: Vec<Vec<String>> = [
        ("least", 0.0),
        ("a tenth lie below", 0.1),
        ("a quarter", 0.25),
        ("half", 0.5),
        ("three quarters", 0.75),
        ("nine tenths", 0.9),
        ("most", 1.0),
    ]
    .map(|(name, share)| vec![name.to_owned(), format!("{:.1}", stats::quantile(&sorted, share))])
    .to_vec();
    table(&["", "#value"], &rows)
}

/// The margin turn by turn, among games that got so far.
fn course(plan: &Plan, games: &[&Played], first: &str, second: &str) -> String {
    let mut turns: BTreeMap<u16, Vec<(u64, f64)>> = BTreeMap::new();
    for (game, row) in games.iter().flat_map(|game| game.by_turn.iter().map(move |row| (game, row))) {
        if let [Some(a), Some(b)] = row.points {
            turns.entry(row.turn).or_default().push((plan.round(game.pair), f64::from(a - b)));
        }
    }
    if turns.len() < 2 {
        return String::new();
    }
    let points: Vec<(f64, Estimate)> =
        turns.iter().map(|(turn, margins)| (f64::from(*turn), stats::mean_of_groups(margins))).collect();
    let rows: Vec<Vec<String>> = turns
        .iter()
        .zip(&points)
        .map(|((turn, margins), (_, e))| vec![turn.to_string(), margins.len().to_string(), plain(e, 1)])
        .collect();
    let caption = format!(
        "Points of {} less those of {} at the end of each turn: the average of the games that got so far, and its interval.",
        esc(first),
        esc(second)
    );
    let table = table(&["#turn", "#games", "#margin"], &rows);
    figure("Course", &plot::curve("margin by turn", &points, "turn", "margin in points"), &caption, &table, false)
}

fn losses(games: &[&Played], seats: &[String], what: &str, key: impl Fn(&crate::game::LossRow) -> String) -> String {
    let mut bars = Vec::new();
    let mut rows = Vec::new();
    for (seat, name) in seats.iter().enumerate() {
        let mut groups: BTreeSet<String> = BTreeSet::new();
        for loss in games.iter().flat_map(|game| &game.losses).filter(|loss| loss.seat == seat) {
            groups.insert(key(loss));
        }
        let mut sums: Vec<(String, Estimate)> = groups
            .into_iter()
            .map(|group| {
                let in_game = |game: &&Played| {
                    let those = game.losses.iter().filter(|loss| loss.seat == seat && key(loss) == group);
                    those.map(|loss| f64::from(loss.strength)).sum::<f64>()
                };
                let each: Vec<f64> = games.iter().map(in_game).collect();
                (group, stats::amount(&each))
            })
            .collect();
        sums.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
        for (i, (group, e)) in sums.into_iter().enumerate() {
            rows.push(vec![name.clone(), group.clone(), plain(&e, 2)]);
            if i < FORMATIONS {
                let class = if seat == 0 { "one" } else { "two" };
                bars.push(Bar { label: format!("{name}: {group}"), value: e, class, text: plain(&e, 1) });
            }
        }
    }
    if bars.is_empty() {
        return String::new();
    }
    let caption = format!("Printed strength lost a game, by {what}; at most {FORMATIONS} of a side are drawn.");
    let table = table(&["side", what, "#strength lost a game"], &rows);
    let plot = plot::bars(&format!("losses by {what}"), &bars, "printed strength lost a game");
    figure(&format!("Losses by {what}"), &plot, &caption, &table, false)
}

fn luck(figures: &GameFigures, games: &[&Played], first: &str) -> String {
    let Some(luck) = &figures.luck else { return String::new() };
    let points: Vec<(f64, f64)> = games.iter().filter_map(|game| Some((game.luck?, f64::from(game.margin)))).collect();
    let all: Vec<f64> = points.iter().map(|point| point.0).collect();
    let caption = format!(
        "What the dice were worth to {} in each game{}: the position after every die less what was to be expected before it. In the long run that is nought. {}",
        esc(first),
        if luck.scaled { ", in points of the margin" } else { ", as the planner reckons" },
        averaged(&plain(&luck.mean, 1))
    );
    let plot = plot::histogram("luck of the dice", &all, side, "luck in points");
    let mut out = figure("Luck of the dice", &plot, &caption, &spread(&all), false);
    let mut caption = "Each dot is a game; the line fits them best.".to_owned();
    if let Some(r) = &luck.correlation {
        let _ = write!(caption, " They go together by {}, where 1 would mean that dice alone decide.", plain(r, 2));
    }
    if let Some(slope) = &luck.slope {
        let _ = write!(caption, " A point of luck is {} points of the margin.", plain(slope, 2));
    }
    if let Some(without) = &luck.margin {
        let _ = write!(
            caption,
            " Without luck the margin is {}: luck explains {:.0} % of its variance, so that this is as certain as {:.1} times as many games.",
            plain(&without.figure, 1),
            100.0 * without.explained,
            without.worth
        );
    }
    let plot = plot::scatter("luck and margin", &points, "luck in points", "margin in points");
    out.push_str(&figure("Luck and margin", &plot, &caption, "", false));
    out
}
