//! How large the working memory is: by stage, parser, window and memory level.
//!
//! A stream works in up to three stages, chosen by its position alone: [`STAGES`] bytes of text fit the first two, which
//! are small; the third has the window's full size. Each stage is one block, returned when the next one is taken. An
//! allocator that never reuses memory (nginx's) sees their sum, so the sum of all stages stays within [`budget`], and
//! small stages exist only where that leaves the last one its full tables.
#![forbid(unsafe_code)]

use super::block::choose::Coder;
use super::levels::Parser;
use super::params::Params;
use crate::mem::alloc::{ALIGN, GRAIN};
use crate::mem::ring::Ring;
use crate::mem::rows::Rows;

/// Text that the small stages hold, in bytes; the last stage has no bound.
pub const STAGES: [usize; 2] = [1024, 4096];

/// The most that the stream's head takes of a caller's allocator.
pub const HEAD: usize = 1024;

/// Largest table of heads, in bytes: 32,768 positions.
const MOST_HEADS: usize = 1 << 16;
/// Largest sequences buffer, in bytes.
const MOST_SEQUENCES: usize = 48 << 10;

/// The sizes of one stage's parts, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    /// Positions in the text ring.
    pub ring: usize,
    /// Links of the chains.
    pub links: usize,
    /// Heads of the chains, or tables of newest positions.
    pub heads: usize,
    /// Heads for three bytes.
    pub short_heads: usize,
    /// The sequences buffer.
    pub sequences: usize,
}

impl Layout {
    /// Bytes of the block.
    pub const fn total(&self) -> usize {
        Ring::footprint(self.ring) + self.links + self.heads + self.short_heads + self.sequences
    }
}

/// What zlib itself takes for these parameters, as nginx counts it: 8 KiB for its state, and the documented formula.
pub fn budget(window_bits: u8, mem_level: u8) -> usize {
    8192 + 16 + (1 << (window_bits + 2)) + (1 << (mem_level + 9))
}

/// What a request for `bytes` takes of a caller's allocator.
const fn taken(bytes: usize) -> usize {
    (bytes + ALIGN - 1).next_multiple_of(GRAIN)
}

/// The small stages' layouts. Their sequences buffers hold any text of their size, so a stage never ends a block.
const SMALL: [Layout; 2] = [
    Layout { ring: 1024, links: 2048, heads: 2048, short_heads: 512, sequences: 1024 * 4 / 3 + 256 },
    Layout { ring: 4096, links: 8192, heads: 8192, short_heads: 2048, sequences: 4096 * 4 / 3 + 256 + 3 },
];

/// What the small stages take of a caller's allocator.
const SMALL_TAKEN: usize = taken(SMALL[0].total()) + taken(SMALL[1].total());

/// The parser with chains that serves in the place of tables and rows: in little text chains find what those miss, and cost no
/// more.
pub fn chained(parser: Parser) -> Parser {
    match parser {
        Parser::Quick | Parser::Double | Parser::Triple | Parser::Rows => Parser::Chains,
        _ => parser,
    }
}

/// The parser that serves for the one that was asked for, by what text, window and tables are like.
pub fn serving(params: &Params, parser: Parser, stage: usize) -> Parser {
    let large = stage == STAGES.len() && has_small_stages(params) && params.window() == 1 << 15;
    if large { parser } else { chained(parser) }
}

/// The layout of a stage: as it would be for a parser with chains, then less what the parser does without.
pub fn layout(params: &Params, parser: Parser, stage: usize) -> Layout {
    let small = SMALL.get(stage).filter(|_| has_small_stages(params));
    let last = small.is_none();
    let chosen = small.copied().unwrap_or_else(|| full(params));
    let mut layout = Layout { sequences: chosen.sequences & !7, ..chosen };
    match parser {
        Parser::Chains | Parser::Optimal => {}
        Parser::Rows => (layout.links, layout.heads, layout.short_heads) = (0, Rows::SIZE, 0),
        Parser::Quick => (layout.links, layout.short_heads) = (0, 0),
        Parser::Double | Parser::Triple => {
            // The other tables have the links' place.
            if layout.links >= layout.heads {
                layout.heads *= 2;
            }
            (layout.links, layout.short_heads) = (0, 0);
        }
        Parser::HuffmanOnly | Parser::Rle | Parser::Stored => {
            (layout.links, layout.heads, layout.short_heads) = (0, 0, 0);
            if last {
                // No match reaches back, so one window of text is enough to answer deflateGetDictionary.
                layout.ring = params.window().max(1024);
                layout.sequences = layout.sequences.min(32 << 10);
            }
            if parser == Parser::Stored {
                layout.sequences = 0;
            }
        }
    }
    layout
}

