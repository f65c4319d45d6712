//! A cursor over the caller's output buffer of one call.
//!
//! Invariants:
//! 1. `room` bytes from `next` are writable for the cursor's lifetime; they may be uninitialised, so they are never read.
//! 2. `written` bytes before `next` were written by this cursor, so they may be read.
//! 3. No byte behind `next` is changed: whoever writes moves `next` past it (or puts back what was there).

use super::past::Past;
use core::marker::PhantomData;

/// The caller's output space.
pub struct Output<'a> {
    next: *mut u8,
    room: usize,
    written: usize,
    borrow: PhantomData<&'a mut [u8]>,
}

impl<'a> Output<'a> {
    /// A cursor over `len` bytes at `next`.
    ///
    /// # Safety
    /// If `len` is not 0, `len` bytes from `next` are writable for `'a`, and nothing else reads or writes them meanwhile.
    pub unsafe fn new(next: *mut u8, len: usize) -> Self {
        Output { next, room: len, written: 0, borrow: PhantomData }
    }

    /// Bytes that can still be written.
    pub fn room(&self) -> usize {
        self.room
    }

    /// Bytes written through this cursor.
    pub fn written(&self) -> usize {
        self.written
    }

    /// The first free byte's address, to hand back to the caller.
    pub fn next(&self) -> *mut u8 {
        self.next
    }

    /// What this cursor wrote so far.
    pub fn bytes(&self) -> &[u8] {
        if self.written == 0 {
            return &[];
        }
        // SAFETY: invariant 2.
        unsafe { core::slice::from_raw_parts(self.next.sub(self.written), self.written) }
    }

    /// Writes as many of `bytes` as there is room for and says how many.
    pub fn write(&mut self, bytes: &[u8]) -> usize {
        let count = bytes.len().min(self.room);
        if count != 0 {
            // SAFETY: `count <= room` (invariant 1); the caller's output does not overlap memory that Rust has borrowed.
            unsafe { core::ptr::copy(bytes.as_ptr(), self.next, count) };
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
        let goal = length.min(self.room);
        if distance == 0 || !past.reaches(self.written, distance) {
            return 0;
        }
        let mut left = goal;
        if distance >= 8 && distance <= self.written && goal >= 8 {
            // SAFETY: `distance <= written` (invariant 2) and `goal <= room`; the distance is at least a step.
            unsafe { copy_in_steps(self.next.sub(distance), self.next, goal) };
            // SAFETY: the bytes were written just now.
            unsafe { self.advance(goal) };
            return goal;
        }
        while left != 0 {
            let count = if distance > self.written {
                let (from, run) = past.run(distance - self.written);
                let count = run.min(left);
                // SAFETY: `run` bytes are readable at `from`, `count <= room` are writable here. The past may lie in
                // this same buffer, but ahead of `next` (see `start_over`), where moving equals copying forwards.
                unsafe { core::ptr::copy(from, self.next, count) };
                count
            } else {
                // A copy no longer than the distance does not overlap itself; each one doubles the repeated text.
                let count = left.min(distance);
                // SAFETY: `distance <= written`, so the source was written (invariant 2); `count <= room`.
                unsafe { core::ptr::copy_nonoverlapping(self.next.sub(distance), self.next, count) };
                count
            };
            // SAFETY: the bytes were written just now.
            unsafe { self.advance(count) };
            left -= count;
        }
        goal
    }

    /// Goes back to the buffer's first byte once it is full; what it holds becomes the past of what will be written
    /// over it, reachable up to the buffer's length. A buffer that is not full stays as it is, without a past.
    pub fn start_over(&mut self) -> Past<'a> {
        if self.room != 0 {
            return Past::none();
        }
        let size = self.written;
        // SAFETY: `written` bytes before `next` belong to this buffer.
        self.next = unsafe { self.next.sub(size) };
        (self.room, self.written) = (size, 0);
        // SAFETY: all `size` bytes were written, and stay readable for 'a.
        unsafe { Past::lap(self.next, size) }
    }

    /// Lets `work` write behind what is written, through a cursor that begins there: for an engine, each of whose calls
    /// has a cursor of its own.
    pub fn rest<R>(&mut self, work: impl FnOnce(&mut Output) -> R) -> R {
        let mut rest = Output { next: self.next, room: self.room, written: 0, borrow: PhantomData };
        let answer = work(&mut rest);
        let count = rest.written.min(self.room);
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
        self.written += count;
    }
}

/// Copies `length` bytes, at least 8, in steps of 8, the last of which may repeat some of the one before.
///
/// # Safety
/// `length` bytes are writable at `to`; as many are readable at `from` once those before `to`, and then each step, were
/// written; if `from` is before `to`, it is so by 8 bytes or more.
unsafe fn copy_in_steps(from: *const u8, to: *mut u8, length: usize) {
    // SAFETY: the caller's promise; the last step begins 8 bytes before the end.
    unsafe {
        let step = |at: usize| {
            let bytes = from.add(at).cast::<u64>().read_unaligned();
            to.add(at).cast::<u64>().write_unaligned(bytes);
        };
        let mut at = 0;
        while at + 8 < length {
            step(at);
            at += 8;
        }
        step(length - 8);
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
        Output { next: core::ptr::null_mut(), room: 0, written: 0, borrow: PhantomData }
    }
}

impl<'a> From<&'a mut [u8]> for Output<'a> {
    /// Space in the library's own memory.
    fn from(bytes: &'a mut [u8]) -> Self {
        Output { next: bytes.as_mut_ptr(), room: bytes.len(), written: 0, borrow: PhantomData }
    }
}
