//! The newest position with the same few bytes: one table by a hash of many bytes, and one or two more by fewer. No chains.
//!
//! The more bytes are hashed, the longer are the matches that are found: by six bytes one table gives smaller blocks than by
//! four, in less time. Whether there is a match, and in which table, can be foreseen least of all: so one branch decides it, for
//! all tables at once, which makes two tables a sixth faster.
#![forbid(unsafe_code)]

use super::{Match, MatchFinder, Search, Shape, Span, distance, hash};
use crate::format::symbols::MIN_MATCH;
use crate::mem::table::Table;
use core::hint::select_unpredictable;

/// The shortest match, but for repeated ones.
const SHORTEST: usize = 4;
/// Bytes that make up a hash where there is one table.
const ALONE: usize = 6;
/// Bytes that make up the long hash where there are more.
const LONG: usize = 8;
/// Bytes that make up the next one.
const MIDDLE: usize = 5;

/// The tables.
pub enum Tables<'a, S: Shape> {
    /// By six bytes.
    One(Table<'a, S::Heads>),
    /// By eight and by five.
    Two([Table<'a, S::Heads>; 2]),
    /// By eight, by five and by four.
    Three(Table<'a, S::Heads>, [Table<'a, S::HalfHeads>; 2]),
}

impl<S: Shape> Tables<'_, S> {
    /// Bytes that a position needs behind it to be remembered in any table.
    #[inline(always)]
    fn hashed(&self) -> usize {
        match self {
            Tables::One(_) => ALONE,
            Tables::Two(_) => MIDDLE,
            Tables::Three(..) => SHORTEST,
        }
    }

    /// Remembers `position`, which has `left` bytes, the first of them in `words`, where they are enough; returns the newest
    /// earlier ones, those by most bytes first, or itself for a table that it does not fit.
    #[inline(always)]
    fn exchange(&mut self, position: usize, words: u64, left: usize) -> (u16, Option<u16>, Option<u16>) {
        let position = position as u16;
        match self {
            Tables::One(heads) => (heads.exchange(hash(words, ALONE), position), None, None),
            Tables::Two([long, middle]) => {
                let long = if left >= LONG { long.exchange(hash(words, LONG), position) } else { position };
                (long, Some(middle.exchange(hash(words, MIDDLE), position)), None)
            }
            Tables::Three(long, [middle, short]) => {
                let long = if left >= LONG { long.exchange(hash(words, LONG), position) } else { position };
                let middle = if left >= MIDDLE { middle.exchange(hash(words, MIDDLE), position) } else { position };
                (long, Some(middle), Some(short.exchange(hash(words, SHORTEST), position)))
            }
        }
    }
}

/// A view of text and tables.
pub struct Newest<'a, S: Shape> {
    /// The text.
    pub span: Span<'a, S::Ring>,
    /// The tables.
    pub tables: Tables<'a, S>,
    /// The last match's distance, 0 if there was none.
    pub last: usize,
    /// Whether matches of three bytes are looked for at the last match's distance, as records have them. Text has few, and
    /// to ask for them takes a twentieth of the time.
    pub again: bool,
    /// The first position that is not remembered yet.
    pub next: usize,
}

impl<S: Shape> Newest<'_, S> {
    #[inline(always)]
    fn remember(&mut self, position: usize) {
        let words = self.span.ring.u64(position);
        let left = self.left(position);
        self.tables.exchange(position, words, left);
    }

    /// Bytes of text from a position on, as far as that matters.
    #[inline(always)]
    fn left(&self, position: usize) -> usize {
        if S::AMPLE { usize::MAX } else { self.span.end - position }
    }

    /// The first position that cannot be remembered.
    #[inline(always)]
    fn edge(&self) -> usize {
        if S::AMPLE { usize::MAX } else { (self.span.end + 1).saturating_sub(self.tables.hashed()) }
    }

    /// The match with an entry in whose first `known` bytes the text agrees, if it is long enough.
    #[inline(always)]
    fn measure(&self, position: usize, entry: u16, known: usize, search: &Search) -> Match {
        let longest = self.span.longest::<S>(position);
        let length = self.span.ring.match_length(position, usize::from(entry), known, longest);
        if length > search.longer_than {
            Match { length, distance: distance(position, entry) }
        } else {
            Match::default()
        }
    }

    /// A match at the last match's distance.
    #[inline(always)]
    fn repeat(&self, position: usize, word: u32, search: &Search) -> Match {
        let entry = (position as u16).wrapping_sub(self.last as u16);
        if self.last == 0 || (self.span.ring.ahead(0).u32(entry) ^ word) << 8 != 0 {
            return Match::default();
        }
        self.measure(position, entry, MIN_MATCH, search)
    }
}

impl<S: Shape> MatchFinder for Newest<'_, S> {
    type Width = S::Ring;
    const ANY_DISTANCE: bool = true;

    fn span(&self) -> &Span<'_, S::Ring> {
        &self.span
    }

    #[inline(always)]
    fn find(&mut self, position: usize, search: Search) -> Match {
        if position >= self.edge() {
            return Match::default();
        }
        let words = self.span.ring.u64(position);
        let left = self.left(position);
        let (long, middle, short) = self.tables.exchange(position, words, left);
        self.next = position + 1;
        let (text, reach) = (self.span.ring.ahead(0), self.span.reach::<S>(position));
        // 0 if an entry is a match.
        let differs = |entry: u16| {
            let far = u32::from(distance(position, entry).wrapping_sub(1) >= reach);
            text.u32(entry) ^ words as u32 | far
        };
        let at_long = differs(long);
        let at_middle = middle.map_or(u32::MAX, differs);
        if at_long.min(at_middle).min(short.map_or(u32::MAX, differs)) != 0 {
            return if self.again { self.repeat(position, words as u32, &search) } else { Match::default() };
        }
        let entry = middle.map_or(long, |middle| {
            let shorter = short.map_or(middle, |short| select_unpredictable(at_middle == 0, middle, short));
            select_unpredictable(at_long == 0, long, shorter)
        });
        self.measure(position, entry, SHORTEST, &search)
    }

    #[inline(always)]
    fn take(&mut self, found: Match) {
        self.last = found.distance;
    }

    /// Remembers all positions where there are three tables, otherwise two at the begin and four at the end: without a loop
    /// they cost next to nothing. A match has three bytes or more, and two positions at most were asked for.
    #[inline(always)]
    fn pass(&mut self, position: usize) {
        if matches!(self.tables, Tables::Three(..)) {
            return self.catch_up(position);
        }
        let end = if S::AMPLE { position } else { position.min(self.edge()) };
        for at in [
            self.next,
            (self.next + 1).min(position - 1),
            position.wrapping_sub(4),
            position - 3,
            position - 2,
            position - 1,
        ] {
            if S::AMPLE || at < end {
                self.remember(at);
            }
        }
        self.next = if S::AMPLE { position } else { self.next.max(end) };
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
        let end = position.min(self.edge());
        for at in self.next..end {
            self.remember(at);
        }
        self.next = self.next.max(end);
    }
}
