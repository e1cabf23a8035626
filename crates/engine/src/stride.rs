//! Short moves on sets of hexes, where the last step can depend on the way: a step may end the move in the hex it enters,
//! though another step into the same hex would not (a wood entered across country, or along a road).
//!
//! For long moves without such steps see [`crate::flood`].

use crate::flood::{
    LONGER, MIDDLE, NARROW, NarrowPrice, Price, SHORT, STRIP_STEP, STRIPS, TINY, TINY_STRIP_STEP, TINY_STRIPS, TinyPrice,
    WidePrice, Window,
};
use crate::grid::{DIRECTIONS, Grid, HexId};
use crate::plane::{EVEN, ODD, PAD, Plane, SIDE};

/// Most movement points of a move.
pub const MOST: usize = 7;

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

/// What hems a move in: borrowed, since the sets are made once for many units.
#[derive(Clone, Copy, Debug)]
pub struct Bounds<'a> {
    /// Hexes that may not be entered at all.
    pub closed: &'a Plane,
    /// Hexes in which a move ends.
    pub stop: &'a Plane,
}

#[derive(Clone, Debug)]
struct Tier {
    stride: Stride,
    by_direction: [Plane; DIRECTIONS],
    /// The same for the columns of each narrow window.
    strips: Vec<NarrowPrice>,
    /// The same for those of each tiny one.
    tiny: Vec<TinyPrice>,
}

/// What every step on a map is like.
#[derive(Clone, Debug)]
pub struct Strides {
    tiers: Vec<Tier>,
    /// For each hex and number of points how far one gets if nothing is in the way.
    spans: Vec<[Span; MOST + 1]>,
    /// The same as sets, in the tiny windows of the spans; empty where none holds them. Mostly nothing is in the way.
    free: Vec<[u64; MOST + 1]>,
}

/// Hexes reached, by points spent: those from which the move goes on, and those in which it has ended.
#[derive(Clone, Debug)]
pub struct Reached {
    open: Vec<Plane>,
    shut: Vec<Plane>,
}

struct Layers {
    open: [[u32; SIDE]; MOST + 1],
    shut: [[u32; SIDE]; MOST + 1],
}

/// What can be reached at best: a rectangle of the map, rows (with padding) and columns, first and last.
#[derive(Clone, Copy, Debug)]
struct Span {
    /// The tiers, by bit, that are of use on any way: the others need not be tried.
    tiers: u8,
    top: u8,
    bottom: u8,
    left: u8,
    right: u8,
}

impl Span {
    #[inline]
    fn of(hex: HexId) -> Self {
        let (row, bit) = Plane::spot(hex);
        let (row, column) = (row as u8, bit.trailing_zeros() as u8);
        Self { tiers: 0, top: row, bottom: row, left: column, right: column }
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        Self {
            tiers: self.tiers | other.tiers,
            top: self.top.min(other.top),
            bottom: self.bottom.max(other.bottom),
            left: self.left.min(other.left),
            right: self.right.max(other.right),
        }
    }

    /// Where a window of so many rows begins that holds it, if one does.
    #[inline]
    fn rows(self, rows: usize) -> Option<usize> {
        let first = usize::from(self.top).min(PAD + SIDE - rows);
        (usize::from(self.bottom) < first + rows).then_some(first)
    }

    /// The number of the tiny window that holds it, and its first row, if one does.
    #[inline]
    fn tiny(self) -> Option<(usize, usize)> {
        let strip = (usize::from(self.left) / TINY_STRIP_STEP).min(TINY_STRIPS - 1);
        let first = self.rows(TINY)?;
        (usize::from(self.right) < strip * TINY_STRIP_STEP + TINY).then_some((strip, first))
    }
}

/// A move: where it begins, how many points it has in all, and what its steps are like.
#[derive(Clone, Copy, Debug)]
pub struct Leg<'a> {
    /// What its steps are like.
    pub strides: &'a Strides,
    /// Where it begins. Starts with nothing spent may lie in closed or stop hexes: whether the unit may leave them is for the caller to
    /// decide.
    pub starts: &'a [Stand],
    /// Points in all, those spent included.
    pub budget: u8,
}

