//! How far somebody gets on this map: the cheapest way to every hex within an allowance.
//!
//! As `grognard_engine::walk`, and hexes come in the same order, but for one map and without poses: prices are looked up ([`crate::passage`]) instead of being asked for, and
//! whether a hex may be entered is asked only where it would make a difference.

use crate::ground::Ground;
use crate::passage::{CLOSED, DEAREST, Prices};
use grognard_engine::HexId;
use grognard_engine::grid::DIRECTIONS;
use std::cell::RefCell;

const NEVER: u16 = u16::MAX;
/// Room for every hex: 103 rows of 64.
pub(crate) const ROOM: usize = 1 << 13;
/// Nothing in the queue.
const NONE: u16 = u16::MAX;
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
    /// Hexes from which steps may lead on, each with the next one for which as much has been spent.
    queue: Vec<(u16, u16)>,
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
        Self { spent: Box::new([NEVER; ROOM]), came: Box::new([START; ROOM]), touched: Vec::new(), queue: Vec::new() }
    }
}

impl Tread {
    fn clear(&mut self) {
        for &hex in &self.touched {
            self.spent[usize::from(hex) % ROOM] = NEVER;
        }
        self.touched.clear();
        self.queue.clear();
    }

    /// Walks from some hexes as far as the allowance leads. `leave` says whether steps lead on from a hex, and is told what has been spent until there; `enter`
    /// whether a hex may be entered.
    #[inline]
    pub(crate) fn walk(
        &mut self,
        (ground, prices): (&Ground, &[Prices]),
        starts: &[HexId],
        allowance: u16,
        leave: impl FnMut(HexId, u16) -> bool,
        enter: impl Fn(HexId) -> bool,
    ) {
        self.walk_noting((ground, prices), starts, allowance, leave, enter, |_, _, _, _| {});
    }

    /// The same, and each step is told that leads to a hex or leads there more cheaply: from where, to where, what has been spent with it, and what the hex took before.
    #[inline]
    pub(crate) fn walk_noting(
        &mut self,
        (ground, prices): (&Ground, &[Prices]),
        starts: &[HexId],
        allowance: u16,
        mut leave: impl FnMut(HexId, u16) -> bool,
        enter: impl Fn(HexId) -> bool,
        mut note: impl FnMut(u16, u16, u16, u16),
    ) {
        let allowance = allowance.min(NEVER - 1);
        self.clear();
        let deltas = ground.deltas();
        let Self { spent: table, came, touched, queue } = self;
        // First and last of the queue for each sum that is still to come: no step takes more than there are places.
        let (mut heads, mut tails) = ([NONE; DEAREST], [NONE; DEAREST]);
        let mut push = |queue: &mut Vec<(u16, u16)>, heads: &mut [u16; DEAREST], hex: u16, sum: u16| {
            let (at, place) = (queue.len() as u16, usize::from(sum) % DEAREST);
            queue.push((hex, NONE));
            if heads[place] == NONE {
                heads[place] = at;
            } else if let Some(last) = queue.get_mut(usize::from(tails[place])) {
                last.1 = at;
            }
            tails[place] = at;
        };
        for &start in starts {
            let best = &mut table[usize::from(start.0) % ROOM];
            if *best == NEVER {
                *best = 0;
                came[usize::from(start.0) % ROOM] = START;
                touched.push(start.0);
                push(queue, &mut heads, start.0, 0);
            }
        }
        let (mut done, beyond) = (0, allowance + 1);
        for spent in 0..=allowance {
            // No step is free: what is taken out now does not grow meanwhile.
            let mut at = std::mem::replace(&mut heads[usize::from(spent) % DEAREST], NONE);
            while let Some(&(hex, next)) = queue.get(usize::from(at)) {
                at = next;
                done += 1;
                if table[usize::from(hex) % ROOM] != spent || !leave(HexId(hex), spent) {
                    continue;
                }
                let (row, delta) = (prices[usize::from(hex)], &deltas[usize::from(hex & 1)]);
                // All six are looked at without a question in between: which of them lead somewhere is hard to foresee.
                let mut able = 0u32;
                for direction in 0..DIRECTIONS {
                    let next = hex.wrapping_add(delta[direction]);
                    let best = table[usize::from(next) % ROOM].min(beyond);
                    able |= u32::from(spent + u16::from(row[direction]) < best) << direction;
                }
                while able != 0 {
                    let direction = able.trailing_zeros() as usize % DIRECTIONS;
                    able &= able - 1;
                    let (price, next) = (row[direction], hex.wrapping_add(delta[direction]));
                    if price == CLOSED || !enter(HexId(next)) {
                        continue;
                    }
                    let total = spent + u16::from(price);
                    let best = &mut table[usize::from(next) % ROOM];
                    note(hex, next, total, *best);
                    if *best == NEVER {
                        touched.push(next);
                    }
                    *best = total;
                    came[usize::from(next) % ROOM] = direction as u8;
                    push(queue, &mut heads, next, total);
                }
            }
            if done == queue.len() {
                break;
            }
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
