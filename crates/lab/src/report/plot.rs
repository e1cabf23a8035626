//! Plots as SVG, small enough to be read on a phone: 400 units wide, letters of 12.

use super::page::esc;
use crate::stats::Estimate;
use std::fmt::Write as _;

/// Width of a plot.
const WIDTH: f64 = 400.0;

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

/// Bars that lie, each under its label. Intervals are drawn as whiskers; values may be negative.
#[must_use]
pub fn bars(label: &str, bars: &[Bar]) -> String {
    let end = |e: &Estimate, v: f64| if v.is_finite() { v } else { e.value };
    let most = bars.iter().map(|bar| end(&bar.value, bar.value.high).max(bar.value.value)).fold(1e-9, f64::max);
    let least = bars.iter().map(|bar| end(&bar.value, bar.value.low).min(bar.value.value)).fold(0.0, f64::min);
    let (left, right) = (4.0, WIDTH - 8.0);
    let x = |v: f64| left + (v - least) / (most - least) * (right - left);
    let mut body = String::new();
    for (i, bar) in bars.iter().enumerate() {
        let y = 34.0f64.mul_add(i as f64, 14.0);
        let (from, to) = (x(0.0).min(x(bar.value.value)), x(0.0).max(x(bar.value.value)));
        let _ = write!(
            body,
            "<text x=\"{left}\" y=\"{y:.0}\" font-size=\"12\">{}</text><text x=\"{right}\" y=\"{y:.0}\" font-size=\"12\" text-anchor=\"end\" class=\"faint\">{}</text>\
             <rect x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"12\" rx=\"2\" class=\"{}\"/>",
            esc(&bar.label),
            esc(&bar.text),
            y + 4.0,
            (to - from).max(1.0),
            bar.class
        );
        if bar.value.low.is_finite() && bar.value.high.is_finite() {
            let (low, high, middle) = (x(bar.value.low), x(bar.value.high), y + 10.0);
            let _ = write!(
                body,
                "<path class=\"whisker\" d=\"M{low:.1} {0:.1}v8M{low:.1} {middle:.1}H{high:.1}M{high:.1} {0:.1}v8\"/>",
                middle - 4.0
            );
        }
    }
    let height = 34.0f64.mul_add(bars.len() as f64, 4.0);
    if least < 0.0 {
        let _ = write!(body, "<path class=\"axis\" d=\"M{0:.1} 2V{height:.0}\"/>", x(0.0));
    }
    svg(height, label, &body)
}

/// Numbers at which an axis is marked.
fn marks(least: f64, most: f64) -> Vec<f64> {
    let span = (most - least).max(1e-9);
    let step = [1.0, 2.0, 5.0, 10.0, 20.0, 25.0, 50.0, 100.0, 200.0, 500.0, 1000.0].into_iter().find(|s| span / s <= 6.0);
    let step = step.unwrap_or(span / 5.0);
    let first = (least / step).ceil() as i64;
    (first..).map(|i| i as f64 * step).take_while(|v| *v <= most + 1e-9).collect()
}

/// A histogram of whole steps. `class` colours a step by its middle.
#[must_use]
pub fn histogram(label: &str, figures: &[f64], step: f64, class: impl Fn(f64) -> &'static str, unit: &str) -> String {
    if figures.is_empty() {
        return svg(40.0, label, "<text x=\"4\" y=\"24\" font-size=\"12\" class=\"faint\">nothing to show</text>");
    }
    let bin = |v: f64| (v / step).round() as i64;
    let (low, high) = figures.iter().map(|&v| bin(v)).fold((i64::MAX, i64::MIN), |(l, h), b| (l.min(b), h.max(b)));
    let (low, high) = (low - 1, high + 1);
    let mut counts = vec![0u32; (high - low + 1) as usize];
    figures.iter().for_each(|&v| counts[(bin(v) - low) as usize] += 1);
    let most = f64::from(counts.iter().copied().max().unwrap_or(1).max(1));
    let (left, right, top, bottom) = (28.0, WIDTH - 8.0, 8.0, 170.0);
    let wide = (right - left) / counts.len() as f64;
    let mut body = String::new();
    for mark in [0.0, most] {
        let y = bottom - mark / most * (bottom - top);
        let _ = write!(
            body,
            "<path class=\"axis\" d=\"M{left} {y:.1}H{right}\"/><text x=\"{:.0}\" y=\"{:.1}\" font-size=\"11\" text-anchor=\"end\" class=\"faint\">{mark:.0}</text>",
            left - 4.0,
            y + 4.0
        );
    }
    for (i, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let middle = (low + i as i64) as f64 * step;
        let tall = f64::from(count) / most * (bottom - top);
        let _ = write!(
            body,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\" class=\"{}\"><title>{middle:.0}: {count}</title></rect>",
            left + wide * i as f64 + wide * 0.06,
            bottom - tall,
            wide * 0.88,
            class(middle)
        );
    }
    let x = |v: f64| left + (v / step - low as f64 + 0.5) * wide;
    for mark in marks(low as f64 * step, high as f64 * step) {
        let _ = write!(
            body,
            "<text x=\"{:.1}\" y=\"186\" font-size=\"11\" text-anchor=\"middle\" class=\"faint\">{mark:.0}</text>",
            x(mark)
        );
    }
    let _ =
        write!(body, "<text x=\"{right}\" y=\"202\" font-size=\"11\" text-anchor=\"end\" class=\"faint\">{}</text>", esc(unit));
    svg(208.0, label, &body)
}