impl Leg<'_> {
    #[inline]
    fn span(&self) -> Option<Span> {
        let budget = usize::from(self.budget).min(MOST);
        let far = |stand: &Stand| match stand.halted {
            true => Span::of(stand.hex),
            false => self.strides.spans[usize::from(stand.hex.0)][budget.saturating_sub(stand.spent.into())],
        };
        self.starts.iter().map(far).reduce(Span::or)
    }
}

impl Leg<'_> {
    /// What it reaches in a tiny window that holds it, if neither closed hexes nor stops are among that.
    #[inline]
    fn unhindered(&self, window: TinyWindow, [closed, stop]: &[[u64; 1]; 2]) -> Option<[u64; 1]> {
        let [Stand { hex, spent, halted: false }] = *self.starts else { return None };
        let left = usize::from(self.budget).min(MOST).checked_sub(spent.into())?;
        let (strip, first) = self.strides.spans[usize::from(hex.0)][left].tiny()?;
        // The set fits both windows, so that nothing of it is lost between them.
        let by = (first as i32 - window.first as i32) * TINY as i32 + (strip * TINY_STRIP_STEP) as i32 - window.column as i32;
        let free = self.strides.free[usize::from(hex.0)][left].rotate_left(by as u32 & 63);
        // Whoever has not moved yet may leave the hex that he is in.
        let own = if spent == 0 { window.spot(hex).1 } else { 0 };
        (free & (closed[0] | stop[0]) & !own == 0).then_some([free])
    }

    /// What it reaches in a tiny window that holds it.
    #[inline]
    fn tiny(&self, window: TinyWindow, strip: usize, around: &[[u64; 1]; 2]) -> [u64; 1] {
        let spread = || self.strides.spread(self, window, |tier| &tier.tiny[strip], around);
        self.unhindered(window, around).unwrap_or_else(spread)
    }
}

