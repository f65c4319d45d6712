//! The bytes that were written last: a ring in a block of its own, of which [`Past`] is the view.
//!
//! Invariants:
//! 1. `size` bytes from `start`, and [`SLACK`] behind them, belong to `memory`; without it `size` is 0.
//! 2. `next < size`, or both are 0; and the `have <= size` bytes before `next`, around the ring, are those kept. If
//!    `have > next`, they go on at the ring's end.

use super::copy::move_bytes;
use super::owned::Words;
use super::past::{Past, SLACK};
use core::ptr::NonNull;

/// A ring of bytes.
pub struct Window {
    memory: Option<Words>,
    start: NonNull<u8>,
    size: usize,
    next: usize,
    have: usize,
}

impl Window {
    /// A ring without memory, which keeps nothing.
    pub fn none() -> Self {
        Window { memory: None, start: NonNull::dangling(), size: 0, next: 0, have: 0 }
    }

    /// Bytes that it can keep.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Bytes that it keeps.
    pub fn have(&self) -> usize {
        self.have
    }

    /// Bytes of its memory; `None` if it has none.
    pub fn held(&self) -> Option<usize> {
        Some(self.memory.as_ref()?.bytes().len())
    }

    /// The bytes kept, for matches.
    pub fn past(&self) -> Past<'_> {
        // SAFETY: Past's invariants are invariants 1 and 2 of this ring.
        unsafe { Past::ring(self.start.as_ptr(), self.size, self.next, self.have) }
    }

    /// The bytes kept, oldest first, in two pieces.
    pub fn pieces(&self) -> [&[u8]; 2] {
        let ring = self.memory.as_ref().map_or(&[][..], |words| &words.bytes()[..self.size]);
        let newest = self.next.min(self.have);
        [&ring[self.size - (self.have - newest)..], &ring[self.next - newest..self.next]]
    }

    /// Keeps `bytes`, as the last ones, for the oldest ones.
    #[inline(always)]
    pub fn keep(&mut self, bytes: &[u8]) {
        if bytes.len() >= self.size - self.next {
            return self.keep_around(bytes);
        }
        // SAFETY: the bytes end before the ring does.
        unsafe { move_bytes(bytes.as_ptr(), self.start.as_ptr().add(self.next), bytes.len()) };
        self.next += bytes.len();
        self.have = self.size.min(self.have + bytes.len());
    }

    /// Keeps bytes that reach the ring's end.
    #[inline(never)]
    fn keep_around(&mut self, bytes: &[u8]) {
        let last = &bytes[bytes.len() - bytes.len().min(self.size)..];
        let (before, behind) = last.split_at(last.len().min(self.size - self.next));
        // SAFETY: `before` ends with the ring at the latest, and `behind` is shorter than it by as much.
        unsafe {
            move_bytes(before.as_ptr(), self.start.as_ptr().add(self.next), before.len());
            move_bytes(behind.as_ptr(), self.start.as_ptr(), behind.len());
        }
        let next = self.next + last.len();
        self.next = if next < self.size { next } else { next - self.size };
        self.have = self.size.min(self.have + last.len());
    }

    /// Moves to `memory`, as a ring of `size` bytes, with what is kept as far as that has room, and hands out the memory
    /// that it had. A ring larger than the memory allows is made as large as that does.
    pub fn move_to(&mut self, mut memory: Words, size: usize) -> Option<Words> {
        let room = memory.bytes().len();
        let mut moved = Window {
            start: NonNull::from(memory.bytes_mut()).cast(),
            size: size.min(room.saturating_sub(SLACK)),
            memory: Some(memory),
            next: 0,
            have: 0,
        };
        for piece in self.pieces() {
            moved.keep(piece);
        }
        core::mem::replace(self, moved).memory
    }

    /// Keeps nothing any more and hands out the memory.
    pub fn take(&mut self) -> Option<Words> {
        core::mem::replace(self, Window::none()).memory
    }
}
