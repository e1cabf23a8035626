//! How far a unit gets: movement points spent hex by hex, on sets of hexes instead of single ones.
//!
//! For each point spent, the set of hexes reached is shifted once in each of the six directions and masked by the hexes
//! that cost so much to enter from there. Nothing depends on the data, so the processor never guesses wrong.

use crate::grid::{DIRECTIONS, Grid, HexId};
use crate::plane::{EVEN, ODD, PADDED, Plane, SIDE};

/// Most movement points (in the rulebook's smallest unit) that a flood can spend.
pub const MOST_POINTS: usize = 15;
/// Rows of the windows that moves of different length are computed in; the longest take the whole map.
const SLIM: usize = 12;
const NARROW: usize = 16;
const MIDDLE: usize = 24;

/// The hexes that can be entered at one cost, by the direction of the step.
#[derive(Clone, Debug)]
struct Price {
    cost: u8,
    by_direction: [Plane; DIRECTIONS],
    /// For each direction the rows (by bit) in which there is any such hex.
    rows: [u64; DIRECTIONS],
}

/// What every step on a map costs one kind of unit.
#[derive(Clone, Debug)]
pub struct Costs {
    prices: Vec<Price>,
    /// For each hex and number of points the first and the last row (with padding) that can be reached if nothing is in the
    /// way: the window in which a flood has to be computed.
    rows: Vec<[(u8, u8); MOST_POINTS + 1]>,
}

/// What is in the way at this moment.
#[derive(Clone, Copy, Debug)]
pub struct Obstacles {
    /// Hexes that may not be entered at all.
    pub closed: Plane,
    /// Hexes in which a move ends.
    pub stop: Plane,
}

/// The hexes reached, by points spent.
#[derive(Clone, Debug)]
pub struct Reach {
    /// `by_cost[k]`: hexes whose cheapest way costs exactly `k`. `by_cost[0]` is the start.
    by_cost: Vec<Plane>,
}

/// The fronts of a flood within a window of rows, by points spent.
type Layers<const ROWS: usize> = [[u32; ROWS]; MOST_POINTS + 1];

impl Costs {
    /// Tabulates `step(from, to)`: the cost of a step between neighbours, `None` if it is impossible. A cost beyond
    /// [`MOST_POINTS`] counts as impossible, since no unit could pay it; a step is never free.
    pub fn new(grid: &Grid, step: impl Fn(HexId, HexId) -> Option<u8>) -> Self {
        let mut prices: Vec<Price> = Vec::new();
        for from in grid.hexes() {
            for (direction, to) in grid.neighbours(from).iter().enumerate() {
                let Some(to) = *to else { continue };
                let Some(cost) = step(from, to).filter(|&c| (1..=MOST_POINTS as u8).contains(&c)) else { continue };
                let at = prices.iter().position(|p| p.cost == cost).unwrap_or_else(|| {
                    prices.push(Price { cost, by_direction: [Plane::EMPTY; DIRECTIONS], rows: [0; DIRECTIONS] });
                    prices.len() - 1
                });
                prices[at].by_direction[direction].insert(to);
                prices[at].rows[direction] |= 1 << Plane::spot(to).0;
            }
        }
        prices.sort_by_key(|p| p.cost);
        let mut costs = Self { prices, rows: Vec::new() };
        costs.rows = costs.furthest_rows(grid);
        costs
    }

    /// How far up and down the map each number of points leads from each hex.
    fn furthest_rows(&self, grid: &Grid) -> Vec<[(u8, u8); MOST_POINTS + 1]> {
        let own = |hex: usize| Plane::spot(HexId(hex as u16)).0 as u8;
        let mut rows: Vec<_> = (0..grid.size()).map(|hex| [(own(hex), own(hex)); MOST_POINTS + 1]).collect();
        for points in 1..=MOST_POINTS {
            for hex in grid.hexes() {
                let mut far = rows[usize::from(hex.0)][points - 1];
                for (direction, to) in grid.neighbours(hex).iter().enumerate() {
                    let Some(to) = *to else { continue };
                    let price = self.prices.iter().find(|price| price.by_direction[direction].has(to));
                    let Some(left) = price.and_then(|price| points.checked_sub(price.cost.into())) else { continue };
                    let (first, last) = rows[usize::from(to.0)][left];
                    far = (far.0.min(first), far.1.max(last));
                }
                rows[usize::from(hex.0)][points] = far;
            }
        }
        rows
    }

    /// Every hex that a unit can reach from `starts`, each a hex and the points already spent there, with `budget` points
    /// in all. Starts with nothing spent may lie in closed or stop hexes: whether the unit may leave them is for the caller
    /// to decide.
    #[must_use]
    pub fn extent(&self, starts: &[(HexId, u8)], budget: u8, obstacles: &Obstacles) -> Plane {
        let mut all = Plane::EMPTY;
        match self.window(starts, budget) {
            Some((first, SLIM)) => merge(&self.run::<SLIM>(starts, first, budget, obstacles), first, budget, &mut all),
            Some((first, NARROW)) => merge(&self.run::<NARROW>(starts, first, budget, obstacles), first, budget, &mut all),
            Some((first, MIDDLE)) => merge(&self.run::<MIDDLE>(starts, first, budget, obstacles), first, budget, &mut all),
            Some((first, _)) => merge(&self.run::<SIDE>(starts, first, budget, obstacles), first, budget, &mut all),
            None => {}
        }
        all
    }

