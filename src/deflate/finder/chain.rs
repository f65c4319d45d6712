//! Hash chains: all positions with the same few bytes, newest first, and the newest one with the same three.
//!
//! Chains by five bytes are shorter than those by four, and give smaller blocks in the same time: shorter matches pay where they
//! are near, and the newest position with the same three bytes is nearest. Where there is little text, or many candidates are
//! tried, it is by four.
//!
//! `heads` gives the newest position of a hash, `links` the one before a position. A chain is followed while it leads back and
//! stays within reach. A link that was overwritten leads to some other chain, whose entries are as good or bad guesses as any.
#![forbid(unsafe_code)]

use super::{Match, MatchFinder, Search, Shape, Span, distance, hash, multiplier, outweighs};
use crate::format::symbols::MIN_MATCH;
use crate::mem::ring::View;
use crate::mem::table::Table;
use crate::mem::width::Width;

/// Bytes in which a candidate is compared at first.
const KNOWN: usize = 4;

/// A view of the chains.
pub struct Chains<'a, S: Shape> {
    /// The text.
    pub span: Span<'a, S::Ring>,
    /// The position before, by position.
    links: Table<'a, S::Links>,
    /// Newest position by hash of `bytes` bytes.
    heads: Table<'a, S::Heads>,
    /// Newest position by hash of three bytes.
    short_heads: Table<'a, S::ShortHeads>,
    /// Bytes that make up a chain's hash: as many does a position need behind it to be remembered.
    bytes: usize,
    /// What spreads them.
    multiplier: u64,
    /// The first position that is not remembered yet.
    pub next: usize,
}

/// The tables of chains.
pub struct Tables<'a, S: Shape> {
    /// Links by position.
    pub links: Table<'a, S::Links>,
    /// Heads by hash.
    pub heads: Table<'a, S::Heads>,
    /// Heads by hash of three bytes.
    pub short_heads: Table<'a, S::ShortHeads>,
}

impl<'a, S: Shape> Chains<'a, S> {
    /// Chains by so many bytes that remember the positions before `next`.
    pub fn new(span: Span<'a, S::Ring>, tables: Tables<'a, S>, bytes: usize, next: usize) -> Self {
        let Tables { links, heads, short_heads } = tables;
        Chains { span, links, heads, short_heads, bytes, multiplier: multiplier(bytes), next }
    }
}

impl<S: Shape> Chains<'_, S> {
    /// Remembers `position`, whose bytes are `words`, and returns the newest earlier positions with the same hash and with the
    /// same three bytes.
    #[inline(always)]
    fn remember(&mut self, position: usize, words: u64) -> (u16, u16) {
        let hashed = (words.wrapping_mul(self.multiplier) >> 32) as u32;
        let newest = self.heads.exchange(hashed, position as u16);
        self.links.set(position, newest);
        (newest, self.short_heads.exchange(hash(words, MIN_MATCH), position as u16))
    }

    /// Remembers `position` and returns its first four bytes, what a match must be better than, and the chain of those that
    /// may be: the newest match of three bytes or more if such short ones are wanted, else a length without a distance.
    #[inline(always)]
    fn begin(&mut self, position: usize, search: &Search) -> (u32, Match, u16) {
        let words = self.span.ring.u64(position);
        let (newest, short) = self.remember(position, words);
        self.next = position + 1;
        let mut least = Match { length: search.longer_than.max(KNOWN - 1), distance: 0 };
        if search.longer_than < MIN_MATCH {
            let (ring, back) = (&self.span.ring, distance(position, short));
            let same = (ring.ahead(0).u32(short) ^ words as u32) << 8 == 0;
            if same && back.wrapping_sub(1) < self.span.reach::<S>(position) {
                let longest = self.span.longest::<S>(position);
                least = Match {
                    length: ring.match_length(position, usize::from(short), MIN_MATCH, longest),
                    distance: back,
                };
            }
        }
        (words as u32, least, newest)
    }

    /// Walks the chain that begins at `entry` and takes each match at `position`, whose bytes are `word`, that is longer than
    /// the best one, and `better`.
    #[inline(always)]
    fn walk(
        &self,
        position: usize,
        (word, mut best, entry): (u32, Match, u16),
        search: &Search,
        mut better: impl FnMut(Match, Match) -> bool,
    ) -> Match {
        let (ring, reach, longest) =
            (&self.span.ring, self.span.reach::<S>(position), self.span.longest::<S>(position));
        let back = distance(position, entry);
        if back.wrapping_sub(1) >= reach || best.length >= longest {
            return best;
        }
        let enough = search.nice.min(longest);
        // A longer match agrees in the four bytes that end one behind the best one's end: see those first.
        let mut view = ring.ahead((best.length - 3) as u8);
        let mut tail = view.u32(position as u16);
        let mut step =
            Step { entry, floor: (position - reach) as u16, left: (reach - back) as u16, tries: search.depth };
        while self.seek(&mut step, view, tail) {
            if ring.ahead(0).u32(step.entry) == word {
                let back = distance(position, step.entry);
                let length = ring.match_length(position, usize::from(step.entry), KNOWN, longest);
                let found = Match { length, distance: back };
                if length > best.length && better(best, found) {
                    best = found;
                    if length >= enough {
                        break;
                    }
                    view = ring.ahead((length - 3) as u8);
                    tail = view.u32(position as u16);
                }
            }
            if !step.on(&self.links) {
                break;
            }
        }
        best
    }

    /// All matches at `position` that are longer than any nearer one, nearest first; the position is remembered.
    #[inline(always)]
    pub fn each(&mut self, position: usize, search: Search, mut take: impl FnMut(Match)) {
        if !S::AMPLE && position + self.bytes > self.span.end {
            return;
        }
        let start = self.begin(position, &search);
        if start.1.distance != 0 {
            take(start.1);
        }
        self.walk(position, start, &search, |_, found| {
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
    /// The farthest position that a match may begin at.
    floor: u16,
    /// How much farther back than the entry that is.
    left: u16,
    /// Entries to look at, at most, with this one.
    tries: usize,
}

impl Step {
    /// Goes on to the next entry; `false` if there is none, or none that may be looked at.
    #[inline(always)]
    fn on<W: Width>(&mut self, links: &Table<W>) -> bool {
        self.entry = links.get(usize::from(self.entry));
        let left = self.entry.wrapping_sub(self.floor);
        let within = left < self.left;
        self.left = left;
        self.tries -= 1;
        within && self.tries != 0
    }
}

impl<S: Shape> MatchFinder for Chains<'_, S> {
    type Width = S::Ring;
    const ANY_DISTANCE: bool = false;

    fn span(&self) -> &Span<'_, S::Ring> {
        &self.span
    }

    #[inline(always)]
    fn find(&mut self, position: usize, search: Search) -> Match {
        if !S::AMPLE && position + self.bytes > self.span.end {
            return Match::default();
        }
        let start = self.begin(position, &search);
        self.walk(position, start, &search, |best, found| outweighs(found, best))
    }

    #[inline(always)]
    fn pass(&mut self, position: usize) {
        self.catch_up(position);
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
        let stop = if S::AMPLE { position } else { position.min((self.span.end + 1).saturating_sub(self.bytes)) };
        for at in self.next..stop {
            let words = self.span.ring.u64(at);
            self.remember(at, words);
        }
        self.next = self.next.max(stop);
    }
}
