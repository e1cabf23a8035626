//! How likely a difference is by chance alone, and what is left of that when several are looked at.
//!
//! Whoever looks at a dozen figures of a change that does nothing finds one that "is clear" every second time. Holm's correction keeps the
//! chance of even one such find at one in 20, however the figures hang together: the least probability is multiplied by the number of
//! figures, the next by one less, and so on, none becoming less than the one before.

/// The probability of differences at least as far from nought, if they are nought in truth (Student's test on pairs, two-sided).
#[must_use]
pub fn of_differences(differences: &[f64]) -> f64 {
    let n = differences.len();
    if n < 2 {
        return 1.0;
    }
    let mean = differences.iter().sum::<f64>() / n as f64;
    let variance = differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / (n as f64 - 1.0);
    if variance <= 0.0 {
        // All alike: as if a coin had fallen on the same side every time.
        return if mean == 0.0 { 1.0 } else { 0.5f64.powi(n.min(1000) as i32 - 1) };
    }
    student(mean / (variance / n as f64).sqrt(), n - 1)
}

/// The probability of an estimate so many standard errors from nought, with so many degrees of freedom, two-sided.
#[must_use]
pub fn student(t: f64, freedom: usize) -> f64 {
    let v = freedom.max(1) as f64;
    if !t.is_finite() {
        return 0.0;
    }
    beta(v / (v + t * t), v / 2.0, 0.5)
}

/// The same for something that happens or not in both games of a pair: so often only in the first, so often only in the second (McNemar's
/// exact test).
#[must_use]
pub fn of_changes(first: usize, second: usize) -> f64 {
    let (n, least) = (first + second, first.min(second));
    let mut term = 0.5f64.powi(n.min(1000) as i32);
    if term == 0.0 || n > 1000 {
        // So many that a normal distribution is as good.
        let z = (first.abs_diff(second)) as f64 / (n as f64).sqrt();
        return student(z, 100_000);
    }
    let mut sum = 0.0;
    for k in 0..=least {
        sum += term;
        term *= (n - k) as f64 / (k + 1) as f64;
    }
    (2.0 * sum).min(1.0)
}

/// Holm's correction of several probabilities, in their order.
#[must_use]
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut corrected = vec![1.0; probabilities.len()];
    let mut so_far: f64 = 0.0;
    for (rank, &i) in order.iter().enumerate() {
        so_far = so_far.max(probabilities[i] * (probabilities.len() - rank) as f64).min(1.0);
        corrected[i] = so_far;
    }
    corrected
}

/// The regularised incomplete beta function, by Lentz's continued fraction.
fn beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    // The fraction is quick on one side only; the function is symmetric.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta(1.0 - x, b, a);
    }
    let front = (a * x.ln() + b * (1.0 - x).ln() - ln_beta(a, b)).exp() / a;
    let tiny = |v: f64| if v.abs() < 1e-300 { 1e-300 } else { v };
    let (mut c, mut d) = (1.0, 1.0 / tiny(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = d;
    for m in 1..500 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for part in [even, odd] {
            d = 1.0 / tiny(1.0 + part * d);
            c = tiny(1.0 + part / c);
            fraction *= c * d;
            change = c * d;
        }
        if (change - 1.0).abs() < 1e-12 {
            break;
        }
    }
    (front * fraction).clamp(0.0, 1.0)
}

fn ln_beta(a: f64, b: f64) -> f64 {
    ln_gamma(a) + ln_gamma(b) - ln_gamma(a + b)
}

/// Stirling's series, after raising the argument until it is exact.
fn ln_gamma(mut x: f64) -> f64 {
    let mut raised = 0.0;
    while x < 12.0 {
        raised += x.ln();
        x += 1.0;
    }
    let half = 0.5 * (2.0 * std::f64::consts::PI).ln();
    (x - 0.5) * x.ln() - x + half + 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3)) + 1.0 / (1260.0 * x.powi(5)) - raised
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_engine::dice::SeededDice;

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 2e-4, "{a}, expected {b}");
    }

    #[test]
    fn probabilities_are_those_of_the_books() {
        near(student(2.228, 10), 0.05);
        near(student(12.706, 1), 0.05);
        near(student(1.96, 1_000_000), 0.05);
        near(student(0.0, 7), 1.0);
        near(student(3.169, 10), 0.01);
        // Differences of 1 to 5: t is 4.243 with 4 degrees of freedom.
        near(of_differences(&[1.0, 2.0, 3.0, 4.0, 5.0]), 0.0132);
        near(of_differences(&[2.0; 6]), 0.5f64.powi(5));
        near(of_differences(&[0.0; 6]), 1.0);
        near(of_differences(&[1.0]), 1.0);
        // A fair coin shows 2 or fewer heads of 10, or as few tails, with 112 of 1024.
        near(of_changes(2, 8), 112.0 / 1024.0);
        near(of_changes(0, 0), 1.0);
        near(of_changes(5, 5), 1.0);
        near(of_changes(600, 700), student(100.0 / 1300f64.sqrt(), 100_000));
    }

    #[test]
    fn holm_multiplies_the_least_by_all_and_keeps_the_order() {
        assert_eq!(holm(&[]), Vec::<f64>::new());
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (value, expected) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            near(*value, expected);
        }
        assert!(holm(&[0.9, 0.8]).iter().all(|p| *p <= 1.0));
    }

    /// A change that does nothing, looked at in a dozen figures: uncorrected something "is clear" in nearly half of the trials.
    #[test]
    fn of_many_figures_of_nothing_seldom_one_is_called_clear() {
        let mut dice = SeededDice::new(4);
        let (mut plain, mut corrected) = (0, 0);
        for _ in 0..300 {
            let probabilities: Vec<f64> = (0..12)
                .map(|_| {
                    let differences: Vec<f64> = (0..30).map(|_| f64::from(dice.below(201)) - 100.0).collect();
                    of_differences(&differences)
                })
                .collect();
            plain += u32::from(probabilities.iter().any(|p| *p < 0.05));
            corrected += u32::from(holm(&probabilities).iter().any(|p| *p < 0.05));
        }
        assert!(plain > 100 && corrected <= 27, "{plain} and {corrected} of 300");
    }
}
