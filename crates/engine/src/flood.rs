//! How far a unit gets: movement points spent hex by hex, on sets of hexes instead of single ones.
//!
//! For each point spent, the set of hexes reached is shifted once in each of the six directions and masked by the hexes
//! that cost so much to enter from there. Nothing depends on the data, so the processor never guesses wrong. How far a
//! unit could get at best is known beforehand for each hex, so that only a window of the map is looked at: few rows, and
//! wherever it fits only sixteen columns, so that four rows go into one word.

use crate::grid::{DIRECTIONS, Grid, HexId};
use crate::plane::{PAD, PADDED, Plane, SIDE};

/// Most movement points (in the rulebook's smallest unit) that a flood can spend.
pub const MOST_POINTS: usize = 15;
/// Columns of wide and of narrow windows; the latter begin at every fourth column.
const WIDE: usize = SIDE;
pub(crate) const NARROW: usize = 16;
pub(crate) const STRIP_STEP: usize = 4;
pub(crate) const STRIPS: usize = (SIDE - NARROW) / STRIP_STEP + 1;
/// The smallest windows: eight columns by eight rows in one word, for moves of at most three hexes. They begin at every second column.
pub(crate) const TINY: usize = 8;
pub(crate) const TINY_STRIP_STEP: usize = 2;
pub(crate) const TINY_STRIPS: usize = (SIDE - TINY) / TINY_STRIP_STEP + 1;
/// Rows of the windows that moves of different length are computed in; the longest take the whole map.
pub(crate) const SHORT: usize = 8;
pub(crate) const LONGER: usize = 12;
pub(crate) const MIDDLE: usize = 16;

/// The hexes that can be entered at one cost, by the direction of the step. A set is kept as bytes, little end first, so
/// that whole words can be read from any row on.
#[derive(Clone, Debug)]
pub(crate) struct Price<const BYTES: usize> {
    cost: u8,
    pub(crate) by_direction: [[u8; BYTES]; DIRECTIONS],
}

pub(crate) type WidePrice = Price<{ PADDED * WIDE / 8 }>;
pub(crate) type NarrowPrice = Price<{ PADDED * NARROW / 8 }>;
pub(crate) type TinyPrice = Price<{ PADDED * TINY / 8 }>;

impl WidePrice {
    pub(crate) fn new(cost: u8) -> Self {
        Self { cost, by_direction: [[0; PADDED * WIDE / 8]; DIRECTIONS] }
    }

    /// The byte and the bit of a hex.
    fn spot(hex: HexId) -> (usize, u8) {
        let (row, bit) = Plane::spot(hex);
        let column = bit.trailing_zeros() as usize;
        (row * WIDE / 8 + column / 8, 1 << (column % 8))
    }

    pub(crate) fn insert(&mut self, direction: usize, to: HexId) {
        let (byte, bit) = Self::spot(to);
        self.by_direction[direction][byte] |= bit;
    }

    fn entered(&self, direction: usize, to: HexId) -> bool {
        let (byte, bit) = Self::spot(to);
        self.by_direction[direction][byte] & bit != 0
    }

    /// The columns of a narrower window that begins at `column`.
    pub(crate) fn narrow<const BYTES: usize>(&self, column: usize) -> Price<BYTES> {
        let mut out = Price { cost: self.cost, by_direction: [[0; BYTES]; DIRECTIONS] };
        for (narrow, wide) in out.by_direction.iter_mut().zip(&self.by_direction) {
            for (to, from) in narrow.chunks_exact_mut(BYTES / PADDED).zip(wide.as_chunks::<4>().0) {
                let row = (u32::from_le_bytes(*from) >> column).to_le_bytes();
                to.copy_from_slice(&row[..BYTES / PADDED]);
            }
        }
        out
    }
}

/// What every step on a map costs one kind of unit.
#[derive(Clone, Debug)]
pub struct Costs {
    /// Cheapest first.
    prices: Vec<WidePrice>,
    /// The same for the columns of each narrow window.
    strips: [Vec<NarrowPrice>; STRIPS],
    /// For each hex and number of points what can be reached if nothing is in the way.
    spans: Vec<[Span; MOST_POINTS + 1]>,
}

/// What can be reached at best: a rectangle of the map, rows (with padding) and columns, first and last.
#[derive(Clone, Copy, Debug)]
struct Span {
    /// The prices, by bit, that are paid on any way: the others need not be tried.
    prices: u16,
    top: u8,
    bottom: u8,
    left: u8,
    right: u8,
}

