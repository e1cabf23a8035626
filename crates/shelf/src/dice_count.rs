//! Every die of a game, counted and held against what fair dice do. In whole numbers: the same on every machine.

use crate::views::{DiceCount, SeatDice};

/// Below so many dice nothing can be said.
const FEW: u32 = 30;
/// Pearson's chi-square with five degrees of freedom, in hundredths: what fair dice exceed one time in 20, and one in 100.
const SELDOM: u64 = 1_107;
const RARE: u64 = 1_509;

/// Counts dice by the number of the seat that rolled them.
pub fn count(faces: u8, seats: &[&str], rolls: impl Iterator<Item = (usize, u8)>) -> DiceCount {
    let mut counts = vec![vec![0u32; usize::from(faces)]; seats.len() + 1];
    for (seat, roll) in rolls {
        let face = usize::from(roll).wrapping_sub(1);
        for line in [seat.min(seats.len()), seats.len()] {
            if let Some(count) = counts[line].get_mut(face) {
                *count += 1;
            }
        }
    }
    let all = weigh("all", counts.pop().unwrap_or_default());
    DiceCount { faces, seats: seats.iter().zip(counts).map(|(seat, counts)| weigh(seat, counts)).collect(), all }
}

fn weigh(seat: &str, counts: Vec<u32>) -> SeatDice {
    let rolls: u32 = counts.iter().sum();
    let (n, faces) = (u64::from(rolls), counts.len() as u64);
    let sum: u64 = (1..).zip(&counts).map(|(face, &count)| face * u64::from(count)).sum();
    let ratio = |over: u64, under: u64| (100 * over + under / 2).checked_div(under);
    // The sum over the faces of (count - n/faces)² / (n/faces), with everything times the number of faces.
    let squares: u64 = counts.iter().map(|&count| (faces * u64::from(count)).abs_diff(n).pow(2)).sum();
    let chi = ratio(squares, faces * n);
    let verdict = match chi {
        _ if rolls < FEW || faces != 6 => "too few dice to tell",
        Some(chi) if chi > RARE => "fair dice fall so unevenly less than one time in 100",
        Some(chi) if chi > SELDOM => "fair dice fall so unevenly less than one time in 20",
        _ => "as fair dice fall",
    };
    SeatDice {
        seat: seat.to_owned(),
        rolls,
        expected: hundredths(ratio(n, faces)),
        average: hundredths(ratio(sum, n)),
        chi_square: hundredths(chi),
        verdict: verdict.to_owned(),
        counts,
    }
}

/// `417` as `4.17`.
fn hundredths(amount: Option<u64>) -> String {
    amount.map_or_else(|| "-".to_owned(), |amount| format!("{}.{:02}", amount / 100, amount % 100))
}
