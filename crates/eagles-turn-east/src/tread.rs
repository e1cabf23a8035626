//! How far somebody gets on this map: the cheapest way to every hex within an allowance.
//!
//! As `grognard_engine::walk`, and hexes come in the same order, but for one map and without poses: prices are looked up ([`crate::passage`]) instead of being asked for, and
//! whether a hex may be entered is asked only where it would make a difference.

use crate::ground::Ground;
use crate::passage::{CLOSED, Prices};
use grognard_engine::HexId;
use grognard_engine::grid::DIRECTIONS;
use std::cell::RefCell;

const NEVER: u16 = u16::MAX;
/// Room for every hex: 103 rows of 64.
pub(crate) const ROOM: usize = 1 << 13;
/// The first hex of a way.
const START: u8 = u8::MAX;

/// What has to be added to a hex for each step, in even and in odd numbers.
pub(crate) type Deltas = [[u16; DIRECTIONS]; 2];

/// The tables of a walk, to be used again and again.
pub(crate) struct Tread {
    spent: Box<[u16; ROOM]>,
    came: Box<[u8; ROOM]>,
    /// Hexes in the order in which they were first reached.
    touched: Vec<u16>,
    buckets: Vec<Vec<u16>>,
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
        Self { spent: Box::new([NEVER; ROOM]), came: Box::new([START; ROOM]), touched: Vec::new(), buckets: Vec::new() }
    }
}

impl Tread {
    fn clear(&mut self, allowance: u16) {
        for &hex in &self.touched {
            self.spent[usize::from(hex) % ROOM] = NEVER;
        }
        self.touched.clear();
        if self.buckets.len() <= usize::from(allowance) {
            self.buckets.resize(usize::from(allowance) + 1, Vec::new());
        }
    }

    /// Walks from some hexes as far as the allowance leads. `leave` says whether steps lead on from a hex, and is told what has been spent until there; `enter`
    /// whether a hex may be entered.
    #[inline]
    pub(crate) fn walk(
        &mut self,
        (ground, prices): (&Ground, &[Prices]),
        starts: &[HexId],
        allowance: u16,
        mut leave: impl FnMut(HexId, u16) -> bool,
        enter: impl Fn(HexId) -> bool,
    ) {
        let allowance = allowance.min(NEVER - 1);
        self.clear(allowance);
        let deltas = ground.deltas();
        for &start in starts {
            if self.spent[usize::from(start.0) % ROOM] == NEVER {
                self.spent[usize::from(start.0) % ROOM] = 0;
                self.came[usize::from(start.0) % ROOM] = START;
                self.touched.push(start.0);
                self.buckets[0].push(start.0);
            }
        }
        for spent in 0..=allowance {
            // No step is free: a bucket does not grow while it is emptied.
            let bucket = std::mem::take(&mut self.buckets[usize::from(spent)]);
            for &hex in &bucket {
                if self.spent[usize::from(hex) % ROOM] != spent || !leave(HexId(hex), spent) {
                    continue;
                }
                let (row, delta) = (&prices[usize::from(hex)], &deltas[usize::from(hex & 1)]);
                for direction in 0..DIRECTIONS {
                    let (price, next) = (row[direction], hex.wrapping_add(delta[direction]));
                    let total = spent + u16::from(price);
                    let best = self.spent[usize::from(next) % ROOM];
                    if total >= best || total > allowance || price == CLOSED || !enter(HexId(next)) {
                        continue;
                    }
                    if best == NEVER {
                        self.touched.push(next);
                    }
                    self.spent[usize::from(next) % ROOM] = total;
                    self.came[usize::from(next) % ROOM] = direction as u8;
                    self.buckets[usize::from(total)].push(next);
                }
            }
            self.buckets[usize::from(spent)] = bucket;
            self.buckets[usize::from(spent)].clear();
        }
    }

    /// What it takes to get to a hex, if it can be reached.
    #[inline]
    pub(crate) fn spent(&self, hex: HexId) -> Option<u16> {
        Some(self.spent[usize::from(hex.0) % ROOM]).filter(|&spent| spent != NEVER)
    }

    /// Every hex that can be reached, the starts included, and what it takes.
    #[inline]
    pub(crate) fn reached(&self) -> impl Iterator<Item = (HexId, u16)> + '_ {
        self.touched.iter().map(|&hex| (HexId(hex), self.spent[usize::from(hex) % ROOM]))
    }

    /// The cheapest way to a hex, from the start to it; empty if it cannot be reached.
    pub(crate) fn path(&self, ground: &Ground, to: HexId) -> Vec<HexId> {
        let mut path = Vec::new();
        if self.spent(to).is_none() {
            return path;
        }
        let mut hex = to;
        loop {
            path.push(hex);
            let came = self.came[usize::from(hex.0) % ROOM];
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