impl Span {
    fn of(hex: usize) -> Self {
        let (row, bit) = Plane::spot(HexId(hex as u16));
        let (row, column) = (row as u8, bit.trailing_zeros() as u8);
        Self { prices: 0, top: row, bottom: row, left: column, right: column }
    }

    fn or(self, other: Self) -> Self {
        Self {
            prices: self.prices | other.prices,
            top: self.top.min(other.top),
            bottom: self.bottom.max(other.bottom),
            left: self.left.min(other.left),
            right: self.right.max(other.right),
        }
    }
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

/// Where a flood begins, what it may spend, what hinders it, and the prices (by bit) that can occur.
struct Task<'a> {
    starts: &'a [(HexId, u8)],
    budget: usize,
    obstacles: &'a Obstacles,
    prices: u16,
}

/// Somebody who wants to know what a flood found: the hexes by points spent, and all of them.
trait Seeker {
    fn take<const COLUMNS: usize, const WORDS: usize>(
        &mut self,
        window: Window<COLUMNS, WORDS>,
        layers: &[[u64; WORDS]],
        seen: &[u64; WORDS],
    );
}

impl Seeker for Plane {
    #[inline(always)]
    fn take<const COLUMNS: usize, const WORDS: usize>(
        &mut self,
        window: Window<COLUMNS, WORDS>,
        _layers: &[[u64; WORDS]],
        seen: &[u64; WORDS],
    ) {
        window.put_back(seen, self);
    }
}

impl Seeker for Reach {
    #[inline(always)]
    fn take<const COLUMNS: usize, const WORDS: usize>(
        &mut self,
        window: Window<COLUMNS, WORDS>,
        layers: &[[u64; WORDS]],
        _seen: &[u64; WORDS],
    ) {
        for (plane, layer) in self.by_cost.iter_mut().zip(layers) {
            window.put_back(layer, plane);
        }
    }
}

impl Costs {
    /// Tabulates `step(from, to)`: the cost of a step between neighbours, `None` if it is impossible. A cost beyond
    /// [`MOST_POINTS`] counts as impossible, since no unit could pay it; a step is never free.
    pub fn new(grid: &Grid, step: impl Fn(HexId, HexId) -> Option<u8>) -> Self {
        let mut prices: Vec<WidePrice> = Vec::new();
        for from in grid.hexes() {
            for (direction, to) in grid.neighbours(from).iter().enumerate() {
                let Some(to) = *to else { continue };
                let Some(cost) = step(from, to).filter(|&c| (1..=MOST_POINTS as u8).contains(&c)) else { continue };
                let at = prices.iter().position(|p| p.cost == cost).unwrap_or_else(|| {
                    prices.push(WidePrice::new(cost));
                    prices.len() - 1
                });
                prices[at].insert(direction, to);
            }
        }
        prices.sort_by_key(|p| p.cost);
        let strip = |strip: usize| prices.iter().map(|p| p.narrow(strip * STRIP_STEP)).collect();
        let strips = std::array::from_fn(strip);
        let spans = furthest(grid, &prices);
        Self { prices, strips, spans }
    }

    /// Every hex that a unit can reach from `starts`, each a hex and the points already spent there, with `budget` points
    /// in all. Starts with nothing spent may lie in closed or stop hexes: whether the unit may leave them is for the caller
    /// to decide.
    #[must_use]
    pub fn extent(&self, starts: &[(HexId, u8)], budget: u8, obstacles: &Obstacles) -> Plane {
        let mut all = Plane::EMPTY;
        self.flood(starts, budget, obstacles, &mut all);
        all
    }

    /// The same with what each hex costs, and ways there.
    #[must_use]
    pub fn reach(&self, starts: &[(HexId, u8)], budget: u8, obstacles: &Obstacles) -> Reach {
        let mut reach = Reach { by_cost: vec![Plane::EMPTY; usize::from(budget).min(MOST_POINTS) + 1] };
        self.flood(starts, budget, obstacles, &mut reach);
        reach
    }

