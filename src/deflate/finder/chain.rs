//! Hash chains: all positions with the same four bytes, newest first, and the newest one with the same three.
//!
//! `heads` gives the newest position of a hash, `links` the one before a position. A chain is followed while it leads
//! strictly back and stays within reach; a link that was overwritten leads forward or too far and so ends the walk.
#![forbid(unsafe_code)]

use super::{Match, MatchFinder, Search, Span, distance, hash};
use crate::mem::table::Table;

/// Bytes that a position needs behind it to be remembered.
const HASHED: usize = 4;
/// Distance bits that a byte more of a match is worth. At 4 binary data grows, at 8 text does (by about 0.1 %).
const BITS_PER_BYTE: u32 = 6;

/// A view of the chains.
pub struct Chains<'a> {
    /// The text.
    pub span: Span<'a>,
    /// Newest position by hash of four bytes.
    pub heads: Table<'a>,
    /// Newest position by hash of three bytes.
    pub short_heads: Table<'a>,
    /// The position before, by position.
    pub links: Table<'a>,
    /// The first position that is not remembered yet.
    pub next: usize,
}

impl Chains<'_> {
    /// Remembers `position`, whose four bytes are `word`, and returns the newest earlier positions with the same four
    /// and three bytes.
    #[inline(always)]
    fn remember(&mut self, position: usize, word: u32) -> (u16, u16) {
        let long = hash(word, self.heads.bits());
        let short = hash(word << 8, self.short_heads.bits());
        let (newest, newest_short) = (self.heads.get(long), self.short_heads.get(short));
        self.links.set(position, newest);
        self.heads.set(long, position as u16);
        self.short_heads.set(short, position as u16);
        (newest, newest_short)
    }

    /// Walks the chain from `entry` for a match at `position` that is longer than `best`.
    #[inline(always)]
    fn walk(&self, position: usize, word: u32, mut entry: u16, mut best: Match, search: &Search) -> Match {
        let (ring, reach, longest) = (&self.span.ring, self.span.reach(position), self.span.longest(position));
        let mut last = 0;
        let mut length = best.length.max(search.longer_than).max(HASHED - 1);
        if length >= longest {
            return best;
        }
        // A longer match agrees in the four bytes that end one behind the best one's end: see those first.
        let mut end = (length - 3) as u8;
        let mut tail = ring.u32_ahead(position as u16, end);
        for _ in 0..search.depth {
            let back = distance(position, entry);
            if back <= last || back > reach {
                break;
            }
            if ring.u32_ahead(entry, end) == tail && ring.u32_ahead(entry, 0) == word {
                let found = ring.match_length(position, position - back, HASHED, longest);
                if found > length
                    && (best.length == 0
                        || BITS_PER_BYTE * (found - length) as u32 + best.distance.ilog2() > back.ilog2())
                {
                    best = Match { length: found, distance: back };
                    if found >= search.nice || found == longest {
                        break;
                    }
                    (length, end) = (found, (found - 3) as u8);
                    tail = ring.u32_ahead(position as u16, end);
                }
            }
            last = back;
            entry = self.links.get(usize::from(entry));
        }
        best
    }
}

impl MatchFinder for Chains<'_> {
    fn span(&self) -> &Span<'_> {
        &self.span
    }

    #[inline(always)]
    fn find(&mut self, position: usize, search: Search) -> Match {
        if self.next < position {
            self.pass(position);
        }
        if position + HASHED > self.span.end {
            return Match::default();
        }
        let word = self.span.ring.u32(position);
        let (newest, newest_short) = self.remember(position, word);
        self.next = position + 1;
        let mut best = Match::default();
        if search.longer_than < 3 {
            let back = distance(position, newest_short);
            if back != 0 && back <= self.span.reach(position) {
                let there = self.span.ring.u32(position - back);
                if (there ^ word) << 8 == 0 {
                    best = Match { length: 3, distance: back };
                }
            }
        }
        self.walk(position, word, newest, best, &search)
    }

    #[inline(always)]
    fn pass(&mut self, position: usize) {
        let stop = position.min((self.span.end + 1).saturating_sub(HASHED));
        for at in self.next..stop {
            let word = self.span.ring.u32(at);
            self.remember(at, word);
        }
        self.next = self.next.max(stop);
    }
}
