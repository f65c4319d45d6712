//! The working memory of a stream and its policy: nothing until text comes, one small block for the first text, a larger
//! one when the stream's position outgrows it; only history where a stream rests but will go on; nothing after a reset.
//!
//! A stage is chosen by the stream's position and parameters, never by the shape of a call or by the allocator, because
//! the sizes of the tables decide which matches are found.
#![forbid(unsafe_code)]

use super::block::choose::Coder;
use super::layout::{Layout, capacity, chained, layout, serving};
use super::levels::Parser;
use super::params::Params;
use super::sequences::{Extent, move_to};
use crate::mem::alloc::Allocator;
use crate::mem::owned::{Owned, Words, as_u8, as_u16};
use crate::mem::ring::Ring;
use core::ops::Range;

/// The working memory, as much as there is of it.
#[derive(Default)]
pub struct LazyState {
    coder: Option<Owned<Coder>>,
    block: Option<Words>,
    layout: Layout,
    stage: u8,
    /// The parser that the tables were made for.
    parser: Option<Parser>,
    /// What a stream at rest keeps of its text, in place of all else, and how many bytes of it.
    history: Option<Words>,
    kept: u32,
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

    /// The parser that serves at the current stage for the one that was asked for.
    pub fn serving(&self, params: &Params, parser: Parser) -> Parser {
        serving(params, parser, self.stage.into())
    }

    /// The text that the current stage holds, counted from the stream's begin.
    pub fn capacity(&self, params: &Params) -> usize {
        if self.is_empty() { 0 } else { capacity(params, self.stage.into()) }
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
        let mut stage = if self.is_empty() { 0 } else { usize::from(self.stage) };
        while capacity(params, stage) <= taken {
            stage += 1;
        }
        let parser = serving(params, parser, stage);
        if !self.is_empty() && stage == usize::from(self.stage) && self.parser == Some(parser) {
            return Prepared::Ready;
        }
        if self.coder.is_none() {
            self.coder = Owned::new(allocator, Coder::EMPTY);
        }
        let wanted = layout(params, parser, stage);
        // A caller's allocator may never reuse memory, so its block has room for the parser of little text from the first.
        let spare =
            if matches!(allocator, Allocator::Default) { wanted } else { layout(params, chained(parser), stage) };
        if self.coder.is_none() || !self.resize(allocator, wanted, spare.total(), end, extent) {
            return Prepared::Refused;
        }
        (self.stage, self.parser) = (stage as u8, Some(parser));
        if let Some(rooms) = self.rooms() {
            rooms.heads.fill(0);
            rooms.short_heads.fill(0);
        }
        Prepared::Cleared
    }

    /// Whether the block has room for another layout without a move of text or decisions.
    fn has_room(&self, wanted: &Layout) -> bool {
        let same = self.layout.ring == wanted.ring && self.layout.sequences == wanted.sequences;
        same && self.block.as_ref().is_some_and(|block| wanted.total() <= block.bytes().len())
    }

    /// Moves to a block of another layout, of `spare` bytes if that is more; `false` if memory is refused. Streams whose text
    /// comes now in short pieces, now in long ones, change their layout time and again, so a block with room for both stays.
    fn resize(&mut self, allocator: &Allocator, wanted: Layout, spare: usize, end: usize, extent: &Extent) -> bool {
        if self.has_room(&wanted) {
            self.layout = wanted;
            return true;
        }
        let Some(block) = Words::new(allocator, wanted.total().max(spare)) else { return false };
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
        if let (Some(history), Some(mut new)) = (self.history.as_ref(), larger.rooms()) {
            let kept = &history.bytes()[..(self.kept as usize).min(end)];
            let kept = &kept[kept.len().saturating_sub(new.ring.size())..];
            new.ring.append(end - kept.len(), kept);
        }
        self.release(allocator);
        *self = larger;
        true
    }

    /// Keeps the last `length` bytes of text before `end`, nothing else; `false`, and nothing changed, if memory for them
    /// is refused. Nothing may be under way: no decisions, no block being sent.
    pub fn rest(&mut self, allocator: &Allocator, end: usize, length: usize) -> bool {
        let length = length.min(self.reach_back());
        if length == 0 {
            self.release(allocator);
            return true;
        }
        if self.is_empty() && length == self.kept as usize {
            return true;
        }
        let Some(mut history) = Words::new(allocator, length) else { return false };
        let mut at = 0;
        self.show(end - length..end, |piece| {
            history.bytes_mut()[at..at + piece.len()].copy_from_slice(piece);
            at += piece.len();
        });
        self.release(allocator);
        (self.history, self.kept) = (Some(history), length as u32);
        true
    }

    /// How many of the last bytes of text there still are, at most.
    pub fn reach_back(&self) -> usize {
        if self.is_empty() { self.kept as usize } else { self.layout.ring }
    }

    /// Hands the text at these positions, of which the last one is the newest, to `take`, in pieces.
    pub fn show(&mut self, range: Range<usize>, mut take: impl FnMut(&[u8])) {
        if let Some(history) = &self.history {
            let kept = &history.bytes()[..self.kept as usize];
            take(&kept[kept.len().saturating_sub(range.len())..]);
        } else if let Some(block) = self.block.as_mut() {
            let ring = take_apart(block.words_mut(), &self.layout).ring;
            let mut at = range.start;
            while at < range.end {
                let piece = ring.run(at, range.end - at);
                take(piece);
                at += piece.len();
            }
        }
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
        if let Some(history) = self.history.take() {
            history.give_back(allocator);
        }
        *self = LazyState::default();
    }

    /// A copy with memory of its own; `None` if that is refused.
    pub fn try_clone(&self, allocator: &Allocator) -> Option<Self> {
        let mut copy = LazyState { coder: None, block: None, history: None, ..*self };
        let complete = match &self.coder {
            Some(coder) => {
                copy.coder = Owned::new(allocator, Coder::clone(coder));
                copy.coder.is_some()
            }
            None => true,
        };
        let complete = complete && duplicate(&self.block, &mut copy.block, allocator);
        let complete = complete && duplicate(&self.history, &mut copy.history, allocator);
        if !complete {
            copy.release(allocator);
        }
        complete.then_some(copy)
    }
}

/// Sets `to` to a copy of `from`; `false` if memory is refused.
fn duplicate(from: &Option<Words>, to: &mut Option<Words>, allocator: &Allocator) -> bool {
    if let Some(words) = from {
        *to = Words::new(allocator, words.bytes().len());
        if let Some(copy) = to.as_mut() {
            copy.words_mut().copy_from_slice(words.words());
        }
    }
    from.is_some() == to.is_some()
}

struct Parts<'a> {
    ring: Ring<'a>,
    links: &'a mut [u16],
    heads: &'a mut [u16],
    short_heads: &'a mut [u16],
    sequences: &'a mut [u8],
}

/// Cuts a block into its parts: the text at its begin and the decisions at its end, whatever is between them.
fn take_apart<'a>(words: &'a mut [u64], layout: &Layout) -> Parts<'a> {
    let (ring, rest) = words.split_at_mut(Ring::footprint(layout.ring) / 8);
    let (tables, sequences) = rest.split_at_mut(rest.len() - layout.sequences / 8);
    let (links, rest) = tables.split_at_mut(layout.links / 8);
    let (heads, rest) = rest.split_at_mut(layout.heads / 8);
    let short_heads = &mut rest[..layout.short_heads / 8];
    Parts {
        ring: Ring::new(as_u8(ring)),
        links: as_u16(links),
        heads: as_u16(heads),
        short_heads: as_u16(short_heads),
        sequences: as_u8(sequences),
    }
}
