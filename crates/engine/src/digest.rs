//! A digest of a state that is the same on every platform.
//!
//! Rulebooks feed it the fields of their state in a fixed order; nothing depends on memory layout, byte order or the
//! standard library's hashers. It guards against accidents and edits by hand, not against a forger.

/// FNV-1a over whole 64-bit words, finished with a mixing step.
#[derive(Clone, Copy, Debug)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Adds one number.
    #[inline]
    pub fn add(&mut self, value: u64) {
        self.0 = (self.0 ^ value).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    }

    /// The digest of all that was added.
    #[must_use]
    pub fn finish(self) -> u64 {
        let mut z = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