    /// Computes a flood in the smallest window that holds everything within reach.
    #[inline]
    fn flood(&self, starts: &[(HexId, u8)], budget: u8, obstacles: &Obstacles, seeker: &mut impl Seeker) {
        let budget = usize::from(budget).min(MOST_POINTS);
        let far = starts.iter().map(|&(hex, spent)| self.spans[usize::from(hex.0)][budget.saturating_sub(spent.into())]);
        let Some(span) = far.reduce(Span::or) else { return };
        let task = Task { starts, budget, obstacles, prices: span.prices };
        let (top, bottom) = (usize::from(span.top), usize::from(span.bottom));
        let first = |rows: usize| top.min(PAD + SIDE - rows);
        let holds = |rows: usize| bottom < first(rows) + rows;
        let strip = (usize::from(span.left) / STRIP_STEP).min(STRIPS - 1);
        let column = strip * STRIP_STEP;
        if usize::from(span.right) < column + NARROW && holds(MIDDLE) {
            let prices = &self.strips[strip];
            if holds(SHORT) {
                let window = Window::<NARROW, { SHORT * NARROW / 64 }> { first: first(SHORT), column };
                window.flood(prices, &task, seeker);
            } else if holds(LONGER) {
                let window = Window::<NARROW, { LONGER * NARROW / 64 }> { first: first(LONGER), column };
                window.flood(prices, &task, seeker);
            } else {
                let window = Window::<NARROW, { MIDDLE * NARROW / 64 }> { first: first(MIDDLE), column };
                window.flood(prices, &task, seeker);
            }
        } else if holds(MIDDLE) {
            let window = Window::<WIDE, { MIDDLE * WIDE / 64 }> { first: first(MIDDLE), column: 0 };
            window.flood(&self.prices, &task, seeker);
        } else {
            let window = Window::<WIDE, { SIDE * WIDE / 64 }> { first: PAD, column: 0 };
            window.flood(&self.prices, &task, seeker);
        }
    }
}

/// How far over the map each number of points leads from each hex.
fn furthest(grid: &Grid, prices: &[WidePrice]) -> Vec<[Span; MOST_POINTS + 1]> {
    let mut spans: Vec<_> = (0..grid.size()).map(|hex| [Span::of(hex); MOST_POINTS + 1]).collect();
    for points in 1..=MOST_POINTS {
        for hex in grid.hexes() {
            let mut far = spans[usize::from(hex.0)][points - 1];
            for (direction, to) in grid.neighbours(hex).iter().enumerate() {
                let Some(to) = *to else { continue };
                let price = prices.iter().find(|price| price.entered(direction, to));
                let Some(price) = price.filter(|price| usize::from(price.cost) <= points) else { continue };
                far = far.or(spans[usize::from(to.0)][points - usize::from(price.cost)]);
                far.prices |= 1 << price.cost;
            }
            spans[usize::from(hex.0)][points] = far;
        }
    }
    spans
}

/// A part of the map: `COLUMNS` columns from `column` on, and as many rows from `first` on as fit into so many words, the
/// upper ones in the lower bits. Windows begin at odd columns, counted from 1, so that odd and even stay what they are.
#[derive(Clone, Copy)]
pub(crate) struct Window<const COLUMNS: usize, const WORDS: usize> {
    pub(crate) first: usize,
    pub(crate) column: usize,
}

impl<const COLUMNS: usize, const WORDS: usize> Window<COLUMNS, WORDS> {
    /// Rows in a word.
    const ROWS: usize = 64 / COLUMNS;
    /// The first column of each row, and the last.
    const LEFT: u64 = u64::MAX / (u64::MAX >> (64 - COLUMNS));
    const RIGHT: u64 = Self::LEFT << (COLUMNS - 1);
    /// Columns 1, 3, 5 …
    const ODD: u64 = u64::MAX / 3;
    const EVEN: u64 = !Self::ODD;

    /// The word and the bit of a hex in the window.
    #[inline(always)]
    pub(crate) fn spot(self, hex: HexId) -> (usize, u64) {
        let (row, bit) = Plane::spot(hex);
        let row = row - self.first;
        (row / Self::ROWS, u64::from(bit >> self.column) << (row % Self::ROWS * COLUMNS))
    }

    /// The part of a plane that lies in the window.
    #[inline(always)]
    pub(crate) fn cut(self, plane: &Plane) -> [u64; WORDS] {
        let rows = &plane.0[self.first..][..WORDS * Self::ROWS];
        let mut words = [0; WORDS];
        for (word, rows) in words.iter_mut().zip(rows.chunks_exact(Self::ROWS)) {
            for (r, &row) in rows.iter().enumerate() {
                *word |= (u64::from(row >> self.column) & (u64::MAX >> (64 - COLUMNS))) << (r * COLUMNS);
            }
        }
        words
    }

