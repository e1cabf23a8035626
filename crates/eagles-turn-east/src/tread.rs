//! How far somebody gets on this map: the cheapest way to every hex within an allowance.
//!
//! As `grognard_engine::walk`, and hexes come in the same order, but for one map and without poses: prices are looked up ([`crate::passage`]) instead of being asked for, and
//! whether a hex may be entered is asked only where it would make a difference.

use crate::ground::Ground;
use crate::passage::{DEAREST, Prices};
use grognard_engine::HexId;
use grognard_engine::grid::DIRECTIONS;
use std::cell::RefCell;

/// A hex that nobody has reached.
const NEVER: u16 = u16::MAX;
/// Room for every hex: 103 rows of 64.
pub(crate) const ROOM: usize = 1 << 13;
/// What stands for the direction of the last step in the first hex of a way.
const START: u16 = 7;
/// More than this nobody spends.
const MOST: u16 = (NEVER >> 3) - 1;

/// What has to be added to a hex for each step, in even and in odd numbers, filled up to a power of two.
pub(crate) type Deltas = [[u16; 8]; 2];

/// The tables of a walk, to be used again and again.
pub(crate) struct Tread {
    /// For each hex eight times what it takes, and the direction of the last step to it.
    table: Box<[u16; ROOM]>,
    /// Hexes in the order in which they were first reached, and how many there are.
    touched: Box<[u16; ROOM]>,
    reached: usize,
    /// Hexes from which steps may lead on, by what has been spent: no step takes more than there are places.
    waiting: Box<[Vec<u16>; DEAREST]>,
}

thread_local! {
    static IDLE: RefCell<Vec<Tread>> = const { RefCell::new(Vec::new()) };
}

/// Lends out the tables of a walk.
pub(crate) fn with_tread<T>(walk: impl FnOnce(&mut Tread) -> T) -> T {
    let mut tread = IDLE.with_borrow_mut(Vec::pop).unwrap_or_default();
    let answer = walk(&mut tread);
    IDLE.with_borrow_mut(|idle| idle.push(tread));
    answer
}

impl Default for Tread {
    fn default() -> Self {
        Self { table: Box::new([NEVER; ROOM]), touched: Box::new([0; ROOM]), reached: 0, waiting: Default::default() }
    }
}

/// Of the six steps from a hex those that take no more than is left, as bits: all are compared at once. Less must be left than closed steps take.
#[inline]
const fn affordable(steps: [u8; 8], left: u16) -> u8 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // The highest bit of each byte stays if nothing has to be borrowed from it.
    let able = ((left as u64 * ONES) | (ONES << 7)).wrapping_sub(u64::from_le_bytes(steps)) & (ONES << 7);
    // And all of them are brought together in the last byte.
    (able.wrapping_mul(0x0002_0408_1020_4081) >> 56) as u8
}

impl Tread {
    fn clear(&mut self) {
        for &hex in &self.touched[..self.reached.min(ROOM)] {
            self.table[usize::from(hex) % ROOM] = NEVER;
        }
        self.reached = 0;
    }

    /// Walks from some hexes as far as the allowance leads. `leave` says whether steps lead on from a hex, and is told what has been spent until there; `enter`
    /// whether a hex may be entered. Where the allowance ends anyhow nobody is asked.
    #[inline]
    pub(crate) fn walk(
        &mut self,
        (ground, prices): (&Ground, &[Prices]),
        starts: &[HexId],
        allowance: u16,
        leave: impl FnMut(HexId, u16) -> bool,
        enter: impl Fn(HexId) -> bool,
    ) {
        self.walk_noting::<false>((ground, prices), starts, allowance, leave, enter, |_, _, _, _| {});
    }

    /// The same, and each hex is asked for that is reached.
    #[inline]
    pub(crate) fn walk_asking(
        &mut self,
        (ground, prices): (&Ground, &[Prices]),
        starts: &[HexId],
        allowance: u16,
        leave: impl FnMut(HexId, u16) -> bool,
        enter: impl Fn(HexId) -> bool,
    ) {
        self.walk_noting::<true>((ground, prices), starts, allowance, leave, enter, |_, _, _, _| {});
    }

