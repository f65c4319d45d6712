//! The bit stream on its way out: an accumulator, bytes that wait for room, and the caller's buffer.
//!
//! Invariants:
//! 1. Between calls the accumulator holds fewer than 8 bits.
//! 2. The caller's buffer gets a byte only when no byte waits in [`Pending`], so the order is kept.
#![forbid(unsafe_code)]

use crate::mem::alloc::Allocator;
use crate::mem::output::Output;
use crate::mem::owned::Words;

/// Bits that do not make a byte yet, the first lowest.
#[derive(Clone, Copy, Default)]
pub struct Bits {
    /// The bits; those from `count` on are 0.
    pub word: u64,
    /// How many.
    pub count: u32,
    /// How many bits of the last byte written were in use when the stream was last brought to a byte's end; 0 at first.
    pub used: u32,
}

/// Waiting bytes that need no allocation.
pub const INLINE: usize = 256;

/// Bytes that wait for output space: a few in the stream's head, more in a block of their own.
pub struct Pending {
    inline: [u8; INLINE],
    spill: Option<Words>,
    start: usize,
    end: usize,
}

impl Pending {
    /// Nothing waits.
    pub const EMPTY: Pending = Pending { inline: [0; INLINE], spill: None, start: 0, end: 0 };

    /// Waiting bytes.
    pub fn len(&self) -> usize {
        self.end - self.start
    }

    /// Bytes that can still be added.
    fn space(&self) -> usize {
        self.spill.as_ref().map_or(INLINE, |words| words.bytes().len()) - self.end
    }

    /// Forgets the waiting bytes and returns the block.
    pub fn reset(&mut self, allocator: &Allocator) {
        (self.start, self.end) = (0, 0);
        if let Some(words) = self.spill.take() {
            words.give_back(allocator);
        }
    }

    /// Makes room for `more` bytes behind those that wait; `false` if memory is refused.
    pub fn reserve(&mut self, more: usize, allocator: &Allocator) -> bool {
        let len = self.len();
        let place = self.place_mut();
        if place.len() - len >= more {
            let (start, end) = (self.start, self.end);
            self.place_mut().copy_within(start..end, 0);
            (self.start, self.end) = (0, len);
            return true;
        }
        let Some(mut larger) = Words::new(allocator, (len + more).next_power_of_two()) else { return false };
        larger.bytes_mut()[..len].copy_from_slice(self.bytes());
        self.reset(allocator);
        self.end = len;
        self.spill = Some(larger);
        true
    }

    /// A copy with memory of its own; `None` if that is refused.
    pub fn try_clone(&self, allocator: &Allocator) -> Option<Self> {
        let mut copy = Pending::EMPTY;
        if !copy.reserve(self.len(), allocator) {
            return None;
        }
        let len = self.len();
        copy.place_mut()[..len].copy_from_slice(self.bytes());
        copy.end = len;
        Some(copy)
    }

    fn bytes(&self) -> &[u8] {
        match &self.spill {
            Some(words) => &words.bytes()[self.start..self.end],
            None => &self.inline[self.start..self.end],
        }
    }

    fn place_mut(&mut self) -> &mut [u8] {
        match &mut self.spill {
            Some(words) => words.bytes_mut(),
            None => &mut self.inline,
        }
    }

    /// Adds a byte; there is room by the caller's arithmetic or reservation.
    fn push(&mut self, byte: u8) {
        let end = self.end;
        if let Some(place) = self.place_mut().get_mut(end) {
            *place = byte;
            self.end = end + 1;
        }
    }
}

/// Where the bit stream goes during a call.
pub struct Sink<'s, 'o> {
    /// Bits short of a byte.
    pub bits: &'s mut Bits,
    /// Bytes that found no room.
    pub pending: &'s mut Pending,
    /// The caller's buffer.
    pub output: &'s mut Output<'o>,
}

impl Sink<'_, '_> {
    /// Moves waiting bytes out; `true` if none is left waiting.
    pub fn drain(&mut self) -> bool {
        let count = self.output.write(self.pending.bytes());
        self.pending.start += count;
        if self.pending.len() > 0 {
            return false;
        }
        (self.pending.start, self.pending.end) = (0, 0);
        true
    }

    /// Bytes that can be added whatever the output's room.
    pub fn space(&self) -> usize {
        self.pending.space()
    }

    /// Bits that passed through this sink, and those that wait: grows by one with each bit added.
    pub fn position(&self) -> u64 {
        8 * (self.output.written() + self.pending.len()) as u64 + u64::from(self.bits.count)
    }

    /// Adds `count` <= 48 bits.
    #[inline(never)]
    pub fn put(&mut self, value: u64, count: u32) {
        self.bits.word |= value << self.bits.count;
        self.bits.count += count;
        while self.bits.count >= 8 {
            let byte = self.bits.word as u8;
            self.bits.word >>= 8;
            self.bits.count -= 8;
            self.put_whole(byte);
        }
    }

    /// Adds bytes; the stream stands at a byte's end.
    #[inline(never)]
    pub fn put_bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.put_whole(byte);
        }
    }

    /// Fills the current byte with zero bits.
    #[inline(never)]
    pub fn align(&mut self) {
        self.bits.used = (self.bits.count + 7) % 8 + 1;
        let padding = self.bits.count.wrapping_neg() % 8;
        self.put(0, padding);
    }

    fn put_whole(&mut self, byte: u8) {
        if self.pending.len() > 0 || !self.output.push(byte) {
            self.pending.push(byte);
        }
    }
}
