//! Hash chains: all positions with the same four bytes, newest first, and the newest one with the same three.
//!
//! `heads` gives the newest position of a hash, `links` the way from a position to the one before it, a negative number.
//! A chain is followed while it leads back and stays within reach. A link that was overwritten leads to some other chain,
//! whose entries are as good or bad guesses as any.
#![forbid(unsafe_code)]

use super::{Match, MatchFinder, Search, Shape, Span, distance, hash3, hash4};
use crate::format::symbols::MIN_MATCH;
use crate::mem::ring::View;
use crate::mem::table::Table;
use crate::mem::width::Width;

/// Bytes that a position needs behind it to be remembered.
const HASHED: usize = 4;
/// Distance bits that a byte more of a match is worth. At 4 binary data grows, at 8 text does (by about 0.1 %).
const BITS_PER_BYTE: u32 = 6;

/// A view of the chains.
pub struct Chains<'a, S: Shape> {
    /// The text.
    pub span: Span<'a, S::Ring>,
    /// The position before less this one, by position; 0 if there is none.
    pub links: Table<'a, S::Links>,
    /// Newest position by hash of four bytes.
    pub heads: Table<'a, S::Heads>,
    /// Newest position by hash of three bytes.
    pub short_heads: Table<'a, S::ShortHeads>,
    /// The first position that is not remembered yet.
    pub next: usize,
}

impl<S: Shape> Chains<'_, S> {
    /// Remembers `position`, whose four bytes are `word`, and returns the newest earlier positions with the same four
    /// and three bytes.
    #[inline(always)]
    fn remember(&mut self, position: usize, word: u32) -> (u16, u16) {
        let newest = self.heads.exchange(hash4(word), position as u16);
        self.links.set(position, newest.wrapping_sub(position as u16));
        (newest, self.short_heads.exchange(hash3(word), position as u16))
    }

    /// Remembers `position` and returns its word, the newest match of three bytes if shorter ones than four are wanted, and
    /// the chain of those that may be longer.
    #[inline(always)]
    fn begin(&mut self, position: usize, search: &Search) -> (u32, Match, u16) {
        let word = self.span.ring.u32(position);
        let (newest, newest_short) = self.remember(position, word);
        self.next = position + 1;
        let back = distance(position, newest_short);
        let text = self.span.ring.ahead(0);
        let short = search.longer_than < MIN_MATCH
            && (text.u32(newest_short) ^ word) << 8 == 0
            && back.wrapping_sub(1) < self.span.reach(position);
        let short = if short { Match { length: MIN_MATCH, distance: back } } else { Match::default() };
        (word, short, newest)
    }

    /// Walks the chain that begins at `entry` and offers each match at `position`, whose bytes are `word`, that is longer than
    /// all that were accepted before.
    #[inline(always)]
    fn walk(&self, position: usize, word: u32, entry: u16, search: &Search, mut accept: impl FnMut(Match) -> bool) {
        let (ring, reach, longest) = (&self.span.ring, self.span.reach(position), self.span.longest(position));
        let back = distance(position, entry);
        let mut length = search.longer_than.max(HASHED - 1);
        if back.wrapping_sub(1) >= reach || length >= longest {
            return;
        }
        let enough = search.nice.min(longest);
        // A longer match agrees in the four bytes that end one behind the best one's end: see those first.
        let mut view = ring.ahead((length - 3) as u8);
        let mut tail = view.u32(position as u16);
        let mut step = Step { entry, left: (reach - back) as u16, tries: search.depth };
        while self.seek(&mut step, view, tail) {
            if ring.ahead(0).u32(step.entry) == word {
                let back = reach - usize::from(step.left);
                let found = ring.match_length(position, position - back, HASHED, longest);
                if found > length && accept(Match { length: found, distance: back }) {
                    if found >= enough {
                        break;
                    }
                    (length, view) = (found, ring.ahead((found - 3) as u8));
                    tail = view.u32(position as u16);
                }
            }
            if !step.on(&self.links) {
                break;
            }
        }
    }

    /// All matches at `position` that are longer than any nearer one, nearest first; the position is remembered.
    #[inline(always)]
    pub fn each(&mut self, position: usize, search: Search, mut take: impl FnMut(Match)) {
        if position + HASHED > self.span.end {
            return;
        }
        let (word, short, entry) = self.begin(position, &search);
        if short.length != 0 {
            take(short);
        }
        self.walk(position, word, entry, &search, |found| {
            take(found);
            true
        });
    }

    /// A hot loop: follows the chain until an entry has `tail` in `view`; `false` if none has.
    #[inline(always)]
    fn seek(&self, step: &mut Step, view: View<S::Ring>, tail: u32) -> bool {
        while view.u32(step.entry) != tail {
            if !step.on(&self.links) {
                return false;
            }
        }
        true
    }
}

/// How far a chain has been followed.
struct Step {
    /// The entry to look at.
    entry: u16,
    /// How much farther back than it a match may be.
    left: u16,
    /// Entries to look at, at most, with this one.
    tries: usize,
}

impl Step {
    /// Goes on to the next entry; `false` if there is none, or none that may be looked at.
    #[inline(always)]
    fn on<W: Width>(&mut self, links: &Table<W>) -> bool {
        let way = links.get(usize::from(self.entry));
        // The sum of a negative number and a larger positive one carries, and only that.
        let (left, within) = self.left.overflowing_add(way);
        self.left = left;
        self.entry = self.entry.wrapping_add(way);
        self.tries -= 1;
        within && self.tries != 0
    }
}

impl<S: Shape> MatchFinder for Chains<'_, S> {
    type Width = S::Ring;

    fn span(&self) -> &Span<'_, S::Ring> {
        &self.span
    }

    #[inline(always)]
    fn find(&mut self, position: usize, search: Search) -> Match {
        if position + HASHED > self.span.end {
            return Match::default();
        }
        let (word, mut best, entry) = self.begin(position, &search);
        let ahead = self.span.ring.u32(position + 1);
        self.heads.prefetch(hash4(ahead));
        self.short_heads.prefetch(hash3(ahead));
        self.walk(position, word, entry, &search, |found| {
            let better = best.length == 0
                || BITS_PER_BYTE * (found.length - best.length.max(HASHED - 1)) as u32 + best.distance.ilog2()
                    > found.distance.ilog2();
            if better {
                best = found;
            }
            better
        });
        best
    }

    #[inline(always)]
    fn pass(&mut self, position: usize) {
        self.catch_up(position);
    }

    #[inline(always)]
    fn catch_up(&mut self, position: usize) {
        let stop = position.min((self.span.end + 1).saturating_sub(HASHED));
        for at in self.next..stop {
            let word = self.span.ring.u32(at);
            self.remember(at, word);
        }
        self.next = self.next.max(stop);
    }
}