    /// The same with what each hex costs, and ways there.
    #[must_use]
    pub fn reach(&self, starts: &[(HexId, u8)], budget: u8, obstacles: &Obstacles) -> Reach {
        let budget = budget.min(MOST_POINTS as u8);
        let mut by_cost = vec![Plane::EMPTY; usize::from(budget) + 1];
        match self.window(starts, budget) {
            Some((first, SLIM)) => spread(&self.run::<SLIM>(starts, first, budget, obstacles), first, &mut by_cost),
            Some((first, NARROW)) => spread(&self.run::<NARROW>(starts, first, budget, obstacles), first, &mut by_cost),
            Some((first, MIDDLE)) => spread(&self.run::<MIDDLE>(starts, first, budget, obstacles), first, &mut by_cost),
            Some((first, _)) => spread(&self.run::<SIDE>(starts, first, budget, obstacles), first, &mut by_cost),
            None => {}
        }
        Reach { by_cost }
    }

    /// The first row of a window that holds everything within reach, and how many rows it has.
    fn window(&self, starts: &[(HexId, u8)], budget: u8) -> Option<(usize, usize)> {
        let budget = budget.min(MOST_POINTS as u8);
        let far = starts.iter().map(|&(hex, spent)| self.rows[usize::from(hex.0)][usize::from(budget.saturating_sub(spent))]);
        let (top, bottom) = far.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
        let (top, bottom) = (usize::from(top), usize::from(bottom));
        let fitting = |size: usize| {
            let first = top.min(PADDED - 1 - size);
            (bottom < first + size).then_some((first, size))
        };
        fitting(SLIM).or_else(|| fitting(NARROW)).or_else(|| fitting(MIDDLE)).or(Some((1, SIDE)))
    }

    /// The flood within `ROWS` rows from `first` on.
    #[inline]
    fn run<const ROWS: usize>(&self, starts: &[(HexId, u8)], first: usize, budget: u8, obstacles: &Obstacles) -> Layers<ROWS> {
        let budget = usize::from(budget).min(MOST_POINTS);
        let mut layers: Layers<ROWS> = [[0; ROWS]; MOST_POINTS + 1];
        for &(hex, spent) in starts {
            let (row, bit) = Plane::spot(hex);
            if usize::from(spent) <= budget {
                layers[usize::from(spent)][row - first] |= bit;
            }
        }
        let closed = rows::<ROWS>(&obstacles.closed, first);
        let stop = rows::<ROWS>(&obstacles.stop, first);
        let mut seen = [0u32; ROWS];
        for spent in 0..=budget {
            let mut front = layers[spent];
            // A start is where the unit stands already: neither closed nor, by the caller's word, a stop.
            if spent > 0 {
                for r in 0..ROWS {
                    front[r] &= !(seen[r] | closed[r]);
                }
            }
            layers[spent] = front;
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
            for price in &self.prices {
                let total = spent + usize::from(price.cost);
                if total > budget {
                    break;
                }
                let mut target = layers[total];
                for (direction, shifted) in moved.iter().enumerate() {
                    if price.rows[direction] >> first & ((1 << ROWS) - 1) == 0 {
                        continue;
                    }
                    let mask = rows::<ROWS>(&price.by_direction[direction], first);
                    for r in 0..ROWS {
                        target[r] |= shifted[r] & mask[r];
                    }
                }
                layers[total] = target;
            }
        }
        layers
    }
}

/// `ROWS` rows of a plane, of a length that the compiler knows.
#[inline(always)]
fn rows<const ROWS: usize>(plane: &Plane, first: usize) -> &[u32; ROWS] {
    plane.0[first..].first_chunk().expect("the window is inside")
}

/// All layers as one set.
#[inline]
fn merge<const ROWS: usize>(layers: &Layers<ROWS>, first: usize, budget: u8, all: &mut Plane) {
    let mut sum = [0u32; ROWS];
    for layer in &layers[..=usize::from(budget).min(MOST_POINTS)] {
        for r in 0..ROWS {
            sum[r] |= layer[r];
        }
    }
    all.0[first..first + ROWS].copy_from_slice(&sum);
}

/// Each layer as a set of its own.
fn spread<const ROWS: usize>(layers: &Layers<ROWS>, first: usize, by_cost: &mut [Plane]) {
    for (plane, layer) in by_cost.iter_mut().zip(layers) {
        plane.0[first..first + ROWS].copy_from_slice(layer);
    }
}

/// A set moved one hex in each direction, clockwise from north. Rows beyond the window are lost, which is right, since
/// the window holds every row that can be reached.
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

