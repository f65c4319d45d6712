//! Finding matches. A finder remembers positions by a hash of what stands there and proposes earlier positions; every
//! proposal is compared with the text, so what a table entry once meant never matters for correctness.
//!
//! Positions are kept modulo 65536. An entry is a candidate if its distance from here is within the window and the
//! history; an entry so old that it looks new again is just a poor guess. So tables never slide and never need rebasing.

pub mod bucket;
pub mod chain;

use crate::mem::ring::Ring;
use crate::mem::width::{Fixed, Free, Width};

/// A match; length 0 if there is none.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Match {
    /// Bytes.
    pub length: usize,
    /// How far back it begins.
    pub distance: usize,
}

/// The part of the stream that a finder may look at.
pub struct Span<'a, W: Width = Free> {
    /// The text.
    pub ring: Ring<'a, W>,
    /// The first position that a match may refer to.
    pub floor: usize,
    /// The end of the text that has come so far.
    pub end: usize,
    /// Bytes of the window: the farthest that a match may reach.
    pub window: usize,
}

impl<'a> Span<'a> {
    /// The same with the ring's width as `W`; `None` if it is not that.
    pub fn with_width<W: Width>(self) -> Option<Span<'a, W>> {
        Some(Span { ring: self.ring.with_width()?, floor: self.floor, end: self.end, window: self.window })
    }
}

impl<W: Width> Span<'_, W> {
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

/// Index bits of text and tables.
pub trait Shape {
    /// Whether each level has a loop of its own; otherwise one loop serves several.
    const QUICK: bool;
    /// The text ring's.
    type Ring: Width;
    /// The links'.
    type Links: Width;
    /// The heads'.
    type Heads: Width;
    /// The short heads'.
    type ShortHeads: Width;
    /// The pairs'.
    type Pairs: Width;
}

/// Those of the last stage with a window of 32 KiB and memLevel 8 or 9: for these the loops are compiled anew, with masks
/// and shifts as parts of the instructions.
pub struct Usual;

/// Any.
pub struct Any;

impl Shape for Usual {
    const QUICK: bool = true;
    type Ring = Fixed<16>;
    type Links = Fixed<15>;
    type Heads = Fixed<15>;
    type ShortHeads = Fixed<12>;
    type Pairs = Fixed<16>;
}

impl Shape for Any {
    const QUICK: bool = false;
    type Ring = Free;
    type Links = Free;
    type Heads = Free;
    type ShortHeads = Free;
    type Pairs = Free;
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
    /// Index bits of the ring.
    type Width: Width;

    /// The text it looks at.
    fn span(&self) -> &Span<'_, Self::Width>;

    /// The best match at `position`, which is remembered. Every position is asked for here or passed, in rising order.
    fn find(&mut self, position: usize, search: Search) -> Match;

    /// Remembers what it wants of the positions before `position` that were not asked for because a match covers them.
    fn pass(&mut self, position: usize);

    /// Remembers all positions before `position` that were not asked for.
    fn catch_up(&mut self, position: usize);
}

/// The distance from `position` back to an entry.
#[inline(always)]
fn distance(position: usize, entry: u16) -> usize {
    usize::from((position as u16).wrapping_sub(entry))
}

/// Spreads the first four bytes of a text word over 32 bits, best at the top (Knuth's multiplicative hashing).
#[inline(always)]
fn hash4(word: u32) -> u32 {
    word.wrapping_mul(0x9e37_79b1)
}

/// The same for the first three.
#[inline(always)]
fn hash3(word: u32) -> u32 {
    hash4(word << 8)
}
