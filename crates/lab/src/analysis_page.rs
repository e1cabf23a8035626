//! An analysis as text and as a page.

use crate::analyse::{Analysis, Judged};
use crate::report::page::{self, figure, table};
use crate::report::plot;
use crate::stats::Estimate;
use std::fmt::Write as _;

/// Actions of a decision in one line; long ones are cut, because a phase of moves has dozens.
fn short(actions: &[String], most: usize) -> String {
    let mut text = actions.iter().take(most).cloned().collect::<Vec<_>>().join("; ");
    if actions.len() > most {
        let _ = write!(text, "; … {} more", actions.len() - most);
    }
    text
}

fn dice(decision: &Judged) -> String {
    match &decision.dice[..] {
        [] => String::new(),
        dice => format!(" = {}", dice.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")),
    }
}

/// What a mistake cost.
fn named(decision: &Judged) -> String {
    let mut text = format!("cost {:.1}", decision.cost);
    if let (Some(low), Some(high)) = (decision.low, decision.high) {
        let _ = write!(text, " ({low:.1} to {high:.1})");
    }
    if let Some(name) = &decision.name {
        let _ = write!(text, ": {name}");
    }
    text
}

impl Analysis {
    /// What is to be said if time was short.
    fn hurry(&self) -> Option<String> {
        let hurried = self.decisions.iter().filter(|decision| decision.hurried).count();
        let all = self.decisions.len();
        (hurried > 0).then(|| format!("Time was short: {hurried} of {all} decisions got less thought than {} takes.", self.level))
    }

    /// How costs were found.
    fn judges(&self) -> String {
        let played = self.decisions.iter().filter(|decision| decision.playouts > 0).count();
        if played == 0 {
            return format!("What a choice cost is what was to be expected of a better one, which {} found.", self.level);
        }
        format!(
            "What a choice cost was found by playing on from {played} decisions, with the other choice and without it, by players of several kinds; brackets hold it 95 times of 100."
        )
    }

    /// What the numbers are.
    const fn measure(&self) -> &'static str {
        if self.foreseen { "the margin that is to be expected" } else { "points as the planner reckons them" }
    }

    /// In lines for the screen: all decisions, or those that mattered.
    #[must_use]
    pub fn text(&self, all: bool) -> String {
        let first = self.seats.first().map_or("", String::as_str);
        let mut out = format!("{}: {}, for {first}; {} was asked for something better\n", self.title, self.measure(), self.level);
        if let Some(verdict) = &self.verdict {
            let _ = writeln!(out, "{verdict}");
        }
        let _ = writeln!(out, "{:<10} {:>9} {:>9} {:>9} {:>9}", "", "decisions", "mistakes", "cost", "luck");
        for total in &self.totals {
            let _ = writeln!(
                out,
                "{:<10} {:>9} {:>9} {:>9.1} {:>+9.1}",
                total.seat, total.decisions, total.mistakes, total.cost, total.luck
            );
        }
        let mut turn = "";
        for decision in self.decisions.iter().filter(|d| all || d.better.is_some() || d.luck.abs() >= 3.0) {
            if decision.turn != turn {
                turn = &decision.turn;
                let _ = writeln!(out, "\n{turn}");
            }
            let _ = writeln!(
                out,
                "  {:>4}-{:<4} {:<8} {:+7.1} -> {:+7.1} -> {:+7.1}  {}{}",
                decision.from,
                decision.to,
                decision.seat,
                decision.before,
                decision.expected,
                decision.after,
                short(&decision.actions, 4),
                dice(decision)
            );
            if decision.luck.abs() >= 0.05 {
                let _ = writeln!(out, "            luck {:+.1}", decision.luck);
            }
            if let Some(better) = &decision.better {
                let _ =
                    writeln!(out, "            {}; better: {} ({})", named(decision), short(&better.actions, 6), better.reason);
                for (word, line) in [("led to", &decision.led_to), ("leads to", &better.leads_to)] {
                    if !line.is_empty() {
                        let _ = writeln!(out, "              {word}: {}", line.join("; "));
                    }
                }
            }
        }
        let _ = writeln!(out, "\n{}", self.judges());
        if let Some(hurry) = self.hurry() {
            let _ = writeln!(out, "{hurry}");
        }
        out
    }

    /// As a page that needs nothing but itself.
    #[must_use]
    pub fn page(&self) -> String {
        let first = self.seats.first().map_or("", String::as_str);
        let mut body = format!(
            "<p>{}. Numbers are {}, for {}. <em>Luck</em> is what a die did beyond what was to be expected, and <em>cost</em> what a choice gave away against the best that was found, both in points of the margin at the end. {}</p>",
            page::esc(self.verdict.as_deref().unwrap_or("The game is not over")),
            self.measure(),
            page::esc(first),
            page::esc(&self.judges())
        );
        if let Some(hurry) = self.hurry() {
            let _ = write!(body, "<p><strong>{}</strong></p>", page::esc(&hurry));
        }
        let rows: Vec<Vec<String>> = self
            .totals
            .iter()
            .map(|t| {
                vec![
                    t.seat.clone(),
                    t.decisions.to_string(),
                    t.mistakes.to_string(),
                    format!("{:.1}", t.cost),
                    format!("{:+.1}", t.luck),
                ]
            })
            .collect();
        body.push_str(&table(&["side", "#decisions", "#mistakes", "#cost", "#luck"], &rows));
        let exact = |value: f64| Estimate { value, low: value, high: value, of: 1 };
        let points: Vec<(f64, Estimate)> = self.decisions.iter().map(|d| (d.to as f64, exact(d.after))).collect();
        let mut sum = 0.0;
        let fortune: Vec<(f64, Estimate)> = self
            .decisions
            .iter()
            .map(|d| {
                sum += d.luck;
                (d.to as f64, exact(sum))
            })
            .collect();
        body.push_str("<h2>Course</h2><div class=\"grid\">");
        let caption = "What the position was worth after each decision.";
        body.push_str(&figure(
            "Evaluation",
            &plot::curve("evaluation by entry", &points, "entry of the record", "points"),
            caption,
            "",
            false,
        ));
        let caption = "Luck of the dice, added up.";
        body.push_str(&figure(
            "Luck",
            &plot::curve("luck by entry", &fortune, "entry of the record", "points"),
            caption,
            "",
            false,
        ));
        body.push_str("</div><h2>Dearest mistakes</h2>");
        let mut worst: Vec<&Judged> = self.decisions.iter().filter(|d| d.better.is_some()).collect();
        worst.sort_by(|a, b| b.cost.total_cmp(&a.cost));
        let row = |d: &&Judged| {
            let line = |words: &str, line: &[String]| {
                if line.is_empty() { String::new() } else { format!(" {words}: {}", line.join("; ")) }
            };
            let better = d.better.as_ref().map_or_else(String::new, |b| {
                format!("{} ({}).{}", short(&b.actions, 8), b.reason, line("Leads to", &b.leads_to))
            });
            vec![
                d.turn.clone(),
                format!("{}-{}", d.from, d.to),
                d.seat.clone(),
                short(&d.actions, 6) + &dice(d) + &line("Led to", &d.led_to),
                named(d),
                better,
            ]
        };
        let heads = ["turn", "#entries", "side", "played", "cost", "better"];
        body.push_str(&table(&heads, &worst.iter().take(20).map(row).collect::<Vec<_>>()));
        body.push_str("<h2>Every decision</h2>");
        let row = |d: &Judged| {
            vec![
                format!("{}-{}", d.from, d.to),
                d.turn.clone(),
                d.seat.clone(),
                short(&d.actions, 4) + &dice(d),
                format!("{:+.1}", d.before),
                format!("{:+.1}", d.expected),
                format!("{:+.1}", d.after),
                format!("{:+.1}", d.luck),
                format!("{:.1}", d.cost),
            ]
        };
        let heads = ["#entries", "turn", "side", "played", "#before", "#expected", "#after", "#luck", "#cost"];
        body.push_str(&table(&heads, &self.decisions.iter().map(row).collect::<Vec<_>>()));
        page::page(&format!("{}: the game looked at again", self.title), &body)
    }
}
