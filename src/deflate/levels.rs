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
    /// The newest match of six bytes.
    Quick,
    /// The newest match of eight bytes or else of five.
    Double,
    /// The newest match of eight bytes, or of five, or of four.
    Triple,
    /// The longest match among the newest positions with the same hash.
    Rows,
    /// The longest match in a chain.
    Chains,
    /// The cheapest of all ways through the text, as far as prices can be foreseen.
    Optimal,
}

/// How hard a parser looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pains {
    /// Candidates that are tried at a position, at most.
    pub depth: u16,
    /// Positions, up to 2, that it looks ahead: a match is taken only if none of them has one that is better.
    pub ahead: u8,
    /// A match this long is taken without a look ahead.
    pub lazy: u16,
}

/// One level's row, and what deflateTune can change of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How the text is cut.
    pub parser: Parser,
    /// A match this long is good enough: none that is longer is looked for.
    pub nice: u16,
    /// How hard it looks.
    pub pains: Pains,
    /// How hard it looks in little text, where chains serve in the place of tables and rows: they are short there.
    pub little: Pains,
}

/// Candidates, positions ahead, and the length that is taken without looking there.
const fn pains(depth: u16, ahead: u8, lazy: u16) -> Pains {
    Pains { depth, ahead, lazy }
}

const fn row(parser: Parser, nice: u16, pains: Pains, little: Pains) -> Effort {
    Effort { parser, nice, pains, little }
}

/// The rows, by level: the length that is good enough, and how hard is looked in general and in little text.
const LEVELS: [Effort; 10] = [
    row(Parser::Stored, 0, pains(0, 0, 0), pains(0, 0, 0)),
    row(Parser::Quick, 16, pains(1, 0, 0), pains(4, 0, 0)),
    row(Parser::Double, 16, pains(2, 0, 0), pains(8, 0, 0)),
    row(Parser::Triple, 64, pains(6, 1, 64), pains(24, 2, 64)),
    row(Parser::Rows, 100, pains(24, 1, 40), pains(24, 2, 64)),
    row(Parser::Rows, 128, pains(64, 2, 128), pains(24, 2, 100)),
    row(Parser::Chains, 128, pains(42, 2, 128), pains(42, 2, 128)),
    row(Parser::Chains, 200, pains(140, 2, 200), pains(140, 2, 200)),
    row(Parser::Chains, 258, pains(330, 2, 258), pains(330, 2, 258)),
    row(Parser::Optimal, 180, pains(32, 0, 0), pains(32, 0, 0)),
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