    /// The same, and each step is told that leads to a hex or leads there more cheaply: from where, to where, what has been spent with it, and what the hex took before.
    #[inline]
    pub(crate) fn walk_noting<const ASKING: bool>(
        &mut self,
        (ground, prices): (&Ground, &[Prices]),
        starts: &[HexId],
        allowance: u16,
        mut leave: impl FnMut(HexId, u16) -> bool,
        enter: impl Fn(HexId) -> bool,
        mut note: impl FnMut(u16, u16, u16, u16),
    ) {
        let allowance = allowance.min(MOST);
        self.clear();
        let deltas = ground.deltas();
        let Self { table, touched, reached, waiting } = self;
        let (mut found, mut count) = (0, 0);
        for &start in starts {
            let best = &mut table[usize::from(start.0) % ROOM];
            if *best == NEVER {
                *best = START;
                touched[found % ROOM] = start.0;
                found += 1;
                waiting[0].push(start.0);
                count += 1;
            }
        }
        for spent in 0..=allowance {
            if count == 0 {
                break;
            }
            let place = usize::from(spent) % DEAREST;
            if waiting[place].is_empty() {
                continue;
            }
            // No step is free: what is taken out now does not grow meanwhile.
            let mut now = std::mem::take(&mut waiting[place]);
            count -= now.len();
            let left = (allowance - spent).min(DEAREST as u16 - 1);
            for &hex in &now {
                let known = table[usize::from(hex) % ROOM];
                if known >> 3 != spent || !leave(HexId(hex), spent) {
                    continue;
                }
                let row = &prices[usize::from(hex)];
                let delta = &deltas[usize::from(hex & 1)];
                // All six are looked at without a question in between: which of them lead somewhere is hard to foresee.
                let mut better = 0u32;
                for direction in 0..DIRECTIONS {
                    let best = table[usize::from(hex.wrapping_add(delta[direction])) % ROOM];
                    better |= u32::from((spent + u16::from(row.steps[direction])) << 3 | START < best) << direction;
                }
                let mut able = better & u32::from(affordable(row.steps, left) & row.worth[usize::from(known % 8)]);
                while able != 0 {
                    let direction = able.trailing_zeros() as usize % 8;
                    able &= able - 1;
                    let next = hex.wrapping_add(delta[direction]);
                    if !enter(HexId(next)) {
                        continue;
                    }
                    let total = spent + u16::from(row.steps[direction]);
                    let best = table[usize::from(next) % ROOM];
                    note(hex, next, total, if best == NEVER { NEVER } else { best >> 3 });
                    // It is written down in any case, and counts if it is new.
                    touched[found % ROOM] = next;
                    found += usize::from(best == NEVER);
                    table[usize::from(next) % ROOM] = total << 3 | direction as u16;
                    if ASKING || total + u16::from(prices[usize::from(next)].least()) <= allowance {
                        waiting[usize::from(total) % DEAREST].push(next);
                        count += 1;
                    }
                }
            }
            now.clear();
            waiting[place] = now;
        }
        *reached = found;
    }

    /// The hexes that were reached.
    #[inline]
    fn hexes(&self) -> &[u16] {
        &self.touched[..self.reached.min(ROOM)]
    }

    /// What it takes to get to a hex, if it can be reached.
    #[inline]
    pub(crate) fn spent(&self, hex: HexId) -> Option<u16> {
        Some(self.table[usize::from(hex.0) % ROOM]).filter(|&best| best != NEVER).map(|best| best >> 3)
    }

    /// Every hex that can be reached, the starts included, and what it takes.
    #[inline]
    pub(crate) fn reached(&self) -> impl Iterator<Item = (HexId, u16)> + '_ {
        self.hexes().iter().map(|&hex| (HexId(hex), self.table[usize::from(hex) % ROOM] >> 3))
    }

    /// The direction of the last step to each of them; none leads to a start.
    #[inline]
    pub(crate) fn last_steps(&self) -> impl Iterator<Item = u8> + '_ {
        self.hexes().iter().map(|&hex| (self.table[usize::from(hex) % ROOM] % 8) as u8)
    }

    /// The cheapest way to a hex, from the start to it; empty if it cannot be reached.
    pub(crate) fn path(&self, ground: &Ground, to: HexId) -> Vec<HexId> {
        if self.spent(to).is_none() {
            return Vec::new();
        }
        let mut path = Vec::with_capacity(16);
        let mut hex = to;
        loop {
            path.push(hex);
            let came = self.table[usize::from(hex.0) % ROOM] & 7;
            if came == START {
                break;
            }
            let back = (usize::from(came) + DIRECTIONS / 2) % DIRECTIONS;
            let Some(before) = ground.grid().neighbours(hex)[back] else { break };
            hex = before;
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Campaign;
    use crate::ground::Going;
    use crate::state::Weather;
    use grognard_engine::dice::SeededDice;
    use grognard_engine::walk::{Node, Walk};

    /// The same hexes, in the same order, by the same ways as the walk for any map finds.
    #[test]
    fn it_walks_as_the_walk_for_any_map_does() {
        let game = Campaign::new("eagles-grand", &[]).unwrap();
        let (ground, mut dice) = (game.ground(), SeededDice::new(9));
        let dry: Vec<HexId> = ground.grid().hexes().filter(|&hex| ground.dry(hex)).collect();
        let mut walk = Walk::new(ground.grid().size(), 1);
        for weather in [Weather::Fair, Weather::Mud, Weather::Frost] {
            let going = Going::plain(weather);
            let passage = ground.passage(&going);
            for _ in 0..20 {
                let (start, points) = (dry[dice.below(dry.len() as u32) as usize], 4 + dice.below(30) as u16);
                let (closed, last) = (7 + dice.below(20) as u16, 5 + dice.below(9) as u16);
                let enter = |hex: HexId| !hex.0.is_multiple_of(closed);
                let leave = |hex: HexId| hex == start || !hex.0.is_multiple_of(last);
                walk.walk(Node { hex: start, pose: 0 }, points, |node, _, steps| {
                    for (direction, next) in ground.grid().neighbours(node.hex).iter().enumerate() {
                        let Some(next) = next.filter(|&next| leave(node.hex) && enter(next)) else { continue };
                        if let Some(price) = ground.price(node.hex, direction, next, false, &going) {
                            steps.to(Node { hex: next, pose: 0 }, price);
                        }
                    }
                });
                with_tread(|tread| {
                    let prices = passage.table(false, weather);
                    tread.walk((ground, prices), &[start], points, |hex, _| leave(hex), enter);
                    assert!(tread.reached().eq(walk.reached().map(|(node, spent)| (node.hex, spent))));
                    for (hex, spent) in tread.reached() {
                        let way: Vec<HexId> = walk.path(Node { hex, pose: 0 }).into_iter().map(|node| node.hex).collect();
                        assert_eq!((tread.path(ground, hex), tread.spent(hex)), (way, Some(spent)));
                    }
                });
            }
        }
    }
}