impl<'a> Leg<'a> {
    /// Adds every hex within reach to a set, the starts included.
    pub fn add_extent(&self, bounds: Bounds<'_>, all: &mut Plane) {
        let Some(span) = self.span() else { return };
        if let Some((strip, first)) = span.tiny() {
            let window = TinyWindow { first, column: strip * TINY_STRIP_STEP };
            let around = [window.cut(bounds.closed), window.cut(bounds.stop)];
            window.add_to(&self.tiny(window, strip, &around), all);
            return;
        }
        let strip = (usize::from(span.left) / STRIP_STEP).min(STRIPS - 1);
        let (column, price) = (strip * STRIP_STEP, |tier: &'a Tier| &tier.strips[strip]);
        if usize::from(span.right) >= column + NARROW {
            merge(&self.strides.run(self.starts, self.budget, bounds), all);
        } else if let Some(first) = span.rows(SHORT) {
            self.add_window(Window::<NARROW, { SHORT * NARROW / 64 }> { first, column }, price, bounds, all);
        } else if let Some(first) = span.rows(LONGER) {
            self.add_window(Window::<NARROW, { LONGER * NARROW / 64 }> { first, column }, price, bounds, all);
        } else if let Some(first) = span.rows(MIDDLE) {
            self.add_window(Window::<NARROW, { MIDDLE * NARROW / 64 }> { first, column }, price, bounds, all);
        } else {
            merge(&self.strides.run(self.starts, self.budget, bounds), all);
        }
    }

    #[inline]
    fn add_window<const COLUMNS: usize, const WORDS: usize, const BYTES: usize>(
        &self,
        window: Window<COLUMNS, WORDS>,
        price: impl Fn(&'a Tier) -> &'a Price<BYTES>,
        bounds: Bounds<'_>,
        all: &mut Plane,
    ) {
        let around = [window.cut(bounds.closed), window.cut(bounds.stop)];
        window.add_to(&self.strides.spread(self, window, price, &around), all);
    }
}

/// Adds every hex that one of two moves can reach, the starts included. Both are computed in one window if a small one holds them.
#[inline]
pub fn add_extents(legs: [Leg<'_>; 2], bounds: Bounds<'_>, all: &mut Plane) {
    if let [Some(one), Some(other)] = [legs[0].span(), legs[1].span()]
        && let Some((strip, first)) = one.or(other).tiny()
    {
        let window = TinyWindow { first, column: strip * TINY_STRIP_STEP };
        let around = [window.cut(bounds.closed), window.cut(bounds.stop)];
        let [mut seen, also] = legs.map(|leg| leg.tiny(window, strip, &around));
        seen[0] |= also[0];
        window.add_to(&seen, all);
    } else {
        legs.into_iter().for_each(|leg| leg.add_extent(bounds, all));
    }
}

type TinyWindow = Window<TINY, { TINY * TINY / 64 }>;

impl Strides {
    /// Tabulates `step(from, to)`: `None` if it is impossible.
    pub fn new(grid: &Grid, step: impl Fn(HexId, HexId) -> Option<Stride>) -> Self {
        let mut tiers: Vec<Tier> = Vec::new();
        for from in grid.hexes() {
            for (direction, to) in grid.neighbours(from).iter().enumerate() {
                let Some(to) = *to else { continue };
                let Some(stride) = step(from, to).filter(|s| (1..=MOST as u8).contains(&s.cost)) else { continue };
                let at = tiers.iter().position(|t| t.stride == stride).unwrap_or_else(|| {
                    tiers.push(Tier { stride, by_direction: [Plane::EMPTY; DIRECTIONS], strips: Vec::new(), tiny: Vec::new() });
                    tiers.len() - 1
                });
                tiers[at].by_direction[direction].insert(to);
            }
        }
        tiers.sort_by_key(|t| (t.stride.cost, t.stride.halts));
        for tier in &mut tiers {
            let mut wide = WidePrice::new(tier.stride.cost);
            for (direction, plane) in tier.by_direction.iter().enumerate() {
                plane.for_each(|to| wide.insert(direction, to));
            }
            tier.strips = (0..STRIPS).map(|strip| wide.narrow(strip * STRIP_STEP)).collect();
            tier.tiny = (0..TINY_STRIPS).map(|strip| wide.narrow(strip * TINY_STRIP_STEP)).collect();
        }
        let spans = furthest(grid, &tiers);
        let mut strides = Self { tiers, spans, free: vec![[0; MOST + 1]; grid.size()] };
        for hex in grid.hexes() {
            strides.free[usize::from(hex.0)] = std::array::from_fn(|points| strides.freely(hex, points));
        }
        strides
    }

    /// What can be reached if nothing is in the way, in a tiny window.
    fn freely(&self, hex: HexId, points: usize) -> u64 {
        let Some((strip, first)) = self.spans[usize::from(hex.0)][points].tiny() else { return 0 };
        let window = TinyWindow { first, column: strip * TINY_STRIP_STEP };
        let leg = Leg { strides: self, starts: &[Stand { hex, spent: 0, halted: false }], budget: points as u8 };
        self.spread(&leg, window, |tier| &tier.tiny[strip], &[[0]; 2])[0]
    }

    /// Every hex that can be reached with `budget` points in all, the starts included. Starts with nothing spent may lie in
    /// closed or stop hexes: whether the unit may leave them is for the caller to decide.
    #[inline]
    #[must_use]
    pub fn extent(&self, starts: &[Stand], budget: u8, bounds: Bounds<'_>) -> Plane {
        let mut all = Plane::EMPTY;
        Leg { strides: self, starts, budget }.add_extent(bounds, &mut all);
        all
    }

    /// All hexes within reach, in a narrow window that holds them: costs are not kept, so that hexes in which the move has ended
    /// need no layers.
    #[inline]
    fn spread<'a, const COLUMNS: usize, const WORDS: usize, const BYTES: usize>(
        &'a self,
        leg: &Leg<'_>,
        window: Window<COLUMNS, WORDS>,
        price: impl Fn(&'a Tier) -> &'a Price<BYTES>,
        [closed, stop]: &[[u64; WORDS]; 2],
    ) -> [u64; WORDS] {
        let budget = usize::from(leg.budget).min(MOST);
        let mut open = [[0u64; WORDS]; MOST + 1];
        let mut ended = [0u64; WORDS];
        // A start that has halted before it spent anything does not keep others from passing.
        let mut halted = [0u64; WORDS];
        let mut useful = 0;
        for stand in leg.starts.iter().filter(|s| usize::from(s.spent) <= budget) {
            useful |= self.spans[usize::from(stand.hex.0)][budget - usize::from(stand.spent)].tiers;
            let (word, bit) = window.spot(stand.hex);
            match (stand.halted, stand.spent) {
                (false, spent) => open[usize::from(spent)][word] |= bit,
                (true, 0) => halted[word] |= bit,
                (true, _) => ended[word] |= bit,
            }
        }
        let mut seen = [0u64; WORDS];
        for spent in 0..=budget {
            let mut front = open[spent];
            let mut any = 0;
            for w in 0..WORDS {
                if spent > 0 {
                    front[w] &= !(seen[w] | closed[w]);
                }
                seen[w] |= front[w];
                if spent > 0 {
                    front[w] &= !stop[w];
                }
                any |= front[w];
            }
            if any == 0 || spent == budget {
                continue;
            }
            let moved = Window::<COLUMNS, WORDS>::shifts(&front);
            for (at, tier) in self.tiers.iter().enumerate() {
                let total = spent + usize::from(tier.stride.cost);
                if total > budget {
                    break;
                }
                // In a single word a tier is tried sooner than the processor guesses whether it need be.
                if WORDS > 1 && at < 8 && useful >> at & 1 == 0 {
                    continue;
                }
                let into = if tier.stride.halts { &mut ended } else { &mut open[total] };
                let mut sum = *into;
                for (shifted, mask) in moved.iter().zip(&price(tier).by_direction) {
                    let mask = window.read(mask);
                    for w in 0..WORDS {
                        sum[w] |= shifted[w] & mask[w];
                    }
                }
                *into = sum;
            }
        }
        for w in 0..WORDS {
            seen[w] |= halted[w] | ended[w] & !closed[w];
        }
        seen
    }

    /// The same with what each hex costs, and ways there.
    #[must_use]
    pub fn reached(&self, starts: &[Stand], budget: u8, bounds: Bounds<'_>) -> Reached {
        let layers = self.run(starts, budget, bounds);
        let planes = |layers: &[[u32; SIDE]]| {
            let plane = |rows: &[u32; SIDE]| {
                let mut plane = Plane::EMPTY;
                plane.0[PAD..PAD + SIDE].copy_from_slice(rows);
                plane
            };
            layers.iter().map(plane).collect()
        };
        Reached { open: planes(&layers.open), shut: planes(&layers.shut) }
    }

    /// On the whole map, hexes by points spent.
    fn run(&self, starts: &[Stand], budget: u8, bounds: Bounds<'_>) -> Layers {
        const ROWS: usize = SIDE;
        let budget = usize::from(budget).min(MOST);
        let mut layers = Layers { open: [[0; ROWS]; MOST + 1], shut: [[0; ROWS]; MOST + 1] };
        for stand in starts.iter().filter(|s| usize::from(s.spent) <= budget) {
            let (row, bit) = Plane::spot(stand.hex);
            let into = if stand.halted { &mut layers.shut } else { &mut layers.open };
            into[usize::from(stand.spent)][row - PAD] |= bit;
        }
        let closed = rows(bounds.closed);
        let stop = rows(bounds.stop);
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
                    let mask = rows(&tier.by_direction[direction]);
                    for r in 0..ROWS {
                        into[r] |= shifted[r] & mask[r];
                    }
                }
            }
        }
        layers
    }
}

