//! Plots as SVG, small enough to be read on a phone: 400 units wide, letters of 12. Each has its axes named, and shows intervals.

use super::page::esc;
use crate::stats::{self, Estimate};
use std::fmt::Write as _;

/// Width of a plot.
const WIDTH: f64 = 400.0;
/// Most bars of a histogram.
const BINS: f64 = 24.0;
/// Steps at which axes are marked and histograms divided, up to a power of ten.
const STEPS: [f64; 3] = [1.0, 2.0, 5.0];

/// A bar with its whisker.
pub struct Bar {
    /// In words.
    pub label: String,
    /// How long it is.
    pub value: Estimate,
    /// `one`, `two` or `even`.
    pub class: &'static str,
    /// What is written at its end.
    pub text: String,
}

fn svg(height: f64, label: &str, body: &str) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{}\">{body}</svg>", esc(label))
}

fn nothing(label: &str) -> String {
    svg(40.0, label, "<text x=\"4\" y=\"24\" font-size=\"12\" class=\"faint\">nothing to show</text>")
}

fn letters(x: f64, y: f64, anchor: &str, text: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"11\" text-anchor=\"{anchor}\" class=\"faint\">{}</text>", esc(text))
}

/// The ends of an interval, or the figure itself where there is none.
fn ends(e: &Estimate) -> (f64, f64) {
    if e.low.is_finite() && e.high.is_finite() { (e.low.min(e.value), e.high.max(e.value)) } else { (e.value, e.value) }
}

/// The least round step of which no more than so many make up a span.
fn step(span: f64, most: f64, least: f64) -> f64 {
    let mut power = least;
    loop {
        if let Some(step) = STEPS.into_iter().map(|s| s * power).find(|s| span / s <= most) {
            return step;
        }
        power *= 10.0;
    }
}

/// Numbers at which an axis is marked, as they are written.
fn marks(least: f64, most: f64, whole: bool) -> Vec<(f64, String)> {
    let span = (most - least).max(1e-9);
    let step = step(span, 6.0, if whole { 1.0 } else { 0.01 });
    let digits = if step >= 1.0 { 0 } else { 1 + usize::from(step < 0.1) };
    let first = (least / step - 1e-9).ceil() as i64;
    let all = (first..).map(|i| i as f64 * step).take_while(|v| *v <= most + step * 1e-6);
    all.map(|v| (v, format!("{v:.digits$}"))).collect()
}

/// A field with two axes.
struct Field {
    x: (f64, f64),
    y: (f64, f64),
}

impl Field {
    const LEFT: f64 = 36.0;
    const RIGHT: f64 = WIDTH - 10.0;
    const TOP: f64 = 22.0;
    const BOTTOM: f64 = 184.0;
    const HEIGHT: f64 = 220.0;

    fn x(&self, v: f64) -> f64 {
        Self::LEFT + (v - self.x.0) / (self.x.1 - self.x.0).max(1e-9) * (Self::RIGHT - Self::LEFT)
    }

    fn y(&self, v: f64) -> f64 {
        Self::BOTTOM - (v - self.y.0) / (self.y.1 - self.y.0).max(1e-9) * (Self::BOTTOM - Self::TOP)
    }

    /// Lines, numbers and the names of both axes.
    fn axes(&self, across: &str, upwards: &str, whole: bool) -> String {
        let mut body = letters(2.0, 11.0, "start", upwards);
        for (mark, text) in marks(self.y.0, self.y.1, whole) {
            let y = self.y(mark);
            let _ = write!(body, "<path class=\"axis\" d=\"M{} {y:.1}H{}\"/>", Self::LEFT, Self::RIGHT);
            body.push_str(&letters(Self::LEFT - 4.0, y + 4.0, "end", &text));
        }
        for (mark, text) in marks(self.x.0, self.x.1, true) {
            let x = self.x(mark);
            let _ = write!(body, "<path class=\"axis\" d=\"M{x:.1} {}v4\"/>", Self::BOTTOM);
            body.push_str(&letters(x, Self::BOTTOM + 16.0, "middle", &text));
        }
        body.push_str(&letters(Self::RIGHT, Self::HEIGHT - 4.0, "end", across));
        body
    }
}

