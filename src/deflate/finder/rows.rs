//! Rows: the newest positions with the same five bytes, sixteen by one hash, and the newest one with the same three.
//!
//! Where chains lead from one position to the next, with a wait for memory at each step, a row's positions stand side by side
//! and are told apart at once: a quarter to a half faster than chains that give blocks of the same size.
#![forbid(unsafe_code)]

use super::{Match, MatchFinder, Search, Shape, Span, distance, hash, outweighs};
use crate::format::symbols::MIN_MATCH;
use crate::mem::rows::{Candidates, Rows, WAYS};

/// Bytes in which a candidate is compared at first.
const KNOWN: usize = 4;
/// Bytes that make up the rows' hash: as many does a position need behind it to be remembered.
const BYTES: usize = 5;

/// Of a match this long, every second position is remembered: that costs a twentieth of the time less, and next to nothing.
const LONG: usize = 48;

/// A view of text and rows.
pub struct InRows<'a, S: Shape> {
    /// The text.
    pub span: Span<'a, S::Ring>,
    /// The rows.
    pub rows: &'a mut Rows,
    /// The first position that is not remembered yet.
    pub next: usize,
}

impl<S: Shape> InRows<'_, S> {
    /// Remembers the positions before `position`: all, or `half` of them, the last one and each second before it.
    #[inline(always)]
    fn remember(&mut self, position: usize, half: bool) {
        let stop = if S::AMPLE { position } else { position.min((self.span.end + 1).saturating_sub(BYTES)) };
        let mut at = self.next + usize::from(half && (stop.wrapping_sub(self.next)).is_multiple_of(2));
        while at < stop {
            let words = self.span.ring.u64(at);
            self.rows.insert(hash(words, BYTES), at as u16);
            self.rows.exchange(hash(words, MIN_MATCH), at as u16);
            at += 1 + usize::from(half);
        }
        self.next = self.next.max(stop);
    }

    /// The newest match of three bytes or more, if such short ones are wanted, else a length without a distance: what a match
    /// must be better than.
    #[inline(always)]
    fn least(&self, position: usize, word: u32, short: u16, search: &Search) -> Match {
        if search.longer_than < MIN_MATCH {
            let (ring, back) = (&self.span.ring, distance(position, short));
            let same = (ring.ahead(0).u32(short) ^ word) << 8 == 0;
            if same && back.wrapping_sub(1) < self.span.reach::<S>(position) {
                let longest = self.span.longest::<S>(position);
                let length = ring.match_length(position, usize::from(short), MIN_MATCH, longest);
                return Match { length, distance: back };
            }
        }
        Match { length: search.longer_than.max(KNOWN - 1), distance: 0 }
    }

    /// The best match among candidates, or `best`.
    #[inline(always)]
    fn among(&self, position: usize, word: u32, mut candidates: Candidates, mut best: Match, search: &Search) -> Match {
        let (ring, reach, longest) =
            (&self.span.ring, self.span.reach::<S>(position), self.span.longest::<S>(position));
        if candidates.is_empty() || best.length >= longest {
            return best;
        }
        let enough = search.nice.min(longest);
        // A longer match agrees in the four bytes that end one behind the best one's end: see those first.
        let mut view = ring.ahead((best.length - 3) as u8);
        let mut tail = view.u32(position as u16);
        loop {
            let entry = self.rows.newest(candidates);
            let back = distance(position, entry);
            // What stands at an entry beyond reach depends on how much text has come: it must not matter.
            if view.u32(entry) == tail && ring.ahead(0).u32(entry) == word && back.wrapping_sub(1) < reach {
                let length = ring.match_length(position, usize::from(entry), KNOWN, longest);
                let found = Match { length, distance: back };
                if length > best.length && outweighs(found, best) {
                    best = found;
                    if length >= enough {
                        return best;
                    }
                    view = ring.ahead((length - 3) as u8);
                    tail = view.u32(position as u16);
                }
            }
            candidates.pass();
            if candidates.is_empty() {
                return best;
            }
        }
    }
}

impl<S: Shape> MatchFinder for InRows<'_, S> {
    type Width = S::Ring;
    const ANY_DISTANCE: bool = false;

    fn span(&self) -> &Span<'_, S::Ring> {
        &self.span
    }

    #[inline(always)]
    fn find(&mut self, position: usize, search: Search) -> Match {
        if !S::AMPLE && position + BYTES > self.span.end {
            return Match::default();
        }
        let words = self.span.ring.u64(position);
        let short = self.rows.exchange(hash(words, MIN_MATCH), position as u16);
        // The oldest one's place is this one's now.
        let depth = (1 << search.depth.min(WAYS - 1)) - 1;
        let candidates = self.rows.replace(hash(words, BYTES), position as u16, depth);
        let least = self.least(position, words as u32, short, &search);
        let best = self.among(position, words as u32, candidates, least, &search);
        self.next = position + 1;
        best
    }

    #[inline(always)]
    fn pass(&mut self, position: usize) {
        self.remember(position, position.saturating_sub(self.next) >= LONG);
    }

    fn next(&self) -> usize {
        self.next
    }

    #[inline(always)]
    fn skip(&mut self, position: usize) {
        self.next = position;
    }

    #[inline(always)]
    fn catch_up(&mut self, position: usize) {
        self.remember(position, false);
    }
}
