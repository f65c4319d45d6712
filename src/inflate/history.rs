//! The output of earlier calls that matches may still reach: a ring that grows as it fills, up to the window's size.
//!
//! Memory is taken when a call ends that leaves something to refer to, and only as much as there is to keep, doubled until
//! the window's size is reached. A caller's own allocator is asked once, for the whole window, as zlib does: such
//! allocators often cannot take memory back.
//!
//! Invariants:
//! 1. Below the window's size the ring is not yet one: the `have` bytes lie at its start, and `next == have`.
//! 2. `next < capacity` or the ring is below the window's size; `have <= capacity`.
#![forbid(unsafe_code)]

use crate::mem::alloc::Allocator;
use crate::mem::owned::Words;
use crate::mem::past::Past;

/// Bytes behind the ring that may be read, never used: a wide copy may begin in the ring's last bytes.
pub const SLACK: usize = 32;
/// Bytes that a trim must free to be worth a copy.
const TRIM_GAIN: usize = 64;
/// Smallest ring.
const SMALLEST: usize = 512;

/// The window of a stream.
#[derive(Default)]
pub struct History {
    memory: Option<Words>,
    /// Whether anything was kept since the last reset.
    in_use: bool,
    next: usize,
    have: usize,
}

impl History {
    /// Whether anything was kept since the last reset, be it nothing at all.
    pub fn in_use(&self) -> bool {
        self.in_use
    }

    /// The bytes kept, for matches.
    pub fn past(&self) -> Past<'_> {
        Past::ring(self.ring(), self.next, self.have)
    }

    /// The bytes kept, oldest first, in two pieces.
    pub fn pieces(&self) -> [&[u8]; 2] {
        let ring = self.ring();
        let newest = self.next.min(self.have);
        let oldest = self.have - newest;
        [ring.get(ring.len() - oldest..).unwrap_or(&[]), ring.get(self.next - newest..self.next).unwrap_or(&[])]
    }

    fn ring(&self) -> &[u8] {
        self.memory.as_ref().map_or(&[], |words| &words.bytes()[..words.bytes().len() - SLACK])
    }

    /// Makes room for the whole window at once, if nothing was kept yet; `None` if memory is refused.
    pub fn reserve(&mut self, memory: &Allocator, window: usize) -> Option<()> {
        if self.memory.is_none() {
            self.memory = Some(Words::new(memory, window + SLACK)?);
        }
        Some(())
    }

    /// Keeps the last `window` bytes of what is kept and `bytes`; `None`, and nothing changed, if memory is refused.
    pub fn append(&mut self, memory: &Allocator, window: usize, bytes: &[u8]) -> Option<()> {
        let wanted = window.min(self.have + bytes.len());
        if self.memory.as_ref().is_none_or(|words| words.bytes().len() < wanted + SLACK) {
            self.grow(memory, window, wanted, bytes.len() < window)?;
        }
        self.in_use = true;
        let words = self.memory.as_mut()?;
        let capacity = words.bytes().len() - SLACK;
        let ring = &mut words.bytes_mut()[..capacity];
        let tail = &bytes[bytes.len().saturating_sub(capacity)..];
        let first = tail.len().min(capacity - self.next);
        ring[self.next..self.next + first].copy_from_slice(&tail[..first]);
        if first < tail.len() {
            ring[..tail.len() - first].copy_from_slice(&tail[first..]);
        }
        self.have = capacity.min(self.have + tail.len());
        self.next += tail.len();
        if self.next >= capacity && capacity >= window {
            self.next -= capacity;
        }
        Some(())
    }

    /// Moves to a ring of at least `wanted` bytes, with what is kept unless all of it is about to be replaced.
    fn grow(&mut self, memory: &Allocator, window: usize, wanted: usize, keep: bool) -> Option<()> {
        let capacity = match memory {
            Allocator::Default => wanted.max(SMALLEST).next_power_of_two().min(window),
            Allocator::Custom { .. } => window,
        };
        let mut larger = Words::new(memory, capacity + SLACK)?;
        if let Some(words) = self.memory.take() {
            if keep {
                // Invariant 1: a ring that can grow has its bytes at its start.
                larger.bytes_mut()[..self.have].copy_from_slice(&words.bytes()[..self.have]);
            }
            words.give_back(memory);
        }
        self.memory = Some(larger);
        Some(())
    }

    /// Keeps no more memory than the bytes kept need; `None`, and nothing changed, if memory for that is refused.
    pub fn trim(&mut self, memory: &Allocator) -> Option<()> {
        let held = self.memory.as_ref().map_or(0, |words| words.bytes().len());
        if self.have + SLACK + TRIM_GAIN >= held {
            return Some(());
        }
        let mut smaller = Words::new(memory, self.have + SLACK)?;
        let mut at = 0;
        for piece in self.pieces() {
            smaller.bytes_mut()[at..at + piece.len()].copy_from_slice(piece);
            at += piece.len();
        }
        self.next = self.have;
        if let Some(words) = self.memory.replace(smaller) {
            words.give_back(memory);
        }
        Some(())
    }

    /// Forgets all and returns the memory.
    pub fn give_back(&mut self, memory: &Allocator) {
        if let Some(words) = self.memory.take() {
            words.give_back(memory);
        }
        (self.in_use, self.next, self.have) = (false, 0, 0);
    }

    /// A copy with memory of its own; `None` if that is refused.
    pub fn duplicate(&self, memory: &Allocator) -> Option<Self> {
        let mut copy = None;
        if let Some(words) = &self.memory {
            let mut fresh = Words::new(memory, words.bytes().len())?;
            fresh.bytes_mut().copy_from_slice(words.bytes());
            copy = Some(fresh);
        }
        Some(History { memory: copy, ..*self })
    }
}