/// How far over the map each number of points leads from each hex.
fn furthest(grid: &Grid, tiers: &[Tier]) -> Vec<[Span; MOST + 1]> {
    let mut spans: Vec<_> = (0..grid.size()).map(|hex| [Span::of(HexId(hex as u16)); MOST + 1]).collect();
    for points in 1..=MOST {
        for hex in grid.hexes() {
            let mut far = spans[usize::from(hex.0)][points - 1];
            for (direction, to) in grid.neighbours(hex).iter().enumerate() {
                let Some(to) = *to else { continue };
                let tier = tiers.iter().position(|tier| tier.by_direction[direction].has(to));
                let Some((at, stride)) = tier.map(|at| (at, tiers[at].stride)) else { continue };
                let Some(left) = points.checked_sub(stride.cost.into()) else { continue };
                far = far.or(if stride.halts { Span::of(to) } else { spans[usize::from(to.0)][left] });
                // With more tiers than bits all of those beyond are tried.
                far.tiers |= 1u8.checked_shl(at as u32).unwrap_or(0);
            }
            spans[usize::from(hex.0)][points] = far;
        }
    }
    spans
}

/// The rows of the map.
#[inline(always)]
fn rows(plane: &Plane) -> &[u32; SIDE] {
    plane.0[PAD..].first_chunk().expect("the plane is padded")
}