/// The text that a stage holds; `usize::MAX` for the last one.
pub fn capacity(params: &Params, stage: usize) -> usize {
    STAGES.get(stage).copied().filter(|_| has_small_stages(params)).unwrap_or(usize::MAX)
}

/// Bytes left for heads and sequences after everything else of the last stage, if small stages took `small`.
fn rest(params: &Params, small: usize) -> usize {
    let window = params.window();
    let fixed = HEAD + taken(size_of::<Coder>()) + Ring::footprint(2 * window) + 2 * window + GRAIN;
    budget(params.window_bits, params.mem_level).saturating_sub(fixed + small)
}

/// Whether a stream has the small stages: where the budget leaves the last one its largest heads beside them, and a quarter
/// as much for sequences.
fn has_small_stages(params: &Params) -> bool {
    rest(params, SMALL_TAKEN) >= MOST_HEADS * 5 / 4 && 2 * params.window() > STAGES[1]
}

/// The last stage: what the budget leaves, eleven sixteenths of it at most for heads.
fn full(params: &Params) -> Layout {
    let rest = rest(params, if has_small_stages(params) { SMALL_TAKEN } else { 0 });
    let heads = MOST_HEADS.min(1 << (rest * 11 / 16).max(512).ilog2());
    let short_heads = heads / 8;
    let sequences = rest.saturating_sub(heads + short_heads).min(MOST_SEQUENCES);
    let window = params.window();
    Layout { ring: 2 * window, links: 2 * window, heads, short_heads, sequences }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deflate::levels;

    fn all() -> impl Iterator<Item = Params> {
        (9..=15).flat_map(|bits| (1..=9).map(move |mem| Params::new(6, -bits, mem, 0).unwrap()))
    }

    #[test]
    fn all_stages_together_stay_within_zlibs_budget() {
        for params in all() {
            for level in 1..=9 {
                let parser = levels::effort(&Params { level, ..params }).parser;
                let stages = if has_small_stages(&params) { 0..3 } else { 2..3 };
                let sum: usize = stages.map(|s| taken(layout(&params, serving(&params, parser, s), s).total())).sum();
                let sum = sum + HEAD + taken(size_of::<Coder>());
                assert!(sum <= budget(params.window_bits, params.mem_level), "{params:?} {sum}");
            }
        }
    }

    #[test]
    fn every_part_is_large_enough_to_work() {
        for params in all() {
            let stages = if has_small_stages(&params) { 3 } else { 1 };
            for stage in 0..stages {
                let layout = layout(&params, Parser::Chains, stage);
                assert!(layout.heads >= 512 && layout.short_heads >= 64 && layout.sequences >= 1024, "{layout:?}");
                assert!(layout.total().is_multiple_of(8), "{layout:?}");
            }
        }
    }

    #[test]
    fn small_stages_never_end_a_block() {
        for (text, small) in STAGES.iter().zip(&SMALL) {
            assert!(text * 4 / 3 + 4 + crate::deflate::parse::MOST_LITERALS + 8 <= small.sequences & !7);
        }
    }

    #[test]
    fn plain_parsers_stay_within_72_kib() {
        for params in all() {
            for parser in [Parser::HuffmanOnly, Parser::Rle, Parser::Stored] {
                let total = layout(&params, parser, 2).total() + HEAD + taken(size_of::<Coder>());
                assert!(total <= 72 << 10, "{params:?} {total}");
            }
        }
    }
}