/// Bars that lie, each under its label, over an axis of what `unit` says. Intervals are drawn as whiskers; values may be negative.
#[must_use]
pub fn bars(label: &str, bars: &[Bar], unit: &str) -> String {
    if bars.is_empty() {
        return nothing(label);
    }
    let most = bars.iter().map(|bar| ends(&bar.value).1).fold(1e-9, f64::max);
    let least = bars.iter().map(|bar| ends(&bar.value).0).fold(0.0, f64::min);
    let (left, right) = (8.0, WIDTH - 12.0);
    let x = |v: f64| left + (v - least) / (most - least) * (right - left);
    let bottom = 36.0f64.mul_add(bars.len() as f64, 2.0);
    let mut body = String::new();
    for (mark, text) in marks(least, most, false) {
        let class = if mark == 0.0 { "axis nought" } else { "axis" };
        let _ = write!(body, "<path class=\"{class}\" d=\"M{:.1} 2V{:.1}\"/>", x(mark), bottom + 4.0);
        body.push_str(&letters(x(mark), bottom + 16.0, "middle", &text));
    }
    body.push_str(&letters(right, bottom + 32.0, "end", unit));
    for (i, bar) in bars.iter().enumerate() {
        let y = 36.0f64.mul_add(i as f64, 14.0);
        let (from, to) = (x(0.0).min(x(bar.value.value)), x(0.0).max(x(bar.value.value)));
        let _ = write!(
            body,
            "<text x=\"{left}\" y=\"{y:.0}\" font-size=\"12\" class=\"halo\">{}</text><text x=\"{right}\" y=\"{y:.0}\" font-size=\"12\" text-anchor=\"end\" class=\"faint halo\">{}</text>\
             <rect x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"12\" rx=\"2\" class=\"{}\"/>",
            esc(&bar.label),
            esc(&bar.text),
            y + 5.0,
            (to - from).max(1.0),
            bar.class
        );
        let (low, high) = ends(&bar.value);
        if low < high {
            let (low, high, middle) = (x(low), x(high), y + 11.0);
            let way = format!("M{low:.1} {0:.1}v8M{low:.1} {middle:.1}H{high:.1}M{high:.1} {0:.1}v8", middle - 4.0);
            // A light line beneath the dark one, so that it is seen on the bar and beside it.
            let _ = write!(body, "<path class=\"under\" d=\"{way}\"/><path class=\"whisker\" d=\"{way}\"/>");
        }
    }
    svg(bottom + 38.0, label, &body)
}

/// How wide the bars of a histogram are: round, whole, and not too many.
fn bin_of(figures: &[f64]) -> f64 {
    let (low, high) = figures.iter().fold((f64::MAX, f64::MIN), |(l, h), &v| (l.min(v), h.max(v)));
    step((high - low).max(0.0), BINS, 1.0)
}

/// Figures in steps, with the average and its interval above them. `class` colours a step by its middle.
#[must_use]
pub fn histogram(label: &str, figures: &[f64], class: impl Fn(f64) -> &'static str, unit: &str) -> String {
    if figures.is_empty() {
        return nothing(label);
    }
    let step = bin_of(figures);
    let bin = |v: f64| (v / step).round() as i64;
    let (low, high) = figures.iter().map(|&v| bin(v)).fold((i64::MAX, i64::MIN), |(l, h), b| (l.min(b), h.max(b)));
    let (low, high) = (low - 1, high + 1);
    let mut counts = vec![0u32; (high - low + 1) as usize];
    figures.iter().for_each(|&v| counts[(bin(v) - low) as usize] += 1);
    let most = f64::from(counts.iter().copied().max().unwrap_or(1).max(1));
    let field = Field { x: ((low as f64 - 0.5) * step, (high as f64 + 0.5) * step), y: (0.0, most * 1.08) };
    let games = if step > 1.0 { format!("games, in steps of {step:.0}") } else { "games".to_owned() };
    let mut body = field.axes(unit, &games, true);
    for (i, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let middle = (low + i as i64) as f64 * step;
        let (from, to, top) = (field.x(middle - 0.44 * step), field.x(middle + 0.44 * step), field.y(f64::from(count)));
        let _ = write!(
            body,
            "<rect x=\"{from:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" class=\"{}\"><title>{middle:.0}: {count}</title></rect>",
            to - from,
            Field::BOTTOM - top,
            class(middle)
        );
    }
    let average = stats::mean(figures);
    let (from, to) = ends(&average);
    let (x, from, to) = (field.x(average.value), field.x(from.max(field.x.0)), field.x(to.min(field.x.1)));
    let _ = write!(
        body,
        "<rect x=\"{from:.1}\" y=\"{0}\" width=\"{1:.1}\" height=\"{2}\" class=\"band\"/><path class=\"line\" d=\"M{x:.1} {0}V{3}\"/>",
        Field::TOP,
        (to - from).max(0.0),
        Field::BOTTOM - Field::TOP,
        Field::BOTTOM
    );
    svg(Field::HEIGHT, label, &body)
}

