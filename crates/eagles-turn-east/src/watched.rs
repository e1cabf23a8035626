//! Parts of a position of which it is noticed that somebody lays hands on them.

use std::fmt;
use std::ops::{Deref, DerefMut};

/// A part of a position from which much follows that is kept (`lay`): it is noticed that somebody lays hands on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Watched<T>(T);

impl<T> From<T> for Watched<T> {
    fn from(what: T) -> Self {
        Self(what)
    }
}

impl<T> Deref for Watched<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Watched<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // The three parts that are watched differ in size.
        crate::lay::notice(size_of::<T>());
        &mut self.0
    }
}

impl<'a, T> IntoIterator for &'a Watched<T>
where
    &'a T: IntoIterator,
{
    type Item = <&'a T as IntoIterator>::Item;
    type IntoIter = <&'a T as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<T: fmt::Debug> fmt::Debug for Watched<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
