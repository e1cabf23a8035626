//! Short moves on sets of hexes, where the last step can depend on the way: a step may end the move in the hex it enters,
//! though another step into the same hex would not (a wood entered across country, or along a road).
//!
//! For long moves without such steps see [`crate::flood`].

use crate::flood::Obstacles;
use crate::grid::{DIRECTIONS, Grid, HexId};
use crate::plane::{EVEN, ODD, PADDED, Plane, SIDE};

/// Most movement points of a move.
pub const MOST: usize = 7;
/// Rows of the window in which a move from one hex is computed.
const SLIM: usize = 16;

/// What one step is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stride {
    /// Points.
    pub cost: u8,
    /// Whether the move ends in the hex entered.
    pub halts: bool,
}

/// Where a move stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    /// The hex.
    pub hex: HexId,
    /// Points spent so far.
    pub spent: u8,
    /// Whether it has ended here.
    pub halted: bool,
}

#[derive(Clone, Debug)]
struct Tier {
    stride: Stride,
    by_direction: [Plane; DIRECTIONS],
}

/// What every step on a map is like.
#[derive(Clone, Debug)]
pub struct Strides {
    tiers: Vec<Tier>,
}

/// Hexes reached, by points spent: those from which the move goes on, and those in which it has ended.
#[derive(Clone, Debug)]
pub struct Strolls {
    open: Vec<Plane>,
    shut: Vec<Plane>,
}

#[derive(Clone, Copy)]
struct Layers<const ROWS: usize> {
    open: [[u32; ROWS]; MOST + 1],
    shut: [[u32; ROWS]; MOST + 1],
}

impl Strides {
    /// Tabulates `step(from, to)`: `None` if it is impossible.
    pub fn new(grid: &Grid, step: impl Fn(HexId, HexId) -> Option<Stride>) -> Self {
        let mut tiers: Vec<Tier> = Vec::new();
        for from in grid.hexes() {
            for (direction, to) in grid.neighbours(from).iter().enumerate() {
                let Some(to) = *to else { continue };
                let Some(stride) = step(from, to).filter(|s| (1..=MOST as u8).contains(&s.cost)) else { continue };
                let at = tiers.iter().position(|t| t.stride == stride).unwrap_or_else(|| {
                    tiers.push(Tier { stride, by_direction: [Plane::EMPTY; DIRECTIONS] });
                    tiers.len() - 1
                });
                tiers[at].by_direction[direction].insert(to);
            }
        }
        tiers.sort_by_key(|t| (t.stride.cost, t.stride.halts));
        Self { tiers }
    }

    /// Every hex that can be reached with `budget` points in all, the starts included. Starts with nothing spent may lie in
    /// closed or stop hexes: whether the unit may leave them is for the caller to decide.
    #[must_use]
    pub fn extent(&self, starts: &[Stand], budget: u8, obstacles: &Obstacles) -> Plane {
        let mut all = Plane::EMPTY;
        match window(starts, budget) {
            Some(first) => merge(&self.run::<SLIM>(starts, first, budget, obstacles), first, &mut all),
            None => merge(&self.run::<SIDE>(starts, 1, budget, obstacles), 1, &mut all),
        }
        all
    }

    /// The same with what each hex costs, and ways there.
    #[must_use]
    pub fn strolls(&self, starts: &[Stand], budget: u8, obstacles: &Obstacles) -> Strolls {
        let layers = self.run::<SIDE>(starts, 1, budget, obstacles);
        let planes = |layers: &[[u32; SIDE]]| {
            let plane = |rows: &[u32; SIDE]| {
                let mut plane = Plane::EMPTY;
                plane.0[1..=SIDE].copy_from_slice(rows);
                plane
            };
            layers.iter().map(plane).collect()
        };
        Strolls { open: planes(&layers.open), shut: planes(&layers.shut) }
    }

