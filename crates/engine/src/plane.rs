//! A set of hexes as one word of bits per map row, for maps of at most 32 by 32 hexes.
//!
//! Growing a set by one hex in all directions is a handful of shifts per row, whatever the number of hexes in it.

use crate::grid::{DIRECTIONS, Grid, HexId};

/// Most columns and rows of a map that fits.
pub const SIDE: usize = 32;
/// Empty rows above and below the map's, so that looking at neighbours, or at neighbours' neighbours, needs no edge case.
pub const PAD: usize = 2;
/// Rows stored.
pub const PADDED: usize = PAD + SIDE + PAD;

/// Columns 1, 3, 5 …: bit 0, 2, 4 …
pub const ODD: u32 = 0x5555_5555;
/// Columns 2, 4, 6 …, which sit half a hex lower.
pub const EVEN: u32 = !ODD;

/// A set of hexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plane(pub [u32; PADDED]);

impl Default for Plane {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Whether maps of this shape fit into a [`Plane`].
#[must_use]
pub const fn fits(grid: &Grid) -> bool {
    grid.columns() as usize <= SIDE && grid.rows() as usize <= SIDE
}

impl Plane {
    /// No hex.
    pub const EMPTY: Self = Self([0; PADDED]);

    /// All hexes of a map.
    #[must_use]
    pub fn all(grid: &Grid) -> Self {
        let mut plane = Self::EMPTY;
        for hex in grid.hexes() {
            plane.insert(hex);
        }
        plane
    }

    /// Row index (with padding) and bit of a hex.
    #[inline]
    #[must_use]
    pub const fn spot(hex: HexId) -> (usize, u32) {
        // The mask tells the compiler that the row is in range, so that it drops the bounds check.
        (((hex.0 >> 5) as usize & (SIDE - 1)) + PAD, 1 << (hex.0 & 31))
    }

    /// Adds a hex.
    #[inline]
    pub const fn insert(&mut self, hex: HexId) {
        let (row, bit) = Self::spot(hex);
        self.0[row] |= bit;
    }

    /// Takes a hex out.
    #[inline]
    pub const fn remove(&mut self, hex: HexId) {
        let (row, bit) = Self::spot(hex);
        self.0[row] &= !bit;
    }

    /// Whether the set holds `hex`.
    #[inline]
    #[must_use]
    pub const fn has(&self, hex: HexId) -> bool {
        let (row, bit) = Self::spot(hex);
        self.0[row] & bit != 0
    }

    /// Number of hexes.
    #[must_use]
    pub fn len(&self) -> u32 {
        // Eight counts at a time, one for each byte of a word, and all of them added at the end: the counts of eighteen words fit.
        const { assert!(PADDED.is_multiple_of(2) && PADDED / 2 * 8 <= u8::MAX as usize) };
        let mut counts = 0u64;
        for pair in self.0.as_chunks::<2>().0 {
            let word = u64::from(pair[0]) | u64::from(pair[1]) << 32;
            let twos = word - (word >> 1 & 0x5555_5555_5555_5555);
            let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
            counts += (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        }
        counts.to_le_bytes().into_iter().map(u32::from).sum()
    }

    /// Whether there is no hex in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, row| all | row) == 0
    }

    /// The first hex, row by row.
    #[must_use]
    pub fn first(&self) -> Option<HexId> {
        // Whether there is any is asked of several rows at once.
        if self.is_empty() { None } else { self.iter().next() }
    }

    /// Calls `visit` for each hex, row by row: quicker than [`Plane::iter`] where every hex is wanted.
    #[inline]
    pub fn for_each(&self, mut visit: impl FnMut(HexId)) {
        for (row, &word) in self.0[PAD..PAD + SIDE].iter().enumerate() {
            for bit in Bits(word) {
                visit(HexId((row as u16) << 5 | bit));
            }
        }
    }

    /// The hexes, row by row.
    pub fn iter(&self) -> impl Iterator<Item = HexId> + '_ {
        self.0[PAD..PAD + SIDE]
            .iter()
            .enumerate()
            .flat_map(|(row, &word)| Bits(word).map(move |bit| HexId((row as u16) << 5 | bit)))
    }

