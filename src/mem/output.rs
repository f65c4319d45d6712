//! A cursor over the caller's output buffer of one call.
//!
//! Invariants:
//! 1. `room` bytes from `next` are writable for the cursor's lifetime; they may be uninitialised, so they are never read.
//! 2. The bytes from `start` to `next` were written by this cursor, so they may be read. There are `written` of them.
//! 3. No byte behind `next` is changed: whoever writes moves `next` past it (or puts back what was there).

use super::copy::move_bytes;
use super::past::Past;
use core::marker::PhantomData;

/// The caller's output space.
pub struct Output<'a> {
    start: *mut u8,
    next: *mut u8,
    room: usize,
    borrow: PhantomData<&'a mut [u8]>,
}

impl<'a> Output<'a> {
    /// A cursor over `len` bytes at `next`.
    ///
    /// # Safety
    /// If `len` is not 0, `len` bytes from `next` are writable for `'a`, and nothing else reads or writes them meanwhile.
    pub unsafe fn new(next: *mut u8, len: usize) -> Self {
        Output { start: next, next, room: len, borrow: PhantomData }
    }

    /// Bytes that can still be written.
    pub fn room(&self) -> usize {
        self.room
    }

    /// Bytes written through this cursor.
    pub fn written(&self) -> usize {
        self.next.addr() - self.start.addr()
    }

    /// The first free byte's address, to hand back to the caller.
    pub fn next(&self) -> *mut u8 {
        self.next
    }

    /// What this cursor wrote so far.
    pub fn bytes(&self) -> &[u8] {
        if self.next == self.start {
            return &[];
        }
        // SAFETY: invariant 2.
        unsafe { core::slice::from_raw_parts(self.start, self.written()) }
    }

    /// Writes as many of `bytes` as there is room for and says how many.
    pub fn write(&mut self, bytes: &[u8]) -> usize {
        let count = bytes.len().min(self.room);
        if count != 0 {
            // SAFETY: `count <= room` (invariant 1); the caller's output does not overlap memory that Rust has borrowed.
            unsafe { move_bytes(bytes.as_ptr(), self.next, count) };
            // SAFETY: the bytes were written just now.
            unsafe { self.advance(count) };
        }
        count
    }

    /// Writes one byte; `false` if there is no room.
    pub fn push(&mut self, byte: u8) -> bool {
        if self.room == 0 {
            return false;
        }
        // SAFETY: there is room for a byte (invariant 1).
        unsafe {
            self.next.write(byte);
            self.advance(1);
        }
        true
    }

    /// Lets `work` write whole words at the end, for loops that cannot afford a look at the room each time. It hands the
    /// cursor back behind what it wrote.
    ///
    /// Up to 7 bytes behind the new end may be changed, so the caller promises to write at least 8 more bytes, or up to
    /// the buffer's end, before the cursor is handed back (invariant 3). `None` where there is no room for a word.
    #[inline(always)]
    pub fn write_ahead<R>(&mut self, work: impl for<'w> FnOnce(Ahead<'w>) -> (R, Ahead<'w>)) -> Option<R> {
        if self.room < 8 {
            return None;
        }
        // SAFETY: `room >= 8` (invariant 1), so the address lies inside the buffer.
        let last = unsafe { self.next.add(self.room - 8) };
        let (answer, ahead) = work(Ahead { next: self.next, last, output: PhantomData });
        let count = ahead.next.addr() - self.next.addr();
        // SAFETY: the lifetime says that `ahead` is this cursor's. It only moved past bytes that were written.
        unsafe { self.advance(count) };
        Some(answer)
    }

    /// Writes as much of a match as there is room for and says how much: `length` bytes, each a copy of the one
    /// `distance` before it, be that in this cursor's output or in `past`. Writes nothing if `past` does not reach
    /// so far or `distance` is 0.
    pub fn copy_match(&mut self, distance: usize, length: usize, past: &Past) -> usize {
        let mut done = 0;
        loop {
            match self.copy_piece(distance, length - done, past) {
                0 => return done,
                count => done += count,
            }
        }
    }

