//! How many bits an index has: known to the compiler where the size is the usual one, so that masks and shifts are part of
//! the instructions and take no registers; known at run time otherwise.
#![forbid(unsafe_code)]

/// A number of index bits, from 1 to 31, which never changes.
pub trait Width: Copy {
    /// The width whose indices number `count`, rounded down to a power of two and at least 2; for a width that is
    /// known to the compiler, that one, whatever `count`.
    fn of(count: usize) -> Self;

    /// How many bits.
    fn bits(self) -> u32;

    /// The largest index.
    #[inline(always)]
    fn mask(self) -> usize {
        (1 << self.bits()) - 1
    }
}

/// Known to the compiler.
#[derive(Clone, Copy)]
pub struct Fixed<const BITS: u32>;

/// Known at run time.
#[derive(Clone, Copy)]
pub struct Free(u32);

impl<const BITS: u32> Width for Fixed<BITS> {
    fn of(_: usize) -> Self {
        Fixed
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        const { assert!(BITS >= 1 && BITS < 32) };
        BITS
    }
}

impl Width for Free {
    fn of(count: usize) -> Self {
        Free(count.max(2).ilog2().min(31))
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        self.0
    }
}
