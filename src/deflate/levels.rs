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
    /// The newest match of six bytes, at once.
    Quick,
    /// The newest match of eight bytes or else of five, at once.
    Double,
    /// The newest match of eight bytes, or of five, or of four, only if the next position has none that is better.
    Triple,
    /// The longest match in a chain, only if the next two positions have none that is better.
    Lazy,
    /// The cheapest of all ways through the text, as far as prices can be foreseen.
    Optimal,
}

impl Parser {
    /// Whether it takes a match without a look ahead.
    pub fn is_eager(self) -> bool {
        matches!(self, Parser::Quick | Parser::Double)
    }
}

/// One level's row, and what deflateTune can change of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How the text is cut.
    pub parser: Parser,
    /// Candidates that are tried at a position of a chain, at most; the quick parsers have chains in little text only.
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
    row(Parser::Quick, 1, 16),
    row(Parser::Double, 2, 16),
    row(Parser::Triple, 6, 64),
    row(Parser::Lazy, 6, 32),
    row(Parser::Lazy, 13, 64),
    row(Parser::Lazy, 42, 128),
    row(Parser::Lazy, 120, 200),
    row(Parser::Lazy, 280, 258),
    row(Parser::Optimal, 32, 180),
];

/// The smallest window in which whole stretches of text are weighed at once; they do not fit a smaller one.
const LEAST_WINDOW: usize = 2048;

/// The row for a stream's level.
pub fn effort(params: &Params) -> Effort {
    match LEVELS[params.level.min(9) as usize] {
        Effort { parser: Parser::Optimal, .. } if params.window() < LEAST_WINDOW => LEVELS[8],
        row => row,
    }
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
