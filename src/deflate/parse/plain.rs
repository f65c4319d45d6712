//! Parsing without a finder: literals only, and runs of one byte.
#![forbid(unsafe_code)]

use super::{Bounds, Sequences};
use crate::deflate::finder::{Any, Match, Span};
use crate::format::symbols::MIN_MATCH;

/// Literals only (Z_HUFFMAN_ONLY); returns where it stopped.
#[inline(always)]
pub fn literals(span: &Span, sequences: &mut Sequences, position: usize, bounds: &Bounds) -> usize {
    let limit = bounds.limit(position, sequences).at.max(position);
    sequences.push_literals(&span.ring, position..limit);
    limit
}

/// Literals and matches at distance one (Z_RLE); returns where it stopped.
#[inline(always)]
pub fn runs(span: &Span, sequences: &mut Sequences, mut position: usize, bounds: &Bounds) -> usize {
    let mut begin = position;
    let mut limit = bounds.limit(begin, sequences);
    while position < limit.at {
        let longest = span.longest::<Any>(position);
        let length = if span.reach::<Any>(position) >= 1 && longest >= MIN_MATCH {
            span.ring.match_length(position, position - 1, 0, longest)
        } else {
            0
        };
        if length >= MIN_MATCH {
            let words = sequences.push(&span.ring, begin..position, Match { length, distance: 1 });
            position += length;
            limit.move_on(length, words);
            begin = position;
        } else {
            position += 1;
        }
    }
    sequences.push_literals(&span.ring, begin..position);
    position
}