fn merge(layers: &Layers, all: &mut Plane) {
    for layer in layers.open.iter().chain(&layers.shut) {
        for (row, sum) in layer.iter().zip(&mut all.0[PAD..]) {
            *sum |= row;
        }
    }
}

/// A set moved one hex in each direction, clockwise from north.
#[inline(always)]
fn shifts(front: &[u32; SIDE]) -> [[u32; SIDE]; DIRECTIONS] {
    const ROWS: usize = SIDE;
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

impl Reached {
    /// The least cost of reaching `hex`.
    #[must_use]
    pub fn cost(&self, hex: HexId) -> Option<u8> {
        (0..=MOST).find(|&k| self.open[k].has(hex) || self.shut[k].has(hex)).map(|k| k as u8)
    }

    /// A cheapest way to `hex`: the hexes entered, in order, a start with nothing spent left out. Among equals the way is
    /// fixed by the order of directions.
    #[must_use]
    pub fn path(&self, grid: &Grid, strides: &Strides, bounds: Bounds<'_>, hex: HexId) -> Option<Vec<HexId>> {
        let mut spent = self.cost(hex)?;
        let mut at = hex;
        let mut last = true;
        let mut path = Vec::new();
        while spent > 0 {
            path.push(at);
            let Some((from, cost)) = self.step_before(grid, strides, bounds, at, spent, last) else { break };
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
        bounds: Bounds<'_>,
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
                let left = self.open[usize::from(before)].has(from) && (before == 0 || !bounds.stop.has(from));
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
            let (mut closed, mut stop) = (Plane::EMPTY, Plane::EMPTY);
            for _ in 0..hexes.len() / 12 {
                closed.insert(pick());
                stop.insert(pick());
            }
            let bounds = Bounds { closed: &closed, stop: &stop };
            let start = pick();
            let strides = Strides::new(&grid, step);
            let stand = [Stand { hex: start, spent: 0, halted: false }];
            let reached = strides.reached(&stand, budget, bounds);
            let extent = strides.extent(&stand, budget, bounds);
            // Two moves at once reach what each of them does.
            let other = [Stand { hex: hexes[seed as usize % hexes.len()], spent: 0, halted: false }];
            let legs = [Leg { strides: &strides, starts: &stand, budget }, Leg { strides: &strides, starts: &other, budget: budget / 2 }];
            let mut both = Plane::EMPTY;
            add_extents(legs, bounds, &mut both);
            prop_assert_eq!(both, extent.or(&strides.extent(&other, budget / 2, bounds)));
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
                if halted || (spent > 0 && bounds.stop.has(at)) {
                    continue;
                }
                for to in grid.around(at) {
                    let Some(stride) = step(at, to) else { continue };
                    if spent + stride.cost <= budget && !closed.has(to) {
                        ways.push((to, spent + stride.cost, stride.halts));
                    }
                }
            }
            for &hex in &hexes {
                let want = best[usize::from(hex.0)];
                prop_assert_eq!(reached.cost(hex), want, "hex {}", grid.number(hex));
                prop_assert_eq!(extent.has(hex), want.is_some());
                let Some(path) = reached.path(&grid, &strides, bounds, hex) else { continue };
                let (mut at, mut spent) = (start, 0);
                for &next in &path {
                    prop_assert!(at == start || !bounds.stop.has(at));
                    let stride = step(at, next).unwrap();
                    prop_assert!(!stride.halts || next == hex);
                    spent += stride.cost;
                    at = next;
                }
                prop_assert_eq!((at, Some(spent)), (hex, reached.cost(hex)));
            }
        }
    }
}