    /// Every hex next to a hex of the set; cells off the map are not masked out.
    #[inline]
    #[must_use]
    pub fn neighbours(&self) -> Self {
        let s = &self.0;
        // Columns beside, same row: neighbours for both parities. Odd columns also touch the row above beside them, even
        // columns the row below; seen from the target row that is the odd part of the row below and the even part of the
        // row above.
        let mut out = [0u32; PADDED];
        for r in PAD..PAD + SIDE {
            let (above, same, below) = (s[r - 1], s[r], s[r + 1]);
            let beside = same | (below & ODD) | (above & EVEN);
            out[r] = above | below | (beside << 1) | (beside >> 1);
        }
        Self(out)
    }

    /// Every hex next to a hex of the set, where the step there, in each direction clockwise from north, leads into a hex of
    /// that direction's `open` set.
    #[must_use]
    pub fn neighbours_through(&self, open: &[Self; DIRECTIONS]) -> Self {
        // Arrays of one known length, so that the compiler handles several rows at once.
        let rows = |plane: &Self, first: usize| -> [u32; SIDE] { *plane.0[first..].first_chunk().expect("the plane is padded") };
        let [above, same, below] = [PAD - 1, PAD, PAD + 1].map(|first| rows(self, first));
        let open = open.each_ref().map(|plane| rows(plane, PAD));
        let mut out = [0u32; SIDE];
        for r in 0..SIDE {
            let up = (same[r] & EVEN) | (below[r] & ODD);
            let down = (same[r] & ODD) | (above[r] & EVEN);
            out[r] = (below[r] & open[0][r])
                | ((up << 1) & open[1][r])
                | ((down << 1) & open[2][r])
                | (above[r] & open[3][r])
                | ((down >> 1) & open[4][r])
                | ((up >> 1) & open[5][r]);
        }
        let mut plane = Self::EMPTY;
        plane.0[PAD..PAD + SIDE].copy_from_slice(&out);
        plane
    }

    /// Set union.
    #[inline]
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        let mut out = *self;
        for (a, b) in out.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
        out
    }

    /// Set intersection.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let mut out = *self;
        for (a, b) in out.0.iter_mut().zip(&other.0) {
            *a &= b;
        }
        out
    }

    /// Adds another set.
    #[inline]
    pub fn add(&mut self, other: &Self) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }

    /// Takes another set out.
    #[inline]
    pub fn take_out(&mut self, other: &Self) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a &= !b;
        }
    }

    /// Set difference.
    #[inline]
    #[must_use]
    pub fn less(&self, other: &Self) -> Self {
        let mut out = *self;
        for (a, b) in out.0.iter_mut().zip(&other.0) {
            *a &= !b;
        }
        out
    }
}

/// A few hexes near a middle one, in so many rows (at most five): quickly compared with a set of hexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patch<const ROWS: usize>([u32; ROWS]);

impl<const ROWS: usize> Patch<ROWS> {
    /// Some hexes around `middle`; those too far from its row are left out.
    #[must_use]
    pub fn around(middle: HexId, hexes: impl Iterator<Item = HexId>) -> Self {
        let first = Self::first(middle);
        let mut rows = [0; ROWS];
        for (row, bit) in hexes.map(Plane::spot) {
            if let Some(word) = row.checked_sub(first).and_then(|row| rows.get_mut(row)) {
                *word |= bit;
            }
        }
        Self(rows)
    }

    /// The first row around a hex, with padding.
    #[inline(always)]
    const fn first(middle: HexId) -> usize {
        const { assert!(ROWS / 2 <= PAD) };
        Plane::spot(middle).0 - ROWS / 2
    }

    /// Adds the hexes of the patch around `middle` to a set.
    #[inline]
    pub fn add_to(&self, middle: HexId, plane: &mut Plane) {
        let first = Self::first(middle);
        for (row, own) in plane.0[first..first + ROWS].iter_mut().zip(&self.0) {
            *row |= own;
        }
    }

