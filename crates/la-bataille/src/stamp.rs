//! A number that a position bears until one of its pieces is touched, so that what was laid out of it can be used again.
//!
//! No two are alike in a process but by copying, whichever thread gave them out. It says nothing of the game: it is in no text and no digest, and
//! positions that differ in nothing else are equal.

use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of a position.
#[derive(Clone, Copy, Debug)]
pub struct Stamp(u64);

/// How many numbers a thread takes at a time.
const BLOCK: u64 = 1 << 32;

/// The next block that nobody has taken.
static BLOCKS: AtomicU64 = AtomicU64::new(1);

thread_local! {
    static NEXT: Cell<u64> = const { Cell::new(0) };
}

impl Stamp {
    /// One that nobody bears.
    #[inline]
    #[must_use]
    pub fn fresh() -> Self {
        let next = NEXT.get();
        let next = if next.is_multiple_of(BLOCK) { BLOCK * BLOCKS.fetch_add(1, Ordering::Relaxed) + 1 } else { next };
        NEXT.set(next + 1);
        Self(next)
    }

    /// The number itself.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }
}

impl PartialEq for Stamp {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Stamp {}

impl Hash for Stamp {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_threads_give_the_same() {
        let some = || (0..1_000).map(|_| Stamp::fresh().number()).collect::<Vec<_>>();
        let other = std::thread::spawn(some);
        let mut all: BTreeSet<u64> = some().into_iter().collect();
        all.extend(other.join().unwrap_or_default());
        assert_eq!(all.len(), 2_000);
        assert_eq!(Stamp::fresh(), Stamp::fresh(), "positions that differ in it are equal");
    }
}
