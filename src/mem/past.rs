//! What was written before a call, for matches that reach behind the call's own output.
//!
//! The bytes lie in a ring: `next` is where the next one would go, the newest is just before it, and behind the ring's
//! start they go on at its end.
//!
//! Invariants:
//! 1. `size` bytes from `start` are readable for the view's lifetime; in a ring, [`SLACK`] more.
//! 2. `next <= size`, and the `have <= size` bytes before `next`, around the ring, were written. If `have > next` the
//!    ring has no gap: the bytes go on at `size`.

use core::hint::select_unpredictable;
use core::marker::PhantomData;

/// Bytes behind a ring that may be read, never used: a wide copy may begin in the ring's last bytes.
pub const SLACK: usize = 32;

/// A view of the past.
#[derive(Clone, Copy)]
pub struct Past<'a> {
    start: *const u8,
    size: usize,
    next: usize,
    have: usize,
    farthest: usize,
    borrow: PhantomData<&'a [u8]>,
}

impl<'a> Past<'a> {
    /// Nothing was written before.
    pub fn none() -> Self {
        // SAFETY: no bytes.
        unsafe { Past::ring(core::ptr::null(), 0, 0, 0) }
    }

    /// The `have` bytes before `next` in the ring of `size` bytes at `start`.
    ///
    /// # Safety
    /// They keep the invariants.
    pub unsafe fn ring(start: *const u8, size: usize, next: usize, have: usize) -> Self {
        Past { start, size, next, have, farthest: usize::MAX, borrow: PhantomData }
    }

    /// A full buffer that is about to be written over from its start: a byte is gone once it is overwritten, so no
    /// distance beyond `size` is good.
    ///
    /// # Safety
    /// `size` bytes from `start` are initialised and readable for `'a`.
    pub unsafe fn lap(start: *const u8, size: usize) -> Self {
        Past { start, size, next: 0, have: size, farthest: size, borrow: PhantomData }
    }

    /// Whether a match may reach back `distance` bytes when `written` bytes were written since.
    pub fn reaches(&self, written: usize, distance: usize) -> bool {
        distance <= written || (distance - written <= self.have && distance <= self.farthest)
    }

    /// Whether there is nothing to reach back to.
    pub fn is_none(&self) -> bool {
        self.have == 0
    }

    /// How far from the past's end a copy must keep that reads up to `clear` bytes behind a match: all where the past lies
    /// ahead of the output in the same buffer; else what is more than may be read there.
    #[inline(always)]
    pub fn margin(&self, clear: usize) -> usize {
        if self.farthest == usize::MAX { clear.saturating_sub(SLACK) } else { clear }
    }

    /// As `reaches`; but where the past lies ahead of the output in the same buffer, the match must also begin `clear`
    /// bytes ahead of it or more. One that begins so far back in the output itself may be refused, too.
    #[inline(always)]
    pub fn reaches_clear(&self, written: usize, distance: usize, clear: usize) -> bool {
        distance <= written + self.have && distance <= self.farthest.saturating_sub(clear)
    }

    /// Where the byte is that lies `back` bytes before the end, and how many follow it without a break.
    /// `1 <= back <= have` gives readable memory. If `back` is negative, there are more bytes than a buffer has.
    #[inline(always)]
    pub fn run(&self, back: usize) -> (*const u8, usize) {
        let newest = back <= self.next;
        let at = self.next.wrapping_sub(back).wrapping_add(select_unpredictable(newest, 0, self.size));
        let length = back.wrapping_sub(select_unpredictable(newest, 0, self.next));
        (self.start.wrapping_add(at), length)
    }
}
