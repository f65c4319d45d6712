//! Buckets of two: the two newest remembered positions with the same four bytes; no chains. Where they have nothing, the
//! newest position with the same three bytes is looked at, if it is near.
#![forbid(unsafe_code)]

use super::{Match, MatchFinder, Search, Shape, Span, distance, hash3, hash4};
use crate::mem::table::Table;

/// Bytes that a position needs behind it to be remembered.
const HASHED: usize = 4;
/// Inside a match, positions are remembered at its begin and its end, this many each.
const EDGE: usize = 4;
/// The farthest that a match of three bytes may reach. Without such matches object files grow by 0.8 %, with matches from
/// anywhere seismic data grow by 1.6 %; either way text does too.
const NEAR: usize = 64;

/// A view of the buckets.
pub struct Buckets<'a, S: Shape> {
    /// The text.
    pub span: Span<'a, S::Ring>,
    /// Pairs of positions by hash of four bytes, the newer first.
    pub pairs: Table<'a, S::Pairs>,
    /// Newest position by hash of three bytes, of those where nothing longer was found.
    pub short_heads: Table<'a, S::ShortHeads>,
    /// The first position that is not remembered yet.
    pub next: usize,
}

impl<S: Shape> MatchFinder for Buckets<'_, S> {
    type Width = S::Ring;

    fn span(&self) -> &Span<'_, S::Ring> {
        &self.span
    }

    #[inline(always)]
    fn find(&mut self, position: usize, search: Search) -> Match {
        if position + HASHED > self.span.end {
            return Match::default();
        }
        let word = self.span.ring.u32(position);
        let pair = self.pairs.exchange_pair(hash4(word), position as u16);
        self.next = position + 1;
        let (reach, longest) = (self.span.reach(position), self.span.longest(position));
        let ring = &self.span.ring;
        let mut best = Match::default();
        for entry in pair {
            let back = distance(position, entry);
            if back.wrapping_sub(1) < reach && ring.ahead(0).u32(entry) == word {
                let length = ring.match_length(position, position - back, HASHED, longest);
                if length > best.length {
                    best = Match { length, distance: back };
                    if length >= search.nice {
                        return best;
                    }
                }
            }
        }
        if best.length == 0 && search.longer_than < 3 {
            let newest = self.short_heads.exchange(hash3(word), position as u16);
            let back = distance(position, newest);
            if back.wrapping_sub(1) < reach.min(NEAR) && (ring.ahead(0).u32(newest) ^ word) << 8 == 0 {
                best = Match { length: 3, distance: back };
            }
        }
        best
    }

    #[inline(always)]
    fn pass(&mut self, position: usize) {
        let skipped = self.next + EDGE..position.saturating_sub(EDGE);
        if !skipped.is_empty() {
            self.catch_up(skipped.start);
            self.next = skipped.end;
        }
        self.catch_up(position);
    }

    #[inline(always)]
    fn catch_up(&mut self, position: usize) {
        let stop = position.min((self.span.end + 1).saturating_sub(HASHED));
        for at in self.next..stop {
            let word = self.span.ring.u32(at);
            self.pairs.exchange_pair(hash4(word), at as u16);
        }
        self.next = self.next.max(stop);
    }
}
