//! Finding matches. A finder remembers positions by a hash of what stands there and proposes earlier positions; every
//! proposal is compared with the text, so what a table entry once meant never matters for correctness.
//!
//! Positions are kept modulo 65536. An entry is a candidate if its distance from here is within the window and the
//! history; an entry so old that it looks new again is just a poor guess. So tables never slide and never need rebasing.

pub mod chain;
pub mod newest;
pub mod rows;

use crate::mem::ring::Ring;
use crate::mem::width::{Fixed, Free, Width};

/// A match; distance 0 if there is none.
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
    /// The longest match. It is no constant here, lest the compiler unrolls the loops that measure matches, 32 rounds each.
    pub most: usize,
}

impl<'a> Span<'a> {
    /// The same with the ring's width as `W`; `None` if it is not that.
    pub fn with_width<W: Width>(self) -> Option<Span<'a, W>> {
        let Span { ring, floor, end, window, most } = self;
        Some(Span { ring: ring.with_width()?, floor, end, window, most })
    }
}

impl<W: Width> Span<'_, W> {
    /// The largest distance allowed from `position`.
    #[inline(always)]
    pub fn reach<S: Shape>(&self, position: usize) -> usize {
        (position - self.floor).min(if S::AMPLE { S::WINDOW } else { self.window })
    }

    /// The longest match that the text allows at `position`.
    #[inline(always)]
    pub fn longest<S: Shape>(&self, position: usize) -> usize {
        if S::AMPLE { self.most } else { (self.end - position).min(self.most) }
    }
}

/// Index bits of text and tables.
pub trait Shape {
    /// Whether the window is one of 32 KiB, and as much text follows every position that is asked for as a search may look
    /// at; then each level has a loop of its own.
    const AMPLE: bool;
    /// The window's size, where the shape has one.
    const WINDOW: usize;
    /// The text ring's.
    type Ring: Width;
    /// The links'.
    type Links: Width;
    /// The heads'.
    type Heads: Width;
    /// Half as many heads'.
    type HalfHeads: Width;
    /// The short heads'.
    type ShortHeads: Width;
}

/// Those of the last stage with a window of 32 KiB and memLevel 8 or 9: for these the loops are compiled anew, with masks
/// and shifts as parts of the instructions.
pub struct Usual;

/// Any.
pub struct Any;

impl Shape for Usual {
    const AMPLE: bool = true;
    const WINDOW: usize = 1 << 15;
    type Ring = Fixed<16>;
    type Links = Fixed<15>;
    type Heads = Fixed<15>;
    type HalfHeads = Fixed<14>;
    type ShortHeads = Fixed<12>;
}

impl Shape for Any {
    const AMPLE: bool = false;
    const WINDOW: usize = 0;
    type Ring = Free;
    type Links = Free;
    type Heads = Free;
    type HalfHeads = Free;
    type ShortHeads = Free;
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
    /// Whether its matches pay whatever their distance is.
    const ANY_DISTANCE: bool;

    /// The text it looks at.
    fn span(&self) -> &Span<'_, Self::Width>;

    /// The best match at `position`, which is remembered. Every position is asked for here or passed, in rising order.
    fn find(&mut self, position: usize, search: Search) -> Match;

    /// A match is taken. What a finder found without that is nothing to go by: a run that begins here would not know it.
    fn take(&mut self, _found: Match) {}

    /// Remembers what it wants of the positions before `position` that were not asked for because a match covers them.
    fn pass(&mut self, position: usize);

    /// Remembers all positions before `position` that were not asked for.
    fn catch_up(&mut self, position: usize);

    /// Goes on at `position`; those before it that were not asked for are never remembered.
    fn skip(&mut self, position: usize);

    /// The first position that is not remembered yet.
    fn next(&self) -> usize;
}

/// A finder whose code stands once, for loops that are to be small before they are fast.
pub struct Compact<F>(pub F);

impl<F: MatchFinder> MatchFinder for Compact<F> {
    type Width = F::Width;
    const ANY_DISTANCE: bool = F::ANY_DISTANCE;

    fn span(&self) -> &Span<'_, F::Width> {
        self.0.span()
    }

    #[inline(never)]
    fn find(&mut self, position: usize, search: Search) -> Match {
        self.0.find(position, search)
    }

    fn take(&mut self, found: Match) {
        self.0.take(found);
    }

    #[inline(never)]
    fn pass(&mut self, position: usize) {
        self.0.pass(position);
    }

    #[inline(never)]
    fn catch_up(&mut self, position: usize) {
        self.0.catch_up(position);
    }

    fn skip(&mut self, position: usize) {
        self.0.skip(position);
    }

    fn next(&self) -> usize {
        self.0.next()
    }
}

/// Distance bits that a byte more of a match is worth. With 4 or 8 the mean size at level 6 differs by less than 0.05 %.
const BITS_PER_BYTE: u32 = 6;

/// Whether a longer match is better than one that may be nearer.
#[inline(always)]
fn outweighs(found: Match, best: Match) -> bool {
    let bits = BITS_PER_BYTE * (found.length - best.length) as u32;
    // Without a distance, there is no best one yet.
    bits >= 16 || found.distance >> bits <= best.distance.wrapping_sub(1)
}

/// The distance from `position` back to an entry.
#[inline(always)]
fn distance(position: usize, entry: u16) -> usize {
    usize::from((position as u16).wrapping_sub(entry))
}

/// What a text word is multiplied by so that its first `bytes` bytes are spread over the upper 32 bits of the product, best
/// at the top (Knuth's multiplicative hashing).
#[inline(always)]
fn multiplier(bytes: usize) -> u64 {
    0x9e37_79b9_7f4a_7c15 << (64 - 8 * bytes)
}

/// The hash of the first `bytes` bytes of a text word.
#[inline(always)]
fn hash(words: u64, bytes: usize) -> u32 {
    (words.wrapping_mul(multiplier(bytes)) >> 32) as u32
}
