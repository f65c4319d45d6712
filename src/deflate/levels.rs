//! What each level does: ten rows of data. To change a level, change its row.
#![forbid(unsafe_code)]

use super::params::{Params, Strategy};

/// How the text is cut into literals and matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parser {
    /// Not at all: stored blocks.
    Stored,
    /// Literals only.
    HuffmanOnly,
    /// Literals and matches at distance one.
    Rle,
    /// The longest of two candidates at once, positions inside a match mostly not remembered.
    Quick,
    /// The longest match at once.
    Greedy,
    /// A match only if none at the next position is better.
    Lazy,
    /// A match only if none at the next two positions is better.
    Lazy2,
}

/// One level's row, and what deflateTune can change of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How the text is cut.
    pub parser: Parser,
    /// Candidates that are tried at a position, at most.
    pub depth: u16,
    /// A match this long is taken without looking further.
    pub nice: u16,
}

const fn row(parser: Parser, depth: u16, nice: u16) -> Effort {
    Effort { parser, depth, nice }
}

/// The rows, by level.
const LEVELS: [Effort; 10] = [
    row(Parser::Stored, 0, 0),
    row(Parser::Quick, 2, 32),
    row(Parser::Greedy, 6, 24),
    row(Parser::Greedy, 12, 32),
    row(Parser::Lazy, 10, 20),
    row(Parser::Lazy, 24, 48),
    row(Parser::Lazy, 64, 110),
    row(Parser::Lazy, 140, 200),
    row(Parser::Lazy2, 350, 258),
    row(Parser::Lazy2, 4096, 258),
];

/// The row for a level.
pub fn effort(level: u8) -> Effort {
    LEVELS[level.min(9) as usize]
}

/// The parser that level and strategy together choose: level 0 and two strategies go before the row.
pub fn parser(params: &Params, effort: &Effort) -> Parser {
    match (params.level, params.strategy) {
        (0, _) => Parser::Stored,
        (_, Strategy::HuffmanOnly) => Parser::HuffmanOnly,
        (_, Strategy::Rle) => Parser::Rle,
        _ => effort.parser,
    }
}

/// zlib's three families of levels: only between families does deflateParams end the current block.
pub fn family(level: u8) -> u8 {
    match level {
        0 => 0,
        1..=3 => 1,
        _ => 2,
    }
}
