//! Where the seeds of tables and computers come from.

use crate::secret;
use sha2::{Digest as _, Sha256};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Where the seeds of tables and computers come from: from the system, unless a test wants the same games every time.
///
/// Whatever lets somebody in (tokens, invitations, names of tables, salts) is always the system's, also where the dice are fixed.
#[derive(Clone, Debug, Default)]
pub struct Luck(Option<Arc<Fixed>>);

#[derive(Debug)]
struct Fixed {
    series: u64,
    made: AtomicU64,
}

impl Fixed {
    fn hash(&self, what: &str, of: &[u8]) -> [u8; 32] {
        Sha256::new().chain_update(what).chain_update(self.series.to_le_bytes()).chain_update(of).finalize().into()
    }
}

impl Luck {
    /// The same seeds in the same order every time: for tests, and for nothing else, since everybody who knows the number of the
    /// series knows all dice. Clones go on with one series together.
    #[must_use]
    pub fn fixed(series: u64) -> Self {
        Self(Some(Arc::new(Fixed { series, made: AtomicU64::new(0) })))
    }

    /// The seed of a new table.
    pub(crate) fn seed(&self) -> [u8; 32] {
        match &self.0 {
            None => secret::random(),
            Some(fixed) => fixed.hash("table ", &fixed.made.fetch_add(1, Ordering::Relaxed).to_le_bytes()),
        }
    }

    /// What the computers at a table choose by where nothing else decides. Where it is fixed, it depends on the table and not on
    /// when it was loaded.
    pub(crate) fn whim(&self, seed: &[u8; 32]) -> u64 {
        match &self.0 {
            None => u64::from_le_bytes(secret::random()),
            Some(fixed) => fixed.hash("whim ", seed).iter().take(8).fold(0, |sum, byte| sum << 8 | u64::from(*byte)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_the_systems_unless_they_are_fixed() {
        let system = Luck::default();
        assert_ne!(system.seed(), system.seed());
        assert_ne!(system.whim(&[0; 32]), system.whim(&[0; 32]));
        let (once, again) = (Luck::fixed(7), Luck::fixed(7));
        let first = once.seed();
        assert_ne!(first, once.clone().seed(), "a clone goes on where the other was");
        assert_eq!(first, again.seed());
        assert_ne!(first, Luck::fixed(8).seed());
        assert_eq!(once.whim(&first), again.whim(&first));
        assert_ne!(once.whim(&first), once.whim(&[0; 32]));
    }
}
