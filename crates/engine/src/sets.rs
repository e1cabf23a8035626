//! Sets of numbered things as bits, of as many words as the game needs: units of a roster, hexes of a large map.
//!
//! On maps of up to 32 by 32 hexes [`crate::plane::Plane`] is quicker, because whole rows can be shifted.

use crate::grid::{Grid, HexId};

/// A set of numbers below `64 * WORDS`, such as the units of a roster. It is plain data and lies in a state as it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits<const WORDS: usize>(pub [u64; WORDS]);

impl<const WORDS: usize> Default for Bits<WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const WORDS: usize> Bits<WORDS> {
    /// Nothing.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// How many numbers there can be in it.
    pub const ROOM: usize = 64 * WORDS;

    /// One number.
    #[must_use]
    pub const fn one(number: u16) -> Self {
        let mut set = Self::EMPTY;
        set.insert(number);
        set
    }

    /// Whether `number` is in it.
    #[inline]
    #[must_use]
    pub const fn has(&self, number: u16) -> bool {
        self.0[number as usize / 64] >> (number % 64) & 1 != 0
    }

    /// Adds a number.
    #[inline]
    pub const fn insert(&mut self, number: u16) {
        self.0[number as usize / 64] |= 1 << (number % 64);
    }

    /// Takes a number out.
    #[inline]
    pub const fn remove(&mut self, number: u16) {
        self.0[number as usize / 64] &= !(1 << (number % 64));
    }

    #[inline]
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| join(self.0[i], other.0[i])))
    }

    /// Union.
    #[inline]
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// Intersection.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// Difference.
    #[inline]
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// Whether nothing is in it.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many are in it.
    #[inline]
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether all of it is in `other`.
    #[inline]
    #[must_use]
    pub fn within(self, other: Self) -> bool {
        self.less(other).is_empty()
    }

    /// Those that pass a test.
    #[must_use]
    pub fn filter(self, mut test: impl FnMut(u16) -> bool) -> Self {
        self.into_iter().filter(|&number| test(number)).collect()
    }

    /// The lowest.
    #[must_use]
    pub fn first(&self) -> Option<u16> {
        self.into_iter().next()
    }
}

/// The numbers of a set, the lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Numbers<const WORDS: usize> {
    left: [u64; WORDS],
    word: usize,
}

impl<const WORDS: usize> Iterator for Numbers<WORDS> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        while self.word < WORDS {
            let left = &mut self.left[self.word];
            if *left != 0 {
                let bit = left.trailing_zeros();
                *left &= *left - 1;
                return Some((self.word * 64) as u16 + bit as u16);
            }
            self.word += 1;
        }
        None
    }
}

impl<const WORDS: usize> IntoIterator for Bits<WORDS> {
    type Item = u16;
    type IntoIter = Numbers<WORDS>;

    #[inline]
    fn into_iter(self) -> Numbers<WORDS> {
        Numbers { left: self.0, word: 0 }
    }
}

