//! The working memory of a stream and its policy: nothing until text comes, one small block for the first text, a larger
//! one when the stream's position outgrows it, nothing again after a reset.
//!
//! A stage is chosen by the stream's position and parameters, never by the shape of a call or by the allocator, because
//! the sizes of the tables decide which matches are found.
#![forbid(unsafe_code)]

use super::block::choose::Coder;
use super::layout::{Layout, capacity, layout};
use super::levels::Parser;
use super::params::Params;
use super::sequences::{Extent, move_to};
use crate::mem::alloc::Allocator;
use crate::mem::owned::{Owned, Words, as_u8, as_u16};
use crate::mem::ring::Ring;

/// The working memory, as much as there is of it.
#[derive(Default)]
pub struct LazyState {
    coder: Option<Owned<Coder>>,
    block: Option<Words>,
    layout: Layout,
    stage: usize,
    /// The parser that the tables were made for.
    parser: Option<Parser>,
}

/// The working memory taken apart, for one call.
pub struct Rooms<'a> {
    /// Counts and codewords.
    pub coder: &'a mut Coder,
    /// The text.
    pub ring: Ring<'a>,
    /// Links by position.
    pub links: &'a mut [u16],
    /// Heads by hash.
    pub heads: &'a mut [u16],
    /// Heads by hash of three bytes.
    pub short_heads: &'a mut [u16],
    /// The sequences buffer.
    pub sequences: &'a mut [u8],
}

/// What [`LazyState::prepare`] did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prepared {
    /// The memory was as it should be.
    Ready,
    /// Tables are new and empty: the history is to be remembered anew.
    Cleared,
    /// Memory was refused; what there was is still there.
    Refused,
}

impl LazyState {
    /// Whether there is no working memory.
    pub fn is_empty(&self) -> bool {
        self.block.is_none()
    }

    /// The text that the current stage holds, counted from the stream's begin.
    pub fn capacity(&self, params: &Params) -> usize {
        if self.is_empty() { 0 } else { capacity(params, self.stage) }
    }

    /// Makes the memory fit a parser and a stream that will hold more than `taken` bytes. What the ring holds before
    /// position `end`, and the decisions of `extent`, are kept.
    pub fn prepare(
        &mut self,
        allocator: &Allocator,
        params: &Params,
        parser: Parser,
        taken: usize,
        end: usize,
        extent: &Extent,
    ) -> Prepared {
        let mut stage = if self.is_empty() { 0 } else { self.stage };
        while capacity(params, stage) <= taken {
            stage += 1;
        }
        if !self.is_empty() && stage == self.stage && self.parser == Some(parser) {
            return Prepared::Ready;
        }
        if self.coder.is_none() {
            self.coder = Owned::new(allocator, Coder::EMPTY);
        }
        let wanted = layout(params, parser, stage);
        if self.coder.is_none() || !self.resize(allocator, wanted, end, extent) {
            return Prepared::Refused;
        }
        (self.stage, self.parser) = (stage, Some(parser));
        if let Some(rooms) = self.rooms() {
            rooms.heads.fill(0);
            rooms.short_heads.fill(0);
        }
        Prepared::Cleared
    }

    /// Moves to a block of another layout; `false` if memory is refused.
    fn resize(&mut self, allocator: &Allocator, wanted: Layout, end: usize, extent: &Extent) -> bool {
        if self.block.is_some() && self.layout == wanted {
            return true;
        }
        let Some(block) = Words::new(allocator, wanted.total()) else { return false };
        let mut larger = LazyState { block: Some(block), layout: wanted, coder: self.coder.take(), ..Self::default() };
        if let (Some(old), Some(mut new)) = (self.block.as_mut(), larger.rooms()) {
            let old = take_apart(old.words_mut(), &self.layout);
            let kept = old.ring.size().min(new.ring.size()).min(end);
            let mut at = end - kept;
            while at < end {
                let piece = old.ring.run(at, end - at);
                new.ring.append(at, piece);
                at += piece.len();
            }
            if !old.sequences.is_empty() && !new.sequences.is_empty() {
                move_to(old.sequences, new.sequences, extent);
            }
        }
        self.release(allocator);
        *self = larger;
        true
    }

    /// The memory taken apart; `None` if there is none.
    pub fn rooms(&mut self) -> Option<Rooms<'_>> {
        let coder = &mut **self.coder.as_mut()?;
        let parts = take_apart(self.block.as_mut()?.words_mut(), &self.layout);
        let Parts { ring, links, heads, short_heads, sequences } = parts;
        Some(Rooms { coder, ring, links, heads, short_heads, sequences })
    }

    /// Returns all memory.
    pub fn release(&mut self, allocator: &Allocator) {
        if let Some(block) = self.block.take() {
            block.give_back(allocator);
        }
        if let Some(coder) = self.coder.take() {
            coder.give_back(allocator);
        }
        *self = LazyState::default();
    }

    /// A copy with memory of its own; `None` if that is refused.
    pub fn try_clone(&self, allocator: &Allocator) -> Option<Self> {
        let mut copy = LazyState { layout: self.layout, stage: self.stage, parser: self.parser, ..Self::default() };
        if let Some(coder) = &self.coder {
            copy.coder = Some(Owned::new(allocator, Coder::clone(coder))?);
        }
        if let Some(block) = &self.block {
            let Some(mut words) = Words::new(allocator, block.bytes().len()) else {
                copy.release(allocator);
                return None;
            };
            words.words_mut().copy_from_slice(block.words());
            copy.block = Some(words);
        }
        Some(copy)
    }
}

struct Parts<'a> {
    ring: Ring<'a>,
    links: &'a mut [u16],
    heads: &'a mut [u16],
    short_heads: &'a mut [u16],
    sequences: &'a mut [u8],
}

/// Cuts a block into its parts.
fn take_apart<'a>(words: &'a mut [u64], layout: &Layout) -> Parts<'a> {
    let (ring, rest) = words.split_at_mut(Ring::footprint(layout.ring) / 8);
    let (links, rest) = rest.split_at_mut(layout.links / 8);
    let (heads, rest) = rest.split_at_mut(layout.heads / 8);
    let (short_heads, sequences) = rest.split_at_mut(layout.short_heads / 8);
    Parts {
        ring: Ring::new(as_u8(ring)),
        links: as_u16(links),
        heads: as_u16(heads),
        short_heads: as_u16(short_heads),
        sequences: as_u8(sequences),
    }
}
