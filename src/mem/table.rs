//! A table of 16-bit entries whose index cannot miss it: it is masked, or it is the top of a hash.
//!
//! Invariant: `entries.len() == 1 << width.bits()`.

use super::width::{Free, Width};

/// A view of a power-of-two table of 16-bit positions.
pub struct Table<'a, W: Width = Free> {
    entries: &'a mut [u16],
    width: W,
}

impl<'a, W: Width> Table<'a, W> {
    /// Views as many of `entries` as the width tells apart; `None` if there are not so many.
    pub fn new(entries: &'a mut [u16]) -> Option<Self> {
        let width = W::of(entries.len());
        Some(Table { entries: entries.get_mut(..=width.mask())?, width })
    }

    /// The entry at `index` modulo the size.
    #[inline(always)]
    pub fn get(&self, index: usize) -> u16 {
        // SAFETY: a masked index is less than the number of entries (the invariant).
        unsafe { *self.entries.get_unchecked(index & self.width.mask()) }
    }

    /// Sets the entry at `index` modulo the size.
    #[inline(always)]
    pub fn set(&mut self, index: usize, value: u16) {
        // SAFETY: as in `get`.
        unsafe { *self.entries.get_unchecked_mut(index & self.width.mask()) = value }
    }

    /// Sets the entry that the top bits of `hash` choose and returns what it was.
    #[inline(always)]
    pub fn exchange(&mut self, hash: u32, value: u16) -> u16 {
        let index = (hash >> (32 - self.width.bits())) as usize;
        // SAFETY: as many bits are left as an index has (the invariant).
        core::mem::replace(unsafe { self.entries.get_unchecked_mut(index) }, value)
    }
}