/// A curve with its band of intervals over numbered steps.
#[must_use]
pub fn curve(label: &str, points: &[(f64, Estimate)], unit: &str) -> String {
    let Some(((first, _), (last, _))) = points.first().zip(points.last()) else {
        return svg(40.0, label, "<text x=\"4\" y=\"24\" font-size=\"12\" class=\"faint\">nothing to show</text>");
    };
    let low = |e: &Estimate| if e.low.is_finite() { e.low } else { e.value };
    let high = |e: &Estimate| if e.high.is_finite() { e.high } else { e.value };
    let least = points.iter().map(|(_, e)| low(e)).fold(0.0, f64::min);
    let most = points.iter().map(|(_, e)| high(e)).fold(0.0, f64::max).max(least + 1.0);
    let (left, right, top, bottom) = (36.0, WIDTH - 10.0, 8.0, 170.0);
    let x = |v: f64| left + (v - first) / (last - first).max(1e-9) * (right - left);
    let y = |v: f64| bottom - (v - least) / (most - least) * (bottom - top);
    let mut body = String::new();
    for mark in marks(least, most) {
        let _ = write!(
            body,
            "<path class=\"axis\" d=\"M{left} {0:.1}H{right}\"/><text x=\"{1:.0}\" y=\"{2:.1}\" font-size=\"11\" text-anchor=\"end\" class=\"faint\">{mark:.0}</text>",
            y(mark),
            left - 4.0,
            y(mark) + 4.0
        );
    }
    for mark in marks(*first, *last) {
        let _ = write!(
            body,
            "<text x=\"{:.1}\" y=\"186\" font-size=\"11\" text-anchor=\"middle\" class=\"faint\">{mark:.0}</text>",
            x(mark)
        );
    }
    let there = points.iter().map(|(at, e)| format!("{:.1} {:.1}", x(*at), y(high(e))));
    let back = points.iter().rev().map(|(at, e)| format!("{:.1} {:.1}", x(*at), y(low(e))));
    let band: Vec<String> = there.chain(back).collect();
    let line: Vec<String> = points.iter().map(|(at, e)| format!("{:.1} {:.1}", x(*at), y(e.value))).collect();
    let _ = write!(body, "<path class=\"band\" d=\"M{}Z\"/><path class=\"line\" d=\"M{}\"/>", band.join("L"), line.join("L"));
    let _ =
        write!(body, "<text x=\"{right}\" y=\"202\" font-size=\"11\" text-anchor=\"end\" class=\"faint\">{}</text>", esc(unit));
    svg(208.0, label, &body)
}

/// Points in two dimensions.
#[must_use]
pub fn scatter(label: &str, points: &[(f64, f64)], across: &str, up: &str) -> String {
    let range = |values: &mut dyn Iterator<Item = f64>| values.fold((0.0f64, 1e-9f64), |(l, h), v| (l.min(v), h.max(v)));
    let (x0, x1) = range(&mut points.iter().map(|p| p.0));
    let (y0, y1) = range(&mut points.iter().map(|p| p.1));
    let (left, right, top, bottom) = (36.0, WIDTH - 10.0, 8.0, 170.0);
    let x = |v: f64| left + (v - x0) / (x1 - x0).max(1e-9) * (right - left);
    let y = |v: f64| bottom - (v - y0) / (y1 - y0).max(1e-9) * (bottom - top);
    let mut body = String::new();
    for mark in marks(y0, y1) {
        let _ = write!(
            body,
            "<path class=\"axis\" d=\"M{left} {0:.1}H{right}\"/><text x=\"{1:.0}\" y=\"{2:.1}\" font-size=\"11\" text-anchor=\"end\" class=\"faint\">{mark:.0}</text>",
            y(mark),
            left - 4.0,
            y(mark) + 4.0
        );
    }
    for mark in marks(x0, x1) {
        let _ = write!(
            body,
            "<text x=\"{:.1}\" y=\"186\" font-size=\"11\" text-anchor=\"middle\" class=\"faint\">{mark:.0}</text>",
            x(mark)
        );
    }
    // Thousands of dots say no more than some hundreds.
    let every = points.len().div_ceil(800).max(1);
    for (a, b) in points.iter().step_by(every) {
        let class = if *b > 0.0 {
            "one"
        } else if *b < 0.0 {
            "two"
        } else {
            "even"
        };
        let _ = write!(body, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" class=\"{class}\" opacity=\".65\"/>", x(*a), y(*b));
    }
    let _ = write!(
        body,
        "<text x=\"{right}\" y=\"202\" font-size=\"11\" text-anchor=\"end\" class=\"faint\">{}; upwards: {}</text>",
        esc(across),
        esc(up)
    );
    svg(208.0, label, &body)
}
