//! How far a piece gets where its pose counts too: the cheapest way to every (hex, pose) within an allowance.
//!
//! What a step costs, and which steps there are, is the caller's affair: a turn on the spot is a step to another pose of the same
//! hex. Costs are whole numbers, in whatever part of a movement point the rulebook counts. Nodes wait in one bucket for each
//! cost; buckets and tables are kept from one walk to the next, so that a walk allocates nothing once they have grown.
//!
//! Small maps without poses have quicker ways: [`crate::flood`] and [`crate::stride`].

use crate::grid::HexId;

/// A place in a walk: a hex, and how the piece stands there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Node {
    /// The hex.
    pub hex: HexId,
    /// How the piece stands: below the number of poses of the [`Walk`].
    pub pose: u8,
}

const NEVER: u16 = u16::MAX;
const NOWHERE: u32 = u32::MAX;

/// The tables of a walk, to be used again and again.
#[derive(Clone, Debug)]
pub struct Walk {
    poses: u32,
    spent: Vec<u16>,
    came: Vec<u32>,
    /// Nodes in the order in which they were first reached.
    touched: Vec<u32>,
    buckets: Vec<Vec<u32>>,
}

/// Where the caller says which steps lead on from a node.
pub struct Steps<'a> {
    walk: &'a mut Walk,
    from: u32,
    spent: u16,
    allowance: u16,
}

impl Steps<'_> {
    /// A step to `to` at a price. Steps beyond the allowance are left out.
    #[inline]
    pub fn to(&mut self, to: Node, price: u16) {
        let spent = self.spent.saturating_add(price);
        if spent <= self.allowance {
            let node = self.walk.pack(to);
            self.walk.reach(node, spent, self.from);
        }
    }
}

impl Walk {
    /// Tables for a map whose hexes are numbered below `size` ([`crate::Grid::size`]), with so many poses, 1 at least.
    #[must_use]
    pub fn new(size: usize, poses: u8) -> Self {
        let poses = u32::from(poses.max(1));
        let nodes = size * poses as usize;
        Self { poses, spent: vec![NEVER; nodes], came: vec![NOWHERE; nodes], touched: Vec::new(), buckets: Vec::new() }
    }

    const fn pack(&self, node: Node) -> u32 {
        node.hex.0 as u32 * self.poses + node.pose as u32
    }

    const fn unpack(&self, node: u32) -> Node {
        Node { hex: HexId((node / self.poses) as u16), pose: (node % self.poses) as u8 }
    }

    #[inline]
    fn reach(&mut self, node: u32, spent: u16, from: u32) {
        let best = &mut self.spent[node as usize];
        if spent < *best {
            if *best == NEVER {
                self.touched.push(node);
            }
            *best = spent;
            self.came[node as usize] = from;
            self.buckets[usize::from(spent)].push(node);
        }
    }

    /// Walks from `start` as far as the allowance leads. `steps` is asked once for each node reached, with what has been spent
    /// until there, in the order of what was spent; a node from which it names no step ends the move there.
    pub fn walk(&mut self, start: Node, allowance: u16, mut steps: impl FnMut(Node, u16, &mut Steps<'_>)) {
        for &node in &self.touched {
            self.spent[node as usize] = NEVER;
            self.came[node as usize] = NOWHERE;
        }
        self.touched.clear();
        // The largest number marks what is never reached.
        let allowance = allowance.min(NEVER - 1);
        if self.buckets.len() <= usize::from(allowance) {
            self.buckets.resize(usize::from(allowance) + 1, Vec::new());
        }
        self.reach(self.pack(start), 0, NOWHERE);
        for spent in 0..=allowance {
            let mut next = 0;
            // Steps that cost nothing add to the bucket that is being emptied.
            while let Some(&node) = self.buckets[usize::from(spent)].get(next) {
                next += 1;
                if self.spent[node as usize] == spent {
                    let place = self.unpack(node);
                    steps(place, spent, &mut Steps { walk: self, from: node, spent, allowance });
                }
            }
            self.buckets[usize::from(spent)].clear();
        }
    }

    /// What it takes to get to a node, if it can be reached.
    #[must_use]
    pub fn spent(&self, node: Node) -> Option<u16> {
        self.spent.get(self.pack(node) as usize).copied().filter(|&spent| spent != NEVER)
    }

    /// What it takes to get to a hex in the pose that takes least.
    #[must_use]
    pub fn spent_at(&self, hex: HexId) -> Option<u16> {
        let first = u32::from(hex.0) * self.poses;
        let all = self.spent.get(first as usize..(first + self.poses) as usize)?;
        all.iter().copied().min().filter(|&spent| spent != NEVER)
    }

    /// Every node that can be reached, the start included, and what it takes.
    pub fn reached(&self) -> impl Iterator<Item = (Node, u16)> + '_ {
        self.touched.iter().map(|&node| (self.unpack(node), self.spent[node as usize]))
    }

