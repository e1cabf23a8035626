//! How evenly dice fell, against what fair dice do.

use serde_json::{Value, json};

/// How often each face of one kind of die came up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Faces of the die.
    pub faces: u8,
    /// How often each came, from 1 up.
    pub counts: Vec<u32>,
}

impl Count {
    fn new(faces: u8) -> Self {
        Self { faces, counts: vec![0; usize::from(faces)] }
    }

    /// How many dice.
    pub fn all(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// The sum of squared deviations from what is expected, each divided by it.
    pub fn chi_square(&self) -> f64 {
        let expected = f64::from(self.all()) / f64::from(self.faces.max(1));
        if expected == 0.0 {
            return 0.0;
        }
        self.counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum()
    }

    /// How often fair dice are at least as uneven as these, between 0 and 1.
    pub fn chance(&self) -> f64 {
        upper_tail(u32::from(self.faces.saturating_sub(1)), self.chi_square())
    }

    /// Whether there are enough of them for the chi-square to mean something.
    pub fn enough(&self) -> bool {
        self.faces > 1 && self.all() >= 5 * u32::from(self.faces)
    }

    /// What the figures mean.
    pub fn words(&self) -> String {
        if !self.enough() {
            return "too few to say anything".to_owned();
        }
        let often = self.chance();
        let verdict = match often {
            p if p < 0.001 => "hardly to be believed",
            p if p < 0.01 => "very uneven",
            p if p < 0.05 => "rather uneven",
            p if p > 0.999 => "too even to be believed",
            _ => "as dice fall",
        };
        let hundredths = often * 100.0;
        let such = match hundredths {
            h if h < 0.01 => "fewer than one in 10,000".to_owned(),
            h if h < 1.0 => format!("{:.0} in 10,000", h * 100.0),
            h => format!("{h:.0} in 100"),
        };
        format!("{verdict}: of games with so many fair dice, {such} are at least as uneven")
    }

    /// For programs.
    pub fn json(&self) -> Value {
        json!({
            "faces": self.faces,
            "counts": self.counts,
            "all": self.all(),
            "expected": f64::from(self.all()) / f64::from(self.faces.max(1)),
            "chi_square": self.chi_square(),
            "chance": self.enough().then(|| self.chance()),
            "words": self.words(),
        })
    }
}

/// Counts rolls, given as faces and number, by the faces of the die.
pub fn count(rolls: impl IntoIterator<Item = (u8, u8)>) -> Vec<Count> {
    let mut all: Vec<Count> = Vec::new();
    for (faces, roll) in rolls {
        let at = all.iter().position(|count| count.faces == faces).unwrap_or_else(|| {
            all.push(Count::new(faces));
            all.len() - 1
        });
        if let Some(n) = all[at].counts.get_mut(usize::from(roll).wrapping_sub(1)) {
            *n += 1;
        }
    }
    all.sort_by_key(|count| count.faces);
    all
}

/// How likely a chi-square of so many degrees of freedom is to be at least `square`.
fn upper_tail(degrees: u32, square: f64) -> f64 {
    // With x half the square, Q(1/2, x) = erfc(√x) and Q(1, x) = exp(-x); then Q(a+1, x) = Q(a, x) + x^a exp(-x) / Γ(a+1).
    let x = square / 2.0;
    if degrees == 0 || x <= 0.0 {
        return 1.0;
    }
    let (mut a, mut tail, mut step) = if degrees % 2 == 1 {
        (0.5, erfc(x.sqrt()), (x / std::f64::consts::PI).sqrt() * 2.0 * (-x).exp())
    } else {
        (1.0, (-x).exp(), x * (-x).exp())
    };
    while a < f64::from(degrees) / 2.0 - 0.25 {
        tail += step;
        a += 1.0;
        step *= x / a;
    }
    tail.clamp(0.0, 1.0)
}

/// The complementary error function of a number that is not negative, to seven digits (Abramowitz and Stegun, 7.1.26).
fn erfc(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let poly = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    poly.into_iter().fold(0.0, |sum, c| (sum + c) * t) * (-x * x).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from a printed table of the distribution.
    #[test]
    fn tails_are_those_of_the_tables() {
        for (degrees, square, wanted) in [
            (1, 3.841, 0.05),
            (2, 5.991, 0.05),
            (5, 11.070, 0.05),
            (5, 15.086, 0.01),
            (5, 4.351, 0.5),
            (9, 16.919, 0.05),
            (19, 30.144, 0.05),
            (5, 0.0, 1.0),
        ] {
            let tail = upper_tail(degrees, square);
            assert!((tail - wanted).abs() < 0.0005, "{degrees} {square}: {tail}");
        }
    }

    #[test]
    fn words_follow_the_figures() {
        let six = |counts: [u32; 6]| Count { faces: 6, counts: counts.to_vec() };
        assert_eq!(six([1, 0, 0, 2, 0, 0]).words(), "too few to say anything");
        assert!(six([10, 12, 9, 11, 8, 10]).words().starts_with("as dice fall: of games with so many fair dice, 9"));
        assert!(six([20, 2, 3, 4, 3, 2]).words().starts_with("hardly to be believed: "));
        assert!(six([100; 6]).words().starts_with("too even to be believed: "));
        assert!((six([5, 8, 9, 8, 10, 20]).chi_square() - 13.4).abs() < 1e-9);
    }

    #[test]
    fn dice_are_counted_by_their_faces() {
        let counts = count([(6, 1), (6, 6), (2, 1), (6, 6)]);
        assert_eq!(counts, [Count { faces: 2, counts: vec![1, 0] }, Count { faces: 6, counts: vec![1, 0, 0, 0, 0, 2] }]);
    }
}