    /// Writes what lies in the window back into a plane.
    #[inline(always)]
    fn put_back(self, words: &[u64; WORDS], plane: &mut Plane) {
        let rows = &mut plane.0[self.first..][..WORDS * Self::ROWS];
        for (&word, rows) in words.iter().zip(rows.chunks_exact_mut(Self::ROWS)) {
            for (r, row) in rows.iter_mut().enumerate() {
                *row = (((word >> (r * COLUMNS)) & (u64::MAX >> (64 - COLUMNS))) as u32) << self.column;
            }
        }
    }

    /// Adds what lies in the window to a plane.
    #[inline(always)]
    pub(crate) fn add_to(self, words: &[u64; WORDS], plane: &mut Plane) {
        let rows = &mut plane.0[self.first..][..WORDS * Self::ROWS];
        for (&word, rows) in words.iter().zip(rows.chunks_exact_mut(Self::ROWS)) {
            for (r, row) in rows.iter_mut().enumerate() {
                *row |= (((word >> (r * COLUMNS)) & (u64::MAX >> (64 - COLUMNS))) as u32) << self.column;
            }
        }
    }

    /// The part of a set kept as bytes that lies in the window.
    #[inline(always)]
    pub(crate) fn read<const BYTES: usize>(self, set: &[u8; BYTES]) -> [u64; WORDS] {
        let (words, _) = set[self.first * COLUMNS / 8..].as_chunks();
        words.first_chunk::<WORDS>().expect("the window is inside").map(u64::from_le_bytes)
    }

    #[inline]
    fn flood<const BYTES: usize>(self, prices: &[Price<BYTES>], task: &Task<'_>, seeker: &mut impl Seeker) {
        let budget = task.budget.min(MOST_POINTS);
        let mut layers = [[0; WORDS]; MOST_POINTS + 1];
        for &(hex, spent) in task.starts {
            if usize::from(spent) <= budget {
                let (word, bit) = self.spot(hex);
                layers[usize::from(spent)][word] |= bit;
            }
        }
        let closed = self.cut(&task.obstacles.closed);
        let stop = self.cut(&task.obstacles.stop);
        let mut seen = [0; WORDS];
        for spent in 0..=budget {
            let mut front = layers[spent];
            // A start is where the unit stands already: neither closed nor, by the caller's word, a stop.
            if spent > 0 {
                for w in 0..WORDS {
                    front[w] &= !(seen[w] | closed[w]);
                }
            }
            layers[spent] = front;
            let mut any = 0;
            for w in 0..WORDS {
                seen[w] |= front[w];
                if spent > 0 {
                    front[w] &= !stop[w];
                }
                any |= front[w];
            }
            if any == 0 || spent == budget {
                continue;
            }
            let moved = Self::shifts(&front);
            for price in prices {
                let total = spent + usize::from(price.cost);
                if total > budget {
                    break;
                }
                if task.prices >> price.cost & 1 == 0 {
                    continue;
                }
                let mut target = layers[total];
                for (shifted, mask) in moved.iter().zip(&price.by_direction) {
                    let mask = self.read(mask);
                    for w in 0..WORDS {
                        target[w] |= shifted[w] & mask[w];
                    }
                }
                layers[total] = target;
            }
        }
        seeker.take(self, &layers, &seen);
    }

    /// A set moved one hex in each direction, clockwise from north. Rows and columns beyond the window are lost, which is
    /// right, since the window holds everything that can be reached.
    #[inline(always)]
    pub(crate) fn shifts(front: &[u64; WORDS]) -> [[u64; WORDS]; DIRECTIONS] {
        let mut out = [[0; WORDS]; DIRECTIONS];
        for w in 0..WORDS {
            let before = if w > 0 { front[w - 1] >> (64 - COLUMNS) } else { 0 };
            let after = if w + 1 < WORDS { front[w + 1] << (64 - COLUMNS) } else { 0 };
            let above = front[w] << COLUMNS | before;
            let below = front[w] >> COLUMNS | after;
            let up = (front[w] & Self::EVEN) | (below & Self::ODD);
            let down = (front[w] & Self::ODD) | (above & Self::EVEN);
            out[0][w] = below;
            out[1][w] = (up & !Self::RIGHT) << 1;
            out[2][w] = (down & !Self::RIGHT) << 1;
            out[3][w] = above;
            out[4][w] = (down & !Self::LEFT) >> 1;
            out[5][w] = (up & !Self::LEFT) >> 1;
        }
        out
    }
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
                let entered = price.entered(direction, at);
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