impl<const WORDS: usize> FromIterator<u16> for Bits<WORDS> {
    fn from_iter<I: IntoIterator<Item = u16>>(numbers: I) -> Self {
        let mut set = Self::EMPTY;
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

/// A set of hexes of a map of any size. It is a tool for computing, not a part of a state.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct HexSet(Vec<u64>);

impl HexSet {
    /// No hex of a map.
    #[must_use]
    pub fn none(grid: &Grid) -> Self {
        Self(vec![0; grid.size().div_ceil(64)])
    }

    /// These hexes of a map.
    #[must_use]
    pub fn of(grid: &Grid, hexes: impl IntoIterator<Item = HexId>) -> Self {
        let mut set = Self::none(grid);
        hexes.into_iter().for_each(|hex| set.insert(hex));
        set
    }

    /// Whether `hex` is in it.
    #[inline]
    #[must_use]
    pub fn has(&self, hex: HexId) -> bool {
        self.0.get(usize::from(hex.0) / 64).is_some_and(|word| word >> (hex.0 % 64) & 1 != 0)
    }

    /// Adds a hex of the map.
    #[inline]
    pub fn insert(&mut self, hex: HexId) {
        self.0[usize::from(hex.0) / 64] |= 1 << (hex.0 % 64);
    }

    /// Takes a hex of the map out.
    #[inline]
    pub fn remove(&mut self, hex: HexId) {
        self.0[usize::from(hex.0) / 64] &= !(1 << (hex.0 % 64));
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Adds all of another set of the same map.
    pub fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// Keeps only what is in another set of the same map.
    pub fn keep(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }

    /// Takes out all of another set of the same map.
    pub fn take(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
    }

    /// Whether it has a hex in common with another set of the same map.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether it has the same hexes as another set of the same map, as far as they lie within a third.
    #[must_use]
    pub fn same_within(&self, other: &Self, within: &Self) -> bool {
        self.0.iter().zip(&other.0).zip(&within.0).all(|((a, b), within)| (a ^ b) & within == 0)
    }

    /// A mask for sets of the same map in which all its hexes and their neighbours are, and maybe others near them.
    #[must_use]
    pub fn swollen(&self, grid: &Grid) -> Self {
        let Some(across) = (grid.size() / usize::from(grid.rows().max(1))).checked_div(64).filter(|words| *words == 1) else {
            let near = |hex: HexId| grid.around(hex).flat_map(|next| grid.around(next)).chain([hex]);
            return Self::of(grid, self.hexes().flat_map(near));
        };
        let wide = |at: Option<usize>| at.and_then(|at| self.0.get(at)).map_or(0, |row| row | row << 1 | row >> 1);
        let tall = |at: usize| wide(at.checked_sub(across)) | wide(Some(at)) | wide(at.checked_add(across));
        Self((0..self.0.len()).map(tall).collect())
    }

    /// Whether no hex is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many hexes are in it.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The hexes, in the order of their numbers inside.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| Bits([word]).into_iter().map(move |bit| HexId((i * 64) as u16 + bit)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::SeededDice;
    use std::collections::BTreeSet;

    #[test]
    fn bits_do_what_sets_do() {
        let mut dice = SeededDice::new(7);
        for _ in 0..200 {
            let mut draw = || (0..dice.below(90)).map(|_| dice.below(704) as u16).collect::<BTreeSet<u16>>();
            let (a, b) = (draw(), draw());
            let bits = |set: &BTreeSet<u16>| set.iter().copied().collect::<Bits<11>>();
            let (x, y) = (bits(&a), bits(&b));
            assert!(x.into_iter().eq(a.iter().copied()));
            assert!(x.or(y).into_iter().eq(a.union(&b).copied()));
            assert!(x.and(y).into_iter().eq(a.intersection(&b).copied()));
            assert!(x.less(y).into_iter().eq(a.difference(&b).copied()));
            assert_eq!((x.len() as usize, x.is_empty(), x.first()), (a.len(), a.is_empty(), a.first().copied()));
            assert_eq!((x.within(y), x.and(y).within(y)), (a.is_subset(&b), true));
            assert!(x.filter(|n| n % 3 == 0).into_iter().eq(a.iter().copied().filter(|n| n % 3 == 0)));
            let mut z = x;
            for number in b {
                z.insert(number);
                assert!(z.has(number));
                z.remove(number);
                assert!(!z.has(number));
            }
            assert_eq!(z, x.less(y));
        }
        assert_eq!((Bits::<11>::ROOM, Bits::<11>::one(703).first(), Bits::<2>::default()), (704, Some(703), Bits::EMPTY));
    }

    #[test]
    fn hex_sets_do_what_sets_do() {
        let grid = Grid::new(61, 99, &[(1, 1)]).unwrap();
        let all: Vec<HexId> = grid.hexes().collect();
        let mut dice = SeededDice::new(11);
        for _ in 0..50 {
            let mut draw = || (0..200).map(|_| all[dice.below(all.len() as u32) as usize]).collect::<BTreeSet<HexId>>();
            let (a, b) = (draw(), draw());
            let (x, y) = (HexSet::of(&grid, a.iter().copied()), HexSet::of(&grid, b.iter().copied()));
            assert!(x.hexes().eq(a.iter().copied()));
            let with = |change: fn(&mut HexSet, &HexSet)| {
                let mut set = x.clone();
                change(&mut set, &y);
                set
            };
            assert!(with(HexSet::add).hexes().eq(a.union(&b).copied()));
            assert!(with(HexSet::keep).hexes().eq(a.intersection(&b).copied()));
            assert!(with(HexSet::take).hexes().eq(a.difference(&b).copied()));
            assert_eq!((x.meets(&y), x.len() as usize), (!a.is_disjoint(&b), a.len()));
            // Two sets are alike within a third unless one of its hexes is in one of them only.
            let both = with(HexSet::keep);
            assert!(x.same_within(&both, &y) && y.same_within(&both, &x));
            assert_eq!(x.same_within(&y, &x), a.is_subset(&b));
            let near = |hex: &HexId| grid.around(*hex).chain([*hex]).collect::<Vec<_>>();
            assert!(a.iter().flat_map(near).all(|hex| x.swollen(&grid).has(hex)));
            let mut none = x.clone();
            none.clear();
            assert!(none.is_empty() && !none.meets(&x) && none == HexSet::none(&grid));
        }
        assert!(!HexSet::none(&grid).has(HexId(u16::MAX)), "a hex of another map is in no set");
        // Where a row is a word, and where it is not: a hex far away is beside nothing.
        for columns in [61, 20] {
            let grid = Grid::new(columns, 90, &[]).unwrap();
            let (one, far) = (grid.at(5, 5).unwrap(), grid.at(12, 60).unwrap());
            let swollen = HexSet::of(&grid, [one]).swollen(&grid);
            assert!(grid.around(one).chain([one]).all(|hex| swollen.has(hex)) && !swollen.has(far));
        }
    }
}