    /// Begins to write a match, as `copy_match` does, and goes as far as bytes lie in one piece: one byte or more where
    /// `copy_match` would write any.
    #[inline(always)]
    pub fn copy_piece(&mut self, distance: usize, length: usize, past: &Past) -> usize {
        let goal = length.min(self.room);
        let count = if distance > self.written() {
            let back = distance - self.written();
            if !past.reaches(self.written(), distance) {
                return 0;
            }
            let (from, run) = past.run(back);
            let count = goal.min(run);
            // SAFETY: `run` bytes are readable at `from`, `count <= room` are writable here. The past may lie in this
            // same buffer, but ahead of `next` (see `start_over`), where moving equals copying forwards.
            unsafe { move_bytes(from, self.next, count) };
            count
        } else if distance != 0 {
            // SAFETY: `1 <= distance <= written` (invariant 2) and `goal <= room`.
            unsafe { repeat(distance, self.next, goal) };
            goal
        } else {
            0
        };
        // SAFETY: the bytes were written just now.
        unsafe { self.advance(count) };
        count
    }

    /// Goes back to the buffer's first byte once it is full; what it holds becomes the past of what will be written
    /// over it, reachable up to the buffer's length. A buffer that is not full stays as it is, without a past.
    pub fn start_over(&mut self) -> Past<'a> {
        if self.room != 0 {
            return Past::none();
        }
        let size = self.written();
        (self.next, self.room) = (self.start, size);
        // SAFETY: all `size` bytes were written, and stay readable for 'a.
        unsafe { Past::lap(self.next, size) }
    }

    /// Lets `work` write behind what is written, through a cursor that begins there: for an engine, each of whose calls
    /// has a cursor of its own.
    pub fn rest<R>(&mut self, work: impl FnOnce(&mut Output) -> R) -> R {
        let mut rest = Output { start: self.next, next: self.next, room: self.room, borrow: PhantomData };
        let answer = work(&mut rest);
        let count = rest.written().min(self.room);
        // SAFETY: `rest` wrote that many bytes from `next` on (its invariant 2), within the same room.
        unsafe { self.advance(count) };
        answer
    }

    /// Moves past `count` bytes.
    ///
    /// # Safety
    /// `count <= room`, and these bytes were written.
    #[inline(always)]
    pub unsafe fn advance(&mut self, count: usize) {
        // SAFETY: `count <= room`, so the address stays inside the buffer or one past its end.
        self.next = unsafe { self.next.add(count) };
        self.room -= count;
    }
}

/// Writes `length` bytes, each a copy of the one `distance` before it.
///
/// # Safety
/// `length` bytes are writable at `to`, and the `distance` bytes before it, one or more, are readable and initialised.
unsafe fn repeat(distance: usize, to: *mut u8, length: usize) {
    // SAFETY: the caller's promise; each load begins `distance` before its store, so it ends in bytes that were written: by
    // steps of no more than the distance.
    unsafe {
        let from = to.sub(distance);
        if distance >= 8 && length >= 8 {
            let step = |at: usize| {
                let bytes = from.add(at).cast::<u64>().read_unaligned();
                to.add(at).cast::<u64>().write_unaligned(bytes);
            };
            let mut at = 0;
            while at + 8 < length {
                step(at);
                at += 8;
            }
            // The last step may repeat some of the one before.
            step(length - 8);
            return;
        }
        let mut at = 0;
        while at < length {
            // A copy no longer than the distance does not overlap itself.
            let count = distance.min(length - at);
            move_bytes(from.add(at), to.add(at), count);
            at += count;
        }
    }
}

/// The end of an output buffer, written a word at a time.
///
/// Invariant: 8 bytes are writable wherever `next <= last`, and `next` is less than 8 bytes behind `last`.
#[derive(Clone, Copy)]
pub struct Ahead<'a> {
    next: *mut u8,
    last: *mut u8,
    /// Whose end it is: no two are of the same lifetime.
    output: PhantomData<*mut &'a ()>,
}

impl Ahead<'_> {
    /// Stores `word`, lowest byte first, and moves on by `count` <= 7 bytes. Once the last word's place is passed nothing is
    /// stored any more, so the caller has looked at the room before.
    #[inline(always)]
    pub fn put(&mut self, word: u64, count: usize) {
        if self.next <= self.last {
            // SAFETY: `next <= last`, so 8 bytes are writable; moving on by 7 at most keeps the invariant.
            unsafe {
                self.next.cast::<u64>().write_unaligned(word.to_le());
                self.next = self.next.add(count & 7);
            }
        }
    }
}

impl Output<'_> {
    /// No space at all.
    pub fn none() -> Self {
        Output { start: core::ptr::null_mut(), next: core::ptr::null_mut(), room: 0, borrow: PhantomData }
    }
}

impl<'a> From<&'a mut [u8]> for Output<'a> {
    /// Space in the library's own memory.
    fn from(bytes: &'a mut [u8]) -> Self {
        let next = bytes.as_mut_ptr();
        Output { start: next, next, room: bytes.len(), borrow: PhantomData }
    }
}