    /// The hexes that are in the set too, row by row.
    #[inline(always)]
    fn shared(&self, middle: HexId, plane: &Plane) -> [u32; ROWS] {
        let first = Self::first(middle);
        let mut rows = self.0;
        for (row, other) in rows.iter_mut().zip(&plane.0[first..first + ROWS]) {
            *row &= other;
        }
        rows
    }

    /// Whether a hex is in the patch around `middle`.
    #[inline]
    #[must_use]
    pub fn has(&self, middle: HexId, hex: HexId) -> bool {
        let (row, bit) = Plane::spot(hex);
        self.0.get(row.wrapping_sub(Self::first(middle))).is_some_and(|word| word & bit != 0)
    }

    /// Whether a hex of the patch around `middle` is in the set.
    #[inline]
    #[must_use]
    pub fn meets(&self, middle: HexId, plane: &Plane) -> bool {
        self.shared(middle, plane).into_iter().fold(0, |all, row| all | row) != 0
    }

    /// The hexes of the patch around `middle` that are in the set.
    #[inline]
    pub fn common(&self, middle: HexId, plane: &Plane) -> impl Iterator<Item = HexId> {
        let first = Self::first(middle) as u16;
        let rows = self.shared(middle, plane).into_iter().zip(first..);
        // Rows of the padding hold no hex.
        rows.flat_map(|(word, row)| Bits(word).map(move |bit| HexId(row.wrapping_sub(PAD as u16) << 5 | bit)))
    }
}

/// The numbers of the bits that are set in a word, lowest first.
struct Bits(u32);

impl Iterator for Bits {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_holds_what_is_near() {
        let grid = Grid::new(32, 32, &[]).unwrap();
        for hex in grid.hexes() {
            let patch = Patch::<3>::around(hex, grid.around(hex));
            let wide = Patch::<5>::around(hex, grid.hexes().filter(|&h| grid.distance(h, hex) == 2));
            let mut other = Plane::EMPTY;
            for (n, near) in grid.hexes().filter(|&h| grid.distance(h, hex) <= 3).enumerate() {
                if n % 3 > 0 {
                    other.insert(near);
                }
            }
            let other = &other;
            let want = |far: u8| grid.hexes().filter(|&h| grid.distance(h, hex) == far && other.has(h)).collect::<Vec<_>>();
            assert_eq!(patch.common(hex, other).collect::<Vec<_>>(), want(1));
            assert_eq!(wide.common(hex, other).collect::<Vec<_>>(), want(2));
            let near: Vec<_> = grid.hexes().filter(|&h| patch.has(hex, h)).collect();
            assert_eq!(near, grid.hexes().filter(|&h| grid.adjacent(hex, h)).collect::<Vec<_>>());
            assert!(patch.meets(hex, other) && wide.meets(hex, other) && !patch.meets(hex, &Plane::EMPTY));
            let mut sum = *other;
            patch.add_to(hex, &mut sum);
            let all: Vec<_> = grid.hexes().filter(|&h| other.has(h) || grid.adjacent(hex, h)).collect();
            assert_eq!(sum.iter().collect::<Vec<_>>(), all);
        }
    }

    #[test]
    fn neighbours_are_those_of_the_grid() {
        let grid = Grid::new(32, 32, &[]).unwrap();
        let all = Plane::all(&grid);
        for hex in grid.hexes() {
            let mut one = Plane::EMPTY;
            one.insert(hex);
            let mut want = Plane::EMPTY;
            for neighbour in grid.around(hex) {
                want.insert(neighbour);
            }
            assert_eq!(one.neighbours().and(&all), want, "{}", grid.number(hex));
            assert_eq!(one.neighbours_through(&[all; DIRECTIONS]), want, "{}", grid.number(hex));
            for (direction, &neighbour) in grid.neighbours(hex).iter().enumerate() {
                let mut open = [Plane::EMPTY; DIRECTIONS];
                open[direction] = all;
                let found: Vec<_> = one.neighbours_through(&open).iter().collect();
                assert_eq!(found, neighbour.into_iter().collect::<Vec<_>>());
            }
        }
    }
}
