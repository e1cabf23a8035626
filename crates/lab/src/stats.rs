//! Averages and shares with their intervals, all at 95 %.

use serde::Serialize;
use std::collections::BTreeMap;

/// What 95 % of a normal distribution lie within.
const Z: f64 = 1.959_963_985;

/// A figure with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// The interval's lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// How many cases it rests on; where several games make one, how many of these.
    pub of: usize,
}

impl Estimate {
    /// The same of amounts, which are never less than nothing, whatever the interval says.
    #[must_use]
    pub fn of_amounts(self) -> Self {
        Self { low: if self.low.is_finite() { self.low.max(0.0) } else { self.low }, ..self }
    }
}

/// The share of `hits` in `of` (Wilson's interval, which holds for few cases and for shares near 0 and 1).
#[must_use]
pub fn share(hits: usize, of: usize) -> Estimate {
    if of == 0 {
        return Estimate { value: 0.0, low: 0.0, high: 1.0, of };
    }
    let (n, p) = (of as f64, hits as f64 / of as f64);
    let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    Estimate { value: p, low: (middle - half).max(0.0), high: (middle + half).min(1.0), of }
}

/// The average of some figures, with Student's interval.
#[must_use]
pub fn mean(figures: &[f64]) -> Estimate {
    let of = figures.len();
    if of == 0 {
        return Estimate { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY, of };
    }
    let n = of as f64;
    let value = figures.iter().sum::<f64>() / n;
    if of == 1 {
        return Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY, of };
    }
    let variance = figures.iter().map(|x| (x - value).powi(2)).sum::<f64>() / (n - 1.0);
    let half = student(of - 1) * (variance / n).sqrt();
    Estimate { value, low: value - half, high: value + half, of }
}

/// The average of figures of which those of a group hang together, such as games with the same dice and the sides exchanged. What can be relied on is what the
/// groups differ by: how far the figures of each lie, all together, from where they would lie by the average. Where every group is as large, that is Student's
/// interval for the averages of the groups; where each is of one figure, that of [`mean`].
#[must_use]
pub fn mean_of_groups(figures: &[(u64, f64)]) -> Estimate {
    let value = mean(&figures.iter().map(|figure| figure.1).collect::<Vec<_>>()).value;
    let mut groups: BTreeMap<u64, f64> = BTreeMap::new();
    figures.iter().for_each(|(group, figure)| *groups.entry(*group).or_default() += figure - value);
    let of = groups.len();
    if of < 2 {
        return Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY, of };
    }
    let (n, g) = (figures.len() as f64, of as f64);
    let variance = groups.values().map(|off| off * off).sum::<f64>() * g / (g - 1.0) / (n * n);
    let half = student(of - 1) * variance.sqrt();
    Estimate { value, low: value - half, high: value + half, of }
}

/// The average of amounts.
#[must_use]
pub fn amount(figures: &[f64]) -> Estimate {
    mean(figures).of_amounts()
}

/// Student's factor for 95 % and so many degrees of freedom (Cornish and Fisher's expansion; exact for one and two).
pub(crate) fn student(freedom: usize) -> f64 {
    match freedom {
        0 => f64::INFINITY,
        1 => 12.706,
        2 => 4.303,
        _ => {
            let v = freedom as f64;
            let (z3, z5, z7) = (Z.powi(3), Z.powi(5), Z.powi(7));
            Z + (z3 + Z) / (4.0 * v)
                + (5.0 * z5 + 16.0 * z3 + 3.0 * Z) / (96.0 * v * v)
                + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * Z) / (384.0 * v.powi(3))
        }
    }
}

/// The value below which a share of the figures lies, between neighbours if need be.
#[must_use]
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let at = share.clamp(0.0, 1.0) * last as f64;
    let (low, part) = (at.floor() as usize, at.fract());
    sorted[low] + part * (sorted[(low + 1).min(last)] - sorted[low])
}

