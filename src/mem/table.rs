//! A table of 16-bit entries whose index is masked, so that no index can miss it.
//!
//! Invariant: `entries.len()` is a power of two and `mask` is one less.

/// A view of a power-of-two table of 16-bit positions.
pub struct Table<'a> {
    entries: &'a mut [u16],
    mask: usize,
    bits: u32,
}

impl<'a> Table<'a> {
    /// Views the largest power of two of `entries`, which is not empty.
    pub fn new(entries: &'a mut [u16]) -> Self {
        let bits = entries.len().max(1).ilog2();
        Table { entries: &mut entries[..1 << bits], mask: (1 << bits) - 1, bits }
    }

    /// Index bits.
    #[inline(always)]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The entry at `index` modulo the size.
    #[inline(always)]
    pub fn get(&self, index: usize) -> u16 {
        // SAFETY: `index & mask < entries.len()` by the invariant.
        unsafe { *self.entries.get_unchecked(index & self.mask) }
    }

    /// Sets the entry at `index` modulo the size.
    #[inline(always)]
    pub fn set(&mut self, index: usize, value: u16) {
        // SAFETY: as in `get`.
        unsafe { *self.entries.get_unchecked_mut(index & self.mask) = value }
    }
}
