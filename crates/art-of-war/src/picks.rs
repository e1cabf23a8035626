//! Numbers from a seed, for tests that draw the positions they try.

use grognard_engine::dice::SeededDice;

/// Numbers from a seed: the same ones every time.
pub struct Picks(SeededDice);

impl Picks {
    pub fn new(seed: u64) -> Self {
        Self(SeededDice::new(seed))
    }

    /// One of the numbers below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(n as u32) as usize
    }

    /// What is so once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}