/// How two rows of figures lie: their averages, and the sums of squares and products about them.
struct Moments {
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Moments {
    fn of(pairs: &[(f64, f64)]) -> Self {
        let n = pairs.len() as f64;
        let (x, y) = pairs.iter().fold((0.0, 0.0), |(x, y), p| (x + p.0 / n, y + p.1 / n));
        let sum = |f: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|p| f(p.0 - x, p.1 - y)).sum::<f64>();
        Self { x, y, xx: sum(&|x, _| x * x), xy: sum(&|x, y| x * y), yy: sum(&|_, y| y * y) }
    }
}

/// How far two rows of figures go together, from -1 to 1, with Fisher's interval.
#[must_use]
pub fn correlation(pairs: &[(f64, f64)]) -> Option<Estimate> {
    let Moments { xx, xy, yy, .. } = Moments::of(pairs);
    if pairs.len() < 4 || xx <= 0.0 || yy <= 0.0 {
        return None;
    }
    let value = (xy / (xx * yy).sqrt()).clamp(-1.0, 1.0);
    let half = Z / (pairs.len() as f64 - 3.0).sqrt();
    let middle = value.clamp(-0.999_999, 0.999_999).atanh();
    Some(Estimate { value, low: (middle - half).tanh().min(value), high: (middle + half).tanh().max(value), of: pairs.len() })
}

/// The line that fits some pairs best.
#[derive(Clone, Copy, Debug)]
pub struct Fitted {
    /// Its height at nought.
    pub height: Estimate,
    /// How steep it is.
    pub slope: Estimate,
    /// How much of the variance it explains, from 0 to 1.
    pub explained: f64,
}

