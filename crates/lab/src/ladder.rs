//! The ladder: one number of strength for each player, with its error bars.
//!
//! The numbers are those that explain the results best (Bradley and Terry's model, a draw as half a win each), their average 0. The
//! error bars come from drawing the pairs of games anew, which needs no belief about how games of a pair hang together; but they are never
//! narrower than the model itself allows, because whoever won every game wins every drawing too.

use crate::game::Played;
use crate::sprt;
use grognard_engine::dice::SeededDice;
use serde::Serialize;
use std::collections::BTreeMap;

/// How often the pairs are drawn anew.
const DRAWS: usize = 400;
/// Most steps that the numbers are given to settle; a dozen are enough.
const STEPS: usize = 200;
/// The numbers have settled when none changes by more, in natural logarithms of strengths.
const SETTLED: f64 = 1e-9;
/// The longest step of a number: farther off the slopes from which it is reckoned do not hold.
const LEAP: f64 = 2.0;
/// Holds numbers where no result tells anything of them.
const HOLD: f64 = 1e-6;

/// A player's place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rung {
    /// The player.
    pub player: String,
    /// Its strength in Elo; the average of all is 0.
    pub elo: f64,
    /// The lower end of the interval in which it lies 95 times of 100.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Games played.
    pub games: u32,
    /// Of these won.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
    /// Games lost because of a fault: late, illegal or gone.
    pub faults: u32,
    /// The average margin in points, seen from the player.
    pub margin: f64,
    /// The slowest turn, in seconds.
    pub slowest: f64,
}

/// What two players got out of their meetings, by number: points and games of the first against the second.
type Meetings = BTreeMap<(usize, usize), (f64, f64)>;

/// The ladder of all players, strongest first.
#[must_use]
pub fn ladder(players: &[String], games: &[Played]) -> Vec<Rung> {
    let pairs = pairs(games);
    let met = meetings(pairs.iter());
    let elo = ratings(players.len(), &met);
    let mut drawn: Vec<Vec<f64>> = vec![Vec::new(); players.len()];
    let mut dice = SeededDice::new(1807);
    if pairs.len() > 1 {
        for _ in 0..DRAWS {
            let again = (0..pairs.len()).map(|_| &pairs[dice.below(pairs.len() as u32) as usize]);
            for (player, elo) in ratings(players.len(), &meetings(again)).into_iter().enumerate() {
                drawn[player].push(elo);
            }
        }
    }
    let half = half_widths(&elo, &met);
    let mut rungs: Vec<Rung> =
        players.iter().enumerate().map(|(i, player)| rung(i, player, elo[i], half[i], &mut drawn[i], games)).collect();
    rungs.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    rungs
}

/// Half of the interval that the model gives each player: from the information in the results about all numbers together, their average
/// being 0.
fn half_widths(elo: &[f64], met: &Meetings) -> Vec<f64> {
    let n = elo.len();
    // What the meetings tell is a Laplace matrix, which knows nothing of the average; a plane of 1/n makes it one that can be inverted, and
    // is taken off again afterwards.
    let plane = 1.0 / n.max(1) as f64;
    let mut matrix = vec![vec![plane; n]; n];
    for (&(a, b), &(_, games)) in met {
        let share = sprt::share(elo[a] - elo[b]);
        let told = (games + 1.0) * share * (1.0 - share);
        for (i, j, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
            matrix[i][j] += sign * told;
        }
    }
    let Some(variances) = inverse_diagonal(matrix) else { return vec![f64::INFINITY; n] };
    let scale = 1.96 * 400.0 / std::f64::consts::LN_10;
    variances.into_iter().map(|v| scale * (v - plane).max(0.0).sqrt()).collect()
}

/// The diagonal of a matrix's inverse; nothing if it has none, as when somebody met nobody.
fn inverse_diagonal(mut matrix: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let n = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
    }
    reduce(&mut matrix)?;
    Some((0..n).map(|i| matrix[i][n + i]).collect())
}

/// Solves equations, one a row, by Gauss and Jordan: behind a square of factors stands what they come to, in any number of columns, and in the end
/// what is sought. Nothing if they cannot be solved.
fn reduce(rows: &mut [Vec<f64>]) -> Option<()> {
    for i in 0..rows.len() {
        let pivot = rows[i][i];
        if pivot.abs() < 1e-9 {
            return None;
        }
        rows[i].iter_mut().for_each(|v| *v /= pivot);
        let pivot_row = rows[i].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(other, _)| *other != i) {
            let factor = row[i];
            row.iter_mut().zip(&pivot_row).for_each(|(v, p)| *v -= factor * p);
        }
    }
    Some(())
}

