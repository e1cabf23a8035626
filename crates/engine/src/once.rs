//! What is read and compiled once for a whole process and then shared: the data of a published game.

use crate::fault::DataError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// Something that is made when it is first asked for, and never again. What fails is told to everybody alike.
pub struct Once<T> {
    made: OnceLock<Result<Arc<T>, DataError>>,
    times: AtomicUsize,
}

impl<T> Default for Once<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Once<T> {
    /// Nothing is made yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { made: OnceLock::new(), times: AtomicUsize::new(0) }
    }

    /// The thing; `make` is asked if nobody was before.
    ///
    /// # Errors
    /// What `make` said.
    pub fn get(&self, make: impl FnOnce() -> Result<T, DataError>) -> Result<Arc<T>, DataError> {
        let made = self.made.get_or_init(|| {
            self.times.fetch_add(1, Ordering::Relaxed);
            make().map(Arc::new)
        });
        made.clone()
    }

    /// How often it was made: for tests that count instead of timing.
    #[must_use]
    pub fn made(&self) -> usize {
        self.times.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_made_once_and_shared() {
        let once = Once::new();
        assert_eq!(once.made(), 0);
        let first = once.get(|| Ok(7)).unwrap();
        let second = once.get(|| unreachable!("it is there already")).unwrap();
        assert!(Arc::ptr_eq(&first, &second));
        assert_eq!((*second, once.made()), (7, 1));
    }

    #[test]
    fn a_fault_is_told_to_everybody() {
        let once: Once<u8> = Once::default();
        let fault = DataError::new("map.toml", "map", "no");
        assert_eq!(once.get(|| Err(fault.clone())), Err(fault.clone()));
        assert_eq!(once.get(|| Ok(1)), Err(fault));
        assert_eq!(once.made(), 1);
    }
}