    #[inline]
    fn run<const ROWS: usize>(&self, starts: &[Stand], first: usize, budget: u8, obstacles: &Obstacles) -> Layers<ROWS> {
        let budget = usize::from(budget).min(MOST);
        let mut layers = Layers::<ROWS> { open: [[0; ROWS]; MOST + 1], shut: [[0; ROWS]; MOST + 1] };
        for stand in starts.iter().filter(|s| usize::from(s.spent) <= budget) {
            let (row, bit) = Plane::spot(stand.hex);
            let into = if stand.halted { &mut layers.shut } else { &mut layers.open };
            into[usize::from(stand.spent)][row - first] |= bit;
        }
        let closed = rows::<ROWS>(&obstacles.closed, first);
        let stop = rows::<ROWS>(&obstacles.stop, first);
        let mut seen = [0u32; ROWS];
        for spent in 0..=budget {
            let mut front = layers.open[spent];
            if spent > 0 {
                for r in 0..ROWS {
                    front[r] &= !(seen[r] | closed[r]);
                    layers.shut[spent][r] &= !closed[r];
                }
            }
            layers.open[spent] = front;
            let mut any = 0;
            for r in 0..ROWS {
                seen[r] |= front[r];
                if spent > 0 {
                    front[r] &= !stop[r];
                }
                any |= front[r];
            }
            if any == 0 || spent == budget {
                continue;
            }
            let moved = shifts(&front);
            for tier in &self.tiers {
                let total = spent + usize::from(tier.stride.cost);
                if total > budget {
                    break;
                }
                let into = if tier.stride.halts { &mut layers.shut[total] } else { &mut layers.open[total] };
                for (direction, shifted) in moved.iter().enumerate() {
                    let mask = rows::<ROWS>(&tier.by_direction[direction], first);
                    for r in 0..ROWS {
                        into[r] |= shifted[r] & mask[r];
                    }
                }
            }
        }
        layers
    }
}

/// The first row of a slim window that holds everything within reach of the starts, if there is one.
fn window(starts: &[Stand], budget: u8) -> Option<usize> {
    let rows = || starts.iter().map(|s| Plane::spot(s.hex).0);
    let (top, bottom) = (rows().min()?, rows().max()?);
    let top = top.saturating_sub(budget.into()).clamp(1, PADDED - 1 - SLIM);
    (bottom + usize::from(budget) < top + SLIM || top + SLIM == PADDED - 1).then_some(top)
}

#[inline(always)]
fn rows<const ROWS: usize>(plane: &Plane, first: usize) -> &[u32; ROWS] {
    plane.0[first..].first_chunk().expect("the window is inside")
}

#[inline]
fn merge<const ROWS: usize>(layers: &Layers<ROWS>, first: usize, all: &mut Plane) {
    let mut sum = [0u32; ROWS];
    for layer in layers.open.iter().chain(&layers.shut) {
        for r in 0..ROWS {
            sum[r] |= layer[r];
        }
    }
    all.0[first..first + ROWS].copy_from_slice(&sum);
}

/// A set moved one hex in each direction, clockwise from north.
#[inline(always)]
fn shifts<const ROWS: usize>(front: &[u32; ROWS]) -> [[u32; ROWS]; DIRECTIONS] {
    let mut above = [0u32; ROWS];
    let mut below = [0u32; ROWS];
    above[1..].copy_from_slice(&front[..ROWS - 1]);
    below[..ROWS - 1].copy_from_slice(&front[1..]);
    let mut out = [[0u32; ROWS]; DIRECTIONS];
    for r in 0..ROWS {
        let up = (front[r] & EVEN) | (below[r] & ODD);
        let down = (front[r] & ODD) | (above[r] & EVEN);
        out[0][r] = below[r];
        out[1][r] = up << 1;
        out[2][r] = down << 1;
        out[3][r] = above[r];
        out[4][r] = down >> 1;
        out[5][r] = up >> 1;
    }
    out
}

impl Strolls {
    /// The least cost of reaching `hex`.
    #[must_use]
    pub fn cost(&self, hex: HexId) -> Option<u8> {
        (0..=MOST).find(|&k| self.open[k].has(hex) || self.shut[k].has(hex)).map(|k| k as u8)
    }