/// A curve with its band of intervals over numbered steps.
#[must_use]
pub fn curve(label: &str, points: &[(f64, Estimate)], across: &str, upwards: &str) -> String {
    let Some(((first, _), (last, _))) = points.first().zip(points.last()) else { return nothing(label) };
    let least = points.iter().map(|(_, e)| ends(e).0).fold(0.0, f64::min);
    let most = points.iter().map(|(_, e)| ends(e).1).fold(0.0, f64::max).max(least + 1.0);
    let field = Field { x: (*first, *last), y: (least, most) };
    let mut body = field.axes(across, upwards, true);
    let at = |(v, height): (f64, f64)| format!("{:.1} {:.1}", field.x(v), field.y(height));
    if points.iter().any(|(_, e)| ends(e).0 < ends(e).1) {
        let there = points.iter().map(|(v, e)| at((*v, ends(e).1)));
        let back = points.iter().rev().map(|(v, e)| at((*v, ends(e).0)));
        let _ = write!(body, "<path class=\"band\" d=\"M{}Z\"/>", there.chain(back).collect::<Vec<_>>().join("L"));
    }
    let line: Vec<String> = points.iter().map(|(v, e)| at((*v, e.value))).collect();
    let _ = write!(body, "<path class=\"line\" d=\"M{}\"/>", line.join("L"));
    svg(Field::HEIGHT, label, &body)
}

/// Dots, one a game, with the line that fits them best.
#[must_use]
pub fn scatter(label: &str, points: &[(f64, f64)], across: &str, upwards: &str) -> String {
    if points.is_empty() {
        return nothing(label);
    }
    let range = |pick: &dyn Fn(&(f64, f64)) -> f64| {
        let (low, high) = points.iter().map(pick).fold((0.0f64, 0.0f64), |(low, high), v| (low.min(v), high.max(v)));
        (low, high.max(low + 1.0))
    };
    let field = Field { x: range(&|p| p.0), y: range(&|p| p.1) };
    let mut body = field.axes(across, upwards, true);
    if let Some(line) = stats::line(points) {
        let along = [field.x.0, field.x.1].map(|v| (v, line.slope.value.mul_add(v, line.height.value)));
        let way = along.map(|(v, w)| format!("{:.1} {:.1}", field.x(v), field.y(w.clamp(field.y.0, field.y.1))));
        let _ = write!(body, "<path class=\"line thin\" d=\"M{}\"/>", way.join("L"));
    }
    for (v, w) in points {
        let class = if *w > 0.0 {
            "one"
        } else if *w < 0.0 {
            "two"
        } else {
            "even"
        };
        let _ = write!(
            body,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.6\" class=\"{class}\" fill-opacity=\"0.7\"/>",
            field.x(*v),
            field.y(*w)
        );
    }
    svg(Field::HEIGHT, label, &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_marked_at_round_numbers() {
        let told = |low, high, whole| marks(low, high, whole).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(told(-7.0, 12.0, true), ["-5", "0", "5", "10"]);
        assert_eq!(told(0.0, 0.9, false), ["0.0", "0.2", "0.4", "0.6", "0.8"]);
        assert_eq!(told(0.0, 1.0, true), ["0", "1"]);
        assert_eq!(told(0.0, 31_000.0, true), ["0", "10000", "20000", "30000"]);
    }

    #[test]
    fn every_plot_names_its_axes_and_shows_what_is_uncertain() {
        let figures: Vec<f64> = (-200..200).map(f64::from).collect();
        let plot = histogram("margins", &figures, |_| "even", "margin in points");
        assert!(plot.contains("margin in points") && plot.contains("games, in steps of 20") && plot.contains("class=\"band\""));
        assert_eq!(plot.matches("<title>").count(), 21);
        let e = Estimate { value: 3.0, low: 1.0, high: 4.0, of: 9 };
        let bar = Bar { label: "a & b".to_owned(), value: e, class: "one", text: "3".to_owned() };
        let plot = bars("bars", &[bar], "strength");
        assert!(plot.contains("whisker") && plot.contains(">strength<") && plot.contains("a &amp; b"));
        let plot = curve("course", &[(1.0, e), (2.0, e)], "turn", "points");
        assert!(plot.contains("class=\"band\"") && plot.contains(">turn<") && plot.contains(">points<"));
        let plot = scatter("dots", &[(1.0, 2.0), (2.0, 3.0), (3.0, 4.0)], "luck", "margin");
        assert!(plot.contains(">luck<") && plot.contains(">margin<") && plot.contains("thin"));
        for empty in
            [histogram("h", &[], |_| "even", "x"), bars("b", &[], "x"), curve("c", &[], "x", "y"), scatter("s", &[], "x", "y")]
        {
            assert!(empty.contains("nothing to show"));
        }
        // One figure alone, or many alike, are drawn too.
        assert!(histogram("h", &[5.0], |_| "even", "x").contains("<rect"));
        assert!(
            !curve("c", &[(1.0, Estimate { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY, of: 1 })], "x", "y")
                .contains("NaN")
        );
    }
}