impl Reach {
    /// All hexes reached, the start included.
    #[must_use]
    pub fn all(&self) -> Plane {
        self.by_cost.iter().fold(Plane::EMPTY, |all, plane| all.or(plane))
    }

    /// The least cost of reaching `hex`.
    #[must_use]
    pub fn cost(&self, hex: HexId) -> Option<u8> {
        self.by_cost.iter().position(|plane| plane.has(hex)).map(|k| k as u8)
    }

    /// A cheapest way to `hex`: the hexes entered, in order, the start left out. Among equals the way is fixed by the
    /// order of directions, so that it is the same everywhere.
    #[must_use]
    pub fn path(&self, grid: &Grid, costs: &Costs, obstacles: &Obstacles, hex: HexId) -> Option<Vec<HexId>> {
        let mut spent = self.cost(hex)?;
        let mut at = hex;
        let mut path = Vec::new();
        while spent > 0 {
            path.push(at);
            let Some((from, cost)) = self.step_before(grid, costs, obstacles, at, spent) else {
                // A start with points already spent.
                path.reverse();
                return Some(path);
            };
            at = from;
            spent -= cost;
        }
        path.reverse();
        Some(path)
    }

    /// The hex from which a cheapest way enters `at`, and the cost of that step.
    fn step_before(&self, grid: &Grid, costs: &Costs, obstacles: &Obstacles, at: HexId, spent: u8) -> Option<(HexId, u8)> {
        for (back, from) in grid.neighbours(at).iter().enumerate() {
            let Some(from) = *from else { continue };
            let direction = (back + DIRECTIONS / 2) % DIRECTIONS;
            for price in &costs.prices {
                let Some(before) = spent.checked_sub(price.cost) else { break };
                let entered = price.by_direction[direction].has(at);
                let left = self.by_cost[usize::from(before)].has(from) && (before == 0 || !obstacles.stop.has(from));
                if entered && left {
                    return Some((from, price.cost));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same by the plainest method: relax until nothing changes.
    fn slow(grid: &Grid, step: &impl Fn(HexId, HexId) -> Option<u8>, start: HexId, budget: u8, o: &Obstacles) -> Vec<Option<u8>> {
        let mut best = vec![None; grid.size()];
        best[usize::from(start.0)] = Some(0u8);
        loop {
            let mut changed = false;
            for from in grid.hexes() {
                let Some(spent) = best[usize::from(from.0)] else { continue };
                if from != start && o.stop.has(from) {
                    continue;
                }
                for to in grid.around(from) {
                    let Some(cost) = step(from, to) else { continue };
                    let total = spent + cost;
                    let old = best[usize::from(to.0)];
                    if !o.closed.has(to) && total <= budget && old.is_none_or(|o| total < o) {
                        best[usize::from(to.0)] = Some(total);
                        changed = true;
                    }
                }
            }
            if !changed {
                return best;
            }
        }
    }

    proptest! {
        #[test]
        fn flood_equals_relaxation(seed: u64, columns in 1u8..=32, rows in 1u8..=32, budget in 0u8..=12) {
            let grid = Grid::new(columns, rows, &[]).unwrap();
            let mut dice = crate::dice::SeededDice::new(seed);
            let size = grid.size();
            let table: Vec<u8> = (0..size * 6).map(|_| [1, 1, 1, 2, 2, 3, 4, 0][dice.below(8) as usize]).collect();
            let step = |from: HexId, to: HexId| {
                let cost = table[usize::from(from.0) * 6 + grid.direction(from, to).unwrap()];
                (cost > 0).then_some(cost)
            };
            let hexes: Vec<_> = grid.hexes().collect();
            let mut pick = || hexes[dice.below(hexes.len() as u32) as usize];
            let mut obstacles = Obstacles { closed: Plane::EMPTY, stop: Plane::EMPTY };
            for _ in 0..hexes.len() / 12 {
                obstacles.closed.insert(pick());
                obstacles.stop.insert(pick());
            }
            let start = pick();
            obstacles.closed.remove(start);
            let costs = Costs::new(&grid, step);
            let reach = costs.reach(&[(start, 0)], budget, &obstacles);
            let extent = costs.extent(&[(start, 0)], budget, &obstacles);
            let want = slow(&grid, &step, start, budget, &obstacles);
            for &hex in &hexes {
                prop_assert_eq!(reach.cost(hex), want[usize::from(hex.0)], "hex {}", grid.number(hex));
                prop_assert_eq!(extent.has(hex), reach.cost(hex).is_some());
                let Some(path) = reach.path(&grid, &costs, &obstacles, hex) else { continue };
                // The way is one: steps between neighbours, none out of a stop, and it costs what was said.
                let mut at = start;
                let mut spent = 0;
                for &next in &path {
                    prop_assert!(at == start || !obstacles.stop.has(at));
                    spent += step(at, next).unwrap();
                    at = next;
                }
                prop_assert_eq!((at, Some(spent)), (hex, reach.cost(hex)));
            }
        }
    }
}
