//! The output of earlier calls that matches may still reach: a ring that grows as it fills, up to the window's size.
//!
//! Memory is taken when a call ends that leaves something to refer to, and only as much as there is to keep, doubled until
//! the window's size is reached. A caller's own allocator is asked once, for the whole window, as zlib does: such
//! allocators often cannot take memory back.
#![forbid(unsafe_code)]

use super::blocks::Before;
use crate::mem::alloc::Allocator;
use crate::mem::owned::Words;
use crate::mem::past::{Past, SLACK};
use crate::mem::window::Window;

/// Bytes that a trim must free to be worth a copy.
const TRIM_GAIN: usize = 64;
/// Smallest ring.
const SMALLEST: usize = 512;

/// The window of a stream.
pub struct History {
    kept: Window,
    /// Whether anything was kept since the last reset.
    in_use: bool,
}

impl Before for History {
    fn past(&self) -> Past<'_> {
        self.kept.past()
    }
}

impl History {
    /// Nothing was kept yet, and there is no memory.
    pub fn new() -> Self {
        History { kept: Window::none(), in_use: false }
    }

    /// Whether anything was kept since the last reset, be it nothing at all.
    pub fn in_use(&self) -> bool {
        self.in_use
    }

    /// Whether there is memory to keep bytes in.
    pub fn has_memory(&self) -> bool {
        self.kept.size() != 0
    }

    /// The bytes kept, oldest first, in two pieces.
    pub fn pieces(&self) -> [&[u8]; 2] {
        self.kept.pieces()
    }

    /// Makes room for the whole window at once, if nothing was kept yet; `None` if memory is refused.
    pub fn reserve(&mut self, memory: &Allocator, window: usize) -> Option<()> {
        if self.kept.held().is_none() {
            self.kept.move_to(Words::new(memory, window + SLACK)?, window);
        }
        Some(())
    }

    /// Keeps the last `window` bytes of what is kept and `bytes`; `None`, and nothing changed, if memory is refused.
    #[inline(always)]
    pub fn append(&mut self, memory: &Allocator, window: usize, bytes: &[u8]) -> Option<()> {
        if self.kept.size() < window {
            self.grow(memory, window, bytes.len())?;
        }
        self.in_use = true;
        self.kept.keep(bytes);
        Some(())
    }

    /// Makes the ring larger if there is no room for `more` bytes. Memory is taken for none, too, as by zlib.
    #[inline(never)]
    fn grow(&mut self, memory: &Allocator, window: usize, more: usize) -> Option<()> {
        let wanted = window.min(self.kept.have() + more).max(1);
        if self.kept.size() >= wanted {
            return Some(());
        }
        let size = match memory {
            Allocator::Default => wanted.max(SMALLEST).next_power_of_two().min(window),
            Allocator::Custom { .. } => window,
        };
        let larger = Words::new(memory, size + SLACK)?;
        if let Some(words) = self.kept.move_to(larger, size) {
            words.give_back(memory);
        }
        Some(())
    }

    /// Keeps no more memory than the bytes kept need; `None`, and nothing changed, if memory for that is refused.
    pub fn trim(&mut self, memory: &Allocator) -> Option<()> {
        let wanted = self.kept.have() + SLACK;
        if self.kept.held().is_none_or(|held| wanted + TRIM_GAIN >= held) {
            return Some(());
        }
        let smaller = Words::new(memory, wanted)?;
        if let Some(words) = self.kept.move_to(smaller, self.kept.have()) {
            words.give_back(memory);
        }
        Some(())
    }

    /// Forgets all and returns the memory.
    pub fn give_back(&mut self, memory: &Allocator) {
        if let Some(words) = self.kept.take() {
            words.give_back(memory);
        }
        self.in_use = false;
    }

    /// A copy with memory of its own; `None` if that is refused.
    pub fn duplicate(&self, memory: &Allocator) -> Option<Self> {
        let mut copy = History { in_use: self.in_use, ..History::new() };
        if let Some(held) = self.kept.held() {
            copy.kept.move_to(Words::new(memory, held)?, self.kept.size());
            for piece in self.pieces() {
                copy.kept.keep(piece);
            }
        }
        Some(copy)
    }
}
