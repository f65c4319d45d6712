//! Cutting the text into literals and matches.
//!
//! A parser makes one decision after the other at rising positions and pushes them. It keeps nothing between decisions,
//! and it decides only where [`lookahead`] bytes of text follow or the caller wants all text out: so decisions depend on
//! the text and on flush points alone, never on how the text was cut into calls.
#![forbid(unsafe_code)]

pub mod lazy;
pub mod optimal;
pub mod plain;

use super::block::estimate::Worth;
use super::finder::{MatchFinder, Search};
use super::levels::Parser;
use super::sequences::Sequences;
use crate::format::symbols::MAX_MATCH;

/// Literals that one decision pushes at most.
pub const MOST_LITERALS: usize = 130;
/// Bytes that a decision may look at: its literals, then a match and the word behind it.
const LOOKAHEAD: usize = MOST_LITERALS + MAX_MATCH + 8;

/// Bytes that one decision of a parser may look at.
pub fn lookahead(parser: Parser) -> usize {
    match parser {
        Parser::Optimal => optimal::STRETCH + MAX_MATCH + 8,
        _ => LOOKAHEAD,
    }
}

/// Whether a parser weighs decisions by prices.
pub fn asks_for_prices(parser: Parser) -> bool {
    parser == Parser::Optimal
}

/// Bytes of text that one decision of a parser covers at most before its last match, if so many are left; where `room`
/// bytes hold a block's decisions.
pub fn stretch(parser: Parser, room: usize) -> usize {
    match parser {
        Parser::Optimal => optimal::STRETCH.min(room / 8),
        _ => MOST_LITERALS,
    }
}

/// Literals since the last match for each literal more that a miss passes over without a search, powers of two: where a match
/// is taken at once, and where not.
const PATIENCE: [usize; 2] = [32, 64];
/// Literals more at most.
const MOST_PASSED: usize = 15;
/// From so many literals more on those passed over are not remembered either: random data is passed over twice as fast.
const MANY: usize = 14;

/// What bounds a parser's run.
pub struct Bounds {
    /// Decisions are made at positions before this one.
    pub stop: usize,
    /// The run ends at the first decision at or behind this position, for a look at the block.
    pub check_position: usize,
    /// The run ends at the first decision with this many symbols in the block, for a look at its statistics or its room.
    pub check_symbols: usize,
    /// Bytes of text that one decision may cover before its last match.
    pub stretch: usize,
}

/// Where to look around.
pub struct Limit {
    /// The position, if no match comes before.
    pub at: usize,
    /// The position where the block has its symbols, if no match comes before.
    symbols: usize,
    stop: usize,
}

impl Bounds {
    /// Where to look around, from `begin` on, where the literals begin that are not pushed yet.
    #[inline(always)]
    fn limit(&self, begin: usize, sequences: &Sequences) -> Limit {
        let symbols = begin + self.check_symbols.saturating_sub(sequences.extent().symbols());
        let stop = self.stop.min(self.check_position);
        Limit { at: stop.min(symbols), symbols, stop }
    }
}

impl Limit {
    /// A match of `length` bytes was pushed as so many words, each of which counts as a symbol.
    #[inline(always)]
    fn move_on(&mut self, length: usize, words: usize) {
        self.symbols = (self.symbols + length).saturating_sub(words);
        self.at = self.stop.min(self.symbols);
    }
}

/// How a parser weighs what it finds.
#[derive(Clone, Copy)]
pub struct Taste {
    /// Candidates at a position.
    pub depth: usize,
    /// Positions to look ahead before a match is taken.
    pub ahead: usize,
    /// A match this long is taken without a look ahead.
    pub lazy: usize,
    /// A match this long is good enough.
    pub nice: usize,
    /// Which short matches are taken.
    pub worth: Worth,
}

impl Taste {
    /// A search at this taste.
    #[inline(always)]
    fn search(&self) -> Search {
        Search { longer_than: usize::from(self.worth.shortest) - 1, depth: self.depth, nice: self.nice }
    }
}

/// When a parser begins to look less often: after a long run of literals, as where nothing matches, little is lost by it.
#[derive(Clone, Copy)]
struct Patience {
    /// Literals since the last match for each literal more.
    literals: usize,
    /// The position from which on a miss passes over more than its literal.
    end: usize,
}

impl Patience {
    /// As it is after so many literals before `position`, for a parser that looks so far `ahead`.
    #[inline(always)]
    fn new(position: usize, run: usize, ahead: usize) -> Self {
        let literals = PATIENCE[ahead.min(1)];
        Patience { literals, end: (position + literals).saturating_sub(run) }
    }

    /// The position behind the literal at `position`, where nothing was found, and behind those that are passed over with it.
    #[inline(always)]
    fn miss<F: MatchFinder>(self, finder: &mut F, position: usize) -> usize {
        if position < self.end {
            return position + 1;
        }
        let more = ((position - self.end) / self.literals + 1).min(MOST_PASSED);
        let next = (position + 1 + more).min(finder.span().end);
        if more < MANY {
            finder.catch_up(next);
        } else {
            finder.skip(next);
        }
        next
    }
}
