//! Cutting the text into literals and matches.
//!
//! A parser makes one decision after the other at rising positions and pushes them. It keeps nothing between decisions,
//! and it decides only where [`LOOKAHEAD`] bytes of text follow or the caller wants all text out: so decisions depend on
//! the text and on flush points alone, never on how the text was cut into calls.
#![forbid(unsafe_code)]

pub mod greedy;
pub mod lazy;
pub mod plain;

use super::block::estimate::Worth;
use super::finder::{MatchFinder, Search, Span};
use super::sequences::Sequences;
use crate::format::symbols::MAX_MATCH;

/// Literals that one decision pushes at most.
pub const MOST_LITERALS: usize = 130;
/// Bytes that a decision may look at: its literals, then a match and the word behind it.
pub const LOOKAHEAD: usize = MOST_LITERALS + MAX_MATCH + 8;

/// Literals since the last match for each literal more that a miss passes over without a search, a power of two.
const PATIENCE: u32 = 64;

/// What bounds a parser's run.
pub struct Bounds {
    /// Decisions are made at positions before this one.
    pub stop: usize,
    /// The run ends at the first decision at or behind this position, for a look at the block.
    pub check_position: usize,
    /// The run ends when the block has this many symbols, for a look at its statistics.
    pub check_symbols: usize,
}

impl Bounds {
    /// Whether another decision may be made.
    #[inline(always)]
    fn allow(&self, position: usize, sequences: &Sequences) -> bool {
        position < self.stop.min(self.check_position)
            && sequences.extent.symbols() < self.check_symbols
            && sequences.has_room()
    }
}

/// How a parser weighs what it finds.
#[derive(Clone, Copy)]
pub struct Taste {
    /// Candidates at a position.
    pub depth: usize,
    /// A match this long is good enough.
    pub nice: usize,
    /// Which short matches are taken.
    pub worth: Worth,
}

impl Taste {
    /// A search at this taste.
    #[inline(always)]
    fn search(&self) -> Search {
        Search { longer_than: usize::from(self.worth.shortest) - 1, depth: self.depth, nice: self.nice }
    }
}

/// Pushes the literal at `position`, where nothing was found, and returns the position behind it. After a long run of
/// literals it takes more at once: where nothing matches, little is lost by looking less often.
#[inline(always)]
fn miss(span: &Span, sequences: &mut Sequences, position: usize) -> usize {
    let more = (sequences.extent.run / PATIENCE) as usize;
    let next = position + 1 + more.min(span.end - position - 1);
    for at in position..next {
        sequences.push_literal(span.ring.byte(at));
    }
    next
}
