//! Owned memory: one value ([`Owned`]) or a run of 64-bit words ([`Words`]), both given back by hand.

use super::alloc::{ALIGN, Allocator, Block};
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;

/// One value in a block of its own.
#[must_use]
pub struct Owned<T> {
    value: NonNull<T>,
    block: Block,
}

impl<T> Owned<T> {
    /// Moves `value` into memory of `from`; `None` (and `value` dropped) when refused.
    pub fn new(from: &Allocator, value: T) -> Option<Self> {
        const { assert!(align_of::<T>() <= ALIGN) };
        let block = from.take(size_of::<T>().max(1))?;
        let place = block.start().cast::<T>();
        // SAFETY: the block is at least size_of::<T>() bytes, aligned to ALIGN >= align_of::<T>(), and ours alone.
        unsafe { place.write(value) };
        Some(Owned { value: place, block })
    }

    /// Takes the value out and returns the memory.
    pub fn give_back(self, to: &Allocator) -> T {
        // SAFETY: `value` was written by `new` and, as `self` is consumed, is read out only once.
        let value = unsafe { self.value.read() };
        to.give_back(self.block);
        value
    }
}

impl<T> Deref for Owned<T> {
    type Target = T;
    fn deref(&self) -> &T {
        // SAFETY: the value was written by `new` and lives until `self` is consumed.
        unsafe { self.value.as_ref() }
    }
}

impl<T> DerefMut for Owned<T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as in `deref`; `&mut self` makes the borrow unique.
        unsafe { self.value.as_mut() }
    }
}

/// A run of 64-bit words, all initialised. [`Words::bytes`] and the free functions below view it as other integers.
#[must_use]
pub struct Words {
    block: Block,
}

impl Words {
    /// `bytes` bytes, rounded up to whole words, zeroed when fresh; `None` when refused.
    pub fn new(from: &Allocator, bytes: usize) -> Option<Self> {
        from.take(bytes.next_multiple_of(8)).map(|block| Words { block })
    }

    /// Returns the memory.
    pub fn give_back(self, to: &Allocator) {
        to.give_back(self.block);
    }

    /// All of it as bytes.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: the block has `len` initialised bytes (alloc invariant 1) and lives as long as `self`.
        unsafe { core::slice::from_raw_parts(self.block.start().as_ptr(), self.block.len()) }
    }

    /// All of it as bytes, to write.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as in `bytes`; `&mut self` makes the borrow unique.
        unsafe { core::slice::from_raw_parts_mut(self.block.start().as_ptr(), self.block.len()) }
    }

    /// All of it as words.
    pub fn words(&self) -> &[u64] {
        // SAFETY: as in `bytes`; the start is aligned to ALIGN (alloc invariant 2) and the length is in whole words.
        unsafe { core::slice::from_raw_parts(self.block.start().as_ptr().cast(), self.block.len() / 8) }
    }

    /// All of it as 32-bit integers.
    pub fn u32s(&self) -> &[u32] {
        // SAFETY: as in `words`; a word is two u32, and every bit pattern is one.
        unsafe { core::slice::from_raw_parts(self.block.start().as_ptr().cast(), self.block.len() / 4) }
    }

    /// All of it as words, to write.
    pub fn words_mut(&mut self) -> &mut [u64] {
        // SAFETY: as in `words`; `&mut self` makes the borrow unique.
        unsafe { core::slice::from_raw_parts_mut(self.block.start().as_ptr().cast(), self.block.len() / 8) }
    }
}

/// Words seen as twice as many 32-bit integers.
pub fn as_u32(words: &mut [u64]) -> &mut [u32] {
    // SAFETY: same bytes, smaller alignment, every bit pattern is a u32; the borrow of `words` carries over.
    unsafe { core::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), words.len() * 2) }
}

/// Words seen as four times as many 16-bit integers.
pub fn as_u16(words: &mut [u64]) -> &mut [u16] {
    // SAFETY: same bytes, smaller alignment, every bit pattern is a u16; the borrow of `words` carries over.
    unsafe { core::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), words.len() * 4) }
}

/// Words seen as bytes.
pub fn as_u8(words: &mut [u64]) -> &mut [u8] {
    // SAFETY: same bytes, smaller alignment, every bit pattern is a u8; the borrow of `words` carries over.
    unsafe { core::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), words.len() * 8) }
}
