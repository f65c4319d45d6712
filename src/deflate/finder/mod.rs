//! Finding matches. A finder remembers positions by a hash of what stands there and proposes earlier positions; every
//! proposal is compared with the text, so what a table entry once meant never matters for correctness.
//!
//! Positions are kept modulo 65536. An entry is a candidate if its distance from here is within the window and the
//! history; an entry so old that it looks new again is just a poor guess. So tables never slide and never need rebasing.

pub mod bucket;
pub mod chain;

use crate::mem::ring::Ring;

/// A match; length 0 if there is none.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Match {
    /// Bytes.
    pub length: usize,
    /// How far back it begins.
    pub distance: usize,
}

/// The part of the stream that a finder may look at.
pub struct Span<'a> {
    /// The text.
    pub ring: Ring<'a>,
    /// The first position that a match may refer to.
    pub floor: usize,
    /// The end of the text that has come so far.
    pub end: usize,
    /// Bytes of the window: the farthest that a match may reach.
    pub window: usize,
}

impl Span<'_> {
    /// The largest distance allowed from `position`.
    #[inline(always)]
    pub fn reach(&self, position: usize) -> usize {
        (position - self.floor).min(self.window)
    }

    /// The longest match that the text allows at `position`.
    #[inline(always)]
    pub fn longest(&self, position: usize) -> usize {
        (self.end - position).min(crate::format::symbols::MAX_MATCH)
    }
}

/// How hard to look.
#[derive(Clone, Copy)]
pub struct Search {
    /// A match must be longer than this.
    pub longer_than: usize,
    /// Candidates to try.
    pub depth: usize,
    /// A match this long ends the search.
    pub nice: usize,
}

/// A way to find matches.
pub trait MatchFinder {
    /// The text it looks at.
    fn span(&self) -> &Span<'_>;

    /// The best match at `position`, which is remembered. Positions are asked in rising order; those between are
    /// remembered as far as the finder wants.
    fn find(&mut self, position: usize, search: Search) -> Match;

    /// Remembers what it wants of the positions before `position`.
    fn pass(&mut self, position: usize);
}

/// The distance from `position` back to an entry.
#[inline(always)]
fn distance(position: usize, entry: u16) -> usize {
    usize::from((position as u16).wrapping_sub(entry))
}

/// Spreads a text word over `bits` bits (Knuth's multiplicative hashing).
#[inline(always)]
fn hash(word: u32, bits: u32) -> usize {
    (word.wrapping_mul(0x9e37_79b1) >> (32 - bits)) as usize
}