fn rung(i: usize, player: &str, elo: f64, half: f64, drawn: &mut [f64], games: &[Played]) -> Rung {
    drawn.sort_by(f64::total_cmp);
    let (low, high) = match drawn.len() {
        0 => (f64::NEG_INFINITY, f64::INFINITY),
        _ => (crate::stats::quantile(drawn, 0.025).min(elo - half), crate::stats::quantile(drawn, 0.975).max(elo + half)),
    };
    let mut rung = Rung {
        player: player.to_owned(),
        elo,
        low,
        high,
        games: 0,
        won: 0,
        drawn: 0,
        lost: 0,
        faults: 0,
        margin: 0.0,
        slowest: 0.0,
    };
    for game in games {
        for (seat, _) in game.seats.iter().enumerate().filter(|(_, player)| **player == i) {
            rung.games += 1;
            match game.winner {
                None => rung.drawn += 1,
                Some(winner) if winner == seat => rung.won += 1,
                Some(_) => {
                    rung.lost += 1;
                    rung.faults += u32::from(game.adjudicated.is_some());
                }
            }
            rung.margin += f64::from(if seat == 0 { game.margin } else { -game.margin });
            rung.slowest = rung.slowest.max(game.time[seat].slowest_ms / 1e3);
        }
    }
    rung.margin /= f64::from(rung.games.max(1));
    rung
}

/// Games that belong together.
fn pairs(games: &[Played]) -> Vec<Vec<&Played>> {
    let mut pairs: BTreeMap<u64, Vec<&Played>> = BTreeMap::new();
    for game in games {
        pairs.entry(game.pair).or_default().push(game);
    }
    pairs.into_values().collect()
}

fn meetings<'a>(pairs: impl Iterator<Item = &'a Vec<&'a Played>>) -> Meetings {
    let mut meetings = Meetings::new();
    for game in pairs.flatten() {
        let [a, b] = game.seats;
        if a == b {
            continue;
        }
        let (first, second) = (a.min(b), a.max(b));
        let entry = meetings.entry((first, second)).or_default();
        entry.0 += sprt::score(game, first);
        entry.1 += 1.0;
    }
    meetings
}

