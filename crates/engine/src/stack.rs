//! A stack of pending decisions, inline and of fixed depth: what interrupts lies on top, and what lies below waits untouched.

/// At most `DEPTH` frames, the last on top. It is flat, and `Copy` if the frames are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stack<F, const DEPTH: usize>([Option<F>; DEPTH]);

impl<F: Copy, const DEPTH: usize> Default for Stack<F, DEPTH> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<F: Copy, const DEPTH: usize> Stack<F, DEPTH> {
    /// Nothing waits.
    pub const EMPTY: Self = Self([None; DEPTH]);

    /// Puts a frame on top. One too many is handed back, which says that the rules can interrupt each other deeper than was thought.
    ///
    /// # Errors
    /// The frame for which there is no room.
    pub fn push(&mut self, frame: F) -> Result<(), F> {
        match self.0.iter_mut().find(|place| place.is_none()) {
            Some(place) => {
                *place = Some(frame);
                Ok(())
            }
            None => Err(frame),
        }
    }

    /// Takes the top frame away.
    pub fn pop(&mut self) -> Option<F> {
        self.0.iter_mut().rev().find_map(Option::take)
    }

    /// The frame on top.
    #[inline]
    #[must_use]
    pub fn top(&self) -> Option<F> {
        self.0.iter().rev().find_map(|place| *place)
    }

    /// The frame on top, to be changed.
    pub fn top_mut(&mut self) -> Option<&mut F> {
        self.0.iter_mut().rev().find_map(Option::as_mut)
    }

    /// Whether nothing waits.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.first().is_none_or(Option::is_none)
    }

    /// How many frames there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().take_while(|place| place.is_some()).count()
    }

    /// The frames, the lowest first.
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = F> + '_ {
        self.0.iter().filter_map(|place| *place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_comes_off_first_and_the_others_wait_untouched() {
        let mut stack: Stack<(u8, u8), 3> = Stack::default();
        assert!(stack.is_empty() && stack.top().is_none() && stack.pop().is_none());
        for frame in [(1, 10), (2, 20), (3, 30)] {
            assert_eq!(stack.push(frame), Ok(()));
        }
        assert_eq!(stack.push((4, 40)), Err((4, 40)), "one too many");
        if let Some(top) = stack.top_mut() {
            top.1 = 31;
        }
        assert_eq!(stack.frames().collect::<Vec<_>>(), [(1, 10), (2, 20), (3, 31)]);
        assert_eq!((stack.len(), stack.pop(), stack.top()), (3, Some((3, 31)), Some((2, 20))));
        assert_eq!((stack.pop(), stack.pop(), stack.pop()), (Some((2, 20)), Some((1, 10)), None));
        assert_eq!(stack, Stack::EMPTY, "what was taken off leaves no trace");
    }
}
