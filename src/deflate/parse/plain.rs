//! Parsing without a finder: literals only, and runs of one byte.
#![forbid(unsafe_code)]

use super::{Bounds, Sequences};
use crate::deflate::finder::Span;
use crate::format::symbols::MIN_MATCH;

/// Literals only (Z_HUFFMAN_ONLY); returns where it stopped.
#[inline(always)]
pub fn literals(span: &Span, sequences: &mut Sequences, position: usize, bounds: &Bounds) -> usize {
    let limit = bounds.limit(position, sequences);
    sequences.push_literals(&span.ring, position..limit.max(position));
    limit.max(position)
}

/// Literals and matches at distance one (Z_RLE); returns where it stopped.
#[inline(always)]
pub fn runs(span: &Span, sequences: &mut Sequences, mut position: usize, bounds: &Bounds) -> usize {
    let mut begin = position;
    let mut limit = bounds.limit(begin, sequences);
    while position < limit {
        let longest = span.longest(position);
        let length = if span.reach(position) >= 1 && longest >= MIN_MATCH {
            span.ring.match_length(position, position - 1, 0, longest)
        } else {
            0
        };
        if length >= MIN_MATCH {
            sequences.push_literals(&span.ring, begin..position);
            sequences.push_match(length, 1);
            position += length;
            begin = position;
            limit = bounds.limit(begin, sequences);
        } else {
            position += 1;
        }
    }
    sequences.push_literals(&span.ring, begin..position);
    position
}