/// The numbers that explain the results best. Whoever met is given one drawn game more, so that somebody who won every game has a
/// finite number too. They are found by Newton's steps: to multiply strengths until they settle takes thousands where one wins nearly everything.
fn ratings(players: usize, meetings: &Meetings) -> Vec<f64> {
    // Natural logarithms of the strengths, their average 0.
    let mut strength = vec![0.0f64; players];
    let plane = 1.0 / players.max(1) as f64;
    for _ in 0..STEPS {
        let mut rows = vec![vec![plane; players + 1]; players];
        for (i, row) in rows.iter_mut().enumerate() {
            row[i] += HOLD;
            row[players] = 0.0;
        }
        for (&(a, b), &(score, games)) in meetings {
            let (score, games) = (score + 0.5, games + 1.0);
            let share = 1.0 / (1.0 + (strength[b] - strength[a]).exp());
            let told = games * share * (1.0 - share);
            for (i, j, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
                rows[i][j] += sign * told;
            }
            let missed = score - games * share;
            rows[a][players] += missed;
            rows[b][players] -= missed;
        }
        if reduce(&mut rows).is_none() {
            break;
        }
        let most = rows.iter().map(|row| row[players].abs()).fold(0.0, f64::max);
        let pace = if most > LEAP { LEAP / most } else { 1.0 };
        strength.iter_mut().zip(&rows).for_each(|(strength, row)| *strength += pace * row[players]);
        let middle = strength.iter().sum::<f64>() * plane;
        strength.iter_mut().for_each(|strength| *strength -= middle);
        if most < SETTLED {
            break;
        }
    }
    strength.iter().map(|strength| strength * 400.0 / std::f64::consts::LN_10).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64, seats: [usize; 2], winner: Option<usize>) -> Played {
        let text = format!(
            r#"{{"number":{number},"pair":{},"game":"eylau","changed":false,"seats":[{},{}],"seed":1,"winner":null,"level":"draw","points":[0,0],
            "margin":10,"actions":1,"turns":1,"adjudicated":null,"luck":null,"dice":[{{"rolls":0,"sum":0}},{{"rolls":0,"sum":0}}],
            "time":[{{"total_ms":0,"slowest_ms":0}},{{"total_ms":0,"slowest_ms":0}}],"by_turn":[],"losses":[]}}"#,
            number / 2,
            seats[0],
            seats[1],
        );
        Played { winner, ..serde_json::from_str(&text).unwrap() }
    }

    #[test]
    fn the_ladder_finds_the_strengths_that_made_the_results() {
        let players: Vec<String> = ["strong", "middle", "weak"].map(str::to_owned).to_vec();
        let truth = [200.0, 0.0, -200.0];
        let mut dice = SeededDice::new(3);
        let mut games = Vec::new();
        for round in 0..200u64 {
            for (k, (a, b)) in [(0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
                for swap in [false, true] {
                    let seats = if swap { [b, a] } else { [a, b] };
                    let share = sprt::share(truth[seats[0]] - truth[seats[1]]);
                    let winner = usize::from(f64::from(dice.below(1_000_000)) > share * 1e6);
                    games.push(game(2 * (3 * round + k as u64) + u64::from(swap), seats, Some(winner)));
                }
            }
        }
        let ladder = ladder(&players, &games);
        let order: Vec<&str> = ladder.iter().map(|rung| rung.player.as_str()).collect();
        assert_eq!(order, ["strong", "middle", "weak"]);
        for (rung, truth) in ladder.iter().zip(truth) {
            assert!(rung.low <= truth && truth <= rung.high && rung.high - rung.low < 100.0, "{rung:?}");
            assert_eq!(rung.won + rung.drawn + rung.lost, rung.games);
        }
    }

    #[test]
    fn whoever_wins_everything_has_a_finite_number() {
        let players: Vec<String> = ["a", "b"].map(str::to_owned).to_vec();
        let games: Vec<Played> =
            (0..20).map(|i| game(i, if i % 2 == 0 { [0, 1] } else { [1, 0] }, Some((i % 2) as usize))).collect();
        let ladder = ladder(&players, &games);
        assert!(ladder[0].player == "a" && ladder[0].elo > 200.0 && ladder[0].elo.is_finite(), "{ladder:?}");
        assert!((ladder[0].elo + ladder[1].elo).abs() < 1e-6);
        assert!(ladder[0].high - ladder[0].low > 200.0, "twenty wins leave much open: {ladder:?}");
    }

    #[test]
    fn the_numbers_explain_the_results_however_lopsided_they_are() {
        // Everybody beats all who come after, in each of 400 games; and nobody has met the last.
        let met = Meetings::from([(0, 1), (0, 2), (1, 2)].map(|pair| (pair, (400.0, 400.0))));
        let elo = ratings(4, &met);
        for player in 0..3 {
            // What was won less what the numbers promise, the drawn game of each meeting among it.
            let missed = met.iter().map(|(&(a, b), &(score, games))| {
                let missed = score + 0.5 - (games + 1.0) * sprt::share(elo[a] - elo[b]);
                f64::from(i8::from(a == player) - i8::from(b == player)) * missed
            });
            let missed: f64 = missed.sum();
            assert!(missed.abs() < 1e-6, "{player} misses {missed}: {elo:?}");
        }
        assert!((elo[0] - 1041.0).abs() < 1.0 && elo[3].abs() < 1e-3, "{elo:?}");
        // Parts that never met have numbers of their own.
        let apart = ratings(4, &Meetings::from([((0, 1), (10.0, 12.0)), ((2, 3), (0.0, 12.0))]));
        assert!(apart[0] > 100.0 && apart[3] > 200.0 && (apart[0] + apart[1]).abs() < 1e-3, "{apart:?}");
        assert_eq!(ratings(3, &Meetings::new()), [0.0; 3]);
    }

    #[test]
    fn intervals_are_those_of_the_numbers_and_not_of_their_differences() {
        // Two equal players: a difference of d with standard error s makes numbers of d/2 with s/2.
        let met = Meetings::from([((0, 1), (50.0, 99.0))]);
        let half = half_widths(&[0.0, 0.0], &met);
        let expected = 1.96 * 400.0 / std::f64::consts::LN_10 / (100.0f64 * 0.25).sqrt() / 2.0;
        assert!(half.iter().all(|h| (h - expected).abs() < 1e-6), "{half:?}, expected {expected}");
        // Who met nobody is not known at all.
        assert!(half_widths(&[0.0, 0.0, 0.0], &met).iter().any(|h| !h.is_finite() || *h > 1e3));
    }
}