    /// The cheapest way to a node, from the start to it; empty if it cannot be reached.
    #[must_use]
    pub fn path(&self, to: Node) -> Vec<Node> {
        let mut path = Vec::new();
        if self.spent(to).is_some() {
            let mut node = self.pack(to);
            while node != NOWHERE {
                path.push(self.unpack(node));
                node = self.came[node as usize];
            }
            path.reverse();
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;
    use crate::dice::SeededDice;
    use crate::facing::{HEADINGS, Heading};

    /// Random prices of hexes, drawn from a fixed seed; some hexes are closed.
    fn prices(grid: &Grid, seed: u64) -> Vec<u16> {
        let mut dice = SeededDice::new(seed);
        (0..grid.size()).map(|_| [1, 2, 3, 4, 6, 12, NEVER][dice.below(7) as usize]).collect()
    }

    /// The same, found by relaxing every edge until nothing changes.
    fn slowly(grid: &Grid, price: &[u16], start: HexId, allowance: u16) -> Vec<u16> {
        let mut best = vec![NEVER; grid.size()];
        best[usize::from(start.0)] = 0;
        loop {
            let before = best.clone();
            for hex in grid.hexes() {
                for next in grid.around(hex) {
                    let (from, to) = (usize::from(hex.0), usize::from(next.0));
                    let spent = best[from].saturating_add(price[to]);
                    if best[from] != NEVER && price[to] != NEVER && spent <= allowance {
                        best[to] = best[to].min(spent);
                    }
                }
            }
            if best == before {
                return best;
            }
        }
    }

    #[test]
    fn every_hex_is_reached_at_its_least_price() {
        let grid = Grid::new(40, 50, &[(3, 3), (20, 20)]).unwrap();
        let mut walk = Walk::new(grid.size(), 1);
        for seed in 0..20 {
            let price = prices(&grid, seed);
            let start = grid.at(1 + (seed * 7 % 40) as u8, 1 + (seed * 11 % 50) as u8).unwrap();
            let allowance = 10 + seed as u16 * 3;
            walk.walk(Node { hex: start, pose: 0 }, allowance, |node, _, steps| {
                for next in grid.around(node.hex) {
                    let price = price[usize::from(next.0)];
                    if price != NEVER {
                        steps.to(Node { hex: next, pose: 0 }, price);
                    }
                }
            });
            let slow = slowly(&grid, &price, start, allowance);
            for hex in grid.hexes() {
                let expected = Some(slow[usize::from(hex.0)]).filter(|&spent| spent != NEVER);
                assert_eq!(walk.spent_at(hex), expected, "seed {seed}, hex {}", grid.number(hex));
            }
            for (node, spent) in walk.reached() {
                let path = walk.path(node);
                let paid: u16 = path[1..].iter().map(|node| price[usize::from(node.hex.0)]).sum();
                assert_eq!((path[0].hex, paid), (start, spent));
                assert!(path.windows(2).all(|pair| grid.adjacent(pair[0].hex, pair[1].hex)));
            }
        }
    }

    #[test]
    fn a_piece_that_turns_pays_for_it() {
        // Half points: a hex costs two, a turn of 60 degrees one; only the two hexsides of the corner ahead can be crossed.
        let grid = Grid::new(20, 20, &[]).unwrap();
        let mut walk = Walk::new(grid.size(), HEADINGS);
        let start = Node { hex: grid.read("1010").unwrap(), pose: Heading::corner(5).number() };
        walk.walk(start, 8, |node, _, steps| {
            let heading = Heading::from_number(node.pose).unwrap();
            for turn in [-2, 2] {
                steps.to(Node { pose: heading.turned(turn).number(), ..node }, 1);
            }
            let (left, right) = heading.sides();
            for side in [left, right] {
                if let Some(hex) = grid.neighbours(node.hex)[side] {
                    steps.to(Node { hex, ..node }, 2);
                }
            }
        });
        let spent = |hex: &str| walk.spent_at(grid.read(hex).unwrap());
        assert_eq!(spent("1009"), Some(2), "straight on");
        assert_eq!(spent("1006"), Some(8), "four hexes on");
        assert_eq!(spent("1011"), Some(4), "behind: about turn in two turns, then a hex");
        assert_eq!(spent("1005"), None);
        assert_eq!(walk.path(start), [start]);
    }

    /// Room that has been taken stays: a second walk of the same size allocates nothing.
    #[test]
    fn tables_are_used_again() {
        let grid = Grid::new(61, 99, &[]).unwrap();
        let mut walk = Walk::new(grid.size(), HEADINGS);
        let mut room = |start: &str| {
            walk.walk(Node { hex: grid.read(start).unwrap(), pose: 1 }, 40, |node, _, steps| {
                for pose in [(node.pose + 1) % HEADINGS, (node.pose + HEADINGS - 1) % HEADINGS] {
                    steps.to(Node { pose, ..node }, 1);
                }
                grid.around(node.hex).for_each(|hex| steps.to(Node { hex, ..node }, 6));
            });
            let buckets: Vec<usize> = walk.buckets.iter().map(Vec::capacity).collect();
            (walk.touched.capacity(), buckets, walk.reached().count())
        };
        let first = room("3050");
        assert!(first.2 > 1_000);
        for start in ["3150", "2940", "3050"] {
            assert_eq!(room(start), first);
        }
    }

    #[test]
    fn steps_without_a_price_and_walks_without_an_allowance() {
        let grid = Grid::new(9, 9, &[]).unwrap();
        let mut walk = Walk::new(grid.size(), 2);
        let hex = grid.read("0505").unwrap();
        for allowance in [0, 3] {
            walk.walk(Node { hex, pose: 0 }, allowance, |node, _, steps| {
                steps.to(Node { pose: 1, ..node }, 0);
                if node.pose == 1 {
                    grid.around(node.hex).for_each(|hex| steps.to(Node { hex, pose: 1 }, 3));
                }
            });
            assert_eq!(walk.reached().count(), if allowance == 0 { 2 } else { 8 });
        }
        assert!(walk.path(Node { hex: grid.read("0101").unwrap(), pose: 0 }).is_empty());
    }
}