    /// A cheapest way to `hex`: the hexes entered, in order, a start with nothing spent left out. Among equals the way is
    /// fixed by the order of directions.
    #[must_use]
    pub fn path(&self, grid: &Grid, strides: &Strides, obstacles: &Obstacles, hex: HexId) -> Option<Vec<HexId>> {
        let mut spent = self.cost(hex)?;
        let mut at = hex;
        let mut last = true;
        let mut path = Vec::new();
        while spent > 0 {
            path.push(at);
            let Some((from, cost)) = self.step_before(grid, strides, obstacles, at, spent, last) else { break };
            at = from;
            spent -= cost;
            last = false;
        }
        path.reverse();
        Some(path)
    }

    fn step_before(
        &self,
        grid: &Grid,
        strides: &Strides,
        obstacles: &Obstacles,
        at: HexId,
        spent: u8,
        last: bool,
    ) -> Option<(HexId, u8)> {
        for tier in &strides.tiers {
            let Some(before) = spent.checked_sub(tier.stride.cost) else { break };
            if tier.stride.halts && !last {
                continue;
            }
            for (back, from) in grid.neighbours(at).iter().enumerate() {
                let Some(from) = *from else { continue };
                let direction = (back + DIRECTIONS / 2) % DIRECTIONS;
                let left = self.open[usize::from(before)].has(from) && (before == 0 || !obstacles.stop.has(from));
                if left && tier.by_direction[direction].has(at) {
                    return Some((from, tier.stride.cost));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::SeededDice;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn strides_equal_walking(seed: u64, columns in 2u8..=32, rows in 2u8..=32, budget in 0u8..=6) {
            let grid = Grid::new(columns, rows, &[]).unwrap();
            let mut dice = SeededDice::new(seed);
            let table: Vec<u8> = (0..grid.size() * 6).map(|_| [1, 1, 1, 2, 5, 6, 0, 1][dice.below(8) as usize]).collect();
            let step = |from: HexId, to: HexId| {
                let code = table[usize::from(from.0) * 6 + grid.direction(from, to).unwrap()];
                (code > 0).then_some(Stride { cost: code & 3, halts: code & 4 != 0 })
            };
            let hexes: Vec<_> = grid.hexes().collect();
            let mut pick = || hexes[dice.below(hexes.len() as u32) as usize];
            let mut obstacles = Obstacles { closed: Plane::EMPTY, stop: Plane::EMPTY };
            for _ in 0..hexes.len() / 12 {
                obstacles.closed.insert(pick());
                obstacles.stop.insert(pick());
            }
            let start = pick();
            let strides = Strides::new(&grid, step);
            let stand = [Stand { hex: start, spent: 0, halted: false }];
            let strolls = strides.strolls(&stand, budget, &obstacles);
            let extent = strides.extent(&stand, budget, &obstacles);
            // Walks every way there is.
            let mut seen = BTreeSet::new();
            let mut best = vec![None; grid.size()];
            let mut ways = vec![(start, 0u8, false)];
            while let Some((at, spent, halted)) = ways.pop() {
                if !seen.insert((at, spent, halted)) {
                    continue;
                }
                let old: &mut Option<u8> = &mut best[usize::from(at.0)];
                *old = Some(old.map_or(spent, |o| o.min(spent)));
                if halted || (spent > 0 && obstacles.stop.has(at)) {
                    continue;
                }
                for to in grid.around(at) {
                    let Some(stride) = step(at, to) else { continue };
                    if spent + stride.cost <= budget && !obstacles.closed.has(to) {
                        ways.push((to, spent + stride.cost, stride.halts));
                    }
                }
            }
            for &hex in &hexes {
                let want = best[usize::from(hex.0)];
                prop_assert_eq!(strolls.cost(hex), want, "hex {}", grid.number(hex));
                prop_assert_eq!(extent.has(hex), want.is_some());
                let Some(path) = strolls.path(&grid, &strides, &obstacles, hex) else { continue };
                let (mut at, mut spent) = (start, 0);
                for &next in &path {
                    prop_assert!(at == start || !obstacles.stop.has(at));
                    let stride = step(at, next).unwrap();
                    prop_assert!(!stride.halts || next == hex);
                    spent += stride.cost;
                    at = next;
                }
                prop_assert_eq!((at, Some(spent)), (hex, strolls.cost(hex)));
            }
        }
    }
}
