//! Buckets of two: the two newest remembered positions with the same four bytes, and the newest with the same three; no
//! chains.
#![forbid(unsafe_code)]

use super::{Match, MatchFinder, Search, Span, distance, hash};
use crate::mem::table::Table;

/// Bytes that a position needs behind it to be remembered.
const HASHED: usize = 4;
/// Inside a match, positions are remembered at its begin and its end, this many each.
const EDGE: usize = 4;

/// A view of the buckets.
pub struct Buckets<'a> {
    /// The text.
    pub span: Span<'a>,
    /// Pairs of positions by hash of four bytes, the newer first.
    pub pairs: Table<'a>,
    /// Newest position by hash of three bytes.
    pub short_heads: Table<'a>,
    /// The first position that is not remembered yet.
    pub next: usize,
}

impl Buckets<'_> {
    #[inline(always)]
    fn remember(&mut self, position: usize, word: u32) -> ([u16; 2], u16) {
        let index = 2 * hash(word, self.pairs.bits() - 1);
        let pair = [self.pairs.get(index), self.pairs.get(index + 1)];
        self.pairs.set(index, position as u16);
        self.pairs.set(index + 1, pair[0]);
        let short = hash(word << 8, self.short_heads.bits());
        let newest = self.short_heads.get(short);
        self.short_heads.set(short, position as u16);
        (pair, newest)
    }

    /// Remembers all positions before `position` from `next` on that have four bytes.
    #[inline(always)]
    fn remember_all(&mut self, position: usize) {
        let stop = position.min((self.span.end + 1).saturating_sub(HASHED));
        for at in self.next..stop {
            let word = self.span.ring.u32(at);
            self.remember(at, word);
        }
        self.next = self.next.max(stop);
    }
}

impl MatchFinder for Buckets<'_> {
    fn span(&self) -> &Span<'_> {
        &self.span
    }

    #[inline(always)]
    fn find(&mut self, position: usize, search: Search) -> Match {
        if self.next < position {
            self.remember_all(position);
        }
        if position + HASHED > self.span.end {
            return Match::default();
        }
        let ring = &self.span.ring;
        let word = ring.u32(position);
        let (reach, longest) = (self.span.reach(position), self.span.longest(position));
        let mut best = Match::default();
        let (pair, newest) = self.remember(position, word);
        for entry in pair {
            let back = distance(position, entry);
            let ring = &self.span.ring;
            if back != 0 && back <= reach && ring.u32(position - back) == word {
                let length = ring.match_length(position, position - back, HASHED, longest);
                if length > best.length {
                    best = Match { length, distance: back };
                    if length >= search.nice {
                        break;
                    }
                }
            }
        }
        self.next = position + 1;
        let back = distance(position, newest);
        if best.length == 0 && search.longer_than < 3 && back != 0 && back <= reach {
            let there = self.span.ring.u32(position - back);
            if (there ^ word) << 8 == 0 {
                best = Match { length: 3, distance: back };
            }
        }
        best
    }

    #[inline(always)]
    fn pass(&mut self, position: usize) {
        let skipped = self.next + EDGE..position.saturating_sub(EDGE);
        if !skipped.is_empty() {
            self.remember_all(skipped.start);
            self.next = skipped.end;
        }
        self.remember_all(position);
    }
}