/// The line that fits some pairs best, by least squares, with the intervals of its height at nought and of its slope.
#[must_use]
pub fn line(pairs: &[(f64, f64)]) -> Option<Fitted> {
    let of = pairs.len();
    let Moments { x, y, xx, xy, yy } = Moments::of(pairs);
    if of < 3 || xx <= 0.0 || yy <= 0.0 {
        return None;
    }
    let slope = xy / xx;
    let left = (yy - slope * xy).max(0.0);
    let variance = left / (of as f64 - 2.0);
    let estimate = |value: f64, error: f64| {
        let half = student(of - 2) * error;
        Estimate { value, low: value - half, high: value + half, of }
    };
    let height = estimate(y - slope * x, (variance * (1.0 / of as f64 + x * x / xx)).sqrt());
    Some(Fitted { height, slope: estimate(slope, (variance / xx).sqrt()), explained: 1.0 - left / yy })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_books() {
        // Wilson: 8 of 10.
        let e = share(8, 10);
        assert!((e.low - 0.4902).abs() < 1e-3 && (e.high - 0.9433).abs() < 1e-3, "{e:?}");
        assert_eq!((share(0, 20).low, share(20, 20).high), (0.0, 1.0));
        // Student: 1 to 5 has mean 3 and interval 3 ± 1.963.
        let e = mean(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!((e.value - 3.0).abs() < 1e-12 && (e.high - 4.963).abs() < 0.02, "{e:?}");
        assert!((student(10) - 2.228).abs() < 0.01 && (student(1000) - 1.962).abs() < 0.001);
    }

    /// Four pairs, reckoned by hand: their averages 1, 3, 1 and 0 have the mean 1.25 and lie -0.25, 1.75, -0.25 and -1.25 from it; the squares come to 4.75, a third
    /// of it to 1.5833, a fourth of that to 0.39583, the root of that to 0.62915, and 3.182 times that to 2.002.
    #[test]
    fn what_hangs_together_counts_as_one() {
        let games = [(7, 10.0), (7, -8.0), (8, 12.0), (8, -6.0), (9, 11.0), (9, -9.0), (11, 9.0), (11, -9.0)];
        let e = mean_of_groups(&games);
        assert_eq!((e.value, e.of), (1.25, 4));
        assert!((e.low + 0.752).abs() < 0.02 && (e.high - 3.252).abs() < 0.02, "{e:?}");
        let apart = mean(&games.map(|game| game.1));
        assert!(apart.low < -7.0 && apart.high > 9.0, "each for itself they would tell nothing: {apart:?}");
        // The same twice is no more than once: 1 to 5 has the interval 3 ± 1.963, however often each is told.
        let twice: Vec<(u64, f64)> = (0..10).map(|i| (i / 2, (i / 2 + 1) as f64)).collect();
        let (e, once) = (mean_of_groups(&twice), mean(&[1.0, 2.0, 3.0, 4.0, 5.0]));
        assert!((e.low - once.low).abs() < 1e-9 && (e.high - once.high).abs() < 1e-9 && e.of == 5, "{e:?}");
        // One by one it is the plain interval.
        let single = mean_of_groups(&[(1, 1.0), (2, 2.0), (3, 3.0), (4, 4.0), (5, 5.0)]);
        assert!((single.low - once.low).abs() < 1e-9 && (single.high - once.high).abs() < 1e-9);
        // A pair of which one game is missing counts by what there is of it: off by -1.25, -2.5 (two games) and 3.75 from 2.25, so 21.875 · 3/2 over 16.
        let e = mean_of_groups(&[(1, 1.0), (2, 1.0), (2, 1.0), (3, 6.0)]);
        assert!(
            (e.value - 2.25).abs() < 1e-12 && (e.high - 2.25 - 4.303 * (21.875f64 * 1.5 / 16.0).sqrt()).abs() < 0.02,
            "{e:?}"
        );
        assert!(mean_of_groups(&[(1, 1.0), (1, 3.0)]).high.is_infinite(), "one pair tells nothing of others");
    }

    #[test]
    fn quantiles_and_correlation() {
        let figures = [1.0, 2.0, 3.0, 4.0];
        assert_eq!((quantile(&figures, 0.0), quantile(&figures, 0.5), quantile(&figures, 1.0)), (1.0, 2.5, 4.0));
        assert_eq!(quantile(&[], 0.5), 0.0);
        let pairs = [(1.0, 2.0), (2.0, 4.0), (3.0, 6.0), (4.0, 8.0)];
        assert!(correlation(&pairs).is_some_and(|r| (r.value - 1.0).abs() < 1e-9 && r.low <= 1.0 && r.high <= 1.0));
        assert_eq!(correlation(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0), (1.0, 4.0)]), None);
        assert!(
            line(&pairs)
                .is_some_and(|l| l.height.value.abs() < 1e-9 && (l.slope.value - 2.0).abs() < 1e-9 && l.explained > 0.999)
        );
        // 1, 3, 2, 4 over 0 to 3: height 1.3 ± 3.23, slope 0.8 ± 1.83 (4.303 times 0.4243).
        let l = line(&[(0.0, 1.0), (1.0, 3.0), (2.0, 2.0), (3.0, 4.0)]).unwrap();
        assert!(
            (l.height.value - 1.3).abs() < 1e-9 && (l.slope.value - 0.8).abs() < 1e-9 && (l.explained - 0.64).abs() < 1e-9,
            "{l:?}"
        );
        assert!((l.slope.high - 0.8 - 4.303 * 0.424_264).abs() < 1e-2, "{l:?}");
        // Fisher: a correlation of one half among 28 pairs lies between 0.156 and 0.736.
        let half: Vec<(f64, f64)> = (0..28)
            .map(|i| {
                let (x, noise) = if i % 2 == 0 { (1.0, 1.0) } else { (-1.0, 1.0) };
                (x, 0.5f64.mul_add(x, noise * if i % 4 < 2 { 0.75f64.sqrt() } else { -(0.75f64.sqrt()) }))
            })
            .collect();
        let r = correlation(&half).unwrap();
        assert!((r.value - 0.5).abs() < 1e-9 && (r.low - 0.156).abs() < 2e-3 && (r.high - 0.736).abs() < 2e-3, "{r:?}");
    }
}
