//! Figures in lines for the screen.

use crate::sprt::Verdict;
use crate::summary::{GameFigures, Summary, number, percent, plain};
use std::fmt::Write as _;

impl Summary {
    /// In lines for the screen.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = format!("{} of {} games, seed {}; intervals hold 95 times of 100\n", self.games, self.of, self.plan.seed);
        if let Some(beyond) = self.left_out() {
            let _ = writeln!(out, "{beyond}");
        }
        self.by_game.iter().for_each(|game| one_game(&mut out, game));
        self.ladder_text(&mut out);
        self.what_if_text(&mut out);
        for (reason, games) in &self.adjudicated {
            let _ = writeln!(out, "\n{games} games ended by the umpire: {reason}");
        }
        out
    }

    /// What is to be said of games that do not count yet.
    pub(crate) fn left_out(&self) -> Option<String> {
        (self.beyond > 0).then(|| {
            format!(
                "{} more games have ended after one that has not; they count when the run goes on, since short games end first",
                self.beyond
            )
        })
    }

    /// What is to be said of several figures at once.
    pub(crate) fn caution(&self) -> String {
        let without = if self.what_if.iter().any(|row| row.without_luck) {
            " The luck of the dice is taken out where that helps."
        } else {
            ""
        };
        format!(
            "Clear is what chance does less often than once in 20 times among all {} figures together (Holm's correction); intervals are those of each figure alone.{without}",
            self.what_if.len()
        )
    }

    fn ladder_text(&self, out: &mut String) {
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
    }

    fn what_if_text(&self, out: &mut String) {
        if self.what_if.is_empty() {
            return;
        }
        let _ = writeln!(out, "\n{:<34} {:>9} {:>9}  {:>6}  difference", "with the change", "published", "changed", "chance");
        for row in &self.what_if {
            let clear = if row.is_clear() { "  clear" } else { "" };
            let _ = writeln!(
                out,
                "{:<34} {:>9} {:>9}  {:>6}  {}{clear}",
                row.what,
                number(row.before, 2),
                number(row.after, 2),
                number(row.corrected, 3),
                plain(&row.difference, 2)
            );
        }
        let _ = writeln!(out, "{}", self.caution());
    }
}

fn one_game(out: &mut String, game: &GameFigures) {
    let _ = writeln!(out, "\n{}, {} games as published", game.game, game.games);
    if let [first, second] = &game.seats[..] {
        let _ = writeln!(out, "  {first:<10} wins {}", percent(&game.shares[0]));
        let _ = writeln!(out, "  {second:<10} wins {}", percent(&game.shares[2]));
        let _ = writeln!(out, "  {:<10}      {}", "drawn", percent(&game.shares[1]));
        let _ = writeln!(out, "  margin, {first} less {second}: {}", plain(&game.margin, 1));
        let _ = writeln!(out, "  strength lost: {first} {}, {second} {}", plain(&game.lost[0], 1), plain(&game.lost[1], 1));
    }
    for (level, share) in &game.levels {
        let _ = writeln!(out, "  {:<34} {}", level, percent(share));
    }
    let Some(luck) = &game.luck else { return };
    let with = luck.correlation.map_or_else(String::new, |r| format!("; goes with the margin by {}", plain(&r, 2)));
    let _ = writeln!(out, "  luck of the dice: {} points{with}", plain(&luck.mean, 1));
    if let Some(slope) = &luck.slope {
        let _ = writeln!(out, "  a point of luck is {} points of the margin", plain(slope, 2));
    }
    if let Some(without) = &luck.margin {
        let _ = writeln!(
            out,
            "  margin without luck: {}, as certain as by {:.1} times as many games",
            plain(&without.figure, 1),
            without.worth
        );
    }
    for (who, share) in [game.seats.first(), None, game.seats.get(1)].into_iter().zip(&luck.shares) {
        if let (Some(who), Some(without)) = (who, share) {
            let _ = writeln!(
                out,
                "  {who:<10} wins {} without luck, as by {:.1} times as many",
                percent(&without.figure),
                without.worth
            );
        }
    }
}
